"""A newcomer's way by the coach's own button: to a battle in a few presses, each of them a legal deed that can be taken back."""

from __future__ import annotations

import re

import pytest

from elric import games
from elric.kernel.chance import fresh_seed
from elric.young_kingdoms.game import Game
from elric.young_kingdoms.table.ready_games import first_game
from tests.planning.test_plans_of_elric import position
from tests.widgets.test_session import Sitter, html, say

DRAGON_PASS = games.table("dragon-pass")
TABLE = games.table("elric")

FEW = 10  # presses, of somebody who does what shines: mostly six, with a hand held close seldom nine


def follow(s: Sitter) -> None:
    """Press what shines: the coach's button, else the action bar's."""
    if s.curtain is not None:
        say(s, kind="do", name="ready", value="")
    elif 'data-do="advised"' in html(s, "coach"):
        say(s, kind="do", name="advised", value="")
    else:
        foot = html(s, "foot")
        assert 'class="btn primary" data-act="' in foot
        say(s, kind="act", text=foot.split('class="btn primary" data-act="')[1].split('"')[0])


@pytest.mark.parametrize("open_hand", [False, True], ids=["closed", "open"])
@pytest.mark.parametrize("seed", [1, 6, 221, "fresh"])
def test_the_first_battle_is_a_few_presses_away(seed: int | str, open_hand: bool) -> None:
    """From the game that is set for whoever comes first: the League moves, and the coach leads it to a battle that it wins
    more often than not; so it does for a newcomer against a computer, whose hand lies open."""
    s = Sitter(first_game("successor", "avalon-hill", fresh_seed() if seed == "fresh" else seed))
    if open_hand:
        s.begun = False
        say(s, kind="do", name="go", value="")
        assert s.hand_open
    s.show()
    assert s.game.seat == 1
    presses = 0
    while not html(s, "battle"):
        follow(s)
        presses += 1
        assert presses <= FEW
    assert "Battle in" in html(s, "battle")
    assert "you always win" in html(s, "coach") or "you win in" in html(s, "coach")
    again = Game.load(s.game.save())
    assert again.position() == s.game.position()


def test_the_first_game_of_a_seed_is_always_the_same() -> None:
    """A seed that does not begin so leads on to one that does, and that one to itself."""
    for seed in range(6):
        g = first_game("successor", "avalon-hill", seed)
        assert (g.seat, g.step) == (1, "movement")
        assert first_game("successor", "avalon-hill", g.seed).save() == g.save()


def test_what_is_advised_is_one_press() -> None:
    """A whole march or attack of a host is one press, told as it is done, and one press takes it back."""
    s = Sitter(first_game("successor", "avalon-hill", 3))
    s.show()
    before, acts = s.game.position(), len(s.game.record)
    assert "Try this: take up " in html(s, "coach")
    follow(s)
    verbs = [str(entry.action).split()[0] for entry in s.game.record[acts:]]
    assert verbs[0] == "lead"
    assert verbs[-1] == "halt"
    assert s.game.step == "movement"
    say(s, kind="do", name="undo", value="")
    assert s.game.position() == before


def test_one_thing_shines() -> None:
    """What the action bar offers the coach does not offer again."""
    s = Sitter(first_game("successor", "avalon-hill", 3))
    s.show()
    while s.game.step != "withhold":
        follow(s)
    assert "Say ready" in html(s, "coach")
    assert 'data-do="advised"' not in html(s, "coach")
    assert 'data-act="ready"' in html(s, "foot")


def test_armies_are_taken_along_on_the_way() -> None:
    """Yishana fetches the armies in Sequa before she attacks; it is one press, told as it is done, and one press takes it back."""
    s = Sitter(
        position({
            "jharkor_dhakos": ["yishana", "dharmit"], "jharkor_sequa": ["jharkor-army*5"], "dharijor_sequaloris": ["dharijor-army-1"],
            "dharijor_gromoorva": ["sarosto", "dharijor-army-7"], "pan_tang": ["jagreen-lern"],
        })
    )  # fmt: skip
    s.show()
    before, acts = s.game.position(), len(s.game.record)
    assert "take five armies of Jharkor along there and attack" in html(s, "coach")
    follow(s)
    verbs = [str(entry.action).split()[0] for entry in s.game.record[acts:]]
    assert verbs[:3] == ["lead", "join", "step"]
    assert verbs[3:8] == ["join"] * 5
    assert verbs[-2:] == ["attack", "halt"]
    say(s, kind="do", name="undo", value="")
    assert s.game.position() == before


