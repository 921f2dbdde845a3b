"""What is decided where nobody marches: coach and Captain decide it alike, for the same reason."""

from __future__ import annotations

from collections import Counter
from fractions import Fraction
from random import Random
from typing import Any

import pytest

from elric.opponents.players import opponent
from elric.opponents.playing import follow, sight
from elric.planning.memory import Memory
from elric.young_kingdoms.components.board import BOARD
from elric.young_kingdoms.components.notation import parse_action
from elric.young_kingdoms.game import Game
from elric.young_kingdoms.lab.risk import Risk
from elric.young_kingdoms.opponents import JUDGEMENT
from elric.young_kingdoms.planning import choices
from elric.young_kingdoms.teaching.coach import advice

EDITIONS = ("chaosium", "avalon-hill")
STEPS = ("choose", "movement", "stack", "magic", "combat", "muster")


def magic(rules: str, hands: dict[str, list[str]], **more: Any) -> Game:
    """Sarosto and the Sorcerer before Dhakos, which Yishana holds; his seat may lay spells."""
    return Game.at(
        {
            "scenario": "successor", "rules": rules, "turn": 3, "phase": "magic", "player": 1,
            "nations": {"jharkor": 0, "tarkesh": 0, "dharijor": 1, "pan-tang": 1},
            "units": {"jharkor_dhakos": ["sarosto", "dharijor-sorcerer", "theleb-kaarna", "dharijor-army*6", "yishana", "jharkor-army*2"]},
            "assaults": ["jharkor_dhakos"], "hands": hands,
        } | more, seed=3, leaderless=True,
    )  # fmt: skip


@pytest.mark.parametrize(("scenario", "rules"), [("successor", "chaosium"), ("upstart", "avalon-hill")])
def test_the_coach_decides_as_the_captain_does(scenario: str, rules: str) -> None:
    """Which stack to take up and where to go with it, battles, spells and calls: where the coach says what to do, that is what the Captain
    begins with."""
    g, captain, asked = Game(scenario, rules, seed=300), opponent("captain"), Counter[str]()
    mine, his = Memory(), Memory()
    while g.seat is not None and g.turn <= 6:
        if g.step in STEPS and len(g.legal_actions()) > 1:
            plan, told = JUDGEMENT.remembering(his).plans(g, Random(0))[0], advice(g, True, mine)
            assert told.actions[:1] in ((), plan.actions[:1]), (told.tip, plan.why)
            asked[g.step] += bool(told.actions)
        list(follow(g, captain.decide(sight(g, g.seat, 300))))
    assert all(asked[step] > 3 for step in STEPS[1:]), asked


@pytest.mark.parametrize("rules", EDITIONS)
def test_spells_are_laid_together_where_one_is_not_enough(rules: str) -> None:
    """[9.0] / 8: each magician lays one; what is said is how often the city falls with them all, and without."""
    g = magic(
        rules, {"dharijor-sorcerer": ["noose-of-flesh"], "theleb-kaarna": ["straasha"]}, control={"jharkor_dhakos": 0}
    )
    laid = [c for c in choices.lay(g, 1) if not c.keeps]
    together = [c for c in laid if c.why.startswith("With Straasha beside it, you win")]
    assert together
    assert all("without them" in c.why for c in together)
    assert all("without it" in c.why for c in laid if c not in together)


@pytest.mark.parametrize("rules", EDITIONS)
@pytest.mark.parametrize("taken", [False, True])
def test_nobody_is_called_with_a_spell_that_can_call_a_nation(taken: bool, rules: str) -> None:
    """[11.0] / 10.1: the Mirror of Memory calls Myshella here, or all Ilmiora from its capital: it is kept, until Ilmiora serves the enemy."""
    nations = {"jharkor": 0, "dharijor": 1} | ({"ilmiora": 0} if taken else {})
    g = Game.at(
        {
            "scenario": "successor", "rules": rules, "turn": 3, "phase": "muster", "player": 1, "nations": nations,
            "units": {"dharijor_gromoorva": ["sarosto"], "jharkor_dhakos": ["yishana"]}, "hands": {"sarosto": ["mirror-of-memory"]},
        }, seed=1, leaderless=True,
    )  # fmt: skip
    best = choices.musters(g)[0]
    assert best.keeps == (not taken)
    assert advice(g, True).actions == (best.action,)


def test_a_closed_hand_is_not_spoken_of() -> None:
    """An onlooker's coach names no spell, and does not say that one could help."""
    g = magic("chaosium", {"dharijor-sorcerer": ["grome"]}, control={"jharkor_dhakos": 0})
    assert [(c.keeps, c.why) for c in choices.lay(g, -1)] == [(True, "")]
    assert choices.lay(g, 1)[0].why


