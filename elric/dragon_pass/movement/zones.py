"""Zones of control [12.1, 13.8]: one hex every way. They stop marches, bar retreats, and make stacks fight."""

from __future__ import annotations

from elric.dragon_pass.components.board import BOARD
from elric.dragon_pass.position.state import State, foes, spread


def stopping(s: State, seat: int) -> int:
    """The hexes in which a march of this seat stops. Who holds a fort lets others pass [13.8]."""
    return spread(foes(s, seat) & ~BOARD.walls)


def barring(s: State, seat: int) -> int:
    """The hexes to which this seat cannot fall back: every enemy zone, forts' too."""
    return spread(foes(s, seat))


def guards(s: State, seat: int) -> int:
    """The hexes beside which an enemy's garrison could sally at this seat's march [13.9]."""
    return spread(foes(s, seat) & BOARD.walls)


def must_fight(s: State, seat: int) -> int:
    """This seat's stacks that have to attack: beside an enemy, and not behind walls [12.1, 13.7]."""
    return s.at[seat] & spread(foes(s, seat)) & ~BOARD.walls


def may_fight(s: State, seat: int) -> int:
    """This seat's stacks that stand beside an enemy."""
    return s.at[seat] & spread(foes(s, seat))
