"""New spells [25.0, 25.3], by the switch `spells`: what one does is agreed at the table; the risk of finding it is the rule here."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any, Final, NamedTuple

from elric.sorcerer.combat.losses import befall
from elric.sorcerer.components.colors import LINE_NAMES
from elric.sorcerer.components.table import result
from elric.sorcerer.components.units import SEVERAL, SHIR
from elric.sorcerer.position import hooks
from elric.sorcerer.position.notes import NOTES, noted, remember, strike_out
from elric.sorcerer.position.state import State
from elric.sorcerer.position.steps import Action, Context, Why, no

TRIES: Final = tuple(LINE_NAMES.index(name) for name in ("Best", "Good", "Neutral"))
KNOWN: Final = 2  # tries for a spell that somebody has found [25.2]
STUDY: Final = tuple(Action("study", (k,)) for k in range(4))  # orders 1 to 4 [25.1]


@NOTES.many("spells")
class Spell(NamedTuple):
    """A spell that a seat has found."""

    seat: int
    order: int


def _as_tried(*row: Any) -> Tried:
    """The tries from plain fields; those of positions of an earlier make stood in two pairs."""
    pairs = len(row) == 2
    return Tried(*row[0], *row[1]) if pairs else Tried(*row)


@NOTES.many("tries", _as_tried)
class Tried(NamedTuple):
    """How often a seat has tried for a spell, and on which Game-Turn the last time."""

    seat: int
    order: int
    times: int
    turn: int


def tries(s: State, seat: int, order: int) -> Tried:
    """The tries of a seat for a spell so far."""
    return next((one for one in noted(s, Tried) if one[:2] == (seat, order)), Tried(seat, order, 0, 0))


def tries_needed(s: State, seat: int, order: int) -> int:
    """How many tries a spell of an order takes."""
    return KNOWN if any(one.order == order and one.seat != seat for one in noted(s, Spell)) else len(TRIES)


def may_study(s: State, _: object, args: tuple[int, ...], why: Why) -> bool:
    """[25.0, 25.2]"""
    (order,) = args
    u, seat = s.hand[0], s.player
    if not s.rules.spells:
        return no(why, "25.0", "This game is played without new spells.")
    ok = True
    if u != s.primes[seat] or not SEVERAL >> u & 1 or u == SHIR or u in s.hidden:
        ok = no(why, "25.0", "Only a Prime Sorcerer of several colors develops a spell.", "Let him do it.")
    if Spell(seat, order) in noted(s, Spell):
        ok = no(why, "25.2", "He has that spell.", "Use it as you have agreed.")
    elif tries(s, seat, order).turn == s.turn:
        ok = no(why, "25.2", "It is tried once in a Game-Turn.", "Try again next turn.")
    return ok


def study(s: State, args: tuple[int, ...], cx: Context) -> None:
    """A try: an attack on Best, then Good, then Neutral, at minus the order; two steps too [25.2]."""
    (order,) = args
    u, seat = s.hand[0], s.player
    made = tries(s, seat, order).times
    die = cx.die()
    cx.tell("study", seat=seat, unit=u, level=order + 1, die=die)
    struck = s.struck
    befall(s, u, result(-(order + 1), TRIES[made], die), cx)
    s.struck = struck  # an enemy may take another step in this phase
    strike_out(s, Tried, seat, order)
    if made + 1 < tries_needed(s, seat, order):
        remember(s, Tried(seat, order, made + 1, s.turn))
    elif s.place[u] >= 0:
        remember(s, Spell(seat, order))


def offer(s: State, u: int, have: int) -> Sequence[Action]:
    return [a for a in STUDY if may_study(s, None, a.args, None)] if s.rules.spells else ()


hooks.add("study", hooks.Task(may_study, study, offer, played=lambda s: bool(s.rules.spells)))
