"""What is worth doing in *White Bear and Red Moon*: the coach's plans and the lab's odds, weighed by what the scenario asks."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from random import Random
from typing import Any, ClassVar, Final

from elric.dragon_pass.components.board import AROUND
from elric.dragon_pass.definition import GAME
from elric.dragon_pass.movement.zones import must_fight
from elric.dragon_pass.opponents import casual
from elric.dragon_pass.opponents import standing as stands
from elric.dragon_pass.planning import advised, battles
from elric.dragon_pass.planning.aims import posts
from elric.dragon_pass.planning.assaults import assaults
from elric.dragon_pass.planning.companies import companies
from elric.dragon_pass.planning.look import Look
from elric.dragon_pass.planning.marching import MARCH
from elric.dragon_pass.planning.temper import EVEN, Temper
from elric.dragon_pass.position.state import State
from elric.kernel import running
from elric.kernel.bits import ones
from elric.kernel.chance import SeededChance
from elric.kernel.definition import GameDef
from elric.kernel.game import Game
from elric.kernel.steps import Action
from elric.opponents.definition import Course, Judgement, Plan, carry_out
from elric.planning.memory import Memory

__all__ = ["JUDGEMENT", "DragonPassJudgement"]


class DragonPassJudgement(Judgement):
    """Judgement in *White Bear and Red Moon*. Its standing moves by little from Move to Move, and less than this is mostly luck."""

    clearly: ClassVar[float] = 0.0

    def __init__(self, definition: GameDef, temper: Temper = EVEN, memory: Memory | None = None) -> None:
        super().__init__(definition)
        self.temper = temper
        self.memory = memory

    def remembering(self, memory: Memory) -> DragonPassJudgement:
        return DragonPassJudgement(GAME, self.temper, memory)

    def _looked(self, game: Game) -> Look:
        """The position as the seat knows it; its temper is for its marches, and it fights as the Captain does."""
        return advised.looked(game, self.temper if game.step in _MARCHING else EVEN, self.memory)

    def _plans(self, game: Game) -> tuple[Look, list[Plan]]:
        look = self._looked(game)
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
        if game.step == "movement":
            self.marched(game)
        else:
            super().go_on(game, rng)

    def marched(self, game: Game) -> tuple[list[Plan], bool]:
        """What is done in movement by one look at the board, carried out; and whether chance was called on."""
        s: State = game.state
        found: list[Plan] = []
        for plan in advised.movement(self._looked(game), battles.listed(s), True):
            if plan.worth <= MARCH and any(p.worth > MARCH for p in found):
                break  # nobody marches on before the attacks
            found.append(plan)
        found.sort(key=lambda p: -p.worth)
        seat, best, done = s.seat, found[0].worth, []
        for plan in found:
            if plan.worth < best or game.step != "movement" or s.seat != seat:
                break
            if running.allowed(s, plan.actions[0]):
                done.append(plan)
                if carry_out(game, plan.actions):
                    return done, True
            if best > MARCH:
                break
        return done, False

    def courses(self, game: Game, rng: Random) -> Iterator[Course]:
        """In movement the whole Move: as the Captain marches it, and otherwise, in one thing at a time or in another temper. All
        else is done as the Captain does it."""
        if game.step != "movement":
            yield Course((self.plans(game, rng)[0],), self)
            return
        memory = self.memory or Memory()
        captain = DragonPassJudgement(GAME, self.temper, memory.copy())
        done, t = _move(game, captain, rng)
        known: list[object] = [t.view(game.seat)]
        yield Course(done, captain, captain.memory)
        for _, temper in variations(self._looked(game), t.state):
            judgement = DragonPassJudgement(GAME, temper, memory.copy())
            done, t = _otherwise(game, judgement, rng)
            if done and (end := t.view(game.seat)) not in known:
                known.append(end)
                yield Course(done, judgement, judgement.memory)

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


def _otherwise(game: Game, judgement: DragonPassJudgement, rng: Random) -> tuple[tuple[Plan, ...], Game]:
    """The same as playouts move, by fewer looks at the board."""
    t = game.copy()
    t.chance = SeededChance(0)
    s: State = t.state
    done: list[Plan] = []
    while s.seat == game.seat and t.step in _MARCHING and len(done) < _LONG:
        if t.step == "movement":
            plans, stopped = judgement.marched(t)
        else:
            plans = [judgement.plans(t, rng)[0]]
            stopped = carry_out(t, plans[0].actions)
        done += plans
        if stopped or not plans:
            break
    return tuple(done), t


def variations(look: Look, end: State) -> Iterator[tuple[str, Temper]]:
    """In what a Move may differ from the Captain's.

    Args:
        look: before the Move.  end: after the Captain's.
    """
    s, even = look.s, look.temper
    wanted = posts(look)
    able = companies(look, wanted)
    fought = 0
    for h in ones(must_fight(end, look.seat)):
        fought |= look.enemy & AROUND[h]
    for h in sorted(ones(fought), key=lambda h: (-look.value(h), h))[:_FEW]:
        yield "spare", even._replace(spared=1 << h)
    bold = Look(s, look.seat, even._replace(dared=look.enemy))
    declined = [a.target for a in assaults(bold, companies(bold, posts(bold)), posts(bold)) if not fought >> a.target & 1]
    for h in dict.fromkeys(declined[:_FEW]):
        yield "dare", even._replace(dared=1 << h)
    yield "bold", Temper(column=1, least=0.0, care=0.6)
    yield "incautious", even._replace(caution=0.0)
    yield "cautious", even._replace(caution=1.5)
    yield "unwary", even._replace(wary=0.0)
    yield "wary", even._replace(wary=90.0)
    gone_for = list(dict.fromkeys(c.post.key for c in able if c.post is not None))
    for key in gone_for[:_FEW]:
        yield "forgo", even._replace(weights={key: 0.1})
        yield "press", even._replace(weights={key: 4.0})
    yield "keep", Temper(weights={"keep": 3.0})
    yield "hunt", Temper(weights={"hunt": 4.0})
    yield "goal", Temper(goal=1)
    strong = sorted((c.start for c in able), key=lambda h: (-look.value(h), h))
    for h in list(dict.fromkeys(strong))[:_FEW]:
        yield "stay", even._replace(stays=1 << h)
    yield "rest", even._replace(stays=look.own)


_MARCHING: Final = ("movement", "march")
_FEW: Final = 3  # variations of a kind at most

JUDGEMENT: Final = DragonPassJudgement(GAME)
