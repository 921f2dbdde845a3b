"""Questions about moving by land: reach, cost, what bars the way."""

from __future__ import annotations

from random import Random

from elric.kernel.verdict import Reason
from elric.tutor.question import Draft, near, yes_no
from elric.young_kingdoms.components import law, pieces, words
from elric.young_kingdoms.components.board import BOARD, LAND, MOUNTAIN, SEA
from elric.young_kingdoms.components.notation import Action
from elric.young_kingdoms.components.pieces import ARTIFACT, HERO, KIND, WALKS_SEA
from elric.young_kingdoms.game import Game
from elric.young_kingdoms.movement import next_area as march
from elric.young_kingdoms.movement import routes
from elric.young_kingdoms.movement.terrain import carriers, points_left
from elric.young_kingdoms.planning.decision import leader as leader_of
from elric.young_kingdoms.position.state import units_in
from elric.young_kingdoms.teaching.question_kinds.positions import in_hand, snapshot
from elric.young_kingdoms.teaching.question_kinds.registry import kind

_VERBS = {
    "step": "step into {}",
    "sail": "sail to {}",
    "land": "land in {}",
    "attack": "attack {}",
    "sway": "go to win Elric over in {}",
    "board": "go aboard {}",
    "join": "take {} along",
    "drop": "leave {} behind",
}


def stack_words(g: Game) -> str:
    """Who is in hand and where: "Yishana and two armies of Jharkor, in Dhakos"."""
    s = g.state
    leader = leader_of(s)
    rest = [u for u in s.moving if u != leader and KIND[u] != ARTIFACT]
    return f"{words.units([leader, *rest])}, now {words.inside(s.place[leader])},"


def here(g: Game) -> int:
    """Where the stack in hand stands."""
    return int(g.state.place[leader_of(g.state)])


def look(g: Game, *areas: int) -> tuple[str, ...]:
    """Ids of the stack's area and others."""
    return tuple(BOARD.ids[a] for a in (here(g), *areas))


def plain(a: Action) -> str:
    """An action of a stack in a few words."""
    x = a.args[0]
    name = words.area(x) if a.verb in ("step", "sail", "land", "attack", "sway") else words.unit(x)
    return _VERBS[a.verb].format(name)


def said(reasons: tuple[Reason, ...] | list[Reason]) -> str:
    """Reasons as one text."""
    return " ".join(r.words for r in reasons)


@kind("reach", "Can this stack get there?", ("7.0", "6"), ("7.2", "6.2"))
def reach(rng: Random, edition: str) -> Draft | None:
    g = in_hand(rng, edition)
    if g is None:
        return None
    at = here(g)
    ways = routes.reach(g.state)
    far = BOARD.distances(at)
    kinds = (LAND, SEA) if g.state.aboard[leader_of(g.state)] != 255 else (LAND,)
    spots = [a for a in range(BOARD.size) if a != at and BOARD.kind[a] in kinds and 0 < far[a] <= 5]
    yes = rng.random() < 0.5
    spots = [a for a in spots if (a in ways) == yes]
    if not spots:
        return None
    a = rng.choice(spots)
    if yes:
        cost = ways[a].cost
        how = " by attacking" if ways[a].attack else ""
        why = f"It can get to {words.area(a)}{how}: the way costs {words.points(cost)}, and it has {words.points(points_left(g.state))}."
        reasons: list[Reason] = []
    else:
        reasons = routes.refusal(g.state, a)
        why = said(reasons) or f"No way leads the stack to {words.area(a)} this turn."
    right, wrong = yes_no(
        yes,
        "Counting areas is not enough: enemies, water, harbours and the points already spent may bar the way.",
        "There is a way: follow the lit areas and add up what each one costs.",
    )
    return Draft(
        f"Can {stack_words(g)} get to {words.area(a)} this turn, fighting there if it has to?",
        g,
        right,
        wrong,
        why,
        tuple(r.clause for r in reasons[:2]),
        look(g, a),
        facts={"area": a, "yes": yes},
        ordered=True,
    )


@kind("cost", "What does the way cost?", ("7.2", "6.2"))
def cost(rng: Random, edition: str) -> Draft | None:
    g = in_hand(rng, edition)
    if g is None:
        return None
    ways = [r for r in routes.reach(g.state).values() if not r.attack and r.cost > 0 and not r.risk]
    if not ways:
        return None
    r = rng.choice([x for x in ways if x.cost > 1] or ways)
    steps = " then ".join(plain(a) for a in r.actions)
    slips = [(len(r.actions), "Not every area costs one point: walking on the sea costs two.")]
    slips.append((r.cost + 1, "The area a stack starts from costs nothing."))
    return Draft(
        f"{stack_words(g)} heads for {words.area(r.area)} the cheapest way without danger. How many movement points will it take?",
        g,
        str(r.cost),
        near(rng, r.cost, slips, low=0, high=9),
        f"The way is: {steps}. Together that is {words.points(r.cost)}.",
        (("7.3", "6.31"),) if any(a.verb in ("sail", "land") for a in r.actions) else (),
        look(g, r.area),
        facts={"actions": [str(a) for a in r.actions], "cost": r.cost, "area": r.area},
        ordered=True,
    )


