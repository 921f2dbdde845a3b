"""The house stands as CONTRIBUTING.md says: floors, games apart, no circles, steps that can be called up by name."""

from __future__ import annotations

import ast
import gc
import re
import subprocess
import sys
import tomllib
from collections import Counter
from collections.abc import Iterator
from functools import cache
from pathlib import Path

import pytest

import elric
from elric import games

ROOT = Path(elric.__file__).parent
GAMES = tuple(package.rpartition(".")[2] for package in games.GAMES.values())
# The neutral rooms, and between them those of each game: its rules (every chapter), its lab, its planning, its teaching, its table.
# A file imports from its own height and from below.
NEUTRAL = {"kernel": 0, "planning": 1, "lab": 2, "opponents": 2, "tutor": 4, "widgets": 6}
OF_A_GAME = {"lab": 3, "planning": 4, "teaching": 5, "opponents": 6, "table": 7}
RULES_OF_A_GAME = 1
ABOVE = {"site": 8, "app": 9}
# Draws the maps, and stands beside them: above everything, and in no wheel.
MAKER = ROOT.parent / "maps" / "cartography"
# Rooms that know no game at all.
NAMELESS = ("kernel", "planning", "lab", "opponents", "tutor", "widgets", "site", "app")
# How many lines each room may have, those of a game's rules beside its other rooms. A class stands whole in one file, however
# long; it is the room that must stay within bounds. Whoever needs more looks first for what can go.
LINES = {
    "": 500, "app": 7910, "kernel": 4650, "planning": 300, "lab": 740, "opponents": 945, "tutor": 3700, "widgets": 15_410, "site": 550,
    "young_kingdoms": 18_000, "young_kingdoms/lab": 5380, "young_kingdoms/opponents": 640, "young_kingdoms/planning": 3_685, "young_kingdoms/table": 4_210, "young_kingdoms/teaching": 5_340,
    "dragon_pass": 11_450, "dragon_pass/lab": 2_355, "dragon_pass/opponents": 557, "dragon_pass/planning": 3_245, "dragon_pass/table": 1870, "dragon_pass/teaching": 3420,
    "sorcerer": 6950, "sorcerer/lab": 1_995, "sorcerer/opponents": 250, "sorcerer/planning": 1_625, "sorcerer/table": 1305, "sorcerer/teaching": 2_215,
}  # fmt: skip


def _height(module: str) -> int:
    """How high a module of ours stands."""
    room, *inside = module.split(".")[1:] or [""]
    if room in GAMES:
        return OF_A_GAME.get(inside[0], RULES_OF_A_GAME) if inside else RULES_OF_A_GAME
    if room == "games":
        return 0  # the table of games reads each of its rooms when it is asked for
    return {**NEUTRAL, **ABOVE}.get(room, max(ABOVE.values()))  # the front door stands on everything


@cache
def _tree(path: Path) -> ast.Module:
    """A file's syntax, read once for all tests; nobody changes it. A tree holds no garbage to look for: to look all the same
    takes four times as long as to read."""
    gc.disable()
    try:
        return ast.parse(path.read_text(encoding="utf-8"))
    finally:
        gc.enable()


def _run_time(path: Path) -> Iterator[ast.AST]:
    """All that a file does when it runs: without what it imports for types alone."""
    for node in _tree(path).body:
        if not _for_types_only(node):
            yield from ast.walk(node)


@cache
def _imports(path: Path) -> tuple[tuple[str, int], ...]:
    """Modules of ours that a file imports, whole names, each with its line; relative ones made absolute."""
    return tuple(_found(path))


def _found(path: Path) -> Iterator[tuple[str, int]]:
    here = path.relative_to(ROOT.parent).with_suffix("").parts
    for node in _run_time(path):
        if isinstance(node, ast.Import):
            yield from ((name.name, node.lineno) for name in node.names if name.name.startswith("elric."))
        elif isinstance(node, ast.ImportFrom):
            base = (
                [*here[: -node.level], *(node.module or "").split(".")]
                if node.level
                else (node.module or "").split(".")
            )
            whole = ".".join(part for part in base if part)
            if not whole.startswith(("elric", "maps")):
                continue
            for name in node.names:
                inner = ROOT.parent.joinpath(*whole.split("."), name.name)
                found = inner.with_suffix(".py").exists() or inner.joinpath("__init__.py").exists()
                yield (f"{whole}.{name.name}" if found else whole), node.lineno


