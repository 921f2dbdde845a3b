"""Points spent and flags of all pieces at once: as a player-turn or a phase begins."""

from __future__ import annotations

from typing import Final

from elric.young_kingdoms.components import pieces
from elric.young_kingdoms.components.pieces import ARMY_BITS
from elric.young_kingdoms.position.state import ASHORE, NEUTRAL, State


def rest(s: State, owner: int, kept: int) -> None:
    """A seat's pieces begin afresh: no points are spent, and of their flags only those in `kept` stay."""
    mine = _long(s.owner.translate(_OWNED_BY[owner]))
    s.spent = _bytes(_long(s.spent) & ~mine)
    s.flags = _bytes(_long(s.flags) & ~(mine & _BUT[kept]))
    s.rested = unstirred_pieces(s) & ARMY_BITS
    s.worn = 0


def unstirred_pieces(s: State) -> int:
    """The pieces that are ashore, have spent nothing and carry no flag, as bits."""
    stirred = _long(s.spent) | _long(s.flags) | (_long(s.aboard) ^ _ALL_ASHORE)
    # a digit for each piece; the first piece is the last digit of a number
    digits = stirred.to_bytes(pieces.SIZE, "big")[::-1].translate(_IS_ZERO)
    return int(digits, 2)


_ALL_ASHORE: Final = int.from_bytes(bytes([ASHORE]) * pieces.SIZE, "big")
_IS_ZERO: Final = b"1" + b"0" * 255


# A byte for each piece, all pieces at once: one long number.
_OWNED_BY: Final = tuple(bytes(255 * (o == owner) for o in range(256)) for owner in range(NEUTRAL))


def _long(values: bytes | bytearray) -> int:
    return int.from_bytes(values, "big")


def _bytes(number: int) -> bytearray:
    return bytearray(number.to_bytes(pieces.SIZE, "big"))


# What is not in some flags, for every piece.
_BUT: Final = tuple(_long(bytes([255 & ~kept]) * pieces.SIZE) for kept in range(256))


def unflag(s: State, bits: int) -> None:
    """Take bits of `flags` off every piece."""
    s.flags = s.flags.translate(_WITHOUT[bits])


_WITHOUT: Final = tuple(bytes(flags & ~bits for flags in range(256)) for bits in range(256))
