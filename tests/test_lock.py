"""What is installed is what is written down: one version of each package, everywhere the same, and for a host its hashes."""

from __future__ import annotations

import re
import tomllib
from importlib.metadata import distribution, distributions
from pathlib import Path

from packaging.requirements import Requirement

ROOT = Path(__file__).resolve().parents[1]
HASHED = (ROOT / "deploy" / "requirements.txt").read_text()


def plain(name: str) -> str:
    return re.sub(r"[-_.]+", "-", name).lower()


def pins(text: str) -> dict[str, str]:
    return {plain(name): version for name, version in re.findall(r"^([\w.-]+)==([\w.+!]+)", text, re.MULTILINE)}


LOCKED = pins((ROOT / "requirements.lock").read_text())


def needed(name: str) -> set[str]:
    """All that a package needs here, and what that needs in its turn."""
    found: set[str] = set()
    waiting = [Requirement(name)]
    while waiting:
        wanted = waiting.pop()
        for line in distribution(wanted.name).requires or ():
            one = Requirement(line)
            if one.marker is None or any(one.marker.evaluate({"extra": extra}) for extra in ("", *wanted.extras)):
                if plain(one.name) not in found or one.extras:
                    waiting.append(Requirement(f"{one.name}[{','.join(one.extras)}]") if one.extras else one)
                found.add(plain(one.name))
        waiting = [one for one in waiting if one.extras or plain(one.name) != plain(wanted.name)]
    return found


BROUGHT = {"pip", "setuptools"}
"""A fresh environment has these already, as old as its Python; nothing of ours uses them there."""


def test_what_is_installed_is_what_is_locked() -> None:
    here = {plain(one.metadata["Name"]): one.version for one in distributions()}
    here = {name: version for name, version in here.items() if name not in BROUGHT}
    assert {name: version for name, version in here.items() if LOCKED.get(name, version) != version} == {}


def test_the_extras_take_what_is_locked_and_leave_room_around_it() -> None:
    """A notebook of somebody's own has other versions of what we share with it: extras name ranges, and the lock pins."""
    extras = tomllib.loads((ROOT / "pyproject.toml").read_text())["project"]["optional-dependencies"]
    asked = {name: list(map(Requirement, lines)) for name, lines in extras.items()}
    locked = [one for name, found in asked.items() if name != "bench" for one in found]
    assert len(locked) > 20
    assert [str(one) for one in locked if not one.specifier.contains(LOCKED.get(plain(one.name), "0"))] == []
    assert [str(one) for found in asked.values() for one in found if "==" in str(one.specifier)] == []


def test_a_hosts_list_has_all_that_the_page_needs_and_the_hashes_of_its_files() -> None:
    listed = pins(HASHED)
    assert {name: version for name, version in listed.items() if LOCKED.get(name) != version} == {}
    extras = tomllib.loads((ROOT / "pyproject.toml").read_text())["project"]["optional-dependencies"]
    wanted = {plain(Requirement(line).name) for line in extras["app"]}
    for line in extras["app"]:
        wanted |= needed(Requirement(line).name)
    assert wanted - set(listed) == set()
    for block in re.split(r"^(?=[\w.-]+==)", HASHED, flags=re.MULTILINE)[1:]:
        assert re.search(r"--hash=sha256:[0-9a-f]{64}\b", block), block
    assert "://" not in HASHED
