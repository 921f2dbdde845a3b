"""A digest of random games through the front door: two trees, or two cores, that play alike print the same lines.

python tests/benchmarks/digest.py [--positions N] [--seed N]

Every scenario in every edition in turn, every other game under a random mix of switches. What goes into a digest: the legal
actions of every position, verdicts with all their reasons on likely and unlikely actions, now and then the views of all
seats and an undo, and at the end the save, the record, the story of every seat, and the save played again.
"""

from __future__ import annotations

import argparse
import hashlib
import importlib.util
import json
import sys
from collections.abc import Iterator
from pathlib import Path
from random import Random

if importlib.util.find_spec("elric") is None:
    sys.path.insert(0, str(Path(__file__).resolve().parents[2]))
sys.path.insert(0, str(Path(__file__).resolve().parents[1] / "properties"))

from walks import PAIRS, any_words, near

import elric
from elric.opponents.at_random import any_action, any_verb
from elric.young_kingdoms.components import law


def played(scenario: str, edition: str, seed: int, mixed: bool) -> tuple[int, str]:
    """One game: its positions, and a digest of all that can be asked of them."""
    rng = Random(f"{scenario} {edition} {seed}")
    changes: dict[str, object] = {}
    if mixed:
        changes = {key: rng.choice(law.switches()[key].choices) for key in rng.sample(sorted(law.switches()), 12)}
    g = elric.new_game(scenario, {"edition": edition, **changes}, seed)
    seats = (None, *range(g.scenario.seats))
    choose = any_verb if seed % 2 else any_action
    told = hashlib.sha256()

    def tell(*things: object) -> None:
        told.update(repr(things).encode())

    n = 0
    while g.seat is not None:
        legal = g.legal_actions()
        chosen = choose(rng, legal)
        tell(g.turn, g.phase, g.player, g.seat, g.step, list(map(str, legal)))
        if n % 3 == 0:
            for a in (chosen, near(rng, g.state, chosen), any_words(rng)):
                tell(str(a), g.verdict(a))
        if n % 17 == 0:
            tell([json.dumps(g.view(seat)) for seat in seats], json.dumps(g.position(), sort_keys=True))
        if n % 5 == 0:
            g.push(str(chosen))
        else:
            g.push(chosen)
        n += 1
        if n % 11 == 0 and g.can_undo:
            tell(g.pop())
        if n % 97 == 0:
            g = g.copy()
    tell(g.outcome, g.save(), g.record_text(comments=seed % 3 == 0))
    tell([g.story(seat) for seat in seats], [g.story_text(seat) for seat in seats])
    tell(elric.load(g.save()).position() == g.position())
    return n, told.hexdigest()[:16]


def lines(positions: int, seed: int = 0) -> Iterator[str]:
    """A line for each game, until so many positions have been seen."""
    seen = 0
    while seen < positions:
        for scenario, edition in PAIRS:
            n, digest = played(scenario, edition, seed, seed % 2 == 0)
            seen += n
            yield f"{scenario} {edition} {seed}: {n} positions, {digest}"
            if seen >= positions:
                return
        seed += 1


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--positions", type=int, default=10_000)
    parser.add_argument("--seed", type=int, default=0)
    args = parser.parse_args()
    for line in lines(args.positions, args.seed):
        print(line, flush=True)


if __name__ == "__main__":
    main()
