"""Pictures of odds as plain HTML and SVG: no library, no script, words and a table beside every drawing.

The page and a notebook cell show the same. Colours are inherited where a page has its own (CSS variables), and every
bar says its figures in words, so nothing depends on seeing them.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from fractions import Fraction
from html import escape
from typing import TYPE_CHECKING, Final

from elric.lab.definition import Because
from elric.lab.say import exact, percent
from elric.young_kingdoms.combat.battle import TABLE
from elric.young_kingdoms.lab.odds import Odds
from elric.young_kingdoms.lab.story import Story, printed
from elric.young_kingdoms.lab.sweep import Cell

if TYPE_CHECKING:
    from elric.young_kingdoms.lab.battle import Battle
    from elric.young_kingdoms.lab.siege import Siege

WHO: Final = ("attackers", "defenders")


def chart(odds: Odds, width: int = 520) -> str:
    """The results as bars over the rows of the table: defenders' victories left, attackers' right. An SVG element, and what its colours mean."""
    rows = odds.rows
    high, base, bar = 164, 128, max(38, min(64, (width - 20) // max(1, len(rows)) - 8))
    top = max((p for _, _, p in rows), default=Fraction(1))
    parts = []
    for k, (loser, r, p) in enumerate(rows):
        x = 10 + k * (bar + 8)
        h = max(1.0, float(p / top) * 100)
        label = "".join(
            f'<text x="{x + bar / 2}" y="{base + 13 + 12 * n}" text-anchor="middle">{word}</text>'
            for n, word in enumerate(_short(loser, r, odds))
        )
        share = percent(p).replace("under ", "<").replace("over ", ">")
        parts.append(
            f'<g class="lab-bar w{loser}"><title>{WHO[1 - loser]} win: {escape(TABLE[r].name)}: {percent(p)}</title>'
            f'<rect x="{x}" y="{base - h:.1f}" width="{bar}" height="{h:.1f}"/>'
            f'<text x="{x + bar / 2}" y="{base - h - 4:.1f}" text-anchor="middle">{escape(share)}</text>{label}</g>'
        )
    said = "; ".join(f"{WHO[1 - loser]} win, {TABLE[r].name}: {percent(p)}" for loser, r, p in rows)
    span = 20 + len(rows) * (bar + 8)
    # on a small screen many bars are scrolled through rather than made too small to read
    return (
        f'<div class="lab-scroll" tabindex="0" role="group" aria-label="Drawing, to be scrolled sideways"><svg class="lab-chart" viewBox="0 0 {span} {high}" role="img" aria-label="{escape(said)}" '
        f'style="max-width:{span}px;min-width:{min(span, 36 * len(rows))}px">'
        f'<line x1="4" x2="{span - 4}" y1="{base}" y2="{base}"/>{"".join(parts)}</svg></div>'
        f'<p class="lab-key" aria-hidden="true"><span class="w0">the {WHO[1]} win</span> <span class="w1">the {WHO[0]} win</span></p>'
    )


def _short(loser: int, r: int, odds: Odds) -> tuple[str, str]:
    """A row of the results table under its bar: who loses how much, so that no two bars have one name."""
    losses = TABLE[r].losses
    if loser and 0 <= losses < odds.battle.wall and odds.start.rules.failed_assault_halves:
        return ("def.", f"half ({losses})")  # the walls hold against these losses, and half of them are lost (6.572)
    return (("att.", "def.")[loser], "lose all" if losses < 0 else f"lose {losses}" if losses else "no loss")


def table(odds: Odds) -> str:
    """The same as a table."""
    rows = "".join(
        f"<tr><th scope='row'>{WHO[1 - loser]} win</th><td>{escape(TABLE[r].name)}</td><td>{percent(p)}</td><td>{exact(p)}</td></tr>"
        for loser, r, p in odds.rows
    )
    return (
        '<table class="lab-table"><caption>The results table</caption><thead><tr><th scope="col">Result</th>'
        f'<th scope="col">Row</th><th scope="col">Chance</th><th scope="col">Exactly</th></tr></thead><tbody>{rows}</tbody></table>'
    )


def folded_table(odds: Odds) -> str:
    """The table, until somebody wants it folded away."""
    return f'<details data-key="lab-twin"><summary>As a table</summary>{table(odds)}</details>'


def heat(cells: Mapping[tuple[int, int], Cell], city: bool = False) -> str:
    """A sweep as a table whose cells are tinted by the chance; each cell says it too."""
    xs = sorted({x for x, _ in cells})
    ys = sorted({y for _, y in cells})
    head = "".join(f'<th scope="col">{x:+d}</th>' for x in xs)
    body = ""
    for y in ys:
        row = ""
        for x in xs:
            c = cells.get((x, y))
            p = (c.falls if city else c.win) if c else None
            here = ' class="here"' if (x, y) == (0, 0) else ""
            row += (
                f'<td{here} style="--p:{float(p):.3f};{_tint(p)}" title="{percent(p)}">{round(100 * float(p))}</td>'
                if p is not None
                else "<td></td>"
            )
        body += f'<tr><th scope="row">{y:+d}</th>{row}</tr>'
    what = "city falls" if city else "attackers win"
    return (
        f'<table class="lab-heat"><caption>Chance in percent that the {what}, by strength more or less: attackers across, '
        f"defenders down</caption><thead><tr><th></th>{head}</tr></thead><tbody>{body}</tbody></table>"
    )


def beside(maps: Sequence[str]) -> str:
    """Some of them beside each other, as far as there is room."""
    each = "".join(
        f'<div class="lab-scroll" tabindex="0" role="group" aria-label="Drawing, to be scrolled sideways">{one}</div>'
        for one in maps
    )
    return f'<div class="lab-maps">{each}</div>'


def siege(found: Siege) -> str:
    """The chance that the city has fallen by each turn, as a table."""
    rows = "".join(
        f"<tr><th scope='row'>{n}</th><td style='--p:{float(p):.3f}'>{percent(p)}</td><td>{percent(q)}</td></tr>"
        for n, (p, q) in enumerate(zip(found.fallen, found.beaten, strict=True), 1)
    )
    return (
        '<table class="lab-table"><thead><tr><th scope="col">Turn</th><th scope="col">Fallen by then</th>'
        f'<th scope="col">Besiegers driven off</th></tr></thead><tbody>{rows}</tbody></table>'
        '<p class="quiet-words">Spells help in the first assault only; nobody is relieved or replaced.</p>'
    )


def _tint(p: Fraction) -> str:
    """A cell's colour for whoever reads the table outside the page, where no style sheet is: from the defenders' blue over
    paper to the attackers' red, with ink that can be read on it."""
    ends = (0x14, 0x53, 0x9A), (0xF7, 0xF0, 0xDD), (0xA8, 0x32, 0x1A)
    side, share = (2, 2 * float(p) - 1) if p > Fraction(1, 2) else (0, 1 - 2 * float(p))
    red, green, blue = (round(a + 0.72 * share * (b - a)) for a, b in zip(ends[1], ends[side], strict=True))
    return f"background-color:rgb({red},{green},{blue});color:{'#fff' if share > 0.72 else '#2a2015'}"


