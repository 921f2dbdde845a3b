"""What the coach recommends: legal actions whose worth the rules tell. Where they tell none, nothing is recommended."""

from __future__ import annotations

import tomllib
from collections.abc import Callable, Iterable
from functools import cache
from importlib.resources import files
from typing import Any, Final, NamedTuple

from elric.kernel.bits import ones
from elric.kernel.game import Game
from elric.kernel.sealed import choices_of
from elric.kernel.steps import Action
from elric.sorcerer.combat.strength import defence, printed_strength
from elric.sorcerer.components.board import BOARD, HEXES
from elric.sorcerer.components.colors import NAMES, ON_THE_WHEEL, VALUE, WHITE
from elric.sorcerer.components.notation import NOTATION
from elric.sorcerer.components.scenarios import TIDE, TOUR
from elric.sorcerer.components.table import result
from elric.sorcerer.components.units import (
    FORTRESS,
    FORTRESSES,
    HUMAN,
    HUMANS,
    IDS,
    KIND,
    KIND_WORDS,
    MAGICAL,
    SORCERER,
    SORCERERS,
    STRENGTH,
    TROLL,
    UNITS,
)
from elric.sorcerer.components.words import an, where
from elric.sorcerer.magic import bolts, conjuring, conversion
from elric.sorcerer.magic.conjuring import KINDS, PRICE
from elric.sorcerer.movement.prices import points_to_spend, ways
from elric.sorcerer.position.notes import Seals, Toured, free_stones, noted
from elric.sorcerer.position.state import State, color_of, foes, force, here_of, powers_of
from elric.sorcerer.stories import stones
from elric.sorcerer.stories.tide import standing_cities
from elric.sorcerer.teaching import worth
from elric.sorcerer.teaching.phrases import phrase, unit, units
from elric.sorcerer.turn.points import CONVERTED, WHITE_CITY

_GOOD_BOLT: Final = 0.6  # steps on average from which a Bolt at anybody is worth five points
_VALUE: Final = {SORCERER: 9, FORTRESS: 5, HUMAN: 3, TROLL: 2}  # of a step that an enemy loses; others 1


_NO_POINTS: Final = (TOUR, TIDE, stones.STORY, "uprising")  # converted hexes count for nothing there
_SEAL: Final = 8  # points that make a Seal harmless [19.25]


@cache
def _texts() -> dict[str, Any]:
    return tomllib.loads(files(__package__).joinpath("data/tips.toml").read_text(encoding="utf-8"))


class Tip(NamedTuple):
    """What to do, why, in words; the actions; where to look."""

    words: str
    actions: tuple[Action, ...]
    look: str = ""


def _tip(key: str, actions: tuple[Action, ...], h: int = -1, **fields: Any) -> Tip:
    """A recommendation in the words of the table; `at` in them is the hex to look at."""
    at = {"at": where(h)} if h >= 0 else {}
    return Tip(_texts()[key].format(**at, **fields), actions, HEXES.names[h] if h >= 0 else "")


def tip(g: Game) -> Tip | None:
    """What to do now; None where the rules tell of nothing that is worth more than anything else."""
    make = _OF.get(g.step)
    found = make(g, g.state) if make is not None else None
    return found if found is not None and _can(g, found.actions) else None


def _can(g: Game, actions: tuple[Action, ...]) -> bool:
    """Whether actions are legal one after another."""
    if not actions or not g.verdict(actions[0]):
        return False
    if len(actions) == 1:
        return True
    copy = g.copy()
    for a in actions:
        if copy.seat != g.seat or not copy.verdict(a):
            return False
        copy.push(a)
    return True


# ---- setting up --------------------------------------------------------------------------------------------------------


def _place(g: Game, s: State) -> Tip | None:
    able = [a for a in g.legal_actions() if a.verb == "place"]
    if not able:
        return None
    u = s.to_place[0]
    best = max(able, key=lambda a: (_home(s, u, a.args[0]), -a.args[0]))
    h = best.args[0]
    why = _because(s, u, h)
    said = _texts()["because"][why].format(n=_near(s, h, UNITS[u].color, 2), color=NAMES[s.ground[h]].capitalize())
    return _tip("deploy", (best,), h, because=said)


