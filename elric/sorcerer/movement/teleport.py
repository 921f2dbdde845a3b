"""Teleportation [6.2]: a Sorcerer goes from a hex of his colors to another at once, alone or with one human infantry."""

from __future__ import annotations

from collections.abc import Sequence

from elric.sorcerer.components.board import HEXES
from elric.sorcerer.components.colors import GRAY, NAMES, WHEEL
from elric.sorcerer.components.units import HUMANS, SHIR, UNITS
from elric.sorcerer.movement.phase import arrive, bring
from elric.sorcerer.movement.prices import ENEMY, factor, points_to_spend, teleports
from elric.sorcerer.position import hooks
from elric.sorcerer.position.notes import Halted, noted
from elric.sorcerer.position.state import State, foes, here_of, powers_of
from elric.sorcerer.position.steps import Action, Context, Why, no


def doors(s: State, u: int) -> int:
    """The colors between whose hexes a Sorcerer teleports, as bits; Gray for the Black one [21.3]."""
    return 1 << GRAY if u == SHIR else powers_of(s, u) & WHEEL


def prices(s: State, u: int) -> tuple[int, int]:
    """What the Sorcerer pays, and what a passenger pays [6.21, 6.22, 6.24]."""
    extra = ENEMY if foes(s, s.owner[u]) >> here_of(s, u) & 1 else 0
    alone = len(s.hand) == 1
    return ((1 if alone else int(s.rules.passenger)) + extra) * factor(s, u), 1 + extra


def targets(s: State, u: int) -> tuple[int, int]:
    """The hexes of his colors, and those among which he cannot go: where an enemy stands, and his own. As bits."""
    found, able = 0, doors(s, u)
    for color in range(GRAY + 1):
        if able >> color & 1:
            found |= s.cells[color]
    return found, foes(s, s.owner[u]) | 1 << here_of(s, u)


def _ready(s: State, unit: int) -> bool:
    """Whether he may teleport at all from where he stands, with those in hand."""
    if (
        not s.scenario.teleporters >> unit & 1
        or s.pinned >> unit & 1
        or not doors(s, unit) >> s.ground[here_of(s, unit)] & 1
    ):
        return False
    if s.load or Halted(unit) in noted(s, Halted):
        return False
    hand = s.hand
    own, other = prices(s, unit)
    if len(hand) > 1 and (
        len(hand) > 2 or not HUMANS >> hand[1] & 1 or s.pinned >> hand[1] & 1 or points_to_spend(s, hand[1]) < other
    ):
        return False
    return points_to_spend(s, unit) >= own


def offer(s: State, u: int, have: int) -> Sequence[Action]:
    return teleports(*targets(s, u)) if have and _ready(s, u) else ()


def may_teleport(s: State, _: object, args: tuple[int, ...], why: Why) -> bool:
    """[6.2]"""
    (there,) = args
    u = s.hand[0]
    if why is None:
        hexes, closed = targets(s, u)
        return bool((hexes & ~closed) >> there & 1) and _ready(s, u)
    here = here_of(s, u)
    ok = True
    if not s.scenario.teleporters >> u & 1:
        ok = no(why, s.scenario.on_foot, f"The {UNITS[u].name} does not teleport in this scenario.", "Go on foot.")
    if s.pinned >> u & 1:
        ok = no(why, "6.26", "A pinned Sorcerer does not teleport.", "Take the pin off.", do=("unpin",))
    for h in (here, there):
        if not doors(s, u) >> s.ground[h] & 1:
            words = f"{HEXES.names[h]} is {NAMES[s.ground[h]]}: he teleports between "
            if u == SHIR:
                ok = no(why, "21.3", f"{words}Gray hexes.", "Choose a Gray hex.", HEXES.names[h])
            else:
                words += "hexes of his colors, never White or Gray."
                ok = no(why, "6.24", words, "Choose a hex of his colors.", HEXES.names[h])
    if here == there:
        ok = no(why, "6.21", "He is there already.", "Choose another hex.")
    if foes(s, s.owner[u]) >> there & 1:
        words = f"An enemy stands in {HEXES.names[there]}."
        ok = no(why, "6.24", words, "Teleport beside him, and go in.", HEXES.names[there])
    if len(s.hand) > 2 or (len(s.hand) == 2 and not HUMANS >> s.hand[1] & 1):
        words = "He takes one human infantry along, and nobody else: magical units do not teleport."
        ok = no(why, "6.25", words, "Leave the others behind.")
    elif len(s.hand) == 2 and s.pinned >> s.hand[1] & 1:
        ok = no(why, "6.26", "Pinned infantry is not taken along.", "Take the pin off.", do=("unpin",))
    if s.load:
        ok = no(why, "19.26", "Stones are carried on foot.", "Lay them down first.")
    if Halted(u) in noted(s, Halted):
        ok = no(why, "23.2", "Somebody fell upon him here: he must stop.", "Halt.", do=("halt",))
    own, other = prices(s, u)
    if points_to_spend(s, u) < own or (len(s.hand) == 2 and points_to_spend(s, s.hand[1]) < other):
        ok = no(why, "6.34", f"That costs him {own} points, and a passenger {other}.", "Halt.", do=("halt",))
    return ok


def teleport(s: State, args: tuple[int, ...], cx: Context) -> None:
    """He is there [6.21]; he may go on by any means [6.23]."""
    (there,) = args
    hand = s.hand
    u = hand[0]
    here = here_of(s, u)
    own, other = prices(s, u)
    s.spent[u] = s.spent.get(u, 0) + own
    if len(hand) == 2:
        s.spent[hand[1]] = s.spent.get(hand[1], 0) + other
    if seen := bring(s, hand, there):
        cx.tell("teleports", seat=s.player, unit=seen[0], hex=here, to_hex=there)
    arrive(s, hand, here, cx)


hooks.add("teleport", hooks.Task(may_teleport, teleport, offer))
