"""Questions about magic: the moon, ranges, spells and what comes back, whom nothing touches."""

from __future__ import annotations

from random import Random
from typing import Any

from elric.dragon_pass.combat.factors import DAYS, FULL, MOON, immune, moon
from elric.dragon_pass.combat.reckoning import SCALE, reckon
from elric.dragon_pass.components.board import BESIDE, BOARD, HEXES
from elric.dragon_pass.components.units import BY_ID, RF
from elric.dragon_pass.magic.spells import casters, shortest, spell_at, stretched
from elric.dragon_pass.position.story import factors
from elric.dragon_pass.teaching.question_kinds.battles import fight, sums
from elric.dragon_pass.teaching.question_kinds.fields import NAME, far_from, game, named, plains, said, some, with_dice
from elric.dragon_pass.teaching.question_kinds.registry import kind
from elric.tutor.question import Draft, near, yes_no

SCHOOLS = ("minor-class-1", "minor-class-2", "major-class-1", "blue-moon-school", "comet-seers")
UNION = (
    "egglord-warlocks",
    "eaglebrown-warlocks",
    "free-philosophers",
    "tosti-runefriend",
    "sir-naribs-company",
    "krise",
    "and-j",
)


@kind(
    "moon",
    "What is it worth today?",
    ("20.1",),
    ("7.5",),
    ("19.4",),
    ("19.5",),
    ("24.2",),
    ("19.2",),
    ("9.4",),
    ("26.3",),
)
def moon_today(rng: Random, edition: str) -> Draft | None:
    day = rng.randrange(7)
    inside = rng.random() < 0.4
    spots = [h for h in plains() if bool(BOARD.lands["L"] >> h & 1) == inside]
    h = rng.choice(spots)
    stacks = {h: ["minor-class-1"], far_from(rng, h): ["krise"]}
    bat = not inside and rng.random() < 0.3
    storm = inside and rng.random() < 0.3
    if bat:
        stacks[BESIDE[h][0]] = ["crimson-bat"]
    more = {"effects": [["storm", "0x0", 9]]} if storm else {}
    g = game(stacks, phase="combat", player="lunar", day=day, **more)
    right, why = moon(g.state, BY_ID["minor-class-1"])
    slips = [
        (MOON[day], "Not everywhere does the day decide."),
        (MOON[FULL], "Full strength is for Full day, the Glowline, and the Bat."),
        (MOON[(day + 1) % 7], "That is tomorrow."),
    ]
    place = "inside the Glowline" if inside else "outside the Glowline"
    also = ", with the Crimson Bat beside it" if bat else ", while the great storm lies over the land" if storm else ""
    return Draft(f"It is {DAYS[day]} day. Minor Class 1 stands {place}, in {HEXES.names[h]}{also}. What is its magic factor?", g, str(right),
                 near(rng, right, slips, low=1, high=12), f"{why[0][0][:1].upper()}{why[0][0][1:]}.", ((why[0][1],),), (HEXES.names[h],),
                 facts={"day": day}, ordered=True)  # fmt: skip


@kind("spell-range", "Does the spell reach?", ("8.5",), ("19.1",), ("21.4",), ("38.3",), ("30.2",), ("9.7",))
def spell_range(rng: Random, edition: str) -> Draft | None:
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
    plain, wide = shortest(g.state, able), stretched(g.state, able)
    right = (
        "Yes, as it is."
        if d <= plain
        else "Only with ranges added up, at a share of the strength."
        if d <= wide
        else "No."
    )
    wrong = tuple(
        (x, "Count the hexes, and who may add ranges up.")
        for x in ("Yes, as it is.", "Only with ranges added up, at a share of the strength.", "No.")
        if x != right
    )
    yes, words, cited = said(g, f"aim {HEXES.names[h]} {HEXES.names[t]}")
    assert yes == (d <= plain)
    return Draft(f"{named([*ours, *extra])} stand in {HEXES.names[h]}; the Whipstock is {d} hexes away, in {HEXES.names[t]}. Does their spell reach it?", g, right, wrong,
                 words or f"The spell reaches {plain} hexes.", (*cited[:1], *((("38.3",),) if "dragon-1" in extra else ())), (HEXES.names[h], HEXES.names[t]),
                 facts={"far": d}, show=tuple(ours))  # fmt: skip


@kind("spell-sums", "What stands against what?", ("19.1",), ("8.3",), ("21.3",), ("21.4",), ("21.5",), ("13.7",))
def spell_sums(rng: Random, edition: str) -> Draft | None:
    h = rng.choice(plains())
    ours, theirs = some(rng, UNION, 1, 2), ["whipstock", "goldedge"][: rng.randint(1, 2)]
    if rng.random() < 0.4:
        foe = rng.choice(BESIDE[h])
        back = next((n for n in BESIDE[h] if HEXES.distance(n, foe) == 2), None)
        if back is None:
            return None
        g = fight({h: ["twin-spears"], back: ours, foe: theirs, far_from(rng, h): ["unriver"]}, [(h, foe)])
        g.push(f"assist {HEXES.names[back]} {HEXES.names[foe]}")
        found, words = (
            sums(g, foe),
            f"The Twin Spears (6) attack {named(theirs)}, and {named(ours)} cast with the swords",
        )
        clause = "21.3"
    else:
        spots = [n for n in plains() if 1 < HEXES.distance(h, n) <= 4]
        foe = rng.choice(spots)
        g = game({h: ours, foe: theirs}, phase="combat")
        g.push(f"aim {HEXES.names[h]} {HEXES.names[foe]}")
        found, words = reckon(g.state, spell_at(g.state, foe), tell=True), f"{named(ours)} cast at {named(theirs)}"
        clause = "19.1"
    right = f"{factors(found.attack)} against {factors(found.defence)}"
    swap = [
        (found.attack, found.defence * 2),
        (found.attack + SCALE, found.defence),
        (found.attack, found.defence + 2 * SCALE),
    ]
    wrong = tuple(
        (f"{factors(a)} against {factors(d)}", "Magic meets magic; with swords in it, half the sum of both defends.")
        for a, d in swap
    )
    return Draft(f"{words}. What stands against what?", g, right, wrong, f"{right}, odds {found.odds}.", ((clause,),),
                 (HEXES.names[h], HEXES.names[foe]), facts={"target": foe}, show=(*ours, *theirs))  # fmt: skip


