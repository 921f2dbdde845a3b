"""The form of a battle: who stands in each hex, taken away and added by name, the day, and who attacks; over its text (`text`)."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from functools import partial
from typing import Final

from elric.dragon_pass.combat.factors import DAYS
from elric.dragon_pass.components.board import AROUND, BOARD, HEXES, INDEX
from elric.dragon_pass.components.notation import DAY_NAMES
from elric.dragon_pass.components.units import BY_ID, IDS, NOBODY, SIDE_NAMES, SIDES, UNITS
from elric.dragon_pass.lab.text import DOWN, FREE, named
from elric.dragon_pass.position.state import State
from elric.kernel.bits import ones
from elric.lab.form import Choose, Group, Option, Part, Press, Problem

__all__ = ["form", "with_stack"]

_ATTACKS: Final = ("from", "cast", "stretch")
_HOW: Final = {"from": "", "against": "", "cast": " by magic", "stretch": " by magic, far"}
_END: Final = ("to", "at")  # words behind which a stack names whom it attacks
Parts = Sequence[Sequence[str]]


def form(text: str, problems: Sequence[Problem]) -> list[Part]:
    """The whole form; what is wrong with the battle stands above it."""
    parts = [words for part in text.split(";") if (words := part.split())]
    days = [("", "none"), *zip(DAY_NAMES, DAYS, strict=True)]
    return [
        *problems,
        _setting(parts, "by", "Who attacks", list(zip(SIDES, SIDE_NAMES, strict=True))),
        _setting(parts, "day", "Day of the moon", days),
        Group("side", [*_stacks(parts, _ATTACKS), _another(parts)], "Attackers", "0"),
        Group("side", list(_stacks(parts, ("against",))), "Defenders", "1"),
    ]


def with_stack(text: str, s: State, hidden: int, where: int) -> str:
    """The battle with a stack of the board more, or less where it is in it: the attacker's comes beside those who defend, the
    other side's is attacked. Without a text a new one is begun.

    Args:
        hidden: the counters of the board that lie face down, as bits.  where: the hex in which the stack stands.
    """
    pile = s.piles.get(where, ())
    if not pile or s.owner[pile[0]] == NOBODY:
        return text
    parts = [words for part in text.split(";") if (words := part.split())]
    if not parts:
        day = [["day", DAY_NAMES[s.day]]] if s.day >= 0 else []
        parts = [["in", s.scenario.key], *day, ["by", SIDES[s.player]]]
    names, here, owner = named(pile, hidden), HEXES.names[where], SIDES[s.owner[pile[0]]]
    known = [words for words in parts if words[0] in ("from", "against")]
    attacks = ["by", owner] in parts
    there = [words for words in known if words[0] == ("from" if attacks else "against") and set(names) <= set(words)]
    if there and (attacks or there[0][1] == here):
        return _text([words for words in parts if words is not there[0]])
    parts = [words for words in parts if words[0] != "unseen" or words[1] != owner]
    parts.append(["from" if attacks else "against", here, *names])
    if any(name in (DOWN, FREE) for name in names):
        parts.append(["unseen", owner, *(IDS[u] for u in ones(hidden) if SIDES[s.owner[u]] == owner)])
    return _text(_closed_up(parts))


def _closed_up(parts: Parts) -> Parts:
    """Whoever attacks from afar comes to the nearest free hex beside those who defend."""
    beside = taken = 0
    for words in parts:
        if words[0] in ("from", "against"):
            taken |= 1 << INDEX[words[1]]
            beside |= AROUND[INDEX[words[1]]] if words[0] == "against" else 0
    out = []
    for words in parts:
        if words[0] == "from" and beside and not beside >> INDEX[words[1]] & 1:
            here = INDEX[words[1]]
            near = min(ones(beside & ~taken), key=lambda h: (HEXES.distance(h, here), h), default=here)
            taken |= 1 << near
            words = ["from", HEXES.names[near], *words[2:]]
        out.append(words)
    return out


def _text(parts: Parts) -> str:
    return "; ".join(" ".join(words) for words in parts if words)


def _setting(parts: Parts, word: str, label: str, values: Sequence[tuple[str, str]]) -> Choose:
    """One of the parts that are a word and what it is."""
    rest = [words for words in parts if words[0] != word]
    now = next((words[1] for words in parts if words[0] == word and len(words) > 1), "")
    ways = [(value, [[word, value], *rest] if value else rest, says) for value, says in values]
    return Choose(word, label, [Option(value, says, partial(_text, then)) for value, then, says in ways], now)


def _stacks(parts: Parts, these: Sequence[str]) -> Iterator[Part]:
    """Every stack of a side: its counters, each to be taken away, and those who could come."""
    for k, (word, *rest) in enumerate(parts):
        if word not in these:
            continue
        end = next((n for n, x in enumerate(rest) if x in _END), len(rest))
        here = BOARD.where(INDEX[rest[0]]) if rest and rest[0] in INDEX else ""
        counters: list[Part] = [
            Press("unit", f"{k}:{n}", _name(name), partial(_without, parts, k, n + 1), True, _factors(name))
            for n, name in enumerate(rest[:end])
            if n
        ]
        counters.append(Press("drop", str(k), "✕", partial(_text, [*parts[:k], *parts[k + 1 :]]), quiet=True))
        free = [
            Option(f"{k}:{u.id}", u.name, partial(_with, parts, k, u.id), u.corps)
            for u in UNITS
            if u.id not in rest[:end] and (word in ("from", "against") or u.magician)
        ]
        free.sort(key=lambda option: (option.group, option.words))
        add = Choose("add", f"Add to those in {here}", free, key=f"add-{k}", adds="Add a counter ...")
        yield Group("nation", [Group("units", counters), add], f"{here}{_HOW[word]}")


def _name(word: str) -> str:
    if word in (DOWN, FREE):
        return "face down"
    return UNITS[BY_ID[word]].name if word in BY_ID else word


def _factors(word: str) -> str:
    return UNITS[BY_ID[word]].printed if word in BY_ID else ""


def _without(parts: Parts, k: int, n: int) -> str:
    words = [*parts[k]]
    del words[n]
    return _text([*parts[:k], words, *parts[k + 1 :]])


def _with(parts: Parts, k: int, unit: str) -> str:
    """A counter joins a stack, wherever else it stood."""
    out = [_left(words, unit) for words in parts]
    out[k] = [*out[k][:2], unit, *out[k][2:]]
    return _text(out)


def _left(words: Sequence[str], unit: str) -> list[str]:
    if words[0] != "near" or len(words) != 2:
        return [word for word in words if word != unit]
    where, _, names = words[1].rpartition(":")
    kept = [name for name in names.split("+") if name != unit]
    return ["near", f"{where}:{'+'.join(kept)}"] if kept else []


def _another(parts: Parts) -> Choose:
    """Another stack attacks, from a hex beside those who defend; who stands there is chosen next."""
    named = {INDEX[words[1]] for words in parts if words[0] in ("from", "against") and words[1:2] and words[1] in INDEX}
    beside = 0
    for words in parts:
        if words[0] == "against" and len(words) > 1 and words[1] in INDEX:
            beside |= AROUND[INDEX[words[1]]]
    ways = [(HEXES.names[h], BOARD.where(h)) for h in ones(beside) if h not in named]
    rows = [Option(h, where, partial(_text, [*parts, ["from", h]])) for h, where in ways]
    return Choose("stack", "Another stack attacks", rows, key="stack", adds="Another stack, from ...")
