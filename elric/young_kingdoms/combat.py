"""The Combat phase: the order of battles, and who is held back. Sources: Chaosium [10.1], [10.2]; Avalon Hill 9.1, 9.2."""

from __future__ import annotations

from collections.abc import Iterable
from typing import ClassVar, Final

from ..kernel.steps import Check, Frame, Step
from ..kernel.verdict import Reason, Why
from . import pieces, words
from .actions import Action
from .battle import Battle, fought, garrison_value, may, must, own_areas
from .board import BOARD
from .clash import REVEAL
from .context import Context
from .pieces import ARMY, ARTIFACT, ELRIC, HERO, KIND
from .retreat import ways_out
from .state import (
    NEUTRAL,
    State,
    foe_at,
    foes_at,
    ids,
    own_in,
    push,
)


def _check_fight(s: State, f: Frame, args: tuple[int, ...], why: Why) -> bool:
    (a,) = args
    if may(s, a):
        return True
    if why is not None:
        name = words.area(a)
        if fought(s, a):
            why.append(
                Reason(
                    ("10.1", "9.1"),
                    f"The battle in {name} has been fought this turn.",
                    "Choose another.",
                    (BOARD.ids[a],),
                )
            )
        elif not s.count[s.player * BOARD.size + a]:
            why.append(
                Reason(
                    ("10.1", "9.1"),
                    f"You have nobody in {name}.",
                    "Move in first, in the Movement phase.",
                    (BOARD.ids[a],),
                )
            )
        elif foes_at(s, a, s.player) and BOARD.wild[a]:
            why.append(
                Reason(
                    ("8.0", "7.21"),
                    f"In the wilderness of {name} the enemy has not been found.",
                    "Search for the enemy first.",
                    (BOARD.ids[a],),
                )
            )
        else:
            why.append(Reason(("10.1", "9.1"), f"There is no enemy to fight in {name}.", "", (BOARD.ids[a],)))
    return False


def _check_end(s: State, f: Frame, args: tuple[int, ...], why: Why) -> bool:
    left = must(s)
    if not left:
        return True
    if why is not None:
        why.append(
            Reason(
                ("10.1", "9.1"),
                f"Enemies in one province must fight: {words.listed([words.area(a) for a in left])}.",
                "Fight there first.",
                tuple(BOARD.ids[a] for a in left),
            )
        )
    return False


class CombatPhase(Step):
    """The attacker decides in which order his battles are fought."""

    name = "combat"
    verbs: ClassVar[dict[str, Check]] = {"fight": _check_fight, "end": _check_end}

    def candidates(self, s: State, f: Frame) -> Iterable[Action]:
        for a in own_areas(s):
            if foes_at(s, a, s.player) or s.assaults >> a & 1:
                yield Action("fight", (a,))
        yield Action("end")

    def do(self, s: State, f: Frame, a: Action, cx: Context) -> None:
        if a.verb == "fight":
            begin(s, a.args[0], cx)
        else:
            from .aftermath import end_combat

            s.agenda = ()
            end_combat(s, cx)


COMBAT_PHASE: Final = CombatPhase()


def begin(s: State, a: int, cx: Context) -> None:
    """Start a battle in an area for the active player."""
    me = s.player
    foe = foe_at(s, a, me)
    if foe < 0:
        foe = s.control[a] if s.control[a] < NEUTRAL else NEUTRAL
    sortie = s.control[a] == me and BOARD.wall[a] > 0
    walls = (
        BOARD.wall[a]
        if not sortie and s.control[a] in (foe, NEUTRAL) and (foe != NEUTRAL or s.control[a] == NEUTRAL)
        else 0
    )
    if foe < NEUTRAL and s.control[a] != foe:
        walls = 0
    base = 0
    mine = tuple(u for u in own_in(s, a, me))
    theirs = tuple(u for u in own_in(s, a, foe) if u not in (ELRIC,) or foe != NEUTRAL)
    if foe == NEUTRAL and not theirs:
        base = garrison_value(a)
    s.battle = Battle(a, me, foe, (mine, theirs), wall=walls, base=base, sortie=sortie)
    s.notes = (*s.notes, ("fought", a))
    cx.tell("battle begins", area=a, attacker=me, defender=foe, wall=walls, base=base, units=mine, against=theirs)
    frames: list[Frame] = [(WITHHOLD, 0)]
    if foe < NEUTRAL and theirs:
        frames.append((WITHHOLD, 1))
    frames.append((REVEAL,))
    push(s, *frames)


