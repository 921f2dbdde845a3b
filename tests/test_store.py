"""The store of games: nothing is written over unseen, nothing is readable by others, and bad days pass."""

from __future__ import annotations

import os
import re
import shutil
import sqlite3
import stat
import threading
import time
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import postgres
import pytest
from sqlalchemy import text

from elric.app.store import SaveStore, StoreError
from elric.kernel.record import BehindError
from elric.widgets.rooms.kept import Link, Ticket

PAGE, OTHER = "abcdef012345", "abcdef012346"
SHELF = "5" * 32
Store = Callable[[], SaveStore]


@pytest.fixture(scope="module")
def server() -> Iterator[postgres.PostgreSQL]:
    with postgres.running() as found:
        yield found


@pytest.fixture(params=["sqlite", "postgresql"])
def store(request: pytest.FixtureRequest, tmp_path: Path) -> Store:
    """Opens one and the same empty database, each time as another program would."""
    place = tmp_path if request.param == "sqlite" else request.getfixturevalue("server").database()
    return lambda: SaveStore(place)


def sql(store: SaveStore, statement: str, **values: Any) -> list[Any]:
    """What no program of ours would do to the database."""

    def work(base: Any) -> list[Any]:
        done = base.execute(text(statement), values)
        return list(done) if done.returns_rows else []

    return store.database.write(work)


def rights(path: Path) -> str:
    return oct(stat.S_IMODE(path.stat().st_mode))


# --- one text on top of another


def test_a_save_goes_only_on_top_of_the_one_it_was_made_from(store: Store) -> None:
    one, two = store(), store()
    one.put(PAGE, "game", "a", "")
    two.put(PAGE, "game", "ab", "a")
    with pytest.raises(BehindError):
        one.put(PAGE, "game", "ax", "a")
    with pytest.raises(BehindError):
        one.put(PAGE, "game", "fresh", "")
    assert two.get(PAGE, "game") == "ab"
    one.put(PAGE, "game", "ab", "a")  # what stands there already is nobody's loss
    one.put(PAGE, "game", "abc", "ab")
    assert two.get(PAGE, "game") == "abc"


def test_who_knows_the_beginning_gets_the_rest(store: Store) -> None:
    """Characters are counted, not bytes; past the end there is nothing more, and of what is not there None."""
    one = store()
    one.put(PAGE, "game", "ä𝄞 line\nmore\n")
    assert one.tail(PAGE, "game", 8) == "more\n"
    assert one.tail(PAGE, "game", 0) == one.get(PAGE, "game")
    assert one.tail(PAGE, "game", 99) == ""
    assert one.tail(PAGE, "other", 0) is None


def test_of_many_writers_on_one_text_one_gets_through(store: Store) -> None:
    store().put(PAGE, "game", "0", "")
    won: list[str] = []
    start = threading.Barrier(8)

    def write(n: int) -> None:
        mine = store()
        start.wait()
        try:
            mine.put(PAGE, "game", f"writer {n}", "0")
        except BehindError:
            return
        won.append(f"writer {n}")

    workers = [threading.Thread(target=write, args=(n,)) for n in range(8)]
    for worker in workers:
        worker.start()
    for worker in workers:
        worker.join()
    assert len(won) == 1
    assert store().get(PAGE, "game") == won[0]


def test_only_the_owner_can_read_what_is_kept(tmp_path: Path) -> None:
    """Folder and files are made so, also SQLite's own beside them; those of an earlier version are made so."""
    before = os.umask(0o022)
    try:
        folder = tmp_path / "new"
        store = SaveStore(folder)
        store.put(PAGE, "game", "secret")
        reader = sqlite3.connect(store.path)  # so that the files beside it stay
        reader.execute("SELECT * FROM saves").fetchall()
        store.put(PAGE, "game", "more")
        assert rights(folder) == "0o700"
        assert {path.name: rights(path) for path in folder.iterdir()} == dict.fromkeys(
            ("saves.sqlite", "saves.sqlite-wal", "saves.sqlite-shm"), "0o600"
        )
        reader.close()
        folder.chmod(0o755)
        store.path.chmod(0o644)
        SaveStore(folder).get(PAGE, "game")
        assert (rights(folder), rights(store.path)) == ("0o700", "0o600")
    finally:
        os.umask(before)


def test_a_folder_with_other_things_in_it_keeps_its_rights(tmp_path: Path) -> None:
    tmp_path.chmod(0o755)
    (tmp_path / "letters.txt").write_text("")
    store = SaveStore(tmp_path)
    store.put(PAGE, "game", "secret")
    assert (rights(tmp_path), rights(store.path)) == ("0o755", "0o600")


