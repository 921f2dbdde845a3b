"""The form of a battle over its text: the ground, Bolts before it, who stands on either side, and what is the matter with each."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from functools import partial
from typing import Final

from elric.lab.form import FOLD, Check, Choose, Group, Option, Part, Press, Problem
from elric.sorcerer.components.colors import GRAY, NAMES, ON_THE_WHEEL
from elric.sorcerer.components.notation import SIDE_WORDS
from elric.sorcerer.components.scenarios import scenarios
from elric.sorcerer.components.units import BY_ID, KIND_WORDS, SORCERER, UNITS, Unit
from elric.sorcerer.lab.text import MARKS

Parts = Sequence[Sequence[str]]
_SIDES: Final = (("by", "Attackers"), ("against", "Defenders"))
_SIGNS: Final = {"-": "depleted", "!": "pinned"}


def form(text: str, problems: Sequence[Problem]) -> list[Part]:
    """The whole form; what is wrong with the battle stands above it."""
    parts = [words for part in text.split(";") if (words := part.split())]
    here = next((words for words in parts if words[0] == "at"), ["at", "1316"])
    rest = [words for words in parts if words[0] != "at"]
    grounds = [
        Option(color, color.capitalize(), partial(_text, [["at", here[1], color], *rest]))
        for color in NAMES[: GRAY + 1]
    ]
    games = [
        Option(key, one.title, partial(_text, [["in", key], *(w for w in parts if w[0] != "in")]))
        for key, one in scenarios().items()
    ]
    now = next((words[1] for words in parts if words[0] == "in" and len(words) > 1), "rivalry")
    return [
        *problems,
        Choose("ground", "Color of the hex", grounds, here[2] if len(here) > 2 else ""),
        _switch(parts, "worn", "Attrition passes before they meet"),
        _switch(parts, "quiet", "Those attacked do not attack"),
        *(Group("side", list(_stack(parts, word)), title, str(k)) for k, (word, title) in enumerate(_SIDES)),
        Group("side", list(_bolts(parts)), "Bolts first"),
        Group(FOLD, [Choose("in", "Scenario", games, now)], "Scenario", "game"),
    ]


def _text(parts: Parts) -> str:
    return "; ".join(" ".join(words) for words in parts if words)


def _switch(parts: Parts, word: str, label: str) -> Check:
    rest = [words for words in parts if words[0] != word]

    def then(on: bool, _: object) -> str:
        return _text([*rest, [word]] if on else rest)

    return Check(word, label, len(rest) < len(parts), then)


def _bare(word: str) -> str:
    return word.rstrip("".join(MARKS))


def _name(word: str) -> str:
    bare = _bare(word)
    said = UNITS[BY_ID[bare]].name if bare in BY_ID else bare
    marks = [MARKS[sign] for sign in word[len(bare) :]]
    return f"{said}, {', '.join(marks)}" if marks else said


def _strength(word: str) -> str:
    bare = _bare(word)
    return str(UNITS[BY_ID[bare]].strength["-" in word[len(bare) :]]) if bare in BY_ID else ""


def _stack(parts: Parts, word: str) -> Iterator[Part]:
    """One side: its counters, each to be taken away, depleted or pinned, and who could come."""
    k = next((n for n, words in enumerate(parts) if words[0] == word), -1)
    words = parts[k] if k >= 0 else [word, SIDE_WORDS[word == "against"]]
    units = [(n, name) for n, name in enumerate(words) if n and name not in SIDE_WORDS]
    swap = partial(_put, parts, k)
    for n, name in units:
        pressed: list[Part] = [
            Press(
                "unit", f"{word}:{n}", _name(name), partial(swap, [*words[:n], *words[n + 1 :]]), True, _strength(name)
            )
        ]
        for sign, said in _SIGNS.items():
            turned = name.replace(sign, "") if sign in name[len(_bare(name)) :] else name + sign
            pressed.append(
                Press(
                    "mark",
                    f"{word}:{n}:{said}",
                    said,
                    partial(swap, [*words[:n], turned, *words[n + 1 :]]),
                    turned != name + sign,
                )
            )
        yield Group("units", pressed)
    used = {_bare(name) for row in parts for name in row}
    free = [
        Option(f"{word}:{unit.id}", unit.name, partial(swap, [*words, unit.id]), KIND_WORDS[unit.kind].capitalize())
        for unit in _one_of_each(used)
    ]
    yield Choose("add", "Add", free, key=f"add-{word}", adds="Add a counter ...")


def _one_of_each(used: set[str]) -> Iterator[Unit]:
    """One counter of each kind and color that is not in the battle yet."""
    seen = set()
    for unit in UNITS:
        key = unit.name, unit.strength
        if unit.id not in used and key not in seen:
            seen.add(key)
            yield unit


def _put(parts: Parts, k: int, words: Sequence[str]) -> str:
    return _text([*parts[:k], words, *parts[k + 1 :]] if k >= 0 else [*parts, words])


def _bolts(parts: Parts) -> Iterator[Part]:
    """The Bolts that are flung first, and another one by a Sorcerer of its color."""
    for k, words in enumerate(parts):
        if words[0] == "bolt" and len(words) > 1:
            who = " and ".join(_name(name) for name in words[2:])
            said = f"{words[1].capitalize()} Bolt of {who}"
            yield Press("drop", f"bolt:{k}", said, partial(_text, [*parts[:k], *parts[k + 1 :]]), True)
    rows = [
        Option(f"{NAMES[c]}:{unit.id}", f"{NAMES[c].capitalize()}, {unit.name}", partial(_text, [*parts, ["bolt", NAMES[c], unit.id]]), NAMES[c].capitalize())
        for c in range(ON_THE_WHEEL)
        for unit in _one_of_each(set())
        if unit.kind == SORCERER and unit.powers >> c & 1
    ]  # fmt: skip
    yield Choose("bolt", "A Bolt", rows, key="bolt", adds="Fling a Bolt ...")


__all__ = ["form"]