@kind("points-left", "How far may this stack still go?", ("7.2", "6.2"))
def left(rng: Random, edition: str) -> Draft | None:
    g = snapshot(rng, edition, "stack")
    if g is None:
        return None
    n = points_left(g.state)
    full = march.limit(g.state, g.state.moving, march.MARCH if not carriers(g.state, g.state.moving) else 1)
    slips = [
        (full, "What has been spent this turn is gone, and the most tired piece counts for the whole stack."),
        (full - n, "That is what has been spent, not what is left."),
    ]
    spent = ", ".join(
        f"{words.unit(u)} {words.number(g.state.spent[u])}" for u in g.state.moving if KIND[u] != ARTIFACT
    )
    if n < 0 or len(g.state.moving) > 6:
        return None
    return Draft(
        f"{stack_words(g)} is on the move. Points spent so far this turn: {spent}. How many has it left?",
        g,
        str(n),
        near(rng, n, slips, low=0, high=9),
        f"The stack goes at the pace of its slowest member: {words.points(full)} in all, and {words.points(n)} still to use.",
        (("7.3", "6.31"),) if carriers(g.state, g.state.moving) else (),
        look(g),
        facts={"left": n},
        ordered=True,
    )


@kind("enter", "Walk in, fight, or stay out?", ("7.3", "6.33"), ("10.1", "9.1"))
def enter(rng: Random, edition: str) -> Draft | None:
    g = in_hand(rng, edition, armies=True)
    if g is None or carriers(g.state, g.state.moving):
        return None
    legal = {(a.verb, a.args[0]) for a in g.legal_actions() if a.verb in ("step", "attack")}
    near_ = [a for a in BOARD.near[here(g)] if BOARD.kind[a] == LAND]
    told = ("It may walk in", "It may enter only by attacking", "It cannot go there at all")
    sorts: dict[str, list[int]] = {t: [] for t in told}
    for a in near_:
        walk, fight = ("step", a) in legal, ("attack", a) in legal
        if walk and fight:
            continue  # a neutral city: both are allowed
        sorts[told[0] if walk else told[1] if fight else told[2]].append(a)
    some = [t for t in told if sorts[t]]
    if not some:
        return None
    right = rng.choice(some[1:] or some)
    a = rng.choice(sorts[right])
    reasons = g.verdict(Action("step", (a,))).reasons
    barred = reasons or g.verdict(Action("attack", (a,))).reasons
    why = (
        f"Nothing bars the way into {words.area(a)}." if right == told[0] else said(barred[:2]) or "The way is barred."
    )
    return Draft(
        f"{stack_words(g)} looks towards {words.area(a)} next to it. What may the stack do?",
        g,
        right,
        tuple(
            (t, m)
            for t, m in (
                (told[0], "Enemies in the open, or an enemy's wall, let nobody simply walk in."),
                (told[1], "Nobody is there to be attacked, or an attack is not allowed from here."),
                (told[2], "Look again at who is there, at the points left, and at who comes along."),
            )
            if t != right
        ),
        why,
        tuple(r.clause for r in barred[:1]) if right != told[0] else (),
        look(g, a),
        facts={"area": a},
    )


def _tries(g: Game) -> list[Action]:
    """What somebody might think of doing with the stack in hand."""
    s = g.state
    at = here(g)
    out = [Action(v, (a,)) for a in BOARD.near[at] for v in ("step", "sail", "land", "attack")]
    out += [
        Action("step", (a,))
        for a in range(BOARD.size)
        if BOARD.kind[a] == MOUNTAIN and BOARD.continent[at] == BOARD.continent[a] != ""
    ]
    for a in (at, *BOARD.near[at]):
        for u in units_in(s, a):
            if s.owner[u] == s.player and KIND[u] != ARTIFACT:
                out.append(Action("board" if KIND[u] == pieces.FLEET else "join", (u,)))
    return out


@kind("legal", "Is this allowed?", ("7.0", "6"))
def legal(rng: Random, edition: str) -> Draft | None:
    g = in_hand(rng, edition)
    if g is None:
        return None
    yes = rng.random() < 0.5
    some = [a for a in _tries(g) if bool(g.verdict(a)) == yes]
    if not some:
        return None
    verb = rng.choice(sorted({a.verb for a in some}))
    a = rng.choice([x for x in some if x.verb == verb])
    v = g.verdict(a)
    right, wrong = yes_no(
        yes,
        said(v.reasons[:1]) or "Something forbids it.",
        "No clause forbids it: look for what you thought stood in the way.",
    )
    return Draft(
        f"{stack_words(g)} would {plain(a)}. Is that allowed?",
        g,
        right,
        wrong,
        "It is allowed: no clause stands against it." if yes else said(v.reasons),
        tuple(r.clause for r in v.reasons[:3]),
        look(g),
        facts={"action": str(a)},
        ordered=True,
    )


