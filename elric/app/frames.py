"""Validation of what a browser sends to its kernel: well-formed frames of the newer protocol, of the few message types
the page needs.

The library that parses frames reads their table of offsets without checking the frame's length: eight bytes of 0xff
make it loop 2**64 times, and so can a frame of the older protocol. So each frame is checked here first.
"""

from __future__ import annotations

import itertools
import json
import re
from collections.abc import Callable
from typing import Any, Final

from elric.app.clock import CLOCK
from elric.kernel.failure import ElricError

__all__ = ["PROTOCOL", "Budget", "FrameError", "checked", "parts_of"]

PROTOCOL: Final = "v1.kernel.websocket.jupyter.org"
LONGEST_FRAME: Final = 5_000_000
LONGEST_HEADER: Final = 10_000
LONGEST_NUMBER: Final = 100
# A channel, header, parent header, metadata and content make six offsets; each buffer one more.
LEAST_OFFSETS, MOST_OFFSETS = 6, 16
CHANNELS: Final = {b"shell", b"control"}
KINDS: Final = {"comm_msg", "comm_close", "comm_open", "comm_info_request", "kernel_info_request"}
# Widgets are created by Python; a browser opens only the comm on which it asks for their state.
OPENED_BY_BROWSER: Final = {"jupyter.widget.control"}
MOST_OPENED: Final = 4
MOST_NAMES: Final = 12
_VERSION: Final = re.compile(r"5\.\d{1,2}")

# Dragging the map by touch sends about 120 messages a second, the most that the page produces.
MESSAGES_A_SECOND: Final = 150
MESSAGES_AT_ONCE: Final = 600
BYTES_A_SECOND: Final = 1_000_000
BYTES_AT_ONCE: Final = 2 * LONGEST_FRAME


class FrameError(ElricError):
    """A frame that our page would never send; the message says why, for the host's log."""


def parts_of(frame: Any) -> list[memoryview]:
    """The parts of a frame, the channel's name first. FrameError unless its table of offsets is complete and ascending."""
    if not isinstance(frame, bytes | bytearray | memoryview):
        raise FrameError("text where bytes are sent")
    view = memoryview(frame)
    if len(view) > LONGEST_FRAME:
        raise FrameError("too long")
    if len(view) < 8 * (LEAST_OFFSETS + 1):
        raise FrameError("too short")
    count = int.from_bytes(view[:8], "little")
    if not LEAST_OFFSETS <= count <= MOST_OFFSETS or len(view) < 8 * (count + 1):
        raise FrameError("a wrong number of offsets")
    at = [int.from_bytes(view[8 * n : 8 * n + 8], "little") for n in range(1, count + 1)]
    if at[0] != 8 * (count + 1) or at[-1] != len(view) or any(a > b for a, b in itertools.pairwise(at)):
        raise FrameError("offsets out of order")
    return [view[a:b] for a, b in itertools.pairwise(at)]


def checked(frame: Any) -> tuple[str, str]:
    """The message type of a frame, and its id ("" when it has no valid one).

    Raises:
        FrameError: unless the frame is well-formed, for a channel that the page uses, and of a type that the page
            needs.
    """
    channel, header, *rest = parts_of(frame)
    if bytes(channel) not in CHANNELS:
        raise FrameError("to no channel of the page")
    head = _object(header)
    if len(head) > MOST_NAMES or not all(map(_is_word, head.values())):
        raise FrameError("a header that no page writes")
    kind, number = head.get("msg_type"), head.get("msg_id") or ""
    if kind not in KINDS:
        raise FrameError("of a kind the page never sends")
    if not _VERSION.fullmatch(head.get("version") or "") or head.get("subshell_id"):
        raise FrameError("of another version")
    for part in rest[:2]:  # the header of what is answered, and notes on the message: libraries read both
        _object(part)
    if kind == "comm_msg" and len(rest[2]) > LONGEST_HEADER:
        return kind, number  # a saved game that was pasted
    content = _object(rest[2])
    if kind in {"comm_msg", "comm_close"}:
        _look_at(content)
    if kind != "comm_open":
        return kind, number
    target = content.get("target_name")
    if not isinstance(target, str) or target not in OPENED_BY_BROWSER:
        raise FrameError("opens what the page never opens")
    _look_at(content)
    return kind, number


def _is_word(value: Any) -> bool:
    """Whether a value is a valid header field: a short plain text, as libraries expect without checking."""
    return value is None or (isinstance(value, str) and len(value) <= LONGEST_NUMBER and value.isascii())


def _look_at(content: dict[str, Any]) -> None:
    """Check that a message between widgets names its channel and carries an object; anything else would make the kernel
    log a traceback."""
    name, data = content.get("comm_id"), content.get("data", {})
    if not isinstance(name, str) or len(name) > LONGEST_NUMBER or not isinstance(data, dict):
        raise FrameError("not as widgets speak")


def _object(part: memoryview) -> dict[str, Any]:
    if len(part) > LONGEST_HEADER:
        raise FrameError("a header without end")
    try:
        found = json.loads(bytes(part))
    except (ValueError, RecursionError) as error:
        raise FrameError("no JSON") from error
    if not isinstance(found, dict):
        raise FrameError("no JSON object")
    return found


class Budget:
    """A rate limit (token bucket): so many messages and bytes at once, and then so many a second. By default what one page may
    send over all its connections.

    Args:
        messages, bytes: (at once, a second).
    """

    def __init__(
        self,
        now: Callable[[], float] = CLOCK.steady,
        messages: tuple[float, float] = (MESSAGES_AT_ONCE, MESSAGES_A_SECOND),
        bytes: tuple[float, float] = (BYTES_AT_ONCE, BYTES_A_SECOND),
    ) -> None:
        self._now = now
        self._since = now()
        self._messages, self._bytes = messages, bytes
        self.messages, self.bytes = float(messages[0]), float(bytes[0])

    def spend(self, size: int) -> bool:
        """Whether a message of `size` bytes is still within it; one that is not takes nothing away."""
        now = self._now()
        passed, self._since = now - self._since, now
        self.messages = min(self.messages + passed * self._messages[1], self._messages[0])
        self.bytes = min(self.bytes + passed * self._bytes[1], self._bytes[0])
        if self.messages < 1 or self.bytes < size:
            return False
        self.messages -= 1
        self.bytes -= size
        return True
