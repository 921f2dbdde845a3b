"""Chapters 5, 6 and 10: colors, movement, teleportation, stacking."""

from __future__ import annotations

import pytest

from elric.sorcerer.components.colors import (
    BLUE,
    EXIT,
    GRAY,
    GREEN,
    LINE_NAMES,
    NAMES,
    PURPLE,
    SHIFT,
    VALUE,
    WHITE,
    line,
    value,
)

from .field import (
    BOARD,
    COLOR,
    HEXES,
    INDEX,
    across,
    at,
    clauses,
    hexes,
    left,
    name,
    one,
    play,
    state,
    texts,
    two,
    verbs,
    where,
)


def test_so_5_1_the_chart_is_six_less_the_steps_clockwise() -> None:
    """[5.1] [5.2]: the fourteen values that the book uses."""
    told = {"blue": {"green": 5, "orange": 3, "blue": 6}, "yellow": {"green": 1, "yellow": 6, "red": 4, "orange": 5}, "orange": {"yellow": 1},
            "green": {"yellow": 5, "blue": 1, "green": 6}, "red": {"red": 6}, "purple": {"blue": 5, "orange": 2}}  # fmt: skip
    for unit, row in told.items():
        for ground, number in row.items():
            assert VALUE[COLOR[unit]][COLOR[ground]] == number
    assert value(BLUE, GRAY) == 0
    assert EXIT[BLUE][GRAY] == 1
    assert EXIT[BLUE][WHITE] == 6


def test_so_5_0_each_color_is_best_against_the_next() -> None:
    """[5.0] [3.23]: six relations, and what the essay adds up from them: Best +2 everywhere but at home."""
    assert [LINE_NAMES[line(BLUE, c)] for c in range(6)] == ["Neutral", "Best", "Good", "Inferior", "Poor", "Worst"]
    assert line(WHITE, BLUE) == 0
    for ground in range(6):
        best = VALUE[BLUE][ground] - VALUE[GREEN][ground] + SHIFT[1]
        worst = VALUE[GREEN][ground] - VALUE[BLUE][ground] + SHIFT[5]
        good = VALUE[BLUE][ground] - VALUE[2][ground] + SHIFT[2]
        assert best == -worst
        assert best == (8 if ground == BLUE else 2)
        assert good == (6 if ground in (BLUE, GREEN) else 0)


def test_so_6_11_the_first_hex_alone_costs_the_color_value() -> None:
    """[6.11] [5.21] [6.1]: a Blue dragon leaves Green for five, then each hex for one."""
    a, b = two("green", "purple")
    g = at({a: ["blue-dragon-1@1"]})
    play(g, "take blue-dragon-1", f"step {b}")
    assert left(g, "blue-dragon-1") == 10
    there = next(x for x in texts(g) if x.startswith("step"))
    g.push(there)
    assert left(g, "blue-dragon-1") == 9


def test_so_6_12_with_a_sorcerer_of_its_color_it_pays_one() -> None:
    """[6.12] [6.0]: a troll of three points leaves White with its Sorcerer for one; alone it cannot pay six."""
    a, b = two("white", "white")
    g = at({a: ["sorcerer-orange-1", "orange-troll-1"]})
    play(g, "take orange-troll-1")
    assert not any(x.startswith("step") for x in texts(g))
    assert clauses(g, f"step {b}") == {"6.34"}
    play(g, "halt", "take sorcerer-orange-1", "take orange-troll-1", f"step {b}")
    assert (left(g, "orange-troll-1"), left(g, "sorcerer-orange-1")) == (2, 14)


def test_so_6_12_a_sorcerer_of_another_color_is_no_company() -> None:
    """[6.12]: a Purple troll beside an Orange Sorcerer pays as if alone."""
    a, b = two("white", "white")
    g = at({a: ["sorcerer-orange-1", "purple-troll-1"]})
    play(g, "take sorcerer-orange-1", "take purple-troll-1")
    assert clauses(g, f"step {b}") == {"6.34"}


