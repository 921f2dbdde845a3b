"""Questions about marching: what a step costs, how far a company comes, where it may stand."""

from __future__ import annotations

import itertools
from random import Random

from elric.dragon_pass.components.board import BESIDE, BOARD, HEXES
from elric.dragon_pass.components.units import BY_ID, UNITS
from elric.dragon_pass.movement.going import POINT, company, may_drift, points, row
from elric.dragon_pass.movement.routes import routes
from elric.dragon_pass.teaching.question_kinds.fields import (
    LUNAR_HORSE,
    MILITIA,
    NAME,
    SARTAR,
    far_from,
    game,
    inner,
    named,
    pairs,
    plains,
    said,
    some,
)
from elric.dragon_pass.teaching.question_kinds.registry import kind
from elric.tutor.question import Draft, near, yes_no

_GOERS = ("militia-cavalry-1", "prince-argrath", "wind-children", "krise", "tusk-riders-1", "triceratops-1")
_OWN = {"owners": {"tusk-riders-1": "sartar", "triceratops-1": "sartar"}}
_GROUND = {
    "f": ("forest", "11.3"),
    "m": ("marsh", "11.3"),
    "r": ("river", "11.2"),
    "^": ("the top of a ridge", "11.5"),
    ".": ("open ground", "8.4"),
}


def _said(halves: int) -> str:
    return f"{halves // POINT or ''}{'½' if halves % POINT else ''}"


@kind(
    "step-cost",
    "What does this step cost?",
    ("8.4",),
    ("11.2",),
    ("11.3",),
    ("11.4",),
    ("11.5",),
    ("17.3",),
    ("25.2",),
    ("21.6",),
    ("39.5",),
    ("32.1",),
)
def step_cost(rng: Random, edition: str) -> Draft | None:
    who = rng.choice(_GOERS)
    first, second = rng.choice(((".", "f"), (".", "m"), (".", "r"), (".", "^"), ("^", "."), (".", "."), ("f", "f")))
    a, b = rng.choice(pairs(first, second))
    halves = row(company((BY_ID[who],)), a, False)[BESIDE[a].index(b)]
    if halves < 0:
        return None
    ground, clause = _GROUND[second]
    down = first == "^" and second == "."
    g = game({a: [who], far_from(rng, a): ["whipstock"]}, **_OWN)
    why = f"The step into {ground} costs {NAME[who]} {_said(halves)} point{'' if halves == POINT else 's'}."
    wrong = tuple(
        (x, "Ask who goes and where: ground is hard for some and open for others.")
        for x in ("½", "1", "2", "3")
        if x != _said(halves)
    )
    return Draft(f"{NAME[who]} steps from {HEXES.names[a]} to {HEXES.names[b]}: {'downhill, to ' if down else 'into ' if second in 'fmr' else 'to '}{ground}. "
                 "How many points does that cost?", g, _said(halves), wrong, why, (("11.4" if down else clause,),),
                 (HEXES.names[a], HEXES.names[b]), facts={"unit": who, "from": a, "to": b}, ordered=True)  # fmt: skip


@kind("road", "Along the road", ("11.6",))
def road(rng: Random, edition: str) -> Draft | None:
    line = rng.choice([r for r in BOARD.roads if r.kind == "primary" and len(r.hexes) > 7])
    steps = rng.randint(2, 6)
    k = rng.randrange(len(line.hexes) - steps)
    way = line.hexes[k : k + steps + 1]
    kinds = company((BY_ID["militia-foot-1"],))
    halves = sum(row(kinds, a, True)[BESIDE[a].index(b)] for a, b in itertools.pairwise(way))
    g = game({way[0]: ["militia-foot-1"], far_from(rng, way[0]): ["whipstock"]})
    wrong = tuple((f"{n // 2 or ''}{'½' if n % 2 else ''}", "Half a point for each step along a primary road, whatever the ground.")
                  for n in (steps * 2, steps + 1, steps + 2, max(1, steps - 1)) if n != halves)  # fmt: skip
    return Draft(f"Militia Foot 1 goes along the road from {HEXES.names[way[0]]} to {HEXES.names[way[-1]]}, {steps} hexes. What does it cost?", g,
                 _said(halves), wrong, f"{steps} steps along a primary road at half a point each: {_said(halves)}.",
                 look=(HEXES.names[way[0]], HEXES.names[way[-1]]), facts={"way": way}, ordered=True)  # fmt: skip