def derivation(steps: Sequence[Because]) -> str:
    """The derivation, each line unfolding into what it is made of."""
    out = ""
    for s in steps:
        value = f" <b>{escape(s.value)}</b>" if s.value else ""
        clause = f' <span class="lab-clause">{escape(printed(s.clause))}</span>' if s.clause else ""
        line = f"{escape(s.words)}{value}{clause}"
        out += (
            f"<li><details><summary>{line}</summary>{derivation(s.parts)}</details></li>"
            if s.parts
            else f"<li>{line}</li>"
        )
    return f'<ul class="lab-steps">{out}</ul>'


_STYLE: Final = """<style>
.lab-card{max-width:46rem;line-height:1.45}.lab-scroll{overflow-x:auto}
.lab-chart{width:100%;height:auto;font:11px sans-serif}
.lab-chart rect{fill:#a8321a}.lab-chart .w0 rect{fill:#14539a}
.lab-key span{margin-right:1.2em}.lab-key span::before{content:"\\25a0\\a0";color:#a8321a}.lab-key .w0::before{color:#14539a}
.lab-chart text{fill:currentColor}.lab-chart line{stroke:currentColor}
.lab-table td,.lab-table th{padding:1px 10px 1px 0;text-align:left;font-variant-numeric:tabular-nums}
.lab-steps{margin:0;padding-left:1.2em}.lab-clause{opacity:.7;font-size:.85em}
</style>"""


def page(battle: Battle) -> str:
    """A battle as a notebook cell shows it: the sentence, the chart, the table, the derivation."""
    story = Story(battle)
    odds = battle.odds()
    return (
        f'{_STYLE}<div class="lab-card"><p>{escape(story.sentence)}</p>{chart(odds)}{folded_table(odds)}'
        f"<details><summary>How it comes about</summary>{derivation(story.derivation)}</details></div>"
    )
