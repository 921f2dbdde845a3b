"""Writes the site: one folder of files for any web host. The same sources give the same bytes.

Everything that may change between two builds lies in a folder named by a hash of all of it, Pyodide in one of its own
likewise; so each address means the same for ever, and only the page itself, its manifest and its service worker are asked for anew.
"""

from __future__ import annotations

import gzip
import hashlib
import importlib.util
import json
from collections.abc import Iterator, Mapping
from itertools import takewhile
from pathlib import Path
from typing import Any, Final

from elric import games
from elric.kernel.failure import ElricError
from elric.tutor.classroom import ANOTHER_PLACE
from elric.tutor.lessons import lessons
from elric.widgets.bridge import sources
from elric.widgets.definition import TableDef
from elric.widgets.markup import html
from elric.widgets.rooms.lesson import LessonRoom

__all__ = ["SiteError", "build", "weight"]

_OURS: Final = Path(__file__).parent
_ELRIC: Final = _OURS.parent
_FRAME: Final = _ELRIC / "app" / "voila" / "templates" / "elric"
_PYODIDE: Final = ("pyodide.mjs", "pyodide.asm.mjs", "pyodide.asm.wasm", "python_stdlib.zip")
_MENDED: Final = "pyodide.asm.mjs"
_LIBRARIES: Final = ("fsrs", "markupsafe")
_LEFT_OUT: Final = ("app", "maps", "notebooks", "__pycache__")  # folders of the package that a browser does not run
_PICTURES: Final = {"board": "board.json", "light": "background.svg", "dark": "background-dark.svg"}
_ICONS: Final = (192, 512)  # pixels; drawn from favicon.svg, for devices that install the page
# A snapshot of Python's memory is larger than what Pyodide begins with, and Pyodide itself does not make room for it.
_NO_ROOM: Final = b"return Module.HEAP8.set(t),l}"
_ROOM: Final = b"if(Module.HEAP8.length<t.length)growMemory(t.length);" + _NO_ROOM


class SiteError(ElricError):
    """The site could not be built; the message says what is missing."""


def build(folder: Path, pyodide: Path, leaflet: Path, docs: str = "") -> dict[str, bytes]:
    """Write the site.

    Args:
        folder: where; files of an earlier build that are not of this one stay, for whoever still has that page open.
        pyodide, leaflet: the packages of these names as the registry has them, unpacked.
        docs: the address of the documentation, from the page; "" where there is none.

    Returns:
        What was written, by address.

    Raises:
        SiteError: a file of the two packages is missing, or a library that the page needs is not installed.
    """
    files = dict(_parts(leaflet))
    name = _name_of(files)
    site = {f"{name}/{path}": content for path, content in files.items()}
    python = _runtime(pyodide)
    version = json.loads(_read(pyodide / "package.json"))["version"]
    runtime = f"pyodide-{version}-{_name_of(python)}"
    site |= {f"{runtime}/{path}": content for path, content in python.items()}
    site |= _page(name, runtime, docs)
    site["sw.js"] = _filled("sw.js", build=name, files=json.dumps(["./", *sorted(set(site) - {"index.html"})]))
    for path, content in site.items():
        (folder / path).parent.mkdir(parents=True, exist_ok=True)
        (folder / path).write_bytes(content)
    return site


def weight(site: Mapping[str, bytes]) -> int:
    """Bytes of a site as they travel, each file packed by gzip where that makes it smaller."""
    return sum(min(len(content), len(gzip.compress(content, 9))) for content in site.values())


def _name_of(files: Mapping[str, bytes]) -> str:
    """A name that no other files have."""
    whole = b"\0".join(part for path in sorted(files) for part in (path.encode(), files[path]))
    return hashlib.sha256(whole).hexdigest()[:12]


