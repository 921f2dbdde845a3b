"""Setting a scenario up. Sources: Chaosium [4.0], [14.0]; Avalon Hill 3, 13."""

from __future__ import annotations

from collections.abc import Iterable
from typing import ClassVar, Final, NamedTuple

from elric.kernel.clauses import Ruleset
from elric.kernel.rules import no
from elric.kernel.steps import Check, Frame
from elric.kernel.verdict import Why
from elric.young_kingdoms.components import pieces
from elric.young_kingdoms.components.board import BOARD
from elric.young_kingdoms.components.notation import VERBS, Action
from elric.young_kingdoms.components.pieces import ELRIC
from elric.young_kingdoms.components.scenarios import Scenario
from elric.young_kingdoms.magic import hands
from elric.young_kingdoms.nations import solo
from elric.young_kingdoms.position import fields, telling, words
from elric.young_kingdoms.position.context import Context
from elric.young_kingdoms.position.events import EVENTS
from elric.young_kingdoms.position.notes import MetElric, remember
from elric.young_kingdoms.position.state import HIDDEN, NEUTRAL, State, own, push, put
from elric.young_kingdoms.position.steps import Auto, Step
from elric.young_kingdoms.reinforcements import mustered
from elric.young_kingdoms.turn import random_appearance as appearance
from elric.young_kingdoms.turn.sequence import begin_game_turn, drift

TO_CHOOSE: Final = VERBS.add("choose", "side", "Take side {0}", shown=True, obvious=True)


def new_state(scenario: Scenario, rules: Ruleset) -> State:
    """An empty board with everything still to be set up."""
    s = State(scenario, rules)
    for a in BOARD.lands:
        if BOARD.city[a]:
            s.control[a] = NEUTRAL
    s.agenda = (WHO_BEGINS.frame(),)
    return s


class WhoBegins(Auto):
    """Dice for the first turn ([4.0] E / 3.6, 3.61); then spells are mixed and laid out, the Melniboneans wait at home, and
    nations are taken ([4.0] A, B, D / 3.1, 3.2, 3.5)."""

    name = "who begins"

    def run(self, s: State, frame: Frame, cx: Context) -> None:
        seats = list(range(s.scenario.seats))
        first = 0
        if len(seats) > 1:
            first = self._roll(s, seats, cx)
        s.order = tuple((first + k) % len(seats) for k in seats)
        s.player = first
        places = [
            a
            for a in BOARD.lands
            if BOARD.spell_place[a] == "both" or (BOARD.spell_place[a] and s.rules.spell_place_rlin)
        ]
        if s.scenario.solo:
            solo.lay_out(s, places, cx)
        else:
            for a in places:
                i = cx.draw(s)
                s.spell_at[i] = HIDDEN + a
        cx.tell("spells hidden", areas=tuple(places))
        if s.scenario.melnibone == "neutral":
            for u in pieces.NATIONS[pieces.MELNIBONE].pieces:
                if u != ELRIC:
                    own(s, u, NEUTRAL)
                    put(s, u, BOARD.main_city("melnibone"))
        push(s, *(CHOOSE.frame(k) for k in range(len(seats))), BEGIN_PLAY.frame())

    def _roll(self, s: State, seats: list[int], cx: Context) -> int:
        rolling = seats
        while True:
            rolls = {o: cx.die() for o in rolling}
            cx.tell("first roll", rolls=tuple(rolls.items()))
            top = max(rolls.values())
            tied = [o for o in rolling if rolls[o] == top]
            if s.rules.first_roll == "highest-untied":
                single = [o for o in rolling if list(rolls.values()).count(rolls[o]) == 1]
                if single:
                    return max(single, key=lambda o: rolls[o])
                rolling = tied
            elif len(tied) == 1:
                return tied[0]
            else:
                rolling = tied


WHO_BEGINS: Final = WhoBegins()


def taken_groups(s: State) -> set[int]:
    """Groups already chosen."""
    return {k for k in s.sides if k >= 0}


def _check_choose(s: State, frame: Frame, args: tuple[int, ...], why: Why) -> bool:
    (k,) = args
    if 0 <= k < len(s.scenario.groups) and k not in taken_groups(s):
        return True
    return no(
        why,
        ("4.0E", "13.7"),
        "That side has been taken, or is not in this scenario.",
        "Choose one that is still free.",
        do=("choose",),
    )


class SideChoiceFrame(NamedTuple):
    step: Step
    place: int


