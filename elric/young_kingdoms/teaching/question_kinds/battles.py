"""Battles: totals, walls, the results table, losses, whether a city falls."""

from __future__ import annotations

from random import Random
from typing import Final

from elric.tutor.question_kinds import Found, Slip
from elric.young_kingdoms.combat import battle, losses
from elric.young_kingdoms.combat.battle import TABLE, Line
from elric.young_kingdoms.combat_phase import resolution as fight
from elric.young_kingdoms.components import pieces
from elric.young_kingdoms.components.board import BOARD
from elric.young_kingdoms.components.pieces import ARTIFACT, FIGHT, INFLUENCE, KIND
from elric.young_kingdoms.game import Game
from elric.young_kingdoms.position import words
from elric.young_kingdoms.teaching.question_kinds.positions import NATIONS, built, clash, heroes_of, names, nation_of
from elric.young_kingdoms.teaching.question_kinds.ships import fleets_of

_SIDES: Final = ("attackers", "defenders")
_CAPITAL: Final = ("7.5.2", "6.52")
_WALL: Final = ("7.5.7", "6.571")


def sum_words(lines: list[Line]) -> list[str]:
    """The lines of a total."""
    return [f"{x.words} {x.value:+d}" for x in lines] or ["nothing that counts"]


def _facing(g: Game, a: int) -> dict[str, object]:
    """Who meets whom, and where."""
    b = battle.prospect(g.state, a)
    both = [words.units([u for u in units if KIND[u] != ARTIFACT]) for units in b.units]
    if not b.units[1]:
        both[1] = words.Noun(f"the people of {words.area(a)}", many=True)
    return {"at": words.inside(a), "area": words.area(a), "ours": both[0], "theirs": both[1]}


def total(rng: Random, edition: str, side: int, walls: bool | None = None) -> Found | None:
    made = clash(rng, edition, walls)
    if made is None:
        return None
    g, a = made
    b = battle.prospect(g.state, a)
    lines, n = battle.total_lines(g.state, b, side), battle.total(g.state, b, side)
    mine = [u for u in b.units[side] if KIND[u] != ARTIFACT]
    slips = {
        "wall": n - (b.wall if side else 0),
        "bracket": n + sum(pieces.COMBAT[u] for u in b.units[side] if INFLUENCE[u]),
        "people": n + battle.garrison_value(a),
        "heads": len(mine),
    }
    return Found(
        g, n, _facing(g, a) | {"sum": sum_words(lines)}, slips, most=60,
        clauses=[("10.4", "9.4"), *(x.clause for x in lines)], look=(BOARD.ids[a],),
        facts={"area": a, "side": side, "total": n},
    )  # fmt: skip


def wall(rng: Random, edition: str) -> Found | None:
    made = clash(rng, edition, rng.choice((True, True, None)))
    if made is None or not BOARD.city[made[1]]:
        return None
    g, a = made
    n = battle.prospect(g.state, a).wall
    sort = ("capital" if BOARD.capital[a] else "city") if n else "open"
    return Found(
        g, n, _facing(g, a) | {"sort": sort, "n": n}, {"none": 0, "city": 3, "capital": 5}, most=8,
        clauses=[_CAPITAL, _WALL] if BOARD.capital[a] else [_WALL], look=(BOARD.ids[a],), facts={"area": a, "wall": n},
    )  # fmt: skip


def neutral_city(rng: Random, edition: str) -> Found | None:
    made = clash(rng, edition, bare=True)
    if made is None:
        return None
    g, a = made
    b = battle.prospect(g.state, a)
    n, lines = battle.total(g.state, b, 1), battle.total_lines(g.state, b, 1)
    return Found(
        g, n, _facing(g, a) | {"sum": sum_words(lines)}, {"empty": 0, "people": b.base, "wall": b.wall}, most=60,
        clauses=[("10.9.3", "9.93"), *(x.clause for x in lines)], look=(BOARD.ids[a],),
        facts={"area": a, "side": 1, "total": n},
    )  # fmt: skip


def _thrown(rng: Random, edition: str) -> tuple[Game, int, tuple[int, int], tuple[int, int]] | None:
    """A battle: the game, the area, the totals, the dice."""
    made = clash(rng, edition)
    if made is None:
        return None
    g, a = made
    b = battle.prospect(g.state, a)
    return g, a, (battle.total(g.state, b, 0), battle.total(g.state, b, 1)), (rng.randint(1, 6), rng.randint(1, 6))


def who_wins(rng: Random, edition: str) -> Found | None:
    made = _thrown(rng, edition)
    if made is None:
        return None
    g, a, sums, dice = made
    if rng.random() < 0.3 and 1 <= sums[0] + dice[0] - sums[1] <= 6:
        dice = (dice[0], sums[0] + dice[0] - sums[1])
    ours, theirs = sums[0] + dice[0], sums[1] + dice[1]
    fields = {"a": sums[0], "x": dice[0], "d": sums[1], "y": dice[1], "sum_a": ours, "sum_d": theirs}
    return Found(
        g, "attackers" if ours > theirs else "defenders" if ours < theirs else "even", _facing(g, a) | fields,
        case="even" if ours == theirs else "won", look=(BOARD.ids[a],),
        facts={"sums": sums, "dice": dice, "ahead": ours - theirs},
    )  # fmt: skip


