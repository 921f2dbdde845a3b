"""What is special of 18.2, 18.3 and 18.4: how they end."""

from __future__ import annotations

from typing import Final, NamedTuple

from elric.kernel.context import Context
from elric.sorcerer.components.board import INDEX
from elric.sorcerer.components.colors import WHITE
from elric.sorcerer.components.units import FORTRESSES, HUMANS
from elric.sorcerer.position import hooks
from elric.sorcerer.position.notes import NOTES, note_instead, noted
from elric.sorcerer.position.state import State, force
from elric.sorcerer.turn.victory import end, judge

TOWNS: Final = (INDEX["1313"], INDEX["1710"])  # Demma and Riddella-Bes [18.32]
CITIES, FALN = 0, 1


def balt_comes_home(s: State, cx: Context) -> None:
    """[18.23] From the sixth turn on a die below half the number of the turn ends the game."""
    if s.scenario.early_end and s.scenario.early_end <= s.turn < s.scenario.turns:
        die = cx.die()
        cx.tell("balt", die=die)
        if 2 * die < s.turn:
            judge(s, "18.23", cx)


# ---- 18.3 ------------------------------------------------------------------------------------------------------------------


@NOTES.many("captured")
class Captured(NamedTuple):
    """A town that the cities held when the last joint combat phase ended [18.34]."""

    town: int


def holds(s: State, town: int) -> bool:
    """Whether the cities have full, unpinned infantry in a town [18.34]."""
    return any(HUMANS >> u & 1 and not (s.depleted | s.pinned) >> u & 1 for u in force(s, CITIES, town))


def after_combat(s: State, cx: Context) -> None:
    """[18.34] A town is captured when it is held at the end of two joint combat phases running."""
    if s.scenario.story != "uprising":
        return
    held = [Captured(town) for town in TOWNS if holds(s, town)]
    for one in held:
        if one in noted(s, Captured):
            cx.tell("captured", hex=one.town)
            end(s, CITIES, "capture", "18.34", "The City States win: a town is theirs.", cx)
    note_instead(s, Captured, held)


def fortress_lost(s: State, side: int) -> bool:
    """Whether a side has lost a fortress."""
    return (s.of[side] & FORTRESSES).bit_count() < len(s.scenario.sides[side].fortresses)


def at_rest(s: State, cx: Context) -> None:
    """[18.32] A fortress that falls decides at once; one of each side together is a draw. [18.42] So does the last White hex."""
    if s.scenario.story == "uprising" and s.alive == 3:
        lost = [side for side in (CITIES, FALN) if fortress_lost(s, side)]
        if len(lost) == 2:
            end(s, -1, "draw", "18.32", "Both have lost a fortress: the game is drawn.", cx)
        elif lost:
            winner = 1 - lost[0]
            end(s, winner, "fortress", "18.32", f"{s.scenario.name(winner)} wins: an enemy fortress is destroyed.", cx)
    elif s.scenario.story == "dominance" and WHITE not in s.paint:
        judge(s, "18.42", cx)


def after_turn(s: State, cx: Context) -> None:
    """[18.32, 18.42] The last turn."""
    if not s.scenario.turns or s.turn < s.scenario.turns:
        return
    if s.scenario.story == "uprising":
        end(s, FALN, "held out", "18.32", "Faln wins: he has held out.", cx)
    elif s.scenario.story == "dominance":
        judge(s, "18.42", cx)


hooks.AFTER_TURN.append(balt_comes_home)
hooks.AFTER_TURN.append(after_turn)
hooks.AFTER_COMBAT.append(after_combat)
hooks.AT_REST.append(at_rest)

__all__ = ["TOWNS", "balt_comes_home", "holds"]
