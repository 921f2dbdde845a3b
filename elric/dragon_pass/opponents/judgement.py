"""What is worth doing in *White Bear and Red Moon*: the coach's plans and the lab's odds, weighed by what the scenario asks."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from random import Random
from typing import Any, ClassVar, Final

from elric.dragon_pass.definition import GAME
from elric.dragon_pass.opponents import battles, casual, gathering, magic, marching, powers, words
from elric.dragon_pass.opponents import standing as stands
from elric.dragon_pass.opponents.battles import Legal
from elric.dragon_pass.opponents.marching import MARCH
from elric.dragon_pass.planning.aims import posts
from elric.dragon_pass.planning.campaigns import turn_plan
from elric.dragon_pass.planning.companies import companies
from elric.dragon_pass.planning.look import Look
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

_USUAL: Final = (
    "roll",
    "cast",
    "done",
    "halt",
    "stay",
    "bare",
    "let",
    "pass",
    "strike",
    "place",
    "back",
    "lose",
    "blame",
)


class DragonPassJudgement(Judgement):
    """Judgement in *White Bear and Red Moon*. Its standing moves by little from Move to Move, and less than this is mostly luck."""

    clearly: ClassVar[float] = 0.02

    def __init__(self, definition: GameDef, temper: Temper = EVEN, memory: Memory | None = None) -> None:
        super().__init__(definition)
        self.temper = temper
        self.memory = memory

    def remembering(self, memory: Memory) -> DragonPassJudgement:
        return DragonPassJudgement(GAME, self.temper, memory)

    def _look(self, game: Game) -> Look:
        """The position as the seat that decides knows it, with what it went for before in mind; what it goes for now is kept when its
        Move begins."""
        s: State = game.state
        last = now = None
        if self.memory is not None:
            last = self.memory.last(s.seat, s.turn)
            now = self.memory.last(s.seat) if self.memory.knows(s.seat, s.turn) else None
        look = Look(s, s.seat, self.temper, last, now)
        if self.memory is not None and game.step == "movement" and not self.memory.knows(s.seat, s.turn):
            self.memory.keep(s.seat, turn_plan(look, companies(look, posts(look))), s.turn)
        return look

    def standing(self, state: Any, seat: int) -> float:
        return stands.standing(state, seat)

    def counts(self, state: Any, seat: int) -> tuple[str, Mapping[str, float]]:
        return "all", stands.learned(state, seat)

    def plans(self, game: Game, rng: Random) -> Sequence[Plan]:
        look, may = self._look(game), battles.listed(game)
        found = list(_found(look, may, game.step))
        found.sort(key=lambda p: -p.worth)
        return found or [usual(may, game.step)]

    def casual(self, game: Game, rng: Random) -> Plan:
        s: State = game.state
        return casual.casual(Look(s, s.seat), battles.listed(game), game.step, rng)

    def ahead(self, game: Game, rng: Random) -> Plan:
        if game.step in ("setup", "muster"):
            return Plan((self.quick(game.state, rng),))
        return self.plans(game, rng)[0]

    def go_on(self, game: Game, rng: Random) -> None:
        """In movement all companies that march on, by one look at the board; each attack by another."""
        s: State = game.state
        if game.step != "movement":
            super().go_on(game, rng)
            return
        found = sorted(_movement(self._look(game), battles.listed(game), True), key=lambda p: -p.worth)
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
        may: Legal = {}
        for a in running.legal(state):
            may.setdefault(a.verb, []).append(a)
        return usual(may, "").actions[0]


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


def _found(look: Look, may: Legal, step: str) -> Iterator[Plan]:
    """What could be done in any decision."""
    if step == "setup":
        yield from gathering.army(look)
    elif step == "movement":
        yield from _movement(look, may)
    elif step == "march":
        yield from marching.in_hand(look)
    elif step == "combat":
        yield from _combat(look, may)
    elif step == "early":
        yield from magic.spells(look, may)
        yield from powers.powers(look, may)
        if "done" in may:
            text = "I keep my magic for later."
            yield words.plan(may["done"][0], text, text, 0.0)
    else:
        give = _STEPS.get(step)
        if give is not None:
            yield from give(look, may)


def _movement(look: Look, may: Legal, every: bool = False) -> Iterator[Plan]:
    yield from powers.moving(look, may)
    if "done" not in may and (first := marching.owed(look)) is not None:
        yield first._replace(worth=50.0)
    yield from marching.marches(look, every)
    if "done" in may:
        text = "Nothing more is worth moving."
        yield words.plan(may["done"][0], text, text, 0.0)


def _combat(look: Look, may: Legal) -> Iterator[Plan]:
    yield from magic.spells(look, may)
    yield from powers.powers(look, may)
    yield from battles.division(look, may)
    if "done" in may:
        text = "I end the combat." if look.s.locked else "I fight no battle now."
        yield words.plan(may["done"][0], text, text, 0.0)


_STEPS: Final = {
    "muster": gathering.arrivals,
    "choose day": gathering.day,
    "envoys": gathering.envoys,
    "capital": gathering.capital,
    "friend": gathering.friend,
    "sally": battles.sally,
    "back": battles.drive,
    "pay": battles.pay,
    "price": battles.pay,
    "advance": battles.advance,
    "scapegoat": battles.blame,
    "cover": magic.cover,
    "fracture": powers.crack,
    "dragon cancel": powers.cancel,
}


def usual(may: Legal, step: str) -> Plan:
    """What is done where nothing better is known."""
    for verb in _USUAL:
        if verb in may:
            return Plan((may[verb][0],), words.doing(may[verb][0], step), "")
    a = next(iter(may.values()))[0]
    return Plan((a,), words.doing(a, step), "")


JUDGEMENT: Final = DragonPassJudgement(GAME)
