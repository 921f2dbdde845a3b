"""`make audit` says in plain words what came of it: no faults, a fault, or nobody who could be asked."""

from __future__ import annotations

import json
import os
import stat
import subprocess
import sys
from pathlib import Path

import pytest

SCRIPT = Path(__file__).resolve().parents[1] / ".ci" / "audit.py"
WELL = {"name": "tornado", "version": "6.6.1", "vulns": []}
FAULTY = {"name": "voila", "version": "0.5.13", "vulns": [{"id": "GHSA-1", "fix_versions": ["0.5.14"], "aliases": []}]}
UNKNOWN = {"name": "anyio", "skip_reason": "Dependency not found on PyPI and could not be audited: anyio (4.16.0)"}
AWAY = 'Traceback (most recent call last):\n  File "x.py", line 1, in send\nProxyError: connection refused\n'


def audited(folder: Path, printed: str, complaint: str = "") -> subprocess.CompletedProcess[str]:
    """What the script makes of a pip-audit that prints this and complains of that."""
    program = folder / "pip-audit"
    program.write_text(
        f"#!{sys.executable}\nimport sys\nprint({printed!r}, end='')\nprint({complaint!r}, end='', file=sys.stderr)\n"
    )
    program.chmod(program.stat().st_mode | stat.S_IXUSR)
    command = [sys.executable, str(SCRIPT), str(program)]
    return subprocess.run(command, capture_output=True, text=True, check=False, env=dict(os.environ))


@pytest.mark.parametrize(
    ("found", "code", "word"),
    [
        ([WELL, WELL], 0, "No known faults in 2 packages"),
        ([WELL, FAULTY], 1, "voila 0.5.13: GHSA-1, mended in 0.5.14"),
        ([FAULTY, UNKNOWN], 1, "does not know them: anyio"),
        ([WELL, UNKNOWN], 2, "does not know them: anyio"),
        ([UNKNOWN, UNKNOWN], 2, "could not be reached"),
        ([], 2, "could not be reached"),
    ],
)
def test_what_the_service_answers_is_told(tmp_path: Path, found: list[object], code: int, word: str) -> None:
    done = audited(tmp_path, json.dumps({"dependencies": found, "fixes": []}))
    assert done.returncode == code
    assert word in done.stdout + done.stderr


def test_a_service_that_is_away_is_no_traceback_and_no_success(tmp_path: Path) -> None:
    done = audited(tmp_path, "", AWAY)
    assert done.returncode == 2
    assert "could not be reached" in done.stderr
    assert "ProxyError: connection refused" in done.stderr
    assert "Traceback" not in done.stdout + done.stderr
