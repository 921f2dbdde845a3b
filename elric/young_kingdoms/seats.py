"""The seats of a game, and what is said when a program asks for one that is not there."""

from __future__ import annotations

from .words import listed


class SeatError(ValueError):
    """A game has no such seat; the message says which there are."""


def check_seat(seats: int, seat: object) -> None:
    """Whether a seat, or None for an onlooker, is one of a game's.

    Raises:
        SeatError: neither None nor the number of a seat.
    """
    if seat is None or (isinstance(seat, int) and not isinstance(seat, bool) and 0 <= seat < seats):
        return
    known = listed([str(n) for n in range(seats)])
    raise SeatError(
        f"there is no seat {seat!r}; this game has {'seats' if seats > 1 else 'seat'} {known}, and None for an onlooker"
    )
