"""How far ahead the Sorcerer-King had better look: whole movements of a turn are played on to the end of the game, with the same luck
for all of a position, and the standing is noted on the way at the end of the seat's turn and at the beginning of each of its next,
less the part of luck that the game takes off.

python tests/benchmarks/horizons.py [--game GAME] [--scenario KEY] [--rules RULES ...] [--positions N] [--playouts N] [--courses N]
[--seed N]

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
from typing import Any, NamedTuple

from elric import games
from elric.opponents.definition import Course, Judgement, Sight, carry_out, may_stop
from elric.opponents.luck import CommonLuck
from elric.opponents.players import opponent
from elric.opponents.playing import sight

LOOKS = (0, 1, 2, 3)  # own turns ahead; 0 is the end of this one
END = 99  # of the game
TURNS = 7  # positions are of the first turns: later ones are played to the end as it is
LONGEST = 4000  # decisions of a playout at most


class Line(NamedTuple):
    """A playout: the standing less what is luck and the seconds spent, by own turns ahead; and how the game ended."""

    standing: dict[int, float]
    seconds: dict[int, float]
    over: float


def position(args: argparse.Namespace, judgement: Judgement, number: int) -> Any:
    """The beginning of a movement, of all rules, both seats and all turns by number; played up to there by the policy of playouts."""
    rules = args.rules[number % len(args.rules)]
    turn, seat = 1 + number // 4 % TURNS, number // 2 % 2
    game, rng = games.game_class(args.game)(args.scenario, rules, args.seed + number), Random(args.seed + number)
    while game.state.agenda and game.turn <= turn:
        if (game.turn, game.step, game.state.player, game.seat) == (turn, "movement", seat, seat):
            return game
        judgement.go_on(game, rng)
    return None


def line(judgement: Judgement, seen: Sight, course: Course, n: int) -> Line:
    """One course played to the end of the game, in the n-th world and with its luck."""
    game, rng, began = seen.dealt(n), Random(n), process_time()
    state: Any = game.state
    seat, turn, lasts = seen.seat, game.turn, judgement.luck_lasts
    game.chance = luck = CommonLuck(
        seen.seed + n,
        lambda: judgement.occasion(state),
        value=(lambda t: judgement.standing(t, seat)) if lasts else None,
    )
    standing: dict[int, float] = {}
    seconds: dict[int, float] = {}

    def note(look: int) -> None:
        if look not in standing:
            standing[look] = judgement.standing(state, seat) - lasts * luck.fortune
            seconds[look] = process_time() - began

    for plan in course.plans:
        if carry_out(game, plan.actions):
            break
    for _ in range(LONGEST):
        if state.player != seat:
            note(0)
        elif may_stop(game, seat, turn + 1):
            note(game.turn - turn)
        if not state.agenda:
            break
        policy = course.judgement if game.turn == turn and state.player == seat == game.seat else judgement
        policy.go_on(game, rng)
    for look in (*LOOKS, END):  # a game that is over before has ended the same for every longer look
        note(look)
    return Line(standing, seconds, judgement.standing(state, seat))


def lines(args: argparse.Namespace) -> Iterator[list[list[Line]]]:
    """The playouts of each position, course by course."""
    judgement = opponent("captain", args.game).judgement
    for number in range(args.positions):
        game = position(args, judgement, number)
        if game is None:
            continue
        seen = sight(game, game.seat, args.seed + number)
        courses = list(islice(filter(None, judgement.courses(seen.dealt(), seen.rng())), args.courses))
        if len(courses) > 1:
            yield [[line(judgement, seen, course, n) for n in range(1, args.playouts + 1)] for course in courses]


def won_by_looking(rows: list[list[Line]], look: int) -> float:
    """What the course that is ahead after so many turns wins at the end beside the first, in playouts that did not choose it."""
    found = []
    for left_out in range(len(rows[0])):
        means = [mean(x.standing[look] for n, x in enumerate(row) if n != left_out) for row in rows]
        best = means.index(max(means))
        found.append(rows[best][left_out].standing[END] - rows[0][left_out].standing[END])
    return mean(found)


def main() -> None:
    parser = argparse.ArgumentParser()
    parser.add_argument("--game", default="")
    parser.add_argument("--scenario", default="successor")
    parser.add_argument("--rules", nargs="+", default=["avalon-hill", "chaosium"])
    for name, usual in (("positions", 28), ("playouts", 3), ("courses", 4), ("seed", 9200)):
        parser.add_argument(f"--{name}", type=int, default=usual)
    found = list(lines(parser.parse_args()))
    print(f"{len(found)} positions, {sum(len(row) for rows in found for row in rows)} playouts")
    print("look   seconds   log loss   deviation   won by looking so far")
    for look in (*LOOKS, END):
        all_of = [[x for row in rows for x in row] for rows in found]
        seconds = mean(mean(x.seconds[look] for x in some) for some in all_of)
        loss = mean(mean(_loss(x.standing[look], x.over) for x in some) for some in all_of)
        gaps = [
            [a.standing[look] - b.standing[look] for a, b in zip(row, rows[0], strict=True)]
            for rows in found
            for row in rows[1:]
        ]
        spread = sqrt(mean(stdev(gap) ** 2 for gap in gaps if any(gap)))
        gains = [won_by_looking(rows, look) for rows in found]
        error = stdev(gains) / sqrt(len(gains))
        foretold = f"{loss:10.3f}" if look != END else " " * 10  # at the end nothing is foretold
        print(
            f"{look if look != END else 'end':>4} {seconds:9.3f} {foretold} {spread:11.3f}   {mean(gains):+.3f} +- {error:.3f}"
        )


def _loss(foretold: float, came: float) -> float:
    sure = min(0.99, max(0.01, foretold))
    return -(came * log(sure) + (1 - came) * log(1 - sure))


if __name__ == "__main__":
    main()