def _runtime(pyodide: Path) -> dict[str, bytes]:
    """Python itself, ready for a snapshot of its memory."""
    files = {file: _read(pyodide / file) for file in _PYODIDE}
    if files[_MENDED].count(_NO_ROOM) != 1:
        raise SiteError(
            f"{_MENDED} is another than this build knows: the place where a snapshot of memory is put back is not in it. Look "
            "in the new version for restoreSnapshot, and whether it makes room by itself now."
        )
    lock = json.loads(_read(pyodide / "pyodide-lock.json"))
    mended = files[_MENDED].replace(_NO_ROOM, _ROOM)
    return files | {_MENDED: mended, "pyodide-lock.json": _json({**lock, "packages": {}})}


def _parts(leaflet: Path) -> Iterator[tuple[str, bytes]]:
    """Everything of a build but the page itself, by its path within the build's folder."""
    yield "bridge.js", sources.script().encode()
    for name in ("site.js", "worker.js", "python.js", "memory.js", "first.js"):
        yield name, _read(_OURS / "static" / name)
    for name in ("theme.js", "picture.js"):
        yield name, _read(sources.STATIC / name)
    yield "leaflet.js", _read(leaflet / "dist" / "leaflet.js").replace(b"//# sourceMappingURL=leaflet.js.map", b"")
    yield "site.css", _styles(leaflet)
    for font in sorted((sources.STATIC / "fonts").glob("*.woff2")):
        yield f"fonts/{font.name}", font.read_bytes()
    yield "favicon.svg", _read(_FRAME / "static" / "favicon.svg")
    for pixels in _ICONS:
        yield f"icon-{pixels}.png", _read(_OURS / "static" / f"icon-{pixels}.png")
    for game in _games():
        kit = games.table(game)
        yield f"maps/{game}/board.json", _json(sources.board(kit))
        for name, picture in zip(("background.svg", "background-dark.svg"), kit.chart().pictures, strict=True):
            yield f"maps/{game}/{name}", picture.encode()
    code = _python()
    yield "python.pack", code
    yield "python.json", _json({"code": "./python.pack", "size": len(code)})


def _styles(leaflet: Path) -> bytes:
    """All styles in one sheet: the letters, Leaflet's, the frame's, the page's."""
    sheets = [_read(sources.STATIC / "fonts.css"), _read(leaflet / "dist" / "leaflet.css")]
    sheets += [_read(_FRAME / "static" / "frame.css"), sources.style().encode(), _read(_OURS / "static" / "site.css")]
    return b"\n".join(sheets)


def _games() -> list[str]:
    return [game for game in games.GAMES if games.has(game, "table")]


def _page(build: str, runtime: str, docs: str) -> dict[str, bytes]:
    """The page, its manifest, and what the worker tells Python of addresses."""
    kit = games.table()
    width, height = kit.chart().frame
    at = {name: f"{build}/maps/{kit.key}/{file}" for name, file in _PICTURES.items()}
    served = {"game": kit.key, "maps": f"{build}/maps/", "script": "", "style": "", "docs": docs, **at}
    page = _filled(
        "site.html",
        build=build,
        pyodide=runtime,
        game=kit.key,
        light=at["light"],
        dark=at["dark"],
        width=width,
        height=height,
        title=html("{}", kit.game.title),
        name=html("{}", kit.name),
        about=html("Learn and play {}", " and ".join(games.table(game).game.title for game in _games())),
        star=_read(_FRAME / "star.svg").decode(),
        steps=_json(_first_steps(kit)).decode().replace("<", "\\u003c"),
    )
    manifest = {
        "name": kit.game.title,
        "short_name": kit.name,
        "start_url": "./",
        "scope": "./",
        "display": "standalone",
        "background_color": "#ebe1c8",
        "theme_color": "#ebe1c8",
        "icons": [
            {"src": f"{build}/favicon.svg", "sizes": "any", "type": "image/svg+xml"},
            *({"src": f"{build}/icon-{n}.png", "sizes": f"{n}x{n}", "type": "image/png"} for n in _ICONS),
        ],
    }
    return {"index.html": page, "manifest.webmanifest": _json(manifest), f"{build}/served.json": _json(served)}


