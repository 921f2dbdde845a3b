"""The book read a fourth time: where two rules meet, and who counts among those who fight, who stand within, who have come."""

from __future__ import annotations

from elric.dragon_pass.combat.reckoning import SCALE, reckon
from elric.dragon_pass.components.units import BY_ID
from elric.dragon_pass.exotics.lunar import MealsMissed
from elric.dragon_pass.independents.giants import HumanDead
from elric.dragon_pass.independents.peoples import CITY_OF
from elric.dragon_pass.independents.peoples import INDEX as KEYS
from elric.dragon_pass.movement.edges import EDGES
from elric.dragon_pass.position.notes import noted, the_note
from elric.dragon_pass.position.state import Segment
from elric.dragon_pass.teaching.quickref import sections
from elric.dragon_pass.turn.reserves import Lost
from elric.dragon_pass.turn.victory import HOME, holds, intruders

from .field import BESIDE, BOARD, HEXES, INDEX, PLAIN, at, clauses, name, ones, open_line, texts
from .test_combat import sums, where
from .test_exotics import until_next
from .test_independents import FAR, war

H = open_line(6)
A, B, C, D, E, F = (H, *HEXES.ray(H, 0)[:5])
OFF = next(h for h in sorted(PLAIN, reverse=True) if HEXES.distance(h, H) > 12 and HEXES.distance(h, FAR) > 12)
EDGE = max(HEXES.distance(H, h) for h in range(HEXES.size))  # no hex of the board is farther
TRANSFORMER = "alchemical-transformer"
FORT = BOARD.places["jonstown"].hexes[0]


def cast(g, h: int, t: int, die: int) -> None:
    """One spell, which nobody covers."""
    g.push(f"aim {name(h)} {name(t)}")
    with g.scripted([die - 1]):
        g.push(f"cast {name(t)}")
        while g.step == "cover":
            g.push("bare")


def lost(g, *units: str) -> set[str]:
    """Which of these are not on the board."""
    return {u for u in units if where(g, u) < 0}


# ---- who fights whom, where spells are cast [17.4, 18.5, 29.1, 21.1] --------------------------------------------------


def test_wb_17_4_a_heros_spell_is_a_heros_attack() -> None:
    """[17.4] [24.1]: the Red Emperor is hero and magician: his spell strikes the Prince down with his cavalry, a school's spares him,
    and so does one that comes with the swords of plain units."""
    company = ("prince-argrath", "militia-cavalry-1")
    for mage, dead in (("red-emperor", set(company)), ("major-class-1", {"militia-cavalry-1"})):
        g = war({A: [mage], D: [*company], FAR: ["krise"]}, player="lunar")
        cast(g, A, D, 6)
        assert lost(g, *company) == dead, mage
        g = war({A: [mage], D: [*company], C: ["whipstock"], FAR: ["krise"]}, player="lunar")
        g.push(f"assign {name(C)} {name(D)}")
        g.push(f"assist {name(A)} {name(D)}")
        with g.scripted([5]):
            g.push(f"roll {name(D)}")
            while g.step == "cover":
                g.push("bare")
        assert lost(g, *company) == dead, mage


def test_wb_18_5_a_spell_from_afar_strikes_no_wound() -> None:
    """[18.5] [21.3]: the Emperor casts from three hexes away, and the swords are plain: his company dies, Harrek takes no Wound. With the
    Bloodspillers among the swords he does."""
    stack = ["harrek-the-berserk", "gunda-the-guilty", "krise"]
    for sword, wounds in (("whipstock", {}), ("bloodspillers", {BY_ID["harrek-the-berserk"]: 1})):
        g = war({A: ["red-emperor"], C: [sword], D: stack, FAR: ["and-j"]}, player="lunar")
        g.push(f"assign {name(C)} {name(D)}")
        g.push(f"assist {name(A)} {name(D)}")
        with g.scripted([5]):
            g.push(f"roll {name(D)}")
            while g.step == "cover":
                g.push("bare")
        assert lost(g, *stack) == {"gunda-the-guilty", "krise"}
        assert g.state.wounds == wounds, sword


