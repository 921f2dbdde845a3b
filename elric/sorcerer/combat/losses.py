"""Steps lost [13.5, 13.6]: magical units first, then humans, the fortress, the Sorcerer who takes part; the owner deals them out."""

from __future__ import annotations

from fractions import Fraction
from typing import Any, ClassVar, Final, NamedTuple

from elric.sorcerer.components.scenarios import TIDE
from elric.sorcerer.components.units import DRAGON, FORTRESS, HUMAN, IDS, KIND, MAGICAL, SORCERER, UNITS
from elric.sorcerer.position.notes import Dead, remember
from elric.sorcerer.position.state import CUP, GONE, NOBODY, POOL, State, black_seat, force
from elric.sorcerer.position.state import lift as off
from elric.sorcerer.position.steps import Action, Context, Frame, Step, Why, drop, frame, no, push

POINTS: Final = {FORTRESS: 15, HUMAN: 3}  # for destroying an enemy's [15.1]


class Blow(NamedTuple):
    """The frame of losses that are being dealt out: steps still to be lost by a side in a hex.

    Attributes:
        lead: the Sorcerer who takes part, NOBODY for none.
        by: the seats whose attack gave a step or more [13.25].
        surprise: whether the Sorcerer loses before all others [23.3].
    """

    step: Any
    side: int
    hex: int
    steps: int
    lead: int
    by: tuple[int, ...]
    surprise: bool = False


def grave(s: State, u: int, worn: bool) -> int:
    """Where a lost counter goes: magical units can be conjured again [6.51]; those of automatic colors are gone, unless attrition
    took them from the Tide [17.24]."""
    if not MAGICAL >> u & 1:
        return GONE
    if s.scenario.alone and s.owner[u]:
        if worn and s.scenario.story == TIDE:
            return CUP if KIND[u] == DRAGON else POOL
        return GONE
    return POOL


def destroy(s: State, unit: int, by: tuple[int, ...], cx: Context, worn: bool = False) -> None:
    """A counter is eliminated, and whoever struck it has its points, in equal parts [13.25, 15.24]."""
    side, h = s.owner[unit], s.place[unit]
    if unit not in s.hidden:
        cx.tell("lost", seat=side, unit=unit, hex=h)
    worth = POINTS.get(KIND[unit], 0)
    takers = [seat for seat in by if seat != side and seat < s.scenario.seats]
    if worth and takers and not s.scenario.alone:
        points = list(s.points)
        for seat in takers:
            points[seat] += Fraction(worth, len(takers))
        s.points = tuple(points)
    if KIND[unit] == HUMAN and by and side != black_seat(s) >= 0:  # [21.5] an opponent's, and not raised before
        remember(s, Dead(unit))
    off(s, unit, grave(s, unit, worn))


def lose_step(s: State, unit: int, by: tuple[int, ...], cx: Context, worn: bool = False) -> None:
    """A counter loses a step: depleted, or eliminated [13.5]."""
    bit = 1 << unit
    if KIND[unit] in (SORCERER, FORTRESS):
        s.struck |= bit
    if s.depleted & bit:
        destroy(s, unit, by, cx, worn)
    else:
        s.depleted |= bit
        s.mending &= ~bit
        if unit in s.hidden:
            return
        cx.tell("depleted", seat=s.owner[unit], unit=unit, hex=s.place[unit])


def rank(s: State, blow: Blow) -> tuple[int, ...]:
    """The counters among which the next step falls [13.6]; a Sorcerer and a fortress lose one in a phase [12.17, 13.24, 14.12]."""
    there = force(s, blow.side, blow.hex)
    whole = [u for u in there if not s.struck >> u & 1]
    the_lead = tuple([u for u in whole if u == blow.lead])
    if blow.surprise and the_lead:
        return the_lead
    found = tuple([u for u in there if MAGICAL >> u & 1])
    found = found or tuple([u for u in there if KIND[u] == HUMAN])
    found = found or tuple([u for u in whole if KIND[u] == FORTRESS])
    return found or the_lead or tuple([u for u in whole if KIND[u] == SORCERER])


def _alike(s: State, u: int) -> tuple[Any, ...]:
    return KIND[u], UNITS[u].color, UNITS[u].powers, s.depleted >> u & 1, s.pinned >> u & 1, s.inside >> u & 1


