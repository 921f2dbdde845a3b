"""Hidden things stay off the wire: every message of a page, in worlds that whoever sits there cannot tell apart.

A position is dealt anew as one seat cannot tell it from the real one, and both are opened at a page of that seat's, at one
of a watcher's, or at a screen where both players sit. Whatever is pressed there, and while the others play on, both pages are
sent the same, letter by letter, as long as the rules show that seat the same.
"""

from __future__ import annotations

import json
from collections.abc import Callable, Iterator
from itertools import islice
from pathlib import Path
from random import Random
from typing import Any, Final, NamedTuple

import pytest

from elric import games
from elric.app.store import SaveStore
from elric.kernel.chance import SeededChance
from elric.kernel.game import Game
from elric.opponents.at_random import any_verb
from elric.opponents.definition import Opponent, Plan, Sight
from elric.opponents.players import PLAYERS
from elric.widgets.rooms.kept import GAME, SEATS
from tests.widgets.wire import PAGE, TOUR, Browser, same_chance

__all__ = ["same_chance"]

pytestmark = pytest.mark.usefixtures("same_chance")
# At a screen where all seats are played one may have the text of the game, which tells everything, and the real position.
NOT_AT_ONE_SCREEN: Final = {
    ("more", "keep"),
    ("export", PAGE),
    ("sandbox", "here"),
    ("sand-real", ""),
    ("sand-moment", "0"),
}


class Role(NamedTuple):
    """Whose page is listened to.

    Attributes:
        looks: whose secrets it may show, of the seat that decides and of the other one.
        opens: the address of the page, in a store that holds the game, for that seat.
    """

    looks: Callable[[int], int | None]
    opens: Callable[[SaveStore, int | None], str]


def given_away(store: SaveStore, seat: int | None) -> str:
    """The owner's page, where every other seat is played from elsewhere."""
    for other in range(2):
        if other != seat:
            store.share(PAGE, other)
    return PAGE


ROLES: Final = {
    "a seat's link, deciding": Role(
        lambda seat: seat, lambda store, seat: store.share(PAGE, -1 if seat is None else seat)
    ),
    "a seat's link, waiting": Role(
        lambda seat: 1 - seat, lambda store, seat: store.share(PAGE, -1 if seat is None else seat)
    ),
    "a watcher's link": Role(lambda seat: None, lambda store, seat: store.share(PAGE)),
    "the owner's page, a seat given away": Role(lambda seat: seat, given_away),
    "one screen for both": Role(lambda seat: seat, lambda store, seat: PAGE),
}
SCENARIOS: Final = {"elric": "successor", "tests.toy": "hill", "dragon-pass": "gathering-armies"}
# What takes longer, once a moment.
LONG: Final = {
    ("replay-make", "page"),
    ("sand-moments", ""),
    ("sand-moment", "0"),
    ("whatif", ""),
    ("games", ""),
    ("rules", ""),
}


def moments(kit: str, scenario: str, seed: int, acts: int) -> Iterator[Game]:
    """Positions of a random game, further and further on."""
    g, rng = games.game_class(kit)(scenario, seed=seed), Random(seed)
    while g.seat is not None:
        yield g
        for _ in range(acts):
            if g.seat is not None:
                g.push(any_verb(rng, g.legal_actions()))


def alike(g: Game, seat: int | None, n: int) -> tuple[Game, Game] | None:
    """Two games from here that the seat cannot tell apart; None where nothing is hidden from it."""
    kit = g.definition
    for luck in range(n, n + 6):
        other = type(g).from_state(kit.resample(g.state, seat, SeededChance(luck)))
        one, two = (x.position() for x in (g, other))
        if one != two and not other.broken():
            made = tuple(type(g).at(position, seed=99) for position in (one, two))
            if shown(made[0], seat) == shown(made[1], seat):
                return made[0], made[1]
    return None


def shown(g: Game, seat: int | None) -> Any:
    """All that the rules show a seat."""
    return g.view(seat), g.story(seat), g.seat


def play_on(pages: tuple[Browser, Browser], stores: tuple[SaveStore, SaveStore], rng: Random) -> bool:
    """One act, the same in both worlds, and done elsewhere; False when there is none."""
    played = [type(page.game).load(store.get(PAGE, GAME)) for page, store in zip(pages, stores, strict=True)]
    listed = [{g.definition.notation.text(a) for a in g.legal_actions()} for g in played]
    both = sorted(listed[0] & listed[1])
    if not both:
        return False
    text = rng.choice(both)
    for g, page, store in zip(played, pages, stores, strict=True):
        before = g.save()
        g.push(text)
        store.put(PAGE, GAME, g.save(), before)
        page.follow()
    return True


def tour(pages: tuple[Browser, Browser], left_out: set[tuple[str, str]]) -> None:
    """Press everything that shows something of the game."""
    for name, value in TOUR:
        if (name, value) not in left_out:
            for page in pages:
                page.do(name, value)
                if name == "hint":
                    page.follow(), page.follow()
            same(pages, (name, value))


def same(pages: tuple[Browser, Browser], what: object) -> int:
    """Both were sent the same since this was asked last; returns how many messages that were."""
    one, two = (page.sent[page.compared :] for page in pages)
    for page in pages:
        page.compared = len(page.sent)
    for a, b in zip(one, two, strict=False):
        if a != b:
            at = next((i for i, (x, y) in enumerate(zip(a, b, strict=False)) if x != y), 0)
            told = "\n----\n".join(text[max(0, at - 200) : at + 120] for text in (a, b))
            raise AssertionError(f"after {what}:\n{told}")
    assert len(one) == len(two), what
    return len(one)


