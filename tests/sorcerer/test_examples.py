"""The book's fourteen battles and ten of ours: totals, differential, line, result, and what the engine does with it."""

from __future__ import annotations

from collections import Counter
from fractions import Fraction
from typing import Any

import pytest

from elric.kernel.chance import enumerate_chance
from elric.sorcerer.combat.joint import clash_in
from elric.sorcerer.combat.strength import Clash, attack, defence
from elric.sorcerer.components.colors import LINE_NAMES
from elric.sorcerer.components.table import PIN
from elric.sorcerer.magic.bolts import odds

from .field import COLOR, INDEX, at, hexes, name, one, play, state, texts

# id, ground, attacker's and defender's counters, both strengths, line, die, result, and what becomes of the defenders. A Bolt is
# its color and who flings it.
FIGHTS: list[tuple[str, str, Any, list[str], tuple[int, int], str, int, int, dict[str, str]]] = [
    ("7.12A", "green", ("blue", ["sorcerer-blue-1"]), ["yellow-dragon-1"], (7, 4), "Good", 6, 2, {"yellow-dragon-1": "gone"}),
    ("7.12B1", "yellow", ("yellow", ["sorcerer-blue-yellow-red"]), ["orange-troll-1", "orange-demon-1", "sorcerer-orange-1"], (12, 15), "Best",
     6, 0, {"orange-troll-1": "", "orange-demon-1": ""}),
    ("7.12B2", "yellow", ("yellow", ["sorcerer-blue-yellow-red"]), ["orange-troll-1", "orange-demon-1", "sorcerer-orange-1"], (12, 15), "Best",
     1, 1, {"orange-troll-1": "", "orange-demon-1": "depleted"}),
    ("7.12B3", "yellow", ("yellow", ["sorcerer-blue-yellow-red"]), ["orange-troll-1", "orange-demon-1-", "sorcerer-orange-1"], (12, 12), "Best",
     2, 2, {"orange-troll-1": "depleted", "orange-demon-1": "gone"}),
    ("7.12B4", "yellow", ("green", ["sorcerer-blue-green"]), ["orange-troll-1-", "sorcerer-orange-1"], (9, 6), "Good",
     5, 3, {"orange-troll-1": "gone", "sorcerer-orange-1": "depleted"}),
    ("7.12C", "red", ("red", ["sorcerer-green-red", "sorcerer-red-1"]), ["blue-infantry-1", "blue-infantry-2"], (12, 4), "Neutral",
     3, 4, {"blue-infantry-1": "gone", "blue-infantry-2": "gone"}),
    ("13.71a", "blue", ["green-infantry-1", "green-infantry-2"], ["blue-infantry-1"], (4, 2), "Neutral", 4, 1, {"blue-infantry-1": "depleted"}),
    ("13.71b", "blue", ["green-infantry-1"], ["blue-infantry-1", "blue-infantry-2"], (2, 4), "Neutral", 3, PIN,
     {"blue-infantry-1": "pinned", "blue-infantry-2": "pinned"}),
    ("13.72", "red", ["yellow-dragon-1"], ["blue-infantry-1", "blue-infantry-2-"], (7, 3), "Neutral", 6, 1, {"blue-infantry-1": "depleted"}),
    ("13.73", "blue", ["purple-dragon-1"], ["green-troll-1"], (8, 8), "Good", 1, 2, {"green-troll-1": "gone"}),
    ("13.74", "orange", ["sorcerer-blue-yellow-red", "yellow-demon-1"], ["sorcerer-purple-1", "purple-dragon-1", "blue-infantry-1"], (15, 9),
     "Inferior", 6, 2, {"purple-dragon-1": "gone", "blue-infantry-1": "", "sorcerer-purple-1": ""}),
    ("13.75", "yellow", ["sorcerer-blue-yellow-red", "green-infantry-1"], ["orange-troll-1", "sorcerer-orange-1"], (4, 10), "Neutral", 1, 0,
     {"orange-troll-1": "", "sorcerer-orange-1": ""}),
    ("13.76", "gray", ["sorcerer-blue-1", "blue-troll-1", "blue-demon-1"], ["purple-dragon-1"], (3, 1), "Worst", 3, PIN, {"purple-dragon-1": "pinned"}),
    ("13.77", "green", ["sorcerer-green-orange", "green-demon-1", "green-demon-2", "fortress-green-4"], ["yellow-troll-1", "sorcerer-blue-yellow"],
     (24, 12), "Best", 6, 5, {"yellow-troll-1": "gone", "sorcerer-blue-yellow": "depleted"}),
]  # fmt: skip


