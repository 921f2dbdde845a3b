"""Spells in hand: drawing, holding, handing over, laying for a battle. Sources: Chaosium [9.0]-[9.6], Avalon Hill 8."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import ClassVar, Final

from ..kernel.steps import Auto, Check, Frame, Step
from ..kernel.verdict import Reason, Why
from . import balance, pieces, spells, words
from .actions import Action
from .board import BOARD, SEA
from .context import Context
from .pieces import CONJURES, ELRIC, HERO, KIND, MAGIC, MELNIBONEAN
from .spells import ALIGN, CHAOS, LAW
from .state import (
    CAST,
    CAST_NOW,
    DISCARD,
    FACE_UP,
    HELD_OPEN,
    IN_HAND,
    SACRIFICED,
    State,
    hand,
    hand_size,
    ids,
    own_in,
    push,
)

SPELLS_A_BATTLE: Final = 3  # [9.2] / 8.2
_DONE: Final = Action("done")


# ---- who may hold what ----------------------------------------------------------------------------------------------


def capacity(u: int) -> int:
    """How many spells a personality may hold: its spell capacity, or one for muster only ([9.5] / 8.5)."""
    return MAGIC[u] or (1 if KIND[u] == HERO else 0)


def free_room(s: State, u: int) -> int:
    """How many more spells a personality can hold."""
    open_ = s.spell_at.count(HELD_OPEN + u)
    return capacity(u) - hand_size(s, u) - open_


def _alignments(s: State, units: Iterable[int]) -> int:
    """Bits: 1 when a magician among these holds Law, 2 for Chaos. Elric is outside all this ([12.1.3] / 11.13)."""
    want = {IN_HAND + u for u in units if MAGIC[u] and u != ELRIC}
    if not want:
        return 0
    bits = 0
    align = ALIGN
    for i, at in enumerate(s.spell_at):
        if at in want:
            if align[i] == LAW:
                bits |= 1
            elif align[i] == CHAOS:
                bits |= 2
    return bits


def opposed(s: State, moving: Sequence[int], a: int) -> bool:
    """Whether magicians in a moving stack would meet friends with spells of the opposite alignment ([9.5] / 8.5)."""
    if not s.count[s.player * BOARD.size + a]:
        return False
    mine = _alignments(s, moving)
    if not mine:
        return False
    there = _alignments(s, (u for u in own_in(s, a, s.player) if u not in moving))
    return (mine | there) == 3


def circles(s: State, a: int, seat: int) -> list[list[int]]:
    """The groups of one seat's personalities in an area that alignment binds together."""
    heroes = [u for u in own_in(s, a, seat) if KIND[u] == HERO]
    if s.rules.alignment_reach == "province" or not BOARD.wild[a]:
        return [heroes]
    bands: dict[int, list[int]] = {}
    for u in heroes:
        bands.setdefault(s.band[u], []).append(u)
    return list(bands.values())


def turned_wild(s: State, a: int) -> bool:
    """With the world tipped to Chaos, an open Chaos spell makes its area wilderness (Chaosium [13.4] D)."""
    if s.tipped != CHAOS or not s.rules.chaos_wilds:
        return False
    for i, at in enumerate(s.spell_at):
        if ALIGN[i] == CHAOS and (at == FACE_UP + a or (at >= HELD_OPEN and s.place[at - HELD_OPEN] == a)):
            return True
    return False


# ---- getting spells -------------------------------------------------------------------------------------------------


class DrawSpells(Auto):
    """Frame: (step, seat, personality, how many, first hand?). A personality draws; what must happen at once happens."""

    name = "draw"

    def run(self, s: State, f: Frame, cx: Context) -> None:
        _, seat, u, n, first = f
        if n <= 0 or s.place[u] >= BOARD.size or free_room(s, u) <= 0:
            settle_alignment(s, s.place[u], seat)
            return
        spell = cx.draw(s)
        if spell < 0:
            settle_alignment(s, s.place[u], seat)
            return
        if spells.IMMEDIATE[spell]:
            if first and (s.rules.setup_redraw == "all" or spells.ACTS[spell] == "nightmare"):
                s.spell_at[spell] = 0 if s.rules.setup_redraw == "all" else DISCARD
                cx.tell("redrawn", unit=u, spell=spell)
                push(s, (self, seat, u, n, first))
                return
            push(s, (_omen(), spell, u, seat), (self, seat, u, n - 1, first))
            return
        s.spell_at[spell] = IN_HAND + u
        cx.tell("drew", unit=u, spell=spell, to=(seat,))
        if spells.ACTS[spell] == "quaolnargn" and not first:
            push(s, (_omen(), spell, u, seat), (self, seat, u, n - 1, first))
            return
        push(s, (self, seat, u, n - 1, first))


DRAW: Final = DrawSpells()


def _omen() -> Step:
    from .omens import OMEN

    return OMEN


def settle_alignment(s: State, a: int, seat: int) -> None:
    """Ask for a choice where a seat's magicians in an area now hold both Law and Chaos."""
    if a >= BOARD.size:
        return
    for group in circles(s, a, seat):
        if _alignments(s, group) == 3:
            push(s, (ALIGN_STEP, seat, a, tuple(group)))


