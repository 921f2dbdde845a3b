"""Keep positions and saves as they are written today: python -m tests.held (only when a format is given a new number).

The positions of White Bear in `dragon_pass.jsonl` are of random games, some for every kind of note.
"""

from __future__ import annotations

import json
import sys
from pathlib import Path

HERE = Path(__file__).parent
sys.path.insert(0, str(HERE.parent / "properties"))

from walks import PAIRS, game, walk  # noqa: E402

import elric  # noqa: E402
from elric.young_kingdoms.description.schema import describe  # noqa: E402

SEEDS = range(8)
LENGTHS = (40, 140)  # actions of a save


def lines() -> list[str]:
    """Position lines: of each game three from its course, and whatever waits that no line before had waiting."""
    out = []
    known: set[str] = set()
    for scenario, edition in PAIRS:
        for seed in SEEDS:
            for k, (s, _) in enumerate(walk(scenario, edition, seed)):
                here = {frame.step.key for frame in s.agenda} | {f"noted {kind.__name__}" for kind in s.notes}
                if here - known or (seed < 2 and k in (30, 90, 200)):
                    known |= here
                    out.append(elric.position_text(describe(s)))
    return out


def saves() -> list[str]:
    """Saves as one line of JSON, each with the position to which it comes."""
    out = []
    for scenario, edition in PAIRS:
        for seed, length in enumerate(LENGTHS):
            g = game(scenario, edition, seed, length)
            out.append(json.dumps({"save": g.save(), "position": elric.position_text(g.position())}))
    return out


if __name__ == "__main__":
    for name, rows in (("positions.txt", lines()), ("saves.jsonl", saves())):
        (HERE / name).write_text("".join(f"{row}\n" for row in rows), encoding="utf-8")