def test_a_spell_that_wins_no_battle_is_reasoned_by_what_it_changes() -> None:
    """Where a battle is lost with the spell as without, "Then you cannot win" is no reason: the city that stands is."""

    def stands(win: int, falls: Fraction) -> Risk:
        return Risk(None, False, Fraction(win), falls, Fraction(0), {}, {}, "")  # type: ignore[arg-type]

    def changed(now: Risk) -> str:
        laid = choices._Laid(parse_action("done"), [("yishana", "grome")], now, 1.0, 0.0)
        return choices._changed(BOARD.index["jharkor_dhakos"], stands(0, Fraction(1, 2)), laid)

    assert changed(stands(0, Fraction(1, 4))) == "Then Dhakos falls in 25.0% of battles, without it 50.0%."
    assert changed(stands(0, Fraction(0))) == "Then Dhakos never falls, without it 50.0%."
    assert (
        changed(stands(1, Fraction(0)))
        == "Then you win every time in Dhakos, without it 0%; the city never falls, without it 50.0%."
    )


@pytest.mark.parametrize(("most", "asked"), [(9, 4), (2, 2)])
def test_of_many_spells_the_strongest_alone_are_looked_into(
    most: int, asked: int, monkeypatch: pytest.MonkeyPatch
) -> None:
    """[9.0] / 8: the lab is asked about so many at one decision and no more, of a full hand the strongest."""
    seen: list[str] = []
    laid = choices._laid

    def counted(*args: Any) -> Any:
        seen.extend(str(a) for a in args[4] if len(args[4]) == 1)
        return laid(*args)

    monkeypatch.setattr(choices, "_laid", counted)
    monkeypatch.setattr(choices, "_ASKED", most)
    g = magic(
        "avalon-hill",
        {"dharijor-sorcerer": ["straasha", "misha"], "theleb-kaarna": ["noose-of-flesh", "grome"]},
        control={"jharkor_dhakos": 0},
    )
    choices.lay(g, g.seat)
    casts = [a for a in g.legal_actions() if a.verb == "cast"]
    assert len(casts) >= 4
    assert seen == [str(a) for a in choices._strongest_first(casts)[:asked]]


@pytest.mark.parametrize("rules", EDITIONS)
def test_ships_without_a_commander_are_sent_home(rules: str) -> None:
    """[7.3] / 6.3: nothing is worth marching, and a fleet lies at sea with nobody to command it: coach and Captain send it home."""
    g = Game.at(
        {
            "scenario": "successor", "rules": rules, "turn": 9, "phase": "movement", "player": 0, "nations": {"jharkor": 0, "dharijor": 1},
            "units": {"jharkor_dhakos": ["jharkor-army*2"], "lormyrian_sea": ["jharkor-fleet-1"], "dharijor_gromoorva": ["sarosto", "dharijor-army*4"]},
        }, seed=1, leaderless=True,
    )  # fmt: skip
    told = advice(g)
    assert [str(a) for a in told.actions] == ["home jharkor-fleet-1"]
    assert "nobody to command it" in told.tip
    assert JUDGEMENT.plans(g, Random(0))[0].actions == told.actions


def test_what_a_kept_spell_would_do_for_a_city_that_is_held_is_told_as_it_is() -> None:
    """Who defends a city that nobody can save in battle: with the spell it would stand oftener, and no battle would be won."""

    def risk(attacks: bool, win: Fraction, falls: Fraction) -> Risk:
        return Risk(None, attacks, win, falls, Fraction(0), {}, {}, "")  # type: ignore[arg-type]

    def kept(was: Risk, now: Risk) -> str:
        laid = choices._Laid(parse_action("cast yishana grome"), [("yishana", "grome")], now, 0.0, 0.0)
        return choices._kept(
            1, False, [choices._Hint(choices._helps(was, now), was, laid, BOARD.index["jharkor_dhakos"])]
        )

    none, half = Fraction(0), Fraction(1, 2)
    assert (
        kept(risk(False, none, half), risk(False, none, none))
        == "With Grome, Dhakos would not fall; but it is worth more later."
    )
    assert "you would win in Dhakos in 50.0% of battles" in kept(risk(False, none, half), risk(False, half, none))
    assert "Dhakos would fall in 50.0% of battles" in kept(risk(True, none, none), risk(True, half, half))
    assert kept(risk(False, none, none), risk(False, none, half)) == "None of them is worth more now than later."
