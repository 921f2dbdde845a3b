"""What the pages for programmers draw and list is so: the picture of the house, the ways through it, the index of rules, a new game."""

from __future__ import annotations

import ast
import json
import re
import sys
from functools import cache
from importlib.util import find_spec
from itertools import takewhile
from pathlib import Path
from typing import Any

import pytest
from test_house import MAKER, ROOT, _imports, _module

from elric import games
from elric.app.cli import main
from elric.app.studies.runs import jobs, run
from elric.widgets.messages import Message
from elric.widgets.session import Session

DOCS = ROOT.parent / "docs"
TEXT = (DOCS / "house.md").read_text("utf-8")
NEW_GAME = (DOCS / "new-game.md").read_text("utf-8")
ADD_A_RULE = (DOCS / "how" / "rule.md").read_text("utf-8")
RULES = ROOT / "young_kingdoms"
ABOVE_THE_RULES = ("lab", "planning", "teaching", "opponents", "table")

# ---- the house drawn ------------------------------------------------------------------------------------------------

_DRAWING = TEXT.partition("```mermaid")[2].partition("```")[0]
PLACES = {
    node: place.removesuffix(".py").replace("/", ".") for node, place in re.findall(r"(\w+)\[([\w/.]+)\]", _DRAWING)
}
ARROWS = {
    tuple(re.findall(r"\b(\w+)(?:\[[^\]]*\])?(?= -->|$)", line.strip()))
    for line in _DRAWING.splitlines()
    if "-->" in line
}


def _place(module: str) -> str:
    """The box of the drawing in which a module stands, "" for none: the front door and the door of the command line."""
    inside = [node for node, place in PLACES.items() if f"{module}.".startswith(f"{place}.")]
    return max(inside, key=lambda node: len(PLACES[node]), default="")


def _every_file() -> list[Path]:
    return [*ROOT.rglob("*.py"), *MAKER.rglob("*.py")]


@cache
def _found() -> set[tuple[str, str]]:
    pairs = ((_place(_module(path)), _place(name)) for path in _every_file() for name, _ in _imports(path))
    return {(one, other) for one, other in pairs if one and other and one != other}


@cache
def _reached(node: str) -> set[str]:
    beside = {other for one, other in ARROWS if one == node}
    return beside.union(*(_reached(other) for other in beside))


def test_every_arrow_that_is_drawn_is_an_import() -> None:
    assert len(ARROWS) > 10
    assert _found() >= ARROWS


def test_every_import_is_drawn_or_follows_from_what_is_drawn() -> None:
    assert [pair for pair in sorted(_found()) if pair[1] not in _reached(pair[0])] == []


def test_every_room_of_the_house_is_in_the_drawing() -> None:
    inside_a_game = {node for node, place in PLACES.items() if place.count(".") > 1}
    assert {_place(_module(path)) for path in [*ROOT.glob("*/*.py"), *MAKER.glob("*.py")]} == set(
        PLACES
    ) - inside_a_game - {"games"}
    for place in PLACES.values():
        file = ROOT.parent.joinpath(*place.split("."))
        assert file.is_dir() or file.with_suffix(".py").exists()


# ---- the ways through it --------------------------------------------------------------------------------------------


def _steps(title: str) -> list[tuple[str, list[str]]]:
    """The files of a list in their order, each with the names to look for in it."""
    after = TEXT.partition(f"**{title}**")[2].split("\n")[2:]
    lines = list(takewhile(lambda line: re.match(r"\d+\. ", line), after))
    return [(found[0], found[1:]) for line in lines for found in [re.findall(r"`([^`]+)`", line.partition(": ")[0])]]


WAYS = [(title, *step) for title in ("Follow a click", "Follow a battle") for step in _steps(title)]


@pytest.mark.parametrize("title", ["Follow a click", "Follow a battle"])
def test_a_way_through_the_house_has_its_stops(title: str) -> None:
    assert len(_steps(title)) > 8


@pytest.mark.parametrize(("title", "file", "names"), WAYS, ids=[f"{title}: {file}" for title, file, _ in WAYS])
def test_each_stop_is_there_with_what_it_is_named_for(title: str, file: str, names: list[str]) -> None:
    path = ROOT.parent / file
    assert path.exists()
    if path.suffix == ".py":
        defined = {
            node.name
            for node in ast.walk(ast.parse(path.read_text("utf-8")))
            if isinstance(node, ast.FunctionDef | ast.ClassDef)
        }
        assert names
        assert set(names) <= defined


# ---- a new game -----------------------------------------------------------------------------------------------------


