"""Spells that are played the moment they come to light. Sources: Chaosium [9.3.1], [12.1.5], [16.4]; Avalon Hill 8.31, 11.15,
14.4.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import ClassVar, Final, NamedTuple

from elric.kernel.bits import ones
from elric.kernel.rules import no
from elric.kernel.steps import Check, Frame
from elric.kernel.verdict import Why
from elric.young_kingdoms.artifacts.black_swords import struck_with_swords, sword_value
from elric.young_kingdoms.artifacts.bonds import controller
from elric.young_kingdoms.combat.battle import TABLE, row
from elric.young_kingdoms.combat.heroic_escape import ESCAPE, perish
from elric.young_kingdoms.components import pieces, spells
from elric.young_kingdoms.components.board import BOARD
from elric.young_kingdoms.components.notation import Action
from elric.young_kingdoms.components.pieces import ELRIC, FIGHT, HERO, KIND
from elric.young_kingdoms.legends import elric as control
from elric.young_kingdoms.legends import melniboneans
from elric.young_kingdoms.magic import balance, hands
from elric.young_kingdoms.magic.hands import TO_TAKE
from elric.young_kingdoms.magic_phase import quaolnargn
from elric.young_kingdoms.nations.control import TOLL, check_nations
from elric.young_kingdoms.position import fields, telling, words
from elric.young_kingdoms.position.context import Context
from elric.young_kingdoms.position.events import EVENTS
from elric.young_kingdoms.position.fixes import each
from elric.young_kingdoms.position.state import ASHORE, CONTAINER, DISCARD, LOST, PENDING, USED, State, push, put
from elric.young_kingdoms.position.steps import Auto, Step, frame_of


class OmenFrame(NamedTuple):
    step: Step
    spell: int
    finder: int
    seat: int


class Omen(Auto):
    """A spell acts on the personality who has drawn or found it
    ([9.3.1], [16.4] / 8.31, 14.4)."""

    name = "omen"
    holds = OmenFrame
    words = (fields.SPELL, fields.PIECE, fields.OWNER)

    def run(self, s: State, frame: OmenFrame, cx: Context) -> None:
        spell, unit, seat = frame.spell, frame.finder, frame.seat
        acts = spells.ACTS[spell]
        cx.tell("omen", spell=spell, unit=unit, seat=seat)
        if acts == "quaolnargn":
            quaolnargn.found(s, spell, unit, cx)
            return
        s.spell_at[spell] = DISCARD
        if acts == "gate":
            gate(s, unit, seat, cx)
        elif acts == "tower":
            tower(s, unit, seat, cx)
        else:
            play_at_once(s, spell, cx)
            again = acts == "reshuffle" and s.rules.reshuffle_draws_again and s.place[unit] < BOARD.size
            if again and not _draws_for_battle(s, unit) and (s.battle is None or unit not in s.battle.conjured):
                push(s, hands.DRAW.frame(seat, unit, 1, False))


OMEN: Final = Omen()


class ComeUponFrame(NamedTuple):
    step: Step
    spell: int
    seat: int
    area: int
    personalities: tuple[int, ...]


class ComeUpon(Auto):
    """A spell that acts at once is met by a stack: its owner says which
    of them has found it, where that makes a difference ([9.3.1], [16.2], [16.4] / 8.31, 14.2, 14.4)."""

    name = "come upon"
    holds = ComeUponFrame
    words = (fields.SPELL, fields.SEAT, fields.AREA, fields.PIECES)

    def run(self, s: State, frame: ComeUponFrame, cx: Context) -> None:
        i, seat, a, who = frame.spell, frame.seat, frame.area, frame.personalities
        heroes = [u for u in who if s.place[u] == a and s.owner[u] == seat]
        if not heroes:
            s.spell_at[i] = DISCARD
        elif len(heroes) == 1 or spells.ACTS[i] in _FOR_ALL:
            push(s, OMEN.frame(i, finder_of(s, heroes), seat))
        else:
            push(s, FINDER.frame(seat, a, i, tuple(heroes)))


COME_UPON: Final = ComeUpon()
_FOR_ALL: Final = ("nightmare", "four", "reshuffle")  # it is all one who turns them up


def _check_finder(s: State, frame: FinderFrame, args: tuple[int, ...], why: Why) -> bool:
    spell, personalities = frame.spell, frame.personalities
    if args[0] in personalities:
        return True
    return why is not None and no(
        why,
        ("9.3.1", "8.31"),
        f"{words.unit(args[0]):is|are} not in the stack that has come upon {words.spell(spell)}.",
        f"Choose among {words.listed([words.unit(u) for u in personalities])}.",
        do=each("take", personalities),
        look=tuple(pieces.IDS[u] for u in personalities),
    )


class FinderFrame(NamedTuple):
    step: Step
    seat: int
    area: int
    spell: int
    personalities: tuple[int, ...]


class FinderStep(Step):
    """Who of a stack is the finder of a spell that acts at once?"""

    name = "finder"
    holds = FinderFrame
    asks = "seat"
    words = (fields.SEAT, fields.AREA, fields.SPELL, fields.PIECES)
    verbs: ClassVar[dict[str, Check]] = {"take": _check_finder}

    def candidates(self, s: State, frame: FinderFrame) -> Iterable[Action]:
        return [TO_TAKE(u) for u in frame.personalities]

    def do(self, s: State, frame: FinderFrame, action: Action, cx: Context) -> None:
        s.agenda = (*s.agenda[:-1], OMEN.frame(frame.spell, action.args[0], frame.seat))


FINDER: Final = FinderStep()


def met(s: State, spell: int, a: int, seat: int, here: Sequence[int], cx: Context) -> None:
    """A stack on its way meets a spell that acts at once. One that acts on the world does so whoever is there; what needs
    a finder does nothing where no personality is ([12.1.5], [16.4] / 6.65, 11.15, 14.4)."""
    heroes = tuple(u for u in here if KIND[u] == HERO)
    s.spell_at[spell] = PENDING if heroes and spells.ACTS[spell] not in _FOR_ALL else DISCARD
    if s.spell_at[spell] == PENDING:
        push(s, COME_UPON.frame(spell, seat, a, heroes))
    elif heroes:
        cx.tell("omen", spell=spell, unit=finder_of(s, list(heroes)), seat=seat)
        play_at_once(s, spell, cx)
    else:
        turned_up(s, spell, cx)


def _draws_for_battle(s: State, u: int) -> bool:
    """Whether what a personality draws next is drawn for the battle, and not for the hand (8.22)."""
    frame = s.agenda[-1] if s.agenda else None
    return frame is not None and frame.step.name == "conjure" and frame.personality == u


def play_at_once(s: State, i: int, cx: Context) -> None:
    """The spells that act on the world, whoever turns them up: Nightmare, Four-Who-Are-One, Reshuffle."""
    acts = spells.ACTS[i]
    if acts == "nightmare":
        melniboneans.nightmare(s, cx)
    elif acts == "four":
        control.call_away(s, cx)
    elif acts == "reshuffle":
        reshuffle(s, i, cx)


def turned_up(s: State, i: int, cx: Context) -> None:
    """A spell turned up by no personality: for an appearance of Elric, or for the drift of the Balance. What needs a
    finder does nothing; a Nightmare is dreamt when there is anybody to dream it."""
    armed = melniboneans.dreamer(s) != ASHORE
    if spells.ACTS[i] != "nightmare" or armed or controller(s) >= 0:
        play_at_once(s, i, cx)


def reshuffle(s: State, i: int, cx: Context) -> None:
    """All discards go back into the container; the Reshuffle itself is then discarded."""
    back = s.spell_at.there.get(DISCARD, 0) & ~(1 << i)
    for j in ones(back):
        s.spell_at[j] = CONTAINER
    cx.tell("refilled", count=back.bit_count())


def gate(s: State, unit: int, seat: int, cx: Context) -> None:
    """The Shade Gate: the finder, alone, fights whatever is drawn next, and a survivor takes two spells."""
    if s.place[unit] >= BOARD.size:
        return
    spell = cx.draw(s)
    if spell < 0:
        return
    s.spell_at[spell] = DISCARD
    prize: Frame = hands.DRAW.frame(seat, unit, 2, False)
    if spells.IMMEDIATE[spell]:
        # nothing to fight: it acts, and the way is open
        push(s, OMEN.frame(spell, unit, seat), prize)
        return
    if spells.ALIGN[spell] == spells.CHAOS and quaolnargn.is_shielded(s, unit):
        # what waits there cannot harm whoever stands under the Chaos Shield ([16.8] / 14.8)
        cx.tell("shielded", spell=spell)
        push(s, prize)
        return
    mine = sword_value(s, unit)
    if spells.EATER[spell]:
        losses = -1
        cx.tell("gate eaten", unit=unit, spell=spell)
    else:
        fights = spells.STRENGTH[spell] and balance.works(spell, -1, cx)
        guard = spells.STRENGTH[spell] + balance.bonus(s, spells.ALIGN[spell]) if fights else 0
        rolls = cx.contest(mine - guard)[-1]
        difference = mine + rolls[0] - guard - rolls[1]
        cx.tell("gate", unit=unit, spell=spell, mine=mine, guard=guard, rolls=rolls)
        if mine:
            s.flags[unit] |= USED
            balance.shift(s, struck_with_swords(s, unit), cx)
        if difference > 0:
            push(s, prize)
            return
        losses = TABLE[row(-difference)].losses
        if s.rules.shade_gate_retreat_kills:
            perish(s, unit, cx)
            check_nations(s, cx)
            return
        if 0 <= losses < mine or (losses == 0 and not mine):
            push(s, prize)
            return
    here = s.place[unit]
    put(s, unit, LOST)
    s.aboard[unit] = ASHORE
    push(s, ESCAPE.frame(unit, here), TOLL.frame())


def tower(s: State, unit: int, seat: int, cx: Context) -> None:
    """The Tower of Voilodion Gagnasdiak: 1-3 takes the finder for good, 6 yields two spells and a Nightmare."""
    if s.place[unit] >= BOARD.size:
        return
    roll = cx.die()
    cx.tell("tower", unit=unit, roll=roll)
    if roll <= 3 and unit == ELRIC:
        control.lift(s)
        if s.rules.tower_elric == "at-once":
            push(s, frame_of("random appearance"))
    elif roll <= 3:
        perish(s, unit, cx)
        check_nations(s, cx)
    elif roll == 6:
        push(s, hands.DRAW.frame(seat, unit, 2, False))
        melniboneans.nightmare(s, cx)


def finder_of(s: State, units: list[int]) -> int:
    """Who comes upon a spell among several: the strongest personality, -1 when there is none."""
    return max((u for u in units if KIND[u] == HERO), key=lambda u: (FIGHT[u], -u), default=-1)


_TOWER: Final = (
    "",
    *("There is no way back.",) * 3,
    *("The way out is found again.",) * 2,
    "Two spells are found, and a nightmare.",
)


def _passes(e: telling.Event) -> str:
    won = e["mine"] + e["rolls"][0] > e["guard"] + e["rolls"][1]
    return "The way is open." if won else "The way stays shut."


EVENTS.add("omen", "spell unit seat", words=lambda e, n: f"{words.unit(e['unit']):comes|come} upon {telling.spell(e)}.")
EVENTS.add(
    "gate",
    "unit spell mine guard rolls",
    words=lambda e, n: (
        f"{words.unit(e['unit']):fights|fight} {telling.spell(e)} at the Shade Gate: {e['mine']} + die {e['rolls'][0]} against {e['guard']} + die {e['rolls'][1]}. {_passes(e)}"
    ),
)
EVENTS.add(
    "gate eaten",
    "unit spell",
    words=lambda e, n: f"{telling.spell(e):devours|devour} whoever steps through the Shade Gate.",
)
EVENTS.add(
    "tower",
    "unit roll",
    words=lambda e, n: (
        f"{words.unit(e['unit']):enters|enter} the Tower of Voilodion Gagnasdiak: die {e['roll']}. {_TOWER[e['roll']]}"
    ),
)
