"""A position as plain data, and back: for saves, lessons, tests and studies.

What may be left out is harmless: a position of {"stacks": {"0710": ["sorcerer-blue-1", "blue-dragon-1"]}} stands in the movement phase of
the first side. Counters belong to the side that has their color, where `owners` does not say otherwise.
"""

from __future__ import annotations

from collections.abc import Mapping
from fractions import Fraction
from typing import Any, Final

from elric.kernel import steps
from elric.kernel.bits import bits, ones
from elric.kernel.errors import PositionError
from elric.kernel.faults import Faults, scenario_and_rules
from elric.sorcerer.components import law
from elric.sorcerer.components.board import BOARD, HEXES, INDEX
from elric.sorcerer.components.colors import GRAY, NAMES
from elric.sorcerer.components.colors import INDEX as COLORS
from elric.sorcerer.components.notation import SIDE_WORDS
from elric.sorcerer.components.scenarios import MOST_SIDES, scenarios, vary
from elric.sorcerer.components.units import (
    BY_ID,
    COLOR,
    COUNT,
    HUMAN,
    IDS,
    INFANTRY,
    KIND,
    SORCERER,
    STRENGTH,
    UNITS,
    ids,
)
from elric.sorcerer.description.broken import broken
from elric.sorcerer.position.notes import NOTES
from elric.sorcerer.position.state import (
    ATTRITION,
    COMBAT,
    CUP,
    GONE,
    HIDDEN,
    MOVEMENT,
    NOBODY,
    PHASES,
    SETUP,
    State,
    put,
    repaint,
)
from elric.sorcerer.position.steps import BOOK, Action, frame

KEYS: Final = (
    "scenario", "rules", "turn", "phase", "player", "order", "alive", "stacks", "owners", "cup", "gone", "hidden", "depleted", "pinned",
    "inside", "vortexes", "paint", "makers", "spent", "alone", "stale", "hand", "load", "turning", "mending", "struck", "primes", "points",
    "powers", "fane", "ambush", "marks", "to_place", "agenda",
)  # fmt: skip
_COUNTERS: Final = ("depleted", "pinned", "inside", "alone", "stale", "mending", "struck", "ambush")
_SIDE: Final = {word: k for k, word in enumerate(SIDE_WORDS)}


def _plain(x: Any) -> Any:
    if isinstance(x, steps.Step):
        return {"step": x.key}
    if isinstance(x, Action):
        return {"do": [x.verb, *x.args]}
    return [_plain(y) for y in x] if isinstance(x, (tuple, list)) else x


def _frozen(thing: Any) -> Any:
    if isinstance(thing, dict):
        if "step" in thing:
            return BOOK.steps[thing["step"]]
        verb, *args = thing["do"]
        return Action(verb, tuple(args))
    if not isinstance(thing, list):
        return thing
    found = tuple(_frozen(y) for y in thing)
    if found and isinstance(found[0], steps.Step):
        step, *fields = found
        return step.frame(*fields)
    return found


def _rows(said: Any) -> Any:
    """What is told of a kind of note. In positions of an earlier make some were tables of what is noted by whom or where."""
    return said["map"] if isinstance(said, dict) else said


