"""Walls, garrisons, neutral cities, nations that fall apart. Chaosium [7.5.2], [7.5.7], [10.9.1], [10.9.3], [6.0];
Avalon Hill 6.52, 6.57-6.573, 9.91-9.913, 9.93, 9.931, 5.3."""

from __future__ import annotations

from typing import Any

import pytest
from kit import (
    EDITIONS,
    NATIONS,
    SEQUA,
    allowed,
    armies,
    at,
    card,
    cite,
    control,
    dice,
    draw,
    play,
    refused,
    texts,
    told,
    where,
)

import elric
from elric.young_kingdoms.lab.prospects import battle_at

TOWN = "dharijor_sequaloris"  # a walled city, 3
CAPITAL = "dharijor_gromoorva"  # 5


@pytest.mark.parametrize("rules", EDITIONS)
def test_ch_7_5_2_an_open_city_falls_to_whoever_wins(rules: str) -> None:
    """[7.5.2] / 6.52: Nadsokor has no wall. Its people, 8, have their own strength only: the attacker, ahead by 2 before the dice
    and by 1 after them, has the city with the battle, and the lab gives one chance for both."""
    g = at(
        rules, dice(3, 4), nations=NATIONS, phase="combat", units={"nadsokor": ["yishana", "dharmit", "jharkor-army*2"]}
    )
    odds = battle_at(g, "nadsokor").odds()
    assert odds.falls == odds.taken == odds.win[0] > 0
    play(g, "fight nadsokor", "ready")
    assert told(g, "battle")[-1]["fell"]
    assert control(g, "nadsokor") == 0


def storm(
    rules: Any, mine: list[str], theirs: list[str], script: list[int], area: str = TOWN, **more: Any
) -> elric.Game:
    """An assault on a city of Dharijor; Karnaal is elsewhere, so that the nation lives on."""
    units = {area: [*mine, *theirs], "dharijor_cape": ["karnaal"], **more.pop("units", {})}
    nations = {**NATIONS, **more.pop("nations", {})}
    g = at(rules, script, nations=nations, phase="combat", assaults=[area], units=units, **more)
    play(g, f"fight {area}", "ready")
    if g.step == "withhold":
        play(g, "ready")
    return g


# ---- walls -----------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("rules", EDITIONS)
@pytest.mark.parametrize(("area", "wall"), [(TOWN, 3), (CAPITAL, 5)])
def test_both_7_5_2_and_6_52_what_a_wall_is_worth(rules: str, area: str, wall: int) -> None:
    """7.5.2, 7.5.7 / 6.52, 6.571: 3 for a walled city, 5 for a capital, added to the defenders."""
    g = storm(rules, ["yishana"], ["sarosto"], dice(1, 1), area)
    (b,) = told(g, "battle")
    assert (b["sums"], b["wall"]) == ((5, 4 + wall), wall)


@pytest.mark.parametrize("rules", EDITIONS)
def test_both_7_5_7_and_6_56_no_wall_no_help(rules: str) -> None:
    """7.5.6 / 6.56: Nadsokor has no wall; its defenders stand with what they are, and have to go when beaten."""
    g = at(
        rules,
        dice(3, 3),
        nations={**NATIONS, "nadsokor": 1},
        phase="combat",
        units={"nadsokor": ["yishana", "jharkor-army*2", "urish", "nadsokor-army*2"]},
        assaults=["nadsokor"],
    )
    play(g, "fight nadsokor", "ready", "ready")
    (b,) = told(g, "battle")
    assert (b["sums"], b["wall"]) == ((7, 5), 0)
    assert g.step == "retreat"
    play(g, "retreat vilmir_north")
    assert control(g, "nadsokor") == 0


@pytest.mark.parametrize("rules", EDITIONS)
@pytest.mark.parametrize(("rolls", "falls"), [((2, 3), False), ((4, 1), False), ((5, 1), True)])
def test_both_7_5_7_and_6_571_defenders_and_wall_at_once(rules: str, rolls: tuple[int, int], falls: bool) -> None:
    """7.5.7 / 6.571: a loss of 3 kills defenders worth 2 and does not overcome the wall's 3 with them; one of 5 does."""
    g = storm(rules, ["yishana", "jharkor-army*6"], ["dharijor-army*2"], dice(*rolls))
    (b,) = told(g, "battle")
    assert b["sums"] == (11, 5)
    assert b["fell"] == falls
    assert control(g, TOWN) == (0 if falls else 1)


