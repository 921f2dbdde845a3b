"""How well a seat stands, in one number: how likely it is to win, by what it has more than the best of the others.

What is counted is ours, and what each thing is worth was found by regression on played games (`elric learn`; data/learned.toml and
data/standing.toml say on which);
what wins is read from the rules ([5.0], [14.1]-[14.7] / 4.91, 13).
"""

from __future__ import annotations

from functools import cache
from math import exp
from typing import Final

from elric.kernel.bits import ones
from elric.opponents.learned import chance, weights_of
from elric.young_kingdoms.components import pieces
from elric.young_kingdoms.components.board import BOARD
from elric.young_kingdoms.components.pieces import ARMY, ELRIC, FIGHT, FLEET, HERO, HEROES, KIND, MAGIC
from elric.young_kingdoms.planning.aims import CAPITAL, GOAL, TAKEN, defence, force, guard, own, prize, strikes, take
from elric.young_kingdoms.position.state import TURNS, State, hand_size, on_board
from elric.young_kingdoms.world import victory
from elric.young_kingdoms.world.terrain import IMRRYR

__all__ = ["standing", "strength"]

_PACKAGE: Final = "elric.young_kingdoms"
_OLDER: Final = "standing.toml"  # for goals of which nothing was learned for the seat that moves
_FAR: Final = 12
_SPELLS: Final = 2  # strength that spells may add, in hopes
_SIEGE: Final = 0.55  # what a siege that goes on is worth, of a city that falls
_DRAWN: Final = 0.4  # what a game is worth that nobody wins


def standing(s: State, seat: int) -> float:
    """From 0 (lost) to 1 (won); the same for positions that differ only in what nobody can see."""
    if s.outcome is not None:
        winner = s.outcome[0]
        return (1.0 if winner == seat else 0.0) if winner >= 0 else _DRAWN
    if s.scenario.solo:
        return 0.5
    found = weights_of(_PACKAGE).get(s.scenario.goal)
    if found is not None and s.scenario.seats == 2:
        moves = chance(learned(s, s.player), found)
        return moves if seat == s.player else 1 - moves
    weights = weights_of(_PACKAGE, _OLDER)[s.scenario.goal]
    late = s.turn / TURNS
    others = [o for o in range(s.scenario.seats) if o != seat]
    mine, theirs = counts(s, seat), [counts(s, o) for o in others]
    ahead = 0.0
    for name, has in mine.items():
        most = max(count[name] for count in theirs)
        now, then = weights.get(name, 0.0), weights.get(f"{name}_late", 0.0)
        ahead += (now + then * late) * (has - most)
    # whoever is to move strikes first
    first = "threat" if s.player == seat else "threatened"
    after = "threatened" if s.player == seat else "threat"
    ahead += (weights[first] + weights[f"{first}_late"] * late) * threat(s, seat)
    ahead -= (weights[after] + weights[f"{after}_late"] * late) * max(threat(s, o) for o in others)
    if s.scenario.seats == 2:
        side = weights["side"] + weights["side_late"] * late
        ahead += side if victory.group_of(s, 0) == seat else -side
    return 1 / (1 + exp(-ahead))


def counts(s: State, seat: int) -> dict[str, float]:
    """What is counted of a seat, by the name of its weight."""
    held = [a for a in BOARD.lands if s.control[a] == seat and BOARD.city[a]]
    capitals = [a for a in held if BOARD.capital[a]]
    return {
        "strength": strength(s, seat),
        "aims": aims(s, seat),
        "near": near(s, seat),
        "capitals": len(capitals),
        "cities": len(held) - len(capitals),
        "guard": sum(own(s, a, seat) for a in capitals if guard(s, seat, a) > CAPITAL),
        "elric": float(s.owner[ELRIC] == seat),
        "heroes": sum(FIGHT[u] for u in HEROES if s.owner[u] == seat and s.place[u] < BOARD.size),
    }


@cache
def _hope(mine: int, theirs: int, wall: int) -> float:
    """How far so much strength may hope to have an area, as it was counted when the weights were found."""
    if not wall:
        return force(mine - theirs)
    at_once = take(mine, theirs, wall)
    return at_once + (1 - at_once) * _SIEGE * force(mine - theirs - wall) * take(mine, 0, wall)


def learned(s: State, seat: int) -> dict[str, float]:
    """What the learned standing of the seat that moves is made of: what it has more than the best of the others, how late it
    is, and on which side it plays. A name that ends in `_late` counts the same times turn / 10."""
    late = s.turn / TURNS
    others = [o for o in range(s.scenario.seats) if o != seat]
    mine, theirs = _forces(s, seat), [_forces(s, o) for o in others]
    found = {name: has - max([count[name] for count in theirs]) for name, has in mine.items()}
    found["threat"] = threat(s, seat)
    found["threatened"] = -max([threat(s, o) for o in others])
    for name in _GROWS:
        found[f"{name}_late"] = found[name] * late
    if s.scenario.seats == 2:
        side = 1.0 if victory.group_of(s, 0) == seat else -1.0
        later = s.rules.imrryr_wins == "at-once"
        found |= {
            "side": side,
            "side_late": side * late,
            "side_at_once": side * later,
            "side_at_once_late": side * later * late,
        }
    else:
        found |= {"side": 1.0, "side_late": late}
    return found


