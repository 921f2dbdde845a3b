"""Data classes of a quick reference."""

from __future__ import annotations

from dataclasses import dataclass

__all__ = ["Section"]


@dataclass(frozen=True, slots=True)
class Section:
    """One box of the reference: key, title, clause numbers, column heads, rows of cells, a note below."""

    key: str
    title: str
    clauses: tuple[str, ...]
    head: tuple[str, ...]
    rows: tuple[tuple[str, ...], ...]
    note: str = ""
