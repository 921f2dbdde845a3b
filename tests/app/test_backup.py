"""The copy that a host takes of the games, and what the recipes of deploy/ say."""

from __future__ import annotations

import re
import runpy
import shutil
import sqlite3
import stat
import threading
from pathlib import Path

import pytest

from elric.app.cli import build_parser
from elric.app.store import SaveStore

DEPLOY = Path(__file__).resolve().parents[2] / "deploy"
PAGE = "a" * 32


@pytest.fixture(scope="module")
def backup() -> object:
    return runpy.run_path(str(DEPLOY / "backup.py"))["backup"]


def test_a_copy_taken_while_games_are_written_is_whole_and_comes_back(backup: object, tmp_path: Path) -> None:
    store = SaveStore(tmp_path / "games")
    store.put(PAGE, "game", "first")
    stop = threading.Event()

    def write() -> None:
        other = SaveStore(tmp_path / "games")
        n = 0
        while not stop.is_set():
            n += 1
            other.put(f"{n:032}", "game", "text " * 2000)

    writer = threading.Thread(target=write)
    writer.start()
    try:
        copies = [tmp_path / f"copy{n}" for n in range(3)]
        counts = [backup(tmp_path / "games", copy) for copy in copies]  # type: ignore[operator]
    finally:
        stop.set()
        writer.join()
    assert counts == sorted(counts)
    assert counts[0] >= 1
    assert stat.S_IMODE(copies[-1].stat().st_mode) == 0o600
    (tmp_path / "again").mkdir()
    shutil.copy(copies[-1], tmp_path / "again" / "saves.sqlite")
    restored = SaveStore(tmp_path / "again")
    assert restored.get(PAGE, "game") == "first"
    restored.put(PAGE, "game", "second", "first")
    assert store.get(PAGE, "game") == "first"


def test_a_copy_that_failed_leaves_the_one_before(backup: object, tmp_path: Path) -> None:
    with pytest.raises(FileNotFoundError, match="no games"):
        backup(tmp_path, tmp_path / "copy")  # type: ignore[operator]
    (tmp_path / "saves.sqlite").write_bytes(b"this is no database" * 1000)
    (tmp_path / "copy").write_text("yesterday's")
    with pytest.raises(sqlite3.Error):
        backup(tmp_path, tmp_path / "copy")  # type: ignore[operator]
    assert (tmp_path / "copy").read_text() == "yesterday's"


def test_the_recipes_use_options_there_are() -> None:
    unit = (DEPLOY / "elric@.service").read_text()
    (words,) = re.findall(r"^ExecStart=\S+/elric (.+)$", unit, re.M)
    args = build_parser().parse_args(words.replace("%i", "8866").split())
    assert (args.port, args.proxy, args.log) == (8866, True, "json")
    assert "KillMode=mixed" in unit, "kernels are not to be told to stop while the server lets them end their act"
    text = (DEPLOY / "README.md").read_text()
    for line in re.findall(r"^ +(?:\S+/)?elric (serve .+)$", text, re.M):
        build_parser().parse_args(re.sub(r"\s+#.*", "", line).split())
