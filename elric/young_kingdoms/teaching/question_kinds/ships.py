"""The sea: boarding, sailing, room aboard, harbours, perilous waters."""

from __future__ import annotations

from random import Random

from elric.tutor.question_kinds import Found, Slip
from elric.young_kingdoms.components import pieces
from elric.young_kingdoms.components.board import BOARD, LAND, SEA
from elric.young_kingdoms.components.pieces import CARRY, FLEET, KIND, MOVE, WALKS_SEA
from elric.young_kingdoms.game import Game
from elric.young_kingdoms.march import arrival
from elric.young_kingdoms.march import next_area as march
from elric.young_kingdoms.movement.ships import boarding_cost
from elric.young_kingdoms.position import words
from elric.young_kingdoms.teaching.question_kinds.positions import NATIONS, armies_of, bare, built, heroes_of, names
from elric.young_kingdoms.world.terrain import BOILING, TEETH, draws_attacks, room


def fleets_of(n: int) -> list[int]:
    """The fleets of a nation."""
    return [u for u in pieces.NATIONS[n].pieces if KIND[u] == FLEET]


SAILORS = tuple(n for n in NATIONS if fleets_of(n.index) and heroes_of(n.index) and armies_of(n.index))


def _sailors(rng: Random) -> tuple[int, int, list[int], list[int]]:
    n = rng.choice(SAILORS)
    fleets, armies = fleets_of(n.index), armies_of(n.index)
    return n.index, rng.choice(heroes_of(n.index)), rng.sample(fleets, len(fleets)), armies


def boarding(rng: Random, edition: str) -> Found | None:
    n, hero, fleets, armies = _sailors(rng)
    coasts = [a for a in BOARD.lands if any(BOARD.kind[x] == SEA for x in BOARD.near[a]) and not BOARD.special[a]]
    a = rng.choice([x for x in coasts if BOARD.ports[x]] if rng.random() < 0.5 else coasts)
    if BOARD.city[a] and BOARD.nation[a] != pieces.NATIONS[n].id:
        return None
    sea = a if BOARD.ports[a] and rng.random() < 0.3 else rng.choice([x for x in BOARD.near[a] if BOARD.kind[x] == SEA])
    alone = rng.random() < 0.5
    units = {BOARD.ids[a]: names([hero] + ([] if alone else armies[:2]))}
    units.setdefault(BOARD.ids[sea], []).extend(names(fleets[:1]))
    g = built(edition, nations={pieces.NATIONS[n].id: 0}, units=units)
    if g is None:
        return None
    who = hero if alone else armies[0]
    value = boarding_cost(g.state, who, fleets[0])
    where = "harbour" if sea == a else "port" if sea in BOARD.ports[a] else "coast"
    fields = {
        "who": words.unit(who), "at": words.inside(a), "ship": words.unit(fleets[0]), "where": where, "spot": where,
        "area": words.area(a), "sea": words.inside(sea), "sort": "hero" if alone else "army", "n": value,
    }  # fmt: skip
    return Found(
        g, value, fields, {"port": 1, "coast": 4, "never": 0, "walk": 2}, most=5, look=(BOARD.ids[a], BOARD.ids[sea]),
        facts={"unit": who, "ship": fleets[0], "cost": value},
    )  # fmt: skip


def _at_sea(
    rng: Random, edition: str, carried: int = 0, ships: int = 1
) -> tuple[Game, int, int, list[int], list[int]] | None:
    """The game, the personality aboard, the sea, the fleets, the armies."""
    n, hero, fleets, armies = _sailors(rng)
    sea = rng.choice([x for x in BOARD.seas if not BOARD.special[x]])
    if len(fleets) < ships:
        return None
    aboard = {pieces.IDS[hero]: pieces.IDS[fleets[0]]}
    aboard |= {pieces.IDS[u]: pieces.IDS[fleets[0]] for u in armies[:carried]}
    units = {BOARD.ids[sea]: names([*fleets[:ships], hero, *armies[:carried]])}
    g = built(edition, nations={pieces.NATIONS[n].id: 0}, units=units, aboard=aboard)
    return None if g is None else (g, hero, sea, fleets, armies)


def room_aboard(rng: Random, edition: str) -> Found | None:
    carried = rng.randint(0, 3)
    made = _at_sea(rng, edition, carried)
    if made is None:
        return None
    g, hero, sea, (ship, *_), armies = made
    n = room(g.state, ship)
    company = words.units([hero, *armies[:carried]])
    fields = {
        "ship": words.unit(ship),
        "at": words.inside(sea),
        "most": CARRY[ship],
        "company": company,
        "carried": carried,
    }
    return Found(
        g, n, fields, {"hero": n - 1, "all": CARRY[ship]}, most=12, look=(BOARD.ids[sea], pieces.IDS[ship]),
        facts={"ship": ship, "room": n},
    )  # fmt: skip


