"""The end of a game: who has won and by what, the score sheet, luck, what turned it, and where to go from here. Pure
functions to HTML."""

from __future__ import annotations

import math
from collections.abc import Callable, Mapping, Sequence
from fractions import Fraction
from typing import Any

from elric.lab.say import percent
from elric.widgets.map.piles import hue
from elric.widgets.markup import NOTHING, Markup, html, join
from elric.widgets.panels.aim import goals
from elric.widgets.panels.controls import chip, do, seat
from elric.widgets.score import Luck, Score, Turning

__all__ = ["card", "leaf", "luck", "luck_words"]

Cite = Callable[[tuple[str, ...]], str]
Names = Mapping[int, str]
Players = Sequence[Mapping[str, Any]]


def _who(outcome: Mapping[str, Any], names: Names) -> str:
    return f"{names[outcome['winner']]} has won" if outcome["winner"] is not None else "Nobody has won"


def _ways_on(doors: Sequence[str]) -> Markup:
    """Where one may go from here; the way into the replay stands first where there is one."""
    replay = do("replay", "Play it again, move by move", kind="primary") if "replay" in doors else NOTHING
    again = do("new", "Another game", kind="" if replay else "primary")
    return join([replay, again, do("more", "Read the whole story", "log", kind="quiet")])


def card(outcome: Mapping[str, Any], names: Names, number: str, doors: Sequence[str], sheet: bool) -> Markup:
    """How it ended, beside the board."""
    back = do("close", "The score sheet", "end", kind="") if sheet else NOTHING
    return html(
        '<div class="card outcome" role="status"><h2>{}</h2><p>{} {}</p><div class="btns">{}{}</div></div>',
        _who(outcome, names),
        outcome["words"],
        chip(number),
        back,
        _ways_on(doors),
    )


def leaf(
    outcome: Mapping[str, Any],
    score: Score,
    names: Names,
    cite: Cite,
    doors: Sequence[str],
    title: str,
    turn: str,
    players: Players = (),
) -> Markup:
    """The whole sheet, over the board.

    Args:
        outcome: `winner`, `words` and `clause`, as a view has them.
        doors: the rooms that there are, by name.
        title: what was played.  turn: when it ended.  players: of the view, with the colours of the seats.
    """
    winner = outcome["winner"]
    crown = html(' class="won s{}"', hue(winner, players)) if winner is not None else ""
    return html(
        '<article class="leaf finale" role="region" aria-labelledby="finale"><header class="end-head"><p class="end-of">{}</p>'
        '<h2 id="finale" tabindex="-1" data-key="finale"{}>{}</h2><p class="end-says">{} {}</p><p class="end-when">{}</p>'
        '<div class="btns">{}{}</div></header><div class="end-body"><div>{}{}</div><div>{}{}</div></div></article>',
        title,
        crown,
        _who(outcome, names),
        outcome["words"],
        chip(cite(tuple(outcome["clause"]))),
        turn,
        _ways_on(doors),
        do("close", "Look at the board", "end", kind="quiet"),
        _sheet(score, names, winner, players),
        _luck(score, names, players),
        _conditions(score, cite),
        _turnings(score, names, players),
    )


def _sheet(score: Score, names: Names, winner: int | None, players: Players) -> Markup:
    heads = join(
        html(
            '<th scope="col"{}>{}</th>', html(' class="winner"') if o == winner else "", seat(hue(o, players), names[o])
        )
        for o in score.seats
    )
    rows = join(
        html("<tr><th scope='row'>{}</th>{}</tr>", row.words, join(html("<td>{}</td>", v) for v in row.values))
        for row in score.rows
    )
    return html(
        '<section class="end-sheet"><h3>The score sheet</h3><div class="end-scroll"><table><thead><tr><td></td>{}</tr></thead>'
        "<tbody>{}</tbody></table></div></section>",
        heads,
        rows,
    )


def _conditions(score: Score, cite: Cite) -> Markup:
    if not score.goals:
        return NOTHING
    return html('<section class="end-goals"><h3>By what it was decided</h3>{}</section>', goals(score.goals, cite))


def _turnings(score: Score, names: Names, players: Players) -> Markup:
    if not score.turnings:
        return NOTHING
    most = max(abs(x.swing) for x in score.turnings)
    rows = join(_turning(x, names, most, players) for x in score.turnings)
    return html(
        '<section class="end-turns"><h3>What turned it</h3><ol>{}</ol><p class="quiet-words">{}</p></section>',
        rows,
        score.measure,
    )


def _turning(x: Turning, names: Names, most: int, players: Players) -> Markup:
    whom = seat(hue(x.seat, players), names.get(x.seat, ""))
    sure = "was certain" if x.chance == percent(Fraction(1)) else f"had a chance of {x.chance}"
    odds = html(" Before the dice that {}.", sure) if x.chance else NOTHING
    return html(
        '<li style="--share:{:.2f}"><span class="end-turn">Turn {}</span> <span class="end-swing">{} <b>{}{}</b></span>'
        "<p>{}{}</p></li>",
        abs(x.swing) / most,
        x.turn,
        whom,
        "+" if x.swing > 0 else "−",
        abs(x.swing),
        x.words,
        odds,
    )


def _luck(score: Score, names: Names, players: Players) -> Markup:
    told = luck(score.luck, names, players)
    return html('<section class="end-luck"><h3>Luck</h3>{}</section>', told) if told else NOTHING


def luck(found: Sequence[Luck], names: Names, players: Players) -> Markup:
    """The dice of each seat against their average, on a scale and in words; nothing where none were thrown."""
    return join(_lucky(x, seat(hue(x.seat, players), names[x.seat])) for x in found if x.thrown or x.tries)


def luck_words(x: Luck) -> list[str]:
    """The luck of one seat in sentences."""
    lines = []
    if x.thrown:
        off = x.points - x.expected
        how = f"{abs(off):g} {'more' if off > 0 else 'less'} than" if off else "just"
        lines.append(
            f"{x.thrown} {'die' if x.thrown == 1 else 'dice'} in battles made {x.points}, {how} the average of "
            f"{x.expected:g}. Luck as far off as this, or further, comes in {x.share} of games with as many dice."
        )
    if x.tries:
        lines.append(
            f"{x.hits} of {x.tries} {'roll' if x.tries == 1 else 'rolls'} to escape or to find something succeeded; "
            f"{x.hoped:.1f} were to be expected."
        )
    return lines


def _lucky(x: Luck, who: Markup) -> Markup:
    # the scale runs over three standard deviations to each side
    deviation = math.sqrt(max(1, x.thrown) * 35 / 12)
    at = 0.5 + max(-0.5, min(0.5, (x.points - x.expected) / (6 * deviation)))
    return html(
        '<div class="end-lucky" style="--at:{:.3f}"><h4>{}</h4><div class="end-scale" aria-hidden="true"><i></i></div>{}</div>',
        at,
        who,
        join(html("<p>{}</p>", line) for line in luck_words(x)),
    )
