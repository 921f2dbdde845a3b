"""The Melniboneans but Elric. Chaosium [12.0], [12.2], [12.3], [9.3.3]; Avalon Hill 11, 11.2, 11.3, 8.33."""

from __future__ import annotations

from typing import Any

import pytest
from kit import DHAKOS, EDITIONS, FIELD, allowed, at, cite, conjures, dice, draw, play, refused, texts, told, where

import elric
from elric.young_kingdoms.components import pieces

IMRRYR = "melnibone"


def meet(rules: str, mine: list[str], theirs: list[str], script: list[int], **more: Any) -> elric.Game:
    """Two stacks in an open province; Melniboneans serve whoever has them."""
    home = [u for u in (*mine, *theirs) if "*" not in u and pieces.NATION[pieces.INDEX[u]] == pieces.MELNIBONE]
    owners = {u: int(u in theirs) for u in home}
    return at(
        rules,
        script,
        nations={"jharkor": 0, "dharijor": 1},
        units={FIELD: [*mine, *theirs], DHAKOS: ["dharmit"], "dharijor_gromoorva": ["dharijor-admiral"]},
        owners=owners | more.pop("owners", {}),
        met_elric=True,
        phase=more.pop("phase", "combat"),
        **more,
    )


def sums(g: elric.Game) -> tuple[int, int]:
    play(g, f"fight {FIELD}; ready; ready")
    a, b = told(g, "battle")[0]["sums"]
    return a, b


@pytest.mark.parametrize("rules", EDITIONS)
@pytest.mark.parametrize("hero", ["silent-guard", "magnum-colim", "cymoril", "saxif-daan", "dyvim-slorm", "yyrkoon"])
def test_both_12_0_and_11_they_walk_the_sea(rules: str, hero: str) -> None:
    """12.0 / 11: every Melnibonean crosses the sea without a ship, at two points an area, magician or not."""
    g = at(
        rules,
        nations={"jharkor": 0, "pan-tang": 1},
        units={DHAKOS: [hero, "dharmit"], "pan_tang": ["jagreen-lern"]},
        owners={hero: 0},
    )
    play(g, f"lead {hero}; step jharkor_gulf")
    assert g.view()["units"][hero]["spent"] == 2
    play(g, "halt; lead dharmit")
    refused(g, "step jharkor_gulf", cite(rules, "7.3", "6.3"))


def waders(rules: str, script: list[int], area: str = IMRRYR, **more: Any) -> elric.Game:
    """Dyvim Tvar with three armies of Melnibone, in the scenario in which somebody plays them."""
    return at(
        rules,
        script,
        scenario="upstart",
        nations={"pan-tang": 0, "melnibone": 1},
        player=1,
        units=more.pop("units", {area: ["dyvim-tvar", "melnibone-army*3"], "pan_tang": ["jagreen-lern"]}),
        met_elric=True,
        **more,
    )


@pytest.mark.parametrize("rules", EDITIONS)
def test_both_12_0_and_11_their_armies_walk_it_too(rules: str) -> None:
    """12.0 / 11, ruling melnibonean-armies: all Melniboneans cross the sea without ships, armies behind a leader; others'
    armies do not, and one left on the waves waits there."""
    g = waders(rules, [])
    play(
        g,
        "lead dyvim-tvar; join melnibone-army-1; join melnibone-army-2; step dragon_sea_east; drop melnibone-army-2; halt",
    )
    assert where(g, "melnibone-army-1") == where(g, "melnibone-army-2") == "dragon_sea_east"
    assert g.view()["units"]["melnibone-army-1"]["spent"] == 2
    play(g, "end")
    g = at(rules, nations={"jharkor": 0}, units={DHAKOS: ["jharkor-wizard", "jharkor-army-1"]})
    play(g, "lead jharkor-wizard; join jharkor-army-1")
    refused(g, "step jharkor_gulf", cite(rules, "7.3", "6.3"))


@pytest.mark.parametrize("rules", EDITIONS)
def test_both_7_5_1_and_6_51_their_armies_in_the_boiling_sea(rules: str) -> None:
    """7.5.1, 12.0 / 6.51, 11: an army that walks into it rolls against its 1, and its leader against his 3."""
    g = waders(rules, dice(1, 2, 3), "silent_lands")
    play(g, "lead dyvim-tvar; join melnibone-army-1; join melnibone-army-2; step boiling_sea")
    assert where(g, "melnibone-army-1") == where(g, "dyvim-tvar") == "boiling_sea"
    assert where(g, "melnibone-army-2") is None


