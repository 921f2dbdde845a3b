"""What *White Bear and Red Moon* hands over to the house."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import Any, ClassVar

from elric.dragon_pass.components import law
from elric.dragon_pass.components.notation import NOTATION, VERBS
from elric.dragon_pass.components.scenarios import Scenario, scenarios
from elric.dragon_pass.components.units import SIDE_NAMES
from elric.dragon_pass.description import plain, view
from elric.dragon_pass.description.broken import broken
from elric.dragon_pass.position import story
from elric.dragon_pass.position.events import EVENTS
from elric.dragon_pass.position.state import COMBAT, EARLY, MOVEMENT, PHASES, State
from elric.dragon_pass.turn.fixes import with_working_fixes
from elric.dragon_pass.turn.setup import new_state

from ..kernel import running
from ..kernel.definition import GameDef
from ..kernel.steps import Action
from ..kernel.verdict import Reason, Verdict
from .combat import deaths, results
from .combat_phase import dividing, sally
from .exotics import earthquake, lunar, sartar, sylphs
from .heroes import scapegoat
from .independents import (
    assassins,
    delecti,
    dinosaurs,
    dragons,
    emissaries,
    ethilrist,
    giants,
    puppeteers,
    single_powers,
)
from .magic import casting
from .movement import edges, march
from .position import powers
from .turn import conquest, envoys, horde, muster, peace, reserves, sequence, victory

# Importing these chapters registers their steps and powers.
CHAPTERS = (
    march,
    edges,
    dividing,
    sally,
    casting,
    scapegoat,
    lunar,
    sartar,
    emissaries,
    ethilrist,
    single_powers,
    sylphs,
    earthquake,
    dinosaurs,
    dragons,
    assassins,
    puppeteers,
    delecti,
    giants,
    muster,
    horde,
    reserves,
    envoys,
    victory,
    conquest,
    peace,
    sequence,
)
# The order in which their powers are listed and their hooks run.
powers.in_order(
    (
        "exotics.earthquake", "exotics.lunar", "movement.stranded", "exotics.sartar", "exotics.sylphs", "independents.assassins",
        "independents.emissaries", "independents.delecti", "independents.dragons", "independents.ethilrist",
        "independents.puppeteers", "independents.giants", "independents.dinosaurs", "independents.single_powers",
        "movement.edges", "turn.reserves", "turn.horde", "turn.envoys", "turn.victory", "turn.conquest", "turn.peace",
    ), deaths.ESCAPES, deaths.MOURNED, deaths.RECORDED, deaths.FOUGHT, results.TEMPTED,
)  # fmt: skip
casting.Early.verbs.update(powers.checks(EARLY))
march.Movement.verbs.update(powers.checks(MOVEMENT))
dividing.Combat.verbs.update(powers.checks(COMBAT))


class DragonPass(GameDef):
    """*White Bear and Red Moon*: Chaosium 1976, second printing."""

    key: ClassVar = "dragon-pass"
    title: ClassVar = "White Bear and Red Moon"
    says: ClassVar = (
        "The Lunar Empire and the hill kingdom of Sartar fight for Dragon Pass with armies, heroes, magicians and dragons, "
        "under a moon that waxes and wanes."
    )
    rulebook: ClassVar = law.BOOK
    editions: ClassVar = law.EDITIONS
    titles: ClassVar = law.TITLES
    marks: ClassVar = law.MARKS
    edition: ClassVar = law.EDITION
    phases: ClassVar = PHASES
    luck_stands: ClassVar = "A die has been rolled, and that cannot be taken back."
    events: ClassVar = EVENTS
    order_of_play: ClassVar = ("7.1",)
    victory: ClassVar = ("64.2",)
    verbs: ClassVar = VERBS
    notation = NOTATION

    scenarios = staticmethod(scenarios)

    def about(self, scenario: Scenario) -> dict[str, Any]:
        return {**super().about(scenario), "clauses": {law.EDITION: scenario.clause}}

    def not_now(self, state: State, verb: str) -> Reason:
        if state.hand and any(a.verb == "halt" for a in running.legal(state)):
            text = f"A company is on the march, and “{verb}” has to wait."
            return Reason(("7.3",), text, "Halt first.", do=("halt",))
        return super().not_now(state, verb)

    def verdict(self, state: State, action: Action) -> Verdict:
        said = super().verdict(state, action)
        return (
            said
            if said.ok or not state.agenda
            else Verdict(False, with_working_fixes(state, action.verb, said.reasons))
        )

    new_state = staticmethod(new_state)
    build = staticmethod(plain.build)
    describe = staticmethod(plain.describe)
    broken = staticmethod(broken)
    resample = staticmethod(view.resample)
    view = staticmethod(view.view)
    sentence = staticmethod(story.sentence)

    def heading(self, state: State) -> str:
        if not state.turn:
            return "Set-up"
        return f"Turn {state.turn}, {SIDE_NAMES[state.player]}: {PHASES[state.phase]}"

    def names(self, scenario: Scenario, events: Iterable[Mapping[str, Any]]) -> dict[int, str]:
        return {side: SIDE_NAMES[side] for side in scenario.sides}


GAME = DragonPass()
