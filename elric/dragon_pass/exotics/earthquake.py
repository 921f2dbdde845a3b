"""Earthquakes of the Shaker's Cult [42.1-42.9]: one line of eight hexes, or two of five, laid hex by hex."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any, ClassVar, Final, NamedTuple

from elric.dragon_pass.combat.deaths import kill
from elric.dragon_pass.combat.factors import immune
from elric.dragon_pass.components.board import AROUND, BOARD, HEXES
from elric.dragon_pass.components.notation import VERBS
from elric.dragon_pass.components.units import BY_ID, HEROES, MAGICIANS, SUPERHEROES
from elric.dragon_pass.independents.peoples import INDEX
from elric.dragon_pass.magic.spells import reach
from elric.dragon_pass.position import powers
from elric.dragon_pass.position.effects import begin_effect
from elric.dragon_pass.position.events import EVENTS
from elric.dragon_pass.position.notes import NOTES, Ally, noted, set_note, the_note
from elric.dragon_pass.position.state import COMBAT, EARLY, State, foes, spread
from elric.dragon_pass.position.steps import Action, Context, Step, Why, drop, frame, no, push
from elric.kernel.bits import bits, ones

TO_QUAKE: Final = VERBS.add("quake", "hex", "Break the earth from {0} on, eight hexes")
TO_RIFT: Final = VERBS.add("rift", "hex", "Break the earth from {0} on, five hexes")
TO_CRACK: Final = VERBS.add("crack", "hex", "Let the earth break on to {0}")

_EXILES: Final = INDEX["exiles"]
SHAKERS: Final = BY_ID["earthshaker-cult"]
LONG, SHORT = 8, 5  # hexes of a fracture of either type
BROKEN_TURNS: Final = 3  # so long walls on a fracture do not double
_QUAKE: Final = tuple(TO_QUAKE(h) for h in range(HEXES.size))
_RIFT: Final = tuple(TO_RIFT(h) for h in range(HEXES.size))
_CRACK: Final = tuple(TO_CRACK(h) for h in range(HEXES.size))


@NOTES.one("quake")
class Quake(NamedTuple):
    """On which Turn the earth first quaked, and the fractures laid so far, each hex by hex."""

    turn: int = -9
    lines: tuple[tuple[int, ...], ...] = ()


@NOTES.one("rifts")
class Rifts(NamedTuple):
    """How many fractures of five have begun [42.4]."""

    number: int = 0


def near(s: State) -> int:
    """The hexes within the Cult's range, as bits."""
    return HEXES.disc(s.place[SHAKERS], reach(s, SHAKERS))


def _ready(s: State, args: tuple[int, ...], why: Why) -> bool:
    if not s.of[s.player] >> SHAKERS & 1 or s.still >> SHAKERS & 1:
        return no(
            why, "42.1", "Only the Shaker's Cult makes the earth quake, in its ruler's Move, when nothing binds it."
        )
    ok = True
    if s.turn < 2 and Ally(_EXILES, s.player) not in noted(s, Ally):
        ok = no(why, "42.1", "The earth does not quake on the first Turn.")
    if s.cast >> SHAKERS & 1:
        ok = no(why, "20.3", "The Cult has used its magic in this Move.")
    if not near(s) >> args[0] & 1:
        ok = no(why, "42.3", f"All of the fracture lies within {reach(s, SHAKERS)} hexes of the Cult.")
    return ok


def may_quake(s: State, args: tuple[int, ...], why: Why) -> bool:
    """[42.3]"""
    return _ready(s, args, why) and (Quake not in s.notes or no(why, "42.1", "The earth has quaked once in this game."))


def second_line(s: State) -> bool:
    """[42.4] Whether the second fracture of five may follow: on the same day or the next."""
    begun = the_note(s, Quake)
    return len(begun.lines) == 1 and len(begun.lines[0]) <= SHORT and s.turn - begun.turn <= 1


def may_rift(s: State, args: tuple[int, ...], why: Why) -> bool:
    """[42.4]"""
    if Quake in s.notes and not (second_line(s) and the_note(s, Rifts).number):
        return no(why, "42.4", "Two fractures of five, on one day or on two that follow each other, are all.")
    begun = the_note(s, Quake)
    if any(args[0] in line for line in begun.lines):
        return no(
            why, "42.4", "The two fractures are separate: the second begins off the first.", "Choose another hex."
        )
    if s.early >> SHAKERS & 1 and s.phase != EARLY:
        return no(
            why,
            "7.2",
            "The Cult has used its magic early, and does nothing more in this Turn.",
            "Wait for the next day.",
        )
    if begun.turn == s.turn and s.of[s.player] >> SHAKERS & 1 and not s.still >> SHAKERS & 1:
        return bool(near(s) >> args[0] & 1) or no(why, "42.4", "Both fractures lie within the Cult's range.")
    return _ready(s, args, why)


