"""Rules, lab, course and first page without a browser: their addresses, odds in one form, marks that point at something."""

from __future__ import annotations

import json
import re
from fractions import Fraction
from html import unescape
from pathlib import Path
from typing import Any
from urllib.parse import urlencode

import pytest

from elric import games
from elric.app import stills
from elric.app.store import SaveStore
from elric.lab import say
from elric.tutor.lessons import lessons
from elric.widgets.bridge import sources
from elric.widgets.definition import TableDef
from elric.widgets.map.inspector import place_named, where
from elric.widgets.messages import Message
from elric.widgets.panels import first
from elric.widgets.rooms.lesson import LessonRoom
from elric.widgets.rooms.rulebook import RulebookRoom
from elric.widgets.rooms.table import FIRST_OPPONENT
from elric.widgets.screen import spoken
from elric.widgets.session import Session
from elric.young_kingdoms.game import Game
from elric.young_kingdoms.lab import picture
from elric.young_kingdoms.lab.battle import Battle
from elric.young_kingdoms.table.definition import TABLE
from elric.young_kingdoms.teaching import TEACHING
from tests.lab.desk import Desk
from tests.lab.test_session import BOARD, do, game, html
from tests.toy.table import TABLE as TOY
from tests.widgets.test_session import WAR


class Tab:
    """A browser's tab on the page: its address bar and its history."""

    def __init__(self, search: str = "", session: Session | None = None) -> None:
        self.page = session or Session()
        self.past: list[dict[str, str]] = []
        self.query = dict(x.split("=", 1) for x in search.lstrip("?").split("&") if x)
        self.say(Message("hello", search=search))

    def say(self, m: Message) -> str:
        self.page.take(m)
        screen = self.page.draw()
        if screen.push:
            self.past.append(dict(self.query))
        for name, value in screen.query.items():
            self.query.pop(name, None)
            if value is not None:
                self.query[name] = value
        self.layout = screen.layout
        self.html = "".join(h for _, _, h in screen.regions)
        return self.html

    def do(self, name: str, value: str = "") -> str:
        return self.say(Message("do", name=name, value=value))

    def back(self) -> str:
        self.query = self.past.pop()
        return self.do("address", "?" + urlencode(self.query))


# ---- addresses ------------------------------------------------------------------------------------------------------


def test_back_leads_through_every_room() -> None:
    """First page, a lesson, its next step, a clause, the lab's list, a battle, practice: and all the way back."""
    tab = Tab()
    ways = [("learn", ""), ("next", ""), ("leave", ""), ("rules", "6.2"), ("clause", "6.21"), ("whatif", ""),
            ("lab-build", ""), ("lab-plus", "0:jharkor"), ("lab-close", ""), ("practice", ""), ("home", "")]  # fmt: skip
    seen = [dict(tab.query)]
    for name, value in ways:
        tab.do(name, value)
        if tab.query != seen[-1]:
            seen.append(dict(tab.query))
    assert tab.query == {"page": "first"}
    assert len(tab.past) == len(seen) - 2  # an army more is no step of its own
    while tab.past:
        wanted = tab.past[-1]
        tab.back()
        assert tab.query == wanted
    assert "welcome" in tab.html


@pytest.mark.parametrize(
    "address",
    ["rules=6.2&edition=avalon-hill", "rules=chapter-9&edition=chaosium", "rules=glossary&edition=chaosium", "rules=quickref&edition=avalon-hill",
     "lesson=march/enemy&edition=chaosium", "lesson=map/sea&edition=avalon-hill&list=1", "battle=list", "practice=reach.7&edition=avalon-hill",
     "battle=1&edition=avalon-hill&place=dharijor_cape&attack=yishana, jharkor-army*2&defend=sarosto"],
)  # fmt: skip
def test_an_address_opens_its_place_again(address: str) -> None:
    """What an address opens has that address, in a page of its own, and shows the same there."""
    tab, other = (Tab(f"?{address}", Session(Game.at(WAR, seed=5))) for _ in range(2))
    assert tab.query == other.query == dict(x.split("=", 1) for x in address.split("&"))
    assert tab.past == []
    plain = re.compile(r"\d+ minutes?")
    assert plain.sub("", tab.html) == plain.sub("", other.html)
    assert "welcome" not in tab.html


