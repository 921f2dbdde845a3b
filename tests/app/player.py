"""Somebody who plays without a browser: the page, its line, and a press on one of the keys that are offered."""

from __future__ import annotations

import asyncio
import html
import itertools
import json
import re
import time
import uuid
from random import Random
from typing import Any, NamedTuple

from client import ask, frame, kernel_of, line_to
from tornado.websocket import WebSocketClientConnection


class Said(NamedTuple):
    kind: str
    parent: str
    content: Any


def heard(data: bytes) -> Said:
    count = int.from_bytes(data[:8], "little")
    at = [int.from_bytes(data[8 * n : 8 * n + 8], "little") for n in range(1, count + 1)]
    parts = [data[a:b] for a, b in itertools.pairwise(at)]
    head, parent, _, content = (json.loads(part) for part in parts[1:5])
    return Said(head["msg_type"], parent.get("msg_id", ""), content)


class Player:
    """One visitor, at the game `asked` for (the first of the house, when none is). `took`: seconds from each press to its kernel having done with it. `faults`: what should not be."""

    def __init__(self, address: str, game: str = "", seed: int = 0, asked: str = "") -> None:
        self.address = address
        self.game = game or uuid.uuid4().hex
        self.asked = f"&game={asked}" if asked else ""
        self.rng = Random(seed)
        self.took: list[float] = []
        self.faults: list[str] = []
        self.regions: dict[str, str] = {}
        self.line: WebSocketClientConnection
        self.bridge = ""
        self.page_seconds = self.ready_seconds = 0.0

    async def come(self, patience: float = 60) -> None:
        """Ask for the page, through the queue if need be, and say hello."""
        began = time.monotonic()
        ticket = ""
        while True:
            cookie = {"Cookie": f"elric-place={ticket}"} if ticket else {}
            page = await asyncio.to_thread(ask, self.address, f"?g={self.game}{self.asked}", **cookie)
            if page.status == 200:
                break
            assert page.status == 503, page.status
            assert time.monotonic() - began < patience, "nobody let the visitor in"
            while True:
                cookie = {"Cookie": f"elric-place={ticket}"} if ticket else {}
                door = await asyncio.to_thread(ask, self.address, "elric/door", **cookie)
                given = re.search(r"elric-place=([\w-]+)", door.headers.get("Set-Cookie", ""))
                ticket = given[1] if given else ticket
                if json.loads(door.text)["place"] == 0:
                    break
                assert time.monotonic() - began < patience, "the queue did not move"
                await asyncio.sleep(1.5)
        self.page_seconds = time.monotonic() - began
        self.kernel = kernel_of(page.text)
        self.line = await line_to(self.address, self.kernel)
        await self._send("comm_info_request", {})
        comms: list[str] = []
        async with asyncio.timeout(patience):
            # the answer comes by another channel than the word that the kernel is idle, before it or after it
            while not comms:
                data = await self.line.read_message()
                assert isinstance(data, bytes), "the line was closed"
                comms.extend(heard(data).content.get("comms", ()))
        # the bridge is the one that answers to the heartbeat
        numbers = [
            await self._send("comm_msg", {"comm_id": one, "data": {"method": "custom", "content": {"kind": "ping", "n": 1}}})
            for one in comms
        ]  # fmt: skip

        def answered(said: Said) -> None:
            if said.kind == "comm_msg" and said.content["data"].get("content", {}).get("kind") == "pong":
                self.bridge = said.content["comm_id"]

        for number in numbers:
            if not self.bridge:
                await self._until(number, answered, patience)
        assert self.bridge, "nothing on the page answers"
        await self.say(
            {"kind": "hello", "search": f"?g={self.game}{self.asked}", "stored": {}, "version": -1}, patience
        )
        self.ready_seconds = time.monotonic() - began

    async def say(self, content: dict[str, Any], patience: float = 20) -> float:
        """One message of the page; seconds until the kernel has done with it."""
        began = time.monotonic()
        number = await self._send(
            "comm_msg", {"comm_id": self.bridge, "data": {"method": "custom", "content": content}}
        )
        await self._until(number, self._take, patience)
        return time.monotonic() - began

    async def play(self) -> None:
        """Press one of the keys that stand there; a table that asks for somebody to sit down is sat down at."""
        shown = "".join(self.regions.values())
        acts = [html.unescape(text) for text in re.findall(r'data-act="([^"]+)"(?![^>]*aria-disabled)', shown)]
        if "data-cover" in shown:
            message = {"kind": "do", "name": "ready", "value": ""}
        elif 'data-do="again"' in shown:
            message = {"kind": "do", "name": "again", "value": ""}
        elif acts:
            message = {"kind": "act", "text": self.rng.choice(acts)}
        else:
            message = {"kind": "do", "name": "go", "value": "together"}
        self.took.append(await self.say(message))
        if "oops" in self.regions:
            self.faults.append(f"oops after {message}")
            self.regions.pop("oops")

    def leave(self) -> None:
        self.line.close()
        ask(self.address, f"voila/api/shutdown/{self.kernel}", method="POST", body=b"")

    async def _send(self, kind: str, content: dict[str, Any]) -> str:
        number = uuid.uuid4().hex
        await self.line.write_message(frame(kind, content, msg_id=number), binary=True)
        return number

    async def _until(self, number: str, take: Any, patience: float) -> None:
        """Read on until the kernel is idle after the message `number`."""
        async with asyncio.timeout(patience):
            while True:
                data = await self.line.read_message()
                assert isinstance(data, bytes), "the line was closed"
                said = heard(data)
                if said.kind == "status" and said.parent == number and said.content["execution_state"] == "idle":
                    return
                take(said)

    def _take(self, said: Said) -> None:
        if said.kind != "comm_msg" or said.content["comm_id"] != self.bridge:
            return
        data = said.content["data"]
        if data.get("method") == "update" and "regions" in data["state"]:
            self.regions = dict(data["state"]["regions"])
        told = data.get("content", {})
        if told.get("kind") == "query":
            self.game = told["values"].get("g") or self.game
        if told.get("kind") == "patch":
            patch = told["patches"].get("regions")
            if patch is not None:
                self._patch(patch)

    def _patch(self, patch: dict[str, Any]) -> None:
        for name in patch.get("drop", ()):
            self.regions.pop(name, None)
        self.regions.update(patch.get("set", {}))
