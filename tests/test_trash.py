"""Old games go into a trash and come back by a command; a wrong clock, a large share or a first hour throw nothing away."""

from __future__ import annotations

import json
import sqlite3
import threading
import time
from collections.abc import Callable, Iterator
from contextlib import closing
from pathlib import Path
from typing import Any

import postgres
import pytest
from sqlalchemy import text

from elric.app.cli import main
from elric.app.clock import CLOCK, Clock
from elric.app.store import SaveStore, StoreError, copies, trash
from elric.app.store.trash import DAY, FIRST_SECONDS, ROUNDS, PruningRefused
from elric.widgets.rooms.kept import new_id

SHELF = "5" * 32


@pytest.fixture(scope="module")
def server() -> Iterator[postgres.PostgreSQL]:
    with postgres.running() as found:
        yield found


@pytest.fixture(params=["sqlite", "postgresql"])
def store(request: pytest.FixtureRequest, tmp_path: Path) -> SaveStore:
    return SaveStore(tmp_path if request.param == "sqlite" else request.getfixturevalue("server").database())


@pytest.fixture(autouse=True)
def clock() -> Iterator[Clock]:
    yield CLOCK
    CLOCK.move(ahead=0.0)


def aged(store: SaveStore, page: str, days: float) -> None:
    store.database.write(
        lambda base: base.execute(
            text("UPDATE saves SET kept = :kept WHERE page = :page"), {"kept": CLOCK.now() - days * DAY, "page": page}
        )
    )


def house(store: SaveStore, played: int, old: int = 0) -> list[str]:
    """So many games that are played, the first of them last played 400 days ago."""
    pages = [new_id() for _ in range(played)]
    for n, page in enumerate(pages):
        store.put(page, "game", f"text {n}")
        store.put(page, "bench", "branches")
        store.shelve(SHELF, page)
        store.share(page, 0)
        if n < old:
            aged(store, page, 400)
    return pages


def everything(store: SaveStore) -> dict[str, list[Any]]:
    told = {"saves": "page, slot, text", "games": "page, name, about", "links": "*", "shelves": "shelf, key"}
    return {
        table: store.database.read(
            lambda base, table=table, what=what: sorted(map(tuple, base.execute(text(f"SELECT {what} FROM {table}"))))
        )
        for table, what in told.items()
    }


def test_what_goes_lies_in_the_trash_and_comes_back_whole(store: SaveStore) -> None:
    pages = house(store, 20, old=2)
    before = everything(store)
    assert store.prune(365, untouched=7) == {"old": 2}
    assert [store.get(page, "game") for page in pages[:3]] == [None, None, "text 2"]
    assert {thrown.page for thrown in store.thrown()} == set(pages[:2])
    assert store.bring_back([pages[0]]) == 1
    assert store.get(pages[0], "game") == "text 0"
    assert store.bring_back() == 1
    assert store.bring_back() == 0
    assert everything(store) == before
    assert store.prune(365, untouched=7) == {}, "what was brought back stays"
    store.put(pages[0], "game", "text 0 and more", "text 0")


@pytest.mark.parametrize("days", [400, 40_000])
def test_a_clock_far_ahead_throws_nothing_away(store: SaveStore, days: float) -> None:
    house(store, 2)
    CLOCK.move(ahead=days * DAY)
    with pytest.raises(PruningRefused):
        store.prune(365, 20_000, untouched=7)
    assert len(store.every()) == 2
    # nor when somebody has played under the wrong clock already
    store.put(new_id(), "game", "text")
    with pytest.raises(PruningRefused, match="2 of 3"):
        store.prune(365, 20_000, untouched=7)
    assert len(store.every()) == 3


def test_a_clock_that_was_behind_throws_nothing_away(store: SaveStore) -> None:
    """Kept while the clock stood at 1970: by the right one all of them are old."""
    CLOCK.move(ahead=-50 * 365 * DAY)
    house(store, 5)
    CLOCK.move(ahead=0.0)
    with pytest.raises(PruningRefused):
        store.prune(365, untouched=7)
    house(store, 5)
    with pytest.raises(PruningRefused, match="5 of 10"):
        store.prune(365, untouched=7)
    assert len(store.every()) == 10


def test_a_clock_that_is_behind_throws_nothing_away(store: SaveStore) -> None:
    house(store, 3, old=1)
    CLOCK.move(ahead=-2 * DAY)
    with pytest.raises(PruningRefused, match="later than it is now"):
        store.prune(365, untouched=7)


