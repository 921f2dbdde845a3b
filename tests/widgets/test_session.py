"""The table without a browser: what each message does, and what is shown to whom."""

from __future__ import annotations

import json
import re
from typing import Any

import pytest

from elric.app.store import SaveStore
from elric.kernel.record import SaveError
from elric.widgets.messages import Message, read
from elric.widgets.rooms.table import TableRoom
from elric.widgets.screen import Screen
from elric.young_kingdoms.components import pieces
from elric.young_kingdoms.game import Game
from elric.young_kingdoms.table.ready_games import ready_game

WAR = {
    "scenario": "successor",
    "rules": "avalon-hill",
    "nations": {"jharkor": 0, "tarkesh": 0, "shazaar": 0, "dharijor": 1, "pan-tang": 1},
    "units": {
        "jharkor_sequa": ["yishana", "jharkor-army*4"],
        "jharkor_dhakos": ["dharmit", "jharkor-admiral", "jharkor-fleet-1", "jharkor-fleet-2"],
        "tarkesh_hornus": ["hilran", "tarkesh-army*4"],
        "shazaar_aflitain": ["ohada", "shazaar-army*4"],
        "dharijor_sequaloris": ["dharijor-army*3"],
        "dharijor_gromoorva": ["sarosto", "karnaal", "dharijor-sorcerer", "dharijor-army*2"],
        "pan_tang": ["jagreen-lern", "pan-tang-army*5"],
    },
    "hands": {"ohada": ["arkyn"], "jagreen-lern": ["arioch", "chardros"], "dharijor-sorcerer": ["balan"]},
}


class Sitter(TableRoom):
    """A table with the Screen that was drawn last."""

    screen: Screen

    def show(self) -> None:
        self.screen = self.draw()


def sit(game: Game | None = None, keeper: Any = None) -> Sitter:
    s = Sitter(game or Game.at(WAR, seed=5, leaderless=True), keeper)
    s.show()
    return s


def say(s: Sitter, **message: Any) -> Sitter:
    m = read(dict(message))
    assert m is not None
    s.take(m)
    s.show()
    return s


def html(s: Sitter, region: str | None = None) -> str:
    return "".join(h for name, _, h in s.screen.regions if region in (None, name))


def test_click_takes_up_the_strongest_leader_with_all_armies() -> None:
    """One click on a stack: its best leader is in hand with every army that stands there, and reach lights up."""
    s = say(sit(), kind="area", id="jharkor_sequa")
    assert s.game.step == "stack"
    moving = [pieces.IDS[u] for u in s.game.state.moving]
    assert moving[0] == "yishana"
    assert len(moving) == 5
    assert s.screen.marks["dharijor_sequaloris"].endswith("fight")
    assert s.screen.badges["dharijor_sequaloris"] == "×1"
    assert s.screen.badges["jharkor_dhakos"] == "1"


def test_refused_area_says_why_and_draws_it() -> None:
    """A province out of reach is answered with reason, clause and what to do; nothing moves."""
    s = say(sit(), kind="area", id="jharkor_sequa")
    before = s.game.state.key()
    say(s, kind="area", id="vilmir_jadmar")
    assert s.game.state.key() == before
    assert "cannot be reached" in html(s, "refusal")
    assert "6.2" in html(s, "refusal")
    assert "fix" in html(s, "refusal")


def test_march_of_several_areas_is_one_click_and_one_take_back() -> None:
    """A far lit area is reached in one click; Take back undoes the whole march, then the taking up."""
    s = say(sit(), kind="area", id="jharkor_sequa")
    say(s, kind="area", id="tarkesh_hornus")
    assert s.game.view()["units"]["yishana"]["at"] == "tarkesh_hornus"
    say(s, kind="do", name="undo", value="")
    assert s.game.view()["units"]["yishana"]["at"] == "jharkor_sequa"
    say(s, kind="do", name="undo", value="")
    assert s.game.step == "movement"


def test_whole_battle_by_messages() -> None:
    """Attack, halt, end, magic, fight, ready: the battle card shows both sums, the dice and the row of the table."""
    s = say(sit(), kind="area", id="jharkor_sequa")
    say(s, kind="area", id="dharijor_sequaloris")
    say(s, kind="act", text="halt")
    say(s, kind="act", text="end")
    while s.game.phase == "magic":
        if s.curtain is not None:
            say(s, kind="do", name="ready", value="")
        say(s, kind="act", text="done")
    say(s, kind="area", id="dharijor_sequaloris")
    for _ in range(2):
        if s.curtain is not None:
            say(s, kind="do", name="ready", value="")
        say(s, kind="act", text="ready")
    card = html(s, "battle")
    rolled = next(e for e in s.game.events if e["kind"] == "battle")
    assert 'class="die"' in card
    assert str(rolled["sums"][0] + rolled["rolls"][-1][0]) in card
    assert "The table says" in card


