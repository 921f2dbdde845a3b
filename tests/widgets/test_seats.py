"""Who sits at the screen: covers, the way back after a muster, questions that are none, hands that stay closed, colours."""

from __future__ import annotations

import json
import random
import re
from typing import Any

import pytest

from elric.app.store import SaveStore
from elric.widgets.map import piles
from elric.widgets.rooms.lesson import LessonRoom
from elric.young_kingdoms.components import spells
from elric.young_kingdoms.components.scenarios import scenarios
from elric.young_kingdoms.game import Game
from elric.young_kingdoms.table import TABLE, moot, sides
from elric.young_kingdoms.table.ready_games import ready_game
from elric.young_kingdoms.teaching.sense import sensible
from tests.widgets.test_session import WAR, Sitter, html, say, sit

TWO_SIDED = {
    **WAR,
    "units": {
        **WAR["units"],
        "dharijor_sequaloris": ["sarosto", "dharijor-army*3"],
        "dharijor_gromoorva": ["karnaal", "dharijor-sorcerer", "dharijor-army*2"],
    },
}
CALLING = {
    **WAR,
    "units": {**WAR["units"], "lormyr_iosaz": ["ohada"], "shazaar_aflitain": ["shazaar-army*4"]},
    "hands": {"ohada": ["donblas", "arkyn"], "jagreen-lern": ["arioch", "chardros"]},
}


def do(s: Sitter, name: str, value: str = "") -> Sitter:
    return say(s, kind="do", name=name, value=value)


def act(s: Sitter, text: str) -> Sitter:
    return say(s, kind="act", text=text)


def page(s: Sitter) -> str:
    """All that the browser gets."""
    screen = s.screen
    told = [screen.marks, screen.badges, screen.pieces, screen.names, screen.said]
    return html(s) + json.dumps(told)


def to_muster(s: Sitter) -> Sitter:
    """Through the turn to the Muster phase of the seat that began."""
    for _ in range(30):
        if s.curtain is not None:
            do(s, "ready")
        elif s.game.step == "muster" and s.game.seat == 0:
            return s
        else:
            act(s, {"magic": "done"}.get(s.game.step, "end"))
    raise AssertionError("the Muster phase does not come")


# ---- covers ---------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("scenario", ["successor", "upstart", "empire", "duel"])
def test_a_cover_stands_at_every_change_of_the_deciding_seat(scenario: str) -> None:
    """Random games at one screen: whenever another seat is asked than the one that sits there, the page is covered, and
    neither its controls nor a look at the hand go through."""
    rng = random.Random(7)
    s = sit(Game(scenario, "chaosium", 11))
    at, covers = s.game.seat, 0
    for _ in range(500):
        if s.game.seat is None:
            break
        if s.leaving is not None:
            do(s, "leave-table")
        elif s.game.seat != at:
            assert s.curtain == s.game.seat
            assert "data-cover" in html(s, "curtain")
            before = s.game.save()
            do(s, "hand")
            act(s, str(s.game.legal_actions()[0]))
            assert not s.hand_open
            assert s.game.save() == before
            assert "data-act" not in html(s)
            covers += 1
            at = s.game.seat
            do(s, "ready")
            assert s.curtain is None
        else:
            assert s.curtain is None
            act(s, str(sensible(s.game) if rng.random() < 0.6 else rng.choice(s.game.legal_actions())))
    assert covers


def test_the_defender_sits_down_before_he_decides_and_sees_only_his_own_hand() -> None:
    """From the attacker's "ready" to the defender's in one battle: a cover, and "Show my spells" is the defender's."""
    s = sit(Game.at(TWO_SIDED, seed=5, leaderless=True))
    for text in ("lead yishana", "join jharkor-army-1", "attack dharijor_sequaloris", "halt", "end"):
        act(s, text)
    for _ in range(6):
        if s.curtain is not None:
            do(s, "ready")
        if s.game.step == "magic":
            act(s, "done")
    assert s.game.step == "withhold"
    do(s, "hand")
    assert "Arkyn" in html(s)
    act(s, "ready")
    assert s.curtain == 1
    assert "Arkyn" not in page(s)
    do(s, "ready")
    do(s, "hand")
    assert "Arioch" in html(s)
    assert "Arkyn" not in html(s)


