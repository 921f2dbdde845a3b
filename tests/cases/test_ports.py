"""Ports attacked from land and sea. Chaosium [10.9.5]; Avalon Hill 9.96-9.962."""

from __future__ import annotations

from typing import Any

import pytest
from kit import EDITIONS, NATIONS, allowed, armies, at, dice, play, refused, texts, told, where

import elric

PORT = "dharijor_gromoorva"  # opens on the western Dragon Sea
SEA = "dragon_sea_west"


def by_land(rules: str, script: list[int], mine: list[str] | None = None, **more: Any) -> elric.Game:
    """An assault by land on Gromoorva, where a fleet of 4 lies beside Sarosto and an army."""
    g = at(
        rules,
        script,
        nations={**NATIONS, "lormyr": 0},
        phase="combat",
        assaults=[PORT],
        units={
            PORT: [*(mine or ["yishana", "jharkor-army*8"]), "sarosto", "dharijor-army*1", "dharijor-fleet-2"],
            "pan_tang": ["karnaal", "jagreen-lern"],
            "lormyr_iosaz": ["voashoon"],
            **more.pop("units", {}),
        },
        **more,
    )
    return play(g, f"fight {PORT}", "ready", "ready")


def from_sea(rules: str, script: list[int], **more: Any) -> elric.Game:
    """Yishana lands three armies at Gromoorva from two fleets; a fleet of 4 lies in port, the admiral aboard."""
    g = at(
        rules,
        script,
        nations=NATIONS,
        units={
            SEA: ["yishana", "dharmit", "jharkor-fleet-1", "jharkor-fleet-2", "jharkor-army*3"],
            PORT: ["dharijor-army*1", "dharijor-fleet-2", "dharijor-admiral", "sarosto"],
            "pan_tang": ["jagreen-lern", "karnaal"],
            "shazaar_aflitain": ["ohada"],
        },
        aboard={
            "yishana": "jharkor-fleet-1",
            "dharmit": "jharkor-fleet-2",
            "jharkor-army-1": "jharkor-fleet-2",
            "jharkor-army-2": "jharkor-fleet-2",
            "jharkor-army-3": "jharkor-fleet-1",
            "dharijor-admiral": "dharijor-fleet-2",
        },
        **more,
    )
    play(g, "lead yishana", f"attack {PORT}", "halt", "lead dharmit", f"attack {PORT}", "halt", "end")
    while g.phase != "combat":
        g.push("done")
    return play(g, f"fight {PORT}")


# ---- by land ---------------------------------------------------------------------------------------------------------


def test_ch_10_9_5_by_land_armies_and_wall_defend() -> None:
    """10.9.5: attacked by land a port has its armies, personalities and its wall; the fleet takes no part."""
    g = by_land("chaosium", dice(3, 3))
    assert told(g, "battle")[0]["sums"] == (13, 4 + 1 + 5)


def test_ah_9_961_by_land_the_fleets_help() -> None:
    """9.961: the fleet's 4 is added."""
    g = by_land("avalon-hill", dice(3, 3))
    assert told(g, "battle")[0]["sums"] == (13, 4 + 1 + 5 + 4)


def test_ah_9_961_fleets_may_be_the_casualties() -> None:
    """9.961, 6.572: of the three counters inside half are lost, rounded up, and the fleet may be one of them."""
    g = by_land("avalon-hill", dice(5, 3))
    assert told(g, "battle")[0]["difference"] == 1
    allowed(g, "lose dharijor-fleet-2")
    play(g, "lose dharijor-fleet-2")
    assert where(g, "dharijor-fleet-2") is None


def test_ch_10_9_5_fleets_are_no_casualties_on_land() -> None:
    """10.9.5, 10.7: in 1981 the fleet in port is neither strength nor loss."""
    g = by_land("chaosium", dice(5, 3))
    assert told(g, "battle")[0]["difference"] == 5
    refused(g, "lose dharijor-fleet-2", "10.7")


