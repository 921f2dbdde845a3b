"""Actions as text: verbs, counters by id, hexes by number."""

from __future__ import annotations

from typing import Final

from elric.dragon_pass.components.board import HEXES
from elric.dragon_pass.components.units import SIDES, UNITS
from elric.kernel import steps
from elric.kernel.notation import ActionError, Kind, Notation

VERBS: Final[dict[str, tuple[str, ...]]] = {
    # setting up
    "take": ("unit",),
    "place": ("hex",),
    "exchange": ("unit",),
    # movement
    "lead": ("unit",),
    "join": ("unit",),
    "leave": ("unit",),
    "step": ("hex",),
    "drift": ("hex",),
    "halt": (),
    "skip": ("hex",),
    "over": ("hex",),
    "settle": ("hex",),
    "top": ("unit",),
    "force": (),
    # sallies
    "out": ("unit",),
    "strike": (),
    "pass": (),
    # combat
    "assign": ("hex", "hex"),
    "part": ("hex",),
    "roll": ("hex",),
    "back": ("hex",),
    "lose": ("unit",),
    "advance": ("unit", "hex"),
    "stay": (),
    "blame": ("unit",),
    # magic
    "day": ("day",),
    "first": (),
    "second": (),
    "aim": ("hex", "hex"),
    "stretch": ("hex", "hex"),
    "assist": ("hex", "hex"),
    "withdraw": ("hex",),
    "cast": ("hex",),
    "cover": ("hex",),
    "bare": (),
    # powers of exotics and Independents
    "feed": ("unit",),
    "call": ("unit", "hex"),
    "storm": ("hex",),
    "tempest": (),
    "ask": ("unit",),
    "halt-horse": (),
    "pillar": ("hex", "hex", "hex"),
    "sacrifice": ("unit", "unit"),
    "summon": (),
    "loose": ("direction",),
    "cloak": (),
    "quake": ("hex",),
    "rift": ("hex",),
    "crack": ("hex",),
    "hire": (),
    "murder": ("hex", "depth"),
    "dragonfight": ("unit", "hex"),
    "dragonduel": ("unit", "hex"),
    "cancel": ("unit",),
    "let": (),
    "shield": ("unit", "hex"),
    "appear": ("unit", "hex"),
    "vanish": ("unit",),
    "swap": ("unit",),
    "give": ("unit",),
    "send": ("unit", "people"),
    "befriend": ("unit",),
    "capital": ("hex",),
    "annex": (),
    "spare": (),
    "peace": ("side",),
    "war": ("side",),
    "exit": ("unit",),
    "return": ("unit", "hex"),
    "hail": ("unit", "people"),
    "done": (),
}
SAYINGS: Final[dict[str, str]] = {
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
    "annex": "Take the beaten army over",
    "spare": "Leave the army to its ruler",
    "peace": "Give your word to {0}",
    "war": "Take your word back from {0}",
    "exchange": "Take {0} in its place",
    "exit": "Lead {0} off the board",
    "return": "Bring {0} back at {1}",
    "hail": "Let {0} call to {1} by a spell",
    "done": "Go on",
}
"""What each verb says in plain words, {0} {1} being its objects: for buttons, for the coach, for a player who explains a move."""

DAY_NAMES: Final = ("black", "crescent-come", "empty-half", "full", "full-half", "crescent-go", "dying")
DEPTHS: Final = (
    "top",
    "second",
    "third",
    "fourth",
    "fifth",
    "sixth",
    "seventh",
    "eighth",
    "ninth",
    "tenth",
    "eleventh",
    "twelfth",
)
PEOPLE_KEYS: Final = (
    "ironhoof", "grazelanders", "exiles", "newts", "ethilrist", "cragspider", "androgeus", "dwarf", "dragon-1", "dragon-2",
    "dragon-3", "puppeteers", "delecti",
)  # fmt: skip


class Action(steps.Action):
    """What a player wants, as a verb and indices. `str(action)` is its notation, and so is what the prompt shows."""

    __slots__ = ()

    def __str__(self) -> str:
        return NOTATION.text(self)

    def __repr__(self) -> str:
        try:
            return f"<Action {self}>"
        except ActionError:  # made by hand, and no action of this game
            return super().__repr__()


NOTATION: Final = Notation(
    VERBS,
    {
        "day": Kind("day", DAY_NAMES),
        "depth": Kind("depth", DEPTHS),
        "people": Kind("Independent", PEOPLE_KEYS),
        "direction": Kind("direction", ("west", "north-west", "north-east", "east", "south-east", "south-west")),
        "side": Kind("side", SIDES),
        "unit": Kind("counter", tuple(unit.id for unit in UNITS)),
        "hex": Kind("hex", HEXES.names),
    },
    Action,
)
