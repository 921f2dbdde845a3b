"""Magicians, the moon and the Glowline (pp. 19-22, 24)."""

from __future__ import annotations

from elric.dragon_pass.combat.factors import DAYS, MOON
from elric.dragon_pass.combat.reckoning import SCALE, reckon
from elric.dragon_pass.components.units import BY_ID, MAGICIANS, UNITS
from elric.dragon_pass.magic.spells import spell_at
from elric.dragon_pass.movement.going import points

from .field import BESIDE, BOARD, HEXES, PLAIN, at, clauses, name, ones, open_line, pair, texts
from .test_combat import LOW, where

GLOW = BOARD.lands["L"]
OUTSIDE = next(h for h in sorted(PLAIN) if len([n for n in HEXES.ray(h, 0)[:6] if n in PLAIN]) == 6 and not GLOW >> h & 1
               and not any(GLOW >> n & 1 for n in HEXES.ray(h, 0)[:6]))  # fmt: skip
LINE = [OUTSIDE, *HEXES.ray(OUTSIDE, 0)[:6]]
INSIDE = next(
    h for h in sorted(PLAIN) if GLOW >> h & 1 and GLOW >> BESIDE[h][0] & 1 and GLOW >> BESIDE[BESIDE[h][0]][0] & 1
)


def magic(stacks, phase: str = "combat", **more):
    return at(stacks, scenario="cult-war", phase=phase, **{"player": "lunar", "day": 5, **more})


def strengths(g, t: int) -> tuple[float, float, str]:
    """Attack, defence and odds of the spell that is aimed at a hex."""
    battle = spell_at(g.state, t)
    found = reckon(g.state, battle)
    told = reckon(g.state, battle, tell=True)
    assert sum(x.factor for x in told.lines if x.attacks) == found.attack
    assert sum(x.factor for x in told.lines if not x.attacks) == found.defence
    return found.attack / SCALE, found.defence / SCALE, found.odds


def cast(g, t: int, *dice: int) -> None:
    with g.scripted([die - 1 for die in dice]):
        g.push(f"cast {name(t)}")


def three_schools(**more):
    """The book's example: three schools of the Empire, in two stacks, and the cavalry of Sartar with a magician near."""
    schools = {LINE[0]: ["minor-class-1", "minor-class-2"], BESIDE[LINE[0]][3]: ["minor-class-3"]}
    g = magic(
        {**schools, LINE[3]: ["standard"], LINE[5]: ["tosti-runefriend"]} | {LINE[3]: ["pavis-royal-guard"]}, **more
    )
    for h in schools:
        g.push(f"aim {name(h)} {name(LINE[3])}")
    return g


def test_wb_19_1_who_has_a_range_is_a_magician() -> None:
    """[19.1] [8.5] [9.3]: a magic factor alone casts nothing; nor do those that only reflect."""
    for word, able in (
        ("red-emperor", True),
        ("minor-class-1", True),
        ("bullocks", False),
        ("sylphs", False),
        ("crimson-bat", False),
    ):
        assert bool(MAGICIANS >> BY_ID[word] & 1) == able
    g = magic({LINE[0]: ["minor-class-1"], LINE[6]: ["pavis-royal-guard"]})
    assert clauses(g, f"aim {name(LINE[0])} {name(LINE[6])}") == {"8.5"}
    g = magic({LINE[0]: ["bloodspillers"], LINE[1]: ["pavis-royal-guard"]})
    assert clauses(g, f"aim {name(LINE[0])} {name(LINE[1])}") == {"19.1"}


def test_wb_20_2_the_books_example_without_cover() -> None:
    """[20.2] [19.4] [9.4] [7.5]: on Crescent-go three schools have 15, against cavalry of 5: 3:1."""
    assert strengths(three_schools(), LINE[3]) == (15, 5, "3:1")


