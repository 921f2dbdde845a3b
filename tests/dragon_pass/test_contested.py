"""Positions in which the wrong reading of a clause would show: battles, retreats, trades, sallies, walls (pp. 7-18)."""

from __future__ import annotations

import pytest

from elric.dragon_pass.combat.reckoning import SCALE, reckon
from elric.dragon_pass.combat.results import refuges
from elric.dragon_pass.components.units import BY_ID
from elric.dragon_pass.position.state import DEAD, Segment, lift

from .field import BESIDE, BOARD, HEXES, PLAIN, at, battle, clauses, name, ones, open_disc, pair, texts
from .test_combat import LOW, TOP, WOOD, roll, sums, where
from .test_heroes import HEROES
from .test_independents import war
from .test_reread_field import passed

H = open_disc(2)
ROW = [H, *HEXES.ray(H, 0)]
JONSTOWN = BOARD.places["jonstown"].hexes[0]
BOLDHOME = BOARD.places["boldhome"].hexes


# ---- walls and sallies ----------------------------------------------------------------------------------------------


def test_wb_13_9_a_garrison_of_one_lets_everybody_pass() -> None:
    """[13.9]: one unit at least is left behind, so one alone cannot go out, hero or not."""
    assert passed(["militia-foot-1"]).step == "march"
    assert passed(["prince-argrath"]).step == "march"
    g = passed(["prince-argrath", "militia-foot-1"])
    assert {"out prince-argrath", "out militia-foot-1"} <= texts(g)


def test_wb_13_9_who_sallies_from_a_hill_has_its_plain_factor() -> None:
    """[13.9] [13.7] [13.4]: out of the gates there is no advantage, in a sally nor in one's own Move; down a ridge there is."""
    top = pair(TOP, LOW)
    fort = (BOLDHOME[0], top[1])  # no fort of our board has a slope beside it: the factors are asked for all the same
    for (above, low), sally, attack in ((fort, True, 4), (fort, False, 4), (top, False, 8)):
        g = at({above: ["militia-cavalry-1"], low: ["whipstock"]}, phase="combat")
        units = {h: g.state.piles[h] for h in (above, low)}
        fight = Segment(((above, units[above]),), ((low, units[low]),), ((above, low),), 1, sally)
        assert reckon(g.state, fight).attack == attack * SCALE


def test_wb_13_9_who_has_sallied_does_not_sally_at_the_next() -> None:
    """[13.9]: a unit goes out once in a Move, against whoever passes."""
    near = next(n for n in BESIDE[JONSTOWN] if n in PLAIN)
    other = next(n for n in BESIDE[near] if n in PLAIN and HEXES.distance(n, JONSTOWN) == 2 and n != where_from(near))
    g = passed(["militia-foot-1", "militia-foot-2"], {other: ["starkin"]})
    g.push("out militia-foot-1")
    with g.scripted([2]):
        g.push("strike")
    while g.step == "march":
        g.push("halt")
    g.push("lead starkin")
    side = next(n for n in BESIDE[JONSTOWN] if f"step {name(n)}" in texts(g))
    g.push(f"step {name(side)}")
    assert g.step == "sally"
    assert clauses(g, "out militia-foot-1") == {"13.9"}
    assert "out militia-foot-2" in texts(g)


def where_from(near: int) -> int:
    """The hex from which `passed` comes."""
    return next(n for n in BESIDE[near] if n in PLAIN and HEXES.distance(n, JONSTOWN) == 2)


def test_wb_13_7_walls_count_from_another_hex_of_the_city_too() -> None:
    """[13.7] [13.4]: street to street the walls double and the hill on which both stand does not."""
    a, b = next((a, b) for a in BOLDHOME for b in BOLDHOME if HEXES.distance(a, b) == 1)
    g = battle({a: ["whipstock"], b: ["militia-foot-1"]}, [(a, b)], player="lunar")
    assert sums(g, b)[1] == 6


