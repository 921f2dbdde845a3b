"""Every optional rule is a whole switch: both sides, every scenario where the book allows it, given as well as taken (pp. 28, 62, 70)."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import pytest

from elric.app.carriers import switch_cases
from elric.dragon_pass.components import law
from elric.dragon_pass.components.board import BESIDE, BOARD, DISPUTED, HEXES, lands
from elric.dragon_pass.components.units import BY_ID, LUNAR, SARTAR, TARSH, UNITS
from elric.dragon_pass.components.variants import vary
from elric.dragon_pass.independents.peoples import INDEX

from .field import GAME, Game, at, battle, marks_of, name, open_line, texts
from .test_independents import FAR, settled

SCENARIOS = list(GAME.scenarios())
SWITCHES = law.switches()
H = open_line()
DEAD = ["militia-cavalry-1", "militia-foot-1", "militia-foot-2", "krise", "militia-cavalry-2", "militia-foot-3", "militia-foot-4",
        "militia-foot-5", "militia-foot-6"]  # fmt: skip


def plan(key: str, rules: str):
    """A scenario as these rules have it."""
    return vary(GAME.scenarios()[key], GAME.ruleset(rules))


def back(key: str, turn: int, rules: str, **more: Any) -> set[str]:
    """Who is to come back to Sartar at the beginning of its Move of a Turn."""
    g = at({H: ["gunda-the-guilty"], FAR: ["jar-eel-the-razoress"]}, scenario=key, rules=rules, turn=turn, day=0 if key != "tax-collectors" else -1,
           dead=DEAD, holders={"jonstown": "sartar", "boldhome": "lunar"}, agenda=[["move", 0]],
           **{"marks": {"summoned": 1, "record": [[4, 6]]}, **more})  # fmt: skip
    return {UNITS[u].id for step, *data in g.state.agenda if step.name == "muster" for u in data[1]}


@pytest.mark.parametrize("key", ["tax-collectors", "complete-game", "gathering-armies"])
def test_wb_62_1_each_reinforcement_can_be_given_in_any_scenario(key: str) -> None:
    """[62.1] [62.3] [62.4] [62.5]: by the scenario or by the table's own choice, plain armies too."""
    none = "1976, reserves=false"
    for switch, turn, count in (("off_board_reserves", 4, 7), ("cavalry_reserve", 7, 1), ("simple_reserves", 3, 3)):
        assert not back(key, turn, none)
        assert len(back(key, turn, f"{none}, {switch}=yes")) >= count, switch
    assert not back(key, 2, none)
    assert back(key, 2, f"{none}, stragglers=yes") == {"militia-foot-1"}
    assert len(back(key, 3, f"{none}, simple_reserves=yes, simplicity=alternate")) == 1


def test_wb_62_4_the_dead_are_written_down_in_plain_games_too() -> None:
    """[62.4] [64.2]: where the table takes stragglers, six dead foot bring one back in a game of plain armies."""
    foot = [f"militia-foot-{k}" for k in range(1, 7)]
    for rules, kept in (("1976, stragglers=yes", 1), ("1976", 0)):
        g = battle({H: ["bloodspillers", "hell-sisters", "household-foot"], H - 1: [foot[0]], FAR: ["militia-cavalry-1"]}, [(H, H - 1)], "lunar",
                   rules=rules)  # fmt: skip
        g.push(f"roll {name(H - 1)}")
        assert BY_ID[foot[0]] in g.state.dead
        assert sum(count for _, count in marks_of(g).get("record", ())) == kept


def test_wb_62_1_each_reinforcement_can_be_taken_from_a_scenario() -> None:
    """[62.1] [62.4]: one of them, and not the others."""
    usual = plan("invasion-of-the-empire", "1976").reserves
    assert usual == (1, 4)
    assert plan("invasion-of-the-empire", "1976, off_board_reserves=no").reserves == (4,)
    assert plan("invasion-of-the-empire", "1976, stragglers=no, cavalry_reserve=yes").reserves == (1, 3)
    assert plan("invasion-of-the-empire", "1976, reserves=false").reserves == ()


