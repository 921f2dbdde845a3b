"""A battle told, as a card: an ordered list of beats, which static/told.js turns up one by one. Pure functions to HTML.

Without a script, or where motion is not wanted, all of it stands there at once.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any, Final

from elric.widgets.map.piles import hue
from elric.widgets.markup import NOTHING, Markup, html, join
from elric.widgets.panels.controls import chip, do, seat
from elric.widgets.telling import Beat, Figure, Side, Telling, amount

__all__ = ["card", "die", "sums"]

_LINES: Final = 14  # of one side's sum


def card(told: Telling, players: Sequence[Mapping[str, Any]], since: int = 0) -> Markup:
    """The whole card.

    Args:
        players: of the view that is shown, which say each side's colour and mark.
        since: of the game's events, the first that is news; a battle that was over by then, or has only gone on waiting, is
            shown and not told.
    """
    beats = join(_beat(told, n, beat) for n, beat in enumerate(told.beats))
    listed = html('<ol class="beats">{}</ol>', beats) if beats else NOTHING
    coming = html('<div class="ahead"><p>{}</p>{}</div>', told.ahead.words, sums(told.ahead)) if told.ahead else NOTHING
    old = html(" data-old") if told.end <= since else NOTHING
    away = NOTHING if told.open else do("close", "Put away", "battle", kind="small quiet")
    return html(
        '<article class="card battlecard" data-told="{}"{} aria-label="{}"><header><h3>{}</h3>{}</header>{}{}'
        '<div class="btns">{}{}</div></article>',
        told.key,
        old,
        told.title,
        told.title,
        _versus(told.sides, players),
        listed,
        coming,
        _PLAYER if beats else NOTHING,
        away,
    )


# What plays the beats belongs to the browser: no message is sent.
_PLAYER: Final = html(
    '<button class="btn small quiet" data-told-do="skip" data-key="told-skip" data-hotkey="k"><span>Show it all</span> <kbd>k</kbd></button>'
    '<button class="btn small quiet" data-told-do="again" data-key="told-again" data-hotkey="t"><span>Tell it again</span> <kbd>t</kbd></button>'
    '<button class="btn small quiet" data-local="snapshot" data-key="told-picture"><span>Copy as picture</span></button>'
)


def _versus(sides: Sequence[Side], players: Sequence[Mapping[str, Any]]) -> Markup:
    if not sides:
        return NOTHING
    both = join(
        html(
            '<span class="{}">{}<small>{}</small></span>',
            "att" if n == 0 else "def",
            seat(hue(side.seat, players), side.name),
            side.does,
        )
        for n, side in enumerate(sides)
    )
    return html('<p class="versus">{}</p>', both)


def _beat(told: Telling, n: int, beat: Beat) -> Markup:
    side = html(' data-side="{}"', beat.side) if beat.side >= 0 else NOTHING
    return html('<li class="b-{}" data-key="{}.{}"{}>{}</li>', beat.kind, told.key, n, side, _inside(told, beat))


def _inside(told: Telling, beat: Beat) -> Markup:
    if beat.kind == "opens" and any(side.ranks for side in told.sides):
        return html('<p class="unseen">{}</p>{}', beat.words, _ranks(told))
    if beat.kind == "sums":
        odds = html('<p class="chance">{}</p>', beat.odds) if beat.odds else NOTHING
        return html('<p class="unseen">{}</p>{}{}', beat.words, sums(beat), odds)
    if beat.kind == "dice":
        both = zip(beat.totals, beat.dice, told.sides, strict=True)
        thrown = join(
            html('<div><i>+</i> {} <i>=</i> <b class="sum">{}</b></div>', die(face), amount(total + face))
            for total, face, _ in both
        )
        return html('<div class="thrown" aria-hidden="true">{}</div><p>{}</p>', thrown, beat.words)
    one = html(" {}", die(beat.dice[0])) if beat.dice else NOTHING
    return html("{}<p>{} {}</p>", one, beat.words, chip(beat.clause))


def _ranks(told: Telling) -> Markup:
    """The counters of both sides over against each other; each knows with which beat it stands aside or falls."""
    falls = {unit: n for n, beat in enumerate(told.beats) for unit in beat.gone}
    aside = {unit: n for n, beat in enumerate(told.beats) for unit in beat.aside}

    def counter(unit: str, drawn: Markup) -> Markup:
        when = html(' data-falls="{}"', falls[unit]) if unit in falls else NOTHING
        out = html(' data-aside="{}"', aside[unit]) if unit in aside else NOTHING
        return html("<i{}{}>{}</i>", when, out, drawn)

    rows = (join(counter(*one) for one in side.ranks) for side in told.sides)
    return html('<div class="ranks" aria-hidden="true">{}</div>', join(html("<div>{}</div>", row) for row in rows))


def die(face: int) -> Markup:
    """One die that has come to rest."""
    return html('<span class="die" role="img" data-face="{}" aria-label="die {}"></span>', face, face)


def sums(beat: Beat) -> Markup:
    """Both sides' sums beside each other, line by line."""
    columns = join(
        html('<section class="side"><dl>{}</dl><p class="sum">{}</p></section>', _lines(lines), amount(total))
        for lines, total in zip(beat.sums, beat.totals, strict=True)
    )
    return html('<div class="battle">{}</div>', columns)


def _lines(lines: Sequence[Figure]) -> Markup:
    shown, rest = lines[:_LINES], lines[_LINES:]
    rows = join(
        html("<dt>{} {}</dt><dd>{}{}</dd>", x.words, chip(x.clause), "+" if x.value >= 0 else "", amount(x.value))
        for x in shown
    )
    more = html("<dt>{} more</dt><dd>+{}</dd>", len(rest), amount(sum(x.value for x in rest))) if rest else NOTHING
    return rows + more if rows else html("<dt>nobody</dt><dd>0</dd>") + more
