"""Numbered cases: what a random attack and a search leave to decide, and spells that stay when they were used up. Chaosium
[7.6], [8.0], [12.1.4], [13.4]; Avalon Hill 6.6, 7, 11.14, 12.3, 12.41, 12.6."""

from __future__ import annotations

from typing import Any

import pytest
from kit import (
    DHAKOS,
    EDITIONS,
    FIELD,
    SEQUA,
    armies,
    at,
    balance,
    begun,
    cite,
    dice,
    draw,
    find,
    held,
    lying,
    play,
    refused,
    texts,
    told,
    where,
)

import elric
from elric.young_kingdoms.components import pieces, spells
from elric.young_kingdoms.magic_phase.phase import MAGIC_PHASE

NATIONS = {"jharkor": 0, "shazaar": 0, "dharijor": 1, "pan-tang": 1}
SWORDS = {"chaosium": 0, "avalon-hill": 1}


def settle(g: elric.Game) -> elric.Game:
    """Answer whatever a fight leaves to decide, until something else is asked."""
    while g.step in ("withhold", "losses", "escape", "retreat", "reappear", "linger"):
        g.push("ready" if "ready" in texts(g) else sorted(texts(g))[0])
    return g


def kept(g: elric.Game) -> dict[str, str]:
    return {c["unit"]: c["spell"] for c in g.view()["cast"] if c.get("maintained")}


# ---- open spells, and who comes upon them ----------------------------------------------------------------------------


def open_field(rules: str, script: list[int], **more: Any) -> elric.Game:
    """Jharkor's armies stand in Dhakos without a leader; Chardros lies open in Sequa, next to it."""
    return at(
        rules,
        script,
        nations=NATIONS,
        units={DHAKOS: ["jharkor-army*2"], "pan_tang": ["jagreen-lern"], "jharkor_thokora": ["yishana"]},
        tipped="chaos",
        **{"face_up": {SEQUA: ["chardros"]}, **more},
    )


def test_ah_12_413_an_army_that_marches_alone_is_attacked() -> None:
    """[13.4] D / 12.413: an open spell attacks any stack that enters, one that marches at home without a leader too."""
    g = open_field("avalon-hill", dice(6, 1))
    play(g, f"march jharkor-army-1 {SEQUA}")
    assert told(g, "lurks")
    settle(g)
    assert armies(g, "jharkor", SEQUA) == 0
    assert lying(g, SEQUA) == ["chardros"]


def test_ch_13_4d_an_army_that_marches_alone_draws_in_land_gone_wild() -> None:
    """[13.4] D, [7.6] / 12.413: an area with an open Chaos spell is wilderness, and armies on a march draw in it."""
    g = open_field("chaosium", draw("fileet", gone=("chardros",)))
    play(g, f"march jharkor-army-1 {SEQUA}")
    assert [spells.IDS[e["spell"]] for e in told(g, "random attack")] == ["fileet"]
    assert armies(g, "jharkor", SEQUA) == 1


def test_ch_13_4d_a_spell_that_stayed_threatens_a_leaderless_march() -> None:
    """[13.4] D: a random attack that was not beaten stays, a threat to any unit passing through."""
    g = open_field("chaosium", [*draw("fileet", gone=("chardros",)), *dice(6, 1)], prowling=["chardros"])
    play(g, f"march jharkor-army-1 {SEQUA}")
    assert told(g, "lurks")


