"""The results of battle: dice, the table row by row, losses. Chaosium [10.5]-[10.7], Avalon Hill 9.5-9.72."""

from __future__ import annotations

from typing import Any

import pytest
from kit import EDITIONS, FIELD, allowed, at, dice, play, refused, texts, told, where

import elric

POOL = ("lormyr", "argimiliar", "ilmiora", "jharkor")  # seat 0 in these cases: 40 armies
FOES = ("dharijor", "vilmir", "pan-tang")  # seat 1: 22 armies


def raise_(nations: tuple[str, ...], n: int) -> list[str]:
    """n armies out of several nations."""
    out = []
    full = {"lormyr": 11, "argimiliar": 11, "ilmiora": 10, "jharkor": 8, "dharijor": 8, "vilmir": 9, "pan-tang": 5}
    for nation in nations:
        k = min(n, full[nation])
        if k:
            out.append(f"{nation}-army*{k}")
            n -= k
    assert n == 0
    return out


def field(rules: str, mine: int, theirs: int, script: list[int], **more: Any) -> elric.Game:
    """Yishana (5) and armies of seat 0 against Sarosto (4) and armies of seat 1 in the open, ready to roll."""
    g = at(
        rules,
        script,
        phase="combat",
        nations={**dict.fromkeys(POOL, 0), **dict.fromkeys(FOES, 1)},
        control={"dharijor_sequaloris": None, "shazaar_aflitain": None, "jharkor_sequa": None},
        units={FIELD: ["yishana", *raise_(POOL, mine), "sarosto", *raise_(FOES, theirs)]},
        **more,
    )
    return play(g, f"fight {FIELD}", "ready")


def strength(g: elric.Game, seat: int) -> int:
    return sum(u["combat"] for u in g.view()["units"].values() if u["owner"] == seat and not u["paren"])


def take_armies(g: elric.Game) -> None:
    while g.step == "losses":
        g.push(next(t for t in sorted(texts(g)) if "-army-" in t))


ROWS = [(1, 0), (2, 0), (3, 1), (4, 2), (5, 3), (9, 3), (10, 5), (14, 5), (15, 10), (19, 10), (20, 15), (24, 15)]


@pytest.mark.parametrize("rules", EDITIONS)
@pytest.mark.parametrize(("difference", "lost"), ROWS)
def test_both_10_6_and_9_6_each_row_for_a_beaten_defender(rules: str, difference: int, lost: int) -> None:
    """10.6 / 9.6: every row of the table, at both ends of it. The defender loses so much and goes back one province."""
    g = field(rules, 15 + difference, 16, dice(3, 3))
    play(g, "ready")
    (b,) = told(g, "battle")
    assert (b["sums"], b["difference"], b["loser"]) == ((20 + difference, 20), difference, 1)
    take_armies(g)
    assert strength(g, 1) == 20 - lost
    assert strength(g, 0) == 20 + difference  # the winner loses nothing
    play(g, "retreat shazaar_south")
    assert where(g, "sarosto") == "shazaar_south"
    assert where(g, "yishana") == FIELD


@pytest.mark.parametrize("rules", EDITIONS)
@pytest.mark.parametrize(("difference", "lost"), ROWS)
def test_both_10_7_and_9_7_each_row_for_a_beaten_attacker(rules: str, difference: int, lost: int) -> None:
    """10.7 / 9.7: all results apply to the lower total, and an attacker suffers by the same table."""
    g = field(rules, 15 + difference, 16, dice(3, 3), player=1)
    play(g, "ready")
    (b,) = told(g, "battle")
    assert (b["attacker"], b["sums"], b["difference"], b["loser"]) == (1, (20, 20 + difference), difference, 0)
    take_armies(g)
    assert strength(g, 1) == 20 - lost
    assert strength(g, 0) == 20 + difference
    play(g, "retreat shazaar_south")
    assert where(g, "sarosto") == "shazaar_south"


@pytest.mark.parametrize("rules", EDITIONS)
@pytest.mark.parametrize("difference", [25, 26, 31])
def test_both_10_6_and_9_6_twenty_five_destroys_everything(rules: str, difference: int) -> None:
    """10.6 / 9.6: from 25 on nothing is left of the loser, and his personality has to escape."""
    g = field(rules, 3 + difference, 4, dice(3, 3, 4))
    play(g, "ready")
    assert told(g, "battle")[0]["difference"] == difference
    assert strength(g, 1) == 0 or g.step == "reappear"
    assert [e["ok"] for e in told(g, "escape")] == [True]  # Sarosto's 4 against a 4
    assert not any(u["owner"] == 1 and u["kind"] == "army" for u in g.view()["units"].values())


