"""The Magic phase: laying spells for battles, handing them over, sacrifices. Sources: Chaosium [9.1], [9.2], [13.5];
Avalon Hill 8.1, 8.2, 12.5.
"""

from __future__ import annotations

from typing import ClassVar, Final, NamedTuple

from elric.kernel.bits import ones
from elric.kernel.rules import always, no
from elric.kernel.steps import Check, Deed, Frame
from elric.kernel.verdict import Why
from elric.young_kingdoms.artifacts.bonds import controller
from elric.young_kingdoms.combat.battle import in_party, pending_battles
from elric.young_kingdoms.components import spells
from elric.young_kingdoms.components.board import BOARD
from elric.young_kingdoms.components.notation import VERBS, Action
from elric.young_kingdoms.components.pieces import ELRIC, HERO, HERO_BITS, IDS, KIND, MAGIC
from elric.young_kingdoms.components.spells import ALIGN, CHAOS, LAW
from elric.young_kingdoms.magic import balance
from elric.young_kingdoms.magic import tipped_world as tipped
from elric.young_kingdoms.magic.hands import TO_DISCARD, alignments, circles, free_room
from elric.young_kingdoms.magic.tipped_world import TO_RELEASE
from elric.young_kingdoms.magic_phase.casting import (
    in_use,
    may_cast,
    may_conjure,
    may_discard,
    may_lay,
    usable,
)
from elric.young_kingdoms.magic_phase.quaolnargn import IT, check_send, send, targets
from elric.young_kingdoms.nations import hordes
from elric.young_kingdoms.position import fields, telling, words
from elric.young_kingdoms.position.context import Context
from elric.young_kingdoms.position.events import EVENTS
from elric.young_kingdoms.position.fixes import NOTHING, act
from elric.young_kingdoms.position.seen import AskedView
from elric.young_kingdoms.position.state import (
    CAST,
    CAST_NOW,
    DISCARD,
    HELD_OPEN,
    IN_HAND,
    SACRIFICED,
    State,
    hand,
    held_by,
    heroes_in,
    holders,
    ids,
    next_phase,
)
from elric.young_kingdoms.position.steps import Step
from elric.young_kingdoms.world.victory import world_ends

TO_CAST: Final = VERBS.add("cast", "piece spell", "{0:lays|lay} {1}", wished=True)
TO_GIVE: Final = VERBS.add("give", "piece piece spell", "{0:hands|hand} {2} to {1}", wished=True)
TO_SACRIFICE: Final = VERBS.add("sacrifice", "piece spell", "{0:gives|give} up {1} for the Balance", wished=True)
TO_BLOW: Final = VERBS.add("blow", "", "Blow the Horn of Fate")
TO_SEND: Final = VERBS.add("send", "piece piece", "{0:sends|send} Quaolnargn against {1}")
TO_DONE: Final = VERBS.add("done", "", "Done", closes=True, shown=True)


def _check_give(s: State, me: int, args: tuple[int, ...], why: Why) -> bool:
    unit, taker, spell = args
    if (
        s.spell_at[spell] != IN_HAND + unit
        or s.owner[unit] != me
        or s.owner[taker] != me
        or unit == taker
        or KIND[taker] != HERO
    ):
        return why is not None and no(
            why,
            ("9.1", "8.1"),
            "That spell cannot change hands that way.",
            (
                ("Hand a spell from one of your personalities to another in the same stack.", ("give",)),
                "A spell goes from one of your personalities to another in the same stack.",
            ),
            ids((unit, taker)),
        )
    ok = _together(s, unit, taker, why)
    ok = _parts_with(s, unit, taker, spell, why) and ok
    # whoever takes a spell from Elric gives him another for it
    if unit != ELRIC or not ok:
        ok = _has_room(s, taker, why) and ok
    ok = _befits(s, me, taker, spell, why) and ok
    return _loose(s, unit, spell, why) and ok


