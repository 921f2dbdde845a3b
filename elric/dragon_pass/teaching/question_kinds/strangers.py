"""Independents and strange powers: who is asked where, what a die brings, what a power costs."""

from __future__ import annotations

from random import Random
from typing import Final

from elric.dragon_pass.combat.factors import DAYS
from elric.dragon_pass.components.board import BESIDE, BOARD, HEXES
from elric.dragon_pass.components.units import BY_ID, IDS, UNITS
from elric.dragon_pass.exotics.lunar import due
from elric.dragon_pass.independents.peoples import PEOPLES
from elric.dragon_pass.movement.newt_roads import STOPS, reachable
from elric.dragon_pass.position.state import who_musters
from elric.dragon_pass.teaching.question_kinds.battles import fight, sums
from elric.dragon_pass.teaching.question_kinds.fields import (
    NAME,
    at,
    far_from,
    game,
    names,
    plains,
    verdict_in_words,
    with_dice,
)
from elric.kernel.bits import ones
from elric.tutor.question_kinds import Found, Slip

_ASKED: Final = [p for p in PEOPLES if p.key not in ("delecti", "puppeteers", "dwarf")]
_JEALOUS: Final = {"G": "grazelanders", "B": "ironhoof", "W": "exiles", "H": "ethilrist"}


def asked(rng: Random, edition: str) -> Found:
    people, die = rng.choice(_ASKED), rng.randint(1, 6)
    h = ones(people.home)[0]
    unit = rng.choice(("militia-foot-1", "scouts-1", "harrek-the-berserk"))
    g = game({h: [unit], far_from(rng, h): ["whipstock"]}, phase="combat")
    before = g.copy()
    with_dice(g, f"ask {unit}", die)
    u = BY_ID[unit]
    joined = g.state.owner[people.units[0]] == 1
    right = "joins" if joined else "lost" if g.state.place[u] < 0 else "wound" if g.state.wounds.get(u) else "nothing"
    return Found(
        before,
        right,
        {"unit": NAME[unit], "people": people.name, "at": at(h), "die": die},
        case="wins" if joined else right,
        clauses=[("28.5",) if joined else ("28.4",), (people.clause,)],
        look=(HEXES.names[h],),
    )


def home(rng: Random, edition: str) -> Found:
    people = rng.choice(PEOPLES)
    h = rng.choice(ones(people.home))
    others = [p for p in PEOPLES if p.key != people.key and p.home != people.home]
    g = game({rng.choice(plains()): ["militia-foot-1"]})
    wrong = [Slip(at(ones(p.home)[0]), fields={"other": p.name}) for p in rng.sample(others, 3)]
    return Found(
        g,
        at(h),
        {"people": people.name, "at": at(h)},
        wrong,
        clauses=[("28.3",), (people.clause,)],
    )


def envoy(rng: Random, edition: str) -> Found:
    h = BOARD.places["wild-temple"].hexes[0]
    unit = rng.choice(
        (
            "triceratops-1",
            "giant-1",
            "dragon-1",
            "militia-foot-1",
            "krise",
            "wind-children",
            "prince-argrath",
            "zombie-1",
        )
    )
    stand = rng.choice(plains()) if rng.random() < 0.25 else h
    owners = {unit: "sartar"} if UNITS[BY_ID[unit]].side not in ("lunar", "sartar") else {}
    # somebody who may ask elsewhere keeps the combat phase open
    stacks = {stand: [unit], far_from(rng, stand): ["whipstock"], BOARD.places["cliffhome"].hexes[0]: ["scouts-2"]}
    if unit == "zombie-1":
        owners["delecti-the-necromancer"] = "sartar"
        stacks[BESIDE[stand][0]] = ["delecti-the-necromancer"]
    g = game(stacks, phase="combat", owners=owners)
    yes, why, cited = verdict_in_words(g, f"ask {unit}")
    return Found(
        g, yes, {"unit": NAME[unit], "at": at(stand), "reasons": why}, clauses=cited[:1] or [("28.2",), ("28.3",)],
        look=(HEXES.names[stand],),
    )  # fmt: skip