def _for_types_only(node: ast.AST) -> bool:
    return isinstance(node, ast.If) and isinstance(node.test, ast.Name) and node.test.id == "TYPE_CHECKING"


def _files(*rooms: str) -> list[Path]:
    return [path for room in rooms for path in sorted((ROOT / room).rglob("*.py"))]


def _module(path: Path) -> str:
    parts = path.relative_to(ROOT.parent).with_suffix("").parts
    return ".".join(parts[:-1] if parts[-1] == "__init__" else parts)


def _of_the_rules() -> list[Path]:
    return [path for path in _files("kernel", *GAMES) if _height(_module(path)) <= RULES_OF_A_GAME]


def _where(path: Path, line: int) -> str:
    return f"{path.relative_to(ROOT)}:{line}"


@pytest.mark.parametrize("room", [*NEUTRAL, *GAMES, *ABOVE])
def test_an_import_never_goes_up(room: str) -> None:
    """Inside a game too: its rules know nothing of its lab, the lab nothing of its teaching, that nothing of its table."""
    for path in _files(room):
        for name, line in _imports(path):
            assert _height(name) <= _height(_module(path)), f"{_where(path, line)} imports {name}"


@pytest.mark.parametrize("room", NAMELESS)
def test_a_neutral_room_imports_no_game(room: str) -> None:
    for path in _files(room):
        for name, line in _imports(path):
            assert name.split(".")[1] not in GAMES, f"{_where(path, line)} imports {name}"


@pytest.mark.parametrize("game", GAMES)
def test_games_never_import_each_other(game: str) -> None:
    for path in _files(game):
        for name, line in _imports(path):
            assert name.split(".")[1] not in set(GAMES) - {game}, f"{_where(path, line)} imports {name}"


def test_no_files_import_each_other_in_a_circle() -> None:
    """Not even inside functions. (The app's commands are looked up by name when they are asked for.)"""
    paths = [*_files(*NEUTRAL, *GAMES), *MAKER.rglob("*.py")]
    needs = {_module(path): {name for name, _ in _imports(path)} - {_module(path)} for path in paths}
    left = set(needs)
    while free := {name for name in left if not needs[name] & left}:
        left -= free
    assert not left, f"these import each other, or what imports each other: {sorted(left)}"


# The rooms of a game's rules, from the ground.
ROOMS = {
    "young_kingdoms": (
        "components", "position", "world", "artifacts", "magic", "combat", "nations", "legends", "magic_phase", "reinforcements",
        "march", "movement", "combat_phase", "wild", "turn", "description",
    ),
    "dragon_pass": (
        "components", "position", "movement", "combat", "heroes", "magic", "combat_phase", "independents", "exotics", "turn", "description",
    ),
    "sorcerer": ("components", "position", "movement", "combat", "magic", "turn", "stories", "options", "description"),
}  # fmt: skip


@pytest.mark.parametrize("game", ROOMS)
def test_the_rooms_of_the_rules_stand_above_each_other(game: str) -> None:
    """Every room of the rules has its place, and no file imports from a room above its own."""
    height = {f"elric.{game}.{room}": k for k, room in enumerate(ROOMS[game])}
    for path in _files(game):
        module = _module(path)
        here = module.split(".")
        if _height(module) > RULES_OF_A_GAME or len(here) < 4:
            continue
        own = height[".".join(here[:3])]
        for name, line in _imports(path):
            found = height.get(".".join(name.split(".")[:3]), -1)
            assert found <= own, f"{_where(path, line)} imports {name}"


def test_what_runs_never_asks_for_what_draws_the_maps() -> None:
    """A wheel has no map maker: no file of the package imports it, not even inside a function."""
    asked = re.compile(r"^\s*(?:from|import)\s+(?:maps|cartography)\b", re.MULTILINE)
    assert [path for path in _files(".") if asked.search(path.read_text(encoding="utf-8"))] == []
    package = tomllib.loads((ROOT.parent / "pyproject.toml").read_text(encoding="utf-8"))
    carried = package["tool"]["hatch"]["build"]["targets"]["wheel"]["force-include"]
    assert [path for path in carried if MAKER.is_relative_to(ROOT.parent / path)] == []


