"""The what-if lab as HTML: pure functions from a battle and its odds to strings."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from fractions import Fraction
from typing import Final
from urllib.parse import quote

from elric.lab.say import exact, percent, points
from elric.widgets.markup import NOTHING, Markup, html, join
from elric.widgets.panels.controls import chip, do, map_button
from elric.young_kingdoms.components import law, pieces, words
from elric.young_kingdoms.components.board import BOARD
from elric.young_kingdoms.lab import picture
from elric.young_kingdoms.lab.battle import Battle
from elric.young_kingdoms.lab.compare import FELT, Comparison
from elric.young_kingdoms.lab.odds import Hero, Odds
from elric.young_kingdoms.lab.policy import POLICIES
from elric.young_kingdoms.lab.spec import Problem
from elric.young_kingdoms.lab.story import Step, Story
from elric.young_kingdoms.lab.suggest import Change

SIDES: Final = ("Attackers", "Defenders")
TABS: Final = (("why", "How it comes about"), ("help", "What would help"), ("heat", "Stronger, weaker"),
               ("siege", "Turn after turn"), ("share", "Share"))  # fmt: skip
KEYS: Final = tuple(key for key, _ in TABS)


def head(battle: Battle | None, inside: bool) -> Markup:
    """The lab's title bar with the odds, and the ways out of it."""
    title = battle.title if battle else "Exact odds for any battle"
    back = do("lab-list", "Other battles", kind="small quiet") if inside else ""
    now = NOTHING
    if battle:
        o = battle.odds()
        now = html('<p class="lab-now"><b>{}</b> attackers win', percent(o.win[0]))
        if o.battle.wall or o.battle.base:
            now += html(" · <b>{}</b> {}", percent(o.falls), f"{words.area(o.battle.area):falls|fall}")
        now += html("</p>")
    return html(
        '<div class="masthead lab-head"><h1 tabindex="-1" data-key="lab-title">What if</h1><p>{}</p>{}'
        '<div class="btns">{}{}{}{}</div></div>',
        title,
        now,
        back,
        do("lab-build", "Build one", kind="small quiet"),
        map_button(),
        do("lab-close", "Back to the game", kind="small quiet"),
    )


def prospects(battles: Sequence[Battle]) -> Markup:
    """Battles that could happen on the board, ready-made."""
    if not battles:
        return html(
            '<div class="card"><h3>No battle is in reach</h3>'
            "<p>Nobody on the board can attack anybody this turn. Build a battle from nothing instead.</p>"
            '<div class="btns">{}</div></div>',
            do("lab-build", "Build a battle", kind="primary"),
        )
    rows = join(
        (
            html(
                '<li><button data-do="lab-pick" data-value="{k}" data-key="lab-pick-{k}" data-look="{}"><span><b>{}</b>'
                "<small>{}</small></span>{}</button></li>",
                BOARD.ids[b.area],
                _question(b),
                b.title,
                _glance(b),
                k=k,
            )
            for k, b in enumerate(battles)
        )
    )
    return html(
        '<div class="card"><h3>Battles that could be fought</h3><ul class="stack lab-found">{}</ul>'
        '<p class="quiet-words">Or click an area on the map.</p></div>',
        rows,
    )


def _question(b: Battle) -> str:
    where = words.area(b.area)
    if b.spec.sortie:
        return f"What if they break out of {where}?"
    sea = f" from {words.area(BOARD.index[b.spec.landing])}" if b.spec.landing else ""
    return f"What if {where} is attacked{sea}?"


def _glance(b: Battle) -> Markup:
    """The chance of the attackers at a glance; of the city to fall where there is one to fall."""
    o = b.odds()
    city = html("<small>falls {}</small>", percent(o.falls)) if o.battle.wall or o.battle.base else ""
    return html('<span class="lab-glance"><b>{}</b><small>win</small>{}</span>', percent(o.win[0]), city)


# ---- the answer -----------------------------------------------------------------------------------------------------


def answer(battle: Battle, exactly: bool, pinned: Battle | None = None) -> Markup:
    """The sentence and the big bars."""
    o = battle.odds()
    story = Story(battle)
    said = join(p.text + (html(" {}", chip(p.clause)) if p.clause else "") for p in story.parts)
    notes = join(html('<p class="quiet-words">{}</p>', n) for n in o.notes)
    pin = "Pin it, then change something"
    if pinned is not None:
        pin = "Pin this one instead" if pinned.spec != battle.spec else ""
    return html(
        '<div class="card lab-answer" aria-live="polite"><p class="lab-said">{}</p>{}{}<div class="btns">{}{}{}'
        "</div></div>",
        said,
        bars(o, exactly, battle.around is not None),
        notes,
        do("lab-pin", pin, kind="small") if pin else "",
        do("lab-other", f"By {_other_title(battle)} rules", kind="small"),
        do("lab-exact", "As percent" if exactly else "As fractions", kind="small quiet"),
    )


