"""What a seat cannot see stays off its page and its wire: fortress colors [18.44], Stones and men in hiding [19.2], whoever is under a
Cloak [20.0], Assassins [23.0], and what is declared in secret [13.0]. Refusals are told from the same page."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path
from random import Random
from typing import Any

import pytest

from elric.app.store import SaveStore
from elric.kernel.chance import SeededChance
from elric.sorcerer.components.board import HEXES
from elric.sorcerer.components.units import UNITS
from elric.sorcerer.position.notes import Seals, noted
from elric.sorcerer.table import TABLE
from elric.widgets.rooms.kept import GAME as KEPT
from tests.widgets.wire import PAGE, Browser, same_chance

from .field import GAME, Game, at, hexes, name, one

__all__ = ["same_chance"]

UNSEEN = "1975, cloak=true, assassins=true"
GAMES = [
    ("rivalry", UNSEEN),
    ("ussa", UNSEEN),
    ("dominance", "1975"),
    ("dominance-3", UNSEEN),
    ("stones", "1975"),
    ("stones-6", "1975"),
]
SHY = ("hide", "cloak", "reveal", "spring", "spoil", "uncloak", "paint", "attack", "lead")


def walk(key: str, rules: str, seed: int, actions: int) -> Iterator[tuple[int, Any]]:
    """Positions of a random game, in which whoever can hide somebody mostly does."""
    g, rng = Game(key, rules, seed=seed), Random(seed)
    for n in range(actions):
        if g.seat is None:
            return
        if n % 9 == 0 or g.step not in ("movement", "march", "deploy"):
            yield n, g
        listed = g.legal_actions()
        verb = rng.choice(sorted({a.verb for a in listed}))
        shy = [a for a in listed if a.verb in SHY]
        g.push(rng.choice(shy if shy and rng.random() < 0.7 else [a for a in listed if a.verb == verb]))


def differ(g: Any, other: Any) -> bool:
    """Whether two positions differ in what is hidden."""
    s, t = g.state, other.state
    return bool(s.hidden != t.hidden or noted(s, Seals) != noted(t, Seals) or s.agenda != t.agenda)


def drawn(g: Any, selected: str | None) -> tuple[Any, ...]:
    """All that the page makes of a position for the seat that decides."""
    view = TABLE.view(g, g.seat)
    c = TABLE.choice(g, view, selected, hand_open=True)
    aims = [TABLE.aimed(g, view, aim, "") for aim in ("bolt", "teleport")]
    lit = [(str(x.html), x.areas, x.marks) for x in aims if x is not None]
    return (
        str(c.html),
        c.areas,
        c.marks,
        c.warns,
        [str(button) for button in c.foot],
        lit,
        str(TABLE.tracks(view)),
        TABLE.pieces(view),
    )


@pytest.mark.parametrize("seed", [0, pytest.param(1, marks=pytest.mark.siege)])
@pytest.mark.parametrize(("key", "rules"), GAMES)
def test_the_page_is_the_same_whatever_is_hidden(key: str, rules: str, seed: int) -> None:
    """Panel, lit hexes, marks, pieces, clicks and their refusals, in positions that the seat which decides cannot tell apart."""
    tried = 0
    for n, g in walk(key, rules, seed, 260):
        other = g.resampled(g.seat, n)
        if not differ(g, other):
            continue
        tried += 1
        first = drawn(g, None)
        assert drawn(other, None) == first, (n, g.step)
        rng = Random(n)
        spots = [*rng.sample(sorted(first[2]), min(2, len(first[2]))), rng.choice(HEXES.names)]
        spots += [HEXES.names[h] for x in (g, other) for h in sorted(set(x.state.hidden.values()))[:3]]
        for area in spots:
            assert drawn(other, area) == drawn(g, area), (n, g.step, area)
            clicks = [TABLE.clicked(x, TABLE.view(x, x.seat), area, "", None) for x in (g, other)]
            assert clicks[0] == clicks[1], (n, g.step, area)
    assert tried > 2


@pytest.mark.parametrize(("key", "rules"), GAMES)
def test_an_onlooker_sees_no_hidden_counter(key: str, rules: str) -> None:
    """No id of anybody in hiding, and no Stone under a Seal, is in what a watcher's map and lists are made of."""
    seen = 0
    for n, g in walk(key, rules, 4, 300):
        view = TABLE.view(g, None)
        hidden = {UNITS[u].id for u in g.state.hidden}
        assert not hidden & set(view["units"])
        told = f"{TABLE.pieces(view)} {TABLE.tracks(view)}"
        assert not [key_ for key_ in hidden if f"{key_}'" in told or f'{key_}"' in told], n
        seen += len(hidden) + len(noted(g.state, Seals)) + (g.view(None)["sealed"] is not None)
    assert seen


def presses(g: Any, rng: Random) -> list[dict[str, Any]]:
    """Clicks, questions and doors: what a guest may press at any moment, at hidden things too."""
    hidden = sorted(g.state.hidden)
    spots = [*rng.sample(HEXES.names, 2), *(HEXES.names[g.state.hidden[u]] for u in hidden[:2])]
    out: list[dict[str, Any]] = [{"kind": "area", "id": spot, "unit": ""} for spot in spots]
    out += [{"kind": "do", "name": "what", "value": f"area:{spot}"} for spot in spots]
    out += [{"kind": "do", "name": "what", "value": f"unit:{UNITS[u].id}"} for u in hidden[:3]]
    out += [{"kind": "act", "text": f"take {UNITS[u].id}"} for u in hidden[:2]]
    out += [{"kind": "do", "name": name_, "value": value} for name_, value in (
        ("more", "words"), ("more", ""), ("whynot", ""), ("whynot", ""), ("hand", ""), ("find", "infantry"),
    )]  # fmt: skip
    return out