def pressed(units: dict[str, list[str]], aboard: dict[str, str]) -> elric.Game:
    """Nineteen against eighteen behind the wall: of eight counters four are lost, all of them armies."""
    g = at(
        "avalon-hill",
        dice(3, 3),
        nations=NATIONS,
        phase="combat",
        assaults=[PORT],
        units={
            PORT: [
                "yishana",
                "dharmit",
                "jharkor-army*8",
                "tarkesh-army*3",
                "dharijor-army*6",
                "dharijor-fleet-2",
                "karnaal",
            ],
            "pan_tang": ["sarosto", "jagreen-lern"],
            "tarkesh_hornus": ["hilran"],
            **units,
        },
        aboard=aboard,
    )
    play(g, f"fight {PORT}", "ready", "ready")
    assert told(g, "battle")[0]["sums"] == (19, 18)
    for _ in range(4):
        g.push(sorted(t for t in texts(g) if "army" in t)[0])
    return g


def test_ah_9_961_out_to_sea_with_what_they_can_carry() -> None:
    """9.961, 9.7: when the result calls for a retreat the fleet may sail out with one army and the personalities; what
    it cannot carry stays behind the wall."""
    g = pressed({}, {})
    assert "stay" in texts(g)
    play(g, f"retreat {SEA}")
    assert where(g, "dharijor-fleet-2") == where(g, "karnaal") == SEA
    assert armies(g, "dharijor", SEA) == 1
    assert armies(g, "dharijor", PORT) == 1
    assert g.view()["areas"][PORT]["control"] == 1


def test_ah_9_961_not_into_a_sea_with_enemy_ships() -> None:
    """9.961: not when enemy vessels lie in that sea."""
    g = pressed({SEA: ["ohada", "shazaar-fleet-1"]}, {"ohada": "shazaar-fleet-1"})
    refused(g, f"retreat {SEA}", "9.7")
    allowed(g, "retreat dharijor_sequaloris")
    allowed(g, "stay")


@pytest.mark.parametrize("rules", EDITIONS)
def test_both_10_9_5_and_9_962_ships_in_a_port_that_falls_are_lost(rules: str) -> None:
    """10.9.5 / 9.962, ruling ships-lost-with-port: with the port go the fleets that are in it."""
    g = by_land(
        rules,
        dice(6, 1, 6),
        mine=["yishana", "dharmit", "hilran", "jharkor-army*8", "tarkesh-army*4", "lormyr-army*11"],
    )
    while g.step == "reappear":
        g.push(sorted(texts(g))[0])
    assert told(g, "battle")[0]["fell"]
    assert where(g, "dharijor-fleet-2") is None
    assert g.view()["areas"][PORT]["control"] == 0


@pytest.mark.parametrize("rules", EDITIONS)
def test_both_10_9_5_and_9_962_no_one_leaves_a_walled_port_against_his_will(rules: str) -> None:
    """10.7 / 9.962: units in a city never have to go."""
    g = by_land(rules, dice(5, 3))
    while g.step in ("losses", "reappear", "escape"):
        g.push(sorted(t for t in texts(g) if t != "lose sarosto")[0])
    assert where(g, "sarosto") == PORT
    if g.step == "retreat":
        allowed(g, "stay")
        play(g, "stay")
    assert where(g, "sarosto") == PORT


@pytest.mark.parametrize("rules", EDITIONS)
def test_both_9_942_ships_do_not_help_a_sortie(rules: str) -> None:
    """10.9.4, 10.9.5 / 9.942, 9.961: fleets help to defend the port, not to break out of it."""
    g = at(
        rules,
        dice(3, 3),
        nations=NATIONS,
        player=1,
        phase="combat",
        units={
            PORT: ["yishana", "jharkor-army*3", "sarosto", "dharijor-fleet-2"],
            "pan_tang": ["jagreen-lern"],
            "shazaar_aflitain": ["ohada"],
        },
    )
    play(g, f"fight {PORT}", "ready", "ready")
    assert told(g, "battle")[0]["sums"] == (4, 8)


# ---- from the sea ----------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("rules", EDITIONS)
def test_both_10_9_5_and_9_962_ships_do_not_force_a_harbour(rules: str) -> None:
    """10.9.5 / 9.962 (ruling storm-from-boats): no sailing into an enemy's port; those aboard storm it, and the ships
    stay outside."""
    g = at(
        rules,
        nations=NATIONS,
        units={SEA: ["yishana", "jharkor-fleet-1", "jharkor-army*1"], PORT: ["sarosto"]},
        aboard={"yishana": "jharkor-fleet-1", "jharkor-army-1": "jharkor-fleet-1"},
    )
    play(g, "lead yishana")
    said = g.verdict(elric.parse_action(f"sail {PORT}"))
    assert not said.ok
    play(g, f"attack {PORT}")
    assert where(g, "yishana") == where(g, "jharkor-army-1") == PORT
    assert where(g, "jharkor-fleet-1") == SEA