def describe(s: State) -> dict[str, Any]:
    """Plain data from which `build` makes an equal state: the referee's view."""
    names = HEXES.names
    on = [u for u in range(COUNT) if s.place[u] >= 0 or s.place[u] == HIDDEN]
    out: dict[str, Any] = {
        "scenario": s.scenario.key,
        "rules": s.rules.name,
        "turn": s.turn,
        "phase": PHASES[s.phase],
        "player": s.player,
        "order": list(s.order),
        "alive": list(ones(s.alive)),
        "stacks": {names[h]: ids(s.piles[h]) for h in sorted(s.piles)},
        "owners": {IDS[u]: SIDE_WORDS[s.owner[u]] for u in on},
        "cup": ids(u for u in range(COUNT) if s.place[u] == CUP),
        "gone": ids(u for u in range(COUNT) if s.place[u] == GONE),
        "hidden": {IDS[u]: names[h] for u, h in s.hidden.items()},
        "vortexes": [names[h] for h in ones(s.vortex)],
        "paint": {names[h]: NAMES[s.paint[h]] for h in range(HEXES.size) if s.paint[h] != BOARD.printed[h]},
        "makers": [[names[h], IDS[u]] for h, u in s.makers],
        "spent": {IDS[u]: n for u, n in s.spent.items()},
        "hand": ids(s.hand),
        "load": [NAMES[c] for c in s.load],
        "turning": [[names[h], NAMES[c], IDS[u]] for h, c, u in s.turning],
        "primes": [IDS[u] if u >= 0 else "" for u in s.primes],
        "points": [str(x) for x in s.points],
        "powers": [[NAMES[c] for c in ones(x)] for x in s.powers],
        "fane": NAMES[s.fane],
        "marks": NOTES.tell(s.notes),
        "to_place": ids(s.to_place),
        "agenda": [_plain(one) for one in s.agenda],
    }
    for key in _COUNTERS:
        out[key] = ids(ones(getattr(s, key)))
    return out


def build(position: Mapping[str, Any]) -> State:
    """A state from plain data.

    Raises:
        PositionError: with every fault.
    """
    wrong = Faults()
    table = wrong.table("position", position)
    wrong.keys("", table, KEYS)
    scenario, rules = scenario_and_rules(wrong, table, scenarios(), law.ruleset, law.EDITION)
    s = State(vary(scenario, rules), rules)
    _fill(s, table, wrong)
    if not wrong:
        _under_way(s, table, wrong)
    if not wrong:
        wrong.found += broken(s)
    if wrong:
        raise PositionError(wrong.found)
    return s


def home(s: State, u: int) -> int:
    """The side that a counter belongs to by its color; an automatic color's own in a solitaire game."""
    color = COLOR[u]
    if KIND[u] == HUMAN:
        color = next(c for c, these in enumerate(INFANTRY) if u in these)
    powers = UNITS[u].powers if KIND[u] == SORCERER else 1 << color
    found = next((k for k, x in enumerate(s.powers) if x & powers), 0)
    return (
        color + 1 if s.scenario.alone and KIND[u] not in (HUMAN, SORCERER) and not s.powers[0] >> color & 1 else found
    )


def _units_of(wrong: Faults, where: str, value: object) -> tuple[int, ...]:
    found = (wrong.name(where, word, BY_ID) for word in wrong.names(where, value))
    return tuple(u for u in found if u >= 0)


def _hexes_of(wrong: Faults, where: str, value: object) -> tuple[int, ...]:
    found = (wrong.name(where, word, INDEX) for word in wrong.names(where, value))
    return tuple(h for h in found if h >= 0)


