"""What a game supplies to computer players, and what a player gets to see.

A player never has access to the game itself. It gets a `Sight`: the view of its seat, and positions dealt anew that the
seat cannot tell from the real one. Its decision depends on these and on its seed only.
"""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Iterator, Mapping, Sequence
from functools import cache
from math import inf
from random import Random
from typing import Any, ClassVar, Final, NamedTuple
from zlib import crc32

from .. import games
from ..kernel import running
from ..kernel.clauses import did_you_mean
from ..kernel.definition import GameDef
from ..kernel.failure import ElricError
from ..kernel.game import Game
from ..kernel.steps import Action
from ..planning.memory import Memory
from .at_random import any_verb
from .luck import CommonLuck

_GOLDEN: Final = 0x9E3779B97F4A7C15
_OTHERS: Final = 8  # actions thought about beside what a coach advises
_MASK: Final = (1 << 62) - 1


@cache
def _number(name: str) -> int:
    """A name as a whole number, the same in every process."""
    return crc32(name.encode())


class Plan(NamedTuple):
    """Something that could be done now.

    Attributes:
        actions: in order; the first is legal, the others as far as chance lets them be.
        why: a sentence for the seat itself: it may name what that seat holds hidden.
        said: a sentence for everybody, from open information only; "" for none.
        worth: its evaluation, on a scale of the game's own; comparable among the plans of one decision.
    """

    actions: tuple[Action, ...]
    why: str = ""
    said: str = ""
    worth: float = 0.0


class Course(NamedTuple):
    """A candidate of a search: a single plan, or a sequence of plans for a phase.

    Attributes:
        plans: carried out in order, up to the first result of chance; at least one.
        judgement: the policy of the seat that decides for the rest of its turn.
        memory: what the seat goes for, once it has set out on it; None where it is not kept.
        then: with whose judgement the seat goes on when something comes between; None for its own.
    """

    plans: tuple[Plan, ...]
    judgement: Judgement
    memory: Memory | None = None
    then: Judgement | None = None


class Judgement:
    """A game's evaluation of positions and moves. Every method is optional: these defaults serve any game.

    It is only given positions as the seat that decides knows them (`Game.resampled`).

    Args:
        definition: the rules of the game.

    Attributes:
        clearly: by how much another course must be expected to be better before a search leaves the first.
        first: playouts of every course before a search halves their number, and before one of them may be preferred.
        enough: playouts of every course that is left before a search may end early, none being worth more than the first.
        luck_lasts: the part of a lead won by luck that is still there when a line ends, by which lines are made comparable whose dice
            fell better or worse (`CommonLuck`); 0 where that is not reckoned.
        memory: of what seats go for; None where nothing is remembered.
    """

    clearly: ClassVar[float] = 0.0
    first: ClassVar[int] = 1
    enough: ClassVar[int] = 2
    luck_lasts: ClassVar[float] = 0.0
    memory: Memory | None = None

    def __init__(self, definition: GameDef) -> None:
        self.definition = definition

    def remembering(self, memory: Memory) -> Judgement:
        """The same judgement for a player who remembers what he went for. By default there is nothing to remember."""
        return self

    def varied(self, game: Game, rng: Random) -> Judgement:
        """The same, weighing things at random otherwise for this turn. Games in which turns are played so tell what a lead is worth in
        itself; where every player does the same in the same position, only what goes with it. By default the same."""
        return self

    def standing(self, state: Any, seat: int) -> float:
        """How well a seat stands, from 0 (lost) to 1 (won). By default only the end of the game counts."""
        end = self.definition.outcome(state)
        if end is None or end["winner"] is None:
            return 0.5 if end is None else 0.4
        return 1.0 if end["winner"] == seat else 0.0

    def counts(self, state: Any, seat: int) -> tuple[str, Mapping[str, float]]:
        """What a learned standing is made of, for the seat whose turn it is: the table of weights that it is for, and what is
        counted, by name. Names that begin with `side` tell which side it is. By default nothing."""
        return "", {}

    def plans(self, game: Game, rng: Random) -> Sequence[Plan]:
        """Candidate plans of the seat that decides, the best first; never empty.

        By default what the game's coach advises, then other legal actions in any order.
        """
        found = []
        teaching = games.teaching(games.name_of(self.definition))
        advice = teaching.advice(game, True) if teaching is not None else None
        if advice is not None and advice.actions:
            found.append(Plan(tuple(advice.actions), advice.tip, "", 1.0))
        for _ in range(_OTHERS):
            a = self.quick(game.state, rng)
            if all(a != p.actions[0] for p in found):
                found.append(Plan((a,)))
        return found

    def ahead(self, game: Game, rng: Random) -> Plan:
        """A plausible plan for the rollouts of a search: quicker to find than `plans`, as good as time allows. By
        default any legal action."""
        return Plan((self.quick(game.state, rng),))

    def go_on(self, game: Game, rng: Random) -> None:
        """Continue a playout in place by one decision or several: by default by the plan that is `ahead`."""
        carry_out(game, self.ahead(game, rng).actions)

    def alternatives(self, game: Game, plans: Sequence[Plan]) -> Sequence[Plan]:
        """Of the plans found, those that a search should compare; the first is the choice without search. A single plan
        where a search is not worth the time. By default all of them."""
        return plans

    def courses(self, game: Game, rng: Random) -> Iterator[Course | None]:
        """The candidates of a search, one by one; the first is the choice without search; None where the next takes more
        thought. By default the alternatives among the plans, each continued by this judgement."""
        for plan in self.alternatives(game, self.plans(game, rng)):
            yield Course((plan,), self)

    def openings(self, game: Game) -> Sequence[str]:
        """The ways, by name, to place all that is to be set up now; `elric openings` finds out which win. By default none."""
        return ()

    def opening(self, game: Game, way: str) -> Plan | None:
        """What places it in that way; None where something else is to be set up."""
        return None

    def playouts(self, state: Any) -> int:
        """How many playouts a search takes for a decision in a position, where nobody says how many. By default 30."""
        return 30

    def longest(self, state: Any) -> float:
        """How much thought a turn gets at most, with this decision, as a sum of burdens. By default as much as its playouts take."""
        return inf

    def burden(self, state: Any) -> float:
        """How long a decision takes in a playout, in a unit of the game's own. By default all take one."""
        return 1.0

    def turns_ahead(self, state: Any) -> int:
        """How many turns later a rollout from a position may stop, when the turn of its seat begins (`may_stop`). By default one."""
        return 1

    def occasion(self, state: Any) -> tuple[int, ...]:
        """For what luck is called in a position, as whole numbers: on the same occasion it falls the same in all courses of
        a search. By default the turn, whose it is, and the step."""
        step = running.step_name(state) if state.agenda else ""
        return state.turn, state.player, _number(step)

    def casual(self, game: Game, rng: Random) -> Plan:
        """The plan of a weak player, who knows the rules and little more."""
        return Plan((self.quick(game.state, rng),))

    def quick(self, state: Any, rng: Random) -> Action:
        """A legal action found as quickly as possible, for rollouts: by default a random verb, then one of its actions."""
        return any_verb(rng, running.legal(state))


