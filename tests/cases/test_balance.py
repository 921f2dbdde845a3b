"""The Cosmic Balance: how it moves, by accident and on purpose. Chaosium [9.4], [13.0], [13.1], [13.3], [13.6]; Avalon Hill
8.4, 12, 12.1, 12.3, 12.6. (What it adds to a battle is tested with the totals.)"""

from __future__ import annotations

from typing import Any

import pytest
from kit import DHAKOS, EDITIONS, FIELD, at, balance, dice, draw, play, texts, told, where

import elric
from elric.young_kingdoms.components import spells
from elric.young_kingdoms.magic import balance as scales


def used(rules: str, lean: int, *casts: str, script: list[int] | None = None) -> elric.Game:
    """The Balance after one battle in which the named spells were used, with where it stood before."""
    who = ["jharkor-wizard", "elric", "sorana"]
    g = at(
        rules,
        [*(script or []), *dice(1, 1)],
        nations={"jharkor": 0, "dharijor": 1},
        units={FIELD: ["yishana", *who, "sarosto"], "dharijor_gromoorva": ["karnaal"]},
        owners={"elric": 0, "sorana": 0},
        hands={who[n]: [c] for n, c in enumerate(casts)},
        balance=lean,
        met_elric=True,
        phase="magic",
    )
    for n, c in enumerate(casts):
        play(g, f"cast {who[n]} {c}")
    play(g, f"done; fight {FIELD}; {'' if 'elric' in who[: len(casts)] else 'withhold elric;'} ready; ready")
    return g


@pytest.mark.parametrize("rules", EDITIONS)
def test_both_13_0_and_12_it_starts_in_the_middle(rules: str) -> None:
    """13.0, 4.0 C / 12, 3.3: the marker starts in the middle, and nothing is added to any spell there."""
    g = elric.new_game("successor", rules, seed=1)
    assert balance(g) == 0
    assert scales.dominant(g.state) == 0
    assert scales.bonus(g.state, spells.LAW) == scales.bonus(g.state, spells.CHAOS) == 0


@pytest.mark.parametrize("rules", EDITIONS)
@pytest.mark.parametrize(
    ("lean", "spell", "after"),
    [
        (0, "arkyn", -3),
        (0, "arioch", 5),
        (5, "elenoin", 2),
        (-5, "elenoin", -2),
        (2, "elenoin", 0),
        (-2, "elenoin", 0),
        (0, "elenoin", 0),
        (-4, "arioch", 1),
        (4, "arkyn", 1),
        (0, "noose-of-flesh", -3),
        (0, "kyreenee", 3),
    ],
)
def test_both_13_1_and_12_1_each_by_its_value(rules: str, lean: int, spell: str, after: int) -> None:
    """9.4, 13.1 / 8.4, 8.21, 12.1: a Law spell moves the marker by its value towards Law, a Chaos spell towards Chaos, a
    Neutral one towards the middle and not beyond. Brackets make no difference."""
    assert balance(used(rules, lean, spell, script=dice(6) if spell in ("noose-of-flesh", "kyreenee") else [])) == after


@pytest.mark.parametrize("rules", EDITIONS)
@pytest.mark.parametrize(
    ("lean", "casts", "after"),
    [
        (0, ("arkyn", "arioch", "fileet"), 0),
        (0, ("arkyn", "arioch", "elenoin"), 0),
        (6, ("fileet", "arioch", "sepriz-and-the-ten"), 5),
        (-3, ("elenoin", "arioch", "fileet"), 0),
        (11, ("elenoin", "arkyn"), 5),
    ],
)
def test_both_9_4_and_12_1_law_and_chaos_before_neutral(
    rules: str, lean: int, casts: tuple[str, ...], after: int
) -> None:
    """9.4 / 8.4, 12.1: in one battle the sum of Law and Chaos comes first, and then Neutral pulls to the middle."""
    assert balance(used(rules, lean, *casts)) == after


@pytest.mark.parametrize("rules", EDITIONS)
def test_both_13_2_and_12_21_the_bonus_does_not_pull(rules: str) -> None:
    """13.2 / 12.21: what dominance adds to a spell's strength does not move the marker."""
    g = used(rules, 8, "chardros")
    assert told(g, "battle")[0]["sums"][0] == 5 + 1 + 4 + 4  # Yishana, Sorana, Chardros, the eighth box
    assert balance(g) == 12


@pytest.mark.parametrize("rules", EDITIONS)
def test_both_9_4_and_8_4_muster_and_discard_do_not_pull(rules: str) -> None:
    """9.4, 11.0 / 10.6: only use as magic moves the marker, not a muster."""
    g = at(
        rules,
        nations={"jharkor": 0},
        units={DHAKOS: ["yishana"]},
        hands={"yishana": ["charm-of-justice"]},
        balance=4,
        phase="muster",
    )
    play(g, "muster yishana charm-of-justice zas")
    assert balance(g) == 4


