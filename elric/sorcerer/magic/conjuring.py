"""Conjuring magical units [6.51]."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

from elric.kernel.bits import ones
from elric.sorcerer.components.colors import GRAY, NAMES, WHEEL, WHITE
from elric.sorcerer.components.units import CREATURES, DEMON, DEMONS, FANE, KIND_WORDS, MAGICAL, POOL, SHIR, STRENGTH
from elric.sorcerer.components.units import UNITS as COUNTERS
from elric.sorcerer.movement.prices import can_pay, factor, pay, points_to_spend
from elric.sorcerer.position import hooks
from elric.sorcerer.position.notes import Conjured, flux, set_note
from elric.sorcerer.position.state import POOL as IN_POOL
from elric.sorcerer.position.state import State, foes, here_of, hidden_at, powers_of, put
from elric.sorcerer.position.steps import Action, Context, Why, no

KINDS: Final = tuple(CREATURES)  # by the number of the creature in an action
PRICE: Final = {kind: STRENGTH[POOL[kind, 0][0]][0] for kind in KINDS}  # its strength [6.51]
CHEAPEST: Final = min(PRICE.values())
CONJURE: Final = {(k, c): Action("conjure", (k, c)) for k in range(len(KINDS)) for c in range(WHITE + 1)}
TIDE_DEMONS: Final = 2  # in play at a time [17.27]


def free(s: State, kind: int, color: int) -> int:
    """The next counter of a kind and color that can be conjured; -1 where all are in play."""
    place = s.place
    return next((u for u in POOL[kind, color] if place[u] == IN_POOL), -1)


def colors(s: State, u: int, h: int) -> int:
    """The colors that a Sorcerer conjures in a hex, as bits: its own color if he has it, in White any of his. The White one conjures
    White units in White only [R45]; what Flux has taken is closed [24.1]."""
    ground = s.ground[h]
    powers = powers_of(s, u)
    if u == FANE:
        found = 1 << WHITE if ground == WHITE else 0
    else:
        found = powers & WHEEL if ground == WHITE else powers & (1 << ground) & WHEEL
    gone = flux(s)
    return found & ~(1 << gone) if gone >= 0 else found


def closing_clause(s: State, kind: int) -> str:
    """Which clause of a scenario closes conjuring this kind; "" for none."""
    story = s.scenario.story
    if story == "dominance":
        return "18.43"
    if story == "tour" and (kind != DEMON or Conjured in s.notes):
        return "17.15"
    if story == "tide" and (kind != DEMON or (s.of[0] & DEMONS).bit_count() >= TIDE_DEMONS):
        return "17.27"
    return ""


def is_occupied(s: State, u: int, h: int) -> bool:
    """Whether another magical unit than a fortress [14.15] is in the hex; a garrison is one (R34)."""
    return any(MAGICAL >> v & 1 for v in s.piles.get(h, ())) or (
        bool(s.hidden) and any(MAGICAL >> v & 1 for v in hidden_at(s, s.owner[u], h))
    )


def offer(s: State, u: int, have: int) -> Sequence[Action]:
    if have < CHEAPEST or u == SHIR:
        return ()
    h = here_of(s, u)
    able = colors(s, u, h)
    if not able or foes(s, s.owner[u]) >> h & 1 or is_occupied(s, u, h):
        return ()
    times = factor(s, u)
    return [
        CONJURE[k, c] for k, kind in enumerate(KINDS) if PRICE[kind] * times <= have and not closing_clause(s, kind)
        for c in ones(able) if free(s, kind, c) >= 0
    ]  # fmt: skip


def may_conjure(s: State, _: object, args: tuple[int, ...], why: Why) -> bool:
    """[6.51]"""
    k, c = args
    u, kind = s.hand[0], KINDS[k]
    if why is None:
        return c <= WHITE and CONJURE[k, c] in offer(s, u, points_to_spend(s, u))
    h = here_of(s, u)
    ok = True
    if clause := closing_clause(s, kind):
        ok = no(why, clause, f"In this scenario you cannot conjure {KIND_WORDS[kind]} now.")
    if u == SHIR:
        ok = no(why, "21.0", "The Black Sorcerer conjures no magical units.")
    elif not colors(s, u, h) >> c & 1:
        where = "White" if s.ground[h] == WHITE else "Gray" if s.ground[h] == GRAY else NAMES[s.ground[h]].capitalize()
        if flux(s) == c:
            ok = no(why, "24.1", f"The magic of {NAMES[c]} is gone for this turn.", "Choose another color.")
        else:
            words = f"Here, in {where}, he cannot conjure {NAMES[c]}: units rise in their own color or in White, and of a color that he has."
            ok = no(why, "6.51", words, "Choose another color, or another hex.")
    elif free(s, kind, c) < 0:
        ok = no(why, "6.51", f"All {NAMES[c]} counters of {KIND_WORDS[kind]} are in play.", "Choose another kind.")
    if is_occupied(s, u, h):
        ok = no(why, "6.51", "Another magical unit is in this hex.", "Lead it away first.")
    if foes(s, s.owner[u]) >> h & 1:
        ok = no(why, "6.51", "An enemy is in this hex.", "Go elsewhere.")
    return can_pay(s, u, PRICE[kind], why) and ok


def conjure(s: State, args: tuple[int, ...], cx: Context) -> None:
    """A new unit stands in the Sorcerer's hex, and may move at once. One conjured by an unseen Sorcerer is seen [20.4]."""
    k, c = args
    u, kind = s.hand[0], KINDS[k]
    pay(s, u, PRICE[kind])
    new = free(s, kind, c)
    h = here_of(s, u)
    put(s, new, h, s.owner[u])
    if s.scenario.story == "tour":
        set_note(s, Conjured())
    cx.tell("conjures", seat=s.player, unit=new, hex=h)


hooks.add("conjure", hooks.Task(may_conjure, conjure, offer))

__all__ = ["COUNTERS", "KINDS", "PRICE", "free", "is_occupied"]
