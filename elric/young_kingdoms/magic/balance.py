"""The Cosmic Balance. Sources: Chaosium [9.4], [13.0]-[13.6]; Avalon Hill 8.4, 12.

The marker stands from -arm (Law) over 0 to +arm (Chaos). Boxes are worth 1,1,2,2 ... 6,6 outwards with twelve an arm
(reconstructed: ruling on the Balance track), or 1 to 6 with six.
"""

from __future__ import annotations

from collections.abc import Iterable

from elric.young_kingdoms.components import spells
from elric.young_kingdoms.magic.chaos_fleet import ebbs
from elric.young_kingdoms.position.context import Context
from elric.young_kingdoms.position.events import EVENTS
from elric.young_kingdoms.position.state import DISCARD, FACE_UP, HELD_OPEN, SACRIFICED, State

WORLD_END_TURNS = 3  # the marker lies three spaces ahead, [13.4] / 12.44
SACRIFICE_BASE = 12  # [13.5] / 12.51


def box_value(s: State, at: int) -> int:
    """The number printed in a box; 0 in the middle. Beyond the end the last box counts on."""
    arm = int(s.rules.balance_arm)
    n = min(abs(at), arm)
    return (n + 1) // 2 if arm == 12 else n


def dominant(s: State) -> int:
    """LAW, CHAOS, or NEUTRAL when the marker is in the middle. A tipped world leans where it fell."""
    if s.tipped:
        return s.tipped
    return (s.balance > 0) - (s.balance < 0)


def bonus(s: State, align: int) -> int:
    """What each spell of this alignment gains in strength ([13.2] / 12.2)."""
    d = dominant(s)
    if d == 0 or align != d:
        return 0
    return box_value(s, int(s.rules.balance_arm) if s.tipped else s.balance)


def works(i: int, u: int, cx: Context) -> bool:
    """Whether a spell that is used by `u` (-1: by nobody) does anything: Balo the Jester plays along on an odd die only
    ([16.2] / 14.2)."""
    if spells.ACTS[i] != "balo":
        return True
    roll = cx.die()
    cx.tell("balo", unit=u, roll=roll)
    return roll % 2 == 1


def shift(s: State, pulls: Iterable[tuple[int, int]], cx: Context) -> None:
    """Move the marker by (alignment, points) pulls: Law and Chaos together first, then Neutral towards the middle
    ([13.1] / 12.1)."""
    net = 0
    calm = 0
    for align, points in pulls:
        if align == spells.NEUTRAL:
            calm += points
        elif align in (spells.LAW, spells.CHAOS):
            net += align * points
    if s.tipped or (net == 0 and calm == 0):
        return
    before = s.balance
    arm = int(s.rules.balance_arm)
    at = before + net
    if abs(at) > arm:
        s.balance = arm if at > 0 else -arm
        tip(s, 1 if at > 0 else -1, cx)
    else:
        if calm:
            at = max(0, at - calm) if at > 0 else min(0, at + calm)
        s.balance = at
    if s.balance != before:
        cx.tell("balance", at=s.balance, before=before)
        if not s.tipped and s.balance < 0 <= before:
            ebbs(s, cx)


def tip(s: State, side: int, cx: Context) -> None:
    """The marker goes over the end: the world has three turns left ([13.4], [13.4] E / 12.4, 12.44)."""
    s.tipped = side
    s.ends = s.turn + WORLD_END_TURNS
    cx.tell("tipped", side=side, ends=s.ends)
    if side == spells.LAW:
        ebbs(s, cx)


def sacrifice_needed(s: State) -> int:
    """Strength of spells that must be sacrificed in all to set the Balance right."""
    open_spells = sum(
        spells.VALUE[i]
        for i, at in enumerate(s.spell_at)
        if spells.ALIGN[i] == s.tipped
        and (FACE_UP <= at < FACE_UP + 1000 or (at >= HELD_OPEN and s.rules.sacrifice_counts_maintained))
    )
    return SACRIFICE_BASE + open_spells


def sacrificed_strength(s: State) -> int:
    """Strength sacrificed so far."""
    return sum(spells.VALUE[i] for i, at in enumerate(s.spell_at) if at == SACRIFICED)


def restore(s: State, cx: Context) -> None:
    """Set the Balance right: marker to the middle, sacrificed spells discarded ([13.5] / 12.5)."""
    s.tipped = 0
    s.ends = 0
    s.balance = 0
    for i, at in enumerate(s.spell_at):
        if at == SACRIFICED or (s.rules.restoration_clears and (FACE_UP <= at < FACE_UP + 1000 or at >= HELD_OPEN)):
            s.spell_at[i] = DISCARD
    cx.tell("restored")


def _balance(at: int) -> str:
    if at == 0:
        return "in the middle"
    return f"{abs(at)} towards {'Law' if at < 0 else 'Chaos'}"


EVENTS.add(
    "balo",
    "unit roll",
    words=lambda e, n: f"Balo rolls {e['roll']}: {'he plays along' if e['roll'] % 2 else 'nothing happens'}.",
)
EVENTS.add(
    "balance",
    "at before",
    words=lambda e, n: f"The Cosmic Balance now stands {_balance(e['at'])}.",
    clause=("13.1", "12.1"),
)
EVENTS.add(
    "tipped",
    "side ends",
    words=lambda e, n: (
        f"The Balance tips over to {'Law' if e['side'] < 0 else 'Chaos'}! The world will end with turn {e['ends']} unless it is set right."
    ),
    clause=("13.4", "12.4"),
)
EVENTS.add("restored", words=lambda e, n: "The Cosmic Balance is restored.", clause=("13.5", "12.5"))
