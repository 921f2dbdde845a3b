"""Which battle the page shows: the one being fought, or the last one while it is news."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Final

from elric.widgets.markup import NOTHING, Markup
from elric.young_kingdoms.game import Game
from elric.young_kingdoms.position.story import sentence
from elric.young_kingdoms.table import cards
from elric.young_kingdoms.table.choice_kit import View

_OLD: Final = 60  # events after which a battle is no longer news
_SHOWN_AFTER: Final = frozenset(
    ("lost", "escape", "saved", "perished", "reappears", "retreat", "no way out", "city", "reverts", "falls apart", "no garrison")
)  # fmt: skip
_NEWS: Final = ("combat", "muster", "movement", "search", "replacement")
_MOST: Final = 8


def battle(g: Game, view: View, names: Mapping[int, str], since: int = 0) -> Markup:
    """The battle being fought, or the last one since that event while it is news."""
    if view["battle"] and view["battle"]["result"] is None:
        return cards.battle_ahead(g, view, names)
    events = g.events
    at = next((i for i in range(len(events) - 1, max(-1, len(events) - _OLD), -1) if events[i]["kind"] == "battle"), -1)
    if at < 0 or at < since or g.phase not in _NEWS:
        return NOTHING
    kinds = [e["kind"] for e in events[at:]]
    if "player-turn" in kinds[1:] and g.step not in ("movement", "replacement"):
        return NOTHING
    if kinds.count("step") + kinds.count("halt") > 1:
        return NOTHING
    after = [sentence(e, names) for e in g.story(None, at + 1) if e["kind"] in _SHOWN_AFTER]
    return cards.battle(g, events[at], names, list(dict.fromkeys(x for x in after if x))[:_MOST])


def last_battle(g: Game, view: View, names: Mapping[int, str], since: int) -> Markup:
    """The battle that is coming, or the last one fought since that event, however old: for lessons."""
    if view["battle"] and view["battle"]["result"] is None:
        return cards.battle_ahead(g, view, names)
    at = next((i for i in range(len(g.events) - 1, since - 1, -1) if g.events[i]["kind"] == "battle"), -1)
    return cards.battle(g, g.events[at], names, []) if at >= 0 else NOTHING
