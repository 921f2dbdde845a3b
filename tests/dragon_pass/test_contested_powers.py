"""Positions in which the wrong reading of a clause would show: magic, its cover, the moon, exotics, Independents, victory (pp. 19-70)."""

from __future__ import annotations

import pytest

from elric.dragon_pass.combat.factors import MOON
from elric.dragon_pass.combat.reckoning import SCALE, reckon
from elric.dragon_pass.components.board import LUNAR_FORTS, SARTAR_FORTS
from elric.dragon_pass.components.units import BY_ID
from elric.dragon_pass.exotics.lunar import due
from elric.dragon_pass.independents.emissaries import may_ask
from elric.dragon_pass.magic.spells import spell_at
from elric.dragon_pass.position.state import Segment
from elric.dragon_pass.turn.victory import is_reached

from .field import BESIDE, BOARD, HEXES, PLAIN, at, battle, clauses, marks_of, name, ones, open_disc, pair, texts
from .test_combat import LOW, roll, where
from .test_exotics import until_next
from .test_independents import FAR, war
from .test_magic import GLOW, INSIDE, LINE, cast, magic, strengths

TEMPLE = BOARD.places["reaching-moon"].hexes[0]
EDGE, OUT = pair(lambda h: GLOW >> h & 1 and h in PLAIN, lambda h: not GLOW >> h & 1 and h in PLAIN)


def aimed(g, a: int, t: int):
    g.push(f"aim {name(a)} {name(t)}")
    return g


# ---- the moon -------------------------------------------------------------------------------------------------------


def test_wb_19_5_out_of_the_glowline_goes_the_magic_of_the_day() -> None:
    """[19.5]: who stands inside and casts at somebody outside has the day's strength, and in defence his twelve."""
    g = magic({EDGE: ["minor-class-1"], OUT: ["pavis-royal-guard"]})
    assert strengths(aimed(g, EDGE, OUT), OUT)[0] == MOON[5]
    g = magic({EDGE: ["minor-class-1"], OUT: ["krise"]}, player="sartar")
    assert strengths(aimed(g, OUT, EDGE), EDGE)[1] == 12


def test_wb_19_5_cover_for_a_friend_outside_has_the_magic_of_the_day() -> None:
    """[19.5] [21.5]: the friend who is covered must stand within the Glowline too for the twelve."""
    inner = next(n for n in BESIDE[EDGE] if GLOW >> n & 1 and HEXES.distance(n, OUT) == 2)
    far = next(h for h in HEXES.ray(OUT, HEXES.direction(EDGE, OUT)) if not GLOW >> h & 1)
    for friend, lent in ((OUT, MOON[5]), (inner, 12)):
        g = magic({EDGE: ["minor-class-1"], friend: ["whipstock"], far: ["krise"]}, player="sartar")
        spell = spell_at(aimed(g, far, friend).state, friend)
        found = [reckon(g.state, x).defence for x in (spell, spell._replace(covers=(BY_ID["minor-class-1"],)))]
        assert found[1] - found[0] == lent * SCALE, name(friend)


def test_wb_19_5_whose_troops_stand_in_the_temple() -> None:
    """[19.5] [8.9]: an enemy of the Empire breaks the light; Comet Seers who rose with Old Tarsh lose nothing while the Empire
    holds its own Temple."""
    for holder, strength in ((["goldwave"], 12), (["pavis-royal-guard"], MOON[5])):
        stacks = {INSIDE: ["comet-seers"], BESIDE[INSIDE][0]: ["whipstock"], TEMPLE: holder}
        g = at(stacks, scenario="old-tarsh", phase="combat", player="tarsh", order=["tarsh", "lunar", "sartar"], day=5,
               owners={"comet-seers": "tarsh"})  # fmt: skip
        assert strengths(aimed(g, INSIDE, BESIDE[INSIDE][0]), BESIDE[INSIDE][0])[0] == strength


