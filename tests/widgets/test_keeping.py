"""No game is lost: two tabs, new games, bad days of the store, texts that are none. Sessions over a real store."""

from __future__ import annotations

import html
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


SHELF = "5" * 32


class Tab:
    """A browser's tab on the page: what it says, what it was shown, what stands in its address bar.

    Where nothing is kept at PAGE the first tab comes without an address, and is given that one.
    """

    def __init__(
        self,
        keeper: Any,
        page: str = PAGE,
        stored: dict[str, str] | None = None,
        game: Game | None = None,
        kit: Any = None,
    ) -> None:
        self.session = Session(game, keeper, kit)
        self.page = page
        self.stored = {"shelf": SHELF, **(stored or {})}
        self.screen: Screen
        try:
            new = page == PAGE and keeper.find(page).missing == "unknown"
        except StoreError:
            new = False
        with pytest.MonkeyPatch.context() as patch:
            if new:
                patch.setattr(keeping, "new_id", lambda: PAGE)
            self.says(kind="hello", search="" if new else f"?g={page}", stored=self.stored)

    def follow(self) -> bool:
        """A second passes; True when the page shows something else now."""
        changed = self.session.follow()
        if changed:
            self.show()
        return changed

    def says(self, **content: Any) -> None:
        m = read(content)
        assert m is not None
        self.session.take(m)
        self.show()
        opened = content["kind"] == "hello" or content.get("name") in ("load", "open-game")
        if opened and "curtain" in self.regions:
            self.do("ready")  # who opens a kept game is asked to sit down

    def show(self) -> None:
        self.screen = self.session.draw()
        self.page = self.screen.query.get("g") or self.page
        self.stored |= self.screen.remember

    def do(self, name: str, value: Any = "") -> None:
        self.says(kind="do", name=name, value=value)

    def act(self, text: str = "end") -> None:
        self.says(kind="act", text=text)
        self.sit()

    def sit(self) -> None:
        """Whose turn is over gets up, and whoever is asked for sits down."""
        if "leaving" in self.regions:
            self.do("leave-table")
        if "curtain" in self.regions:
            self.do("ready")

    def play(self, actions: int, which: int = -1) -> None:
        """Play on with whatever is listed last, or elsewhere."""
        for _ in range(actions):
            self.act(self.legal(which))

    def legal(self, which: int) -> str:
        g = self.game
        return g.definition.notation.text(g.legal_actions()[which])

    @property
    def last(self) -> str:
        """The last action that is legal."""
        return self.legal(-1)

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

    def __getattr__(self, name: str) -> Any:
        if self.no_reading:
            raise StoreError("The place where games are kept cannot be used just now: it is busy.")
        return getattr(self.store, name)

    def put(self, *given: Any, **named: Any) -> None:
        if not self.no_writing:
            self.store.put(*given, **named)
        if self.no_writing or self.lost_answer:
            raise StoreError("The place where games are kept cannot be used just now: the disk is full.")


@pytest.fixture
def at_once(monkeypatch: pytest.MonkeyPatch) -> None:
    """What could not be done is tried again whenever a second passes."""
    monkeypatch.setattr(keeping, "_AGAIN", 0.0)


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


@pytest.mark.parametrize("page", ["short", "x" * 41, "../../etc/passwd", "abcdef01'; drop table saves", "0" * 32])
def test_an_address_that_is_none_gets_a_proper_one(store: SaveStore, page: str) -> None:
    tab = Tab(store, page)
    assert re.fullmatch("[0-9a-f]{32}", tab.page)
    assert "no game at this address" in tab.regions["note"]
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


def test_a_tab_shows_at_once_what_another_does(store: SaveStore) -> None:
    """Without a press, and with what was open on it left open."""
    old = Tab(store)
    old.play(1)
    new = Tab(store)
    old.do("more", "log")
    assert old.follow() is False
    new.play(1)
    assert old.follow() is True
    assert old.text == new.text
    new.do("more", "log")
    assert old.regions["more"] == new.regions["more"]
    assert "Whole story" in old.regions["more"]
    assert old.session.table.more == "log"
    assert old.follow() is False


def test_a_newcomer_who_opens_the_page_again_is_led_on(store: SaveStore) -> None:
    """In the middle of the first march the coach goes on to the battle that it began, on which the odds that it told count."""
    tab = Tab(store)
    tab.do("go")
    tab.do("advised")
    told = tab.regions["coach"]
    assert "attack Sequaloris" in told
    again = Tab(store)
    assert again.regions["coach"] == told
    assert again.session.table.newcomer
    again.do("new")
    again.do("start", {"scenario": "successor", "rules": "avalon-hill"})
    assert not Tab(store, again.page).session.table.newcomer


