"""The command line: every command as text and as JSON, and one plain line when something is not understood."""

from __future__ import annotations

import json
from functools import cache
from pathlib import Path
from typing import Any

import pytest

import elric
from elric.app.cli import main
from elric.app.commands import clauses
from elric.kernel import running
from elric.young_kingdoms.components import law
from elric.young_kingdoms.components.board import BOARD, MOUNTAIN, maps_folder
from elric.young_kingdoms.definition import YoungKingdoms
from elric.young_kingdoms.position.state import State


def said(capsys: pytest.CaptureFixture[str], *argv: str, status: int = 0) -> str:
    assert main(argv) == status
    out = capsys.readouterr()
    if status == 2:
        assert out.out == ""
        assert out.err.count("\n") == 1, out.err
        return out.err
    assert out.err == ""
    return out.out


def data(capsys: pytest.CaptureFixture[str], *argv: str, status: int = 0) -> Any:
    return json.loads(said(capsys, *argv, "--json", status=status))


def test_scenarios(capsys: pytest.CaptureFixture[str]) -> None:
    rows = data(capsys, "scenarios")
    assert [r["key"] for r in rows] == [s.key for s in elric.scenarios()]
    for r, s in zip(rows, elric.scenarios(), strict=True):
        assert r["title"] == s.title
        assert r["seats"] == s.seats
        assert tuple(r["editions"]) == s.editions
        assert set(r["clauses"]) == set(s.editions)
        assert len(r["groups"]) == len(s.groups)
    text = said(capsys, "scenarios")
    assert all(s.key in text and s.title in text for s in elric.scenarios())


def test_clauses(capsys: pytest.CaptureFixture[str]) -> None:
    rows = data(capsys, "clauses")
    assert len(rows) == len(elric.clauses())
    fields = {"edition", "number", "title", "says", "kind", "twins", "switches", "ruling"}
    behind = {"rulings", "code", "cases", "steps"}
    assert all(set(r) == fields | behind for r in rows)
    wall = next(r for r in rows if (r["edition"], r["number"]) == ("avalon-hill", "6.571"))
    assert "wall-equal" in wall["rulings"]
    assert "elric.young_kingdoms.combat_phase.resolution.falls" in wall["code"]
    assert "test_cities.py::test_both_7_5_7_and_6_571_equal_is_enough" in wall["cases"]
    assert wall["steps"]
    for edition in ("chaosium", "avalon-hill"):
        some = data(capsys, "clauses", "--edition", edition)
        assert some == [r for r in rows if r["edition"] == edition]
    found = data(capsys, "clauses", "--edition", "avalon-hill", "--find", "walls")
    assert found
    assert {r["edition"] for r in found} == {"avalon-hill"}
    text = said(capsys, "clauses", "--edition", "chaosium")
    assert "chaosium 10.6" in text
    assert "avalon-hill" not in text.replace("avalon-hill edition", "")
    assert "No clause" in said(capsys, "clauses", "--find", "xyzzy")


def test_the_table_of_switches(capsys: pytest.CaptureFixture[str]) -> None:
    rows = data(capsys, "clauses", "--switches")
    assert [r["key"] for r in rows] == list(law.switches())
    for r in rows:
        switch = law.switches()[r["key"]]
        assert r["values"] == dict(switch.values)
        assert r["choices"] == list(switch.choices)
        assert r["says"] == switch.says
        for edition in law.EDITIONS:
            for c in r["clauses"][edition]:
                assert c["says"] == law.clause_words(edition, c["number"])
        assert any(r["clauses"].values()), r["key"]
    text = said(capsys, "clauses", "--switches")
    assert all(f"\n{key}\n" in f"\n{text}\n" for key in law.switches())
    assert "Chaosium 1981: 1" in text
    assert "9.92 " in text
    one = said(capsys, "clauses", "--switches", "--edition", "avalon-hill", "--find", "ride on past")
    assert one.startswith("overrun_ratio")
    assert "Avalon Hill 1984: 2" in one
    assert "Chaosium 1981" not in one
    assert "No switch" in said(capsys, "clauses", "--switches", "--find", "xyzzy")


