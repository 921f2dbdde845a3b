"""Marching: what a step costs, how far a company comes, where it may stand."""

from __future__ import annotations

import itertools
from random import Random
from typing import Final

from elric.dragon_pass.components.board import BESIDE, BOARD, HEXES
from elric.dragon_pass.components.units import BY_ID, UNITS
from elric.dragon_pass.movement.going import POINT, company, pace, points, row
from elric.dragon_pass.movement.routes import routes
from elric.dragon_pass.teaching.question_kinds.fields import (
    LUNAR_HORSE,
    MILITIA,
    NAME,
    SARTAR,
    at,
    far_from,
    game,
    inner,
    names,
    pairs,
    plains,
    some,
    verdict_in_words,
)
from elric.tutor.question_kinds import Found, Slip

_PLAIN: Final = "militia-cavalry-1"
_GOERS: Final = {
    _PLAIN: "",
    "prince-argrath": "17.3",
    "wind-children": "25.2",
    "krise": "21.6",
    "tusk-riders-1": "39.5",
    "triceratops-1": "32.1",
}
_OWN: Final = {"owners": {"tusk-riders-1": "sartar", "triceratops-1": "sartar"}}
_GROUND: Final = {"f": "11.3", "m": "11.3", "r": "11.2", "^": "11.5", ".": "8.4", "down": "11.4"}


def fraction(n: int) -> str:
    """Movement points from what is counted, halves of them: "1½", "0"."""
    return f"{n // POINT or ''}{'½' if n % POINT else ''}" or "0"


def _cost(who: str, a: int, b: int) -> int:
    return row(company((BY_ID[who],)), a, False)[BESIDE[a].index(b)]


def step_cost(rng: Random, edition: str) -> Found | None:
    who = rng.choice(list(_GOERS))
    first, second = rng.choice(((".", "f"), (".", "m"), (".", "r"), (".", "^"), ("^", "."), (".", "."), ("f", "f")))
    a, b = rng.choice(pairs(first, second))
    halves, usual = _cost(who, a, b), _cost(_PLAIN, a, b)
    if halves < 0:
        return None
    ground = "down" if first == "^" else second
    own = halves != usual
    fields = {"unit": NAME[who], "a": at(a), "b": at(b), "ground": ground, "usual": fraction(usual), "special": who}
    return Found(
        game({a: [who], far_from(rng, a): ["whipstock"]}, **_OWN), fraction(halves), fields,
        [Slip(x) for x in ("½", "1", "2", "3")], case="own" if own else "usual",
        clauses=[(_GOERS[who],), (_GROUND[ground],)] if own else [(_GROUND[ground],)],
        look=(HEXES.names[a], HEXES.names[b]),
    )  # fmt: skip


def road(rng: Random, edition: str) -> Found:
    line = rng.choice([r for r in BOARD.roads if r.kind == "primary" and len(r.hexes) > 7])
    steps = rng.randint(2, 6)
    k = rng.randrange(len(line.hexes) - steps)
    way = line.hexes[k : k + steps + 1]
    kinds = company((BY_ID["militia-foot-1"],))
    halves = sum(row(kinds, a, True)[BESIDE[a].index(b)] for a, b in itertools.pairwise(way))
    g = game({way[0]: ["militia-foot-1"], far_from(rng, way[0]): ["whipstock"]})
    wrong = [Slip(fraction(n)) for n in (steps * 2, steps + 1, steps + 2, max(1, steps - 1))]
    return Found(
        g, fraction(halves), {"a": at(way[0]), "b": at(way[-1]), "n": steps}, wrong,
        look=(HEXES.names[way[0]], HEXES.names[way[-1]]),
    )  # fmt: skip


