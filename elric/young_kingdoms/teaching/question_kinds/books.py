"""The rule books themselves: where the editions differ."""

from __future__ import annotations

from random import Random

from elric.kernel.clauses import Switch, value_words
from elric.tutor.question import Citation
from elric.tutor.question_kinds import Found, Slip
from elric.young_kingdoms.components import law
from elric.young_kingdoms.teaching.question_kinds.positions import bare


def _cited(w: Switch) -> list[Citation]:
    return [(p[0], p[1]) for p in w.clauses if any(p)]


def _in_each(w: Switch) -> dict[str, str]:
    """How each edition has it, as fields."""
    return {f"in_{x.replace('-', '_')}": value_words(w.values[x]) for x in law.EDITIONS}


def which_edition(rng: Random, edition: str) -> Found:
    g = bare(edition)
    w = rng.choice([w for w in law.switches().values() if len(set(w.values.values())) > 1])
    e, other = rng.sample(law.EDITIONS, 2)
    value = value_words(w.values[other])
    fields = {"says": w.says.rstrip("."), "value": value_words(w.values[e])}
    fields |= _in_each(w)
    return Found(
        g, law.TITLES[e], fields, [Slip(law.TITLES[other], fields={"value": value})], clauses=_cited(w),
        facts={"switch": w.key, "edition": e},
    )  # fmt: skip


def this_edition(rng: Random, edition: str) -> Found:
    g = bare(edition)
    w = rng.choice([x for x in law.switches().values() if len(x.choices) > 1])
    value = value_words(w.values[edition])
    wrong = []
    for v in w.choices:
        whose = [law.TITLES[e] for e in law.EDITIONS if w.values[e] == v]
        if v != w.values[edition]:
            wrong.append(Slip(value_words(v), "theirs" if whose else "nobody", {"whose": whose}))
    fields = {"says": w.says.rstrip("."), "title": law.TITLES[edition], "value": value} | _in_each(w)
    return Found(g, value, fields, wrong, clauses=_cited(w), facts={"switch": w.key})
