"""Actions as text and back: a table of verbs, and the words that each kind of object may be."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence

from .clauses import did_you_mean
from .steps import Action


class ActionError(ValueError):
    """A text names no action: says which word, and what was probably meant."""


class Kind:
    """The objects of one kind that a verb may take: their names by index.

    Args:
        title: what such an object is called in an error ("piece", "area").
        names: the names by index, or a function of the objects before it in the same action that gives them.
    """

    __slots__ = ("_fixed", "_index", "_names", "title")

    def __init__(self, title: str, names: Sequence[str] | Callable[[Sequence[int]], Sequence[str]]) -> None:
        self.title = title
        self._fixed = not callable(names)
        self._names = names
        self._index: dict[str, int] = {} if callable(names) else {name: k for k, name in enumerate(names)}

    def names(self, before: Sequence[int] = ()) -> Sequence[str]:
        """The names by number, after certain objects."""
        return self._names(before) if callable(self._names) else self._names

    def find(self, word: str, before: Sequence[int]) -> int:
        """The number of the object so named.

        Raises:
            ActionError: there is none; says which was probably meant.
        """
        known = self._index if self._fixed else {name: k for k, name in enumerate(self.names(before))}
        if word in known:
            return known[word]
        hint = did_you_mean(word, known)
        raise ActionError(f"there is no {self.title} “{word}”" + (f"; {hint}" if hint else ""))


class Notation:
    """The notation of one game: `text` and `parse` are inverse to each other.

    Args:
        verbs: the kinds of object that each verb takes.
        kinds: each kind by its name.
        action: the class of the game's actions.
        longest: characters that no action exceeds.
    """

    def __init__(
        self,
        verbs: Mapping[str, tuple[str, ...]],
        kinds: Mapping[str, Kind],
        action: type[Action] = Action,
        longest: int = 200,
    ) -> None:
        self.verbs = verbs
        self.kinds = kinds
        self.action = action
        self.longest = longest

    def text(self, a: Action) -> str:
        """An action in the notation, such as "step jharkor_sequa".

        Raises:
            ActionError: not an action of this game.
        """
        kinds = self.verbs.get(a.verb)
        if kinds is None or len(kinds) != len(a.args):
            raise ActionError(f"{tuple(a)!r} is no action of this game")
        words = [a.verb]
        try:
            words += [self.kinds[kind].names(a.args)[x] for kind, x in zip(kinds, a.args, strict=True)]
        except (IndexError, TypeError):
            raise ActionError(f"{tuple(a)!r} is no action of this game") from None
        return " ".join(words)

    def parse(self, text: str) -> Action:
        """Read an action.

        Raises:
            ActionError: not a text, unknown verb, wrong number of words, or a name the game does not know.
        """
        if not isinstance(text, str) or len(text) > self.longest:
            raise ActionError("an action is a short line of text")
        words = text.split()
        if not words:
            raise ActionError("an empty line is no action")
        verb, *names = words
        kinds = self.verbs.get(verb)
        if kinds is None:
            hint = did_you_mean(verb, self.verbs)
            raise ActionError(f"there is no action “{verb}”" + (f"; {hint}" if hint else ""))
        if len(names) != len(kinds):
            need = " ".join(f"<{kind}>" for kind in kinds) or "nothing"
            raise ActionError(f"“{verb}” takes {need} after it, not {len(names)} word{'' if len(names) == 1 else 's'}")
        args: list[int] = []
        for kind, name in zip(kinds, names, strict=True):
            args.append(self.kinds[kind].find(name, args))
        return self.action(verb, tuple(args))
