"""*White Bear and Red Moon* (Chaosium 1976): armies, heroes and magicians fight for Dragon Pass.

What stands: the board with roads, rivers, ridgelines and zones, stacks with hidden order, marches, sallies, battles by
assignment, odds and table, every result (pp. 7-14); heroes, Best Friends, Scapegoats, Superheroes and their Wounds (pp. 17-18);
magic by range and day, reflection, cover, joint attacks, the Glowline and the Bat's light (pp. 19-24); scenarios 1 to 3; views,
story, notation, saves. A rule that data/built.toml does not name says "not yet" wherever it is shown; that list is the only one.

The chapters follow the book: movement/ (p. 11), combat/ (pp. 12-14), heroes/ (pp. 17-18), magic/ (pp. 19-22), turn/ (pp. 7, 64); components/ are the printed parts, read
from data/, and position/ is where everything is. The board is reconstructed, and what was on counters or drawings only and is
lost is marked so in the data (`confidence`, `lost`).
"""