def test_ch_10_9_5_the_defender_chooses() -> None:
    """10.9.5: a port attacked from the sea: its defender, and nobody else, says ships or armies."""
    g = from_sea("chaosium", [])
    assert (g.step, g.seat) == ("port", 1)
    assert texts(g) == {"defend ships", "defend armies"}


def test_ch_10_9_5_ships_fight_ships() -> None:
    """10.9.5 (ruling port-sally): the fleet comes out with its admiral against the two that brought the landing; the
    armies, aboard again, count for nothing: 5 + 3 + 2 + 2 against 4 + 2."""
    g = from_sea("chaosium", dice(3, 3))
    play(g, "defend ships", "ready", "ready")
    (b,) = told(g, "battle")
    assert (b["sums"], b["wall"]) == ((12, 6), 0)
    assert where(g, "yishana") == where(g, "jharkor-army-1") == SEA
    assert g.view()["units"]["jharkor-army-1"]["aboard"]
    assert where(g, "sarosto") == PORT
    while g.step == "losses":
        g.push("lose dharijor-admiral" if "lose dharijor-admiral" in texts(g) else sorted(texts(g))[0])
    while g.step == "reappear":
        g.push(sorted(texts(g))[0])
    play(g, f"retreat {PORT}")
    assert where(g, "dharijor-fleet-2") == PORT


def test_ch_10_9_5_ships_that_win_lie_in_port_again() -> None:
    """10.9.5 (ruling port-sally): the landing is beaten off at sea, its fleets retreat, the others go home."""
    g = from_sea("chaosium", dice(1, 6))
    play(g, "defend ships", "withhold dharmit", "withhold jharkor-fleet-2", "ready", "ready")
    (b,) = told(g, "battle")
    assert (b["sums"], b["loser"]) == ((7, 6), 0)
    while g.step == "losses":
        g.push(sorted(t for t in texts(g) if "fleet" in t)[0])
    assert g.seat == 0
    play(g, sorted(t for t in texts(g) if t.startswith("retreat"))[0])
    assert where(g, "dharijor-fleet-2") == PORT
    assert where(g, "dharijor-admiral") == PORT


def test_ch_10_9_5_ships_that_came_out_do_not_turn_back() -> None:
    """10.9.5, 10.2: having come out, they cannot slip back before the battle."""
    g = from_sea("chaosium", [])
    play(g, "defend ships", "ready", "withhold dharijor-fleet-2")
    refused(g, f"withdraw {PORT}", "10.9.5")


def test_ch_10_9_5_armies_fight_armies() -> None:
    """10.9.5: or the armies meet the landing, with the wall; ships of neither side count: 5 + 3 + 3 against 4 + 2 + 1
    + 5."""
    g = from_sea("chaosium", dice(3, 3))
    play(g, "defend armies", "ready", "ready")
    (b,) = told(g, "battle")
    assert (b["sums"], b["wall"]) == ((11, 12), 5)


@pytest.mark.parametrize("rules", EDITIONS)
def test_both_10_7_and_9_7_a_beaten_landing_goes_back_aboard(rules: str) -> None:
    """10.7 / 9.7 (ruling storm-from-boats): troops that are beaten off may retreat to their ships."""
    g = from_sea(rules, dice(2, 3) if rules == "chaosium" else dice(5, 2))
    play(g, *(["defend armies"] if rules == "chaosium" else []), "ready", "ready")
    assert told(g, "battle")[0]["loser"] == 0
    assert told(g, "battle")[0]["difference"] == 2
    play(g, f"retreat {SEA}")
    ships = {g.view()["units"][f"jharkor-army-{k}"]["aboard"] for k in (1, 2, 3)}
    assert ships <= {"jharkor-fleet-1", "jharkor-fleet-2"}
    assert g.view()["units"]["yishana"]["aboard"] in ("jharkor-fleet-1", "jharkor-fleet-2")


