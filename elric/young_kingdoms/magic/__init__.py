"""Spells in hand, laid, flown by and kept up, and the Cosmic Balance. Chaosium [9], [13], [16]; Avalon Hill 8, 12, 14."""