@pytest.mark.parametrize("rules", EDITIONS)
def test_both_10_6_and_9_6_zero_is_rolled_again(rules: str) -> None:
    """10.6 (ruling) / 9.6: on equal totals both sides roll again until one is higher."""
    g = field(rules, 4, 5, dice(3, 3, 6, 6, 5, 4))
    play(g, "ready")
    (b,) = told(g, "battle")
    assert b["rolls"] == ((3, 3), (6, 6), (5, 4))
    assert (b["difference"], b["loser"]) == (1, 1)


@pytest.mark.parametrize("rules", EDITIONS)
def test_both_10_5_and_9_5_the_die_can_turn_a_battle(rules: str) -> None:
    """10.5 / 9.5: 8 against 5, but a 1 against a 6: 9 against 11, and the attacker has lost by 2."""
    g = field(rules, 3, 1, dice(1, 6))
    play(g, "ready")
    (b,) = told(g, "battle")
    assert (b["sums"], b["difference"], b["loser"]) == ((8, 5), 2, 0)
    refused(g, "stay", "10.7" if rules == "chaosium" else "9.7")
    play(g, "retreat shazaar_south")
    assert where(g, "yishana") == "shazaar_south"


@pytest.mark.parametrize("rules", EDITIONS)
def test_both_10_7_and_9_71_the_loser_picks_what_he_loses(rules: str) -> None:
    """10.7 / 9.71: to lose 5 he may give Sarosto (4) and an army, or five armies."""
    g = field(rules, 17, 8, dice(3, 3))
    play(g, "ready")
    assert told(g, "battle")[0]["difference"] == 10
    allowed(g, "lose sarosto")
    play(g, "lose sarosto")
    assert {t.rsplit("-", 1)[0] for t in texts(g)} == {"lose dharijor-army"}
    g2 = field(rules, 17, 8, dice(3, 3))
    play(g2, "ready")
    take_armies(g2)
    assert where(g2, "sarosto") == FIELD


@pytest.mark.parametrize("rules", EDITIONS)
def test_both_10_7_and_9_71_as_near_to_the_figure_as_can_be(rules: str) -> None:
    """10.7 / 9.71 (ruling losses): to lose 3, two armies cannot be all of it while a third is there; Sarosto, worth 4,
    is too much."""
    g = field(rules, 7, 3, dice(3, 3))
    play(g, "ready")
    assert told(g, "battle")[0]["difference"] == 5
    refused(g, "lose sarosto", "10.7" if rules == "chaosium" else "9.71")
    refused(g, "lose yishana", "10.7" if rules == "chaosium" else "9.71")
    take_armies(g)
    assert strength(g, 1) == 4


@pytest.mark.parametrize("rules", EDITIONS)
def test_both_10_7_and_9_71_a_piece_worth_too_much_is_spared(rules: str) -> None:
    """10.7 / 9.71 (ruling losses): Sarosto alone, beaten by 5, loses nothing: his 4 is more than the 3 to be lost."""
    g = field(rules, 4, 0, dice(3, 3))
    play(g, "ready")
    assert told(g, "battle")[0]["difference"] == 5
    assert g.step == "retreat"
    assert where(g, "sarosto") == FIELD


@pytest.mark.parametrize("rules", EDITIONS)
def test_both_9_6_only_the_choices_that_reach_the_figure(rules: str) -> None:
    """10.7 / 9.71: to lose 10 of 4 + 8 the loser needs Sarosto and six armies, or eight armies and then nothing else."""
    g = field(rules, 22, 8, dice(3, 3))
    play(g, "ready")
    assert told(g, "battle")[0]["difference"] == 15
    play(g, "lose sarosto")
    n = 0
    while g.step == "losses":
        g.push(sorted(texts(g))[0])
        n += 1
    assert n == 6
    g2 = field(rules, 22, 8, dice(3, 3))
    play(g2, "ready")
    take = [t for t in texts(g2) if "army" in t]
    for _ in range(6):
        g2.push(sorted(t for t in texts(g2) if "army" in t)[0])
    assert take
    assert texts(g2) == {"lose sarosto"}  # two armies more would stop at 8, Sarosto reaches 10
