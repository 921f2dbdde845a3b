"""`elric games`: what a host does with the games that are kept."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from elric.app.cli import main
from elric.app.store import SaveStore
from elric.young_kingdoms.game import Game


def test_a_game_is_brought_in_listed_taken_out_deleted_and_restored(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    text = Game("successor", "chaosium", 7).save()
    (tmp_path / "in.txt").write_text(text)
    here = ["--saves", str(tmp_path / "saves")]
    assert main(["games", "list", *here]) == 0
    assert "No games" in capsys.readouterr().out
    assert main(["games", "import", *here, str(tmp_path / "in.txt")]) == 0
    key = capsys.readouterr().out.strip()
    assert main(["games", "list", "--json", *here]) == 0
    (listed,) = json.loads(capsys.readouterr().out)
    assert (listed["id"], listed["scenario"], listed["deleted"]) == (key, "Successor to the Bright Empire", None)
    assert main(["games", "export", *here, key, str(tmp_path / "out.txt")]) == 0
    assert (tmp_path / "out.txt").read_text() == text
    assert main(["games", "export", *here, key]) == 0
    assert capsys.readouterr().out == text
    assert main(["games", "delete", *here, key]) == 0
    assert SaveStore(tmp_path / "saves").find(key).missing == "deleted"
    assert main(["games", "list", *here]) == 0
    assert key in capsys.readouterr().out
    assert main(["games", "restore", *here, key]) == 0
    assert SaveStore(tmp_path / "saves").find(key).missing == ""


def test_what_is_not_there_gets_one_line(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    here = ["--saves", str(tmp_path)]
    (tmp_path / "no.txt").write_text("nonsense")
    for words, status in (
        (["export", *here, "0" * 32], 2),
        (["delete", *here, "0" * 32], 1),
        (["delete", *here, "../x"], 2),
        (["import", *here, str(tmp_path / "no.txt")], 2),
        (["import", *here, str(tmp_path / "missing.txt")], 1),
        (["list", "--database", "mysql://x/y"], 2),
    ):
        assert main(["games", *words]) == status
        told = capsys.readouterr().err
        assert told.count("\n") == 1, told
        assert "Traceback" not in told
