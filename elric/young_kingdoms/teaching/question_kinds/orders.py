"""Orders for one host, judged by playing on (`tutor.orders`): which of them is worth most?"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from random import Random
from typing import Any

from elric.kernel.steps import Action
from elric.tutor import orders as judged
from elric.tutor.orders import Said
from elric.tutor.puzzles import Way
from elric.tutor.question_kinds import Found
from elric.young_kingdoms.components.board import BOARD
from elric.young_kingdoms.game import Game
from elric.young_kingdoms.planning.campaigns import turn_plan
from elric.young_kingdoms.planning.marching import plans_of
from elric.young_kingdoms.planning.weighed import Weighed
from elric.young_kingdoms.position import words
from elric.young_kingdoms.teaching.puzzles import YoungKingdomsPuzzles, risk_of_way

PATH = YoungKingdomsPuzzles.path.with_name("orders.jsonl")
_BY_SHIP = ("board", "sail", "land")
_NAMED = 8  # of a greater host the leader and how many others


def orders(rng: Random, edition: str) -> Found | None:
    return judged.found(rng, edition, PATH, Game, said_of_orders)


def said_of_orders(game: Any, some: Sequence[tuple[Action, ...]]) -> Said:
    """Orders in words, with what a march is for where the planner goes the same way, and the lab's odds of an attack."""
    s = game.state
    known = {w.actions: w for w in plans_of(game, game.seat, plan=turn_plan(s, s.player))}
    leader = some[0][0].args[0]
    fields = {
        "turn": s.turn,
        "side": game.scenario.groups[s.sides[game.seat]].name.replace("The ", "the "),
        "leader": words.unit(leader),
        "at": words.inside(s.place[leader]),
    }
    look = dict.fromkeys((BOARD.ids[s.place[leader]], *(BOARD.ids[_end(game, actions)] for actions in some)))
    clauses = (game.scenario.clauses,)
    return Said(
        fields, [_order(game, actions, known) for actions in some], [_odds(game, actions) for actions in some],
        tuple(look), clauses,
    )  # fmt: skip


def _moves(actions: Sequence[Action]) -> list[Action]:
    """What of an order leads somewhere."""
    return [a for a in actions if a.verb not in ("lead", "join", "board", "halt", "drop", "ready")]


def _end(game: Any, actions: Sequence[Action]) -> int:
    """The area to which an order leads."""
    moves = _moves(actions)
    end: int = moves[-1].args[0] if moves else game.state.place[actions[0].args[0]]
    return end


def _order(game: Any, actions: Sequence[Action], known: Mapping[tuple[Action, ...], Weighed]) -> str:
    host = [a.args[0] for a in actions if a.verb in ("lead", "join")]
    crowd = len(host) > _NAMED
    who = words.cap(words.unit(host[0]) if crowd else words.units(host))
    others = f" with {words.number(len(host) - 1)} others" if crowd else ""
    moves, end = _moves(actions), _end(game, actions)
    if not moves:
        return f"{who:stays|stay} {words.inside(end)}"
    ship = " by ship" if any(a.verb in _BY_SHIP for a in actions) else ""
    if moves[-1].verb == "attack":
        return f"{who:attacks|attack} {words.area(end)}{ship}{others}"
    planned = known.get(tuple(actions))
    if planned is not None and planned.said:
        return planned.said.rstrip(".")
    if moves[-1].verb == "sway":
        return f"{who:goes|go} to win Elric over"
    return f"{who:goes|go}{ship} to {words.area(end)}{others}{planned.purpose if planned is not None else ''}"


def _odds(game: Any, actions: tuple[Action, ...]) -> str:
    """What the lab says of an attack."""
    moves = _moves(actions)
    if not moves or moves[-1].verb != "attack":
        return ""
    r = risk_of_way(game, Way(actions, BOARD.ids[_end(game, actions)]))
    return r.sentence if r is not None else ""
