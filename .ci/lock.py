"""Write deploy/requirements.txt: what a host installs for the page, each version with the hashes of its files.

python .ci/lock.py

The versions are those of requirements.lock. The files are the wheels for Linux (x86-64 and ARM) and Python 3.11 to 3.13, as
pip finds them where it is told to look; no address is written down.
"""

from __future__ import annotations

import json
import re
import subprocess
import sys
import tempfile
import tomllib
from pathlib import Path

ROOT = Path(__file__).resolve().parents[1]
OUT = ROOT / "deploy" / "requirements.txt"
PYTHONS = ("3.11.9", "3.12.9", "3.13.5")
MACHINES = ("x86_64", "aarch64")
GLIBCS = ("2_17", "2_24", "2_26", "2_27", "2_28", "2_31", "2_34", "2_35", "2_36")
HEAD = """# What `elric serve` needs, with the hashes of the wheels for Linux and Python 3.11 to 3.13; written by .ci/lock.py.
# pip install --require-hashes --only-binary :all: -r deploy/requirements.txt
# Versions and not ranges: a hash belongs to a file, so what is not pinned cannot be checked, and what is served is what was
# tested. The ranges stand in pyproject.toml, for whoever has other versions of his own; `make audit` tells when to pin anew.
"""


def report(wanted: list[str], *more: str) -> list[dict[str, str]]:
    """Name, version and hash of each file that pip would install."""
    with tempfile.TemporaryDirectory() as folder:
        told = Path(folder) / "report.json"
        command = [
            sys.executable, "-m", "pip", "install", "--dry-run", "--ignore-installed", "--only-binary=:all:", "-qqq",
            "--disable-pip-version-check", "--report", str(told), *more, *wanted,
        ]  # fmt: skip
        subprocess.run(command, check=True, cwd=ROOT)
        return [
            {
                "name": re.sub(r"[-_.]+", "-", one["metadata"]["name"]).lower(),
                "version": one["metadata"]["version"],
                "hash": one["download_info"]["archive_info"]["hashes"]["sha256"],
            }
            for one in json.loads(told.read_text())["install"]
        ]


def main() -> None:
    extras = tomllib.loads((ROOT / "pyproject.toml").read_text())["project"]["optional-dependencies"]
    found = report(extras["app"], "--constraint", "requirements.lock")
    pins = {one["name"]: one["version"] for one in found}
    hashes: dict[str, set[str]] = {one["name"]: {one["hash"]} for one in found}
    for machine in MACHINES:
        platforms = [part for glibc in GLIBCS for part in ("--platform", f"manylinux_{glibc}_{machine}")]
        platforms += ["--platform", f"manylinux2014_{machine}", "--platform", f"manylinux1_{machine}"]
        for python in PYTHONS:
            with tempfile.TemporaryDirectory() as target:
                options = ["--no-deps", "--target", target, "--python-version", python, *platforms]
                for one in report([f"{name}=={version}" for name, version in pins.items()], *options):
                    hashes[one["name"]].add(one["hash"])
    lines = []
    for name in sorted(pins):
        lines.append(f"{name}=={pins[name]} \\")
        lines += [f"    --hash=sha256:{one} \\" for one in sorted(hashes[name])]
        lines[-1] = lines[-1].removesuffix(" \\")
    OUT.write_text(HEAD + "\n".join(lines) + "\n")
    print(f"{len(pins)} packages, {sum(map(len, hashes.values()))} files")


if __name__ == "__main__":
    main()