def test_so_6_65_after_an_escort_the_first_hex_alone_is_paid() -> None:
    """[6.65] [5.21]: two hexes with its Sorcerer, then alone: the color value, and one for the next."""
    a = next(h for h in hexes("orange") if all(k == 0 for n, _ in BOARD.exits[h] for _, k in BOARD.sides[n]))
    b = next(n for n, k in BOARD.exits[a] if k == 0 and BOARD.printed[n] < 6 and len(BOARD.exits[n]) == 6)
    c = next(n for n, k in BOARD.exits[b] if k == 0 and n != a and BOARD.printed[n] < 6 and len(BOARD.exits[n]) == 6)
    d = next(n for n, k in BOARD.exits[c] if k == 0 and n not in (a, b))
    g = at({name(a): ["sorcerer-orange-1", "orange-dragon-1"]})
    play(
        g,
        "take sorcerer-orange-1",
        "take orange-dragon-1",
        f"step {name(b)}",
        "halt",
        "take orange-dragon-1",
        f"step {name(c)}",
    )
    assert left(g, "orange-dragon-1") == 14 - VALUE[COLOR["orange"]][BOARD.printed[b]]
    before = left(g, "orange-dragon-1")
    g.push(f"step {name(d)}")
    assert left(g, "orange-dragon-1") == before - 1


@pytest.mark.parametrize(("rules", "second"), [("1975", 1), ("1975, gray_first_exit=false", None)])
def test_so_6_65_whether_gray_is_the_first_hex(rules: str, second: int | None) -> None:
    """[6.65] [6.64]: out of Gray for one; by the switch Gray does not use up the color value, which the next hex then asks for."""
    a = next(h for h in hexes("gray", plain=False) for n, k in BOARD.exits[h] if k == 0 and BOARD.printed[n] < 6)
    b = next(n for n, k in BOARD.exits[a] if k == 0 and BOARD.printed[n] < 6)
    c = next(n for n, k in BOARD.exits[b] if k == 0 and n != a)
    g = at({name(a): ["orange-dragon-1"]}, rules=rules)
    play(g, "take orange-dragon-1", f"step {name(b)}")
    assert left(g, "orange-dragon-1") == 14
    g.push(f"step {name(c)}")
    assert left(g, "orange-dragon-1") == 14 - (second or VALUE[COLOR["orange"]][BOARD.printed[b]])


@pytest.mark.parametrize(
    ("unit", "river", "mountain"),
    [("sorcerer-orange-1", 2, 3), ("green-infantry-1", 2, 3), ("orange-dragon-1", 1, 1), ("orange-demon-1", 2, 3)],
)
def test_so_6_61_rivers_and_mountains(unit: str, river: int, mountain: int) -> None:
    """[6.61] [6.63] [6.64]: what crossing adds, for a Sorcerer, infantry, a full dragon, demonic infantry with its Sorcerer."""
    for kind, price in ((1, river), (2, mountain)):
        a, b = across(kind)
        company = ["sorcerer-orange-2"] if unit.startswith("orange") else []
        g = at({a: [*company, unit]})
        before = left(g, unit)
        play(g, *(f"take {word}" for word in company), f"take {unit}", f"step {b}")
        assert before - left(g, unit) == price


def test_so_6_64_trolls_pay_for_mountains_only() -> None:
    """[6.64]: a troll with its Sorcerer crosses a river for one, and needs three for a mountain."""
    for kind, price in ((1, 1), (2, 3)):
        a, b = across(kind)
        g = at({a: ["sorcerer-orange-1", "orange-troll-1"]})
        play(g, "take sorcerer-orange-1", "take orange-troll-1", f"step {b}")
        assert left(g, "orange-troll-1") == 3 - price


def test_so_6_65_a_depleted_dragon_crosses_no_mountain() -> None:
    """[6.65]: it pays for rivers as demonic infantry does."""
    a, b = across(2)
    g = at({a: ["sorcerer-orange-1", "orange-dragon-1-"]})
    play(g, "take sorcerer-orange-1", "take orange-dragon-1")
    assert clauses(g, f"step {b}") == {"6.65"}
    a, b = across(1)
    g = at({a: ["sorcerer-orange-1", "orange-dragon-1-"]})
    play(g, "take sorcerer-orange-1", "take orange-dragon-1", f"step {b}")
    assert left(g, "orange-dragon-1") == 7 - 2


def test_so_6_35_leaving_an_enemy_costs_two_more() -> None:
    """[6.35] [6.4]: three points take infantry out of a hex with enemies; entering costs nothing, standing beside them neither."""
    a, b = two("blue", "green")
    g = at({a: ["green-infantry-1"], b: ["blue-infantry-1"]})
    play(g, "take green-infantry-1", f"step {b}")
    assert left(g, "green-infantry-1") == 2
    assert clauses(g, f"step {a}") == {"6.34"}
    g = at({a: ["green-infantry-1", "blue-infantry-1"]})
    play(g, "take green-infantry-1", f"step {b}")
    assert left(g, "green-infantry-1") == 0


