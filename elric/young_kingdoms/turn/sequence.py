"""Turns and phases. Sources: Chaosium [3.3], [4.0] C, [5.0]; Avalon Hill 2.3, 3.3, 4."""

from __future__ import annotations

from typing import Final, NamedTuple

from elric.kernel.steps import Frame
from elric.young_kingdoms.combat import battle
from elric.young_kingdoms.combat_phase import phase as combat
from elric.young_kingdoms.combat_phase.aftermath import end_combat
from elric.young_kingdoms.components import spells
from elric.young_kingdoms.legends import end_of_movement as takeover
from elric.young_kingdoms.magic import balance
from elric.young_kingdoms.magic_phase import phase as magic
from elric.young_kingdoms.magic_phase.played_at_once import turned_up
from elric.young_kingdoms.movement import flight
from elric.young_kingdoms.movement.phase import MOVEMENT_PHASE
from elric.young_kingdoms.nations.control import check_garrisons, check_nations, check_orphans
from elric.young_kingdoms.position import fields, telling
from elric.young_kingdoms.position.context import Context
from elric.young_kingdoms.position.events import EVENTS
from elric.young_kingdoms.position.flags import rest, unflag
from elric.young_kingdoms.position.notes import (
    Braved,
    Conjures,
    Faced,
    Fought,
    Met,
    Searched,
    Searching,
    Stormed,
    Sways,
    Trail,
    forget,
)
from elric.young_kingdoms.position.state import (
    APPEARANCE,
    CAST_NOW,
    COMBAT,
    DRIFT,
    MAGIC,
    MOVEMENT,
    MUSTER,
    REPLACEMENT,
    SEARCH,
    TURNS,
    State,
    next_phase,
    push,
)
from elric.young_kingdoms.position.steps import Auto
from elric.young_kingdoms.reinforcements import muster, mustered, replacement
from elric.young_kingdoms.turn import random_appearance as appearance
from elric.young_kingdoms.wild import perilous_waters as perils
from elric.young_kingdoms.wild import wilderness
from elric.young_kingdoms.world import victory

# Rooms that are only called up by the names of their steps (`frame_of`): loading the sequence of play loads them all.
_CALLED_UP: Final = (perils,)


class BeginFrame(NamedTuple):
    step: Auto
    phase: int


class BeginPhase(Auto):
    """Starts a phase, or goes straight on when nobody has anything to do in it ([5.0] A-H / 4.1-4.8)."""

    name = "begin phase"
    holds = BeginFrame
    words = (fields.PHASE,)

    def run(self, s: State, frame: BeginFrame, cx: Context) -> None:
        phase = frame.phase
        s.phase = phase
        while not _START[phase](s, cx):
            if s.agenda:
                # what this phase has called up comes before the next one
                next_phase(s)
                return
            phase += 1
            s.phase = phase


BEGIN: Final = BeginPhase()


# How each phase starts, and whether it lasts: where nobody has anything to do, the next one follows at once.


def start_appearance(s: State, cx: Context) -> bool:
    """Elric may appear; only the first player of a game-turn has this step."""
    appearance.start_of_game_turn(s, cx)
    return False


def start_replacement(s: State, cx: Context) -> bool:
    """A player-turn proper begins: losses are replaced."""
    if cx.events is not None:
        cx.tell("phase", phase=REPLACEMENT, seat=s.player, turn=s.turn)
    return replacement.begin(s, cx)


def start_movement(s: State, cx: Context) -> bool:
    """All that was for the last player's turn is over."""
    rest(s, s.player, CAST_NOW if s.rules.cast_limit == "game-turn" else 0)
    forget(s, _OF_A_TURN)
    flight.lapse(s, cx)
    s.assaults = 0
    s.found = 0
    s.moving = ()
    if cx.events is not None:
        cx.tell("phase", phase=MOVEMENT, seat=s.player, turn=s.turn)
    push(s, MOVEMENT_PHASE.frame())
    return True


# What is noted for one player-turn only.
_OF_A_TURN: Final = frozenset((Trail, Braved, Met, Fought, Faced, Searching, Conjures, Sways, Stormed))


def start_search(s: State, cx: Context) -> bool:
    """Movement ends; then personalities search."""
    takeover.end_of_movement(s, cx)
    if not s.agenda:
        return begin_search(s)
    # what the end of movement called up comes first
    s.agenda = (RESUME_SEARCH.frame(), *s.agenda)
    return True