def _together(s: State, unit: int, other: int, why: Why) -> bool:
    """Whether these two are in one stack, and free to deal with each other."""
    ok = True
    if (
        s.place[unit] != s.place[other]
        or s.place[unit] >= BOARD.size
        or (BOARD.wild[s.place[unit]] and s.band[unit] != s.band[other])
    ):
        ok = why is not None and no(
            why,
            ("9.1", "8.1"),
            f"{words.unit(unit)} and {words.unit(other)} are not in the same stack.",
            "They must stand in one stack in the Magic phase.",
            ids((unit, other)),
        )
    return hordes.at_leisure(s, (unit, other), why) and ok


def _parts_with(s: State, unit: int, taker: int, spell: int, why: Why) -> bool:
    """Whether `u` would give this spell to `v`; only Elric is particular."""
    if unit != ELRIC or (
        (s.rules.elric_swaps_with == "anybody" or taker == controller(s))
        and any(spells.ALIGNMENT_NAMES[j] == "melnibonean" for j in hand(s, taker))
        and spells.VALUE[spell] == min((spells.VALUE[j] for j in hand(s, unit) if not in_use(s, j)), default=-1)
    ):
        return True
    return why is not None and no(
        why,
        ("12.1.3", "11.13"),
        "Elric parts with a spell only for a Melnibonean one, and then with his weakest.",
        "He takes a Melnibonean spell for it."
        if s.rules.elric_swaps_with == "anybody"
        else "He takes a Melnibonean spell for it, from the personality who commands him.",
        ids((unit,)),
    )


def _has_room(s: State, taker: int, why: Why) -> bool:
    if free_room(s, taker) > 0:
        return True
    return why is not None and no(
        why,
        ("9.5", "8.5"),
        f"{words.unit(taker)} cannot hold another spell.",
        (("Choose somebody with room.", ("give",)), "It takes somebody with room."),
        ids((taker,)),
    )


def _befits(s: State, me: int, taker: int, spell: int, why: Why) -> bool:
    """Whether a spell is not opposed to those that the magicians around `v` hold."""
    if not MAGIC[taker] or taker == ELRIC or ALIGN[spell] not in (LAW, CHAOS) or s.place[taker] >= BOARD.size:
        return True
    if not _sides_around(s, me, taker) & _OPPOSED[spell]:
        return True
    return why is not None and no(
        why,
        ("9.5", "8.35"),
        f"{words.spell(spell):is|are} opposed to spells the magicians here hold.",
        "Law and Chaos do not go together.",
        ids((taker,)),
    )


def _sides_around(s: State, me: int, taker: int) -> int:
    """What the magicians hold who are one group with somebody, as bits (`alignments`)."""
    group = next((g for g in circles(s, s.place[taker], me) if taker in g), [taker])
    return alignments(s, group)


# What may not be held beside a spell, as bits (`alignments`).
_OPPOSED: Final = tuple({LAW: 2, CHAOS: 1}.get(side, 0) for side in ALIGN)


def _loose(s: State, unit: int, i: int, why: Why) -> bool:
    """Whether no flight ties a spell to its holder."""
    if not in_use(s, i):
        return True
    return why is not None and no(
        why,
        ("7.4.2", "6.42"),
        f"{words.unit(unit):has|have} flown by {words.spell(i)}, and that spell stays with its user until it is spent.",
        (("Hand on another spell.", (f"give {IDS[unit]}",)), NOTHING),
        ids((unit,)),
    )


