"""Practice questions about the rule book itself, available for every game: what do the rules say about this?"""

from __future__ import annotations

from functools import cache
from random import Random
from typing import Final

from ..kernel.clauses import Clause
from .definition import Teaching
from .question import Draft, Kind
from .question_kinds import row_of

KEY: Final = "which-rule"


def askable(clause: Clause) -> bool:
    """Whether the text of a clause is long enough to be told from others."""
    return clause.kind in ("rule", "optional", "component") and len(clause.says) > 30


def which_rule_of(teaching: Teaching, rng: Random, clause: Clause) -> Draft:
    """A question that gives the title of a clause and asks which text belongs to it. The answers are texts, so nobody
    has to know its number."""
    game = teaching.definition
    book = [c for c in game.register().of(clause.edition) if askable(c) and c.title != clause.title]
    chapter = clause.number.split(".")[0]
    close = [c for c in book if c.number.split(".")[0] == chapter]
    rng.shuffle(book)
    rng.shuffle(close)
    apart = [
        c for c in [*close, *book] if not c.number.startswith(clause.number) and not clause.number.startswith(c.number)
    ]
    wrong = list({c.says: c for c in apart}.values())[:3]
    return Draft(
        f"What do the rules say about this: {clause.title}?",
        teaching.backdrop(clause.edition),
        clause.says,
        tuple((c.says, f"That is what they say about something else: {c.title}.") for c in wrong),
        f"{_belongs(teaching, clause)} The other texts belong to {row_of([f'“{c.title}”' for c in wrong])}.",
        (tuple(clause.number if e == clause.edition else "" for e in game.editions),),
        facts={"number": clause.number},
    )


def _belongs(teaching: Teaching, clause: Clause) -> str:
    """Under which headings the text of a clause stands, in a sentence."""
    chapter = clause.number.split(".")[0]
    heads = [c for c in teaching.definition.register().of(clause.edition) if c.number in (chapter, f"{chapter}.0")]
    within = "".join(f", in the chapter “{c.title}”" for c in heads[:1] if c.title != clause.title)
    return f"The right text is that of the rule “{clause.title}”{within}."


@cache
def which_rule(teaching: Teaching) -> Kind:
    """The kind of question for the rule books of a game."""

    def make(rng: Random, edition: str) -> Draft | None:
        asked = [c for c in teaching.definition.register().of(edition) if askable(c)]
        return which_rule_of(teaching, rng, rng.choice(asked)) if asked else None

    return Kind(KEY, "What do the rules say?", (), make)
