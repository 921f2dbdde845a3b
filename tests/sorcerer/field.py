"""Places on the board for cases, found by what the ground is, so that a corrected board keeps them true; and games at positions."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from typing import Any

from elric import games
from elric.kernel.bits import ones
from elric.sorcerer.components.board import BOARD, HEXES, INDEX
from elric.sorcerer.components.colors import GRAY, WHITE
from elric.sorcerer.components.colors import INDEX as COLOR

GAME = games.definition("elric.sorcerer")
Game = games.game_class("elric.sorcerer")


def name(h: int) -> str:
    return HEXES.names[h]


def hexes(color: str, *, plain: bool = True) -> list[int]:
    """Hexes of a color with six neighbours; `plain`: without city, river or mountain."""
    return [
        h for h in range(HEXES.size)
        if BOARD.printed[h] == COLOR[color] and len(BOARD.exits[h]) == 6
        and (not plain or (h not in BOARD.cities and all(kind == 0 for _, kind in BOARD.sides[h])))
    ]  # fmt: skip


def one(color: str) -> str:
    """A hex of a color, by name."""
    return name(hexes(color, plain=color != "gray")[0])


def two(first: str, second: str) -> tuple[str, str]:
    """Two hexes of these colors side by side, nothing between them."""
    return next(
        (name(h), name(n)) for h in hexes(first, plain=False) for n, kind in BOARD.exits[h]
        if kind == 0 and BOARD.printed[n] == COLOR[second]
    )  # fmt: skip


def across(kind: int, test: Callable[[int, int], bool] = lambda a, b: True) -> tuple[str, str]:
    """Two hexes with a river (1) or mountain (2) between them."""
    return next(
        (name(h), name(n)) for h in range(HEXES.size) for n, k in BOARD.exits[h]
        if k == kind and BOARD.printed[h] < WHITE and test(h, n)
    )  # fmt: skip


def at(
    stacks: Mapping[str, Sequence[str]], script: str | Sequence[Any] = (), scenario: str = "rivalry", **more: Any
) -> Any:
    """A game with these stacks, in the movement phase of the first side where nothing else is said. A name ends in "-" where the
    counter is depleted, in "!" where it is pinned; "@2" behind it gives it to the second side."""
    plain: dict[str, list[str]] = {}
    marks: dict[str, list[str]] = {"depleted": list(more.pop("depleted", [])), "pinned": list(more.pop("pinned", []))}
    owners = dict(more.pop("owners", {}))
    for hex_name, pile in stacks.items():
        row = plain.setdefault(hex_name, [])
        for said in pile:
            word, _, side = said.partition("@")
            for mark, kind in (("-", "depleted"), ("!", "pinned")):
                if word.endswith(mark):
                    word = word[:-1]
                    marks[kind].append(word)
            if side:
                owners[word] = f"side-{side}"
            row.append(word)
    position = {"scenario": scenario, "stacks": plain, "owners": owners, **marks, **more}
    return Game.at(position, script=script)


def texts(g: Any) -> set[str]:
    """The legal actions as text."""
    return {GAME.notation.text(a) for a in g.legal_actions()}


def verbs(g: Any) -> set[str]:
    return {a.verb for a in g.legal_actions()}


def clauses(g: Any, action: str) -> set[str]:
    """The clauses that forbid an action."""
    said = g.verdict(action)
    assert not said.ok, f"{action} is legal"
    return {number for reason in said.reasons for number in reason.clause}


def play(g: Any, *actions: str) -> Any:
    for action in actions:
        g.push(action)
    return g


def where(g: Any, unit: str) -> str | None:
    """The hex of a counter, None off the map."""
    return next((h for h, pile in g.view()["stacks"].items() if any(c["unit"] == unit for c in pile)), None)


def state(g: Any, unit: str) -> str:
    """What a counter is like: "", "depleted", "pinned", "depleted pinned", "gone"."""
    for pile in g.view()["stacks"].values():
        for c in pile:
            if c["unit"] == unit:
                return " ".join(word for word in ("depleted", "pinned") if c[word])
    return "gone"


def left(g: Any, unit: str) -> int:
    """The points that a counter of the mover has left."""
    return g.view(g.seat)["points_left"][unit]


__all__ = ["BOARD", "COLOR", "GAME", "GRAY", "HEXES", "INDEX", "WHITE", "Game", "across", "at", "clauses", "hexes", "left", "name", "one",
           "ones", "play", "state", "texts", "two", "verbs", "where"]  # fmt: skip
