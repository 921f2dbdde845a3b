"""Elric, Moonglum, the black swords and the voices that Elric follows. Chaosium [12]; Avalon Hill 11."""
