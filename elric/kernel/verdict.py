"""The answer to "may I?": yes, or every clause that says no, and what would turn the no into a yes."""

from __future__ import annotations

from dataclasses import dataclass, field
from html import escape

# A sentence that says what would help, and the actions that it names.
Fix = tuple[str, tuple[str, ...]]
Offer = Fix | str  # a fix with the actions that it names, or a piece of advice


@dataclass(frozen=True, slots=True)
class Reason:
    """One clause that forbids an action.

    Attributes:
        clause: clause numbers, one for each edition of the game ("" where an edition is silent).
        words: why not, one plain sentence; it begins with a capital however it was put together.
        fix: what would make it legal, one plain sentence ("" when nothing would).
        look: ids of areas or pieces to look at on the board.
        do: what `fix` names, in the game's notation; each entry can be done from where the player stands. "halt" is legal
            now; "halt"-like beginnings stand for any action that begins so ("board", "give yishana"); "combat: fight hornus"
            is legal when that phase comes: in this turn, or in the player's next when it is over or under way. Empty when
            the fix is advice: what is needed, where to look.
        otherwise: fixes to offer instead, each with what it names, where the first cannot be followed. A verdict that is
            handed out has chosen, and this is empty.

    >>> Reason(("5.0", "4"), "not yet.").words
    'Not yet.'
    """

    clause: tuple[str, ...]
    words: str
    fix: str = ""
    look: tuple[str, ...] = ()
    do: tuple[str, ...] = ()
    otherwise: tuple[Fix, ...] = ()

    def __post_init__(self) -> None:
        object.__setattr__(self, "words", self.words[:1].upper() + self.words[1:])


@dataclass(frozen=True, slots=True, repr=False)
class Verdict:
    """Legal or not, with all reasons. Truthy when legal.

    >>> said = Verdict(False, (Reason(("5.0", "4"), "Not yet.", "Wait."),))
    >>> bool(said), str(said)
    (False, 'Not yet.')
    >>> said
    <Verdict: forbidden, Not yet. [5.0 / 4]>
    """

    ok: bool
    reasons: tuple[Reason, ...] = field(default=())

    def __bool__(self) -> bool:
        return self.ok

    def __repr__(self) -> str:
        return "<Verdict: legal>" if self.ok else f"<Verdict: forbidden, {self} {self._clauses()}>".replace("  ", " ")

    def _clauses(self) -> str:
        cited = [" / ".join(filter(None, r.clause)) for r in self.reasons]
        return f"[{'; '.join(filter(None, cited))}]" if any(cited) else ""

    def _repr_html_(self) -> str:
        """For a notebook: every reason with its clauses, and what would mend it."""
        if self.ok:
            return "<p>Legal.</p>"
        rows = "".join(
            f"<li>{escape(r.words)} <small>{escape(' / '.join(filter(None, r.clause)))}</small>"
            + (f"<br>{escape(r.fix)}" if r.fix else "")
            + "</li>"
            for r in self.reasons
        )
        return f"<p>Forbidden:</p><ul>{rows}</ul>"

    def __str__(self) -> str:
        if self.ok:
            return "legal"
        return " ".join(r.words for r in self.reasons)


LEGAL = Verdict(True)

# A rule is called with None when only yes or no is wanted (fast), or with a list that collects every reason.
Why = list[Reason] | None
