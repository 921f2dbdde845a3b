"""What a link shows where it is previewed: the title of the game that it opens, and a picture of its position as anybody has it."""

from __future__ import annotations

import asyncio
import re
from collections import OrderedDict
from collections.abc import Mapping
from html import escape
from typing import Any, Final
from urllib.parse import urlencode

from tornado.web import HTTPError

from elric import games
from elric.app.nowhere import Small
from elric.kernel.failure import ElricError
from elric.widgets.definition import TableDef
from elric.widgets.map.postcard import postcard
from elric.widgets.rooms.kept import GAME, About, Keeper
from elric.widgets.rooms.replay_reel import Reel

__all__ = ["Preview", "card", "fetches", "laid", "picture", "title"]

_KEPT: Final = 64  # pictures
_WAITING: Final = 8  # requests at once: each may have to read a game
_NAMES: Final = ("g", "game", "replay")  # of an address, which say what is shown
_PERSON: Final = "person"  # in an address: whoever was taken for a program is none
# Who fetches a page to preview a link to it, or to index it, says so; Cubot makes telephones.
_FETCHES: Final = re.compile(
    r"(?<!cu)bot\b|crawl|spider|externalhit|externalagent|uripreview|linkpreview|embedly|iframely|^whatsapp/|mastodon/",
    re.IGNORECASE,
)
_CARD: Final = """<!DOCTYPE html>
<html lang="en"><head><meta charset="utf-8"><title>{said}</title>
<meta property="og:type" content="website"><meta property="og:title" content="{said}"><meta property="og:image" content="{shown}">
<meta name="twitter:card" content="summary_large_image"><meta name="viewport" content="width=device-width, initial-scale=1"></head>
<body><h1>{said}</h1><img src="{shown}" alt="The map as it stands" style="max-width:100%"><p><a rel="nofollow" href="{there}">Open the table</a></p></body></html>
"""
_pictures: Final[OrderedDict[tuple[str, int, str], bytes]] = OrderedDict()


def title(store: Any, key: str, kit: TableDef) -> str:
    """What the game of an address is called, and how far it is; what the page's game is called where the address opens none."""
    try:
        ticket = store.find(key) if key else None
        about = About.read(store.about(ticket.page) if ticket is not None and not ticket.missing else "")
    except (ElricError, ValueError):
        about = About()
    return " · ".join(filter(None, (about.title, about.turn))) or kit.game.title


def picture(store: Keeper, key: str, moment: str, kit: TableDef) -> bytes | None:
    """A PNG of the game that an address opens, at a moment of its replay ("" or "end": as it stands), or of `kit` as it begins; None
    for what cannot be opened. Nothing but what an onlooker sees is drawn, whosever address it is."""
    if not key:
        first = next(iter(kit.game.scenarios().values()))
        return _kept((f":{kit.key}", 0, ""), lambda: (kit, kit.ready(first.key, first.editions[0], 1, False)), "")
    try:
        ticket = store.find(key)
        text = store.get(ticket.page, GAME) if ticket.page and not ticket.missing else None
        if text is None:
            return None
        own = games.table(games.of_save(text))
        return _kept((ticket.page, ticket.version, moment), lambda: (own, own.load(text)), moment)
    except (ElricError, ValueError):
        return None


def _kept(key: tuple[str, int, str], found: Any, moment: str) -> bytes:
    """A picture as it was drawn before, or drawn now."""
    if key not in _pictures:
        kit, game = found()
        if moment.isascii() and moment.isdigit():
            reel = Reel(game, kit)
            view = reel.open_view(reel.first_with(int(moment[:7])))
        else:
            view = kit.view(game, None)
        _pictures[key] = postcard(kit, view)
        while len(_pictures) > _KEPT:
            _pictures.popitem(last=False)
    _pictures.move_to_end(key)
    return _pictures[key]


def _kit(served: str, asked: str) -> TableDef:
    """The table of the game that an address asks for, or of the one that is served."""
    known = asked in games.GAMES and games.has(asked, "table")
    found: TableDef = games.table(asked if known else served)
    return found


class Preview(Small):
    """The picture. One is drawn at a time."""

    _door = asyncio.Semaphore(1)
    _waits = 0

    async def get(self) -> None:
        key, asked, moment = (self.get_query_argument(name, "")[:64] for name in _NAMES)
        if Preview._waits >= _WAITING:
            raise HTTPError(503)
        Preview._waits += 1
        try:
            async with Preview._door:
                found = await asyncio.get_running_loop().run_in_executor(
                    None,
                    lambda: picture(
                        self.settings["elric_saves"], key, moment, _kit(self.settings["elric_game"], asked)
                    ),
                )
        finally:
            Preview._waits -= 1
        if found is None:
            raise HTTPError(404)
        self.set_header("Content-Type", "image/png")
        self.set_header("Cache-Control", "no-cache")
        self.write(found)


def fetches(page: Any) -> bool:
    """Whether a page is asked for by a program that previews or indexes a link, and not by a browser: it gets `card`, and no table."""
    return bool(_FETCHES.search(page.request.headers.get("User-Agent", ""))) and not page.get_query_argument(
        _PERSON, ""
    )


def card(page: Any, told: Mapping[str, str]) -> str:
    """A page without a table, with the title and the picture that `laid` has found, and the way to the table."""
    query = {name: page.get_query_argument(name, "")[:64] for name in _NAMES}
    asks = urlencode({name: value for name, value in query.items() if value} | {_PERSON: "yes"})
    return _CARD.format(said=told["said"], shown=told["shown"], there=escape(f"{page.base_url}?{asks}"))


async def laid(page: Any) -> dict[str, str]:
    """What the head of a page says of itself, written and escaped here: `said` and `shown`, the address of its picture."""
    query = {name: page.get_query_argument(name, "")[:64] for name in _NAMES}
    store, served = page.settings["elric_saves"], page.settings["elric_game"]
    said = await asyncio.get_running_loop().run_in_executor(
        None, lambda: title(store, query["g"], _kit(served, query["game"]))
    )
    there = f"{page.request.protocol}://{page.request.host}{page.base_url}elric/preview.png"
    asks = urlencode({name: value for name, value in query.items() if value})
    return {"said": escape(said), "shown": escape(f"{there}?{asks}" if asks else there)}
