"""README and documentation do what they say: their Python is run as doctests, their shell commands are run (or, for make, dry-run),
their links lead somewhere, and what they open in the page opens."""

from __future__ import annotations

import doctest
import fcntl
import html
import os
import re
import shlex
import subprocess
import sys
import tomllib
from collections.abc import Iterator
from functools import cache
from pathlib import Path
from urllib.parse import parse_qs, unquote, urlsplit

import pytest

import elric
from elric import games
from elric.tutor.lessons import lessons
from elric.widgets.messages import Message
from elric.widgets.session import Session

ROOT = Path(__file__).resolve().parents[1]
DOCS = ROOT / "docs"
MADE = ("rules", "words", "papers", "commands")  # folders of docs that are written when it is built
PAGES = [ROOT / "README.md", *(p for p in sorted(DOCS.rglob("*.md")) if p.relative_to(DOCS).parts[0] not in MADE)]
TEXTS = {page.relative_to(ROOT).as_posix(): page.read_text(encoding="utf-8") for page in PAGES}
README = TEXTS["README.md"]
# Blocks that are tried elsewhere: a whole game, and a rule for it (test_contributing), and a drawing.
TRIED_ELSEWHERE = {("docs/new-game.md", "python"), ("docs/how/rule.md", "python"), ("docs/house.md", "mermaid")}
OTHER_BLOCKS = (
    "text",
    "{toctree}",
    "{eval-rst}",
)  # no code: what a program prints, patterns of commands, lists for Sphinx


def blocks(text: str) -> list[tuple[str, str]]:
    """Every fenced block: its language and its lines."""
    return re.findall(r"^```(\S*)\n(.*?)^```$", text, re.S | re.M)


def commands(text: str) -> Iterator[str]:
    for language, block in blocks(text):
        for line in block.splitlines() if language == "sh" else ():
            if command := line.split("#")[0].strip():
                yield command


SHELL = sorted({command for text in TEXTS.values() for command in commands(text)})


def test_every_block_of_code_is_tried() -> None:
    for page, text in TEXTS.items():
        for language, block in blocks(text):
            tried = language == "sh" or (language == "python" and block.startswith(">>> "))
            assert tried or language in OTHER_BLOCKS or (page, language) in TRIED_ELSEWHERE, (
                f"{page}: {language} {block}"
            )


@pytest.mark.parametrize("page", [page for page, text in TEXTS.items() if ">>> " in text])
def test_the_python_of_a_page_is_true(page: str) -> None:
    """Every line gives what stands below it."""
    failed, tried = doctest.testfile(str(ROOT / page), module_relative=False, encoding="utf-8")
    assert tried
    assert failed == 0


def test_there_are_commands() -> None:
    """The two make targets and the command line are all in the README."""
    told = set(commands(README))
    assert {"make run", "make test"} <= told
    assert sum(c.startswith("python -m elric") for c in told) >= 4


def test_every_command_is_tried_in_one_way() -> None:
    assert [c for c in SHELL if not c.startswith(("make ", "python -m elric ", "python -m pip install "))] == []


@pytest.mark.parametrize("command", [c for c in SHELL if c.startswith("make ")])
def test_make_targets_exist(command: str) -> None:
    """make knows the target and what it depends on."""
    done = subprocess.run([*shlex.split(command), "--dry-run"], cwd=ROOT, capture_output=True, text=True, check=False)
    assert done.returncode == 0, done.stderr


@pytest.mark.parametrize("command", [c for c in SHELL if c.startswith("python -m pip install ")])
def test_what_pip_is_told_to_install_is_there(command: str) -> None:
    """This checkout, with extras that it has. (What is installed then is tried by `make release`.)"""
    *options, what = shlex.split(command.removeprefix("python -m pip install "))
    assert set(options) <= {"--editable"}
    path, _, extras = what.partition("[")
    known = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))["project"]["optional-dependencies"]
    assert path == "."
    assert {one for one in extras.rstrip("]").split(",") if one} <= set(known)


@pytest.mark.parametrize("command", [c for c in SHELL if c.startswith("python -m elric") and "serve" not in c])
def test_commands_run(command: str, tmp_path: Path) -> None:
    """Each command ends well and prints something; what it writes goes to the folder where it is started."""
    words = [sys.executable, *shlex.split(command)[1:]]
    own = {"PYTHONPATH": str(ROOT), "XDG_DATA_HOME": str(tmp_path)}
    done = subprocess.run(
        words, cwd=tmp_path, env=os.environ | own, capture_output=True, text=True, check=False, timeout=120
    )
    assert done.returncode == 0, done.stderr
    assert done.stdout.strip()


def test_serve_is_known() -> None:
    """The served page itself is tested in a browser; here, that the command takes the options the README shows."""
    words = next(c for c in SHELL if "elric serve" in c).replace("python -m elric serve", "")
    done = subprocess.run(
        [sys.executable, "-m", "elric", "serve", *shlex.split(words), "--help"],
        cwd=ROOT, capture_output=True, text=True, check=False,
    )  # fmt: skip
    assert done.returncode == 0, done.stderr


