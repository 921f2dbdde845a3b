"""Magic: the moon, ranges, spells and what comes back, whom nothing touches."""

from __future__ import annotations

from random import Random
from typing import Any, Final

from elric.dragon_pass.combat.factors import DAYS, FULL, MOON, immune, moon
from elric.dragon_pass.combat.reckoning import SCALE, reckon
from elric.dragon_pass.components.board import BESIDE, BOARD, HEXES
from elric.dragon_pass.components.units import BY_ID, RF, UNITS
from elric.dragon_pass.magic.spells import casters, shortest, spell_at, stretched_range
from elric.dragon_pass.position.telling import factors
from elric.dragon_pass.teaching.question_kinds.battles import fight, sums
from elric.dragon_pass.teaching.question_kinds.fields import (
    NAME,
    at,
    far_from,
    game,
    names,
    plains,
    some,
    with_dice,
)
from elric.tutor.question_kinds import Found, Slip

UNION: Final = (
    "egglord-warlocks",
    "eaglebrown-warlocks",
    "free-philosophers",
    "tosti-runefriend",
    "sir-naribs-company",
    "krise",
    "and-j",
)


def moon_today(rng: Random, edition: str) -> Found:
    day, inside = rng.randrange(7), rng.random() < 0.4
    h = rng.choice([h for h in plains() if bool(BOARD.lands["L"] >> h & 1) == inside])
    also = "bat" if not inside and rng.random() < 0.3 else "storm" if inside and rng.random() < 0.3 else "nothing"
    stacks = {h: ["minor-class-1"], far_from(rng, h): ["krise"]}
    if also == "bat":
        stacks[BESIDE[h][0]] = ["crimson-bat"]
    more = {"effects": [["storm", "0x0", 9]]} if also == "storm" else {}
    g = game(stacks, phase="combat", player="lunar", day=day, **more)
    right, why = moon(g.state, BY_ID["minor-class-1"])
    clause = why[0][1]
    fields = {"day": DAYS[day], "place": "inside" if inside else "outside", "at": at(h), "also": also}
    slips = {"day": MOON[day], "full": MOON[FULL], "tomorrow": MOON[(day + 1) % 7]}
    return Found(
        g,
        right,
        fields,
        slips,
        least=1,
        most=12,
        case=clause,
        clauses=[(clause,)],
        look=(HEXES.names[h],),
    )


def spell_range(rng: Random, edition: str) -> Found | None:
    ours = some(rng, UNION, 1, 2)
    extra = rng.choice(([], [], ["dragon-1"], ["alchemical-transformer"])) if len(ours) == 1 else []
    h = rng.choice(plains())
    base = max(RF[BY_ID[u]] for u in ours)
    d = rng.randint(max(1, base - 1), base * (2 if len(ours) > 1 or extra else 1) + 2)
    spots = [n for n in plains() if HEXES.distance(h, n) == d]
    if not spots:
        return None
    t = rng.choice(spots)
    g = game({h: [*ours, *extra], t: ["whipstock"]}, phase="combat", owners=dict.fromkeys(extra, "sartar"))
    able = casters(g.state, h)
    plain, wide = shortest(g.state, able), stretched_range(g.state, able)
    right = "plain" if d <= plain else "added" if d <= wide else "no"
    cited = [("21.4",)] if right == "added" else [("8.5",), ("19.1",)]
    cited += [("38.3",)] if "dragon-1" in extra else [("30.2",)] if extra else []
    fields = {"ours": names([*ours, *extra]), "at": at(h), "there": at(t), "d": d, "plain": plain, "wide": wide}
    return Found(
        g, right, fields, clauses=cited, look=(HEXES.names[h], HEXES.names[t]), show=tuple(ours)
    )  # fmt: skip


def spell_sums(rng: Random, edition: str) -> Found | None:
    h = rng.choice(plains())
    ours, theirs = some(rng, UNION, 1, 2), ["whipstock", "goldedge"][: rng.randint(1, 2)]
    swords = rng.random() < 0.4
    if swords:
        foe = rng.choice(BESIDE[h])
        back = next((n for n in BESIDE[h] if HEXES.distance(n, foe) == 2), None)
        if back is None:
            return None
        g = fight({h: ["twin-spears"], back: ours, foe: theirs, far_from(rng, h): ["unriver"]}, [(h, foe)])
        g.push(f"assist {HEXES.names[back]} {HEXES.names[foe]}")
        found = sums(g, foe)
    else:
        back = h
        foe = rng.choice([n for n in plains() if 1 < HEXES.distance(h, n) <= 4])
        g = game({h: ours, foe: theirs}, phase="combat")
        g.push(f"aim {HEXES.names[h]} {HEXES.names[foe]}")
        found = reckon(g.state, spell_at(g.state, foe), tell=True)
    a, d = found.attack, found.defence
    fields = {"ours": names(ours), "theirs": names(theirs), "at": at(h), "back": at(back), "there": at(foe)}
    fields |= {"a": factors(a), "d": factors(d), "odds": found.odds}
    wrong = [Slip(_against(x, y)) for x, y in ((a, d * 2), (a + SCALE, d), (a, d + 2 * SCALE))]
    return Found(
        g,
        _against(a, d),
        fields,
        wrong,
        case="swords" if swords else "magic",
        clauses=[("21.3",)] if swords else [("19.1",)],
        look=(HEXES.names[h], HEXES.names[foe]),
        show=(*ours, *theirs),
    )


