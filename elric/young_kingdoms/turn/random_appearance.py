"""Random Appearance: where Elric comes to light, and when. Sources: Chaosium [12.1.1], [12.1.6], [14.7], [16.4];
Avalon Hill 11.11, 11.16, 14.4.
"""

from __future__ import annotations

from collections.abc import Iterable
from functools import cache
from typing import ClassVar, Final, NamedTuple

from elric.kernel.steps import Check, Frame
from elric.kernel.verdict import Why
from elric.young_kingdoms.artifacts.bonds import controller, elrics_player, friends
from elric.young_kingdoms.components import pieces, spells
from elric.young_kingdoms.components.board import BOARD, LAND
from elric.young_kingdoms.components.notation import Action
from elric.young_kingdoms.components.pieces import BRUT, ELRIC, HERO, KIND, MOONGLUM
from elric.young_kingdoms.legends.elric import greet, lift
from elric.young_kingdoms.magic_phase.played_at_once import turned_up
from elric.young_kingdoms.nations.lone_pieces import TO_APPEAR
from elric.young_kingdoms.position import fields, telling, words
from elric.young_kingdoms.position.context import Context
from elric.young_kingdoms.position.events import EVENTS
from elric.young_kingdoms.position.fixes import choose
from elric.young_kingdoms.position.notes import Away, WithBrut, forget, noted, remember, strike_out
from elric.young_kingdoms.position.state import (
    ASHORE,
    AWAY,
    BOX,
    DISCARD,
    LOST,
    NEUTRAL,
    NOBODY,
    State,
    give,
    own,
    push,
    put,
)
from elric.young_kingdoms.position.steps import Auto, Step


def start_of_game_turn(s: State, cx: Context) -> None:
    """Elric appears somewhere at random when no player's personality stands with him ([12.1.1] / 11.11 A), and comes
    back from the Four-Who-Are-One ([16.4] / 14.4)."""
    if not s.scenario.elric:
        return
    away = noted(s, Away)
    if away:
        friend = away[0].to
        if away[0].turn > s.turn:
            return
        forget(s, {Away})
        if s.place[BRUT] in (BOX, LOST):
            remember(s, WithBrut())
        if not s.rules.four_return_at_random and friend >= 0 and _stands(s, friend):
            arrive(s, s.place[friend], cx, s.aboard[friend])
            return
    at = s.place[ELRIC]
    if at == LOST and not s.rules.elric_returns:
        return
    if at >= BOARD.size or (controller(s) < 0 and elrics_player(s) == NEUTRAL):
        push(s, APPEAR.frame())


def _stands(s: State, u: int) -> bool:
    """Whether a personality can be rejoined: in a player's service, on land or aboard a ship."""
    if s.place[u] >= BOARD.size or s.owner[u] >= NEUTRAL or KIND[u] != HERO:
        return False
    return BOARD.kind[s.place[u]] == LAND or s.aboard[u] != ASHORE


class Appear(Auto):
    """Draw spells until one names a nation; Elric stands in its capital or main city ([12.1] / 11.1, 11.11)."""

    name = "random appearance"

    def run(self, s: State, frame: Frame, cx: Context) -> None:
        lift(s)
        for _ in range(spells.SIZE * 2):
            i = cx.draw(s)
            if i < 0:
                return
            s.spell_at[i] = DISCARD
            cx.tell("omen card", spell=i)
            turned_up(s, i, cx)
            places = capitals_named(i)
            if not places:
                continue
            if len(places) > 1 and s.rules.appearance_choice == "player":
                push(s, WHERE.frame(places))
            else:
                # with two names 1-3 is the first, with three 1-2
                arrive(s, places[(cx.die() - 1) * len(places) // 6] if len(places) > 1 else places[0], cx)
            return


APPEAR: Final = Appear()


@cache
def capitals_named(i: int) -> tuple[int, ...]:
    """The capitals or main cities of the nations a spell names, in its order."""
    return tuple(
        BOARD.main_city(t)
        for t in spells.MUSTERS[i]
        if t in pieces.NATION_INDEX and any(BOARD.city[x] for x in BOARD.home.get(t, ()))
    )


def _check_where(s: State, frame: WhereFrame, args: tuple[int, ...], why: Why) -> bool:
    if args[0] in frame.areas:
        return True
    return why is not None and choose(
        why,
        ("12.1.1", "11.11"),
        f"The spell drawn does not name the nation of {words.area(args[0])}.",
        "appear",
        frame.areas,
    )


class WhereFrame(NamedTuple):
    step: Step
    areas: tuple[int, ...]


class WhereStep(Step):
    """The active player chooses among the nations on the spell (11.11)."""

    name = "appearance"
    public = True
    holds = WhereFrame
    words = (fields.AREAS,)
    verbs: ClassVar[dict[str, Check]] = {"appear": _check_where}

    def candidates(self, s: State, frame: WhereFrame) -> Iterable[Action]:
        return [TO_APPEAR(a) for a in frame.areas]

    def do(self, s: State, frame: Frame, action: Action, cx: Context) -> None:
        s.agenda = s.agenda[:-1]
        arrive(s, action.args[0], cx)


WHERE: Final = WhereStep()


def arrive(s: State, area: int, cx: Context, deck: int = ASHORE) -> None:
    """Elric stands in an area, or on a deck there; a personality who is there already has met him first ([12.1.2] / 11.12)."""
    party = [ELRIC]
    if friends(s) and s.place[MOONGLUM] == AWAY:
        party.append(MOONGLUM)
    if WithBrut in s.notes:
        strike_out(s, WithBrut)
        party.append(BRUT)
    for u in party:
        own(s, u, NOBODY)
        put(s, u, area)
        give(s, u, elrics_player(s))
        s.aboard[u] = deck
        s.band[u] = 0
        s.flags[u] = 0
        s.spent[u] = 0
        cx.tell("appears", unit=u, area=area)
    greet(s, cx)


EVENTS.add("omen card", "spell", words=lambda e, n: f"{telling.spell(e):is|are} turned up to see where Elric appears.")
