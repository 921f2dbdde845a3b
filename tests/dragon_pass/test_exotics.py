"""The exotics of both armies (pp. 24-26): the Bat's hunger, the Full Moon Corps, the Runners, storms and floods."""

from __future__ import annotations

from elric.dragon_pass.components.board import AROUND
from elric.dragon_pass.components.units import BY_ID
from elric.dragon_pass.exotics.lunar import due
from elric.dragon_pass.exotics.sartar import may_raise

from .field import BESIDE, BOARD, GAME, HEXES, PLAIN, at, clauses, marks_of, name, ones, open_line, texts
from .test_combat import where

SCENARIO = "invasion-of-the-empire"
H = open_line()
FAR = next(h for h in sorted(PLAIN) if HEXES.distance(h, H) > 12)
KRISE = {FAR: ["krise"]}
RIVER = next(r for r in BOARD.rivers if r.id == "oslir").hexes


def exotic(stacks, phase: str = "combat", **more):
    return at(stacks, scenario=SCENARIO, phase=phase, **{"player": "lunar", "day": 0, "turn": 2, "moves": 4, **more})


def until_next(g, seat: int, turn: int) -> None:
    """Play on without doing anything until a seat's Move of a Turn."""
    while g.seat is not None and (g.player, g.turn) != (seat, turn):
        g.push("done" if "done" in texts(g) else sorted(texts(g))[0])


def test_wb_24_3_the_bat_eats_a_unit_on_black_and_dying_days() -> None:
    """[24.3]: one beside it, and no more than it asks for; on other days none."""
    g = exotic(
        {H: ["crimson-bat"], BESIDE[H][0]: ["whipstock"], BESIDE[BESIDE[H][0]][0]: ["starkin"], FAR: ["minor-class-1"]}
    )
    assert clauses(g, "feed starkin") == {"24.3"}
    g.push("feed whipstock")
    assert g.state.dead == (BY_ID["whipstock"],)
    day = exotic({H: ["crimson-bat", "whipstock"], FAR: ["minor-class-1"]}, day=2)
    assert not [text for text in texts(day) if text.startswith("feed")]


def test_wb_24_3_a_missed_meal_doubles() -> None:
    """[24.3]: two on the first day after, four, eight; on the fourth the sixteen nearest are devoured, and it is quiet."""
    herd = [f"militia-cavalry-{k}" for k in range(1, 9)]
    near = [n for n in ones(HEXES.disc(H, 3)) if n != H]
    for missed, wanted in ((1, 2), (2, 4), (3, 8), (4, 16)):
        g = exotic({H: ["crimson-bat"], FAR: ["minor-class-1"]}, day=2, marks={"missed": missed})
        assert due(g.state) == wanted
    lunar = ["whipstock", "starkin", "uplands", "queens", "moonarrow"]
    g = exotic({H: ["crimson-bat"], **{n: [u] for n, u in zip(near, lunar, strict=False)}, FAR: [herd[0]]}, day=2,
               marks={"missed": 4}, agenda=[["move ends", 1]], order=["sartar", "lunar"])  # fmt: skip
    assert set(g.state.dead) == {BY_ID[u] for u in lunar}
    assert where(g, "crimson-bat") == H


def test_wb_24_3_what_it_takes_in_battle_feeds_it() -> None:
    """[24.3]: an enemy that dies in its battle is a meal."""
    foe = BESIDE[H][0]
    g = exotic({H: ["crimson-bat", "whipstock"], foe: ["militia-foot-1"], FAR: ["minor-class-1"]})
    g.push(f"assign {name(H)} {name(foe)}")
    with g.scripted([5]):
        g.push(f"roll {name(foe)}")
    assert marks_of(g)["fed"] == 1
    assert not [text for text in texts(g) if text.startswith("feed")]


def test_wb_24_5_the_full_moon_corps_descends_on_the_full_day() -> None:
    """[24.5]: beside any Lunar magical unit; on other days it does not come; the slain return with the next Full Moon."""
    for day, coming in ((3, True), (2, False)):
        g = exotic({H: ["minor-class-1"], **KRISE}, day=day, agenda=[["move", 0]], order=["lunar", "sartar"],
                   dead=["full-moon-corps-1"])  # fmt: skip
        assert (g.step == "muster") == coming
        if coming:
            assert {text.split()[1] for text in texts(g) if text.startswith("place")} == {
                name(n) for n in ones(AROUND[H])
            }
            g.push(f"place {name(BESIDE[H][0])}")
            g.push(f"place {name(BESIDE[H][0])}")
            assert where(g, "full-moon-corps-1") == where(g, "full-moon-corps-2") == BESIDE[H][0]
            assert not g.state.dead


