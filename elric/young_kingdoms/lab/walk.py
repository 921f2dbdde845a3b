"""The battle walked by the game's own steps: up to the dice, and from a result to the end of the battle.

Nothing of the rules stands here. Decisions are answered by a policy, the two dice are given, and a hero's escape is not
thrown but written down as a chance, so that one walk covers every way the escapes can fall.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import dataclass, field
from fractions import Fraction
from functools import cache, partial
from itertools import product
from typing import Any, Final

from elric.kernel.chance import Fork, Path
from elric.kernel.running import top
from elric.kernel.steps import Frame
from elric.lab.chances import merged
from elric.young_kingdoms.combat.battle import BattleState
from elric.young_kingdoms.combat.heroic_escape import ESCAPE, ESCAPE_CHOICE, ESCAPES, FOLLOW, REAPPEAR, invulnerable
from elric.young_kingdoms.combat.losses import LOSSES, remove
from elric.young_kingdoms.combat_phase.aftermath import AFTER
from elric.young_kingdoms.combat_phase.resolution import DISPEL
from elric.young_kingdoms.combat_phase.retreat import (
    ESCAPES_LATE,
    RETREAT,
    RETREAT_CHOICE,
    TO_STAY,
    ways_out,
    who_flees,
)
from elric.young_kingdoms.components import spells
from elric.young_kingdoms.components.board import BOARD
from elric.young_kingdoms.components.notation import Action
from elric.young_kingdoms.components.pieces import ARTIFACT, HERO, KIND
from elric.young_kingdoms.lab import policy as policies
from elric.young_kingdoms.lab.alike import draws_no_more, ways
from elric.young_kingdoms.lab.fate import SURE, Fate, deaths_among
from elric.young_kingdoms.lab.leaf import ALL, End, Leaf
from elric.young_kingdoms.lab.policy import Policy
from elric.young_kingdoms.legends.elric import lift
from elric.young_kingdoms.magic import balance
from elric.young_kingdoms.magic.hands import DRAW
from elric.young_kingdoms.magic_phase.played_at_once import OMEN
from elric.young_kingdoms.position.context import Context
from elric.young_kingdoms.position.state import DISCARD, IN_HAND, LOST, NEUTRAL, State, put
from elric.young_kingdoms.position.steps import Auto, Step
from elric.young_kingdoms.turn.random_appearance import APPEAR

_QUIET: Final = (ESCAPES, RETREAT, ESCAPES_LATE)  # steps that leave nothing to chance


ChanceAsked = Fork
"""Chance was asked for where none is expected."""


class _Face:
    """A die that always shows the same."""

    def __init__(self, k: int) -> None:
        self.k = k
        self.results: list[int] = []

    def pick(self, n: int) -> int:
        return min(self.k, n - 1)


STILL: Final = Context(Path(()))
"""For steps that need no chance; asking for some raises inside the walk, where it is taken note of."""


@dataclass(slots=True)
class _Way:
    """A battle on its way from the result to the end.

    Attributes:
        loose: names of steps left out.  hazard: the position before the first of them.
        parted: what it has been parted by: "refuge", "retreat".  there: areas in which somebody has come to light.
    """

    state: State
    start: BattleState
    fates: list[Fate]
    loose: list[str] = field(default_factory=list)
    hazard: State | None = None
    share: Fraction = ALL
    parted: tuple[str, ...] = ()
    there: tuple[int, ...] = ()

    def side(self, side: int) -> dict[int, list[Fate]]:
        """Heroes of a side who may come to light somewhere, by area."""
        out: dict[int, list[Fate]] = {}
        for x in self.fates:
            if x.where >= 0 and x.unit in self.start.units[side] and self.state.place[x.unit] >= LOST:
                out.setdefault(x.where, []).append(x)
        return out


class Walker:
    """Walks one battle under one policy for each side.

    Args:
        sides: policy of attacker and defender.  hidden: how many spells nobody can see are laid.

    Attributes:
        loose: by name of a step that is left out before the dice, the chance that it comes up.
    """

    def __init__(self, sides: tuple[Policy, Policy], hidden: int = 0) -> None:
        self.sides = sides
        self.hidden = hidden
        self.loose: dict[str, Fraction] = {}
        self._fates: dict[tuple[Any, ...], Fate] = {}
        self._plans: dict[tuple[Any, ...], list[int]] = {}

    def forget(self) -> None:
        """Another position: what was found for the last one no longer holds."""
        self._fates.clear()
        self._plans.clear()

    # ---- before the dice --------------------------------------------------------------------------------------------

    def to(self, s: State, goal: Step | Auto) -> Iterator[tuple[Fraction, State]]:
        """Every way the battle can come to a step (RESOLVE, or COUNTER), its frame on top, with its chance. Positions in
        which the battle ends before that are given as they are, with an empty agenda."""
        now = [(ALL, s)]
        while now:
            # all go on to where chance parts them next, so that those that come out alike meet
            after: list[tuple[object, Fraction, State]] = []
            for weight, s in now:
                while s.agenda and s.agenda[-1].step is not goal:
                    step, frame = top(s)
                    auto = isinstance(step, Auto)
                    if not auto and not step.live(s, frame):
                        s.agenda = s.agenda[:-1]
                        continue
                    action = None if auto else self.decide(s, frame)
                    before = s.copy()
                    try:
                        _step(s, frame, action, STILL)
                    except ChanceAsked:
                        if step is DRAW or step is APPEAR:
                            # what is won for a hand, and where else Elric comes to light, does not change this battle
                            s = before
                            s.agenda = s.agenda[:-1]
                            if step is APPEAR:
                                lift(s)
                            self.loose[step.name] = self.loose.get(step.name, Fraction(0)) + weight
                            continue
                        last = step is OMEN and not self.hidden and draws_no_more(before.agenda[:-1])
                        after += ways(one_step(before, frame, action), self.hidden, last, weight)
                        break
                else:
                    yield weight, s
            now = merged(after)

    def decide(self, s: State, frame: Frame) -> Action:
        """What the side whose choice it is does."""
        step = frame.step
        battle: BattleState | None = s.battle
        if step is RETREAT_CHOICE and battle is not None:
            if frame.may_stay:
                return TO_STAY()
            seat = battle.seat(frame.side)
            return policies.retreat(s, seat, ways_out(s, battle.area, seat, who_flees(s, battle, frame.side)))
        options = step.legal(s, frame)
        if step is DISPEL:
            return policies.dispel(s, options)
        if step is REAPPEAR:
            return policies.refuge(s, s.owner[frame.personality], options)
        if step is ESCAPE_CHOICE:
            return self._way_to_flee(s, frame, options)
        ready = [a for a in options if a.verb == "ready"]
        chosen: Action = ready[0] if ready else options[0]
        return chosen

    # ---- after the dice ---------------------------------------------------------------------------------------------

    def after(self, s: State, result: Callable[[State], None]) -> list[Leaf]:
        """What follows from a result; more than one leaf only where an escape decides how a retreat goes.

        Args:
            s: at the RESOLVE frame; not changed.
            result: gives the copy its result (calls RESOLVE's own code).
        """
        t = s.copy()
        t.agenda = ()
        result(t)
        # whom an omen has struck down before the dice
        before = [
            Fate(u, SURE if ok else 0, where=s.place[u] if ok and s.place[u] < BOARD.size else -1)
            for u, ok in s.battle.fates
        ]
        return self._onwards(_Way(t, s.battle, before))

    def onwards(self, s: State, battle: BattleState) -> list[Leaf]:
        """The ends of a battle whose dice have fallen; `s` is changed."""
        return self._onwards(_Way(s, battle, []))

    def _onwards(self, way: _Way) -> list[Leaf]:
        """Walk until nothing can change any more whose life is in danger."""
        fates = way.fates
        trapped = False
        while way.state.agenda:
            now = way.state
            step, frame = top(now)
            if step is AFTER or step is RETREAT_CHOICE:
                break
            if step is LOSSES:
                self._lose(now, frame)
                continue
            if step is RETREAT and fates and "retreat" not in way.parted:
                winners = way.side(1 - now.battle.loser)
                # who comes to light elsewhere bars a way that would not be taken
                if winners and self._goal(now) in winners:
                    near = BOARD.touch[way.start.area]
                    return self._part(way, {a: xs for a, xs in winners.items() if a in near}, "retreat")
            personality = -1
            if step is ESCAPE:
                personality = frame.personality
                if "refuge" not in way.parted and personality in way.start.units[1 - now.battle.loser]:
                    losers = way.side(now.battle.loser)
                    if losers and self._fate(way, personality).where in losers:
                        return self._part(way, losers, "refuge")
            now.agenda = now.agenda[:-1]
            if step is ESCAPE:
                fates.append(self._fate(way, personality, final=True))
            elif step is FOLLOW:
                fates.append(self._follow(now, frame, fates))
            elif isinstance(step, Auto):
                out = len(now.battle.out)
                self._run(way, frame)
                now = way.state
                if step is RETREAT:
                    left = now.agenda and now.agenda[-1].step in (RETREAT_CHOICE, AFTER)
                    trapped = len(now.battle.out) > out or not left
            # whatever else is decided later does not change this battle
        now = way.state
        battle: BattleState = now.battle
        victor = battle.seat(1 - battle.loser)
        joined = [u for u in way.start.units[battle.loser] if now.owner[u] == victor and now.place[u] < LOST]
        end = cache(partial(self._end, way))
        return [
            Leaf(battle.loser, battle.row, battle.fell, battle.difference, tuple(fates), trapped, tuple(joined), end, way.share)
        ]  # fmt: skip

    def _run(self, way: _Way, frame: Frame) -> None:
        """A step that runs by itself; one that would ask chance is left out and its name noted."""
        t = way.state
        step = frame.step
        before = t if step in _QUIET else t.copy()
        try:
            step.run(t, frame, STILL)
        except ChanceAsked:
            way.state = before
            way.loose.append(step.name)
            if way.hazard is None:
                way.hazard = before.copy()
                way.hazard.agenda = (*before.agenda, frame)

    def _end(self, way: _Way) -> End:
        """The retreat, and whose the place is afterwards."""
        went = -1
        while way.state.agenda and way.state.agenda[-1].step is not AFTER:
            now = way.state
            step, frame = top(now)
            if step is RETREAT_CHOICE:
                a = self.decide(now, frame)
                step.do(now, frame, a, STILL)
                if a.verb == "retreat":
                    went = a.args[0]
                continue
            now.agenda = now.agenda[:-1]
            if isinstance(step, Auto):
                self._run(way, frame)
        now, start = way.state, way.start
        battle: BattleState = now.battle
        lost = tuple(
            u for side in start.units for u in side if KIND[u] not in (HERO, ARTIFACT) and now.place[u] >= LOST
        )
        taken = False
        if battle.loser == 1 and BOARD.city[start.area] and now.agenda:
            end = now.copy()
            for x in way.fates:
                # whether a nation falls apart is another question
                if x.where >= 0 and x.where != start.area:
                    put(end, x.unit, x.where)
            events: list[dict[str, Any]] = []
            AFTER.run(end, now.agenda[-1], Context(STILL.chance, events))
            taken = any(
                e["kind"] == "city" and e["area"] == start.area and e["seat"] == battle.attacker for e in events
            )
        now.agenda = ()
        return End(lost, went, taken, tuple(way.loose), now, way.hazard)

    def _goal(self, t: State) -> int:
        """Where the losers will retreat to, or -1."""
        battle: BattleState = t.battle
        seat = battle.seat(battle.loser)
        units = who_flees(t, battle, battle.loser) if 0 <= seat < NEUTRAL else []
        ways = ways_out(t, battle.area, seat, units) if units else []
        return policies.retreat(t, seat, ways).args[0] if ways else -1

    def _lose(self, t: State, frame: Frame) -> None:
        battle: BattleState = t.battle
        side = frame.side
        key = (side, frame.to_lose, frame.heads, tuple(u for u in battle.units[side] if t.place[u] == battle.area))
        if key not in self._plans:
            self._plans[key] = policies.losses(t, frame, self.sides[side])
        t.agenda = t.agenda[:-1]
        remove(t, self._plans[key], STILL)

    # ---- escapes ----------------------------------------------------------------------------------------------------

    def _fate(self, way: _Way, u: int, final: bool = False) -> Fate:
        """How a lost hero's escape stands, by the game's own escape. The hero himself stays off the board."""
        t = way.state
        key = (u, t.balance, t.tipped, way.there)
        if key not in self._fates:
            self._fates[key] = self._try(t, u, ESCAPE.frame(u, way.start.area))
        x = self._fates[key]
        if final and x.spell >= 0 and spells.ALIGN[x.spell] != spells.OTHER and t.spell_at[x.spell] == IN_HAND + u:
            # thrown before the die, so it is used and moves the Balance whether it helps or not
            t.spell_at[x.spell] = DISCARD
            balance.shift(t, ((spells.ALIGN[x.spell], spells.PULL[x.spell]),), STILL)
        return x

    def _try(self, t: State, u: int, frame: Frame) -> Fate:
        target, spell, at, alive = self._flee(t, u, frame, 0)
        if not alive:
            return Fate(u, 0)
        if target >= SURE or invulnerable(t, u) < 0:
            return Fate(u, min(target, SURE), where=at, spell=spell)
        _, other, _, saved = self._flee(t, u, frame, 5)
        return Fate(u, SURE if saved else max(0, target), where=at, spell=other if saved else spell)

    def _flee(self, t: State, unit: int, frame: Frame, face: int) -> tuple[int, int, int, bool]:
        """One escape with a die that shows face + 1: (number to roll at or below, spell used, where, escaped)."""
        s = t.copy()
        s.agenda = (frame,)
        events: list[dict[str, Any]] = []
        cx = Context(_Face(face), events)
        while s.agenda and s.agenda[-1].step in (ESCAPE, ESCAPE_CHOICE, FOLLOW, REAPPEAR):
            g = s.agenda[-1]
            if isinstance(g.step, Auto):
                s.agenda = s.agenda[:-1]
                g.step.run(s, g, cx)
            else:
                g.step.do(s, g, self.decide(s, g), cx)
        target = next((e["target"] for e in events if e["kind"] == "escape"), SURE)
        used = [e["spell"] for e in events if e["kind"] in ("escape", "saved") and e["spell"] >= 0]
        alive = s.place[unit] < BOARD.size
        return target, used[0] if used else -1, s.place[unit] if alive else -1, alive

    def _way_to_flee(self, s: State, frame: Frame, options: list[Action]) -> Action:
        """The surest way; between equals the die alone, then the cheapest spell."""

        def chance(action: Action) -> tuple[int, int]:
            if action.verb == "save":
                return (SURE, 0)
            if action.verb == "fall":
                return (-1, 0)
            if action.args and spells.ACTS[action.args[0]] == "balo":
                return (-2, 0)  # nobody trusts his life to Balo
            if (
                action.args
                and spells.ACTS[action.args[0]] == "invulnerability"
                and any(o.verb == "roll" for o in options)
            ):
                return (-2, 0)  # it saves as surely after the die
            t = s.copy()
            events: list[dict[str, Any]] = []
            ESCAPE_CHOICE.do(t, frame, action, Context(_Face(0), events))
            target = next((e["target"] for e in events if e["kind"] == "escape"), SURE)
            return (min(target, SURE), -spells.VALUE[action.args[0]] - 1 if action.args else 0)

        return max(options, key=chance)

    def _follow(self, t: State, frame: Frame, fates: list[Fate]) -> Fate:
        """The fate of somebody who cannot fight: shared with the strongest beside them ([10.8] / 9.82)."""
        unit = frame.personality
        battle: BattleState = t.battle

        def saved(by: set[int]) -> Fate:
            s = t.copy()
            s.battle = battle._replace(fates=tuple((x.unit, x.unit in by) for x in fates))
            return self._try(s, unit, frame)

        open_ = [x.unit for x in fates if x.sixths > 0 or x.tied >= 0]
        alone = saved(set())
        for x in open_:
            together = saved({x})
            if together.sixths > alone.sixths:
                return Fate(unit, alone.sixths, tied=x, where=together.where, spell=alone.spell)
        return alone

    # ---- escapes that bar the way of others ---------------------------------------------------------------------------

    def _part(self, way: _Way, groups: dict[int, list[Fate]], why: str) -> list[Leaf]:
        """Go on for each way in which heroes of `groups` may have come to light in its areas, or not."""
        leaves = []
        areas = sorted(groups)
        for there in product((False, True), repeat=len(areas)):
            share = way.share
            s = way.state.copy()
            for a, is_there in zip(areas, there, strict=True):
                none = deaths_among(groups[a], way.fates).get(len(groups[a]), Fraction(0))
                share = share * (1 - none) if is_there else share * none
                if is_there:
                    put(s, groups[a][0].unit, a)
            if share:
                now = tuple(a for a, is_there in zip(areas, there, strict=True) if is_there)
                parted = (*way.parted, why)
                leaves += self._onwards(
                    _Way(s, way.start, list(way.fates), list(way.loose), way.hazard, share, parted, (*way.there, *now))
                )
        return leaves


def _step(s: State, frame: Frame, action: Action | None, cx: Context) -> None:
    if action is None:
        s.agenda = s.agenda[:-1]
        frame.step.run(s, frame, cx)
    else:
        frame.step.do(s, frame, action, cx)


def one_step(before: State, frame: Frame, action: Action | None) -> Callable[[Context], State]:
    """One step, to be carried out from the start for each way chance can fall."""

    def run(cx: Context) -> State:
        t = before.copy()
        _step(t, frame, action, cx)
        return t

    return run