def dwarf(rng: Random, edition: str) -> Found:
    h = BOARD.places["mineshaft"].hexes[0]
    die = rng.randint(1, 6)
    g = game({h: ["militia-foot-1"], far_from(rng, h): ["whipstock"]}, phase="combat")
    before = g.copy()
    with_dice(g, "ask militia-foot-1", 1, die)
    coming = {IDS[u] for u in who_musters(g.state)}
    gifts = {"cannon-cult": "cult", "alchemical-transformer": "transformer"}
    right = next((key for u, key in gifts.items() if u in coming), "nothing" if not coming else "stone")
    right = "himself" if len(coming) > 1 else right
    return Found(before, right, {"die": die, "at": at(h)}, look=(HEXES.names[h],))


def bat(rng: Random, edition: str) -> Found:
    day, missed = rng.randrange(7), rng.randrange(4)
    h = rng.choice(plains())
    g = game(
        {h: ["crimson-bat"], BESIDE[h][0]: ["whipstock"], far_from(rng, h): ["krise"], BESIDE[h][3]: ["minor-class-1"]},
        phase="combat",
        player="lunar",
        day=day,
        marks={"missed": missed} if missed else {},
    )
    right = due(g.state)
    case = "missed" if missed else "today" if right else "none"
    return Found(
        g,
        right,
        {"day": DAYS[day], "missed": missed, "at": at(h)},
        {"missed": missed, "doubles": 2**missed, "one": 1},
        case=case,
        most=17,
        look=(HEXES.names[h],),
    )


def dragonfight(rng: Random, edition: str) -> Found | None:
    die, seeks = rng.randint(1, 6), rng.random() < 0.35
    h = rng.choice(plains())
    foe = far_from(rng, h, 6)
    if HEXES.distance(h, foe) > 20:
        return None
    stacks = {h: ["dragon-1", "militia-foot-1"], foe: ["whipstock", "jar-eel-the-razoress"]}
    g = game(stacks, phase="combat", owners={"dragon-1": "sartar"})
    before = g.copy()
    with_dice(g, f"{'dragonduel' if seeks else 'dragonfight'} dragon-1 {HEXES.names[foe]}", die)
    s = g.state
    parts = [
        name
        for name, so in (
            ("dragon", s.place[BY_ID["dragon-1"]] < 0),
            ("whipstock", s.place[BY_ID["whipstock"]] < 0),
            ("wound", bool(s.wounds)),
        )
        if so
    ]
    fields = {"at": at(h), "there": at(foe), "die": die, "seeks": seeks, "whom": seeks}
    return Found(
        before, "+".join(parts) or "nothing", fields, case="seeks" if seeks else "all",
        clauses=[("38.9",), ("38.8",)] if seeks else [("38.9",), ("38.6",)], look=(HEXES.names[h], HEXES.names[foe]),
    )  # fmt: skip


def zombies(rng: Random, edition: str) -> Found:
    h = rng.choice(plains())
    n, near_by = rng.randint(1, 3), rng.randint(1, 3)
    foe, back = BESIDE[h][0], BESIDE[h][3]
    front = [f"zombie-{k + 1}" for k in range(n)]
    rear = [f"zombie-{k + 1 + n}" for k in range(near_by)]
    owners = dict.fromkeys((*front, *rear, "delecti-the-necromancer"), "sartar")
    stacks = {h: front, back: ["delecti-the-necromancer", *rear], foe: ["bell-temple"], far_from(rng, h): ["unriver"]}
    g = fight(stacks, [(h, foe)], owners=owners)
    right = sums(g, foe).attack // 24
    fields = {"n": n, "near": near_by, "at": at(h), "back": at(back), "there": at(foe), "every": n + near_by}
    return Found(
        g, right, fields, {"front": 2 * n, "delecti": right + 5}, least=1, most=40, clauses=[("43.3",)],
        look=(HEXES.names[h], HEXES.names[foe]),
    )  # fmt: skip


