"""Realms: Elric's master, musters, replacements, who holds what."""

from __future__ import annotations

from random import Random

from elric.tutor.question_kinds import Found, Slip
from elric.young_kingdoms.artifacts import bonds
from elric.young_kingdoms.components import pieces, spells
from elric.young_kingdoms.components.board import BOARD
from elric.young_kingdoms.components.notation import Action
from elric.young_kingdoms.components.pieces import COMBAT, ELRIC, INFLUENCE
from elric.young_kingdoms.position import words
from elric.young_kingdoms.position.state import IN_HAND, NEUTRAL
from elric.young_kingdoms.teaching.question_kinds.positions import (
    NATIONS,
    bare,
    because,
    built,
    cited,
    heroes_of,
    names,
    side,
    snapshot,
)
from elric.young_kingdoms.teaching.question_kinds.ships import fleets_of


def weight(u: int) -> str:
    """A combat value as the counter shows it."""
    return f"({COMBAT[u]})" if INFLUENCE[u] else str(COMBAT[u])


def elrics_master(rng: Random, edition: str) -> Found | None:
    nation = rng.choice([n for n in NATIONS if len(heroes_of(n.index)) >= 2])
    heroes = heroes_of(nation.index)
    who = rng.sample(heroes, rng.randint(2, min(3, len(heroes))))
    a = rng.choice([a for a in BOARD.home[nation.id] if not BOARD.wild[a]])
    g = built(
        edition, nations={nation.id: 0}, units={BOARD.ids[a]: names([*who, ELRIC])}, owners={"elric": 0}, met_elric=True
    )  # fmt: skip
    if g is None:
        return None
    u = bonds.controller(g.state)
    voices = sorted((bonds.influence(g.state, x) for x in who), reverse=True)
    if voices[0] == voices[1] or u < 0:
        return None
    told = {x: f"{words.unit(x)}, {weight(x)}" for x in who}
    fields = {
        "at": words.inside(a),
        "company": [f"{words.unit(x)} with a combat value of {weight(x)}" for x in who],
        "who": words.unit(u),
        "n": weight(u),
    }
    return Found(
        g, told[u], fields, [Slip(told[x]) for x in who if x != u], look=(BOARD.ids[a], "elric"), facts={"unit": u}
    )  # fmt: skip


def win_elric(rng: Random, edition: str) -> Found | None:
    one, two = rng.sample([n for n in NATIONS if heroes_of(n.index)], 2)
    u, v = rng.choice(heroes_of(one.index)), rng.choice(heroes_of(two.index))
    if rng.random() < 0.5 and (COMBAT[u], INFLUENCE[u]) < (COMBAT[v], INFLUENCE[v]):
        one, two, u, v = two, one, v, u  # as often the stronger voice as the weaker
    open_land = [a for a in BOARD.lands if not BOARD.city[a] and not BOARD.wild[a]]
    a, b = rng.choice([(a, b) for a in open_land if not BOARD.special[a] for b in BOARD.near[a] if b in open_land])
    g = built(
        edition,
        nations={one.id: 0, two.id: 1},
        units={BOARD.ids[a]: names([u]), BOARD.ids[b]: names([v, ELRIC])},
        owners={"elric": 1},
        met_elric=True,
    )
    if g is None or g.step != "movement" or bonds.controller(g.state) != v or not g.verdict(Action("lead", (u,))):
        return None
    g.push(Action("lead", (u,)))
    act = Action("sway", (b,))
    reasons = g.verdict(act).reasons
    fields = {
        "master": words.unit(v), "his": weight(v), "there": words.inside(b), "who": words.unit(u), "mine": weight(u),
        "at": words.area(a), "reasons": because(reasons),
    }  # fmt: skip
    return Found(g, not reasons, fields, look=(BOARD.ids[a], BOARD.ids[b]), facts={"action": str(act)})


def muster_where(rng: Random, edition: str) -> Found:
    g = bare(edition)
    nation = rng.choice([n for n in NATIONS if n.name != BOARD.names[BOARD.main_city(n.id)]])
    a = BOARD.main_city(nation.id)
    home = [x for x in BOARD.home[nation.id] if x != a]
    others = [BOARD.main_city(n.id) for n in NATIONS if n.index != nation.index]
    picked = [*rng.sample(home, min(2, len(home))), *rng.sample(others, 3)][:3]
    fields = {"nation": words.nation(nation.index), "at": words.inside(a)}
    wrong = [Slip(BOARD.names[x], "home" if x in home else "other") for x in picked]
    return Found(g, BOARD.names[a], fields, wrong, facts={"nation": nation.index, "area": a})


