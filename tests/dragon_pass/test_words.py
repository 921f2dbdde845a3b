"""The words of White Bear's refusals: one cause each, with its clause and a way out that can be followed."""

from __future__ import annotations

import re
from typing import Any

import pytest

from elric import games
from elric.dragon_pass.components.law import register
from elric.dragon_pass.components.units import BY_ID, UNITS
from elric.dragon_pass.movement.holds import HOLDS

from .field import BESIDE, HEXES, INDEX, PLAIN, at, clauses, name, open_line, texts

H = open_line(6)
A, B, C, D, E, F = (H, *HEXES.ray(H, 0)[:5])
FAR = next(h for h in sorted(PLAIN) if HEXES.distance(h, H) > 12)
BOUND = "militia-foot-1"


def war(stacks: Any, phase: str = "movement", **more: Any) -> Any:
    return at(
        stacks, scenario="complete-game", phase=phase, **{"player": "sartar", "day": 0, "turn": 2, "moves": 4, **more}
    )


def said(g: Any, action: str) -> str:
    """Why an action is refused, in one sentence."""
    verdict = g.verdict(action)
    assert not verdict.ok, f"{action} is legal"
    (reason,) = verdict.reasons
    return str(reason.words)


def until_mine(g: Any) -> None:
    """Time passes until the same side's next Movement Phase."""
    seat, moves = g.seat, g.state.moves
    while not (g.step == "movement" and g.seat == seat and g.state.moves > moves):
        listed = texts(g)
        g.push("done" if "done" in listed else min(listed))


@pytest.mark.parametrize("cause", ["magic", "thunder", "quake", "dark", "horse", "gorged", "shield", "cover"])
def test_wb_what_holds_a_unit_has_its_own_sentence(cause: str) -> None:
    """[17.7, 21.5, 26.2, 30.3, 38.5, 40.5, 42.6, 45.1]: each cause is told by its own clause, and says when the unit is free."""
    kind = "tied" if cause in ("shield", "cover") else "still"
    g = war({A: [BOUND], FAR: ["starkin"]}, effects=[[kind, hex(1 << BY_ID[BOUND]), 5, cause]], agenda=[["move", 0]])
    assert (g.step, g.player) == ("movement", g.state.owner[BY_ID[BOUND]])
    (reason,) = g.verdict(f"lead {BOUND}").reasons
    assert reason.clause == (HOLDS[cause].clause,)
    assert (
        sum(reason.words == hold.says.format(unit=UNITS[BY_ID[BOUND]].name, where="") for hold in HOLDS.values()) == 1
    )
    assert "marched as far" not in reason.words
    assert reason.do == (f"movement: lead {BOUND}",)
    until_mine(g)
    assert f"lead {BOUND}" in texts(g)


def test_wb_every_hold_cites_a_clause_that_exists() -> None:
    """Each cause has a clause of the register, and no two say the same."""
    numbers = {clause.number for clause in register()}
    assert {hold.clause for hold in HOLDS.values()} <= numbers
    assert len({hold.says for hold in HOLDS.values()}) == len(HOLDS)


def test_wb_30_3_45_1_effects_say_by_what_they_came() -> None:
    """[30.3, 45.1]: horses that Ironhoof bids stand, and whoever the dark holds, are told so when they would march."""
    g = war(
        {A: ["ironhoof"], FAR: ["pavis-royal-guard"], C: ["starkin"]},
        "combat",
        owners={"ironhoof": "lunar"},
        player="lunar",
    )
    g.push("halt-horse")
    held = next(UNITS[u].id for u in range(len(UNITS)) if g.state.still >> u & 1)
    while not (g.step == "movement" and g.player == g.state.owner[BY_ID[held]]):
        g.push("done" if "done" in texts(g) else min(texts(g)))
    assert clauses(g, f"lead {held}") == {"30.3"}
    assert g.definition.build(g.position()).effects == g.state.effects


def test_wb_7_2_who_cast_early_is_spent() -> None:
    """[7.2]: magic used before the march spends the magician for the Turn; he has not marched as far as he may."""
    u = BY_ID["tosti-runefriend"]
    g = war({A: ["tosti-runefriend"], FAR: ["starkin"]})
    g.state.early = g.state.done = 1 << u
    assert clauses(g, "lead tosti-runefriend") == {"7.2"}


def test_wb_8_4_who_has_marched_is_told_so() -> None:
    """[8.4]: a unit without movement left has marched as far as it may, and another may be led."""
    g = war({A: [BOUND], FAR: ["krise"]})
    u = BY_ID[BOUND]
    g.state.done |= 1 << u
    g.state.left = {u: 0}
    assert "marched as far as it may" in said(g, f"lead {BOUND}")
    (reason,) = g.verdict(f"lead {BOUND}").reasons
    assert reason.do == ("lead",)