def test_what_is_pressed_on_a_page_that_is_behind_is_not_done(store: SaveStore) -> None:
    """It was meant for another position: the game is shown as it stands, and nothing is written over."""
    for message in (
        {"kind": "act", "text": "end"},
        {"kind": "do", "name": "undo", "value": ""},
        {"kind": "do", "name": "play", "value": "end"},
    ):
        old = Tab(store)
        old.play(1)
        new = Tab(store)
        new.play(3)
        newer = new.text
        old.says(**message)
        assert store.get(PAGE, "game") == newer == old.text
        assert "another tab" in old.regions["note"]
    old.sit()
    old.play(1)
    assert store.get(PAGE, "game") == old.text != newer


def test_what_one_takes_back_is_taken_back_everywhere(store: SaveStore) -> None:
    one = Tab(store)
    one.play(1)
    two = Tab(store)
    while not one.game.can_undo:
        one.play(1)
    two.follow()
    one.do("undo")
    assert two.follow()
    assert two.text == one.text
    assert "taken back" in two.regions["note"]


def test_a_race_between_two_tabs_writes_over_nothing(store: SaveStore) -> None:
    """The other's act arrives after the look: ours is not done, and is not shown as done."""

    class Racing:
        then: Callable[[], None] | None = None

        def __getattr__(self, name: str) -> Any:
            return getattr(store, name)

        def put(self, *given: Any, **named: Any) -> None:
            if self.then:
                then, self.then = self.then, None
                then()
            store.put(*given, **named)

    keeper = Racing()
    ours = Tab(keeper)
    ours.play(2)
    theirs = Tab(store)
    keeper.then = lambda: theirs.play(3, which=0)
    ours.says(kind="act", text=ours.last)
    assert store.get(PAGE, "game") == theirs.text == ours.text
    assert "was not done" in ours.regions["note"]
    assert "behind" not in ours.regions
    ours.sit()
    ours.play(1)
    assert store.get(PAGE, "game") == ours.text != theirs.text


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
    tab.do("games")
    assert f'href="?g={PAGE}"' in tab.regions["games"], "the way back"
    assert tab.regions["games"].count('href="#er-little-map-elric"') >= 2, "the map is there before a position is read"
    again = Tab(store, tab.page, tab.stored)
    again.do("games")
    assert f'href="?g={PAGE}"' in again.regions["games"], "also after a reload"
    again.do("open-game", PAGE)
    assert (again.page, again.text) == (PAGE, old)
    assert Tab(store, PAGE).text == old


def test_what_the_browser_says_of_earlier_games_is_believed_with_care(store: SaveStore) -> None:
    """From before there were lists: addresses that open something come onto the list, everything else is left out."""
    store.put("abcdef000007", "game", "text")
    hostile = '"><script> x\n../../etc passwd\n' + "\n".join(f"abcdef{n:06} {'<b>' * 5}" for n in range(99))
    tab = Tab(store, "", {"games": hostile, "shelf": "'; drop table"})
    assert re.fullmatch("[0-9a-f]{32}", tab.stored["shelf"])
    tab.do("games")
    assert [game.key for game in store.shelf(tab.stored["shelf"])] == ["abcdef000007"]
    assert "<script" not in tab.regions["games"]
    assert "<b>" not in tab.regions["games"]
    assert tab.stored["games"] == ""


# --- bad days


def test_what_could_not_be_read_is_never_written_over(tmp_path: Path, at_once: None) -> None:
    """The saves are out of reach while the page opens: nothing can be done until they are back, and then the game is there."""
    before = Tab(SaveStore(tmp_path))
    before.play(6)
    keeper = BadDay(tmp_path)
    keeper.no_reading = True
    tab = Tab(keeper)
    assert "it is busy" in tab.regions["behind"]
    assert "data-act" not in "".join(tab.regions.values())
    tab.play(1)
    assert "behind" in tab.regions
    keeper.no_reading = False
    assert keeper.get(PAGE, "game") == before.text
    assert tab.follow()
    assert tab.text == before.text
    tab.sit()
    tab.play(1)
    assert keeper.get(PAGE, "game") == tab.text != before.text


