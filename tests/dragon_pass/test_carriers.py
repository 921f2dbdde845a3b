"""Carriers, herds, dragonewt roads, Sylphs, the Transformer (pp. 7, 25, 29-33)."""

from __future__ import annotations

from elric.dragon_pass.combat.reckoning import reckon
from elric.dragon_pass.components.units import BY_ID
from elric.dragon_pass.magic.spells import reach, spell_at
from elric.dragon_pass.position.state import HELD

from .field import BOARD, GAME, HEXES, INDEX, clauses, name, open_line, pair, texts
from .test_combat import where
from .test_independents import FAR, war

H = open_line(4)
A, B, C, D = (H, *HEXES.ray(H, 0)[:3])
OWN = "sartar"


def march(stacks, **more):
    return war(stacks, phase="movement", **more)


def test_wb_7_7_a_carried_unit_goes_at_the_carriers_pace_and_no_farther_alone() -> None:
    """[7.7] [32.5]: foot of MF 2 on a Pteranodon flies ten hexes, and is done when it alights."""
    g = march({A: ["pteranodon-1", "militia-foot-1"], FAR: ["whipstock"]}, owners={"pteranodon-1": OWN})
    for action in ("lead pteranodon-1", "join militia-foot-1", f"step {name(B)}", f"step {name(C)}", f"step {name(D)}"):
        g.push(action)
    assert where(g, "militia-foot-1") == D
    assert g.state.left[BY_ID["pteranodon-1"]] == 14
    g.push("leave militia-foot-1")
    g.push("halt")
    assert clauses(g, "lead militia-foot-1") == {"7.7"}
    assert "lead pteranodon-1" in texts(g)


def test_wb_7_7_who_has_marched_is_not_carried() -> None:
    """[7.7]: he rides from the beginning or not at all."""
    g = march({A: ["militia-foot-1"], B: ["pteranodon-1"], FAR: ["whipstock"]}, owners={"pteranodon-1": OWN})
    for action in ("lead militia-foot-1", f"step {name(B)}", "halt", "lead pteranodon-1"):
        g.push(action)
    assert clauses(g, "join militia-foot-1") == {"7.7"}


def test_wb_29_3_a_stone_man_carries_three_over_any_ground() -> None:
    """[29.3] [9.1]: he does not count, and a river costs the whole stack one point."""
    dry, wet = pair(lambda h: BOARD.ground[h] == ".", lambda h: BOARD.wood >> h & 1 and not BOARD.high >> h & 1)
    men = ["militia-foot-1", "militia-foot-2", "militia-foot-3"]
    g = march({dry: ["stone-man-1", *men], FAR: ["whipstock"]}, owners={"stone-man-1": OWN})
    for action in ("lead stone-man-1", *(f"join {u}" for u in men), f"step {name(wet)}"):
        g.push(action)
    assert {g.state.left[BY_ID[u]] for u in ("stone-man-1", *men)} == {4}


def test_wb_31_3_a_herd_carries_two_units_two_hexes_farther() -> None:
    """[31.3] [9.8] [31.1] [31.2]: the three are a full stack; alone a herd stays where it is; the herds come with the Queen."""
    g = march(
        {A: ["horse-herd-1", "militia-foot-1", "militia-foot-2"], FAR: ["whipstock"]}, owners={"horse-herd-1": OWN}
    )
    plain = 2 * 2
    for action in ("lead militia-foot-1", "join militia-foot-2", "join horse-herd-1", f"step {name(B)}"):
        g.push(action)
    assert g.state.left[BY_ID["militia-foot-1"]] == plain + 4 - 2
    alone = march({A: ["horse-herd-1"], FAR: ["whipstock"]}, owners={"horse-herd-1": OWN})
    alone.push("lead horse-herd-1")
    assert texts(alone) == {"halt"}
    from elric.dragon_pass.independents.peoples import INDEX as KEYS
    from elric.dragon_pass.independents.peoples import PEOPLES

    assert BY_ID["horse-herd-4"] in PEOPLES[KEYS["grazelanders"]].units