def _check_withhold(s: State, f: Frame, args: tuple[int, ...], why: Why) -> bool:
    (u,) = args
    b: Battle = s.battle
    side = f[1]
    mine = b.units[side]
    if u not in mine or u in b.held or KIND[u] == ARTIFACT:
        if why is not None:
            why.append(
                Reason(("10.2", "9.2"), f"{words.unit(u)} is not among the units you can hold back.", "", ids((u,)))
            )
        return False
    rest = [x for x in mine if x != u and x not in b.held and KIND[x] != ARTIFACT]
    if side == 0 and not any(KIND[x] == HERO for x in rest):
        if why is not None:
            why.append(
                Reason(
                    ("10.2", "9.21"),
                    "An attack needs at least one personality in the fight.",
                    "Hold back somebody else.",
                    ids((u,)),
                )
            )
        return False
    if side == 1 and not rest and s.rules.all_withheld_must_retreat:
        from .retreat import ways_out

        if not ways_out(s, b.area, b.defender, mine, before=True):
            if why is not None:
                why.append(
                    Reason(
                        ("10.2", "9.2"),
                        "With everybody held back you would have to give up the province, and there is no way out.",
                        "Leave somebody in the fight.",
                        ids((u,)),
                    )
                )
            return False
    return True


def _check_withdraw(s: State, f: Frame, args: tuple[int, ...], why: Why) -> bool:

    (a,) = args
    b: Battle = s.battle
    if f[1] != 1:
        if why is not None:
            why.append(
                Reason(
                    ("10.2", "9.21"),
                    "Attackers who are held back cannot leave before the battle.",
                    "Only a defender may.",
                )
            )
        return False
    held = [u for u in b.units[1] if u in b.held]
    if not held:
        if why is not None:
            why.append(
                Reason(("10.2", "9.2"), "Only units held back may leave before the battle.", "Hold some back first.")
            )
        return False
    if a in ways_out(s, b.area, b.defender, held, before=True):
        return True
    if why is not None:
        why.append(
            Reason(
                ("10.2", "9.2"),
                f"Nobody can fall back to {words.area(a)}: it must be a neighbouring province without enemies, "
                "not one the attackers came through.",
                "Choose another province.",
                (BOARD.ids[a],),
            )
        )
    return False


def _check_ready(s: State, f: Frame, args: tuple[int, ...], why: Why) -> bool:
    b: Battle = s.battle
    if f[1] == 1 and s.rules.all_withheld_must_retreat:
        mine = [u for u in b.units[1] if KIND[u] != ARTIFACT]
        if mine and all(u in b.held for u in mine):
            if why is not None:
                why.append(
                    Reason(
                        ("10.2", "9.2"),
                        "With everybody held back the province must be given up.",
                        "Choose where to fall back to.",
                    )
                )
            return False
    return True


class WithholdStep(Step):
    """Frame: (step, side). Each side may hold units back; held-back defenders may leave before the battle."""

    name = "withhold"
    verbs: ClassVar[dict[str, Check]] = {
        "withhold": _check_withhold,
        "withdraw": _check_withdraw,
        "ready": _check_ready,
    }

    def seat(self, s: State, f: Frame) -> int:
        return int(s.battle.seat(f[1]))

    def candidates(self, s: State, f: Frame) -> Iterable[Action]:
        b: Battle = s.battle
        seen = set()
        for u in b.units[f[1]]:
            if u in b.held:
                continue
            if KIND[u] == ARMY:
                same = (pieces.NATION[u], s.aboard[u])
                if same in seen:
                    continue
                seen.add(same)
            yield Action("withhold", (u,))
        if f[1] == 1 and b.held:
            for a in BOARD.near[b.area]:
                yield Action("withdraw", (a,))
        yield Action("ready")

    def do(self, s: State, f: Frame, a: Action, cx: Context) -> None:
        b: Battle = s.battle
        if a.verb == "withhold":
            s.battle = b._replace(held=(*b.held, a.args[0]))
            return
        if a.verb == "withdraw":
            from .retreat import fall_back

            going = tuple(u for u in b.units[1] if u in b.held)
            if b.sea:
                # a ship takes its company along
                going += tuple(u for u in b.units[1] if s.aboard[u] in going and u not in going)
            going += tuple(u for u in b.units[1] if KIND[u] == ARTIFACT and s.aboard[u] in going and u not in going)
            s.agenda = s.agenda[:-1]
            left = tuple(u for u in b.units[1] if u not in going)
            s.battle = b._replace(units=(b.units[0], left), held=tuple(u for u in b.held if u not in going))
            cx.tell("withdrew", units=going, area=b.area, to_area=a.args[0])
            if not left and not b.wall:
                # the province is yielded without a blow
                s.agenda = s.agenda[: -1 if s.agenda and s.agenda[-1][0] is REVEAL else None]
                from .aftermath import AFTER

                s.battle = s.battle._replace(loser=1, difference=0)
                push(s, (AFTER,))
            fall_back(s, b.defender, going, b.area, a.args[0], cx)
            return
        s.agenda = s.agenda[:-1]


WITHHOLD: Final = WithholdStep()
