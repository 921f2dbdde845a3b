"""What a sensible player might do now: for the coach's tips and for "show me". Looks only at what the seat that decides
may see, as long as the game it is given is that seat's own (`Game.resampled`).
"""

from __future__ import annotations

from typing import NamedTuple

from elric.young_kingdoms.combat.battle import pending
from elric.young_kingdoms.components import pieces, spells
from elric.young_kingdoms.components.board import BOARD, LAND
from elric.young_kingdoms.components.notation import Action
from elric.young_kingdoms.game import Game
from elric.young_kingdoms.movement.terrain import IMRRYR, besieged, carriers, enemy_city, room
from elric.young_kingdoms.movement.wilderness import chance_needed
from elric.young_kingdoms.position.state import ASHORE, FACE_UP, HIDDEN, foes_at, hand, own_in
from elric.young_kingdoms.teaching.decision import held
from elric.young_kingdoms.teaching.decision import leader as leader_of
from elric.young_kingdoms.teaching.ways import Route, reach

_NEAR = 3  # provinces: what a stack may come at in a turn or two


class Way(NamedTuple):
    """Where a stack in hand should go: the route, and whether it attacks a foe it outweighs."""

    route: Route
    attack: bool


def best_leader(g: Game, area: int) -> int:
    """The personality who would lead a stack out of an area: the strongest with movement left, -1 when nobody can."""
    ready = {a.args[0] for a in g.legal_actions() if a.verb == "lead"}
    here = [u for u in own_in(g.state, area, g.state.player) if u in ready]
    return max(here, key=lambda u: (pieces.FIGHT[u], pieces.MAGIC[u] == 0, -u), default=-1)


def takes_along(g: Game, leader: int) -> list[Action]:
    """What to play to take up a leader with every army that can come with him."""
    s = g.state
    actions = [Action("lead", (leader,))]
    if s.aboard[leader] == ASHORE:
        actions += [
            Action("join", (x,))
            for x in own_in(s, s.place[leader], s.player)
            if pieces.KIND[x] == pieces.ARMY and s.aboard[x] == ASHORE and s.spent[x] <= s.spent[leader]
        ]
    return actions


def stack_to_move(g: Game) -> int:
    """The area of the stack with the best margin over something it can come at, else the one nearest to the enemy; -1
    when nothing more needs to move. A stack that would only halt again is passed over."""
    s = g.state
    wanted = targets(g)
    ranks = []
    for area in {s.place[a.args[0]] for a in g.legal_actions() if a.verb == "lead"}:
        armies = sum(pieces.KIND[u] == pieces.ARMY and s.spent[u] == 0 for u in own_in(s, area, s.player))
        if not armies or besieged(s, area, s.player):
            continue
        if s.scenario.solo and area in wanted:
            continue  # what is hidden here comes first
        far = BOARD.distances(area)
        close = [t for t in wanted if 0 < far[t] <= _NEAR and enemy_or_open(g, t)]
        margin = max((_host(g, area) - defence(g, t) for t in close), default=-99)
        near = min((far[t] for t in wanted if far[t] > 0), default=99)
        ranks.append((max(margin, -3), -near, area))
    return next((area for _, _, area in sorted(ranks, reverse=True) if _leads_somewhere(g, area)), -1)


def _leads_somewhere(g: Game, area: int) -> bool:
    """Whether the stack that would be taken up there has anything sensible to do."""
    trial = g.copy()
    for a in takes_along(g, best_leader(g, area)):
        if trial.verdict(a):
            trial.push(a)
    armies = any(pieces.KIND[u] == pieces.ARMY for u in trial.state.moving)
    return trial.step == "stack" and armies and (bool(steps_to_take(trial)) or ship_to_board(trial) is not None)


def way_to_go(g: Game) -> Way | None:
    """Where the stack in hand should go: to an attack it outweighs, else nearer to the enemy; None to halt."""
    s = g.state
    leader = leader_of(s)
    if not any(pieces.KIND[u] == pieces.ARMY for u in s.moving) or s.assaults >> s.place[leader] & 1:
        return None
    routes = reach(s)
    strength = sum(pieces.FIGHT[u] for u in s.moving)
    hits = [r for r in routes.values() if r.attack and not r.risk and enemy_or_open(g, r.area)]
    for r in sorted(hits, key=lambda r: (defence(g, r.area), r.cost)):
        if strength > defence(g, r.area):
            return Way(r, True)
    far = [BOARD.distances(t) for t in targets(g)]
    safe = [r for r in routes.values() if not r.attack and BOARD.kind[r.area] == LAND and _bearable(g, r)]
    if safe and far:
        goal = min(safe, key=lambda r: (min(f[r.area] for f in far), r.cost))
        if min(f[goal.area] for f in far) < min(f[s.place[leader]] for f in far):
            return Way(goal, False)
    return None


def steps_to_take(g: Game) -> list[Action]:
    """What takes the stack in hand where it should go, one area at a time; nothing to halt. A personality alone goes to
    the nearest army; ships go nearer to the enemy."""
    way = way_to_go(g)
    if way is not None:
        return list(way.route.actions)
    s = g.state
    here = s.place[leader_of(s)]
    if s.assaults >> here & 1:
        return []
    routes = [r for r in reach(s).values() if not r.attack and _bearable(g, r)]
    if carriers(s, s.moving):
        far = [BOARD.distances(t) for t in targets(g)]
        near = {r.area: min((f[r.area] for f in far), default=99) for r in routes}
        routes = [r for r in routes if near[r.area] < min((f[here] for f in far), default=99)]
        return list(min(routes, key=lambda r: (near[r.area], r.cost)).actions) if routes else []
    if len(s.moving) == 1:
        camps = [r for r in routes if any(pieces.KIND[u] == pieces.ARMY for u in own_in(s, r.area, s.player))]
        return list(min(camps, key=lambda r: (r.cost, r.area)).actions) if camps else []
    return []


