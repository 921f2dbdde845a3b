"""Dice and cards as an explicit source. Nothing in a game uses any other randomness."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from fractions import Fraction
from typing import Protocol, TypeVar

from .native import mypyc_attr

_MASK = (1 << 64) - 1


class Chance(Protocol):
    """Where results come from. `results` lists what was given since it was last cleared."""

    results: list[int]

    def pick(self, n: int) -> int:
        """A whole number from 0 to n - 1, each as likely."""
        ...


class ChanceError(Exception):
    """A script of results ran out, or does not fit what the game asks for."""


def fitting(result: int | str, n: int) -> int:
    """A scripted result, if it is one of 0 to n - 1. Words are for the game that knows them, and must be numbers here.

    Raises:
        ChanceError: it is not.
    """
    if isinstance(result, str) or not 0 <= result < n:
        raise ChanceError(f"result {result} does not fit a choice of {n}")
    return result


def seed_number(seed: object) -> int:
    """A seed as the whole number it is.

    Raises:
        ChanceError: it is none.
    """
    try:
        return int(seed)  # type: ignore[call-overload, no-any-return]
    except (TypeError, ValueError):
        raise ChanceError(f"a seed is a whole number, not {seed!r:.60}") from None


def going_on(seed: int, used: int) -> SeededChance:
    """The luck of a game that was loaded after so many results: fixed by its seed, and not that of the game played on."""
    return SeededChance(seed + used * 0x9E3779B97F4A7C15)


@mypyc_attr(allow_interpreted_subclasses=True)
class SeededChance:
    """Pseudo-random results from a 64-bit seed (SplitMix64: Steele, Lea, Flood 2014). Small state, cheap to copy."""

    __slots__ = ("results", "state")

    def __init__(self, seed: int) -> None:
        self.state = seed & _MASK
        self.results: list[int] = []

    def pick(self, n: int) -> int:
        self.state = z = (self.state + 0x9E3779B97F4A7C15) & _MASK
        z = ((z ^ (z >> 30)) * 0xBF58476D1CE4E5B9) & _MASK
        z = ((z ^ (z >> 27)) * 0x94D049BB133111EB) & _MASK
        # 64 random bits scaled to n: the bias is below 2**-56 for any die or deck.
        k = ((z ^ (z >> 31)) * n) >> 64
        self.results.append(k)
        return k

    def copy(self) -> SeededChance:
        other = SeededChance(self.state)
        other.results = self.results[:]
        return other


@mypyc_attr(allow_interpreted_subclasses=True)
class ScriptedChance:
    """Results written down beforehand: replays, lessons, tests.

    Raises:
        ChanceError: when the script is empty or the next result does not fit.
    """

    __slots__ = ("results", "script")

    def __init__(self, script: Sequence[int | str] = ()) -> None:
        self.script: list[int | str] = list(script)
        self.results: list[int] = []

    def pick(self, n: int) -> int:
        if not self.script:
            raise ChanceError("the script of results is empty, but the game asks for another")
        k = fitting(self.script[0], n)
        del self.script[0]
        self.results.append(k)
        return k

    def copy(self) -> ScriptedChance:
        other = ScriptedChance(self.script)
        other.results = self.results[:]
        return other


@mypyc_attr(allow_interpreted_subclasses=True)
class ScriptedThenSeeded:
    """Results written down first, another source after them: a position whose next dice are known, a lesson.

    Attributes:
        given: how many results of the script have been used.

    Raises:
        ChanceError: when the next written result does not fit what the game asks for.
    """

    __slots__ = ("given", "results", "script", "then")

    def __init__(self, script: Sequence[int | str], then: Source, given: int = 0) -> None:
        self.script: list[int | str] = list(script)
        self.then = then
        self.given = given
        self.results: list[int] = []

    def pick(self, n: int) -> int:
        if self.script:
            k = fitting(self.script[0], n)
            del self.script[0]
            self.given += 1
        else:
            k = self.then.pick(n)
            self.then.results = []
        self.results.append(k)
        return k

    def copy(self) -> ScriptedThenSeeded:
        other = ScriptedThenSeeded(self.script, self.then.copy(), self.given)
        other.results = self.results[:]
        return other


class Source(Chance, Protocol):
    """A source of luck that a game can keep: it can be copied."""

    def copy(self) -> Source:
        """An independent source that goes on with the same luck."""
        ...


class _Branch(Exception):
    def __init__(self, n: int) -> None:
        self.n = n


class _Path:
    """Follows one path through a tree of results; stops where the tree must branch."""

    __slots__ = ("at", "path", "results")

    def __init__(self, path: tuple[int, ...]) -> None:
        self.path = path
        self.at = 0
        self.results: list[int] = []

    def pick(self, n: int) -> int:
        if self.at == len(self.path):
            raise _Branch(n)
        k = self.path[self.at]
        self.at += 1
        self.results.append(k)
        return k


T = TypeVar("T")


def enumerate_chance(play: Callable[[Chance], T]) -> Iterator[tuple[Fraction, tuple[int, ...], T]]:
    """Every way the chance inside `play` can fall: (exact probability, results, what play returned).

    `play` is called again from the start for each path, so it must not keep anything between calls.
    """
    todo: list[tuple[Fraction, tuple[int, ...]]] = [(Fraction(1), ())]
    while todo:
        weight, path = todo.pop()
        try:
            out = play(_Path(path))
        except _Branch as b:
            todo.extend((weight / b.n, (*path, k)) for k in reversed(range(b.n)))
        else:
            yield weight, path, out