def test_wb_25_3_who_is_under_the_sylphs_is_ones_own() -> None:
    """[25.3]: a unit that the Sylphs hold is not "not yours to move": they sit upon it; the dead and the enemy's are told apart."""
    g = war({D: ["sylphs"], A: ["pavis-royal-guard"], FAR: ["starkin"]}, owners={"sylphs": "lunar"},
            marks={"caught": [D, [BY_ID[BOUND]]]})  # fmt: skip
    assert clauses(g, f"lead {BOUND}") == {"25.3"}
    assert "not yours" not in said(g, f"lead {BOUND}")
    assert "not yours" in said(g, "lead starkin")
    assert "not on the board" in said(g, "lead krise")


def test_wb_21_5_cover_is_refused_for_one_cause_at_a_time() -> None:
    """[8.5, 20.2, 20.3, 21.5]: too far, no magician, spent: each is said of whom it is true."""
    lunar = {"day": 3}
    stacks = {
        A: ["minor-class-1"],
        C: ["pavis-royal-guard"],
        D: ["tosti-runefriend"],
        B: ["talfort"],
        FAR: ["egglord-warlocks"],
    }
    del stacks[B]
    g = war(stacks, "combat", player="lunar", **lunar)
    g.push(f"aim {name(A)} {name(C)}")
    g.push(f"cast {name(C)}")
    assert g.step == "cover"
    assert "reaches" in said(g, f"cover {name(FAR)}")
    assert "No magician" in said(g, f"cover {name(A)}")
    g = war(stacks, "combat", player="lunar", day=3)
    g.state.cast |= 1 << BY_ID["egglord-warlocks"]
    g.push(f"aim {name(A)} {name(C)}")
    g.push(f"cast {name(C)}")
    assert clauses(g, f"cover {name(FAR)}") == {"20.3"}


def test_wb_43_1_ask_and_give_say_the_same_of_delecti() -> None:
    """[43.1]: "ask" says "give" only where giving can be done, and both say why where Delecti can be had by nobody."""
    ruins = INDEX[next(iter(_ruins()))]
    g = war({ruins: ["krise"], FAR: ["starkin"]}, "combat")
    (reason,) = g.verdict("ask krise").reasons
    assert reason.do == ("give krise",)
    assert "give krise" in texts(g)
    g = war({ruins: ["krise"], FAR: ["delecti-the-necromancer"]}, "combat", owners={"delecti-the-necromancer": "lunar"})
    assert said(g, "ask krise") == said(g, "give krise")


def _ruins() -> list[str]:
    from elric.dragon_pass.independents.delecti import RUINS

    return [HEXES.names[RUINS]]


def test_wb_38_6_a_dragonfight_is_refused_for_one_cause() -> None:
    """[38.6]: no Dragon, not yours, has fought already: three sentences."""
    own = {"owners": {"dragon-1": "sartar", "dragon-2": "lunar"}}
    g = war({A: ["dragon-1"], FAR: ["dragon-2"], C: [BOUND], B: ["starkin"]}, "combat", **own)
    g.state.fought = 1 << BY_ID["dragon-1"]
    there = name(B)
    assert "no Dragon" in said(g, f"dragonfight {BOUND} {there}")
    assert "not yours" in said(g, f"dragonfight dragon-2 {there}")
    assert "has fought" in said(g, f"dragonfight dragon-1 {there}")


def test_wb_39_2_the_pillar_names_the_order_it_wants() -> None:
    """[39.2]: three right hexes in another order are refused with the order in which they are named, and that is legal."""
    a, b = BESIDE[H][0], BESIDE[H][1]
    low, middle, high = sorted((H, a, b))
    crag = next(h for h in sorted(PLAIN) if HEXES.distance(h, H) == 3)
    g = war(
        {crag: ["cragspider-the-firewitch"], H: ["starkin"]}, "combat", owners={"cragspider-the-firewitch": "sartar"}
    )
    (reason,) = g.verdict(f"pillar {name(high)} {name(low)} {name(middle)}").reasons
    assert reason.do == (f"pillar {name(low)} {name(middle)} {name(high)}",)
    assert reason.do[0] in texts(g)


def test_wb_24_3_nobody_marches_to_the_bat_in_combat() -> None:
    """[24.3]: a unit far from the Bat is no meal today; no fix tells anybody to march while it is not the Movement Phase."""
    g = war({A: ["crimson-bat"], B: ["starkin"], FAR: ["major-class-1"]}, "combat", player="lunar")
    for action in ("feed major-class-1", "ask starkin", "give starkin"):
        for reason in g.verdict(action).reasons:
            assert not reason.fix.startswith("March"), (action, reason)
            assert "lead" not in reason.do


