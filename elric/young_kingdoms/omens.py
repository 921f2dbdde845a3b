"""Spells that act by themselves: the play-at-once ones, Quaolnargn, and spells that linger in a tipped world.

Sources: Chaosium [9.3.1], [13.4], [16.2], [16.4], [16.8]; Avalon Hill 8.31, 12.41, 14.2, 14.4, 14.8.
"""

from __future__ import annotations

from typing import Final

from ..kernel.steps import Auto, Frame
from ..kernel.verdict import Reason, Why
from . import balance, hands, melniboneans, pieces, spells, words
from .board import BOARD
from .context import Context
from .pieces import ARMY, ELRIC, FIGHT, HERO, KIND, MAGIC, MOONGLUM
from .state import (
    AWAY,
    CONTAINER,
    DISCARD,
    FACE_UP,
    HELD_OPEN,
    IN_HAND,
    NEUTRAL,
    PENDING,
    State,
    box,
    cargo,
    hand,
    ids,
    lose,
    push,
    put,
)


class Omen(Auto):
    """Frame: (step, spell, finder, seat). A spell that is played the moment it is drawn or found."""

    name = "omen"

    def run(self, s: State, f: Frame, cx: Context) -> None:
        _, i, u, seat = f
        acts = spells.ACTS[i]
        cx.tell("omen", spell=i, unit=u, seat=seat)
        if acts != "quaolnargn":
            s.spell_at[i] = DISCARD
        if acts == "nightmare":
            roll = cx.die()
            cx.tell("nightmare", roll=roll)
            melniboneans.nightmare(s, roll, cx)
        elif acts == "four":
            self._four(s, cx)
        elif acts == "reshuffle":
            reshuffle(s, cx)
            if s.rules.reshuffle_draws_again and s.place[u] < BOARD.size:
                push(s, (hands.DRAW, seat, u, 1, False))
        elif acts == "gate":
            self._gate(s, u, seat, cx)
        elif acts == "tower":
            self._tower(s, u, seat, cx)
        elif acts == "quaolnargn":
            self._quaolnargn(s, i, u, cx)

    def _four(self, s: State, cx: Context) -> None:
        if s.place[ELRIC] >= BOARD.size:
            return
        together = any(n == ("friends",) for n in s.notes) and s.rules.four_return_at_random
        for u in (ELRIC, MOONGLUM) if together else (ELRIC,):
            if s.place[u] < BOARD.size:
                put(s, u, AWAY if u == ELRIC else 255)
                s.owner[u] = 5
                s.aboard[u] = 255
                for x in pieces.ARTIFACTS:
                    if s.aboard[x] == u:
                        box(s, x)
        s.notes = (*s.notes, ("away", s.turn + 1))
        cx.tell("four", turn=s.turn + 1)

    def _gate(self, s: State, u: int, seat: int, cx: Context) -> None:
        i = cx.draw(s)
        if i < 0 or s.place[u] >= BOARD.size:
            return
        guard = spells.STRENGTH[i] + (balance.bonus(s, spells.ALIGN[i]) if spells.STRENGTH[i] else 0)
        s.spell_at[i] = DISCARD
        mine = FIGHT[u]
        difference = 0
        rolls = (0, 0)
        while difference == 0:
            rolls = (cx.die(), cx.die())
            difference = mine + rolls[0] - guard - rolls[1]
        cx.tell("gate", unit=u, spell=i, mine=mine, guard=guard, rolls=rolls)
        if difference > 0:
            push(s, (hands.DRAW, seat, u, 2, False))
            return
        from .battle import TABLE, row

        losses = TABLE[row(-difference)][1]
        dies = s.rules.shade_gate_retreat_kills or losses < 0 or losses >= FIGHT[u]
        if dies and s.rules.shade_gate_retreat_kills:
            from .escapes import perish

            perish(s, u, cx)
        elif dies:
            from .escapes import ESCAPE

            here = s.place[u]
            put(s, u, 254)
            s.aboard[u] = 255
            push(s, (ESCAPE, u, here))

    def _tower(self, s: State, u: int, seat: int, cx: Context) -> None:
        roll = cx.die()
        cx.tell("tower", unit=u, roll=roll)
        if s.place[u] >= BOARD.size:
            return
        if roll <= 3:
            if u == ELRIC:
                melniboneans._lift(s)
                if s.rules.tower_elric == "at-once":
                    push(s, (melniboneans.APPEAR,))
                return
            from .escapes import perish
            from .realms import check_nations

            perish(s, u, cx)
            check_nations(s, cx)
        elif roll == 6:
            push(s, (hands.DRAW, seat, u, 2, False))
            dream = cx.die()
            cx.tell("nightmare", roll=dream)
            melniboneans.nightmare(s, dream, cx)

    def _quaolnargn(self, s: State, i: int, u: int, cx: Context) -> None:
        """The finder fights it with spells and artifacts only; nobody escapes it ([16.2] / 14.2)."""
        if s.place[u] >= BOARD.size:
            s.spell_at[i] = DISCARD
            return
        mine = arms(s, u, i)
        guard = spells.VALUE[i] + balance.bonus(s, spells.CHAOS)
        difference = 0
        rolls = (0, 0)
        while difference == 0:
            rolls = (cx.die(), cx.die())
            difference = mine + rolls[0] - guard - rolls[1]
        won = difference > 0
        cx.tell("quaolnargn", unit=u, mine=mine, guard=guard, rolls=rolls, won=won)
        if won:
            if s.spell_at[i] == PENDING:
                s.spell_at[i] = IN_HAND + u if hands.free_room(s, u) > 0 else DISCARD
            hands.settle_alignment(s, s.place[u], s.owner[u])
            return
        s.spell_at[i] = DISCARD
        from .escapes import perish
        from .realms import check_nations

        perish(s, u, cx)
        check_nations(s, cx)


