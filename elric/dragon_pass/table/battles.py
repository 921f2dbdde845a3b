"""Battles on the panel: those that wait for their roll, and the last one told, with each counter's share and why; strokes and
requests that a die decides are told in the same way."""

from __future__ import annotations

from collections.abc import Collection, Iterable, Mapping
from fractions import Fraction
from typing import TYPE_CHECKING, Any, Final

from elric.dragon_pass.combat.factors import SCALE
from elric.dragon_pass.combat.results import duel
from elric.dragon_pass.combat.table import A_ELIM, COLUMNS, D_ELIM, dice_for
from elric.dragon_pass.components.board import BOARD, INDEX
from elric.dragon_pass.components.units import BY_ID, UNITS
from elric.dragon_pass.description.phrases import heard
from elric.dragon_pass.independents.peoples import PEOPLES
from elric.dragon_pass.position.story import sentence
from elric.dragon_pass.position.telling import factors
from elric.widgets.markup import NOTHING, Markup, html, join
from elric.widgets.panels import told
from elric.widgets.panels.controls import act, chip
from elric.widgets.plain_battle import last
from elric.widgets.telling import Beat, Figure, Side, Telling

if TYPE_CHECKING:
    from elric.widgets.definition import Names, View

__all__ = ["AFTER", "cards", "telling"]

# What belongs to a battle after its roll, and how it is told.
AFTER: Final[Mapping[str, str]] = {
    "died": "loss", "back": "after", "advance": "after", "wound": "fate", "scapegoat": "fate", "gift": "fate", "immune": "after",
}  # fmt: skip
_BEFORE: Final = ("cover", "shielded", "dragonfight", "giant tempted", "sought")
# What a die decides besides battles: its title, what its doer does, the clause, and what may come of it.
_FEATS: Final[Mapping[str, tuple[str, str, str, str]]] = {
    "asked": ("An emissary", "asks", "28.3", ""),
    "hailed": ("A call by a spell", "calls", "66.1", "One time in two it is heard; a refusal costs nothing."),
    "sought": ("In search of the Puppeteers", "searches", "48.8", "One time in two the Troupe itself is found."),
    "rivals": ("Emissaries meet", "meets a rival", "28.6", "Who loses is out of it, and in a trade both are."),
    "murder": ("The Assassins", "sends them", "46.3", "They strike at even odds: one time in three their victim dies."),
    "dragon die": ("A Dragonfight", "fights", "38.9", "Four dice in six kill the Dragon; four kill whom it fights, or Wound a Superhero."),
    "sacrifice": ("A sacrifice", "sacrifices", "39.6", "As many riders come as the die says; at a six none, and the magician dies."),
    "giant meets": ("A giant comes", "meets it", "40.1", "One time in two it joins, else it eats whom it meets."),
}  # fmt: skip


def cards(view: View, rolls: Collection[str], parts: Collection[str]) -> Markup:
    """The battles that wait: the strengths line by line where everybody in them lies open, and their buttons.

    Args:
        rolls: hexes of defenders whose battle can be rolled.  parts: hexes of attackers that can be taken back.
    """
    return join(_waiting(battle, rolls, parts) for battle in view["battles"])


def _waiting(battle: View, rolls: Collection[str], parts: Collection[str]) -> Markup:
    here, there = (" and ".join(BOARD.where(INDEX[h]) for h in battle[side]) for side in ("attackers", "defenders"))
    if battle["odds"] is None:
        inside = html(
            "<p>Who stands under the top counter is seen when the first battle is rolled. {}</p>", chip("7.6")
        )
    else:
        both = [
            tuple(
                _figure(UNITS[BY_ID[line["counter"]]].name, line["parts"], line["why"])
                for line in battle["lines"]
                if line["attacks"] == side
            )
            for side in (True, False)
        ]
        totals = tuple(Fraction(round(battle[side] * SCALE), SCALE) for side in ("attack", "defence"))
        inside = html(
            '{}<p class="odds"><b>Odds {}</b> {}</p>', told.sums(Beat("sums", "", sums=(both[0], both[1]), totals=totals)), battle["odds"],
            chip("12.2"),
        )  # fmt: skip
    target = next((h for h in battle["defenders"] if h in rolls), "")
    roll = act(f"roll {target}", "Roll this battle", kind="wide primary") if target else NOTHING
    part = join(
        act(f"part {h}", f"Take {BOARD.where(INDEX[h])} back", kind="wide quiet")
        for h in battle["attackers"]
        if h in parts
    )
    return html(
        '<div class="card"><h3>{}</h3>{}<div class="btns column">{}{}</div></div>',
        f"{here or 'Magic'} against {there}",
        inside,
        roll,
        part,
    )