def _check_sacrifice(s: State, me: int, args: tuple[int, ...], why: Why) -> bool:
    unit, spell = args
    if s.spell_at[spell] != IN_HAND + unit or s.owner[unit] != me or me != s.player:
        return why is not None and no(
            why,
            ("13.5A", "12.51"),
            "Only a spell in the hand of one of your own personalities can be given up, in your own turn.",
            "",
            ids((unit,)),
        )
    if not s.tipped or ALIGN[spell] not in (spells.NEUTRAL, -s.tipped):
        return why is not None and no(
            why,
            ("13.5A", "12.51"),
            "A sacrifice helps only when the Balance is tipped, with Neutral spells or spells of the other side.",
            (
                *((("Give up a Neutral spell or one of the opposite alignment.", ("sacrifice",)),) if s.tipped else ()),
                NOTHING,
            ),
        )
    ok = bool(MAGIC[unit]) or s.rules.sacrifice_by == "anybody"
    if not ok:
        ok = why is not None and no(
            why,
            ("9.5", "8.5"),
            f"{words.unit(unit):is no magician and holds|are no magicians and hold} a spell only to muster with.",
            (
                (
                    "Hand it to a magician in the same stack, who may give it up.",
                    tuple(act("give", unit, v, spell) for v in heroes_in(s, s.place[unit], me) if MAGIC[v]),
                ),
                "It takes a magician to give it up.",
            ),
            ids((unit,)),
        )
    return hordes.at_leisure(s, (unit,), why) and ok


def _check_blow(s: State, me: int, args: tuple[int, ...], why: Why) -> bool:
    if s.spell_at[spells.HORN] == IN_HAND + ELRIC and s.owner[ELRIC] == me and s.tipped and me == s.player:
        return True
    return no(
        why,
        ("16.7", "14.71"),
        "The Horn of Fate sounds only from Elric's lips, and only when the Balance is tipped.",
        "Elric must hold the Horn and the Balance must have gone over the end.",
    )


def _check_send(s: State, me: int, args: tuple[int, ...], why: Why) -> bool:
    ok = hordes.at_leisure(s, args[:1], why)
    return check_send(s, me, args, why) and ok


def _check_release(s: State, me: int, args: tuple[int, ...], why: Why) -> bool:
    return tipped.check_drop(s, me, args, why)


def _seat_of(s: State, frame: MagicFrame) -> int:
    return s.order[(s.order.index(s.player) + int(frame.place)) % len(s.order)]


def _check_cast(s: State, me: int, args: tuple[int, ...], why: Why) -> bool:
    return may_cast(s, me, args[0], args[1], why)


def _check_conjure(s: State, me: int, args: tuple[int, ...], why: Why) -> bool:
    """Never here: it is chosen in the battle itself ([9.2], [12.1.3] / 8.22, 11.132)."""
    (u,) = args
    return (
        why is not None
        and may_conjure(s, me, u, why)
        and no(
            why,
            ("9.2", "8.22"),
            f"Whether {words.unit(u)} conjures is chosen in the battle itself.",
            "It is chosen when the battle begins, before one is ready.",
            ids((u,)),
        )
    )


def _check_discard(s: State, me: int, args: tuple[int, ...], why: Why) -> bool:
    return may_discard(s, me, args[0], args[1], why)


def _cast(s: State, frame: Frame, args: tuple[int, ...], cx: Context) -> None:
    u, i = args
    s.spell_at[i] = CAST + u
    s.flags[u] |= CAST_NOW
    cx.tell("cast", unit=u, spell=i, area=s.place[u], to=(_seat_of(s, frame),))


def _give(s: State, frame: Frame, args: tuple[int, ...], cx: Context) -> None:
    u, v, i = args
    if u == ELRIC:
        j = next(x for x in hand(s, v) if spells.ALIGNMENT_NAMES[x] == "melnibonean")
        s.spell_at[j] = IN_HAND + u
    s.spell_at[i] = IN_HAND + v
    cx.tell("given", unit=u, to_unit=v, spell=i, to=(_seat_of(s, frame),))


def _discard(s: State, frame: Frame, args: tuple[int, ...], cx: Context) -> None:
    s.spell_at[args[1]] = DISCARD
    cx.tell("discarded", unit=args[0], spell=args[1])


def _sacrifice(s: State, frame: Frame, args: tuple[int, ...], cx: Context) -> None:
    u, i = args
    s.spell_at[i] = SACRIFICED
    cx.tell("sacrificed", unit=u, spell=i, sum=balance.sacrificed_strength(s), needed=balance.sacrifice_needed(s))
    if balance.sacrificed_strength(s) >= balance.sacrifice_needed(s):
        balance.restore(s, cx)


