"""The lab: exact laws against the game's own play, the book's battles and ours with their spans, attrition, vortexes, Seals, text and form."""

from __future__ import annotations

import random
from collections import Counter
from fractions import Fraction
from itertools import product
from typing import Any

import pytest

from elric.kernel import running
from elric.kernel.chance import enumerate_chance
from elric.kernel.context import Context
from elric.lab.form import Check, Choose, Count, Group, Press, Problem
from elric.sorcerer.components import table
from elric.sorcerer.components.units import BY_ID, UNITS
from elric.sorcerer.lab import LAB, JoinedBolt, Law, Meeting, at_hand
from elric.sorcerer.lab.fills import OURS, WEAK_TO_STRONG, faces
from elric.sorcerer.lab.law import given_up
from elric.sorcerer.lab.prospects import marches
from elric.sorcerer.lab.reach import Reach
from elric.sorcerer.lab.risks import over

from .field import COLOR, INDEX, Game, at, hexes, name, one, two
from .test_examples import FIGHTS, staged

F = Fraction
GONE, DEPLETED, WHOLE = 0, 1, 2


def law_of(ground: str, attackers: Any, defenders: list[str]) -> Law:
    """The lab's law of a battle told as in the examples: a Bolt is its color and who flings it."""
    g, _, h = staged(ground, attackers, defenders)
    if isinstance(attackers, tuple):
        color, throwers = attackers
        volley = JoinedBolt(COLOR[color], tuple(BY_ID[word] for word in throwers))
        return Law(at_hand(g.state, 0, INDEX[h], 1, (), (volley,)))
    return Law(at_hand(g.state, 0, INDEX[h], 1))


def figure(law: Law, **want: int) -> tuple[Fraction, Fraction, Fraction]:
    """The chance that counters have so many steps left, and its span; `pinned` is the side of those who are."""

    def so(ending: Any) -> bool:
        units = all(
            law.steps(ending, BY_ID[unit.replace("_", "-")]) == n for unit, n in want.items() if unit != "pinned"
        )
        return units and ("pinned" not in want or law.pinned(ending, want["pinned"]))

    return law.chance(so), *law.span(so)


# What is told of each of the book's battles, and its chance; the span where cells that are ours matter.
BOOK: list[tuple[str, dict[str, int], Fraction, tuple[Fraction, Fraction] | None]] = [
    ("7.12A", {"yellow_dragon_1": GONE}, F(1), None),
    ("7.12B1", {"orange_demon_1": WHOLE, "orange_troll_1": WHOLE, "pinned": 1}, F(1, 2), None),
    ("7.12B1", {"orange_demon_1": DEPLETED, "orange_troll_1": WHOLE}, F(1, 6), None),
    ("7.12B2", {"orange_demon_1": DEPLETED, "orange_troll_1": WHOLE}, F(1, 6), None),
    ("7.12B3", {"orange_demon_1": GONE, "orange_troll_1": WHOLE}, F(1, 2), (F(0), F(2, 3))),
    ("7.12B4", {"orange_troll_1": GONE, "sorcerer_orange_1": DEPLETED}, F(1), None),
    ("7.12C", {"blue_infantry_1": GONE, "blue_infantry_2": GONE}, F(2, 3), (F(1, 2), F(5, 6))),
    ("13.71a", {"blue_infantry_1": DEPLETED}, F(1, 2), (F(1, 2), F(2, 3))),
    ("13.71a", {"blue_infantry_1": GONE}, F(1, 6), None),
    ("13.71b", {"blue_infantry_1": WHOLE, "blue_infantry_2": WHOLE, "pinned": 1}, F(1, 2), None),
    ("13.72", {"blue_infantry_1": GONE, "blue_infantry_2": GONE}, F(1, 3), (F(1, 3), F(2, 3))),
    ("13.72", {"yellow_dragon_1": WHOLE, "pinned": 0}, F(1, 6), None),
    ("13.73", {"green_troll_1": GONE}, F(1, 6), None),
    ("13.73", {"green_troll_1": DEPLETED}, F(1, 2), (F(1, 2), F(2, 3))),
    ("13.73", {"green_troll_1": WHOLE, "pinned": 1}, F(1, 3), (F(1, 6), F(1, 3))),
    ("13.73", {"pinned": 0}, F(1, 2), None),
    ("13.74", {"purple_dragon_1": GONE}, F(1), None),
    ("13.75", {"orange_troll_1": WHOLE, "sorcerer_orange_1": WHOLE}, F(1), None),
    ("13.75", {"green_infantry_1": GONE, "sorcerer_blue_yellow_red": DEPLETED}, F(5, 6), None),
    ("13.76", {"purple_dragon_1": GONE}, F(1, 6), None),
    ("13.76", {"purple_dragon_1": WHOLE, "pinned": 1}, F(1, 3), None),
    ("13.76", {"blue_troll_1": WHOLE, "blue_demon_1": WHOLE}, F(2, 3), (F(1, 3), F(5, 6))),
    ("13.77", {"yellow_troll_1": GONE, "sorcerer_blue_yellow": DEPLETED}, F(1), None),
]  # fmt: skip


