"""What the coach and the computer players plan of *Sorcerer*: what to attack, what to do else, and what it is for."""
