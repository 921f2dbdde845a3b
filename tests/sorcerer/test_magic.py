"""Chapters 6.5, 7, 8, 9 and 14.2: tasks of a Sorcerer, Bolts, vortexes, conversion, garrisons."""

from __future__ import annotations

import pytest

from elric.sorcerer.components.units import BY_ID

from .field import BOARD, HEXES, INDEX, at, clauses, hexes, left, name, one, play, state, texts, two, verbs, where

DNAI = "sorcerer-green-orange-purple"


def straight(test: object = None) -> tuple[str, list[str]]:
    """A hex with three hexes to the north of it, no mountain, none of them White or Gray."""
    h = next(
        k for k in hexes("blue")
        if len(HEXES.ray(k, 0)) >= 4 and all(BOARD.printed[n] < 4 for n in HEXES.ray(k, 0)[:3])
        and all(BOARD.sides[n][0][1] < 2 for n in (k, *HEXES.ray(k, 0)[:3]))
    )  # fmt: skip
    return name(h), [name(n) for n in HEXES.ray(h, 0)]


NORTH = 3  # a die of four
QUIET = [4, 4]  # the markers: red and purple


def blown(vortexes: list[str], dice: list[int], stacks: dict[str, list[str]] | None = None, **more: object) -> object:
    """Attrition in red and purple, then vortexes with these dice."""
    return at(stacks or {}, script=[*QUIET, *dice], phase="attrition", vortexes=vortexes, **more)


# ---- conjuring, restoring, freeing ------------------------------------------------------------------------------------------


def test_so_6_51_conjuring_costs_the_strength() -> None:
    """[6.51] [6.5] [12.2]: dragon 3, demonic infantry 5, troll 7, of the hex's color; the new unit may move at once, and another be made
    when it has left: 15 - 3 - 7 = 5."""
    a = one("orange")
    b = name(next(n for n, k in BOARD.exits[INDEX[a]] if k == 0))
    g = at({a: ["sorcerer-orange-1"]})
    play(g, "take sorcerer-orange-1", "conjure dragon orange")
    assert left(g, "sorcerer-orange-1") == 12
    assert clauses(g, "conjure troll orange") == {"6.51"}
    play(g, "halt", "take orange-dragon-1", f"step {b}", "halt")
    assert left(g, "orange-dragon-1") == 15 - 6
    play(g, "take sorcerer-orange-1", "conjure troll orange")
    assert left(g, "sorcerer-orange-1") == 5


def test_so_6_51_in_white_any_of_his_colors() -> None:
    """[6.51] [12.0]: three demonic infantry of three colors for all fifteen points; elsewhere the hex's color only."""
    g = at({one("white"): [DNAI]})
    for color in ("green", "orange", "purple"):
        play(g, f"take {DNAI}", f"conjure demon {color}", "halt", f"take {color}-demon-1")
        play(g, min(x for x in texts(g) if x.startswith("step")), "halt")
    assert left(g, DNAI) == 0
    g = at({one("orange"): [DNAI]})
    g.push(f"take {DNAI}")
    assert clauses(g, "conjure demon green") == {"6.51"}
    g = at({one("gray"): [DNAI]})
    g.push(f"take {DNAI}")
    assert "conjure" not in verbs(g)


def test_so_6_51_not_beside_enemies_and_not_more_than_there_are() -> None:
    """[6.51]: an enemy in the hex forbids it; six trolls of a color are all there are, and a lost one comes back."""
    g = at({one("orange"): ["sorcerer-orange-1", "blue-infantry-1"]})
    g.push("take sorcerer-orange-1")
    assert clauses(g, "conjure dragon orange") == {"6.51"}
    spots = [name(h) for h in hexes("purple")]
    trolls = {spots[k]: [f"orange-troll-{k + 1}"] for k in range(6)}
    g = at({one("orange"): ["sorcerer-orange-1"], **trolls})
    g.push("take sorcerer-orange-1")
    assert clauses(g, "conjure troll orange") == {"6.51"}
    g = at({one("orange"): ["sorcerer-orange-1"], **dict(list(trolls.items())[:5])})
    play(g, "take sorcerer-orange-1", "conjure troll orange")


def test_so_14_15_a_fortress_does_not_hinder_conjuring() -> None:
    """[14.15]: a garrison does (R34)."""
    h = one("orange")
    g = at({h: ["sorcerer-orange-1", "fortress-orange-8"]})
    play(g, "take sorcerer-orange-1", "conjure demon orange")
    g = at({h: ["sorcerer-orange-1", "fortress-orange-8", "orange-demon-1"]}, depleted=[], inside=["orange-demon-1"])
    g.push("take sorcerer-orange-1")
    assert clauses(g, "conjure demon orange") == {"6.51"}


