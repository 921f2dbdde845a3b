"""The Education of Periandrenn [17.1]: he tours the cities, and each turn four counters of a cup hunt him, color by color."""

from __future__ import annotations

from typing import Any, Final, NamedTuple

from elric.kernel.bits import bits, ones
from elric.sorcerer.components.board import BOARD, HEXES, INDEX
from elric.sorcerer.components.colors import GREEN, ON_THE_WHEEL, WHITE, clockwise
from elric.sorcerer.components.scenarios import TOUR
from elric.sorcerer.components.units import COLOR, COUNT, DEMON, KIND, MAGICAL, SORCERERS, UNITS
from elric.sorcerer.movement.stacking import fits
from elric.sorcerer.position import hooks
from elric.sorcerer.position.state import CUP, MOVEMENT, NOBODY, State, put
from elric.sorcerer.position.steps import Auto, Frame, frame, push
from elric.sorcerer.stories.hunters import advance, draw, nearer, quarry
from elric.sorcerer.turn.sequence import fresh_phase
from elric.sorcerer.turn.victory import end

DRAWN: Final = 4
VORTEXES: Final = 10
HOME: Final = INDEX["0416"]


def begin(s: State, cx: Any) -> None:
    """[17.14] All mobile units but White ones and Green demonic infantry go into the cup, and ten vortexes."""
    if s.scenario.story != TOUR:
        return
    for u in range(COUNT):
        if MAGICAL >> u & 1 and COLOR[u] < ON_THE_WHEEL and not (COLOR[u] == GREEN and KIND[u] == DEMON):
            s.place[u] = CUP
    s.marks["vortexes_left"] = VORTEXES
    s.marks["toured"] = (HOME,)


def select(s: State, cx: Any) -> None:
    """[17.14] Four are drawn, and a die says whose color moves first."""
    if s.scenario.story != TOUR:
        return
    cup = [u for u in range(COUNT) if s.place[u] == CUP]
    storms = s.marks["vortexes_left"]
    drawn: list[int] = []
    for _ in range(DRAWN):
        if cup or storms:
            k = cx.chance.pick(len(cup) + storms)
            if k < len(cup):
                drawn.append(cup.pop(k))
            else:
                storms -= 1
                drawn.append(NOBODY)
    first = cx.die() - 1
    s.marks["vortexes_left"] = storms
    s.marks["drawn"] = tuple(u for u in drawn if u != NOBODY)
    s.marks["storms"] = drawn.count(NOBODY)
    s.marks["first_color"] = first
    words = ", ".join("a vortex" if u == NOBODY else UNITS[u].name for u in drawn)
    cx.tell("cup", words=words, color=first)


class Turn(NamedTuple):
    """The frame of a color's turn: the color, and whether it is the last of the Game-Turn."""

    step: Any
    color: int
    last: bool


def colors(s: State, cx: Any) -> None:
    """[17.13] When the Sorcerer has had his phases, each color that is drawn or on the map has its own, in order from the die."""
    if s.scenario.story != TOUR:
        return
    order = [
        c for c in clockwise(s.marks["first_color"]) if s.of[1 + c] or any(COLOR[u] == c for u in s.marks["drawn"])
    ]
    push(s, *(frame("color moves", c, c == order[-1]) for c in order))
    if not order:
        push(s, frame("storms"), frame("vortexes"))


class ColorMoves(Auto):
    """An enemy color: its new units appear, all go for the Sorcerer, and attrition and combat follow [17.16]."""

    name = "color moves"
    holds = Turn

    def run(self, s: State, f: Frame, cx: Any) -> None:
        s.phase = MOVEMENT
        fresh_phase(s)
        side, target = 1 + f.color, quarry(s)
        fresh = [u for u in s.marks["drawn"] if COLOR[u] == f.color]
        s.marks["drawn"] = tuple(u for u in s.marks["drawn"] if u not in fresh)
        storms = (frame("storms"),) if f.last else ()
        if target < 0 or not (fresh or s.of[side]):
            push(s, *storms, *((frame("vortexes"),) if f.last else ()))
            return
        for u in fresh:
            appear(s, u, side, target, cx)
        for u in ones(s.of[side]):
            hunt(s, u, target, cx)
        push(s, *storms, frame("attrition"), frame("rest"), frame("combat"))


def appear(s: State, u: int, side: int, target: int, cx: Any) -> None:
    """[17.16] In the nearest hex of its color, where two of it are not yet (R40)."""
    able = [h for h in range(HEXES.size) if s.paint[h] == COLOR[u] and fits(s, side, u, h)]
    best = min(HEXES.distance(h, target) for h in able)
    h = draw([h for h in able if HEXES.distance(h, target) == best], cx)
    put(s, u, h, side)
    cx.tell("appears", unit=u, hex=h)


def hunt(s: State, u: int, target: int, cx: Any) -> None:
    """[17.16] Straight for the Sorcerer as far as the points last; a third unit of a color stays a hex behind (R40)."""
    while s.place[u] >= 0 and s.place[u] != target:
        able = [n for n in nearer(s, u, target) if fits(s, s.owner[u], u, n)]
        if not able or not advance(s, u, draw(able, cx), cx):
            return


class Storms(Auto):
    """[17.16] Vortexes that were drawn appear in the nearest White hexes, one each, for the last attrition of the turn."""

    name = "storms"

    def run(self, s: State, f: Frame, cx: Any) -> None:
        target = max(quarry(s), 0)
        for _ in range(s.marks.get("storms", 0)):
            able = list(ones(s.cells[WHITE] & ~s.vortex))
            if able:
                best = min(HEXES.distance(h, target) for h in able)
                s.vortex |= 1 << draw([h for h in able if HEXES.distance(h, target) == best], cx)
        s.marks["storms"] = 0


def entered(s: State, hand: tuple[int, ...], here: int, cx: Any) -> None:
    """[17.12] A city seen; with all of them seen, home."""
    if s.scenario.story != TOUR or not hand or s.owner[hand[0]]:
        return
    h = quarry(s)
    if not bits(hand) & SORCERERS or not BOARD.gray >> max(h, 0) & 1 or h < 0:
        return
    if h not in s.marks["toured"]:
        s.marks["toured"] = (*s.marks["toured"], h)
        cx.tell("toured", hex=h)
    if h == HOME and len(s.marks["toured"]) == BOARD.gray.bit_count():
        end(s, 0, "tour", "17.12", "Periandrenn is home again, and has seen every city.", cx)


def after_turn(s: State, cx: Any) -> None:
    """A tour without end (R60)."""
    if s.scenario.story == TOUR and s.turn >= s.rules.longest:
        seen = len(s.marks["toured"])
        end(s, NOBODY, "unfinished", "17.13", f"After {s.turn} turns Periandrenn has seen {seen} cities.", cx)


COLOR_MOVES, STORMS = ColorMoves(), Storms()
hooks.AT_BEGIN.append(begin)
hooks.BEFORE_TURN.append(select)
hooks.LATE_IN_TURN.append(colors)
hooks.ENTERED.append(entered)
hooks.AFTER_TURN.append(after_turn)
