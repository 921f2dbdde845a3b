"""The rules for coming into an area: enemies, kinsmen, walls, and who is let in. Sources: Chaosium [7.3], [7.5.9], [10.1],
[12.0], [14.1], [16.8]; Avalon Hill 6.33, 6.591, 9.1, 11, 13.1, 14.8.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

from elric.kernel.bits import bits, ones
from elric.kernel.rules import no
from elric.kernel.verdict import Offer, Reason
from elric.young_kingdoms.combat.battle import all_stand_aside
from elric.young_kingdoms.components.areas import ALL
from elric.young_kingdoms.components.board import BOARD, SEA
from elric.young_kingdoms.components.pieces import ARTIFACT_BITS, KINSMEN_BITS
from elric.young_kingdoms.legends import elric as control
from elric.young_kingdoms.magic.chaos_fleet import held_aboard
from elric.young_kingdoms.march.facts import (
    ATTACK,
    BY_ELRIC,
    BY_IMRRYR,
    KIN,
    LANDING,
    MARCH,
    PEACE,
    SAILING,
    SOLO,
    Going,
    Rule,
    Way,
)
from elric.young_kingdoms.nations import solo
from elric.young_kingdoms.position import words
from elric.young_kingdoms.position.fixes import act, each
from elric.young_kingdoms.position.state import foes_at, ids
from elric.young_kingdoms.world.imrryr import may_enter_imrryr, sea_wall
from elric.young_kingdoms.world.terrain import IMRRYR, IMRRYR_BIT, company

_VERB: Final = ("step", "sail", "land")  # by mode


def _nobody(going: Going, way: Way) -> int:
    """An attack needs an enemy, or a neutral city that does not yield to ships alone ([10.1] / 9.1)."""
    return ALL ^ (going.guarded if way.mode == SAILING else going.prey)


def _tell_nobody(going: Going, way: Way, area: int, why: list[Reason]) -> bool:
    if not foes_at(going.s, area, going.s.player):
        clause = ("10.1", "9.1")
        text = f"There is nobody to attack {words.inside(area)}."
        fixes: tuple[Offer, ...] = (("Simply move there.", (act(_VERB[way.mode], area),)),)
    else:
        clause = ("7.3", "6.331" if BOARD.kind[area] == SEA else "7.21")
        text = f"In the wilderness of {words.area(area)} an enemy must be found before he can be fought."
        fixes = (("Enter, and search for the enemy in the Search phase.", (act(_VERB[way.mode], area),)),)
    return no(why, clause, text, fixes, (BOARD.ids[area],))


def _kinsmen(going: Going, way: Way) -> int:
    if going.hand & ~KINSMEN_BITS & ~ARTIFACT_BITS:
        return 0  # somebody among them will fight
    return bits(a for a in BOARD.near[going.here] if all_stand_aside(going.s, a, going.moving))


def _tell_kinsmen(going: Going, way: Way, a: int, why: list[Reason]) -> bool:
    fighters = ones(going.s.at[going.here] & going.s.of[going.s.player] & ~KINSMEN_BITS & ~ARTIFACT_BITS & ~going.hand)
    return no(
        why,
        ("12.0", "11"),
        "No Melnibonean but Elric attacks his own people or Imrryr.",
        (
            ("Take somebody along who will fight.", each("join", fighters)),
            "Somebody who will fight must lead the attack.",
        ),
        ids(going.moving),
    )


def _enemies(going: Going, way: Way) -> int:
    """Where enemies stand one comes only to fight; flyers pass over them. Walls alone bar nobody ([7.3], [7.5.7] / 6.33,
    6.57)."""
    return 0 if going.wings and way.mode == MARCH else going.guarded


def _tell_enemies(going: Going, way: Way, a: int, why: list[Reason]) -> bool:
    text = f"Enemies stand {words.inside(a)}; you may enter only to fight."
    return no(why, ("7.3", "6.33"), text, "Attack it.", (BOARD.ids[a],), (act("attack", a),))


def _who_goes(going: Going, way: Way) -> Sequence[int]:
    """Who would leave: whoever is aboard sails with the ship, in hand or not."""
    return company(going.s, going.moving) if way.mode == SAILING else going.moving


def _imrryr(going: Going, way: Way) -> int:
    return 0 if may_enter_imrryr(going.s, _who_goes(going, way), IMRRYR) else IMRRYR_BIT


def _tell_imrryr(going: Going, way: Way, a: int, why: list[Reason]) -> bool:
    return sea_wall(going.s, a, why)


def _solo(going: Going, way: Way) -> int:
    attack = way.intent == ATTACK
    return bits(a for a in BOARD.near[going.here] if not solo.may_enter(going.s, going.moving, a, attack, None))


def _tell_solo(going: Going, way: Way, a: int, why: list[Reason]) -> bool:
    return solo.may_enter(going.s, going.moving, a, way.intent == ATTACK, why)


def _chaos_fleet(going: Going, way: Way) -> int:
    return 0 if held_aboard(going.s, going.moving, None) else ALL


def _tell_chaos_fleet(going: Going, way: Way, a: int, why: list[Reason]) -> bool:
    return held_aboard(going.s, going.moving, why)


def _parted(going: Going, way: Way) -> int:
    return 0 if control.may_part(going.s, going.here, _who_goes(going, way), None) else ALL


def _tell_parted(going: Going, way: Way, a: int, why: list[Reason]) -> bool:
    return control.may_part(going.s, going.here, _who_goes(going, way), why)


ENTERING: Final = (
    Rule(_nobody, _tell_nobody, intents=(ATTACK,), at_hand=True),
    Rule(_kinsmen, _tell_kinsmen, intents=(ATTACK,), when=KIN),
    Rule(_enemies, _tell_enemies, intents=(PEACE,), at_hand=True),
    Rule(_imrryr, _tell_imrryr, when=BY_IMRRYR),
    Rule(_solo, _tell_solo, when=SOLO),
    Rule(_chaos_fleet, _tell_chaos_fleet, modes=(LANDING,)),
    Rule(_parted, _tell_parted, when=BY_ELRIC),
)
