"""What really travels to a browser, and worlds that a seat cannot tell apart: whatever differs between two of them on the
seat's wire, it should not have been told."""

from __future__ import annotations

import json
import re
from collections.abc import Iterator
from contextlib import contextmanager
from typing import Any

import comm
import pytest

from elric.kernel.game import Game
from elric.widgets.bridge.table import Table
from elric.widgets.rooms import computer, sandbox_game, table

PAGE = "c" * 32
GUEST = "6" * 32
_IDS = re.compile(r"(?<![0-9A-Za-z/+])(?:[0-9a-f]{32}|[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12})(?![0-9A-Za-z/+])")


class Wire(comm.DummyComm):
    """One end of a line to a browser: it keeps all that is sent."""

    lines: list[str] = []  # of all that were opened since `listening`

    def publish_msg(
        self, msg_type: str, data: Any = None, metadata: Any = None, buffers: Any = None, **keys: Any
    ) -> None:
        assert not buffers, "a browser that cannot unpack is sent nothing packed"
        Wire.lines.append(json.dumps([msg_type, data, keys.get("target_name")], sort_keys=True))


@contextmanager
def listening() -> Iterator[list[str]]:
    """Every message of every widget that is made or spoken to inside, in order."""
    before, Wire.lines = Wire.lines, []
    try:
        yield Wire.lines
    finally:
        Wire.lines = before


class Browser:
    """A page of the real widgets, opened by an address, and all that was sent to it."""

    def __init__(self, store: Any, address: str, kit: str, search: str = "") -> None:
        self.sent: list[str] = []
        """Every message, in order; ids that chance makes are numbered."""
        self.compared = 0
        self._known: dict[str, str] = {}
        with self._listening():
            self.page = Table(keeper=store, name=kit)
        self.says(kind="hello", search=f"?g={address}{search}", stored={"shelf": GUEST})

    @contextmanager
    def _listening(self) -> Iterator[None]:
        with listening() as lines:
            yield
        self.sent += [_IDS.sub(self._numbered, line) for line in lines]

    def _numbered(self, found: re.Match[str]) -> str:
        return self._known.setdefault(found[0], f"id-{len(self._known)}")

    def says(self, **content: Any) -> None:
        with self._listening():
            self.page.wire.receive(content)
        assert "oops" not in self.page.wire.values["regions"], content

    def do(self, name: str, value: Any = "") -> None:
        self.says(kind="do", name=name, value=value)

    def follow(self) -> bool:
        """As `bridge.page` does it, from time to time."""
        with self._listening():
            return self.page.wire.follow()

    @property
    def game(self) -> Game:
        return self.page.session.game


@pytest.fixture
def same_chance(monkeypatch: pytest.MonkeyPatch) -> None:
    """What a page decides by a chance of its own falls alike in both worlds."""
    monkeypatch.setattr(comm, "create_comm", lambda *given, **named: Wire(*given, **named))
    monkeypatch.setattr(sandbox_game, "_seed", lambda: 20_021)
    monkeypatch.setattr(table.random, "SystemRandom", lambda: table.random.Random(20_022))
    monkeypatch.setattr(table, "fresh_seed", lambda: 20_023)
    monkeypatch.setattr(computer, "_SLICE", 60.0)


# Every part of the page that shows something of the game, one after the other: what a seat may do with its page at any moment.
TOUR: tuple[tuple[str, str], ...] = (
    ("go", "together"), ("hand", ""), ("whynot", ""), ("whynot", "0"), ("whynot", ""), ("hint", "captain"), ("show", ""), ("scene", "next"),
    ("scene", "stop"), ("more", "log"), ("more", "words"), ("more", "share"), ("more", "keep"), ("more", ""),
    ("what", "unit:yishana"), ("whatif", ""), ("leave", ""), ("games", ""), ("export", PAGE), ("leave", ""), ("rules", ""),
    ("leave", ""), ("replay", ""), ("hand", ""), ("replay-open", ""), ("replay-step", "last"), ("replay-part", "battles"),
    ("replay-part", "luck"), ("replay-part", "find"), ("replay-part", "keep"), ("replay-make", "record"),
    ("replay-make", "page"), ("leave", ""), ("sandbox", "here"), ("sand-real", ""), ("sand-tab", "cards"), ("sand-tab", "share"),
    ("sand-moments", ""), ("sand-moment", "0"), ("leave", ""), ("hand", ""),
)  # fmt: skip
