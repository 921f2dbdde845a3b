"""What a side fights for: places to take, places to keep, enemies to hunt, peoples to ask, by the victory clauses of the scenario.

The rules say what wins (`turn.victory`); how much each place matters is our own measure.
"""

from __future__ import annotations

from typing import Final, NamedTuple

from elric.dragon_pass.components.board import BOARD, HEXES, SARTAR_FORTS
from elric.dragon_pass.components.scenarios import OLD_CAPITAL, Goal
from elric.dragon_pass.components.units import HEROES, SARTAR, UNITS
from elric.dragon_pass.independents.peoples import INDEX, PEOPLES, ally_of
from elric.dragon_pass.planning.fields import far
from elric.dragon_pass.planning.look import Look
from elric.dragon_pass.position.notes import TarshCapital, the_note
from elric.dragon_pass.position.state import State
from elric.dragon_pass.turn.victory import FORTS_NEEDED, HOME, INTRUDERS, holds, intruders, spoilt
from elric.kernel.bits import ones

TAKE, KEEP, HUNT, ASK = "take", "keep", "hunt", "ask"
ALL: Final = 999.0  # as many as there are
ALARM: Final = 8.0  # from this weight on a place is fought for at any odds
_ALARM: Final = {1: 30.0, 2: 12.0, 3: 6.0}  # the weight of what the enemy must not hold for so many Turns more
_AHEAD: Final = 2.0  # how much more its own goal counts for who is well ahead
_STICK: Final = 1.5  # how many times easier another goal must be before it is gone for instead
_NEAR: Final = 14  # half points within which an enemy threatens a place, about two Moves on foot
_WATCH: Final = 5  # hexes around a goal in which enemies count as its garrison
_TURN: Final = 9  # half points that an army makes in a Move, about
_SPARE: Final = 2  # forts where one would be enough
_PRIZE: Final = 2.0  # factors that one point of weight is worth
_PLACED: Final = ("hold", "temple")
_LAST: Final = 2  # units: so few are hunted by whoever has more
_ODDS: Final = 3.5  # how much stronger a side wants to be than who stands in its goal


class Post(NamedTuple):
    """Where units are wanted.

    Attributes:
        hexes: where they should stand, as bits.  centre: the way there leads to this hex.
        kind: to take, to keep, to hunt, to ask.
        weight: how much it matters.  need: how many CF are wanted there.
        goal: what the scenario says of it; "" for none.
        straight: whether the way there is reckoned as the crow flies.
    """

    hexes: int
    centre: int
    kind: str
    weight: float
    need: float
    goal: str = ""
    straight: bool = False

    @property
    def key(self) -> str:
        """Names what is gone for, the same from Move to Move; whom one hunts may be elsewhere in the next."""
        return f"{self.kind} {self.goal if self.kind == HUNT else self.centre}"


def only_magicians(s: State) -> bool:
    """Whether magicians and heroes fight alone in a scenario [66.1]."""
    return not any(UNITS[u].kind == "physical" for a in s.scenario.armies for u in a.units)


def place_hexes(s: State, place: str) -> int:
    """The hexes of a place that a goal names."""
    key = the_note(s, TarshCapital).place if place == OLD_CAPITAL else place
    return BOARD.places[key].bits


def posts(look: Look) -> list[Post]:
    """Where this side wants units, what matters most first."""
    if look.posts is None:
        found = (*_against(look), *_for(look), *_asking(look))
        more = look.temper.weights
        look.posts = sorted(
            (
                p._replace(weight=p.weight * more.get(p.kind, 1.0) * more.get(p.key, 1.0) * look.kept(p.key))
                for p in found
            ),
            key=lambda p: (-p.weight, p.centre),
        )
    return look.posts


# ---- what wins for this side ----------------------------------------------------------------------------------------


def _held(s: State, goal: Goal) -> int:
    return s.tenure[s.scenario.goals.index(goal)][0] if s.tenure else 0


