"""Battles: odds, the table, ground, retreats, sallies, advances, dividing, heroes in battle."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from random import Random
from typing import Any, Final

from elric.dragon_pass.combat.reckoning import SCALE, Reckoning, reckon
from elric.dragon_pass.combat.results import refuges
from elric.dragon_pass.combat.table import COLUMNS, column, odds_words, result
from elric.dragon_pass.combat_phase.dividing import join_battles
from elric.dragon_pass.components.board import BESIDE, BOARD, HEXES
from elric.dragon_pass.components.units import BY_ID, CF, SUPERHEROES, UNITS
from elric.dragon_pass.game import Game
from elric.dragon_pass.position.telling import factors
from elric.dragon_pass.teaching.question_kinds.fields import (
    LUNAR,
    MILITIA,
    NAME,
    SARTAR,
    at,
    far_from,
    game,
    names,
    pairs,
    plains,
    some,
    stacks_in_words,
    verdict_in_words,
    with_dice,
)
from elric.kernel.bits import ones
from elric.tutor.question import Citation
from elric.tutor.question_kinds import Found, Slip

_RESULTS: Final = {"A elim": "12.5", "A bk 1": "12.7", "Trade": "12.6", "D bk 1": "12.7", "D elim": "12.8"}
_SORTS: Final = ("wood", "marsh", "river", "ridge", "charge", "both", "walls", "ford", "stream")
_FORTS: Final = ("jonstown", "alda-chur", "wilmskirk", "two-ridge", "swenstown", "dunstop", "bagnot")
_GROUND: Final = {
    "wood": (".", "f"),
    "marsh": (".", "m"),
    "river": ("r", "."),
    "ridge": (".", "^"),
    "charge": ("^", "."),
    "both": (".", "F"),
    "plain": (".", "."),
    "stream": (".", "r"),
}


def fight(stacks: Mapping[int, Sequence[str]], links: Sequence[tuple[int, int]], **more: Any) -> Game:
    """A game in combat with these attacks assigned."""
    g = game(stacks, phase="combat", **more)
    for a, t in links:
        g.push(f"assign {HEXES.names[a]} {HEXES.names[t]}")
    return g


def sums(g: Game, target: int) -> Reckoning:
    """The reckoning of the battle for a hex, line by line."""
    battle = next(b for b in join_battles(g.state, g.state.links, g.state.player) if target in dict(b.defenders))
    return reckon(g.state, battle, tell=True)


def worth(found: Reckoning, attacks: bool) -> list[str]:
    """What each counter of one side counts for."""
    side = [line for line in found.lines if line.attacks == attacks]
    each = {u: sum(line.factor for line in side if line.unit == u) for u in dict.fromkeys(line.unit for line in side)}
    return [f"{UNITS[u].name}, with a combat factor of {CF[u]}, counts for {factors(n)}" for u, n in each.items()]


def odds(rng: Random, edition: str) -> Found:
    h = rng.choice(plains())
    foe = rng.choice(BESIDE[h])
    ours, theirs = some(rng, SARTAR), some(rng, LUNAR)
    g = fight({h: ours, foe: theirs}, [(h, foe)])
    found = sums(g, foe)
    a, d = found.attack // SCALE, found.defence // SCALE
    wrong = [
        Slip(odds_words(min(6, found.column + 1)), "up"),
        Slip(odds_words(max(0, found.column - 1)), "down"),
        Slip(odds_words(column(d, a)), "swapped"),
    ]
    fields = {"ours": names(ours), "theirs": names(theirs), "at": at(h), "there": at(foe), "a": a, "d": d}
    case = "strong" if a >= d else "weak" if d < 3 * a else "weakest"
    return Found(
        g, found.odds, fields, wrong, case=case, clauses=[("12.2",), ("22.1",)], look=(HEXES.names[h], HEXES.names[foe]),
        facts={"attack": a, "defence": d}, show=(*ours, *theirs),
    )  # fmt: skip


def table(rng: Random, edition: str) -> Found:
    k, die = rng.randrange(6), rng.randint(1, 6)
    h = rng.choice(plains())
    foe = BESIDE[h][0]
    g = fight({h: ["militia-cavalry-1"], foe: ["whipstock"], far_from(rng, h): ["unriver"]}, [(h, foe)])
    right = result(k, die)
    fields = {"at": at(h), "there": at(foe), "odds": COLUMNS[k], "die": die, "result": right, "meaning": right}
    return Found(g, right, fields, clauses=[(_RESULTS[right],), ("12.4",)], facts={"column": k, "die": die})


def _field(rng: Random, sort: str) -> tuple[int, int]:
    """(attacker's hex, defender's hex) of one sort of ground."""
    if sort == "walls":
        fort = BOARD.places[rng.choice(_FORTS)].hexes[0]
        return next(n for n in BESIDE[fort] if BOARD.ground[n] == "." and not BOARD.river >> n & 1), fort
    if sort == "ford":
        return rng.choice([(n, h) for h in ones(BOARD.ford) for n in BESIDE[h] if n >= 0 and BOARD.ground[n] == "."])
    return rng.choice(pairs(*_GROUND[sort]))


def ground(rng: Random, edition: str) -> Found:
    sort = rng.choice(_SORTS)
    a, d = _field(rng, sort)
    ours, theirs = some(rng, MILITIA, 1, 2), some(rng, LUNAR, 1, 2)
    idle = [next(u for u in LUNAR if u not in theirs)]
    g = fight({a: ours, d: theirs, far_from(rng, d): idle}, [(a, d)])
    found = sums(g, d)
    bare = sum(CF[BY_ID[u]] for u in ours)
    attacks = found.attack != SCALE * bare
    right = found.attack if attacks else found.defence
    bare = bare if attacks else sum(CF[BY_ID[u]] for u in theirs)
    values = {"double": bare * 2 * SCALE, "triple": bare * 3 * SCALE, "plain": bare * SCALE, "half": bare * SCALE // 2}
    cited = [(c,) for c in dict.fromkeys(c for line in found.lines for _, c in line.why) if c.startswith(("13", "11"))]
    fields = {
        "ours": names(ours), "theirs": names(theirs), "at": at(a), "there": at(d), "field": sort,
        "asked": "attackers" if attacks else "defenders", "reason": sort, "lines": (each := worth(found, attacks)),
        "sum": "one" if len(each) == 1 else "several",
    }  # fmt: skip
    return Found(
        g, factors(right), fields, [Slip(factors(v), key) for key, v in values.items()], clauses=cited or [("13.2",)],
        look=(HEXES.names[a], HEXES.names[d]), show=(*ours, *theirs),
    )  # fmt: skip


def mixed(rng: Random, edition: str) -> Found:
    sort = rng.choice("^^F")
    spots = [
        (a, b, d)
        for d in ones(BOARD.high)
        for a in BESIDE[d]
        if a >= 0 and BOARD.ground[a] == "."
        for b in BESIDE[d]
        if b >= 0 and BOARD.ground[b] == "^" and BOARD.ground[d] == sort and d not in BOARD.place_at
    ]
    low, top, d = rng.choice(spots)
    links = [(low, d), (top, d)] if rng.random() < 0.6 else [(low, d)]
    case = "two" if len(links) > 1 else "one"
    reason = f"{case}-wood" if sort == "F" else case
    stacks = {low: ["militia-cavalry-1"], d: ["talfort"], far_from(rng, d): ["unriver"]}
    g = fight(stacks | ({top: ["militia-foot-1"]} if len(links) > 1 else {}), links)
    found = sums(g, d)
    fields = {
        "there": at(d),
        "cf": CF[BY_ID["talfort"]],
        "wood": "wood" if sort == "F" else "bare",
        "reason": reason,
        "low": at(low),
        "top": at(top),
    }
    cited = {"one": ["13.4"], "one-wood": ["13.5"], "two": ["13.6"], "two-wood": ["13.6", "13.3"]}[reason]
    return Found(
        g,
        factors(found.defence),
        fields,
        [
            Slip(factors(CF[BY_ID["talfort"]] * n * SCALE), key)
            for n, key in ((1, "plain"), (2, "double"), (3, "triple"))
        ],
        case=case,
        clauses=[(number,) for number in cited],
        look=tuple(HEXES.names[x] for x in (*(a for a, _ in links), d)),
    )


def driven(rng: Random, edition: str) -> Found:
    a, d = rng.choice(pairs(".", "."))
    more = [n for n in BESIDE[d] if n != a and HEXES.distance(n, a) > 1]
    stacks = {a: ["militia-cavalry-1"], d: ["whipstock"], far_from(rng, d): ["unriver"]}
    for k, n in enumerate(rng.sample(more, rng.randint(0, 2))):
        if BOARD.ground[n] == ".":
            stacks[n] = [f"militia-cavalry-{k + 2}"]
    g = game(stacks, phase="combat")
    ways = refuges(g.state, (BY_ID["whipstock"],))
    fields = {"there": at(d), "foes": stacks_in_words(g, "whipstock", "unriver"), "ways": [at(n) for n in ways]}
    return Found(
        g, bool(ways), fields, clauses=[("12.7",)] if ways else [("12.7",), ("13.1",)],
        look=tuple(HEXES.names[h] for h in stacks),
    )  # fmt: skip


def sally(rng: Random, edition: str) -> Found | None:
    fort = BOARD.places[rng.choice(_FORTS[:5])].hexes[0]
    inside = some(rng, MILITIA, 2, 3)
    n = rng.choice([n for n in BESIDE[fort] if BOARD.ground[n] == "." and n not in BOARD.place_at])
    start = [
        x
        for x in BESIDE[n]
        if x >= 0 and HEXES.distance(x, fort) == 2 and BOARD.ground[x] == "." and x not in BOARD.place_at
    ]
    if not start:
        return None
    g = game({start[0]: ["whipstock"], fort: inside}, player="lunar")
    g.push("lead whipstock")
    g.push(f"step {HEXES.names[n]}")
    if g.step != "sally":
        return None
    most, t = 0, g.copy()
    while outs := [a for a in t.legal_actions() if a.verb == "out"]:
        t.push(outs[0])
        most += 1
    fields = {"fort": at(fort), "inside": names(inside), "at": at(n)}
    return Found(
        g,
        most,
        fields,
        {"all": len(inside), "one": 1},
        most=5,
        clauses=[("13.9",)],
        look=(HEXES.names[fort], HEXES.names[n]),
    )


def move_in(rng: Random, edition: str) -> Found:
    sort = rng.choice(("wood", "marsh", "plain", "river", "ridge", "charge"))
    a, d = rng.choice(pairs(*_GROUND[sort]))
    ours = ["twin-spears", "bullocks", "sword-brothers"]
    g = fight({a: ours, d: ["winedance"], far_from(rng, d): ["unriver"]}, [(a, d)])
    with_dice(g, f"roll {HEXES.names[d]}", 6)
    fields = {"ours": names(ours), "at": at(a), "there": at(d), "field": sort}
    return Found(
        g, g.step == "advance", fields, case="river" if sort == "river" else "", look=(HEXES.names[a], HEXES.names[d]),
    )  # fmt: skip


def divide(rng: Random, edition: str) -> Found:
    h = rng.choice(plains())
    foes = rng.sample(BESIDE[h], 2)
    other = next((n for n in BESIDE[h] if n not in foes and any(f in BESIDE[n] for f in foes)), None)
    stacks = {h: ["militia-cavalry-1"], foes[0]: ["whipstock"], foes[1]: ["unriver"], far_from(rng, h): ["starkin"]}
    if other is not None and rng.random() < 0.6:
        stacks[other] = ["militia-foot-1"]
    g = game(stacks, phase="combat")
    able = [a for a in g.legal_actions() if a.verb == "assign"]
    rng.shuffle(able)
    for a in able[: rng.randint(1, len(able))]:
        g.push(a)
    target = g.state.links[0][1]
    yes, why, cited = verdict_in_words(g, f"roll {HEXES.names[target]}")
    who = {x: NAME[pile[0]] for x, pile in stacks.items()}
    fields = {
        "ours": stacks_in_words(g, "whipstock", "unriver", "starkin"),
        "theirs": stacks_in_words(g, "militia-cavalry-1", "militia-foot-1", "starkin"),
        "plan": [f"{who[x]} against {who[t]}" for x, t in g.state.links],
        "target": f"{who[target]} in {at(target)}",
        "reasons": why,
    }
    return Found(
        g,
        yes,
        fields,
        clauses=cited or [("14.2",), ("12.1",)],
        look=tuple(HEXES.names[x] for x in stacks),
    )


def hero_strength(rng: Random, edition: str) -> Found:
    hero = rng.choice(("prince-argrath", "harrek-the-berserk", "jaldon-toothmaker"))
    ours = [hero, *some(rng, SARTAR, 1, 2)]
    if hero == "harrek-the-berserk" and rng.random() < 0.5:
        ours.insert(1, "gunda-the-guilty")
    sort = rng.choice(("plain", "wood", "walls")) if rng.random() < 0.5 else "plain"
    if sort == "plain":
        a = rng.choice(plains())
        d = rng.choice(BESIDE[a])
    else:
        a, d = _field(rng, sort)
    g = fight({a: ours, d: ["talfort"], far_from(rng, d): ["red-emperor"]}, [(a, d)])
    found = sums(g, d)
    right = found.attack // SCALE
    bare = sum(CF[BY_ID[u]] for u in ours)
    each = [line.factor for line in found.lines if line.attacks]
    told = [f"{factors(n)} by {NAME[u]}" for u, n in zip(ours, each, strict=False)]
    cited: list[Citation] = [("17.2",)]
    cited += [("17.6",)] if "gunda-the-guilty" in ours else []
    if sort != "plain":
        cited.append(("18.4",) if BY_ID[hero] in ones(SUPERHEROES) else ("17.3",))
    fields = {"ours": names(ours), "at": at(a), "there": at(d), "field": sort, "told": told}
    return Found(
        g, right, fields, {"bare": bare, "doubled": bare + len(ours) - 1}, least=1, most=199, clauses=cited,
        look=(HEXES.names[a], HEXES.names[d]), show=tuple(ours),
    )  # fmt: skip


def hero_fate(rng: Random, edition: str) -> Found:
    hero = rng.choice(("prince-argrath", "harrek-the-berserk", "prince-argrath"))
    company = ["militia-foot-1"] if rng.random() < 0.6 else []
    enemy = rng.choice(("red-emperor", "bell-temple", "bloodspillers", "char-un"))
    h = rng.choice(plains())
    foe = rng.choice(BESIDE[h])
    ours, theirs = [enemy, "antelope-lancers", "standfast"], [hero, *company]
    g = fight({foe: theirs, h: ours, far_from(rng, h): ["gunda-the-guilty"]}, [(h, foe)], player="lunar")
    before = g.copy()
    with_dice(g, f"roll {HEXES.names[foe]}", 6, 6, 6)
    u = BY_ID[hero]
    right = "dead" if g.state.place[u] < 0 else "wound" if g.state.wounds.get(u, 0) > 0 else "nothing"
    superhero = bool(SUPERHEROES >> u & 1)
    fields = {
        "ours": names(ours),
        "theirs": names(theirs),
        "at": at(h),
        "there": at(foe),
        "hero": NAME[hero],
        "enemy": NAME[enemy],
    }
    return Found(
        before,
        right,
        fields,
        case=f"{'superhero' if superhero else 'hero'}-{right}",
        clauses=[("18.5",)] if superhero else [("17.4",)],
        look=(HEXES.names[h], HEXES.names[foe]),
        show=(hero, enemy),
    )
