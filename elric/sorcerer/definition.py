"""What *Sorcerer* hands over to the house."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import Any, ClassVar

from elric.sorcerer.combat import attrition, joint
from elric.sorcerer.components import law
from elric.sorcerer.components.notation import NOTATION, VERBS
from elric.sorcerer.components.scenarios import MOST_SIDES, Scenario, scenarios
from elric.sorcerer.components.units import UNITS
from elric.sorcerer.description import plain, view
from elric.sorcerer.description.broken import broken
from elric.sorcerer.magic import bolts, conjuring, conversion, garrisons, mending, vortexes
from elric.sorcerer.movement import phase, teleport
from elric.sorcerer.options import assassins, cloak, clones, flux, shir, spells
from elric.sorcerer.position import hooks, story
from elric.sorcerer.position.state import PHASES, State
from elric.sorcerer.stories import endings, hiding, hunters, madness, stones, tide, tour
from elric.sorcerer.turn import sequence, setup, victory

from ..kernel import running
from ..kernel.definition import GameDef
from ..kernel.verdict import Reason

# Importing these chapters registers their steps, tasks and hooks.
CHAPTERS = (
    phase, teleport, conjuring, mending, vortexes, conversion, garrisons, bolts, attrition, joint, sequence, victory, setup,
    endings, madness, hunters, tour, tide, hiding, stones,
    flux, clones, spells, shir, assassins, cloak,
)  # fmt: skip
# The order in which their tasks are listed and their hooks run.
hooks.in_order(
    (
        "movement.teleport", "magic.conjuring", "magic.mending", "magic.vortexes", "magic.conversion", "magic.garrisons", "magic.bolts",
        "turn.victory", "stories.endings", "stories.madness", "stories.tour", "stories.tide", "stories.hiding", "stories.stones",
        "options.flux", "options.clones", "options.spells", "options.shir", "options.assassins", "options.cloak",
    )
)  # fmt: skip
phase.March.verbs.update(hooks.checks())


class Sorcerer(GameDef):
    """*Sorcerer*: SPI 1975."""

    key: ClassVar = "sorcerer"
    title: ClassVar = "Sorcerer"
    says: ClassVar = (
        "Sorcerers of six colors, each best against one and worst against another, fight with demons, dragons, Bolts and vortexes over "
        "a land of colored hexes."
    )
    rulebook: ClassVar = law.BOOK
    editions: ClassVar = law.EDITIONS
    titles: ClassVar = law.TITLES
    marks: ClassVar = law.MARKS
    edition: ClassVar = law.EDITION
    phases: ClassVar = PHASES
    luck_stands: ClassVar = "A die has been rolled, and that cannot be taken back."
    events: ClassVar = story.EVENTS
    order_of_play: ClassVar = ("4.1",)
    victory: ClassVar = ("15.0",)
    notation = NOTATION
    verbs: ClassVar = VERBS

    scenarios = staticmethod(scenarios)

    def about(self, scenario: Scenario) -> dict[str, Any]:
        return {**super().about(scenario), "clauses": {law.EDITION: scenario.clause}}

    def not_now(self, state: State, verb: str) -> Reason:
        if state.hand and any(a.verb == "halt" for a in running.legal(state)):
            text = f"Somebody is in hand, and “{verb}” has to wait."
            return Reason(("6.0",), text, "Halt first.", do=("halt",))
        return super().not_now(state, verb)

    new_state = staticmethod(setup.new_state)
    build = staticmethod(plain.build)
    describe = staticmethod(plain.describe)
    broken = staticmethod(broken)
    resample = staticmethod(view.resample)
    view = staticmethod(view.view)

    def field_in_words(self, field: str, value: Any) -> Any:
        if field == "unit" and isinstance(value, int):
            return UNITS[value].name.replace("'s", "")  # behind an article: the Blue infantry
        return super().field_in_words(field, value)

    def heading(self, state: State) -> str:
        if not state.turn:
            return "Set-up"
        return f"Turn {state.turn}, {state.scenario.name(state.player)}: {PHASES[state.phase]}"

    def names(self, scenario: Scenario, events: Iterable[Mapping[str, Any]]) -> dict[int, str]:
        return {k: scenario.name(k) for k in range(MOST_SIDES) if k < len(scenario.sides) or scenario.alone}


GAME = Sorcerer()
