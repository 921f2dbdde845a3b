"""Three seats (pp. 62, 69): capitals taken and armies taken over, the Horde that obeys whoever leads Sartar's army, and peace."""

from __future__ import annotations

from random import Random

import pytest

from elric.dragon_pass.components.board import BESIDE, BOARD, HEXES
from elric.dragon_pass.components.scenarios import scenarios
from elric.dragon_pass.components.units import BY_ID, LUNAR, SARTAR, TARSH
from elric.dragon_pass.movement.zones import must_fight, stopping_hexes
from elric.dragon_pass.position.rulers import leader
from elric.dragon_pass.turn.conquest import take_over
from elric.dragon_pass.turn.victory import holds
from elric.kernel.bits import ones
from elric.kernel.chance import SeededChance
from elric.kernel.context import Context

from .field import GAME, Game, at, clauses, marks_of, name, open_line, texts
from .test_combat import where
from .test_independents import FAR, settled

H = open_line()
CASTLE = BOARD.places["boldhome"].hexes[0]
ORDER = ["tarsh", "lunar", "sartar"]


def three(stacks, rules: str = "1976", **more):
    """Old Tarsh with these stacks, on the Empire's Move."""
    more = {"player": "lunar", "day": 0, "turn": 4, "moves": 20, "phase": "movement", **more}
    return at(stacks, scenario="old-tarsh", order=ORDER, rules=rules, **more)


def taken(held: int):
    """The end of a Turn, after the Empire has stood in Boldhome at the ends of so many Moves on end."""
    spot = {CASTLE: ["whipstock"], FAR: ["militia-foot-1"], H: ["exile-cavalry-1"]}
    return three(spot, player="sartar", owners={"exile-cavalry-1": "tarsh"}, agenda=[["move ends", 2]], coming=["krise", "flash-jak", "amber-clan-1"],
                 marks={"capital": "wintertop", "occupied": [[LUNAR, SARTAR, 20 - held + 1]]})  # fmt: skip


@pytest.mark.parametrize(("held", "asked"), [(8, False), (9, True)])
def test_wb_69_2_a_capital_is_taken_when_it_has_been_held_three_turns(held: int, asked: bool) -> None:
    """[69.2]: at the end of every Move of three whole Turns, as the goals count them, and not a Move later."""
    g = taken(held)
    assert (g.step == "conquest") is asked
    if asked:
        assert g.seat == LUNAR
        assert texts(g) == {"annex", "spare"}


def test_wb_69_2_the_victor_takes_the_army_over() -> None:
    """[69.2]: wherever it stands, and what is still to come; its Horde obeys him from then on, and the beaten ruler calls nobody."""
    g = taken(9)
    g.push("annex")
    s = g.state
    assert s.owner[BY_ID["militia-foot-1"]] == LUNAR
    assert not GAME.broken(s)
    assert GAME.describe(GAME.build(g.position())) == g.position()
    while not (g.player == LUNAR and g.phase == "movement"):
        g.push("done")
    assert marks_of(g)["horde"]
    assert "summon" in texts(g)
    g.push("summon")
    settled(g)
    assert where(g, "krise") >= 0 or where(g, "flash-jak") >= 0 or where(g, "and-j") >= 0
    horde = [u for u in g.scenario.horde if g.state.place[u] >= 0]
    assert horde
    assert {g.state.owner[u] for u in horde} == {LUNAR}
    while g.player != SARTAR:
        g.push("done" if "done" in texts(g) else sorted(texts(g))[0])
    assert "summon" not in texts(g)


def test_wb_69_2_the_victor_may_leave_the_army_to_its_ruler() -> None:
    """[69.2]: he may take it, and need not. He is not asked again while he stays; if he leaves, the ruler has come back."""
    g = taken(9)
    g.push("spare")
    assert g.state.owner[BY_ID["militia-foot-1"]] == SARTAR
    assert marks_of(g)["defeated"] == [[LUNAR, SARTAR]]
    turn = g.turn
    while g.turn == turn:
        assert g.step != "conquest"
        g.push("done")
    assert g.step != "conquest"
    while g.player != LUNAR or g.phase != "movement":
        g.push("done")
    g.push("lead whipstock")
    g.push(next(text for text in sorted(texts(g)) if text.startswith("step")))
    for _ in range(20):
        if not BOARD.places["boldhome"].bits >> where(g, "whipstock") & 1 or g.step != "march":
            break
        g.push(next(text for text in sorted(texts(g)) if text.startswith("step")))
    while g.player == LUNAR:
        g.push("done" if "done" in texts(g) else "halt")
    assert "defeated" not in marks_of(g)


