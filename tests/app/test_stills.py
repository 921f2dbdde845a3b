"""What a browser keeps: addresses with a print of what lies there, the same for every visitor, nothing of any game."""

from __future__ import annotations

import json
import re
from typing import Any

import pytest
from client import ask, kernel_of

from elric import games
from elric.app import stills
from elric.widgets.bridge import sources
from elric.widgets.bridge.wire import Wire
from elric.widgets.session import Session


@pytest.mark.slow
def test_what_a_page_asks_for_is_kept_for_ever_and_the_page_itself_never(running: Any) -> None:
    page = ask(running.address)
    ask(running.address, f"voila/api/shutdown/{kernel_of(page.text)}", method="POST", body=b"")
    assert "no-store" in page.headers["Cache-Control"]
    addresses = set(re.findall(r'(?:src|href)="/([^"]+\.(?:js|css|json|svg|woff2)[^"]*)"', page.text))
    assert len(addresses) > 15
    for address in addresses:
        answer = ask(running.address, address)
        assert answer.status == 200, address
        assert re.search(r"max-age=(31536000|315360000)\b", answer.headers["Cache-Control"]), address
    (scripts,) = re.findall(r'"fullStaticUrl": "/([^"]+)"', page.text)
    assert "immutable" in ask(running.address, f"{scripts}/9212.voila.js").headers["Cache-Control"]


@pytest.mark.slow
def test_an_address_with_another_print_is_asked_for_each_time(running: Any) -> None:
    """After an upgrade an old address must not keep the new content under the old name."""
    for address in ("elric/bridge.js", "elric/bridge.js?v=000000000000", "elric/maps/dragon-pass/board.json?v=1"):
        assert ask(running.address, address).headers["Cache-Control"] == "no-cache"
    assert ask(running.address, "voila/kept-000000000000/voila.js").status == 404


def laid(game: str) -> dict[str, Any]:
    """What a browser is given of a board."""
    return Wire(Session(kit=games.table(game)), games.table(game)).values


@pytest.mark.parametrize("game", games.GAMES)
def test_what_is_kept_is_the_board_as_a_notebook_gets_it(game: str, monkeypatch: pytest.MonkeyPatch) -> None:
    """The same outlines and symbols by address as inside the widget, which is all that differs; the board of another game
    of the house has its address too, and one from outside travels with its widget."""
    monkeypatch.delenv(sources.SERVED, raising=False)
    plain = laid(game)
    kept = json.loads(stills.board(game, "board.json"))
    assert kept == {name: plain[name] for name in ("outlines", "anchors", "sprite")}
    assert kept["outlines"]
    monkeypatch.setenv(sources.SERVED, json.dumps(stills.addresses("/", game)))
    served = laid(game)
    assert served["still"] == stills.addresses("/", game)["board"]
    assert [served["outlines"], served["anchors"], served["sprite"]] == [{}, {}, ""]
    assert served["pictures"] == {name: stills.addresses("/", game)[name] for name in ("light", "dark")}
    other = next(name for name in games.GAMES if name != game)
    assert laid(other)["still"] == f"/elric/maps/{other}/board.json"
    toy = laid("tests.toy")
    assert toy["outlines"]
    assert toy["still"] == ""


def test_the_module_of_a_served_page_is_an_address_and_the_other_one_all_of_it(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.delenv(sources.SERVED, raising=False)
    whole = sources.script_here()
    assert "class Areas" in whole
    assert ".er-slot" in sources.style_here()
    told = stills.addresses("/club/", "")
    monkeypatch.setenv(sources.SERVED, json.dumps(told))
    assert len(sources.script_here()) < 1000
    assert told["script"] in sources.script_here()
    assert told["script"].startswith("/club/elric/bridge.js?v=")
    assert sources.style_here() == ""
    assert stills.kept("bridge.js").decode() == whole
