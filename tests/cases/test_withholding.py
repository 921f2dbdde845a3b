"""Holding units back, and leaving before the battle. Chaosium [10.2]; Avalon Hill 9.2-9.22."""

from __future__ import annotations

from typing import Any

import pytest
from kit import EDITIONS, FIELD, NATIONS, SEQUA, allowed, at, cite, dice, play, refused, told, where

import elric


def field(rules: str, script: list[int], **more: Any) -> elric.Game:
    g = at(
        rules,
        script,
        nations=NATIONS,
        phase="combat",
        units={
            FIELD: ["yishana", "dharmit", "jharkor-army*4", "sarosto", "karnaal", "dharijor-army*3"],
            "dharijor_gromoorva": ["dharijor-admiral"],
        },
        **more,
    )
    return play(g, f"fight {FIELD}")


@pytest.mark.parametrize("rules", EDITIONS)
def test_both_10_2_and_9_2_held_units_add_nothing(rules: str) -> None:
    """10.2 / 9.2: either side may hold units back, and their values are left out of the total."""
    g = field(rules, dice(3, 3))
    play(g, "withhold dharmit; withhold jharkor-army-1; ready; withhold karnaal; ready")
    assert told(g, "battle")[0]["sums"] == (5 + 3, 4 + 3)


@pytest.mark.parametrize("rules", EDITIONS)
def test_both_10_2_and_9_21_one_personality_has_to_attack(rules: str) -> None:
    """10.2 / 9.21: the attacker may hold back all but one personality."""
    g = field(rules, [])
    for u in ("dharmit", *(f"jharkor-army-{k}" for k in range(1, 5))):
        play(g, f"withhold {u}")
    refused(g, "withhold yishana", cite(rules, "10.2", "9.21"))
    allowed(g, "ready")


@pytest.mark.parametrize("rules", EDITIONS)
def test_both_10_2_and_9_21_attackers_do_not_leave(rules: str) -> None:
    """10.2 / 9.21: attackers held back cannot go before the battle."""
    g = field(rules, [])
    play(g, "withhold dharmit")
    refused(g, f"withdraw {SEQUA}", cite(rules, "10.2", "9.21"))


@pytest.mark.parametrize("rules", EDITIONS)
def test_both_10_2_and_9_2_held_units_suffer_with_their_side(rules: str) -> None:
    """10.2 / 9.2: on a lost battle those held back can be losses and have to retreat."""
    g = field(rules, dice(6, 1))
    play(g, "ready; withhold karnaal; withhold dharijor-army-1; withhold dharijor-army-2; ready")
    (b,) = told(g, "battle")
    assert (b["sums"], b["difference"]) == ((12, 5), 12)  # lose 5
    allowed(g, "lose karnaal")
    allowed(g, "lose sarosto")
    play(g, "lose karnaal")
    assert "lose dharijor-army-1" in {str(a) for a in g.legal_actions()}
    g = field(rules, dice(4, 6))
    play(g, "withhold dharmit; ready; ready")
    (b,) = told(g, "battle")
    assert b["loser"] == 0  # 9 + 4 against 10 + 6
    play(g, "lose jharkor-army-1")
    play(g, "retreat shazaar_south")
    assert where(g, "dharmit") == "shazaar_south"


@pytest.mark.parametrize("rules", EDITIONS)
def test_both_10_2_and_9_2_defenders_may_leave_first(rules: str) -> None:
    """10.2 / 9.2: those defenders who are held back may fall back one province before the battle; the rest fight on."""
    g = field(rules, dice(3, 3))
    play(g, "ready; withhold karnaal; withhold dharijor-army-1")
    play(g, "withdraw dharijor_sequaloris")
    assert where(g, "karnaal") == "dharijor_sequaloris"
    assert where(g, "dharijor-army-1") == "dharijor_sequaloris"
    assert told(g, "battle")[0]["sums"] == (12, 4 + 2)


@pytest.mark.parametrize("rules", EDITIONS)
def test_both_10_2_and_9_2_only_who_is_held_back_leaves(rules: str) -> None:
    """10.2 / 9.2: nobody leaves who has not been held back."""
    g = field(rules, [])
    play(g, "ready")
    refused(g, "withdraw dharijor_sequaloris", cite(rules, "10.2", "9.2"))


