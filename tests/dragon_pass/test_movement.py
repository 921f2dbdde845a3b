"""Marching (pp. 7, 11, 12)."""

from __future__ import annotations

from elric.dragon_pass.components.units import BY_ID
from elric.dragon_pass.movement.going import points
from elric.dragon_pass.movement.routes import routes

from .field import (
    BESIDE,
    BOARD,
    GAME,
    HEXES,
    PLAIN,
    at,
    clauses,
    marks_of,
    name,
    ones,
    open_disc,
    open_line,
    pair,
    texts,
)


def left(g, unit: str) -> float:
    """Movement points that a unit has left."""
    return points(g.state, BY_ID[unit]) / 2


def plain(h: int) -> bool:
    return h in PLAIN


def test_wb_8_4_each_open_hex_costs_a_point() -> None:
    """[8.4]: a foot of two points takes two open hexes and no third."""
    h = open_line()
    g = at({h: ["militia-foot-1"]})
    g.push("lead militia-foot-1")
    for _ in range(2):
        g.push(f"step {name(BESIDE[(g.state.hand and g.state.place[g.state.hand[0]]) or 0][0])}")
    assert g.step == "movement"
    assert clauses(g, "lead militia-foot-1") == {"8.4"}


def test_wb_11_3_a_wood_costs_two_points() -> None:
    """[11.3]: forest, marsh and delta cost two points a hex."""
    for ground in (BOARD.wood & ~BOARD.high, BOARD.marsh, BOARD.delta):
        a, b = pair(plain, lambda h, ground=ground: ground >> h & 1)
        g = at({a: ["militia-cavalry-1"]})
        g.push("lead militia-cavalry-1")
        g.push(f"step {name(b)}")
        assert left(g, "militia-cavalry-1") == 3


def test_wb_11_1_the_last_point_drifts_into_a_wood() -> None:
    """[11.1]: with one point left a unit enters a wood by drifting, and has nothing left; it cannot simply step there."""
    a, b = pair(plain, lambda h: (BOARD.wood & ~BOARD.high) >> h & 1)
    g = at({a: ["militia-foot-1"]}, left={"militia-foot-1": 2})
    g.push("lead militia-foot-1")
    assert clauses(g, f"step {name(b)}") == {"8.4"}
    g.push(f"drift {name(b)}")
    assert g.state.place[BY_ID["militia-foot-1"]] == b
    assert left(g, "militia-foot-1") == 0


def test_wb_11_1_nobody_drifts_up_a_ridge() -> None:
    """[11.1] [11.5]: to climb costs two points, and the last one does not do."""
    a, b = pair(plain, lambda h: BOARD.ground[h] == "^")
    g = at({a: ["militia-cavalry-1"]}, left={"militia-cavalry-1": 2})
    g.push("lead militia-cavalry-1")
    assert clauses(g, f"drift {name(b)}") == {"11.1"}
    assert clauses(g, f"step {name(b)}") == {"8.4"}


def test_wb_11_5_up_costs_two_and_down_one() -> None:
    """[11.4] [11.5]: across the ridgeline uphill two points, downhill one."""
    a, b = pair(plain, lambda h: BOARD.ground[h] == "^" and h not in BOARD.place_at)
    g = at({a: ["militia-cavalry-1"]})
    g.push("lead militia-cavalry-1")
    g.push(f"step {name(b)}")
    assert left(g, "militia-cavalry-1") == 3
    g.push(f"step {name(a)}")
    assert left(g, "militia-cavalry-1") == 2


def test_wb_11_2_a_river_costs_one_to_enter_and_one_to_leave() -> None:
    """[11.2]: one point into the water, and two for the open hex beyond it."""
    a, b = pair(plain, lambda h: BOARD.river >> h & 1)
    g = at({a: ["militia-cavalry-1"]})
    g.push("lead militia-cavalry-1")
    g.push(f"step {name(b)}")
    assert left(g, "militia-cavalry-1") == 4
    g.push(f"step {name(a)}")
    assert left(g, "militia-cavalry-1") == 2


