"""Positions that are as good as the same: so that chance branches into dozens of ways instead of thousands.

Two spells that do the same in battle are one kind, and it does not matter which of them was drawn.
"""

from __future__ import annotations

from collections.abc import Callable
from fractions import Fraction
from typing import Final

from ..kernel.chance import Chance, enumerate_chance
from ..young_kingdoms import spells
from ..young_kingdoms.battle import Battle, total
from ..young_kingdoms.state import CAST, HELD_OPEN, IN_HAND, State


def merged(play: Callable[[Chance], State]) -> list[tuple[Fraction, State]]:
    """The positions chance can lead to, those that differ only in which of several like spells lies where as one."""
    found: dict[object, tuple[Fraction, State]] = {}
    for w, _, t in enumerate_chance(play):
        k = likeness(t)
        found[k] = (w + found[k][0], found[k][1]) if k in found else (w, t)
    return list(found.values())


def likeness(s: State) -> object:
    """What two positions share when one can stand for the other."""
    b: Battle = s.battle
    where = tuple(sorted(zip(_KIND_OF, s.spell_at, strict=True)))
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
