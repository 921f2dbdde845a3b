"""What is this? A small card on any counter, spell, word, phase, on the Turn Track or the Balance, made from a view.

A card tells what anybody may know who sees that view: what is printed on a counter, what it does, where it stands now.
"""

from __future__ import annotations

import tomllib
from collections.abc import Mapping
from functools import cache
from importlib.resources import files
from typing import Any, Final

from elric.tutor.definition import Card, Line
from elric.young_kingdoms.components import law, pieces, spells
from elric.young_kingdoms.components.pieces import ARMY, ARTIFACT, FLEET, HERO, KIND
from elric.young_kingdoms.magic import balance
from elric.young_kingdoms.position import words
from elric.young_kingdoms.teaching.glossary import GLOSSARY

Pair = tuple[str, ...]
View = Mapping[str, Any]

_KINDS: Final = {HERO: "personality", FLEET: "ships", ARMY: "army", ARTIFACT: "thing of power"}
_SIDES: Final = {
    "law": ("A spell of Law", "It pulls the Balance to Law.", ("16.1", "14.1")),
    "chaos": ("A spell of Chaos", "It pulls the Balance to Chaos.", ("16.2", "14.2")),
    "neutral": ("A neutral spell", "It pulls the Balance to the middle.", ("16.3", "14.3")),
    "immediate": ("Played at once", "It strikes as soon as somebody draws it.", ("9.3.1", "8.31")),
    "special": ("A special spell", "It moves no Balance.", ("9.3.2", "8.32")),
    "melnibonean": ("For Melniboneans only", "Others can only keep it for a muster.", ("9.3.3", "8.33")),
    "elric": ("For Elric only", "Others can only keep it for a muster.", ("9.3.4", "8.34")),
}


@cache
def _texts() -> dict[str, Any]:
    return tomllib.loads(files(__package__).joinpath("data/what.toml").read_text(encoding="utf-8"))


def what(thing: str, view: View) -> Card | None:
    """The card for "unit:yishana", "spell:arkyn", "term:siege", "phase:movement", "turn", "balance"; None for anything
    else, and for counters that are not on the board of this view."""
    kind, _, key = thing.partition(":")
    edition = str(view["edition"])
    if kind == "unit" and key in view["units"]:
        return _unit(key, view, edition)
    if kind == "spell" and key in spells.INDEX:
        return _spell(spells.INDEX[key], edition)
    if kind == "term":
        term = GLOSSARY.term(key)
        return (
            None if term is None else Card(term.name, "a word of the game", (_line(term.says, term.clause, edition),))
        )
    if kind == "phase":
        return _phase(key, edition)
    if thing == "turn":
        return _turn(view, edition)
    if thing == "balance":
        return _balance(view, edition)
    return None


def _line(says: str, pair: Pair, edition: str) -> Line:
    return Line(says, law.cite(pair, edition))


# ---- counters -------------------------------------------------------------------------------------------------------


def _unit(key: str, view: View, edition: str) -> Card:
    u, unit = pieces.INDEX[key], view["units"][key]
    rows: list[tuple[str, Pair]] = list(_figures(u))
    if key in _texts()["piece"]:
        own = _texts()["piece"][key]
        rows.append((own.get(edition, own["says"]), (own["clause"][0], own["clause"][1])))
    rows += _ways(u, edition)
    kind = _KINDS[KIND[u]]
    if pieces.MAGIC[u]:
        kind = "magician"
    if pieces.NATION[u] >= 0:
        kind += f" of {words.nation(pieces.NATION[u])}"
    lines = [_line(says, pair, edition) for says, pair in rows]
    return Card(words.cap(str(unit["name"])), f"{kind} · {_whose(unit, view)}", (*_now(u, unit), *lines))


def _whose(unit: Mapping[str, Any], view: View) -> str:
    if unit["owner"] is None:
        return "neutral"
    return next((str(p["name"]) for p in view["players"] if p["seat"] == unit["owner"]), f"player {unit['owner'] + 1}")


