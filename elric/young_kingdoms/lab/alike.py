"""Positions that are as good as the same: so that chance branches into dozens of ways instead of thousands.

Two spells that do the same in battle are one kind, and it does not matter which of them was drawn.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from fractions import Fraction
from functools import lru_cache
from operator import itemgetter
from typing import Final, cast

from elric.kernel.chance import Path, enumerate_chance
from elric.kernel.steps import Frame
from elric.lab.chances import merged
from elric.young_kingdoms.combat.battle import BattleState
from elric.young_kingdoms.combat_phase.resolution import CONJURE
from elric.young_kingdoms.components import spells
from elric.young_kingdoms.lab import dice
from elric.young_kingdoms.lab.leaf import ALL
from elric.young_kingdoms.lab.policy import strength
from elric.young_kingdoms.lab.unseen import fits
from elric.young_kingdoms.legends.melniboneans import swords_drawn
from elric.young_kingdoms.magic import balance
from elric.young_kingdoms.magic_phase.played_at_once import OMEN
from elric.young_kingdoms.position.context import Context
from elric.young_kingdoms.position.state import CAST, CONTAINER, DISCARD, HELD_OPEN, IN_HAND, PENDING, State


class Alike(Context):
    """A context in which like results of chance come up as one: spells of a kind, throws that give the same row of the
    table. Two sides never throw even totals ([10.6] / 9.6)."""

    chance: Path

    def __init__(self, chance: Path, hidden: int, last: bool = False) -> None:
        super().__init__(chance)
        self.hidden = hidden
        self.last = last

    def draw(self, s: State) -> int:
        found = _inside(tuple(s.spell_at))
        if not found:
            # an empty container is filled again: the game knows how
            return super().draw(s)
        if self.last:
            found = _guards(s, found)
        weights = [n for n, _ in found]
        if self.hidden:
            # some of those that could lie face down do, and cannot be drawn
            fit = [fits(s.battle, i) for _, i in found]
            all_ = sum(n for n, ok in zip(weights, fit, strict=True) if ok)
            left = max(0, all_ - self.hidden)
            weights = [n * (left if ok else max(1, all_)) for n, ok in zip(weights, fit, strict=True)]
        spell = found[self.chance.among(weights)][1]
        s.spell_at[spell] = PENDING
        return spell

    def contest(self, gap: int) -> list[tuple[int, int]]:
        ways = merged(((d > 0, dice.row_of(d)), w, d) for d, w in dice.differences(gap))
        lead = ways[self.chance.among(tuple(w for w, _ in ways))][1] - gap
        return [(1 + max(0, lead), 1 + max(0, -lead))]


@lru_cache(maxsize=256)
def _inside(spell_at: tuple[int, ...]) -> list[tuple[int, int]]:
    """The kinds of spells in the container: how many there are of each, and the first."""
    return merged((_KIND_OF[i], 1, i) for i, at in enumerate(spell_at) if at == CONTAINER)


def _guards(s: State, found: list[tuple[int, int]]) -> list[tuple[int, int]]:
    """The kinds of spells by nothing but what they are to a finder who fights them ([16.4] / 14.4)."""

    def counts(i: int) -> tuple[object, ...]:
        # the Chaos Shield turns only Chaos aside
        chaos = spells.ALIGN[i] == spells.CHAOS
        return (i if spells.IMMEDIATE[i] else -1, spells.EATER[i], strength(s, i), spells.ACTS[i] == "balo", chaos)

    return merged((counts(i), n, i) for n, i in found)


def draws_no_more(agenda: tuple[Frame, ...]) -> bool:
    """Whether nobody draws any more for this battle, nor at the Shade Gate."""
    return not any(
        frame.step is CONJURE or (frame.step is OMEN and spells.ACTS[frame.spell] == "gate") for frame in agenda
    )


def ways(
    play: Callable[[Context], State], hidden: int, last: bool = False, share: Fraction = ALL
) -> Iterator[tuple[object, Fraction, State]]:
    """The positions chance can lead to: (likeness, chance, position). `play` is called again from the start for each way,
    so it must not keep anything between calls.

    Args:
        hidden: how many of the spells that seem to be in the container lie face down in this battle.
        last: what is drawn is fought by its finder, and nobody draws after it: spells that fight alike are one kind.
        share: what all chances add up to.
    """
    found = [*enumerate_chance(lambda path: play(Alike(cast(Path, path), hidden, last)))]
    # the first that is given here stands for all of them in the story (`Odds.shown`): the order counts
    for weight, _, s in reversed(found):
        yield likeness(s, bool(hidden)), share * weight, s


def merge(play: Callable[[Context], State], hidden: int) -> list[tuple[Fraction, State]]:
    """The positions chance can lead to, those that are as good as the same as one."""
    return merged(ways(play, hidden))


def likeness(s: State, unseen: bool) -> object:
    """What two positions share when one can stand for the other."""
    battle: BattleState = s.battle
    spell_at: list[int] = s.spell_at
    if not unseen and draws_no_more(s.agenda):
        spell_at = [CONTAINER if at == DISCARD else at for at in spell_at]
    where = (_SINGLE(spell_at), *[tuple(sorted(of(spell_at))) for of in _TWINS])
    laid = tuple(tuple((_KIND_OF[i], u) for i, u in side) for side in battle.laid)
    marks = tuple(tuple(sorted(_KIND_OF[i] for i in some)) for some in (battle.void, battle.undone, battle.turned))
    return (where, laid, marks, _but_spells(s), s.agenda, s.outcome)


def _but_spells(s: State) -> object:
    """All that a position is but its spells."""
    rest = s.battle._replace(laid=((), ()), void=(), undone=(), turned=())
    units = (bytes(s.place), bytes(s.owner), bytes(s.aboard), bytes(s.flags), bytes(s.control), bytes(s.band))
    return (rest, units, tuple(s.notes.items()), s.balance, s.tipped)


def same_at_the_dice(s: State) -> object:
    """What two positions at the RESOLVE step share when the same follows from a result: who is eaten, where the spells
    move the Balance, who stands where with which spells in hand. Totals are no part of it."""
    battle: BattleState = s.battle
    used = [i for side in battle.laid for i, _ in side if i not in battle.undone and s.spell_at[i] < HELD_OPEN]
    trial = s.copy()
    balance.shift(
        trial, [(spells.ALIGN[i], spells.PULL[i]) for i in used] + swords_drawn(s, battle), Alike(Path(()), 0)
    )
    # in a tipped world a spell may stay open, and it matters which
    open_ = tuple(sorted((_KIND_OF[i], i in battle.void) for i in used)) if trial.tipped else ()
    hands = tuple(
        sorted((_KIND_OF[i], at) for i, at in enumerate(s.spell_at) if IN_HAND <= at < CAST or at >= HELD_OPEN)
    )
    casters = tuple(tuple(sorted(u for _, u in side)) for side in battle.laid)
    return (open_, hands, casters, _but_spells(s), trial.balance, trial.tipped)


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
_SINGLE: Final = itemgetter(*[i for i, k in enumerate(_KIND_OF) if _KIND_OF.count(k) == 1])
_TWINS: Final = [
    itemgetter(*[i for i, of in enumerate(_KIND_OF) if of == k]) for k in sorted(set(_KIND_OF)) if _KIND_OF.count(k) > 1
]
