"""The clause register: every numbered clause of both books stands in it, and everything in it points somewhere."""

from __future__ import annotations

import copy
import pickle
import re
import tomllib
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from elric.app.carriers import carriers, case_heads, places
from elric.kernel.clauses import KINDS, Clause, number_key
from elric.young_kingdoms.components import law

ROOT = Path(__file__).resolve().parents[2]

# Read off the two books by hand, slips of the printer included.
CHAOSIUM = """
1.0
2.0
3.0 3.1 3.2 3.3
4.0 4.0A 4.0B 4.0C 4.0D 4.0E 4.0F
5.0 5.0A 5.0B 5.0C 5.0D 5.0E 5.0F 5.0G 5.0H
6.0
7.0 7.1 7.2 7.3 7.4 7.4.1 7.4.2 7.5 7.5.1 7.5.2 7.5.3 7.5.4 7.5.5 7.5.6 7.5.7 7.5.8 7.5.9 7.6
8.0
9.0 9.1 9.2 9.3 9.3.1 9.3.2 9.3.3 9.3.4 9.3.5 9.4 9.5 9.6
10.0 10.1 10.2 10.3 10.4 10.5 10.6 10.7 10.8 10.9 10.9.1 10.9.2 10.9.3 10.9.4 10.9.5
11.0
12.0 12.1 12.1.1 12.1.2 12.1.3 12.1.4 12.1.5 12.1.6 12.2 12.3
13.0 13.1 13.2 13.3 13.4 13.4A 13.4B 13.4C 13.4D 13.4E 13.5 13.5A 13.5B 13.6
14.0 14.1 14.1A 14.1B 14.1C 14.1D 14.1E 14.1F 14.2 14.3 14.4 14.5 14.6 14.7
15.0
16.0 16.1 16.2 16.3 16.4 16.5 16.6 16.7 16.8 16.9
"""
AVALON_HILL = """
1
2 2.1 2.2 2.21 2.22 2.23 2.24 2.25 2.251 2.252 2.253 2.2.6 2.3
3 3.1 3.2 3.21 3.3 3.4 3.5 3.6 3.61 3.7 3.8 3.81
4 4.1 4.2 4.3 4.4 4.5 4.6 4.7 4.8 4.9 4.91 4.91A 4.91B 4.91C 4.91D 4.91E
5 5.1 5.2 5.21 5.3 5.31 5.4 5.41
6 6.1 6.2 6.21 6.22 6.3 6.31 6.32 6.321 6.33 6.331 6.4 6.41 6.42
6.5 6.51 6.52 6.522 6.53 6.54 6.55 6.56 6.57 6.571 6.572 6.573 6.58 6.59 6.591
6.6 6.61 6.62 6.631 6.64 6.65 6.66
7 7A 7B 7C 7.1 7.2 7.21 7.3
8 8.1 8.11 8.12 8.2 8.21 8.22 8.221 8.222 8.3 8.31 8.311 8.32 8.33 8.34 8.35 8.4 8.5 8.6
9 9.1 9.11 9.2 9.21 9.22 9.3 9.4 9.5 9.51 9.6 9.7 9.71 9.72 9.8 9.81 9.82 9.83 9.84
9.9 9.91 9.9.11 9.912 9.913 9.92 9.921 9.93 9.931 9.94 9.941 9.942 9.943 9.95 9.96 9.961 9.962
10 10.1 10.11 10.12 10.2 10.3 10.31 10.32 10.33 10.34 10.4 10.5 10.6
11 11.1 11.11 11.11A 11.11B 11.12 11.121 11.122 11.13 11.131 11.132 11.14 11.15 11.151 11.16 11.161 11.2 11.3
12 12.1 12.2 12.21 12.3 12.4 12.41 12.411 12.412 12.413 12.42 12.43 12.44 12.5 12.51 12.52 12.6
13 13.1 13.1A 13.1B 13.1C 13.1D 13.1E 13.1F 13.2 13.3 13.4 13.5 13.6 13.7
14 14.1 14.2 14.3 14.4 14.5 14.6 14.71 14.8 14.9
"""
PRINTED = {"chaosium": CHAOSIUM.split(), "avalon-hill": AVALON_HILL.split()}
CLAUSES = list(law.register())


