"""Who commands Elric, and the friend who never leaves him. Sources: Chaosium [12.1.2], [12.1.6], [16.4]; Avalon Hill
11.12-11.122, 11.16, 14.4.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

from elric.kernel.rules import no
from elric.kernel.steps import Frame
from elric.kernel.verdict import Offer, Why
from elric.young_kingdoms.artifacts.bonds import controller, elrics_player, friends, voices
from elric.young_kingdoms.components.board import BOARD, SEA
from elric.young_kingdoms.components.pieces import ARTIFACTS, BRUT, ELRIC, HERO, HERO_BITS, KIND, MAGIC, MOONGLUM, ONE
from elric.young_kingdoms.magic import hands
from elric.young_kingdoms.nations.control import strand
from elric.young_kingdoms.position import telling, words
from elric.young_kingdoms.position.context import Context
from elric.young_kingdoms.position.events import EVENTS
from elric.young_kingdoms.position.fixes import act
from elric.young_kingdoms.position.notes import Away, Friends, MetElric, remember, strike_out
from elric.young_kingdoms.position.state import (
    ASHORE,
    ATTACHED,
    AWAY,
    HALTED,
    NEUTRAL,
    NOBODY,
    STEPPED,
    State,
    give,
    ids,
    own,
    own_in,
    push,
    put,
)
from elric.young_kingdoms.position.steps import Auto


def greet(s: State, cx: Context) -> None:
    """Whoever now shares a place with a masterless Elric wins him; an Elric left alone is nobody's; Moonglum goes to
    his friend ([12.1.2], [12.1.6] / 11.12, 11.16). With his first master Elric draws his spells ([12.1.3] / 11.131)."""
    if s.owner[ELRIC] < NEUTRAL:
        _release(s, cx)
    _win(s, cx)
    meet(s)
    _befriend(s, cx)
    _first_hand(s)


def _win(s: State, cx: Context) -> list[int]:
    """Whoever shares a place with one of the three who serves nobody wins him. Gives who has been won."""
    won = []
    for u in _COMPANY:
        if s.owner[u] == NEUTRAL and s.place[u] < BOARD.size:
            seat = _first_there(s, s.place[u])
            if seat >= 0:
                _follow(s, u, seat, cx)
                won.append(u)
    return won


_COMPANY: Final = (ELRIC, MOONGLUM, BRUT)


def _first_hand(s: State) -> None:
    """Elric draws his spells with his first master ([12.1.3] / 11.131)."""
    if s.owner[ELRIC] < NEUTRAL and s.place[ELRIC] < BOARD.size and MetElric not in s.notes:
        remember(s, MetElric())
        push(s, hands.DRAW.frame(s.owner[ELRIC], ELRIC, MAGIC[ELRIC], True))


class Encounter(Auto):
    """On its way a stack comes to a masterless Elric, or Elric and Moonglum come next to each other, where that is enough
    (`meetings`). Who is won so starts with his own points; Moonglum has the points that Elric has left, and comes along."""

    name = "encounter"

    def run(self, s: State, frame: Frame, cx: Context) -> None:
        for u in _win(s, cx):
            s.spent[u] = 0
            s.flags[u] &= ~(HALTED | STEPPED | ATTACHED)
        if not friends(s):
            meet(s)
            _befriend(s, cx)
            if friends(s):
                s.spent[MOONGLUM] = s.spent[ELRIC]
                s.flags[MOONGLUM] = s.flags[ELRIC] & (HALTED | STEPPED | ATTACHED)
                if ELRIC in s.moving and MOONGLUM not in s.moving:
                    s.moving = (*s.moving, MOONGLUM)
        _first_hand(s)


ENCOUNTER: Final = Encounter()


def on_the_way(s: State) -> None:
    """Call up a meeting in the middle of a move, when there is one ([12.1.2], [12.1.6] / 11.12, 11.16)."""
    if s.rules.meetings != "on-the-way":
        return
    place, owner = s.place, s.owner
    for u in _COMPANY:
        if owner[u] == NEUTRAL and place[u] < BOARD.size and _first_there(s, place[u]) >= 0:
            push(s, ENCOUNTER.frame())
            return
    a, b = place[ELRIC], place[MOONGLUM]
    if a < BOARD.size and b < BOARD.size and (a == b or b in BOARD.touch[a]) and not friends(s):
        push(s, ENCOUNTER.frame())


def _follow(s: State, u: int, seat: int, cx: Context) -> None:
    """One of the three goes with a seat's personalities who stand where he does, aboard their ship at sea."""
    here = s.place[u]
    give(s, u, seat)
    host = [x for x in own_in(s, here, seat) if KIND[x] == HERO and x not in (u, ELRIC, MOONGLUM)]
    s.band[u] = next((s.band[x] for x in host), 0)
    if BOARD.kind[here] == SEA:
        s.aboard[u] = next((s.aboard[x] for x in host if s.aboard[x] != ASHORE), ASHORE)
    cx.tell("follows", unit=u, seat=seat, area=here)


