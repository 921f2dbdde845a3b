"""Questions about battles: odds, the table, ground, retreats, sallies, advances, dividing, heroes in battle."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from random import Random
from typing import Any

from elric.dragon_pass.combat.dividing import joined
from elric.dragon_pass.combat.reckoning import SCALE, Reckoning, reckon
from elric.dragon_pass.combat.results import refuges
from elric.dragon_pass.combat.table import COLUMNS, column, odds_words, result
from elric.dragon_pass.components.board import BESIDE, BOARD, HEXES
from elric.dragon_pass.components.units import BY_ID, CF, HEROES, SUPERHEROES
from elric.dragon_pass.game import Game
from elric.dragon_pass.position.story import factors
from elric.dragon_pass.teaching.question_kinds.fields import (
    LUNAR,
    MILITIA,
    NAME,
    SARTAR,
    far_from,
    game,
    named,
    pairs,
    plains,
    said,
    some,
    with_dice,
)
from elric.dragon_pass.teaching.question_kinds.registry import kind
from elric.kernel.bits import ones
from elric.tutor.question import Draft, near, yes_no

_WHAT = {
    "A elim": ("All attackers are destroyed.", "12.5"),
    "A bk 1": ("The attackers are driven back one hex.", "12.7"),
    "Trade": ("The weaker side is destroyed, and the other loses as much.", "12.6"),
    "D bk 1": ("The defenders are driven back one hex.", "12.7"),
    "D elim": ("All defenders are destroyed.", "12.8"),
}
_FIELDS = ("wood", "marsh", "river", "ridge", "charge", "both", "walls", "ford", "stream")


def fight(stacks: Mapping[int, Sequence[str]], links: Sequence[tuple[int, int]], **more: Any) -> Game:
    """A game in combat with these attacks assigned."""
    g = game(stacks, phase="combat", **more)
    for a, t in links:
        g.push(f"assign {HEXES.names[a]} {HEXES.names[t]}")
    return g


def sums(g: Game, target: int) -> Reckoning:
    """The reckoning of the battle for a hex, line by line."""
    battle = next(b for b in joined(g.state, g.state.links, g.state.player) if target in dict(b.defenders))
    return reckon(g.state, battle, tell=True)


@kind("odds", "What are the odds?", ("12.2",), ("22.1",), ("12.3",))
def odds(rng: Random, edition: str) -> Draft | None:
    h = rng.choice(plains())
    foe = rng.choice(BESIDE[h])
    ours, theirs = some(rng, SARTAR), some(rng, LUNAR)
    g = fight({h: ours, foe: theirs}, [(h, foe)])
    found = sums(g, foe)
    a, d = found.attack // SCALE, found.defence // SCALE
    right = found.odds
    up, down = odds_words(min(6, found.column + 1)), odds_words(max(0, found.column - 1))
    wrong = ((up, "Only a remainder of a half or more goes up."), (down, "A remainder of a half or more goes up, in the attacker's favour."),
             (odds_words(column(d, a)), "The attacker's sum comes first."))  # fmt: skip
    return Draft(f"{named(ours)} attack {named(theirs)} over open ground: {a} against {d}. What are the odds?", g, right, wrong,
                 f"{a} divided by {d}, halves rounded up for the attacker: {right}.", look=(HEXES.names[h], HEXES.names[foe]),
                 facts={"attack": a, "defence": d}, show=(*ours, *theirs))  # fmt: skip


@kind("table", "What does the die say?", ("12.4",), ("12.5",), ("12.6",), ("12.7",), ("12.8",))
def table(rng: Random, edition: str) -> Draft | None:
    k, die = rng.randrange(6), rng.randint(1, 6)
    h = rng.choice(plains())
    g = fight(
        {h: ["militia-cavalry-1"], BESIDE[h][0]: ["whipstock"], far_from(rng, h): ["unriver"]}, [(h, BESIDE[h][0])]
    )
    right = result(k, die)
    others = [x for x in _WHAT if x != right]
    rng.shuffle(others)
    wrong = tuple((_WHAT[x][0], f"That is {x}; the table says {right}.") for x in others[:3])
    return Draft(f"At {COLUMNS[k]} the die is a {die}. What happens?", g, _WHAT[right][0], wrong,
                 f"{right} in the column of {COLUMNS[k]}. {_WHAT[right][0]}", ((_WHAT[right][1],),), facts={"column": k, "die": die})  # fmt: skip


def _field(rng: Random, sort: str) -> tuple[int, int]:
    """(attacker's hex, defender's hex) of one sort of ground."""
    if sort == "walls":
        fort = BOARD.places[
            rng.choice(("jonstown", "alda-chur", "wilmskirk", "two-ridge", "swenstown", "dunstop", "bagnot"))
        ].hexes[0]
        a = next(n for n in BESIDE[fort] if BOARD.ground[n] == "." and not BOARD.river >> n & 1)
        return a, fort
    if sort == "ford":
        fords = [(n, h) for h in ones(BOARD.ford) for n in BESIDE[h] if n >= 0 and BOARD.ground[n] == "."]
        return rng.choice(fords)
    letters = {
        "wood": (".", "f"),
        "marsh": (".", "m"),
        "river": ("r", "."),
        "ridge": (".", "^"),
        "charge": ("^", "."),
        "both": (".", "F"),
        "plain": (".", "."),
        "stream": (".", "r"),
    }
    return rng.choice(pairs(*letters[sort]))


@kind("ground", "What does the ground do?", ("13.2",), ("13.3",), ("13.4",), ("13.5",), ("13.7",), ("11.2",))
def ground(rng: Random, edition: str) -> Draft | None:
    a, d = _field(rng, rng.choice(_FIELDS))
    ours, theirs = some(rng, MILITIA, 1, 2), some(rng, LUNAR, 1, 2)
    g = fight(
        {a: ours, d: theirs, far_from(rng, d): ["unriver"] if "unriver" not in theirs else ["riverfork"]}, [(a, d)]
    )
    found = sums(g, d)
    plain = sum(CF[BY_ID[u]] for u in theirs)
    asked, right, bare = ("defenders", found.defence, plain)
    if found.attack != SCALE * sum(CF[BY_ID[u]] for u in ours):
        asked, right, bare = "attackers", found.attack, sum(CF[BY_ID[u]] for u in ours)
    values = [bare * 2 * SCALE, bare * 3 * SCALE, bare * SCALE, bare * SCALE // 2]
    wrong = tuple((factors(v), "See what stands there, and from where the attack comes.") for v in values if v != right)
    why = "; ".join(
        dict.fromkeys(w for line in found.lines if line.attacks == (asked == "attackers") for w, _ in line.why)
    )
    cited = tuple(
        (c,) for c in dict.fromkeys(c for line in found.lines for _, c in line.why) if c.startswith(("13", "11"))
    )
    return Draft(f"{named(ours)} in {HEXES.names[a]} attack {named(theirs)} in {HEXES.names[d]}. For how much do the {asked} count?", g, factors(right),
                 wrong, f"{factors(right)}: {why}.", cited, (HEXES.names[a], HEXES.names[d]), facts={"target": d}, show=(*ours, *theirs))  # fmt: skip


@kind("mixed", "From both sides", ("13.6",), ("13.5",))
def mixed(rng: Random, edition: str) -> Draft | None:
    spots = [(a, b, d) for d in ones(BOARD.high) for a in BESIDE[d] if a >= 0 and BOARD.ground[a] == "." for b in BESIDE[d]
             if b >= 0 and BOARD.ground[b] == "^" and BOARD.ground[d] in "^F" and d not in BOARD.place_at]  # fmt: skip
    low, top, d = rng.choice(spots)
    links = [(low, d), (top, d)] if rng.random() < 0.6 else [(low, d)]
    stacks = {low: ["militia-cavalry-1"], d: ["talfort"], far_from(rng, d): ["unriver"]} | (
        {top: ["militia-foot-1"]} if len(links) > 1 else {}
    )
    g = fight(stacks, links)
    right = sums(g, d).defence
    wrong = tuple(
        (factors(3 * n * SCALE), "One attacker over open ground takes away what the ridge gave, and nothing else.")
        for n in (1, 2, 3)
        if 3 * n * SCALE != right
    )
    where = " and ".join(HEXES.names[a] for a, _ in links)
    return Draft(f"Talfort (3) stands on the height {HEXES.names[d]}{', in a wood' if BOARD.ground[d] == 'F' else ''}, and is attacked from {where}. "
                 "For how much does it count?", g, factors(right), wrong, "; ".join(w for line in sums(g, d).lines if not line.attacks for w, _ in line.why) + ".",
                 look=tuple(HEXES.names[x] for x in (*(a for a, _ in links), d)), facts={"target": d}, ordered=True)  # fmt: skip


@kind("driven", "Does it live?", ("12.7",), ("13.1",))
def driven(rng: Random, edition: str) -> Draft | None:
    a, d = rng.choice(pairs(".", "."))
    more = [n for n in BESIDE[d] if n != a and HEXES.distance(n, a) > 1]
    stacks = {a: ["militia-cavalry-1"], d: ["whipstock"], far_from(rng, d): ["unriver"]}
    for k, n in enumerate(rng.sample(more, rng.randint(0, 2))):
        if BOARD.ground[n] == ".":
            stacks[n] = [f"militia-cavalry-{k + 2}"]
    g = game(stacks, phase="combat")
    ways = refuges(g.state, (BY_ID["whipstock"],))
    right, wrong = yes_no(
        bool(ways),
        "Enemy zones, wood, water and heights leave it no way.",
        "One hex is enough, and it must be let out there.",
    )
    why = (
        f"It can go to {' or '.join(HEXES.names[n] for n in ways)}."
        if ways
        else "Every hex around it is an enemy's zone, wood, water or uphill."
    )
    return Draft(f"The Whipstock in {HEXES.names[d]} is driven back one hex. Does it live?", g, right, wrong, why, look=tuple(HEXES.names[h] for h in stacks),
                 facts={"ways": ways}, ordered=True)  # fmt: skip


@kind("sally", "Who may sally?", ("13.9",), ("13.8",))
def sally(rng: Random, edition: str) -> Draft | None:
    fort = BOARD.places[rng.choice(("jonstown", "alda-chur", "wilmskirk", "two-ridge", "swenstown"))].hexes[0]
    inside = some(rng, MILITIA, 2, 3)
    near_it = [n for n in BESIDE[fort] if BOARD.ground[n] == "." and n not in BOARD.place_at]
    n = rng.choice(near_it)
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
    most = 0
    t = g.copy()
    while outs := [a for a in t.legal_actions() if a.verb == "out"]:
        t.push(outs[0])
        most += 1
    slips = [(len(inside), "One unit at least stays behind the walls."), (1, "Not only one: all but one may go.")]
    return Draft(f"The Whipstock marches past {BOARD.where(fort)}, where {named(inside)} lie. How many of them may sally at most?", g, str(most),
                 near(rng, most, slips, low=0, high=5), "All but one: somebody has to hold the walls.", look=(HEXES.names[fort], HEXES.names[n]),
                 facts={"inside": inside}, ordered=True)  # fmt: skip


@kind("move-in", "May they move in?", ("14.1",))
def move_in(rng: Random, edition: str) -> Draft | None:
    a, d = rng.choice(pairs(*rng.choice(((".", "f"), (".", "m"), (".", "."), ("r", "."), (".", "^"), ("^", ".")))))
    g = fight(
        {a: ["twin-spears", "bullocks", "sword-brothers"], d: ["winedance"], far_from(rng, d): ["unriver"]}, [(a, d)]
    )
    with_dice(g, f"roll {HEXES.names[d]}", 6)
    yes = g.step == "advance"
    right, wrong = yes_no(
        yes,
        "Into open ground nobody moves after a battle, unless he fought across a river.",
        "Hard ground, or the far side of a river: they may.",
    )
    return Draft(f"Your stack in {HEXES.names[a]} has destroyed the enemy in {HEXES.names[d]}. May it move in?", g, right, wrong,
                 "Attackers move into hard ground that they have cleared, or across a river; not into open ground.",
                 look=(HEXES.names[a], HEXES.names[d]), facts={"yes": yes}, ordered=True)  # fmt: skip


@kind("divide", "May he roll now?", ("14.2",), ("12.1",), ("13.7",), ("13.8",))
def divide(rng: Random, edition: str) -> Draft | None:
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
    target = HEXES.names[g.state.links[0][1]]
    yes, words, cited = said(g, f"roll {target}")
    right, wrong = yes_no(
        yes,
        "Somebody who must fight has no target, or an enemy beside is left alone.",
        "Everybody has a target, and nobody is left out.",
    )
    plan = "; ".join(f"{HEXES.names[a]} against {HEXES.names[t]}" for a, t in g.state.links)
    return Draft(f"You have assigned: {plan}. May you roll for {target} now?", g, right, wrong, words if not yes else "Nobody is idle, nobody is left out.",
                 cited, tuple(HEXES.names[x] for x in stacks), facts={"yes": yes}, ordered=True)  # fmt: skip


@kind("hero-strength", "What is the hero's company worth?", ("17.2",), ("17.3",), ("17.6",), ("17.5",), ("18.4",))
def hero_strength(rng: Random, edition: str) -> Draft | None:
    hero = rng.choice(("prince-argrath", "harrek-the-berserk", "jaldon-toothmaker"))
    ours = [hero, *some(rng, SARTAR, 1, 2)]
    if hero == "harrek-the-berserk" and rng.random() < 0.5:
        ours.insert(1, "gunda-the-guilty")
    a, d = _field(rng, rng.choice(("plain", "wood", "walls"))) if rng.random() < 0.5 else (0, 0)
    if not d:
        a = rng.choice(plains())
        d = rng.choice(BESIDE[a])
    g = fight({a: ours, d: ["talfort"], far_from(rng, d): ["red-emperor"]}, [(a, d)])
    found = sums(g, d)
    right = found.attack // SCALE
    plain = sum(CF[BY_ID[u]] for u in ours)
    slips = [
        (plain, "A hero lifts every other unit of his stack by one."),
        (plain + len(ours) - 1, "Difficult ground, or a Friend, multiplies more than you think."),
    ]
    why = "; ".join(
        f"{NAME[ours[k]] if k < len(ours) else ''} {factors(line.factor)}"
        for k, line in enumerate(x for x in found.lines if x.attacks)
    )
    return Draft(f"{named(ours)} in {HEXES.names[a]} attack Talfort in {HEXES.names[d]}. What is their sum?", g, str(right), near(rng, right, slips, low=1, high=199),
                 f"{right}: {why}.", look=(HEXES.names[a], HEXES.names[d]), facts={"units": ours}, ordered=True, show=tuple(ours))  # fmt: skip


@kind("hero-fate", "Does the hero die?", ("17.4",), ("18.5",), ("18.2",), ("18.6",))
def hero_fate(rng: Random, edition: str) -> Draft | None:
    hero = rng.choice(("prince-argrath", "harrek-the-berserk", "prince-argrath"))
    company = rng.random() < 0.6
    enemy = rng.choice(("red-emperor", "bell-temple", "bloodspillers", "char-un"))
    h = rng.choice(plains())
    foe = rng.choice(BESIDE[h])
    stacks = {
        foe: [hero, *(["militia-foot-1"] if company else [])],
        h: [enemy, "antelope-lancers", "standfast"],
        far_from(rng, h): ["gunda-the-guilty"],
    }
    g = fight(stacks, [(h, foe)], player="lunar")
    before = g.copy()
    with_dice(g, f"roll {HEXES.names[foe]}", 6, 6, 6)
    u = BY_ID[hero]
    dead = g.state.place[u] < 0
    scar = g.state.wounds.get(u, 0) > 0
    right = "He dies." if dead else "He takes a Wound." if scar else "Nothing."
    wrong = tuple(
        (x, "Ask whether he has company, and who of his enemies is underlined.")
        for x in ("He dies.", "He takes a Wound.", "Nothing.")
        if x != right
    )
    why = ("A Superhero takes a Wound where a striker fights him, else nothing." if SUPERHEROES >> u & 1
           else "Among friends, against plain enemies, a hero is spared; alone, or against a hero, he dies.")  # fmt: skip
    assert HEROES >> u & 1
    return Draft(f"{named(stacks[h])} attack {named(stacks[foe])}, and the die is a six: D elim. What becomes of {NAME[hero]}?", before, right, wrong, why,
                 look=(HEXES.names[h], HEXES.names[foe]), facts={"right": right}, show=(hero, enemy))  # fmt: skip


__all__ = ["fight", "sums"]
