"""The front door: what `elric` promises to programs, and nothing else."""

from __future__ import annotations

import ast
import html
import importlib
import json
import re
import subprocess
import sys
from collections.abc import Callable, Iterator
from pathlib import Path
from random import Random

import pytest

import elric
from elric import SeatError

# All that is public, by module; README and notebooks use nothing else.
PUBLIC = {
    "elric": {
        "Action", "ActionError", "AreaView", "BalanceView", "Battle", "BattleError", "BattleSpellView", "BattleView", "BoardError",
        "ChanceError", "Clause", "ElricError", "Game", "IllegalAction", "LaidView", "OutcomeView", "Played", "PlayerView",
        "PositionError", "Reason", "Replay", "Ruleset", "RulesetError", "SaveError", "Scenario", "SeatError", "UndoError", "UnitView",
        "UnknownClause", "UnknownGame", "UnknownScenario", "Verdict", "View", "__version__", "action_text", "battles", "clauses",
        "games", "load", "new_game", "parse_action", "parse_position", "position_text", "replay", "salvage", "scenarios",
    },
    "elric.games": {"GAMES", "definition", "game_class", "lab", "teaching"},
    "elric.widgets": {"Board", "Lesson", "LessonRoom", "Table"},
    "elric.app.page": {"page"},
    "elric.app.studies": {"figures", "learning"},
    "elric.young_kingdoms.lab": {"picture"},
}  # fmt: skip
NAMES = PUBLIC["elric"] - {"__version__", "games"}


def written() -> Iterator[tuple[str, ast.Module]]:
    """The Python of README and of the notebooks."""
    root = Path(elric.__file__).parents[1]
    blocks = re.findall(r"```python\n(.*?)```", (root / "README.md").read_text("utf-8"), re.DOTALL)
    lines = "\n".join(line[4:] for block in blocks for line in block.splitlines() if line.startswith((">>> ", "... ")))
    yield "README.md", ast.parse(lines)
    for path in sorted((root / "notebooks").rglob("*.ipynb")):
        cells = json.loads(path.read_text("utf-8"))["cells"]
        code = ["".join(cell["source"]) for cell in cells if cell["cell_type"] == "code"]
        yield path.name, ast.parse("\n".join(line for one in code for line in one.splitlines() if line[:1] not in "%!"))


def test_the_front_door_has_these_names_and_no_others() -> None:
    assert set(elric.__all__) == PUBLIC["elric"] - {"games"}
    for module, names in PUBLIC.items():
        found = importlib.import_module(module)
        for name in names:
            assert hasattr(found, name) or importlib.import_module(f"{module}.{name}"), f"{module} has no {name}"


def test_readme_and_notebooks_use_what_is_public() -> None:
    told = 0
    for where, tree in written():
        for node in ast.walk(tree):
            if isinstance(node, ast.ImportFrom) and (node.module or "").split(".")[0] == "elric":
                told += 1
                assert {name.name for name in node.names} <= PUBLIC.get(node.module or "", set()), (
                    f"{where}: {node.module}"
                )
            elif isinstance(node, ast.Import):
                assert not any(name.name.startswith("elric.") for name in node.names), where
            elif isinstance(node, ast.Attribute) and isinstance(node.value, ast.Name) and node.value.id == "elric":
                told += 1
                assert node.attr in PUBLIC["elric"] | {"widgets"}, f"{where}: elric.{node.attr}"
    assert told > 30


def errors() -> Iterator[type[Exception]]:
    """Every error class that the package defines. (What only carries the flow of the lab's walk is none.)"""
    named = re.compile(r"Error$|^Illegal|^Unknown")
    for path in sorted(Path(elric.__file__).parent.rglob("*.py")):
        text = path.read_text("utf-8")
        if re.search(r"^class \w+\(.*(?:Error|Exception)\b.*\):", text, re.MULTILINE):
            module = importlib.import_module(
                ".".join(("elric", *path.relative_to(Path(elric.__file__).parent).with_suffix("").parts))
            )
            for one in vars(module).values():
                if (
                    isinstance(one, type)
                    and issubclass(one, Exception)
                    and one.__module__ == module.__name__
                    and named.search(one.__name__)
                ):
                    yield one


