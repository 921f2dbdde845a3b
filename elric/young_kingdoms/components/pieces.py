"""Every counter of the game by index: heroes first, then fleets, armies, artifacts. Loaded from data/pieces.toml.

Sources: Chaosium [3.2], [15.0]; Avalon Hill 2.2-2.23, 2.2.6. Values that are lost to us say so in `SURE`.
"""

from __future__ import annotations

import tomllib
from dataclasses import dataclass
from importlib.resources import files
from typing import Final

from elric.kernel.bits import bits
from elric.young_kingdoms.components.articles import the

HERO: Final = 0
FLEET: Final = 1
ARMY: Final = 2
ARTIFACT: Final = 3
KIND_NAMES: Final = ("hero", "fleet", "army", "artifact")

LAND_MOVES: Final = 4  # movement points of armies and personalities, [7.2] / 6.2


@dataclass(frozen=True, slots=True)
class Nation:
    """A nation or a horde. `pieces` are indices; `armies_sure` says how sure the number of armies is."""

    index: int
    id: str
    name: str
    horde: bool
    alignment: str
    code: str
    colours: tuple[str, str]
    pieces: tuple[int, ...]
    armies_sure: str
    note: str


def _load() -> tuple[list[dict[str, object]], list[dict[str, object]]]:
    text = files("elric.young_kingdoms").joinpath("data/pieces.toml").read_text(encoding="utf-8")
    data = tomllib.loads(text)
    return data["nation"], data["independent"]


_nations, _independents = _load()
_rows: list[tuple[int, str, str, int, dict[str, object]]] = []  # kind, id, name, nation index, values
for _n, _d in enumerate(_nations):
    for _h in _d["heroes"]:  # type: ignore[attr-defined]
        _rows.append((HERO, _h["id"], _h["name"], _n, _h))
    for _k, _f in enumerate(_d["fleets"], 1):  # type: ignore[arg-type,var-annotated]
        _rows.append(
            (FLEET, _f.get("id", f"{_d['id']}-fleet-{_k}"), _f.get("name", f"fleet of {the(str(_d['name']))}"), _n, _f)
        )
    for _k in range(1, int(_d["armies"]) + 1):  # type: ignore[call-overload]
        _rows.append(
            (
                ARMY,
                f"{_d['id']}-army-{_k}",
                f"army of {the(str(_d['name']))}",
                _n,
                {"combat": 1, "sure": _d["armies_sure"]},
            )
        )
for _d in _independents:
    _kind = KIND_NAMES.index(str(_d["kind"]))
    _rows.append((_kind, str(_d["id"]), str(_d["name"]), -1, _d))
_rows.sort(key=lambda r: r[0])

SIZE: Final = len(_rows)
IDS: Final = tuple(r[1] for r in _rows)
NAMES: Final = tuple(r[2] for r in _rows)
INDEX: Final = {r[1]: i for i, r in enumerate(_rows)}
KIND: Final = tuple(r[0] for r in _rows)
NATION: Final = tuple(r[3] for r in _rows)
COMBAT: Final = tuple(int(r[4].get("combat", 0)) for r in _rows)  # type: ignore[call-overload]
INFLUENCE: Final = tuple(bool(r[4].get("influence")) for r in _rows)
MAGIC: Final = tuple(int(r[4].get("magic", 0)) for r in _rows)  # type: ignore[call-overload]
CONJURES: Final = tuple(bool(r[4].get("conjures")) for r in _rows)
FLIES: Final = tuple(bool(r[4].get("flies")) for r in _rows)
ADMIRAL: Final = tuple(bool(r[4].get("admiral")) for r in _rows)
MOVE: Final = tuple(int(r[4].get("move", LAND_MOVES)) for r in _rows)  # type: ignore[call-overload]
CARRY: Final = tuple(int(r[4].get("carry", 0)) for r in _rows)  # type: ignore[call-overload]
SURE: Final = tuple(str(r[4].get("sure", "printed")) for r in _rows)

