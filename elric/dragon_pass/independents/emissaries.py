"""Emissaries [28]: a unit goes to an Independent's home and a die is rolled: odd, they are allies; even, it is lost."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, Final, NamedTuple

from elric.dragon_pass.combat.deaths import called_away, kill, wound
from elric.dragon_pass.combat.factors import DELECTI, ILLUSIONS
from elric.dragon_pass.components.board import AROUND, HEXES
from elric.dragon_pass.components.notation import VERBS
from elric.dragon_pass.components.units import COUNT, IDS, NOBODY, SUPERHEROES, UNITS, units_named
from elric.dragon_pass.independents.peoples import (
    DWARF_PEOPLE,
    GIFTS,
    INDEX,
    MINESHAFT,
    PEOPLES,
    PUPPETEERS,
    ally_of,
    asked_at,
    hears,
    people_at,
)
from elric.dragon_pass.magic.spells import casters, casting_hexes, reach
from elric.dragon_pass.position import powers, telling
from elric.dragon_pass.position.events import EVENTS
from elric.dragon_pass.position.notes import (
    NOTES,
    Ally,
    Caught,
    Risen,
    Stranded,
    note_instead,
    noted,
    remember,
    set_note,
    strike_out,
    the_note,
)
from elric.dragon_pass.position.rulers import is_disputed
from elric.dragon_pass.position.state import COMBAT, DEAD, HELD, OUT, State, enemies, lift, who_musters
from elric.dragon_pass.position.steps import Action, Context, Why, frame, no, push
from elric.kernel.bits import ones

TO_ASK: Final = VERBS.add("ask", "unit", "Let {0} ask for an alliance", wished=True)
TO_HAIL: Final = VERBS.add("hail", "unit people", "Let {0} call to {1} by a spell")

ASK: Final = tuple(TO_ASK(u) for u in range(COUNT))
_MAY_NOT: Final = frozenset(
    u for u, unit in enumerate(UNITS)
    if unit.kind in ("dragon", "giant carrier") or unit.corps == "Dinosaurs" or unit.kind == "zombie"
    or unit.id in ("the-hound", "delecti-the-necromancer")
)  # fmt: skip


@NOTES.one("asks")
class Asked(NamedTuple):
    """Which peoples were asked in a Move [28.3]."""

    move: int = -1
    peoples: tuple[int, ...] = ()


@NOTES.many("dwarf")
class AskedDwarf(NamedTuple):
    """Who has asked the Dwarf [29.1]."""

    unit: int


@NOTES.many("sieges")
class Siege(NamedTuple):
    """Who stands alone in the capital of an enemy's ally, and since the end of which Move [28.9]."""

    people: int
    seat: int
    since: int


def asked_now(s: State) -> tuple[int, ...]:
    """The peoples that this ruler has asked in this Move."""
    asked = the_note(s, Asked)
    return asked.peoples if asked.move == s.moves else ()


def note_asked(s: State, k: int) -> None:
    """A people is asked."""
    set_note(s, Asked(s.moves, (*asked_now(s), k)))


def may_answer(s: State, k: int, why: Why) -> bool:
    """[28.3, 28.5, 28.8, 28.9] Whether a people may become an ally of the player whose Move it is."""
    people, ally = PEOPLES[k], ally_of(s, k)
    ok = True
    if ally == s.player:
        ok = no(why, "28.5", f"{people.name} is your ally already.")
    elif ally >= 0 and not is_besieged(s, k):
        ok = no(why, "28.9", f"{people.name} has an ally, who must first lose its capital to you for a whole Turn.")
    elif ally < 0 and not hears(s, k):
        ok = no(why, "28.8", f"{people.name} hears nobody: it joins the other side of whoever enters its land.")
    if k in asked_now(s):
        ok = no(why, "28.3", f"{people.name} has been asked in this Move.")
    if all(s.place[u] == DEAD for u in people.units):
        ok = no(why, "28.3", f"{people.name} is dead, and nobody is left to ask.", "Ask somebody else.")
    return ok