@pytest.mark.parametrize("rules", EDITIONS)
def test_both_12_0_and_11_armies_on_the_waves_do_not_fight_there(rules: str) -> None:
    """10.7, 12.0 / 9.72, 9.95, 11: at sea only Dyvim Tvar's 3 counts and only he can be lost; beaten, they walk away."""
    g = waders(
        rules,
        dice(1, 3),
        units={
            IMRRYR: ["yyrkoon"],
            "pale_sea": ["dyvim-tvar", "melnibone-army*3", "pan-tang-fleet-1", "jagreen-lern"],
            "pan_tang": ["pan-tang-general"],
        },
        aboard={"jagreen-lern": "pan-tang-fleet-1"},
        phase="combat",
        assaults=["pale_sea"],
    )
    play(g, "fight pale_sea; ready; ready")
    assert told(g, "battle")[0]["sums"][0] == 3
    while g.step in ("losses", "escape", "reappear", "retreat"):
        g.push(sorted(texts(g))[0])
    assert sum(where(g, f"melnibone-army-{n}") not in (None, "pale_sea") for n in (1, 2, 3)) == 3


@pytest.mark.parametrize("rules", EDITIONS)
def test_both_12_0_and_11_kin_do_not_fight_kin(rules: str) -> None:
    """12.0 / 11: with Melniboneans on both sides none of them takes part; their companions fight it out."""
    g = meet(rules, ["yishana", "dyvim-tvar"], ["sarosto", "yyrkoon"], dice(3, 2))
    assert sums(g) == (5, 4)
    g = meet(rules, ["yishana", "dyvim-tvar"], ["sarosto"], dice(3, 2))
    assert sums(g) == (8, 4)


@pytest.mark.parametrize("rules", EDITIONS)
def test_both_12_0_and_11_elric_fights_everybody(rules: str) -> None:
    """12.0 / 11: Elric attacks Melniboneans and they attack him."""
    g = meet(rules, ["yishana", "elric"], ["sarosto", "yyrkoon"], dice(3, 2))
    assert sums(g) == (11, 9)
    g = meet(rules, ["yishana", "dyvim-tvar"], ["zarozinia", "elric"], dice(3, 2), owners={"zarozinia": 1})
    assert sums(g) == (8, 6)


@pytest.mark.parametrize("rules", EDITIONS)
def test_both_12_0_and_11_survivors_join_the_victor(rules: str) -> None:
    """12.0 / 11: when one side is wiped out, its Melniboneans, who took no part, go over to the victor."""
    g = meet(
        rules,
        ["yishana", "jharkor-army*8", "hilran", "dyvim-tvar"],
        ["dharijor-army-1", "dharijor-army-2", "yyrkoon"],
        dice(6, 1),
        owners={"hilran": 0},
    )
    play(g, f"fight {FIELD}; ready; ready")
    while g.step in ("losses", "escape", "retreat"):
        g.push(sorted(texts(g))[0])
    assert where(g, "dharijor-army-1") is where(g, "dharijor-army-2") is None
    assert g.view()["units"]["yyrkoon"]["owner"] == 0
    assert where(g, "yyrkoon") == FIELD


@pytest.mark.parametrize("rules", EDITIONS)
def test_both_12_0_and_11_nobody_but_elric_attacks_imrryr(rules: str) -> None:
    """12.0 / 11: no other Melnibonean takes part in an attack on Imrryr; those at home defend it, behind the wall of 5."""
    g = at(
        rules,
        dice(3, 2),
        nations={"jharkor": 0, "dharijor": 1},
        units={IMRRYR: ["elric", "yishana", "dyvim-tvar", "yyrkoon", "melnibone-army*2"]},
        owners={"elric": 0, "dyvim-tvar": 0, "yyrkoon": None, **{f"melnibone-army-{n}": None for n in (1, 2)}},
        assaults=[IMRRYR],
        met_elric=True,
        phase="combat",
    )
    play(g, f"fight {IMRRYR}; ready")
    assert told(g, "battle")[0]["sums"] == (11, 5 + 2 + 5)


