"""The house stands as CONTRIBUTING.md says: floors, no circles among the rules, steps that can be called up by name."""

from __future__ import annotations

import ast
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path

import pytest

import elric

ROOT = Path(elric.__file__).parent
FLOORS = {
    "kernel": 0, "young_kingdoms": 1, "lab": 2, "opponents": 2, "tutor": 3, "widgets": 4, "cartography": 5, "app": 6,
}  # fmt: skip
RULES = ("kernel", "young_kingdoms")


def _imports(path: Path) -> Iterator[tuple[str, int]]:
    """Modules of ours that a file imports, whole names, each with its line; relative ones made absolute."""
    tree = ast.parse(path.read_text(encoding="utf-8"))
    tree.body = [node for node in tree.body if not _for_types_only(node)]
    here = path.relative_to(ROOT.parent).with_suffix("").parts
    for node in ast.walk(tree):
        if isinstance(node, ast.Import):
            yield from ((name.name, node.lineno) for name in node.names if name.name.startswith("elric."))
        elif isinstance(node, ast.ImportFrom):
            base = (
                [*here[: -node.level], *(node.module or "").split(".")]
                if node.level
                else (node.module or "").split(".")
            )
            whole = ".".join(part for part in base if part)
            if not whole.startswith("elric"):
                continue
            for name in node.names:
                inner = ROOT.parent.joinpath(*whole.split("."), f"{name.name}.py")
                yield (f"{whole}.{name.name}" if inner.exists() else whole), node.lineno


def _for_types_only(node: ast.AST) -> bool:
    return isinstance(node, ast.If) and isinstance(node.test, ast.Name) and node.test.id == "TYPE_CHECKING"


def _files(*rooms: str) -> list[Path]:
    return [path for room in rooms for path in sorted((ROOT / room).rglob("*.py"))]


@pytest.mark.parametrize("room", FLOORS)
def test_an_import_never_goes_up(room: str) -> None:
    for path in _files(room):
        for name, line in _imports(path):
            other = name.split(".")[1] if "." in name else ""
            if other in FLOORS:
                assert FLOORS[other] <= FLOORS[room], f"{path.relative_to(ROOT)}:{line} imports {name}"


def test_the_rules_import_no_circle_and_hide_no_import_in_a_function() -> None:
    needs: dict[str, set[str]] = {}
    for path in _files(*RULES):
        tree = ast.parse(path.read_text(encoding="utf-8"))
        tree.body = [node for node in tree.body if not _for_types_only(node)]
        for node in ast.walk(tree):
            inside = isinstance(node, ast.Import | ast.ImportFrom) and node.col_offset > 0
            assert not inside, f"{path.relative_to(ROOT)}:{node.lineno} imports inside a function"  # type: ignore[attr-defined]
        name = ".".join(path.relative_to(ROOT.parent).with_suffix("").parts)
        needs[name] = {other for other, _ in _imports(path)}
    done: set[str] = set()
    while left := {name for name in needs if name not in done}:
        free = {name for name in left if not (needs[name] & left) - {name}}
        assert free, f"these import each other: {sorted(left)}"
        done |= free


def test_every_step_called_up_by_name_is_there() -> None:
    called = {
        node.args[0].value
        for path in _files("young_kingdoms")
        for node in ast.walk(ast.parse(path.read_text(encoding="utf-8")))
        if isinstance(node, ast.Call) and isinstance(node.func, ast.Name) and node.func.id == "frame"
        and isinstance(node.args[0], ast.Constant)
    }  # fmt: skip
    assert len(called) > 5
    asks = f"import elric.young_kingdoms.turn.setup\nfrom elric.young_kingdoms.position.steps import frame\nfor name in {sorted(called)!r}: frame(name)"
    subprocess.run([sys.executable, "-c", asks], check=True, capture_output=True, timeout=60)