def starts(verb: tuple[Action, ...]) -> Any:
    """Where a fracture might begin."""

    def offer(s: State) -> list[Action]:
        if not s.of[s.player] >> SHAKERS & 1 or (Quake in s.notes and not second_line(s)):
            return []
        return [verb[h] for h in ones(near(s))]

    return offer


def quake(s: State, args: tuple[int, ...], cx: Context) -> None:
    """A line of eight begins."""
    _begin(s, LONG, args[0], cx)


def rift(s: State, args: tuple[int, ...], cx: Context) -> None:
    """A line of five begins."""
    set_note(s, Rifts(the_note(s, Rifts).number + 1))
    _begin(s, SHORT, args[0], cx)


def _begin(s: State, length: int, h: int, cx: Context) -> None:
    began = the_note(s, Quake) if Quake in s.notes else Quake(s.turn)
    set_note(s, began._replace(lines=(*began.lines, (h,))))
    s.cast |= 1 << SHAKERS
    if s.phase == EARLY:
        s.early |= 1 << SHAKERS
    laying = frame("fracture", length)
    if onward(s, laying):
        push(s, laying)
    else:
        strike(s, cx)


def onward(s: State, f: FractureFrame) -> list[int]:
    """Where the line may go on: beside its end, in range, not on itself."""
    lines = the_note(s, Quake).lines
    line = lines[-1]
    if len(line) >= f.length or s.place[SHAKERS] < 0:
        return []
    taken = bits(h for other in lines for h in other)
    return list(ones(AROUND[line[-1]] & near(s) & ~taken))


def may_crack(s: State, f: FractureFrame, args: tuple[int, ...], why: Why) -> bool:
    """[42.3]"""
    return args[0] in onward(s, f) or no(
        why, "42.3", "The fracture goes on beside its end, within range, and not over itself."
    )


class FractureFrame(NamedTuple):
    step: Step
    length: int


class Fracture(Step):
    """A line is laid, so many hexes long; the line itself is noted (`Quake`)."""

    name = "fracture"
    holds = FractureFrame
    verbs: ClassVar = {"crack": may_crack}

    def legal(self, s: State, f: FractureFrame) -> list[Action]:
        return [_CRACK[h] for h in onward(s, f)]

    def candidates(self, s: State, x: FractureFrame) -> Iterable[Action]:
        return [_CRACK[h] for h in ones(AROUND[the_note(s, Quake).lines[-1][-1]])]

    def do(self, s: State, f: FractureFrame, a: Action, cx: Context) -> None:
        begun = the_note(s, Quake)
        *before, line = begun.lines
        set_note(s, begun._replace(lines=(*before, (*line, a[1][0]))))
        if not onward(s, f):
            drop(s)
            strike(s, cx)


def enclosed_hexes(lines: int) -> int:
    """The hexes that a closed fracture surrounds, as bits: whence nobody comes to the edge without crossing it [42.7]."""
    edge = bits(h for h in range(HEXES.size) if AROUND[h].bit_count() < 6)
    outside = edge & ~lines
    while True:
        more = (outside | spread(outside)) & ~lines
        if more == outside:
            return ((1 << HEXES.size) - 1) & ~outside & ~lines
        outside = more


def strike(s: State, cx: Context) -> None:
    """What an earthquake does [42.5-42.9], when its line is laid."""
    lines = the_note(s, Quake).lines
    line = bits(lines[-1])
    cx.tell("quake", seat=s.player, hexes=lines[-1])
    enemy = foes(s, s.player)
    inside = enclosed_hexes(bits(h for x in lines for h in x)) if sum(map(len, lines)) > 5 else 0
    for h in ones(inside & enemy):
        pile = s.piles.get(h, ())
        if not any(SUPERHEROES >> u & 1 for u in pile):
            kill(s, tuple(u for u in pile if not immune(s, u, pile)), cx, "earthquake")
    still = half = 0
    for h in ones(foes(s, s.player) & (line | spread(line)) & ~inside):
        pile = s.piles[h]
        if any(immune(s, u, pile) for u in pile):
            continue
        if line >> h & 1:
            held = bits(u for u in pile if not HEROES >> u & 1)
            still |= held
            half |= held
        else:
            half |= bits(u for u in pile if not (HEROES | MAGICIANS) >> u & 1)
    if still:
        begin_effect(s, "still", still, by="quake")
    if half:
        begin_effect(s, "half", half)
    if line & BOARD.river:
        begin_effect(s, "ford", line & BOARD.river)
    if line & BOARD.walls:
        begin_effect(s, "breach", line & BOARD.walls, BROKEN_TURNS)


powers.add(TO_QUAKE, powers.Power(may_quake, quake, starts(_QUAKE), frozenset({EARLY, COMBAT}), magic=True))
powers.add(TO_RIFT, powers.Power(may_rift, rift, starts(_RIFT), frozenset({EARLY, COMBAT}), magic=True))
FRACTURE: Final = Fracture()


EVENTS.add(
    "quake",
    "seat hexes",
    words=lambda event, names: (
        f"The earth breaks open from {BOARD.where(event['hexes'][0])} to {BOARD.where(event['hexes'][-1])}."
    ),
)