def test_wb_24_3_what_the_bat_asks_for_day_by_day() -> None:
    """[24.3]: one on a Dying day; after that day without a meal two, the Black day too, then four, eight, sixteen."""
    asked = []
    for missed, day in ((0, 6), (1, 0), (2, 1), (3, 2), (4, 3)):
        g = war({LINE[0]: ["crimson-bat", "whipstock"], FAR: ["krise"]}, player="lunar", day=day,
                marks={"missed": missed} if missed else {})  # fmt: skip
        asked.append(due(g.state))
    assert asked == [1, 2, 4, 8, 16]


def test_wb_24_3_whom_a_friend_kills_beside_the_bat_is_no_meal() -> None:
    """[24.3]: an enemy is taken by the Bat only in a battle in which it fights."""
    for stack, fed in (
        (["crimson-bat", "standfast", "steel-sword-legion"], 1),
        (["standfast", "steel-sword-legion"], 0),
    ):
        stacks = {LINE[0]: stack, LINE[1]: ["freedmen"], FAR: ["krise"]}
        if fed == 0:
            stacks[BESIDE[LINE[0]][3]] = ["crimson-bat"]
        g = war(stacks, player="lunar", day=6)
        g.push(f"assign {name(LINE[0])} {name(LINE[1])}")
        roll(g, LINE[1], 6)
        assert marks_of(g).get("fed", 0) == fed


# ---- spells ---------------------------------------------------------------------------------------------------------


def test_wb_21_5_who_has_covered_rests_in_his_next_move_and_not_in_the_one_after() -> None:
    """[21.5]: neither march nor spell nor sword in the Move that follows; in the next he is free."""
    stacks = {LINE[0]: ["krise"], LINE[2]: ["whipstock"], LINE[4]: ["comet-seers"], FAR: ["freedmen"]}
    g = war(stacks, order=["sartar", "lunar"])
    aimed(g, LINE[0], LINE[2])
    with g.scripted([1]):
        g.push(f"cast {name(LINE[2])}")
        g.push(f"cover {name(LINE[4])}")
        while g.step == "cover":
            g.push("bare")
    bit = 1 << BY_ID["comet-seers"]
    assert g.state.still & bit
    t = g.copy()
    until_next(t, 0, 2)
    assert not any(text.split()[:2] == ["aim", name(LINE[4])] for text in texts(t))
    assert t.state.still & bit
    until_next(t, 1, 3)
    assert not t.state.still & bit


def test_wb_21_3_at_a_plain_stack_a_bad_roll_hurts_the_swords_alone() -> None:
    """[21.3] [21.2]: magic and swords together, nobody covers: of an A Elim only the swordsmen die."""
    stacks = {LINE[0]: ["krise"], LINE[1]: ["militia-foot-1"], LINE[2]: ["whipstock"]}
    g = war(stacks)
    g.push(f"assign {name(LINE[1])} {name(LINE[2])}")
    g.push(f"assist {name(LINE[0])} {name(LINE[2])}")
    with g.scripted([0]):
        g.push(f"roll {name(LINE[2])}")
        while g.step == "cover":
            g.push("bare")
    assert where(g, "militia-foot-1") < 0
    assert where(g, "krise") == LINE[0]


def test_wb_21_4_three_who_reach_farther_have_a_third() -> None:
    """[21.4]: ranges are added and magic is divided by as many."""
    stacks = {LINE[0]: ["egglord-warlocks", "eaglebrown-warlocks", "krise"], FAR: ["whipstock"]}
    far = next(h for h in sorted(PLAIN) if HEXES.distance(h, LINE[0]) == 13)
    stacks = {LINE[0]: stacks[LINE[0]], far: ["whipstock"]}
    g = magic(stacks, player="sartar")
    assert clauses(g, f"aim {name(LINE[0])} {name(far)}") == {"8.5"}
    g.push(f"stretch {name(LINE[0])} {name(far)}")
    attack = reckon(g.state, spell_at(g.state, far)).attack
    assert attack == (6 + 4 + 3) * SCALE // 3