def test_wb_29_1_a_gift_that_casts_harms_nobody_beside_the_dwarf() -> None:
    """[29.1] [30.1]: the Cannons in enemy hands cast at his stack; no roll kills, halves or drives anybody in it."""
    owners = {"cannon-cult": "lunar", "the-dwarf": "sartar"}
    for die in range(1, 7):
        g = war({A: ["cannon-cult"], C: ["the-dwarf", "militia-foot-1"], FAR: ["krise"]}, player="lunar", owners=owners)
        cast(g, A, C, die)
        assert (g.step, g.phase) != ("pay", "combat")
        assert (where(g, "the-dwarf"), where(g, "militia-foot-1"), where(g, "cannon-cult")) == (C, C, A)


def test_wb_21_1_a_trade_with_a_magician_who_cannot_reflect_takes_him_whole() -> None:
    """[21.1] [30.1] [12.6]: at a magical target all results count, though none comes back on the Cannons: the weaker magician dies of a
    Trade and they pay nothing; as the weaker side they lose nothing, and so nothing is matched. Half is lost by plain units alone [21.2]."""
    owners = {"cannon-cult": "lunar"}
    g = war({A: ["cannon-cult"], C: ["flash-jak", "krise"], FAR: ["and-j"]}, player="lunar", owners=owners)
    cast(g, A, C, 4)  # 7 against 6: a Trade
    assert lost(g, "cannon-cult", "flash-jak", "krise") == {"flash-jak", "krise"}
    g = war({A: ["cannon-cult"], C: ["egglord-warlocks", "krise"], FAR: ["and-j"]}, player="lunar", owners=owners)
    cast(g, A, C, 4)  # 7 against 9
    assert not lost(g, "cannon-cult", "egglord-warlocks", "krise")
    g = war({A: ["cannon-cult"], C: ["whipstock", "starkin"], FAR: ["and-j"]}, player="sartar",
            owners={"cannon-cult": "sartar"})  # fmt: skip
    cast(g, A, C, 4)
    assert g.step == "pay"


def test_wb_12_6_each_ruler_pays_for_a_trade_with_his_own() -> None:
    """[12.6] [69.2]: two rulers are attacked as one and win the Trade: of the eight factors that fell Sartar pays two with its foot of
    three, and Old Tarsh six with two of its three riders."""
    exiles = [f"exile-cavalry-{k}" for k in range(1, 4)]
    beside = next(n for n in BESIDE[A] if n != B)
    more = {"scenario": "old-tarsh", "order": ["lunar", "sartar", "tarsh"], "player": "lunar", "turn": 3, "day": 0}
    g = at({A: ["whipstock", "starkin"], B: ["militia-foot-1"], beside: exiles, FAR: ["krise"]}, phase="combat", moves=6,
           owners=dict.fromkeys(exiles, "tarsh"), **more)  # fmt: skip
    for target in (B, beside):
        g.push(f"assign {name(A)} {name(target)}")
    with g.scripted([3]):
        g.push(f"roll {name(B)}")
    asked = set()
    while g.step == "pay":
        asked.add(g.seat)
        assert {g.owner_of(a.args[0]) for a in g.legal_actions()} == {g.seat}
        g.push(g.legal_actions()[0])
    assert asked == {1, 2}
    assert lost(g, "militia-foot-1") == {"militia-foot-1"}
    assert len(lost(g, *exiles)) == 2


# ---- in the streets of a city [13.7, 13.8] -----------------------------------------------------------------------------

CITY = BOARD.places["boldhome"].hexes
OUTSIDE = next(n for n in BESIDE[CITY[0]] if n not in CITY and not BOARD.walls >> n & 1)