def test_so_6_52_restoring_for_two_points() -> None:
    """[6.52] [12.41]: infantry by anybody, magical units by their color, not beside enemies; who had spent points keeps the low allowance."""
    h = one("blue")
    g = at({h: ["sorcerer-orange-1", "green-infantry-1-", "purple-dragon-1-", "orange-dragon-1-"]})
    play(g, "take sorcerer-orange-1", "restore green-infantry-1", "restore orange-dragon-1")
    assert left(g, "sorcerer-orange-1") == 11
    assert left(g, "green-infantry-1") == 3
    assert clauses(g, "restore purple-dragon-1") == {"6.52"}
    g = at({h: ["sorcerer-orange-1", "orange-dragon-1-"]}, spent={"orange-dragon-1": 2})
    play(g, "take sorcerer-orange-1", "restore orange-dragon-1")
    assert left(g, "orange-dragon-1") == 7 - 2
    g = at({h: ["sorcerer-orange-1", "green-infantry-1-", "blue-infantry-1"]})
    g.push("take sorcerer-orange-1")
    assert clauses(g, "restore green-infantry-1") == {"6.52"}


def test_so_12_42_a_sorcerer_restores_himself_at_the_end() -> None:
    """[12.42]: three points of his own; until the phase ends he is depleted; nobody else can do it."""
    h = one("blue")
    g = at({h: ["sorcerer-orange-1-", "sorcerer-orange-2"]})
    g.push("take sorcerer-orange-2")
    assert clauses(g, "restore sorcerer-orange-1") == {"12.42"}
    play(g, "halt", "take sorcerer-orange-1", "mend")
    assert state(g, "sorcerer-orange-1") == "depleted"
    assert left(g, "sorcerer-orange-1") == 4
    assert "12.42" in clauses(g, "mend")
    play(g, "halt", "end")
    assert state(g, "sorcerer-orange-1") == ""


def test_so_6_53_pins_are_taken_off() -> None:
    """[6.53] [6.26]: three points free all friends in the hex, enemies or not; magical units of another color stay pinned."""
    h = one("blue")
    g = at({h: ["sorcerer-orange-1!", "green-infantry-1!", "orange-dragon-1!", "blue-infantry-1"]})
    play(g, "take sorcerer-orange-1", "unpin")
    assert left(g, "sorcerer-orange-1") == 12
    assert [state(g, u) for u in ("sorcerer-orange-1", "green-infantry-1", "orange-dragon-1")] == ["", "", ""]
    g = at({h: ["sorcerer-orange-1", "purple-dragon-1!"]})
    g.push("take sorcerer-orange-1")
    assert clauses(g, "unpin") == {"6.53"}


def test_so_12_2_only_sorcerers_do_tasks() -> None:
    """[12.2] [6.32]: infantry in hand does none; a Sorcerer without points does none."""
    h = one("orange")
    g = at({h: ["green-infantry-1"]})
    g.push("take green-infantry-1")
    assert clauses(g, "vortex") == {"12.2"}
    g = at({h: ["sorcerer-orange-1"]}, spent={"sorcerer-orange-1": 13})
    g.push("take sorcerer-orange-1")
    assert clauses(g, "conjure dragon orange") == {"6.32"}


# ---- Bolts -----------------------------------------------------------------------------------------------------------------


def test_so_7_0_at_his_colors_and_those_they_dominate() -> None:
    """[7.0]: an Orange Sorcerer reaches Orange and Red, at any distance; not Yellow, White or Gray, and nobody where no enemy is."""
    hits = {color: name(hexes(color, plain=False)[2]) for color in ("orange", "red", "yellow", "white")}
    g = at(
        {one("orange"): ["sorcerer-orange-1"], **{h: [f"blue-infantry-{k + 1}"] for k, h in enumerate(hits.values())}}
    )
    g.push("take sorcerer-orange-1")
    bolts = {x.split()[1] for x in texts(g) if x.startswith("bolt")}
    assert bolts == {hits["orange"], hits["red"]}
    assert clauses(g, f"bolt {hits['yellow']} orange side-2") == {"7.0"}
    assert clauses(g, f"bolt {hits['white']} orange side-2") == {"7.0"}
    assert clauses(g, f"bolt {name(hexes('red')[5])} orange side-2") == {"7.0"}


