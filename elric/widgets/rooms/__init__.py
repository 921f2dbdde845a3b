"""Rooms of the page: each takes messages and draws one Screen. No widgets."""
