"""How much stronger one player is than another: the gain in log odds beside what the side gives, with its interval.

The share of games won says little where one side wins nearly always. So each line (scenario and rules) has its own log odds of
its first side, fitted together with the gain `d` by logistic regression; d = 0.62 is 65 % of games from even, 1.10 is 75 %. The
interval comes of a bootstrap over the numbers of games: those of one number share dice and cards, in both seatings.
"""

from __future__ import annotations

from collections import Counter, defaultdict
from collections.abc import Iterable, Mapping, Sequence
from math import exp
from random import Random
from typing import Final, NamedTuple

from elric.app.studies.figures import Met

__all__ = ["Gain", "by_side", "gain"]

Row = Mapping[str, str]
Line = tuple[str, str]
_ROUNDS: Final = 400
_STEPS: Final = 25  # of Newton's method
_LOOSE: Final = 0.05  # precision of the prior of every unknown about 0, so that a line that is always won has an end


class Gain(NamedTuple):
    """The gain in log odds, the limits of its interval of 95 %, and how many games it rests on."""

    d: float
    low: float
    high: float
    games: int

    def __str__(self) -> str:
        return f"d = {self.d:+.2f} ({self.low:+.2f} to {self.high:+.2f}, {self.games} games)"


class _Game(NamedTuple):
    line: Line
    sign: int  # +1 where the player sits on the line's first side, -1 on the second, 0 where both are the same player
    won: float  # by the player, or by the first side where both are the same; a draw is half
    number: tuple[str, str]


def gain(rows: Iterable[Row], one: str, other: str, seed: int = 1) -> Gain:
    """By how much `one` is stronger than `other`, from games of two seats between them; games of one player against himself
    help to tell what a side is worth."""
    known = list(_games(list(rows), one, other))
    d = _fit(known)
    blocks: dict[tuple[Line, tuple[str, str]], list[_Game]] = defaultdict(list)
    for game in known:
        blocks[game.line, game.number].append(game)
    by_line: dict[Line, list[list[_Game]]] = defaultdict(list)
    for (line, _), block in sorted(blocks.items()):
        by_line[line].append(block)
    rng, found = Random(seed), []
    for _ in range(_ROUNDS):
        drawn = [game for all_ in by_line.values() for _ in all_ for game in rng.choice(all_)]
        found.append(_fit(drawn))
    found.sort()
    low, high = found[_ROUNDS * 25 // 1000], found[_ROUNDS * 975 // 1000 - 1]
    return Gain(d, low, high, sum(game.sign != 0 for game in known))


def by_side(rows: Iterable[Row], one: str, other: str) -> dict[tuple[str, str, str], Met]:
    """By scenario, rules and side: the results of `one` on that side."""
    rows = list(rows)
    sides = _sides(rows)
    found: dict[tuple[str, str, str], Counter[str]] = defaultdict(Counter)
    for row in rows:
        players = row["players"].split()
        if sorted(players) == sorted((one, other)) and one != other:
            how = "drawn" if not row["won_by"] else "won" if row["won_by"] == one else "lost"
            found[row["scenario"], row["rules"], sides[_line(row)][_side(row, one, sides[_line(row)])]][how] += 1
    return {key: Met(n["won"], n["drawn"], n["lost"]) for key, n in sorted(found.items())}


def _line(row: Row) -> Line:
    return row["scenario"], row["rules"]


def _sides(rows: Sequence[Row]) -> dict[Line, tuple[str, ...]]:
    """The names of the two sides of each line, in the order of the alphabet."""
    return {_line(row): tuple(sorted(row["sides"].split("; "))) for row in rows}


def _side(row: Row, one: str, sides: Sequence[str]) -> int:
    """On which side a player sat: 0 or 1."""
    return sides.index(row["sides"].split("; ")[row["players"].split().index(one)])


def _games(rows: Sequence[Row], one: str, other: str) -> Iterable[_Game]:
    sides = _sides(rows)
    for row in rows:
        players, line = row["players"].split(), _line(row)
        number = (row["number"], row["seed"])
        if len(players) != 2:
            continue
        if sorted(players) == sorted((one, other)) and one != other:
            won = 0.5 if not row["won_by"] else float(row["won_by"] == one)
            yield _Game(line, 1 - 2 * _side(row, one, sides[line]), won, number)
        elif len(set(players)) == 1 and players[0] in (one, other):
            yield _Game(line, 0, 0.5 if not row["won_by"] else float(row["side"] == sides[line][0]), number)


def _fit(known: Iterable[_Game]) -> float:
    """The gain by Newton's method, with one unknown for each line beside it."""
    counts: dict[tuple[Line, int], list[float]] = defaultdict(lambda: [0.0, 0.0])
    for game in known:
        cell = counts[game.line, game.sign]
        cell[0] += 1
        cell[1] += game.won
    side = dict.fromkeys(sorted({line for line, _ in counts}), 0.0)
    d = 0.0
    for _ in range(_STEPS):
        slope, bend = -_LOOSE * d, _LOOSE
        slopes = {line: -_LOOSE * x for line, x in side.items()}
        bends, mixed = dict.fromkeys(side, _LOOSE), dict.fromkeys(side, 0.0)
        for (line, sign), (n, won) in counts.items():
            first = sign or 1
            at_one = 1 / (1 + exp(-max(-30.0, min(30.0, first * side[line] + abs(sign) * d))))
            miss, weight = won - n * at_one, n * at_one * (1 - at_one)
            slope += abs(sign) * miss
            bend += abs(sign) * weight
            slopes[line] += first * miss
            bends[line] += weight
            mixed[line] += abs(sign) * first * weight
        step = slope - sum(mixed[x] * slopes[x] / bends[x] for x in side)
        step /= bend - sum(mixed[x] ** 2 / bends[x] for x in side)
        d += max(-2.0, min(2.0, step))
        for line in side:
            side[line] += max(-2.0, min(2.0, (slopes[line] - mixed[line] * step) / bends[line]))
        if abs(step) < 1e-9:
            break
    return d