def _effort(look: Look, goal: Goal) -> float:
    """What it would take to reach a goal, about in Turns."""
    s, seat = look.s, look.seat
    left = goal.turns - _held(s, goal)
    total = float(left)
    army = max(1.0, sum([look.swords(h) for h in ones(look.own)]))
    for h in _wanted(look, goal):
        hexes = _whole(h)
        if s.at[seat] & hexes and not look.enemy & hexes:
            continue
        near = sorted(far(h, own) / _TURN - look.swords(own) / army for own in ones(look.own))[:5]
        total += sum(near) / len(near) if near else 20.0
        total += 12 * garrison(look, h) / army
    return total


def _way_to(look: Look, post: Post) -> float:
    """How far the army is from a post, what stands there counted as way."""
    near = sorted([far(post.centre, own) for own in ones(look.own)])[:8]
    army = max(1.0, sum([look.swords(h) for h in ones(look.own)]))
    return sum(near) / max(1, len(near)) + 60 * garrison(look, post.centre) / army


def _whole(h: int) -> int:
    place = BOARD.place_at.get(h)
    return place.bits if place else 1 << h


def garrison(look: Look, h: int) -> float:
    """How strong the enemy is in a place and around it, his walls counted."""
    around = HEXES.disc(h, _WATCH) & look.enemy
    return sum([look.swords(n) * (2 if BOARD.walls >> n & 1 else 1) for n in ones(around)])


def _wanted(look: Look, goal: Goal) -> list[int]:
    """One hex of each place that a goal asks for; of forts the easiest."""
    s = look.s
    if goal.kind in _PLACED or goal.kind == "contain":
        return [_entry(look, place_hexes(s, place)) for place in goal.places]
    if goal.kind == "free forts":
        return [BOARD.places[f].hexes[0] for f in SARTAR_FORTS if not _free(s, look, f)]
    if goal.kind == "forts":
        forts = sorted(SARTAR_FORTS, key=lambda f: (not holds(s, look.seat, f), _hard(look, f), f))
        return [BOARD.places[f].hexes[0] for f in forts[:FORTS_NEEDED]]
    return []


def _free(s: State, look: Look, fort: str) -> bool:
    return s.holder.get(fort) == SARTAR and not look.enemy & BOARD.places[fort].bits


def _hard(look: Look, fort: str) -> float:
    h = BOARD.places[fort].hexes[0]
    near = min([far(h, own) for own in ones(look.own)], default=99)
    return near / _TURN + garrison(look, h) / 6


def _entry(look: Look, hexes: int) -> int:
    """The hex of a place to make for: one where own units stand, one that is empty, one that is held."""
    return min(ones(hexes), key=lambda h: (not look.own >> h & 1, bool(look.enemy >> h & 1), look.swords(h), h))


def _for(look: Look) -> list[Post]:
    """Posts for what wins: the easiest goal with places has the army; enemies are hunted where no place is asked for."""
    s = look.s
    mine = [goal for goal in s.scenario.goals if goal.side == look.seat]
    placed = [goal for goal in mine if goal.kind in (*_PLACED, "forts", "free forts")]
    out: list[Post] = []
    if placed:
        efforts = {goal: _effort(look, goal) / _before(look, goal) for goal in placed}
        easiest = sorted(placed, key=lambda goal: (efforts[goal], placed.index(goal)))
        chosen = easiest[min(look.temper.goal, len(easiest) - 1)]
        for h in _wanted(look, chosen):
            hexes = _whole(h)
            held = bool(s.at[look.seat] & hexes) and not look.enemy & hexes
            need = max(8.0, _ODDS * garrison(look, h)) if not held else max(6.0, 1.5 * threat(look, hexes))
            weight = 4.0 + _held(s, chosen) + (_AHEAD if look.care < 1 else 0.0)
            out.append(Post(hexes, h, KEEP if held else TAKE, weight, need, chosen.says))
        if out:
            # of two cities the nearer one first, with the whole army
            out.sort(key=lambda p: (p.kind == KEEP, _way_to(look, p), p.centre))
            if chosen.kind in _PLACED:
                out[1:] = [p if p.kind == KEEP else p._replace(weight=1.0) for p in out[1:]]
            out.append(out[0]._replace(weight=0.5, need=ALL))
    for goal in mine:
        if goal.kind == "keep out":
            out += _hunts(look, look.enemy & HOME, goal, 3.0)
        elif goal.kind == "heroes":
            there = {s.place[u] for u in ones(look.heroes(tuple(k for k in s.order if k != look.seat)))}
            seen = sum(1 << h for h in there if h >= 0)
            # a hero may lie under any stack
            out += [*_hunts(look, seen, goal, 4.0), *_hunts(look, look.enemy & ~seen, goal, 2.0)]
        elif goal.kind == "annihilate" and (not placed or look.temper.hunts or _nearly_gone(look)):
            out += _hunts(look, look.enemy, goal, 3.0)
    return out


