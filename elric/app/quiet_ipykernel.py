"""A kernel as a page needs it: `python -m elric.app.quiet_ipykernel` with the arguments of ipykernel, or a fork that calls
`launch`."""

from __future__ import annotations

import logging
import sys
import time
from collections.abc import Callable
from typing import Any, Final

__all__ = ["Overheard", "Seldom", "launch"]

QUIETLY: Final = ["--HistoryManager.enabled=False"]
"""What a kernel that nobody types into can do without: a file of what was typed, and a thread that writes it."""


class Seldom(logging.Filter):
    """Lets `most` lines of a log through in a minute: what a browser sends again and again does not fill the host's."""

    def __init__(self, most: int = 10, now: Callable[[], float] = time.monotonic) -> None:
        super().__init__()
        self._most, self._now = most, now
        self._minute, self._lines = 0, 0

    def filter(self, record: logging.LogRecord) -> bool:
        minute = int(self._now() // 60)
        self._lines = self._lines + 1 if minute == self._minute else 1
        self._minute = minute
        return self._lines <= self._most


class Overheard(Seldom):
    """Says what it lets through as a kernel's program says anything: its host hears that and logs it in the form he chose. The
    library's own handler would write it into the host's log as it is."""

    def filter(self, record: logging.LogRecord) -> bool:
        # a filter is asked of what no handler would write, too
        if record.levelno >= logging.WARNING and super().filter(record):
            print(logging.Formatter().format(record), file=sys.stderr)
        return False


def launch(arguments: list[str]) -> None:
    """Be a kernel; returns when it ends."""
    for name in ("IPKernelApp", "Comm"):
        logging.getLogger(name).addFilter(Overheard())
    sys.argv = ["ipykernel_launcher", *arguments]

    from ipykernel import iostream, kernelapp

    iostream.IOPubThread._setup_pipe_in = _listen_to_nobody  # type: ignore[method-assign]
    kernelapp.launch_new_instance(argv=[*arguments, *QUIETLY])


def _listen_to_nobody(thread: Any) -> None:
    """In place of a port of this machine, open to each of its users, for the output of processes that a kernel starts: ours
    start none."""
    thread._pipe_flag = False


if __name__ == "__main__":
    launch(sys.argv[1:])
