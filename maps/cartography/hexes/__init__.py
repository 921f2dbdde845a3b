"""Renders the hex board of *White Bear and Red Moon*; deterministic down to the byte."""