# What a piece adds in battle and costs as a loss; influence (bracketed) values never fight.
FIGHT: Final = tuple(0 if INFLUENCE[i] else COMBAT[i] for i in range(SIZE))

HEROES: Final = tuple(i for i in range(SIZE) if KIND[i] == HERO)
FLEETS: Final = tuple(i for i in range(SIZE) if KIND[i] == FLEET)
ARMIES: Final = tuple(i for i in range(SIZE) if KIND[i] == ARMY)
ARTIFACTS: Final = tuple(i for i in range(SIZE) if KIND[i] == ARTIFACT)

# Pieces as bits.
ONE: Final = tuple(1 << i for i in range(SIZE))
EVERY: Final = (1 << SIZE) - 1
HERO_BITS: Final = bits(HEROES)
FLEET_BITS: Final = bits(FLEETS)
ARMY_BITS: Final = bits(ARMIES)
ARTIFACT_BITS: Final = bits(ARTIFACTS)
COUNTER_BITS: Final = EVERY & ~ARTIFACT_BITS
FLYER_BITS: Final = bits(i for i in range(SIZE) if FLIES[i])
MAGICIAN_BITS: Final = bits(i for i in range(SIZE) if MAGIC[i])

NATIONS: Final = tuple(
    Nation(
        index=n,
        id=str(d["id"]),
        name=str(d["name"]),
        horde=d["kind"] == "horde",
        alignment=str(d["alignment"]).lower(),
        code=str(d["code"]),
        colours=(str(d["colours"]).split(" on ")[0], str(d["colours"]).split(" on ")[1]),
        pieces=tuple(i for i in range(SIZE) if NATION[i] == n),
        armies_sure=str(d["armies_sure"]),
        note=str(d.get("note", "")),
    )
    for n, d in enumerate(_nations)
)
OF_NATION: Final = tuple(bits(n.pieces) for n in NATIONS)
HORDE_BITS: Final = bits(i for n in NATIONS if n.horde for i in n.pieces)
NATION_INDEX: Final = {n.id: n.index for n in NATIONS}

MELNIBONE: Final = NATION_INDEX["melnibone"]
MELNIBONEAN: Final = tuple(KIND[i] == HERO and NATION[i] == MELNIBONE for i in range(SIZE))
ELRIC: Final = INDEX["elric"]
# Melniboneans who spare their own people: all but Elric ([12.0] / 11).
KINSMEN_BITS: Final = bits(i for i in range(SIZE) if NATION[i] == MELNIBONE and i != ELRIC)
MOONGLUM: Final = INDEX["moonglum"]
THELEB: Final = INDEX["theleb-kaarna"]
BRUT: Final = INDEX["brut"]
PYARAY: Final = INDEX["pyaray"]
COLIM: Final = INDEX["magnum-colim"]
MOURNBLADE: Final = INDEX["mournblade"]
CHAOS_SHIELD: Final = INDEX["chaos-shield"]
CHAOS_FLEET: Final = INDEX["chaos-fleet"]
FREE_FLEET: Final = INDEX["free-fleet"]
BARGE: Final = INDEX["golden-battle-barge"]
CONJURERS: Final = tuple(i for i in HEROES if CONJURES[i])
DRAGONMASTERS: Final = (ELRIC, INDEX["dyvim-slorm"], INDEX["dyvim-tvar"])

# Who may cross the sea on foot: magicians ([7.3] / 6.3) and Melniboneans, armies too ([12.0] / 11).
WALKS_SEA: Final = tuple(
    MELNIBONEAN[i] or (KIND[i] == HERO and MAGIC[i] > 0) or (KIND[i] == ARMY and NATION[i] == MELNIBONE)
    for i in range(SIZE)
)


def title(u: int) -> str:
    """A piece's name as a sentence says it: "Yishana", "the Admiral of Jharkor", "an army of Jharkor"."""
    return (
        the(NAMES[u])
        if KIND[u] in (HERO, ARTIFACT) or u in (BARGE, FREE_FLEET, CHAOS_FLEET)
        else f"a {NAMES[u]}"
        if KIND[u] == FLEET
        else f"an {NAMES[u]}"
    )
