"""The quick reference: made from the engine's own tables. No figure stands here that the engine does not use."""

from __future__ import annotations

from collections.abc import Callable
from functools import cache
from typing import Final

from elric.dragon_pass.combat.deaths import FIVE
from elric.dragon_pass.combat.factors import DAYS, DRAGON_RANGE, MOON
from elric.dragon_pass.combat.reckoning import ground
from elric.dragon_pass.combat.table import CERTAIN, COLUMNS, result
from elric.dragon_pass.components import law
from elric.dragon_pass.components.board import BESIDE, BOARD, HEXES
from elric.dragon_pass.components.units import BY_ID, RF, UNITS
from elric.dragon_pass.description.plain import build
from elric.dragon_pass.exotics.earthquake import LONG, SHAKERS, SHORT
from elric.dragon_pass.exotics.lunar import DEBT
from elric.dragon_pass.exotics.sartar import STORM_RADIUS, TEMPEST_DAYS
from elric.dragon_pass.independents.assassins import PRICE
from elric.dragon_pass.independents.dragons import BOTH, KILLED
from elric.dragon_pass.independents.ethilrist import DARK_RADIUS, DARK_TURNS
from elric.dragon_pass.independents.giants import DRAWN_BY, FULL
from elric.dragon_pass.independents.peoples import GIFTS, PEOPLES
from elric.dragon_pass.movement.going import FLYER, HERO, MAGE, OFF, PLAIN, POINT, TUSK, row
from elric.dragon_pass.movement.stacking import LIMIT
from elric.dragon_pass.position.state import State
from elric.kernel.bits import ones
from elric.tutor.quickref import Section

# ---- the engine, asked -----------------------------------------------------------------------------------------------


def pair(first: Callable[[int], object], second: Callable[[int, int], object]) -> tuple[int, int]:
    """Two hexes side by side of which the board has an example."""
    return next((a, b) for a in range(HEXES.size) if first(a) for b in BESIDE[a] if b >= 0 and second(a, b))


def _plain(h: int) -> bool:
    return BOARD.ground[h] == "." and h not in BOARD.place_at


def _off_road(a: int, b: int) -> bool:
    return not BOARD.along_road(a, b)


_STEPS: Final[tuple[tuple[str, str, Callable[[int], object], Callable[[int, int], object], bool], ...]] = (
    ("Open ground", "8.4", _plain, lambda a, b: _plain(b) and _off_road(a, b), False),
    ("Forest", "11.3", _plain, lambda a, b: BOARD.ground[b] == "f" and _off_road(a, b), False),
    ("Marsh, delta", "11.3", _plain, lambda a, b: BOARD.marsh >> b & 1 and _off_road(a, b), False),
    ("River, into it", "11.2", _plain, lambda a, b: BOARD.river >> b & 1 and _off_road(a, b), False),
    (
        "River, out of it to open ground",
        "11.2",
        lambda a: BOARD.river >> a & 1,
        lambda a, b: _plain(b) and _off_road(a, b),
        True,
    ),
    ("Ford", "13.2", _plain, lambda a, b: BOARD.ford >> b & 1 and _off_road(a, b), False),
    ("Up a ridge", "11.5", _plain, lambda a, b: BOARD.ground[b] == "^" and _off_road(a, b), False),
    ("Down from a ridge", "11.5", lambda a: BOARD.ground[a] == "^", lambda a, b: _plain(b) and _off_road(a, b), False),
    ("Along a primary road", "11.6", _plain, lambda a, b: _plain(b) and BOARD.along_road(a, b), False),
)
_GOERS: Final = (("Most units", PLAIN), ("Heroes", HERO), ("Flyers", FLYER), ("Magicians", MAGE), ("Tusk Riders", TUSK))


def costs(a: int, b: int, leaving: bool) -> tuple[str, ...]:
    """What a step costs each kind of going, in points."""
    out = []
    for _, kind in _GOERS:
        halves = row(1 << kind, a, leaving)[BESIDE[a].index(b)]
        out.append("-" if halves == OFF else f"{halves // POINT or ''}{'½' if halves % POINT else ''}")
    return tuple(out)