@pytest.mark.parametrize("rules", EDITIONS)
def test_both_9_2_and_9_81_escapes_are_use(rules: str) -> None:
    """9.4, 10.8 / 8.4, 9.81: a spell that helps an escape is used as magic, and pulls."""
    g = at(
        rules,
        dice(1, 6, 2),
        nations={"jharkor": 0, "dharijor": 1},
        units={FIELD: ["jharkor-wizard", "sarosto", "karnaal", "dharijor-army*8"], DHAKOS: ["yishana"]},
        hands={"jharkor-wizard": ["arkyn"]},
        phase="combat",
    )
    play(g, f"fight {FIELD}; ready; ready; charm arkyn")
    assert balance(g) == -3


# ---- 13.6 / 12.6, the optional drift ---------------------------------------------------------------------------------


def drifting(rules: str, *names: str, **more: Any) -> elric.Game:
    return at(
        f"{rules}, random_balance=true",
        draw(*names),
        nations={"jharkor": 0, "pan-tang": 1},
        units={DHAKOS: ["yishana"], "pan_tang": ["jagreen-lern"]},
        phase="muster",
        **more,
    )


@pytest.mark.parametrize("rules", EDITIONS)
@pytest.mark.parametrize(
    ("spell", "lean", "after"),
    [("arioch", 0, 5), ("donblas", 0, -4), ("elenoin", 5, 2), ("escape-a", 3, 3), ("dragons", 3, 3), ("oonai", 1, 2)],
)
def test_both_13_6_and_12_6_a_spell_at_the_end_of_each_turn(rules: str, spell: str, lean: int, after: int) -> None:
    """13.6 / 12.6: with the option each player-turn ends with a drawn spell: the marker moves by its value to its side, and
    it is discarded."""
    g = drifting(rules, spell, balance=lean)
    assert balance(g) == after
    assert spell in g.view()["discards"]
    assert g.player == 1


@pytest.mark.parametrize("rules", EDITIONS)
def test_both_13_6_and_12_6_each_player(rules: str) -> None:
    """13.6 / 12.6: it is drawn by each player in turn."""
    g = drifting(rules, "arioch", "arkyn")
    while g.player == 1 and g.turn == 1:
        g.push(next((a for a in ("done", "end") if a in texts(g)), sorted(texts(g))[0]))
    assert [spells.IDS[e["spell"]] for e in told(g, "drift")] == ["arioch", "arkyn"]


@pytest.mark.parametrize("rules", EDITIONS)
def test_both_13_6_and_12_6_off_unless_wanted(rules: str) -> None:
    """13.6 / 12.6: the rule is optional, and off in both editions."""
    g = at(
        rules,
        nations={"jharkor": 0, "pan-tang": 1},
        units={DHAKOS: ["yishana"], "pan_tang": ["jagreen-lern"]},
        phase="muster",
    )
    assert not told(g, "drift")
    assert g.rules.random_balance is False


def test_ch_13_6_once_before_the_first_turn() -> None:
    """13.6: with the option a spell is drawn before anybody plays."""
    g = elric.new_game("kingdom", "chaosium, random_balance=true", seed=4)
    while g.turn == 0:
        g.push(g.legal_actions()[0])
    kinds = [e["kind"] for e in g.events]
    assert kinds.index("drift") < kinds.index("game-turn")


@pytest.mark.parametrize("rules", EDITIONS)
def test_both_13_6_and_12_6_what_it_turns_up(rules: str) -> None:
    """13.6, 12.1.5 / 12.6, 11.15, ruling turned-up: a Nightmare drawn so is dreamt, a Reshuffle shuffles, a Tower stands
    empty."""
    g = at(
        f"{rules}, random_balance=true",
        [*draw("elric-nightmare-1"), *dice(5), *draw("beetles-of-kaleef", gone=("elric-nightmare-1",))],
        nations={"jharkor": 0, "pan-tang": 1},
        units={DHAKOS: ["yishana", "elric"], "jharkor_sequa": ["dharmit"], "pan_tang": ["jagreen-lern"]},
        owners={"elric": 0},
        met_elric=True,
        phase="muster",
    )
    assert where(g, "yishana") is None
    assert where(g, "elric") == "nadsokor"
    g = at(
        f"{rules}, random_balance=true",
        draw("reshuffle-1", gone=("arkyn",)),
        nations={"jharkor": 0, "pan-tang": 1},
        units={DHAKOS: ["yishana"], "pan_tang": ["jagreen-lern"]},
        discards=["arkyn"],
        phase="muster",
    )
    assert g.view()["discards"] == ["reshuffle-1"]
    g = drifting(rules, "tower-of-voilodion-gagnasdiak")
    assert where(g, "yishana") == DHAKOS
