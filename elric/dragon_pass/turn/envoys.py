"""Before the game [28.6-28.8, 47.1, 69.2]: advanced emissaries, given Independents, and what Old Tarsh chooses; jealous neutrals."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import Any, ClassVar, Final, NamedTuple

from elric.dragon_pass.combat.deaths import wound
from elric.dragon_pass.combat.factors import ANDROGEUS
from elric.dragon_pass.combat.table import A_BACK, A_ELIM, D_BACK, D_ELIM, TRADE, column, is_rolled, odds_words, result
from elric.dragon_pass.components.board import BOARD, DISPUTED, lands
from elric.dragon_pass.components.notation import VERBS, Action
from elric.dragon_pass.components.units import BY_ID, CF, LUNAR, SARTAR, SIDES, SUPERHEROES, TARSH, UNITS, WOUNDERS
from elric.dragon_pass.components.variants import gifts
from elric.dragon_pass.independents.emissaries import _MAY_NOT, gift, join, roll_for_people
from elric.dragon_pass.independents.peoples import (
    DWARF_PEOPLE,
    INDEX,
    LAND_OF,
    PEOPLES,
    PUPPETEERS,
    ally_of,
    asked_ahead,
    not_ahead,
)
from elric.dragon_pass.movement.stranded import ashore
from elric.dragon_pass.position import powers, telling
from elric.dragon_pass.position.events import EVENTS
from elric.dragon_pass.position.notes import (
    Ally,
    BestFriend,
    Envoy,
    TarshCapital,
    noted,
    remember,
    set_note,
    strike_out,
)
from elric.dragon_pass.position.state import DEAD, HELD, OUT, State, lift
from elric.dragon_pass.position.steps import (
    TO_DONE,
    Auto,
    Bare,
    Context,
    Frame,
    Step,
    Why,
    always,
    drop,
    frame,
    no,
    push,
)
from elric.kernel.bits import ones

TO_SEND: Final = VERBS.add("send", "unit people", "Send {0} ahead to {1}", wished=True)
TO_BEFRIEND: Final = VERBS.add("befriend", "unit", "Choose {0} for the Best Friend")
TO_CAPITAL: Final = VERBS.add("capital", "hex", "Take {0} for the capital")

DISPUTED_LAND: Final = lands(DISPUTED)
PER_RULER: Final = 2
CAPITALS: Final = tuple(BOARD.places[place].hexes[0] for place in ("rich-post", "wintertop", "eye-1"))
FRIENDS: Final = (BY_ID["feathered-horse-queen"], BY_ID["inhuman-king"])


def sent(s: State, seat: int) -> list[Envoy]:
    """A ruler's advanced emissaries."""
    return [envoy for envoy in noted(s, Envoy) if envoy.sender == seat]


def may_send(s: State, f: EnvoysFrame, args: tuple[int, ...], why: Why) -> bool:
    """[28.6]"""
    seat = f.seat
    u, k = args
    if not s.of[seat] >> u & 1:
        return no(why, "28.6", f"{UNITS[u].name} is not yours to send.", "Choose a unit of yours.")
    if u in _MAY_NOT:
        return no(why, "28.2", f"{UNITS[u].name} cannot speak for anybody.", "Send another unit.")
    ok = True
    if len(sent(s, seat)) >= PER_RULER:
        ok = no(why, "28.6", "Two emissaries at most go before the game.", "Be done.", do=("done",))
    clause, reason = not_ahead(s, k)
    if clause:
        ok = no(why, clause, reason, "Choose another.")
    if any(envoy.people == k for envoy in sent(s, seat)):
        ok = no(why, "28.3", "Only one emissary goes to each Independent.", "Choose another.")
    return ok


class EnvoysFrame(NamedTuple):
    step: Step
    seat: int


class Envoys(Step):
    """[28.6] Who goes ahead, and to whom: nobody else is told."""

    name = "envoys"
    holds = EnvoysFrame
    asks = "seat"
    verbs: ClassVar = {"done": always, "send": may_send}

    def legal(self, s: State, f: EnvoysFrame) -> list[Action]:
        return [*(a for a in self.candidates(s, f) if a[0] == "send" and may_send(s, f, a[1], None)), TO_DONE()]

    def candidates(self, s: State, x: EnvoysFrame) -> Iterable[Action]:
        keys = [INDEX[key] for key in s.scenario.peoples if key in INDEX]
        return [*(TO_SEND(u, k) for u in ones(s.of[x.seat]) for k in keys), TO_DONE()]

    def do(self, s: State, f: EnvoysFrame, a: Action, cx: Context) -> None:
        if a[0] == "done":
            drop(s)
            return
        u, k = a[1]
        lift(s, (u,), HELD)
        remember(s, Envoy(u, k, f.seat))