@kind("spell-fate", "What comes back?", ("21.1",), ("21.2",), ("24.4",), ("30.1",), ("9.3",), ("19.3",))
def spell_fate(rng: Random, edition: str) -> Draft | None:
    caster = rng.choice(("spell-archers", "crater-makers", "cannon-cult", "spell-archers"))
    target = rng.choice(("egglord-warlocks", "bullocks", "twin-spears", "dragontooth-runners-1"))
    h = rng.choice(plains())
    foe = rng.choice([n for n in plains() if HEXES.distance(h, n) == 2])
    craters = {"marks": {"craters": 1}} if caster == "crater-makers" and rng.random() < 0.5 else {}
    g = game({h: [caster], foe: [target], far_from(rng, h): ["whipstock", "starkin"]}, phase="combat", player="lunar", day=2,
             owners={caster: "lunar"} if caster == "cannon-cult" else {}, **craters)  # fmt: skip
    g.push(f"aim {HEXES.names[h]} {HEXES.names[foe]}")
    before = g.copy()
    if reckon(g.state, spell_at(g.state, foe)).column >= 4:
        return None
    with_dice(g, f"cast {HEXES.names[foe]}", 1)
    dead = g.state.place[BY_ID[caster]] < 0
    yesterday = ", who called their stones yesterday," if craters else ""
    right, wrong = yes_no(
        dead, "The target cannot send it back, or nothing comes back on these casters.", "The target sends spells back."
    )
    return Draft(f"{NAME[caster]}{yesterday} cast at {NAME[target]}, and the die is a one: A elim. Are they destroyed?", before, right, wrong,
                 "A bad roll comes back only from a target that is magical or may send back; never on the Cannon Cult, nor on the Crater Makers every other day.",
                 look=(HEXES.names[h], HEXES.names[foe]), facts={"dead": dead}, ordered=True, show=(caster, target))  # fmt: skip


@kind("immune", "Does magic touch them?", ("18.3",), ("17.7",), ("38.4",), ("38.5",), ("9.5",))
def touched(rng: Random, edition: str) -> Draft | None:
    h = rng.choice(plains())
    stack = rng.choice((["harrek-the-berserk", "militia-foot-1"], ["harrek-the-berserk", "gunda-the-guilty", "militia-foot-1"], ["prince-argrath", "militia-foot-1"],
                        ["militia-foot-1"], ["dragon-1"]))  # fmt: skip
    beside = stack == ["militia-foot-1"] and rng.random() < 0.6
    stacks = {h: stack, far_from(rng, h): ["comet-seers"]} | ({BESIDE[h][0]: ["dragon-1"]} if beside else {})
    g = game(stacks, phase="combat", player="lunar", owners={"dragon-1": "sartar"})
    pile = g.state.piles[h]
    yes = not all(immune(g.state, u, pile) for u in pile)
    right, wrong = yes_no(
        yes,
        "A Superhero without his Friend, or a Dragon, keeps all magic away.",
        "Nothing keeps it away: a Friend lays a Superhero open, and heroes are no Superheroes.",
    )
    also = ", with a Dragon of theirs in the next hex" if beside else ""
    return Draft(f"A spell comes down on {named(stack)}{also}. Can it touch them?", g, right, wrong,
                 "No magic touches a Superhero and his stack, unless the Best Friend is there; nor a Dragon, nor its friends beside it.",
                 look=(HEXES.names[h],), facts={"yes": yes}, ordered=True, show=tuple(stack))  # fmt: skip


@kind("once", "May he cast now?", ("20.3",), ("21.6",), ("7.2",), ("19.1",))
def once(rng: Random, edition: str) -> Draft | None:
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
    g = game({h: [mage], t: ["whipstock"], far_from(rng, h): ["starkin"]}, phase="combat", **states[how])
    yes = bool(casters(g.state, h))
    told = {
        "fresh": "has done nothing yet in this Move",
        "cast": "has cast in this Move already",
        "waded": "has walked over a river in this Move",
        "tied": "covered friends in the enemy's last Move",
    }
    right, wrong = yes_no(yes, "Its power is used, or lost for this Move.", "Its power is still there, once.")
    return Draft(f"{NAME[mage]} {told[how]}. May it cast at the Whipstock in {HEXES.names[t]}?", g, right, wrong,
                 "Magic is used once a Move; not after walking on water, and not in the Move after covering.", (("21.5",),) if how == "tied" else (),
                 (HEXES.names[h], HEXES.names[t]), facts={"how": how}, ordered=True)  # fmt: skip