@pytest.mark.parametrize("seed", [1, 6, 221, "fresh"])
def test_the_first_battle_of_the_second_game_is_as_near(seed: int | str) -> None:
    """White Bear: Sartar moves first, and what shines leads to a battle that he wins more often than not, whatever the dice are."""
    g = DRAGON_PASS.first(fresh_seed() if seed == "fresh" else seed)
    assert (g.step, g.scenario.key, g.turn) == ("movement", "tax-collectors", 1)
    assert g.save() == DRAGON_PASS.first(g.seed).save()
    s = Sitter(g)
    s.begun = False
    say(s, kind="do", name="go", value="")
    s.show()
    assert "at 5:1" in html(s, "coach")
    presses = 0
    while not any(e["kind"] == "battle" for e in g.story(None)):
        follow(s)
        presses += 1
        assert presses <= FEW
    assert "Battle at" in html(s, "battle")
    battle = next(e for e in g.story(None) if e["kind"] == "battle")
    assert (battle["seat"], battle["odds"]) == (g.scenario.sides.index(1), "5:1")


def test_a_first_march_is_for_newcomers_alone() -> None:
    """Whoever has played before is told of every march that is worth something; a newcomer, of the battle that waits."""
    teaching, g = DRAGON_PASS.teaching, DRAGON_PASS.first(1)
    assert teaching is not None
    for a in teaching.advice(g).actions:
        g.push(a)
    told = teaching.advice(g, first=True)
    assert told.tip.startswith("That is enough for a first Move")
    assert [a.verb for a in told.actions][-1] == "done"
    assert teaching.advice(g).tip.startswith("March ")


def test_what_the_computer_did_is_told_when_it_is_ones_turn_again() -> None:
    """The last of it, each line with its places, until one has done something oneself; to nobody before the first turn has ended."""
    s = Sitter(DRAGON_PASS.first(5))  # a game in which the Empire goes on after all that Sartar is asked
    s.begun = False
    say(s, kind="do", name="go", value="")
    assert not html(s, "meanwhile")
    say(s, kind="act", text="done")
    say(s, kind="do", name="pace", value="quick")
    for _ in range(5000):
        if s.deciding and s.game.step == "movement":
            break
        s.follow()
        if s.deciding and s.game.step != "movement":
            say(s, kind="act", text=s.game.definition.notation.text(s.game.legal_actions()[0]))
    s.show()
    assert 'data-look="' in html(s, "meanwhile")
    assert html(s, "meanwhile").count("<li") <= 6
    lead = next(a for a in s.game.legal_actions() if a.verb == "lead")
    say(s, kind="act", text=s.game.definition.notation.text(lead))
    assert not html(s, "meanwhile")


def test_a_voyage_is_one_line_of_the_story() -> None:
    """From where it begins to where it leads, with all who go, boarding and seas on the way untold; so is a march that ends in
    an attack. Those who are joined on the way are told of, as they were not there when it began."""
    s = Sitter(first_game("successor", "avalon-hill", 1))
    s.show()
    at = len(s.game.story(None))
    crew = ["lead ohada", *(f"join shazaar-army-{k}" for k in (1, 2, 3)), "board shazaar-fleet-1"]
    seas = ["shazaar_gulf", "dragon_sea_west", "dragon_sea_north", "vilmir_west_sea", "vilmir_jadmar"]
    for act in (*crew, *(f"sail {sea}" for sea in seas), "halt"):
        say(s, kind="act", text=act)
    went = s.game.story(None)[at:]
    assert [e["kind"] for e in went] == ["board", *["sail"] * 5]
    [told] = TABLE.gist(went)
    assert (
        TABLE.sentence(told, {})
        == "Ohada, three armies of Shazaar and a fleet of Shazaar sail from Aflitain to Jadmar."
    )
    assert "Gulf of Shazaar" not in html(s, "log")
    follow(s)
    follow(s)
    kinds = [e["kind"] for e in TABLE.gist(s.game.story(None)[at:])]
    assert kinds == ["sail", "step", "step", "step", "attack", "attack"]