@kind("reach", "Can it get there?", ("7.3",), ("8.4",), ("12.1",), ("11.9",))
def reach(rng: Random, edition: str) -> Draft | None:
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
    there = [
        n
        for n in inner()
        if n not in (a, foe) and HEXES.distance(a, n) in (far - 1, far, far + 1) and (n in open_to) == yes
    ]
    if not there:
        return None
    goal = rng.choice(there)
    right, wrong = yes_no(
        yes,
        "Hard ground and the enemy's zone cost more than hexes in a straight line.",
        "There is a way around that its points pay.",
    )
    pace = "a forced march: twice its points" if g.state.forced else f"{far} points"
    way = [HEXES.names[h] for h in open_to.get(goal, ())]
    why = (
        f"The cheapest way is {', '.join(way)}."
        if way
        else "No way that its points pay leads there; an enemy's zone ends a march."
    )
    return Draft(f"{NAME[unit]} stands in {HEXES.names[a]} with {pace}. Can it march to {HEXES.names[goal]} in this Move?", g, right, wrong, why,
                 (("11.9",),) if g.state.forced else (), (HEXES.names[a], HEXES.names[goal], HEXES.names[foe]), facts={"goal": goal, "yes": yes},
                 ordered=True)  # fmt: skip


@kind("drift", "May it drift there?", ("11.1",), ("11.5",))
def drift(rng: Random, edition: str) -> Draft | None:
    a, b = rng.choice(pairs(".", rng.choice(("f", "m", "^"))))
    left = rng.choice((0, 1, 1))
    g = game(
        {a: ["militia-foot-1"], far_from(rng, a): ["whipstock"]},
        left={"militia-foot-1": POINT * left} if left else {"militia-foot-1": 1},
    )
    g.push("lead militia-foot-1")
    yes, words, cited = said(g, f"drift {HEXES.names[b]}")
    right, wrong = yes_no(
        yes, "Never up a ridge, and never without a whole point.", "The last point of a march may be spent so."
    )
    why = words if not yes else "One point is left and the ground is hard, but no ridge: it may drift."
    return Draft(f"Militia Foot 1 has {'one point' if left else 'half a point'} left in {HEXES.names[a]}. May it drift into {HEXES.names[b]}?", g, right,
                 wrong, why, cited[:2], (HEXES.names[a], HEXES.names[b]), facts={"yes": yes, "drift": may_drift(a, b)}, ordered=True)  # fmt: skip


@kind("room", "May it halt there?", ("7.6",), ("7.8",), ("17.2",), ("9.1",))
def room(rng: Random, edition: str) -> Draft | None:
    h = rng.choice(plains())
    there = some(rng, [u for u in SARTAR if not u.startswith("scouts")], 2, 3)
    if rng.random() < 0.3:
        there.append("jaldon-toothmaker")
    comer = rng.choice(("prince-argrath", "scouts-1", "scouts-2"))
    g = game({h: there, BESIDE[h][0]: [comer], far_from(rng, h): ["whipstock"]})
    g.push(f"lead {comer}")
    g.push(f"step {HEXES.names[h]}")
    yes, words, cited = said(g, "halt")
    counted = sum(UNITS[BY_ID[u]].counts for u in (*there, comer))
    right, wrong = yes_no(yes, "Three units that count are the limit.", "Heroes do not count: there is room.")
    return Draft(f"{NAME[comer]} has come to {HEXES.names[h]}, where {named(there)} stand. May it halt there?", g, right, wrong,
                 words if not yes else f"Together {counted} of them count: three is the limit.", cited[:1], (HEXES.names[h],),
                 facts={"yes": yes}, ordered=True)  # fmt: skip


@kind("pace", "How far do they come together?", ("7.6",), ("8.4",), ("7.7",), ("31.3",), ("9.8",))
def pace_of(rng: Random, edition: str) -> Draft | None:
    from elric.dragon_pass.movement.going import pace

    h = rng.choice(plains())
    units = some(rng, (*MILITIA, "goatkin", "twin-spears"), 2, 2)
    herd = rng.random() < 0.4
    group = [*units, "horse-herd-1"] if herd else units
    g = game({h: group, far_from(rng, h): [rng.choice(LUNAR_HORSE)]}, owners={"horse-herd-1": "sartar"})
    right = pace(g.state, tuple(BY_ID[u] for u in group)) // POINT
    slow = min(UNITS[BY_ID[u]].mf for u in units)
    fast = max(UNITS[BY_ID[u]].mf for u in units)
    slips = [
        (fast, "A company goes at the pace of its slowest."),
        (slow, "The herd carries two units two hexes farther."),
        (2, "A herd adds to their own movement."),
    ]
    why = f"The slowest has {slow}" + (", and the herd carries both two hexes farther." if herd else ".")
    return Draft(f"{named(group)} march together over open ground. How many hexes do they come?", g, str(right), near(rng, right, slips, low=1, high=14), why,
                 ((("31.3",), ("7.7",)) if herd else (("7.6",),)), (HEXES.names[h],), facts={"units": group}, ordered=True)  # fmt: skip
