"""Sets of small numbers as the bits of one: a rule can speak about all of them at once."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from typing import Final

from .memo import kept


def bits(numbers: Iterable[int]) -> int:
    """Numbers as bits."""
    out = 0
    for n in numbers:
        out |= 1 << n
    return out


def _ones(these: int) -> tuple[int, ...]:
    out = []
    while these:
        first = these & -these
        these ^= first
        out.append(first.bit_length() - 1)
    return tuple(out)


# Final: the compiled core then reads them directly, without a lookup in the module's dictionary.
packed: Final[Callable[[tuple[int, ...]], int]] = kept(16384)(bits)
"""Numbers as bits, for the same few that are asked for again and again."""
ones: Final[Callable[[int], tuple[int, ...]]] = kept(65536)(_ones)
"""The numbers of some bits, in order."""

_IN_A_BYTE: Final = tuple(ones(byte) for byte in range(256))


def nth(these: int, k: int) -> int:
    """The k-th number of some bits, from 0: as `ones` would list them, without the list."""
    passed = 0
    while (here := (these & 255).bit_count()) <= k:
        k -= here
        these >>= 8
        passed += 8
    return passed + _IN_A_BYTE[these & 255][k]
