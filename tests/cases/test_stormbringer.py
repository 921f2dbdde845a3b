"""Stormbringer, Elric's end, and Moonglum. Chaosium [12.1.1], [12.1.4], [12.1.6], [13.3]; Avalon Hill 11.11,
11.14, 11.16, 12.3."""

from __future__ import annotations

from typing import Any

import pytest
from kit import (
    DHAKOS,
    EDITIONS,
    FIELD,
    SEQUA,
    at,
    balance,
    cite,
    dice,
    draw,
    held,
    owner,
    play,
    refused,
    texts,
    told,
    where,
)

import elric
from elric.young_kingdoms.artifacts import bonds
from elric.young_kingdoms.combat.heroic_escape import reappear
from elric.young_kingdoms.components import pieces
from elric.young_kingdoms.lab.walk import STILL

NATIONS = {"jharkor": 0, "pan-tang": 1}


# ---- Stormbringer ----------------------------------------------------------------------------------------------------


def fray(rules: str, *faces: int, then: list[int] | None = None, **more: Any) -> elric.Game:
    """Elric and Yishana fight Sarosto (4) in the open; the dice of the battle, then the sword's."""
    return held(
        rules,
        [*dice(*faces), *(then or [])],
        area=FIELD,
        nations={"dharijor": 1},
        units={FIELD: ["sarosto"], "dharijor_gromoorva": ["karnaal"]},
        phase=more.pop("phase", "combat"),
        **more,
    )


def finish_combat(g: elric.Game) -> None:
    while g.phase == "combat" and g.step != "combat":
        g.push(sorted(texts(g))[0])
    play(g, "end")


@pytest.mark.parametrize("rules", EDITIONS)
@pytest.mark.parametrize(("face", "slain"), [(1, False), (4, False), (5, True), (6, True)])
def test_both_12_1_4_and_11_14_the_sword_may_turn(rules: str, face: int, slain: bool) -> None:
    """12.1.4, 13.3 / 11.11 B, 11.14, 12.3: after a Combat phase in which his strength was used, a 5 or 6 slays his commander without
    escape; the Balance moves one to Chaos for it (and in 1984 one for the use), and Elric appears elsewhere at once."""
    g = fray(rules, 2, 6, face, then=draw("beetles-of-kaleef"))
    play(g, f"fight {FIELD}; ready; ready; ")
    finish_combat(g)
    assert (where(g, "yishana") is None) is slain
    assert where(g, "elric") == ("nadsokor" if slain else FIELD)
    assert balance(g) == slain + (rules == "avalon-hill")
    assert all(e["unit"] != pieces.INDEX["yishana"] for e in told(g, "escape"))


@pytest.mark.parametrize("rules", EDITIONS)
def test_both_12_1_4_and_11_14_drawn_on_the_march(rules: str) -> None:
    """7.6, 12.1.4 / 6.66, 11.14, ruling sword-on-the-march: Elric strikes down Balan in the wilderness, and when the Combat
    phase ends a 6 turns the sword on Yishana."""
    g = held(
        rules,
        [*draw("balan"), *dice(6, 1, 6), *draw("beetles-of-kaleef", gone=("balan",))],
        area="troos",
        units={"troos": ["jharkor-army-1"], DHAKOS: ["dharmit"]},
    )
    play(g, "lead yishana; join elric; join jharkor-army-1; step weeping_waste_c; ready; halt; end")
    while g.phase in ("search", "magic", "combat"):
        g.push("end" if "end" in texts(g) else "done")
    assert told(g, "battle")[0]["sums"] == (3, 12)
    assert [e["roll"] for e in told(g, "sword")] == [6]
    assert where(g, "yishana") is None
    assert balance(g) == (1 if rules == "chaosium" else 2)


@pytest.mark.parametrize("rules", EDITIONS)
def test_both_12_1_4_and_11_14_magic_alone_is_safe(rules: str) -> None:
    """12.1.4 / 11.14: when Elric casts, or is held back, his strength is not used and the sword sleeps."""
    g = fray(rules, 2, 6, hands={"elric": ["arkyn"]}, phase="magic")
    play(g, f"cast elric arkyn; done; fight {FIELD}; ready; ready")
    finish_combat(g)
    assert not told(g, "sword")
    g = fray(rules, 2, 2)
    play(g, f"fight {FIELD}; withhold elric; ready; ready")
    finish_combat(g)
    assert not told(g, "sword")
    assert balance(g) == 0