def ship_to_board(g: Game) -> tuple[int, list[int]] | None:
    """Where no march leads nearer to the enemy and a ship of ours lies beside the stack: the ship, and the armies to
    leave behind because there is no room for them."""
    s = g.state
    leader = leader_of(s)
    armies = [u for u in s.moving if pieces.KIND[u] == pieces.ARMY]
    if not armies or s.aboard[leader] != ASHORE or way_to_go(g) is not None:
        return None
    beside = (s.place[leader], *BOARD.near[s.place[leader]])
    ships = [u for a in beside for u in own_in(s, a, s.player) if pieces.KIND[u] == pieces.FLEET and room(s, u)]
    for ship in sorted(ships, key=lambda u: -room(s, u)):
        left = armies[room(s, ship) :]
        trial = g.copy()
        for u in left:
            if trial.verdict(Action("drop", (u,))):
                trial.push(Action("drop", (u,)))
        if trial.verdict(Action("board", (ship,))):
            return ship, left
    return None


def targets(g: Game) -> list[int]:
    """Areas worth going to: where hostile cities or pieces are; alone, where something lies hidden or a monster waits,
    and Melnibone once a Dragon Master has been won."""
    s = g.state
    if s.scenario.solo:
        if any(s.owner[u] == s.player and s.place[u] < BOARD.size for u in pieces.DRAGONMASTERS):
            return [IMRRYR]
        return [a for a in BOARD.lands if HIDDEN + a in s.spell_at or FACE_UP + a in s.spell_at]
    return [a for a in BOARD.lands if (enemy_city(s, a, s.player) or foes_at(s, a, s.player)) and not BOARD.wild[a]]


def _bearable(g: Game, r: Route) -> bool:
    """Whether the dangers of a way may be run: alone, those of the wilderness are what one goes for."""
    return not r.risk or (g.scenario.solo and "perilous sea" not in r.risk)


def _host(g: Game, area: int) -> int:
    s = g.state
    return sum(pieces.FIGHT[u] for u in own_in(s, area, s.player) if pieces.KIND[u] != pieces.FLEET)


def enemy_or_open(g: Game, a: int) -> bool:
    """Whether an attack there would be on another player, not on neutrals."""
    s = g.state
    return enemy_city(s, a, s.player) or any(s.who[a] >> o & 1 for o in range(s.scenario.seats) if o != s.player)


def defence(g: Game, a: int) -> int:
    """What stands in an area against an attack before dice and spells, as everybody can see it."""
    s = g.state
    foes = [u for o in range(4) if o != s.player for u in own_in(s, a, o)]
    total = sum(pieces.FIGHT[u] for u in foes if pieces.KIND[u] in (pieces.HERO, pieces.ARMY))
    if enemy_city(s, a, s.player):
        total += BOARD.wall[a]
    return total


def sensible(g: Game) -> Action:
    """One legal action that is no mistake, at any decision but the movement of stacks (see `stack_to_move`).

    Raises:
        ValueError: the game is over.
    """
    legal = g.legal_actions()
    by: dict[str, list[Action]] = {}
    for a in legal:
        by.setdefault(a.verb, []).append(a)
    if "cast" in by and pending(g.state) and (laid := _spell_to_lay(g, by["cast"])) is not None:
        return laid
    if "search" in by:
        return min(by["search"], key=lambda a: chance_needed(g.state, *a.args))
    if "lose" in by:
        return min(by["lose"], key=lambda a: (pieces.KIND[a.args[0]] == pieces.HERO, pieces.FIGHT[a.args[0]]))
    if "keep" in by:
        return max(by["keep"], key=lambda a: _worth(g, (spells.LAW, spells.CHAOS)[a.args[0]]))
    for verb in ("raise", "hunt", "fight", "ready", "take", "save", "dispel", "muster", "wield", "roll", "stay"):
        if verb in by:
            return by[verb][0]
    for verb in ("done", "end", "halt"):
        if verb in by:
            return by[verb][0]
    if not legal:
        raise ValueError("the game is over")
    return legal[0]


def _spell_to_lay(g: Game, casts: list[Action]) -> Action | None:
    """The strongest spell beside a coming battle that has none of ours yet."""
    s = g.state
    here = [a for a in casts if s.place[a.args[0]] in pending(s) and spells.STRENGTH[a.args[1]]]
    return max(here, key=lambda a: (spells.STRENGTH[a.args[1]], -a.args[1]), default=None)


def _worth(g: Game, side: int) -> int:
    """How much strength the magicians who must choose hold on one side."""
    magicians = held(g.state).get("magicians", ())
    spelled = (i for name in magicians for i in hand(g.state, pieces.INDEX[name]))
    return sum(spells.VALUE[i] for i in spelled if spells.ALIGN[i] == side)


__all__ = ["Way", "best_leader", "defence", "sensible", "ship_to_board", "stack_to_move"]
__all__ += ["steps_to_take", "takes_along", "way_to_go"]