def _before(look: Look, goal: Goal) -> float:
    """How many times more a goal counts because one went for a place of it before."""
    keys = [f"{kind} {h}" for h in _wanted(look, goal) for kind in (TAKE, KEEP)]
    return _STICK if any(look.kept(key) > 1 for key in keys) else 1.0


def _nearly_gone(look: Look) -> bool:
    """Whether the enemy is so weak that hunting him down ends the game: his last unit falls in a Trade with a spare one [12.6]."""
    s = look.s
    left = sum([s.of[k].bit_count() for k in s.order if k != look.seat])
    if left <= _LAST and left < s.of[look.seat].bit_count():
        return left > 0  # nobody yet: they are still to come
    theirs = sum([look.swords(h) for h in ones(look.enemy)])
    return theirs * 4 < sum([look.swords(h) for h in ones(look.own)])


def _hunts(look: Look, hexes: int, goal: Goal, weight: float) -> list[Post]:
    """Enemies to be hunted: each with as many as can beat him."""
    out = []
    for h in ones(hexes):
        need = 4 * look.swords(h) * (2 if (BOARD.walls | BOARD.thick) >> h & 1 else 1)
        near = min([HEXES.distance(h, own) for own in ones(look.own)], default=40)
        out.append(Post(1 << h, h, HUNT, weight - near / 40, need, goal.says, True))
    return out


# ---- what the enemy must not have -----------------------------------------------------------------------------------


def threat(look: Look, hexes: int) -> float:
    """How strong the enemies are who could come to a place within about two Moves, its walls counted for who holds it."""
    goal = next(iter(ones(hexes)))
    total = sum([look.swords(e) for e in ones(look.enemy) if far(goal, e) <= 2 * _NEAR])
    return total / (2 if BOARD.walls & hexes else 1)


def _against(look: Look) -> list[Post]:
    """Posts against what wins for enemies: what they hold is taken back, what they still need is kept."""
    s, seat = look.s, look.seat
    out: list[Post] = []
    for goal in s.scenario.goals:
        if goal.side == seat:
            continue
        done = _held(s, goal)
        if goal.kind in _PLACED:
            theirs = [place for place in goal.places if holds(s, goal.side, place)]
            last = len(theirs) == len(goal.places)
            for place in goal.places:
                hexes = place_hexes(s, place)
                h = _entry(look, hexes)
                if place in theirs:
                    weight = (5.0 + done if last else 2.0) if goal.turns <= 3 else 3.0 + done / 2
                    if last:
                        weight = max(weight, _ALARM.get(goal.turns - done, 0.0))
                    out.append(Post(hexes, h, TAKE, weight, max(8.0, _ODDS * garrison(look, h)), goal.says))
                elif len(theirs) + 1 >= len(goal.places) and (s.at[seat] & hexes or _urgent(look, hexes)):
                    # one magician disputes a Temple as well as all do, whom one storm would kill there [26.2]
                    need = 1.0 if only_magicians(s) else min(40.0, max(3.0, threat(look, hexes) / 2))
                    out.append(Post(hexes, h, KEEP, 4.5 if goal.turns <= 3 else 3.5, need, goal.says))
        elif goal.kind == "forts":
            out += _forts(look, goal, done)
        elif goal.kind == "free forts":
            out += _one_fort(look, goal, done)
        if goal.kind == "keep out" and not s.at[seat] & HOME:
            out.append(_intrusion(look, goal, max(3.0 + done, _ALARM.get(goal.turns - done, 0.0))))
        elif goal.kind == "temple" and intruders(s) < INTRUDERS and not spoilt(s, goal):
            out.append(_intrusion(look, goal, 3.5))
    if any(goal.kind == "annihilate" and goal.side == seat for goal in s.scenario.goals) and _nearly_gone(look):
        return [p for p in out if p.kind != KEEP]  # those who were to keep it hunt
    return out


