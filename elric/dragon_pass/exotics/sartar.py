"""Sartar's exotics [25.1, 26.1-26.3]: the Dragontooth Runners, and the storms of the Stormwalkers."""

from __future__ import annotations

from typing import Final, NamedTuple

from elric.dragon_pass.combat.deaths import kill
from elric.dragon_pass.combat.factors import immune
from elric.dragon_pass.components.board import AROUND, BOARD, HEXES
from elric.dragon_pass.components.notation import VERBS
from elric.dragon_pass.components.units import BY_ID, DRAGONS, HEROES, SUPERHEROES, UNITS, units_named
from elric.dragon_pass.exotics.flood import flood
from elric.dragon_pass.magic.spells import reach
from elric.dragon_pass.movement.stacking import fits
from elric.dragon_pass.position import powers
from elric.dragon_pass.position.effects import begin_effect, until
from elric.dragon_pass.position.events import EVENTS
from elric.dragon_pass.position.notes import NOTES, Risen, noted, set_note, the_note
from elric.dragon_pass.position.state import COMBAT, DEAD, EARLY, MOVEMENT, OUT, State, foes, put, strangers
from elric.dragon_pass.position.steps import Action, Context, Why, no
from elric.kernel.bits import bits, ones

TO_CALL: Final = VERBS.add("call", "unit hex", "Call {0} to {1}", wished=True)
TO_STORM: Final = VERBS.add("storm", "hex", "Bring the storm down on {0}", wished=True)
TO_TEMPEST: Final = VERBS.add("tempest", "", "Raise the great storm")

ARGRATH: Final = BY_ID["prince-argrath"]
RUNNERS: Final = units_named("dragontooth-runners")
WALKERS: Final = BY_ID["stormwalkers-cult"]
STORM_RADIUS: Final = 3
TEMPEST_DAYS: Final = 3
_STORM: Final = tuple(TO_STORM(h) for h in range(HEXES.size))


def may_call(s: State, args: tuple[int, ...], why: Why) -> bool:
    """[25.1]"""
    u, h = args
    if u not in RUNNERS:
        return no(why, "25.1", f"{UNITS[u].name} is no Dragontooth Runner.")
    if s.player != s.owner[ARGRATH] or s.place[ARGRATH] < 0:
        return no(why, "25.1", "The Runners appear beside Prince Argrath, in his side's Move.")
    ok = True
    if s.place[u] not in (OUT, DEAD) or Risen(u) in noted(s, Risen):
        ok = no(why, "25.1", f"{UNITS[u].name} is on the board, or on its way, or a zombie.")
    elif s.place[u] == DEAD and not any(s.place[d] >= 0 and s.owner[d] == s.player for d in ones(DRAGONS)):
        ok = no(why, "25.1", "The slain come back only while Sartar has a living Dragon for an ally.")
    near = AROUND[s.place[ARGRATH]] | 1 << s.place[ARGRATH]
    if not near >> h & 1 or strangers(s, s.player) >> h & 1 or not fits(s, (u,), h):
        ok = no(why, "25.1", "They appear beside the Prince or with him, where no enemy stands and there is room.")
    return ok


def call(s: State, args: tuple[int, ...], cx: Context) -> None:
    """A Runner appears."""
    u, h = args
    s.owner[u] = s.player
    s.dead = tuple(v for v in s.dead if v != u)
    put(s, (u,), h)
    cx.tell("arrives", seat=s.player, units=(u,), hex=h)


def calls(s: State) -> list[Action]:
    """Where the Runners might appear."""
    here = s.place[ARGRATH]
    if here < 0 or s.player != s.owner[ARGRATH]:
        return []
    return [TO_CALL(u, h) for u in RUNNERS if s.place[u] in (OUT, DEAD) for h in (here, *ones(AROUND[here]))]


@NOTES.one("storm")
class Storm(NamedTuple):
    """The one storm that the Stormwalkers have raised."""

    kind: str


@NOTES.one("tempest")
class Tempest(NamedTuple):
    """On which Turn the long storm began."""

    turn: int = -9