def test_wb_11_2_who_begins_on_the_river_leaves_it_freely() -> None:
    """[11.2]: having drifted onto a river costs nothing in the next Move."""
    a, b = pair(lambda h: BOARD.river >> h & 1, plain)
    g = at({a: ["militia-cavalry-1"]})
    g.push("lead militia-cavalry-1")
    g.push(f"step {name(b)}")
    assert left(g, "militia-cavalry-1") == 4


def test_wb_11_6_a_primary_road_halves_the_cost_and_the_ground() -> None:
    """[11.6]: along a road a step costs half a point, up a ridge too; entering the road pays the ground."""
    up = next((a, b) for a, b in sorted(BOARD.primary) if BOARD.climbs(a, b))
    g = at({up[0]: ["militia-cavalry-1"]})
    g.push("lead militia-cavalry-1")
    g.push(f"step {name(up[1])}")
    assert left(g, "militia-cavalry-1") == 4.5
    a, b = pair(plain, lambda h: BOARD.primary_hexes >> h & 1 and BOARD.ground[h] == ".")
    g = at({a: ["militia-cavalry-1"]})
    g.push("lead militia-cavalry-1")
    g.push(f"step {name(b)}")
    assert left(g, "militia-cavalry-1") == 4


def test_wb_11_7_two_points_on_a_secondary_road_gain_one() -> None:
    """[11.7]: after two points along it the company has one more, once."""
    road = next(r for r in BOARD.roads if r.kind == "secondary" and r.id == "grazeland-road").hexes
    g = at({road[0]: ["militia-cavalry-1"]})
    g.push("lead militia-cavalry-1")
    seen = []
    for h in road[1:5]:
        cost = left(g, "militia-cavalry-1")
        g.push(f"step {name(h)}")
        seen.append(left(g, "militia-cavalry-1") - cost)
    assert seen == [-1, 0, -1, -1]


def test_wb_11_8_a_dragonewt_road_gives_a_hex_once() -> None:
    """[11.8]: the first of its hexes costs nothing in the end; the next are paid."""
    newt = BOARD.newt_hexes & ~BOARD.primary_hexes
    a, b = pair(plain, lambda h: newt >> h & 1 and BOARD.ground[h] == ".")
    c = next(n for n in BESIDE[b] if n >= 0 and newt >> n & 1 and BOARD.ground[n] == ".")
    g = at({a: ["militia-cavalry-1"]})
    g.push("lead militia-cavalry-1")
    g.push(f"step {name(b)}")
    assert left(g, "militia-cavalry-1") == 5
    g.push(f"step {name(c)}")
    assert left(g, "militia-cavalry-1") == 4


def test_wb_11_9_forced_march_doubles_once_a_game() -> None:
    """[11.9]: before the first step, and only once."""
    h = open_line()
    g = at({h: ["militia-foot-1"]})
    g.push("force")
    g.push("lead militia-foot-1")
    for _ in range(3):
        g.push(f"step {name(BESIDE[g.state.place[BY_ID['militia-foot-1']]][0])}")
    assert left(g, "militia-foot-1") == 1
    g.push("halt")
    assert clauses(g, "force") == {"11.9"}
    h = at({h: ["militia-foot-1"]}, left={"militia-cavalry-1": 2})
    assert clauses(h, "force") == {"11.9"}


def test_wb_7_6_a_stack_marches_as_its_slowest() -> None:
    """[7.6] [7.8]: horse and foot together have the two points of the foot; apart again, each has spent what it spent."""
    h = open_line()
    g = at({h: ["militia-cavalry-1", "militia-foot-1"]})
    for text in ("lead militia-cavalry-1", "join militia-foot-1", f"step {name(BESIDE[h][0])}", "leave militia-foot-1"):
        g.push(text)
    assert (left(g, "militia-cavalry-1"), left(g, "militia-foot-1")) == (4, 1)
    g.push(f"step {name(BESIDE[BESIDE[h][0]][0])}")
    assert left(g, "militia-cavalry-1") == 3


