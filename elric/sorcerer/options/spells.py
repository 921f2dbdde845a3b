"""New spells [25.0, 25.3], by the switch `spells`: what one does is agreed at the table; the risk of finding it is the rule here."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any, Final

from elric.sorcerer.combat.losses import befall
from elric.sorcerer.components.colors import LINE_NAMES
from elric.sorcerer.components.table import result
from elric.sorcerer.components.units import SEVERAL, SHIR
from elric.sorcerer.position import hooks
from elric.sorcerer.position.state import State
from elric.sorcerer.position.steps import Action, Why, no

TRIES: Final = tuple(LINE_NAMES.index(name) for name in ("Best", "Good", "Neutral"))
KNOWN: Final = 2  # tries for a spell that somebody has found [25.2]
STUDY: Final = tuple(Action("study", (k,)) for k in range(4))  # orders 1 to 4 [25.1]


def needed(s: State, seat: int, order: int) -> int:
    """How many tries a spell of an order takes."""
    return KNOWN if any(o == order and k != seat for k, o in s.marks.get("spells", ())) else len(TRIES)


def may_study(s: State, f: Any, args: tuple[int, ...], why: Why) -> bool:
    """[25.0, 25.2]"""
    (order,) = args
    u, seat = s.hand[0], s.player
    if not s.rules.spells:
        return no(why, "25.0", "This game is played without new spells.")
    ok = True
    if u != s.primes[seat] or not SEVERAL >> u & 1 or u == SHIR or u in s.hidden:
        ok = no(why, "25.0", "Only a Prime Sorcerer of several colors develops a spell.", "Let him do it.")
    if (seat, order) in s.marks.get("spells", ()):
        ok = no(why, "25.2", "He has that spell.", "Use it as you have agreed.")
    elif s.marks.get("tries", {}).get((seat, order), (0, 0))[1] == s.turn:
        ok = no(why, "25.2", "It is tried once in a Game-Turn.", "Try again next turn.")
    return ok


def study(s: State, args: tuple[int, ...], cx: Any) -> None:
    """A try: an attack on Best, then Good, then Neutral, at minus the order; two steps too [25.2]."""
    (order,) = args
    u, seat = s.hand[0], s.player
    tries = s.marks.get("tries", {})
    made = tries.get((seat, order), (0, 0))[0]
    die = cx.die()
    cx.tell("study", seat=seat, unit=u, level=order + 1, die=die)
    befall(s, u, result(-(order + 1), TRIES[made], die), cx)
    s.marks["tries"] = {**tries, (seat, order): (made + 1, s.turn)}
    if made + 1 >= needed(s, seat, order):
        s.marks["tries"] = {key: x for key, x in s.marks["tries"].items() if key != (seat, order)}
        if s.place[u] >= 0:
            s.marks["spells"] = (*s.marks.get("spells", ()), (seat, order))


def offer(s: State, u: int, have: int) -> Sequence[Action]:
    return [a for a in STUDY if may_study(s, None, a.args, None)] if s.rules.spells else ()


hooks.add("study", hooks.Task(may_study, study, offer, played=lambda s: bool(s.rules.spells)))
