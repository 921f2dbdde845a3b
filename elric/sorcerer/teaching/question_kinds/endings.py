"""What wins: points, cities, and the dice and counts of single scenarios."""

from __future__ import annotations

from random import Random
from typing import Final

from elric.sorcerer.combat.losses import POINTS
from elric.sorcerer.combat.strength import printed_strength
from elric.sorcerer.components.board import BOARD, CITIES
from elric.sorcerer.components.colors import NAMES, WHITE, clockwise
from elric.sorcerer.components.scenarios import scenarios
from elric.sorcerer.components.table import PIN, result
from elric.sorcerer.components.units import FORTRESS, HUMAN, KIND
from elric.sorcerer.position.state import force
from elric.sorcerer.stories import stones, tide
from elric.sorcerer.teaching.question_kinds import fields as scene
from elric.sorcerer.turn.points import CONVERTED, GRAY_CITY, WHITE_CITY, holder, score
from elric.tutor.question_kinds import Found


def points(rng: Random, edition: str) -> Found:
    """What a side has scored if the game ended now."""
    plain = [h for h in range(len(BOARD.printed)) if BOARD.printed[h] == WHITE and h not in BOARD.cities]
    white = [h for h in BOARD.cities if BOARD.cities[h].white]
    hexes, city = rng.sample(plain, rng.randint(0, 3)), rng.sample(white, rng.randint(0, 1))
    held = rng.sample(list(CITIES), rng.randint(0, 2))
    slain, walls = rng.randint(0, 2), rng.random() < 0.25
    paint = {scene.look(h)[0]: NAMES[rng.choice(scene.POWERS[0])] for h in (*hexes, *city)}
    stacks = {h: [f"green-infantry-{k}"] for k, h in enumerate(held, 1)}
    destroyed = POINTS[HUMAN] * slain + POINTS[FORTRESS] * walls
    g = scene.game(
        {**stacks, scene.spot(rng, 2): ["sorcerer-blue-yellow@2"]}, paint=paint, points=[str(destroyed), "0"]
    )
    found = score(g.state, 0)
    counts = ((found.converted, "converted White hex", "converted White hexes"), (found.gray_cities, "Gray city", "Gray cities"),
              (slain, "enemy infantry destroyed", "enemy infantry destroyed"), (int(walls), "enemy fortress destroyed", ""))  # fmt: skip
    parts = [f"{n} {one if n == 1 else many}" for n, one, many in counts if n] or ["nothing"]
    sums = [CONVERTED * found.converted, WHITE_CITY * found.white_cities, GRAY_CITY * found.gray_cities, destroyed]
    fields = {
        "parts": parts,
        "sums": [str(n) for n in sums if n] or ["0"],
        "white": "none" if not city else "one" if found.converted == 1 else "some",
    }
    return Found(g, int(found.sum), fields, {"city": int(found.sum) - WHITE_CITY * found.white_cities, "cities": int(found.sum) - sums[2]},
                 clauses=[("15.1",), ("15.22",)], look=scene.look(*hexes, *held)[:3])  # fmt: skip


def city(rng: Random, edition: str) -> Found:
    """Who controls a Gray city."""
    h = rng.choice(CITIES)

    def some(color: str, side: int) -> list[str]:
        return [f"{color}-infantry-{k}{rng.choice(('', '-'))}@{side}" for k in range(1, rng.randint(1, 2) + 1)]

    pile = some("green", 1) + some("blue", 2)
    if rng.random() < 0.4:
        pile.append("sorcerer-orange-1@1")
    g = scene.game({h: pile})
    whose = holder(g.state, h)
    dnai, balt = (
        sum(printed_strength(g.state, u) for u in force(g.state, seat, h) if KIND[u] == HUMAN) for seat in (0, 1)
    )
    return Found(
        g,
        ("nobody", "dnai", "balt")[whose + 1],
        {"standing": scene.standing(g.state), "dnai": dnai, "balt": balt, "equal": dnai == balt},
        clauses=[("15.22",)],
        look=scene.look(h),
    )


def tide_grade(rng: Random, edition: str) -> Found:
    """How the Magic Tide ends with so many cities and companies."""
    cities, companies = rng.randint(3, 10), rng.randint(0, 10)
    count = cities + companies
    if count > tide.ENOUGH and cities >= tide.CITIES_NEEDED:
        right = next(word for least, word in tide.GRADES if count >= least)
    else:
        right = "draw" if count > tide.ENOUGH or (count == tide.ENOUGH and cities >= tide.CITIES_NEEDED) else "lost"
    g = scene.game({scene.spot(rng, 1): ["sorcerer-green-1", "sorcerer-green-2"]}, scenario="tide")
    return Found(
        g,
        right,
        {"cities": cities, "companies": companies, "n": count},
        case="few" if right == "draw" and count > tide.ENOUGH else "",
        clauses=[("17.22",)],
    )


def balt(rng: Random, edition: str) -> Found:
    """Does Balt come home?"""
    turn, die = rng.randint(5, 9), rng.randint(1, 6)
    early = scenarios()["ussa"].early_end
    yes = turn >= early and 2 * die < turn
    g = scene.game(
        {scene.spot(rng, 2): ["sorcerer-blue-yellow-red@1"], scene.spot(rng, 3): ["sorcerer-green-orange-purple@2"]},
        scenario="ussa",
        turn=turn,
    )
    return Found(g, yes, {"turn": turn, "die": die}, case="early" if turn < early else "")


_THREE: Final = (
    ("Cire", "Blue and Orange", (0, 3)),
    ("Lume", "Green and Red", (1, 4)),
    ("Gorm", "Yellow and Purple", (2, 5)),
)


def order(rng: Random, edition: str) -> Found:
    """Who moves first, or second, after a die for a color."""
    die, place = rng.randint(1, 6), rng.choice((0, 1))
    wheel = clockwise(die - 1)
    found = list(dict.fromkeys(k for c in wheel for k, (_, _, powers) in enumerate(_THREE) if c in powers))
    g = scene.game({scene.spot(rng, 0): ["sorcerer-blue-orange@1"], scene.spot(rng, 1): ["sorcerer-green-red@2"], scene.spot(rng, 2): ["sorcerer-yellow-purple@3"]},
             scenario="triumvirate", player=2)  # fmt: skip
    fields = {
        "die": die,
        "color": NAMES[die - 1].capitalize(),
        "place": ("first", "second")[place],
        "whose": [f"{NAMES[c].capitalize()} is {_THREE[k][0]}'s" for c, k in zip(wheel, found, strict=False)],
    }
    return Found(g, ("cire", "lume", "gorm")[found[place]], fields)


def seal(rng: Random, edition: str) -> Found:
    """What a Seal does to a full Sorcerer who has spent so many points."""
    n, die = rng.randint(0, 9), rng.randint(1, 6)
    found = result(-n, stones.BEST, die)
    h = rng.choice([c for c in CITIES if c != stones.GATE])
    g = scene.game(
        {h: ["sorcerer-blue-1@1"]}, scenario="stones", marks={"stones": {"map": [[h, [0, 2, 4]]]}, "lying": {"map": []}}
    )
    right = "killed" if found > 1 else {0: "unharmed", PIN: "pinned", 1: "depleted"}[found]
    fields = {"n": n, "die": die, "at": scene.ground(g.state, h), "column": 3 - n if n < 8 else -5, "does": right}
    return Found(g, right, fields, look=scene.look(h))
