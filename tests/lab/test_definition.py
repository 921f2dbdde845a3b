"""The lab of the game through the house's interface: the same figures as the battle's own."""

from __future__ import annotations

import elric
from elric import games
from elric.lab.definition import LabDef, compare

WAR = {
    "nations": {"jharkor": 0, "dharijor": 1},
    "units": {
        "jharkor_sequa": ["yishana", "jharkor-army*4"],
        "dharijor_sequaloris": ["dharijor-army*3"],
        "dharijor_gromoorva": ["sarosto"],
    },
}


def test_what_the_house_is_told_is_what_the_battle_says() -> None:
    lab = games.lab("elric")
    assert isinstance(lab, LabDef)
    g = elric.Game.at(WAR)
    fights = lab.battles(g)
    assert [f.title for f in fights] == [b.title for b in elric.battles(g)]
    for fight, battle in zip(fights, elric.battles(g), strict=True):
        answer = fight.answer()
        assert sum(row.chance for row in answer.rows) == 1
        assert sum(row.chance for row in answer.rows if row.good > 0) == battle.odds().win[0]
        assert answer.says == battle.story().sentence
        for line in answer.because:
            assert not line.clause or g.cite(line.clause)
        assert lab.parse(elric.Battle.parse(fight.text).text()).title == fight.title


def test_variants_differ_and_are_compared_in_words() -> None:
    g = elric.Game.at(WAR)
    fight = games.lab("elric").battles(g)[1]
    others = fight.variants()
    assert others
    assert compare(fight.answer(), others[0].answer())
    assert not compare(fight.answer(), fight.answer())
