"""The score sheet at the end of a game: what a game computes from its position and its story, for the page to show."""

from __future__ import annotations

from typing import NamedTuple

from elric.tutor.standing import Goal

__all__ = ["Luck", "Row", "Score", "Turning"]


class Row(NamedTuple):
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
    """

    turn: int
    words: str
    swing: int
    seat: int
    chance: str = ""


class Score(NamedTuple):
    """The whole sheet.

    Attributes:
        seats: the seats in the order of the columns.
        goals: every condition of victory, and how it stood at the end.
        measure: what the turning points are measured by, said plainly.
    """

    seats: tuple[int, ...]
    goals: tuple[Goal, ...]
    rows: tuple[Row, ...]
    luck: tuple[Luck, ...]
    turnings: tuple[Turning, ...]
    measure: str = ""
