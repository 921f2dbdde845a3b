"""Games are played again and compared word for word with what was written down."""

from __future__ import annotations

import ast
import sys
from pathlib import Path
from types import FrameType

import pytest
from golden import COUNTS, HERE, PLAYS, Play, counts, lines

import elric
from elric.young_kingdoms.world import victory

AGAIN = "if this change is meant, run python -m tests.playthroughs and look at what it changed"

ENDINGS = ("end", "finish", "world_ends", "sorcerer_lost", "imrryr_taken", "most_capitals")


@pytest.mark.parametrize("p", PLAYS, ids=[p.name for p in PLAYS])
def test_the_game_goes_as_it_went(p: Play) -> None:
    written = (HERE / f"{p.name}.txt").read_text(encoding="utf-8").splitlines()
    played = lines(p)
    for n, (was, now) in enumerate(zip(written, played, strict=False), 1):
        assert now == was, f"{p.name}.txt, line {n}; {AGAIN}"
    assert len(played) == len(written), AGAIN


def ends_in_the_rules() -> set[tuple[str, int]]:
    """Every place in the rules that ends a game, or lets the world or the Turn Track end it: (file, line)."""
    return {
        (path.name, node.lineno)
        for path in sorted(Path(victory.__file__).parents[1].rglob("*.py"))
        if not {"lab", "planning", "teaching", "table", "opponents"} & set(path.parts)
        for node in ast.walk(ast.parse(path.read_text(encoding="utf-8")))
        if isinstance(node, ast.Call) and (getattr(node.func, "id", "") or getattr(node.func, "attr", "")) in ENDINGS
    }


def ends_reached(p: Play) -> set[tuple[str, int]]:
    """Which of them one playthrough comes through."""
    codes = {getattr(victory, name).__code__ for name in ENDINGS}
    found: set[tuple[str, int]] = set()

    def watch(frame: FrameType, event: str, _: object) -> None:
        if event == "call" and frame.f_code in codes and frame.f_back is not None:
            found.add((Path(frame.f_back.f_code.co_filename).name, frame.f_back.f_lineno))

    sys.setprofile(watch)
    try:
        lines(p)
    finally:
        sys.setprofile(None)
    return found


@pytest.mark.source
def test_every_way_to_end_is_written_down() -> None:
    """Whoever gives a game another end adds a playthrough that comes to it."""
    missing = ends_in_the_rules()
    assert len(missing) > 12
    for p in sorted(PLAYS, key=lambda p: (HERE / f"{p.name}.txt").stat().st_size):
        missing -= ends_reached(p)
        if not missing:
            return
    raise AssertionError(f"no playthrough comes to the ends at {sorted(missing)}")


def test_every_scenario_is_written_down_in_every_edition() -> None:
    whole = {(p.scenario, p.edition) for p in PLAYS if p.position is None}
    assert whole == {(s.key, e) for s in elric.scenarios() for e in s.editions}


def test_as_many_ways_as_were_counted() -> None:
    assert counts() == COUNTS.read_text(encoding="utf-8").splitlines(), AGAIN


def test_no_file_is_left_over() -> None:
    assert {f.name for f in HERE.glob("*.txt")} == {f"{p.name}.txt" for p in PLAYS} | {COUNTS.name}