def _blow(s: State, frame: Frame, args: tuple[int, ...], cx: Context) -> None:
    """Elric blows the Horn of Fate ([16.7], [13.5] B / 12.52, 14.71)."""
    s.horn += 1
    s.spell_at[spells.HORN] = DISCARD
    # the third time there is nothing to roll for
    roll = cx.die() if s.horn < 3 else 0
    ends = roll >= 5 or s.horn >= 3
    cx.tell("horn", roll=roll, ends=ends, count=s.horn)
    if ends:
        world_ends(s, cx)
    else:
        balance.restore(s, cx)


def _send(s: State, frame: Frame, args: tuple[int, ...], cx: Context) -> None:
    send(s, _seat_of(s, frame), args, cx)


def _release(s: State, frame: Frame, args: tuple[int, ...], cx: Context) -> None:
    tipped.drop(s, args[0], cx)


def _done(s: State, frame: MagicFrame, args: tuple[int, ...], cx: Context) -> None:
    s.agenda = ()
    if not MAGIC_PHASE.ask(s, int(frame.place) + 1):
        next_phase(s)


def _takers(s: State, me: int, unit: int) -> list[int]:
    """The personalities to whom another may hand a spell, as far as it does not depend on the spell."""
    others = heroes_in(s, s.place[unit], me)
    if len(others) < 2:
        return []
    return [v for v in others if v != unit and (unit == ELRIC or free_room(s, v) > 0) and _together(s, unit, v, None)]


_CAST, _SACRIFICE, _SEND, _GIVE = TO_CAST.of, TO_SACRIFICE.of, TO_SEND.of, TO_GIVE.of


class MagicFrame(NamedTuple):
    step: Step
    place: int


class MagicPhase(Step):
    """Seat by seat (`place`, counted from the player whose turn it is) everybody lays spells for the coming battles."""

    name = "magic"
    secrets = "all"
    idle = "no spell to lay"
    holds = MagicFrame
    words = (fields.COUNT,)
    verbs: ClassVar[dict[str, Check]] = {
        "cast": _check_cast,
        "give": _check_give,
        "conjure": _check_conjure,
        "discard": _check_discard,
        "sacrifice": _check_sacrifice,
        "blow": _check_blow,
        "send": _check_send,
        "release": _check_release,
        "done": always,
    }
    deeds: ClassVar[dict[str, Deed]] = {
        "cast": _cast,
        "give": _give,
        "discard": _discard,
        "sacrifice": _sacrifice,
        "blow": _blow,
        "send": _send,
        "release": _release,
        "done": _done,
    }

    def asked(self, s: State, frame: MagicFrame, own: bool) -> AskedView:
        return {"battles": [BOARD.ids[a] for a in pending_battles(s)]}

    def seat(self, s: State, frame: Frame) -> int:
        return _seat_of(s, frame)

    def facts(self, s: State, frame: Frame) -> int:
        """The seat that is asked."""
        return _seat_of(s, frame)

    def legal(self, s: State, frame: Frame) -> list[Action]:
        me = _seat_of(s, frame)
        areas = pending_battles(s)
        out: list[Action] = []
        lays: dict[int, bool] = {}
        takers: dict[int, list[int]] = {}
        around: dict[int, int] = {}
        for spell in held_by(s, me):
            unit = s.spell_at[spell] - IN_HAND
            if unit not in takers:
                lays[unit] = s.place[unit] in areas and in_party(s, unit) and may_lay(s, me, unit, True, None)
                takers[unit] = _takers(s, me, unit)
            if lays[unit] and usable(s, unit, spell, None):
                out.append(_CAST((unit, spell)))
            if s.tipped and _check_sacrifice(s, me, (unit, spell), None):
                out.append(_SACRIFICE((unit, spell)))
            if spells.ALIGNMENT_NAMES[spell] == "melnibonean" and may_discard(s, me, unit, spell, None):
                out.append(TO_DISCARD(unit, spell))
            if spell == IT:
                out += [_SEND((unit, v)) for v in targets(s, me, unit) if _check_send(s, me, (unit, v), None)]
            if takers[unit] and not (s.flights and in_use(s, spell)):
                opposed = _OPPOSED[spell]
                for v in takers[unit]:
                    # only Elric is particular; asking him alone saves two or three calls in each list of this phase
                    if unit == ELRIC and not _parts_with(s, unit, v, spell, None):
                        continue
                    # what `_befits` says, asked once of each who might take several spells
                    if opposed and MAGIC[v] and v != ELRIC:
                        if v not in around:
                            around[v] = _sides_around(s, me, v)
                        if around[v] & opposed:
                            continue
                    out.append(_GIVE((unit, v, spell)))
        if s.tipped:
            if _check_blow(s, me, (), None):
                out.append(TO_BLOW())
            for at in s.spell_at:
                if at >= HELD_OPEN and tipped.check_drop(s, me, (at - HELD_OPEN,), None):
                    out.append(TO_RELEASE(at - HELD_OPEN))
        out.append(TO_DONE())
        return out

    def ask(self, s: State, place: int) -> bool:
        """Ask the k-th seat, or the first after it that may use magic, if there is one."""
        facing = 0
        for a in pending_battles(s):
            facing |= s.at[a]
        # with no battle coming nobody but the active player is asked
        while place < (len(s.order) if facing else 1):
            if may_use_magic(s, place, facing):
                s.agenda = (self.frame(place),)
                return True
            place += 1
        return False


