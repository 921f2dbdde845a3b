"""The book read again, clause against code: marching, battles, heroes and magic (pp. 7-26)."""

from __future__ import annotations

from elric.dragon_pass.components.units import BY_ID
from elric.dragon_pass.movement.going import points
from elric.kernel.bits import bits

from .field import BESIDE, BOARD, HEXES, PLAIN, at, battle, clauses, name, ones, open_line, pair, texts
from .test_combat import LOW, WOOD, roll, sums, where
from .test_exotics import FAR, RIVER, bank_of, exotic, flooded
from .test_independents import war
from .test_magic import LINE, cast, magic

H = open_line(6)
ROW = [H, *HEXES.ray(H, 0)]
WATER = next(h for h in ones(BOARD.river) if sum(n in PLAIN for n in BESIDE[h]) > 1)


def held(*units: str) -> list[list[object]]:
    """An effect that keeps units where they stand."""
    return [["still", hex(bits(BY_ID[u] for u in units)), 99]]


def test_wb_7_2_early_magic_is_all_that_a_magician_does_that_turn() -> None:
    """[7.2] [21.5]: nor does he cover a friend when the other side moves in that Turn; with the next Turn he is free."""
    stacks = {LINE[0]: ["krise"], LINE[2]: ["talfort"], LINE[4]: ["comet-seers"]}
    for early, asked in ((["comet-seers"], False), ([], True)):
        g = magic(stacks, player="sartar", order=["lunar", "sartar"], early=early)
        g.push(f"aim {name(LINE[0])} {name(LINE[2])}")
        with g.scripted([2]):
            g.push(f"cast {name(LINE[2])}")
            assert (g.step == "cover") is asked
            if asked:
                g.push("bare")
    for which, still_spent in ((1, True), (0, False)):
        g = magic(stacks, phase="movement", player="lunar", order=["lunar", "sartar"], early=["comet-seers"],
                  agenda=[["move", which]])  # fmt: skip
        assert bool(g.state.early >> BY_ID["comet-seers"] & 1) is still_spent


def passed(pile: list[str], more: dict[int, list[str]] | None = None, **rest):
    """A Lunar unit marches past a fort."""
    fort = BOARD.places["jonstown"].hexes[0]
    near = next(n for n in BESIDE[fort] if n in PLAIN)
    start = next(n for n in BESIDE[near] if n in PLAIN and HEXES.distance(n, fort) == 2)
    g = at({start: ["whipstock"], fort: pile, **(more or {})}, player="lunar", scenario="complete-game", turn=2, **rest)
    g.push("lead whipstock")
    g.push(f"step {name(near)}")
    return g


def test_wb_13_9_who_cannot_attack_does_not_sally() -> None:
    """[13.9] [42.6] [18.1]: neither the immobilised, nor an avenger at anybody but his Scapegoat."""
    g = passed(["militia-foot-1", "militia-foot-2"], effects=held("militia-foot-1"))
    assert clauses(g, "out militia-foot-1") == {"13.9"}
    assert "out militia-foot-2" in texts(g)
    assert (
        passed(["militia-foot-1", "militia-foot-2"], effects=held("militia-foot-1", "militia-foot-2")).step == "march"
    )
    g = passed(["harrek-the-berserk", "militia-foot-2"], {FAR: ["char-un"]}, goats=[["harrek-the-berserk", "char-un"]])
    assert clauses(g, "out harrek-the-berserk") == {"18.1"}


def test_wb_13_9_who_stays_may_stand_in_another_hex_of_the_city() -> None:
    """[13.9]: one at least stays to occupy the city, not each of its hexes."""
    city = BOARD.places["boldhome"].hexes
    gate, other = next((a, b) for a in city for b in city if a != b and any(n in PLAIN or BOARD.ground[n] in ".^" for n in BESIDE[a] if n not in city))  # fmt: skip
    near = next(n for n in BESIDE[gate] if n not in city and not BOARD.thick >> n & 1 and not BOARD.water >> n & 1)
    start = next(n for n in BESIDE[near] if n not in city and n not in BESIDE[gate])
    for second, asked in (({other: ["militia-foot-2"]}, True), ({}, False)):
        g = at({start: ["whipstock"], gate: ["militia-foot-1"], **second}, player="lunar", turn=2)
        g.push("lead whipstock")
        g.push(f"step {name(near)}")
        assert (g.step == "sally") is asked


def test_wb_11_2_a_river_halves_neither_a_hero_nor_a_superheros_stack() -> None:
    """[11.2] [17.3] [18.4]: difficult ground is open to them; others on the river are halved."""
    bank = next(n for n in BESIDE[WATER] if n in PLAIN)
    for pile, worth in ((["whipstock"], 2), (["beat-pot-aelwrin"], 4), (["jar-eel-the-razoress", "whipstock"], 20 + 5)):
        g = battle({bank: ["militia-foot-1"], WATER: pile}, [(bank, WATER)])
        assert sums(g, WATER)[1] == worth


