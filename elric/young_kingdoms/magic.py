"""The Magic phase: laying spells for battles, handing them over, sacrifices. Sources: Chaosium [9.1], [9.2], [13.5];
Avalon Hill 8.1, 8.2, 12.5.
"""

from __future__ import annotations

from collections.abc import Iterable
from typing import ClassVar, Final

from ..kernel.steps import Check, Frame, Step
from ..kernel.verdict import Reason, Why
from . import balance, pieces, spells, words
from .actions import Action
from .battle import pending
from .board import BOARD, SEA
from .context import Context
from .hands import alignments, circles, free_room
from .pieces import CONJURES, ELRIC, HERO, KIND, MAGIC
from .spells import ALIGN, CHAOS, LAW
from .state import (
    CAST,
    CAST_NOW,
    DISCARD,
    HELD_OPEN,
    IN_HAND,
    SACRIFICED,
    State,
    hand,
    hand_size,
    ids,
    own_in,
)

SPELLS_A_BATTLE: Final = 3  # [9.2] / 8.2


_DONE: Final = Action("done")


def cast_here(s: State, a: int, seat: int) -> list[int]:
    """Spells a seat has laid face down for the battle in an area, with maintained ones that count towards the three."""
    return [
        i
        for i, at in enumerate(s.spell_at)
        if at >= CAST and s.owner[(at - CAST) % 1000] == seat and s.place[(at - CAST) % 1000] == a
    ]


def conjurers(s: State, a: int, seat: int) -> list[int]:
    """Personalities who will draw a spell in this battle instead of using one from their hand."""
    return [n[1] for n in s.notes if n[0] == "conjure" and s.owner[n[1]] == seat and s.place[n[1]] == a]


def _battle_area(s: State, u: int) -> int:

    here = s.place[u]
    return here if here in pending(s) else -1


def usable(s: State, u: int, i: int, why: Why) -> bool:
    """Whether this magician may lay this spell for a battle, by the kind of spell ([9.3] / 8.3)."""
    acts = spells.ACTS[i]
    kind = spells.ALIGNMENT_NAMES[i]
    name = words.spell(i)
    if kind == "melnibonean":
        if acts == "barge":
            if why is not None:
                why.append(Reason(("16.6", "14.6"), f"{name} only serves to muster.", "Use it in the Muster phase."))
            return False
        if u in pieces.DRAGONMASTERS:
            return True
        if why is not None:
            why.append(
                Reason(
                    ("12.3", "11.3"),
                    "Only Elric, Dyvim Slorm and Dyvim Tvar can call the Dragons.",
                    "Hand the spell to one of them.",
                    ids(pieces.DRAGONMASTERS),
                )
            )
        return False
    if kind == "special":
        if why is not None:
            why.append(
                Reason(
                    ("16.5", "14.5"),
                    f"{name} is no weapon: it saves its user from being eliminated.",
                    "Keep it for a heroic escape.",
                )
            )
        return False
    if kind == "elric":
        if why is not None:
            why.append(
                Reason(
                    ("9.3.4", "8.34"),
                    "The Horn of Fate is not used in battle.",
                    "Elric blows it once the Balance is tipped.",
                )
            )
        return False
    sea = BOARD.kind[s.place[u]] == SEA
    if spells.EATER[i] and not (spells.EATS_AT_SEA[i] if sea else spells.EATS_ON_LAND[i]):
        if why is not None:
            why.append(
                Reason(
                    ("16.1", "14.1") if not sea else ("16.2", "14.2"),
                    f"{name} works only {'on land' if sea else 'at sea'}.",
                    "Use it in another battle.",
                )
            )
        return False
    return True


