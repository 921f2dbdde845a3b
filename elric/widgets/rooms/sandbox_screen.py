"""What the sandbox shows: the position on the map, what is in hand, what cannot be, the branches. Only looks at it."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import TYPE_CHECKING, Any

from elric.widgets.map import piles
from elric.widgets.map.inspector import area_names
from elric.widgets.markup import NOTHING, Markup, html
from elric.widgets.panels import sandbox as panels
from elric.widgets.panels import sandbox_branches as leaves
from elric.widgets.rooms.sandbox_faults import Made
from elric.widgets.sandbox import Field, Thing
from elric.widgets.screen import Region, Screen, shown

if TYPE_CHECKING:
    from elric.widgets.rooms.sandbox import SandboxRoom

__all__ = ["draw"]


def draw(room: SandboxRoom) -> Screen:
    """The bench: the position on the map, what is in hand, what cannot be, the branches."""
    made, kit, chart = room.made, room.kit, room.kit.chart()
    if made.view is not None:
        room.view = made.view
    view: Mapping[str, Any] = room.view or room.table.seen[None]
    marks = piles.marks_of_control(view)
    things = room.things
    spots = {room.selected: "sel"} | {things[key].place: "from" for key in room.hand if key in things}
    for fault in made.faults:
        spots.setdefault(fault.area, "forbids")
    for area, mark in spots.items():
        if area in chart.areas:
            marks[area] = f"{marks.get(area, '')} {mark}".strip()
    return Screen(
        regions=shown(_regions(room, made, view)),
        seen=view,
        marks=marks,
        pieces=kit.pieces(view),
        names=area_names(view, chart.areas, kit),
        said=room.said or room.note,
        focus=room.focus,
        look=room.look if room.look in chart.areas else "",
    )


def _regions(room: SandboxRoom, made: Made, view: Mapping[str, Any]) -> list[Region]:
    tree, chart = room.tree, room.kit.chart()
    every = room.things
    things = list(every.values())
    colours = panels.colours(view.get("players", ()))
    out: list[Region] = [
        ("sand-head", "top", panels.head(tree.branch.name, tree.branch.now.words, room.can_go_back)),
        ("sand-flag", "map", html('<span class="sand-flag" data-drags>Sandbox</span>')),
    ]
    if room.note:
        out.append(("note", "side", html('<div class="card note" role="status"><p>{}</p></div>', room.note)))
    if room.real is not None and room.table.keeping.whole:
        out.append(("sand-real", "side", leaves.really()))
    out.append(("sand-status", "side", panels.status(made.faults)))
    cards = [thing for thing in things if thing.place not in chart.areas or not thing.on_map]
    held = [every[key] for key in room.hand if key in every]
    fields: Sequence[Field] = room.sandbox.of_thing(tree.position, held[0].key) if len(held) == 1 else ()
    out.append(("sand-hand", "side", panels.in_hand(held, fields)))
    out.append(("sand-tabs", "side", panels.tabs(room.tab, any(thing.card for thing in things))))
    if room.tab == "values":
        data = room.sandbox.whole(tree.position)
        part = room.part if room.part in data else next(iter(data), "")
        leaf = panels.values(
            room.sandbox.fields(tree.position), data, room.sandbox.keys, part, room.wrong.get("data", "")
        )
    elif room.tab == "cards":
        leaf = panels.cards(panels.grouped((thing for thing in things if thing.card), "where"), room.hand)
    elif room.tab == "luck":
        leaf = leaves.luck(room.luck, room.script, room.wrong.get("script", ""), room.sandbox.luck)
    elif room.tab == "share":
        text = room.text()
        leaf = leaves.share(room.words.link(text), text, room.wrong.get("open", ""), room.pasted)
    else:
        leaf = _board(room, things, cards, colours)
    out.append(("sand-leaf", "side", leaf))
    out.append(("sand-compare", "below", _beside(room)))
    bends = bool(room.table.begun)
    out.append(
        (
            "sand-branches",
            "below",
            leaves.branches(tree, room.renaming, room.other, room.moments, bends, room.keep.trouble),
        )
    )
    undo = tree.branch.now.words if tree.can_undo else ""
    redo = tree.branch.steps[tree.branch.at + 1].words if tree.can_redo else ""
    out.append(("sand-foot", "foot", panels.foot(undo, redo, not made.faults)))
    return out


def _board(room: SandboxRoom, things: Sequence[Thing], off: Sequence[Thing], colours: panels.Marks) -> Markup:
    """What stands where one looks, and what is not on the board."""
    chart, kit = room.kit.chart(), room.kit
    here = html(
        '<p class="quiet-words">Drag a counter, or click it and then where it goes. <span class="by-keyboard">By keyboard: '
        "arrow keys, Enter.</span></p>"
    )
    if room.selected in chart.areas:
        there = [thing for thing in things if thing.place == room.selected]
        name = str(chart.areas[room.selected]["name"])
        fields = room.sandbox.of_area(room.tree.position, room.selected)
        here = panels.area(name, room.selected, there, fields, room.hand, colours)
    wanted = room.sought.strip().lower()
    found = [thing for thing in things if wanted and wanted in thing.name.lower()]
    named = [
        thing._replace(where=kit.chart().areas[thing.place]["name"]) if thing.where in chart.areas else thing
        for thing in found
    ]
    heaps = panels.grouped((thing for thing in off if not thing.card), "group")
    return here + panels.tray(heaps, room.heap, room.sought, named, room.hand, colours)


def _beside(room: SandboxRoom) -> Markup:
    found = room.beside()
    if found is None:
        return NOTHING
    other, compared = found
    return leaves.compared(other.name, room.tree.branch.name, compared)
