"""What the game of Elric hands over to the house."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import Any, ClassVar

from elric.young_kingdoms.components import law
from elric.young_kingdoms.components import notation as actions
from elric.young_kingdoms.components.citing import TwoBooks
from elric.young_kingdoms.components.scenarios import Scenario, scenarios
from elric.young_kingdoms.description import picture, view
from elric.young_kingdoms.description.invariants import broken
from elric.young_kingdoms.description.plain import build, guard_start, plain_copy, start_line
from elric.young_kingdoms.description.schema import Builder, PositionError, describe
from elric.young_kingdoms.description.text import parse_position, position_text
from elric.young_kingdoms.movement.phase import MOVEMENT_PHASE
from elric.young_kingdoms.position import luck, story
from elric.young_kingdoms.position.events import EVENTS
from elric.young_kingdoms.position.fixes import with_working_fixes
from elric.young_kingdoms.position.state import PHASES, State
from elric.young_kingdoms.turn import likeness
from elric.young_kingdoms.turn.setup import new_state

from ..kernel import running
from ..kernel.chance import Chance
from ..kernel.definition import GameDef
from ..kernel.steps import Action as AnyAction
from ..kernel.verdict import Reason


class YoungKingdoms(GameDef):
    """*Elric: Battle at the End of Time*: Chaosium 1981, Avalon Hill 1984."""

    key: ClassVar = "elric"
    title: ClassVar = "Elric: Battle at the End of Time"
    says: ClassVar = (
        "Kings and sorcerers of the Young Kingdoms fight for lands and for the favour of Elric, while Law and Chaos pull "
        "at a Balance that can end the world."
    )
    rulebook: ClassVar = law.BOOK
    editions: ClassVar = law.EDITIONS
    titles: ClassVar = law.TITLES
    marks: ClassVar = law.MARKS
    edition: ClassVar = "avalon-hill"
    phases: ClassVar = PHASES
    luck_stands: ClassVar = "Dice have been rolled or a spell drawn, and that cannot be taken back."
    events: ClassVar = EVENTS
    order_of_play: ClassVar = ("5.0", "4")
    victory: ClassVar = ("5.0", "4.91")
    verbs: ClassVar = actions.VERBS
    notation = actions.NOTATION

    scenarios = staticmethod(scenarios)

    @property
    def citing(self) -> TwoBooks:
        return TwoBooks(self)

    def about(self, scenario: Scenario) -> dict[str, Any]:
        return {
            **super().about(scenario),
            "solo": scenario.solo,
            "clauses": {e: c for e, c in zip(law.EDITIONS, scenario.clauses, strict=True) if c},
            "groups": [{"name": g.name, "nations": list(g.nations), "pieces": list(g.pieces)} for g in scenario.groups],
            "goal": scenario.goal,
            "elric": scenario.elric,
            "melnibone": scenario.melnibone,
        }

    def not_now(self, state: State, verb: str) -> Reason:
        if state.moving and verb in MOVEMENT_PHASE.verbs and any(a.verb == "halt" for a in running.legal(state)):
            text = f"A stack is in hand, and “{verb}” has to wait until it is put down."
            return Reason(("7.2", "6.2"), text, "Halt first.", do=("halt",))
        return super().not_now(state, verb)

    def waits(self, state: State, verb: str) -> str:
        phase = PHASES[state.phase]
        when = "While the game is set up" if phase == "setup" else f"At this point of the {phase.title()} phase"
        return f"{when} “{verb}” is not what is asked for"

    def followed(self, state: State, reasons: tuple[Reason, ...]) -> tuple[Reason, ...]:
        frame = state.agenda[-1]
        return with_working_fixes(state, frame.step, frame, reasons)

    def alike(self, state: State, action: AnyAction) -> list[Any]:
        return list(likeness.alike(state, actions.as_action(action)))

    new_state = staticmethod(new_state)
    build = staticmethod(build)
    describe = staticmethod(describe)
    parse_position = staticmethod(parse_position)
    position_text = staticmethod(position_text)

    def draft(self, position: Mapping[str, Any]) -> tuple[State | None, list[str]]:
        builder = Builder(position)
        try:
            return builder.build(), []
        except PositionError as error:
            return builder.made, error.problems

    plain_copy = staticmethod(plain_copy)
    position_line = staticmethod(start_line)
    guard_start = staticmethod(guard_start)
    context = staticmethod(luck.context)

    def naming(self, chance: Chance, events: list[dict[str, Any]] | None) -> luck.Naming:
        return luck.Naming(chance, events)

    parse_results = staticmethod(luck.parse_results)
    broken = staticmethod(broken)
    resample = staticmethod(view.resample)
    view = staticmethod(view.view)
    sentence = staticmethod(story.sentence)
    story_text = staticmethod(story.story_text)

    def heading(self, state: State) -> str:
        if not state.turn:
            return "Set-up"
        side = state.sides[state.player]
        who = state.scenario.groups[side].name if side >= 0 else f"Player {state.player + 1}"
        return f"Turn {state.turn}, {who}: {PHASES[state.phase]}"

    picture_html = staticmethod(picture.html)
    picture = staticmethod(picture.svg)

    def names(self, scenario: Scenario, events: Iterable[Mapping[str, Any]]) -> dict[int, str]:
        return dict(story.names_of(scenario, events))


GAME = YoungKingdoms()