def _check_cast(s: State, f: Frame, args: tuple[int, ...], why: Why) -> bool:
    u, i = args
    ok = True
    me = _seat_of(s, f)
    if s.owner[u] != me or s.place[u] >= BOARD.size or s.spell_at[i] != IN_HAND + u:
        if why is not None:
            why.append(
                Reason(
                    ("9.2", "8.2"),
                    f"{words.unit(u)} does not hold that spell.",
                    "Cast a spell from your own magicians' hands.",
                    ids((u,)),
                )
            )
        return False
    if not MAGIC[u]:
        if why is None:
            return False
        ok = False
        why.append(
            Reason(
                ("9.5", "8.5"),
                f"{words.unit(u)} is no magician and holds a spell only to muster with.",
                "Hand it to a magician in the same stack.",
                ids((u,)),
            )
        )
    if _battle_area(s, u) < 0:
        if why is None:
            return False
        ok = False
        why.append(
            Reason(
                ("9.2", "8.2"),
                f"No battle is coming in {words.area(s.place[u])}.",
                "Spells are laid only where a battle is about to be fought.",
                (BOARD.ids[s.place[u]],),
            )
        )
    ok = _fresh(s, u, me, why) and ok
    if not ok and why is None:
        return False
    return usable(s, u, i, why) and ok


def _fresh(s: State, u: int, me: int, why: Why) -> bool:
    ok = True
    if s.flags[u] & CAST_NOW:
        if why is None:
            return False
        ok = False
        why.append(
            Reason(
                ("9.2", "8.2"),
                f"{words.unit(u)} has already cast a spell this turn.",
                "Another magician must cast.",
                ids((u,)),
            )
        )
    if (HELD_OPEN + u) in s.spell_at:
        if why is None:
            return False
        ok = False
        why.append(
            Reason(("13.4A", "12.41"), f"{words.unit(u)} is maintaining a spell and can cast no other.", "", ids((u,)))
        )
    a = s.place[u]
    if len(cast_here(s, a, me)) + len(conjurers(s, a, me)) >= SPELLS_A_BATTLE:
        if why is None:
            return False
        ok = False
        why.append(
            Reason(
                ("9.2", "8.2"),
                "Three spells are already laid for this battle, and no side may use more.",
                "",
                (BOARD.ids[a],),
            )
        )
    return ok


def _check_conjure(s: State, f: Frame, args: tuple[int, ...], why: Why) -> bool:
    (u,) = args
    me = _seat_of(s, f)
    if not CONJURES[u] or s.owner[u] != me or s.place[u] >= BOARD.size:
        if why is not None:
            why.append(
                Reason(
                    ("9.2", "8.22"),
                    f"{words.unit(u)} cannot conjure.",
                    "Only Elric, Yyrkoon and Theleb K'aarna draw a spell in battle.",
                    ids((u,)),
                )
            )
        return False
    if _battle_area(s, u) < 0:
        if why is not None:
            why.append(Reason(("9.2", "8.22"), "A spell is conjured only in a battle.", "", (BOARD.ids[s.place[u]],)))
        return False
    return _fresh(s, u, me, why)


