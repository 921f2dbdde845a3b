"""Quaolnargn, the eater of souls, which only magic and artifacts can fight. Sources: Chaosium
[12.1.4], [13.4], [16.2]; Avalon Hill 11.14, 12.3, 12.41, 14.2.
"""

from __future__ import annotations

from collections.abc import Iterable
from typing import ClassVar, Final, NamedTuple

from elric.kernel.bits import ones
from elric.kernel.rules import always, no
from elric.kernel.steps import Check
from elric.kernel.verdict import Why
from elric.young_kingdoms.artifacts.black_swords import blades, struck_with_swords, sword_value
from elric.young_kingdoms.combat.battle import pending_battles
from elric.young_kingdoms.combat.heroic_escape import perish
from elric.young_kingdoms.components import spells
from elric.young_kingdoms.components.board import BOARD
from elric.young_kingdoms.components.notation import VERBS, Action
from elric.young_kingdoms.components.pieces import CHAOS_SHIELD, ELRIC, HERO_BITS, MAGIC, ONE
from elric.young_kingdoms.magic import balance, hands
from elric.young_kingdoms.magic.tipped_world import spend
from elric.young_kingdoms.magic_phase.casting import is_rested
from elric.young_kingdoms.nations.control import check_nations
from elric.young_kingdoms.position import fields, telling, words
from elric.young_kingdoms.position.context import Context
from elric.young_kingdoms.position.events import EVENTS
from elric.young_kingdoms.position.state import (
    ASHORE,
    CAST_NOW,
    DISCARD,
    HELD_OPEN,
    IN_HAND,
    NEUTRAL,
    PENDING,
    USED,
    State,
    hand,
    ids,
    on_board,
    push,
)
from elric.young_kingdoms.position.steps import Auto, Step

TO_WIELD: Final = VERBS.add("wield", "spell", "Fight it with {0}")
TO_FACE: Final = VERBS.add("face", "", "Face it without a spell", closes=True)

IT: Final = spells.INDEX["quaolnargn"]


def artifacts(s: State, u: int) -> int:
    """What a personality's black sword is worth against it; there is no other artifact that strikes."""
    if not blades(s, u):
        return 0
    return max(sword_value(s, u), 6 if u == ELRIC else 0)


def is_shielded(s: State, u: int) -> bool:
    """Whether the Chaos Shield is over this personality ([16.8] / 14.8)."""
    x = CHAOS_SHIELD
    if s.place[x] != s.place[u] or s.place[u] >= BOARD.size or s.owner[x] != s.owner[u]:
        return False
    # in the wilderness stacks stand apart
    bearer = s.aboard[x]
    return not BOARD.wild[s.place[u]] or bearer == ASHORE or s.band[bearer] == s.band[u]


def found(s: State, i: int, u: int, cx: Context) -> None:
    """The finder has to fight it where he stands."""
    if s.place[u] >= BOARD.size:
        s.spell_at[i] = DISCARD
        return
    push(s, CONFRONT.frame(u, True))


class ConfrontFrame(NamedTuple):
    step: Step
    personality: int
    finder: bool


class Confront(Auto):
    """It falls upon a personality, who is asked for a spell if he has one."""

    name = "confront"
    holds = ConfrontFrame
    words = (fields.PIECE, fields.YES)

    def run(self, s: State, frame: ConfrontFrame, cx: Context) -> None:
        u = frame.personality
        if is_shielded(s, u):
            cx.tell("shielded", spell=IT)
            s.spell_at[IT] = DISCARD
        elif weapons(s, u) and s.owner[u] < NEUTRAL:
            push(s, SOUL.frame(u, frame.finder))
        else:
            struggle(s, u, frame.finder, -1, cx)


CONFRONT: Final = Confront()


def weapons(s: State, u: int) -> list[int]:
    """Spells a personality may use against it: a magician's own, with a strength, or Dispel Magic."""
    if not MAGIC[u] or s.flags[u] & CAST_NOW or HELD_OPEN + u in s.spell_at.there:
        return []  # who has cast, or keeps a spell up, casts no other ([9.2], [13.4] A / 8.2, 12.41)
    return [i for i in hand(s, u) if i != IT and (spells.STRENGTH[i] or spells.ACTS[i] == "dispel")]


def _check_wield(s: State, frame: SoulFrame, args: tuple[int, ...], why: Why) -> bool:
    personality = frame.personality
    if args[0] in weapons(s, personality):
        return True
    return why is not None and no(
        why,
        ("16.2", "14.2"),
        f"{words.unit(personality)} cannot fight Quaolnargn with {words.spell(args[0])}.",
        "Use a spell in hand that has a strength, or Dispel Magic; or face it without.",
        ids((personality,)),
        ("wield", "face"),
    )


class SoulFrame(NamedTuple):
    step: Step
    personality: int
    finder: bool


