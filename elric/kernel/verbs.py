"""What can be done in a game: each verb is declared once, beside the step that asks for it, with all that is said of it."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, Generic, TypeVar

from .memo import kept
from .steps import Action

A = TypeVar("A", bound=Action)


class Verb(Generic[A]):
    """A verb of a game. Called with the numbers of its objects it gives the action, which is made once.

    Args:
        name: its word in the notation.
        takes: the kinds of its objects, separated by blanks.
        says: what a button says, {0} {1} being its objects: "March to {1}". By default its text in the notation.
        closes: it ends the step that asks for it: its button stands in the action bar.
        secret: it names what only the seat that decides may see.
        shown: everybody sees it being done, whatever its objects: a replay may tell it while the game goes on.
        obvious: where it is the only answer anybody who sees the board could give it.
        wished: one may wonder why it is refused.

    Attributes:
        of: the action with a tuple of objects.
    """

    __slots__ = ("closes", "name", "obvious", "of", "says", "secret", "shown", "takes", "wished")

    def __init__(
        self,
        name: str,
        takes: str = "",
        says: str = "",
        *,
        closes: bool = False,
        secret: bool = False,
        shown: bool = False,
        obvious: bool = False,
        wished: bool = False,
    ) -> None:
        self.name = name
        self.takes = tuple(takes.split())
        self.says = says
        self.closes = closes
        self.secret = secret
        self.shown = shown
        self.obvious = obvious
        self.wished = wished

    def made_as(self, action: type[A]) -> None:
        """Name the class of the game's actions (`VerbBook.add`)."""
        name = self.name
        self.of: Callable[[tuple[int, ...]], A] = kept(16384)(lambda objects: action(name, objects))

    def __call__(self, *objects: int) -> A:
        return self.of(objects)

    def __repr__(self) -> str:
        return f"<Verb {self.name}>"


class VerbBook(dict[str, Verb[A]], Generic[A]):
    """The verbs of one game by name.

    Args:
        verbs: its verbs, where they are few; others are added where they are declared.
        action: the class of the game's actions.
    """

    def __init__(self, *verbs: Verb[A], action: type[Any] = Action) -> None:
        super().__init__()
        self.action = action
        for verb in verbs:
            self._keep(verb)

    def add(self, name: str, takes: str = "", says: str = "", **marks: bool) -> Verb[A]:
        """Declare a verb (see `Verb`). Raises ValueError when there is one of that name."""
        verb: Verb[A] = Verb(name, takes, says, **marks)
        self._keep(verb)
        return verb

    def _keep(self, verb: Verb[A]) -> None:
        if verb.name in self:
            raise ValueError(f"two verbs are named {verb.name!r}")
        verb.made_as(self.action)
        self[verb.name] = verb


__all__ = ["Verb", "VerbBook"]
