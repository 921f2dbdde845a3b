"""Where chapters lay down what they add to the phases: powers by verb, and what happens at the beginning and end of a Move.

The phases stand below the chapters and know none of them by name; a chapter adds its powers here when it is read.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any, Final, NamedTuple

from elric.dragon_pass.components.notation import Action
from elric.dragon_pass.position.state import PHASES, State
from elric.dragon_pass.position.steps import Auto, Context, Frame, Why, frame, no, push
from elric.kernel import steps
from elric.kernel.verbs import Verb

Check = Callable[[State, tuple[int, ...], Why], bool]
Deed = Callable[[State, tuple[int, ...], Any], None]
Offer = Callable[[State], list[Action]]
Hook = Callable[[State, Any], None]


class Power(NamedTuple):
    """Something that one unit or people can do: an exotic magician has a power of its own beside the magic of all [19.3].

    Attributes:
        check: whether an action is legal, as a step's check but without a frame.
        deed: carries it out.
        offer: every action with this verb that might be legal: it may offer too much.
        phases: in which phases, by number.
        magic: whether it is magic, and closed in a scenario without any [65.1].
        plain: whether it is open in every scenario, with exotics or without.
        legal: every legal action, where they are many and one look finds them all; otherwise each that is offered is checked.
    """

    check: Check
    deed: Deed
    offer: Offer
    phases: frozenset[int]
    legal: Offer | None = None
    magic: bool = False
    plain: bool = False


_PACKAGE: Final = __name__.removesuffix("position.powers")
POWERS: Final[dict[str, Power]] = {}
BEFORE_MOVE: Final[list[Hook]] = []
AFTER_MOVE: Final[list[Hook]] = []
BEFORE_COMBAT: Final[list[Hook]] = []
AT_BEGIN: Final[list[Hook]] = []  # when the armies stand, before the first Turn
AFTER_STEP: Final[list[Callable[[State, tuple[int, ...], Any], None]]] = []  # units have come to another hex
WHENEVER: Final[list[Hook]] = []  # what hangs on who stands where: asked again whenever units come, go or change sides


def add(verb: Verb[Action], power: Power) -> None:
    """A chapter's power, by the verb that calls for it."""
    POWERS[verb.name] = power


def in_order(chapters: Sequence[str], *more: list[Any]) -> None:
    """Put powers and hooks into one order, whichever chapter was imported first: dice fall in the order in which hooks run, and
    a saved game has to find them in the same order again.

    Args:
        chapters: the modules that add something, by the end of their names.
        more: lists of hooks that stand elsewhere.
    Raises:
        ValueError: a chapter adds something and is not among them.
    """

    def rank(hook: Callable[..., Any]) -> int:
        return chapters.index(hook.__module__.removeprefix(_PACKAGE))

    everywhere: list[list[Any]] = [BEFORE_MOVE, AFTER_MOVE, BEFORE_COMBAT, AT_BEGIN, AFTER_STEP, WHENEVER, *more]
    for hooks in everywhere:
        hooks.sort(key=rank)
    found = sorted(POWERS.items(), key=lambda item: rank(item[1].deed))
    POWERS.clear()
    POWERS.update(found)


def _open_powers(s: State) -> list[Power]:
    """The powers that this scenario has in this phase."""
    phase, scenario = s.phase, s.scenario
    if not scenario.exotic:
        return [power for power in POWERS.values() if power.plain and phase in power.phases]
    return [power for power in POWERS.values() if phase in power.phases and (scenario.magic or not power.magic)]


def usable_powers(s: State) -> list[Action]:
    """Every power that may be used now."""
    found: list[Action] = []
    for power in _open_powers(s):
        if power.legal is not None:
            found += power.legal(s)
        elif may := power.offer(s):
            check = power.check
            found += [a for a in may if check(s, a[1], None)]
    return found


def offers(s: State) -> list[Action]:
    """Every power that might be used now."""
    return [a for power in _open_powers(s) for a in power.offer(s)]


def checks(phase: int) -> dict[str, steps.Check]:
    """The rules of a phase's powers by verb, each closed in the scenarios that have none."""
    return {verb: _in_phase(power) for verb, power in POWERS.items() if phase in power.phases}


class Conditions(Auto):
    """What hangs on who stands where is asked again, before anybody decides."""

    name = "conditions"

    def run(self, s: State, f: Frame, cx: Context) -> None:
        for hook in WHENEVER:
            hook(s, cx)


def stir(s: State) -> None:
    """Units have come, gone or changed sides: when what is under way has run its course, the conditions are asked again."""
    if s.scenario.exotic and not (s.agenda and s.agenda[-1][0] is CONDITIONS):
        push(s, frame("conditions"))


def _in_phase(power: Power) -> steps.Check:
    check, phases, magic, plain = power.check, power.phases, power.magic, power.plain

    def judged(s: State, _: Frame, args: tuple[int, ...], why: Why) -> bool:
        if not s.scenario.exotic and not plain:
            return no(why, s.scenario.clause, "This scenario is played without the powers of exotics and Independents.")
        if magic and not s.scenario.magic:
            return no(why, s.scenario.clause, "This scenario is played without magic.")
        if s.phase in phases:
            return check(s, args, why)
        when = " or ".join(PHASES[n].title() for n in sorted(phases))
        return no(why, "7.1", f"That is done in {when}, and this is {PHASES[s.phase].title()}.")

    return judged


def use(s: State, a: Action, cx: Context) -> None:
    """Use a power."""
    stir(s)
    POWERS[a[0]].deed(s, a[1], cx)


def have_arrived(s: State, units: tuple[int, ...], cx: Context) -> None:
    """Units have come to another hex: what that brings about."""
    if s.scenario.exotic:
        for step in AFTER_STEP:
            step(s, units, cx)
        for hook in WHENEVER:
            hook(s, cx)


CONDITIONS: Final = Conditions()
