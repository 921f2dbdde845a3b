"""Decisions that are made by pointing: a stack of one's own, then the hex it is aimed at; by buttons the same.

An action of the game names where it comes from (a hex, or the counter that does it) and where it goes (a hex), or one of the
two. What comes from somewhere is lit as ready; whoever is chosen lights what he may aim at, and a click there does it. All of
it stands on the panel as buttons too, so that nothing needs a mouse.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from typing import TYPE_CHECKING, Final, NamedTuple

from elric.dragon_pass.components.board import BOARD, INDEX
from elric.dragon_pass.components.notation import NOTATION, VERBS, Action
from elric.dragon_pass.components.units import BY_ID, UNITS
from elric.dragon_pass.game import Game
from elric.dragon_pass.table import battles
from elric.kernel.notation import ActionError
from elric.widgets.choice import Choice, Click
from elric.widgets.markup import NOTHING, Markup, html, join
from elric.widgets.panels.controls import act, chip, do

if TYPE_CHECKING:
    from elric.widgets.definition import TableDef, View

__all__ = ["AIMED", "MOST", "Deed", "aimed", "aims", "card", "choice", "clicked", "deeds", "refused"]

MOST: Final = 24  # buttons on the panel
# What a click on a target does first, where a stack could do several things to it.
_SPELLS: Final = ("aim", "stretch", "assist", "cast")
_PLACES: Final = ("capital", "crack")  # of these the place is meant, not who stands there
_FIRST: Final = ("assign", "aim", "cast", "stretch", "assist")
# What the button of a stack that is chosen says.
_AT: Final[Mapping[str, str]] = {
    "assign": "Attack {}", "aim": "Cast at {}", "stretch": "Reach further, and cast at {}", "assist": "Cast with the swords at {}",
}  # fmt: skip
_STEPS: Final[Mapping[str, tuple[str, str, str]]] = {
    "early": (
        "Early magic",
        "Choose a stack that can cast, then its target. Who casts now will not march in this Move.",
        "7.2",
    ),
    "combat": ("Divide the battle", "Choose a stack of yours, then the enemy it attacks or casts at.", "14.2"),
    "cover": (
        "Your stack is a target of magic",
        "A magician of yours in range may cover it: its magic then defends.",
        "21.5",
    ),
    "back": ("They fall back", "Choose the lit hex to which they go.", "12.7"),
    "pay": ("The price of a trade", "Choose who is lost.", "12.6"),
    "advance": ("The way is free", "Who has won may move in.", "14.1"),
    "sally": ("The enemy passes your walls", "Send out whom you like and strike, or let them pass.", "13.9"),
    "choose right": ("The higher die is yours", "Move first, or choose the day on which the game begins.", "69.1"),
    "choose day": ("The day of the moon", "Choose the day on which the game begins.", "20.1"),
    "muster": ("Units arrive", "Place them on a lit hex.", "64.1"),
    "envoys": ("Emissaries", "Send an emissary to a people; the other side does not see to whom.", "28.6"),
    "scapegoat": ("Somebody is to blame", "Choose who is the Scapegoat.", "18.1"),
    "fracture": ("The earth breaks on", "Choose where the crack goes.", "42.4"),
    "dragon cancel": ("A Dragon comes down", "A Dragon of yours may turn it away.", "38.6"),
    "price": ("The Assassins are paid", "Choose who is given for it.", "46.3"),
    "capital": ("A capital", "Choose the city that is yours.", "69.2"),
    "conquest": ("A ruler is beaten", "Take what is left of the army over, or leave it to its ruler.", "69.2"),
    "friend": ("A Best Friend", "Choose who rides with Androgeus.", "47.1"),
}


# Powers that reach over much of the board: their button comes first, and then their hexes are lit.
AIMED: Final[Mapping[str, str]] = {
    "storm": "Bring a storm down …", "quake": "Break the earth, eight hexes …", "rift": "Tear the earth open, five hexes …",
    "settle": "Let the Sylphs settle …", "murder": "Set the Assassins on somebody …", "appear": "Let an Illusion appear …",
    "call": "Call the Runners …",
}  # fmt: skip


class Deed(NamedTuple):
    """An action as the map sees it.

    Attributes:
        text: the action in the notation.  verb: its first word.  label: what its button says.
        start: the hex from where it is done, "" for none.  target: the hex at which it is aimed, "" for none.
        note: what everybody can see to be wrong with it, behind its label.
    """

    text: str
    verb: str
    label: str
    start: str
    target: str
    note: str = ""


def _with_hexes(g: Game, view: View) -> Iterator[tuple[Action, str, str, str]]:
    """Every legal action with its text, the hex where it starts and the one it is aimed at; "" for none."""
    places = {key: h for h, stack in view["stacks"].items() for key in stack["counters"] if key}
    for a in g.legal_actions():
        text = NOTATION.text(a)
        kinds, words = VERBS[a.verb].takes, text.split()[1:]
        hexes = [word for word, kind in zip(words, kinds, strict=True) if kind == "hex"]
        units = [word for word, kind in zip(words, kinds, strict=True) if kind == "unit"]
        start = hexes[0] if len(hexes) > 1 else places.get(units[0], "") if units else ""
        yield a, text, start, hexes[-1] if hexes and hexes[-1] != start else ""


def deeds(kit: TableDef, g: Game, view: View) -> list[Deed]:
    """Every legal action, with its hexes."""
    out = []
    for a, text, start, target in _with_hexes(g, view):
        kinds, label = VERBS[a.verb].takes, kit.says(g, a)
        if kinds == ("hex", "hex"):
            label = VERBS[a.verb].says.format(_stack(view, start), _stack(view, target))
        elif kinds == ("hex",) and a.verb not in _PLACES and target in view["stacks"]:
            label = VERBS[a.verb].says.format(_stack(view, target))
        lost = a.verb in _SPELLS and g.immune(target)
        note = ": no magic touches them" if lost else ""
        out.append(Deed(text, a.verb, label + note, start, target, note))
    return out


def aims(every: Iterable[str]) -> list[Markup]:
    """A button for each power that is aimed at the map, of the verbs that can be used."""
    return [do("aim", AIMED[verb], verb, kind="wide") for verb in dict.fromkeys(every) if verb in AIMED]


def aimed(kit: TableDef, g: Game, view: View, verb: str) -> Choice | None:
    """The hexes at which a power can be aimed, lit; None where it cannot be used."""
    every = [deed for deed in deeds(kit, g, view) if deed.verb == verb and deed.target] if verb in AIMED else []
    if not every:
        return None
    c = Choice()
    for deed in every:
        _light(c, deed.target, deed.text, kit.mark(verb))
    rows = [act(deed.text, deed.label, kind="wide") for deed in every]
    back = do("aim", "Not now", kind="quiet", hotkey="Escape")
    c.html = card(
        AIMED[verb].removesuffix(" …"), "Choose a lit hex.", "", rows, html('<div class="btns">{}</div>', back)
    )
    return c


def choice(kit: TableDef, g: Game, view: View, selected: str | None) -> Choice:
    """What can be done now, as the map lights it and as buttons."""
    c, every = Choice(), deeds(kit, g, view)
    powers = aims(deed.verb for deed in every)
    every = [deed for deed in every if deed.verb not in AIMED]
    starts = _starts(every)
    chosen = selected if selected in starts else ""
    # actions that the map offers too come last: there may be more of them than a panel holds
    rows: list[Markup] = []
    on_map: list[Markup] = []
    for deed in sorted(every, key=lambda deed: _FIRST.index(deed.verb) if deed.verb in _FIRST else len(_FIRST)):
        if deed.start in starts and deed.start != chosen:
            c.marks.setdefault(deed.start, "ready")
        elif VERBS[deed.verb].closes and not deed.target:
            c.foot.append(act(deed.text, _ends(deed, g.step), kind="primary", hotkey="e"))
        elif deed.start and deed.target:
            if deed.start == chosen:
                _light(c, deed.target, deed.text, kit.mark(deed.verb))
                short = _AT[deed.verb].format(_stack(view, deed.target)) + deed.note if deed.verb in _AT else deed.label
                on_map.append(act(deed.text, short, kind="wide"))
        elif deed.target:
            if not chosen and deed.verb not in ("part", "withdraw"):
                _light(c, deed.target, deed.text, kit.mark(deed.verb))
            if not (deed.verb in ("roll", "part") and view["battles"]):  # the battle's own card has these
                on_map.append(act(deed.text, deed.label, kind="wide"))
        else:
            if deed.start:
                c.marks.setdefault(deed.start, "ready")
            rows.append(act(deed.text, deed.label, kind="wide"))
    if not chosen:
        on_map += [
            do("area", f"Choose {_stack(view, start)}", start, kind="wide quiet", look=start) for start in starts
        ]
    if not chosen:
        rows += powers
    _single(c, every)
    title, says, clause = _STEPS.get(g.step, (str(g.step).capitalize(), "Choose.", ""))
    for caster, target, _ in view["spells"] if g.step == "cover" else ():
        c.marks[target] = "target"
        says = f"{_stack(view, caster)} casts at {_stack(view, target)}. {says}"
    if g.step == "muster" and view["to_place"]:
        title = f"Place {UNITS[BY_ID[view['to_place'][0]]].name}"
    if g.step == "cover" and not any(deed.target for deed in every):
        says = "Nobody of yours can cover it. You are asked all the same: else the other side would learn that."
        clause = "7.6"
    if g.step == "combat":
        title, says, clause = _combat(view, every, chosen, starts)
        c.foot += _next_roll(view, every)
    elif chosen:
        says = f"{_stack(view, chosen)}: choose the target on the map, or here."
    waiting = battles.cards(
        view, {d.target for d in every if d.verb == "roll"}, {d.target for d in every if d.verb == "part"}
    )
    c.html = html(
        "{}{}",
        card(
            title,
            says,
            clause,
            [*on_map, *rows] if chosen else [*rows, *on_map],
            most=len(rows) + (len(on_map) if chosen else MOST),
        ),
        waiting,
    )
    return c


def _starts(every: Sequence[Deed]) -> dict[str, None]:
    """The hexes to choose first: where something is aimed from, and, where more can be done than a panel holds, where anything
    is done from."""
    crowded = len(every) > MOST
    return dict.fromkeys(deed.start for deed in every if deed.start and (deed.target or crowded))


def _light(c: Choice, area: str, text: str, mark: str) -> None:
    if area not in c.areas:
        c.areas[area] = (text,)
        c.marks[area] = mark


def _single(c: Choice, every: Sequence[Deed]) -> None:
    """Where every answer is about one counter (who is lost, who is to blame), a click on a hex with one of them gives it."""
    if any(deed.target for deed in every):
        return
    by_hex: dict[str, list[str]] = {}
    for deed in every:
        if deed.start:
            by_hex.setdefault(deed.start, []).append(deed.text)
    for area, texts in by_hex.items():
        if len(texts) == 1:
            _light(c, area, texts[0], "target")


def _combat(view: View, every: Sequence[Deed], chosen: str, starts: Mapping[str, None]) -> tuple[str, str, str]:
    """What the combat phase waits for: a title, what to do, and its clause."""
    verbs = {deed.verb for deed in every}
    swords = bool(verbs & {"assign", "part"})
    title, clause = ("Divide the battle", "14.2") if swords else ("Magic and powers", "7.4")
    if chosen:
        return title, f"{_stack(view, chosen)}: choose whom, on the map or here.", clause
    if "roll" in verbs and swords:
        return (
            "Everybody has a target",
            "Roll battle by battle, or change who fights whom: the first roll settles it.",
            "14.2",
        )
    if "roll" in verbs:
        return "Roll the battles", "Who fights whom is settled. They are rolled one by one, in any order.", "12.3"
    if swords:
        return (
            title,
            "Choose a stack of yours, then the enemy it attacks. Every enemy in your zones must be attacked.",
            clause,
        )
    if starts:
        return title, "No swords must be crossed. Choose a stack that can cast or act, then its target.", clause
    return "Combat", "No swords must be crossed.", "7.4"


def _next_roll(view: View, every: Sequence[Deed]) -> list[Markup]:
    """The button that rolls the first battle that waits, where it can be rolled."""
    rolls = {deed.target: deed.text for deed in every if deed.verb == "roll"}
    for battle in view["battles"]:
        at = next((h for h in battle["defenders"] if h in rolls), "")
        if at:
            more = sum(any(h in rolls for h in other["defenders"]) for other in view["battles"]) > 1
            return [
                act(
                    rolls[at],
                    f"Roll: {BOARD.where(INDEX[at])}" if more else "Roll the battle",
                    kind="primary",
                    hotkey="r",
                    key="next-roll",
                )
            ]
    return []


def _ends(deed: Deed, step: str) -> str:
    ends = {"early": "End early magic", "combat": "End the combat", "muster": "That is all", "envoys": "That is all"}
    return ends.get(step, deed.label) if deed.verb == "done" else deed.label


def _stack(view: View, area: str) -> str:
    """A stack in words: its top counter, how many more, and where."""
    counters = view["stacks"].get(area, {"counters": ()})["counters"]
    where = BOARD.where(INDEX[area])
    if not counters or not counters[0]:
        return where
    more = len(counters) - 1
    return f"{UNITS[BY_ID[counters[0]]].name}{f' and {more} more' if more else ''} at {where}"


def card(
    title: str, says: str, clause: str, rows: Iterable[Markup] = (), more: Markup = NOTHING, most: int = MOST
) -> Markup:
    """The card of a decision: what it is, what to do, and its buttons, `most` of them."""
    rows = list(rows)
    left = len(rows) - most
    rest = html('<p class="quiet-words">{} more on the map: choose a hex.</p>', left) if left > 0 else NOTHING
    return html('<div class="card"><h3>{}</h3><p>{} {}</p>{}<div class="btns column">{}</div>{}</div>',
                title, says, chip(clause), more, join(rows[:most]), rest)  # fmt: skip


def clicked(kit: TableDef, g: Game, view: View, area: str, selected: str | None) -> Click:
    """A click on a hex that is not lit: another stack to choose, or why the one that is chosen cannot do that there."""
    found = _with_hexes(g, view)
    every = [Deed(text, a.verb, "", start, target) for a, text, start, target in found if a.verb not in AIMED]
    starts = _starts(every)
    if area in starts or selected == area:
        return Click()
    where = BOARD.where(INDEX[area])
    stacks, player = view["stacks"], view["player"]
    enemy = area in stacks and stacks[area]["owner"] != player
    own = selected in stacks and stacks[selected]["owner"] == player
    if own and (enemy or selected in starts):
        verbs = list(dict.fromkeys(deed.verb for deed in every if deed.start == selected and deed.target))
        for verb in verbs or ["assign"]:
            if VERBS[verb].takes == ("hex", "hex"):
                return refused(g, f"{verb} {selected} {area}", f"{_stack(view, str(selected))}: not {where}.")
    if not starts:
        for verb in dict.fromkeys(deed.verb for deed in every if deed.target):
            if VERBS[verb].takes == ("hex",):
                return refused(g, f"{verb} {area}", f"Not {where}.")
    return Click()


def refused(g: Game, text: str, headline: str, far: bool = False) -> Click:
    """Why an action cannot be done; nothing where it can, or where it is none."""
    try:
        said = g.verdict(text)
    except ActionError:
        return Click()
    return Click(headline=headline, reasons=said.reasons, far=far, stay=True) if not said else Click()
