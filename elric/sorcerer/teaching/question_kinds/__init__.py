"""The kinds of practice question of *Sorcerer*."""
