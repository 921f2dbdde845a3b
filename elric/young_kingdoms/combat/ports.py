"""A port attacked from the sea: its defender may meet the landing with his ships. Sources: Chaosium [10.9.5];
Avalon Hill 9.96-9.962.
"""

from __future__ import annotations

from collections.abc import Iterable
from typing import ClassVar, Final

from elric.kernel.rules import no
from elric.kernel.steps import Check, Frame
from elric.kernel.verdict import Why
from elric.young_kingdoms.combat.battle import BattleState
from elric.young_kingdoms.components.board import BOARD, SEA
from elric.young_kingdoms.components.notation import VERBS, Action
from elric.young_kingdoms.components.pieces import ARMY, ARTIFACT, FLEET, HERO, KIND
from elric.young_kingdoms.position import words
from elric.young_kingdoms.position.context import Context
from elric.young_kingdoms.position.events import EVENTS
from elric.young_kingdoms.position.notes import Fought, Trail, noted, remember
from elric.young_kingdoms.position.state import ASHORE, NEUTRAL, STEPPED, State, cargo, own_in, put
from elric.young_kingdoms.position.steps import Step
from elric.young_kingdoms.world.terrain import room

TO_DEFEND: Final = VERBS.add("defend", "defence", "Meet them with {0}", obvious=True)

SHIPS: Final = 0
ARMIES: Final = 1


def landing_sea(s: State, battle: BattleState) -> int:
    """The sea from which every attacker of a port has landed by its harbour, with ships of his waiting there; or -1."""
    here = [u for u in battle.units[0] if KIND[u] != ARTIFACT]
    trails = [t for t in noted(s, Trail) if t.to == battle.area and s.owner[t.leader] == battle.attacker]
    seas = {trail.through[-1] for trail in trails}
    if len(seas) != 1 or not here or not all(s.flags[u] & STEPPED for u in here):
        return -1
    sea = int(seas.pop())
    if BOARD.kind[sea] != SEA or sea not in BOARD.ports[battle.area]:
        return -1
    ships = [u for u in own_in(s, sea, battle.attacker) if KIND[u] == FLEET]
    if not ships or sum(KIND[u] == ARMY for u in here) > sum(room(s, x) for x in ships):
        return -1
    return sea


def fleets_in_port(s: State, battle: BattleState) -> list[int]:
    """The defender's ships in the port that is attacked."""
    return [u for u in battle.units[1] if KIND[u] == FLEET]


def may_sally(s: State, battle: BattleState) -> bool:
    """Whether the defender of this port chooses between his ships and his armies ([10.9.5])."""
    return (
        s.rules.port_from_sea == "defender-chooses"
        and battle.defender < NEUTRAL
        and not battle.sortie
        and s.control[battle.area] == battle.defender
        and bool(fleets_in_port(s, battle))
        and landing_sea(s, battle) >= 0
    )


def sally(s: State, cx: Context) -> None:
    """The ships in port come out, the landing party goes back aboard, and the battle is fought on the water."""
    battle: BattleState = s.battle
    sea = landing_sea(s, battle)
    decks = [u for u in own_in(s, sea, battle.attacker) if KIND[u] == FLEET]
    for u in battle.units[0]:
        put(s, u, sea)
        if KIND[u] == ARMY:
            s.aboard[u] = next(x for x in decks if room(s, x) > 0)
        elif KIND[u] == HERO:
            s.aboard[u] = decks[0]
    out = list(fleets_in_port(s, battle))
    for x in tuple(out):
        out.extend(cargo(s, x))
    out.extend(x for u in tuple(out) for x in cargo(s, u) if x not in out)
    for u in out:
        put(s, u, sea)
    remember(s, Fought(sea))
    s.battle = BattleState(
        sea, battle.attacker, battle.defender, (tuple(own_in(s, sea, battle.attacker)), tuple(out)), sally=battle.area
    )
    cx.tell("sally", area=battle.area, to_area=sea, units=tuple(out))


def home_again(s: State, battle: BattleState) -> None:
    """Ships that came out and were not beaten lie in their port again."""
    for u in battle.units[1]:
        if s.place[u] == battle.area and (KIND[u] == FLEET or s.aboard[u] != ASHORE):
            put(s, u, battle.sally)


def _check_defend(s: State, frame: Frame, args: tuple[int, ...], why: Why) -> bool:
    if args[0] in (SHIPS, ARMIES):
        return True
    return no(
        why, ("10.9.5", "9.962"), "A port is defended by ships or by armies.", "Choose one of them.", do=("defend",)
    )


class PortStep(Step):
    """A port is attacked from the sea: the defender meets it with his ships or with his armies."""

    name = "port"
    public = True
    of_battle = True
    verbs: ClassVar[dict[str, Check]] = {"defend": _check_defend}

    def seat(self, s: State, frame: Frame) -> int:
        return int(s.battle.defender)

    def candidates(self, s: State, frame: Frame) -> Iterable[Action]:
        return (TO_DEFEND(SHIPS), TO_DEFEND(ARMIES))

    def do(self, s: State, frame: Frame, action: Action, cx: Context) -> None:
        s.agenda = s.agenda[:-1]
        if action.args[0] == SHIPS:
            sally(s, cx)


PORT: Final = PortStep()


EVENTS.add(
    "sally",
    "units area to_area",
    words=lambda e, n: f"{words.units(e['units']):comes|come} out of {words.area(e['area'])} to fight at sea.",
)
