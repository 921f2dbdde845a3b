"""A sitting at a table with computers: what a table does for them, and they for it. No widgets in here."""

from __future__ import annotations

from abc import abstractmethod
from collections.abc import Collection, Sequence

from elric.kernel.game import Game
from elric.widgets.definition import TableDef
from elric.widgets.rooms.computer import Computer
from elric.widgets.rooms.kept import Keeper
from elric.widgets.rooms.kept_sitting import KeptSitting

__all__ = ["SharedSitting"]


class SharedSitting(KeptSitting):
    """What a sitting does about the seats that a computer plays.

    Attributes:
        attended: whether the table is the room that is open.
    """

    attended = True
    form: bool

    def __init__(self, game: Game, kit: TableDef, keeper: Keeper | None = None) -> None:
        super().__init__(game, kit, keeper)
        self.computer = Computer(self)

    @abstractmethod
    def _done(self, actions: Sequence[str], done: int, told: int) -> None:
        """What was played is kept: show it."""

    def follow(self) -> bool:
        """Go along with what happened elsewhere, and let a computer play that decides now; True when that shows."""
        changed = super().follow()
        return self.computer.go() or changed

    @property
    def away(self) -> Collection[int]:
        """The seats that are played from elsewhere."""
        return self.keeping.ticket.away

    @property
    def persons(self) -> frozenset[int]:
        """The seats of the people at this screen."""
        return super().persons - self.computer.seats.keys()

    @property
    def free(self) -> bool:
        """Whether nothing is in the way of a computer: nobody is about to get up, nothing else lies on the table. Who only
        watches does nothing for it."""
        away = self.curtain is not None or self.leaving is not None or bool(self.scenes) or bool(self.keeping.behind)
        return self.attended and not (away or self.form or self.welcome) and self.keeping.ticket.role != "watch"

    def steers(self, *, at_once: bool = False) -> bool:
        """Whether this page acts for the computers, of all pages that show the game."""
        return self.keeping.ticket.role != "watch" and self.keeping.steers(at_once=at_once)

    def tell_reasons(self, text: str) -> None:
        """Let the other pages that show the game read why the computers act."""
        self.keeping.say(text)

    def acted_by_computer(self, text: str) -> None:
        """Carry out a legal act of a computer's, and keep it, before it is shown as done."""
        if self._went_on():
            return
        g, told = self.game, len(self.game.events)
        before = g.seat
        g.push(text)
        done = 1 + self.answer_for_them()

        def show() -> None:
            self._done((text,), done, told)
            self.clicks.clear()
            if before is not None and self.game.seat != before:
                self.left[before] = told
            self.ask()
            if self.deciding:
                self.said = f"{self.said} It is your turn to decide.".strip()

        self._keep_then(show, quiet=True)
