"""Games played from several pages: who may do and see what. Sessions over a real store; the toy game takes part."""

from __future__ import annotations

import json
import re
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from elric import games
from elric.app.store import SaveStore
from elric.kernel.chance import fresh_seed
from elric.young_kingdoms.components import spells
from elric.young_kingdoms.game import Game
from tests.widgets.test_keeping import PAGE, SHELF, Tab

TOY = games.table("tests.toy")
GUEST = "6" * 32


@pytest.fixture
def store(tmp_path: Path) -> SaveStore:
    return SaveStore(tmp_path)


def shared(store: SaveStore, start: Callable[[Any], Tab] = Tab) -> tuple[Tab, Tab]:
    """The owner's page, and that of seat 1, which has a link."""
    owner = start(store)
    owner.do("go", "together")
    owner.do("share", "1")
    key = next(link.key for link in store.links(PAGE) if link.seat == 1)
    return owner, Tab(store, key, {"shelf": GUEST}, kit=owner.session.table.kit)


def toy(store: SaveStore) -> Tab:
    return Tab(store, kit=TOY)


def play(tabs: tuple[Tab, Tab], acts: int) -> None:
    """Play on, each act at the page of whoever decides, and let the other see it."""
    for _ in range(acts):
        seat = tabs[0].game.seat
        if seat is None:
            return
        tab, other = (tabs[0], tabs[1]) if seat == 0 else (tabs[1], tabs[0])
        before = tab.text
        tab.play(1)
        assert tab.text != before
        assert "curtain" not in tab.regions, "nobody else sits at this screen"
        assert other.follow()
        assert other.text == tab.text


@pytest.mark.parametrize("start", [Tab, toy])
def test_each_plays_his_own_seat_and_sees_the_other_at_once(store: SaveStore, start: Callable[[Any], Tab]) -> None:
    tabs = shared(store, start)
    for _ in range(24):
        play(tabs, 1)
        deciding = tabs[0].game.seat
        for seat, tab in enumerate(tabs):
            waits = "waiting" in tab.regions
            assert waits == (deciding is not None and deciding != seat)
            if waits:
                assert "data-act" not in "".join(tab.regions.values())
                before = tab.text
                tab.act(tab.last)
                tab.do("undo")
                tab.do("lead", "yishana")
                tab.do("show")
                tab.do("whynot")
                assert tab.text == before == store.get(PAGE, "game")
                assert not {"whynot", "refusal", "example-flag"} & tab.regions.keys()
    assert len(tabs[0].game.record) > 15


@pytest.mark.parametrize("start", [Tab, toy])
def test_who_follows_loads_only_what_is_new(
    store: SaveStore, start: Callable[[Any], Tab], monkeypatch: pytest.MonkeyPatch
) -> None:
    """Neither the whole text is fetched nor the game played again from its beginning; luck to come and what may be taken back
    are as after loading it. After something was taken back the whole is loaded."""
    owner = start(store)
    owner.do("go", "together")
    owner.play(3)
    second = Tab(store, PAGE, kit=owner.session.table.kit)
    kit, whole = type(owner.session.table.kit), []
    load, get = kit.load, SaveStore.get
    monkeypatch.setattr(kit, "load", lambda *given: whole.append("load") or load(*given))
    monkeypatch.setattr(SaveStore, "get", lambda s, page, slot: whole.append(slot) or get(s, page, slot))
    for _ in range(8):
        owner.play(1)
        assert second.follow()
        fresh = type(second.game).load(second.text)
        assert second.text == owner.text
        assert (fresh.can_undo, fresh.seat) == (second.game.can_undo, second.game.seat)
        for g in (fresh, ahead := second.game.copy()):
            for _ in range(5):
                if g.seat is not None:
                    g.push(g.legal_actions()[0])
        assert fresh.save() == ahead.save()
    assert not {"load", "game"} & set(whole)
    while not owner.game.can_undo:
        owner.play(1)
    second.follow()
    owner.do("undo")
    assert second.follow()
    assert second.text == owner.text
    assert "load" in whole


def test_who_waits_is_told_for_whom(store: SaveStore) -> None:
    owner, guest = shared(store)
    waiting = guest if owner.game.seat == 0 else owner
    names = {player["seat"]: player["name"] for player in owner.game.view(None)["players"]}
    assert names[owner.game.seat] in waiting.regions["waiting"]


def sent(tab: Tab) -> str:
    """All that a page's browser is given."""
    screen = tab.screen
    text = json.dumps(
        [
            tab.regions,
            screen.marks,
            screen.badges,
            screen.pieces,
            screen.names,
            screen.said,
            screen.query,
            screen.remember,
        ]
    )
    return text.replace("Escape</kbd>", "").replace('"Escape\\"', "")  # the key, not the spell of that name


