"""The scenarios: who begins with what, and the two that have rules of their own. Chaosium [14.1]-[14.7]; Avalon Hill
13.1-13.7."""

from __future__ import annotations

from typing import Any

import pytest
from kit import EDITIONS, at, begun, dice, draw, play, refused, texts, told, where

import elric
from elric.young_kingdoms.components import pieces, spells
from elric.young_kingdoms.components.board import BOARD
from elric.young_kingdoms.description.invariants import broken

IMRRYR = "melnibone"
HOME = "rlin_kren_aa"


def sides(g: elric.Game) -> list[list[str]]:
    """Nations by seat, in the order of play."""
    by = {p["seat"]: sorted(p["nations"]) for p in g.view()["players"]}
    return [by[o] for o in g.state.order]


# ---- who begins with what --------------------------------------------------------------------------------------------


def test_ch_14_3_the_sides_are_given() -> None:
    """14.0, 14.2, 14.3: the first player has the first side as printed, the second the other."""
    for pick in (0, -1):
        assert sides(begun("successor", "chaosium", 2, pick)) == [
            ["jharkor", "shazaar", "tarkesh"],
            ["dharijor", "pan-tang"],
        ]
        assert sides(begun("upstart", "chaosium", 2, pick)) == [["dharijor", "pan-tang"], ["melnibone"]]


def test_ah_13_7_sides_are_chosen_in_every_scenario() -> None:
    """13, 13.7, 3.7: in 1984 the first player picks any side of any scenario, and the others in turn from what is left."""
    assert sides(begun("successor", "avalon-hill", 2, -1)) == [
        ["dharijor", "pan-tang"],
        ["jharkor", "shazaar", "tarkesh"],
    ]
    g = elric.new_game("world", "avalon-hill", seed=2)
    assert texts(g) == {"choose 1", "choose 2", "choose 3", "choose 4"}
    play(g, "choose 3")
    assert texts(g) == {"choose 1", "choose 2", "choose 4"}
    refused(g, "choose 3", "13.7")


def test_ch_14_6_the_first_has_pan_tang() -> None:
    """14.6: the first player has Pan Tang, the others choose among the three kingdoms."""
    g = elric.new_game("world", "chaosium", seed=2)
    assert texts(g) == {"choose 2", "choose 3", "choose 4"}
    assert sides(begun("world", "chaosium", 2))[0] == ["pan-tang"]


def test_ch_14_4_continents_are_chosen() -> None:
    """14.4, 14.5: where the 1981 book lets them choose, they do."""
    for scenario in ("empire", "kingdom"):
        g = elric.new_game(scenario, "chaosium", seed=2)
        assert texts(g) == {"choose 1", "choose 2", "choose 3"}


@pytest.mark.parametrize("rules", EDITIONS)
def test_both_14_4_and_13_4_the_continents(rules: str) -> None:
    """14.4 / 13.4: north, south and west with all their civilised nations; every other nation can be mustered."""
    g = begun("empire", rules, 1)
    assert sorted(sides(g)) == [
        ["argimiliar", "filkhar", "lormyr", "pikarayd"],
        ["bakshaan", "ilmiora", "vilmir"],
        ["dharijor", "jharkor", "shazaar", "tarkesh"],
    ]


@pytest.mark.parametrize("rules", EDITIONS)
def test_both_14_5_and_13_5_one_kingdom_each(rules: str) -> None:
    """14.5 / 13.5: Jharkor, Lormyr and Vilmir."""
    assert sorted(sides(begun("kingdom", rules, 1))) == [["jharkor"], ["lormyr"], ["vilmir"]]


@pytest.mark.parametrize("rules", EDITIONS)
def test_both_14_6_and_13_6_four(rules: str) -> None:
    """14.6 / 13.6: Pan Tang, Dharijor, Ilmiora and Argimiliar."""
    assert sorted(sides(begun("world", rules, 1))) == [["argimiliar"], ["dharijor"], ["ilmiora"], ["pan-tang"]]


# ---- the duel (Chaosium only) ----------------------------------------------------------------------------------------


def duel(script: list[int] | None = None, **more: Any) -> elric.Game:
    return at(
        "chaosium",
        script,
        scenario="duel",
        units=more.pop("units"),
        owners={"elric": 0, "theleb-kaarna": 1, **more.pop("owners", {})},
        met_elric=True,
        **more,
    )


def test_ch_14_7_the_duel_begins() -> None:
    """14.7: one player has Elric, placed by random appearance, the other Theleb K'aarna in Pan Tang; both hold full hands."""
    for seed in range(4):
        g = begun("duel", "chaosium", seed)
        omen = told(g, "omen card")[-1]["spell"]
        named = {BOARD.main_city(t) for t in spells.MUSTERS[omen] if t in pieces.NATION_INDEX and t in BOARD.home}
        assert BOARD.index[str(where(g, "elric"))] in named or told(g, "tower")
        assert where(g, "theleb-kaarna") == "pan_tang" or told(g, "tower")
        first = g.state.order[0]
        assert g.view()["units"]["elric"]["owner"] == first
    with pytest.raises(ValueError, match="Elric and Theleb"):
        elric.new_game("duel", "avalon-hill", seed=1)