def pinned(battle: Battle) -> Markup:
    """What is pinned, while nothing else stands beside it."""
    return html(
        '<div class="card"><p>Pinned: {}. Change something, and both stand side by side.</p><div class="btns">{}</div></div>',
        battle.title,
        do("lab-unpin", "Unpin", kind="small quiet"),
    )


def colours(sides: tuple[int, int]) -> str:
    """Classes that give attackers and defenders the colours of their seats; -1 is nobody's."""
    return " ".join(f"{role}-{seat if seat >= 0 else 'none'}" for role, seat in zip(("att", "def"), sides, strict=True))


def _other_title(battle: Battle) -> str:
    return law.TITLES[other_edition(battle.edition)].rsplit(" ", 1)[0]


def other_edition(edition: str) -> str:
    """The edition that is not this one."""
    return next(e for e in law.EDITIONS if e != edition)


def bar(p: Fraction, label: str, exactly: bool, kind: str = "") -> Markup:
    """One share as a bar with figure and words; the fraction stands after them where it is wanted."""
    return html(
        '<div class="bar {}" style="--share:{:.4f}"><b>{}</b><span>{}{}</span></div>',
        kind,
        float(p),
        percent(p),
        label,
        _fraction(p, exactly),
    )


def _fraction(p: Fraction, exactly: bool) -> Markup:
    return html(' <small class="fraction">{}</small>', exact(p)) if exactly and p not in (0, 1) else NOTHING


def bars(o: Odds, exactly: bool, board: bool = False) -> Markup:
    """Who wins, the city, each hero in danger, the retreat, the swords; on a board also nations without a leader."""
    out = [bar(o.win[0], "the attackers win", exactly, "big"), bar(o.win[1], "the defenders win", exactly, "big")]
    if o.battle.wall or o.battle.base:
        out.append(bar(o.falls, f"{words.area(o.battle.area):falls|fall}", exactly, "big"))
    if o.taken != o.falls:
        out.append(bar(o.taken, f"{words.area(o.battle.area):is|are} taken and held", exactly))
    for h in o.heroes.values():
        if h.safe != 1:
            out.append(bar(h.dies, _fate(h), exactly, "danger"))
    trapped = o.retreat.get("no way out", Fraction(0))
    if trapped:
        out.append(bar(trapped, "the losers have no way out", exactly, "danger"))
    for x in o.swords:
        who = words.listed(sorted(words.unit(pieces.INDEX[v]) if v in pieces.INDEX else v for v in x.victims))
        out.append(bar(x.turns, f"{words.unit(pieces.INDEX[x.bearer])}'s sword turns on {who}", exactly, "danger"))
    for n, p in o.nations.items() if board else ():
        out.append(
            bar(p, f"{words.nation(pieces.NATION_INDEX[n]):loses its|lose their} last leader", exactly, "danger")
        )
    for u, p in (o.ambush.lost if o.ambush else {}).items():
        out.append(bar(p, f"{words.unit(u):is|are} lost to a random attack on the retreat", exactly, "danger"))
    if o.tips:
        out.append(bar(o.tips, "the world tips", exactly, "danger"))
    return html('<div class="lab-bars">{}</div>', join(out))


def _fate(h: Hero) -> str:
    text = f"{words.unit(pieces.INDEX[h.unit]):is|are} lost"
    if h.escapes:
        where = words.listed([words.area(BOARD.index[a]) for a in h.where])
        text += f"; away {percent(h.escapes)}" + (f" to {where}" if where and h.where else "")
    if h.joins:
        text += f"; over to the victor {percent(h.joins)}"
    return text


def distribution(battle: Battle, sides: tuple[int, int]) -> Markup:
    """The chart with its table twin."""
    o = battle.odds()
    return html(
        '<div class="card lab-dist {}"><h3>How it can end</h3>{}<details data-key="lab-twin"><summary>As a table'
        "</summary>{}</details></div>",
        colours(sides),
        Markup(picture.chart(o)),  # HTML already: the lab wrote and escaped it
        Markup(picture.table(o)),
    )


# ---- below the answer -----------------------------------------------------------------------------------------------


def tabs(open_: str) -> Markup:
    """What else can be asked."""
    buttons = join(
        (
            html(
                '<button data-do="lab-tab" data-value="{k}" data-key="lab-tab-{k}" role="tab" aria-selected="{}">{}'
                "</button>",
                "true" if k == open_ else "false",
                label,
                k=k,
            )
            for k, label in TABS
        )
    )
    return html('<div class="tabs" role="tablist">{}</div>', buttons)


def why(battle: Battle, exactly: bool) -> Markup:
    """The derivation, unfolding line by line."""
    return html('<div class="card">{}</div>', _steps(Story(battle).derivation, exactly))