def test_one_error_stands_above_all_and_draws_them() -> None:
    found = {one.__name__: one for one in errors()}
    assert len(found) > 15
    for name, one in found.items():
        assert issubclass(one, elric.ElricError), f"{name} is no ElricError"
    drawn = elric.ElricError.__doc__ or ""
    assert {name for name in found if not re.search(rf"\b{name}\b", drawn)} == set()


def test_what_is_printed_tells_what_it_is() -> None:
    g = elric.new_game("successor", seed=7)
    assert repr(g) == "<Game elric, Successor to the Bright Empire (avalon-hill): Set-up; seat 0 decides>"
    no = g.verdict("end")
    assert repr(g.verdict(g.legal_actions()[0])) == "<Verdict: legal>"
    assert repr(no).startswith("<Verdict: forbidden, While the game is set up")
    assert no.reasons[0].clause[1] in repr(no)
    assert no.reasons[0].words in html.unescape(no._repr_html_())
    g.push("choose 1")
    told = elric.replay(g)
    assert repr(told).startswith("<Replay: 1 actions, at 0; <Game elric")
    assert "<svg" in (told._repr_html_() or "")


def test_a_scenario_is_played_by_an_edition_that_has_it() -> None:
    assert elric.new_game("duel").rules.edition == "chaosium"
    assert elric.new_game("successor").rules.edition == "avalon-hill"


@pytest.mark.source  # mypyc drops the docstrings of classes
def test_everything_promised_is_there_and_says_what_it_is() -> None:
    for name in NAMES:
        assert getattr(elric, name).__doc__, f"{name} does not say what it is"


def test_a_game_in_ten_lines() -> None:
    g = elric.new_game("successor", edition="avalon-hill", seed=7)
    assert g.turn == 0
    assert g.phase == "setup"
    assert g.seat in (0, 1)
    first = g.legal_actions()[0]
    assert elric.parse_action(str(first)) == first
    assert g.verdict(first)
    g.push(first)
    assert json.dumps(g.view(g.seat))
    assert g.outcome is None
    assert elric.load(g.save()).save() == g.save()


def test_scenarios_and_clauses() -> None:
    keys = [s.key for s in elric.scenarios()]
    assert len(keys) == len(set(keys)) == 7
    assert {s.key: s.seats for s in elric.scenarios()} == {
        "founding": 1, "upstart": 2, "successor": 2, "empire": 3, "kingdom": 3, "world": 4, "duel": 2,
    }  # fmt: skip
    for s in elric.scenarios():
        assert s.title
        assert s.says.endswith(".")
        assert s.editions == (("chaosium",) if s.key == "duel" else ("chaosium", "avalon-hill"))
    both = elric.clauses()
    assert [(c.edition, c.number) for c in elric.clauses("chaosium") + elric.clauses("avalon-hill")] == [
        (c.edition, c.number) for c in both
    ]
    assert len({(c.edition, c.number) for c in both}) == len(both)
    assert {c.edition for c in elric.clauses("chaosium")} == {"chaosium"}
    assert {c.edition for c in elric.clauses("avalon-hill")} == {"avalon-hill"}


def test_every_scenario_starts_in_every_edition_it_has() -> None:
    for s in elric.scenarios():
        for edition in s.editions:
            g = elric.new_game(s.key, edition, seed=1)
            assert g.legal_actions()
            assert g.scenario.key == s.key
            assert g.rules.edition == edition


def test_the_other_game_comes_through_the_same_door() -> None:
    """A game is named when it begins; its save and its record say themselves which game they are of."""
    keys = [s.key for s in elric.scenarios("dragon-pass")]
    assert len(keys) == 8
    assert not set(keys) & {s.key for s in elric.scenarios()}
    g = elric.new_game(keys[0], seed=3, game="dragon-pass")
    for _ in range(40):
        g.push(g.legal_actions()[0])
    assert repr(g.legal_actions()[0]) == f"<Action {g.legal_actions()[0]}>"
    assert elric.load(g.save()).view(0) == g.view(0)
    assert elric.load(g.record_text()).view(0) == g.view(0)
    assert elric.salvage(g.save())[0].save() == g.save()
    assert [played.number for played in elric.replay(g.save())] == list(range(1, 41))
    assert {c.edition for c in elric.clauses(game="dragon-pass")} == {"1976"}


