"""Chapters 11 to 14: attrition, joint combat, losses, fortresses."""

from __future__ import annotations

from fractions import Fraction

import pytest

from elric.sorcerer.combat.strength import Total, clash
from elric.sorcerer.components.colors import on_line

from .field import BOARD, COLOR, INDEX, at, clauses, hexes, name, one, play, state, texts

DNAI = "sorcerer-green-orange-purple"


def worn(stacks: dict[str, list[str]], colors: tuple[str, str], dice: list[int], **more: object) -> object:
    """Attrition with these two markers and dice."""
    first, second = (COLOR[c] for c in colors)
    script = [first, second - (second > first), *(die - 1 for die in dice)]
    return at(stacks, script=script, phase="attrition", **more)


# ---- attrition ------------------------------------------------------------------------------------------------------------


def test_so_11_0_units_in_drawn_colors_roll() -> None:
    """[11.0] [5.23] [11.1]: a Blue unit in Orange suffers on three or less; not where the color is not drawn; a depleted one is gone."""
    h = one("orange")
    for die, after in ((3, "depleted"), (4, "")):
        assert state(worn({h: ["blue-dragon-1"]}, ("orange", "red"), [die]), "blue-dragon-1") == after
    assert state(worn({h: ["blue-dragon-1-"]}, ("red", "orange"), [3]), "blue-dragon-1") == "gone"
    assert state(worn({h: ["blue-dragon-1"]}, ("red", "green"), []), "blue-dragon-1") == ""


def test_so_5_23_white_and_its_own_color_are_certain() -> None:
    """[5.23] [11.0]: in White whatever is drawn and without a die; at home with any die."""
    assert state(worn({one("white"): ["blue-dragon-1"]}, ("red", "green"), []), "blue-dragon-1") == "depleted"
    assert state(worn({one("blue"): ["blue-dragon-1"]}, ("red", "blue"), [6]), "blue-dragon-1") == "depleted"


def test_so_11_11_who_never_suffers() -> None:
    """[11.11] [14.14] [14.21]: Sorcerers, infantry, fortresses, a garrison; the demon beside it does."""
    h = one("orange")
    pile = ["sorcerer-orange-1-", "fortress-orange-8", "orange-demon-1", "orange-demon-2"]
    g = worn({h: pile}, ("orange", "red"), [1], inside=["orange-demon-1"])
    assert [state(g, u) for u in ("fortress-orange-8", "orange-demon-1", "orange-demon-2")] == ["", "", "depleted"]
    assert state(g, "sorcerer-orange-1") == "depleted"


def test_so_11_12_a_full_sorcerer_keeps_one_unit() -> None:
    """[11.12] [12.3]: not two, not one of another color, and not when he is depleted."""
    h = one("white")
    for pile, after in (
        (["sorcerer-orange-1", "orange-troll-1"], ""), (["sorcerer-orange-1-", "orange-troll-1"], "depleted"),
        (["sorcerer-purple-1", "orange-troll-1"], "depleted"), (["sorcerer-orange-1", "orange-troll-1", "orange-dragon-1"], "depleted"),
        (["sorcerer-orange-1", "orange-troll-1", "green-infantry-1"], ""),
    ):  # fmt: skip
        assert state(worn({h: pile}, ("red", "green"), []), "orange-troll-1") == after, pile


def test_so_11_13_gray_is_safe() -> None:
    """[11.13]: stored in a city."""
    assert state(worn({one("gray"): ["blue-dragon-1"]}, ("red", "green"), []), "blue-dragon-1") == ""


def test_so_11_14_a_stack_rolls_once() -> None:
    """[11.14]: one die, both lose."""
    g = worn({one("orange"): ["blue-dragon-1", "blue-demon-1"]}, ("orange", "red"), [3])
    assert state(g, "blue-dragon-1") == state(g, "blue-demon-1") == "depleted"


def test_so_own_5_attrition_of_a_phase() -> None:
    """[11.0]: two of six colors and a die of at most the value come to value in eighteen."""
    from elric.kernel.chance import enumerate_chance
    from elric.kernel.context import Context
    from elric.sorcerer.combat.attrition import ATTRITION_STEP

    g = at({one("purple"): ["blue-troll-1"]}, turn=1)

    def after(chance: object) -> bool:
        s = g.state.copy()
        ATTRITION_STEP.run(s, None, Context(chance, None))  # type: ignore[arg-type]
        return bool(s.depleted)

    assert sum(w for w, _, lost in enumerate_chance(after) if lost) == Fraction(1, 18)