@pytest.fixture
def race(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> str:
    """The game of the first two steps, written down as they say."""
    rules, page = re.findall(r"```python\n(.*?)```", NEW_GAME, re.DOTALL)
    package = tmp_path / "somewhere" / "race"
    package.mkdir(parents=True)
    for name, text in (("../__init__", ""), ("__init__", ""), ("definition", rules), ("table", page)):
        (package / f"{name}.py").write_text(text, encoding="utf-8")
    monkeypatch.syspath_prepend(tmp_path)
    return "somewhere.race"


def test_the_rule_that_is_added_to_it_holds(race: str, monkeypatch: pytest.MonkeyPatch) -> None:
    """docs/how/rule.md: clause and check go into the game above, and the case passes; without the check it fails."""
    book, check, case = re.findall(r"```python\n(.*?)```", ADD_A_RULE, re.DOTALL)
    file = Path(str(find_spec(race).origin)).with_name("definition.py")  # type: ignore[union-attr]
    rules, with_book = re.subn(r"    rulebook = .*\n", lambda _: book, file.read_text("utf-8"))
    file.write_text(rules, encoding="utf-8")
    (name,) = re.findall(r"def (test_\w+)", case)

    def holds() -> bool:
        for module in [module for module in sys.modules if module.startswith("somewhere")]:
            monkeypatch.delitem(sys.modules, module)
        for kept in (games._room, games._game_class, games._there):
            kept.cache_clear()
        room: dict[str, Any] = {}
        exec(case.replace("drafts.race", race), room)
        try:
            room[name]()
        except AssertionError:
            return False
        return True

    assert with_book == 1
    assert not holds()
    rules, with_check = re.subn(r"def may_go\(.*?\n\n\n", lambda _: f"{check}\n\n", rules, flags=re.DOTALL)
    assert with_check == 1
    file.write_text(rules, encoding="utf-8")
    assert holds()


def test_the_smallest_game_is_played_from_the_command_line(race: str, capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["playout", "--game", race, "--games", "20", "--json"]) == 0
    (row,) = json.loads(capsys.readouterr().out)
    assert sum(end["games"] for end in row["endings"]) == 20
    assert row["broken"] == []


def test_the_smallest_game_has_a_page_with_all_that_needs_no_word_of_its_own(race: str) -> None:
    """Clicked, refused with its clause, taken back, saved, bent in the sandbox, watched again, played by the computer."""
    kit = games.table(race)
    page = Session(kit=kit)
    for area in ("0202", "0202"):
        page.take(Message("area", id=area))
    assert page.game.view()["stacks"]["0202"]["counters"] == ["red"]
    assert "Red runs to 0202" in str(page.draw().regions)
    page.take(Message("do", name="ready"))
    page.take(Message("area", id="0102"))
    assert "one hex at a time" in str(page.draw().regions)
    page.take(Message("do", name="undo"))
    assert kit.load(page.game.save()).view() == page.game.view()
    for door in kit.doors:
        page.take(Message("do", name=door))
        assert page.draw().regions
    assert kit.doors == ("sandbox", "rules", "games", "replay", "new")
    row = run(next(iter(jobs(race, ["race"], ["first"], ["captain", "novice"], 1))))
    assert row


# ---- where a rule stands --------------------------------------------------------------------------------------------

INDEX = re.findall(r"^\| ([A-Z][^|]+) \| ([\d.]+) \| ([\d.]+) \| `([\w/.]+)` \|$", TEXT, re.MULTILINE)


def _stems(words: str) -> set[str]:
    return {word[:6].rstrip("s") for word in re.findall(r"[a-z]+", words.lower()) if word not in ("after", "the", "of")}


def _likeliest(entry: str) -> list[str]:
    """The files of the rules in the order in which somebody would open them who knows nothing but their names."""
    files = [path.relative_to(RULES).as_posix() for path in sorted(RULES.glob("*/[a-z]*.py"))]
    files = [file for file in files if not file.startswith(ABOVE_THE_RULES)]

    def score(file: str) -> tuple[int, int]:
        chapter, _, name = file.removesuffix(".py").partition("/")
        return -len(_stems(entry) & _stems(name.replace("_", " "))), -len(_stems(entry) & _stems(chapter))

    return sorted((file for file in files if score(file) < (0, 0)), key=score)


def test_the_index_has_ten_rules() -> None:
    assert len(INDEX) == 10


@pytest.mark.parametrize(("entry", "chaosium", "avalon_hill", "file"), INDEX, ids=[row[0] for row in INDEX])
def test_a_rule_is_found_in_two_openings(entry: str, chaosium: str, avalon_hill: str, file: str) -> None:
    assert file in _likeliest(entry)[:2]
    # and its first sentence says by which clauses
    head = ast.get_docstring(ast.parse((RULES / file).read_text("utf-8"))) or ""
    assert re.search(rf"\[{re.escape(chaosium)}\]", head)
    assert re.search(rf"(?<![\d.]){re.escape(avalon_hill)}(?!\.?\d)", head.partition("Avalon Hill")[2] or head)
