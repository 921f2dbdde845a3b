"""The story of a game: events as sentences, of which each seat reads what it may know."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from typing import Any, Final

from elric.kernel.views import redact
from elric.young_kingdoms.combat.battle import TABLE
from elric.young_kingdoms.components import pieces, words
from elric.young_kingdoms.components.board import BOARD, SEA
from elric.young_kingdoms.components.scenarios import Scenario
from elric.young_kingdoms.components.words import cap
from elric.young_kingdoms.position.events import READERS
from elric.young_kingdoms.position.state import MOVEMENT, NEUTRAL, State

Event = Mapping[str, Any]


Names = Mapping[int, str]


def _seat(e: Event, names: Names, key: str = "seat") -> words.Noun:
    o = e[key]
    return words.name(names[o]) if o < NEUTRAL and o in names else words.owner(o)


def _spell(e: Event) -> words.Noun:
    return words.spell(e["spell"]) if "spell" in e and e["spell"] >= 0 else words.Noun("a spell")


def _move(verbs: str, to: Callable[[int], str] = lambda a: f"to {words.area(a)}") -> Callable[[Event, Names], str]:
    return lambda e, n: f"{words.units(e['units']):{verbs}} from {words.area(e['area'])} {to(e['to_area'])}."


def sides(e: Event, names: Names) -> tuple[words.Noun, words.Noun]:
    """Who attacks and who defends in a battle: players, the creature of a spell, the people of a city or a seat without
    a name."""
    attacker = words.spell(e["monster"]) if e["monster"] >= 0 else _attacker(e, names)
    if e["defender"] in names:
        return attacker, words.name(names[e["defender"]])
    what = "people" if BOARD.city[e["area"]] else "defenders"
    return attacker, words.Noun(f"the {what} of {words.area(e['area'])}", many=True)


def _attacker(e: Event, names: Names) -> words.Noun:
    known = e["attacker"] in names
    return words.name(names[e["attacker"]]) if known else words.Noun("the attackers", many=True)


def _battle(event: Event, names: Names) -> str:
    who, foe = sides(event, names)
    ours, theirs = event["sums"]
    ra, rb = event["rolls"][-1]
    ties = len(event["rolls"]) - 1
    again = f" (after {words.number(ties)} tie{'' if ties == 1 else 's'})" if ties else ""
    won = f"{words.cap(foe if event['loser'] == 0 else who):wins|win} by {event['difference']}"
    place = words.area(event["area"])
    if event["fell"]:
        end = f"{won}, and {place:falls|fall}."
    elif event["loser"] == 1 and event["wall"]:
        end = f"{won}, but the walls of {place} hold."
    else:
        end = f"{won}: {_came(TABLE[event['row']].losses)}."
    return f"Battle {words.inside(event['area'])}: {who:has|have} {ours} + die {ra} = {ours + ra}, {foe:has|have} {theirs} + die {rb} = {theirs + rb}{again}. {end}"


def _came(losses: int) -> str:
    """What a row of the results table does to the losers."""
    if losses < 0:
        return "the losers are eliminated"
    return f"the losers retreat and lose {losses}" if losses else "the losers retreat without loss"


def _lost(e: Event, names: Names) -> str:
    parts = []
    if e["units"]:
        parts.append(f"{words.units(e['units']):is|are} lost")
    if e["heroes"]:
        parts.append(f"{words.units(e['heroes'])} must try to escape")
    return ", and ".join(parts) + "." if parts else ""


def _nation(e: Event, names: Names) -> str:
    """A nation that serves a player; nothing when the player goes by its name."""
    nation, seat = words.nation(e["nation"]), _seat(e, names)
    if nation == seat:
        return ""
    return (
        f"{nation:rises|rise} for {seat}."
        if pieces.NATIONS[e["nation"]].horde
        else f"{nation:stands|stand} with {seat}."
    )


def _falls_apart(e: Event, names: Names) -> str:
    leaves = (
        f"{words.nation(e['nation']):has lost all its leaders and leaves|have lost all their leaders and leave} the war"
    )
    return f"{leaves}: {words.units(e['units']):goes|go} off the map." if e["units"] else f"{leaves}."


def _search(e: Event, names: Names) -> str:
    what = ("hidden magic", "friends", "the enemy", "the place")[e["what"]]
    return (
        f"A search for {what} {words.inside(e['area'])}: die {e['roll']}, {_at_least(e['need'])} was needed. "
        f"{'Found!' if e['ok'] else 'Nothing.'}"
    )


def _throws(e: Event, names: Names) -> str:
    return words.listed([f"{_seat({'seat': o}, names):throws|throw} {roll}" for o, roll in e["rolls"]])


def _passes(e: Event) -> str:
    won = e["mine"] + e["rolls"][0] > e["guard"] + e["rolls"][1]
    return "The way is open." if won else "The way stays shut."


def _goes_back(e: Event, names: Names) -> str:
    if e["seat"] >= NEUTRAL:
        return f"{words.area(e['area']):is|are} neutral again"
    return f"{words.area(e['area']):goes|go} back to {_seat(e, names)}"


def _count(n: int, what: str) -> words.Noun:
    return words.Noun(f"{words.number(n)} {what}{'' if n == 1 else 's'}", n != 1)


def _at_least(n: int) -> str:
    return "a 6" if n == 6 else f"{n} or more"


def _at_most(n: int) -> str:
    return "a 1" if n == 1 else f"{n} or less"


def _phase(e: Event, names: Names) -> str:
    return f"{_seat(e, names):begins|begin} to move." if e["phase"] == MOVEMENT else ""


# What the Tower does with whoever enters it, by the die.
_TOWER: Final = (
    "",
    *("There is no way back.",) * 3,
    *("The way out is found again.",) * 2,
    "Two spells are found, and a nightmare.",
)

_TELL: Final[dict[str, Callable[[Event, Names], str]]] = {
    "first roll": lambda e, n: f"Dice for the first turn: {_throws(e, n)}.",
    "spells hidden": lambda e, n: f"{_count(len(e['areas']), 'spell'):is|are} hidden in the wild places of the world.",
    "group": lambda e, n: f"{_seat(e, n):takes|take} the field.",
    "nation": _nation,
    "harbour": lambda e, n: f"The fleets of {words.nation(e['nation'])} lie {words.inside(e['area'])}.",
    "drew": lambda e, n: f"{words.unit(e['unit']):draws|draw} {_spell(e)}.",
    "redrawn": lambda e, n: f"{words.unit(e['unit']):draws|draw} {_spell(e)}, which goes back for another.",
    "took": lambda e, n: f"{words.unit(e['unit']):takes|take} {_spell(e)}.",
    "found": lambda e, n: f"{_seat(e, n):finds|find} {_spell(e)} {words.inside(e['area'])}.",
    "discarded": lambda e, n: f"{_spell(e):is|are} discarded.",
    "cast": lambda e, n: f"{words.unit(e['unit']):lays|lay} {_spell(e)} face down {words.inside(e['area'])}.",
    "conjure": lambda e, n: f"{words.unit(e['unit'])} will conjure {words.inside(e['area'])}.",
    "conjured": lambda e, n: f"{words.unit(e['unit']):conjures|conjure} {_spell(e)}.",
    "revealed": lambda e, n: f"{words.unit(e['unit']):reveals|reveal} {_spell(e)}.",
    "dispelled": lambda e, n: f"{_spell(e):is|are} dispelled.",
    "shielded": lambda e, n: f"The Chaos Shield turns {_spell(e)} aside.",
    "balo": lambda e, n: f"Balo rolls {e['roll']}: {'he plays along' if e['roll'] % 2 else 'nothing happens'}.",
    "given": lambda e, n: f"{words.unit(e['unit']):hands|hand} {_spell(e)} to {words.unit(e['to_unit'])}.",
    "sacrificed": lambda e, n: (
        f"{words.unit(e['unit']):gives|give} up {_spell(e)} for the Balance: {e['sum']} of {e['needed']}."
    ),
    "horn": lambda e, n: (
        f"Elric blows the Horn of Fate{': die ' + str(e['roll']) if e['roll'] else ' for the third time'}. {'The world ends.' if e['ends'] else 'The Balance is set right.'}"
    ),
    "restored": lambda e, n: "The Cosmic Balance is restored.",
    "tipped": lambda e, n: (
        f"The Balance tips over to {'Law' if e['side'] < 0 else 'Chaos'}! The world will end with turn {e['ends']} unless it is set right."
    ),
    "balance": lambda e, n: f"The Cosmic Balance now stands {_balance(e['at'])}.",
    "refilled": lambda e, n: (
        f"{_count(e['count'], 'discarded spell'):goes|go} back into the container." if e["count"] else ""
    ),
    "raised": lambda e, n: f"{words.unit(e['unit']):is|are} raised {words.inside(e['area'])}.",
    "step": _move("marches|march"),
    "march": _move("marches|march"),
    "sail": _move("sails|sail"),
    "land": _move("lands|land", words.inside),
    "fly": _move("flies|fly"),
    "home": _move("drifts home|drift home"),
    "attack": lambda e, n: f"{words.units(e['units']):attacks|attack} {words.area(e['to_area'])}.",
    "board": lambda e, n: f"{words.units(e['units']):goes|go} aboard {words.unit(e['ship'])}.",
    "ashore": lambda e, n: (
        f"{words.units(e['units']):leaves|leave} the ship {words.inside(e['area'])}."
        if BOARD.kind[e["area"]] == SEA
        else f"{words.units(e['units']):steps|step} ashore {words.inside(e['area'])}."
    ),
    "peril": lambda e, n: (
        f"{words.unit(e['unit']):braves|brave} {words.area(e['sea'])}: die {e['roll']}, {_at_most(e['target'])} was needed. {'Safe.' if e['ok'] else 'Lost.'}"
    ),
    "overload": lambda e, n: f"{words.unit(e['unit']):is overloaded, and sinks|are overloaded, and sink}.",
    "skyship": lambda e, n: (
        f"{_spell(e):braves|brave} {words.area(e['sea'])}: die {e['roll']}, {_at_most(e['target'])} was needed. {'Safe.' if e['ok'] else 'Sunk.'}"
    ),
    "random attack": lambda e, n: (
        f"Random attack {words.inside(e['area'])}: {_spell(e)}. {'It attacks!' if e['attacks'] else 'Nothing happens.'}"
    ),
    "lurks": lambda e, n: f"{_spell(e):lies|lie} in wait {words.inside(e['area'])}.",
    "search": _search,
    "battle begins": lambda e, n: f"{_attacker(e, n):gives|give} battle {words.inside(e['area'])}.",
    "sally": lambda e, n: f"{words.units(e['units']):comes|come} out of {words.area(e['area'])} to fight at sea.",
    "walkover": lambda e, n: (
        f"Nothing is left {'to attack' if e['loser'] == 0 else 'to defend'} {words.area(e['area'])}, and no dice are thrown."
    ),
    "join": lambda e, n: f"{words.units(e['units']):goes|go} over to {_seat(e, n)}.",
    "recovers": lambda e, n: f"{words.area(e['area']):has gathered its|have gathered their} strength again.",
    "withdrew": lambda e, n: (
        f"{words.units(e['units']):falls|fall} back to {words.area(e['to_area'])} before the battle."
    ),
    "held back": lambda e, n: f"{words.units(e['units']):is|are} held back.",
    "stands aside": lambda e, n: f"{words.units(e['units']):stands|stand} aside from this fight.",
    "eaten": lambda e, n: f"{_spell(e):swallows|swallow} {words.units(e['units'])}.",
    "battle": _battle,
    "due": lambda e, n: (
        f"The {'defenders' if e['side'] == 1 else 'attackers'} are to lose {words.number(e['count'])}"
        f"{', counted by the head' if e['heads'] else ''}."
    ),
    "lost": _lost,
    "escape": lambda e, n: (
        f"{words.unit(e['unit']):tries|try} to escape: die {e['roll']}, {_at_most(e['target'])} was needed. {'Away!' if e['ok'] else 'Caught.'}"
    ),
    "saved": lambda e, n: f"{_spell(e):saves|save} {words.unit(e['unit'])}.",
    "perished": lambda e, n: f"{words.unit(e['unit']):is|are} lost.",
    "reappears": lambda e, n: f"{words.unit(e['unit']):comes|come} to light {words.inside(e['area'])}.",
    "artifact lost": lambda e, n: f"{words.unit(e['unit']):is|are} lost with the bearer.",
    "retreat": lambda e, n: f"{words.units(e['units']):retreats|retreat} to {words.area(e['to_area'])}.",
    "no way out": lambda e, n: f"{words.units(e['units']):has|have} no way out of {words.area(e['area'])}.",
    "city": lambda e, n: f"{_seat(e, n):takes|take} {words.area(e['area'])}.",
    "no garrison": lambda e, n: f"{_seat(e, n):has|have} no army to hold {words.area(e['area'])}.",
    "reverts": lambda e, n: f"There is no garrison {words.inside(e['area'])}: {_goes_back(e, n)}.",
    "falls apart": _falls_apart,
    "taken over": lambda e, n: (
        f"{words.nation(e['nation']):goes|go} over to {_seat(e, n)}, and will stand ready next turn."
    ),
    "muster": lambda e, n: f"{words.unit(e['unit']):plays|play} {_spell(e)} to muster {words.called(e['target'])}.",
    "appears": lambda e, n: f"{words.unit(e['unit']):appears|appear} {words.inside(e['area'])}.",
    "omen card": lambda e, n: f"{_spell(e):is|are} turned up to see where Elric appears.",
    "follows": lambda e, n: f"{words.unit(e['unit']):follows|follow} {_seat(e, n)}.",
    "masterless": lambda e, n: f"{words.unit(e['unit']):has|have} nobody left to follow.",
    "friends": lambda e, n: f"Moonglum joins Elric {words.inside(e['area'])}.",
    "omen": lambda e, n: f"{words.unit(e['unit']):comes|come} upon {_spell(e)}.",
    "nightmare": lambda e, n: (
        f"Elric dreams: die {e['roll']}. {'The sword awakes.' if e['roll'] >= 5 else 'The dream passes.'}"
    ),
    "sword": lambda e, n: (
        f"{words.unit(e['unit'])}'s sword thirsts: die {e['roll']}. {'It takes control.' if e['roll'] >= 5 else 'It is held.'}"
    ),
    "slain": lambda e, n: f"The black sword slays {words.unit(e['unit'])}.",
    "four": lambda e, n: "Elric is called away by the Four-Who-Are-One.",
    "gate": lambda e, n: (
        f"{words.unit(e['unit']):fights|fight} {_spell(e)} at the Shade Gate: {e['mine']} + die {e['rolls'][0]} against {e['guard']} + die {e['rolls'][1]}. {_passes(e)}"
    ),
    "tower": lambda e, n: (
        f"{words.unit(e['unit']):enters|enter} the Tower of Voilodion Gagnasdiak: die {e['roll']}. {_TOWER[e['roll']]}"
    ),
    "quaolnargn": lambda e, n: (
        f"{words.unit(e['unit']):fights|fight} Quaolnargn: {e['mine']} + die {e['rolls'][0]} against {e['guard']} + die {e['rolls'][1]}. {'It is beaten.' if e['won'] else 'It eats that soul.'}"
    ),
    "gate eaten": lambda e, n: f"{_spell(e):devours|devour} whoever steps through the Shade Gate.",
    "sent": lambda e, n: f"{words.unit(e['unit']):sends|send} {_spell(e)} against {words.unit(e['to_unit'])}.",
    "maintain": lambda e, n: f"{words.unit(e['unit']):maintains|maintain} {_spell(e)}.",
    "release": lambda e, n: f"{words.unit(e['unit']):lets|let} go of {_spell(e)}.",
    "monster": lambda e, n: f"{_spell(e):is|are} found {words.inside(e['area'])}, and must be fought.",
    "goes down": lambda e, n: f"{words.unit(e['unit']):goes|go} down into the sea.",
    "drift": lambda e, n: f"{_spell(e):is|are} drawn to move the Balance.",
    "expired": lambda e, n: f"{_spell(e):has carried its|have carried their} user long enough.",
    "game-turn": lambda e, n: f"Turn {e['turn']}.",
    "player-turn": lambda e, n: f"{_seat(e, n):is|are} to play.",
    "phase": _phase,
    "outcome": lambda e, n: e["says"],
}


def _balance(at: int) -> str:
    if at == 0:
        return "in the middle"
    return f"{abs(at)} towards {'Law' if at < 0 else 'Chaos'}"


def names_of(scenario: Scenario, events: Iterable[Event]) -> dict[int, str]:
    """The seats by the names of the groups they took."""
    return {e["seat"]: scenario.groups[e["group"]].name for e in events if e["kind"] == "group"}


def story_text(state: State, events: Sequence[Event], seat: int | None, since: int = 0) -> list[str]:
    """The events from `since` on as sentences for one seat, players named by what they lead."""
    names = {o: state.scenario.groups[k].name if k >= 0 else f"Player {o + 1}" for o, k in enumerate(state.sides)}
    return [line for e in redact(events[since:], seat, READERS) if (line := sentence(e, names))]


def sentence(e: Event, names: Mapping[int, str]) -> str:
    """One event as a sentence; empty for events not worth one."""
    tell = _TELL.get(e["kind"])
    return cap(tell(e, names)) if tell else ""


__all__ = ["Event", "names_of", "sentence", "sides", "story_text"]
