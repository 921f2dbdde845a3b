"""A quick reference: boxes with a table each, made by a game from its engine's own tables, as data, as text and as HTML."""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import asdict, dataclass
from html import escape
from typing import Any, Final

__all__ = ["Section", "data", "fragment", "text"]

_NUMBER: Final = re.compile(r"\d+(?:\.\d+)*[A-Z]?")


@dataclass(frozen=True, slots=True)
class Section:
    """One box of the reference: key, title, clause numbers, column heads, rows of cells, a note below."""

    key: str
    title: str
    clauses: tuple[str, ...]
    head: tuple[str, ...]
    rows: tuple[tuple[str, ...], ...]
    note: str = ""


def data(edition: str, title: str, sections: Sequence[Section]) -> dict[str, Any]:
    """The reference as plain data."""
    return {"edition": edition, "title": title, "sections": [asdict(s) for s in sections]}


def text(title: str, sections: Sequence[Section]) -> str:
    """The reference as Markdown."""
    out = [f"# Quick reference: {title}"]
    for s in sections:
        cites = f" ({', '.join(s.clauses)})" if s.clauses else ""
        out += ["", f"## {s.title}{cites}", "", _line(s.head), _line(["---"] * len(s.head)), *map(_line, s.rows)]
        if s.note:
            out += ["", s.note]
    return "\n".join(out) + "\n"


def _line(cells: Sequence[str]) -> str:
    return "| " + " | ".join(c.replace("|", "/") for c in cells) + " |"


def fragment(sections: Sequence[Section]) -> str:
    """The reference as HTML to stand in a page, where a click on a clause opens it."""
    return "".join(map(_box, sections))


def _chip(number: str) -> str:
    return f'<button class="chip" data-do="clause" data-value="{escape(number.split()[0])}">{escape(number)}</button>'


def _box(s: Section) -> str:
    heads = "".join(f"<th scope=col>{escape(h)}</th>" if h else "<td></td>" for h in s.head)
    head = f"<thead><tr>{heads}</tr></thead>" if any(s.head) else ""
    rules = s.head[-1:] == ("Rule",)
    rows = "".join(f"<tr>{''.join(_cell(c, rules and k == len(r) - 1) for k, c in enumerate(r))}</tr>" for r in s.rows)
    note = f"<p>{escape(s.note)}</p>" if s.note else ""
    cites = "".join(f" {_chip(n)}" for n in s.clauses)
    return (
        f'<section class="quick q-{s.key}"><h3>{escape(s.title)}<small>{cites}</small></h3>'
        f"<table>{head}<tbody>{rows}</tbody></table>{note}</section>"
    )


def _cell(words: str, rule: bool) -> str:
    return f"<td>{_chip(words) if rule and _NUMBER.fullmatch(words) else escape(words)}</td>"
