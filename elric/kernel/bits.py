"""Sets of small numbers as the bits of one: a rule can speak about all of them at once."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Final

from .memo import kept


def bits(numbers: Iterable[int]) -> int:
    """Numbers as bits."""
    out = 0
    for n in numbers:
        out |= 1 << n
    return out


@kept(16384)
def packed(numbers: tuple[int, ...]) -> int:
    """Numbers as bits, for the same few that are asked for again and again."""
    return bits(numbers)


@kept(65536)
def ones(these: int) -> tuple[int, ...]:
    """The numbers of some bits, in order."""
    out = []
    while these:
        first = these & -these
        these ^= first
        out.append(first.bit_length() - 1)
    return tuple(out)


_IN_A_BYTE: Final = tuple(ones(byte) for byte in range(256))


def nth(these: int, k: int) -> int:
    """The k-th number of some bits, from 0: as `ones` would list them, without the list."""
    passed = 0
    while (here := (these & 255).bit_count()) <= k:
        k -= here
        these >>= 8
        passed += 8
    return passed + _IN_A_BYTE[these & 255][k]
