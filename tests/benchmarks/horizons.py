"""How far ahead the Sorcerer-King of Elric had better look: whole movements of a turn are played on to the end of the game, with the
same luck for all of a position, and the standing is noted on the way at the beginning of each of the seat's own turns.

python tests/benchmarks/horizons.py [--positions N] [--playouts N] [--courses N] [--seed N] [--scenario KEY]

Printed is by the own turns looked ahead: seconds of the processor a playout takes until then, log loss of the standing against how the
game ended, the standard deviation of one playout's difference from the first course, and what the course that is ahead then (by all
playouts but one) wins at the end of the one left out, beside the first course.
"""

from __future__ import annotations

import argparse
from collections.abc import Iterator
from itertools import islice
from math import log, sqrt
from random import Random
from statistics import mean, stdev
from time import process_time
from typing import NamedTuple

from elric.opponents.definition import Course, Sight, carry_out
from elric.opponents.luck import CommonLuck
from elric.opponents.playing import sight
from elric.young_kingdoms.game import Game
from elric.young_kingdoms.opponents.judgement import JUDGEMENT

EDITIONS = ("avalon-hill", "chaosium")
LOOKS = (1, 2, 3)  # own turns ahead; 0 is the end of the game
TURNS = 7  # positions are of the first turns: later ones are played to the end as it is
LONGEST = 4000  # decisions of a playout at most


class Line(NamedTuple):
    """A playout: the standing and the seconds spent, by own turns ahead."""

    standing: dict[int, float]
    seconds: dict[int, float]


def position(scenario: str, number: int, seed: int) -> Game | None:
    """The beginning of a movement, of both editions, both seats and all turns by number; played up to there by the policy of playouts."""
    turn, seat = 1 + number // 4 % TURNS, number // 2 % 2
    game, rng = Game(scenario, EDITIONS[number % 2], seed + number), Random(seed + number)
    while game.state.agenda and game.turn <= turn:
        if (game.turn, game.step, game.state.player, game.seat) == (turn, "movement", seat, seat):
            return game
        JUDGEMENT.go_on(game, rng)
    return None


def line(seen: Sight, course: Course, n: int) -> Line:
    """One course played to the end of the game, in the n-th world and with its luck."""
    game, rng, began = seen.dealt(n), Random(n), process_time()
    state, seat, turn = game.state, seen.seat, game.turn
    game.chance = CommonLuck(seen.seed + n, lambda: JUDGEMENT.occasion(state))
    found = Line({}, {})
    for plan in course.plans:
        if carry_out(game, plan.actions):
            break
    for _ in range(LONGEST):
        ahead = game.turn - turn
        if ahead and state.player == seat == game.seat and ahead not in found.standing:
            found.standing[ahead] = JUDGEMENT.standing(state, seat)
            found.seconds[ahead] = process_time() - began
        if not state.agenda:
            break
        policy = JUDGEMENT if ahead or state.player != seat or game.seat != seat else course.judgement
        policy.go_on(game, rng)
    over, spent = JUDGEMENT.standing(state, seat), process_time() - began
    for look in (0, *LOOKS):  # a game that is over before has ended the same for every longer look
        found.standing.setdefault(look, over)
        found.seconds.setdefault(look, spent)
    return found


def lines(args: argparse.Namespace) -> Iterator[list[list[Line]]]:
    """The playouts of each position, course by course."""
    for number in range(args.positions):
        game = position(args.scenario, number, args.seed)
        if game is None or game.seat is None:
            continue
        seen = sight(game, game.seat, args.seed + number)
        courses = list(islice(filter(None, JUDGEMENT.courses(seen.dealt(), seen.rng())), args.courses))
        if len(courses) > 1:
            yield [[line(seen, course, n) for n in range(1, args.playouts + 1)] for course in courses]


def won_by_looking(rows: list[list[Line]], look: int) -> float:
    """What the course that is ahead after so many turns wins at the end beside the first, in playouts that did not choose it."""
    found = []
    for left_out in range(len(rows[0])):
        means = [mean(x.standing[look] for n, x in enumerate(row) if n != left_out) for row in rows]
        best = means.index(max(means))
        found.append(rows[best][left_out].standing[0] - rows[0][left_out].standing[0])
    return mean(found)


def main() -> None:
    parser = argparse.ArgumentParser()
    parser.add_argument("--scenario", default="successor")
    for name, usual in (("positions", 28), ("playouts", 3), ("courses", 4), ("seed", 9200)):
        parser.add_argument(f"--{name}", type=int, default=usual)
    found = list(lines(parser.parse_args()))
    print(f"{len(found)} positions, {sum(len(row) for rows in found for row in rows)} playouts")
    print("look   seconds   log loss   deviation   won by looking so far")
    for look in (*LOOKS, 0):
        all_of = [[x for row in rows for x in row] for rows in found]
        seconds = mean(mean(x.seconds[look] for x in some) for some in all_of)
        loss = mean(mean(_loss(x.standing[look], x.standing[0]) for x in some) for some in all_of)
        gaps = [
            [a.standing[look] - b.standing[look] for a, b in zip(row, rows[0], strict=True)]
            for rows in found
            for row in rows[1:]
        ]
        spread = sqrt(mean(stdev(gap) ** 2 for gap in gaps if any(gap)))
        gains = [won_by_looking(rows, look) for rows in found]
        error = stdev(gains) / sqrt(len(gains))
        foretold = f"{loss:10.3f}" if look else " " * 10  # at the end nothing is foretold
        print(f"{look or 'end':>4} {seconds:9.3f} {foretold} {spread:11.3f}   {mean(gains):+.3f} +- {error:.3f}")


def _loss(foretold: float, came: float) -> float:
    sure = min(0.99, max(0.01, foretold))
    return -(came * log(sure) + (1 - came) * log(1 - sure))


if __name__ == "__main__":
    main()
