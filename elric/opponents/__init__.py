"""Players that choose from what they may see."""
