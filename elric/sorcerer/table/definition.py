"""The half of the page that is this game's own, as `widgets.definition.TableDef` asks for it."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from random import Random
from typing import Any, ClassVar, Final

from elric.kernel.bits import ones
from elric.kernel.chance import Seed
from elric.sorcerer.components.board import BOARD, INDEX
from elric.sorcerer.components.colors import NAMES, ON_THE_WHEEL
from elric.sorcerer.components.notation import NOTATION
from elric.sorcerer.components.units import BY_ID, HUMANS, SORCERERS, UNITS
from elric.sorcerer.definition import GAME
from elric.sorcerer.game import Game
from elric.sorcerer.table import battles, choices, counters, ground, told
from elric.sorcerer.table.geometry import around, chart
from elric.sorcerer.teaching import standing as aims
from elric.widgets.choice import Choice, Click
from elric.widgets.definition import Names, TableDef, View
from elric.widgets.markup import Markup, html
from elric.widgets.score import Ledger, Score
from elric.widgets.telling import Telling

__all__ = ["TABLE", "SorcererTable"]

# Which of the page's colours and marks goes with a color of magic, so that a side looks like its magic where it can.
_HUES: Final = (1, 2, 4, 0, 0, 3)
_FIRST: Final = "rivalry"
_SURE: Final = {"book": "high", "public": "high", "hint": "medium"}
_SURE_WORDS: Final = {
    "high": "told by the book or by whoever had the printed map",
    "medium": "hinted at",
    "low": "a guess of ours",
}
_OPEN: Final = (
    "prime", "deploy", "movement", "march", "excess", "volley", "shield", "losses", "whirl", "declare",
)  # fmt: skip


def hues(powers: Sequence[int]) -> list[int]:
    """The page's colour for each side by its colors of magic, as bits: one of its own, else the first that is free."""
    out: list[int] = []
    for colors in powers:
        wanted = [_HUES[c] for c in ones(colors) if c < ON_THE_WHEEL]
        out.append(next(k for k in (*wanted, *range(6)) if k not in out))
    return out


