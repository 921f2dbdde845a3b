"""What it is worth that the Sorcerer-King of Elric leaves the Captain's course: both are played on by Captains, in the same worlds and with
the same luck, none of which his search has seen.

python tests/benchmarks/deviations.py [--games N] [--playouts N] [--seed N] [--scenario KEY]

Printed is by how much his course stands better than the Captain's (with its standard error, over decisions) at the beginning of each of
the seat's own next turns: of all, and by what his search had promised.
"""

from __future__ import annotations

import argparse
from collections.abc import Iterator
from itertools import pairwise
from math import sqrt
from random import Random
from statistics import mean, stdev
from typing import NamedTuple

from elric.opponents.definition import Course, Sight, carry_out
from elric.opponents.players import opponent
from elric.opponents.playing import follow, sight
from elric.opponents.search import CommonLuck, Search
from elric.young_kingdoms.game import Game
from elric.young_kingdoms.opponents.judgement import JUDGEMENT

EDITIONS = ("avalon-hill", "chaosium")
LOOKS = (1, 2, 3)  # own turns ahead
TURNS = 8  # decisions are of the first turns
MOST = 3  # decisions of a game
PROMISED = (0.0, 0.02, 0.04, 0.07, 1.0)
LONGEST = 4000  # decisions of a playout at most


class Deviation(NamedTuple):
    """A decision in which the search left the first course: what it promised, and what it was worth so many own turns later."""

    promised: float
    worth: dict[int, float]


def line(seen: Sight, course: Course, n: int) -> dict[int, float]:
    """A course played on by Captains, in the n-th world and with its luck: the standing, by own turns ahead."""
    game = seen.dealt(1000 + n)
    state, seat, turn = game.state, seen.seat, game.turn
    game.chance = CommonLuck(seen.seed + n, lambda: JUDGEMENT.occasion(state))
    for plan in course.plans:
        if carry_out(game, plan.actions):
            break
    captains = [opponent("captain") for _ in range(2)]
    if course.memory is not None:
        captains[seat].judgement = captains[seat].judgement.remembering(course.memory.copy())
    found: dict[int, float] = {}
    for k in range(LONGEST):
        ahead = game.turn - turn
        if ahead and state.player == seat == game.seat and ahead not in found:
            found[ahead] = JUDGEMENT.standing(state, seat)
        if game.seat is None or LOOKS[-1] in found:
            break
        carry_out(game, captains[game.seat].decide(Sight(game, game.seat, seen.seed + n + k)).actions)
    over = JUDGEMENT.standing(state, seat)
    return {look: found.get(look, over) for look in LOOKS}


def deviations(args: argparse.Namespace) -> Iterator[Deviation]:
    """Of Captains' games, in a turn and for a seat drawn for each."""
    rng = Random(args.seed)
    for number in range(args.games):
        game = Game(args.scenario, EDITIONS[number % 2], args.seed + number)
        turn, seat, asked = rng.randint(1, TURNS), rng.randint(0, 1), 0
        captains = [opponent("captain") for _ in range(2)]
        while game.seat is not None and game.turn <= turn:
            seen = sight(game, game.seat, args.seed + number)
            if (game.turn, game.seat, game.state.player, game.step) == (turn, seat, seat, "movement") and asked < MOST:
                asked += 1
                search = Search(captains[seat].judgement, seen)
                while search.widen():
                    pass
                while search.open and not search.settled and search.done < search.lines:
                    search.iterate()
                course, first = search.course(), search.courses[0]
                if course is not first:
                    k = next(k for k, c in enumerate(search.courses) if c is course)
                    pairs = [(line(seen, course, n), line(seen, first, n)) for n in range(args.playouts)]
                    worth = {look: mean(a[look] - b[look] for a, b in pairs) for look in LOOKS}
                    yield Deviation(search._expected(k), worth)
            list(follow(game, captains[game.seat].decide(seen)))


def main() -> None:
    parser = argparse.ArgumentParser()
    parser.add_argument("--scenario", default="successor")
    for name, usual in (("games", 40), ("playouts", 6), ("seed", 31000)):
        parser.add_argument(f"--{name}", type=int, default=usual)
    found = list(deviations(parser.parse_args()))
    print("promised       decisions   " + "   ".join(f"after {look:11}" for look in LOOKS))
    for low, high in ((PROMISED[0], PROMISED[-1]), *pairwise(PROMISED)):
        some = [x.worth for x in found if low < x.promised <= high]
        if len(some) > 1:
            worths = ([x[look] for x in some] for look in LOOKS)
            cells = (f"{mean(x):+.3f} +- {stdev(x) / sqrt(len(x)):.3f}" for x in worths)
            print(f"{low:.2f} to {high:.2f} {len(some):12}   " + "   ".join(f"{cell:>17}" for cell in cells))


if __name__ == "__main__":
    main()
