"""Puzzles hold: their positions load, their ways are legal, what is said of each is the lab's, and no other way comes near."""

from __future__ import annotations

import json
from datetime import date, timedelta
from pathlib import Path

import pytest

from elric import games
from elric.app.cli import main
from elric.app.studies.mining import kept, mined
from elric.kernel.steps import Action
from elric.tutor.puzzles import MARGIN, RETREAT, Asking, Puzzle, Puzzles, Way, chosen, fair, level, read

GAMES = tuple(game for game in games.GAMES if (t := games.teaching(game)) is not None and t.puzzles is not None)
SAMPLE = 25  # every so many of a game's


def of(game: str) -> Puzzles:
    found = games.teaching(game).puzzles
    assert isinstance(found, Puzzles)
    return found


def some(game: str, step: int = SAMPLE) -> list[Puzzle]:
    return list(of(game).every().values())[::step]


def test_two_games_have_puzzles() -> None:
    assert GAMES == ("elric", "dragon-pass")
    for game in GAMES:
        assert len(of(game).every()) >= 80
        assert {p.theme for p in of(game).every().values()} <= of(game).themes.keys()


@pytest.mark.parametrize("step", [SAMPLE, pytest.param(1, marks=pytest.mark.siege)])
@pytest.mark.parametrize("game", GAMES)
def test_the_lab_says_what_a_puzzle_says(game: str, step: int) -> None:
    """The position loads, each way is legal, each figure is the lab's, the margin is kept."""
    assert {p.key: faults for p in some(game, step) if (faults := of(game).faults(p))} == {}


def test_what_is_wrong_is_told() -> None:
    """A figure that is not the lab's, a way that cannot be done, another that comes near, a theme that there is not."""
    puzzles = of("elric")
    good = some("elric")[0]
    place, worth, actions = good.ways[0]
    other = good._replace(ways=((place, worth - 1, actions), *good.ways[1:]))
    assert f"said to be worth {worth - 1}, and the lab says {worth}" in puzzles.faults(other)[0]
    other = good._replace(ways=(good.ways[0], (place, good.worth[1], ("end", "end")), *good.ways[2:]))
    assert "cannot be done" in puzzles.faults(other)[0]
    other = good._replace(ways=(*good.ways, good.ways[0]))
    assert not puzzles.faults(other)  # it is the order that counts, and the second
    other = good._replace(ways=(good.ways[0], good.ways[0], *good.ways[1:]))
    assert "no way is clearly the best" in puzzles.faults(other)[-1]
    assert "no theme" in puzzles.faults(good._replace(theme="sea"))[0]


def test_what_makes_a_puzzle() -> None:
    assert fair([70, 70 - MARGIN, 0])
    assert not fair([70, 71 - MARGIN, 0])  # another comes near
    assert not fair([30, 10, 0])  # hopeless at best
    assert not fair([90, 2, 0])  # nothing else can do it at all
    assert not fair([90, 40])  # a choice of two
    assert [level(found, 10) for found in (10, 5, 4, 3, 2, 1, 0)] == [1, 1, 2, 3, 3, 5, 5]


def test_ways_that_differ_are_offered_first() -> None:
    ways = tuple(Way((Action("x", (k,)),), str(k)) for k in range(6))
    assert [n for _, n in chosen(Asking("who", ways), [10, 60, 10, 30, -1, 0])] == [60, 30, 10, 0]
    assert [n for _, n in chosen(Asking("who", ways), [10, 60, 60, 30, -1, 0])][:2] == [60, 60]


@pytest.mark.parametrize("game", GAMES)
def test_a_puzzle_tells_nothing_that_its_seat_may_not_see(game: str) -> None:
    """Question, answers and what comes of them are the same in every position that the seat cannot tell from this one."""
    puzzles = of(game)
    for p in some(game):
        here = puzzles.game_of(p)
        there = here.resampled(here.seat, 77)
        assert puzzles.says(here, p) == puzzles.says(there, p)
        for way in puzzles.ways(p):
            assert puzzles.outcome_in_words(here, way, p.asks) == puzzles.outcome_in_words(there, way, p.asks)