class ChooseStep(Step):
    """A player (by his place in the order) takes a group of nations ([4.0] E / 3.7, 13.7)."""

    name = "choose"
    public = True
    holds = SideChoiceFrame
    words = (fields.COUNT,)
    verbs: ClassVar[dict[str, Check]] = {"choose": _check_choose}

    def seat(self, s: State, frame: SideChoiceFrame) -> int:
        return s.order[frame.place]

    def candidates(self, s: State, frame: Frame) -> Iterable[Action]:
        return [TO_CHOOSE(k) for k in range(len(s.scenario.groups))]

    def do(self, s: State, frame: SideChoiceFrame, action: Action, cx: Context) -> None:
        s.agenda = s.agenda[:-1]
        take(s, s.order[frame.place], action.args[0], cx)


CHOOSE_STEP: Final = ChooseStep()


class ChooseFrame(NamedTuple):
    step: Step
    place: int


class Choose(Auto):
    """Asks for a choice only where there is one."""

    name = "take a side"
    holds = ChooseFrame
    words = (fields.COUNT,)

    def run(self, s: State, frame: ChooseFrame, cx: Context) -> None:
        place = frame.place
        free = [k for k in range(len(s.scenario.groups)) if k not in taken_groups(s)]
        # sides given as printed: all of them, or the first player's only
        fixed = not s.rules.nation_choice and place < s.scenario.printed
        if len(free) == 1 or fixed:
            take(s, s.order[place], free[0], cx)
        else:
            push(s, CHOOSE_STEP.frame(place))


CHOOSE: Final = Choose()


def take(s: State, seat: int, k: int, cx: Context) -> None:
    """A seat takes a group: its nations are set up and its magicians draw."""
    g = s.scenario.groups[k]
    s.sides = (*s.sides[:seat], k, *s.sides[seat + 1 :])
    cx.tell("group", seat=seat, group=k)
    deals: list[Frame] = []
    for name in g.nations:
        place = solo.PLACE if s.scenario.solo else PLACE
        deals.append(place.frame(seat, pieces.NATION_INDEX[name]))
    for name in g.pieces:
        u = pieces.INDEX[name]
        own(s, u, seat)
        n = pieces.NATION[u]
        if u != ELRIC:
            put(s, u, BOARD.main_city(pieces.NATIONS[n].id))
        deals.append(DEAL_PIECE.frame(seat, u))
    # everybody chooses before anybody sets up: behind the choices that are left, before play begins
    s.agenda = (*s.agenda[:1], *deals[::-1], *s.agenda[1:])


class PlaceFrame(NamedTuple):
    step: Step
    seat: int
    nation: int


class PlaceNation(Auto):
    """Sets a nation up and deals its magicians their spells."""

    name = "set up"
    holds = PlaceFrame
    words = (fields.SEAT, fields.NATION)

    def run(self, s: State, frame: PlaceFrame, cx: Context) -> None:
        before = s.agenda
        mustered.place_nation(s, frame.nation, frame.seat, cx)
        harbour = s.agenda[len(before) :]
        s.agenda = before
        mustered.deal(s, frame.nation, frame.seat, first=True)
        s.agenda = (*s.agenda, *harbour)


PLACE: Final = PlaceNation()


class DealPieceFrame(NamedTuple):
    step: Step
    seat: int
    personality: int


class DealPiece(Auto):
    """A single personality to begin with draws spells (the duel, [14.7])."""

    name = "deal to one"
    holds = DealPieceFrame
    words = (fields.SEAT, fields.PIECE)

    def run(self, s: State, frame: DealPieceFrame, cx: Context) -> None:
        u = frame.personality
        if u == ELRIC:
            remember(s, MetElric())
            push(s, appearance.APPEAR.frame(), hands.DRAW.frame(frame.seat, u, pieces.MAGIC[u], True))
            return
        push(s, hands.DRAW.frame(frame.seat, u, pieces.MAGIC[u], True))


DEAL_PIECE: Final = DealPiece()


class BeginPlay(Auto):
    """Everything stands: the first game-turn begins."""

    name = "begin play"

    def run(self, s: State, frame: Frame, cx: Context) -> None:
        if s.rules.random_balance and s.rules.first_drift:
            drift(s, cx)
        begin_game_turn(s, cx)


BEGIN_PLAY: Final = BeginPlay()

__all__ = [n for n in globals() if not n.startswith("_") and n not in ("CONTAINER", "HERO", "KIND")]


def _throws(e: telling.Event, names: telling.Names) -> str:
    return words.listed([f"{telling.seat({'seat': o}, names):throws|throw} {roll}" for o, roll in e["rolls"]])


EVENTS.add(
    "first roll", "rolls", words=lambda e, n: f"Dice for the first turn: {_throws(e, n)}.", clause=("4.0E", "3.6")
)
EVENTS.add(
    "spells hidden",
    "areas",
    words=lambda e, n: f"{telling.count(len(e['areas']), 'spell'):is|are} hidden in the wild places of the world.",
    clause=("4.0B", "3.2"),
)
EVENTS.add("group", "seat group", words=lambda e, n: f"{telling.seat(e, n):takes|take} the field.")