@pytest.mark.parametrize("rules", EDITIONS)
def test_both_7_5_7_and_6_571_equal_is_enough(rules: str) -> None:
    """7.5.7 / 6.571, ruling wall-equal: two armies and the wall's 3 are 5, and a loss of 5 takes the city."""
    g = storm(rules, ["yishana", "jharkor-army*8", "dharmit"], ["dharijor-army*2"], dice(2, 3))
    (b,) = told(g, "battle")
    assert (b["difference"], b["worth"], b["fell"]) == (10, 2, True)
    assert control(g, TOWN) == 0
    assert armies(g, "dharijor") == 0


@pytest.mark.parametrize("rules", EDITIONS)
def test_both_7_5_7_and_6_571_one_short_is_not(rules: str) -> None:
    """7.5.7 / 6.571: three armies and the wall are 6; a loss of 5 leaves the city standing."""
    g = storm(rules, ["yishana", "jharkor-army*8", "dharmit"], ["dharijor-army*3"], dice(3, 3))
    (b,) = told(g, "battle")
    assert (b["difference"], b["worth"], b["fell"]) == (10, 3, False)
    assert control(g, TOWN) == 1


def six_armies(rules: str, mine: list[str], script: list[int]) -> elric.Game:
    return storm(
        rules,
        ["yishana", "dharmit", *mine],
        ["dharijor-army*6"],
        script,
        nations={"lormyr": 0},
        units={"lormyr_iosaz": ["voashoon"]},
    )


@pytest.mark.parametrize("rules", EDITIONS)
def test_both_6_571_example_six_armies_need_nine(rules: str) -> None:
    """7.5.7 / 6.571, EXAMPLE: six armies behind a wall of 3: nine losses take the city; the table's next number is 10."""
    g = six_armies(rules, ["jharkor-army*8", "lormyr-army*8"], dice(3, 3))
    (b,) = told(g, "battle")
    assert (b["sums"], b["difference"], b["worth"] + b["wall"], b["fell"]) == ((24, 9), 15, 9, True)
    assert control(g, TOWN) == 0


def test_ah_6_572_example_half_of_six() -> None:
    """6.572, example: the attacker kills 5, which is not enough: three of the six defenders are lost, not five."""
    g = six_armies("avalon-hill", ["jharkor-army*8", "lormyr-army*3"], dice(3, 3))
    (b,) = told(g, "battle")
    assert (b["difference"], b["fell"]) == (10, False)
    while g.step == "losses":
        g.push(sorted(texts(g))[0])
    assert armies(g, "dharijor", TOWN) == 3


def test_ch_10_7_the_table_takes_its_losses_behind_a_wall() -> None:
    """10.6, 7.5.7: in 1981 the same assault kills five of the six."""
    g = six_armies("chaosium", ["jharkor-army*8", "lormyr-army*3"], dice(3, 3))
    while g.step == "losses":
        g.push(sorted(texts(g))[0])
    assert armies(g, "dharijor", TOWN) == 1


def test_ah_6_572_half_rounded_up_and_the_defender_picks() -> None:
    """6.572: half of three counters, rounded up, is two, whatever they are worth; the defender picks."""
    g = storm("avalon-hill", ["yishana", "jharkor-army*5"], ["sarosto", "dharijor-army*2"], dice(3, 3))
    assert told(g, "battle")[0]["difference"] == 1
    assert texts(g) == {"lose sarosto", "lose dharijor-army-1"}
    play(g, "lose dharijor-army-1", "lose dharijor-army-2")
    assert where(g, "sarosto") == TOWN


def test_ah_6_572_only_when_the_attacker_had_more() -> None:
    """6.572 (ruling half): an assault that is beaten off kills nobody inside."""
    g = storm("avalon-hill", ["yishana", "jharkor-army*2"], ["sarosto", "dharijor-army*2"], dice(3, 3))
    assert told(g, "battle")[0]["loser"] == 0
    assert armies(g, "dharijor", TOWN) == 2


