"""What is held, and who has won [64-70]: asked at the end of every Move, answered at the end of a Turn."""

from __future__ import annotations

from elric.dragon_pass.components.board import BOARD, SARTAR_FORTS, lands
from elric.dragon_pass.components.board import SARTAR as SARTAR_LANDS
from elric.dragon_pass.components.scenarios import Goal
from elric.dragon_pass.components.units import HEROES, LUNAR, NOBODY, SARTAR, SIDE_NAMES
from elric.dragon_pass.position.state import COMING, HELD, State, foes
from elric.kernel.bits import ones

WATCHED = tuple(place for place in BOARD.places.values() if place.kind in ("fort", "walled city", "town", "temple"))


OLD_CAPITAL = "capital of Old Tarsh"  # the place that its ruler chose [69.2]
FORTS_NEEDED = 4  # of Sartar's seven [68.1]
HOME = lands(SARTAR_LANDS)
INTRUDERS = 3  # so many units in Sartar keep the Empire from losing by its Temple [68.1]


def intruders(s: State) -> int:
    """How many Lunar units stand in Sartar."""
    return sum(len(s.piles[h]) for h in ones(s.at[LUNAR] & HOME))


def note_holders(s: State) -> None:
    """Who is alone in a place holds it, until somebody else is."""
    for place in WATCHED:
        there = [seat for seat in s.order if s.at[seat] & place.bits]
        if len(there) == 1:
            s.holder[place.id] = there[0]


def holds(s: State, seat: int, place: str) -> bool:
    """Whether a side stands in a place and no enemy does; zones do not dispute it."""
    hexes = BOARD.places[str(s.marks.get("capital", "wintertop")) if place == OLD_CAPITAL else place].bits
    return bool(s.at[seat] & hexes) and not foes(s, seat) & hexes


def annihilated(s: State, seat: int) -> bool:
    """Whether a side has nobody on the board, and nobody to come."""
    return not s.of[seat] and not any(s.owner[u] == seat and place in (COMING, HELD) for u, place in enumerate(s.place))


def reached(s: State, goal: Goal) -> bool:
    """Whether what a goal asks for is so now."""
    if goal.kind == "hold":
        return all(holds(s, goal.side, place) for place in goal.places)
    if goal.kind == "free forts":
        return all(
            s.holder.get(fort) == SARTAR and not foes(s, SARTAR) & BOARD.places[fort].bits for fort in SARTAR_FORTS
        )
    if goal.kind == "annihilate":
        return all(annihilated(s, other) for other in s.order if other != goal.side)
    if goal.kind == "forts":
        return sum(holds(s, goal.side, fort) for fort in SARTAR_FORTS) >= FORTS_NEEDED
    if goal.kind == "contain":
        city = BOARD.places[goal.places[0]].bits
        return bool(s.at[LUNAR]) and not s.at[LUNAR] & ~city
    if goal.kind == "keep out":
        return not s.at[LUNAR] & HOME
    if goal.kind == "temple":
        return all(holds(s, goal.side, place) for place in goal.places)
    if goal.kind == "heroes":
        return not any(
            s.owner[u] in s.order and s.owner[u] != goal.side and (s.place[u] >= 0 or s.place[u] in (COMING, HELD))
            for u in ones(HEROES)
        )
    raise ValueError(f"no goal is called {goal.kind}")


def after_move(s: State) -> None:
    """At the end of a Move: what holds goes on holding."""
    note_holders(s)
    before = s.tenure or ((0, True),) * len(s.scenario.goals)
    s.tenure = tuple(
        (turns, so_far and reached(s, goal)) for goal, (turns, so_far) in zip(s.scenario.goals, before, strict=True)
    )
    for goal in s.scenario.goals:
        if goal.kind == "temple":
            turns, so_far = s.marks.get("intruded", (0, True))
            s.marks["intruded"] = (turns, so_far and intruders(s) >= INTRUDERS)


def after_turn(s: State) -> tuple[Goal, ...]:
    """At the end of a Turn: the goals that have been reached."""
    s.tenure = tuple((turns + 1 if held else 0, True) for turns, held in s.tenure)
    if "intruded" in s.marks:
        turns, stayed = s.marks["intruded"]
        asked = max(goal.turns for goal in s.scenario.goals if goal.kind == "temple")
        s.marks["intruded"] = (turns + 1 if stayed else turns if turns >= asked else 0, True)
    return tuple(
        goal
        for goal, (turns, _) in zip(s.scenario.goals, s.tenure, strict=True)
        if (turns >= goal.turns if goal.turns else reached(s, goal)) and not (goal.kind == "temple" and spoilt(s, goal))
    )


def spoilt(s: State, goal: Goal) -> bool:
    """[68.1] Whether the Empire has ever kept three units in Sartar for as many whole Turns as the Temple asks: then it counts no
    more."""
    return bool(s.marks.get("intruded", (0, True))[0] >= goal.turns)


def decide(s: State, won: tuple[Goal, ...]) -> None:
    """The outcome of goals that were reached, or of a game that has lasted long enough."""
    sides = sorted({goal.side for goal in won})
    clause = s.scenario.clause
    if len(sides) == 1:
        s.outcome = (sides[0], won[0].kind, clause, f"{SIDE_NAMES[sides[0]]} wins: {won[0].says}.")
    elif sides:
        s.outcome = (NOBODY, "draw", clause, "Both have reached what they fought for: the game is drawn.")
    elif s.turn >= s.rules.longest:
        who = "neither side" if len(s.order) == 2 else "no side"
        s.outcome = (NOBODY, "draw", clause, f"After {s.turn} Turns {who} has won: the game is drawn.")
