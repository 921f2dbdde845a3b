"""Questions about battles: totals, walls, the results table, losses, whether a city falls."""

from __future__ import annotations

from random import Random

from elric.tutor.question import Draft, near, yes_no
from elric.young_kingdoms.combat import battle, losses
from elric.young_kingdoms.combat import resolution as fight
from elric.young_kingdoms.combat.battle import TABLE, Line
from elric.young_kingdoms.components import pieces, words
from elric.young_kingdoms.components.board import BOARD
from elric.young_kingdoms.components.pieces import ARTIFACT, FIGHT, HERO, INFLUENCE, KIND
from elric.young_kingdoms.game import Game
from elric.young_kingdoms.teaching.question_kinds.positions import NATIONS, built, clash, heroes_of, names, nation_of
from elric.young_kingdoms.teaching.question_kinds.registry import kind
from elric.young_kingdoms.teaching.question_kinds.ships import fleets_of

_SIDES = ("attackers", "defenders")


def sum_words(lines: list[Line]) -> str:
    """The lines of a total as a sentence."""
    return "; ".join(f"{x.words} {x.value:+d}" for x in lines) or "nothing counts"


def _total(rng: Random, edition: str, side: int, walls: bool | None) -> Draft | None:
    made = clash(rng, edition, walls)
    if made is None:
        return None
    g, a = made
    b = battle.prospect(g.state, a)
    lines = battle.total_lines(g.state, b, side)
    n = battle.total(g.state, b, side)
    bracket = sum(pieces.COMBAT[u] for u in b.units[side] if INFLUENCE[u])
    mine = [u for u in b.units[side] if KIND[u] != ARTIFACT]
    wall = b.wall if side else 0
    return Draft(
        f"A battle is coming in {words.area(a)}. Before spells and dice, what do the {_SIDES[side]} add up to?"
        + (f" They are {words.units(mine)}." if mine else " Nobody is there but the people of the city."),
        g,
        str(n),
        near(
            rng,
            n,
            (
                (n - wall, "The walls count for whoever stands behind them."),
                (n + bracket, "A combat value in brackets is a voice in council and does not fight."),
                (
                    n + battle.garrison_value(a),
                    "The people of a city defend it only where no piece of their nation does.",
                ),
                (len(mine), "Personalities have combat values of their own; not every piece counts one."),
            ),
            low=0,
            high=60,
        ),
        f"Line by line: {sum_words(lines)}. Together {n}.",
        tuple(dict.fromkeys(x.clause for x in lines)),
        (BOARD.ids[a],),
        facts={"area": a, "side": side, "total": n},
        ordered=True,
    )


@kind("attack-total", "What is the attackers' total?", ("10.4", "9.4"))
def attack_total(rng: Random, edition: str) -> Draft | None:
    return _total(rng, edition, 0, None)


@kind("defence-total", "What is the defenders' total?", ("10.4", "9.4"), ("7.5.7", "6.571"))
def defence_total(rng: Random, edition: str) -> Draft | None:
    return _total(rng, edition, 1, True)


@kind("wall", "What does the wall add?", ("7.5.7", "6.571"), ("7.5.2", "6.52"), ("7.5.6", "6.56"))
def wall(rng: Random, edition: str) -> Draft | None:
    strong = rng.choice((True, True, None))
    made = clash(rng, edition, strong)
    if made is None or not BOARD.city[made[1]]:
        return None
    g, a = made
    n = battle.prospect(g.state, a).wall
    sort = "a capital" if BOARD.capital[a] else "a city"
    return Draft(
        f"The defenders of {words.area(a)} stand in their own city. How much does the wall add to their total?",
        g,
        str(n),
        near(
            rng,
            n,
            (
                (0, "This city has walls; look at its sign on the map."),
                (3, "Three is for a walled city; a capital's wall counts five, and an open city has none."),
                (5, "Five is for the wall of a capital only."),
            ),
            low=0,
            high=8,
        ),
        f"{words.area(a)} is {sort}{' without walls' if not n else ' with walls'}: they add {n}.",
        (("7.5.2", "6.52"),) if BOARD.capital[a] else (),
        (BOARD.ids[a],),
        facts={"area": a, "wall": n},
        ordered=True,
    )