def test_hand_is_face_down_until_asked_and_after_a_change_of_seat() -> None:
    """What the other player holds is nowhere on the page; one's own hand only after asking; a change of seat hides it."""
    s = sit()
    assert "Arkyn" not in html(s)
    say(s, kind="do", name="hand", value="")
    assert "Arkyn" in html(s)
    for secret in ("Arioch", "Chardros", "Balan"):
        assert f"<b>{secret}</b>" not in html(s)
    say(s, kind="act", text="end")
    while s.game.seat == 0:
        say(s, kind="act", text="done" if s.game.phase == "magic" else "end")
    assert s.curtain == 1
    page = html(s) + json.dumps(s.screen.pieces) + json.dumps(s.screen.names)
    for secret in ("Arkyn", "Arioch", "Chardros", "Balan"):
        assert f"<b>{secret}</b>" not in page


def test_behind_the_curtain_nothing_can_be_done() -> None:
    """Until the next player says he is there, clicks and actions do nothing."""
    s = sit()
    while s.game.seat == 0:
        say(s, kind="act", text="done" if s.game.phase == "magic" else "end")
    before = s.game.state.key()
    say(s, kind="act", text="end")
    say(s, kind="area", id="pan_tang")
    assert s.game.state.key() == before
    say(s, kind="do", name="ready", value="")
    assert s.curtain is None


@pytest.mark.parametrize(
    "text",
    ["", "fly", "march nobody nowhere", "end end end", "cast ohada arkyn", "x" * 2000, "lead jagreen-lern", "choose 1"],
)
def test_nonsense_from_the_browser_changes_nothing(text: str) -> None:
    """Any text as an action: the game stands, and the page says something calm."""
    s = sit()
    before = s.game.state.key()
    s.take(Message("act", text=text))
    s.show()
    assert s.game.state.key() == before
    assert s.refused is not None
    assert "Traceback" not in html(s)


def test_unknown_controls_and_areas_are_ignored() -> None:
    """Controls and areas that do not exist do nothing."""
    s = sit()
    before = s.game.state.key()
    for m in (
        Message("do", name="drop-tables", value="x"),
        Message("area", id="atlantis"),
        Message("do", name="lead", value="merlin"),
        Message("do", name="clause", value="99.99"),
        Message("do", name="start", fields={"scenario": "chess", "edition": "first"}),
        Message("do", name="load", fields={"text": "not a game"}),
    ):
        s.take(m)
        s.show()
    assert s.game.state.key() == before


def test_damaged_text_is_refused_by_line_and_the_game_stands() -> None:
    """A hand-edited save is refused with its line; what was being played goes on."""
    s = sit()
    text = s.game.save().replace("begin", "begin again")
    say(s, kind="do", name="load", value={"text": text})
    assert "line" in html(s, "note")
    with pytest.raises(SaveError):
        Game.load(text)


def test_a_page_comes_back_to_its_game(tmp_path: Any) -> None:
    """What was done is kept under the page's id; another kernel that gets the same id goes on with it."""
    keeper = SaveStore(tmp_path)
    s = sit(ready_game("successor", "avalon-hill", 9), keeper)
    say(s, kind="hello", search="", stored={})
    say(s, kind="act", text="end")
    again = sit(ready_game("successor", "chaosium", 1), keeper)
    say(again, kind="hello", search=f"?g={s.keeping.page}", stored={})
    assert again.game.save() == s.game.save()


def test_who_plays_a_seat_is_said_where_its_link_is_made(tmp_path: Any) -> None:
    """A newcomer's opponent is a computer; nobody else sits at his screen."""
    s = sit(ready_game("successor", "avalon-hill", 9), SaveStore(tmp_path))
    say(s, kind="hello", search="", stored={})
    s.begun = False
    say(s, kind="do", name="go", value="")
    say(s, kind="do", name="more", value="share")
    theirs, own = re.findall(r"<li>(.*?)</li>", html(s).split('class="links"')[1])[:2]
    assert ("Theocrat" in theirs, "a computer plays" in theirs) == (True, True)
    assert ("League" in own, "plays here" in own) == (True, True)


