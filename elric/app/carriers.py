"""Traceability: for each clause of a game the code that implements it, the cases that test it, and the lesson steps that
teach it.

All of it is read from the sources: citations in the rules' code, the first words of the cases' docstrings (in a checkout; an
installed package has none), and the course. So no list has to be maintained. How a game cites its book it says itself
(`kernel.citing`).
"""

from __future__ import annotations

import ast
import re
from collections.abc import Iterable, Iterator
from functools import cache
from importlib.util import find_spec
from pathlib import Path
from typing import Final, NamedTuple

import elric
from elric import games
from elric.kernel.citing import Key
from elric.tutor.lessons import clauses_taught

__all__ = ["Carriers", "Key", "Place", "carriers", "case_heads", "home", "places", "switch_cases"]

Behind = dict[Key, list[str]]

# Modules beside the rules that may cite clauses without implementing them.
_NO_RULES: Final = ("lab", "planning", "opponents", "teaching", "table")
_SET: Final = re.compile(r"\b(\w+)=")


class Carriers(NamedTuple):
    """For every clause, as (edition, number): dotted names of code, names of cases, "lesson/step"."""

    code: Behind
    cases: Behind
    steps: Behind


class Place(NamedTuple):
    """A function, a class or a whole module of the rules, and the clauses it cites.

    Attributes:
        name: dotted.  file: the source file, from the game's folder.  lines: first and last of it; (0, 0) for a module.
        answers: "" for a function that acts, "bool" for a predicate, "why" for a check that gives reasons. told:
            clauses cited in docstrings and comments. coded: clauses cited in code, as each reason is.
    """

    name: str
    file: str
    lines: tuple[int, int]
    answers: str
    told: tuple[Key, ...]
    coded: tuple[Key, ...]


@cache
def carriers(game: str = "") -> Carriers:
    """The code, cases and lesson steps of each clause of a game's books.

    Raises:
        UnknownGame: no game has that name.
    """
    teaching = games.teaching(game)
    taught = clauses_taught(teaching) if teaching is not None else {}
    steps = {(e, n): found for e, rows in taught.items() for n, found in rows.items()}
    code = ((key, place.name) for place in places(game) for key in (*place.told, *place.coded))
    cases = ((key, f"{file}::{name}") for file, name, keys in case_heads(game) for key in keys)
    register = games.definition(game).register()
    none: Behind = {clause.key: [] for clause in register}
    return Carriers(_gather(none, code), _gather(none, cases), none | steps)


def _gather(none: Behind, pairs: Iterable[tuple[Key, str]]) -> Behind:
    out = {key: list(names) for key, names in none.items()}
    for key, name in pairs:
        if key in out and name not in out[key]:
            out[key].append(name)
    return out


def home(game: str = "") -> Path:
    """The folder of a game's package."""
    found = find_spec(games.package(game))
    return Path(found.origin or "").parent if found else Path()


@cache
def places(game: str = "") -> tuple[Place, ...]:
    """Every place in the rules of a game that cites a clause."""
    citing, package, rules = games.definition(game).citing, games.package(game), home(game)
    out = []
    for path in sorted(rules.rglob("*.py")):
        inside = path.relative_to(rules)
        if inside.parts[0] in _NO_RULES:
            continue
        text = path.read_text(encoding="utf-8")
        module = ".".join((package, *inside.with_suffix("").parts)).removesuffix(".__init__")
        lines = text.splitlines()
        rest = lines[:]
        loose: list[Key] = []
        for node in ast.parse(text).body:
            if isinstance(node, ast.FunctionDef | ast.ClassDef):
                first, last = node.lineno, node.end_lineno or node.lineno
                told = tuple(citing.words("\n".join(lines[first - 1 : last])))
                span, coded = (first, last), tuple(citing.code(node))
                out.append(Place(f"{module}.{node.name}", str(inside), span, _answers(node), told, coded))
                rest[first - 1 : last] = [""] * (last - first + 1)
            else:
                loose += citing.code(node)
        out.append(Place(module, str(inside), (0, 0), "", tuple(citing.sources("\n".join(rest))), tuple(loose)))
    return tuple(place for place in out if place.told or place.coded)


def _answers(node: ast.FunctionDef | ast.ClassDef) -> str:
    if not isinstance(node, ast.FunctionDef):
        return ""
    if any(one.arg == "why" for one in node.args.args):
        return "why"
    return "bool" if isinstance(node.returns, ast.Name) and node.returns.id == "bool" else ""


def case_heads(game: str = "") -> Iterator[tuple[str, str, list[Key]]]:
    """Every case of a clause: its file, its name, the clauses it is about. They stand in `tests/`, in the folder that is named
    like the game's package; those of the first game of the house in `tests/cases`."""
    citing = games.definition(game).citing
    for path, node in _cases(game):
        keys = citing.case(node.name, ast.get_docstring(node) or "")
        if keys is not None:
            yield path.name, node.name, keys


def _cases(game: str) -> Iterator[tuple[Path, ast.FunctionDef]]:
    tests = Path(elric.__file__).parent.parent / "tests"
    folder = tests / ("cases" if games.package(game) == games.package() else home(game).name)
    for path in sorted(folder.glob("test_*.py")):
        for node in ast.parse(path.read_text(encoding="utf-8")).body:
            if isinstance(node, ast.FunctionDef) and node.name.startswith("test_"):
                yield path, node


@cache
def switch_cases(game: str = "") -> dict[str, list[str]]:
    """For each switch of a game the cases that set it, with the words "switch=" somewhere in their text.

    Raises:
        UnknownGame: no game has that name.
    """
    out: dict[str, list[str]] = {key: [] for key in games.definition(game).register().switches}
    for path, node in _cases(game):
        words = {
            word for part in ast.walk(node) if isinstance(part, ast.Constant) for word in _SET.findall(str(part.value))
        }
        for key in words & set(out):
            out[key].append(f"{path.name}::{node.name}")
    return out