def test_wb_13_7_walls_double_magic_for_who_is_inside_alone() -> None:
    """[13.7] [8.3]: a spell goes out of a fort plain, and a coverer inside lends a friend outside his plain magic."""
    fort = BOARD.places["jonstown"].hexes[0]
    friend = next(n for n in BESIDE[fort] if n in PLAIN)
    foe = next(h for h in sorted(PLAIN) if HEXES.distance(h, friend) == 3 and HEXES.distance(h, fort) == 3)
    g = magic({fort: ["krise"], friend: ["freedmen"], foe: ["spell-archers"]}, player="sartar")
    assert strengths(aimed(g, fort, foe), foe)[0] == 3
    g = magic({fort: ["krise"], friend: ["freedmen"], foe: ["spell-archers"]})
    spell = spell_at(aimed(g, foe, friend).state, friend)
    assert (
        reckon(g.state, spell._replace(covers=(BY_ID["krise"],))).defence - reckon(g.state, spell).defence == 3 * SCALE
    )
    g = magic({fort: ["krise"], friend: ["freedmen"], foe: ["spell-archers"]})
    assert strengths(aimed(g, foe, fort), fort)[1] == 6


def test_wb_18_3_swords_reach_whom_no_magic_touches() -> None:
    """[18.3] [21.3]: beside swords a spell at a Superhero's stack neither adds nor halves."""
    stacks = {LINE[0]: ["krise"], LINE[1]: ["bullocks"], LINE[2]: ["jar-eel-the-razoress"]}
    g = war(stacks)
    g.push(f"assign {name(LINE[1])} {name(LINE[2])}")
    g.push(f"assist {name(LINE[0])} {name(LINE[2])}")
    with g.scripted([5]):
        g.push(f"roll {name(LINE[2])}")
        while g.step == "cover":
            g.push("bare")
    told = next(e for e in g.events if e["kind"] == "battle")
    assert (told["attack"], told["defence"]) == (6 * SCALE, 20 * SCALE)
    assert not told["magic"]


def test_wb_21_6_a_bridge_in_the_water_is_none_in_a_flood() -> None:
    """[21.6] [26.4]: two at a time leave a river free where a magician stands in it, three do not, and in a flood nobody."""
    from elric.dragon_pass.movement.march import leaving

    water = next(h for h in ones(BOARD.river) if sum(n in PLAIN for n in BESIDE[h]) > 1)
    pile = ["krise", "freedmen", "goatkin", "guildsmen"]
    for units, flood, pays in ((pile[1:3], False, False), (pile[1:4], False, True), (pile[1:3], True, True)):
        more = {"effects": [["flood", hex(1 << water), 9]]} if flood else {}
        g = war({water: pile, FAR: ["whipstock"]}, phase="movement", left=dict.fromkeys(pile[1:], 4), turn=1, **more)
        assert leaving(g.state, tuple(BY_ID[u] for u in units), water) is pays


# ---- Dragons, Dragonewts, Delecti, the Sylphs -----------------------------------------------------------------------


def test_wb_38_6_a_dragonfight_spares_friends_and_passes_walls() -> None:
    """[38.6] [38.9] [18.5]: enemies in and around the hex die whatever their ground; friends and a Superhero do not."""
    fort = BOARD.places["jonstown"].hexes[0]
    a, b, c = [n for n in BESIDE[fort] if n >= 0][:3]
    stacks = {
        fort: ["whipstock"],
        a: ["jar-eel-the-razoress", "starkin"],
        b: ["militia-foot-1"],
        FAR: ["dragon-1", "krise"],
    }
    near = next(h for h in sorted(PLAIN) if 3 < HEXES.distance(h, fort) < 15)
    stacks[near] = stacks.pop(FAR)
    g = war(stacks, owners={"dragon-1": "sartar"})
    with g.scripted([5]):
        g.push(f"dragonfight dragon-1 {name(fort)}")
    assert {"whipstock", "starkin"} == {u for u in ("whipstock", "starkin", "militia-foot-1", "jar-eel-the-razoress")
                                        if where(g, u) < 0}  # fmt: skip
    assert where(g, "dragon-1") == near
    assert c >= 0