@pytest.mark.parametrize("rules", EDITIONS)
def test_both_7_5_7_and_6_573_everybody_in_the_province_is_behind_the_wall(rules: str) -> None:
    """7.2 / 6.573: all friendly units in the province count as inside."""
    g = storm(rules, ["yishana"], ["sarosto", "dharijor-army*4"], dice(1, 1))
    assert told(g, "battle")[0]["sums"] == (5, 4 + 4 + 3)


@pytest.mark.parametrize("rules", EDITIONS)
def test_both_7_5_7_and_6_571_an_empty_wall_still_has_to_be_won(rules: str) -> None:
    """[7.5.7] / 6.571: the wall defends an empty city: whoever comes into the province does not hold it yet."""
    g = at(
        rules, dice(1, 4), nations=NATIONS, units={SEQUA: ["yishana", "jharkor-army*1"], "dharijor_cape": ["karnaal"]}
    )
    play(g, "lead yishana; join jharkor-army-1")
    still = play(g.copy(), f"step {TOWN}; halt; end")
    assert control(still, TOWN) == 1
    play(g, f"attack {TOWN}; halt; end", f"fight {TOWN}", "ready")
    (b,) = told(g, "battle")
    assert (b["sums"], b["loser"]) == ((6, 3), 1) or b["difference"] == 0
    assert b["sums"] == (6, 3)


@pytest.mark.parametrize("rules", EDITIONS)
def test_both_10_6_and_9_6_everything_eliminated_takes_any_city(rules: str) -> None:
    """10.6 / 9.6 (ruling eliminated-wall): at 25 the city falls whatever it was worth."""
    g = storm(
        rules,
        ["yishana", "dharmit", "hilran", "jharkor-army*8", "tarkesh-army*4", "lormyr-army*11"],
        ["dharijor-army*4"],
        dice(6, 2),
        nations={"lormyr": 0},
        units={"lormyr_iosaz": ["voashoon"]},
    )
    (b,) = told(g, "battle")
    assert b["difference"] >= 25
    assert b["fell"]
    assert control(g, TOWN) == 0


@pytest.mark.parametrize("rules", EDITIONS)
def test_both_7_5_2_and_6_52_the_wall_is_always_whole(rules: str) -> None:
    """7.5.2 / 6.52: battles do not wear a wall down; at the next assault it counts in full."""
    g = storm(rules, ["yishana", "jharkor-army*4"], ["dharijor-army*5"], dice(4, 3))
    assert told(g, "battle")[0]["wall"] == 3
    while g.player == 0 or g.phase != "movement":
        wanted = [t for t in sorted(texts(g)) if t in ("end", "done", "stay", "ready", "keep law")]
        g.push(wanted[0] if wanted else sorted(texts(g))[0])
    while g.player == 1:
        g.push("end" if "end" in texts(g) else "done")
    while g.phase != "combat":
        g.push("end" if "end" in texts(g) else "done")
    play(g, f"fight {TOWN}", "ready")
    assert g.view()["battle"]["wall"] == 3


# ---- garrisons -------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("rules", EDITIONS)
def test_both_10_9_1_and_9_912_the_wall_helps_its_holder(rules: str) -> None:
    """10.9.1 / 9.912: a foreign garrison fights behind the city's wall."""
    g = at(
        rules,
        dice(3, 3),
        nations=NATIONS,
        player=1,
        phase="combat",
        control={TOWN: 0},
        assaults=[TOWN],
        units={TOWN: ["sarosto", "dharijor-army*2", "jharkor-army*2"], SEQUA: ["yishana"]},
    )
    play(g, f"fight {TOWN}", "ready", "ready")
    assert told(g, "battle")[0]["sums"] == (6, 2 + 3)


@pytest.mark.parametrize("rules", EDITIONS)
def test_both_10_9_1_and_9_91_without_a_garrison_it_goes_back(rules: str) -> None:
    """10.9.1 / 9.91: a city taken and left without an army belongs to its first owner again."""
    g = at(
        rules,
        nations=NATIONS,
        control={TOWN: 0},
        units={TOWN: ["yishana", "jharkor-army*1"], "dharijor_cape": ["karnaal"]},
    )
    play(g, f"lead yishana; join jharkor-army-1; step {SEQUA}; halt; end")
    while g.player == 0:
        g.push("end" if "end" in texts(g) else "done")
    assert control(g, TOWN) == 1
    assert told(g, "reverts")[0]["seat"] == 1


