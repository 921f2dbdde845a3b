"""Two positions side by side: what differs in words, and the odds of the battles at hand in each."""

from __future__ import annotations

import json
from collections.abc import Sequence
from typing import Any, Final, NamedTuple

from elric import games
from elric.kernel.game import Game
from elric.lab.definition import compare
from elric.widgets.definition import TableDef
from elric.widgets.sandbox import Position, SandboxDef, Thing

__all__ = ["BattleOdds", "Difference", "Differences", "beside", "differences", "word_for"]

_MOST: Final = 40
_MOST_BATTLES: Final = 3
_MOST_ASKED: Final = 8
_SAID: Final = 90  # letters of a part that is told as data


class Difference(NamedTuple):
    """One difference: what it is about, how it is in the one and in the other."""

    what: str
    one: str
    other: str


class BattleOdds(NamedTuple):
    """A battle at hand: its odds in a sentence in the one and in the other ("" where it is not at hand), and how each result
    moves."""

    title: str
    one: str
    other: str
    shift: Sequence[str]


class Differences(NamedTuple):
    """Two positions side by side. `more`: differences that are not told, `note`: why there are no odds."""

    lines: Sequence[Difference]
    battles: Sequence[BattleOdds]
    more: int = 0
    note: str = ""


def differences(kit: TableDef, sandbox: SandboxDef, one: Position, other: Position) -> list[Difference]:
    """Everything in which two positions differ: what lies elsewhere, values, and the rest as data."""
    lines = _things(kit, sandbox.things(one), sandbox.things(other))
    values = [{field.key: field for field in sandbox.fields(position)} for position in (one, other)]
    said: set[str] = set()
    for key in dict.fromkeys((*values[0], *values[1])):
        pair = [found.get(key) for found in values]
        words = [field.shown if field is not None else "–" for field in pair]
        label = next(field.label for field in pair if field is not None)
        if words[0] != words[1]:
            lines.append(Difference(label, words[0], words[1]))
            said.add(key.partition(":")[0])
    areas = kit.chart().areas
    for area, facts in areas.items():
        here = [{field.label: field.shown for field in sandbox.of_area(position, area)} for position in (one, other)]
        lines += [
            Difference(f"{facts['name']}: {label}", here[0][label], here[1].get(label, "–"))
            for label in here[0]
            if here[0][label] != here[1].get(label)
        ]
    if not lines:
        lines = _rest(sandbox, one, other)
    return lines


def _things(kit: TableDef, one: Sequence[Thing], other: Sequence[Thing]) -> list[Difference]:
    areas = kit.chart().areas

    def where(thing: Thing) -> str:
        return str(areas[thing.place]["name"]) if thing.place in areas and thing.where == thing.place else thing.where

    later = {thing.key: thing for thing in other}
    lines = []
    for thing in one:
        then = later.get(thing.key)
        if then is None:
            continue
        if where(thing) != where(then):
            lines.append(Difference(thing.name, where(thing), where(then)))
        elif thing.owner != then.owner:
            seats = ["nobody's" if who is None else f"player {who + 1}'s" for who in (thing.owner, then.owner)]
            lines.append(Difference(thing.name, *seats))
    return lines


def _rest(sandbox: SandboxDef, one: Position, other: Position) -> list[Difference]:
    """Parts that differ and that nothing else tells of."""
    lines = []
    for key in dict.fromkeys((*one, *other)):
        said = [json.dumps(position.get(key), ensure_ascii=False, sort_keys=True) for position in (one, other)]
        if said[0] != said[1]:
            lines.append(Difference(sandbox.keys.get(key, key), *(text[:_SAID] for text in said)))
    return lines


def word_for(kit: TableDef, sandbox: SandboxDef, before: Position, after: Position) -> str:
    """What was changed, for the list of steps."""
    lines = differences(kit, sandbox, before, after)
    if not lines:
        return "Changed"
    first = lines[0]
    more = f" and {len(lines) - 1} more" if len(lines) > 1 else ""
    return f"{first.what}: {first.other}{more}"


def beside(kit: TableDef, sandbox: SandboxDef, one: Position, other: Position) -> Differences:
    """Two positions compared in words, with the odds of the battles at hand in both."""
    lines = differences(kit, sandbox, one, other)
    battles, note = _battles(kit, one, other)
    return Differences(lines[:_MOST], battles, max(0, len(lines) - _MOST), note)


def _battles(kit: TableDef, one: Position, other: Position) -> tuple[list[BattleOdds], str]:
    lab = games.lab(kit.key)
    if lab is None:
        return [], ""
    kind = games.game_class(kit.key)
    try:
        pair: list[Game] = [kind.at(position) for position in (one, other)]
    except ValueError:
        return [], "Odds can be told when nothing is wrong in either of them."
    found = [
        {" ".join(fight.areas) or fight.title: fight for fight in lab.battles(g)} for g in pair
    ]  # found again by them
    places = [*(place for place in found[0] if place in found[1]), *found[0], *found[1]]
    battles = []
    for place in list(dict.fromkeys(places))[:_MOST_ASKED]:
        fights: list[Any] = [fights.get(place) for fights in found]
        areas = kit.chart().areas
        title = " and ".join(str(areas[word]["name"]) for word in place.split() if word in areas)
        battles.append(_odds(fights, title))
    # those whose odds have moved come first
    battles.sort(key=lambda odds: odds.one == odds.other)
    note = "" if battles else "No battle is at hand in either of them."
    return battles[:_MOST_BATTLES], note


def _odds(fights: Sequence[Any], place: str) -> BattleOdds:
    answers = [fight.answer() if fight is not None else None for fight in fights]
    title = f"Battle: {place}" if place else next(fight.title for fight in fights if fight is not None)
    says = [answer.says if answer is not None else "" for answer in answers]
    shift = compare(answers[0], answers[1]) if answers[0] is not None and answers[1] is not None else []
    return BattleOdds(title, says[0], says[1], shift[:4])