@pytest.mark.parametrize("game", GAMES)
def test_a_puzzle_is_a_question_with_its_figures(game: str) -> None:
    for p in some(game):
        q = of(game).question(p)
        assert len(set(q.answers)) == len(p.ways)
        assert not q.misconceptions[q.right]
        assert f"This is worth {p.worth[0]} of a hundred, the next best {p.worth[1]}." in q.why
        assert {f"it costs you {p.worth[0] - n}." for n in p.worth[1:]} == {
            m.rpartition(": ")[2] for m in q.misconceptions if m
        }
        assert q.numbers


@pytest.mark.parametrize("game", GAMES)
def test_everybody_has_the_same_puzzle_on_a_day_and_each_has_its_turn(game: str) -> None:
    puzzles = of(game)
    first, number = date(2030, 1, 1), len(puzzles.every())
    days = [puzzles.of_the_day(first + timedelta(k)) for k in range(number)]
    assert {p.key for p in days} == puzzles.every().keys()
    assert puzzles.of_the_day(first + timedelta(number)) == days[0]


@pytest.mark.parametrize("game", GAMES)
def test_a_run_begins_with_what_is_easy(game: str) -> None:
    for theme in ("", *of(game).themes):
        levels = [p.level for p in of(game).run(theme)]
        assert levels == sorted(levels)
        assert theme == "" or {p.theme for p in of(game).run(theme)} <= {theme}


@pytest.mark.parametrize("game", GAMES)
def test_whoever_gives_way_is_attacked_where_he_goes(game: str) -> None:
    """A retreat is weighed by the battle of the next turn, which can come where each way leads, and every way has its own worth."""
    puzzles = of(game)
    found = puzzles.run("retreat")
    assert len(found) >= 5
    for p in found[:3]:
        here = puzzles.game_of(p)
        text, ways = puzzles.says(here, p)
        assert p.asks == RETREAT
        assert "next turn" in text.lower()
        assert len(set(ways)) == len(ways)
        assert len(set(p.worth)) == len(p.worth)  # of many places only one of each worth
        for way in puzzles.ways(p):
            assert puzzles.outcome_in_words(here, way, RETREAT)


@pytest.mark.parametrize("game", GAMES)
def test_mining_finds_kept_puzzles_again(game: str) -> None:
    """In their own positions, whatever is mined is without a fault, and most are found with the same figures (who goes along depends
    on the planner, which learns); of a game no solution is kept twice."""
    found = [(p, mined(of(game), of(game).game_of(p))) for p in some(game, 120)]
    assert found
    same = 0
    for p, again in found:
        assert [of(game).faults(x) for x in again] == [[] for _ in again], p.key
        assert len(kept([*again, *again])) == len(kept(again)) <= len(again)
        same += any((x.asks, x.ways[0], x.worth) == (p.asks, p.ways[0], p.worth) for x in again)
    assert 2 * same >= len(found)


def test_the_command_lists_checks_and_mines(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    path = tmp_path / "some.jsonl"
    good, bad = some("elric")[:2]
    bad = bad._replace(ways=((bad.ways[0][0], 99, bad.ways[0][2]), *bad.ways[1:]))
    path.write_text(f"{good.line()}\n{bad.line()}\n", encoding="utf-8")
    assert read(path) == {good.key: good, bad.key: bad}
    assert main(["puzzles", "list", "--file", str(path), "--json"]) == 0
    assert [row["key"] for row in json.loads(capsys.readouterr().out)] == [good.key, bad.key]
    assert main(["puzzles", "check", "--file", str(path)]) == 1
    assert bad.key in capsys.readouterr().out
    order = [
        "puzzles",
        "mine",
        "--scenario",
        "duel",
        "--player",
        "novice",
        "--games",
        "1",
        "--file",
        str(path),
        "--json",
    ]
    assert main(order) == 0
    new = json.loads(capsys.readouterr().out)["found"]
    assert len(read(path)) == 2 + new
    assert main(["puzzles", "list", "--game", "sorcerer"]) == 2
