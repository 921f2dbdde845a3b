"""The game of Elric: what the kernel's `Game` plays, and the names that older code knows."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from typing import TYPE_CHECKING, Any, ClassVar, Self

from elric.young_kingdoms.components.notation import Action
from elric.young_kingdoms.components.scenarios import Scenario
from elric.young_kingdoms.position.seen import OutcomeView, View
from elric.young_kingdoms.position.state import State
from elric.young_kingdoms.position.steps import Step

from ..kernel.chance import Seed, Source
from ..kernel.game import Game as AnyGame
from ..kernel.scripts import Result
from .definition import GAME


class Game(AnyGame):
    """A game of *Elric: Battle at the End of Time*, from set-up to its end.

    Args:
        scenario: key of a scenario ("successor").
        rules: edition ("chaosium", "avalon-hill"), a spec with changes, or a Ruleset.
        seed: whole number; the same seed and actions give the same game, bit for bit.

    Raises:
        UnknownScenario, RulesetError: with what was probably meant.

    >>> import elric
    >>> g = elric.Game("successor", "avalon-hill", seed=7)
    >>> g.legal_actions()
    [<Action choose 1>, <Action choose 2>]
    >>> g.push("choose 1")
    >>> g.turn, g.phase, g.can_undo
    (0, 'setup', False)
    >>> g.view(0)["players"][0]["name"]
    'The Western League'
    >>> elric.load(g.save()).legal_actions() == g.legal_actions()
    True

    A battle with its dice chosen:

    >>> g = elric.Game.at({"nations": {"jharkor": 0, "dharijor": 1}, "units": {
    ...     "jharkor_sequa": ["yishana", "jharkor-army*4"],
    ...     "dharijor_sequaloris": ["sarosto", "dharijor-army*3"]}})
    >>> for text in ("lead yishana", "join jharkor-army-1", "attack dharijor_sequaloris", "halt", "end",
    ...              "fight dharijor_sequaloris", "ready"):
    ...     g.push(text)
    >>> with g.scripted("die 6, die 1"):
    ...     g.push("ready")
    """

    definition: ClassVar = GAME
    state: State

    @property
    def waits(self) -> Step:
        """The step that waits for a decision, with what it says of itself; only while one waits (see `seat`)."""
        step: Step = self.state.agenda[-1].step
        return step

    @classmethod
    def at(  # type: ignore[override]
        cls,
        position: Mapping[str, Any] | str,
        seed: Seed = 0,
        script: str | Sequence[Result] = (),
        luck: Callable[[Self], Source] | None = None,
        leaderless: bool = False,
    ) -> Self:
        """A game that starts from a position (see position/plain.py) instead of a scenario's set-up.

        Args:
            position: plain data, or the one line of `position_text`.
            seed: for the luck that follows.
            script: the first results of chance, written down beforehand: "die 4, draw arioch", or a sequence of such words
                and of numbers from 0 (a die showing 4 is 3). Then the seed goes on; `check_script` tells whether all of it
                was asked for.
            luck: makes another source for the game, before it begins.
            leaderless: accept nations of which no personality is put up, for exercises that end before they fall apart.

        Raises:
            PositionError: with every fault of the position.
            ChanceError: words in the script that name no result, or a seed that is no number.
        """
        return super().at(position, seed, script, luck, leaderless=leaderless)

    if TYPE_CHECKING:

        def legal_actions(self, seat: object = None) -> list[Action]: ...
        def view(self, seat: object = None) -> View: ...
        @property
        def outcome(self) -> OutcomeView | None: ...


def find_scenario(key: str) -> Scenario:
    """A scenario by key.

    Raises:
        UnknownScenario: with "did you mean".
    """
    found: Scenario = Game.find_scenario(key)
    return found
