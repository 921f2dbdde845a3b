"""Random play goes through every scenario in one of its editions, by turns, in `make test`; in the other too in `make siege`."""

from __future__ import annotations

from collections import defaultdict
from pathlib import Path

import pytest

HERE = Path(__file__).resolve().parent
EDITIONS = ("avalon-hill", "chaosium")


def pytest_collection_modifyitems(items: list[pytest.Item]) -> None:
    by_test: defaultdict[str, defaultdict[str, list[pytest.Item]]] = defaultdict(lambda: defaultdict(list))
    for item in items:
        if item.path.parent == HERE and hasattr(item, "callspec") and not item.get_closest_marker("siege"):
            test, _, played = item.nodeid.partition("[")
            for edition in EDITIONS:
                played = played.replace(edition, "edition")
            by_test[test][played].append(item)
    for scenarios in by_test.values():
        for number, both in enumerate(scenarios.values()):
            if len(scenarios) > 1 and len(both) == len(EDITIONS):
                both[number % 2].add_marker(pytest.mark.siege)
