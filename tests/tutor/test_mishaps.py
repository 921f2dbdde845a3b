"""After some turns the page names what was lost of late, with the lesson about it: from the story that anybody reads, for the
side that sits there, until it was put away or learnt."""

from __future__ import annotations

from random import Random
from typing import Any

import pytest

from elric import games
from elric.dragon_pass.components.board import INDEX
from elric.tutor.lessons import lessons
from elric.widgets.messages import Message
from elric.widgets.session import Session
from elric.young_kingdoms.components.board import BOARD

ELRIC, BEAR = (games.teaching(game) for game in ("elric", "dragon-pass"))
THOKORA, SEA, SEQUA = (BOARD.index[name] for name in ("jharkor_thokora", "pale_sea", "jharkor_sequa"))


def gone(kind: str, start: int) -> dict[str, Any]:
    return {"kind": kind, "units": (1,), "area": start, "to_area": THOKORA}


BATTLE = {"kind": "battle", "area": THOKORA, "attacker": 1, "defender": 0, "loser": 1}
FALLS = {"kind": "city", "area": THOKORA, "seat": 1, "before": 0}
TURN = {"kind": "player-turn", "seat": 1, "turn": 2}


@pytest.mark.parametrize(
    ("story", "seat", "words", "lesson"),
    [
        ([gone("land", SEA), BATTLE, FALLS], 0, "Thokora was lost to a landing.", "sail"),
        ([gone("attack", SEQUA), BATTLE, FALLS], 0, "Thokora was lost to an assault.", "walls"),
        ([gone("step", SEQUA), FALLS], 0, "Thokora was lost, and nobody fought for it.", "siege"),
        ([gone("land", SEA), TURN, gone("step", SEQUA), FALLS], 0, "nobody fought for it", "siege"),
        ([BATTLE], 0, "You lost the battle in Thokora.", "losses"),
        ([{**BATTLE, "loser": 0}], 1, "You lost the battle in Thokora, which you had begun.", "battle"),
        ([FALLS, TURN, BATTLE], 0, "Thokora was lost", "siege"),
    ],
)
def test_elric_names_a_city_with_how_it_fell_or_else_a_battle(
    story: list[dict[str, Any]], seat: int, words: str, lesson: str
) -> None:
    found = ELRIC.mishap(story, seat)
    assert found is not None
    assert words in found.words
    assert found.lesson == lesson
    assert ELRIC.mishap(story, 1 - seat) is None


AT = INDEX["2124"]
FIGHT = {"kind": "battle", "seat": 1, "attack": 48, "defence": 48, "odds": "1:1", "magic": False}
DIED = {"kind": "died", "seat": 1, "units": (1, 2), "hex": AT, "how": "battle"}


@pytest.mark.parametrize(
    ("story", "words", "lesson"),
    [
        ([FIGHT, DIED], "You lost 2 units at", "odds"),
        ([FIGHT, DIED], "in an attack at 1:1.", "odds"),
        ([{**FIGHT, "attack": 96}, DIED], "You lost 2 units at", "results"),
        ([{**FIGHT, "seat": 0}, DIED], "You lost 2 units at", "results"),
        ([FIGHT, {**DIED, "how": "driven"}], "no way back was open", "retreats"),
        ([{**FIGHT, "magic": True}, {**DIED, "units": (1,)}], "You lost a unit at", "magicians"),
        ([FIGHT, DIED, {**FIGHT, "seat": 0}, {**DIED, "units": (3,)}], "You lost 2 units", "odds"),
    ],
)
def test_white_bear_names_the_heaviest_loss_with_what_brought_it_about(
    story: list[dict[str, Any]], words: str, lesson: str
) -> None:
    found = BEAR.mishap(story, 1)
    assert found is not None
    assert words in found.words
    assert found.lesson == lesson
    assert BEAR.mishap(story, 0) is None
    assert BEAR.mishap([DIED], 1) is None  # no battle brought it about


def test_every_lesson_that_is_named_is_one() -> None:
    assert {"sail", "walls", "siege", "losses", "battle"} <= lessons(ELRIC).keys()
    assert {"odds", "results", "retreats", "magicians"} <= lessons(BEAR).keys()


def one_seat(most: int) -> Session:
    """White Bear against a computer, played on at random by both until some turns have gone."""
    kit = games.table("dragon-pass")
    page = Session(kit.ready("tax-collectors", "1976", 2, False), kit=kit)
    page.take(Message("hello"))
    g, rng = page.table.game, Random(2)
    assert g.seat is not None
    page.table.computer.sit({1 - g.seat: "novice"})
    while g.state.turn <= 3 or g.seat not in page.table.persons or g.step != "movement":
        legal = g.legal_actions()
        g.push(rng.choice([a for a in legal if a.verb not in ("force", "top", "halt")] or legal))
        assert len(g.record) < most
    return page


def test_the_page_offers_the_lesson_until_it_is_put_away_or_learnt() -> None:
    page = one_seat(9000)
    table = page.table

    def card() -> str:
        return next((str(html) for name, _, html in page.draw().regions if name == "mishap"), "")

    assert table.whose is not None
    found = BEAR.mishap(table.game.story(None), table.whose)
    assert found is not None
    assert found.words.partition(":")[0] in card()
    assert f'data-do="lesson" data-value="{found.lesson}"' in card()
    before, table.learnt = table.learnt, [f"{found.lesson}/anything"]
    assert card() == ""
    table.learnt = before
    page.take(Message("do", name="lesson", value=found.lesson))
    assert page.room is not table
    page.take(Message("do", name="leave"))
    assert card()
    page.take(Message("do", name="close", value="mishap"))
    assert card() == ""
