"""Paths: the files of the page, in a checkout and in an installed wheel, and the folder of saves."""

from __future__ import annotations

import os
import sys
import tempfile
from pathlib import Path

__all__ = ["JUPYTER_FOLDER", "database_address", "find_notebook", "import_root", "runtime_folder", "saves_folder"]

PACKAGE = Path(__file__).resolve().parent.parent
JUPYTER_FOLDER = PACKAGE / "app"
"""Goes onto JUPYTER_PATH: Voilà looks for `voila/templates/<name>` below it."""


def _beside(name: str) -> Path:
    """The folder `name` inside the package (a wheel), or else beside it (a checkout)."""
    inside = PACKAGE / name
    return inside if inside.is_dir() else PACKAGE.parent / name


def find_notebook(name: str = "elric.ipynb") -> Path:
    """The notebook's path; FileNotFoundError when this installation has none."""
    path = _beside("notebooks") / name
    if not path.is_file():
        raise FileNotFoundError(f"no notebook {name} in {path.parent}")
    return path


def import_root() -> Path | None:
    """The folder a kernel needs on its path to import this very package; None when it is properly installed."""
    root = PACKAGE.parent
    return None if root.name in {"site-packages", "dist-packages"} else root


def saves_folder() -> Path:
    """ELRIC_SAVES, or the user's data folder. Not created here."""
    named = os.environ.get("ELRIC_SAVES")
    if named:
        return Path(named)
    if sys.platform == "win32":
        base = Path(os.environ.get("LOCALAPPDATA", Path.home() / "AppData" / "Local"))
    elif sys.platform == "darwin":
        base = Path.home() / "Library" / "Application Support"
    else:
        base = Path(os.environ.get("XDG_DATA_HOME") or Path.home() / ".local" / "share")
    return base / "elric"


def database_address() -> str:
    """ELRIC_DATABASE: the address of the database where games are kept; "" for a file in `saves_folder`."""
    return os.environ.get("ELRIC_DATABASE", "")


def runtime_folder() -> Path:
    """Where the servers of this user on this machine meet while they run: what systemd or the session gives, or a folder of
    ours that nobody else may enter. A new one where somebody else has made ours."""
    for name in ("RUNTIME_DIRECTORY", "XDG_RUNTIME_DIR"):
        given = Path(os.environ.get(name) or "/nowhere")
        if given.is_dir() and os.access(given, os.W_OK):
            return given
    folder = Path(tempfile.gettempdir()) / f"elric-{os.getuid() if hasattr(os, 'getuid') else 'run'}"
    folder.mkdir(mode=0o700, exist_ok=True)
    found = folder.lstat()
    if folder.is_symlink() or (hasattr(os, "getuid") and found.st_uid != os.getuid()):
        return Path(tempfile.mkdtemp(prefix="elric-"))
    return folder
