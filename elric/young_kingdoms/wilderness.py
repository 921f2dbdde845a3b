"""Random attacks and the Search phase. Sources: Chaosium [7.5.5], [7.5.8], [7.6], [8.0]; Avalon Hill 6.55, 6.58, 6.6, 7."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import ClassVar, Final

from ..kernel.bits import ones
from ..kernel.steps import Auto, Check, Frame, Step, frame
from ..kernel.verdict import Reason, Why
from . import balance, ground, hands, hordes, pieces, solo, spells, words
from .actions import Action
from .aftermath import AFTER
from .areas import WILDS
from .battle import MONSTER, Battle
from .board import BOARD, SEA
from .clash import Resolve
from .context import Context
from .escapes import ESCAPES
from .fixes import NOTHING, Offer, act, because, each, later
from .losses import remove
from .notes import noted
from .pieces import ARMY, COUNTER_BITS, FIGHT, FLEET, HERO, KIND
from .state import (
    DISCARD,
    FACE_UP,
    HELD_OPEN,
    HIDDEN,
    IN_HAND,
    PENDING,
    State,
    foes_at,
    heroes_in,
    next_phase,
    own_in,
    push,
)

MAGIC_THERE: Final = 0
FRIENDS: Final = 1
ENEMIES: Final = 2
A_PLACE: Final = 3
SOUGHT: Final = ("magic", "friends", "enemies", "place")


# ---- random attacks -------------------------------------------------------------------------------------------------


def holds_chaos(s: State, units: Iterable[int]) -> bool:
    """Whether anybody in a stack holds Chaos magic, spells kept for muster included ([7.6] / 6.62)."""
    there = s.spell_at.there
    held = 0
    for u in units:
        held |= there.get(IN_HAND + u, 0) | there.get(HELD_OPEN + u, 0)
    return held & hands.OF_CHAOS > 0


class RandomAttack(Auto):
    """Frame: (step, area, seat, pieces). One spell is drawn and shown; Chaos attacks, Law attacks bearers of Chaos
    ([7.6] / 6.61-6.65)."""

    name = "random attack"

    def run(self, s: State, f: Frame, cx: Context) -> None:
        _, a, seat, units = f
        here = [u for u in units if s.place[u] == a and s.owner[u] == seat]
        if not here:
            return
        i = cx.draw(s)
        if i < 0:
            return
        align = spells.ALIGN[i]
        attacks = align == spells.CHAOS or (align == spells.LAW and holds_chaos(s, here))
        cx.tell("random attack", area=a, spell=i, attacks=attacks, units=tuple(here))
        if spells.IMMEDIATE[i]:
            heroes = [u for u in here if KIND[u] == HERO]
            if not heroes:
                s.spell_at[i] = DISCARD
                return
            finder = max(heroes, key=lambda u: (FIGHT[u], -u))
            push(s, frame("omen", i, finder, seat))
            return
        if not attacks:
            s.spell_at[i] = DISCARD
            return
        strike(s, i, a, seat, here, cx)


RANDOM: Final = RandomAttack()


class Strikes(Auto):
    """Frame: (step, spell, area, seat, pieces). What a spell holds falls upon whoever has come upon it."""

    name = "strikes"

    def run(self, s: State, f: Frame, cx: Context) -> None:
        _, i, a, seat, units = f
        strike(s, i, a, seat, units, cx)


STRIKES: Final = Strikes()


def strike(s: State, i: int, a: int, seat: int, here: Sequence[int], cx: Context) -> None:
    """A spell's creature falls upon a stack."""
    if spells.ACTS[i] == "quaolnargn":
        heroes = [u for u in here if KIND[u] == HERO]
        s.spell_at[i] = DISCARD
        if heroes:
            s.spell_at[i] = PENDING
            push(s, frame("omen", i, max(heroes, key=lambda u: (FIGHT[u], -u)), seat))
        return
    s.spell_at[i] = DISCARD
    leave_or_keep(s, i, a, False)
    if spells.ALIGN[i] == spells.CHAOS and any(s.aboard[pieces.CHAOS_SHIELD] == u for u in here):
        cx.tell("shielded", spell=i)
        return
    if spells.EATER[i]:
        if not (spells.EATS_AT_SEA[i] if BOARD.kind[a] == SEA else spells.EATS_ON_LAND[i]):
            return
        prey = [
            u
            for u in here
            if (KIND[u] == ARMY and spells.EATS_ARMIES[i])
            or (KIND[u] == FLEET and spells.EATS_FLEETS[i])
            or KIND[u] == HERO
        ]
        s.battle = Battle(a, MONSTER, seat, ((), tuple(here)), monster=i, loser=0, outer=s.battle)
        cx.tell("eaten", units=tuple(prey))
        remove(s, prey, cx)
        s.moving = tuple(u for u in s.moving if s.place[u] == a)
        push(s, (ESCAPES, 1), (AFTER,))
        return
    if not balance.works(i, -1, cx):
        return
    if not spells.STRENGTH[i]:
        return
    artifacts = tuple(x for x in pieces.ARTIFACTS if s.aboard[x] in here)
    s.battle = Battle(
        a, MONSTER, seat, ((), tuple(here) + tuple(x for x in artifacts if x not in here)), monster=i, outer=s.battle
    )
    push(s, (FALLS_UPON,))


