"""The compiled core: what `make fast` would compile is there, and what stays interpreted is named with its reason."""

from __future__ import annotations

import runpy
from pathlib import Path

ROOT = Path(__file__).resolve().parents[1]
FAST = runpy.run_path(str(ROOT / ".ci" / "compile.py"))


def test_make_fast_is_declared_with_its_compiler() -> None:
    assert "\nfast: " in (ROOT / "Makefile").read_text(encoding="utf-8")
    extras = (ROOT / "pyproject.toml").read_text(encoding="utf-8")
    assert '\nfast = ["mypy>=' in extras


def test_kernel_and_rules_are_compiled_but_for_what_is_named() -> None:
    modules, interpreted = set(FAST["modules"]()), FAST["INTERPRETED"]
    assert all((ROOT / name).is_file() for name in (*modules, *interpreted))
    assert not modules & set(interpreted)
    for name in (
        "elric/kernel/game.py",
        "elric/young_kingdoms/movement/stack.py",
        "elric/young_kingdoms/combat/battle.py",
    ):
        assert name in modules
    assert all(len(why.split()) >= 2 for why in interpreted.values())