def table_row(rng: Random, edition: str) -> Found | None:
    made = _thrown(rng, edition)
    if made is None:
        return None
    g, a, sums, dice = made
    ours, theirs = sums[0] + dice[0], sums[1] + dice[1]
    if ours == theirs:
        return None
    r = battle.row(abs(ours - theirs))
    others = sorted((i for i in range(len(TABLE)) if i != r), key=lambda i: (abs(i - r), i))[:3]
    fields = {"a": ours, "d": theirs, "ahead": abs(ours - theirs), "row": TABLE[r][2]}
    fields |= {"loser": _SIDES[ours > theirs]}
    return Found(
        g, TABLE[r][2], _facing(g, a) | fields, [Slip(TABLE[i][2], fields={"least": TABLE[i][0]}) for i in others],
        look=(BOARD.ids[a],), facts={"difference": abs(ours - theirs), "row": r},
    )  # fmt: skip


def how_many(rng: Random, edition: str) -> Found | None:
    made = clash(rng, edition, walls=False)
    if made is None:
        return None
    g, a = made
    s = g.state
    difference = rng.choice((1, 3, 4, 5, 7, 10, 12, 15, 21, 26))
    r = battle.row(difference)
    b = battle.prospect(s, a)._replace(loser=rng.randrange(2), row=r)
    s.battle = b
    those = losses.losers(s, b)
    worth = [losses.cost(s, b, u) for u in those]
    s.battle = None
    toll = TABLE[r][1]
    n = sum(worth) if toll < 0 else losses.best_sum(worth, toll)
    told = [f"{words.unit(u)} ({v})" for u, v in zip(those, worth, strict=True) if KIND[u] == pieces.HERO]
    armies = [u for u in those if KIND[u] != pieces.HERO]
    if armies:
        told.append(f"{words.units(armies)} ({'1 each' if len(armies) > 1 else 1})")
    fields = {"loser": _SIDES[b.loser], "difference": difference, "told": told, "row": TABLE[r][2]}
    return Found(
        g, n, _facing(g, a) | fields, {"difference": difference, "toll": max(0, toll), "all": sum(worth)}, most=60,
        clauses=[("10.6", "9.6"), ("10.7", "9.71")], look=(BOARD.ids[a],), facts={"row": r, "worth": worth, "lost": n},
    )  # fmt: skip


def city_falls(rng: Random, edition: str) -> Found | None:
    made = clash(rng, edition, walls=True)
    if made is None:
        return None
    g, a = made
    s = g.state
    b = battle.prospect(s, a)
    worth = battle.defenders_worth(s, b)
    need = worth + b.wall
    n = rng.choice((need - 1, need, need + 2, 3, 5, 10, 15, 20, 25))
    if n <= 0:
        return None
    toll = TABLE[battle.row(n)][1]
    dealt = "all" if toll < 0 else "some"
    fields = {
        "n": n, "worth": worth, "wall": b.wall, "need": need, "dealt": dealt,
        "toll": n if s.rules.wall_damage == "difference" else toll,
    }  # fmt: skip
    yes = fight.falls(s, b, n)
    return Found(
        g, yes, _facing(g, a) | fields, clauses=[_WALL, ("10.6", "9.6")], look=(BOARD.ids[a],),
        facts={"area": a, "difference": n, "yes": yes},
    )  # fmt: skip


def port_ships(rng: Random, edition: str) -> Found | None:
    ports = [
        a
        for a in BOARD.lands
        if BOARD.ports[a] and nation_of(a) >= 0 and fleets_of(nation_of(a)) and not BOARD.special[a]
    ]
    a = rng.choice(ports)
    home = nation_of(a)
    foe = rng.choice([n for n in NATIONS if n.index != home and heroes_of(n.index)])
    ships = fleets_of(home)[: rng.randint(1, 2)]
    land = [*names(heroes_of(foe.index)[:1]), f"{foe.id}-army*2"]
    units = {BOARD.ids[a]: [*land, *names(ships), f"{pieces.NATIONS[home].id}-army*1"]}
    g = built(
        edition, phase="magic", nations={foe.id: 0, pieces.NATIONS[home].id: 1}, units=units, assaults=[BOARD.ids[a]]
    )
    if g is None:
        return None
    b = battle.prospect(g.state, a)
    n = sum(battle.fights(g.state, b, 1, u) for u in ships)
    full = sum(FIGHT[u] for u in ships)
    fields = {"attackers": words.units(b.units[0]), "ships": words.units(ships), "full": full}
    return Found(
        g,
        n,
        _facing(g, a) | fields,
        {"edition": full - n, "heads": len(ships)},
        case="none" if n == 0 else "all",
        most=20,
        look=(BOARD.ids[a],),
        facts={"area": a, "ships": ships, "value": n},
    )


__all__ = ["sum_words"]
