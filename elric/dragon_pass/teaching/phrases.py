"""What an action says in plain words: for buttons, for "show me", for a player who explains a move."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import Final

from elric.dragon_pass.components.board import BOARD, HEXES
from elric.dragon_pass.components.notation import DAY_NAMES, NOTATION, PEOPLE_KEYS
from elric.dragon_pass.components.units import UNITS
from elric.dragon_pass.independents.peoples import PEOPLES
from elric.dragon_pass.position.state import State
from elric.kernel.steps import Action

# {0}, {1} ... are the objects of the action in words.
_SAY: Final[dict[str, str]] = {
    "take": "Place {0} next",
    "place": "Place it in {0}",
    "lead": "Take up {0}",
    "join": "Take {0} along",
    "leave": "Leave {0} behind",
    "step": "March to {0}",
    "drift": "Drift into {0}",
    "halt": "Halt",
    "skip": "Ride the dragonewt road to {0}",
    "settle": "Let the Sylphs settle on {0}",
    "first": "Move first",
    "second": "Choose the day, and move second",
    "over": "Fly over the enemy to {0}",
    "top": "Turn {0} up on top",
    "force": "Order a forced march",
    "out": "Send {0} out",
    "strike": "Strike",
    "pass": "Let them pass",
    "assign": "Send {0} against {1}",
    "part": "Call {0} off",
    "roll": "Roll for {0}",
    "back": "Drive them to {0}",
    "lose": "Lose {0}",
    "advance": "Move {0} into {1}",
    "stay": "Stay where you are",
    "blame": "Blame {0}",
    "day": "Begin on {0} day",
    "aim": "Aim the magicians of {0} at {1}",
    "stretch": "Reach out from {0} to {1} with ranges added",
    "assist": "Let the magicians of {0} cast with the swords at {1}",
    "withdraw": "Withdraw the spell of {0}",
    "cast": "Cast at {0}",
    "cover": "Cover the target from {0}",
    "bare": "Leave the target uncovered",
    "feed": "Feed {0} to the Bat",
    "call": "Call {0} to {1}",
    "storm": "Bring the storm down on {0}",
    "tempest": "Raise the great storm",
    "ask": "Let {0} ask for an alliance",
    "halt-horse": "Halt the enemy's horses",
    "pillar": "Raise the Pillar of Fire on {0}, {1} and {2}",
    "sacrifice": "Let {1} sacrifice {0}",
    "summon": "Call the Horde",
    "loose": "Loose the Hound to the {0}",
    "cloak": "Throw the Cloak of Darkness",
    "quake": "Break the earth from {0} on, eight hexes",
    "rift": "Break the earth from {0} on, five hexes",
    "crack": "Let the earth break on to {0}",
    "hire": "Buy the Assassins",
    "murder": "Set the Assassins on the {1} counter in {0}",
    "dragonfight": "Send {0} to fight at {1}",
    "dragonduel": "Send {0} to seek the Superhero in {1}",
    "cancel": "Stop it with {0}",
    "let": "Let it come",
    "shield": "Shield the target: bring {0} to {1}",
    "appear": "Let {0} appear in {1}",
    "vanish": "Let {0} vanish",
    "swap": "Let the Troupe change places with {0}",
    "give": "Give {0} to Delecti",
    "send": "Send {0} ahead to {1}",
    "befriend": "Choose {0} for the Best Friend",
    "capital": "Take {0} for the capital",
    "exchange": "Take {0} in its place",
    "exit": "Lead {0} off the board",
    "return": "Bring {0} back at {1}",
    "hail": "Let {0} call to {1} by a spell",
    "done": "Go on",
}
_DONE: Final = {"early": "Go on without early magic", "movement": "End the movement", "combat": "End the combat"}


def unit(u: int) -> str:
    """A counter by name."""
    return UNITS[u].name


def units(these: Iterable[int]) -> str:
    """Counters in a row: "Prince Argrath, Scouts 1 and Scouts 2"."""
    names = [UNITS[u].name for u in these]
    return names[0] if len(names) == 1 else f"{', '.join(names[:-1])} and {names[-1]}" if names else "nobody"


def where(h: int) -> str:
    """A hex in words."""
    return BOARD.where(h)


def stack(s: State, h: int) -> str:
    """A stack as everybody sees it, and where: "Starkin and 2 more at 2418"."""
    pile = s.piles.get(h)
    if not pile:
        return where(h)
    more = len(pile) - 1
    return f"{unit(pile[0])}{f' and {more} more' if more else ''} at {where(h)}"


def _word(kind: str, x: int) -> str:
    if kind == "unit":
        return unit(x)
    if kind == "hex":
        return where(x)
    if kind == "day":
        return DAY_NAMES[x].replace("-", " ").capitalize()
    if kind == "people":
        return next(people.name for people in PEOPLES if people.key == PEOPLE_KEYS[x])
    return NOTATION.kinds[kind].names()[x]


def phrase(a: Action, step: str = "") -> str:
    """An action as a short sentence: "March to Jonstown (2124)". `step`: the decision it ends, where that matters."""
    if a.verb == "done" and step in _DONE:
        return _DONE[step]
    parts = [_word(kind, x) for kind, x in zip(NOTATION.verbs[a.verb], a.args, strict=True)]
    return _SAY[a.verb].format(*parts)


def taken_up(actions: Sequence[Action]) -> str:
    """A company that is taken up, in one sentence."""
    return f"Take up {units([a.args[0] for a in actions])}"


def hexes(a: Action) -> tuple[str, ...]:
    """The hexes that an action names."""
    return tuple(HEXES.names[x] for kind, x in zip(NOTATION.verbs[a.verb], a.args, strict=True) if kind == "hex")


__all__ = ["hexes", "phrase", "taken_up", "unit", "units", "where"]