def test_wb_7_6_three_stand_on_a_hex() -> None:
    """[7.6]: a fourth may pass through a full hex where it can go on, and may not stop there."""
    h = open_line()
    near, far = BESIDE[h][0], BESIDE[BESIDE[h][0]][0]
    full = [f"militia-foot-{k}" for k in (1, 2, 3)]
    g = at({h: ["militia-cavalry-1"], near: full})
    g.push("lead militia-cavalry-1")
    g.push(f"step {name(near)}")
    assert clauses(g, "halt") == {"7.6"}
    g.push(f"step {name(far)}")
    g.push("halt")
    g = at({h: ["militia-foot-4"], near: full}, left={"militia-foot-4": 2})
    g.push("lead militia-foot-4")
    assert clauses(g, f"step {name(near)}") == {"7.6"}


def test_wb_7_6_who_could_not_march_in_the_first_move_corrects_the_stack_in_the_next() -> None:
    """[7.6]: after a spell in Early Magic nobody of a crowded stack can march; the Move may end, and the next one may not until
    they have parted."""
    h = open_disc()
    foot = [f"militia-foot-{n}" for n in range(1, 5)]
    for tired in (True, False):
        g = at({h: foot, "0202": ["whipstock"]}, phase="movement", turn=1, done=foot if tired else [])
        assert ("done" in texts(g)) is tired
    g = at({h: foot, "0202": ["whipstock"]}, phase="movement", turn=1, done=foot)
    g.push("done")
    assert not GAME.broken(g.state)
    while not (g.phase == "movement" and g.player == 1 and g.turn > 1):
        g.push("done" if "done" in texts(g) else g.legal_actions()[0])
    assert clauses(g, "done") == {"7.6"}
    g.push("lead militia-foot-1")
    g.push(f"step {name(BESIDE[h][0])}")
    g.push("halt")
    g.push("done")
    assert "crowded" not in marks_of(g)
    assert not GAME.broken(g.state)


def test_wb_7_6_without_stacking_one_stands_alone() -> None:
    """[7.6] [64.2]: the switch for beginners."""
    h = open_line()
    near = BESIDE[h][0]
    g = at({h: ["militia-foot-1"], near: ["militia-foot-2"]}, rules="1976, stacking=false", left={"militia-foot-1": 2})
    g.push("lead militia-foot-1")
    assert clauses(g, f"step {name(near)}") == {"7.6"}


def test_wb_7_6_the_counter_on_top_is_the_owners_choice() -> None:
    """[7.6]: he may turn another one up in his Move, and the other side sees only that one."""
    h = open_disc()
    g = at({h: ["militia-foot-1", "militia-cavalry-1"]})
    g.push("top militia-cavalry-1")
    assert g.view(0)["stacks"][name(h)]["counters"] == ["militia-cavalry-1", None]
    assert g.view(1)["stacks"][name(h)]["counters"] == ["militia-cavalry-1", "militia-foot-1"]
    assert g.view()["stacks"][name(h)]["counters"] == ["militia-cavalry-1", None]


def test_wb_12_1_an_enemy_zone_stops_a_march() -> None:
    """[12.1]: beside an enemy the company stops, whatever it has left, and comrades it left go on."""
    h = open_line()
    path = [h, *HEXES.ray(h, 0)]
    g = at({h: ["militia-cavalry-1"], path[3]: ["whipstock"]})
    g.push("lead militia-cavalry-1")
    g.push(f"step {name(path[1])}")
    g.push(f"step {name(path[2])}")
    assert g.step == "movement"
    assert clauses(g, "lead militia-cavalry-1") == {"8.4"}
    assert clauses(at_zone(path), f"step {name(path[3])}") == {"12.1"}


