"""The one line about a battle that the coach gives: exact, and with nothing the seat may not know."""

from __future__ import annotations

from fractions import Fraction

import pytest
from test_session import game

import elric
from elric.kernel.chance import SeededChance
from elric.young_kingdoms.description.view import resample
from elric.young_kingdoms.lab import BattleError, risk

COMING = ("yishana", *(f"jharkor-army-{k}" for k in range(1, 7)))


def test_both_seats_are_told_their_own_chance() -> None:
    g = game()
    attacker = risk(g, 0, "dharijor_sequaloris", COMING)
    defender = risk(g, 1, "dharijor_sequaloris", COMING)
    assert attacker.attacks
    assert not defender.attacks
    assert attacker.win == attacker.battle.odds().win[0]
    assert defender.win == defender.battle.odds().win[1]
    assert attacker.heroes == {"yishana": attacker.battle.odds().heroes["yishana"].dies}
    assert "Yishana is lost" in attacker.sentence
    assert "Sequaloris cannot fall" in attacker.sentence
    assert "one unseen spell counted in" in attacker.sentence


def test_a_prospect_can_be_asked_about_as_it_is() -> None:
    g = game()
    for b in elric.battles(g, 0):
        r = risk(g, 0, b)
        assert r.battle is b
        assert r.win == b.odds().win[0]
        assert r.falls in (None, b.odds().falls)


@pytest.mark.parametrize("seat", [0, 1])
def test_hidden_hands_do_not_speak(seat: int) -> None:
    g = game()
    said = risk(g, seat, "dharijor_sequaloris", COMING).sentence
    for seed in range(6):
        other = g.copy()
        other.state = resample(g.state, seat, SeededChance(seed))
        assert risk(other, seat, "dharijor_sequaloris", COMING).sentence == said


def test_a_battle_nobody_can_lose_or_win_says_so() -> None:
    g = game()
    r = risk(g, 0, "dharijor_cape", COMING)
    assert r.win == Fraction(1)
    assert r.sentence.startswith("You win every time")
    assert r.heroes == {}


def test_where_there_is_nobody_to_fight_it_says_why() -> None:
    with pytest.raises(BattleError, match="nobody to fight"):
        risk(game(), 0, "jharkor_sequa", ())