def _steps(steps: Iterable[Step], exactly: bool) -> Markup:
    out = NOTHING
    for s in steps:
        value = html(" <b>{}</b>", s.value) if s.value else ""
        more = html(' <small class="fraction">{}</small>', s.exactly) if exactly and s.exactly else ""
        line = html("{}{}{} {}", s.what, value, more, chip(s.clause))
        if s.steps:
            out += html(
                '<li><details data-key="lab-why-{}"><summary>{}</summary>{}</details></li>',
                s.what[:30],
                line,
                _steps(s.steps, exactly),
            )
        else:
            out += html("<li>{}</li>", line)
    return html('<ul class="lab-steps">{}</ul>', out)


def compared(c: Comparison, exactly: bool) -> Markup:
    """Two options side by side, and the difference in words."""
    rows = join(
        html(
            "<tr><th scope='row'>{}</th><td>{}</td><td>{}</td><td class='{}'>{}</td></tr>",
            r.what,
            html("{}{}", percent(r.one), _fraction(r.one, exactly)),
            html("{}{}", percent(r.two), _fraction(r.two, exactly)),
            _mood(r.gain),
            points(r.gain) if r.gain else "the same",
        )
        for r in c.rows
    )
    (a0, a1), (b0, b1) = c.lasting
    for side, x, y in ((0, a0, b0), (1, a1, b1)):
        rows += html(
            "<tr><th scope='row'>{} lose for good, on average</th><td>{:.2f}</td><td>{:.2f}</td><td>{:+.2f}</td></tr>",
            SIDES[side].lower(),
            float(x),
            float(y),
            float(y - x),
        )
    return html(
        '<div class="card lab-compare"><h3>Side by side</h3><p class="quiet-words">Pinned: {}.</p><p class="lab-said">{}</p>'
        '<div class="lab-scroll">'
        '<table class="lab-table"><thead><tr><th></th><th scope="col">Pinned</th><th scope="col">Now</th>'
        '<th scope="col">Difference</th></tr></thead><tbody>{}</tbody></table></div><div class="btns">{}{}</div>'
        "</div>",
        c.one.title,
        c.sentence,
        rows,
        do("lab-swap", "Go back to the pinned one", kind="small"),
        do("lab-unpin", "Unpin", kind="small quiet"),
    )


def _mood(gain: Fraction) -> str:
    return "up" if gain >= FELT else "down" if gain <= -FELT else ""


def helps(found: Sequence[Change], side: int) -> Markup:
    """What one change helps most, for either side."""
    choose = join(
        do(
            "lab-helps",
            ("For the attackers", "For the defenders")[k],
            str(k),
            kind="small" + ("" if k == side else " quiet"),
        )
        for k in (0, 1)
    )
    rows = NOTHING
    for k, c in enumerate(found):
        gains = []
        if c.win:
            gains.append(f"victory {points(c.win)}")
        if c.city:
            gains.append(f"the fall of the city {points(c.city if side == 0 else -c.city)}")
        if c.spared > 0 and not gains:
            gains.append(f"{float(c.spared):.2f} of combat value saved on average")
        rows += html(
            '<li><button data-do="lab-try" data-value="{k}" data-key="lab-try-{k}"><span><b>{}</b><small>{}</small>'
            "</span></button></li>",
            c.words[:1].upper() + c.words[1:],
            "; ".join(gains),
            k=k,
        )
    body = (
        html('<ul class="stack">{}</ul>', rows)
        if rows
        else html("<p>No single change that is possible now would help.</p>")
    )
    return html(
        '<div class="card"><h3>What one change would help most</h3><div class="btns">{}</div>{}</div>', choose, body
    )


def heat(battle: Battle, sides: tuple[int, int]) -> Markup:
    """The sweep as a heat map."""
    city = bool(battle.start.battle.wall or battle.start.battle.base)
    cells = battle.sweep()
    maps = html('<div class="lab-scroll">{}</div>', Markup(picture.heat(cells)))
    if city:
        maps += html('<div class="lab-scroll">{}</div>', Markup(picture.heat(cells, city=True)))
    return html(
        '<div class="card {}"><h3>With more or less strength</h3><div class="lab-maps">{}</div></div>',
        colours(sides),
        maps,
    )


def siege(battle: Battle) -> Markup:
    """The chance that the city has fallen by each turn."""
    s = battle.siege(10)
    rows = join(
        (
            html(
                "<tr><th scope='row'>{}</th><td style='--p:{:.3f}'>{}</td><td>{}</td></tr>",
                n,
                float(p),
                percent(p),
                percent(q),
            )
            for n, (p, q) in enumerate(zip(s.fallen, s.beaten, strict=True), 1)
        )
    )
    clause = chip(battle.cite(("10.9.4", "9.94")))
    return html(
        '<div class="card"><h3>The same assault every turn {}</h3><p class="lab-said">{}</p>'
        '<table class="lab-table"><thead><tr><th scope="col">Turn</th><th scope="col">Fallen by then</th>'
        '<th scope="col">Besiegers driven off</th></tr></thead><tbody>{}</tbody></table>'
        '<p class="quiet-words">Spells help in the first assault only; nobody is relieved or replaced.</p></div>',
        clause,
        s.sentence,
        rows,
    )


