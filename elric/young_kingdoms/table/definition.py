"""The game of Elric's own half of the page, as `table_def.TableDef` asks for it."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any, Final

from elric.kernel.chance import Seed
from elric.widgets.map import piles
from elric.widgets.markup import Markup
from elric.young_kingdoms.game import Game
from elric.young_kingdoms.position.story import sentence
from elric.young_kingdoms.table import counters
from elric.young_kingdoms.table.about import about, spoken
from elric.young_kingdoms.table.battle_card import battle, last_battle
from elric.young_kingdoms.table.cards import enlarged, hand, tracks
from elric.young_kingdoms.table.choices import choice
from elric.young_kingdoms.table.clicks import clicked, goes_to, leader_at, taken_up
from elric.young_kingdoms.table.counters import counter, label, sprite
from elric.young_kingdoms.table.gazetteer import confidence, entry, find
from elric.young_kingdoms.table.lesson_controls import completed
from elric.young_kingdoms.table.ready_games import ready_game
from elric.young_kingdoms.table.tracks import drawn_tracks

__all__ = [
    "about", "battle", "can_take_up", "choice", "clicked", "completed", "confidence", "counter", "enlarged", "find",
    "first", "goes_to", "hand", "hands_over", "in_hand", "label", "last_battle", "leader_at", "on_the_map",
    "phases", "pieces", "place", "ready", "secrets", "sentence", "spoken", "sprite", "taken_up", "tracks",
    "welcome",
]  # fmt: skip

View = Mapping[str, Any]

phases: Final = (
    ("replacement", "Replacement"),
    ("movement", "Movement"),
    ("search", "Search"),
    ("magic", "Magic"),
    ("combat", "Combat"),
    ("muster", "Muster"),
)
welcome: Final = (
    "The Young Kingdoms at war",
    "The Dreaming City has fallen, and the Theocrat of Pan Tang wants what is left of the world.",
)

_HANDOVER: Final = ("movement", "replacement", "magic", "muster", "align", "search", "combat")
_ON_THE_MAP: Final = ("movement", "stack", "combat", "withhold", "retreat", "reappear")
_WITH_SPELLS: Final = ("magic", "muster", "align")
_EXAMPLE_WITH_SPELLS: Final = (*_WITH_SPELLS, "take", "escape", "soul")
_FIRST: Final = ("successor", "avalon-hill")


def in_hand(step: str) -> bool:
    """Whether a step moves the stack in hand."""
    return step == "stack"


def can_take_up(step: str) -> bool:
    """Whether a leader can be taken up in a step."""
    return step == "movement"


def on_the_map(step: str) -> bool:
    """Whether a step is decided on the map."""
    return step in _ON_THE_MAP


def hands_over(step: str) -> bool:
    """Whether another seat that decides this step sits down to the screen."""
    return step in _HANDOVER


def secrets(step: str) -> str:
    """Whether a step's controls show spells: "" no, "some" its example does, "all" they are all of it."""
    return "all" if step in _WITH_SPELLS else "some" if step in _EXAMPLE_WITH_SPELLS else ""


def pieces(
    view: View, anchors: Mapping[str, Sequence[float]], calm: Sequence[Sequence[float]], width: float
) -> dict[str, dict[str, Any]]:
    """Counters, and the Turn Track and the Balance in the boxes of calm sea."""
    return {**piles.layout(view, anchors, counters), **drawn_tracks(view, calm, width)}


def place(area: str, edition: str) -> Markup:
    """What there is to know of an area."""
    return entry(area, edition)


def first(seed: Seed) -> Game:
    """The game that a new page begins with."""
    return ready_game(*_FIRST, seed=seed)


def ready(scenario: str, edition: str, seed: Seed, whole: bool) -> Game:
    """A game of a scenario, set up as far as the first decision on the map, or not at all (`whole`)."""
    return ready_game(scenario, edition, seed, whole)