def test_wb_25_1_the_runners_appear_beside_argrath() -> None:
    """[25.1]: whenever he likes; the slain only with a living Dragon for an ally."""
    g = exotic(
        {H: ["prince-argrath"], FAR: ["minor-class-1"]},
        phase="movement",
        player="sartar",
        dead=["dragontooth-runners-2"],
    )
    assert clauses(g, f"call dragontooth-runners-2 {name(H)}") == {"25.1"}
    assert clauses(g, f"call dragontooth-runners-1 {name(FAR)}") == {"25.1"}
    g.push(f"call dragontooth-runners-1 {name(BESIDE[H][0])}")
    assert where(g, "dragontooth-runners-1") == BESIDE[H][0]
    g.push("lead dragontooth-runners-1")
    assert f"step {name(BESIDE[BESIDE[H][0]][0])}" in texts(g)


def test_wb_25_2_the_wind_children_fly() -> None:
    """[25.2]: every hex costs a point, up a ridge and into a wood too, and a road gives nothing."""
    from elric.dragon_pass.movement.going import company, row

    kinds = company((BY_ID["wind-children"],))
    for h in (h for h in range(HEXES.size) if all(n >= 0 for n in BESIDE[h])):
        assert set(row(kinds, h, True)) == {2}


def storm(**more):
    """A Lunar stack under the storm's centre, others near, a hero among them."""
    centre = H
    stacks = {FAR: ["stormwalkers-cult"]}
    g0 = {centre: ["whipstock", "red-emperor"], BESIDE[centre][0]: ["starkin"], BESIDE[centre][3]: ["beat-pot-aelwrin"]}
    walkers = next(h for h in sorted(PLAIN) if 8 < HEXES.distance(h, centre) <= 20)
    stacks = {walkers: ["stormwalkers-cult"], **g0}
    return exotic(stacks, player="sartar", **more), centre


def test_wb_26_2_a_storm_kills_in_the_middle_and_binds_around() -> None:
    """[26.1] [26.2]: enemies in the centre die, heroes too; those within three hexes stand still at half, heroes not."""
    g, centre = storm()
    g.push(f"storm {name(centre)}")
    assert set(g.state.dead) == {BY_ID["whipstock"], BY_ID["red-emperor"]}
    assert g.state.still >> BY_ID["starkin"] & 1
    assert g.state.half >> BY_ID["starkin"] & 1
    assert not g.state.still >> BY_ID["beat-pot-aelwrin"] & 1
    until_next(g, 0, 2)
    assert "lead starkin" not in texts(g)
    until_next(g, 1, 3)
    until_next(g, 0, 3)
    while g.phase == "early magic":
        g.push("done")
    assert "lead starkin" in texts(g)


def test_wb_26_1_one_storm_a_game_and_not_in_the_first_move() -> None:
    """[26.1]"""
    g, _ = storm()
    for more, clause in (
        ({"moves": 1}, "26.1"),
        ({"marks": {"storm": "storm"}}, "26.1"),
        ({"cast": ["stormwalkers-cult"]}, "20.3"),
    ):
        why = []
        assert not may_raise(GAME.build({**g.start, **more}), why)
        assert [reason.clause for reason in why] == [(clause,)]
    g, _ = storm(marks={"storm": "storm"})
    assert not [text for text in texts(g) if text.startswith(("storm", "tempest"))]


def test_wb_26_2_a_superhero_stands_in_the_storm() -> None:
    """[26.2] [18.3]: he and his stack, whom no exotic touches."""
    walkers = next(h for h in sorted(PLAIN) if 8 < HEXES.distance(h, H) <= 20)
    g = exotic({walkers: ["stormwalkers-cult"], H: ["jar-eel-the-razoress", "whipstock"]}, player="sartar")
    g.push(f"storm {name(H)}")
    assert not g.state.dead