def test_wb_13_7_two_stacks_in_one_city_fight() -> None:
    """[13.7] [12.1] [14.2]: walls let a garrison leave alone whoever stands before them; who stands in the next street is attacked, and
    nobody else need be."""
    stacks = {CITY[0]: ["militia-foot-1"], CITY[1]: ["whipstock"], OUTSIDE: ["starkin"], FAR: ["krise"]}
    for player, mine, other in (("sartar", CITY[0], CITY[1]), ("lunar", CITY[1], CITY[0])):
        g = war(stacks, player=player)
        assert clauses(g, "done") == {"12.1", "14.2"}
        g.push(f"assign {name(mine)} {name(other)}")
        if player == "lunar":
            assert clauses(g, f"roll {name(other)}") == {"12.1"}  # the rider before the walls has halted there
            g.push(f"assign {name(OUTSIDE)} {name(other)}")
        assert f"roll {name(other)}" in texts(g)
    g = war({CITY[0]: ["militia-foot-1"], OUTSIDE: ["starkin"], FAR: ["krise"]})
    assert "done" in texts(g)


def test_wb_13_8_who_goes_through_the_streets_does_not_pass_by() -> None:
    """[13.8] [12.1]: a march past a garrison goes on outside its walls; in the next street of its city it stops."""
    gate = next(n for n in BESIDE[CITY[1]] if n not in (*CITY, *BESIDE[CITY[0]]) and not BOARD.river >> n & 1)
    for held, stops in ((CITY[0], True), (FAR, False)):
        g = at({gate: ["whipstock"], held: ["militia-foot-1"]}, player="lunar", turn=2)
        g.push("lead whipstock")
        g.push(f"step {name(CITY[1])}")
        assert (where(g, "whipstock"), g.step == "movement") == (CITY[1], stops)


def test_wb_17_2_a_hero_lifts_his_stack_by_being_there() -> None:
    """[17.2] [17.6] [7.2] [13.9]: spent by early magic the Emperor does not strike, and those beside him fight one better all the same, as
    Androgeus does beside the King; who sallies without him has only what is printed."""
    g = war(
        {A: ["red-emperor", "whipstock"], B: ["militia-cavalry-1"], FAR: ["krise"]},
        player="lunar",
        early=["red-emperor"],
    )
    g.push(f"assign {name(A)} {name(B)}")
    assert sums(g, B)[:2] == (4 + 1, 4)
    king, owners = "inhuman-king", dict.fromkeys(("androgeus-the-unknowable", "inhuman-king"), "lunar")
    g = war({A: ["androgeus-the-unknowable", king], B: ["militia-cavalry-1"], FAR: ["krise"]}, player="lunar", early=[king],
            owners=owners, marks={"friend": BY_ID[king]})  # fmt: skip
    g.push(f"assign {name(A)} {name(B)}")
    assert sums(g, B)[:2] == (40, 4)
    sally = Segment(((FORT, (BY_ID["whipstock"],)),), ((B, (BY_ID["militia-cavalry-1"],)),), ((FORT, B),), 0, True)
    g = war({FORT: ["red-emperor", "whipstock"], B: ["militia-cavalry-1"], FAR: ["krise"]})
    assert reckon(g.state, sally).attack == 4 * SCALE


# ---- who is there still [12.7, 20.3, 25.3] -----------------------------------------------------------------------------


def test_wb_12_7_a_stack_whose_attack_fails_falls_back_whole() -> None:
    """[12.7] [7.6] [7.2]: the magician whom early magic has spent did not attack, and goes back with those of its stack who did."""
    for die, left in ((3, {"comet-seers", "whipstock"}), (1, {"comet-seers"})):
        g = war({A: ["comet-seers", "whipstock"], B: ["militia-cavalry-1"], FAR: ["krise"]}, player="lunar",
                early=["comet-seers"])  # fmt: skip
        g.push(f"assign {name(A)} {name(B)}")
        with g.scripted([die - 1]):
            g.push(f"roll {name(B)}")
        while g.step == "back":
            g.push(g.legal_actions()[0])
        assert {u for u in ("comet-seers", "whipstock") if where(g, u) >= 0} == left
        assert (where(g, "comet-seers") == A) is (die == 1)
        assert where(g, "whipstock") in (-2, where(g, "comet-seers"))


