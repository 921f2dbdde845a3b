"""Numbered cases: random attacks. Chaosium [7.5.5], [7.5.8], [7.6]; Avalon Hill 6.55, 6.58, 6.6-6.66."""

from __future__ import annotations

from typing import Any

import pytest
from kit import DHAKOS, EDITIONS, armies, at, card, dice, play, texts, told, where

import elric
from elric.young_kingdoms.components import spells

XANYAW, PLAINS = "xanyaw", "shazaar_plains"


def march(
    rules: str, script: list[int], *, armies_: int = 2, hands: dict[str, list[str]] | None = None, **more: Any
) -> elric.Game:
    """Dharmit (3) leads armies from the plains of Shazaar into the wilderness of Xanyaw."""
    spec: dict[str, Any] = {
        "nations": {"jharkor": 0, "pan-tang": 1},
        "units": {PLAINS: ["dharmit", "jharkor-wizard", *([f"jharkor-army*{armies_}"] if armies_ else [])], DHAKOS: ["yishana"],
                  "pan_tang": ["jagreen-lern"]},
        "hands": hands or {},
        "met_elric": True,
    }  # fmt: skip
    spec.update(more)
    return at(rules, script, **spec)


def enter(g: elric.Game, *, wizard: bool = False, ready: bool = True) -> elric.Game:
    play(g, "lead dharmit")
    for u in sorted(t for t in texts(g) if t.startswith("join jharkor-army")):
        play(g, u)
        play(g, "join jharkor-army-2")
    if wizard:
        play(g, "join jharkor-wizard")
    play(g, f"step {XANYAW}")
    return play(g, "ready") if ready and g.step == "withhold" else g


def attacks(g: elric.Game) -> list[tuple[str, bool]]:
    return [(spells.IDS[e["spell"]], e["attacks"]) for e in told(g, "random attack")]


# ---- when one is drawn ----------------------------------------------------------------------------------------------


@pytest.mark.parametrize("rules", EDITIONS)
def test_both_a_stack_with_armies_draws_for_each_wilderness_province(rules: str) -> None:
    """[7.5.8] / 6.58: Xanyaw, Nihrain, Myrrhyn: three provinces, three draws, each shown to all."""
    g = enter(march(rules, [card("grome"), card("straasha", "grome"), card("kakatal", "grome", "straasha")]))
    play(g, "step nihrain", "step myrrhyn", "halt", "end")
    assert attacks(g) == [("grome", False), ("straasha", False), ("kakatal", False)]
    assert {"grome", "straasha", "kakatal"} <= set(g.view()["discards"])


@pytest.mark.parametrize("rules", EDITIONS)
def test_both_personalities_alone_draw_only_where_they_stop(rules: str) -> None:
    """[7.5.8] / 6.58: Dharmit without armies crosses two provinces and draws once, at the end of movement."""
    g = march(rules, [card("grome")], armies_=0)
    play(g, "lead dharmit", f"step {XANYAW}", "step nihrain")
    assert not attacks(g)
    play(g, "halt", "end")
    assert attacks(g) == [("grome", False)]


@pytest.mark.parametrize("rules", EDITIONS)
def test_both_who_only_passes_or_does_not_move_draws_nothing(rules: str) -> None:
    """[7.5.8] / 6.58: through the wilderness and out again, or resting there since last turn."""
    g = march(rules, [], armies_=0)
    play(g, "lead dharmit", f"step {XANYAW}", f"step {PLAINS}", "halt", "end")
    assert not attacks(g)
    still = march(
        rules, [], units={XANYAW: ["dharmit", "jharkor-army*2"], DHAKOS: ["yishana"], "pan_tang": ["jagreen-lern"]}
    )
    play(still, "end")
    assert not attacks(still)


