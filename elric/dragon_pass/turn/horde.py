"""The Barbarian Horde gathers off the board until it is called [62.2], and Ironhoof may be given to Sartar at once [68.1]."""

from __future__ import annotations

from typing import Final, NamedTuple

from elric.dragon_pass.components.board import AROUND, BOARD, DISPUTED, lands
from elric.dragon_pass.components.board import SARTAR as HOME
from elric.dragon_pass.components.notation import VERBS
from elric.dragon_pass.components.units import LUNAR, SARTAR, corps
from elric.dragon_pass.position import powers, telling
from elric.dragon_pass.position.events import EVENTS
from elric.dragon_pass.position.notes import NOTES, Ally, forget, note_instead, noted, remember, set_note, the_note
from elric.dragon_pass.position.rulers import leader
from elric.dragon_pass.position.state import COMING, DEAD, MOVEMENT, OUT, State
from elric.dragon_pass.position.steps import Action, Auto, Context, Frame, Why, frame, no, push
from elric.dragon_pass.turn.reserves import fallen, horse, who_is_awaited
from elric.dragon_pass.turn.reserves import magician as magician_of

TO_SUMMON: Final = VERBS.add("summon", "", "Call the Horde", wished=True)

GATE: Final = BOARD.places["jaldons-hex"].bits | AROUND[BOARD.places["jaldons-hex"].hexes[0]]
MIXED_TURNS: Final = 3  # a magician and a cavalry each; afterwards two cavalry
VALLEY: Final = "B"  # where Ironhoof is at home
IRONHOOFS: Final = corps("Beast's Valley")


@NOTES.one("horde turns")
class HordeTurns(NamedTuple):
    """For how many Moves of Sartar's the Horde has gathered."""

    number: int = 0


@NOTES.many("horde")
class Gathered(NamedTuple):
    """Who of the Horde has come together off the board."""

    unit: int


@NOTES.many("called")
class Called(NamedTuple):
    """Who of the Horde was called, and may still wait for room."""

    unit: int


@NOTES.one("summoned")
class Summoned(NamedTuple):
    """On which Turn the Horde was called."""

    turn: int


def gathered_horde(s: State) -> tuple[int, ...]:
    """Who has come together off the board."""
    return tuple(one.unit for one in noted(s, Gathered))


def of_the_horde(s: State) -> set[int]:
    """Who has come together off the board, or was called from there: nothing else brings them."""
    return {*gathered_horde(s), *(one.unit for one in noted(s, Called))}


def gather(s: State, cx: Context) -> None:
    """At the beginning of Sartar's Move: the next of the Horde have come together, from the dead pile if need be."""
    if not s.scenario.horde or s.player != leader(s, SARTAR):
        return
    if Summoned in s.notes:
        late = tuple(one.unit for one in noted(s, Called) if s.place[one.unit] == COMING)
        if late:
            push(s, frame("muster", s.player, late, GATE))
        return
    turn = the_note(s, HordeTurns).number
    set_note(s, HordeTurns(turn + 1))
    ready = gathered_horde(s)

    others = who_is_awaited(s)  # whom other reinforcements bring

    def next_of(magician: bool) -> tuple[int, ...]:
        kind = magician_of if magician else horse
        waiting = [u for u in s.scenario.horde if s.place[u] == COMING]
        dead = [u for u in fallen(s, s.player) if u not in others]
        return next(((u,) for u in (*waiting, *dead) if u not in ready and kind(u)), ())

    for magician in (True, False) if turn < MIXED_TURNS else (False, False):
        ready += next_of(magician)
    note_instead(s, Gathered, map(Gathered, ready))
    for u in ready:
        if s.place[u] == DEAD:
            s.place[u] = COMING
            s.dead = tuple(v for v in s.dead if v != u)


def offer(s: State) -> list[Action]:
    """The call, where a Horde gathers."""
    return [TO_SUMMON()] if s.scenario.horde else []


def may_summon(s: State, args: tuple[int, ...], why: Why) -> bool:
    """[62.2]"""
    if not s.scenario.horde or s.player != leader(s, SARTAR):
        return no(why, "62.2", "No horde gathers off the board.")
    ok = True
    if Summoned in s.notes:
        ok = no(why, "62.2", "The Horde has been called.")
    if Gathered not in s.notes:
        ok = no(why, "62.2", "Nobody has gathered yet.")
    return ok


def summon(s: State, args: tuple[int, ...], cx: Context) -> None:
    """All who have gathered enter at Jaldon's hex, and nobody gathers any more."""
    ready = gathered_horde(s)
    forget(s, (Gathered,))
    set_note(s, Summoned(s.turn))
    remember(s, *map(Called, ready))
    for u in s.scenario.horde:
        if s.place[u] == COMING and u not in ready:
            s.place[u] = OUT
    cx.tell("summoned", seat=s.player, count=len(ready))
    push(s, frame("muster", s.player, ready, GATE))


class Allied(Auto):
    """Lunar units that begin in disputed land bring Ironhoof to Sartar before the first Turn."""

    name = "allied"

    def run(self, s: State, f: Frame, cx: Context) -> None:
        if s.scenario.disputed and s.at[LUNAR] & lands(DISPUTED):
            for u in IRONHOOFS:
                s.owner[u] = SARTAR
            note_instead(s, Ally, [Ally(0, SARTAR)])  # the first of the peoples (`independents.peoples`)
            push(s, frame("muster", SARTAR, IRONHOOFS, lands(HOME + VALLEY)))


powers.add(TO_SUMMON, powers.Power(may_summon, summon, offer, frozenset({MOVEMENT}), plain=True))
powers.BEFORE_MOVE.append(gather)
ALLIED: Final = Allied()


EVENTS.add(
    "summoned",
    "seat count",
    words=lambda event, names: f"{telling.who(event, names)} calls the Barbarian Horde: {event['count']} units.",
)