@pytest.mark.parametrize("rules", EDITIONS)
def test_both_12_2_and_11_2_yyrkoon_conjures(rules: str) -> None:
    """12.2, 9.2 / 11.2, 8.22, 8.221: Yyrkoon may draw instead of using his hand; what is opposed to his hand strikes him."""
    for drawn, want in (("arioch", (5 + 5, 4)), ("arkyn", (5, 4 + 3)), ("elenoin", (5 + 3, 4))):
        g = meet(
            rules,
            ["yishana", "yyrkoon"],
            ["sarosto"],
            [*draw(drawn, gone=("chardros",)), *dice(6, 1)],
            hands={"yyrkoon": ["chardros"]},
            phase="magic",
        )
        conjures(g, "yyrkoon")
        assert told(g, "battle")[0]["sums"] == want


@pytest.mark.parametrize("rules", EDITIONS)
def test_both_12_3_and_11_3_dragonmasters(rules: str) -> None:
    """12.3 / 11.3: only Elric, Dyvim Slorm and Dyvim Tvar use the Dragons; other Melniboneans cannot."""
    for who, may in (
        ("elric", True),
        ("dyvim-slorm", True),
        ("dyvim-tvar", True),
        ("yyrkoon", False),
        ("saxif-daan", False),
        ("cymoril", False),
    ):
        mine = [who, "yishana"]
        g = meet(rules, mine, ["sarosto"], [], hands={who: ["dragons"]}, phase="magic")
        if may:
            allowed(g, f"cast {who} dragons")
        else:
            refused(g, f"cast {who} dragons", cite(rules, "12.3", "11.3"))


@pytest.mark.parametrize("rules", EDITIONS)
def test_both_9_3_3_and_8_33_no_human_uses_them(rules: str) -> None:
    """9.3.3, 12.0 / 8.33, 11: a human magician may hold the Dragons and cannot cast them."""
    g = meet(
        rules, ["yishana", "jharkor-wizard"], ["sarosto"], [], hands={"jharkor-wizard": ["dragons"]}, phase="magic"
    )
    refused(g, "cast jharkor-wizard dragons", cite(rules, "12.3", "11.3"))


@pytest.mark.parametrize("rules", EDITIONS)
@pytest.mark.parametrize("sea", [False, True])
def test_both_16_6_and_14_6_the_dragons_eat(rules: str, sea: bool) -> None:
    """16.6 / 14.6: the Dragons take enemy armies on land and fleets at sea, and personalities unless they escape."""
    area = "dragon_sea_west" if sea else FIELD
    theirs = ["dharijor-fleet-1", "sarosto"] if sea else ["dharijor-army*3", "sarosto"]
    ships = {"yishana": "jharkor-fleet-1", "dyvim-tvar": "jharkor-fleet-1", "sarosto": "dharijor-fleet-1"}
    g = at(
        rules,
        dice(6),
        nations={"jharkor": 0, "dharijor": 1},
        units={
            area: ["yishana", "dyvim-tvar", *theirs, *(["jharkor-fleet-1"] if sea else [])],
            "dharijor_gromoorva": ["karnaal"],
        },
        owners={"dyvim-tvar": 0},
        aboard=ships if sea else {},
        hands={"dyvim-tvar": ["dragons"]},
        assaults=[area],
        phase="magic",
    )
    play(g, f"cast dyvim-tvar dragons; done; fight {area}; ready; ready")
    assert where(g, "sarosto") is None
    assert where(g, "dharijor-fleet-1" if sea else "dharijor-army-1") is None


@pytest.mark.parametrize("rules", EDITIONS)
def test_both_12_3_and_11_3_the_silent_guard_cast_nothing(rules: str) -> None:
    """12.3 / 11.3: the Silent Guard are used as a personality that casts no magic; so is Magnum Colim."""
    for who in ("silent-guard", "magnum-colim"):
        u = pieces.INDEX[who]
        assert pieces.KIND[u] == pieces.HERO
        assert pieces.MAGIC[u] == 0
        g = meet(rules, [who, "yishana"], ["sarosto"], [], hands={who: ["arkyn"]}, phase="magic")
        refused(g, f"cast {who} arkyn", cite(rules, "9.5", "8.5"))


@pytest.mark.parametrize("rules", EDITIONS)
def test_both_12_3_and_11_3_cymoril_and_saxif_as_others(rules: str) -> None:
    """12.3 / 11.3: Cymoril and Saxif D'aan are personalities like others: they lead, hold one spell each and cast it."""
    for who in ("cymoril", "saxif-daan"):
        g = meet(rules, [who, "yishana"], ["sarosto"], dice(6, 1), hands={who: ["arkyn"]}, phase="magic")
        play(g, f"cast {who} arkyn; done")
        assert sums(g) == (5 + 3, 4)


