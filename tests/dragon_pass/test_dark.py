"""Giants, Delecti and the Puppeteers; stragglers (pp. 40, 43, 48, 62)."""

from __future__ import annotations

from elric.dragon_pass.combat.reckoning import reckon, warding
from elric.dragon_pass.combat_phase.dividing import join_battles
from elric.dragon_pass.components.units import BY_ID, UNITS
from elric.dragon_pass.turn.reserves import KINDS

from .field import AROUND, BESIDE, BOARD, HEXES, Game, clauses, marks_of, name, ones, open_disc, open_line, texts
from .test_combat import where
from .test_independents import FAR, settled, war

H = open_line(4)
A, B, C, D = (H, *HEXES.ray(H, 0)[:3])
MID = open_disc(2)
OWN = "sartar"
RUINS = BOARD.places["marsh-ruins"].hexes[0]
SITE = BOARD.places["ruins-1"].hexes[0]


def owned(*units: str, side: str = OWN):
    return {"owners": dict.fromkeys(units, side)}


def test_wb_43_1_an_emissary_becomes_the_first_zombie() -> None:
    """[43.1] [43.6]: no roll; Delecti cannot be asked."""
    g = war({RUINS: ["whipstock"], FAR: ["militia-foot-1"]}, player="lunar")
    assert clauses(g, "ask whipstock") == {"43.1"}
    g.push("give whipstock")
    settled(g)
    assert g.state.owner[BY_ID["delecti-the-necromancer"]] == 0
    assert where(g, "delecti-the-necromancer") >= 0
    assert where(g, "zombie-1") >= 0
    assert where(g, "whipstock") < 0
    assert BY_ID["whipstock"] not in g.state.dead
    assert not UNITS[BY_ID["delecti-the-necromancer"]].magician
    assert not UNITS[BY_ID["delecti-the-necromancer"]].wounds


def undead(stacks, **more):
    names = ("delecti-the-necromancer", *(f"zombie-{k}" for k in range(1, 6)))
    return war(stacks, **{**owned(*names), **more})


def test_wb_43_2_zombies_out_of_contact_are_destroyed() -> None:
    """[43.2]: the third stands apart when movement ends."""
    stacks = {A: ["delecti-the-necromancer"], B: ["zombie-1"], C: ["zombie-2"], MID: ["zombie-3"], FAR: ["whipstock"]}
    g = undead(stacks, phase="movement")
    g.push("done")
    assert [where(g, f"zombie-{k}") >= 0 for k in (1, 2, 3)] == [True, True, False]


def test_wb_43_3_all_zombies_count_in_every_battle() -> None:
    """[43.3]: two each; only those who touch the enemy die, and those who are cut off then."""
    stacks = {A: ["delecti-the-necromancer", "zombie-1"], B: ["zombie-2"], C: ["whipstock"]}
    g = undead(stacks)
    g.push(f"assign {name(B)} {name(C)}")
    assert reckon(g.state, join_battles(g.state, g.state.links, 1)[0]).attack == 4 * 24
    with g.scripted([0]):
        g.push(f"roll {name(C)}")
    assert where(g, "zombie-2") < 0
    assert where(g, "zombie-1") == A


def test_wb_43_4_delectis_magic_protects_the_whole_army() -> None:
    """[43.4]: his ten, wherever they stand; and they reflect."""
    g = undead({A: ["delecti-the-necromancer"], B: ["zombie-1"], FAR: ["whipstock"]})
    assert warding(g.state, B, [BY_ID["zombie-1"]]) == 10 * 24
    assert UNITS[BY_ID["zombie-1"]].reflects


def test_wb_43_5_whom_the_zombies_slay_becomes_a_zombie() -> None:
    """[43.5]: an enemy too, and his own counter is gone."""
    stacks = {A: ["delecti-the-necromancer"], B: ["zombie-1", "zombie-2", "zombie-3"], C: ["winedance"]}
    g = undead(stacks)
    g.push(f"assign {name(B)} {name(C)}")
    with g.scripted([5]):
        g.push(f"roll {name(C)}")
    settled(g)
    assert where(g, "zombie-4") >= 0
    assert BY_ID["winedance"] not in g.state.dead
    assert where(g, "winedance") < 0


def test_wb_43_6_with_delecti_all_zombies_fall_and_rivers_stop_them() -> None:
    """[43.6]: at fords and in the Marsh they cross."""
    g = undead({A: ["delecti-the-necromancer"], B: ["zombie-1"], BESIDE[A][1]: ["bell-temple"]}, player="lunar")
    target = A
    g.push(f"assign {name(BESIDE[A][1])} {name(target)}")
    if "zombie-1" and HEXES.distance(BESIDE[A][1], B) == 1:
        g.push(f"assign {name(BESIDE[A][1])} {name(B)}")
    with g.scripted([5]):
        g.push(f"roll {name(target)}")
    assert where(g, "zombie-1") < 0
    from elric.dragon_pass.movement.going import GOING, row

    bank, water = next((h, n) for h in range(HEXES.size) for n in BESIDE[h]
                       if n >= 0 and BOARD.ground[h] == "." and BOARD.river >> n & 1 and not BOARD.along_road(h, n))  # fmt: skip
    assert row(GOING[BY_ID["zombie-1"]], bank, False)[BESIDE[bank].index(water)] < 0


