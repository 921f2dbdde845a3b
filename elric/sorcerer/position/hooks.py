"""Where chapters lay down what they add: tasks of a Sorcerer by verb, and what happens at certain moments.

The phases stand below the chapters and know none of them by name; a chapter adds its tasks and hooks here when it is read.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any, Final, NamedTuple

from elric.kernel.steps import Check
from elric.sorcerer.components.units import SORCERERS, UNITS
from elric.sorcerer.position.state import State
from elric.sorcerer.position.steps import Action, Context, Why, no

Deed = Callable[[State, tuple[int, ...], Any], None]
Offer = Callable[[State, int, int], Sequence[Action]]
Hook = Callable[[State, Any], None]


class Task(NamedTuple):
    """Something that a Sorcerer does where he stands [6.5].

    Attributes:
        check: whether an action is legal (a rule of the kernel's kind); the Sorcerer is the first one in hand.
        deed: carries it out.
        offer: every legal action with this verb, for a Sorcerer with so many points left.
        anybody: whether it needs no Sorcerer [19.26].
        played: whether a game has it at all, by its scenario and rules; None for all games.
        free: whether it may be done for no points at all, by who has none left.
    """

    check: Check
    deed: Deed
    offer: Offer
    anybody: bool = False
    played: Callable[[State], bool] | None = None
    free: bool = False


TASKS: Final[dict[str, Task]] = {}
BEFORE_MOVE: Final[list[Hook]] = []  # the beginning of a movement phase
AFTER_MOVE: Final[list[Hook]] = []  # its end
BEFORE_COMBAT: Final[list[Hook]] = []
AFTER_COMBAT: Final[list[Hook]] = []
AFTER_TURN: Final[list[Hook]] = []
GOES_ON: Final[list[Hook]] = []  # when a turn is over and the game is not
AFTER_VORTEXES: Final[list[Hook]] = []
AT_SETUP: Final[list[Hook]] = []
DEPLOYED: Final[list[Hook]] = []  # when a side has set up
AT_BEGIN: Final[list[Hook]] = []  # when everybody is set up
BEFORE_TURN: Final[list[Hook]] = []
LATE_IN_TURN: Final[list[Hook]] = []  # when all players have moved
AT_REST: Final[list[Hook]] = []  # after a movement and after a combat phase: has somebody won at once?
ENTERED: Final[
    list[Callable[[State, tuple[int, ...], int, Any], None]]
] = []  # counters have come from a hex to another


def add(verb: str, task: Task) -> None:
    """A chapter's task.

    Raises:
        ValueError: two have the same verb.
    """
    if verb in TASKS:
        raise ValueError(f"two tasks are called {verb}")
    TASKS[verb] = task


def in_order(chapters: Sequence[str]) -> None:
    """Put hooks into one order, whichever chapter was imported first: dice fall in the order in which they run.

    Raises:
        ValueError: a chapter adds something and is not among them.
    """

    def place(hook: Callable[..., Any]) -> int:
        return chapters.index(".".join(hook.__module__.rsplit(".", 2)[-2:]))

    everywhere: list[list[Any]] = [
        BEFORE_MOVE, AFTER_MOVE, BEFORE_COMBAT, AFTER_COMBAT, AFTER_TURN, GOES_ON, AFTER_VORTEXES, AT_SETUP, DEPLOYED, AT_BEGIN, BEFORE_TURN,
        LATE_IN_TURN, AT_REST, ENTERED,
    ]  # fmt: skip
    for hooks in everywhere:
        hooks.sort(key=place)
    found = sorted(TASKS.items(), key=lambda item: place(item[1].deed))
    TASKS.clear()
    TASKS.update(found)


_PLAYED: Final[dict[tuple[str, str], tuple[tuple[Task, ...], tuple[Task, ...]]]] = {}


def tasks_of(s: State, sorcerer: bool) -> tuple[Task, ...]:
    """The tasks that a game has: all for a Sorcerer, else those that need none. Found once for a scenario and its rules."""
    key = s.scenario.key, s.rules.name
    if key not in _PLAYED:
        tasks = tuple(task for task in TASKS.values() if task.played is None or task.played(s))
        _PLAYED[key] = tasks, tuple(task for task in tasks if task.anybody)
    every, anybody = _PLAYED[key]
    return every if sorcerer else anybody


def run(hooks: Sequence[Hook], s: State, cx: Context) -> None:
    """Everything that a moment brings."""
    for hook in hooks:
        hook(s, cx)


def checks() -> dict[str, Check]:
    """The rules of all tasks by verb, each closed where no Sorcerer leads."""
    return {verb: task.check if task.anybody else _by_a_sorcerer(task.check) for verb, task in TASKS.items()}


def _by_a_sorcerer(check: Check) -> Check:
    def judged(s: State, x: Any, args: tuple[int, ...], why: Why) -> bool:
        if SORCERERS >> s.hand[0] & 1:
            return check(s, x, args, why)
        return why is not None and no(
            why,
            "12.2",
            f"{UNITS[s.hand[0]].name} does no magic: a Sorcerer does.",
            "Halt, and take up a Sorcerer first.",
            do=("halt",),
        )

    return judged