def _first_steps(kit: TableDef) -> dict[str, Any]:
    """The steps with which the first lesson begins, as far as a click on the map answers them: what a page can do by itself
    while Python is on its way. And the address of the step that comes after each."""
    teaching, outlines = kit.teaching, sources.board(kit)["outlines"]
    if teaching is None:
        return {}
    course = lessons(teaching)
    lesson = next(iter(course.values()))
    steps = lesson.steps[kit.game.edition]
    marks = LessonRoom(lesson.key, edition=kit.game.edition, kit=kit).draw().marks
    begun = list(takewhile(lambda step: step.kind == "look" and set(step.find) <= set(outlines), steps))
    return {
        "title": lesson.title,
        "wrong": ANOTHER_PLACE,
        "ours": [outlines[area] for area, mark in marks.items() if "own-0" in mark.split() and area in outlines],
        "then": [f"?lesson={lesson.key}/{step.id}" for step in steps[: len(begun) + 1]],
        "steps": [
            {
                "tell": step.tell,
                "goal": step.goal,
                "after": step.after,
                "there": [outlines[area] for area in step.find],
                "beside": [
                    [outlines[area], mistake.say]
                    for mistake in step.mistakes
                    for area in [mistake.when.removeprefix("look ")]
                    if area in outlines
                ],
            }
            for step in begun
        ],
    }


def _python() -> bytes:
    """What Python needs in the browser, as one archive: the package without the server, the boards, two libraries. python.js
    takes it apart, quicker than Python could a zip."""
    files = {f"elric/{path}": content for path, content in _package()}
    maps = _ELRIC / "maps" if (_ELRIC / "maps").is_dir() else _ELRIC.parent / "maps"
    for file in sorted(maps.rglob("*.json")) + sorted(maps.rglob("*.geojson")):
        if file.name != "sketch.json":
            files[f"elric/maps/{file.relative_to(maps)}"] = file.read_bytes()
    for picture in sorted(maps.rglob("background*.svg")):
        files[f"elric/maps/{picture.relative_to(maps)}"] = b"<svg/>"  # a browser fetches the picture by its address
    for name in _LIBRARIES:
        spec = importlib.util.find_spec(name)
        if spec is None or spec.origin is None:
            raise SiteError(f"the library {name} is not installed: pip install 'elric[app]'")
        for file in sorted(Path(spec.origin).parent.rglob("*.py")):
            files[f"{name}/{file.relative_to(Path(spec.origin).parent)}"] = file.read_bytes()
    index = _json([[path, len(content)] for path, content in sorted(files.items())])
    packed = [len(index).to_bytes(4, "little"), index, *(content for _, content in sorted(files.items()))]
    return gzip.compress(b"".join(packed), 9, mtime=0)


def _package() -> Iterator[tuple[str, bytes]]:
    for file in sorted(_ELRIC.rglob("*")):
        path = file.relative_to(_ELRIC)
        if not file.is_file() or path.parts[0] in _LEFT_OUT or "__pycache__" in path.parts:
            continue
        if path.parts[:2] == ("site", "static") or file.suffix in (".so", ".pyi", ".md") or path.name == "build.py":
            continue
        yield str(path), file.read_bytes()


def _filled(file: str, /, **values: Any) -> bytes:
    """A file of ours with its {names} filled in."""
    text = _read(_OURS / "static" / file).decode()
    for key, value in values.items():
        text = text.replace("{" + key + "}", str(value))
    return text.encode()


def _json(value: Any) -> bytes:
    return json.dumps(value, ensure_ascii=False, separators=(",", ":"), sort_keys=True).encode()


def _read(file: Path) -> bytes:
    try:
        return file.read_bytes()
    except OSError as e:
        raise SiteError(f"{file.name} is missing in {file.parent.name}: {e.strerror}") from None