@pytest.mark.parametrize("rules", EDITIONS)
def test_both_armies_that_were_there_do_not_shield_a_newcomer(rules: str) -> None:
    """[7.5.8] / 6.58: Dharmit comes alone to armies of his in Xanyaw; he has ended his move in wilderness and draws."""
    g = march(
        rules,
        [card("grome")],
        units={PLAINS: ["dharmit"], XANYAW: ["jharkor-army*2"], DHAKOS: ["yishana"], "pan_tang": ["jagreen-lern"]},
    )
    play(g, "lead dharmit", f"step {XANYAW}", "halt", "end")
    assert len(attacks(g)) == 1


@pytest.mark.parametrize("rules", EDITIONS)
def test_both_civilised_land_is_safe(rules: str) -> None:
    """[7.5.8] / 6.58: no draw outside the wilderness."""
    g = march(rules, [])
    play(g, "lead dharmit", "join jharkor-army-1", "step shazaar_south", "halt", "end")
    assert not attacks(g)


@pytest.mark.parametrize("rules", EDITIONS)
def test_both_a_retreat_into_wilderness_draws_at_once(rules: str) -> None:
    """6.58 / [10.7]: beaten on the plains, Dharmit falls back to Xanyaw and meets something there, armies or not."""
    g = at(
        rules,
        [*dice(1, 3), card("grome")],
        nations={"jharkor": 0, "pan-tang": 1},
        units={PLAINS: ["dharmit", "jagreen-lern"], DHAKOS: ["yishana"], "pan_tang": ["pan-tang-general"]},
        assaults=[PLAINS],
        phase="combat",
        met_elric=True,
    )
    play(g, f"fight {PLAINS}", "ready", "ready")
    while g.step == "losses":
        g.push(sorted(texts(g))[0])
    play(g, f"retreat {XANYAW}")
    assert attacks(g) == [("grome", False)]


def straits(rules: str, script: list[int], **more: Any) -> elric.Game:
    spec: dict[str, Any] = {
        "nations": {"jharkor": 0, "pan-tang": 1},
        "units": {
            "jharkor_gulf": ["dharmit", "jharkor-fleet-1"],
            DHAKOS: ["yishana", "jharkor-wizard"],
            "pan_tang": ["jagreen-lern"],
        },
        "aboard": {"dharmit": "jharkor-fleet-1"},
        "met_elric": True,
    }
    spec.update(more)
    return at(rules, script, **spec)


@pytest.mark.parametrize("rules", EDITIONS)
def test_both_the_straits_of_chaos_draw_one_attack_for_the_journey(rules: str) -> None:
    """[7.5.5], [7.6] / 6.55: a ship without armies draws too; turning back through them the same turn draws no more."""
    g = straits(rules, [card("grome")])
    play(g, "lead dharmit", "sail straits_of_chaos", "sail dragon_sea_west", "sail straits_of_chaos", "halt", "end")
    assert len(attacks(g)) == 1


@pytest.mark.parametrize("rules", EDITIONS)
def test_both_walking_or_boarding_into_the_straits_draws_too(rules: str) -> None:
    """[7.5.5] / 6.55: any stack that comes there, the wizard on foot or Yishana boarding a ship that lies there."""
    g = straits(rules, [card("grome")])
    play(g, "lead jharkor-wizard", "step jharkor_gulf", "step straits_of_chaos", "halt")
    assert len(attacks(g)) == 1
    g = straits(rules, [card("grome")], units={"straits_of_chaos": ["jharkor-fleet-1"], "dharijor_cape": ["dharmit"], DHAKOS: ["yishana"],
                                               "pan_tang": ["jagreen-lern"]}, aboard={})  # fmt: skip
    play(g, "lead dharmit", "board jharkor-fleet-1")
    assert len(attacks(g)) == 1


@pytest.mark.parametrize("rules", EDITIONS)
def test_both_no_attacks_in_a_world_of_law(rules: str) -> None:
    """[13.4] C / 12.43: with the Balance tipped to Law nothing is drawn."""
    g = enter(march(rules, [], tipped="law", ends=8))
    assert not attacks(g)