def delecti_gone(s: State) -> str:
    """Why Delecti can be had by nobody now [43.1]; "" where he can."""
    if "delecti" not in s.scenario.peoples:
        return "Delecti is not in this game."
    if s.owner[DELECTI] != NOBODY:
        return "Delecti has taken a side already."
    return "" if s.place[DELECTI] == OUT else "Delecti is dead."


def may_ask(s: State, args: tuple[int, ...], why: Why) -> bool:
    """[28.1-28.3, 28.9]"""
    u = args[0]
    if not s.of[s.player] >> u & 1:
        return no(why, "28.2", f"{UNITS[u].name} is not yours to send.", "Choose a unit of yours.")
    if u in _MAY_NOT:
        return no(why, "28.2", f"{UNITS[u].name} cannot speak for anybody.", "Send another unit.")
    k = people_at(s, s.place[u])
    if k < 0:
        return no(
            why,
            "28.3",
            f"Nobody is asked for help at {HEXES.names[s.place[u]]}.",
            "March to an Independent's home first.",
        )
    if PEOPLES[k].key == "delecti":
        if gone := delecti_gone(s):
            return no(why, "43.1", gone)
        return no(why, "43.1", "Delecti is not asked: a unit is given to him.", "Give it.", do=(f"give {IDS[u]}",))
    ok = may_answer(s, k, why)
    if s.still >> u & 1:
        ok = no(why, "28.3", f"{UNITS[u].name} is bound, and cannot speak.")
    if s.early >> u & 1:
        ok = no(
            why,
            "7.2",
            f"{UNITS[u].name} has used magic early, and does nothing more in this Turn.",
            "Send another unit.",
        )
    if k == DWARF_PEOPLE and AskedDwarf(u) in noted(s, AskedDwarf):
        ok = no(why, "29.1", "No unit asks the Dwarf twice.", "Send another unit.")
    return ok


def asks(s: State) -> list[Action]:
    """The units that stand where somebody may be asked."""
    return [ASK[u] for key in s.scenario.peoples if key in INDEX for u in _there(s, key)]


def _there(s: State, key: str) -> list[int]:
    home = asked_at(s, INDEX[key])
    return [u for h in ones(home & s.at[s.player]) for u in s.piles[h]]


def roll_for_people(s: State, u: int, k: int, cx: Context) -> int:
    """The die for a people that is asked now, which is noted; 0 where the Puppeteers are not found at all."""
    note_asked(s, k)
    if k == DWARF_PEOPLE:
        remember(s, AskedDwarf(u))
    if k == PUPPETEERS and not found(s, u, cx):
        return 0
    return int(cx.die())


def ask(s: State, args: tuple[int, ...], cx: Context) -> None:
    """The die decides."""
    u = args[0]
    k = people_at(s, s.place[u])
    people = PEOPLES[k]
    s.shown |= 1 << u  # [7.6] everybody is told who asks
    die = roll_for_people(s, u, k, cx)
    if not die:
        return
    granted = die % 2 == 1
    cx.tell("asked", seat=s.player, unit=u, people=people.name, die=die, granted=granted)
    if not granted:
        if SUPERHEROES >> u & 1:
            if people.wounds and wound(s, u, cx):
                kill(s, (u,), cx, "emissary")
        else:
            kill(s, (u,), cx, "emissary")
    elif k == DWARF_PEOPLE and ally_of(s, k) < 0:
        gift(s, cx)
    elif k == PUPPETEERS:
        troupe_joins(s, AROUND[s.place[u]] | 1 << s.place[u])
    else:
        join(s, k)


def troupe_joins(s: State, hexes: int) -> None:
    """[48.8] The Troupe appears at one of these."""
    troupe = PEOPLES[PUPPETEERS].units[0]
    ally(s, PUPPETEERS, s.player)
    leave(s, (troupe, *ones(ILLUSIONS)))  # those out on the board are withdrawn
    for u in (troupe, *ones(ILLUSIONS)):
        s.owner[u] = s.player
    push(s, frame("muster", s.player, PEOPLES[PUPPETEERS].units, hexes))