@pytest.mark.parametrize(("key", "want", "chance", "span"), BOOK, ids=[f"{row[0]}-{k}" for k, row in enumerate(BOOK)])
def test_so_13_7_the_books_battles_through_the_lab(
    key: str, want: dict[str, int], chance: Fraction, span: tuple[Fraction, Fraction] | None
) -> None:
    """[13.7] [7.12] [13.71] [13.72] [13.73] [13.74] [13.75] [13.76] [13.77] [13.4]: the chance of what the book tells, exact, and how far it rests on cells that are
    lost."""
    _, ground, attackers, defenders, *_ = next(row for row in FIGHTS if row[0] == key)
    assert figure(law_of(ground, attackers, defenders), **want) == (chance, *(span or (chance, chance)))


# ---- ten of ours ---------------------------------------------------------------------------------------------------------


def test_so_own_1_both_sides_are_one_event() -> None:
    """[13.0] [13.5]: the troll gone and the dragon pinned 1 in 12; both whole and free never; the troll pinned and the dragon free 1 in 6."""
    law = law_of("blue", ["purple-dragon-1"], ["green-troll-1"])
    assert figure(law, green_troll_1=GONE, pinned=0)[0] == F(1, 12)
    assert law.chance(lambda e: e.steps == (2, 2) and not e.pinned) == 0
    assert law.chance(lambda e: e.steps == (2, 2) and law.pinned(e, 1) and not law.pinned(e, 0)) == F(1, 6)
    assert sum(law.endings.values()) == 1


@pytest.mark.parametrize(
    ("throwers", "times", "chance"), [(1, 1, F(1, 6)), (1, 3, F(91, 216)), (2, 1, F(1, 2)), (2, 3, F(7, 8))]
)
def test_so_own_2_bolts_at_a_manned_fortress(throwers: int, times: int, chance: Fraction) -> None:
    """[7.12]: one Bolt of Balt pins the Orange fortress and its Sorcerer with 1 in 6, three with 91 in 216; joined by Yellow 1 in 2, 7 in 8."""
    who = ("sorcerer-blue-yellow", "sorcerer-yellow-1")[:throwers]
    g, _, h = staged("orange", ("yellow", list(who)), ["sorcerer-orange-1", "fortress-orange-8"])
    volley = JoinedBolt(COLOR["yellow"], tuple(BY_ID[word] for word in who))
    law = Law(at_hand(g.state, 0, INDEX[h], 1, (), (volley,) * times))
    assert figure(law, pinned=1) == (chance,) * 3
    assert law.struck(1) == 0


