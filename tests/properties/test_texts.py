"""Actions and positions as text and data: every one goes there and back, and nonsense is answered, never obeyed."""

from __future__ import annotations

import copy
from random import Random
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from walks import PAIRS, any_words, walk

import elric
from elric.young_kingdoms.components import pieces, spells
from elric.young_kingdoms.components.board import BOARD
from elric.young_kingdoms.components.notation import VERBS, Action
from elric.young_kingdoms.description.invariants import broken


@pytest.mark.parametrize(("scenario", "edition"), PAIRS)
def test_every_legal_action_goes_to_text_and_back(scenario: str, edition: str) -> None:
    for n, (_, actions) in enumerate(walk(scenario, edition, 61)):
        if n % 3 == 0:
            for a in actions:
                text = str(a)
                assert elric.parse_action(text) == a
                assert elric.action_text(a) == text


def test_every_well_formed_action_goes_to_text_and_back() -> None:
    rng = Random(1)
    for _ in range(5_000):
        a = any_words(rng)
        assert elric.parse_action(str(a)) == a
    for verb, kinds in ((verb.name, verb.takes) for verb in VERBS.values()):
        if not kinds:
            assert elric.parse_action(verb) == Action(verb)


def test_every_name_of_the_game_can_be_said() -> None:
    for u in range(pieces.SIZE):
        assert elric.parse_action(f"lead {pieces.IDS[u]}").args == (u,)
    for a in range(BOARD.size):
        assert elric.parse_action(f"step {BOARD.ids[a]}").args == (a,)
    for i in range(spells.SIZE):
        assert elric.parse_action(f"dispel {spells.IDS[i]}").args == (i,)
        for k, call in enumerate(spells.MUSTERS[i]):
            assert elric.parse_action(f"muster yishana {spells.IDS[i]} {call}").args[2] == k


SOME = elric.new_game("successor", seed=1)
WORDS = st.sampled_from(
    [*VERBS, *pieces.IDS[:40], *BOARD.ids[:40], *spells.IDS[:40], "law", "chaos", "1", "0", "-1", "٣", "²", "", "  "]
)


@settings(max_examples=400, deadline=None)
@given(st.one_of(st.text(max_size=220), st.lists(WORDS, max_size=5).map(" ".join)))
def test_any_text_is_an_action_or_an_action_error(text: str) -> None:
    said = ""
    a = None
    try:
        a = elric.parse_action(text)
    except elric.ActionError as e:
        said = str(e)
    if a is None:
        assert said
        assert "\n" not in said
    else:
        assert elric.parse_action(str(a)) == a
        SOME.verdict(a)


@pytest.mark.parametrize("what", [None, 7, b"end", ["end"], ("end", ()), object(), "x" * 201, "end\0", "step " * 50])
def test_what_is_no_action_is_refused(what: Any) -> None:
    with pytest.raises(elric.ActionError):
        elric.parse_action(what)


@pytest.mark.parametrize(
    ("text", "hint"),
    [("lead yshana", "yishana"), ("stp pan_tang", "step"), ("step pantang", "pan_tang"), ("dispel arkin", "arkyn")],
)
def test_a_slip_of_the_pen_is_guessed(text: str, hint: str) -> None:
    with pytest.raises(elric.ActionError) as e:
        elric.parse_action(text)
    assert f'did you mean "{hint}"' in str(e.value)


def test_a_text_that_is_no_action_changes_nothing() -> None:
    g = elric.new_game("successor", seed=2)
    before = g.save()
    with pytest.raises(elric.ActionError):
        g.push("conquer the world")
    assert g.save() == before


# ---- positions ------------------------------------------------------------------------------------------------------

GOOD: dict[str, Any] = {
    "scenario": "successor",
    "rules": "avalon-hill",
    "turn": 3,
    "player": 0,
    "order": [1, 0],
    "phase": "movement",
    "nations": {"jharkor": 0, "pan-tang": 1},
    "units": {"jharkor_dhakos": ["yishana", "jharkor-army*3"], "pan_tang": ["jagreen-lern", "pan-tang-army*2"]},
    "hands": {"yishana": ["arkyn"], "jagreen-lern": ["mabelrode"]},
    "hidden": {"xanyaw": ["dispel-magic-a"]},
    "discards": ["fileet"],
    "lost": ["jharkor-army-8"],
    "balance": -4,
}


