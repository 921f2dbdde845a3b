"""The story of a game: events as sentences, of which each seat reads what it may know."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from functools import cache

from elric.kernel.views import Readers, redact
from elric.young_kingdoms.components.scenarios import Scenario
from elric.young_kingdoms.position.events import EVENTS
from elric.young_kingdoms.position.state import State
from elric.young_kingdoms.position.telling import Event, Names, sides
from elric.young_kingdoms.position.words import cap


@cache
def _readers() -> dict[str, Readers]:
    """Who may read what, once all rules have declared it."""
    return EVENTS.readers()


def names_of(scenario: Scenario, events: Iterable[Event]) -> dict[int, str]:
    """The seats by the names of the groups they took."""
    return {e["seat"]: scenario.groups[e["group"]].name for e in events if e["kind"] == "group"}


def story_text(state: State, events: Sequence[Event], seat: int | None, since: int = 0) -> list[str]:
    """The events from `since` on as sentences for one seat, players named by what they lead."""
    names = {o: state.scenario.groups[k].name if k >= 0 else f"Player {o + 1}" for o, k in enumerate(state.sides)}
    return [line for e in redact(events[since:], seat, _readers()) if (line := sentence(e, names))]


def sentence(e: Event, names: Mapping[int, str]) -> str:
    """One event as a sentence; empty for events not worth one."""
    kind = EVENTS.get(e["kind"])
    return cap(kind.sentence(e, names)) if kind else ""


__all__ = ["Event", "Names", "names_of", "sentence", "sides", "story_text"]