def _forced(s: State, blow: Blow, these: tuple[int, ...]) -> bool:
    """Whether it does not matter, or is not free, who loses the next step."""
    if len(these) == 1 or (blow.side and s.scenario.alone):
        return True
    steps = sum(1 if s.depleted >> u & 1 or KIND[u] == SORCERER else 2 for u in these)
    return blow.steps >= steps or (blow.steps == 1 and len({_alike(s, u) for u in these}) == 1)


def deal(s: State, blow: Blow, cx: Context) -> None:
    """Deal losses out as far as nobody has to be asked; then the owner is."""
    while blow.steps and (these := rank(s, blow)):
        if not _forced(s, blow, these):
            push(s, blow)
            return
        lose_step(s, these[0], blow.by, cx)
        blow = blow._replace(steps=blow.steps - 1)


def strike(
    s: State, side: int, h: int, result: int, lead: int, by: tuple[int, ...], cx: Context, surprise: bool = False
) -> None:
    """A result falls on a side's force in a hex: pinned, or so many steps."""
    if result < 0:
        pin(s, side, h, cx)
    elif result:
        deal(s, Blow(LOSSES, side, h, result, lead, by, surprise), cx)


def pin(s: State, side: int, h: int, cx: Context) -> None:
    """The whole force is pinned [13.5]."""
    for u in force(s, side, h):
        s.pinned |= 1 << u
    cx.tell("pinned", seat=side, hex=h)


def befall(s: State, u: int, result: int, cx: Context) -> None:
    """A result falls on one Sorcerer alone, two steps too: of a Seal [19.25], of a new spell [25.2]."""
    if result < 0:
        s.pinned |= 1 << u
        cx.tell("pinned", seat=s.owner[u], hex=s.place[u])
    for _ in range(min(result, 2)):
        if s.place[u] >= 0:
            lose_step(s, u, (), cx)


def may_lose(s: State, f: Blow, args: tuple[int, ...], why: Why) -> bool:
    """[13.6]"""
    u = args[0]
    these = rank(s, f)
    if u in these:
        return True
    return why is not None and no(
        why, "13.6", f"{UNITS[u].name} does not lose the next step: magical units come first, then humans, fortress and Sorcerer.",
        "Choose among those whose turn it is.", do=tuple(f"lose {IDS[v]}" for v in these),
    )  # fmt: skip


class Losses(Step):
    """The owner of a force chooses who loses a step."""

    name = "losses"
    verbs: ClassVar = {"lose": may_lose}
    holds = Blow
    asks = "side"

    def live(self, s: State, f: Frame) -> bool:
        return bool(rank(s, f))

    def candidates(self, s: State, x: Any) -> list[Action]:
        return [Action("lose", (u,)) for u in rank(s, x)]

    def do(self, s: State, f: Frame, a: Action, cx: Context) -> None:
        drop(s)
        lose_step(s, a.args[0], f.by, cx)
        deal(s, f._replace(steps=f.steps - 1), cx)


def may_shield(s: State, f: Shielding, args: tuple[int, ...], why: Why) -> bool:
    """[10.3]"""
    u = args[0]
    return (s.owner[u] == f.side and s.place[u] == f.hex and KIND[u] == SORCERER) or (
        why is not None
        and no(why, "10.3", f"{UNITS[u].name} is none of your Sorcerers in that hex.", "Choose one who is there.")
    )


class Shielding(NamedTuple):
    """The frame of the question who takes part against a Bolt: the side asked, its hex, and the Bolt."""

    step: Any
    side: int
    hex: int
    color: int
    throwers: tuple[int, ...]


class Shield(Step):
    """Under a Bolt the owner names the Sorcerer who takes part, before the die [10.3]."""

    name = "shield"
    verbs: ClassVar = {"lead": may_shield}
    holds = Shielding
    asks = "side"

    def candidates(self, s: State, x: Any) -> list[Action]:
        return [Action("lead", (u,)) for u in force(s, x.side, x.hex) if KIND[u] == SORCERER]

    def do(self, s: State, f: Frame, a: Action, cx: Context) -> None:
        drop(s)
        push(s, frame("flight", f.side, f.hex, f.color, f.throwers, a.args[0]))


LOSSES, SHIELD = Losses(), Shield()

__all__ = ["NOBODY", "Blow", "befall", "deal", "destroy", "lose_step", "pin", "rank", "strike"]