@pytest.mark.parametrize("rules", EDITIONS)
def test_both_10_2_and_9_2_not_the_way_the_attackers_came(rules: str) -> None:
    """10.2 / 9.2: no area that the attackers passed through this turn; nor an enemy's."""
    g = at(
        rules,
        nations=NATIONS,
        control={SEQUA: None, "jharkor_thokora": None},
        units={"jharkor_thokora": ["yishana"], FIELD: ["sarosto"], "dharijor_gromoorva": ["karnaal"]},
    )
    play(g, f"lead yishana; step {SEQUA}; attack {FIELD}; halt; end; fight {FIELD}; ready; withhold sarosto")
    refused(g, f"withdraw {SEQUA}", cite(rules, "10.2", "9.2"))
    refused(g, "withdraw shazaar_aflitain", cite(rules, "10.2", "9.2"))
    allowed(g, "withdraw dharijor_sequaloris")
    allowed(g, "withdraw shazaar_south")


def all_back(rules: str, script: list[int]) -> elric.Game:
    g = at(
        rules,
        script,
        nations=NATIONS,
        phase="combat",
        units={FIELD: ["yishana", "sarosto", "dharijor-army*1"], "dharijor_gromoorva": ["karnaal"]},
    )
    return play(g, f"fight {FIELD}", "ready", "withhold sarosto", "withhold dharijor-army-1")


def test_ah_9_2_everything_held_back_has_to_go() -> None:
    """9.2: who holds everything back must retreat and yields the province without a blow."""
    g = all_back("avalon-hill", [])
    refused(g, "ready", "9.2")
    play(g, "withdraw shazaar_south")
    assert where(g, "sarosto") == where(g, "dharijor-army-1") == "shazaar_south"
    assert where(g, "yishana") == FIELD
    assert not told(g, "battle")


def test_ch_10_2_everything_held_back_may_stay() -> None:
    """10.2: he may also stay, and rolls a die for nobody's sake."""
    g = all_back("chaosium", dice(3, 3))
    play(g, "ready")
    assert told(g, "battle")[0]["sums"] == (5, 0)


def test_ah_9_2_no_way_out_no_holding_back_of_all() -> None:
    """9.2: where nobody could go, the last unit cannot be held back. The cape of Dharijor, shut in by enemies."""
    g = at(
        "avalon-hill",
        nations=NATIONS,
        phase="combat",
        units={
            "dharijor_cape": ["yishana", "sarosto"],
            "jharkor_sequa": ["dharmit"],
            "dharijor_sequaloris": ["jharkor-army*1"],
            "dharijor_gromoorva": ["shazaar-army*1"],
            "pan_tang": ["jagreen-lern"],
        },
        control={"dharijor_sequaloris": 0, "dharijor_gromoorva": 0},
    )
    play(g, "fight dharijor_cape", "ready")
    refused(g, "withhold sarosto", "9.2")
    allowed(g, "ready")


@pytest.mark.parametrize("rules", EDITIONS)
def test_both_10_2_and_9_2_a_walled_city_may_be_left_too(rules: str) -> None:
    """10.2 / 9.2: defenders of a city may leave before an assault; the wall alone is left."""
    g = at(
        rules,
        dice(3, 3),
        nations=NATIONS,
        phase="combat",
        assaults=["dharijor_sequaloris"],
        units={
            "dharijor_sequaloris": ["yishana", "jharkor-army*8", "sarosto", "dharijor-army*2"],
            "dharijor_gromoorva": ["karnaal"],
        },
    )
    play(g, "fight dharijor_sequaloris; ready; withhold sarosto; withhold dharijor-army-1; withhold dharijor-army-2")
    play(g, "withdraw dharijor_gromoorva")
    (b,) = told(g, "battle")
    assert (b["sums"], b["worth"], b["fell"]) == ((13, 3), 0, True)


