"""The record: replay bit for bit, taking back, and saves that were damaged, cut, shuffled or written by hand."""

from __future__ import annotations

import json
import zlib
from random import Random

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from walks import EDITIONS, PAIRS, game

import elric
from elric.opponents.at_random import any_action, any_verb


def sealed(body: str) -> str:
    """A save body with a checksum that fits, as somebody who knows the format would write it."""
    return body + f"end {zlib.crc32(body.encode()):08x}\n"


def attempt(text: str) -> tuple[elric.Game | None, elric.SaveError | None]:
    """The game, or the error that says why there is none."""
    try:
        return elric.load(text), None
    except elric.SaveError as e:
        return None, e


def body(save: str) -> str:
    return save[: save.rindex("end ")]


@pytest.mark.parametrize(("scenario", "edition"), PAIRS)
@pytest.mark.parametrize("actions", [0, 40, 300, 100_000])
def test_a_save_replays_bit_for_bit(scenario: str, edition: str, actions: int) -> None:
    g = game(scenario, edition, 23, actions)
    text = g.save()
    h = elric.load(text)
    assert h.save() == text
    assert h.state.key() == g.state.key()
    assert h.events == g.events
    assert h.outcome == g.outcome
    assert h.legal_actions() == g.legal_actions()
    assert h.view(None) == g.view(None)
    # and both go on with the same luck
    rngs = Random(1), Random(1)
    for _ in range(80):
        legal = g.legal_actions()
        if not legal:
            break
        g.push(any_action(rngs[0], legal))
        h.push(any_action(rngs[1], h.legal_actions()))
    assert h.save() == g.save()
    assert h.events == g.events


@pytest.mark.parametrize("edition", EDITIONS)
def test_saves_with_other_line_ends_are_the_same_saves(edition: str) -> None:
    text = game("successor", edition, 2, 60).save()
    assert elric.load(text.replace("\n", "\r\n")).save() == text
    assert elric.load(text + "\n\n").save() == text


@pytest.mark.parametrize(("scenario", "edition"), PAIRS)
@pytest.mark.parametrize("seed", [31, 32])
def test_taking_back_returns_exactly_the_earlier_position(scenario: str, edition: str, seed: int) -> None:
    rng = Random(seed)
    choose = any_verb if seed % 2 else any_action
    g = elric.new_game(scenario, edition, seed)
    taken = kept = 0
    for _ in range(400):
        legal = g.legal_actions()
        if not legal:
            break
        before = (g.state.key(), g.save(), list(g.events), g.seat, g.chance.state)
        a = choose(rng, legal)
        g.push(a)
        rolled = bool(g.record[-1].results)
        if rolled or g.seat != before[3]:
            assert not g.can_undo
            after = g.save()
            with pytest.raises(elric.UndoError) as why:
                g.pop()
            assert str(why.value)
            assert g.save() == after
            kept += 1
        else:
            assert g.can_undo
            after = g.state.key()
            assert g.pop() == str(a)
            assert (g.state.key(), g.save(), list(g.events), g.seat, g.chance.state) == before
            g.push(a)
            assert g.state.key() == after
            taken += 1
    assert taken
    assert kept


def test_taking_back_several_in_a_row() -> None:
    g = game("successor", "avalon-hill", 41, 120)
    rng = Random(41)
    stack: list[tuple[str, tuple[object, ...]]] = []
    longest = 0
    for _ in range(400):
        key = g.state.key()
        a = any_action(rng, g.legal_actions())
        g.push(a)
        stack.append((str(a), key))
        if not g.can_undo:
            stack.clear()
        longest = max(longest, len(stack))
        if len(stack) >= 6:
            while stack:
                text, key = stack.pop()
                assert g.pop() == text
                assert g.state.key() == key
    assert longest >= 6


def test_nothing_can_be_taken_back_at_the_start() -> None:
    g = elric.new_game("successor", seed=1)
    assert not g.can_undo
    with pytest.raises(elric.UndoError):
        g.pop()


SAVE = game("successor", "avalon-hill", 51, 150).save()
LINES = SAVE.rstrip("\n").split("\n")


@pytest.mark.parametrize("line", range(0, len(LINES), 9))
def test_a_save_cut_short_says_so(line: int) -> None:
    with pytest.raises(elric.SaveError) as e:
        elric.load("\n".join(LINES[:line]))
    assert str(e.value)
    assert line == 0 or e.value.line


@settings(max_examples=150, deadline=None)
@given(st.data())
def test_a_changed_letter_is_noticed(data: st.DataObject) -> None:
    at = data.draw(st.integers(0, len(SAVE) - 2))
    letter = data.draw(st.characters(codec="utf-8").filter(lambda c: c != SAVE[at]))
    text = SAVE[:at] + letter + SAVE[at + 1 :]
    g, error = attempt(text)
    assert g is None or g.save() == SAVE, "a changed save was read as another game"
    assert g is not None or str(error)