def test_only_writing_fails_while_the_page_opens(tmp_path: Path, at_once: None) -> None:
    """The new game is shown, its first act waits; both are kept when that can be done."""
    keeper = BadDay(tmp_path)
    keeper.no_writing = True
    tab = Tab(keeper)
    assert "disk is full" in tab.regions["unkept"]
    new = tab.text
    tab.play(1)
    assert (tab.text, keeper.get(tab.page, "game")) == (new, None)
    assert "Not done yet" in tab.regions["behind"]
    keeper.no_writing = False
    assert tab.follow()
    assert "unkept" not in tab.regions
    assert keeper.get(tab.page, "game") == tab.text != new


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
    SaveStore(folder).put("other-page-1", "game", "text")
    tab.play(1)
    assert "unkept" not in tab.regions
    assert Tab(SaveStore(folder)).text == tab.text


def test_an_act_that_cannot_be_kept_is_not_shown_as_done(tmp_path: Path, at_once: None) -> None:
    """A clear word without the host's folders, the game to take away, nothing to press but that; and when the disk has room
    again the act is done by itself, with the very luck that it had."""
    keeper, twin = BadDay(tmp_path), SaveStore(tmp_path / "twin")
    tab = Tab(keeper)
    tab.play(2)
    before = tab.text
    twin.put(PAGE, "game", before)
    lucky = Tab(twin)
    keeper.no_writing = True
    map_before = str(tab.screen.pieces)
    for again in range(3):
        tab.act(lucky.last)
        assert (tab.text, str(tab.screen.pieces)) == (before, map_before), again
        assert "the disk is full" in tab.regions["behind"]
        assert str(tmp_path) not in tab.regions["behind"]
        assert "data-act" not in "".join(tab.regions.values())
    lucky.play(1)
    assert lucky.text.splitlines()[-2] in html.unescape(tab.regions["behind"]), "to take away, with what waits"
    assert tab.follow() is False
    keeper.no_writing = False
    assert tab.follow()
    assert keeper.get(PAGE, "game") == tab.text == lucky.text
    assert "behind" not in tab.regions
    assert tab.text.count("\n") == before.count("\n") + 1, "done once"


def test_an_act_that_waits_can_be_left_undone(tmp_path: Path, at_once: None) -> None:
    keeper = BadDay(tmp_path)
    tab = Tab(keeper)
    tab.play(2)
    before = tab.text
    keeper.no_writing = True
    tab.play(1)
    keeper.no_writing = False
    tab.do("let-go")
    assert (tab.text, keeper.get(PAGE, "game")) == (before, before)
    assert "behind" not in tab.regions
    tab.play(1)
    assert keeper.get(PAGE, "game") == tab.text != before


def test_an_act_that_arrived_although_it_counted_as_lost_is_no_stranger(tmp_path: Path, at_once: None) -> None:
    keeper = BadDay(tmp_path)
    tab = Tab(keeper)
    keeper.lost_answer = True
    tab.play(1)
    assert "Not done yet" in tab.regions["behind"]
    keeper.lost_answer = False
    assert tab.follow()
    assert "behind" not in tab.regions
    assert keeper.get(PAGE, "game") == tab.text
    assert tab.game.record[1:], "it was done"


def test_while_an_act_waits_somebody_else_is_quicker(tmp_path: Path, at_once: None) -> None:
    keeper = BadDay(tmp_path)
    ours = Tab(keeper)
    ours.play(2)
    keeper.no_writing = True
    ours.play(1)
    theirs = Tab(keeper.store)
    theirs.play(2, which=0)
    keeper.no_writing = False
    assert ours.follow()
    assert ours.text == theirs.text == keeper.get(PAGE, "game")
    assert "was not done" in ours.regions["note"]


# --- texts that are none


BRACKETS = "elric 1\nscenario: successor\nposition: " + "[" * 100_000


@pytest.mark.parametrize("text", [BRACKETS, "[" * 100_000, "x" * 3_999_999, "\x01" * 1000, "elric 1\nend 0"])
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
    tab.do("go", "together")
    tab.do("more", "keep")
    begun = tab.game.record[-1].action
    assert begun in tab.regions["more"]
    assert "luck to come" in tab.regions["more"]
    for _ in range(200):
        tab.says(kind="act", text="end" if tab.game.phase == "movement" else tab.last)
        if "curtain" in tab.regions:
            break
    assert "curtain" in tab.regions
    for again in ("", "ready"):
        assert not any("save-text" in html for html in tab.regions.values())
        if not again:
            tab.do("more", "keep")
            assert not any("save-text" in html for html in tab.regions.values())
        else:
            tab.do(again)
            assert not any("save-text" in html for html in tab.regions.values())