def _position() -> State:
    return build({"stacks": {"2334": ["whipstock"]}})


def times(a: int, b: int) -> str:
    """By how much the ground multiplies defenders of b who are attacked from a."""
    found = ground(_position(), b, ((a, b),))
    return f"× {found.times}" if not found.halved else "× ½"


# ---- the boxes -------------------------------------------------------------------------------------------------------


def _turn() -> Section:
    rows = tuple((title, law.register().get(law.EDITION, n).says, n) for title, n in
                 (("Early magic", "7.2"), ("Movement", "7.3"), ("Combat", "7.4")))  # fmt: skip
    return Section("turn", "A Move", ("7.1",), ("Phase", "What is done", "Rule"), rows,
                   f"Two Moves (with Old Tarsh three) make a Turn. No more than {LIMIT} units that count stand on a hex.")  # fmt: skip


def _movement() -> Section:
    rows = tuple((title, *costs(*pair(first, second), leaving), n) for title, n, first, second, leaving in _STEPS)
    return Section("movement", "What a step costs", ("8.4", "11.1"), ("Step", *(name for name, _ in _GOERS), "Rule"), rows,
                   "The last point drifts into forest, marsh, delta or river. Two points on secondary roads, or touching a dragonewt "
                   "road, give one point more, each once a Move. Once a game a forced march doubles all.")  # fmt: skip


def _table() -> Section:
    dice = tuple((str(die), *(result(k, die) for k in range(CERTAIN))) for die in range(1, 7))
    return Section("results", "The combat table", ("12.4",), ("Die", *COLUMNS[:CERTAIN]), dice,
                   f"{COLUMNS[CERTAIN]} or more: {result(CERTAIN, 0)}, without a die.")  # fmt: skip


def _results() -> Section:
    rows = tuple((title, law.register().get(law.EDITION, n).says, n) for title, n in
                 (("A elim", "12.5"), ("Trade", "12.6"), ("bk 1", "12.7"), ("D elim", "12.8"), ("after it", "14.1")))  # fmt: skip
    return Section("meaning", "What results mean", (), ("Result", "What it does", "Rule"), rows)


def _ground() -> Section:
    def high(h: int) -> bool:
        return BOARD.ground[h] == "^" and h not in BOARD.place_at

    rows = (
        ("Open ground", times(*pair(_plain, lambda a, b: _plain(b))), "12.2"),
        ("Forest", times(*pair(_plain, lambda a, b: BOARD.ground[b] == "f")), "13.3"),
        ("Marsh, delta", times(*pair(_plain, lambda a, b: BOARD.marsh >> b & 1)), "13.3"),
        ("On a ridge, from the slope", times(*pair(_plain, lambda a, b: high(b))), "13.4"),
        ("Forest on a ridge, from the slope", times(*pair(_plain, lambda a, b: BOARD.ground[b] == "F")), "13.5"),
        ("Attacked out of a river", times(*pair(lambda a: BOARD.river >> a & 1, lambda a, b: _plain(b))), "13.2"),
        ("Standing in a river", times(*pair(_plain, lambda a, b: BOARD.river >> b & 1)), "11.2"),
        ("Behind walls", times(*pair(_plain, lambda a, b: BOARD.walls >> b & 1 and not BOARD.high >> b & 1)), "13.7"),
    )
    return Section("walls", "What ground does for defenders", ("13.6",), ("Where", "Combat", "Rule"), rows,
                   "One attacker over open ground takes away what river and ridge give. Who attacks down from a ridge is doubled. Walls "
                   "double magic too, and nobody is driven out of them.")  # fmt: skip


def _moon() -> Section:
    rows = tuple((day, str(MOON[k])) for k, day in enumerate(DAYS))
    return Section("moon", "The Red Moon", ("20.1", "19.5"), ("Day", "Magic of cyclical units"), rows,
                   f"{max(MOON)} on every day inside the Glowline, and near the Crimson Bat.")  # fmt: skip