def name(clause: Clause) -> str:
    return f"{clause.edition}-{clause.number}"


@pytest.mark.parametrize("edition", law.EDITIONS)
def test_every_printed_number_stands_in_the_register(edition: str) -> None:
    registered = [clause.number for clause in law.register().of(edition)]
    assert sorted(registered) == sorted(PRINTED[edition])
    assert len(set(registered)) == len(registered)


@pytest.mark.parametrize("edition", law.EDITIONS)
def test_no_number_is_written_twice_in_the_data(edition: str) -> None:
    rows = tomllib.loads((law.DATA / f"clauses-{edition}.toml").read_text(encoding="utf-8"))["clause"]
    assert len(rows) == len(PRINTED[edition])


@pytest.mark.parametrize("clause", CLAUSES, ids=name)
def test_each_clause_is_whole(clause: Clause) -> None:
    register = law.register()
    assert clause.title.strip()
    assert clause.says.strip()
    assert clause.kind in KINDS
    assert all(key in register.switches for key in clause.switches)
    assert clause.ruling == "" or clause.ruling in register.rulings


@pytest.mark.parametrize("clause", CLAUSES, ids=name)
def test_twins_see_each_other(clause: Clause) -> None:
    twins = law.register().twins(clause)
    assert [twin.number for twin in twins] == list(clause.twins)
    assert twins, "no clause of the other edition treats the same matter"
    assert all(clause.number in twin.twins for twin in twins)


@pytest.mark.parametrize("clause", CLAUSES, ids=name)
def test_each_clause_can_be_read_in_one_breath(clause: Clause) -> None:
    sentences = re.split(r"(?<=[.!?])\s+", clause.says)
    assert all(len(sentence.split()) <= 40 for sentence in sentences)
    assert len(clause.says.split()) <= 130
    assert clause.says[0].isupper() or clause.says[0] in 'h"'
    assert clause.says.endswith((".", "?", "!"))


def cited_pairs() -> list[tuple[str, tuple[str, ...]]]:
    register = law.register()
    pairs = [(f"switch {one.key}", pair) for one in register.switches.values() for pair in one.clauses]
    return pairs + [(f"ruling {one.id}", pair) for one in register.rulings.values() for pair in one.clauses]


@pytest.mark.parametrize(("owner", "pair"), cited_pairs())
def test_switches_and_rulings_cite_real_clauses(owner: str, pair: tuple[str, ...]) -> None:
    assert len(pair) == len(law.EDITIONS), owner
    assert any(pair), owner
    for edition, number in zip(law.EDITIONS, pair, strict=True):
        assert not number or (edition, number) in law.register(), f"{owner}: no {number} in {edition}"


def test_a_switch_is_named_by_the_clauses_it_cites() -> None:
    register = law.register()
    for switch in register.switches.values():
        for pair in switch.clauses:
            for edition, number in zip(law.EDITIONS, pair, strict=True):
                assert not number or switch.key in register.get(edition, number).switches, (switch.key, number)


def test_presets_are_choices_and_every_choice_can_be_made() -> None:
    for switch in law.switches().values():
        assert len(set(switch.choices)) == len(switch.choices) >= 2
        for edition in law.EDITIONS:
            assert switch.read(switch.values[edition]) == switch.values[edition]
            for choice in switch.choices:
                changed = law.ruleset(edition).with_(**{switch.key: choice})
                assert getattr(changed, switch.key) == choice
    assert not set(law.switches()) & law.Ruleset.RESERVED


def test_each_ruling_gives_its_reason() -> None:
    for ruling in law.rulings().values():
        assert ruling.title
        assert ruling.says
        assert ruling.why
        assert ruling.clauses
        for text in (ruling.says, ruling.why):
            assert all(len(sentence.split()) <= 40 for sentence in re.split(r"(?<=[.!?])\s+", text)), ruling.id