@pytest.mark.parametrize("place", ["rule-25.3.2", "lesson-sartar.5.25.3"])
def test_a_question_about_one_clause_has_an_address(place: str) -> None:
    """White Bear: the name of such a kind holds a point itself; its address opens the same question, with a clause of its own or
    without."""
    tab = Tab(f"?practice={place}&edition=1976", Session(kit=games.table("dragon-pass")))
    assert tab.query == {"practice": place, "edition": "1976"}


def test_a_pinned_battle_comes_back_with_the_address() -> None:
    """Two battles side by side: a reload and a shared link show both; one that cannot be fought is left out."""
    tab = Tab("?battle=1&place=dharijor_cape&attack=yishana, jharkor-army*2&defend=sarosto")
    tab.do("lab-pin")
    assert "pin" not in tab.query, "nothing stands beside it yet"
    tab.do("lab-plus", "0:jharkor")
    assert "jharkor-army*3" in tab.query["attack"]
    assert "jharkor-army*2" in tab.query["pin"]
    other = Tab(session=Session())
    other.say(Message("hello", search="?" + urlencode(tab.query)))
    assert "lab-swap" in tab.html
    assert other.html == tab.html
    broken = tab.query | {"pin": tab.query["pin"].replace("sarosto", "nobody")}
    other.do("address", "?" + urlencode(broken))
    assert "lab-swap" not in other.html
    assert "jharkor-army*3" in other.query["attack"]


def test_the_neutral_lab_has_addresses_too() -> None:
    """A game without a lab room of its own."""
    kit = games.table("tests.toy")
    page = Tab(session=Session(kit=kit))
    page.do("whatif")
    assert page.query == {"battle": "list"}
    stacks = {"0403": ["red-4", "red-1"], "0503": ["blue-3", "blue-2"]}
    game = games.game_class("tests.toy").at({"phase": "fight", "stacks": stacks})
    text = games.lab("tests.toy").battles(game)[0].text
    page.say(Message("do", name="lab-load", fields={"text": text}))
    fight = page.page.room.fight  # type: ignore[attr-defined]
    address, title = dict(page.query), fight.title
    assert address["battle"] == fight.text
    again = Session(kit=kit)
    again.take(Message("do", name="address", value="?" + urlencode(address)))
    assert again.room.fight.title == title  # type: ignore[attr-defined]


@pytest.mark.parametrize(
    "address",
    ["rules=99.99", "lesson=marsh", "practice=nothing.7", "practice=reach.x", "rules=<b>", "rules=6.2&edition=none"],
)
def test_an_address_that_leads_nowhere_is_told(address: str) -> None:
    tab = Tab(f"?{address}")
    assert "cannot be followed" in tab.html
    assert "welcome" in tab.html
    assert "<b>”" not in tab.html
    assert tab.query == {"page": "first"}


def test_an_address_tells_nothing_of_a_hand() -> None:
    """The address stays in the browser when the other player sits down."""
    lab = Desk(game(), viewer=0)
    assert lab.open("dharijor_sequaloris")
    assert lab.battle is not None
    assert lab.battle.spec.hands
    assert "grome" not in str(lab.address)
    assert "misha" not in str(lab.address)
    again = Desk(game(), viewer=0)
    assert again.linked(lab.address.query) == ""
    assert again.battle is not None
    assert again.spec == lab.spec.but(hands=())
    assert again.battle.around is not None


def test_the_way_to_the_first_page_is_in_every_room() -> None:
    for door in ("learn", "practice", "puzzles", "rules", "whatif", "go"):
        tab = Tab()
        tab.do("go", "together")
        tab.do(door)
        assert 'data-do="home"' in tab.html
        assert "welcome" in tab.do("home")


