"""What the scenarios say, read again sentence by sentence (pp. 61-70): where armies begin, when a goal is asked, and who comes."""

from __future__ import annotations

import pytest

from elric.dragon_pass.components.board import AROUND, BOARD, HEXES, LUNAR_FORTS, lands
from elric.dragon_pass.components.units import BY_ID, LUNAR, SARTAR, UNITS
from elric.dragon_pass.independents.peoples import INDEX, PEOPLES, asked_at
from elric.dragon_pass.turn.setup import EAST, SOUTH
from elric.dragon_pass.turn.victory import after_move, after_turn, holds, spoilt
from elric.kernel.bits import bits, ones

from .field import GAME, Game, at, clauses, marks_of, name, open_line, texts
from .test_combat import where
from .test_independents import FAR, SHAFT, settled, war

H = open_line()
CITY, CASTLE = BOARD.places["furthest"].hexes[0], BOARD.places["slavewall"].hexes[0]


def army(key: str, words: str):
    """The army of a scenario whose name begins so."""
    return next(one for one in GAME.scenarios()[key].armies if one.name.startswith(words))


def test_wb_61_1_slavewall_lies_outside_the_glowline() -> None:
    """[61.1] [67.1] [68.1] [69.2]: who begins within the Glowline does not begin there; who begins in the Empire's land may."""
    within = (
        ("tax-collectors", "Furthest"),
        ("invasion-of-the-empire", "Army of the E"),
        ("invasion-of-sartar", "Army of the E"),
    )
    for key, words in within:
        assert not army(key, words).hexes >> CASTLE & 1, key
        assert army(key, words).hexes >> CITY & 1
    for key in ("old-tarsh", "complete-game"):
        assert army(key, "Army of the E").hexes >> CASTLE & 1, key
    left = army("old-tarsh", "Army of the E").hexes
    assert not left & (BOARD.places["bagnot"].bits | BOARD.places["dunstop"].bits)


def test_wb_67_1_the_bat_begins_with_the_other_heroes() -> None:
    """[67.1] [17.1]: all heroes begin, and the Bat is one; the College comes on the second Turn without it."""
    bat = BY_ID["crimson-bat"]
    assert bat in army("invasion-of-the-empire", "Army of the E").units
    college = next(x for x in GAME.scenarios()["invasion-of-the-empire"].arrivals if x.turn == 2)
    assert bat not in college.units
    assert BY_ID["comet-seers"] in college.units


def test_wb_64_2_no_one_stands_alone_on_a_side_of_the_marsh() -> None:
    """[64.2]: horse east of Wintertop stands in two groups, about equal. So not two on one side and none on the other; and the last
    to be placed makes up the second group, or stays west."""
    g = Game("tax-collectors", seed=1)
    while "whipstock" not in g.view(0)["to_place"]:
        g.push(next(a for a in reversed(g.legal_actions()) if a.verb == "place"))
    spots = [h for h in ones(EAST & SOUTH) if f"place {name(h)}" in texts(g)]
    g.push(f"place {name(spots[0])}")
    assert clauses(g, f"place {name(spots[1])}") == {"64.2"}
    west = next(h for h in range(HEXES.size) if not EAST >> h & 1 and f"place {name(h)}" in texts(g))
    while len(g.state.to_place) > 1:
        g.push(
            next(
                text
                for text in sorted(texts(g))
                if text.startswith("place") and not EAST >> HEXES.names.index(text[6:]) & 1
            )
        )
    assert "64.2" in clauses(g, f"place {name(west)}")
    free = {HEXES.names.index(text[6:]) for text in texts(g) if text.startswith("place")}
    assert free
    assert all((EAST & ~SOUTH) >> h & 1 for h in free)