@pytest.mark.parametrize(("rules", "strikes"), [("avalon-hill", True), ("chaosium", False)])
def test_both_13_4d_and_12_413_a_retreat_enters_too(rules: str, strikes: bool) -> None:
    """13.4 D / 12.413: beaten in the plains, Sarosto falls back into Dharijor's cape, where Chardros lies open: in 1984 it
    attacks him; in 1981 it makes the cape wild, and the retreat draws a random attack."""
    g = at(
        rules,
        [*dice(5, 1), *draw("fileet", gone=("chardros",)), *dice(6, 1)] if not strikes else dice(5, 1, 6, 1),
        nations=NATIONS,
        units={FIELD: ["yishana", "jharkor-army*3", "sarosto"], DHAKOS: ["dharmit"], "pan_tang": ["jagreen-lern"]},
        face_up={a: ["chardros"] for a in ("xanyaw",)},
        tipped="chaos",
        phase="combat",
    )
    play(g, f"fight {FIELD}; ready; ready")
    while g.step in ("losses", "escape"):
        g.push("roll" if "roll" in texts(g) else sorted(texts(g))[0])
    if g.step == "retreat":
        play(g, "retreat xanyaw")
    assert bool(told(g, "lurks")) is strikes
    assert bool(told(g, "random attack")) is True


def test_ah_12_413_law_magic_that_is_maintained_or_laid_counts() -> None:
    """12.413, 12.41: a stack whose magician maintains a Law spell contains Law magic, and Law spares it."""
    for more, fights in (({}, True), ({"maintained": {"ohada": "arkyn"}}, False)):
        g = at(
            "avalon-hill",
            dice(6, 1),
            nations=NATIONS,
            units={FIELD: ["ohada"], DHAKOS: ["yishana"], "pan_tang": ["jagreen-lern"]},
            face_up={SEQUA: ["sleep"]},
            tipped="law",
            **more,
        )
        play(g, f"lead ohada; step {SEQUA}")
        assert bool(told(g, "lurks")) is fights


# ---- maintained spells are in use ------------------------------------------------------------------------------------


def road(rules: str, script: list[int], who: list[str], **more: Any) -> elric.Game:
    """A stack goes from the Plains of Shazaar into the wilderness of Xanyaw."""
    spec: dict[str, Any] = {
        "nations": NATIONS,
        "units": {FIELD: who, DHAKOS: ["dharmit"], "pan_tang": ["jagreen-lern"]},
        "met_elric": True,
    }
    spec.update(more)
    g = at(rules, script, **spec)
    play(g, f"lead {who[0]}")
    for u in who[1:]:
        stem, _, many = u.partition("*")
        for k in range(1, int(many) + 1) if many else [0]:
            play(g, f"join {stem}-{k}" if many else f"join {u}")
    return play(g, "step xanyaw")


@pytest.mark.parametrize("rules", EDITIONS)
def test_both_13_4a_and_12_41_a_maintained_spell_counts_against_a_random_attack(rules: str) -> None:
    """13.4 A, 7.6 / 12.41, 6.66: in a world of Chaos Ohada maintains Elenoin (Neutral, 3), and it fights along against
    Balan; in 1984 she adds nothing of her own beside it."""
    g = road(rules, [*draw("balan", gone=("elenoin",)), *dice(1, 6)], ["ohada", "shazaar-army-1"], tipped="chaos", maintained={"ohada": "elenoin"})  # fmt: skip
    settle(g)
    lines = dict(x[:2] for x in told(g, "battle")[0]["lines"][1])
    assert lines["Elenoin"] == 3
    assert lines.get("Ohada", 0) == (1 if rules == "chaosium" else 0)
    assert kept(g) == {"ohada": "elenoin"}


def test_ah_12_41_a_maintained_spell_counts_against_one_that_lies_in_wait() -> None:
    """12.41, 12.413: against an open spell that attacks, too."""
    g = at("avalon-hill", dice(1, 6), nations=NATIONS, units={FIELD: ["ohada"], DHAKOS: ["yishana"], "pan_tang": ["jagreen-lern"]},
           face_up={SEQUA: ["oonai"]}, maintained={"ohada": "elenoin"}, tipped="chaos")  # fmt: skip
    play(g, f"lead ohada; step {SEQUA}")
    assert told(g, "battle")[0]["sums"][1] == 3