def test_words_have_room() -> None:
    """Rules, lab and the list of lessons fold the map away; a lesson keeps it."""
    for address, layout in (("rules=6.2", "folded"), ("lesson=march", ""), ("lesson=march&list=1", "folded"),
                            ("battle=1&attack=yishana&defend=sarosto", "folded"), ("battle=list", "small"), ("", "")):  # fmt: skip
        assert Tab(f"?{address}").layout == layout


# ---- the rule book --------------------------------------------------------------------------------------------------


def test_the_book_does_not_speak_of_a_command_line() -> None:
    assert "python -m" not in Tab("?rules=quickref").html


def test_a_link_inside_a_clause_turns_the_page_to_its_chapter() -> None:
    tab = Tab("?rules=6.2&edition=avalon-hill")
    tab.do("clause", "9.94")
    assert 'data-key="at-9.94"' in tab.html
    tab.do("lookup", "wall")
    tab.do("clause", "6.571")
    assert tab.query["find"] == "wall"


# ---- the lab --------------------------------------------------------------------------------------------------------


def test_what_was_pinned_stays_until_somebody_unpins_it() -> None:
    """The other edition, an idea, another battle: none of them takes the pinned one away."""
    lab = Desk(game(), viewer=0)
    assert lab.open("dharijor_sequaloris")
    do(lab, "pin")
    pinned = lab.pinned
    do(lab, "plus", "0:jharkor")
    do(lab, "other")
    assert lab.pinned is pinned
    do(lab, "tab", "help")
    do(lab, "try", "0")
    assert lab.pinned is pinned
    do(lab, "list")
    assert lab.open("dharijor_cape")
    assert lab.pinned is pinned
    assert "Pin this one instead" in html(lab)
    do(lab, "pin")
    assert lab.pinned is not pinned


def test_nothing_changes_is_said_only_when_nothing_does() -> None:
    """The table below the sentence has no other figure then; what changes little is said to change little."""
    base = Battle("yishana, jharkor-army*5", "sarosto, dharijor-army*3", "dharijor_sequaloris")
    others = [
        base, base.but(edition="chaosium"), base.but(policy=("heroes", "heroes")), base.but(balance=3),
        base.but(attack="yishana, jharkor-army*6"), base.but(place="dharijor_cape"),
    ]  # fmt: skip
    said = [base.compare(other) for other in others]
    for c in said:
        same = not any(r.gain for r in c.rows) and c.lasting[0] == c.lasting[1]
        assert ("nothing changes" in c.sentence) == same, c.sentence
    assert "nothing changes" in said[0].sentence


def test_chances_have_one_form() -> None:
    """Percent in every sentence; a fraction is a fraction, and only where it was asked for."""
    for p in (Fraction(1, 3), Fraction(655, 1568), Fraction(123456789, 987654321), Fraction(10, 11)):
        assert Fraction(say.exact(p)) == p
        assert re.fullmatch(r"in \d+\.\d% of battles", say.often(p))
    lab = Desk(game(), viewer=0)
    assert lab.open("dharijor_sequaloris")
    do(lab, "tab", "why")
    fraction = re.compile(r"\b\d+/\d+\b")
    assert not fraction.search(re.sub(r"<[^>]*>", "", html(lab)))
    assert len(fraction.findall(re.sub(r"<[^>]*>", " ", do(lab, "exact")))) > 5


@pytest.mark.parametrize("place", ["open", "walled", "capital", "sea"])
def test_no_two_columns_have_one_name(place: str) -> None:
    sides = ("yishana, jharkor-army*5", "sarosto, dharijor-army*3")
    if place == "sea":
        sides = ("jharkor-fleet-1, yishana", "dharijor-fleet-1, sarosto")
    drawn = picture.chart(Battle(*sides, place).odds())
    names = [" ".join(re.findall(r"<text[^>]*>([^<%]+)</text>", bar)) for bar in re.findall(r"<g class=.*?</g>", drawn)]
    assert len(names) > 3
    assert len(set(names)) == len(names)
    assert "lab-key" in drawn