OMEN: Final = Omen()


def arms(s: State, u: int, but: int = -1) -> int:
    """What a personality can bring against Quaolnargn: the best spell in hand, and Mournblade or Stormbringer."""
    best = 0
    if MAGIC[u]:
        best = max(
            (
                spells.STRENGTH[j] + (balance.bonus(s, spells.ALIGN[j]) if spells.STRENGTH[j] else 0)
                for j in hand(s, u)
                if j != but
            ),
            default=0,
        )
    if u == ELRIC or s.aboard[pieces.MOURNBLADE] == u:
        best += max(FIGHT[u], int(s.rules.mournblade_value))
    return best


def reshuffle(s: State, cx: Context) -> None:
    """All discards go back into the container."""
    n = 0
    for i, at in enumerate(s.spell_at):
        if at == DISCARD:
            s.spell_at[i] = CONTAINER
            n += 1
    cx.tell("refilled", count=n)


def linger(s: State, i: int, u: int, a: int) -> None:
    """In a tipped world a spell of the ruling side stays: held by its caster, or face up in the area ([13.4] A, B)."""
    if s.place[u] < BOARD.size and HELD_OPEN + u not in s.spell_at:
        s.spell_at[i] = HELD_OPEN + u
    elif spells.ALIGN[i] == s.tipped:
        s.spell_at[i] = FACE_UP + a
    else:
        s.spell_at[i] = DISCARD


# ---- sending Quaolnargn ---------------------------------------------------------------------------------------------


def targets(s: State, seat: int, u: int) -> list[int]:
    """Personalities a tamed Quaolnargn may be sent against."""
    from .battle import pending

    out = []
    for v in pieces.HEROES:
        if s.place[v] >= BOARD.size or s.owner[v] in (seat, 5) or s.owner[v] == NEUTRAL:
            continue
        if s.rules.quaolnargn_reach == "battle" and not (s.place[v] == s.place[u] and s.place[u] in pending(s)):
            continue
        out.append(v)
    return out


def check_send(s: State, seat: int, args: tuple[int, ...], why: Why) -> bool:
    """Whether a tamed Quaolnargn may be sent by `u` against `v`."""
    u, v = args
    i = spells.INDEX["quaolnargn"]
    if s.spell_at[i] == IN_HAND + u and s.owner[u] == seat and MAGIC[u] and v in targets(s, seat, u):
        return True
    if why is not None:
        why.append(
            Reason(
                ("16.2", "14.2"),
                f"Quaolnargn cannot be sent against {words.unit(v)} by {words.unit(u)}.",
                "Its tamer may send it against an enemy personality within reach.",
                ids((u, v)),
            )
        )
    return False


def send(s: State, seat: int, args: tuple[int, ...], cx: Context) -> None:
    """Quaolnargn attacks a personality, who has only spells and artifacts to fight it with."""
    u, v = args
    i = spells.INDEX["quaolnargn"]
    mine = arms(s, v)
    guard = spells.VALUE[i] + balance.bonus(s, spells.CHAOS)
    difference = 0
    rolls = (0, 0)
    while difference == 0:
        rolls = (cx.die(), cx.die())
        difference = mine + rolls[0] - guard - rolls[1]
    s.spell_at[i] = DISCARD
    cx.tell("quaolnargn", unit=v, mine=mine, guard=guard, rolls=rolls, won=difference > 0)
    balance.shift(s, ((spells.CHAOS, spells.PULL[i]),), cx)
    if difference < 0:
        from .escapes import perish
        from .realms import check_nations

        perish(s, v, cx)
        check_nations(s, cx)


# ---- ships that go down ---------------------------------------------------------------------------------------------


def founder(s: State, ship: int, cx: Context) -> None:
    """The Chaos Fleet sinks under its passengers: armies are lost, personalities must escape ([16.8] / 14.8)."""
    from .escapes import ESCAPE

    at = s.place[ship]
    frames: list[Frame] = []
    for u in cargo(s, ship):
        if KIND[u] == ARMY:
            lose(s, u)
        elif KIND[u] == HERO and u != pieces.PYARAY:
            put(s, u, 254)
            s.aboard[u] = 255
            frames.append((ESCAPE, u, at))
    box(s, ship)
    cx.tell("goes down", unit=ship)
    push(s, *frames)


__all__ = [n for n in globals() if not n.startswith("_") and n != "SEA"]