def test_wb_20_3_a_dragonewt_that_is_reborn_has_used_its_magic() -> None:
    """[20.3] [33.1]: a Priest whose own spell kills it is home at once, with enemies in range, and casts no second time in that Move."""
    priest, owners = "dragonewt-priests-1", {"dragonewt-priests-1": "lunar"}
    city = BOARD.places[CITY_OF[BY_ID[priest]]].hexes[0]
    dry = [h for h in range(HEXES.size) if BOARD.ground[h] == "." and h not in BOARD.place_at]
    target = next(h for h in dry if HEXES.distance(h, city) == 6)
    start = next(h for h in dry if HEXES.distance(h, target) == 7 and HEXES.distance(h, city) > 3)
    g = war({start: [priest], target: ["krise"], FAR: ["and-j"]}, player="lunar", owners=owners)
    cast(g, start, target, 1)
    assert where(g, priest) == city
    assert not [text for text in texts(g) if text.startswith("aim")]


def test_wb_64_2_a_garrison_under_the_sylphs_is_in_its_city_still() -> None:
    """[64.2] [25.3] [28.9] [68.1]: they sit on the last defenders of Furthest, and it is not held; nor is Sartar free of three Lunar units."""
    city, unit = BOARD.places["furthest"].hexes, BY_ID["whipstock"]
    land = next(h for h in ones(HOME) if h not in BOARD.place_at and BOARD.ground[h] == ".")
    for h, caught in ((city[0], [unit]), (land, [unit, BY_ID["starkin"], BY_ID["queens"]])):
        for held in ([[h, caught]], []):
            g = war({h: ["sylphs"], FAR: ["krise"], A: ["wind-children"]}, marks={"caught": held[0]} if held else {})
            assert holds(g.state, 1, "furthest") is (h == city[0] and not held)
            assert intruders(g.state) == (len(caught) if held and h == land else 0)


def test_wb_24_3_the_bat_is_fed_by_the_day() -> None:
    """[24.3] [7.1]: where the Empire moves first, what the Bat kills in Sartar's Move is a meal of that day still, and none of the next."""
    for day, missed in ((6, 0), (5, 1)):  # Dying, and the day before it
        g = war({A: ["crimson-bat"], B: ["militia-cavalry-1"], FAR: ["krise", "and-j"], F: ["minor-class-1"]}, day=day,
                order=["lunar", "sartar"])  # fmt: skip
        g.push(f"assign {name(B)} {name(A)}")
        with g.scripted([0]):
            g.push(f"roll {name(A)}")
        assert where(g, "militia-cavalry-1") == -2
        while g.state.day != (day + 1) % 7:
            g.push("done")
        if day == 5:
            until_next(g, 0, g.turn + 1)
        assert the_note(g.state, MealsMissed).number == missed


def test_wb_24_5_the_full_moon_corps_comes_down_beside_the_bat_too() -> None:
    """[24.5] [8.5]: it has a range, and so is a magical unit of the Empire; the Hell Sisters are none."""
    for unit, comes in (("crimson-bat", True), ("hell-sisters", False)):
        g = war({A: [unit], FAR: ["krise"]}, day=3, agenda=[["move", 0]], order=["lunar", "sartar"])
        assert (g.step == "muster") is comes