def test_a_good_position_stands_and_is_sound() -> None:
    g = elric.Game.at(GOOD, seed=1)
    assert g.turn == 3
    assert broken(g.state) == []
    assert g.legal_actions()


@pytest.mark.parametrize(
    ("change", "says"),
    [
        ({"units": {"jharkor_dakos": ["yishana"]}}, "jharkor_dhakos"),
        ({"units": {"jharkor_dhakos": ["yshana"]}}, "yishana"),
        ({"units": {"jharkor_dhakos": ["yishana"], "pan_tang": ["yishana"]}}, "two places"),
        ({"units": {"jharkor_dhakos": ["jharkor-army*99"]}}, "more than"),
        ({"units": {"jharkor_dhakos": ["jharkor-army*x"]}}, "more than"),
        ({"units": {"pale_sea_west": ["yishana"]}}, "ship"),
        ({"units": {"pale_sea_west": ["jharkor-army-1"]}}, "ship"),
        ({"units": {"jharkor_dhakos": ["king-of-nowhere"]}}, "king-of-nowhere"),
        ({"units": {"jharkor_dhakos": ["rackhir"]}}, "nobody commands"),
        ({"units": []}, "table"),
        ({"hands": {"yishana": ["arkyn", "arkyn"]}}, "two places"),
        ({"hands": {"yishana": ["arkin"]}}, "arkyn"),
        ({"hands": {"yishana": ["arkyn", "donblas", "sleep", "fileet", "misha"]}}, "may hold"),
        ({"hands": {"ohada": ["arkyn"]}}, "not on the board"),
        ({"balance": 99}, "whole number"),
        ({"balance": "left"}, "whole number"),
        ({"balance": True}, "whole number"),
        ({"turn": 11}, "whole number"),
        ({"turn": 0}, "whole number"),
        ({"player": 2}, "whole number"),
        ({"order": [0, 0]}, "seats"),
        ({"phase": "teatime"}, "teatime"),
        ({"phase": "over"}, "over"),
        ({"tipped": "sideways"}, "law or chaos"),
        ({"nations": {"jharkor": 5}}, "no seat"),
        ({"nations": {"jarkor": 0}}, "jharkor"),
        ({"control": {"xanyaw": 0}}, "no city"),
        ({"control": {"pan_tang": 7}}, "no seat"),
        ({"lost": ["yishana"]}, "stands on the board"),
        ({"scenario": "succesor"}, "succesor"),
        ({"rules": "first"}, "first"),
        ({"uints": {}}, "units"),
        ({"groups": [0, 9]}, "side"),
    ],
)
def test_what_is_wrong_with_a_position_is_said(change: dict[str, Any], says: str) -> None:
    with pytest.raises(elric.PositionError) as e:
        elric.Game.at({**copy.deepcopy(GOOD), **change})
    assert says in str(e.value)
    assert e.value.problems
    assert all(p.strip() for p in e.value.problems)


def test_all_that_is_wrong_is_said_at_once() -> None:
    spec = {**GOOD, "balance": 99, "phase": "teatime", "lost": ["yishana"], "uints": {}, "order": [0, 0]}
    with pytest.raises(elric.PositionError) as e:
        elric.Game.at(spec)
    assert len(e.value.problems) >= 5


ODD = st.recursive(
    st.one_of(st.none(), st.booleans(), st.integers(-5, 300), st.sampled_from(["yishana", "pan_tang", "arkyn", "law"])),
    lambda x: st.one_of(
        st.lists(x, max_size=3),
        st.dictionaries(st.sampled_from(["yishana", "pan_tang", "jharkor", "xanyaw"]), x, max_size=3),
    ),
    max_leaves=6,
)


@settings(max_examples=400, deadline=None)
@given(
    st.sampled_from([*sorted(GOOD), "owners", "aboard", "face_up", "maintained", "assaults", "stacks", "groups"]), ODD
)
def test_odd_data_in_a_position_gives_a_position_error_or_a_sound_game(key: str, value: Any) -> None:
    problems: list[str] = []
    g = None
    try:
        g = elric.Game.at({**copy.deepcopy(GOOD), key: value})
    except elric.PositionError as e:
        problems = e.problems
    assert problems if g is None else broken(g.state) == []


@pytest.mark.parametrize("what", [None, 7, "a position", [GOOD]])
def test_what_is_no_position_is_refused(what: Any) -> None:
    with pytest.raises(elric.PositionError):
        elric.Game.at(what)