@pytest.mark.parametrize("rules", EDITIONS)
def test_both_10_9_1_and_9_91_a_personality_is_no_garrison(rules: str) -> None:
    """10.9.1 / 9.91: it takes an army."""
    g = at(
        rules,
        nations=NATIONS,
        control={TOWN: 0},
        units={TOWN: ["yishana", "dharmit", "jharkor-army*1"], "dharijor_cape": ["karnaal"]},
    )
    play(g, f"lead yishana; join jharkor-army-1; step {SEQUA}; halt; end")
    while g.player == 0:
        g.push("end" if "end" in texts(g) else "done")
    assert control(g, TOWN) == 1


@pytest.mark.parametrize("rules", EDITIONS)
def test_both_10_9_1_and_9_91_one_army_is_enough(rules: str) -> None:
    """10.9.1 / 9.91: one army of any nation holds the city."""
    g = at(
        rules,
        nations=NATIONS,
        control={TOWN: 0},
        units={TOWN: ["yishana", "tarkesh-army*1"], "dharijor_cape": ["karnaal"], "tarkesh_hornus": ["hilran"]},
    )
    play(g, "end")
    while g.player == 0:
        g.push("end" if "end" in texts(g) else "done")
    assert control(g, TOWN) == 0


@pytest.mark.parametrize("rules", EDITIONS)
def test_both_10_9_1_and_9_9_11_an_occupied_capital_replaces_nothing(rules: str) -> None:
    """10.9.1 / 9.9.11: with its capital garrisoned by the enemy Dharijor replaces nothing."""
    g = at(
        rules,
        nations=NATIONS,
        player=1,
        phase="replacement",
        control={CAPITAL: 0},
        units={CAPITAL: ["yishana", "jharkor-army*1"], "dharijor_cape": ["karnaal"]},
        lost=["dharijor-army-1"],
    )
    assert "raise dharijor-army-1" not in texts(g)


def test_ah_9_91_personalities_alone_take_no_city() -> None:
    """9.91: without an army to leave in it, a beaten city is not held; a capital yields no spell."""
    g = storm("avalon-hill", ["yishana", "dharmit", "hilran"], [], dice(6, 1))
    assert told(g, "battle")[0]["fell"]
    assert control(g, TOWN) == 1
    g = storm("avalon-hill", ["yishana", "dharmit", "hilran"], [], dice(6, 1), CAPITAL)
    assert told(g, "battle")[0]["fell"]
    assert not told(g, "city")
    assert not told(g, "found")


def test_ch_7_5_2_and_10_9_1_personalities_alone_capture_and_cannot_keep() -> None:
    """7.5.2, 10.9.1: an army is needed to be sure of keeping a city, not to capture it: heroes who overcome the wall take
    the capital and draw its spell, and it goes back when garrisons are counted, before anybody musters."""
    g = storm("chaosium", ["yishana", "dharmit", "hilran"], [], [*dice(6, 1), *draw("arkyn")], CAPITAL)
    assert told(g, "battle")[0]["fell"]
    assert told(g, "city")[-1]["seat"] == 0
    assert told(g, "found")[-1]["spell"] == card("arkyn")
    while g.phase == "combat":
        g.push(sorted(texts(g))[0])
    assert control(g, CAPITAL) == 1


@pytest.mark.parametrize("rules", EDITIONS)
def test_both_10_9_1_and_9_913_a_garrison_keeps_others_from_mustering(rules: str) -> None:
    """10.9.1 / 9.913: whoever holds a neutral capital keeps others from mustering the nation."""
    g = at(
        rules,
        nations=NATIONS,
        player=1,
        phase="muster",
        control={"eshmir_capital": 0},
        units={"eshmir_capital": ["jharkor-army*1", "karnaal"], SEQUA: ["yishana"], CAPITAL: ["sarosto"]},
        hands={"karnaal": ["arioch"]},
    )
    refused(g, "muster karnaal arioch eshmir", cite(rules, "10.9.1", "9.913"))