def test_wb_13_8_who_halts_outside_the_walls_attacks() -> None:
    """[13.8] [13.7]: the garrison need not attack in its own Move, and who has halted must in his."""
    near = next(n for n in BESIDE[JONSTOWN] if n in PLAIN)
    stacks = {near: ["whipstock"], JONSTOWN: ["militia-foot-1"], ROW[0]: ["militia-foot-2"], ROW[4]: ["starkin"]}
    assert clauses(at(stacks, phase="combat", player="lunar"), "done") == {"12.1", "14.2"}
    assert "done" in texts(at(stacks, phase="combat", player="sartar"))


# ---- retreats -------------------------------------------------------------------------------------------------------


def test_wb_13_1_down_a_ridge_lives_and_up_a_ridge_dies() -> None:
    """[13.1] [12.7]: over the top of a ridge nobody falls back; down from it he may; onto a ford he may."""
    top, low = pair(TOP, LOW)
    g = at({top: ["whipstock"], ROW[0]: ["militia-foot-1"]}, phase="combat")
    assert low in refuges(g.state, (BY_ID["whipstock"],))
    g = at({low: ["whipstock"], ROW[0]: ["militia-foot-1"]}, phase="combat")
    assert top not in refuges(g.state, (BY_ID["whipstock"],))
    ford, bank = pair(lambda h: BOARD.ford >> h & 1, LOW)
    g = at({bank: ["whipstock"], ROW[0]: ["militia-foot-1"]}, phase="combat")
    assert ford in refuges(g.state, (BY_ID["whipstock"],))


def test_wb_12_7_a_full_hex_is_no_refuge_and_a_friends_hex_is_one() -> None:
    """[12.7] [7.6]: friends are stacked upon as far as three may stand, and no farther."""
    for pile, lives in ((["talfort", "bagnot"], True), (["talfort", "bagnot", "dunstop"], False)):
        beside = BESIDE[ROW[1]][1]
        g = at({ROW[0]: ["militia-foot-1"], ROW[1]: ["whipstock"], beside: pile}, phase="combat")
        assert (beside in refuges(g.state, (BY_ID["whipstock"],))) is lives


def test_wb_12_7_beaten_into_a_zone_of_somebody_who_has_just_died_one_lives() -> None:
    """[12.7]: zones are those that there are when the stack is driven."""
    foe = ROW[1]
    stacks = {ROW[0]: ["militia-foot-1"], foe: ["whipstock"]}
    free = refuges(at(stacks, phase="combat").state, (BY_ID["whipstock"],))
    assert len(free) == 3  # beside the attacker his zone bars two, and he stands in the sixth
    behind = HEXES.ray(foe, HEXES.direction(ROW[0], foe))[1]
    g = at({**stacks, behind: ["militia-foot-2"], BESIDE[behind][0]: ["militia-foot-3"]}, phase="combat")
    fewer = refuges(g.state, (BY_ID["whipstock"],))
    assert len(fewer) < 3
    lift(g.state, (BY_ID["militia-foot-2"],), DEAD)
    assert len(refuges(g.state, (BY_ID["whipstock"],))) > len(fewer)


# ---- trades ---------------------------------------------------------------------------------------------------------


def test_wb_12_6_a_weak_attacker_dies_and_the_defender_pays_as_much() -> None:
    """[12.6]: 3 against 8 on a three: the attacker is lost, and of two fours the defender gives one."""
    g = battle({ROW[0]: ["militia-foot-1"], ROW[1]: ["whipstock", "starkin"]}, [(ROW[0], ROW[1])])
    roll(g, ROW[1], 3)
    assert (g.step, g.seat) == ("pay", 0)
    g.push("lose starkin")
    assert where(g, "whipstock") == ROW[1]
    assert where(g, "militia-foot-1") < 0


def test_wb_12_6_a_hero_who_is_spared_is_no_loss_to_be_matched() -> None:
    """[12.6] [17.4]: Argrath's one foot dies of a Trade against regular horse; they pay for the foot, not for him."""
    stacks = {ROW[0]: ["prince-argrath", "freedmen"], ROW[1]: ["standfast", "whipstock", "starkin"]}
    g = battle(stacks, [(ROW[0], ROW[1])], scenario=HEROES)
    attack, defence, odds = sums(g, ROW[1])
    assert (attack, defence, odds) == (4 + 3 + 1, 13, "1:1")
    roll(g, ROW[1], 4)
    assert where(g, "prince-argrath") == ROW[0]
    assert where(g, "freedmen") < 0
    assert g.step == "pay"
    g.push("lose whipstock")
    assert g.step != "pay"
    assert where(g, "standfast") == ROW[1]


