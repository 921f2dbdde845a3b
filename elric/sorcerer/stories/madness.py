"""Fane [19.3]: a die gives him a color, and the two others win by converting more than half of his realm."""

from __future__ import annotations

from typing import Final

from elric.kernel.context import Context
from elric.sorcerer.components.board import BOARD
from elric.sorcerer.components.colors import WHITE
from elric.sorcerer.position import hooks
from elric.sorcerer.position.state import State
from elric.sorcerer.turn.points import converted_hexes
from elric.sorcerer.turn.victory import end

PAIRN, ISYA, MAD = range(3)
STORY: Final = "madness"


def roll_colors(s: State, cx: Context) -> None:
    """[19.33] The color of Fane, his fortress and his units for this phase."""
    s.fane = cx.die() - 1
    cx.tell("madness", color=s.fane)


def before_combat(s: State, cx: Context) -> None:
    if s.scenario.story == STORY and s.alive >> MAD & 1:
        roll_colors(s, cx)


def before_move(s: State, cx: Context) -> None:
    if s.scenario.story == STORY and s.player == MAD:
        roll_colors(s, cx)


def calm(s: State, cx: Context) -> None:
    """Between those phases they are White."""
    if s.scenario.story == STORY:
        s.fane = WHITE


def after_turn(s: State, cx: Context) -> None:
    """[19.32] More than half of the White hexes, whoever is left of the two, or not; with Fane lost he who converted more has won (R62)."""
    if s.scenario.story != STORY or s.turn < s.scenario.turns:
        return
    counts = {seat: len(converted_hexes(s, seat)) for seat in (PAIRN, ISYA)}
    fane = bool(s.alive >> MAD & 1)
    if fane and 2 * sum(counts.values()) <= BOARD.printed_white.bit_count():
        end(s, MAD, "kept", "19.32", "Fane wins: half of his realm or more is White.", cx)
        return
    left = {seat: count for seat, count in counts.items() if s.alive >> seat & 1}
    most = max(left.values(), default=0)
    first = [seat for seat, count in left.items() if count == most]
    if len(first) == 1:
        end(
            s,
            first[0],
            "converted",
            "19.32",
            f"{s.scenario.name(first[0])} wins: he has converted {most} White hexes.",
            cx,
        )
    else:
        end(s, -1, "draw", "19.32", f"Pairn and Isya have converted {most} White hexes each: they share the honor.", cx)


hooks.BEFORE_COMBAT.append(before_combat)
hooks.BEFORE_MOVE.append(before_move)
hooks.AFTER_COMBAT.append(calm)
hooks.AFTER_MOVE.append(calm)
hooks.AFTER_TURN.append(after_turn)

__all__ = ["roll_colors"]