def test_wb_44_1_the_black_horse_melts_into_the_night_and_is_not_slain() -> None:
    """[44.1] [40.1] [62.1] [62.4]: nobody has killed it when its master dies: no giant smells it, no straggler comes for it, and it does not
    come back from the dead pile. Whom an enemy killed while he lived counts as ever."""
    horse = [f"black-horse-troop-{k}" for k in range(1, 6)]
    owners = dict.fromkeys(("sir-ethilrist", *horse), "sartar")
    more = {"owners": owners, "rules": "1976, stragglers=yes, off_board_reserves=yes"}
    g = war({A: ["sir-ethilrist"], B: ["bell-temple"], FAR: horse[:3], OFF: [*horse[3:], "krise"]}, **more)
    g.push(f"assign {name(A)} {name(B)}")
    with g.scripted([0]):
        g.push(f"roll {name(B)}")
    assert lost(g, *owners) == set(owners)
    assert the_note(g.state, HumanDead).number == 1
    assert not noted(g.state, Lost)
    until_next(g, 1, 4)
    assert {where(g, u) for u in horse} == {-2}  # neither the South Soldiers nor the Horde have them
    g = war({FAR: ["sir-ethilrist"], B: ["bell-temple", "standfast"], A: horse[:1], OFF: ["krise"]}, **more)
    g.push(f"assign {name(A)} {name(B)}")
    with g.scripted([0]):
        g.push(f"roll {name(B)}")
    assert the_note(g.state, HumanDead).number == 1
    until_next(g, 1, 4)
    assert where(g, horse[0]) != -2


# ---- how long a whole Turn is [26.2, 26.4, 45.1] -----------------------------------------------------------------------


def lasting(kind: str, does: str, **when) -> int:
    """In how many Moves more than the one in which it begins something lasts."""
    owners = dict.fromkeys(("sir-ethilrist", "earthshaker-cult"), "sartar")
    stacks = {A: ["stormwalkers-cult"], BESIDE[FORT][0]: ["sir-ethilrist", "earthshaker-cult"], FAR: ["starkin"]}
    g = war(stacks, owners=owners, **when)
    began = g.state.moves
    g.push(does)
    while g.step == "fracture":
        g.push(g.legal_actions()[0])
    return max(e.ends for e in g.state.effects if e.kind == kind) - began


def test_wb_26_2_a_turn_from_early_magic_ends_before_ones_next_move() -> None:
    """[26.2] [7.1] [7.2]: what a storm of the early phase brings lasts through this Move and the enemy's; one of the Combat Phase, through
    his and the caster's next. So do the dark, for twice as long, and the walls that a quake breaks, for three Turns."""
    early = {"agenda": [["move", 0]], "order": ["sartar", "lunar"]}
    for when, fewer in ((early, 1), ({}, 0)):
        assert lasting("flood", f"storm {name(F)}", **when) == 2 - fewer
        assert lasting("dark", "cloak", **when) == 4 - fewer
        assert lasting("breach", f"rift {name(FORT)}", **when) == 6 - fewer


def test_wb_26_4_the_flood_of_the_third_day_ends_with_it() -> None:
    """[26.4] [26.3]: it comes as the third day begins and lasts one Turn; when the next begins the water has fallen."""
    more = {
        "marks": {"tempest": 1, "storm": "tempest"},
        "turn": 3,
        "agenda": [["move", 0]],
        "order": ["sartar", "lunar"],
    }
    g = war({FAR: ["stormwalkers-cult"], A: ["whipstock"]}, **more)
    assert g.state.effects
    until_next(g, 1, 4)
    assert not g.state.effects


# ---- who has come, and who has asked [12.1, 28.3, 29.1] ----------------------------------------------------------------


def test_wb_12_1_who_comes_back_beside_an_enemy_stops() -> None:
    """[12.1] [61.2]: from beyond the edge into an enemy's zone is a step into it; elsewhere the march goes on."""
    edge = next(h for h in ones(EDGES[1]) if BOARD.ground[h] == "." and not BOARD.walls >> h & 1)
    beside = next(n for n in BESIDE[edge] if n >= 0 and not BOARD.walls >> n & 1)
    unit = BY_ID["militia-cavalry-1"]
    for enemy, left in ((beside, 0), (FAR, 2 * (5 - 1))):
        g = war({enemy: ["whipstock"], A: ["krise"]}, phase="movement", marks={"away": [[unit, edge, 1]]})
        g.push(f"return militia-cavalry-1 {name(edge)}")
        assert g.state.left[unit] == left
        assert ("lead militia-cavalry-1" in texts(g)) == (left > 0)