@pytest.mark.parametrize("side", [LUNAR, SARTAR, TARSH])
@pytest.mark.parametrize("key", SCENARIOS)
def test_wb_28_7_a_handicap_reaches_every_scenario(key: str, side: int) -> None:
    """[28.7] [4.1]: the Exiles and Ironhoof, to any side, before emissaries go; only plain units where plain armies play; where Old
    Tarsh has risen the Exiles are its own."""
    three = ", rulers=three" if side == TARSH and key != "old-tarsh" else ""
    g = Game(key, f"1976{three}, handicap={('lunar', 'sartar', 'tarsh')[side]}", seed=1)
    disputed = lands(DISPUTED)
    while g.phase == "setup" and g.step != "envoys":
        g.push(
            next(
                a
                for a in g.legal_actions()
                if a.verb != "take" and not (a.verb == "place" and disputed >> a.args[0] & 1)
            )
        )
    settled(g)
    alone = TARSH not in g.scenario.sides
    allies = dict(marks_of(g)["allies"])
    assert allies == ({INDEX["exiles"]: side, INDEX["ironhoof"]: side} if alone else {INDEX["ironhoof"]: side})
    came = [
        UNITS[u]
        for u in range(len(UNITS))
        if UNITS[u].corps in ("Beast's Valley", "Tarsh Exiles") and g.state.place[u] >= 0
    ]
    assert came
    if g.scenario.basic:
        assert all(unit.kind == "physical" for unit in came)
    if g.step == "envoys":
        assert not any(text.endswith((" ironhoof", " exiles")) for text in texts(g))


def test_wb_70_1_objectives_of_the_complete_game_are_chosen() -> None:
    """[70.1]: each side fights for what its player chose, any other scenario's; unless he chose, for the sixth's."""
    for key in SWITCHES["objectives_lunar"].choices[1:]:
        found = plan("complete-game", f"1976, objectives_lunar={key}")
        theirs = [goal for goal in GAME.scenarios()[str(key)].goals if goal.side == LUNAR]
        assert [g.kind for g in found.goals if g.side == LUNAR] == [g.kind for g in theirs]
        assert [g for g in found.goals if g.side == SARTAR] == [
            g for g in plan("complete-game", "1976").goals if g.side == SARTAR
        ]
    two = plan("complete-game", "1976, objectives_sartar=old-tarsh")
    assert [goal.places for goal in two.goals if goal.side == SARTAR] == [("furthest",)]
    three = plan("complete-game", "1976, objectives_sartar=old-tarsh, rulers=three")
    assert [goal.places for goal in three.goals if goal.side == SARTAR] == [("furthest", "capital of Old Tarsh")]
    city = BOARD.places["furthest"].hexes[0]
    g = at({city: ["militia-foot-1"], FAR: ["talfort"]}, scenario="complete-game", rules="1976, objectives_sartar=tax-collectors",
           player="lunar", order=["sartar", "lunar"], day=0, turn=3, agenda=[["move ends", 1]],
           tenure=[[0, True]] * 3 + [[0, True], [1, True], [0, True]])  # fmt: skip
    assert g.outcome is not None
    assert (g.outcome["winner"], g.outcome["how"]) == (SARTAR, "hold")


@pytest.mark.parametrize(("rules", "lost"), [("1976", False), ("1976, below_table=lost", True)])
def test_wb_12_4_worse_than_the_table(rules: str, lost: bool) -> None:
    """[12.4]: odds below 1:2 are rolled in that column, or lose without a roll: the switch says which."""
    g = battle({H: ["riverfork"], H - 1: ["twin-spears"], FAR: ["whipstock"]}, [(H, H - 1)], "lunar", rules=rules)
    with g.scripted([] if lost else [5]):
        g.push(f"roll {name(H - 1)}")
    assert (BY_ID["riverfork"] in g.state.dead) is lost


# ---- what shows of each switch: a position or a scenario in which its values differ


def rolled(rules: str) -> Any:
    """Odds of a battle of 8 against 6, and of 2 against 6."""
    out = []
    for mine, theirs in ((["bloodspillers", "winedance"], ["twin-spears"]), (["riverfork"], ["twin-spears"])):
        g = battle({H: mine, H - 1: theirs, FAR: ["militia-foot-7"]}, [(H, H - 1)], "lunar", rules=rules)
        g.push(f"roll {name(H - 1)}")
        out.append([(e["odds"], bool(e["die"])) for e in g.events if e["kind"] == "battle"])
    return out


def stood(rules: str) -> Any:
    """Who may come to a friend, and what the other side sees."""
    g = at({H: ["militia-cavalry-1", "militia-foot-1"], FAR: ["talfort"]}, rules=rules)
    return g.view(LUNAR)["stacks"], g.view(LUNAR)["stack_limit"]


def last(rules: str) -> Any:
    """How a game ends that has lasted 14, 28 or 42 Turns."""
    ends = []
    for turn in (14, 28, 42, 84):
        g = at(
            {H: ["militia-foot-1"], FAR: ["talfort"]}, rules=rules, turn=turn, player="lunar", agenda=[["move ends", 1]]
        )
        ends.append(g.outcome is None)
    return ends


