"""Text from outside stays text: names, saves, notes and searches with tags and quotes in them, through every panel."""

from __future__ import annotations

import json
from fractions import Fraction
from html.parser import HTMLParser
from pathlib import Path
from typing import Any

import pytest

from elric.app.store import SaveStore
from elric.kernel.verdict import Reason
from elric.lab.definition import Row
from elric.tutor.definition import Advice, Danger, Doubt
from elric.widgets.markup import Markup, html, join
from elric.widgets.messages import Message, read
from elric.widgets.panels import clauses, coach, controls, end, frame, keeping, lab, lesson, practice, rulebook, story
from elric.widgets.rooms.kept import About, KeptGame, Link
from elric.widgets.screen import Screen
from elric.widgets.session import Session
from elric.young_kingdoms.game import Game
from elric.young_kingdoms.table import TABLE, cards, counters, definition
from elric.young_kingdoms.table.geometry import geometry
from tests.widgets.test_session import WAR

EVIL = "<script>alert(1)</script><img src=x onerror=alert(1)>\" onmouseover=\"alert(1)' onfocus='alert(1)"


class Tags(HTMLParser):
    """The tags and attributes that a browser would see, and the text."""

    def __init__(self, page: str) -> None:
        super().__init__()
        self.tags: set[str] = set()
        self.attributes: set[str] = set()
        self.text = ""
        self.feed(page)

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        self.tags.add(tag)
        self.attributes |= {name for name, _ in attrs}
        self.text += " ".join(value or "" for _, value in attrs)

    def handle_data(self, data: str) -> None:
        self.text += data


def harmless(page: str, *, shown: bool = True) -> None:
    seen = Tags(page)
    assert not seen.tags & {"script", "img"}, page
    assert not {name for name in seen.attributes if name.startswith("on")}, page
    if shown:
        assert "alert(1)" in seen.text, page


def whole(screen: Screen) -> str:
    return "".join(str(part) for _, _, part in screen.regions) + "".join(str(p["html"]) for p in screen.pieces.values())


def test_the_helper_escapes_what_it_is_given_and_nothing_twice() -> None:
    assert html("<b>{}</b>", "<i>") == "<b>&lt;i&gt;</b>"
    assert html("<b>{}</b>", html("<i>{}</i>", "&")) == "<b><i>&amp;</i></b>"
    assert (
        html('<i title="{}" style="--p:{:.2f}">{{}}</i>', "\"'", 1 / 3)
        == '<i title="&#34;&#39;" style="--p:0.33">{}</i>'
    )
    assert join(["<", html("<br>"), 3], ", ") == "&lt;, <br>, 3"
    assert isinstance(join([]), Markup)


@pytest.mark.parametrize(
    "messages",
    [
        [{"kind": "act", "text": EVIL}],
        [{"kind": "do", "name": "find", "value": "<img src=x onerror=alert(1)>\"'"}],
        [{"kind": "do", "name": "load", "value": {"text": EVIL}}],
        [{"kind": "do", "name": "what", "value": f"clause:{EVIL}"}],
        [{"kind": "do", "name": "start", "value": {"scenario": EVIL, "edition": EVIL}}],
        [{"kind": "do", "name": "rules"}, {"kind": "do", "name": "lookup", "value": EVIL[:60]}],
        [{"kind": "do", "name": "rules"}, {"kind": "do", "name": "clause", "value": EVIL}],
        [{"kind": "do", "name": "practice"}, {"kind": "do", "name": "import", "value": {"text": EVIL}}],
        [{"kind": "do", "name": "learn"}, {"kind": "act", "text": EVIL}],
        [{"kind": "do", "name": "whatif"}, {"kind": "do", "name": "lab-load", "value": {"text": f"attack: {EVIL}"}}],
        [{"kind": "do", "name": "whatif"}, {"kind": "do", "name": "lab-build"}, {"kind": "do", "name": "lab-place", "value": EVIL}],
        [{"kind": "do", "name": "whatif"}, {"kind": "do", "name": "lab-build"}, {"kind": "do", "name": "lab-port", "value": EVIL}],
        [{"kind": "do", "name": "whatif"}, {"kind": "do", "name": "lab-build"}, {"kind": "do", "name": "lab-policy", "value": f"0:{EVIL}"}],
        [{"kind": "hello", "search": "?battle=1&attack=%3Cscript%3Ealert(1)%3C/script%3E", "stored": {}}],
        [{"kind": "hello", "search": "", "stored": {"practised": EVIL, "solved": json.dumps([EVIL])}}, {"kind": "do", "name": "practice"},
         {"kind": "do", "name": "keep"}],
    ],
)  # fmt: skip
def test_whatever_a_browser_says(messages: list[dict[str, Any]]) -> None:
    page = Session(Game.at(WAR, seed=5))
    for content in messages:
        m = read({"value": "", **content} if content["kind"] == "do" else content)
        assert m is not None
        page.take(m)
        harmless(whole(page.draw()), shown=False)


def test_a_save_that_cannot_be_read(tmp_path: Path) -> None:
    """The text is shown for copying, in the page's “Save or load”."""

    store = SaveStore(tmp_path)
    store.put("abcdef123456", "game", EVIL)
    page = Session(Game.at(WAR, seed=5), store)
    page.take(Message("hello", search="?g=abcdef123456"))
    page.take(Message("do", name="more", value="keep"))
    harmless(whole(page.draw()))


