"""Questions about the sea: boarding, sailing, room aboard, harbours, perilous waters."""

from __future__ import annotations

from random import Random

from elric.tutor.question import Draft, near, yes_no
from elric.young_kingdoms.components import pieces, words
from elric.young_kingdoms.components.board import BOARD, LAND, SEA
from elric.young_kingdoms.components.pieces import CARRY, FLEET, KIND, MOVE, WALKS_SEA
from elric.young_kingdoms.game import Game
from elric.young_kingdoms.movement import arrival
from elric.young_kingdoms.movement import next_area as march
from elric.young_kingdoms.movement.ships import boarding_cost
from elric.young_kingdoms.movement.terrain import BOILING, TEETH, draws_attacks, room
from elric.young_kingdoms.teaching.question_kinds.positions import NATIONS, armies_of, built, heroes_of, names
from elric.young_kingdoms.teaching.question_kinds.registry import kind


def fleets_of(n: int) -> list[int]:
    """The fleets of a nation."""
    return [u for u in pieces.NATIONS[n].pieces if KIND[u] == FLEET]


SAILORS = tuple(n for n in NATIONS if fleets_of(n.index) and heroes_of(n.index) and armies_of(n.index))


def _sailors(rng: Random) -> tuple[int, int, list[int], list[int]]:
    n = rng.choice(SAILORS)
    fleets, armies = fleets_of(n.index), armies_of(n.index)
    return n.index, rng.choice(heroes_of(n.index)), rng.sample(fleets, len(fleets)), armies


@kind("boarding", "What does going aboard cost?", ("7.3", "6.31"))
def boarding(rng: Random, edition: str) -> Draft | None:
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
    port = sea == a or sea in BOARD.ports[a]
    where = (
        f"lies in the harbour of {words.area(a)}"
        if sea == a
        else f"lies in {words.area(sea)}, {'the sea its harbour opens on' if port else 'a sea beside it without a harbour'}"
    )
    return Draft(
        f"{words.unit(who)} stands in {words.area(a)}; a fleet {where}. What does going aboard cost?",
        g,
        str(value),
        near(
            rng,
            value,
            (
                (1, "One point is the price in a port, or for a personality where the edition spares him."),
                (4, "Only an open coast takes the whole turn; a port does not."),
                (0, "Going aboard is never free."),
                (2, "Two is the price of a sea area on foot."),
            ),
            low=0,
            high=5,
        ),
        f"{'In a port' if port else 'On an open coast'} it costs {words.points(value)} for "
        f"{'a personality' if alone else 'an army'} in this edition.",
        (),
        (BOARD.ids[a], BOARD.ids[sea]),
        facts={"unit": who, "ship": fleets[0], "cost": value},
        ordered=True,
    )


def _at_sea(
    rng: Random, edition: str, carried: int = 0, ships: int = 1
) -> tuple[Game, int, list[int], list[int]] | None:
    n, hero, fleets, armies = _sailors(rng)
    sea = rng.choice([x for x in BOARD.seas if not BOARD.special[x]])
    if len(fleets) < ships:
        return None
    aboard = {pieces.IDS[hero]: pieces.IDS[fleets[0]]}
    aboard |= {pieces.IDS[u]: pieces.IDS[fleets[0]] for u in armies[:carried]}
    g = built(
        edition,
        nations={pieces.NATIONS[n].id: 0},
        units={BOARD.ids[sea]: names([*fleets[:ships], hero, *armies[:carried]])},
        aboard=aboard,
    )
    return None if g is None else (g, sea, fleets, armies)


@kind("room-aboard", "How many armies can it carry?", ("7.1", "6.1"))
def room_aboard(rng: Random, edition: str) -> Draft | None:
    carried = rng.randint(0, 3)
    made = _at_sea(rng, edition, carried)
    if made is None:
        return None
    g, sea, fleets, _ = made
    ship = fleets[0]
    n = room(g.state, ship)
    return Draft(
        f"The fleet in {words.area(sea)} carries up to {CARRY[ship]} armies and has {carried} aboard, and a "
        "personality. How many more armies may go aboard?",
        g,
        str(n),
        near(
            rng,
            n,
            (
                (n - 1, "Personalities take no room: only armies are counted."),
                (CARRY[ship], "What is aboard already takes its room."),
            ),
            low=0,
            high=12,
        ),
        f"It has room for {CARRY[ship]}, and {carried} taken leaves {n}. An overloaded fleet sinks.",
        (),
        (BOARD.ids[sea], pieces.IDS[ship]),
        facts={"ship": ship, "room": n},
        ordered=True,
    )


@kind("sailing", "How far can these ships sail?", ("7.3", "6.31"))
def sailing(rng: Random, edition: str) -> Draft | None:
    ships = rng.choice((1, 2))
    made = _at_sea(rng, edition, 1, ships)
    if made is None:
        return None
    g, sea, fleets, _ = made
    who = fleets[:ships]
    n = march.limit(g.state, who, march.SAILING)
    rates = " and ".join(str(MOVE[x]) for x in who)
    return Draft(
        f"{words.units(who)} in {words.area(sea)}, with a movement of {rates}, "
        f"{'sail together' if ships == 2 else 'has a personality aboard'}. How many seas can {'they' if ships == 2 else 'it'} "
        "cross this turn at most?",
        g,
        str(n),
        near(
            rng,
            n,
            (
                (max(MOVE[x] for x in who), "Ships that sail together go at the pace of the slowest."),
                (4, "Four points is the pace on land; every fleet has its own."),
                (sum(MOVE[x] for x in who), "Movement is not added up."),
            ),
            low=0,
            high=30,
        ),
        f"Each sea costs one point, and the slowest ship has {words.points(n)}.",
        (),
        (BOARD.ids[sea],),
        facts={"ships": who, "rate": n},
        ordered=True,
    )


