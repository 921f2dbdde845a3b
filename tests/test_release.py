"""What a release is made of says the same everywhere: the version, the changelog, the page of an index, what outsiders' machines run."""

from __future__ import annotations

import re
import runpy
import tomllib
from pathlib import Path
from typing import Any

import pytest
import yaml

import elric

ROOT = Path(__file__).resolve().parents[1]
PROJECT = tomllib.loads((ROOT / "pyproject.toml").read_text("utf-8"))
CHANGELOG = (ROOT / "CHANGELOG.md").read_text("utf-8")
MAKEFILE = (ROOT / "Makefile").read_text("utf-8")
WORKFLOWS = sorted((ROOT / ".github" / "workflows").glob("*.yml"))
READERS = ["For players", "For hosts", "For programmers"]


def read(file: Path) -> Any:
    return yaml.safe_load(file.read_text("utf-8"))


def test_the_version_stands_in_one_place() -> None:
    assert "version" not in PROJECT["project"]
    assert PROJECT["tool"]["hatch"]["version"]["path"] == "elric/__init__.py"
    assert read(ROOT / "CITATION.cff")["version"] == elric.__version__
    assert re.findall(r"^## (\S+) - ", CHANGELOG, re.M)[0] == elric.__version__


def test_the_changelog_tells_each_version_for_those_who_read_it() -> None:
    _, *versions = re.split(r"^## ", CHANGELOG, flags=re.M)
    assert len(versions) > 1
    for text in versions:
        head, *parts = re.split(r"^### ", text, flags=re.M)
        assert re.fullmatch(r"\d+\.\d+\.\d+ - (unreleased|\d{4}-\d\d-\d\d)\n*", head), head
        titles = [part.split("\n")[0] for part in parts]
        assert titles == [title for title in READERS if title in titles]
        for part in parts:
            lines = [line for line in part.splitlines()[1:] if line]
            assert lines
            assert all(line.startswith(("- ", "  ")) for line in lines), part[:200]


def test_the_page_of_an_index_stands_alone() -> None:
    """An index shows README.md with nothing beside it: no picture and no link of it leads to a file that is not there."""
    standing_alone = runpy.run_path(str(ROOT / ".ci" / "readme.py"))["standing_alone"]
    text = (ROOT / "README.md").read_text("utf-8")
    links = re.findall(r"\]\(([^)]+)\)", text)
    assert links
    assert re.findall(r"\]\((?!https?:)[^)]*\)", standing_alone(text, "")) == []
    assert "![" not in standing_alone(text, "")
    home = "https://example.org/elric/raw/v0.2.0"
    assert re.findall(r"\]\(([^)]+)\)", standing_alone(text, home)) == [f"{home}/{link}" for link in links]


def test_what_goes_into_the_source_archive_is_there() -> None:
    named = PROJECT["tool"]["hatch"]["build"]["targets"]["sdist"]["include"]
    assert [name for name in named if not list(ROOT.glob(name.lstrip("/")))] == []


@pytest.mark.parametrize("file", WORKFLOWS, ids=[file.stem for file in WORKFLOWS])
def test_what_outsiders_machines_run_is_there(file: Path) -> None:
    """Targets of make, extras, systems and Pythons."""
    told = read(file)
    steps = [step for job in told["jobs"].values() for step in job["steps"]]
    runs = "\n".join(step["run"] for step in steps if "run" in step)
    assert all(re.search(rf"^{target}:", MAKEFILE, re.M) for target in re.findall(r"\bmake (\w+)", runs))
    for extras in re.findall(r"\.\[([\w,]+)\]", runs):
        assert set(extras.split(",")) <= set(PROJECT["project"]["optional-dependencies"])
    assert all(set(step) & {"run", "uses"} for step in steps)
    assert told["permissions"]["contents"] == "read"


def test_outsiders_machines_are_of_every_kind_that_is_promised() -> None:
    matrix = read(ROOT / ".github" / "workflows" / "tests.yml")["jobs"]["elsewhere"]["strategy"]["matrix"]
    promised = [
        line.rpartition(" ")[2] for line in PROJECT["project"]["classifiers"] if re.search(r"Python :: 3\.\d+$", line)
    ]
    assert matrix["python"] == promised
    assert [one.split("-")[0] for one in matrix["os"]] == ["ubuntu", "macos", "windows"]


def test_a_binder_installs_what_is_there() -> None:
    lines = (ROOT / "binder" / "requirements.txt").read_text("utf-8").splitlines()
    said = dict(line.split(maxsplit=1) for line in lines if line.startswith("--"))
    assert (ROOT / "binder" / said["--constraint"]).resolve() == ROOT / "requirements.lock"
    (extras,) = re.findall(r"^\.\[([\w,]+)\]$", said["--editable"])
    assert set(extras.split(",")) <= set(PROJECT["project"]["optional-dependencies"])
    for path in re.findall(r"`(?:lab/tree|voila/render)/([^`]+)`", (ROOT / "binder" / "README.md").read_text("utf-8")):
        assert (ROOT / path).is_file(), path


def test_issue_templates_ask_in_the_form_that_is_read() -> None:
    forms = [file for file in sorted((ROOT / ".github" / "ISSUE_TEMPLATE").glob("*.yml")) if file.stem != "config"]
    assert len(forms) == 3
    for file in forms:
        form = read(file)
        assert {"name", "description", "body"} <= set(form)
        assert all({"type", "id", "attributes"} <= set(part) for part in form["body"])