def test_wb_13_5_of_several_hard_ways_the_hardest_counts() -> None:
    """[13.5] [13.6]: who is attacked from a slope and from a river below has both difficulties, when nobody comes over open
    ground."""
    from elric.dragon_pass.combat.reckoning import ground

    for top in ones(BOARD.high & ~BOARD.wood):
        dry = [n for n in BESIDE[top] if n >= 0 and BOARD.climbs(n, top) and not BOARD.water >> n & 1]
        wet = [n for n in BESIDE[top] if n >= 0 and BOARD.climbs(n, top) and BOARD.river >> n & 1]
        if dry and wet:
            g = at({FAR: ["whipstock"]})
            assert ground(g.state, top, ((dry[0], top),)).times == 2
            assert ground(g.state, top, ((wet[0], top),)).times == 3
            assert ground(g.state, top, ((dry[0], top), (wet[0], top))).times == 3
            return
    # no such place on our board: two rivers' sides and a slope in a made-up position say the same
    assert ground_of_sides(1, 2) == 2
    assert ground_of_sides(0, 2) == 0


def ground_of_sides(*sides: int) -> int:
    from elric.dragon_pass.combat.reckoning import hardest

    return hardest(sides)


def test_wb_17_3_a_hero_is_not_lifted_over_walls() -> None:
    """[17.3] [13.7] [13.5]: Boldhome on its hill is worth three times; the hill alone, which is open to him, would be two."""
    from elric.dragon_pass.combat.reckoning import Ground, _open_to

    argrath, harrek = (1 << BY_ID[u] for u in ("prince-argrath", "harrek-the-berserk"))
    walls_on_a_hill = Ground(3, 2, False, True, ())
    assert _open_to(BY_ID["prince-argrath"], argrath, [walls_on_a_hill]) == (2, "17.3")
    assert _open_to(BY_ID["harrek-the-berserk"], harrek, [walls_on_a_hill]) == (3, "18.4")
    fort = BOARD.places["jonstown"].hexes[0]
    near = next(n for n in BESIDE[fort] if n in PLAIN)
    g = battle({near: ["prince-argrath"], fort: ["talfort"]}, [(near, fort)])
    assert sums(g, fort)[:2] == (4, 6)


def test_wb_12_1_a_magician_who_has_cast_beside_an_enemy_crosses_swords_too() -> None:
    """[12.1] [14.2] [20.3]: only his magic is used; swords are crossed wherever two stacks stand side by side."""
    for pile in (["krise"], ["krise", "militia-foot-1"]):
        g = magic({LINE[0]: pile, LINE[1]: ["talfort"]}, player="sartar")
        assert "done" not in texts(g)
        g.push(f"aim {name(LINE[0])} {name(LINE[1])}")
        cast(g, LINE[1], 1)
        assert clauses(g, "done") == {"12.1", "14.2"}


def test_wb_21_5_a_hero_lifts_the_magician_who_covers() -> None:
    """[21.5] [17.2] [30.2]: one more for the hero beside him; the Transformer doubles what he lends."""
    stacks = {LINE[0]: ["krise"], LINE[2]: ["talfort"]}
    for mates, more in ((["comet-seers"], 5), (["comet-seers", "beat-pot-aelwrin"], 6)):
        g = magic({**stacks, LINE[4]: mates}, player="sartar")
        g.push(f"aim {name(LINE[0])} {name(LINE[2])}")
        g.push(f"cast {name(LINE[2])}")
        with g.scripted([2]):
            g.push(f"cover {name(LINE[4])}")
        assert f"3 against {3 + more}" in " ".join(g.story_text())


def cornered(pile: list[str], attackers: list[str], die: int = 5):
    """A stack with enemy zones all round is attacked by one stack and driven back."""
    mid = ROW[2]
    ring = [BESIDE[mid][k] for k in range(6)]
    stacks = {mid: pile, ring[0]: attackers, ring[2]: ["militia-foot-7"], ring[4]: ["militia-foot-8"]}
    links = [(ring[0], mid), (ring[2], mid), (ring[4], mid)]
    g = battle(stacks, links)
    roll(g, mid, die)
    return g


def test_wb_18_5_a_superhero_without_a_way_back_takes_a_wound_and_stands() -> None:
    """[18.5] [12.7]: only the fifth Wound kills him; without a striker it is none. His company dies."""
    jar = "jar-eel-the-razoress"
    g = cornered([jar, "talfort"], ["twin-spears", "bullocks", "sword-brothers"])
    assert where(g, jar) == ROW[2]
    assert g.state.wounds == {BY_ID[jar]: 1}
    assert BY_ID["talfort"] in g.state.dead
    g = cornered([jar], ["pol-joni-tribe-1", "pol-joni-tribe-2", "pol-joni-tribe-3"])
    assert where(g, jar) == ROW[2]
    assert not g.state.wounds


