"""Panels of the page as HTML: pure functions, no widgets."""
