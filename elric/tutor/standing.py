"""The aims of the players and how far each is reached, as a game computes them from a position."""

from __future__ import annotations

from typing import NamedTuple

__all__ = ["Goal", "Standing"]


class Goal(NamedTuple):
    """One of the ways in which the game is decided.

    Attributes:
        words: who wins by what.
        stands: how near anybody is to it, from open information only.
        clause: the citation, a number for each edition.
        seat: who would win by it if the game ended as things stand, or None.
    """

    words: str
    stands: str
    clause: tuple[str, ...]
    seat: int | None = None


class Standing(NamedTuple):
    """The aim of one seat, and every condition of victory in the order in which they are looked at.

    Attributes:
        aim: what this seat has to achieve, within a sentence ("take Dhakos").
        stands: how it stands with that, in a few words ("0 of 3 held").
        clause: the citation of the aim.
        goals: all conditions, the first that is met decides.
    """

    aim: str
    stands: str
    clause: tuple[str, ...]
    goals: tuple[Goal, ...]