def _intrusion(look: Look, goal: Goal, weight: float) -> Post:
    """Some units go to Sartar, wherever it is free and near: who is there has not been kept out, and three of them for some Turns
    spoil the Temple [68.1]."""
    ring, free = look.own, HOME & ~look.enemy
    while ring and not ring & free and (wider := ring | HEXES.spread(ring)) != ring:
        ring = wider
    return Post(free, next(iter(ones(ring & free or free))), TAKE, weight, 12.0, goal.says)


def _urgent(look: Look, hexes: int) -> bool:
    """Whether an enemy could be in an empty place soon."""
    goal = next(iter(ones(hexes)))
    return any(far(goal, e) <= 2 * _NEAR for e in ones(look.enemy))


def _forts(look: Look, goal: Goal, done: int) -> list[Post]:
    """Sartar's forts that the enemy collects: with one less than he needs they are worth a fight."""
    s, seat = look.s, look.seat
    theirs = [f for f in SARTAR_FORTS if holds(s, goal.side, f)]
    out = []
    for fort in SARTAR_FORTS:
        place = BOARD.places[fort]
        h = place.hexes[0]
        if fort in theirs and len(theirs) >= FORTS_NEEDED - 1:
            weight = 3.0 + done + (2.0 if len(theirs) >= FORTS_NEEDED else 0.0)
            out.append(Post(place.bits, h, TAKE, weight - _hard(look, fort) / 10, _ODDS * garrison(look, h), goal.says))
        elif s.at[seat] & place.bits:
            out.append(Post(place.bits, h, KEEP, 2.0 + len(theirs) / 2, 3.0, goal.says))
    return out


def _one_fort(look: Look, goal: Goal, done: int) -> list[Post]:
    """One fort of Sartar in hand keeps all seven from being free."""
    s, seat = look.s, look.seat
    ours = [BOARD.places[f] for f in SARTAR_FORTS if holds(s, seat, f)]
    if ours:
        return [
            Post(p.bits, p.hexes[0], KEEP, 5.0, max(3.0, threat(look, p.bits) / 2), goal.says) for p in ours[:_SPARE]
        ]
    easiest = [BOARD.places[f] for f in sorted(SARTAR_FORTS, key=lambda f: (_hard(look, f), f))[:_SPARE]]
    return [
        Post(p.bits, p.hexes[0], TAKE, 4.5 + done, max(10.0, _ODDS * garrison(look, p.hexes[0])), goal.says)
        for p in easiest
    ]


# ---- who may help ---------------------------------------------------------------------------------------------------

_ENVOY_TURNS: Final = 6
_ASKED: Final = 7.0  # the weight of a people: the envoy, who is little missed, is found before the army is given out


def _asking(look: Look) -> list[Post]:
    """Homes of Independents to whom an emissary may go: one unit each, from not too far."""
    s = look.s
    out = []
    for key in s.scenario.peoples:
        if key not in INDEX or key in ("delecti", "puppeteers") or ally_of(s, INDEX[key]) >= 0:
            continue
        home = PEOPLES[INDEX[key]].home
        h = next(iter(ones(home)))
        if look.enemy & home:
            continue
        near = min([far(h, own) for own in ones(look.own)], default=999)
        if near <= _ENVOY_TURNS * _TURN:
            out.append(Post(home, h, ASK, _ASKED - near / 100, 0.1, PEOPLES[INDEX[key]].name))
    return out


def prize(look: Look, wanted: list[Post], h: int) -> float:
    """What it is worth to clear a hex of enemies, beside the enemies themselves."""
    found = [p.weight for p in wanted if p.hexes >> h & 1 and p.kind in (TAKE, HUNT)]
    heroes = sum(not look.hidden >> u & 1 and HEROES >> u & 1 for u in look.s.piles.get(h, ()))
    return _PRIZE * max(found, default=0.0) + 1.0 * heroes


__all__ = ["ALARM", "ALL", "ASK", "HUNT", "KEEP", "TAKE", "Post", "garrison", "only_magicians", "posts", "prize",
           "threat"]  # fmt: skip
