"""What a game can be played with otherwise: set in the form where it begins, told at its table, and gone with it wherever it goes."""

from __future__ import annotations

import html
import re
from pathlib import Path
from typing import Any

import pytest

from elric import games
from elric.app.store import SaveStore
from elric.kernel.clauses import value_text, value_words
from elric.widgets.messages import MOST_FIELDS
from elric.widgets.panels.options import FIELD
from tests.widgets.test_keeping import Tab

ELRIC, OTHER, *_ = games.GAMES
KITS = {ELRIC: games.table(ELRIC), OTHER: games.table(OTHER), "toy": games.table("tests.toy")}
SCENARIOS = {ELRIC: "successor", OTHER: "complete-game"}


def region(tab: Tab, name: str) -> str:
    return str(tab.regions.get(name, ""))


def game_of(tab: Tab) -> Any:
    return tab.session.table.kit.game


@pytest.fixture(params=KITS)
def tab(request: Any, tmp_path: Path) -> Tab:
    """A tab at a game with its form open."""
    found = Tab(SaveStore(tmp_path), kit=KITS[request.param])
    found.do("new")
    return found


def fields(tab: Tab, **switches: str) -> dict[str, str]:
    return {
        "scenario": SCENARIOS.get(tab.session.table.kit.key) or next(iter(game_of(tab).scenarios())),
        "edition": game_of(tab).edition,
        **{f"{FIELD}{key}": value for key, value in switches.items()},
    }


def other_value(tab: Tab) -> tuple[Any, Any]:
    """A switch of the game and a value that is not its edition's."""
    game, said = game_of(tab), fields(tab)
    switch = game.switches(said["scenario"])[0]
    return switch, next(v for v in switch.choices if v != switch.values[game.edition])


def test_options_are_drawn_when_they_are_unfolded(tab: Tab) -> None:
    """Nobody who leaves them alone is sent a word of them; whoever unfolds them finds each switch of the scenario once, with its
    sentence and every value, the edition's own chosen."""
    kit, said = tab.session.table.kit, fields(tab)
    assert FIELD not in region(tab, "new")
    assert 'data-sends="options"' in region(tab, "new")
    tab.do("options", said)
    form = region(tab, "new")
    expected = kit.game.switches(said["scenario"])
    assert sorted(re.findall(rf'name="{FIELD}([^"]+)"', form)) == sorted(switch.key for switch in expected)
    plain = html.unescape(form)
    for switch in expected:
        assert switch.says in plain
        chosen = re.search(rf'name="{FIELD}{switch.key}".*?<option value="([^"]*)" selected>([^<]*)<', form)
        assert chosen is not None
        assert chosen[1] == ""
        assert html.unescape(chosen[2]) == f"{value_words(switch.values[kit.game.edition])} (standard)"
    assert len(expected) + 20 < MOST_FIELDS


def test_a_changed_option_is_played_told_and_kept(tab: Tab) -> None:
    """The game begins by it, its table says so to everybody, and so does whoever opens its address or its text."""
    switch, value = other_value(tab)
    tab.do("start", fields(tab, **{switch.key: value_text(value)}))
    assert dict(tab.session.table.game.rules.overrides) == {switch.key: value}
    told = html.unescape(region(tab, "options"))
    assert "Played with 1 option changed" in told
    assert switch.says in told
    text = tab.session.table.game.save()
    assert tab.session.table.kit.load(text).rules.overrides == {switch.key: value}
    tab.do("more", "share")
    tab.do("share", "")
    links = re.findall(r"g=([\w-]+)", region(tab, "more"))
    assert links
    keeper = tab.session.table.keeping.keeper
    for key in {tab.page, *links}:
        other = Tab(keeper, key, kit=tab.session.table.kit)
        assert "Played with 1 option changed" in region(other, "options")
    fresh = Tab(keeper, "e" * 12, kit=tab.session.table.kit)
    assert region(fresh, "options") == ""
    fresh.do("load", {"text": text})
    assert "Played with 1 option changed" in region(fresh, "options")


def test_an_ordinary_game_says_nothing_of_options(tab: Tab) -> None:
    """The edition's own value, said aloud, changes nothing."""
    switch, _ = other_value(tab)
    own = value_text(switch.values[game_of(tab).edition])
    tab.do("start", fields(tab, **{switch.key: own}))
    assert not tab.session.table.game.rules.overrides
    assert region(tab, "options") == ""


@pytest.mark.parametrize(
    ("key", "value"), [("no_such", "1"), ("__class__", "true"), ("<b>", "x"), ("", "true"), (None, "<b>no</b>")]
)
def test_what_there_is_not_is_refused_in_words(tab: Tab, key: str | None, value: str) -> None:
    """The game on the table stands as it stood, the form stays open with what was rightly chosen, and the answer names what is
    wrong without the program's own names."""
    switch, right = other_value(tab)
    game = tab.session.table.game
    wrong = {switch.key if key is None else key: value}
    if key is not None:
        wrong[switch.key] = value_text(right)
    tab.do("start", fields(tab, **wrong))
    assert tab.session.table.game is game
    said = region(tab, "note") + region(tab, "refusal")
    assert "cannot begin" in said
    assert ("There is no option" if key is not None else "cannot be") in said
    assert "<b>no" not in said
    assert "switch" not in said
    assert "Error" not in said
    form = region(tab, "new")
    chosen = re.search(rf'name="{FIELD}{switch.key}".*?<option value="([^"]*)" selected>', form)
    assert chosen is not None
    assert chosen[1] == ("" if key is None else value_text(right))


def test_options_follow_the_scenario_and_the_edition(tmp_path: Path) -> None:
    """Another scenario has others; what is chosen stays chosen, and by another edition its own value is the standard one."""
    tab = Tab(SaveStore(tmp_path), kit=KITS[OTHER])
    tab.do("new")
    tab.do("options", {"scenario": "tax-collectors", f"{FIELD}stacking": "false"})
    assert "objectives_lunar" not in region(tab, "new")
    assert 'name="scenario" value="tax-collectors" data-seats' in region(tab, "new")
    tab.do("options", {"scenario": "complete-game", f"{FIELD}stacking": "false"})
    form = region(tab, "new")
    assert "objectives_lunar" in form
    assert re.search(r'value="complete-game"[^>]* checked', form)
    assert '<option value="false" selected>' in form
    elric = Tab(SaveStore(tmp_path), kit=KITS[ELRIC])
    elric.do("new")
    first, second = games.definition(ELRIC).editions
    scenario = next(s.key for s in games.definition(ELRIC).scenarios().values() if len(s.editions) == 2)
    switch = next(s for s in games.definition(ELRIC).switches(scenario) if s.values[first] != s.values[second])
    for edition in (first, second):
        elric.do("options", {"scenario": scenario, "edition": edition})
        assert f"selected>{value_words(switch.values[edition])} (standard)" in region(elric, "new")


def test_every_switch_of_every_scenario_stands_in_one_group(tmp_path: Path) -> None:
    """Optional rules come first, then the chapters of the book; a group never stands twice."""
    for name in (ELRIC, OTHER):
        tab = Tab(SaveStore(tmp_path), kit=KITS[name])
        tab.do("new")
        for scenario in game_of(tab).scenarios().values():
            for edition in scenario.editions:
                tab.do("options", {"scenario": scenario.key, "edition": edition})
                groups = re.findall(r'data-key="options-([^"]+)"', region(tab, "new"))
                assert groups[0] == "Optional rules"
                assert len(groups) == len(set(groups))
                assert not any(title.startswith("Chapter ") for title in groups)
