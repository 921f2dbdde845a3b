"""Orders worth asking about, from played games: of a host that could do several things each is played on, and a position is kept where
one order is clearly worth more than the others."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from itertools import islice
from math import sqrt
from random import Random
from statistics import mean, stdev
from typing import Any, Final, NamedTuple

from elric import games
from elric.app.studies.mining import write_down
from elric.kernel.game import Game
from elric.kernel.steps import Action
from elric.opponents.definition import Judgement, Sight, carry_out, may_stop
from elric.opponents.learned import weights_of
from elric.opponents.luck import CommonLuck
from elric.tutor.orders import ENDS, JudgedOrders, Order
from elric.tutor.puzzles import Puzzles, legal

__all__ = ["judged", "of_game", "offers", "weighed"]

PLAYOUTS: Final = 24
_FIRST: Final = 6  # playouts after which a position is left where nothing stands out
_MARGIN: Final = 0.03  # by how much the best must be ahead
_SURE: Final = 2.5  # and by how many standard errors
_MOST: Final = 4  # orders that are offered
_TRIED: Final = 5  # that are played on, and to stay
_HOSTS: Final = 1  # of one position
_GAME: Final = 6  # positions of one game
_AHEAD: Final = 400  # plans carried out in one playout at most
_GOLDEN: Final = 0x9E3779B97F4A7C15
_MASK: Final = (1 << 60) - 1


class _End(NamedTuple):
    """How a playout ended: the standing, what was counted, and whether the game was over."""

    value: float
    counts: Mapping[str, float]
    over: bool


def offers(judgement: Judgement, puzzles: Puzzles, game: Game) -> Iterator[list[tuple[Action, ...]]]:
    """Orders for one host, by host: what the planner thinks of, attacks that can be made, and to stay."""
    by_host: dict[Action, list[tuple[Action, ...]]] = {}
    attacks = [way.actions for ask in puzzles.askings(game) if ask.asks in ("where", "beat") for way in ask.ways]
    plans = [plan.actions for plan in judgement.plans(game.copy(), Random(0))]
    for actions in (*plans, *attacks):
        if actions and actions[0].verb == "lead":
            by_host.setdefault(actions[0], []).append(actions)
    for lead, some in by_host.items():
        ends: dict[object, tuple[Action, ...]] = {}
        for actions in some:
            last = next(a for a in reversed(actions) if a.verb != "halt")
            if last.verb not in ("lead", "join", "board"):
                ends.setdefault(last, actions)
        found = list(ends.values())[:_TRIED]
        stay = (lead, Action("halt"))
        if legal(game, stay):
            found.append(stay)
        if len(found) >= 3:
            yield found


def weighed(
    judgement: Judgement, game: Game, orders: Sequence[tuple[Action, ...]], seed: int, n: int
) -> list[list[_End]]:
    """Each order played on so many times, with the same luck and the same hidden things for all of them."""
    assert game.seat is not None
    sight = Sight(game, game.seat, seed)
    return [[_played_on(judgement, sight, actions, k + 1) for k in range(n)] for actions in orders]


def _played_on(judgement: Judgement, sight: Sight, actions: tuple[Action, ...], k: int) -> _End:
    seed = (sight.seed + k * _GOLDEN) & _MASK
    game, rng = sight.dealt(k), Random(seed)
    state: Any = game.state
    seat, turn = sight.seat, game.turn
    game.chance = CommonLuck(seed, lambda: judgement.occasion(state))
    carry_out(game, actions)
    for _ in range(_AHEAD):
        # until its next turn begins, as the question says
        if not state.agenda or may_stop(game, seat, turn + 1):
            break
        judgement.go_on(game, rng)
    over = not state.agenda
    counts = judgement.counts(state, seat)[1] if not over and state.player == seat else {}
    return _End(judgement.standing(state, seat), counts, over)


def judged(judgement: Judgement, puzzles: Puzzles, game: Game) -> Iterator[JudgedOrders]:
    """The orders of a position that are worth asking about: at the beginning of a movement."""
    definition = game.definition
    if game.step != "movement" or not game.turn:
        return
    for orders in islice(offers(judgement, puzzles, game), _HOSTS):
        if not all(legal(game, actions) for actions in orders):
            continue
        text = definition.notation.text
        written = write_down(game, text(orders[0][0]))
        if written is None:
            return
        key, position = written
        seed, some = int(key, 16), orders
        for n, sure in ((_FIRST, 0.0), (PLAYOUTS, _SURE)):
            rows = weighed(judgement, game, some, seed, n)
            best = max(rows, key=lambda ends: mean(end.value for end in ends))
            worse = [(x, ends) for x, ends in zip(some, rows, strict=True) if _behind(best, ends, sure)]
            if len(worse) < 2:
                break
            some = [next(x for x, ends in zip(some, rows, strict=True) if ends is best), *(x for x, _ in worse)]
        else:
            learned = weights_of(games.package(games.name_of(definition)))
            weights = learned.get(judgement.counts(game.state, game.state.player)[0], {})
            worse.sort(key=lambda row: -mean(end.value for end in row[1]))
            found = [(some[0], best), *worse[: _MOST - 1]]
            yield JudgedOrders(
                key, game.rules.edition, PLAYOUTS, position,
                tuple(
                    Order(round(100 * mean(end.value for end in ends)), *_why(weights, best, ends), tuple(map(text, x)))
                    for x, ends in found
                ),
            )  # fmt: skip


def _behind(best: Sequence[_End], other: Sequence[_End], sure: float) -> bool:
    """Whether an order is clearly worth less than the best one: by the margin, and by so many standard errors."""
    gaps = [a.value - b.value for a, b in zip(best, other, strict=True)]
    return best is not other and mean(gaps) >= max(_MARGIN, sure * stdev(gaps) / sqrt(len(gaps)))


def of_game(judgement: Judgement, puzzles: Puzzles, positions: Iterable[Game]) -> Iterator[JudgedOrders]:
    """The orders of one game, as they are found: no best order twice, and not too many."""
    known = set()
    for game in positions:
        for one in judged(judgement, puzzles, game):
            if one.orders[0].actions not in known:
                known.add(one.orders[0].actions)
                yield one
        if len(known) >= _GAME:
            return


def _why(weights: Mapping[str, float], best: Sequence[_End], some: Sequence[_End]) -> tuple[str, float]:
    """What makes an order worth less than the best one: that the game is over, or the count that weighs most in the difference, with
    how much it differs; "" where nothing stands out."""
    if best is some:
        return "", 0.0
    less = mean(e.value for e in best) - mean(e.value for e in some)
    lost = mean(e.over * e.value for e in best) - mean(e.over * e.value for e in some)
    ended = sum(e.over for e in (*best, *some))
    if ended and lost > less / 2:
        return ENDS, 0.0
    pairs = [(a.counts, b.counts) for a, b in zip(best, some, strict=True) if a.counts and b.counts]
    if not pairs:
        return "", 0.0
    names = {name.removesuffix("_late") for name in pairs[0][0] if not name.startswith("side")}
    gap = {name: mean(b.get(name, 0.0) - a.get(name, 0.0) for a, b in pairs) for name in pairs[0][0]}
    weight = {
        name: sum(weights.get(x, 0.0) * gap.get(x, 0.0) for x in (name, f"{name}_late")) for name in sorted(names)
    }
    worst = min(weight, key=lambda name: weight[name])
    size = round(gap[worst], 1)
    return (worst, size) if weight[worst] < 0 and size else ("", 0.0)
