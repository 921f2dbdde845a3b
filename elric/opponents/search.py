"""Monte Carlo search over the positions that could be the real one (Cowling, Powley, Whitehouse 2012, with one observer: the seat
that decides). The course is taken whose lead over the one preferred without search is largest as one must expect it: the mean of what was
played, drawn towards a small lead of the first by as much as it rests on few playouts.

What is compared are courses: a single plan, or all plans of a phase, made by one of several policies (a portfolio: Churchill
and Buro 2013). Each playout samples the hidden information, carries out one of the courses, continues with the game's
rollout policy (Tesauro and Galperin 1996), and evaluates the position reached. The n-th playout of every course uses the
same sample and the same luck (`CommonLuck`), and only differences between playouts of the same number are compared (common
random numbers), less what is known to be luck where a game tells it (`Judgement.luck_lasts`). Courses that lead to the same position are
one. Playouts are allocated by sequential halving (Karnin, Koren, Somekh 2013): all courses get the same number, then the better half
continues.
"""

from __future__ import annotations

from collections.abc import Iterator
from random import Random
from typing import Final

from ..planning.memory import Memory
from .definition import Course, Judgement, Plan, Sight, carry_out, may_stop
from .luck import CommonLuck

_WIDE: Final = 16  # courses compared
_AHEAD: Final = 400  # plans carried out in one playout at most
_LEAD: Final = -0.01  # what one expects of another course against the first, before it is played
_SPREAD: Final = 0.1  # standard deviation of that
_NOISE: Final = 0.15  # standard deviation of one playout's difference, imagined twice beside those played
_MASK: Final = (1 << 60) - 1
_GOLDEN: Final = 0x9E3779B97F4A7C15


class Search:
    """One decision being thought about.

    Args:
        judgement: of the game.
        sight: what the seat knows.
        lines: how many playouts in all; 0 for as many as the game asks for.
        before: the seat's search before this one, whose thought counts if it was in the same turn.

    Attributes:
        turn: its number, and whose it is.
        courses: the candidates found so far; the first is the choice without search.
    """

    def __init__(self, judgement: Judgement, sight: Sight, lines: int = 0, before: Search | None = None) -> None:
        self.judgement = judgement
        self.sight = sight
        self.rng = sight.rng()
        game = sight.dealt()
        self.lines = lines or judgement.playouts(game.state)
        self._until_turn = game.turn + judgement.turns_ahead(game.state)
        self._more = judgement.courses(game, self.rng)
        self._wide = min(_WIDE, max(1, self.lines // judgement.first))
        self.courses: list[Course] = []
        self.done = 0
        self.turn = (game.turn, game.state.player)
        self._longest = judgement.longest(game.state)
        self._work: float = before._work if before and before.turn == self.turn else 0.0  # burdens of decisions
        self.results: list[list[float]] = []
        self._ends: list[list[object]] = []  # where the course itself led, playout by playout
        self._alive: list[int] = []
        self._until = judgement.first  # playouts of each remaining course before the next halving

    def widen(self) -> bool:
        """Think of one more course, before the first playout, for a moment at most; False when there are no more."""
        if len(self.courses) == self._wide or (self.courses and self._work > self._longest):
            return False
        try:
            course = next(self._more)
        except StopIteration:
            return False
        if course is None:
            return True
        self._alive.append(len(self.courses))
        self.courses.append(course)
        self.results.append([])
        self._ends.append([])
        return True

    @property
    def settled(self) -> bool:
        """Whether more playouts are not worth the time: every remaining course has enough of them to be compared, and
        none is ahead of the first; or they have taken as long as they may."""
        if self._work > self._longest:
            return True
        if min(len(self.results[k]) for k in self._alive) < max(self.judgement.first, self.judgement.enough):
            return False
        return all(self._expected(k) <= self.judgement.clearly for k in self._alive[1:])

    def best(self) -> Plan:
        """The plan to carry out as things stand: the first, unless another is expected to be better."""
        return self.course().plans[0]

    def course(self) -> Course:
        """The same, with the plans that follow."""
        found = [(self._expected(k), -k) for k in range(1, len(self.courses))]
        lead, k = max(found, default=(0.0, 0))
        return self.courses[-k if lead > self.judgement.clearly else 0]

    def _expected(self, k: int) -> float:
        """By how much a course is better than the first, as one must expect after what was played; below 0 before it was
        played enough. (The posterior mean of a normal prior: `_LEAD`, `_SPREAD`.)"""
        pairs = [a - b for a, b in zip(self.results[k], self.results[0], strict=False)]
        n = len(pairs)
        if n < self.judgement.first:
            return _LEAD
        mean = sum(pairs) / n
        noise = (sum((x - mean) ** 2 for x in pairs) + 2 * _NOISE**2) / (n + 1)
        before, now = 1 / _SPREAD**2, n / noise
        return (_LEAD * before + mean * now) / (before + now)

    def iterate(self) -> None:
        """Play one line ahead."""
        for _ in self.line():
            pass

    def line(self) -> Iterator[None]:
        """The same with a pause after each decision; a line that is left counts for nothing."""
        self.done += 1
        k = self._plan()
        played = len(self.results[k])
        seed = (self.sight.seed + (played + 1) * _GOLDEN) & _MASK
        game = self.sight.dealt(played + 1)
        state = game.state
        rng = Random(seed)
        seat, turn, player = self.sight.seat, game.turn, game.state.player
        lasts = self.judgement.luck_lasts
        game.chance = luck = CommonLuck(
            seed,
            lambda: self.judgement.occasion(state),
            value=(lambda t: self.judgement.standing(t, seat)) if lasts else None,
        )
        course = self.courses[k]
        # what is gone for in a line is forgotten with it
        memory = (course.memory or course.judgement.memory or Memory()).copy()
        own, usual = course.judgement.remembering(memory), self.judgement.remembering(memory)
        for plan in course.plans:
            if carry_out(game, plan.actions):
                break
        if played < self.judgement.first:
            self._ends[k].append(game.view(seat))
        for _ in range(_AHEAD):
            if not game.state.agenda or may_stop(game, seat, self._until_turn):
                break
            mine = game.turn == turn and game.state.player == player and game.seat == seat
            self._work += self.judgement.burden(state)
            (own if mine else usual).go_on(game, rng)
            yield
        self.results[k].append(self.judgement.standing(state, seat) - lasts * luck.fortune)

    def _plan(self) -> int:
        """The course to play next: the one of the remaining with the fewest playouts; the first always remains."""
        fewest = min(self._alive, key=lambda k: (len(self.results[k]), k))
        if len(self.results[fewest]) >= self._until:
            others = [k for k in self._alive[1:] if self._ends[k] not in self._ends[:k]]
            others.sort(key=lambda k: (-self._expected(k), k))
            if len(others) > 1:
                others = others[: (len(others) + 1) // 2]
            self._alive = [0, *sorted(others)]
            self._until *= 2
            fewest = min(self._alive, key=lambda k: (len(self.results[k]), k))
        return fewest


__all__ = ["Search"]
