"""The sandbox as HTML: what is in hand, what stands where, the values of a position, its faults. Pure functions."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from itertools import groupby
from typing import Final

from elric.widgets.map.piles import hue
from elric.widgets.markup import NOTHING, Markup, html, join
from elric.widgets.panels import controls
from elric.widgets.panels.controls import do, seat
from elric.widgets.rooms.sandbox_faults import Fault
from elric.widgets.sandbox import NOWHERE, Field, Thing

__all__ = [
    "Marks", "area", "cards", "colours", "foot", "grouped", "head", "in_hand", "status", "tabs", "tray", "values",
]  # fmt: skip

_TABS: Final = (("board", "Board"), ("values", "Values"), ("cards", "Cards"), ("luck", "Luck"), ("share", "Share"))
_MOST_FAULTS: Final = 12
Marks = Mapping[int, tuple[int | None, str]]
"""By seat: its colour and its name."""
MOST_FOUND: Final = 60


def head(title: str, words: str, back: str) -> Markup:
    """What is on the bench, and the ways out."""
    return html(
        '<div class="masthead sand-head"><h1 id="sand-title" tabindex="-1">Sandbox</h1><p><b>{}</b> · {}</p>'
        '<div class="btns">{}{}</div></div>',
        title,
        words,
        do("sand-original", "Back to the game it came from", kind="small quiet") if back else NOTHING,
        do("leave", "Back to the table", kind="small quiet"),
    )


def status(faults: Sequence[Fault]) -> Markup:
    """Whether the position can be; if not, everything that is wrong with it."""
    if not faults:
        return html('<p class="sand-sound" role="status"><i aria-hidden="true">✓</i> This position can be.</p>')
    rows = join(map(_fault, faults[:_MOST_FAULTS]))
    left = len(faults) - _MOST_FAULTS
    more = html('<p class="quiet-words">And {} more.</p>', left) if left > 0 else NOTHING
    return html(
        '<div class="card sand-faults" role="status"><h3>{} cannot be</h3><ul>{}</ul>{}<div class="btns">{}</div></div>',
        "One thing" if len(faults) == 1 else f"{len(faults)} things",
        rows,
        more,
        html(
            '<button class="btn small" data-do="sand-undo" data-value="" data-key="sand-back"><span>Take back</span></button>'
        ),
    )


def _fault(fault: Fault) -> Markup:
    where = html("<b>{}:</b> ", fault.where) if fault.where else NOTHING
    number = NOTHING
    if fault.clause:
        number = html(
            ' <button class="chip" data-do="rules" data-value="{n}" aria-label="Clause {n}">{n}</button>',
            n=fault.clause,
        )
    look = NOTHING
    if fault.thing or fault.area:
        look = html(
            ' <button class="sand-show" data-do="sand-show" data-value="{t} {a}" data-look="{a}">Show</button>',
            t=fault.thing,
            a=fault.area,
        )
    words = fault.words[:1].upper() + fault.words[1:] if not fault.where else fault.words
    return html("<li>{}{}.{}{}</li>", where, words.rstrip("."), number, look)


def tabs(open_: str, cards: bool) -> Markup:
    """The leaves of the bench; `cards`: whether the game has things that cannot lie on the map."""
    return controls.tabs("sand-tab", [(key, label) for key, label in _TABS if cards or key != "cards"], open_)


def in_hand(things: Sequence[Thing], fields: Sequence[Field]) -> Markup:
    """What has been taken up: where it goes is chosen on the map, or here."""
    if not things:
        return NOTHING
    names = ", ".join(thing.name for thing in things[:4]) + (f" and {len(things) - 4} more" if len(things) > 4 else "")
    words = html(
        'Choose a place on the map: click it<span class="by-keyboard">, or walk there with the arrow keys and press '
        "Enter</span>."
    )
    forms = join(map(_field, fields)) if len(things) == 1 else NOTHING
    return html(
        '<div class="card sand-hand"><h3 tabindex="-1" data-key="sand-hand">{}</h3><p class="quiet-words">{}</p>'
        '<div class="sand-fields">{}</div><div class="btns">{}{}</div></div>',
        names,
        words if all(thing.on_map for thing in things) else "",
        forms,
        do("sand-put", "Take off the board", NOWHERE, kind="small")
        if any(_there(thing) for thing in things)
        else NOTHING,
        do("sand-down", "Put down", kind="small quiet", hotkey="Escape"),
    )


def _there(thing: Thing) -> bool:
    return thing.place != NOWHERE


def area(
    name: str, key: str, things: Sequence[Thing], fields: Sequence[Field], hand: Sequence[str], marks: Marks
) -> Markup:
    """What stands in an area, to take up one by one or together."""
    rows = join(_thing(thing, thing.key in hand, marks) for thing in things)
    all_ = do("sand-all", "Take up all", key, kind="small") if len(things) > 1 else NOTHING
    none = NOTHING if things else html('<p class="quiet-words">Nobody stands here.</p>')
    return html(
        '<div class="card sand-area"><h3>{}</h3><div class="sand-fields">{}</div>{}<ul class="sand-things">{}</ul>'
        '<div class="btns">{}</div></div>',
        name,
        join(map(_field, fields)),
        none,
        rows,
        all_,
    )


def _thing(thing: Thing, taken: bool, marks: Marks, note: str = "") -> Markup:
    """A thing to take up, by click, key or drag."""
    whose = NOTHING
    if thing.owner is not None and thing.owner in marks:
        whose = seat(*marks[thing.owner])
    under = html("<small>{}</small>", note) if note else NOTHING
    return html(
        '<li><button class="sand-thing" data-do="sand-take" data-value="{k}" data-key="sand-take-{k}" data-drag="{k}" '
        'aria-pressed="{}"><b>{}</b>{}{}</button></li>',
        "true" if taken else "false",
        thing.name,
        whose,
        under,
        k=thing.key,
    )


def tray(
    groups: Mapping[str, Sequence[Thing]],
    open_: str,
    sought: str,
    found: Sequence[Thing],
    hand: Sequence[str],
    marks: Marks,
) -> Markup:
    """Everything that is not on the board, by kind; with a search over all there is."""
    hits = NOTHING
    if sought.strip():
        rows = join(_thing(thing, thing.key in hand, marks, thing.where) for thing in found[:MOST_FOUND])
        hits = (
            html('<ul class="sand-things">{}</ul>', rows)
            if found
            else html('<p class="quiet-words">Nothing of that name.</p>')
        )
    heaps = join(
        html(
            '<section><button class="sand-heap" data-do="sand-heap" data-value="{}" data-key="sand-heap-{}" aria-expanded="{}">'
            "{} <i>{}</i></button>{}</section>",
            name,
            name,
            "true" if name == open_ else "false",
            name,
            len(things),
            html(
                '<ul class="sand-things">{}</ul>',
                join(_thing(one, one.key in hand, marks, one.where) for one in things),
            )
            if name == open_
            else NOTHING,
        )
        for name, things in groups.items()
    )
    return html(
        '<div class="sand-tray"><h3>Not on the board</h3><input type="search" data-live="sand-find" data-enter="sand-find" '
        'data-search data-key="sand-find" aria-label="Find a piece" placeholder="Find a piece  /" value="{}">{}{}</div>',
        sought,
        hits,
        heaps,
    )


def _field(field: Field) -> Markup:
    """A value to choose. What is chosen says which field it is, so that a select is enough."""
    rows = [(f"{field.key}={option.value}", option.label, option.group) for option in field.options]
    known = any(option.value == field.value for option in field.options)
    shown = controls.options(rows, f"{field.key}={field.value}", "" if known else field.value)
    return html(
        '<label class="sand-field"><span>{}</span><select data-do="sand-set" data-key="set-{}">{}</select></label>',
        field.label,
        field.key,
        shown,
    )


def values(fields: Sequence[Field], data: Mapping[str, str], names: Mapping[str, str], part: str, wrong: str) -> Markup:
    """The values of the whole position by heading, and every part of it as data."""
    parts: list[Markup] = []
    for group, rows in groupby(fields, lambda field: field.group):
        inside = html('<div class="sand-fields">{}</div>', join(map(_field, rows)))
        parts.append(
            html('<details class="sand-more"><summary>{}</summary>{}</details>', group, inside) if group else inside
        )
    return html(
        '<div class="card sand-values">{}<div class="btns">{}{}</div>{}</div>',
        join(parts),
        do("sand-anew", "Let the phase begin anew", kind="small"),
        do("sand-clear", "Clear the board", kind="small"),
        _data(data, names, part, wrong),
    )


def _data(data: Mapping[str, str], names: Mapping[str, str], part: str, wrong: str) -> Markup:
    """A part of the position to be written as data."""
    rows = [(key, f"{names.get(key, key)}{'' if said else ' (none)'}") for key, said in data.items()]
    return html(
        '<details class="sand-more"{}><summary>Everything else, as data</summary>'
        '<p class="quiet-words">All that a position can hold. Left empty, the part is not in it.</p>'
        '<label class="sand-field"><span>Part</span><select data-do="sand-part" data-key="sand-part">{}</select></label>'
        '<form data-do="sand-data"><input type="hidden" name="part" value="{}">'
        '<textarea name="text" rows="5" aria-label="{}" data-key="sand-data-{}" spellcheck="false">{}</textarea>{}'
        '<div class="btns"><button class="btn small" type="submit">Use this</button></div></form></details>',
        html(" open") if wrong else NOTHING,
        controls.options(rows, part),
        part,
        names.get(part, part),
        part,
        data.get(part, ""),
        html('<p class="sand-wrong" role="alert">{}</p>', wrong) if wrong else NOTHING,
    )


def cards(groups: Mapping[str, Sequence[Thing]], hand: Sequence[str]) -> Markup:
    """What cannot only lie on the map, by where it is."""
    parts = [
        html(
            '<section><h3>{} <i>{}</i></h3><ul class="sand-things">{}</ul></section>',
            where[:1].upper() + where[1:],
            len(things),
            join(_thing(thing, thing.key in hand, {}) for thing in things),
        )
        for where, things in groups.items()
    ]
    return html('<div class="card sand-cards">{}</div>', join(parts))


def foot(undo: str, redo: str, sound: bool) -> Markup:
    """Play on, take back, do again; what cannot be done now is still a button, and says why when it is pressed."""
    return html(
        '<div class="btns">{}{}{}</div>',
        _deed("sand-play", "Play on", "p", sound, "primary"),
        _deed("sand-undo", "Undo", "u", bool(undo)),
        _deed("sand-redo", "Redo", "r", bool(redo)),
    )


def _deed(name: str, label: str, hotkey: str, can: bool, kind: str = "") -> Markup:
    return html(
        '<button class="btn {}" data-do="{n}" data-value="" data-key="{n}:" data-hotkey="{h}"{}><span>{}</span> '
        "<kbd>{h}</kbd></button>",
        kind,
        NOTHING if can else html(' aria-disabled="true"'),
        label,
        n=name,
        h=hotkey,
    )


def grouped(things: Iterable[Thing], by: str) -> dict[str, list[Thing]]:
    """Things under a heading: by "group" or by "where"."""
    found: dict[str, list[Thing]] = {}
    for thing in things:
        found.setdefault(getattr(thing, by), []).append(thing)
    return found


def colours(players: Sequence[Mapping[str, object]]) -> dict[int, tuple[int | None, str]]:
    """The colour and the name of each seat, from a view's players."""
    return {
        int(str(player["seat"])): (hue(int(str(player["seat"])), players), str(player["name"])) for player in players
    }
