"""What leaving a hex costs [6.1, 6.6]: by the unit, the ground, the company, the side that is crossed, the enemies left behind."""

from __future__ import annotations

from typing import Final

from elric.kernel.bits import ones
from elric.kernel.memo import kept
from elric.sorcerer.components.board import BOARD, HEXES, MOUNTAIN, PLAIN, RIVER
from elric.sorcerer.components.colors import EXIT, GRAY
from elric.sorcerer.components.units import (
    ALLOWANCE,
    COUNT,
    DEMON,
    DRAGON,
    HUMAN,
    HUMANS,
    KIND,
    MAGICAL,
    SORCERER,
    SORCERERS,
    TROLL,
    UNITS,
)
from elric.sorcerer.position.notes import Halted, Kept, noted
from elric.sorcerer.position.state import State, color_of, foes, here_of, powers_of
from elric.sorcerer.position.steps import Action, Why, no

STEP: Final = tuple(Action("step", (h,)) for h in range(HEXES.size))
TAKE: Final = tuple(Action("take", (u,)) for u in range(COUNT))
ENEMY: Final = 2  # for leaving a hex with enemies [6.35], the one thing that they do to it [6.4]
NEVER: Final = 99  # a side that cannot be crossed
DOUBLE: Final = 2  # under a Cloak [20.2]
# What crossing a side adds [6.61, 6.63, 6.64, 6.65]: plain, river, mountain; the depleted dragon stands last.
CROSS: Final = {SORCERER: (0, 1, 2), HUMAN: (0, 1, 2), DEMON: (0, 1, 2), TROLL: (0, 0, 2), DRAGON: (0, 0, 0)}
TIRED_DRAGON: Final = (0, 1, NEVER)


def points_to_spend(s: State, u: int) -> int:
    """The points that a counter has left in this phase [6.32]; who was restored after spending some keeps the lower allowance [6.52]."""
    bit = 1 << u
    return ALLOWANCE[u][1 if (s.depleted | s.stale) & bit else 0] - s.spent.get(u, 0)


def factor(s: State, u: int) -> int:
    """By how much a Sorcerer's prices are multiplied: twice while he keeps others or himself under a Cloak [20.2]."""
    return DOUBLE if s.hidden and Kept(u) in noted(s, Kept) else 1


def prices_of_sides(s: State, u: int) -> tuple[int, int, int]:
    """What each kind of side adds for a counter."""
    return TIRED_DRAGON if KIND[u] == DRAGON and s.depleted >> u & 1 else CROSS[KIND[u]]


def is_escorted(s: State, u: int, company: tuple[int, ...]) -> bool:
    """Whether a magical unit goes with a Sorcerer of its color [6.12]."""
    color = color_of(s, u)
    return any(SORCERERS >> v & 1 and powers_of(s, v) >> color & 1 for v in company)


def exit_price(s: State, u: int, h: int, company: tuple[int, ...]) -> int:
    """What leaving a hex costs a counter, sides and enemies apart [5.21, 6.11, 6.12]."""
    if not MAGICAL >> u & 1 or s.alone >> u & 1 or is_escorted(s, u, company):
        return 1
    return EXIT[color_of(s, u)][s.ground[h]]


def goes_alone(s: State, u: int, h: int, company: tuple[int, ...]) -> bool:
    """Whether this exit is the one for which the color value is paid [6.65]; by the switch Gray does not use it up."""
    if not MAGICAL >> u & 1 or s.alone >> u & 1 or (s.ground[h] == GRAY and not s.rules.gray_first_exit):
        return False
    return not is_escorted(s, u, company)


def base_prices(s: State, hand: tuple[int, ...]) -> list[tuple[int, tuple[int, int, int], int, int]]:
    """For each counter in hand: what leaving costs, what sides add, the factor on both, and the points left."""
    here = here_of(s, hand[0])
    extra = ENEMY if foes(s, s.owner[hand[0]]) >> here & 1 else 0
    out = []
    for u in hand:
        times = factor(s, u) * (1 + len(s.load) if u == hand[0] and s.load else 1)
        out.append((exit_price(s, u, here, hand) + extra, prices_of_sides(s, u), times, points_to_spend(s, u)))
    return out


def open_kinds(s: State, hand: tuple[int, ...]) -> list[bool]:
    """Which kinds of side all in hand can pay for: plain, river, mountain."""
    rows = [(have // times - price, sides) for price, sides, times, have in base_prices(s, hand)]
    return [all(sides[k] <= spare for spare, sides in rows) for k in (PLAIN, RIVER, MOUNTAIN)]


def why_barred(s: State, hand: tuple[int, ...]) -> str:
    """Why those in hand go nowhere at all, by clause; "" if they may."""
    if any(s.pinned >> u & 1 for u in hand):
        return "6.26"
    for u in hand:
        if s.inside >> u & 1 and not is_escorted(s, u, hand):
            return "14.22"
    if s.scenario.story == "tour" and s.of[0] & HUMANS:
        members = [KIND[u] for u in hand]
        if (SORCERER in members) != (HUMAN in members):
            return "17.15"
    if Halted in s.notes and any(Halted(u) in noted(s, Halted) for u in hand):
        return "23.2"
    return ""


def shut(s: State, hand: tuple[int, ...], there: int) -> bool:
    """Whether a magical unit with Stones would leave or enter Gray [19.26]."""
    return bool(s.load and MAGICAL >> hand[0] & 1 and GRAY in (s.ground[there], s.ground[here_of(s, hand[0])]))


def ways(s: State, hand: tuple[int, ...]) -> list[Action]:
    """Every step of those in hand; none leads off the map [6.36]."""
    if why_barred(s, hand):
        return []
    able = open_kinds(s, hand)
    found = [STEP[n] for n, kind in BOARD.exits[here_of(s, hand[0])] if able[kind]]
    return [a for a in found if not shut(s, hand, a.args[0])] if s.load else found


@kept(256)
def _all_teleports(hexes: int) -> tuple[tuple[Action, ...], dict[int, int]]:
    """Teleporting to each of these hexes, and the place of each hex in that row."""
    row = ones(hexes)
    return tuple(Action("teleport", (h,)) for h in row), {h: k for k, h in enumerate(row)}


def teleports(hexes: int, closed: int) -> list[Action]:
    """Teleporting to each of these hexes but those that are closed. The whole row is kept: it changes with the ground alone."""
    row, place = _all_teleports(hexes)
    found: list[Action] = []
    done = 0
    for h in ones(hexes & closed):
        k = place[h]
        found += row[done:k]
        done = k + 1
    found += row[done:]
    return found


def can_pay(s: State, u: int, price: int, why: Why) -> bool:
    """Whether a Sorcerer has the points for a task [6.32]."""
    cost, have = price * factor(s, u), points_to_spend(s, u)
    return have >= cost or (
        why is not None
        and no(
            why, "6.32", f"That costs {cost} points, and {UNITS[u].name} has {have} left.", "Do it in the next phase."
        )
    )


def pay(s: State, u: int, price: int) -> None:
    """A Sorcerer pays for a task."""
    s.spent[u] = s.spent.get(u, 0) + price * factor(s, u)


__all__ = [
    "CROSS", "ENEMY", "NEVER", "STEP", "TAKE", "base_prices", "can_pay", "exit_price", "factor", "goes_alone",
    "is_escorted", "open_kinds", "pay", "points_to_spend", "prices_of_sides", "shut", "teleports", "ways",
    "why_barred",
]  # fmt: skip