def test_so_own_3_a_lone_sorcerer_dies_whatever_was_printed() -> None:
    """[12.12] [12.17]: a Bolt of Yellow, then Balt and a Yellow demonic infantry: the Orange Sorcerer in Yellow is gone for certain."""
    g, _, h = staged("yellow", ["sorcerer-blue-yellow", "yellow-demon-1"], ["sorcerer-orange-1"])
    volley = JoinedBolt(COLOR["yellow"], (BY_ID["sorcerer-yellow-1"],))
    law = Law(at_hand(g.state, 0, INDEX[h], 1, (), (volley,)))
    assert figure(law, sorcerer_orange_1=GONE) == (1, 1, 1)


def test_so_own_3_no_two_steps_in_one_phase() -> None:
    """[12.17]: three Bolts of one phase take one step of him, never two."""
    g, _, h = staged("yellow", ["sorcerer-blue-yellow"], ["sorcerer-orange-1"])
    volley = JoinedBolt(COLOR["yellow"], (BY_ID["sorcerer-yellow-1"],))
    battle = at_hand(g.state, 0, INDEX[h], 1, (), (volley,) * 3)
    assert figure(Law(battle), sorcerer_orange_1=GONE)[0] == F(2, 3), (
        "Balt alone, 2 against 0 on Neutral, has to take the other"
    )
    alone = LAB.parse(
        f"in rivalry; at {h} yellow; {'bolt yellow sorcerer-yellow-1; ' * 3}against side-1 sorcerer-orange-1"
    )
    assert figure(alone.law, sorcerer_orange_1=DEPLETED) == (1, 1, 1)


@pytest.mark.parametrize(
    ("ground", "chance", "span"),
    [
        ("green", F(1), (F(1), F(1))), ("yellow", F(1, 6), (F(1, 6), F(1, 6))), ("red", F(1, 6), (F(1, 6), F(1, 6))),
        ("white", F(1, 2), (F(1, 3), F(5, 6))), ("gray", F(1), (F(2, 3), F(1))),
    ],
)  # fmt: skip
def test_so_own_4_in_which_color_to_fight(ground: str, chance: Fraction, span: tuple[Fraction, Fraction]) -> None:
    """[5.22] [13.3]: Green demonic infantry against Yellow is killed outright by color of the ground; in Gray any step is the end."""
    law = law_of(ground, ["green-demon-1"], ["yellow-demon-1"])
    assert figure(law, yellow_demon_1=GONE) == (chance, *span)


def test_so_own_4_the_lab_says_in_which_color() -> None:
    """[5.22]: of the eight grounds the lab names the best, and the form changes to any."""
    g, _, h = staged("yellow", ["green-demon-1"], ["yellow-demon-1"])
    fight = Meeting(at_hand(g.state, 0, INDEX[h], 1))
    (picture,) = fight.pictures("grounds")
    assert picture.says == "Best for those who attack: Green."
    assert picture.html.count("<tr>") == 9
    assert fight.helps(0)[0].words == "In Green"


def test_so_7_0_a_bolt_reaches_some_grounds_only() -> None:
    """[7.0] [7.11]: his colors and those that they dominate, whatever the color of the Bolt; never White and Gray."""
    fight = LAB.parse(
        "at 1316 green; bolt yellow sorcerer-blue-yellow; by side-2 sorcerer-blue-yellow yellow-demon-1; against side-1 orange-troll-1"
    )
    (picture,) = fight.pictures("grounds")
    assert [c for c in ("Blue", "Green", "Yellow", "Orange", "Red", "Purple", "White", "Gray") if f">{c}<" in picture.html] == [
        "Blue", "Green", "Yellow", "Orange",
    ]  # fmt: skip
    assert len(fight.pictures("bolts")) == 1


def test_so_own_5_attrition_of_a_lone_troll() -> None:
    """[11.0] [5.23]: Blue in Blue after two phases: whole 4 in 9, depleted 4 in 9, gone 1 in 9; in Purple 1 in 18 a phase; in White for certain."""
    for ground, phases, want in (
        ("blue", 2, {(2,): F(4, 9), (1,): F(4, 9), (0,): F(1, 9)}), ("purple", 1, {(2,): F(17, 18), (1,): F(1, 18)}),
        ("white", 2, {(0,): F(1)}), ("gray", 3, {(2,): F(1)}),
    ):  # fmt: skip
        h = one(ground)
        g = at({h: ["blue-troll-1@2"]})
        assert over(g.state, 1, INDEX[h], "wear", phases).law == (want, 0)


