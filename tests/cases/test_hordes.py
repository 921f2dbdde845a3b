"""Hordes: where each is called, what it must find first, when it comes again. Chaosium [11.0]; Avalon Hill 10.3-10.34."""

from __future__ import annotations

from typing import Any

import pytest
from kit import DHAKOS, EDITIONS, allowed, armies, at, caller, cite, dice, draw, play, refused, texts, told, where

import elric
from elric.young_kingdoms.components import pieces
from elric.young_kingdoms.position.notes import Seeks

WHERE = {
    "flamebringers": ("elenoin", "weeping_waste_c", "troos", "10.31"),
    "kelmain-host": ("dharzi", "oin", "troos", "10.32"),
    "olab": ("darnizhaan", "rlin_kren_aa", "jungle_north", "10.33"),
}


@pytest.mark.parametrize("rules", EDITIONS)
@pytest.mark.parametrize("horde", WHERE)
def test_both_11_0_and_10_31_to_10_33_each_in_its_place(rules: str, horde: str) -> None:
    """11.0 / 10.31-10.33: Flame Bringers in the Weeping Waste, Kelmain in the southern wilderness, Olab in R'lin K'ren
    A'a; elsewhere they do not come."""
    spell, right, wrong, clause = WHERE[horde]
    refused(caller(rules, wrong, spell), f"muster yishana {spell} {horde}", cite(rules, "11.0", clause))
    refused(caller(rules, DHAKOS, spell), f"muster yishana {spell} {horde}", cite(rules, "11.0", clause))
    g = caller(rules, right, spell, draw("goldar", "aubec", gone=(spell,)), stacks={"yishana": 5})
    play(g, f"muster yishana {spell} {horde}")
    assert armies(g, horde, right) == 5
    leaders = [pieces.IDS[u] for u in pieces.NATIONS[pieces.NATION_INDEX[horde]].pieces if pieces.KIND[u] == 0]
    assert {where(g, u) for u in leaders} == {right}
    assert {g.view()["units"][u]["stack"] for u in leaders} == {5}


@pytest.mark.parametrize("rules", EDITIONS)
@pytest.mark.parametrize("area", ["oin", "yu", "kaneloon_wastes", "dorel_east", "dorel_west", "kaneloon"])
def test_both_11_0_and_10_32_any_wilderness_of_the_south(rules: str, area: str) -> None:
    """11.0 / 10.32: every wilderness of the southern continent will do for the Kelmain Host."""
    allowed(caller(rules, area, "dharzi"), "muster yishana dharzi kelmain-host")


@pytest.mark.parametrize("rules", EDITIONS)
@pytest.mark.parametrize("area", [DHAKOS, "troos", "unholy_fortress"])
def test_both_11_0_and_10_34_pio_anywhere(rules: str, area: str) -> None:
    """11.0 / 10.34: the People of Pio appear wherever they are called."""
    g = caller(rules, area, "oonai")
    play(g, "muster yishana oonai pio")
    assert armies(g, "pio", area) == 5
    assert where(g, "leader-of-pio") == area


@pytest.mark.parametrize("rules", EDITIONS)
def test_both_11_0_and_10_34_not_on_the_water(rules: str) -> None:
    """11.0 / 10.34: armies cannot appear on the sea."""
    g = caller(
        rules,
        "jharkor_gulf",
        "oonai",
        units={"jharkor_gulf": ["jharkor-fleet-1"]},
        aboard={"yishana": "jharkor-fleet-1"},
    )
    refused(g, "muster yishana oonai pio", cite(rules, "11.0", "10.34"))


@pytest.mark.parametrize("rules", EDITIONS)
def test_both_11_0_and_9_1_its_magicians_draw(rules: str) -> None:
    """11.0, 9.1 / 10.1, 8.1: Drinij Bara brings two spells."""
    g = caller(rules, "weeping_waste_c", "elenoin", draw("goldar", "aubec", gone=("elenoin",)))
    play(g, "muster yishana elenoin flamebringers")
    assert len(g.view(0)["hands"]["drinij-bara"]) == 2


# ---- the place that must be found ------------------------------------------------------------------------------------


