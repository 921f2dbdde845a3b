"""A tipped world: spells that are maintained, spells that stay and lie in wait. Sources: Chaosium [13.4] A, B, D; Avalon Hill
12.41-12.42.
"""

from __future__ import annotations

from collections.abc import Iterable
from typing import ClassVar, Final, NamedTuple

from elric.kernel.bits import ones
from elric.kernel.rules import no
from elric.kernel.steps import Check
from elric.kernel.verdict import Why
from elric.young_kingdoms.artifacts.black_swords import sword_value
from elric.young_kingdoms.components import spells
from elric.young_kingdoms.components.board import BOARD
from elric.young_kingdoms.components.notation import VERBS, Action
from elric.young_kingdoms.components.pieces import ARTIFACTS, CHAOS_SHIELD, MAGIC
from elric.young_kingdoms.magic.hands import free_room
from elric.young_kingdoms.position import fields, telling, words
from elric.young_kingdoms.position.context import Context
from elric.young_kingdoms.position.events import EVENTS
from elric.young_kingdoms.position.fixes import NOTHING, act
from elric.young_kingdoms.position.notes import Opened, Prowls, noted, remember, strike_out
from elric.young_kingdoms.position.state import (
    DISCARD,
    FACE_UP,
    HELD_OPEN,
    NEUTRAL,
    PENDING,
    State,
    box,
    drop_hand,
    heroes_in,
    ids,
    push,
)
from elric.young_kingdoms.position.steps import Step

TO_MAINTAIN: Final = VERBS.add("maintain", "piece", "Let {0} keep the spell up")
TO_RELEASE: Final = VERBS.add("release", "piece", "Let {0} let it go")


def linger(s: State, i: int, u: int, a: int) -> None:
    """A spell used by `u` in `a` may be maintained; in a battle it is decided when that is settled."""
    s.spell_at[i] = PENDING
    push(s, LINGER.frame(i, u, a))


def spend(s: State, i: int, u: int, a: int) -> None:
    """What becomes of a spell that `u` has used as magic in `a`: it is discarded, but in a tipped world one of the ruling
    side stays, and a Neutral one may be maintained ([13.4] A, B / 12.41, 12.42)."""
    if s.tipped and spells.ALIGN[i] in (s.tipped, spells.NEUTRAL):
        linger(s, i, u, a)
    else:
        s.spell_at[i] = DISCARD


def can_maintain(s: State, u: int) -> bool:
    """Whether a magician can maintain a spell: on the board, in somebody's service, with no other one maintained, and with room
    for it, which a conjurer who has drawn it over a full hand has not ([9.5], [13.4] A / 8.5, 12.41)."""
    serves = s.place[u] < BOARD.size and s.owner[u] < NEUTRAL and bool(MAGIC[u])
    return serves and HELD_OPEN + u not in s.spell_at.there and free_room(s, u) > 0


def let_go(s: State, spell: int, a: int, fresh: bool = False) -> None:
    """A spell nobody controls: one of the ruling side lies face up where it was cast, any other is discarded. `fresh`: it
    was cast in this turn, and attacks nobody before the next (12.413)."""
    if spells.ALIGN[spell] == s.tipped and a < BOARD.size:
        s.spell_at[spell] = FACE_UP + a
        strike_out(s, Opened, spell)
        strike_out(s, Prowls, spell)
        if fresh:
            remember(s, Opened(spell, s.turn))
    else:
        s.spell_at[spell] = DISCARD


def abandon(s: State, u: int) -> None:
    """Whoever leaves the board lets go of the spell he maintains, where he stood."""
    i = maintained_spell(s, u)
    if i >= 0:
        let_go(s, i, s.place[u])


def forsake(s: State, u: int) -> None:
    """A personality goes back into the box: spells in hand are discarded, what he kept up is let go, and what he bore may
    be mustered again ([11.0] / 10.5)."""
    drop_hand(s, u)
    abandon(s, u)
    set_down(s, u)
    box(s, u)


def set_down(s: State, u: int) -> list[int]:
    """Whoever leaves the board leaves what he bore: it may be mustered again, but in the Chaosium edition the Chaos Shield
    goes only with its whole stack, and passes to the strongest left of it ([16.8], [11.0] / 14.8, 10.5). Which are gone."""
    out = []
    for x in ARTIFACTS:
        if s.aboard[x] != u:
            continue
        heir = _heir(s, u, s.place[x]) if x == CHAOS_SHIELD and s.rules.shield_goes == "stack" else -1
        if heir >= 0:
            s.aboard[x] = heir
        else:
            box(s, x)
            out.append(x)
    return out


