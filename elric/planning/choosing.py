"""A turn's plan: of the campaigns that are possible those that together are worth most, no host in two of them.

Greedy by worth first, then exchanged one against one for as long as the sum grows (local search). What was planned last turn is
kept unless something else is clearly better: a plan of three turns is never carried out by somebody who changes his mind in
each, and two plans that are worth the same would take turns.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from typing import Final

from .definition import Aim, Campaign, Host, TurnPlan

__all__ = ["KEPT", "campaigns", "choose"]

KEPT: Final = 1.1
"""How many times more another campaign must be worth before a host leaves the one it is in."""
_ENOUGH: Final = 0.97  # of the chance that all together have: those who add less are free for something else
_ROUNDS: Final = 3

Prospect = Callable[[Aim, int, int], float]
"""How likely an aim is had with so much strength, so many turns from now."""


def campaigns(
    aims: Iterable[Aim],
    hosts: Sequence[Host],
    prospect: Prospect,
    meets: Callable[[Aim, int], int],
    sooner: float,
    costs: Callable[[Host], float],
) -> list[Campaign]:
    """For each aim the best campaign: when to strike, and with whom.

    Args:
        hosts: free to go.  prospect: how likely an aim is had.  meets: the strength that an aim is defended with in a turn.
        sooner: what is worth a turn later only so much.
        costs: what it costs elsewhere that a host goes.
    """
    found = []
    turns = max((len(h.reach) for h in hosts), default=0)
    for aim in aims:
        best: Campaign | None = None
        now = 0.0
        place = aim.place
        comers = [(h, h.brings(place), due) for h in hosts if (due := h.due(place)) >= 0 and h.brings(place)]
        comers.sort(key=lambda c: (c[0].key != aim.needs, -c[1], c[2], c[0].key))
        for turn in range(turns):
            able = [(h, brings) for h, brings, due in comers if due <= turn]
            if not able or (aim.needs >= 0 and all(h.key != aim.needs for h, _ in able)):
                continue
            most = sum(brings for _, brings in able)
            all_in = prospect(aim, most, turn)
            chosen: list[Host] = []
            chance, together = 0.0, 0
            for host, brings in able:
                if chance >= _ENOUGH * all_in and chosen:
                    break
                chosen.append(host)
                together += brings
                chance = prospect(aim, together, turn) if together < most else all_in
            if turn == 0:
                now = chance
            worth = aim.worth * chance * sooner**turn - sum(map(costs, chosen))
            if worth > 0 and (best is None or worth > best.worth):
                keys = tuple(h.key for h in chosen)
                best = Campaign(aim, keys, turn, together, meets(aim, turn), chance, worth, now)
        if best is not None:
            found.append(best)
    return found


def choose(
    aims: Sequence[Aim],
    hosts: Sequence[Host],
    make: Callable[[Iterable[Aim], Sequence[Host]], list[Campaign]],
    last: TurnPlan,
) -> TurnPlan:
    """The plan of a turn.

    Args:
        make: the best campaign of each aim that these hosts allow.
        last: what was planned before; its aims are worth `KEPT` times as much when plans are compared.
    """
    kept = {c.aim.key for c in last.campaigns}

    def preferred(c: Campaign) -> float:
        return c.worth * (KEPT if c.aim.key in kept else 1.0)

    def filled(first: Sequence[Campaign], able: Sequence[Campaign]) -> list[Campaign]:
        """These, and then greedily what the other hosts can do. A campaign none of whose hosts was taken is still the best of
        its aim, and is not found again."""
        chosen = list(first)
        while True:
            busy = {h for c in chosen for h in c.hosts}
            done = {c.aim.key for c in chosen}
            free = [h for h in hosts if h.key not in busy]
            left = [c for c in able if c.aim.key not in done]
            hit = {c.aim.key for c in left if not busy.isdisjoint(c.hosts)}
            able = [c for c in left if c.aim.key not in hit]
            able += make([a for a in aims if a.key in hit], free) if hit and free else []
            if not able:
                return chosen
            chosen.append(max(able, key=lambda c: (preferred(c), c.aim.key)))

    alone = sorted(make(aims, hosts), key=lambda c: (-preferred(c), c.aim.key))
    best = filled([], alone)
    worth = sum(map(preferred, best))
    for first in alone[1 : 1 + _ROUNDS]:
        other = filled([first], alone)
        if (total := sum(map(preferred, other))) > worth:
            best, worth = other, total
    best.sort(key=lambda c: (-c.worth, c.aim.key))
    going = {c.aim.key for c in best}
    dropped = tuple((c, _why(c, aims, best)) for c in last.campaigns if c.aim.key not in going)
    return TurnPlan(tuple(best), sum(c.worth for c in best), dropped)


def _why(old: Campaign, aims: Sequence[Aim], best: Sequence[Campaign]) -> str:
    """Why a campaign is not gone on with: "had" (it is no aim any more), "better" (its hosts have a better one), "lost" (nobody
    can do it any more)."""
    if all(a.key != old.aim.key for a in aims):
        return "had"
    return "better" if any(set(old.hosts) & set(c.hosts) for c in best) else "lost"