def flamebringers(rules: str, *rest: int) -> elric.Game:
    """The Flame Bringers have been called in the Weeping Waste; it is their first Movement phase. In between Elric has
    appeared, by a spell that names Nadsokor alone."""
    dealt = draw("goldar", "aubec", "beetles-of-kaleef", gone=("elenoin",))
    g = caller(rules, "weeping_waste_c", "elenoin", [*dealt, *rest], units={"pan_tang": ["jagreen-lern"]}, order=[1, 0])
    play(g, "muster yishana elenoin flamebringers")
    while not (g.phase == "movement" and g.player == 0):
        acts = [str(a) for a in g.legal_actions()]
        g.push(next(a for a in ("end", "done", acts[0]) if a in acts))
    return g


def seeking(
    rules: str, phase: str, found: str = "", units: dict[str, list[str]] | None = None, **more: Any
) -> elric.Game:
    """The Flame Bringers look for Mordaga's Castle, in any phase; where `found` says so an enemy has been found."""
    there = {"weeping_waste_c": ["terarn-gashtek", "drinij-bara", "flamebringers-army*5"]}
    for area, names in (units or {DHAKOS: ["yishana"], "pan_tang": ["jagreen-lern"]}).items():
        there.setdefault(area, []).extend(names)
    return at(
        rules,
        nations={"jharkor": 0, "flamebringers": 0, "pan-tang": 1},
        units=there,
        phase=phase,
        seeking=["flamebringers"],
        found=[found] if found else [],
        **more,
    )


@pytest.mark.parametrize("rules", EDITIONS)
def test_both_11_0_and_10_31_towards_the_place_only(rules: str) -> None:
    """11.0 / 10.31, ruling horde-road: until they have found Mordaga's Castle the Flame Bringers go only towards it."""
    g = flamebringers(rules)
    play(g, "lead terarn-gashtek")
    refused(g, "step weeping_waste_s", cite(rules, "11.0", "10.31"))
    refused(g, "step troos", cite(rules, "11.0", "10.31"))
    allowed(g, "step weeping_waste_n")


@pytest.mark.parametrize("rules", EDITIONS)
@pytest.mark.parametrize(("face", "free"), [(5, True), (4, False)])
def test_both_11_0_and_10_31_found_and_free(rules: str, face: int, free: bool) -> None:
    """11.0 / 10.31: they search for the place with the usual dice; found, they are free."""
    calm = draw("fileet", gone=("elenoin", "goldar", "aubec", "beetles-of-kaleef"))
    g = flamebringers(rules, *calm, *dice(face))
    play(g, "lead terarn-gashtek; step weeping_waste_n; step mordagas_castle; halt; end")
    assert g.phase == "search"
    play(g, "search mordagas_castle place")
    assert (Seeks in g.state.notes) is not free


@pytest.mark.parametrize(("rules", "idle"), [("chaosium", False), ("avalon-hill", True)])
def test_both_11_0_and_10_31_what_else_they_may_do(rules: str, idle: bool) -> None:
    """11.0 / 10.31, 10.32: the 1981 book only tells them where to go; in 1984 they muster nobody, lay and hand on no
    spell, and search for nothing else, until the place is found."""
    place = "weeping_waste_c"
    g = seeking(
        rules,
        "magic",
        units={place: ["yishana", "jagreen-lern"], "pan_tang": ["pan-tang-general"]},
        hands={"drinij-bara": ["sleep", "elenoin"]},
        stacks=dict.fromkeys(("yishana", "terarn-gashtek", "drinij-bara"), 9),
        found=place,
    )
    for text in ("cast drinij-bara elenoin", "give drinij-bara yishana sleep", "give drinij-bara yishana elenoin"):
        (refused(g, text, "10.31") if idle else allowed(g, text))
    g = seeking(rules, "muster", hands={"terarn-gashtek": ["sleep"]})
    text = "muster terarn-gashtek sleep myshella"
    (refused(g, text, "10.31") if idle else allowed(g, text))
    g = seeking(rules, "search", hidden={place: ["sleep"]})
    text = f"search {place} magic"
    if idle:
        assert g.phase != "search"  # nothing that may be searched for, so the phase passes by
    else:
        allowed(g, text)