def test_so_6_34_the_whole_price_must_be_at_hand() -> None:
    """[6.34] [6.32]: depleted infantry has one point, and a river costs two. What is spent is gone, and nothing is kept."""
    a, b = across(1)
    g = at({a: ["green-infantry-1-"]})
    g.push("take green-infantry-1")
    assert clauses(g, f"step {b}") == {"6.34"}
    there = next(x for x in texts(g) if x.startswith("step"))
    play(g, there, "halt")
    assert clauses(g, "take green-infantry-1") == {"6.32"}


def test_so_6_31_only_the_movers_units_move() -> None:
    """[6.31] [6.3]: the other side's stand."""
    g = at({one("blue"): ["green-infantry-1"], one("green"): ["blue-infantry-1"]})
    assert clauses(g, "take blue-infantry-1") == {"6.31"}


def test_so_6_36_nobody_leaves_the_map() -> None:
    """[6.36] [6.0]: at the edge there are fewer ways, and a hex that is not beside is none."""
    g = at({"0101": ["sorcerer-orange-1"]})
    g.push("take sorcerer-orange-1")
    steps = {x for x in texts(g) if x.startswith("step")}
    assert steps == {f"step {name(n)}" for n, _ in BOARD.exits[INDEX["0101"]]}
    assert len(steps) < 6
    assert clauses(g, "step 0505") == {"6.0"}


def test_so_6_26_the_pinned_do_not_move() -> None:
    """[6.26] [13.5]: infantry cannot be taken up; a Sorcerer can, but neither goes nor teleports nor flings."""
    h = one("orange")
    g = at({h: ["green-infantry-1!", "sorcerer-green-orange-purple!"], one("green"): ["blue-infantry-1"]})
    assert clauses(g, "take green-infantry-1") == {"6.26"}
    g.push("take sorcerer-green-orange-purple")
    assert not verbs(g) & {"step", "teleport", "bolt"}
    assert "6.26" in clauses(g, f"teleport {name(hexes('orange')[1])}")
    assert "13.5" in clauses(g, f"bolt {one('green')} orange side-2")
    assert "unpin" in verbs(g)


def test_so_6_37_a_vortex_strikes_who_enters_and_costs_nothing() -> None:
    """[6.37] [8.23]: a one-color Sorcerer goes in for the usual point, and is depleted."""
    a, b = two("blue", "green")
    g = at({a: ["sorcerer-orange-1"]}, vortexes=[b])
    play(g, "take sorcerer-orange-1", f"step {b}")
    assert state(g, "sorcerer-orange-1") == "depleted"
    assert left(g, "sorcerer-orange-1") == 7 - 1


def test_so_6_21_teleporting_costs_one_and_three_from_an_enemy() -> None:
    """[6.21] [6.2] [6.23]: from Green to Purple for a three-color Sorcerer, at any distance; then he walks on."""
    target = name(hexes("purple")[-1])
    for company, price in (([], 1), (["blue-infantry-1"], 3)):
        g = at({one("green"): ["sorcerer-green-orange-purple", *company]})
        play(g, "take sorcerer-green-orange-purple", f"teleport {target}")
        assert where(g, "sorcerer-green-orange-purple") == target
        assert left(g, "sorcerer-green-orange-purple") == 15 - price
    assert "step" in verbs(g)


def test_so_6_24_never_into_enemies_white_or_gray() -> None:
    """[6.24]: nor out of White; and into colors that he has not."""
    taken = name(hexes("green")[3])
    g = at({one("orange"): ["sorcerer-green-orange-purple"], taken: ["blue-infantry-1"]})
    g.push("take sorcerer-green-orange-purple")
    assert clauses(g, f"teleport {taken}") == {"6.24"}
    for color in ("white", "gray", "blue"):
        assert clauses(g, f"teleport {one(color)}") == {"6.24"}
    assert clauses(g, f"teleport {one('orange')}") == {"6.21"}
    g = at({one("white"): ["sorcerer-green-orange-purple"]})
    g.push("take sorcerer-green-orange-purple")
    assert clauses(g, f"teleport {one('orange')}") == {"6.24"}


