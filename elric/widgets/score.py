"""The score sheet at the end of a game: what a game computes from its position and its story, for the page to show."""

from __future__ import annotations

from typing import NamedTuple

from elric.tutor.standing import Goal

__all__ = ["Fight", "Ledger", "Luck", "Row", "Score", "Turning"]


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
        at: the event of the story, as anybody reads it, with which it ended; -1 where that is not said.
    """

    turn: int
    words: str
    swing: int
    seat: int
    chance: str = ""
    at: int = -1


class Fight(NamedTuple):
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
    fights: tuple[Fight, ...]
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
    rows: tuple[Row, ...]
    luck: tuple[Luck, ...]
    turnings: tuple[Turning, ...]
    measure: str = ""
