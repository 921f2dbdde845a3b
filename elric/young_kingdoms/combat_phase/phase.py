"""The Combat phase: the order of battles, and who is held back. Sources: Chaosium [10.1], [10.2]; Avalon Hill 9.1, 9.2."""

from __future__ import annotations

from collections.abc import Iterable
from typing import ClassVar, Final, NamedTuple

from elric.kernel.bits import bits, ones, packed
from elric.kernel.rules import no
from elric.kernel.steps import Check, Frame
from elric.kernel.verdict import Why
from elric.young_kingdoms.combat.battle import (
    MONSTER,
    MUST,
    BattleState,
    has_fought,
    has_leader,
    may,
    must,
    note_of_battle,
    prospect,
    prospects,
    shut_out,
)
from elric.young_kingdoms.combat.ports import PORT, may_sally
from elric.young_kingdoms.combat_phase.aftermath import AFTER, end_combat
from elric.young_kingdoms.combat_phase.resolution import REVEAL
from elric.young_kingdoms.combat_phase.retreat import fall_back, goers, ways_out
from elric.young_kingdoms.components import pieces
from elric.young_kingdoms.components.board import BOARD
from elric.young_kingdoms.components.notation import VERBS, Action
from elric.young_kingdoms.components.pieces import (
    ARMY,
    ARMY_BITS,
    ARTIFACT,
    CONJURERS,
    COUNTER_BITS,
    FLEET,
    HERO_BITS,
    KIND,
)
from elric.young_kingdoms.legends.elric import may_part
from elric.young_kingdoms.magic_phase.casting import TO_CONJURE, may_conjure
from elric.young_kingdoms.nations.solo import needs_master
from elric.young_kingdoms.position import fields, telling, words
from elric.young_kingdoms.position.context import Context
from elric.young_kingdoms.position.events import EVENTS
from elric.young_kingdoms.position.fixes import NOTHING, act, each, later
from elric.young_kingdoms.position.notes import Conjures, noted, remember
from elric.young_kingdoms.position.seen import AskedView
from elric.young_kingdoms.position.state import ASHORE, CAST_NOW, NEUTRAL, STEPPED, State, cargo, foes_at, ids, push
from elric.young_kingdoms.position.steps import TO_END, Step

TO_FIGHT: Final = VERBS.add("fight", "area", "Fight {at}", shown=True, obvious=True, wished=True)
TO_WITHHOLD: Final = VERBS.add("withhold", "piece", "Hold {0} back", wished=True)
TO_WITHDRAW: Final = VERBS.add("withdraw", "area", "Fall back to {0}", wished=True)
TO_READY: Final = VERBS.add("ready", "", "Ready for battle", closes=True, wished=True)


def _check_fight(s: State, frame: Frame, args: tuple[int, ...], why: Why) -> bool:
    (area,) = args
    if may(s, area):
        return True
    if why is None:
        return False
    name, at = words.area(area), words.inside(area)
    if has_fought(s, area):
        return no(
            why,
            ("10.1", "9.1"),
            f"The battle {at} has been fought this turn.",
            (("Choose another.", ("fight",)), NOTHING),
            (BOARD.ids[area],),
        )
    if not s.who[area] >> s.player & 1:
        return no(
            why,
            ("10.1", "9.1"),
            f"You have nobody {at}.",
            "Attackers move in during the Movement phase.",
            (BOARD.ids[area],),
        )
    if BOARD.city[area] and shut_out(s, area):
        return no(
            why,
            ("7.5.9", "9.943"),
            "Without Elric nobody storms the walls of Imrryr.",
            "Win control of Elric first.",
            (BOARD.ids[area],),
        )
    if not has_leader(s, area, s.player):
        return no(
            why,
            ("10.1", "9.11"),
            f"Your units {at} have no personality, and without one they do not attack.",
            "A personality must be there to lead them.",
            (BOARD.ids[area],),
        )
    if foes_at(s, area, s.player) and BOARD.wild[area]:
        return no(
            why,
            ("8.0", "7.21"),
            f"In the wilderness of {name} the enemy has not been found.",
            (("Search for the enemy in your next turn.", later("search", act("search", area, _ENEMIES))), NOTHING),
            (BOARD.ids[area],),
        )
    return no(why, ("10.1", "9.1"), f"There is no enemy to fight {at}.", "", (BOARD.ids[area],))