def test_links_of_the_readme_lead_to_files() -> None:
    """No broken picture, no broken link."""
    found = re.findall(r"\]\(([^)]+)\)", README)
    assert len(found) > 3
    assert [name for name in found if not (ROOT / name).is_file()] == []


# ---- the documentation as it is built -----------------------------------------------------------------------------------


@pytest.fixture(scope="module")
def built(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The documentation, built with every warning an error, once for all workers: Sphinx follows all links between its pages."""
    mine = tmp_path_factory.getbasetemp()
    site = (mine.parent if "PYTEST_XDIST_WORKER" in os.environ else mine) / "site"
    site.mkdir(exist_ok=True)
    out = site / "docs"
    with (site / "lock").open("w") as lock:
        fcntl.flock(lock, fcntl.LOCK_EX)
        if not (out / "searchindex.js").exists():  # what is written last
            done = subprocess.run(
                [sys.executable, "-m", "sphinx", "-q", "-W", "--keep-going", "-d", str(site / "trees"), str(DOCS), str(out)],
                capture_output=True, text=True, check=False, timeout=900,
            )  # fmt: skip
            assert done.returncode == 0, done.stderr
    return out


@cache
def page_of(file: Path) -> str:
    return file.read_text(encoding="utf-8")


@cache
def names_in(file: Path) -> frozenset[str]:
    return frozenset(re.findall(r'\bid="([^"]+)"', page_of(file)))


def links(built: Path, kind: str = "href|src") -> Iterator[tuple[Path, str]]:
    for file in sorted(built.rglob("*.html")):
        for link in set(re.findall(rf'(?:{kind})="([^"]*)"', page_of(file))):
            yield file, html.unescape(link)


def query_of(file: Path, link: str, built: Path) -> str | None:
    """What a link asks of the page beside which the documentation lies; None for another link."""
    if (file.parent / unquote(urlsplit(link).path)).resolve() != built.parent / "index.html":
        return None
    return urlsplit(link).query


@pytest.mark.slow
def test_every_link_of_the_documentation_leads_somewhere(built: Path) -> None:
    """To a page that is there, and to a place on it; pictures, styles and scripts too. Nothing is asked of another machine."""
    seen = 0
    for file, link in links(built):
        split = urlsplit(link)
        if split.scheme or split.netloc:
            assert split.scheme in ("http", "https", "data", "mailto"), f"{file.name}: {link}"
            continue
        if query_of(file, link, built) is not None:
            continue
        there = (file.parent / unquote(split.path)).resolve() if split.path else file
        assert there.is_file(), f"{file.relative_to(built)}: {link}"
        if split.fragment and there.suffix == ".html" and there.name not in ("search.html",):
            assert unquote(split.fragment) in names_in(there), f"{file.relative_to(built)}: {link}"
        seen += 1
    assert seen > 5000
    for file in sorted(built.rglob("*.html")):
        fetched = re.findall(
            r'<(?:script|img|iframe)[^>]*\bsrc="([^"]*)"|<link[^>]*rel="(?:stylesheet|preload|icon)"[^>]*href="([^"]*)"',
            page_of(file),
        )
        assert [a or b for a, b in fetched if "//" in (a or b)] == [], file.name
    for sheet in built.rglob("*.css"):
        assert re.findall(r"""(?:url\(|@import)\s*['"]?(?:https?:)?//""", page_of(sheet)) == [], sheet.name


@pytest.mark.slow
def test_every_clause_has_an_address_and_most_a_position_to_open(built: Path) -> None:
    for key in games.GAMES:
        for edition in games.definition(key).editions:
            names = frozenset().union(*(names_in(file) for file in (built / "rules" / key / edition).glob("*.html")))
            for clause in elric.clauses(edition, game=key):
                named = re.sub(r"[^a-z0-9]+", "-", f"{key}-{edition}-{clause.number}".lower())
                assert named in names, named
    text = page_of(built / "rules" / "elric" / "avalon-hill" / "9.html")
    clause = text.partition('id="elric-avalon-hill-9-92"')[2].partition("<section")[0]
    assert "overrun_ratio" in clause
    assert "lesson=" in clause


@pytest.mark.slow
def test_what_the_documentation_opens_in_the_page_opens(built: Path) -> None:
    """Steps of lessons are there in that edition; every other address opens its room without a complaint."""
    asked = {query for file, link in links(built, "href") if (query := query_of(file, link, built)) is not None}
    others = 0
    for query in asked:
        said = {name: values[0] for name, values in parse_qs(query).items()}
        if "lesson" in said and "edition" in said:
            course = lessons(games.teaching(said.get("game", "")))
            lesson, _, step = said["lesson"].partition("/")
            assert step in {one.id for one in course[lesson].steps[said["edition"]]}, query
        else:
            others += 1
            page = Session(kit=games.table(said.get("game", "")))
            page.take(Message("hello", search=f"?{query}"))
            assert "cannot be followed" not in str(page.draw().regions), query
    assert len(asked) > 400
    assert others > 4
