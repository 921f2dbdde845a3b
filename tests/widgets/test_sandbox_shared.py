"""The sandbox beside games that are kept and shared: the game that was bent stays as it was, and no hand of another is given
away."""

from __future__ import annotations

import json
from pathlib import Path
from random import Random
from typing import Any

import pytest

from elric import games
from elric.app.store import SaveStore
from elric.kernel.record import KeepError
from elric.widgets.messages import Message
from elric.widgets.rooms.kept import GAME
from elric.widgets.rooms.sandbox import SandboxRoom
from elric.widgets.rooms.sandbox_kept import changed
from elric.widgets.rooms.sandbox_tree import change
from elric.widgets.session import Session
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
    tab.do("go", "together")
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
    tab.do("go", "together")
    room = bench(tab)
    assert "sand-real" in tab.regions
    store.share(PAGE, 1)
    tab.session.follow()
    before = room.tree.position
    tab.do("sand-real")
    assert room.tree.position == before


def test_a_watcher_gets_every_hand_dealt_anew(store: SaveStore) -> None:
    owner = Tab(store)
    owner.do("go", "together")
    watcher = Tab(store, store.share(PAGE), {"shelf": "7" * 32})
    dealt = {str(bench(watcher).tree.position.get("hands")) for _ in range(8)}
    assert len(dealt) > 3
    assert "sand-real" not in watcher.regions


def test_while_a_spell_is_known_to_one_player_alone_the_others_cannot_take_the_position_away(store: SaveStore) -> None:
    """A spell that was just found lies between hand and board: until it is decided whose it is, a word is all there is."""
    tab = Tab(store)
    tab.do("go", "together")
    g = tab.game
    sandbox = tab.session.table.kit.sandbox
    assert sandbox.closed(g, None) == ""
    g.state.spell_at[spells.INDEX["arioch"]] = PENDING
    assert "only one player may see" in sandbox.closed(g, None)
    assert sandbox.closed(g, g.seat) == ""


def test_a_store_that_fails_when_the_bent_game_is_named_loses_nothing(store: SaveStore, monkeypatch: Any) -> None:
    tab = Tab(store, kit=TOY)
    tab.do("go", "together")
    bench(tab)

    def fails(*_: Any) -> None:
        raise KeepError("the disk is full")

    monkeypatch.setattr(type(store), "rename", fails)
    tab.do("sand-play")
    assert tab.session.room is tab.session.table
    assert store.get(tab.page, GAME) == tab.text


# ---- branches that stay -----------------------------------------------------------------------------------------------


def shape(room: SandboxRoom) -> Any:
    """The branches as they look: names, positions, what hangs on what, where one stands."""
    tree = room.tree
    return [
        (one.name, one.parent and one.parent.name, one.at, [(step.words, dict(step.position)) for step in one.steps])
        for one in tree.branches
    ], tree.branch.name


def bent(tab: Tab) -> SandboxRoom:
    """Three branches: two steps in one, one taken back, one with a name."""
    room = bench(tab)
    tab.do("sand-set", "turn=2")
    tab.do("sand-fork")
    tab.do("sand-named", {"number": "1", "name": "Otherwise"})
    tab.do("sand-set", "turn=3")
    tab.do("sand-set", "turn=4")
    tab.do("sand-undo")
    tab.do("sand-clear")
    tab.do("sand-undo")
    tab.do("sandbox", "here")
    tab.do("sand-go", "1")
    return room


@pytest.mark.parametrize("kit", [None, TOY])
def test_branches_are_there_again_after_a_reload_or_a_killed_kernel(store: SaveStore, kit: Any) -> None:
    """Another session, as after a kernel that was killed: names, positions, what was taken back, and the way on from there."""
    tab = Tab(store, kit=kit)
    tab.do("go", "together")
    tab.play(2)
    first = bent(tab)
    assert "They are kept with the game" in tab.regions["sand-branches"]
    again = Tab(SaveStore(store.path.parent), PAGE, kit=kit)
    again.do("sandbox")
    room = again.session.room
    assert isinstance(room, SandboxRoom)
    assert shape(room) == shape(first)
    assert again.regions["sand-branches"] == tab.regions["sand-branches"]
    assert room.tree.can_redo
    again.do("sand-redo")
    assert room.made.faults == first.made.faults or room.tree.position != first.tree.position
    assert "Otherwise" in again.regions["sand-branches"]
    reloaded = Tab(store, f"{PAGE}&sandbox={room.text()}", kit=kit)
    assert shape(reloaded.session.room) == shape(room), "the address of the page leads to the same branches"


def test_branches_of_a_bent_game_are_there_in_the_game_that_was_played_on(store: SaveStore) -> None:
    tab = Tab(store)
    tab.do("go", "together")
    bent(tab)
    tab.do("sand-play")
    played = tab.page
    assert played != PAGE
    for key in (played, PAGE):
        again = Tab(store, key)
        again.do("sandbox")
        assert "Otherwise" in again.regions["sand-branches"]
    again = Tab(store, played)
    again.do("sandbox")
    again.do("sand-set", "turn=5")
    again.do("sand-original")
    assert again.page == PAGE
    again.do("sandbox")
    assert again.session.room.tree.position["turn"] == 5