@pytest.mark.parametrize(("rules", "price"), [("1975", 6), ("1975, passenger=5", 5)])
def test_so_6_22_a_passenger(rules: str, price: int) -> None:
    """[6.22] [6.51]: infantry goes along for five beside his own point, which is the worked sum of the book: 15 - 6 - 7 = 2."""
    target = name(hexes("purple")[-1])
    g = at({one("orange"): ["sorcerer-green-orange-purple", "green-infantry-1"]}, rules=rules)
    play(g, "take sorcerer-green-orange-purple", "take green-infantry-1", f"teleport {target}")
    assert left(g, "sorcerer-green-orange-purple") == 15 - price
    assert left(g, "green-infantry-1") == 2
    assert where(g, "green-infantry-1") == target
    play(g, "conjure troll purple")
    assert left(g, "sorcerer-green-orange-purple") == 15 - price - 7


def test_so_6_25_magical_units_never_teleport() -> None:
    """[6.25]: nor two companies of infantry at a time."""
    h, target = one("orange"), name(hexes("purple")[-1])
    for others in (["orange-dragon-1"], ["green-infantry-1", "green-infantry-2"]):
        g = at({h: ["sorcerer-green-orange-purple", *others]})
        play(g, "take sorcerer-green-orange-purple", *(f"take {word}" for word in others))
        assert "teleport" not in verbs(g)
        assert clauses(g, f"teleport {target}") == {"6.25"}


def test_so_6_33_the_limit_counts_when_the_phase_ends() -> None:
    """[6.33] [10.1] [10.5]: three infantry may stand together while they move, and the phase does not end so."""
    a, b = two("blue", "green")
    g = at({a: ["green-infantry-1"], b: ["green-infantry-2", "green-infantry-3"]})
    play(g, "take green-infantry-1", f"step {b}", "halt")
    assert clauses(g, "end") == {"10.1"}
    play(g, "take green-infantry-2")
    there = next(x for x in texts(g) if x.startswith("step"))
    play(g, there, "halt")
    assert "end" in texts(g)


def test_so_10_1_what_cannot_leave_is_given_up() -> None:
    """[10.0] [10.1]: three who have no points left: the owner gives one up (R54)."""
    h = one("blue")
    units = ["green-infantry-1", "green-infantry-2", "green-infantry-3"]
    g = at({h: units}, spent=dict.fromkeys(units, 3))
    g.push("end")
    assert texts(g) == {f"discard {unit}" for unit in units}
    g.push("discard green-infantry-2")
    assert state(g, "green-infantry-2") == "gone"
    assert g.view()["phase"] != "setup"


def test_so_10_2_two_colors_do_not_stay_together() -> None:
    """[10.2] [10.4]: neither two units, nor a unit in a fortress of another color."""
    a = one("orange")
    for pile in (["orange-dragon-1", "purple-dragon-1"], ["fortress-orange-8", "purple-dragon-1"]):
        g = at({a: pile})
        assert clauses(g, "end") == {"10.2"}
    g = at({a: ["fortress-orange-8", "orange-dragon-1", "orange-troll-1"]})
    assert "end" in texts(g)


def test_so_10_3_any_number_of_sorcerers() -> None:
    """[10.3]: five Sorcerers beside two infantry and a fortress."""
    h = one("orange")
    g = at({h: ["sorcerer-orange-1", "sorcerer-orange-2", "sorcerer-purple-1", "sorcerer-green-1", "green-infantry-1", "green-infantry-2",
                "fortress-orange-8"]})  # fmt: skip
    assert "end" in texts(g)


def test_so_14_0_a_fortress_does_not_move() -> None:
    """[14.0] [14.1] [14.11]: it cannot be taken up; and it does not count in the stack."""
    g = at({one("orange"): ["fortress-orange-8", "green-infantry-1", "green-infantry-2"]})
    assert clauses(g, "take fortress-orange-8") == {"14.0"}
    assert "end" in texts(g)


def test_so_6_0_units_go_singly_or_together() -> None:
    """[6.0]: taken up one by one in a hex; who stands elsewhere does not join; one may be left behind on the way."""
    a, b = two("blue", "green")
    g = at({a: ["green-infantry-1", "green-infantry-2"], one("red"): ["green-infantry-3"]})
    play(g, "take green-infantry-1", "take green-infantry-2")
    assert clauses(g, "take green-infantry-3") == {"6.12"}
    play(g, f"step {b}", "drop green-infantry-1")
    assert g.view()["hand"] == ["green-infantry-2"]
    assert where(g, "green-infantry-1") == b


def test_so_6_61_purple_is_the_last_of_the_wheel() -> None:
    """[6.65]: the six numbers of the legend."""
    assert [NAMES[k] for k in range(6)] == ["blue", "green", "yellow", "orange", "red", "purple"]
    assert VALUE[PURPLE][BLUE] == 5
    assert HEXES.size == 575
