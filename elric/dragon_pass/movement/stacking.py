"""Who may stand together [7.6, 17.2]: three that count."""

from __future__ import annotations

from typing import Final

from elric.dragon_pass.components.units import COUNTS, DRAGONS
from elric.dragon_pass.position.notes import Crowded, note_instead, noted
from elric.dragon_pass.position.state import State
from elric.kernel.bits import ones

LIMIT: Final = 3
WITH_DRAGON: Final = 2  # a Dragon and its master [38.1]


def limit(s: State) -> int:
    """How many units that count may stand on a hex."""
    return LIMIT if s.rules.stacking else 1


def how_many_count(units: tuple[int, ...]) -> int:
    """How many of these count."""
    return sum([COUNTS[u] for u in units])


def fits(s: State, units: tuple[int, ...], h: int) -> bool:
    """Whether units may stand on a hex with the friends there, of whatever corps [7.8]; those of them that stand there already
    count once."""
    here = s.piles.get(h)
    if s.scenario.exotic and dragon_about(s, units) and dragons_crowded(units, here or ()):
        return False
    if not here:
        return len(units) <= limit(s) or how_many_count(units) <= limit(s)
    return how_many_count(units) + sum([COUNTS[u] for u in here if u not in units]) <= limit(s)


def dragon_about(s: State, units: tuple[int, ...]) -> bool:
    """Whether a Dragon of any side is on the board, or is to come to it."""
    of = s.of
    return bool((of[0] | of[1] | of[2] | 1 << units[0]) & DRAGONS)


def dragons_crowded(units: tuple[int, ...], here: tuple[int, ...]) -> bool:
    """Whether a Dragon would stand with more than one other unit, or with a Dragon [38.1]."""
    if not any(DRAGONS >> u & 1 for u in units) and not any(DRAGONS >> u & 1 for u in here):
        return False
    all_of_them = {*units, *here}
    dragons = sum(DRAGONS >> u & 1 for u in all_of_them)
    return dragons > 1 or (dragons == 1 and len(all_of_them) > WITH_DRAGON)


def too_many(s: State, h: int) -> bool:
    """Whether more stand on a hex than may."""
    return len(s.piles[h]) > 1 and (how_many_count(s.piles[h]) > limit(s) or dragons_crowded(s.piles[h], ()))


def note_crowded(s: State) -> None:
    """[7.6] The owner's first Move corrects a set-up that exceeds the stacking limit. Where nobody could march, as after a spell in
    Early Magic, a later Move does: these hexes are noted."""
    rest = [one for one in noted(s, Crowded) if not s.at[s.player] >> one.hex & 1]
    rest += [Crowded(h) for h in ones(s.at[s.player]) if too_many(s, h)]
    note_instead(s, Crowded, rest)
