"""The quick reference as three sheets to print: to play by, the spells to look up, and where the editions differ."""

from __future__ import annotations

from collections.abc import Sequence
from html import escape
from typing import Final

from elric.young_kingdoms.components import law
from elric.young_kingdoms.teaching.quickref import Section, sections

_LEFT: Final = ("turn", "limits")
_MIDDLE: Final = ("results", "walls")
_RIGHT: Final = ("movement", "search", "random")
_KINDS: Final = ("Law", "Chaos", "Neutral", "Special", "Melnibonean", "Elric", "Immediate")

CSS: Final = """
@page { size: A4 landscape; margin: 8mm 9mm }
* { box-sizing: border-box }
:root { --ink: #1d1a15; --soft: #6b6152; --line: #cdc3ae; --accent: #7d1a12; --law: #1f4e8c; --chaos: #9c1c10; --band: #f5efe0 }
body { margin: 1.2rem auto; max-width: 82rem; padding: 0 1rem; color: var(--ink); background: #fff;
  font: 13.4px/1.34 "Iowan Old Style", "Palatino Linotype", Palatino, "Book Antiqua", "URW Palladio L", Georgia, serif;
  -webkit-print-color-adjust: exact; print-color-adjust: exact }
header { display: flex; align-items: baseline; gap: .8em; margin-bottom: .8em; padding-bottom: .3em; border-bottom: 3px double var(--accent) }
h1 { margin: 0; font-size: 1.7em; font-variant: small-caps; letter-spacing: .03em; font-weight: 600 }
header p { margin: 0; color: var(--soft); font-style: italic }
header p:last-child { margin-left: auto }
h2 { display: flex; align-items: baseline; margin: 0 0 .25em; font-size: 1.1em; font-variant: small-caps; letter-spacing: .03em;
  font-weight: 600; color: var(--accent) }
h2 small { margin-left: auto; color: var(--soft); font-size: .68em; letter-spacing: 0; font-variant: lining-nums; font-weight: 400 }
section { break-inside: avoid; margin: 0 0 1em }
.three { display: grid; grid-template-columns: 1.12fr 1fr 1.05fr; gap: 0 1.7em }
table { width: 100%; border-collapse: collapse; font-variant-numeric: lining-nums tabular-nums }
td, th { padding: .17em .5em .17em 0; border-bottom: 1px solid var(--line); text-align: left; vertical-align: baseline; font-weight: 400 }
th { color: var(--soft); font-style: italic; font-size: .9em }
td:last-child, th:last-child { padding-right: 0 }
td.rule, th.rule { width: 1%; vertical-align: baseline; color: var(--soft); font-size: .82em; text-align: right; white-space: nowrap }
section p { margin: .35em 0 0; color: var(--soft); font-style: italic }
.q-turn td:first-child { width: 1.7em } .q-turn td:nth-child(2) { font-weight: 600 }
.q-turn td:first-child b { display: inline-block; width: 1.45em; border: 1px solid var(--accent); border-radius: 50%; color: var(--accent);
  font-size: .86em; font-weight: 600; line-height: 1.4; text-align: center }
.q-results { padding: .6em .9em .7em; border: 1px solid var(--accent); outline: 1px solid var(--accent); outline-offset: 2px; background: var(--band) }
.q-results td:first-child { font-weight: 600; white-space: nowrap } .q-results td:last-child { font-weight: 600; text-align: right }
.q-results th:last-child { text-align: right } .q-results tr:last-child td { border: 0 }
.q-walls td:nth-child(2), .q-movement td:nth-child(2), .q-search td:nth-child(2), .q-limits td:nth-child(2) { font-weight: 600 }
.scale { display: flex; align-items: stretch; margin: .3em 0 }
.scale b { padding: .25em .7em .25em 0; font-variant: small-caps } .scale b:last-child { padding: .25em 0 .25em .7em }
.scale i { flex: 1; margin-left: -1px; border: 1px solid var(--line); font-style: normal; line-height: 1.9; text-align: center; font-variant-numeric: lining-nums }
.scale .l { color: var(--law); background: color-mix(in srgb, var(--law) calc(var(--n) * 3.4%), #fff) }
.scale .c { color: var(--chaos); background: color-mix(in srgb, var(--chaos) calc(var(--n) * 3.4%), #fff) }
.scale .m { flex: 1.3; border-color: var(--ink); background: var(--ink); color: #fff }
.law { color: var(--law) } .chaos { color: var(--chaos) }
.second { margin-top: 2.2rem }
.spells { columns: 5; column-gap: 1.4em }
.spells section { break-inside: auto; margin-bottom: .7em }
.spells h2 { break-after: avoid; margin-bottom: .1em } .spells h2.law { color: var(--law) } .spells h2.chaos { color: var(--chaos) }
.spells dl { margin: 0 }
.spells div { break-inside: avoid; padding: .1em 0; border-bottom: 1px solid var(--line) }
.spells dt { display: flex; font-weight: 600 } .spells dt span { margin-left: auto; padding-left: .4em; font-variant-numeric: lining-nums }
.spells dd { margin: 0; color: var(--soft); font-size: .9em; line-height: 1.22 }
.differ { columns: 3; column-gap: 1.7em }
.differ dl { margin: 0; break-inside: avoid; display: grid; grid-template-columns: 1fr 5.4em 5.4em; gap: 0 .7em; padding: .14em 0; border-bottom: 1px solid var(--line) }
.differ dt { line-height: 1.24 } .differ dd { margin: 0; line-height: 1.24 } .differ dd.mine { font-weight: 700; color: var(--accent) }
@media screen and (max-width: 60rem) { .three { display: block } .spells, .differ { columns: 1 } .spells { columns: 2 } }
@media print {
  body { margin: 0; max-width: none; padding: 0; font-size: 7.6pt; line-height: 1.22 }
  .three { grid-template-columns: 1.12fr 1fr 1.05fr }
  .spells { columns: 6; font-size: 6.5pt; line-height: 1.16 } .differ { columns: 3; font-size: 6.4pt; line-height: 1.16; break-before: page }
  .spells div { padding: 0 } .differ dl { padding: .05em 0 }
  .spells section { margin-bottom: .4em }
  .second { margin: 0; break-before: page } .second header { margin-bottom: .4em }
}
"""


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