def test_wb_7_1_what_is_asked_for_is_named() -> None:
    """[7.1]: a verb of another phase is refused with those that are asked for now, or with the phase that it belongs to."""
    g = war({A: [BOUND], B: ["starkin"]}, "combat")
    words = said(g, f"lead {BOUND}")
    assert all(f"“{verb}”" in words for verb in {t.split()[0] for t in texts(g)})


def test_wb_12_7_a_retreat_is_refused_for_one_cause() -> None:
    """[12.7]: far away, an enemy's hex, and an enemy's zone are three sentences."""
    g = war({B: ["starkin"], C: [BOUND], FAR: ["talfort"]}, "combat", player="lunar")
    g.state.agenda = (*g.state.agenda, g.state.agenda[-1].step.book.frame("back", (BY_ID[BOUND],), g.seat))
    assert "not beside" in said(g, f"back {name(FAR)}")
    assert "enemy stands" in said(g, f"back {name(B)}")


def test_wb_25_3_sylphs_that_have_settled_fly_no_farther() -> None:
    """[25.3]: they sit upon an enemy's stack: it is they who have settled, and another unit may march."""
    g = war(
        {D: ["sylphs"], A: [BOUND], FAR: ["starkin"]},
        owners={"sylphs": "sartar"},
        marks={"caught": [D, [BY_ID["whipstock"]]]},
    )
    g.state.left.pop(BY_ID["sylphs"], None)
    g.state.done |= 1 << BY_ID["sylphs"]
    assert clauses(g, "lead sylphs") == {"25.3"}
    assert "have settled" in said(g, "lead sylphs")


@pytest.mark.parametrize(
    ("unit", "clause", "words"),
    [("illusionary-army-1", "48.2", "outside the range"), ("dragonewt-priests-1", "33.1", "come to life again")],
)
def test_wb_who_came_in_this_move_waits_for_the_next(unit: str, clause: str, words: str) -> None:
    """[33.1] [48.2]: one reborn, or an Illusion that its puppeteers do not reach, has not marched: each is told its own cause."""
    g = war({A: [unit], C: [BOUND], FAR: ["starkin"]}, owners={unit: "sartar"})
    g.state.left.pop(BY_ID[unit], None)
    g.state.done |= 1 << BY_ID[unit]
    assert clauses(g, f"lead {unit}") == {clause}
    assert words in said(g, f"lead {unit}")


# ---- what the cards say ----------------------------------------------------------------------------------------------


def stood(stacks: dict[str, list[str]], **more: Any) -> Any:
    """A game in its combat phase with these stacks."""
    spec = {"scenario": "tax-collectors", "player": "sartar", "order": ["sartar", "lunar"], "phase": "combat"}
    return games.game_class("dragon-pass").at({**spec, "stacks": stacks, **more}, seed=1)


def test_the_coach_names_stacks_and_not_their_numbers_alone() -> None:
    """14.2, 21.5: the only attack there is, and the target of a spell."""
    teaching = games.teaching("dragon-pass")
    g = stood({"2125": ["militia-cavalry-1"], "2126": ["talfort"]})
    assert "Militia Cavalry 1 at 2125 against Talfort at 2126" in teaching.advice(g).tip
    g = stood({"2335": ["krise"], "2332": ["whipstock"], "2330": ["spell-archers"]}, scenario="cult-war", day=3)
    g.push("aim 2335 2332")
    g.push("cast 2332")
    assert g.step == "cover"
    assert "Whipstock at 2332" in teaching.advice(g).now


def test_a_capital_is_a_place_and_not_who_stands_there() -> None:
    """69.2"""
    table = games.table("dragon-pass")
    g = table.ready("old-tarsh", "1976", 3, False)
    while g.step != "capital":
        g.push(next((a for a in g.legal_actions() if a.verb in ("done", "pass")), g.legal_actions()[0]))
    shown = str(table.choice(g, table.view(g, g.seat), None, hand_open=True).html)
    assert "Take Wintertop" in shown
    assert " more at Wintertop" not in shown


def test_days_have_one_spelling() -> None:
    """20.1"""
    from elric.dragon_pass.combat.factors import DAYS
    from elric.dragon_pass.description.phrases import phrase
    from elric.kernel.steps import Action

    assert [phrase(Action("day", (k,))) for k in range(len(DAYS))] == [f"Begin on {day} day" for day in DAYS]


def test_what_is_lost_is_counted_as_one_says_it() -> None:
    from fractions import Fraction

    from elric.dragon_pass.lab.tell import factors

    said = [factors(Fraction(x)) for x in ("0", "1", "5/2", "3")]
    assert said == ["nothing", "1 factor", "2.5 factors", "3 factors"]


def test_no_scenario_counts_its_players_twice() -> None:
    for game in ("dragon-pass", "sorcerer"):
        for scenario in games.definition(game).scenarios().values():
            assert not re.match(r"(One|Two|Three|\d) players?\b", scenario.says), scenario.key
