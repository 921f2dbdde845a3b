"""The what-if lab as HTML: pure functions from a battle and its odds to strings."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from fractions import Fraction
from html import escape
from typing import Final
from urllib.parse import quote

from elric.lab import picture
from elric.lab.battle import Battle
from elric.lab.compare import FELT, Comparison
from elric.lab.odds import Hero, Odds
from elric.lab.policy import POLICIES
from elric.lab.say import exact, percent, points
from elric.lab.spec import Problem
from elric.lab.story import Step, Story
from elric.lab.suggest import Change
from elric.widgets.panels.controls import chip, do
from elric.young_kingdoms import law, pieces, words
from elric.young_kingdoms.board import BOARD

SIDES: Final = ("Attackers", "Defenders")
TABS: Final = (("why", "How it comes about"), ("help", "What would help"), ("heat", "Stronger, weaker"),
               ("siege", "Turn after turn"), ("share", "Share"))  # fmt: skip


def head(battle: Battle | None, inside: bool) -> str:
    """The lab's title bar, and the ways out of it."""
    title = escape(battle.title) if battle else "Any battle you like"
    back = do("lab-list", "Other battles", kind="small quiet") if inside else ""
    now = ""
    if battle:
        o = battle.odds()
        now = f'<p class="lab-now"><b>{percent(o.win[0])}</b> the attackers win'
        if o.battle.wall or o.battle.base:
            now += f" · <b>{percent(o.falls)}</b> {escape(words.area(o.battle.area))} falls"
        now += "</p>"
    return (
        f'<div class="card lab-head"><h2 tabindex="-1" data-key="lab-title">What if</h2><p>{title}</p>{now}<div class="btns">{back}'
        f"{do('lab-build', 'Build one', kind='small quiet')}{do('lab-close', 'Back to the game', kind='small quiet')}</div></div>"
    )


def prospects(battles: Sequence[Battle]) -> str:
    """Battles that could happen on the board, ready-made."""
    if not battles:
        return (
            '<div class="card"><h3>No battle is in reach</h3><p>Nobody on the board can attack anybody this turn. '
            'Build a battle from nothing instead.</p><div class="btns">'
            f"{do('lab-build', 'Build a battle', kind='primary')}</div></div>"
        )
    rows = "".join(
        f'<li><button data-do="lab-pick" data-value="{k}" data-key="lab-pick-{k}" data-look="{BOARD.ids[b.area]}"><span>'
        f"<b>{escape(_question(b))}</b><small>{escape(b.title)}</small></span>{_glance(b)}</button></li>"
        for k, b in enumerate(battles)
    )
    return (
        '<div class="card"><h3>Battles that could be fought</h3>'
        f'<ul class="stack lab-found">{rows}</ul><p class="quiet-words">Or click an area on the map.</p></div>'
    )


def _question(b: Battle) -> str:
    where = words.area(b.area)
    if b.spec.sortie:
        return f"What if they break out of {where}?"
    sea = f" from {words.area(BOARD.index[b.spec.landing])}" if b.spec.landing else ""
    return f"What if {where} is attacked{sea}?"


def _glance(b: Battle) -> str:
    """The chance of the attackers at a glance; of the city to fall where there is one to fall."""
    o = b.odds()
    city = f"<small>falls {percent(o.falls)}</small>" if o.battle.wall or o.battle.base else ""
    return f'<span class="lab-glance"><b>{percent(o.win[0])}</b><small>win</small>{city}</span>'


# ---- the answer -----------------------------------------------------------------------------------------------------


def answer(battle: Battle, exactly: bool) -> str:
    """The sentence and the big bars."""
    o = battle.odds()
    story = Story(battle)
    said = "".join(escape(p.text) + (f" {chip(p.clause)}" if p.clause else "") for p in story.parts)
    notes = "".join(f'<p class="quiet-words">{escape(n)}</p>' for n in o.notes)
    return (
        f'<div class="card lab-answer" aria-live="polite"><p class="lab-said">{said}</p>{bars(o, exactly, battle.around is not None)}{notes}'
        f'<div class="btns">{do("lab-exact", "As percent" if exactly else "Exact fractions", kind="small quiet")}'
        f"{do('lab-pin', 'Pin it, then change something', kind='small')}"
        f"{do('lab-other', f'By {_other_title(battle)} rules', kind='small')}</div></div>"
    )