def muster_what(rng: Random, edition: str) -> Found:
    g = bare(edition)
    i = rng.choice([x for x in range(spells.SIZE) if spells.MUSTERS[x]])
    known = sorted({t for row in spells.MUSTERS for t in row})
    right = rng.choice(spells.MUSTERS[i])
    wrong = rng.sample([t for t in known if t not in spells.MUSTERS[i]], 3)
    fields = {"spell": words.spell(i), "every": [words.called(t) for t in spells.MUSTERS[i]]}
    return Found(
        g, words.called(right), fields, [Slip(words.called(t), fields={"other": words.called(t)}) for t in wrong],
        facts={"spell": i, "target": right},
    )  # fmt: skip


def muster_now(rng: Random, edition: str) -> Found | None:
    g = snapshot(rng, edition, "muster")
    if g is None or g.seat is None:
        return None
    s, yes = g.state, rng.random() < 0.5
    tries = []
    for i, at in enumerate(s.spell_at):
        u = at - IN_HAND
        if 0 <= u < pieces.SIZE and s.owner[u] == g.seat and s.place[u] < BOARD.size:
            tries += [Action("muster", (u, i, k)) for k in range(len(spells.MUSTERS[i]))]
    tries = [a for a in tries if bool(g.verdict(a)) == yes]
    if not tries:
        return None
    a = rng.choice(tries)
    u, i, k = a.args
    reasons = g.verdict(a).reasons
    fields = {
        "side": side(s, g.seat), "who": words.unit(u), "at": words.inside(s.place[u]), "spell": words.spell(i),
        "target": words.called(spells.MUSTERS[i][k]), "reasons": because(reasons), "first": because(reasons[:1]),
    }  # fmt: skip
    return Found(
        g, yes, fields, clauses=cited(reasons[:2]), look=(pieces.IDS[u], BOARD.ids[s.place[u]]), open_hand=True,
        facts={"action": str(a)},
    )  # fmt: skip


def replace(rng: Random, edition: str) -> Found | None:
    nation, other = rng.sample([n for n in NATIONS if heroes_of(n.index)], 2)
    capital = BOARD.main_city(nation.id)
    case = rng.choice(("army", "army", "fleet", "hero", "taken"))
    fleets, heroes = fleets_of(nation.index), heroes_of(nation.index)
    if (case == "fleet" and not fleets) or (case == "hero" and len(heroes) < 2):
        return None
    u = {"fleet": fleets[:1], "hero": heroes[1:2]}.get(case) or [pieces.INDEX[f"{nation.id}-army-1"]]
    field = rng.choice([a for a in BOARD.home[nation.id] if not BOARD.city[a]] or [capital])
    if case == "taken" and field == capital:
        return None
    units = {BOARD.ids[field]: names(heroes[:1])}
    control = {BOARD.ids[capital]: 1} if case == "taken" else {}
    if case == "taken":
        units[BOARD.ids[capital]] = [f"{other.id}-army*1"]
    lost = [*names(u), f"{nation.id}-army-2"]
    g = built(
        edition, phase="replacement", nations={nation.id: 0, other.id: 1}, units=units, control=control, lost=lost
    )
    if g is None or g.step != "replacement":
        return None
    act = Action("raise", (u[0],))
    reasons = g.verdict(act).reasons
    fields = {
        "nation": words.nation(nation.index),
        "unit": words.unit(u[0]),
        "capital": "taken" if case == "taken" else "own",
        "city": words.area(capital),
        "at": words.inside(capital),
        "foe": words.nation(other.index),
        "reasons": because(reasons),
        "first": because(reasons[:1]),
    }
    return Found(
        g, not reasons, fields, clauses=cited(reasons[:2]) or [("6.0", "5.1")], look=(BOARD.ids[capital],),
        facts={"action": str(act)},
    )  # fmt: skip


def holder(rng: Random, edition: str) -> Found | None:
    g = snapshot(rng, edition, "movement", "combat", "muster")
    if g is None:
        return None
    s = g.state
    cities = [a for a in BOARD.lands if BOARD.city[a]]
    held = [a for a in cities if s.control[a] < NEUTRAL]
    a = rng.choice(held if held and rng.random() < 0.8 else cities)
    told = {o: str(side(s, o)) for o in range(s.scenario.seats)} | {NEUTRAL: "nobody"}
    o = min(s.control[a], NEUTRAL)
    return Found(
        g, told[o], {"city": words.area(a), "who": told[o]}, [Slip(t) for k, t in told.items() if k != o],
        case="nobody" if o == NEUTRAL else "somebody", look=(BOARD.ids[a],), facts={"area": a, "holder": s.control[a]},
    )  # fmt: skip
