"""A position as plain data, and back: for saves, lessons, tests and studies.

What may be left out is harmless: a position of {"stacks": {"2416": ["harrek-the-berserk"]}} stands in the Movement Phase of the
side that `player` names. `stacks` has the counters of each hex, the top one first.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, Final

from elric.dragon_pass.components import law
from elric.dragon_pass.components.board import BOARD, HEXES, INDEX
from elric.dragon_pass.components.scenarios import scenarios
from elric.dragon_pass.components.units import BY_ID, COUNT, IDS, NOBODY, SIDES, UNITS, ids
from elric.dragon_pass.components.variants import vary
from elric.dragon_pass.description.broken import broken
from elric.dragon_pass.position.effects import refresh
from elric.dragon_pass.position.notes import NOTES, Caught, Stranded, noted, on_the_way, the_note
from elric.dragon_pass.position.state import (
    COMBAT,
    COMING,
    DEAD,
    HELD,
    MOVEMENT,
    OUT,
    PHASES,
    SETUP,
    Effect,
    Segment,
    State,
    put,
)
from elric.dragon_pass.position.steps import BOOK, Frame, frame
from elric.kernel.bits import bits, ones
from elric.kernel.errors import PositionError
from elric.kernel.faults import Faults, scenario_and_rules
from elric.kernel.notes import freeze, plain

KEYS: Final = (
    "scenario", "rules", "turn", "day", "phase", "player", "order", "stacks", "owners", "dead", "coming", "to_place", "left",
    "roads", "hand", "done", "sallied", "fought", "shown", "forced", "forced_used", "links", "locked", "segments", "holders",
    "tenure", "marks", "agenda", "moves", "effects", "wounds", "goats", "cast", "early", "waded", "spells", "struck",
)  # fmt: skip
_OF_A_BATTLE: Final = ("cover", "resolve", "duel")  # steps whose one field is a battle
_BITS: Final = ("done", "sallied", "fought", "shown", "cast", "early", "waded", "struck")
_SIDE: Final = {name: k for k, name in enumerate(SIDES)}


def describe(s: State) -> dict[str, Any]:
    """Plain data from which `build` makes an equal state: the referee's view."""
    out: dict[str, Any] = {
        "scenario": s.scenario.key,
        "rules": s.rules.name,
        "turn": s.turn,
        "day": s.day,
        "phase": PHASES[s.phase],
        "player": SIDES[s.player],
        "order": [SIDES[k] for k in s.order],
        "stacks": {HEXES.names[h]: ids(s.piles[h]) for h in sorted(s.piles)},
        "owners": {IDS[u]: SIDES[s.owner[u]] for u in range(COUNT) if s.owner[u] != NOBODY and s.owner[u] != _home(u)},
        "dead": ids(s.dead),
        "coming": ids(u for u in range(COUNT) if s.place[u] == COMING),
        "to_place": ids(s.to_place),
        "left": {IDS[u]: left for u, left in s.left.items()},
        "roads": {IDS[u]: spent for u, spent in s.roads.items()},
        "hand": ids(s.hand),
        "forced": s.forced,
        "forced_used": [SIDES[k] for k in ones(s.forced_used)],
        "links": plain(s.links),
        "locked": s.locked,
        "segments": plain(s.segments),
        "holders": {place: SIDES[k] for place, k in s.holder.items()},
        "tenure": plain(s.tenure),
        "marks": NOTES.tell(s.notes),
        "moves": s.moves,
        "effects": [[e.kind, hex(e.on), e.ends, *([e.by] if e.by else [])] for e in s.effects],
        "wounds": {IDS[u]: n for u, n in s.wounds.items()},
        "goats": [ids(pair) for pair in s.goats],
        "spells": plain(s.spells),
        "agenda": [[frame.step.key, *plain(frame[1:])] for frame in s.agenda],
    }
    for key in _BITS:
        out[key] = ids(ones(getattr(s, key)))
    return out


def _home(u: int) -> int:
    """The side that a counter belongs to by its colour."""
    return _SIDE.get(UNITS[u].side, NOBODY)


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


def _units_of(wrong: Faults, where: str, value: object) -> tuple[int, ...]:
    found = (wrong.name(where, word, BY_ID) for word in wrong.names(where, value))
    return tuple(u for u in found if u >= 0)


def _side(wrong: Faults, where: str, value: object) -> int:
    return max(0, wrong.name(where, value, _SIDE))