def leave(s: State, units: tuple[int, ...]) -> None:
    """[28.9] Units leave the board and whom they served; the Sylphs cannot hold them [25.3]."""
    for u in units:
        if s.place[u] >= 0:
            lift(s, (u,), OUT)
            s.shown &= ~(1 << u)  # [7.6] it may have fought in this Move
    kept = {*the_note(s, Caught).units, *(one.unit for one in noted(s, Stranded))}
    called_away(s, tuple(u for u in units if u in kept and s.place[u] == HELD), OUT)
    powers.stir(s)


def found(s: State, u: int, cx: Context) -> bool:
    """[48.8] Odd: the Troupe itself is here, and is asked at once. Even: an Illusion, and nothing is lost."""
    die: int = cx.die()
    cx.tell("sought", seat=s.player, unit=u, die=die)
    return die % 2 == 1


def ally(s: State, k: int, seat: int) -> None:
    """A people is allied with a seat, and with nobody else."""
    strike_out(s, Ally, k)
    remember(s, Ally(k, seat))


def join(s: State, k: int, seat: int = NOBODY) -> None:
    """A people joins a ruler, the one who moves if none is named; from another's side it comes home first [28.9]."""
    seat = s.player if seat == NOBODY else seat
    ally(s, k, seat)
    risen = [one.unit for one in noted(s, Risen)]
    for units, hexes in PEOPLES[k].groups:
        leave(s, units)
        come = tuple(u for u in units if s.place[u] == OUT and comes(s, u) and u not in risen)
        for u in come:
            s.owner[u] = seat
        if come:
            push(s, frame("muster", seat, come, hexes))


def comes(s: State, u: int) -> bool:
    """Whether a unit of a people comes to this game: only those with magic of some kind to the cult war [66.1], and only those without
    to a game of plain armies [64.2]."""
    if s.scenario.basic:
        return UNITS[u].kind == "physical"
    return s.scenario.clause != "66.1" or UNITS[u].kind != "physical"


def wait_for_room(s: State, cx: Context) -> None:
    """At the beginning of a Move: allies who have found no room are put on the board where there is room now."""
    absent = who_musters(s) | {one.unit for one in noted(s, Risen)}
    for friend in noted(s, Ally):
        if friend.seat == s.player:
            for units, hexes in PEOPLES[friend.people].groups:
                late = tuple(u for u in units if s.place[u] == OUT and s.owner[u] == s.player and u not in absent)
                if late and hexes:
                    push(s, frame("muster", s.player, late, hexes))


def gift(s: State, cx: Context) -> None:
    """[29.2] What the Dwarf gives: the one shown, if he still has it."""
    die = cx.die()
    cx.tell("gift", seat=s.player, die=die)
    word = GIFTS.get(die)
    if word is None:
        return
    left = [u for u in units_named(word) if s.place[u] == OUT and s.owner[u] < 0]
    come = left[:1]
    if word == "the-dwarf" and come:
        come += [u for u in units_named("stone-man") if s.place[u] == OUT and s.owner[u] < 0][:1]
        remember(s, Ally(DWARF_PEOPLE, s.player))
    for u in come:
        s.owner[u] = s.player
    if come:
        push(s, frame("muster", s.player, tuple(come), MINESHAFT))


def is_besieged(s: State, k: int) -> bool:
    """[28.9] Whether the ruler who moves has held a people's capital for a whole Turn."""
    held = [siege for siege in noted(s, Siege) if siege.people == k and siege.seat == s.player]
    return any(s.moves - siege.since >= len(s.order) for siege in held)


def watch_capitals(s: State, cx: Context) -> None:
    """At the end of every Move: who alone stands in the capital of an enemy's ally, and since when."""
    allies = noted(s, Ally)
    if not allies:
        return
    before = {(siege.people, siege.seat): siege.since for siege in noted(s, Siege)}
    out = []
    for k, friend in allies:
        home = PEOPLES[k].capital
        for seat in s.order:
            if seat in enemies(s, friend) and s.at[seat] & home and not is_disputed(s, seat, home):
                out.append(Siege(k, seat, before.get((k, seat), s.moves)))
    note_instead(s, Siege, out)


