"""Elric's voice and the black swords. Sources: Chaosium [12.1.2], [12.1.4], [12.1.5], [13.3], [16.8]; Avalon Hill 11.12,
11.14-11.151, 12.3, 14.8.
"""

from __future__ import annotations

from elric.young_kingdoms.artifacts.black_swords import blades
from elric.young_kingdoms.artifacts.bonds import controller
from elric.young_kingdoms.combat.battle import BattleState, fights
from elric.young_kingdoms.combat.heroic_escape import perish
from elric.young_kingdoms.components import spells
from elric.young_kingdoms.components.board import BOARD
from elric.young_kingdoms.components.pieces import ELRIC, HERO, KIND, MELNIBONEAN, MOURNBLADE
from elric.young_kingdoms.magic import balance
from elric.young_kingdoms.nations.control import check_nations
from elric.young_kingdoms.position import words
from elric.young_kingdoms.position.context import Context
from elric.young_kingdoms.position.events import EVENTS
from elric.young_kingdoms.position.flags import unflag
from elric.young_kingdoms.position.state import ASHORE, NEUTRAL, USED, State, box, push
from elric.young_kingdoms.position.steps import frame_of


def swords_drawn(s: State, battle: BattleState) -> list[tuple[int, int]]:
    """How a battle in which black swords strike pulls the Balance, where using them is enough (12.3)."""
    if s.rules.sword_shift != "using" or battle.area not in (s.place[ELRIC], s.place[MOURNBLADE]):
        return []
    out: list[tuple[int, int]] = []
    for u in {ELRIC, s.aboard[MOURNBLADE]}:
        for side in (0, 1):
            if u in battle.units[side] and KIND[u] == HERO and fights(s, battle, side, u):
                out += [(spells.CHAOS, 1)] * blades(s, u)
    return out


def swords_thirst(s: State, cx: Context) -> None:
    """At the end of a Combat phase in which Elric or Mournblade's bearer fought, the sword may turn on its own
    ([12.1.4], [16.8] / 11.11 B, 11.14, 14.8)."""
    woken = False
    if s.flags[ELRIC] & USED and s.place[ELRIC] < BOARD.size and s.owner[ELRIC] < NEUTRAL:
        victim = controller(s)
        woken = victim >= 0 and _wakes(s, ELRIC, victim, cx)
        if woken:
            slay(s, victim, cx)
    bearer = s.aboard[MOURNBLADE]
    drawn = bearer != ASHORE and blades(s, bearer) > (bearer == ELRIC) and s.flags[bearer] & USED
    if drawn and s.owner[bearer] < NEUTRAL and _wakes(s, bearer, bearer, cx):
        slay(s, bearer, cx)
    if woken:
        push_appearance(s)
    unflag(s, USED)


def _wakes(s: State, u: int, victim: int, cx: Context) -> bool:
    roll = cx.die()
    cx.tell("sword", unit=u, roll=roll, victim=victim if roll >= 5 else -1)
    return roll >= 5


def push_appearance(s: State) -> None:
    """Elric comes to light elsewhere, at once, unless Mournblade in his own hand has slain him meanwhile."""
    if s.place[ELRIC] < BOARD.size:
        push(s, frame_of("random appearance"))


def slay(s: State, victim: int, cx: Context) -> None:
    """A black sword takes its own: no escape, and the Balance moves one towards Chaos ([13.3] / 12.3). A slain bearer's
    Mournblade leaves the board with him."""
    cx.tell("slain", unit=victim)
    if s.aboard[MOURNBLADE] == victim:
        box(s, MOURNBLADE)
    perish(s, victim, cx)
    balance.shift(s, ((spells.CHAOS, 1),), cx)
    check_nations(s, cx)


def dreamer(s: State) -> int:
    """Whom a Nightmare strikes down with Mournblade, or ASHORE: whoever uses it, or in the Avalon Hill edition whoever holds
    it ([12.1.5], [16.4] / 11.151, 14.4)."""
    u = s.aboard[MOURNBLADE]
    if u == ASHORE or s.place[MOURNBLADE] >= BOARD.size:
        return ASHORE
    return u if MELNIBONEAN[u] or s.rules.nightmare_strikes == "holder" else ASHORE


def nightmare(s: State, cx: Context) -> None:
    """Elric dreams: on 5 or 6 the swords slay those nearest them ([12.1.5] / 11.15, 11.151)."""
    roll = cx.die()
    cx.tell("nightmare", roll=roll)
    if roll < 5:
        return
    victim = controller(s)
    bearer = dreamer(s)
    if victim >= 0:
        slay(s, victim, cx)
    if bearer not in (ASHORE, victim):
        slay(s, bearer, cx)
    if victim >= 0:
        push_appearance(s)


EVENTS.add(
    "nightmare",
    "roll",
    words=lambda e, n: (
        f"Elric dreams: die {e['roll']}. {'The sword awakes.' if e['roll'] >= 5 else 'The dream passes.'}"
    ),
)
EVENTS.add(
    "sword",
    "unit roll victim",
    words=lambda e, n: (
        f"{words.unit(e['unit'])}'s sword thirsts: die {e['roll']}. {'It takes control.' if e['roll'] >= 5 else 'It is held.'}"
    ),
)
EVENTS.add("slain", "unit", words=lambda e, n: f"The black sword slays {words.unit(e['unit'])}.")