@pytest.mark.parametrize("rules", EDITIONS)
def test_both_12_1_4_and_11_14_in_defence_too(rules: str) -> None:
    """12.1.4 / 11.14: defending is using his strength; the roll comes at the end of the enemy's Combat phase."""
    g = fray(rules, 6, 2, 5, then=draw("beetles-of-kaleef"), player=1, order=[1, 0])
    play(g, f"fight {FIELD}; ready; ready")
    finish_combat(g)
    assert where(g, "yishana") is None


def test_ah_12_3_each_use_pulls() -> None:
    """12.3: two battles with his strength pull the Balance twice."""
    g = held(
        "avalon-hill",
        dice(6, 1, 1),
        area=FIELD,
        nations={"dharijor": 1},
        units={FIELD: ["sarosto"]},
        phase="combat",
    )
    play(g, f"fight {FIELD}; ready; ready")
    assert balance(g) == 1


@pytest.mark.parametrize("rules", EDITIONS)
def test_both_12_1_4_and_11_14_mournblade_in_the_same_company(rules: str) -> None:
    """12.1.4, 16.8 / 11.14, 14.8: Stormbringer and Mournblade are rolled for separately; when Elric's commander bears
    Mournblade and falls to Stormbringer, Mournblade is gone with him."""
    # in 1984 the sword makes Dyvim Tvar the strongest voice; in 1981 Yishana commands, and is spared by a 2
    rolls = (5,) if rules == "avalon-hill" else (2, 5)
    g = held(
        rules,
        [*dice(1, 6, *rolls), *draw("beetles-of-kaleef")],
        "dyvim-tvar",
        "mournblade",
        area=FIELD,
        nations={"dharijor": 1},
        units={FIELD: ["sarosto", "karnaal", f"dharijor-army*{2 if rules == 'avalon-hill' else 1}"]},
        owners={"dyvim-tvar": 0, "mournblade": 0},
        aboard={"mournblade": "dyvim-tvar"},
        phase="combat",
    )
    play(g, f"fight {FIELD}; ready; ready")
    finish_combat(g)
    assert where(g, "dyvim-tvar") is where(g, "mournblade") is None
    assert where(g, "yishana") == FIELD
    assert where(g, "elric") == ("nadsokor" if rules == "avalon-hill" else FIELD)


# ---- lost ------------------------------------------------------------------------------------------------------------


def fallen(rules: str) -> elric.Game:
    """Elric and Yishana lose a battle, and Elric is taken as a loss."""
    return held(
        rules,
        dice(1, 6, 6, 6),
        area=FIELD,
        nations={"dharijor": 1},
        units={FIELD: ["sarosto", "karnaal", "dharijor-army*8"], DHAKOS: ["dharmit"]},
        phase="combat",
    )


@pytest.mark.parametrize("rules", EDITIONS)
def test_both_10_8_and_9_8_elric_always_escapes_with_six(rules: str) -> None:
    """10.8 / 9.8: with a value of 6 every die is an escape; Elric is lost only where no escape is allowed."""
    g = fallen(rules)
    play(g, f"fight {FIELD}; ready; ready")
    while g.phase == "combat" and g.step != "combat":
        g.push(next((a for a in ("lose elric", "roll") if a in texts(g)), sorted(texts(g))[0]))
    assert where(g, "elric") is not None


def slain_by_quaolnargn(rules: str, turn: int = 2) -> elric.Game:
    """Quaolnargn, sent against Elric, eats his soul: 6 and a 1 against 3, the Balance's 6 and a die of 6."""
    g = held(
        rules,
        dice(1, 6),
        area=FIELD,
        nations={"dharijor": 1},
        units={FIELD: ["dharijor-sorcerer"]},
        hands={"dharijor-sorcerer": ["quaolnargn"]},
        balance=12,
        phase="magic",
        turn=turn,
    )
    play(g, "done" if g.step == "magic" and g.seat == 0 else "")
    play(g, "send dharijor-sorcerer elric")
    assert where(g, "elric") is None
    return g