def test_names_of_pieces_players_and_places(monkeypatch: pytest.MonkeyPatch) -> None:
    """A view, a story and a map in which every name is hostile, drawn in every room."""
    view = Game.view

    def evil_view(self: Game, seat: int | None = None) -> dict[str, Any]:
        seen = view(self, seat)
        for unit in seen["units"].values():
            unit["name"] = EVIL
        for player in seen["players"]:
            player["name"] = EVIL
        return seen

    areas = {key: {**area, "name": EVIL} for key, area in geometry().areas.items()}
    monkeypatch.setattr(Game, "view", evil_view)
    monkeypatch.setattr(type(definition.TABLE), "sentence", staticmethod(lambda event, names: EVIL))
    monkeypatch.setitem(geometry().__dict__, "areas", areas)
    page = Session(Game.at(WAR, seed=5))
    for m in (
        Message("area", id="jharkor_sequa"), Message("area", id="dharijor_sequaloris"), Message("area", id="pan_tang"),
        Message("do", name="more", value="words"), Message("do", name="more", value="log"), Message("do", name="find", value="a"),
        Message("do", name="what", value="area:jharkor_dhakos"), Message("do", name="what", value="unit:yishana"),
        Message("do", name="show"), Message("do", name="escape"), Message("act", text="halt"), Message("act", text="end"),
        Message("do", name="hand"), Message("act", text="done"), Message("do", name="ready"), Message("do", name="learn"),
        Message("area", id="jharkor_dhakos"), Message("do", name="practice"), Message("area", id="jharkor_dhakos"),
        Message("do", name="rules"), Message("area", id="jharkor_dhakos"), Message("do", name="leave"),
    ):  # fmt: skip
        page.take(m)
        screen = page.draw()
        harmless(whole(screen), shown=page.room is page.table)


def test_every_panel_that_shows_words_of_others() -> None:
    """Panel by panel, with hostile words in every place that takes words."""
    why = Reason(("9.4", "9.4"), EVIL, EVIL, (EVIL,))
    unit = {"name": EVIL, "kind": "hero", "combat": 1, "nation": EVIL, "owner": 0, "at": "oin", "magic": 1}
    event = {"kind": "turn"}
    evil = About(*[EVIL] * 4, "0").text()
    panels = [
        controls.act(EVIL, EVIL, key=EVIL, hotkey=EVIL, small=EVIL), controls.do(EVIL, EVIL, EVIL, hotkey=EVIL, look=EVIL),
        controls.chip(EVIL), controls.prose(EVIL, set()), controls.seat(0, EVIL), controls.seat(None, EVIL),
        clauses.refusal(TABLE, "avalon-hill", EVIL, [why], {EVIL}),
        keeping.unkept(EVIL), story.beside([event], lambda e: EVIL, lambda e: [EVIL], 9), story.whole([event], lambda e: EVIL),
        end.card({"winner": 0, "words": EVIL}, {0: EVIL}, EVIL, (), True),
        frame.finder(EVIL, [(EVIL, EVIL)], True), keeping.keep(EVIL, EVIL), frame.curtain(0, EVIL, [EVIL]),
        keeping.share({0: EVIL, 1: EVIL}, [Link(EVIL, 1)], owner=True, kept=True, trouble=EVIL),
        keeping.games([KeptGame(EVIL, EVIL, EVIL, 0.0), KeptGame(EVIL, "", evil, 0.0, 1.0)], 9.0, renaming=EVIL),
        keeping.games([KeptGame(EVIL, EVIL, EVIL, 0.0)], 9.0, exported=(EVIL, EVIL)), keeping.behind("waiting", EVIL, EVIL),
        keeping.games([KeptGame(EVIL, "", evil, 0.0)], 9.0, trouble=EVIL), keeping.waiting(0, EVIL, owner=True, watching=False),
        frame.masthead(TABLE, {"seat": 0, "player": 1, "turn": 1, "turns": 9, "phase": ""}, {0: EVIL, 1: EVIL}),
        coach.coach(Advice(EVIL, EVIL, EVIL, EVIL, (EVIL,), EVIL, EVIL, EVIL, (Danger(EVIL, EVIL), Danger(EVIL)))),
        coach.doubts([Doubt(EVIL, (why,))]), lesson.answers([EVIL], 1, 1), lesson.cites([EVIL]),
        lesson.phases([(EVIL, EVIL)], "", EVIL), practice.keep(EVIL, EVIL, EVIL), practice.notice(EVIL),
        rulebook.search(TABLE, "avalon-hill", EVIL), rulebook.found([], [], EVIL), lesson.places(EVIL + " Evilland", {"Evilland": EVIL}), lab.load(EVIL, [], EVIL, " ".join), lab.bar(Row(EVIL, Fraction(1, 2)), False),
        counters.counter({**unit, "combat": EVIL}), cards.spell_card(0, holder=EVIL),
        cards.unit_button({"units": {EVIL: unit}}, EVIL, html(' data-x="{}"', EVIL), EVIL),
    ]  # fmt: skip
    for panel in panels:
        assert isinstance(panel, Markup)
        harmless(panel)
