"""Frames from a browser: what the page sends goes through, everything else is refused before anybody reads it."""

from __future__ import annotations

import json
from random import Random

import pytest
from client import frame, packed

from elric.app.frames import BYTES_AT_ONCE, LONGEST_FRAME, MESSAGES_AT_ONCE, Budget, FrameError, checked, parts_of

BIG = (1 << 64) - 1


@pytest.mark.parametrize("kind", ["comm_msg", "comm_close", "comm_info_request", "kernel_info_request"])
def test_what_the_page_sends_goes_through(kind: str) -> None:
    assert checked(frame(kind, {"comm_id": "a", "data": {}}, msg_id="n1")) == (kind, "n1")
    assert checked(frame(kind, {"comm_id": "a"}, buffers=10, msg_id=None)) == (kind, "")


HEADER = b'{"msg_id": "n1", "msg_type": "comm_msg", "version": "5.3"}'
HOSTILE = {
    "eight bytes of 0xff": b"\xff" * 8,
    "a table of 0xff": b"\xff" * 200,
    "0x7f": b"\x7f" * 100,
    "nothing": b"",
    "zeroes": b"\0" * 100,
    "text": '{"channel": "shell", "header": {"msg_type": "comm_msg"}}',
    "none": None,
    "too many buffers": frame("comm_msg", {"comm_id": "a"}, buffers=11),
    "too long": frame("comm_msg", {"x": "a" * LONGEST_FRAME}),
    "offsets past the end": (6).to_bytes(8, "little") + BIG.to_bytes(8, "little") * 6,
    "offsets backwards": (6).to_bytes(8, "little") + b"".join(n.to_bytes(8, "little") for n in (56, 50, 40, 30, 20, 62)) + b"abcdef",
    "a tail": frame("comm_msg") + b"x",
    "a hole": frame("comm_msg")[:-1],
    "another channel": frame("comm_msg", channel="iopub"),
    "stdin": frame("comm_msg", channel="stdin"),
    "no channel": frame("comm_msg", channel="\ud800".encode("utf-8", "surrogatepass").decode("latin-1")),
    "code": frame("execute_request", {"code": "1"}),
    "shutting down": frame("shutdown_request", channel="control"),
    "a kind that is no text": frame("comm_msg", msg_type=["comm_msg"]),
    "a header that is a list": packed([b"shell", b"[]", b"{}", b"{}", b"{}"]),
    "a header of brackets": packed([b"shell", b"[" * 9_999, b"{}", b"{}", b"{}"]),
    "a header without end": packed([b"shell", b" " * 20_000 + b"{}", b"{}", b"{}", b"{}"]),
    "a widget from outside": frame("comm_open", {"comm_id": "a", "target_name": "jupyter.widget", "data": {}}),
    "a megabyte to open": frame(
        "comm_open", {"comm_id": "a", "target_name": "jupyter.widget.control", "data": {"x": "a" * 1_000_000}}
    ),
    "a channel that is a list": frame("comm_msg", {"comm_id": [], "data": {}}),
    "a channel without end": frame("comm_close", {"comm_id": "a" * 101}),
    "data that are none": frame("comm_msg", {"comm_id": "a", "data": None}),
    "a number that is a list": frame("comm_msg", {"comm_id": "a", "data": {}}, msg_id=["n1"]),
    "a number without end": frame("comm_msg", {"comm_id": "a", "data": {}}, msg_id="n" * 101),
    "a number that is none": frame("comm_msg", {"comm_id": "a", "data": {}}, msg_id=float("nan")),
    "half a letter": frame("comm_msg", {"comm_id": "a", "data": {}}, username="\ud800"),
    "a date that is a list": frame("comm_msg", {"comm_id": "a", "data": {}}, date=[]),
    "no version": frame("comm_msg", {"comm_id": "a", "data": {}}, version="x"),
    "another thread of the kernel": frame("comm_msg", {"comm_id": "a", "data": {}}, subshell_id="x"),
    "many names in the header": frame("comm_msg", {"comm_id": "a", "data": {}}, **{f"x{n}": "" for n in range(12)}),
    "an answered header that is a list": packed([b"shell", HEADER, b"[]", b"{}", b'{"comm_id": "a"}']),
    "an answered header of brackets": packed([b"shell", HEADER, b"[" * 9_999, b"{}", b'{"comm_id": "a"}']),
    "an answered header without end": packed([b"shell", HEADER, b" " * 20_000 + b"{}", b"{}", b'{"comm_id": "a"}']),
    "notes that are no JSON": packed([b"shell", HEADER, b"{}", b"{", b'{"comm_id": "a"}']),
    "a question that is a list": packed([b"shell", HEADER.replace(b"comm_msg", b"comm_info_request"), b"{}", b"{}", b"[]"]),
    "a channel to open without a name": frame("comm_open", {"target_name": "jupyter.widget.control", "data": {}}),
    "data to open that are none": frame("comm_open", {"comm_id": "a", "target_name": "jupyter.widget.control", "data": []}),
    "a target that is a list": frame("comm_open", {"target_name": ["jupyter.widget.control"]}),
}  # fmt: skip