def test_wb_12_6_no_trade_wounds_a_superhero() -> None:
    """[12.6] [18.5]: only an Elim strikes a Wound; his company dies of the Trade."""
    stacks = {ROW[0]: ["harrek-the-berserk", "freedmen"], ROW[1]: ["red-emperor", *["standfast", "steel-sword-legion"]]}
    g = battle(stacks, [(ROW[0], ROW[1])], scenario=HEROES)
    roll(g, ROW[1], 3)
    assert not g.state.wounds
    assert where(g, "harrek-the-berserk") >= 0


# ---- moving in ------------------------------------------------------------------------------------------------------


def test_wb_14_1_from_a_slope_onto_the_ridge_but_not_down_again() -> None:
    """[14.1]: the top of a ridge is difficult ground for who attacks it from below; the slope is open ground for who comes down."""
    top, low = pair(TOP, LOW)
    for start, target, may in ((low, top, True), (top, low, False)):
        g = battle({start: ["militia-cavalry-1"], target: ["unriver"]}, [(start, target)])
        roll(g, target, 6)
        assert (g.step == "advance") is may, name(target)


def test_wb_14_1_across_a_river_after_a_step_back_too() -> None:
    """[14.1]: who has attacked out of the water moves onto the bank that he has cleared, whether they died or fell back."""
    water, bank = pair(lambda h: BOARD.river >> h & 1, LOW)
    for die in (5, 6):
        g = battle({water: ["militia-cavalry-1"], bank: ["unriver"]}, [(water, bank)])
        roll(g, bank, die)
        while g.step == "back":
            g.push(sorted(texts(g))[0])
        assert g.step == "advance", die
        g.push(f"advance militia-cavalry-1 {name(bank)}")
        assert where(g, "militia-cavalry-1") == bank


def test_wb_14_1_who_has_moved_in_fights_no_more_in_this_move() -> None:
    """[14.1]: beside another enemy now, the Move ends without a fight."""
    a, b, third = next(
        (a, b, n) for b in ones(WOOD) for a in BESIDE[b] for n in BESIDE[b]
        if a in PLAIN and n >= 0 and HEXES.distance(n, a) > 1 and not BOARD.walls >> n & 1
    )  # fmt: skip
    g = battle({a: ["militia-cavalry-1"], b: ["unriver"], third: ["talfort"]}, [(a, b)])
    roll(g, b, 6)
    g.push(f"advance militia-cavalry-1 {name(b)}")
    assert HEXES.distance(where(g, "militia-cavalry-1"), third) == 1
    while g.step == "advance":
        g.push("stay")
    assert g.player == 0, "nobody has to fight again"


# ---- zones ----------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("ground", ["river", "ridge", "wood"])
def test_wb_12_1_a_zone_reaches_over_any_ground(ground: str) -> None:
    """[12.1]: one hex in every direction, out of a river, down from a ridge, into a wood."""
    kinds = {"river": lambda h: BOARD.river >> h & 1, "ridge": TOP, "wood": lambda h: WOOD >> h & 1}
    start, a, b = next(
        (n, a, b) for b in range(HEXES.size) if kinds[ground](b) for a in BESIDE[b] if a in PLAIN
        for n in BESIDE[a] if n in PLAIN and HEXES.distance(n, b) == 2
    )  # fmt: skip
    g = at({b: ["talfort"], start: ["militia-cavalry-1"]})
    g.push("lead militia-cavalry-1")
    g.push(f"step {name(a)}")
    assert clauses(g, "lead militia-cavalry-1") == {"8.4"}


def test_wb_12_1_a_hero_stops_too() -> None:
    """[12.1] [17.2]: difficult ground is open to him, an enemy's zone is not; nor to a Superhero."""
    for hero in ("prince-argrath", "harrek-the-berserk"):
        g = at({ROW[3]: ["talfort"], ROW[1]: [hero]}, scenario=HEROES)
        g.push(f"lead {hero}")
        g.push(f"step {name(ROW[2])}")
        assert clauses(g, f"lead {hero}") == {"8.4"}


