"""Spells in hand: who may hold what, drawing, alignment, taking what was won. Sources: Chaosium [9.1], [9.3], [9.5];
Avalon Hill 8.1, 8.3, 8.5.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import ClassVar, Final, NamedTuple

from elric.kernel.bits import bits, ones, packed
from elric.kernel.rules import no
from elric.kernel.steps import Check, Frame
from elric.kernel.verdict import Why
from elric.young_kingdoms.components import pieces, spells
from elric.young_kingdoms.components.areas import BIT
from elric.young_kingdoms.components.board import BOARD, LAND
from elric.young_kingdoms.components.notation import VERBS, Action
from elric.young_kingdoms.components.pieces import ELRIC, HERO, KIND, MAGIC, MAGICIAN_BITS, MELNIBONEAN
from elric.young_kingdoms.components.spells import ALIGN, CHAOS, LAW
from elric.young_kingdoms.position import fields, telling, words
from elric.young_kingdoms.position.context import Context
from elric.young_kingdoms.position.events import EVENTS
from elric.young_kingdoms.position.notes import Searching, noted
from elric.young_kingdoms.position.seen import AskedView
from elric.young_kingdoms.position.state import (
    AWAY,
    CAST,
    CONTAINER,
    DISCARD,
    HELD_OPEN,
    IN_HAND,
    NEUTRAL,
    State,
    heroes_in,
    ids,
    push,
)
from elric.young_kingdoms.position.steps import Auto, Step, frame_of

TO_KEEP: Final = VERBS.add("keep", "alignment", "Keep {0}")
TO_TAKE: Final = VERBS.add("take", "piece", "Let {0} take it")
TO_LEAVE: Final = VERBS.add("leave", "", "Leave it", closes=True)
TO_DISCARD: Final = VERBS.add("discard", "piece spell", "{0:throws|throw} {1} away")


def capacity(u: int) -> int:
    """How many spells a personality may hold: its spell capacity, or one for muster only ([9.5] / 8.5)."""
    return MAGIC[u] or (1 if KIND[u] == HERO else 0)


def free_room(s: State, u: int) -> int:
    """How many more spells a personality can hold."""
    # a spell laid face down comes back when it is not used, so its room stays taken
    there = s.spell_at.there
    taken = there.get(IN_HAND + u, 0) | there.get(HELD_OPEN + u, 0) | there.get(CAST + u, 0)
    return _CAPACITY[u] - taken.bit_count()


_CAPACITY: Final = tuple(capacity(u) for u in range(pieces.SIZE))


def alignments(s: State, units: Iterable[int]) -> int:
    """Bits: 1 when a magician among these holds Law, 2 for Chaos; what is laid for a battle still counts. Elric is
    outside all this ([12.1.3] / 11.13)."""
    there = s.spell_at.there
    held = 0
    for u in _BOUND.intersection(units):
        held |= there.get(IN_HAND + u, 0) | there.get(CAST + u, 0)
    return (1 if held & OF_LAW else 0) | (2 if held & OF_CHAOS else 0)


_BOUND: Final = frozenset(u for u in pieces.HEROES if MAGIC[u] and u != ELRIC)
OF_LAW: Final = bits(i for i, side in enumerate(ALIGN) if side == LAW)
OF_CHAOS: Final = bits(i for i, side in enumerate(ALIGN) if side == CHAOS)


def apart(s: State, a: int) -> bool:
    """Whether two stacks of one player in an area may hold opposed spells: in wilderness on land, where only a stack is
    bound ([9.5], 8.5)."""
    return s.rules.alignment_reach == "stack" and BOARD.wild[a] and BOARD.kind[a] == LAND


def meets_opposites(s: State, moving: Sequence[int], a: int) -> bool:
    """Whether magicians in a moving stack would meet friends with spells of the opposite alignment ([9.5] / 8.5)."""
    return areas_of_opposites(s, moving, BIT[a]) > 0


def of_both_sides(area: int, why: Why) -> bool:
    """Why such a stack may not go there ([9.5] / 8.5)."""
    said = f"Your magicians {words.inside(area)} hold spells of the opposite alignment."
    return why is not None and no(why, ("9.5", "8.5"), said, "Keep Law and Chaos apart.", (BOARD.ids[area],))


def areas_of_opposites(s: State, moving: Sequence[int], areas: int) -> int:
    """Where of some areas, as bits, a moving stack would meet such friends."""
    areas &= s.stands[s.player]
    mine = alignments(s, moving) if areas else 0
    if not mine:
        return 0
    friends = s.of[s.player] & MAGICIAN_BITS & ~packed(tuple(moving))
    meet = (a for a in ones(areas) if s.at[a] & friends and not apart(s, a))
    return bits(a for a in meet if mine | alignments(s, ones(s.at[a] & friends)) == 3)


def circles(s: State, a: int, seat: int) -> Sequence[Sequence[int]]:
    """The groups of one seat's personalities in an area that alignment binds together."""
    heroes = heroes_in(s, a, seat)
    if not apart(s, a):
        return [heroes]
    bands: dict[int, list[int]] = {}
    for u in heroes:
        bands.setdefault(s.band[u], []).append(u)
    return list(bands.values())


