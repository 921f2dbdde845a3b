"""Battles that could be fought from a position: by land, at sea, from the sea, out of a siege; none that could not."""

from __future__ import annotations

from typing import Any

import elric
import elric.young_kingdoms.lab
from elric.young_kingdoms.combat.battle import prospect
from elric.young_kingdoms.components import pieces
from elric.young_kingdoms.components.board import BOARD
from elric.young_kingdoms.lab.prospects import MOST

HARBOUR = "dharijor_gromoorva"
OFF_IT = BOARD.ids[BOARD.ports[BOARD.index[HARBOUR]][0]]
COAST, OFF_COAST = "dharijor_cape", "jharkor_gulf"


def board(phase: str = "movement", **changes: Any) -> elric.Game:
    text: dict[str, Any] = {"scenario": "successor", "rules": "avalon-hill", "turn": 3, "player": 0, "phase": phase,
                            "nations": {"jharkor": 0, "dharijor": 1}}  # fmt: skip
    return elric.Game.at({**text, **changes}, leaderless=True)


AFLOAT = {"units": {OFF_IT: ["yishana", "jharkor-fleet-1", "jharkor-army-1"], HARBOUR: ["sarosto", "dharijor-army-1", "dharijor-fleet-1"]},
          "aboard": {"yishana": "jharkor-fleet-1", "jharkor-army-1": "jharkor-fleet-1"}}  # fmt: skip


def at(g: elric.Game, area: str) -> list[Any]:
    return [b for b in elric.battles(g) if BOARD.ids[b.area] == area]


def test_a_fleet_off_a_harbour_may_attack_it() -> None:
    (b,) = at(board(**AFLOAT), HARBOUR)
    assert b.spec.landing == OFF_IT
    assert b.title.endswith("attack Gromoorva from the Western Dragon Sea")
    assert b.spec.attack == ("yishana", "jharkor-fleet-1", "jharkor-army-1")
    assert b.start.place[pieces.INDEX["jharkor-fleet-1"]] == BOARD.index[OFF_IT]
    assert b.odds().sums is not None


def test_the_defender_of_a_harbour_may_come_out() -> None:
    (b,) = at(board(rules="chaosium", **AFLOAT), HARBOUR)
    out = b.but(port="ships")
    assert out.start.battle.sea
    assert out.start.battle.wall == 0


def test_a_coast_without_a_harbour_is_attacked_from_the_sea() -> None:
    units = {OFF_COAST: ["yishana", "jharkor-fleet-1", "jharkor-army-1"], COAST: ["karnaal", "dharijor-army-2"]}
    (b,) = at(board(units=units, aboard=AFLOAT["aboard"]), COAST)
    assert b.spec.attack == ("yishana", "jharkor-army-1")
    assert b.spec.landing == ""


def test_fleets_meet_at_sea() -> None:
    near = next(BOARD.ids[a] for a in BOARD.touch[BOARD.index[OFF_IT]] if a not in BOARD.lands and BOARD.kind[a] == 1)
    units = {near: ["yishana", "jharkor-fleet-1"], OFF_IT: ["sarosto", "dharijor-fleet-1", "dharijor-fleet-2"]}
    g = board(units=units, aboard={"yishana": "jharkor-fleet-1", "sarosto": "dharijor-fleet-1"})
    (b,) = at(g, OFF_IT)
    assert b.start.battle.sea
    assert set(b.spec.attack) == {"yishana", "jharkor-fleet-1"}
    assert set(b.spec.defend) == {"sarosto", "dharijor-fleet-1", "dharijor-fleet-2"}


def test_who_has_searched_before_attacks_all_the_same() -> None:
    """7.21: one of two stacks has found a spell in Dhoz-Kam this turn, and attacks the city of the wild there."""
    g = board(
        "combat",
        units={"dhoz_kam": ["yishana", "jharkor-army*2", "dharmit"], HARBOUR: ["sarosto"]},
        stacks={"yishana": 5, "jharkor-army-1": 5, "jharkor-army-2": 5, "dharmit": 6},
        seekers={"dhoz_kam": 5},
        assaults=["dhoz_kam"],
    )
    (b,) = at(g, "dhoz_kam")
    assert b.start.battle.units[0] == prospect(g.state, BOARD.index["dhoz_kam"]).units[0]
    assert b.odds().win[0] > 0


def test_armies_of_melnibone_need_no_ship() -> None:
    """11, 6.3: they walk the sea behind Dyvim Tvar, and are worth nothing there."""
    g = board(
        "combat",
        nations={"melnibone": 0, "dharijor": 1},
        units={OFF_IT: ["dyvim-tvar", "melnibone-army-1", "karnaal", "dharijor-fleet-1"]},
        aboard={"karnaal": "dharijor-fleet-1"},
        assaults=[OFF_IT],
    )
    (b,) = at(g, OFF_IT)
    assert b.spec.attack == ("dyvim-tvar", "melnibone-army-1")
    assert b.odds().sums == (3, 5)


