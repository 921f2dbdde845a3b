"""Golden endings: every way in which a game of each scenario can end, played Turn by Turn from a position until it does.

`python -m tests.dragon_pass.playthroughs` writes the file anew.
"""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path
from typing import Any

from elric import games
from elric.dragon_pass.components.board import BESIDE, BOARD, HEXES, SARTAR_FORTS
from elric.dragon_pass.components.scenarios import OLD_CAPITAL
from elric.dragon_pass.components.units import SIDES, UNITS
from elric.dragon_pass.turn.victory import FORTS_NEEDED

FILE = Path(__file__).parent / "endings.txt"
RULES = "1976, longest=14"
# plain units of each side, and a hero who falls to them
TROOPS = {
    "lunar": ["red-dragoon", "blue-dragoon", "standfast", "whipstock", "starkin", "uplands", "queens"],
    "sartar": [
        "twin-spears",
        "bullocks",
        "sword-brothers",
        "militia-foot-2",
        "militia-foot-3",
        "militia-foot-4",
        "militia-foot-5",
        "militia-foot-6",
    ],
    "tarsh": ["exile-cavalry-1", "exile-cavalry-2", "exile-infantry-1"],
}
HERO = {"lunar": "beat-pot-aelwrin", "sartar": "gunda-the-guilty"}
LEADER = {"lunar": "jar-eel-the-razoress", "sartar": "harrek-the-berserk"}
LAST = {"lunar": "riverfork", "sartar": "bush-children-1", "tarsh": "exile-infantry-3"}  # the last of an army
OPEN = [
    h
    for h in range(HEXES.size)
    if BOARD.ground[h] == "." and h not in BOARD.place_at and all(n >= 0 for n in BESIDE[h])
]
FIELD = next(h for h in OPEN if BESIDE[h][0] in OPEN)
UNITS_SIDE = {unit.id: unit.side for unit in UNITS}
CORNER = {
    side: next(h for h in OPEN if BOARD.land[h] in letters and not any(HEXES.distance(h, place) < 3 for place in BOARD.place_at))
    for side, letters in (("lunar", "L"), ("sartar", "P."), ("tarsh", "GUW"))
}  # fmt: skip

Way = tuple[str, str, str]  # the scenario, whose goal and its kind, and where


def ways() -> Iterator[Way]:
    """Every way in which a game can end: each goal of each scenario, no goal in time, and goals of two sides at once."""
    for key, scenario in games.definition("dragon-pass").scenarios().items():
        for goal in scenario.goals:
            yield key, f"{SIDES[goal.side]} {goal.kind}", " ".join(goal.places)
        yield key, "nobody", ""
    yield "cult-war", "both", ""


def stage(way: Way) -> dict[str, Any]:
    """A position from which that ending comes when everybody only does what he must."""
    key, what, where = way
    scenario = games.definition("dragon-pass").scenarios()[key]
    sides = [SIDES[k] for k in scenario.sides]
    winner, _, kind = what.partition(" ")
    free = {side: iter(TROOPS[side]) for side in sides}
    stacks: dict[str, list[str]] = {}

    def put(side: str, *hexes: int) -> None:
        for h in hexes:
            stacks.setdefault(HEXES.names[h], []).append(next(free[side]))

    def places(*names: str) -> list[int]:
        return [BOARD.places["wintertop" if name == "capital" else name].hexes[0] for name in names]

    if kind in ("hold", "temple"):
        put(winner, *places(*where.replace(OLD_CAPITAL, "capital").split()))
    elif kind == "free forts":
        put(winner, *places(*SARTAR_FORTS))
    elif kind == "forts":
        put(winner, *places(*SARTAR_FORTS[1 : FORTS_NEEDED + 1]))
    elif kind == "contain":
        put("lunar", *places("furthest"))
    elif kind in ("annihilate", "heroes"):
        victim = next(side for side in sides if side != winner)
        put(winner, FIELD, FIELD, FIELD)
        stacks[HEXES.names[BESIDE[FIELD][0]]] = [LAST[victim] if kind == "annihilate" else HERO[victim]]
        if kind == "heroes":  # the winner has a hero of his own
            stacks[HEXES.names[FIELD]].append(LEADER[winner])
    elif what == "nobody":
        if scenario.clause == "65.1":
            stacks |= {HEXES.names[BESIDE[CORNER[side]][0]]: [HERO[side]] for side in sides}
        if scenario.clause == "68.1":  # a Lunar unit in Sartar, or the Empire has been kept out
            put("lunar", next(h for h in OPEN if BOARD.land[h] == "S" and HEXES.distance(h, CORNER["sartar"]) > 5))
    elif what == "both":
        put("lunar", *places("wind-temple"))
        put("sartar", *places("reaching-moon"))
    for side in sides:
        idle = kind not in ("annihilate", "heroes") or side == winner
        if idle and not (kind == "contain" and side == "lunar"):
            put(side, CORNER[side])
    owners = {u: "tarsh" for pile in stacks.values() for u in pile if UNITS_SIDE[u] == "independent"}
    first = "lunar" if winner not in sides else winner
    order = [first, *(side for side in sides if side != first)]
    return {"scenario": key, "rules": RULES, "phase": "movement", "player": first, "order": order, "turn": 1, "day": 0 if scenario.day else -1,
            "stacks": stacks, "owners": owners, "marks": {"capital": "wintertop", "summoned": 1, "storm": "used"}}  # fmt: skip


def played(way: Way) -> tuple[str, dict[str, Any]]:
    """The game of an ending in one line, and its outcome."""
    g = games.game_class("dragon-pass").at(stage(way), seed=1)
    done = 0
    while g.seat is not None and done < 400:
        texts = sorted(games.definition("dragon-pass").notation.text(a) for a in g.legal_actions())
        fights = [text for text in texts if text.split()[0] in ("roll", "assign", "lose", "stay")]
        g.push(fights[-1] if fights and "done" not in texts else "done" if "done" in texts else texts[0])
        done += 1
    end = g.outcome
    key, what, where = way
    assert end is not None, way
    return (
        f"{key}: {what}{' at ' + where if where else ''}: Turn {g.turn}, {done} actions: {end['words']} [{end['clause'][0]}]",
        end,
    )


def ending_lines() -> list[str]:
    """All of them."""
    return [played(way)[0] for way in ways()]
