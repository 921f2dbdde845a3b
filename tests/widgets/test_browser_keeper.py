"""Games that a browser keeps without a server: what is to be written, and what another tab has written meanwhile."""

from __future__ import annotations

import json
import re

import pytest

from elric.kernel.record import BehindError, KeepError
from elric.site.keeper import BrowserKeeper
from elric.site.worker import Worker
from elric.widgets.rooms.kept import GAME

PAGE, SHELF = "a" * 32, "b" * 32


def rows(keeper: BrowserKeeper) -> dict[str, dict[str, dict[str, object]]]:
    """What the browser writes down of a keeper's changes."""
    written: dict[str, dict[str, dict[str, object]]] = {}
    for change in keeper.changes():
        written.setdefault(change.store, {})[change.key] = change.row
    keeper.written()
    return written


def test_what_was_written_is_there_when_the_page_opens_again() -> None:
    keeper = BrowserKeeper({}, "one")
    keeper.put(PAGE, GAME, "first", "", about="Successor")
    keeper.shelve(SHELF, PAGE)
    again = BrowserKeeper(rows(keeper), "two")
    assert again.get(PAGE, GAME) == "first"
    assert [(game.key, game.about) for game in again.shelf(SHELF)] == [(PAGE, "Successor")]
    assert again.find(PAGE).version == 1
    assert again.changes() == keeper.changes() == []


def test_a_change_says_what_it_takes_the_place_of() -> None:
    """However often a row changes before it is written, it stands on what the browser has."""
    keeper = BrowserKeeper({}, "one")
    keeper.put(PAGE, "said", "x")
    (first,) = rows(keeper)["texts"].values()
    keeper.put(PAGE, "said", "y")
    keeper.put(PAGE, "said", "z")
    (change,) = keeper.changes()
    assert (change.over, change.row["text"]) == (first["stamp"], "z")


def test_a_text_that_another_tab_wrote_stands() -> None:
    keeper = BrowserKeeper({}, "one")
    keeper.put(PAGE, GAME, "first", "")
    other = BrowserKeeper(rows(keeper), "two")
    other.put(PAGE, GAME, "theirs", "first")
    keeper.put(PAGE, GAME, "ours", "first")
    keeper.read_again(rows(other))
    assert keeper.get(PAGE, GAME) == "theirs"
    assert keeper.changes() == []
    with pytest.raises(BehindError):
        keeper.put(PAGE, GAME, "ours", "first")


def test_a_deleted_game_is_played_no_further_and_can_be_brought_back() -> None:
    keeper = BrowserKeeper({}, "one")
    keeper.put(PAGE, GAME, "first", "")
    keeper.delete(PAGE)
    assert keeper.find(PAGE).missing == "deleted"
    with pytest.raises(KeepError, match="deleted"):
        keeper.put(PAGE, GAME, "second", "first")
    keeper.restore(PAGE)
    keeper.put(PAGE, GAME, "second", "first")
    with pytest.raises(KeepError, match="no such game"):
        keeper.rename("c" * 32, "name")


def test_nobody_else_can_be_given_an_address_and_the_words_say_what_can_be_done() -> None:
    with pytest.raises(KeepError, match="as a file"):
        BrowserKeeper({}, "one").share(PAGE)


def test_where_nobody_can_answer_a_link_the_page_says_so_and_offers_what_can_be_done() -> None:
    """No link is offered that would be refused; saving as a file and a link to the position are."""
    told = json.dumps({"rows": {}, "name": "one", "hello": {"kind": "hello"}, "game": ""})
    worker = Worker(told)
    worker.first()
    for message in ({"name": "go", "value": "together"}, {"name": "more", "value": "share"}):
        shown = worker.take(json.dumps({"kind": "do", **message}))
    assert "no server" in shown
    assert "Make a link" not in shown
    buttons = re.findall(r'data-do=\\"(\w+)\\"[^>]*data-value=\\"(\w+)', shown)
    assert {("more", "keep"), ("sandbox", "here")} <= set(buttons)
