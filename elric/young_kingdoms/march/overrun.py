"""Riding on past an enemy. Sources: Chaosium [10.9.2], Avalon Hill 9.92, 9.921."""

from __future__ import annotations

from collections.abc import Iterable

from elric.kernel.rules import no
from elric.kernel.verdict import Offer, Why
from elric.young_kingdoms.artifacts.black_swords import sword_value
from elric.young_kingdoms.combat.battle import garrison_value, is_loaded
from elric.young_kingdoms.components.board import BOARD, LAND, SEA
from elric.young_kingdoms.components.pieces import ARMY, ARTIFACT, FLEET, HERO, KIND
from elric.young_kingdoms.position.fixes import NOTHING
from elric.young_kingdoms.position.state import NEUTRAL, STEPPED, State, foe_at, own_in, units_in
from elric.young_kingdoms.world.terrain import company, is_besieged


def force(s: State, a: int, units: Iterable[int]) -> int:
    """Combat values that count in an area: armies do not fight on water, nor ships on land."""
    idle = ARMY if BOARD.kind[a] == SEA else FLEET
    return sum(sword_value(s, u) for u in units if KIND[u] != idle and not is_loaded(s, u))


def to_divert(s: State, here: int) -> int:
    """What must be left behind to ride on past the enemies of an area: as much as they have, or twice that. Walls do
    not count, since they pursue nobody; a neutral city counts its people."""
    foe = foe_at(s, here, s.player)
    if foe >= 0:
        against = [u for u in units_in(s, here) if s.owner[u] == foe]
        help_in_port = s.rules.port_fleets_help and BOARD.kind[here] == LAND
        value = (
            sum(sword_value(s, u) for u in against if not is_loaded(s, u)) if help_in_port else force(s, here, against)
        )
    else:
        value = garrison_value(here) if s.control[here] == NEUTRAL else 0
    return int(s.rules.overrun_ratio) * value


def _ways(s: State, here: int, leader: int) -> tuple[Offer, ...]:
    """What would help whoever wants to ride on: to leave enough, where the stack has it, or else to stay and fight."""
    rest = [u for u in own_in(s, here, s.player) if u != leader]
    able = any(KIND[u] == HERO for u in rest) and force(s, here, rest) >= to_divert(s, here)
    stay: Offer = ("Halt, and fight here in the Combat phase.", ("halt",))
    return (("Set down enough of the stack here first.", ("drop",)), stay) if able else (stay, NOTHING)


def shut_in(s: State, here: int, moving: Iterable[int]) -> bool:
    """Whether a stack, or some of it, is shut up in a besieged city of its own. Whoever has come from outside in this turn to
    fight the besiegers is not: he may ride on past them as past any enemy ([10.9.2], [10.9.4] / 9.92, 9.942)."""
    if not is_besieged(s, here, s.player):
        return False
    came = s.assaults >> here & 1 and all(s.flags[u] & STEPPED for u in moving if KIND[u] != ARTIFACT)
    return not came


def held_up(s: State, here: int, leader: int, why: Why) -> bool:
    """That whoever would go on past the enemy must leave enough behind."""
    if why is None:
        return False
    enough = to_divert(s, here)
    force_too = f" and a combat value of at least {enough}" if enough else ""
    return no(
        why,
        ("10.9.2", "9.92"),
        f"An attack has begun here. To go on past the enemy you must leave a personality{force_too} to hold him.",
        _ways(s, here, leader),
        (BOARD.ids[here],),
    )


def is_diverted(s: State, here: int) -> bool:
    """Whether the units not in hand include a personality and are strong enough to hold the enemy. Those shut up in a city of
    one's own hold nobody: he who rides on leaves them of his own force."""
    gone = set(company(s, s.moving))
    left = [u for u in own_in(s, here, s.player) if u not in gone]
    if is_besieged(s, here, s.player):
        left = [u for u in left if s.flags[u] & STEPPED]
    return any(KIND[u] == HERO for u in left) and force(s, here, left) >= to_divert(s, here)
