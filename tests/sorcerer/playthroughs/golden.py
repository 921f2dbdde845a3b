"""Golden games of each scenario, as digests: what was done, what may be done, and what each seat sees and reads on the way.

`python -m tests.sorcerer.playthroughs` writes the file anew. It changes only when rules, data or words change on purpose.
"""

from __future__ import annotations

import json
import zlib
from pathlib import Path
from random import Random

from elric import games

FILE = Path(__file__).parent / "digests.txt"
ACTIONS = 1500
EVERY = 50
OPTIONS = "1975, cloak=true, shir=true, clones=true, assassins=true, flux=true, spells=true"
RULES = {"plain": "1975", "options": OPTIONS}


def lines(key: str, kind: str, seed: int = 5) -> list[str]:
    """One game to its end: every fifty actions where it stands, and a digest of all that was said and seen until then."""
    definition, game = games.definition("elric.sorcerer"), games.game_class("elric.sorcerer")
    g, rng, crc = game(key, RULES[kind], seed), Random(seed), 0
    out = [f"# {key}, {kind}, seed {seed}"]
    for n in range(ACTIONS):
        if g.seat is None:
            break
        listed = sorted(definition.notation.text(a) for a in g.legal_actions())
        verb = rng.choice(sorted({text.split()[0] for text in listed}))
        chosen = rng.choice([text for text in listed if text.split()[0] == verb])
        said = [chosen, listed]
        if n % EVERY == 0:
            said += [g.view(seat) for seat in (*range(g.scenario.seats), None)]
            out.append(f"{n:4} {definition.heading(g.state)} {g.step}: {len(listed)} actions, {crc:08x}")
        crc = zlib.crc32(json.dumps(said, sort_keys=True).encode(), crc)
        g.push(chosen)
    words = [g.story_text(seat) for seat in range(g.scenario.seats)]
    how = g.outcome["words"] if g.outcome else "goes on"
    out.append(f"end {definition.heading(g.state)}: {zlib.crc32(json.dumps(words).encode(), crc):08x} {how}")
    return out


def all_lines() -> list[str]:
    """Every scenario's games, one after the other."""
    return [
        line for key in games.definition("elric.sorcerer").scenarios() for kind in RULES for line in lines(key, kind)
    ]
