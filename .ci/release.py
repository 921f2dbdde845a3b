"""Build a release into dist/ and look it over: python .ci/release.py [--without-compiled]

The source archive, the pure wheel made from it, and the wheel with this machine's compiled core. Each wheel is looked over by
twine, installed into an empty environment with the versions of requirements.lock, and there a game is played, saved and loaded
and the page is served and asked for. Then SHA256SUMS has the hash of every file, and elric-VERSION.cdx.json says (CycloneDX) what the
page needs, which versions, under which licences. Nothing is uploaded.
"""

from __future__ import annotations

import hashlib
import os
import shutil
import socket
import subprocess
import sys
import tempfile
import time
import urllib.error
import urllib.request
import venv
from pathlib import Path
from typing import Final

ROOT: Final = Path(__file__).resolve().parents[1]
DIST: Final = ROOT / "dist"
PATIENCE: Final = 180.0  # seconds until a served page has to answer
TRIAL: Final = """
import elric
from elric.opponents.players import opponent
from elric.opponents.playing import play
match = play(elric.new_game("duel", seed=3), [opponent("novice"), opponent("novice")], seed=3)
assert match.outcome, "the game did not end"
g = elric.new_game("tax-collectors", game="dragon-pass", seed=7)
g.push(g.legal_actions()[0])
assert elric.load(g.save()).save() == g.save(), "a save did not come back"
print(elric.__version__, match.outcome["words"])
"""


def run(*command: object, cwd: Path = ROOT, **more: str) -> str:
    """Run a command; what it prints. Ends the program where it fails, and says what it complained of."""
    words = [str(word) for word in command]
    done = subprocess.run(words, cwd=cwd, env={**os.environ, **more}, capture_output=True, text=True, check=False)
    if done.returncode:
        sys.exit(f"{' '.join(words)}\n{done.stdout[-3000:]}\n{done.stderr[-3000:]}")
    return done.stdout


def built(compiled: bool) -> list[Path]:
    """The source archive and the wheels."""
    shutil.rmtree(DIST, ignore_errors=True)
    run(
        sys.executable, "-m", "build", "--outdir", DIST
    )  # the wheel is built of the archive: what is missing there shows
    if compiled:
        run(
            sys.executable, "-m", "build", "--wheel", "--outdir", DIST,
            HATCH_BUILD_HOOK_ENABLE_CUSTOM="true",
        )  # fmt: skip
    return sorted(DIST.iterdir())


def tried(wheel: Path, folder: Path) -> Path:
    """A wheel in an environment of its own: a game, a save, the page. Returns the environment's Python."""
    venv.create(folder, with_pip=True)
    python = folder / ("Scripts" if os.name == "nt" else "bin") / "python"
    run(python, "-m", "pip", "install", "--quiet", "--constraint", ROOT / "requirements.lock", f"{wheel}[app]")
    print(
        wheel.name,
        run(python, "-c", TRIAL, cwd=folder).strip(),
        run(python, "-m", "elric", "--version", cwd=folder).strip(),
        sep=": ",
    )
    served(python, folder)
    return python


def served(python: Path, folder: Path) -> None:
    """The page answers, from the installed package, outside a checkout."""
    with socket.socket() as free:
        free.bind(("127.0.0.1", 0))
        port = free.getsockname()[1]
    saves = folder / "saves"
    command = [python, "-m", "elric", "serve", "--no-browser", "--port", str(port), "--saves", saves]
    with tempfile.TemporaryFile() as said:
        server = subprocess.Popen([str(word) for word in command], cwd=folder, stdout=said, stderr=said)
        try:
            end = time.monotonic() + PATIENCE
            while not _answers(f"http://127.0.0.1:{port}/"):
                if time.monotonic() > end or server.poll() is not None:
                    said.seek(0)
                    sys.exit(f"the page of {python} did not come:\n{said.read().decode()[-3000:]}")
                time.sleep(0.5)
        finally:
            server.terminate()
            server.wait(60)


def _answers(address: str) -> bool:
    try:
        with urllib.request.urlopen(address, timeout=60) as answer:
            return answer.status == 200 and b"elric-frame" in answer.read()
    except (urllib.error.URLError, OSError):
        return False


def inventory(python: Path, version: str) -> Path:
    """What the page needs, with versions and licences, in CycloneDX's form. No address of a registry is in it."""
    out = DIST / f"elric-{version}.cdx.json"
    run(
        sys.executable, "-m", "cyclonedx_py", "environment", python, "--pyproject", ROOT / "pyproject.toml", "--output-reproducible",
        "--output-format", "JSON", "--output-file", out,
    )  # fmt: skip
    return out


def main() -> None:
    files = built(compiled="--without-compiled" not in sys.argv)
    print(run(sys.executable, "-m", "twine", "check", "--strict", *files).strip())
    version = next(file.name.split("-")[1] for file in files if file.suffix == ".whl")
    for wheel in [file for file in files if file.suffix == ".whl"]:
        with tempfile.TemporaryDirectory() as folder:
            python = tried(wheel, Path(folder) / "env")
            if "none-any" in wheel.name:
                inventory(python, version)
    sums = [f"{hashlib.sha256(file.read_bytes()).hexdigest()}  {file.name}" for file in sorted(DIST.iterdir())]
    (DIST / "SHA256SUMS").write_text("\n".join(sums) + "\n", encoding="utf-8")
    print("\n".join(sums))


if __name__ == "__main__":
    main()
