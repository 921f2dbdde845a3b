"""The quick reference shows what the engine uses, figure by figure."""

from __future__ import annotations

import json
import re

import pytest

from elric.app.cli import main
from elric.young_kingdoms.combat import battle
from elric.young_kingdoms.components import board, law, pieces, spells
from elric.young_kingdoms.teaching import quickref
from elric.young_kingdoms.teaching.glossary import GLOSSARY as glossary

SECTIONS = {e: {s.key: s for s in quickref.sections(e)} for e in law.EDITIONS}


@pytest.mark.parametrize("edition", law.EDITIONS)
def test_results_are_the_engine_s(edition: str) -> None:
    rows = SECTIONS[edition]["results"].rows
    assert len(rows) == len(battle.TABLE)
    for row in rows:
        ends = [int(n) for n in re.findall(r"\d+", row[0])]
        for difference in (ends[0], ends[-1]):
            found = battle.TABLE[battle.row(difference)]
            assert (found[2], "all" if found[1] < 0 else str(found[1])) == row[1:]


@pytest.mark.parametrize("edition", law.EDITIONS)
def test_walls_spells_and_boxes_are_the_engine_s(edition: str) -> None:
    found = SECTIONS[edition]
    assert [r[1] for r in found["walls"].rows[:3]] == [f"+{board.WALL_CITY}", f"+{board.WALL_CAPITAL}", "+0"]
    assert [r[0] for r in found["spells"].rows] == list(spells.NAMES)
    for i, r in enumerate(found["spells"].rows):
        assert r[2].strip("()") == (str(spells.VALUE[i]) if spells.VALUE[i] or spells.BRACKETED[i] else "")
        assert len([x for x in r[3].split(", ") if x]) == len(spells.MUSTERS[i])
    arm = int(law.ruleset(edition).balance_arm)
    assert [int(x) for x in found["balance"].rows[0][1:]] == [(n + 1) // 2 for n in range(1, arm + 1)]
    assert found["movement"].rows[0][1] == str(pieces.LAND_MOVES)


def test_the_editions_differ_where_they_should() -> None:
    old, new = quickref.boarding("chaosium"), quickref.boarding("avalon-hill")
    assert (old["hero coast"], new["hero coast"]) == (1, 4)
    assert old["army coast"] == new["army coast"] == 4
    assert quickref.search_rolls("chaosium")["other"] < quickref.search_rolls("avalon-hill")["other"]
    differing = [w for w in law.switches().values() if len(set(w.values.values())) > 1]
    assert len(SECTIONS["chaosium"]["switches"].rows) == len(differing)


@pytest.mark.parametrize("edition", law.EDITIONS)
def test_random_attacks_are_the_engine_s(edition: str) -> None:
    rows = {r[0]: r[1:] for r in SECTIONS[edition]["random"].rows}
    assert rows == {
        "Law": ("passes", "attacks"),
        "Neutral": ("passes", "passes"),
        "Chaos": ("attacks", "attacks"),
        "Eater of armies": ("eats", "eats"),
    }


@pytest.mark.parametrize("edition", law.EDITIONS)
def test_every_rule_named_stands_in_a_book(edition: str) -> None:
    for s in quickref.sections(edition):
        for n in s.clauses:
            other = law.EDITIONS[1 - law.EDITIONS.index(edition)]
            law.register().get(other if "(" in n else edition, n.split()[0])
    for t in glossary.terms():
        for e, n in zip(law.EDITIONS, t.clause, strict=True):
            assert not n or (e, n) in law.register()


def test_command(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["quickref", "--edition", "chaosium", "--json"]) == 0
    data = json.loads(capsys.readouterr().out)
    assert data["edition"] == "chaosium"
    assert {s["key"] for s in data["sections"]} == set(SECTIONS["chaosium"])
    assert main(["quickref", "--html"]) == 0
    out = capsys.readouterr().out
    assert out.startswith("<!doctype html>")
    assert out.count("<header>") == 2
    assert main(["quickref"]) == 0
    assert "## Combat results" in capsys.readouterr().out
    assert main(["quickref", "--edition", "chaosum"]) == 2
    assert 'did you mean "chaosium"' in capsys.readouterr().err
