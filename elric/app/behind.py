"""Traceability for games whose rule book has one edition: the code, numbered test cases and lesson steps of each
clause.

All of it is read from the sources: clause numbers in the rules' code ("[12.6]" in words, "12.6" in a reason), the first
words of the cases' docstrings in a checkout (`tests/` and the name of the game's package), and the course.
"""

from __future__ import annotations

import ast
import re
from collections.abc import Iterator
from functools import cache
from importlib.util import find_spec
from pathlib import Path
from typing import Final, NamedTuple

import elric
from elric import games
from elric.kernel.clauses import Register
from elric.tutor.lessons import clauses_taught

__all__ = ["Behind", "behind"]

_NO_RULES: Final = ("lab", "opponents", "teaching", "table")
_REMARK: Final = re.compile(r"[\[(]([\d., pand-]+)[\])]")
_RANGE: Final = re.compile(r"(\d+)\.(\d+)-\1\.(\d+)")
_NUMBER: Final = re.compile(r"\d+\.\d+")
_QUOTED: Final = re.compile(r"\"(\d+\.\d+)\"")

Names = dict[str, list[str]]


class Behind(NamedTuple):
    """By number: dotted names of code, names of cases, "lesson/step"."""

    code: Names
    cases: Names
    steps: Names


@cache
def behind(game: str) -> Behind:
    """The code, cases and lesson steps of each clause of a game's book.

    Raises:
        UnknownGame: no game has that name.
    """
    register = games.definition(game).register()
    package = games.package(game)
    found = find_spec(package)
    home = Path(found.origin or "").parent if found else Path()
    teaching = games.teaching(game)
    taught: Names = {}
    if teaching is not None:
        for rows in clauses_taught(teaching).values():
            for number, steps in rows.items():
                taught.setdefault(number, []).extend(steps)
    return Behind(
        _gathered(register, _code(home, package)),
        _gathered(register, _cases(Path(elric.__file__).parent.parent / "tests" / home.name)),
        {clause.number: taught.get(clause.number, []) for clause in register},
    )


def _gathered(register: Register, pairs: Iterator[tuple[str, str]]) -> Names:
    out: Names = {clause.number: [] for clause in register}
    for number, name in pairs:
        if number in out and name not in out[number]:
            out[number].append(name)
    return out


def _code(home: Path, package: str) -> Iterator[tuple[str, str]]:
    """Every citation in the rules, with the function, the class or the module that makes it."""
    for path in sorted(home.rglob("*.py")):
        inside = path.relative_to(home)
        if inside.parts[0] in _NO_RULES:
            continue
        text = path.read_text(encoding="utf-8")
        lines = text.splitlines()
        module = ".".join((package, *inside.with_suffix("").parts)).removesuffix(".__init__")
        rest = lines[:]
        for node in ast.parse(text).body:
            if isinstance(node, ast.FunctionDef | ast.ClassDef):
                first, last = node.lineno - 1, node.end_lineno or node.lineno
                for number in _cited("\n".join(lines[first:last])):
                    yield number, f"{module}.{node.name}"
                rest[first:last] = [""] * (last - first)
        for number in _cited("\n".join(rest)):
            yield number, module


def _cited(text: str) -> Iterator[str]:
    for remark in _REMARK.findall(text):
        for page, first, last in _RANGE.findall(remark):
            yield from (f"{page}.{n}" for n in range(int(first), int(last) + 1))
        yield from _NUMBER.findall(remark)
    yield from _QUOTED.findall(text)


def _cases(folder: Path) -> Iterator[tuple[str, str]]:
    """Every case, with the clauses at the head of its docstring."""
    for path in sorted(folder.glob("test_*.py")):
        for node in ast.parse(path.read_text(encoding="utf-8")).body:
            if isinstance(node, ast.FunctionDef) and node.name.startswith("test_"):
                head = " ".join((ast.get_docstring(node) or "").split()).partition(":")[0]
                for remark in _REMARK.findall(head):
                    for number in _NUMBER.findall(remark):
                        yield number, f"{path.name}::{node.name}"