# ---- what happens ---------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("rules", EDITIONS)
def test_both_chaos_always_attacks(rules: str) -> None:
    """[7.6] / 6.61, 6.66: Arioch (5) and a 1 against Dharmit and two armies (5) and a 4: beaten, and discarded."""
    g = enter(march(rules, [card("arioch"), *dice(1, 4)]))
    assert attacks(g) == [("arioch", True)]
    b = told(g, "battle")[-1]
    assert b["sums"] == (5, 5)
    assert b["rolls"] == ((1, 4),)
    assert "arioch" in g.view()["discards"]
    assert armies(g, "jharkor", XANYAW) == 2
    assert g.step == "stack"  # and the stack goes on


@pytest.mark.parametrize("rules", EDITIONS)
def test_both_a_lost_attack_is_lost_as_any_battle(rules: str) -> None:
    """[7.6], [10.6] / 6.66, 9.6: Arioch wins by 5: lose 3, which is Dharmit, and the armies retreat one province; the
    card is discarded all the same."""
    g = enter(march(rules, [card("arioch"), *dice(6, 1), *dice(5)]))
    assert told(g, "battle")[-1]["difference"] == 5
    if g.step == "losses":
        assert texts(g) == {"lose dharmit"}
        play(g, "lose dharmit")
    assert where(g, "dharmit") is None
    play(g, f"retreat {PLAINS}")
    assert armies(g, "jharkor", PLAINS) == 2
    assert "arioch" in g.view()["discards"]


@pytest.mark.parametrize("rules", EDITIONS)
def test_both_the_balance_strengthens_what_attacks(rules: str) -> None:
    """[13.2] / 12.2: with Chaos dominant at box 4 (worth 2) Arioch attacks with 7; a random attack moves no Balance."""
    g = enter(march(rules, [card("arioch"), *dice(1, 6)], balance=4))
    assert told(g, "battle")[-1]["sums"][0] == 7
    assert g.view()["balance"]["at"] == 4


@pytest.mark.parametrize("rules", EDITIONS)
def test_both_law_attacks_only_bearers_of_chaos(rules: str) -> None:
    """[7.6] / 6.62: Donblas lets them pass, until the wizard among them holds Chaos, or Dharmit does for a muster."""
    g = enter(march(rules, [card("donblas")]), wizard=True)
    assert attacks(g) == [("donblas", False)]
    g = enter(
        march(rules, [card("donblas", "xiombarg"), *dice(1, 6)], hands={"jharkor-wizard": ["xiombarg"]}), wizard=True
    )
    assert attacks(g) == [("donblas", True)]
    g = enter(march(rules, [card("donblas", "xiombarg"), *dice(1, 6)], hands={"dharmit": ["xiombarg"]}))
    assert attacks(g) == [("donblas", True)]


@pytest.mark.parametrize("rules", EDITIONS)
@pytest.mark.parametrize("name", ["grome", "escape-a", "horn-of-fate", "hhaarshanns"])
def test_both_neutral_special_and_other_spells_do_nothing(rules: str, name: str) -> None:
    """[7.6] / 6.631: the card is discarded; an eater of fleets finds none on land."""
    g = enter(march(rules, [card(name)]))
    assert attacks(g) == [(name, False)]
    assert name in g.view()["discards"]
    assert armies(g, "jharkor", XANYAW) == 2


@pytest.mark.parametrize("rules", EDITIONS)
@pytest.mark.parametrize("name", ["mirror-of-memory", "dragons", "noose-of-flesh", "kyreenee"])
def test_both_7_6_and_6_64_an_eater_eats_whatever_its_alignment(rules: str, name: str) -> None:
    """[7.6] / 6.64, ruling random-eaters: Neutral, Melnibonean, Law where nobody holds Chaos: both armies are eaten, and
    Dharmit escapes with a 3. The card is discarded."""
    g = enter(march(rules, [card(name), *dice(3)]))
    assert attacks(g) == [(name, True)]
    assert armies(g, "jharkor") == 0
    assert name in g.view()["discards"]