def test_ch_12_1_1_an_eliminated_elric_comes_back() -> None:
    """12.1.1: in each game-turn in which no personality stands with him he appears; so he does after having been lost
    (ruling elric-dead)."""
    g = slain_by_quaolnargn("chaosium")
    turn = g.turn
    while not (g.turn > turn and g.phase == "movement"):
        g.push(next((a for a in ("done", "end") if a in texts(g)), sorted(texts(g))[0]))
    assert where(g, "elric") is not None


def test_ah_11_11a_an_eliminated_elric_is_gone() -> None:
    """11.11 A: only an Elric on the board is taken up and appears again; a lost one is out of the game."""
    g = slain_by_quaolnargn("avalon-hill")
    turn = g.turn
    while not (g.turn > turn and g.phase == "movement"):
        g.push(next((a for a in ("done", "end") if a in texts(g)), sorted(texts(g))[0]))
    assert where(g, "elric") is None
    assert not told(g, "appears")


# ---- Moonglum --------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("rules", EDITIONS)
def test_both_12_1_6_and_11_16_he_goes_to_his_friend(rules: str) -> None:
    """12.1.6 / 11.16: when their stacks come next to each other Moonglum leaves his player and joins Elric's side."""
    g = held(
        rules,
        None,
        nations={"dharijor": 1},
        units={"dharijor_gromoorva": ["moonglum", "karnaal"]},
        owners={"moonglum": 1},
        area="dharijor_cape",
        player=1,
        order=[1, 0],
    )
    play(g, "lead karnaal; halt; end")
    assert where(g, "moonglum") == "dharijor_cape"
    assert owner(g, "moonglum") == 0


@pytest.mark.parametrize("rules", EDITIONS)
def test_both_12_1_6_and_11_16_even_to_an_elric_who_is_nobodys(rules: str) -> None:
    """12.1.6 / 11.16: he goes to a masterless Elric too, and both follow whoever comes for Elric."""
    g = at(
        rules,
        draw("arkyn", "arioch", "fileet"),
        nations={"jharkor": 0, "pan-tang": 1},
        units={SEQUA: ["moonglum", "yishana"], "dharijor_sequaloris": ["elric"], "pan_tang": ["jagreen-lern"]},
        owners={"elric": None, "moonglum": 0},
    )
    play(g, "end")
    assert where(g, "moonglum") == "dharijor_sequaloris"
    assert owner(g, "moonglum") is None


def friends(rules: str) -> elric.Game:
    """Elric, Moonglum and Yishana stand in Sequa in the Movement phase."""
    return held(rules, None, "moonglum", owners={"moonglum": 0})


@pytest.mark.parametrize("rules", EDITIONS)
def test_both_12_1_6_and_11_16_never_parted(rules: str) -> None:
    """12.1.6 / 11.16: once together they move together or not at all."""
    g = friends(rules)
    play(g, "end")
    while not (g.player == 0 and g.phase == "movement"):
        g.push(next((a for a in ("done", "end") if a in texts(g)), sorted(texts(g))[0]))
    play(g, "lead yishana; join elric")
    refused(g, f"step {DHAKOS}", cite(rules, "12.1.6", "11.16"))
    play(g, "join moonglum; drop elric")
    refused(g, f"step {DHAKOS}", cite(rules, "12.1.6", "11.16"))
    play(g, "halt; lead moonglum")
    refused(g, f"step {DHAKOS}", cite(rules, "12.1.6", "11.16"))
    play(g, "join elric")
    refused(g, f"step {DHAKOS}", cite(rules, "12.1.2", "11.12"))


