"""Elric, Moonglum and the Melniboneans, and where the voices lead that they follow. Chaosium [12]; Avalon Hill 11."""
