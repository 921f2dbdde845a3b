"""What happens around a battle: who must fight, where one may retreat, who escapes, who is held back."""

from __future__ import annotations

from random import Random

from elric.tutor.question_kinds import Found, Slip
from elric.young_kingdoms.artifacts.black_swords import sword_value
from elric.young_kingdoms.combat import battle
from elric.young_kingdoms.combat import heroic_escape as escapes
from elric.young_kingdoms.combat.losses import present
from elric.young_kingdoms.combat_phase.retreat import ways_out
from elric.young_kingdoms.components import pieces, spells
from elric.young_kingdoms.components.board import BOARD, LAND, MOUNTAIN, SEA
from elric.young_kingdoms.components.notation import Action
from elric.young_kingdoms.components.pieces import ARMY, ARTIFACT, COMBAT, HERO, INFLUENCE, KIND, MAGIC
from elric.young_kingdoms.march import overrun
from elric.young_kingdoms.nations import control as realms
from elric.young_kingdoms.position import words
from elric.young_kingdoms.position.state import NEUTRAL, areas_of, own_in, units_in
from elric.young_kingdoms.teaching.question_kinds.magic import spell_words
from elric.young_kingdoms.teaching.question_kinds.positions import (
    NATIONS,
    because,
    built,
    cited,
    clash,
    heroes_of,
    names,
    side,
    snapshot,
    still,
)
from elric.young_kingdoms.wild import wilderness

_SORTS = ("must", "may", "none")


def must_fight(rng: Random, edition: str) -> Found | None:
    g = snapshot(rng, edition, "combat", "magic")
    if g is None:
        return None
    s = g.state
    musts, mays = battle.must(s), battle.pending_battles(s)
    sorts: dict[str, list[int]] = {sort: [] for sort in _SORTS}
    for a in areas_of(s, s.player):
        sorts["must" if a in musts else "may" if a in mays else "none"].append(a)
    found = [sort for sort in _SORTS if sorts[sort]]
    if not found or (found == ["none"] and rng.random() < 0.7):
        return None
    right = rng.choice(found[:2])
    a = rng.choice(sorts[right])
    foe = [u for u in units_in(s, a) if s.owner[u] != s.player and KIND[u] != ARTIFACT]
    mine = [u for u in own_in(s, a, s.player) if KIND[u] != ARTIFACT]
    if len(foe) + len(mine) > 12 or not mine:
        return None
    attacked = s.assaults >> a & 1
    fields = {
        "side": side(s, s.player), "phase": g.phase.capitalize(), "at": words.inside(a), "area": words.area(a),
        "mine": words.units(mine), "foe": "foe" if foe else "nobody", "came": "attacked" if attacked else "stood",
        "foes": words.units(foe),
    }  # fmt: skip
    case = (
        "attacked"
        if right == "must" and attacked
        else right
        if foe or right == "must"
        else "city"
        if right == "may"
        else "alone"
    )
    decides = [("10.9.4", "9.94"), ("10.1", "9.1")] if right == "may" and foe else [("10.1", "9.1")]
    return Found(
        g,
        right,
        fields,
        case=case,
        clauses=decides,
        look=(BOARD.ids[a],),
        facts={"area": a, "sort": _SORTS.index(right)},
    )


def retreat(rng: Random, edition: str) -> Found | None:
    g = snapshot(rng, edition, "retreat")
    ways = [a.args[0] for a in g.legal_actions() if a.verb == "retreat"] if g else []
    if g is None or not ways:
        return None
    s = g.state
    b = s.battle
    at, k = b.area, s.agenda[-1].side
    bad = [a for a in BOARD.touch[at] if a not in ways and BOARD.kind[a] != MOUNTAIN]
    far = [a for a in BOARD.lands if BOARD.distances(at)[a] == 2 and a not in ways]
    right = rng.choice(ways)
    others = [*rng.sample(bad, min(2, len(bad))), *rng.sample(far, len(far))][:3]
    wrong = [Slip(BOARD.names[a], "sea" if BOARD.kind[a] == SEA else "barred" if a in bad else "far") for a in others]
    units = [u for u in present(s, b, k) if KIND[u] != ARTIFACT]
    fields = {
        "side": side(s, g.seat or 0),
        "at": words.inside(at),
        "units": words.units(units),
        "goal": words.inside(right),
        "area": words.area(at),
    }
    return Found(
        g, BOARD.names[right], fields, wrong, look=(BOARD.ids[at],), facts={"area": at, "goal": right, "others": others}
    )  # fmt: skip


