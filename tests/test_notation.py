"""The notation: actions and luck in words, records to read, replays, and what is said to wrong arguments."""

from __future__ import annotations

import re
from collections.abc import Callable
from functools import partial
from random import Random

import pytest

import elric
from elric.opponents.at_random import any_action, any_verb
from elric.young_kingdoms.components import spells
from elric.young_kingdoms.position.state import FACE_UP, HIDDEN

WAR = {
    "nations": {"jharkor": 0, "dharijor": 1},
    "units": {
        "jharkor_sequa": ["yishana", "jharkor-army*4"],
        "dharijor_sequaloris": ["dharijor-army*3"],
        "dharijor_gromoorva": ["sarosto"],
    },
}
TO_BATTLE = (
    "lead yishana", "join jharkor-army-1", "attack dharijor_sequaloris", "halt", "end", "fight dharijor_sequaloris", "ready",
)  # fmt: skip
PAIRS = [(s.key, e) for s in elric.scenarios() for e in s.editions]


def before_the_dice(script: object = ()) -> elric.Game:
    g = elric.Game.at(WAR, script=script)  # type: ignore[arg-type]
    for text in TO_BATTLE:
        g.push(text)
    return g


def played(scenario: str, edition: str, seed: int, length: int = 10_000) -> elric.Game:
    rng = Random(seed)
    choose = any_verb if seed % 2 else any_action
    g = elric.new_game(scenario, edition, seed)
    while length and (legal := g.legal_actions()):
        g.push(choose(rng, legal))
        length -= 1
    return g


# ---- actions -----------------------------------------------------------------------------------------------------------


def test_actions_say_what_they_are() -> None:
    """str is the notation, repr the same in brackets: names of pieces and areas, no indices."""
    g = elric.Game.at(WAR)
    for a in g.legal_actions():
        assert type(a) is elric.Action
        assert repr(a) == f"<Action {a}>"
        assert elric.parse_action(str(a)) == a
    assert repr(elric.parse_action("lead yishana")) == "<Action lead yishana>"
    assert repr(elric.Action("lead", (999,))) == "Action(verb='lead', args=(999,))"


@pytest.mark.parametrize(("scenario", "edition"), PAIRS)
def test_every_rule_offers_actions_that_say_what_they_are(scenario: str, edition: str) -> None:
    rng = Random(5)
    g = elric.new_game(scenario, edition, 5)
    while legal := g.legal_actions():
        assert all(type(a) is elric.Action for a in legal)
        g.push(any_verb(rng, legal))


def test_verdict_and_push_take_text_alike() -> None:
    g = elric.Game.at(WAR)
    for text in ("lead yishana", "step dharijor_sequaloris", "end"):
        assert g.verdict(text) == g.verdict(elric.parse_action(text))
    g.push(elric.parse_action("lead yishana"))
    h = elric.Game.at(WAR)
    h.push("lead yishana")
    assert g.save() == h.save()


@pytest.mark.parametrize(
    "wrong",
    [
        None, 7, ("end", ()), ["end"], "", "text", "lead", "lead nobody", elric.Action("text"), elric.Action("lead"),
        elric.Action("lead", (999,)), elric.Action("lead", (-1,)), elric.Action("lead", (True,)), elric.Action("lead", ("yishana",)),
        elric.Action("lead", 5), elric.Action(None), elric.Action("muster", (0, 0, 99)),
    ],
)  # fmt: skip
def test_what_is_no_action_is_an_action_error(wrong: object) -> None:
    """push and verdict say so in the same words, and the game is as it was."""
    g = elric.Game.at(WAR)
    before = g.save()
    with pytest.raises(elric.ActionError) as pushed:
        g.push(wrong)  # type: ignore[arg-type]
    with pytest.raises(elric.ActionError) as judged:
        g.verdict(wrong)  # type: ignore[arg-type]
    assert str(pushed.value) == str(judged.value)
    assert g.save() == before


@pytest.mark.parametrize("seat", [17, 2, -2, "0", 1.0, True, (0,)])
def test_a_seat_that_is_not_there_is_a_seat_error(seat: object) -> None:
    """view, story, story_text, resampled and battles all say which seats there are."""
    g = elric.new_game("successor", seed=1)
    for look in (g.view, g.story, g.story_text, partial(elric.battles, g), lambda x: g.resampled(x, 1)):
        with pytest.raises(elric.SeatError, match="seats 0 and 1"):
            look(seat)


