"""Hexes: neighbours, distances, discs, lines, ways and outlines."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from elric.kernel.bits import ones
from elric.kernel.hexes import DIRECTIONS, Hexes

BOARDS = st.builds(Hexes, st.integers(1, 9), st.integers(1, 9), st.booleans())


@given(BOARDS)
def test_who_lies_beside_lies_beside_both_ways(board: Hexes) -> None:
    for h, row in enumerate(board.beside):
        for k, n in enumerate(row):
            if n >= 0:
                assert board.beside[n][(k + 3) % 6] == h
                assert board.direction(h, n) == k
        assert set(ones(board.around[h])) == {n for n in row if n >= 0}


@given(BOARDS, st.data())
def test_distance_is_the_fewest_steps(board: Hexes, data: st.DataObject) -> None:
    start = data.draw(st.integers(0, board.size - 1))
    found = board.routes(start, lambda h: (1,) * 6, board.size)
    for h in range(board.size):
        assert found[h][0] == board.distance(start, h)
    for radius in range(4):
        near = {h for h in range(board.size) if board.distance(start, h) <= radius}
        assert set(ones(board.disc(start, radius))) == near
        assert set(ones(board.ring(start, radius))) == {h for h in near if board.distance(start, h) == radius}


@given(BOARDS, st.data())
def test_a_ray_goes_straight(board: Hexes, data: st.DataObject) -> None:
    start = data.draw(st.integers(0, board.size - 1))
    for k in range(len(DIRECTIONS)):
        for n, h in enumerate(board.ray(start, k), 1):
            assert board.distance(start, h) == n


@given(BOARDS, st.data())
def test_neighbours_share_the_side_that_is_drawn(board: Hexes, data: st.DataObject) -> None:
    h = data.draw(st.integers(0, board.size - 1))
    for k, n in enumerate(board.beside[h]):
        if n >= 0:
            (a, b), (c, d) = board.side(h, k), board.side(n, (k + 3) % 6)
            assert a == pytest.approx(d)
            assert b == pytest.approx(c)


def test_ways_cost_what_they_cost() -> None:
    """A dear hex is gone round, a closed one is not entered, and a purse sets the limit."""
    board = Hexes(3, 3)
    dear, closed = board.names.index("0202"), board.names.index("0201")
    even = (1,) * 6

    def costs(h: int) -> tuple[int, ...]:
        return tuple(5 if n == dear else 1 for n in board.beside[h])

    found = board.routes(0, costs, 6, 1 << closed)
    assert closed not in found
    assert found[board.names.index("0103")][0] == 2
    assert found[dear][0] == 6
    assert board.names.index("0301") in board.routes(0, lambda h: even, 2)
    assert board.names.index("0303") not in board.routes(0, lambda h: even, 2)


def test_odd_columns_lie_lower_or_higher() -> None:
    low, high = Hexes(2, 2), Hexes(2, 2, low=False)
    assert low.names[low.beside[0][2]] == "0201"
    assert high.names[high.beside[0][2]] == "0202"
    assert low.centre(2)[1] > low.centre(0)[1]
    assert high.centre(2)[1] < high.centre(0)[1]


def test_a_board_without_hexes_is_refused() -> None:
    with pytest.raises(ValueError, match="no room"):
        Hexes(0, 3)
