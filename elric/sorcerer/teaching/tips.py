"""What the coach recommends: legal actions whose worth the rules tell. Where they tell none, nothing is recommended."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from typing import Final, NamedTuple

from elric.kernel.bits import ones
from elric.kernel.game import Game
from elric.kernel.sealed import chosen
from elric.kernel.steps import Action
from elric.sorcerer.combat.strength import defence, printed
from elric.sorcerer.components.board import BOARD, HEXES
from elric.sorcerer.components.colors import NAMES, ON_THE_WHEEL, VALUE, WHITE
from elric.sorcerer.components.notation import NOTATION
from elric.sorcerer.components.scenarios import TIDE, TOUR
from elric.sorcerer.components.table import result
from elric.sorcerer.components.units import (
    DRAGON,
    FORTRESS,
    FORTRESSES,
    HUMAN,
    KIND,
    MAGICAL,
    SORCERER,
    SORCERERS,
    TROLL,
    UNITS,
)
from elric.sorcerer.magic import bolts, conjuring, conversion
from elric.sorcerer.magic.conjuring import KINDS, PRICE
from elric.sorcerer.movement.prices import left, ways
from elric.sorcerer.position.state import State, color_of, foes, force, here_of, powers_of
from elric.sorcerer.stories import stones
from elric.sorcerer.teaching import worth
from elric.sorcerer.teaching.phrases import an, phrase, unit, units, where
from elric.sorcerer.turn.points import CONVERTED, WHITE_CITY

_GOOD_BOLT: Final = 0.6  # steps on average from which a Bolt at anybody is worth five points
_VALUE: Final = {SORCERER: 9, FORTRESS: 5, HUMAN: 3, TROLL: 2}  # of a step that an enemy loses; others 1


_NO_POINTS: Final = (TOUR, TIDE, stones.STORY, "uprising")  # converted hexes count for nothing there
_SEAL: Final = 8  # points that make a Seal harmless [19.25]


class Tip(NamedTuple):
    """What to do, why, in words; the actions; where to look."""

    words: str
    actions: tuple[Action, ...]
    look: str = ""


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


def _act(text: str) -> Action:
    return NOTATION.parse(text)


# ---- setting up --------------------------------------------------------------------------------------------------------


def _place(g: Game, s: State) -> Tip | None:
    able = [a for a in g.legal_actions() if a.verb == "place"]
    if not able:
        return None
    u = s.to_place[0]
    best = max(able, key=lambda a: (_home(s, u, a.args[0]), -a.args[0]))
    h = best.args[0]
    return Tip(f"Try {where(h)}: {_because(s, u, h)}.", (best,), HEXES.names[h])


def _home(s: State, u: int, h: int) -> int:
    """How good a place a hex is to begin in."""
    if KIND[u] == FORTRESS:
        return sum(s.paint[n] == UNITS[u].color for n in ones(HEXES.disc(h, 2)))
    inside = any(FORTRESSES >> v & 1 for v in force(s, s.seat, h))
    crowd = len([v for v in force(s, s.seat, h) if KIND[v] == KIND[u]])
    if KIND[u] == HUMAN:
        return 4 * bool(BOARD.gray >> h & 1) + 3 * inside - 5 * crowd
    if KIND[u] == SORCERER:
        return (
            4 * inside
            + 3 * (s.ground[h] == WHITE)
            + (s.ground[h] < ON_THE_WHEEL and powers_of(s, u) >> s.ground[h] & 1)
            - crowd
        )
    return VALUE[color_of(s, u)][s.ground[h]] - 5 * crowd


def _because(s: State, u: int, h: int) -> str:
    if KIND[u] == FORTRESS:
        near = sum(s.paint[n] == UNITS[u].color for n in ones(HEXES.disc(h, 2)))
        return f"{near} hexes of its color lie within two of it, itself counted"
    if any(FORTRESSES >> v & 1 for v in force(s, s.seat, h)):
        return "a fortress shields whoever is inside"
    if BOARD.gray >> h & 1:
        return "a Gray city, where no magic wastes or strikes, and which scores while infantry holds it"
    if s.ground[h] == WHITE:
        return "White: here he may convert in his first phase"
    return f"the ground is {NAMES[s.ground[h]].capitalize()}"


def _prime(g: Game, s: State) -> Tip | None:
    able = g.legal_actions()
    return (
        Tip(
            "All who can be named are equally strong; name the one whom you mean to keep farthest from the enemy.",
            (able[0],),
        )
        if able
        else None
    )


# ---- movement ----------------------------------------------------------------------------------------------------------


def _movement(g: Game, s: State) -> Tip | None:
    """The best of what the rules can value: to be free, to be whole, to convert, to strike, to see cities, to conjure."""
    seat = s.player
    mine = [u for u in ones(s.of[seat] & SORCERERS) if left(s, u) > 0]
    for make in _WISHES:
        for u in mine:
            found = make(g, s, u)
            if found is not None and _can(g, found.actions):
                return found
    end = Action("end")
    if g.verdict(end):
        return Tip("Nothing that is left is plainly worth its points: end the phase, or move as you like.", (end,))
    return None


def _task(s: State, u: int, *deeds: str) -> tuple[Action, ...]:
    """A Sorcerer is taken up, if he is not in hand already, and acts."""
    taken = () if s.hand and s.hand[0] == u else ((Action("halt"),) if s.hand else ()) + (Action("take", (u,)),)
    return (*taken, *map(_act, deeds))


def _free(g: Game, s: State, u: int) -> Tip | None:
    here = here_of(s, u)
    stuck = [v for v in force(s, s.player, here) if s.pinned >> v & 1]
    if not stuck or left(s, u) < 3:
        return None
    return Tip(f"Let the {unit(u)} take off the pins in {where(here)} for three points: the pinned neither move nor attack.",
               _task(s, u, "unpin"), HEXES.names[here])  # fmt: skip


def _mend(g: Game, s: State, u: int) -> Tip | None:
    if not s.depleted >> u & 1 or s.mending >> u & 1 or left(s, u) < 3:
        return None
    return Tip(f"Restore the {unit(u)} for three of his own points: depleted, one more step kills him. It takes effect when the phase ends.",
               _task(s, u, "mend"), HEXES.names[here_of(s, u)])  # fmt: skip


def _restore(g: Game, s: State, u: int) -> Tip | None:
    here = here_of(s, u)
    low = [v for v in force(s, s.player, here) if s.depleted >> v & 1 and KIND[v] != SORCERER]
    for v in sorted(low, key=lambda v: -_VALUE.get(KIND[v], 1)):
        made = Tip(
            f"Restore the {unit(v)} in {where(here)} for two points.",
            _task(s, u, f"restore {UNITS[v].id}"),
            HEXES.names[here],
        )
        if _can(g, made.actions):
            return made
    return None


def _convert(g: Game, s: State, u: int) -> Tip | None:
    here = here_of(s, u)
    able = list(ones(conversion.choices(s, u, here)))
    if not able or s.spent.get(u, 0) or s.scenario.story in _NO_POINTS:
        return None
    near = {c: sum(s.ground[n] == c for n in ones(HEXES.disc(here, 3))) for c in able}
    best = min(able, key=lambda c: (near[c], c))
    city = BOARD.white >> here & 1
    gain = f"{CONVERTED + WHITE_CITY * bool(city)} points"
    return Tip(f"Convert {where(here)} to {NAMES[best].capitalize()}: {gain} as long as it lies so, for all of the {unit(u)}'s fifteen. It is "
               "the surest way to score.", _task(s, u, f"convert {NAMES[best]}"), HEXES.names[here])  # fmt: skip


def _fling(g: Game, s: State, u: int) -> Tip | None:
    if left(s, u) < bolts.PRICE or here_of(s, u) < 0:
        return None
    rows = []
    for a in bolts.offer(s, u, left(s, u)):
        h, color, other = a.args
        there = force(s, other, h)
        lead = next((v for v in there if KIND[v] == SORCERER), -1)
        found = worth.odds(bolts.odds(s, other, h, color, (u,), lead), worth.can_lose(s, there))
        prize = max(_VALUE.get(KIND[v], 1) for v in _first(there))
        rows.append((float(found.mean) * prize, found, a))
    if not rows:
        return None
    value, found, a = max(rows, key=lambda row: (row[0], row[2]))
    if found.mean < _GOOD_BOLT or value < 1:
        return None
    h = a.args[0]
    bolt = an(f"{NAMES[a.args[1]].capitalize()} Bolt")
    return Tip(f"Fling {bolt} from the {unit(u)} at {units(force(s, a.args[2], h))} in {where(h)} for five points: {worth.told(found)}.",
               _task(s, u, NOTATION.text(a)), HEXES.names[h])  # fmt: skip


def _first(there: Iterable[int]) -> list[int]:
    """Those of a force who lose first [13.6]."""
    kinds = (
        [u for u in there if MAGICAL >> u & 1],
        [u for u in there if KIND[u] == HUMAN],
        [u for u in there if KIND[u] == FORTRESS],
    )
    return next((row for row in kinds if row), list(there))


def _conjure(g: Game, s: State, u: int) -> Tip | None:
    able = conjuring.offer(s, u, left(s, u))
    if not able:
        return None
    best = max(able, key=lambda a: PRICE[KINDS[a.args[0]]])
    k, c = best.args
    here = here_of(s, u)
    name = f"{NAMES[c].capitalize()} {('air dragon', 'demonic infantry', 'troll')[k]}"
    rest = left(s, u) - PRICE[KINDS[k]]
    return Tip(f"Conjure {an(name)} in {where(here)} for {PRICE[KINDS[k]]} points ({rest} left): one unit beside its full Sorcerer is safe from "
               "attrition, and with it he fights with his whole strength.", _task(s, u, NOTATION.text(best)), HEXES.names[here])  # fmt: skip


def _company(s: State, u: int) -> tuple[int, ...]:
    """A Sorcerer with those who should go along: his guard on the tour, one magical unit of his color."""
    there = force(s, s.player, here_of(s, u))
    guard = [v for v in there if KIND[v] == HUMAN][:1] if s.scenario.story == TOUR else []
    mates = [
        v
        for v in there
        if MAGICAL >> v & 1 and powers_of(s, u) >> color_of(s, v) & 1 and left(s, v) > 0 and not s.inside >> v & 1
    ]
    return (u, *guard, *[v for v in mates[:1] if not s.pinned >> v & 1])


def _lead_to(s: State, u: int, goals: Iterable[int], words: str) -> Tip | None:
    """One step nearer to the nearest of some hexes, with those who go along."""
    group = s.hand if s.hand and s.hand[0] == u else _company(s, u)
    here = here_of(s, u)
    goal = min(goals, key=lambda h: (HEXES.distance(here, h), h), default=-1)
    if goal < 0 or goal == here:
        return None
    t = s.copy()
    t.hand = group
    near = [a for a in ways(t, group) if HEXES.distance(a.args[0], goal) < HEXES.distance(here, goal)]
    if not near:
        return None
    able = min(
        near, key=lambda a: (bool(foes(s, s.player) >> a.args[0] & 1), bool(s.vortex >> a.args[0] & 1), a.args[0])
    )
    taken = () if s.hand else tuple(Action("take", (v,)) for v in group)
    there = able.args[0]
    way = f"to {where(there)}" if there == goal else f"to {where(there)}, towards {where(goal)}"
    return Tip(words.format(way=way), (*taken, able), HEXES.names[there])


def _tour(g: Game, s: State, u: int) -> Tip | None:
    if s.scenario.story != TOUR:
        return None
    seen = s.marks.get("toured", ())
    goals = [h for h in ones(BOARD.gray) if h not in seen] or list(seen[:1])
    return _lead_to(
        s,
        u,
        goals,
        "Lead Periandrenn and his guard {way}: every hex is one point, and every city counts.",
    )


def _aid(g: Game, s: State, u: int) -> Tip | None:
    """The Tide: to the city that is nearest to being struck, and not yet helped by a Sorcerer."""
    if s.scenario.story != TIDE:
        return None
    fallen = s.marks.get("fallen", ())
    fiends = [h for side in range(1, ON_THE_WHEEL + 1) for h in ones(s.at[side])]
    rows = []
    for city in ones(BOARD.gray):
        above = [h for h in fiends if h // HEXES.rows == city // HEXES.rows and h <= city]
        if city not in fallen and above and not any(KIND[v] == SORCERER and v != u for v in force(s, 0, city)):
            rows.append((city - max(above), HEXES.distance(city, here_of(s, u)), city))
    if not rows:
        return None
    return _lead_to(s, u, [min(rows)[2]], "Lead a Sorcerer {way}: there the Tide strikes next.")


def _to_white(g: Game, s: State, u: int) -> Tip | None:
    """Nearer to a White hex, to begin there next turn."""
    if s.scenario.story in _NO_POINTS or s.depleted >> u & 1 or s.ground[here_of(s, u)] == WHITE:
        return None
    free = [
        h
        for h in ones(s.cells[WHITE])
        if not s.at[s.player] >> h & 1 and not foes(s, s.player) >> h & 1 and not s.vortex >> h & 1
    ]
    return _lead_to(
        s,
        u,
        free,
        "Lead a Sorcerer {way}, which is White: whoever begins a phase full in White can convert it.",
    )


def _stones(g: Game, s: State, u: int) -> Tip | None:
    """Seals are broken where he stands, Stones of his color carried home; else to the next city with Seals [19.2]."""
    if s.scenario.story != stones.STORY:
        return None
    here, seeks = here_of(s, u), s.scenario.sides[s.player].seeks
    ready = bool(s.hand) and s.hand[0] == u
    if seeks in stones.lying(s, here) and BOARD.gray >> here & 1:
        return Tip(f"Pick up the {NAMES[seeks].capitalize()} Stone in {where(here)}: it is one of your six.", _task(s, u, f"lift {NAMES[seeks]}"),
                   HEXES.names[here])  # fmt: skip
    if s.load and ready:
        home = [h for h in ones(HEXES.disc(stones.GATE, stones.NEAR)) if powers_of(s, u) >> s.ground[h] & 1]
        return _lead_to(
            s,
            u,
            home,
            "Carry it {way}: there six of them win; each Stone adds a point to every point of the way.",
        )
    seals = s.marks["stones"]
    if seals.get(here):
        n = min(max(left(s, u), 0), _SEAL)
        faces = sum(result(-n, stones.BEST, die) > 0 for die in range(1, 7))
        return Tip(f"Break the top Seal in {where(here)} with {n} points: on {faces} of six faces it takes a step.", _task(s, u, f"unseal {n}"),
                   HEXES.names[here])  # fmt: skip
    return _lead_to(s, u, [h for h, pile in seals.items() if pile], "Lead him {way}: Seals lie there.")


_WISHES: Final = (_free, _mend, _convert, _fling, _restore, _tour, _aid, _stones, _to_white, _conjure)


def _march(g: Game, s: State) -> Tip | None:
    u = s.hand[0]
    if KIND[u] == SORCERER:
        for make in _WISHES:
            found = make(g, s, u)
            if found is not None and found.actions[0].verb != "halt" and _can(g, found.actions):
                return found
    return Tip("Halt here.", (Action("halt"),)) if g.verdict(Action("halt")) else None


def _excess(g: Game, s: State) -> Tip | None:
    able = g.legal_actions()
    best = min(able, key=lambda a: (_price(s, a.args[0]), a.args[0]))
    return Tip(f"Give up the {unit(best.args[0])}: it is the cheapest of them.", (best,))


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
                return Tip(
                    f"Let the {unit(a.args[0])} join: together they take {both:.1f} steps on average, apart {apart:.1f}.",
                    (a,),
                    HEXES.names[f.hex],
                )
    return Tip("Fling it.", (Action("fling"),), HEXES.names[f.hex])


def _shield(g: Game, s: State) -> Tip | None:
    f = s.agenda[-1]
    best = max(
        g.legal_actions(),
        key=lambda a: (defence(s, f.side, f.hex, a.args[0]).sum, a.args[0] not in s.primes, -a.args[0]),
    )
    sum_ = defence(s, f.side, f.hex, best.args[0]).sum
    return Tip(f"Let the {unit(best.args[0])} take part: then your force is worth {sum_}.", (best,), HEXES.names[f.hex])


def _whirl(g: Game, s: State) -> Tip | None:
    def gain(a: Action) -> int:
        rows = worth.in_reach(s, a.args[0])
        return sum(
            (-1 if seat == s.seat else 1) * worth.struck(s, seat, h) for h in rows for seat in range(s.scenario.seats)
        )

    best = max(g.legal_actions(), key=lambda a: (gain(a), -a.args[0]))
    return Tip(f"Begin with the vortex of {where(best.args[0])}: most of what lies on its six ways is the enemy's, or least of it yours.",
               (best,), HEXES.names[best.args[0]])  # fmt: skip


def named(g: Game) -> tuple[int, ...]:
    """The Sorcerers whom the seat that decides has named for this combat phase."""
    if g.step != "declare" or g.seat is None:
        return ()
    return tuple(a.args[0] for a in chosen(g.state.agenda[-1], g.seat) if a.verb == "lead")


def _declare(g: Game, s: State) -> Tip | None:
    able = g.legal_actions()
    leads = [a for a in able if a.verb == "lead"]
    if leads:
        best = max(
            leads,
            key=lambda a: (defence(s, s.seat, s.place[a.args[0]], a.args[0]).sum, printed(s, a.args[0]), -a.args[0]),
        )
        h = s.place[best.args[0]]
        return Tip(f"Let the {unit(best.args[0])} take part in {where(h)}: with him your force is worth {defence(s, s.seat, h, best.args[0]).sum}.",
                   (best,), HEXES.names[h])  # fmt: skip
    attacks = [a for a in able if a.verb == "attack"]
    if not attacks:
        return None
    best, m = max(
        ((a, worth.meet(s, s.seat, a.args[0], a.args[1], named(g))) for a in attacks),
        key=lambda row: (row[1].odds.mean, -row[0].args[0]),
    )
    sums = f"{worth.total(m.clash.attack)} against {m.clash.defence.sum}, {worth.level(m.clash)}"
    return Tip(f"{phrase(best, s)}: {sums}; {worth.told(m.odds)}. It costs nothing.", (best,), HEXES.names[m.hex])


def _price(s: State, u: int) -> int:
    """What losing a step of a counter costs, roughly: what it was conjured for, halved with the step, more where it cannot be conjured."""
    if KIND[u] in (SORCERER, FORTRESS, HUMAN):
        return 10 * _VALUE[KIND[u]]
    worth_ = printed(s, u)
    after = 0 if s.depleted >> u & 1 else worth_ if KIND[u] == DRAGON else worth_ // 2
    return worth_ - after


def _lose(g: Game, s: State) -> Tip | None:
    best = min(g.legal_actions(), key=lambda a: (_price(s, a.args[0]), a.args[0]))
    u = best.args[0]
    cost = _price(s, u)
    return Tip(f"Take it from the {unit(u)}: that costs {cost} of strength, the least of them." if KIND[u] not in (SORCERER, HUMAN) else
               f"Take it from the {unit(u)}.", (best,), HEXES.names[s.place[u]])  # fmt: skip


def _hidden(g: Game, s: State) -> Tip | None:
    """Who hides waits, but where a Sorcerer is there to be fallen upon."""
    able = g.legal_actions()
    spring = next((a for a in able if a.verb == "spring"), None)
    if spring is not None:
        return Tip("Fall upon him: your strength is doubled, and he loses before all others.", (spring,))
    out = next((a for a in able if a.verb == "reveal" and foes(s, s.seat) >> here_of(s, a.args[0]) & 1), None)
    if out is not None and g.step == "ambush":
        return Tip("Come out: an enemy stands there, and this once you strike at double strength.", (out,))
    wait = next((a for a in able if a.verb == "wait"), None)
    return Tip("Wait: nobody worth it is there.", (wait,)) if wait is not None else None


_OF: Final[dict[str, Callable[[Game, State], Tip | None]]] = {
    "prime": _prime, "deploy": _place, "movement": _movement, "march": _march, "excess": _excess, "volley": _volley, "shield": _shield,
    "whirl": _whirl, "declare": _declare, "losses": _lose, "ambush": _hidden, "emerge": _hidden, "lurk": _hidden, "spoil": _hidden,
}  # fmt: skip

__all__ = ["Tip", "tip"]
