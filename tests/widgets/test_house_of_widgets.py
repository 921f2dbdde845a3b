"""The page's own house: what needs Jupyter, what names a game, and how HTML is made."""

from __future__ import annotations

import ast
import re
import subprocess
import sys
from collections.abc import Iterator
from importlib import import_module
from pathlib import Path

import pytest
from anywidget import AnyWidget

import elric
from elric import games
from elric.widgets.bridge.bridge import Bridge
from elric.widgets.bridge.wire import Wire
from elric.widgets.messages import Message
from elric.widgets.session import Session

ELRIC = Path(elric.__file__).parent
WIDGETS = ELRIC / "widgets"
TABLES = [ELRIC.parent.joinpath(*package.split("."), "table") for package in games.GAMES.values()]


def files(*but: str, among: Path = WIDGETS) -> Iterator[Path]:
    return (p for p in sorted(among.rglob("*.py")) if not p.relative_to(among).as_posix().startswith(but))


def of_the_page() -> Iterator[tuple[str, Path]]:
    """Every file of the page, the games' own halves too, by its path in the package."""
    for room in (WIDGETS, *TABLES):
        yield from ((path.relative_to(ELRIC).as_posix(), path) for path in files(among=room))


def imports(path: Path) -> Iterator[str]:
    for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
        if isinstance(node, ast.Import):
            yield from (name.name for name in node.names)
        elif isinstance(node, ast.ImportFrom) and node.module:
            yield from (f"{node.module}.{name.name}" for name in node.names)


def test_rooms_panels_and_map_need_no_widgets() -> None:
    """With ipywidgets, ipyleaflet and anywidget out of reach the page's session plays; only the bridge is missing."""
    modules = [".".join(p.relative_to(WIDGETS.parents[1]).with_suffix("").parts) for p in files("bridge/")]
    code = f"""
import importlib, sys
for name in ("ipywidgets", "ipyleaflet", "anywidget", "traitlets", "IPython"):
    sys.modules[name] = None
for name in {[m.removesuffix(".__init__") for m in modules]!r}:
    importlib.import_module(name)
from elric.widgets.messages import Message
from elric.widgets.session import Session
page = Session()
for m in (Message("do", name="go"), Message("do", name="learn"), Message("do", name="leave"), Message("do", name="rules")):
    page.take(m)
    assert page.draw().regions
"""
    subprocess.run([sys.executable, "-c", code], check=True, timeout=120)


def game_words() -> set[str]:
    """Words by which neutral code would know a game: its packages, and its name in quotes."""
    out = {f'"{key}"' for key in games.GAMES} | {f"'{key}'" for key in games.GAMES}
    for package in games.GAMES.values():
        out |= {package, package.rpartition(".")[2], package.rpartition(".")[2].title().replace("_", "")}
    return out


@pytest.mark.parametrize("floor", ["kernel", "lab", "widgets", "app"])
def test_neutral_files_name_no_game(floor: str) -> None:
    """A game is asked for by `elric.games`; no neutral file names a game or its package, in code or in words."""
    for path in files(among=ELRIC / floor):
        name = path.relative_to(ELRIC).as_posix()
        text = path.read_text(encoding="utf-8")
        for player in ("Sorcerer-King", "sorcerer-king"):  # who plays any game
            text = text.replace(player, "")
        # the program is called after one of its games: the app's own folder and template bear that name
        for word in game_words() - ({'"elric"'} if floor == "app" else set()):
            assert word not in text, f"{name} names {word}"
        for module in imports(path):
            assert not module.startswith(tuple(games.GAMES.values())), f"{name} imports {module}"


def test_the_page_opens_no_package_that_a_browser_names(monkeypatch: pytest.MonkeyPatch) -> None:
    """Whatever a message or an address says, the page stays with the game it was opened for, and imports nothing new."""
    kit = games.table("tests.toy")
    page = Session(kit=kit)
    asked: list[str] = []
    monkeypatch.setattr(games, "import_module", lambda name: asked.append(name) or import_module(name))
    for m in (
        Message("hello", search="?game=os.path&g=abcdef123456"), Message("do", name="start", fields={"scenario": "os.path"}),
        Message("do", name="new", value="elric"), Message("do", name="load", fields={"text": "os.path 1\n"}),
        Message("do", name="learn", value="os.path"), Message("do", name="practice"), Message("do", name="whatif", value="os"),
    ):  # fmt: skip
        page.take(m)
        page.draw()
    assert page.game.definition is kit.game
    assert set(asked) <= {"tests.toy.teaching", "tests.toy.lab"}


