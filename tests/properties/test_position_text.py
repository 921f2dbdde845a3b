"""A position as one line of text: short, read back as it was, and a damaged one says what is wrong with it."""

from __future__ import annotations

import base64
import zlib
from random import Random
from typing import Any

import pytest
from walks import PAIRS, attempt, mixed

import elric
from elric.young_kingdoms.description import text as position_text
from elric.young_kingdoms.description.schema import describe

BASE: dict[str, Any] = {
    "nations": {"jharkor": 0, "pan-tang": 1},
    "units": {"jharkor_dhakos": ["yishana", "jharkor-army*3"], "pan_tang": ["jagreen-lern", "pan-tang-army*2"]},
}


def at(**more: Any) -> elric.Game:
    return elric.Game.at({**BASE, **more})


def texts_of(first: int, games: int, every: int) -> list[str]:
    out = []
    for scenario, edition in PAIRS:
        for seed in range(first, first + games):
            for k, (s, _) in enumerate(mixed(scenario, edition, seed)):
                if k % every == 0:
                    said = describe(s)
                    text = elric.position_text(said)
                    assert elric.parse_position(text) == said
                    out.append(text)
    return out


def test_the_text_of_a_position_is_short_and_reads_back() -> None:
    texts = texts_of(1, 1, 40)
    lengths = sorted(map(len, texts))
    assert len(lengths) > 30
    assert lengths[len(lengths) // 2] < 900
    assert lengths[-1] < 1_800
    assert all(text.isascii() and text.isprintable() and " " not in text for text in texts)


def test_a_game_starts_from_a_text() -> None:
    g = at(waits=["movement"], horn=1)
    text = elric.position_text(g.position())
    assert text.startswith("elric1:successor:avalon-hill:turn-1:movement:")
    h = elric.Game.at(text)
    assert h.position() == g.position()
    assert elric.load(h.save()).position() == g.position()
    # as a mail may have broken and indented it
    assert (
        elric.parse_position("\n  " + "\r\n ".join(text[k : k + 70] for k in range(0, len(text), 70))) == g.position()
    )


def test_positions_that_are_the_same_have_the_same_text() -> None:
    a = {"nations": {"jharkor": 0}, "units": {"jharkor_dhakos": ["yishana", "jharkor-army*2"]}}
    b = {
        "units": {"jharkor_dhakos": ["jharkor-army-2", "yishana", "jharkor-army-1"]},
        "nations": {"jharkor": 0},
        "turn": 1,
    }
    assert elric.position_text(a) == elric.position_text(b)


def test_the_words_known_beforehand_belong_to_the_format() -> None:
    """A text that was written once can be read for ever: the file is never changed."""
    assert zlib.crc32(position_text._words()) == WORDS
    said = elric.parse_position(OLD)
    assert said["hidden"] == {"xanyaw": ["arioch"]}
    assert said["waits"] == [{"step": "begin phase", "phase": "movement"}]
    assert elric.Game.at(OLD).step == "movement"


WORDS = 0xF6F5836E
OLD = """
elric1:successor:avalon-hill:turn-1:movement:A8okp4KHQ8F5MhlY0haDp0iLSnMgWaIM2A8Exm8mZKYdXIwZ6oDK18p
UaFwSH-ghwGZmOGRSSMEnNTG9FNQjBQkCcX5yEbAARU3tyCkNkUIMa3UQcYY5dIoYLUBdv6GnZ4w-gIrWNUdbeKGnZ6QUW6uDFIG
IgVHohCxIGjnaMvKh4YMR8igdVsxQqo2tBQA:0a998a46
"""


@pytest.fixture(scope="module")
def text() -> str:
    return elric.position_text(at(waits=["movement"]).position())


def test_a_damaged_text_is_never_read_as_another_position(text: str) -> None:
    rng = Random(1)
    for k in range(len(text)):
        letter = rng.choice("abcXYZ019_-:=?é")
        for changed in (text[:k], text[:k] + letter + text[k + 1 :], text[:k] + text[k + 1 :]):
            if changed == text:
                continue
            _, error = attempt(elric.parse_position, changed)
            assert error, f"letter {k}: a changed text was read"
            assert error.problems


@pytest.mark.parametrize(
    ("change", "says"),
    [
        (lambda t: "", "should begin with “elric1:”"),
        (lambda t: "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1", "should begin with “elric1:”"),
        (lambda t: t.replace("elric1", "elric2"), "format 2"),
        (lambda t: t[: len(t) // 2], "cut short"),
        (lambda t: t[:-1], "cut short"),
        (lambda t: t.replace("turn-1", "turn-2"), "changed or damaged"),
        (lambda t: sealed(t, packed="AAAA"), "no position"),
        (lambda t: sealed(t, packed="!"), "no position"),
        (lambda t: sealed(t, packed=pack(b"[1]")), "no position"),
        (lambda t: sealed(t, packed=pack(b'{"a":' * 5_000)), "no position"),
        (lambda t: sealed(t, packed=pack(b" " * 5_000_000 + b"{}")), "no position"),
        (lambda t: sealed(t, packed=pack(b"{}")), "first words"),
        (lambda t: "elric1:" + "a" * 30_000, "20000"),
    ],
)
def test_a_text_that_is_no_position_is_told_what_it_is(text: str, change: Any, says: str) -> None:
    for take in (elric.parse_position, elric.Game.at):
        with pytest.raises(elric.PositionError) as e:
            take(change(text))
        assert says in str(e.value)


def pack(data: bytes) -> str:
    squeeze = zlib.compressobj(9, zlib.DEFLATED, -15, 9, zlib.Z_DEFAULT_STRATEGY, position_text._words())
    return base64.urlsafe_b64encode(squeeze.compress(data) + squeeze.flush()).decode().rstrip("=")


def sealed(text: str, packed: str) -> str:
    """The text with another packed part and a checksum that fits, as somebody who knows the format would write it."""
    body = ":".join([*text.split(":")[:5], packed])
    return f"{body}:{zlib.crc32(body.encode()):08x}"


@pytest.mark.parametrize("what", [None, 7, b"elric1", ["elric1"], {}])
def test_what_is_no_text_gives_a_position_error(what: Any) -> None:
    with pytest.raises(elric.PositionError):
        elric.parse_position(what)
