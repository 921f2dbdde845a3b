"""Buttons, clause numbers and marked words: what every panel is made of. Pure functions to HTML.

Every control is a real button. What cannot be done now is still a button, marked, and answers with its reason.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable
from typing import Protocol

from elric.widgets.markup import NOTHING, Markup, html, join


def act(
    text: str, label: str, *, kind: str = "", legal: bool = True, key: str = "", hotkey: str = "", small: str = ""
) -> Markup:
    """A button that plays an action; one that is not legal looks so, and explains itself when pressed."""
    off = "" if legal else html(' aria-disabled="true"')
    hot = html(' data-hotkey="{}"', hotkey) if hotkey else ""
    note = html(" <kbd>{}</kbd>", hotkey) if hotkey else ""
    under = html("<small>{}</small>", small) if small else ""
    return html(
        '<button class="btn {}" data-act="{}" data-key="{}"{}{}><span>{}</span>{}{}</button>',
        kind,
        text,
        key or text,
        off,
        hot,
        label,
        under,
        note,
    )


def do(name: str, label: str, value: str = "", *, kind: str = "", hotkey: str = "", look: str = "") -> Markup:
    """A button that asks the page for something other than an action."""
    hot = html(' data-hotkey="{}"', hotkey) if hotkey else ""
    note = html(" <kbd>{}</kbd>", hotkey) if hotkey else ""
    gaze = html(' data-look="{}"', look) if look else ""
    return html(
        '<button class="btn {}" data-do="{name}" data-value="{}" data-key="{name}:{}"{}{}><span>{}</span>{}</button>',
        kind,
        value,
        value,
        hot,
        gaze,
        label,
        note,
        name=name,
    )


def map_button() -> Markup:
    """Where the map is folded away: a button that shows it, and puts it away again."""
    return html(
        '<button class="btn small quiet map-button" data-local="map" data-key="map" data-hotkey="m"><span>Map</span></button>'
    )


def chip(number: str) -> Markup:
    """A clause number that opens the clause."""
    if not number:
        return NOTHING
    plain = number.split()[0]
    return html(
        '<button class="chip" data-do="clause" data-value="{}" aria-label="Clause {}">{}</button>',
        plain,
        number,
        number,
    )


class Word(Protocol):
    """A word of the game that the glossary explains."""

    @property
    def key(self) -> str: ...

    @property
    def says(self) -> str: ...


Marked = Callable[[str, set[str]], Iterable[tuple[str, Word | None]]]
"""Takes a sentence apart: plain parts, and the first use of each word that the glossary explains."""


def prose(text: str, known: set[str], marked: Marked | None = None) -> Markup:
    """A sentence with the words of the game in it marked, each once: `known` holds those that were marked before."""
    out = []
    for part, term in marked(text, known) if marked else [(text, None)]:
        if term is None:
            out.append(part)
        else:
            out.append(
                html(
                    '<button class="term" data-do="what" data-value="term:{}" data-what="term:{}" data-tip="{}">{}</button>',
                    term.key,
                    term.key,
                    term.says,
                    part,
                )
            )
    return join(out)


def banner(hue: int | None, name: str, does: str) -> Markup:
    """Whose screen this is, in the colour of that side and with its mark; `does`: what that player is about."""
    return html(
        '<p class="seatbar s{o}"><svg viewBox="0 0 10 10" aria-hidden="true"><use href="#er-seat-mark-{o}"/></svg>'
        "<b>{}</b> <span>{}</span></p>",
        name,
        does,
        o=hue or 0,
    )


def seat(o: int | None, name: str) -> Markup:
    """A player's name with the mark and colour of the side; `o`: which of the four (see `piles.hue`)."""
    if o is None:
        return html("<b>{}</b>", name)
    return html(
        '<span class="seat s{o}"><svg viewBox="0 0 10 10" aria-hidden="true"><use href="#er-seat-mark-{o}"/>'
        "</svg>{}</span>",
        name,
        o=o,
    )