def _check_end(s: State, frame: Frame, args: tuple[int, ...], why: Why) -> bool:
    left = must(s)
    if not left:
        return True
    return why is not None and no(
        why,
        ("10.1", "9.1"),
        f"Enemies in one province must fight: {words.listed([words.area(a) for a in left])}.",
        "Fight there first.",
        tuple(BOARD.ids[a] for a in left),
        each("fight", left),
    )


_ENEMIES: Final = 2  # what a search may be for (`wilderness.SOUGHT`)
_FIGHT: Final = tuple(TO_FIGHT(a) for a in range(BOARD.size))


class CombatPhase(Step):
    """The attacker decides in which order his battles are fought."""

    name = "combat"
    on_map = True
    browses = True
    public = True
    verbs: ClassVar[dict[str, Check]] = {"fight": _check_fight, "end": _check_end}

    def legal(self, s: State, frame: Frame) -> list[Action]:
        ahead = prospects(s)
        out = [_FIGHT[a] for a, _ in ahead]
        if MUST not in [stance for _, stance in ahead]:
            out.append(TO_END())
        return out

    def do(self, s: State, frame: Frame, action: Action, cx: Context) -> None:
        if action.verb == "fight":
            begin(s, action.args[0], cx)
        else:
            s.agenda = ()
            end_combat(s, cx)


COMBAT_PHASE: Final = CombatPhase()


def begin(s: State, a: int, cx: Context) -> None:
    """Start a battle in an area for the active player ([10.0] / 9)."""
    s.battle = battle = prospect(s, a)
    remember(s, note_of_battle(s, a, battle.defender))
    if cx.events is not None:
        cx.tell(
            "battle begins",
            area=a,
            attacker=battle.attacker,
            defender=battle.defender,
            wall=battle.wall,
            base=battle.base,
            units=battle.units[0],
            against=battle.units[1],
        )
    frames: list[Frame] = []
    if may_sally(s, battle):
        frames.append(PORT.frame())
    frames.append(WITHHOLD.frame(0))
    if battle.defender < NEUTRAL and battle.units[1]:
        frames.append(WITHHOLD.frame(1))
    frames.append(REVEAL.frame())
    push(s, *frames)


def company(s: State, battle: BattleState, u: int) -> tuple[int, ...]:
    """Who is held back together: at sea a ship and everybody aboard it (9.22)."""
    if KIND[u] == FLEET and battle.sea:
        return (u, *(x for x in cargo(s, u) if KIND[x] != ARTIFACT))
    return (u,)


def leavers(s: State, battle: BattleState) -> list[int]:
    """Held-back defenders who could leave before the battle; at sea nobody leaves without his ship."""
    held = [u for u in battle.units[1] if u in battle.held]
    if battle.sea:
        return [u for u in held if KIND[u] == FLEET or s.aboard[u] == ASHORE or s.aboard[u] in held]
    return held


def ways_before(s: State, battle: BattleState, units: Iterable[int]) -> tuple[int, ...]:
    """Where defenders may go before the battle; ships that came out to fight stay, a random attack strikes at once, and Elric is not
    led off by a weaker voice ([10.2], [10.9.5], [12.1.2] / 9.2, 11.12)."""
    if battle.attacker == MONSTER and s.rules.attacked_may != "fall-back":
        return ()
    going = list(units)
    if not going or battle.sally >= 0 or not may_part(s, battle.area, going, None):
        return ()
    came = battle.attacker != MONSTER  # a spell's creature has come through nowhere
    return ways_out(s, battle.area, battle.defender, going, before=came)


class Ranks(NamedTuple):
    """What a side decides by before a battle: who stands in the fight, as bits, where defenders held back may go, and who has
    chosen to conjure, as bits."""

    side: int
    fighting: int
    ways: tuple[int, ...]
    drawing: int


_OTHERS: Final = (("Hold back somebody else.", ("withhold",)), ("Go into the fight.", ("ready",)))


