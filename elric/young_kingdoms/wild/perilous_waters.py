"""Perilous waters: the Boiling Sea and the Serpent's Teeth. Sources: Chaosium [7.5.1], [7.5.4]; Avalon Hill 6.51, 6.54, 9.84.

Ships, walkers on the water and flyers roll; whoever is aboard a ship is in danger only when it sinks.
"""

from __future__ import annotations

from collections.abc import Iterable
from typing import Final, NamedTuple

from elric.kernel.steps import Frame
from elric.young_kingdoms.artifacts.black_swords import is_bracketed, sword_value
from elric.young_kingdoms.combat.battle import MONSTER, BattleState
from elric.young_kingdoms.combat.heroic_escape import ESCAPES, EscapeStep, dare, invulnerable, perish
from elric.young_kingdoms.combat.losses import remove
from elric.young_kingdoms.combat_phase.aftermath import AFTER
from elric.young_kingdoms.components import spells
from elric.young_kingdoms.components.pieces import ELRIC, FIGHT, HERO, KIND, MAGIC
from elric.young_kingdoms.movement.ships import mates
from elric.young_kingdoms.nations.control import check_nations
from elric.young_kingdoms.position import fields, telling, words
from elric.young_kingdoms.position.context import Context
from elric.young_kingdoms.position.events import EVENTS
from elric.young_kingdoms.position.state import DISCARD, HELD_OPEN, IN_HAND, NEUTRAL, State, cargo, push, put
from elric.young_kingdoms.position.steps import Auto
from elric.young_kingdoms.world.terrain import BOILING


class PerilFrame(NamedTuple):
    step: Auto
    sea: int
    area: int
    pieces: tuple[int, ...]
    who: tuple[int, ...]


class Peril(Auto):
    """Each that fails is lost
    ([7.5.1], [7.5.4] / 6.51, 6.54, 9.84)."""

    name = "peril"
    holds = PerilFrame
    words = (fields.AREA, fields.AREA, fields.PIECES, fields.PIECES)

    def run(self, s: State, frame: PerilFrame, cx: Context) -> None:
        sea, at, going, who = frame.sea, frame.area, frame.pieces, frame.who
        here = [u for u in going if s.place[u] == at]
        if not here:
            return
        sinking = []
        for u in who:
            if KIND[u] != HERO and s.place[u] == at:
                roll = cx.die()
                ok = roll <= FIGHT[u]
                cx.tell("peril", unit=u, sea=sea, roll=roll, target=FIGHT[u], ok=ok)
                if not ok:
                    sinking.append(u)
        alone = [u for u in who if KIND[u] == HERO and s.place[u] == at]
        alone.sort(key=lambda u: (is_bracketed(s, u), -sword_value(s, u), u))
        push(s, *(BRAVE.frame(u, at, sea, tuple(here)) for u in alone))
        if sinking:
            s.battle = BattleState(at, MONSTER, s.owner[here[0]], ((), tuple(here)), loser=0, outer=s.battle)
            remove(s, sinking, cx)
            push(s, ESCAPES.frame(1), AFTER.frame())
        s.moving = tuple(u for u in s.moving if s.place[u] == at)


PERIL: Final = Peril()


class OverloadFrame(NamedTuple):
    step: Auto
    ship: int


class Overload(Auto):
    """A fleet with more armies aboard than it carries goes down with them, or all fleets of its stack
    ([7.1] / 6.1)."""

    name = "overload"
    holds = OverloadFrame
    words = (fields.PIECE,)

    def run(self, s: State, frame: OverloadFrame, cx: Context) -> None:
        ship = frame.ship
        at = s.place[ship]
        ships = mates(s, ship) if s.rules.overload == "all-sink" else [ship]
        whole = tuple(u for x in ships for u in (x, *cargo(s, x)))
        s.battle = BattleState(at, MONSTER, s.owner[ship], ((), whole), loser=0, outer=s.battle)
        for x in ships:
            cx.tell("overload", unit=x, area=at)
        remove(s, ships, cx)
        s.moving = tuple(u for u in s.moving if s.place[u] == at)
        push(s, ESCAPES.frame(1), AFTER.frame())


OVERLOAD: Final = Overload()


class OverboardFrame(NamedTuple):
    step: Auto
    area: int
    seat: int
    pieces: tuple[int, ...]


class Overboard(Auto):
    """Pieces in the sea whose ship has gone: armies are lost, personalities must escape
    ([7.3] / 6.3)."""

    name = "overboard"
    holds = OverboardFrame
    words = (fields.AREA, fields.OWNER, fields.PIECES)

    def run(self, s: State, frame: OverboardFrame, cx: Context) -> None:
        at, units = frame.area, frame.pieces
        here = tuple(u for u in units if s.place[u] == at)
        if not here:
            return
        s.battle = BattleState(at, MONSTER, frame.seat, ((), here), loser=0, outer=s.battle)
        remove(s, here, cx)
        s.moving = tuple(u for u in s.moving if s.place[u] == at)
        push(s, ESCAPES.frame(1), AFTER.frame())


OVERBOARD: Final = Overboard()


class SkyshipFrame(NamedTuple):
    step: Auto
    spell: int
    pieces: tuple[int, ...]
    rolls: int


