"""What is worth doing in *White Bear and Red Moon*: the coach's plans and the lab's odds, weighed by what the scenario asks."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from random import Random
from typing import Any, ClassVar, Final

from elric.dragon_pass.components.units import MAGICIANS
from elric.dragon_pass.definition import GAME
from elric.dragon_pass.opponents import casual
from elric.dragon_pass.opponents import standing as stands
from elric.dragon_pass.opponents.variations import variations
from elric.dragon_pass.planning import advised, battles, gathering
from elric.dragon_pass.planning.look import Look
from elric.dragon_pass.planning.marching import MARCH
from elric.dragon_pass.planning.temper import EVEN, Temper, varied
from elric.dragon_pass.position.state import SETUP, State, foes
from elric.kernel import running
from elric.kernel.bits import bits, ones
from elric.kernel.chance import SeededChance
from elric.kernel.definition import GameDef
from elric.kernel.game import Game
from elric.kernel.steps import Action
from elric.opponents.definition import Course, Judgement, Plan, carry_out
from elric.planning.memory import Memory

__all__ = ["JUDGEMENT", "DragonPassJudgement"]


class DragonPassJudgement(Judgement):
    """Judgement in *White Bear and Red Moon*.

    Args:
        temper: in which it marches.  memory: what the seat went for before; None where that is not kept.
        move: the turn and the player of the one Move that the temper is for; None for all.
    """

    clearly: ClassVar = 0.03  # what was promised for less did not come, in games
    first: ClassVar = 3  # one playout of a turn tells courses apart too seldom
    enough: ClassVar = 6
    luck_lasts: ClassVar = 0.85  # .82 to .92 as fitted to lines of one turn and of two

    def __init__(
        self,
        definition: GameDef,
        temper: Temper = EVEN,
        memory: Memory | None = None,
        move: tuple[int, int] | None = None,
    ) -> None:
        super().__init__(definition)
        self.temper = temper
        self.memory = memory
        self.move = move

    def remembering(self, memory: Memory) -> DragonPassJudgement:
        return DragonPassJudgement(GAME, self.temper, memory, self.move)

    def varied(self, game: Game, rng: Random) -> DragonPassJudgement:
        s: State = game.state
        if s.player != s.seat:
            return self
        own, enemies = ([*ones(some)] for some in (s.at[s.seat], foes(s, s.seat)))
        return DragonPassJudgement(GAME, varied(rng, own, enemies), self.memory, (game.turn, s.seat))

    def _looked(self, game: Game, told: bool = True) -> Look:
        """The position as the seat knows it; its temper is for its marches, and it fights as the Captain does."""
        now = game.step in _MARCHING and self.move in (None, (game.turn, game.state.player))
        return advised.looked(game, self.temper if now else EVEN, self.memory, told)

    def _plans(self, game: Game, told: bool = True) -> tuple[Look, list[Plan]]:
        look = self._looked(game, told)
        return look, advised.plans(look, battles.listed(game.state), game.step)

    def standing(self, state: Any, seat: int) -> float:
        return stands.standing(state, seat)

    def counts(self, state: Any, seat: int) -> tuple[str, Mapping[str, float]]:
        return state.scenario.key, stands.learned(state, seat)

    def plans(self, game: Game, rng: Random) -> Sequence[Plan]:
        look, found = self._plans(game)
        return [advised.with_odds(look, found[0])[0], *found[1:]]

    def casual(self, game: Game, rng: Random) -> Plan:
        s: State = game.state
        return casual.casual(Look(s, s.seat), battles.listed(game.state), game.step, rng)

    def ahead(self, game: Game, rng: Random) -> Plan:
        if game.step == "muster":
            return Plan((self.quick(game.state, rng),))
        return self._plans(game, told=False)[1][0]

    def go_on(self, game: Game, rng: Random) -> None:
        """In movement all companies that march on, by one look at the board; each attack by another."""
        if game.step == "movement":
            self.march(game)
        else:
            super().go_on(game, rng)

    def march(self, game: Game) -> tuple[list[Plan], bool]:
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
        """When a Move begins all of it: as the Captain marches it, and otherwise, in one thing at a time; and each army's set-up: in the
        way that won the most games, or, where none were played, as the Captain places it and otherwise. All else is done as the Captain
        does it, and what comes between leads nobody off the Move that he has set out on."""
        if game.step == "setup":
            known = gathering.known(self._looked(game))
            for plan in [known] if known else (self.plans(game, rng)[0], *gathering.otherwise(self._looked(game), rng)):
                yield Course((plan,), self)
            return
        if game.step != "movement" or self.move == (game.turn, game.state.player):
            yield Course((self.plans(game, rng)[0],), self)
            return
        captain, before = self._ahead(game, EVEN), self._ahead(game, EVEN)._looked(game)
        done, t = _move(game, captain, rng, False)
        seen: list[object] = [t.view(game.seat)]
        yield Course(done, captain, captain.memory, captain)
        for temper in variations(before, t.state, _is_endgame(game.state)):
            judgement = self._ahead(game, temper)
            done, t = _move(game, judgement, rng, True)
            if done and (end := t.view(game.seat)) not in seen:
                seen.append(end)
                yield Course(done, judgement, judgement.memory, judgement)

    def openings(self, game: Game) -> Sequence[str]:
        return gathering.openings(self._looked(game)) if game.step == "setup" else ()

    def opening(self, game: Game, way: str) -> Plan | None:
        return gathering.opening(self._looked(game), way) if game.step == "setup" else None

    def _ahead(self, game: Game, temper: Temper) -> DragonPassJudgement:
        """The same in some temper for this Move, to think ahead with: what it comes to remember then does not count yet."""
        memory = self.memory.copy() if self.memory is not None else Memory()
        return DragonPassJudgement(GAME, temper, memory, (game.turn, game.state.player))

    def playouts(self, state: Any) -> int:
        """Fewer with many units. Who sets up plays with all who will come."""
        s: State = state
        if s.phase == SETUP:
            coming = bits(u for army in s.scenario.armies for u in army.units)
            return _as_time_allows(_SETUPS, _burden(coming), _MANY, _FEW_SETUPS)
        return _IN_THE_ENDGAME if _is_endgame(s) else _as_time_allows(_USUAL, self.burden(s), _MANY, _FEWEST)

    def longest(self, state: Any) -> float:
        return _LONGEST

    def burden(self, state: Any) -> float:
        """All who are on the board."""
        return _burden(sum([state.of[seat] for seat in state.order]))

    def turns_ahead(self, state: Any) -> int:
        """One: what a Move is worth shows in the enemy's answer, and later luck would hide it. Who sets up looks as far as the end of the
        first turn. In the endgame, where turns are short and the game is decided, six."""
        if not state.turn:
            return 2
        return _LATE if _is_endgame(state) else 1

    def quick(self, state: Any, rng: Random) -> Action:
        return advised.usual(battles.listed(state), "").actions[0]


_ENDGAME: Final = 20  # units left, a magician counted as more
_IN_THE_ENDGAME: Final = 30  # playouts of a decision
_LATE: Final = 6  # turns that are played then
_USUAL: Final = 48  # playouts of a decision before it
_FEWEST: Final = 12
_SETUPS: Final = 40  # when an army is placed, which is done once
_FEW_SETUPS: Final = 8
_MANY: Final = 50  # units from which on there are fewer playouts
_SPELLS: Final = 1.5  # how many units more a magician counts as
_LONG: Final = 60  # plans of a Move at most
_LONGEST: Final = 40_000.0  # thought of a turn


def _as_time_allows(usual: int, units: float, many: int, fewest: int) -> int:
    """How many playouts a decision gets, as each takes longer the more units there are, and a turn has more decisions: as usual up to
    so many, then fewer by the square of their number, and never fewer than the fewest."""
    return min(usual, max(fewest, int(usual * many**2 / max(1.0, units) ** 2)))


def _burden(units: int) -> float:
    """How long units, as bits, take to be thought about: a magician, who may cast as well as march, counts as more."""
    return units.bit_count() + _SPELLS * (units & MAGICIANS).bit_count()


def _is_endgame(s: State) -> bool:
    """Whether so few are left that a game can be played on for many turns in a moment."""
    return s.phase != SETUP and JUDGEMENT.burden(s) <= _ENDGAME


def _move(game: Game, judgement: DragonPassJudgement, rng: Random, quickly: bool) -> tuple[tuple[Plan, ...], Game]:
    """The plans of a judgement up to the end of its marches, the first result of chance or somebody else's decision, and the
    position then.

    Args:
        quickly: as playouts move, by fewer looks at the board.
    """
    t = game.copy()
    t.chance = SeededChance(0)
    s: State = t.state
    done: list[Plan] = []
    stopped = False
    while s.seat == game.seat and t.step in _MARCHING and len(done) < _LONG and not stopped:
        if quickly and t.step == "movement":
            plans, stopped = judgement.march(t)
            stopped = stopped or not plans
        else:
            plans = [judgement.plans(t, rng)[0]]
            stopped = carry_out(t, plans[0].actions)
        done += plans
    return tuple(done), t


_MARCHING: Final = ("movement", "march")
JUDGEMENT: Final = DragonPassJudgement(GAME)
