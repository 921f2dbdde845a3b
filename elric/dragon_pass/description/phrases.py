"""What an action says in plain words: for buttons, for "show me", for a player who explains a move."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import Final

from elric.dragon_pass.combat.factors import DAYS
from elric.dragon_pass.components.board import BOARD, HEXES
from elric.dragon_pass.components.notation import NOTATION, PEOPLE_KEYS, VERBS
from elric.dragon_pass.components.units import SUPERHEROES, UNITS
from elric.dragon_pass.independents.peoples import DWARF_PEOPLE, PEOPLES, people_at
from elric.dragon_pass.position.state import State
from elric.kernel.game import Game
from elric.kernel.sentences import ProperNames
from elric.kernel.steps import Action

_DONE: Final = {"early": "Go on without early magic", "movement": "End the movement", "combat": "End the combat"}


within = ProperNames((*(unit.name for unit in UNITS), *(place.name for place in BOARD.places.values()))).within


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
        return DAYS[x]
    if kind == "people":
        return next(people.name for people in PEOPLES if people.key == PEOPLE_KEYS[x])
    return NOTATION.kinds[kind].names()[x]


def phrase(a: Action, step: str = "") -> str:
    """An action as a short sentence: "March to Jonstown (2124)". `step`: the decision it ends, where that matters."""
    if a.verb == "done" and step in _DONE:
        return _DONE[step]
    parts = [_word(kind, x) for kind, x in zip(VERBS[a.verb].takes, a.args, strict=True)]
    return VERBS[a.verb].says.format(*parts)


def heard(u: int, k: int, me: str = "you") -> str:
    """What may come of a unit that asks a people [28.1, 28.2, 29.2, 48.8]: the die is odd or even; the Dwarf then gives something
    by a second die, and the Troupe has first to be found by one."""
    people = PEOPLES[k]
    lost = "it is lost" if not SUPERHEROES >> u & 1 else "it takes a Wound" if people.wounds else "nothing is lost"
    if people.key == "puppeteers":
        return f"one time in four they join {me}, one time in four {lost}"
    if k == DWARF_PEOPLE:
        return f"five times in twelve he gives something, of them once himself, and one time in two {lost}"
    return f"one time in two they join {me}, else {lost}"


def asked(g: Game, a: Action) -> str:
    """An action that asks, with whom and with what chance; any other as `phrase` has it."""
    s = g.state
    u = a.args[0] if a.args else -1
    k = a.args[1] if a.verb == "send" else people_at(s, s.place[u]) if a.verb == "ask" else -1
    if a.verb == "hail":
        return f"{phrase(a)}: one time in two it is heard, and a refusal costs nothing"
    if k < 0:
        return phrase(a)
    goes = f"Send {unit(u)} ahead to" if a.verb == "send" else f"Let {unit(u)} ask"
    return f"{goes} {PEOPLES[k].name}: {heard(u, k)}"


def taken_up(actions: Sequence[Action]) -> str:
    """A company that is taken up, in one sentence."""
    return f"Take up {units([a.args[0] for a in actions])}"


def hexes(a: Action) -> tuple[str, ...]:
    """The hexes that an action names."""
    return tuple(HEXES.names[x] for kind, x in zip(VERBS[a.verb].takes, a.args, strict=True) if kind == "hex")


__all__ = ["asked", "heard", "hexes", "phrase", "taken_up", "unit", "units", "where", "within"]
