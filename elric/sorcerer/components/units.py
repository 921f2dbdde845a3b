"""The counters [3.22]: 55 Sorcerers, 46 human infantry, 144 magical units, 37 fortresses. Values stand in data/units.toml."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from itertools import combinations
from typing import Any, Final

from elric.kernel.bits import bits
from elric.sorcerer.components import law
from elric.sorcerer.components.colors import GRAY, NAMES, NO_COLOR, ON_THE_WHEEL, WHITE

SORCERER, HUMAN, DRAGON, DEMON, TROLL, FORTRESS = range(6)
KIND_WORDS: Final = ("Sorcerer", "infantry", "air dragon", "demonic infantry", "troll", "fortress")
CREATURES: Final = {DRAGON: "air-dragon", DEMON: "demonic-infantry", TROLL: "troll"}

_ROWS: Final = {row["id"]: row for row in law.read("units.toml")["kind"]}


@dataclass(frozen=True)
class Unit:
    """One counter. `color`: its own, GRAY for infantry, NO_COLOR for Sorcerers, whose `powers` are bits. Strength and allowance: full, depleted."""

    id: str
    name: str
    kind: int
    color: int
    powers: int
    strength: tuple[int, int]
    allowance: tuple[int, int]
    lost: tuple[str, ...]  # figures that are ours


def _of(row: dict[str, Any], field: str) -> tuple[int, int]:
    full, depleted = (row.get(f"{side}_{field}", {"value": 0})["value"] for side in ("full", "depleted"))
    return full, depleted


def _unit(kind: int, row: str, uid: str, name: str, color: int, powers: int = 0) -> Unit:
    data = _ROWS[row]
    lost = tuple(
        f"{side} {field}" for side in ("full", "depleted") for field in ("combat", "move")
        if data.get(f"{side}_{field}", {}).get("confidence") == "reconstructed"
    )  # fmt: skip
    return Unit(uid, name, kind, color, powers, _of(data, "combat"), _of(data, "move"), lost)


def _sorcerers() -> Iterator[Unit]:
    for size in (1, 2, 3):
        for group in combinations(range(ON_THE_WHEEL), size):
            words = "-".join(NAMES[c] for c in group)
            title = "-".join(NAMES[c].capitalize() for c in group)
            for k in range(3 if size == 1 else 1):
                uid = f"sorcerer-{words}-{k + 1}" if size == 1 else f"sorcerer-{words}"
                yield _unit(SORCERER, f"sorcerer-{size}", uid, f"{title} Sorcerer", NO_COLOR, bits(group))
    yield _unit(SORCERER, "sorcerer-white", "sorcerer-white", "White Sorcerer", NO_COLOR, 1 << WHITE)
    yield _unit(SORCERER, "sorcerer-black", "sorcerer-black", "Black Sorcerer", NO_COLOR, 0)


def _all() -> Iterator[Unit]:
    yield from _sorcerers()
    for c in range(WHITE + 1):
        for k in range(4 if c == WHITE else 7):
            yield _unit(
                HUMAN, "human-infantry", f"{NAMES[c]}-infantry-{k + 1}", f"{NAMES[c].capitalize()}'s infantry", GRAY
            )
    for kind, row in CREATURES.items():
        for c in range(WHITE + 1):
            for k in range(_ROWS[row]["counters"]["white" if c == WHITE else "each_color"]):
                uid = f"{NAMES[c]}-{row.rpartition('-')[2] if kind == DRAGON else 'demon' if kind == DEMON else row}-{k + 1}"
                yield _unit(kind, row, uid, f"{NAMES[c].capitalize()} {KIND_WORDS[kind]}", c)
    for c in range(WHITE + 1):
        for value, count in ((16, 1),) if c == WHITE else ((16, 1), (8, 1), (4, 1), (2, 3)):
            for k in range(count):
                uid = f"fortress-{NAMES[c]}-{value}" + (f"-{k + 1}" if count > 1 else "")
                yield _unit(FORTRESS, f"fortress-{value}", uid, f"{NAMES[c].capitalize()} fortress", c)


UNITS: Final = tuple(_all())
COUNT: Final = len(UNITS)
IDS: Final = tuple(unit.id for unit in UNITS)
BY_ID: Final = {unit_id: u for u, unit_id in enumerate(IDS)}
KIND: Final = tuple(unit.kind for unit in UNITS)
COLOR: Final = tuple(unit.color for unit in UNITS)
STRENGTH: Final = tuple(unit.strength for unit in UNITS)
ALLOWANCE: Final = tuple(unit.allowance for unit in UNITS)


def _are(*kinds: int) -> int:
    return bits(u for u in range(COUNT) if KIND[u] in kinds)


SORCERERS, HUMANS, FORTRESSES, DEMONS, DRAGONS = _are(SORCERER), _are(HUMAN), _are(FORTRESS), _are(DEMON), _are(DRAGON)
MAGICAL: Final = _are(DRAGON, DEMON, TROLL)
STACKING: Final = MAGICAL | HUMANS  # who counts against the limit of a stack [10.1]; fortresses do not [14.1, 14.11]
FANE, SHIR = BY_ID["sorcerer-white"], BY_ID["sorcerer-black"]
# The counters of a kind and color, in order; infantry by the color of its set.
POOL: Final = {
    (k, c): tuple(u for u in range(COUNT) if KIND[u] == k and COLOR[u] == c)
    for k in CREATURES
    for c in range(WHITE + 1)
}
INFANTRY: Final = tuple(
    tuple(u for u in range(COUNT) if IDS[u].startswith(f"{NAMES[c]}-infantry")) for c in range(WHITE + 1)
)
SEVERAL: Final = bits(u for u in range(COUNT) if UNITS[u].powers.bit_count() > 1) | 1 << FANE | 1 << SHIR


def ids(units: Iterable[int]) -> list[str]:
    """What units are called in the notation."""
    return [IDS[u] for u in units]