def test_so_own_5_a_full_sorcerer_keeps_one_unit() -> None:
    """[11.12] [12.3]: with a full Sorcerer of its color one unit is safe, two are not."""
    h = one("white")
    g = at({h: ["blue-troll-1@2", "sorcerer-blue-1@2"]})
    assert over(g.state, 1, INDEX[h], "wear").law == ({(2, 2): 1}, 0)
    g = at({h: ["blue-troll-1@2", "blue-dragon-1@2", "sorcerer-blue-1@2"]})
    assert over(g.state, 1, INDEX[h], "wear").law == ({(1, 1, 2): 1}, 0)


def ray_of_color() -> tuple[str, str]:
    """A hex with a straight way of three colored hexes, nothing between, and the second of them."""
    from elric.sorcerer.components.board import BOARD, HEXES

    for k in hexes("blue"):
        line = HEXES.ray(k, 0)[:3]
        if (
            len(line) == 3
            and all(BOARD.printed[n] < 6 for n in line)
            and all(BOARD.sides[n][0][1] < 2 for n in (k, *line[:2]))
        ):
            return name(k), name(line[1])
    raise AssertionError("the board has no such hex")


def test_so_own_6_a_vortex_comes_with_one_in_six() -> None:
    """[8.11] [8.21]: one vortex on a ray strikes with 1 in 6; what is struck is gone, and no White hex is near to breed."""
    start, target = ray_of_color()
    g = at({target: ["orange-dragon-1"]}, vortexes=[start])
    found, lost = over(g.state, 0, INDEX[target], "storm").law
    assert (found[0,], lost) == (F(1, 6), 0)


SEALS = [
    (0, {"gone": F(1, 2), "depleted": F(1, 2)}, {"gone": (F(1, 3), F(5, 6))}), (1, {"gone": F(1, 6), "depleted": F(1, 2), "pinned": F(1, 3)}, {"depleted": (F(1, 2), F(2, 3))}),
    (2, {"depleted": F(1, 3), "pinned": F(1, 2)}, {"depleted": (F(1, 6), F(2, 3))}), (3, {"depleted": F(1, 6), "pinned": F(1, 2)}, {}),
    (4, {"depleted": F(1, 6), "pinned": F(1, 3)}, {}), (5, {"pinned": F(1, 2)}, {}), (6, {"pinned": F(1, 3)}, {}), (7, {"pinned": F(1, 6)}, {}), (8, {}, {}),
]  # fmt: skip


@pytest.mark.parametrize(("points", "want", "spans"), SEALS)
def test_so_own_7_seals(points: int, want: dict[str, Fraction], spans: dict[str, tuple[Fraction, Fraction]]) -> None:
    """[19.25]: what a Seal does by the points that are spent; from three on nothing of it rests on a cell that is ours."""
    fight = LAB.parse(f"in stones; at 1016; seal {points}; against side-1 sorcerer-blue-1")
    law, u = fight.law, BY_ID["sorcerer-blue-1"]
    events = {
        "gone": lambda e: law.steps(e, u) == 0, "depleted": lambda e: law.steps(e, u) == 1,
        "pinned": lambda e: law.steps(e, u) == 2 and law.pinned(e, 0),
    }  # fmt: skip
    for key, event in events.items():
        assert law.chance(event) == want.get(key, 0), key
        if key in spans or points > 2:
            assert law.span(event) == spans.get(key, (want.get(key, F(0)),) * 2), key