class FallsUpon(Resolve):
    """The dice between a stack and a spell's creature; a creature of Chaos that is not beaten may stay."""

    name = "falls upon"

    def run(self, s: State, f: Frame, cx: Context) -> None:
        super().run(s, f, cx)
        b: Battle = s.battle
        leave_or_keep(s, b.monster, b.area, b.loser == 0)


FALLS_UPON: Final = FallsUpon()


def leave_or_keep(s: State, i: int, a: int, beaten: bool) -> None:
    """With the world tipped to Chaos, a Chaos spell that attacked and was not beaten stays where it is ([13.4] D)."""
    if not s.rules.attack_card_stays or s.tipped != spells.CHAOS or spells.ALIGN[i] != spells.CHAOS:
        return
    s.notes = tuple(n for n in s.notes if n != ("prowls", i))
    s.spell_at[i] = DISCARD if beaten else FACE_UP + a
    if not beaten:
        s.notes = (*s.notes, ("prowls", i))


class Lurks(Auto):
    """Frame: (step, spell, area, seat, pieces). An open spell of the side that rules a tipped world attacks."""

    name = "lurking spell"

    def run(self, s: State, f: Frame, cx: Context) -> None:
        _, i, a, seat, units = f
        here = [u for u in units if s.place[u] == a and s.owner[u] == seat]
        if not here or s.spell_at[i] != FACE_UP + a:
            return
        if spells.ALIGN[i] == spells.LAW:
            there = s.spell_at.there
            if any(there.get(IN_HAND + u, 0) & hands.OF_LAW for u in here):
                return
        cx.tell("lurks", spell=i, area=a)
        strike(s, i, a, seat, here, cx)
        s.spell_at[i] = FACE_UP + a


LURKS: Final = Lurks()


# ---- the Search phase -----------------------------------------------------------------------------------------------


def hidden_here(s: State, a: int) -> list[int]:
    """Spells lying face down in an area."""
    return list(ones(s.spell_at.there.get(HIDDEN + a, 0)))


def chance_needed(s: State, a: int, what: int) -> int:
    """The least die roll that finds it: 5, or 4 after a failed search the turn before ([8.0] / 7.2, 7.3)."""
    for seat, area, sought, turn in s.tries:
        if seat == s.player and area == a and turn == s.turn - 1 and (sought == what or not s.rules.search_same_target):
            return 4
    return 5


