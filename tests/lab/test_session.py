"""The lab's page without a browser: messages in, regions out; nothing entered is lost, nothing hidden is shown."""

from __future__ import annotations

import re
from html import unescape
from urllib.parse import parse_qs

import pytest

import elric
from elric.kernel.chance import SeededChance
from elric.widgets.messages import Message
from elric.young_kingdoms.components import spells
from elric.young_kingdoms.description.view import resample
from tests.lab.desk import CONTROLS, DEEDS, Desk

BOARD = {
    "scenario": "successor", "rules": "avalon-hill", "turn": 3, "player": 0, "nations": {"jharkor": 0, "dharijor": 1},
    "phase": "movement",
    "units": {"jharkor_sequa": ["yishana", "jharkor-wizard", "jharkor-army*6"],
              "dharijor_sequaloris": ["sarosto", "dharijor-sorcerer", "dharijor-army*3"],
              "dharijor_cape": ["karnaal", "dharijor-army-4"]},
    "hands": {"dharijor-sorcerer": ["arioch", "chardros"], "jharkor-wizard": ["grome", "misha"]},
}  # fmt: skip


def wizard() -> str:
    from elric.young_kingdoms.components import pieces

    return next(pieces.IDS[u] for u in pieces.NATIONS[pieces.NATION_INDEX["jharkor"]].pieces if pieces.MAGIC[u])


def game() -> elric.Game:
    text = {**BOARD}
    text["units"] = {a: [wizard() if u == "jharkor-wizard" else u for u in us] for a, us in BOARD["units"].items()}  # type: ignore[union-attr,attr-defined]
    text["hands"] = {"dharijor-sorcerer": ["arioch", "chardros"], wizard(): ["grome", "misha"]}
    return elric.Game.at(text, leaderless=True)


def do(lab: Desk, name: str, value: str = "") -> str:
    assert lab.take(Message("do", name=f"lab-{name}", value=value))
    return html(lab)


def html(lab: Desk) -> str:
    return "".join(h for _, _, h in lab.draw().regions)


def test_a_battle_on_the_board_is_offered_ready_made() -> None:
    lab = Desk(game(), viewer=0)
    page = html(lab)
    assert "What if Sequaloris is attacked?" in page
    assert "enemy" in lab.draw().marks["dharijor_sequaloris"].split()
    assert lab.take(Message("area", id="dharijor_sequaloris"))
    assert "Sequaloris" in html(lab)
    assert lab.battle is not None
    assert lab.battle.spec.unseen == (0, 1)
    assert [area for area, marks in lab.draw().marks.items() if "sel" in marks.split()] == ["dharijor_sequaloris"]


def test_hidden_hands_stay_hidden() -> None:
    for viewer, mine in ((0, {"Grome", "Misha"}), (None, set())):
        lab = Desk(game(), viewer=viewer)
        assert lab.open("dharijor_sequaloris")
        assert lab.battle is not None
        assert {spells.NAMES[spells.INDEX[i]] for _, i in lab.battle.spec.hands} == mine
        for tab in ("why", "help", "share"):
            do(lab, "tab", tab)
            said = html(lab)
            for seed in range(3):
                g = game()
                g.state = resample(g.state, viewer, SeededChance(seed))
                other = Desk(g, viewer=viewer)
                assert other.open("dharijor_sequaloris")
                do(other, "tab", tab)
                assert html(other) == said


@pytest.mark.parametrize("viewer", [0, -1])
def test_what_cannot_be_seen_changes_no_answer(viewer: int) -> None:
    g = game()
    seen = None if viewer < 0 else viewer
    for seed in range(4):
        other = g.copy()
        other.state = resample(g.state, seen, SeededChance(seed))
        assert [b.spec for b in elric.battles(other, viewer)] == [b.spec for b in elric.battles(g, viewer)]
        assert [b.odds().win for b in elric.battles(other, viewer)] == [b.odds().win for b in elric.battles(g, viewer)]


def test_building_pinning_and_comparing_takes_a_dozen_clicks() -> None:
    lab = Desk()
    do(lab, "place", "capital")
    do(lab, "drop", "0:jharkor")
    do(lab, "add", "0:argimiliar")
    for _ in range(5):
        do(lab, "plus", "0:argimiliar")
    assert lab.battle is not None
    assert lab.battle.title == "King Hozel and eight armies of Argimiliar attack Gromoorva"
    do(lab, "unit", "0:argimiliar-necromancer")
    do(lab, "pin")
    page = do(lab, "role", "argimiliar-necromancer:cast:grome")
    assert "Side by side" in page
    assert "Grome by the Necromancer of Argimiliar" in page
    assert do(lab, "exact").count("/") > page.count("/")


def test_a_wrong_entry_keeps_everything_and_says_why_beside_its_control() -> None:
    lab = Desk()
    do(lab, "unit", "0:jharkor-wizard")
    before = lab.spec
    assert lab.take(Message("do", name="lab-role", value="jharkor-wizard:cast:escape-a"))
    screen = lab.draw()
    page = "".join(h for _, _, h in screen.regions)
    assert lab.battle is None
    assert lab.spec == before.but(cast=(("jharkor-wizard", "escape-a"),))
    assert page.count("Escape is no weapon") == 2  # where the answer stood, and beside the Wizard
    beside = page[page.index('data-key="lab-role-jharkor-wizard"') :]
    assert 'class="lab-fault"' in beside
    assert "14.5" in beside
    assert screen.said.startswith("This battle cannot be fought yet")
    assert do(lab, "role", "jharkor-wizard:fight")
    assert lab.battle is not None
    assert lab.spec == before