@pytest.mark.parametrize(
    ("order", "line", "dies"), [(1, "best", F(1, 6)), (1, "good", F(0)), (1, "neutral", F(0)), (4, "best", F(0))]
)
def test_so_own_10_risk_of_a_new_spell(order: int, line: str, dies: Fraction) -> None:
    """[25.2]: a spell of the first order kills on Best with 1 in 6, and on the next lines not; the fourth order never."""
    law = LAB.parse(f"in rivalry; at 0710; spell {order} {line}; against side-2 sorcerer-blue-yellow").law
    assert law.chance(lambda e: not law.steps(e, BY_ID["sorcerer-blue-yellow"])) == dies


def test_so_own_9_demma_is_held_or_not() -> None:
    """[18.34] [13.0]: two infantry with Chir against Faln's two: a step 1 in 3 (1 in 6 to 2 in 3); the answer a step 1 in 6, a pin 1 in 3."""
    law = law_of(
        "gray", ["sorcerer-blue-1", "blue-infantry-1", "blue-infantry-2"], ["green-infantry-1", "green-infantry-2"]
    )
    assert law.struck(1) == F(1, 3)
    assert law.span(lambda e: law.hurt(e, 1)) == (F(1, 6), F(2, 3))
    assert law.struck(0) == F(1, 6)
    assert figure(law, pinned=0)[0] == F(1, 3)


# ---- the lab against the game's own play -----------------------------------------------------------------------------------


def played(g: Any, acts: list[str], units: tuple[int, ...]) -> dict[tuple[tuple[int, ...], int], Fraction]:
    """What comes of some actions and all that is asked after them, by the game itself: steps of each counter, and who is pinned."""

    def end(chance: Any) -> tuple[tuple[int, ...], int]:
        s, cx = g.state.copy(), Context(chance, None)
        turn = s.turn, s.player
        for text in acts:
            running.apply(s, g.definition.notation.parse(text), cx)
        while s.agenda and s.agenda[-1][0].name in ("losses", "declare", "shield"):
            may = running.legal(s)
            pick = next((a for a in may if a.verb in ("attack", "lead")), None)
            running.apply(s, pick or given_up(s), cx)
        assert (s.turn, s.player) == turn or s.phase == 1
        steps = tuple(0 if s.place[u] < 0 else 1 if s.depleted >> u & 1 else 2 for u in units)
        return steps, sum(1 << k for k, u in enumerate(units) if s.pinned >> u & 1)

    out: dict[tuple[tuple[int, ...], int], Fraction] = {}
    for p, _, found in enumerate_chance(end):
        out[found] = out.get(found, F(0)) + p
    return out


MEETINGS = [
    ("red", ["green-demon-1", "green-dragon-1", "sorcerer-green-orange-purple"], ["yellow-troll-1-", "sorcerer-blue-yellow", "blue-infantry-1"]),
    ("gray", ["green-infantry-1", "sorcerer-orange-1"], ["yellow-demon-1", "yellow-dragon-1"]),
    ("white", ["orange-troll-1", "orange-demon-1-", "sorcerer-orange-1-"], ["blue-troll-1", "blue-demon-1!", "sorcerer-blue-1"]),
    ("orange", ["orange-demon-1", "fortress-orange-8"], ["yellow-troll-1", "yellow-troll-2", "sorcerer-blue-yellow", "sorcerer-yellow-1"]),
]  # fmt: skip


@pytest.mark.parametrize(("ground", "mine", "theirs"), MEETINGS)
def test_so_13_0_the_law_is_that_of_the_game(ground: str, mine: list[str], theirs: list[str]) -> None:
    """[13.0] [13.6] [13.3]: the joint law of a shared hex is what comes of the game's own declarations, dice and losses."""
    h = one(ground)
    g = at({h: [f"{w}@1" for w in mine] + [f"{w}@2" for w in theirs]}, phase="combat")
    law = Law(at_hand(g.state, 0, INDEX[h], 1))
    found = played(g, [f"attack {h} side-2"], law.units)
    assert {(e.steps, e.pinned): p for e, p in law.endings.items()} == found