def staged(ground: str, attackers: Any, defenders: list[str], script: str = "") -> tuple[Any, Clash, str]:
    """A game with both forces, and the clash that comes."""
    h = one(ground)
    theirs = [f"{word}@2" for word in defenders]
    if isinstance(attackers, tuple):
        color, throwers = attackers
        place = next(name(k) for k in hexes("white") if name(k) != h)
        g = at({h: theirs, place: [f"{word}@1" for word in throwers]}, script=script)
        units = tuple(g.definition.notation.parse(f"take {word}").args[0] for word in throwers)
        lead = next(
            (
                g.definition.notation.parse(f"take {w.rstrip('-')}").args[0]
                for w in defenders
                if w.startswith("sorcerer")
            ),
            -1,
        )
        return g, odds(g.state, 1, INDEX[h], COLOR[color], units, lead), h
    g = at({h: [f"{word}@1" for word in attackers] + theirs}, script=script, phase="combat")
    return g, clash_in(g.state, 0, INDEX[h], 1, ()), h


def fought(g: Any, attackers: Any, h: str, losses: tuple[str, ...]) -> None:
    """The attack is made as players make it; the other side holds."""
    if isinstance(attackers, tuple):
        color, throwers = attackers
        play(g, f"take {throwers[0]}", f"bolt {h} {color} side-2", *(f"join {word}" for word in throwers[1:]))
        if "fling" in texts(g):
            g.push("fling")
    else:
        g.push(f"attack {h} side-2")
        if f"hold {h}" in texts(g):
            g.push(f"hold {h}")
    for unit in losses:
        if f"lose {unit}" in texts(g):
            g.push(f"lose {unit}")


# Where the owner deals losses out, in the book's order.
DEALT = {"7.12B2": ("orange-demon-1",), "7.12B3": ("orange-demon-1", "orange-troll-1"), "13.72": ("blue-infantry-1",)}


@pytest.mark.parametrize("case", FIGHTS, ids=[row[0] for row in FIGHTS])
def test_so_13_7_the_books_battles(case: Any) -> None:
    """[13.0] [13.7] [13.71] [13.72] [13.73] [13.74] [13.75] [13.76] [13.77] [7.12] [13.4]: totals, line and result are those that the book works
    out, and its losses follow."""
    key, ground, attackers, defenders, sums, line, die, result, after = case
    g, met, h = staged(ground, attackers, defenders, f"die {die}")
    assert (met.attack.sum, met.defence.sum) == sums
    assert met.differential == sums[0] - sums[1]
    assert LINE_NAMES[met.line] == line
    assert met.result(die) == result
    fought(g, attackers, h, DEALT.get(key, ()))
    assert {unit: state(g, unit) for unit in after} == after


def test_so_5_22_a_stack_is_augmented_once() -> None:
    """[5.22] [12.15]: a Blue troll and dragon in Orange make 7 + 3 + 3; infantry by itself and a Sorcerer by himself add no color."""
    h = one("orange")
    g = at({h: ["blue-troll-1@2", "blue-dragon-1@2"]})
    assert defence(g.state, 1, INDEX[h], -1).sum == 13
    g = at({h: ["blue-infantry-1@2", "sorcerer-blue-1@2"]})
    assert defence(g.state, 1, INDEX[h], 0).sum == 2 + 1


def test_so_12_11_a_sorcerer_adds_no_more_than_the_others_have() -> None:
    """[12.11]: six beside a Purple demonic infantry of five counts five; the color is that of the unit."""
    h = one("purple")
    g = at({h: ["sorcerer-green-orange-purple", "purple-demon-1"]})
    total = attack(g.state, 0, INDEX[h], g.definition.notation.parse("take sorcerer-green-orange-purple").args[0])
    assert total.sum == 5 + 5 + 6
    assert total.color == COLOR["purple"]


def test_so_12_14_with_humans_half_and_no_more_than_theirs() -> None:
    """[12.14]: two depleted infantry and a three-color Sorcerer make four."""
    h = one("blue")
    g = at({h: ["sorcerer-green-orange-purple", "green-infantry-1-", "green-infantry-2-"]})
    assert (
        attack(g.state, 0, INDEX[h], g.definition.notation.parse("take sorcerer-green-orange-purple").args[0]).sum == 4
    )


# ---- ten of ours ----------------------------------------------------------------------------------------------------------


def law(met: Clash) -> dict[int, Fraction]:
    """The chances of each result of an attack."""
    found = Counter(met.result(die) for die in range(1, 7))
    return {result: Fraction(n, 6) for result, n in found.items()}


def test_so_own_1_both_sides_of_13_73_are_independent() -> None:
    """[13.0] [13.5]: the engine's own law of one shared hex; troll gone and dragon pinned 1 in 12, both unhurt and free never."""
    h = one("blue")
    g = at({h: ["purple-dragon-1", "green-troll-1@2"]}, phase="combat")
    play(g, f"attack {h} side-2")

    def end(chance: Any) -> tuple[str, str]:
        s = g.state.copy()
        from elric.kernel import running
        from elric.kernel.context import Context

        running.apply(s, g.definition.notation.parse(f"attack {h} side-1"), Context(chance, None))
        view = g.definition.view(s, None)["stacks"].get(h, [])
        told = {c["unit"]: "pinned" if c["pinned"] else "depleted" if c["depleted"] else "free" for c in view}
        return told.get("green-troll-1", "gone"), told.get("purple-dragon-1", "gone")

    chances: Counter[tuple[str, str]] = Counter()
    for weight, _, out in enumerate_chance(end):
        chances[out] += weight  # type: ignore[assignment]
    assert sum(chances.values()) == 1
    assert chances["gone", "pinned"] == Fraction(1, 12)
    assert chances["free", "free"] == 0
    assert chances["pinned", "free"] == Fraction(1, 6)