def test_wb_28_3_an_emissary_sent_ahead_is_the_one_who_asks_in_that_move() -> None:
    """[28.3] [28.6] [29.1]: one roll for each people in a Move, so nobody who stands there asks the Dwarf after him; and a Superhero whom the
    Dwarf has refused does not ask him again."""
    shaft = BOARD.places["mineshaft"].hexes[0]
    begins = {"turn": 1, "phase": "movement", "agenda": [["move ends", 0], ["combat"], ["to combat"]]}
    for unit in ("harrek-the-berserk", "militia-foot-2"):
        marks = {"envoys": [[BY_ID[unit], KEYS["dwarf"], 1]]}
        g = war({shaft: ["militia-foot-1"], FAR: ["whipstock"]}, marks=marks, **begins)
        assert "asks the Dwarf for help, rolls 6, and is refused" in " ".join(g.story_text())
        if g.step == "muster":
            g.push(f"place {name(shaft)}")
        assert (g.player, g.phase) == (0, "movement")  # nobody was left to ask in that Combat
        until_next(g, 1, 2)
        while g.phase != "combat":
            g.push("done")
        assert [text for text in sorted(texts(g)) if text.startswith("ask")] == ["ask militia-foot-1"]


def test_wb_65_1_without_magic_ironhoofs_word_halts_nobody() -> None:
    """[65.1] [30.3] [19.3] [28.7]: given as a handicap to the game of heroes, in which no magic is used, he fights and bids no horse stand."""
    for scenario, may in (("coming-of-the-heroes", False), ("complete-game", True)):
        g = at({A: ["ironhoof"], FAR: ["whipstock"], B: ["unriver"]}, owners={"ironhoof": "sartar"}, scenario=scenario,
               rules="1976, handicap=sartar", phase="combat", turn=2, day=0)  # fmt: skip
        assert ("halt-horse" in texts(g)) is may


def test_wb_65_1_without_magic_nobody_walks_on_water() -> None:
    """[65.1] [21.6] [11.2]: in the game of heroes the Horde's magicians pay for a river as riders do, and make no ford for others."""
    for scenario, left in (("coming-of-the-heroes", 10 - 6), ("invasion-of-sartar", 10 - 4)):
        more = {"scenario": scenario, "turn": 2, "day": 0}
        g = at({"2531": ["krise", "militia-cavalry-1"], "2631": ["and-j"], FAR: ["whipstock"]}, **more)
        for unit in ("krise", "militia-cavalry-1"):
            g.push(f"lead {unit}")
            assert "2731" in g.ways()
            g.push("step 2631")
            g.push("step 2731")
            assert g.state.left[BY_ID[unit]] == left, (scenario, unit)
            g.push("halt")


def test_wb_38_3_who_masters_a_dragon_uses_every_power_ten_hexes_farther() -> None:
    """[38.3] [39.2] [26.2] [42.3] [48.2]: Cragspider's Pillar, the storm's centre, the fracture and the Illusions are within a range, and on
    a Dragon it grows; the Transformer doubles it [30.2]."""
    owners = dict.fromkeys(
        ("cragspider-the-firewitch", "dragon-4", "earthshaker-cult", "puppeteer-troupe", TRANSFORMER), "sartar"
    )

    def farthest(unit: str, verb: str, mate: str, phase: str) -> int:
        """How far one of its powers comes."""
        g = war({A: [unit, mate], FAR: ["whipstock"], OFF: ["krise"]}, phase=phase, owners=owners)
        named = [text.split()[1:] for text in texts(g) if text.startswith(f"{verb} ")]
        return max(HEXES.distance(A, INDEX[word]) for words in named for word in words if word in INDEX)

    for unit, verb, far, phase in (
        ("cragspider-the-firewitch", "pillar", 7, "combat"),
        ("stormwalkers-cult", "storm", 20, "combat"),
        ("earthshaker-cult", "quake", 10, "combat"),
        ("puppeteer-troupe", "appear", 8, "movement"),
    ):
        assert farthest(unit, verb, "militia-foot-1", phase) == far
        assert farthest(unit, verb, "dragon-4", phase) == min(far + 10, EDGE)
        assert farthest(unit, verb, TRANSFORMER, phase) == min(2 * far, EDGE)