@pytest.mark.parametrize("rules", EDITIONS)
def test_both_10_2_and_9_22_at_sea_a_ship_is_held_with_all_aboard(rules: str) -> None:
    """10.2 / 9.22: units are held back at sea as well: a ship with everybody aboard; so they can leave together."""
    g = at(
        rules,
        dice(3, 3),
        nations=NATIONS,
        phase="combat",
        units={
            "pale_sea": ["yishana", "jharkor-fleet-1", "jagreen-lern", "pan-tang-fleet-1", "pan-tang-army*1",
                         "sarosto", "dharijor-fleet-1"],
        },
        aboard={"yishana": "jharkor-fleet-1", "jagreen-lern": "pan-tang-fleet-1", "pan-tang-army-1": "pan-tang-fleet-1",
                "sarosto": "dharijor-fleet-1"},
    )  # fmt: skip
    play(g, "fight pale_sea", "ready")
    refused(g, "withhold pan-tang-army-1", cite(rules, "10.2", "9.95"))
    play(g, "withhold pan-tang-fleet-1")
    assert set(g.view()["battle"]["held"]) == {"pan-tang-fleet-1", "jagreen-lern", "pan-tang-army-1"}
    play(g, "withdraw pan_tang")
    assert where(g, "jagreen-lern") == where(g, "pan-tang-army-1") == where(g, "pan-tang-fleet-1") == "pan_tang"
    assert told(g, "battle")[0]["sums"] == (7, 6)


@pytest.mark.parametrize("rules", EDITIONS)
def test_both_10_2_and_9_22_nobody_leaves_his_ship_at_sea(rules: str) -> None:
    """10.2 / 9.22: a captain held back alone does not leave: his ship fights on."""
    g = at(
        rules,
        nations=NATIONS,
        phase="combat",
        units={"pale_sea": ["yishana", "jharkor-fleet-1", "jagreen-lern", "pan-tang-fleet-1", "sarosto"]},
        aboard={"yishana": "jharkor-fleet-1", "jagreen-lern": "pan-tang-fleet-1", "sarosto": "pan-tang-fleet-1"},
    )
    play(g, "fight pale_sea", "ready", "withhold sarosto")
    refused(g, "withdraw pan_tang", cite(rules, "10.2", "9.2"))
    refused(g, "withdraw pale_sea_west", cite(rules, "10.2", "9.2"))


@pytest.mark.parametrize("rules", EDITIONS)
def test_both_10_2_and_9_21_the_attackers_last_captain_fights(rules: str) -> None:
    """10.2 / 9.21, 9.22: holding back the ship would hold back its captain, and an attack needs one."""
    g = at(
        rules,
        nations=NATIONS,
        phase="combat",
        units={"pale_sea": ["yishana", "jharkor-fleet-1", "jharkor-fleet-2", "jagreen-lern", "pan-tang-fleet-1"]},
        aboard={"yishana": "jharkor-fleet-1", "jagreen-lern": "pan-tang-fleet-1"},
    )
    play(g, "fight pale_sea")
    refused(g, "withhold jharkor-fleet-1", cite(rules, "10.2", "9.21"))
    allowed(g, "withhold jharkor-fleet-2")


@pytest.mark.parametrize("rules", EDITIONS)
def test_both_10_2_and_9_2_artifacts_go_with_their_bearer(rules: str) -> None:
    """10.2 / 9.2: what a personality bears goes where he goes, and is not held back by itself."""
    g = at(
        rules,
        dice(3, 3),
        nations=NATIONS,
        phase="combat",
        owners={"chaos-shield": 1},
        units={FIELD: ["yishana", "sarosto", "karnaal", "chaos-shield"], "dharijor_gromoorva": ["dharijor-admiral"]},
        aboard={"chaos-shield": "karnaal"},
    )
    play(g, f"fight {FIELD}", "ready")
    refused(g, "withhold chaos-shield", cite(rules, "10.2", "9.2"))
    play(g, "withhold karnaal", "withdraw dharijor_sequaloris")
    assert where(g, "chaos-shield") == "dharijor_sequaloris"


@pytest.mark.parametrize("rules", EDITIONS)
def test_both_10_2_and_9_2_the_whole_way_counts(rules: str) -> None:
    """10.2 / 9.2: not only the last area that the attackers passed through is closed, but all of their way."""
    g = at(
        rules,
        nations={**NATIONS, "tarkesh": 1},
        control={SEQUA: None, "jharkor_thokora": None},
        units={SEQUA: ["yishana"], "tarkesh_west": ["sarosto"], "dharijor_gromoorva": ["karnaal"]},
    )
    play(g, "lead yishana; step jharkor_thokora; step jharkor_west; attack tarkesh_west; halt; end")
    play(g, "fight tarkesh_west; ready; withhold sarosto")
    refused(g, "withdraw jharkor_thokora", cite(rules, "10.2", "9.2"))
    refused(g, "withdraw jharkor_west", cite(rules, "10.2", "9.2"))
    allowed(g, "withdraw tarkesh_hornus")
