"""Validation of what a browser sends to its kernel: well-formed frames of the newer protocol, of the few message types
the page needs.

The library that parses frames reads their table of offsets without checking the frame's length: eight bytes of 0xff
make it loop 2**64 times, and so can a frame of the older protocol. So each frame is checked here first.
"""

from __future__ import annotations

import itertools
import json
import time
from collections.abc import Callable
from typing import Any, Final

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

# Dragging the map by touch sends about 120 messages a second, the most that the page produces.
MESSAGES_A_SECOND: Final = 150
MESSAGES_AT_ONCE: Final = 600
BYTES_A_SECOND: Final = 1_000_000
BYTES_AT_ONCE: Final = 2 * LONGEST_FRAME


class FrameError(Exception):
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
    kind, number = head.get("msg_type"), head.get("msg_id")
    if not isinstance(kind, str) or kind not in KINDS:
        raise FrameError("of a kind the page never sends")
    number = number if isinstance(number, str) and len(number) <= LONGEST_NUMBER else ""
    if kind in {"comm_msg", "comm_close"} and len(rest[2]) <= LONGEST_HEADER:
        _look_at(_object(rest[2]))
    if kind != "comm_open":
        return kind, number
    target = _object(rest[2]).get("target_name")
    if not isinstance(target, str) or target not in OPENED_BY_BROWSER:
        raise FrameError("opens what the page never opens")
    return kind, number


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
    """A rate limit for what one page sends over all its connections: a burst, then a rate per second (token bucket)."""

    def __init__(self, now: Callable[[], float] = time.monotonic) -> None:
        self._now = now
        self._since = now()
        self.messages = float(MESSAGES_AT_ONCE)
        self.bytes = float(BYTES_AT_ONCE)

    def spend(self, size: int) -> bool:
        """Whether a message of `size` bytes is still within it."""
        now = self._now()
        passed, self._since = now - self._since, now
        self.messages = min(self.messages + passed * MESSAGES_A_SECOND, MESSAGES_AT_ONCE) - 1
        self.bytes = min(self.bytes + passed * BYTES_A_SECOND, BYTES_AT_ONCE) - size
        return self.messages >= 0 and self.bytes >= 0
