"""Where pieces stand and whose they are is kept twice, by piece and as bits: both say the same after anything that is done."""

from __future__ import annotations

from random import Random

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from walks import walk

from elric.kernel.bits import bits, nth, ones, packed
from elric.kernel.memo import kept
from elric.young_kingdoms.components import pieces
from elric.young_kingdoms.components.board import BOARD
from elric.young_kingdoms.description.invariants import broken
from elric.young_kingdoms.position.state import (
    AWAY,
    BARS,
    BOX,
    LOST,
    NEUTRAL,
    NOBODY,
    OWNERS,
    State,
    give,
    move,
    own,
    put,
)

NUMBERS = st.sets(st.integers(0, pieces.SIZE - 1))


def recount(s: State) -> tuple[list[int], list[int], list[int], list[int]]:
    """The bits, counted from scratch by piece."""
    at, of = [0] * (BOX + 1), [0] * (NOBODY + 1)
    who, stands = [0] * BOARD.size, [0] * OWNERS
    for u in range(pieces.SIZE):
        a, o = s.place[u], s.owner[u]
        at[a] += 1 << u
        of[o] += 1 << u
        if a < BOARD.size and o < OWNERS and BARS[o] >> u & 1:
            who[a] |= 1 << o
            stands[o] |= 1 << a
    return at, of, who, stands


def said(s: State) -> tuple[list[int], list[int], list[int], list[int]]:
    return s.at, s.of, list(s.who), s.stands


def middle() -> State:
    return next(s for n, (s, _) in enumerate(walk("world", "avalon-hill", 1)) if n == 150).copy()


MIDDLE = middle()


@given(NUMBERS)
def test_bits_hold_numbers_in_order(numbers: set[int]) -> None:
    """Numbers come back from their bits in order, and each by its rank."""
    row = tuple(sorted(numbers))
    assert ones(bits(row)) == ones(packed(row)) == row
    assert [nth(bits(row), k) for k in range(len(row))] == list(row)


def test_answers_are_kept_and_forgotten() -> None:
    """A kept answer is not looked for again; a full table forgets, and answers as before."""
    asked = []

    @kept(2)
    def double(n: int) -> int:
        asked.append(n)
        return 2 * n

    assert [double(n) for n in (1, 2, 1, 2)] == [2, 4, 2, 4]
    assert asked == [1, 2]
    assert [double(n) for n in (3, 1, 3)] == [6, 2, 6]
    assert asked == [1, 2, 3, 1]


@settings(max_examples=40, deadline=None)
@given(st.integers(0, 2**32))
def test_placing_and_giving_keep_both_sides_of_the_book(seed: int) -> None:
    """Whatever is put, moved, given or taken off, the bits are those that a count from scratch finds; a copy made before
    stays as it was."""
    rng = Random(seed)
    s = MIDDLE.copy()
    before = [list(x) for x in said(s)]
    earlier = s.copy()
    for _ in range(60):
        u = rng.randrange(pieces.SIZE)
        deed = rng.choice(("put", "off", "give", "own", "move"))
        if deed == "put" and s.owner[u] <= NEUTRAL:
            put(s, u, rng.choice(BOARD.lands))
        elif deed == "off":
            put(s, u, rng.choice((AWAY, LOST, BOX)))
        elif deed == "give" and s.place[u] < BOARD.size:
            give(s, u, rng.randrange(OWNERS))
        elif deed == "own" and s.place[u] >= BOARD.size:
            own(s, u, rng.randrange(NOBODY + 1))
        elif deed == "move" and s.place[u] < BOARD.size and s.owner[u] < NEUTRAL:
            beside = [x for x in range(pieces.SIZE) if s.place[x] == s.place[u] and s.owner[x] == s.owner[u]]
            stack = tuple(x for x in beside if x == u or (rng.random() < 0.5 and pieces.KIND[x] != pieces.ARTIFACT))
            move(s, stack, rng.choice(BOARD.lands))
        assert said(s) == recount(s), deed
    assert [list(x) for x in said(earlier)] == before


def test_an_artifact_goes_where_its_bearer_goes() -> None:
    """Put or moved, a personality takes along what he bears, and given away it is given with him."""
    s = MIDDLE.copy()
    hero = next(u for u in pieces.HEROES if s.place[u] < BOARD.size and s.owner[u] < NEUTRAL)
    x = pieces.MOURNBLADE
    own(s, x, s.owner[hero])
    put(s, x, s.place[hero])
    s.aboard[x] = hero
    for go in (lambda a: put(s, hero, a), lambda a: move(s, (hero,), a)):
        goal = next(a for a in BOARD.lands if a != s.place[hero])
        go(goal)
        assert s.place[x] == goal
        assert said(s) == recount(s)
    give(s, hero, 1 - s.owner[hero] if s.owner[hero] < 2 else 0)
    assert s.owner[x] == s.owner[hero]
    assert said(s) == recount(s)


@pytest.mark.parametrize("what", ["at", "of", "who", "stands"])
def test_a_book_that_does_not_agree_is_found(what: str) -> None:
    """The invariants count again and name what is wrong."""
    s = MIDDLE.copy()
    assert not broken(s)
    getattr(s, what)[0] ^= 1
    assert broken(s)


@pytest.mark.parametrize("what", ["rested", "worn"])
def test_an_army_noted_for_what_it_has_not_done_is_found(what: str) -> None:
    """An army that has marched is not rested, and one that has not is not worn: the invariants look."""
    s = MIDDLE.copy()
    army = next(u for u in pieces.ARMIES if s.place[u] < BOARD.size)
    s.spent[army] = what == "rested"
    assert not [x for x in broken(s) if "noted as" in x]
    setattr(s, what, getattr(s, what) | 1 << army)
    assert [x for x in broken(s) if "noted as" in x]