def test_the_rules_hide_no_import_in_a_function() -> None:
    for path in _of_the_rules():
        for node in _run_time(path):
            if isinstance(node, ast.Import | ast.ImportFrom):
                assert not node.col_offset, f"{_where(path, node.lineno)} imports inside a function"


def _room(path: Path) -> str:
    room, *inside = path.relative_to(ROOT).parts[:-1] or [""]
    return f"{room}/{inside[0]}" if room in GAMES and inside and inside[0] in OF_A_GAME else room


def test_every_room_keeps_to_its_lines() -> None:
    lines: Counter[str] = Counter()
    for path in _files("."):
        lines[_room(path)] += len(path.read_text("utf-8").splitlines())
    assert {room: (found, LINES.get(room, 0)) for room, found in lines.items() if found > LINES.get(room, 0)} == {}


@pytest.mark.parametrize("game", GAMES)
def test_every_step_called_up_by_name_is_there(game: str) -> None:
    called = {
        node.args[0].value
        for path in _files(game)
        if _height(_module(path)) <= RULES_OF_A_GAME
        for node in ast.walk(_tree(path))
        if isinstance(node, ast.Call) and isinstance(node.func, ast.Name) and node.func.id in ("frame", "frame_of")
        and isinstance(node.args[0], ast.Constant)
    }  # fmt: skip
    assert len(called) > 5
    steps = f"elric.{game}.position.steps"
    asks = f"import elric.{game}.definition\nfrom {steps} import BOOK\nfor name in {sorted(called)!r}: BOOK.steps[name]"
    subprocess.run([sys.executable, "-c", asks], check=True, capture_output=True, timeout=60)


@pytest.mark.parametrize("space", ["neutral", *GAMES])
def test_a_class_has_a_name_of_its_own(space: str) -> None:
    """In the neutral rooms, and in each game: there a name means one thing. (A game's own `Game` or `Step` is that of the kernel,
    made more of.)"""
    named: dict[str, list[str]] = {}
    for path in _files("."):
        room = path.relative_to(ROOT).parts[0]
        if (room if room in GAMES else "neutral") == space:
            for node in ast.walk(_tree(path)):
                if isinstance(node, ast.ClassDef):
                    named.setdefault(node.name, []).append(_where(path, node.lineno))
    assert named
    assert {name: places for name, places in named.items() if len(places) > 1} == {}


# Words that once meant many things: which functions may still have them as their name, and what it then says.
ONE_MEANING = {
    "fresh": ("dragon_pass/planning/companies.py",),
    "said": ("sorcerer/",),
    "told": ("sorcerer/", "dragon_pass/planning/marching.py"),
    # how a seat stands: who is ahead, and what each is after
    "standing": ("standing.py", "opponents/definition.py", "opponents/judgement.py", "table/definition.py", "widgets/definition.py", "sorcerer/"),
}  # fmt: skip


@pytest.mark.parametrize("word", ONE_MEANING)
def test_a_word_means_one_thing(word: str) -> None:
    for path in _files("."):
        where = path.relative_to(ROOT).as_posix()
        if not any(place in where for place in ONE_MEANING[word]):
            for node in ast.walk(_tree(path)):
                named = isinstance(node, ast.FunctionDef) and node.name.strip("_") == word
                assert not named, f"{_where(path, getattr(node, 'lineno', 0))}: say what it does or gives"


# Letters that every rule may use as long as it likes: the state. (`_` is no name.)
SHORT = {"s", "_"}
A_FEW_LINES = 10


def _rules_and_labs() -> list[Path]:
    return [path for path in _files(*GAMES) if _height(_module(path)) <= OF_A_GAME["lab"]]


def _counts(index: ast.expr) -> bool:
    return not isinstance(index, ast.Constant) or isinstance(index.value, int)


