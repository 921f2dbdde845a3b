"""The branches of a sandbox, two of them compared, its luck and its text: as HTML. Pure functions."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

from elric.widgets.markup import NOTHING, Markup, html, join
from elric.widgets.panels.controls import copied, do, options
from elric.widgets.rooms.sandbox_compare import Differences
from elric.widgets.rooms.sandbox_tree import Tree

__all__ = ["branches", "compared", "luck", "really", "share"]

_LUCK: Final = (
    ("rolled", "As rolled", "Dice and draws as they fall."),
    ("chosen", "Chosen", "You say what falls next; after that it falls by itself."),
    ("even", "Without streaks", "Every face comes once in six throws, in an order nobody knows: average luck."),
)


def branches(
    tree: Tree, renaming: int, other: int | None, moments: Sequence[tuple[int, str]], can_bend: bool, trouble: str = ""
) -> Markup:
    """The branches as a tree with the row of positions of the one being worked on; `other`: the one it is compared with;
    `trouble`: why they are not kept."""
    kept = trouble or "They are kept with the game: they are there when you come back to it."
    rows = []
    for deep, number in tree.rows():
        one = tree.branches[number]
        here = number == tree.here
        name = html(
            '<button class="sand-branch" data-do="sand-go" data-value="{n}" data-key="sand-go-{n}"{}><b>{}</b>'
            "<small>{}</small></button>",
            html(' aria-current="true"') if here else NOTHING,
            one.name,
            one.now.words,
            n=number,
        )
        if number == renaming:
            name = html(
                '<form class="sand-name" data-do="sand-named"><input name="name" value="{}" maxlength="40" '
                'aria-label="Name of the branch" data-key="sand-name"><input type="hidden" name="number" value="{}">'
                '<button class="btn small" type="submit">Keep</button></form>',
                one.name,
                number,
            )
        controls = [
            NOTHING
            if here
            else html(
                '<button class="btn small quiet" data-do="sand-compare" data-value="{n}" data-key="sand-compare-{n}" '
                'aria-pressed="{}">{}</button>',
                "true" if number == other else "false",
                "Stop comparing" if number == other else "Compare",
                n=number,
            ),
            do("sand-rename", "Rename", str(number), kind="small quiet"),
            do("sand-cut", "Delete", str(number), kind="small quiet") if len(tree.branches) > 1 else NOTHING,
        ]
        rows.append(
            html(
                '<li style="--deep:{}"{}>{}<span class="btns">{}</span></li>',
                deep,
                html(' class="here"') if here else NOTHING,
                name,
                join(controls),
            )
        )
    return html(
        '<div class="card sand-branches"><div class="sand-bar"><h3>Branches</h3><div class="btns">{}{}</div></div><ul>{}</ul>'
        '{}{}<p class="{}">{}</p></div>',
        do("sand-fork", "New branch from here", kind="small", hotkey="b"),
        do("sandbox", "Bend the game again", "here", kind="small quiet") if can_bend else NOTHING,
        join(rows),
        _steps(tree),
        _moments(moments, can_bend),
        "sand-unkept" if trouble else "quiet-words",
        kept,
    )


def _steps(tree: Tree) -> Markup:
    """The positions of the branch, to go back to any of them."""
    one = tree.branch
    if len(one.steps) < 2:
        return NOTHING
    rows = join(
        html(
            '<li{}><button data-do="sand-step" data-value="{n}" data-key="sand-step-{n}">{}</button></li>',
            html(' aria-current="step"') if n == one.at else html(' class="undone"') if n > one.at else NOTHING,
            step.words,
            n=n,
        )
        for n, step in enumerate(one.steps)
    )
    return html('<ol class="sand-steps" aria-label="Steps of this branch">{}</ol>', rows)


def _moments(moments: Sequence[tuple[int, str]], can_bend: bool) -> Markup:
    if not can_bend:
        return NOTHING
    if not moments:
        return html("<p>{}</p>", do("sand-moments", "Bend an earlier moment of the game", kind="small quiet"))
    return html(
        '<label class="sand-field"><span>From the moment</span><select data-do="sand-moment" data-key="sand-moment">'
        "{}</select></label>",
        options(((str(n), words) for n, words in moments), blank="choose one"),
    )


def compared(one: str, other: str, found: Differences) -> Markup:
    """What differs between two branches, and the odds of the battles at hand in both."""
    rows = join(
        html(
            "<tr><th>{}</th><td>{}</td><td>{}</td></tr>",
            line.what,
            line.one,
            line.other,
        )
        for line in found.lines
    )
    table = html(
        "<table><thead><tr><th></th><th>{}</th><th>{}</th></tr></thead><tbody>{}</tbody></table>", one, other, rows
    )
    more = html('<p class="quiet-words">And {} more.</p>', found.more) if found.more else NOTHING
    battles = join(
        html(
            '<section class="sand-odds"><h4>{}</h4><dl><dt>{}</dt><dd>{}</dd><dt>{}</dt><dd>{}</dd></dl>{}</section>',
            battle.title,
            one,
            battle.one or "No such battle is at hand.",
            other,
            battle.other or "No such battle is at hand.",
            html('<ul class="sand-shift">{}</ul>', join(html("<li>{}</li>", line) for line in battle.shift))
            if battle.shift
            else NOTHING,
        )
        for battle in found.battles
    )
    return html(
        '<div class="card sand-compared"><h3 tabindex="-1" data-key="sand-compared">“{}” beside “{}”</h3>{}{}{}{}</div>',
        one,
        other,
        table if found.lines else html("<p>Nothing differs between them.</p>"),
        more,
        battles,
        html('<p class="quiet-words">{}</p>', found.note) if found.note else NOTHING,
    )


def luck(chosen: str, script: str, wrong: str, example: str) -> Markup:
    """How luck falls when the position is played on."""
    rows = join(
        html(
            '<label class="choice"><input type="radio" name="luck" value="{}" data-do="sand-luck" data-key="sand-luck-{}"{}>'
            "<span><b>{}</b><small>{}</small></span></label>",
            key,
            key,
            html(" checked") if key == chosen else NOTHING,
            label,
            words,
        )
        for key, label, words in _LUCK
    )
    form = NOTHING
    if chosen == "chosen":
        form = html(
            '<form data-do="sand-script"><label class="sand-script"><span>What falls next, in order</span>'
            '<input name="text" value="{}" placeholder="{}" data-key="sand-script" spellcheck="false" autocomplete="off"></label>'
            '<button class="btn small" type="submit">Keep</button></form>{}',
            script,
            example,
            html('<p class="sand-wrong" role="alert">{}</p>', wrong) if wrong else NOTHING,
        )
    return html(
        '<div class="card sand-luck"><h3>Luck when it is played on</h3><fieldset><legend class="unseen">Luck</legend>{}'
        '</fieldset>{}<p class="quiet-words">A game played on from here is a bent one: it says so on its table and in its '
        "record, and is no fair record of play.</p></div>",
        rows,
        form,
    )


def share(link: str, text: str, wrong: str, pasted: str) -> Markup:
    """The position as a link and as a line of text, and one to be brought in."""
    lines = NOTHING
    if text:
        linked = html("<h4>As a link</h4>{}", copied("sand-link", "Link to the position", link, 2, address=True))
        lines = html(
            '{}<h4>As a line of text</h4>{}<p class="quiet-words">Whoever has it sees everything: hands, and what lies face '
            "down.</p>",
            linked if link else NOTHING,
            copied("sand-text", "The position as text", text, 4),
        )
    else:
        lines = html("<p>It can be shared when nothing in it is wrong any more.</p>")
    return html(
        '<div class="card sand-share"><h3>Share this position</h3>{}</div><form class="card" data-do="sand-open">'
        '<h3>Bring one in</h3><textarea name="text" rows="4" aria-label="A position as text" data-key="sand-open" '
        'spellcheck="false" placeholder="The text of a position, or its data">{}</textarea>{}<div class="btns">'
        '<button class="btn" type="submit">Open it</button></div></form>',
        lines,
        pasted,
        html('<p class="sand-wrong" role="alert">{}</p>', wrong) if wrong else NOTHING,
    )


def really() -> Markup:
    """For whoever may have the whole game: the hands as they really are."""
    return html(
        '<div class="card sand-really"><p>What cannot be seen from your seat was dealt anew.</p>'
        '<div class="btns">{}</div></div>',
        do("sand-real", "Show everything as it really is", kind="small"),
    )