@pytest.mark.parametrize(
    ("ask", "error"),
    [
        (lambda g: elric.action_text(elric.Action("text")), elric.ActionError),
        (lambda g: elric.action_text(elric.Action("lead", (999,))), elric.ActionError),
        (lambda g: elric.action_text("lead yishana"), elric.ActionError),
        (lambda g: elric.action_text(None), elric.ActionError),
        (lambda g: str(elric.Action("lead")), elric.ActionError),
        (lambda g: elric.parse_action(None), elric.ActionError),
        (lambda g: g.cite(None), elric.UnknownClause),
        (lambda g: g.cite("9.92"), elric.UnknownClause),
        (lambda g: elric.new_game("successor", seed="seven"), elric.ChanceError),
        (lambda g: elric.Game.at(WAR, seed=None), elric.ChanceError),
        (lambda g: elric.Game.at(WAR, script=4), elric.ChanceError),
        (lambda g: elric.new_game(None), elric.UnknownScenario),
        (lambda g: elric.new_game("successor", None), elric.RulesetError),
        (lambda g: elric.load(None), elric.SaveError),
        (lambda g: elric.replay(7), elric.SaveError),
    ],
)
def test_wrong_types_have_named_errors(ask: Callable[[elric.Game], object], error: type[Exception]) -> None:
    """No KeyError, AttributeError or IndexError from inside."""
    with pytest.raises(error):
        ask(elric.Game.at(WAR))


@pytest.mark.parametrize("edition", ["ah", "", "Avalon Hill", 3])
def test_an_edition_that_is_not_there_is_a_ruleset_error(edition: object) -> None:
    with pytest.raises(elric.RulesetError, match="avalon-hill"):
        elric.clauses(edition)  # type: ignore[arg-type]


# ---- luck in words -----------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("script", ["die 6, die 1", ["die 6", "die 1"], [5, 0], ["die 6", 0]])
def test_luck_can_be_written_in_words_or_numbers(script: object) -> None:
    """A die that shows 6, then one that shows 1."""
    g = before_the_dice(script)
    with pytest.raises(elric.ChanceError, match="never asked"):
        g.check_script()
    g.push("ready")
    g.check_script()
    assert g.record[-1].results == (5, 0)
    assert [e["rolls"] for e in g.events if "rolls" in e][-1] == ((6, 1),)
    h = before_the_dice()
    with h.scripted(script):  # type: ignore[arg-type]
        h.push("ready")
    assert h.record == g.record


def test_a_spell_is_drawn_by_name() -> None:
    """The same set-up, but that one of the hidden spells is Arioch instead of Donblas."""
    g = elric.new_game("successor", edition="avalon-hill", seed=7)
    h = elric.load(g.record_text().replace("draw donblas", "draw arioch"))
    one, other = (set(x.state.spell_at.there) for x in (g, h))
    assert one == other
    hidden = [{spells.IDS[i] for i, at in enumerate(x.state.spell_at) if HIDDEN <= at < FACE_UP} for x in (g, h)]
    assert hidden[0] - hidden[1] == {"donblas"}
    assert hidden[1] - hidden[0] == {"arioch"}
    with pytest.raises(elric.SaveError, match="arioch cannot be drawn"):
        elric.load(g.record_text().replace("draw donblas, draw dragons", "draw arioch, draw arioch"))


@pytest.mark.parametrize(
    ("script", "says"),
    [
        ("die 7", "1 to 6"),
        ("die", "1 to 6"),
        ("draw arioc", "arioch"),
        ("roll 4", "no result"),
        ([None], "whole number"),
        ([True], "whole number"),
    ],
)
def test_words_that_name_no_result_are_refused_at_once(script: object, says: str) -> None:
    with pytest.raises(elric.ChanceError, match=says):
        elric.Game.at(WAR, script=script)  # type: ignore[arg-type]


@pytest.mark.parametrize(
    ("script", "says"),
    [
        ("draw arioch", "asks for a die"),
        ("die 6", "empty"),
        ([6], "does not fit"),
        ("die 6, die 1, die 2", "never asked for “die 2”"),
    ],
)
def test_a_script_that_does_not_fit_is_an_error(script: object, says: str) -> None:
    """Another kind of result, too few, too large, or left over."""
    g = before_the_dice()
    with pytest.raises(elric.ChanceError, match=says), g.scripted(script):  # type: ignore[arg-type]
        g.push("ready")


def test_after_a_script_the_games_own_luck_goes_on() -> None:
    g = before_the_dice()
    state = g.chance.state  # type: ignore[union-attr]
    with g.scripted("die 6, die 1"):
        g.push("ready")
    assert g.chance.state == state  # type: ignore[union-attr]
    assert elric.load(g.save()).save() == g.save()


# ---- records to read ---------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(("scenario", "edition"), PAIRS)
def test_a_record_loads_back_to_the_same_game(scenario: str, edition: str) -> None:
    """Same actions, results, events and views; with comments and without; at the end and on the way."""
    for seed, length in ((31, 10_000), (32, 60)):
        g = played(scenario, edition, seed, length)
        for comments in (False, True):
            text = g.record_text(comments)
            back = elric.load(text)
            assert back.record == g.record
            assert back.events == g.events
            assert [back.view(seat) for seat in range(g.scenario.seats)] == [
                g.view(seat) for seat in range(g.scenario.seats)
            ]
            assert back.record_text(comments) == text


