"""Battles (pp. 12-14): odds, the table, ground, results, dividing, sallies."""

from __future__ import annotations

import pytest

from elric.dragon_pass.combat import results
from elric.dragon_pass.combat.reckoning import SCALE, reckon
from elric.dragon_pass.combat.results import refuges
from elric.dragon_pass.combat.table import CERTAIN, COLUMNS, HOPELESS, column, result
from elric.dragon_pass.components.units import BY_ID, UNITS

from .field import (
    AROUND,
    BESIDE,
    BOARD,
    HEXES,
    PLAIN,
    Game,
    at,
    battle,
    clauses,
    name,
    ones,
    open_disc,
    open_line,
    pair,
    texts,
)

WOOD = BOARD.wood & ~BOARD.high
TOP = lambda h: BOARD.ground[h] == "^" and h not in BOARD.place_at  # noqa: E731
LOW = lambda h: h in PLAIN  # noqa: E731


def sums(g, target: int) -> tuple[float, float, str]:
    """Attack, defence and odds of the battle for a target, before it is rolled."""
    from elric.dragon_pass.combat_phase.dividing import join_battles

    fight = next(b for b in join_battles(g.state, g.state.links, g.state.player) if target in dict(b.defenders))
    found = reckon(g.state, fight)
    told = reckon(g.state, fight, tell=True)
    assert sum(x.factor for x in told.lines if x.attacks) == found.attack
    assert sum(x.factor for x in told.lines if not x.attacks) == found.defence
    return found.attack / SCALE, found.defence / SCALE, found.odds


def roll(g, target: int, die: int) -> None:
    with g.scripted([die - 1]):
        g.push(f"roll {name(target)}")


def where(g, unit: str) -> int:
    return g.state.place[BY_ID[unit]]


PRINTED = [(3, 2, "2:1"), (3, 5, "1:1"), (25, 13, "2:1"), (13, 25, "1:1"), (12, 6, "2:1"), (6, 12, "1:2"), (12, 18, "1:1"),
           (9, 2, "5:1"), (15, 5, "3:1"), (15, 10, "2:1"), (23, 12, "2:1"), (28, 14, "2:1")]  # fmt: skip


@pytest.mark.parametrize(("attack", "defence", "odds"), PRINTED)
@pytest.mark.parametrize("rounding", ["half", "up"])
def test_wb_12_2_the_printed_odds(attack: int, defence: int, odds: str, rounding: str) -> None:
    """[12.2] [14.3] [20.2]: every odds that the book works out, by both readings of its rounding."""
    assert COLUMNS[column(attack, defence, rounding)] == odds


def test_wb_22_1_a_half_raises_the_odds_and_less_does_not() -> None:
    """[22.1]: 13 against 10 is 1:1, and 2:1 where every remainder counts [12.2]; six times is certain."""
    assert COLUMNS[column(13, 10)] == "1:1"
    assert COLUMNS[column(13, 10, "up")] == "2:1"
    assert column(11, 2) == CERTAIN
    assert column(1, 9) == 0
    assert column(1, 9, below="lost") == HOPELESS


def test_wb_12_4_the_table() -> None:
    """[12.4]: each column as printed, die by die."""
    short = {"A elim": "AE", "A bk 1": "AB", "Trade": "TR", "D bk 1": "DB", "D elim": "DE"}
    printed = {
        "1:2": "AE AE TR TR DB DE",
        "1:1": "AE AE AB TR DB DE",
        "2:1": "AE AB TR TR DB DE",
        "3:1": "AE AB TR DB DE DE",
        "4:1": "AB AB TR DB DE DE",
        "5:1": "AB TR DB DE DE DE",
        "6:1": "DE DE DE DE DE DE",
    }
    for k, odds in enumerate(COLUMNS):
        assert " ".join(short[result(k, die)] for die in range(1, 7)) == printed[odds]


def test_wb_12_1_who_stands_beside_an_enemy_must_fight() -> None:
    """[12.1] [14.2]: the phase does not end before each such stack has a target and each enemy in its zone an attacker."""
    h = open_line()
    foes = [BESIDE[h][0], BESIDE[h][3]]
    g = at({h: ["militia-cavalry-1"], foes[0]: ["whipstock"], foes[1]: ["unriver"]}, phase="combat")
    assert clauses(g, "done") == {"12.1", "14.2"}
    g.push(f"assign {name(h)} {name(foes[0])}")
    assert clauses(g, f"roll {name(foes[0])}") == {"14.2"}
    g.push(f"assign {name(h)} {name(foes[1])}")
    assert clauses(g, "done") == {"12.3"}
    assert sums(g, foes[0])[:2] == (4, 6)