class ResumeSearch(Auto):
    """The Search phase begins once everything the end of movement called up is settled."""

    name = "resume search"

    def run(self, s: State, frame: Frame, cx: Context) -> None:
        if not begin_search(s):
            next_phase(s)


RESUME_SEARCH: Final = ResumeSearch()


def begin_search(s: State) -> bool:
    """Start the Search phase if there is anything to search for."""
    if not wilderness.can_search(s):
        return False
    push(s, wilderness.SEARCH_PHASE.frame())
    return True


_OF_A_SEARCH: Final = frozenset((Searched,))


def start_magic(s: State, cx: Context) -> bool:
    """Spells are laid, seat by seat."""
    forget(s, _OF_A_SEARCH)
    return magic.MAGIC_PHASE.ask(s, 0)


def start_combat(s: State, cx: Context) -> bool:
    """Battles are fought, when any are to be."""
    if battle.pending_battles(s):
        push(s, combat.COMBAT_PHASE.frame())
    else:
        end_combat(s, cx)
    return True


def start_muster(s: State, cx: Context) -> bool:
    """A spell may be played to muster."""
    return muster.begin(s)


def start_drift(s: State, cx: Context) -> bool:
    """The Balance may drift, and the player-turn is over."""
    if s.rules.random_balance:
        drift(s, cx)
    end_player_turn(s, cx)
    return True


_START: Final = {
    APPEARANCE: start_appearance,
    REPLACEMENT: start_replacement,
    MOVEMENT: start_movement,
    SEARCH: start_search,
    MAGIC: start_magic,
    COMBAT: start_combat,
    MUSTER: start_muster,
    DRIFT: start_drift,
}


def alive(s: State, seat: int) -> bool:
    """Whether a seat still has a piece on the board."""
    return s.stands[seat] != 0


def end_player_turn(s: State, cx: Context) -> None:
    """Pass the turn on; after the last player the game-turn ends ([5.0] / 4.9)."""
    check_garrisons(s, cx)
    check_nations(s, cx)
    check_orphans(s, cx)
    if s.outcome is not None:
        return
    k = s.order.index(s.player) + 1
    while k < len(s.order) and not alive(s, s.order[k]) and not mustered.due(s, s.order[k]):
        k += 1
    if k < len(s.order):
        s.player = s.order[k]
        s.phase = APPEARANCE
        s.agenda = (BEGIN.frame(REPLACEMENT), *s.agenda)
        cx.tell("player-turn", seat=s.player, turn=s.turn)
        return
    begin_game_turn(s, cx)


def begin_game_turn(s: State, cx: Context) -> None:
    """Move the Turn Marker; the game ends after the tenth turn or with the world."""
    if s.tipped and s.turn >= s.ends:
        victory.world_ends(s, cx)
        return
    if s.turn >= TURNS:
        victory.finish(s, cx)
        return
    s.turn += 1
    unflag(s, CAST_NOW)
    flight.lapse(s, cx)
    living = [o for o in s.order if alive(s, o) or mustered.due(s, o)]
    if not living:
        victory.finish(s, cx)
        return
    s.player = living[0]
    s.phase = APPEARANCE
    s.agenda = (BEGIN.frame(APPEARANCE), *s.agenda)
    cx.tell("game-turn", turn=s.turn)
    check_orphans(s, cx)
    cx.tell("player-turn", seat=s.player, turn=s.turn)


def drift(s: State, cx: Context) -> None:
    """The optional random movement of the Balance at the end of a player-turn ([13.6] / 12.6)."""
    i = cx.draw(s)
    if i < 0:
        return
    s.spell_at[i] = 1
    cx.tell("drift", spell=i)
    balance.shift(s, ((spells.ALIGN[i], spells.PULL[i]),), cx)
    turned_up(s, i, cx)


__all__ = [n for n in globals() if not n.startswith("_") and n != "OVER"]


def _phase(e: telling.Event, names: telling.Names) -> str:
    return f"{telling.seat(e, names):begins|begin} to move." if e["phase"] == MOVEMENT else ""


EVENTS.add("game-turn", "turn", words=lambda e, n: f"Turn {e['turn']}.")
EVENTS.add("player-turn", "seat turn", words=lambda e, n: f"{telling.seat(e, n):is|are} to play.")
EVENTS.add("phase", "phase seat turn", words=_phase)
EVENTS.add(
    "drift",
    "spell",
    words=lambda e, n: f"{telling.spell(e):is|are} drawn to move the Balance.",
    clause=("13.6", "12.6"),
)