def check_withhold(s: State, ranks: Ranks, args: tuple[int, ...], why: Why) -> bool:
    (unit,) = args
    battle: BattleState = s.battle
    if not ranks.fighting >> unit & 1:
        return why is not None and no(
            why, ("10.2", "9.2"), f"{words.unit(unit):is|are} not among the units you can hold back.", "", ids((unit,))
        )
    if KIND[unit] == ARMY and battle.sea:
        return why is not None and no(
            why,
            ("10.2", "9.95"),
            f"{words.unit(unit):is aboard ship and takes|are aboard ship and take} no part in a sea battle.",
            (("Hold back its ship.", each("withhold", [s.aboard[unit]] if s.aboard[unit] != ASHORE else [])), NOTHING),
            ids((unit,)),
        )
    if ranks.drawing and ranks.drawing & packed(company(s, battle, unit)):
        return why is not None and no(
            why,
            ("9.2", "8.22"),
            "Whoever has chosen to conjure is in the fight, and is not held back.",
            (*_OTHERS, NOTHING),
            ids((unit,)),
        )
    rest = ranks.fighting & ~packed(company(s, battle, unit))
    if ranks.side == 0 and not rest & HERO_BITS:
        return why is not None and no(
            why,
            ("10.2", "9.21"),
            "An attack needs at least one personality in the fight.",
            _OTHERS,
            ids((unit,)),
        )
    if ranks.side == 0 and s.scenario.solo:
        return needs_master(s, ones(rest), _OTHERS, why)
    if (
        ranks.side == 1
        and not rest
        and s.rules.all_withheld_must_retreat
        and not ways_before(s, battle, battle.units[1])
    ):
        return why is not None and no(
            why,
            ("10.2", "9.2"),
            "Nobody falls back before a random attack, so somebody has to meet it."
            if battle.attacker == MONSTER
            else "With everybody held back you would have to give up the province, and there is no way out.",
            "Leave somebody in the fight.",
            ids((unit,)),
            ("ready",),
        )
    return True


def check_withdraw(s: State, ranks: Ranks, args: tuple[int, ...], why: Why) -> bool:
    (area,) = args
    if area in ranks.ways:
        return True
    battle: BattleState = s.battle
    if ranks.side != 1:
        return no(
            why,
            ("10.2", "9.21"),
            "Attackers who are held back cannot leave before the battle.",
            "Only defenders may fall back.",
        )
    if why is None:
        return False
    if battle.sally >= 0:
        return no(
            why,
            ("10.9.5", "9.962"),
            "These ships have come out of port to fight; they cannot turn back before the battle.",
            "Fight, and retreat afterwards if it is lost.",
            (BOARD.ids[battle.sally],),
            ("ready",),
        )
    if not leavers(s, battle):
        return no(
            why,
            ("10.2", "9.2"),
            "Only units held back may leave before the battle, at sea with their ships.",
            (("Hold some back first.", ("withhold",)), ("Go into the fight.", ("ready",))),
        )
    if not may_part(s, battle.area, leavers(s, battle), why):
        return False
    return no(
        why,
        ("10.2", "9.2"),
        f"Nobody can fall back to {words.area(area)}: it must be a neighbouring province without enemies, "
        "not one the attackers came through.",
        (("Choose another province.", ("withdraw",)), "No way out is open."),
        (BOARD.ids[area],),
    )


def _check_ready(s: State, ranks: Ranks, args: tuple[int, ...], why: Why) -> bool:
    if ranks.side == 0 or ranks.fighting or not s.rules.all_withheld_must_retreat:
        return True
    if all(KIND[u] == ARTIFACT for u in s.battle.units[1]):
        return True
    return no(
        why,
        ("10.2", "9.2"),
        "With everybody held back the province must be given up.",
        "Choose where to fall back to.",
        do=("withdraw",),
    )


def _check_conjure(s: State, ranks: Ranks, args: tuple[int, ...], why: Why) -> bool:
    return may_conjure(s, s.battle.seat(ranks.side), args[0], why)


_WITHHOLD: Final = tuple(TO_WITHHOLD(u) for u in range(pieces.SIZE))
_WITHDRAW: Final = tuple(TO_WITHDRAW(a) for a in range(BOARD.size))
_CONJURE: Final = {u: TO_CONJURE(u) for u in CONJURERS}
_CONJURERS: Final = frozenset(CONJURERS)