def meet(s: State) -> None:
    """Elric and Moonglum are friends only while both are in the game."""
    if friends(s) and any(s.place[u] >= BOARD.size and s.place[u] != AWAY for u in (ELRIC, MOONGLUM)):
        strike_out(s, Friends)


def _first_there(s: State, here: int) -> int:
    """The seat whose personality stands here: the city's holder before others, then the player whose turn it is."""
    if not s.who[here] & _SEATS:
        return -1
    start = s.order.index(s.player)
    for o in (s.control[here], *s.order[start:], *s.order[:start]):
        if o < NEUTRAL and s.at[here] & s.of[o] & HERO_BITS & ~ONE[MOONGLUM]:
            return int(o)
    return -1


_SEATS: Final = (1 << NEUTRAL) - 1  # the bits of `who` that are seats


def _release(s: State, cx: Context) -> None:
    if s.place[ELRIC] >= BOARD.size or voices(s):
        return
    if elrics_player(s) == s.owner[ELRIC]:
        return
    here = s.place[ELRIC]
    for u in (ELRIC, MOONGLUM) if friends(s) and s.place[MOONGLUM] == here else (ELRIC,):
        give(s, u, NEUTRAL)
        s.aboard[u] = ASHORE
        if BOARD.kind[here] == SEA:
            strand(s, u)
    cx.tell("masterless", unit=ELRIC, area=s.place[ELRIC])


def _befriend(s: State, cx: Context) -> None:
    elric, moonglum = s.place[ELRIC], s.place[MOONGLUM]
    if (
        elric >= BOARD.size
        or moonglum >= BOARD.size
        or not (elric == moonglum or moonglum in BOARD.touch[elric] or friends(s))
    ):
        return
    if BOARD.kind[elric] == SEA and s.aboard[ELRIC] == ASHORE:
        return  # Elric walks the waves, and nobody can follow him there
    news = not friends(s) or elric != moonglum
    if news:
        s.moving = tuple(u for u in s.moving if u != MOONGLUM)
        if not friends(s):
            remember(s, Friends())
        put(s, MOONGLUM, elric)
        cx.tell("friends", unit=MOONGLUM, area=elric)
    s.band[MOONGLUM] = s.band[ELRIC]  # each may have come there by an escape of his own
    if s.owner[MOONGLUM] != s.owner[ELRIC]:
        give(s, MOONGLUM, s.owner[ELRIC])
    s.aboard[MOONGLUM] = s.aboard[ELRIC]


# ---- out of the world -----------------------------------------------------------------------------------------------