def seekers(s: State, a: int) -> bool:
    """Whether a horde led by somebody here must find the place of this area first ([11.0] / 10.31, 10.32)."""
    sought = [n for _, n, place in noted(s, "seek") if place == BOARD.special[a]]
    return bool(sought) and any(pieces.NATION[u] in sought for u in heroes_in(s, a, s.player))


def _check_search(s: State, f: Frame, args: tuple[int, ...], why: Why) -> bool:
    a, what = args
    if not _wild(s, a):
        if why is not None:
            why.append(
                because(
                    ("8.0", "7"),
                    f"There is no wilderness in {words.area(a)}, and nothing is hidden there.",
                    ("Search in wilderness.", ("search",)),
                    "What is hidden lies in wilderness.",
                    look=(BOARD.ids[a],),
                )
            )
        return False
    ok = _led(s, a, why)
    ok = _lies_there(s, a, what, why) and ok
    ok = (what == A_PLACE or _at_leisure(s, a, why)) and ok
    return (what != ENEMIES or _unseen(s, a, why)) and ok


def _wild(s: State, a: int) -> bool:
    return BOARD.wild[a] or ground.turned_wild(s, a)


def _led(s: State, a: int, why: Why) -> bool:
    """Whether there is a personality to lead a search in an area, and none has been made."""
    ok = True
    if not heroes_in(s, a, s.player):
        if why is None:
            return False
        ok = False
        why.append(
            Reason(
                ("8.0", "7.1"),
                f"Searching takes a personality, and none of yours is in {words.area(a)}.",
                "One must be there in the Search phase.",
                (BOARD.ids[a],),
            )
        )
    if ("searched", a) in s.notes:
        if why is None:
            return False
        ok = False
        why.append(
            because(
                ("8.0", "7.1"),
                f"You have searched {words.area(a)} this turn.",
                *_again(s, a),
                look=(BOARD.ids[a],),
            )
        )
    return ok


def _again(s: State, a: int) -> tuple[Offer, ...]:
    """After a search that failed, another one next turn: for the same thing the chance is better."""
    if not heroes_in(s, a, s.player):
        return ()
    failed = [what for seat, area, what, turn in s.tries if (seat, area, turn) == (s.player, a, s.turn)]
    return (
        "Search again next turn; the chance is better then.",
        later("search", *(act("search", a, x) for x in failed)),
    ), NOTHING


def _lies_there(s: State, a: int, what: int, why: Why) -> bool:
    """Whether what is sought can be in an area at all."""
    me = s.player
    if what == MAGIC_THERE:
        if HIDDEN + a in s.spell_at.there:
            return True
        clause, says, fix = (
            ("8.0", "7"),
            "No spell lies hidden in {}.",
            "A face-down spell on the map marks where one lies.",
        )
    elif what == FRIENDS:
        mine = s.at[a] & s.of[me] & COUNTER_BITS
        if mine & mine - 1 and len({s.band[u] for u in ones(mine)}) > 1:
            return True
        clause, says, fix = ("8.0", "7"), "You have no second stack in {} to be found.", ""
    elif what == ENEMIES:
        if foes_at(s, a, me):
            return True
        clause, says, fix = ("8.0", "7"), "There is no enemy in {}.", ""
    else:
        if seekers(s, a):
            return True
        clause, says, fix = ("11.0", "10.3"), "Nobody of yours is looking for a place in {}.", ""
    if why is not None:
        why.append(Reason(clause, says.format(words.area(a)), fix, (BOARD.ids[a],)))
    return False


def _at_leisure(s: State, a: int, why: Why) -> bool:
    """Whether somebody there may search for anything but the place his horde must find."""
    heroes = heroes_in(s, a, s.player)
    if hordes.at_leisure(s, heroes, None) or any(hordes.at_leisure(s, (u,), None) for u in heroes):
        return True
    if why is not None:
        why.append(hordes.refusal(s, heroes[0]))
    return False


