"""The host's log: one line for each event, with the code of its visit, and nothing about the games played."""

from __future__ import annotations

import json
import logging
import re
import sys
import time
from typing import Any, Final

__all__ = ["LOG", "NAMES", "note", "open_log"]

LOG: Final = logging.getLogger("elric.host")
NAMES: Final = {
    "open", "let in", "waits", "page sent", "page failed", "seated", "left", "ended", "refused", "not ready", "unfit",
    "kernel says", "library says", "no fork", "orphan", "fork server", "pruning", "memory short", "memory again", "over memory", "store away", "store back", "stopping", "stopped",
}  # fmt: skip
"""Every event there is."""
_ID: Final = re.compile(r"([0-9a-f]{8})-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}")


def note(event: str, *, level: int = logging.INFO, trace: bool = False, **about: Any) -> None:
    """Log one event. `trace`: with the current exception. ValueError when there is no such event."""
    if event not in NAMES:
        raise ValueError(event)
    LOG.log(level, event, exc_info=trace, extra={"about": about})


class _Quiet(logging.Formatter):
    """Every line without the end of a kernel's id, wherever it stands: who reads the log could open a live page with it."""

    def format(self, record: logging.LogRecord) -> str:
        return _ID.sub(r"\1", self.line(record))

    def line(self, record: logging.LogRecord) -> str:
        """The line as it would be."""
        return super().format(record)


class _Lines(_Quiet):
    """`2026-01-02T03:04:05Z warning ended visit=ABCD-EFGH why=memory`; below it the trace or what a kernel said, if any."""

    def line(self, record: logging.LogRecord) -> str:
        about = getattr(record, "about", {})
        words = [_when(record), record.levelname.lower(), record.getMessage()]
        words += [f"{name}={_plain(value)}" for name, value in about.items() if name != "text"]
        more = [about["text"]] if "text" in about else []
        if record.exc_info and record.exc_info[0]:
            more.append(self.formatException(record.exc_info))
        return "\n".join([" ".join(words), *more])


class _Objects(_Quiet):
    """One JSON object a line, the trace in it."""

    def line(self, record: logging.LogRecord) -> str:
        found = {"time": _when(record), "level": record.levelname.lower(), "event": record.getMessage()}
        found |= getattr(record, "about", {})
        if record.exc_info and record.exc_info[0]:
            found["trace"] = self.formatException(record.exc_info)
        return json.dumps(found, ensure_ascii=True, default=str)


def _when(record: logging.LogRecord) -> str:
    return time.strftime("%Y-%m-%dT%H:%M:%SZ", time.gmtime(record.created))


def _plain(value: Any) -> str:
    """A value as one word; any other is quoted, so that an event stays on one line."""
    text = f"{value:.3f}" if isinstance(value, float) else str(value)
    return text if text.isprintable() and text and " " not in text and '"' not in text else json.dumps(text)


def _retold(record: logging.LogRecord) -> bool:
    """A library's log record as an event; the query of an address is left out, because it opens a game."""
    if not hasattr(record, "about"):
        record.about = {"library": record.name, "text": re.sub(r"\?[^\s'\")]+", "?...", record.getMessage())}
        record.msg, record.args = "library says", ()
    return True


def open_log(form: str) -> None:
    """Write to standard error: "text" or "json" for every event, "" for warnings only, as text. Warnings of libraries are
    written in the same form."""
    handler = logging.StreamHandler(sys.stderr)
    handler.setFormatter(_Objects() if form == "json" else _Lines())
    handler.addFilter(_retold)
    logging.getLogger().handlers[:] = [handler]
    LOG.handlers[:] = [handler]
    LOG.propagate = False
    LOG.setLevel(logging.INFO if form else logging.WARNING)