def _near(s: State, h: int, color: int, far: int) -> int:
    """How many hexes of a color lie so near to a hex, itself counted."""
    return sum(s.paint[n] == color for n in ones(HEXES.disc(h, far)))


def _home(s: State, u: int, h: int) -> int:
    """How good a place a hex is to begin in."""
    if KIND[u] == FORTRESS:
        return _near(s, h, UNITS[u].color, 2)
    inside = any(FORTRESSES >> v & 1 for v in force(s, s.seat, h))
    crowd = len([v for v in force(s, s.seat, h) if KIND[v] == KIND[u]])
    if KIND[u] == HUMAN:
        return 4 * bool(BOARD.gray >> h & 1) + 3 * inside - 5 * crowd
    if KIND[u] == SORCERER:
        return 4 * inside + 3 * (s.ground[h] == WHITE) + (powers_of(s, u) >> s.ground[h] & 1) - crowd
    return VALUE[color_of(s, u)][s.ground[h]] - 5 * crowd


def _because(s: State, u: int, h: int) -> str:
    if KIND[u] == FORTRESS:
        return "color"
    if any(FORTRESSES >> v & 1 for v in force(s, s.seat, h)):
        return "walls"
    return "city" if BOARD.gray >> h & 1 else "white" if s.ground[h] == WHITE else "ground"


def _prime(g: Game, s: State) -> Tip | None:
    return _tip("prime", (g.legal_actions()[0],))


# ---- movement ----------------------------------------------------------------------------------------------------------


def _movement(g: Game, s: State) -> Tip | None:
    """The best of what the rules can value: to be free, to be whole, to convert, to strike, to see cities, to conjure."""
    mine = [u for u in ones(s.of[s.player] & SORCERERS) if points_to_spend(s, u) > 0]
    for make in _WISHES:
        for u in mine:
            found = make(g, s, u)
            if found is not None and _can(g, found.actions):
                return found
    return _tip("end", (Action("end"),))


def _task(s: State, u: int, deed: str) -> tuple[Action, ...]:
    """A Sorcerer is taken up, if he is not in hand already, and acts."""
    taken = () if s.hand and s.hand[0] == u else ((Action("halt"),) if s.hand else ()) + (Action("take", (u,)),)
    return (*taken, NOTATION.parse(deed))


def _free(g: Game, s: State, u: int) -> Tip | None:
    here = here_of(s, u)
    stuck = any(s.pinned >> v & 1 for v in force(s, s.player, here))
    return _tip("free", _task(s, u, "unpin"), here, unit=unit(u)) if stuck else None


def _mend(g: Game, s: State, u: int) -> Tip | None:
    low = s.depleted & ~s.mending
    return _tip("mend", _task(s, u, "mend"), here_of(s, u), unit=unit(u)) if low >> u & 1 else None


def _flee(g: Game, s: State, u: int) -> Tip | None:
    """Out of a hex in which an enemy strikes harder than one's own, to the neighbour that is farthest from all of them."""
    here, bad = here_of(s, u), foes(s, s.player) | s.vortex
    met = zip(*worth.meetings(s, s.player), strict=True) if bad >> here & 1 else ()
    hits = [theirs for ours, theirs in met if theirs.hex == here and theirs.odds.mean > ours.odds.mean]
    t = s.copy()
    t.hand = s.hand if s.hand and s.hand[0] == u else (u,)
    able = [a for a in ways(t, t.hand) if not bad >> a.args[0] & 1] if hits else []
    if not able:
        return None
    best = max(able, key=lambda a: (min(HEXES.distance(a.args[0], h) for h in ones(bad)), -a.args[0]))
    odds = worth.told(max(hits, key=lambda theirs: theirs.odds.mean).odds)
    return _tip("flee", _task(s, u, NOTATION.text(best)), here, unit=unit(u), way=where(best.args[0]), odds=odds)


def _restore(g: Game, s: State, u: int) -> Tip | None:
    here = here_of(s, u)
    low = [v for v in force(s, s.player, here) if s.depleted >> v & 1 and KIND[v] != SORCERER]
    for v in sorted(low, key=lambda v: -_VALUE.get(KIND[v], 1)):
        actions = _task(s, u, f"restore {IDS[v]}")
        if _can(g, actions):
            return _tip("restore", actions, here, unit=unit(v))
    return None