def way_out(rng: Random, edition: str) -> Found | None:
    g = snapshot(rng, edition, "movement", "combat")
    if g is None:
        return None
    s = g.state
    stacks = [(o, a) for o in range(s.scenario.seats) for a in BOARD.lands if own_in(s, a, o) and not BOARD.wild[a]]
    if not stacks:
        return None
    seat, a = rng.choice(stacks)
    units = [u for u in own_in(s, a, seat) if KIND[u] in (ARMY, HERO)]
    if not units or len(units) > 10:
        return None
    ways = ways_out(s, a, seat, units)
    lands = [x for x in ways if BOARD.kind[x] == LAND]
    around = [x for x in BOARD.near[a] if BOARD.kind[x] == LAND]
    fields = {
        "side": side(s, seat),
        "units": words.units(units),
        "area": words.area(a),
        "lands": [words.area(x) for x in lands],
    }
    return Found(
        g, len(lands), fields, {"around": len(around), "sea": len(ways)}, case="some" if lands else "none", most=12,
        look=(BOARD.ids[a],), facts={"area": a, "seat": seat, "count": len(lands)},
    )  # fmt: skip


def escape(rng: Random, edition: str) -> Found | None:
    g = snapshot(rng, edition, "movement", "combat")
    if g is None:
        return None
    s = g.state
    there = [u for u in pieces.HEROES if s.place[u] < BOARD.size and s.owner[u] < NEUTRAL and not INFLUENCE[u]]
    there = [u for u in there if 0 < sword_value(s, u) < 6]
    if not there:
        return None
    u = rng.choice(there)
    n = sword_value(s, u)
    wrong = [Slip(f"{n} or more", "high"), *(Slip(_most(k)) for k in (n - 1, n + 1, n + 2) if 1 <= k <= 5)]
    fields = {"who": words.unit(u), "side": side(s, s.owner[u]), "at": words.inside(s.place[u]), "n": n}
    return Found(g, _most(n), fields, wrong, look=(pieces.IDS[u], BOARD.ids[s.place[u]]), facts={"unit": u, "value": n})


def _most(n: int) -> str:
    return f"{n} or less" if n > 1 else "A 1"


def escape_spell(rng: Random, edition: str) -> Found | None:
    g = snapshot(rng, edition, "magic", "movement", "muster")
    if g is None or g.seat is None:
        return None
    s = g.state
    there = [u for u in pieces.HEROES if s.place[u] < BOARD.size and s.owner[u] == g.seat]
    if not there:
        return None
    u = rng.choice(there)
    i = rng.choice([x for x in range(spells.SIZE) if not spells.IMMEDIATE[x]])
    yes = bool(MAGIC[u]) and escapes.lends(s, u, i)
    fields = {
        "who": words.unit(u), "mage": "mage" if MAGIC[u] else "none", "spell": spell_words(i), "name": words.spell(i),
        "side": side(s, g.seat), "at": words.inside(s.place[u]),
    }  # fmt: skip
    return Found(
        g, yes, fields, case="" if yes else "worthless" if MAGIC[u] else "plain", look=(pieces.IDS[u],),
        facts={"unit": u, "spell": i, "yes": yes},
    )  # fmt: skip


def garrison(rng: Random, edition: str) -> Found | None:
    home, other = rng.sample(NATIONS, 2)
    cities = [a for a in BOARD.home[home.id] if BOARD.city[a] and not BOARD.special[a]]
    cities = [a for a in cities if BOARD.names[a] != home.name]
    if not cities or not heroes_of(other.index):
        return None
    a = rng.choice(cities)
    left = rng.choice(("army", "hero", "nobody"))
    hero = heroes_of(other.index)[0]
    here = {"army": [f"{other.id}-army*1"], "hero": names([hero]), "nobody": []}[left]
    g = built(edition, nations={other.id: 0}, control={BOARD.ids[a]: 0}, units={BOARD.ids[a]: here} if here else {})
    if g is None:
        return None
    t = g.state.copy()
    realms.check_garrisons(t, still())
    yes = t.control[a] == 0
    fields = {
        "city": words.area(a), "left": left, "hero": words.unit(hero), "taker": words.nation(other.index),
        "home": words.nation(home.index),
    }  # fmt: skip
    return Found(g, yes, fields, look=(BOARD.ids[a],), facts={"area": a, "yes": yes})