class Sight:
    """The information on which a player decides.

    Args:
        game: the real game. Nothing of it is kept but the seat's view and one position dealt anew.
        seat: who decides.
        seed: for what is dealt, and for the player's own choices.
    """

    def __init__(self, game: Game, seat: int, seed: int) -> None:
        self.seat = seat
        self.seed = seed & _MASK
        self.view: Mapping[str, Any] = game.view(seat)
        self._dealt = game.resampled(seat, self.seed)
        self._dealt.start = None  # the starting position is the real one, which the player may not see
        self._dealt.state.seat = seat  # several may decide at the same time

    def dealt(self, n: int = 0) -> Game:
        """A position that the seat cannot tell from the real one; each `n` another."""
        if not n:
            return self._dealt.copy()
        found = self._dealt.resampled(self.seat, (self.seed + n * _GOLDEN) & _MASK)
        found.state.seat = self.seat
        return found

    def rng(self) -> Random:
        """The player's own random generator."""
        return Random(self.seed)


class Opponent(ABC):
    """A player of any game.

    Args:
        judgement: what the game knows of good and bad play.

    Attributes:
        key: by which it is asked for.  name: what it is called.  says: one sentence on how it plays.
    """

    key: ClassVar[str]
    name: ClassVar[str]
    says: ClassVar[str]

    def __init__(self, judgement: Judgement) -> None:
        self.judgement = judgement.remembering(Memory())

    @abstractmethod
    def thinking(self, sight: Sight) -> Iterator[Plan]:
        """The best plan so far, repeatedly, as thinking goes on; the last one counts. Each step takes a few hundredths
        of a second, and it can be stopped after any of them."""

    def decide(self, sight: Sight) -> Plan:
        """The plan it decides on."""
        *_, plan = self.thinking(sight)
        return plan


def carry_out(game: Game, actions: Sequence[Action]) -> bool:
    """Carry out as much of a plan as is legal, and up to the first result of chance; nothing is recorded. True where chance
    was called on. A plan made for one of the worlds that could be the real one need not be legal in another."""
    state: Any = game.state
    seat, chance = state.seat, game.chance
    cx = game.definition.context(chance, None)
    luck = chance if isinstance(chance, CommonLuck) and chance.value is not None else None
    for action in actions:
        if state.seat != seat or not running.allowed(state, action):
            return False
        chance.results = []
        before = state.copy() if luck is not None else None
        running.apply(state, action, cx)
        if chance.results:
            if luck is not None:
                luck.weigh(game.definition, before, action, state)
            return True
    return False


def may_stop(game: Game, seat: int, turn: int) -> bool:
    """Whether a rollout for a seat may stop: in a turn of its own, that turn or a later one. What it decides before, in the turn of
    another, is not the end of what the other does to it."""
    return game.turn >= turn and game.state.player == seat and game.seat == seat


class UnknownOpponent(ElricError, ValueError):
    """No player has that name; the message says which was probably meant."""


def unknown(name: str, known: Sequence[str]) -> UnknownOpponent:
    """The error for a name that no player has."""
    hint = did_you_mean(name, known) or f"there are {', '.join(known)}"
    return UnknownOpponent(f"there is no player “{name}”; {hint}")


__all__ = [
    "Course",
    "Judgement",
    "Opponent",
    "Plan",
    "Sight",
    "UnknownOpponent",
    "may_stop",
    "unknown",
]
