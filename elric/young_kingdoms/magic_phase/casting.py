"""What may be laid for a battle, by whom and where. Sources: Chaosium [9.2], [9.3]; Avalon Hill 8.2, 8.3."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Final

from elric.kernel.bits import ones
from elric.kernel.rules import no
from elric.kernel.verdict import Why
from elric.young_kingdoms.combat.battle import SPELLS_A_BATTLE as SPELLS_A_BATTLE
from elric.young_kingdoms.combat.battle import awaits, in_party, may, opponent, prospect, stands_aside
from elric.young_kingdoms.combat.ports import may_sally
from elric.young_kingdoms.components import pieces, spells
from elric.young_kingdoms.components.board import BOARD, SEA
from elric.young_kingdoms.components.notation import VERBS
from elric.young_kingdoms.components.pieces import CONJURES, MAGIC, MAGICIAN_BITS
from elric.young_kingdoms.nations import hordes
from elric.young_kingdoms.position import words
from elric.young_kingdoms.position.fixes import NOTHING, act
from elric.young_kingdoms.position.notes import Conjures, noted
from elric.young_kingdoms.position.state import CAST, CAST_NOW, HELD_OPEN, IN_HAND, State, ids

TO_CONJURE: Final = VERBS.add("conjure", "piece", "Let {0} conjure", wished=True)


def cast_here(s: State, a: int, seat: int) -> list[int]:
    """Spells a seat has laid face down for the battle in an area, with maintained ones that count towards the three."""
    if max(s.spell_at.there) < CAST:
        return []
    laid = 0
    for at, these in s.spell_at.there.items():
        if at >= CAST:
            u = (at - CAST) % 1000
            if s.owner[u] == seat and s.place[u] == a and in_party(s, u):
                laid |= these
    return list(ones(laid))


def in_use(s: State, i: int) -> bool:
    """Whether somebody has flown by a spell that is not spent yet ([7.4.2] / 6.42)."""
    return bool(s.flights) and any(j == i for j, _, _ in s.flights)


def conjurers(s: State, a: int, seat: int) -> list[int]:
    """Personalities who will draw a spell in this battle instead of using one from their hand."""
    return [u for note in noted(s, Conjures) if s.owner[u := note.personality] == seat and s.place[u] == a]


def _faces_battle(s: State, u: int) -> bool:
    """Whether a battle is coming where a personality is, or has just begun with him."""
    b = s.battle
    if b is not None:
        return s.place[u] == b.area and any(u in side for side in b.units)
    return s.place[u] < BOARD.size and may(s, s.place[u]) and in_party(s, u)


def _handed(s: State, u: int, i: int | None, to: Iterable[int]) -> tuple[str, ...]:
    """Handing a spell of `u` (None: any) to some of these who stand in the same place."""
    able = (v for v in to if v != u and s.place[v] == s.place[u] and s.owner[v] == s.owner[u])
    return tuple(act("give", u, v, i) if i is not None else f"give {pieces.IDS[u]} {pieces.IDS[v]}" for v in able)


_KIND_OF: Final = spells.ALIGNMENT_NAMES


def _works_here(s: State, unit: int, spell: int) -> bool:
    """Whether an eater can bite in the battle that comes. One for a port that is attacked from the sea may still become one
    on the water, as its defender will say ([10.9.5])."""
    area = s.place[unit]
    if BOARD.kind[area] == SEA:
        return spells.EATS_AT_SEA[spell]
    return spells.EATS_ON_LAND[spell] or (s.battle is None and may(s, area) and may_sally(s, prospect(s, area)))


# The clause that an eater's own words stand under, by its alignment.
_OF_EATERS: Final = {"law": ("16.1", "14.1"), "chaos": ("16.2", "14.2"), "neutral": ("16.3", "14.3")}


# The kinds of spell that only serve to muster, and the clauses that say so.
_MUSTERS_ONLY: Final = {"barge": ("16.6", "14.6"), "book": ("16.2", "14.2")}


def usable(s: State, unit: int, spell: int, why: Why) -> bool:
    """Whether this magician may lay this spell for a battle, by the kind of spell ([9.3], [9.3.5] / 8.3, 8.35)."""
    acts = spells.ACTS[spell]
    if acts in _MUSTERS_ONLY:
        return why is not None and no(
            why,
            _MUSTERS_ONLY[acts],
            f"{words.spell(spell)} only serves to muster.",
            "It serves in the Muster phase.",
        )
    if _KIND_OF[spell] == "melnibonean" and unit not in pieces.DRAGONMASTERS:
        return why is not None and no(
            why,
            ("12.3", "11.3"),
            "Only Elric, Dyvim Slorm and Dyvim Tvar can call the Dragons.",
            (
                ("Hand the spell to one of them.", _handed(s, unit, spell, pieces.DRAGONMASTERS)),
                "One of them must hold the spell.",
            ),
            ids(pieces.DRAGONMASTERS),
        )
    if acts == "quaolnargn":
        return why is not None and no(
            why,
            ("16.2", "14.2"),
            f"{words.spell(spell):fights no battle; its tamer|fight no battle; their tamer} sends it against one personality.",
            (("Send it against somebody.", (f"send {pieces.IDS[unit]}",)), NOTHING),
        )
    if _KIND_OF[spell] == "special":
        return why is not None and no(
            why,
            ("16.5", "14.5"),
            f"{words.spell(spell):is no weapon: it saves its|are no weapon: they save their} user from being eliminated.",
            "Keep it for a heroic escape.",
        )
    if _KIND_OF[spell] == "elric":
        return no(
            why,
            ("9.3.4", "8.34"),
            "The Horn of Fate is not used in battle.",
            "Elric blows it once the Balance is tipped.",
        )
    if _KIND_OF[spell] != "melnibonean" and in_use(s, spell):
        return why is not None and no(
            why,
            ("16.2", "14.2") if spells.STRENGTH[spell] else ("7.4.2", "6.42"),
            f"{words.spell(spell):has|have} carried somebody through the air, and what flies does not fight.",
            (("Use another spell.", (f"cast {pieces.IDS[unit]}",)), NOTHING),
        )
    if spells.EATER[spell] and _KIND_OF[spell] != "melnibonean" and not _works_here(s, unit, spell):
        return why is not None and no(
            why,
            _OF_EATERS[_KIND_OF[spell]],
            f"{words.spell(spell):works|work} only {'on land' if BOARD.kind[s.place[unit]] == SEA else 'at sea'}.",
            "It serves in a battle elsewhere.",
        )
    return True


def may_cast(s: State, me: int, unit: int, spell: int, why: Why) -> bool:
    """Whether this seat's magician may lay this spell for a battle."""
    if s.owner[unit] != me or s.place[unit] >= BOARD.size or s.spell_at[spell] != IN_HAND + unit:
        return why is not None and no(
            why,
            ("9.2", "8.2"),
            f"{words.unit(unit):does|do} not hold that spell.",
            (("Cast a spell from your own magicians' hands.", ("cast",)), NOTHING),
            ids((unit,)),
        )
    ok = may_lay(s, me, unit, _faces_battle(s, unit), why)
    return usable(s, unit, spell, why) and ok


