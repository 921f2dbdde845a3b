"""Metrics for the host, in the format of Prometheus: sessions, kernels, memory, how long things take, errors.

Module-level, as there is one server in a process. They contain nothing about players or games.
"""

from __future__ import annotations

from typing import Final

from prometheus_client import CollectorRegistry, Counter, Gauge, Histogram, generate_latest
from prometheus_client.exposition import CONTENT_TYPE_LATEST

__all__ = [
    "ACT", "DATABASE", "DATABASE_SECONDS", "ENDED", "ERRORS", "FORKING", "FORK_SERVERS", "KERNELS", "MEMORY", "MOST",
    "PAGE", "POOL", "SESSIONS", "STARTED", "STORE", "THINKING", "TYPE", "WAITING", "WARM", "printed",
]  # fmt: skip

TYPE: Final = CONTENT_TYPE_LATEST
REGISTRY: Final = CollectorRegistry()

SESSIONS: Final = Gauge("elric_sessions", "Pages that have a kernel", registry=REGISTRY)
MOST: Final = Gauge("elric_sessions_most", "Pages that may have one", registry=REGISTRY)
WAITING: Final = Gauge("elric_waiting", "Visitors in the queue", registry=REGISTRY)
KERNELS: Final = Gauge("elric_kernels", "Kernels, warm ones with them", registry=REGISTRY)
WARM: Final = Gauge("elric_kernels_warm", "Kernels that wait for a visitor", registry=REGISTRY)
POOL: Final = Gauge("elric_kernels_warm_wanted", "Kernels that should wait for one", registry=REGISTRY)
FORKING: Final = Gauge("elric_fork_server_up", "Whether kernels can be forked", registry=REGISTRY)
FORK_SERVERS: Final = Counter("elric_fork_servers", "Fork servers that were started", registry=REGISTRY)
STORE: Final = Gauge("elric_store_up", "Whether a kernel reaches the store of games", registry=REGISTRY)
DATABASE: Final = Gauge("elric_database_up", "Whether the store reaches its database", registry=REGISTRY)
DATABASE_SECONDS: Final = Gauge("elric_database_seconds", "What its last answer took", registry=REGISTRY)
THINKING: Final = Gauge("elric_thinking", "Tables at which a computer thinks, of all servers here", registry=REGISTRY)
MEMORY: Final = Gauge(
    "elric_kernel_memory_bytes", "Memory of all kernels, shared pages counted once", registry=REGISTRY
)
STARTED: Final = Counter("elric_pages", "Pages asked for, by what became of them", ["answer"], registry=REGISTRY)
ENDED: Final = Counter("elric_sessions_ended", "Sessions that ended, and why", ["why"], registry=REGISTRY)
ERRORS: Final = Counter("elric_errors", "What went wrong", ["kind"], registry=REGISTRY)
PAGE: Final = Histogram(
    "elric_page_seconds", "From the request to the whole page sent", registry=REGISTRY,
    buckets=(0.1, 0.25, 0.5, 1, 2, 3, 5, 8, 13, 21, 45),
)  # fmt: skip
ACT: Final = Histogram(
    "elric_act_seconds", "From a message of the page to its kernel having answered it", registry=REGISTRY,
    buckets=(0.005, 0.01, 0.02, 0.035, 0.05, 0.1, 0.2, 0.5, 1, 2, 5),
)  # fmt: skip


def printed() -> bytes:
    """All metrics as text."""
    found: bytes = generate_latest(REGISTRY)
    return found