class DrawSpellsFrame(NamedTuple):
    step: Step
    seat: int
    personality: int
    spells: int
    first_hand: bool


class DrawSpells(Auto):
    """A personality draws; what must happen at once happens
    ([9.1], [12.1.5] / 8.1, 8.311)."""

    name = "draw"
    holds = DrawSpellsFrame
    words = (fields.OWNER, fields.PIECE, fields.COUNT, fields.YES)

    def run(self, s: State, frame: DrawSpellsFrame, cx: Context) -> None:
        seat, unit, count, first = frame.seat, frame.personality, frame.spells, frame.first_hand
        # Elric's first hand is filled whatever becomes of him meanwhile ([12.1.3] / 11.131)
        filling = first and unit == ELRIC
        if (
            count <= 0
            or not (s.place[unit] < BOARD.size or (filling and s.place[unit] == AWAY))
            or free_room(s, unit) <= 0
        ):
            settle_alignment(s, s.place[unit], seat)
            return
        if filling:
            seat = s.owner[unit] if s.owner[unit] < NEUTRAL else seat
            if not _left_to_hold(s):
                return
        spell = cx.draw(s)
        if spell < 0:
            settle_alignment(s, s.place[unit], seat)
            return
        mirror = mirrors(s, spell)
        if mirror and not first:
            push(s, self.frame(seat, unit, count - 1, first))
            _look_in(s, spell, unit, cx)
            return
        if spells.IMMEDIATE[spell] or mirror:
            if first and (mirror or redraws(s) or spells.ACTS[spell] == "nightmare"):
                s.spell_at[spell] = CONTAINER if redraws(s) else DISCARD
                cx.tell("redrawn", unit=unit, spell=spell)
                push(s, self.frame(seat, unit, count, first))
                return
            push(s, frame_of("omen", spell, unit, seat), self.frame(seat, unit, count if filling else count - 1, first))
            return
        if first and spells.ACTS[spell] == "quaolnargn" and redraws(s):
            s.spell_at[spell] = CONTAINER
            cx.tell("redrawn", unit=unit, spell=spell)
            push(s, self.frame(seat, unit, count, first))
            return
        s.spell_at[spell] = IN_HAND + unit
        cx.tell("drew", unit=unit, spell=spell, to=(seat,))
        if spells.ACTS[spell] == "quaolnargn":
            push(s, frame_of("omen", spell, unit, seat), self.frame(seat, unit, count - 1, first))
            return
        push(s, self.frame(seat, unit, count - 1, first))


DRAW: Final = DrawSpells()


def _left_to_hold(s: State) -> bool:
    """Whether a first hand can still be dealt: late in a game nothing may be left to draw but what goes back."""
    there = s.spell_at.there
    left = there.get(CONTAINER, 0)
    if not left or not redraws(s):
        # what is thrown away comes back when the container is empty
        left |= there.get(DISCARD, 0)
    return left & ~_PLAYED_AT_ONCE > 0


_PLAYED_AT_ONCE: Final = bits(i for i in range(spells.SIZE) if spells.IMMEDIATE[i] or spells.ACTS[i] == "quaolnargn")


def redraws(s: State) -> bool:
    """Whether all that would act at once goes back when first hands are dealt (8.311); in the duel it does in either
    edition, lest it be over before it begins."""
    return bool(s.rules.setup_redraw == "all" or s.scenario.goal == "duel")


def mirrors(s: State, spell: int) -> bool:
    """Whether the Mirror of Memory strikes whoever comes upon it (one reading of [9.3.1])."""
    return bool(s.rules.mirror_at_once) and spells.IDS[spell] == "mirror-of-memory"


