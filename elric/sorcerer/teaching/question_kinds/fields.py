"""Small positions for questions: hexes of a certain color, a few counters on them, and both told in words."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from functools import cache
from random import Random
from typing import Any, Final

from elric.kernel.bits import ones
from elric.sorcerer.components.board import BOARD, HEXES, PLAIN
from elric.sorcerer.components.colors import GRAY, NAMES, ON_THE_WHEEL
from elric.sorcerer.components.units import BY_ID
from elric.sorcerer.components.words import an, listed, tally, where
from elric.sorcerer.game import Game
from elric.sorcerer.position.state import State, force

COLORS: Final = tuple(range(ON_THE_WHEEL))
BEASTS: Final = ("dragon", "demon", "troll")
SORCERERS: Final = (
    "sorcerer-green-orange-purple",
    "sorcerer-orange-1",
    "sorcerer-green-1",
    "sorcerer-orange-purple",
)  # Dnai's
RIVALS: Final = ("sorcerer-blue-yellow", "sorcerer-yellow-1", "sorcerer-blue-1")  # Balt's
POWERS: Final = ((1, 3, 5), (0, 2))  # the colors of Dnai and of Balt


@cache
def spots(color: int) -> tuple[int, ...]:
    """Hexes of a color with six neighbours, no river or mountain at their sides; of Gray the cities."""
    return tuple(
        h for h in range(HEXES.size)
        if BOARD.printed[h] == color and len(BOARD.exits[h]) == 6
        and (color == GRAY or (h not in BOARD.cities and all(kind == PLAIN for _, kind in BOARD.sides[h])))
    )  # fmt: skip


def spot(rng: Random, *colors: int) -> int:
    """A hex of one of some colors; of all eight without any."""
    return rng.choice(spots(rng.choice(colors or range(GRAY + 1))))


def beast(color: int, kind: str, number: int = 1) -> str:
    """A magical unit by color and kind."""
    return f"{NAMES[color]}-{kind}-{number}"


def game(stacks: Mapping[int, Sequence[str]], **more: Any) -> Any:
    """A game of Balt and Dnai with these stacks, in Dnai's movement phase where nothing else is said. Counters that end in "@2" are
    Balt's, in "-" depleted, in "!" pinned."""
    plain: dict[str, list[str]] = {}
    marks: dict[str, list[str]] = {"-": [], "!": []}
    owners = dict(more.pop("owners", {}))
    for h, pile in stacks.items():
        for said in pile:
            word, _, side = said.partition("@")
            while word[-1] in marks:
                marks[word[-1]].append(word.rstrip("-!"))
                word = word[:-1]
            owners[word] = f"side-{side or 1}"
            plain.setdefault(HEXES.names[h], []).append(word)
    position = {"scenario": "rivalry", "stacks": plain, "owners": owners, "depleted": marks["-"], "pinned": marks["!"]}
    return Game.at({**position, **more})


def called(s: State, units: Iterable[int]) -> list[str]:
    """Counters with what has happened to them: ["a depleted Blue troll", "two Blue air dragons", "Green's infantry"]."""
    kinds: dict[str, list[int]] = {}
    for u in units:
        said = [word for word, bits in (("depleted", s.depleted), ("pinned", s.pinned)) if bits >> u & 1]
        kinds.setdefault(" and ".join(said), []).append(u)
    return [_said(state, name) for state, these in kinds.items() for name in tally(these)]


def _said(state: str, name: str) -> str:
    first, _, rest = name.partition(" ")
    if first in ("two", "three"):
        return " ".join(filter(None, (first, state, rest)))
    return an(f"{state} {name}".strip())


def the(s: State, u: int) -> str:
    """One of those who have been named: "the depleted Blue troll"."""
    name = called(s, [u])[0]
    return name if "'s" in name else f"the {name.removeprefix('an ').removeprefix('a ')}"


def ground(s: State, h: int) -> str:
    """A hex with its color: "0710 (Yellow)"."""
    inside = (
        f"{NAMES[s.ground[h]].capitalize()}, with a vortex" if s.vortex >> h & 1 else NAMES[s.ground[h]].capitalize()
    )
    return f"{where(h)} ({inside})" if h not in BOARD.cities else f"{BOARD.cities[h].name} ({HEXES.names[h]}, {inside})"


def has(s: State, side: int) -> str:
    """ "Dnai has", "Brothers have"."""
    name = s.scenario.name(side)
    return f"{name} {'have' if name.endswith('s') else 'has'}"


def standing(s: State, hand: Sequence[int] = ()) -> str:
    """Who stands where, both sides, told so that a question stands on its own. Those in hand are left out."""
    told = []
    for side in range(s.scenario.seats):
        rows = [(h, [u for u in force(s, side, h) if u not in hand]) for h in ones(s.at[side])]
        stacks = [f"{listed(called(s, pile))} in {ground(s, h)}" for h, pile in rows if pile]
        if stacks:
            told.append(f"{has(s, side)} {'; '.join(stacks)}.")
    return " ".join(told)


def numbers(words: Iterable[str]) -> tuple[int, ...]:
    """Counters by id, whatever stands behind their names."""
    return tuple(BY_ID[word.partition("@")[0].rstrip("-!")] for word in words)


def look(*hexes: int) -> tuple[str, ...]:
    """Hexes for the map."""
    return tuple(HEXES.names[h] for h in hexes)
