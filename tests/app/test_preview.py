"""What a link shows where it is previewed: a title and a picture, the same for whoever asks, with nothing hidden in it."""

from __future__ import annotations

import json
import re
import struct
import zlib
from pathlib import Path
from random import Random
from typing import Any

import pytest
from client import ask, kernel_of

from elric import games
from elric.app import preview
from elric.app.store import SaveStore
from elric.widgets.map.postcard import WIDE, postcard
from elric.widgets.rooms.kept import GAME, About


def pixels(png: bytes) -> tuple[int, int, bytes]:
    """Width, height and the numbers of the colours, row by row."""
    assert png.startswith(b"\x89PNG\r\n\x1a\n")
    parts, at = {}, 8
    while at < len(png):
        (size,) = struct.unpack(">I", png[at : at + 4])
        name, body = png[at + 4 : at + 8], png[at + 8 : at + 8 + size]
        assert struct.unpack(">I", png[at + 8 + size : at + 12 + size])[0] == zlib.crc32(name + body)
        parts[name] = body
        at += 12 + size
    wide, high = struct.unpack(">II", parts[b"IHDR"][:8])
    rows = zlib.decompress(parts[b"IDAT"])
    assert len(rows) == high * (wide + 1)
    return wide, high, b"".join(rows[y * (wide + 1) + 1 : (y + 1) * (wide + 1)] for y in range(high))


def played(name: str, most: int = 60) -> Any:
    kit = games.table(name)
    first = next(iter(kit.game.scenarios().values()))
    g, rng = kit.ready(first.key, first.editions[0], 3, False), Random(3)
    while g.seat is not None and len(g.record) < most:
        g.push(rng.choice(g.legal_actions()))
    return g


@pytest.mark.parametrize("name", ["elric", "dragon-pass", "tests.toy"])
def test_a_picture_shows_who_stands_where(name: str) -> None:
    """Each side's colour is there, at the places of its counters."""
    kit = games.table(name)
    g = played(name, 40 if name != "tests.toy" else 3)
    view = kit.view(g, None)
    wide, high, shown = pixels(postcard(kit, view))
    assert wide == WIDE
    assert 100 < high < WIDE
    owners = {unit["owner"] for unit in view["units"].values() if unit.get("owner") in (0, 1)}
    assert owners
    assert len(set(shown)) > 3
    hues = {player["seat"]: player.get("hue", player["seat"]) for player in view["players"]}
    assert {9 + hues[seat] for seat in owners} <= set(shown)


@pytest.mark.parametrize("name", ["elric", "dragon-pass"])
def test_nothing_hidden_is_in_it(name: str) -> None:
    """Dealt anew, with all that an onlooker cannot see, it is the same picture byte for byte."""
    g, kit = played(name, 120), games.table(name)
    told = postcard(kit, kit.view(g, None))
    for seed in range(3):
        other = g.resampled(None, seed)
        assert postcard(kit, kit.view(other, None)) == told


def test_every_address_of_a_game_shows_the_same_and_a_dead_one_nothing(tmp_path: Path) -> None:
    store, g, kit = SaveStore(tmp_path), played("elric"), games.table("elric")
    page = "a" * 32
    store.put(page, GAME, g.save(), about=About("elric", "Successor", "turn 1 of 10", "X", "0").text())
    now = postcard(kit, kit.view(g, None))
    seat, watch = store.share(page, 1), store.share(page)
    for key in (page, seat, watch):
        assert preview.picture(store, key, "", kit) == now
        assert preview.picture(store, key, "end", kit) == now
        assert preview.title(store, key, kit) == "Successor · turn 1 of 10"
    assert preview.picture(store, page, "0", kit) != now
    store.revoke(page, watch)
    assert preview.picture(store, watch, "", kit) is None
    assert preview.title(store, watch, kit) == kit.game.title
    for wrong in ("b" * 32, "../etc", "x"):
        assert preview.picture(store, wrong, "", kit) is None
    store.delete(page)
    assert preview.picture(store, page, "", kit) is None
    # without a game, the one that the page sets; what was kept that is no game is none
    assert pixels(preview.picture(store, "", "", games.table("dragon-pass")) or b"")[0] == WIDE
    store.put("c" * 32, GAME, "no game at all")
    assert preview.picture(store, "c" * 32, "", kit) is None


_PROGRAMS = (
    "facebookexternalhit/1.1 (+http://www.facebook.com/externalhit_uatext.php)",
    "Slackbot-LinkExpanding 1.0 (+https://api.slack.com/robots)",
    "Mozilla/5.0 (compatible; Discordbot/2.0; +https://discordapp.com)",
    "TelegramBot (like TwitterBot)",
    "WhatsApp/2.23.20.0",
    "http.rb/5.1.1 (Mastodon/4.2.1; +https://example.social/)",
)


@pytest.mark.slow
def test_who_previews_a_link_takes_no_place(running: Any) -> None:
    """It gets the same title and picture, and no kernel is started for it; a person whose browser is called so comes in by the link."""
    before = json.loads(ask(running.address, "health").text)["sessions"]
    for agent in _PROGRAMS:
        page = ask(running.address, "?game=dragon-pass", User_Agent=agent)
        assert page.status == 200
        assert '<meta property="og:title" content="White Bear and Red Moon">' in page.text
        assert f'content="{running.address}elric/preview.png?game=dragon-pass"' in page.text
        assert "kernel" not in page.text
    assert json.loads(ask(running.address, "health").text)["sessions"] == before
    (there,) = re.findall(r'href="([^"]*)"', page.text)
    person = ask(running.address, there.removeprefix("/").replace("&amp;", "&"), User_Agent=agent)
    ask(running.address, f"voila/api/shutdown/{kernel_of(person.text)}", method="POST", body=b"")
    phone = ask(running.address, User_Agent="Mozilla/5.0 (Linux; Android 13; CUBOT NOTE 50) Chrome/120.0 Mobile")
    ask(running.address, f"voila/api/shutdown/{kernel_of(phone.text)}", method="POST", body=b"")


@pytest.mark.slow
def test_a_page_says_its_title_and_its_picture(running: Any) -> None:
    for query, said in (("", "Elric"), ("?game=dragon-pass", "White Bear and Red Moon"), ('?g="><b>', "Elric")):
        page = ask(running.address, query.replace('"><b>', "%22%3E%3Cb%3E"))
        ask(running.address, f"voila/api/shutdown/{kernel_of(page.text)}", method="POST", body=b"")
        (title,) = re.findall(r'<meta property="og:title" content="([^"]*)">', page.text)
        (image,) = re.findall(r'<meta property="og:image" content="([^"]*)">', page.text)
        assert title.startswith(said)
        assert image.startswith(f"{running.address}elric/preview.png")
        assert "<b>" not in image
        assert "@visit-" not in page.text
    answer = ask(running.address, "elric/preview.png?game=dragon-pass")
    assert (answer.status, answer.headers["Content-Type"]) == (200, "image/png")
    assert ask(running.address, "elric/preview.png?g=" + "0" * 32).status == 404
    assert ask(running.address, "elric/preview.png?g=%ff").status in (400, 404)
