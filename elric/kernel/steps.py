"""A game as steps on an agenda. The step on top either waits for a decision or runs by itself.

A frame is a tuple whose first member is its Step; the rest is that step's own small data, which a named tuple beside the
step gives names (`Step.holds`). The agenda is a tuple of frames, last on top, so that copying a state copies nothing of it.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable
from typing import Any, ClassVar, NamedTuple

from .memo import kept
from .native import mypyc_attr
from .verdict import LEGAL, Reason, Verdict, Why

Frame = Any
Check = Callable[[Any, Any, tuple[int, ...], Why], bool]
Deed = Callable[[Any, Frame, tuple[int, ...], Any], None]


class Bare(NamedTuple):
    """The frame of a step that needs to know nothing more."""

    step: Any


class Action(NamedTuple):
    """What a player wants: a verb and its objects as indices. The game's notation turns it into text and back."""

    verb: str
    args: tuple[int, ...] = ()


class StepBook:
    """The steps of one game by name: rules call a step up by it without knowing where it stands, and a position says by it
    what waits."""

    def __init__(self) -> None:
        self.steps: dict[str, Step] = {}
        self.named: dict[str, Step] = {}  # of those that ask the same question the first

    def add(self, step: Step) -> None:
        """Put a step under its key. Raises ValueError when another one has it."""
        if step.key in self.steps:
            raise ValueError(f"two steps are named {step.key!r}")
        self.steps[step.key] = step
        self.named.setdefault(step.name, step)

    def frame(self, name: str, *data: Any) -> Frame:
        """The frame of a step, by its name.

        Raises:
            KeyError: no step has that name.
        """
        return self.steps[name].frame(*data)


@mypyc_attr(allow_interpreted_subclasses=True)
class Step:
    """A place in the game where somebody decides.

    `verbs` maps each verb allowed here to the one rule that judges it, `deeds` to what carries it out. `candidates` may
    offer too much but never too little: the rule decides. So a list of legal actions and a verdict on one action cannot
    disagree. Where all rules of a step read the same things, `facts` finds them once for a decision. There is one step of
    a name: rules call it up by that (`frame`), and a position says by it what waits.
    """

    name: ClassVar[str] = "step"
    own_name: ClassVar[str] = ""  # set where two steps ask the same question under one name
    auto: ClassVar[bool] = False  # whether it runs by itself
    asks: ClassVar[str] = ""  # the field of its frame that holds who decides; "": the player whose turn it is
    # Computed when the class is made: whether it asks the player whose turn it is, whether it always waits for him, and
    # whether its acts are in `deeds`. `running` then saves the calls of `seat`, `live` and `do`, 2 % of a playout.
    asks_player: ClassVar[bool] = True
    steady: ClassVar[bool] = False
    by_deeds: ClassVar[bool] = True
    verbs: ClassVar[dict[str, Check]] = {}
    deeds: ClassVar[dict[str, Deed]] = {}

    book: ClassVar[StepBook | None] = None  # the game's registry of steps by name
    holds: ClassVar[Callable[..., Frame] | None] = None  # a named tuple: the step, and what its frame holds besides

    def __init__(self) -> None:
        # Frames are never changed and the same ones come again and again: to find one takes a fifth of making it.
        self._frames: Callable[[tuple[Any, ...]], Frame] = kept(4096)(self._frame)
        if self.book is not None:
            self.book.add(self)

    @property
    def key(self) -> str:
        """The name by which this step alone is known."""
        return self.own_name or self.name

    def frame(self, *data: Any) -> Any:
        """A frame of this step, for the agenda. What it holds are numbers, texts and tuples of them."""
        return self._frames(data)

    def _frame(self, data: tuple[Any, ...]) -> Frame:
        if self.holds is not None:
            return self.holds(self, *data)
        return (self, *data) if data else Bare(self)

    def __init_subclass__(cls) -> None:
        cls.asks_player = cls.seat is Step.seat and not cls.asks
        cls.steady = not cls.auto and cls.asks_player and cls.live is Step.live
        cls.by_deeds = cls.do is Step.do

    def seat(self, s: Any, f: Frame) -> int:
        """Who decides."""
        seat: int = getattr(f, self.asks) if self.asks else s.player
        return seat

    def waiting(self, s: Any, f: Frame) -> tuple[int, ...]:
        """The seats that may decide now. One, except where several choose at the same time (see sealed.py)."""
        return (s.seat,)

    def live(self, s: Any, f: Frame) -> bool:
        """Whether there is still something to decide; a step that is no longer live is taken off the agenda."""
        return True

    def facts(self, s: Any, f: Frame) -> Any:
        """What `candidates` and the rules are given beside the state: the frame, or something made for them."""
        return f

    def run(self, s: Any, f: Frame, cx: Any) -> None:
        """What a step does that runs by itself (`Auto`). Its frame has already been taken off the agenda. Changes `s`."""
        raise TypeError(f"{self.name} does nothing by itself")

    def candidates(self, s: Any, x: Any) -> Iterable[Any]:
        """Every action that might be legal here."""
        raise TypeError(f"{self.name} has no decisions")

    def do(self, s: Any, f: Frame, a: Any, cx: Any) -> None:
        """Carry out a legal action, by default with the deed of its verb. Changes `s`."""
        self.deeds[a[0]](s, f, a[1], cx)

    def legal(self, s: Any, f: Frame) -> list[Any]:
        """Every legal action. A step may override it where one rule judges many actions at once."""
        x = self.facts(s, f)
        verbs = self.verbs
        return [a for a in self.candidates(s, x) if verbs[a[0]](s, x, a[1], None)]

    def verdict(self, s: Any, f: Frame, a: Action) -> Verdict:
        check = self.verbs.get(a.verb)
        if check is None:
            return Verdict(False, (self.not_now(s, f, a),))
        why: list[Reason] = []
        if check(s, self.facts(s, f), a.args, why):
            return LEGAL
        return Verdict(False, tuple(why))

    def not_now(self, s: Any, f: Frame, a: Action) -> Reason:
        known = ", ".join(sorted(self.verbs))
        return Reason(("", ""), f"“{a.verb}” is not something that can be done at this point.", f"Known here: {known}.")

    def __repr__(self) -> str:
        return f"<{self.name}>"


@mypyc_attr(allow_interpreted_subclasses=True)
class Auto(Step):
    """A step that needs nobody: chance, bookkeeping."""

    auto = True
