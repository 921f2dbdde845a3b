"""Battles on the panel: those that wait for their roll, and the last one told, with each counter's share and why."""

from __future__ import annotations

from collections.abc import Collection, Iterable, Mapping
from fractions import Fraction
from typing import TYPE_CHECKING, Any, Final

from elric.dragon_pass.combat.factors import SCALE
from elric.dragon_pass.components.board import BOARD, INDEX
from elric.dragon_pass.components.units import BY_ID, UNITS
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
_BEFORE: Final = ("cover", "gift", "dragonfight", "shielded", "dragon die", "giant tempted", "sought")


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
    """The last battle: who attacks, each side's sum line by line, the die, what the table says and what came of it."""
    found = last(story, "battle", AFTER, _BEFORE)
    if found is None:
        return None
    begin, at, end = found
    first = story[at]
    seat, magic = first["seat"], first.get("magic")
    other = next((k for k in sides if k != seat), 0)
    where = BOARD.where(first["hex"])
    lines = first.get("lines", ())
    both = tuple(
        tuple(_figure(UNITS[unit].name, parts, why) for unit, attacks, parts, why, _ in lines if bool(attacks) == side)
        for side in (True, False)
    )
    totals = tuple(Fraction(first[side], SCALE) for side in ("attack", "defence"))
    does = "sallies out" if first["sally"] else "casts" if magic else "attacks"
    beats = [
        Beat("opens", f"{names[seat]} {does} at {where}.", side=0, clause="21.2" if magic else "13.9" if first["sally"] else "12.3"),
        *(Beat("spell", words) for e in story[begin:at] if (words := sentence(e, names))),
        Beat(
            "sums", f"{factors(first['attack'])} against {factors(first['defence'])}.", sums=(both[0], both[1]), totals=totals,
            clause="12.2",
        ),
        Beat("result", _result(first), dice=(first["die"],) if first["die"] else (), clause="12.4"),
        *(Beat(AFTER[e["kind"]], words) for e in story[at + 1 : end] if (words := sentence(e, names))),
    ]  # fmt: skip
    return Telling(
        at, end, f"{'Magic' if magic else 'Battle'} at {where}",
        (Side(names[seat], does, seat), Side(names.get(other, "Nobody"), "defends", other)), tuple(beats),
    )  # fmt: skip


def _result(event: Mapping[str, Any]) -> str:
    """What the table says, from the sentence of the rules."""
    said = sentence(event, {}).rpartition(": ")[2]
    die = f"the die is a {event['die']}" if event["die"] else "no die is needed"
    return f"Odds {event['odds']}, {die}: {said}"