def test_wb_18_1_a_friend_who_dies_alone_makes_no_scapegoat() -> None:
    """[18.1] [17.5]: the rule holds while the two stand together; then also where the friend is driven to his death."""
    foe = ROW[1]
    apart = {H: ["gunda-the-guilty"], foe: ["bell-temple", "char-un"], ROW[5]: ["harrek-the-berserk"]}
    g = battle(apart, [(H, foe)])
    roll(g, foe, 1)
    assert BY_ID["gunda-the-guilty"] in g.state.dead
    assert g.step != "scapegoat"
    g = cornered(["jar-eel-the-razoress", "beat-pot-aelwrin"], ["twin-spears", "bullocks", "sword-brothers"])
    assert BY_ID["beat-pot-aelwrin"] in g.state.dead
    assert (g.step, g.seat) == ("scapegoat", 1)


def test_wb_18_1_only_a_plain_scapegoat_is_doubled() -> None:
    """[18.1]: the book doubles normal physical units; a magician or a hero stays what he is."""
    for unit, cf in (("char-un", 10), ("beat-pot-aelwrin", 4), ("comet-seers", 2)):
        g = battle({H: [unit], ROW[1]: ["militia-foot-1"], FAR: ["harrek-the-berserk"]}, [(H, ROW[1])], player="lunar",
                   goats=[["harrek-the-berserk", unit]])  # fmt: skip
        assert sums(g, ROW[1])[0] == cf


def test_wb_26_5_a_superhero_saves_his_stack_with_his_friend_in_it() -> None:
    """[26.5] [39.2]: from floods and from the Pillar of Fire, without exception."""
    down = bank_of(len(RIVER) - 3)
    pile = ["jar-eel-the-razoress", "beat-pot-aelwrin", "starkin"]
    g = flooded({down: pile})
    assert {where(g, u) for u in pile} == {down}
    three = next((h, BESIDE[h][0], BESIDE[h][1]) for h in sorted(PLAIN) if all(n in PLAIN for n in BESIDE[h]))
    g = war({three[1]: pile, ROW[0]: ["krise"], BESIDE[three[0]][3]: ["cragspider-the-firewitch"]},
            owners={"cragspider-the-firewitch": "sartar"})  # fmt: skip
    g.push("pillar " + " ".join(name(h) for h in sorted(three)))
    assert not g.state.dead


def test_wb_26_4_nobody_marches_into_a_flood() -> None:
    """[26.4]: it lasts a whole Turn; a Superhero and his stack go where they like, and walls are dry."""
    h, there = ROW[0], ROW[1]
    effects = [["flood", hex(1 << there), 99]]
    for pile, may in ((["militia-foot-1"], False), (["krise"], False), (["prince-argrath"], False),
                      (["harrek-the-berserk", "militia-foot-1"], True)):  # fmt: skip
        g = at({h: pile, FAR: ["whipstock"]}, scenario="complete-game", turn=2, effects=effects)
        g.push(f"lead {pile[0]}")
        for unit in pile[1:]:
            g.push(f"join {unit}")
        assert (f"step {name(there)}" in texts(g)) is may
        if not may:
            assert clauses(g, f"step {name(there)}") == {"26.4"}
        assert (name(there) in g.ways()) is may


def test_wb_26_4_zombies_do_not_drown_in_the_marsh() -> None:
    """[26.4]: nor does Delecti; other plain units do."""
    from elric.dragon_pass.exotics.flood import below, flooded_hexes

    struck = flooded_hexes(below(BOARD.river)[0])
    wet = list(ones(BOARD.marsh & struck))[:3]
    stacks = {
        wet[0]: ["zombie-1"],
        wet[1]: ["delecti-the-necromancer"],
        wet[2]: ["starkin"],
        FAR: ["stormwalkers-cult"],
    }
    g = war(stacks, marks={"tempest": 1, "storm": "tempest"}, turn=3, agenda=[["move", 0]], order=["sartar", "lunar"],
            owners={"zombie-1": "lunar", "delecti-the-necromancer": "lunar"})  # fmt: skip
    assert where(g, "starkin") < 0
    assert where(g, "zombie-1") == wet[0]
    assert where(g, "delecti-the-necromancer") == wet[1]