def test_sides_have_the_colours_of_their_seats() -> None:
    """On the board attackers and defenders bear their own colours, in the form, the chart and the heat map."""
    lab = Desk(game(), viewer=0)
    assert lab.open("dharijor_sequaloris")
    do(lab, "tab", "heat")
    assert html(lab).count('att-0 def-1"') == 3
    units = {"jharkor_sequa": ["yishana", "jharkor-army*3"], "dharijor_sequaloris": ["sarosto", "dharijor-army*6"]}
    other = Desk(Game.at({**BOARD, "player": 1, "hands": {}, "units": units}, leaderless=True), viewer=1)
    assert other.open("jharkor_sequa")
    assert 'att-1 def-0"' in html(other)
    cells = Battle("yishana, jharkor-army*5", "sarosto, dharijor-army*3", "walled").sweep()
    assert picture.heat(cells).count("background-color:rgb(") == len(cells)


# ---- lessons --------------------------------------------------------------------------------------------------------


def steps() -> Any:
    for key, lesson in lessons(TEACHING).items():
        for edition, some in lesson.steps.items():
            for step in some:
                yield f"{key}/{step.id}@{edition}", step


def test_no_mark_of_a_lesson_points_at_nothing() -> None:
    """What a step has you look at or find is on the map, and is marked."""
    areas = TABLE.chart().areas
    for place, step in steps():
        room = LessonRoom(place)
        screen = room.draw()
        for x in (*step.look, *step.find):
            assert where(screen.seen, areas, x) in areas, (place, x)
        for x in step.look:
            assert "ready" in screen.marks[where(screen.seen, areas, x)], (place, x)


def test_every_place_that_a_step_names_can_be_found() -> None:
    """By the search beside the map, to the letter; its name in what is told shows it there, unless it is to be found."""
    names = {str(area["name"]): key for key, area in TABLE.chart().areas.items()}
    asked = 0
    for place, step in steps():
        told = [
            name for name in names if len(name) > 3 and re.search(rf"\b{re.escape(name)}\b", f"{step.tell} {step.goal}")
        ]
        shown = "".join(h for _, _, h in LessonRoom(place).draw().regions)
        assert 'data-enter="goto"' in shown
        for name in told:
            asked += 1
            assert place_named(TABLE, name), (place, name)
        for key in step.find:
            assert f'class="place" data-look="{key}"' not in shown, (place, key)
    assert asked > 100


def test_a_step_frames_its_places_once() -> None:
    """A small map goes to where the step is when it begins, and not again while it is taken; a step about no place shows
    all of it."""
    room = LessonRoom("waters/find")
    assert "boiling_sea" in (room.draw().frame or ())
    room.take(Message("do", name="hint"))
    assert room.draw().frame is None
    room.take(Message("do", name="next"))
    frame = room.draw().frame
    assert frame is not None
    assert "boiling_sea" in frame
    assert len(frame) < 20


def test_a_lesson_tells_below_the_map_what_it_asks_for() -> None:
    """Each step by what it asks, the present one marked; a press goes there."""
    room = LessonRoom("waters/find")

    def outline() -> str:
        return next(str(html) for name, slot, html in room.draw().regions if (name, slot) == ("outline", "below"))

    steps = room.classroom.steps
    asked = [unescape(goal) for goal in re.findall(r"<button[^>]*>([^<]*)</button>", outline())]
    assert asked == [step.goal for step in steps]
    assert outline().count("aria-current") == 1
    room.take(Message("do", name="step", value=str(len(steps))))
    assert 'aria-current="step"' in outline().rpartition("<li")[2]


# ---- the first page -------------------------------------------------------------------------------------------------


def test_the_first_page_says_what_this_is_and_begins_with_the_first_turn() -> None:
    page = Tab().html
    card = page[page.index('class="card welcome"') :]
    order = [card.index(f'data-key="{key}"') for key in ("door-play", "door-learn", "door-lab", "door-rules")]
    assert order == sorted(order)
    assert "first turn, in five minutes" in card
    assert TABLE.wins
    assert 'class="wins"' in card