@pytest.mark.parametrize("rules", EDITIONS)
def test_both_13_4a_and_12_41_dispel_magic_kept_up_turns_an_attack_away(rules: str) -> None:
    """13.4 A, 16.3 / 12.42, 14.3: maintained Dispel Magic undoes the spell that attacks, an eater as well."""
    for name in ("balan", "kyreenee"):
        g = road(rules, draw(name, gone=("dispel-magic-a",)), ["ohada", "shazaar-army-1"], tipped="chaos", maintained={"ohada": "dispel-magic-a"})  # fmt: skip
        assert [spells.IDS[e["spell"]] for e in told(g, "dispelled")] == [name]
        assert not told(g, "battle")
        assert armies(g, "shazaar", "xanyaw") == 1


@pytest.mark.parametrize("warded", ["maintained", "conjured"])
def test_ah_14_3_what_lies_in_wait_is_undone_for_good(warded: str) -> None:
    """14.3, 12.413: Dispel Magic undoes an open spell, which is no maintained one: it is discarded as any undone spell."""
    script = [*draw("dispel-magic-a", gone=("chardros",))] if warded == "conjured" else []
    who = ["theleb-kaarna", "jharkor-army-1"]
    g = at("avalon-hill", script, nations=NATIONS, units={FIELD: who, DHAKOS: ["yishana"], "pan_tang": ["jagreen-lern"]},
           owners={"theleb-kaarna": 0}, face_up={SEQUA: ["chardros"]}, tipped="chaos",
           maintained={"theleb-kaarna": "dispel-magic-a"} if warded == "maintained" else {})  # fmt: skip
    play(g, f"lead theleb-kaarna; join jharkor-army-1; step {SEQUA}")
    if warded == "conjured":
        play(g, "conjure theleb-kaarna; ready; dispel chardros")
    assert lying(g, SEQUA) == []
    assert "chardros" in g.view()["discards"]


@pytest.mark.parametrize("rules", EDITIONS)
def test_both_13_4a_and_12_411_four_keepers_use_three(rules: str) -> None:
    """13.4 A, 9.2 / 12.411, 8.2: of four maintained spells three work in a battle, the strongest; the fourth magician fights
    with his own value."""
    g = at(
        rules,
        dice(6, 6),
        nations=NATIONS,
        units={
            FIELD: ["ohada", "jharkor-wizard", "lamsar", "sorana", "sarosto"],
            DHAKOS: ["dharmit"],
            "pan_tang": ["jagreen-lern"],
        },
        owners={"sorana": 0, "lamsar": 0},
        maintained={"ohada": "sleep", "jharkor-wizard": "arkyn", "lamsar": "donblas", "sorana": "aubec"},
        tipped="law",
        phase="combat",
    )
    play(g, f"fight {FIELD}; ready; ready")
    lines = dict(x[:2] for x in told(g, "battle")[0]["lines"][0])
    assert {"Arkyn", "Donblas", "Aubec"} <= set(lines)
    assert "Sleep" not in lines
    assert lines["Ohada"] == 1


# ---- spells used outside a battle ------------------------------------------------------------------------------------


def flees(rules: str, face: int, spell: str) -> elric.Game:
    """Ohada is overrun and uses a spell from her hand to escape, in a world of Law."""
    g = at(
        rules,
        dice(1, 6, face),
        nations=NATIONS,
        units={FIELD: ["ohada", "sarosto", "karnaal", "dharijor-army*8"], DHAKOS: ["dharmit"], "pan_tang": ["jagreen-lern"]},
        hands={"ohada": [spell]},
        tipped="law",
        phase="combat",
    )  # fmt: skip
    return play(g, f"fight {FIELD}; ready; ready; charm {spell}")


