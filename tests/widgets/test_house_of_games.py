"""One page for all games of the house: doors, addresses, kept games and pasted ones lead to the game they are of."""

from __future__ import annotations

import os
import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest

from elric import games
from elric.app.store import SaveStore
from elric.kernel.chance import KeyedChance
from elric.widgets.house import House
from elric.widgets.messages import read
from elric.widgets.rooms.kept import GAME
from elric.widgets.screen import Screen

SHELF = "6" * 32
ELRIC, OTHER, *_ = games.GAMES


class Tab:
    """A browser's tab: its address bar, what it keeps, what it was shown."""

    def __init__(self, keeper: Any, search: str = "", name: str = "") -> None:
        self.house = House(keeper, name)
        self.bar: dict[str, str] = {}
        for pair in filter(None, search.lstrip("?").split("&")):
            self.bar.update([tuple(pair.split("=", 1))])  # type: ignore[list-item]
        self.stored = {"shelf": SHELF}
        self.screen: Screen
        self.says(kind="hello", search=search, stored=self.stored)

    def says(self, **content: Any) -> None:
        message = read(content)
        assert message is not None
        self.house.take(message)
        self.screen = self.house.draw()
        self.stored |= self.screen.remember
        for name, value in self.screen.query.items():
            self.bar.pop(name, None)
            if value is not None:
                self.bar[name] = value

    def do(self, name: str, value: Any = "") -> None:
        self.says(kind="do", name=name, value=value)

    @property
    def page(self) -> str:
        return " ".join(str(text) for _, _, text in self.screen.regions)

    @property
    def key(self) -> str:
        return self.house.kit.key


@pytest.fixture
def store(tmp_path: Path) -> SaveStore:
    return SaveStore(tmp_path)


def played(tab: Tab) -> None:
    """Something is done, so that the game is more than a fresh one."""
    tab.do("go", "together")
    before = len(tab.house.game.record)
    tab.says(kind="act", text=tab.house.game.definition.notation.text(tab.house.game.legal_actions()[0]))
    assert len(tab.house.game.record) > before


def test_the_first_page_has_a_door_for_each_game_and_a_page_reads_only_its_own() -> None:
    """Whoever stays with one game pays for no other: nothing of its rules is read to draw the door."""
    code = f"""
import sys
from elric.widgets.house import House
house = House()
page = " ".join(str(text) for _, _, text in house.draw().regions)
assert 'href="?game={ELRIC}"' in page and 'href="?game={OTHER}"' in page and page.count('aria-current="page"') == 2
assert "White Bear and Red Moon" in page
read = [name for name in sys.modules if name.startswith("{games.GAMES[OTHER]}.")]
assert not read, read
"""
    path = os.pathsep.join(filter(None, [str(Path(games.__file__).parents[1]), os.environ.get("PYTHONPATH")]))
    done = subprocess.run(
        [sys.executable, "-c", code],
        capture_output=True,
        text=True,
        check=False,
        env={**os.environ, "PYTHONPATH": path},
    )
    assert done.returncode == 0, done.stderr


def test_a_door_leads_to_the_other_game_and_the_address_says_so(store: SaveStore) -> None:
    """Each game has an address of its own, Back leads to the one before, and both stand as they were left."""
    tab = Tab(store)
    played(tab)
    first = dict(tab.bar)
    tab.do("home")
    tab.do("game", OTHER)
    assert tab.key == OTHER
    assert tab.screen.push
    assert tab.bar["game"] == OTHER
    assert tab.bar["g"] != first["g"]
    assert tab.bar["page"] == "first"
    assert "lesson" not in tab.bar
    played(tab)
    tab.do("address", "?g=" + first["g"])
    assert tab.key == ELRIC
    assert tab.house.table.keeping.key == first["g"]
    assert len(tab.house.game.record) > 1
    tab.do("address", f"?game={OTHER}")
    assert tab.key == OTHER
    assert len(tab.house.game.record) > 1


def test_what_a_browser_says_opens_no_game_from_outside_the_house(store: SaveStore) -> None:
    """A name with a dot would name a package: from a browser only the games of the house can be asked for."""
    for name in ("tests.toy", "os.path", "nowhere", ""):
        tab = Tab(store, f"?game={name}")
        tab.do("game", name)
        assert tab.key == ELRIC
    assert Tab(store, name="tests.toy").page.count("?game=") == 0
    assert Tab(store, f"?game={OTHER}", name="tests.toy").key == "tests.toy"


def test_a_kept_game_is_opened_on_its_own_page(store: SaveStore) -> None:
    """The address of a kept game opens that game, whichever name stands beside it, and the list says which each is of."""
    there = Tab(store, f"?game={OTHER}")
    played(there)
    here = Tab(store)
    played(here)
    for search in (f"?g={there.bar['g']}", f"?game={ELRIC}&g={there.bar['g']}"):
        again = Tab(store, search)
        assert again.key == OTHER
        assert again.bar["game"] == OTHER
        assert again.bar["g"] == there.bar["g"]
        assert again.house.game.save() == there.house.game.save()
    here.do("games")
    assert "White Bear and Red Moon, last played" in here.page
    assert "Elric, last played" in here.page
    while here.house.follow():  # draws one little map at a time
        here.screen = here.house.draw()
    for game in (ELRIC, OTHER):
        assert here.page.count(f'href="#er-little-map-{game}"') == here.page.count(f'id="er-little-map-{game}"') == 1
    here.do("open-game", there.bar["g"])
    assert here.key == OTHER
    assert here.screen.push
    assert here.bar == {**here.bar, "game": OTHER, "g": there.bar["g"]}
    assert "games" not in here.bar


def test_a_pasted_game_is_opened_on_its_own_page(store: SaveStore) -> None:
    """A save says what it is of; the game on the table is kept where it is."""
    tab = Tab(store)
    played(tab)
    mine = tab.bar["g"]
    text = games.table(OTHER).first(5).save()
    tab.do("load", {"text": text})
    assert tab.key == OTHER
    assert tab.house.game.record == games.table(OTHER).load(text).record
    assert store.get(tab.bar["g"], GAME) == tab.house.game.save()
    assert Tab(store, f"?g={mine}").key == ELRIC
    tab.do("ready")
    tab.do("load", {"text": "dragon-pass 1\nnonsense"})
    assert tab.key == OTHER
    assert "is not a game that can be read" in tab.page


def test_hidden_luck_and_words_stay_with_their_game(store: SaveStore) -> None:
    """What the browser keeps of one game's course is not the other's, and each game's luck is its own."""
    tab = Tab(store)
    tab.do("game", OTHER)
    assert isinstance(tab.house.game.chance, KeyedChance)
    sessions = tab.house._open
    assert sessions[ELRIC]._mine == ""
    assert sessions[OTHER]._mine == f"{OTHER}:"
    assert sessions[ELRIC].table.keeping.key != sessions[OTHER].table.keeping.key