def test_wb_21_5_cover_turns_it_into_two_to_one() -> None:
    """[21.5] [20.2]: a magician in range lends his magic; then a bad roll comes back; he neither moves nor attacks next Move."""
    g = three_schools()
    g.push(f"cast {name(LINE[3])}")
    assert (g.step, g.seat) == ("cover", 1)
    with g.scripted([0]):
        g.push(f"cover {name(LINE[5])}")
        g.push("bare") if g.step == "cover" else None
    assert len(g.state.dead) == 3
    assert "15 against 9" in " ".join(g.story_text())
    assert g.state.still >> BY_ID["tosti-runefriend"] & 1
    g = three_schools()
    cast_bare = [f"cast {name(LINE[3])}"]
    g.push(cast_bare[0])
    with g.scripted([0]):
        g.push("bare")
    assert not g.state.dead


def test_wb_21_5_who_is_a_target_himself_covers_nobody() -> None:
    """[20.2] [21.5]: one stack at the cavalry, the other at the magician: no cover is asked."""
    near = BESIDE[LINE[0]][3]
    g = magic(
        {
            LINE[0]: ["minor-class-1"],
            near: ["minor-class-3"],
            LINE[3]: ["pavis-royal-guard"],
            LINE[4]: ["tosti-runefriend"],
        }
    )
    g.push(f"aim {name(LINE[0])} {name(LINE[3])}")
    g.push(f"aim {name(near)} {name(LINE[4])}")
    cast(g, LINE[3], 5)
    assert g.step != "cover"


def test_wb_21_5_the_covering_magician_rests_one_move() -> None:
    """[21.5]: not in hand in his next Move, and free again in the one after."""
    h = open_line()
    more = {"effects": [["tied", hex(1 << BY_ID["tosti-runefriend"]), 3]], "moves": 2}
    g = magic({h: ["tosti-runefriend"], LINE[0]: ["minor-class-1"]}, phase="movement", agenda=[["move", 0]], order=["sartar", "lunar"],
              player="sartar", **more)  # fmt: skip
    assert "lead tosti-runefriend" not in texts(g)
    while g.player == 1:
        g.push("done")
    while g.player == 0:
        g.push("done")
    g.push("done") if g.phase == "early magic" else None
    assert "lead tosti-runefriend" in texts(g)


def test_wb_20_1_the_moon_over_the_week() -> None:
    """[20.1] [19.4]: three schools against 6 from Black to Dying, and a day later after a Turn."""
    odds = []
    for day in range(7):
        g = magic(
            {LINE[0]: ["minor-class-1", "minor-class-2", "minor-class-3"], LINE[2]: ["egglord-warlocks"]}, day=day
        )
        g.push(f"aim {name(LINE[0])} {name(LINE[2])}")
        odds.append(strengths(g, LINE[2])[2])
    assert odds == ["1:2", "2:1", "4:1", "6:1 or more", "5:1", "3:1", "1:1"]
    assert dict(zip(DAYS, MOON, strict=True))["Full"] == 12


def test_wb_19_2_a_steady_magician_is_always_the_same() -> None:
    """[19.2]: the Spell Archers keep their printed four."""
    for day in (0, 3):
        g = magic({LINE[0]: ["spell-archers"], LINE[2]: ["egglord-warlocks"]}, day=day)
        g.push(f"aim {name(LINE[0])} {name(LINE[2])}")
        assert strengths(g, LINE[2])[:2] == (4, 6)


def test_wb_19_5_inside_the_glowline_the_moon_is_full() -> None:
    """[19.5]: if magician and target are inside, and no enemy holds the Temple."""
    two = BESIDE[BESIDE[INSIDE][0]][0]
    g = magic({INSIDE: ["minor-class-1"], two: ["egglord-warlocks"]}, day=0)
    g.push(f"aim {name(INSIDE)} {name(two)}")
    assert strengths(g, two)[0] == 12
    temple = BOARD.places["reaching-moon"].hexes[0]
    g = magic({INSIDE: ["minor-class-1"], two: ["egglord-warlocks"], temple: ["krise"]}, day=0)
    g.push(f"aim {name(INSIDE)} {name(two)}")
    assert strengths(g, two)[0] == 1