def test_another_game_has_a_bench_of_its_own(store: SaveStore) -> None:
    tab = Tab(store)
    tab.do("go", "together")
    bent(tab)
    tab.do("leave")
    tab.do("start", {"scenario": "upstart"})
    tab.do("sandbox")
    assert "Otherwise" not in tab.regions["sand-branches"]
    tab.do("leave")
    tab.do("games")
    tab.do("open-game", PAGE)
    tab.do("sandbox")
    assert "Otherwise" in tab.regions["sand-branches"]


def test_two_tabs_lose_no_branch(store: SaveStore) -> None:
    """Each makes a branch and changes one that both have: all of it is there afterwards, what both changed twice."""
    one = Tab(store)
    one.do("go", "together")
    bent(one)
    two = Tab(store, PAGE)
    two.do("sandbox")
    one.do("sand-go", "1")
    one.do("sand-set", "turn=5")
    one.do("sand-fork")
    one.do("sand-named", {"number": "3", "name": "Mine"})
    assert two.session.room.tree.branch.name == "Otherwise"
    two.do("sand-set", "turn=6")
    two.do("sand-go", "0")
    two.do("sand-fork")
    two.do("sand-named", {"number": str(len(two.session.room.tree.branches) - 1), "name": "Theirs"})
    three = Tab(store, PAGE)
    three.do("sandbox")
    room = three.session.room
    names = [one.name for one in room.tree.branches]
    assert {"Mine", "Theirs", "Otherwise", "Otherwise 2"} <= set(names)
    turns = {one.name: one.now.position.get("turn") for one in room.tree.branches}
    assert {turns["Otherwise"], turns["Otherwise 2"]} == {5, 6}


def test_a_guests_branches_are_his_own(store: SaveStore) -> None:
    owner, guest = shared(store)
    bent(owner)
    bench(guest)
    assert "Otherwise" not in guest.regions["sand-branches"]
    guest.do("sand-rename", "0")
    guest.do("sand-named", {"number": "0", "name": "The guest's"})
    again = Tab(store, guest.page, {"shelf": "7" * 32})
    again.do("sandbox")
    assert "guest&#39;s" in again.regions["sand-branches"]
    other = Tab(store, PAGE)
    other.do("sandbox")
    assert "guest&#39;s" not in other.regions["sand-branches"]


@pytest.mark.parametrize(
    "text", ["nonsense", "[]", "{}", '{"format":1,"here":"","left":"","branches":[{"key":1}]}', "null"]
)
def test_a_text_that_holds_no_branches_gets_a_word(store: SaveStore, text: str) -> None:
    tab = Tab(store)
    tab.do("go", "together")
    store.put(PAGE, "bench", text)
    bench(tab)
    assert "cannot be read" in tab.regions["note"]
    tab.do("sand-set", "turn=3")
    assert "They are kept with the game" in tab.regions["sand-branches"]


def test_branches_that_cannot_be_kept_say_so_and_are_kept_later(
    store: SaveStore, monkeypatch: pytest.MonkeyPatch
) -> None:
    tab = Tab(store)
    tab.do("go", "together")
    put = store.put

    def fails(page: str, slot: str, *given: Any, **named: Any) -> None:
        raise KeepError("The disk is full.")

    monkeypatch.setattr(store, "put", fails)
    bench(tab)
    tab.do("sand-set", "turn=3")
    assert "not kept" in tab.regions["sand-branches"]
    assert "The disk is full" in tab.regions["sand-branches"]
    monkeypatch.setattr(store, "put", put)
    tab.do("sand-set", "turn=4")
    assert "They are kept with the game" in tab.regions["sand-branches"]
    assert '"turn":4' in str(store.get(PAGE, "bench")) or '["turn"],4' in str(store.get(PAGE, "bench"))


def test_where_nothing_is_kept_the_branches_say_so() -> None:
    page = Session(None, None)
    page.take(Message("do", name="sandbox"))
    drawn = {name: str(part) for name, _, part in page.draw().regions}
    assert "gone when it is closed" in drawn["sand-branches"]


@pytest.mark.parametrize("seed", range(40))
def test_what_changed_between_two_positions_is_written_down_exactly(seed: int) -> None:
    rng = Random(seed)

    def some(deep: int) -> Any:
        if deep and rng.random() < 0.6:
            return {rng.choice("abcd"): some(deep - 1) for _ in range(rng.randrange(4))}
        return rng.choice([1, True, "x", None, [1, 2], [], 0, False, {}])

    old, new = ({key: some(3) for key in rng.sample("pqrstu", 4)} for _ in range(2))
    made = changed(old, json.loads(json.dumps(change(old, new))))
    assert json.dumps(made, sort_keys=True) == json.dumps(new, sort_keys=True)
