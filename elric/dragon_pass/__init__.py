"""*White Bear and Red Moon* (Chaosium 1976): armies, heroes and magicians fight for Dragon Pass.

What stands: the board with roads, rivers, ridgelines and zones, stacks with hidden order, marches, sallies, battles by
assignment, odds and table, every result (pp. 7-14); heroes, Best Friends, Scapegoats, Superheroes and their Wounds (pp. 17-18);
magic by range and day, reflection, cover, joint attacks, the Glowline (pp. 19-22); the Bat, the Crater Makers, the Full Moon
Corps, the Runners, storms and floods (pp. 24-26); emissaries, and what eight Independents bring (pp. 28-47); arrivals and the
Barbarian Horde; eight scenarios to play, the one for three among them; views, story, notation, saves.

What does not stand yet: carried units, the Sylphs' grip, advanced emissaries, the Transformer, dinosaurs, Dragons, the Dragonewts'
skipping, giants, earthquakes, zombies, Assassins, Puppeteers, stragglers, leaving the
board, the taking over of a beaten army by three players. A rule that data/built.toml does not name says "not yet" wherever it is
shown; that list is what counts.

The chapters follow the book: movement/ (p. 11), combat/ (pp. 12-14), heroes/ (pp. 17-18), magic/ (pp. 19-22), exotics/
(pp. 24-26), independents/ (pp. 28-47), turn/ (pp. 7, 62, 64); components/ are the printed parts, read from data/, and position/
is where everything is. The board is reconstructed, and what was on counters or drawings only and is
lost is marked so in the data (`confidence`, `lost`).
"""

from typing import Final

TITLE: Final = "White Bear and Red Moon"
ABOUT: Final = "The Lunar Empire and Sartar fight for Dragon Pass: armies, heroes, dragons, and a moon that waxes."