@kind("harbour", "Onto which sea does this harbour open?", ("7.5.9", "6.59"))
def harbour(rng: Random, edition: str) -> Draft | None:
    ports = [a for a in BOARD.lands if BOARD.ports[a] and any(
        BOARD.kind[x] == SEA and x not in BOARD.ports[a] for x in BOARD.near[a]
    )]  # fmt: skip
    ports = ports or [a for a in BOARD.lands if BOARD.ports[a]]
    a = rng.choice(ports)
    right = rng.choice(BOARD.ports[a])
    other = [x for x in BOARD.near[a] if BOARD.kind[x] == SEA and x not in BOARD.ports[a]]
    other += [x for x in BOARD.near[right] if BOARD.kind[x] == SEA and x not in BOARD.ports[a] and x not in other]
    g = built(edition)
    if g is None or not other:
        return None
    return Draft(
        f"A fleet leaves the harbour of {words.area(a)}. Which sea can it come out on?",
        g,
        BOARD.names[right],
        tuple((BOARD.names[x], "A harbour opens only on the sea that bears its anchor, not on every sea nearby.") for x in other[:3]),
        f"The harbour of {words.area(a)} opens on {words.listed([words.area(x) for x in BOARD.ports[a]])}.",
        (),
        (BOARD.ids[a],),
        facts={"area": a, "sea": right, "others": other[:3]},
    )  # fmt: skip


@kind("peril", "Who has to roll in perilous water?", ("7.5.1", "6.51"), ("7.5.4", "6.54"))
def peril(rng: Random, edition: str) -> Draft | None:
    n, hero, fleets, armies = _sailors(rng)
    sea = rng.choice([x for x in (BOILING, TEETH) if x >= 0])
    from_ = rng.choice([x for x in BOARD.near[sea] if BOARD.kind[x] == SEA] or [-1])
    if from_ < 0:
        return None
    walkers = [u for m in NATIONS for u in heroes_of(m.index) if WALKS_SEA[u] and m.index != n]
    others = rng.sample(walkers, rng.randint(0, 2))
    many = rng.randint(1, len(fleets))
    who = [*fleets[:many], hero, *armies[:1]]
    g = built(
        edition,
        nations={pieces.NATIONS[n].id: 0},
        units={BOARD.ids[from_]: names([*who, *others])},
        owners={pieces.IDS[u]: 0 for u in others},
        aboard={pieces.IDS[u]: pieces.IDS[fleets[0]] for u in (hero, *armies[:1])},
    )
    if g is None:
        return None
    roll = arrival.rollers(g.state, sea, [*who, *others])
    count = len(roll)
    told = words.units([*who[:many], *others])
    return Draft(
        f"{told} {'go together' if many + len(others) > 1 else 'goes'} from {words.area(from_)} into {words.area(sea)}. {words.unit(hero)} and an army are "
        "aboard one of the ships; anybody else walks. How many dice are rolled for the water?",
        g,
        str(count),
        near(
            rng,
            count,
            (
                (count + 1, "Whoever is aboard a ship is in danger only when it sinks."),
                (many, "Walkers on the water may have to roll as well as the ships."),
                (many + len(others), "In one edition only ships roll at the Serpent's Teeth."),
                (1, "Each ship rolls for itself."),
            ),
            low=0,
            high=9,
        ),
        f"These roll: {words.units(roll)}.",
        (),
        (BOARD.ids[sea], BOARD.ids[from_]),
        facts={"sea": sea, "who": [*who, *others], "count": count},
        ordered=True,
    )


@kind("danger", "Does this place call up a random attack?", ("7.6", "6.6"), ("7.5.8", "6.58"), ("7.5.5", "6.55"))
def danger(rng: Random, edition: str) -> Draft | None:
    g = built(edition)
    if g is None:
        return None
    yes = rng.random() < 0.5
    spots = [a for a in range(BOARD.size) if BOARD.kind[a] in (LAND, SEA) and draws_attacks(g.state, a) == yes]
    a = rng.choice(spots)
    right, wrong = yes_no(
        yes,
        "Only wilderness and the Straits of Chaos call up attacks; owned land and ordinary seas do not.",
        "It is wild: whoever brings an army through draws a spell at once.",
    )
    kind_ = "wilderness" if yes and BOARD.kind[a] == LAND else "a wild sea" if yes else "no wilderness"
    return Draft(
        f"An army {'marches' if BOARD.kind[a] == LAND else 'is shipped'} into {words.area(a)}. Is a random attack drawn for?",
        g,
        right,
        wrong,
        f"That is {kind_}.",
        (),
        (BOARD.ids[a],),
        facts={"area": a, "yes": yes},
        ordered=True,
    )


__all__ = ["SAILORS", "fleets_of"]
