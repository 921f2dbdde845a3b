"""Positions and saves that were written once are read for ever, and described word for word as they were then."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest

import elric
from elric import games

HERE = Path(__file__).parent
LINES = (HERE / "positions.txt").read_text(encoding="utf-8").splitlines()
SAVES = [json.loads(row) for row in (HERE / "saves.jsonl").read_text(encoding="utf-8").splitlines()]
STACKS = [json.loads(row) for row in (HERE / "dragon_pass.jsonl").read_text(encoding="utf-8").splitlines()]


def test_there_are_several_of_every_scenario_and_edition() -> None:
    held = [tuple(line.split(":")[1:3]) for line in LINES]
    for scenario in elric.scenarios():
        for edition in scenario.editions:
            assert held.count((scenario.key, edition)) >= 3, (scenario.key, edition)


@pytest.mark.parametrize("part", range(8))
def test_a_position_is_told_as_it_was(part: int) -> None:
    for line in LINES[part::8]:
        said = elric.parse_position(line)
        g = elric.Game.at(said)
        assert g.position() == said, line[:60]
        assert elric.position_text(said) == line
        assert g.view(None)["turn"] == said["turn"]


@pytest.mark.parametrize("k", range(len(SAVES)))
def test_a_save_comes_to_where_it_came(k: int) -> None:
    g = elric.load(SAVES[k]["save"])
    assert g.save() == SAVES[k]["save"]
    assert elric.position_text(g.position()) == SAVES[k]["position"]


@pytest.mark.parametrize("said", STACKS, ids=lambda said: f"{said['scenario']}, turn {said['turn']}")
def test_a_position_of_white_bear_is_told_as_it_was(said: dict[str, Any]) -> None:
    """With all that rules had noted in it, in the plain form of its day; what no rule knows any more is left out."""
    definition = games.definition("dragon-pass")
    assert definition.describe(definition.build(said)) == said
    older = {**said, "marks": {**said["marks"], "longer": [1, [2]], "lairs": said["marks"].get("lairs", [])}}
    assert definition.describe(definition.build(older)) == said
