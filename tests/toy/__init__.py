"""Hilltop: a toy game of hexes that proves the interfaces of the house. No part of it is installed."""