def test_frames_and_notes_are_read_by_the_names_of_their_fields() -> None:
    """Unpacked where they are read: no number stands for a field."""
    tuples = {"f", "frame", "note", "top"}
    for path in _rules_and_labs():
        for node in ast.walk(_tree(path)):
            if (
                isinstance(node, ast.Subscript)
                and isinstance(node.slice, ast.Constant | ast.UnaryOp)
                and _counts(node.slice)
            ):
                of = node.value
                named = isinstance(of, ast.Name) and of.id in tuples
                # a frame on the agenda: which step it is may be asked so, what it holds may not
                held = (
                    isinstance(of, ast.Subscript) and isinstance(of.value, ast.Attribute) and of.value.attr == "agenda"
                )
                step = isinstance(node.slice, ast.Constant) and node.slice.value == 0
                by_number = named or (held and not step)
                assert not by_number, f"{_where(path, node.lineno)}: {ast.unparse(node)}"


def _unpacked(target: ast.expr, of: ast.expr) -> bool:
    """Whether frames of an agenda, or notes, are taken apart by the place of their fields."""
    call = isinstance(of, ast.Call) and isinstance(of.func, ast.Name) and of.func.id in ("noted", "the_note")
    agenda = isinstance(of, ast.Attribute) and of.attr == "agenda"
    return isinstance(target, ast.Tuple) and (call or agenda)


@pytest.mark.parametrize("game", GAMES)
def test_no_frame_and_no_note_is_unpacked(game: str) -> None:
    """Its fields have names, in the rules and in every room above them."""
    for path in _files(game):
        for node in ast.walk(_tree(path)):
            if isinstance(node, ast.For | ast.comprehension):
                assert not _unpacked(node.target, node.iter), f"{path.name}: {ast.unparse(node.iter)}"
            if isinstance(node, ast.Assign):
                assert not _unpacked(node.targets[0], node.value), _where(path, node.lineno)
            if isinstance(node, ast.arg) and node.arg == "f" and node.annotation is not None:
                assert ast.unparse(node.annotation) != "Any", f"{_where(path, node.lineno)}: which frame is it?"
    for path in _files(game):
        for node in ast.walk(_tree(path)):
            if isinstance(node, ast.Assign) and isinstance(node.targets[0], ast.Tuple):
                of = node.value.value if isinstance(node.value, ast.Subscript) else node.value
                named = isinstance(of, ast.Name) and of.id in {"f", "frame", "note"}
                agenda = isinstance(of, ast.Attribute) and of.attr == "agenda"
                by_position = named or agenda
                assert not by_position, f"{_where(path, node.lineno)}: {ast.unparse(node)}"


def _asked(node: ast.AST) -> bool:
    """Whether this asks if anybody wants to hear why."""
    return isinstance(node, ast.Compare) and ast.unparse(node) in ("why is None", "why is not None")


def test_no_sentence_is_put_together_that_nobody_wants() -> None:
    """Elric's lists are made by asking rules: a refusal there builds its words only for a list of reasons."""
    found = 0
    for path in _files("young_kingdoms"):
        for rule in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
            may = isinstance(rule, ast.FunctionDef) and any(
                a.arg == "why" and a.annotation is not None and ast.unparse(a.annotation) == "Why"
                for a in rule.args.args
            )
            tests = [part for node in ast.walk(rule) if isinstance(node, ast.If) for part in ast.walk(node.test)]
            if not may or any(map(_asked, tests)):
                continue
            heard = {
                id(part)
                for node in ast.walk(rule)
                if isinstance(node, ast.BoolOp) and any(map(_asked, node.values))
                for part in node.values
            }
            for node in ast.walk(rule):
                if isinstance(node, ast.Call) and isinstance(node.func, ast.Name) and node.func.id == "no":
                    found += 1
                    parts = [part for arg in node.args for part in ast.walk(arg)]
                    plain = not any(isinstance(part, ast.JoinedStr | ast.Call) for part in parts)
                    assert plain or id(node) in heard, f"{_where(path, node.lineno)}: say why is not None and no(...)"
    assert found > 100


def test_a_parameter_that_lives_long_has_a_word() -> None:
    for path in _rules_and_labs():
        for node in ast.walk(_tree(path)):
            if isinstance(node, ast.FunctionDef):
                letters = {a.arg for a in node.args.args + node.args.kwonlyargs if len(a.arg) == 1} - SHORT
                uses = [n for n in ast.walk(node) if isinstance(n, ast.Name) and n.id in letters]
                for use in uses:
                    assert use.lineno - node.lineno <= A_FEW_LINES, (
                        f"{_where(path, use.lineno)}: {use.id} in {node.name}"
                    )
