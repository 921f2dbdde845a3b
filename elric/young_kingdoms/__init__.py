"""The game of Elric: its rules by chapter, and above them its lab, its teaching and its half of the page."""

from typing import Final

TITLE: Final = "Elric: Battle at the End of Time"
ABOUT: Final = "Kings, sorcerers and demon blades fight for the Young Kingdoms, and the world may end of it."
