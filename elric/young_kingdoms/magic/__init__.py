"""Spells in hand, the Cosmic Balance, and what both open on the board. Chaosium [9], [13], [16]; Avalon Hill 8, 12, 14."""