def hidden_from(game: Game, seat: int) -> set[str]:
    """The names of the spells that the other seat holds and this one has not seen, nor a namesake of them."""
    known = json.dumps([game.view(seat), game.story(seat)])
    other = json.dumps(game.view(1 - seat))
    named = list(zip(spells.IDS, spells.NAMES, strict=True))
    return {name for key, name in named if f'"{key}"' in other} - {name for key, name in named if f'"{key}"' in known}


def test_a_seats_page_is_never_told_what_the_other_holds(store: SaveStore) -> None:
    """A dozen acts, every card and room opened on the way: no name of a spell that only the other knows, no address of the
    owner, no seed, no text of the game. (An example is played with cards dealt anew, which may be any.)"""
    tabs = shared(store, lambda keeper: Tab(keeper, game=Game("successor", "avalon-hill", 20_000_003_511)))
    secrets = {str(tabs[0].game.seed), PAGE}
    looked = 0
    for _ in range(12):
        play(tabs, 1)
        for seat, tab in enumerate(tabs):
            names = hidden_from(tab.game, seat)
            looked += len(names)
            for message in (("hand", ""), ("more", "keep"), ("more", "log"), ("more", "words"), ("more", "share"), ("whynot", ""),
                            ("whatif", ""), ("leave", ""), ("rules", ""), ("leave", ""),
                            ("games", ""), ("export", PAGE), ("leave", ""), ("hand", ""), ("more", "")):  # fmt: skip
                tab.do(*message)
                text = sent(tab)
                found = {
                    name
                    for name in names
                    if re.search(rf"\b{re.escape(name)}\b", text) and tab.session.room is tab.session.table
                }
                assert not found, (seat, message, found)
                assert str(tab.game.seed) not in text
                if seat == 1:
                    assert not [secret for secret in secrets if secret in text], message
    assert looked > 40, "there was something to hide"


@pytest.mark.parametrize("start", [Tab, toy])
def test_a_watcher_sees_what_everybody_may_see(store: SaveStore, start: Callable[[Any], Tab]) -> None:
    owner = start(store)
    owner.do("go", "together")
    owner.do("share")
    watcher = Tab(store, store.links(PAGE)[0].key, {"shelf": GUEST}, kit=owner.session.table.kit)
    assert "watching" in watcher.regions["note"]
    for _ in range(12):
        owner.play(1)
        assert watcher.follow()
        assert watcher.text == owner.text
        watcher.do("hand")
        assert watcher.session.table.looker is None
        assert "hand" not in watcher.regions
        assert "curtain" not in watcher.regions
        before = watcher.text
        watcher.act(watcher.last)
        assert watcher.text == before
        watcher.do("more", "keep")
        assert str(owner.game.seed) not in sent(watcher)
        watcher.do("more", "share")
        assert 'data-do="share"' not in watcher.regions["more"]
        watcher.do("share", "0")
        watcher.do("revoke", watcher.page)
    assert [link.key for link in store.links(PAGE)] == [watcher.page]


def test_the_owners_page_gives_away_what_it_shares(store: SaveStore) -> None:
    """While a seat is played elsewhere, its hand, the text of the game and its luck are not to be had here."""
    owner, _ = shared(store)
    owner.do("more", "keep")
    assert str(owner.game.seed) not in owner.regions["more"]
    owner.do("more", "share")
    assert "Take it back" in owner.regions["more"]
    owner.play(1)
    owner.do("games")
    owner.do("export", PAGE)
    assert str(owner.game.seed) not in sent(owner)
    assert "not shown" in owner.regions["note"]


def test_a_link_that_is_taken_back_ends_the_guests_play_at_once(store: SaveStore) -> None:
    owner, guest = shared(store)
    play((owner, guest), 5)
    owner.do("revoke", guest.page)
    assert guest.follow()
    assert "opens nothing any more" in guest.regions["behind"]
    before = store.get(PAGE, "game")
    guest.act(guest.last)
    assert store.get(PAGE, "game") == before
    again = Tab(store, guest.page, {"shelf": GUEST})
    assert "taken it back" in again.regions["note"]
    assert again.page != guest.page
    assert store.get(PAGE, "game") == before
    owner.play(1)
    assert store.get(PAGE, "game") == owner.text != before, "the owner plays all seats again"


def test_two_people_may_sit_at_one_seat(store: SaveStore) -> None:
    owner, guest = shared(store)
    second = Tab(store, guest.page, {"shelf": "7" * 32})
    for _ in range(12):
        play((owner, guest), 1)
        second.follow()
        assert second.text == guest.text