def _figure(name: str, parts: int, why: Iterable[Any]) -> Figure:
    """One counter's line: its name, what made its share, and the clause of the last that did."""
    reasons = [(str(words).removesuffix(f" of {name}"), str(clause)) for words, clause in why]
    told_why = "; ".join(words for words, _ in reasons)
    return Figure(
        f"{name}: {told_why}" if told_why else name, Fraction(parts, SCALE), reasons[-1][1] if reasons else ""
    )


def telling(story: list[dict[str, Any]], names: Names, sides: Collection[int]) -> Telling | None:
    """The last battle, stroke or request: who does what, each side's sum line by line, the die with what it could have been, and
    what came of it."""
    found = last(story, ("battle", *_FEATS), AFTER, _BEFORE)
    if found is None:
        return None
    begin, at, end = found
    first = story[at]
    seat = first["seat"]
    other = next((k for k in sides if k != seat), 0)
    before = [Beat("spell", words) for e in story[begin:at] if (words := sentence(e, names))]
    after = [Beat(AFTER[e["kind"]], words) for e in story[at + 1 : end] if (words := sentence(e, names))]
    if first["kind"] in _FEATS:
        title, does, clause, may = _FEATS[first["kind"]]
        people = next((k for k, people in enumerate(PEOPLES) if people.name == first.get("people")), -1)
        if first["kind"] == "asked":
            may = f"Beforehand: {heard(first['unit'], people, names[seat])}."
        asked = (
            Side(PEOPLES[people].name, "is asked")
            if people >= 0
            else Side(names.get(other, "Nobody"), "suffers it", other)
        )
        beats = (
            *before,
            Beat("opens", may, clause=clause),
            Beat("result", sentence(first, names), dice=_die(first)),
            *after,
        )
        return Telling(at, end, title, (Side(names[seat], does, seat), asked), beats)
    magic, where = first.get("magic"), BOARD.where(first["hex"])
    both = tuple(
        tuple(
            _figure(UNITS[unit].name, parts, why)
            for unit, attacks, parts, why, _ in first.get("lines", ())
            if bool(attacks) == side
        )
        for side in (True, False)
    )
    totals = tuple(Fraction(first[side], SCALE) for side in ("attack", "defence"))
    does = "sallies out" if first["sally"] else "casts" if magic else "attacks"
    beats = (
        Beat("opens", f"{names[seat]} {does} at {where}.", side=0, clause="21.2" if magic else "13.9" if first["sally"] else "12.3"),
        *before,
        Beat(
            "sums", f"{factors(first['attack'])} against {factors(first['defence'])}.", sums=(both[0], both[1]), totals=totals,
            clause="12.2",
        ),
        Beat("result", _result(first), dice=_die(first), clause="12.4"),
        *after,
    )  # fmt: skip
    return Telling(
        at, end, f"{'Magic' if magic else 'Battle'} at {where}",
        (Side(names[seat], does, seat), Side(names.get(other, "Nobody"), "defends", other)), beats,
    )  # fmt: skip


def _die(event: Mapping[str, Any]) -> tuple[int, ...]:
    return (event["die"],) if event["die"] else ()


def _result(event: Mapping[str, Any]) -> str:
    """What the table says, from the sentence of the rules, and how likely it was beforehand."""
    said = sentence(event, {}).rpartition(": ")[2]
    if not event["die"]:
        return f"Odds {event['odds']}, no die is needed: {said}"
    return f"Odds {event['odds']}, the die is a {event['die']}: {said} {_chance(event)}"


def _chance(event: Mapping[str, Any]) -> str:
    """How many of the six dice say the same; in a duel, which is rolled until one is hurt [18.6], of those that hurt."""
    column = COLUMNS.index(event["odds"])
    if duel(event["attackers"], event["defenders"]):
        struck, paid = dice_for(column, D_ELIM), dice_for(column, A_ELIM)
        return f"They roll until one is hurt: in {struck} of {struck + paid} such rolls the defender."
    same = dice_for(column, event["result"])
    return "One die in six does that: luck." if same == 1 else f"{_DICE[same]} dice in six do that."


_DICE: Final = ("", "One", "Two", "Three", "Four", "Five", "All")
