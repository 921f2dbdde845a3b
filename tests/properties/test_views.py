"""A view is shaped as its type says: every key is there, none beside, each value of its kind."""

from __future__ import annotations

from types import NoneType, UnionType
from typing import Any, Literal, NotRequired, Union, get_args, get_origin, get_type_hints, is_typeddict

import pytest
from walks import PAIRS, walk

from elric.young_kingdoms.description.view import view
from elric.young_kingdoms.position.seen import View


def faults(value: object, kind: Any, at: str) -> list[str]:
    """Where a value departs from a type."""
    origin, args = get_origin(kind), get_args(kind)
    if is_typeddict(kind):
        if not isinstance(value, dict):
            return [f"{at} is no dict"]
        hints = get_type_hints(kind, include_extras=True)
        needed = {k for k, hint in hints.items() if get_origin(hint) is not NotRequired}
        found = [f"{at}.{k} is missing" for k in needed - set(value)]
        found += [f"{at}.{k} is not declared" for k in set(value) - set(hints)]
        for k in set(value) & set(hints):
            hint = hints[k]
            found += faults(value[k], get_args(hint)[0] if get_origin(hint) is NotRequired else hint, f"{at}.{k}")
        return found
    if origin is list:
        return (
            [x for n, v in enumerate(value) for x in faults(v, args[0], f"{at}[{n}]")]
            if isinstance(value, list)
            else [at]
        )
    if origin is dict:
        return (
            [x for k, v in value.items() for x in faults(v, args[1], f"{at}[{k}]")] if isinstance(value, dict) else [at]
        )
    if origin is Literal:
        return [] if value in args else [f"{at} is {value!r}"]
    if origin in (Union, UnionType):
        return [] if any(not faults(value, one, at) for one in args) else [f"{at} is {value!r}"]
    if kind is object:
        return []
    return [] if type(value) is (NoneType if kind is None else kind) else [f"{at} is {value!r}, not {kind}"]


@pytest.mark.parametrize(("scenario", "edition"), PAIRS)
def test_views_are_shaped_as_their_types_say(scenario: str, edition: str) -> None:
    seen = set()
    for n, (s, legal) in enumerate(walk(scenario, edition, 21)):
        if n % 31 == 0 or (s.battle is not None and n % 11 == 0) or not legal:
            for seat in (None, s.player):
                shown = view(s, seat)
                assert faults(shown, View, "view") == []
                seen |= {k for k in ("battle", "outcome", "hands", "cast") if shown[k]}  # type: ignore[literal-required]
    assert "outcome" in seen
