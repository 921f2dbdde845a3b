"""What is held, and who has won [64-70]: each goal is asked when its clause wants it, `Goal.asked` in the data of the scenarios."""

from __future__ import annotations

from typing import Final, NamedTuple

from elric.dragon_pass.components.board import BOARD, SARTAR_FORTS, lands
from elric.dragon_pass.components.board import SARTAR as SARTAR_LANDS
from elric.dragon_pass.components.scenarios import OLD_CAPITAL, Goal
from elric.dragon_pass.components.units import HEROES, LUNAR, NOBODY, SARTAR, SIDE_NAMES, TARSH
from elric.dragon_pass.position import powers
from elric.dragon_pass.position.events import EVENTS
from elric.dragon_pass.position.notes import NOTES, Caught, Word, set_note, the_note
from elric.dragon_pass.position.rulers import capital, city, is_disputed, presence
from elric.dragon_pass.position.state import COMING, HELD, State, at_peace
from elric.dragon_pass.position.steps import Auto, Context, Frame
from elric.kernel.bits import ones

WATCHED = tuple(place for place in BOARD.places.values() if place.kind in ("fort", "walled city", "town", "temple"))


FORTS_NEEDED = 4  # of Sartar's seven [68.1]
HOME = lands(SARTAR_LANDS)
INTRUDERS = 3  # so many units in Sartar keep the Empire from losing by its Temple [68.1]
RIVAL: Final = {LUNAR: SARTAR, SARTAR: LUNAR}  # whose army each of the two is to annihilate


def intruders(s: State) -> int:
    """How many Lunar units are in Sartar."""
    held = len(the_note(s, Caught).units) if presence(s, LUNAR) & ~s.at[LUNAR] & HOME else 0
    return held + sum(len(s.piles[h]) for h in ones(s.at[LUNAR] & HOME))


def note_holders(s: State) -> None:
    """Who is alone in a place holds it, until somebody else is."""
    for place in WATCHED:
        there = [seat for seat in s.order if presence(s, seat) & place.bits]
        if len(there) == 1:
            s.holder[place.id] = there[0]


@NOTES.one("intruded")
class Intruded(NamedTuple):
    """For how many whole Turns the Empire has kept three units in Sartar, and whether in all Moves of this Turn so far [68.1]."""

    turns: int = 0
    so_far: bool = True


def holds(s: State, seat: int, place: str) -> bool:
    """Whether a side stands in a place and no enemy does; zones do not dispute it. The capital of a ruler at peace with it is no
    enemy's."""
    hexes = capital(s, TARSH) if place == OLD_CAPITAL else city(place)
    if not s.at[seat] & hexes or is_disputed(s, seat, hexes):
        return False
    return not (Word in s.notes and any(at_peace(s, seat, k) and capital(s, k) == hexes for k in s.order))


def is_annihilated(s: State, seat: int) -> bool:
    """Whether a side has nobody on the board, and nobody to come."""
    return not s.of[seat] and not any(s.owner[u] == seat and place in (COMING, HELD) for u, place in enumerate(s.place))


def heroes_against(s: State, seat: int) -> tuple[int, ...]:
    """The heroes of the other sides who live, Superheroes too [65.1]."""
    return tuple(
        u for u in ones(HEROES)
        if s.owner[u] in s.order and s.owner[u] != seat and (s.place[u] >= 0 or s.place[u] in (COMING, HELD))
    )  # fmt: skip


def is_reached(s: State, goal: Goal) -> bool:
    """Whether what a goal asks for is so now."""
    if goal.kind == "hold":
        return all(holds(s, goal.side, place) for place in goal.places)
    if goal.kind == "free forts":
        return all(
            s.holder.get(fort) == SARTAR and not is_disputed(s, SARTAR, BOARD.places[fort].bits)
            for fort in SARTAR_FORTS
        )
    if goal.kind == "annihilate":
        return is_annihilated(s, RIVAL[goal.side])
    if goal.kind == "forts":
        return sum(holds(s, goal.side, fort) for fort in SARTAR_FORTS) >= FORTS_NEEDED
    if goal.kind == "contain":
        return bool(s.at[LUNAR]) and not presence(s, LUNAR) & ~city(goal.places[0])
    if goal.kind == "keep out":
        return not presence(s, LUNAR) & HOME
    if goal.kind == "temple":
        return all(holds(s, goal.side, place) for place in goal.places)
    if goal.kind == "heroes":
        return not heroes_against(s, goal.side)
    raise ValueError(f"no goal is called {goal.kind}")