def _before(phase: str) -> Game:
    """The League before Sequaloris and Gromoorva, where it must fight, and in Nadsokor, whose people need not be attacked."""
    return position(
        {"dharijor_sequaloris": ["yishana", "jharkor-army*4", "dharijor-army-1"], "pan_tang": ["jagreen-lern"],
         "dharijor_gromoorva": ["dharmit", "jharkor-army-8", "dharijor-army-7", "sarosto"], "nadsokor": ["hilran", "tarkesh-army*3"]},
        phase=phase, assaults=["dharijor_sequaloris", "dharijor_gromoorva"],
    )  # fmt: skip


def test_of_several_battles_only_the_advised_one_shines() -> None:
    """Where two battles wait the coach's button is lit alone, and the buttons of the battles are plain."""
    s = Sitter(_before("combat"))
    s.show()
    assert 'data-do="advised"' in html(s, "coach")
    assert 'data-act="fight ' in html(s)
    assert 'primary" data-act="fight ' not in html(s)


def test_an_assault_that_need_not_be_made_waits_until_it_is_asked_about() -> None:
    """The battle that must be fought is rated at once, the one that may wait below the fold."""
    s = Sitter(_before("magic"))
    s.show()
    shown, folded = html(s, "coach").split("<details", 1)
    assert "If you" not in shown
    assert "If you" in folded


def test_on_the_way_to_the_first_battle_a_figure_is_said_once() -> None:
    """What stands in the advice is not repeated below it, and from the first march to the battle it is the same figure."""
    s = Sitter(first_game("successor", "avalon-hill", 1))
    s.begun = False
    say(s, kind="do", name="go", value="")
    attacks = 0
    falls = set()
    while s.game.step != "withhold":
        shown = html(s, "coach").partition("<details")[0]
        assert shown.count("city falls") <= 1
        attacks += "and the city falls" in shown
        falls |= set(re.findall(r"the city falls in ([\d.]+%)", shown))
        follow(s)
    assert attacks == 3
    assert len(falls) == 1, "a march was advised by another figure than the battle has"


def test_a_battle_on_its_card_is_not_told_again_as_news() -> None:
    """Where the other side decides something in one's own battle, what came of it stands on the card alone."""
    s = Sitter(first_game("successor", "avalon-hill", 2))
    s.begun = False
    say(s, kind="do", name="go", value="")
    say(s, kind="do", name="pace", value="quick")
    while "b-result" not in html(s, "battle") or not s.deciding:
        if s.deciding:
            follow(s)
        else:
            s.follow()
        s.show()
    assert s.game.seat in s.left, "the computer has decided nothing"
    assert "wins by" in html(s, "battle")
    assert "wins by" in html(s, "log")
    assert "wins by" not in html(s, "meanwhile")


def test_by_hand_it_comes_as_the_coach_said() -> None:
    """Whoever clicks the stack that the coach names has in hand whom it names, is told the same odds as before, and at the first
    place of several is told whom to take along there: so the advice is carried out on the map alone."""
    s = Sitter(first_game("successor", "avalon-hill", 3))
    s.begun = False
    say(s, kind="do", name="go", value="")
    s.show()
    first = html(s, "coach")
    assert "take up Yishana, Dharmit, the Admiral of Jharkor and an army of Jharkor in Dhakos" in first
    assert "the city falls in 91.7% of battles" in first
    say(s, kind="area", id="jharkor_dhakos")
    assert sorted(str(entry.action) for entry in s.game.record[-4:]) == [
        "join dharmit", "join jharkor-admiral", "join jharkor-army-7", "lead yishana"
    ]  # fmt: skip
    for place in ("jharkor_sequa", "dharijor_sequaloris"):
        assert "and the city falls in 91.7% of battles" in html(s, "coach")
        assert html(s, "coach").count("cannot fall yet") == 1  # with this stack alone, for whoever weighs it
        say(s, kind="area", id=place)
    say(s, kind="act", text="halt")
    choice = html(s, "choice")
    assert "Ready to move from" in choice
    assert 'data-value="jharkor_dhakos"' in choice
    assert 'data-value="dharijor_sequaloris"' not in choice  # an attack has begun there: nobody goes on
    assert "march to Thokora, take three armies of Jharkor along there, march to Sequa, take three armies" in html(
        s, "coach"
    )
