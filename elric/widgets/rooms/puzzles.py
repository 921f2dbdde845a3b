"""The puzzle room: the practice room with the puzzles of a game for its questions, one of the day and runs of them by theme."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from dataclasses import replace
from datetime import UTC, datetime

from elric.tutor.puzzles import Puzzle, Puzzles
from elric.tutor.question import Question
from elric.widgets.definition import TableDef
from elric.widgets.markup import Markup
from elric.widgets.panels import puzzles as panels
from elric.widgets.rooms.practice import PracticeRoom
from elric.widgets.screen import Address, Screen

__all__ = ["PuzzleRoom"]


class PuzzleRoom(PracticeRoom):
    """What a page shows and does while somebody solves puzzles. It opens with the puzzle of the day; a run goes through a theme, or
    through all, from the easiest on.

    Args:
        solved: keys of the puzzles that this browser has solved.

    Attributes:
        solved: the same, with what is solved here.  theme: of the run; "" for all.
    """

    onward = "Next puzzle"

    def __init__(
        self,
        kit: TableDef,
        solved: Iterable[str] = (),
        now: Callable[[], datetime] = lambda: datetime.now(UTC),
    ) -> None:
        teaching = kit.teaching
        if teaching is None or teaching.puzzles is None:
            raise ValueError(f"there are no puzzles for {kit.game.title}")
        self.puzzles: Puzzles = teaching.puzzles
        self.solved = {key for key in solved if key in self.puzzles.every()}
        self.theme = ""
        self._framed: Puzzle | None = None
        self.puzzle: Puzzle = self.puzzles.of_the_day(now().date())
        super().__init__(kit=kit, now=now)

    # ---- which one --------------------------------------------------------------------------------------------------

    def _ask(self) -> None:
        """Put the puzzle that is open."""
        made = self.puzzles.question(self.puzzle)
        self.edition = made.edition
        self.results, self._asked_so_far = [], [(made, -1)]
        self._put(made)

    def open(self, puzzle: Puzzle) -> None:
        """Put a puzzle."""
        self.puzzle = puzzle
        self._ask()

    @property
    def of_today(self) -> bool:
        """Whether it is the puzzle of the day."""
        return self.puzzle == self.puzzles.of_the_day(self.now().date())

    def _onwards(self) -> Puzzle:
        """The next of the run that has not been solved; of all where all are."""
        run = self.puzzles.run(self.theme)
        at = run.index(self.puzzle) + 1 if self.puzzle in run else 0
        rest = [*run[at:], *run[:at]]
        return next((p for p in rest if p.key not in self.solved), rest[0])

    def linked(self, query: Mapping[str, str]) -> str:
        key = query.get("puzzle", "")
        found = (
            self.puzzles.of_the_day(self.now().date()) if key in ("", panels.TODAY) else self.puzzles.every().get(key)
        )
        if found is None:
            return f"there is no puzzle “{key[:20]}”"
        if found != self.puzzle or key == panels.TODAY:
            self.open(found)
        return ""

    @property
    def address(self) -> Address:
        return Address({"puzzle": self.puzzle.key}, "puzzle")

    # ---- messages ---------------------------------------------------------------------------------------------------

    def _do(self, name: str, value: str, fields: Mapping[str, str]) -> bool:
        if name == "puzzles" and value == panels.TODAY:
            self.linked({})
        elif name == "puzzles":
            self.theme = value if value in self.puzzles.themes else ""
            self.open(self._onwards())
        elif name == "next":
            self.open(self._onwards())
        elif name in ("answer", "clause", "area", "hand", "spell", "close", "escape"):
            return super()._do(name, value, fields)
        else:
            return False
        return True

    def _remember(self, q: Question, chosen: int) -> None:
        """A puzzle is solved when it is answered right at once."""
        if chosen == q.right:
            self.solved.add(self.puzzle.key)

    def _note_round(self) -> None:
        """There is no round to go on with."""

    # ---- showing ----------------------------------------------------------------------------------------------------

    def draw(self) -> Screen:
        """The puzzle; a new one brings the part of the map into sight that it is about."""
        screen, shown = super().draw(), self.puzzle != self._framed
        self._framed = self.puzzle
        return replace(screen, frame=self.question.look if shown else None, close=self._chart.fine)

    def head(self) -> Markup:
        run = self.puzzles.run(self.theme)
        done = sum(p.key in self.solved for p in run)
        return panels.head(self._kit, self.edition, self.puzzles, self.theme, (done, len(run)), self.of_today)