def test_wb_43_2_the_chain_breaks_when_its_middle_dies() -> None:
    """[43.2] [43.3]: of a line of zombies those beyond the fallen link are destroyed, those beside Delecti stay."""
    marsh = LINE
    stacks = {marsh[0]: ["delecti-the-necromancer"], marsh[1]: ["zombie-1"], marsh[2]: ["zombie-2"], marsh[3]: ["zombie-3"],
              BESIDE[marsh[2]][1]: ["standfast", "steel-sword-legion", "red-dragoon"], FAR: ["krise"]}  # fmt: skip
    owners = dict.fromkeys(("delecti-the-necromancer", "zombie-1", "zombie-2", "zombie-3"), "sartar")
    g = war(stacks, player="lunar", owners=owners)
    foe = BESIDE[marsh[2]][1]
    for t in (2, 1, 3):
        if f"assign {name(foe)} {name(marsh[t])}" in texts(g):
            g.push(f"assign {name(foe)} {name(marsh[t])}")
    g.state.links = ((foe, marsh[2]),)
    g.state.locked, g.state.segments = True, (
        Segment(((foe, g.state.piles[foe]),), ((marsh[2], g.state.piles[marsh[2]]),), ((foe, marsh[2]),), 0),
    )  # fmt: skip
    with g.scripted([5]):
        g.push(f"roll {name(marsh[2])}")
    while g.player == 0 and g.step != "movement":
        g.push(next(a for a in g.legal_actions() if a.verb in ("done", "stay", "back", "roll")))
    assert where(g, "zombie-1") == marsh[1]
    assert where(g, "zombie-3") < 0


# ---- emissaries -----------------------------------------------------------------------------------------------------


def test_wb_28_9_a_disputed_capital_is_not_lost() -> None:
    """[28.9]: a defender in the ally's home, or an ally's own unit, keeps the enemy from asking."""
    wild = BOARD.places["wild-temple"].hexes[0]
    g = war({wild: ["whipstock"], FAR: ["ironhoof", "militia-foot-1"]}, player="lunar", owners={"ironhoof": "sartar"},
            marks={"allies": [[0, 1]]})  # fmt: skip
    g.state.player = 0
    said = []
    assert not may_ask(g.state, (BY_ID["whipstock"],), said)
    assert {number for reason in said for number in reason.clause} == {"28.9"}


# ---- victory --------------------------------------------------------------------------------------------------------


def test_wb_68_1_four_forts_are_four_undisputed_ones() -> None:
    """[68.1]: three forts and Boldhome's one hex of two are three; with the other hex too they are four."""
    forts = [BOARD.places[f].hexes for f in SARTAR_FORTS]
    city = BOARD.places["boldhome"].hexes
    three = [hexes[0] for hexes in forts if hexes != city][:3]
    units = ["whipstock", "starkin", "uplands", "queens"]
    for militia, holds_it in ((city[1], False), (FAR, True)):
        stacks = {h: [u] for h, u in zip((*three, city[0]), units, strict=True)} | {militia: ["militia-foot-1"]}
        g = at(stacks, scenario="invasion-of-sartar", turn=3, day=0)
        goal = next(x for x in g.scenario.goals if x.kind == "forts")
        assert is_reached(g.state, goal) is holds_it
    assert len(LUNAR_FORTS) == 6


@pytest.mark.parametrize("beside", [True, False])
def test_wb_67_1_a_unit_outside_the_gates_is_not_contained(beside: bool) -> None:
    """[67.1]: the Lunar army is shut up only when every unit of it on the board is in Furthest itself."""
    city = BOARD.places["furthest"].hexes
    out = next(n for n in BESIDE[city[0]] if n not in city) if beside else city[-1]
    g = at({city[0]: ["whipstock"], out: ["starkin"], FAR: ["militia-foot-1"]} if out != city[0] else
           {city[0]: ["whipstock", "starkin"], FAR: ["militia-foot-1"]}, scenario="invasion-of-the-empire", turn=3, day=0)  # fmt: skip
    goal = next(x for x in g.scenario.goals if x.kind == "contain")
    assert is_reached(g.state, goal) is not beside


__all__ = ["LOW", "battle", "cast", "open_disc"]
