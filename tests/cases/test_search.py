"""Numbered cases: searching. Chaosium [8.0], Avalon Hill 7-7.3."""

from __future__ import annotations

from typing import Any

import pytest
from kit import DHAKOS, EDITIONS, SEQUA, allowed, at, cite, dice, play, refused, texts, told, where

import elric
from elric.kernel.chance import ScriptedThenSeeded, SeededChance
from elric.young_kingdoms.components import pieces, spells

XANYAW = "xanyaw"


def wild(rules: str, script: list[int], **more: Any) -> elric.Game:
    """Dharmit and the wizard rest in Xanyaw, where a spell lies hidden; the Search phase begins."""
    spec: dict[str, Any] = {
        "nations": {"jharkor": 0, "pan-tang": 1},
        "units": {XANYAW: ["dharmit", "jharkor-wizard"], DHAKOS: ["yishana"], "pan_tang": ["jagreen-lern"]},
        "hidden": {XANYAW: ["sleep"]},
        "phase": "search",
        "met_elric": True,
    }
    spec.update(more)
    return at(rules, script, **spec)


def again(g: elric.Game) -> None:
    """Go on to the Search phase of the next game-turn, without moving anybody."""
    turn = g.turn
    while g.turn == turn or g.player != 0 or g.phase != "search":
        g.push(next(t for t in ("halt", "end", "done", "ready", "leave", *sorted(texts(g))) if t in texts(g)))


@pytest.mark.parametrize("rules", EDITIONS)
@pytest.mark.parametrize(("face", "found"), [(4, False), (5, True), (6, True)])
def test_both_the_first_search_finds_on_five_or_six(rules: str, face: int, found: bool) -> None:
    """[8.0] / 7.2: the object is named, then the die falls."""
    g = wild(rules, dice(face))
    play(g, f"search {XANYAW} magic")
    e = told(g, "search")[-1]
    assert (e["need"], e["ok"]) == (5, found)
    assert (g.step == "take") is found


@pytest.mark.parametrize("rules", EDITIONS)
def test_both_the_next_turn_finds_on_four(rules: str) -> None:
    """[8.0] / 7.2: on each turn straight after a failure a 4 is enough."""
    g = wild(rules, dice(4))
    play(g, f"search {XANYAW} magic")
    for face in (3, 4):
        again(g)
        g.chance = ScriptedThenSeeded(dice(face), SeededChance(1))
        play(g, f"search {XANYAW} magic")
    assert [(e["need"], e["ok"]) for e in told(g, "search")] == [(5, False), (4, False), (4, True)]


@pytest.mark.parametrize("rules", EDITIONS)
def test_both_a_turn_without_a_search_begins_anew(rules: str) -> None:
    """[8.0] / 7.2: the better chance is for consecutive turns."""
    g = wild(rules, dice(4, 4))
    play(g, f"search {XANYAW} magic")
    again(g)
    play(g, "end")
    again(g)
    play(g, f"search {XANYAW} magic")
    assert [e["need"] for e in told(g, "search")] == [5, 5]


def two_things(rules: str, script: list[int]) -> elric.Game:
    return wild(rules, script, units={XANYAW: ["dharmit", "jharkor-wizard", "jagreen-lern"], DHAKOS: ["yishana"],
                                      "pan_tang": ["pan-tang-general"]})  # fmt: skip


def test_ah_7_3_example_the_chance_grows_only_for_the_same_thing() -> None:
    """7.3 EXAMPLE: magic in the first turn, magic again: 4 is enough. The enemy instead: 5 or 6 once more."""
    g = two_things("avalon-hill", dice(2, 2))
    play(g, f"search {XANYAW} magic")
    again(g)
    play(g, f"search {XANYAW} enemies")
    assert [e["need"] for e in told(g, "search")] == [5, 5]
    g = two_things("avalon-hill", dice(2, 2))
    play(g, f"search {XANYAW} magic")
    again(g)
    play(g, f"search {XANYAW} magic")
    assert [e["need"] for e in told(g, "search")] == [5, 4]


def test_ch_8_0_any_search_before_helps() -> None:
    """[8.0]: Chaosium does not ask whether the same thing is sought."""
    g = two_things("chaosium", dice(2, 2))
    play(g, f"search {XANYAW} magic")
    again(g)
    play(g, f"search {XANYAW} enemies")
    assert [e["need"] for e in told(g, "search")] == [5, 4]


@pytest.mark.parametrize("rules", EDITIONS)
def test_both_one_search_in_a_province_a_turn(rules: str) -> None:
    """[8.0] / 7.1: a second one in Xanyaw waits for the next turn; Nihrain is another province."""
    g = wild(rules, dice(1), units={XANYAW: ["dharmit", "jharkor-wizard", "jagreen-lern"], "nihrain": ["yishana"],
                                    "pan_tang": ["pan-tang-general"]}, hidden={XANYAW: ["sleep"], "nihrain": ["aubec"]})  # fmt: skip
    play(g, f"search {XANYAW} magic")
    refused(g, f"search {XANYAW} enemies", cite(rules, "8.0", "7.1"))
    allowed(g, "search nihrain magic")


@pytest.mark.parametrize("rules", EDITIONS)
def test_both_armies_alone_cannot_search(rules: str) -> None:
    """[8.0] / 7.1: a personality must be there."""
    g = wild(rules, [], units={XANYAW: ["jharkor-army*2"], "nihrain": ["dharmit"], DHAKOS: ["yishana"], "pan_tang": ["jagreen-lern"]},
             hidden={XANYAW: ["sleep"], "nihrain": ["aubec"]})  # fmt: skip
    refused(g, f"search {XANYAW} magic", cite(rules, "8.0", "7.1"))
    allowed(g, "search nihrain magic")


