"""The Magic Tide [17.2]: waves of dragons and demons go straight down nine rows for the cities."""

from __future__ import annotations

from typing import Final

from elric.kernel.bits import ones
from elric.sorcerer.components.board import BOARD, CITIES, HEXES, SOUTH
from elric.sorcerer.components.colors import GREEN, ON_THE_WHEEL
from elric.sorcerer.components.scenarios import TIDE
from elric.sorcerer.components.units import ALLOWANCE, COLOR, COUNT, DEMON, DRAGON, HUMAN, HUMANS, KIND, POOL, SORCERER
from elric.sorcerer.movement.prices import goes_alone, points_to_spend
from elric.sorcerer.movement.stacking import fits
from elric.sorcerer.position import hooks
from elric.sorcerer.position.notes import Fallen, noted, remember
from elric.sorcerer.position.state import CUP, MOVEMENT, NOBODY, State, force, put
from elric.sorcerer.position.state import POOL as IN_POOL
from elric.sorcerer.position.state import lift as off
from elric.sorcerer.position.state import move as go
from elric.sorcerer.position.steps import Auto, Context, Frame, frame, push
from elric.sorcerer.stories.hunters import advance, draw, price
from elric.sorcerer.turn.sequence import fresh_phase
from elric.sorcerer.turn.victory import end

EVERY: Final = 4  # turns between waves [17.24]
THIRD: Final = 3
ENOUGH, CITIES_NEEDED = 10, 6  # [17.22]
GRADES: Final = ((17, "decisive"), (13, "substantive"), (11, "marginal"))
FIENDS: Final = tuple(c for c in range(ON_THE_WHEEL) if c != GREEN)


def column(h: int) -> int:
    """The hexrow of a hex."""
    return h // HEXES.rows


def standing_cities(s: State, row: int = -1) -> list[int]:
    """The Gray cities that have not fallen: all, or those of a row."""
    fallen = {one.city for one in noted(s, Fallen)}
    return [h for h in CITIES if h not in fallen and row in (-1, column(h))]


def begin(s: State, cx: Context) -> None:
    """[17.24] The dragons of five colors go into the cup; demonic infantry waits beside it."""
    if s.scenario.story == TIDE:
        for c in FIENDS:
            for u in POOL[DRAGON, c]:
                s.place[u] = CUP


def before_turn(s: State, cx: Context) -> None:
    """[17.23] The Tide comes and moves first, in one phase."""
    if s.scenario.story == TIDE:
        push(s, frame("tide"), frame("attrition"), frame("rest"), frame("combat"))


class Tide(Auto):
    """The Tide's phase."""

    name = "tide"

    def run(self, s: State, f: Frame, cx: Context) -> None:
        s.phase = MOVEMENT
        fresh_phase(s)
        if s.turn == 1 or not s.turn % EVERY:
            wave(s, cx)
        units = [u for side in range(1, ON_THE_WHEEL + 1) for u in ones(s.of[side])]
        for u in sorted(units, key=lambda v: (-(s.place[v] % HEXES.rows), v)):
            if s.place[u] >= 0:
                march(s, u, cx)
        fresh_phase(s)


def wave(s: State, cx: Context) -> None:
    """[17.24] A random dragon in each open row, with demonic infantry of its color; when no dragon is left anywhere, demonic
    infantry alone."""
    for entry in BOARD.entries:
        if not standing_cities(s, column(entry)):
            continue
        dragons = [u for u in range(COUNT) if s.place[u] == CUP]
        if dragons:
            u = draw(dragons, cx)
            come(s, u, entry, cx)
            mates = [v for v in POOL[DEMON, COLOR[u]] if s.place[v] == IN_POOL]
            if mates:
                come(s, mates[0], entry, cx)
        elif not any(KIND[u] == DRAGON for c in FIENDS for u in ones(s.of[1 + c])):
            demons = [v for c in FIENDS for v in POOL[DEMON, c] if s.place[v] == IN_POOL]
            if demons:
                come(s, draw(demons, cx), entry, cx)


def come(s: State, u: int, h: int, cx: Context) -> None:
    """It appears, and a third of its allowance is spent."""
    put(s, u, h, 1 + COLOR[u])
    s.spent[u] = ALLOWANCE[u][0] // THIRD
    cx.tell("appears", unit=u, hex=h)