def test_ah_9_962_wall_and_fleets_against_a_landing() -> None:
    """9.961, 9.962: in 1984 nobody chooses; the fleets in port are behind the wall and add their strength."""
    g = from_sea("avalon-hill", dice(3, 3))
    assert g.step == "withhold"
    play(g, "ready", "ready")
    assert told(g, "battle")[0]["sums"] == (11, 4 + 2 + 1 + 5 + 4)


def test_ch_10_9_5_no_choice_without_ships_or_for_an_attack_by_land() -> None:
    """10.9.5: the choice is there only when the attack comes from the sea and fleets lie in port."""
    g = at(
        "chaosium",
        nations=NATIONS,
        units={"dharijor_cape": ["yishana", "jharkor-army*2"], PORT: ["sarosto", "dharijor-fleet-2"]},
    )
    play(g, "lead yishana; join jharkor-army-1", f"attack {PORT}", "halt", "end")
    while g.phase != "combat":
        g.push("done")
    play(g, f"fight {PORT}")
    assert g.step == "withhold"
    assert not g.verdict(elric.parse_action("defend ships")).ok


def test_ch_10_9_5_a_coast_beside_the_port_is_land() -> None:
    """10.9.5: a landing from a sea on which the harbour does not open is an attack by land; nobody chooses."""
    g = at(
        "chaosium",
        nations=NATIONS,
        player=1,
        units={
            SEA: ["jagreen-lern", "pan-tang-fleet-1", "pan-tang-army*1"],
            "shazaar_aflitain": ["ohada", "shazaar-fleet-1"],
            "pan_tang": ["pan-tang-general"],
        },
        aboard={"jagreen-lern": "pan-tang-fleet-1", "pan-tang-army-1": "pan-tang-fleet-1"},
    )
    play(g, "lead jagreen-lern", "attack shazaar_aflitain", "halt", "end")
    while g.phase != "combat":
        g.push("done")
    play(g, "fight shazaar_aflitain")
    assert g.step == "withhold"


@pytest.mark.parametrize(("rules", "sums"), [
    ("chaosium", (13, 4 + 1 + 1 + 5)),
    ("avalon-hill", (13, 4 + 1 + 5 + 4)),
    ("avalon-hill, docked_armies_fight=true", (13, 4 + 1 + 1 + 5 + 4)),
])  # fmt: skip
def test_ah_9_72_loaded_armies_do_not_fight(rules: str, sums: tuple[int, int]) -> None:
    """9.72 (ruling ships-against-a-landing): an army aboard a ship in port has no value, though the ship itself helps; the switch
    docked_armies_fight, and the 1981 book, count it."""
    g = at(
        rules,
        dice(3, 3),
        nations=NATIONS,
        phase="combat",
        assaults=[PORT],
        units={
            PORT: ["yishana", "jharkor-army*8", "sarosto", "dharijor-army*2", "dharijor-fleet-2"],
            "pan_tang": ["karnaal", "jagreen-lern"],
        },
        aboard={"dharijor-army-2": "dharijor-fleet-2"},
    )
    play(g, f"fight {PORT}", "ready", "ready")
    assert told(g, "battle")[0]["sums"] == sums


def test_ch_10_9_5_an_eater_of_fleets_is_laid_for_a_landing() -> None:
    """10.9.5, 16.3: the port is attacked from the sea, and its defender may meet the landing with ships: an eater of fleets can
    be laid for it, by either side, and bites if he does. By the 1984 rules nobody comes out, and it is refused."""
    for rules in EDITIONS:
        g = at(
            rules,
            dice(4),
            nations=NATIONS,
            units={
                SEA: ["ohada", "jharkor-fleet-1"],
                PORT: ["dharijor-army*1", "dharijor-fleet-2", "dharijor-admiral", "sarosto"],
                "pan_tang": ["jagreen-lern", "karnaal"],
            },
            aboard={"ohada": "jharkor-fleet-1", "dharijor-admiral": "dharijor-fleet-2"},
            hands={"ohada": ["hhaarshanns"]},
        )
        play(g, "lead ohada", f"attack {PORT}", "halt", "end")
        while g.step != "magic":
            g.push("done")
        if rules == "avalon-hill":
            refused(g, "cast ohada hhaarshanns", "14.3")
            continue
        play(g, "cast ohada hhaarshanns", "done")
        while g.phase != "combat":
            g.push("done")
        play(g, f"fight {PORT}", "defend ships", "ready", "ready")
        assert where(g, "dharijor-fleet-2") is None
