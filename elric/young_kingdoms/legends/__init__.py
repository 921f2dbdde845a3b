"""Legends."""