@kind("neutral-city", "How strong is a neutral city?", ("10.9.3", "9.93"))
def neutral_city(rng: Random, edition: str) -> Draft | None:
    made = clash(rng, edition, bare=True)
    if made is None:
        return None
    g, a = made
    b = battle.prospect(g.state, a)
    n = battle.total(g.state, b, 1)
    return Draft(
        f"{words.area(a)} belongs to nobody, and no counter stands in it. What will its people defend it with, walls and all?",
        g,
        str(n),
        near(
            rng,
            n,
            (
                (0, "A neutral city is never empty: the pieces due there at set-up are thought to defend it."),
                (b.base, "The wall counts for the people as for anybody."),
                (b.wall, "The wall is not all: the people fight as well."),
            ),
            low=0,
            high=60,
        ),
        f"Line by line: {sum_words(battle.total_lines(g.state, b, 1))}. Together {n}.",
        tuple(x.clause for x in battle.total_lines(g.state, b, 1)),
        (BOARD.ids[a],),
        facts={"area": a, "side": 1, "total": n},
        ordered=True,
    )


def _totals(rng: Random, edition: str) -> tuple[Game, int, tuple[int, int], tuple[int, int]] | None:
    made = clash(rng, edition)
    if made is None:
        return None
    g, a = made
    b = battle.prospect(g.state, a)
    return g, a, (battle.total(g.state, b, 0), battle.total(g.state, b, 1)), (rng.randint(1, 6), rng.randint(1, 6))


@kind("who-wins", "Who wins this battle?", ("10.5", "9.5"), ("10.6", "9.6"))
def who_wins(rng: Random, edition: str) -> Draft | None:
    made = _totals(rng, edition)
    if made is None:
        return None
    g, a, sums, dice = made
    if rng.random() < 0.3 and 1 <= sums[0] + dice[0] - sums[1] <= 6:
        dice = (dice[0], sums[0] + dice[0] - sums[1])
    ahead = sums[0] + dice[0] - sums[1] - dice[1]
    told = ("The attackers", "The defenders", "Nobody yet: both roll again")
    right = told[0 if ahead > 0 else 1 if ahead < 0 else 2]
    return Draft(
        f"In {words.area(a)} the attackers have {sums[0]} and throw {dice[0]}; the defenders have {sums[1]} and throw "
        f"{dice[1]}. Who wins?",
        g,
        right,
        tuple(
            (
                t,
                "Add each die to its own side's total and compare."
                if ahead
                else "Even totals decide nothing; there is no tie.",
            )
            for t in told
            if t != right
        ),
        f"{sums[0] + dice[0]} against {sums[1] + dice[1]}.",
        (),
        (BOARD.ids[a],),
        facts={"sums": sums, "dice": dice, "ahead": ahead},
    )


@kind("table-row", "Which row of the table?", ("10.6", "9.6"))
def table_row(rng: Random, edition: str) -> Draft | None:
    made = _totals(rng, edition)
    if made is None:
        return None
    g, a, sums, dice = made
    ahead = abs(sums[0] + dice[0] - sums[1] - dice[1])
    r = battle.row(ahead)
    others = [i for i in range(len(TABLE)) if i != r]
    others.sort(key=lambda i: (abs(i - r), i))
    return Draft(
        f"In {words.area(a)} the sums with the dice are {sums[0] + dice[0]} and {sums[1] + dice[1]}. What does the table say "
        "of the losing side?",
        g,
        TABLE[r][2],
        tuple((TABLE[i][2], f"That row begins at a difference of {TABLE[i][0]}.") for i in others[:3]),
        f"The difference is {ahead}: {TABLE[r][2]}.",
        (),
        (BOARD.ids[a],),
        facts={"difference": ahead, "row": r},
    )


