"""No game is lost: two tabs, new games, bad days of the store, texts that are none. Sessions over a real store."""

from __future__ import annotations

import re
import shutil
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from elric.app.store import SaveStore, StoreError
from elric.kernel.chance import KeyedChance
from elric.widgets.messages import LONGEST_PASTED, read
from elric.widgets.rooms import keeping
from elric.widgets.screen import Screen
from elric.widgets.session import Session
from elric.young_kingdoms.game import Game

PAGE = "abcdef123456"


class Tab:
    """A browser's tab on the page: what it says, what it was shown, what stands in its address bar."""

    def __init__(self, keeper: Any, page: str = PAGE, stored: dict[str, str] | None = None) -> None:
        self.session = Session(None, keeper)
        self.page = page
        self.stored = dict(stored or {})
        self.screen: Screen
        self.says(kind="hello", search=f"?g={page}", stored=self.stored)

    def says(self, **content: Any) -> None:
        m = read(content)
        assert m is not None
        self.session.take(m)
        self.screen = self.session.draw()
        self.page = self.screen.query.get("g") or self.page
        self.stored |= self.screen.remember
        opened = content["kind"] == "hello" or content.get("name") in ("catch-up", "load")
        if opened and "curtain" in self.regions:
            self.do("ready")  # who opens a kept game is asked to sit down

    def do(self, name: str, value: Any = "") -> None:
        self.says(kind="do", name=name, value=value)

    def act(self, text: str = "end") -> None:
        self.says(kind="act", text=text)
        if "curtain" in self.regions:
            self.do("ready")

    def play(self, actions: int, which: int = -1) -> None:
        """Play on with whatever is listed last, or elsewhere."""
        for _ in range(actions):
            self.act(str(self.game.legal_actions()[which]))

    @property
    def game(self) -> Game:
        return self.session.game

    @property
    def regions(self) -> dict[str, str]:
        return {name: str(html) for name, _, html in self.screen.regions}

    @property
    def text(self) -> str:
        return self.game.save()


class BadDay:
    """A store that can be made to fail: reading, writing, or writing although it tells the contrary."""

    def __init__(self, folder: Path) -> None:
        self.store = SaveStore(folder)
        self.no_reading = self.no_writing = self.lost_answer = False

    def get(self, page: str, slot: str) -> str | None:
        if self.no_reading:
            raise StoreError("The place where games are kept cannot be used just now: it is busy.")
        return self.store.get(page, slot)

    def put(self, page: str, slot: str, text: str, over: str | None = None, *, fresh: bool = False) -> None:
        if not self.no_writing:
            self.store.put(page, slot, text, over, fresh=fresh)
        if self.no_writing or self.lost_answer:
            raise StoreError("The place where games are kept cannot be used just now: the disk is full.")


@pytest.fixture
def store(tmp_path: Path) -> SaveStore:
    return SaveStore(tmp_path)


# --- from the first moment


def test_a_fresh_page_is_kept_before_anything_is_done(store: SaveStore) -> None:
    """A reload finds the same game, and it still says welcome."""
    first = Tab(store)
    assert store.get(PAGE, "game") == first.text
    again = Tab(store)
    assert again.text == first.text
    assert "welcome" in again.regions
    first.act()
    assert "welcome" not in Tab(store).regions
    assert Tab(store).text == first.text


def test_two_tabs_that_open_one_address_at_the_same_moment_have_one_game(store: SaveStore) -> None:
    class Late:
        """Sees nothing at first: the other's game arrives between the look and the deed."""

        blind = 2

        def get(self, page: str, slot: str) -> str | None:
            self.blind -= 1
            return None if self.blind >= 0 else store.get(page, slot)

        put = staticmethod(store.put)

    first = Tab(store)
    second = Tab(Late())
    assert second.text == first.text
    assert "behind" not in second.regions


@pytest.mark.parametrize("page", ["short", "x" * 41, "../../etc/passwd", "abcdef01'; drop table saves"])
def test_an_address_that_is_none_gets_a_proper_one(store: SaveStore, page: str) -> None:
    tab = Tab(store, page)
    assert re.fullmatch("[0-9a-f]{24}", tab.page)
    assert Tab(store, tab.page).text == tab.text


