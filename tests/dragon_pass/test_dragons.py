"""Dragons, Assassins, earthquakes, dinosaurs (pp. 32, 35-38, 42, 46)."""

from __future__ import annotations

from elric.dragon_pass.combat.reckoning import reckon
from elric.dragon_pass.components.units import BY_ID
from elric.dragon_pass.exotics.earthquake import enclosed_hexes
from elric.dragon_pass.independents.peoples import INDEX as KEYS
from elric.dragon_pass.independents.peoples import PEOPLES
from elric.kernel.bits import bits, ones

from .field import AROUND, BESIDE, BOARD, HEXES, PLAIN, Game, clauses, marks_of, name, open_disc, open_line, texts
from .test_combat import where
from .test_independents import FAR, ask, settled, war

H = open_line(4)
A, B, C, D = (H, *HEXES.ray(H, 0)[:3])
MID = open_disc(2)
OWN = "sartar"
DRAGON = {"owners": {"dragon-1": OWN}}
REST = BOARD.places["dragonrest-1"].hexes[0]


def lair(stacks, **more):
    return war(stacks, **{"owners": {"dragon-1": OWN}, **more})


def test_wb_35_1_a_dragon_is_asked_at_its_rest() -> None:
    """[35.1] [39.4]: each by itself; Cragspider brings her own."""
    g = war({REST: ["militia-foot-1"], FAR: ["whipstock"]})
    ask(g, "militia-foot-1", 3)
    settled(g)
    assert where(g, "dragon-1") >= 0
    assert where(g, "dragon-2") < 0
    assert BY_ID["dragon-4"] in PEOPLES[KEYS["cragspider"]].units


def test_wb_38_1_a_dragon_carries_one_master_sixteen_hexes() -> None:
    """[38.1] [38.2]: no third may stand with them; who stands with it commands it."""
    g = lair({A: ["dragon-1", "militia-foot-1"], B: ["militia-foot-2"], FAR: ["whipstock"]}, phase="movement")
    for action in ("lead dragon-1", "join militia-foot-1"):
        g.push(action)
    g.push(f"step {name(B)}")
    assert g.state.left[BY_ID["dragon-1"]] == 30
    assert "halt" not in texts(g)
    assert clauses(g, "halt") == {"7.6"}


def test_wb_38_4_who_casts_at_a_dragon_dies() -> None:
    """[38.4]."""
    g = lair({A: ["dragon-1"], C: ["comet-seers"]}, player="lunar", day=3)
    g.push(f"aim {name(C)} {name(A)}")
    g.push(f"cast {name(A)}")
    assert g.state.dead == (BY_ID["comet-seers"],)


def test_wb_38_5_friends_beside_a_dragon_are_safe_from_magic() -> None:
    """[38.5]: and the Dragon may fly to them when the spell comes; then it does not move in its next Turn."""
    g = lair({A: ["militia-foot-1"], C: ["dragon-1"], D: ["comet-seers"]}, player="lunar", day=3)
    g.push(f"aim {name(D)} {name(A)}")
    g.push(f"cast {name(A)}")
    g.push(f"shield dragon-1 {name(A)}")
    assert where(g, "dragon-1") == A
    assert not g.state.dead
    assert g.state.still >> BY_ID["dragon-1"] & 1
    assert not any("aim" in text for text in texts(g)), "the spell is spent"
    g = lair({A: ["militia-foot-1"], B: ["dragon-1"], D: ["comet-seers"]}, player="lunar", day=3)
    g.push(f"aim {name(D)} {name(A)}")
    g.push(f"cast {name(A)}")
    assert not g.state.dead


def dragonfight(die: int, verb: str = "dragonfight"):
    g = lair(
        {A: ["dragon-1", "militia-foot-1"], MID: ["whipstock"], BESIDE[MID][0]: ["starkin", "jar-eel-the-razoress"]}
    )
    with g.scripted([die - 1]):
        g.push(f"{verb} dragon-1 {name(BESIDE[MID][0])}")
    return g