def _against(a: int, d: int) -> str:
    return f"{factors(a)} against {factors(d)}"


def spell_fate(rng: Random, edition: str) -> Found | None:
    caster = rng.choice(("spell-archers", "crater-makers", "cannon-cult", "spell-archers"))
    target = rng.choice(("egglord-warlocks", "bullocks", "twin-spears", "dragontooth-runners-1"))
    h = rng.choice(plains())
    foe = rng.choice([n for n in plains() if HEXES.distance(h, n) == 2])
    craters = {"marks": {"craters": 1}} if caster == "crater-makers" and rng.random() < 0.5 else {}
    g = game(
        {h: [caster], foe: [target], far_from(rng, h): ["whipstock", "starkin"]},
        phase="combat",
        player="lunar",
        day=2,
        owners={caster: "lunar"} if caster == "cannon-cult" else {},
        **craters,
    )
    g.push(f"aim {HEXES.names[h]} {HEXES.names[foe]}")
    before = g.copy()
    if reckon(g.state, spell_at(g.state, foe)).column >= 4:
        return None
    with_dice(g, f"cast {HEXES.names[foe]}", 1)
    dead = g.state.place[BY_ID[caster]] < 0
    reflects = UNITS[BY_ID[target]].magician or UNITS[BY_ID[target]].reflects
    case = "dead" if dead else caster if reflects else "plain"
    fields = {
        "caster": NAME[caster],
        "target": NAME[target],
        "at": at(h),
        "there": at(foe),
        "past": "stones" if craters else "none",
    }
    clause = {"dead": "21.1", "plain": "21.2", "cannon-cult": "30.1", "crater-makers": "24.4"}[case]
    return Found(
        before,
        dead,
        fields,
        case=case,
        clauses=[(clause,)],
        look=(HEXES.names[h], HEXES.names[foe]),
        show=(caster, target),
    )


def touched(rng: Random, edition: str) -> Found:
    h = rng.choice(plains())
    hero, friend, foot = "harrek-the-berserk", "gunda-the-guilty", "militia-foot-1"
    case, stack = rng.choice(
        (
            ("superhero", [hero, foot]),
            ("friend", [hero, friend, foot]),
            ("hero", ["prince-argrath", foot]),
            ("plain", [foot]),
            ("dragon", ["dragon-1"]),
        )
    )
    if case == "plain" and rng.random() < 0.6:
        case = "shield"
    stacks = {h: stack, far_from(rng, h): ["comet-seers"]} | ({BESIDE[h][0]: ["dragon-1"]} if case == "shield" else {})
    g = game(stacks, phase="combat", player="lunar", owners={"dragon-1": "sartar"})
    pile = g.state.piles[h]
    yes = not all(immune(g.state, u, pile) for u in pile)
    clause = {
        "superhero": "18.3",
        "friend": "17.7",
        "hero": "18.3",
        "plain": "38.5",
        "dragon": "38.4",
        "shield": "38.5",
    }[case]
    fields = {"units": names(stack), "at": at(h), "near": case}
    return Found(
        g, yes, fields, case=case, clauses=[(clause,)], look=(HEXES.names[h],), show=tuple(stack)
    )  # fmt: skip


def once(rng: Random, edition: str) -> Found:
    mage = rng.choice(UNION)
    h = rng.choice(plains())
    t = rng.choice([n for n in plains() if 1 < HEXES.distance(h, n) <= 4])
    how = rng.choice(("fresh", "cast", "waded", "tied"))
    states: dict[str, dict[str, Any]] = {
        "fresh": {},
        "cast": {"cast": [mage]},
        "waded": {"waded": [mage]},
        "tied": {"effects": [["tied", hex(1 << BY_ID[mage]), 9]]},
    }
    open_phase = {BOARD.places["cliffhome"].hexes[0]: ["scouts-2"]}  # somebody who may still act in it
    g = game({h: [mage], t: ["whipstock"], far_from(rng, h): ["starkin"], **open_phase}, phase="combat", **states[how])
    yes = bool(casters(g.state, h))
    fields = {
        "mage": NAME[mage],
        "how": how,
        "at": at(h),
        "there": at(t),
        "d": HEXES.distance(h, t),
        "range": RF[BY_ID[mage]],
    }
    clause = {"fresh": "20.3", "cast": "20.3", "waded": "21.6", "tied": "21.5"}[how]
    return Found(
        g, yes, fields, case=how, clauses=[(clause,)], look=(HEXES.names[h], HEXES.names[t])
    )  # fmt: skip
