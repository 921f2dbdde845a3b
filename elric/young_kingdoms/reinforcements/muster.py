"""The Muster phase: who may be called, by whom and where. Sources: Chaosium [7.5.2], [10.9.1], [11.0], [14.1], [16.6],
[16.8], [16.9]; Avalon Hill 6.522, 9.913, 10, 13.1, 14.6, 14.8, 14.9.
"""

from __future__ import annotations

from functools import cache
from typing import ClassVar, Final

from elric.kernel.bits import bits
from elric.kernel.rules import always, no
from elric.kernel.steps import Check, Frame
from elric.kernel.verdict import Offer, Why
from elric.young_kingdoms.components import pieces, spells
from elric.young_kingdoms.components.board import BOARD, LAND, SEA
from elric.young_kingdoms.components.notation import VERBS, Action
from elric.young_kingdoms.components.pieces import HERO, KIND, MELNIBONEAN, THELEB, WALKS_SEA
from elric.young_kingdoms.magic import balance, hands
from elric.young_kingdoms.magic.hands import TO_DISCARD
from elric.young_kingdoms.magic_phase.casting import may_discard
from elric.young_kingdoms.nations import hordes
from elric.young_kingdoms.nations.lone_pieces import nearest_seas
from elric.young_kingdoms.position import telling, words
from elric.young_kingdoms.position.context import Context
from elric.young_kingdoms.position.events import EVENTS
from elric.young_kingdoms.position.fixes import NOTHING, act, later, wait
from elric.young_kingdoms.position.notes import Captured, Kept, SpentHorde, Stormed, noted
from elric.young_kingdoms.position.state import (
    ASHORE,
    BOX,
    DISCARD,
    IN_HAND,
    LOST,
    NEUTRAL,
    State,
    hand,
    held_by,
    holders,
    ids,
    next_phase,
)
from elric.young_kingdoms.position.steps import TO_END, Step
from elric.young_kingdoms.reinforcements import mustered, replacement
from elric.young_kingdoms.world.terrain import IMRRYR, STRAITS

TO_MUSTER: Final = VERBS.add("muster", "piece spell call", "{0:musters|muster} {2} with {1}", wished=True)

_PLACES: Final = {
    "flamebringers": ("the Weeping Waste", "10.31"),
    "kelmain-host": ("the wilderness of the southern continent", "10.32"),
    "olab": ("R'lin K'ren A'a", "10.33"),
}


_ANOTHER: Final[Offer] = ("Use another muster.", ("muster",))


def _carry(u: int) -> tuple[Offer, ...]:
    """Whoever holds the spell goes where it can be used."""
    return ("Take the spell there; you can set out in your next Movement phase.", wait(act("lead", u))[1]), NOTHING


def _check_muster(s: State, frame: Frame, args: tuple[int, ...], why: Why) -> bool:
    unit, spell, call = args
    me = s.player
    if s.spell_at[spell] != IN_HAND + unit or s.owner[unit] != me or s.place[unit] >= BOARD.size:
        return why is not None and no(
            why,
            ("11.0", "10"),
            f"{words.unit(unit):does|do} not hold that spell.",
            (("Muster with a spell in a hand of yours.", ("muster",)), "It takes a spell in a hand of yours."),
            ids((unit,)),
        )
    if not hordes.at_leisure(s, (unit,), why):
        return False
    if not 0 <= call < len(_CALLS[spell]):
        return why is not None and no(
            why,
            ("11.0", "10"),
            f"{words.spell(spell):does|do} not call that.",
            (("Choose one of the musters on the spell.", (f"muster {pieces.IDS[unit]} {spells.IDS[spell]}",)), NOTHING),
        )
    return _calls(s, unit, *_CALLS[spell][call], why)


# What each spell calls: a nation or a horde, or else (-1) a piece.
_CALLS: Final = tuple(
    tuple((pieces.NATION_INDEX[x], -1) if x in pieces.NATION_INDEX else (-1, pieces.INDEX[x]) for x in names)
    for names in spells.MUSTERS
)


def _calls(s: State, unit: int, nation: int, called: int, why: Why) -> bool:
    """Whether a personality may call this nation, or else this piece, where he stands."""
    if s.scenario.solo and (nation >= 0 or KIND[called] != HERO):
        return why is not None and no(
            why,
            ("14.1F", "13.1F"),
            "In this scenario spells call personalities, and nobody else.",
            (("Call a personality.", (f"muster {pieces.IDS[unit]}",)), NOTHING),
        )
    if nation < 0:
        return _piece(s, unit, called, why)
    return _horde(s, unit, nation, why) if pieces.NATIONS[nation].horde else _nation(s, unit, nation, why)