def test_wb_69_1_one_of_the_horse_goes_to_each_fort() -> None:
    """[69.1]: a cavalry in each fort; not two in one."""
    g = Game("gathering-armies", seed=1)
    horse = BY_ID["2nd-furthest-horse"]
    while not (g.step == "setup" and horse in g.state.to_place):
        g.push(next(a for a in g.legal_actions() if a.verb != "take"))
    before = {text for text in texts(g) if text.startswith("place")}
    first = sorted(before)[0]
    g.push(first)
    after = {text for text in texts(g) if text.startswith("place")}
    assert after == before - {first}
    assert clauses(g, first) >= {"69.1"}
    assert {BOARD.place_at[HEXES.names.index(text[6:])].id for text in before} <= set(LUNAR_FORTS)


def test_wb_65_1_the_last_hero_dead_the_game_is_over_at_once() -> None:
    """[65.1] [64.2]: to destroy has no term. The Empire's last hero falls in Sartar's Move, and the Empire has no Move left to kill
    Sartar's."""
    stacks = {H: ["twin-spears", "bullocks", "harrek-the-berserk"], H - 1: ["beat-pot-aelwrin"], FAR: ["whipstock"]}
    g = at(stacks, scenario="coming-of-the-heroes", phase="combat", turn=2)
    g.push(f"assign {name(H)} {name(H - 1)}")
    g.push(f"roll {name(H - 1)}")
    assert g.outcome is not None
    assert (g.outcome["winner"], g.outcome["how"]) == (SARTAR, "heroes")
    assert g.turn == 2


def test_wb_64_2_the_armies_that_are_to_be_annihilated_are_two() -> None:
    """[64.2] [70.3]: with three rulers Sartar wins by the end of the Lunar army, whatever is left of Old Tarsh's."""
    stacks = {H: ["twin-spears", "bullocks"], H - 1: ["riverfork"], FAR: ["exile-cavalry-1"]}
    g = at(
        stacks,
        phase="combat",
        rules="1976, rulers=three",
        order=["sartar", "lunar", "tarsh"],
        owners={"exile-cavalry-1": "tarsh"},
    )
    g.push(f"assign {name(H)} {name(H - 1)}")
    g.push(f"roll {name(H - 1)}")
    assert g.outcome is not None
    assert (g.outcome["winner"], g.outcome["how"]) == (SARTAR, "annihilate")


def test_wb_68_1_who_marches_into_sartar_has_not_been_kept_out() -> None:
    """[68.1]: not even if he were dead by the end of the Move."""
    border, inside = next(
        (a, b) for a in range(HEXES.size) for b in ones(AROUND[a])
        if BOARD.land[a] not in "SA" and BOARD.land[b] == "S" and BOARD.ground[a] == BOARD.ground[b] == "."
    )  # fmt: skip
    g = at({border: ["whipstock"], FAR: ["talfort"], H: ["militia-foot-1"]}, scenario="invasion-of-sartar", player="lunar", day=0,
           order=["lunar", "sartar"], turn=3, tenure=[[2, True]] * 5)  # fmt: skip
    k = next(k for k, goal in enumerate(g.scenario.goals) if goal.kind == "keep out")
    assert g.scenario.goals[k].asked == "always"
    g.push("lead whipstock")
    g.push(f"step {name(inside)}")
    assert g.state.tenure[k] == (2, False)


@pytest.mark.parametrize(("rules", "barred"), [("1976", True), ("1976, intrusion=while there", False)])
def test_wb_68_1_three_units_in_sartar_spoil_the_temple(rules: str, barred: bool) -> None:
    """[68.1]: kept up for two whole Turns they bar that victory, for good; the switch reads it of their presence only."""
    inside = [h for h in ones(lands("S")) if BOARD.ground[h] == "."][:3]
    stacks = {h: [u] for h, u in zip(inside, ("whipstock", "starkin", "uplands"), strict=True)}
    g = at({**stacks, H: ["militia-foot-1"]}, scenario="invasion-of-sartar", player="sartar", order=["lunar", "sartar"], turn=3,
           day=0, rules=rules)  # fmt: skip
    temple = next(goal for goal in g.scenario.goals if goal.kind == "temple")
    s = g.state

    def turn() -> None:
        after_move(s)
        after_move(s)
        after_turn(s)

    turn()
    assert not spoilt(s, temple)
    turn()
    assert spoilt(s, temple)
    s.at[LUNAR] = 0
    turn()
    assert spoilt(s, temple) is barred