def share(battle: Battle) -> Markup:
    """The battle as text, as a link, and the odds for a spreadsheet."""
    csv = battle.odds().to_csv()
    return html(
        '<div class="card lab-share"><h3>Share</h3><p>This text is the whole battle:</p>{}'
        "<p>This link opens it, added to the address of this page:</p>{}<p>"
        '<a class="btn small" href="{}" target="_blank" rel="noopener" data-key="lab-open">Open it in a new '
        "window</a></p><p>The odds for a spreadsheet (CSV):</p>{}<p>"
        '<a class="btn small" download="battle.csv" href="data:text/csv;charset=utf-8,{}" '
        'data-key="lab-save">Save as a file</a></p></div>',
        _copied("lab-text", "The battle as text", battle.text(), 6),
        _copied("lab-link", "The battle as a link", link(battle), 3, address=True),
        link(battle),
        _copied("lab-csv", "The odds as CSV", csv, 4),
        quote(csv),
    )


def link(battle: Battle) -> str:
    """The battle as the query of this page's address."""
    return f"?battle=1&{battle.link()}"


def _copied(key: str, label: str, text: str, rows: int, address: bool = False) -> Markup:
    mark = html(' data-address="1"') if address else ""
    return html(
        '<div class="lab-copy"><textarea rows="{}" readonly aria-label="{}" data-key="{key}"{}>{}</textarea>'
        '<button class="btn small" data-local="copy" data-key="{key}-copy">Copy</button></div>',
        rows,
        label,
        mark,
        text,
        key=key,
    )


def load(text: str, problems: Sequence[Problem], edition: str) -> Markup:
    """A battle by text: what was typed stays, with what is wrong beside it."""
    return html(
        '<form class="card" data-do="lab-load"><h3>A battle by text</h3>{}'
        '<textarea name="text" rows="4" aria-label="A battle as text" placeholder="attack: yishana, '
        'jharkor-army*5">{}</textarea><div class="btns"><button class="btn small" type="submit">Read it</button>'
        "</div></form>",
        faults(problems, "text", "", edition),
        text,
    )


# ---- what is wrong --------------------------------------------------------------------------------------------------


def faults(problems: Iterable[Problem], where: str, what: str | None, edition: str) -> Markup:
    """Reasons that belong beside one control: `what` names the entry, None takes every entry of this part."""
    out = NOTHING
    for p in problems:
        if p.where == where and (what is None or p.what == what):
            number = law.cite(p.reason.clause, edition) if any(p.reason.clause) else ""
            fix = html('<span class="fix">{}</span>', p.reason.fix) if p.reason.fix else ""
            out += html('<p class="lab-fault" role="alert">{} {} {}</p>', p.reason.words, chip(number), fix)
    return out


def cannot_be(problems: Sequence[Problem], edition: str) -> Markup:
    """Instead of an answer: everything that stands against the battle."""
    return _refused("This battle cannot be fought yet. What you entered stays.", problems, edition, "lab-answer")


def misread(problems: Sequence[Problem], edition: str) -> Markup:
    """Above everything: why a text or link is no battle."""
    if not problems:
        return NOTHING
    return _refused("That text or link is no battle. It stands below, to be mended.", problems, edition, "lab-wrong")


def _refused(said: str, problems: Sequence[Problem], edition: str, kind: str) -> Markup:
    rows = NOTHING
    for p in problems:
        number = law.cite(p.reason.clause, edition) if any(p.reason.clause) else ""
        fix = html('<span class="fix">{}</span>', p.reason.fix) if p.reason.fix else ""
        rows += html("<li>{} {} {}</li>", p.reason.words, chip(number), fix)
    return html('<div class="refusal {}" role="alert"><p><b>{}</b></p><ul>{}</ul></div>', kind, said, rows)


def policies(chosen: tuple[str, str]) -> Markup:
    """How each side takes its losses."""
    out = NOTHING
    for side in (0, 1):
        options = join(
            html(
                '<option value="{}:{}"{}>{}</option>',
                side,
                p.key,
                " selected" if p.key == chosen[side] else "",
                p.title,
            )
            for p in POLICIES.values()
        )
        out += html(
            '<label class="lab-row"><span>{} lose</span><select data-do="lab-policy" data-key="lab-policy-{}">{}'
            "</select></label>",
            SIDES[side],
            side,
            options,
        )
    return out