def test_the_save_of_another_game_is_refused_by_its_first_word() -> None:
    """A save says of which game it is; another game's page keeps its own game and says why."""
    page = Session(kit=games.table("tests.toy"))
    before = page.game
    page.take(Message("do", name="load", fields={"text": games.game_class()("successor").save()}))
    assert page.game is before
    assert "not a save of toy" in str(page.draw().regions)


def test_a_missing_room_closes_its_door_and_nothing_else(monkeypatch: pytest.MonkeyPatch) -> None:
    """Without a lab and without teaching the game is played all the same, and the doors are not there to be pushed."""
    kit = type(games.table("tests.toy"))()
    monkeypatch.setattr(games, "lab", lambda game: None)
    monkeypatch.setattr(games, "teaching", lambda game: None)
    monkeypatch.setattr(games, "has", lambda game, room: False)
    page = Session(kit=kit)
    assert kit.doors == ("sandbox", "rules", "games", "replay", "new")
    for door in ("learn", "practice", "whatif", "lesson"):
        page.take(Message("do", name=door))
        assert page.room is page.table
    page.take(Message("do", name="show"))
    page.take(Message("do", name="whynot"))
    page.take(Message("act", text="end"))
    assert page.game.phase == "fight"
    assert "Fight" in str(page.draw().regions)


def test_widgets_read_views_not_positions() -> None:
    """No file of the page reads `.state` of a game."""
    for name, path in of_the_page():
        for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
            read = isinstance(node, ast.Attribute) and node.attr == "state"
            assert not read, f"{name}:{node.lineno} reads .state"  # type: ignore[attr-defined]


_TAG = re.compile(r"</?[a-zA-Z][\w-]*[\s/>]|\s[\w-]+=\"")


def test_no_tag_is_put_together_outside_the_helper() -> None:
    """An f-string with a tag in it escapes nothing; `html` takes only a template that stands in the source."""
    for name, path in of_the_page():
        if name == "widgets/markup.py":
            continue
        tree = ast.parse(path.read_text(encoding="utf-8"))
        for node in ast.walk(tree):
            where = f"{name}:{getattr(node, 'lineno', 0)}"
            if isinstance(node, ast.JoinedStr):
                plain = "".join(str(v.value) for v in node.values if isinstance(v, ast.Constant))
                assert not _TAG.search(plain), f"{where}: {plain}"
            if isinstance(node, ast.Call) and isinstance(node.func, ast.Name) and node.func.id == "html":
                assert isinstance(node.args[0], ast.Constant), f"{where}: the template is put together"


def test_markup_is_believed_only_where_another_floor_wrote_it() -> None:
    """`Markup(...)` takes text for HTML: it may stand only where the lab or the tutor wrote that HTML."""
    believed = {
        (name, ast.unparse(node.args[0]))
        for name, path in of_the_page()
        if name != "widgets/markup.py"
        for node in ast.walk(ast.parse(path.read_text(encoding="utf-8")))
        if isinstance(node, ast.Call) and isinstance(node.func, ast.Name) and node.func.id == "Markup"
    }
    assert believed == {
        ("widgets/panels/lab.py", "one.html"),
        ("widgets/panels/rulebook.py", "written"),
        ("widgets/rooms/replay_file.py", "reel.kit.sprite()"),
        ("widgets/rooms/replay_file.py", "styles"),
        ("widgets/rooms/replay_file.py", "script"),
    }


def test_the_bridge_sends_nothing_by_a_name_that_every_widget_uses() -> None:
    """A text called `layout` took the place of the model by which every widget has its size: JupyterLab failed at each lesson."""
    everybodys = set(AnyWidget.class_trait_names())
    wire = Wire(Session())
    assert "arrangement" in wire.values
    assert {"map_id", *wire.values} & everybodys == set()
    assert "layout" not in Bridge(wire).get_state()
