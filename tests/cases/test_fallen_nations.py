"""Nations that lose all their personalities. Chaosium [6.0], [10.9.1]; Avalon Hill 5.3, 9.931."""

from __future__ import annotations

import pytest
from kit import DHAKOS, EDITIONS, NATIONS, SEQUA, armies, at, control, dice, play, texts, told, where

import elric

CAPITAL = "dharijor_gromoorva"  # 5


def last_leader(rules: str, extra: list[str] | None = None, script: list[int] | None = None) -> elric.Game:
    """Hilran, the last of Tarkesh, is lost in the open; Dharijor's army besieges Banarva."""
    return at(
        rules,
        script or dice(6, 1, 6),
        nations=NATIONS,
        player=1,
        phase="combat",
        units={
            "tarkesh_west": ["hilran", "sarosto", "dharijor-army*4"],
            "tarkesh_banarva": ["tarkesh-army*3", *(extra or []), "karnaal", "dharijor-army*2"],
            "jharkor_dhakos": ["yishana"],
            "tarkesh_hornus": ["tarkesh-army*1"],
        },
    )


def fall(g: elric.Game) -> None:
    play(g, "fight tarkesh_west", "ready", "ready")
    while g.step in ("losses", "reappear"):
        g.push(sorted(texts(g))[0])


def test_ch_6_0_a_nation_without_leaders_leaves_the_board() -> None:
    """6.0: with the last personality gone the armies leave and the cities are neutral, besieged or not."""
    g = last_leader("chaosium")
    fall(g)
    assert where(g, "hilran") is None
    assert armies(g, "tarkesh") == 0
    assert control(g, "tarkesh_banarva") is None
    play(g, "fight tarkesh_banarva", "ready")
    assert told(g, "battle")[-1]["sums"] == (3 + 2, 3 + 3)  # Karnaal's five against the neutral value and the wall


def test_ah_5_3_and_9_931_a_city_under_attack_fights_on_with_what_it_has() -> None:
    """5.3, 9.931: units in a city under attack stay, belong to nobody, and the city does not get its neutral value."""
    g = last_leader("avalon-hill", script=dice(6, 1, 6, 3, 3))
    fall(g)
    assert armies(g, "tarkesh", "tarkesh_banarva") == 3
    assert armies(g, "tarkesh", "tarkesh_hornus") == 0
    assert control(g, "tarkesh_banarva") is None
    assert {v["owner"] for u, v in g.view()["units"].items() if "tarkesh-army" in u} == {None}
    play(g, "fight tarkesh_banarva", "ready")
    (b,) = told(g, "battle")[1:]
    assert b["sums"] == (3 + 2, 3 + 3)


def test_ah_9_931_no_strength_from_nowhere_when_the_last_are_gone() -> None:
    """9.931: with its last army dead the city has its wall and nothing else while the attack goes on."""
    g = last_leader("avalon-hill", script=dice(6, 1, 6))
    fall(g)
    s = g.state
    from elric.young_kingdoms.combat.battle import prospect
    from elric.young_kingdoms.components import pieces
    from elric.young_kingdoms.components.board import BOARD
    from elric.young_kingdoms.position.state import lose

    for u in pieces.ARMIES:
        if pieces.IDS[u].startswith("tarkesh") and s.place[u] < BOARD.size:
            lose(s, u)
    b = prospect(s, BOARD.index["tarkesh_banarva"])
    assert (b.base, b.wall) == (0, 3)


def test_ah_9_931_full_strength_after_a_turn_in_peace() -> None:
    """9.931: a whole game-turn without an attack, and the city has its neutral value again; its old units go home."""
    g = last_leader("avalon-hill", script=dice(6, 1, 6))
    fall(g)
    turn = g.turn
    peace: dict[int, int] = {}
    while g.turn < turn + 3 and g.seat is not None:
        peace[g.turn] = armies(g, "tarkesh", "tarkesh_banarva")
        here = texts(g)
        g.push("end" if "end" in here else "done" if "done" in here else sorted(here)[0])
    assert peace[turn] == 3
    assert peace[turn + 1] == 3
    assert armies(g, "tarkesh") == 0
    from elric.young_kingdoms.combat.battle import garrison_value, prospect
    from elric.young_kingdoms.components.board import BOARD

    a = BOARD.index["tarkesh_banarva"]
    g.state.player = 1
    assert prospect(g.state, a).base == garrison_value(a) == 3