@pytest.mark.parametrize("rules", EDITIONS)
@pytest.mark.parametrize("name", ["hhaarshanns", "mirror-of-memory"])
def test_both_7_6_and_6_64_a_fleet_is_eaten_in_the_straits(rules: str, name: str) -> None:
    """[7.6], [7.5.5] / 6.64, 6.55: the eaters of fleets are Neutral or Melnibonean; drawn in the Straits one of them sinks
    the ship, and Dharmit must escape."""
    g = straits(rules, [card(name), *dice(6)])
    play(g, "lead dharmit", "sail straits_of_chaos")
    assert where(g, "jharkor-fleet-1") is None
    assert where(g, "dharmit") is None


@pytest.mark.parametrize("rules", EDITIONS)
@pytest.mark.parametrize("name", ["mirror-of-memory", "dragons", "noose-of-flesh"])
def test_both_7_6_and_6_631_the_other_reading_sorts_by_alignment(rules: str, name: str) -> None:
    """[7.6] / 6.62, 6.631, switch random_eaters: an eater then attacks only when a spell of its alignment does."""
    g = enter(march(f"{rules}, random_eaters=by-alignment", [card(name)]))
    assert attacks(g) == [(name, False)]
    assert armies(g, "jharkor", XANYAW) == 2


@pytest.mark.parametrize("rules", EDITIONS)
def test_both_an_eater_takes_the_armies_and_heroes_must_escape(rules: str) -> None:
    """[7.6] / 6.64: Kyreenee eats both armies; Dharmit rolls a 3 against his 3 and gets away."""
    g = enter(march(rules, [card("kyreenee"), *dice(3)]))
    while g.step == "reappear":
        g.push(sorted(texts(g))[0])
    assert armies(g, "jharkor") == 0
    assert where(g, "dharmit") not in (None, XANYAW)
    lost = enter(march(rules, [card("kyreenee"), *dice(4)]))
    assert where(lost, "dharmit") is None


@pytest.mark.parametrize("rules", EDITIONS)
def test_both_a_law_eater_needs_chaos_to_attack_by_the_other_reading(rules: str) -> None:
    """[7.6] / 6.62, 6.64, switch random_eaters: by alignment the Noose of Flesh takes those who hold Chaos."""
    rules = f"{rules}, random_eaters=by-alignment"
    g = enter(march(rules, [card("noose-of-flesh", "xiombarg"), *dice(1)], hands={"dharmit": ["xiombarg"]}))
    assert armies(g, "jharkor", XANYAW) == 0


@pytest.mark.parametrize("rules", EDITIONS)
def test_both_an_eater_of_the_land_does_nothing_at_sea(rules: str) -> None:
    """[16.2], [7.6] / 14.2, 6.64: Kyreenee in the Straits finds nobody to eat."""
    g = straits(rules, [card("kyreenee")])
    play(g, "lead dharmit", "sail straits_of_chaos")
    assert where(g, "dharmit") == where(g, "jharkor-fleet-1") == "straits_of_chaos"


@pytest.mark.parametrize("rules", EDITIONS)
def test_both_play_at_once_spells_take_effect(rules: str) -> None:
    """[7.6] / 6.65: the Tower takes Dharmit on a 3, without an escape; on a 4 nothing happens."""
    tower = next(i for i in spells.IDS if "tower" in i)
    g = enter(march(rules, [card(tower), *dice(3)]))
    assert where(g, "dharmit") is None
    g = enter(march(rules, [card(tower), *dice(4)]))
    assert where(g, "dharmit") == XANYAW


@pytest.mark.parametrize("rules", EDITIONS)
def test_both_balo_attacks_on_odd_rolls_only(rules: str) -> None:
    """[16.2], [7.6] / 14.2, 6.61: an even roll and the Jester does nothing."""
    balo = next(i for i in spells.IDS if "balo" in i)
    g = enter(march(rules, [card(balo), *dice(2)]))
    assert not told(g, "battle")
    g = enter(march(rules, [card(balo), *dice(3), *dice(1, 6)]))
    assert told(g, "battle")