def test_a_record_of_a_game_from_a_position_loads_back() -> None:
    g = before_the_dice("die 6, die 1")
    g.push("ready")
    back = elric.load(g.record_text())
    assert back.record == g.record
    assert back.view(0) == g.view(0)


def test_a_record_does_not_hold_the_seed_and_luck_is_fresh() -> None:
    seed = 7_345_678_901
    g = elric.new_game("successor", seed=seed)
    text = g.record_text(comments=True)
    assert str(seed) not in text
    assert not re.search("seed", text, re.I)
    assert len({elric.load(text).seed for _ in range(5)}) == 5


def test_a_record_may_be_written_by_hand() -> None:
    """Headers, comments, headings and numbers are optional or free; luck may stand on several lines."""
    g = before_the_dice("die 6, die 1")
    g.push("ready")
    text = g.record_text(comments=True)
    bare = re.sub(r"^\d+\. ", "", text, flags=re.M)
    spread = bare.replace("(die 6, die 1)", "(die 6,\n      ; a good throw\n   die 1)").replace("\n", "\r\n")
    assert elric.load(spread).record == g.record


@pytest.mark.parametrize(
    ("old", "new", "says"),
    [
        ('[Format "1"]', '[Format "2"]', "format 2"),
        ("[Game", "[Gane", "record of this game"),
        ('[Rules "avalon-hill"]', "[Rules avalon-hill]", "line 4"),
        ('[Scenario "successor"]\n', "", "scenario"),
        ("1. lead yishana", "1. lead yishna", "yishana"),
        ("2. join", "3. join", "action 2 is expected"),
        ("die 6, die 1", "die 6, die 9", "1 to 6"),
        ("die 6, die 1", "die 6", "empty"),
        ("die 6, die 1", "die 6, die 1, die 1", "left over"),
        ("die 6, die 1", "die 6, draw arioch", "asks for a die"),
        ("die 1)", "die 1", "not closed"),
        ("begin", "begun", "begin"),
        ("3. attack dharijor_sequaloris", "3. attack jharkor_west", "not legal"),
    ],
)
def test_a_record_that_does_not_stand_says_where(old: str, new: str, says: str) -> None:
    g = before_the_dice("die 6, die 1")
    g.push("ready")
    text = g.record_text()
    assert old in text
    with pytest.raises(elric.SaveError, match=says):
        elric.load(text.replace(old, new))


# ---- replays -----------------------------------------------------------------------------------------------------------


def test_a_replay_steps_through_a_game() -> None:
    g = played("kingdom", "chaosium", 41)
    r = elric.replay(g.save())
    assert len(r) == len(g.record) - 1
    assert r.number == 0
    told = len(r.at(0).events)
    steps = []
    for p in r:
        assert p.number == len(steps) + 1
        assert str(p.action) == g.record[p.number].action
        assert p.results == g.record[p.number].results
        assert list(p.events) == g.events[told : told + len(p.events)]
        told += len(p.events)
        steps.append(p.game.view(None))
    assert told == len(g.events)
    assert r.at(-1).save() == g.save()
    for _ in range(90):
        assert r.back().view(None) == steps[r.number - 1]
    for _ in range(10):
        assert r.forward().view(None) == steps[r.number - 1]
    assert r.back(10_000).record == g.record[:1]
    assert r.forward(10_000).record == g.record
    for wrong in (len(r) + 1, -len(r) - 2):
        with pytest.raises(IndexError, match="were played"):
            r.at(wrong)


def test_a_replayed_game_can_be_played_on_and_leaves_the_replay_alone() -> None:
    """What is handed out is a copy, with the luck of a save loaded there."""
    g = played("successor", "avalon-hill", 42, 200)
    r = elric.replay(g)
    one, two = r.at(50), r.at(50)
    assert one.chance.state == elric.load(one.save()).chance.state  # type: ignore[union-attr]
    one.push(one.legal_actions()[-1])
    assert two.save() == r.at(50).save() != one.save()
    assert elric.replay(g.record_text()).at(50).record == two.record


def test_a_replay_of_no_save_says_so() -> None:
    with pytest.raises(elric.SaveError):
        elric.replay("nonsense")


# ---- sentences ---------------------------------------------------------------------------------------------------------


def test_the_story_can_be_read() -> None:
    """Sentences for a seat; its own spells by name, the others' only as spells."""
    g = elric.new_game("successor", seed=7)
    while g.phase == "setup":
        g.push(g.legal_actions()[0])
    mine = [e for e in g.events if e["kind"] == "drew" and 0 in e["to"]]
    assert mine
    assert sum("draws a spell" in line for line in g.story_text(0)) == sum(
        e["kind"] == "drew" and 0 not in e["to"] for e in g.events
    )
    assert g.story_text(0, len(g.events)) == []
    assert all((line.endswith(".") and line[0].isupper()) or line[0].isdigit() for line in g.story_text(0))