def test_wb_68_1_ironhoof_may_stay_in_his_valley() -> None:
    """[68.1] [61.4]: if the Empire begins in disputed land his people may also be put anywhere in Sartar: there, or at home."""
    found = at({H: ["militia-foot-1"], FAR: ["whipstock"]}, scenario="invasion-of-sartar", day=0,
                agenda=[["move", 0], ["allied"]], player="sartar", order=["sartar", "lunar"], turn=1)  # fmt: skip
    assert found.step != "muster"
    disputed = next(h for h in ones(lands("U")) if BOARD.ground[h] == ".")
    g = at({H: ["militia-foot-1"], disputed: ["whipstock"]}, scenario="invasion-of-sartar", day=0,
            agenda=[["move", 0], ["allied"]], player="sartar", order=["sartar", "lunar"], turn=1)  # fmt: skip
    assert (g.step, g.seat) == ("muster", SARTAR)
    spots = bits(HEXES.names.index(text[6:]) for text in texts(g) if text.startswith("place"))
    for letter in "SAB":
        assert spots & lands(letter), letter


@pytest.mark.parametrize(("rules", "comes"), [("1976", False), ("1976, disputed=ever", True)])
def test_wb_68_1_a_later_march_into_disputed_land(rules: str, comes: bool) -> None:
    """[68.1] [61.10]: by the switch it brings Ironhoof to Sartar as well."""
    a, b = next(
        (a, b) for a in range(HEXES.size) for b in ones(AROUND[a])
        if BOARD.land[a] in "L." and BOARD.land[b] in "UDK" and BOARD.ground[a] == BOARD.ground[b] == "."
    )  # fmt: skip
    g = at({a: ["whipstock"], H: ["militia-foot-1"]}, scenario="invasion-of-sartar", player="lunar", day=0,
           order=["lunar", "sartar"], turn=3, rules=rules)  # fmt: skip
    g.push("lead whipstock")
    g.push(f"step {name(b)}")
    settled(g)
    assert (g.state.owner[BY_ID["ironhoof"]] == SARTAR) is comes


def test_wb_69_2_the_dragons_eye_is_one_city_of_three_hexes() -> None:
    """[69.2]: chosen as the capital, an enemy in any of its hexes disputes it, and who stands in any of them is in it."""
    eye = [BOARD.places[f"eye-{k}"].hexes[0] for k in (1, 2, 3)]
    for mine, theirs, held in ((eye[2], FAR, True), (eye[2], eye[0], False), (eye[0], eye[1], False)):
        g = at({mine: ["whipstock"], theirs: ["exile-cavalry-1"]}, scenario="old-tarsh", player="lunar", day=0, turn=3,
               order=["tarsh", "lunar", "sartar"], owners={"exile-cavalry-1": "tarsh"}, marks={"capital": "eye-1"})  # fmt: skip
        assert holds(g.state, LUNAR, "capital of Old Tarsh") is held


def test_wb_48_7_the_puppeteers_may_be_in_each_players_capital() -> None:
    """[48.7] [70.3]: in Old Tarsh's too, where three play."""
    k, top = INDEX["puppeteers"], BOARD.places["wintertop"].hexes[0]
    two = at({H: ["militia-foot-1"]}, scenario="gathering-armies", day=0, turn=2)
    three = at({H: ["militia-foot-1"]}, scenario="gathering-armies", day=0, turn=2, rules="1976, rulers=three",
               order=["tarsh", "lunar", "sartar"])  # fmt: skip
    assert not asked_at(two.state, k) >> top & 1
    assert asked_at(three.state, k) >> top & 1
    assert asked_at(three.state, k) >> CITY & 1


