"""What is chosen before the first Turn, and what becomes of it (pp. 28, 47, 69)."""

from __future__ import annotations

import re

import pytest

from elric.dragon_pass.combat.factors import friend_of
from elric.dragon_pass.components.scenarios import OLD_CAPITAL
from elric.dragon_pass.components.units import BY_ID, UNITS
from elric.dragon_pass.description.phrases import heard
from elric.dragon_pass.independents.peoples import INDEX
from elric.dragon_pass.table import TABLE
from elric.dragon_pass.turn.victory import holds

from .field import BESIDE, BOARD, GAME, Game, clauses, marks_of, name, texts
from .test_combat import where
from .test_independents import FAR, settled, war


def opened(key: str, rules: str = "1976", seed: int = 1):
    """A game whose armies stand."""
    g = Game(key, rules=rules, seed=seed)
    while g.step in ("setup", "choose day", "muster"):
        g.push(g.legal_actions()[0])
    return g


def test_wb_28_6_advanced_emissaries_go_in_secret() -> None:
    """[28.6]: two a ruler; only he knows; in his first Combat Phase they ask."""
    g = opened("complete-game")
    assert g.step == "envoys"
    seat = g.seat
    sends = sorted(a for a in texts(g) if a.startswith("send") and a.endswith("exiles"))
    g.push(sends[0])
    unit = sends[0].split()[1]
    assert unit in g.view(seat)["envoys"]
    assert g.view(1 - seat)["envoys"] == []
    assert where(g, unit) == -4
    again = next(a for a in sorted(texts(g)) if a.startswith("send") and a.endswith("ironhoof"))
    g.push(again)
    assert texts(g) == {"done"}
    assert GAME.describe(GAME.build(g.position())) == g.position()
    for _ in range(2):
        g.push("done")
    with g.scripted([0, 0]):
        while "envoys" in marks_of(g):
            g.push("done" if "done" in texts(g) else g.legal_actions()[0])
    assert " ".join(g.story_text()).count("they are allies now") == 2


def test_wb_28_6_who_cannot_be_asked_ahead_is_refused_with_the_reason() -> None:
    """[28.6]: Delecti is won by a gift [43.1], jealous neutrals with a land of their own hear nobody [28.8], Ironhoof is Sartar's from
    the start of an invasion and nowhere in the Cult War."""
    g = opened("complete-game")
    unit = min(a for a in texts(g) if a.startswith("send")).split()[1]
    assert clauses(g, f"send {unit} delecti") == {"43.1"}
    jealous = opened("complete-game", "1976, neutrals=jealous")
    assert clauses(jealous, f"send {unit} exiles") == {"28.8"}
    for key, reason in (("invasion-of-sartar", "has an ally from the start"), ("cult-war", "is not in this scenario")):
        g = opened(key)
        unit = min(a for a in texts(g) if a.startswith("send")).split()[1]
        [refusal] = g.verdict(f"send {unit} ironhoof").reasons
        assert (refusal.clause, refusal.words) == (("28.6",), f"Ironhoof {reason}.")


def test_wb_28_6_two_emissaries_at_one_home_are_told_with_odds_die_and_loser() -> None:
    """[28.6]: a rival there is fought first, and the survivor asks."""
    g = opened("complete-game")
    for _ in range(2):
        sends = sorted(a for a in texts(g) if a.startswith("send") and a.endswith("exiles"))
        g.push(sends[0])
        g.push("done")
    (one, *_), (other, *_) = marks_of(g)["envoys"]
    with g.scripted([5, 5]):
        while "envoys" in marks_of(g):
            g.push("done" if "done" in texts(g) else g.legal_actions()[0])
    told = next(line for line in g.story_text() if line.startswith("Two emissaries meet"))
    assert UNITS[one].name in told
    assert UNITS[other].name in told
    assert re.search(r"odds \d:\d.*, the die is a 6: .+ is beaten\.$", told)