def test_so_7_11_the_color_is_that_of_the_hex_it_leaves() -> None:
    """[7.11]: from Green a Green Bolt; from White any of his that is the target's color or dominates it; not from other colors, not at friends."""
    target = name(hexes("purple")[2])
    g = at({one("green"): [DNAI], target: ["blue-infantry-1"]})
    g.push(f"take {DNAI}")
    assert {x for x in texts(g) if x.startswith("bolt")} == {f"bolt {target} green side-2"}
    assert clauses(g, f"bolt {target} purple side-2") == {"7.11"}
    g = at({one("white"): [DNAI], target: ["blue-infantry-1"]})
    g.push(f"take {DNAI}")
    assert {x for x in texts(g) if x.startswith("bolt")} == {f"bolt {target} purple side-2"}
    g = at({one("blue"): [DNAI], target: ["blue-infantry-1"]})
    g.push(f"take {DNAI}")
    assert "bolt" not in verbs(g)
    g = at({one("green"): [DNAI], target: ["blue-infantry-1", "green-infantry-1"]})
    g.push(f"take {DNAI}")
    assert "7.11" in clauses(g, f"bolt {target} green side-2")


def test_so_7_12_three_bolts_one_after_another() -> None:
    """[7.12]: five points each; a depleted Sorcerer has seven, and flings one."""
    target = name(hexes("green")[2])
    g = at({one("green"): [DNAI], target: ["fortress-green-8@2"]}, script="die 6, die 6, die 6")
    play(g, f"take {DNAI}", *[f"bolt {target} green side-2"] * 3)
    assert left(g, DNAI) == 0
    assert "bolt" not in verbs(g)
    g = at({one("green"): [f"{DNAI}-"], target: ["fortress-green-8@2"]}, script="die 6")
    play(g, f"take {DNAI}", f"bolt {target} green side-2")
    assert "bolt" not in verbs(g)


def test_so_7_12_others_join_with_the_same_color() -> None:
    """[7.12]: five points of each; one whose Bolt would have another color does not join, nor one in another color's hex."""
    target = name(hexes("orange")[2])
    red, green = hexes("orange"), hexes("green")
    g = at(
        {
            name(red[0]): [DNAI],
            name(red[4]): ["sorcerer-orange-1"],
            name(green[0]): ["sorcerer-green-1"],
            target: ["blue-infantry-1"],
        },
        script="die 1",
    )
    play(g, f"take {DNAI}", f"bolt {target} orange side-2")
    assert texts(g) == {"join sorcerer-orange-1", "fling"}
    assert "7.0" in clauses(g, "join sorcerer-green-1")
    g.push("join sorcerer-orange-1")
    assert left(g, "sorcerer-orange-1") == left(g, DNAI) == 10
    assert state(g, "blue-infantry-1") == "gone"  # 6 + 2 + 6 against 2
    assert g.view()["score"]["0"]["destroyed"] == "3"


def test_so_10_3_under_a_bolt_the_owner_names_his_sorcerer() -> None:
    """[10.3] [4.1]: of two Sorcerers, before the die; the Bolt's losses are dealt at once, and the mover goes on."""
    target = name(hexes("green")[2])
    g = at(
        {one("green"): [DNAI], target: ["sorcerer-blue-1", "sorcerer-blue-yellow", "blue-infantry-1"]}, script="die 6"
    )
    play(g, f"take {DNAI}", f"bolt {target} green side-2")
    assert g.seat == 1
    assert texts(g) == {"lead sorcerer-blue-1", "lead sorcerer-blue-yellow"}
    assert clauses(g, f"lead {DNAI}") == {"10.3"}
    g.push("lead sorcerer-blue-1")
    assert g.seat == 0


def test_so_12_17_a_sorcerer_loses_one_step_in_a_phase() -> None:
    """[12.17] [13.24]: three Bolts in one phase leave him depleted."""
    target = name(hexes("green")[2])
    g = at({one("green"): [DNAI], target: ["sorcerer-blue-1"]}, script="die 1, die 1, die 1")
    play(g, f"take {DNAI}", *[f"bolt {target} green side-2"] * 3)
    assert state(g, "sorcerer-blue-1") == "depleted"


# ---- vortexes --------------------------------------------------------------------------------------------------------------