def test_wb_28_9_the_troupe_has_no_capital_to_lose() -> None:
    """[28.9] [48.7]: who stands in one of the Ruins, or in his own capital, has not taken the Troupe's."""
    ruins = BOARD.places["ruins-1"].hexes[0]
    g = war({ruins: ["whipstock"], H: ["militia-foot-1", "puppeteer-troupe"]}, owners={"puppeteer-troupe": "sartar"}, player="lunar",
            marks={"allies": [[INDEX["puppeteers"], SARTAR]]}, agenda=[["move ends", 1]])  # fmt: skip
    assert not marks_of(g).get("sieges")
    home = BOARD.places["wild-temple"].hexes[0]
    g = war({home: ["whipstock"], H: ["militia-foot-1", "ironhoof"]}, owners={"ironhoof": "sartar"}, player="lunar",
            marks={"allies": [[INDEX["ironhoof"], SARTAR]]}, agenda=[["move ends", 1]])  # fmt: skip
    assert marks_of(g)["sieges"]


def test_wb_66_1_the_dwarf_changes_sides_too() -> None:
    """[66.1]: in the cult war an ally whose home the enemy has held for a whole Turn goes over, the Dwarf like the rest."""
    dwarf = INDEX["dwarf"]
    g = at({SHAFT: ["comet-seers"], H: ["krise", "the-dwarf"]}, scenario="cult-war", day=0, turn=5, moves=10, player="lunar",
           order=["sartar", "lunar"], owners={"the-dwarf": "sartar"}, agenda=[["move", 1]],
           marks={"allies": [[dwarf, SARTAR]], "sieges": [[dwarf, LUNAR, 8]]})  # fmt: skip
    settled(g)
    assert g.state.owner[BY_ID["the-dwarf"]] == LUNAR


def test_wb_46_2_the_hound_runs_over_independents_at_home() -> None:
    """[46.2] [28.1] [70.1]: it destroys all that it passes, Independents too, whom nobody has won; a Superhero at home stops it."""

    def run(place: str):
        home = BOARD.places[place].hexes[0]
        k = next(k for k in range(6) if len(HEXES.ray(home, k)) > 3)
        start = HEXES.ray(home, k)[2]
        there = HEXES.direction(HEXES.ray(home, k)[0], home)
        g = war(
            {start: ["sir-ethilrist"], FAR: ["whipstock"], H: ["militia-foot-1"]}, owners={"sir-ethilrist": "sartar"}
        )
        words = ("west", "north-west", "north-east", "east", "south-east", "south-west")
        g.push(f"loose {words[there]}")
        return g

    g = run("wild-temple")
    people = PEOPLES[INDEX["ironhoof"]]
    assert all(where(g, UNITS[u].id) == -2 for u in people.units)
    assert "Ironhoof" in " ".join(g.story_text())
    assert not GAME.broken(g.state)
    g = run("clearing")
    assert where(g, "androgeus-the-unknowable") == -1
    assert g.state.wounds[BY_ID["androgeus-the-unknowable"]] == 1


def test_wb_70_4_what_is_hidden_is_what_lies_below_and_nobody_moves_at_once() -> None:
    """[70.4]: the adaptations are left to the table. A march tells others its top counter and how many go; and in one side's Move the
    other has nothing to decide."""
    g = at({H: ["militia-cavalry-1", "militia-foot-1"], FAR: ["talfort"]})
    for text in ("lead militia-cavalry-1", "join militia-foot-1", f"step {name(H - 1)}"):
        assert g.seat == SARTAR
        g.push(text)
    told = [e for e in GAME.redact(g.events, LUNAR) if e["kind"] == "march"][-1]
    assert (told["count"], told["top"], "units" in told) == (2, BY_ID["militia-cavalry-1"], False)
    assert g.view(LUNAR)["stacks"][name(H - 1)]["counters"] == ["militia-cavalry-1", None]