def test_games_of_the_page_hold_a_seed_of_128_bits(store: SaveStore) -> None:
    tab = Tab(store)
    tab.do("start", {"scenario": "successor", "edition": "chaosium"})
    for text in (store.get(PAGE, "game"), store.get(tab.page, "game")):
        assert text
        assert re.search("^seed: b2-[0-9a-f]{32}$", text, re.MULTILINE)
    assert isinstance(tab.game.chance, KeyedChance)


# --- two tabs


def test_a_tab_where_nothing_was_done_catches_up_by_itself(store: SaveStore) -> None:
    old, new = Tab(store), Tab(store)
    new.play(5)
    old.act("end")
    assert old.text == new.text
    assert "behind" not in old.regions


def test_a_tab_that_is_behind_is_told_before_it_does_anything(store: SaveStore) -> None:
    """Its act is not carried out, the newer game stays, and one press brings it up to date."""
    old = Tab(store)
    old.play(1)
    new = Tab(store)
    new.play(5)
    before, newer = old.text, new.text
    for message in (
        {"kind": "act", "text": "end"},
        {"kind": "do", "name": "undo", "value": ""},
        {"kind": "do", "name": "play", "value": "end"},
        {"kind": "do", "name": "lead", "value": "yishana"},
        {"kind": "area", "id": "jharkor_sequa"},
    ):
        old.says(**message)
        assert store.get(PAGE, "game") == newer
        assert old.text == before
    assert "another tab" in old.regions["behind"]
    assert 'data-do="catch-up"' in old.regions["behind"]
    assert "data-act" not in "".join(old.regions.values()), "a page that is behind offers nothing to do"
    old.do("catch-up")
    assert old.text == newer
    assert "behind" not in old.regions
    old.play(1)
    assert store.get(PAGE, "game") == old.text != newer


def test_a_race_between_two_tabs_writes_over_nothing(store: SaveStore) -> None:
    """The other's act arrives after the look: ours is not kept there, and can be kept as a game of its own."""

    class Racing:
        get = staticmethod(store.get)
        then: Callable[[], None] | None = None

        def put(self, page: str, slot: str, text: str, over: str | None = None, *, fresh: bool = False) -> None:
            if self.then:
                then, self.then = self.then, None
                then()
            store.put(page, slot, text, over, fresh=fresh)

    keeper = Racing()
    ours, theirs = Tab(keeper), Tab(store)
    ours.play(2)
    theirs = Tab(store)
    keeper.then = lambda: theirs.play(3, which=0)
    ours.play(1)
    assert "behind" in ours.regions
    assert store.get(PAGE, "game") == theirs.text
    ours.do("split")
    assert "behind" not in ours.regions
    assert ours.page != PAGE
    assert store.get(ours.page, "game") == ours.text
    ours.play(1)
    assert store.get(ours.page, "game") == ours.text
    assert store.get(PAGE, "game") == theirs.text


def test_what_was_played_by_the_one_who_catches_up_is_kept_too(store: SaveStore) -> None:
    keeper = BadDay(store.path.parent)
    ours = Tab(keeper)
    keeper.no_writing = True
    ours.play(3)
    mine = ours.text
    theirs = Tab(store)
    theirs.play(2, which=0)
    keeper.no_writing = False
    ours.do("find", "")
    ours.play(1)
    assert store.get(PAGE, "game") == theirs.text
    assert "behind" in ours.regions
    ours.do("catch-up")
    assert ours.text == theirs.text
    ours.play(1)
    branch = ours.session.table.keeping.earlier[0].page
    assert store.get(branch, "game") == mine
    assert branch in ours.stored["games"]


# --- new games


@pytest.mark.parametrize("how", ["start", "load"])
def test_a_new_game_gets_an_address_of_its_own(store: SaveStore, how: str) -> None:
    tab = Tab(store)
    tab.play(4)
    old = tab.text
    pasted = Game("duel", "chaosium", 3).save()
    tab.do(how, {"scenario": "duel", "edition": "avalon-hill", "text": pasted})
    assert tab.page != PAGE
    assert store.get(PAGE, "game") == old
    assert store.get(tab.page, "game") == tab.text != old
    tab.do("more", "keep")
    assert f'href="?g={PAGE}"' in tab.regions["more"], "the way back"
    again = Tab(store, tab.page, tab.stored)
    again.do("more", "keep")
    assert f'href="?g={PAGE}"' in again.regions["more"], "also after a reload"
    assert Tab(store, PAGE).text == old