def giants(stacks, **more):
    return war(stacks, **{**owned("giant-1"), **more})


def test_wb_40_1_a_giant_comes_for_twenty_dead_and_reaches_the_nearest_humans() -> None:
    """[40.1]: odd, it is theirs; even, they are eaten, and it goes on."""
    gate = BOARD.places["giants-hex"].hexes[0]
    near = next(h for h in ones(HEXES.disc(gate, 3)) if BOARD.ground[h] == ".")
    for die, ally in ((3, True), (4, False)):
        g = war({near: ["whipstock"], FAR: ["militia-foot-1"]}, phase="movement", marks={"human dead": 20})
        with g.scripted([die - 1]):
            g.push("done")
            if g.step == "muster":
                settled(g)
        assert (g.state.owner[BY_ID["giant-1"]] == 0) is ally
        assert (BY_ID["whipstock"] in g.state.dead) is not ally


def test_wb_40_2_a_giant_carries_two_men() -> None:
    """[40.2] [28.2]: at its own pace; it is no emissary."""
    g = giants({A: ["giant-1", "militia-foot-1", "militia-foot-2"], FAR: ["whipstock"]}, phase="movement")
    for action in ("lead giant-1", "join militia-foot-1", "join militia-foot-2", f"step {name(B)}"):
        g.push(action)
    assert g.state.left[BY_ID["militia-foot-1"]] == 12
    g = giants({SITE: ["giant-1"], FAR: ["whipstock"]})
    assert "28.2" in clauses(g, "ask giant-1") or "ask giant-1" not in texts(g)


def test_wb_40_3_a_giant_may_turn_its_coat_when_it_attacks() -> None:
    """[40.3]: odd, it changes sides and eats the men beside it; even, it fights."""
    for die, turned in ((1, True), (2, False)):
        g = giants({A: ["giant-1", "militia-foot-1"], B: ["whipstock"]})
        g.push(f"assign {name(A)} {name(B)}")
        with g.scripted([die - 1] if turned else [die - 1, 5]):
            g.push(f"roll {name(B)}")
        assert (g.state.owner[BY_ID["giant-1"]] == 0) is turned
        assert (BY_ID["militia-foot-1"] in g.state.dead) is turned
        assert (BY_ID["whipstock"] in g.state.dead) is not turned


def test_wb_40_4_a_giant_eats_zombies_in_line() -> None:
    """[40.4]: as many as the die says."""
    stacks = {A: ["giant-1"], B: ["zombie-1"], C: ["zombie-2"], D: ["delecti-the-necromancer", "zombie-3"]}
    names = ("delecti-the-necromancer", "zombie-1", "zombie-2", "zombie-3")
    g = war(stacks, phase="movement", owners={"giant-1": OWN, **dict.fromkeys(names, "lunar")})
    with g.scripted([1]):
        g.push("done")
    assert [where(g, f"zombie-{k}") >= 0 for k in (1, 2, 3)] == [False, False, True]


def test_wb_40_5_a_giant_that_has_eaten_six_sleeps() -> None:
    """[40.5]: CF 8, it does not march, and a step back kills it."""
    from elric.dragon_pass.independents.giants import lie_down_sated

    g = giants({A: ["giant-1"], B: ["bell-temple"]}, player="lunar")
    lie_down_sated(g.state, BY_ID["giant-1"], 6)
    assert g.state.still >> BY_ID["giant-1"] & 1
    g.push(f"assign {name(B)} {name(A)}")
    battle = join_battles(g.state, g.state.links, 0)[0]
    assert reckon(g.state, battle).defence == 8 * 24
    with g.scripted([4]):
        g.push(f"roll {name(A)}")
    assert BY_ID["giant-1"] in g.state.dead


def troupe(stacks, **more):
    return war(stacks, **{**owned("puppeteer-troupe", *(f"illusionary-army-{k}" for k in range(1, 6))), **more})


def test_wb_48_8_two_odd_rolls_win_the_puppeteers() -> None:
    """[48.7] [48.8] [48.1]: in the Ruins and in both capitals; an even first roll costs nothing, an even second the emissary."""
    for dice, lives, ally in (([2], True, False), ([1, 2], False, False), ([1, 1], True, True)):
        g = war({SITE: ["militia-foot-1"], FAR: ["whipstock"]})
        with g.scripted([die - 1 for die in dice]):
            g.push("ask militia-foot-1")
        settled(g)
        assert (where(g, "militia-foot-1") >= 0) is lives
        assert (where(g, "puppeteer-troupe") >= 0) is ally
    from elric.dragon_pass.independents.peoples import PEOPLES, PUPPETEERS

    home = PEOPLES[PUPPETEERS].home
    assert not home >> RUINS & 1
    assert all(home >> BOARD.places[p].hexes[0] & 1 for p in ("ruins-2", "ruins-3", "boldhome", "furthest"))


