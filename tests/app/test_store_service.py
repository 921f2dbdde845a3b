"""A server's store lent to its kernels: the same answers and the same refusals, and nobody else is let in."""

from __future__ import annotations

import socket
from collections.abc import Iterator
from pathlib import Path

import pytest

from elric.app.store import SaveStore, StoreError
from elric.app.store.service import LentStore, Service
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
