"""A battle to ask questions of: its answer, itself on every ground and with one thing changed, and with Bolts flung first."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, replace
from fractions import Fraction
from functools import cached_property, partial
from html import escape
from typing import Final

from elric.kernel.bits import ones
from elric.lab.definition import Answer, Fight, Helped, Picture
from elric.lab.say import percent, points, span
from elric.sorcerer.components.board import HEXES
from elric.sorcerer.components.colors import GRAY, NAMES, NO_COLOR, ON_THE_WHEEL, VALUE, WHEEL, WHITE
from elric.sorcerer.components.units import (
    DEMON,
    DRAGON,
    FORTRESSES,
    HUMAN,
    INFANTRY,
    KIND,
    POOL,
    SORCERER,
    TROLL,
    UNITS,
)
from elric.sorcerer.components.words import capital, the
from elric.sorcerer.lab import tell
from elric.sorcerer.lab.battle import Battle, JoinedBolt, reaches, stage
from elric.sorcerer.lab.law import Law
from elric.sorcerer.lab.text import read, write
from elric.sorcerer.magic.conjuring import PRICE
from elric.sorcerer.movement.stacking import fits
from elric.sorcerer.position.state import State, color_of, powers_of

GROUNDS, BOLTS = "grounds", "bolts"
MOST_BOLTS: Final = 3  # of one Sorcerer in a phase [7.12]


@dataclass(frozen=True, eq=False, repr=False)
class Meeting(Fight):
    """One battle. `note`: what was changed, where it is a battle with one thing changed."""

    battle: Battle
    note: str = ""

    @classmethod
    def parse(cls, text: str) -> Meeting:
        """A battle that was written down. Raises ValueError with every fault."""
        return cls(read(text))

    @property
    def areas(self) -> Sequence[str]:  # type: ignore[override]
        """The hex where it is fought."""
        return (HEXES.names[self.battle.hex],)

    @property
    def seats(self) -> tuple[int | None, int | None]:  # type: ignore[override]
        """Whose colours both sides bear."""
        seats = self.battle.state.scenario.seats
        return tuple(side if side < seats else None for side in (self.battle.side, self.battle.other))  # type: ignore[return-value]

    @cached_property
    def law(self) -> Law:
        """Everything that may come of it."""
        return Law(self.battle)

    @cached_property
    def title(self) -> str:
        return capital(self.note) if self.note else tell.title(self.battle)

    def __repr__(self) -> str:
        return f"<Battle: {self.title}>"

    @cached_property
    def text(self) -> str:
        return write(self.battle)

    @cached_property
    def _answer(self) -> Answer:
        return tell.answer(self.law)

    def answer(self) -> Answer:
        return self._answer

    def glance(self) -> Sequence[tuple[Fraction, str]]:
        return [(self.hits, "they are hit"), *([(self.hurt, "we are hurt")] if self.battle.attackers else [])]

    @cached_property
    def hits(self) -> Fraction:
        """The chance that those attacked lose a step or more."""
        return self.law.struck(self.battle.other)

    @cached_property
    def hurt(self) -> Fraction:
        """The chance that those who attack do."""
        return self.law.struck(self.battle.side)

    # ---- with one thing changed

    @cached_property
    def _variants(self) -> tuple[Meeting, ...]:
        found = [Meeting(b, words) for words, b in changes(self.battle)]
        return tuple(sorted(found, key=lambda other: -other.law.gain))

    def variants(self) -> Sequence[Meeting]:
        return self._variants

    def helps(self, side: int) -> Sequence[Helped]:
        sign = -1 if side else 1
        better = [one for one in self._variants if sign * (one.law.gain - self.law.gain) > 0]
        better.sort(key=lambda one: -sign * one.law.gain)
        return [Helped(one.title, self._gains(one), one) for one in better]

    def _gains(self, other: Meeting) -> str:
        """What a change does to the two chances that one looks at first."""
        pairs = (("they lose a step", self.hits, other.hits), ("we lose one", self.hurt, other.hurt))
        return "; ".join(f"{words} {percent(new)} ({points(new - old)})" for words, old, new in pairs if new != old)

    # ---- drawn

    def pictures(self, tab: str) -> Sequence[Picture]:
        if tab == GROUNDS and self.battle.attackers:
            rows = list(grounds(self.battle))
            best = max(rows, key=lambda row: row[1].law.gain)
            says = f"Best for those who attack: {best[0]}."
            return [Picture("In which color should we fight?", _table("Ground", rows), ("5.22",), says)]
        if tab == BOLTS and (rows := list(bolts_first(self.battle))):
            best = max(rows, key=lambda row: row[1].law.gain)
            says = f"Best on balance, the points for each Bolt not counted: {best[0]}."
            return [Picture("Bolts first?", _table("Before the fight", rows), ("7.12",), says)]
        return ()


# ---- one thing changed


def restage(b: Battle, ground: int, mine: Iterable[int], theirs: Iterable[int]) -> Battle:
    """The same battle on another ground, or with others."""
    t = stage(b.state, b.hex, ((b.side, tuple(mine)), (b.other, tuple(theirs))), ground)
    return replace(b, state=t)


def grounds(b: Battle) -> Iterator[tuple[str, Meeting]]:
    """The battle on every ground; a fortress stands on its own, and Bolts reach some grounds only."""
    stays = any(FORTRESSES >> u & 1 for u in (*b.attackers, *b.defenders))
    for ground in [b.ground] if stays else range(GRAY + 1):
        if all(reaches(u, ground) for v in b.bolts for u in v.throwers):
            yield capital(NAMES[ground]), Meeting(restage(b, ground, b.attackers, b.defenders))


def bolt_of(s: State, u: int, ground: int) -> int:
    """The color of the best Bolt that a Sorcerer can fling at a ground from a hex of his [7.0, 7.11]; NO_COLOR for none."""
    if KIND[u] != SORCERER or not reaches(u, ground):
        return NO_COLOR
    return max(ones(powers_of(s, u) & WHEEL), key=lambda c: VALUE[c][ground])


def bolts_first(b: Battle) -> Iterator[tuple[str, Meeting]]:
    """The battle with none to three Bolts before it, each of the strongest Sorcerer who attacks; then he has the fewer points."""
    able = [u for u in b.attackers if bolt_of(b.state, u, b.ground) != NO_COLOR]
    if not able or b.seals:
        return
    u = max(able, key=lambda v: UNITS[v].strength)
    volley = JoinedBolt(bolt_of(b.state, u, b.ground), (u,))
    for n in range(MOST_BOLTS + 1):
        words = f"{n or 'no'} Bolt{'' if n == 1 else 's'} of {the(u)}"
        yield words, Meeting(replace(b, volleys=(volley,) * n))


def changes(battle: Battle) -> Iterator[tuple[str, Battle]]:
    """The battle with one thing changed that a player could change."""
    if battle.seals:
        for n in (-1, 1):
            changed = tuple(x._replace(differential=x.differential - n) for x in battle.seals)
            if all(x.differential <= 0 for x in changed):
                yield f"with {'a point more' if n > 0 else 'a point less'} for each", replace(battle, volleys=changed)
        return
    if battle.attackers:
        for words, one in grounds(battle):
            if one.battle.ground != battle.ground:
                yield f"in {words}", one.battle
    for side, stack in ((battle.side, battle.attackers), (battle.other, battle.defenders)):
        for u in stack:
            others = [v for v in stack if KIND[v] == SORCERER]
            if KIND[u] == SORCERER and len(others) > 1 and u not in battle.leads:
                kept = tuple(v for v in battle.leads if v not in others)
                yield f"{the(u)} takes part", replace(battle, leads=(*kept, u))
        for words, u in _more(battle, side, stack):
            both = (
                [(*battle.attackers, u), battle.defenders]
                if side == battle.side
                else [battle.attackers, (*battle.defenders, u)]
            )
            yield words, restage(battle, battle.ground, *both)
    yield from _bolts(battle)


def _more(battle: Battle, side: int, stack: Sequence[int]) -> Iterator[tuple[str, int]]:
    """One counter more: of a magic that the side has there, by its price, or an infantry."""
    s, used = battle.state, {*battle.attackers, *battle.defenders}
    colors = [color_of(s, u) for u in stack if KIND[u] in PRICE or FORTRESSES >> u & 1]
    colors = colors[:1] or [
        c for u in stack if KIND[u] == SORCERER for c in range(ON_THE_WHEEL) if UNITS[u].powers >> c & 1
    ]
    whose = "those who attack" if side == battle.side else "those attacked"
    for c in dict.fromkeys(colors):
        for kind in (TROLL, DEMON, DRAGON) if c < WHITE and s.scenario.story != "dominance" else ():
            u = next((v for v in POOL[kind, c] if v not in used), -1)
            if u >= 0 and stack and fits(s, side, u, battle.hex):
                yield f"{UNITS[u].name} more for {whose} ({PRICE[kind]} points)", u
    u = next((v for row in INFANTRY for v in row if v not in used), -1)
    if stack and fits(s, side, u, battle.hex) and any(KIND[v] in (SORCERER, HUMAN) for v in stack):
        yield f"an infantry more for {whose}", u


def _bolts(b: Battle) -> Iterator[tuple[str, Battle]]:
    for u in b.attackers:
        color = bolt_of(b.state, u, b.ground)
        if color != NO_COLOR:
            yield f"first a Bolt of {the(u)} (5 points)", replace(b, volleys=(*b.volleys, JoinedBolt(color, (u,))))
    if b.volleys and b.attackers:
        yield "without Bolts", replace(b, volleys=())


# ---- tables

_HEAD: Final = ("They lose a step", "They are wiped out", "We lose a step", "On balance")


def _table(first: str, rows: Sequence[tuple[str, Meeting]]) -> str:
    """Battles side by side: each with its chances, their spans, and what it brings on balance."""
    head = "".join(f"<th>{escape(words)}</th>" for words in (first, *_HEAD))
    body = []
    for words, one in rows:
        law, b = one.law, one.battle
        wiped = partial(law.gone, side=b.other)
        cells = [
            f"{percent(one.hits)}", f"{percent(law.chance(wiped))}{_between(law.chance(wiped), law.span(wiped))}", percent(one.hurt),
            f"{float(law.gain):+.1f}",
        ]  # fmt: skip
        body.append(f"<tr><th>{escape(words)}</th>{''.join(f'<td>{cell}</td>' for cell in cells)}</tr>")
    return f'<table class="lab-table"><thead><tr>{head}</tr></thead><tbody>{"".join(body)}</tbody></table>'


def _between(p: Fraction, between: tuple[Fraction, ...]) -> str:
    return f" <small>({escape(span(between))})</small>" if between != (p, p) else ""


__all__ = ["BOLTS", "GROUNDS", "Meeting", "bolt_of", "bolts_first", "changes", "grounds"]