def test_wb_24_2_the_bat_makes_the_moon_full_around_it() -> None:
    """[24.2] [9.1] [20.2]: within its range of two, outside the Glowline: the book's 36."""
    g = magic(
        {LINE[0]: ["minor-class-1", "minor-class-2", "minor-class-3", "crimson-bat"], LINE[2]: ["pavis-royal-guard"]}
    )
    g.push(f"aim {name(LINE[0])} {name(LINE[2])}")
    assert strengths(g, LINE[2])[0] == 36 + 3
    near = BESIDE[LINE[0]][3]
    g = magic(
        {
            LINE[0]: ["minor-class-1", "minor-class-2", "minor-class-3"],
            near: ["crimson-bat"],
            LINE[2]: ["pavis-royal-guard"],
        }
    )
    g.push(f"aim {name(LINE[0])} {name(LINE[2])}")
    assert strengths(g, LINE[2]) == (36, 5, "6:1 or more")


def test_wb_21_1_a_bad_roll_at_a_magician_comes_back() -> None:
    """[21.1]: A elim kills who cast, and only them."""
    g = magic({LINE[0]: ["minor-class-1", "talfort"], LINE[2]: ["egglord-warlocks"]})
    g.push(f"aim {name(LINE[0])} {name(LINE[2])}")
    cast(g, LINE[2], 1)
    assert g.state.dead == (BY_ID["minor-class-1"],)


def test_wb_21_2_a_bad_roll_at_others_does_nothing() -> None:
    """[21.2]: and a Trade costs half the MgF in whole units; nobody pays for it."""
    g = magic({LINE[0]: ["minor-class-1"], LINE[2]: ["pavis-royal-guard", "militia-foot-1"]})
    g.push(f"aim {name(LINE[0])} {name(LINE[2])}")
    cast(g, LINE[2], 1)
    assert not g.state.dead
    g = magic({LINE[0]: ["minor-class-1"], LINE[2]: ["pavis-royal-guard", "militia-foot-1"]})
    g.push(f"aim {name(LINE[0])} {name(LINE[2])}")
    cast(g, LINE[2], 4)
    assert (g.step, g.seat) == ("pay", 1)
    g.push("lose pavis-royal-guard")
    assert g.state.dead == (BY_ID["pavis-royal-guard"],)
    assert where(g, "militia-foot-1") == LINE[2]


def test_wb_21_3_magic_and_swords_together_against_half_the_sum() -> None:
    """[21.3]: MgF 5 and CF 5 + 5 against (5 + 5) / 2... reckoned line by line; the magicians may be hurt by magicians only."""
    g = magic({LINE[0]: ["minor-class-1"], LINE[1]: ["bell-temple", "char-un"], LINE[2]: ["twin-spears"]})
    assert clauses(g, f"assist {name(LINE[0])} {name(LINE[2])}") == {"21.3"}
    g.push(f"assign {name(LINE[1])} {name(LINE[2])}")
    g.push(f"assist {name(LINE[0])} {name(LINE[2])}")
    with g.scripted([5]):
        g.push(f"roll {name(LINE[2])}")
    assert "15 against 5½, odds 3:1" in " ".join(g.story_text())
    assert g.state.dead == (BY_ID["twin-spears"],)


def test_wb_21_4_two_add_their_ranges_and_halve_their_magic() -> None:
    """[21.4]: two minor schools reach ten hexes with 5; alone they reach five."""
    far = next(h for h in HEXES.ray(LINE[0], 0) if HEXES.distance(LINE[0], h) == 8)
    g = magic({LINE[0]: ["minor-class-1", "minor-class-2"], far: ["pavis-royal-guard"]})
    assert clauses(g, f"aim {name(LINE[0])} {name(far)}") == {"8.5"}
    g.push(f"stretch {name(LINE[0])} {name(far)}")
    assert strengths(g, far)[0] == 5
    g = magic({LINE[0]: ["minor-class-1"], far: ["pavis-royal-guard"]})
    assert clauses(g, f"stretch {name(LINE[0])} {name(far)}") == {"21.4"}