def test_the_other_game_s_battles_are_asked_in_the_same_way() -> None:
    """Random play comes to a battle; its lab answers with chances that sum to one."""
    g = elric.new_game("tax-collectors", seed=5, game="dragon-pass")
    rng = Random(5)
    while not elric.battles(g):
        g.push(rng.choice(g.legal_actions()))
    answer = elric.battles(g)[0].answer()
    assert sum(row.chance for row in answer.rows) == 1


@pytest.mark.parametrize(
    ("ask", "error", "hint"),
    [
        (lambda: elric.new_game("successor", game="dragonpass"), elric.UnknownGame, "dragon-pass"),
        (lambda: elric.scenarios("dragonpass"), elric.UnknownGame, "dragon-pass"),
        (lambda: elric.clauses(game="elrik"), elric.UnknownGame, "elric"),
        (lambda: elric.clauses("chaosium", game="dragon-pass"), elric.RulesetError, "1976"),
        (lambda: elric.new_game("tax-collector", game="dragon-pass"), elric.UnknownScenario, "tax-collectors"),
        (lambda: elric.load("dragon-pas 1\n"), elric.SaveError, "elric"),
    ],
)
def test_a_wrong_game_is_answered_with_the_right_one(
    ask: Callable[[], object], error: type[Exception], hint: str
) -> None:
    with pytest.raises(error, match=hint):
        ask()


def test_the_same_seed_gives_the_same_game() -> None:
    games = [elric.new_game("kingdom", "chaosium", seed=5) for _ in range(2)]
    for _ in range(100):
        legal = games[0].legal_actions()
        for g in games:
            g.push(legal[len(legal) // 2])
    assert games[0].save() == games[1].save()
    assert elric.new_game("kingdom", "chaosium", seed=6).save() != elric.new_game("kingdom", "chaosium", seed=5).save()


@pytest.mark.parametrize(
    "rules",
    [
        "avalon-hill, overrun_ratio=1",
        {"edition": "avalon-hill", "overrun_ratio": 1},
    ],
)
def test_a_game_by_house_rules(rules: object) -> None:
    g = elric.new_game("successor", rules, seed=1)  # type: ignore[arg-type]
    assert g.rules.overrun_ratio == 1
    assert elric.load(g.save()).rules == g.rules


@pytest.mark.parametrize(
    ("scenario", "edition", "error", "hint"),
    [
        ("succesor", "avalon-hill", elric.UnknownScenario, "successor"),
        ("", "avalon-hill", elric.UnknownScenario, "successor"),
        ("successor", "avalonhill", elric.RulesetError, "avalon-hill"),
        ("successor", "avalon-hill, overun_ratio=1", elric.RulesetError, "overrun_ratio"),
        ("successor", {"overrun_ratio": 1}, elric.RulesetError, "edition"),
        ("duel", "avalon-hill", elric.RulesetError, "not a scenario"),
    ],
)
def test_wrong_names_are_answered_with_the_right_one(
    scenario: str, edition: object, error: type[Exception], hint: str
) -> None:
    with pytest.raises(error) as e:
        elric.new_game(scenario, edition)  # type: ignore[arg-type]
    assert hint in str(e.value)


def test_refused_actions_come_back_with_their_verdict() -> None:
    g = elric.new_game("successor", seed=1)
    with pytest.raises(elric.IllegalAction) as e:
        g.push("sacrifice yishana arkyn")
    assert not e.value.verdict
    assert e.value.verdict.reasons
    assert "sacrifice yishana arkyn" in str(e.value)


def test_the_engine_needs_nothing_but_python() -> None:
    code = (
        "import sys, elric; g = elric.new_game('successor', seed=1); g.legal_actions(); g.view(0); elric.load(g.save());"
        "foreign = sorted(m for m in sys.modules if m.split('.')[0] in "
        "('numpy', 'scipy', 'shapely', 'ipywidgets', 'ipyleaflet', 'anywidget', 'voila', 'IPython', 'traitlets', 'tornado'));"
        "upstairs = sorted(m for m in sys.modules if m.startswith(('elric.app', 'elric.widgets')));"
        "print(foreign + upstairs)"
    )
    out = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True, timeout=60)
    assert out.stdout.strip() == "[]"


@pytest.mark.parametrize("lower", ["kernel", "young_kingdoms"])
def test_the_rules_load_nothing_above_them(lower: str) -> None:
    """Every file of the kernel, or of the rules, brings in no lab, no teaching, no table and no page."""
    above = [
        "lab",
        "planning",
        "opponents",
        "tutor",
        "widgets",
        "app",
        *(f"young_kingdoms.{x}" for x in ("lab", "planning", "opponents", "teaching", "table")),
    ]
    names = tuple(f"elric.{room}" for room in above)
    code = f"""
import importlib, json, pkgutil, sys
import elric.{lower} as room
def read(package):
    for m in pkgutil.iter_modules(package.__path__, package.__name__ + "."):
        if not m.name.startswith({names!r}):
            found = importlib.import_module(m.name)
            if m.ispkg:
                read(found)
read(room)
print(json.dumps(sorted(m for m in sys.modules if m.startswith({names!r}))))
"""
    out = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True, timeout=60)
    assert json.loads(out.stdout) == []


