"""Decisions on the page: a counter is taken up by a click and walks by a click; tasks are buttons with their price; Bolts and
teleports are aimed at the map; in a contested hex both attacks stand line by line."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from typing import TYPE_CHECKING, Any, Final

from elric.kernel.notation import ActionError
from elric.kernel.steps import Action
from elric.sorcerer.components.board import BOARD, HEXES, INDEX
from elric.sorcerer.components.colors import NAMES
from elric.sorcerer.components.notation import CREATURE_WORDS, NOTATION, SIDE_WORDS, VERBS
from elric.sorcerer.components.units import BY_ID, SORCERERS, UNITS
from elric.sorcerer.game import Game
from elric.sorcerer.magic.bolts import PRICE as BOLT
from elric.sorcerer.table import told
from elric.sorcerer.table.counters import name
from elric.sorcerer.teaching.what import ground as lies
from elric.widgets.choice import Choice, Click
from elric.widgets.markup import NOTHING, Markup, html, join
from elric.widgets.panels.controls import act, chip, do

if TYPE_CHECKING:
    from elric.widgets.definition import TableDef, View

__all__ = ["aimed", "choice", "clicked", "says", "taken_up"]

_MOST: Final = 24  # buttons on the panel
AIMED: Final[Mapping[str, str]] = {"bolt": "Fling a Bolt …", "teleport": "Teleport …"}
_STEPS: Final[Mapping[str, tuple[str, str, str]]] = {
    "prime": ("Your Prime Sorcerer", "Choose who you are: whoever loses him is out of the game.", "16.1"),
    "paint": ("Your fortresses", "Choose a color for each in secret: both are shown together.", "18.44"),
    "excess": ("Too many stand together", "They cannot leave: choose who is given up.", "10.1"),
    "whirl": ("The vortexes run", "Choose which of them runs next.", "8.16"),
    "losses": ("A step is lost", "Choose who loses it: magical units come first.", "13.6"),
    "shield": ("A Bolt flies at you", "Several Sorcerers are there: choose who takes part.", "10.3"),
    "ambush": ("Men in hiding", "They may come out, and a surprise strikes with twice its strength.", "19.24"),
    "emerge": ("Men in hiding", "They may come out now.", "19.24"),
    "lurk": ("Assassins", "One of them may fall upon a Sorcerer.", "23.2"),
    "spoil": ("Assassins", "One of yours may come out against it.", "23.6"),
}  # fmt: skip


def choice(kit: TableDef, g: Game, view: View, selected: str | None) -> Choice:
    """What can be done now, with a hex chosen or without, as the seat that decides sees it."""
    special = _CHOICES.get(g.step)
    return special(kit, g, view, selected) if special else _any(kit, g, view, selected)


def card(title: str, says_: str, clause: str, rows: Iterable[Markup] = (), more: Markup = NOTHING) -> Markup:
    """The card of a decision: what it is, what to do, what there is to know, and its buttons."""
    rows = list(rows)
    rest = len(rows) - _MOST
    tail = html('<p class="quiet-words">{} more on the map: choose a hex.</p>', rest) if rest > 0 else NOTHING
    return html(
        '<div class="card"><h3>{}</h3><p>{} {}</p>{}<div class="btns column">{}</div>{}</div>',
        title, says_, chip(clause), more, join(rows[:_MOST]), tail,
    )  # fmt: skip


def says(g: Game, a: Action) -> str:
    """An action as its button says it: hexes by their city, counters by name, sides by their player."""
    shown = []
    for word, kind in zip(NOTATION.text(a).split()[1:], VERBS[a.verb].takes, strict=True):
        if kind == "hex":
            shown.append(BOARD.city_name(INDEX[word]))
        elif kind == "unit":
            shown.append(name(UNITS[BY_ID[word]]))
        elif kind == "side":
            shown.append(side(g, SIDE_WORDS.index(word)))
        else:
            shown.append({"demon": "demonic infantry"}.get(word, word))
    text = VERBS[a.verb].says.format(*shown)
    return text[:1].upper() + text[1:]


def side(g: Game, number: int) -> str:
    """What a side is called."""
    return str(g.definition.names(g.scenario, ())[number])


def _priced(g: Game, view: View, a: Action) -> str:
    """What a task costs, of how much."""
    points = g.price(a)
    return f"{points} of {view['points_left'].get(view['hand'][0], 0)} points" if points else ""


def _where(view: View) -> dict[str, str]:
    """The hex of each counter that the viewer sees."""
    return {key: unit["at"] for key, unit in view["units"].items()}


def _any(kit: TableDef, g: Game, view: View, selected: str | None) -> Choice:
    """A decision about hexes or counters: each a button, and lit on the map where that is plain."""
    c, places = Choice(), _where(view)
    rows = []
    by_hex: dict[str, list[str]] = {}
    for a in g.legal_actions():
        text, label = NOTATION.text(a), says(g, a)
        if VERBS[a.verb].closes:
            c.foot.append(act(text, label, kind="primary", hotkey="e"))
            continue
        rows.append(act(text, label, kind="wide"))
        kinds, words = VERBS[a.verb].takes, text.split()[1:]
        spot = next(
            (w if k == "hex" else places.get(w, "") for w, k in zip(words, kinds, strict=True) if k in ("hex", "unit")),
            "",
        )
        if spot:
            by_hex.setdefault(spot, []).append(text)
    for spot, texts in by_hex.items():
        if len(texts) == 1:
            c.areas[spot] = (texts[0],)
        c.marks[spot] = "target"
    title, words_, clause = _STEPS.get(g.step, (str(g.step).capitalize(), "Choose.", ""))
    c.html = card(title, words_, "23.2" if clause == "19.24" and g.scenario.story != "stones" else clause, rows)
    return c


def _deploy(kit: TableDef, g: Game, view: View, selected: str | None) -> Choice:
    """Which counter comes next, and where it may stand or hide."""
    c, waiting = Choice(), view["to_place"]
    hides = []
    for a in g.legal_actions():
        text = NOTATION.text(a)
        spot = HEXES.names[a.args[0]]
        if a.verb == "hide":
            hides.append(act(text, says(g, a), kind="wide quiet"))
        if a.verb == "place" or spot not in c.areas:
            c.areas[spot] = (text,)
            c.marks[spot] = "reach"
    rows = [do("rest", f"Place all {len(waiting)} by lot", kind="wide"), *hides]
    says_ = f"{len(waiting)} wait. Choose a lit hex."
    c.html = card(f"Place {name(UNITS[BY_ID[waiting[0]]])}", says_, g.scenario.clause, rows)
    return c


def _movement(kit: TableDef, g: Game, view: View, selected: str | None) -> Choice:
    """Who goes next."""
    c, places = Choice(), _where(view)
    ready: dict[str, list[str]] = {}
    for a in g.legal_actions():
        if a.verb == "end":
            c.foot.append(act("end", "End the movement", kind="primary", hotkey="e"))
        elif UNITS[a.args[0]].id in places:
            ready.setdefault(places[UNITS[a.args[0]].id], []).append(UNITS[a.args[0]].id)
    c.marks = dict.fromkeys(ready, "ready")
    rows = [_take(view, key) for key in ready.get(selected or "", ())]
    if not rows:
        rows = [_take(view, key) for keys in ready.values() for key in keys if SORCERERS >> BY_ID[key] & 1]
    says_ = "Choose a counter of yours, then the hex where it shall go. Sorcerers conjure, fling Bolts and turn the ground where they stand."
    c.html = html("{}{}", card("Movement and conjuration", says_, "6.0", rows), _on(g, selected, view))
    return c


def _take(view: View, key: str) -> Markup:
    where = BOARD.city_name(INDEX[view["units"][key]["at"]])
    left = view["points_left"].get(key, 0)
    return act(
        f"take {key}",
        f"{view['units'][key]['name']}, {where}",
        kind="wide",
        small=f"{left} point{'' if left == 1 else 's'} left",
    )


def _on(g: Game, area: str | None, view: View) -> Markup:
    """The circle of the colors on a hex, as the seat that decides reads it."""
    if not area or area not in INDEX or g.seat is None:
        return NOTHING
    return html(
        '<details class="card" data-key="wheel" open><summary>What a color is worth in {}</summary>{}</details>',
        BOARD.city_name(INDEX[area]), told.wheel(view, area, g.seat, g.rules.white_augmentation),
    )  # fmt: skip


def _march(kit: TableDef, g: Game, view: View, selected: str | None) -> Choice:
    """Where those in hand may go, what the Sorcerer may do where he stands, and how many points are left."""
    c, hand = Choice(), view["moving"]
    here = view["units"][hand[0]]["at"]
    casts = bool(SORCERERS >> BY_ID[hand[0]] & 1)
    tasks: list[Markup] = []
    buttons: dict[str, Markup] = {}
    along: list[str] = []
    aims: dict[str, None] = {}
    steps: set[str] = set()
    for a in g.legal_actions():
        text = NOTATION.text(a)
        if a.verb == "step":
            steps.add(text)
        elif a.verb == "halt":
            c.foot.append(act("halt", "Halt here", kind="primary", hotkey="h"))
            c.foot.append(do("several", "End the movement", "halt;end", kind="quiet", hotkey="e"))
        elif a.verb in AIMED:
            aims[a.verb] = None
        elif a.verb in ("take", "drop"):
            short = "Take along" if a.verb == "take" else "Leave here"
            buttons[UNITS[a.args[0]].id] = act(text, short, kind="small quiet")
            along += [text] if a.verb == "take" else []
        else:
            tasks.append(act(text, says(g, a), kind="wide", small=_priced(g, view, a)))
    for spot, way in g.ways().items():
        if way[0] in steps:
            c.areas[spot], c.marks[spot] = way, "reach"
            if spot in view["vortexes"]:
                c.marks[spot] = "reach zone"
                c.warns[spot] = "a vortex is there: it strikes whoever goes in"
    c.marks.setdefault(here, "from")
    rows = [do("aim", AIMED[verb], verb, kind="wide") for verb in aims] + tasks
    if len(along) > 1:
        rows.append(do("several", "Take everybody here along", ";".join(along), kind="wide quiet"))
    title = " and ".join(view["units"][key]["name"] for key in hand)
    points = join(told.budget(view["units"][key], view["points_left"].get(key, 0)) for key in hand)
    company = _company(kit, view, here, buttons)
    first = card(title, "Choose a lit hex, or a task." if casts else "Choose a lit hex.", "6.0", rows, points + company)
    c.html = html("{}{}{}", first, _closed(g, view, here) if casts else NOTHING, _on(g, here, view))
    return c


def _closed(g: Game, view: View, here: str) -> Markup:
    """The great tasks that cannot be done now, with their prices: a press tells why."""
    powers = UNITS[BY_ID[view["hand"][0]]].powers
    mine = [word for c, word in enumerate(NAMES) if powers >> c & 1]
    ground = NAMES[lies(view, here)]
    color = ground if ground in mine else next(iter(mine), NAMES[0])
    legal = {NOTATION.text(a) for a in g.legal_actions()}
    tasks = (*(f"conjure {word} {color}" for word in CREATURE_WORDS), "vortex", "unpin", "mend", f"convert {color}")
    rows = [
        act(text, says(g, a), kind="wide quiet", legal=False, small=_priced(g, view, a))
        for text in tasks if text not in legal for a in (NOTATION.parse(text),)
    ]  # fmt: skip
    if not rows:
        return NOTHING
    return html(
        '<details data-key="closed"><summary>What he cannot do now ({})</summary><div class="btns column">{}</div></details>', len(rows),
        join(rows),
    )  # fmt: skip


def _company(kit: TableDef, view: View, here: str, buttons: Mapping[str, Markup]) -> Markup:
    """Who goes and who stays of those who stand there, with what can be done about it."""
    hand = set(view["moving"])
    rows = [
        html(
            '<li data-key="unit-{}">{}<span><b>{}</b><small>{}</small></span>{}</li>', key, kit.counter(unit), unit["name"],
            "goes" if key in hand else "stays", buttons.get(key, NOTHING),
        )
        for key, unit in view["units"].items() if unit["at"] == here and (key in hand or key in buttons)
    ]  # fmt: skip
    return html('<ul class="units company">{}</ul>', join(rows)) if len(rows) > 1 else NOTHING


def aimed(kit: TableDef, g: Game, view: View, verb: str) -> Choice | None:
    """The hexes at which a Bolt or a teleport can be aimed, lit; None where it cannot be."""
    legal = [a for a in g.legal_actions() if a.verb == verb] if verb in AIMED and g.step == "march" else []
    if not legal:
        return None
    c, rows = Choice(), []
    for a in legal:
        text, spot = NOTATION.text(a), HEXES.names[a.args[0]]
        if spot not in c.areas:
            c.areas[spot], c.marks[spot] = (text,), "fight" if verb == "bolt" else "reach"
        if verb == "bolt":
            rows.append(act(text, says(g, a), kind="wide", small=told.chances(g.bolt(a))))
    back = do("aim", "Not now", kind="quiet", hotkey="Escape")
    words, clause = f"Choose a lit hex. {_priced(g, view, legal[0])}.", "7.0" if verb == "bolt" else "6.2"
    c.html = card(AIMED[verb].removesuffix(" …"), words, clause, rows, html('<div class="btns">{}</div>', back))
    return c


def _volley(kit: TableDef, g: Game, view: View, selected: str | None) -> Choice:
    """A Bolt is announced: who joins, and what comes of it."""
    c = Choice()
    spot, other = g.aim()
    joins = [a for a in g.legal_actions() if a.verb == "join"]
    rows = [act(NOTATION.text(a), says(g, a), kind="wide", small=f"{BOLT} points") for a in joins]
    c.foot.append(act("fling", "Fling it", kind="primary", hotkey="f"))
    c.marks[spot] = "fight"
    sums = told.clash(g.bolt(), "The Bolt", side(g, other))
    c.html = card(
        f"A Bolt at {BOARD.city_name(INDEX[spot])}", "Others of the same color may join it.", "7.12", rows, sums
    )
    return c


def _declare(kit: TableDef, g: Game, view: View, selected: str | None) -> Choice:
    """For each contested hex: who takes part, whom to attack, and both attacks line by line."""
    c, places = Choice(), _where(view)
    by_hex: dict[str, list[Action]] = {}
    for a in g.legal_actions():
        spot = places[UNITS[a.args[0]].id] if a.verb == "lead" else HEXES.names[a.args[0]]
        by_hex.setdefault(spot, []).append(a)
    for spot, actions in by_hex.items():
        c.marks[spot] = "fight"
        strikes = [a for a in actions if a.verb != "hold"]
        if len(strikes) == 1 and strikes[0].verb == "attack":
            c.areas[spot] = (NOTATION.text(strikes[0]),)
    look = selected if selected in by_hex else next(iter(by_hex))
    intro = card(
        "Joint combat", "All declare, then all dice fall, and what comes of them falls on everybody at once.", "13.0"
    )
    c.html = html("{}{}{}", intro, join(_contest(g, spot, some) for spot, some in by_hex.items()), _on(g, look, view))
    return c


def _contest(g: Game, spot: str, actions: Sequence[Action]) -> Markup:
    """One contested hex."""
    rows = [act(NOTATION.text(a), says(g, a), kind="wide" if a.verb != "hold" else "wide quiet") for a in actions]
    mine = g.seat or 0  # somebody decides: there are actions to show
    both, us = [], side(g, mine)
    for other in g.opponents(spot):
        them = side(g, other)
        both.append(html("<h4>{} attacks</h4>{}", us, told.clash(g.meeting(mine, spot, other), us, them)))
        back = told.clash(g.meeting(other, spot, mine), them, us)
        both.append(
            html('<details data-key="back-{}-{}"><summary>If {} attacks</summary>{}</details>', spot, other, them, back)
        )
    words = "Both sides may strike; nobody sees what the other has chosen."
    return card(f"In {BOARD.city_name(INDEX[spot])}", words, "13.1", rows, join(both))


def taken_up(g: Game, unit: str, advised: Sequence[str] = ()) -> tuple[str, ...]:
    """The actions that take a counter up; whoever is in hand halts first."""
    if unit not in BY_ID:
        return ()
    return ("halt", f"take {unit}") if g.step == "march" else (f"take {unit}",)


def leader_at(g: Game, view: View, area: str, unit: str) -> str:
    """Who a click on a hex takes up: the one pointed at, else the strongest there that can still go; "" for none of one's own."""
    left = view["points_left"]
    here = [key for key, row in view["units"].items() if row["at"] == area and row["owner"] == view["player"]]
    able = {UNITS[a.args[0]].id for a in g.legal_actions() if a.verb == "take"} if g.step == "movement" else set(here)
    ready = [key for key in here if key in able and left.get(key, 0) > 0]
    if unit in here and (unit in ready or not ready):
        return unit
    return max(ready or here, key=lambda key: (SORCERERS >> BY_ID[key] & 1, UNITS[BY_ID[key]].strength[0]), default="")


def clicked(kit: TableDef, g: Game, view: View, area: str, unit: str, selected: str | None) -> Click:
    """What a click on a hex that is not lit asks for: a counter to take up, or why it cannot be gone to."""
    where = BOARD.city_name(INDEX[area])
    if g.step == "movement":
        return Click(lead=leader_at(g, view, area, unit))
    if g.step == "march":
        here = view["units"][view["moving"][0]]["at"]
        if area == here:
            return Click()
        if other := leader_at(g, view, area, unit):
            return Click(lead=other)
        far = INDEX[area] not in HEXES.neighbours[INDEX[here]]
        return _refused(g, f"step {area}", f"{where} cannot be reached.", far=far)
    return _refused(g, f"place {area}", f"Not {where}.") if g.step == "deploy" else Click()


def _refused(g: Game, text: str, headline: str, far: bool = False) -> Click:
    try:
        said = g.verdict(text)
    except ActionError:
        return Click()
    return Click() if said else Click(headline=headline, reasons=said.reasons, far=far, stay=True)


_CHOICES: Final[Mapping[str, Callable[[Any, Any, Any, str | None], Choice]]] = {
    "deploy": _deploy, "movement": _movement, "march": _march, "volley": _volley, "declare": _declare,
}  # fmt: skip
