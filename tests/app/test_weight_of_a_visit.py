"""What a visit costs a network: everything packed, asked for once, and a burst of visitors let in one after the other."""

from __future__ import annotations

import gzip
import json
import re
import threading
import time
import urllib.request
from collections.abc import Iterator
from typing import Any
from urllib.parse import urlsplit

import pytest
from client import ask, kernel_of
from harness import serving

pytestmark = pytest.mark.slow


@pytest.fixture(scope="module")
def network() -> Iterator[Any]:
    """A server that other machines can reach, which therefore packs what it sends; asked from this one."""
    with serving(
        "--port", "9650", "--ready", "0", "--host", "0.0.0.0", "--most", "20", "--each", "0", "--log", "json"
    ) as found:
        found.address = f"http://127.0.0.1:{urlsplit(found.address).port}/"
        yield found


def packed(address: str, path: str) -> tuple[bytes, Any]:
    """What goes over the line, and the headers."""
    request = urllib.request.Request(address + path, headers={"Accept-Encoding": "gzip", "Accept": "*/*"})
    with urllib.request.urlopen(request, timeout=60) as answer:
        return answer.read(), answer.headers


def test_what_a_page_asks_for_is_packed_and_a_second_visit_asks_for_the_page_alone(network: Any) -> None:
    """The page and all that it names, 1.25 MB as it lies there: less than half on the line, fonts and all; nothing of it but the
    page may be asked for again."""
    data, headers = packed(network.address, "")
    assert headers["Content-Encoding"] == "gzip"
    assert "no-store" in headers["Cache-Control"]
    page = gzip.decompress(data).decode()
    ask(network.address, f"voila/api/shutdown/{kernel_of(page)}", method="POST", body=b"")
    assert len(data) < 12_000
    plain = sent = 0
    named = sorted(set(re.findall(r'(?:src|href)="/([^"]+\.(?:js|css|json|svg|woff2)[^"]*)"', page)))
    assert len(named) > 15
    for path in named:
        body, head = packed(network.address, path)
        assert re.search(r"max-age=(31536000|315360000)\b", head["Cache-Control"]), path
        assert "no-store" not in head["Cache-Control"], path
        if not path.partition("?")[0].endswith(".woff2"):
            assert head["Content-Encoding"] == "gzip" or len(body) < 1100, path
            assert "Accept-Encoding" in head["Vary"], path
        plain += len(gzip.decompress(body) if head["Content-Encoding"] == "gzip" else body)
        sent += len(body)
    print(f"page {len(data)} bytes, {len(named)} parts {sent} bytes packed, {plain} as they lie there")
    assert sent < 640_000


def test_of_a_burst_the_first_have_their_page_while_the_last_still_wait(network: Any) -> None:
    """Eight come in the same moment: a few kernels are set at a time, so that nobody waits for all of them."""
    before = len(network.output)
    came: list[float] = []

    def come() -> None:
        while True:
            page = ask(network.address)
            if page.status == 200:
                came.append(time.monotonic())
                return
            assert page.status == 503
            time.sleep(0.05)

    visitors = [threading.Thread(target=come) for _ in range(8)]
    for one in visitors:
        one.start()
    for one in visitors:
        one.join(60)
    assert len(came) == 8
    time.sleep(0.5)  # what was printed takes a moment to arrive here
    events = [json.loads(line)["event"] for line in list(network.output)[before:] if line.startswith("{")]
    kernels = most = 0
    for event in events:
        kernels += {"seated": 1, "page sent": -1}.get(event, 0)
        most = max(most, kernels)
    assert events.count("page sent") == 8
    assert kernels == 0
    assert most < 8, "they were set one after the other"
    first = events.index("page sent")
    assert events[first:].count("seated") >= 2, "the first was let in before the last had a kernel"