@pytest.mark.parametrize("rules", EDITIONS)
def test_both_11_0_and_10_31_attacked_they_defend_themselves(rules: str) -> None:
    """11.0 / 10.31, ruling horde-road: an enemy who finds them is met with everything, magic included."""
    g = seeking(
        rules,
        "magic",
        player=1,
        units={"weeping_waste_c": ["jagreen-lern"], DHAKOS: ["yishana"]},
        hands={"drinij-bara": ["elenoin"]},
        found="weeping_waste_c",
    )
    assert g.seat == 0
    allowed(g, "cast drinij-bara elenoin")


# ---- destroyed -------------------------------------------------------------------------------------------------------


def destroyed(rules: str) -> elric.Game:
    """The Olab's king falls; Pan Tang's player is about to move, then the turn comes round."""
    g = at(
        rules,
        dice(1, 6, 6),
        nations={"jharkor": 0, "olab": 0, "pan-tang": 1},
        units={
            "shazaar_plains": ["olab-king", "olab-army*2", "jagreen-lern", "pan-tang-general", "pan-tang-army*5"],
            "rlin_kren_aa": ["yishana"],
        },
        hands={"yishana": ["darnizhaan"]},
        phase="combat",
    )
    play(g, "fight shazaar_plains; ready; ready")
    while g.phase == "combat":
        acts = [str(a) for a in g.legal_actions()]
        g.push(next(a for a in ("lose olab-king", "end", acts[0]) if a in acts))
    assert told(g, "falls apart")
    return g


def test_ah_10_3_again_from_the_next_turn() -> None:
    """10.3: a destroyed horde cannot be called in the same turn, and can from the next."""
    g = destroyed("avalon-hill")
    assert armies(g, "olab") == 0
    refused(g, "muster yishana darnizhaan olab", "10.3")
    turn = g.turn
    while not (g.phase == "muster" and g.player == 0 and g.turn > turn):
        acts = [str(a) for a in g.legal_actions()]
        g.push(next(a for a in ("end", "done", acts[0]) if a in acts))
    play(g, "muster yishana darnizhaan olab")
    assert armies(g, "olab") == 5


@pytest.mark.parametrize(("rules", "again"), [("chaosium", True), ("chaosium, hordes_come_back=false", False)])
def test_ch_11_0_what_is_not_on_the_board_may_be_called(rules: str, again: bool) -> None:
    """11.0, ruling horde-again: only what is on the board cannot be mustered, so a destroyed horde comes again, in the 1981
    rules too; the switch hordes_come_back bars it."""
    g = destroyed(rules)
    turn = g.turn
    while not (g.phase == "muster" and g.player == 0 and g.turn > turn):
        acts = [str(a) for a in g.legal_actions()]
        g.push(next(a for a in ("end", "done", acts[0]) if a in acts))
    if again:
        allowed(g, "muster yishana darnizhaan olab")
    else:
        refused(g, "muster yishana darnizhaan olab", "11.0")


@pytest.mark.parametrize("rules", EDITIONS)
def test_both_11_0_and_10_3_never_mustered_away(rules: str) -> None:
    """11.0 / 10.3: a horde in play cannot be called by anybody."""
    g = caller(
        rules, "rlin_kren_aa", "darnizhaan", nations={"olab": 1}, units={"jungle_north": ["olab-king", "olab-army*5"]}
    )
    refused(g, "muster yishana darnizhaan olab", cite(rules, "11.0", "10.6"))


@pytest.mark.parametrize("rules", EDITIONS)
def test_both_11_0_and_10_3_no_replacements(rules: str) -> None:
    """11.0 / 10.3: hordes get no replacements."""
    g = at(
        rules,
        nations={"jharkor": 0, "olab": 0, "pan-tang": 1},
        units={"rlin_kren_aa": ["olab-king"], DHAKOS: ["yishana"]},
        lost=["olab-army-1", "jharkor-army-1"],
        phase="replacement",
    )
    refused(g, "raise olab-army-1", cite(rules, "11.0", "10.3"))
    assert "raise jharkor-army-1" in texts(g)
