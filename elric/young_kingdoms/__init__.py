"""The game of Elric: its data, its state, and one room for each chapter of the rule books."""