def test_who_opens_a_kept_game_is_asked_to_sit_down(tmp_path: Any) -> None:
    """After a reload, and after a text was loaded, the page is covered; a first page that nobody has played is not."""
    keeper = SaveStore(tmp_path)
    first = sit(None, keeper)
    say(first, kind="hello", search="", stored={})
    assert first.curtain is None
    act(first, str(first.game.legal_actions()[0]))
    again = sit(None, SaveStore(tmp_path))
    say(again, kind="hello", search=f"?g={first.keeping.page}", stored={})
    assert again.game.save() == first.game.save()
    assert again.curtain == again.game.seat
    do(again, "ready")
    say(again, kind="do", name="load", value={"text": first.game.save()})
    assert again.curtain == again.game.seat


def test_one_person_at_the_screen_sees_no_covers() -> None:
    """Where the other seats are played elsewhere nobody has to look away, and this page decides nothing for them."""
    s = sit(ready_game("successor", "avalon-hill", 3))
    own = s.game.seat
    assert own is not None
    s.humans = frozenset((own,))
    for _ in range(200):
        if s.game.seat == own:
            act(
                s,
                {"magic": "done", "take": "leave"}.get(s.game.step, "end")
                if s.game.step in ("movement", "magic", "combat", "muster", "search")
                else str(sensible(s.game)),
            )
        else:
            break
        assert s.curtain is None
    assert s.game.seat not in (None, own)
    before = s.game.save()
    act(s, str(s.game.legal_actions()[0]))
    assert s.game.save() == before
    assert "data-act" not in html(s)
    assert "The Theocrat decides" in html(s, "seat")
    assert s.curtain is None


# ---- what a muster brought ------------------------------------------------------------------------------------------


def test_a_muster_is_looked_at_before_the_turn_ends_and_can_be_taken_back() -> None:
    """Called, Lormyr stands on the map with a card that lists it; Take back undoes it while no luck has fallen; then the
    turn ends, and the next seat sits down to a cover."""
    s = to_muster(sit(Game.at(CALLING, seed=5, leaderless=True)))
    do(s, "hand")
    before = s.game.save()
    act(s, "muster ohada donblas lormyr")
    while s.game.seat == 0 and s.leaving is None:
        act(s, str(sensible(s.game)))
    assert s.leaving is not None
    assert s.curtain is None
    card = html(s, "leaving")
    assert "Lormyr" in card
    assert "armies of Lormyr" in card
    assert s.screen.marks["lormyr_iosaz"].endswith("target")
    assert "Western League" in html(s, "seat")
    assert "ends the turn" in html(s, "seat")
    if s.leaving.before is not None:
        do(s, "undo")
        assert s.leaving is None
        assert s.game.seat == 0
        if s.game.step == "muster":
            assert s.game.save() == before
        while s.game.seat == 0 and s.leaving is None:
            a = "muster ohada donblas lormyr" if s.game.step == "muster" else str(sensible(s.game))
            act(s, a)
    do(s, "leave-table")
    assert s.leaving is None
    assert s.curtain == 1


def test_whoever_moves_last_looks_at_his_muster_in_the_turn_that_he_ends() -> None:
    """The next turn has begun, and the bar still names this one; where luck has fallen the card says that nothing is taken
    back, and no button does it."""
    s = to_muster(sit(Game.at({**CALLING, "order": [1, 0]}, seed=5, leaderless=True)))
    do(s, "hand")
    turn = s.seen[None]["turn"]
    act(s, "muster ohada donblas lormyr")
    while s.game.seat == 0 and s.leaving is None:
        act(s, str(sensible(s.game)))
    assert s.leaving is not None
    assert s.seen[None]["turn"] == turn + 1
    assert f"Turn {turn} of" in html(s, "masthead")
    assert ("cannot be taken back" in html(s, "leaving")) is (s.leaving.before is None)
    assert ('data-do="undo"' in html(s, "foot")) is (s.leaving.before is not None)
    s.leaving = s.leaving._replace(before=None if s.leaving.before is not None else s.game)
    s.show()
    assert ("cannot be taken back" in html(s, "leaving")) is (s.leaving.before is None)


def test_nothing_mustered_nothing_to_look_at() -> None:
    """A turn that ends without a muster goes straight to the cover."""
    s = to_muster(sit(Game.at(CALLING, seed=5, leaderless=True)))
    act(s, "end")
    assert s.leaving is None
    assert s.curtain == 1


def test_every_name_in_muster_says_what_it_is_and_answers_the_question_mark() -> None:
    """Each name that a spell of the hand calls has its worth, its place and a card of its own; so has every name on every
    spell of the game."""
    s = to_muster(sit(Game.at(CALLING, seed=5, leaderless=True)))
    do(s, "hand")
    shown = html(s, "choice")
    for name in ("lormyr", "vilmir", "ilmiora", "shazaar"):
        assert f'data-what="muster:{name}"' in shown
    assert "combat value" in shown
    assert "Iosaz" in shown
    assert 'data-act="muster ohada donblas lormyr"' in shown
    view = TABLE.view(s.game, 0)
    for target in {t for names in spells.MUSTERS for t in names}:
        card = TABLE.about(f"muster:{target}", view, "avalon-hill")
        assert "<h3>" in card
        assert "about" in card
    assert not TABLE.about("muster:nobody", view, "avalon-hill")


