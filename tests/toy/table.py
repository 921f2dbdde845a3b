"""The toy's page: a hex map, counters of which only the top one is seen, and words for its buttons."""

from __future__ import annotations

from collections.abc import Mapping
from functools import cache, cached_property
from typing import Any, ClassVar

from elric.widgets.definition import TableDef
from elric.widgets.map.geometry import Geometry
from elric.widgets.map.hex_chart import Ground, hex_chart
from elric.widgets.sandbox import SandboxDef
from elric.widgets.score import Fight, Ledger, Luck, Turning
from elric.widgets.telling import Beat, Side, Telling

from .definition import GAME, HEXES, HILL, HOMES, LAST_TURN, STRENGTH, UNITS
from .sandbox import HilltopSandbox


@cache
def chart() -> Geometry:
    homes = {h: Ground(HEXES.names[h], "a home hex", *tints) for h, tints in zip(
        (h for pair in HOMES for h in pair), (("#e6c3b4", "#54372f"),) * 2 + (("#bccbe4", "#303e54"),) * 2, strict=True)}  # fmt: skip
    return hex_chart(HEXES, {**homes, HILL: Ground("The hill", "a hill", "#d9bf86", "#6a5733")})


class HilltopTable(TableDef):
    game: ClassVar = GAME
    map_label: ClassVar = "The field and its hill"
    phases: ClassVar = (("march", "March"), ("fight", "Fight"))
    holds: ClassVar = "Look under my stacks"
    secret: ClassVar = ("top",)
    open_verbs: ClassVar = ("march", "attack", "back", "end")
    sayings: ClassVar = {
        "march": "March to {1}", "attack": "Attack {1}", "top": "Put {0} on top", "back": "Fall back to {0}",
        "perish": "There is no way out", "press": "Press", "hold": "Hold", "end": "End the phase",
    }  # fmt: skip

    def chart(self) -> Geometry:
        return chart()

    @cached_property
    def sandbox(self) -> SandboxDef:
        return HilltopSandbox()

    def mark(self, verb: str) -> str:
        return "fight" if verb == "attack" else "reach"

    def telling(self, g: Any, view: Mapping[str, Any], names: Mapping[int, str]) -> Telling | None:
        story = g.story(None)
        at = next((n for n in range(len(story) - 1, -1, -1) if story[n]["kind"] == "fight"), -1)
        if at < 0:
            return None
        end = next((n for n in range(at + 1, len(story)) if story[n]["kind"] not in ("back", "perish")), len(story))
        first, seat = story[at], story[at]["seat"]
        beats = [
            Beat("opens", f"{names[seat]} attacks {HEXES.names[first['to_hex']]}."),
            Beat("result", GAME.sentence(first, names), dice=(first["roll"],), clause="4"),
            *(Beat("after", GAME.sentence(e, names)) for e in story[at + 1 : end]),
        ]
        sides = (Side(names[seat], "attacks", seat), Side(names[1 - seat], "defends", 1 - seat))
        return Telling(at, end, f"Fight at {HEXES.names[first['to_hex']]}", sides, tuple(beats))

    def ledger(self, g: Any, names: Mapping[int, str]) -> Ledger:
        story = g.story(None)
        found = [(at, e) for at, e in enumerate(story) if e["kind"] == "fight"]
        fights = tuple(
            Fight(
                at,
                0,
                HEXES.names[e["to_hex"]],
                GAME.sentence(e, names),
                ((e["seat"], names[e["seat"]]),),
                ((e["roll"],),),
            )
            for at, e in found
        )
        luck = []
        for seat in sorted(names):
            rolls = [e["roll"] for _, e in found if e["seat"] == seat]
            luck.append(Luck(seat, len(rolls), sum(rolls), 3.5 * len(rolls), "some"))
        turnings = tuple(
            Turning(1, GAME.sentence(e, names), 1, e["seat"], at=at) for at, e in found if e["result"] == "DE"
        )
        return Ledger(tuple(luck), fights, turnings, "Measured by counters lost.")

    def named(self, event: Mapping[str, Any]) -> list[str]:
        return [HEXES.names[event[key]] for key in ("hex", "to_hex") if key in event]

    def clause(self, event: Mapping[str, Any]) -> tuple[str, ...]:
        return {"march": ("2",), "fight": ("4",), "back": ("5",), "perish": ("5",)}.get(event["kind"], ())

    def hands(self, view: Mapping[str, Any]) -> list[tuple[str, tuple[str, ...]]]:
        below = [str(u["name"]) for u in view["units"].values() if u["depth"] and u["kind"] == "stack"]
        return [("Face down", tuple(below))] if below else []

    def view(self, g: Any, seat: int | None) -> dict[str, Any]:
        seen = super().view(g, seat)
        units: dict[str, Mapping[str, Any]] = {}
        for hex_, pile in seen["piles"].items():
            owner = seen["sides"][hex_]
            for depth, name in enumerate(pile):
                hidden = {"name": "counter face down", "kind": "hidden", "combat": 0}
                shown = (
                    hidden if name is None else {"name": name, "kind": "stack", "combat": STRENGTH[UNITS.index(name)]}
                )
                units[name or f"below-{hex_}-{depth}"] = {**shown, "owner": owner, "at": hex_, "depth": depth}
        return {**seen, "turns": LAST_TURN, "units": units}


TABLE = HilltopTable()
