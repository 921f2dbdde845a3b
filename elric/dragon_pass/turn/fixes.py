"""What a refusal offers instead: of what a fix tells a player to do, only what he can do from where he stands, or when it says."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import replace
from typing import Final

from elric.dragon_pass.components.notation import NOTATION
from elric.dragon_pass.position.state import COMBAT, State
from elric.kernel import running
from elric.kernel.verdict import Reason

_SAME: Final = "the verb that was refused, with something else"
_MARCH: Final = ("lead", "step")
# How a fix begins that tells somebody to do something, and with which verbs that is done.
ORDERS: Final[dict[str, tuple[str, ...]]] = {
    "Aim": ("aim",),
    "Assign": ("assign",),
    "Attack": ("assign",),
    "Bring": _MARCH,
    "Buy": ("hire",),
    "Call": (_SAME,),
    "Cast": ("aim", "cast"),
    "Change": (_SAME,),
    "Choose": (_SAME,),
    "Fly": ("over", "step"),
    "Give": (_SAME, "give"),
    "Go": ("step",),
    "Halt": ("halt",),
    "Lead": _MARCH,
    "Leave": ("leave", "halt"),
    "March": _MARCH,
    "Pay": (_SAME,),
    "Ride": _MARCH,
    "Roll": ("roll",),
    "Sacrifice": (_SAME,),
    "Send": (_SAME, "ask", "send", "out"),
    "Stay": ("stay",),
    "Step": ("step",),
    "Stop": ("step", "halt"),
    "Strike": ("strike",),
    "Withdraw": ("withdraw",),
}
_ON_THE_MARCH: Final = frozenset(("lead", "step", "over"))


def with_working_fixes(s: State, refused: str, reasons: Iterable[Reason]) -> tuple[Reason, ...]:
    """The reasons of a refusal, each with a fix that can be followed from here, or when its phase comes, or with none."""
    able = [NOTATION.text(a) for a in running.legal(s)]
    return tuple(_with_working_fix(s, refused, r, able) for r in reasons)


def _with_working_fix(s: State, refused: str, reason: Reason, able: list[str]) -> Reason:
    if reason.do:
        named = tuple(x for x in reason.do if ": " in x or any(begins(text, x) for text in able))
        return replace(reason, fix=reason.fix if named else "", do=named)
    verbs = ORDERS.get(reason.fix.split(" ")[0].strip(".,"))
    if verbs is None:
        return reason
    meant = tuple(refused if verb is _SAME else verb for verb in verbs)
    now = {text.split()[0] for text in able}
    if named := tuple(dict.fromkeys(verb for verb in meant if verb in now)):
        return replace(reason, do=named)
    if s.phase == COMBAT and not _ON_THE_MARCH.isdisjoint(meant):
        return replace(
            reason, fix=f"In your next Move: {reason.fix[:1].lower()}{reason.fix[1:]}", do=("movement: lead",)
        )
    return replace(reason, fix="")


def begins(text: str, named: str) -> bool:
    """Whether an action is one of those that a fix names by their first words."""
    return text == named or text.startswith(f"{named} ")