def _convert(g: Game, s: State, u: int) -> Tip | None:
    here = here_of(s, u)
    able = list(ones(conversion.choices(s, u, here)))
    if not able or s.spent.get(u, 0) or s.scenario.story in _NO_POINTS:
        return None
    best = NAMES[min(able, key=lambda c: (_near(s, here, c, 3), c))]
    gain = CONVERTED + WHITE_CITY * bool(BOARD.white >> here & 1)
    return _tip("convert", _task(s, u, f"convert {best}"), here, color=best.capitalize(), n=gain, unit=unit(u))


def _fling(g: Game, s: State, u: int) -> Tip | None:
    rows = []
    for a in bolts.offer(s, u, points_to_spend(s, u)):
        h, color, other = a.args
        there = force(s, other, h)
        lead = next((v for v in there if KIND[v] == SORCERER), -1)
        found = worth.odds(bolts.odds(s, other, h, color, (u,), lead), worth.can_lose(s, there))
        prize = max(_VALUE.get(KIND[v], 1) for v in _first(there))
        if found.mean >= _GOOD_BOLT and found.mean * prize >= 1:
            rows.append((float(found.mean) * prize, a, found, there))
    if not rows:
        return None
    _, a, found, there = max(rows, key=lambda row: row[:2])
    bolt = an(f"{NAMES[a.args[1]].capitalize()} Bolt")
    return _tip(
        "fling",
        _task(s, u, NOTATION.text(a)),
        a.args[0],
        bolt=bolt,
        unit=unit(u),
        them=units(there),
        odds=worth.told(found),
    )


def _first(there: Iterable[int]) -> list[int]:
    """Those of a force who lose first [13.6]."""
    for kinds in (MAGICAL, HUMANS, FORTRESSES):
        if found := [u for u in there if kinds >> u & 1]:
            return found
    return list(there)


def _conjure(g: Game, s: State, u: int) -> Tip | None:
    able = conjuring.offer(s, u, points_to_spend(s, u))
    if not able:
        return None
    best = max(able, key=lambda a: PRICE[KINDS[a.args[0]]])
    kind, color = KINDS[best.args[0]], best.args[1]
    name = an(f"{NAMES[color].capitalize()} {KIND_WORDS[kind]}")
    rest = points_to_spend(s, u) - PRICE[kind]
    return _tip("conjure", _task(s, u, NOTATION.text(best)), here_of(s, u), it=name, n=PRICE[kind], rest=rest)


def _company(s: State, u: int) -> tuple[int, ...]:
    """A Sorcerer with those who should go along: his guard on the tour, one magical unit of his color."""
    there = force(s, s.player, here_of(s, u))
    guard = [v for v in there if KIND[v] == HUMAN][:1] if s.scenario.story == TOUR else []
    free = MAGICAL & ~s.inside & ~s.pinned
    mates = [v for v in there if free >> v & 1 and powers_of(s, u) >> color_of(s, v) & 1 and points_to_spend(s, v) > 0]
    return (u, *guard, *mates[:1])


def _lead_to(s: State, u: int, goals: Iterable[int], key: str) -> Tip | None:
    """One step nearer to the nearest of some hexes, with those who go along."""
    group = s.hand if s.hand and s.hand[0] == u else _company(s, u)
    here = here_of(s, u)
    goal = min(goals, key=lambda h: (HEXES.distance(here, h), h), default=here)
    t = s.copy()
    t.hand = group
    near = [a for a in ways(t, group) if HEXES.distance(a.args[0], goal) < HEXES.distance(here, goal)]
    if not near:
        return None
    bad = foes(s, s.player) | s.vortex
    able = min(near, key=lambda a: (bad >> a.args[0] & 1, a.args[0]))
    taken = () if s.hand else tuple(Action("take", (v,)) for v in group)
    there = able.args[0]
    way = f"to {where(there)}" if there == goal else f"to {where(there)}, towards {where(goal)}"
    return _tip(key, (*taken, able), there, way=way)