def test_so_7_12_the_law_of_bolts_is_that_of_the_game() -> None:
    """[7.12]: two Bolts one after the other, each resolved at once, as the game plays them."""
    h, far = one("yellow"), name(next(k for k in hexes("white")))
    theirs = ["orange-troll-1", "orange-demon-1", "sorcerer-orange-1"]
    g = at({h: [f"{w}@1" for w in theirs], far: ["sorcerer-blue-yellow@2"]}, player=1)
    volley = JoinedBolt(COLOR["yellow"], (BY_ID["sorcerer-blue-yellow"],))
    law = Law(at_hand(g.state, 1, INDEX[h], 0, (), (volley,)))
    acts = ["take sorcerer-blue-yellow", f"bolt {h} yellow side-1"]
    assert {(e.steps, e.pinned): p for e, p in law.endings.items()} == played(g, acts, law.units)


def test_so_11_0_the_law_of_attrition_is_that_of_the_game() -> None:
    """[11.0] [11.14]: two of six markers and a die a stack, as the game draws and rolls them."""
    h = one("green")
    g = at({h: ["blue-troll-1@2", "blue-dragon-1-@2"]}, phase="movement", player=1)
    units = (BY_ID["blue-troll-1"], BY_ID["blue-dragon-1"])
    want = Counter[tuple[int, ...]]()
    for (steps, _), p in played(g, ["end"], units).items():
        want[steps] += p  # type: ignore[assignment]
    assert over(g.state, 1, INDEX[h], "wear").law[0] == dict(want)


def test_so_13_4_a_span_is_what_the_fills_give(monkeypatch: pytest.MonkeyPatch) -> None:
    """[13.4]: over every way to fill the cells of a column the game's own play gives no less and no more than the span."""
    g = at({(h := one("white")): ["green-demon-1@1", "yellow-demon-1@2"]}, phase="combat")
    law = Law(at_hand(g.state, 0, INDEX[h], 1))
    which = table.column(0, 1)  # 11 against 11 on Best
    cells = table.COLUMNS[which - table.FIRST]
    assert any(cell.known_by == OURS for cell in cells)
    seen = []
    for fill in product(*(face.may_be for face in faces(which))):
        column = tuple(cell._replace(result=r) for cell, r in zip(cells, fill, strict=True))
        columns = tuple(column if k == which - table.FIRST else row for k, row in enumerate(table.COLUMNS))
        with monkeypatch.context() as patch:
            patch.setattr(table, "COLUMNS", columns)
            found = played(
                g,
                [
                    f"attack {h} side-2",
                ],
                law.units,
            )
        seen.append(sum(p for (steps, _), p in found.items() if steps[1] == 0))
    u = BY_ID["yellow-demon-1"]
    assert law.span(lambda e: law.steps(e, u) == 0) == (min(seen), max(seen))
    assert min(seen) < law.chance(lambda e: law.steps(e, u) == 0) < max(seen)


def test_so_13_4_only_what_is_ours_may_have_been_otherwise() -> None:
    """[13.4]: every cell stands within what may have stood there, weak to strong, and a cell that is known has one result."""
    for which, column in enumerate(table.COLUMNS, table.FIRST):
        for cell, face in zip(column, faces(which), strict=True):
            assert face.result in face.may_be
            assert list(face.may_be) == sorted(face.may_be, key=WEAK_TO_STRONG.index)
            assert (len(face.may_be) > 1) <= (cell.known_by == OURS)


# ---- what is told ------------------------------------------------------------------------------------------------------------


