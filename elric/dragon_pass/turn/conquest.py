"""A beaten ruler [69.2]: an enemy held his capital for three whole Turns, and may take what is left of his army for his own."""

from __future__ import annotations

from collections.abc import Iterable
from typing import ClassVar, Final, NamedTuple

from elric.dragon_pass.components.notation import VERBS, Action
from elric.dragon_pass.components.units import SIDE_NAMES, TARSH
from elric.dragon_pass.position import powers, telling
from elric.dragon_pass.position.events import EVENTS
from elric.dragon_pass.position.notes import NOTES, Ally, Conquered, note_instead, noted, remember, strike_out
from elric.dragon_pass.position.rulers import capital, is_disputed
from elric.dragon_pass.position.state import HELD, State, enemies, lift, put
from elric.dragon_pass.position.steps import Context, Frame, Step, always, drop, frame

TO_ANNEX: Final = VERBS.add("annex", "", "Take the beaten army over")
TO_SPARE: Final = VERBS.add("spare", "", "Leave the army to its ruler")

CONQUERED_AFTER: Final = 3
ANNEX, SPARE = TO_ANNEX(), TO_SPARE()


@NOTES.many("occupied")
class Occupied(NamedTuple):
    """Who stands alone in whose capital, and since the end of which Move."""

    victor: int
    victim: int
    since: int


@NOTES.many("defeated")
class Defeated(NamedTuple):
    """Who has been asked what becomes of whose army."""

    victor: int
    victim: int


def watch(s: State, cx: Context) -> None:
    """At the end of a Move: who alone stands in an enemy's capital, and since the end of which Move."""
    if TARSH not in s.scenario.sides:
        return
    before = {(one.victor, one.victim): one.since for one in noted(s, Occupied)}
    out = [
        Occupied(seat, victim, before.get((seat, victim), s.moves))
        for victim in s.order
        for seat in enemies(s, victim)
        if s.at[seat] & capital(s, victim) and not is_disputed(s, seat, capital(s, victim))
    ]
    note_instead(s, Occupied, out)
    held = {(one.victor, one.victim) for one in out}  # who has his capital back is beaten no more
    note_instead(s, Defeated, [one for one in noted(s, Defeated) if one in held])


def conquests(s: State) -> list[Frame]:
    """At the end of a Turn: the victors who have held an enemy's capital at the end of every Move of three whole Turns, as the
    goals count them; each is asked once what becomes of the army."""
    found = []
    for one in noted(s, Occupied):
        turns, asked = (s.moves - one.since + 1) // len(s.order), Defeated(one.victor, one.victim)
        if turns >= CONQUERED_AFTER and s.of[one.victim] and asked not in noted(s, Defeated):
            remember(s, asked)
            found.append(frame("conquest", one.victor, one.victim))
    return found


class ConquestFrame(NamedTuple):
    step: Step
    victor: int
    victim: int


class Conquest(Step):
    """Whether the victor takes the beaten army over, as he may, or leaves it to its ruler."""

    name = "conquest"
    holds = ConquestFrame
    asks = "victor"
    verbs: ClassVar = {"annex": always, "spare": always}

    def live(self, s: State, f: ConquestFrame) -> bool:
        return bool(s.of[f.victim])

    def candidates(self, s: State, x: ConquestFrame) -> Iterable[Action]:
        return [ANNEX, SPARE]

    def do(self, s: State, f: ConquestFrame, a: Action, cx: Context) -> None:
        victor, victim = f.victor, f.victim
        drop(s)
        if a[0] == "annex":
            take_over(s, victim, victor, cx)
        else:
            cx.tell("spared", seat=victor, victim=victim)


def take_over(s: State, victim: int, victor: int, cx: Context) -> None:
    """A beaten army goes over: where it stands, what is still to come, and whoever would have called it up."""
    cx.tell("conquered", seat=victor, victim=victim)
    piles = [(h, pile) for h, pile in s.piles.items() if s.owner[pile[0]] == victim]
    for h, pile in piles:
        lift(s, pile, HELD)
        for u in pile:
            s.owner[u] = victor
        put(s, pile, h)
    for u, owner in enumerate(s.owner):
        if owner == victim:
            s.owner[u] = victor
    s.goats = tuple((a, b) for a, b in s.goats if s.owner[a] != s.owner[b])
    allies = noted(s, Ally)
    note_instead(s, Ally, [ally._replace(seat=victor) if ally.seat == victim else ally for ally in allies])
    strike_out(s, Conquered, victim)
    strike_out(s, Conquered, victor)
    remember(s, Conquered(victim, victor))


powers.AFTER_MOVE.append(watch)
CONQUEST: Final = Conquest()


EVENTS.add(
    "conquered",
    "seat victim",
    words=lambda event, names: (
        f"{telling.who(event, names)} has taken a capital, and commands the beaten army of {SIDE_NAMES[event['victim']]}."
    ),
)
EVENTS.add(
    "spared",
    "seat victim",
    words=lambda event, names: (
        f"{telling.who(event, names)} has taken a capital, and leaves {SIDE_NAMES[event['victim']]} its army."
    ),
)
