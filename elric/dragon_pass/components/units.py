"""The counters: what is printed on each, read from data/units.toml. A unit is its place in these tables."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from typing import Any, Final

from elric.dragon_pass.components import law
from elric.kernel.bits import bits

LUNAR, SARTAR, TARSH = 0, 1, 2  # seats; in the two-player game the first two
NOBODY: Final = -1
SIDES: Final = ("lunar", "sartar", "tarsh")
SIDE_NAMES: Final = ("The Lunar Empire", "Sartar", "Old Tarsh")


@dataclass(frozen=True)
class Unit:
    """One counter. cf, mgf, mf, rf are 0 where the counter has something else than a number; `printed` is the book's line."""

    id: str
    name: str
    kind_id: str  # counters that are alike share it
    side: str
    corps: str
    kind: str
    printed: str
    cf: int
    mgf: int
    mf: int
    rf: int
    moon: bool  # cyclical: its magic goes with the timetable [9.4, 19.4]
    immune: bool  # an infinity sign in the MgF [9.5]
    reflects: bool  # may turn magic back without sending any
    arm: str
    hero: bool
    superhero: bool
    wounds: bool
    flies: bool
    counts: bool
    human: bool
    horse: bool
    tarsh: bool  # a national of Tarsh, who may leave for his own cause [8.9]
    special: str
    who: str  # of one of a kind, what is told of them
    confidence: str
    lost: tuple[str, ...]
    note: str

    @property
    def magician(self) -> bool:
        """Whether it has a range, and so may use its magic [19.1]: a hero too, such as the Red Emperor [24.1]."""
        return self.rf > 0 and self.kind != "hero exotic" and self.kind != "exotic"


def _number(value: object) -> int:
    return value if isinstance(value, int) else 0


def _units() -> tuple[Unit, ...]:
    out = []
    for row in law.read("units.toml")["unit"]:
        count: int = row["count"]
        for k in range(count):
            out.append(_make_unit(row, k, count))
    return tuple(out)


def _make_unit(row: dict[str, Any], number_of: int, count: int) -> Unit:
    number = f" {number_of + 1}" if count > 1 else ""
    return Unit(
        id=row["id"] + number.replace(" ", "-"),
        name=row["name"] + number,
        kind_id=row["id"],
        side=row["side"],
        corps=row["corps"],
        kind=row["kind"],
        printed=row["printed"],
        cf=_number(row.get("cf")),
        mgf=_number(row.get("mgf")),
        mf=_number(row.get("mf")),
        rf=_number(row.get("rf")),
        moon=row.get("mgf") == "moon",
        immune=row.get("mgf") == "∞",
        reflects=row.get("rf") == "reflects only" or row["id"] == "crimson-bat",
        arm=row.get("arm", ""),
        hero=row.get("hero", False),
        superhero=row["kind"] == "superhero",
        wounds=row.get("wounds", False),
        flies=row.get("flies", False),
        counts=row.get("counts", True),
        human=row.get("human", False),
        horse=row.get("horse", False),
        tarsh=number_of < row.get("tarsh", 0),
        special=row.get("special", ""),
        who=row.get("who", ""),
        confidence=row["confidence"],
        lost=tuple(row.get("lost", ())),
        note=row.get("note", ""),
    )


UNITS: Final = _units()
COUNT: Final = len(UNITS)
IDS: Final = tuple(unit.id for unit in UNITS)
BY_ID: Final = {unit_id: u for u, unit_id in enumerate(IDS)}

SCALE: Final = 24  # strengths are whole numbers of 24ths of a factor, so that halves, thirds and quarters stay exact
CF: Final = tuple(unit.cf for unit in UNITS)
MGF: Final = tuple(unit.mgf for unit in UNITS)
MF: Final = tuple(unit.mf for unit in UNITS)
RF: Final = tuple(unit.rf for unit in UNITS)
# [9.1, 9.2, 17.1, 18.2] brackets: not counted; underlined: flies, or strikes Wounds; heroes, and Superheroes among them
COUNTS: Final = tuple(int(unit.counts) for unit in UNITS)
HEROES: Final = bits(u for u, unit in enumerate(UNITS) if unit.hero)
SUPERHEROES: Final = bits(u for u, unit in enumerate(UNITS) if unit.superhero)
FLYERS: Final = bits(u for u, unit in enumerate(UNITS) if unit.flies)
MAGICIANS: Final = bits(u for u, unit in enumerate(UNITS) if unit.magician)
WOUNDERS: Final = bits(u for u, unit in enumerate(UNITS) if unit.wounds)
DRAGONS: Final = bits(u for u, unit in enumerate(UNITS) if unit.kind == "dragon")
UNCOUNTED: Final = bits(u for u, unit in enumerate(UNITS) if not unit.counts)


def corps(*names: str) -> tuple[int, ...]:
    """The units of these corps, in the order of the battalia."""
    return tuple(u for u, unit in enumerate(UNITS) if unit.corps in names)


def ids(units: Iterable[int]) -> list[str]:
    """What units are called in the notation."""
    return [IDS[u] for u in units]


def units_named(*ids: str) -> tuple[int, ...]:
    """Units by their ids, or by the id that counters alike share."""
    return tuple(u for word in ids for u, unit in enumerate(UNITS) if word in (unit.id, unit.kind_id))