def _fill(s: State, table: Mapping[str, Any], wrong: Faults) -> None:
    """Who stands where, and whose turn it is."""
    s.turn = wrong.whole("turn", table.get("turn", 1), 0, 9999, 1)
    s.day = wrong.whole("day", table.get("day", -1), -1, 6, -1)
    phase = table.get("phase", "movement")
    s.phase = max(0, wrong.name("phase", phase, {name: k for k, name in enumerate(PHASES)}))
    if "order" in table:
        s.order = tuple(_side(wrong, "order", side) for side in wrong.names("order", table["order"]))
        if sorted(s.order) != sorted(s.scenario.sides):
            wrong.add("order", "must name each side of the scenario once")
            s.order = s.scenario.sides
    else:
        s.order = s.scenario.sides
    s.player = _side(wrong, "player", table.get("player", SIDES[s.order[0]]))
    owners = wrong.table("owners", table.get("owners", {}))
    for u in range(COUNT):
        s.owner[u] = _home(u)
    for word, side in owners.items():
        u = wrong.name("owners", word, BY_ID)
        if u >= 0:
            s.owner[u] = _side(wrong, f"owners, {word}", side)
    for h, units in wrong.stacks("stacks", table.get("stacks", {}), INDEX, BY_ID).items():
        put(s, units, h)
    for heap, place in (("dead", DEAD), ("coming", COMING)):
        for u in _units_of(wrong, heap, table.get(heap, ())):
            if s.place[u] != OUT:
                wrong.add(heap, f"{IDS[u]} is someheap else too")
            s.place[u] = place
    s.dead = _units_of(wrong, "dead", table.get("dead", ()))
    s.to_place = _units_of(wrong, "to_place", table.get("to_place", ()))
    s.hand = _units_of(wrong, "hand", table.get("hand", ()))
    for key in _BITS:
        setattr(s, key, bits(_units_of(wrong, key, table.get(key, ()))))
    for key in ("left", "roads"):
        for word, halves in wrong.table(key, table.get(key, {})).items():
            u = wrong.name(key, word, BY_ID)
            if u >= 0:
                getattr(s, key)[u] = wrong.whole(f"{key}, {word}", halves, -999, 9999, 0)
    for where, side in wrong.table("holders", table.get("holders", {})).items():
        if where not in BOARD.places:
            wrong.name("holders", where, dict.fromkeys(BOARD.places, 0))
        else:
            s.holder[where] = _side(wrong, f"holders, {where}", side)


def _aimed(row: tuple[Any, ...]) -> Segment:
    """A battle from its fields. Those of positions of an earlier make had one target, and did not name it for each stack that casts."""
    battle = Segment(*row)
    first = battle.defenders[0][0]
    return battle._replace(casters=tuple((*caster, first)[:4] for caster in battle.casters))


def _waiting(row: list[Any]) -> Frame:
    step, *fields = row
    data = freeze(list(fields))
    return BOOK.steps[step].frame(*(map(_aimed, data) if step in _OF_A_BATTLE else data))


def _under_way(s: State, table: Mapping[str, Any], wrong: Faults) -> None:
    """What is being done: battles, marches, and what waits."""
    s.forced = table.get("forced", False) is True
    s.forced_used = bits(_side(wrong, "forced_used", side) for side in table.get("forced_used", ()))
    s.locked = table.get("locked", False) is True
    try:
        s.links = freeze(list(table.get("links", ())))
        s.segments = tuple(_aimed(freeze(list(battle))) for battle in table.get("segments", ()))
        s.tenure = freeze(list(table.get("tenure", ())))
        s.notes = NOTES.read(table.get("marks", {}))
        s.spells = freeze(list(table.get("spells", ())))
        s.effects = tuple(
            Effect(str(kind), int(on, 16), int(ends), *map(str, by)) for kind, on, ends, *by in table.get("effects", ())
        )
        s.goats = tuple((BY_ID[hunter], BY_ID[goat]) for hunter, goat in table.get("goats", ()))
        s.wounds = {BY_ID[word]: int(n) for word, n in table.get("wounds", {}).items()}
        s.moves = int(table.get("moves", 0))
        refresh(s)
        for u in (*the_note(s, Caught).units, *on_the_way(s)):
            s.place[u] = HELD
        for one in noted(s, Stranded):
            if s.place[one.unit] == OUT:
                s.place[one.unit] = HELD
        s.agenda = tuple(_waiting(row) for row in table.get("agenda", ()))
    except (KeyError, TypeError, IndexError, AttributeError, ValueError) as e:
        wrong.add("agenda", f"cannot be read: {e}")
    if "agenda" not in table:
        k = s.order.index(s.player)
        ends = frame("move ends", k)
        if s.phase == MOVEMENT:
            s.agenda = (ends, frame("combat"), frame("to combat"), frame("movement"))
        elif s.phase == COMBAT:
            s.agenda = (ends, frame("combat"))
        elif s.phase == SETUP:
            wrong.add("phase", "a position in the middle of setting up needs its agenda")


__all__ = ["PositionError", "build", "describe"]