def test_wb_69_2_arrivals_of_a_beaten_ruler_come_to_the_victor() -> None:
    """[69.2] [70.3] [64.1]: what is left of the army is his, the part that has not come yet too."""
    g = at({H: ["whipstock"], FAR: ["exile-cavalry-1"]}, scenario="invasion-of-sartar", rules="1976, rulers=three", order=ORDER,
           player="lunar", day=0, turn=2, moves=7, owners={"exile-cavalry-1": "tarsh", "twin-spears": "lunar"},
           coming=["twin-spears"], marks={"conquered": [[SARTAR, LUNAR]]}, agenda=[["move", 1]])  # fmt: skip
    assert (g.step, g.seat) == ("muster", LUNAR)
    settled(g)
    assert g.state.owner[BY_ID["twin-spears"]] == LUNAR


def peaceful(stacks, rules: str = "1976, peace=true", **more):
    """The Empire and Sartar have given each other their word."""
    marks = {"capital": "wintertop", "peace": [[LUNAR, SARTAR], [SARTAR, LUNAR]]}
    return three(stacks, rules, marks=marks, **more)


def test_wb_69_2_rulers_make_peace_and_break_it() -> None:
    """[69.2] [70.3]: two who have given each other their word are at peace until one takes it back; once a Move to each. Only where
    the table plays so, and only where three play."""
    stacks = {H: ["whipstock"], H - 1: ["militia-foot-1"], FAR: ["exile-cavalry-1"]}
    g = three(stacks, "1976, peace=true", owners={"exile-cavalry-1": "tarsh"}, player="lunar")
    assert stopping_hexes(g.state, LUNAR) >> (H - 2) & 1
    assert clauses(g, "war sartar") == {"69.2"}
    g.push("peace sartar")
    assert clauses(g, "war sartar") == {"69.2"}
    assert must_fight(g.state, LUNAR)
    g.push("peace tarsh")
    g.push("done")
    while g.phase != "movement" or g.player != SARTAR:
        texts_now = sorted(texts(g))
        g.push(next((t for t in texts_now if t.startswith(("roll", "assign", "lose", "stay", "back"))), texts_now[0]))
        if where(g, "militia-foot-1") < 0 or where(g, "whipstock") < 0:
            break
    g = three(
        stacks,
        "1976, peace=true",
        owners={"exile-cavalry-1": "tarsh"},
        player="sartar",
        marks={"peace": [[LUNAR, SARTAR]]},
    )
    g.push("peace lunar")
    assert not must_fight(g.state, SARTAR)
    assert not stopping_hexes(g.state, SARTAR) >> (H - 2) & 1
    assert "are at peace" in g.story_text(TARSH)[-1]
    g.push("done")
    assert g.player != SARTAR or g.phase != "movement"
    for rules, scenario in (("1976", "old-tarsh"), ("1976, peace=true", "complete-game")):
        order = ORDER if scenario == "old-tarsh" else ["lunar", "sartar"]
        none = at(
            {H: ["whipstock"], FAR: ["militia-foot-1"]}, scenario=scenario, order=order, rules=rules, day=0, turn=3
        )
        assert clauses(none, "peace sartar") == {"69.2"}


def test_wb_69_2_at_peace_they_pass_each_other_and_share_no_hex() -> None:
    """[69.2] [12.1] [7.6]: a friend's zone stops no march and asks for no battle; his hex stays his."""
    stacks = {H: ["whipstock"], H - 1: ["militia-foot-1"]}
    free, bound = peaceful(stacks), three(stacks)
    for g, goes_on in ((free, True), (bound, False)):
        g.push("lead whipstock")
        assert f"step {name(H - 1)}" not in texts(g)
        beside = next(n for n in ones(stopping_hexes(bound.state, LUNAR)) if f"step {name(n)}" in texts(g))
        g.push(f"step {name(beside)}")
        assert (g.step == "march") is goes_on
    free.push("halt")
    free.push("done")
    assert free.phase == "movement"
    assert free.player == SARTAR


