"""The README does what it says: its Python is run as a doctest, its shell commands are run or, for make, dry-run."""

from __future__ import annotations

import doctest
import os
import re
import shlex
import subprocess
import sys
from pathlib import Path

import pytest

ROOT = Path(__file__).resolve().parents[1]
README = ROOT / "README.md"
TEXT = README.read_text(encoding="utf-8")
SHELL = [
    line.split("#")[0].strip()
    for block in re.findall(r"```sh\n(.*?)```", TEXT, re.S)
    for line in block.splitlines()
    if line.split("#")[0].strip()
]


def test_the_tour_is_true() -> None:
    """Every Python line of the tour gives what stands below it."""
    failed, tried = doctest.testfile(str(README), module_relative=False)
    assert tried > 15
    assert failed == 0


def test_there_are_commands() -> None:
    """The two make targets and the command line are all in the README."""
    assert {"make run", "make test"} <= set(SHELL)
    assert sum(c.startswith("python -m elric") for c in SHELL) >= 4


@pytest.mark.parametrize("command", [c for c in SHELL if c.startswith("make ")])
def test_make_targets_exist(command: str) -> None:
    """make knows the target and what it depends on."""
    done = subprocess.run([*shlex.split(command), "--dry-run"], cwd=ROOT, capture_output=True, text=True, check=False)
    assert done.returncode == 0, done.stderr


@pytest.mark.parametrize("command", [c for c in SHELL if c.startswith("python -m elric") and "serve" not in c])
def test_commands_run(command: str, tmp_path: Path) -> None:
    """Each command ends well and prints something; what it writes goes to the folder where it is started."""
    words = [sys.executable, *shlex.split(command)[1:]]
    own = {"PYTHONPATH": str(ROOT), "XDG_DATA_HOME": str(tmp_path)}
    done = subprocess.run(
        words, cwd=tmp_path, env=os.environ | own, capture_output=True, text=True, check=False, timeout=120
    )
    assert done.returncode == 0, done.stderr
    assert done.stdout.strip()


def test_serve_is_known() -> None:
    """The served page itself is tested in a browser; here, that the command takes the options the README shows."""
    words = next(c for c in SHELL if "elric serve" in c).replace("python -m elric serve", "")
    done = subprocess.run(
        [sys.executable, "-m", "elric", "serve", *shlex.split(words), "--help"],
        cwd=ROOT, capture_output=True, text=True, check=False,
    )  # fmt: skip
    assert done.returncode == 0, done.stderr


def test_pictures_are_there() -> None:
    """No broken picture."""
    for name in re.findall(r"!\[[^]]*\]\(([^)]+)\)", TEXT):
        assert (ROOT / name).is_file(), name