def _check_keep(s: State, f: Frame, args: tuple[int, ...], why: Why) -> bool:
    if args and args[0] in (0, 1):
        return True
    if why is not None:
        why.append(
            Reason(("9.5", "8.35"), "Keep either the Law spells or the Chaos spells.", "Say keep law or keep chaos.")
        )
    return False


class AlignStep(Step):
    """Frame: (step, seat, area, magicians). Law and Chaos have met in one stack: one of them must be thrown away."""

    name = "align"
    verbs: ClassVar[dict[str, Check]] = {"keep": _check_keep}

    def seat(self, s: State, f: Frame) -> int:
        return int(f[1])

    def live(self, s: State, f: Frame) -> bool:
        return _alignments(s, f[3]) == 3

    def candidates(self, s: State, f: Frame) -> Iterable[Action]:
        return (Action("keep", (0,)), Action("keep", (1,)))

    def do(self, s: State, f: Frame, a: Action, cx: Context) -> None:
        s.agenda = s.agenda[:-1]
        away = CHAOS if a.args[0] == 0 else LAW
        for u in f[3]:
            if not MAGIC[u] or u == ELRIC:
                continue
            for i in hand(s, u):
                if ALIGN[i] == away:
                    s.spell_at[i] = DISCARD
                    cx.tell("discarded", unit=u, spell=i)


ALIGN_STEP: Final = AlignStep()


def takers(s: State, a: int, seat: int) -> list[int]:
    """Personalities of a seat in an area with room for one more spell."""
    return [u for u in own_in(s, a, seat) if KIND[u] == HERO and free_room(s, u) > 0]


def _check_take(s: State, f: Frame, args: tuple[int, ...], why: Why) -> bool:
    (u,) = args
    if u in takers(s, f[2], f[1]):
        return True
    if why is not None:
        why.append(
            Reason(
                ("9.5", "8.5"),
                f"{words.unit(u)} cannot take another spell.",
                "Choose a personality on the spot with room for one.",
                ids((u,)),
            )
        )
    return False


def _check_leave(s: State, f: Frame, args: tuple[int, ...], why: Why) -> bool:
    return True


class TakeStep(Step):
    """Frame: (step, seat, area, spell). A spell was won here: who takes it, or is it thrown away?"""

    name = "take"
    verbs: ClassVar[dict[str, Check]] = {"take": _check_take, "leave": _check_leave}

    def seat(self, s: State, f: Frame) -> int:
        return int(f[1])

    def live(self, s: State, f: Frame) -> bool:
        if takers(s, f[2], f[1]):
            return True
        s.spell_at[f[3]] = DISCARD
        return False

    def candidates(self, s: State, f: Frame) -> Iterable[Action]:
        for u in takers(s, f[2], f[1]):
            yield Action("take", (u,))
        yield Action("leave")

    def do(self, s: State, f: Frame, a: Action, cx: Context) -> None:
        s.agenda = s.agenda[:-1]
        _, seat, area, spell = f
        if a.verb == "leave":
            s.spell_at[spell] = DISCARD
            cx.tell("discarded", unit=-1, spell=spell)
            return
        u = a.args[0]
        s.spell_at[spell] = IN_HAND + u
        cx.tell("took", unit=u, spell=spell, to=(seat,))
        settle_alignment(s, area, seat)
        if spells.ACTS[spell] == "quaolnargn":
            push(s, (_omen(), spell, u, seat))


TAKE: Final = TakeStep()


class WinSpell(Auto):
    """Frame: (step, seat, area). A capital has fallen: its conqueror draws a spell ([9.1] / 8.12)."""

    name = "win spell"

    def run(self, s: State, f: Frame, cx: Context) -> None:
        _, seat, area = f
        who = [u for u in own_in(s, area, seat) if KIND[u] == HERO]
        if not who:
            return
        spell = cx.draw(s)
        if spell < 0:
            return
        found(s, spell, seat, area, cx)


WIN_SPELL: Final = WinSpell()


def found(s: State, spell: int, seat: int, area: int, cx: Context) -> None:
    """A spell comes to light before a seat's personalities in an area: it acts, or somebody takes it."""
    who = [u for u in own_in(s, area, seat) if KIND[u] == HERO]
    if spells.IMMEDIATE[spell] or (spells.ACTS[spell] == "quaolnargn" and not takers(s, area, seat)):
        finder = max(who, key=lambda u: (pieces.FIGHT[u], -u))
        push(s, (_omen(), spell, finder, seat))
        return
    cx.tell("found", area=area, seat=seat, spell=spell, to=(seat,))
    push(s, (TAKE, seat, area, spell))


# ---- the Magic phase ------------------------------------------------------------------------------------------------


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
    from .combat import pending

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
        if _alignments(s, group) & other:
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
        from .combat import pending

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
    from .combat import pending

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


def melnibonean_may(s: State, u: int) -> bool:
    """Whether a personality may use Melnibonean spells ([9.3.3] / 8.33, 11)."""
    return MELNIBONEAN[u] and (s.rules.melnibonean_spells == "any" or MAGIC[u] > 0)