def _look_in(s: State, spell: int, u: int, cx: Context) -> None:
    cx.tell("omen", spell=spell, unit=u, seat=s.owner[u])
    push(s, frame_of("strikes", spell, s.place[u], s.owner[u], (u,)))


def settle_alignment(s: State, a: int, seat: int) -> None:
    """Ask for a choice where a seat's magicians in an area now hold both Law and Chaos."""
    if a >= BOARD.size:
        return
    for group in circles(s, a, seat):
        if alignments(s, group) == 3:
            push(s, ALIGN_STEP.frame(seat, a, tuple(group)))


def _check_keep(s: State, frame: Frame, args: tuple[int, ...], why: Why) -> bool:
    if args and args[0] in (0, 1):
        return True
    return no(
        why,
        ("9.5", "8.35"),
        "Keep either the Law spells or the Chaos spells.",
        "Say keep law or keep chaos.",
        do=("keep law", "keep chaos"),
    )


class AlignFrame(NamedTuple):
    step: Step
    seat: int
    area: int
    magicians: tuple[int, ...]


class AlignStep(Step):
    """Law and Chaos have met in one stack: one of them must be thrown away."""

    name = "align"
    secrets = "all"
    holds = AlignFrame
    asks = "seat"
    words = (fields.OWNER, fields.AREA, fields.PIECES)
    verbs: ClassVar[dict[str, Check]] = {"keep": _check_keep}

    def asked(self, s: State, frame: AlignFrame, own: bool) -> AskedView:
        return {"units": [pieces.IDS[u] for u in frame.magicians]} if own else {}

    def live(self, s: State, frame: AlignFrame) -> bool:
        return alignments(s, frame.magicians) == 3

    def candidates(self, s: State, frame: Frame) -> Iterable[Action]:
        return (TO_KEEP(0), TO_KEEP(1))

    def do(self, s: State, frame: AlignFrame, action: Action, cx: Context) -> None:
        s.agenda = s.agenda[:-1]
        away = OF_CHAOS if action.args[0] == 0 else OF_LAW
        there = s.spell_at.there
        for u in frame.magicians:
            if not MAGIC[u] or u == ELRIC:
                continue
            for i in ones((there.get(IN_HAND + u, 0) | there.get(CAST + u, 0)) & away):
                s.spell_at[i] = DISCARD
                cx.tell("discarded", unit=u, spell=i)


ALIGN_STEP: Final = AlignStep()


def takers(s: State, a: int, seat: int) -> list[int]:
    """Personalities of a seat in an area with room for one more spell."""
    return [u for u in finders(s, a, seat) if free_room(s, u) > 0]


def finders(s: State, a: int, seat: int) -> tuple[int, ...]:
    """The personalities of a seat who may have found something in an area: those of the stack that has searched there, where
    several of his have not found each other ([8.0] / 7.21)."""
    heroes = heroes_in(s, a, seat)
    searched = [note.stack for note in noted(s, Searching) if note.area == a] if seat == s.player else []
    return tuple(u for u in heroes if s.band[u] in searched) if searched else heroes


def _check_take(s: State, frame: TakeFrame, args: tuple[int, ...], why: Why) -> bool:
    (unit,) = args
    if unit in takers(s, frame.area, frame.seat):
        return True
    return why is not None and no(
        why,
        ("9.5", "8.5"),
        f"{words.unit(unit)} cannot take another spell.",
        "Choose a personality on the spot with room for one.",
        ids((unit,)),
        ("take",),
    )


def _check_leave(s: State, frame: TakeFrame, args: tuple[int, ...], why: Why) -> bool:
    """A spell belongs to whoever finds or wins it; only one that Melniboneans alone can use may be thrown away, by somebody
    who is none ([9.1] / 8.11, 8.12, 8.33)."""
    spell = frame.spell
    who = takers(s, frame.area, frame.seat)
    useless = spells.ALIGNMENT_NAMES[spell] == "melnibonean" and not all(MELNIBONEAN[u] for u in who)
    if useless and s.rules.melnibonean_discard:
        return True
    if why is None:
        return False
    it = spells.ACTS[spell] == "quaolnargn"
    return no(
        why,
        ("16.2", "14.2") if it else ("9.1", "8.11"),
        "Quaolnargn is not left lying: whoever finds it must fight it."
        if it
        else f"{words.spell(spell):belongs|belong} to whoever has come upon it, and is not thrown away.",
        "Choose who faces it." if it else "Choose who takes it.",
        (BOARD.ids[frame.area],),
        ("take",),
    )