@pytest.mark.parametrize(
    ("key", "unit", "home", "words"),
    [
        ("ironhoof", "scouts-1", "0708", "one time in two they join you, else it is lost"),
        ("dwarf", "scouts-1", "", "five times in twelve he gives something, of them once himself"),
        ("puppeteers", "scouts-1", "", "one time in four they join you, one time in four it is lost"),
        ("ironhoof", "jar-eel-the-razoress", "", "else it takes a Wound"),
    ],
)
def test_whoever_asks_reads_whom_and_with_what_chance(key: str, unit: str, home: str, words: str) -> None:
    """[28.1, 28.2, 29.2, 48.8]: on the button, at home and before the game."""
    k = INDEX[key]
    assert words in heard(BY_ID[unit], k)
    if home:
        g = war({home: [unit], FAR: ["whipstock"]}, phase="combat", turn=2, day=0)
        label = TABLE.says(g, next(a for a in g.legal_actions() if a.verb == "ask"))
        assert label == f"Let Scouts 1 ask Ironhoof: {words}"


def test_wb_28_7_a_handicap_gives_independents() -> None:
    """[28.7]: the Exiles and Ironhoof, from the beginning."""
    g = opened("complete-game", "1976, handicap=lunar")
    for _ in range(2):
        g.push("done")
    settled(g)
    assert g.state.owner[BY_ID["ironhoof"]] == g.state.owner[BY_ID["earthshaker-cult"]] == 0
    assert where(g, "ironhoof") >= 0


def test_wb_28_8_jealous_neutrals_join_the_other_side() -> None:
    """[28.8]: of whoever sets foot in their land, if the table plays so."""
    border = next(h for h in sorted(BOARD.place_at.keys() | set(range(1728)))
                  if BOARD.ground[h] == "." and BOARD.land[h] != "G" and any(n >= 0 and BOARD.land[n] == "G" and BOARD.ground[n] == "." for n in BESIDE[h]))  # fmt: skip
    inside = next(n for n in BESIDE[border] if n >= 0 and BOARD.land[n] == "G" and BOARD.ground[n] == ".")
    for rules, owner in (("1976", -1), ("1976, neutrals=jealous", 0)):
        g = war({border: ["militia-cavalry-1"], FAR: ["whipstock"]}, phase="movement", rules=rules)
        g.push("lead militia-cavalry-1")
        g.push(f"step {name(inside)}")
        settled(g)
        assert g.state.owner[BY_ID["feathered-horse-queen"]] == owner


def test_wb_69_2_old_tarsh_chooses_a_capital_and_a_friend() -> None:
    """[69.2] [47.1]: Rich Post, Wintertop or the Dragon's Eye; the Queen or the King."""
    g = opened("old-tarsh")
    assert g.seat == 2
    places = [BOARD.places[place].hexes[0] for place in ("rich-post", "wintertop", "eye-1")]
    assert texts(g) == {f"capital {name(h)}" for h in places}
    g.push(f"capital {name(places[0])}")
    assert clauses(g, "befriend red-emperor") == {"47.1"}
    g.push("befriend inhuman-king")
    assert friend_of(g.state, BY_ID["androgeus-the-unknowable"]) == BY_ID["inhuman-king"]
    s = g.state.copy()
    assert not holds(s, 0, OLD_CAPITAL)
    s.at[0] |= 1 << places[0]
    s.at[2] &= ~(1 << places[0])
    assert holds(s, 0, OLD_CAPITAL)


def test_wb_70_1_the_complete_game_has_every_independent() -> None:
    """[70.1]: all that can be asked, the dinosaurs and the giants."""
    from elric.dragon_pass.independents.peoples import PEOPLES

    assert {people.key for people in PEOPLES} | {"dinosaurs", "giants", "tusk-riders", "assassins"} == set(
        GAME.scenarios()["complete-game"].peoples
    )