def test_the_trash_is_emptied_by_clock_and_by_rounds_never_by_the_clock_alone(store: SaveStore) -> None:
    house(store, 20, old=1)
    store.prune(365, untouched=7)
    CLOCK.move(ahead=400 * DAY)
    store.put(new_id(), "game", "text")
    for _ in range(3):
        with pytest.raises(PruningRefused):
            store.prune(365, untouched=7)
    assert len(store.thrown()) == 1
    CLOCK.move(ahead=0.0)
    store.database.write(
        lambda base: base.execute(text("DELETE FROM saves WHERE kept > :now"), {"now": CLOCK.now() + 1})
    )
    CLOCK.move(ahead=31 * DAY)
    store.prune(365, untouched=7)
    assert len(store.thrown()) == 1, "so many days in a few rounds"
    CLOCK.move(ahead=0.0)
    for _ in range(ROUNDS + 5):
        store.prune(365, untouched=7)
    assert len(store.thrown()) == 1, "so many rounds in one day"
    CLOCK.move(ahead=31 * DAY)
    assert store.prune(365, untouched=7) == {"gone for good": 1}
    assert store.thrown() == []


def test_too_many_bytes_go_as_too_many_games_do(store: SaveStore) -> None:
    """Those that nobody has played first, then the oldest."""
    pages = house(store, 10)
    for n, page in enumerate(pages):
        aged(store, page, 10 - n)
    for _ in range(5):
        store.put(new_id(), "game", "x" * 1000, "", fresh=True)
    assert store.size() > 5000
    assert store.prune(0, size=1000) == {"too much": 5}
    assert store.prune(0, size=store.size() - 1) == {"too much": 1}
    assert store.get(pages[0], "game") is None
    assert store.get(pages[1], "game") == "text 1"


def until(done: Callable[[], Any], seconds: float = 20) -> bool:
    end = time.monotonic() + seconds
    while not done() and time.monotonic() < end:
        time.sleep(0.02)
    return bool(done())


def test_a_server_throws_nothing_away_in_its_first_hour_and_says_what_it_does(
    tmp_path: Path, caplog: pytest.LogCaptureFixture, monkeypatch: pytest.MonkeyPatch
) -> None:
    clock, told = Clock(), []
    monkeypatch.setattr(trash, "CLOCK", clock)
    monkeypatch.setattr(trash, "note", lambda event, **about: told.append((event, about)))
    store = SaveStore(tmp_path)
    old = house(store, 20, old=1)[0]
    assert store.prune_daily(365, 0).daemon
    clock.move(passed=FIRST_SECONDS - 10)
    time.sleep(0.3)
    assert store.get(old, "game")
    assert told == []
    clock.move(passed=11)
    assert until(lambda: told)
    assert store.get(old, "game") is None
    assert (told[0][0], told[0][1]["thrown"]) == ("pruning", "1 old")
    # and a clock that jumps while it runs is not believed
    next_ = house(store, 40, old=2)[0]
    told.clear()
    clock.move(ahead=clock.ahead + 30 * DAY)
    clock.move(passed=DAY)
    assert until(lambda: told)
    assert "was set" in told[0][1]["refused"]
    assert store.get(next_, "game")
    clock.move(passed=DAY)
    assert until(lambda: len(told) > 1)