def test_a_kept_game_that_cannot_be_read_is_not_lost(tmp_path: Any) -> None:
    """A damaged save: a new game is set and says so, goes on, and the old text is there to be copied, also next time."""
    keeper = SaveStore(tmp_path)
    keeper.put("abcdef123456", "game", "elric 1\nrubbish that was a game")
    s = sit(None, keeper)
    say(s, kind="hello", search="?g=abcdef123456", stored={})
    assert "cannot be read" in html(s, "note")
    assert "not lost" in html(s, "note")
    say(s, kind="act", text="end")
    assert Game.load(keeper.get("abcdef123456", "game") or "").save() == s.game.save()
    for one in (s, sit(None, SaveStore(tmp_path))):
        say(one, kind="hello", search="?g=abcdef123456", stored={})
        say(one, kind="do", name="ready", value="")
        say(one, kind="do", name="more", value="keep")
        assert "rubbish that was a game" in html(one, "more")


def test_who_sits_down_again_is_told_what_happened_meanwhile() -> None:
    """The curtain tells what everybody could see since that player got up, and nothing that is hidden."""
    s = sit()
    texts = ["lead yishana", "attack dharijor_sequaloris", "halt", "end"]
    for text in texts:
        say(s, kind="act", text=text)
    while s.game.phase == "magic":
        if s.curtain is not None:
            say(s, kind="do", name="ready", value="")
        say(s, kind="act", text="done")
    say(s, kind="do", name="ready", value="")
    say(s, kind="act", text="fight dharijor_sequaloris")
    say(s, kind="act", text="ready")
    while s.curtain != 1:
        if s.curtain is not None:
            say(s, kind="do", name="ready", value="")
        a = s.game.legal_actions()[0]
        say(s, kind="act", text=str(a))
    told = html(s, "curtain")
    assert "Meanwhile" in told
    assert "Battle in Sequaloris" in told
    assert "Arkyn" not in told


@pytest.mark.parametrize("edition", ["chaosium", "avalon-hill"])
def test_ready_games_begin_at_the_first_movement(edition: str) -> None:
    """A game set by itself waits for the first player's first real decision, in both editions."""
    g = ready_game("successor", edition, 4)
    assert (g.turn, g.phase) == (1, "movement") or g.step in ("appearance",)


def test_every_step_of_whole_games_can_be_shown() -> None:
    """Random play through the page's own controls: each position is drawn, each button's action is judged."""
    import random
    import re

    rng = random.Random(3)
    s = sit(Game("successor", "chaosium", 8))
    seen = set()
    for _ in range(400):
        if s.game.seat is None:
            break
        if s.curtain is not None:
            say(s, kind="do", name="ready", value="")
            continue
        seen.add(s.game.step)
        if not s.hand_open and rng.random() < 0.5:
            say(s, kind="do", name="hand", value="")
        texts = re.findall(r'data-act="([^"]+)"', html(s)) + [str(a) for a in s.game.legal_actions()[:3]]
        say(s, kind="act", text=rng.choice(texts))
    assert {"movement", "stack", "magic"} <= seen


# Done by a click on the map, with or without a stack in hand.
_ON_THE_MAP = ("lead", "march", "home", "join", "drop", "step", "sail", "land")


@pytest.mark.parametrize("scenario", ["successor", "founding", "upstart", "world"])
@pytest.mark.parametrize("edition", ["chaosium", "avalon-hill"])
def test_every_legal_action_has_a_control(scenario: str, edition: str) -> None:
    """Whatever the rules allow can be done from the page: as a button, in a list, or by an area of the map."""
    import random
    import re

    from elric.young_kingdoms.table.choices import choice
    from elric.young_kingdoms.table.flights import aimed

    rng = random.Random(5)
    for seed in range(4):
        g = Game(scenario, edition, seed)
        for _ in range(400):
            if g.seat is None:
                break
            c = choice(g, g.view(g.seat), None, hand_open=True)
            shown = (
                str(c.html) + "".join(c.foot) + " ".join(f'"{text}"' for texts in c.areas.values() for text in texts)
            )
            legal = g.legal_actions()
            for aim in set(re.findall(r'data-do="aim" data-value="(fly [^"]+)"', shown)):
                flying = aimed(g, g.view(g.seat), aim, "")
                assert flying is not None
                shown += " ".join(f'"{text}"' for texts in flying.areas.values() for text in texts)
            assert [str(a) for a in legal if a.verb not in _ON_THE_MAP and f'"{a}"' not in shown] == []
            g.push(rng.choice(legal))