@kind("losses", "How many are lost?", ("10.6", "9.6"), ("10.7", "9.7"))
def how_many(rng: Random, edition: str) -> Draft | None:
    made = clash(rng, edition, walls=False)
    if made is None:
        return None
    g, a = made
    s = g.state
    b = battle.prospect(s, a)
    difference = rng.choice((1, 3, 4, 5, 7, 10, 12, 15, 21, 26))
    r = battle.row(difference)
    b = b._replace(loser=rng.randrange(2), row=r)
    s.battle = b
    those = losses.losers(s, b)
    worth = [losses.cost(s, b, u) for u in those]
    s.battle = None
    toll = TABLE[r][1]
    n = sum(worth) if toll < 0 else losses.best_sum(worth, toll)
    told = ", ".join(f"{words.unit(u)} ({v})" for u, v in zip(those, worth, strict=True) if KIND[u] == HERO)
    armies = sum(KIND[u] != HERO for u in those)
    return Draft(
        f"The {_SIDES[b.loser]} lose by {difference} in the open. They are {words.listed([x for x in (told, f'{armies} armies of 1') if x])}. "
        "How much combat value have they to take off?",
        g,
        str(n),
        near(
            rng,
            n,
            (
                (difference, "The difference is not the toll: the table turns it into losses."),
                (max(0, toll), "Losses come as near to the number as the pieces allow, without passing it."),
                (sum(worth), "Only the top row eliminates everybody."),
            ),
            low=0,
            high=60,
        ),
        f"A difference of {difference} means: {TABLE[r][2]}. As near to that as the pieces allow: {n}.",
        (("10.7", "9.71"),),
        (BOARD.ids[a],),
        facts={"row": r, "worth": worth, "lost": n},
        ordered=True,
    )


@kind("city-falls", "Does the city fall?", ("7.5.7", "6.571"), ("7.5.2", "6.52"))
def city_falls(rng: Random, edition: str) -> Draft | None:
    made = clash(rng, edition, walls=True)
    if made is None:
        return None
    g, a = made
    s = g.state
    b = battle.prospect(s, a)
    need = battle.defenders_worth(s, b) + b.wall
    n = rng.choice((need - 1, need, need + 2, 3, 5, 10, 15, 20, 25))
    if n <= 0:
        return None
    yes = fight.falls(s, b, n)
    toll = TABLE[battle.row(n)][1]
    dealt = "everything" if toll < 0 else str(n if s.rules.wall_damage == "difference" else toll)
    right, wrong = yes_no(
        yes,
        "Winning is not enough: what is dealt out must cover the defenders and the wall together.",
        "What is dealt out covers the defenders and the wall.",
    )
    return Draft(
        f"The attackers of {words.area(a)} win by {n}. The defenders are worth {battle.defenders_worth(s, b)}, the wall {b.wall}. "
        "Does the city fall?",
        g,
        right,
        wrong,
        f"They need {need}, and a difference of {n} deals out {dealt}.",
        (("10.6", "9.6"),),
        (BOARD.ids[a],),
        facts={"area": a, "difference": n, "yes": yes},
        ordered=True,
    )


@kind("port-ships", "Do ships in port help to defend it?", ("10.9.5", "9.961"))
def port_ships(rng: Random, edition: str) -> Draft | None:
    ports = [
        a
        for a in BOARD.lands
        if BOARD.ports[a] and nation_of(a) >= 0 and fleets_of(nation_of(a)) and not BOARD.special[a]
    ]
    a = rng.choice(ports)
    home = nation_of(a)
    foes = [n for n in NATIONS if n.index != home and heroes_of(n.index)]
    foe = rng.choice(foes)
    ships = fleets_of(home)[: rng.randint(1, 2)]
    g = built(
        edition,
        phase="magic",
        nations={foe.id: 0, pieces.NATIONS[home].id: 1},
        units={
            BOARD.ids[a]: [
                *names(heroes_of(foe.index)[:1]),
                f"{foe.id}-army*2",
                *names(ships),
                f"{pieces.NATIONS[home].id}-army*1",
            ]
        },
        assaults=[BOARD.ids[a]],
    )
    if g is None:
        return None
    b = battle.prospect(g.state, a)
    n = sum(battle.fights(g.state, b, 1, u) for u in ships)
    full = sum(FIGHT[u] for u in ships)
    return Draft(
        f"{words.area(a)} is attacked by land with {words.units(ships)} with {full} in combat value in its harbour. How "
        "much do the ships add to the defence?",
        g,
        str(n),
        near(
            rng,
            n,
            (
                (full - n, "Here the editions differ: in one of them ships in port stand by and watch."),
                (len(ships), "If ships count at all, it is with their combat value."),
            ),
            low=0,
            high=20,
        ),
        f"In this edition they add {n}.",
        (),
        (BOARD.ids[a],),
        facts={"area": a, "ships": ships, "value": n},
        ordered=True,
    )  # fmt: skip