def test_wb_14_3_the_first_way_to_divide() -> None:
    """[14.3] [14.2]: three battles of 12 against 6, 6 against 12, 3 against 2, and two of 12 against 18, 9 against 2."""
    h = open_line()
    path = [h, *HEXES.ray(h, 0)]
    g = at({path[0]: ["militia-cavalry-1"], path[1]: ["whipstock"], path[2]: ["militia-foot-1"]}, phase="combat")
    g.push(f"assign {name(path[0])} {name(path[1])}")
    g.push(f"assign {name(path[2])} {name(path[1])}")
    assert sums(g, path[1]) == (7, 4, "2:1")
    g.push(f"part {name(path[2])}")
    assert clauses(g, f"roll {name(path[1])}") == {"12.1"}


def test_wb_14_2_an_attacker_who_fights_two_joins_their_battles() -> None:
    """[14.2]: 12 against 18: one stack against two, and a third that attacks one of them is in the same battle."""
    h = open_line()
    p = [h, *HEXES.ray(h, 0)]
    g = at(
        {p[0]: ["whipstock"], p[1]: ["militia-cavalry-1"], p[2]: ["unriver"], p[3]: ["militia-foot-1"]}, phase="combat"
    )
    for a, t in ((1, 0), (1, 2), (3, 2)):
        g.push(f"assign {name(p[a])} {name(p[t])}")
    assert sums(g, p[0]) == sums(g, p[2]) == (7, 6, "1:1")
    roll(g, p[2], 6)
    assert set(g.state.dead) == {BY_ID["whipstock"], BY_ID["unriver"]}


def test_wb_12_5_a_elim_kills_all_attackers() -> None:
    """[12.5]"""
    h = open_line()
    foe = BESIDE[h][0]
    g = battle({h: ["militia-cavalry-1", "militia-foot-1"], foe: ["whipstock"]}, [(h, foe)])
    roll(g, foe, 1)
    assert set(g.state.dead) == {BY_ID["militia-cavalry-1"], BY_ID["militia-foot-1"]}


def test_wb_12_8_d_elim_kills_all_defenders() -> None:
    """[12.8]: the whole stack, the hidden counter too."""
    h = open_line()
    foe = BESIDE[h][0]
    g = battle({h: ["militia-cavalry-1"], foe: ["whipstock", "unriver"]}, [(h, foe)])
    roll(g, foe, 6)
    assert set(g.state.dead) == {BY_ID["whipstock"], BY_ID["unriver"]}


def test_wb_12_6_equals_trade_both() -> None:
    """[12.6]: 4 against 4: both sides die."""
    h = open_line()
    foe = BESIDE[h][0]
    g = battle({h: ["militia-cavalry-1"], foe: ["whipstock"]}, [(h, foe)])
    roll(g, foe, 4)
    assert len(g.state.dead) == 2


def test_wb_12_6_the_stronger_pays_at_least_as_much() -> None:
    """[12.6]: 3 + 3 against 5: the five die, and one three is not enough."""
    h = open_line()
    foe = BESIDE[h][0]
    g = battle({h: ["militia-foot-1", "militia-foot-2", "militia-foot-3"], foe: ["bell-temple"]}, [(h, foe)])
    roll(g, foe, 4)
    assert g.step == "pay"
    assert g.seat == 1
    assert clauses(g, "lose bell-temple") == {"12.6"}
    g.push("lose militia-foot-2")
    assert g.step == "pay"
    g.push("lose militia-foot-1")
    assert g.step != "pay"
    assert where(g, "militia-foot-3") >= 0


def test_wb_12_6_ground_counts_in_what_is_lost() -> None:
    """[12.6]: a three in a wood is worth six: the attacker of seven pays both of his units, not one."""
    a, b = pair(LOW, lambda h: WOOD >> h & 1)
    g = battle({a: ["militia-cavalry-1", "militia-foot-1"], b: ["talfort"]}, [(a, b)])
    roll(g, b, 4)
    assert g.seat == 1
    g.push("lose militia-cavalry-1")
    assert g.step == "pay"
    g.push("lose militia-foot-1")
    assert len(g.state.dead) == 3