@pytest.mark.parametrize("rules", EDITIONS)
@pytest.mark.parametrize("keep", [True, False])
def test_both_13_4a_and_12_41_a_spell_used_to_escape_stays(rules: str, keep: bool) -> None:
    """13.4 A / 12.41: a spell of the ruling side that helped an escape is not discarded: Ohada maintains Sleep, or leaves it
    lying where she escaped from."""
    g = flees(rules, 2, "sleep")
    while g.step == "reappear":
        g.push(sorted(texts(g))[0])
    assert texts(g) == {"maintain ohada", "release ohada"}
    play(g, "maintain ohada" if keep else "release ohada")
    assert kept(g) == ({"ohada": "sleep"} if keep else {})
    assert lying(g, FIELD) == ([] if keep else ["sleep"])


@pytest.mark.parametrize("rules", EDITIONS)
def test_both_13_4b_and_12_42_a_neutral_one_may_be_maintained_and_one_that_failed_is_gone(rules: str) -> None:
    """13.4 B / 12.42: Fileet may be kept up by her who escaped with it; where it did not help, it is discarded."""
    g = flees(rules, 2, "fileet")
    while g.step == "reappear":
        g.push(sorted(texts(g))[0])
    play(g, "maintain ohada")
    assert kept(g) == {"ohada": "fileet"}
    g = flees(rules, 3, "fileet")
    assert where(g, "ohada") is None
    assert "fileet" in g.view()["discards"]


@pytest.mark.parametrize("rules", EDITIONS)
def test_both_13_4a_and_12_41_against_quaolnargn_it_stays_as_well(rules: str) -> None:
    """13.4 A / 12.41, ruling used-up-when-tipped: the wizard beats Quaolnargn with Chardros in a world of Chaos, and may
    keep Chardros up."""
    g = find(rules, "quaolnargn", dice(6, 1), who="jharkor-wizard", units={DHAKOS: ["dharmit"]}, hands={"jharkor-wizard": ["chardros"]}, tipped="chaos")  # fmt: skip
    play(g, "take jharkor-wizard; wield chardros")
    assert texts(g) == {"maintain jharkor-wizard", "release jharkor-wizard"}
    play(g, "release jharkor-wizard")
    assert lying(g, "xanyaw") == ["chardros"]


@pytest.mark.parametrize("rules", EDITIONS)
def test_both_13_4a_and_12_41_a_spell_that_turned_is_nobodys_to_keep(rules: str) -> None:
    """13.4 A, 9.2 / 12.41, 8.221, ruling used-up-when-tipped: Chardros, drawn by Theleb K'aarna who holds Law, fights against
    him; in a world of Chaos it then lies where it fought, and he is not asked to maintain it."""
    g = road(
        rules,
        [*draw("balan", "chardros", gone=("arkyn",)), *dice(1, 1)],
        ["theleb-kaarna", "jharkor-army*8"],
        owners={"theleb-kaarna": 0},
        hands={"theleb-kaarna": ["arkyn"]},
        tipped="chaos",
    )
    play(g, "conjure theleb-kaarna; ready")
    while g.step in ("losses", "escape", "retreat"):
        g.push(sorted(texts(g))[0])
    assert g.step != "linger"
    assert "chardros" in lying(g, "xanyaw")


# ---- a random attack is a battle -------------------------------------------------------------------------------------


@pytest.mark.parametrize("rules", EDITIONS)
def test_both_10_2_and_9_2_units_are_held_back_from_a_random_attack(rules: str) -> None:
    """7.6, 10.2, 12.1.4 / 6.66, 9.2, 12.3: Elric is held back, so his sword sleeps: no shift, no die at the end of combat."""
    g = held(
        rules, [*draw("balan"), *dice(1, 6)], area="troos", units={"troos": ["jharkor-army-1"], DHAKOS: ["dharmit"]}
    )
    play(g, "lead yishana; join elric; join jharkor-army-1; step weeping_waste_c; withhold elric; ready; halt; end")
    while g.phase in ("search", "magic", "combat"):
        g.push("end" if "end" in texts(g) else "done")
    assert told(g, "battle")[0]["sums"] == (3, 6)
    assert not told(g, "sword")
    assert balance(g) == 0