def test_a_clause_is_cited_by_the_ruling_it_names() -> None:
    register = law.register()
    for clause in register:
        if clause.ruling:
            assert register.rulings_on(clause)[0].id == clause.ruling
    wall = register.get("avalon-hill", "6.571")
    assert {one.id for one in register.rulings_on(wall)} >= {"wall-equal", "table-is-law", "second-city"}


def test_citations_in_code_and_data_exist() -> None:
    """Every pair of clause numbers written down in the project names real clauses. (Other games have one book, no pairs.)"""
    pattern = re.compile(r'[\[(]\s*"((?:\d[\d.]*[A-H]?)?)",\s*"((?:\d[\d.]*[A-H]?)?)"\s*[\])]')
    register, wrong, seen = law.register(), [], 0
    files = [*sorted((ROOT / "elric").rglob("*.py")), *sorted(law.DATA.glob("*.toml"))]
    for path in files:
        if path.name.startswith("clauses-") or {"dragon_pass", "sorcerer"} & {*path.parts}:
            continue
        for match in pattern.finditer(path.read_text(encoding="utf-8")):
            if "." not in match[1] + match[2]:
                continue
            seen += 1
            for edition, number in zip(law.EDITIONS, match.groups(), strict=True):
                if number and (edition, number) not in register:
                    wrong.append(f"{path.name}: {match[0]} ({edition} has no {number})")
    assert not wrong
    assert seen > 60


@pytest.mark.source
@pytest.mark.parametrize("clause", [c for c in CLAUSES if c.kind in ("rule", "optional")], ids=name)
def test_each_rule_has_its_code_its_cases_and_its_lesson(clause: Clause) -> None:
    behind = carriers()
    assert behind.cases[clause.key], "no numbered case names this clause in the head of its docstring"
    assert behind.code[clause.key], "nothing in the rules cites this clause"
    assert behind.steps[clause.key], "no step of a lesson teaches this clause"


@pytest.mark.source
def test_the_head_of_a_case_names_real_clauses() -> None:
    heads = list(case_heads())
    assert len(heads) > 500
    for file, case, keys in heads:
        assert keys, f"{file}, {case}: the head of the docstring names no clause"
        editions = {e for e, _ in keys}
        for key in keys:
            assert key in law.register(), f"{file}, {case}: {key[0]} has no {key[1]}"
        if case.startswith(("test_ah_", "test_ch_")):
            edition = law.EDITIONS[case.startswith("test_ah_")]
            assert edition in editions, f"{file}, {case}: no clause of {edition}"


def test_the_words_of_the_rules_cite_real_clauses() -> None:
    told = [(p.name, key) for p in places() for key in p.told]
    assert len(told) > 300
    assert not [f"{name}: {key[0]} has no {key[1]}" for name, key in told if key not in law.register()]


def test_a_citation_is_read_as_it_is_written() -> None:
    ch, ah = law.EDITIONS
    for text, edition, wanted in (
        ("[7.5.1], [16.3] / 6.51", "", [(ch, "7.5.1"), (ch, "16.3"), (ah, "6.51")]),
        ("12.0 / 11", "", [(ch, "12.0"), (ah, "11")]),
        ("[13.4] A, B / 12.41-12.413", "", [(ch, "13.4A"), (ch, "13.4B"), *((ah, f"12.41{x}") for x in ("", 1, 2, 3))]),
        ("[4.0] A-C", "", [(ch, "4.0A"), (ch, "4.0B"), (ch, "4.0C")]),
        ("9.92, 14.8", ah, [(ah, "9.92"), (ah, "14.8")]),
        ("[16.1]-[16.3] / 7 C", "", [(ch, "16.1"), (ch, "16.2"), (ch, "16.3"), (ah, "7C")]),
        ("99.9", ah, [(ah, "99.9")]),
    ):
        assert law.citations(text, edition) == wanted


def test_looking_up_a_clause_forgives_brackets_and_hints_at_slips() -> None:
    register = law.register()
    assert register.get("chaosium", "[7.5.2]").title == register.get("chaosium", "7.5.2").title == "Capitals"
    assert register.get("avalon-hill", "4.91a").number == "4.91A"
    with pytest.raises(law.UnknownClause, match=r'no clause "6.63" in avalon-hill; did you mean .*"6.631"'):
        register.get("avalon-hill", "6.63")
    with pytest.raises(law.UnknownClause, match='did you mean "avalon-hill"'):
        register.get("avalon_hill", "6")
    assert law.clause_words("avalon-hill", "9.92").endswith("twice as strong as the enemy.")