def test_wb_21_6_who_is_carried_over_water_may_cast() -> None:
    """[21.6] [38.1] [18.4]: on a Dragon, or with a Superhero to whom the river is open, nobody walks on it."""
    a, b = pair(LOW, lambda h: BOARD.river >> h & 1)
    for pile, waded in ((["krise"], True), (["dragon-1", "krise"], False), (["harrek-the-berserk", "krise"], False)):
        g = at({a: pile, FAR: ["whipstock"]}, scenario="complete-game", turn=2, owners={"dragon-1": "sartar"})
        g.push(f"lead {pile[0]}")
        for unit in pile[1:]:
            g.push(f"join {unit}")
        g.push(f"step {name(b)}")
        assert bool(g.state.waded >> BY_ID["krise"] & 1) is waded


def joint(pile: list[str], die: int = 0, **more):
    """A magician and swords together at one stack."""
    g = magic({LINE[0]: ["minor-class-1"], LINE[1]: ["bell-temple", "char-un"], LINE[2]: pile}, **more)
    g.push(f"assign {name(LINE[1])} {name(LINE[2])}")
    g.push(f"assist {name(LINE[0])} {name(LINE[2])}")
    with g.scripted([die - 1] if die else []):
        g.push(f"roll {name(LINE[2])}")
    return g


def test_wb_21_3_magic_beside_swords_does_not_touch_whom_no_magic_touches() -> None:
    """[21.3] [18.3] [38.4]: ten against a Superhero's twenty, nothing halved and nothing added; a Dragon kills who casts."""
    g = joint(["harrek-the-berserk"], 3)
    assert "10 against 20" in " ".join(g.story_text())
    g = joint(["dragon-1"], 4, owners={"dragon-1": "sartar"})
    assert BY_ID["minor-class-1"] in g.state.dead


def test_wb_26_1_the_stormwalkers_fly_over_enemies() -> None:
    """[26.1] [12.1]: over their heads and through their zones, by themselves; they come down where no enemy stands."""
    walkers = "stormwalkers-cult"
    g = exotic({ROW[0]: [walkers], ROW[1]: ["whipstock"], ROW[2]: ["starkin"]}, phase="movement", player="sartar")
    g.push(f"lead {walkers}")
    assert f"over {name(ROW[3])}" in texts(g)
    assert clauses(g, f"over {name(ROW[2])}") == {"12.1"}
    g.push(f"over {name(ROW[3])}")
    assert where(g, walkers) == ROW[3]
    assert points(g.state, BY_ID[walkers]) == 2 * (20 - 3)
    assert f"step {name(ROW[4])}" in texts(g)
    with_friend = exotic({ROW[0]: [walkers, "krise"], ROW[1]: ["whipstock"]}, phase="movement", player="sartar")
    with_friend.push(f"lead {walkers}")
    with_friend.push("join krise")
    assert not [text for text in texts(with_friend) if text.startswith("over")]


def test_wb_14_1_who_moves_in_brings_his_presence_with_him() -> None:
    """[14.1] [48.3]: a Superhero who advances beside an Illusion dispels it."""
    a, b = pair(LOW, lambda h: WOOD >> h & 1)
    beyond = next(n for n in BESIDE[b] if n >= 0 and n not in BESIDE[a] and n != a)
    g = battle({a: ["jar-eel-the-razoress"], b: ["militia-foot-1"], beyond: ["illusionary-army-1"]}, [(a, b)], player="lunar",
               scenario="complete-game", turn=2, owners={"illusionary-army-1": "sartar"})  # fmt: skip
    roll(g, b, 6) if g.step == "combat" and f"roll {name(b)}" in texts(g) and not_certain(g, b) else g.push(
        f"roll {name(b)}"
    )
    g.push(f"advance jar-eel-the-razoress {name(b)}")
    assert where(g, "illusionary-army-1") < 0


def not_certain(g, target: int) -> bool:
    return "6:1" not in sums(g, target)[2]


def test_wb_43_6_zombies_do_not_follow_into_a_river() -> None:
    """[43.6] [14.1]: they cross at fords and in the Marsh only, after a battle too."""
    bank = next(n for n in BESIDE[WATER] if n in PLAIN)
    other = next(n for n in BESIDE[bank] if n in PLAIN and n not in BESIDE[WATER])
    g = battle({bank: ["zombie-1", "zombie-2", "militia-foot-1"], other: ["delecti-the-necromancer"], WATER: ["unriver"]},
               [(bank, WATER)], scenario="complete-game", turn=2,
               owners=dict.fromkeys(("zombie-1", "zombie-2", "delecti-the-necromancer"), "sartar"))  # fmt: skip
    g.push(f"roll {name(WATER)}")
    while g.step != "advance":
        g.push(g.legal_actions()[0])
    assert clauses(g, f"advance zombie-1 {name(WATER)}") == {"43.6"}
    assert f"advance militia-foot-1 {name(WATER)}" in texts(g)