def test_wb_26_3_the_long_storm_halves_marches_and_the_moon() -> None:
    """[26.3]: three days; off the roads steps cost double but for magicians and heroes; no 12 in the Glowline; then the flood."""
    glow = next(h for h in sorted(PLAIN) if BOARD.lands["L"] >> h & 1 and all(n in PLAIN for n in BESIDE[h]))
    bank = next(n for h in RIVER for n in BESIDE[h] if n in PLAIN)
    walkers = FAR
    g = exotic(
        {walkers: ["stormwalkers-cult"], glow: ["whipstock", "minor-class-1"], bank: ["starkin"]},
        player="sartar",
        day=0,
    )
    g.push("tempest")
    from elric.dragon_pass.combat.factors import moon

    assert moon(g.state, BY_ID["minor-class-1"])[0] == 1
    until_next(g, 0, 3)
    while g.phase == "early magic":
        g.push("done")
    g.push("lead whipstock")
    g.push(f"step {name(BESIDE[glow][0])}")
    assert g.view(0)["points"]["whipstock"] == 10 - 4
    g.push("halt")
    assert where(g, "starkin") >= 0
    until_next(g, 0, 4) if g.state.order[0] == 0 else until_next(g, 1, 4)
    assert where(g, "starkin") < 0


def flooded(stacks, **more):
    walkers = next(
        h for h in sorted(PLAIN) if 6 < HEXES.distance(h, RIVER[8]) <= 20 and HEXES.distance(h, RIVER[8]) > 4
    )
    g = exotic({walkers: ["stormwalkers-cult"], **stacks}, player="sartar", **more)
    g.push(f"storm {name(RIVER[8])}")
    return g


def bank_of(k: int) -> int:
    return next(n for n in BESIDE[RIVER[k]] if n in PLAIN)


def test_wb_26_4_a_flood_runs_down_the_river_and_drowns_its_banks() -> None:
    """[26.4]: from the storm to the board's edge, a hex to each side; upstream nothing."""
    down, up = bank_of(len(RIVER) - 3), bank_of(1)
    g = flooded({down: ["starkin"], up: ["uplands"]})
    assert where(g, "starkin") < 0
    assert where(g, "uplands") == up
    assert "The rivers flood their banks." in g.story_text()


def test_wb_26_4_not_up_a_ridge() -> None:
    """[26.4]: a hex on a height beside the water stays dry."""
    from elric.dragon_pass.exotics.flood import flooded_hexes

    for river in BOARD.rivers:
        for h in river.hexes:
            dry = [n for n in ones(AROUND[h]) if BOARD.climbs(h, n)]
            assert not any(flooded_hexes(1 << h) >> n & 1 for n in dry)


def test_wb_26_5_superheroes_save_their_stacks() -> None:
    """[26.5]"""
    down = bank_of(len(RIVER) - 3)
    g = flooded({down: ["jar-eel-the-razoress", "starkin"]})
    assert where(g, "starkin") == down


def test_wb_26_6_magicians_and_heroes_are_washed_down() -> None:
    """[26.6]: three hexes down, on the bank of their choice; who was with them drowns."""
    k = len(RIVER) - 6
    g = flooded({bank_of(k): ["minor-class-1", "starkin"]})
    assert where(g, "starkin") < 0
    assert (g.step, g.seat) == ("muster", 0)
    spots = {text.split()[1] for text in texts(g)}
    assert len(spots) > 1
    g.push(f"place {sorted(spots)[0]}")
    assert min(HEXES.distance(where(g, "minor-class-1"), h) for h in RIVER[k + 1 :]) == 1


def test_wb_26_6_who_has_fought_and_is_washed_away_lies_open_no_longer() -> None:
    """[26.6] [7.6]: while the owner chooses the bank the magician is off the board, where nothing lies open."""
    g = flooded({bank_of(len(RIVER) - 6): ["minor-class-1"]}, shown=["minor-class-1"])
    assert g.step == "muster"
    assert not g.state.shown >> BY_ID["minor-class-1"] & 1
    assert not GAME.broken(g.state)


def test_wb_26_7_walls_keep_a_flood_out() -> None:
    """[26.7]: a garrison beside the water lives."""
    from elric.dragon_pass.exotics.flood import below, flooded_hexes

    struck = flooded_hexes(below(BOARD.river)[0])
    wet = ones(BOARD.walls & struck)
    g = exotic({wet[0]: ["talfort"], FAR: ["stormwalkers-cult"]}, player="sartar", marks={"tempest": 1, "storm": "tempest"},
               turn=3, agenda=[["move", 0]], order=["sartar", "lunar"])  # fmt: skip
    assert where(g, "talfort") == wet[0]
    assert any(e["kind"] == "flood" for e in g.view()["effects"])