@pytest.mark.parametrize("rules", EDITIONS)
def test_both_the_chaos_shield_keeps_chaos_off(rules: str) -> None:
    """[16.8] / 14.8: those under the Shield are untouched by Chaos, eaters too."""
    g = march(rules, [card("kyreenee")], units={PLAINS: ["dharmit", "jharkor-army*2", "chaos-shield"], DHAKOS: ["yishana"], "pan_tang": ["jagreen-lern"]},
              owners={"chaos-shield": 0}, aboard={"chaos-shield": "dharmit"})  # fmt: skip
    enter(g)
    assert armies(g, "jharkor", XANYAW) == 2


@pytest.mark.parametrize("rules", EDITIONS)
def test_both_no_spell_is_laid_against_a_random_attack(rules: str) -> None:
    """[7.6] / 6.6, ruling random-attack-magic: the wizard may hold units back, and lay nothing."""
    g = march(rules, [card("arioch", "fileet"), *dice(1, 6)], hands={"jharkor-wizard": ["fileet"]})
    enter(g, wizard=True, ready=False)
    assert {t.split()[0] for t in texts(g)} == {"withhold", "ready"}
    play(g, "ready")
    assert told(g, "battle")[-1]["sums"] == (5, 6)
    assert g.view(0)["hands"]["jharkor-wizard"] == ["fileet"]


# ---- a world tipped to Chaos ----------------------------------------------------------------------------------------


def tipped(rules: str, *faces: int) -> elric.Game:
    return enter(march(rules, [card("eequor"), *dice(*faces)], armies_=2, tipped="chaos", ends=9))


def test_ch_13_4d_an_unbeaten_attack_of_chaos_stays() -> None:
    """[13.4] D / 6.66: in a world of Chaos a Chaos spell that wins stays face up where it attacked."""
    g = tipped("chaosium", 6, 1)
    while g.step == "losses":
        g.push(sorted(texts(g))[0])
    while g.step in ("retreat", "escape", "reappear"):
        g.push(f"retreat {PLAINS}" if f"retreat {PLAINS}" in texts(g) else sorted(texts(g))[0])
    assert g.view()["areas"][XANYAW]["face_up"] == ["eequor"]


def test_ch_13_4d_a_beaten_one_is_gone() -> None:
    """[13.4] D: Eequor with the whole Balance behind it (2 + 6) loses to a bigger stack, and is discarded."""
    g = at("chaosium", [card("eequor"), *dice(1, 6)], nations={"jharkor": 0, "pan-tang": 1},
           units={PLAINS: ["dharmit", "jharkor-army*8"], DHAKOS: ["yishana"], "pan_tang": ["jagreen-lern"]},
           tipped="chaos", ends=9, met_elric=True)  # fmt: skip
    play(g, "lead dharmit", *(f"join jharkor-army-{k}" for k in range(1, 9)), f"step {XANYAW}", "ready")
    b = told(g, "battle")[-1]
    assert (b["sums"], b["loser"]) == ((8, 11), 0)
    assert not g.view()["areas"].get(XANYAW, {}).get("face_up")
    assert "eequor" in g.view()["discards"]


def test_ah_6_66_the_card_is_discarded_whoever_wins() -> None:
    """6.66: in the 1984 game nothing of a random attack stays, even in a world of Chaos."""
    g = tipped("avalon-hill", 6, 1)
    while g.step in ("losses", "retreat", "escape", "reappear"):
        g.push(f"retreat {PLAINS}" if f"retreat {PLAINS}" in texts(g) else sorted(texts(g))[0])
    assert "eequor" in g.view()["discards"]
    assert not g.view()["areas"].get(XANYAW, {}).get("face_up")
