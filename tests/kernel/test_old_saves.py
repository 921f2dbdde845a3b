"""Saves from before a rule was mended or a switch renamed."""

from __future__ import annotations

from random import Random

import pytest

import elric
from elric.kernel.record import dump, parse
from elric.young_kingdoms.components import law
from elric.young_kingdoms.definition import GAME


def _played(rules: str, actions: int = 40) -> elric.Game:
    g = elric.new_game("successor", rules, seed=11)
    rng = Random(3)
    for _ in range(actions):
        g.push(rng.choice(g.legal_actions()))
    return g


def _saved_with(text: str, **changes: str) -> str:
    """A save with other words in its head, sealed again."""
    head, entries = parse(text, GAME.key, GAME.schema)
    return dump(GAME.key, GAME.schema, list((head | changes).items()), [entry for _, entry in entries])


RENAMED = [(old, switch) for switch in law.switches().values() for old in switch.was]


def test_some_switch_has_been_renamed() -> None:
    assert ("muster_into_held_nation", "besieged_city_waits") in [(old, switch.key) for old, switch in RENAMED]


@pytest.mark.parametrize(("old", "switch"), RENAMED, ids=[old for old, _ in RENAMED])
@pytest.mark.parametrize("edition", law.EDITIONS)
def test_a_save_that_says_a_switch_by_its_old_name_loads(old: str, switch: law.Switch, edition: str) -> None:
    """The value means today what it meant then, and the game says the new name when it is saved again."""
    assert old not in law.switches()
    for value in (v for v in switch.choices if v != switch.values[edition]):
        g = _played(f"{edition}, {switch.key}={str(value).lower()}")
        text = g.save()
        before = _saved_with(text, rules=g.rules.name.replace(switch.key, old))
        assert old in before
        again = elric.load(before)
        assert again.rules.overrides == {switch.key: value}
        assert again.save() == text


def test_a_position_that_says_a_switch_by_its_old_name_stands() -> None:
    g = _played("chaosium, besieged_city_waits=true")
    spec = {**g.position(), "rules": g.rules.name.replace("besieged_city_waits", "muster_into_held_nation")}
    assert elric.Game.at(spec).rules == g.rules


def _with_a_forbidden_act(text: str, at: int, act: str) -> str:
    head, entries = parse(text, GAME.key, GAME.schema)
    played = [entry for _, entry in entries]
    played[at] = played[at]._replace(action=act)
    return dump(GAME.key, GAME.schema, list(head.items()), played)


def test_an_act_that_the_rules_forbid_is_named_with_its_line_and_the_reason() -> None:
    text = _with_a_forbidden_act(_played("avalon-hill").save(), 25, "fight tarkesh_hornus")
    with pytest.raises(
        elric.SaveError, match=r"line \d+: this action is not legal there: fight tarkesh_hornus"
    ) as refused:
        elric.load(text)
    assert text.split("\n")[(refused.value.line or 0) - 1].startswith("fight tarkesh_hornus")


def test_what_came_before_a_forbidden_act_can_be_played_on() -> None:
    g = _played("avalon-hill")
    rescued, what = elric.salvage(_with_a_forbidden_act(g.save(), 25, "fight tarkesh_hornus"))
    assert "fight tarkesh_hornus" in what
    assert [e.action for e in rescued.record] == [e.action for e in g.record[:25]]
    # with the luck that the game would have had from there
    assert rescued.save() == elric.replay(g).at(24).save()
    rescued.push(rescued.legal_actions()[0])


def test_a_save_that_stands_is_salvaged_whole() -> None:
    text = _played("chaosium").save()
    rescued, what = elric.salvage(text)
    assert (rescued.save(), what) == (text, "")


@pytest.mark.parametrize(
    "spoil", [lambda t: t[:-20], lambda t: t.replace("successor", "nowhere"), lambda t: "", lambda t: t + "x"]
)
def test_what_is_no_save_stays_refused(spoil: object) -> None:
    with pytest.raises(elric.SaveError):
        elric.salvage(spoil(_played("chaosium", 5).save()))  # type: ignore[operator]


def test_a_script_belongs_to_the_whole_of_a_game() -> None:
    """What is left of it cannot be told from the acts that still stand."""
    g = elric.Game.at(_played("chaosium").position(), script="die 4")
    rng = Random(1)
    for _ in range(12):
        g.push(rng.choice(g.legal_actions()))
    with pytest.raises(elric.SaveError, match="not legal there"):
        elric.salvage(_with_a_forbidden_act(g.save(), 8, "fight tarkesh_hornus"))