class Skyship(Auto):
    """The Ship of Land and Sea over the Boiling Sea: a ship like any other, which
    rolls against its own value for all it carries ([7.5.1], [16.3] / 6.51, 14.3)."""

    name = "skyship"
    holds = SkyshipFrame
    words = (fields.SPELL, fields.PIECES, fields.COUNT)

    def run(self, s: State, frame: SkyshipFrame, cx: Context) -> None:
        spell, here, times = frame.spell, frame.pieces, frame.rolls
        ok = True
        while ok and times:
            roll = cx.die()
            ok = roll <= spells.VALUE[spell]
            cx.tell("skyship", spell=spell, sea=BOILING, roll=roll, target=spells.VALUE[spell], ok=ok)
            times -= 1
        if ok:
            return
        s.spell_at[spell] = DISCARD
        s.flights = tuple(x for x in s.flights if x[0] != spell)
        for u in here:
            put(s, u, BOILING)
        s.battle = BattleState(BOILING, MONSTER, s.owner[here[0]], ((), here), loser=0, outer=s.battle)
        remove(s, here, cx)
        s.moving = ()
        push(s, ESCAPES.frame(1), AFTER.frame())


SKYSHIP: Final = Skyship()


class BraveFrame(NamedTuple):
    step: Auto
    personality: int
    area: int
    sea: int
    company: tuple[int, ...]


class Brave(Auto):
    """One on no ship makes an escape roll, or falls to the waters; a
    value in brackets shares the fate of the strongest beside it ([10.8] / 9.82)."""

    name = "brave"
    holds = BraveFrame
    words = (fields.PIECE, fields.AREA, fields.AREA, fields.PIECES)

    def run(self, s: State, frame: BraveFrame, cx: Context) -> None:
        unit, at = frame.personality, frame.area
        if s.place[unit] != at:
            return
        if is_bracketed(s, unit) and _friend_lives(s, at, frame.company):
            return
        holds = IN_HAND + unit in s.spell_at.there or HELD_OPEN + unit in s.spell_at.there
        if MAGIC[unit] and holds and s.owner[unit] < NEUTRAL:
            push(s, BRAVE_CHOICE.frame(unit, at, frame.sea, "first"))
        elif is_bracketed(s, unit):
            drown(s, unit, cx)
        else:
            brave(s, unit, at, frame.sea, -1, cx)


BRAVE: Final = Brave()


def _friend_lives(s: State, at: int, company: Iterable[int]) -> bool:
    """Whether the strongest of a company, whose fate a value in brackets shares, has come through."""
    no_elric = s.rules.influence_only_saved_if_not_rolled
    others = [x for x in company if KIND[x] == HERO and not is_bracketed(s, x) and not (x == ELRIC and no_elric)]
    friend = max(others, key=lambda x: (sword_value(s, x), -x), default=-1)
    return friend >= 0 and s.place[friend] == at


class BraveChoiceFrame(NamedTuple):
    step: Auto
    personality: int
    area: int
    sea: int
    attempt: str


class BraveStep(EscapeStep):
    """The choices of an escape; who succeeds stays."""

    own_name = "brave the sea"
    holds = BraveChoiceFrame
    words = (fields.PIECE, fields.AREA, fields.AREA, fields.ATTEMPT)

    def lost(self, s: State, frame: Frame, cx: Context) -> None:
        drown(s, frame.personality, cx)

    def saved(self, s: State, frame: Frame, cx: Context) -> None:
        """He is still where he was."""

    def attempt(self, s: State, frame: Frame, charm: int, cx: Context) -> None:
        brave(s, frame.personality, frame.area, frame.sea, charm, cx)


BRAVE_CHOICE: Final = BraveStep()


def brave(s: State, u: int, at: int, sea: int, charm: int, cx: Context) -> None:
    """An escape roll after which whoever succeeds stays where he is."""
    if dare(s, u, at, charm, cx, "peril", sea=sea):
        return
    if s.owner[u] < NEUTRAL and invulnerable(s, u) >= 0:
        push(s, BRAVE_CHOICE.frame(u, at, sea, "failed"))
    else:
        drown(s, u, cx)


def drown(s: State, u: int, cx: Context) -> None:
    """The waters take a personality: no second escape."""
    perish(s, u, cx)
    s.moving = tuple(x for x in s.moving if x != u)
    check_nations(s, cx)


EVENTS.add(
    "peril",
    "unit sea roll target spell ok",
    words=lambda e, n: (
        f"{words.unit(e['unit']):braves|brave} {words.area(e['sea'])}: die {e['roll']}, {telling.at_most(e['target'])} was needed. {'Safe.' if e['ok'] else 'Lost.'}"
    ),
    clause=("7.5", "6.5"),
)
EVENTS.add(
    "skyship",
    "spell sea roll target ok",
    words=lambda e, n: (
        f"{telling.spell(e):braves|brave} {words.area(e['sea'])}: die {e['roll']}, {telling.at_most(e['target'])} was needed. {'Safe.' if e['ok'] else 'Sunk.'}"
    ),
)
EVENTS.add(
    "overload",
    "unit area",
    words=lambda e, n: f"{words.unit(e['unit']):is overloaded, and sinks|are overloaded, and sink}.",
)