class SoulStep(Step):
    """With which spell does a magician fight for his soul?"""

    name = "soul"
    secrets = "some"
    holds = SoulFrame
    words = (fields.PIECE, fields.YES)
    verbs: ClassVar[dict[str, Check]] = {"wield": _check_wield, "face": always}

    def seat(self, s: State, frame: SoulFrame) -> int:
        return int(s.owner[frame.personality])

    def candidates(self, s: State, frame: SoulFrame) -> Iterable[Action]:
        for i in weapons(s, frame.personality):
            yield TO_WIELD(i)
        yield TO_FACE()

    def do(self, s: State, frame: SoulFrame, action: Action, cx: Context) -> None:
        s.agenda = s.agenda[:-1]
        struggle(s, frame.personality, frame.finder, action.args[0] if action.verb == "wield" else -1, cx)


SOUL: Final = SoulStep()


def struggle(s: State, unit: int, finder: bool, spell: int, cx: Context) -> None:
    """Totals and dice; whoever loses is gone without escape. A finder who wins has tamed it, if it is there to be held."""
    mine = artifacts(s, unit)
    pulls = struck_with_swords(s, unit)
    if spell >= 0:
        cx.tell("revealed", unit=unit, spell=spell, side=1)
        s.flags[unit] |= CAST_NOW
        s.spell_at[spell] = DISCARD
        pull = (spells.ALIGN[spell], spells.PULL[spell])
        if spells.ACTS[spell] == "dispel":
            # it is gone before a sword is drawn
            cx.tell("dispelled", spell=IT)
            s.spell_at[IT] = DISCARD
            balance.shift(s, (pull,), cx)
            spend(s, spell, unit, s.place[unit])
            return
        pulls.append(pull)
        if balance.works(spell, unit, cx):
            mine += spells.STRENGTH[spell] + balance.bonus(s, spells.ALIGN[spell])
    guard = spells.VALUE[IT] + balance.bonus(s, spells.CHAOS)
    rolls = cx.contest(mine - guard)[-1]
    won = mine + rolls[0] > guard + rolls[1]
    cx.tell("quaolnargn", unit=unit, mine=mine, guard=guard, rolls=rolls, won=won)
    if not finder:
        pulls.append((spells.CHAOS, spells.PULL[IT]))
    if artifacts(s, unit):
        s.flags[unit] |= USED
    balance.shift(s, pulls, cx)
    if spell >= 0:
        spend(s, spell, unit, s.place[unit])
    if won and finder:
        if s.spell_at[IT] == PENDING:
            s.spell_at[IT] = IN_HAND + unit if hands.free_room(s, unit) > 0 else DISCARD
        hands.settle_alignment(s, s.place[unit], s.owner[unit])
        return
    s.spell_at[IT] = DISCARD
    if not won:
        perish(s, unit, cx)
        check_nations(s, cx)


# ---- sending it -----------------------------------------------------------------------------------------------------


def targets(s: State, seat: int, u: int) -> tuple[int, ...]:
    """Personalities a tamed Quaolnargn may be sent against: any other on the board, whoever commands them, or only an enemy
    in its tamer's own battle."""
    if s.rules.quaolnargn_reach != "battle":
        everybody = 0
        for o in (*s.order, NEUTRAL):
            everybody |= on_board(s, o)
        return ones(everybody & HERO_BITS & ~ONE[u])
    here = s.place[u]
    return ones(s.at[here] & ~s.of[seat] & HERO_BITS) if here in pending_battles(s) else ()


def check_send(s: State, seat: int, args: tuple[int, ...], why: Why) -> bool:
    """Whether a tamed Quaolnargn may be sent by `u` against `v`."""
    unit, victim = args
    near = s.rules.quaolnargn_reach == "battle"
    ok = (
        s.spell_at[IT] == IN_HAND + unit
        and s.owner[unit] == seat
        and bool(MAGIC[unit])
        and victim in targets(s, seat, unit)
    )
    if not ok:
        ok = why is not None and no(
            why,
            ("16.2", "14.2"),
            f"Quaolnargn cannot be sent against {words.unit(victim)} by {words.unit(unit)}.",
            "Only a magician who has tamed it sends it, and only against "
            + ("an enemy personality he is about to fight." if near else "another personality on the board."),
            ids((unit, victim)),
        )
    return is_rested(s, unit, why) and ok


def send(s: State, seat: int, args: tuple[int, ...], cx: Context) -> None:
    """Quaolnargn attacks a personality, who has only spells and artifacts to fight it with."""
    u, v = args
    s.flags[u] |= CAST_NOW
    s.spell_at[IT] = PENDING
    cx.tell("sent", unit=u, to_unit=v, spell=IT)
    push(s, CONFRONT.frame(v, False))


EVENTS.add(
    "sent",
    "unit to_unit spell",
    words=lambda e, n: f"{words.unit(e['unit']):sends|send} {telling.spell(e)} against {words.unit(e['to_unit'])}.",
)
EVENTS.add(
    "quaolnargn",
    "unit mine guard rolls won",
    words=lambda e, n: (
        f"{words.unit(e['unit']):fights|fight} Quaolnargn: {e['mine']} + die {e['rolls'][0]} against {e['guard']} + die {e['rolls'][1]}. {'It is beaten.' if e['won'] else 'It eats that soul.'}"
    ),
)
