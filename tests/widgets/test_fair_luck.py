"""Nobody at a table knows the luck to come: neither from a text that was shown to him nor from one that he brought in."""

from __future__ import annotations

import html
import re
from collections.abc import Callable
from pathlib import Path
from random import Random
from typing import Any

import pytest

from elric import games
from elric.app.store import SaveStore
from elric.kernel.chance import fresh_seed
from tests.widgets.test_keeping import PAGE, Tab

TOY = games.table("tests.toy")
TEXT = re.compile(r'<textarea[^>]*data-key="(?:save-text|export-[^"]+)">([^<]*)<')


@pytest.fixture
def store(tmp_path: Path) -> SaveStore:
    return SaveStore(tmp_path)


def toy(store: SaveStore) -> Tab:
    return Tab(store, kit=TOY)


def shown(tab: Tab) -> str:
    """The game as text, as its owner reads it."""
    tab.do("more", "keep")
    (text,) = TEXT.findall(tab.regions["more"])
    tab.do("more", "keep")
    return html.unescape(text)


def results(g: Any) -> list[int]:
    return [result for entry in g.record for result in entry.results]


def wander(g: Any, actions: int) -> None:
    rng = Random(3)
    for _ in range(actions):
        if g.seat is not None:
            g.push(rng.choice(g.legal_actions()))


def foretold(tab: Tab, texts: list[str], acts: int = 300) -> tuple[list[list[int]], list[int]]:
    """The results that each text foretells for the next acts, and those that come."""
    drawn = len(results(tab.game))
    kit = tab.session.table.kit
    told = []
    for text in texts:
        known = kit.load(text)
        wander(known, acts)
        told.append(results(known)[drawn:])
    here = kit.load(tab.text)
    wander(here, acts)
    return told, results(here)[drawn:]


def differs(told: list[list[int]], came: list[int]) -> None:
    for one in told:
        both = min(len(one), len(came))
        assert both > 3
        assert one[:both] != came[:both]


def test_what_the_owner_read_before_he_shared_tells_him_nothing(store: SaveStore) -> None:
    """He opens “Save or load”, gives a link, takes it back, reads again, and gives another."""
    tab = Tab(store)
    tab.do("go", "together")
    read = [shown(tab), tab.text]  # and what an earlier version of the program showed: the save itself
    tab.do("share", "1")
    differs(*foretold(tab, read))
    read.append(tab.text)
    tab.do("revoke", store.links(PAGE)[0].key)
    read.append(shown(tab))
    tab.do("share", "1")
    differs(*foretold(tab, read))
    assert store.get(PAGE, "game") == tab.text, "the record says so"
    assert "\nreseeded: " in tab.text


@pytest.mark.parametrize("start", [Tab, toy])
def test_no_text_that_is_shown_holds_a_seed_of_the_game(store: SaveStore, start: Callable[[Any], Tab]) -> None:
    """Neither under “Save or load” nor on the list of games, before and after sharing."""
    tab = start(store)
    tab.do("go", "together")
    tab.play(3)
    for _ in range(2):
        text = shown(tab)
        tab.do("games", "yours")
        tab.do("export", PAGE)
        (listed,) = [html.unescape(found) for found in TEXT.findall(tab.regions["games"])]
        tab.do("leave")
        for one in (text, listed):
            assert tab.session.table.kit.load(one).record == tab.game.record
            for seed in (tab.game.seed, *(seed for _, seed in tab.game.reseeded)):
                assert str(seed) not in one
        tab.do("share", "1")
        tab.do("revoke", store.links(PAGE)[0].key)


def test_a_text_that_is_brought_in_goes_on_with_other_luck(store: SaveStore) -> None:
    """Who has made the text knows its seed; he gives his own address to another device, and knows nothing."""
    text = games.table("").first(fresh_seed()).save()
    tab = Tab(store)
    tab.do("load", {"text": text})
    differs(*foretold(tab, [text]))
    assert tab.text == store.get(tab.page, "game")


def test_the_text_that_is_shown_stays_while_nothing_is_done(store: SaveStore) -> None:
    tab = Tab(store)
    tab.do("go", "together")
    assert shown(tab) == shown(tab)


def test_who_has_a_link_goes_along_with_the_new_luck_and_gives_none(store: SaveStore) -> None:
    owner = Tab(store)
    owner.do("go", "together")
    owner.do("share", "1")
    guest = Tab(store, store.links(PAGE)[0].key)
    seeds = owner.game.reseeded
    guest.do("share", "0")
    assert store.links(PAGE)[0].seat == 1
    assert len(store.links(PAGE)) == 1
    assert owner.game.reseeded == seeds
    owner.do("share", "")
    assert guest.follow()
    assert guest.text == owner.text


def test_a_game_that_cannot_be_kept_is_not_shared(store: SaveStore, monkeypatch: pytest.MonkeyPatch) -> None:
    from elric.app.store import StoreError

    tab = Tab(store)
    tab.do("go", "together")
    before = tab.text

    def full(*given: Any, **named: Any) -> None:
        raise StoreError("The disk is full.")

    with monkeypatch.context() as patch:
        patch.setattr(SaveStore, "put", full)
        tab.do("share", "1")
    assert store.links(PAGE) == []
    assert tab.text == before == store.get(PAGE, "game")
    assert "disk is full" in "".join(tab.regions.values())
