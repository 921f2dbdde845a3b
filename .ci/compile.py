"""Compile the kernel and the rules with mypyc: extension modules under build/fast, beside a copy of everything else.

python .ci/compile.py [--list | --check | -O0]

--check only asks mypyc whether it takes all of it, in a minute, and compiles nothing.

Modules named in INTERPRETED stay as they are, each for its reason.
"""

from __future__ import annotations

import os
import shlex
import shutil
import subprocess
import sys
import sysconfig
import tempfile
from pathlib import Path
from typing import Any

ROOT = Path(__file__).resolve().parents[1]
OUT = ROOT / "build" / "fast"
RULES = "elric/young_kingdoms"
CHAPTERS = (
    "components", "position", "world", "artifacts", "magic", "combat", "nations", "legends", "magic_phase", "reinforcements", "march",
    "movement", "combat_phase", "wild", "turn", "description",
)  # fmt: skip
# What stays interpreted, and why.
INTERPRETED = {
    "elric/kernel/native.py": "tells mypyc about classes, and says which core runs",
    "elric/kernel/failure.py": "its docstring draws every error, and mypyc would drop it",
    "elric/kernel/errors.py": "in no inner loop, and mypyc would drop what its exceptions say of themselves",
    "elric/kernel/clauses.py": "keeps the switches of a ruleset in its instance dictionary",
    "elric/kernel/definition.py": "looks at what a class says of itself while it is made, which a compiled one says later",
    "elric/kernel/lawbook.py": "keeps what it has read in its instance dictionary, and is in no inner loop",
    "elric/kernel/state.py": "copies whatever a game adds by the instance dictionary, which no compiled class has",
    "elric/kernel/hexgame.py": "extends a position that stays interpreted, and no compiled game is made of it",
    "elric/kernel/citing.py": "reads sources as text, and is in no inner loop",
    f"{RULES}/components/citing.py": "as that of the kernel",
    f"{RULES}/definition.py": "extends the definition of the kernel",
    f"{RULES}/position/whereabouts.py": "extends list",
    f"{RULES}/components/notation.py": "extends a named tuple",
    f"{RULES}/position/words.py": "extends str",
    f"{RULES}/position/seen.py": "the types of views, which a test asks for by name",
    f"{RULES}/description/invariants.py": "enumerates bytearrays, on which mypyc stumbles",
}


def modules() -> list[str]:
    """What is compiled, as paths from the root of the checkout."""
    rooms = ["elric/kernel", *(f"{RULES}/{chapter}" for chapter in CHAPTERS)]
    paths = [path for room in rooms for path in sorted((ROOT / room).glob("*.py")) if path.name != "__init__.py"]
    names = [path.relative_to(ROOT).as_posix() for path in (*paths, ROOT / RULES / "definition.py")]
    return [name for name in names if name not in INTERPRETED]


# The core is one library, and optimised as one: what its modules call of each other is then no detour through a table of
# names, and small functions of mypyc's own disappear: playouts are 6 to 8 % faster. gcc alone is asked for it.
AS_ONE = ("-flto=auto", "-fvisibility=hidden", "-fno-semantic-interposition")


def with_gcc() -> bool:
    """Whether extension modules are compiled by gcc."""
    try:
        said = subprocess.run(
            [*shlex.split(sysconfig.get_config_var("CC") or "cc"), "--version"],
            stdout=subprocess.PIPE, stderr=subprocess.DEVNULL, text=True, check=True,
        )  # fmt: skip
    except (OSError, subprocess.CalledProcessError):
        return False
    return "Free Software Foundation" in said.stdout


def written(folder: str, effort: str = "2") -> list[Any]:
    """The core as C in a folder, and how it is to be compiled. Ends the program where mypyc refuses, and says why."""
    from mypyc.build import mypycify

    os.chdir(ROOT)
    found: list[Any] = mypycify(
        modules(), group_name="elric_core", multi_file=True, opt_level=effort, debug_level="0", target_dir=folder
    )
    return found


def build(effort: str = "2") -> list[Path]:
    """Compile, and return the extension modules."""
    from setuptools import Distribution

    extensions = written("build/mypyc", effort)
    if with_gcc():
        core = max(extensions, key=lambda extension: len(extension.sources))
        core.extra_compile_args += AS_ONE
        core.extra_link_args += [f"-O{effort}", *AS_ONE]
    shop = Distribution({"name": "elric", "ext_modules": extensions})
    made = shop.get_command_obj("build_ext")
    made.build_lib, made.build_temp = str(OUT), "build/mypyc/objects"
    made.ensure_finalized()
    made.run()
    wanted = [OUT / made.get_ext_filename(extension.name) for extension in extensions]
    # what an earlier build left of modules that have gone or changed would be imported all the same
    for path in OUT.rglob("*"):
        if path.suffix in (".py", ".so", ".pyd") and path not in wanted:
            path.unlink()
    for name, place in (("elric", "elric"), ("maps", "elric/maps"), ("notebooks", "elric/notebooks")):
        shutil.copytree(
            ROOT / name, OUT / place, dirs_exist_ok=True, ignore=shutil.ignore_patterns("__pycache__", "cartography")
        )
    return wanted


if __name__ == "__main__":
    if "--list" in sys.argv:
        print("\n".join(modules()))
    elif "--check" in sys.argv:
        with tempfile.TemporaryDirectory() as folder:
            print("mypyc takes all", len(modules()), "modules:", len(written(folder)), "extensions")
    else:
        effort = next((word[2:] for word in sys.argv if word.startswith("-O")), "2")
        print(len(build(effort)), "extension modules under", OUT.relative_to(ROOT))
