"""The coach: what is decided now, by whom, what can be done and why, what to try. Plain words, clause numbers last."""

from __future__ import annotations

import tomllib
from fractions import Fraction
from functools import cache
from importlib.resources import files
from typing import Any, Final

from elric.lab.say import percent
from elric.tutor.definition import Advice, Danger
from elric.young_kingdoms.combat.battle import must, pending
from elric.young_kingdoms.components import pieces, words
from elric.young_kingdoms.components.board import BOARD
from elric.young_kingdoms.game import Game
from elric.young_kingdoms.lab import BattleError, Risk, risk
from elric.young_kingdoms.legends.black_swords import sword_value
from elric.young_kingdoms.teaching import sense
from elric.young_kingdoms.teaching.decision import held
from elric.young_kingdoms.teaching.decision import leader as leader_of
from elric.young_kingdoms.teaching.ways import reach

_MOST: Final = 3  # battles spoken of at once
_NAMED: Final = 2  # personalities in danger who are named
_SMALL: Final = 36  # the greatest denominator that a person can picture


@cache
def _texts() -> dict[str, dict[str, Any]]:
    return tomllib.loads(files(__package__).joinpath("data/coach.toml").read_text(encoding="utf-8"))


def _facts(g: Game) -> dict[str, str]:
    """What the sentences need to name."""
    s = g.state
    if g.seat is None:
        return {"words": g.outcome["words"] if g.outcome else ""}
    about = held(s)
    facts: dict[str, str] = {}
    if g.step == "stack":
        facts["leader"] = words.unit(leader_of(s))
    elif g.step == "harbour":
        facts["nation"] = words.nation(pieces.NATION_INDEX[about["nation"]])
    elif g.step in ("align", "take"):
        facts["area"] = words.area(BOARD.index[about["area"]])
    elif g.step == "losses":
        facts["n"] = words.number(about.get("to_lose", 0))
        facts["what"] = "of your units" if about.get("heads") else "in combat value"
    elif g.step in ("escape", "reappear", "shelter"):
        unit = pieces.INDEX[about.get("personality") or about["master"]]
        facts["unit"] = words.unit(unit)
        facts["value"] = str(sword_value(s, unit))
    elif g.step == "retreat":
        facts["area"] = words.area(s.battle.area)
    return facts


def _key(g: Game) -> str:
    """Which text fits: the step's own, or one for a quiet case of it."""
    s = g.state
    if g.step == "magic" and not pending(s):
        return "magic_quiet"
    if g.step == "muster" and all(a.verb != "muster" for a in g.legal_actions()):
        return "muster_none"
    if g.step == "combat" and not must(s):
        return "siege"
    if g.step == "search" and not any(a.verb in ("search", "hunt") for a in g.legal_actions()):
        return "search_none"
    if g.step == "movement" and s.scenario.solo:
        return "movement_solo"
    if g.step == "stack" and not reach(s):
        return "stack_held"
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
        usual="" if tip else str(text.get("usual", "")),
        risks=tuple(dangers(g)),
    )


# ---- what is at risk ------------------------------------------------------------------------------------------------


def dangers(g: Game) -> list[Danger]:
    """What is at risk in the decision that waits, with the lab's exact odds; the nearest to hand first."""
    s = g.state
    if g.step == "stack":
        return _assaults(g)
    if g.step == "movement":
        return []
    if g.step == "escape":
        return _escape(g)
    if s.battle is not None and g.step in ("withhold", "port"):
        return _battle(g, BOARD.ids[s.battle.area])
    if g.phase in ("magic", "combat") and g.step in ("magic", "combat"):
        return [x for a in pending(s)[:_MOST] for x in _battle(g, BOARD.ids[a])]
    return []


def _assaults(g: Game) -> list[Danger]:
    """The battle the stack in hand stands before, or those it could begin: the coach's own pick first."""
    s = g.state
    here = s.place[leader_of(s)]
    if s.assaults >> here & 1:
        return _battle(g, BOARD.ids[here])
    way = sense.way_to_go(g)
    goals = [r.area for r in reach(s).values() if r.attack and not r.risk]
    if way is not None and way.attack:
        goals.sort(key=lambda a: a != way.route.area)
    moving = tuple(pieces.IDS[u] for u in s.moving if pieces.KIND[u] != pieces.FLEET)
    return [x for a in goals[:_MOST] for x in _battle(g, BOARD.ids[a], moving)]


def _battle(g: Game, area: str, moving: tuple[str, ...] = ()) -> list[Danger]:
    if g.seat is None:
        return []
    try:
        found = risk(g, g.seat, area, moving)
    except BattleError:
        return []
    return [Danger(_said(found, BOARD.names[BOARD.index[area]]), area)]


def _said(r: Risk, place: str) -> str:
    """The odds of a battle as one says them at a table."""
    won = "you cannot win" if not r.win else "you always win" if r.win == 1 else f"you win {_times(r.win)}"
    parts = [f"{place}: {won}"]
    if r.falls is not None and (r.win or not r.attacks):
        city = "the city" if r.attacks else "your city"
        parts.append(f"{city} falls {_times(r.falls)}" if r.falls else f"{city} cannot fall to this")
    parts += [
        f"{pieces.NAMES[pieces.INDEX[u]]} is lost for good {_times(p)}" for u, p in list(r.heroes.items())[:_NAMED]
    ]
    if r.trapped:
        parts.append(f"you lose with no way out {_times(r.trapped)}")
    unseen = " (spells you cannot see counted in)" if sum(r.battle.odds().draws) else ""
    return f"{'; '.join(parts)}{unseen}."


def _times(p: Fraction) -> str:
    """How often: "always", "once in 6", "10 times in 11", "4.6% of the time"."""
    if p == 1:
        return "always"
    if p.denominator > _SMALL:
        return f"{percent(p)} of the time"
    return f"{'once' if p.numerator == 1 else f'{p.numerator} times'} in {p.denominator}"


def _escape(g: Game) -> list[Danger]:
    """How often the roll saves."""
    value = min(6, sword_value(g.state, pieces.INDEX[held(g.state)["personality"]]))
    return [Danger(f"The roll saves {words.number(value)} times in six.")] if 0 < value < 6 else []


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
    here = s.place[leader_of(s)]
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
    how = {"sail": "sail to", "land": "land in"}.get(steps[-1].verb, "march to")
    why = "nearer to the enemy" if len(s.moving) > 1 else "where an army needs a leader"
    if s.scenario.solo:
        why = "on the way to what lies hidden"
    return f"Try this: {how} {words.area(area)}, {why}.", BOARD.ids[area]
