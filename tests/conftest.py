"""`pytest --thin`: what one runs between two thoughts (`make check`). Every numbered case of the first game, of every other file its
first tests, each with its first parameters, and all of the files that a change touches. What is long stands out until it is touched."""

from __future__ import annotations

import gc
import random
import subprocess
import sys
from collections import Counter
from functools import cache
from pathlib import Path
from types import SimpleNamespace
from typing import Final

import pytest

from elric.kernel import chance

ROOT: Final = Path(__file__).resolve().parents[1]
WHOLE: Final = ROOT / "tests" / "cases"
SLICE: Final = 2  # tests of a file
# Of these nothing is run unless the change touches them: whole games, random games, hidden things searched for all over the page.
LONG: Final = (
    "browser", "properties", "playthroughs", "dragon_pass/playthroughs", "siege", "app/test_studies.py", "dragon_pass/test_computer.py",
    "dragon_pass/test_page_secrets.py", "dragon_pass/test_properties.py", "dragon_pass/test_wire_of_stacks.py", "lab/test_agreement.py",
    "lab/test_fought.py", "lab/test_unseen.py", "opponents/test_setting_out.py", "widgets/test_battle_cards.py", "widgets/test_wire.py",
)  # fmt: skip

# The reader of notebooks would read a grammar of addresses for more than a second, in every worker anew, as a server would
# (`elric.app.commands.serve`): no notebook of ours holds one.
sys.modules.setdefault("rfc3987_syntax", None)  # type: ignore[arg-type]


# What is made while tests are collected stays to the end: Python need not look there for garbage, neither now nor later.
gc.disable()


@pytest.hookimpl(trylast=True)
def pytest_collection_finish() -> None:
    gc.collect()
    gc.freeze()
    gc.enable()


@pytest.fixture(autouse=True)
def same_seeds(request: pytest.FixtureRequest, monkeypatch: pytest.MonkeyPatch) -> None:
    """A game that a page begins is the same in every run of a test: its seed comes from the test's own name."""
    luck = random.Random(request.node.nodeid)
    monkeypatch.setattr(chance, "secrets", SimpleNamespace(token_hex=lambda count: luck.randbytes(count).hex()))


def pytest_addoption(parser: pytest.Parser) -> None:
    parser.addoption("--thin", action="store_true", help="cases, a slice of every file, and what the change touches")


def pytest_ignore_collect(collection_path: Path, config: pytest.Config) -> bool | None:
    if not config.getoption("--thin") or collection_path.suffix != ".py":
        return None
    here = (
        collection_path.relative_to(ROOT / "tests").as_posix() if collection_path.is_relative_to(ROOT / "tests") else ""
    )
    is_long = any(here == name or here.startswith(f"{name}/") for name in LONG)
    return True if is_long and not _is_touched(collection_path, _changed()) else None


def pytest_collection_modifyitems(config: pytest.Config, items: list[pytest.Item]) -> None:
    if not config.getoption("--thin"):
        return
    changed = _changed()
    whole = {path for path in {item.path for item in items} if _is_touched(path, changed)}
    taken: Counter[Path] = Counter()
    begun: set[tuple[Path, str]] = set()
    kept, left = [], []
    for item in items:
        function = item.path, getattr(item, "originalname", item.name)
        if item.path in whole or item.path.is_relative_to(WHOLE):
            kept.append(item)
        elif function not in begun and taken[item.path] < SLICE and not item.get_closest_marker("slow"):
            begun.add(function)
            taken[item.path] += 1
            kept.append(item)
        else:
            left.append(item)
    config.hook.pytest_deselected(items=left)
    items[:] = kept


@cache
def _changed() -> frozenset[str]:
    """Files that differ from the last commit that main has too, from the root of the checkout; none without git."""
    found: set[str] = set()
    for asked in (
        ["diff", "--name-only", "main..."],
        ["diff", "--name-only", "HEAD"],
        ["ls-files", "-o", "--exclude-standard"],
    ):
        told = subprocess.run(["git", *asked], cwd=ROOT, capture_output=True, text=True, check=False)
        found.update(told.stdout.split() if told.returncode == 0 else ())
    return frozenset(found)


def _is_touched(test: Path, changed: frozenset[str]) -> bool:
    """Whether a file of tests has changed, or names a module that has."""
    if test.relative_to(ROOT).as_posix() in changed:
        return True
    text = test.read_text(encoding="utf-8")
    modules = [Path(name).with_suffix("").as_posix().replace("/", ".") for name in changed if name.startswith("elric/")]
    parts = [module.rpartition(".") for module in modules]
    return any(f"from {room}.{name} import" in text or f"from {room} import {name}" in text for room, _, name in parts)