def test_so_5_22_totals_are_told_line_by_line() -> None:
    """[5.22] [12.11] [13.0]: each part of both totals with its clause, the differential on its line, and each side of the die."""
    fight = LAB.parse(
        "in rivalry; at 1316 orange; by side-2 sorcerer-blue-yellow yellow-demon-1; against side-1 orange-troll-1 sorcerer-orange-1"
    )
    found = fight.answer()
    mine, theirs = found.because
    assert (mine.value, theirs.value) == ("-1 on the Best line", "+1 on the Worst line")
    attack, defence, column = mine.parts
    assert [(x.words, x.value, x.clause) for x in attack.parts] == [
        ("Yellow demonic infantry", "+5", ("13.0",)), ("Blue-Yellow Sorcerer", "+4", ("12.11",)), ("Color of the magic in this hex", "+5", ("5.22",)),
    ]  # fmt: skip
    assert (attack.value, defence.value) == ("14", "15")
    assert [x.value for x in column.parts][4] == "pinned, ours: pinned to 1 step may have stood there"
    assert "66.7% to 83.3%" in found.says


def test_so_15_25_a_prime_sorcerer_is_told_of() -> None:
    """[15.25]: where he may fall the answer says that the game goes with him; ground and strengths that are ours are named."""
    fight = LAB.parse(
        "in rivalry; at 0402; by side-1 orange-troll-1 sorcerer-orange-1; against side-2 sorcerer-blue-yellow-; primes sorcerer-blue-yellow"
    )
    found = fight.answer()
    assert "with the Prime Sorcerer the game is lost" in found.says
    assert any("the strength of the Blue-Yellow Sorcerer" in line for line in found.left_out)
    assert any("0402 is" in line for line in found.left_out)


# ---- text and form --------------------------------------------------------------------------------------------------------------

WRONG = [
    ("", "where it is fought"), ("at 9999; by side-1 orange-troll-1; against side-2 blue-troll-1", "no hex"),
    ("at 0402; by side-1 orange-trol-1; against side-2 blue-troll-1", "did you mean"), ("at 0402; by side-1 orange-troll-1", "nobody is attacked"),
    ("at 0402; against side-2 blue-troll-1", "nobody attacks"), ("at 0402; by side-1 blue-troll-1; against side-2 blue-troll-1", "twice"),
    ("at 0402; by side-2 orange-troll-1; against side-2 blue-troll-1", "of one side"),
    ("at 0402 blue; by side-1 orange-troll-1 orange-troll-2 orange-troll-3; against side-2 blue-troll-1", "10.1"),
    ("at 0402 blue; by side-1 fortress-orange-4 orange-troll-2; against side-2 blue-troll-1", "14.0"),
    ("at 0402 white; bolt yellow sorcerer-blue-yellow; against side-1 orange-troll-1", "7.0"),
    ("at 0402; bolt yellow sorcerer-blue-1; against side-2 blue-troll-1", "7.11"), ("in nowhere; at 0402; wear 2; by side-1 orange-troll-1", "scenario"),
    ("at 0402; wear 99; by side-1 orange-troll-1", "how often"), ("at 0402; seal x; against side-1 sorcerer-blue-1", "is a number"),
    ("at 0402; by side-7 orange-troll-1; against side-2 blue-troll-1", "does not play"), ("x" * 3000, "no longer"), ("wear; by; at", "where it is fought"),
    ("at 0402; rules nothing; by side-1 orange-troll-1; against side-2 blue-troll-1", "nothing"),
]  # fmt: skip


@pytest.mark.parametrize(("text", "says"), WRONG)
def test_a_battle_that_cannot_be_is_told(text: str, says: str) -> None:
    with pytest.raises(ValueError, match=says.replace(".", r"\.")):
        LAB.parse(text)


def parsed(text: str) -> tuple[Any, str]:
    """A battle that was written down, or what is wrong with it."""
    try:
        return LAB.parse(text), ""
    except ValueError as e:
        return None, str(e)


def test_nonsense_is_refused_and_breaks_nothing() -> None:
    words = ("in", "rivalry", "at", "0402", "by", "side-1", "side-2", "against", "bolt", "yellow", "sorcerer-blue-yellow", "orange-troll-1-", ";",
             ";", ";", "wear", "3", "storm", "0710", "seal", "spell", "worn", "lead", "primes", "fane", "quiet", "paint", "x!")  # fmt: skip
    rng = random.Random(5)
    good = 0
    for _ in range(600):
        text = " ".join(rng.choice(words) for _ in range(rng.randrange(1, 16)))
        fight, fault = parsed(text)
        assert (fight is None) == bool(fault)
        if fight is not None:
            good += 1
            fight.answer()
    assert good < 600


