"""What a browser may send to its kernel: whole frames of the newer protocol, of the few kinds the page needs.

The library that takes frames apart reads their table of offsets without looking at the frame's length: eight bytes of
0xff make it count to 2**64, and a frame of the older protocol can name as many parts. So each frame is looked at here first.
"""

from __future__ import annotations

import itertools
import json
import re
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
MOST_NAMES: Final = 12
_VERSION: Final = re.compile(r"5\.\d{1,2}")

# A finger that drags the map sends about 120 messages a second, nobody sends more.
MESSAGES_A_SECOND: Final = 150
MESSAGES_AT_ONCE: Final = 600
BYTES_A_SECOND: Final = 1_000_000
BYTES_AT_ONCE: Final = 2 * LONGEST_FRAME


class FrameError(Exception):
    """A frame that no page of ours sends; the message says why, for the host's log."""


def parts_of(frame: Any) -> list[memoryview]:
    """The parts of a frame, the channel's name first. FrameError unless its table of offsets is whole and in order."""
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
    """The kind of message in a frame, and its number ("" when it has none that can be one).

    Raises:
        FrameError: unless the frame is whole, goes to a channel the page uses, and is a message the page needs.
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
    """Whether a value may stand in a header: libraries take it for a short plain text and stumble over anything else."""
    return value is None or (isinstance(value, str) and len(value) <= LONGEST_NUMBER and value.isascii())


def _look_at(content: dict[str, Any]) -> None:
    """What widgets say to each other has a channel by name and an object; else a kernel fills the log with its wonder."""
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
    """How much there may be of something: so many messages and bytes at once, and then so many a second. What one page may
    send, by whichever line, unless told otherwise.

    Args:
        messages, bytes: (at once, a second).
    """

    def __init__(
        self,
        now: Callable[[], float] = time.monotonic,
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