def may_lay(s: State, me: int, unit: int, fighting: bool, why: Why) -> bool:
    """Whether this seat's magician may lay any spell at all; `fighting`: a battle is coming where he is."""
    ok = True
    if not MAGIC[unit]:
        ok = why is not None and no(
            why,
            ("9.5", "8.5"),
            f"{words.unit(unit):is no magician and holds|are no magicians and hold} a spell only to muster with.",
            (
                ("Hand it to a magician in the same stack.", _handed(s, unit, None, ones(MAGICIAN_BITS))),
                "It takes a magician to cast it.",
            ),
            ids((unit,)),
        )
    if not fighting and s.place[unit] < BOARD.size and not in_party(s, unit):
        ok = why is not None and no(
            why,
            ("8.0", "7.21"),
            f"Those who fight {words.inside(s.place[unit])} have not found {words.unit(unit)}.",
            "A search for friends there finds him.",
            (BOARD.ids[s.place[unit]],),
        )
    elif not fighting:
        ok = why is not None and no(
            why,
            ("9.2", "8.2"),
            f"No battle is coming {words.inside(s.place[unit])}.",
            "Spells are laid only where a battle is about to be fought.",
            (BOARD.ids[s.place[unit]],),
        )
    return _may_cast_now(s, unit, me, fighting, why) and ok


def _stands_aside(s: State, a: int, side: int, u: int) -> bool:
    """Whether this is a Melnibonean who would take no part in the battle here."""
    return pieces.NATION[u] == pieces.MELNIBONE and stands_aside(s.battle or prospect(s, a), side, u)


