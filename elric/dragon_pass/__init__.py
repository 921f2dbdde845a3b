"""*White Bear and Red Moon* (Chaosium 1976): armies, heroes and magicians fight for Dragon Pass.

All of the book is here: the board with roads, rivers, ridgelines and zones, stacks with hidden order, marches, sallies, battles by
assignment, odds and table, every result (pp. 7-14); heroes, Best Friends, Scapegoats, Superheroes and their Wounds (pp. 17-18);
magic by range and day, reflection, cover, joint attacks, the Glowline (pp. 19-22); the exotic powers (pp. 24-26); emissaries and
the Independents (pp. 28-47); arrivals, the Barbarian Horde and the eight scenarios (pp. 61-70), the one for three players among
them. Four and five rulers (70.3) are left to the players: the book gives neither aims nor rules for them.

The chapters follow the book: movement/ (p. 11), combat/ (pp. 12-14), heroes/ (pp. 17-18), magic/ (pp. 19-22), exotics/
(pp. 24-26), independents/ (pp. 28-47), turn/ (pp. 7, 62, 64); components/ are the printed parts, read from data/, and position/
is where everything is. The board is reconstructed, and what was on counters or drawings only and is
lost is marked so in the data (`confidence`, `lost`).
"""

from typing import Final

TITLE: Final = "White Bear and Red Moon"
ABOUT: Final = "The Lunar Empire and Sartar fight for Dragon Pass: armies, heroes, dragons, and a moon that waxes."