def controls(parts: Any) -> list[Any]:
    out = []
    for part in parts:
        if isinstance(part, Group):
            out += controls(part.parts)
        elif isinstance(part, Count):
            out += [part.less, part.more]
        elif not isinstance(part, Problem):
            out.append(part)
    return out


def test_every_control_of_the_form_gives_a_battle_or_says_why_not() -> None:
    entry = LAB.first("1975")
    assert LAB.parse(entry).text
    able = 0
    for part in controls(LAB.form(entry, [], "1975")):
        thens = [option.then for option in part.options[::7]] if isinstance(part, Choose) else [part.then]
        for then in thens:
            after = then(True, None) if isinstance(part, Check) else then()
            fight, fault = parsed(after)
            assert (fight is None) == bool(fault)
            able += fight is not None and bool(fight.answer().rows)
    assert able > 20
    presses = [p for p in controls(LAB.form(entry, [], "1975")) if isinstance(p, Press)]
    assert "orange-troll-1-" in next(p for p in presses if p.value == "against:2:depleted").then()


# ---- what is at hand ------------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("scenario", ["rivalry", "triumvirate", "stones", "tide"])
def test_what_is_at_hand_can_be_asked_and_shared(scenario: str) -> None:
    """Every entry of the list answers, reads back from its own text, and names nobody who hides from whoever asks."""
    g = Game(scenario, seed=4)
    rng = random.Random(2)
    asked = 0
    for n in range(160):
        if g.seat is None:
            break
        may = g.legal_actions()
        verb = rng.choice(sorted({a.verb for a in may}))
        g.push(rng.choice([a for a in may if a.verb == verb]))
        if n % 40 != 39 or g.seat is None:
            continue
        for seat in range(g.state.scenario.seats):
            secret = [UNITS[u].id for u in g.state.hidden if g.state.owner[u] != seat]
            for _, fights in LAB.groups(g, seat):
                for fight in fights[:6]:
                    found, again = fight.answer(), LAB.parse(fight.text)
                    assert again.text == fight.text
                    assert again.answer().rows == found.rows
                    assert fight.title
                    assert not any(f" {word}" in fight.text for word in secret)
                    asked += 1
    assert asked or scenario == "tide"


def test_so_6_1_reach_is_what_the_rules_charge() -> None:
    """[6.11] [6.21] [6.35] [6.6]: each way that the lab finds is legal step by step, and costs what it says."""
    a, b = two("blue", "green")
    g = at({a: ["blue-dragon-1@2", "sorcerer-blue-yellow@2", "green-infantry-1@1"], b: ["blue-infantry-1@2"]}, player=1)
    for word in ("blue-dragon-1", "sorcerer-blue-yellow", "blue-infantry-1"):
        reach = Reach(g.state, (BY_ID[word],))
        some = [h for h in range(575) if reach.hexes >> h & 1][::23]
        assert some
        for h in some:
            other = g.copy()
            for act in reach.way(g.state, h):
                other.push(act)
            assert other.state.spent.get(BY_ID[word], 0) == reach.cost[h]
            assert other.state.place[BY_ID[word]] == h


def test_so_6_12_a_march_that_pays_is_offered() -> None:
    """[6.12]: a Sorcerer can lead a troll into the next hex, and the lab offers the fight that comes of it."""
    a, b = two("orange", "yellow")
    g = at({a: ["orange-troll-1@1", "sorcerer-orange-1@1"], b: ["yellow-dragon-1@2"]})
    found = marches(g.state, 0)
    assert found
    assert {"orange-troll-1"} <= {UNITS[u].id for u in found[0].attackers}
