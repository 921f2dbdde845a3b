"""The steps of this game by name: what calls one up from below names it, so that no files import each other in a circle."""

from __future__ import annotations

from typing import Any, Final

from elric.dragon_pass.components.notation import Action
from elric.dragon_pass.position.state import State
from elric.kernel import steps
from elric.kernel.steps import Frame
from elric.kernel.verdict import Reason, Why

BOOK: Final = steps.StepBook()


class Step(steps.Step):
    """A decision of this game."""

    book = BOOK


class Auto(steps.Auto):
    """Something that happens by itself in this game."""

    book = BOOK


def frame(name: str, *data: Any) -> Frame:
    """The frame of a step, by its name."""
    return BOOK.frame(name, *data)


def push(s: State, *frames: Frame) -> None:
    """Put frames on the agenda; the first given comes up first."""
    s.agenda = (*s.agenda, *reversed(frames))


def drop(s: State) -> None:
    """Take the frame on top off the agenda."""
    s.agenda = s.agenda[:-1]


def no(why: Why, clause: str, words: str, fix: str = "", look: tuple[str, ...] = (), do: tuple[str, ...] = ()) -> bool:
    """A rule's no, with its reason where somebody wants to hear it."""
    if why is not None:
        why.append(Reason((clause,), words, fix, look, do))
    return False


def always(s: State, x: Any, args: tuple[int, ...], why: Why) -> bool:
    """A rule that never forbids."""
    return True


__all__ = ["Action", "Auto", "Frame", "Step", "Why", "always", "drop", "frame", "no", "push"]
