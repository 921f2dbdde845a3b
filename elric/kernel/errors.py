"""What can be wrong with what is asked of a game. Each says what, and where it can what was probably meant."""

from __future__ import annotations

from .failure import ElricError
from .steps import Action
from .verdict import Verdict


class IllegalAction(ElricError, ValueError):
    """An action was pushed that the rules forbid. `verdict` has the reasons; the game is unchanged."""

    def __init__(self, action: Action, verdict: Verdict, text: str = "") -> None:
        self.action = action
        self.verdict = verdict
        super().__init__(f"{text or action}: {verdict}")


class UndoError(ElricError, ValueError):
    """Nothing can be taken back here: says why."""


class UnknownScenario(ElricError, ValueError):
    """No scenario has that key; the message says which was probably meant."""


class PositionError(ElricError, ValueError):
    """A position cannot be. `problems` lists every fault, each saying where."""

    def __init__(self, problems: list[str]) -> None:
        self.problems = problems
        super().__init__("; ".join(problems))


class SeatError(ElricError, ValueError):
    """There is no such seat, or it has nothing to decide now."""
