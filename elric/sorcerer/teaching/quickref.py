"""The quick reference: made from the engine's own tables. No figure stands here that the engine does not use."""

from __future__ import annotations

from functools import cache
from typing import Final

from elric.sorcerer.combat.losses import POINTS
from elric.sorcerer.components import law
from elric.sorcerer.components.board import MOUNTAIN, PLAIN, RIVER
from elric.sorcerer.components.colors import EXIT, GRAY, NAMES, ON_THE_WHEEL, VALUE, WHITE, line, on_line
from elric.sorcerer.components.scenarios import scenarios
from elric.sorcerer.components.table import COLUMNS, FIRST, PIN
from elric.sorcerer.components.units import ALLOWANCE, BY_ID, DEMON, DRAGON, FORTRESS, HUMAN, SORCERER, STRENGTH, TROLL
from elric.sorcerer.magic import bolts, conversion, garrisons, mending, vortexes
from elric.sorcerer.magic.conjuring import PRICE
from elric.sorcerer.movement.prices import CROSS, ENEMY, NEVER, TIRED_DRAGON
from elric.sorcerer.movement.stacking import LIMIT
from elric.sorcerer.turn.points import CONVERTED, GRAY_CITY, WHITE_CITY
from elric.tutor.quickref import Section

_COLORS: Final = tuple(NAMES[c].capitalize() for c in range(ON_THE_WHEEL))


def _turn() -> Section:
    book = law.register()
    rows = tuple((title, book.get(law.EDITION, n).says, n) for title, n in
                 (("Movement and conjuration", "6.0"), ("Attrition", "11.0"), ("Vortexes", "8.11"), ("Joint combat", "13.0")))  # fmt: skip
    return Section("turn", "A player's turn", ("4.1",), ("Phase", "What is done", "Rule"), rows)


def _values() -> Section:
    rows = tuple(
        (_COLORS[u], *(str(VALUE[u][g]) for g in range(WHITE + 1)), f"{VALUE[u][GRAY]}, leaving {EXIT[u][GRAY]}")
        for u in range(ON_THE_WHEEL)
    )
    return Section("values", "The color value", ("5.2", "5.1"), ("Unit", *_COLORS, "White", "Gray"), rows,
                   "One number for three things: what leaving alone costs for the first hex, what a stack adds once in a fight, and the die up to "
                   "which attrition strikes.")  # fmt: skip


def _lines() -> Section:
    def cell(a: int, d: int) -> str:
        return on_line(line(a, d))

    rows = tuple((_COLORS[a], *(cell(a, d) for d in range(ON_THE_WHEEL))) for a in range(ON_THE_WHEEL))
    return Section("lines", "Which line: attacker down, defender across", ("13.0", "3.23"), ("", *_COLORS), rows,
                   "Neutral too where one of the two has no magical unit. The shift is added to the differential, and gives the column.")  # fmt: skip


def _table() -> Section:
    words = {0: "-", PIN: "pin"}
    rows = tuple(
        (str(die), *(words.get(column[die - 1].result, str(column[die - 1].result)) for column in COLUMNS))
        for die in range(1, 7)
    )
    ours = sum(cell.low != cell.high for column in COLUMNS for cell in column)
    return Section("results", "The results table: steps lost", ("13.4", "13.5"), ("Die", *(str(FIRST + k) for k in range(len(COLUMNS)))), rows,
                   f"Beyond the first and last column those count. {ours} cells are reconstructed within what the text allows.")  # fmt: skip


def _prices() -> Section:
    rows = (
        ("Leave a hex", "1; a magical unit without a Sorcerer of its color: its color value, for the first", "6.11"),
        ("Leave enemies", f"+{ENEMY}", "6.35"),
        ("Teleport", f"1; with one infantry {law.ruleset(law.EDITION).passenger}", "6.21"),
        ("Conjure", f"air dragon {PRICE[DRAGON]}, demonic infantry {PRICE[DEMON]}, troll {PRICE[TROLL]}", "6.51"),
        ("Restore", f"a unit {mending.OTHERS}, himself {mending.SELF}", "6.52"),
        ("Take off pins", str(mending.PINS), "6.53"),
        ("Bolt", str(bolts.PRICE), "7.12"),
        ("Vortex", f"make or destroy {vortexes.PRICE}", "8.0"),
        ("Convert", str(conversion.PRICE), "9.11"),
        ("Garrison", str(garrisons.PRICE), "14.2"),
    )
    return Section("prices", "What things cost", ("6.6", "6.61"), ("Deed", "Points", "Rule"), rows)