def test_wb_12_7_the_enemy_chooses_where_a_beaten_stack_goes() -> None:
    """[12.7]: out of zones, where the stack lives; a way must be taken if there is one."""
    h = open_line()
    foe = BESIDE[h][0]
    g = battle({h: ["militia-cavalry-1"], foe: ["whipstock"]}, [(h, foe)])
    roll(g, foe, 5)
    assert (g.step, g.seat) == ("back", 1)
    away = {name(n) for n in BESIDE[foe] if HEXES.distance(n, h) == 2}
    assert texts(g) == {f"back {x}" for x in away}
    beside = next(n for n in BESIDE[foe] if HEXES.distance(n, h) == 1)
    assert clauses(g, f"back {name(beside)}") == {"12.7"}
    g.push(sorted(texts(g))[0])
    assert where(g, "whipstock") in ones(HEXES.ring(h, 2))


def test_wb_12_7_the_defender_drives_the_attacker() -> None:
    """[12.7]: A bk 1: the defender says where the attacker goes."""
    h = open_line()
    foe = BESIDE[h][0]
    g = battle({h: ["militia-cavalry-1"], foe: ["whipstock"]}, [(h, foe)])
    roll(g, foe, 3)
    assert (g.step, g.seat) == ("back", 0)


def test_wb_12_7_no_way_back_is_death() -> None:
    """[12.7]: with enemy zones all round a beaten stack dies."""
    h = open_line()
    ring = ones(HEXES.ring(h, 1))
    stacks = {h: ["whipstock"], ring[0]: ["militia-cavalry-1"]}
    far = [n for n in BESIDE[h] if HEXES.distance(n, ring[0]) == 2 and n != ring[0]]
    stacks[far[1]] = ["militia-cavalry-2"]
    stacks[next(n for n in BESIDE[h] if n not in stacks and HEXES.distance(n, far[1]) > 1)] = ["militia-cavalry-3"]
    attackers = [n for n in stacks if n != h]
    g = battle(stacks, [(n, h) for n in attackers])
    assert sums(g, h) == (12, 4, "3:1")
    roll(g, h, 4)
    assert g.state.dead == (BY_ID["whipstock"],)


def test_wb_13_1_driven_into_a_wood_is_death() -> None:
    """[13.1]: where every way without a zone is wood, water or uphill the stack dies."""
    a, b = pair(
        LOW, lambda h: WOOD >> h & 1 and all(n >= 0 and BOARD.difficult >> n & 1 for n in BESIDE[h] if n not in PLAIN)
    )
    foe = b
    g = battle({a: ["militia-cavalry-1", "militia-cavalry-2", "militia-cavalry-3"], foe: ["talfort"]}, [(a, foe)])
    ways = [n for n in BESIDE[foe] if HEXES.distance(n, a) == 2 and n in PLAIN]
    roll(g, foe, 5)
    assert (where(g, "talfort") < 0) == (not ways)


def test_wb_13_3_a_wood_or_marsh_doubles_the_defender() -> None:
    """[13.3]"""
    for ground in (WOOD, BOARD.marsh):
        a, b = pair(LOW, lambda h, ground=ground: ground >> h & 1)
        assert sums(battle({a: ["militia-cavalry-1"], b: ["talfort"]}, [(a, b)]), b)[:2] == (4, 6)


def test_wb_13_2_an_attack_out_of_a_river_doubles_the_defender() -> None:
    """[13.2]: and a defender on the river is halved [11.2]."""
    a, b = pair(lambda h: BOARD.river >> h & 1, LOW)
    assert sums(battle({a: ["militia-cavalry-1"], b: ["talfort"]}, [(a, b)]), b)[:2] == (4, 6)
    assert sums(battle({b: ["militia-cavalry-1"], a: ["talfort"]}, [(b, a)]), a)[:2] == (4, 1.5)


def test_wb_13_2_a_ford_is_open_ground() -> None:
    """[13.2]"""
    a, b = pair(lambda h: BOARD.ford >> h & 1, lambda h: BOARD.ground[h] == ".")
    assert sums(battle({a: ["militia-cavalry-1"], b: ["talfort"]}, [(a, b)]), b)[:2] == (4, 3)


def test_wb_13_4_the_top_of_a_ridge_doubles_both_ways() -> None:
    """[13.4]: defending on top against the slope, and attacking down on it."""
    a, b = pair(LOW, TOP)
    assert sums(battle({a: ["militia-cavalry-1"], b: ["talfort"]}, [(a, b)]), b)[:2] == (4, 6)
    assert sums(battle({b: ["militia-cavalry-1"], a: ["talfort"]}, [(b, a)]), a)[:2] == (8, 3)


def test_wb_13_5_a_wood_on_a_ridge_makes_three_times() -> None:
    """[13.5]: forest and ridge together: a three defends as nine."""
    a, b = pair(LOW, lambda h: BOARD.ground[h] == "F")
    assert sums(battle({a: ["militia-cavalry-1"], b: ["talfort"]}, [(a, b)]), b)[:2] == (4, 9)