@kind("forbids", "What forbids it?", ("7.0", "6"))
def forbids(rng: Random, edition: str) -> Draft | None:
    g = in_hand(rng, edition)
    if g is None:
        return None
    no = [(a, v) for a in _tries(g) if not (v := g.verdict(a))]
    rng.shuffle(no)
    seen: dict[str, tuple[Action, tuple[Reason, ...]]] = {}
    for a, v in no:
        if len(v.reasons) == 1:
            seen.setdefault(law.cite(v.reasons[0].clause, edition), (a, v.reasons))
    if not seen:
        return None
    number = rng.choice(sorted(seen))
    a, reasons = seen[number]
    wrong = []
    for n in ("7.3 6.3", "7.1 6.1", "7.2 6.2", "10.9.4 9.94", "7.5.9 6.59", "9.5 8.5", "7.5.3 6.53", "10.9.2 9.92"):
        pair = (n.split()[0], n.split()[1])
        e, own = _in_force(pair, edition)
        if not _family(own, number):
            other = law.register().get(e, own)
            wrong.append((other.title, f"That rule is about something else: {other.says}"))
    rng.shuffle(wrong)
    return Draft(
        f"{stack_words(g)} may not {plain(a)}. What is it that forbids this?",
        g,
        law.register().get(*_in_force(reasons[0].clause, edition)).title,
        tuple(wrong[:3]),
        said(reasons),
        (reasons[0].clause,),
        look(g),
        facts={"action": str(a)},
    )


def _family(one: str, other: str) -> bool:
    """Whether two numbers stand for one rule, or for a rule and a part of it."""
    return one.startswith(other) or other.startswith(one)


def _in_force(pair: tuple[str, ...], edition: str) -> tuple[str, str]:
    """The edition and number of a clause: this edition's, or the other's where it is silent."""
    at = law.EDITIONS.index(edition)
    return (edition, pair[at]) if pair[at] else (law.EDITIONS[1 - at], pair[1 - at])


@kind("neighbours", "What touches this province?", ("7.2", "6.2"), ("3.1", "2.1"))
def neighbours(rng: Random, edition: str) -> Draft | None:
    g = snapshot(rng, edition, "movement")
    if g is None:
        return None
    a = rng.choice(BOARD.lands)
    touching = [x for x in BOARD.near[a] if BOARD.kind[x] == LAND]
    ring = [x for x in BOARD.lands if BOARD.distances(a)[x] == 2]
    if not touching or len(ring) < 2:
        return None
    right = rng.choice(touching)
    wrong = rng.sample(ring, min(3, len(ring)))
    return Draft(
        f"Which of these lands can be reached from {words.area(a)} in a single step?",
        g,
        BOARD.names[right],
        tuple((BOARD.names[x], f"It takes two steps to {words.area(x)}.") for x in wrong),
        f"{words.area(a)} and {words.area(right)} share a border.",
        (),
        (BOARD.ids[a],),
        facts={"area": a, "goal": right, "others": wrong},
    )


@kind("sea-walk", "Who may cross the sea on foot?", ("7.3", "6.3"), ("12.0", "11"))
def sea_walk(rng: Random, edition: str) -> Draft | None:
    g = snapshot(rng, edition, "movement", "magic")
    if g is None:
        return None
    there = [u for u in pieces.HEROES if g.state.place[u] < BOARD.size]
    yes = [u for u in there if WALKS_SEA[u]]
    no = [u for u in there if not WALKS_SEA[u]]
    if not yes or not no:
        return None
    u = rng.choice(yes)
    wrong = rng.sample(no, min(3, len(no)))
    return Draft(
        "Who of these may walk over the sea without a ship?",
        g,
        words.unit(u),
        tuple((words.unit(x), f"{words.unit(x):is|are} neither a magician nor a Melnibonean.") for x in wrong),
        f"Magicians and Melniboneans walk on water, and {words.unit(u)} is one of them.",
        (),
        (),
        facts={"unit": u, "others": wrong},
    )


@kind("area-cost", "What does the next area cost?", ("7.2", "6.2"), ("7.3", "6.3"))
def area_cost(rng: Random, edition: str) -> Draft | None:
    g = in_hand(rng, edition)
    if g is None or carriers(g.state, g.state.moving):
        return None
    s = g.state
    if not any(KIND[u] == HERO for u in s.moving) or s.aboard[leader_of(s)] != 255:
        return None
    spots = [a for a in BOARD.near[here(g)] if g.verdict(Action("step", (a,)))]
    wet = [a for a in spots if BOARD.kind[a] == SEA]
    if not spots:
        return None
    a = rng.choice(wet or spots)
    n = march.cost_of(s, s.moving, march.MARCH, a)
    return Draft(
        f"What does it cost {stack_words(g)} to go into {words.area(a)} on foot?",
        g,
        str(n),
        near(
            rng,
            n,
            (
                (3 - n, "Land costs one point an area; a sea crossed on foot costs two, unless all are winged."),
                (4, "Four is the whole allowance of a turn, and what boarding on an open coast takes."),
            ),
            low=0,
            high=4,
        ),
        f"To go into {words.area(a)} costs {words.points(n)}.",
        (),
        look(g, a),
        facts={"area": a, "cost": n},
        ordered=True,
    )