class SorcererTable(TableDef):
    """Board, counters and choices of *Sorcerer*."""

    game: ClassVar = GAME
    map_label: ClassVar = "Map of the land of eight colors"
    phases: ClassVar = (("setup", "Set-up"), ("movement", "Movement"), ("attrition", "Attrition"), ("combat", "Combat"))
    wins: ClassVar = "Points for what is destroyed, converted and held; whoever loses the Prime Sorcerer is out."
    first_turn: ClassVar = "A game is set. Click a Sorcerer of yours: his fifteen points pay for everything."
    course: ClassVar = "From the circle of the colors to Stones, Seals and a mad Sorcerer, in small lessons."
    whole: ClassVar = "You place every counter yourself. Otherwise lots have placed them, and the first turn begins."
    sure_of_map: ClassVar = True
    own_open: ClassVar = True

    chart = staticmethod(chart)

    def place(self, area: str, edition: str) -> Markup:
        where = _SURE_WORDS[self.confidence(area)]
        return html(
            '<div class="card place"><p class="quiet-words">The printed map is lost: this hex is {}.</p></div>', where
        )

    def confidence(self, area: str) -> str:
        return _SURE.get(BOARD.confidence[INDEX[area]], "low")

    def facts(self, view: View, area: str) -> list[str]:
        return [*ground.words(view, area), *around(INDEX[area]), *super().facts(view, area)]

    # ---- what lies on it

    def view(self, g: Game, seat: int | None) -> dict[str, Any]:
        """A position as a seat may see it, with the counters as the page reads them: those of others in hiding are not in it."""
        seen: dict[str, Any] = {"turns": 0, "players": self.players(g), "areas": {}, **g.view(seat)}
        own = {player["seat"]: player["hue"] for player in seen["players"]}
        units: dict[str, dict[str, Any]] = {}
        for area, stack in seen["stacks"].items():
            for row in stack:
                units[row["unit"]] = _row(row, area, own, seen["sides"])
        for key, area in seen["hidden"].items():
            units[key] = _row({"unit": key, "owner": seat, "unseen": True}, area, own, seen["sides"])
        return {**seen, "units": units, "moving": tuple(key for key in seen["hand"] if key in units)}

    def players(self, g: Game) -> list[dict[str, Any]]:
        sides = enumerate(zip(g.scenario.sides, hues(g.powers()), strict=True))
        return [{"seat": k, "name": side.name, "hue": hue} for k, (side, hue) in sides]

    def pieces(self, view: View) -> dict[str, dict[str, Any]]:
        """The counters, and what lies on the ground below them."""
        return {**ground.pieces(view), **super().pieces(view)}

    def sprite(self) -> str:
        return super().sprite() + counters.symbols()

    def counter(self, unit: View, *, aboard: int = 0, times: int = 1) -> Markup:
        return counters.counter(unit, unit.get("hue"), times)

    def label(self, unit: View, players: Sequence[View] = ()) -> str:
        return counters.label(unit, players)

    strength = staticmethod(counters.strength)

    # ---- deciding

    def choice(self, g: Game, view: View, selected: str | None, *, hand_open: bool) -> Choice:
        return choices.choice(self, g, view, selected)

    def aimed(self, g: Game, view: View, aim: str, sought: str) -> Choice | None:
        return choices.aimed(self, g, view, aim)

    def says(self, g: Game, action: Any) -> str:
        return choices.says(g, action)

    def mark(self, verb: str) -> str:
        return "fight" if verb in ("bolt", "attack", "spring") else "reach"

    def clicked(self, g: Game, view: View, area: str, unit: str, selected: str | None) -> Click:
        return choices.clicked(self, g, view, area, unit, selected)

    def selected_after(self, g: Game, actions: Sequence[str], selected: str | None) -> str | None:
        return None

    taken_up = staticmethod(choices.taken_up)
    leader_at = staticmethod(choices.leader_at)

    def goes_to(self, view: View, area: str) -> str:
        return f"step {area}"

    def can_take_up(self, step: str) -> bool:
        return step == "movement"

    def in_hand(self, step: str) -> bool:
        return step == "march"

    def lies_open(self, g: Game) -> bool:
        """Nothing is hidden but in two scenarios' set-up and story and in two optional chapters."""
        return g.step in _OPEN and not g.hides()

    # ---- showing

    def gist(self, events: Sequence[Mapping[str, Any]]) -> list[Mapping[str, Any]]:
        """A walk is told once, by where it ends; who was set up where stands on the map."""
        out: list[Mapping[str, Any]] = []
        for e in events:
            if e["kind"] == "placed":
                continue
            if (
                out
                and e["kind"] == out[-1]["kind"] == "walks"
                and e["hex"] == out[-1]["to_hex"]
                and e["units"] == out[-1]["units"]
            ):
                e = {**e, "hex": out.pop()["hex"]}
            out.append(e)
        return out

    def tracks(self, view: View) -> Markup:
        """The turns, and everybody's points by what they are for, where points decide."""
        if self.game.scenarios()[view["scenario"]].story in battles.NO_POINTS:
            return super().tracks(view)
        return super().tracks(view) + told.points(view, {row["seat"]: row for row in view["players"]})

    def telling(self, g: Game, view: View, names: Names) -> Telling | None:
        return battles.telling(self, g, names)

    def ledger(self, g: Game, names: Names) -> Ledger:
        return battles.ledger(self, g, names)

    def score(self, g: Game, view: View, names: Names) -> Score:
        return battles.score(self, g, view, names)

    standing = staticmethod(aims.standing)

    # ---- beginning

    def first(self, seed: Seed) -> Any:
        """The scenario that the book calls the first real one [16.3]."""
        return self.ready(_FIRST, self.game.edition, seed, False)

    def ready(self, scenario: str, edition: str, seed: Seed, whole: bool) -> Any:
        g = Game(scenario, edition, seed)
        if not whole:
            _set_up(g, Random(str(seed)))
        return g

    def rest(self, g: Game) -> Sequence[str]:
        return _set_up(g.copy(), Random(0), g.seat) if g.step == "deploy" else ()


def _row(row: Mapping[str, Any], area: str, own: Mapping[int, int], sides: Mapping[str, str]) -> dict[str, Any]:
    """A counter of the view as the page reads it; an automatic color's belongs to no seat."""
    unit = UNITS[BY_ID[row["unit"]]]
    owner = row["owner"] if row["owner"] in own else None
    return {
        **row, "name": counters.name(unit), "kind": "stack", "combat": unit.strength[int(bool(row.get("depleted")))], "counter": unit.id,
        "owner": owner, "hue": own.get(row["owner"]), "at": area, "depth": -_ORDER[unit.kind],
        "side": "" if owner is not None else f"{NAMES[row['owner'] - 1]} magic",
    }  # fmt: skip


# Which counter lies on top of a pile, by kind: Sorcerers, then whoever is strongest; the fortress below.
_ORDER: Final = (9, 2, 3, 4, 5, 1)


def _set_up(g: Game, rng: Random, seat: int | None = None) -> tuple[str, ...]:
    """Place counters by lot until the first turn, or all of one seat: men in cities, Sorcerers on their colors, where they may.

    Returns:
        what was done, as actions.
    """
    done = []
    while g.step in ("prime", "paint", "deploy") and g.seat is not None and seat in (None, g.seat):
        legal = g.legal_actions()
        verb = rng.choice(sorted({a.verb for a in legal}))  # men stand or hide, as the lot says
        able = [a for a in legal if a.verb == verb]
        if g.step == "deploy":
            u = BY_ID[g.view(g.seat)["to_place"][0]]
            if SORCERERS >> u & 1:
                liked = [a for a in able if UNITS[u].powers >> BOARD.printed[a.args[0]] & 1]
            else:
                liked = [a for a in able if HUMANS >> u & 1 and BOARD.gray >> a.args[0] & 1]
            able = liked or able
        done.append(NOTATION.text(rng.choice(able)))
        g.push(done[-1])
    return tuple(done)


TABLE: Final = SorcererTable()