@pytest.mark.parametrize("kit", [TABLE, games.table("dragon-pass"), TOY], ids=lambda kit: kit.key)
def test_whoever_comes_alone_plays_a_computer_with_an_open_hand(kit: TableDef) -> None:
    """No cover, no second self: the other side is a computer's from the first click, and nobody else looks on. Two at one
    screen, or a friend by a link, are one click each."""
    session = Session(kit=kit)
    session.take(Message("hello"))
    table = session.table
    session.take(Message("do", name="go"))
    assert table.persons == {table.game.seat}
    assert set(table.computer.seats.values()) == {FIRST_OPPONENT}
    assert table.hand_open
    assert table.looker == table.game.seat
    assert table.curtain is None
    for value, more in (("together", ""), ("link", "share")):
        other = Session(kit=kit).table
        other.take(Message("do", name="go", value=value))
        assert not other.computer.seats
        assert not other.hand_open
        assert other.more == more


def test_who_comes_back_goes_on_with_the_last_game(tmp_path: Path) -> None:
    """At the bare address a new game is set; the one that was played last stands first, one that is over does not."""
    store = SaveStore(tmp_path)
    stored: dict[str, str] = {}

    def come() -> Session:
        session = Session(keeper=store)
        session.take(Message("hello", stored=stored))
        stored.update(session.draw().remember)
        return session

    first_time = come()
    assert first_time.table.recent is None
    first_time.take(Message("do", name="go"))
    first_time.take(Message("act", text=str(first_time.game.legal_actions()[0])))
    key = first_time.table.keeping.key
    again = come()
    assert again.table.recent is not None
    card = "".join(str(part) for _, _, part in again.draw().regions)
    assert card.index('data-key="door-recent"') < card.index('data-key="door-play"')
    again.take(Message("do", name="open-game", value="of-somebody-else"))
    assert again.table.keeping.key != key
    again.take(Message("do", name="open-game", value=key))
    assert again.table.keeping.key == key
    assert again.game.save() == first_time.game.save()
    assert not again.table.welcome


def test_a_game_that_was_begun_is_gone_on_with() -> None:
    tab = Tab()
    tab.do("go", "together")
    tab.do("play", "end")
    home = tab.do("home")
    assert "Go on with your game" in home
    assert "turn 1 of 10" in home
    assert "five minutes" not in home


def test_the_first_page_has_room_for_other_games() -> None:
    """A door for each, each with its own address; with one game there is none."""
    assert "game-door" not in first.welcome(TABLE)
    page = first.welcome(TABLE, "", [first.Other("hill", "Hill & <dale>", "A race for one hill.")])
    assert "Hill &amp; &lt;dale&gt;" in page
    assert 'href="?game=hill"' in page


def test_the_documentation_is_linked_where_there_is_one(monkeypatch: pytest.MonkeyPatch) -> None:
    """From the first page and from the cover of the rule book."""
    for docs, there in (("", False), ("/docs/?a=1&b=2", True)):
        monkeypatch.setenv(sources.SERVED, json.dumps({**stills.addresses("/", ""), "docs": docs}))
        for room in (Session(), RulebookRoom()):
            page = "".join(str(content) for _, _, content in room.draw().regions)
            assert ('href="/docs/?a=1&amp;b=2"' in page) is there
            assert ("Documentation" in page) is there


def test_what_is_said_at_once_is_whole_lines_and_has_the_end() -> None:
    """A long battle: the screen reader hears whole sentences, the last of them, and where the others stand."""
    lines = [f"Line {n} of a long battle is told here." for n in range(40)]
    said = spoken(["", *lines])
    assert len(said) < 660
    assert said.endswith(lines[-1])
    assert said.startswith("More came before; the story has it. Line ")
    assert spoken(["One.", "", "Two."]) == "One. Two."
    assert spoken(["x" * 700]) == "x" * 700
