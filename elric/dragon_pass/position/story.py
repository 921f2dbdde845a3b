"""What happened, as sentences, and who may read what of it."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from fractions import Fraction
from typing import Any, Final

from elric.dragon_pass.combat.factors import DAYS, SCALE
from elric.dragon_pass.components.board import BOARD
from elric.dragon_pass.components.units import SIDE_NAMES, UNITS
from elric.kernel.views import Readers, readers

# Only the owner is told which counters march or retreat below the top one; those who fight are revealed.
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
    "hailed": readers("seat unit people die granted"),
    "turned": readers("seat people"),
    "leaves": readers("seat hex count", "units"),
    "returns": readers("seat hex count", "units"),
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
    "battle": readers("seat attackers defenders attack defence odds die result hex sally magic lines"),
    "rivals": readers("seat units die"),
    "jealous": readers("seat people"),
    "capital": readers("seat hex"),
    "friend": readers("seat unit"),
    "conquered": readers("seat victim"),
    "spared": readers("seat victim"),
    "peace": readers("seat other made"),
    "war": readers("seat other"),
    "giant": readers("unit hex"),
    "giant meets": readers("unit hex die seat"),
    "giant tempted": readers("unit hex die seat"),
    "feast": readers("unit hex die seat"),
    "vanished": readers("seat hex"),
    "swapped": readers("seat hex to_hex"),
    "sought": readers("seat unit die"),
    "settled": readers("seat hex"),
    "freed": readers("seat hex"),
    "quake": readers("seat hexes"),
    "hired": readers("seat"),
    "murder": readers("seat unit hex die"),
    "dragonfight": readers("seat unit hex"),
    "dragon die": readers("seat unit die"),
    "cancelled": readers("seat units"),
    "shielded": readers("seat unit hex"),
    "wound": readers("seat unit count"),
    "scapegoat": readers("seat unit hunter"),
    "died": readers("seat units hex how"),
    "back": readers("seat hex to_hex count", "units"),
    "advance": readers("seat units hex to_hex count"),
    "over": readers("words"),
}

_NAMED: Final = 4  # of those who arrive together, as many are named
_RESULTS: Final = {
    "A elim": "the attackers are destroyed",
    "A bk 1": "the attackers are driven back",
    "Trade": "the weaker side is destroyed, and the other loses at least as much",
    "D bk 1": "the defenders are driven back",
    "D elim": "the defenders are destroyed",
}


def listed(units: Iterable[int]) -> str:
    """Names of counters in a row."""
    names = [UNITS[u].name for u in units]
    return names[0] if len(names) == 1 else f"{', '.join(names[:-1])} and {names[-1]}"


def many(units: Sequence[int]) -> bool:
    """Whether counters are spoken of as of several: two of them, or one whose name is a plural."""
    name = UNITS[units[0]].name
    return len(units) > 1 or (name.endswith("s") and not name.endswith(("'s", "’s", "ss", "ius")))


def does(units: Sequence[int], one: str, several: str) -> str:
    """Counters in a row and what they do: "Starkin falls", "Goatkin and Starkin fall"."""
    return f"{listed(units)} {several if many(units) else one}"


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


def sentence(event: Mapping[str, Any], names: Mapping[int, str]) -> str:
    """One event in words; empty for those not worth a sentence."""
    kind = event["kind"]
    who = names.get(
        event.get("seat", -9), SIDE_NAMES[event["seat"]] if 0 <= event.get("seat", -9) < len(SIDE_NAMES) else ""
    )
    if kind == "first":
        return f"{who} moves first."
    if kind == "turn":
        return f"Turn {event['turn']} begins" + (f": {DAYS[event['day']]} day." if event.get("day", -1) >= 0 else ".")
    if kind == "day":
        return f"{who} chooses the day: {DAYS[event['day']]}."
    if kind == "cover":
        return f"{does(event['units'], 'covers', 'cover')} the target with magic."
    if kind == "immune":
        return f"No magic touches the stack at {BOARD.where(event['hex'])}."
    if kind == "force":
        return f"{who} orders a forced march."
    if kind == "march":
        verbs = ("drifts", "drift") if event["drift"] else ("marches", "march")
        company = does(event["units"], *verbs) if "units" in event else f"{_company(event)} {verbs[0]}"
        return f"{company} to {BOARD.where(event['to_hex'])}."
    if kind == "battle":
        lead = "sallies out against" if event["sally"] else "casts at" if event.get("magic") else "attacks"
        rolled = f"a die of {event['die']}" if event["die"] else "no die is needed"
        # whoever casts loses nothing in a trade with those who have no magic (21.2): what comes of it is told next
        result = "a trade" if event.get("magic") and event["result"] == "Trade" else _RESULTS[event["result"]]
        return (f"{who} {lead} {listed(event['defenders'])} at {BOARD.where(event['hex'])}: {factors(event['attack'])} against "
                f"{factors(event['defence'])}, odds {event['odds']}; {rolled}: {result}.")  # fmt: skip
    if kind == "died":
        how = {"driven": ": there is no way back", "trade": " in the trade"}.get(event["how"], "")
        return f"{does(event['units'], 'is', 'are')} lost{how}."
    if kind == "wound":
        return f"{UNITS[event['unit']].name} takes a Wound, the {('first', 'second', 'third', 'fourth', 'fifth')[event['count'] - 1]}."
    if kind == "scapegoat":
        return f"{UNITS[event['unit']].name} is the Scapegoat, and {UNITS[event['hunter']].name} will hunt it."
    if kind == "back":
        company = does(event["units"], "falls", "fall") if "units" in event else "A stack falls"
        return f"{company} back to {BOARD.where(event['to_hex'])}."
    if kind == "advance":
        return f"{does(event['units'], 'moves', 'move')} into {BOARD.where(event['to_hex'])}."
    return str(event["words"]) if kind == "over" else _power(event, who)


def _company(e: Mapping[str, Any]) -> str:
    top = UNITS[e["top"]].name
    more = e["count"] - 1
    return f"{top} with {more} more" if more else top


def _power(event: Mapping[str, Any], who: str) -> str:
    """What exotics and Independents do, in words."""
    kind = event["kind"]
    if kind == "arrives":
        units, where = event["units"], f" at {BOARD.where(event['hex'])}" if event["hex"] >= 0 else ""
        if len(units) > _NAMED:
            return f"{', '.join(UNITS[u].name for u in units[: _NAMED - 1])} and {len(units) - _NAMED + 1} more arrive{where}."
        return f"{does(units, 'arrives', 'arrive')}{where}."
    if kind == "storm":
        return f"The Stormwalkers bring a storm down on {BOARD.where(event['hex'])}."
    if kind == "rivals":
        return f"Two emissaries meet: {listed(event['units'])} fight it out first."
    if kind == "jealous":
        return f"Their land has been entered: {event['people']} joins {who}."
    if kind == "capital":
        return f"{who} takes {BOARD.where(event['hex'])} for its capital."
    if kind == "friend":
        return f"{UNITS[event['unit']].name} is the Best Friend of Androgeus."
    if kind == "conquered":
        return f"{who} has taken a capital, and commands the beaten army of {SIDE_NAMES[event['victim']]}."
    if kind == "spared":
        return f"{who} has taken a capital, and leaves {SIDE_NAMES[event['victim']]} its army."
    if kind == "peace":
        other = SIDE_NAMES[event["other"]]
        return f"{who} and {other} are at peace." if event["made"] else f"{who} offers peace to {other}."
    if kind == "war":
        return f"{who} takes back its word to {SIDE_NAMES[event['other']]}."
    if kind == "giant":
        return f"The smell of the dead draws {UNITS[event['unit']].name} down to {BOARD.where(event['hex'])}."
    if kind == "giant meets":
        end = "it is an ally now" if event["die"] % 2 else "it eats them"
        return f"{UNITS[event['unit']].name} reaches {BOARD.where(event['hex'])}; a die of {event['die']}: {end}."
    if kind == "giant tempted":
        end = "it changes sides" if event["die"] % 2 else "it fights on"
        return f"{who} calls to {UNITS[event['unit']].name}; a die of {event['die']}: {end}."
    if kind == "feast":
        return f"{UNITS[event['unit']].name} falls upon the zombies, with a die of {event['die']}."
    if kind == "vanished":
        return f"An Illusion vanishes at {BOARD.where(event['hex'])}."
    if kind == "swapped":
        return (
            f"The Troupe and an Illusion change places: {BOARD.where(event['hex'])} and {BOARD.where(event['to_hex'])}."
        )
    if kind == "sought":
        found = "finds the Troupe itself" if event["die"] % 2 else "finds only an Illusion"
        return f"{UNITS[event['unit']].name} looks for the Puppeteers, rolls {event['die']} and {found}."
    if kind == "settled":
        return f"The Sylphs settle on {BOARD.where(event['hex'])}."
    if kind == "freed":
        return f"The stack at {BOARD.where(event['hex'])} is free of the Sylphs."
    if kind == "quake":
        return f"The earth breaks open from {BOARD.where(event['hexes'][0])} to {BOARD.where(event['hexes'][-1])}."
    if kind == "hired":
        return f"{who} buys the Assassins."
    if kind == "murder":
        return (
            f"Assassins strike at {UNITS[event['unit']].name} in {BOARD.where(event['hex'])} and roll {event['die']}."
        )
    if kind == "dragonfight":
        return f"{UNITS[event['unit']].name} comes down to fight at {BOARD.where(event['hex'])}."
    if kind == "dragon die":
        return f"The Dragonfight's die is a {event['die']}."
    if kind == "cancelled":
        return f"{listed(event['units'])} turn away from each other and go home."
    if kind == "shielded":
        return f"{UNITS[event['unit']].name} flies to {BOARD.where(event['hex'])} and shields the target."
    if kind == "tempest":
        return "The Stormwalkers call up a storm over the whole land, for three days."
    if kind == "flood":
        return "The rivers flood their banks."
    if kind == "washed":
        return f"{does(event['units'], 'is', 'are')} washed down the river."
    if kind == "asked":
        answer = "and is heard: they are allies now" if event["granted"] else "and is refused"
        return f"{UNITS[event['unit']].name} asks {event['people']} for help, rolls {event['die']}, {answer}."
    if kind == "hailed":
        answer = "and is heard: they are allies now" if event["granted"] else "and is not heard"
        return f"{UNITS[event['unit']].name} calls to {event['people']} by a spell, rolls {event['die']}, {answer}."
    if kind == "turned":
        return f"{event['people']} goes over to {who}, who holds its Temple."
    if kind in ("leaves", "returns"):
        them = listed(event["units"]) if "units" in event else "A counter"
        return f"{them} {'leaves the board' if kind == 'leaves' else 'comes back'} at {BOARD.where(event['hex'])}."
    if kind == "summoned":
        return f"{who} calls the Barbarian Horde: {event['count']} units."
    if kind == "hound":
        return "Sir Ethilrist lets the Hound loose."
    if kind == "cloak":
        return f"The Cloak of Darkness falls around {BOARD.where(event['hex'])}."
    if kind == "gift":
        return f"The Dwarf's luck is a {event['die']}."
    if kind == "horse":
        return "Ironhoof bids the enemy's horses stand."
    if kind == "pillar":
        return f"Cragspider's Pillar of Fire burns at {BOARD.where(event['hexes'][0])}."
    if kind == "sacrifice":
        return f"{UNITS[event['by']].name} sacrifices {UNITS[event['unit']].name} at the Ivory Plinth and rolls {event['die']}."
    return ""
