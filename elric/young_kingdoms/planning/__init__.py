"""Plans in the game of Elric: what is worth going for, who can be where by when, and what a turn makes of it."""
