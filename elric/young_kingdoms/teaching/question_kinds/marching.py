"""Moving by land: reach, cost, what bars the way."""

from __future__ import annotations

from random import Random
from typing import Final

from elric.kernel.verdict import Reason
from elric.tutor.question import Citation
from elric.tutor.question_kinds import Found, Slip
from elric.young_kingdoms.components import law, pieces
from elric.young_kingdoms.components.board import BOARD, LAND, MOUNTAIN, SEA
from elric.young_kingdoms.components.notation import Action
from elric.young_kingdoms.components.pieces import ARTIFACT, HERO, KIND, WALKS_SEA
from elric.young_kingdoms.game import Game
from elric.young_kingdoms.lab import routes
from elric.young_kingdoms.march import next_area as march
from elric.young_kingdoms.planning.decision import leader as leader_of
from elric.young_kingdoms.position import words
from elric.young_kingdoms.position.state import units_in
from elric.young_kingdoms.teaching.phrases import phrase
from elric.young_kingdoms.teaching.question_kinds.positions import because, cited, deed, hand, in_hand, snapshot
from elric.young_kingdoms.world.terrain import carriers, points_left

_LAND: Final = ("7.2", "6.2")
_SEA: Final = ("7.3", "6.31")
_ALLOWS: Final[dict[str, Citation]] = {
    "step": _LAND, "attack": ("10.1", "9.1"), "sail": _SEA, "land": _SEA, "board": _SEA, "join": ("7.3", "6.22"),
}  # fmt: skip


def here(g: Game) -> int:
    """Where the stack in hand stands."""
    return int(g.state.place[leader_of(g.state)])


def look(g: Game, *areas: int) -> tuple[str, ...]:
    """Ids of the stack's area and others."""
    return tuple(BOARD.ids[a] for a in (here(g), *areas))


def reach(rng: Random, edition: str) -> Found | None:
    g = in_hand(rng, edition)
    if g is None:
        return None
    at, ways = here(g), routes.reach(g.state)
    far = BOARD.distances(at)
    kinds = (LAND, SEA) if g.state.aboard[leader_of(g.state)] != 255 else (LAND,)
    yes = rng.random() < 0.5
    spots = [a for a in range(BOARD.size) if BOARD.kind[a] in kinds and 0 < far[a] <= 5 and (a in ways) == yes]
    if not spots:
        return None
    a = rng.choice(spots)
    fields = hand(g) | {"goal": words.area(a)}
    if yes:
        fields |= {"cost": ways[a].cost, "left": points_left(g.state)}
        case, reasons = "attack" if ways[a].attack else "walk", list[Reason]()
    else:
        reasons = routes.refusal(g.state, a)
        case, fields["reasons"] = "no" if reasons else "nowhere", because(reasons)
    return Found(g, yes, fields, case=case, clauses=cited(reasons[:2]), look=look(g, a), facts={"area": a})


def cost(rng: Random, edition: str) -> Found | None:
    g = in_hand(rng, edition)
    ways = [r for r in routes.reach(g.state).values() if not r.attack and r.cost > 1 and not r.risk] if g else []
    if g is None or not ways:
        return None
    r = rng.choice(ways)
    steps = [f"“{phrase(a)}”" for a in r.actions]
    sails = any(a.verb in ("sail", "land") for a in r.actions)
    return Found(
        g,
        r.cost,
        hand(g) | {"goal": words.area(r.area), "steps": steps, "n": r.cost},
        {"areas": len(r.actions), "start": r.cost + 1},
        clauses=[_LAND, _SEA] if sails else [_LAND],
        look=look(g, r.area),
        least=1,
        most=9,
        facts={"actions": [str(a) for a in r.actions], "cost": r.cost, "area": r.area},
    )


def left(rng: Random, edition: str) -> Found | None:
    g = snapshot(rng, edition, "stack")
    if g is None:
        return None
    s = g.state
    sails = bool(carriers(s, s.moving))
    n, full = points_left(s), march.limit(s, s.moving, march.SAILING if sails else march.MARCH)
    if n < 0 or len(s.moving) > 6 or (n == full and rng.random() < 0.8):
        return None
    spent = [f"{s.spent[u] or 'nothing'} by {words.unit(u)}" for u in s.moving if KIND[u] != ARTIFACT]
    return Found(
        g, n, hand(g) | {"n": n, "full": full, "spent": spent}, {"full": full, "spent": full - n},
        clauses=[_SEA] if sails else [_LAND], look=look(g), most=9, facts={"left": n},
    )  # fmt: skip


def enter(rng: Random, edition: str) -> Found | None:
    g = in_hand(rng, edition, armies=True)
    if g is None or carriers(g.state, g.state.moving):
        return None
    legal = {(a.verb, a.args[0]) for a in g.legal_actions() if a.verb in ("step", "attack")}
    sorts: dict[str, list[int]] = {"walk": [], "attack": [], "none": []}
    for a in BOARD.near[here(g)]:
        walk, fight = ("step", a) in legal, ("attack", a) in legal
        if BOARD.kind[a] == LAND and not (walk and fight):  # a neutral city: both are allowed
            sorts["walk" if walk else "attack" if fight else "none"].append(a)
    some = [t for t, areas in sorts.items() if areas]
    if not some:
        return None
    right = rng.choice(some[1:] or some)
    a = rng.choice(sorts[right])
    barred = g.verdict(Action("step", (a,))).reasons or g.verdict(Action("attack", (a,))).reasons
    if right != "walk" and not barred:
        return None
    fields = hand(g) | {"goal": words.area(a), "reasons": because(barred[:2])}
    decides = [_LAND] if right == "walk" else cited(barred[:1])
    return Found(g, right, fields, clauses=decides, look=look(g, a), facts={"area": a})