# ---- joint combat ---------------------------------------------------------------------------------------------------------


def test_so_13_0_attacks_are_free_and_together() -> None:
    """[13.0] [4.1] [13.22]: both attack with their whole strength and both fall; results come when all dice have been thrown."""
    h = one("blue")
    g = at({h: ["green-infantry-1-", "blue-infantry-1-"]}, script="die 1, die 1", phase="combat")
    play(g, f"attack {h} side-2", f"attack {h} side-1")
    # level on Neutral, and a one is a step
    assert state(g, "green-infantry-1") == state(g, "blue-infantry-1") == "gone"
    g = at({h: ["green-infantry-1-", "blue-infantry-1-"]}, script="die 1", phase="combat")
    play(g, f"hold {h}", f"attack {h} side-1")
    assert (state(g, "green-infantry-1"), state(g, "blue-infantry-1")) == ("gone", "depleted")


def test_so_13_0_declarations_are_sealed() -> None:
    """[13.0]: what the first has declared the second does not see before he has spoken."""
    h = one("blue")
    g = at({h: ["green-infantry-1", "blue-infantry-1"]}, phase="combat")
    g.push(f"attack {h} side-2")
    assert g.view(1)["sealed"] == {"chosen": [0], "waiting": [1], "own": None}
    assert g.view(0)["sealed"]["own"] == f"attack {h} side-2"
    assert f"attack {h}" not in str(g.story(1))


def test_so_13_11_only_in_the_same_hex() -> None:
    """[13.11] [13.1] [6.4]: units side by side do not fight."""
    a, b = next((name(h), name(n)) for h in hexes("blue") for n, _ in BOARD.exits[h])
    g = at({a: ["green-infantry-1"], b: ["blue-infantry-1"]}, phase="combat")
    assert g.view()["phase"] == "movement"
    h = one("red")
    g = at({h: ["green-infantry-1", "blue-infantry-1"]}, phase="combat")
    assert clauses(g, f"attack {a} side-2") == {"13.11"}


def test_so_13_13_one_attack_in_a_hex() -> None:
    """[13.13] [13.12]: who has spoken for a hex has spoken."""
    h, k = one("red"), one("blue")
    g = at({h: ["green-infantry-1", "blue-infantry-1"], k: ["green-infantry-2", "blue-infantry-2"]}, phase="combat")
    g.push(f"attack {h} side-2")
    assert clauses(g, f"attack {h} side-2") == {"13.13"}
    assert texts(g) == {f"attack {k} side-2", f"hold {k}"}


def test_so_13_14_all_take_part() -> None:
    """[13.14]: both companies attack, and both defend."""
    from elric.sorcerer.combat.strength import attack, defence

    h = one("red")
    g = at({h: ["green-infantry-1", "green-infantry-2", "blue-infantry-1"]})
    assert attack(g.state, 0, INDEX[h], -1).sum == defence(g.state, 0, INDEX[h], -1).sum == 4


def test_so_13_21_one_opponent_of_several() -> None:
    """[13.21] [13.2] [13.23]: with three in a hex each chooses whom; forces of two never add up."""
    h = one("blue")
    pile = ["blue-infantry-1", "green-infantry-1", "yellow-infantry-1"]
    g = at({h: pile}, scenario="triumvirate", phase="combat", script="die 6, die 6, die 6")
    assert texts(g) == {f"attack {h} side-2", f"attack {h} side-3", f"hold {h}"}
    assert clauses(g, f"attack {h} side-1") == {"13.21"}
    play(g, f"attack {h} side-2", f"attack {h} side-1", f"attack {h} side-1")
    assert {e["words"].split(" is ")[0] for e in g.events if e["kind"] == "attack"} == {"2 against 2"}


def test_so_13_25_points_are_shared() -> None:
    """[13.25] [15.24] [13.22]: two attacks that give a step each destroy infantry, and each has one and a half points."""
    h = one("blue")
    pile = ["blue-infantry-1", "blue-infantry-2", "green-infantry-1", "yellow-infantry-1", "yellow-infantry-2"]
    g = at({h: pile}, scenario="triumvirate", phase="combat", script="die 4, die 4")
    play(g, f"attack {h} side-2", f"hold {h}", f"attack {h} side-2")
    assert state(g, "green-infantry-1") == "gone"
    assert [g.view()["score"][k]["destroyed"] for k in "012"] == ["3/2", "0", "3/2"]


