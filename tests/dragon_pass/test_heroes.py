"""Heroes, Best Friends, Scapegoats and Superheroes (pp. 17-18)."""

from __future__ import annotations

from elric.dragon_pass.components.units import BY_ID, UNITS
from elric.dragon_pass.movement.going import points

from .field import BESIDE, BOARD, HEXES, PLAIN, Game, at, battle, clauses, name, ones, open_line, pair, texts
from .test_combat import LOW, TOP, WOOD, roll, sums, where

HEROES = "coming-of-the-heroes"


def test_wb_17_1_fifteen_heroes_and_three_of_them_superheroes() -> None:
    """[17.1] [17.5] [18.2] [9.2]: heroes have no place in a stack's count, may Wound, and Superheroes are heroes too."""
    heroes = [unit for unit in UNITS if unit.hero]
    assert len(heroes) == 15
    assert all(unit.wounds and not unit.counts for unit in heroes)
    assert {unit.id for unit in heroes if unit.superhero} == {
        "jar-eel-the-razoress",
        "harrek-the-berserk",
        "androgeus-the-unknowable",
    }


def test_wb_8_9_tarsh_nationals_serve_their_army_with_two_players() -> None:
    """[8.9]: circled counters of both armies; in a game for two they are Lunar and of Sartar like the others."""
    circled = {unit.side for unit in UNITS if unit.tarsh}
    assert circled == {"lunar", "sartar"}
    g = Game("tax-collectors")
    assert g.state.owner[BY_ID["talfort"]] == 0


def test_wb_17_2_a_hero_does_not_count_and_lifts_his_company() -> None:
    """[17.2]: a fourth counter on a hex, and one CF more for each of the three."""
    h = open_line()
    foe = BESIDE[h][0]
    stack = ["prince-argrath", "militia-cavalry-1", "militia-cavalry-2", "militia-foot-1"]
    g = battle({h: stack, foe: ["whipstock"]}, [(h, foe)])
    assert sums(g, foe)[:2] == (4 + 3 + 4 + 4 + 3, 4)


def test_wb_17_3_the_books_wood() -> None:
    """[17.3]: Argrath with three cavalry against two threes in a wood: 4 x 2 + 3 x (4 + 1) = 23 against 12."""
    a, b = pair(LOW, lambda h: WOOD >> h & 1)
    g = battle(
        {a: ["prince-argrath", *(f"militia-cavalry-{k}" for k in (1, 2, 3))], b: ["talfort", "bagnot"]}, [(a, b)]
    )
    assert sums(g, b) == (23, 12, "2:1")


def test_wb_17_3_difficult_ground_is_open_to_a_hero_alone() -> None:
    """[17.3]: a wood costs him one point; with foot it costs two."""
    a, b = pair(LOW, lambda h: WOOD >> h & 1)
    g = at({a: ["prince-argrath", "militia-cavalry-1"]})
    g.push("lead prince-argrath")
    g.push(f"step {name(b)}")
    assert points(g.state, BY_ID["prince-argrath"]) == 10
    g = at({a: ["prince-argrath", "militia-cavalry-1"]})
    for text in ("lead prince-argrath", "join militia-cavalry-1", f"step {name(b)}"):
        g.push(text)
    assert points(g.state, BY_ID["prince-argrath"]) == 8


def test_wb_17_3_walls_are_not_open_to_a_hero() -> None:
    """[17.3] [18.4]: against a fort his CF stays; a Superhero's whole stack is doubled."""
    fort = BOARD.places["jonstown"].hexes[0]
    a = next(n for n in BESIDE[fort] if n in PLAIN)
    g = battle({a: ["prince-argrath", "militia-cavalry-1"], fort: ["talfort"]}, [(a, fort)])
    assert sums(g, fort)[:2] == (4 + 5, 6)
    g = battle({a: ["harrek-the-berserk", "militia-cavalry-1"], fort: ["talfort"]}, [(a, fort)])
    assert sums(g, fort)[:2] == (40 + 8 + 1, 6)


