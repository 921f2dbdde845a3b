"""The game of Elric: its rules by chapter, and above them its lab, its teaching and its half of the page."""
