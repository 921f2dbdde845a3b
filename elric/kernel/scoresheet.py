"""A readable record of a game, without its seed: headers, then the actions in order with the luck of each in words.

It is to a game what PGN is to chess. It loads back to the same position; the luck that comes after is fresh, for
nothing in it tells the future. It does tell every spell that was drawn, so it is for after the game, or for one player
alone. Anything after ";" and every line that begins with "=" is for the reader only. What was put into words here is
read again while the game is played over, so a sheet may also be written, or changed, by hand.
"""

from __future__ import annotations

import json
import re
from collections.abc import Mapping, Sequence
from typing import Any, Final, NamedTuple

from . import running
from .chance import ChanceError, ScriptedChance
from .clauses import Ruleset
from .definition import GameDef
from .record import Entry, SaveError
from .scripts import Parse, Result

FORMAT: Final = "1"
_HEADERS: Final = 20  # a sheet's headers stand in its first lines
_WIDTH: Final = 118
_HEADER: Final = re.compile(r'\[(\w+) (".*")\]')
_ACTION: Final = re.compile(r"(?:(\d+)\.\s+)?([^({;]+?)\s*(?:\((.*)\))?")
_SEATED: Final = re.compile(r"(\d{1,3}): (.*)", re.ASCII)


class SheetLine(NamedTuple):
    """One action of a sheet: its line, its text, the results of chance in words or numbers."""

    line: int
    action: str
    results: tuple[Result, ...]


def write(
    definition: GameDef,
    scenario: Any,
    rules: Ruleset,
    position: Mapping[str, Any] | None,
    record: Sequence[Entry],
    comments: bool = False,
) -> str:
    """A game as text; it is played over once, to learn what each number of chance stood for.

    Args:
        position: where the game started, if that was not a scenario's set-up.
        comments: after each action, what anybody could see of it, in sentences.
    """
    s = definition.build(position) if position is not None else definition.new_state(scenario, rules)
    events: list[dict[str, Any]] = []
    body: list[str] = []
    heading = ""
    for number, entry in enumerate(record):
        now = f"= {definition.heading(s)}"
        if number and now != heading:
            body += ["", now]
            heading = now
        told = len(events)
        cx = definition.naming(ScriptedChance(entry.results), events)
        if number:
            seated = _SEATED.fullmatch(entry.action)
            if seated:
                s.seat = int(seated[1])
            running.apply(s, definition.notation.parse(seated[2] if seated else entry.action), cx)
        else:
            running.begin(s, cx)
        body += _wrap(f"{number}. {entry.action}" if number else entry.action, cx.luck_as_text)
        if comments:
            body += [f"   ; {said}" for said in definition.story_text(s, events, None, told)]
    outcome = definition.outcome(s)
    headers = {
        "Game": definition.title,
        "Format": FORMAT,
        "Scenario": scenario.key,
        "Rules": rules.name,
        "Result": outcome["words"] if outcome else "unfinished",
    }
    if position is not None:
        headers["Position"] = json.dumps(position, separators=(",", ":"), sort_keys=True)
    head = [f"[{name} {json.dumps(value, ensure_ascii=False)}]" for name, value in headers.items()]
    return "\n".join([*head, "", *body]) + "\n"


def _wrap(text: str, said: Sequence[str]) -> list[str]:
    """An action with its luck in brackets, over several lines where one is too short."""
    if not said:
        return [text]
    lines = [f"{text} ("]
    for n, result in enumerate(said):
        part = result + ("," if n < len(said) - 1 else ")")
        gap = "" if lines[-1].endswith("(") else " "
        if len(lines[-1]) + len(gap) + len(part) > _WIDTH:
            lines.append("   ")
        lines[-1] += gap + part
    return lines


def is_sheet(text: object) -> bool:
    """Whether a text is meant for a sheet and not for a save."""
    return isinstance(text, str) and text.lstrip("\ufeff \t\r\n").startswith("[")


def title_of(text: str) -> str:
    """The title of the game that a sheet says it is a record of; "" where it says none."""
    for n, line in enumerate(text.lstrip("\ufeff").splitlines()[:_HEADERS], 1):
        try:
            name, value = _header(line.strip(), n)
        except SaveError:
            continue
        if name == "game":
            return value
    return ""


def read(text: str, title: str, parse: Parse) -> tuple[dict[str, str], list[SheetLine]]:
    """The headers of a sheet by the names that a save gives them, and its actions.

    Args:
        title: of the game that it should be a record of.
        parse: reads the luck of an action.

    Raises:
        SaveError: says in which line and what is wrong.
    """
    headers: dict[str, str] = {}
    lines: list[SheetLine] = []
    open_at, held = 0, ""
    for n, raw in enumerate(text.lstrip("\ufeff").splitlines(), 1):
        line = raw.strip()
        if not held and not lines and line.startswith("["):
            name, value = _header(line, n)
            headers[name] = value
            continue
        line = line if line.startswith("=") else line.partition(";")[0].rstrip()
        if not line or line.startswith("="):
            continue
        open_at = open_at if held else n
        held = f"{held} {line}" if held else line
        if held.count("(") > held.count(")"):
            continue
        lines.append(_action(held, open_at, len(lines), parse))
        held = ""
    if held:
        raise SaveError("a bracket is opened and not closed", open_at)
    if headers.get("game") != title:
        raise SaveError(f"this is not a record of this game: it should begin with [Game “{title}”]", 1)
    if headers.get("format") != FORMAT:
        raise SaveError(f"this record has format {headers.get('format')}; this version reads format {FORMAT}", 1)
    return headers, lines


def _header(line: str, n: int) -> tuple[str, str]:
    found = _HEADER.fullmatch(line)
    try:
        if found:
            return found[1].lower(), str(json.loads(found[2]))
    except ValueError:
        pass
    raise SaveError(f'expected [Name "value"], found “{line[:60]}”', n)


def _action(text: str, n: int, number: int, parse: Parse) -> SheetLine:
    found = _ACTION.fullmatch(text)
    if not found:
        raise SaveError(f"expected an action, found “{text[:60]}”", n)
    if found[1] is not None and int(found[1]) != number:
        raise SaveError(f"action {number} is expected here, not {found[1]}", n)
    try:
        results = parse(found[3] or "")
    except ChanceError as err:
        raise SaveError(str(err), n) from None
    return SheetLine(n, " ".join(found[2].split()), tuple(results))