def test_wb_13_6_an_attack_from_the_top_too_cancels_the_ridge() -> None:
    """[13.6]: with one attacker on the same height only the wood is left."""
    b = next(h for h in range(HEXES.size) if BOARD.ground[h] == "F"
             and any(n in PLAIN for n in BESIDE[h]) and any(n >= 0 and TOP(n) for n in BESIDE[h]))  # fmt: skip
    low = next(n for n in BESIDE[b] if n in PLAIN)
    top = next(n for n in BESIDE[b] if n >= 0 and TOP(n))
    g = battle({low: ["militia-cavalry-1"], top: ["militia-foot-1"], b: ["talfort"]}, [(low, b), (top, b)])
    assert sums(g, b)[:2] == (7, 6)


def test_wb_13_7_walls_double_and_nobody_is_driven_out() -> None:
    """[13.7]: a fort with 4 and 3 defends as 14; D bk 1 does nothing."""
    fort = BOARD.places["jonstown"].hexes[0]
    a = next(n for n in BESIDE[fort] if n in PLAIN)
    g = battle({a: ["militia-cavalry-1"], fort: ["whipstock", "talfort"]}, [(a, fort)])
    assert sums(g, fort)[:2] == (4, 14)
    roll(g, fort, 5)
    assert where(g, "whipstock") == where(g, "talfort") == fort


def test_wb_13_7_from_below_a_city_on_a_hill_counts_three_times() -> None:
    """[13.7] [13.5]: Boldhome: three times from the slope, twice from its own next hex."""
    city = BOARD.places["boldhome"]
    one, two = next((a, b) for a in city.hexes for b in city.hexes if b in BESIDE[a])
    g = battle({one: ["militia-cavalry-1"], two: ["talfort"]}, [(one, two)])
    assert sums(g, two)[:2] == (4, 6)


def test_wb_13_7_who_is_behind_walls_need_not_attack() -> None:
    """[13.7]: the garrison may end its Combat Phase beside an enemy; he must attack it in his."""
    fort = BOARD.places["jonstown"].hexes[0]
    a = next(n for n in BESIDE[fort] if n in PLAIN)
    g = at({a: ["whipstock"], fort: ["militia-foot-1"]}, phase="combat")
    assert "done" in texts(g)
    g = at({a: ["whipstock"], fort: ["militia-foot-1"]}, phase="combat", player="lunar")
    assert clauses(g, "done") == {"12.1", "14.2"}


def test_wb_14_1_the_winner_moves_into_difficult_ground() -> None:
    """[14.1]: into a wood that was cleared; not into open ground."""
    a, b = pair(LOW, lambda h: WOOD >> h & 1)
    g = battle({a: ["militia-cavalry-1", "militia-cavalry-2"], b: ["unriver"]}, [(a, b)])
    roll(g, b, 6)
    assert g.step == "advance"
    g.push(f"advance militia-cavalry-2 {name(b)}")
    g.push("stay")
    assert (where(g, "militia-cavalry-1"), where(g, "militia-cavalry-2")) == (a, b)
    h = open_line()
    foe = BESIDE[h][0]
    g = battle({h: ["militia-cavalry-1"], foe: ["unriver"]}, [(h, foe)])
    roll(g, foe, 6)
    assert g.step != "advance"


def test_wb_12_3_nobody_attacks_twice() -> None:
    """[12.3]: once the first battle is rolled the division stands."""
    h = open_line()
    p = [h, *HEXES.ray(h, 0)]
    g = battle({p[0]: ["whipstock"], p[1]: ["militia-cavalry-1"], p[3]: ["militia-foot-1"], p[4]: ["talfort"]},
               [(p[1], p[0]), (p[3], p[4])])  # fmt: skip
    roll(g, p[0], 6)
    assert clauses(g, f"assign {name(p[1])} {name(p[0])}") == {"14.2"}
    assert texts(g) == {f"roll {name(p[4])}"}


def passing(die: int | None = None):
    """A Lunar horse has come beside a fort with two foot in it; its garrison has struck and rolled, if a die is given."""
    fort = BOARD.places["jonstown"].hexes[0]
    near = next(n for n in BESIDE[fort] if n in PLAIN)
    start = next(n for n in BESIDE[near] if n in PLAIN and HEXES.distance(n, fort) == 2)
    g = at({start: ["whipstock"], fort: ["militia-foot-1", "militia-foot-2"]}, player="lunar")
    g.push("lead whipstock")
    g.push(f"step {name(near)}")
    if die:
        g.push("out militia-foot-1")
        with g.scripted([die - 1]):
            g.push("strike")
    return g, fort, near