# ---- questions that are none ----------------------------------------------------------------------------------------


def test_single_answers_are_given_and_told() -> None:
    """The one battle there is has to be fought: nobody is asked whether, the page says so, and the story goes on."""
    s, told = sit(), ""
    for text in ("lead yishana", "join jharkor-army-1", "attack dharijor_sequaloris", "halt", "end"):
        act(s, text)
        told += html(s, "note")
    for _ in range(6):
        if s.curtain is not None:
            do(s, "ready")
        if s.game.step == "magic":
            act(s, "done")
            told += html(s, "note")
    assert s.game.step == "withhold"
    assert any(entry.action == "fight dharijor_sequaloris" for entry in s.game.record)
    assert "one answer: fight in Sequaloris" in told


def test_no_question_with_a_single_answer_is_asked() -> None:
    """Over games of every kind: where one answer is all there is, and anybody can see it, nobody is asked."""
    rng = random.Random(2)
    for scenario in ("successor", "empire", "upstart"):
        s = sit(Game(scenario, "avalon-hill", 4))
        for _ in range(60):
            if s.game.seat is None:
                break
            if s.leaving is not None or s.curtain is not None:
                do(s, "leave-table" if s.leaving is not None else "ready")
                continue
            assert not moot.moot(s.game), s.game.step
            act(s, str(sensible(s.game) if rng.random() < 0.7 else rng.choice(s.game.legal_actions())))


def test_whether_a_question_is_one_tells_nothing_of_a_hand() -> None:
    """What is not asked hangs on the board alone: with every hidden spell dealt anew it is the same."""
    rng = random.Random(5)
    checked = 0
    for seed in range(4):
        g = Game("successor", "avalon-hill", seed)
        for k in range(250):
            if g.seat is None:
                break
            if moot.moot(g):
                checked += 1
                for other in range(3):
                    assert moot.moot(g.resampled(None, 100 * k + other)) == moot.moot(g)
            g.push(sensible(g) if rng.random() < 0.6 else rng.choice(g.legal_actions()))
    assert checked > 3


def test_two_of_five_is_one_click() -> None:
    """Of five armies any number comes along, or stays, by one click; and one Take back gives them back."""
    s = sit(
        Game.at(
            {**WAR, "units": {**WAR["units"], "jharkor_sequa": ["yishana", "jharkor-army*5"]}}, seed=5, leaderless=True
        )
    )
    act(s, "lead yishana")
    counts = re.findall(r'data-do="several" data-value="([^"]+)"[^>]*aria-label="([^"]+)"', html(s, "choice"))
    two = next(value for value, label in counts if label.startswith("2 armies"))
    do(s, "several", two)
    assert len(s.game.state.moving) == 3
    do(s, "undo")
    assert len(s.game.state.moving) == 1
    do(s, "several", "join jharkor-army-1;end;fly x y")
    assert len(s.game.state.moving) == 2


# ---- a closed hand --------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("edition", ["avalon-hill", pytest.param("chaosium", marks=pytest.mark.siege)])
def test_a_closed_hand_is_named_nowhere(edition: str) -> None:
    """Over random games: while its owner has not opened it, no spell of a hand is named in anything the browser gets,
    unless it lies open or was told to everybody."""
    rng = random.Random(9)
    seen = set()
    for seed in range(2):
        s = sit(Game("successor", edition, seed))
        for _ in range(160):
            g = s.game
            if g.seat is None:
                break
            if s.leaving is not None:
                do(s, "leave-table")
                continue
            if s.curtain is not None:
                do(s, "ready")
                continue
            seen.add(g.step)
            known = json.dumps(TABLE.view(g, None)) + " ".join(TABLE.sentence(e, s.players()) for e in g.story(None))
            shown = page(s)
            for names in TABLE.view(g, g.seat)["hands"].values():
                for spell in names:
                    i = spells.INDEX[spell]
                    if spells.NAMES[i] in known or spell in known:
                        continue
                    assert f">{spells.NAMES[i]}<" not in shown, (g.step, spell)
                    assert not re.search(rf'"[^"<>]*\b{re.escape(spell)}\b', shown), (g.step, spell)
            act(s, str(sensible(g) if rng.random() < 0.6 else rng.choice(g.legal_actions())))
    assert {"movement", "stack", "magic", "muster"} <= seen