@pytest.mark.parametrize("rules", EDITIONS)
def test_both_only_wilderness_hides_anything(rules: str) -> None:
    """[8.0] / 7: in Dhakos there is nothing to search for, and in Xanyaw only what is there."""
    g = wild(rules, [])
    refused(g, f"search {DHAKOS} magic", cite(rules, "8.0", "7"))
    refused(g, f"search {XANYAW} enemies", cite(rules, "8.0", "7"))
    refused(g, f"search {XANYAW} friends", cite(rules, "8.0", "7"))
    refused(g, f"search {XANYAW} place", cite(rules, "11.0", "10.3"))


@pytest.mark.parametrize("rules", EDITIONS)
def test_both_the_finder_owns_the_magic(rules: str) -> None:
    """[8.0], [9.1] / 7 A, 7.21, 8.11: what is found goes to a personality on the spot; the other player does not see it."""
    g = wild(rules, dice(5))
    play(g, f"search {XANYAW} magic", "take jharkor-wizard")
    assert g.view(0)["hands"]["jharkor-wizard"] == ["sleep"]
    assert "jharkor-wizard" not in g.view(1)["hands"]
    assert not g.view()["areas"].get(XANYAW, {}).get("spell")


@pytest.mark.parametrize("rules", EDITIONS)
def test_both_a_play_at_once_spell_found_acts_on_its_finder(rules: str) -> None:
    """[9.3.1] / 8.31: the Tower in Xanyaw takes on a 2 whomever of the stack its owner calls the finder."""
    tower = next(i for i in spells.IDS if "tower" in i)
    for finder, other in (("dharmit", "jharkor-wizard"), ("jharkor-wizard", "dharmit")):
        g = wild(rules, dice(5, 2), hidden={XANYAW: [tower]})
        play(g, f"search {XANYAW} magic")
        refused(g, "take yishana", cite(rules, "9.3.1", "8.31"))
        play(g, f"take {finder}")
        assert where(g, finder) is None
        assert where(g, other) == XANYAW


@pytest.mark.parametrize("rules", EDITIONS)
def test_both_friends_are_found_and_become_one_stack(rules: str) -> None:
    """[8.0] / 7 B, 7.21: stacks that came separately cannot be picked up before one has found the other."""
    g = wild(rules, dice(5), stacks={"dharmit": 1, "jharkor-wizard": 2}, phase="movement")
    play(g, "lead dharmit")
    said = refused(g, "join jharkor-wizard", cite(rules, "8.0", "7.21"))
    assert "found" in said.reasons[0].words
    play(g, "halt", "end", f"search {XANYAW} friends")
    assert len({g.state.band[pieces.INDEX[u]] for u in ("dharmit", "jharkor-wizard")}) == 1
    again_moves = g.copy()
    while again_moves.turn == 1 or again_moves.player != 0 or again_moves.phase != "movement":
        again_moves.push(
            next(t for t in ("end", "done", "leave", *sorted(texts(again_moves))) if t in texts(again_moves))
        )
    play(again_moves, "lead dharmit")
    allowed(again_moves, "join jharkor-wizard")


@pytest.mark.parametrize("rules", EDITIONS)
def test_both_an_enemy_found_must_be_fought_this_turn(rules: str) -> None:
    """[8.0] / 7 C, 7.21: after a 5 the Combat phase does not end without the battle."""
    g = two_things(rules, dice(5))
    play(g, f"search {XANYAW} enemies")
    while g.phase in ("search", "magic"):
        g.push("end" if "end" in texts(g) else "done")
    assert texts(g) == {f"fight {XANYAW}"}
    refused(g, "end", cite(rules, "10.1", "9.1"))


@pytest.mark.parametrize("rules", EDITIONS)
def test_both_an_enemy_not_found_is_not_fought(rules: str) -> None:
    """[7.3], [8.0] / 7.21: enemies share a wilderness province without knowing it."""
    g = two_things(rules, dice(1))
    play(g, f"search {XANYAW} enemies")
    while g.player == 0:
        g.push("end" if "end" in texts(g) else "done")
    assert not told(g, "battle begins")


@pytest.mark.parametrize("rules", EDITIONS)
def test_both_hostile_stacks_enter_the_same_wilderness(rules: str) -> None:
    """[7.3] / 6.33, 7.21: Yishana walks into Xanyaw where Jagreen Lern is; attacking him needs a search first."""
    g = wild(rules, [], units={"shazaar_plains": ["yishana"], XANYAW: ["jagreen-lern"], SEQUA: ["dharmit"], "pan_tang": ["pan-tang-general"]},
             phase="movement")  # fmt: skip
    play(g, "lead yishana")
    said = refused(g, f"attack {XANYAW}", cite(rules, "7.3", "7.21"))
    assert "found" in said.reasons[0].words
    allowed(g, f"step {XANYAW}")


@pytest.mark.parametrize("rules", EDITIONS)
def test_both_who_does_not_survive_the_random_attack_does_not_search(rules: str) -> None:
    """[8.0] / 7: Dharmit is taken by the Tower on arriving; nobody is left to search."""
    tower = next(i for i in spells.IDS if "tower" in i)
    i = spells.INDEX[tower]
    g = wild(rules, [i - (spells.INDEX["sleep"] < i), *dice(1)], units={"shazaar_plains": ["dharmit"], DHAKOS: ["yishana"], "pan_tang": ["jagreen-lern"]},
             phase="movement")  # fmt: skip
    play(g, "lead dharmit", f"step {XANYAW}", "halt", "end")
    assert where(g, "dharmit") is None
    assert not told(g, "search")
    assert g.player == 1
