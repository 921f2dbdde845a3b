"""A sitting at a table with computers: what a table does for them, and they for it. No widgets in here."""

from __future__ import annotations

from abc import abstractmethod
from collections.abc import Sequence

from elric.kernel.game import Game
from elric.widgets.rooms.kept_sitting import KeptSitting

__all__ = ["SharedSitting"]


class SharedSitting(KeptSitting):
    """What a sitting does about the seats that a computer plays.

    Attributes:
        attended: whether the table is the room that is open.
    """

    attended = True
    form: bool

    @abstractmethod
    def _done(self, actions: Sequence[str], done: int, told: int) -> None:
        """What was played is kept: show it."""

    def follow(self) -> bool:
        """Go along with what happened elsewhere, and let a computer play that decides now; True when that shows."""
        changed = super().follow()
        return self.computer.go() or changed

    def start(self, game: Game) -> None:
        super().start(game)
        if hasattr(self, "computer"):
            self.computer.resume()

    @property
    def key(self) -> str:
        """The address of the game."""
        return self.keeping.key

    @property
    def free(self) -> bool:
        """Whether nothing is in the way of a computer: nobody is about to get up, nothing else lies on the table."""
        away = self.curtain is not None or self.leaving is not None or bool(self.scenes) or bool(self.keeping.behind)
        return self.attended and not (away or self.form or self.welcome) and self.keeping.owner

    def acted_by_computer(self, text: str) -> None:
        """Carry out a legal act of a computer's, and keep it, before it is shown as done."""
        if self._has_gone_on():
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

        self._keep_then(show)
