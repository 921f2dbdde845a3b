"""How much memory a kernel has, may have, and how much this machine has left."""

from __future__ import annotations

import os
from pathlib import Path
from typing import Final

__all__ = ["SHORT_BYTES", "TABLE_BYTES", "cap", "left", "sizes", "total"]

TABLE_BYTES: Final = 512_000_000
"""A table has 60 MB, and 90 after a long game with the lab; what wants so much has gone wrong."""

SHORT_BYTES: Final = 200_000_000
"""With less than so much left nobody is let in: who plays shall go on playing."""

STACK_BYTES: Final = 500_000_000

_GROUP: Final = Path("/sys/fs/cgroup")


def sizes(processes: list[int]) -> dict[int, int]:
    """The bytes of each process that is there, what it shares with others counted in part."""
    found = {}
    for process in processes:
        for name, field in (("smaps_rollup", "Pss:"), ("status", "VmRSS:")):
            try:
                lines = Path(f"/proc/{process}/{name}").read_text().splitlines()
            except OSError:
                continue
            numbers = [int(line.split()[1]) for line in lines if line.startswith(field)]
            if numbers:
                found[process] = 1024 * numbers[0]
                break
    return found


def cap(process: int, most: int) -> bool:
    """Set a bound on what a process may ask for, well above what it is ended for (the stacks of its threads are asked for
    and not used); whether this system can."""
    bound = most + max(most, STACK_BYTES)
    try:
        import resource

        resource.prlimit(process, resource.RLIMIT_DATA, (bound, bound))
    except (ImportError, AttributeError, OSError, ValueError):
        return False
    return True


def total() -> int:
    """The bytes of this machine, or of the group of processes this server is put into, if that is less."""
    try:
        machine = os.sysconf("SC_PAGE_SIZE") * os.sysconf("SC_PHYS_PAGES")
    except (AttributeError, ValueError, OSError):
        machine = 8_000_000_000
    group = _group()
    return min(machine, group[0]) if group else machine


def left() -> int | None:
    """The bytes that can still be had; None where nobody can say."""
    try:
        lines = Path("/proc/meminfo").read_text().splitlines()
        machine = next(int(line.split()[1]) * 1024 for line in lines if line.startswith("MemAvailable:"))
    except (OSError, StopIteration, ValueError):
        return None
    group = _group()
    return min(machine, max(0, group[0] - group[1])) if group else machine


def _group() -> tuple[int, int] | None:
    """What systemd allows this server (MemoryMax, or MemoryHigh if it is less) and what it has of it; None: no bound."""
    try:
        named = Path("/proc/self/cgroup").read_text().splitlines()
        folder = _GROUP / next(line[3:] for line in named if line.startswith("0::")).lstrip("/")
        bounds = [
            text for name in ("max", "high") if (text := (folder / f"memory.{name}").read_text().strip()) != "max"
        ]
        stats = dict(line.split() for line in (folder / "memory.stat").read_text().splitlines())
        taken = int((folder / "memory.current").read_text()) - int(stats.get("inactive_file", 0))
        return (min(map(int, bounds)), taken) if bounds else None
    except (OSError, StopIteration, ValueError):
        return None