def test_wb_13_9_a_garrison_may_sally_at_who_passes() -> None:
    """[13.9]: its ruler decides, one at least stays, and the march goes on."""
    g, _, _ = passing()
    assert (g.step, g.seat) == ("sally", 1)
    assert clauses(g, "strike") == {"13.9"}
    g.push("out militia-foot-1")
    assert clauses(g, "out militia-foot-2") == {"13.9"}
    g, _, near = passing()
    g.push("pass")
    assert (g.step, g.seat) == ("march", 0)
    assert where(g, "whipstock") == near


def test_wb_13_9_the_sally_goes_home_or_dies() -> None:
    """[13.9]: 3 against 4 is 1:1: on a three it is home at no loss, on a one it is lost, and the march goes on."""
    g, fort, _ = passing(3)
    assert where(g, "militia-foot-1") == fort
    assert g.step == "march"
    g, _, _ = passing(1)
    assert where(g, "militia-foot-1") < 0
    assert g.step == "march"


def test_wb_13_9_a_passer_driven_back_marches_no_more() -> None:
    """[13.9]: the sallying ruler pushes him, and his march is over; on a six he is dead."""
    g, _, _ = passing(5)
    assert (g.step, g.seat) == ("back", 1)
    g.push(sorted(texts(g))[0])
    assert g.step == "movement"
    assert clauses(g, "lead whipstock") == {"13.9"}
    g, _, _ = passing(6)
    assert g.state.dead == (BY_ID["whipstock"],)


def test_wb_12_2_every_line_of_a_battle_says_why() -> None:
    """[12.2]: the lines name the unit, its factor, and the clauses that made it."""
    from elric.dragon_pass.combat_phase.dividing import join_battles

    a, b = pair(LOW, lambda h: BOARD.ground[h] == "F")
    g = battle({a: ["militia-cavalry-1"], b: ["talfort"]}, [(a, b)])
    found = reckon(g.state, join_battles(g.state, g.state.links, 1)[0], tell=True)
    defender = next(line for line in found.lines if not line.attacks)
    assert UNITS[defender.unit].id == "talfort"
    assert defender.value == 9
    assert {"8.2", "13.3", "13.4", "13.5"} == {clause for _, clause in defender.why}


def test_wb_7_6_who_fights_lies_open() -> None:
    """[7.6]: from the first roll on everybody sees all counters of the battles, and after the Move they are hidden again."""
    h = open_line()
    p = [h, *HEXES.ray(h, 0)]
    g = battle({p[0]: ["whipstock"], p[1]: ["militia-cavalry-1"], p[3]: ["militia-foot-1"], p[4]: ["goldedge", "talfort"]},
               [(p[1], p[0]), (p[3], p[4])])  # fmt: skip
    assert g.view(1)["stacks"][name(p[4])]["counters"] == ["goldedge", None]
    roll(g, p[0], 6)
    assert g.view(1)["stacks"][name(p[4])]["counters"] == ["goldedge", "talfort"]
    roll(g, p[4], 2)
    while g.player == 1:
        g.push(sorted(texts(g))[0])
    assert g.view(1)["stacks"][name(p[4])]["counters"] == ["goldedge", None]
    assert Game.load(g.save()).position() == g.position()


def test_wb_12_7_many_beaten_stacks_are_soon_found_places(monkeypatch) -> None:
    """[12.7]: once all live who could if they had room no other way is looked for; who is among enemy zones dies in any case."""
    asked = []
    monkeypatch.setattr(results, "refuges", lambda *args, **more: asked.append(args) or refuges(*args, **more))
    pen, line = open_disc(), HEXES.ray(open_line(), 0)[:4]
    around = [h for h in ones(HEXES.ring(pen, 2)) if (AROUND[h] & AROUND[pen]).bit_count() == 2]
    enemies = (
        "hell-sisters",
        "bloodspillers",
        "thunder-delta-slingers-1",
        "thunder-delta-slingers-2",
        "goldwave",
        "uplands",
    )
    beaten = [f"militia-foot-{k}" for k in range(1, 6)]
    g = at(
        {
            **{h: [u] for h, u in zip((*line, pen), beaten, strict=True)},
            **{h: [u] for h, u in zip(around, enemies, strict=True)},
        }
    )
    assert results.spared(g.state, tuple((BY_ID[u],) for u in beaten)) == 4
    assert len(asked) < 40
