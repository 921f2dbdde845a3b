"""Two players at one screen: a cover stands between them where something hidden could pass, and nowhere else."""

from __future__ import annotations

from random import Random
from typing import Any

import pytest

from elric import games
from elric.dragon_pass.components.units import UNITS
from elric.kernel.chance import SeededChance
from elric.widgets.messages import Message
from elric.widgets.session import Session

from .field import BESIDE, BOARD, GAME, HEXES, at, name, ones, open_line

H = open_line()
BOUND = {u for u, unit in enumerate(UNITS) if unit.kind in ("dragon", "giant carrier", "carrier", "illusion", "zombie")}


def page(game: Any) -> Session:
    s = Session(game, kit=games.table("dragon-pass"))
    s.take(Message("hello"))
    return s


def drawn(s: Session) -> str:
    """All that the browser gets."""
    screen = s.draw()
    return repr([screen.regions, screen.marks, screen.badges, screen.pieces, screen.names, screen.stage])


def play(s: Session, rng: Random) -> None:
    """One act at the page, by a verb drawn first: battles and their answers are common then."""
    listed = [a for a in s.game.legal_actions() if a.verb not in ("force", "top")] or s.game.legal_actions()
    verbs = sorted({a.verb for a in listed})
    verb = "roll" if "roll" in verbs else "assign" if "assign" in verbs else rng.choice(verbs)
    s.take(Message("act", text=s.game.definition.notation.text(rng.choice([a for a in listed if a.verb == verb]))))


def melee(key: str, seed: int) -> Any:
    """Stacks of both sides in disorder beside each other, with somebody under most tops."""
    rng, scenario = Random(seed), GAME.scenarios()[key]
    near = [h for h in ones(HEXES.disc(H, 4)) if h not in BOARD.place_at]
    rng.shuffle(near)
    stacks = {}
    for side in scenario.sides:
        units = [UNITS[u].id for army in scenario.armies if army.side == side for u in army.units if u not in BOUND]
        rng.shuffle(units)
        for _ in range(9):
            stacks[near.pop()] = [units.pop() for _ in range(rng.choice((1, 2, 3)))]
    return at(stacks, phase="movement", scenario=key)


@pytest.mark.parametrize("key", ["tax-collectors", "coming-of-the-heroes", "invasion-of-sartar"])
def test_who_answers_without_a_cover_shows_nothing_that_the_others_may_not_see(key: str) -> None:
    """[7.6] Whenever seats take turns without a cover, the whole page is the same in a position that differs only in what
    another player at the screen cannot see; what is not the same is covered first."""
    bare = covers = compared = 0
    for seed in range(3):
        rng, s = Random(seed), page(melee(key, seed))
        for n in range(300):
            if s.game.seat is None:
                break
            if s.table.leaving is not None:
                s.take(Message("do", name="leave-table"))
                continue
            if s.table.curtain is not None:
                covers += 1
                s.take(Message("do", name="ready"))
                assert s.table.looker == s.game.seat
                continue
            if not s.table.settled:
                bare += 1
                assert s.table.looker is None
                now, real = drawn(s), s.game.state
                for seat in s.game.scenario.sides:
                    if seat != s.game.seat:
                        s.game.state = GAME.resample(real, seat, SeededChance(n))
                        compared += s.game.state.piles != real.piles
                        s.table._seen = s.table._offer = None
                        assert drawn(s) == now, (seed, n, s.game.step)
                s.game.state = real
                s.table._seen = s.table._offer = None
            play(s, rng)
    assert covers
    assert bare, "nobody ever answered"
    assert compared


def test_a_trade_is_paid_without_a_cover_and_the_mover_goes_on_without_one() -> None:
    """[12.6, 7.6] The defender chooses who is lost: all who fought lie open. Then the next battle is rolled; the next Move
    begins behind a cover."""
    foe, far = BESIDE[H][0], max(range(len(BESIDE)), key=lambda h: abs(h - H) if BESIDE[h][0] >= 0 else 0)
    g = at({H: ["militia-foot-1"], foe: ["antelope-lancers", "whipstock"], far: ["militia-foot-2"]}, phase="combat")
    g.push(f"assign {name(H)} {name(foe)}")
    s = page(g)
    attacker = g.seat
    with g.scripted([3]):
        s.take(Message("act", text=f"roll {name(foe)}"))
    assert s.game.step == "pay"
    assert s.game.seat != attacker
    assert s.table.curtain is None
    assert 'data-act="lose whipstock"' in drawn(s)
    s.take(Message("act", text="lose whipstock"))
    while s.table.curtain is None:
        s.take(Message("act", text=s.game.definition.notation.text(s.game.legal_actions()[-1])))
    assert s.game.step in ("movement", "early")
    assert s.table.curtain == s.game.seat


def test_what_takes_all_who_fought_is_paid_at_once() -> None:
    """[12.6] One unit is left to pay with: nobody is asked, and the page says so."""
    foe = BESIDE[H][0]
    g = at({H: ["militia-foot-1"], foe: ["antelope-lancers"]}, phase="combat")
    g.push(f"assign {name(H)} {name(foe)}")
    s = page(g)
    with g.scripted([3]):
        s.take(Message("act", text=f"roll {name(foe)}"))
    assert s.game.step != "pay"
    assert "there is no other way" in s.table.note
    assert UNITS[next(u for u in range(len(UNITS)) if UNITS[u].id == "antelope-lancers")].name in s.table.note


def test_who_sits_down_sees_his_own_stacks_and_nobody_else_does() -> None:
    """[7.6] After the cover the map shows what lies under one's own counters; behind it nothing of either side."""
    foe = BESIDE[H][0]
    g = at({H: ["militia-foot-1", "militia-cavalry-2"], foe: ["antelope-lancers", "whipstock"]}, phase="movement")
    s = page(g)
    own, others = ("militia-cavalry-2", "whipstock") if g.seat == 1 else ("whipstock", "militia-cavalry-2")
    assert own in s.draw().pieces
    assert others not in s.draw().pieces
    s.take(Message("do", name="what", value=f"unit:{own}"))
    assert "about" in [region for region, _, _ in s.draw().regions]
    s.take(Message("do", name="load", fields={"text": g.save()}))
    assert s.table.curtain == g.seat
    assert not {own, others} & set(s.draw().pieces)
    s.take(Message("do", name="ready"))
    assert own in s.draw().pieces
    assert others not in s.draw().pieces


def test_the_last_roll_of_a_move_is_seen_before_the_next_player_sits_down() -> None:
    """[12.3] The battle is told, and the cover rises when its player gets up; nobody decides anything before that."""
    foe, far = BESIDE[H][0], HEXES.names.index("2132")
    g = at({H: ["militia-foot-1"], foe: ["antelope-lancers"], far: ["militia-foot-2"]}, phase="combat")
    g.push(f"assign {name(H)} {name(foe)}")
    s = page(g)
    with g.scripted([1]):
        s.take(Message("act", text=f"roll {name(foe)}"))
    shown = {region: str(part) for region, _, part in s.draw().regions}
    assert s.table.leaving is not None
    assert "battlecard" in shown["battle"]
    assert "Your Move is over" in shown["leaving"]
    assert "data-act" not in "".join(shown.values())
    assert s.table.curtain is None
    s.take(Message("do", name="leave-table"))
    assert s.table.curtain == s.game.seat == 0