def _fill(s: State, table: Mapping[str, Any], wrong: Faults) -> None:
    """What stands where."""
    seats = s.scenario.seats
    s.turn = wrong.whole("turn", table.get("turn", 1), 0, 9999, 1)
    s.phase = max(0, wrong.name("phase", table.get("phase", "movement"), {name: k for k, name in enumerate(PHASES)}))
    s.player = wrong.whole("player", table.get("player", 0), 0, seats - 1, 0)
    if "order" in table:
        order = table["order"]
        if isinstance(order, (list, tuple)) and sorted(map(str, order)) == sorted(map(str, range(seats))):
            s.order = tuple(map(int, order))
        else:
            wrong.add("order", "must name each seat once")
    if "powers" in table:
        rows = table["powers"]
        if isinstance(rows, list) and len(rows) == len(s.powers):
            s.powers = tuple(
                bits(max(0, wrong.name("powers", word, COLORS)) for word in wrong.names("powers", row)) for row in rows
            )
        else:
            wrong.add("powers", "must have the colors of each side")
    owners = wrong.table("owners", table.get("owners", {}))
    told = {
        wrong.name("owners", word, BY_ID): max(0, wrong.name(f"owners, {word}", side, _SIDE))
        for word, side in owners.items()
    }
    for h, units in wrong.stacks("stacks", table.get("stacks", {}), INDEX, BY_ID).items():
        for u in units:
            put(s, u, h, told.get(u, home(s, u)))
    for key, place in (("cup", CUP), ("gone", GONE)):
        for u in _units_of(wrong, key, table.get(key, ())):
            if s.place[u] >= 0:
                wrong.add(key, f"{IDS[u]} stands on the map too")
            else:
                s.place[u] = place
    for word, name in wrong.table("hidden", table.get("hidden", {})).items():
        u, h = wrong.name("hidden", word, BY_ID), wrong.name(f"hidden, {word}", name, INDEX)
        if u >= 0 and h >= 0 and s.place[u] < 0:
            s.place[u], s.hidden[u], s.owner[u] = HIDDEN, h, told.get(u, home(s, u))
    for key in _COUNTERS:
        setattr(s, key, bits(_units_of(wrong, key, table.get(key, ()))))
    for word, name in wrong.table("paint", table.get("paint", {})).items():
        h, color = wrong.name("paint", word, INDEX), wrong.name(f"paint, {word}", name, COLORS)
        if h >= 0 and 0 <= color <= GRAY:
            s.paint[h] = color
    s.vortex = bits(_hexes_of(wrong, "vortexes", table.get("vortexes", ())))
    s.hand = _units_of(wrong, "hand", table.get("hand", ()))
    s.to_place = _units_of(wrong, "to_place", table.get("to_place", ()))
    for word, n in wrong.table("spent", table.get("spent", {})).items():
        u = wrong.name("spent", word, BY_ID)
        if u >= 0:
            s.spent[u] = wrong.whole(f"spent, {word}", n, 0, 99, 0)
    s.fane = max(0, wrong.name("fane", table.get("fane", "white"), COLORS))


def _under_way(s: State, table: Mapping[str, Any], wrong: Faults) -> None:
    """What is being done, and what waits."""
    seats = s.scenario.seats
    try:
        s.alive = bits(int(k) for k in table.get("alive", range(seats)))
        s.load = tuple(COLORS[word] for word in table.get("load", ()))
        s.makers = tuple((INDEX[h], BY_ID[u]) for h, u in table.get("makers", ()))
        s.turning = tuple((INDEX[h], COLORS[c], BY_ID[u]) for h, c, u in table.get("turning", ()))
        s.points = tuple(Fraction(word) for word in table.get("points", ["0"] * seats))
        s.primes = (
            tuple(BY_ID[word] if word else NOBODY for word in table["primes"]) if "primes" in table else _primes(s)
        )
        s.notes = NOTES.read({key: _rows(said) for key, said in table.get("marks", {}).items()})
        if len(s.points) != seats or len(s.primes) != seats:
            wrong.add("points", f"there are {seats} seats")
        repaint(s)
        s.agenda = tuple(_frozen(one) for one in table.get("agenda", ()))
        if any(not 0 <= side < MOST_SIDES for side in s.order):
            wrong.add("order", "names a seat that is none")
    except (KeyError, TypeError, IndexError, AttributeError, ValueError) as e:
        wrong.add("agenda", f"cannot be read: {e}")
    if "agenda" not in table:
        after = frame("move", s.order.index(s.player) + 1)
        combat = (after, frame("combat"))
        if s.phase == MOVEMENT:
            s.agenda = (*combat, frame("rest"), frame("attrition"), frame("movement ends"), frame("movement"))
        elif s.phase == ATTRITION:
            s.agenda = (*combat, frame("rest"), frame("attrition"))
        elif s.phase == COMBAT:
            s.agenda = combat
        elif s.phase == SETUP:
            wrong.add("phase", "a position in the middle of setting up needs its agenda")


def _primes(s: State) -> tuple[int, ...]:
    """The strongest Sorcerer of each seat that is on the map; nobody where there is none."""
    found = []
    for seat in range(s.scenario.seats):
        mine = [u for u in ones(s.of[seat]) if KIND[u] == SORCERER]
        found.append(max(mine, key=lambda u: (STRENGTH[u][0], -u), default=NOBODY))
    return tuple(found)


__all__ = ["PositionError", "build", "describe", "home"]
