"""Texts made to cost: ten thousand wrong names, halves of characters in a link. Each is refused, soon and with a word."""

from __future__ import annotations

import difflib
import json
import zlib
from base64 import urlsafe_b64encode
from pathlib import Path
from typing import Any

import pytest

from elric import games
from elric.app.store import SaveStore, StoreError
from elric.kernel.record import SaveError, dump, parse
from elric.young_kingdoms.description.text import _words
from tests.widgets.test_keeping import PAGE, Tab

WRONG = [f"{n:04}-no-such-place" for n in range(10_000)]
MOST_LOOKED_FOR = 60


@pytest.mark.parametrize(
    ("game", "position"),
    [
        ("dragon-pass", {"stacks": {name: ["x"] for name in WRONG}}),
        ("dragon-pass", {"stacks": {"0101": WRONG}}),
        ("dragon-pass", dict.fromkeys(WRONG, 1)),
        ("elric", {"units": dict.fromkeys(WRONG, "x")}),
        ("elric", dict.fromkeys(WRONG, 1)),
        ("elric", {"hands": dict.fromkeys(WRONG[:3000], WRONG[:3])}),
    ],
)
def test_ten_thousand_wrong_names_are_refused_soon(
    game: str, position: dict[str, Any], monkeypatch: pytest.MonkeyPatch
) -> None:
    """What was meant is looked for in a few of them; it would take three milliseconds each."""
    definition = games.definition(game)
    looked_for: list[str] = []
    near = difflib.get_close_matches

    def counted(word: str, *more: Any, **named: Any) -> list[str]:
        looked_for.append(word)
        return near(word, *more, **named)

    monkeypatch.setattr(difflib, "get_close_matches", counted)
    with pytest.raises(ValueError, match=r"and more|no |part of") as refused:
        definition.build(position)
    assert len(looked_for) < MOST_LOOKED_FOR
    assert len(str(refused.value)) < 30_000


def test_a_few_wrong_names_are_still_told_what_was_meant() -> None:
    with pytest.raises(ValueError, match="did you mean"):
        games.definition("dragon-pass").build({"stakcs": {}})


def elric_link(position: dict[str, Any]) -> str:
    squeeze = zlib.compressobj(9, zlib.DEFLATED, -15, zdict=_words())
    packed = squeeze.compress(json.dumps(position).encode()) + squeeze.flush()
    said = f"elric1:successor:avalon-hill:turn-3:movement:{urlsafe_b64encode(packed).decode().rstrip('=')}"
    return f"{said}:{zlib.crc32(said.encode()):08x}"


def other_link(key: str, position: dict[str, Any]) -> str:
    data = urlsafe_b64encode(zlib.compress(json.dumps(position).encode(), 9)).decode()
    return f"{key}-position:{data}:{zlib.crc32(f'{key}-position:{data}'.encode()):08x}"


@pytest.mark.parametrize("how", ["line", "data"])
@pytest.mark.parametrize("half", ["\ud800", "\udfff in words"])
def test_half_a_character_in_a_sandbox_link_is_refused_with_a_word(tmp_path: Path, how: str, half: str) -> None:
    """JSON may name it by its number, and no store can keep it: the page went on failing for good."""
    store = SaveStore(tmp_path)
    tab = Tab(store)
    tab.do("go", "together")
    for kit in (tab.session.table.kit, games.table("tests.toy")):
        key = kit.game.key
        position = {half: half, "notes": [half]}
        text = json.dumps(position)
        if how == "line":
            text = elric_link(position) if key == "elric" else other_link(key, position)
        other = Tab(store, PAGE if key == "elric" else "b" * 32, kit=kit)
        other.do("sandbox", text)
        other.do("sandbox", "here")
        other.do("sand-open", {"text": text})
        assert "oops" not in other.regions
        other.do("sand-play")
        other.follow()
        assert "oops" not in other.regions
        assert store.get(PAGE, "game")


def test_the_store_refuses_what_no_database_can_keep_in_words_for_a_player(tmp_path: Path) -> None:
    store = SaveStore(tmp_path)
    store.put(PAGE, "game", "one")
    for text in ("two \ud800", "two \0"):
        with pytest.raises(StoreError, match="no text may hold"):
            store.put(PAGE, "game", text, "one")
        with pytest.raises(StoreError, match="no text may hold"):
            store.rename(PAGE, text)
    assert store.get(PAGE, "game") == "one"


def test_a_save_whose_position_holds_half_a_character_is_refused() -> None:
    kit = games.table("")
    g = kit.first(1)
    head, entries = parse(g.save(), g.definition.key, g.definition.schema)
    text = dump(
        g.definition.key,
        g.definition.schema,
        [*head.items(), ("position", '{"x": "\\ud800"}')],
        [e for _, e in entries],
    )
    with pytest.raises(SaveError, match="no JSON"):
        kit.load(text)