def test_a_game_that_is_left_before_it_could_be_kept_is_kept_later(tmp_path: Path) -> None:
    keeper = BadDay(tmp_path)
    tab = Tab(keeper)
    keeper.no_writing = True
    tab.play(3)
    old = tab.text
    assert "the disk is full" in tab.regions["unkept"]
    tab.do("start", {"scenario": "duel", "edition": "avalon-hill"})
    keeper.no_writing = False
    tab.play(1)
    assert keeper.get(PAGE, "game") == old
    assert keeper.get(tab.page, "game") == tab.text


def test_what_the_browser_says_of_earlier_games_is_believed_with_care(store: SaveStore) -> None:
    hostile = '"><script> x\n../../etc passwd\n' + "\n".join(f"abcdef{n:06} {'<b>' * 5}" for n in range(99))
    tab = Tab(store, PAGE, {"games": hostile})
    tab.do("more", "keep")
    assert "<script" not in tab.regions["more"]
    assert "<b>" not in tab.regions["more"]
    assert 5 < tab.regions["more"].count("<li>") <= 12


# --- bad days


def test_what_could_not_be_read_is_never_written_over(tmp_path: Path) -> None:
    """The saves are out of reach while the page opens, and back at the first act."""
    before = Tab(SaveStore(tmp_path))
    before.play(6)
    keeper = BadDay(tmp_path)
    keeper.no_reading = True
    tab = Tab(keeper)
    assert "it is busy" in tab.regions["unkept"]
    keeper.no_reading = False
    tab.play(1)
    assert keeper.get(PAGE, "game") == before.text
    assert tab.text == before.text, "nothing was done here: the kept game takes its place"
    tab.play(1)
    assert keeper.get(PAGE, "game") == tab.text


def test_a_game_played_while_the_saves_were_out_of_reach_asks_first(tmp_path: Path) -> None:
    before = Tab(SaveStore(tmp_path))
    before.play(6)
    keeper = BadDay(tmp_path)
    keeper.no_reading = True
    tab = Tab(keeper)
    tab.play(2)
    mine = tab.text
    keeper.no_reading = False
    tab.play(1)
    assert "older game" in tab.regions["behind"]
    assert (keeper.get(PAGE, "game"), tab.text) == (before.text, mine)
    tab.do("split")
    assert keeper.get(tab.page, "game") == mine
    assert keeper.get(PAGE, "game") == before.text


def test_only_writing_fails_while_the_page_opens(tmp_path: Path) -> None:
    keeper = BadDay(tmp_path)
    keeper.no_writing = True
    tab = Tab(keeper)
    tab.play(3)
    keeper.no_writing = False
    tab.play(1)
    assert "unkept" not in tab.regions
    assert keeper.get(PAGE, "game") == tab.text


def test_a_folder_removed_in_mid_game(tmp_path: Path) -> None:
    """Gone, or gone and there again, also with another kernel's game in it: the next act keeps all."""
    folder = tmp_path / "saves"
    tab = Tab(SaveStore(folder))
    tab.play(3)
    shutil.rmtree(folder)
    tab.play(1)
    assert Tab(SaveStore(folder)).text == tab.text
    shutil.rmtree(folder)
    folder.mkdir()
    Tab(SaveStore(folder), "other-page-1")
    tab.play(1)
    assert "unkept" not in tab.regions
    assert Tab(SaveStore(folder)).text == tab.text