def _check_give(s: State, f: Frame, args: tuple[int, ...], why: Why) -> bool:
    u, v, i = args
    me = _seat_of(s, f)
    ok = True
    if s.spell_at[i] != IN_HAND + u or s.owner[u] != me or s.owner[v] != me or u == v or KIND[v] != HERO:
        if why is not None:
            why.append(
                Reason(
                    ("9.1", "8.1"),
                    "That spell cannot change hands that way.",
                    "Hand a spell from one of your personalities to another.",
                    ids((u, v)),
                )
            )
        return False
    if s.place[u] != s.place[v] or s.place[u] >= BOARD.size or (BOARD.wild[s.place[u]] and s.band[u] != s.band[v]):
        if why is None:
            return False
        ok = False
        why.append(
            Reason(
                ("9.1", "8.1"),
                f"{words.unit(u)} and {words.unit(v)} are not in the same stack.",
                "Bring them together first.",
                ids((u, v)),
            )
        )
    if u == ELRIC and not (
        spells.ALIGNMENT_NAMES[i] != "melnibonean"
        and any(spells.ALIGNMENT_NAMES[j] == "melnibonean" for j in hand(s, v))
        and spells.VALUE[i] == min(spells.VALUE[j] for j in hand(s, u))
    ):
        if why is None:
            return False
        ok = False
        why.append(
            Reason(
                ("12.1.3", "11.13"),
                "Elric parts with a spell only for a Melnibonean one, and then with his weakest.",
                "Offer him a Melnibonean spell.",
                ids((u,)),
            )
        )
    swap = u == ELRIC and ok
    if free_room(s, v) <= 0 and not swap:
        if why is None:
            return False
        ok = False
        why.append(
            Reason(
                ("9.5", "8.5"), f"{words.unit(v)} cannot hold another spell.", "Choose somebody with room.", ids((v,))
            )
        )
    if MAGIC[v] and v != ELRIC and ALIGN[i] in (LAW, CHAOS):
        other = 2 if ALIGN[i] == LAW else 1
        group = next((g for g in circles(s, s.place[v], me) if v in g), [v])
        if alignments(s, group) & other:
            if why is None:
                return False
            ok = False
            why.append(
                Reason(
                    ("9.5", "8.35"),
                    f"{words.spell(i)} is opposed to spells the magicians here hold.",
                    "Law and Chaos do not go together.",
                    ids((v,)),
                )
            )
    if any(n == ("given", i) for n in s.notes):
        if why is None:
            return False
        ok = False
        why.append(
            Reason(
                ("9.1", "8.1"), f"{words.spell(i)} has changed hands once this phase.", "Wait for the next Magic phase."
            )
        )
    return ok


def _check_sacrifice(s: State, f: Frame, args: tuple[int, ...], why: Why) -> bool:
    u, i = args
    me = _seat_of(s, f)
    if s.spell_at[i] != IN_HAND + u or s.owner[u] != me or me != s.player:
        if why is not None:
            why.append(
                Reason(
                    ("13.5A", "12.51"),
                    "Only a spell in the hand of one of your own personalities can be given up, in your own turn.",
                    "",
                    ids((u,)),
                )
            )
        return False
    if not s.tipped or ALIGN[i] not in (spells.NEUTRAL, -s.tipped):
        if why is not None:
            why.append(
                Reason(
                    ("13.5A", "12.51"),
                    "A sacrifice helps only when the Balance is tipped, with Neutral spells or spells of the other side.",
                    "Keep it." if not s.tipped else "Give up a Neutral spell or one of the opposite alignment.",
                )
            )
        return False
    return True


def _check_blow(s: State, f: Frame, args: tuple[int, ...], why: Why) -> bool:
    me = _seat_of(s, f)
    if s.spell_at[spells.HORN] == IN_HAND + ELRIC and s.owner[ELRIC] == me and s.tipped and me == s.player:
        return True
    if why is not None:
        why.append(
            Reason(
                ("16.7", "14.71"),
                "The Horn of Fate sounds only from Elric's lips, and only when the Balance is tipped.",
                "Elric must hold the Horn and the Balance must have gone over the end.",
            )
        )
    return False


def _check_send(s: State, f: Frame, args: tuple[int, ...], why: Why) -> bool:
    from .omens import check_send

    return check_send(s, _seat_of(s, f), args, why)


def _check_done(s: State, f: Frame, args: tuple[int, ...], why: Why) -> bool:
    return True


def _seat_of(s: State, f: Frame) -> int:
    return s.order[(s.order.index(s.player) + int(f[1])) % len(s.order)]