def test_wb_18_4_a_superheros_stack_goes_as_he_does() -> None:
    """[18.4]: with Harrek foot climbs a ridge for one point."""
    a, b = pair(LOW, TOP)
    g = at({a: ["harrek-the-berserk", "militia-foot-1"]})
    for text in ("lead harrek-the-berserk", "join militia-foot-1", f"step {name(b)}"):
        g.push(text)
    assert points(g.state, BY_ID["militia-foot-1"]) == 2


def test_wb_17_4_regular_enemies_spare_the_hero_of_a_company() -> None:
    """[17.4]: an Elim kills his men; alone he may die; and against a hero all die."""
    h = open_line()
    foe = BESIDE[h][0]
    g = battle({h: ["prince-argrath", "militia-foot-1"], foe: ["whipstock"]}, [(h, foe)])
    roll(g, foe, 1)
    assert g.state.dead == (BY_ID["militia-foot-1"],)
    g = battle({h: ["prince-argrath"], foe: ["whipstock"]}, [(h, foe)])
    roll(g, foe, 1)
    assert g.state.dead == (BY_ID["prince-argrath"],)
    g = battle({h: ["prince-argrath", "militia-foot-1"], foe: ["red-emperor"]}, [(h, foe)])
    roll(g, foe, 6)
    assert g.state.dead == (BY_ID["red-emperor"],)
    g = battle({h: ["prince-argrath", "militia-foot-1"], foe: ["red-emperor", "whipstock", "talfort"]}, [(h, foe)])
    roll(g, foe, 1)
    assert len(g.state.dead) == 2


def test_wb_17_6_friends_together_double_their_own() -> None:
    """[17.6]: Harrek and Gunda: 40 + 8."""
    h = open_line()
    foe = BESIDE[h][0]
    g = battle({h: ["harrek-the-berserk", "gunda-the-guilty"], foe: ["jar-eel-the-razoress"]}, [(h, foe)])
    assert sums(g, foe) == (48, 20, "2:1")


def test_wb_18_5_five_wounds_kill_a_superhero() -> None:
    """[18.5]: an Elim by a unit that may strike is a Wound, the fifth kills; his company dies at once."""
    h = open_line()
    foe = BESIDE[h][0]
    stacks = {h: ["harrek-the-berserk"], foe: ["jar-eel-the-razoress", "whipstock"]}
    g = battle(stacks, [(h, foe)])
    with g.scripted([5]):
        g.push(f"roll {name(foe)}")
    assert g.state.wounds == {BY_ID["jar-eel-the-razoress"]: 1}
    assert g.state.dead == (BY_ID["whipstock"],)
    g = battle(
        {h: ["harrek-the-berserk"], foe: ["jar-eel-the-razoress"]}, [(h, foe)], wounds={"jar-eel-the-razoress": 4}
    )
    roll(g, foe, 6)
    assert g.state.dead == (BY_ID["jar-eel-the-razoress"],)


def test_wb_18_5_without_a_striker_only_the_company_dies() -> None:
    """[18.5]: plain units add their CF and Wound nobody; a hero beside them makes it a Wound."""
    h = open_line()
    foe = BESIDE[h][0]
    big = ["twin-spears", "bullocks", "sword-brothers"]
    plain = ["pol-joni-tribe-1", "pol-joni-tribe-2", "pol-joni-tribe-3"]
    g = battle({h: plain, foe: ["jar-eel-the-razoress", "talfort"]}, [(h, foe)])
    roll(g, foe, 6)
    assert not g.state.wounds
    assert g.state.dead == (BY_ID["talfort"],)
    g = battle({h: big, foe: ["jar-eel-the-razoress"]}, [(h, foe)])
    roll(g, foe, 6)
    assert g.state.wounds == {BY_ID["jar-eel-the-razoress"]: 1}


