"""A battle told: an ordered list of beats that a game computes from its events, and the page plays one by one."""

from __future__ import annotations

from fractions import Fraction
from typing import Final, NamedTuple

from elric.widgets.markup import Markup

__all__ = ["KINDS", "Beat", "Figure", "Side", "Telling", "amount"]

_SIGNS: Final = {
    Fraction(1, 2): "½", Fraction(1, 3): "⅓", Fraction(2, 3): "⅔", Fraction(1, 4): "¼", Fraction(3, 4): "¾",
}  # fmt: skip

KINDS = ("opens", "spell", "gone", "sums", "dice", "result", "loss", "fate", "after")
"""What a beat may be: how it begins; a spell or another stroke; who is out of it before the dice; both sums; the dice;
what they mean; who is lost; whether somebody escapes; what comes of it all."""


class Figure(NamedTuple):
    """One line of a sum: what, how much (halves and thirds where a game has them), and the clause that says so ("" where it
    needs none)."""

    words: str
    value: int | Fraction
    clause: str = ""


class Beat(NamedTuple):
    """One thing that happens in a battle.

    Attributes:
        kind: one of KINDS.
        words: whole sentences, true at this point of the battle.
        who: ids of the units that they name.
        side: whom it concerns (0 attacks, 1 defends), or -1.
        sums: for "sums", the lines of each side; their values add up to `totals`.
        totals: for "sums" and "dice", each side's sum before the dice.
        dice: for "dice", what each side threw; for "fate", the one die, if there was one.
        clause: the clause that rules it, as it is shown to players.
        odds: for "sums", how often which outcome comes of them, in words.
        gone, aside: ids of the units that it takes off the board, and of those that stay out of it from then on.
    """

    kind: str
    words: str
    who: tuple[str, ...] = ()
    side: int = -1
    sums: tuple[tuple[Figure, ...], tuple[Figure, ...]] = ((), ())
    totals: tuple[int | Fraction, ...] = ()
    dice: tuple[int, ...] = ()
    clause: str = ""
    odds: str = ""
    gone: tuple[str, ...] = ()
    aside: tuple[str, ...] = ()


class Side(NamedTuple):
    """One side of a battle: its name within a title, what it does there, its seat (None for nobody's), and the counters that
    stand there as it begins, by their ids."""

    name: str
    does: str
    seat: int | None = None
    ranks: tuple[tuple[str, Markup], ...] = ()


class Telling(NamedTuple):
    """A battle as it has been fought so far.

    Attributes:
        at, end: of the game's events, the first that belongs to it and the one after the last.
        title: what it is and where.
        sides: attacker and defender; empty where nobody attacks (a ship that founders).
        beats: in the order in which it happened.
        ahead: while the dice have not fallen, the sums as far as anybody can see them, or None.
        open: whether it is still being fought.
    """

    at: int
    end: int
    title: str
    sides: tuple[Side, ...]
    beats: tuple[Beat, ...]
    ahead: Beat | None = None
    open: bool = False

    @property
    def key(self) -> str:
        """By what the page knows it again."""
        return f"{self.at}-{self.title}"


def amount(value: int | Fraction) -> str:
    """A number as it is written: 4, 4½, ⅔; other fractions with two places.

    >>> amount(Fraction(9, 2)), amount(Fraction(2, 3)), amount(7)
    ('4½', '⅔', '7')
    """
    whole, rest = divmod(Fraction(value), 1)
    if not rest:
        return str(whole)
    return f"{whole or ''}{_SIGNS[rest]}" if rest in _SIGNS and whole >= 0 else f"{float(value):.2f}"