@pytest.mark.parametrize("rules", EDITIONS)
def test_both_7_6_and_6_61_nobody_walks_off_before_it(rules: str) -> None:
    """7.6, 10.2 / 6.61, 9.2, ruling random-attack-battle: it strikes at once; the switch attacked_may lets a stack fall
    back first, or do nothing at all."""
    script = [*draw("balan"), *dice(1, 6)]
    g = road(rules, script, ["yishana", "jharkor-army-1"])
    refused(g, f"withdraw {FIELD}", cite(rules, "7.6", "6.61"))
    play(g, "withhold jharkor-army-1")  # and nobody else is left to be held back
    assert told(g, "battle")[0]["sums"] == (3, 5)
    g = road(f"{rules}, attacked_may=fall-back", script, ["yishana", "jharkor-army-1"])
    play(g, "withhold jharkor-army-1; withhold yishana")
    assert ("ready" in texts(g)) is (rules == "chaosium")  # in 1984 whoever holds everything back has to go
    play(g, f"withdraw {FIELD}")
    assert where(g, "yishana") == FIELD
    assert not told(g, "battle")
    g = road(f"{rules}, attacked_may=nothing", script, ["yishana", "jharkor-army-1"])
    assert g.step == "stack"
    assert told(g, "battle")[0]["sums"] == (3, 6)


def test_ah_9_2_somebody_must_meet_it() -> None:
    """9.2, 6.61: with everybody held back the province would have to be given up, and that is not possible here."""
    g = held("avalon-hill", draw("balan"), area="troos", units={"troos": ["jharkor-army-1"], DHAKOS: ["dharmit"]})
    play(
        g,
        "lead yishana; join elric; join jharkor-army-1; step weeping_waste_c; withhold yishana; withhold jharkor-army-1",
    )
    said = refused(g, "withhold elric", "9.2")
    assert "random attack" in said.reasons[0].words


def test_ch_10_2_everybody_may_be_held_back() -> None:
    """10.2: the 1981 book asks no defender to give up the province for it; Elric keeps his sword sheathed and loses."""
    g = held(
        "chaosium",
        [*draw("balan"), *dice(6, 1)],
        area="troos",
        units={"troos": ["jharkor-army-1"], DHAKOS: ["dharmit"]},
    )
    play(g, "lead yishana; join elric; join jharkor-army-1; step weeping_waste_c")
    play(g, "withhold yishana; withhold jharkor-army-1; withhold elric")
    assert told(g, "battle")[0]["sums"] == (3, 0)


@pytest.mark.parametrize("rules", EDITIONS)
def test_both_9_2_and_8_22_a_conjurer_draws_against_a_random_attack(rules: str) -> None:
    """9.2, 12.1.3 / 8.22, 11.132: Elric draws Chardros against Balan, adds nothing of his own, and the Balance moves by it;
    he casts no other spell this turn."""
    g = held(
        rules,
        [*draw("balan", "chardros"), *dice(1, 6)],
        area="troos",
        units={"troos": ["jharkor-army-1"], DHAKOS: ["dharmit"]},
    )
    play(g, "lead yishana; join elric; join jharkor-army-1; step weeping_waste_c; conjure elric; ready")
    assert told(g, "battle")[0]["sums"] == (3, 4 + 5 + 1)
    assert balance(g) == 4
    assert not told(g, "sword")


@pytest.mark.parametrize("rules", EDITIONS)
def test_both_9_2_and_8_221_what_a_conjurer_draws_may_turn_on_him(rules: str) -> None:
    """9.2 / 8.221: Theleb K'aarna holds Law and draws Chardros: it fights beside Balan."""
    g = road(
        rules,
        [*draw("balan", "chardros", gone=("arkyn",)), *dice(1, 6)],
        ["yishana", "theleb-kaarna", "jharkor-army-1"],
        owners={"theleb-kaarna": 0},
        hands={"theleb-kaarna": ["arkyn"]},
    )
    play(g, "conjure theleb-kaarna; ready")
    assert told(g, "battle")[0]["sums"] == (3 + 4, 6)