def test_wb_20_3_magic_is_used_once_a_move() -> None:
    """[20.3] [19.1]: stacked magicians act as one, at one target."""
    g = magic(
        {
            LINE[0]: ["minor-class-1", "minor-class-2"],
            LINE[2]: ["pavis-royal-guard"],
            LINE[3]: ["militia-foot-1"],
            INSIDE: ["red-emperor"],
        }
    )
    g.push(f"aim {name(LINE[0])} {name(LINE[2])}")
    assert clauses(g, f"aim {name(LINE[0])} {name(LINE[3])}") == {"19.1"}
    cast(g, LINE[2], 1)
    assert clauses(g, f"aim {name(LINE[0])} {name(LINE[3])}") == {"20.3"}


def test_wb_7_2_early_magic_costs_the_march() -> None:
    """[7.2]: who casts before movement neither moves nor acts again; a side without magicians has no such phase."""
    g = magic({LINE[0]: ["minor-class-1", "talfort"], LINE[2]: ["pavis-royal-guard"]}, phase="movement", agenda=[["move", 0]],
              order=["lunar", "sartar"])  # fmt: skip
    assert g.phase == "early magic"
    g.push(f"aim {name(LINE[0])} {name(LINE[2])}")
    cast(g, LINE[2], 1)
    assert g.phase == "movement"
    assert "lead minor-class-1" not in texts(g)
    assert "lead talfort" in texts(g)


def test_wb_8_3_walls_double_magic_in_defence() -> None:
    """[8.3] [13.7]: five behind walls defend as ten; a spell from inside goes out plain."""
    fort = BOARD.places["jonstown"].hexes[0]
    near = next(n for n in BESIDE[fort] if n in PLAIN)
    g = magic({near: ["minor-class-1"], fort: ["pavis-royal-guard"]})
    g.push(f"aim {name(near)} {name(fort)}")
    assert strengths(g, fort)[:2] == (5, 10)
    g = magic({fort: ["minor-class-1"], near: ["pavis-royal-guard"]})
    g.push(f"aim {name(fort)} {name(near)}")
    assert strengths(g, near)[:2] == (5, 5)


def test_wb_18_3_no_magic_touches_a_superhero_and_his_stack() -> None:
    """[18.3] [9.5]: the spell is spent for nothing."""
    g = magic({LINE[0]: ["minor-class-1"], LINE[2]: ["harrek-the-berserk", "militia-foot-1"]})
    g.push(f"aim {name(LINE[0])} {name(LINE[2])}")
    g.push(f"cast {name(LINE[2])}")
    assert not g.state.dead
    assert any(line.startswith("No magic touches") for line in g.story_text())


def test_wb_17_7_with_the_best_friend_he_can_be_stunned() -> None:
    """[17.7]: MgF 10 and 10, heroes' lift on the rest; only D elim counts: the plain die, the heroes stand still for a Turn."""
    stack = ["harrek-the-berserk", "gunda-the-guilty", "militia-foot-1"]
    schools = ["minor-class-1", "minor-class-2", "minor-class-3"]
    for die, dead in ((4, 0), (5, 0), (6, 1)):
        g = magic({LINE[0]: schools, LINE[2]: stack}, day=3)
        g.push(f"aim {name(LINE[0])} {name(LINE[2])}")
        assert strengths(g, LINE[2]) == (36, 10 + 10 + 3 + 2, "1:1")
        cast(g, LINE[2], die)
        assert len(g.state.dead) == dead
        assert bool(g.state.still >> BY_ID["harrek-the-berserk"] & 1) == bool(dead)


def test_wb_21_6_magicians_walk_on_water_and_then_do_not_cast() -> None:
    """[21.6]: no cost to leave the river, and no magic in that Move."""
    a, b = pair(LOW, lambda h: BOARD.river >> h & 1)
    g = magic({a: ["comet-seers"], BESIDE[b][0]: ["talfort"]}, phase="movement")
    g.push("lead comet-seers")
    g.push(f"step {name(b)}")
    g.push(f"step {name(a)}")
    assert points(g.state, BY_ID["comet-seers"]) == 6
    assert g.state.waded >> BY_ID["comet-seers"] & 1