def _figures(u: int) -> list[tuple[str, Pair]]:
    """What is printed on the counter."""
    out: list[tuple[str, Pair]] = []
    value = pieces.COMBAT[u]
    if value and pieces.INFLUENCE[u]:
        out.append((f"({value}) in brackets counts for winning Elric, and not in battle.", ("3.2", "2.23")))
    elif value:
        out.append((f"Combat value {value}: what it adds to its side in battle.", ("10.4", "9.4")))
    if pieces.MAGIC[u]:
        held = "one spell" if pieces.MAGIC[u] == 1 else f"{words.number(pieces.MAGIC[u])} spells"
        out.append((f"Magic value {pieces.MAGIC[u]}: may hold {held} and lay one for a battle.", ("9.2", "8.2")))
    if KIND[u] == FLEET:
        room = pieces.CARRY[u]
        armies = "no army" if not room else "one army" if room == 1 else f"{words.number(room)} armies"
        out.append((f"Sails {pieces.MOVE[u]} seas a turn and carries {armies}.", ("7.3", "6.31")))
    return out


def _ways(u: int, edition: str) -> list[tuple[str, Pair]]:
    """The rules that matter for this sort of counter."""
    kind = KIND[u]
    if kind == ARMY:
        return [
            ("Without a leader it goes one province, inside its own country, and never attacks.", ("7.2", "6.21")),
            ("Lost, it can come back in its capital.", ("6.0", "5"))
            if not pieces.NATIONS[pieces.NATION[u]].horde
            else ("A horde has no replacements; when all of it is gone it can be mustered again.", ("11.0", "10.3")),
        ]
    if kind == FLEET:
        return [("It sails only with a personality aboard.", ("7.3", "6.32"))]
    if kind == ARTIFACT:
        if u == pieces.CHAOS_SHIELD and edition == "chaosium":
            return [("It goes with its bearer, and is lost with his whole stack.", ("16.8", "14.8"))]
        return [("It goes with its bearer, and is lost with him.", ("16.8", "14.8"))]
    out: list[tuple[str, Pair]] = [("Leads armies: four movement points a turn for all together.", ("7.2", "6.2"))]
    if pieces.FLIES[u]:
        out.append(("Has wings, and may fly instead of marching.", ("7.4.1", "6.41")))
    elif pieces.WALKS_SEA[u]:
        out.append(("Can walk on the sea.", ("7.3", "6.3")))
    if pieces.CONJURES[u]:
        out.append(
            (
                "May conjure: draw an unknown spell in the battle instead of laying one, and add no value of his own.",
                ("9.2", "8.22"),
            )
        )
    out.append(("Lost in battle, there is still one roll to escape.", ("10.8", "9.8")))
    return out


def _now(u: int, unit: Mapping[str, Any]) -> list[Line]:
    """What goes on with it at the moment."""
    out = []
    if unit["aboard"]:
        how = "Aboard" if KIND[pieces.INDEX[unit["aboard"]]] == FLEET else "With"
        out.append(Line(f"{how} {words.unit(pieces.INDEX[unit['aboard']])}."))
    if unit["spells"]:
        n = int(unit["spells"])
        out.append(Line(f"Holds {'a spell' if n == 1 else f'{words.number(n)} spells'} now."))
    if unit["spent"] and KIND[u] in (HERO, ARMY):
        out.append(Line(f"Has spent {words.points(int(unit['spent']))} this turn."))
    return out


# ---- spells ---------------------------------------------------------------------------------------------------------


def _spell(i: int, edition: str) -> Card:
    kind, pull, index = _SIDES[spells.ALIGNMENT_NAMES[i]]
    rows: list[tuple[str, Pair]] = []
    if spells.STRENGTH[i]:
        rows.append((f"In battle it adds {spells.STRENGTH[i]} to its side.", ("10.4", "9.4")))
    elif spells.BRACKETED[i]:
        rows.append((f"The ({spells.VALUE[i]}) in brackets adds nothing to a total.", ("9.2", "8.21")))
    if spells.EATER[i]:
        prey = "armies and fleets" if spells.EATS_ARMIES[i] and spells.EATS_FLEETS[i] else "armies"
        prey = prey if spells.EATS_ARMIES[i] else "fleets"
        where = " on land" if not spells.EATS_AT_SEA[i] else " at sea" if not spells.EATS_ON_LAND[i] else ""
        rows.append((f"It swallows the enemy's {prey}{where}; personalities may escape.", index))
    if spells.FLIES[i]:
        many = {1: "one personality", 2: "two personalities"}.get(spells.FLIES[i], "any number of personalities")
        more = f" and {words.number(spells.FLIES_ARMIES[i])} armies" if spells.FLIES_ARMIES[i] else ""
        rows.append((f"Used in movement, it flies {many}{more}.", ("7.4.2", "6.42")))
    if spells.ACTS[i]:
        own = _texts()["acts"][spells.ACTS[i]]
        rows.append((own.get(edition, own["says"]), (own["clause"][0], own["clause"][1])))
    rows.append((pull, ("9.4", "8.4") if spells.PULL[i] else index))
    if spells.MUSTERS[i]:
        calls = words.either([words.called(t) for t in spells.MUSTERS[i]])
        rows.append((f"Or spend it in the Muster phase to call {calls}.", ("11.0", "10")))
    return Card(str(spells.NAMES[i]), kind, tuple(_line(says, pair, edition) for says, pair in rows))