@pytest.mark.parametrize("rules", EDITIONS)
def test_both_12_1_6_and_11_16_one_stack_in_the_wilderness(rules: str) -> None:
    """12.1.6 / 11.16: each has escaped to the same wilderness, where stacks are kept apart: Moonglum is with his friend again, and
    they go on together."""
    g = held(rules, None, "moonglum", area="org", owners={"moonglum": 0})
    reappear(g.state, pieces.MOONGLUM, g.state.place[pieces.ELRIC], STILL)
    play(g, "end")
    while not (g.player == 0 and g.phase == "movement"):
        g.push(next((a for a in ("done", "end") if a in texts(g)), sorted(texts(g))[0]))
    play(g, "lead yishana; join elric; join moonglum; step ilmiora_north; halt")
    assert where(g, "elric") == where(g, "moonglum") == "ilmiora_north"


@pytest.mark.parametrize("rules", EDITIONS)
def test_both_12_1_6_and_11_16_random_appearances_together(rules: str) -> None:
    """12.1.6 / 11.16: when Stormbringer has slain, both appear together elsewhere; Moonglum is never its victim."""
    script = [*dice(1, 6, 5), *draw("beetles-of-kaleef")]
    g = at(
        rules,
        script,
        nations={"jharkor": 0, "dharijor": 1},
        units={FIELD: ["elric", "moonglum", "dharmit", "sarosto"], DHAKOS: ["yishana"]},
        owners={"elric": 0, "moonglum": 0},
        met_elric=True,
        phase="search",
    )
    while g.step != "combat":
        g.push(next((a for a in ("done", "end") if a in texts(g)), sorted(texts(g))[0]))
    play(g, f"fight {FIELD}; ready; ready")
    finish_combat(g)
    assert where(g, "dharmit") is None
    assert where(g, "elric") == where(g, "moonglum") == "nadsokor"


@pytest.mark.parametrize("rules", EDITIONS)
def test_both_12_1_6_and_11_161_never_in_command(rules: str) -> None:
    """12.1.6 / 11.161: Moonglum (4) does not command Elric where a weaker personality is there; with him alone Elric is
    nobody's."""
    g = at(
        rules,
        nations=NATIONS,
        units={SEQUA: ["elric", "moonglum", "dharmit"]},
        owners={"elric": 0, "moonglum": 0},
        met_elric=True,
    )
    assert pieces.IDS[bonds.controller(g.state)] == "dharmit"
    g = at(
        rules,
        nations=NATIONS,
        units={SEQUA: ["elric", "moonglum"], DHAKOS: ["dharmit"], "pan_tang": ["jagreen-lern"]},
        owners={"elric": 0, "moonglum": 0},
        met_elric=True,
    )
    play(g, "end")
    assert owner(g, "elric") is owner(g, "moonglum") is None


@pytest.mark.parametrize("rules", EDITIONS)
@pytest.mark.parametrize(("held_back", "total"), [((), 10), (("moonglum",), 6), (("elric",), 4)])
def test_both_12_1_6_and_11_161_their_values(rules: str, held_back: tuple[str, ...], total: int) -> None:
    """12.1.6 / 11.161: either value, or both together, as their player likes."""
    g = at(
        rules,
        dice(6, 1),
        nations={"jharkor": 0, "dharijor": 1},
        units={FIELD: ["elric", "moonglum", "zarozinia", "sarosto"]},
        owners={"elric": 0, "moonglum": 0, "zarozinia": 0},
        met_elric=True,
        phase="combat",
    )
    play(g, f"fight {FIELD}", *(f"withhold {u}" for u in held_back), "ready; ready")
    assert told(g, "battle")[0]["sums"][0] == total


@pytest.mark.parametrize("rules", EDITIONS)
def test_both_12_1_6_and_11_161_moonglum_fights_while_elric_casts(rules: str) -> None:
    """12.1.6 / 11.161: Moonglum's value counts beside a spell of Elric's."""
    g = at(
        rules,
        dice(6, 1),
        nations={"jharkor": 0, "dharijor": 1},
        units={FIELD: ["elric", "moonglum", "zarozinia", "sarosto"]},
        owners={"elric": 0, "moonglum": 0, "zarozinia": 0},
        hands={"elric": ["arkyn"]},
        met_elric=True,
        phase="magic",
    )
    play(g, f"cast elric arkyn; done; fight {FIELD}; ready; ready")
    assert told(g, "battle")[0]["sums"][0] == 4 + 3