def test_so_own_2_bolts_at_a_manned_fortress() -> None:
    """[7.12] [14.13]: Balt alone -7 on Best pins with 1 in 6; with his Yellow Sorcerer -5, and pins with 1 in 2."""
    _, met, _ = staged("orange", ("yellow", ["sorcerer-blue-yellow"]), ["sorcerer-orange-1", "fortress-orange-8"])
    assert (met.attack.sum, met.defence.sum, LINE_NAMES[met.line]) == (9, 16, "Best")
    assert law(met) == {PIN: Fraction(1, 6), 0: Fraction(5, 6)}
    _, met, _ = staged(
        "orange", ("yellow", ["sorcerer-blue-yellow", "sorcerer-yellow-1"]), ["sorcerer-orange-1", "fortress-orange-8"]
    )
    assert met.differential == -5
    assert law(met)[PIN] == Fraction(1, 2)


def test_so_own_3_a_lone_sorcerer_dies_in_two_phases() -> None:
    """[12.12] [12.17]: a Bolt takes a step for certain, a stack in the combat phase the other one."""
    _, met, _ = staged("yellow", ("yellow", ["sorcerer-yellow-1"]), ["sorcerer-orange-1"])
    assert (met.attack.sum, met.defence.sum, LINE_NAMES[met.line]) == (8, 1, "Neutral")
    assert min(met.result(die) for die in range(1, 7)) >= 1
    _, met, _ = staged("yellow", ["sorcerer-blue-yellow", "yellow-demon-1"], ["sorcerer-orange-1-"])
    assert (met.attack.sum, met.defence.sum) == (15, 0)


@pytest.mark.parametrize(
    ("ground", "sums"), [("green", (11, 6)), ("yellow", (10, 11)), ("white", (11, 11)), ("gray", (1, 1))]
)
def test_so_own_4_where_to_fight(ground: str, sums: tuple[int, int]) -> None:
    """[13.0] [13.3] [5.22]: Green against Yellow, Best on every ground; on Green the difference is +5, on Yellow -1."""
    _, met, _ = staged(ground, ["green-demon-1"], ["yellow-demon-1"])
    assert (met.attack.sum, met.defence.sum, LINE_NAMES[met.line]) == (*sums, "Best")


def test_so_own_6_a_vortex_strikes_one_hex_of_its_ray() -> None:
    """[8.11]: of the six directions one hits a hex two away with nothing between."""
    from elric.sorcerer.components.board import BOARD, HEXES

    h = next(
        k for k in hexes("blue")
        if len(HEXES.ray(k, 0)) >= 3 and all(BOARD.printed[n] < 4 for n in HEXES.ray(k, 0)[:3])
        and all(HEXES.beside[n][0] >= 0 and BOARD.sides[n][0][1] < 2 for n in (k, *HEXES.ray(k, 0)[:2]))
    )  # fmt: skip
    target = name(HEXES.ray(h, 0)[1])
    hits = 0
    for die in range(1, 7):
        g = at({target: ["orange-dragon-1"]}, script=[4, 4, die - 1], phase="attrition", vortexes=[name(h)])
        hits += state(g, "orange-dragon-1") == "gone"
    assert hits == 1


@pytest.mark.parametrize(
    ("points", "want"), [(0, {2: 3, 1: 3}), (3, {1: 1, PIN: 3, 0: 2}), (5, {PIN: 3, 0: 3}), (8, {0: 6})]
)
def test_so_own_7_seals(points: int, want: dict[int, int]) -> None:
    """[19.25]: the attack of a Seal is on Best, at zero less what is spent."""
    from elric.sorcerer.components.table import result

    assert Counter(result(-points, 1, die) for die in range(1, 7)) == want


@pytest.mark.parametrize(("line", "order", "dies", "steps"), [(1, 1, 1, 3), (2, 1, 0, 2), (0, 1, 0, 1), (1, 4, 0, 1)])
def test_so_own_10_risk_of_a_new_spell(line: int, order: int, dies: int, steps: int) -> None:
    """[25.2]: first order on Best is column 2, where a two kills; fourth order never does."""
    from elric.sorcerer.components.table import result

    found = [result(-order, line, die) for die in range(1, 7)]
    assert sum(r >= 2 for r in found) == dies
    assert sum(r == 1 for r in found) == steps