def test_so_8_0_made_in_his_color_for_five() -> None:
    """[8.0]: not in White, not beside enemies; its maker goes in and out of it unharmed in this phase."""
    a, b = two("orange", "green")
    g = at({a: ["sorcerer-orange-1"]})
    play(g, "take sorcerer-orange-1", "vortex", f"step {b}", f"step {a}")
    assert g.view()["vortexes"] == [a]
    assert state(g, "sorcerer-orange-1") == ""
    assert left(g, "sorcerer-orange-1") == 15 - 5 - 2
    for h, more in ((one("white"), []), (one("orange"), ["blue-infantry-1"]), (one("gray"), [])):
        g = at({h: ["sorcerer-orange-1", *more]})
        g.push("take sorcerer-orange-1")
        assert clauses(g, "vortex") == {"8.0"}


def test_so_8_11_three_hexes_in_a_straight_line() -> None:
    """[8.11] [8.1]: a vortex runs from 0710 to 0707 on a four, and the way back on a one."""
    assert blown(["0710"], [NORTH]).view()["vortexes"] == ["0707"]
    assert blown(["0707"], [0]).view()["vortexes"] == ["0710"]


def test_so_8_12_passing_through_white_leaves_another() -> None:
    """[8.12] [8.16]: the child runs when its parent has come to rest; where it ends in White none is made [8.13]."""
    h, d = next(
        (k, d) for k in hexes("white") for d in range(6)
        if len(HEXES.ray(k, (d + 3) % 6)) and BOARD.printed[HEXES.ray(k, (d + 3) % 6)[0]] < 6
        and len(HEXES.ray(k, d)) >= 2 and all(BOARD.printed[n] < 6 for n in HEXES.ray(k, d)[:2])
        and all(BOARD.sides[n][d][1] < 2 for n in (HEXES.ray(k, (d + 3) % 6)[0], k, HEXES.ray(k, d)[0]))
        and len(HEXES.ray(k, (d + 1) % 6)) >= 3 and all(BOARD.printed[n] < 6 for n in HEXES.ray(k, (d + 1) % 6)[:3])
        and all(BOARD.sides[n][(d + 1) % 6][1] < 2 for n in (k, *HEXES.ray(k, (d + 1) % 6)[:2]))
    )  # fmt: skip
    start = HEXES.ray(h, (d + 3) % 6)[0]
    dice = [BOARD.towards.index(d), BOARD.towards.index((d + 1) % 6)]
    g = blown([name(start)], dice)
    assert set(g.view()["vortexes"]) == {name(HEXES.ray(start, d)[2]), name(HEXES.ray(h, (d + 1) % 6)[2])}


def test_so_8_13_two_never_share_a_hex() -> None:
    """[8.13] [8.16]: one that enters the other's hex is gone; the mover chooses which runs first."""
    a, ray = straight()
    g = at({}, script=[*QUIET, NORTH, 0], phase="attrition", vortexes=[a, ray[2]])
    assert texts(g) == {f"whirl {a}", f"whirl {ray[2]}"}
    assert clauses(g, f"whirl {ray[0]}") == {"8.16"}
    g.push(f"whirl {a}")
    assert g.view()["vortexes"] == [a]  # the other one, which came the opposite way


def test_so_8_14_the_edge_and_mountains_destroy() -> None:
    """[8.14]: a vortex at the upper edge that is sent north, and one against a mountain side."""
    assert blown(["0101"], [NORTH]).view()["vortexes"] == []
    h, d = next(
        (h, d) for h in range(HEXES.size) for d, (n, k) in enumerate(BOARD.sides[h]) if k == 2 and BOARD.printed[h] < 6
    )
    assert blown([name(h)], [BOARD.towards.index(d)]).view()["vortexes"] == []


def test_so_8_15_gray_destroys() -> None:
    """[8.15]: a vortex sent into a city; who is there is not touched [8.22]."""
    h, d, city = next((h, d, n) for h in range(HEXES.size) for d, (n, k) in enumerate(BOARD.sides[h]) if n in BOARD.cities
                      and BOARD.printed[n] == 7 and k < 2 and BOARD.printed[h] < 6)  # fmt: skip
    g = blown([name(h)], [BOARD.towards.index(d)], {name(city): ["green-infantry-1"]})
    assert g.view()["vortexes"] == []
    assert state(g, "green-infantry-1") == ""


