"""Fixtures: `running`, one server for all the attacks, which has to outlive them."""

from __future__ import annotations

import sys
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

sys.path.insert(0, str(Path(__file__).resolve().parents[1] / "browser"))
sys.path.insert(0, str(Path(__file__).resolve().parent))


@pytest.fixture(scope="session")
def running() -> Iterator[Any]:
    from harness import serving

    with serving("--port", "9200", "--ready", "1", "--host-name", "elric.club.example", "--away", "900") as server:
        yield server
