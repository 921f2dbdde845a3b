"""What there is to say of a board, for somebody who asks outside the page."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any, NamedTuple

__all__ = ["BoardReport"]


class BoardReport(NamedTuple):
    """A board, or what is wrong with a file that should be one.

    Attributes:
        data: the board as JSON-able data, of a file with its "faults".
        says: how large it is, in a sentence.
        head, rows: its areas as a table.
        faults: why it cannot be played on.
        unseen: what could not be checked.
    """

    data: dict[str, Any]
    says: str
    head: Sequence[str] = ()
    rows: Sequence[Sequence[str]] = ()
    faults: Sequence[str] = ()
    unseen: Sequence[str] = ()
