"""The puzzle room: the puzzle of the day, runs by theme, an address for each, what is solved is kept in the browser."""

from __future__ import annotations

import json
from datetime import UTC, datetime
from html import unescape

import pytest

from elric import games
from elric.widgets.messages import Message
from elric.widgets.rooms.puzzles import PuzzleRoom
from elric.widgets.session import Session

GAMES = ("elric", "dragon-pass")
DAY = datetime(2030, 1, 1, tzinfo=UTC)


def room(game: str, solved: tuple[str, ...] = ()) -> PuzzleRoom:
    return PuzzleRoom(games.table(game), solved, now=lambda: DAY)


def do(r: PuzzleRoom | Session, name: str, value: str = "") -> None:
    r.take(Message("do", name=name, value=value))


def page(r: PuzzleRoom | Session) -> str:
    return unescape("\n".join(html for _, _, html in r.draw().regions))


@pytest.mark.parametrize("game", GAMES)
def test_it_opens_with_the_puzzle_of_the_day(game: str) -> None:
    r = room(game)
    assert r.puzzle == r.puzzles.of_the_day(DAY.date())
    assert r.of_today
    assert "Puzzle of the day" in page(r)
    assert r.question.text in page(r)
    assert r.address.query == {"puzzle": r.puzzle.key}


@pytest.mark.parametrize("game", GAMES)
def test_an_answer_is_told_with_its_figures_and_the_next_one_follows(game: str) -> None:
    r = room(game)
    wrong = next(k for k in range(len(r.question.answers)) if k != r.question.right)
    do(r, "answer", str(wrong + 1))
    shown = page(r)
    assert r.question.why in shown
    assert "it costs you" in shown
    assert not r.solved
    before = r.puzzle
    do(r, "next")
    assert r.puzzle != before
    assert r.chosen < 0
    do(r, "answer", str(r.question.right + 1))
    assert r.solved == {r.puzzle.key}
    assert "Right." in page(r)
    do(r, "answer", str(wrong + 1))
    assert r.chosen == r.question.right


@pytest.mark.parametrize("game", GAMES)
def test_a_run_goes_through_its_theme_and_leaves_out_what_is_solved(game: str) -> None:
    r = room(game)
    theme = next(iter({p.theme for p in r.puzzles.every().values()}))
    run = r.puzzles.run(theme)
    r.solved |= {p.key for p in run[:2]}
    do(r, "puzzles", theme)
    met = []
    for _ in run[2:]:
        met.append(r.puzzle.key)
        r.solved.add(r.puzzle.key)
        do(r, "next")
    assert sorted(met) == sorted(p.key for p in run[2:])
    assert r.puzzle.theme == theme  # solved all: it goes round


@pytest.mark.parametrize("game", GAMES)
def test_an_address_opens_a_puzzle_and_a_wrong_one_is_refused(game: str) -> None:
    kit = games.table(game)
    key = list(kit.teaching.puzzles.every())[-1]
    s = Session(kit=kit)
    s.take(Message("hello", search=f"?puzzle={key}"))
    assert isinstance(s.room, PuzzleRoom)
    assert s.room.puzzle.key == key
    do(s, "address", "?puzzle=nobody")
    assert "there is no puzzle “nobody”" in page(s)
    do(s, "address", "?puzzle=today")
    assert isinstance(s.room, PuzzleRoom)
    assert s.room.of_today
    do(s, "leave")
    assert not isinstance(s.room, PuzzleRoom)


def test_what_is_solved_is_kept_in_the_browser_and_nothing_of_practice_is_touched() -> None:
    s = Session(kit=games.table("elric"))
    s.take(Message("hello"))
    do(s, "puzzles")
    assert isinstance(s.room, PuzzleRoom)
    do(s, "answer", str(s.room.question.right + 1))
    kept = s.draw().remember
    assert set(kept) == {"puzzled"}
    assert json.loads(kept["puzzled"]) == [s.room.puzzle.key]
    again = Session(kit=games.table("elric"))
    again.take(Message("hello", stored=kept | {"practised": ""}))
    do(again, "puzzles")
    assert isinstance(again.room, PuzzleRoom)
    assert again.room.solved == s.room.solved
    never = Session(kit=games.table("elric"))
    never.take(Message("hello", stored={"puzzled": '["<b>", 7, "nobody"]'}))
    do(never, "puzzles")
    assert isinstance(never.room, PuzzleRoom)
    assert not never.room.solved


def test_a_game_without_puzzles_has_no_such_door() -> None:
    s = Session(kit=games.table("sorcerer"))
    assert "puzzles" not in s.table.kit.doors
    do(s, "puzzles")
    assert not isinstance(s.room, PuzzleRoom)


@pytest.mark.parametrize("game", GAMES)
def test_only_what_the_seat_may_see_is_drawn(game: str) -> None:
    """The screen is the same for every position that the seat cannot tell from the puzzle's."""
    r, other = room(game), room(game)
    object.__setattr__(other.question, "game", r.game.resampled(r.game.seat, 5))
    assert r.draw().regions == other.draw().regions
    assert r.draw().pieces == other.draw().pieces