def illusions(rng: Random, edition: str) -> Found:
    h = rng.choice(plains())
    foe, n = BESIDE[h][0], rng.randint(1, 3)
    owners = dict.fromkeys(("puppeteer-troupe", *(f"illusionary-army-{k}" for k in range(1, 6))), "sartar")
    attacks = rng.random() < 0.6
    enemy = rng.sample(("whipstock", "bell-temple", "steel-sword-legion"), rng.randint(1, 3))
    shows = [f"illusionary-army-{k + 1}" for k in range(n)]
    g = fight(
        {h: shows, foe: enemy, far_from(rng, h): ["puppeteer-troupe"]}, [(h, foe)] if attacks else [(foe, h)],
        player="sartar" if attacks else "lunar", owners=owners,
    )  # fmt: skip
    fields = {"shows": names(shows), "enemy": names(enemy), "at": at(h), "there": at(foe), "few": n == 1}
    return Found(
        g, sums(g, foe if attacks else h).odds, fields, [Slip(x) for x in ("1:2", "1:1", "2:1", "3:1")],
        case="attacks" if attacks else "defends", clauses=[("48.3",)], look=(HEXES.names[h], HEXES.names[foe]),
    )  # fmt: skip


def newt_road(rng: Random, edition: str) -> Found:
    start = rng.choice(sorted(STOPS))
    left = rng.randint(1, 4)
    rider = "dragonewt-cavalry-1"
    g = game({start: [rider], far_from(rng, start): ["whipstock"]}, owners={rider: "sartar"}, left={rider: 2 * left})
    s = g.state.copy()
    s.hand = (BY_ID[rider],)
    found = reachable(s)
    goal = rng.choice([h for h in sorted(STOPS) if h != start])
    fields = {"start": at(start), "goal": at(goal), "left": left, "stops": [at(h) for h in sorted(found)]}
    return Found(
        g, goal in found, fields, case="" if found else "none", look=(HEXES.names[start], HEXES.names[goal]),
    )  # fmt: skip


def reborn(rng: Random, edition: str) -> Found:
    h = rng.choice(plains())
    foe = BESIDE[h][0]
    taken = rng.random() < 0.5
    stacks = {
        h: ["bell-temple", "char-un"],
        foe: ["dragonewt-cavalry-1"],
        BOARD.places["eye-1"].hexes[0]: ["inhuman-king"],
    }
    g = fight(stacks, [(h, foe)], player="lunar", owners={"dragonewt-cavalry-1": "sartar", "inhuman-king": "sartar"},
              marks={"taken": ["newt-4"]} if taken else {})  # fmt: skip
    before = g.copy()
    with_dice(g, f"roll {HEXES.names[foe]}", 6, 6)
    yes = g.state.place[BY_ID["dragonewt-cavalry-1"]] >= 0
    return Found(before, yes, {"there": at(foe), "town": taken}, look=(HEXES.names[foe],))


def jealous(rng: Random, edition: str) -> Found | None:
    letter = rng.choice(list(_JEALOUS))
    lunar = rng.random() < 0.5
    spots = [
        (a, b)
        for b in ones(BOARD.lands[letter])
        for a in BESIDE[b]
        if a >= 0
        and BOARD.land[a] != letter
        and BOARD.land[a] not in "BWHEC"
        and BOARD.ground[a] == "."
        and BOARD.ground[b] == "."
        and a not in BOARD.place_at
        and b not in BOARD.place_at
    ]
    if letter != "G":
        spots = [(a, b) for a, b in spots if BOARD.land[a] != "G"] or spots
    if not spots:
        return None
    a, b = rng.choice(spots)
    mover = "whipstock" if lunar else "scouts-1"
    g = game(
        {a: [mover], far_from(rng, a): ["scouts-2" if lunar else "starkin"]},
        player="lunar" if lunar else "sartar",
        rules="1976, neutrals=jealous",
    )
    before = g.copy()
    g.push(f"lead {mover}")
    g.push(f"step {HEXES.names[b]}")
    people = next(p for p in PEOPLES if p.key == _JEALOUS[letter])
    owner = g.state.owner[people.units[0]]
    fields = {
        "unit": NAME[mover],
        "side": "the Empire" if lunar else "Sartar",
        "a": at(a),
        "b": at(b),
        "people": people.name,
    }
    return Found(
        before,
        "nothing" if owner < 0 else ("empire", "sartar")[owner],
        fields,
        look=(HEXES.names[b],),
    )