@pytest.mark.parametrize("changes", [False, True])
def test_a_file_of_an_earlier_version_goes_on(tmp_path: Path, changes: bool) -> None:
    """The two forms that files had before they said which version they are of."""
    with sqlite3.connect(tmp_path / "saves.sqlite") as base:
        base.execute(
            "CREATE TABLE saves (page TEXT, slot TEXT, text TEXT NOT NULL, kept REAL NOT NULL,"
            f"{' changes INTEGER NOT NULL DEFAULT 1,' if changes else ''} PRIMARY KEY (page, slot)) WITHOUT ROWID"
        )
        base.execute(
            "INSERT INTO saves (page, slot, text, kept) VALUES (?, 'game', 'old', ?)",
            (PAGE, time.time() - 30 * 86_400),
        )
    base.close()
    store = SaveStore(tmp_path)
    assert store.get(PAGE, "game") == "old"
    assert store.find(PAGE) == Ticket(PAGE, version=1)
    store.rename(PAGE, "An old war")
    assert [game.name for game in store.every()] == ["An old war"]
    assert sql(store, "SELECT version FROM elric_schema") == [(3,)]
    assert store.prune(365, untouched=7) == {}  # it counts as played
    store.put(PAGE, "game", "older", "old")
    assert SaveStore(tmp_path).get(PAGE, "game") == "older"


def test_a_database_of_a_later_version_is_left_alone(store: Store) -> None:
    kept = store()
    kept.put(PAGE, "game", "text")
    sql(kept, "UPDATE elric_schema SET version = 4")
    with pytest.raises(StoreError, match="a later version of this program"):
        store().put(PAGE, "game", "other")
    sql(kept, "UPDATE elric_schema SET version = 2")
    assert store().get(PAGE, "game") == "text"


def test_a_folder_taken_away_is_made_anew(tmp_path: Path) -> None:
    """Removed, or removed and made again, between two acts: the next one keeps the whole text."""
    folder = tmp_path / "saves"
    store = SaveStore(folder)
    store.put(PAGE, "game", "one", "")
    shutil.rmtree(folder)
    store.put(PAGE, "game", "one two", "one")
    assert store.get(PAGE, "game") == "one two"
    shutil.rmtree(folder)
    folder.mkdir()
    assert store.get(PAGE, "game") is None
    store.put(PAGE, "game", "one two three", "one two")
    shutil.rmtree(folder)
    SaveStore(folder).put(OTHER, "game", "somebody else's")
    store.put(PAGE, "game", "one two three four", "one two three")
    assert (store.get(PAGE, "game"), store.get(OTHER, "game")) == ("one two three four", "somebody else's")


def test_a_file_emptied_under_our_hands_is_made_ready_again(tmp_path: Path) -> None:
    store = SaveStore(tmp_path)
    store.put(PAGE, "game", "one", "")
    with sqlite3.connect(store.path) as base:
        base.execute("DROP TABLE saves")
    base.close()
    store.put(PAGE, "game", "one two", "one")
    assert store.get(PAGE, "game") == "one two"


