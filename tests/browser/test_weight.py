"""What a visit weighs on the line, and that what is left out of Voilà's front end is really not asked for."""

from __future__ import annotations

import re
import sys
from pathlib import Path
from typing import Any

from harness import wait_ready, watch

ROOT = Path(__file__).resolve().parents[2]
for folder in ("tests/benchmarks", "tests/app"):
    sys.path.insert(0, str(ROOT / folder))

LIGHT = ROOT / "elric" / "app" / "voila" / "templates" / "elric" / "static" / "light.js"
# A chunk of ours among Voilà's, to see by name which libraries are shared, and which of them anybody has asked for.
_LOOK = """(self.webpackChunk_JUPYTERLAB_CORE_OUTPUT ||= []).push([["look"], {}, (runtime) => { window.shared = runtime.S; }]);"""


def test_a_first_visit_is_light_and_a_second_brings_next_to_nothing(chrome: Any, served: Any) -> None:
    from bench_serving import visits

    first, second = visits(chrome, served.address)
    print(f"first visit {first} bytes, second {second}")
    assert first < 1_300_000
    assert second < 40_000


def test_what_is_left_out_is_shared_by_that_name_and_not_fetched(chrome: Any, served: Any) -> None:
    """A library that has another name after an upgrade would be loaded again without a word."""
    unused = set(re.findall(r'"([@\w./-]+)"', re.findall(r"UNUSED = \[(.*?)\]", LIGHT.read_text(), re.DOTALL)[0]))
    assert len(unused) > 30
    context = chrome.new_context()
    try:
        page = context.new_page()
        record = watch(page, served.address)
        page.add_init_script(_LOOK)
        page.goto(served.address, wait_until="commit")
        wait_ready(page)
        announced = page.evaluate(
            "() => Object.entries(window.shared.default).filter(([, all]) => Object.keys(all).length).map(([name]) => name)"
        )
        assert unused - set(announced) == set()
        assert {"leaflet", "@jupyter-widgets/base"} <= set(announced) - unused
        assert len([url for url in record.requests if url.startswith(served.address)]) < 90
        assert record.errors == []
    finally:
        context.close()