def _unlike(s: State, units: Iterable[int]) -> list[int]:
    """Some units, but of those that are all alike only one: armies of a nation, on the same ship, in one stack, not held
    back; in a sortie also those who came to the city's relief apart."""
    held = s.battle.held
    out = []
    seen = set()
    for u in units:
        if KIND[u] == ARMY and u not in held:
            same = (pieces.NATION[u], s.aboard[u], s.band[u], s.battle.sortie and s.flags[u] & STEPPED)
            if same in seen:
                continue
            seen.add(same)
        out.append(u)
    return out


class WithholdFrame(NamedTuple):
    step: Step
    side: int


class WithholdStep(Step):
    """Each side may hold units back; held-back defenders may leave before the battle. A conjurer may
    choose to draw a spell in it ([9.2], [12.1.3] / 8.22, 11.132)."""

    name = "withhold"
    on_map = True
    browses = True
    idle = "nothing to decide before the battle"
    of_battle = True
    holds = WithholdFrame
    words = (fields.SIDE,)
    verbs: ClassVar[dict[str, Check]] = {
        "conjure": _check_conjure,
        "withhold": check_withhold,
        "withdraw": check_withdraw,
        "ready": _check_ready,
    }

    def asked(self, s: State, frame: WithholdFrame, own: bool) -> AskedView:
        return {"side": frame.side}

    def seat(self, s: State, frame: WithholdFrame) -> int:
        return int(s.battle.seat(frame.side))

    def facts(self, s: State, frame: WithholdFrame) -> Ranks:
        side = frame.side
        battle: BattleState = s.battle
        fighting = packed(battle.units[side]) & COUNTER_BITS & ~packed(battle.held)
        ways = ways_before(s, battle, leavers(s, battle)) if side == 1 and battle.held else ()
        return Ranks(side, fighting, ways, bits(note.personality for note in noted(s, Conjures)))

    def legal(self, s: State, frame: Frame) -> list[Action]:
        x = self.facts(s, frame)
        units = s.battle.units[x.side]
        if x.fighting & ARMY_BITS:
            units = _unlike(s, units)
        out = [_WITHHOLD[u] for u in units if check_withhold(s, x, (u,), None)]
        out += [_WITHDRAW[a] for a in x.ways]
        if not _CONJURERS.isdisjoint(units):
            out += [_CONJURE[u] for u in CONJURERS if u in units and _check_conjure(s, x, (u,), None)]
        if _check_ready(s, x, (), None):
            out.append(TO_READY())
        return out

    def do(self, s: State, frame: Frame, action: Action, cx: Context) -> None:
        battle: BattleState = s.battle
        if action.verb == "withhold":
            held = [u for u in company(s, battle, action.args[0]) if u not in battle.held]
            s.battle = battle.but(held=(*battle.held, *held))
            return
        if action.verb == "conjure":
            (u,) = action.args
            remember(s, Conjures(u))
            s.flags[u] |= CAST_NOW
            cx.tell("conjure", unit=u, area=battle.area)
            return
        if action.verb == "withdraw":
            to = action.args[0]
            going = goers(s, battle.defender, leavers(s, battle), battle.area, to)
            s.agenda = s.agenda[:-1]
            left = tuple(u for u in battle.units[1] if u not in going)
            s.battle = battle.but(units=(battle.units[0], left), held=tuple(u for u in battle.held if u not in going))
            cx.tell("withdrew", units=tuple(going), area=battle.area, to_area=to)
            if not left and not battle.wall:
                # the province is yielded without a blow
                if s.agenda and s.agenda[-1].step is REVEAL:
                    s.agenda = s.agenda[:-1]
                s.battle = s.battle.but(loser=1, difference=0)
                push(s, AFTER.frame())
            fall_back(s, battle.defender, going, battle.area, to, cx)
            return
        s.agenda = s.agenda[:-1]


WITHHOLD: Final = WithholdStep()


EVENTS.add(
    "conjure",
    "unit area",
    words=lambda e, n: f"{words.unit(e['unit'])} will conjure {words.inside(e['area'])}.",
    clause=("9.2", "8.22"),
)
EVENTS.add(
    "withdrew",
    "units area to_area",
    words=lambda e, n: f"{words.units(e['units']):falls|fall} back to {words.area(e['to_area'])} before the battle.",
)
EVENTS.add(
    "battle begins",
    "area attacker defender wall base units against",
    words=lambda e, n: f"{telling.attacker(e, n):gives|give} battle {words.inside(e['area'])}.",
    clause=("10.1", "9.1"),
)
