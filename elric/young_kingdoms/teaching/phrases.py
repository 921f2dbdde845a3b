"""What an action says in plain words: for buttons, for "show me", for a player who explains a move."""

from __future__ import annotations

from collections.abc import Callable
from typing import Final

from elric.kernel.steps import Action
from elric.young_kingdoms.components import spells, words
from elric.young_kingdoms.components.board import BOARD, SEA
from elric.young_kingdoms.components.notation import VERBS, action_text

_SOUGHT: Final = ("hidden magic", "friends", "the enemy", "the place")


# {0}, {1} ... are the objects of the action in words, {at} is where: its area with the preposition.
_SAY: Final[dict[str, str]] = {
    "choose": "Take side {0}",
    "harbour": "Moor the fleets {at}",
    "keep": "Keep {0}",
    "take": "Let {0} take it",
    "leave": "Leave it",
    "appear": "Let {who} appear {at}",
    "raise": "Raise {0}",
    "lead": "Take up {0}",
    "join": "Take {0} along",
    "drop": "Leave {0} behind",
    "step": "March to {0}",
    "sail": "Sail to {0}",
    "land": "Land {at}",
    "attack": "Attack {0}",
    "sway": "Win Elric over {at}",
    "board": "Board {0}",
    "ashore": "Go ashore",
    "fly": "Fly with {0} to {1}",
    "halt": "Halt here",
    "march": "March {0} to {1}",
    "home": "Send {0} home",
    "search": "Search {0} for {1}",
    "hunt": "Fight the monster {at}",
    "cast": "{0:lays|lay} {1}",
    "conjure": "Let {0} conjure",
    "give": "{0:hands|hand} {2} to {1}",
    "discard": "{0:throws|throw} {1} away",
    "sacrifice": "{0:gives|give} up {1} for the Balance",
    "blow": "Blow the Horn of Fate",
    "send": "{0:sends|send} Quaolnargn against {1}",
    "done": "Done",
    "fight": "Fight {at}",
    "withhold": "Hold {0} back",
    "withdraw": "Fall back to {0}",
    "ready": "Ready for battle",
    "dispel": "Undo {0}",
    "defend": "Meet them with {0}",
    "lose": "Take {0} off",
    "roll": "Roll the die",
    "charm": "Use {0}",
    "wield": "Fight it with {0}",
    "face": "Face it without a spell",
    "save": "Use Invulnerability",
    "fall": "Let go",
    "reappear": "Come to light {at}",
    "retreat": "Retreat to {0}",
    "stay": "Stay behind the walls",
    "maintain": "Let {0} keep the spell up",
    "release": "Let {0} let it go",
    "end": "End the phase",
}


def phrase(a: Action) -> str:
    """An action as a short sentence: "March to Sequa"."""
    if a.verb == "muster":
        called = words.called(spells.MUSTERS[a.args[1]][a.args[2]])
        return f"{words.cap(words.unit(a.args[0])):musters|muster} {called} with {words.spell(a.args[1])}"
    pattern = _SAY.get(a.verb)
    if pattern is None:
        return action_text(a)
    parts = [_WORD.get(kind, _plain(kind))(x) for kind, x in zip(VERBS[a.verb], a.args, strict=True)]
    at = next((words.inside(x) for kind, x in zip(VERBS[a.verb], a.args, strict=True) if kind == "area"), "")
    # a ship rises at sea, and Elric comes to a city
    who = "it" if a.verb == "appear" and BOARD.kind[a.args[0]] == SEA else "Elric"
    text = pattern.format(*parts, at=at, who=who)
    return words.cap(text)


def _plain(kind: str) -> Callable[[int], str]:
    return lambda x: {"sought": _SOUGHT, "alignment": ("Law", "Chaos"), "defence": ("the ships", "the armies")}.get(
        kind, tuple(str(n + 1) for n in range(9))
    )[x]


_WORD: Final[dict[str, Callable[[int], str]]] = {"piece": words.unit, "area": words.area, "spell": words.spell}
