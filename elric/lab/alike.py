"""Positions that are as good as the same: so that chance branches into dozens of ways instead of thousands.

Two spells that do the same in battle are one kind, and it does not matter which of them was drawn.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from fractions import Fraction
from typing import Final

from ..young_kingdoms import spells
from ..young_kingdoms.battle import Battle, total
from ..young_kingdoms.clash import CONJURE
from ..young_kingdoms.context import Context
from ..young_kingdoms.state import CAST, CONTAINER, DISCARD, HELD_OPEN, IN_HAND, PENDING, State
from . import dice
from .unseen import fits


class _Fork(Exception):
    def __init__(self, weights: Sequence[int]) -> None:
        self.weights = weights


class _Way:
    """Follows one way through chance; stops where it forks."""

    __slots__ = ("at", "path", "results")

    def __init__(self, path: tuple[int, ...]) -> None:
        self.path = path
        self.at = 0
        self.results: list[int] = []

    def pick(self, n: int) -> int:
        return self.among((1,) * n)

    def among(self, weights: Sequence[int]) -> int:
        """One of several that are not as likely."""
        if self.at == len(self.path):
            raise _Fork(weights)
        self.at += 1
        return self.path[self.at - 1]


class Alike(Context):
    """A context in which like results of chance come up as one: spells of a kind, throws that give the same row of the
    table. Two sides never throw even totals ([10.6] / 9.6)."""

    chance: _Way

    def __init__(self, chance: _Way, hidden: int) -> None:
        super().__init__(chance)
        self.hidden = hidden

    def draw(self, s: State) -> int:
        first: dict[int, int] = {}
        many: dict[int, int] = {}
        for i, at in enumerate(s.spell_at):
            if at == CONTAINER:
                k = _KIND_OF[i]
                first.setdefault(k, i)
                many[k] = many.get(k, 0) + 1
        if not many:
            # an empty container is filled again: the game knows how
            return super().draw(s)
        if self.hidden:
            # some of those that could lie face down do, and cannot be drawn
            fit = [fits(s.battle, i) for i in first.values()]
            all_ = sum(n for n, ok in zip(many.values(), fit, strict=True) if ok)
            left = max(0, all_ - self.hidden)
            weights = [n * (left if ok else max(1, all_)) for n, ok in zip(many.values(), fit, strict=True)]
        else:
            weights = list(many.values())
        spell = list(first.values())[self.chance.among(weights)]
        s.spell_at[spell] = PENDING
        return spell

    def contest(self, gap: int) -> list[tuple[int, int]]:
        many: dict[tuple[bool, int], list[int]] = {}
        for d, w in dice.differences(gap):
            found = many.setdefault((d > 0, dice.row_of(d)), [d, 0])
            found[1] += w
        ways = list(many.values())
        lead = ways[self.chance.among(tuple(w for _, w in ways))][0] - gap
        return [(1 + max(0, lead), 1 + max(0, -lead))]


def merged(play: Callable[[Context], State], hidden: int) -> list[tuple[Fraction, State]]:
    """The positions chance can lead to, those that are as good as the same as one. `play` is called again from the start
    for each way, so it must not keep anything between calls. `hidden`: how many of the spells that seem to be in the
    container lie face down in this battle."""
    found: dict[object, tuple[Fraction, State]] = {}
    todo: list[tuple[Fraction, tuple[int, ...]]] = [(Fraction(1), ())]
    while todo:
        weight, path = todo.pop()
        try:
            t = play(Alike(_Way(path), hidden))
        except _Fork as fork:
            whole = sum(fork.weights)
            todo.extend((weight * w / whole, (*path, k)) for k, w in enumerate(fork.weights) if w)
            continue
        k = likeness(t, bool(hidden))
        found[k] = (weight + found[k][0], found[k][1]) if k in found else (weight, t)
    return list(found.values())


def likeness(s: State, unseen: bool) -> object:
    """What two positions share when one can stand for the other."""
    b: Battle = s.battle
    rows: Iterable[tuple[int, int]] = zip(_KIND_OF, s.spell_at, strict=True)
    if not unseen and not any(f[0] is CONJURE for f in s.agenda):
        # nobody draws any more in this battle
        rows = [(k, at) for k, at in rows if at not in (CONTAINER, DISCARD)]
    where = tuple(sorted(rows))
    laid = tuple(tuple((_KIND_OF[i], u) for i, u in side) for side in b.laid)
    marks = tuple(tuple(sorted(_KIND_OF[i] for i in some)) for some in (b.void, b.undone, b.turned))
    rest = b._replace(laid=((), ()), void=(), undone=(), turned=())
    pieces_ = (bytes(s.place), bytes(s.owner), bytes(s.aboard), bytes(s.flags), bytes(s.control), bytes(s.band))
    return (where, laid, marks, rest, pieces_, s.agenda, s.notes, s.balance, s.tipped, s.outcome)


def same_at_the_dice(s: State) -> object:
    """What two positions at the RESOLVE step share when the same follows from them: totals, who is eaten, what the
    spells pull, who stands where with which spells in hand."""
    b: Battle = s.battle
    used = [i for side in b.laid for i, _ in side if i not in b.undone and s.spell_at[i] < HELD_OPEN]
    pull = sum(spells.PULL[i] * spells.ALIGN[i] for i in used if spells.ALIGN[i] in (spells.LAW, spells.CHAOS))
    calm = sum(spells.PULL[i] for i in used if spells.ALIGN[i] == spells.NEUTRAL)
    # in a tipped world a spell may stay open, and it matters which
    open_ = tuple(sorted((_KIND_OF[i], i in b.void) for i in used)) if s.tipped else ()
    hands = tuple(
        sorted((_KIND_OF[i], at) for i, at in enumerate(s.spell_at) if IN_HAND <= at < CAST or at >= HELD_OPEN)
    )
    casters = tuple(tuple(sorted(u for _, u in side)) for side in b.laid)
    rest = b._replace(laid=((), ()), void=(), undone=(), turned=())
    pieces_ = (bytes(s.place), bytes(s.owner), bytes(s.aboard), bytes(s.flags), bytes(s.control), bytes(s.band))
    return (
        total(s, b, 0),
        total(s, b, 1),
        pull,
        calm,
        open_,
        hands,
        casters,
        rest,
        pieces_,
        s.notes,
        s.balance,
        s.tipped,
    )


def _kinds() -> tuple[int, ...]:
    """For each spell a number shared by those that do the same in battle."""
    known: dict[object, int] = {}
    out = []
    for i in range(spells.SIZE):
        k = (
            spells.ALIGNMENT_NAMES[i],
            spells.VALUE[i],
            spells.BRACKETED[i],
            spells.ACTS[i],
            spells.EATER[i] and spells.IDS[i],
            spells.FLIES[i],
        )
        out.append(known.setdefault(k, len(known)))
    return tuple(out)


_KIND_OF: Final = _kinds()