def test_an_action_of_another_phase_names_the_order_of_play() -> None:
    """ "fight" while stacks are moved: refused with the clause of the order of play and what can be done instead."""
    for edition, number in (("chaosium", "5.0"), ("avalon-hill", "4")):
        g = elric.Game.at({"rules": edition, "nations": {"jharkor": 0}, "units": {"jharkor_sequa": ["yishana"]}})
        said = g.verdict(elric.parse_action("fight jharkor_sequa"))
        assert not said.ok
        (reason,) = said.reasons
        assert g.cite(reason.clause) == number
        assert "Movement" in reason.words
        assert "“lead”" in reason.fix


# What programs hand over by mistake. The compiled core would answer a wrong type with its own TypeError; the front door must
# say what is wrong on either core (`make fast-test`).
JUNK = (None, 17, -1, 3.5, b"end", [], {}, ("end",), object())
NO_ACTIONS = (*JUNK, "", "no such", elric.Action("end", None), elric.Action(5, 6), elric.Action("step", ("a",)))  # type: ignore[arg-type]


def begun() -> elric.Game:
    g = elric.new_game("successor", "avalon-hill", 7)
    g.push("choose 1")
    return g


@pytest.mark.parametrize("junk", NO_ACTIONS, ids=lambda junk: type(junk).__name__)
@pytest.mark.parametrize("ask", ["push", "verdict", "alike"])
def test_what_is_no_action_is_refused_as_one(ask: str, junk: object) -> None:
    g = begun()
    before = g.save()
    with pytest.raises(elric.ActionError):
        getattr(g, ask)(junk)
    assert g.save() == before


@pytest.mark.parametrize("junk", [17, -1, 3.5, True, "0", b"0", [], {}, object()], ids=lambda junk: type(junk).__name__)
def test_what_is_no_seat_is_refused_as_one(junk: object) -> None:
    g = begun()
    for ask in (g.view, g.story, g.story_text, g.check_seat, g.legal_actions, lambda seat: g.resampled(seat, 1)):
        with pytest.raises(SeatError, match="there is no seat"):
            ask(junk)  # type: ignore[operator]
    if junk is not True:  # which Python takes for 1
        with pytest.raises(SeatError, match="there is no seat"):
            g.push("end", junk)


@pytest.mark.parametrize("junk", JUNK, ids=lambda junk: type(junk).__name__)
def test_what_is_no_save_position_scenario_or_edition_is_named(junk: object) -> None:
    for wrong, ask in (
        (elric.SaveError, elric.load),
        (elric.SaveError, elric.replay),
        (elric.PositionError, elric.parse_position),
        (elric.ActionError, elric.parse_action),
        (elric.ActionError, elric.action_text),
        (elric.UnknownScenario, elric.new_game),
        (elric.UnknownClause, begun().cite),
    ):
        with pytest.raises(wrong):
            ask(junk)  # type: ignore[operator]
    if junk != {}:  # the empty position is a table all the same, and has faults of its own
        with pytest.raises(elric.PositionError):
            elric.Game.at(junk)  # type: ignore[arg-type]
    if junk is not None:  # both editions
        with pytest.raises(elric.RulesetError):
            elric.clauses(junk)  # type: ignore[arg-type]
    if not isinstance(junk, (int, float)):
        with pytest.raises(elric.ChanceError):
            elric.new_game("successor", "avalon-hill", junk)  # type: ignore[arg-type]
