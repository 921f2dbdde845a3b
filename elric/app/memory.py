"""Memory: how much a kernel uses, its limit, and how much is left on this machine."""

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
    """The bytes of each process that exists; shared memory is counted proportionally."""
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
    """Limit the address space of a process, well above the limit at which it is ended (the stacks of its threads are
    reserved and hardly used). Returns whether this system can."""
    bound = most + max(most, STACK_BYTES)
    try:
        import resource

        resource.prlimit(process, resource.RLIMIT_DATA, (bound, bound))
    except (ImportError, AttributeError, OSError, ValueError):
        return False
    return True


def total() -> int:
    """The memory of this machine, or of the control group of this server, if that is less."""
    try:
        machine = os.sysconf("SC_PAGE_SIZE") * os.sysconf("SC_PHYS_PAGES")
    except (AttributeError, ValueError, OSError):
        machine = 8_000_000_000
    group = _group()
    return min(machine, group[0]) if group else machine


def left() -> int | None:
    """The bytes still available; None where that is unknown."""
    try:
        lines = Path("/proc/meminfo").read_text().splitlines()
        machine = next(int(line.split()[1]) * 1024 for line in lines if line.startswith("MemAvailable:"))
    except (OSError, StopIteration, ValueError):
        return None
    group = _group()
    return min(machine, max(0, group[0] - group[1])) if group else machine


def _group() -> tuple[int, int] | None:
    """The limit that systemd sets (MemoryMax, or MemoryHigh if it is less) and the memory in use; None for no limit."""
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