def lift(s: State, together: bool = True) -> None:
    """Take Elric off the board and out of anybody's hands, with what he bears, and Moonglum with him."""
    party = (ELRIC, MOONGLUM) if together and friends(s) and s.place[MOONGLUM] < BOARD.size else (ELRIC,)
    for u in party:
        put(s, u, AWAY)
        own(s, u, NOBODY)
        s.aboard[u] = ASHORE
        s.flags[u] = 0
        for x in ARTIFACTS:
            if s.aboard[x] == u:
                put(s, x, AWAY)
                own(s, x, NOBODY)


def call_away(s: State, cx: Context) -> None:
    """The Four-Who-Are-One meet: Elric is out of the world until the next turn ([16.4] / 14.4)."""
    if s.place[ELRIC] >= BOARD.size or (s.rules.four_need_a_player and s.owner[ELRIC] >= NEUTRAL):
        return
    friend = controller(s)
    lift(s, together=bool(s.rules.four_return_at_random))
    remember(s, Away(s.turn + 1, friend))
    cx.tell("four", turn=s.turn + 1)


# ---- never parted ---------------------------------------------------------------------------------------------------


def _together(behind: int, in_hand: int) -> tuple[Offer, ...]:
    """What keeps two together of whom one would go and one would stay."""
    return (
        (f"Let {words.unit(behind)} join.", (act("join", behind),)),
        (f"Set {words.unit(in_hand)} down.", (act("drop", in_hand),)),
        (f"Hold {words.unit(behind)} back as well.", (act("withhold", behind),)),
        "They leave together, or not at all.",
    )


def may_part(s: State, here: int, moving: Sequence[int], why: Why) -> bool:
    """Whether a stack may leave an area as it is, in its move or before a battle: Elric goes with the personality he follows and
    never falls to a weaker one, and Moonglum goes with him ([12.1.2], [12.1.6] / 11.12, 11.16)."""
    seat = s.owner[ELRIC]
    if s.place[ELRIC] != here or not moving or s.owner[moving[0]] != seat:
        return True
    ok = True
    gone = ELRIC in moving
    if friends(s) and s.place[MOONGLUM] == here and gone != (MOONGLUM in moving):
        here_still, in_hand = (MOONGLUM, ELRIC) if gone else (ELRIC, MOONGLUM)
        ok = why is not None and no(
            why,
            ("12.1.6", "11.16"),
            "Elric and Moonglum are never parted.",
            _together(here_still, in_hand),
            ids((ELRIC, MOONGLUM)),
        )
    if elrics_player(s) == seat:
        return ok
    if gone and not voices(s):
        return why is not None and no(
            why,
            ("12.1.2", "11.12"),
            "Elric has nobody to follow here, and goes nowhere.",
            "A personality must come to him first.",
            ids((ELRIC,)),
        )
    if len({u in moving for u in (ELRIC, *voices(s))}) == 1:
        return ok
    c = controller(s)
    if gone == (c in moving):
        return ok
    if not gone and not any(
        KIND[u] == HERO and u not in (ELRIC, MOONGLUM, c) and u not in moving and s.band[u] == s.band[ELRIC]
        for u in own_in(s, here, seat)
    ):
        return ok  # Elric stays behind with nobody to command him, and will go his own way
    return why is not None and no(
        why,
        ("12.1.2", "11.12"),
        f"Elric follows {words.unit(c)}"
        + (", and does not go without that personality." if gone else ", and would not obey a weaker voice."),
        _together(c if gone else ELRIC, ELRIC if gone else c),
        ids((ELRIC, c)),
    )


EVENTS.add(
    "follows", "unit seat area", words=lambda e, n: f"{words.unit(e['unit']):follows|follow} {telling.seat(e, n)}."
)
EVENTS.add("masterless", "unit area", words=lambda e, n: f"{words.unit(e['unit']):has|have} nobody left to follow.")
EVENTS.add("friends", "unit area", words=lambda e, n: f"Moonglum joins Elric {words.inside(e['area'])}.")
EVENTS.add("four", "turn", words=lambda e, n: "Elric is called away by the Four-Who-Are-One.")
