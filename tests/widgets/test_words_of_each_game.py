"""Words of one game never stand in the other: every room of both, read through."""

from __future__ import annotations

import re
from html import unescape

import pytest

from elric import games
from elric.widgets.messages import Message
from elric.widgets.session import Session

# Words that belong to one game alone: what the other's player could not understand.
OF: dict[str, tuple[str, ...]] = {
    "elric": (
        "hidden spell",
        "province",
        "personality",
        "personalities",
        "Young Kingdoms",
        "the Balance",
        "that hand",
        "every hand",
        "all hands",
    ),
    "dragon-pass": ("hex", "Superhero", "Glowline", "Dragonewt", "emissary", "Lunar"),
}
ROOMS: tuple[tuple[str, str], ...] = (
    ("home", ""), ("new", ""), ("close", "new"), ("go", "together"), ("whynot", ""), ("show", ""), ("escape", ""),
    ("more", "log"), ("more", "words"), ("more", "keep"), ("more", "share"), ("games", ""), ("leave", ""),
    ("practice", ""), ("leave", ""), ("learn", ""), ("leave", ""), ("rules", ""), ("leave", ""),
    ("whatif", ""), ("leave", ""), ("replay", ""), ("leave", ""), ("sandbox", "here"), ("leave", ""),
)  # fmt: skip


@pytest.mark.parametrize("game", sorted(OF))
def test_no_room_speaks_in_the_other_game_s_words(game: str) -> None:
    others = re.compile("|".join(rf"\b{re.escape(word)}" for key, words in OF.items() if key != game for word in words))
    session = Session(kit=games.table(game))
    session.table.house = ()
    session.take(Message("hello"))
    found = []
    for name, value in ROOMS:
        session.take(Message("do", name=name, value=value))
        for region, _, html in session.draw().regions:
            text = unescape(re.sub(r"<[^>]*>", " ", re.sub(r"<svg.*?</svg>", " ", str(html), flags=re.DOTALL)))
            tips = unescape(" ".join(re.findall(r'(?:data-tip|aria-label|title)="([^"]*)"', str(html))))
            found += [
                f"{name} {value}, {region}: …{x[0]}…"
                for x in re.finditer(rf".{{0,30}}(?:{others.pattern}).{{0,30}}", f"{text} {tips}")
            ]
    assert not found, "\n".join(sorted(set(found)))