@pytest.mark.slow
def test_one_clause_and_where_it_is_carried(capsys: pytest.CaptureFixture[str]) -> None:
    (overrun,) = data(capsys, "clauses", "9.92")
    assert overrun["title"] == "Overruns"
    text = said(capsys, "clauses", "9.92")
    assert "elric.young_kingdoms.march.overrun" in text
    assert "test_" in text.partition("cases:")[2].partition("steps:")[0]
    assert {r["edition"] for r in data(capsys, "clauses", "5.0")} == {"chaosium"}
    assert main(["clauses", "9.921x"]) == 2
    assert "did you mean" in capsys.readouterr().err


def test_clauses_that_random_play_comes_to(capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(clauses, "reached", cache(clauses.reached))  # the same games, told twice
    argv = ("clauses", "--reach", "1", "--edition", "chaosium")
    games = {r["number"]: r for r in data(capsys, *argv)}
    assert games["7.2"]["games"] > games["13.4B"]["games"]  # everybody marches, hardly anybody lets go of a spell
    assert games["16.7"]["cases"] > 0
    text = said(capsys, *argv)
    assert "Reached by random play" in text
    assert "Reached by neither: 0" in text


def test_board(capsys: pytest.CaptureFixture[str]) -> None:
    b = data(capsys, "board")
    assert [a["id"] for a in b["areas"]] == list(BOARD.ids)
    touch = {a["id"]: set(a["touches"]) for a in b["areas"]}
    for x, y in b["adjacencies"]:
        assert y in touch[x]
        assert x in touch[y]
    assert sum(map(len, touch.values())) == 2 * len(b["adjacencies"])
    assert all(not a["touches"] for a in b["areas"] if a["kind"] == "mountain")
    assert b["counts"]["mountain"] == BOARD.kind.count(MOUNTAIN)
    assert b["cut_off"] == []
    text = said(capsys, "board")
    assert all(i in text for i in BOARD.ids)


def test_looking_over_a_board_file(capsys: pytest.CaptureFixture[str], tmp_path: Path) -> None:
    good = maps_folder() / "board.json"
    assert "can be played on" in said(capsys, "board", "--check", str(good))
    spec = json.loads(good.read_text(encoding="utf-8"))
    spec["edges"].append(["pan_tang", "atlantis"])
    spec["areas"][0]["kind"] = "swamp"
    bad = tmp_path / "bad.json"
    bad.write_text(json.dumps(spec), encoding="utf-8")
    assert main(["board", "--check", str(bad)]) == 2
    head, *told = capsys.readouterr().err.splitlines()
    assert head == "elric: bad.json has 2 faults:"
    assert told == [
        "- tarkesh_west: kind must be land, sea or mountain, not 'swamp'",
        "- a border names 'atlantis', which is no area",
    ]
    (tmp_path / "list.json").write_text("[]", encoding="utf-8")
    (tmp_path / "torn.json").write_text('{"areas": [', encoding="utf-8")
    for name in ("list.json", "torn.json", "missing.json"):
        assert name in said(capsys, "board", "--check", str(tmp_path / name), status=2)


def test_playouts(capsys: pytest.CaptureFixture[str]) -> None:
    argv = ("playout", "--scenario", "duel", "--edition", "chaosium", "--games", "3", "--seed", "5")
    (row,) = data(capsys, *argv)
    assert (row["scenario"], row["edition"], row["games"], row["first_seed"]) == ("duel", "chaosium", 3, 5)
    assert row["transitions"] > 0
    assert row["seconds"] > 0
    assert row["broken"] == []
    assert sum(e["games"] for e in row["endings"]) == 3 == sum(row["winners"].values())
    assert all(e["clause"] and e["how"] for e in row["endings"])
    again = data(capsys, *argv)[0]
    assert {k: v for k, v in again.items() if k != "seconds"} == {k: v for k, v in row.items() if k != "seconds"}
    text = said(capsys, *argv)
    assert "duel" in text
    assert f"[{row['endings'][0]['clause']}]" in text


def test_playouts_of_everything(capsys: pytest.CaptureFixture[str]) -> None:
    rows = data(capsys, "playout", "--games", "1", "--by-verb")
    assert [(r["scenario"], r["edition"]) for r in rows] == [
        (s.key, e) for s in elric.scenarios() for e in ("chaosium", "avalon-hill") if e in s.editions
    ]
    assert not any(r["broken"] for r in rows)


def test_house_rules_can_be_played_out(capsys: pytest.CaptureFixture[str]) -> None:
    (row,) = data(capsys, "playout", "--scenario", "duel", "--edition", "chaosium, imrryr_wins=at-end", "--games", "1")
    assert row["rules"] == "chaosium, imrryr_wins=at-end"


def test_a_game_that_breaks_is_reported_with_its_seed_and_a_save(
    capsys: pytest.CaptureFixture[str], tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    real, calls = running.apply, [0]

    def break_down(*args: Any) -> None:
        calls[0] += 1
        if calls[0] == 40:
            raise ZeroDivisionError("the die rolled under the table")
        real(*args)

    monkeypatch.setattr(running, "apply", break_down)
    argv = ("playout", "--scenario", "successor", "--edition", "chaosium", "--games", "1", "--seed", "9")
    (row,) = data(capsys, *argv, "--crash-dir", str(tmp_path / "crashes"), status=1)
    monkeypatch.undo()
    (fault,) = row["broken"]
    assert fault["seed"] == 9
    assert fault["after"] == 39
    assert "under the table" in fault["what"]
    g = elric.load(Path(fault["file"]).read_text(encoding="utf-8"))
    assert len(g.record) == 40  # "begin", and every action up to the crash
    text = fault["what"].split("“")[-1].rstrip("”")
    assert g.verdict(elric.parse_action(text)).ok


def test_playouts_can_vary_the_switches(capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch) -> None:
    """Each game has switches of its own, the same for a seed; a fault is reported with them."""
    monkeypatch.setattr(YoungKingdoms, "broken", lambda definition, s: ["a ship stands in the mountains"])
    argv = ("playout", "--scenario", "successor", "--edition", "chaosium", "--games", "6", "--vary")
    (row,) = data(capsys, *argv, status=1)
    rules = [b["rules"] for b in row["broken"]]
    assert len(set(rules)) == 6
    assert all(r.startswith("chaosium, ") for r in rules)
    assert [b["rules"] for b in data(capsys, *argv, status=1)[0]["broken"]] == rules


def test_an_impossible_position_is_reported_too(
    capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    def wrong(definition: object, s: State) -> list[str]:
        return ["a ship stands in the mountains"] if s.turn == 2 else []

    monkeypatch.setattr(YoungKingdoms, "broken", wrong)
    (row,) = data(capsys, "playout", "--scenario", "duel", "--games", "1", status=1)
    assert "a ship stands in the mountains" in row["broken"][0]["what"]
    assert "a ship stands in the mountains" in said(capsys, "playout", "--scenario", "duel", "--games", "1", status=1)


@pytest.mark.parametrize(
    ("argv", "hint"),
    [
        (("clauses", "--edition", "chaosum"), 'did you mean "chaosium"?'),
        (("playout", "--scenario", "succesor"), 'did you mean "successor"?'),
        (("playout", "--edition", "avalonhill"), 'did you mean "avalon-hill"?'),
        (("playout", "--edition", "chaosium, overun_ratio=1"), 'did you mean "overrun_ratio"?'),
        (("playout", "--games", "0"), "1 or more"),
        (("clauses", "--reach", "0"), "1 or more"),
        (("playout", "--scenario", "duel", "--edition", "avalon-hill"), "not a scenario of"),
    ],
)
def test_what_is_not_understood_is_answered_in_one_line(
    capsys: pytest.CaptureFixture[str], argv: tuple[str, ...], hint: str
) -> None:
    assert hint in said(capsys, *argv, status=2)


@pytest.mark.parametrize(
    ("argv", "hint"),
    [
        (("playot",), 'did you mean "playout"'),
        (("playout", "--gmaes", "3"), "--gmaes"),
        (("playout", "--games", "many"), "many"),
        ((), "command"),
    ],
)
def test_a_command_line_that_makes_no_sense(
    capsys: pytest.CaptureFixture[str], argv: tuple[str, ...], hint: str
) -> None:
    with pytest.raises(SystemExit) as e:
        main(argv)
    assert e.value.code == 2
    err = capsys.readouterr().err
    assert err.count("\n") == 1, err
    assert hint in err.lower() or hint in err


def test_version_says_which_core_runs(capsys: pytest.CaptureFixture[str]) -> None:
    with pytest.raises(SystemExit):
        main(["--version"])
    interpreted = str(running.__file__).endswith(".py")
    assert ("pure Python" if interpreted else "compiled core") in capsys.readouterr().out


def test_version_and_help(capsys: pytest.CaptureFixture[str]) -> None:
    for argv in (("--version",), ("--help",), ("playout", "--help")):
        with pytest.raises(SystemExit) as e:
            main(argv)
        assert e.value.code == 0
        assert capsys.readouterr().out
