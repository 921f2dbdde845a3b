"""The coach: what is decided now, by whom, what can be done and why, what to try. Plain words, clause numbers last."""

from __future__ import annotations

import tomllib
from dataclasses import dataclass
from functools import cache
from importlib.resources import files
from typing import Any

from ..young_kingdoms import pieces, words
from ..young_kingdoms.battle import must, pending
from ..young_kingdoms.board import BOARD, LAND
from ..young_kingdoms.game import Game
from ..young_kingdoms.ground import besieged, enemy_city
from ..young_kingdoms.routes import reach
from ..young_kingdoms.state import foes_at, own_in
from ..young_kingdoms.swords import sword_value


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
    elif g.step == "reappear":
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


def best_leader(g: Game, area: int) -> int:
    """The personality who would lead a stack out of an area: the strongest with movement left, -1 when nobody can."""
    ready = {a.args[0] for a in g.legal_actions() if a.verb == "lead"}
    here = [u for u in own_in(g.state, area, g.state.player) if u in ready]
    return max(here, key=lambda u: (pieces.FIGHT[u], pieces.MAGIC[u] == 0, -u), default=-1)


def suggestion(g: Game) -> tuple[str, str]:
    """One thing worth trying now, with the area to look at; empty when the coach has no opinion."""
    if g.step == "movement":
        return _which_stack(g)
    if g.step == "stack":
        return _where_to(g)
    return "", ""


def _targets(g: Game) -> list[int]:
    """Areas worth attacking: where hostile cities or pieces are."""
    s = g.state
    return [a for a in BOARD.lands if (enemy_city(s, a, s.player) or foes_at(s, a, s.player)) and not BOARD.wild[a]]


def _host(g: Game, area: int) -> int:
    s = g.state
    return sum(pieces.FIGHT[u] for u in own_in(s, area, s.player) if pieces.KIND[u] != pieces.FLEET)


def _which_stack(g: Game) -> tuple[str, str]:
    """The stack with the best margin over something it can come at this turn; else the one nearest to the enemy."""
    s = g.state
    targets = _targets(g)
    best: tuple[int, int, int] | None = None
    for area in {s.place[a.args[0]] for a in g.legal_actions() if a.verb == "lead"}:
        armies = sum(pieces.KIND[u] == pieces.ARMY and s.spent[u] == 0 for u in own_in(s, area, s.player))
        if not armies or BOARD.kind[area] != LAND or besieged(s, area, s.player):
            continue
        far = BOARD.distances(area)
        close = [t for t in targets if 0 < far[t] <= 3 and enemy_or_open(g, t)]
        margin = max((_host(g, area) - defence(g, t) for t in close), default=-99)
        near = min((far[t] for t in targets if far[t] > 0), default=99)
        rank = (max(margin, -3), -near, area)
        if best is None or rank > best:
            best = rank
    if best is None:
        return ("Nothing more needs to move. End the phase.", "")
    area = best[2]
    leader = best_leader(g, area)
    return (f"Try this: click {words.area(area)} and let {words.unit(leader)} lead the armies there.", BOARD.ids[area])


def _where_to(g: Game) -> tuple[str, str]:
    s = g.state
    leader = s.agenda[-1][1]
    if not any(pieces.KIND[u] == pieces.ARMY for u in s.moving):
        return ("", "")
    if s.assaults >> s.place[leader] & 1:
        return ("Your stack stands before the enemy. Halt here; the battle is fought in the Combat phase.", "")
    routes = reach(s)
    strength = sum(pieces.FIGHT[u] for u in s.moving)
    hits = [r for r in routes.values() if r.attack and not r.risk and enemy_or_open(g, r.area)]
    for r in sorted(hits, key=lambda r: (defence(g, r.area), r.cost)):
        if strength > defence(g, r.area):
            return (
                (
                    f"Try this: attack {words.area(r.area)}. You bring {strength}, "
                    f"and {defence(g, r.area)} stand against you before the dice."
                ),
                BOARD.ids[r.area],
            )
    targets = _targets(g)
    far = {t: BOARD.distances(t) for t in targets}
    safe = [r for r in routes.values() if not r.risk and not r.attack and BOARD.kind[r.area] == LAND]
    if safe and targets:
        goal = min(safe, key=lambda r: (min(f[r.area] for f in far.values()), r.cost))
        if min(f[goal.area] for f in far.values()) < min(f[s.place[leader]] for f in far.values()):
            return (f"Try this: march to {words.area(goal.area)}, nearer to the enemy.", BOARD.ids[goal.area])
    return ("Nothing better is in reach. Halt here.", "")


def enemy_or_open(g: Game, a: int) -> bool:
    """Whether an attack there would be on another player, not on neutrals."""
    s = g.state
    return enemy_city(s, a, s.player) or any(
        s.count[o * BOARD.size + a] for o in range(s.scenario.seats) if o != s.player
    )


def defence(g: Game, a: int) -> int:
    """What stands in an area against an attack before dice and spells, as everybody can see it."""
    s = g.state
    foes = [u for o in range(4) if o != s.player for u in own_in(s, a, o)]
    total = sum(pieces.FIGHT[u] for u in foes if pieces.KIND[u] in (pieces.HERO, pieces.ARMY))
    if enemy_city(s, a, s.player):
        total += BOARD.wall[a]
    return total
