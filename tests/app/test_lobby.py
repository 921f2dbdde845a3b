"""Who gets a table, who waits, and whose table is cleared: by a clock that the test sets."""

from __future__ import annotations

import pytest

from elric.app.lobby import (
    AWAY_SECONDS,
    LINES_A_SECOND,
    LINES_AT_ONCE,
    MOST_WAITING,
    UNSEEN_SECONDS,
    WAITING_SECONDS,
    Lobby,
    Visit,
    default_each,
    default_most,
    one_visitor,
)


class Clock:
    def __init__(self) -> None:
        self.time = 1000.0

    def __call__(self) -> float:
        return self.time


def sit(lobby: Lobby, name: str, ticket: str | None = None) -> Visit:
    visit = lobby.admit(ticket)
    assert visit is not None
    lobby.seat(visit, name)
    lobby.served(visit)
    return visit


def test_no_more_than_the_most_and_first_come_first_served() -> None:
    clock = Clock()
    lobby = Lobby(2, doors=4, now=clock)
    sit(lobby, "a")
    sit(lobby, "b")
    assert lobby.free == 0
    assert lobby.admit(None) is None
    first, place = lobby.wait(None)
    assert place == 1
    second, place = lobby.wait(None)
    assert place == 2
    lobby.leave("a")
    assert lobby.wait(second)[1] == 2, "the first one's table is held for the first one"
    assert lobby.admit(second) is None
    assert lobby.admit(None) is None
    assert lobby.wait(first)[1] == 0
    sit(lobby, "c", first)
    assert lobby.wait(second)[1] == 1
    assert lobby.admit(first) is None, "a ticket is good for one table"


def test_who_stops_asking_loses_the_place() -> None:
    clock = Clock()
    lobby = Lobby(1, doors=4, now=clock)
    sit(lobby, "a")
    lobby.wait(None)
    second, _ = lobby.wait(None)
    clock.time += WAITING_SECONDS / 2
    lobby.wait(second)
    clock.time += WAITING_SECONDS / 2 + 1
    assert lobby.wait(second)[1] == 1
    lobby.leave("a")
    assert lobby.wait(second)[1] == 0


def test_a_guessed_ticket_gets_nothing_and_the_queue_has_an_end() -> None:
    lobby = Lobby(1, doors=4, now=Clock())
    sit(lobby, "a")
    ticket, place = lobby.wait("guessed")
    assert ticket != "guessed"
    assert place == 1
    for _ in range(2 * MOST_WAITING):
        lobby.wait(None)
    assert lobby.wait(None) == ("", MOST_WAITING + 1)
    assert lobby.wait(ticket)[1] == 1


def test_only_so_many_are_at_the_door_at_once() -> None:
    lobby = Lobby(100, doors=2, now=Clock())
    visits = [lobby.admit(None) for _ in range(5)]
    assert [visit is not None for visit in visits] == [True, True, True, True, False]
    assert lobby.entering == 4
    assert visits[0] is not None
    lobby.seat(visits[0], "a")
    lobby.served(visits[0])
    assert lobby.admit(None) is not None


def test_a_visit_that_came_to_nothing_frees_its_place() -> None:
    lobby = Lobby(1, doors=2, now=Clock())
    visit = lobby.admit(None)
    assert visit is not None
    assert lobby.free == 0
    lobby.served(visit)
    assert lobby.free == 1


def test_vanished_tabs_are_found_in_minutes_and_others_left_alone() -> None:
    clock = Clock()
    lobby = Lobby(9, doors=9, now=clock)
    for name in ("never came", "plays", "went", "blinked"):
        sit(lobby, name)
    on_the_way = lobby.admit(None)
    assert on_the_way is not None
    lobby.seat(on_the_way, "slow line")
    for name in ("plays", "went", "blinked"):
        lobby.connect(name)
    for name in ("went", "blinked"):
        lobby.disconnect(name)
    clock.time += UNSEEN_SECONDS + 1
    lobby.connect("blinked")
    assert lobby.vanished() == ["never came"]
    clock.time += AWAY_SECONDS
    assert lobby.vanished() == ["never came", "went"]
    assert UNSEEN_SECONDS + AWAY_SECONDS < 300


def test_one_of_two_sockets_keeps_the_table() -> None:
    clock = Clock()
    lobby = Lobby(1, doors=2, now=clock)
    sit(lobby, "a")
    lobby.connect("a")
    lobby.connect("a")
    lobby.disconnect("a")
    clock.time += 10_000
    assert lobby.vanished() == []


def test_codes_and_nonces_are_nobody_elses() -> None:
    visits = [Visit() for _ in range(200)]
    assert len({visit.code for visit in visits}) == len({visit.nonce for visit in visits}) == 200
    assert 4 <= default_most() <= 200