def may_raise(s: State, why: Why) -> bool:
    """[26.1] One storm a game, after the first Move."""
    if s.place[WALKERS] < 0 or s.owner[WALKERS] != s.player or s.still >> WALKERS & 1:
        return no(why, "26.1", "Only the Stormwalkers raise a storm, in their ruler's Move, when nothing binds them.")
    ok = True
    if Storm in s.notes:
        ok = no(why, "26.1", "They have raised their one storm.")
    if s.moves < 2:
        ok = no(why, "26.1", "No storm is raised in the first Move.")
    if s.cast >> WALKERS & 1:
        ok = no(why, "20.3", "They have used their magic in this Move.")
    return ok


def may_storm(s: State, args: tuple[int, ...], why: Why) -> bool:
    """[26.2]"""
    if not may_raise(s, why):
        return False
    far = HEXES.distance(s.place[WALKERS], args[0])
    return far <= reach(s, WALKERS) or no(
        why, "26.2", f"The storm's centre is {far} hexes away, and they reach {reach(s, WALKERS)}."
    )


def storm(s: State, args: tuple[int, ...], cx: Context) -> None:
    """[26.2] A blow at one place: enemies in the centre die, those within three hexes stand still at half."""
    _raised(s, "storm")
    centre = args[0]
    cx.tell("storm", seat=s.player, hex=centre)
    enemy = foes(s, s.player)
    near = HEXES.disc(centre, STORM_RADIUS)
    if enemy >> centre & 1:
        pile = s.piles[centre]
        kill(s, tuple(u for u in pile if not SUPERHEROES >> u & 1 and not immune(s, u, pile)), cx, "storm")
    bound = 0
    for h in ones(near & foes(s, s.player)):
        pile = s.piles[h]
        bound |= bits(u for u in pile if not HEROES >> u & 1 and not immune(s, u, pile))
    if bound:
        begin_effect(s, "still", bound, by="thunder")
        begin_effect(s, "half", bound)
    flood(s, near & BOARD.river, cx)


def storm_centres(s: State) -> list[Action]:
    """Every hex within reach."""
    if s.place[WALKERS] < 0 or s.owner[WALKERS] != s.player or Storm in s.notes:
        return []
    return [_STORM[h] for h in ones(HEXES.disc(s.place[WALKERS], reach(s, WALKERS)))]


def may_tempest(s: State, args: tuple[int, ...], why: Why) -> bool:
    """[26.3]"""
    return may_raise(s, why)


def tempest(s: State, args: tuple[int, ...], cx: Context) -> None:
    """[26.3] Three days over the whole board, today the first; on the third all rivers flood."""
    _raised(s, "tempest")
    set_note(s, Tempest(s.turn))
    later_today = len(s.order) - 1 - s.order.index(s.player)
    until(s, "storm", 0, later_today + (TEMPEST_DAYS - 1) * len(s.order))
    cx.tell("tempest", seat=s.player)


def _raised(s: State, kind: str) -> None:
    set_note(s, Storm(kind))
    s.cast |= 1 << WALKERS
    if s.phase == EARLY:
        s.early |= 1 << WALKERS


def third_day(s: State, cx: Context) -> None:
    """The long storm's flood."""
    if the_note(s, Tempest).turn == s.turn - TEMPEST_DAYS + 1 and s.player == s.order[0]:
        flood(s, BOARD.river, cx)


powers.add(TO_CALL, powers.Power(may_call, call, calls, frozenset({EARLY, MOVEMENT, COMBAT}), magic=True))
powers.add(TO_STORM, powers.Power(may_storm, storm, storm_centres, frozenset({EARLY, COMBAT}), magic=True))
powers.add(
    TO_TEMPEST, powers.Power(may_tempest, tempest, lambda s: [TO_TEMPEST()], frozenset({EARLY, COMBAT}), magic=True)
)
powers.BEFORE_MOVE.append(third_day)


EVENTS.add(
    "storm",
    "seat hex",
    words=lambda event, names: f"The Stormwalkers bring a storm down on {BOARD.where(event['hex'])}.",
)
EVENTS.add(
    "tempest",
    "seat",
    words=lambda event, names: "The Stormwalkers call up a storm over the whole land, for three days.",
)
