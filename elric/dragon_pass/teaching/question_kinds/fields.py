"""Small positions for questions: hexes of a certain ground, a few counters on them."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from functools import cache
from random import Random
from typing import Any, Final

from elric.dragon_pass.components.board import BESIDE, BOARD, HEXES
from elric.dragon_pass.components.units import IDS, UNITS
from elric.dragon_pass.game import Game
from elric.kernel.chance import SeededChance
from elric.tutor.luck import LessonChance
from elric.tutor.question_kinds import row_of

LUNAR_HORSE: Final = tuple(u.id for u in UNITS if u.corps == "Cavalry Corps")
LUNAR_FOOT: Final = tuple(
    u.id for u in UNITS if u.corps in ("Heartland Corps", "Native Furthest Corps") and u.arm == "foot"
)
MILITIA: Final = tuple(u.id for u in UNITS if u.corps == "City Militia")
FREE: Final = tuple(u.id for u in UNITS if u.corps == "Free Army")
SARTAR: Final = (*MILITIA, *FREE)
LUNAR: Final = (*LUNAR_HORSE, *LUNAR_FOOT)
NAME: Final = {unit.id: unit.name for unit in UNITS}


def game(stacks: Mapping[int, Sequence[str]], **more: Any) -> Game:
    """A game of the complete scenario with these stacks, Sartar in its movement phase unless said otherwise."""
    named = {HEXES.names[h]: list(pile) for h, pile in stacks.items()}
    return Game.at(
        {
            "scenario": "complete-game",
            "player": "sartar",
            "order": ["sartar", "lunar"],
            "turn": 2,
            "moves": 4,
            "day": 0,
            "stacks": named,
            **more,
        }
    )


@cache
def inner() -> tuple[int, ...]:
    """Hexes with six neighbours, without place or road."""
    roads = {h for road in BOARD.roads for h in road.hexes}
    return tuple(
        h for h in range(HEXES.size) if all(n >= 0 for n in BESIDE[h]) and h not in BOARD.place_at and h not in roads
    )


@cache
def plains() -> tuple[int, ...]:
    """Inner hexes of open ground whose neighbours are open ground too."""
    return tuple(h for h in inner() if BOARD.ground[h] == "." and all(BOARD.ground[n] == "." for n in BESIDE[h]))


@cache
def pairs(first: str, second: str) -> tuple[tuple[int, int], ...]:
    """Inner hexes side by side of two sorts of ground, by their letters."""
    known = set(inner())
    return tuple(
        (a, b)
        for a in inner()
        if BOARD.ground[a] in first
        for b in BESIDE[a]
        if b in known and BOARD.ground[b] in second
    )


def far_from(rng: Random, h: int, least: int = 12) -> int:
    """A plain hex far away, where a counter is in nobody's way."""
    return rng.choice([n for n in plains() if HEXES.distance(n, h) >= least])


def some(rng: Random, of: Sequence[str], least: int = 1, most: int = 3) -> list[str]:
    """A few counters."""
    return rng.sample(of, rng.randint(least, most))


def names(units: Sequence[str]) -> list[str]:
    """What counters are called."""
    return [NAME[u] for u in units]


def at(h: int) -> str:
    """A hex in words."""
    return BOARD.where(h)


def stacks_in_words(g: Game, *leave: str) -> list[str]:
    """Every stack on the board but those of counters left out: "Bell Temple and Talfort in 2332"."""
    piles = [(h, [UNITS[u] for u in pile if IDS[u] not in leave]) for h, pile in g.state.piles.items()]
    return [f"{row_of([u.name for u in pile])} in {at(h)}" for h, pile in piles if pile]


def verdict_in_words(g: Game, action: str) -> tuple[bool, str, tuple[tuple[str], ...]]:
    """Whether an action is legal; if not, the reasons in words, and their clauses."""
    verdict = g.verdict(action)
    return bool(verdict), " ".join(r.words for r in verdict.reasons), tuple((r.clause[0],) for r in verdict.reasons)


def with_dice(g: Game, action: str, *faces: int) -> None:
    """Carry an action out with these faces first; dice that are not asked for are left."""
    g.chance = LessonChance([face - 1 for face in faces], SeededChance(0))
    g.push(action)