def test_whoever_can_go_aboard_can_attack_over_the_sea() -> None:
    """A stack in a port with a ship of its own is offered the coast across the water."""
    port = BOARD.index["jharkor_dhakos"]
    across = next(
        a for a in BOARD.touch[BOARD.ports[port][0]] if a in BOARD.lands and a not in (port, *BOARD.touch[port])
    )
    units = {"jharkor_dhakos": ["yishana", "jharkor-army-1", "jharkor-fleet-1"], BOARD.ids[across]: ["sarosto"]}
    assert [b.spec.attack for b in at(board(units=units), BOARD.ids[across])] == [("yishana", "jharkor-army-1")]


SIEGE = {"dharijor_sequaloris": ["sarosto", "dharijor-army-1", "yishana", "jharkor-army*4"]}


def test_the_besiegers_may_storm_and_the_besieged_may_come_out() -> None:
    (storm,) = at(board("combat", units=SIEGE), "dharijor_sequaloris")
    assert not storm.spec.sortie
    assert storm.start.battle.wall == 3
    (sortie,) = at(board("combat", units=SIEGE, player=1), "dharijor_sequaloris")
    assert sortie.spec.sortie
    assert sortie.start.battle.wall == 0
    assert sortie.title == "Sarosto and an army of Dharijor break out of Sequaloris"


def test_relief_fights_beside_the_besieged() -> None:
    units = {**SIEGE, "dharijor_gromoorva": ["karnaal", "dharijor-army-2", "dharijor-army-3"]}
    found = at(board(units=units, player=1), "dharijor_sequaloris")
    assert [set(b.spec.attack) for b in found] == [
        {"sarosto", "dharijor-army-1"},
        {"sarosto", "dharijor-army-1", "karnaal", "dharijor-army-2", "dharijor-army-3"},
    ]
    assert all(b.spec.sortie for b in found)


def test_a_camp_beside_somebody_elses_city_has_no_wall() -> None:
    """9.93, 9.912: two players meet beside Hrolmar, which is neutral or holds out against one of them: its wall helps neither, and whoever
    wins has not taken it. The same beside Nadsokor, which has none."""
    inside = ["tarkesh-army-1", "hilran"]
    for city, third in (("vilmir_hrolmar", []), ("vilmir_hrolmar", inside), ("nadsokor", [])):
        g = elric.Game.at(
            {
                "scenario": "kingdom", "rules": "avalon-hill", "turn": 3, "phase": "combat", "assaults": [city],
                "nations": {"jharkor": 0, "dharijor": 1, "tarkesh": 2}, "control": {city: 2} if third else {},
                "units": {city: ["yishana", "jharkor-army-1", "sarosto", *third]},
            },
            leaderless=True,
        )  # fmt: skip
        (b,) = at(g, city)
        assert b.start.battle.wall == prospect(g.state, BOARD.index[city]).wall == 0
        assert b.spec.defend == ("sarosto",)
        assert b.odds().taken == 0


def test_what_must_be_fought_comes_first_and_what_has_been_fought_is_gone() -> None:
    units = {**SIEGE, "dharijor_cape": ["karnaal", "dharijor-army-5", "dharmit", "jharkor-army-7"]}
    g = board("combat", units=units, assaults=["dharijor_cape"])
    assert [BOARD.ids[b.area] for b in elric.battles(g)] == ["dharijor_cape", "dharijor_sequaloris"]
    g.push("fight dharijor_cape")
    now = elric.battles(g)
    assert BOARD.ids[now[0].area] == "dharijor_cape"
    while g.state.battle is not None or len(g.state.agenda) > 1:
        g.push(g.legal_actions()[0])
    assert "dharijor_cape" not in [BOARD.ids[b.area] for b in elric.battles(g)]


def test_who_is_held_back_stays_held_back() -> None:
    g = board("combat", units={"dharijor_cape": ["karnaal", "yishana", "dharmit", "jharkor-army-7"]}, assaults=["dharijor_cape"])  # fmt: skip
    g.push("fight dharijor_cape")
    g.push("withhold dharmit")
    assert elric.battles(g)[0].spec.held == ("dharmit",)


def test_a_stack_in_hand_is_offered_its_battles_too() -> None:
    g = board(units={"jharkor_sequa": ["yishana", "jharkor-army*3"], "dharijor_sequaloris": ["sarosto"]})
    before = [b.area for b in elric.battles(g)]
    assert BOARD.index["dharijor_sequaloris"] in before
    g.push("lead yishana")
    assert [b.area for b in elric.battles(g)] == before
    assert at(g, "dharijor_sequaloris")[0].spec.attack == ("yishana",)


def test_the_list_is_bounded_and_the_hopeless_come_last() -> None:
    g = board(
        units={
            "jharkor_sequa": ["yishana", "jharkor-army*6"],
            "dharijor_sequaloris": ["sarosto", "dharijor-army*2"],
            "dharijor_cape": ["karnaal", "dharijor-army*6", "dharijor-sorcerer"],
        }
    )
    found = elric.battles(g)
    areas = [BOARD.ids[b.area] for b in found]
    assert areas.index("dharijor_sequaloris") < areas.index("dharijor_cape")
    assert len(set(areas)) == len(areas) <= MOST
    assert [b.spec for b in elric.battles(g)][:2] == [b.spec for b in elric.young_kingdoms.lab.battles(g, 0, most=2)]
