"""Traceability for the game with two editions: for each clause the code that implements it, the cases that test it, and
the lesson steps that teach it.

All of it is read from the sources: citations in the rules' code, the first words of the cases' docstrings (in a
checkout; an installed package has none), and the course. So no list has to be maintained.
"""

from __future__ import annotations

import ast
import re
from collections.abc import Iterable, Iterator
from functools import cache
from pathlib import Path
from typing import Final, NamedTuple

import elric
from elric import games
from elric.tutor.lessons import clauses_taught
from elric.young_kingdoms.components import law

__all__ = ["CASES", "Carriers", "Place", "carriers", "case_heads", "head_of", "places"]

Key = tuple[str, str]
Behind = dict[Key, list[str]]

RULES: Final = Path(law.__file__).parents[1]
# Modules beside the rules that may cite clauses without implementing them.
_NO_RULES: Final = ("lab", "opponents", "teaching", "table")
CASES: Final = Path(elric.__file__).parent.parent / "tests" / "cases"

# What brackets may contain besides numbers for their content to count as a citation.
_PLAIN: Final = re.compile(
    r"[\[\]\d.,/\s-]|(?<![\w'])[A-H](?!\w)|\b(?:and|Chaosium|Avalon Hill)\b|\brulings?\b|“[\w-]+”|\"[\w-]+\""
)


class Carriers(NamedTuple):
    """For every clause, as (edition, number): dotted names of code, names of cases, "lesson/step"."""

    code: Behind
    cases: Behind
    steps: Behind


@cache
def carriers() -> Carriers:
    """The code, cases and lesson steps of each clause of both books."""
    steps = {(e, n): taught for e, rows in clauses_taught(games.teaching()).items() for n, taught in rows.items()}
    code = ((key, place.name) for place in places() for key in (*place.told, *place.paired))
    return Carriers(_gather(code), _gather(_cases()), steps)


def _gather(pairs: Iterable[tuple[Key, str]]) -> Behind:
    out: Behind = {clause.key: [] for clause in law.register()}
    for key, name in pairs:
        if key in out and name not in out[key]:
            out[key].append(name)
    return out


class Place(NamedTuple):
    """A function, a class or a whole module of the rules, and the clauses it cites.

    Attributes:
        name: dotted.  file: the source file, from the game's folder.  lines: first and last of it; (0, 0) for a module.
        answers: "" for a function that acts, "bool" for a predicate, "why" for a check that gives reasons. told:
            clauses cited in docstrings and comments. paired: clauses cited as pairs in code, as each reason is.
    """

    name: str
    file: str
    lines: tuple[int, int]
    answers: str
    told: tuple[Key, ...]
    paired: tuple[Key, ...]


@cache
def places() -> tuple[Place, ...]:
    """Every place in the rules that cites a clause."""
    out = []
    for path in sorted(RULES.rglob("*.py")):
        inside = path.relative_to(RULES)
        if inside.parts[0] in _NO_RULES:
            continue
        text = path.read_text(encoding="utf-8")
        tree = ast.parse(text)
        module = ".".join(("elric", RULES.name, *inside.with_suffix("").parts))
        file = str(inside)
        lines = text.splitlines()
        _, _, sources = (ast.get_docstring(tree) or "").partition("Sources:")
        loose = [key for node in tree.body if isinstance(node, ast.Assign | ast.AnnAssign) for key in _pairs(node)]
        out.append(Place(module, file, (0, 0), "", tuple(law.cited(sources.partition("\n\n")[0])), tuple(loose)))
        for node in tree.body:
            if isinstance(node, ast.FunctionDef | ast.ClassDef):
                span = (node.lineno, node.end_lineno or node.lineno)
                told = _said("\n".join(lines[span[0] - 1 : span[1]]))
                out.append(Place(f"{module}.{node.name}", file, span, _answers(node), tuple(told), tuple(_pairs(node))))
    return tuple(place for place in out if place.told or place.paired)


def _answers(node: ast.FunctionDef | ast.ClassDef) -> str:
    if not isinstance(node, ast.FunctionDef):
        return ""
    if any(one.arg == "why" for one in node.args.args):
        return "why"
    return "bool" if isinstance(node.returns, ast.Name) and node.returns.id == "bool" else ""


def _said(text: str) -> Iterator[Key]:
    """Clauses cited in docstrings and comments: brackets that contain nothing but clause numbers."""
    for remark in re.findall(r"\(([^()\"]*\d[^()\"]*)\)", text):
        if re.search(r"\d\.\d|\[\d", remark) and not _PLAIN.sub("", remark):
            yield from law.cited(remark, law.EDITIONS[1])


def _pairs(node: ast.AST) -> Iterator[Key]:
    """Clauses cited in code as pairs of numbers, as each reason is."""
    for one in ast.walk(node):
        if isinstance(one, ast.Tuple) and len(one.elts) == 2 and all(isinstance(x, ast.Constant) for x in one.elts):
            for edition, x in zip(law.EDITIONS, one.elts, strict=True):
                number = x.value if isinstance(x, ast.Constant) else ""
                if isinstance(number, str) and (edition, number) in law.register():
                    yield (edition, number)


def head_of(name: str, told: str) -> list[Key]:
    """The clauses a case is about: its docstring up to the first colon. A case for one edition may leave the other out
    ("test_ah_..." is Avalon Hill's, "test_ch_..." Chaosium's)."""
    head = re.sub(r"rulings? [\w-]+", "", " ".join(told.split()).partition(":")[0])
    edition = {"test_ah": law.EDITIONS[1], "test_ch": law.EDITIONS[0]}.get(name[:7], "")
    return law.cited(head, edition)


def case_heads(folder: Path = CASES) -> Iterator[tuple[str, str, list[Key]]]:
    """Every numbered case: its file, its name, the clauses it is about."""
    for path in sorted(folder.glob("test_*.py")):
        for node in ast.parse(path.read_text(encoding="utf-8")).body:
            if isinstance(node, ast.FunctionDef) and re.match(r"test_(ah|ch|both)_", node.name):
                yield path.name, node.name, head_of(node.name, ast.get_docstring(node) or "")


def _cases() -> Iterator[tuple[Key, str]]:
    for file, name, keys in case_heads():
        yield from ((key, f"{file}::{name}") for key in keys)