# ---- neutral cities --------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("rules", EDITIONS)
def test_both_10_9_3_and_9_93_a_neutral_city_defends_itself(rules: str) -> None:
    """10.9.3 / 9.93: attacked, it defends with its printed value (reconstructed) and its wall; nobody is asked, the die
    is thrown for it (ruling neutral-die)."""
    g = at(rules, dice(2, 3), nations=NATIONS, units={"lormyr_west": ["yishana", "jharkor-army*4"]})
    play(g, "lead yishana", *(f"join jharkor-army-{k}" for k in range(1, 5)), "attack lormyr_stagasaz; halt; end")
    play(g, "fight lormyr_stagasaz", "ready")
    (b,) = told(g, "battle")
    assert (b["sums"], b["wall"]) == ((9, 3 + 3), 3)
    assert b["defender"] == 4


@pytest.mark.parametrize("rules", EDITIONS)
def test_both_10_9_3_and_9_93_entering_is_not_attacking(rules: str) -> None:
    """10.9.3 / 9.93: a stack may stand in a neutral nation without a fight."""
    g = at(rules, nations=NATIONS, units={"lormyr_west": ["yishana", "jharkor-army*1"]})
    play(g, "lead yishana; join jharkor-army-1; step lormyr_stagasaz; halt; end")
    assert not told(g, "battle")
    assert g.phase != "combat" or "end" in texts(g)


@pytest.mark.parametrize("rules", EDITIONS)
def test_both_10_9_3_and_9_93_enemies_who_meet_there_get_no_help(rules: str) -> None:
    """10.9, 10.9.3 / 9.9, 9.93: two enemies in a neutral country fight without its city, wall and value."""
    g = at(
        rules,
        dice(3, 3),
        nations=NATIONS,
        units={"lormyr_west": ["yishana", "jharkor-army*4"], "lormyr_stagasaz": ["sarosto"], CAPITAL: ["karnaal"]},
    )
    play(g, "lead yishana; attack lormyr_stagasaz; halt; end", "fight lormyr_stagasaz", "ready", "ready")
    (b,) = told(g, "battle")
    assert (b["sums"], b["wall"]) == ((5, 4), 0)
    assert control(g, "lormyr_stagasaz") is None


@pytest.mark.parametrize("rules", EDITIONS)
def test_both_10_9_3_and_9_93_assault_again_and_at_full_value(rules: str) -> None:
    """10.9.3 / 9.93 (rulings again-at-the-wall, neutral-city-whole): next turn the same stack may go on where it
    stands, and meets the whole value."""
    g = at(rules, dice(3, 3), nations=NATIONS, phase="combat", units={"lormyr_stagasaz": ["yishana", "jharkor-army*4"]})
    allowed(g, "fight lormyr_stagasaz")
    allowed(g, "end")  # and need not
    play(g, "fight lormyr_stagasaz", "ready")
    (b,) = told(g, "battle")
    assert (b["sums"], b["loser"], b["fell"]) == ((9, 6), 1, False)
    assert where(g, "yishana") == "lormyr_stagasaz"
    while g.turn == 1:
        g.push("end" if "end" in texts(g) else "done" if "done" in texts(g) else sorted(texts(g))[0])
    while g.phase != "combat":
        g.push("end" if "end" in texts(g) else "done" if "done" in texts(g) else sorted(texts(g))[0])
    play(g, "fight lormyr_stagasaz", "ready")
    assert told(g, "battle")[1]["sums"] == (9, 6)


@pytest.mark.parametrize("rules", EDITIONS)
def test_both_9_1_and_8_12_refused_where_there_is_nothing_to_fight(rules: str) -> None:
    """10.1 / 9.1: one's own city is no target."""
    g = at(
        rules,
        nations=NATIONS,
        phase="combat",
        units={SEQUA: ["yishana"], "lormyr_stagasaz": ["dharmit", "jharkor-army*1"]},
    )
    refused(g, f"fight {SEQUA}", cite(rules, "10.1", "9.1"))
    refused(g, "fight xanyaw", cite(rules, "10.1", "9.1"))
