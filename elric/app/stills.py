"""Static files, the same for every visitor, at addresses that contain a hash of the content, so that browsers cache
them for ever. They contain nothing of a game in progress.
"""

from __future__ import annotations

import asyncio
import hashlib
import json
import re
from functools import cache
from pathlib import Path
from typing import Any, Final

from tornado.web import HTTPError
from voila.paths import collect_static_paths

from elric import games
from elric.app.nowhere import Small
from elric.widgets.bridge import sources
from elric.widgets.bridge.sources import STATIC
from elric.widgets.definition import TableDef

__all__ = [
    "FOR_EVER",
    "Map",
    "StillBridge",
    "addresses",
    "asked_for",
    "board",
    "kept",
    "lasting",
    "print_of",
    "scripts_print",
]

FOR_EVER: Final = "public, max-age=31536000, immutable"
_FRAME: Final = ("fonts.css", "page.css", "picture.js", "theme.js")
_KINDS: Final = {"css": "text/css", "js": "text/javascript", "json": "application/json", "svg": "image/svg+xml"}


def print_of(*contents: bytes) -> str:
    """A hash of twelve characters."""
    return hashlib.sha256(b"\0".join(contents)).hexdigest()[:12]


@cache
def kept(name: str) -> bytes:
    """The browser's half of the bridge, for every game: "bridge.js" or "bridge.css"."""
    return (sources.script() if name == "bridge.js" else sources.style()).encode()


@cache
def board(game: str, name: str) -> bytes:
    """Of a game ("" for the first of the house): "board.json", "background.svg" or "background-dark.svg"."""
    table: TableDef = games.table(game)
    if name == "board.json":
        return json.dumps(sources.board(table), ensure_ascii=False, separators=(",", ":")).encode()
    return table.chart().pictures[name == "background-dark.svg"].encode()


@cache
def addresses(base: str, game: str) -> dict[str, str]:
    """Where a page of this game finds things below `base`: for its kernel (see `sources.served`), and by file for the frame
    around it."""
    maps = f"{base}elric/maps/"
    return {
        "game": games.table(game).key,
        "maps": maps,
        "preview": f"{base}elric/preview.png",
        "script": f"{base}elric/bridge.js?v={print_of(kept('bridge.js'))}",
        "style": f"{base}elric/bridge.css?v={print_of(kept('bridge.css'))}",
        "board": f"{maps}board.json?v={print_of(board(game, 'board.json'))}",
        "light": f"{maps}background.svg?v={print_of(board(game, 'background.svg'))}",
        "dark": f"{maps}background-dark.svg?v={print_of(board(game, 'background-dark.svg'))}",
        **{name: f"{base}elric/{name}?v={print_of((STATIC / name).read_bytes())}" for name in _FRAME},
    }


def asked_for(base: str, game: str, asked: str) -> dict[str, str]:
    """Where the board lies of the game that a page's address asks for ("board", "light" and "dark"); of `game`, which is
    served, where it asks for none of the house."""
    told = addresses(base, game)
    house = told["game"] in games.GAMES and asked in games.GAMES and games.has(asked, "table")
    if house and asked != told["game"]:
        return sources.elsewhere(told["maps"], asked)
    return {name: told[name] for name in ("board", "light", "dark")}


class _Still(Small):
    def tell(self, name: str, content: bytes) -> None:
        """Let browsers cache it for ever under the address with the content's hash; under any other it is revalidated
        each time."""
        known = self.get_argument("v", "") == print_of(content)
        self.set_header("Content-Type", f"{_KINDS[name.rpartition('.')[2]]}; charset=utf-8")
        self.set_header("Cache-Control", FOR_EVER if known else "no-cache")
        self.write(content)


class StillBridge(_Still):
    """The browser's half."""

    def get(self, name: str) -> None:
        self.tell(name, kept(name))


class Map(_Still):
    """A map, as pictures and as outlines: of the game that is served, or of another one of the house."""

    def initialize(self, game: str) -> None:
        self.served = game

    async def get(self, game: str | None, name: str) -> None:
        if game and not (game in games.GAMES and games.has(game, "table")):
            raise HTTPError(404)
        # a game that nobody asked for before is imported first, so not on the event loop
        content = await asyncio.get_running_loop().run_in_executor(None, board, game or self.served, name)
        self.tell(name, content)


def lasting(handler: type, named: str) -> type:
    """A handler of files that lets browsers cache those whose address, matching `named`, contains a hash."""

    def set_headers(self: Any) -> None:
        handler.set_headers(self)  # type: ignore[attr-defined]
        if re.search(named, self.request.path):
            self.set_header("Cache-Control", FOR_EVER)
            self.clear_header("Expires")

    return type(f"Lasting{handler.__name__}", (handler,), {"set_headers": set_headers})


@cache
def scripts_print(template: str) -> str:
    """A hash of all scripts that this template's front end may load."""
    folders = reversed(collect_static_paths(["voila", "nbconvert"], template))  # the first of a name counts
    files = sorted({file.name: file for folder in folders for file in Path(folder).glob("*.js")}.items())
    return print_of(*(part for name, file in files for part in (name.encode(), file.read_bytes())))
