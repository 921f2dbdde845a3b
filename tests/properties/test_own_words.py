"""The register speaks for itself: our words, one voice, and no clause that hides a difference between the editions."""

from __future__ import annotations

import re
from collections import Counter

import pytest

from elric.kernel.clauses import Clause, Switch
from elric.young_kingdoms.components import law

CLAUSES = list(law.register())

# Turns of phrase of rule books in general. We say these things in plain words.
STOCK = (
    "may be used as",
    "at the option of",
    "as specified in",
    "consult section",
    "delineated",
    "the following",
    "player's option",
    "must be taken",
    "in this manner",
    "combat strength",
    "combat factor",
    "shall",
)


def words(text: str) -> list[str]:
    return re.findall(r"[a-z0-9']+", text.lower())


def differs(switch: Switch) -> bool:
    return len(set(switch.values.values())) > 1


@pytest.mark.parametrize("clause", CLAUSES, ids=lambda clause: f"{clause.edition}-{clause.number}")
def test_twins_on_opposite_sides_of_a_switch_do_not_say_the_same(clause: Clause) -> None:
    register = law.register()
    for twin in register.twins(clause):
        shared = [key for key in clause.switches if key in twin.switches and differs(register.switches[key])]
        assert not shared or words(clause.says) != words(twin.says), f"{twin.number} differs by {shared}"


@pytest.mark.parametrize("edition", law.EDITIONS)
def test_a_switch_that_differs_is_told_apart_somewhere(edition: str) -> None:
    """For each such switch, this edition has a clause whose words stand in no clause of the other edition."""
    register = law.register()
    others = {tuple(words(clause.says)) for clause in register if clause.edition != edition}
    for switch in filter(differs, register.switches.values()):
        here = [clause for clause in register.of(edition) if switch.key in clause.switches]
        if here:
            assert any(tuple(words(clause.says)) not in others for clause in here), switch.key


@pytest.mark.parametrize("edition", law.EDITIONS)
def test_no_two_clauses_of_one_book_say_the_same(edition: str) -> None:
    count = Counter(" ".join(words(clause.says)) for clause in law.register().of(edition))
    assert [text for text, times in count.items() if times > 1] == []


def test_no_rule_book_phrases() -> None:
    found = []
    for clause in CLAUSES:
        found += [(clause.edition, clause.number, phrase) for phrase in STOCK if phrase in clause.says.lower()]
    for ruling in law.rulings().values():
        found += [("ruling", ruling.id, phrase) for phrase in STOCK if phrase in ruling.says.lower()]
    for switch in law.switches().values():
        found += [("switch", switch.key, phrase) for phrase in STOCK if phrase in switch.says.lower()]
    assert found == []


def test_no_shouting_and_no_printers_marks() -> None:
    for clause in CLAUSES:
        for text in (clause.title, clause.says):
            assert not re.search(r"\b[A-Z]{3,}\b", text), (clause.edition, clause.number)
            assert not re.search(r"[\[\]*_#–—]|\s{2}|\.\.", text), (clause.edition, clause.number)


def test_switches_say_what_they_decide_once() -> None:
    says = [tuple(words(switch.says)) for switch in law.switches().values()]
    assert len(set(says)) == len(says)
    assert all(len(text) >= 5 for text in says)


def test_rulings_do_not_repeat_the_clause_they_read() -> None:
    register = law.register()
    clauses = {tuple(words(clause.says)) for clause in register}
    assert not clauses & {tuple(words(ruling.says)) for ruling in register.rulings.values()}