def may_hail(s: State, args: tuple[int, ...], why: Why) -> bool:
    """[66.1] In the cult war a magician asks by a spell that hurts nobody, from as far as he can cast."""
    u, k = args
    if not s.of[s.player] >> u & 1 or u not in casters(s, s.place[u]):
        return no(why, "66.1", f"{UNITS[u].name} has no magic left to call with.", "Choose a magician of yours.")
    people = PEOPLES[k]
    ok = may_answer(s, k, why)
    if s.scenario.clause != "66.1" or people.key not in s.scenario.peoples:
        ok = no(why, "66.1", f"{people.name} is not called by spells in this game.", "Send an emissary.")
    if not asked_at(s, k) & HEXES.disc(s.place[u], reach(s, u)):
        ok = no(why, "8.5", f"{people.name} is out of range of {UNITS[u].name}.", "March nearer.")
    if k == DWARF_PEOPLE and AskedDwarf(u) in noted(s, AskedDwarf):
        ok = no(why, "29.1", "No unit asks the Dwarf twice.", "Call with another.")
    return ok


def hails(s: State) -> list[Action]:
    """The magicians who may call, and whom."""
    if s.scenario.clause != "66.1":
        return []
    able = [u for h in casting_hexes(s, s.player) for u in casters(s, h)]
    return [TO_HAIL(u, INDEX[key]) for u in able for key in s.scenario.peoples if key in INDEX]


def hail(s: State, args: tuple[int, ...], cx: Context) -> None:
    """The die decides; whoever is refused lives [66.1]."""
    u, k = args
    s.cast |= 1 << u
    s.shown |= 1 << u
    die = roll_for_people(s, u, k, cx)
    if not die:
        return
    granted = die % 2 == 1
    cx.tell("hailed", seat=s.player, unit=u, people=PEOPLES[k].name, die=die, granted=granted)
    if granted and k == DWARF_PEOPLE and ally_of(s, k) < 0:
        gift(s, cx)
    elif granted and k == PUPPETEERS:
        troupe_joins(s, asked_at(s, k) & HEXES.disc(s.place[u], reach(s, u)))
    elif granted:
        join(s, k)


def turn_over(s: State, cx: Context) -> None:
    """[66.1] In the cult war an ally whose Temple an enemy has held for a whole Turn goes over to him."""
    if s.scenario.clause != "66.1":
        return
    for siege in noted(s, Siege):
        k, seat = siege.people, siege.seat
        if s.moves - siege.since > len(s.order) and ally_of(s, k) not in (NOBODY, seat):
            cx.tell("turned", seat=seat, people=PEOPLES[k].name)
            join(s, k, seat)


powers.add(TO_HAIL, powers.Power(may_hail, hail, hails, frozenset({COMBAT})))
powers.BEFORE_MOVE.append(turn_over)
powers.BEFORE_MOVE.append(wait_for_room)
powers.add(TO_ASK, powers.Power(may_ask, ask, asks, frozenset({COMBAT})))
powers.AFTER_MOVE.append(watch_capitals)


def _told_asked(event: Mapping[str, Any], names: Mapping[int, str]) -> str:
    answer = "and is heard: they are allies now" if event["granted"] else "and is refused"
    return f"{UNITS[event['unit']].name} asks {event['people']} for help, rolls {event['die']}, {answer}."


def _told_hailed(event: Mapping[str, Any], names: Mapping[int, str]) -> str:
    answer = "and is heard: they are allies now" if event["granted"] else "and is not heard"
    return f"{UNITS[event['unit']].name} calls to {event['people']} by a spell, rolls {event['die']}, {answer}."


def _told_sought(event: Mapping[str, Any], names: Mapping[int, str]) -> str:
    found = "finds the Troupe itself" if event["die"] % 2 else "finds only an Illusion"
    return f"{UNITS[event['unit']].name} looks for the Puppeteers, rolls {event['die']} and {found}."


EVENTS.add("asked", "seat unit people die granted", words=_told_asked)
EVENTS.add("gift", "seat die", words=lambda event, names: f"The Dwarf's luck is a {event['die']}.")
EVENTS.add("hailed", "seat unit people die granted", words=_told_hailed)
EVENTS.add(
    "turned",
    "seat people",
    words=lambda event, names: f"{event['people']} goes over to {telling.who(event, names)}, who holds its Temple.",
)
EVENTS.add("sought", "seat unit die", words=_told_sought)