def search_roll(rng: Random, edition: str) -> Found | None:
    a = rng.choice([a for a in BOARD.lands if BOARD.wild[a] and BOARD.spell_place[a] and not BOARD.special[a]])
    nation = rng.choice([n for n in NATIONS if heroes_of(n.index)])
    u = heroes_of(nation.index)[0]
    g = built(
        edition,
        phase="movement",
        nations={nation.id: 0},
        units={BOARD.ids[a]: names([u])},
        hidden={BOARD.ids[a]: ["arkyn"]},
    )
    if g is None:
        return None
    before, turn = rng.choice(("never", "magic", "enemies")), rng.choice((1, 2))
    if before != "never":
        g.state.tries = ((0, a, wilderness.SOUGHT.index(before), g.turn - turn),)
    n = wilderness.chance_needed(g.state, a, wilderness.MAGIC_THERE)
    slips = [Slip(f"{k} or more", key) for k, key in ((9 - n, "again"), (6, "first"), (3, "better"))]
    fields = {
        "who": words.unit(u), "area": words.area(a), "before": before, "when": turn if before != "never" else 0, "n": n,
        "eased": "first" if before == "never" else "again" if n < 5 else "lapsed",
    }  # fmt: skip
    return Found(g, f"{n} or more", fields, slips, look=(BOARD.ids[a], pieces.IDS[u]), facts={"area": a, "need": n})


def may_search(rng: Random, edition: str) -> Found | None:
    g = snapshot(rng, edition, "search")
    yes = rng.random() < 0.5
    tries = [Action("search", (a, w)) for a in areas_of(g.state, g.state.player) for w in (0, 1, 2)] if g else []
    tries = [a for a in tries if g is not None and bool(g.verdict(a)) == yes]
    if g is None or not tries:
        return None
    a = rng.choice([a for a in tries if BOARD.wild[a.args[0]]] or tries)
    reasons = g.verdict(a).reasons
    units = [u for u in own_in(g.state, a.args[0], g.state.player) if KIND[u] != ARTIFACT]
    fields = {
        "side": side(g.state, g.state.player),
        "units": words.units(units),
        "area": words.area(a.args[0]),
        "sought": a.args[1],
        "reasons": because(reasons),
        "first": because(reasons[:1]),
    }
    return Found(g, yes, fields, clauses=cited(reasons[:2]), look=(BOARD.ids[a.args[0]],), facts={"action": str(a)})


def brackets(rng: Random, edition: str) -> Found | None:
    g = snapshot(rng, edition, "movement", "magic", "combat")
    there = [u for u in pieces.HEROES if g.state.place[u] < BOARD.size] if g else []
    voice = [u for u in there if INFLUENCE[u]]
    blade = [u for u in there if not INFLUENCE[u] and COMBAT[u]]
    if g is None or not voice or not blade:
        return None
    u = rng.choice(voice)
    wrong = [
        Slip(words.unit(x), fields={"other": words.unit(x), "n": COMBAT[x]})
        for x in rng.sample(blade, min(3, len(blade)))
    ]
    return Found(g, words.unit(u), {"who": words.unit(u), "value": COMBAT[u]}, wrong, facts={"unit": u})


def ride_on(rng: Random, edition: str) -> Found | None:
    made = clash(rng, edition, walls=False)
    if made is None:
        return None
    g, a = made
    s = g.state
    n = overrun.to_divert(s, a)
    foe, mine = ([u for u in units_in(s, a) if s.owner[u] == o] for o in (1, 0))
    worth = overrun.force(s, a, foe)
    ratio = int(g.rules.overrun_ratio)
    nation = words.nation(pieces.NATION[mine[0]])
    fields = {
        "area": words.area(a), "foe": words.units(foe), "worth": worth, "ratio": ratio, "nation": nation, "n": n,
    }  # fmt: skip
    return Found(
        g, n, fields, {"ratio": worth * (3 - ratio), "more": n + 1, "one": 1}, most=60, look=(BOARD.ids[a],),
        facts={"area": a, "value": n},
    )  # fmt: skip
