"""Buttons, clause numbers and marked words: what every panel is made of. Pure functions to HTML.

Every control is a real button. What cannot be done now is still a button, marked, and answers with its reason.
"""

from __future__ import annotations

from html import escape

from elric.tutor import glossary


def act(
    text: str, label: str, *, kind: str = "", legal: bool = True, key: str = "", hotkey: str = "", small: str = ""
) -> str:
    """A button that plays an action; one that is not legal looks so, and explains itself when pressed."""
    off = "" if legal else ' aria-disabled="true"'
    hot = f' data-hotkey="{escape(hotkey)}"' if hotkey else ""
    note = f" <kbd>{escape(hotkey)}</kbd>" if hotkey else ""
    under = f"<small>{escape(small)}</small>" if small else ""
    return (
        f'<button class="btn {kind}" data-act="{escape(text)}" data-key="{escape(key or text)}"{off}{hot}>'
        f"<span>{escape(label)}</span>{under}{note}</button>"
    )


def do(name: str, label: str, value: str = "", *, kind: str = "", hotkey: str = "", look: str = "") -> str:
    """A button that asks the page for something other than an action."""
    hot = f' data-hotkey="{escape(hotkey)}"' if hotkey else ""
    note = f" <kbd>{escape(hotkey)}</kbd>" if hotkey else ""
    gaze = f' data-look="{escape(look)}"' if look else ""
    return (
        f'<button class="btn {kind}" data-do="{name}" data-value="{escape(value)}" '
        f'data-key="{name}:{escape(value)}"{hot}{gaze}><span>{escape(label)}</span>{note}</button>'
    )


def chip(number: str) -> str:
    """A clause number that opens the clause."""
    if not number:
        return ""
    plain = number.split()[0]
    return (
        f'<button class="chip" data-do="clause" data-value="{escape(plain)}" '
        f'aria-label="Clause {escape(number)}">{escape(number)}</button>'
    )


def prose(text: str, known: set[str]) -> str:
    """A sentence with the words of the game in it marked, each once: `known` holds those that were marked before."""
    out = []
    for part, term in glossary.marked(text, known):
        if term is None:
            out.append(escape(part))
        else:
            out.append(
                f'<button class="term" data-do="what" data-value="term:{term.key}" data-what="term:{term.key}" '
                f'data-tip="{escape(term.says)}">{escape(part)}</button>'
            )
    return "".join(out)


def seat(o: int | None, name: str) -> str:
    """A player's name with the mark and colour of the seat."""
    if o is None:
        return f"<b>{escape(name)}</b>"
    return f'<span class="seat s{o}"><svg viewBox="0 0 10 10" aria-hidden="true"><use href="#er-seat-mark-{o}"/></svg>{escape(name)}</span>'