def _other_title(battle: Battle) -> str:
    return law.TITLES[other_edition(battle.edition)].rsplit(" ", 1)[0]


def other_edition(edition: str) -> str:
    """The edition that is not this one."""
    return next(e for e in law.EDITIONS if e != edition)


def _figure(p: Fraction, exactly: bool) -> str:
    return exact(p) if exactly else percent(p)


def bar(p: Fraction, label: str, exactly: bool, kind: str = "") -> str:
    """One share as a bar with figure and words."""
    other = percent(p) if exactly else exact(p)
    return (
        f'<div class="bar {kind}" style="--share:{float(p):.4f}" title="{escape(other)}"><b>{_figure(p, exactly)}</b>'
        f"<span>{escape(label)}</span></div>"
    )


def bars(o: Odds, exactly: bool, board: bool = False) -> str:
    """Who wins, the city, each hero in danger, the retreat, the swords; on a board also nations without a leader."""
    out = [bar(o.win[0], "the attackers win", exactly, "big"), bar(o.win[1], "the defenders win", exactly, "big")]
    if o.battle.wall or o.battle.base:
        out.append(bar(o.falls, f"{words.area(o.battle.area)} falls", exactly, "big"))
    if o.taken != o.falls:
        out.append(bar(o.taken, f"{words.area(o.battle.area)} is taken and held", exactly))
    for h in o.heroes.values():
        if h.safe != 1:
            out.append(bar(h.dies, _fate(h), exactly, "danger"))
    trapped = o.retreat.get("no way out", Fraction(0))
    if trapped:
        out.append(bar(trapped, "the losers have no way out", exactly, "danger"))
    for x in o.swords:
        who = words.listed(sorted(pieces.NAMES[pieces.INDEX[v]] if v in pieces.INDEX else v for v in x.victims))
        out.append(bar(x.turns, f"{pieces.NAMES[pieces.INDEX[x.bearer]]}'s sword turns on {who}", exactly, "danger"))
    for n, p in o.nations.items() if board else ():
        out.append(bar(p, f"{words.nation(pieces.NATION_INDEX[n])} loses its last leader", exactly, "danger"))
    for u, p in (o.ambush.lost if o.ambush else {}).items():
        out.append(bar(p, f"{pieces.NAMES[u]} is lost to a random attack on the retreat", exactly, "danger"))
    if o.tips:
        out.append(bar(o.tips, "the world tips", exactly, "danger"))
    return f'<div class="lab-bars">{"".join(out)}</div>'


def _fate(h: Hero) -> str:
    name = pieces.NAMES[pieces.INDEX[h.unit]]
    text = f"{name} is lost"
    if h.escapes:
        where = words.listed([words.area(BOARD.index[a]) for a in h.where])
        text += f"; gets away {percent(h.escapes)}" + (f" to {where}" if where and h.where else "")
    if h.joins:
        text += f"; goes over to the victor {percent(h.joins)}"
    return text


def distribution(battle: Battle) -> str:
    """The chart with its table twin."""
    o = battle.odds()
    return (
        f'<div class="card lab-dist"><h3>How it can end</h3>{picture.chart(o)}'
        f'<details data-key="lab-twin"><summary>As a table</summary>{picture.table(o)}</details></div>'
    )


# ---- below the answer -----------------------------------------------------------------------------------------------


def tabs(open_: str) -> str:
    """What else can be asked."""
    buttons = "".join(
        f'<button data-do="lab-tab" data-value="{k}" data-key="lab-tab-{k}" role="tab" '
        f'aria-selected="{"true" if k == open_ else "false"}">{label}</button>'
        for k, label in TABS
    )
    return f'<div class="tabs" role="tablist">{buttons}</div>'


def why(battle: Battle) -> str:
    """The derivation, unfolding line by line."""
    return f'<div class="card">{_steps(Story(battle).derivation)}</div>'


def _steps(steps: Iterable[Step]) -> str:
    out = ""
    for s in steps:
        value = f" <b>{escape(s.value)}</b>" if s.value else ""
        line = f"{escape(s.what)}{value} {chip(s.clause)}"
        if s.steps:
            out += f'<li><details data-key="lab-why-{escape(s.what)[:30]}"><summary>{line}</summary>{_steps(s.steps)}</details></li>'
        else:
            out += f"<li>{line}</li>"
    return f'<ul class="lab-steps">{out}</ul>'


