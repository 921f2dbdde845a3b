"""What every game of the house keeps to, whatever its rules: a new game is tried by these as soon as it stands in `games.GAMES`."""

from __future__ import annotations

from collections.abc import Iterator
from random import Random

import pytest

from elric import games
from elric.kernel.chance import ChanceError
from elric.kernel.game import Game
from elric.kernel.steps import Step
from elric.widgets.session import Session

EVERY = [
    (name, key, edition)
    for name in (*games.GAMES, "tests.toy")
    for key, scenario in games.definition(name).scenarios().items()
    for edition in scenario.editions
]
_ACTIONS = 60


def decisions(name: str, scenario: str, edition: str, every: int) -> Iterator[Game]:
    """The beginning of a random game, each so many decisions of it."""
    game = games.game_class(name)(scenario, edition, 11)
    rng = Random(11)
    for n in range(_ACTIONS):
        if game.seat is None:
            return
        if not n % every:
            yield game
        verbs = sorted({a.verb for a in game.legal_actions()})
        verb = rng.choice(verbs)
        game.push(rng.choice([a for a in game.legal_actions() if a.verb == verb]))


@pytest.mark.parametrize(("name", "scenario", "edition"), EVERY)
def test_what_is_listed_can_be_done_and_nothing_else(name: str, scenario: str, edition: str) -> None:
    """Each action listed is legal by its verdict and by its text; and a verb that is not listed is refused with a reason."""
    for game in decisions(name, scenario, edition, 12):
        notation = game.definition.notation
        legal = game.legal_actions()
        assert legal
        assert game.broken() == []
        for action in legal[:20]:
            assert game.verdict(action)
            assert notation.parse(notation.text(action)) == action
        listed = {a.verb for a in legal}
        for verb in [verb for verb, known in notation.verbs.items() if not known.takes and verb not in listed]:
            said = game.verdict(verb)
            assert not said
            for reason in said.reasons:
                if "not what is asked for" in reason.words:
                    assert all(f"“{other}”" in reason.words for other in listed), reason
            assert all(reason.words and len(reason.clause) == len(game.definition.editions) for reason in said.reasons)


@pytest.mark.parametrize("name", [*games.GAMES, "tests.toy"])
def test_each_verb_and_event_is_declared_once(name: str) -> None:
    """What the steps ask for are the declared verbs, each with its words; no name can be declared twice."""
    game = games.definition(name)
    first = next(iter(game.verbs.values()))
    with pytest.raises(ValueError, match="two verbs"):
        game.verbs.add(first.name)
    assert all(verb.says and set(verb.takes) <= set(game.notation.kinds) for verb in game.verbs.values())
    assert set(game.readers) == set(game.events)
    book = next((step.book for step in _steps(name)), None)
    if book is not None:
        assert {verb for step in book.steps.values() for verb in step.verbs} == set(game.verbs)


def _steps(name: str) -> list[Step]:
    """The step that waits in the first position of a game, where its steps stand in a book."""
    _, key, edition = next(row for row in EVERY if row[0] == name)
    step = games.game_class(name)(key, edition, 1).state.agenda[-1][0]
    return [step] if step.book is not None else []


@pytest.mark.parametrize("name", [*games.GAMES, "tests.toy"])
def test_luck_is_written_down_in_the_same_words(name: str) -> None:
    """ "die 6" is a throw of six in every game: somewhere in a random one it is asked for, and comes to what the number 5 does."""
    agree = False
    for seed in range(30):
        game = games.game_class(name)(*next((key, edition) for n, key, edition in EVERY if n == name), seed)
        rng = Random(seed)
        for _ in range(120):
            if game.seat is None or agree:
                break
            action = rng.choice(game.legal_actions())
            worded, counted = game.copy(), game.copy()
            try:
                with counted.scripted([5]):
                    counted.push(action)
                with worded.scripted("die 6"):
                    worded.push(action)
            except ChanceError:
                pass
            else:
                assert worded.view() == counted.view()
                agree = True
            game.push(action)
    assert agree


@pytest.mark.parametrize(("name", "scenario", "edition"), EVERY)
def test_a_seat_cannot_tell_the_real_position_from_one_dealt_anew(name: str, scenario: str, edition: str) -> None:
    """Its view is the same, and so is what it may do; an onlooker's view is the same too."""
    for game in decisions(name, scenario, edition, 20):
        for seat in (None, *range(game.scenario.seats)):
            dealt = game.resampled(seat, 5)
            assert dealt.view(seat) == game.view(seat)
            if seat is not None and seat == game.seat:
                assert set(map(str, dealt.legal_actions())) == set(map(str, game.legal_actions()))


@pytest.mark.parametrize(("name", "scenario", "edition"), EVERY)
def test_a_game_is_kept_taken_back_and_played_on(name: str, scenario: str, edition: str) -> None:
    """A save loads to the same game; what is taken back and done again comes to the same."""
    kind = games.game_class(name)
    for game in decisions(name, scenario, edition, 25):
        again = kind.load(game.save())
        assert again.save() == game.save()
        assert again.view() == game.view()
        if again.can_undo:
            again.push(again.pop())
            assert again.view() == game.view()


@pytest.mark.parametrize("name", [*games.GAMES, "tests.toy"])
def test_its_page_is_drawn_and_takes_what_its_buttons_say(name: str) -> None:
    """The page begins, shows a map and a decision, and whatever button is pressed it can be drawn again."""
    if not games.has(name, "table"):
        pytest.fail(f"{name} has no room “table”, so there is no page of it")
    page = Session(games.table(name).first(3), kit=games.table(name))
    assert page.draw().regions
    rng = Random(3)
    for _ in range(6):
        if page.game.seat is None:
            break
        page.game.push(rng.choice(page.game.legal_actions()))
        assert page.draw().regions