def test_a_store_that_cannot_be_used_does_not_end_the_pruning(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    clock = Clock()
    monkeypatch.setattr(trash, "CLOCK", clock)
    (tmp_path / "file").write_text("")
    worker = SaveStore(tmp_path / "file").prune_daily(30, 0)
    for _ in range(3):
        clock.move(passed=DAY)
        time.sleep(0.1)
    assert worker.is_alive()


def test_the_commands_of_the_trash(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    store = SaveStore(tmp_path)
    pages = house(store, 4, old=2)
    here = ["--saves", str(tmp_path)]
    assert main(["games", "prune", *here]) == 1
    assert "2 of 4 games" in capsys.readouterr().err
    assert len(store.every()) == 4
    assert main(["games", "prune", "--sure", *here]) == 0
    assert main(["games", "trash", "--json", *here]) == 0
    printed = capsys.readouterr().out
    assert {row["id"] for row in json.loads(printed[printed.index("[") :])} == set(pages[:2])
    assert main(["games", "bring-back", pages[1], *here]) == 0
    assert main(["games", "bring-back", *here]) == 0
    assert len(store.every()) == 4
    assert store.thrown() == []


# --- backup and restore


@pytest.mark.parametrize("into", ["sqlite", "postgresql"])
def test_a_backup_taken_while_games_are_written_is_whole_and_restored_by_one_command(
    store: SaveStore,
    into: str,
    tmp_path: Path,
    request: pytest.FixtureRequest,
    capsys: pytest.CaptureFixture[str],
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    """From either kind of database into either, while somebody writes; what is restored is of one moment."""
    pages = house(store, 6)
    store.delete(pages[5])
    source = (
        str(store.database.engine.url.render_as_string(hide_password=False))
        if "postgres" in store.database.place
        else ""
    )
    here = ["--database", source] if source else ["--saves", str(store.path.parent)]
    stop, written = threading.Event(), threading.Event()

    def write() -> None:
        n = 0
        while not stop.is_set():
            n += 1
            first, second = new_id(), new_id()
            store.put(first, "game", f"pair {n} {'x' * 2000}")
            store.put(second, "game", f"pair {n} {'x' * 2000}")
            written.set()

    def select(*what: Any) -> Any:
        """Between one table and the next somebody has written."""
        written.clear()
        written.wait(5)
        return copied(*what)

    writer, copied = threading.Thread(target=write), copies.select
    writer.start()
    try:
        with monkeypatch.context() as slow:
            slow.setattr(copies, "select", select)
            assert main(["backup", str(tmp_path / "copy.sqlite"), *here]) == 0
    finally:
        stop.set()
        writer.join()
    assert (tmp_path / "copy.sqlite").stat().st_mode & 0o777 == 0o600
    with closing(sqlite3.connect(tmp_path / "copy.sqlite")) as copy:
        ((games_, saves_),) = copy.execute("SELECT (SELECT count(*) FROM games), count(DISTINCT page) FROM saves")
        assert games_ == saves_
    other = tmp_path / "other"
    there = (
        ["--saves", str(other)] if into == "sqlite" else ["--database", request.getfixturevalue("server").database()]
    )
    assert main(["restore", str(tmp_path / "copy.sqlite"), *there]) == 0
    restored = SaveStore(other if into == "sqlite" else there[1])
    games = restored.every()
    assert len(games) >= 6
    numbers = sorted(
        int((restored.get(g.key, "game") or "").split()[1])
        for g in games
        if "pair" in (restored.get(g.key, "game") or "")
    )
    assert numbers == sorted([*range(1, len(numbers) // 2 + 1), *range(1, (len(numbers) + 1) // 2 + 1)])
    for page in pages:
        assert restored.get(page, "game") == store.get(page, "game")
        assert restored.links(page) == store.links(page)
        assert restored.find(page).missing == store.find(page).missing
    assert [g.key for g in restored.shelf(SHELF)] == [g.key for g in store.shelf(SHELF)]
    restored.put(pages[0], "game", "text 0 and more", "text 0")
    # a second restore would write over games: only when it is said
    capsys.readouterr()
    assert main(["restore", str(tmp_path / "copy.sqlite"), *there]) == 1
    assert "--replace" in capsys.readouterr().err
    assert restored.get(pages[0], "game") == "text 0 and more"
    before = restored.find(pages[0]).version
    assert main(["restore", str(tmp_path / "copy.sqlite"), "--replace", *there]) == 0
    assert restored.get(pages[0], "game") == "text 0"
    assert restored.find(pages[0]).version > before, "an open page notices it"


def test_a_backup_that_failed_leaves_the_one_before(tmp_path: Path) -> None:
    (tmp_path / "copy").write_text("yesterday's")
    assert main(["backup", str(tmp_path / "copy"), "--saves", str(tmp_path / "nowhere")]) == 1
    assert not (tmp_path / "nowhere").exists()
    (tmp_path / "games").mkdir()
    (tmp_path / "games" / "saves.sqlite").write_bytes(b"this is no database" * 1000)
    assert main(["backup", str(tmp_path / "copy"), "--saves", str(tmp_path / "games")]) == 1
    assert (tmp_path / "copy").read_text() == "yesterday's"
    assert list(tmp_path.glob("copy*")) == [tmp_path / "copy"]


@pytest.mark.parametrize("what", ["none", "garbage", "empty"])
def test_what_is_no_backup_is_not_restored(tmp_path: Path, what: str) -> None:
    store = SaveStore(tmp_path / "games")
    store.put("a" * 32, "game", "text")
    file = tmp_path / "copy"
    if what == "garbage":
        file.write_bytes(b"this is no database" * 1000)
    elif what == "empty":
        sqlite3.connect(file).close()
    assert main(["restore", str(file), "--replace", "--saves", str(tmp_path / "games")]) == 1
    assert store.get("a" * 32, "game") == "text"


def test_a_refusal_is_an_error_of_the_store() -> None:
    assert issubclass(PruningRefused, StoreError)
