"""Who marches with whom: the units of a stack that can go and are not needed where they stand."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Final, NamedTuple

from elric.dragon_pass.combat.factors import friend_of
from elric.dragon_pass.components.units import BY_ID, CF, COUNTS, DRAGONS, HEROES, MAGICIANS, SUPERHEROES, UNITS
from elric.dragon_pass.movement.going import points
from elric.dragon_pass.movement.stacking import LIMIT
from elric.dragon_pass.position.state import State
from elric.kernel.bits import bits, ones
from tests.rivals.dragon_captain.aims import ASK, KEEP, Post
from tests.rivals.dragon_captain.fields import far, roams
from tests.rivals.dragon_captain.look import Look, magicians_only

_ALIKE: Final = 4  # half points by which units that march together may differ
_BAT: Final = BY_ID["crimson-bat"]
_LONE: Final = bits(
    u for u, unit in enumerate(UNITS) if unit.kind in ("dragon", "giant carrier") or unit.id == "sylphs"
)


class Company(NamedTuple):
    """Units that march together from one hex.

    Attributes:
        units: the first of them will lie on top.
        start: where they stand.
        swords: their CF together.
        post: where they are wanted; None for nowhere.
    """

    units: tuple[int, ...]
    start: int
    swords: float
    post: Post | None = None

    @property
    def magic(self) -> bool:
        """Whether they fight from afar."""
        return magicians_only(self.units)


def fresh(s: State, u: int) -> bool:
    """Whether a unit can still begin a march of its own choice in this Move: an avenger cannot [18.1]."""
    if s.goats and any(u == hunter for hunter, _ in s.goats):
        return False
    return not s.done >> u & 1 and u not in s.left and points(s, u) > 0


def companies(look: Look, posts: list[Post]) -> list[Company]:
    """Everybody who can march and need not stay, in companies, each with the post that it is for."""
    s = look.s
    stays = _garrisons(look, posts)
    found: list[Company] = []
    for h in ones(look.own):
        free = tuple(u for u in s.piles[h] if not stays >> u & 1 and fresh(s, u))
        for units in _together(s, free):
            found.append(Company(units, h, look.strength(units)))
    return _assigned(look, found, posts)


def _garrisons(look: Look, posts: list[Post]) -> int:
    """Who stays where a place is to be kept: the slowest, until there are enough."""
    s, stays = look.s, 0
    for post in posts:
        if post.kind != KEEP:
            continue
        have = 0.0
        for h in ones(post.hexes & look.own):
            for u in sorted(s.piles[h], key=lambda u: (UNITS[u].hero, MAGICIANS >> u & 1, points(s, u), u)):
                if have < post.need and not stays >> u & 1:
                    stays |= 1 << u
                    have += max(CF[u], 0.5)
    return stays


def _together(s: State, free: tuple[int, ...]) -> Iterable[tuple[int, ...]]:
    """The units of a stack that march together: of about one pace, a Superhero with his Friend, magicians by themselves, no
    more than may stand on a hex."""
    left = sorted(free, key=lambda u: (-points(s, u), u))
    for u in [u for u in left if _LONE >> u & 1]:
        left.remove(u)
        yield (u,)
    while left:
        first = next((u for u in left if SUPERHEROES >> u & 1), left[0])
        group = [first]
        friend = friend_of(s, first) if SUPERHEROES >> first & 1 else -1
        if friend in left:
            group.append(friend)
        for u in left:
            alike = abs(points(s, u) - points(s, first)) <= _ALIKE
            kind = (
                bool(MAGICIANS >> u & 1) == bool(MAGICIANS >> first & 1)
                or HEROES >> (u if HEROES >> u & 1 else first) & 1
            )
            if u not in group and alike and kind and sum([COUNTS[v] for v in group]) + COUNTS[u] <= LIMIT:
                group.append(u)
        left = [u for u in left if u not in group]
        yield tuple(sorted(group, key=lambda u: (HEROES >> u & 1, -CF[u], u)))


def _assigned(look: Look, found: list[Company], posts: list[Post]) -> list[Company]:
    """Each company with a post: for what matters most first, the nearest until there are enough."""
    s = look.s
    left = list(found)
    out: list[Company] = []
    for post in posts:
        have = 0.0
        if post.kind == KEEP:
            have = sum([max(CF[u], 0.5) for h in ones(post.hexes & look.own) for u in s.piles[h]])
        near = sorted(left, key=lambda c: (_turns(s, c, post), -c.swords, c.start, c.units))
        for c in near:
            if have >= post.need:
                break
            if post.kind == ASK:
                envoy = _envoy(c)
                if envoy < 0:
                    continue
                out.append(Company((envoy,), c.start, float(CF[envoy]), post))
                rest = tuple(u for u in c.units if u != envoy)
                left.remove(c)
                if rest:
                    left.append(Company(rest, c.start, look.strength(rest)))
                break
            left.remove(c)
            out.append(c._replace(post=post))
            have += max(c.swords, 0.5)
    return [*out, *left]


def _turns(s: State, c: Company, post: Post) -> float:
    pace = min([points(s, u) for u in c.units])
    return far(post.centre, c.start, post.straight or roams(c.units)) / max(1, pace)


def _envoy(c: Company) -> int:
    """Who of a company may go and ask: one that is little missed."""
    able = [u for u in c.units if not (HEROES | DRAGONS) >> u & 1 and CF[u] <= 4 and u != _BAT]
    return min(able, key=lambda u: (CF[u] + 2 * (MAGICIANS >> u & 1), u), default=-1)


__all__ = ["Company", "companies", "fresh"]
