"""Artifacts and ships of no nation. Chaosium [11.0], [16.6], [16.8], [16.9]; Avalon Hill 10.5, 14.6, 14.8, 14.9."""

from __future__ import annotations

from typing import Any

import pytest
from kit import (
    DHAKOS,
    EDITIONS,
    FIELD,
    allowed,
    at,
    balance,
    caller,
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

STRAITS = "straits_of_chaos"
NATIONS = {"jharkor": 0, "pan-tang": 1}


# ---- the Free Fleet --------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("rules", EDITIONS)
def test_both_16_8_and_14_8_free_fleet_in_the_nearest_sea(rules: str) -> None:
    """16.8 / 14.8: the Free Fleet comes to the sea nearest to its caller, wherever he stands."""
    g = caller(rules, "bakshaan", "bellbane")
    play(g, "muster yishana bellbane free-fleet")
    assert texts(g) == {"appear pale_sea_east", "appear vilmir_west_sea"}
    refused(g, "appear dragon_sea_east", cite(rules, "16.8", "14.8"))
    play(g, "appear vilmir_west_sea")
    assert where(g, "free-fleet") == "vilmir_west_sea"
    assert g.view()["units"]["free-fleet"]["nation"] is None
    g = caller(rules, "ashaneloon", "bellbane")
    play(g, "muster yishana bellbane free-fleet")
    assert where(g, "free-fleet") == "boiling_sea"


@pytest.mark.parametrize("rules", EDITIONS)
def test_both_16_8_and_14_8_free_fleet_not_among_enemies(rules: str) -> None:
    """16.8 / 14.8, 7.3 / 6.33: a sea that enemies bar is not the nearest open one."""
    g = caller(
        rules,
        "bakshaan",
        "bellbane",
        units={"pale_sea_east": ["pan-tang-fleet-1", "jagreen-lern"]},
        aboard={"jagreen-lern": "pan-tang-fleet-1"},
    )
    play(g, "muster yishana bellbane free-fleet")
    assert where(g, "free-fleet") == "vilmir_west_sea"


@pytest.mark.parametrize("rules", EDITIONS)
def test_both_16_8_and_14_8_free_fleet_once(rules: str) -> None:
    """[16.8] / 14.8: the Free Fleet on the board is not called; a sunken one is."""
    g = caller(rules, "bakshaan", "bellbane", units={"pale_sea": ["free-fleet"]}, owners={"free-fleet": 1})
    refused(g, "muster yishana bellbane free-fleet", cite(rules, "16.8", "14.8"))
    g = caller(rules, "bakshaan", "bellbane", lost=["free-fleet"], owners={"free-fleet": 1})
    allowed(g, "muster yishana bellbane free-fleet")


# ---- Pyaray and the Chaos Fleet --------------------------------------------------------------------------------------


def test_ch_16_9_pyaray_at_a_tilt_of_three() -> None:
    """16.9: Pyaray answers when the Balance leans three or more to Chaos; his fleet comes with him to the nearest sea."""
    for lean in (-4, 0, 2):
        g = caller("chaosium", "unholy_fortress", "quaolnargn", balance=lean)
        refused(g, "muster yishana quaolnargn pyaray", "16.9")
    g = caller("chaosium", "unholy_fortress", "quaolnargn", draw("goldar", "aubec", gone=("quaolnargn",)), balance=3)
    play(g, "muster yishana quaolnargn pyaray")
    assert where(g, "pyaray") == where(g, "chaos-fleet") == "unmapped_sea"
    assert g.view()["units"]["pyaray"]["aboard"] == "chaos-fleet"
    assert g.view()["units"]["pyaray"]["spells"] == 2


def test_ah_14_9_pyaray_from_the_straits() -> None:
    """14.9: any lean to Chaos will do, but the caller must be in the Straits of Chaos, and there they appear."""
    ship: dict[str, Any] = {"units": {STRAITS: ["jharkor-fleet-1"]}, "aboard": {"yishana": "jharkor-fleet-1"}}
    g = caller("avalon-hill", "unholy_fortress", "quaolnargn", balance=3)
    refused(g, "muster yishana quaolnargn pyaray", "14.9")
    for lean in (-1, 0):
        g = caller("avalon-hill", STRAITS, "quaolnargn", balance=lean, **ship)
        refused(g, "muster yishana quaolnargn pyaray", "14.9")
        ship = {"units": {STRAITS: ["jharkor-fleet-1"]}, "aboard": {"yishana": "jharkor-fleet-1"}}
    g = caller("avalon-hill", STRAITS, "quaolnargn", draw("goldar", "aubec", gone=("quaolnargn",)), balance=1, **ship)
    play(g, "muster yishana quaolnargn pyaray")
    assert where(g, "pyaray") == where(g, "chaos-fleet") == STRAITS


@pytest.mark.parametrize("rules", EDITIONS)
def test_both_16_8_and_14_8_never_one_without_the_other(rules: str) -> None:
    """16.8 / 14.8: the Chaos Fleet alone cannot be called."""
    g = caller(rules, "unholy_fortress", "quaolnargn", balance=6)
    refused(g, "muster yishana quaolnargn chaos-fleet", cite(rules, "16.8", "14.8"))


def chaos_fleet(rules: str, script: list[int], *more: str, **rest: Any) -> elric.Game:
    """The Chaos Fleet lies off Dharijor with Dharmit (3) and Yishana (5) aboard."""
    sea = rest.pop("sea", STRAITS)
    aboard = ["pyaray", "yishana", "dharmit", *more]
    return at(
        rules,
        script,
        nations={**NATIONS},
        units={sea: ["chaos-fleet", *aboard], **rest.pop("units", {})},
        owners={"chaos-fleet": 0, "pyaray": 0},
        aboard=dict.fromkeys(aboard, "chaos-fleet"),
        balance=rest.pop("lean", 4),
        **rest,
    )


@pytest.mark.parametrize("rules", EDITIONS)
@pytest.mark.parametrize(
    ("faces", "ashore"), [((5, 3), {"yishana", "dharmit"}), ((6, 3), {"dharmit"}), ((5, 4), {"yishana"})]
)
def test_both_16_8_and_14_8_leaving_takes_an_escape(rules: str, faces: tuple[int, int], ashore: set[str]) -> None:
    """16.8 / 14.8: each personality who goes ashore from the Chaos Fleet rolls a heroic escape, the strongest first, and
    is lost when it fails."""
    g = chaos_fleet(rules, dice(*faces), phase="movement")
    play(g, "lead yishana; drop pyaray; land dharijor_cape")
    assert {u for u in ("yishana", "dharmit") if where(g, u) == "dharijor_cape"} == ashore
    assert {u for u in ("yishana", "dharmit") if where(g, u) is None} == {"yishana", "dharmit"} - ashore
    assert where(g, "pyaray") == STRAITS


@pytest.mark.parametrize("rules", EDITIONS)
@pytest.mark.parametrize(("face", "away"), [(1, True), (2, False)])
def test_both_16_8_and_14_8_leaving_through_the_air(rules: str, face: int, away: bool) -> None:
    """7.4.2, 16.8 / 6.42, 14.8: whoever leaves the Chaos Fleet by magic has to escape from it like anybody else; the Wizard
    of Jharkor has 1."""
    g = chaos_fleet(rules, dice(face), "jharkor-wizard", hands={"jharkor-wizard": ["teleport"]})
    play(g, "lead jharkor-wizard; drop pyaray; drop yishana; drop dharmit; fly teleport eshmir_capital; roll")
    assert where(g, "jharkor-wizard") == ("eshmir_capital" if away else None)
    assert told(g, "escape")


def test_ch_16_8_no_army_flies_off_either() -> None:
    """7.4.2, 16.8: the Ship of Land and Sea does not free an army from the Chaos Fleet."""
    g = chaos_fleet(
        "chaosium", [], "jharkor-wizard", "jharkor-army-1", hands={"jharkor-wizard": ["ship-of-land-and-sea"]}
    )
    play(g, "lead jharkor-wizard")
    refused(g, "fly ship-of-land-and-sea eshmir_capital", "16.8")
    play(g, "drop jharkor-army-1")
    allowed(g, "fly ship-of-land-and-sea eshmir_capital")


def test_ch_16_8_armies_never_leave() -> None:
    """16.8: armies once aboard the Chaos Fleet can never leave it."""
    g = at(
        "chaosium",
        dice(1),
        nations=NATIONS,
        units={"jharkor_gulf": ["chaos-fleet", "yishana", "jharkor-army-1"]},
        owners={"chaos-fleet": 0},
        aboard={"yishana": "chaos-fleet", "jharkor-army-1": "chaos-fleet"},
        balance=4,
    )
    play(g, "lead yishana")
    refused(g, "land dharijor_cape", "16.8")
    play(g, "drop jharkor-army-1; land dharijor_cape")
    assert where(g, "jharkor-army-1") == "jharkor_gulf"
    assert where(g, "yishana") == "dharijor_cape"


@pytest.mark.parametrize(("face", "saved"), [(5, True), (6, False)])
def test_ah_14_8_armies_follow_the_strongest(face: int, saved: bool) -> None:
    """14.8: armies get off when the strongest personality does, and are lost when he is not."""
    g = at(
        "avalon-hill",
        dice(face),
        nations=NATIONS,
        units={"jharkor_gulf": ["chaos-fleet", "yishana", "jharkor-army-1"], DHAKOS: ["dharmit"]},
        owners={"chaos-fleet": 0},
        aboard={"yishana": "chaos-fleet", "jharkor-army-1": "chaos-fleet"},
        balance=4,
    )
    play(g, "lead yishana; land dharijor_cape")
    assert where(g, "jharkor-army-1") == where(g, "yishana") == ("dharijor_cape" if saved else None)


@pytest.mark.parametrize("rules", EDITIONS)
def test_both_16_8_and_7_1_two_armies(rules: str) -> None:
    """[16.8] / 14.8: it carries two armies, and any number of personalities."""
    g = at(
        f"{rules}, overload=refused",
        nations=NATIONS,
        units={DHAKOS: ["chaos-fleet", "yishana", "dharmit", "jharkor-army*3"]},
        owners={"chaos-fleet": 0},
        balance=4,
    )
    play(g, "lead yishana; join dharmit; join jharkor-army-1; join jharkor-army-2; join jharkor-army-3")
    refused(g, "board chaos-fleet", cite(rules, "7.1", "6.1"))
    play(g, "drop jharkor-army-3; board chaos-fleet")
    assert g.view()["units"]["jharkor-army-2"]["aboard"] == "chaos-fleet"


@pytest.mark.parametrize("rules", EDITIONS)
def test_both_16_8_and_14_8_stepping_ashore_in_port(rules: str) -> None:
    """16.8 / 14.8: in port the quay is no nearer: the escape must be made there too."""
    g = at(
        rules,
        dice(6),
        nations=NATIONS,
        units={DHAKOS: ["chaos-fleet", "yishana", "dharmit"]},
        owners={"chaos-fleet": 0},
        aboard={"yishana": "chaos-fleet"},
        balance=4,
    )
    play(g, "lead yishana; ashore")
    assert where(g, "yishana") is None


@pytest.mark.parametrize("rules", EDITIONS)
@pytest.mark.parametrize("face", [4, 5])
def test_both_16_8_and_14_8_leaving_on_a_retreat(rules: str, face: int) -> None:
    """[10.7], [16.8] / 9.7, 14.8: beaten in the open port where the Chaos Fleet lies, Sarosto (4) and an army go from its deck by land.
    He must escape as ever; the army never leaves it in 1981, and in 1984 follows him if he gets away."""
    g = at(
        rules,
        [*dice(4, 4, face), card("arkyn")],
        nations={"jharkor": 0, "dharijor": 1},
        phase="combat",
        assaults=["dhoz_kam"],
        # in 1984 the ship's 5 helps in port, and the army aboard is worth nothing
        units={
            "dhoz_kam": [
                "yishana",
                f"jharkor-army*{2 if rules == 'chaosium' else 6}",
                "sarosto",
                "dharijor-army*1",
                "chaos-fleet",
            ]
        },
        owners={"chaos-fleet": 1},
        control={"dhoz_kam": 1},
        aboard={"sarosto": "chaos-fleet", "dharijor-army-1": "chaos-fleet"},
    )
    play(g, "fight dhoz_kam; ready; ready; retreat oin")
    assert told(g, "escape")[0]["target"] == 4
    assert where(g, "sarosto") == ("oin" if face <= 4 else None)
    assert where(g, "dharijor-army-1") == ("oin" if face <= 4 and rules == "avalon-hill" else None)
    assert control(g, "dhoz_kam") == 0


@pytest.mark.parametrize("rules", EDITIONS)
def test_both_16_8_and_14_8_gone_when_law_leads(rules: str) -> None:
    """16.8, 16.9 / 14.8, 14.9: the moment the Balance leans to Law, Pyaray and his ship go down; armies aboard drown and
    the others must escape. In the middle they stay."""
    for lean, gone in ((2, False), (1, True)):
        g = at(
            rules,
            dice(6, 1, 6, 5, 4),
            nations={**NATIONS, "shazaar": 0},
            units={
                STRAITS: ["chaos-fleet", "pyaray", "yishana", "dharmit", "jharkor-army-1"],
                FIELD: ["ohada", "jharkor-admiral", "pan-tang-general"],
            },
            owners={"chaos-fleet": 0, "pyaray": 0},
            aboard=dict.fromkeys(("pyaray", "yishana", "dharmit", "jharkor-army-1"), "chaos-fleet"),
            hands={"ohada": ["sleep"]},
            balance=lean,
            phase="magic",
        )
        play(g, f"cast ohada sleep; done; fight {FIELD}; ready; ready")
        if g.step == "retreat":
            play(g, f"retreat {sorted(texts(g))[0].split()[1]}")
        while g.step == "reappear":
            g.push(sorted(texts(g))[0])
        assert (where(g, "pyaray") is None) is (where(g, "chaos-fleet") is None) is gone
        assert (where(g, "jharkor-army-1") is None) is gone
        if gone:
            assert where(g, "yishana") not in (None, STRAITS)  # 5 with a five
            assert where(g, "dharmit") is None  # 3 with a four


@pytest.mark.parametrize("rules", EDITIONS)
def test_both_16_9_and_14_9_he_does_not_escape_into_law(rules: str) -> None:
    """[10.8], [13.1], [16.9] / 9.81, 12.1, 14.9: Pyaray escapes by the Noose of Flesh, Law 3, with the Balance 2 towards Chaos. It leans to Law
    at once, and he goes down, away from the battle or not."""
    g = at(
        rules,
        dice(1, 6, 3),
        nations={"jharkor": 0, "dharijor": 1},
        units={FIELD: ["pyaray", "sarosto", "karnaal", "dharijor-army*8"], DHAKOS: ["dharmit"]},
        owners={"pyaray": 0},
        hands={"pyaray": ["noose-of-flesh"]},
        balance=2,
        phase="combat",
    )
    play(g, f"fight {FIELD}; ready; ready; charm noose-of-flesh")
    assert told(g, "escape")[0]["ok"]
    assert balance(g) == -1
    assert where(g, "pyaray") is None
    assert g.phase != "combat" or g.step == "combat"


@pytest.mark.parametrize("rules", EDITIONS)
def test_both_16_9_and_14_9_he_may_come_again(rules: str) -> None:
    """16.9 / 14.9: after going down Pyaray may be called again when the Balance allows."""
    ship = {"units": {STRAITS: ["jharkor-fleet-1"]}, "aboard": {"yishana": "jharkor-fleet-1"}}
    g = caller(
        rules,
        STRAITS,
        "quaolnargn",
        draw("goldar", "aubec", gone=("quaolnargn",)),
        balance=4,
        lost=["pyaray", "chaos-fleet"],
        owners={"pyaray": 1, "chaos-fleet": 1},
        **ship,
    )
    play(g, "muster yishana quaolnargn pyaray")
    assert where(g, "pyaray") == STRAITS


# ---- the Golden Battle Barge -----------------------------------------------------------------------------------------

BARGE = "golden-melnibonean-battle-barge"


@pytest.mark.parametrize("rules", EDITIONS)
def test_both_11_0_and_10_5_the_barge_beside_melnibone(rules: str) -> None:
    """11.0, 16.6 / 10.5, 14.6: a Melnibonean in a sea beside Melnibone calls the Barge, and Magnum Colim comes aboard it."""
    lost: dict[str, Any] = {
        "lost": ["golden-battle-barge", "magnum-colim"],
        "owners": {"dyvim-tvar": 0, "golden-battle-barge": None, "magnum-colim": None},
    }
    g = caller(rules, "dragon_sea_east", BARGE, who="dyvim-tvar", **lost)
    play(g, f"muster dyvim-tvar {BARGE} golden-battle-barge")
    assert where(g, "golden-battle-barge") == where(g, "magnum-colim") == "dragon_sea_east"
    assert g.view()["units"]["magnum-colim"]["aboard"] == "golden-battle-barge"
    far = caller(rules, "jharkor_gulf", BARGE, who="dyvim-tvar", **lost)
    refused(far, f"muster dyvim-tvar {BARGE} golden-battle-barge", cite(rules, "11.0", "10.5"))
    human = at(
        rules,
        nations=NATIONS,
        units={"dragon_sea_east": ["jharkor-wizard"]},
        hands={"jharkor-wizard": [BARGE]},
        lost=["golden-battle-barge"],
        owners={"golden-battle-barge": None},
        phase="muster",
    )
    refused(human, f"muster jharkor-wizard {BARGE} golden-battle-barge", cite(rules, "11.0", "10.5"))


@pytest.mark.parametrize(
    ("rules", "guards_may"),
    [("chaosium", True), ("avalon-hill", True), ("avalon-hill, melnibonean_spells=magicians", False)],
)
def test_both_16_6_and_14_6_any_melnibonean_calls_the_barge(rules: str, guards_may: bool) -> None:
    """11.0, 16.6 / 10.5, 14.6: the Silent Guard are no magicians, and call it all the same. Only by the letter of 11, which is a
    switch, it answers to magicians alone."""
    for who, may in (("silent-guard", guards_may), ("saxif-daan", True)):
        g = caller(
            rules,
            "dragon_sea_east",
            BARGE,
            who=who,
            lost=["golden-battle-barge", "magnum-colim"],
            owners={who: 0, "golden-battle-barge": None, "magnum-colim": None},
        )
        call = f"muster {who} {BARGE} golden-battle-barge"
        if may:
            allowed(g, call)
        else:
            assert "magician" in refused(g, call, "10.5").reasons[0].words


@pytest.mark.parametrize("rules", EDITIONS)
def test_both_16_6_and_10_5_the_barge_starts_on_the_board(rules: str) -> None:
    """[16.6], [4.0] D, [11.0] / 10.5, 3.5, 10.6, 14.6: the Barge lies in Imrryr from the start; no nation and no personality, it is
    called from there, and its admiral comes with it. While a player has it, it is not called away."""
    g = elric.new_game("kingdom", rules, seed=1)
    while g.step == "choose":
        g.push(g.legal_actions()[0])
    assert where(g, "golden-battle-barge") == where(g, "magnum-colim") == "melnibone"
    home = {"melnibone": ["golden-battle-barge", "magnum-colim"]}
    nobodys = {"dyvim-tvar": 0, "golden-battle-barge": None, "magnum-colim": None}
    g = caller(rules, "dragon_sea_east", BARGE, who="dyvim-tvar", units=home, owners=nobodys)
    play(g, f"muster dyvim-tvar {BARGE} golden-battle-barge")
    assert where(g, "golden-battle-barge") == where(g, "magnum-colim") == "dragon_sea_east"
    assert g.view()["units"]["golden-battle-barge"]["owner"] == g.view()["units"]["magnum-colim"]["owner"] == 0
    g = caller(
        rules,
        "dragon_sea_east",
        BARGE,
        who="dyvim-tvar",
        units={"pan_tang": ["golden-battle-barge", "jagreen-lern"]},
        owners={"dyvim-tvar": 0, "golden-battle-barge": 1},
    )
    refused(g, f"muster dyvim-tvar {BARGE} golden-battle-barge", cite(rules, "16.6", "10.5"))
