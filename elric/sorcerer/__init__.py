"""*Sorcerer* (SPI 1975): Sorcerers of six colors fight with demons, dragons, Bolts and vortexes over a land of colored hexes.

The rules of all nine scenarios are here, two of them for one player. The chapters follow the book: movement/ (6, 10), magic/
(6.5, 7-9, 14.2), combat/ (11-14), turn/ (4, 15, 16), stories/ (what is special in 17-19), options/ (20-25, as switches); components/ are
the printed parts, read from data/, and position/ is where everything is. Map, results table and some figures of counters are lost; what
stands in for them is marked in the data (`confidence`, `known_by`).
"""

from typing import Final

TITLE: Final = "Sorcerer"
ABOUT: Final = (
    "Six colors of magic in a circle: Sorcerers conjure, fling Bolts, and turn the White realms to their colors."
)