def test_the_disk_is_full_for_a_while(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """A clear word without the host's folders, play goes on, and what was done is kept without another act."""
    keeper = BadDay(tmp_path)
    tab = Tab(keeper)
    keeper.no_writing = True
    tab.play(2)
    assert "the disk is full" in tab.regions["unkept"]
    assert "You can play on" in tab.regions["unkept"]
    tab.play(1)
    keeper.no_writing = False
    monkeypatch.setattr(keeping, "_AGAIN", 0.0)
    tab.do("find", "")
    assert "unkept" not in tab.regions
    assert "kept again" in tab.regions["note"]
    assert keeper.get(PAGE, "game") == tab.text


def test_an_act_that_arrived_although_it_counted_as_lost_is_no_stranger(tmp_path: Path) -> None:
    keeper = BadDay(tmp_path)
    tab = Tab(keeper)
    keeper.lost_answer = True
    tab.play(1)
    keeper.no_writing = True
    tab.play(1)
    keeper.no_writing = keeper.lost_answer = False
    tab.play(1)
    assert "behind" not in tab.regions
    assert keeper.get(PAGE, "game") == tab.text


# --- texts that are none


BRACKETS = "elric 1\nscenario: successor\nposition: " + "[" * 100_000


@pytest.mark.parametrize("text", [BRACKETS, "[" * 100_000, "x" * 3_999_999, "\x00" * 1000, "elric 1\nend 0"])
def test_a_kept_text_that_is_no_game_is_not_lost(store: SaveStore, text: str) -> None:
    store.put(PAGE, "game", text)
    tab = Tab(store)
    assert "cannot be read" in tab.regions["note"]
    assert len(tab.regions["note"]) < 600
    tab.play(2)
    assert store.get(PAGE, "unread") == text
    assert store.get(PAGE, "game") == tab.text


def test_a_text_too_long_to_set_aside_stays_where_it_is(tmp_path: Path) -> None:
    """And so does a second one, when one was set aside before: the new game goes elsewhere."""
    import sqlite3

    store = SaveStore(tmp_path)
    store.put("abcdef123457", "game", "rubbish two")
    store.put("abcdef123457", "unread", "rubbish one")
    huge = "x" * 4_100_000
    store.put(PAGE, "game", "x")
    with sqlite3.connect(store.path) as base:
        base.execute("UPDATE saves SET text = ? WHERE page = ?", (huge, PAGE))
    base.close()
    for page, text in ((PAGE, huge), ("abcdef123457", "rubbish two")):
        tab = Tab(store, page)
        tab.play(1)
        assert tab.page != page
        assert store.get(page, "game") == text
        assert store.get(tab.page, "game") == tab.text
    assert store.get("abcdef123457", "unread") == "rubbish one"


@pytest.mark.parametrize(
    ("text", "word"),
    [
        (BRACKETS, "cut short"),
        ("[" * 100_000, "line 1"),
        ("x" * 4_000_000, "too long"),
        ("", "empty"),
        ("elric 1\nscenario: \ud800\nend 0", "checksum"),
        ("\ud800 [", "not a save"),
    ],
)
def test_pasted_nonsense_is_refused_with_a_word(store: SaveStore, text: str, word: str) -> None:
    tab = Tab(store)
    tab.play(2)
    before = tab.text
    tab.do("load", {"text": text})
    assert word in tab.regions["note"]
    assert "Your game stands as it was" in tab.regions["note"]
    assert len(tab.regions["note"]) < 600
    assert str(store.path.parent) not in "".join(tab.regions.values())
    assert (tab.text, tab.page) == (before, PAGE)
    assert store.get(PAGE, "game") == before


def test_a_message_carries_no_more_than_a_save_may_hold() -> None:
    m = read({"kind": "do", "name": "load", "value": {"text": "x" * 4_000_000}})
    assert m is not None
    assert len(m.fields["text"]) == LONGEST_PASTED + 1


# --- the text with every secret


def test_the_text_with_every_secret_closes_at_a_hand_over(store: SaveStore) -> None:
    """It is not behind the cover, cannot be opened there, and is not open when the next player sits down."""
    tab = Tab(store)
    tab.do("go")
    tab.do("more", "keep")
    seed = str(tab.game.seed)
    assert seed in tab.regions["more"]
    assert "luck to come" in tab.regions["more"]
    for _ in range(200):
        tab.says(kind="act", text="end" if tab.game.phase == "movement" else str(tab.game.legal_actions()[-1]))
        if "curtain" in tab.regions:
            break
    assert "curtain" in tab.regions
    for again in ("", "ready"):
        assert not any(seed in html for html in tab.regions.values())
        if not again:
            tab.do("more", "keep")
            assert not any(seed in html for html in tab.regions.values())
        else:
            tab.do(again)
            assert not any(seed in html for html in tab.regions.values())