def newt(at: str, enemy=()):
    stacks = {INDEX[at]: ["dragonewt-cavalry-1"], FAR: ["whipstock"]}
    return march(stacks | dict(enemy), owners={"dragonewt-cavalry-1": OWN})


def test_wb_33_2_a_dragonewt_skips_from_stop_to_stop() -> None:
    """[33.2]: the book's own example: from Town VIII a junction, Town VI, Town V, the Temple, and one point is left."""
    g = newt("4433")
    g.push("lead dragonewt-cavalry-1")
    assert "skip 2712" in texts(g)
    assert {"skip 3020", "skip 2915"} <= texts(g)
    assert "skip 3324" not in texts(g), "a junction is no stop"
    g.push("skip 2712")
    assert where(g, "dragonewt-cavalry-1") == INDEX["2712"]
    assert g.state.left[BY_ID["dragonewt-cavalry-1"]] == 2


def test_wb_33_2_an_enemy_on_the_road_ends_the_ride() -> None:
    """[33.2] [12.1]: before him they stop, and have nothing left."""
    g = newt("4433", {INDEX["3929"]: ["starkin"]}.items())
    g.push("lead dragonewt-cavalry-1")
    assert "skip 3020" not in texts(g)
    g.push("skip 4030")
    assert where(g, "dragonewt-cavalry-1") == INDEX["4030"]
    assert g.state.left[BY_ID["dragonewt-cavalry-1"]] == 0


def sylphs(**more):
    return march({A: ["sylphs"], D: ["whipstock", "starkin"]}, **more)


def test_wb_25_3_the_sylphs_hold_a_stack_and_let_it_go_when_they_fly_on() -> None:
    """[25.3] [25.2]: the stack under them is off the board, the other side does not see what it is made of; they leave, and it is
    free."""
    g = sylphs()
    g.push(f"settle {name(D)}")
    assert where(g, "whipstock") == HELD
    assert where(g, "sylphs") == D
    assert g.view(1)["caught"]["counters"] == [None, None]
    assert g.view(0)["caught"]["counters"] == ["whipstock", "starkin"]
    assert GAME.describe(GAME.build(g.position())) == g.position()
    g = march({D: ["sylphs"]}, marks={"caught": [D, [BY_ID["whipstock"], BY_ID["starkin"]]]})
    g.push("lead sylphs")
    g.push(f"step {name(C)}")
    assert where(g, "whipstock") == where(g, "starkin") == D
    assert g.state.owner[BY_ID["starkin"]] == 0


def test_wb_25_3_whoever_slays_the_sylphs_slays_the_prisoners() -> None:
    """[25.3]."""
    g = war({C: ["bell-temple"], D: ["sylphs"]}, player="lunar", marks={"caught": [D, [BY_ID["whipstock"]]]})
    g.push(f"assign {name(C)} {name(D)}")
    with g.scripted([5]):
        g.push(f"roll {name(D)}")
    assert set(g.state.dead) == {BY_ID["sylphs"], BY_ID["whipstock"]}


def test_wb_30_2_the_transformer_doubles_strength_or_reach() -> None:
    """[30.2] [9.7]: strength in the plain range, reach beyond it, both with the Dwarf."""
    far = HEXES.ray(H, 0)
    mage = "free-philosophers"  # MgF 4, range 5

    def sent(distance: int, *more: str) -> int:
        target = next(h for h in range(HEXES.size) if HEXES.distance(h, H) == distance)
        pile = [mage, "alchemical-transformer", *more]
        g = war({H: pile, target: ["whipstock"]}, owners=dict.fromkeys(("alchemical-transformer", "the-dwarf"), OWN))
        assert reach(g.state, BY_ID[mage]) == 10
        g.push(f"aim {name(H)} {name(target)}")
        return reckon(g.state, spell_at(g.state, target)).attack // 24

    assert far
    assert (sent(5), sent(9)) == (8, 4)
    assert sent(9, "the-dwarf") == 2 * 4 + 1, "and the Dwarf is a hero"
