"""The score sheet at the end of a game: what a game computes from its position and its story, for the page to show."""

from __future__ import annotations

from collections.abc import Sequence
from fractions import Fraction
from functools import cache
from typing import NamedTuple

from elric.lab.say import percent
from elric.tutor.standing import Goal

__all__ = ["Ledger", "LedgerBattle", "Luck", "Score", "ScoreRow", "Turning", "luck"]


class ScoreRow(NamedTuple):
    """One line of the sheet: what is counted, and how much of it each player has, in the order of `Score.seats`."""

    words: str
    values: tuple[str, ...]


class Luck(NamedTuple):
    """The dice of one player against what dice give on the average.

    Attributes:
        thrown, points: how many dice in battles, and the sum of them.
        expected: what as many dice give on the average.
        share: how often as many dice are at least so far from it, in words ("28%").
        tries, hits, hoped: rolls to get away or to find something, how many succeeded, how many do on the average.
    """

    seat: int
    thrown: int
    points: int
    expected: float
    share: str
    tries: int = 0
    hits: int = 0
    hoped: float = 0.0


class Turning(NamedTuple):
    """A turning point.

    Attributes:
        turn: the game-turn.  words: what happened.
        swing: how far it moved the standing of a seat, up or down, by the measure of the sheet.
        seat: whose.  chance: how likely that outcome had been before the dice, in words, or "".
        at: the event of the story, as anybody reads it, with which it ended; -1 where that is not said.
    """

    turn: int
    words: str
    swing: int
    seat: int
    chance: str = ""
    at: int = -1


class LedgerBattle(NamedTuple):
    """One battle in the ledger of luck.

    Attributes:
        at: the event of the story, as anybody reads it, with which its dice fell.
        turn: the game-turn.  where: its area.  words: what came of it, in whole sentences.
        sides: the seat (None for nobody's) and the name of each side.
        dice: what each side threw, in order.
        winner: 0 or 1, -1 for neither.
        chance: how likely that outcome had been before the dice, in words, or "".
        mean: what one die gives on the average.
    """

    at: int
    turn: int
    where: str
    words: str
    sides: tuple[tuple[int | None, str], ...]
    dice: tuple[tuple[int, ...], ...]
    winner: int = -1
    chance: str = ""
    mean: float = 3.5


class Ledger(NamedTuple):
    """Luck and turning points of a game, finished or not, from what anybody could see.

    Attributes:
        measure: what the turning points are measured by, said plainly.
    """

    luck: tuple[Luck, ...]
    fights: tuple[LedgerBattle, ...]
    turnings: tuple[Turning, ...]
    measure: str = ""


class Score(NamedTuple):
    """The whole sheet.

    Attributes:
        seats: the seats in the order of the columns.
        goals: every condition of victory, and how it stood at the end.
        measure: what the turning points are measured by, said plainly.
    """

    seats: tuple[int, ...]
    goals: tuple[Goal, ...]
    rows: tuple[ScoreRow, ...]
    luck: tuple[Luck, ...]
    turnings: tuple[Turning, ...]
    measure: str = ""


def luck(seat: int, faces: Sequence[int], chances: Sequence[tuple[int, bool]] = ()) -> Luck:
    """The dice of a player, six-sided, against what such dice give on the average.

    Args:
        faces: what he threw in battles.
        chances: his other rolls: how many faces of six would have served, and whether one came.
    """
    n, points = len(faces), sum(faces)
    hoped = Fraction(sum(ways for ways, _ in chances), 6)
    share = percent(_as_far(n, abs(2 * points - 7 * n))) if n else ""
    return Luck(seat, n, points, 3.5 * n, share, len(chances), sum(came for _, came in chances), float(hoped))


def _as_far(n: int, far: int) -> Fraction:
    """How often the sum of so many dice is at least so far from its average, in half points."""
    ways = _sums(n)
    return Fraction(sum(w for points, w in enumerate(ways, n) if abs(2 * points - 7 * n) >= far), sum(ways))


@cache
def _sums(n: int) -> tuple[int, ...]:
    """In how many ways so many dice show each sum, from the least."""
    ways = [1]
    for _ in range(n):
        ways = [sum(ways[max(0, k - 5) : k + 1]) for k in range(len(ways) + 5)]
    return tuple(ways)
