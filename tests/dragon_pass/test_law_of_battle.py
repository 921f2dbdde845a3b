"""Where battle, magic and movement were read against the book's letter (pp. 7-25): what a spell aims at, what a price is read off."""

from __future__ import annotations

import pytest

from elric.dragon_pass.combat.reckoning import SCALE, reckon
from elric.dragon_pass.combat.results import refuges
from elric.dragon_pass.combat_phase.dividing import join_battles
from elric.dragon_pass.components.units import BY_ID
from elric.dragon_pass.lab.clash import Clash
from elric.dragon_pass.movement.going import points
from elric.dragon_pass.table import TABLE
from elric.dragon_pass.table.deeds import deeds
from elric.dragon_pass.teaching import TEACHING

from .field import (
    BESIDE,
    BOARD,
    GAME,
    HEXES,
    INDEX,
    PLAIN,
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
from .test_combat import LOW, TOP, WOOD, roll, sums, where
from .test_magic import LINE, cast, magic

GLOW = BOARD.lands["L"]
H = open_disc(2)
NEAR = BESIDE[LINE[0]][3]


def left(g, unit: str) -> float:
    return points(g.state, BY_ID[unit]) / 2


def waiting(g):
    """The one battle that is assigned."""
    (fight,) = join_battles(g.state, g.state.links, g.state.player)
    return fight


def full(stacks, **more):
    """The complete game in the Empire's Combat Phase."""
    return at(stacks, **{"scenario": "complete-game", "phase": "combat", "player": "lunar", "day": 5, **more})


def dead(g) -> set[int]:
    return set(g.state.dead)


# ---- what a spell aims at -------------------------------------------------------------------------------------------


SCHOOL = next(
    name(n) for n in ones(GLOW) if all(HEXES.distance(n, INDEX[h]) == 2 for h in ("3005", "3103"))
    and HEXES.distance(n, INDEX["3004"])
)  # fmt: skip


def over_the_glowline(aim: str, more: dict[str, list[str]] | None = None):
    """On Black day the Steel Sword Legion attacks a stack inside the Glowline and one outside; a school inside casts at one."""
    stacks = {"3004": ["steel-sword-legion"], "3005": ["freedmen"], "3103": ["guildsmen"], SCHOOL: ["minor-class-1"]}
    g = full(stacks | (more or {}), order=["lunar", "sartar"], day=0)
    for push in ("assign 3004 3005", "assign 3004 3103", f"assist {SCHOOL} {aim}"):
        g.push(push)
    return g


@pytest.mark.parametrize(("aim", "attack"), [("3103", 5 + 1), ("3005", 5 + 12)])
def test_wb_19_5_beside_swords_the_moon_is_full_for_who_is_aimed_at(aim: str, attack: int) -> None:
    """[19.5] [21.3]: twelve at a target inside the Glowline and one at a target outside, whichever hex comes first."""
    g = over_the_glowline(aim)
    found = reckon(g.state, waiting(g))
    assert (found.attack, found.defence) == (attack * SCALE, 6 * SCALE)
    with g.scripted([0]):
        g.push("roll 3005")
    assert f"{attack} against 6" in " ".join(g.story_text())


@pytest.mark.parametrize(("aim", "far"), [("3103", "3005"), ("3005", "3103")])
def test_wb_21_5_beside_swords_who_is_aimed_at_can_be_covered(aim: str, far: str) -> None:
    """[21.5] [21.3]: a magician in range of who is aimed at covers him, and one in range of the other stack alone does not."""
    for near, away, asked in ((aim, far, True), (far, aim, False)):
        mage = next(
            name(n) for n in ones(HEXES.disc(INDEX[near], 5))
            if HEXES.distance(n, INDEX[away]) > 5 and min(HEXES.distance(n, INDEX[h]) for h in ("3004", "3005", "3103", SCHOOL)) > 1
        )  # fmt: skip
        g = over_the_glowline(aim, {mage: ["free-philosophers"]})
        with g.scripted([] if asked else [0]):
            g.push(f"roll {aim}")
        assert (g.step == "cover" and f"cover {mage}" in texts(g)) is asked


def beside_a_superhero(**more):
    """Lunar swords at a Superhero's company and at the Freedmen, in one battle, and schools in range of both."""
    stacks = {
        "0722": ["harrek-the-berserk", "twin-spears", "bullocks"], "0824": ["freedmen"],
        "0723": ["bell-temple", "char-un", "antelope-lancers"], "0524": ["major-class-1", "major-class-2", "comet-seers"],
    }  # fmt: skip
    g = at(stacks, phase="combat", player="lunar", order=["lunar", "sartar"], scenario="complete-game", day=3, **more)
    g.push("assign 0723 0722")
    g.push("assign 0723 0824")
    return g


@pytest.mark.parametrize("aim", ["0722", "0824"])
def test_wb_18_3_no_magic_in_a_battle_with_a_superhero_whoever_else_fights(aim: str) -> None:
    """[18.3] [21.3]: the Freedmen in the same battle do not let magic in: the swords alone count, and the defence is not halved.
    Lab and coach say so before the roll."""
    g = beside_a_superhero(rules="1976, open_stacks=true")
    bare = reckon(g.state, waiting(g))
    g.push(f"assist 0524 {aim}")
    found = reckon(g.state, waiting(g))
    assert (found.attack, found.defence) == (bare.attack, bare.defence)
    asked = Clash(g.state, waiting(g))
    assert asked.odds.odds == bare.odds
    assert "No magic touches those in 0722" in asked.answer().says
    assert any("magic adds nothing" in risk.words for risk in TEACHING.advice(g).risks)


def test_wb_21_3_a_battle_as_text_says_who_is_aimed_at() -> None:
    """[21.3] [19.5]: what is written down and read again has the same target, and the same odds."""
    for aim in ("3005", "3103"):
        g = over_the_glowline(aim)
        asked = Clash(g.state, waiting(g))
        again = Clash.parse(asked.text)
        assert again.battle.aims == (INDEX[aim],)
        assert again.odds.odds == asked.odds.odds


def test_wb_18_3_a_spell_at_whom_no_magic_touches_is_told_before() -> None:
    """[18.3]: it may be aimed, and the coach says that nothing will come of it; with a face down beside the hero nobody knows."""
    for pile, sure in ((["harrek-the-berserk"], True), (["harrek-the-berserk", "freedmen"], False)):
        g = full({LINE[0]: ["major-class-1"], LINE[2]: pile})
        g.push(f"aim {name(LINE[0])} {name(LINE[2])}")
        assert any("No magic touches" in risk.words for risk in TEACHING.advice(g).risks) is sure
        assert any("no magic touches them" in deed.label for deed in deeds(TABLE, g, g.view(0))) is sure


def test_wb_38_4_a_dragon_kills_who_aims_at_it_and_not_who_aims_beside() -> None:
    """[38.4] [38.5] [21.3]: two schools with the swords, one at the Dragon and one at the foot in its zone: the first dies."""
    a, t = LINE[1], LINE[2]
    beside = next(n for n in ones(HEXES.around[a] & HEXES.around[t]))
    behind = [n for n in ones(HEXES.around[a]) if HEXES.distance(n, t) > 1 and HEXES.distance(n, beside) > 1]
    stacks = {
        a: ["bell-temple", "char-un"], behind[0]: ["minor-class-1"], behind[1]: ["minor-class-2"],
        t: ["dragon-1"], beside: ["freedmen"],
    }  # fmt: skip
    g = full(stacks, owners={"dragon-1": "sartar"})
    for push in (f"assign {name(a)} {name(t)}", f"assign {name(a)} {name(beside)}", f"assist {name(behind[0])} {name(t)}",
                 f"assist {name(behind[1])} {name(beside)}"):  # fmt: skip
        g.push(push)
    with g.scripted([3]):
        g.push(f"roll {name(t)}")
    assert BY_ID["minor-class-1"] in dead(g)
    assert BY_ID["minor-class-2"] not in dead(g)


def test_wb_21_3_a_position_that_names_no_target_aims_at_the_first() -> None:
    """[21.3]: positions written down before a spell knew its target are read as they were meant."""
    g = feinting()
    g.push(f"withdraw {name(NEAR)}")
    g.push(f"cast {name(LINE[3])}")
    told = GAME.describe(g.state)
    waiting_rows = [row for row in told["agenda"] if row[0] in ("cover", "resolve")]
    for row in waiting_rows:
        row[1][5] = [caster[:3] for caster in row[1][5]]
    assert len(waiting_rows) == 2
    assert GAME.build(told).agenda == g.state.agenda


# ---- cover ----------------------------------------------------------------------------------------------------------


def feinting():
    """The book's two schools, one aimed at the cavalry and one at the magician beside it."""
    g = magic(
        {
            LINE[0]: ["minor-class-1"],
            NEAR: ["minor-class-3"],
            LINE[3]: ["pavis-royal-guard"],
            LINE[4]: ["tosti-runefriend"],
        }
    )
    g.push(f"aim {name(LINE[0])} {name(LINE[3])}")
    g.push(f"aim {name(NEAR)} {name(LINE[4])}")
    return g


def test_wb_20_2_an_aim_that_keeps_from_covering_is_cast() -> None:
    """[20.2] [21.5]: only who is attacked cannot cover, so what was aimed at him when another spell fell is no feint."""
    g = feinting()
    cast(g, LINE[3], 1)
    assert clauses(g, f"withdraw {name(NEAR)}") == {"20.2"}
    assert clauses(g, "done") == {"20.2"}
    cast(g, LINE[4], 1)
    assert g.player == 1
    g = feinting()
    g.push(f"withdraw {name(NEAR)}")
    g.push(f"cast {name(LINE[3])}")
    assert g.step == "cover"
    assert f"cover {name(LINE[4])}" in texts(g)


def test_wb_20_2_swords_take_no_cover_away() -> None:
    """[20.2] [21.5]: a magician whose stack is attacked with swords has not been a spell's target, and covers others."""
    foe = next(n for n in BESIDE[LINE[4]] if HEXES.distance(n, LINE[3]) > 1)
    stacks = {
        LINE[0]: ["minor-class-1"],
        LINE[3]: ["pavis-royal-guard"],
        LINE[4]: ["tosti-runefriend"],
        foe: ["thunder-delta-slingers-1"],
    }
    g = full(stacks)
    g.push(f"assign {name(foe)} {name(LINE[4])}")
    roll(g, LINE[4], 1)
    assert where(g, "tosti-runefriend") == LINE[4]
    g.push(f"aim {name(LINE[0])} {name(LINE[3])}")
    g.push(f"cast {name(LINE[3])}")
    assert g.step == "cover"
    assert f"cover {name(LINE[4])}" in texts(g)


# ---- what a price is read off ---------------------------------------------------------------------------------------


def spent_on(unit: str, road: tuple[int, ...], **more) -> list[float]:
    """What each step along some hexes takes from a unit."""
    g = at({road[0]: [unit]}, scenario="complete-game", turn=2, **more)
    g.push(f"lead {unit}")
    out = []
    for h in road[1:]:
        before = left(g, unit)
        g.push(f"step {name(h)}")
        out.append(before - left(g, unit))
    return out


def test_wb_24_2_39_5_flyers_and_tusk_riders_gain_on_no_road() -> None:
    """[11.7] [11.8] [24.2] [39.5]: the second point on a secondary road brings horse one more, and neither the Bat, the Wind
    Children nor the Tusk Riders; of the Dragonewts' road the same is true."""
    road = next(r for r in BOARD.roads if r.kind == "secondary" and r.id == "grazeland-road").hexes[:3]
    newt = BOARD.newt_hexes & ~BOARD.primary_hexes
    path = pair(LOW, lambda h: newt >> h & 1 and BOARD.ground[h] == ".")
    lunar = {"player": "lunar", "order": ["lunar", "sartar"]}
    assert spent_on("militia-cavalry-1", road) == [1, 0]
    assert spent_on("militia-cavalry-1", path) == [0]
    for unit, more in (
        ("crimson-bat", lunar),
        ("wind-children", {}),
        ("tusk-riders-1", {"owners": {"tusk-riders-1": "sartar"}}),
    ):
        assert spent_on(unit, road, **more) == [1, 1]
        assert spent_on(unit, path, **more) == [1]


def test_wb_11_8_stone_men_gain_on_a_dragonewt_road() -> None:
    """[11.8]: any unit's march is a hex longer, a Stone Man's too; and foot that marches with the Bat has its own point."""
    newt = BOARD.newt_hexes & ~BOARD.primary_hexes
    path = pair(LOW, lambda h: newt >> h & 1 and BOARD.ground[h] == ".")
    assert spent_on("stone-man-1", path, owners={"stone-man-1": "sartar"}) == [0]


def test_wb_26_3_the_storm_doubles_no_step_along_any_road() -> None:
    """[26.3]: off the roads marches are halved; along a secondary road they are not."""
    road = next(r for r in BOARD.roads if r.kind == "secondary" and r.id == "grazeland-road").hexes[:3]
    off = next(n for n in BESIDE[road[0]] if n in PLAIN)
    storm = {"effects": [["storm", "0x0", 9]]}
    assert spent_on("militia-cavalry-1", road, **storm) == [1, 0]
    assert spent_on("militia-cavalry-1", (road[0], off), **storm) == [2]


def ford(mage: str = "comet-seers", **more):
    """Foot comes to a river where a magician stands, and goes on."""
    bank, water = pair(LOW, lambda h: BOARD.river >> h & 1)
    g = full({bank: ["whipstock"], water: [mage]}, phase="movement", turn=2, **more)
    g.push("lead whipstock")
    g.push(f"step {name(water)}")
    before = left(g, "whipstock")
    g.push(f"step {name(bank)}")
    return g, before - left(g, "whipstock")


def test_wb_21_6_a_magician_is_a_ford_while_another_river_floods() -> None:
    """[21.6]: the rule is off in a river that is in flood, and in no other."""
    _, water = pair(LOW, lambda h: BOARD.river >> h & 1)
    elsewhere = next(h for h in ones(BOARD.river) if HEXES.distance(h, water) > 9)
    assert ford()[1] == 1
    assert ford(effects=[["flood", hex(1 << elsewhere), 9]])[1] == 1


def test_wb_20_3_to_be_a_ford_is_a_use_of_magic() -> None:
    """[20.3] [21.6] [7.2]: once a Move he casts, covers or makes a ford; who cast before the march makes none."""
    g, cost = ford()
    assert cost == 1
    assert g.state.waded >> BY_ID["comet-seers"] & 1
    for spent in ({"cast": ["comet-seers"]}, {"early": ["comet-seers"]}):
        g, cost = ford(**spent)
        assert cost == 2
        assert not g.state.waded


def test_wb_21_6_who_wades_with_foot_keeps_his_magic() -> None:
    """[21.6]: to walk on water spares movement and takes the magic; who goes with foot pays as they do, and keeps it."""
    bank, water = pair(LOW, lambda h: BOARD.river >> h & 1)
    g = full({bank: ["comet-seers", "whipstock"]}, phase="movement", turn=2)
    g.push("lead comet-seers")
    g.push("join whipstock")
    for h, cost in ((water, 1), (bank, 2)):
        before = left(g, "comet-seers")
        g.push(f"step {name(h)}")
        assert before - left(g, "comet-seers") == cost
    assert not g.state.waded


def test_wb_17_3_from_a_ridge_at_a_wood_below_both_count_for_a_hero() -> None:
    """[17.3] [18.4] [13.4]: down the ridge his stack is doubled, and he once more as the wood doubles his foe; a Superhero's stack
    too."""
    top, wood = pair(TOP, lambda h: WOOD >> h & 1)
    for pile, attack in ((["prince-argrath"], 16), (["prince-argrath", "militia-foot-1"], 16 + 6 + 1),
                         (["harrek-the-berserk", "militia-foot-1"], 80 + 12 + 1)):  # fmt: skip
        g = battle({top: pile, wood: ["talfort"]}, [(top, wood)])
        assert sums(g, wood)[:2] == (attack, 6)


# ---- what the results do --------------------------------------------------------------------------------------------


def test_wb_12_6_attacking_ground_is_no_loss() -> None:
    """[12.6] [13.4]: down a ridge ten are worth twenty in the battle; of a Trade each is paid at its own four, and not at eight."""
    top, low = pair(TOP, LOW)
    g = battle({top: ["militia-cavalry-1", "militia-cavalry-2"], low: ["whipstock", "starkin"]}, [(top, low)])
    assert sums(g, low)[:2] == (16, 8)
    roll(g, low, 4)
    assert g.step == "pay"
    _, due, rates = g.state.agenda[-1]
    assert (due, dict(rates)[BY_ID["militia-cavalry-1"]]) == (8 * SCALE, 4 * SCALE)


def test_wb_12_7_nobody_is_driven_into_anothers_only_way_out() -> None:
    """[12.7]: of two beaten stacks that could both live neither is driven where the other then finds no room."""
    for spot in sorted(PLAIN):
        g = crowding(spot)
        if g is not None:
            break
    first, second = g.state.agenda[-1][1], next(f[1] for f in g.state.agenda if f[0].name == "driven")
    only = refuges(g.state, second)
    assert len(only) == 1
    assert set(only) < set(refuges(g.state, first))
    assert clauses(g, f"back {name(only[0])}") == {"12.7"}
    g.push(next(a for a in g.legal_actions() if a.verb == "back"))
    assert not set(second) & dead(g)
    assert not set(first) & dead(g)


def crowding(spot: int):
    """Two full stacks beaten by one foe, the second with one way out that is open to the first as well; None where the ground of
    these hexes does not give it."""
    foe, one, two = spot, BESIDE[spot][0], BESIDE[spot][1]
    disc = set(ones(HEXES.disc(spot, 3)))
    if not disc <= PLAIN:
        return None
    piles = {one: ["talfort", "bagnot", "dunstop"], two: ["whipstock", "starkin", "uplands"]}
    for shared in set(BESIDE[one]) & set(BESIDE[two]) - {foe}:
        barred = [h for h in BESIDE[two] if HEXES.distance(h, foe) > 1 and h != shared]
        for guard in sorted(disc):
            if guard in (foe, one, two) or any(HEXES.distance(guard, h) <= 1 for h in (one, two, shared)):
                continue
            if all(HEXES.distance(guard, h) <= 1 for h in barred):
                stacks = {foe: ["harrek-the-berserk", "twin-spears", "bullocks"], guard: ["militia-foot-1"], **piles}
                g = battle(stacks, [(foe, one), (foe, two)], turn=2)
                roll(g, one, 5)
                if g.step == "back" and len(refuges(g.state, g.state.agenda[-1][1])) > 1:
                    return g
    return None


def test_wb_17_4_only_a_lone_hero_dies_of_regular_enemies() -> None:
    """[17.4]: two heroes together are each among friends; one who is alone dies."""
    h = open_line()
    foe = BESIDE[h][0]
    for pile, fallen in (
        (["prince-argrath", "jaldon-toothmaker"], set()),
        (["prince-argrath"], {BY_ID["prince-argrath"]}),
    ):
        g = battle({h: pile, foe: ["whipstock"]}, [(h, foe)])
        roll(g, foe, 1)
        assert dead(g) == fallen


def test_wb_17_7_magic_kills_only_normal_units_beside_the_friends() -> None:
    """[17.7]: a D Elim by magic kills physical units with a Superhero and his Best Friend; a magician with them lives."""
    pile = ["harrek-the-berserk", "gunda-the-guilty", "krise", "freedmen"]
    g = full({LINE[0]: ["major-class-1", "major-class-2"], LINE[2]: pile}, day=3)
    g.push(f"aim {name(LINE[0])} {name(LINE[2])}")
    cast(g, LINE[2], 6)
    assert where(g, "freedmen") < 0
    assert where(g, "krise") == LINE[2]
    assert g.state.still >> BY_ID["harrek-the-berserk"] & 1
    assert not g.state.still >> BY_ID["krise"] & 1


def test_wb_7_6_a_spell_thrown_back_drives_the_whole_stack() -> None:
    """[7.6] [12.7] [21.1]: the foot beside a school goes back with it."""
    g = full({LINE[0]: ["minor-class-1", "talfort"], LINE[2]: ["egglord-warlocks"]}, day=2)
    g.push(f"aim {name(LINE[0])} {name(LINE[2])}")
    cast(g, LINE[2], 3)
    while g.step == "back":
        g.push(g.legal_actions()[0])
    assert where(g, "talfort") == where(g, "minor-class-1") != LINE[0]


def test_wb_11_6_a_step_back_along_a_road_into_a_wood_lives() -> None:
    """[11.6] [13.1]: the road cancels the ground; off it the same wood is death."""
    a, b = next((a, b) for a, b in BOARD.primary if BOARD.wood >> b & 1)
    foe = next(n for n in BESIDE[a] if n >= 0 and HEXES.distance(n, b) > 1)
    g = at({a: ["whipstock"], foe: ["militia-foot-1"]}, phase="combat")
    assert b in refuges(g.state, (BY_ID["whipstock"],))


def test_wb_13_1_ground_that_is_open_to_a_unit_does_not_kill_it() -> None:
    """[13.1] [32.5] [39.5]: Tusk Riders fall back through a wood and Dinosaurs through the Marsh, as over open ground."""
    for unit, ground in (("tusk-riders-1", BOARD.wood & ~BOARD.high), ("brontosaur-1", BOARD.marsh)):
        a, b = pair(lambda h: not (BOARD.high | BOARD.river | BOARD.walls) >> h & 1, lambda h, g=ground: g >> h & 1)
        foe = next(n for n in BESIDE[a] if n >= 0 and HEXES.distance(n, b) > 1)
        for u, lives in ((unit, True), ("whipstock", False)):
            g = at({a: [u], foe: ["militia-foot-1"]}, phase="combat", scenario="complete-game", owners={unit: "lunar"})
            assert (b in refuges(g.state, (BY_ID[u],))) is lives


def test_wb_13_2_from_the_river_at_who_is_in_the_river() -> None:
    """[13.2] [11.2]: he is halved for standing in it, and doubled as his foe attacks out of it: four are worth four."""
    a, b = pair(lambda h: BOARD.river >> h & 1, lambda h: BOARD.river >> h & 1)
    g = battle({a: ["militia-cavalry-1"], b: ["whipstock"]}, [(a, b)])
    assert sums(g, b) == (4, 4, "1:1")
