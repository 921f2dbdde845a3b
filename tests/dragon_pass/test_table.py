"""The game's half of the page: what is lit can be done, what is hidden is not drawn, battles are told."""

from __future__ import annotations

import json
from random import Random

import pytest

from elric.dragon_pass.components.board import BOARD, HEXES, INDEX
from elric.dragon_pass.components.units import BY_ID, UNITS
from elric.dragon_pass.definition import GAME
from elric.dragon_pass.table import TABLE
from elric.dragon_pass.table.picture import picture, short

PLAIN = "tax-collectors"


@pytest.mark.parametrize("scenario", GAME.scenarios())
def test_every_army_stands_when_the_page_opens(scenario: str) -> None:
    """Set-up is over, and nobody of an army waits."""
    g = TABLE.ready(scenario, "1976", 7, False)
    assert g.step != "setup"
    assert not g.state.to_place
    assert all(g.state.place[u] >= 0 for army in g.scenario.armies for u in army.units if g.state.owner[u] == army.side)


def test_what_is_lit_for_a_march_leads_there() -> None:
    """[7.3, 11.1] A click on a lit hex plays steps that are legal one after the other, and ends there, garrisons that ask aside."""
    tried = 0
    for seed in range(6):
        g = TABLE.ready(PLAIN, "1976", seed, False)
        lead = next(u for u in range(len(UNITS)) if g.state.of[g.state.player] >> u & 1 and UNITS[u].mf > 3)
        for action in TABLE.taken_up(g, UNITS[lead].id):
            g.push(action)
        lit = TABLE.choice(g, TABLE.view(g, g.seat), None, hand_open=True).areas
        assert lit
        for area, way in sorted(lit.items())[:40]:
            after = g.copy()
            for action in way:
                if after.step != "march" or not after.state.hand:
                    break
                assert after.verdict(action), (area, way, after.verdict(action).reasons)
                after.push(action)
            else:
                assert after.state.place[lead] == INDEX[area]
                tried += 1
    assert tried > 50


def test_a_hex_too_far_is_refused_with_its_clause() -> None:
    """[8.4] A company goes hex by hex."""
    g = TABLE.ready(PLAIN, "1976", 1, False)
    lead = next(u for u in range(len(UNITS)) if g.state.of[g.state.player] >> u & 1)
    g.push(f"lead {UNITS[lead].id}")
    here = g.state.place[lead]
    far = max((h for h in range(HEXES.size)), key=lambda h: HEXES.distance(here, h))
    said = TABLE.clicked(g, TABLE.view(g, g.seat), HEXES.names[far], "", None)
    assert said.far
    assert said.reasons[0].clause == ("8.4",)
    assert said.reasons[0].fix


def test_counters_under_the_top_are_not_drawn_for_the_other_seat() -> None:
    """[7.6] Their ids are nowhere in what that seat's page is made of."""
    g = TABLE.ready(PLAIN, "1976", 2, False)
    s = g.state
    hidden = 0
    for seat in (0, 1):
        view = TABLE.view(g, seat)
        wire = json.dumps(TABLE.pieces(view), default=str)
        for pile in s.piles.values():
            for u in pile[1:]:
                if s.owner[u] != seat:
                    assert f'"{UNITS[u].id}"' not in wire
                    hidden += 1
    assert hidden


def test_a_battle_is_told_and_reckoned_without_what_is_hidden() -> None:
    """[12.1, 7.6] Random play comes to battles; each is told from its attack to its end, in sentences."""
    rng, told = Random(5), 0
    g = TABLE.ready("old-tarsh", "1976", 5, False)
    names = GAME.names(g.scenario, ())
    while g.seat is not None and len(g.record) < 900:
        g.push(rng.choice(g.legal_actions()))
        found = TABLE.telling(g, TABLE.view(g, None), names)
        if found:
            told += 1
            kinds = [beat.kind for beat in found.beats if beat.kind != "spell"]
            assert kinds[:3] == ["opens", "sums", "result"]
            assert all(beat.words.strip() for beat in found.beats)
    assert told


def test_both_pictures_show_every_place() -> None:
    """The board by day and by night is drawn from the data: each place by name, each ridgeline, river and road."""
    for dark in (False, True):
        drawn = str(picture(dark)).replace("&#x27;", "'").replace("&#39;", "'")
        assert all(f">{short(place)}</text>" in drawn for place in BOARD.places.values())
    assert picture(False) != picture(True)
    assert set(TABLE.chart().areas) == set(HEXES.names)
    assert len(BY_ID) == len(UNITS)
