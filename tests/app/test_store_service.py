"""A server's store lent to its kernels: the same answers and the same refusals, and nobody else is let in."""

from __future__ import annotations

import os
import socket
from collections.abc import Iterator
from pathlib import Path

import pytest

from elric.app.store import SaveStore, StoreError
from elric.app.store import service as MODULE
from elric.app.store.service import NEW_GAMES, LentStore, Service
from elric.kernel.record import BehindError

PAGE, SHELF = "a" * 32, "5" * 32


@pytest.fixture
def service(tmp_path: Path) -> Iterator[Service]:
    found = Service(SaveStore(tmp_path))
    yield found
    found.close()


def test_a_kernel_gets_the_answers_that_the_store_gives(service: Service, tmp_path: Path) -> None:
    lent, own = LentStore(service.told), SaveStore(tmp_path)
    lent.put(PAGE, "game", "text 😀 ü", "", about="War\tturn 1")
    lent.shelve(SHELF, PAGE)
    lent.rename(PAGE, "Ours")
    key = lent.share(PAGE, 1)
    assert lent.get(PAGE, "game") == own.get(PAGE, "game")
    assert lent.get(PAGE, "unread") is None
    assert [lent.find(x) for x in (PAGE, key, "b" * 32)] == [own.find(x) for x in (PAGE, key, "b" * 32)]
    assert lent.links(PAGE) == own.links(PAGE)
    assert lent.shelf(SHELF) == own.shelf(SHELF)
    lent.revoke(PAGE, key)
    lent.delete(PAGE)
    assert own.find(PAGE).missing == "deleted"
    lent.restore(PAGE)
    assert own.find(PAGE).missing == ""


def test_refusals_arrive_as_they_were_said(service: Service) -> None:
    lent = LentStore(service.told)
    lent.put(PAGE, "game", "one")
    with pytest.raises(BehindError):
        lent.put(PAGE, "game", "two", "none")
    with pytest.raises(ValueError, match="not the id"):
        lent.get("short", "game")
    with pytest.raises(StoreError, match="no such game"):
        lent.rename("c" * 32, "x")


def test_only_what_a_page_needs_is_lent(service: Service) -> None:
    lent = LentStore(service.told)
    for name in ("prune", "drop", "every", "__init__", "database"):
        with pytest.raises(ValueError, match="no method"):
            lent._ask(name)


def test_whoever_does_not_know_the_word_gets_nothing(service: Service) -> None:
    LentStore(service.told).put(PAGE, "game", "secret")
    _, _, address = service.told.partition(" ")
    stranger = LentStore("00" * 16 + " " + address)
    with pytest.raises(StoreError, match="cannot be reached"):
        stranger.get(PAGE, "game")
    silent = socket.socket(socket.AF_UNIX)
    silent.connect(address.replace("@", "\0"))  # and one that says nothing holds nobody up
    assert LentStore(service.told).get(PAGE, "game") == "secret"
    silent.close()


def test_another_user_of_this_machine_is_turned_away_before_he_gets_a_thread(
    service: Service, monkeypatch: pytest.MonkeyPatch
) -> None:
    """He finds the address in a list of the system's; a line costs a thread, and he may open thousands."""
    _, _, address = service.told.partition(" ")
    lent = LentStore(service.told)
    lent.put(PAGE, "game", "one")
    monkeypatch.setattr(os, "getuid", lambda: 4711)
    with socket.socket(socket.AF_UNIX) as stranger:
        stranger.settimeout(5)
        stranger.connect(address.replace("@", "\0"))
        assert stranger.recv(100) == b""
    assert lent.get(PAGE, "game") == "one", "who was let in stays"


def test_a_page_begins_so_many_games_and_the_next_in_a_while(service: Service, monkeypatch: pytest.MonkeyPatch) -> None:
    """A program that begins a hundred games a second does not fill the disk; acts of games that stand are always kept."""
    lent, other = LentStore(service.told), LentStore(service.told)
    for n in range(int(NEW_GAMES[0])):
        lent.put(f"{n:032}", "game", "begun", "", fresh=True)
    with pytest.raises(StoreError, match="in a little while"):
        lent.put("f" * 32, "game", "begun", "", fresh=True)
    with pytest.raises(StoreError, match="in a little while"):
        lent.put("f" * 32, "game", "pasted", "")
    lent.put(f"{1:032}", "game", "played", "begun")
    lent.put(f"{1:032}", "computers", "1")
    other.put("e" * 32, "game", "begun", "", fresh=True)
    assert lent.find("f" * 32).missing == "unknown"


def test_a_page_adds_so_many_bytes_and_the_next_in_a_while(service: Service, monkeypatch: pytest.MonkeyPatch) -> None:
    """Long texts fill a disk with few games, a game that stands can be made longer and longer, and a letter may take four
    bytes; acts, which add little, are kept."""
    monkeypatch.setattr(MODULE, "NEW_BYTES", (100_000, 0))
    lent = LentStore(service.told)
    lent.put(PAGE, "game", "x" * 50_000, "")
    lent.put(PAGE, "game", "x" * 60_000, "x" * 50_000)
    with pytest.raises(StoreError, match="in a little while"):
        lent.put(PAGE, "game", "x" * 160_000, "x" * 60_000)
    with pytest.raises(StoreError, match="in a little while"):
        lent.put(PAGE, "unread", "x" * 60_000)
    with pytest.raises(StoreError, match="in a little while"):
        lent.put("b" * 32, "game", "😀" * 15_000, "")
    lent.put(PAGE, "game", "x" * 60_100, "x" * 60_000)
    LentStore(service.told).put("b" * 32, "game", "x" * 60_000, "")


def test_a_visitor_who_comes_again_and_again_adds_no_more_than_one(
    service: Service, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Each visit has a kernel of its own, and so has each tab; whoever else plays is not held up."""
    monkeypatch.setattr(MODULE, "VISITOR_BYTES", (100_000, 0))
    whose = {os.getpid(): "192.0.2.1"}
    service.visitor = lambda process: whose[process]
    for n in range(5):
        LentStore(service.told).put(f"{n:032}", "game", "x" * 20_000, "")
    with pytest.raises(StoreError, match="in a little while"):
        LentStore(service.told).put("f" * 32, "game", "x" * 20_000, "")
    whose[os.getpid()] = "192.0.2.2"
    LentStore(service.told).put("f" * 32, "game", "x" * 20_000, "")
    whose[os.getpid()] = "192.0.2.1"
    with pytest.raises(StoreError, match="in a little while"):
        LentStore(service.told).put("e" * 32, "game", "x" * 20_000, "")


def test_a_server_that_is_away_is_found_again(tmp_path: Path) -> None:
    service = Service(SaveStore(tmp_path))
    lent = LentStore(service.told)
    lent.put(PAGE, "game", "one")
    assert lent._line is not None
    lent._line.close()
    with pytest.raises(StoreError):
        lent.get(PAGE, "game")
    assert lent.get(PAGE, "game") == "one"
    service.close()
