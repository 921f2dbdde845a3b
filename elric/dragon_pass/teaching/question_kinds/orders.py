"""Orders for one company, judged by exact odds: what does each gain on balance?"""

from __future__ import annotations

from collections.abc import Sequence
from fractions import Fraction
from functools import cache
from random import Random
from typing import Final

from elric.dragon_pass.components.board import AROUND, BOARD, HEXES
from elric.dragon_pass.components.notation import NOTATION
from elric.dragon_pass.components.units import SIDE_NAMES, UNITS
from elric.dragon_pass.definition import GAME
from elric.dragon_pass.game import Game
from elric.dragon_pass.lab.tell import factors
from elric.dragon_pass.lab.unseen import veil
from elric.dragon_pass.movement.march import HALT
from elric.dragon_pass.planning.aims import Post, posts
from elric.dragon_pass.planning.companies import companies
from elric.dragon_pass.planning.look import Look
from elric.dragon_pass.position.state import State, foes
from elric.dragon_pass.teaching.puzzles import DragonPassPuzzles, clash_of_way, whole_stack
from elric.kernel.bits import ones
from elric.kernel.steps import Action
from elric.tutor.puzzles import Puzzle, Way, read
from elric.tutor.question_kinds import Found, Slip, row_of

_CLEAR: Final = Fraction(1)  # factors by which the best order is ahead
_MOST: Final = 3  # other orders


@cache
def _positions() -> tuple[Puzzle, ...]:
    """Positions of played games in which one company can march against several stacks: those of the puzzles."""
    return tuple(
        p for p in read(DragonPassPuzzles.path).values() if p.asks == "where" and p.ways[0][2][0][:5] == "lead "
    )


def orders(rng: Random, edition: str) -> Found | None:
    """Each march by what its battle gains on balance, to the last face of the die; to stay gains nothing."""
    one = rng.choice(_positions())
    g = Game.at(GAME.parse_position(one.position))
    s, hidden = veil(g.state, g.seat)
    marches = [Way(tuple(map(NOTATION.parse, actions)), place) for place, _, actions in one.ways]
    fights = [(way, fight) for way in marches if (fight := clash_of_way(s, hidden, way)) is not None]
    stay = (*(a for a in marches[0].actions if a.verb in ("lead", "join")), HALT)
    rows = [(fight.gain, way.actions, fight.answer().says) for way, fight in fights] + [(Fraction(0), stay, "")]
    rows.sort(key=lambda row: -row[0])
    gain, best, battle = rows[0]
    others = [row for row in rows[1:] if gain - row[0] >= _CLEAR][:_MOST]
    if len(others) < 2:
        return None
    post = _post(s, best[0].args[0])
    wrong = [
        Slip(_order(s, hidden, actions), "stay" if actions == stay else "less" if n >= 0 else "loses",
             {"cost": factors(gain - n), "gain": factors(abs(n)), "battle": text})
        for n, actions, text in others
    ]  # fmt: skip
    company = _marches(s, best)[0][0]
    answer = _order(s, hidden, best)
    fields = {
        "turn": s.turn, "side": SIDE_NAMES[s.seat].replace("The ", "the "), "at": BOARD.where(s.place[company[0]]),
        "company": [UNITS[u].name for u in company], "best": answer, "gain": factors(gain), "battle": battle,
        "next": factors(gain - others[0][0]), "aim": "some" if post is not None else "none",
        "place": BOARD.where(post.centre) if post is not None else "",
    }  # fmt: skip
    look = dict.fromkeys(
        HEXES.names[h] for _, actions, _ in rows for h in (_marches(s, actions)[0][1], s.place[company[0]])
    )
    case = "stay" if best == stay else "march"
    return Found(g, answer, fields, wrong, case=case, look=tuple(look), open_hand=True, facts={"puzzle": one.key})


def _post(s: State, leader: int) -> Post | None:
    """Where the planner wants a company."""
    look = Look(s, s.seat)
    return next((c.post for c in companies(look, posts(look)) if leader in c.units), None)


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


def _order(s: State, hidden: int, actions: Sequence[Action]) -> str:
    who, end = _marches(s, actions)[0]
    targets = ones(foes(s, s.seat) & AROUND[end])
    if end == s.place[who[0]] or not targets:
        return f"Stay in {BOARD.where(end)}"
    return f"March against {row_of([whole_stack(s, hidden, t) for t in targets])}"
