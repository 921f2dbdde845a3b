"""What lasts: units that stand still, factors that are halved, walls that are down. One common word for every power.

| kind | on | what |
|---|---|---|
| still | units | immobilised: no movement, no attack; defends, reflects, has its zone |
| half | units | all factors halved |
| tied | units | covered others with magic: no movement and no attack on the next Move [21.5] |
| storm | - | the long storm: marches off the roads halved, the moon alone rules magic [26.3] |
| flood | hexes | nobody may enter, magicians cannot cross [26.4] |
| ford | hexes | a river that is a ford [42.8] |
| breach | hexes | walls that do not double [42.9] |
| dark | hexes | the Cloak of Darkness [45.1] |
"""

from __future__ import annotations

from elric.dragon_pass.position.state import EARLY, Effect, State

UNITS_OF = ("still", "half", "tied")


def refresh(s: State) -> None:
    """Find the units that effects hold, once for all who ask."""
    still = half = 0
    for e in s.effects:
        if e.kind in ("still", "tied"):
            still |= e.on
        elif e.kind == "half":
            half |= e.on
    s.still = still
    s.half = half


def begin_effect(s: State, kind: str, on: int, turns: int = 1, by: str = "") -> int:
    """Something begins that lasts so many whole Turns, for each as many Moves as there are seats: this one is the first of them where
    nobody has marched in it yet, and else the next. The last Move in which it lasts."""
    ends = s.moves + turns * len(s.order) - (s.phase == EARLY)
    s.effects = (*s.effects, Effect(kind, on, ends, by))
    refresh(s)
    return ends


def until(s: State, kind: str, on: int, moves: int, by: str = "") -> None:
    """Something begins that ends with the Move that comes so many Moves after this one."""
    s.effects = (*s.effects, Effect(kind, on, s.moves + moves, by))
    refresh(s)


def expire(s: State) -> None:
    """At the end of a Move: what has lasted long enough is over."""
    if s.effects:
        s.effects = tuple(e for e in s.effects if e.ends > s.moves)
        refresh(s)


def forget(s: State, units: int) -> None:
    """Units that have died are held by nothing."""
    if s.effects:
        kept = (e._replace(on=e.on & ~units) if e.kind in UNITS_OF else e for e in s.effects)
        s.effects = tuple(e for e in kept if e.on or e.kind not in UNITS_OF)
        refresh(s)


def under(s: State, kind: str) -> int:
    """All units or hexes of one kind of effect, as bits."""
    found = 0
    for e in s.effects:
        if e.kind == kind:
            found |= e.on
    return found


def is_on(s: State, kind: str) -> bool:
    """Whether an effect of this kind lasts."""
    return any(e.kind == kind for e in s.effects)
