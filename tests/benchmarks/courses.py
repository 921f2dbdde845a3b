"""How many courses the Sorcerer-King had better compare, and by how many playouts each: in movements of Captains' games every course is
played on, half of the playouts choose as his search does, and the other half tell what that gained beside the Captain's course.

python tests/benchmarks/courses.py [--game GAME] [--scenario KEY] [--rules RULES ...] [--games N] [--playouts N] [--every N] [--seed N]
[--luck PART] [--clearly LEAD]

Printed is how far playouts differ from those of the first course (with `--luck 0` with all their luck, otherwise less the part of it that
the game takes off), and what is gained by each number of courses, by the game's own standing where a line ends, with a standard error as if
no two positions were of one game; and the seconds of the processor that courses take to be thought of, and a playout. With `--clearly`
the Captain's course is left for that lead and more, instead of the game's own.
"""

from __future__ import annotations

import argparse
from collections.abc import Iterator
from math import sqrt
from statistics import mean, stdev, variance
from time import process_time
from typing import NamedTuple

from elric import games
from elric.opponents.players import opponent
from elric.opponents.playing import follow, sight
from elric.opponents.search import Search

COMPARED = (2, 4, 8, 12, 16)  # courses at most
ALL = 10_000  # playouts that are never reached: as many courses are thought of as there can be


class Thought(NamedTuple):
    """A decision played on: the search, and the seconds spent on thinking of courses and on playouts."""

    search: Search
    courses: float
    playouts: float


class InTurn(Search):
    """A search that plays every course as often as any other."""

    def _plan(self) -> int:
        return min(range(len(self.courses)), key=lambda k: (len(self.results[k]), k))


def thoughts(args: argparse.Namespace) -> Iterator[Thought]:
    """Movements of Captains' games, each played on from all its courses."""
    for number in range(args.games):
        for rules in args.rules:
            game = games.game_class(args.game)(args.scenario, rules, args.seed + number)
            captains = [opponent("captain", args.game) for _ in range(game.state.scenario.seats)]
            seen = 0
            moved = (0, -1)
            while game.seat is not None:
                now = game.turn, game.seat
                if game.step == "movement" and now != moved and game.turn:
                    moved, seen = now, seen + 1
                    if (seen + number) % args.every == 0:
                        began = process_time()
                        search = InTurn(captains[game.seat].judgement, sight(game, game.seat, args.seed + seen), ALL)
                        while search.widen():
                            pass
                        thought_of = process_time()
                        for _ in range(args.playouts * len(search.courses)):
                            search.iterate()
                        yield Thought(search, thought_of - began, process_time() - thought_of)
                for _ in follow(game, captains[game.seat].decide(sight(game, game.seat, args.seed + seen))):
                    pass


def gained(search: Search, courses: int, playouts: int) -> float:
    """What the course that the search would take after so many playouts of each gains in the second half of them."""
    results = search.results
    search.results = [row[:playouts] for row in results[:courses]]
    everything, search.courses = search.courses, search.courses[:courses]
    taken = next(k for k, course in enumerate(everything) if course is search.course())
    search.results, search.courses = results, everything
    half = len(results[0]) // 2
    return mean(a - b for a, b in zip(results[taken][half:], results[0][half:], strict=True))


def main() -> None:
    parser = argparse.ArgumentParser()
    parser.add_argument("--game", default="")
    parser.add_argument("--scenario", default="successor")
    parser.add_argument("--rules", nargs="+", default=["chaosium", "avalon-hill"])
    for name, usual in (("games", 3), ("playouts", 8), ("every", 4), ("seed", 24000)):
        parser.add_argument(f"--{name}", type=int, default=usual)
    parser.add_argument("--luck", type=float, help="the part of luck that lasts, instead of the game's own")
    parser.add_argument(
        "--clearly", type=float, help="for what lead the Captain's course is left, instead of the game's own"
    )
    args = parser.parse_args()
    judgement = type(opponent("captain", args.game).judgement)
    judgement.luck_lasts = judgement.luck_lasts if args.luck is None else args.luck
    judgement.clearly = judgement.clearly if args.clearly is None else args.clearly
    found = list(thoughts(args))
    thought_of = mean(x.courses / len(x.search.courses) for x in found)
    played = mean(x.playouts / len(x.search.courses) / args.playouts for x in found)
    print(f"{len(found)} movements; {thought_of:.3f} s to think of a course, {played:.3f} s a playout")
    gaps = [
        [a - b for a, b in zip(row, x.search.results[0], strict=True)] for x in found for row in x.search.results[1:]
    ]
    print(f"a playout differs from the first course's by {sqrt(mean(variance(gap) for gap in gaps)):.3f}")
    print("courses  playouts of each  gained")
    for courses in COMPARED:
        for playouts in range(1, args.playouts // 2 + 1):
            gains = [gained(x.search, courses, playouts) for x in found]
            print(f"{courses:7} {playouts:17}  {mean(gains):+.4f} +- {stdev(gains) / sqrt(len(gains)):.4f}")


if __name__ == "__main__":
    main()