# ---- heroes ---------------------------------------------------------------------------------------------------------


def test_wb_18_5_beside_a_superhero_a_hero_dies_of_one_roll() -> None:
    """[18.5] [17.4]: among his men as well, for his enemy is above them; against a regular stack he would be spared."""
    for foe, dies in (("jar-eel-the-razoress", True), ("whipstock", False)):
        stacks = {ROW[0]: ["prince-argrath", "militia-cavalry-1"], ROW[1]: [foe]}
        g = battle(stacks, [(ROW[0], ROW[1])], scenario=HEROES)
        roll(g, ROW[1], 1)
        assert (where(g, "prince-argrath") < 0) is dies, foe


def test_wb_18_4_a_superhero_takes_walls_for_his_whole_stack_and_a_hero_for_nobody() -> None:
    """[18.4] [17.3]: behind walls the defender is doubled, and so is Harrek's company; Argrath's is not, nor is he himself."""
    near = next(n for n in BESIDE[JONSTOWN] if n in PLAIN)
    for hero, attack in (("harrek-the-berserk", 2 * 20 + 2 * 4 + 1), ("prince-argrath", 4 + 4 + 1)):
        stacks = {near: [hero, "militia-cavalry-1"], JONSTOWN: ["talfort"]}
        g = battle(stacks, [(near, JONSTOWN)], scenario=HEROES)
        assert sums(g, JONSTOWN)[:2] == (attack, 6)


def test_wb_17_6_friends_are_doubled_when_they_are_attacked() -> None:
    """[17.6]: in defence as well, and only while they stand together."""
    stacks = {ROW[0]: ["whipstock"], ROW[1]: ["harrek-the-berserk", "gunda-the-guilty"]}
    g = battle(stacks, [(ROW[0], ROW[1])], scenario=HEROES, player="lunar")
    assert sums(g, ROW[1])[1] == 48
    stacks = {ROW[0]: ["whipstock"], ROW[1]: ["harrek-the-berserk"], ROW[2]: ["gunda-the-guilty"]}
    assert sums(battle(stacks, [(ROW[0], ROW[1])], scenario=HEROES, player="lunar"), ROW[1])[1] == 20


def test_wb_18_1_where_nobody_lives_there_is_no_scapegoat() -> None:
    """[18.1]: Gunda dies beside Harrek by a Trade that kills her enemies too: he hunts nobody."""
    stacks = {ROW[0]: ["whipstock", "aelwrin"], ROW[1]: ["harrek-the-berserk", "gunda-the-guilty"]}
    stacks[ROW[0]] = ["beat-pot-aelwrin"]
    g = battle(stacks, [(ROW[0], ROW[1])], scenario=HEROES, player="lunar")
    roll(g, ROW[1], 4)
    assert where(g, "beat-pot-aelwrin") < 0
    assert not g.state.goats
    assert g.step != "scapegoat"


def test_wb_40_5_who_stands_with_a_sleeping_giant_only_falls_back() -> None:
    """[40.5] [12.7]: a step back kills the sleeper; the men beside it are driven back as ever."""
    stacks = {ROW[0]: ["standfast", "steel-sword-legion", "red-dragoon"], ROW[1]: ["giant-1", "militia-cavalry-1"]}
    g = war(stacks, player="lunar", owners={"giant-1": "sartar"}, marks={"asleep": [BY_ID["giant-1"]]},
            effects=[["still", hex(1 << BY_ID["giant-1"]), 9]])  # fmt: skip
    g.push(f"assign {name(ROW[0])} {name(ROW[1])}")
    assert sums(g, ROW[1])[1] == 8 + 4
    roll(g, ROW[1], 5)
    while g.step == "back":
        g.push(sorted(texts(g))[0])
    assert where(g, "giant-1") < 0
    assert where(g, "militia-cavalry-1") >= 0
    assert where(g, "militia-cavalry-1") != ROW[1]