# ---- Melnibone as a player's nation (Dragon Masters Against the Upstart) ----------------------------------------------


@pytest.mark.parametrize("rules", EDITIONS)
def test_both_14_2_and_13_2_melnibone_set_up(rules: str) -> None:
    """14.2 / 13.2: one player has Pan Tang and Dharijor, the other every Melnibonean but Elric, who appears at random."""
    g = elric.new_game("upstart", rules, seed=3)
    while g.turn == 0 or g.phase == "appearance":
        g.push(g.legal_actions()[0])
    seat = next(p["seat"] for p in g.view()["players"] if "melnibone" in p["nations"])
    for who in ("yyrkoon", "cymoril", "dyvim-slorm", "dyvim-tvar", "saxif-daan", "silent-guard", "magnum-colim"):
        assert where(g, who) == IMRRYR
        assert g.view()["units"][who]["owner"] == seat
    assert g.view()["areas"][IMRRYR]["control"] == seat
    assert where(g, "golden-battle-barge") == IMRRYR
    assert {p["seat"]: sorted(p["nations"]) for p in g.view()["players"]}[1 - seat] == ["dharijor", "pan-tang"]
    assert told(g, "appears")[0]["unit"] == pieces.ELRIC


@pytest.mark.parametrize("rules", EDITIONS)
def test_both_14_2_and_11_12_anybody_may_command_elric(rules: str) -> None:
    """14.2, 12.1.2 / 13.2, 11.12: Elric follows whoever joins him, the enemies of Melnibone too."""
    g = at(
        rules,
        draw("arkyn", "arioch", "fileet"),
        scenario="upstart",
        nations={"pan-tang": 0, "dharijor": 0, "melnibone": 1},
        units={"jharkor_sequa": ["elric"], "dharijor_sequaloris": ["sarosto"], IMRRYR: ["yyrkoon"]},
        owners={"elric": None},
    )
    play(g, "lead sarosto; step jharkor_sequa; halt; end")
    assert g.view()["units"]["elric"]["owner"] == 0


@pytest.mark.parametrize("rules", EDITIONS)
def test_both_7_5_9_and_6_591_the_upstart_needs_elric(rules: str) -> None:
    """[7.5.9] / 6.591: while Melnibone's own player holds Imrryr it has not fallen in 1981: only a stack with Elric gets in.
    In 1984 any player who holds it will do, and Dyvim Tvar shows the way."""
    g = at(
        rules,
        scenario="upstart",
        nations={"pan-tang": 0, "dharijor": 0, "melnibone": 1},
        units={"dragon_sea_east": ["pan-tang-fleet-1", "jagreen-lern", "dyvim-tvar", "elric"], IMRRYR: ["yyrkoon"]},
        owners={"elric": 0, "dyvim-tvar": 0},
        aboard=dict.fromkeys(("jagreen-lern", "dyvim-tvar", "elric"), "pan-tang-fleet-1"),
        met_elric=True,
    )
    play(g, "lead jagreen-lern")
    allowed(g, f"attack {IMRRYR}")
    play(g, "drop elric")
    if rules == "chaosium":
        refused(g, f"attack {IMRRYR}", "7.5.9")
    else:
        allowed(g, f"attack {IMRRYR}")
    play(g, "drop dyvim-tvar")
    refused(g, f"attack {IMRRYR}", cite(rules, "7.5.9", "6.591"))


@pytest.mark.parametrize("rules", EDITIONS)
def test_both_6_0_and_5_3_elric_is_no_subject(rules: str) -> None:
    """6.0 / 5.3: when Melnibone loses its last personality its pieces leave the board, and Elric, in others' service or in
    nobody's, does not."""
    g = at(
        rules,
        dice(6, 1, 6),
        scenario="upstart",
        nations={"pan-tang": 0, "melnibone": 1},
        units={
            FIELD: ["jagreen-lern", "pan-tang-general", "pan-tang-sealord", "pan-tang-army*5", "saxif-daan"],
            "vilmir_jadmar": ["elric"],
            IMRRYR: ["melnibone-army*5"],
        },
        owners={"elric": None},
        phase="combat",
    )
    play(g, f"fight {FIELD}; ready; ready")
    while g.step in ("losses", "escape"):
        g.push(sorted(texts(g))[0])
    assert told(g, "falls apart")
    assert where(g, "melnibone-army-1") is None
    assert where(g, "elric") == "vilmir_jadmar"