def _magic() -> Section:
    uses = (
        ("at magicians", "21.1"),
        ("at others", "21.2"),
        ("with swords", "21.3"),
        ("farther", "21.4"),
        ("cover", "21.5"),
        ("water", "21.6"),
    )
    rows = tuple((title, law.register().get(law.EDITION, n).says, n) for title, n in uses)
    return Section("magic", "Six uses of magic", ("20.3",), ("Use", "How", "Rule"), rows)


def _heroes() -> Section:
    heroes = [u for u in UNITS if u.hero]
    rows = (
        ("Heroes", f"{len(heroes)}; no room in a stack, +1 to every other unit of it", "17.2"),
        ("Ground", "open to a hero alone, walls excepted; to a Superhero's whole stack, walls too", "17.3"),
        (
            "Superheroes",
            f"{sum(u.superhero for u in heroes)}; {FIVE} Wounds kill; no magic touches their stacks without the Best Friend",
            "18.5",
        ),
        ("Best Friends", "together both double; one of the Friend's killers is hunted", "17.6"),
    )
    return Section("heroes", "Heroes", ("17.1",), ("", "", "Rule"), rows)


def _powers() -> Section:
    bat = ", ".join(str(n) for n in DEBT[1:])
    rows = (
        ("Crimson Bat", f"a unit on Black and Dying days; after a missed meal {bat}", "24.3"),
        (
            "Small storm",
            f"kills in its centre, binds and halves within {STORM_RADIUS}; range {RF[BY_ID['stormwalkers-cult']]}",
            "26.2",
        ),
        ("Great storm", f"{TEMPEST_DAYS} days, marches cost double off roads, then floods", "26.3"),
        ("Earthquake", f"{LONG} hexes, or twice {SHORT}, within {RF[SHAKERS]}", "42.3"),
        ("Cloak", f"{DARK_RADIUS} hexes dark for {DARK_TURNS} Turns", "45.1"),
        ("Assassins", f"{PRICE} combat factors; one unit of any stack at 1:1", "46.3"),
        (
            "Dragonfight",
            f"1-{KILLED} the Dragon dies, {KILLED + 1}-{BOTH} all die, {BOTH + 1}-6 the others die",
            "38.9",
        ),
        ("Dragon's master", f"magicians reach {DRAGON_RANGE} hexes farther", "38.3"),
        ("Giants", f"one for {DRAWN_BY} human dead; asleep after {FULL} eaten", "40.1"),
    )
    return Section("powers", "Powers in figures", (), ("Who", "What", "Rule"), rows)


def _peoples() -> Section:
    def where(home: int) -> str:
        places = dict.fromkeys(BOARD.place_at[h].name for h in ones(home))
        return BOARD.where(ones(home)[0]) if len(places) == 1 else ", ".join(places)

    rows = tuple((p.name[:1].upper() + p.name[1:], where(p.home), p.clause) for p in PEOPLES)
    luck = "; ".join(
        f"{die}: {UNITS[BY_ID[word if word in BY_ID else word + '-1']].name.removesuffix(' 1')}"
        for die, word in sorted(GIFTS.items())
    )
    return Section("peoples", "Where Independents are asked", ("28.3",), ("Who", "Where", "Rule"), rows,
                   f"Odd: they join. Even: the envoy is lost. Delecti rolls no die: a unit is given to him. The Dwarf's luck, 1: nothing; {luck}.")  # fmt: skip


def _goals() -> Section:
    from elric.dragon_pass.components.scenarios import scenarios

    rows = tuple(
        (
            f"{one.number}. {one.title}",
            "; ".join(f"{('Empire', 'Sartar', 'Tarsh')[g.side]}: {g.says}" for g in one.goals),
            one.clause,
        )
        for one in scenarios().values()
    )
    return Section("goals", "What wins", (), ("Scenario", "By", "Rule"), rows)


_BOXES: Final = (_turn, _movement, _table, _results, _ground, _heroes, _moon, _magic, _powers, _peoples, _goals)


@cache
def sections() -> tuple[Section, ...]:
    """The boxes of the reference, in order."""
    return tuple(make() for make in _BOXES)


__all__ = ["Section", "costs", "sections", "times"]