def test_ch_14_7_no_first_hand_ends_the_duel() -> None:
    """[14.7], ruling duel: whatever would act at once when hands are first dealt goes back, so both sorcerers begin alive:
    Quaolnargn, the Tower and the Shade Gate would take Theleb K'aarna before the first turn."""
    back = set()
    for seed in range(40):
        g = begun("duel", "chaosium", seed)
        back |= {spells.IDS[e["spell"]] for e in told(g, "redrawn")}
        assert where(g, "elric") is not None, seed
        assert where(g, "theleb-kaarna") is not None, seed
    assert back & {"quaolnargn", "tower-of-voilodion-gagnasdiak", "shade-gate"}


def test_ch_14_7_the_duel_ends_when_one_is_gone() -> None:
    """14.7: as soon as one sorcerer is lost the other has won."""
    g = duel(dice(6, 1, 6), units={"jharkor_sequa": ["elric", "theleb-kaarna"]}, phase="combat")
    play(g, "fight jharkor_sequa; ready; ready")
    while g.outcome is None and g.step in ("losses", "escape", "retreat"):
        g.push(next((a for a in ("roll",) if a in texts(g)), sorted(texts(g))[0]))
    assert g.outcome
    assert (g.outcome["winner"], g.outcome["how"]) == (0, "duel")
    assert not g.legal_actions()


def test_ch_14_7_it_ends_in_the_middle_of_a_rout() -> None:
    """14.7: with Theleb K'aarna the game is over, though Lamsar beside him has not tried to escape yet: he is lost too, with
    what he held and bore."""
    g = duel(
        dice(6, 1, 6),
        units={
            "jharkor_sequa": [
                "elric",
                "yishana",
                "dharmit",
                "jharkor-army*8",
                "theleb-kaarna",
                "lamsar",
                "chaos-shield",
            ]
        },
        nations={"jharkor": 0},
        owners={"lamsar": 1, "chaos-shield": 1},
        aboard={"chaos-shield": "lamsar"},
        hands={"lamsar": ["balan"]},
        phase="combat",
    )
    play(g, "fight jharkor_sequa; ready; ready")
    while g.outcome is None:
        g.push(sorted(texts(g))[0])
    assert g.outcome["how"] == "duel"
    assert g.view()["discards"] == ["balan"]
    assert not broken(g.state)


def test_ch_14_7_nations_may_be_called() -> None:
    """14.7: all other nations can be mustered by either."""
    g = duel(
        units={"filkhar_raschil": ["elric"], "pan_tang": ["theleb-kaarna"]},
        hands={"elric": ["kakatal"]},
        phase="muster",
    )
    play(g, "muster elric kakatal filkhar")
    assert g.view()["players"][0]["nations"] == ["filkhar"]
    assert where(g, "jiku") == "filkhar_raschil"


def test_ch_14_7_elric_is_his_own_master() -> None:
    """14.7: alone, Elric moves as his player likes, and stays his when a game-turn begins; Stormbringer finds nobody to slay."""
    g = duel(units={"jharkor_sequa": ["elric"], "pan_tang": ["theleb-kaarna"]})
    play(g, "lead elric; step jharkor_dhakos; halt; end")
    while g.turn == 1:
        g.push(next((a for a in ("done", "end") if a in texts(g)), sorted(texts(g))[0]))
    assert where(g, "elric") == "jharkor_dhakos"
    assert g.view()["units"]["elric"]["owner"] == 0


def test_ch_14_7_the_other_is_not_mustered_away() -> None:
    """14.7: Theleb K'aarna, himself a player, is not called by a spell, nor by a muster of Pan Tang."""
    g = duel(
        units={"filkhar_raschil": ["elric"], "dharijor_gromoorva": ["theleb-kaarna"]},
        hands={"elric": ["arrows-of-law"]},
        phase="muster",
    )
    refused(g, "muster elric arrows-of-law theleb-kaarna", "11.0")
    g = duel(
        draw("arkyn", "goldar", "sleep", "aubec", gone=("chardros",)),
        units={"pan_tang": ["elric"], "dharijor_gromoorva": ["theleb-kaarna"]},
        hands={"elric": ["chardros"]},
        phase="muster",
    )
    play(g, "muster elric chardros pan-tang")
    assert g.view()["units"]["theleb-kaarna"]["owner"] == 1
    assert where(g, "theleb-kaarna") == "dharijor_gromoorva"


def test_ch_14_7_stormbringer_in_company() -> None:
    """14.7, 12.1.4: whoever stands with Elric may still be slain by his sword; Elric appears elsewhere and stays his player's."""
    g = duel(
        [*dice(2, 6, 5), *draw("beetles-of-kaleef")],
        units={"jharkor_sequa": ["elric", "rackhir", "karnaal"], "pan_tang": ["theleb-kaarna"]},
        owners={"rackhir": 0, "karnaal": 1},
        phase="combat",
    )
    play(g, "fight jharkor_sequa; ready; ready")
    while g.phase == "combat" and g.step != "combat":
        g.push(sorted(texts(g))[0])
    play(g, "end")
    assert where(g, "rackhir") is None
    assert where(g, "elric") == "nadsokor"
    assert g.view()["units"]["elric"]["owner"] == 0