def test_wb_33_1_the_assassins_attack_is_a_battle() -> None:
    """[33.1] [48.5] [46.3] [9.6]: they attack in Combat, by the table, at even odds: a Dragonewt whom they kill is home at once, and the
    Troupe is where an idle Illusion was."""
    marks = {"assassins": [0], "hired": [0]}
    newt, king = "dragonewt-cavalry-1", "inhuman-king"
    stacks = {A: [newt], OFF: [king], FAR: ["whipstock"]}
    g = war(stacks, player="lunar", owners=dict.fromkeys((newt, king), "sartar"), marks=marks)
    with g.scripted([5]):
        g.push(f"murder {name(A)} top")
    assert where(g, newt) == BOARD.places[CITY_OF[BY_ID[newt]]].hexes[0]
    troupe, illusion = "puppeteer-troupe", "illusionary-army-1"
    stacks = {A: [troupe], D: [illusion], OFF: ["krise"], FAR: ["whipstock"]}
    g = war(stacks, player="lunar", owners=dict.fromkeys((troupe, illusion), "sartar"), marks=marks)
    with g.scripted([5]):
        g.push(f"murder {name(A)} top")
    assert (where(g, troupe), where(g, illusion) >= 0) == (D, False)


def test_wb_26_3_in_the_long_storm_the_sylphs_fly_half_as_far() -> None:
    """[26.3] [25.3]: to settle on somebody as on any other flight; the Wind Children are magicians, and fly on."""
    there = next(h for h in range(HEXES.size) if HEXES.distance(A, h) == 11)
    stacks = {A: ["sylphs", "wind-children"], there: ["whipstock"], FAR: ["krise"]}
    for effects, may in (([["storm", "0x0", 9]], False), ([], True)):
        g = war(stacks, phase="movement", effects=effects)
        assert (f"settle {name(there)}" in texts(g)) is may
        if not may:
            assert clauses(g, f"settle {name(there)}") == {"25.3"}


def test_wb_45_1_the_dark_stops_nobody_with_a_dragon_or_beside_one() -> None:
    """[45.1] [38.5]: no magic touches its friends, so a march through the dark goes on as long as it keeps near; beyond, it stops."""
    near = next(n for n in BESIDE[B] if HEXES.distance(n, C) == 2 and n != A)
    dark = [["dark", hex(sum(1 << h for h in (B, C, D))), 9]]
    for mine, owner, comes in (({A: ["militia-cavalry-1"]}, {}, B), ({A: ["dragon-1", "militia-foot-1"]}, {"dragon-1": "sartar"}, D),
                               ({A: ["militia-cavalry-1"], near: ["dragon-1"]}, {"dragon-1": "sartar"}, C)):  # fmt: skip
        g = war({**mine, FAR: ["whipstock"]}, phase="movement", effects=dark, owners=owner)
        g.push(f"lead {mine[A][0]}")
        for unit in mine[A][1:]:
            g.push(f"join {unit}")
        for h in (B, C, D):
            if f"step {name(h)}" in texts(g):
                g.push(f"step {name(h)}")
        assert where(g, mine[A][0]) == comes


# ---- what the quick reference says [28.3, 48.7] ------------------------------------------------------------------------


def test_wb_48_7_the_quick_reference_names_every_place_where_the_troupe_may_be() -> None:
    """[28.3] [48.7] [43.1]: Ruins and capitals alike; of everybody else the one home and its hex, and Delecti is not asked with a die."""
    peoples = next(section for section in sections() if section.key == "peoples")
    places = {who: where for who, where, _ in peoples.rows}
    assert places["The Puppeteer Troupe"].count("Ruins") == 3
    assert {"Boldhome", "Furthest"} <= set(places["The Puppeteer Troupe"].split(", "))
    assert places["Ironhoof"] == "Wild Temple (0708)"
    assert "Delecti rolls no die" in peoples.note
