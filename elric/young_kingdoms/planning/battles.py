"""What a battle is worth to whoever asks, by its odds: the place, who is lost on either side, and what Elric's sword takes of
its own ([7.5.2], [10.7], [12.1.4] / 6.52, 9.7, 11.14)."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from fractions import Fraction
from typing import Final

from elric.kernel.bits import ones
from elric.young_kingdoms.artifacts.bonds import controller, influence
from elric.young_kingdoms.components import pieces
from elric.young_kingdoms.components.board import BOARD
from elric.young_kingdoms.components.pieces import (
    ARMY,
    ELRIC,
    FIGHT,
    FLEET,
    HERO,
    HERO_BITS,
    KIND,
    MAGIC,
    MOONGLUM,
    NATION,
)
from elric.young_kingdoms.game import Game
from elric.young_kingdoms.lab.battle import Battle
from elric.young_kingdoms.lab.prospects import battle_at
from elric.young_kingdoms.lab.risk import Risk, risk
from elric.young_kingdoms.lab.spec import BattleError
from elric.young_kingdoms.planning import aims
from elric.young_kingdoms.planning.temper import EVEN, Temper
from elric.young_kingdoms.position.state import NEUTRAL, State, on_board, own_in
from elric.young_kingdoms.world.terrain import IMRRYR

__all__ = ["had", "held_back", "odds", "price", "risk_of", "stakes", "swallowed", "thirst", "value"]

_CHASE: Final = 0.1
_BEATEN: Final = 0.2  # what a point of a beaten enemy's strength is worth
_SPELLS: Final = 2  # strength that spells may add, in hopes
_LOOTED: Final = 0.15  # what a city is worth that one cannot hold
_KING: Final = 16.0  # the other sorcerer, in a duel
_LAST: Final = 1.0  # what a point of a nation is worth that falls apart without its last personality
_VOICE: Final = 0.6  # of what Elric is worth, a voice that commands him or could
_HOST: Final = 2.0  # how many times more than its pieces a host is worth that is swallowed whole
_MAGIC: Final = 0.5  # what a point of magic of a personality is worth


def risk_of(seat: int, b: Battle) -> Risk:
    """The risk of a battle that is not on the board as it stands."""
    return risk(None, seat, b)  # type: ignore[arg-type]


def odds(g: Game, area: int, viewer: int) -> Risk | None:
    """The lab's figures for the battle in an area, for the seat that decides; None where there is none. While a spell is to be drawn
    in it the lab needs seconds, and nothing is said.

    Args:
        viewer: whose knowledge counts; -1 for what everybody knows.
    """
    if g.seat is None:
        return None
    try:
        b = battle_at(g, BOARD.ids[area], viewer)
        return None if b.spec.conjure else risk(g, g.seat, b)
    except BattleError:
        return None


def held_back(r: Risk) -> Risk | None:
    """The same battle without Elric's sword, whoever else is there being able to fight it; None where he is not in it."""
    side = 0 if r.attacks else 1
    spec = r.battle.spec
    mine = spec.attack if r.attacks else spec.defend
    if "elric" not in mine or "elric" in spec.held:
        return None
    try:
        return risk_of(r.battle.start.battle.seat(side), r.battle.but(held=(*spec.held, "elric")))
    except BattleError:
        return None


# ---- what is worth how much -----------------------------------------------------------------------------------------


def price(s: State, u: int) -> float:
    """What a piece is worth to its side; of a nation's last personality all that falls apart with it ([6.0] / 5.3)."""
    if KIND[u] == ARMY:
        return float(FIGHT[u])
    if KIND[u] == FLEET:
        return 0.3 * max(1, FIGHT[u])
    if KIND[u] != HERO:
        return 0.0
    return float(1.3 * max(1, FIGHT[u]) + _MAGIC * MAGIC[u]) + _falls_apart(s, u)


def _falls_apart(s: State, u: int) -> float:
    n, seat = NATION[u], s.owner[u]
    if n < 0 or s.nation_owner[n] != seat:
        return 0.0
    mine: list[int] = [x for x in ones(on_board(s, seat)) if NATION[x] == n and x != u]
    if any(HERO_BITS >> x & 1 for x in mine):
        return 0.0
    return float(_LAST * sum(FIGHT[x] for x in mine if KIND[x] == ARMY))


def thirst(s: State, r: Risk, seat: int) -> float:
    """What the black swords are expected to cost the seat after a battle: whoever they turn on, and Elric, who is then found
    elsewhere and follows nobody ([12.1.4] / 11.11 B, 11.14)."""
    lost = 0.0
    mine = set(r.battle.start.battle.units[0 if r.attacks else 1])
    for sword in r.battle.odds().swords:
        if pieces.INDEX[sword.bearer] not in mine:
            continue
        for name, chance in sword.victims.items():
            lost += float(chance) * (price(s, pieces.INDEX[name]) if name in pieces.INDEX else 3.0)
        if sword.bearer == "elric":
            lost += float(sword.turns) * aims.elric_worth(s, seat)
    return lost