def compared(c: Comparison, exactly: bool) -> str:
    """Two options side by side, and the difference in words."""
    rows = "".join(
        f"<tr><th scope='row'>{escape(r.what)}</th><td>{_figure(r.one, exactly)}</td><td>{_figure(r.two, exactly)}</td>"
        f"<td class='{_mood(r.gain)}'>{points(r.gain) if r.gain else 'the same'}</td></tr>"
        for r in c.rows
    )
    (a0, a1), (b0, b1) = c.lasting
    for side, x, y in ((0, a0, b0), (1, a1, b1)):
        rows += (
            f"<tr><th scope='row'>{SIDES[side].lower()} lose for good, on average</th><td>{float(x):.2f}</td>"
            f"<td>{float(y):.2f}</td><td>{float(y - x):+.2f}</td></tr>"
        )
    return (
        '<div class="card lab-compare"><h3>Side by side</h3>'
        f'<p class="lab-said">{escape(c.sentence)}</p><div class="lab-scroll"><table class="lab-table"><thead><tr><th></th>'
        '<th scope="col">Pinned</th><th scope="col">Now</th><th scope="col">Difference</th></tr></thead>'
        f"<tbody>{rows}</tbody></table></div>"
        f'<div class="btns">{do("lab-swap", "Go back to the pinned one", kind="small")}'
        f"{do('lab-unpin', 'Unpin', kind='small quiet')}</div></div>"
    )


def _mood(gain: Fraction) -> str:
    return "up" if gain >= FELT else "down" if gain <= -FELT else ""


def helps(found: Sequence[Change], side: int) -> str:
    """What one change helps most, for either side."""
    choose = "".join(
        do(
            "lab-helps",
            ("For the attackers", "For the defenders")[k],
            str(k),
            kind="small" + ("" if k == side else " quiet"),
        )
        for k in (0, 1)
    )
    rows = ""
    for k, c in enumerate(found):
        gains = []
        if c.win:
            gains.append(f"wins {points(c.win)}")
        if c.city:
            gains.append(f"the city falls {points(c.city if side == 0 else -c.city)}")
        if c.spared > 0 and not gains:
            gains.append(f"keeps {float(c.spared):.2f} of combat value on average")
        rows += (
            f'<li><button data-do="lab-try" data-value="{k}" data-key="lab-try-{k}"><span><b>{escape(c.words[:1].upper() + c.words[1:])}'
            f"</b><small>{escape('; '.join(gains))}</small></span></button></li>"
        )
    body = f'<ul class="stack">{rows}</ul>' if rows else "<p>No single change that is possible now would help.</p>"
    return f'<div class="card"><h3>What one change would help most</h3><div class="btns">{choose}</div>{body}</div>'


def heat(battle: Battle) -> str:
    """The sweep as a heat map."""
    city = bool(battle.start.battle.wall or battle.start.battle.base)
    cells = battle.sweep()
    maps = f'<div class="lab-scroll">{picture.heat(cells)}</div>'
    if city:
        maps += f'<div class="lab-scroll">{picture.heat(cells, city=True)}</div>'
    return f'<div class="card"><h3>With more or less strength</h3><div class="lab-maps">{maps}</div></div>'


def siege(battle: Battle) -> str:
    """The chance that the city has fallen by each turn."""
    s = battle.siege(10)
    rows = "".join(
        f"<tr><th scope='row'>{n}</th><td style='--p:{float(p):.3f}'>{percent(p)}</td><td>{percent(q)}</td></tr>"
        for n, (p, q) in enumerate(zip(s.fallen, s.beaten, strict=True), 1)
    )
    clause = chip(battle.cite(("10.9.4", "9.94")))
    return (
        f'<div class="card"><h3>The same assault every turn {clause}</h3><p class="lab-said">{escape(s.sentence)}</p>'
        '<table class="lab-table"><thead><tr><th scope="col">Turn</th><th scope="col">Fallen by then</th>'
        f'<th scope="col">Besiegers driven off</th></tr></thead><tbody>{rows}</tbody></table>'
        '<p class="quiet-words">Spells help in the first assault only; nobody is relieved or replaced.</p></div>'
    )


