"""`elric odds` on the command line."""

from __future__ import annotations

import json
from fractions import Fraction
from pathlib import Path

import pytest

from elric.app.cli import main


def test_two_totals_and_a_wall(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["odds", "17", "11+5", "--edition", "avalon-hill", "--json"]) == 0
    told = json.loads(capsys.readouterr().out)
    assert told["win"] == {"attacker": "21/31", "defender": "10/31"}
    assert told["defends_with"] == 16
    assert sum(Fraction(r["chance"]) for r in told["rows"]) == 1
    assert told["city"] == {"falls": "0", "needs": 16}


def test_the_worth_of_the_defenders_can_be_less_than_their_total(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["odds", "30", "11+5", "--worth", "4", "--json"]) == 0
    told = json.loads(capsys.readouterr().out)
    assert told["city"]["needs"] == 9
    assert Fraction(told["city"]["falls"]) > 0


def test_no_wall_no_city(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["odds", "5", "5", "--json"]) == 0
    told = json.loads(capsys.readouterr().out)
    assert told["city"] is None
    assert told["win"]["attacker"] == "1/2"


def test_in_words(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["odds", "17", "11+5"]) == 0
    said = capsys.readouterr().out
    assert "16 in all" in said
    assert "67.7%" in said


def test_a_battle_as_text(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    file = tmp_path / "battle.txt"
    file.write_text("attack: yishana, jharkor-army*5\ndefend: sarosto, dharijor-army*3\nplace: walled\n", "utf-8")
    assert main(["odds", "--battle", str(file), "--json"]) == 0
    told = json.loads(capsys.readouterr().out)
    assert told["odds"]["win"]["attacker"]
    assert main(["odds", "--battle", str(file), "--edition", "chaosium"]) == 0
    assert "Sequaloris" in capsys.readouterr().out


@pytest.mark.parametrize(
    ("args", "words"),
    [
        (["5"], "Two totals are needed"),
        (["5", "x"], "not “x”"),
        (["5", "5+"], "11\\+5"),
        (["5", "5", "--edition", "nowhere"], "no edition"),
        (["5000", "5"], "whole number from 0"),
        (["--battle", "/no/such/file"], "No such file"),
    ],
)
def test_nonsense_is_answered(args: list[str], words: str, capsys: pytest.CaptureFixture[str]) -> None:
    import re

    assert main(["odds", *args]) == 2
    assert re.search(words, capsys.readouterr().err)


def test_a_battle_that_cannot_be_gives_reason_and_clause(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    file = tmp_path / "battle.txt"
    file.write_text("attack: jharkor-army*5\ndefend: sarosto\n", "utf-8")
    assert main(["odds", "--battle", str(file)]) == 2
    assert "9.11" in capsys.readouterr().err