def _nation(s: State, unit: int, nation_index: int, why: Why) -> bool:
    me = s.player
    nation = pieces.NATIONS[nation_index]
    owner = s.nation_owner[nation_index]
    if owner == me:
        if replacement.special_useful(s, nation_index, me):
            return True
        return why is not None and no(
            why,
            ("6.0", "5.2"),
            f"{words.nation(nation_index):is yours and has|are yours and have} nothing to bring back.",
            "Keep the spell until it has losses.",
        )
    capital = BOARD.main_city(nation.id)
    look = (BOARD.ids[capital],)
    there = s.place[unit] == capital
    if not there and why is None:
        return False
    if mustered.is_on_its_way(s, nation_index):
        return why is not None and no(
            why,
            ("11.0", "10.12"),
            f"{words.nation(nation_index):has just been mustered and stands|have just been mustered and stand} ready next turn.",
            (_ANOTHER, NOTHING),
            look,
        )
    ok = True
    if not there:
        ok = why is not None and no(
            why,
            ("11.0", "10.1"),
            f"To muster {words.nation(nation_index)}, {words.unit(unit)} must stand {words.inside(capital)}.",
            _carry(unit),
            look,
        )
    holder = s.control[capital]
    if holder != me and (holder < NEUTRAL or owner < NEUTRAL):
        if owner < NEUTRAL:
            ok = why is not None and no(
                why,
                ("11.0", "10.12"),
                f"{words.nation(nation_index):belongs|belong} to another player; you must hold the capital first.",
                f"{words.cap(words.area(capital))} must be taken in battle.",
                look,
            )
        else:
            ok = why is not None and no(
                why,
                ("10.9.1", "9.913"),
                f"Another player's garrison {words.inside(capital)} prevents it.",
                "The garrison must be driven out.",
                look,
            )
    elif holder == me and owner >= NEUTRAL and not _opens_muster(s, capital):
        ok = why is not None and no(
            why,
            ("7.5.2", "6.522"),
            f"{words.area(capital):was|were} taken from a neutral nation, which gives no right to muster it.",
            "Whoever gives the city up may come back in peace.",
            look,
        )
    if there and owner >= NEUTRAL and not s.rules.besieger_musters and Stormed(capital) in noted(s, Stormed):
        ok = why is not None and no(
            why,
            ("11.0", "10.1"),
            f"{words.unit(unit)} stands before {words.area(capital)}, which you have attacked this turn, and not in it.",
            "The city must be left alone for a turn.",
            look,
        )
    return ok


def _opens_muster(s: State, capital: int) -> bool:
    """Whether holding a capital lets its holder muster the nation: taken from an enemy, his own until the nation fell, or
    the edition does not mind ([7.5.2] / 5.31, 6.522)."""
    if s.rules.neutral_capital_opens_muster:
        return True
    return Captured(capital, s.player) in noted(s, Captured) or Kept(capital, s.player) in noted(s, Kept)


@cache
def _called_from(horde: str, here: int) -> bool:
    """Whether a horde comes when it is called in this area ([11.0] / 10.31-10.34)."""
    if horde == "flamebringers":
        return BOARD.special[here] == "flamebringers"
    if horde == "kelmain-host":
        return BOARD.kind[here] == LAND and BOARD.wild[here] and BOARD.continent[here] == "south"
    if horde == "olab":
        return BOARD.special[here] == "olab" or BOARD.ids[here] == "rlin_kren_aa"
    return BOARD.kind[here] == LAND


def _gone_since(s: State, nation: int) -> int:
    """The turn in which a horde was destroyed, or -1."""
    return next((note.turn for note in noted(s, SpentHorde) if note.horde == nation), -1)