def spell_in_a_line(i: int, edition: str) -> str:
    """What a spell does, in the fewest words that tell it from the others.

    Source: [16.0] / 14, as `what` has it in full.
    """
    said = []
    if spells.STRENGTH[i]:
        said.append(f"+{spells.STRENGTH[i]} in battle.")
    if spells.EATER[i]:
        prey = "armies and fleets" if spells.EATS_ARMIES[i] and spells.EATS_FLEETS[i] else "armies"
        prey = prey if spells.EATS_ARMIES[i] else "fleets"
        where = " on land" if not spells.EATS_AT_SEA[i] else " at sea" if not spells.EATS_ON_LAND[i] else ""
        said.append(f"Swallows enemy {prey}{where}.")
    if spells.FLIES[i]:
        many = {1: "one personality", 2: "two personalities"}.get(spells.FLIES[i], "any personalities")
        more = f" and {words.number(spells.FLIES_ARMIES[i])} armies" if spells.FLIES_ARMIES[i] else ""
        said.append(f"Flies {many}{more}.")
    if spells.ACTS[i]:
        own = _texts()["acts"][spells.ACTS[i]]
        said.append(str(own.get(edition, own["says"])))
    return " ".join(said) or "For a muster only."


# ---- the course of the game -----------------------------------------------------------------------------------------

_PHASES: Final[dict[str, tuple[str, str, Pair]]] = {
    "replacement": ("Replacement", "Armies and fleets that were lost come back in their capitals.", ("5.0B", "4.2")),
    "movement": ("Movement", "Stacks march, sail and fly. Attacks are declared by going there.", ("5.0C", "4.3")),
    "search": (
        "Search",
        "Personalities in the wilderness look for hidden spells, friends and enemies.",
        ("5.0D", "4.4"),
    ),
    "magic": ("Magic", "Both sides lay spells face down for the battles that are coming.", ("5.0E", "4.5")),
    "combat": ("Combat", "Battles are fought: strength, walls, spells and a die on each side.", ("5.0F", "4.6")),
    "muster": ("Muster", "A spell may be spent to call a nation, a personality or a thing of power.", ("5.0G", "4.7")),
}


def _phase(key: str, edition: str) -> Card | None:
    if key not in _PHASES:
        return None
    title, says, pair = _PHASES[key]
    return Card(title, "a phase of the turn", (_line(says, pair, edition),))


def _turn(view: View, edition: str) -> Card:
    lines = [
        Line(f"This is turn {view['turn']} of {view['turns']}." if view["turn"] else "The game is being set up."),
        _line("In each turn every player goes through all the phases once.", ("5.0", "4.9"), edition),
        _line("After the last turn whoever has met the goal of the scenario wins.", ("5.0", "4.91"), edition),
    ]
    if view["balance"]["ends"]:
        lines.append(_line(f"The world ends with turn {view['balance']['ends']}.", ("13.4E", "12.44"), edition))
    return Card("The Turn Track", "how far the game is", tuple(lines))


def _balance(view: View, edition: str) -> Card:
    b = view["balance"]
    side = "Law" if b["at"] < 0 else "Chaos"
    if b["tipped"]:
        now = f"The world has tipped to {str(b['tipped']).title()}."
    elif b["at"]:
        left = b["arm"] - abs(b["at"]) + 1
        now = f"It leans {abs(b['at'])} to {side}: each spell of {side} is {b['bonus']} stronger. {left} more and the world tips."
    else:
        now = "It stands in the middle: no spell is stronger for it."
    return Card(
        "The Cosmic Balance",
        "between Law and Chaos",
        (
            _line(now, ("13.2", "12.2"), edition),
            _line("Each spell used moves it by its figure, to its own side; Neutral ones move it back.", ("13.1", "12.1"), edition),
            _line(
                f"Past its last box the world tips, and ends {words.number(balance.WORLD_END_TURNS)} turns later.",
                ("13.4", "12.4"),
                edition,
            ),
        ),
    )  # fmt: skip


__all__ = ["Card", "Line", "spell_in_a_line", "what"]