def test_so_8_21_whom_a_vortex_hurts() -> None:
    """[8.21] [8.2]: infantry and a one-color Sorcerer a step, magical units are gone; nobody scores for it [15.23]."""
    a, ray = straight()
    g = blown(
        [a],
        [NORTH],
        {ray[0]: ["green-infantry-1", "orange-dragon-1", "sorcerer-orange-1"], ray[1]: ["blue-infantry-1-"]},
    )
    assert state(g, "green-infantry-1") == "depleted"
    assert state(g, "orange-dragon-1") == "gone"
    assert state(g, "blue-infantry-1") == "gone"
    home = BOARD.printed[INDEX[ray[0]]] == 3
    assert state(g, "sorcerer-orange-1") == ("" if home else "depleted")
    assert g.view()["score"]["0"]["destroyed"] == "0"


def test_so_8_22_who_is_safe() -> None:
    """[8.22] [14.14] [14.21] [14.23]: Sorcerers of several colors and their companions; a one-color Sorcerer at home, but not his dragon; a
    fortress, its garrison, infantry and Sorcerers inside, but not other magical units."""
    a, ray = straight()
    g = blown([a], [NORTH], {ray[0]: [DNAI, "green-infantry-1", "orange-dragon-1"]})
    assert [state(g, u) for u in (DNAI, "green-infantry-1", "orange-dragon-1")] == ["", "", ""]
    home = ["blue", "green", "yellow", "orange"][BOARD.printed[INDEX[ray[1]]]]
    side = "2" if home in ("blue", "yellow") else "1"
    g = blown([a], [NORTH], {ray[1]: [f"sorcerer-{home}-1@{side}", f"{home}-dragon-1@{side}"]})
    assert state(g, f"sorcerer-{home}-1") == ""
    assert state(g, f"{home}-dragon-1") == "gone"
    g = blown([a], [NORTH], {ray[1]: [f"fortress-{home}-4@{side}", f"{home}-demon-1@{side}", f"{home}-demon-2@{side}", f"blue-infantry-1@{side}"]},
              inside=[f"{home}-demon-1"])  # fmt: skip
    assert [state(g, u) for u in (f"fortress-{home}-4", f"{home}-demon-1", f"{home}-demon-2", "blue-infantry-1")] == [
        "",
        "",
        "gone",
        "",
    ]


def test_so_8_23_walking_in_with_a_shelter() -> None:
    """[8.23]: infantry alone loses a step; beside a Sorcerer of several colors it does not (R49)."""
    a, b = two("blue", "green")
    g = at({a: ["green-infantry-1"]}, vortexes=[b])
    play(g, "take green-infantry-1", f"step {b}")
    assert state(g, "green-infantry-1") == "depleted"
    g = at({a: [DNAI, "green-infantry-1"]}, vortexes=[b])
    play(g, f"take {DNAI}", "take green-infantry-1", f"step {b}")
    assert state(g, "green-infantry-1") == ""


def test_so_8_31_destroying_one() -> None:
    """[8.31] [8.3]: five points; a one-color Sorcerer in his own color only."""
    a, b = two("blue", "green")
    g = at({a: [DNAI]}, vortexes=[b])
    play(g, f"take {DNAI}", f"step {b}", "quench")
    assert g.view()["vortexes"] == []
    assert left(g, DNAI) == 15 - 1 - 5
    g = at({b: ["sorcerer-orange-1"]}, vortexes=[b])
    g.push("take sorcerer-orange-1")
    assert clauses(g, "quench") == {"8.31"}
    g = at({b: ["sorcerer-green-1"]}, vortexes=[b])
    play(g, "take sorcerer-green-1", "quench")
    assert g.view()["vortexes"] == []


# ---- conversion --------------------------------------------------------------------------------------------------------------


def test_so_9_11_fifteen_points_and_the_end_of_the_phase() -> None:
    """[9.11] [9.13] [9.1] [9.0] [9.33]: a full Sorcerer who begins in White; the color is his choice; vortex and city do not matter."""
    h = "1112"
    g = at({h: [DNAI]}, vortexes=[h])
    play(g, f"take {DNAI}")
    assert {x for x in texts(g) if x.startswith("convert")} == {"convert green", "convert orange", "convert purple"}
    assert clauses(g, "convert red") == {"9.13"}
    play(g, "convert purple")
    assert g.view()["ground"] == {}
    play(g, "halt", "end")
    assert g.view()["ground"] == {h: "purple"}
    assert g.view()["score"]["0"]["converted"] == 1
    assert g.view()["score"]["0"]["white_cities"] == 1