class Judge(Auto):
    """After a battle, a spell or a power: has somebody won by it? [64.2, 65.1, 68.1, 69.1]"""

    name = "judge"

    def run(self, s: State, f: Frame, cx: Context) -> None:
        at_once(s, cx)


def at_once(s: State, cx: Context) -> None:
    """The goals that win in the moment in which they are reached; both sides' in one moment are a draw."""
    finish(s, tuple(goal for goal in s.scenario.at_once if is_reached(s, goal)), cx)


def check_march(s: State, units: tuple[int, ...], cx: Context) -> None:
    """A march may break at once what has to be so all the time [67.1, 68.1]."""
    if s.scenario.always and s.tenure:
        s.tenure = tuple(
            (turns, so_far and (k not in s.scenario.always or is_reached(s, s.scenario.goals[k])))
            for k, (turns, so_far) in enumerate(s.tenure)
        )


def after_move(s: State) -> None:
    """At the end of a Move: what holds goes on holding."""
    note_holders(s)
    before = s.tenure or ((0, True),) * len(s.scenario.goals)
    s.tenure = tuple(
        (turns, so_far and is_reached(s, goal)) for goal, (turns, so_far) in zip(s.scenario.goals, before, strict=True)
    )
    for goal in s.scenario.goals:
        if goal.kind == "temple":
            since = the_note(s, Intruded)
            set_note(s, since._replace(so_far=since.so_far and intruders(s) >= INTRUDERS))


def after_turn(s: State) -> tuple[Goal, ...]:
    """At the end of a Turn: the goals whose term is over."""
    s.tenure = tuple((turns + 1 if held else 0, True) for turns, held in s.tenure)
    term = next((goal.turns for goal in s.scenario.goals if goal.kind == "temple"), 0)
    since = the_note(s, Intruded) if Intruded in s.notes else Intruded(0, False)
    if term and not (since.turns >= term and s.rules.intrusion == "for good"):
        set_note(s, Intruded(since.turns + 1 if since.so_far else 0))
    return tuple(
        goal
        for goal, (turns, _) in zip(s.scenario.goals, s.tenure, strict=True)
        if goal.turns and turns >= goal.turns and not (goal.kind == "temple" and spoilt(s, goal))
    )


def spoilt(s: State, goal: Goal) -> bool:
    """[68.1] Whether the Empire has kept three units in Sartar for as many whole Turns as the Temple asks: then it does not count,
    for good, or by the switch `intrusion` while they are there."""
    return the_note(s, Intruded).turns >= goal.turns


def finish(s: State, won: tuple[Goal, ...], cx: Context) -> None:
    """The outcome of goals that were reached, if any were."""
    sides = sorted({goal.side for goal in won})
    clause = s.scenario.clause
    if len(sides) == 1:
        s.outcome = (sides[0], won[0].kind, clause, f"{SIDE_NAMES[sides[0]]} wins: {won[0].says}.")
    elif sides:
        s.outcome = (NOBODY, "draw", clause, "Both have reached what they fought for: the game is drawn.")
    if sides and s.outcome:
        cx.tell("over", words=s.outcome[3])


def decide(s: State, cx: Context) -> None:
    """At the end of a Turn: who has won by a term that is over, or whether the game has lasted long enough."""
    finish(s, after_turn(s), cx)
    if s.outcome is None and s.turn >= s.rules.longest:
        who = "neither side" if len(s.order) == 2 else "no side"
        s.outcome = (NOBODY, "draw", s.scenario.clause, f"After {s.turn} Turns {who} has won: the game is drawn.")
        cx.tell("over", words=s.outcome[3])


powers.AFTER_STEP.append(check_march)
JUDGE: Final = Judge()


EVENTS.add("over", "words", words=lambda event, names: str(event["words"]))