def _unseen(s: State, a: int, why: Why) -> bool:
    """Whether enemies in an area have to be searched for."""
    if BOARD.kind[a] != SEA or s.rules.wild_seas:
        return True
    if why is not None:
        why.append(
            because(
                ("7.3", "6.331"),
                "At sea no enemy has to be found: ships that mean to fight sail at each other in the Movement phase.",
                ("Attack in your next Movement phase.", later("movement", *each("lead", heroes_in(s, a, s.player)))),
                NOTHING,
                look=(BOARD.ids[a],),
            )
        )
    return False


_END: Final = Action("end")


def _check_end(s: State, f: Frame, args: tuple[int, ...], why: Why) -> bool:
    return True


class SearchPhase(Step):
    """Personalities in wilderness may search: for magic, friends, enemies, or the place a horde must find ([8.0], [9.1] /
    7, 7 A-C, 8.11)."""

    name = "search"
    verbs: ClassVar[dict[str, Check]] = {"search": _check_search, "hunt": solo.check_hunt, "end": _check_end}

    def legal(self, s: State, f: Frame) -> list[Action]:
        out: list[Action] = []
        mine = s.stands[s.player]
        # a tipped world has more wilderness than the board shows
        wild = [a for a in ones(mine) if _wild(s, a)] if s.tipped else ones(mine & WILDS)
        grounds = [a for a in wild if _led(s, a, None)]
        seeking = bool(grounds and noted(s, "seek"))
        for a in grounds:
            if not seeking or _at_leisure(s, a, None):
                out += [Action("search", (a, x)) for x in (MAGIC_THERE, FRIENDS) if _lies_there(s, a, x, None)]
                if _lies_there(s, a, ENEMIES, None) and _unseen(s, a, None):
                    out.append(Action("search", (a, ENEMIES)))
            if seeking and _lies_there(s, a, A_PLACE, None):
                out.append(Action("search", (a, A_PLACE)))
        if s.scenario.solo:
            out += [Action("hunt", (a,)) for a in solo.lairs(s) if solo.check_hunt(s, f, (a,), None)]
        out.append(_END)
        return out

    def do(self, s: State, f: Frame, a: Action, cx: Context) -> None:
        if a.verb == "end":
            s.agenda = ()
            next_phase(s)
            return
        if a.verb == "hunt":
            solo.hunt(s, a.args[0], cx)
            return
        area, what = a.args
        need = chance_needed(s, area, what)
        roll = cx.die()
        ok = roll >= need
        s.notes = (*s.notes, ("searched", area))
        cx.tell("search", area=area, what=what, roll=roll, need=need, ok=ok)
        s.tries = tuple(t for t in s.tries if t[3] >= s.turn - 1 and not (t[0] == s.player and t[1] == area))
        if not ok:
            s.tries = (*s.tries, (s.player, area, what, s.turn))
            return
        if what == MAGIC_THERE:
            for i in hidden_here(s, area):
                if s.scenario.solo:
                    solo.confront(s, i, area, solo.seekers(s, area), cx)
                    continue
                s.spell_at[i] = PENDING
                hands.found(s, i, s.player, area, cx)
        elif what == FRIENDS:
            mine = own_in(s, area, s.player)
            lead = max((u for u in mine if KIND[u] == HERO), key=lambda u: (FIGHT[u], -u))
            for u in mine:
                s.band[u] = s.band[lead]
            hands.settle_alignment(s, area, s.player)
        elif what == ENEMIES:
            s.found |= 1 << area
        else:
            s.notes = tuple(n for n in s.notes if not (n[0] == "seek" and BOARD.special[area] == n[2]))


SEARCH_PHASE: Final = SearchPhase()


def can_search(s: State) -> bool:
    """Whether the active player has anything to search for."""
    return SEARCH_PHASE.legal(s, (SEARCH_PHASE,)) != [_END]


__all__ = [n for n in globals() if not n.startswith("_") and n not in ("STRAITS", "LAND")]
