"""Losses: who is taken off, and in what order things follow a battle. Sources: Chaosium [10.7], Avalon Hill 9.7-9.72, 6.572."""

from __future__ import annotations

from collections.abc import Iterable
from typing import ClassVar, Final, NamedTuple

from elric.kernel.rules import no
from elric.kernel.steps import Check, Frame
from elric.kernel.verdict import Why
from elric.young_kingdoms.artifacts.black_swords import is_bracketed, sword_value
from elric.young_kingdoms.combat.battle import KINSMEN, BattleState, dockside, is_loaded, stands_aside
from elric.young_kingdoms.components import pieces
from elric.young_kingdoms.components.notation import VERBS, Action
from elric.young_kingdoms.components.pieces import ARMY, ARTIFACT, FIGHT, FLEET, HERO, KIND
from elric.young_kingdoms.position import fields, telling, words
from elric.young_kingdoms.position.context import Context
from elric.young_kingdoms.position.events import EVENTS
from elric.young_kingdoms.position.state import ASHORE, LOST, State, cargo, ids, lose, put
from elric.young_kingdoms.position.steps import Step

TO_LOSE: Final = VERBS.add("lose", "piece", "Take {0} off", shown=True, obvious=True, wished=True)


def present(s: State, battle: BattleState, side: int) -> list[int]:
    """Pieces of a side still standing where the battle is."""
    return [u for u in battle.units[side] if s.place[u] == battle.area and u not in battle.out]


def losers(s: State, battle: BattleState) -> list[int]:
    """Who can be lost on the losing side: not those who take no part, nor what a personality carries."""
    return [
        u
        for u in present(s, battle, battle.loser)
        if KIND[u] != ARTIFACT and not (u in KINSMEN and stands_aside(battle, battle.loser, u))
    ]


def cost(s: State, battle: BattleState, unit: int) -> int:
    """What a piece counts for when losses are taken in combat values ([10.7] / 9.7, 9.72)."""
    k = KIND[unit]
    if k == ARTIFACT or is_bracketed(s, unit):
        return 0
    if k == ARMY and (battle.sea or is_loaded(s, unit)):
        return 0
    if k == FLEET and not battle.sea:
        return FIGHT[unit] if battle.loser == 1 and dockside(s, battle) else 0
    return sword_value(s, unit)


def best_sum(values: Iterable[int], most: int) -> int:
    """The largest sum of some of these values that does not pass `most`."""
    reach = 1
    for v in values:
        reach |= reach << v
    reach &= (1 << (most + 1)) - 1
    return reach.bit_length() - 1


def remove(s: State, units: Iterable[int], cx: Context) -> None:
    """Take pieces out of the battle as lost; heroes wait for their escape, and a sinking ship takes its company along."""
    battle: BattleState = s.battle
    todo = [u for u in units if s.place[u] == battle.area and u not in battle.out]
    if not todo:
        return
    out: list[int] = []
    for u in todo:
        # an artifact shares the fate of its bearer
        if u not in out and KIND[u] != ARTIFACT:
            out.append(u)
        if KIND[u] == FLEET:
            out.extend(x for x in cargo(s, u) if x not in out and KIND[x] != ARTIFACT and x not in battle.out)
    gone: list[int] = []
    heroes: list[int] = []
    for u in out:
        if KIND[u] == HERO:
            heroes.append(u)
            put(s, u, LOST)
            s.aboard[u] = ASHORE
        else:
            gone.append(u)
            lose(s, u)
    if heroes:
        s.battle = battle.but(out=(*battle.out, *heroes))
    if out:
        cx.tell("lost", units=tuple(gone), heroes=tuple(heroes), area=battle.area)


def heads(s: State, battle: BattleState, units: Iterable[int]) -> list[int]:
    """The counters of a city's defenders, of whom half are lost to a failed assault (6.572)."""
    return [u for u in units if KIND[u] != FLEET or dockside(s, battle)]


def due(s: State, battle: BattleState, in_heads: bool) -> dict[int, int]:
    """Who of the losers counts as a loss, and for how much: for a combat value, or for one where heads are counted."""
    units = losers(s, battle)
    if in_heads:
        return dict.fromkeys(heads(s, battle, units), 1)
    worth = {}
    for u in units:
        v = cost(s, battle, u)
        if v:
            worth[u] = v
    return worth


class Due(NamedTuple):
    """What the loser decides by: how much is to be lost, what each piece counts for, and how near they can come."""

    most: int
    worth: dict[int, int]
    best: int


def _due(s: State, frame: LossesFrame) -> Due:
    to_lose = frame.to_lose
    worth = due(s, s.battle, frame.heads)
    return Due(to_lose, worth, best_sum(worth.values(), to_lose) if to_lose > 0 else 0)


def _check_lose(s: State, owed: Due, args: tuple[int, ...], why: Why) -> bool:
    (unit,) = args
    value = owed.worth.get(unit)
    if value is None:
        return why is not None and no(
            why,
            ("10.7", "9.71"),
            f"{words.unit(unit)} cannot be taken as a loss here.",
            "Choose one of the losing units that counts.",
            ids((unit,)),
            ("lose",),
        )
    if (
        value <= owed.most
        and value + best_sum((w for y, w in owed.worth.items() if y != unit), owed.most - value) == owed.best
    ):
        return True
    return why is not None and no(
        why,
        ("10.7", "9.71"),
        f"Losses must come as near to {owed.most} as they can without passing it, and with {words.unit(unit)} they would not.",
        "Choose another unit.",
        ids((unit,)),
        ("lose",),
    )


_LOSE: Final = tuple(TO_LOSE(u) for u in range(pieces.SIZE))


class LossesFrame(NamedTuple):
    step: Step
    side: int
    to_lose: int
    heads: bool


class LossesStep(Step):
    """The loser chooses who is lost."""

    name = "losses"
    public = True
    of_battle = True
    holds = LossesFrame
    words = (fields.SIDE, fields.number(-999, 999), fields.YES)
    verbs: ClassVar[dict[str, Check]] = {"lose": _check_lose}

    def seat(self, s: State, frame: LossesFrame) -> int:
        return int(s.battle.seat(frame.side))

    def live(self, s: State, frame: Frame) -> bool:
        return _due(s, frame).best > 0

    def facts(self, s: State, frame: Frame) -> Due:
        return _due(s, frame)

    def candidates(self, s: State, x: Due) -> Iterable[Action]:
        seen = set()
        for u in x.worth:
            if KIND[u] == ARMY:
                same = (pieces.NATION[u], s.aboard[u], u in s.battle.held)
                if same in seen:
                    continue
                seen.add(same)
            yield _LOSE[u]

    def do(self, s: State, frame: LossesFrame, action: Action, cx: Context) -> None:
        u = action.args[0]
        n = frame.to_lose - (1 if frame.heads else cost(s, s.battle, u))
        s.agenda = (*s.agenda[:-1], self.frame(frame.side, n, frame.heads))
        remove(s, (u,), cx)


LOSSES: Final = LossesStep()


def _lost(e: telling.Event, names: telling.Names) -> str:
    parts = []
    if e["units"]:
        parts.append(f"{words.units(e['units']):is|are} lost")
    if e["heroes"]:
        parts.append(f"{words.units(e['heroes'])} must try to escape")
    return ", and ".join(parts) + "." if parts else ""


EVENTS.add("lost", "units heroes area", words=_lost, clause=("10.7", "9.7"))
