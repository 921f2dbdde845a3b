"""What each seat is after, and how it stands with that: from the very goals that decide the game."""

from __future__ import annotations

from collections.abc import Mapping

from elric.dragon_pass.components.board import BOARD, SARTAR_FORTS
from elric.dragon_pass.components.scenarios import Goal as Aim
from elric.dragon_pass.components.units import HEROES, SARTAR, SIDE_NAMES
from elric.dragon_pass.description.phrases import within
from elric.dragon_pass.position.state import State, foes
from elric.dragon_pass.turn.victory import FORTS_NEEDED, RIVAL, holds, intruders, is_reached
from elric.kernel.game import Game
from elric.tutor.standing import Goal, Standing

Names = Mapping[int, str]


def standing(g: Game, seat: int, names: Names) -> Standing | None:
    """The aim of a seat and how it stands with each of its goals; None before the first Turn."""
    s = g.state
    if not s.turn or seat not in s.scenario.sides:
        return None
    clause = (s.scenario.clause,)
    rows = []
    mine: list[tuple[str, str]] = []
    for k, aim in enumerate(s.scenario.goals):
        held = s.tenure[k][0] if s.tenure else 0
        now = stands(s, aim, held)
        name = names.get(aim.side, SIDE_NAMES[aim.side])
        met = held >= aim.turns if aim.turns else is_reached(s, aim)
        rows.append(Goal(f"{name}: {within(aim.says)}.", f"{now}.", clause, aim.side if met else None))
        if aim.side == seat:
            mine.append((within(aim.says), now))
    if not mine:
        return None
    return Standing(mine[0][0], mine[0][1], clause, tuple(rows))


def stands(s: State, aim: Aim, held: int) -> str:
    """How near a goal is, in a few words that anybody may know."""
    turns = f", for {held} of {aim.turns} Turns" if aim.turns else ""
    if aim.kind in ("hold", "temple"):
        count = sum(holds(s, aim.side, place) for place in aim.places)
        return (
            f"{count} of {len(aim.places)} held" if len(aim.places) > 1 else "held" if count else "not held"
        ) + turns
    if aim.kind == "free forts":
        free = sum(
            s.holder.get(fort) == SARTAR and not foes(s, SARTAR) & BOARD.places[fort].bits for fort in SARTAR_FORTS
        )
        return f"{free} of {len(SARTAR_FORTS)} free{turns}"
    if aim.kind == "forts":
        return f"{sum(holds(s, aim.side, fort) for fort in SARTAR_FORTS)} of the {FORTS_NEEDED} needed{turns}"
    if aim.kind == "annihilate":
        left = s.of[RIVAL[aim.side]].bit_count()
        return f"{left} enemy unit{'' if left == 1 else 's'} on the board"
    if aim.kind == "heroes":
        left = sum((s.of[k] & HEROES).bit_count() for k in s.order if k != aim.side)
        return f"{left} enemy hero{'' if left == 1 else 'es'} alive"
    if aim.kind == "keep out":
        inside = intruders(s)
        return (
            f"{inside} enemy unit{'' if inside == 1 else 's'} in Sartar" if inside else "nobody has entered"
        ) + turns
    return ("shut up" if is_reached(s, aim) else "not shut up") + turns


__all__ = ["standing", "stands"]
