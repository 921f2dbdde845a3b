"""The quick reference as three sheets to print: to play by, the spells to look up, and where the editions differ."""

from __future__ import annotations

from collections.abc import Sequence
from html import escape
from importlib.resources import files
from typing import Final

from elric.young_kingdoms.components import law
from elric.young_kingdoms.teaching.quickref import Section, sections

_LEFT: Final = ("turn", "limits")
_MIDDLE: Final = ("results", "walls")
_RIGHT: Final = ("movement", "search", "random")
_KINDS: Final = ("Law", "Chaos", "Neutral", "Special", "Melnibonean", "Elric", "Immediate")

CSS: Final = files("elric.young_kingdoms").joinpath("data/quickref.css").read_text(encoding="utf-8")


def html(edition: str) -> str:
    """The reference of an edition as a page of its own: three sheets, landscape, when it is printed."""
    found = {s.key: s for s in sections(edition)}
    title = escape(law.TITLES[edition])
    columns = "".join(f"<div>{''.join(_box(found[k]) for k in keys)}</div>" for keys in (_LEFT, _MIDDLE, _RIGHT))
    return (
        f'<!doctype html><html lang="en"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width">'
        f"<title>Quick reference: {title}</title><style>{CSS}</style></head><body>"
        f"{_band('Quick reference', title, 'To play by')}{_scale(found['balance'])}"
        f'<div class="three">{columns}</div>'
        f'<div class="second">{_band("Spells, and where the editions differ", title, "To look up")}'
        f"{_spells(found['spells'])}{_differ(found['switches'], edition)}</div></body></html>"
    )


def _band(title: str, edition: str, what: str) -> str:
    return f"<header><h1>{title}</h1><p>Elric: Battle at the End of Time · {edition}</p><p>{what}</p></header>"


def _heading(s: Section, title: str = "") -> str:
    return f"<h2>{escape(title or s.title)}<small>{escape(' · '.join(s.clauses))}</small></h2>"


def _box(s: Section) -> str:
    rule = s.head[-1:] == ("Rule",)

    def row(cells: Sequence[str], tag: str) -> str:
        out = []
        for k, c in enumerate(cells):
            cls = ' class="rule"' if rule and k + 1 == len(cells) else ""
            text = f"<b>{escape(c)}</b>" if s.key == "turn" and not k and c else escape(c)
            out.append(f"<{tag}{cls}>{text}</{tag}>")
        return f"<tr>{''.join(out)}</tr>"

    head = f"<thead>{row(s.head, 'th')}</thead>" if any(h for h in s.head if h != "Rule") else ""
    note = f"<p>{escape(s.note)}</p>" if s.note else ""
    body = "".join(row(r, "td") for r in s.rows)
    return f'<section class="q-{s.key}">{_heading(s)}<table>{head}<tbody>{body}</tbody></table>{note}</section>'


def _scale(s: Section) -> str:
    """The Cosmic Balance as it lies beside the board, both arms."""
    adds = [int(c) for c in s.rows[0][1:]]
    law_side = "".join(f'<i class="l" style="--n:{n}">{n}</i>' for n in reversed(adds))
    chaos_side = "".join(f'<i class="c" style="--n:{n}">{n}</i>' for n in adds)
    return (
        f'<section class="q-balance">{_heading(s)}<div class="scale"><b class="law">Law</b>{law_side}<i class="m">0</i>'
        f'{chaos_side}<b class="chaos">Chaos</b></div><p>{escape(s.note)}</p></section>'
    )


def _spells(s: Section) -> str:
    """The spells by kind, those that are alike together."""
    parts = []
    for kind in _KINDS:
        alike: dict[tuple[str, str, str], int] = {}
        for name, _, value, calls in (r for r in s.rows if r[1] == kind):
            alike[name, value, calls] = alike.get((name, value, calls), 0) + 1
        rows = "".join(
            f"<div><dt>{escape(name)}{f' × {n}' if n > 1 else ''}<span>{escape(value)}</span></dt><dd>{escape(calls)}</dd></div>"
            for (name, value, calls), n in alike.items()
        )
        parts.append(f'<section><h2 class="{kind.lower()}">{kind}</h2><dl>{rows}</dl></section>')
    return f'<div class="spells">{"".join(parts)}</div><section><p>{escape(s.note)}</p></section>'


def _differ(s: Section, edition: str) -> str:
    rows = []
    for says, *values in s.rows:
        cells = "".join(
            f"<dd{' class=mine' if e == edition else ''}>{escape(v)}</dd>"
            for e, v in zip(law.EDITIONS, values, strict=True)
        )
        rows.append(f"<dl><dt>{escape(says)}</dt>{cells}</dl>")
    named = " · ".join(law.MARKS[e] for e in law.EDITIONS)
    return f'{_heading(s, f"{s.title} ({named})")}<div class="differ">{"".join(rows)}</div>'


__all__ = ["html"]
