"""The Search phase. Sources: Chaosium [8.0], [9.1]; Avalon Hill 7, 8.11."""

from __future__ import annotations

from collections.abc import Iterable
from typing import ClassVar, Final, NamedTuple

from elric.kernel.bits import ones
from elric.kernel.rules import always, no
from elric.kernel.steps import Check, Frame
from elric.kernel.verdict import Offer, Why
from elric.young_kingdoms.components import pieces
from elric.young_kingdoms.components.areas import WILDS
from elric.young_kingdoms.components.board import BOARD
from elric.young_kingdoms.components.notation import VERBS, Action
from elric.young_kingdoms.components.pieces import ARTIFACT, COUNTER_BITS, FIGHT, KIND
from elric.young_kingdoms.magic import hands
from elric.young_kingdoms.movement.company import TO_LEAD
from elric.young_kingdoms.nations import hordes, solo
from elric.young_kingdoms.position import fields, telling, words
from elric.young_kingdoms.position.context import Context
from elric.young_kingdoms.position.events import EVENTS
from elric.young_kingdoms.position.fixes import NOTHING, act, each, later
from elric.young_kingdoms.position.notes import Searched, Searching, Seeks, noted, remember, unnote
from elric.young_kingdoms.position.seen import AskedView
from elric.young_kingdoms.position.state import HIDDEN, PENDING, State, foes_at, heroes_in, next_phase, own_in, push
from elric.young_kingdoms.position.steps import TO_END, Step
from elric.young_kingdoms.wild import random_attacks
from elric.young_kingdoms.world import terrain as ground

TO_SEARCH: Final = VERBS.add("search", "area sought", "Search {0} for {1}", shown=True, wished=True)
TO_HUNT: Final = VERBS.add("hunt", "area", "Fight the monster {at}")

_CALLED_UP: Final = (random_attacks,)  # only by the names of its steps: loading this room loads it

MAGIC_THERE: Final = 0
FRIENDS: Final = 1
ENEMIES: Final = 2
A_PLACE: Final = 3
SOUGHT: Final = ("magic", "friends", "enemies", "place")


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
    sought = [note.horde for note in noted(s, Seeks) if note.place == BOARD.special[a]]
    return bool(sought) and any(pieces.NATION[u] in sought for u in heroes_in(s, a, s.player))


def _check_search(s: State, frame: Frame, args: tuple[int, ...], why: Why) -> bool:
    area, what = args
    if not _wild(s, area):
        return why is not None and no(
            why,
            ("8.0", "7"),
            f"There is no wilderness {words.inside(area)}, and nothing is hidden there.",
            (("Search in wilderness.", ("search",)), "What is hidden lies in wilderness."),
            (BOARD.ids[area],),
        )
    ok = _may_be_led(s, area, why)
    ok = _lies_there(s, area, what, why) and ok
    ok = (what == A_PLACE or _at_leisure(s, area, why)) and ok
    return (what != ENEMIES or _hides_enemies(s, area, why)) and ok


def _wild(s: State, a: int) -> bool:
    return BOARD.wild[a] or ground.turned_wild(s, a)


