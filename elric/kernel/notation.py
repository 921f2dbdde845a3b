"""Actions as text and back: a table of verbs, and the words that each kind of object may be."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from typing import Any

from .clauses import did_you_mean
from .failure import ElricError
from .steps import Action
from .verbs import Verb


class ActionError(ElricError, ValueError):
    """A text names no action: says which word, and what was probably meant."""


class ObjectKind:
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

    @property
    def fixed(self) -> bool:
        """Whether the names are the same whatever stands before them."""
        return self._fixed

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
        verbs: the verbs by name, with the kinds of object that each takes.
        kinds: each kind by its name.
        action: the class of the game's actions.
        longest: characters that no action exceeds.
    """

    def __init__(
        self,
        verbs: Mapping[str, Verb[Any]],
        kinds: Mapping[str, ObjectKind],
        action: type[Action] = Action,
        longest: int = 200,
    ) -> None:
        self.verbs = verbs
        self.kinds = kinds
        self.action = action
        self.longest = longest

    def text(self, a: Any) -> str:
        """An action in the notation, such as "step jharkor_sequa".

        Raises:
            ActionError: not an action of this game.
        """
        try:
            kinds = self.verbs[a.verb].takes
            words = [a.verb]
            words += [self.kinds[kind].names(a.args)[x] for kind, x in zip(kinds, a.args, strict=True)]
        except (LookupError, TypeError, ValueError, AttributeError):
            if not isinstance(a, str):
                self.read(a)  # says what is wrong with it
            raise ActionError(f"an Action is wanted here, not {a!r:.60}; its text can be parsed") from None
        return " ".join(words)

    def read(self, thing: object) -> Action:
        """An action from its text, or one made before if it is well formed.

        Raises:
            ActionError: neither a text nor an action, a text that names none, or objects that are not of this game.
        """
        if isinstance(thing, str):
            return self.parse(thing)
        # the game's own class first: the compiled core would not know it for a kind of Action
        if not (isinstance(thing, self.action) or isinstance(thing, Action)):  # noqa: SIM101
            raise ActionError(f"an action is a text or an Action, not {thing!r:.60}")
        made: Any = thing  # nothing says yet what stands in it
        verb, args = made
        known = self.verbs.get(verb) if isinstance(verb, str) else None
        if known is None:
            raise ActionError(f"there is no action {verb!r:.60}")
        kinds = known.takes
        if not isinstance(args, tuple) or len(args) != len(kinds):
            raise ActionError(f"“{verb}” takes {takes_words(kinds)} after it, not {args!r:.60}")
        for kind, x in zip(kinds, args, strict=True):
            if type(x) is not int or not 0 <= x < len(self.kinds[kind].names(args)):
                raise ActionError(f"“{verb}”: there is no {kind} with the number {x!r:.60}")
        return thing if isinstance(thing, self.action) else self.action(verb, args)

    def parse(self, text: object) -> Action:
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
        known = self.verbs.get(verb)
        if known is None:
            hint = did_you_mean(verb, self.verbs)
            raise ActionError(f"there is no action “{verb}”" + (f"; {hint}" if hint else ""))
        kinds = known.takes
        if len(names) != len(kinds):
            raise ActionError(
                f"“{verb}” takes {takes_words(kinds)} after it, not {len(names)} word{'' if len(names) == 1 else 's'}"
            )
        args: list[int] = []
        for kind, name in zip(kinds, names, strict=True):
            args.append(self.kinds[kind].find(name, args))
        return self.action(verb, tuple(args))


def takes_words(kinds: Sequence[str]) -> str:
    """What a verb takes, as an error says it."""
    return " ".join(f"<{kind}>" for kind in kinds) or "nothing"