class TakeFrame(NamedTuple):
    step: Step
    seat: int
    area: int
    spell: int


class TakeStep(Step):
    """A spell was found or won here: who takes it?"""

    name = "take"
    secrets = "some"
    holds = TakeFrame
    asks = "seat"
    words = (fields.SEAT, fields.AREA, fields.SPELL)
    verbs: ClassVar[dict[str, Check]] = {"take": _check_take, "leave": _check_leave}

    def asked(self, s: State, frame: TakeFrame, own: bool) -> AskedView:
        return {"spell": spells.IDS[frame.spell]} if own else {}

    def live(self, s: State, frame: TakeFrame) -> bool:
        if takers(s, frame.area, frame.seat):
            return True
        s.spell_at[frame.spell] = DISCARD
        return False

    def candidates(self, s: State, frame: TakeFrame) -> Iterable[Action]:
        seat, area = frame.seat, frame.area
        for u in takers(s, area, seat):
            yield TO_TAKE(u)
        yield TO_LEAVE()

    def do(self, s: State, frame: TakeFrame, action: Action, cx: Context) -> None:
        s.agenda = s.agenda[:-1]
        seat, spell = frame.seat, frame.spell
        if action.verb == "leave":
            s.spell_at[spell] = DISCARD
            cx.tell("discarded", unit=-1, spell=spell)
            return
        u = action.args[0]
        s.spell_at[spell] = IN_HAND + u
        cx.tell("took", unit=u, spell=spell, to=(seat,))
        settle_alignment(s, frame.area, seat)
        if spells.ACTS[spell] == "quaolnargn":
            push(s, frame_of("omen", spell, u, seat))


TAKE: Final = TakeStep()


class WinSpellFrame(NamedTuple):
    step: Step
    seat: int
    area: int


class WinSpell(Auto):
    """A capital has fallen: its conqueror draws a spell ([9.1] / 8.12)."""

    name = "win spell"
    holds = WinSpellFrame
    words = (fields.SEAT, fields.AREA)

    def run(self, s: State, frame: WinSpellFrame, cx: Context) -> None:
        if not heroes_in(s, frame.area, frame.seat):
            return
        spell = cx.draw(s)
        if spell < 0:
            return
        found(s, spell, frame.seat, frame.area, cx)


WIN_SPELL: Final = WinSpell()


def found(s: State, spell: int, seat: int, area: int, cx: Context) -> None:
    """A spell comes to light before a seat's personalities in an area: it acts, or somebody takes it."""
    who = finders(s, area, seat)
    if mirrors(s, spell):
        _look_in(s, spell, max(who, key=lambda u: (pieces.FIGHT[u], -u)), cx)
        return
    if spells.IMMEDIATE[spell] or (spells.ACTS[spell] == "quaolnargn" and not takers(s, area, seat)):
        push(s, frame_of("come upon", spell, seat, area, who))
        return
    cx.tell("found", area=area, seat=seat, spell=spell, to=(seat,))
    push(s, TAKE.frame(seat, area, spell))


def melnibonean_may(s: State, u: int) -> bool:
    """Whether a personality may use Melnibonean spells ([9.3.3] / 8.33, 11)."""
    return MELNIBONEAN[u] and (s.rules.melnibonean_spells == "any" or MAGIC[u] > 0)


EVENTS.add(
    "drew",
    "unit",
    "spell",
    words=lambda e, n: f"{words.unit(e['unit']):draws|draw} {telling.spell(e)}.",
    clause=("9.1", "8.1"),
)
EVENTS.add(
    "took",
    "unit",
    "spell",
    words=lambda e, n: f"{words.unit(e['unit']):takes|take} {telling.spell(e)}.",
    clause=("9.1", "8.1"),
)
EVENTS.add(
    "found",
    "area seat",
    "spell",
    words=lambda e, n: f"{telling.seat(e, n):finds|find} {telling.spell(e)} {words.inside(e['area'])}.",
    clause=("9.1", "8.11"),
)
EVENTS.add(
    "redrawn",
    "unit spell",
    words=lambda e, n: f"{words.unit(e['unit']):draws|draw} {telling.spell(e)}, which goes back for another.",
)
EVENTS.add("discarded", "unit spell", words=lambda e, n: f"{telling.spell(e):is|are} discarded.", clause=("9.6", "8.6"))
