"""Places on the board for cases: found by what the ground is, so that a corrected board keeps them true."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any

from elric import games
from elric.dragon_pass.components.board import AROUND, BESIDE, BOARD, HEXES, INDEX
from elric.kernel.bits import ones

GAME = games.definition("dragon-pass")
Game = games.game_class("dragon-pass")
ROADS = {h for road in BOARD.roads for h in road.hexes}
PLAIN = {
    h for h in range(HEXES.size)
    if BOARD.ground[h] == "." and h not in ROADS and h not in BOARD.place_at and all(n >= 0 for n in BESIDE[h])
}  # fmt: skip


def name(h: int) -> str:
    return HEXES.names[h]


def marks_of(g: Any) -> dict[str, Any]:
    """What a game's position says of its notes, as plain data."""
    return dict(g.position()["marks"])


def open_disc(radius: int = 2) -> int:
    """The middle of a stretch of open ground without road or place."""
    return next(h for h in sorted(PLAIN) if all(n in PLAIN for n in ones(HEXES.disc(h, radius))))


def open_line(length: int = 4) -> int:
    """The beginning of a straight line of open hexes upwards, open on both sides."""
    return next(
        h for h in sorted(PLAIN)
        if len(HEXES.ray(h, 0)) >= length
        and all(n in PLAIN for x in (h, *HEXES.ray(h, 0)[:length]) for n in (x, *BESIDE[x]))
    )  # fmt: skip


def pair(first: Callable[[int], object], second: Callable[[int], object]) -> tuple[int, int]:
    """Two hexes side by side, no road between them."""
    return next(
        (a, b) for a in range(HEXES.size) if first(a) for b in BESIDE[a]
        if b >= 0 and second(b) and not BOARD.along_road(a, b)
    )  # fmt: skip


def line(a: int, b: int, length: int) -> list[int]:
    """Hexes in a straight line that begins a, b."""
    k = HEXES.direction(a, b)
    return [a, *HEXES.ray(a, k)][:length]


def at(stacks: Mapping[int | str, list[str]], **more: Any) -> Any:
    """A game with these stacks; hexes by number or name."""
    named = {h if isinstance(h, str) else name(h): pile for h, pile in stacks.items()}
    return Game.at(
        {"scenario": "tax-collectors", "player": "sartar", "order": ["sartar", "lunar"], "stacks": named, **more}
    )


def texts(g: Any) -> set[str]:
    """The legal actions as text."""
    return {GAME.notation.text(a) for a in g.legal_actions()}


def clauses(g: Any, action: str) -> set[str]:
    """The clauses that forbid an action."""
    said = g.verdict(action)
    assert not said.ok, f"{action} is legal"
    return {number for reason in said.reasons for number in reason.clause}


def battle(stacks: Mapping[int, list[str]], links: list[tuple[int, int]], player: str = "sartar", **more: Any) -> Any:
    """A game in the Combat Phase with these attacks assigned."""
    g = at(stacks, phase="combat", player=player, **more)
    for a, t in links:
        g.push(f"assign {name(a)} {name(t)}")
    return g


__all__ = ["AROUND", "BESIDE", "BOARD", "GAME", "HEXES", "INDEX", "PLAIN", "Game", "at", "battle", "clauses", "line", "name",
           "ones", "open_disc", "open_line", "pair", "texts"]  # fmt: skip