def _may_be_led(s: State, area: int, why: Why) -> bool:
    """Whether there is a personality to lead a search in an area, and none has been made."""
    ok = True
    if not heroes_in(s, area, s.player):
        ok = solo.nobody_searches(area, why)
    if Searched(area) in noted(s, Searched):
        ok = why is not None and no(
            why, ("8.0", "7.1"), f"You have searched {words.area(area)} this turn.", _again(s, area), (BOARD.ids[area],)
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


def _lies_there(s: State, area: int, what: int, why: Why) -> bool:
    """Whether what is sought can be in an area at all."""
    me = s.player
    if what == MAGIC_THERE:
        if HIDDEN + area in s.spell_at.there:
            return True
        clause, says, fix = (
            ("8.0", "7"),
            "No spell lies hidden {}.",
            "A face-down spell on the map marks where one lies.",
        )
    elif what == FRIENDS:
        mine = s.at[area] & s.of[me] & COUNTER_BITS
        if mine & mine - 1 and len({s.band[u] for u in ones(mine)}) > 1:
            return True
        clause, says, fix = ("8.0", "7"), "You have no second stack {} to be found.", ""
    elif what == ENEMIES:
        if foes_at(s, area, me):
            return True
        clause, says, fix = ("8.0", "7"), "There is no enemy {}.", ""
    else:
        if seekers(s, area):
            return True
        clause, says, fix = ("11.0", "10.3"), "None of yours is looking for a place {}.", ""
    return why is not None and no(why, clause, says.format(words.inside(area)), fix, (BOARD.ids[area],))


def _at_leisure(s: State, a: int, why: Why) -> bool:
    """Whether somebody there may search for anything but the place his horde must find."""
    heroes = heroes_in(s, a, s.player)
    if hordes.at_leisure(s, heroes, None) or any(hordes.at_leisure(s, (u,), None) for u in heroes):
        return True
    return hordes.refusal(s, heroes[0], why)


def _hides_enemies(s: State, area: int, why: Why) -> bool:
    """Whether enemies in an area have to be searched for."""
    if ground.wild_for(s, area):
        return True
    return why is not None and no(
        why,
        ("7.3", "6.331"),
        "In this sea no enemy has to be found: ships that mean to fight sail at each other in the Movement phase.",
        (
            ("Attack in your next Movement phase.", later("movement", *each("lead", heroes_in(s, area, s.player)))),
            NOTHING,
        ),
        (BOARD.ids[area],),
    )


_SEARCH: Final = TO_SEARCH.of


class SearchPhase(Step):
    """Personalities in wilderness may search: for magic, friends, enemies, or the place a horde must find ([8.0], [9.1] /
    7, 7 A-C, 8.11)."""

    name = "search"
    idle = "nothing to search for"
    verbs: ClassVar[dict[str, Check]] = {"search": _check_search, "hunt": solo.check_hunt, "end": always}

    def asked(self, s: State, frame: Frame, own: bool) -> AskedView:
        found = [a for a in self.legal(s, frame) if a.verb == "search"] if own else []
        return {"needs": {str(a): chance_needed(s, a.args[0], a.args[1]) for a in found}} if own else {}

    def legal(self, s: State, frame: Frame) -> list[Action]:
        out: list[Action] = []
        mine = s.stands[s.player]
        # a tipped world has more wilderness than the board shows
        wild = [a for a in ones(mine) if _wild(s, a)] if s.tipped else ones(mine & WILDS)
        grounds = [a for a in wild if _may_be_led(s, a, None)]
        seeking = bool(grounds and noted(s, Seeks))
        for a in grounds:
            if not seeking or _at_leisure(s, a, None):
                out += [_SEARCH((a, x)) for x in (MAGIC_THERE, FRIENDS) if _lies_there(s, a, x, None)]
                if _lies_there(s, a, ENEMIES, None) and _hides_enemies(s, a, None):
                    out.append(_SEARCH((a, ENEMIES)))
            if seeking and _lies_there(s, a, A_PLACE, None):
                out.append(_SEARCH((a, A_PLACE)))
        if s.scenario.solo:
            out += [TO_HUNT(a) for a in solo.lairs(s) if solo.check_hunt(s, frame, (a,), None)]
        out.append(TO_END())
        return out

    def do(self, s: State, frame: Frame, action: Action, cx: Context) -> None:
        if action.verb == "end":
            s.agenda = ()
            next_phase(s)
            return
        if action.verb == "hunt":
            solo.hunt(s, action.args[0], cx)
            return
        area, what = action.args
        leads = leaders(s, area)
        if what in (MAGIC_THERE, ENEMIES) and len(leads) > 1:
            push(s, SEEKERS.frame(area, what, leads))
        else:
            seek(s, area, what, leads[0], cx)


SEARCH_PHASE: Final = SearchPhase()


def leaders(s: State, a: int) -> tuple[int, ...]:
    """Who could lead a search in an area: the strongest of each of the active player's stacks there."""
    best: dict[int, int] = {}
    for u in sorted(heroes_in(s, a, s.player), key=lambda u: (-FIGHT[u], u)):
        best.setdefault(s.band[u] if BOARD.wild[a] else 0, u)
    return tuple(best.values())


def _check_leader(s: State, frame: SeekersFrame, args: tuple[int, ...], why: Why) -> bool:
    area, leaders = frame.area, frame.leaders
    if args[0] in leaders:
        return True
    return why is not None and no(
        why,
        ("8.0", "7.1"),
        f"{words.unit(args[0]):leads|lead} no stack that could search {words.inside(area)}.",
        f"Choose among {words.listed([words.unit(u) for u in leaders])}.",
        do=each("lead", leaders),
        look=(BOARD.ids[area],),
    )


class SeekersFrame(NamedTuple):
    step: Step
    area: int
    sought: int
    leaders: tuple[int, ...]


class SeekersStep(Step):
    """Several stacks that have not found each other are there: which of them
    searches? What it finds is its own, and what it finds it fights ([8.0] / 7.1, 7.21)."""

    name = "seekers"
    holds = SeekersFrame
    words = (fields.AREA, fields.SOUGHT, fields.PIECES)
    verbs: ClassVar[dict[str, Check]] = {"lead": _check_leader}

    def candidates(self, s: State, frame: SeekersFrame) -> Iterable[Action]:
        return [TO_LEAD(u) for u in frame.leaders]

    def do(self, s: State, frame: SeekersFrame, action: Action, cx: Context) -> None:
        s.agenda = s.agenda[:-1]
        seek(s, frame.area, frame.sought, action.args[0], cx)


SEEKERS: Final = SeekersStep()


def seek(s: State, area: int, what: int, lead: int, cx: Context) -> None:
    """The stack of a personality searches an area: the die falls, and what is found is found ([8.0] / 7.2, 7.21)."""
    need = chance_needed(s, area, what)
    roll = cx.die()
    ok = roll >= need
    remember(s, Searched(area))
    cx.tell("search", area=area, what=what, roll=roll, need=need, ok=ok)
    s.tries = tuple(t for t in s.tries if t[3] >= s.turn - 1 and not (t[0] == s.player and t[1] == area))
    if not ok:
        s.tries = (*s.tries, (s.player, area, what, s.turn))
        return
    if BOARD.wild[area] and any(s.band[u] != s.band[lead] for u in own_in(s, area, s.player) if KIND[u] != ARTIFACT):
        remember(s, Searching(area, s.band[lead]))
    if what == MAGIC_THERE:
        for i in hidden_here(s, area):
            if s.scenario.solo:
                solo.confront(s, i, area, solo.seekers(s, area, lead), cx)
                continue
            s.spell_at[i] = PENDING
            hands.found(s, i, s.player, area, cx)
    elif what == FRIENDS:
        mine = own_in(s, area, s.player)
        for u in mine:
            s.band[u] = s.band[lead]
        hands.settle_alignment(s, area, s.player)
    elif what == ENEMIES:
        s.found |= 1 << area
    else:
        for note in noted(s, Seeks):
            place = note.place
            if place == BOARD.special[area]:
                unnote(s, note)


def can_search(s: State) -> bool:
    """Whether the active player has anything to search for."""
    return SEARCH_PHASE.legal(s, SEARCH_PHASE.frame()) != [TO_END()]


__all__ = [n for n in globals() if not n.startswith("_") and n not in ("STRAITS", "LAND")]


def _search(e: telling.Event, names: telling.Names) -> str:
    what = ("hidden magic", "friends", "the enemy", "the place")[e["what"]]
    return (
        f"A search for {what} {words.inside(e['area'])}: die {e['roll']}, {telling.at_least(e['need'])} was needed. "
        f"{'Found!' if e['ok'] else 'Nothing.'}"
    )


EVENTS.add("search", "area what roll need ok", words=_search, clause=("8.0", "7"))
