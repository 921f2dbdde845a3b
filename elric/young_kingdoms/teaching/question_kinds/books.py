"""Questions about the rule books themselves: where the editions differ, and which rule says what."""

from __future__ import annotations

from random import Random

from elric.kernel.clauses import Clause, Switch, value_text
from elric.tutor.question import Draft, kind
from elric.young_kingdoms.teaching.question_kinds.positions import built
from elric.young_kingdoms.components import law

_WORDS = {"true": "yes", "false": "no"}


def value_words(value: bool | int | str) -> str:
    """A switch's value for a reader: "yes", "2", "at once"."""
    text = value_text(value)
    return _WORDS.get(text, text.replace("-", " "))


def differing() -> list[Switch]:
    """The switches on which the editions differ."""
    return [w for w in law.switches().values() if len(set(w.values.values())) > 1]


def _pair(w: Switch) -> tuple[tuple[str, str], ...]:
    return tuple((p[0], p[1]) for p in w.clauses if any(p))


@kind("which-edition", "Which edition says so?")
def which_edition(rng: Random, edition: str) -> Draft | None:
    g = built(edition)
    w = rng.choice(differing())
    if g is None:
        return None
    e = rng.choice(law.EDITIONS)
    other = law.EDITIONS[1 - law.EDITIONS.index(e)]
    return Draft(
        f"The editions differ here: {w.says} In which of them is the answer “{value_words(w.values[e])}”?",
        g,
        law.TITLES[e],
        ((law.TITLES[other], f"There the answer is “{value_words(w.values[other])}”."),),
        "; ".join(f"{law.TITLES[x]}: {value_words(w.values[x])}" for x in law.EDITIONS) + ".",
        _pair(w),
        facts={"switch": w.key, "edition": e},
    )


@kind("this-edition", "How does your edition have it?")
def this_edition(rng: Random, edition: str) -> Draft | None:
    g = built(edition)
    w = rng.choice([x for x in law.switches().values() if len(x.choices) > 1])
    if g is None:
        return None
    value = w.values[edition]
    wrong = []
    for v in w.choices:
        if v != value:
            whose = [law.TITLES[e] for e in law.EDITIONS if w.values[e] == v]
            wrong.append(
                (
                    value_words(v).capitalize(),
                    f"That is how {whose[0]} has it." if whose else "Neither edition has it so.",
                )
            )
    return Draft(
        f"{w.says} How does {law.TITLES[edition]} have it?",
        g,
        value_words(value).capitalize(),
        tuple(wrong),
        f"{law.TITLES[edition]} says: {value_words(value)}.",
        _pair(w),
        facts={"switch": w.key},
    )  # fmt: skip


def askable(clause: Clause) -> bool:
    """Whether a clause says enough to be recognised."""
    return clause.kind in ("rule", "optional", "component") and len(clause.says) > 30


def which_rule_of(rng: Random, clause: Clause) -> Draft:
    """The question which rule says what a given clause says."""
    book = [c for c in law.register().of(clause.edition) if askable(c) and c.title != clause.title]
    chapter = clause.number.split(".")[0]
    close = [c for c in book if c.number.split(".")[0] == chapter]
    rng.shuffle(book)
    rng.shuffle(close)
    wrong = [
        c for c in [*close, *book] if not c.number.startswith(clause.number) and not clause.number.startswith(c.number)
    ]
    at = law.EDITIONS.index(clause.edition)
    pair = (clause.number, "") if at == 0 else ("", clause.number)
    g = built(clause.edition)
    assert g is not None  # an empty board always stands
    return Draft(
        f"Which rule is this? “{clause.says}”",
        g,
        f"{clause.number} {clause.title}",
        tuple((f"{c.number} {c.title}", f"That one says: {c.says}") for c in wrong[:3]),
        f"It is {clause.number}, {clause.title}.",
        (pair,),
        facts={"number": clause.number},
    )  # fmt: skip


@kind("which-rule", "Which rule says this?")
def which_rule(rng: Random, edition: str) -> Draft | None:
    return which_rule_of(rng, rng.choice([c for c in law.register().of(edition) if askable(c)]))
