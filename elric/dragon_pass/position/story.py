"""What happened, as sentences, and who may read what of it."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from fractions import Fraction
from typing import Any, Final

from elric.dragon_pass.combat.factors import DAYS, SCALE
from elric.dragon_pass.components.board import BOARD
from elric.dragon_pass.components.units import SIDE_NAMES, UNITS
from elric.kernel import views
from elric.kernel.views import Readers, readers

# Which counters march or fall back below the top is for their owner; those who fight lie open.
DECLARED: Final[dict[str, Readers]] = {
    "first": readers("seat"),
    "placed": readers("seat hex", "unit"),
    "turn": readers("turn day"),
    "day": readers("seat day"),
    "arrives": readers("seat units hex"),
    "storm": readers("seat hex"),
    "tempest": readers("seat"),
    "flood": readers("hexes"),
    "washed": readers("seat units hex"),
    "asked": readers("seat unit people die granted"),
    "gift": readers("seat die"),
    "hound": readers("seat hex"),
    "cloak": readers("seat hex"),
    "summoned": readers("seat count"),
    "horse": readers("seat units"),
    "pillar": readers("seat hexes"),
    "sacrifice": readers("seat unit by die"),
    "cover": readers("seat units"),
    "immune": readers("seat hex"),
    "move": readers("seat turn"),
    "top": readers("seat hex unit"),
    "force": readers("seat"),
    "march": readers("seat hex to_hex count top drift", "units"),
    "divided": readers("seat links"),
    "battle": readers("seat attackers defenders attack defence odds die result hex sally magic"),
    "wound": readers("seat unit count"),
    "scapegoat": readers("seat unit hunter"),
    "died": readers("seat units hex how"),
    "back": readers("seat hex to_hex count", "units"),
    "advance": readers("seat units hex to_hex count"),
    "over": readers("words"),
}

_RESULTS: Final = {
    "A elim": "the attackers are destroyed",
    "A bk 1": "the attackers are driven back",
    "Trade": "both sides lose alike",
    "D bk 1": "the defenders are driven back",
    "D elim": "the defenders are destroyed",
}


def redact(events: Iterable[Mapping[str, Any]], seat: int | None) -> list[dict[str, Any]]:
    """Events as one seat may read them: what concerns its own counters whole."""
    return views.redact(({**e, "to": e.get("to", (e["seat"],) if "seat" in e else ())} for e in events), seat, DECLARED)


def listed(units: Iterable[int]) -> str:
    """Names of counters in a row."""
    names = [UNITS[u].name for u in units]
    return names[0] if len(names) == 1 else f"{', '.join(names[:-1])} and {names[-1]}"


def factors(parts: int) -> str:
    """A strength in words: 23, 4½."""
    value = Fraction(parts, SCALE)
    whole, rest = divmod(value, 1)
    mark = {
        Fraction(0): "",
        Fraction(1, 2): "½",
        Fraction(1, 3): "⅓",
        Fraction(2, 3): "⅔",
        Fraction(1, 4): "¼",
        Fraction(3, 4): "¾",
    }
    return f"{whole}{mark[rest]}" if rest in mark and (whole or not rest) else mark.get(rest, f"{float(value):.2f}")


def sentence(e: Mapping[str, Any], names: Mapping[int, str]) -> str:
    """One event in words; empty for those not worth a sentence."""
    kind = e["kind"]
    who = names.get(e.get("seat", -9), SIDE_NAMES[e["seat"]] if 0 <= e.get("seat", -9) < len(SIDE_NAMES) else "")
    if kind == "first":
        return f"{who} moves first."
    if kind == "turn":
        return f"Turn {e['turn']} begins" + (f": {DAYS[e['day']]} day." if e.get("day", -1) >= 0 else ".")
    if kind == "day":
        return f"{who} chooses the day: {DAYS[e['day']]}."
    if kind == "cover":
        return f"{listed(e['units'])} covers the target with magic."
    if kind == "immune":
        return f"No magic touches the stack at {BOARD.where(e['hex'])}."
    if kind == "force":
        return f"{who} orders a forced march."
    if kind == "march":
        company = listed(e["units"]) if "units" in e else _company(e)
        return f"{company} {'drifts' if e['drift'] else 'marches'} to {BOARD.where(e['to_hex'])}."
    if kind == "battle":
        lead = "sallies out against" if e["sally"] else "casts at" if e.get("magic") else "attacks"
        rolled = f"a die of {e['die']}" if e["die"] else "no die is needed"
        return (f"{who} {lead} {listed(e['defenders'])} at {BOARD.where(e['hex'])}: {factors(e['attack'])} against "
                f"{factors(e['defence'])}, odds {e['odds']}; {rolled}: {_RESULTS[e['result']]}.")  # fmt: skip
    if kind == "died":
        how = {"driven": " with no way back", "trade": " in the trade"}.get(e["how"], "")
        return f"{listed(e['units'])} {'is' if len(e['units']) == 1 else 'are'} lost{how}."
    if kind == "wound":
        return f"{UNITS[e['unit']].name} takes a Wound, the {('first', 'second', 'third', 'fourth', 'fifth')[e['count'] - 1]}."
    if kind == "scapegoat":
        return f"{UNITS[e['unit']].name} is the Scapegoat, and {UNITS[e['hunter']].name} will hunt it."
    if kind == "back":
        company = listed(e["units"]) if "units" in e else "A stack"
        return f"{company} falls back to {BOARD.where(e['to_hex'])}."
    if kind == "advance":
        return f"{listed(e['units'])} moves into {BOARD.where(e['to_hex'])}."
    return str(e["words"]) if kind == "over" else _power(e, who)


def _company(e: Mapping[str, Any]) -> str:
    top = UNITS[e["top"]].name
    more = e["count"] - 1
    return f"{top} with {more} more" if more else top


def _power(e: Mapping[str, Any], who: str) -> str:
    """What exotics and Independents do, in words."""
    kind = e["kind"]
    if kind == "arrives":
        return f"{listed(e['units'])} arrives at {BOARD.where(e['hex'])}."
    if kind == "storm":
        return f"The Stormwalkers bring a storm down on {BOARD.where(e['hex'])}."
    if kind == "tempest":
        return "The Stormwalkers call up a storm over the whole land, for three days."
    if kind == "flood":
        return "The rivers flood their banks."
    if kind == "washed":
        return f"{listed(e['units'])} is washed down the river."
    if kind == "asked":
        answer = "and is heard: they are allies now" if e["granted"] else "and is refused"
        return f"{UNITS[e['unit']].name} asks {e['people']} for help, rolls {e['die']}, {answer}."
    if kind == "summoned":
        return f"Sartar calls the Barbarian Horde: {e['count']} units."
    if kind == "hound":
        return "Sir Ethilrist lets the Hound loose."
    if kind == "cloak":
        return f"The Cloak of Darkness falls around {BOARD.where(e['hex'])}."
    if kind == "gift":
        return f"The Dwarf's luck is a {e['die']}."
    if kind == "horse":
        return "Ironhoof bids the enemy's horses stand."
    if kind == "pillar":
        return f"Cragspider's Pillar of Fire burns at {BOARD.where(e['hexes'][0])}."
    if kind == "sacrifice":
        return f"{UNITS[e['by']].name} sacrifices {UNITS[e['unit']].name} at the Ivory Plinth and rolls {e['die']}."
    return ""
