"""Dice and cards as an explicit source. Nothing in a game uses any other randomness."""

from __future__ import annotations

import re
import secrets
import struct
from collections.abc import Callable, Iterator, Sequence
from fractions import Fraction
from hashlib import blake2b
from typing import Final, Protocol, TypeVar

from .failure import ElricError
from .native import mypyc_attr

Seed = int | str
"""What a game's luck grows from: a whole number, of which 64 bits count, or "b2-" and 128 bits in hexadecimal."""

_MASK = (1 << 64) - 1
_SAFE_SEED: Final = re.compile(r"b2-[0-9a-f]{32}")
_BLOCK: Final = 8  # draws that one hash gives
_eight_draws: Final = struct.Struct("<8Q").unpack


class Chance(Protocol):
    """Where results come from. `results` lists what was given since it was last cleared."""

    results: list[int]

    def pick(self, n: int) -> int:
        """A whole number from 0 to n - 1, each as likely."""
        ...


class ChanceError(ElricError):
    """A script of results ran out, or does not fit what the game asks for."""


def fit(result: int | str, n: int) -> int:
    """A scripted result, if it is one of 0 to n - 1. Words are for the game that knows them, and must be numbers here.

    Raises:
        ChanceError: it is not.
    """
    if isinstance(result, str) or not 0 <= result < n:
        raise ChanceError(f"result {result} does not fit a choice of {n}")
    return result


def fresh_seed() -> str:
    """A seed that nobody can guess, for a luck that cannot be worked out from the dice that were seen (`KeyedChance`)."""
    return f"b2-{secrets.token_hex(16)}"


def seed_value(seed: object) -> Seed:
    """A seed as a game keeps it: a whole number of 64 bits, or the text that `fresh_seed` gives.

    Raises:
        ChanceError: it is none.
    """
    if isinstance(seed, str) and _SAFE_SEED.fullmatch(seed):
        return seed
    try:
        return int(seed) & _MASK  # type: ignore[call-overload, no-any-return]
    except (TypeError, ValueError, OverflowError):
        raise ChanceError(f"a seed is a whole number, not {seed!r:.60}") from None


def going_on(seed: Seed, used: int = 0) -> SeededChance | KeyedChance:
    """The luck of a game after so many results: fixed by its seed.

    Raises:
        ChanceError: no seed.
    """
    known = seed_value(seed)
    if isinstance(known, str):
        return KeyedChance(known, used)
    return SeededChance(known + used * 0x9E3779B97F4A7C15)


@mypyc_attr(allow_interpreted_subclasses=True)
class SeededChance:
    """Pseudo-random results from a 64-bit seed (SplitMix64: Steele, Lea, Flood 2014). Small state, cheap to copy.

    Fast and repeatable, for playouts and studies. Some twenty dice seen in the open give its state away: a game between
    people takes `KeyedChance`.
    """

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
class KeyedChance:
    """Pseudo-random results from a seed of 128 bits: BLAKE2b (RFC 7693), keyed by the seed, of a counter.

    Who has seen any number of results cannot work out the seed, nor any other result, without breaking the hash. The state
    is a place in the stream, so that a saved game goes on there at once; one hash gives eight draws, which copies share.

    Args:
        seed: as `fresh_seed` gives it.
        at: how many results were drawn before.

    Raises:
        ChanceError: no such seed.
    """

    __slots__ = ("_key", "_words", "at", "results", "seed")

    def __init__(self, seed: str, at: int = 0) -> None:
        if not _SAFE_SEED.fullmatch(seed):
            raise ChanceError(f"a seed of this kind is “b2-” and 32 hexadecimal digits, not {seed!r:.60}")
        self.seed = seed
        self._key = bytes.fromhex(seed[3:])
        self._words: tuple[int, ...] = ()
        self.at = at
        self.results: list[int] = []

    def pick(self, n: int) -> int:
        at = self.at
        place = at % _BLOCK
        if not place or not self._words:
            counter = (at // _BLOCK).to_bytes(8, "little")
            self._words = _eight_draws(blake2b(counter, key=self._key).digest())
        self.at = at + 1
        # as above, 64 random bits scaled to n
        k = (self._words[place] * n) >> 64
        self.results.append(k)
        return k

    def copy(self) -> KeyedChance:
        other = KeyedChance.__new__(KeyedChance)
        other.seed = self.seed
        other._key = self._key
        other._words = self._words
        other.at = self.at
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
        k = fit(self.script[0], n)
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
            k = fit(self.script[0], n)
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


@mypyc_attr(allow_interpreted_subclasses=True)
class EvenChance:
    """Luck without streaks: in every row of n questions for one of n things each thing comes once, in an order that nobody
    knows. So a die shows each face once in six throws. For positions that are tried out; no fair game is played with it.

    It has no memory but its place in the row, so that a saved game goes on there at once.

    Args:
        seed: what the orders grow from.
        at: how many results were given before.

    Raises:
        ChanceError: no seed.
    """

    __slots__ = ("_key", "at", "results", "seed")

    def __init__(self, seed: Seed, at: int = 0) -> None:
        self.seed = seed_value(seed)
        self._key = str(self.seed).encode()
        self.at = at
        self.results: list[int] = []

    def pick(self, n: int) -> int:
        row, place = divmod(self.at, n)
        order = [(blake2b(f"{n} {row} {k}".encode(), key=self._key, digest_size=8).digest(), k) for k in range(n)]
        order.sort()
        self.at += 1
        k = order[place][1]
        self.results.append(k)
        return k

    def copy(self) -> EvenChance:
        other = EvenChance(self.seed, self.at)
        other.results = self.results[:]
        return other


class Source(Chance, Protocol):
    """A source of luck that a game can keep: it can be copied."""

    def copy(self) -> Source:
        """An independent source that goes on with the same luck."""
        ...


class Fork(Exception):
    """A path comes to a result that it does not say; `weights`: how likely each is, as whole numbers."""

    def __init__(self, weights: Sequence[int]) -> None:
        self.weights = weights


class Path:
    """Follows one path through a tree of results; stops where the tree must branch.

    Args:
        path: the results so far.

    Raises:
        Fork: where it branches.
    """

    __slots__ = ("at", "path", "results")

    def __init__(self, path: tuple[int, ...]) -> None:
        self.path = path
        self.at = 0
        self.results: list[int] = []

    def pick(self, n: int) -> int:
        k = self.among((1,) * n)
        self.results.append(k)
        return k

    def among(self, weights: Sequence[int]) -> int:
        """One of several that are not as likely."""
        if self.at == len(self.path):
            raise Fork(weights)
        self.at += 1
        return self.path[self.at - 1]


T = TypeVar("T")


def enumerate_chance(play: Callable[[Chance], T]) -> Iterator[tuple[Fraction, tuple[int, ...], T]]:
    """Every way the chance inside `play` can fall: (exact probability, results, what play returned).

    `play` is called again from the start for each path, so it must not keep anything between calls.
    """
    todo: list[tuple[Fraction, tuple[int, ...]]] = [(Fraction(1), ())]
    while todo:
        weight, path = todo.pop()
        try:
            out = play(Path(path))
        except Fork as fork:
            share = weight / sum(fork.weights)
            todo.extend((share * n, (*path, k)) for k, n in reversed([*enumerate(fork.weights)]) if n)
        else:
            yield weight, path, out