@pytest.mark.parametrize("edition", ["chaosium", "avalon-hill"])
def test_controls_of_a_closed_hand_are_the_same_whatever_is_in_it(edition: str) -> None:
    """What the panel and the map offer while the hand is closed does not change when every hidden spell is dealt anew."""
    rng = random.Random(4)
    compared = set()
    for seed in range(3):
        g = Game("successor", edition, seed)
        for k in range(150):
            if g.seat is None:
                break
            if g.step in ("magic", "muster", "escape", "withhold", "combat", "soul", "take", "align"):
                compared.add(g.step)
                shown = [
                    TABLE.choice(h, TABLE.view(h, h.seat), None, hand_open=False)
                    for h in (g, g.resampled(None, 50 * k + seed))
                ]
                assert shown[0].html == shown[1].html, g.step
                assert (shown[0].foot, shown[0].areas, shown[0].marks) == (
                    shown[1].foot,
                    shown[1].areas,
                    shown[1].marks,
                )
            g.push(sensible(g) if rng.random() < 0.6 else rng.choice(g.legal_actions()))
    assert {"magic", "muster"} <= compared


def test_a_hand_shows_every_card_with_what_it_does_and_keeps_its_order() -> None:
    """Opened, each spell has a card with a line; laying one is a second press inside it, and the others stay in order."""
    s = sit(
        Game.at(
            {**CALLING, "hands": {"ohada": ["arkyn", "mirror-of-memory"], "dharijor-sorcerer": ["balan"]}},
            seed=5,
            leaderless=True,
        )
    )
    do(s, "hand")
    shown = html(s, "hand")
    assert re.findall(r"<b>([^<]+)</b> <i>", shown) == ["Arkyn", "Mirror of Memory"]
    assert "+3 in battle." in shown
    assert "Swallows enemy armies and fleets." in shown
    for summary in re.findall(r"<summary.*?</summary>", shown):
        assert "data-act" not in summary


def test_laid_spells_are_shown_to_their_owner_alone() -> None:
    """What was laid stands in the open hand with its place; closed, only that something lies there; to the other, nothing
    more than that."""
    s = sit(
        Game.at(
            {
                **CALLING,
                "units": {
                    **CALLING["units"],
                    "shazaar_aflitain": ["shazaar-army*4"],
                    "lormyr_iosaz": [],
                    "jharkor_sequa": ["yishana", "ohada", "jharkor-army*4"],
                },
            },
            seed=5,
            leaderless=True,
        )
    )
    for text in ("lead yishana", "join ohada", "join jharkor-army-1", "attack dharijor_sequaloris", "halt", "end"):
        act(s, text)
    assert s.game.step == "magic"
    act(s, "cast ohada donblas")
    do(s, "hand")
    assert re.search(r"You have laid.*Donblas.*Sequaloris", html(s, "choice"))
    do(s, "hand")
    assert "Donblas" not in page(s)
    assert "face down" in html(s, "choice")
    act(s, "done")
    other = TABLE.hand(TABLE.view(s.game, 1), open_=True)
    assert "Arioch" in other
    assert "Donblas" not in other


# ---- flights --------------------------------------------------------------------------------------------------------

FLYING = {
    **CALLING,
    "units": {**CALLING["units"], "lormyr_iosaz": [], "jharkor_sequa": ["yishana", "ohada", "jharkor-army*4"]},
    "hands": {"ohada": ["nihrain-horses", "arkyn"], "jagreen-lern": ["arioch"]},
}


def test_a_flight_is_chosen_on_the_map_with_the_hand_open() -> None:
    """Closed, the stack's panel says only that somebody here holds spells; open, the spell is chosen, places light up and
    are found by name, and a click flies there."""
    s = sit(Game.at(FLYING, seed=5, leaderless=True))
    act(s, "lead ohada")
    for name in ("", "fly nihrain-horses"):
        do(s, "aim", name)
        assert "Nihrain Horses" not in page(s)
        assert "nihrain-horses" not in page(s)
    do(s, "hand")
    do(s, "aim", "fly nihrain-horses")
    assert "<select" not in html(s)
    lit = {area for area, mark in s.screen.marks.items() if "reach" in mark}
    assert len(lit) > 40
    assert "bakshaan" in lit
    do(s, "find", "baksh")
    assert 'data-do="area" data-value="bakshaan"' in html(s, "choice")
    say(s, kind="area", id="bakshaan")
    assert TABLE.view(s.game, 0)["units"]["ohada"]["at"] == "bakshaan"