def test_ah_5_3_a_guest_aboard_a_fallen_nations_ship() -> None:
    """5.3, 6.32: Zas is aboard a ship of Tarkesh in Banarva, which is besieged, when Tarkesh loses its last leader. The ship stays with the
    city and is nobody's: Zas stands on the quay, and cannot sail away with it."""
    g = at(
        "avalon-hill",
        dice(6, 1, 6),
        nations=NATIONS,
        player=1,
        phase="combat",
        units={
            "tarkesh_west": ["hilran", "sarosto", "dharijor-army*4"],
            "tarkesh_banarva": ["tarkesh-army*3", "tarkesh-fleet-1", "zas", "karnaal", "dharijor-army*2"],
            DHAKOS: ["yishana"],
        },
        owners={"zas": 0},
        aboard={"zas": "tarkesh-fleet-1"},
    )
    fall(g)
    units = g.view()["units"]
    assert units["tarkesh-fleet-1"]["owner"] is None
    assert (units["zas"]["owner"], units["zas"]["aboard"]) == (0, None)


def test_ah_9_931_the_turn_after_peace_meets_full_strength() -> None:
    """9.931: last attacked in turn 1, a fallen nation's city is left alone in turn 2. In turn 3 the first player already meets
    its people and its wall, and the two armies that had fought on are gone."""
    g = at(
        "avalon-hill",
        nations={"jharkor": 0, "dharijor": 1},
        units={"tarkesh_banarva": ["tarkesh-army*2"], DHAKOS: ["yishana"], CAPITAL: ["karnaal"]},
        owners={"tarkesh-army-1": None, "tarkesh-army-2": None},
        reduced={"tarkesh_banarva": 1},
        turn=2,
        player=1,
        phase="movement",
    )
    assert armies(g, "tarkesh") == 2
    play(g, "end")
    assert (g.turn, g.seat, g.phase) == (3, 0, "movement")
    assert armies(g, "tarkesh") == 0
    from elric.young_kingdoms.combat.battle import prospect
    from elric.young_kingdoms.components.board import BOARD

    b = prospect(g.state, BOARD.index["tarkesh_banarva"])
    assert (b.base, b.wall) == (3, 3)


def test_ah_9_931_a_garrison_lost_under_attack_leaves_the_wall_alone() -> None:
    """9.931: a city that turns neutral for another reason (its foreign garrison is dead) is weak as well."""
    g = at(
        "avalon-hill",
        dice(3, 3),
        nations=NATIONS,
        player=1,
        phase="combat",
        control={"lormyr_stagasaz": 0},
        assaults=["lormyr_stagasaz"],
        units={
            "lormyr_stagasaz": ["jharkor-army*1", "sarosto", "dharijor-army*2"],
            SEQUA: ["yishana"],
            CAPITAL: ["karnaal"],
        },
    )
    play(g, "fight lormyr_stagasaz", "ready", "ready")
    assert told(g, "battle")[0]["difference"] == 2
    while g.phase == "combat":
        g.push(sorted(texts(g))[0])
    assert control(g, "lormyr_stagasaz") is None
    from elric.young_kingdoms.combat.battle import prospect
    from elric.young_kingdoms.components.board import BOARD

    s = g.state.copy()
    s.player = 1
    b = prospect(s, BOARD.index["lormyr_stagasaz"])
    assert (b.base, b.wall) == (0, 3)


@pytest.mark.parametrize("rules", EDITIONS)
def test_both_10_9_1_and_9_91_armies_of_another_nation_hold_the_city(rules: str) -> None:
    """10.9.1 / 9.91 (ruling garrison-takes-over): Jharkor's army in Tarkesh's city keeps it for its player."""
    g = last_leader(rules, extra=["jharkor-army*1"])
    fall(g)
    assert control(g, "tarkesh_banarva") == 0
    assert armies(g, "tarkesh") == 0
