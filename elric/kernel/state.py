"""A position to begin with: the attributes that the kernel asks of every position, and a copy of whatever a game adds."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import MISSING, fields
from typing import Any, Self, TypeVar

from .clauses import Ruleset
from .steps import Frame


class PlainState:
    """A position whose attributes are numbers, tuples, and lists, dictionaries or sets of such.

    A game adds attributes in `__init__` and writes nothing else. One whose playouts have to be fast writes a data class of its own
    with slots, and has its `copy` made by `copier`; the kernel asks for the attributes below and for `copy`, not for this
    class.

    Args:
        scenario: what is played.
        rules: the rules in force.

    Attributes:
        turn: the game-turn, from 1.  phase: the number of the phase (`GameDef.phases`).
        player: the seat whose turn it is.  seat: the seat that decides now, -1 when the game is over.
        agenda: the frames of the steps that wait, the last on top.
        outcome: None while the game goes on, then winner (below 0: nobody), how, clause, words.
    """

    def __init__(self, scenario: Any, rules: Ruleset) -> None:
        self.scenario = scenario
        self.rules = rules
        self.turn = 1
        self.phase = 0
        self.player = 0
        self.seat = 0
        self.agenda: tuple[Frame, ...] = ()
        self.outcome: tuple[int, str, str | tuple[str, ...], str] | None = None

    def copy(self) -> Self:
        """An independent copy."""
        other = object.__new__(type(self))
        for name, value in self.__dict__.items():
            other.__dict__[name] = value.copy() if isinstance(value, (dict, list, set, bytearray)) else value
        return other


S = TypeVar("S")


def copier(of: type[S]) -> Callable[[S], S]:
    """What copies a position that is a data class: it names every field, as one would by hand (a loop takes three times as long).
    A field with a factory of its own holds what changes in place, and is copied by its own `copy`; the others are shared.

    Args:
        of: a data class, with slots or without.
    """
    lines = [
        f" new.{one.name} = old.{one.name}{'' if one.default_factory is MISSING else '.copy()'}"
        for one in fields(of)  # type: ignore[arg-type]  # any data class
    ]
    room: dict[str, Any] = {"make": of.__new__, "of": of}
    exec("\n".join(("def copied(old):", " new = make(of)", *lines, " return new")), room)
    made: Callable[[S], S] = room["copied"]
    return made


__all__ = ["PlainState", "copier"]