def test_wb_48_2_illusions_appear_and_vanish_within_range() -> None:
    """[48.2]: eight hexes; outside they do not move."""
    g = troupe({A: ["puppeteer-troupe"], FAR: ["whipstock"]}, phase="movement")
    assert clauses(g, f"appear illusionary-army-1 {name(FAR)}") >= {"48.2"}
    g.push(f"appear illusionary-army-1 {name(C)}")
    assert where(g, "illusionary-army-1") == C
    g.push("vanish illusionary-army-1")
    assert where(g, "illusionary-army-1") == -1
    g.push(f"appear illusionary-army-1 {name(D)}")
    g = troupe({A: ["puppeteer-troupe"], FAR: ["illusionary-army-1"]}, phase="movement")
    assert clauses(g, "vanish illusionary-army-1") == {"48.2"}


def test_wb_48_3_an_illusion_is_worth_half_of_whom_it_faces() -> None:
    """[48.3]: 1:2 alone, 1:1 for two; 2:1 against it in defence; a Superhero dispels it."""
    odds = []
    for k in (1, 2):
        g = troupe(
            {A: [f"illusionary-army-{n + 1}" for n in range(k)], B: ["whipstock", "starkin"], FAR: ["puppeteer-troupe"]}
        )
        g.push(f"assign {name(A)} {name(B)}")
        odds.append(reckon(g.state, join_battles(g.state, g.state.links, 1)[0]).odds)
    assert odds == ["1:2", "1:1"]
    g = troupe({A: ["illusionary-army-1"], B: ["whipstock"], FAR: ["puppeteer-troupe"]}, player="lunar")
    g.push(f"assign {name(B)} {name(A)}")
    assert reckon(g.state, join_battles(g.state, g.state.links, 0)[0]).odds == "2:1"
    g = troupe(
        {A: ["illusionary-army-1"], C: ["jar-eel-the-razoress"], FAR: ["puppeteer-troupe"]},
        player="lunar",
        phase="movement",
    )
    g.push("lead jar-eel-the-razoress")
    g.push(f"step {name(B)}")
    assert where(g, "illusionary-army-1") == -1
    assert BY_ID["illusionary-army-1"] in marks_of(g)["dispelled"]


def test_wb_48_4_the_troupe_changes_places_with_an_idle_illusion() -> None:
    """[48.4]: and may still march; not with one that has fought."""
    g = troupe({A: ["puppeteer-troupe"], C: ["illusionary-army-1"], FAR: ["whipstock"]}, phase="movement")
    g.push("swap illusionary-army-1")
    assert (where(g, "puppeteer-troupe"), where(g, "illusionary-army-1")) == (C, A)
    assert "lead puppeteer-troupe" in texts(g)
    g = troupe({A: ["puppeteer-troupe"], C: ["illusionary-army-1"], FAR: ["whipstock"]}, phase="movement",
               marks={"fooled": [[BY_ID["illusionary-army-1"], 3]]})  # fmt: skip
    assert clauses(g, "swap illusionary-army-1") == {"48.4"}


def test_wb_48_5_the_troupe_escapes_by_an_illusion_and_48_6_ends_them_with_itself() -> None:
    """[48.5] [48.6]: the Illusion dies instead; when none is left, all end with the Troupe."""
    stacks = {A: ["puppeteer-troupe"], B: ["bell-temple"], D: ["illusionary-army-1"]}
    g = troupe(stacks, player="lunar")
    g.push(f"assign {name(B)} {name(A)}")
    with g.scripted([5]):
        g.push(f"roll {name(A)}")
    assert where(g, "puppeteer-troupe") == D
    assert where(g, "illusionary-army-1") == -1
    marks = {"fooled": [[BY_ID["illusionary-army-1"], 4]]}
    g = troupe({A: ["puppeteer-troupe"], B: ["bell-temple"], D: ["illusionary-army-1"]}, player="lunar", marks=marks)
    g.push(f"assign {name(B)} {name(A)}")
    with g.scripted([5]):
        g.push(f"roll {name(A)}")
    assert BY_ID["puppeteer-troupe"] in g.state.dead
    assert where(g, "illusionary-army-1") == -1


def test_wb_62_4_one_straggler_for_six_dead_of_a_type() -> None:
    """[62.4]: from the dead pile, where its side's units arrive."""
    lost = [f"militia-cavalry-{k}" for k in range(1, 7)]
    g = Game.at({"scenario": "invasion-of-the-empire", "player": "lunar", "order": ["lunar", "sartar"], "phase": "movement",
                 "stacks": {name(FAR): ["whipstock"], name(A): ["militia-foot-1"]}, "dead": lost, "turn": 2, "day": 0,
                 "marks": {"record": [[1 * len(KINDS), 6]]}})  # fmt: skip
    g.push("done")
    assert (g.step, g.seat) == ("muster", 1)
    settled(g)
    assert sum(where(g, unit) >= 0 for unit in lost) == 1
    assert AROUND
