"""What is worth doing in *White Bear and Red Moon*: the coach's plans and the lab's odds, weighed by what the scenario asks."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from random import Random
from typing import Any, ClassVar, Final

from elric.dragon_pass.definition import GAME
from elric.dragon_pass.opponents import casual
from elric.dragon_pass.opponents import standing as stands
from elric.dragon_pass.planning import advised, battles
from elric.dragon_pass.planning.look import Look
from elric.dragon_pass.planning.marching import MARCH
from elric.dragon_pass.planning.temper import EVEN, OTHERS, Temper
from elric.dragon_pass.position.state import State
from elric.kernel import running
from elric.kernel.chance import SeededChance
from elric.kernel.definition import GameDef
from elric.kernel.game import Game
from elric.kernel.steps import Action
from elric.opponents.definition import Course, Judgement, Plan, carry_out
from elric.planning.memory import Memory

__all__ = ["JUDGEMENT", "DragonPassJudgement"]


class DragonPassJudgement(Judgement):
    """Judgement in *White Bear and Red Moon*. Its standing moves by little from Move to Move, and less than this is mostly luck."""

    clearly: ClassVar[float] = 0.02

    def __init__(self, definition: GameDef, temper: Temper = EVEN, memory: Memory | None = None) -> None:
        super().__init__(definition)
        self.temper = temper
        self.memory = memory

    def remembering(self, memory: Memory) -> DragonPassJudgement:
        return DragonPassJudgement(GAME, self.temper, memory)

    def _plans(self, game: Game) -> tuple[Look, list[Plan]]:
        look = advised.looked(game, self.temper, self.memory)
        return look, advised.plans(look, battles.listed(game.state), game.step)

    def standing(self, state: Any, seat: int) -> float:
        return stands.standing(state, seat)

    def counts(self, state: Any, seat: int) -> tuple[str, Mapping[str, float]]:
        return "all", stands.learned(state, seat)

    def plans(self, game: Game, rng: Random) -> Sequence[Plan]:
        look, found = self._plans(game)
        return [advised.with_odds(look, found[0])[0], *found[1:]]

    def casual(self, game: Game, rng: Random) -> Plan:
        s: State = game.state
        return casual.casual(Look(s, s.seat), battles.listed(game.state), game.step, rng)

    def ahead(self, game: Game, rng: Random) -> Plan:
        if game.step in ("setup", "muster"):
            return Plan((self.quick(game.state, rng),))
        return self._plans(game)[1][0]

    def go_on(self, game: Game, rng: Random) -> None:
        """In movement all companies that march on, by one look at the board; each attack by another."""
        s: State = game.state
        if game.step != "movement":
            super().go_on(game, rng)
            return
        look = advised.looked(game, self.temper, self.memory)
        found = sorted(advised.movement(look, battles.listed(game.state), True), key=lambda p: -p.worth)
        seat, best = s.seat, found[0].worth
        for plan in found:
            if plan.worth < best or game.step != "movement" or s.seat != seat:
                return
            if running.allowed(s, plan.actions[0]) and carry_out(game, plan.actions):
                return
            if best > MARCH:
                return

    def courses(self, game: Game, rng: Random) -> Iterator[Course]:
        """In movement the whole Move, as each of several tempers would march it; all else is done as the Captain does it."""
        if game.step != "movement":
            yield Course((self.plans(game, rng)[0],), self)
            return
        known: list[object] = []
        for temper in (self.temper, *OTHERS):
            ahead = self.memory.copy() if self.memory is not None else Memory()
            judgement = DragonPassJudgement(GAME, temper, ahead)
            done, t = _move(game, judgement, rng)
            if (end := t.view(game.seat)) not in known:
                known.append(end)
                yield Course(done, judgement, ahead)

    def quick(self, state: Any, rng: Random) -> Action:
        return advised.usual(battles.listed(state), "").actions[0]


_LONG: Final = 60  # plans of a Move at most


def _move(game: Game, judgement: Judgement, rng: Random) -> tuple[tuple[Plan, ...], Game]:
    """The plans of a judgement up to the end of its marches, the first result of chance or somebody else's decision, and the
    position then."""
    t = game.copy()
    t.chance = SeededChance(0)
    s: State = t.state
    done: list[Plan] = []
    while s.seat == game.seat and t.step in ("movement", "march") and len(done) < _LONG:
        plan = judgement.plans(t, rng)[0]
        done.append(plan)
        if carry_out(t, plan.actions):
            break
    return tuple(done), t


JUDGEMENT: Final = DragonPassJudgement(GAME)
