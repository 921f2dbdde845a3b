"""What single personalities go for: Elric, who follows whoever comes to him; a capital whose nation they can muster; a way out of
the port where they would bar Elric's."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Final

from elric.kernel.bits import bits
from elric.young_kingdoms.artifacts.bonds import controller, elrics_player, influence
from elric.young_kingdoms.components import pieces
from elric.young_kingdoms.components.board import BOARD
from elric.young_kingdoms.components.pieces import ARMY, ARTIFACT, ELRIC, FIGHT, FLEET, HERO, KIND, LAND_MOVES, MOONGLUM
from elric.young_kingdoms.game import Game
from elric.young_kingdoms.march.stronger_voice import TO_SWAY
from elric.young_kingdoms.movement.company import TO_DROP
from elric.young_kingdoms.movement.stack import TO_HALT
from elric.young_kingdoms.planning import aims, companies, plans
from elric.young_kingdoms.planning.reach import EMBARK, piers, within
from elric.young_kingdoms.planning.temper import EVEN, Temper
from elric.young_kingdoms.planning.ways import may_meet, reach
from elric.young_kingdoms.planning.weighed import Weighed
from elric.young_kingdoms.position import words
from elric.young_kingdoms.position.state import NEUTRAL, State, own_in
from elric.young_kingdoms.world.terrain import IMRRYR

__all__ = ["errands"]

_ALONE: Final = 1.0
_DUELLIST: Final = 9.0
_MISSED: Final = 0.7  # each point of his strength that is missed elsewhere, where somebody goes to muster
_NEAR: Final = 8  # areas: whoever follows nobody is elsewhere next turn
_FAR: Final = 16  # areas that a stronger voice goes for the sake of Elric
_LATER: Final = 0.8  # what it is worth to come to him a turn later
_HEARD: Final = 0.2  # each point of a voice: the stronger it is, the fewer can win him over in turn
_WAY: Final = 8.0  # what it is worth that Elric comes to a port
_LEADS: Final = 3.0  # what it is worth that armies keep their leader


def errands(g: Game, temper: Temper = EVEN) -> Iterator[Weighed]:
    """Errands of everybody who could be taken up alone, each with its worth and its reason."""
    s = g.state
    if plans.in_hand(s):
        return
    keep = companies.keepers(s, s.player)
    for u in plans.leads(g):
        if u in (ELRIC, MOONGLUM) or (controller(s) == u and s.owner[ELRIC] == s.player):
            continue
        calls = companies.calling(s, u)
        if any(at == s.place[u] for at, _ in calls):
            continue
        if calls and u not in keep:
            yield from _to_muster(g, u)
        yield from _to_elric(g, u, temper)
        yield from _out_of_the_way(g, u)


def _out_of_the_way(g: Game, u: int) -> Iterator[Weighed]:
    """Whoever holds spells opposed to those of whom Elric follows leaves the port to which both could march today ([9.5], [7.5.9] /
    8.5, 6.591)."""
    s = g.state
    here, e, voice = s.place[u], s.place[ELRIC], controller(s)
    follows = s.owner[ELRIC] == s.player and voice >= 0 and aims.only_way(s, s.player, IMRRYR)
    if not follows or here == e or may_meet(s, (voice,), (u,), True):
        return
    ports = [port for port, embark, _ in piers(s, s.player) if embark == EMBARK]
    if here not in ports or not within(e, (), False, LAND_MOVES) >> here & 1:
        return
    found = companies.alone(g, u)
    if found is None:
        return
    base, t = found
    ways = [r for r in reach(t).values() if not r.attack and not r.risk and r.area != e and r.area not in ports]
    if ways:
        r = min(ways, key=lambda r: (r.cost, r.area))
        why = f", to let Elric come to {words.area(here)}: {words.unit(voice)} and {words.unit(u)} hold opposed spells"
        went = f"{words.cap(words.unit(u)):goes|go} to {words.area(r.area)}"
        go = (*r.actions, TO_HALT())
        yield Weighed(base._replace(go=go, area=r.area, goal=r.area, far=0, cost=r.cost), _WAY,
                      f"{went}{why}.", f"{went}.", purpose=why)  # fmt: skip


def _to_muster(g: Game, u: int) -> Iterator[Weighed]:
    s = g.state
    calls = list(companies.to_call(s, u))
    found = companies.alone(g, u) if calls else None
    if found is None:
        return
    base, t = found
    routes = reach(t)
    for at, comes, far in calls:
        ways = [r for r in routes.values() if not r.attack and not r.risk and 0 <= far[r.area] < far[s.place[u]]]
        if not ways:
            continue
        r = min(ways, key=lambda r: (far[r.area], r.cost, r.area))
        worth = companies.called(comes, far[r.area]) - _danger(s, u, r.area) - _MISSED * max(0, FIGHT[u] - 1)
        if _wanted_here(s, u):
            worth -= _LEADS
        name = words.area(at)
        whose = words.nation(pieces.NATION_INDEX[BOARD.nation[at]])
        who = words.cap(words.unit(u))
        to = "" if r.area == at else f" {words.area(r.area)}, on the way to"
        go = (*r.actions, TO_HALT())
        yield Weighed(base._replace(go=go, area=r.area, goal=at, far=far[r.area], cost=r.cost), worth,
                      f"{who:goes|go} to{to} {name}, to muster {whose} there.",
                      f"{who:goes|go} to {words.area(r.area)}.",
                      purpose=f", to muster {whose} {'there' if r.area == at else words.inside(at)}")  # fmt: skip


def _danger(s: State, u: int, at: int) -> float:
    """What it costs to be found alone by an enemy who is near; much for one of the two whom a duel is about."""
    far = aims.far_off(at)
    near = any(
        aims.host(s, x, s.player) for x in BOARD.lands if 0 <= far[x] <= companies.DAY and s.who[x] & ~(1 << s.player)
    )
    return (_DUELLIST if u in aims.kings(s) else _ALONE) if near else 0.0


def _wanted_here(s: State, u: int) -> bool:
    """Whether armies would be left without a leader."""
    here = own_in(s, s.place[u], s.player)
    fit = any(KIND[x] == HERO and x != u and FIGHT[x] > 1 for x in here)
    return sum(KIND[x] == ARMY for x in here) > 1 and not fit


def _to_elric(g: Game, u: int, temper: Temper) -> Iterator[Weighed]:
    s = g.state
    e = s.place[ELRIC]
    if e >= BOARD.size or s.owner[ELRIC] == s.player or elrics_player(s) != NEUTRAL:
        return
    free = s.owner[ELRIC] >= NEUTRAL
    if not free:
        held = controller(s)
        if held >= 0 and influence(s, u) <= influence(s, held):
            return
    far = aims.far_off(e)
    if far[s.place[u]] > (_NEAR if free else _FAR):
        return
    found = companies.alone(g, u)
    if found is None:
        return
    base, t = found
    able = [(base, t, reach(t))]
    nearest = not free and u == _nearest_voice(s, far)
    there = 1 << e if free else bits(BOARD.touch[e])
    if nearest or within(s.place[u], piers(s, s.player), False, LAND_MOVES) & there:  # by a ship too
        able += [(base, t, reach(t)) for base, t in plans.embarked(g, t, base, lone=True)]
    who = words.cap(words.unit(u))
    worth = temper.elric * aims.elric_worth(s, s.player) - (_LEADS if _wanted_here(s, u) else 0.0)
    worth += _HEARD * influence(s, u)[0]
    if free:
        worth -= _danger(s, u, e)
        for base, _, routes in able:
            r = routes.get(e)
            if r is not None and not r.attack:
                go = (*r.actions, TO_HALT())
                yield Weighed(base._replace(go=go, area=e, goal=e, far=0, cost=r.cost), worth - 0.1 * r.cost,
                              f"{who:goes|go} to Elric, who follows nobody yet.",
                              purpose=", where Elric is, who follows nobody yet")  # fmt: skip
                return
        return
    sway = TO_SWAY(e)
    for base, t, routes in able:
        starts = [
            ((), s.place[u], 0),
            *((r.actions, r.area, r.cost) for r in routes.values() if not r.attack and not r.risk),
        ]
        # she goes to him alone: whoever sailed with her stays aboard, or where they landed ([12.1.2] / 11.122)
        left = tuple(TO_DROP(x) for x in t.moving if x != u and KIND[x] not in (ARTIFACT, FLEET))
        for go, at, cost in sorted(starts, key=lambda w: (w[2], w[1])):
            if at in BOARD.touch[e] and plans.after(t, (*go, *left, sway)) is not None:
                yield Weighed(base._replace(go=(*go, *left, sway), area=e, goal=e, far=0, cost=cost), worth,
                              f"{who:has|have} a stronger voice than whoever commands Elric, and goes to win him over.")  # fmt: skip
                return
    nearer = [
        (far[r.area], r.cost, r.area, base, r)
        for base, _, routes in able
        for r in routes.values()
        if not r.attack and not r.risk and r.actions and far[r.area] < far[s.place[u]]
    ]
    if not nearer or not nearest:
        return
    *_, base, r = min(nearer, key=lambda way: way[:3])
    turns = 1 + max(0, far[r.area] - 1) // LAND_MOVES
    yield Weighed(base._replace(go=(*r.actions, TO_HALT()), area=r.area, goal=e, far=far[r.area], cost=r.cost),
                  worth * _LATER**turns - _danger(s, u, r.area),
                  f"{who:goes|go} to {words.area(r.area)}, nearer to Elric: {who:has|have} a stronger voice than whoever commands him.",
                  f"{who:goes|go} to {words.area(r.area)}.",
                  purpose=", nearer to Elric, with a stronger voice than whoever commands him")  # fmt: skip


def _nearest_voice(s: State, far: Sequence[int]) -> int:
    """Of those who could win Elric over by their voice the one who is nearest to him: one is enough."""
    held = controller(s)
    least = influence(s, held) if held >= 0 else (0, 0)
    heard = [
        x
        for x in pieces.HEROES
        if s.owner[x] == s.player and s.place[x] < BOARD.size and x != MOONGLUM and influence(s, x) > least
    ]
    return min(heard, key=lambda x: (far[s.place[x]], x), default=-1)