def test_a_pasted_game_goes_through() -> None:
    """What is longer than a header is not read here: taking a megabyte of JSON apart would hold up everybody."""
    assert checked(frame("comm_msg", {"comm_id": "a", "data": {"text": "x" * 500_000}}, msg_id="n1")) == (
        "comm_msg",
        "n1",
    )


@pytest.mark.parametrize("name", HOSTILE)
def test_what_no_page_sends_is_refused(name: str) -> None:
    with pytest.raises(FrameError):
        checked(HOSTILE[name])


def test_the_page_may_ask_for_the_widgets_there_are() -> None:
    asked = frame("comm_open", {"comm_id": "a", "target_name": "jupyter.widget.control", "data": {}}, msg_id="n1")
    assert checked(asked) == ("comm_open", "n1")


def test_ten_thousand_mangled_frames_are_read_or_refused_and_nothing_else() -> None:
    """Whatever goes through is whole: its parts are the frame again, with nothing before, between or behind them."""
    rng = Random(15)
    whole = frame("comm_msg", {"comm_id": "a", "data": {"method": "custom"}}, buffers=2)
    for _ in range(10_000):
        made = bytearray(whole)
        for _ in range(rng.randint(1, 6)):
            made[rng.randrange(80 if rng.random() < 0.7 else len(made))] = rng.choice(
                (0, 1, 0x7F, 0xFF, rng.randrange(256))
            )
        if rng.random() < 0.2:
            del made[rng.randrange(len(made)) :]
        try:
            parts = parts_of(bytes(made))
            checked(bytes(made))
        except FrameError:
            continue
        assert b"".join(parts) == bytes(made[8 * (len(parts) + 2) :])
        assert isinstance(json.loads(bytes(parts[1])), dict)


def test_what_a_budget_refuses_takes_nothing_from_it() -> None:
    now = [0.0]
    budget = Budget(lambda: now[0], messages=(2, 0.1), bytes=(100, 1))
    assert budget.spend(60)
    assert not budget.spend(60)
    assert budget.spend(40)
    assert not any(budget.spend(0) for _ in range(50))
    now[0] += 11
    assert budget.spend(10)


def test_a_budget_is_spent_and_fills_again() -> None:
    now = [0.0]
    budget = Budget(lambda: now[0])
    assert all(budget.spend(100) for _ in range(MESSAGES_AT_ONCE))
    assert not budget.spend(100)
    now[0] += 1
    assert budget.spend(100)
    now[0] += 100
    assert budget.spend(BYTES_AT_ONCE)
    assert not budget.spend(BYTES_AT_ONCE)
    now[0] += 3600
    assert not budget.spend(BYTES_AT_ONCE + 1), "an hour's rest saves up no more than it begins with"