@pytest.mark.parametrize("rules", EDITIONS)
def test_both_16_3_and_14_3_dispel_magic_drawn_undoes_the_attack(rules: str) -> None:
    """16.3, 9.2 / 14.3, 8.22: Dispel Magic drawn against Balan sends it away; an eater drawn finds nothing to eat and is
    discarded."""
    for name, fights in (("dispel-magic-a", False), ("mirror-of-memory", True)):
        g = road(
            rules,
            [*draw("balan", name), *dice(1, 6)],
            ["yishana", "theleb-kaarna", "jharkor-army-1"],
            owners={"theleb-kaarna": 0},
        )
        play(g, "conjure theleb-kaarna; ready")
        if not fights:
            play(g, "dispel balan")
        assert bool(told(g, "battle")) is fights
        assert name in g.view()["discards"]


# ---- spells that act at once ----------------------------------------------------------------------------------------


@pytest.mark.parametrize("rules", EDITIONS)
def test_both_12_1_5_and_11_15_the_nightmare_needs_no_hero(rules: str) -> None:
    """12.1.5, 16.4 / 6.65, 11.15, 14.4: drawn for armies without a personality, beaten back into the wilderness, a Nightmare
    takes Elric's master all the same, and Four-Who-Are-One calls Elric away."""
    for name in ("elric-nightmare-1", "four-who-are-one"):
        g = at(
            rules,
            [*dice(1, 1), *draw(name), *dice(6), *draw("beetles-of-kaleef", gone=(name,))],
            nations={"jharkor": 0, "pan-tang": 1},
            units={
                FIELD: ["jharkor-army*3", "jagreen-lern"],
                DHAKOS: ["yishana", "elric"],
                SEQUA: ["dharmit"],
                "pan_tang": ["pan-tang-general"],
            },
            owners={"elric": 0},
            player=1,
            phase="combat",
            met_elric=True,
        )
        play(g, f"fight {FIELD}; ready; ready; retreat xanyaw")
        assert told(g, "random attack")
        if name == "four-who-are-one":
            assert where(g, "elric") is None
        else:
            assert where(g, "yishana") is None


@pytest.mark.parametrize(("rules", "next_"), [("avalon-hill", ["reshuffle-1", "grome"]), ("chaosium", ["reshuffle-1"])])
def test_both_16_4_and_14_4_a_reshuffle_on_the_road(rules: str, next_: list[str]) -> None:
    """16.4, 7.6 / 14.4, 6.65, ruling random-reshuffle: in 1984 another spell is drawn in its place, for the attack and not
    for the hand; in 1981 none is."""
    g = road(rules, draw("reshuffle-1", "grome"), ["yishana", "jharkor-army-1"])
    assert [spells.IDS[e["spell"]] for e in told(g, "random attack")] == next_
    assert g.view(0)["hands"].get("yishana", []) == []


@pytest.mark.parametrize("rules", EDITIONS)
@pytest.mark.parametrize("finder", ["yishana", "ohada"])
def test_both_9_3_1_and_8_31_the_owner_names_the_finder_on_the_road(rules: str, finder: str) -> None:
    """9.3.1, 7.6 / 8.31, 6.65, ruling finder: the Tower comes up before two personalities and an army; one of them goes in."""
    g = road(rules, [*draw("tower-of-voilodion-gagnasdiak"), *dice(1)], ["yishana", "ohada", "jharkor-army-1"])
    assert texts(g) == {"take yishana", "take ohada"}
    play(g, f"take {finder}")
    assert where(g, finder) is None