def test_wb_69_2_a_friend_disputes_nothing_and_his_capital_is_no_prize() -> None:
    """[69.2]: a place is held beside a friend's stack in it; but a friend's capital is no enemy's."""
    city = BOARD.places["furthest"].hexes
    stacks = {city[0]: ["whipstock"], city[1]: ["militia-foot-1"], CASTLE: ["starkin"], FAR: ["militia-foot-2"]}
    assert holds(peaceful(stacks).state, LUNAR, "furthest")
    assert not holds(three(stacks).state, LUNAR, "furthest")
    assert not holds(peaceful(stacks).state, LUNAR, "boldhome")
    assert holds(three(stacks).state, LUNAR, "boldhome")


def test_wb_67_1_the_horde_may_stand_in_the_field() -> None:
    """[67.1] [69.2] [62.2]: it may be kept off the board, and need not; and it may gather where it would stand."""
    for key in ("invasion-of-the-empire", "old-tarsh"):
        usual, field = Game(key, seed=1).scenario, Game(key, "1976, horde=stands", seed=1).scenario
        clans = set(usual.horde)
        assert clans
        assert not field.horde
        army = next(one for one in field.armies if clans & set(one.units))
        assert clans | {BY_ID["jaldon-toothmaker"]} == set(army.units)
        home = next(one for one in usual.armies if one.name == "Army of Sartar")
        assert army.hexes == home.hexes
    g = Game("tax-collectors", "1976, horde=gathers", seed=1)
    assert len(g.scenario.horde) == len(scenarios()["tax-collectors"].armies[1].units)
    while not (g.player == SARTAR and g.phase == "movement"):
        g.push(next(a for a in g.legal_actions() if a.verb != "take"))
    assert "summon" in texts(g)
    g.push("summon")
    settled(g)
    assert any(g.state.place[u] >= 0 for u in g.scenario.horde)


class Table:
    """A game of Old Tarsh that is played by hand: what nobody has anything to say about passes."""

    def __init__(self, stacks, **more) -> None:
        self.game = three(stacks, "1976, peace=true", player="tarsh", turn=1, moves=0, **more)

    def march(self, goal: int, *units: str) -> None:
        """A company goes as near to a hex as it may in this Move."""
        g = self.game
        g.push(f"lead {units[0]}")
        for unit in units[1:]:
            g.push(f"join {unit}")
        ways = g.ways()
        near = min(ways, key=lambda h: HEXES.distance(HEXES.names.index(h), goal))
        for step in ways[near]:
            g.push(step)
        if g.step == "march":
            g.push("halt")

    def until(self, seat: int, turn: int) -> None:
        """The movement of a side in a Turn, or a decision before it that is not to pass."""
        g = self.game
        while (g.player, g.turn, g.phase) != (seat, turn, "movement") and g.seat is not None and g.step != "conquest":
            if g.step == "muster":
                settled(g)
            else:
                g.push("done")
        assert not GAME.broken(g.state)


