"""Teaching: what phase it is, what can be done and why, what to try. Knows the game, and no screen."""