def is_rested(s: State, unit: int, why: Why) -> bool:
    """Whether a magician has cast nothing yet and keeps nothing up ([9.2], [13.4] A / 8.2, 12.41)."""
    ok = True
    if s.flags[unit] & CAST_NOW:
        ok = why is not None and no(
            why,
            ("9.2", "8.2"),
            f"{words.unit(unit):has|have} already cast a spell this turn.",
            (("Another magician must cast.", ("cast",)), NOTHING),
            ids((unit,)),
        )
    if HELD_OPEN + unit in s.spell_at.there:
        ok = why is not None and no(
            why,
            ("13.4A", "12.41"),
            f"{words.unit(unit):is|are} maintaining a spell and can cast no other.",
            (
                ("Let the maintained spell go first.", (act("release", unit),)),
                "The maintained spell must go first, in the Magic phase.",
            ),
            ids((unit,)),
        )
    return ok


def _may_cast_now(s: State, unit: int, me: int, fighting: bool, why: Why) -> bool:
    # attacked, a horde on its way defends itself with magic too
    ok = me != s.player or hordes.at_leisure(s, (unit,), why)
    ok = is_rested(s, unit, why) and ok
    area = s.place[unit]
    foe = opponent(s, area) if s.battle is None else s.battle.defender
    if fighting and me not in (s.player, foe) and not awaits(s, area, me):
        ok = why is not None and no(
            why,
            ("9.2", "8.2"),
            f"The battle {words.inside(area)} is fought between others.",
            (("Cast in a battle of your own.", ("cast",)), NOTHING),
            (BOARD.ids[area],),
        )
    elif fighting and _stands_aside(s, area, int(me != s.player), unit):
        ok = why is not None and no(
            why,
            ("12.0", "11"),
            f"{words.unit(unit):takes|take} no part: no Melnibonean but Elric fights his own people or attacks Imrryr.",
            (("Let somebody else cast.", ("cast",)), NOTHING),
            ids((unit,)),
        )
    if len(cast_here(s, area, me)) + len(conjurers(s, area, me)) >= SPELLS_A_BATTLE:
        ok = why is not None and no(
            why,
            ("9.2", "8.2"),
            "Three spells are already laid for this battle, and no side may use more.",
            "",
            (BOARD.ids[area],),
        )
    return ok


def may_conjure(s: State, me: int, unit: int, why: Why) -> bool:
    """Whether this seat's conjurer may draw a spell in a battle instead of laying one ([9.2], [12.2] / 8.22, 11.2)."""
    if not CONJURES[unit] or s.owner[unit] != me or s.place[unit] >= BOARD.size:
        return why is not None and no(
            why,
            ("9.2", "8.22"),
            f"{words.unit(unit)} cannot conjure.",
            "Only Elric, Yyrkoon and Theleb K'aarna draw a spell in battle.",
            ids((unit,)),
        )
    if s.battle is not None and unit in s.battle.held:
        return why is not None and no(
            why,
            ("9.2", "8.22"),
            f"{words.unit(unit):is|are} held back, and only who is in the fight conjures.",
            "Another conjurer may draw, or he in another battle.",
            ids((unit,)),
        )
    if not _faces_battle(s, unit):
        return why is not None and no(
            why,
            ("9.2", "8.22"),
            "A spell is conjured only in a battle.",
            "It is chosen when the battle begins, before one is ready.",
            (BOARD.ids[s.place[unit]],),
        )
    return _may_cast_now(s, unit, me, True, why)


def may_discard(s: State, me: int, unit: int, i: int, why: Why) -> bool:
    """Whether a personality may throw a spell away: one that only Melniboneans can use, by somebody who is none (8.33)."""
    ok = True
    if s.spell_at[i] != IN_HAND + unit or s.owner[unit] != me:
        return why is not None and no(
            why, ("9.5", "8.33"), f"{words.unit(unit):does|do} not hold that spell for you.", "", ids((unit,))
        )
    if spells.ALIGNMENT_NAMES[i] != "melnibonean" or pieces.MELNIBONEAN[unit] or not s.rules.melnibonean_discard:
        ok = why is not None and no(
            why,
            ("9.3.3", "8.33"),
            "Nobody throws a spell away at will"
            + (
                ", but for one that only Melniboneans can use."
                if s.rules.melnibonean_discard
                else ", not even one that only Melniboneans can use."
            ),
            "It is kept until it is used, mustered with or handed on.",
            ids((unit,)),
        )
    return ok