class MagicPhase(Step):
    """Frame: (step, k). The k-th seat from the player whose turn it is lays spells for the coming battles."""

    name = "magic"
    verbs: ClassVar[dict[str, Check]] = {
        "cast": _check_cast,
        "conjure": _check_conjure,
        "give": _check_give,
        "sacrifice": _check_sacrifice,
        "blow": _check_blow,
        "send": _check_send,
        "done": _check_done,
    }

    def seat(self, s: State, f: Frame) -> int:
        return _seat_of(s, f)

    def candidates(self, s: State, f: Frame) -> Iterable[Action]:

        me = _seat_of(s, f)
        areas = pending(s)
        for i, at in enumerate(s.spell_at):
            if IN_HAND <= at < IN_HAND + 256:
                u = at - IN_HAND
                if s.owner[u] != me:
                    continue
                if s.place[u] in areas and MAGIC[u]:
                    yield Action("cast", (u, i))
                if s.tipped and me == s.player:
                    yield Action("sacrifice", (u, i))
                if spells.ACTS[i] == "quaolnargn" and MAGIC[u]:
                    from .omens import targets

                    for v in targets(s, me, u):
                        yield Action("send", (u, v))
                for v in own_in(s, s.place[u], me):
                    if v != u and KIND[v] == HERO:
                        yield Action("give", (u, v, i))
        for u in (ELRIC, pieces.YYRKOON, pieces.THELEB):
            if s.owner[u] == me and s.place[u] in areas:
                yield Action("conjure", (u,))
        if s.tipped:
            yield Action("blow", ())
        yield _DONE

    def do(self, s: State, f: Frame, a: Action, cx: Context) -> None:
        me = _seat_of(s, f)
        verb, args = a
        if verb == "cast":
            u, i = args
            s.spell_at[i] = CAST + u
            s.flags[u] |= CAST_NOW
            cx.tell("cast", unit=u, spell=i, area=s.place[u], to=(me,))
        elif verb == "conjure":
            s.notes = (*s.notes, ("conjure", args[0]))
            s.flags[args[0]] |= CAST_NOW
            cx.tell("conjure", unit=args[0], area=s.place[args[0]])
        elif verb == "give":
            u, v, i = args
            if u == ELRIC:
                j = next(x for x in hand(s, v) if spells.ALIGNMENT_NAMES[x] == "melnibonean")
                s.spell_at[j] = IN_HAND + u
            s.spell_at[i] = IN_HAND + v
            s.notes = (*s.notes, ("given", i))
            cx.tell("given", unit=u, to_unit=v, spell=i, to=(me,))
        elif verb == "sacrifice":
            u, i = args
            s.spell_at[i] = SACRIFICED
            cx.tell("sacrificed", unit=u, spell=i, sum=balance.sacrificed(s), needed=balance.needed(s))
            if balance.sacrificed(s) >= balance.needed(s):
                balance.restore(s, cx)
        elif verb == "blow":
            self._blow(s, cx)
        elif verb == "send":
            from .omens import send

            send(s, me, args, cx)
        else:
            self._next(s, int(f[1]) + 1)

    def _blow(self, s: State, cx: Context) -> None:
        s.horn += 1
        s.spell_at[spells.HORN] = DISCARD
        roll = cx.die()
        ends = roll >= 5 or s.horn >= 3
        cx.tell("horn", roll=roll, ends=ends, count=s.horn)
        if ends:
            from .victory import world_ends

            world_ends(s, cx)
        else:
            balance.restore(s, cx)

    def _next(self, s: State, k: int) -> None:
        s.notes = tuple(n for n in s.notes if n[0] != "given")
        while k < len(s.order):
            if may_use_magic(s, k):
                s.agenda = ((self, k),)
                return
            k += 1
        from .sequence import next_phase

        s.agenda = ()
        next_phase(s)


MAGIC_PHASE: Final = MagicPhase()


def may_use_magic(s: State, k: int) -> bool:
    """Whether a seat is asked at all. Looks only at what everybody can see: who stands where and holds how many spells."""

    seat = s.order[(s.order.index(s.player) + k) % len(s.order)]
    holds = [u for u in pieces.HEROES if s.owner[u] == seat and s.place[u] < BOARD.size and hand_size(s, u)]
    if k == 0 and s.tipped and holds:
        return True
    areas = pending(s)
    if any(s.place[u] in areas for u in holds):
        return True
    if any(s.owner[u] == seat and s.place[u] in areas for u in (ELRIC, pieces.YYRKOON, pieces.THELEB)):
        return True
    if k == 0:
        for u in holds:
            if any(v != u and KIND[v] == HERO for v in own_in(s, s.place[u], seat)):
                return True
    return False
