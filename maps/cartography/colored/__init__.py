"""Renders the board of *Sorcerer*, whose every hex has a color; deterministic down to the byte."""
