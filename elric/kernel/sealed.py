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
    """A step in which each of several seats chooses once.

    Its frame is (step, seals, *data). `verbs` judge a choice for the seat `s.seat`, as in any step; `seats` says who has to
    choose, `reveal` carries all choices out together.
    """

    def seats(self, s: Any, f: Frame) -> tuple[int, ...]:
        """Who has to choose, in the order in which a shared screen asks them."""
        raise TypeError(f"{self.name} does not say who chooses")

    def reveal(self, s: Any, f: Frame, choices: dict[int, Action], cx: Any) -> None:
        """All have chosen. The frame has been taken off the agenda. Changes `s`."""
        raise TypeError(f"{self.name} does nothing with the choices")

    def candidates(self, s: Any, x: Any) -> Iterable[Any]:
        """By default each verb by itself."""
        return [Action(verb) for verb in self.verbs]

    def waiting(self, s: Any, f: Frame) -> tuple[int, ...]:
        done = {seat for seat, _ in seals(f)}
        return tuple(seat for seat in self.seats(s, f) if seat not in done)

    def seat(self, s: Any, f: Frame) -> int:
        return self.waiting(s, f)[0]

    def live(self, s: Any, f: Frame) -> bool:
        return bool(self.waiting(s, f))

    def do(self, s: Any, f: Frame, a: Any, cx: Any) -> None:
        sealed: Seals = (*seals(f), (s.seat, a))
        after: Frame = (self, sealed, *f[2:])
        cx.tell("sealed", seat=s.seat)
        if self.waiting(s, after):
            s.agenda = (*s.agenda[:-1], after)
            return
        s.agenda = s.agenda[:-1]
        self.reveal(s, f, dict(sealed), cx)


def seals(f: Frame) -> Seals:
    """The choices made so far, by seat, in the order in which they were made."""
    made: Seals = f[1]
    return made


def sealed_view(s: Any, seat: int | None) -> dict[str, Any] | None:
    """What a seat may know of the choices now being made: who has chosen, who has not, and its own choice.

    Returns:
        None when no sealed step waits; else {"chosen": seats, "waiting": seats, "own": action or None}.
    """
    f = s.agenda[-1] if s.agenda else None
    if f is None or not isinstance(f[0], Sealed):
        return None
    made = seals(f)
    return {
        "chosen": [who for who, _ in made],
        "waiting": list(f[0].waiting(s, f)),
        "own": next((a for who, a in made if who == seat), None),
    }


def deal_sealed(s: Any, seat: int | None, chance: Chance) -> None:
    """Make every choice that is sealed from a seat anew: any that its owner may make. Changes `s`; for `GameDef.resample`."""
    f = s.agenda[-1] if s.agenda else None
    if f is None or not isinstance(f[0], Sealed):
        return
    step, asked, made = f[0], s.seat, []
    for who, choice in seals(f):
        s.seat = who
        able = [choice] if who == seat else step.legal(s, (step, (), *f[2:]))
        made.append((who, able[chance.pick(len(able))] if who != seat else choice))
    s.seat = asked
    s.agenda = (*s.agenda[:-1], (step, tuple(made), *f[2:]))
