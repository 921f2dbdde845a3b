"""In what a Move may differ from the Captain's: one thing at a time, so that a search can tell what it is worth."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import zip_longest
from typing import Final

from elric.dragon_pass.components.board import AROUND
from elric.dragon_pass.movement.zones import must_fight
from elric.dragon_pass.planning.aims import HUNT, posts
from elric.dragon_pass.planning.assaults import assaults
from elric.dragon_pass.planning.companies import companies
from elric.dragon_pass.planning.look import Look
from elric.dragon_pass.planning.temper import Temper
from elric.dragon_pass.position.state import State
from elric.kernel.bits import ones

__all__ = ["variations"]

_MOST: Final = 3  # of a kind
_ABOVE_ALL: Final = 4.0


def variations(look: Look, end: State, endgame: bool = False) -> Iterator[Temper]:
    """Tempers, one of each kind by turns: all stay, or a stack; an enemy is spared whom the Captain attacks, or attacked whom he
    spares; a place is left for later, or gone for with more; nobody minds what the enemy may answer. One of them is the Captain's
    own: marched by fewer looks at the board it may lead elsewhere.

    Args:
        look: the position before the Move.
        end: the position after the Captain's.
        endgame: whether few are left: then the enemy may be hunted everywhere, at any odds or at good ones.
    """
    even = look.temper
    able = companies(look, posts(look))
    fought = 0
    for h in ones(must_fight(end, look.seat)):
        fought |= look.enemy & AROUND[h]
    bold = Look(look.s, look.seat, even._replace(dared=look.enemy))
    targets = [a.target for a in assaults(bold, companies(bold, posts(bold)), posts(bold))]
    keys = dict.fromkeys(c.post.key for c in able if c.post is not None)
    strongest = sorted({c.start for c in able}, key=lambda h: (-look.value(h), h))
    hunter = even._replace(hunts=True, weights={HUNT: _ABOVE_ALL})
    hunts = [hunter._replace(wary=0.0, dared=look.enemy), hunter] if endgame else []
    kinds = (  # those first that are most often the better ones: few are compared where armies are great
        [even._replace(stays=look.own), *(even._replace(stays=1 << h) for h in strongest)],
        [even._replace(spared=1 << h) for h in sorted(ones(fought), key=lambda h: (-look.value(h), h))],
        [even._replace(weights={key: 0.1}) for key in keys],
        [*hunts, even._replace(wary=0.0), even],
        [even._replace(dared=1 << h) for h in dict.fromkeys(targets) if not fought >> h & 1],
        [even._replace(weights={key: _ABOVE_ALL}) for key in keys],
    )
    for some in zip_longest(*(kind[:_MOST] for kind in kinds)):
        yield from (temper for temper in some if temper is not None)