def test_an_empty_side_is_no_dead_end() -> None:
    lab = Desk()
    page = do(lab, "drop", "0:jharkor")
    assert "Nobody attacks" in page
    assert "9.11" in page
    do(lab, "add", "0:shazaar")
    assert lab.battle is not None


def test_a_text_that_is_wrong_stays_to_be_mended() -> None:
    lab = Desk()
    assert lab.take(Message("do", name="lab-load", fields={"text": "attack: yishanna\ndefend: sarosto"}))
    page = html(lab)
    assert "yishanna" in page
    assert "did you mean" in page
    assert lab.battle is not None
    assert lab.take(Message("do", name="lab-load", fields={"text": "attack: yishana\ndefend: sarosto"}))
    assert lab.battle.title.startswith("Yishana attack")


def test_every_control_answers() -> None:
    lab = Desk(game(), viewer=0)
    lab.open("dharijor_sequaloris")
    for tab in ("why", "help", "heat", "siege", "share"):
        lab.tab = ""
        page = do(lab, "tab", tab)
        names = set(re.findall(r'data-do="lab-([a-z]+)"', page))
        assert names <= {*DEEDS, *CONTROLS}
    assert not lab.take(Message("do", name="undo"))
    assert not lab.take(Message("act", text="end"))
    assert not lab.take(Message("do", name="lab-nothing"))


@pytest.mark.parametrize("name", [*DEEDS, *CONTROLS])
@pytest.mark.parametrize("value", ["", "x", "0:", "0:x", "9:yishana", "99", "-1", "0:yishana", "yishana:arkyn", "<b>"])
def test_no_message_breaks_the_lab(name: str, value: str) -> None:
    lab = Desk(game(), viewer=0)
    lab.open("dharijor_sequaloris")
    lab.take(Message("do", name=f"lab-{name}", value=value))
    page = html(lab)
    assert "<b></b>" not in page.replace("<b></b>", "", 0) or page
    assert "<b>&lt;b&gt;" in page or value != "<b>" or "<b><b>" not in page


def test_a_neutral_city_gives_the_defenders_back() -> None:
    lab = Desk()
    was = lab.spec
    do(lab, "neutral", "on")
    assert lab.battle is not None
    assert lab.spec.defend == ()
    do(lab, "neutral", "")
    assert lab.spec == was


def test_a_shared_link_opens_its_battle() -> None:
    lab = Desk()
    do(lab, "role", "yishana:held")
    do(lab, "place", "capital")
    do(lab, "unit", "0:jharkor-wizard")
    assert lab.battle is not None
    link = unescape(re.findall(r'data-key="lab-link"[^>]*>([^<]*)', do(lab, "tab", "share"))[0])
    query = parse_qs(link.lstrip("?"))
    other = Desk(game(), viewer=0)
    assert other.linked({k: v[0] for k, v in query.items()} | {"g": "abc"}) == ""
    assert other.battle is not None
    assert other.battle.spec == lab.battle.spec.but(place="dharijor_gromoorva")


@pytest.mark.parametrize("query", [{"attack": "<b>x"}, {"attack": "yishana", "whom": "me"}, {"unseen": "a b"}, {}])
def test_a_broken_link_says_why_and_keeps_what_it_was(query: dict[str, str]) -> None:
    lab = Desk(game(), viewer=0)
    assert not lab.linked({"battle": "1", **query})
    page = html(lab)
    assert "no battle" in page
    assert "<b>x" not in page
    assert lab.found


def test_what_a_magician_keeps_in_hand_can_be_given_and_taken() -> None:
    lab = Desk()
    do(lab, "unit", "0:jharkor-wizard")
    do(lab, "keep", "jharkor-wizard:escape-a")
    assert lab.spec.hands == (("jharkor-wizard", "escape-a"),)
    assert "Escape ✕" in html(lab)
    do(lab, "keep", "jharkor-wizard:escape-a")
    assert lab.spec.hands == ()


def test_leaving_is_told() -> None:
    lab = Desk(game())
    assert not lab.closed
    do(lab, "close")
    assert lab.closed


def test_swapping_brings_the_pinned_one_back() -> None:
    lab = Desk()
    was = lab.battle
    assert was is not None
    do(lab, "other")
    assert lab.battle is not None
    assert lab.battle.edition == "chaosium"
    do(lab, "swap")
    assert lab.battle is not None
    assert lab.battle.spec == was.spec
    assert lab.pinned is not None
    assert lab.pinned.edition == "chaosium"


def test_trying_what_would_help() -> None:
    lab = Desk()
    do(lab, "tab", "help")
    win = lab.battle.odds().win[0] if lab.battle else 0
    do(lab, "try", "0")
    assert lab.battle is not None
    assert lab.battle.odds().win[0] > win
    assert "Side by side" in html(lab)