def test_wb_69_2_old_tarsh_played_by_hand() -> None:
    """[69.2] [62.2] [28.5]: from the first Turn to a victory. Peace between Tarsh and the Empire; an alliance with the Dwarf; the Empire
    takes Boldhome and spares its ruler; the Horde, off the board until then, comes and wins the city back; peace is broken; at last
    the Empire has both capitals, takes Sartar's army over, and wins."""
    gate, top = BOARD.places["jaldons-hex"].hexes[0], BOARD.places["wintertop"].hexes[0]
    shaft, city = BOARD.places["mineshaft"].hexes[0], BOARD.places["furthest"].hexes[0]
    beside = next(n for n in BESIDE[CASTLE] if n >= 0 and not (BOARD.walls | BOARD.river) >> n & 1)
    below = [n for n in ones(HEXES.ring(top, 3)) if BOARD.ground[n] == "."]
    table = Table({beside: ["whipstock", "starkin"], below[0]: ["bloodspillers", "antelope-lancers"], city: ["red-dragoon"],
                   shaft: ["militia-foot-1"], FAR: ["militia-foot-2"], BOARD.places["rich-post"].hexes[0]: ["exile-cavalry-1"], gate: ["jaldon-toothmaker"]},
                  coming=["krise", "flash-jak", "and-j", *(f"{clan}-{k}" for clan in ("amber-clan", "potor-clan") for k in (1, 2))],
                  owners={"exile-cavalry-1": "tarsh"}, marks={"capital": "wintertop"})  # fmt: skip
    g = table.game
    # Turn 1: Tarsh and the Empire give each other their word, and the Empire goes into the empty Boldhome
    table.until(TARSH, 1)
    g.push("peace lunar")
    table.until(LUNAR, 1)
    g.push("peace tarsh")
    table.march(CASTLE, "whipstock", "starkin")
    assert where(g, "whipstock") == CASTLE
    # Sartar's man at the Mineshaft asks the Dwarf, who hears him, and gives a Stone Man
    table.until(SARTAR, 1)
    g.push("done")
    with g.scripted([0, 1]):
        g.push("ask militia-foot-1")
    settled(g)
    assert g.state.owner[BY_ID["stone-man-1"]] == SARTAR
    # three whole Turns later the Empire may take Sartar's army over, and leaves it
    table.until(LUNAR, 5)
    assert (g.step, g.turn) == ("conquest", 5)
    g.push("spare")
    # the Horde has gathered all the while; now it is called, and comes to Boldhome's walls with Jaldon
    table.until(SARTAR, 5)
    assert not any(g.state.place[u] >= 0 for u in g.scenario.horde)
    g.push("summon")
    settled(g)
    came = [u for u in g.scenario.horde if g.state.place[u] >= 0]
    assert len(came) >= 4
    # the Empire leaves the city, and so its ruler has come back
    table.until(LUNAR, 6)
    assert marks_of(g)["defeated"] == [[LUNAR, SARTAR]]
    table.march(beside, "whipstock", "starkin")
    table.until(SARTAR, 6)
    assert "defeated" not in marks_of(g)
    # it comes again, and this time takes what is left; meanwhile it breaks its word and goes up to Wintertop
    table.until(LUNAR, 7)
    g.push("war tarsh")
    assert "peace" not in marks_of(g)
    table.march(CASTLE, "whipstock", "starkin")
    assert where(g, "whipstock") == CASTLE
    for turn in (8, 9, 10):
        if where(g, "bloodspillers") != top:
            table.until(LUNAR, turn)
            table.march(top, "bloodspillers", "antelope-lancers")
    assert where(g, "bloodspillers") == top
    while g.seat is not None:
        table.until(SARTAR, 99)
        if g.step == "conquest":
            assert g.seat == LUNAR
            g.push("annex")
            assert not GAME.broken(g.state)
    assert (g.outcome["winner"], g.outcome["how"]) == (LUNAR, "hold")
    assert Game.load(g.save()).position() == g.position()
    assert {g.state.owner[u] for u in came if g.state.place[u] >= 0} == {LUNAR}


def test_wb_69_2_an_army_may_go_over_in_any_position() -> None:
    """[69.2]: whatever is under way in a random game, every counter of the beaten ruler is the victor's, and the position stands."""
    for seed in range(2):
        g, rng = Game("old-tarsh", "1976, peace=true", seed=seed), Random(seed)
        for n in range(1200):
            listed = g.legal_actions()
            verb = rng.choice(sorted({a.verb for a in listed}))
            g.push(rng.choice([a for a in listed if a.verb == verb]))
            if g.phase != "movement" or g.step != "movement" or n % 3:
                continue
            victim, victor = rng.sample([LUNAR, SARTAR, TARSH], 2)
            s = g.state.copy()
            take_over(s, victim, victor, Context(SeededChance(n)))
            assert victim not in s.owner
            assert not GAME.broken(s)
            assert leader(s, victim) == victor
            take_over(s, victor, victim, Context(SeededChance(n)))
            assert leader(s, victor) == leader(s, victim) == victim
            assert not GAME.broken(s)
