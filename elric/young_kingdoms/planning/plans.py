"""Where stacks could go, as the coach sees it: whole sequences of legal actions, each attack with the lab's odds.

Everything is found by the rules' own steps and by the lab, on the position as somebody may know it who sees this page: what
is looked at is either public or the seat's own. A plan stops where dice or a drawn spell come in, since nobody knows what
follows.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Any, Final

from elric.kernel import running
from elric.young_kingdoms.components.board import BOARD
from elric.young_kingdoms.components.notation import Action
from elric.young_kingdoms.components.pieces import ARMY, FIGHT, HERO, KIND, MAGIC
from elric.young_kingdoms.game import Game
from elric.young_kingdoms.movement.company import TO_LEAD
from elric.young_kingdoms.planning.decision import leader as leader_of
from elric.young_kingdoms.planning.marches import (
    Plan,
    abroad,
    after,
    against_somebody,
    begins,
    do,
    embarked,
    held_by_armies,
    in_hand,
    joining,
    march,
    overland,
    ships,
    strength,
    targets,
)
from elric.young_kingdoms.planning.ways import sure_reach
from elric.young_kingdoms.position.state import ASHORE, State, own_in
from elric.young_kingdoms.world.terrain import room

__all__ = [
    "Plan", "abroad", "after", "against_somebody", "begins", "best_alone", "best_leader", "can_go", "do", "embarked", "forget", "guards",
    "held_by_armies", "in_hand", "joining", "leads", "march", "on_foot_and_aboard", "overland", "ships", "strength", "takes_along", "targets",
]  # fmt: skip

GOING: Final = frozenset(("step", "sail", "land", "attack", "fly", "sway", "board"))
STACKS: Final = 3  # stacks worked out at a decision which stack to move
_KEPT: dict[tuple[Any, ...], Plan | None] = {}
_MOST: Final = 24


def forget() -> None:
    """Forget every position asked about, for whoever measures."""
    _KEPT.clear()


# ---- the best of them -----------------------------------------------------------------------------------------------


def best_alone(g: Game, hand_open: bool = True) -> Plan | None:
    """The plan to recommend to whoever plays alone: the march that comes nearest to something worth going to; None when there is
    none."""
    key = g.state.key(), hand_open
    if key not in _KEPT:
        if len(_KEPT) >= _MOST:
            _KEPT.clear()
        looked = [(g.state, ())] if in_hand(g.state) else _to_take_up(g)
        made = [p for t, take in looked for p in _of_stack(g, t, take, hand_open)]
        _KEPT[key] = min(made, key=lambda p: p.rank, default=None)
    return _KEPT[key]


def _to_take_up(g: Game) -> Iterator[tuple[State, list[Action]]]:
    """Alone: stacks that could be taken up, those nearest to something worth going to first: each in hand, and what takes it up."""
    s = g.state
    wanted = targets(s)
    starts: dict[int, int] = {}
    for a in leads(g):
        starts[s.place[a]] = 0
    for area in starts:
        starts[area] = min((far for t in wanted if (far := BOARD.distances(area)[t]) >= 0), default=99)
    looked = 0
    for area in sorted(starts, key=lambda a: (starts[a], a)):
        if area in wanted:
            continue  # what lies hidden here is searched for first
        leader = best_leader(g, area)
        for actions in _companies(s, leader, hold=True):
            t = after(s, actions)
            if t is None or not can_go(t):
                continue
            yield t, actions
            break
        looked += 1
        if looked == STACKS:
            return


def on_foot_and_aboard(g: Game, t: State, take: Sequence[Action]) -> Iterator[tuple[Plan, State]]:
    leader = leader_of(t)
    here = t.place[leader]
    if t.assaults >> here & 1:
        return
    base = _base(t, take)
    yield base, t
    yield from embarked(g, t, base)


# ---- taking a stack up ----------------------------------------------------------------------------------------------


def leads(g: Game) -> list[int]:
    """Who could take a stack up now."""
    return [a.args[0] for a in g.legal_actions() if a.verb == "lead"]


def best_leader(g: Game, area: int) -> int:
    """Who would lead a stack out of an area: the strongest with movement left, -1 when nobody can."""
    ready = set(leads(g))
    here = [u for u in own_in(g.state, area, g.state.player) if u in ready]
    return max(here, key=lambda u: (FIGHT[u], MAGIC[u] == 0, -u), default=-1)


def takes_along(g: Game, leader: int) -> list[Action]:
    """What to play to take up a leader with a company that can go somewhere: every army that can come, else also the
    personalities there whom he needs, else as many armies as a ship has room for, else nobody. Every action is legal in its
    turn."""
    first: list[Action] = []
    for actions in _companies(g.state, leader):
        first = first or actions
        t = after(g.state, actions)
        if t is not None and can_go(t):
            return actions
    return first or [TO_LEAD(leader)]


def can_go(t: State) -> bool:
    """Whether the stack in hand can go anywhere as it stands, on its feet or aboard a ship that does not sink under it."""
    if not in_hand(t):
        return False
    armies = sum(KIND[u] == ARMY for u in t.moving)
    return any(a.verb in GOING and (a.verb != "board" or armies <= room(t, a.args[0])) for a in running.legal(t))


def _companies(s: State, leader: int, hold: bool = False) -> Iterator[list[Action]]:
    """Companies for a leader, the one that is wanted first. `hold`: an army stays where it holds a city against an enemy who
    is near."""
    here = [u for u in own_in(s, s.place[leader], s.player) if u != leader]
    aboard = s.aboard[leader] != ASHORE
    mates = [u for u in here if KIND[u] == HERO and (s.aboard[u] != ASHORE) == aboard]
    armies = [u for u in here if KIND[u] == ARMY and s.aboard[u] == ASHORE and s.spent[u] <= s.spent[leader]]
    if aboard:
        armies = []
    if hold and armies and held_by_armies(s, s.place[leader]):
        armies = armies[:-1]
    berths = max((room(s, x) for x in ships(s, s.place[leader])), default=0)
    seen = set()
    for wanted in (armies, [*mates, *armies], armies[:berths], [*mates, *armies[:berths]], mates, []):
        actions = joining(s, leader, wanted)
        if actions and tuple(actions) not in seen:
            seen.add(tuple(actions))
            yield actions


def guards(s: State, p: Plan) -> bool:
    """Whether a plan leaves exactly one army behind, to hold a city against an enemy who is near."""
    going = {a.args[0] for a in p.take if a.args}
    stay = [u for u in own_in(s, p.start, s.player) if KIND[u] == ARMY and u not in going]
    return bool(p.take) and len(stay) == 1 and held_by_armies(s, p.start)


# ---- where a stack could go -----------------------------------------------------------------------------------------


def _base(t: State, take: Sequence[Action]) -> Plan:
    """The plan of a stack in hand that goes nowhere yet."""
    leader = leader_of(t)
    here = t.place[leader]
    return Plan(leader, here, tuple(take), (), -1, (), (), here, None, -1, 99, 0)


def _of_stack(g: Game, t: State, take: Sequence[Action], hand_open: bool) -> Iterator[Plan]:
    """Alone: the march of a stack that is in hand in `t`, `take` having been played on the game's own position, on foot or aboard a
    ship."""
    base = _base(t, take)
    by_land = march(t, base, sure_reach(t, hand_open))
    if by_land is not None:
        yield by_land
        return
    for sea, x in embarked(g, t, base):
        if (sail := march(x, sea, sure_reach(x, hand_open))) is not None:
            yield sail