def test_wb_38_6_a_dragonfight_strikes_its_whole_zone() -> None:
    """[38.6] [38.9] [38.8]: 1-2 the Dragon dies, 3-4 all die, 5-6 they die and it is with its master again. A Superhero lives."""
    one, three, five = dragonfight(1), dragonfight(3), dragonfight(5)
    dragon, foes_ = BY_ID["dragon-1"], {BY_ID["whipstock"], BY_ID["starkin"]}
    assert set(one.state.dead) == {dragon}
    assert set(three.state.dead) == {dragon} | foes_
    assert set(five.state.dead) == foes_
    assert where(five, "dragon-1") == A
    busy = lair({A: ["dragon-1", "militia-foot-1"], B: ["starkin"]}, fought=["dragon-1"])
    assert clauses(busy, f"dragonfight dragon-1 {name(B)}") == {"38.6"}


def test_wb_38_8_a_dragon_seeks_a_superhero() -> None:
    """[38.8]: from a three on it is a Wound, and his companions are left alone."""
    g = dragonfight(5, "dragonduel")
    assert g.state.wounds == {BY_ID["jar-eel-the-razoress"]: 1}
    assert not g.state.dead
    assert not dragonfight(2, "dragonduel").state.wounds


def test_wb_38_7_a_dragon_cancels_a_dragonfight() -> None:
    """[38.7]: both go home, and are nobody's."""
    g = lair({A: ["dragon-1"], MID: ["whipstock"], FAR: ["dragon-2"]}, owners={"dragon-1": OWN, "dragon-2": "lunar"})
    g.push(f"dragonfight dragon-1 {name(MID)}")
    assert g.seat == 0
    g.push("cancel dragon-2")
    assert {where(g, "dragon-1"), where(g, "dragon-2")} == {-1}
    assert not g.state.dead


def test_wb_9_6_with_a_dragon_the_odds_are_even() -> None:
    """[9.6]: who attacks one has even odds, alone or with others."""
    g = lair({A: ["dragon-1"], B: ["bell-temple", "char-un"]}, player="lunar")
    g.push(f"assign {name(B)} {name(A)}")
    from elric.dragon_pass.combat_phase.dividing import join_battles

    assert reckon(g.state, join_battles(g.state, g.state.links, 0)[0]).odds == "1:1"


def test_wb_46_3_the_assassins_are_bought_and_pick_one_unit_by_its_depth() -> None:
    """[46.3]: for twelve CF, once; the list names depths, so that it tells nothing of what lies below; then they are gone."""
    men = [f"militia-cavalry-{k}" for k in (1, 2, 3)]
    stacks = {A: men, B: ["militia-cavalry-4"], FAR: ["whipstock", "starkin", "moonarrow"]}
    g = war(stacks)
    g.push("hire")
    for unit in men:
        g.push(f"lose {unit}")
    assert {f"murder {name(FAR)} {d}" for d in ("top", "second", "third")} <= texts(g)
    hidden = war({**stacks, FAR: ["whipstock", "moonarrow", "starkin"]}, marks={"assassins": [1], "hired": [1]})
    shown = war(stacks, marks={"assassins": [1], "hired": [1]})
    assert texts(hidden) == texts(shown)
    with g.scripted([3]):
        g.push(f"murder {name(FAR)} second")
    assert g.state.dead[-1] == BY_ID["starkin"]
    gone = war({A: men, B: ["whipstock"]}, marks={"hired": [1], "assassins": []})
    assert clauses(gone, f"murder {name(B)} top") == {"46.3"}
    assert clauses(gone, "hire") == {"46.3"}


def quake(line, stacks):
    g = war({MID: ["earthshaker-cult"], **stacks}, owners={"earthshaker-cult": OWN})
    g.push(f"quake {name(line[0])}")
    for h in line[1:]:
        g.push(f"crack {name(h)}")
    return g


def test_wb_42_3_an_earthquake_is_laid_hex_by_hex() -> None:
    """[42.1] [42.2] [42.3] [42.5] [42.6]: eight hexes in range; on it enemies stand still at half, beside it they are at half,
    magicians beside it are not, heroes never; once in a game."""
    line = max((HEXES.ray(MID, k) for k in range(6)), key=len)[:8]
    beside = next(n for n in BESIDE[line[3]] if n not in line and n != MID)
    other = next(n for n in BESIDE[line[5]] if n not in line and n != beside)
    g = quake(line, {line[4]: ["whipstock", "red-emperor"], beside: ["starkin"], other: ["comet-seers"]})
    whip, star, emperor, seers = (BY_ID[u] for u in ("whipstock", "starkin", "red-emperor", "comet-seers"))
    assert g.state.still == bits([whip])
    assert g.state.half == bits([whip, star])
    assert not (g.state.still | g.state.half) >> emperor & 1
    assert not g.state.half >> seers & 1


