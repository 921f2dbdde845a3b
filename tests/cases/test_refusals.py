"""Refusals that once cited the wrong clause, or offered what could not be done from there."""

from __future__ import annotations

import pytest
from kit import DHAKOS, EDITIONS, FIELD, NATIONS, SEQUA, WEST_JHARKOR, at, caller, cite, play, refused

import elric
from elric.kernel.verdict import Reason


def reason(g: elric.Game, text: str, clause: str) -> Reason:
    """The reason of a refusal that cites a clause."""
    said = refused(g, text, clause)
    return next(r for r in said.reasons if g.cite(r.clause) == clause)


@pytest.mark.parametrize("rules", EDITIONS)
def test_both_7_2_and_6_2_with_a_stack_in_hand_one_halts_first(rules: str) -> None:
    """[7.2] / 6.2: the phase does not end over a stack in hand; the refusal says what comes first."""
    g = at(rules, nations=NATIONS, units={DHAKOS: ["yishana"], SEQUA: ["dharmit", "jharkor-army*1"]})
    play(g, "lead yishana")
    for text in ("end", "lead dharmit", f"march jharkor-army-1 {WEST_JHARKOR}"):
        r = reason(g, text, cite(rules, "7.2", "6.2"))
        assert (r.fix, r.do) == ("Halt first.", ("halt",))
    play(g, "halt", "end")


@pytest.mark.parametrize("rules", EDITIONS)
def test_both_7_3_and_6_33_an_attack_that_is_named_can_be_made(rules: str) -> None:
    """[7.3], [12.0] / 6.33, 11: enemies bar the way. Whoever may fight them is told to attack, and Melniboneans who will
    not fight their own people are told that somebody else must."""
    g = at(rules, nations=NATIONS, units={SEQUA: ["yishana"], FIELD: ["karnaal"]})
    play(g, "lead yishana")
    r = reason(g, f"step {FIELD}", cite(rules, "7.3", "6.33"))
    assert r.do == (f"attack {FIELD}",)
    g = at(rules, nations=NATIONS, units={SEQUA: ["dyvim-tvar"], FIELD: ["dyvim-slorm"]},
           owners={"dyvim-tvar": 0, "dyvim-slorm": 1})  # fmt: skip
    play(g, "lead dyvim-tvar")
    r = reason(g, f"step {FIELD}", cite(rules, "7.3", "6.33"))
    assert not r.do
    assert "will fight" in r.fix


@pytest.mark.parametrize("rules", EDITIONS)
def test_both_7_2_and_6_2_on_the_last_turn_there_is_no_next(rules: str) -> None:
    """[7.2], [3.3] / 6.2, 2.3: who has finished moving waits for his next turn, but after the tenth there is none."""
    for turn, fix in ((9, "Wait for your next turn."), (10, "")):
        g = at(rules, nations=NATIONS, units={SEQUA: ["yishana", "dharmit"]}, turn=turn)
        play(g, f"lead yishana; step {DHAKOS}; halt")
        r = reason(g, "lead yishana", cite(rules, "7.2", "6.22"))
        assert r.fix == fix
        assert r.do == (("movement: lead yishana",) if fix else ())


@pytest.mark.parametrize("rules", EDITIONS)
def test_both_16_2_and_14_2_only_its_tamer_sends_quaolnargn(rules: str) -> None:
    """[16.2] / 14.2: a refusal to send it says who may, and orders nothing that cannot be done."""
    g = at(rules, nations=NATIONS, phase="magic", hands={"ohada": ["quaolnargn"], "yishana": ["arkyn"]},
           units={FIELD: ["ohada", "yishana", "karnaal"]}, assaults=[FIELD])  # fmt: skip
    r = reason(g, "send yishana karnaal", cite(rules, "16.2", "14.2"))
    assert not r.do
    assert r.fix.startswith("Only a magician who has tamed it")


@pytest.mark.parametrize("rules", EDITIONS)
def test_both_11_0_and_10_1_the_spell_is_taken_there_next_turn(rules: str) -> None:
    """[11.0] / 10.1: in the Muster phase nobody moves any more; the way to a capital begins in the next Movement phase."""
    for turn in (3, 10):
        g = caller(rules, FIELD, "arioch", turn=turn)
        r = reason(g, "muster yishana arioch eshmir", cite(rules, "11.0", "10.1"))
        assert r.do == (("movement: lead yishana",) if turn < 10 else ())
        assert bool(r.fix) == (turn < 10)


@pytest.mark.parametrize("rules", EDITIONS)
def test_both_5_0_and_4_every_fix_of_the_wrong_moment_is_open(rules: str) -> None:
    """[5.0] / 4: an action of another step is answered with what can be done, and all of that can be."""
    g = at(rules, nations=NATIONS, units={SEQUA: ["yishana"]})
    r = reason(g, f"fight {FIELD}", cite(rules, "5.0", "4"))
    assert set(r.do) == {str(a).split()[0] for a in g.legal_actions()}


@pytest.mark.parametrize("rules", EDITIONS)
def test_both_7_3_and_6_3_who_cannot_cross_the_sea_is_not_called_lost(rules: str) -> None:
    """[7.3] / 6.3: armies would drown, but personalities only have to escape."""
    g = at(
        rules, nations=NATIONS, units={"dharijor_cape": ["sarosto", "dharijor-army*1"], DHAKOS: ["yishana"]}, player=1
    )
    play(g, "lead sarosto")
    r = reason(g, "step jharkor_gulf", cite(rules, "7.3", "6.3"))
    assert "personalities have to escape" in r.words


@pytest.mark.parametrize("rules", EDITIONS)
def test_both_7_3_and_6_3_a_stack_aboard_is_not_said_to_be_ashore(rules: str) -> None:
    """[7.3] / 6.3: to a stack aboard one ship somebody aboard another is "aboard another ship than this stack"."""
    g = at(
        rules,
        nations=NATIONS,
        units={"pale_sea": ["ohada", "shazaar-fleet-1", "dharmit", "jharkor-fleet-1"], DHAKOS: ["yishana"]},
        aboard={"ohada": "shazaar-fleet-1", "dharmit": "jharkor-fleet-1"},
    )
    play(g, "lead ohada")
    r = reason(g, "join dharmit", cite(rules, "7.3", "6.3"))
    assert r.words.endswith("aboard another ship than this stack.")


@pytest.mark.parametrize("rules", EDITIONS)
def test_both_5_0_and_4_what_is_asked_for_is_named(rules: str) -> None:
    """[5.0] / 4: a verb of another step is refused with those that are asked for now."""
    g = at(rules, nations=NATIONS, phase="combat", units={FIELD: ["ohada", "jagreen-lern"]}, assaults=[FIELD])
    r = reason(g, "conjure ohada", cite(rules, "5.0", "4"))
    assert "but “fight”" in r.words
