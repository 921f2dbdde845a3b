"""Questions about the rule books themselves: where the editions differ."""

from __future__ import annotations

from random import Random

from elric.kernel.clauses import Switch, value_words
from elric.tutor.question import Draft
from elric.young_kingdoms.components import law
from elric.young_kingdoms.teaching.question_kinds.positions import built
from elric.young_kingdoms.teaching.question_kinds.registry import kind


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