def _tour(g: Game, s: State, u: int) -> Tip | None:
    if s.scenario.story != TOUR:
        return None
    seen = [one.city for one in noted(s, Toured)]
    return _lead_to(s, u, [h for h in ones(BOARD.gray) if h not in seen] or seen[:1], "tour")


def _aid(g: Game, s: State, u: int) -> Tip | None:
    """The Tide: to the city that is nearest to being struck, and not yet helped by a Sorcerer."""
    if s.scenario.story != TIDE:
        return None
    fiends = [h for side in range(1, ON_THE_WHEEL + 1) for h in ones(s.at[side])]
    rows = []
    for city in standing_cities(s):
        above = [h for h in fiends if h // HEXES.rows == city // HEXES.rows and h <= city]
        if above and not any(KIND[v] == SORCERER and v != u for v in force(s, 0, city)):
            rows.append((city - max(above), HEXES.distance(city, here_of(s, u)), city))
    return _lead_to(s, u, [min(rows)[2]] if rows else (), "tide")


def _to_white(g: Game, s: State, u: int) -> Tip | None:
    """Nearer to a White hex, to begin there next turn."""
    if s.scenario.story in _NO_POINTS or s.depleted >> u & 1 or s.ground[here_of(s, u)] == WHITE:
        return None
    return _lead_to(s, u, ones(s.cells[WHITE] & ~s.at[s.player] & ~foes(s, s.player) & ~s.vortex), "white")


def _stones(g: Game, s: State, u: int) -> Tip | None:
    """Seals are broken where he stands, Stones of his color carried home; else to the next city with Seals [19.2]."""
    if s.scenario.story != stones.STORY:
        return None
    here, seeks, seals = (
        here_of(s, u),
        s.scenario.sides[s.player].seeks,
        {one.city: one.stones for one in noted(s, Seals)},
    )
    if seeks in free_stones(s, here) and BOARD.gray >> here & 1 and stones.owns(s, s.player, here, seeks):
        return _tip("lift", _task(s, u, f"lift {NAMES[seeks]}"), here, color=NAMES[seeks].capitalize())
    if s.load and s.hand[0] == u:
        home = [h for h in ones(HEXES.disc(stones.GATE, stones.NEAR)) if powers_of(s, u) >> s.ground[h] & 1]
        return _lead_to(s, u, home, "carry")
    if seals.get(here):
        n = min(max(points_to_spend(s, u), 0), _SEAL)
        faces = sum(result(-n, stones.BEST, die) > 0 for die in range(1, 7))
        return _tip("unseal", _task(s, u, f"unseal {n}"), here, n=n, faces=faces)
    return _lead_to(s, u, [h for h, pile in seals.items() if pile], "seek")


_WISHES: Final = (_free, _flee, _mend, _convert, _fling, _restore, _tour, _aid, _stones, _to_white, _conjure)


def _march(g: Game, s: State) -> Tip | None:
    u = s.hand[0]
    for make in _WISHES if KIND[u] == SORCERER else ():
        found = make(g, s, u)
        if found is not None and found.actions[0].verb != "halt" and _can(g, found.actions):
            return found
    return _tip("halt", (Action("halt"),))


def _excess(g: Game, s: State) -> Tip | None:
    best = min(g.legal_actions(), key=lambda a: (_price(s, a.args[0]), a.args[0]))
    return _tip("excess", (best,), unit=unit(best.args[0]))


# ---- Bolts, vortexes, combat -------------------------------------------------------------------------------------------


def _volley(g: Game, s: State) -> Tip | None:
    """Whether a joined Bolt does more than two single ones."""
    f = s.agenda[-1]
    there = force(s, f.side, f.hex)
    lead = next((u for u in there if KIND[u] == SORCERER), -1)

    def mean(throwers: tuple[int, ...]) -> float:
        return float(worth.odds(bolts.odds(s, f.side, f.hex, f.color, throwers, lead), worth.can_lose(s, there)).mean)

    for a in g.legal_actions():
        if a.verb == "join":
            both, apart = mean((*f.throwers, a.args[0])), mean(f.throwers) + mean(a.args)
            if both > apart:
                return _tip("join", (a,), f.hex, unit=unit(a.args[0]), both=both, apart=apart)
    return _tip("alone", (Action("fling"),), f.hex)


def _leading(s: State, side: int, h: int, able: Iterable[Action], key: str) -> Tip:
    """Who of several Sorcerers adds most; of equals one who is no Prime Sorcerer."""
    best = max(able, key=lambda a: (defence(s, side, h, a.args[0]).sum, a.args[0] not in s.primes, -a.args[0]))
    return _tip(key, (best,), h, unit=unit(best.args[0]), n=defence(s, side, h, best.args[0]).sum)


def _shield(g: Game, s: State) -> Tip | None:
    f = s.agenda[-1]
    return _leading(s, f.side, f.hex, g.legal_actions(), "shield")


def _whirl(g: Game, s: State) -> Tip | None:
    def gain(a: Action) -> int:
        """Stacks on its ways, an enemy's for and one's own against it."""
        seats = range(s.scenario.seats)
        return sum(
            (1, -1)[seat == s.seat] * worth.struck(s, seat, h) for h in worth.in_reach(s, a.args[0]) for seat in seats
        )

    best = max(g.legal_actions(), key=lambda a: (gain(a), -a.args[0]))
    return _tip("whirl", (best,), best.args[0])


def named(g: Game) -> tuple[int, ...]:
    """The Sorcerers whom the seat that decides has named for this combat phase."""
    if g.step != "declare" or g.seat is None:
        return ()
    return tuple(a.args[0] for a in choices_of(g.state.agenda[-1], g.seat) if a.verb == "lead")


def _declare(g: Game, s: State) -> Tip | None:
    able = g.legal_actions()
    leads = [a for a in able if a.verb == "lead"]
    if leads:
        h = s.place[leads[0].args[0]]
        return _leading(s, s.seat, h, [a for a in leads if s.place[a.args[0]] == h], "lead")
    rows = [(worth.meet(s, s.seat, a.args[0], a.args[1], named(g)), a) for a in able if a.verb == "attack"]
    if not rows:
        return None
    m, best = max(rows, key=lambda row: (row[0].odds.mean, -row[1].args[0]))
    sums = f"{worth.total(m.clash.attack)} against {m.clash.defence.sum}, {worth.level(m.clash)}"
    return _tip("attack", (best,), m.hex, deed=phrase(best, s), sums=sums, odds=worth.told(m.odds))


def _price(s: State, u: int) -> int:
    """What losing a step of a counter costs: of its strength, and far more where it cannot be conjured again."""
    if not MAGICAL >> u & 1:
        return 10 * _VALUE[KIND[u]]
    return printed_strength(s, u) - (0 if s.depleted >> u & 1 else STRENGTH[u][1])


def _lose(g: Game, s: State) -> Tip | None:
    best = min(g.legal_actions(), key=lambda a: (_price(s, a.args[0]), a.args[0]))
    u = best.args[0]
    return _tip("lose" if MAGICAL >> u & 1 else "bleed", (best,), s.place[u], unit=unit(u), n=_price(s, u))


def _hidden(g: Game, s: State) -> Tip | None:
    """Who hides waits, but where a Sorcerer is there to be fallen upon."""
    able = g.legal_actions()
    near = foes(s, s.seat)
    for a in able:
        if a.verb == "spring" or (a.verb == "reveal" and g.step == "ambush" and near >> here_of(s, a.args[0]) & 1):
            return _tip("spring" if a.verb == "spring" else "out", (a,))
    return _tip("wait", (Action("wait"),))


def _veil(g: Game, s: State) -> Tip | None:
    return _tip("veil", (Action("start"),))


_OF: Final[dict[str, Callable[[Game, State], Tip | None]]] = {
    "prime": _prime, "deploy": _place, "movement": _movement, "march": _march, "excess": _excess, "volley": _volley, "shield": _shield,
    "whirl": _whirl, "declare": _declare, "losses": _lose, "ambush": _hidden, "emerge": _hidden, "lurk": _hidden, "spoil": _hidden,
    "veil": _veil,
}  # fmt: skip

__all__ = ["Tip", "named", "tip"]