def test_a_flight_can_be_put_away() -> None:
    """Escape, or the button, leads back to marching; an aim that means nothing changes nothing."""
    s = sit(Game.at(FLYING, seed=5, leaderless=True))
    act(s, "lead ohada")
    do(s, "hand")
    plain = html(s, "choice")
    for way in ("escape", "aim"):
        do(s, "aim", "fly nihrain-horses")
        assert html(s, "choice") != plain
        do(s, way)
        assert html(s, "choice") == plain
    do(s, "aim", "fly away")
    assert html(s, "choice") == plain


# ---- colours --------------------------------------------------------------------------------------------------------


def test_a_side_has_one_colour_in_every_game_and_lesson() -> None:
    """Whichever seat leads the League, its counters, areas, banner and flags are of one colour; sides of one game differ."""
    for scenario in scenarios().values():
        names = [group.name for group in scenario.groups]
        assert len({sides.HUES[name] for name in names}) == len(names), scenario.key
    found: dict[str, set[int]] = {}
    for seed in range(8):
        g = ready_game("successor", "chaosium", seed)
        view = TABLE.view(g, None)
        for player in view["players"]:
            found.setdefault(player["name"], set()).add(player["hue"])
            assert piles.hue(player["seat"], view["players"]) == player["hue"]
        units = {unit["owner"]: unit["hue"] for unit in view["units"].values() if unit["owner"] is not None}
        assert units == {player["seat"]: player["hue"] for player in view["players"]}
        s = sit(g)
        at = next(player for player in view["players"] if player["seat"] == s.whose)
        assert f'class="seatbar s{at["hue"]}"' in html(s, "seat")
    assert found == {"The Western League": {0}, "The Theocrat": {1}}
    lesson = LessonRoom("march", "avalon-hill")
    hues = {p["name"]: p["hue"] for p in lesson.seen[None]["players"]}
    assert all(sides.HUES.get(name, hue) == hue for name, hue in hues.items())
    assert 0 in hues.values()


def _opposed(chaos: bool) -> Sitter:
    """Ohada in Aflitain with a spell of Law, and the Wizard of Jharkor in Sequa with one of Chaos, or of Law."""
    units = {**WAR["units"], "jharkor_sequa": ["yishana", "jharkor-wizard", "jharkor-army*4"]}
    hands = {"ohada": ["arkyn"], "jharkor-wizard": ["chardros" if chaos else "donblas"]}
    return sit(Game.at({**WAR, "units": units, "hands": hands}, seed=5, leaderless=True))


def test_a_closed_hand_lights_the_same_areas_whatever_it_holds() -> None:
    """8.5: where magicians would meet friends with opposed spells. With the hand closed the page is letter by letter the same
    as if they agreed; a press on such an area asks to open the hand and does nothing; with the hand open it is dark, and why
    not is told."""
    pages = [_opposed(chaos) for chaos in (True, False)]
    for s in pages:
        do(s, "lead", "ohada")
    shown = [(page(s), s.screen.marks, s.screen.badges, s.screen.names) for s in pages]
    assert shown[0] == shown[1]
    s, free = pages
    assert "reach" in s.screen.marks["jharkor_sequa"]
    record = len(s.game.record)
    say(s, kind="area", id="jharkor_sequa")
    assert len(s.game.record) == record
    assert "Open your hand first" in html(s, "note")
    assert "Law" not in html(s, "note")
    say(free, kind="area", id="jharkor_sequa")
    assert free.game.view()["units"]["ohada"]["at"] == "jharkor_sequa"
    do(s, "hand")
    assert "reach" not in s.screen.marks["jharkor_sequa"]
    say(s, kind="area", id="jharkor_sequa")
    assert len(s.game.record) == record


def test_a_battle_that_a_page_finds_is_no_news_and_one_that_comes_there_is(tmp_path: Any) -> None:
    """A page that opens in mid-battle shows the battle as it stands, also to whoever sits down later, and tells the next one."""
    rng, news, found = random.Random(5), set(), 0
    s = sit(None, SaveStore(tmp_path))
    say(s, kind="hello", search="", stored={})
    while found < 6:
        act(s, str(rng.choice(s.game.legal_actions())))
        if s.curtain is not None:
            do(s, "ready")
        card = re.search(r'data-told="([^"]+)"( data-old)?', html(s))
        if card is None:
            continue
        assert card[1] in news or not card[2]
        news.add(card[1])
        again = sit(None, SaveStore(tmp_path))
        say(again, kind="hello", search=f"?g={s.keeping.page}", stored={})
        do(again, "ready")
        if "data-told=" in html(again):
            assert "data-old" in html(again)
            found += 1
    assert len(news) > 1
