"""The sandbox takes whatever it is given: nothing edited is the same position, and no edit breaks it."""

from __future__ import annotations

import random
from typing import Any

import pytest

from elric import games
from elric.widgets.messages import Message
from elric.widgets.rooms.sandbox import SandboxRoom
from elric.widgets.rooms.sandbox_faults import make
from elric.widgets.session import Session

GAMES = ("elric", "tests.toy")
JUNK: tuple[Any, ...] = (
    None,
    5,
    -1,
    "x",
    [],
    {},
    [[]],
    {"x": 1},
    {"x": ["y"]},
    ["yishana", "yishana"],
    "²",
    [{"step": "losses"}],
    True,
)


def played(game: str, seed: int, actions: int) -> Any:
    g = games.table(game).first(seed)
    luck = random.Random(seed)
    for _ in range(actions):
        if g.seat is None:
            break
        g.push(luck.choice(g.legal_actions()))
    return g


@pytest.mark.parametrize("game", GAMES)
@pytest.mark.parametrize("seed", range(8))
def test_nothing_edited_is_the_same_position(game: str, seed: int) -> None:
    """Described, tidied and made again, a position of a game in any phase is the one that it was, and without a fault."""
    kit = games.table(game)
    g = played(game, seed, 40 * seed)
    position = kit.sandbox.tidy(g.position())
    state, faults = kit.game.draft(position)
    assert faults == []
    assert kit.game.describe(state) == g.position()
    text = kit.game.position_text(position)
    assert kit.sandbox.tidy(kit.game.parse_position(text)) == position


def edited(kit: Any, position: dict[str, Any], luck: random.Random) -> dict[str, Any]:
    """A position with one thing changed, as somebody may who presses everything."""
    sandbox = kit.sandbox
    kind = luck.randrange(6)
    things = sandbox.things(position)
    if kind <= 1:
        place = luck.choice([*kit.chart().areas, "box", "lost"])
        return dict(sandbox.put(position, luck.choice(things).key, place))
    if kind <= 3:
        fields = [*sandbox.fields(position), *sandbox.of_thing(position, luck.choice(things).key)]
        field = luck.choice([*fields, *sandbox.of_area(position, luck.choice([*kit.chart().areas]))])
        return dict(sandbox.set(position, field.key, luck.choice([option.value for option in field.options])))
    if kind == 4:
        return {**position, luck.choice([*sandbox.keys]): luck.choice(JUNK)}
    return dict(luck.choice([sandbox.anew, sandbox.empty])(position)) if luck.random() < 0.2 else position


@pytest.mark.parametrize("game", GAMES)
@pytest.mark.parametrize("seed", range(5))
def test_random_edits_never_break_anything_and_every_fault_has_words(game: str, seed: int) -> None:
    """Whatever is pressed or written, it can be drawn; where it can be, it can be played."""
    kit = games.table(game)
    luck = random.Random(seed)
    position: dict[str, Any] = played(game, seed, 30 * seed).position()
    sound = broken = 0
    for step in range(60):
        if step % 12 == 0:
            position = played(game, seed, 10 * step).position()
        position = edited(kit, position, luck)
        made = make(kit, kit.sandbox, position)
        assert all(fault.words for fault in made.faults)
        if made.faults:
            broken += 1
            continue
        sound += 1
        g = games.game_class(game).at(position)
        assert g.outcome is not None or g.legal_actions()
    assert sound > 0
    assert broken > 0


@pytest.mark.parametrize("game", GAMES)
@pytest.mark.parametrize("seed", range(3))
def test_the_page_can_be_drawn_after_any_edit(game: str, seed: int) -> None:
    """The same through the room: every leaf, with something in hand, compared with where it began."""
    kit = games.table(game)
    luck = random.Random(seed)
    page = Session(kit.first(seed), kit=kit)
    page.take(Message("hello"))
    page.take(Message("do", name="sandbox", value="here"))
    room = page.room
    assert isinstance(room, SandboxRoom)
    page.take(Message("do", name="sand-fork"))
    page.take(Message("do", name="sand-compare", value="0"))
    for _ in range(25):
        room._change(edited(kit, dict(room.tree.position), luck))
        things = list(room.things)
        page.take(Message("do", name="sand-take", value=luck.choice(things) if things else ""))
        page.take(Message("do", name="sand-tab", value=luck.choice(("board", "values", "cards", "luck", "share"))))
        page.take(Message("do", name=luck.choice(("sand-undo", "sand-redo", "sand-fork", "sand-tab"))))
        screen = page.draw()
        assert any(name == "sand-status" for name, _, _ in screen.regions)
