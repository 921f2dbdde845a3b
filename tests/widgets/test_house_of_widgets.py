"""The page's own house: what needs Jupyter, what names a game, and how HTML is made."""

from __future__ import annotations

import ast
import re
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path

import pytest

import elric

WIDGETS = Path(elric.__file__).parent / "widgets"
GAMES = ("young_kingdoms",)
# The lab's form, answer and session are Elric's own: a battle's specification has no neutral half yet.
OF_THE_LAB = ("rooms/lab.py", "panels/lab.py", "panels/lab_form.py")
# What will stand in the kernel: a game, its actions, its register of clauses, its scenarios. The map reads the board.
ALLOWED = ("game", "actions", "law", "scenarios")
THE_MAP = {"map/geometry.py": ("board", "board_file"), "map/plain_picture.py": ("board",)}


def files(*but: str) -> Iterator[Path]:
    return (p for p in sorted(WIDGETS.rglob("*.py")) if not p.relative_to(WIDGETS).as_posix().startswith(but))


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


def test_neutral_files_name_no_game() -> None:
    """Only one file says which game a page is about; a room knows of a game what the kernel will know of every game."""
    for path in files(*(f"{game}/" for game in GAMES), *OF_THE_LAB):
        name = path.relative_to(WIDGETS).as_posix()
        for module in imports(path):
            if module.startswith(tuple(f"elric.widgets.{game}" for game in GAMES)):
                assert name == "games.py", f"{name} imports {module}"
            elif module.startswith(tuple(f"elric.{game}" for game in GAMES)):
                told = module.split(".")[2]
                assert told in (*ALLOWED, *THE_MAP.get(name, ())), f"{name} imports {module}"


def test_widgets_read_views_not_positions() -> None:
    """No file of the page reads `.state` of a game."""
    for path in files():
        for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
            read = isinstance(node, ast.Attribute) and node.attr == "state"
            assert not read, f"{path.relative_to(WIDGETS)}:{node.lineno} reads .state"  # type: ignore[attr-defined]


_TAG = re.compile(r"</?[a-zA-Z][\w-]*[\s/>]|\s[\w-]+=\"")


def test_no_tag_is_put_together_outside_the_helper() -> None:
    """An f-string with a tag in it escapes nothing; `html` takes only a template that stands in the source."""
    for path in files("markup.py"):
        tree = ast.parse(path.read_text(encoding="utf-8"))
        for node in ast.walk(tree):
            where = f"{path.relative_to(WIDGETS)}:{getattr(node, 'lineno', 0)}"
            if isinstance(node, ast.JoinedStr):
                plain = "".join(str(v.value) for v in node.values if isinstance(v, ast.Constant))
                assert not _TAG.search(plain), f"{where}: {plain}"
            if isinstance(node, ast.Call) and isinstance(node.func, ast.Name) and node.func.id == "html":
                assert isinstance(node.args[0], ast.Constant), f"{where}: the template is put together"


def test_markup_is_believed_only_where_another_floor_wrote_it() -> None:
    """`Markup(...)` takes text for HTML: it may stand only where the lab or the tutor wrote that HTML."""
    believed = {
        (path.relative_to(WIDGETS).as_posix(), ast.unparse(node.args[0]))
        for path in files("markup.py")
        for node in ast.walk(ast.parse(path.read_text(encoding="utf-8")))
        if isinstance(node, ast.Call) and isinstance(node.func, ast.Name) and node.func.id == "Markup"
    }
    assert believed == {
        ("panels/lab.py", "picture.chart(o)"),
        ("panels/lab.py", "picture.table(o)"),
        ("panels/lab.py", "picture.heat(cells)"),
        ("panels/lab.py", "picture.heat(cells, city=True)"),
        ("panels/rulebook.py", "quickref.fragment(edition)"),
    }


@pytest.mark.parametrize("room", ["rooms", "panels", "map", "bridge", "young_kingdoms"])
def test_every_file_can_be_read_in_one_sitting(room: str) -> None:
    for path in (WIDGETS / room).glob("*.py"):
        assert len(path.read_text(encoding="utf-8").splitlines()) < 500, path
