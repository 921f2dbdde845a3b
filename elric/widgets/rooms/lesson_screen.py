"""What a lesson draws on the map and in the battle card. Pure functions of the classroom."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from elric.tutor.classroom import Classroom
from elric.widgets.map.inspector import area_names
from elric.widgets.young_kingdoms import cards, choices, counters
from elric.young_kingdoms import pieces
from elric.young_kingdoms.board import BOARD
from elric.young_kingdoms.game import Game


def marks(room: Classroom, offered: Mapping[str, str], selected: str | None) -> dict[str, str]:
    """CSS classes of areas: who holds them, what is `offered`, what is selected, what to look at, what forbids."""
    out = counters.marks_of_control(room.game.view(None))

    def add(area: str, mark: str) -> None:
        if area in BOARD.index:
            out[area] = f"{out.get(area, '')} {mark}".strip()

    for area, mark in offered.items():
        add(area, mark)
    if selected:
        add(selected, "sel")
    forbids = room.feedback.kind in ("refused", "mistake")
    shown = room.showing.shown[-1].look if room.showing else ()
    for x in (*room.feedback.look, *shown):
        add(where(room.game, x), "forbids" if forbids else "sel")
    for x in room.step.look:
        if not room.done:
            add(x, "ready")
    if room.hints >= 3 and room.step.kind == "look":
        add(where(room.game, room.step.find[0]), "ready")
    return out


def where(g: Game, key: str) -> str:
    """The area of an area or of a piece; "" when it is nowhere."""
    if key in BOARD.index:
        return key
    place = g.state.place[pieces.INDEX[key]] if key in pieces.INDEX else BOARD.size
    return BOARD.ids[place] if place < BOARD.size else ""


def names(g: Game, areas: Mapping[str, Mapping[str, Any]], c: choices.Choice) -> dict[str, str]:
    """What a screen reader says of each area, with what a click there would do."""
    out = area_names(g.view(None), areas)
    for area in c.areas:
        cost = c.badges.get(area, "")
        how = "can be attacked" if cost.startswith("×") else "can be chosen"
        danger = ", with danger on the way" if cost.endswith("!") else ""
        price = f", costs {cost.strip('×!')}" if cost else ""
        out[area] += f"; {how}{price}{danger}"
    return out


def players(g: Game) -> dict[int, str]:
    """The seats by name."""
    out = {o: f"Player {o + 1}" for o in range(g.scenario.seats)}
    for o, k in enumerate(g.state.sides):
        if k >= 0:
            out[o] = g.scenario.groups[k].name
    return out


def battle(room: Classroom, view: Mapping[str, Any], seats: Mapping[int, str]) -> str:
    """The battle that is coming, or the last one that was fought in this step."""
    g = room.game
    if view["battle"] and view["battle"]["result"] is None:
        return cards.battle_ahead(g, view, seats)
    told = 0 if room.set_aside else room.seen.told
    at = next((i for i in range(len(g.events) - 1, told - 1, -1) if g.events[i]["kind"] == "battle"), -1)
    return cards.battle(g, g.events[at], seats, []) if at >= 0 else ""


__all__ = ["battle", "marks", "names", "players", "where"]