def test_a_guests_list_holds_the_link_and_not_the_game(store: SaveStore) -> None:
    owner, guest = shared(store)
    play((owner, guest), 6)
    guest.do("games")
    assert guest.page in guest.regions["games"]
    assert PAGE not in guest.regions["games"]
    for name in ("delete-game", "rename", "export"):
        assert f'data-do="{name}"' not in guest.regions["games"]
        guest.do(name, guest.page)
    guest.do("named", {"key": guest.page, "name": "Mine"})
    assert store.find(PAGE).missing == ""
    assert [game.name for game in store.shelf(SHELF)] == [""]


# --- the list


def listed(tab: Tab) -> str:
    tab.do("games")
    return tab.regions["games"]


@pytest.mark.parametrize("start", [Tab, toy])
def test_a_game_is_named_deleted_and_brought_back(store: SaveStore, start: Callable[[Any], Tab]) -> None:
    tab = start(store)
    assert "No game has been played" in listed(tab)
    tab.do("leave")
    tab.play(2)
    assert tab.game.scenario.title in listed(tab)
    tab.do("rename", PAGE)
    assert tab.screen.focus == f"name-{PAGE}"
    tab.do("named", {"key": PAGE, "name": "  <b>The</b> long  war " + "x" * 200})
    assert store.shelf(SHELF)[0].name.startswith("<b>The</b> long war x")
    assert "<b>The" not in tab.regions["games"]
    tab.do("delete-game", PAGE)
    assert "Bring it back" in tab.regions["undelete"]
    assert f"game-{PAGE}" not in tab.regions["games"]
    tab.do("leave")
    assert "has been deleted" in tab.regions["behind"]
    before = tab.text
    tab.play(1)
    assert tab.text == before
    listed(tab)
    tab.do("restore-game", PAGE)
    assert f"game-{PAGE}" in tab.regions["games"]
    tab.do("leave")
    assert "behind" not in tab.regions
    tab.play(1)
    assert store.get(PAGE, "game") == tab.text != before


def test_a_deleted_game_is_told_of_at_its_address(store: SaveStore) -> None:
    tab = Tab(store)
    tab.play(2)
    store.delete(PAGE)
    again = Tab(store, PAGE)
    assert "has been deleted" in again.regions["note"]
    assert again.page != PAGE
    listed(again)
    again.do("restore-game", PAGE)
    again.do("open-game", PAGE)
    assert (again.page, again.text) == (PAGE, tab.text)


@pytest.mark.parametrize("start", [Tab, toy])
def test_a_game_goes_out_as_text_and_comes_in_again(store: SaveStore, start: Callable[[Any], Tab]) -> None:
    tab = start(store)
    tab.play(3)
    listed(tab)
    tab.do("export", PAGE)
    assert tab.game.record[-1].action in tab.regions["games"]
    tab.do("load", {"text": "nonsense"})
    assert "not a game that can be read" in tab.regions["note"]
    assert "games" in tab.regions
    before = tab.text
    tab.do("load", {"text": before})
    assert "games" not in tab.regions
    assert tab.page != PAGE
    assert tab.text == store.get(tab.page, "game")
    assert before == store.get(PAGE, "game")
    assert tab.game.record == tab.session.table.kit.load(before).record


@pytest.mark.parametrize("start", [Tab, toy])
def test_pictures_are_drawn_one_by_one_of_what_everybody_may_see(
    store: SaveStore, start: Callable[[Any], Tab], monkeypatch: pytest.MonkeyPatch
) -> None:
    tab = start(store)
    tab.play(3)
    first = tab.page
    tab.do("start", {"scenario": tab.game.scenario.key})
    tab.play(2)
    seats = []
    view = type(tab.session.table.kit).view
    monkeypatch.setattr(type(tab.session.table.kit), "view", lambda k, g, s: seats.append(s) or view(k, g, s))
    assert listed(tab).count('href="#er-little-map-') == 2, "the land of each is there at once"
    for drawn in (0, 1, 2):
        little = tab.regions["games"].split('href="#er-little-map-')[1:]
        assert sum('width="11"' in one.partition("</svg>")[0] for one in little) == drawn, "with its counters"
        if drawn < 2:
            seats.clear()
            assert tab.follow()
            assert set(seats) <= {None}
    assert tab.follow() is False
    assert first in tab.regions["games"]


def test_a_position_that_cannot_be_is_refused_with_a_word(store: SaveStore) -> None:
    tab = Tab(store)
    tab.play(2)
    other = TOY.first(fresh_seed()).save()
    for text, word in ((other, "not a save of elric"), (tab.text.replace("elric 1", "elric 9"), "format 9")):
        tab.do("load", {"text": text})
        assert word in tab.regions["note"]
        assert tab.page == PAGE