def test_wb_21_6_a_magician_in_a_river_is_a_ford_for_two() -> None:
    """[21.6]: two units cross where he stands at no loss; three pay."""
    a, b = pair(LOW, lambda h: BOARD.river >> h & 1)
    for company, left in ((["whipstock", "starkin"], 6), (["whipstock"], 6)):
        g = magic({a: company, b: ["comet-seers"]}, phase="movement")
        g.push(f"lead {company[0]}")
        for unit in company[1:]:
            g.push(f"join {unit}")
        g.push(f"step {name(b)}")
        g.push(f"step {name(a)}")
        assert points(g.state, BY_ID["whipstock"]) == left


def test_wb_24_4_the_crater_makers_are_not_hurt_every_other_day() -> None:
    """[24.4]: their stones do not come back; the day after they are magicians like others."""
    for marks, dead in (({}, 0), ({"craters": 1}, 1), ({"craters": 0}, 0)):
        g = magic({LINE[0]: ["crater-makers"], LINE[2]: ["egglord-warlocks"]}, turn=2, marks=marks)
        g.push(f"aim {name(LINE[0])} {name(LINE[2])}")
        cast(g, LINE[2], 1)
        assert len(g.state.dead) == dead


def test_wb_30_1_the_cannon_cult_is_never_hurt_by_its_own() -> None:
    """[30.1]: a bad result does not come back on it; it stretches no range."""
    g = magic({LINE[0]: ["cannon-cult"], LINE[2]: ["egglord-warlocks"]}, owners={"cannon-cult": "lunar"})
    g.push(f"aim {name(LINE[0])} {name(LINE[2])}")
    cast(g, LINE[2], 1)
    assert not g.state.dead


def test_wb_24_1_the_red_emperor_is_hero_and_magician() -> None:
    """[24.1] [19.2]: ten by any moon, and a hero's CF."""
    g = magic({LINE[0]: ["red-emperor"], LINE[2]: ["egglord-warlocks"]}, day=0)
    g.push(f"aim {name(LINE[0])} {name(LINE[2])}")
    assert strengths(g, LINE[2])[:2] == (10, 6)
    unit = UNITS[BY_ID["red-emperor"]]
    assert unit.hero
    assert unit.cf == 4


def test_wb_66_1_the_temple_held_two_turns_wins() -> None:
    """[66.1]: and the die says who moves first and who chooses the day."""
    temple = BOARD.places["wind-temple"].hexes[0]
    g = magic({temple: ["comet-seers"], ones(BOARD.lands["S"])[0]: ["krise"]}, agenda=[["move ends", 1]], player="sartar",
              tenure=[[0, True], [1, True]])  # fmt: skip
    assert g.outcome["winner"] == 0


def sword_and_spell(die: int, *defenders: str):
    """A magician who strikes with the sword and casts in the same battle."""
    a, t = LINE[1], LINE[2]
    g = magic({a: ["stormwalkers-cult", "egglord-warlocks"], t: list(defenders)}, player="sartar")
    g.push(f"assign {name(a)} {name(t)}")
    g.push(f"assist {name(a)} {name(t)}")
    with g.scripted([die - 1]):
        g.push(f"roll {name(t)}")
    return g


def test_wb_21_3_who_strikes_and_casts_dies_once() -> None:
    """[21.3] [21.1]: sword and spell of the same magicians at another magician, and the die turns both back on them."""
    g = sword_and_spell(1, "red-emperor", "jar-eel-the-razoress", "comet-seers")
    assert g.state.place[BY_ID["stormwalkers-cult"]] < 0
    assert len(g.state.dead) == 2


def test_wb_12_6_who_strikes_and_casts_pays_with_both() -> None:
    """[12.6] [21.3]: in a Trade a survivor counts for his sword and his magic together."""
    g = sword_and_spell(3, "unriver", "blue-moon-school")
    assert g.step == "pay"
    _, due, rates = g.state.agenda[-1]
    counted = dict(rates)
    assert counted[BY_ID["egglord-warlocks"]] == (5 + 6) * SCALE
    assert 0 < due <= counted[BY_ID["egglord-warlocks"]]