def test_so_9_11_not_after_spending_and_not_depleted() -> None:
    """[9.11]: whoever has moved, or is depleted, does not convert."""
    a, b = two("white", "white")
    g = at({a: [DNAI]})
    play(g, f"take {DNAI}", f"step {b}")
    assert "9.11" in clauses(g, "convert green")
    g = at({a: [f"{DNAI}-"]})
    g.push(f"take {DNAI}")
    assert "9.11" in clauses(g, "convert green")


def test_so_9_12_once_only_and_never_gray() -> None:
    """[9.12] [9.31] [9.3]: neither a converted hex nor a Gray one."""
    h = one("white")
    g = at({h: [DNAI]}, paint={h: "blue"})
    g.push(f"take {DNAI}")
    assert clauses(g, "convert green") == {"9.12"}
    g = at({one("gray"): [DNAI]})
    g.push(f"take {DNAI}")
    assert clauses(g, "convert green") == {"9.31"}


def test_so_9_32_not_beside_an_enemy() -> None:
    """[9.32]: friends may be there."""
    h = one("white")
    g = at({h: [DNAI, "blue-infantry-1"]})
    g.push(f"take {DNAI}")
    assert clauses(g, "convert green") == {"9.32"}
    g = at({h: [DNAI, "green-infantry-1"]})
    g.push(f"take {DNAI}")
    assert "convert green" in texts(g)


def test_so_9_21_the_white_sorcerer_makes_hexes_white() -> None:
    """[9.21] [9.22] [9.2] [15.1]: from a color, for all his points; it goes back to its own color only, and to White again; five points."""
    h = one("blue")
    g = at({h: ["sorcerer-white"]}, scenario="fane", player=2, order=[2, 0, 1])
    play(g, "take sorcerer-white", "convert white", "halt", "end")
    assert g.view()["ground"] == {h: "white"}
    assert g.view()["score"]["2"]["converted"] == 1
    g = at({h: ["sorcerer-blue-green-yellow"]}, scenario="fane", paint={h: "white"})
    g.push("take sorcerer-blue-green-yellow")
    assert {x for x in texts(g) if x.startswith("convert")} == {"convert blue"}
    assert clauses(g, "convert green") == {"9.22"}


# ---- garrisons -------------------------------------------------------------------------------------------------------------


def test_so_14_2_a_garrison_costs_fifteen() -> None:
    """[14.2] [14.22]: one demonic infantry of the fortress's color; alone it does not leave, with its Sorcerer it does."""
    h = one("orange")
    g = at({h: ["sorcerer-orange-1", "sorcerer-orange-2", "fortress-orange-8", "orange-demon-1", "orange-demon-2"]})
    play(g, "take sorcerer-orange-1", "garrison orange-demon-1")
    assert left(g, "sorcerer-orange-1") == 0
    play(g, "halt", "take sorcerer-orange-2")
    assert clauses(g, "garrison orange-demon-2") == {"14.2"}
    play(g, "halt", "take orange-demon-1")
    there = name(BOARD.exits[INDEX[h]][0][0])
    assert "14.22" in clauses(g, f"step {there}")
    play(g, "halt", "take sorcerer-orange-2", "take orange-demon-1", f"step {there}")
    assert where(g, "orange-demon-1") == there
    assert not g.state.inside


@pytest.mark.parametrize("pile", [["sorcerer-orange-1", "orange-demon-1"], ["sorcerer-orange-1", "fortress-orange-8", "purple-demon-1"],
                                  ["sorcerer-purple-1", "fortress-orange-8", "orange-demon-1"]])  # fmt: skip
def test_so_14_2_what_a_garrison_needs(pile: list[str]) -> None:
    """[14.2]: a fortress, of the unit's color, and a Sorcerer who has it."""
    g = at({one("orange"): pile})
    g.push(f"take {pile[0]}")
    assert "14.2" in clauses(g, f"garrison {pile[-1]}")


def test_so_14_12_a_fortress_loses_one_step_in_a_phase() -> None:
    """[14.12] [14.13] [13.6]: Bolts deplete it once, and go no further; in the next phase it may fall."""
    target = name(hexes("green")[2])
    g = at({one("green"): [DNAI], target: ["fortress-green-4@2"]}, script="die 1, die 1")
    play(g, f"take {DNAI}", *[f"bolt {target} green side-2"] * 2)
    assert state(g, "fortress-green-4") in ("depleted", "pinned", "depleted pinned")
    assert BY_ID["fortress-green-4"] in {u for pile in g.state.piles.values() for u in pile}