@settings(max_examples=150, deadline=None)
@given(st.text(max_size=400))
def test_any_text_at_all_gives_a_save_error(text: str) -> None:
    with pytest.raises(elric.SaveError):
        elric.load(text)


@pytest.mark.parametrize("what", [None, 7, b"elric 1", ["elric 1"], {}])
def test_what_is_no_text_gives_a_save_error(what: object) -> None:
    with pytest.raises(elric.SaveError):
        elric.load(what)  # type: ignore[arg-type]


@settings(max_examples=120, deadline=None)
@given(st.data())
def test_saves_edited_by_hand_with_a_fitting_checksum_name_the_line(data: st.DataObject) -> None:
    lines = LINES[:-1]
    first = lines.index("") + 2
    k = data.draw(st.integers(first, len(lines) - 1))
    how = data.draw(st.sampled_from(["swap", "drop", "twice", "results", "fewer", "verb", "junk", "begin"]))
    edited = list(lines)
    if how == "swap":
        j = data.draw(st.integers(first, len(lines) - 1))
        edited[k], edited[j] = edited[j], edited[k]
    elif how == "drop":
        del edited[k]
    elif how == "twice":
        edited.insert(k, edited[k])
    elif how == "results":
        edited[k] = edited[k].split(" > ")[0] + " > 99"
    elif how == "fewer":
        edited[k] = edited[k].split(" > ")[0]
    elif how == "verb":
        edited[k] = "conquer the_world"
    elif how == "junk":
        edited[k] = data.draw(st.text(st.characters(blacklist_categories=("Cc", "Cs", "Zl", "Zp")), max_size=40))
    else:
        edited[k] = "begin"
    g, error = attempt(sealed("\n".join(edited) + "\n"))
    if g is not None:
        # some edits make another game that is every bit as good
        assert elric.load(g.save()).state.key() == g.state.key()
    else:
        assert error is not None
        assert error.line is not None
        assert first <= error.line <= len(edited) + 1


@pytest.mark.parametrize(
    ("find", "put", "says"),
    [
        ("scenario: successor", "scenario: succesor", "successor"),
        ("rules: avalon-hill", "rules: avalon-hil", "avalon-hill"),
        ("rules: avalon-hill", "rules: avalon-hill, overun_ratio=1", "overrun_ratio"),
        ("seed: 51", "seed: fifty", "fifty"),
        ("seed: 51\n", "", "seed"),
        ("scenario: successor\n", "", "scenario"),
        ("scenario: successor", "scenario successor", "name: value"),
        ("elric 1", "elric 2", "format 2"),
        ("elric 1", "chess 1", "elric 1"),
        ("\nbegin", "\nbegun", "begin"),
        ("seed: 51\n", 'seed: 51\nposition: {"units":{"nowhere":["yishana"]}}\n', "nowhere"),
        ("seed: 51\n", "seed: 51\nposition: [1,\n", "position"),
        ("seed: 51\n", "seed: 51\nposition: [1]\n", "position"),
    ],
)
def test_a_wrong_head_is_named(find: str, put: str, says: str) -> None:
    assert find in SAVE
    with pytest.raises(elric.SaveError) as e:
        elric.load(sealed(body(SAVE).replace(find, put, 1)))
    assert says in str(e.value)


def test_a_save_of_a_position_replays_too() -> None:
    spec = {
        "scenario": "successor",
        "rules": "chaosium",
        "nations": {"jharkor": 0, "pan-tang": 1},
        "units": {"jharkor_dhakos": ["yishana", "jharkor-army*3"], "pan_tang": ["jagreen-lern", "pan-tang-army*2"]},
        "hands": {"yishana": ["arkyn"]},
    }
    g = elric.Game.at(spec, seed=3)
    for _ in range(50):
        legal = g.legal_actions()
        if legal:
            g.push(legal[len(g.record) * 7 % len(legal)])
    h = elric.load(g.save())
    assert h.save() == g.save()
    assert h.state.key() == g.state.key()
    assert json.loads(json.dumps(spec)) == g.start


def test_seeds_of_any_size_and_sign() -> None:
    for seed in (-1, 0, 2**63, 2**64 - 1, 2**64, 10**30):
        g = elric.new_game("duel", "chaosium", seed)
        assert elric.load(g.save()).state.key() == g.state.key()
    assert elric.new_game("duel", "chaosium", 2**64).save() == elric.new_game("duel", "chaosium", 0).save()
