"""The story of a game: events as sentences, of which each seat reads what it may know."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from typing import Any, Final

from elric.kernel.views import redact
from elric.young_kingdoms.combat.battle import TABLE
from elric.young_kingdoms.components import pieces, spells, words
from elric.young_kingdoms.components.board import BOARD, SEA
from elric.young_kingdoms.components.scenarios import Scenario
from elric.young_kingdoms.components.words import cap
from elric.young_kingdoms.position.events import READERS
from elric.young_kingdoms.position.state import MOVEMENT, NEUTRAL, State

Event = Mapping[str, Any]


def redact_story(events: Iterable[Event], seat: int | None) -> list[dict[str, Any]]:
    """Events as one seat may read them: only fields that `events.READERS` declares for that seat."""
    return redact(events, seat, READERS)


def _seat(e: Event, names: Mapping[int, str], key: str = "seat") -> str:
    o = e[key]
    return names.get(o, "the neutrals") if o < NEUTRAL else "the neutrals"


def _s(us: Iterable[int], one: str, many: str) -> str:
    return one if len([u for u in us if pieces.KIND[u] != pieces.ARTIFACT]) == 1 else many


def _spell(e: Event) -> str:
    return spells.NAMES[e["spell"]] if "spell" in e and e["spell"] >= 0 else "a spell"


def _move(verb: str, verbs: str, into: str = "to") -> Callable[[Event, Mapping[int, str]], str]:
    def tell(e: Event, names: Mapping[int, str]) -> str:
        return f"{words.units(e['units'])} {_s(e['units'], verb, verbs)} from {words.area(e['area'])} {into} {words.area(e['to_area'])}."

    return tell


def _battle(e: Event, names: Mapping[int, str]) -> str:
    a, b = e["sums"]
    ra, rb = e["rolls"][-1]
    who = spells.NAMES[e["monster"]] if e["monster"] >= 0 else names.get(e["attacker"], "the attacker")
    foe = names.get(e["defender"], f"the defenders of {words.area(e['area'])}")
    again = (
        f" (after {words.number(len(e['rolls']) - 1)} tie{'' if len(e['rolls']) == 2 else 's'})"
        if len(e["rolls"]) > 1
        else ""
    )
    winner = foe if e["loser"] == 0 else who
    end = f"{winner} wins by {e['difference']}: {TABLE[e['row']][2]}."
    if e["fell"]:
        end = f"{winner} wins by {e['difference']}, and {words.area(e['area'])} falls."
    elif e["loser"] == 1 and e["wall"]:
        end = f"{winner} wins by {e['difference']}, but the walls of {words.area(e['area'])} hold."
    return f"Battle in {words.area(e['area'])}: {who} {a} + die {ra} = {a + ra}, {foe} {b} + die {rb} = {b + rb}{again}. {cap(end)}"


def _lost(e: Event, names: Mapping[int, str]) -> str:
    parts = []
    if e["units"]:
        parts.append(f"{words.units(e['units'])} {_s(e['units'], 'is', 'are')} lost")
    if e["heroes"]:
        parts.append(f"{words.units(e['heroes'])} must try to escape")
    return " and ".join(parts) + "." if parts else ""


def _search(e: Event, names: Mapping[int, str]) -> str:
    what = ("hidden magic", "friends", "the enemy", "the place")[e["what"]]
    return f"A search for {what} in {words.area(e['area'])}: die {e['roll']}, {e['need']} or more was needed. {'Found!' if e['ok'] else 'Nothing.'}"


def _phase(e: Event, names: Mapping[int, str]) -> str:
    return f"{_seat(e, names)}: movement." if e["phase"] == MOVEMENT else ""


_TELL: Final[dict[str, Callable[[Event, Mapping[int, str]], str]]] = {
    "first roll": lambda e, n: (
        "Dice for the first turn: " + words.listed([f"{n.get(o, f'player {o + 1}')} {r}" for o, r in e["rolls"]]) + "."
    ),
    "spells hidden": lambda e, n: (
        f"{words.number(len(e['areas'])) if len(e['areas']) < 13 else str(len(e['areas']))} spells are hidden in the wild places of the world."
    ),
    "group": lambda e, n: f"{_seat(e, n)} takes the field.",
    "nation": lambda e, n: (
        f"{words.nation(e['nation'])} {'rises for' if pieces.NATIONS[e['nation']].horde else 'stands with'} {_seat(e, n)}."
    ),
    "harbour": lambda e, n: f"The fleets of {words.nation(e['nation'])} lie in {words.area(e['area'])}.",
    "drew": lambda e, n: f"{words.unit(e['unit'])} draws {_spell(e)}.",
    "redrawn": lambda e, n: f"{words.unit(e['unit'])} draws {_spell(e)}, which goes back for another.",
    "took": lambda e, n: f"{words.unit(e['unit'])} takes {_spell(e)}.",
    "found": lambda e, n: f"{_seat(e, n)} finds {_spell(e)} in {words.area(e['area'])}.",
    "discarded": lambda e, n: f"{_spell(e)} is discarded.",
    "cast": lambda e, n: f"{words.unit(e['unit'])} lays {_spell(e)} face down in {words.area(e['area'])}.",
    "conjure": lambda e, n: f"{words.unit(e['unit'])} will conjure in {words.area(e['area'])}.",
    "conjured": lambda e, n: f"{words.unit(e['unit'])} conjures {_spell(e)}.",
    "revealed": lambda e, n: f"{words.unit(e['unit'])} reveals {_spell(e)}.",
    "dispelled": lambda e, n: f"{_spell(e)} is dispelled.",
    "shielded": lambda e, n: f"The Chaos Shield turns {_spell(e)} aside.",
    "balo": lambda e, n: f"Balo rolls {e['roll']}: {'he plays along' if e['roll'] % 2 else 'nothing happens'}.",
    "given": lambda e, n: f"{words.unit(e['unit'])} hands {_spell(e)} to {words.unit(e['to_unit'])}.",
    "sacrificed": lambda e, n: (
        f"{words.unit(e['unit'])} gives up {_spell(e)} for the Balance: {e['sum']} of {e['needed']}."
    ),
    "horn": lambda e, n: (
        f"Elric blows the Horn of Fate{': die ' + str(e['roll']) if e['roll'] else ' for the third time'}. {'The world ends.' if e['ends'] else 'The Balance is set right.'}"
    ),
    "restored": lambda e, n: "The Cosmic Balance is restored.",
    "tipped": lambda e, n: (
        f"The Balance tips over to {'Law' if e['side'] < 0 else 'Chaos'}! The world will end with turn {e['ends']} unless it is set right."
    ),
    "balance": lambda e, n: f"The Cosmic Balance moves to {_balance(e['at'])}.",
    "refilled": lambda e, n: f"{e['count']} discarded spells go back into the container.",
    "raised": lambda e, n: f"{words.unit(e['unit'])} is raised in {words.area(e['area'])}.",
    "step": _move("marches", "march"),
    "march": _move("marches", "march"),
    "sail": _move("sails", "sail"),
    "land": _move("lands", "land", "in"),
    "fly": _move("flies", "fly"),
    "home": _move("drifts home", "drift home"),
    "attack": lambda e, n: (
        f"{words.units(e['units'])} {_s(e['units'], 'attacks', 'attack')} {words.area(e['to_area'])}."
    ),
    "board": lambda e, n: f"{words.units(e['units'])} {_s(e['units'], 'goes', 'go')} aboard {words.unit(e['ship'])}.",
    "ashore": lambda e, n: (
        f"{words.units(e['units'])} "
        + (
            f"{_s(e['units'], 'leaves', 'leave')} the ship in {words.area(e['area'])}."
            if BOARD.kind[e["area"]] == SEA
            else f"{_s(e['units'], 'steps', 'step')} ashore in {words.area(e['area'])}."
        )
    ),
    "peril": lambda e, n: (
        f"{words.unit(e['unit'])} braves {words.area(e['sea'])}: die {e['roll']}, {e['target']} or less was needed. {'Safe.' if e['ok'] else 'Lost.'}"
    ),
    "overload": lambda e, n: f"{words.unit(e['unit'])} is overloaded, and sinks.",
    "skyship": lambda e, n: (
        f"{_spell(e)} braves {words.area(e['sea'])}: die {e['roll']}, {e['target']} or less was needed. {'Safe.' if e['ok'] else 'Sunk.'}"
    ),
    "random attack": lambda e, n: (
        f"Random attack in {words.area(e['area'])}: {_spell(e)}. {'It attacks!' if e['attacks'] else 'Nothing happens.'}"
    ),
    "lurks": lambda e, n: f"{_spell(e)} lies in wait in {words.area(e['area'])}.",
    "search": _search,
    "battle begins": lambda e, n: f"{n.get(e['attacker'], 'The attacker')} gives battle in {words.area(e['area'])}.",
    "sally": lambda e, n: (
        f"{words.units(e['units'])} {_s(e['units'], 'comes', 'come')} out of {words.area(e['area'])} to fight at sea."
    ),
    "walkover": lambda e, n: (
        f"Nothing is left {'to attack' if e['loser'] == 0 else 'to defend'} {words.area(e['area'])}, and no dice are thrown."
    ),
    "join": lambda e, n: f"{words.units(e['units'])} {_s(e['units'], 'goes', 'go')} over to {_seat(e, n)}.",
    "recovers": lambda e, n: f"{words.area(e['area'])} has gathered its strength again.",
    "withdrew": lambda e, n: (
        f"{words.units(e['units'])} {_s(e['units'], 'falls', 'fall')} back to {words.area(e['to_area'])} before the battle."
    ),
    "eaten": lambda e, n: f"{words.units(e['units'])} {_s(e['units'], 'is', 'are')} swallowed up.",
    "battle": _battle,
    "lost": _lost,
    "escape": lambda e, n: (
        f"{words.unit(e['unit'])} tries to escape: die {e['roll']}, {e['target']} or less was needed. {'Away!' if e['ok'] else 'Caught.'}"
    ),
    "saved": lambda e, n: f"{_spell(e)} saves {words.unit(e['unit'])}.",
    "perished": lambda e, n: f"{words.unit(e['unit'])} is lost.",
    "reappears": lambda e, n: f"{words.unit(e['unit'])} comes to light in {words.area(e['area'])}.",
    "artifact lost": lambda e, n: f"{words.unit(e['unit'])} is lost with its bearer.",
    "retreat": lambda e, n: (
        f"{words.units(e['units'])} {_s(e['units'], 'retreats', 'retreat')} to {words.area(e['to_area'])}."
    ),
    "no way out": lambda e, n: (
        f"{words.units(e['units'])} {_s(e['units'], 'has', 'have')} no way out of {words.area(e['area'])}."
    ),
    "city": lambda e, n: f"{_seat(e, n)} takes {words.area(e['area'])}.",
    "no garrison": lambda e, n: f"{_seat(e, n)} has no army to hold {words.area(e['area'])}.",
    "reverts": lambda e, n: f"{words.area(e['area'])} has no garrison and returns to {_seat(e, n)}.",
    "falls apart": lambda e, n: f"{words.nation(e['nation'])} has lost all its leaders and leaves the war.",
    "taken over": lambda e, n: (
        f"{words.nation(e['nation'])} goes over to {_seat(e, n)} and will stand ready next turn."
    ),
    "muster": lambda e, n: f"{words.unit(e['unit'])} plays {_spell(e)} to muster {words.called(e['target'])}.",
    "appears": lambda e, n: f"{words.unit(e['unit'])} appears in {words.area(e['area'])}.",
    "omen card": lambda e, n: f"{_spell(e)} is turned up to see where Elric appears.",
    "follows": lambda e, n: f"{words.unit(e['unit'])} follows {_seat(e, n)}.",
    "masterless": lambda e, n: f"{words.unit(e['unit'])} has nobody left to follow.",
    "friends": lambda e, n: f"Moonglum joins Elric in {words.area(e['area'])}.",
    "omen": lambda e, n: f"{words.unit(e['unit'])} comes upon {_spell(e)}.",
    "nightmare": lambda e, n: (
        f"Elric dreams: die {e['roll']}. {'The sword awakes.' if e['roll'] >= 5 else 'The dream passes.'}"
    ),
    "sword": lambda e, n: (
        f"{words.unit(e['unit'])}'s sword thirsts: die {e['roll']}. {'It takes control.' if e['roll'] >= 5 else 'It is held.'}"
    ),
    "slain": lambda e, n: f"The black sword slays {words.unit(e['unit'])}.",
    "four": lambda e, n: "Elric is called away by the Four-Who-Are-One.",
    "gate": lambda e, n: (
        f"{words.unit(e['unit'])} fights {_spell(e)} at the Shade Gate: {e['mine']} + die {e['rolls'][0]} against {e['guard']} + die {e['rolls'][1]}."
    ),
    "tower": lambda e, n: f"{words.unit(e['unit'])} at the Tower of Voilodion Gagnasdiak: die {e['roll']}.",
    "quaolnargn": lambda e, n: (
        f"{words.unit(e['unit'])} fights Quaolnargn: {e['mine']} + die {e['rolls'][0]} against {e['guard']} + die {e['rolls'][1]}. {'It is beaten.' if e['won'] else 'The soul is eaten.'}"
    ),
    "gate eaten": lambda e, n: f"{_spell(e)} devours whoever steps through the Shade Gate.",
    "sent": lambda e, n: f"{words.unit(e['unit'])} sends {_spell(e)} against {words.unit(e['to_unit'])}.",
    "maintain": lambda e, n: f"{words.unit(e['unit'])} maintains {_spell(e)}.",
    "release": lambda e, n: f"{words.unit(e['unit'])} lets go of {_spell(e)}.",
    "monster": lambda e, n: f"{_spell(e)} is found in {words.area(e['area'])}, and must be fought.",
    "goes down": lambda e, n: f"{words.unit(e['unit'])} goes down into the sea.",
    "drift": lambda e, n: f"{_spell(e)} is drawn to move the Balance.",
    "expired": lambda e, n: f"{_spell(e)} has carried its user long enough.",
    "game-turn": lambda e, n: f"Turn {e['turn']}.",
    "player-turn": lambda e, n: f"{_seat(e, n)} is to play.",
    "phase": _phase,
    "outcome": lambda e, n: e["says"],
}


def _balance(at: int) -> str:
    if at == 0:
        return "the middle"
    return f"{abs(at)} towards {'Law' if at < 0 else 'Chaos'}"


def names_of(scenario: Scenario, events: Iterable[Event]) -> dict[int, str]:
    """The seats by the names of the groups they took."""
    return {e["seat"]: scenario.groups[e["group"]].name for e in events if e["kind"] == "group"}


def story_text(state: State, events: Sequence[Event], seat: int | None, since: int = 0) -> list[str]:
    """The events from `since` on as sentences for one seat, players named by what they lead."""
    names = {o: state.scenario.groups[k].name if k >= 0 else f"Player {o + 1}" for o, k in enumerate(state.sides)}
    return [line for e in redact_story(events[since:], seat) if (line := sentence(e, names))]


def sentence(e: Event, names: Mapping[int, str]) -> str:
    """One event as a sentence; empty for events not worth one."""
    tell = _TELL.get(e["kind"])
    return cap(tell(e, names)) if tell else ""


__all__ = ["Event", "names_of", "redact_story", "sentence", "story_text"]
