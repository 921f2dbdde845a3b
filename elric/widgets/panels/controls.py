"""Buttons, clause numbers and marked words: what every panel is made of. Pure functions to HTML.

Every control is a real button. What cannot be done now is still a button, marked, and answers with its reason.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
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


def tabs(name: str, shown: Sequence[tuple[str, str]], open_: str, *, label: str = "", panel: str = "") -> Markup:
    """Leaves of which one lies open: a row of buttons for the message `name`.

    Args:
        shown: (key, label) of each.  open_: the key of the one that is open.  label: what the row is called.
        panel: the id of what they show, where it has one.
    """
    row = join(
        html(
            '<button role="tab" data-do="{name}" data-value="{key}" data-key="{name}-{key}" aria-selected="{}"{}>{}</button>',
            "true" if key == open_ else "false",
            html(' id="{p}-{}" aria-controls="{p}"', key, p=panel) if panel else NOTHING,
            words,
            name=name,
            key=key,
        )
        for key, words in shown
    )
    called = html(' aria-label="{}"', label) if label else NOTHING
    return html('<div class="tabs {}s" role="tablist"{}>{}</div>', name, called, row)


def options(
    rows: Iterable[tuple[str, str] | tuple[str, str, str]], chosen: str | None = None, blank: str = ""
) -> Markup:
    """The entries of a list to choose from.

    Args:
        rows: value and words of each, and the heading it stands under ("" for none).  chosen: the value that holds.
        blank: what stands first, for no value; "" for nothing.
    """
    groups: dict[str, list[Markup]] = {"": [html('<option value="">{}</option>', blank)] if blank else []}
    for value, words, *group in rows:
        mark = html(" selected") if value == chosen else NOTHING
        row = html('<option value="{}"{}>{}</option>', value, mark, words)
        groups.setdefault("".join(group), []).append(row)
    return join(
        html('<optgroup label="{}">{}</optgroup>', group, join(some)) if group else join(some)
        for group, some in groups.items()
    )


def copied(key: str, label: str, text: str, rows: int, *, address: bool = False, more: Markup = NOTHING) -> Markup:
    """A text to copy, with a button that does it; `address`: it becomes the whole address of the page, `more`: other buttons."""
    return html(
        '<div class="take"><textarea rows="{}" readonly aria-label="{}" data-key="{key}"{}>{}</textarea><div class="btns">'
        '<button class="btn small" data-local="copy" data-key="{key}-copy">Copy</button>{}</div></div>',
        rows,
        label,
        html(' data-address="1"') if address else NOTHING,
        text,
        more,
        key=key,
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
    """A player's name with the mark and colour of the side; `o`: which of the six (see `piles.hue`)."""
    if o is None:
        return html("<b>{}</b>", name)
    return html(
        '<span class="seat s{o}"><svg viewBox="0 0 10 10" aria-hidden="true"><use href="#er-seat-mark-{o}"/>'
        "</svg>{}</span>",
        name,
        o=o,
    )


def documentation(docs: str) -> Markup:
    """The way to the documentation, beside the page; nothing where there is none."""
    if not docs:
        return NOTHING
    return html(
        '<a class="btn small quiet" href="{}" target="_blank" rel="noopener" data-key="docs">Documentation</a>', docs
    )