def stepped(rules: str) -> Any:
    """Whom a step into the Grazelands brings, and one into disputed land."""
    owners = []
    for scenario, letters in (("complete-game", "G"), ("invasion-of-sartar", "UDK")):
        a, b = next((a, b) for a in range(HEXES.size) for b in BESIDE[a]
                    if b >= 0 and BOARD.land[a] in "L." and BOARD.land[b] in letters and BOARD.ground[a] == BOARD.ground[b] == ".")  # fmt: skip
        g = at({a: ["whipstock"], H: ["militia-foot-1"]}, scenario=scenario, player="lunar", order=["lunar", "sartar"], day=0, turn=3,
               rules=rules)  # fmt: skip
        g.push("lead whipstock")
        g.push(f"step {name(b)}")
        owners.append(list(g.state.owner))
    return owners


def swapped(rules: str) -> Any:
    """The verbs of a set-up in which counters have been left at home."""
    g = Game("tax-collectors", rules, seed=1)
    while g.seat != LUNAR:
        g.push(next(a for a in g.legal_actions() if a.verb == "place"))
    return sorted({text.split()[0] for text in texts(g)})


def spoken(rules: str) -> Any:
    """What a ruler of Old Tarsh may say."""
    g = at(
        {H: ["whipstock"], FAR: ["militia-foot-1"]},
        scenario="old-tarsh",
        order=["tarsh", "lunar", "sartar"],
        player="lunar",
        day=0,
        turn=2,
        rules=rules,
    )
    return "peace sartar" in texts(g)


def spoiling(rules: str) -> Any:
    """The Temple held for two Turns, after three Lunar units had been in Sartar for as long and are gone."""
    temple = BOARD.places["reaching-moon"].hexes[0]
    g = at({temple: ["militia-foot-1"], FAR: ["talfort"]}, scenario="invasion-of-sartar", order=["sartar", "lunar"], player="lunar", day=0,
           turn=5, rules=rules, tenure=[[1, True]] * 5, marks={"intruded": [2, True]}, agenda=[["move ends", 1]])  # fmt: skip
    return g.outcome


def simple(rules: str) -> Any:
    """What simple reinforcements bring."""
    return [sorted(back("gathering-armies", turn, rules)) for turn in (1, 2, 3, 4, 6)]


def scenario_of(key: str) -> Callable[[str], Any]:
    """A scenario as a whole."""
    return lambda rules: plan(key, rules)


WITNESS: dict[str, Callable[[str], Any]] = {
    "odds_rounding": rolled, "below_table": rolled, "stacking": stood, "open_stacks": stood, "longest": last, "neutrals": stepped,
    "exchange": swapped, "simplicity": simple, "peace": spoken, "intrusion": spoiling, "disputed": stepped,
}  # fmt: skip


@pytest.mark.parametrize("key", SWITCHES)
def test_every_value_of_every_switch_changes_something(key: str) -> None:
    """Each differs from the default in some position or in some scenario of those where the data says that it matters."""
    switch = SWITCHES[key]
    for value in switch.choices:
        if value == switch.values["1976"]:
            continue
        said = f"{key}={str(value).lower() if isinstance(value, bool) else value}"
        for more in ("",) if key in WITNESS else ("", ", rulers=three", ", independents=none"):
            looks = [WITNESS[key]] if key in WITNESS else [scenario_of(s) for s in switch.scenarios or SCENARIOS]
            if f"{key}=" not in more and any(look(f"1976{more}") != look(f"1976{more}, {said}") for look in looks):
                break
        else:
            pytest.fail(f"{said} changes nothing")


@pytest.mark.parametrize("key", SCENARIOS)
def test_a_page_is_told_what_can_be_chosen(key: str) -> None:
    """The switches of a scenario, each with its sentence, values and clause; those that cannot matter there are not among them."""
    offered = {switch.key: switch for switch in GAME.switches(key)}
    assert set(offered) <= set(SWITCHES)
    assert all(switch.says and switch.clauses and len(switch.choices) > 1 for switch in offered.values())
    assert ("objectives_lunar" in offered) == (key == "complete-game")
    for other, switch in SWITCHES.items():
        if other not in offered and other not in WITNESS:
            for value in switch.choices:
                assert plan(key, f"1976, {other}={value}".replace("True", "true").replace("False", "false")) == plan(
                    key, "1976"
                )


def test_every_switch_has_a_case() -> None:
    """The table that `elric clauses --game dragon-pass --switches` prints names one for each."""
    bare = [key for key, cases in switch_cases("dragon-pass").items() if not cases]
    assert not bare