def _sides() -> Section:
    def add(row: tuple[int, int, int], kind: int) -> str:
        return "never" if row[kind] == NEVER else f"+{row[kind]}"

    kinds = (("Sorcerer, infantry", CROSS[SORCERER], "6.61"), ("Demonic infantry", CROSS[DEMON], "6.64"), ("Troll", CROSS[TROLL], "6.64"),
             ("Air dragon", CROSS[DRAGON], "6.64"), ("Air dragon, depleted", TIRED_DRAGON, "6.65"))  # fmt: skip
    rows = tuple((name, *(add(row, kind) for kind in (PLAIN, RIVER, MOUNTAIN)), n) for name, row, n in kinds)
    return Section("sides", "Crossing sides", ("6.64",), ("Who", "Plain", "River", "Mountain", "Rule"), rows)


def _units() -> Section:
    shown = (("Air dragon", "blue-dragon-1"), ("Demonic infantry", "blue-demon-1"), ("Troll", "blue-troll-1"), ("Human infantry", "blue-infantry-1"),
             ("One-color Sorcerer", "sorcerer-blue-1"), ("Two-color Sorcerer", "sorcerer-blue-green"),
             ("Three-color Sorcerer", "sorcerer-blue-green-yellow"), ("White Sorcerer", "sorcerer-white"))  # fmt: skip
    rows = tuple(
        (name, *(f"{a} / {b}" for a, b in (STRENGTH[BY_ID[key]], ALLOWANCE[BY_ID[key]]))) for name, key in shown
    )
    return Section("units", "Units, full / depleted", ("3.22", "3.21"), ("", "Strength", "Points"), rows,
                   f"Fortresses have 16, 8, 4 or 2, and half depleted. {LIMIT} units that count in a hex, magical ones of one color; Sorcerers and a "
                   "fortress besides.")  # fmt: skip


def _rows(*numbers: str) -> tuple[tuple[str, ...], ...]:
    book = law.register()
    return tuple((book.get(law.EDITION, n).says, n) for n in numbers)


def _sorcerers() -> Section:
    return Section(
        "sorcerers",
        "A Sorcerer in a fight",
        ("12.1",),
        ("", "Rule"),
        _rows("12.11", "12.12", "12.13", "12.14", "12.16", "12.17", "10.3"),
    )


def _bolts() -> Section:
    return Section("bolts", "Magic Bolts", ("7.0",), ("", "Rule"), _rows("7.0", "7.11", "7.12"))


def _losses() -> Section:
    return Section("losses", "Results and losses", ("13.5",), ("", "Rule"), _rows("13.5", "13.6", "13.3"))


def _wasting() -> Section:
    return Section(
        "wasting",
        "Attrition and vortexes",
        (),
        ("", "Rule"),
        _rows("11.0", "11.11", "11.12", "11.14", "8.21", "8.22", "8.12"),
    )


def _points() -> Section:
    rows = (
        ("A White hex in one of your colors at the end", str(CONVERTED), "15.1"),
        ("An enemy fortress destroyed", str(POINTS[FORTRESS]), "15.1"),
        ("An enemy infantry destroyed", str(POINTS[HUMAN]), "15.1"),
        ("A Gray city with the stronger infantry", str(GRAY_CITY), "15.22"),
        ("A White city in one of your colors", str(WHITE_CITY), "15.22"),
    )
    return Section(
        "points", "Victory Points", ("15.1",), ("For", "Points", "Rule"), rows, "Nothing for what a vortex destroys."
    )


def _scenarios() -> Section:
    rows = tuple(
        (one.title, str(one.seats), str(one.turns or "open"), one.says, one.clause) for one in scenarios().values()
    )
    return Section("scenarios", "Scenarios", (), ("", "Players", "Turns", "What it is", "Rule"), rows)


_BOXES: Final = (
    _turn,
    _prices,
    _values,
    _lines,
    _table,
    _sides,
    _units,
    _sorcerers,
    _losses,
    _bolts,
    _wasting,
    _points,
    _scenarios,
)


@cache
def sections() -> tuple[Section, ...]:
    """The boxes of the reference, in order."""
    return tuple(make() for make in _BOXES)


__all__ = ["Section", "sections"]
