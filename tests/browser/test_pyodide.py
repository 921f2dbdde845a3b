"""The browser's Python plays as ours: the same games to the last die, the same numbered cases. It runs under node here."""

from __future__ import annotations

import subprocess
import sys
import sysconfig
from pathlib import Path

import pytest
from harness import ROOT

pytestmark = pytest.mark.browser

PYODIDE = ROOT / "build" / "npm" / "node_modules" / "pyodide"
NODE = Path(__file__).parent / "in_node.mjs"
LIBRARIES = sysconfig.get_path("purelib")  # for pytest, which is Python alone
DIGEST = ROOT / "tests" / "benchmarks" / "digest.py"
# pytest's plugins that are installed here need threads or compiled parts
CASES = """
import os, sys
os.environ["PYTEST_DISABLE_PLUGIN_AUTOLOAD"] = "1"
sys.path[:0] = [{root!r}, {libraries!r}]
os.chdir({root!r})
import pytest
ignored = [*(f"--ignore={{path}}" for path in {compiled!r}), *(f"--deselect={{test}}" for test in {processes!r})]
int(pytest.main(["-q", "-p", "no:faulthandler", "--noconftest", "-m", "not source", "-W", "default", *ignored, *{which!r}]))
"""
COMPILED = ["tests/cases/test_register.py", "tests/dragon_pass/test_table.py"]  # hypothesis; the map maker's numpy
PROCESSES = [  # they start a Python of their own, which a browser has not
    "tests/dragon_pass/test_other_boards.py::test_another_board_is_played_on_and_drawn_as_it_is",
    "tests/dragon_pass/test_properties.py::test_what_is_imported_first_changes_no_game",
]
PLAYED = """
import runpy, sys
sys.path.insert(0, {root!r})
sys.argv = ["digest.py", "--positions", "{positions}"]
runpy.run_path({digest!r}, run_name="__main__")
0
"""


def in_node(program: str, *folders: Path | str) -> subprocess.CompletedProcess[str]:
    command = ["node", str(NODE), str(PYODIDE), program, *map(str, folders)]
    return subprocess.run(command, capture_output=True, text=True, check=False, timeout=3600)


@pytest.mark.parametrize("positions", [400, pytest.param(10_000, marks=pytest.mark.siege)])
def test_random_games_are_the_same_to_the_last_die(positions: int) -> None:
    here = subprocess.run(
        [sys.executable, str(DIGEST), "--positions", str(positions)],
        cwd=ROOT,
        capture_output=True,
        text=True,
        check=True,
    )
    there = in_node(PLAYED.format(root=str(ROOT), digest=str(DIGEST), positions=positions), ROOT)
    assert there.returncode == 0, there.stderr
    assert there.stdout.splitlines() == here.stdout.splitlines()
    assert len(here.stdout.splitlines()) >= 2


@pytest.mark.parametrize(
    "which",
    [
        ["tests/cases/test_sieges.py"],
        pytest.param(["tests/cases", "tests/dragon_pass", "tests/sorcerer"], marks=pytest.mark.siege),
    ],
    ids=["sieges", "all"],
)
def test_the_numbered_cases_pass(which: list[str]) -> None:
    done = in_node(
        CASES.format(root=str(ROOT), libraries=LIBRARIES, which=which, compiled=COMPILED, processes=PROCESSES),
        ROOT,
        LIBRARIES,
    )
    assert done.returncode == 0, done.stdout[-3000:] + done.stderr[-2000:]
    assert " passed" in done.stdout
