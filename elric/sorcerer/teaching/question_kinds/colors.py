"""Colors: the color value and its uses, the six lines, what a step costs, what a Sorcerer's points buy."""

from __future__ import annotations

from random import Random
from typing import Final

from elric.sorcerer.components.board import BOARD, HEXES, MOUNTAIN, PLAIN, RIVER
from elric.sorcerer.components.colors import LINE_NAMES, NAMES, VALUE, dominated_colors, line
from elric.sorcerer.components.units import BY_ID, DEMON, DRAGON, TROLL
from elric.sorcerer.magic import bolts, mending, vortexes
from elric.sorcerer.magic.conjuring import PRICE
from elric.sorcerer.movement.prices import base_prices
from elric.sorcerer.teaching.question_kinds import fields as scene
from elric.tutor.question_kinds import Found, Slip


def title(color: int) -> str:
    """A color in words."""
    return NAMES[color].capitalize()


def value(rng: Random, edition: str) -> Found:
    unit, here = rng.choice(scene.COLORS), scene.spot(rng)
    g = scene.game({here: [scene.beast(unit, rng.choice(scene.BEASTS))]})
    right, there = VALUE[unit][g.state.ground[here]], g.state.ground[here]
    fields = {"unit": title(unit), "ground": title(there), "steps": (there - unit) % 6}
    case = "white" if there == 6 else "gray" if there == 7 else "own" if there == unit else "color"
    return Found(
        g,
        right,
        fields,
        {"round": (there - unit) % 6, "back": 6 - (unit - there) % 6},
        case=case,
        look=scene.look(here),
        most=6,
    )


def the_line(rng: Random, edition: str) -> Found:
    a, d = rng.choice(scene.COLORS), rng.choice(scene.COLORS)
    h = scene.spot(rng, 6)
    g = scene.game({h: [scene.beast(a, "troll"), f"{scene.beast(d, 'dragon', 2)}@2"]}, phase="combat")
    fields = {"attacker": title(a), "defender": title(d), "steps": (d - a) % 6}
    return Found(g, LINE_NAMES[line(a, d)], fields, [Slip(LINE_NAMES[line(d, a)], "turned"), *(Slip(x) for x in rng.sample(LINE_NAMES, 4))],
                 look=scene.look(h))  # fmt: skip


def dominates(rng: Random, edition: str) -> Found:
    color = rng.choice(scene.COLORS)
    h = scene.spot(rng, color)
    prey = dominated_colors(1 << color).bit_length() - 1
    hunter = next(c for c in scene.COLORS if dominated_colors(1 << c) >> color & 1)
    of = rng.choice(("prey", "hunter"))
    right, other = (prey, hunter) if of == "prey" else (hunter, prey)
    wrong = [
        Slip(title(other), "turned"),
        *(Slip(title(c)) for c in rng.sample(scene.COLORS, 4) if c not in (right, other, color)),
    ]
    return Found(
        scene.game({h: [scene.beast(color, "dragon")]}),
        title(right),
        {"color": title(color), "right": title(right)},
        wrong,
        case=of,
        look=scene.look(h),
    )


_GOERS: Final = ("infantry", "dragon", "demon", "troll")
_SIDES: Final = {PLAIN: "plain", RIVER: "river", MOUNTAIN: "mountain"}


def price(rng: Random, edition: str) -> Found | None:
    """What leaving costs a unit: alone, led, among enemies, over a river or mountains."""
    side = rng.choice((PLAIN, PLAIN, RIVER, MOUNTAIN))
    ways = [(h, n) for h in range(HEXES.size) if BOARD.printed[h] < 7 for n, kind in BOARD.exits[h] if kind == side]
    here, there = rng.choice(ways)
    kind, color = rng.choice(_GOERS), rng.choice(scene.POWERS[0])
    who = "green-infantry-1" if kind == "infantry" else scene.beast(color, kind)
    led, foe = rng.random() < 0.35, rng.random() < 0.35
    leader = ["sorcerer-green-orange-purple"] if led else []
    g = scene.game({here: [*leader, who, *(["blue-dragon-1@2"] if foe else [])]})
    hand = scene.numbers([*leader, who])
    t = g.state.copy()
    t.hand = hand
    exit_, sides, _, _have = base_prices(t, hand)[-1]
    right = exit_ + sides[side]
    if right > 12:
        return None
    alone = kind not in ("infantry",) and not led
    paid = ((exit_ - 2 * foe, "the hex"), (sides[side], "the side"), (2 * foe, "the enemy left behind"))
    fields = {"who": scene.called(g.state, hand), "unit": scene.the(g.state, hand[-1]), "here": scene.ground(g.state, here), "there": scene.ground(g.state, there),
              "side": _SIDES[side], "foe": foe, "alone": alone,
              "parts": (parts := [f"{n} for {what}" for n, what in paid if n]), "sum": "one" if len(parts) == 1 else "several"}  # fmt: skip
    clauses = (
        [("6.11",) if alone else ("6.12",)]
        + ([("6.35",)] if foe else [])
        + ([("6.63",) if kind == "infantry" else ("6.64",)] if side else [])
    )
    return Found(g, right, fields, {"plain": 1 + sides[side] + 2 * foe, "foe": right - 2 if foe else right + 2, "value": VALUE[color][g.state.ground[here]]},
                 case="alone" if alone else "led", clauses=clauses, look=scene.look(here, there), least=1)  # fmt: skip


_DEEDS: Final = {
    "conjures an air dragon": PRICE[DRAGON], "conjures demonic infantry": PRICE[DEMON], "conjures a troll": PRICE[TROLL],
    "flings a Bolt": bolts.PRICE, "makes a vortex": vortexes.PRICE, "walks two hexes over plain sides": 2,
    "restores a depleted unit": mending.OTHERS, "takes off pins": mending.PINS, "teleports alone": 1,
}  # fmt: skip


def purse(rng: Random, edition: str) -> Found | None:
    """What is left of fifteen points."""
    deeds = rng.sample(list(_DEEDS), rng.randint(2, 3))
    costs = [_DEEDS[deed] for deed in deeds]
    if sum(costs) > 15:
        return None
    h = scene.spot(rng, *scene.POWERS[0])
    fields = {"deeds": deeds, "sum": sum(costs), "costs": [str(c) for c in costs]}
    return Found(scene.game({h: ["sorcerer-green-orange-purple"]}), 15 - sum(costs), fields, {"last": 15 - sum(costs[:-1]), "spent": sum(costs)},
                 look=scene.look(h), most=15, facts={"unit": BY_ID["sorcerer-green-orange-purple"]})  # fmt: skip
