"""The Chaos Fleet: whom it lets go, and how it sinks. Sources: Chaosium [16.8], [16.9]; Avalon Hill 14.8, 14.9."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final, NamedTuple

from elric.kernel.rules import no
from elric.kernel.verdict import Why
from elric.young_kingdoms.artifacts.black_swords import sword_value
from elric.young_kingdoms.components.board import BOARD
from elric.young_kingdoms.components.pieces import ARMY, CHAOS_FLEET, HERO, KIND, PYARAY
from elric.young_kingdoms.magic import tipped_world as tipped
from elric.young_kingdoms.position import fields, words
from elric.young_kingdoms.position.context import Context
from elric.young_kingdoms.position.events import EVENTS
from elric.young_kingdoms.position.fixes import each
from elric.young_kingdoms.position.notes import Leapt, forget, noted, remember
from elric.young_kingdoms.position.state import ASHORE, BOX, LOST, State, box, cargo, ids, lose, push, put
from elric.young_kingdoms.position.steps import Auto, frame_of

# ---- going ashore ---------------------------------------------------------------------------------------------------


def bound(s: State, u: int) -> bool:
    """Whether this is an army that the Chaos Fleet never lets go ([16.8])."""
    return s.aboard[u] == CHAOS_FLEET and KIND[u] == ARMY and bool(s.rules.chaos_fleet_armies == "stay")


def held_aboard(s: State, going: Sequence[int], why: Why) -> bool:
    """Whether a stack may go ashore, as far as the Chaos Fleet lets it go ([16.8])."""
    armies = [u for u in going if bound(s, u)]
    if not armies:
        return True
    return why is not None and no(
        why,
        ("16.8", "14.8"),
        f"{words.units(armies)} can never leave the Chaos Fleet.",
        "Leave the armies aboard: set them down, and let personalities try it.",
        ids(armies),
        each("drop", armies),
    )


def who_leaves(s: State, going: Sequence[int]) -> tuple[int, ...]:
    """Who among those about to go ashore is aboard the Chaos Fleet."""
    return tuple(u for u in going if s.aboard[u] == CHAOS_FLEET)


def debark(s: State, off: Sequence[int], a: int) -> None:
    """Those who have left the Chaos Fleet for a shore must each make a heroic escape ([16.8] / 14.8)."""
    heroes = sorted((u for u in off if KIND[u] == HERO), key=lambda u: (-sword_value(s, u), u))
    if not heroes:
        return
    armies = tuple(u for u in off if KIND[u] == ARMY)
    push(s, *(LEAP.frame(u, a) for u in heroes), FOLLOWERS.frame(heroes[0], armies, a))


class LeapFrame(NamedTuple):
    step: Auto
    personality: int
    area: int


class Leap(Auto):
    """One personality tries to get off the Chaos Fleet."""

    name = "leap"
    holds = LeapFrame
    words = (fields.PIECE, fields.AREA)

    def run(self, s: State, frame: LeapFrame, cx: Context) -> None:
        u, a = frame.personality, frame.area
        if s.place[u] != a:
            return
        remember(s, Leapt(u, a))
        in_hand = s.moving
        put(s, u, LOST)
        s.moving = in_hand
        push(s, frame_of("try to escape", u, a))


LEAP: Final = Leap()


def landfall(s: State, u: int) -> int:
    """The shore for which an escaping personality has left the Chaos Fleet, or -1."""
    return next((note.area for note in noted(s, Leapt) if note.personality == u), -1)


class FollowersFrame(NamedTuple):
    step: Auto
    personality: int
    armies: tuple[int, ...]
    area: int


class Followers(Auto):
    """Armies get off behind the strongest, or not at all (14.8)."""

    name = "followers"
    holds = FollowersFrame
    words = (fields.PIECE, fields.PIECES, fields.AREA)

    def run(self, s: State, frame: FollowersFrame, cx: Context) -> None:
        armies, a = frame.armies, frame.area
        forget(s, {Leapt})
        if s.place[frame.personality] != a:
            gone = [u for u in armies if s.place[u] == a]
            for u in gone:
                lose(s, u)
            if gone:
                cx.tell("lost", units=tuple(gone), heroes=(), area=a)
        s.moving = tuple(u for u in s.moving if s.place[u] == a)
        push(s, frame_of("toll"))


FOLLOWERS: Final = Followers()


# ---- sinking --------------------------------------------------------------------------------------------------------


def ebbs(s: State, cx: Context) -> None:
    """Pyaray and the Chaos Fleet go down, now that the Balance leans to Law ([16.8], [16.9] / 14.8, 14.9)."""
    if s.place[CHAOS_FLEET] < BOARD.size:
        founder(s, cx)
    if s.place[PYARAY] != BOX:  # in the middle of an escape as well
        tipped.forsake(s, PYARAY)
        cx.tell("goes down", unit=PYARAY)


def founder(s: State, cx: Context) -> None:
    """The Chaos Fleet sinks under its passengers: armies are lost, personalities must escape."""
    ship = CHAOS_FLEET
    at = s.place[ship]
    drowned = []
    heroes = []
    for u in sorted(cargo(s, ship), key=lambda u: (-sword_value(s, u), u)):
        if KIND[u] == ARMY:
            drowned.append(u)
            lose(s, u)
        elif KIND[u] == HERO and u != PYARAY:
            put(s, u, LOST)
            s.aboard[u] = ASHORE
            heroes.append(u)
    box(s, ship)
    s.moving = tuple(u for u in s.moving if u != ship)
    cx.tell("goes down", unit=ship)
    if drowned or heroes:
        cx.tell("lost", units=tuple(drowned), heroes=tuple(heroes), area=at)
    push(s, *(frame_of("try to escape", u, at) for u in heroes), frame_of("toll"))


EVENTS.add("goes down", "unit", words=lambda e, n: f"{words.unit(e['unit']):goes|go} down into the sea.")
