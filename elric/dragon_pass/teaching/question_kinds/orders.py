"""Orders for one company, judged by playing on (`tutor.orders`): which of them is worth most?"""

from __future__ import annotations

from collections.abc import Sequence
from random import Random
from typing import Any

from elric.dragon_pass.components.board import AROUND, BOARD, HEXES
from elric.dragon_pass.components.units import SIDE_NAMES
from elric.dragon_pass.game import Game
from elric.dragon_pass.lab.tell import does, named
from elric.dragon_pass.lab.unseen import veiled
from elric.dragon_pass.planning.aims import ASK, KEEP, Post, posts
from elric.dragon_pass.planning.companies import companies
from elric.dragon_pass.planning.look import Look
from elric.dragon_pass.position.state import State, foes
from elric.dragon_pass.teaching.puzzles import DragonPassPuzzles, clash_of_way, whole_stack
from elric.kernel.bits import ones
from elric.kernel.steps import Action
from elric.tutor import orders as judged
from elric.tutor.orders import Said
from elric.tutor.puzzles import Way
from elric.tutor.question_kinds import Found, row_of

PATH = DragonPassPuzzles.path.with_name("orders.jsonl")


def orders(rng: Random, edition: str) -> Found | None:
    return judged.found(rng, edition, PATH, Game, said_of_orders)


def said_of_orders(game: Any, some: Sequence[tuple[Action, ...]]) -> Said:
    """Orders in words, with what a march is for by what the planner wants there, and the lab's odds of an attack."""
    s, hidden = veiled(game.state, game.seat)
    look = Look(s, s.seat)
    wanted = {c.units[0]: c.post for c in companies(look, posts(look))}
    leader = some[0][0].args[0]
    fields = {
        "turn": s.turn,
        "side": SIDE_NAMES[s.seat].replace("The ", "the "),
        "leader": named((leader,)),
        "at": BOARD.where(s.place[leader]),
    }
    places = dict.fromkeys(HEXES.names[h] for h in (s.place[leader], *(_marches(s, one)[0][1] for one in some)))
    return Said(
        fields,
        [_order(s, hidden, one, wanted.get(leader)) for one in some],
        [_odds(s, hidden, one) for one in some],
        tuple(places),
        ((s.scenario.clause,),),
    )


def _marches(s: State, actions: Sequence[Action]) -> list[tuple[tuple[int, ...], int]]:
    """The companies of an order, and where each ends."""
    out: list[tuple[tuple[int, ...], int]] = []
    for a in actions:
        if a.verb == "lead":
            out.append(((a.args[0],), s.place[a.args[0]]))
        elif a.verb == "join":
            out[-1] = (*out[-1][0], a.args[0]), out[-1][1]
        elif a.verb == "step":
            out[-1] = out[-1][0], a.args[0]
    return out


def _targets(s: State, h: int) -> list[int]:
    """Enemy stacks beside a hex."""
    return list(ones(foes(s, s.seat) & AROUND[h]))


def _order(s: State, hidden: int, actions: Sequence[Action], post: Post | None) -> str:
    marches = _marches(s, actions)
    who, end = marches[0]
    if end == s.place[who[0]]:
        return f"{does(who, 0, 'stays', 'stay')} where {'it is' if len(who) == 1 else 'they are'}"
    if targets := _targets(s, end):
        against = row_of([whole_stack(s, hidden, t) for t in targets])
        others = [u for units, _ in marches[1:] for u in units]
        return f"{does(who, 0, 'marches', 'march')} against {against}" + (f", with {named(others)}" if others else "")
    return f"{does(who, 0, 'marches', 'march')} to {BOARD.where(end)}{_purpose(post, end)}"


def _purpose(post: Post | None, end: int) -> str:
    """What a march is for."""
    if post is None:
        return ""
    there = post.hexes >> end & 1
    if post.kind == ASK:
        return f", {'' if there else 'on the way '}to ask {post.goal} for help"
    if there:
        return ", to hold it" if post.kind == KEEP or post.centre != end else ", to take it"
    return f", towards {BOARD.where(post.centre)}"


def _odds(s: State, hidden: int, actions: tuple[Action, ...]) -> str:
    """What the lab says of an attack: of one company's, upon one stack."""
    marches = _marches(s, actions)
    end = marches[0][1]
    targets = _targets(s, end)
    if end == s.place[marches[0][0][0]] or len(targets) != 1 or len(marches) > 1:
        return ""
    fight = clash_of_way(s, hidden, Way(actions, HEXES.names[targets[0]]))
    return fight.answer().says if fight is not None else ""