def arrive(s: State, cx: Context) -> None:
    """[28.6] In a ruler's first Combat Phase his emissaries ask; a rival there is fought first, and the survivor asks."""
    if s.turn != 1:
        return
    for envoy in sent(s, s.player):
        rivals = [other for other in noted(s, Envoy) if other.people == envoy.people and other.sender != s.player]
        strike_out(s, Envoy, envoy.unit)
        if all(beats_rival(s, envoy.unit, rival, cx) for rival in rivals):
            speak(s, envoy.unit, envoy.people, cx)


def beats_rival(s: State, envoy: int, rival: Envoy, cx: Context) -> bool:
    """Whether an emissary is rid of its rival, on open ground. Who is beaten dies, and a Trade takes both."""
    v = rival.unit
    which = column(CF[envoy], CF[v], s.rules.odds_rounding, s.rules.below_table)
    die = cx.die() if is_rolled(which) else 0
    said = result(which, die)
    cx.tell("rivals", seat=s.player, units=(envoy, v), die=die, odds=odds_words(which), result=said)
    trade = said == TRADE
    if said not in (A_ELIM, A_BACK):
        strike_out(s, Envoy, *rival)
        lose_to_rival(s, rival, envoy, trade, cx)
    if said not in (D_ELIM, D_BACK):
        lose_to_rival(s, Envoy(envoy, rival.people, s.owner[envoy]), v, trade, cx)
        return False
    return True


def lose_to_rival(s: State, envoy: Envoy, by: int, trade: bool, cx: Context) -> None:
    """An emissary has lost to a rival and is dead; a Superhero takes a Wound where one can be struck, and comes to the place with
    nothing to ask [18.5]."""
    u = envoy.unit
    if SUPERHEROES >> u & 1 and not (WOUNDERS >> by & 1 and not trade and wound(s, u, cx)):
        ashore(s, (u,), around_home(envoy.people))
    else:
        lost(s, u)


def around_home(people: int) -> int:
    """The hexes where a people's guests and allies are put, as bits."""
    near = 0
    for _, hexes in PEOPLES[people].groups:
        near |= hexes
    return near or PEOPLES[people].home


def lost(s: State, u: int) -> None:
    """An emissary off the board is dead."""
    s.place[u] = DEAD
    s.dead += (u,)


def speak(s: State, envoy: int, people: int, cx: Context) -> None:
    """The roll of an emissary that has come."""
    near = around_home(people)
    if ally_of(s, people) >= 0:  # [28.5] nobody is asked, and nobody is refused
        ashore(s, (envoy,), near)
        return
    die = roll_for_people(s, envoy, people, cx)  # [28.3, 29.1] he has asked, as anybody who stands there
    if not die:
        ashore(s, (envoy,), near)
        return
    granted = die % 2 == 1
    cx.tell("asked", seat=s.player, unit=envoy, people=PEOPLES[people].name, die=die, granted=granted)
    if granted:
        ashore(s, (envoy,), near)
        if people == DWARF_PEOPLE:
            gift(s, cx)
        elif people == PUPPETEERS:
            remember(s, Ally(people, s.player))
            s.owner[PEOPLES[people].units[0]] = s.player
            push(s, frame("muster", s.player, PEOPLES[people].units, near))
        else:
            join(s, people)
    elif SUPERHEROES >> envoy & 1 and not (PEOPLES[people].wounds and wound(s, envoy, cx)):
        ashore(s, (envoy,), near)
    else:
        lost(s, envoy)


class Given(Auto):
    """[28.7] The Exiles and Ironhoof are given to the side that the table names, before anybody may be sent to them."""

    name = "given"

    def run(self, s: State, f: Frame, cx: Context) -> None:
        for key in gifts(s.scenario, s.rules):
            if ally_of(s, INDEX[key]) < 0:
                join(s, INDEX[key], SIDES.index(s.rules.handicap))