def test_so_13_3_depleted_magic_fades_in_gray() -> None:
    """[13.3]: at the beginning and at the end of the phase, its Sorcerer there or not; full ones are worth one."""
    h = one("gray")
    g = at({h: ["sorcerer-orange-1", "orange-troll-1-", "orange-dragon-1"]}, phase="combat")
    assert (state(g, "orange-troll-1"), state(g, "orange-dragon-1")) == ("gone", "")
    g = at({h: ["orange-troll-1", "blue-infantry-1", "blue-infantry-2"]}, phase="combat", script="die 1")
    play(g, f"hold {h}", f"attack {h} side-1")  # 4 against 1: three steps or fewer kill it here
    assert state(g, "orange-troll-1") == "gone"


def test_so_13_5_pins() -> None:
    """[13.5]: the whole force is pinned; it does not attack, defends with all it has, and another pin changes nothing."""
    h = one("red")
    g = at({h: ["green-infantry-1!", "blue-infantry-1"]}, phase="combat", script="die 3")
    assert g.seat == 1
    g.push(f"attack {h} side-1")
    assert state(g, "green-infantry-1") == "pinned"
    g = at({h: ["green-infantry-1!", "green-infantry-2", "blue-infantry-1"]}, phase="combat", script="die 1")
    g.push(f"attack {h} side-2")  # the newcomer is free (R10), and attacks alone
    assert texts(g) == {f"attack {h} side-1", f"hold {h}"}
    g.push(f"hold {h}")
    assert next(e["words"] for e in g.events if e["kind"] == "attack").startswith("2 against 2 ")


def test_so_13_6_the_order_of_losses() -> None:
    """[13.6] [13.5]: magical units wholly, then infantry, then the fortress a step, then the Sorcerer a step; the owner deals within a rank."""
    h = one("green")
    pile = ["orange-dragon-1-", "green-infantry-1", "green-infantry-2-", "sorcerer-orange-1"]
    strong = ["blue-troll-1", "blue-troll-2", "sorcerer-blue-yellow"]
    g = at({h: [*pile, *strong]}, phase="combat", script="die 5")
    play(g, f"hold {h}", f"attack {h} side-1")  # 23 against 8 + 5 on Worst or better: see the story
    lost = next(e for e in g.events if e["kind"] == "attack")["result"]
    assert lost > 1
    if lost < 4:
        assert g.seat == 0
        assert clauses(g, "lose sorcerer-orange-1") == {"13.6"}
    while g.seat == 0 and any(x.startswith("lose") for x in texts(g)):
        g.push(min(texts(g)))
    assert state(g, "orange-dragon-1") == "gone"
    assert state(g, "sorcerer-orange-1") == ("" if lost <= 4 else "depleted")


def test_so_10_3_those_who_stand_by_take_what_is_left() -> None:
    """[10.3] [12.17]: of two Sorcerers one is named; two steps fall on both, one each (R16)."""
    h = one("yellow")
    g = at(
        {h: ["sorcerer-orange-1", "sorcerer-purple-1", "yellow-troll-1", "yellow-troll-2"]},
        phase="combat",
        script="die 1",
    )
    assert texts(g) == {"lead sorcerer-orange-1", "lead sorcerer-purple-1", f"attack {h} side-2", f"hold {h}"}
    play(g, "lead sorcerer-purple-1", f"hold {h}", f"attack {h} side-1")
    assert state(g, "sorcerer-orange-1") == state(g, "sorcerer-purple-1") == "depleted"


def test_so_10_3_the_named_sorcerer_counts() -> None:
    """[10.3] [12.1]: the three-color one adds five to a demon, the one-color one two."""
    from elric.sorcerer.combat.joint import clash_in

    h = one("orange")
    g = at({h: [DNAI, "sorcerer-orange-1", "orange-demon-1", "blue-infantry-1"]}, phase="combat")
    units = [g.definition.notation.parse(f"lead {u}").args[0] for u in (DNAI, "sorcerer-orange-1")]
    assert [clash_in(g.state, 0, INDEX[h], 1, (u,)).attack.sum for u in units] == [16, 13]