def position(key: str, rules: str, seat: int | None) -> tuple[Any, Any]:
    """A position that is well under way, and one that this seat cannot tell from it."""
    for seed in range(20):
        for n, g in walk(key, rules, seed, 300):
            if n < 40 or g.state.turn < 1:
                continue
            dealt = type(g).from_state(GAME.resample(g.state, seat, SeededChance(5)))
            if dealt.state.hidden != g.state.hidden or noted(dealt.state, Seals) != noted(g.state, Seals):
                return g, dealt
    raise AssertionError("nothing was ever hidden")


def sent_alike(worlds: list[Any], seat: int | None, tmp_path: Path, rounds: int) -> int:
    """Both worlds on two pages, pressed alike and played on alike: how many messages were compared, every one the same."""
    rng, compared = Random(4), 0
    worlds = [type(x).at(x.position(), seed=99) for x in worlds]
    stores = [SaveStore(tmp_path / str(n)) for n in range(2)]
    for world, store in zip(worlds, stores, strict=True):
        store.put(PAGE, KEPT, world.save(), "")
    pages = [Browser(store, store.share(PAGE, -1 if seat is None else seat), "sorcerer") for store in stores]
    for _ in range(rounds):
        for press in presses(worlds[0], rng):
            for page in pages:
                page.says(**press)
        one_, two = pages
        assert one_.sent[one_.compared :] == two.sent[two.compared :], worlds[0].step
        compared += len(one_.sent) - one_.compared
        for page in pages:
            page.compared = len(page.sent)
        listed = [{GAME.notation.text(a) for a in world.legal_actions()} for world in worlds]
        both = sorted(listed[0] & listed[1])
        if not both:
            break
        text = rng.choice(both)
        for world, store, page in zip(worlds, stores, pages, strict=True):
            before = world.save()
            world.push(text)
            store.put(PAGE, KEPT, world.save(), before)
            page.follow()
        if worlds[0].view(seat) != worlds[1].view(seat) or worlds[0].story(seat) != worlds[1].story(seat):
            break  # it has come to light
    return compared


@pytest.mark.usefixtures("same_chance")
@pytest.mark.parametrize(
    ("key", "rules", "seat"), [("stones", "1975", None), ("stones-4", "1975", 1), ("rivalry", UNSEEN, 0)]
)
def test_what_is_hidden_is_on_nobody_elses_wire(key: str, rules: str, seat: int | None, tmp_path: Path) -> None:
    """[19.2, 20.0, 23.0] Two worlds that a page cannot tell apart are sent the same, letter by letter, whatever is pressed."""
    assert sent_alike(list(position(key, rules, seat)), seat, tmp_path, 4) > 30


@pytest.mark.usefixtures("same_chance")
def test_the_colors_of_fortresses_are_sealed_on_the_wire(tmp_path: Path) -> None:
    """[18.44] One seat has chosen its colors, otherwise in each world: the other seat's browser is sent the same."""
    worlds = [Game("dominance", seed=3) for _ in range(2)]
    for world, which in zip(worlds, (0, -1), strict=True):
        assert world.step == "paint"
        first = world.seat
        while world.seat == first:
            world.push(world.legal_actions()[which])
    assert worlds[0].state.agenda != worlds[1].state.agenda
    assert worlds[0].view(worlds[0].seat) == worlds[1].view(worlds[1].seat)
    assert sent_alike(worlds, worlds[0].seat, tmp_path, 1) > 10


@pytest.mark.usefixtures("same_chance")
def test_what_is_declared_is_sealed_on_the_wire(tmp_path: Path) -> None:
    """[13.0] One side has said whether it attacks; the other side, asked now, is sent the same."""
    spot = one("orange")
    worlds = []
    for verb, leads in (("attack", "sorcerer-yellow-1"), ("hold", "sorcerer-blue-yellow")):
        stood = ["sorcerer-yellow-1", "sorcerer-blue-yellow", "yellow-troll-1", "orange-demon-1"]
        g = at({spot: stood}, player=1, script=[3] * 20)
        g.push("end")
        g.push(f"lead {leads}")
        g.push(next(a for a in g.legal_actions() if a.verb == verb))
        assert g.step == "declare"
        worlds.append(g)
    assert worlds[0].view(0) == worlds[1].view(0)
    assert sent_alike(worlds, 0, tmp_path, 1) > 10


def test_a_refusal_tells_nothing_of_an_assassin() -> None:
    """[23.5] A Bolt at a hex where only a hidden unit is gets the same answer as one at an empty hex."""
    start, where, empty = one("blue"), name(hexes("gray", plain=False)[0]), name(hexes("gray", plain=False)[1])
    for hidden in ({}, {"green-infantry-1": where}):
        g = at({start: ["sorcerer-blue-yellow"]}, player=1, rules=UNSEEN, hidden=hidden)
        g.push("take sorcerer-blue-yellow")
        seen, unseen = (
            [r.words.replace(spot, "") for r in g.verdict(f"bolt {spot} blue side-1").reasons]
            for spot in (where, empty)
        )
        assert seen == unseen
