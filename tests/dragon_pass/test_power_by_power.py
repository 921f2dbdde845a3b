"""Each power against each being that the book excepts, and each pair of powers that can meet in one hex in one day (pp. 24-48)."""

from __future__ import annotations

from importlib import import_module

import pytest

from .field import GAME
from .power_pairs import BEINGS, BOOK, MEETINGS, POWERS, impossible, outcome, pairs, table, tried


@pytest.mark.parametrize("power", BOOK)
def test_wb_19_3_a_power_strikes_whom_the_book_says_and_spares_whom_it_excepts(power: str) -> None:
    """[19.3]: every being of the book under every power that strikes others: dead, bound, halved, washed away, or nothing."""
    _, letters, _ = BOOK[power]
    seen = "".join(outcome(power, being) for being in BEINGS)
    assert dict(zip(BEINGS, seen, strict=True)) == dict(zip(BEINGS, letters, strict=True))


@pytest.mark.parametrize("first", POWERS)
def test_wb_19_3_two_powers_that_meet_break_nothing(first: str) -> None:
    """[19.3]: side by side as enemies, and in one hex as friends, whoever moves first: uses at random, every position sound."""
    uses: set[str] = set()
    for p, q in pairs():
        if first not in (p, q):
            continue
        for together in (False, True):
            if not impossible(p, q, together):
                count, used, faults = tried(p, q, together)
                assert not faults, faults
                assert count >= 10, (p, q, together)
                uses |= used
    assert uses & set(POWERS[first].verbs.split()), "its power was never used"


def test_wb_19_3_where_the_book_says_what_happens_there_is_a_case() -> None:
    """[19.3]: each stands in the file that the table names, and cites the clause or one of both powers."""
    known = {clause.number for clause in GAME.register()}
    for (p, q), (clause, case) in MEETINGS.items():
        assert p in POWERS
        assert q in POWERS
        file, _, test = case.partition("::")
        assert callable(getattr(import_module(f"tests.dragon_pass.{file}"), test)), case
        assert clause in known


def test_wb_19_3_the_table_leaves_no_pair_out() -> None:
    """[19.3]: each is played, or says why it cannot be."""
    shown = table(lambda p, q, together: "x" if impossible(p, q, together) else "o").splitlines()[1:]
    assert len(shown) == len(POWERS)
    assert {len(row.split()[-len(POWERS) :]) for row in shown} == {len(POWERS)}
    assert sum(row.count(" o") for row in shown) > 400