@pytest.mark.parametrize(("ground", "pile", "want"), [
    ("orange", [DNAI], 3), ("gray", [DNAI, "orange-demon-1"], 2), ("orange", [DNAI, "green-infantry-1"], 4),
    ("orange", [DNAI, "blue-demon-1@1"], 5 + 3 + 3), ("orange", [DNAI, "orange-demon-1"], 5 + 5 + 6), ("orange", ["sorcerer-orange-1-"], 0),
])  # fmt: skip
def test_so_12_12_what_a_sorcerer_is_worth(ground: str, pile: list[str], want: int) -> None:
    """[12.12] [12.13] [12.14] [12.16] [12.11] [12.1]: alone half; in Gray half; with humans half; with another color half; with his own
    whole, no more than theirs; a depleted one-color Sorcerer alone nothing."""
    from elric.sorcerer.combat.strength import attack, default_lead

    h = one(ground)
    g = at({h: pile})
    units = g.state.piles[INDEX[h]]
    assert attack(g.state, 0, INDEX[h], default_lead(g.state, units)).sum == want


def test_so_14_13_a_fortress_attacks_with_its_sorcerer_only() -> None:
    """[14.13]: it always defends with its color; without a Sorcerer of it the infantry attacks alone."""
    from elric.sorcerer.combat.strength import attack, defence

    h = one("orange")
    g = at({h: ["fortress-orange-8", "green-infantry-1"]})
    assert defence(g.state, 0, INDEX[h], -1).sum == 8 + 2 + 6
    assert attack(g.state, 0, INDEX[h], -1) == (2, -1, attack(g.state, 0, INDEX[h], -1).lines)
    g = at({h: ["fortress-orange-8", "sorcerer-orange-1"]})
    assert attack(g.state, 0, INDEX[h], 9).sum == 8 + 2 + 6


def test_so_14_13_a_refusal_tells_a_fortress_from_the_pinned() -> None:
    """[14.13] [13.5]: a fortress alone attacks nobody, and neither does a pinned company; each is refused by its own section."""
    castle, field, other = one("orange"), one("blue"), one("red")
    g = at({castle: ["fortress-orange-8", "blue-infantry-1"], field: ["green-infantry-1!", "blue-infantry-2"],
            other: ["green-infantry-2", "blue-infantry-3"]}, phase="combat")  # fmt: skip
    assert clauses(g, f"attack {castle} side-2") == {"14.13"}
    assert clauses(g, f"attack {field} side-2") == {"13.5"}
    assert f"attack {other} side-2" in texts(g)


def test_so_5_2_augmentation_in_white_by_switch() -> None:
    """[5.2] [5.22]: six, or nothing by the switch (R2)."""
    from elric.sorcerer.combat.strength import defence

    h = one("white")
    for rules, want in (("1975", 9), ("1975, white_augmentation=0", 3)):
        g = at({h: ["orange-dragon-1"]}, rules=rules)
        assert defence(g.state, 0, INDEX[h], -1).sum == want


def test_so_13_24_one_step_whatever_happens() -> None:
    """[13.24] [14.12] [12.17]: a fortress and its Sorcerer, attacked by two, lose one step each."""
    h = one("blue")
    pile = ["fortress-blue-4", "sorcerer-blue-orange", "green-troll-1", "green-troll-2", "sorcerer-green-red", "yellow-troll-1",
            "yellow-troll-2", "sorcerer-yellow-purple"]  # fmt: skip
    g = at({h: pile}, scenario="triumvirate", phase="combat", script="die 1, die 1")
    play(g, f"hold {h}", f"attack {h} side-1", f"attack {h} side-1")
    assert state(g, "fortress-blue-4").startswith("depleted")
    assert state(g, "sorcerer-blue-orange") == "depleted"


def test_a_difference_of_nothing_is_level() -> None:
    """[13.0]: where the totals are equal the story says so, and a line that moves no column says no shift."""
    two = Total(2, 0, ())
    assert clash(two, two).words(3, 0) == "2 against 2 is level on Neutral; the die shows 3: nothing"
    assert clash(Total(3, 0, ()), two).words(3, 0).startswith("3 against 2 is +1 on Neutral;")
    assert [on_line(k) for k in range(2)] == ["Neutral", "Best (+3)"]
