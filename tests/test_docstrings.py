"""What the docstrings promise: every public name says what it is, most by an example, and every example is true."""

from __future__ import annotations

import doctest
import importlib
import inspect
import pkgutil
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path

import pytest

import elric

ROOT = Path(elric.__file__).parent
MODULES = sorted(
    name
    for _, name, _ in pkgutil.walk_packages([str(ROOT)], "elric.")
    if ">>>" in Path(importlib.util.find_spec(name).origin or "").read_text(encoding="utf-8")  # type: ignore[union-attr]
)


@pytest.mark.parametrize("name", ["elric", *MODULES])
def test_every_example_is_true(name: str) -> None:
    """The doctests of one module."""
    failed, tried = doctest.testmod(importlib.import_module(name))
    assert tried
    assert not failed


def test_there_are_examples_to_run() -> None:
    assert len(MODULES) > 10


def public() -> Iterator[tuple[str, object]]:
    """The public names, with what they stand for; errors and the shapes of views aside."""
    for name in elric.__all__:
        thing = getattr(elric, name)
        is_error = isinstance(thing, type) and issubclass(thing, Exception)
        if callable(thing) and not is_error and not (name.endswith("View") and name != "View"):
            yield name, thing


@pytest.mark.parametrize("name", [name for name, _ in public()])
def test_the_front_door_shows_an_example(name: str) -> None:
    """Each public function and class has one, a class perhaps in one of its methods."""
    thing = getattr(elric, name)
    said = [inspect.getdoc(thing) or ""]
    if isinstance(thing, type):
        said += [inspect.getdoc(member) or "" for member in vars(thing).values()]
    assert any(">>>" in text for text in said) or name == "Played", f"{name} shows no example"


def test_every_public_name_and_method_says_what_it_is() -> None:
    for name in elric.__all__:
        thing = getattr(elric, name)
        if not callable(thing):
            continue
        assert inspect.getdoc(thing), name
        for key, member in vars(thing).items() if isinstance(thing, type) else ():
            if not key.startswith("_") and (inspect.isfunction(member) or isinstance(member, property | classmethod)):
                assert inspect.getdoc(member), f"{name}.{key}"


def test_dir_and_help_know_the_public_names() -> None:
    """In a fresh process too, before anything has been asked for."""
    code = "import elric, pydoc; print(*dir(elric)); print(pydoc.render_doc(elric, renderer=pydoc.plaintext))"
    said = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True, timeout=60).stdout
    names, _, helped = said.partition("\n")
    assert names.split() == sorted(elric.__all__)
    for name in elric.__all__:
        assert name.strip("_").lower() in helped.lower(), name
    assert "record_text(self" in helped


def test_types_know_the_public_names() -> None:
    """What is read lazily is imported under TYPE_CHECKING too, name by name."""
    source = (ROOT / "__init__.py").read_text(encoding="utf-8")
    typed = source.partition("if TYPE_CHECKING:")[2].partition("\n# ")[0]
    for name in elric._ROOMS:
        assert name in typed.replace(",", " ").replace("(", " ").split(), name