@pytest.mark.parametrize("rules", EDITIONS)
def test_both_7_5_8_and_6_58_a_retreat_draws_once(rules: str) -> None:
    """7.5.8, 7.6 / 6.58, ruling one-draw: beaten by a random attack in Xanyaw, Yishana falls back into Nihrain and draws
    there at once; when movement ends nothing more is drawn for her."""
    g = road(rules, [*draw("arioch"), *dice(6, 3), *draw("grome", gone=("arioch",))], ["yishana", "jharkor-army-1"])
    play(g, "ready")
    while g.step in ("losses", "escape"):
        g.push(sorted(texts(g))[0])
    play(g, "retreat nihrain; end")
    assert len(told(g, "random attack")) == 2


@pytest.mark.parametrize("rules", EDITIONS)
def test_both_7_5_8_and_6_58_who_escapes_into_the_wild_has_not_moved_there(rules: str) -> None:
    """7.5.8, 10.8 / 6.58, 9.83, ruling one-draw: eaten up by Kyreenee, Dharmit comes to light in the wilderness near by; he
    has not ended a move there, and draws nothing."""
    g = at(
        rules,
        [*draw("grome", "kyreenee"), *dice(1)],
        nations=NATIONS,
        units={"myrrhyn_north": ["dharmit", "jharkor-army-1"], DHAKOS: ["yishana"], "pan_tang": ["jagreen-lern"]},
    )
    play(g, "lead dharmit; join jharkor-army-1; step myrrhyn; step nihrain")
    while g.step == "reappear":
        g.push("reappear xanyaw" if "reappear xanyaw" in texts(g) else sorted(texts(g))[0])
    assert where(g, "dharmit") == "xanyaw"
    play(g, "end")
    assert len(told(g, "random attack")) == 2


# ---- searching -------------------------------------------------------------------------------------------------------


def camps(rules: str, script: list[int], **more: Any) -> elric.Game:
    """Dharmit and Yishana lie apart in Xanyaw, and so does Jagreen Lern."""
    spec: dict[str, Any] = {
        "nations": {"jharkor": 0, "pan-tang": 1},
        "units": {"xanyaw": ["dharmit", "yishana", "jharkor-wizard", "jagreen-lern"], "pan_tang": ["pan-tang-general"]},
        "stacks": {"dharmit": 1, "yishana": 2, "jharkor-wizard": 2, "jagreen-lern": 3},
        "phase": "search",
        "met_elric": True,
    }
    spec.update(more)
    return at(rules, script, **spec)


@pytest.mark.parametrize("rules", EDITIONS)
@pytest.mark.parametrize(("leader", "party"), [("dharmit", ["dharmit"]), ("yishana", ["jharkor-wizard", "yishana"])])
def test_both_8_0_and_7_21_unfound_friends_do_not_fight_along(rules: str, leader: str, party: list[str]) -> None:
    """8.0 / 7.1, 7.21: the player says which of his stacks searches; the one that finds the enemy fights him, and the other,
    which nobody has found, stays out of it, with its magic."""
    g = camps(rules, dice(5, 1, 1), hands={"jharkor-wizard": ["fileet"]})
    play(g, "search xanyaw enemies")
    refused(g, "lead jharkor-wizard", cite(rules, "8.0", "7.1"))
    play(g, f"lead {leader}; end")
    casts = {t for t in texts(g) if t.startswith("cast")}
    assert casts == ({"cast jharkor-wizard fileet"} if leader == "yishana" else set())
    if leader == "dharmit":
        g.state.agenda = (MAGIC_PHASE.frame(0),)  # nobody there has anything else to do
        refused(g, "cast jharkor-wizard fileet", cite(rules, "8.0", "7.21"))
    while g.phase == "magic":
        play(g, "done")
    play(g, "fight xanyaw")
    began = told(g, "battle begins")[0]
    assert sorted(pieces.IDS[u] for u in began["units"]) == party