def test_finding_clauses_by_words() -> None:
    register = law.register()
    assert register.find("overruns", "chaosium")[0].number == "10.9.2"
    assert register.find("7.5.3")[0].number == "7.5.3"
    assert [clause.edition for clause in register.find("boiling sea jeweled", "avalon-hill")] == ["avalon-hill"] * 2
    assert register.find("   ") == []
    assert register.find("hovercraft") == []


def test_citing_for_players_of_one_edition() -> None:
    assert law.cite(("7.2", "6.2"), "chaosium") == "7.2"
    assert law.cite(("7.2", "6.2"), "avalon-hill") == "6.2"
    assert law.cite(("", "9.931"), "chaosium") == "9.931 (Avalon Hill)"
    assert law.cite(("14.7", ""), "avalon-hill") == "14.7 (Chaosium)"
    assert law.cite(("", ""), "chaosium") == ""
    with pytest.raises(law.UnknownClause):
        law.cite(("7.2", "6.2"), "chaosum")


def test_numbers_sort_as_they_are_read() -> None:
    assert sorted(["10.2", "4.0B", "10.10", "4.0", "4.1", "9"], key=number_key) == [
        "4.0",
        "4.0B",
        "4.1",
        "9",
        "10.2",
        "10.10",
    ]


def test_a_ruleset_is_an_edition_with_changes() -> None:
    plain, mixed = law.ruleset("avalon-hill"), law.ruleset({"edition": "avalon-hill", "overrun_ratio": 1})
    assert (plain.overrun_ratio, mixed.overrun_ratio) == (2, 1)
    assert plain.name == plain.edition == mixed.edition == "avalon-hill"
    assert mixed.name == "avalon-hill, overrun_ratio=1"
    assert dict(mixed.overrides) == {"overrun_ratio": 1}
    assert mixed == plain.with_(overrun_ratio=1) == law.ruleset(mixed.name) != plain
    assert mixed.with_(overrun_ratio=2) == plain
    assert copy.deepcopy(mixed) is mixed
    assert pickle.loads(pickle.dumps(mixed)) == mixed
    with pytest.raises(AttributeError, match="does not change"):
        mixed.overrun_ratio = 2


@pytest.mark.parametrize(
    ("spec", "message"),
    [
        ("avalonhill", 'did you mean "avalon-hill"'),
        ({"edition": "chaosium", "overun_ratio": 1}, 'did you mean "overrun_ratio"'),
        ({"edition": "chaosium", "overrun_ratio": True}, "it may be 1, 2"),
        ({"edition": "chaosium", "overrun_ratio": 3}, "it may be 1, 2"),
        ("chaosium, boiling_roll=once-turn", 'did you mean "once-a-turn"'),
        ("chaosium, boiling_roll", "switch=value"),
        ({"overrun_ratio": 1}, 'needs an "edition"'),
        ({"edition": 7}, "named by text"),
    ],
)
def test_a_ruleset_that_cannot_be_says_why(spec: str | dict[str, object], message: str) -> None:
    with pytest.raises(law.RulesetError, match=re.escape(message)):
        law.ruleset(spec)


@given(st.data())
def test_any_mix_of_switches_survives_its_own_name(data: st.DataObject) -> None:
    edition = data.draw(st.sampled_from(law.EDITIONS))
    keys = data.draw(st.sets(st.sampled_from(sorted(law.switches())), max_size=8))
    changes = {key: data.draw(st.sampled_from(law.switches()[key].choices)) for key in sorted(keys)}
    rules = law.ruleset({"edition": edition, **changes})
    assert law.ruleset(rules.name) == law.ruleset(rules.spec()) == rules
    assert law.ruleset(rules.name).settings() == rules.settings()
    assert all(rules.settings()[key] == value for key, value in changes.items())
