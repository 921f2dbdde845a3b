"""The coach: what is decided now, by whom, what can be done and why, what to try. Plain words, clause numbers last."""

from __future__ import annotations

import tomllib
from dataclasses import dataclass
from functools import cache
from importlib.resources import files
from typing import Any

from ..young_kingdoms import pieces, words
from ..young_kingdoms.battle import must, pending
from ..young_kingdoms.board import BOARD
from ..young_kingdoms.game import Game
from ..young_kingdoms.swords import sword_value
from . import sense
from .phrases import phrase


@dataclass(frozen=True, slots=True)
class Advice:
    """What the coach says. `clauses` are numbers in the edition played; `tip` may be empty."""

    title: str
    now: str
    why: str
    next: str
    clauses: tuple[str, ...]
    tip: str = ""
    look: str = ""


@cache
def _texts() -> dict[str, dict[str, Any]]:
    return tomllib.loads(files(__package__).joinpath("data/coach.toml").read_text(encoding="utf-8"))


def _facts(g: Game) -> dict[str, str]:
    """What the sentences need to name."""
    s = g.state
    if not s.agenda:
        return {"words": str((g.outcome or {}).get("words", ""))}
    frame = s.agenda[-1]
    facts: dict[str, str] = {}
    if g.step == "stack":
        facts["leader"] = words.unit(frame[1])
    elif g.step == "harbour":
        facts["nation"] = pieces.NATIONS[frame[2]].name
    elif g.step in ("align", "take"):
        facts["area"] = words.area(frame[2])
    elif g.step == "losses":
        facts["n"] = words.number(frame[2])
        facts["what"] = "of your units" if frame[3] else "in combat value"
    elif g.step == "escape":
        facts["unit"] = words.unit(frame[1])
        facts["value"] = str(sword_value(s, frame[1]))
    elif g.step in ("reappear", "shelter"):
        facts["unit"] = words.unit(frame[1])
    elif g.step == "retreat":
        facts["area"] = words.area(s.battle.area)
    return facts


def _key(g: Game) -> str:
    """Which text fits: the step's own, or one for a quiet case of it."""
    s = g.state
    if g.step == "magic" and not pending(s):
        return "magic_quiet"
    if g.step == "muster" and len(g.legal_actions()) == 1:
        return "muster_none"
    if g.step == "combat" and not must(s):
        return "siege"
    return g.step


class _Blank(dict[str, str]):
    def __missing__(self, key: str) -> str:
        return ""


def advice(g: Game) -> Advice:
    """What to say to the seat that decides now."""
    text = _texts().get(_key(g)) or _texts()["movement"]
    facts = _Blank(_facts(g))
    tip, look = suggestion(g)
    return Advice(
        title=text["title"].format_map(facts),
        now=text["now"].format_map(facts),
        why=text["why"].format_map(facts),
        next=text["next"].format_map(facts),
        clauses=tuple(dict.fromkeys(g.cite((c[0], c[1])) for c in text["clauses"])),
        tip=tip,
        look=look,
    )


def suggestion(g: Game) -> tuple[str, str]:
    """One thing worth trying now, with the area to look at; empty when the coach has no opinion."""
    if g.step == "movement":
        return _which_stack(g)
    if g.step == "stack":
        return _where_to(g)
    return "", ""


def _which_stack(g: Game) -> tuple[str, str]:
    area = sense.stack_to_move(g)
    if area < 0:
        return ("Nothing more needs to move. End the phase.", "")
    leader = sense.best_leader(g, area)
    return (f"Try this: click {words.area(area)} and let {words.unit(leader)} lead the armies there.", BOARD.ids[area])


def _where_to(g: Game) -> tuple[str, str]:
    s = g.state
    here = s.place[s.agenda[-1][1]]
    if s.assaults >> here & 1:
        return ("Your stack stands before the enemy. Halt here; the battle is fought in the Combat phase.", "")
    way = sense.way_to_go(g)
    if way is not None and way.attack:
        area = way.route.area
        return (
            f"Try this: attack {words.area(area)}. You bring {sum(pieces.FIGHT[u] for u in s.moving)}, "
            f"and {sense.defence(g, area)} stand against you before the dice."
        ), BOARD.ids[area]
    ship = sense.ship_to_board(g)
    if ship is not None:
        return f"Try this: board {words.unit(ship[0])} and sail.", BOARD.ids[here]
    steps = sense.steps_to_take(g)
    if not steps:
        return "Nothing better is in reach. Halt here.", ""
    area = steps[-1].args[0]
    why = "nearer to the enemy" if len(s.moving) > 1 else "where an army needs a leader"
    return f"Try this: {phrase(steps[-1]).lower().split(' to ')[0]} to {words.area(area)}, {why}.", BOARD.ids[area]
