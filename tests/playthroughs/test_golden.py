"""Games are played again and compared word for word with what was written down."""

from __future__ import annotations

import pytest
from golden import COUNTS, HERE, PLAYS, Play, counts, lines

AGAIN = "if this change is meant, run python -m tests.playthroughs and look at what it changed"


@pytest.mark.parametrize("p", PLAYS, ids=[p.name for p in PLAYS])
def test_the_game_goes_as_it_went(p: Play) -> None:
    written = (HERE / f"{p.name}.txt").read_text(encoding="utf-8").splitlines()
    played = lines(p)
    for n, (was, now) in enumerate(zip(written, played, strict=False), 1):
        assert now == was, f"{p.name}.txt, line {n}; {AGAIN}"
    assert len(played) == len(written), AGAIN


def test_every_way_to_end_is_written_down() -> None:
    ends = {
        line.split(" [")[0].strip()
        for file in HERE.glob("*.txt")
        for line in file.read_text(encoding="utf-8").splitlines()
        if "], winner " in line
    }
    assert ends >= {
        "decisive",
        "marginal",
        "imrryr",
        "imrryr kept",
        "capitals",
        "draw",
        "dragons unbeaten",
        "duel",
        "end in law",
        "end in chaos",
    }


def test_as_many_ways_as_were_counted() -> None:
    assert counts() == COUNTS.read_text(encoding="utf-8").splitlines(), AGAIN


def test_no_file_is_left_over() -> None:
    assert {f.name for f in HERE.glob("*.txt")} == {f"{p.name}.txt" for p in PLAYS} | {COUNTS.name}