def test_an_address_with_its_share_stands_in_no_line_and_bars_nobody() -> None:
    lobby = Lobby(4, each=2, doors=9, now=Clock())
    for name in ("a", "b"):
        visit = lobby.admit(None, "here")
        assert visit is not None
        lobby.seat(visit, name)
        lobby.served(visit)
    assert lobby.has_enough("here")
    assert lobby.admit(None, "here") is None
    assert lobby.wait(None, "here") == ("", -1)
    assert lobby.waiting == 0
    assert lobby.admit(None, "there") is not None
    lobby.leave("a")
    assert lobby.wait(None, "here") == ("", 0)
    assert default_each(40, local=False) == 20
    assert default_each(40, local=True) == 0


def test_one_address_cannot_fill_the_queue() -> None:
    lobby = Lobby(1, each=1, doors=9, now=Clock())
    sit(lobby, "a")
    places = [lobby.wait(None, "here")[1] for _ in range(50)]
    assert max(place for place in places if place <= MOST_WAITING) == lobby.waiting < 50
    assert lobby.wait(None, "there")[1] == lobby.waiting


def test_nobody_is_let_in_while_memory_is_short_or_the_server_closes() -> None:
    lobby = Lobby(9, doors=9, now=Clock())
    lobby.short = True
    ticket, place = lobby.wait(None)
    assert place == 1
    assert lobby.admit(ticket) is None
    lobby.short, lobby.closing = False, True
    assert lobby.admit(ticket) is None
    lobby.closing = False
    assert lobby.admit(ticket) is not None


def test_why_a_kernel_went_is_kept_for_its_page_and_not_for_ever() -> None:
    lobby = Lobby(9999, doors=9999, now=Clock())
    sit(lobby, "a")
    code = lobby.guests["a"].code
    lobby.doom("a", "memory")
    lobby.doom("a", "idle")
    lobby.leave("a")
    assert lobby.fates[code] == "memory", "the first reason is the reason"
    for n in range(600):
        sit(lobby, f"k{n}")
        lobby.doom(f"k{n}", "away")
    assert len(lobby.fates) == 500


def test_a_page_that_says_nothing_for_long_is_cleared_and_one_that_is_heard_is_not() -> None:
    clock = Clock()
    lobby = Lobby(4, idle=60, now=clock)
    for name in ("talks", "silent", "closed"):
        sit(lobby, name)
        if name != "closed":
            lobby.connect(name)
    clock.time += 50
    lobby.hear("talks")
    lobby.hear("nobody")
    clock.time += 11
    assert lobby.silent() == ["silent"], "and who has no line open is looked after as one that vanished"
    clock.time += 60
    assert lobby.silent() == ["talks", "silent"]
    lobby.idle = 0.0
    assert lobby.silent() == []


def test_lines_are_opened_again_and_again_only_so_often() -> None:
    """A page whose network comes and goes opens as many as it likes; one after the other without an end is refused, to that
    page alone; and it may again a second later."""
    clock = Clock()
    lobby = Lobby(2, doors=4, now=clock)
    sit(lobby, "a")
    sit(lobby, "b")
    assert all(lobby.may_open("a") for _ in range(LINES_AT_ONCE))
    assert not lobby.may_open("a")
    assert lobby.may_open("b")
    assert not lobby.may_open("nobody")
    clock.time += 1
    assert [lobby.may_open("a") for _ in range(LINES_A_SECOND + 1)] == [True] * LINES_A_SECOND + [False]
    clock.time += 3600
    assert all(lobby.may_open("a") for _ in range(LINES_AT_ONCE))
    assert not lobby.may_open("a"), "an hour's rest saves up no more than it begins with"


@pytest.mark.parametrize(
    ("address", "counts_by"),
    [
        ("192.0.2.7", "192.0.2.7"), ("::ffff:192.0.2.7", "192.0.2.7"), ("2001:db8:1:2:3::4", "2001:db8:1:2::/64"),
        ("2001:db8:1:2:ffff::9", "2001:db8:1:2::/64"), ("2001:db8:1:3::4", "2001:db8:1:3::/64"), ("", ""),
    ],
)  # fmt: skip
def test_a_line_to_the_net_is_one_visitor(address: str, counts_by: str) -> None:
    """Whoever has a network of the newer addresses would else have as many tables as he likes."""
    assert one_visitor(address) == counts_by


def test_a_process_is_its_visitors_as_long_as_he_is_there() -> None:
    lobby = Lobby(4)
    visit = lobby.admit(None, "192.0.2.7")
    assert visit is not None
    lobby.seat(visit, "k", 4711)
    assert lobby.address_of(4711) == "192.0.2.7"
    assert lobby.address_of(4712) == ""
    lobby.leave("k")
    assert lobby.address_of(4711) == ""
