"""The store of games: nothing is written over unseen, nothing is readable by others, and bad days pass."""

from __future__ import annotations

import os
import shutil
import sqlite3
import stat
import threading
import time
from pathlib import Path
from typing import Any

import pytest

from elric.app import store as store_module
from elric.app.store import SaveStore, StoreError
from elric.kernel.record import BehindError

PAGE, OTHER = "abcdef012345", "abcdef012346"


def rights(path: Path) -> str:
    return oct(stat.S_IMODE(path.stat().st_mode))


def test_a_save_goes_only_on_top_of_the_one_it_was_made_from(tmp_path: Path) -> None:
    one, two = SaveStore(tmp_path), SaveStore(tmp_path)
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


def test_of_many_writers_on_one_text_one_gets_through(tmp_path: Path) -> None:
    SaveStore(tmp_path).put(PAGE, "game", "0", "")
    won: list[str] = []
    start = threading.Barrier(8)

    def write(n: int) -> None:
        mine = SaveStore(tmp_path)
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
    assert SaveStore(tmp_path).get(PAGE, "game") == won[0]


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


def test_a_file_of_an_earlier_version_goes_on(tmp_path: Path) -> None:
    with sqlite3.connect(tmp_path / "saves.sqlite") as base:
        base.execute(
            "CREATE TABLE saves (page TEXT, slot TEXT, text TEXT NOT NULL, kept REAL NOT NULL,"
            " PRIMARY KEY (page, slot)) WITHOUT ROWID"
        )
        base.execute("INSERT INTO saves VALUES (?, 'game', 'old', ?)", (PAGE, time.time() - 30 * 86_400))
    base.close()
    store = SaveStore(tmp_path)
    assert store.get(PAGE, "game") == "old"
    assert store.prune(365, untouched=7) == 0  # it counts as played
    store.put(PAGE, "game", "older", "old")
    assert SaveStore(tmp_path).get(PAGE, "game") == "older"


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
    for connect, text in ((full, "x" * 100_000), (read_only, "two")):
        monkeypatch.setattr(store_module.sqlite3, "connect", connect)
        with pytest.raises(StoreError) as refused:
            store.put(PAGE, "game", text, "one")
        told.append(str(refused.value))
        monkeypatch.undo()
    holder = real(store.path)
    holder.execute("BEGIN IMMEDIATE")
    monkeypatch.setattr(store_module.sqlite3, "connect", locked)
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
    with sqlite3.connect(store.path) as base:
        base.execute("UPDATE saves SET kept = ? WHERE page = ?", (time.time() - days * 86_400, page))
    base.close()


def test_old_games_go_and_games_that_nobody_played_go_sooner(tmp_path: Path) -> None:
    store = SaveStore(tmp_path)
    for page, days, played in (
        ("played-old", 400, True),
        ("played-10", 10, True),
        ("opened-10", 10, False),
        ("opened-1", 1, False),
    ):
        store.put(page, "game", "new", "", fresh=True)
        if played:
            store.put(page, "game", "played", "new")
        aged(store, page, days)
    assert store.prune(0) == 0
    assert store.prune(365, untouched=7) == 2
    assert [bool(store.get(page, "game")) for page in ("played-old", "played-10", "opened-10", "opened-1")] == [
        False, True, False, True,
    ]  # fmt: skip


def test_a_flood_of_new_games_does_not_push_out_those_that_are_played(tmp_path: Path) -> None:
    store = SaveStore(tmp_path)
    store.put("played-long-ago", "game", "played")
    store.put("played-long-ago", "unread", "beside it")
    aged(store, "played-long-ago", 300)
    for n in range(30):
        store.put(f"opened-{n:04}", "game", "new", "", fresh=True)
    assert store.prune(365, most=10, untouched=7) == 21
    assert store.get("played-long-ago", "game") == "played"
    assert store.get("played-long-ago", "unread") == "beside it"


def test_a_server_throws_old_games_away_when_it_starts(tmp_path: Path) -> None:
    store = SaveStore(tmp_path)
    store.put(PAGE, "game", "old")
    aged(store, PAGE, 40)
    worker = store.prune_daily(30, 0)
    until = time.monotonic() + 10
    while store.get(PAGE, "game") and time.monotonic() < until:
        time.sleep(0.01)
    assert store.get(PAGE, "game") is None
    assert worker.daemon


def test_a_store_that_cannot_be_used_does_not_end_the_pruning(tmp_path: Path) -> None:
    (tmp_path / "file").write_text("")
    worker = SaveStore(tmp_path / "file").prune_daily(30, 0)
    time.sleep(0.2)
    assert worker.is_alive()
