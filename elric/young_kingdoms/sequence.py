"""Turns and phases. Sources: Chaosium [3.3], [4.0] C, [5.0]; Avalon Hill 2.3, 3.3, 4."""

from __future__ import annotations

from typing import Final

from ..kernel.steps import Auto, Frame
from . import (
    appearance,
    balance,
    battle,
    combat,
    flight,
    magic,
    muster,
    mustered,
    perils,
    pieces,
    replacement,
    spells,
    takeover,
    victory,
    wilderness,
)
from .aftermath import end_combat
from .context import Context
from .movement import MOVEMENT_PHASE
from .notes import forget
from .omens import turned_up
from .realms import check_garrisons, check_nations, check_orphans
from .state import (
    APPEARANCE,
    CAST_NOW,
    COMBAT,
    DRIFT,
    MAGIC,
    MOVEMENT,
    MUSTER,
    REPLACEMENT,
    SEARCH,
    State,
    hand_size,
    next_phase,
    push,
    rest,
    unflag,
)

# Rooms that are only called up by the names of their steps (`frame`): loading the sequence of play loads them all.
_CALLED_UP: Final = (perils,)

TURNS: Final = 10  # the Turn Track, [3.3] / 2.3


class BeginPhase(Auto):
    """Frame: (step, phase). Starts a phase, or goes straight on when nobody has anything to do in it ([5.0] A-H / 4.1-4.8)."""

    name = "begin phase"

    def run(self, s: State, f: Frame, cx: Context) -> None:
        s.phase = f[1]
        _START[f[1]](s, cx)


BEGIN: Final = BeginPhase()


def start_appearance(s: State, cx: Context) -> None:
    """Elric may appear; only the first player of a game-turn has this step."""
    appearance.start_of_game_turn(s, cx)
    next_phase(s)


def start_replacement(s: State, cx: Context) -> None:
    """A player-turn proper begins: losses are replaced."""
    cx.tell("phase", phase=REPLACEMENT, seat=s.player, turn=s.turn)
    replacement.begin(s, cx)


def start_movement(s: State, cx: Context) -> None:
    """All that was for the last player's turn is over."""
    rest(s, s.player, CAST_NOW if s.rules.cast_limit == "game-turn" else 0)
    forget(s, _OF_A_TURN)
    flight.lapse(s, cx)
    s.assaults = 0
    s.found = 0
    s.moving = ()
    cx.tell("phase", phase=MOVEMENT, seat=s.player, turn=s.turn)
    push(s, (MOVEMENT_PHASE,))


# What is noted for one player-turn only.
_OF_A_TURN: Final = frozenset(("trail", "braved", "met", "fought", "conjure", "sway"))


def start_search(s: State, cx: Context) -> None:
    """Movement ends; then personalities search."""
    takeover.end_of_movement(s, cx)
    if s.agenda:
        # what the end of movement called up comes first
        s.agenda = ((RESUME_SEARCH,), *s.agenda)
    else:
        begin_search(s)


class ResumeSearch(Auto):
    """The Search phase begins once everything the end of movement called up is settled."""

    name = "resume search"

    def run(self, s: State, f: Frame, cx: Context) -> None:
        begin_search(s)


RESUME_SEARCH: Final = ResumeSearch()


def begin_search(s: State) -> None:
    """Start the Search phase if there is anything to search for."""
    if wilderness.can_search(s):
        push(s, (wilderness.SEARCH_PHASE,))
    else:
        next_phase(s)


def start_magic(s: State, cx: Context) -> None:
    """Spells are laid, seat by seat."""
    forget(s, {"searched", "given"})
    magic.MAGIC_PHASE._next(s, 0)


def start_combat(s: State, cx: Context) -> None:
    """Battles are fought, when any are to be."""
    if battle.pending(s):
        push(s, (combat.COMBAT_PHASE,))
    else:
        end_combat(s, cx)


def start_drift(s: State, cx: Context) -> None:
    """The Balance may drift, and the player-turn is over."""
    if s.rules.random_balance:
        drift(s, cx)
    end_player_turn(s, cx)


_START: Final = {
    APPEARANCE: start_appearance,
    REPLACEMENT: start_replacement,
    MOVEMENT: start_movement,
    SEARCH: start_search,
    MAGIC: start_magic,
    COMBAT: start_combat,
    MUSTER: muster.begin,
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
        s.agenda = ((BEGIN, REPLACEMENT), *s.agenda)
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
    s.agenda = ((BEGIN, APPEARANCE), *s.agenda)
    cx.tell("game-turn", turn=s.turn)
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


def hands(s: State, seat: int) -> int:
    """How many spells a seat holds in all."""
    return sum(hand_size(s, u) for u in pieces.HEROES if s.owner[u] == seat)


__all__ = [n for n in globals() if not n.startswith("_") and n != "OVER"]
