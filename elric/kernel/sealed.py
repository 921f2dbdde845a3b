"""Choices that several seats make at the same time, each in secret, and that are shown together.

While such a step waits, a choice that was made stands in its frame, sealed. Others see only who has chosen. When the last
seat has chosen, all choices are revealed at once.
"""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any

from .chance import Chance
from .native import mypyc_attr
from .steps import Action, Frame, Step

Seals = tuple[tuple[int, Action], ...]


@mypyc_attr(allow_interpreted_subclasses=True)
class Sealed(Step):
    """A step in which each of several seats chooses, once or until it has `finished`.

    Its frame is (step, seals, *data). `verbs` judge a choice for the seat `s.seat`, as in any step, and may read what that seat
    has chosen before (`choices_of`); `seats` says who has to choose, `reveal` carries all choices out together.
    """

    def seats(self, s: Any, f: Frame) -> tuple[int, ...]:
        """Who has to choose, in the order in which a shared screen asks them."""
        raise TypeError(f"{self.name} does not say who chooses")

    def finished(self, s: Any, f: Frame, seat: int) -> bool:
        """Whether a seat has made all its choices: by default one."""
        return bool(choices_of(f, seat))

    def reveal(self, s: Any, f: Frame, choices: dict[int, Action], cx: Any) -> None:
        """All have chosen. The frame has been taken off the agenda. Changes `s`.

        Args:
            f: the frame with everything that was chosen (`choices_of`).
            choices: the last choice of each seat.
        """
        raise TypeError(f"{self.name} does nothing with the choices")

    def candidates(self, s: Any, x: Any) -> Iterable[Any]:
        """By default each verb by itself."""
        return [Action(verb) for verb in self.verbs]

    def waiting(self, s: Any, f: Frame) -> tuple[int, ...]:
        return tuple(seat for seat in self.seats(s, f) if not self.finished(s, f, seat))

    def seat(self, s: Any, f: Frame) -> int:
        return self.waiting(s, f)[0]

    def live(self, s: Any, f: Frame) -> bool:
        return bool(self.waiting(s, f))

    def do(self, s: Any, f: Frame, a: Any, cx: Any) -> None:
        after = self.frame((*seals(f), (s.seat, a)), *f[2:])
        if self.finished(s, after, s.seat):
            cx.tell("sealed", seat=s.seat)
        if self.waiting(s, after):
            s.agenda = (*s.agenda[:-1], after)
            return
        s.agenda = s.agenda[:-1]
        self.reveal(s, after, dict(seals(after)), cx)


def seals(f: Frame) -> Seals:
    """The choices made so far, by seat, in the order in which they were made."""
    made: Seals = f[1]
    return made


def choices_of(f: Frame, seat: int) -> tuple[Action, ...]:
    """What a seat has chosen so far."""
    return tuple(action for who, action in seals(f) if who == seat)


def sealed_view(s: Any, seat: int | None) -> dict[str, Any] | None:
    """What a seat may know of the choices now being made: who has chosen, who has not, and its own choice.

    Returns:
        None when no sealed step waits; else {"chosen": seats, "waiting": seats, "own": its last action or None}.
    """
    f = s.agenda[-1] if s.agenda else None
    if f is None or not isinstance(f[0], Sealed):
        return None
    waiting = f[0].waiting(s, f)
    made = dict.fromkeys(who for who, _ in seals(f))
    return {
        "chosen": [who for who in made if who not in waiting],
        "waiting": list(waiting),
        "own": next(reversed(choices_of(f, seat)), None) if seat is not None else None,
    }


def deal_sealed(s: Any, seat: int | None, chance: Chance) -> None:
    """Make every choice that is sealed from a seat anew: any that its owner may make, until he has finished. What somebody has
    chosen who has not finished is forgotten, as nobody else knows of it. Changes `s`; for `GameDef.resample`."""
    f = s.agenda[-1] if s.agenda else None
    if f is None or not isinstance(f[0], Sealed):
        return
    step, asked = f[0], s.seat
    waiting = step.waiting(s, f)
    made: Seals = ()
    for who in dict.fromkeys(who for who, _ in seals(f)):
        if who == seat:
            made = (*made, *((who, action) for action in choices_of(f, who)))
        if who == seat or who in waiting:
            continue
        s.seat = who
        while not step.finished(s, step.frame(made, *f[2:]), who):
            able = step.legal(s, step.frame(made, *f[2:]))
            made = (*made, (who, able[chance.pick(len(able))]))
    s.seat = asked
    s.agenda = (*s.agenda[:-1], step.frame(made, *f[2:]))