_GROWS: Final = ("aims", "armies", "capitals", "guard", "host", "leaders", "near", "reached", "threat", "threatened",
                 "weight")  # fmt: skip
_TURN: Final = 4  # areas that are gone in a turn


def _forces(s: State, seat: int) -> dict[str, float]:
    """What is counted of a seat by itself."""
    found = dict.fromkeys(("armies", "heroes", "leaders", "magic", "fleets", "spells", "host"), 0.0)
    held = [a for a in BOARD.lands if s.control[a] == seat and BOARD.city[a]]
    capitals = [a for a in held if BOARD.capital[a]]
    decide = [a for a in capitals if guard(s, seat, a) > CAPITAL]
    wanted = [a for a in BOARD.lands if BOARD.city[a] and prize(s, seat, a) > CAPITAL + 1]
    by_place: dict[int, float] = {}
    led: set[int] = set()
    for u in ones(on_board(s, seat)):
        kind, at = KIND[u], s.place[u]
        if kind == ARMY:
            found["armies"] += FIGHT[u]
        elif kind == HERO:
            found["heroes"] += FIGHT[u]
            found["leaders"] += 1
            found["magic"] += MAGIC[u]
            found["spells"] += hand_size(s, u)
            led.add(at)
        elif kind == FLEET:
            found["fleets"] += 1
            continue
        by_place[at] = by_place.get(at, 0.0) + FIGHT[u]
    hosts = {at: strong for at, strong in by_place.items() if at in led}
    found["host"] = max(hosts.values(), default=0.0)
    found["weight"] = 0.0
    for a in wanted:
        far = _from(a)
        close = sum([strong for at, strong in hosts.items() if 0 <= far[at] <= 2 * _TURN])
        found["weight"] = max(found["weight"], min(close, 30.0))
    found |= {
        "aims": aims(s, seat), "near": near(s, seat), "capitals": len(capitals) - len(decide), "decide": len(decide),
        "cities": len(held) - len(capitals), "guard": sum([own(s, a, seat) for a in decide]),
        "bare": -sum([own(s, a, seat) < 2 for a in decide]), "elric": float(s.owner[ELRIC] == seat),
        "nations": float(sum([o == seat for o in s.nation_owner])), "reached": float(_reached(s, seat)),
    }  # fmt: skip
    return found


def _reached(s: State, seat: int) -> bool:
    """Whether a seat would win if the game ended now, of those who have to take something."""
    if s.scenario.goal == "capitals" and victory.group_of(s, 1) == seat:
        return all(victory.holds(s, seat, nation) for nation in s.scenario.groups[0].nations)
    return victory.imrryr_counts(s) and victory.imrryr_holder(s) == seat


def threat(s: State, seat: int) -> float:
    """What a seat may hope to take within a turn, of what decides."""
    found = 0.0
    for a in BOARD.lands:
        if not BOARD.city[a] or s.control[a] == seat:
            continue
        worth = prize(s, seat, a)
        if worth <= CAPITAL + 1 or (a == IMRRYR and s.owner[ELRIC] != seat):
            continue
        strong, _ = strikes(s, seat, a)
        if strong:
            found += worth * _hope(strong + _SPELLS, *defence(s, a, seat))
    return found


def strength(s: State, seat: int) -> float:
    """Armies, fleets and personalities on the board."""
    found = 0.0
    for u in ones(on_board(s, seat)):
        kind = KIND[u]
        if kind == ARMY:
            found += FIGHT[u]
        elif kind == HERO:
            found += 1.2 * FIGHT[u] + 0.7 * MAGIC[u]
        elif kind == FLEET:
            found += 0.5
    return found


def aims(s: State, seat: int) -> float:
    """How much of what wins the scenario a seat has."""
    goal = s.scenario.goal
    found = 0.0
    if victory.imrryr_counts(s) and not s.scenario.solo and victory.imrryr_holder(s) == seat:
        found += 3 * GOAL
    if goal == "imrryr":
        return found
    if goal == "capitals":
        k = 0 if victory.group_of(s, 0) == seat else 1
        theirs = s.scenario.groups[1 - k].nations
        held = sum(victory.holds(s, seat, n) for n in theirs)
        return found + GOAL * held + (GOAL if k == 0 else 0)
    if goal == "duel":
        return found + TAKEN * len(victory.capitals(s, seat))
    return found + TAKEN * len(victory.capitals(s, seat))


def near(s: State, seat: int) -> float:
    """How near the strongest personalities are to what they should take."""
    wanted = [a for a in BOARD.lands if BOARD.city[a] and prize(s, seat, a) > CAPITAL + 1]
    if not wanted:
        return 0.0
    far = _FAR
    for u in pieces.HEROES:
        if s.owner[u] == seat and s.place[u] < BOARD.size and FIGHT[u] > 1:
            steps = _from(s.place[u])
            far = min(far, min((steps[a] for a in wanted if steps[a] >= 0), default=_FAR))
    return (_FAR - far) * 0.25


@cache
def _from(area: int) -> tuple[int, ...]:
    return tuple(BOARD.distances(area))