def trespass(s: State, units: tuple[int, ...], cx: Context) -> None:
    """[28.8] With jealous neutrals: who enters a land makes its people join the other side. [68.1] Where the table plays so, Lunar units
    that march into disputed land bring Ironhoof to Sartar, as if they had begun there."""
    if s.place[units[0]] < 0:
        return
    ironhoof, ventured = INDEX["ironhoof"], s.owner[units[0]] == LUNAR and DISPUTED_LAND >> s.place[units[0]] & 1
    if ventured and s.scenario.disputed and s.rules.disputed == "ever" and ally_of(s, ironhoof) < 0:
        cx.tell("jealous", seat=SARTAR, people=PEOPLES[ironhoof].name)
        join(s, ironhoof, SARTAR)
    if s.rules.neutrals != "jealous":
        return
    letter = BOARD.land[s.place[units[0]]]
    for key, land in LAND_OF.items():
        if land == letter and key in s.scenario.peoples and ally_of(s, INDEX[key]) < 0:
            mover = s.owner[units[0]]
            other = s.order[(s.order.index(mover) + 1) % len(s.order)]
            cx.tell("jealous", seat=other, people=PEOPLES[INDEX[key]].name)
            join(s, INDEX[key], other)


class Capital(Step):
    """[69.2] Old Tarsh chooses its capital."""

    name = "capital"
    verbs: ClassVar = {
        "capital": lambda s, f, args, why: args[0] in CAPITALS or no(
            why, "69.2", "Rich Post, Wintertop or the Dragon's Eye is the capital of Old Tarsh."
        )
    }  # fmt: skip

    def seat(self, s: State, f: Bare) -> int:
        return TARSH

    def legal(self, s: State, f: Bare) -> list[Action]:
        return [TO_CAPITAL(h) for h in CAPITALS]

    def candidates(self, s: State, x: Bare) -> Iterable[Action]:
        return self.legal(s, x)

    def do(self, s: State, f: Frame, a: Action, cx: Context) -> None:
        drop(s)
        set_note(s, TarshCapital(BOARD.place_at[a[1][0]].id))
        cx.tell("capital", seat=TARSH, hex=a[1][0])


class Friend(Step):
    """[47.1] Androgeus' Best Friend: the Queen or the King."""

    name = "friend"
    verbs: ClassVar = {
        "befriend": lambda s, f, args, why: args[0] in FRIENDS or no(
            why, "47.1", "The Feathered Horse Queen or the Inhuman King is Androgeus' Best Friend."
        )
    }  # fmt: skip

    def seat(self, s: State, f: Bare) -> int:
        return TARSH

    def legal(self, s: State, f: Bare) -> list[Action]:
        return [TO_BEFRIEND(u) for u in FRIENDS]

    def candidates(self, s: State, x: Bare) -> Iterable[Action]:
        return self.legal(s, x)

    def do(self, s: State, f: Frame, a: Action, cx: Context) -> None:
        drop(s)
        set_note(s, BestFriend(a[1][0]))
        cx.tell("friend", seat=TARSH, unit=a[1][0])


def choices(s: State) -> tuple[Frame, ...]:
    """What rulers choose when the armies stand, before the first Turn."""
    found: list[Frame] = []
    if TARSH in s.scenario.sides:
        found.append(frame("capital"))
        if s.place[ANDROGEUS] != OUT:
            found.append(frame("friend"))
    if s.scenario.exotic and asked_ahead(s):
        found += [frame("envoys", k) for k in s.order]
    return tuple(found)


class Choices(Auto):
    """The rulers are asked what they choose."""

    name = "choices"

    def run(self, s: State, f: Frame, cx: Context) -> None:
        push(s, *choices(s))


powers.BEFORE_COMBAT.append(arrive)
powers.AFTER_STEP.append(trespass)
ENVOYS, CAPITAL, FRIEND, GIVEN, CHOICES = Envoys(), Capital(), Friend(), Given(), Choices()


def _told_rivals(event: Mapping[str, Any], names: Mapping[int, str]) -> str:
    """[28.6] Two emissaries at one home: their odds, the die, and what becomes of each."""
    one, other = (UNITS[u].name for u in event["units"])
    rolled_ = f", the die is a {event['die']}" if event["die"] else ""
    beaten_ = {TRADE: "neither gets through", A_ELIM: f"{one} is beaten", A_BACK: f"{one} is beaten"}
    how = beaten_.get(event["result"], f"{other} is beaten")
    return f"Two emissaries meet: {one} against {other}, odds {event['odds']}{rolled_}: {how}."


EVENTS.add(
    "rivals",
    "seat units die odds result",
    words=_told_rivals,
)
EVENTS.add(
    "jealous",
    "seat people",
    words=lambda event, names: f"Their land has been entered: {event['people']} joins {telling.who(event, names)}.",
)
EVENTS.add(
    "capital",
    "seat hex",
    words=lambda event, names: f"{telling.who(event, names)} takes {BOARD.where(event['hex'])} for its capital.",
)
EVENTS.add(
    "friend", "seat unit", words=lambda event, names: f"{UNITS[event['unit']].name} is the Best Friend of Androgeus."
)