def reach(rng: Random, edition: str) -> Found | None:
    a = rng.choice(inner())
    if BOARD.water >> a & 1:
        return None
    unit = rng.choice(("militia-cavalry-1", "militia-foot-1", "goatkin"))
    foe = rng.choice([n for n in inner() if 2 <= HEXES.distance(a, n) <= 4])
    g = game({a: [unit], foe: ["whipstock"]}, forced=rng.random() < 0.25, forced_used=["sartar"])
    t = g.state.copy()
    t.hand = (BY_ID[unit],)
    open_to = routes(t)
    yes = rng.random() < 0.5
    far = points(g.state, BY_ID[unit]) // POINT
    ring = [n for n in inner() if n not in (a, foe) and far - 1 <= HEXES.distance(a, n) <= far + 1]
    there = [n for n in ring if (n in open_to) == yes]
    if not there:
        return None
    goal = rng.choice(there)
    forced = bool(g.state.forced)
    fields = {
        "unit": NAME[unit],
        "a": at(a),
        "foe": at(foe),
        "goal": at(goal),
        "n": far,
        "pace": "forced" if forced else "plain",
        "way": [HEXES.names[h] for h in open_to.get(goal, ())],
    }
    return Found(
        g, yes, fields, clauses=[("11.9",), ("8.4",)] if forced else [("8.4",)] if yes else [("8.4",), ("12.1",)],
        look=(HEXES.names[a], HEXES.names[goal], HEXES.names[foe]),
    )  # fmt: skip


def drift(rng: Random, edition: str) -> Found:
    ground = rng.choice(("f", "m", "^"))
    a, b = rng.choice(pairs(".", ground))
    left = rng.choice((0, 1, 1))
    points_left = {"militia-foot-1": POINT * left if left else 1}
    g = game({a: ["militia-foot-1"], far_from(rng, a): ["whipstock"]}, left=points_left)
    g.push("lead militia-foot-1")
    yes, why, cited = verdict_in_words(g, f"drift {HEXES.names[b]}")
    fields = {"a": at(a), "b": at(b), "left": left, "ground": ground, "reasons": why}
    return Found(
        g, yes, fields, clauses=cited[:2] or [("11.1",)], look=(HEXES.names[a], HEXES.names[b]),
    )  # fmt: skip


def room(rng: Random, edition: str) -> Found:
    h = rng.choice(plains())
    there = some(rng, [u for u in SARTAR if not u.startswith("scouts")], 2, 3)
    if rng.random() < 0.3:
        there.append("jaldon-toothmaker")
    comer = rng.choice(("prince-argrath", "scouts-1", "scouts-2"))
    g = game({h: there, BESIDE[h][0]: [comer], far_from(rng, h): ["whipstock"]})
    g.push(f"lead {comer}")
    g.push(f"step {HEXES.names[h]}")
    yes, why, cited = verdict_in_words(g, "halt")
    counted = sum(UNITS[BY_ID[u]].counts for u in (*there, comer))
    heroes = [NAME[u] for u in (*there, comer) if not UNITS[BY_ID[u]].counts]
    fields = {"unit": NAME[comer], "at": at(h), "there": names(there), "n": counted, "heroes": heroes, "reasons": why}
    return Found(
        g,
        yes,
        fields,
        case="heroes" if yes and heroes else "",
        clauses=cited[:1] or [("17.2",) if heroes else ("7.6",)],
        look=(HEXES.names[h],),
    )


def pace_of(rng: Random, edition: str) -> Found:
    h = rng.choice(plains())
    units = some(rng, (*MILITIA, "goatkin", "twin-spears"), 2, 2)
    herd = rng.random() < 0.4
    group = [*units, "horse-herd-1"] if herd else units
    g = game({h: group, far_from(rng, h): [rng.choice(LUNAR_HORSE)]}, owners={"horse-herd-1": "sartar"})
    right = pace(g.state, tuple(BY_ID[u] for u in group)) // POINT
    paces = [UNITS[BY_ID[u]].mf for u in units]
    fields = {"units": names(group), "at": at(h), "slow": min(paces)}
    return Found(
        g,
        right,
        fields,
        {"fast": max(paces), "slow": min(paces), "herd": 2},
        case="herd" if herd else "plain",
        least=1,
        most=14,
        clauses=[("31.3",), ("7.7",)] if herd else [("7.6",)],
        look=(HEXES.names[h],),
    )