def test_what_goes_wrong_is_told_without_the_hosts_folders(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    """SQLite's own refusals: a full disk, a file that may not be written, one that is busy, one that is none."""
    store = SaveStore(tmp_path)
    store.put(PAGE, "game", "one", "")
    real = sqlite3.connect

    def full(path: Any, **more: Any) -> sqlite3.Connection:
        base = real(path, **more)
        base.execute("PRAGMA max_page_count = 1")
        return base

    def locked(path: Any, **more: Any) -> sqlite3.Connection:
        return real(path, timeout=0.1)

    def read_only(path: Any, **more: Any) -> sqlite3.Connection:
        return real(f"file:{path}?mode=ro", uri=True)

    told = []
    for connect, new in ((full, "x" * 100_000), (read_only, "two")):
        monkeypatch.setattr(sqlite3, "connect", connect)
        with pytest.raises(StoreError) as refused:
            store.put(PAGE, "game", new, "one")
        told.append(str(refused.value))
        monkeypatch.undo()
    holder = real(store.path)
    holder.execute("BEGIN IMMEDIATE")
    monkeypatch.setattr(sqlite3, "connect", locked)
    with pytest.raises(StoreError) as refused:
        store.put(PAGE, "game", "two", "one")
    told.append(str(refused.value))
    monkeypatch.undo()
    holder.close()
    assert store.get(PAGE, "game") == "one"
    store.put(PAGE, "game", "two", "one")
    for beside in tmp_path.iterdir():
        beside.unlink()
    store.path.write_bytes(b"no database at all" * 400)
    with pytest.raises(StoreError) as refused:
        store.get(PAGE, "game")
    told.append(str(refused.value))
    words = ["the disk is full", "nothing may be written there", "it is busy", "its file is damaged"]
    assert [why in text for why, text in zip(words, told, strict=True)] == [True] * 4, told
    assert not any(str(tmp_path) in text or "sqlite" in text.lower() for text in told)
    assert str(tmp_path) in caplog.text  # the host is told where


def aged(store: SaveStore, page: str, days: float) -> None:
    sql(store, "UPDATE saves SET kept = :kept WHERE page = :page", kept=time.time() - days * 86_400, page=page)


def test_old_games_go_and_games_that_nobody_played_go_sooner(store: Store) -> None:
    kept = store()
    for page, days, played in (
        ("played-old", 400, True),
        ("played-10", 10, True),
        ("opened-10", 10, False),
        ("opened-1", 1, False),
    ):
        kept.put(page, "game", "new", "", fresh=True)
        if played:
            kept.put(page, "game", "played", "new")
        aged(kept, page, days)
    assert kept.prune(0) == {}
    assert kept.prune(365, untouched=7) == {"old": 2}
    assert [bool(kept.get(page, "game")) for page in ("played-old", "played-10", "opened-10", "opened-1")] == [
        False, True, False, True,
    ]  # fmt: skip


def test_a_flood_of_new_games_does_not_push_out_those_that_are_played(store: Store) -> None:
    kept = store()
    kept.put("played-long-ago", "game", "played")
    kept.put("played-long-ago", "unread", "beside it")
    aged(kept, "played-long-ago", 300)
    for n in range(30):
        kept.put(f"opened-{n:04}", "game", "new", "", fresh=True)
    assert kept.prune(365, most=10, untouched=7) == {"too many": 21}
    assert kept.get("played-long-ago", "game") == "played"
    assert kept.get("played-long-ago", "unread") == "beside it"


def test_pruning_takes_all_that_belongs_to_a_game(store: Store) -> None:
    """Its links, its line and its place on a list go with it; a game deleted long ago goes too."""
    kept = store()
    for page in (PAGE, OTHER):
        kept.put(page, "game", "text")
        kept.shelve(SHELF, page)
        kept.share(page, 0)
    aged(kept, PAGE, 400)
    kept.delete(OTHER)
    assert kept.prune(365) == {"old": 1}
    kept.restore(OTHER)
    kept.delete(OTHER)
    sql(kept, "UPDATE games SET deleted = :then", then=time.time() - 31 * 86_400)
    assert kept.prune(365) == {"deleted": 1}
    for table in ("saves", "games", "links", "shelves"):
        assert sql(kept, f"SELECT COUNT(*) FROM {table}") == [(0,)], table


# --- addresses


def test_an_address_for_a_seat_is_another_than_the_owners_and_cannot_be_guessed(store: Store) -> None:
    kept = store()
    kept.put(PAGE, "game", "text")
    seat, watch = kept.share(PAGE, 1), kept.share(PAGE)
    assert len({seat, watch, PAGE}) == 3
    assert all(re.fullmatch("[0-9a-f]{32}", key) for key in (seat, watch)), "128 bits"
    there = {key: store().find(key) for key in (seat, watch, PAGE)}
    assert [(t.page, t.role, t.seat, t.missing, t.away) for t in there.values()] == [
        (PAGE, "seat", 1, "", (1,)),
        (PAGE, "watch", -1, "", (1,)),
        (PAGE, "owner", -1, "", (1,)),
    ]
    assert kept.links(PAGE) == [Link(seat, 1), Link(watch, -1)]


def test_a_link_taken_back_opens_nothing(store: Store) -> None:
    kept = store()
    kept.put(PAGE, "game", "text")
    key = kept.share(PAGE, 0)
    before = kept.find(PAGE).version
    kept.revoke(OTHER, key)  # not his
    assert kept.find(key).missing == ""
    kept.revoke(PAGE, key)
    assert (kept.find(key).missing, kept.find(key).page) == ("revoked", "")
    assert kept.find(PAGE).away == ()
    assert kept.find(PAGE).version > before, "who looks on is told"


def test_a_seats_new_link_takes_the_place_of_its_old_one(store: Store) -> None:
    kept = store()
    kept.put(PAGE, "game", "text")
    old, new = kept.share(PAGE, 0), kept.share(PAGE, 0)
    assert (kept.find(old).missing, kept.find(new).missing) == ("revoked", "")
    assert kept.links(PAGE) == [Link(new, 0)]


def test_an_invented_address_opens_nothing(store: Store) -> None:
    kept = store()
    assert kept.find("0" * 32).missing == "unknown"
    with pytest.raises(ValueError, match="not the id"):
        kept.find("../../etc/passwd")
    with pytest.raises(StoreError, match="no such game"):
        kept.share("0" * 32, 1)
    with pytest.raises(StoreError, match="no such game"):
        kept.rename("0" * 32, "x")


def test_a_game_has_only_so_many_links(store: Store) -> None:
    kept = store()
    kept.put(PAGE, "game", "text")
    for _ in range(24):
        kept.share(PAGE)
    with pytest.raises(StoreError, match="24 links"):
        kept.share(PAGE)
    kept.revoke(PAGE, kept.links(PAGE)[0].key)
    kept.share(PAGE)


def test_every_change_is_a_new_version(store: Store) -> None:
    """Whoever looks on at a game asks for this number alone."""
    kept, seen = store(), []
    for change in (
        lambda: kept.put(PAGE, "game", "a"),
        lambda: kept.put(PAGE, "game", "b", "a"),
        lambda: kept.share(PAGE, 0),
        lambda: kept.delete(PAGE),
        lambda: kept.restore(PAGE),
        lambda: kept.rename(PAGE, "War"),
    ):
        change()
        seen.append(store().find(PAGE).version)
    assert seen == sorted(set(seen))


# --- lists of games


def test_a_list_of_games(store: Store) -> None:
    """Named, the last played first; nobody else's are on it."""
    kept = store()
    for n, page in enumerate((PAGE, OTHER, "abcdef012347")):
        kept.put(page, "game", f"text {n}", about=f"War, turn {n}")
        aged(kept, page, 10 - n)
    kept.shelve(SHELF, PAGE)
    kept.shelve(SHELF, OTHER)
    kept.shelve(SHELF, OTHER)
    kept.rename(PAGE, "  Our\n war ")
    assert [(g.key, g.name, g.about) for g in store().shelf(SHELF)] == [
        (OTHER, "", "War, turn 1"),
        (PAGE, "Our war", "War, turn 0"),
    ]
    kept.put(PAGE, "game", "more", "text 0", about="War, turn 5")
    assert [(g.name, g.about) for g in store().shelf(SHELF)] == [("Our war", "War, turn 5"), ("", "War, turn 1")]
    assert store().shelf("6" * 32) == []
    seat, guest = kept.share(PAGE, 1), "7" * 32
    kept.shelve(guest, seat)
    assert [(g.key, g.name, g.seat) for g in store().shelf(guest)] == [(seat, "Our war", 1)]
    kept.revoke(PAGE, seat)
    assert store().shelf(guest) == []


def test_a_deleted_game_can_be_brought_back_and_is_not_played_on(store: Store) -> None:
    kept = store()
    kept.put(PAGE, "game", "text")
    kept.shelve(SHELF, PAGE)
    seat = kept.share(PAGE, 0)
    kept.delete(PAGE)
    assert (kept.find(PAGE).missing, kept.find(seat).missing) == ("deleted", "deleted")
    assert kept.shelf(SHELF)[0].deleted > 0
    with pytest.raises(StoreError, match="has been deleted"):
        kept.put(PAGE, "game", "text two", "text")
    kept.restore(PAGE)
    assert (kept.find(PAGE).missing, kept.find(seat).missing, kept.get(PAGE, "game")) == ("", "", "text")
    kept.put(PAGE, "game", "text two", "text")


# --- PostgreSQL's own bad days


def test_a_database_that_is_away_for_a_while(server: postgres.PostgreSQL, caplog: pytest.LogCaptureFixture) -> None:
    kept = SaveStore(server.database())
    kept.put(PAGE, "game", "one", "")
    server.stop()
    try:
        with pytest.raises(StoreError) as refused:
            kept.put(PAGE, "game", "one two", "one")
        assert "it cannot be reached" in str(refused.value)
        assert "sock" not in str(refused.value).lower()
        assert "elric-pg-" in caplog.text, "the host is told where"
    finally:
        server.start()
    kept.put(PAGE, "game", "one two", "one")
    assert kept.get(PAGE, "game") == "one two"


def test_two_servers_that_prepare_one_database_at_once(server: postgres.PostgreSQL) -> None:
    place, start, failed = server.database(), threading.Barrier(6), []

    def open_it(n: int) -> None:
        start.wait()
        try:
            SaveStore(place).put(f"page-number-{n}", "game", "text")
        except Exception as error:
            failed.append(error)

    workers = [threading.Thread(target=open_it, args=(n,)) for n in range(6)]
    for worker in workers:
        worker.start()
    for worker in workers:
        worker.join()
    assert failed == []
    assert len(SaveStore(place).every()) == 6


@pytest.mark.parametrize("address", ["mysql://x/y", "no address", "postgresql+unknown-driver", "sqlite:///x.db"])
def test_an_address_that_is_no_database_of_ours(address: str) -> None:
    with pytest.raises(ValueError, match=r"address of a database|SQLite or PostgreSQL"):
        SaveStore(address)
