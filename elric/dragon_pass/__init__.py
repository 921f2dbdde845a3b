"""*White Bear and Red Moon* (Chaosium 1976): armies, heroes and magicians fight for Dragon Pass.

What stands: scenario 1, plain armies, from set-up to victory (pp. 7-14): the board with roads, rivers, ridgelines and zones,
stacks with hidden order, marches, sallies, battles by assignment, odds, both ways of rounding, all results, advance; views,
story, notation, saves. What does not stand yet is listed in no other place than the register: a rule that data/built.toml does
not name says "not yet" wherever it is shown.

The chapters follow the book: movement/ (p. 11), combat/ (pp. 12-14), turn/ (pp. 7, 64); components/ are the printed parts, read
from data/, and position/ is where everything is. The board is reconstructed, and what was on counters or drawings only and is
lost is marked so in the data (`confidence`, `lost`).
"""
