"""The sandbox beside games that are kept and shared: the game that was bent stays as it was, and no hand of another is given
away."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest

from elric import games
from elric.app.store import SaveStore
from elric.kernel.record import KeepError
from elric.widgets.rooms.kept import GAME
from elric.widgets.rooms.sandbox import SandboxRoom
from elric.young_kingdoms.components import pieces, spells
from elric.young_kingdoms.position.state import PENDING
from tests.widgets.test_keeping import PAGE, SHELF, Tab
from tests.widgets.test_sharing import shared

TOY = games.table("tests.toy")


@pytest.fixture
def store(tmp_path: Path) -> SaveStore:
    return SaveStore(tmp_path)


def bench(tab: Tab) -> SandboxRoom:
    tab.do("sandbox", "here")
    room = tab.session.room
    assert isinstance(room, SandboxRoom), tab.session.table.note
    return room


def hands_of(game: Any, position: dict[str, Any], seat: int) -> dict[str, list[str]]:
    """Who of a seat holds what in a position."""
    hands = position.get("hands", {})
    return {hero: held for hero, held in hands.items() if game.state.owner[pieces.INDEX[hero]] == seat}


@pytest.mark.parametrize("kit", [None, TOY])
def test_a_bent_game_has_an_address_of_its_own_and_the_first_is_not_touched(store: SaveStore, kit: Any) -> None:
    tab = Tab(store, kit=kit)
    tab.do("go")
    tab.play(2)
    first = store.get(PAGE, GAME)
    bench(tab)
    tab.do("sand-fork")
    tab.do("sand-named", {"number": "1", "name": "Otherwise"})
    tab.do("sand-set", "turn=3")
    tab.do("sand-play")
    bent = tab.page
    assert bent != PAGE
    tab.play(1)
    assert store.get(PAGE, GAME) == first
    assert "position: " in str(store.get(bent, GAME))
    names = {game.key: game.name for game in store.shelf(SHELF)}
    assert names == {PAGE: "", bent: "Bent: Otherwise"}
    tab.do("sandbox")
    tab.do("sand-original")
    assert tab.page == PAGE
    assert tab.text == first


def test_a_player_elsewhere_sees_his_own_hand_and_never_the_others(store: SaveStore) -> None:
    """The guest's bench has his own spells where they are, and deals the owner's anew each time; nothing gives the real ones."""
    owner, guest = shared(store)
    real = owner.game.position()
    own, others = hands_of(owner.game, real, 1), hands_of(owner.game, real, 0)
    assert own
    assert others
    dealt = set()
    for _ in range(12):
        room = bench(guest)
        assert "sand-real" not in guest.regions
        guest.do("sand-real")
        position = dict(room.tree.position)
        assert hands_of(owner.game, position, 1) == own
        dealt.add(str(hands_of(owner.game, position, 0)))
        assert room.made.faults == []
    assert len(dealt) > 3


def test_the_owner_of_a_shared_game_sees_no_hand_that_is_played_elsewhere(store: SaveStore) -> None:
    owner, _ = shared(store)
    own = hands_of(owner.game, owner.game.position(), 0)
    dealt = set()
    for _ in range(12):
        room = bench(owner)
        assert "sand-real" not in owner.regions
        owner.do("sand-real")
        assert hands_of(owner.game, dict(room.tree.position), 0) == own
        dealt.add(str(hands_of(owner.game, dict(room.tree.position), 1)))
    assert len(dealt) > 3


def test_a_hand_that_was_asked_for_is_not_given_once_its_seat_is_played_elsewhere(store: SaveStore) -> None:
    """The control stood on the page before the seat was given away: pressed afterwards it does nothing."""
    tab = Tab(store)
    tab.do("go")
    room = bench(tab)
    assert "sand-real" in tab.regions
    store.share(PAGE, 1)
    tab.session.follow()
    before = room.tree.position
    tab.do("sand-real")
    assert room.tree.position == before


def test_a_watcher_gets_every_hand_dealt_anew(store: SaveStore) -> None:
    owner = Tab(store)
    owner.do("go")
    watcher = Tab(store, store.share(PAGE), {"shelf": "7" * 32})
    dealt = {str(bench(watcher).tree.position.get("hands")) for _ in range(8)}
    assert len(dealt) > 3
    assert "sand-real" not in watcher.regions


def test_while_a_spell_is_known_to_one_player_alone_the_others_cannot_take_the_position_away(store: SaveStore) -> None:
    """A spell that was just found lies between hand and board: until it is decided whose it is, a word is all there is."""
    tab = Tab(store)
    tab.do("go")
    g = tab.game
    sandbox = tab.session.table.kit.sandbox
    assert sandbox.closed(g, None) == ""
    g.state.spell_at[spells.INDEX["arioch"]] = PENDING
    assert "only one player may see" in sandbox.closed(g, None)
    assert sandbox.closed(g, g.seat) == ""


def test_a_store_that_fails_when_the_bent_game_is_named_loses_nothing(store: SaveStore, monkeypatch: Any) -> None:
    tab = Tab(store, kit=TOY)
    tab.do("go")
    bench(tab)

    def fails(*_: Any) -> None:
        raise KeepError("the disk is full")

    monkeypatch.setattr(type(store), "rename", fails)
    tab.do("sand-play")
    assert tab.session.room is tab.session.table
    assert store.get(tab.page, GAME) == tab.text