def _tries(g: Game) -> list[Action]:
    """What somebody might think of doing with the stack in hand."""
    s, at = g.state, here(g)
    out = [Action(v, (a,)) for a in BOARD.near[at] for v in ("step", "sail", "land", "attack")]
    out += [
        Action("step", (a,))
        for a in range(BOARD.size)
        if BOARD.kind[a] == MOUNTAIN and BOARD.continent[at] == BOARD.continent[a] != ""
    ]
    for a in (at, *BOARD.near[at]):
        for u in units_in(s, a):
            if s.owner[u] == s.player and KIND[u] != ARTIFACT and u not in s.moving:
                out.append(Action("board" if KIND[u] == pieces.FLEET else "join", (u,)))
    return out


def legal(rng: Random, edition: str) -> Found | None:
    g = in_hand(rng, edition)
    yes = rng.random() < 0.5
    some = [a for a in _tries(g) if bool(g.verdict(a)) == yes] if g else []
    if g is None or not some:
        return None
    verb = rng.choice(sorted({a.verb for a in some}))
    a = rng.choice([x for x in some if x.verb == verb])
    reasons = g.verdict(a).reasons
    fields = hand(g) | {"deed": deed(g.state, a), "reasons": because(reasons), "first": because(reasons[:1])}
    decides = cited(reasons[:3]) or [_ALLOWS[verb]]
    return Found(g, yes, fields, clauses=decides, look=look(g), facts={"action": str(a)})


def forbids(rng: Random, edition: str) -> Found | None:
    g = in_hand(rng, edition)
    if g is None:
        return None
    no = [(a, v.reasons) for a in _tries(g) if len((v := g.verdict(a)).reasons) == 1]
    rng.shuffle(no)
    seen = {law.cite(reasons[0].clause, edition): (a, reasons) for a, reasons in no}
    if not seen:
        return None
    number = rng.choice(sorted(seen))
    a, reasons = seen[number]
    wrong = []
    for pair in (
        ("7.3", "6.3"),
        ("7.1", "6.1"),
        ("7.2", "6.2"),
        ("10.9.4", "9.94"),
        ("7.5.9", "6.59"),
        ("9.5", "8.5"),
        ("7.5.3", "6.53"),
        ("10.9.2", "9.92"),
    ):
        e, own = _in_force(pair, edition)
        if not (own.startswith(number) or number.startswith(own)):
            other = law.register().get(e, own)
            wrong.append(Slip(other.title, fields={"rule": other.says}))
    rng.shuffle(wrong)
    fields = hand(g) | {"deed": deed(g.state, a), "reasons": because(reasons)}
    title = law.register().get(*_in_force(reasons[0].clause, edition)).title
    return Found(g, title, fields, wrong[:3], clauses=cited(reasons), look=look(g), facts={"action": str(a)})


def _in_force(pair: tuple[str, ...], edition: str) -> tuple[str, str]:
    """The edition and number of a clause: this edition's, or the other's where it is silent."""
    at = law.EDITIONS.index(edition)
    return (edition, pair[at]) if pair[at] else (law.EDITIONS[1 - at], pair[1 - at])


def neighbours(rng: Random, edition: str) -> Found | None:
    g = snapshot(rng, edition, "movement")
    a = rng.choice(BOARD.lands)
    touching = [x for x in BOARD.near[a] if BOARD.kind[x] == LAND]
    ring = [x for x in BOARD.lands if BOARD.distances(a)[x] == 2]
    if g is None or not touching or len(ring) < 2:
        return None
    right, wrong = rng.choice(touching), rng.sample(ring, min(3, len(ring)))
    return Found(
        g, BOARD.names[right], {"area": words.area(a), "goal": words.area(right)},
        [Slip(BOARD.names[x], fields={"far": words.area(x)}) for x in wrong],
        look=(BOARD.ids[a],), facts={"area": a, "goal": right, "others": wrong},
    )  # fmt: skip


def sea_walk(rng: Random, edition: str) -> Found | None:
    g = snapshot(rng, edition, "movement", "magic")
    there = [u for u in pieces.HEROES if g.state.place[u] < BOARD.size] if g else []
    yes, no = [u for u in there if WALKS_SEA[u]], [u for u in there if not WALKS_SEA[u]]
    if g is None or not yes or not no:
        return None
    u, wrong = rng.choice(yes), rng.sample(no, min(3, len(no)))
    return Found(
        g, words.unit(u), {"who": words.unit(u)}, [Slip(words.unit(x), fields={"other": words.unit(x)}) for x in wrong],
        facts={"unit": u, "others": wrong},
    )  # fmt: skip


def area_cost(rng: Random, edition: str) -> Found | None:
    g = in_hand(rng, edition)
    if g is None or carriers(g.state, g.state.moving):
        return None
    s = g.state
    spots = [a for a in BOARD.near[here(g)] if g.verdict(Action("step", (a,)))]
    if not spots or not any(KIND[u] == HERO for u in s.moving) or s.aboard[leader_of(s)] != 255:
        return None
    a = rng.choice([a for a in spots if BOARD.kind[a] == SEA] or spots)
    n = march.cost_of(s, s.moving, march.MARCH, a)
    wet = BOARD.kind[a] == SEA
    return Found(
        g, n, hand(g) | {"goal": words.area(a), "n": n, "sort": "sea" if wet else "land"}, {"other": 3 - n, "all": 4},
        clauses=[("7.3", "6.3")] if wet else [_LAND], look=look(g, a), least=1, most=4, facts={"area": a, "cost": n},
    )  # fmt: skip
