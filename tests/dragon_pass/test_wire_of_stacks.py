"""[7.6] What lies under the top of a stack stays off the wire: every message of the real widgets, while stacks march among each
other, and whatever is pressed on the page."""

from __future__ import annotations

from pathlib import Path
from random import Random
from typing import Any

import pytest

from elric.app.store import SaveStore
from elric.dragon_pass.components.units import UNITS
from elric.dragon_pass.position.state import sees
from elric.kernel.chance import SeededChance
from elric.widgets.rooms.kept import GAME as KEPT
from tests.widgets.wire import PAGE, Browser, same_chance

from .field import GAME, at, name
from .test_hot_seat import melee
from .test_independents import FAR
from .test_magic import LINE

__all__ = ["same_chance"]

pytestmark = pytest.mark.usefixtures("same_chance")


def presses(g: Any, rng: Random) -> list[dict[str, Any]]:
    """Clicks on stacks, questions about what lies there, the lab with a battle: what a guest may press at any moment."""
    piles = sorted(g.view(None)["stacks"])
    out: list[dict[str, Any]] = []
    for h in rng.sample(piles, min(4, len(piles))):
        top = g.view(None)["stacks"][h]["counters"][0]
        out.append({"kind": "area", "id": h, "unit": top})
        out += [
            {"kind": "do", "name": "what", "value": thing}
            for thing in (f"unit:{top}", f"unit:below-{top}-1", f"area:{h}")
        ]
    hidden = sorted(u for u in range(len(UNITS)) if g.state.place[u] >= 0 and not sees(g.state, u, None))
    out += [{"kind": "do", "name": "what", "value": f"unit:{UNITS[u].id}"} for u in hidden[:4]]
    out += [{"kind": "do", "name": name, "value": value} for name, value in (
        ("more", "words"), ("more", ""), ("whatif", ""), ("lab-pick", "0"), ("lab-try", "0"), ("lab-close", ""),
        ("whynot", ""), ("whynot", ""), ("hand", ""), ("find", "starkin"),
    )]  # fmt: skip
    return out


@pytest.mark.parametrize(
    ("key", "who"), [("coming-of-the-heroes", "the other seat"), ("invasion-of-sartar", "a watcher")]
)
def test_what_lies_face_down_is_on_nobody_elses_wire(key: str, who: str, tmp_path: Path) -> None:
    """[7.6] Both worlds of a page that cannot tell them apart are sent the same, letter by letter, while the
    armies march among each other, whatever is pressed."""
    rng, compared = Random(4), 0
    g = melee(key, 1)
    seat = 1 - g.seat if who == "the other seat" else None
    dealt = type(g).from_state(GAME.resample(g.state, seat, SeededChance(5)))
    assert dealt.state.piles != g.state.piles
    worlds = [type(g).at(x.position(), seed=99) for x in (g, dealt)]
    stores = [SaveStore(tmp_path / str(n)) for n in range(2)]
    for world, store in zip(worlds, stores, strict=True):
        store.put(PAGE, KEPT, world.save(), "")
    pages = [Browser(store, store.share(PAGE, -1 if seat is None else seat), "dragon-pass") for store in stores]
    for _ in range(6):
        for press in presses(worlds[0], rng):
            for page in pages:
                page.says(**press)
        one, two = pages
        assert one.sent[one.compared :] == two.sent[two.compared :], worlds[0].step
        compared += len(one.sent) - one.compared
        for page in pages:
            page.compared = len(page.sent)
        listed = [{GAME.notation.text(a) for a in world.legal_actions()} for world in worlds]
        both = sorted(listed[0] & listed[1])
        if not both or worlds[0].view(seat) != worlds[1].view(seat):
            break
        text = rng.choice(both)
        for world, store, page in zip(worlds, stores, pages, strict=True):
            before = world.save()
            world.push(text)
            store.put(PAGE, KEPT, world.save(), before)
            page.follow()
        if worlds[0].view(seat) != worlds[1].view(seat) or worlds[0].story(seat) != worlds[1].story(seat):
            break  # a roll has laid open who fights
    assert compared > 40


def test_whether_a_magician_lies_face_down_is_not_told_by_a_question(tmp_path: Path) -> None:
    """[7.6, 21.5] A spell is cast at a plain stack: whoever could cover it lies face down in range in one world, and far off in
    the other. The caster's browser gets the same, before and after the answer."""
    worlds = []
    for near, away in (
        (["bagnot", "comet-seers"], ["talfort", "goldedge"]),
        (["bagnot", "goldedge"], ["talfort", "comet-seers"]),
    ):
        stacks = {LINE[0]: ["krise"], LINE[2]: ["whipstock"], LINE[4]: near, FAR: away, LINE[6]: ["freedmen"]}
        worlds.append(at(stacks, scenario="complete-game", phase="combat", player="sartar", day=5, turn=2))
    assert worlds[0].view(1) == worlds[1].view(1)
    stores = [SaveStore(tmp_path / str(n)) for n in range(2)]
    worlds = [type(g).at(g.position(), seed=99) for g in worlds]
    for world, store in zip(worlds, stores, strict=True):
        store.put(PAGE, KEPT, world.save(), "")
    pages = [Browser(store, store.share(PAGE, 1), "dragon-pass") for store in stores]
    for text in (f"aim {name(LINE[0])} {name(LINE[2])}", f"cast {name(LINE[2])}", "bare"):
        for world, store, page in zip(worlds, stores, pages, strict=True):
            before = world.save()
            world.push(text)
            store.put(PAGE, KEPT, world.save(), before)
            page.follow()
        assert [world.step for world in worlds] == [worlds[0].step] * 2, text
        assert worlds[0].story(1) == worlds[1].story(1), text
        assert pages[0].sent == pages[1].sent, text
