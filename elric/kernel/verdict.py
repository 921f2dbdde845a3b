"""The answer to "may I?": yes, or every clause that says no, and what would turn the no into a yes."""

from __future__ import annotations

from dataclasses import dataclass, field


@dataclass(frozen=True, slots=True)
class Reason:
    """One clause that forbids an action.

    Attributes:
        clause: clause numbers, one for each edition of the game ("" where an edition is silent).
        words: why not, one plain sentence; it begins with a capital however it was put together.
        fix: what would make it legal, one plain sentence ("" when nothing would).
        look: ids of areas or pieces to look at on the board.

    >>> Reason(("5.0", "4"), "not yet.").words
    'Not yet.'
    """

    clause: tuple[str, ...]
    words: str
    fix: str = ""
    look: tuple[str, ...] = ()

    def __post_init__(self) -> None:
        object.__setattr__(self, "words", self.words[:1].upper() + self.words[1:])


@dataclass(frozen=True, slots=True)
class Verdict:
    """Legal or not, with all reasons. Truthy when legal.

    >>> said = Verdict(False, (Reason(("5.0", "4"), "Not yet.", "Wait."),))
    >>> bool(said), str(said)
    (False, 'Not yet.')
    """

    ok: bool
    reasons: tuple[Reason, ...] = field(default=())

    def __bool__(self) -> bool:
        return self.ok

    def __str__(self) -> str:
        if self.ok:
            return "legal"
        return " ".join(r.words for r in self.reasons)


LEGAL = Verdict(True)

# A rule is called with None when only yes or no is wanted (fast), or with a list that collects every reason.
Why = list[Reason] | None