def _horde(s: State, unit: int, nation: int, why: Why) -> bool:
    """Whether a personality may call a horde where he stands ([11.0] / 10.3-10.34, 10.6)."""
    ok = True
    if s.nation_owner[nation] < NEUTRAL:
        ok = why is not None and no(
            why, ("11.0", "10.6"), f"{words.nation(nation):is|are} already in play.", (_ANOTHER, NOTHING)
        )
    gone, back = _gone_since(s, nation), bool(s.rules.hordes_come_back)
    if gone >= 0 and (not back or gone >= s.turn):
        ok = why is not None and no(
            why,
            ("11.0", "10.3"),
            f"{words.nation(nation):has|have} been destroyed"
            + (" this turn, and can be called again from the next." if back else " and does not come again."),
            (("Wait until next turn.", later("muster", f"muster {pieces.IDS[unit]}")) if back else _ANOTHER, NOTHING),
        )
    horde = pieces.NATIONS[nation].id
    if not _called_from(horde, s.place[unit]):
        place, clause = _PLACES.get(horde, ("a land province", "10.34"))
        ok = why is not None and no(
            why, ("11.0", clause), f"{words.nation(nation)} must be called in {place}.", _carry(unit)
        )
    return ok


# What may not be called twice: 11.0 / 10.6 speak of nations and personalities; ships and artifacts have clauses of their own.
_IN_PLAY: Final = {
    pieces.BARGE: ("16.6", "10.5"),
    pieces.FREE_FLEET: ("16.8", "14.8"),
    pieces.CHAOS_FLEET: ("16.8", "14.8"),
}


def free_to_call(s: State, called: int, seat: int) -> bool:
    """Whether a personality, ship or artifact can be called: not on the board, or one of those who may be called away from
    where they are: Theleb K'aarna, and, while they serve nobody, the Battle Barge and Melniboneans at home ([11.0] and its
    example, [12.3] / 10.4-10.6, 11.3)."""
    if s.place[called] in (BOX, LOST):
        return True
    if s.place[called] >= BOARD.size:
        return False
    if called == THELEB:
        return s.owner[called] != seat and s.scenario.goal != "duel"
    if called == pieces.BARGE:
        return s.owner[called] == NEUTRAL  # a ship is neither a nation nor a personality
    return (
        bool(s.rules.home_melniboneans)
        and MELNIBONEAN[called]
        and s.owner[called] == NEUTRAL
        and BOARD.special[s.place[called]] == "imrryr"
    )


def _pyaray_hears(s: State) -> bool:
    return balance.dominant(s) == spells.CHAOS and bool(s.tipped or s.balance >= int(s.rules.pyaray_tilt))


def _calls_the_barge(s: State, unit: int) -> bool:
    here = s.place[unit]
    return hands.melnibonean_may(s, unit) and IMRRYR in BOARD.touch[here] and BOARD.kind[here] == SEA


def _piece(s: State, unit: int, called: int, why: Why) -> bool:
    """Whether a personality may call another one, a ship or an artifact where he stands ([11.0] / 10.2, 10.4-10.6)."""
    ok = True
    if not free_to_call(s, called, s.player):
        clause = _IN_PLAY.get(called, ("11.0", "10.6") if KIND[called] == HERO else ("16.8", "10.5"))
        return why is not None and no(
            why, clause, f"{words.unit(called):is|are} already in play.", (_ANOTHER, NOTHING), ids((called,))
        )
    if called == pieces.CHAOS_FLEET:
        return why is not None and no(
            why,
            ("16.8", "14.8"),
            "The Chaos Fleet comes with Pyaray; muster him.",
            "Choose Pyaray on this spell.",
            do=tuple(
                act("muster", unit, spell, call)
                for spell in hand(s, unit)
                for call, (_, who) in enumerate(_CALLS[spell])
                if who == pieces.PYARAY
            ),
        )
    if called == pieces.PYARAY and not _pyaray_hears(s):
        ok = why is not None and no(
            why,
            ("16.9", "14.9"),
            "Pyaray answers only when the Balance leans far enough to Chaos.",
            f"It must lean {words.number(int(s.rules.pyaray_tilt))} or more to Chaos.",
        )
    if called == pieces.PYARAY and s.rules.pyaray_in_straits and s.place[unit] != STRAITS:
        ok = why is not None and no(
            why, ("16.9", "14.9"), "Pyaray is called from the Straits of Chaos.", _carry(unit), (BOARD.ids[STRAITS],)
        )
    if called == pieces.BARGE and not _calls_the_barge(s, unit):
        who = "Melnibonean" if s.rules.melnibonean_spells == "any" else "Melnibonean magician"
        ok = why is not None and no(
            why,
            ("11.0", "10.5"),
            f"The Golden Battle Barge is called by a {who} in a sea beside Melnibone.",
            f"A {who} must hold the spell there.",
            (BOARD.ids[IMRRYR],),
        )
    if (
        KIND[called] == HERO
        and called != pieces.PYARAY
        and BOARD.kind[s.place[unit]] == SEA
        and s.aboard[unit] == ASHORE
        and not WALKS_SEA[called]
    ):
        ok = why is not None and no(
            why,
            ("7.3", "6.3"),
            f"{words.unit(called)} would appear on the open sea without a ship.",
            "The call must be made from land, or from aboard a ship.",
            ids((unit,)),
        )
    if called in (pieces.PYARAY, pieces.FREE_FLEET) and not nearest_seas(s, s.place[unit], s.player):
        ok = why is not None and no(
            why,
            ("16.8", "14.8"),
            f"No sea is open for {words.unit(called)} to appear in.",
            "Some sea must be clear of enemies.",
        )
    return ok


