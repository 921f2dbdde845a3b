"""The scenarios, loaded from data/scenarios.toml. Sources: Chaosium [14.0]-[14.7],
Avalon Hill 13-13.6.
"""

from __future__ import annotations

import tomllib
from dataclasses import dataclass
from functools import cache
from importlib.resources import files


@dataclass(frozen=True, slots=True)
class Group:
    """What one player begins with: nation ids, and single pieces by id."""

    name: str
    nations: tuple[str, ...]
    pieces: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class Scenario:
    """One scenario.

    Attributes:
        clauses: the pair (chaosium, avalon-hill); "" where an edition does not have it.
        elric: whether Elric is in it.  melnibone: "neutral", "group" (a player's) or "dragons".
        goal: "dragons", "imrryr", "capitals", "duel", or "normal" for the ordinary victory rules alone.
        imrryr: the switch that says whether holding Imrryr decides the game; "" where it does.
        printed: how many players take the groups in the printed order where nations are not chosen (`nation_choice`).

    >>> import elric
    >>> duel = next(s for s in elric.scenarios() if s.key == "duel")
    >>> duel.seats, duel.editions
    (2, ('chaosium',))
    """

    key: str
    title: str
    says: str
    clauses: tuple[str, str]
    seats: int
    groups: tuple[Group, ...]
    elric: bool
    melnibone: str
    goal: str
    imrryr: str
    solo: bool
    printed: int

    @property
    def editions(self) -> tuple[str, ...]:
        """Editions that have this scenario."""
        return tuple(e for e, c in zip(("chaosium", "avalon-hill"), self.clauses, strict=True) if c)


@cache
def scenarios() -> dict[str, Scenario]:
    """All scenarios by key, in the order of the books."""
    rows = tomllib.loads(files("elric.young_kingdoms").joinpath("data/scenarios.toml").read_text(encoding="utf-8"))[
        "scenario"
    ]
    out = {}
    for r in rows:
        groups = tuple(Group(g["name"], tuple(g.get("nations", ())), tuple(g.get("pieces", ()))) for g in r["groups"])
        out[r["key"]] = Scenario(
            key=r["key"],
            title=r["title"],
            says=r["says"],
            clauses=(r["clauses"][0], r["clauses"][1]),
            seats=r["seats"],
            groups=groups,
            elric=r["elric"],
            melnibone=r["melnibone"],
            goal=r["goal"],
            imrryr=r.get("imrryr", ""),
            solo=r.get("solo", False),
            printed=r.get("printed", 0),
        )
    return out