def listen(g: Game, kit: str, role: Role, n: int, folder: Path, acts: int) -> int:
    """Compare the wires of two worlds from one moment on; returns how many messages were the same."""
    assert g.seat is not None
    seat = role.looks(g.seat)
    worlds = alike(g, seat, n)
    if worlds is None:
        return 0
    stores = (SaveStore(folder / f"{n}-one"), SaveStore(folder / f"{n}-two"))
    for world, store in zip(worlds, stores, strict=True):
        store.put(PAGE, GAME, world.save(), "")
    one, two = (Browser(store, role.opens(store, seat), kit) for store in stores)
    pages = (one, two)
    same(pages, "opening")
    one_screen = role is ROLES["one screen for both"]
    if one_screen:
        for page in pages:
            page.do("ready")
    left_out = NOT_AT_ONE_SCREEN if one_screen else set()
    tour(pages, left_out)
    rng = Random(n)
    for _ in range(0 if one_screen else acts):
        if not play_on(pages, stores, rng) or one.game.seat is None or shown(one.game, seat) != shown(two.game, seat):
            return len(one.sent)  # what follows is told to this seat by the rules; after the end all lies open
        same(pages, one.game.record[-1])
    tour(pages, left_out | LONG)
    return len(one.sent)


DAILY: Final = ("a seat's link, waiting", "one screen for both")
"""Whose page is listened to in every game with each commit; the others' in the smallest game alone, and in all in `make siege`."""


@pytest.mark.parametrize(
    ("kit", "role"),
    [
        pytest.param(kit, role, marks=() if kit == "tests.toy" or role in DAILY else pytest.mark.siege)
        for kit in SCENARIOS
        for role in ROLES
    ],
)
def test_no_message_tells_what_the_seat_cannot_see(kit: str, role: str, tmp_path: Path) -> None:
    compared, acts = 0, 12 if kit == "tests.toy" else 90
    for n, g in enumerate(islice(moments(kit, SCENARIOS[kit], 3, acts), 1, 3)):
        compared += listen(g, kit, ROLES[role], 10 * n, tmp_path, 4)
    assert compared > 100, "something was hidden"


class Boaster(Opponent):
    """Does what is listed last, and tells itself all that it holds."""

    key, name, says = "captain", "Boaster", "Boasts."

    def thinking(self, sight: Sight) -> Iterator[Plan]:
        yield Plan((sight.dealt().legal_actions()[-1],), f"I hold {sight.view}.", "I go on.")


@pytest.mark.parametrize(
    ("kit", "who"),
    [
        pytest.param(kit, who, marks=pytest.mark.siege if (kit, who) == ("dragon-pass", "a watcher") else ())
        for kit in SCENARIOS
        for who in ("a person against it", "a watcher")
    ],
)
def test_no_message_tells_what_a_computer_holds(
    kit: str, who: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """While a computer plays on, and says why: the same in both worlds as long as its acts are the same."""
    monkeypatch.setitem(PLAYERS, "captain", Boaster)
    compared, acts = 0, 8 if kit == "tests.toy" else 40
    for n, g in enumerate(islice(moments(kit, SCENARIOS[kit], 4, acts), 1, 3)):
        assert g.seat is not None
        seat = 1 - g.seat if who == "a person against it" else None
        worlds = alike(g, seat, 10 * n)
        if worlds is None:
            continue
        stores = (SaveStore(tmp_path / f"{n}-one"), SaveStore(tmp_path / f"{n}-two"))
        hosts, pages = [], []
        for world, store in zip(worlds, stores, strict=True):
            store.put(PAGE, SEATS, json.dumps({o: "captain" for o in range(2) if o != seat}))
            store.put(PAGE, GAME, world.save(), "")
            hosts.append(Browser(store, PAGE, kit))
            hosts[-1].do("pace", "quick")
            pages.append(hosts[-1] if seat is not None else Browser(store, store.share(PAGE), kit))
        one, two = pages
        for _ in range(30):
            for browser in (*hosts, *(pages if seat is None else ())):
                browser.follow()
            if one.game.seat is None or shown(one.game, seat) != shown(two.game, seat):
                break
            compared += same((one, two), one.game.record[-1])
        else:
            tour((one, two), NOT_AT_ONE_SCREEN | LONG)
    assert compared > 20


@pytest.mark.parametrize("looks", ["0", "1", ""])
def test_no_message_tells_what_was_chosen_in_secret(looks: str, tmp_path: Path) -> None:
    """The toy's stances: until both have chosen, nobody else is sent anything that differs."""
    piles = {"0303": ["red-4"], "0402": ["blue-4"]}
    pages = []
    for n, stance in enumerate(("press", "hold")):
        store = SaveStore(tmp_path / str(n))
        g = games.game_class("tests.toy").at({"stacks": piles, "phase": "fight"}, seed=9)
        store.put(PAGE, GAME, g.save(), "")
        page = Browser(store, store.share(PAGE, int(looks) if looks else -1), "tests.toy")
        for text in ("attack 0303 0402", stance):
            if looks == "0":
                page.says(kind="act", text=text)
            else:
                before = g.save()
                g.push(text)
                store.put(PAGE, GAME, g.save(), before)
                page.follow()
        assert page.game.step == "stance"
        assert page.game.seat == 1
        pages.append(page)
    one, two = pages
    if looks == "0":
        with pytest.raises(AssertionError, match="after"):  # his own choice he is shown
            tour((one, two), set())
    else:
        tour((one, two), LONG)