def sailing(rng: Random, edition: str) -> Found | None:
    ships = rng.choice((1, 2))
    made = _at_sea(rng, edition, 1, ships)
    if made is None:
        return None
    g, hero, sea, fleets, _ = made
    who = fleets[:ships]
    n = march.limit(g.state, who, march.SAILING)
    fields = {
        "ships": words.units(who),
        "at": words.inside(sea),
        "rates": [MOVE[x] for x in who],
        "hero": words.unit(hero),
        "n": n,
    }
    slips = {"fastest": max(MOVE[x] for x in who), "land": 4, "sum": sum(MOVE[x] for x in who)}
    return Found(g, n, fields, slips, most=30, look=(BOARD.ids[sea],), facts={"ships": who, "rate": n})


def harbour(rng: Random, edition: str) -> Found:
    def others(a: int) -> list[int]:
        return [x for x in BOARD.near[a] if BOARD.kind[x] == SEA and x not in BOARD.ports[a]]

    g = bare(edition)
    a = rng.choice([a for a in BOARD.lands if BOARD.ports[a] and others(a)])
    right = rng.choice(BOARD.ports[a])
    wrong = others(a) + [x for x in BOARD.near[right] if BOARD.kind[x] == SEA and x not in BOARD.ports[a]]
    wrong = list(dict.fromkeys(wrong))[:3]
    fields = {"port": words.area(a), "seas": [words.area(x) for x in BOARD.ports[a]]}
    return Found(
        g, BOARD.names[right], fields, [Slip(BOARD.names[x]) for x in wrong], look=(BOARD.ids[a],),
        facts={"area": a, "sea": right, "others": wrong},
    )  # fmt: skip


def peril(rng: Random, edition: str) -> Found | None:
    n, hero, fleets, armies = _sailors(rng)
    sea = rng.choice([x for x in (BOILING, TEETH) if x >= 0])
    start = rng.choice([x for x in BOARD.near[sea] if BOARD.kind[x] == SEA])
    walkers = [u for m in NATIONS for u in heroes_of(m.index) if WALKS_SEA[u] and m.index != n]
    others = rng.sample(walkers, rng.randint(0, 2))
    ships = fleets[: rng.randint(1, len(fleets))]
    aboard = [hero, armies[0]]
    who = [*ships, *aboard]
    g = built(
        edition,
        nations={pieces.NATIONS[n].id: 0},
        units={BOARD.ids[start]: names([*who, *others])},
        owners={pieces.IDS[u]: 0 for u in others},
        aboard={pieces.IDS[u]: pieces.IDS[fleets[0]] for u in aboard},
    )
    if g is None:
        return None
    roll = arrival.rollers(g.state, sea, [*who, *others])
    count = len(roll)
    fields = {
        "ships": words.units(ships), "start": words.area(start), "sea": words.area(sea), "aboard": words.units(aboard),
        "walkers": words.units(others), "roll": words.units(roll), "n": count,
    }  # fmt: skip
    slips = {"aboard": count + 1, "walkers": len(ships), "ships": len(ships) + len(others), "one": 1}
    return Found(
        g, count, fields, slips, case="walkers" if others else "ships", most=9,
        clauses=[("7.5.1", "6.51") if sea == BOILING else ("7.5.4", "6.54")], look=(BOARD.ids[sea], BOARD.ids[start]),
        facts={"sea": sea, "who": [*who, *others], "count": count},
    )  # fmt: skip


def danger(rng: Random, edition: str) -> Found | None:
    g = built(edition)
    if g is None:
        return None
    yes = rng.random() < 0.5
    a = rng.choice([a for a in range(BOARD.size) if BOARD.kind[a] in (LAND, SEA) and draws_attacks(g.state, a) == yes])
    land = BOARD.kind[a] == LAND
    sort = ("wilderness" if land else "straits") if yes else "land" if land else "sea"
    fields = {"area": words.area(a), "goes": "march" if land else "ship", "sort": sort}
    decides = [("7.5.5", "6.55")] if sort == "straits" else [("7.5.8", "6.58"), ("7.6", "6.6")]
    return Found(g, yes, fields, clauses=decides, look=(BOARD.ids[a],), facts={"area": a, "yes": yes})
