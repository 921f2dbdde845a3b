"""What the game of Elric hands over to the house."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from contextlib import AbstractContextManager
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
from elric.young_kingdoms.position.context import Context
from elric.young_kingdoms.position.events import EVENTS
from elric.young_kingdoms.position.fixes import followed
from elric.young_kingdoms.position.seen import View
from elric.young_kingdoms.position.state import PHASES, State
from elric.young_kingdoms.turn import likeness
from elric.young_kingdoms.turn.setup import new_state

from ..kernel import running
from ..kernel.chance import Chance
from ..kernel.clauses import Ruleset
from ..kernel.definition import GameDef
from ..kernel.scripts import Result
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

    def scenarios(self) -> Mapping[str, Scenario]:
        return scenarios()

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
        return followed(state, frame.step, frame, reasons)

    def alike(self, state: State, action: AnyAction) -> list[Any]:
        return list(likeness.alike(state, actions.as_action(action)))

    def new_state(self, scenario: Scenario, rules: Ruleset) -> State:
        return new_state(scenario, rules)

    def build(self, position: Mapping[str, Any], leaderless: bool = True) -> State:
        return build(position, leaderless)

    def describe(self, state: State) -> dict[str, Any]:
        return describe(state)

    def parse_position(self, text: str) -> dict[str, Any]:
        return parse_position(text)

    def position_text(self, position: Mapping[str, Any]) -> str:
        return position_text(position)

    def draft(self, position: Mapping[str, Any]) -> tuple[State | None, list[str]]:
        builder = Builder(position)
        try:
            return builder.build(), []
        except PositionError as error:
            return builder.made, error.problems

    def plain_copy(self, position: Mapping[str, Any]) -> dict[str, Any]:
        return plain_copy(position)

    def position_line(self, position: Mapping[str, Any]) -> str:
        return start_line(position)

    def guard_start(self, position: Mapping[str, Any] | None, game: Any) -> AbstractContextManager[None]:
        return guard_start(position, game)

    def context(self, chance: Chance, events: list[dict[str, Any]] | None) -> Context:
        return luck.context(chance, events)

    def naming(self, chance: Chance, events: list[dict[str, Any]] | None) -> luck.Naming:
        return luck.Naming(chance, events)

    def parse_results(self, script: str | Sequence[Result]) -> list[Result]:
        return luck.parse_results(script)

    def broken(self, state: State) -> list[str]:
        return broken(state)

    def view(self, state: State, seat: int | None) -> View:
        return view.view(state, seat)

    def resample(self, state: State, seat: int | None, chance: Chance) -> State:
        return view.resample(state, seat, chance)

    def sentence(self, event: Mapping[str, Any], names: Mapping[int, str]) -> str:
        return story.sentence(event, names)

    def story_text(
        self, state: State, events: Sequence[Mapping[str, Any]], seat: int | None, since: int = 0
    ) -> list[str]:
        return story.story_text(state, events, seat, since)

    def heading(self, state: State) -> str:
        if not state.turn:
            return "Set-up"
        side = state.sides[state.player]
        who = state.scenario.groups[side].name if side >= 0 else f"Player {state.player + 1}"
        return f"Turn {state.turn}, {who}: {PHASES[state.phase]}"

    def picture(self, view: Any) -> str | None:
        return picture.svg(view)

    def picture_html(self, view: Any) -> str | None:
        return picture.html(view)

    def names(self, scenario: Scenario, events: Iterable[Mapping[str, Any]]) -> dict[int, str]:
        return dict(story.names_of(scenario, events))


GAME = YoungKingdoms()
