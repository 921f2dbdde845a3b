"""What a seat may see is built up by naming what is shown. Nothing is ever made by leaving out secrets."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from typing import Any


def show(source: Any, fields: Iterable[str]) -> dict[str, Any]:
    """A dict of just these attributes of `source`.

    Raises:
        AttributeError: when the list names something that is not there.
    """
    return {name: getattr(source, name) for name in fields}


def redact(
    events: Iterable[Mapping[str, Any]], seat: int | None, public: Mapping[str, Iterable[str]]
) -> list[dict[str, Any]]:
    """Events as one seat may read them: fields named in `public` for that kind, all fields for a seat in "to"."""
    out = []
    for e in events:
        kind = e["kind"]
        names = set(public[kind])
        if seat is not None and seat in e.get("to", ()):
            names |= set(e) - {"to"}
        out.append({"kind": kind, **{k: e[k] for k in e if k in names}})
    return out


Viewer = Callable[[Any, int | None], dict[str, Any]]
