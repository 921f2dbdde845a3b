"""What a player says of what it does, in a sentence; it speaks of itself as "I". Where it names a hidden counter it says so to its own seat alone."""

from __future__ import annotations

from collections.abc import Collection
from typing import Final

from elric.lab.say import surely
from elric.opponents.definition import Plan
from elric.sorcerer.components.board import BOARD, HEXES, INDEX
from elric.sorcerer.components.units import BY_ID
from elric.sorcerer.components.words import an, listed, tally, the, units
from elric.sorcerer.definition import GAME
from elric.sorcerer.lab.law import Law
from elric.sorcerer.position.state import State
from elric.sorcerer.position.steps import Action

Legal = dict[str, list[Action]]
_SECRET: Final = ("hide", "reveal", "wait", "paint", "cloak", "uncloak", "spring", "spoil", "lead", "attack", "hold")
_SAID: Final = {
    "end": "I end the phase.", "halt": "I halt here.", "fling": "I fling it.", "wait": "I wait.", "mend": "My Sorcerer restores himself.",
    "unpin": "I free who is pinned here.", "vortex": "I make a vortex here.", "quench": "I destroy the vortex.",
}  # fmt: skip


def mends(u: int) -> str:
    """That a Sorcerer restores himself, and why."""
    return f"I let {the(u)} restore himself when the phase ends: depleted, one more step would kill him."


def freed(u: int, these: Collection[int]) -> str:
    """Whom a Sorcerer frees: "himself and two Blue trolls"."""
    others = [v for v in these if v != u]
    return listed((["himself"] if u in these else []) + tally(others, article=True))


def falls(law: Law, side: int) -> str:
    """What comes of an attack for those who are attacked, by the lab: "it takes a step with a chance of 37.5%"."""
    if hit := law.struck(side):
        return f"it takes a step {surely(hit)}"
    if pins := law.chance(lambda ending: law.pinned(ending, side)):
        return f"it takes no step, and pins {surely(pins)}"
    return "no die does anything"


def at(h: int) -> str:
    """A hex in a sentence: "Demma (1313)", "hex 1304"."""
    return f"{BOARD.cities[h].name} ({HEXES.names[h]})" if h in BOARD.cities else f"hex {HEXES.names[h]}"


def plan(actions: tuple[Action, ...], why: str, worth: float = 0.0, secret: bool = False) -> Plan:
    """A plan whose reason everybody may hear, unless it is secret."""
    return Plan(actions, why, "" if secret else why, worth)


def called(word: str) -> str:
    """An object of an action in a sentence."""
    if word in BY_ID:
        return the(BY_ID[word])
    return at(INDEX[word]) if word in INDEX else word


def doing(s: State, a: Action, worth: float = 0.0) -> Plan:
    """An action that needs no more reason than itself."""
    what = _SAID.get(a.verb)
    if what is None:
        text = GAME.phrase(a, called)
        what = f"My choice: {text[:1].lower()}{text[1:]}."
    secret = a.verb in _SECRET or bool(s.hidden)
    return plan((a,), what, worth, secret)


__all__ = ["Legal", "an", "at", "doing", "falls", "freed", "mends", "plan", "the", "units"]