@pytest.mark.parametrize("rules", EDITIONS)
def test_both_8_0_and_7_21_the_stack_that_searched_owns_what_it_finds(rules: str) -> None:
    """8.0 / 7.21: a spell found goes to the searching stack, not to one it has not found."""
    g = camps(rules, dice(5), hidden={"xanyaw": ["sleep"]})
    play(g, "search xanyaw magic; lead dharmit")
    assert texts(g) & {"take dharmit", "take yishana"} == {"take dharmit"}


@pytest.mark.parametrize("rules", EDITIONS)
def test_both_8_0_and_7_21_two_enemies_found_are_both_fought(rules: str) -> None:
    """8.0 / 7.21: enemies found must be fought: where two players' stacks are there, one after the other."""
    g = at(
        rules,
        dice(5, 1, 6, 1, 6),
        scenario="kingdom",
        nations={"jharkor": 0, "lormyr": 1, "vilmir": 2},
        units={
            "xanyaw": ["yishana", "jharkor-army*6", "lormyr-mage", "vilmir-priest"],
            DHAKOS: ["dharmit"],
            "lormyr_iosaz": ["voashoon"],
            "vilmir_jadmar": ["naclon"],
        },
        phase="search",
        met_elric=True,
    )
    play(g, "search xanyaw enemies")
    while g.phase in ("search", "magic"):
        g.push("end" if "end" in texts(g) else "done")
    for enemy in (1, 2):
        assert texts(g) == {"fight xanyaw"}
        play(g, "fight xanyaw")
        assert told(g, "battle begins")[-1]["defender"] == enemy
        while g.step in ("withhold", "losses", "retreat", "escape", "reappear"):
            g.push("ready" if "ready" in texts(g) else sorted(texts(g))[0])
    assert len(told(g, "battle begins")) == 2
    assert "fight xanyaw" not in texts(g)


# ---- black swords ----------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("rules", EDITIONS)
def test_both_12_1_4_and_12_3_the_sword_at_the_shade_gate(rules: str) -> None:
    """12.1.4, 13.3 / 11.14, 12.3: Elric fights at the Shade Gate with his own value: in 1984 that moves the Balance by one,
    and in both editions the sword may turn when the Combat phase ends."""
    script = [
        *draw("fileet", gone=("shade-gate",)),
        *dice(6, 1),
        *draw("arkyn", "goldar", gone=("fileet", "shade-gate")),
    ]
    g = find(rules, "shade-gate", [*script, *dice(3)], who="elric", units={"xanyaw": ["yishana"], DHAKOS: ["dharmit"]}, owners={"elric": 0}, met_elric=True)  # fmt: skip
    play(g, "take elric")
    assert balance(g) == SWORDS[rules]
    while g.phase in ("search", "magic", "combat"):
        g.push("end" if "end" in texts(g) else "done")
    assert told(g, "sword")


@pytest.mark.parametrize("rules", EDITIONS)
def test_both_12_1_4_and_12_3_the_sword_against_quaolnargn(rules: str) -> None:
    """12.1.4, 16.2 / 11.14, 12.3, 14.2: so does Stormbringer drawn against Quaolnargn."""
    g = find(rules, "quaolnargn", dice(6, 1, 3), who="elric", units={"xanyaw": ["yishana"], DHAKOS: ["dharmit"]}, owners={"elric": 0}, met_elric=True)  # fmt: skip
    play(g, "take elric")
    assert balance(g) == SWORDS[rules]
    while g.phase in ("search", "magic", "combat"):
        g.push("end" if "end" in texts(g) else "done")
    assert told(g, "sword")


# ---- the drift -------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(("rules", "drifts"), [("chaosium", 1), ("avalon-hill", 0)])
def test_both_13_6_and_12_6_the_drift_before_the_first_turn(rules: str, drifts: int) -> None:
    """13.6 / 12.6: with the optional rule the 1981 game may begin with a drift; in 1984 each draws when his turn ends."""
    g = begun("successor", f"{rules}, random_balance=true", seed=4)
    assert len(told(g, "drift")) == drifts
