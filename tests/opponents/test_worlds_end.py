"""What a Captain does about the Cosmic Balance, and for a host that has landed."""

from __future__ import annotations

from typing import Any

import pytest

import elric
from elric.opponents.players import opponent
from elric.opponents.playing import sight
from elric.young_kingdoms.components import pieces, spells
from elric.young_kingdoms.components.board import BOARD
from elric.young_kingdoms.opponents import standing as stands
from elric.young_kingdoms.planning import aims, companies
from elric.young_kingdoms.planning.worlds_end import WorldsEnd

EDITIONS = ("chaosium", "avalon-hill")


def dying(rules: str, mine: list[str], theirs: list[str], **more: Any) -> elric.Game:
    """A world that ends in Chaos, with two magicians of one seat and one of the other."""
    position = {
        "rules": rules,
        "scenario": "kingdom",
        "nations": {"jharkor": 0, "lormyr": 1},
        "units": {"jharkor_dhakos": ["lamsar", "jharkor-wizard", "yishana"], "lormyr_iosaz": ["lormyr-mage"]},
        "owners": {"lamsar": 0},
        "hands": {"lamsar": mine[:2], "jharkor-wizard": mine[2:], "lormyr-mage": theirs},
        "tipped": "chaos", "turn": 4, "ends": 7, "phase": "magic",
    }  # fmt: skip
    return elric.Game.at(position | more)


LAW = ["runestaff", "arkyn", "donblas"]


@pytest.mark.parametrize("rules", EDITIONS)
def test_the_world_is_saved_by_whoever_would_lose(rules: str) -> None:
    """[13.4], [13.5] / 12.44, 12.51: the other may hold some magic of Chaos, and the spells in hand are enough."""
    g = dying(rules, LAW, ["arioch"])
    mine, theirs = WorldsEnd(g.state, 0).chances(spells.CHAOS)
    assert mine == 0 < theirs
    plan = opponent("captain").decide(sight(g, 0, 1))
    assert plan.actions[0].verb == "sacrifice"
    assert not any(spells.NAMES[spells.INDEX[i]] in plan.said for i in LAW)
    while g.seat == 0 and g.view()["balance"]["tipped"]:
        g.push(opponent("captain").decide(sight(g, 0, 1)).actions[0])
    assert g.view()["balance"]["tipped"] is None


@pytest.mark.parametrize("rules", EDITIONS)
def test_nothing_is_given_up_for_nothing(rules: str) -> None:
    """[5.0], [13.5] / 4.91 D, 12.51: with most magic of Chaos in one's own hand, or with too little to give."""
    for mine, theirs in ((["grome", "kakatal", "arioch"], ["oonai"]), (["arkyn"], ["arioch"])):
        g = dying(rules, mine, theirs)
        assert not list(WorldsEnd(g.state, 0).restoring(g.legal_actions()))


@pytest.mark.parametrize("rules", EDITIONS)
def test_the_balance_is_tipped_for_whoever_would_win(rules: str) -> None:
    """[5.0], [13.1], [13.4] / 4.91 D, 12.1, 12.44: a spell that tips the world is worth much to whoever holds most of that
    side then, little while it only leads there, and less than nothing where the other would win; late it leads nowhere."""
    i = spells.INDEX["xiombarg"]
    for balance, mine, theirs, better in (
        (11, "arioch", ["oonai"], 5.0),
        (2, "arioch", ["oonai"], 0.1),
        (11, "grome", ["arioch", "oonai"], -3.0),
    ):
        g = dying(rules, ["xiombarg", mine], theirs, tipped=None, ends=None, balance=balance)
        worth = WorldsEnd(g.state, 0).tilt([i])
        assert worth > better if better > 0 else worth < better
        assert WorldsEnd(g.state, 0).tilt([spells.INDEX["grome"]]) == 0
        g.state.turn = 8
        assert WorldsEnd(g.state, 0).tilt([i]) == 0


@pytest.mark.parametrize("rules", EDITIONS)
def test_how_the_world_would_end_tells_nothing_hidden(rules: str) -> None:
    """[5.0], [13.4] / 4.91 D, 12.44: what the other holds face down decides who wins, but nobody else knows it: advice on a spell is
    the same with most of Chaos in that hand and with nothing of it."""
    worth = {
        WorldsEnd(dying(rules, ["xiombarg", "oonai"], [theirs], tipped=None, ends=None, balance=11).state, 0).tilt(
            [spells.INDEX["xiombarg"]]
        )
        for theirs in ("arioch", "arkyn", "grome")
    }
    assert len(worth) == 1


def test_a_host_aboard_in_a_foreign_port_goes_ashore() -> None:
    """[7.3], [12.1.2] / 6.31, 11.12: Elric has gone ashore in a foreign port and would not obey the weaker voice there, so
    whom he follows cannot sail without him: the company is taken up ashore, with Elric who waits there."""
    armies = [f"argimiliar-army-{k}" for k in range(4, 7)]
    g = elric.Game.at({
        "scenario": "world", "nations": {"argimiliar": 0, "dharijor": 1},
        "units": {"jharkor_dhakos": ["king-hozel", "argimiliar-fleet-2", "argimiliar-necromancer", "elric", *armies], "dharijor_gromoorva": ["sarosto"]},
        "owners": {"elric": 0}, "met_elric": True, "turn": 5, "phase": "movement",
        "aboard": dict.fromkeys(["king-hozel", *armies], "argimiliar-fleet-2"),
    })  # fmt: skip
    found = list(companies.companies(g))
    ashore = [p for p, _ in found if any(a.verb == "ashore" for a in p.take)]
    assert ashore
    gone = {pieces.IDS[u] for p, t in found if p in ashore for u in t.moving}
    assert {"king-hozel", "elric", *armies} <= gone


def test_ships_in_port_are_counted() -> None:
    """[10.9.5] / 9.961: where fleets help to defend a port, a Captain counts them; elsewhere not."""
    at = BOARD.index["dharijor_gromoorva"]
    for rules, more in (("avalon-hill", 6), ("avalon-hill, port_fleets_help=false", 0)):
        g = elric.Game.at({
            "rules": rules, "nations": {"jharkor": 0, "dharijor": 1},
            "units": {"jharkor_dhakos": ["yishana"], "dharijor_gromoorva": ["sarosto", "dharijor-fleet-1", "dharijor-fleet-2"]},
        })  # fmt: skip
        assert aims.defence(g.state, at, 0) == (pieces.FIGHT[pieces.INDEX["sarosto"]] + more, 5)


@pytest.mark.parametrize(("scenario", "rules"), [(s.key, e) for s in elric.scenarios() for e in s.editions])
def test_whoever_has_more_stands_better(scenario: str, rules: str) -> None:
    """At every goal: an army more is never worse, and the worth of all seats lies between lost and won."""
    g = elric.new_game(scenario, rules, 3)
    while g.phase == "setup":
        g.push(g.legal_actions()[0])
    for seat in range(g.scenario.seats):
        before = stands.standing(g.state, seat)
        assert 0 <= before <= 1
        s = g.state.copy()
        for u in range(pieces.SIZE):
            if pieces.KIND[u] == pieces.ARMY and s.place[u] < BOARD.size and s.owner[u] not in (seat, 255):
                s.place[u] = BOARD.size + 5
        assert stands.standing(s, seat) >= before - 1e-9