def test_wb_18_6_a_duel_goes_on_until_a_wound() -> None:
    """[18.6]: a step back and a Trade do not end it; companions pay the Trade, and the dice fall until an Elim."""
    h = open_line()
    foe = BESIDE[h][0]
    g = battle({h: ["harrek-the-berserk"], foe: ["jar-eel-the-razoress"]}, [(h, foe)])
    with g.scripted([2, 4, 3, 0]):
        g.push(f"roll {name(foe)}")
    assert g.state.wounds == {BY_ID["harrek-the-berserk"]: 1}
    assert where(g, "harrek-the-berserk") == h
    assert len([line for line in g.story_text() if "attacks" in line]) == 4


def avenging(**more):
    """Gunda has fallen to the Emperor and two Lunar horse at Harrek's side; their ruler chooses the Scapegoat."""
    h = open_line()
    foe = BESIDE[h][0]
    g = battle(
        {h: ["harrek-the-berserk", "gunda-the-guilty"], foe: ["bell-temple", "char-un", "red-emperor"]},
        [(foe, h)],
        "lunar",
        **more,
    )
    roll(g, h, 6)
    return g, h, foe


def test_wb_18_1_a_scapegoat_answers_for_the_best_friend() -> None:
    """[18.1]: its ruler chooses it from those who fought; its factors double."""
    g, _, foe = avenging()
    assert (g.step, g.seat) == ("scapegoat", 0)
    assert clauses(g, "blame whipstock") == {"18.1"}
    g.push("blame char-un")
    assert g.state.goats == ((BY_ID["harrek-the-berserk"], BY_ID["char-un"]),)
    assert points(g.state, BY_ID["char-un"]) == 16
    near = BESIDE[foe][0]
    g2 = battle({foe: ["char-un"], near: ["militia-foot-1"]}, [(foe, near)], player="lunar",
                goats=[["harrek-the-berserk", "char-un"]])  # fmt: skip
    assert sums(g2, near)[:2] == (10, 3)


def test_wb_18_1_the_avenger_hunts_nobody_else() -> None:
    """[18.1]: he goes only nearer, must go, and need not fight others beside him."""
    h = open_line(6)
    path = [h, *HEXES.ray(h, 0)]
    goats = [["harrek-the-berserk", "char-un"]]
    g = at({path[0]: ["harrek-the-berserk"], path[5]: ["char-un"]}, goats=goats)
    assert clauses(g, "done") == {"18.1"}
    g.push("lead harrek-the-berserk")
    assert clauses(g, f"step {name(BESIDE[h][3])}") == {"18.1"}
    g = at(
        {path[0]: ["harrek-the-berserk"], path[5]: ["char-un"], BESIDE[h][3]: ["whipstock"]},
        goats=goats,
        phase="combat",
    )
    assert g.player == 0 or "done" in texts(g)
    g = at(
        {path[0]: ["harrek-the-berserk"], path[1]: ["char-un"], BESIDE[h][3]: ["whipstock"]},
        goats=goats,
        phase="combat",
    )
    assert texts(g) == {f"assign {name(path[0])} {name(path[1])}"}


def test_wb_65_1_the_army_on_one_hex_spreads_in_its_first_move() -> None:
    """[65.1]: thirteen counters start on Jaldon's hex; the first Move does not end while too many stand there."""
    hexes = BOARD.places["jaldons-hex"].hexes
    horde = ["jaldon-toothmaker", *(f"amber-clan-{k}" for k in (1, 2)), *(f"potor-clan-{k}" for k in (1, 2))]
    g = at({hexes[0]: horde}, scenario=HEROES)
    assert clauses(g, "done") == {"7.6"}
    for unit, n in zip(("amber-clan-1",), BESIDE[hexes[0]], strict=False):
        for text in (f"lead {unit}", f"step {name(n)}", "halt"):
            g.push(text)
    assert "done" in texts(g)


def test_wb_65_1_who_has_no_hero_left_has_lost() -> None:
    """[65.1]"""
    h = open_line()
    g = at({h: ["prince-argrath"], name(ones(HEXES.ring(h, 5))[0]): ["whipstock"]}, scenario=HEROES)
    g.push("done")
    assert g.outcome["winner"] == 1
