"""What it is worth that the Sorcerer-King leaves the Captain's course: both are played on by Captains, in the same worlds and with
the same luck, none of which his search has seen.

python tests/benchmarks/deviations.py [--game NAME] [--games N] [--playouts N] [--seed N] [--scenario KEY ...] [--rules RULES ...]

Printed is by how much his course stands better than the Captain's (with its standard error, over decisions) at the beginning of each of
the seat's own next turns: of all, and by what his search had promised. With --to-the-end by how much oftener it wins as well.
"""

from __future__ import annotations

import argparse
from collections.abc import Iterator
from itertools import pairwise
from math import sqrt
from random import Random
from statistics import mean, stdev
from typing import NamedTuple

import elric
from elric import games
from elric.opponents.definition import Course, Judgement, Sight, carry_out
from elric.opponents.luck import CommonLuck
from elric.opponents.players import opponent
from elric.opponents.playing import follow, sight
from elric.opponents.search import Search

LOOKS = (1, 2, 3)  # own turns ahead
END = 0  # the look at the end of the game
TURNS = 8  # decisions are of the first turns
MOST = 3  # decisions of a game
PROMISED = (0.0, 0.01, 0.02, 0.04, 0.07, 1.0)
LONGEST = 4000  # decisions of a playout at most
EVEN_ODDS = 0.5  # what a game counts for that is not over by then


class Deviation(NamedTuple):
    """A decision in which the search left the first course: what it promised, and what it was worth so many own turns later."""

    promised: float
    worth: dict[int, float]


def line(name: str, judgement: Judgement, seen: Sight, course: Course, n: int, last: int) -> dict[int, float]:
    """A course played on by Captains, in the n-th world and with its luck: the standing, by own turns ahead.

    Args:
        name: of the game.  last: the look that is the last.
    """
    game = seen.dealt(1000 + n)
    state, seat, turn = game.state, seen.seat, game.turn
    game.chance = CommonLuck(seen.seed + n, lambda: judgement.occasion(state))
    for plan in course.plans:
        if carry_out(game, plan.actions):
            break
    captains = [opponent("captain", name) for _ in range(2)]
    if course.memory is not None:
        captains[seat].judgement = captains[seat].judgement.remembering(course.memory.copy())
    found: dict[int, float] = {}
    for k in range(LONGEST):
        ahead = game.turn - turn
        if ahead and state.player == seat == game.seat and ahead not in found:
            found[ahead] = judgement.standing(state, seat)
        if game.seat is None or last in found:
            break
        carry_out(game, captains[game.seat].decide(Sight(game, game.seat, seen.seed + n + k)).actions)
    over = judgement.standing(state, seat)
    return {look: found.get(look, over) for look in LOOKS} | {END: over if game.seat is None else EVEN_ODDS}


def deviations(args: argparse.Namespace) -> Iterator[Deviation]:
    """Of Captains' games, in a turn and for a seat drawn for each."""
    rng = Random(args.seed)
    kinds = [(scenario, rules) for scenario in args.scenario for rules in args.rules]
    judgement = games.judgement(args.game)
    assert judgement is not None
    last, looks = (END, (*LOOKS, END)) if args.to_the_end else (LOOKS[-1], LOOKS)
    for number in range(args.games):
        scenario, rules = kinds[number % len(kinds)]
        game = elric.new_game(scenario, rules, args.seed + number, game=args.game)
        turn, seat, asked = rng.randint(1, TURNS), rng.randint(0, 1), 0
        captains = [opponent("captain", args.game) for _ in range(2)]
        while game.seat is not None and game.turn <= turn:
            seen = sight(game, game.seat, args.seed + number)
            if (game.turn, game.seat, game.state.player, game.step) == (turn, seat, seat, "movement") and asked < MOST:
                asked += 1
                search = Search(captains[seat].judgement, seen)
                while search.widen():
                    pass
                while len(search.courses) > 1 and not search.settled and search.done < search.lines:
                    search.iterate()
                course, first = search.course(), search.courses[0]
                if course is not first:
                    k = next(k for k, c in enumerate(search.courses) if c is course)
                    pairs = [
                        [line(args.game, judgement, seen, one, n, last) for one in (course, first)]
                        for n in range(args.playouts)
                    ]
                    worth = {look: mean(a[look] - b[look] for a, b in pairs) for look in looks}
                    yield Deviation(search._expected(k), worth)
            list(follow(game, captains[game.seat].decide(seen)))


def main() -> None:
    parser = argparse.ArgumentParser()
    parser.add_argument("--game", default="")
    parser.add_argument("--scenario", nargs="+", default=["successor"])
    parser.add_argument("--rules", nargs="+", default=["avalon-hill", "chaosium"])
    parser.add_argument("--to-the-end", action="store_true")
    for name, usual in (("games", 40), ("playouts", 6), ("seed", 31000)):
        parser.add_argument(f"--{name}", type=int, default=usual)
    args = parser.parse_args()
    found = list(deviations(args))
    looks = (*LOOKS, END) if args.to_the_end else LOOKS
    print("promised       decisions   " + "   ".join(f"after {look or 'all':11}" for look in looks))
    for low, high in ((PROMISED[0], PROMISED[-1]), *pairwise(PROMISED)):
        some = [x.worth for x in found if low < x.promised <= high]
        if len(some) > 1:
            worths = ([x[look] for x in some] for look in looks)
            cells = (f"{mean(x):+.3f} +- {stdev(x) / sqrt(len(x)):.3f}" for x in worths)
            print(f"{low:.2f} to {high:.2f} {len(some):12}   " + "   ".join(f"{cell:>17}" for cell in cells))


if __name__ == "__main__":
    main()