MAGIC_PHASE: Final = MagicPhase()


def may_use_magic(s: State, place: int, facing: int) -> bool:
    """Whether a seat is asked at all. `facing`: the pieces that stand where battles are coming, as bits. Looks only at what
    everybody can see: who stands where and holds how many spells."""
    if s.scenario.solo:
        return False  # captured spells only call personalities ([14.1] F / 13.1 F)
    seat = s.order[(s.order.index(s.player) + place) % len(s.order)]
    for u in ones(facing & s.of[seat] & HERO_BITS):
        if IN_HAND + u in s.spell_at.there:
            return True
    if place:
        return False
    # in his own turn a player may give up spells for the Balance, let maintained ones go, hand spells over, and send Quaolnargn
    # far away, which was tamed before everybody's eyes
    if s.tipped and any(at >= HELD_OPEN and s.owner[at - HELD_OPEN] == seat for at in s.spell_at.there):
        return True
    holds = [u for u in holders(s, seat) if s.place[u] < BOARD.size]
    sends = s.rules.quaolnargn_reach != "battle" and any(s.spell_at[IT] == IN_HAND + u for u in holds)
    if s.tipped or sends:
        return bool(holds)
    return any(len(heroes_in(s, s.place[u], seat)) > 1 for u in holds)


EVENTS.add(
    "cast",
    "unit area",
    "spell",
    words=lambda e, n: f"{words.unit(e['unit']):lays|lay} {telling.spell(e)} face down {words.inside(e['area'])}.",
    clause=("9.2", "8.2"),
)
EVENTS.add(
    "given",
    "unit to_unit",
    "spell",
    words=lambda e, n: f"{words.unit(e['unit']):hands|hand} {telling.spell(e)} to {words.unit(e['to_unit'])}.",
    clause=("9.2", "8.2"),
)
EVENTS.add(
    "sacrificed",
    "unit spell sum needed",
    words=lambda e, n: (
        f"{words.unit(e['unit']):gives|give} up {telling.spell(e)} for the Balance: {e['sum']} of {e['needed']}."
    ),
    clause=("13.5A", "12.51"),
)
EVENTS.add(
    "horn",
    "roll ends count",
    words=lambda e, n: (
        f"Elric blows the Horn of Fate{': die ' + str(e['roll']) if e['roll'] else ' for the third time'}. {'The world ends.' if e['ends'] else 'The Balance is set right.'}"
    ),
    clause=("13.5B", "12.52"),
)
