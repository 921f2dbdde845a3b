"""Decisions on the page: setting up, marching by the cheapest way to a hex; all others by the one way of `deeds`."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from functools import lru_cache
from itertools import takewhile
from typing import TYPE_CHECKING, Any, Final, NamedTuple

from elric.dragon_pass.components.board import BOARD, HEXES, INDEX
from elric.dragon_pass.components.notation import NOTATION, Action
from elric.dragon_pass.components.units import BY_ID, COUNTS, UNITS
from elric.dragon_pass.description.phrases import phrase
from elric.dragon_pass.game import Game
from elric.dragon_pass.lab.arrival import forced_battles
from elric.dragon_pass.table import deeds
from elric.widgets.choice import Choice, Click
from elric.widgets.markup import NOTHING, Markup, html, join
from elric.widgets.panels.controls import act, do

if TYPE_CHECKING:
    from elric.widgets.definition import TableDef, View

__all__ = ["GROUP", "aimed", "choice", "clicked", "taken_up"]


def choice(kit: TableDef, g: Game, view: View, selected: str | None, hand_open: bool) -> Choice:
    """What can be done now, with a hex chosen or without, as the seat that decides sees it."""
    special = _CHOICES.get(g.step)
    return special(kit, g, view, selected) if special else deeds.choice(kit, g, view, selected)


def card(title: str, says: str, clause: str, rows: Iterable[Markup] = (), more: Markup = NOTHING) -> Markup:
    """The card of a decision: what it is, what to do, and its buttons."""
    return deeds.card(title, says, clause, rows, more)


GROUP: Final = "group"
"""The aim of placing several counters with a click; how many stands behind it."""
_ASIDE: Final = ("top", "exit")
"""Orders that many counters may be given, and few are: they stand folded away until their stack is chosen."""


_GROUPS: Final = (1, 2, 3)  # counters that a click places together: no more than may stand in a hex


def _setup(kit: TableDef, g: Game, view: View, selected: str | None) -> Choice:
    """Which counter comes next, and where it may go."""
    return _placing(g, view, 1)


def aimed(kit: TableDef, g: Game, view: View, aim: str) -> Choice | None:
    """A group that is to be placed, or a power that is aimed at the map."""
    word, _, many = aim.partition(" ")
    if word != GROUP:
        return deeds.aimed(kit, g, view, aim)
    groups = {str(n): n for n in _GROUPS}
    return _placing(g, view, groups[many]) if g.step == "setup" and many in groups else None


def _placing(g: Game, view: View, many: int) -> Choice:
    """The next counters of an army, so many of them with each click, and where they may go."""
    c, waiting = Choice(), view["to_place"]
    together = waiting[:many]
    for a in g.legal_actions():
        if a.verb == "place":
            name = HEXES.names[a.args[0]]
            c.areas[name] = (f"place {name}",) * len(together)  # as many of them as the hex has room for
            c.marks[name] = "reach"
    by_kind: dict[str, list[str]] = {}
    for key in waiting:
        by_kind.setdefault(UNITS[BY_ID[key]].kind_id, []).append(key)
    next_kind = UNITS[BY_ID[waiting[0]]].kind_id
    first = [
        act(f"take {keys[0]}", f"Place {_kind(keys)} first", kind="wide quiet")
        for kind, keys in by_kind.items()
        if kind != next_kind
    ]
    says = f"{len(waiting)} wait; choose a lit hex."
    sizes = join(
        html(
            '<button class="btn small" data-do="aim" data-value="{g} {n}" data-key="group-{n}" aria-pressed="{}">{}</button>',
            "true" if n == many else "false",
            _AT_ONCE[n - 1],
            g=GROUP,
            n=n,
        )
        for n in _GROUPS[: len(waiting)]
    )
    rest = do("rest", f"Place all {len(waiting)} as a computer would", kind="wide")
    several = html('<div class="btns" role="group" aria-label="How many at once">{}</div>', sizes)
    title = ", ".join(_name(key) for key in together)
    c.html = card(f"Place {title}", says, g.scenario.clause, [rest, _folded([first], "Another first")], several)
    return c


_AT_ONCE: Final = ("One at a time", "Two at once", "Three at once")


def _kind(keys: Sequence[str]) -> str:
    """Counters that are alike, as one: "Militia Foot (8)"."""
    name = _name(keys[0])
    return f"{name.rstrip('0123456789 ')} ({len(keys)})" if len(keys) > 1 else name


def _name(key: str) -> str:
    return UNITS[BY_ID[key]].name


def _places(view: View) -> dict[str, str]:
    """The hex of each counter whose face is seen."""
    return {key: h for h, stack in view["stacks"].items() for key in stack["counters"] if key}


def _ready(g: Game) -> set[str]:
    """The counters that can still march."""
    return {UNITS[a.args[0]].id for a in g.legal_actions() if a.verb == "lead"}


class _Orders(NamedTuple):
    """What may be ordered in the Movement Phase, whichever stack is looked at: found once for a position.

    Attributes:
        ready: the hexes from which somebody can still march.
        rows: buttons for what has no hex of its own.
        aside: by hex, the buttons of orders that few counters are given; `folded`: all of them, folded away.
        powers: the verbs of powers that are aimed at the map.
        ends: whether the phase may be ended.
    """

    ready: tuple[str, ...]
    rows: tuple[Markup, ...]
    aside: Mapping[str, tuple[Markup, ...]]
    folded: Markup
    powers: tuple[str, ...]
    ends: bool


def _orders(kit: TableDef, g: Game, view: View) -> _Orders:
    places = _places(view)
    ready, rows, powers, ends = [], [], [], False
    aside: dict[str, tuple[Markup, ...]] = {}
    for a in g.legal_actions():
        if a.verb == "lead":
            ready.append(places[UNITS[a.args[0]].id])
        elif a.verb == "done":
            ends = True
        elif a.verb in deeds.AIMED:
            powers.append(a.verb)
        else:
            button = _button(kit, a)
            if a.verb in _ASIDE:
                there = places.get(UNITS[a.args[0]].id, "")
                aside[there] = (*aside.get(there, ()), button)
            else:
                rows.append(button)
    return _Orders(
        tuple(dict.fromkeys(ready)), tuple(rows), aside, _folded(aside.values()), tuple(dict.fromkeys(powers)), ends
    )


@lru_cache(maxsize=2048)
def _button(kit: TableDef, a: Action) -> Markup:
    """The button of an order. Kept: it says the same in every position."""
    return act(NOTATION.text(a), phrase(a), kind="wide")


def _folded(buttons: Iterable[Sequence[Markup]], words: str = "Other orders") -> Markup:
    """Orders that are seldom given, behind a word or two."""
    every = [button for group in buttons for button in group]
    if not every:
        return NOTHING
    return html(
        '<details data-key="orders"><summary>{} ({})</summary><div class="btns column">{}</div></details>',
        words,
        len(every),
        join(every),
    )


_KEPT: Final[list[tuple[View, _Orders]]] = []
_POSITIONS: Final = 8  # of which the orders are kept: as many pages as are looked at in turn


def _kept_orders(kit: TableDef, g: Game, view: View) -> _Orders:
    """The orders of a position: a page has one view of it, and most clicks only look at another stack."""
    for seen, orders in _KEPT:
        if seen is view:
            return orders
    found = _orders(kit, g, view)
    _KEPT.insert(0, (view, found))
    del _KEPT[_POSITIONS:]
    return found


def _movement(kit: TableDef, g: Game, view: View, selected: str | None) -> Choice:
    """Who may march."""
    orders = _kept_orders(kit, g, view)
    c = Choice(marks=dict.fromkeys(orders.ready, "ready"))
    if orders.ends:
        c.foot.append(act("done", "End the movement", kind="primary", hotkey="e"))
    here = orders.aside.get(selected or "", ())
    rows = [*orders.rows, *here]
    ready = [
        key
        for key in view["stacks"].get(selected or "", {"counters": ()})["counters"]
        if key and c.marks.get(selected or "")
    ]
    if ready and selected:  # found by its name, and not taken up by a click
        rows.insert(
            0, do("area", f"Take up {_name(ready[0])} at {_where(selected)}", selected, kind="wide", look=selected)
        )
    says = "Choose a stack of yours, then the hex where it shall go. An enemy's zone stops it."
    more = _folded(group for h, group in orders.aside.items() if h != selected) if here else orders.folded
    c.html = card("March", says, "7.3", [*rows, *deeds.aims(orders.powers)], more)
    return c


def _march(kit: TableDef, g: Game, view: View, selected: str | None) -> Choice:
    """Where the company may go: a click plays every step of the cheapest way."""
    c, legal = Choice(), g.legal_actions()
    rows = []
    buttons: dict[str, Markup] = {}
    if any(a.verb == "step" for a in legal):
        first = {f"step {HEXES.names[a.args[0]]}" for a in legal if a.verb == "step"}
        for area, way in g.ways().items():
            if way[0] in first:
                c.areas[area] = way
                c.marks[area] = "reach"
    for a in legal:
        text = NOTATION.text(a)
        if a.verb in ("step", "drift"):
            c.areas.setdefault(HEXES.names[a.args[0]], (text,))
            c.marks.setdefault(HEXES.names[a.args[0]], "reach")
        elif a.verb == "halt":
            c.foot.append(act("halt", "Halt here", kind="primary", hotkey="h"))
            c.foot.append(do("several", "End the movement", "halt;done", kind="quiet", hotkey="e"))
        elif a.verb in ("join", "leave"):
            short = "Take along" if a.verb == "join" else "Leave behind"
            buttons[UNITS[a.args[0]].id] = act(text, short, kind="small quiet")
        else:
            rows.append(act(text, kit.says(g, a), kind="wide"))
    for h, odds in forced_battles(g, [INDEX[area] for area in c.areas]).items():
        area = HEXES.names[h]
        c.marks[area] += " zone"
        c.warns[area] = f"you would have to fight here: {odds}"
    hand, left = view["hand"], view["pace"]
    if here := _places(view).get(hand[0], ""):
        c.marks.setdefault(here, "from")  # a small screen stays where they are, also when they can go no further
    names = ", ".join(_name(key) for key in hand)
    points = f"{left // 2 or ''}{'½' if left % 2 else ''}" or "No"
    says = f"{points} movement left." if c.areas else f"{points} movement left: the company can go no further."
    if c.warns:
        says += " Where a hex is hatched an enemy stands beside it, and who ends there has to fight."
    title = f"{names} marches" if len(hand) == 1 else f"{names} march"
    c.html = card(title, says, "11.1", rows, _company(kit, view, buttons))
    return c


def _company(kit: TableDef, view: View, buttons: Mapping[str, Markup]) -> Markup:
    """Who goes, and who stands where the company set out: a row for each counter, with what can be done about it."""
    hand = set(view["hand"])
    here = _places(view).get(view["hand"][0], "")
    pile = [key for key in view["stacks"].get(here, {"counters": []})["counters"] if key]
    rows = join(
        html(
            '<li data-key="unit-{}">{}<span><b>{}</b><small>{}</small></span>{}</li>',
            key,
            kit.counter(view["units"][key]),
            _name(key),
            "goes" if key in hand else "stays",
            buttons.get(key, NOTHING),
        )
        for key in (*view["hand"], *(key for key in pile if key not in hand))
        if key in view["units"]
    )
    return html('<ul class="units company">{}</ul>', rows)


def _where(name: str) -> str:
    return BOARD.where(INDEX[name])


def clicked(kit: TableDef, g: Game, area: str, unit: str, selected: str | None) -> Click:
    """What a click on a hex that is not lit asks for: a stack to take up, or why the company cannot go there."""
    if g.step == "movement" and not g.stands_in(area) and not g.stands_in(selected):
        return Click()  # an enemy's stack, or nobody's hex: looked at
    view = g.view(g.seat)
    stacks, player = view["stacks"], view["player"]
    own = area in stacks and stacks[area]["owner"] == player
    if g.step == "movement" and own:
        counters = stacks[area]["counters"]
        lead = _leader(g, counters, unit)
        if lead:
            return Click(lead=lead)
        return deeds.refused(g, f"lead {counters[0]}", f"Nobody at {_where(area)} can march.")
    if g.step == "march":
        here = _places(view)[view["hand"][0]]
        if area == here:
            return Click()
        other = _leader(g, stacks[area]["counters"], unit, halted=True) if own else ""
        if other:
            return Click(lead=other)
        far = INDEX[area] not in HEXES.beside[INDEX[here]]
        return deeds.refused(g, f"step {area}", f"{_where(area)} cannot be reached.", far=far)
    if g.step == "setup":
        return deeds.refused(g, f"place {area}", f"Not {_where(area)}.")
    return deeds.clicked(kit, g, view, area, selected)


def _halted(g: Game) -> Any:
    """The game after the company on the march has halted; itself where none marches or it may not halt."""
    if g.step != "march" or not g.verdict("halt"):
        return g
    after = g.copy()
    after.push("halt")
    return after


def _leader(g: Game, counters: Sequence[str], unit: str, halted: bool = False) -> str:
    """Who is taken up in a hex: the counter that was pointed at, else the first that can still march; `halted`: once the
    company on the march has halted."""
    can = _ready(_halted(g) if halted else g)
    ready = [key for key in counters if key in can]
    return unit if unit in ready else ready[0] if ready else ""


def leader_at(g: Game, area: str, unit: str) -> str:
    """Who is taken up by a click on a hex: of a stack of one's own in which nobody can march its top, so that the rules say
    why; "" where none of one's own stands."""
    view = g.view(g.seat)
    stack = view["stacks"].get(area)
    if stack is None or stack["owner"] != view["player"]:
        return ""
    counters = [key for key in stack["counters"] if key]
    return _leader(g, counters, unit) or (unit if unit in counters else counters[0])


def taken_up(g: Game, unit: str, advised: Sequence[str] = ()) -> tuple[str, ...]:
    """Who takes up a unit takes up those who are advised to go with it, else all of its stack that can come along; a company on
    the march halts first."""
    if unit not in BY_ID:
        return ()
    if advised and advised[0] == f"lead {unit}":
        return tuple(takewhile(lambda a: a.startswith(("lead ", "join ")), advised))
    before: tuple[str, ...] = ()
    if g.step == "march":
        g, before = _halted(g), ("halt",)
    view = g.view(g.seat)
    stack = view["stacks"].get(_places(view).get(unit, ""))
    if stack is None or stack["owner"] != view["player"]:
        return (*before, f"lead {unit}")
    room, can = view["stack_limit"] - COUNTS[BY_ID[unit]], _ready(g)
    others = []
    for key in stack["counters"]:
        if key != unit and key in can and COUNTS[BY_ID[key]] <= room:
            room -= COUNTS[BY_ID[key]]
            others.append(f"join {key}")
    return (*before, f"lead {unit}", *others)


_CHOICES: Final[Mapping[str, Callable[[Any, Any, Any, str | None], Choice]]] = {
    "setup": _setup, "movement": _movement, "march": _march,
}  # fmt: skip