def swallowed(s: State, r: Risk, ours: Iterable[int]) -> float:
    """What it is expected to cost the attacker that an eater of armies takes all who are in one place ([16.1]-[16.3] / 14.1-14.3).
    Whoever wins at Imrryr alone has to go there with all he has, and keeps it together."""
    if aims.only_way(s, s.player, IMRRYR):
        return 0.0
    chances = r.battle.odds().swallowed
    return _HOST * sum(float(chances.get(pieces.IDS[u], 0)) * price(s, u) for u in ours)


def had(s: State, a: int, r: Risk, coming: Sequence[int] = ()) -> float:
    """How far whoever attacks may hope to have the place: at this stroke, or by the siege that follows. Arguments as of `value`."""
    win = float(r.win)
    takes = float(r.falls) if r.falls is not None else win
    if not BOARD.wall[a] or takes >= win:
        return takes
    defence, wall = aims.defence(s, a, s.player)
    strong = sum(FIGHT[u] for u in {*own_in(s, a, s.player), *coming} if KIND[u] != FLEET) + _SPELLS
    left, back = aims.assaults(s, s.player, a), aims.raised(s, a)
    return takes + (win - takes) * aims.goes_on(strong, defence, wall, left - 1, back, aims.later(s, s.player))


def value(s: State, a: int, r: Risk, coming: Sequence[int] = (), temper: Temper = EVEN) -> float:
    """What an attack is worth to the player whose turn it is.

    Args:
        a: the area.  r: the odds, from the attacker's side.
        coming: who would come to it, besides those who are there.
    """
    seat = s.player
    win = float(r.win)
    takes = float(r.falls) if r.falls is not None else win
    foes = [u for o in range(s.scenario.seats) if o != seat for u in own_in(s, a, o)]
    ours = {*own_in(s, a, seat), *coming}
    theirs = sum(price(s, u) for u in foes)
    heroes, killed = _lost(s, r.heroes), _lost(s, r.theirs) + _silenced(s, r.theirs, seat)
    mine = sum(price(s, u) for u in coming)
    lost = (1 - win) * 0.3 * mine + heroes + float(r.trapped) * mine * 0.5 + thirst(s, r, seat) + swallowed(s, r, ours)
    goal = temper.prize(s, seat, a) * (1 if _can_hold(s, a, ours) else _LOOTED)
    kings = sum(float(x) * _KING for u, x in r.theirs.items() if _is_king(s, pieces.INDEX[u], seat))
    kings -= sum(float(x) * _KING for u, x in r.heroes.items() if _is_king(s, pieces.INDEX[u], -1))
    hope = had(s, a, r, coming)
    if aims.turns_left(s) == 1 and aims.only_way(s, seat, a):
        hope, lost = max(hope, aims.long_shot(1, 1)), 0.0
    # behind walls that hold nobody is beaten
    beaten = (takes if BOARD.wall[a] else win) * (_CHASE + _BEATEN * theirs) + killed
    return aims.helps(s, seat, a) * (hope * goal + temper.kill * beaten + kings - temper.loss * lost)


def stakes(s: State, area: int, r: Risk, seat: int, temper: Temper = EVEN) -> float:
    """What a battle is worth to whoever asks, attacker or defender."""
    if r.attacks:
        return value(s, area, r, (), temper)
    own = aims.own(s, area, seat)
    city = float(r.falls) * (aims.guard(s, seat, area) + aims.CITY) if r.falls is not None else 0.0
    return float(r.win) * (0.15 * own + 0.5) - _lost(s, r.heroes) - city - thirst(s, r, seat)


def _lost(s: State, chances: Mapping[str, Fraction]) -> float:
    return sum(float(x) * price(s, pieces.INDEX[u]) for u, x in chances.items())


def _silenced(s: State, chances: Mapping[str, Fraction], seat: int) -> float:
    """What it is worth that an enemy is lost whom Elric follows, or who could win him over ([12.1.2] / 11.12)."""
    whose = s.owner[ELRIC]
    mine = controller(s) if whose == seat else -1
    theirs = controller(s) if whose != seat and whose < NEUTRAL else -1
    heard = [
        float(lost)
        for name, lost in chances.items()
        if (u := pieces.INDEX[name]) == theirs or (mine >= 0 and u != MOONGLUM and influence(s, u) > influence(s, mine))
    ]
    much = 1.0 if aims.only_way(s, seat, IMRRYR) and whose != seat else _VOICE  # who enters Imrryr with nobody else
    return much * aims.elric_worth(s, seat) * max(heard, default=0.0)


def _can_hold(s: State, a: int, ours: Iterable[int]) -> bool:
    """Whether an army would be there to hold a city that falls ([10.9.1] / 9.91); at Imrryr it may be enough to be in."""
    if a == IMRRYR and s.rules.imrryr_wins == "at-once":
        return True
    return any(KIND[u] == ARMY for u in ours)


def _is_king(s: State, u: int, not_of: int) -> bool:
    """Whether the duel is about him."""
    return (
        s.scenario.goal == "duel" and s.owner[u] != not_of and any(pieces.IDS[u] in x.pieces for x in s.scenario.groups)
    )