def stops(s: State, h: int) -> bool:
    """Whether a unit that enters a hex stops there [17.25]: humans, Sorcerers, a standing city; not Green demonic infantry."""
    return h in standing_cities(s) or any(KIND[u] in (HUMAN, SORCERER) for u in force(s, 0, h))


def holds(s: State, h: int) -> bool:
    """Whether a unit does not leave a hex [17.25]: somebody there is neither destroyed nor pinned. A city alone does not keep it."""
    return any(KIND[u] in (HUMAN, SORCERER) and not s.pinned >> u & 1 for u in force(s, 0, h))


def march(s: State, u: int, cx: Context) -> None:
    """[17.25] Straight on to the limit, and never beyond the last city of the row; others of its color are passed."""
    last = max((h for h in CITIES if column(h) == column(s.place[u])), default=-1)
    while s.place[u] < last and not holds(s, s.place[u]):
        there = HEXES.beside[s.place[u]][SOUTH]
        if not comes_on(s, u, there, last) or not advance(s, u, there, cx) or stops(s, there):
            return


def comes_on(s: State, unit: int, there: int, last: int) -> bool:
    """Whether a unit can stay in the next hex [10.1], or pass through it to one in which it can."""
    if fits(s, s.owner[unit], unit, there):
        return True
    cost = price(s, unit, there)
    if there >= last or stops(s, there) or cost > points_to_spend(s, unit):
        return False
    t = s.copy()
    t.spent[unit] = t.spent.get(unit, 0) + cost
    t.alone |= goes_alone(s, unit, s.place[unit], (unit,)) << unit
    go(t, (unit,), there)
    beyond = HEXES.beside[there][SOUTH]
    return price(t, unit, beyond) <= points_to_spend(t, unit) and comes_on(t, unit, beyond, last)


def after_combat(s: State, cx: Context) -> None:
    """[17.26] A city with enemies and without humans falls; they go back to the pool. [17.24] So do those of a row without cities."""
    if s.scenario.story != TIDE:
        return
    for h in standing_cities(s):
        enemies = [u for u in s.piles.get(h, ()) if s.owner[u]]
        if enemies and not any(KIND[u] in (HUMAN, SORCERER) for u in force(s, 0, h)):
            remember(s, Fallen(h))
            cx.tell("falls", hex=h)
            for u in enemies:
                back(s, u)
    closed = {column(h) for h in CITIES if not standing_cities(s, column(h))}
    for side in range(1, ON_THE_WHEEL + 1):
        for u in ones(s.of[side] & ~s.pinned):
            if column(s.place[u]) in closed:
                back(s, u)


def back(s: State, u: int) -> None:
    """A unit of the Tide may come again."""
    off(s, u, CUP if KIND[u] == DRAGON else IN_POOL)


def fiends_left(s: State) -> bool:
    """Whether any enemy is on the map or can still come."""
    coming = any(s.place[u] == CUP for u in range(COUNT)) or any(
        s.place[v] == IN_POOL for c in FIENDS for v in POOL[DEMON, c]
    )
    return coming or any(s.of[1 + c] for c in FIENDS)


def after_turn(s: State, cx: Context) -> None:
    """[17.22] All fiends destroyed, no win in reach, or enough turns (R60): the count."""
    if s.scenario.story != TIDE:
        return
    cities = len(standing_cities(s))
    count = cities + (s.of[0] & HUMANS).bit_count()
    hopeless = count <= ENOUGH or cities < CITIES_NEEDED
    if fiends_left(s) and not hopeless and s.turn < s.rules.longest:
        return
    told = f"{cities} cities stand, and {count - cities} companies live"
    if count > ENOUGH and cities >= CITIES_NEEDED:
        grade = next(word for least, word in GRADES if count >= least)
        end(s, 0, grade, "17.22", f"{told}: a {grade} victory.", cx)
    elif (count == ENOUGH and cities >= CITIES_NEEDED) or count > ENOUGH:
        end(s, NOBODY, "draw", "17.22", f"{told}: a draw.", cx)
    else:
        end(s, NOBODY, "lost", "17.22", f"{told}: the Tide has won.", cx)


TIDE_STEP = Tide()
hooks.AT_BEGIN.append(begin)
hooks.BEFORE_TURN.append(before_turn)
hooks.AFTER_COMBAT.append(after_combat)
hooks.AFTER_TURN.append(after_turn)