def _heir(s: State, u: int, a: int) -> int:
    """The strongest personality left in the stack of somebody who is leaving the board, or -1."""
    if a >= BOARD.size:
        return -1
    rest = [x for x in heroes_in(s, a, s.owner[u]) if x != u and (not BOARD.wild[a] or s.band[x] == s.band[u])]
    return max(rest, key=lambda x: (sword_value(s, x), -x), default=-1)


def _check_maintain(s: State, frame: LingerFrame, args: tuple[int, ...], why: Why) -> bool:
    spell, caster = frame.spell, frame.caster
    if args[0] == caster and can_maintain(s, caster):
        return True
    return why is not None and no(
        why,
        ("13.4A", "12.41"),
        f"{words.unit(args[0])} cannot maintain {words.spell(spell)}.",
        "Only the magician who cast a spell can maintain it, and only one at a time.",
        ids((caster,)),
        (act("maintain", caster), act("release", caster)),
    )


def _check_release(s: State, frame: LingerFrame, args: tuple[int, ...], why: Why) -> bool:
    spell, caster = frame.spell, frame.caster
    if args[0] == caster:
        return True
    return why is not None and no(
        why,
        ("13.4A", "12.41"),
        f"{words.unit(args[0])} did not cast {words.spell(spell)}.",
        f"{words.unit(caster)} did, and may let it go.",
        ids((caster,)),
        (act("release", caster),),
    )


class LingerFrame(NamedTuple):
    step: Step
    spell: int
    caster: int
    area: int


class LingerStep(Step):
    """In a tipped world a caster keeps up one spell, or lets it go."""

    name = "linger"
    holds = LingerFrame
    words = (fields.SPELL, fields.PIECE, fields.AREA)
    verbs: ClassVar[dict[str, Check]] = {"maintain": _check_maintain, "release": _check_release}

    def seat(self, s: State, frame: LingerFrame) -> int:
        return int(s.owner[frame.caster])

    def live(self, s: State, frame: LingerFrame) -> bool:
        if can_maintain(s, frame.caster):
            return True
        let_go(s, frame.spell, frame.area, fresh=True)
        return False

    def candidates(self, s: State, frame: LingerFrame) -> Iterable[Action]:
        return (TO_MAINTAIN(frame.caster), TO_RELEASE(frame.caster))

    def do(self, s: State, frame: LingerFrame, action: Action, cx: Context) -> None:
        s.agenda = s.agenda[:-1]
        i = frame.spell
        if action.verb == "maintain":
            s.spell_at[i] = HELD_OPEN + frame.caster
        else:
            let_go(s, i, frame.area, fresh=True)
        cx.tell(action.verb, unit=frame.caster, spell=i, area=frame.area)


LINGER: Final = LingerStep()


def maintained_spell(s: State, u: int) -> int:
    """The spell a magician maintains, or -1."""
    return s.spell_at.index(HELD_OPEN + u) if HELD_OPEN + u in s.spell_at.there else -1


def kept_up(s: State, units: Iterable[int]) -> list[int]:
    """The spells that some pieces maintain."""
    there = s.spell_at.there
    return [i for u in units for i in ones(there.get(HELD_OPEN + u, 0))] if max(there) >= HELD_OPEN else []


def check_drop(s: State, seat: int, args: tuple[int, ...], why: Why) -> bool:
    """Whether a magician may let go of the spell he maintains ([13.4] B)."""
    (unit,) = args
    if s.owner[unit] == seat and maintained_spell(s, unit) >= 0:
        return True
    return why is not None and no(
        why,
        ("13.4B", "12.42"),
        f"{words.unit(unit):maintains|maintain} no spell of yours.",
        (("Release a spell that one of your magicians maintains.", ("release",)), NOTHING),
        ids((unit,)),
    )


def drop(s: State, u: int, cx: Context) -> None:
    """Let go of a maintained spell where its magician stands."""
    i = maintained_spell(s, u)
    let_go(s, i, s.place[u])
    cx.tell("release", unit=u, spell=i, area=s.place[u])


# ---- lying in wait --------------------------------------------------------------------------------------------------


def prowls(s: State, i: int) -> bool:
    """Whether an open spell attacks by itself. Chaosium: one that came as a random attack and was not beaten ([13.4] D);
    Avalon Hill: every one of the ruling side, from the turn after it was cast (12.413)."""
    if s.rules.chaos_wilds:
        return Prowls(i) in noted(s, Prowls)
    return Opened(i, s.turn) not in noted(s, Opened)


EVENTS.add(
    "maintain", "unit spell area", words=lambda e, n: f"{words.unit(e['unit']):maintains|maintain} {telling.spell(e)}."
)
EVENTS.add(
    "release", "unit spell area", words=lambda e, n: f"{words.unit(e['unit']):lets|let} go of {telling.spell(e)}."
)