def test_wb_42_7_whom_a_closed_fracture_surrounds_dies() -> None:
    """[42.7]: heroes and magicians too; a Superhero and his stack not."""
    ring = list(ones(AROUND[MID]))
    order = [BESIDE[MID][k] for k in range(6)]
    assert enclosed_hexes(bits(ring)) == 1 << MID
    middle = next(h for h in sorted(PLAIN) if 3 < HEXES.distance(h, MID) < 7)
    loop = [BESIDE[middle][k] for k in range(6)]
    tail = next(n for n in BESIDE[loop[5]] if n not in loop and n != middle)
    last = next(n for n in BESIDE[tail] if n not in loop and n != middle)
    assert order
    g = quake([*loop, tail, last], {middle: ["whipstock", "red-emperor"]})
    assert set(g.state.dead) == {BY_ID["whipstock"], BY_ID["red-emperor"]}
    g = quake([*loop, tail, last], {middle: ["whipstock", "jar-eel-the-razoress"]})
    assert not g.state.dead


def test_wb_42_8_rivers_are_fords_and_walls_are_down() -> None:
    """[42.8] [42.9]: for a Turn, and for three."""
    river = next(h for h in ones(BOARD.river) if all(n >= 0 for n in BESIDE[h]))
    fort = BOARD.places["jonstown"].hexes[0]
    for h, kind, turns in ((river, "ford", 1), (fort, "breach", 3)):
        cult = next(n for n in sorted(PLAIN) if HEXES.distance(n, h) == 2)
        g = war({cult: ["earthshaker-cult"], FAR: ["whipstock"]}, owners={"earthshaker-cult": OWN})
        g.push(f"rift {name(h)}")
        while g.step == "fracture":
            g.push(g.legal_actions()[0])
        (effect,) = [e for e in g.state.effects if e.kind == kind]
        assert effect.on >> h & 1
        assert effect.ends - g.state.moves == 2 * turns


def test_wb_42_4_a_second_fracture_follows_on_the_same_day_or_the_next() -> None:
    """[42.4]: five hexes each, the second off the first, and no third."""
    g = war({MID: ["earthshaker-cult"], FAR: ["whipstock"]}, owners={"earthshaker-cult": OWN})
    for start in (MID, BESIDE[BESIDE[MID][3]][3]):
        g.push(f"rift {name(start)}")
        while g.step == "fracture":
            g.push(g.legal_actions()[0])
        if start == MID:
            first = marks_of(g)["quake"][1][0]
            assert {clauses(g, f"rift {name(h)}").pop() for h in first} == {"42.4"}
    assert not set(first) & set(marks_of(g)["quake"][1][1])
    assert [len(line) for line in marks_of(g)["quake"][1]] == [5, 5]
    spent = war(
        {MID: ["earthshaker-cult"], BESIDE[MID][0]: ["whipstock"]},
        owners={"earthshaker-cult": OWN},
        marks=marks_of(g),
    )
    assert clauses(spent, f"rift {name(MID)}") == {"42.4"}
    assert clauses(spent, f"quake {name(MID)}") == {"42.1"}


def test_wb_32_1_dinosaurs_join_the_first_beside_them() -> None:
    """[32.1]: twelve, scattered by lot; no roll."""
    g = war(
        {A: ["militia-foot-1"], FAR: ["whipstock"]}, phase="movement", marks={"lairs": [[BY_ID["triceratops-1"], B]]}
    )
    assert g.view(0)["lairs"] == {"triceratops-1": name(B)}
    g.push("done")
    assert g.state.owner[BY_ID["triceratops-1"]] == 1
    assert where(g, "triceratops-1") == B
    h = Game("complete-game", seed=1)
    while h.step in ("setup", "choose day", "envoys"):
        h.push("done" if h.step == "envoys" else h.legal_actions()[0])
    assert len(marks_of(h)["lairs"]) == 12
    assert len({place for _, place in marks_of(h)["lairs"]}) == 12


def test_wb_38_3_a_magician_on_a_dragon_reaches_ten_hexes_farther() -> None:
    """[38.3]."""
    from elric.dragon_pass.magic.spells import reach

    g = lair({A: ["dragon-1", "free-philosophers"], FAR: ["whipstock"]})
    assert reach(g.state, BY_ID["free-philosophers"]) == 5 + 10
