"""What the recipes of deploy/ say."""

from __future__ import annotations

import re
from pathlib import Path

from elric.app.cli import build_parser

DEPLOY = Path(__file__).resolve().parents[2] / "deploy"


def test_the_recipes_use_options_there_are() -> None:
    unit = (DEPLOY / "elric@.service").read_text()
    (words,) = re.findall(r"^ExecStart=\S+/elric (.+)$", unit, re.M)
    args = build_parser().parse_args(words.replace("%i", "8866").split())
    assert (args.port, args.proxy, args.log) == (8866, True, "json")
    assert "KillMode=mixed" in unit, "kernels are not to be told to stop while the server lets them end their act"
    text = (DEPLOY / "README.md").read_text()
    for line in re.findall(r"^ +(?:\S+/)?elric (serve .+)$", text, re.M):
        build_parser().parse_args(re.sub(r"\s+#.*", "", line).split())
