"""The game of Elric's own half of the page, as `widgets.definition.TableDef` asks for it."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from functools import cached_property
from importlib import import_module
from pathlib import Path
from typing import Any, ClassVar, Final

from elric.kernel.chance import Seed
from elric.widgets.board_report import BoardReport
from elric.widgets.choice import Choice
from elric.widgets.definition import TableDef, View
from elric.widgets.map import piles
from elric.widgets.markup import Markup
from elric.widgets.sandbox import SandboxDef
from elric.young_kingdoms.definition import GAME
from elric.young_kingdoms.game import Game
from elric.young_kingdoms.position.steps import BOOK, Step
from elric.young_kingdoms.table import (
    about,
    battle_told,
    cards,
    clicks,
    counters,
    flights,
    gazetteer,
    hands,
    moot,
    musters,
    replay_words,
    sides,
)
from elric.young_kingdoms.table.choices import choice
from elric.young_kingdoms.table.geometry import geometry
from elric.young_kingdoms.table.lesson_controls import completed
from elric.young_kingdoms.table.ready_games import first_game, ready_game
from elric.young_kingdoms.table.score import ledger, score
from elric.young_kingdoms.table.tracks import drawn_tracks
from elric.young_kingdoms.teaching.standing import standing

__all__ = ["TABLE", "YoungKingdomsTable"]

_WELCOME: Final = (
    "A board game of armies, heroes and spells in the world of Elric. The Dreaming City has fallen: you "
    "are the kings of the Western League, or the Theocrat of Pan Tang, who wants their lands."
)
_FIRST: Final = ("successor", "avalon-hill")
_UNDER_WAY: Final = ("step", "sail")
_GOING: Final = (*_UNDER_WAY, "land", "attack")


def _named(step: str) -> type[Step]:
    """The kind of step that has a name, with what it says of itself; when the game is over, what any step says."""
    found = BOOK.named.get(step)
    return type(found) if isinstance(found, Step) else Step


class YoungKingdomsTable(TableDef):
    """Map, counters, choices and cards of *Elric: Battle at the End of Time*."""

    game: ClassVar = GAME
    name: ClassVar = "elric"
    map_label: ClassVar = "Map of the Young Kingdoms"
    phases: ClassVar = (
        ("replacement", "Replacement"),
        ("movement", "Movement"),
        ("search", "Search"),
        ("magic", "Magic"),
        ("combat", "Combat"),
        ("muster", "Muster"),
    )
    welcome: ClassVar = ("The Young Kingdoms at war", _WELCOME)
    wins: ClassVar = "When the last turn ends, whoever holds every capital of the other side has won; if nobody does, the League has, by a little."
    first_turn: ClassVar = "A game is set. The coach beside you says what can be done, and what it risks."
    course: ClassVar = "In small steps, from “what is a province” to the end of the world."
    whole: ClassVar = "Dice for the first turn, choice of nations and harbours. Otherwise the game begins with turn 1."
    kinds: ClassVar = {"land": "land", "sea": "sea", "mountain": "mountains, no unit may enter"}
    known: ClassVar = "Areas held, besieged or with spells"
    sure_of_map: ClassVar = True

    # ---- the map

    chart = staticmethod(geometry)
    place = staticmethod(gazetteer.entry)

    def facts(self, view: View, area: str) -> list[str]:
        facts = view.get("areas", {}).get(area, {})
        words = piles.held(view, area)
        if facts.get("siege"):
            words.append("under siege")
        if facts.get("spell"):
            words.append("a spell lies face down")
        return words + [f"{spell} lies face up" for spell in facts.get("face_up") or ()]

    confidence = staticmethod(gazetteer.confidence)
    find = staticmethod(gazetteer.find)

    # ---- what lies on it

    def view(self, g: Game, seat: int | None) -> dict[str, Any]:
        seen: dict[str, Any] = g.view(seat)  # type: ignore[assignment]
        return sides.coloured(seen)

    def pieces(self, view: View) -> dict[str, dict[str, Any]]:
        """Counters, and the Turn Track and the Balance in the boxes of calm sea."""
        chart = geometry()
        return {**piles.layout(view, chart.anchors, counters), **drawn_tracks(view, chart.calm, chart.frame[0])}

    def counter(self, unit: View, *, aboard: int = 0, times: int = 1) -> Markup:
        return counters.counter(unit, aboard=aboard, times=times)

    label = staticmethod(counters.label)

    # ---- deciding

    def choice(self, g: Game, view: View, selected: str | None, *, hand_open: bool) -> Choice:
        return choice(g, view, selected, hand_open=hand_open)

    completed = staticmethod(completed)
    clicked = staticmethod(clicks.clicked)

    def selected_after(self, g: Game, actions: Sequence[str], selected: str | None) -> str | None:
        """A stack that was put down is looked at no more; an area stays chosen for the next leader."""
        put_down = bool(actions) and actions[-1] == "halt"
        return selected if self.can_take_up(g.step) and not put_down else None

    taken_up = staticmethod(clicks.taken_up)
    leader_at = staticmethod(clicks.leader_at)
    goes_to = staticmethod(clicks.goes_to)
    veiled = staticmethod(clicks.veiled)

    def can_take_up(self, step: str) -> bool:
        return step == "movement"

    def in_hand(self, step: str) -> bool:
        return step == "stack"

    def on_the_map(self, step: str) -> bool:
        return _named(step).on_map

    def hands_over(self, g: Game) -> bool:
        return not g.scenario.solo

    aimed = staticmethod(flights.aimed)
    moot = staticmethod(moot.moot)
    parting = staticmethod(musters.parting)

    def secrets(self, step: str) -> str:
        return _named(step).secrets

    # ---- showing

    def gist(self, events: Sequence[Mapping[str, Any]]) -> list[Mapping[str, Any]]:
        """A march or voyage of the same units is told once, by where it begins and what it leads to, without the boarding."""
        out: list[Mapping[str, Any]] = []
        for e in events:
            last = out[-1] if out else {"kind": ""}
            if e["kind"] in _GOING and last["kind"] in _UNDER_WAY and last["units"] == e["units"]:
                if last["to_area"] == e["area"]:
                    e = {**e, "area": out.pop()["area"]}
            elif e["kind"] == "sail" and last["kind"] == "board" and {*last["units"], last["ship"]} == {*e["units"]}:
                out.pop()
            out.append(e)
        return out

    tracks = staticmethod(cards.tracks)
    hand = staticmethod(hands.hand)
    telling = staticmethod(battle_told.last_battle)
    standing = staticmethod(standing)
    score = staticmethod(score)
    ledger = staticmethod(ledger)
    named = staticmethod(replay_words.named)
    clause = staticmethod(replay_words.clause)
    hands = staticmethod(replay_words.hands)
    enlarged = staticmethod(cards.enlarged)
    spoken = staticmethod(about.spoken)
    about = staticmethod(about.about)

    # ---- beginning, and the lab

    def first(self, seed: Seed) -> Game:
        return first_game(*_FIRST, seed=seed)

    def sides(self, scenario: Any) -> list[str]:
        return [group.name for group in scenario.groups]

    def ready(self, scenario: str, edition: str, seed: Seed, whole: bool) -> Game:
        return ready_game(scenario, edition, seed, whole)

    @cached_property
    def sandbox(self) -> SandboxDef:
        found: SandboxDef = import_module("elric.young_kingdoms.table.sandbox").SANDBOX
        return found

    def board_report(self, file: Path | None = None) -> BoardReport:
        from elric.young_kingdoms.table import board_report

        return board_report.ours() if file is None else board_report.checked(file)


TABLE: Final = YoungKingdomsTable()
