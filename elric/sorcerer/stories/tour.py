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
from elric.sorcerer.position.notes import NOTES, Toured, note_instead, noted, remember, set_note, the_note
from elric.sorcerer.position.state import CUP, MOVEMENT, NOBODY, State, put
from elric.sorcerer.position.steps import Auto, Context, Frame, frame, push
from elric.sorcerer.stories.hunters import advance, draw, nearer, quarry
from elric.sorcerer.turn.sequence import fresh_phase
from elric.sorcerer.turn.victory import end

DRAWN: Final = 4
VORTEXES: Final = 10
HOME: Final = INDEX["0416"]


@NOTES.one("vortexes_left")
class VortexesLeft(NamedTuple):
    """How many vortexes are still in the cup [17.14]."""

    number: int = VORTEXES


@NOTES.many("drawn")
class Drawn(NamedTuple):
    """A counter that was drawn in this Game-Turn, and has not appeared yet [17.14, 17.16]."""

    unit: int


@NOTES.one("storms")
class VortexesDrawn(NamedTuple):
    """How many vortexes were drawn in this Game-Turn, and have not appeared yet [17.14, 17.16]."""

    number: int = 0


@NOTES.one("first_color")
class FirstColor(NamedTuple):
    """The color that moves first in this Game-Turn [17.14]."""

    color: int = 0


def begin(s: State, cx: Context) -> None:
    """[17.14] All mobile units but White ones and Green demonic infantry go into the cup, and ten vortexes."""
    if s.scenario.story != TOUR:
        return
    for u in range(COUNT):
        if MAGICAL >> u & 1 and COLOR[u] < ON_THE_WHEEL and not (COLOR[u] == GREEN and KIND[u] == DEMON):
            s.place[u] = CUP
    remember(s, Toured(HOME))


def select(s: State, cx: Context) -> None:
    """[17.14] Four are drawn, and a die says whose color moves first."""
    if s.scenario.story != TOUR:
        return
    cup = [u for u in range(COUNT) if s.place[u] == CUP]
    storms = the_note(s, VortexesLeft).number
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
    note_instead(s, Drawn, [Drawn(u) for u in drawn if u != NOBODY])
    for note in (VortexesLeft(storms), VortexesDrawn(drawn.count(NOBODY)), FirstColor(first)):
        set_note(s, note)
    words = ", ".join("a vortex" if u == NOBODY else UNITS[u].name for u in drawn)
    cx.tell("cup", words=words, color=first)


class ColorTurn(NamedTuple):
    """The frame of a color's turn: the color, and whether it is the last of the Game-Turn."""

    step: Any
    color: int
    last: bool


def colors(s: State, cx: Context) -> None:
    """[17.13] When the Sorcerer has had his phases, each color that is drawn or on the map has its own, in order from the die."""
    if s.scenario.story != TOUR:
        return
    drawn = {COLOR[one.unit] for one in noted(s, Drawn)}
    order = [c for c in clockwise(the_note(s, FirstColor).color) if s.of[1 + c] or c in drawn]
    push(s, *(frame("color moves", c, c == order[-1]) for c in order))
    if not order:
        push(s, frame("storms"), frame("vortexes"))


class ColorMoves(Auto):
    """An enemy color: its new units appear, all go for the Sorcerer, and attrition and combat follow [17.16]."""

    name = "color moves"
    holds = ColorTurn

    def run(self, s: State, f: Frame, cx: Context) -> None:
        s.phase = MOVEMENT
        fresh_phase(s)
        side, target = 1 + f.color, quarry(s)
        drawn = noted(s, Drawn)
        fresh = [one.unit for one in drawn if COLOR[one.unit] == f.color]
        note_instead(s, Drawn, [one for one in drawn if one.unit not in fresh])
        storms = (frame("storms"),) if f.last else ()
        if target < 0 or not (fresh or s.of[side]):
            push(s, *storms, *((frame("vortexes"),) if f.last else ()))
            return
        for u in fresh:
            appear(s, u, side, target, cx)
        for u in ones(s.of[side]):
            hunt(s, u, target, cx)
        push(s, *storms, frame("attrition"), frame("rest"), frame("combat"))


def appear(s: State, u: int, side: int, target: int, cx: Context) -> None:
    """[17.16] In the nearest hex of its color, where two of it are not yet (R40)."""
    able = [h for h in range(HEXES.size) if s.paint[h] == COLOR[u] and fits(s, side, u, h)]
    best = min(HEXES.distance(h, target) for h in able)
    h = draw([h for h in able if HEXES.distance(h, target) == best], cx)
    put(s, u, h, side)
    cx.tell("appears", unit=u, hex=h)


def hunt(s: State, u: int, target: int, cx: Context) -> None:
    """[17.16] Straight for the Sorcerer as far as the points last; a third unit of a color stays a hex behind (R40)."""
    while s.place[u] >= 0 and s.place[u] != target:
        able = [n for n in nearer(s, u, target) if fits(s, s.owner[u], u, n)]
        if not able or not advance(s, u, draw(able, cx), cx):
            return


class Storms(Auto):
    """[17.16] Vortexes that were drawn appear in the nearest White hexes, one each, for the last attrition of the turn."""

    name = "storms"

    def run(self, s: State, f: Frame, cx: Context) -> None:
        target = max(quarry(s), 0)
        for _ in range(the_note(s, VortexesDrawn).number):
            able = list(ones(s.cells[WHITE] & ~s.vortex))
            if able:
                best = min(HEXES.distance(h, target) for h in able)
                s.vortex |= 1 << draw([h for h in able if HEXES.distance(h, target) == best], cx)
        set_note(s, VortexesDrawn())


def entered(s: State, hand: tuple[int, ...], here: int, cx: Context) -> None:
    """[17.12] A city seen; with all of them seen, home."""
    if s.scenario.story != TOUR or not hand or s.owner[hand[0]]:
        return
    h = quarry(s)
    if not bits(hand) & SORCERERS or not BOARD.gray >> max(h, 0) & 1 or h < 0:
        return
    if Toured(h) not in noted(s, Toured):
        remember(s, Toured(h))
        cx.tell("toured", hex=h)
    if h == HOME and len(noted(s, Toured)) == BOARD.gray.bit_count():
        end(s, 0, "tour", "17.12", "Periandrenn is home again, and has seen every city.", cx)


def after_turn(s: State, cx: Context) -> None:
    """A tour without end (R60)."""
    if s.scenario.story == TOUR and s.turn >= s.rules.longest:
        seen = len(noted(s, Toured))
        end(s, NOBODY, "unfinished", "17.13", f"After {s.turn} turns Periandrenn has seen {seen} cities.", cx)


COLOR_MOVES, STORMS = ColorMoves(), Storms()
hooks.AT_BEGIN.append(begin)
hooks.BEFORE_TURN.append(select)
hooks.LATE_IN_TURN.append(colors)
hooks.ENTERED.append(entered)
hooks.AFTER_TURN.append(after_turn)