def _check_discard(s: State, frame: Frame, args: tuple[int, ...], why: Why) -> bool:
    return may_discard(s, s.player, args[0], args[1], why)


_MUSTER, _DISCARD = TO_MUSTER.of, TO_DISCARD.of
# The capital in which each nation is mustered, -1 for hordes; and who may be called away from the board (`free_to_call`).
_CALLED_IN: Final = tuple(-1 if n.horde else BOARD.main_city(n.id) for n in pieces.NATIONS)
_CALLED_AWAY: Final = bits((THELEB, pieces.BARGE, *(u for u in range(pieces.SIZE) if MELNIBONEAN[u])))


class MusterPhase(Step):
    """One muster a player-turn ([11.0] / 10.6); what nobody here can use may be thrown away (8.33)."""

    name = "muster"
    secrets = "all"
    verbs: ClassVar[dict[str, Check]] = {"muster": _check_muster, "discard": _check_discard, "end": always}

    def legal(self, s: State, frame: Frame) -> list[Action]:
        out: list[Action] = []
        ready: dict[int, bool] = {}
        me, idle = s.player, s.at[BOX] | s.at[LOST]
        for spell in held_by(s, me):
            u = s.spell_at[spell] - IN_HAND
            if u not in ready:
                ready[u] = s.place[u] < BOARD.size and hordes.at_leisure(s, (u,), None)
            if ready[u]:
                here = s.place[u]
                for k, (n, t) in enumerate(_CALLS[spell]):
                    # nine in ten fall out here: who serves another is called from his capital, and who is in play not at all
                    if n >= 0:
                        if here != _CALLED_IN[n] and s.nation_owner[n] != me and _CALLED_IN[n] >= 0:
                            continue
                    elif not (idle | _CALLED_AWAY) >> t & 1:
                        continue
                    if _calls(s, u, n, t, None):
                        out.append(_MUSTER((u, spell, k)))
            if spells.ALIGNMENT_NAMES[spell] == "melnibonean" and may_discard(s, me, u, spell, None):
                out.append(_DISCARD((u, spell)))
        out.append(TO_END())
        return out

    def do(self, s: State, frame: Frame, action: Action, cx: Context) -> None:
        if action.verb == "discard":
            s.spell_at[action.args[1]] = DISCARD
            cx.tell("discarded", unit=action.args[0], spell=action.args[1])
            return
        s.agenda = ()
        next_phase(s)
        if action.verb == "end":
            return
        u, i, k = action.args
        s.spell_at[i] = DISCARD
        cx.tell("muster", unit=u, spell=i, target=spells.MUSTERS[i][k], area=s.place[u], seat=s.player)
        n, t = _CALLS[i][k]
        if n < 0:
            mustered.call_piece(s, u, t, cx)
        elif pieces.NATIONS[n].horde:
            mustered.call_horde(s, u, n, cx)
        elif s.nation_owner[n] == s.player:
            replacement.special(s, n, s.player, cx)
        else:
            mustered.call_nation(s, n, s.player, cx)


MUSTER_PHASE: Final = MusterPhase()


def begin(s: State) -> bool:
    """Start the phase if anybody holds a spell; looks only at what everybody can see."""
    if not holders(s, s.player):
        return False
    s.agenda = (MUSTER_PHASE.frame(), *s.agenda)
    return True


EVENTS.add(
    "muster",
    "unit spell target area seat",
    words=lambda e, n: f"{words.unit(e['unit']):plays|play} {telling.spell(e)} to muster {words.called(e['target'])}.",
    clause=("11.0", "10.1"),
)