def share(battle: Battle) -> str:
    """The battle as text, as a link, and the odds for a spreadsheet."""
    csv = battle.odds().to_csv()
    return (
        '<div class="card lab-share"><h3>Share</h3><p>This text is the whole battle:</p>'
        f"{_copied('lab-text', 'The battle as text', battle.text(), 6)}"
        "<p>This link opens it, added to the address of this page:</p>"
        f"{_copied('lab-link', 'The battle as a link', link(battle), 3, address=True)}"
        f'<p><a class="btn small" href="{escape(link(battle))}" target="_blank" rel="noopener" data-key="lab-open">Open it in a new window</a></p>'
        "<p>The odds for a spreadsheet (CSV):</p>"
        f"{_copied('lab-csv', 'The odds as CSV', csv, 4)}"
        f'<p><a class="btn small" download="battle.csv" href="data:text/csv;charset=utf-8,{quote(csv)}" data-key="lab-save">Save as a file</a></p>'
        "</div>"
    )


def link(battle: Battle) -> str:
    """The battle as the query of this page's address."""
    return f"?battle=1&{battle.link()}"


def _copied(key: str, label: str, text: str, rows: int, address: bool = False) -> str:
    mark = ' data-address="1"' if address else ""
    return (
        f'<div class="lab-copy"><textarea rows="{rows}" readonly aria-label="{label}" data-key="{key}"{mark}>{escape(text)}</textarea>'
        f'<button class="btn small" data-local="copy" data-key="{key}-copy">Copy</button></div>'
    )


def load(text: str, problems: Sequence[Problem], edition: str) -> str:
    """A battle by text: what was typed stays, with what is wrong beside it."""
    return (
        '<form class="card" data-do="lab-load"><h3>A battle by text</h3>'
        f'{faults(problems, "text", "", edition)}<textarea name="text" rows="4" aria-label="A battle as text" '
        f'placeholder="attack: yishana, jharkor-army*5">{escape(text)}</textarea>'
        '<div class="btns"><button class="btn small" type="submit">Read it</button></div></form>'
    )


# ---- what is wrong --------------------------------------------------------------------------------------------------


def faults(problems: Iterable[Problem], where: str, what: str | None, edition: str) -> str:
    """Reasons that belong beside one control: `what` names the entry, None takes every entry of this part."""
    out = ""
    for p in problems:
        if p.where == where and (what is None or p.what == what):
            number = law.cite(p.reason.clause, edition) if any(p.reason.clause) else ""
            fix = f'<span class="fix">{escape(p.reason.fix)}</span>' if p.reason.fix else ""
            out += f'<p class="lab-fault" role="alert">{escape(p.reason.words)} {chip(number)} {fix}</p>'
    return out


def cannot_be(problems: Sequence[Problem], edition: str) -> str:
    """Instead of an answer: everything that stands against the battle."""
    return _refused("This battle cannot be fought yet. What you entered stays.", problems, edition, "lab-answer")


def misread(problems: Sequence[Problem], edition: str) -> str:
    """Above everything: why a text or link is no battle."""
    if not problems:
        return ""
    return _refused("That text or link is no battle. It stands below, to be mended.", problems, edition, "lab-wrong")


def _refused(said: str, problems: Sequence[Problem], edition: str, kind: str) -> str:
    rows = ""
    for p in problems:
        number = law.cite(p.reason.clause, edition) if any(p.reason.clause) else ""
        fix = f'<span class="fix">{escape(p.reason.fix)}</span>' if p.reason.fix else ""
        rows += f"<li>{escape(p.reason.words)} {chip(number)} {fix}</li>"
    return f'<div class="refusal {kind}" role="alert"><p><b>{said}</b></p><ul>{rows}</ul></div>'


def policies(chosen: tuple[str, str]) -> str:
    """How each side takes its losses."""
    out = ""
    for side in (0, 1):
        options = "".join(
            f'<option value="{side}:{p.key}"{" selected" if p.key == chosen[side] else ""}>{escape(p.title)}</option>'
            for p in POLICIES.values()
        )
        out += (
            f'<label class="lab-row"><span>{SIDES[side]} lose</span>'
            f'<select data-do="lab-policy" data-key="lab-policy-{side}">{options}</select></label>'
        )
    return out