def at_zone(path: list[int]):
    g = at({path[2]: ["militia-cavalry-1"], path[3]: ["whipstock"]})
    g.push("lead militia-cavalry-1")
    return g


def test_wb_12_1_who_starts_in_a_zone_may_leave_it() -> None:
    """[12.1]: the next zone stops him again, even from the first directly."""
    h = open_line()
    path = [h, *HEXES.ray(h, 0)]
    g = at_zone(path)
    aside = next(n for n in BESIDE[path[2]] if HEXES.distance(n, path[3]) == 1)
    assert f"step {name(path[1])}" in texts(g)
    g.push(f"step {name(aside)}")
    assert g.step == "movement"


def test_wb_13_8_a_fort_lets_others_pass() -> None:
    """[13.8]: a garrison's zone does not stop a march; one unit alone cannot sally [13.9]."""
    fort = BOARD.places["jonstown"].hexes[0]
    near = next(n for n in BESIDE[fort] if n in PLAIN)
    start = next(n for n in BESIDE[near] if n in PLAIN and HEXES.distance(n, fort) == 2)
    g = at({start: ["militia-cavalry-1"], fort: ["whipstock"]})
    g.push("lead militia-cavalry-1")
    g.push(f"step {name(near)}")
    assert g.step == "march"
    assert left(g, "militia-cavalry-1") == 4


def test_wb_11_6_towns_are_road_in_every_direction() -> None:
    """[11.6]: between two hexes of Boldhome every step is along a road, though none is drawn."""
    a, b, *_ = BOARD.places["boldhome"].hexes
    assert BOARD.along_road(a, b)
    assert not [n for n in ones(HEXES.around[a] & BOARD.primary_hexes) if not BOARD.along_road(a, n)]


def test_wb_8_4_a_click_too_far_away_is_told_in_hexes_and_points() -> None:
    """[8.4]: how far it is, what is left, and what to do instead."""
    h = open_line()
    far = HEXES.ray(h, 0)[3]
    g = at({h: ["militia-foot-1"]})
    g.push("lead militia-foot-1")
    (reason,) = g.verdict(f"step {name(far)}").reasons
    assert reason.clause == ("8.4",)
    assert reason.words.startswith(f"{name(far)} is 4 hexes away. The company has 2 of its movement left")
    near = g.verdict(f"step {name(HEXES.ray(h, 0)[1])}").reasons[0]
    assert "hex by hex" in near.words


def ends(g, *units: str) -> set[int]:
    """Where a company can march to."""
    t = g.state.copy()
    t.hand = tuple(BY_ID[u] for u in units)
    return set(routes(t))


def test_ways_that_are_kept_are_those_of_the_position_asked_about() -> None:
    """[12.1, 21.6]: the same march, with nobody in its way, with an enemy in it, and with one who makes a ford."""
    h = open_line()
    one, two, three = HEXES.ray(h, 0)[:3]
    rider = {h: ["militia-cavalry-1"]}
    free = ends(at(rider), "militia-cavalry-1")
    barred = ends(at({**rider, two: ["thunder-delta-slingers-1"]}), "militia-cavalry-1")
    assert {one, two, three} <= free
    assert one in barred
    assert not barred & {two, three}
    assert one not in ends(at({**rider, one: ["thunder-delta-slingers-1"]}), "militia-cavalry-1")
    assert ends(at(rider), "militia-cavalry-1") == free
    bank, river = pair(plain, lambda n: BOARD.river >> n & 1 and not (BOARD.thick | BOARD.ford) >> n & 1)
    foot, magic = {bank: ["militia-cavalry-1"]}, {"scenario": "complete-game", "turn": 2, "day": 0}
    helped = ends(at({**foot, river: ["wind-children"]}, **magic), "militia-cavalry-1")
    assert ends(at(foot, **magic), "militia-cavalry-1") < helped
