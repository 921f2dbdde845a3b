"""Plans in the game of Elric: gathering for a city, Elric and his sword, fleets that land together, what is said of it."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace
from fractions import Fraction
from random import Random
from typing import Any

import pytest

from elric.opponents.players import opponent
from elric.opponents.playing import follow, sight
from elric.planning.definition import Aim, Campaign, TurnPlan
from elric.planning.memory import Memory
from elric.young_kingdoms.components import pieces
from elric.young_kingdoms.components.board import BOARD, LAND
from elric.young_kingdoms.components.notation import Action
from elric.young_kingdoms.components.pieces import LAND_MOVES
from elric.young_kingdoms.game import Game
from elric.young_kingdoms.lab import routes
from elric.young_kingdoms.lab.prospects import Coming, battle_of
from elric.young_kingdoms.lab.risk import risk
from elric.young_kingdoms.opponents import JUDGEMENT
from elric.young_kingdoms.opponents.judgement import _goes
from elric.young_kingdoms.planning import advised, aims, battles, companies, errands, marching, plans, ways
from elric.young_kingdoms.planning.campaigns import hosts_of, promise, threats, turn_plan
from elric.young_kingdoms.planning.reach import piers, stranded, swayed, voyage
from elric.young_kingdoms.planning.temper import EVEN
from elric.young_kingdoms.planning.weighed import Weighed
from elric.young_kingdoms.position import words
from elric.young_kingdoms.position.state import own_in
from elric.young_kingdoms.table.ready_games import first_game
from elric.young_kingdoms.teaching import going, tips
from elric.young_kingdoms.teaching.coach import advice
from elric.young_kingdoms.world.terrain import IMRRYR, carriers

EDITIONS = ("chaosium", "avalon-hill")


def position(units: dict[str, list[str]], **more: Any) -> Game:
    """The League (seat 0) and the Theocrat (seat 1) with these pieces; the League moves."""
    base = {"scenario": "successor", "turn": 3, "phase": "movement", "player": 0,
            "nations": {"jharkor": 0, "tarkesh": 0, "dharijor": 1, "pan-tang": 1}, "units": units}  # fmt: skip
    return Game.at(base | more, seed=5, leaderless=True)


@pytest.mark.parametrize("rules", EDITIONS)
def test_elric_is_held_back_where_he_is_not_needed(rules: str) -> None:
    """[12.1.4] / 11.14: seven armies beat one without him; a third of the times that he fights his sword takes Yishana, and he
    is lost with her. Captain and coach hold him back, and the coach says why."""
    g = position(
        {"dharijor_cape": ["yishana", "elric", "jharkor-army*7", "dharijor-army-1", "sarosto"]},
        rules=rules, phase="combat", owners={"elric": 0}, met_elric=True, assaults=["dharijor_cape"],
    )  # fmt: skip
    g.push("fight dharijor_cape")
    assert g.step == "withhold"
    told = advice(g, True)
    assert [str(a) for a in told.actions] == ["withhold elric"]
    assert "black sword" in told.tip
    assert [str(a) for a in opponent("captain").decide(sight(g, 0, 1)).actions] == ["withhold elric"]


def test_why_nobody_is_held_back_is_said() -> None:
    """[12.1.4] / 11.14: nobody of a host that has no black sword and is in no danger is better held back, and that is the reason."""
    g = position(
        {"dharijor_cape": ["yishana", "dharmit", "jharkor-army*7", "dharijor-army-1", "sarosto"]},
        phase="combat",
        assaults=["dharijor_cape"],
    )
    g.push("fight dharijor_cape")
    assert g.step == "withhold"
    told = advice(g, True)
    assert [a.verb for a in told.actions] == ["ready"]
    assert told.tip.endswith("and nobody is better held back.")


def test_the_last_of_a_nation_is_worth_the_nation() -> None:
    """[6.0] / 5.3: without Yishana Jharkor's armies leave; with Dharmit beside her they stay."""
    yishana = pieces.INDEX["yishana"]
    alone = position({"jharkor_dhakos": ["yishana", "jharkor-army*5"], "dharijor_gromoorva": ["sarosto"]})
    beside = position({"jharkor_dhakos": ["yishana", "dharmit", "jharkor-army*5"], "dharijor_gromoorva": ["sarosto"]})
    assert battles.price(alone.state, yishana) >= battles.price(beside.state, yishana) + 5


def test_whoever_wins_elric_takes_him_along() -> None:
    """[12.1.2] / 11.12: Karnaal stands beside Elric, who follows him, and has points left: Elric joins him."""
    g = position(
        {"jharkor_dhakos": ["yishana"], "dharijor_gromoorva": ["karnaal", "elric"], "pan_tang": ["jagreen-lern"]},
        player=1, owners={"elric": 1}, met_elric=True,
    )  # fmt: skip
    g.push("lead karnaal")
    assert pieces.INDEX["elric"] in [a.args[0] for a in companies.pick_up(g)]


def test_ships_at_sea_go_together() -> None:
    """[7.3] / 6.31: two fleets with armies lie in one sea: the host is both, for only together do they land together."""
    aboard = dict.fromkeys(("sarosto", "dharijor-army-1", "dharijor-army-2"), "dharijor-fleet-1")
    aboard |= dict.fromkeys(("jagreen-lern", "pan-tang-army-1", "pan-tang-army-2"), "pan-tang-fleet-1")
    g = position(
        {"dragon_sea_east": [*dict.fromkeys([*aboard, *aboard.values()])], "jharkor_dhakos": ["yishana"]},
        player=1, aboard=aboard,
    )  # fmt: skip
    hosts = [{pieces.IDS[u] for u in t.moving} for _, t in companies.companies(g)]
    assert any(host >= set(aboard) for host in hosts)


def test_those_aboard_in_a_port_are_a_host_beside_those_ashore() -> None:
    """[7.3] / 6.31: in Hornus some have stayed aboard, others stand ashore: both are thought of, and both strike at one city together."""
    aboard = dict.fromkeys(
        ("jagreen-lern", "pan-tang-general", "pan-tang-army-1", "pan-tang-army-2"), "pan-tang-fleet-1"
    )
    g = position(
        {"tarkesh_hornus": ["sarosto", "karnaal", "dharijor-army*5", *aboard, "pan-tang-fleet-1"], "jharkor_dhakos": ["yishana"]},
        player=1, aboard=aboard, control={"tarkesh_hornus": 1},
    )  # fmt: skip
    hosts = [{pieces.IDS[u] for u in t.moving} for _, t in companies.companies(g)]
    assert any(host >= {"sarosto", "karnaal"} for host in hosts)
    assert any(host >= set(aboard) for host in hosts)
    assert any(w.together == 2 for w in marching.plans_of(g, 1) if w.plan.area == BOARD.index["jharkor_dhakos"])


def test_a_city_is_gathered_for() -> None:
    """Two hosts, neither of which takes the city alone; the farther one comes in a turn: they strike together in the next, and
    until then nobody attacks alone."""
    g = position({
        "jharkor_sequa": ["yishana", "jharkor-army*6"], "tarkesh_hornus": ["hilran", "tarkesh-army*4"],
        "dharijor_sequaloris": ["dharijor-army*3"], "dharijor_gromoorva": ["dharijor-army-7"], "pan_tang": ["jagreen-lern"],
    })  # fmt: skip
    plan = turn_plan(g.state, 0)
    assert plan.campaigns
    for c in plan.campaigns:
        assert c.chance >= c.now
        assert set(c.hosts) <= {h.key for h in hosts_of(g.state, 0, 1)}
    every = [h for c in plan.campaigns for h in c.hosts]
    assert len(every) == len(set(every))


def played(turns: int, seed: int = 7) -> Iterator[tuple[Game, str]]:
    """Movement decisions of Captains in one game of the Successor, with what was said."""
    g, captains = Game("successor", "avalon-hill", seed), [opponent("captain"), opponent("captain")]
    while g.seat is not None and g.turn <= turns:
        plan = captains[g.seat].decide(sight(g, g.seat, seed))
        if g.step in ("movement", "stack"):
            yield g.copy(), plan.why
        list(follow(g, plan))


def test_a_campaign_is_said_with_its_figures_and_drawn() -> None:
    """Where a host goes for something that it strikes at later, the sentence names place, turn and both strengths, the coach says
    the same, and arrows lead there."""
    games = (decision for seed in range(7, 17) for decision in played(6, seed))
    for g, remembering in games:
        why = JUDGEMENT.plans(g, Random(1))[0].why if "to strike at" in remembering else ""
        if "to strike at" not in why:
            continue
        told = advice(g, True)
        assert why.partition(", to strike at")[2].rstrip(".") in told.tip
        assert told.arrows[0].kind in ("march", "sail")
        strike = next(a for a in told.arrows if a.kind == "strike")
        assert strike.turn > 0
        assert strike.start == told.arrows[0].to
        assert {a.start for a in told.arrows} | {a.to for a in told.arrows} <= set(BOARD.ids)
        return
    raise AssertionError("nobody gathers for anything")


@pytest.mark.parametrize("rules", EDITIONS)
def test_the_upstart_goes_for_imrryr_when_he_has_elric(rules: str) -> None:
    """[7.5.9], [14.2] / 6.591, 13.2: with Elric the way is open, and where Imrryr is weakly held the plan is the city that
    decides; without him it is no aim."""
    force = ["jagreen-lern", "sarosto", "karnaal", *(f"pan-tang-army-{k}" for k in (1, 2))]
    for elric in (True, False):
        units = {"dragon_sea_north": ["pan-tang-fleet-1", *force, *(["elric"] if elric else [])],
                 "melnibone": ["melnibone-army*3"]}  # fmt: skip
        aboard = dict.fromkeys(units["dragon_sea_north"][1:], "pan-tang-fleet-1")
        base = {"scenario": "upstart", "turn": 4, "phase": "movement", "player": 0, "rules": rules, "units": units,
                "nations": {"pan-tang": 0, "dharijor": 0, "melnibone": 1}, "control": {"melnibone": 1}, "aboard": aboard}  # fmt: skip
        more = {"owners": {"elric": 0}, "met_elric": True} if elric else {}
        g = Game.at(base | more, seed=5, leaderless=True)
        assert any(c.aim.place == IMRRYR for c in turn_plan(g.state, 0).campaigns) == elric


def test_a_plan_knows_nothing_hidden() -> None:
    """The same in every position that the seat cannot tell from the real one, threats and all."""
    for g, _ in list(played(2))[::6]:
        seat = g.state.player
        plan, feared = turn_plan(g.state, seat), threats(g.state, seat)
        for n in (1, 2):
            other = g.resampled(seat, n).state
            assert turn_plan(other, seat) == plan
            assert threats(other, seat) == feared


@pytest.mark.parametrize("rules", EDITIONS)
def test_armies_are_fetched_on_the_way_in_one_plan(rules: str) -> None:
    """Yishana and Dharmit stand where no army is, five wait without a leader in Sequa: the coach leads them there, takes the armies
    along and attacks, in one run of legal actions, and tells the odds of that attack."""
    g = position(
        {"jharkor_dhakos": ["yishana", "dharmit"], "jharkor_sequa": ["jharkor-army*5"], "dharijor_sequaloris": ["dharijor-army-1"],
         "dharijor_gromoorva": ["sarosto", "dharijor-army-7"], "pan_tang": ["jagreen-lern"]}, rules=rules,
    )  # fmt: skip
    told = advice(g, True)
    verbs = [a.verb for a in told.actions]
    assert verbs.index("step") < verbs.index("attack")
    assert "join" in verbs[verbs.index("step") : verbs.index("attack")]
    assert "march to Sequa, take five armies of Jharkor along there and attack" in told.tip
    place = told.actions[verbs.index("attack")]
    assert words.area(place.args[0]) in told.risks[0].words
    for a in told.actions:
        g.push(a)
    assert g.state.assaults >> place.args[0] & 1


@pytest.mark.parametrize("rules", EDITIONS)
def test_armies_on_the_way_to_a_battle_come_along(rules: str) -> None:
    """Yishana leads an army from Dhakos over Sequa, where three wait without a leader, against Sequaloris: they are taken along in
    legal actions, and counted in the odds that are told of it."""
    g = position(
        {"jharkor_dhakos": ["yishana", "jharkor-army*2"], "jharkor_sequa": ["jharkor-army*3"],
         "dharijor_sequaloris": ["dharijor-army-1"], "dharijor_gromoorva": ["sarosto"], "pan_tang": ["jagreen-lern"]}, rules=rules,
    )  # fmt: skip
    g.push("lead yishana")
    g.push(next(a for a in g.legal_actions() if a.verb == "join" and pieces.KIND[a.args[0]] == pieces.ARMY))
    sequaloris = BOARD.index["dharijor_sequaloris"]
    go, along = companies.on_the_way(g.state, ways.reach(g.state)[sequaloris].actions, EVEN)
    assert len(along) == 3
    [advised_] = [p for p in advised.attacks(g, 0) if p.area == sequaloris]
    assert (advised_.go, advised_.along) == (go, along)
    for a in go:
        g.push(a)
    there = [u for u in own_in(g.state, sequaloris, 0) if pieces.KIND[u] == pieces.ARMY]
    assert len(there) == 4
    odds = tips.odds(g, sequaloris, True)
    assert (odds.win, odds.falls) == (advised_.risk.win, advised_.risk.falls)


def test_magicians_who_may_hold_opposed_spells_are_not_counted_on_together() -> None:
    """[9.5] / 8.5: Ohada holds Law and the Wizard Chaos; an onlooker does not know what they hold, only that they do."""
    ohada, wizard = (pieces.INDEX[u] for u in ("ohada", "jharkor-wizard"))
    units = {
        "jharkor_sequa": ["yishana", "jharkor-wizard"],
        "shazaar_aflitain": ["ohada"],
        "pan_tang": ["jagreen-lern"],
    }
    for chaos, known, unknown in (("arioch", False, False), ("donblas", True, False), ("", True, True)):
        hands = {"ohada": ["arkyn"]} | ({"jharkor-wizard": [chaos]} if chaos else {})
        s = position(units, hands=hands).state
        assert ways.may_meet(s, [ohada], [wizard], True) == known
        assert ways.may_meet(s, [ohada], [wizard], False) == unknown


@pytest.mark.parametrize("rules", EDITIONS)
def test_a_newcomer_is_led_to_a_city_that_falls_and_what_he_is_told_comes_true(rules: str) -> None:
    """Three hosts from three sides, none of which would take Sequaloris alone. The chance that is told with the first of them is the
    chance that is told with the last: whoever is counted on comes, and magicians who may not meet are not counted on together."""
    g = first_game("successor", rules, 7)
    memory, said = Memory(), []
    while "attack" in (told := advice(g, True, memory, first=True)).tip:
        said.append(told.tip.partition("falls in ")[2][:5])
        assert {a.kind for a in told.arrows} == {"strike"}
        for a in told.actions:
            g.push(a)
    assert len(said) == 3
    assert set(said) == {"91.7%"}
    assert g.state.assaults >> BOARD.index["dharijor_sequaloris"] & 1


def test_for_a_spell_no_host_is_thrown_away() -> None:
    """[10.9.3] / 9.93: Nadsokor's people, 8, would beat off three armies and their leader more often than not. Nobody else goes there,
    so nobody goes; a host that is strong enough does."""
    few = {"vilmir_jadmar": ["yishana"], "dharijor_gromoorva": ["sarosto"], "pan_tang": ["jagreen-lern"]}
    weak = turn_plan(position(few).state, 0)
    strong = turn_plan(position(few | {"vilmir_jadmar": ["yishana", "jharkor-army*8"]}).state, 0)
    assert "nadsokor" not in {c.aim.key for c in weak.campaigns}
    assert "nadsokor" in {c.aim.key for c in strong.campaigns}


def test_the_coach_holds_to_a_campaign_and_says_why_it_is_dropped() -> None:
    """What was advised before is gone on with; when nobody can do it any more the coach says so, as often as that position is shown,
    and once only; without a memory it says nothing of it."""
    units = {
        "jharkor_sequa": ["yishana", "jharkor-army*8"], "dharijor_sequaloris": ["dharijor-army-1"],
        "dharijor_gromoorva": ["sarosto", "dharijor-army-7"], "pan_tang": ["jagreen-lern"],
    }  # fmt: skip
    memory = Memory()
    advice(position(units), True, memory)
    (old, *_) = memory.last(0).campaigns
    weak = position(units | {"jharkor_sequa": ["yishana"]})
    place = words.area(old.aim.place)
    told = advice(weak, True, memory)
    assert f"No longer to {place}" in told.tip
    assert advice(weak, True, memory) == told
    assert "No longer" not in advice(weak, True).tip
    weak.push(weak.legal_actions()[0])
    assert "No longer" not in advice(weak, True, memory).tip


@pytest.mark.parametrize("rules", EDITIONS)
def test_the_lords_of_imrryr_stay_where_they_win(rules: str) -> None:
    """[7.5.9], [14.2] / 6.591, 13.2: who leaves Imrryr comes back with Elric alone, and the enemy comes with him too: nobody of its
    defenders who fights goes to war, and none of them is counted on in a campaign. Where the Upstart holds it nobody is kept."""
    units = {"melnibone": ["dyvim-slorm", "magnum-colim", "cymoril", "melnibone-army*5"], "pan_tang": ["jagreen-lern"]}
    base = {"scenario": "upstart", "turn": 2, "phase": "movement", "player": 1, "rules": rules, "units": units,
            "nations": {"pan-tang": 0, "dharijor": 0, "melnibone": 1}, "control": {"melnibone": 1}}  # fmt: skip
    g = Game.at(base, seed=5, leaderless=True)
    assert {pieces.IDS[u] for u in companies.keepers(g.state, 1)} == {"dyvim-slorm", "magnum-colim"}
    assert not [t.moving for _, t in companies.companies(g) if any(pieces.FIGHT[u] for u in t.moving)]
    assert not [h for h in hosts_of(g.state, 1, 2) if h.place == IMRRYR]
    assert not companies.keepers(g.state, 0)


def test_a_siege_reckons_with_those_who_come_back() -> None:
    """[6.0] / 5: two behind the walls of a capital get one back a turn: sixteen thin them out in three assaults elsewhere, and
    there hardly ever."""
    assert aims.siege(16, 2, 5, 3) > 0.4
    assert aims.siege(16, 2, 5, 3, 1) < 0.1
    g = position({"pan_tang": ["jagreen-lern"], "jharkor_dhakos": ["yishana"]}, control={"pan_tang": 1})
    assert aims.raised(g.state, BOARD.index["pan_tang"]) == 1
    assert aims.raised(g.state, BOARD.index["jharkor_thokora"]) == 0
    assert aims.raised(g.state, BOARD.index["bakshaan"]) == 0


@pytest.mark.parametrize("rules", EDITIONS)
def test_one_enemy_host_is_feared_in_one_place(rules: str) -> None:
    """A host at sea could strike at three capitals, and at one of them only: that all three hosts go together for a city which falls
    more often than not is worth something, and is not declined three times over."""
    crew = ["yishana", "dharmit", "hilran", "jharkor-admiral", "ohada", "moonglum", "rackhir", "smiorgan", "voashoon"]
    g = position({
        "dragon_sea_north": ["jharkor-fleet-1", *crew], "tarkesh_hornus": ["tarkesh-army*3"],
        "jharkor_dhakos": ["jharkor-army-1", "jharkor-army-2"],
        "dharijor_gromoorva": ["karnaal", "dharijor-admiral", *(f"dharijor-army-{k}" for k in (1, 2, 3, 7, 8))],
        "shazaar_aflitain": ["sarosto", "pan-tang-general", "pan-tang-sealord", "pan-tang-army-1", "pan-tang-army-2",
                             *(f"dharijor-army-{k}" for k in (4, 5, 6))],
        "pan_tang": ["jagreen-lern", "pan-tang-army-3", "pan-tang-army-4", "pan-tang-army-5"],
    }, rules=rules, turn=4, player=1, owners=dict.fromkeys(crew, 0), aboard=dict.fromkeys(crew, "jharkor-fleet-1"),
        control={"jharkor_dhakos": 0, "shazaar_aflitain": 1})  # fmt: skip
    dhakos = BOARD.index["jharkor_dhakos"]
    together = [w for w in marching.plans_of(g, 1) if w.plan.area == dhakos and w.together == 3]
    assert max(w.worth for w in together) > 0


@pytest.mark.parametrize("rules", EDITIONS)
def test_who_can_muster_a_nation_is_not_taken_to_war(rules: str) -> None:
    """[11.0] / 10.1: the Sorcerer holds what calls Nadsokor's people, two days away: he is no member of the host that marches, and
    goes there; one who holds nothing that calls anybody marches with the others."""
    units = {
        "dharijor_gromoorva": ["sarosto", "dharijor-sorcerer", "dharijor-army*5"],
        "jharkor_dhakos": ["yishana", "jharkor-army*4"],
    }
    sorcerer = pieces.INDEX["dharijor-sorcerer"]
    for hands, stays in (({"dharijor-sorcerer": ["vulture-lions"]}, True), ({}, False)):
        g = position(units, rules=rules, player=1, hands=hands)
        hosts = [t.moving for _, t in companies.companies(g) if pieces.INDEX["sarosto"] in t.moving]
        assert hosts
        assert all((sorcerer not in host) == stays for host in hosts)
        sent = [w for w in marching.plans_of(g, 1) if w.plan.leader == sorcerer and "to muster" in w.said]
        assert bool(sent) == stays


@pytest.mark.parametrize("rules", EDITIONS)
def test_one_capital_held_is_enough_for_the_league(rules: str) -> None:
    """[14.3] / 13.3: the Theocrat must have all three. The one that is held best is worth most to the League, and where all are
    gone any of them; his own two are worth little to him beside those he came for."""
    g = position({
        "jharkor_dhakos": ["yishana", "jharkor-army*6"], "tarkesh_hornus": ["hilran", "tarkesh-army*2"],
        "shazaar_aflitain": ["ohada", "shazaar-army-1"], "dharijor_gromoorva": ["sarosto", "dharijor-army*6"],
    }, rules=rules, nations={"jharkor": 0, "tarkesh": 0, "shazaar": 0, "dharijor": 1, "pan-tang": 1})  # fmt: skip
    dhakos, hornus, gromoorva = (BOARD.index[a] for a in ("jharkor_dhakos", "tarkesh_hornus", "dharijor_gromoorva"))
    s = g.state
    assert aims.redoubt(s) == dhakos
    assert aims.guard(s, 0, dhakos) > 2 * aims.guard(s, 0, hornus) > 2 * aims.guard(s, 1, gromoorva) > 0
    for nation in ("jharkor", "tarkesh", "shazaar"):
        s.control[BOARD.main_city(nation)] = 1
    assert aims.redoubt(s) == -1
    assert aims.prize(s, 0, hornus) > 2 * aims.prize(s, 1, dhakos) + aims.guard(s, 1, dhakos)


@pytest.mark.parametrize("rules", EDITIONS)
def test_the_last_capital_is_gathered_in(rules: str) -> None:
    """The enemy could come to Dhakos with more than holds it: whoever is near goes there and stays, to hold it, and nobody is told
    to strike at it; where no enemy could come, nobody is kept there for it."""
    units = {
        "jharkor_dhakos": ["yishana", "jharkor-army*4"],
        "jharkor_thokora": ["dharmit", "jharkor-army-7", "jharkor-army-8"],
    }
    nations = {"jharkor": 0, "tarkesh": 1, "shazaar": 1, "dharijor": 1, "pan-tang": 1}
    control = {"tarkesh_hornus": 1, "shazaar_aflitain": 1}
    theirs = {
        "dharijor_gromoorva": ["sarosto", "karnaal", "dharijor-army*8"], "tarkesh_hornus": ["jagreen-lern", "pan-tang-army*5"],
        "shazaar_aflitain": ["tarkesh-army*4", "shazaar-army*4"],
    }  # fmt: skip
    g = position(units | theirs, rules=rules, nations=nations, control=control)
    plan = turn_plan(g.state, 0)
    hold = next(c for c in plan.campaigns if c.aim.hold)
    assert hold.aim.place == BOARD.index["jharkor_dhakos"]
    assert pieces.INDEX["dharmit"] in hold.hosts
    found = [w for w in marching.plans_of(g, 0, plan=plan) if w.plan.leader == pieces.INDEX["dharmit"]]
    assert any(w.purpose == ", to hold it" for w in found)
    assert not any("strike at Dhakos" in w.said for w in found)
    calm = position(units | {"pan_tang": ["jagreen-lern"]}, rules=rules, nations=nations, control=control)
    assert not any(c.aim.hold for c in turn_plan(calm.state, 0).campaigns)


def test_who_walks_over_the_sea_leaves_armies_that_cannot() -> None:
    """Nadsokor has no ship, and no way over land leads from it to the war: its armies wait, the magicians may go without them;
    from Gromoorva everybody marches together."""
    g = position(
        {"nadsokor": ["urish", "nadsokor-army*4", "theleb-kaarna"], "jharkor_dhakos": ["yishana", "jharkor-army*4"],
         "dharijor_gromoorva": ["sarosto", "jagreen-lern", "dharijor-army*4"]},
        player=1, nations={"jharkor": 0, "dharijor": 1, "pan-tang": 1, "nadsokor": 1},
    )  # fmt: skip
    hosts = [{pieces.IDS[u] for u in t.moving} for _, t in companies.companies(g)]
    assert {"theleb-kaarna"} in hosts
    assert {"jagreen-lern"} not in hosts
    assert any({"sarosto", "jagreen-lern", "dharijor-army-1"} <= host for host in hosts)


def test_who_has_elric_ashore_takes_him_aboard() -> None:
    """[12.1.2] / 11.12: Elric follows Jagreen Lern, who is aboard in the port where Elric stands, and obeys no weaker voice: the
    ship does not sail without him, and Jagreen Lern fetches him aboard."""
    aboard = dict.fromkeys(("jagreen-lern", "pan-tang-army-1"), "pan-tang-fleet-1")
    g = position(
        {"dharijor_gromoorva": ["elric", "jagreen-lern", "pan-tang-general", "pan-tang-army-1", "pan-tang-fleet-1"],
         "jharkor_dhakos": ["yishana", "jharkor-army*4"]},
        player=1, aboard=aboard, owners={"elric": 1}, met_elric=True,
    )  # fmt: skip
    sailing = [{pieces.IDS[u] for u in t.moving} for base, t in companies.companies(g) if base.ship >= 0]
    assert any({"elric", "jagreen-lern", "pan-tang-fleet-1"} <= host for host in sailing)


def test_a_stronger_voice_sets_out_for_elric_from_afar() -> None:
    """[12.1.2] / 11.122: Elric follows Myrrhyn (3) in Raschil. Sharilla (6) is three turns away and sets out; Fadan, whose voice is no
    stronger, does not, nor does Zarozinia, who would do as well and is further off."""
    g = position(
        {"ilmiora_ilmar": ["sharilla", "fadan"], "eshmir_capital": ["zarozinia"], "filkhar_raschil": ["myrrhyn", "elric"],
         "pan_tang": ["pan-tang-general"], "melnibone": ["yyrkoon"]},
        scenario="upstart", nations={"pan-tang": 0, "dharijor": 0, "ilmiora": 0, "lormyr": 0, "melnibone": 1},
        owners={"elric": 1, "myrrhyn": 1}, met_elric=True,
    )  # fmt: skip
    far = aims.far_off(BOARD.index["filkhar_raschil"])
    found = [w for w in errands.errands(g) if "voice" in w.said]
    assert {w.plan.leader for w in found} == {pieces.INDEX["sharilla"]}
    assert far[found[0].plan.area] < far[BOARD.index["ilmiora_ilmar"]]
    assert g.verdict(found[0].actions[0])


def test_who_follows_elric_to_imrryr_meets_him_in_the_port_from_which_he_sails() -> None:
    """[7.5.9] / 6.591: only with Elric may Imrryr be entered. He is inland, a march from Jadmar, where ships lie; who comes by sea goes
    there, and does not land to look for him in the hills."""
    g = position(
        {"vilmir_north": ["elric", "jagreen-lern", "avan-astram", "naclon", "vilmir-army*6"], "vilmir_jadmar": ["vilmir-fleet-1", "vilmir-fleet-2"],
         "purple_menii": ["smiorgan", "isle-of-purple-towns-army*2", "isle-of-purple-towns-fleet-1"], "melnibone": ["yyrkoon", "melnibone-army*2"]},
        scenario="upstart", nations={"pan-tang": 0, "dharijor": 0, "vilmir": 0, "isle-of-purple-towns": 0, "melnibone": 1},
        owners={"elric": 0}, met_elric=True,
    )  # fmt: skip
    goals = {
        w.plan.goal
        for w in marching.plans_of(g, 0, plan=turn_plan(g.state, 0))
        if w.plan.leader == pieces.INDEX["smiorgan"]
    }
    assert BOARD.index["vilmir_jadmar"] in goals
    assert BOARD.index["vilmir_north"] not in goals


UPSTART: dict[str, Any] = {
    "scenario": "upstart", "owners": {"elric": 0}, "met_elric": True, "control": {"melnibone": 1},
    "nations": {"pan-tang": 0, "dharijor": 0, "jharkor": 0, "ilmiora": 0, "lormyr": 0, "vilmir": 0, "isle-of-purple-towns": 0, "melnibone": 1},
}  # fmt: skip


def crews(g: Game) -> list[set[str]]:
    """The hosts that could be taken up, ships and all."""
    return [{pieces.IDS[u] for u in t.moving} for _, t in companies.companies(g)]


def test_elric_and_whoever_he_follows_sail_together_in_two_ships() -> None:
    """[7.3], [12.1.2] / 6.31, 11.12: Elric lies in one ship at sea, Yishana, whom he follows, in another beside it. Neither
    ship may leave without the other, and both together may."""
    aboard = dict.fromkeys(("yishana", "karnaal", "dharijor-army-1"), "dharijor-fleet-2")
    aboard |= dict.fromkeys(("elric", "sarosto", "jharkor-army-1"), "jharkor-fleet-1")
    ships = [*aboard, "dharijor-fleet-2", "jharkor-fleet-1"]
    g = position({"purple_sea": ships, "melnibone": ["melnibone-army*2"]}, **UPSTART, aboard=aboard)
    assert any(host >= set(ships) for host in crews(g))


@pytest.mark.parametrize("tired", [0, 4])
def test_who_has_come_far_today_does_not_keep_the_others_from_striking(tired: int) -> None:
    """[7.2], [7.3] / 6.2, 6.31: a ship that has sailed four areas joins Elric's before Imrryr. Rested they strike together; tired, those
    strike without it who lay there."""
    aboard = dict.fromkeys(("elric", "yishana", "karnaal", "sarosto"), "dharijor-fleet-2")
    aboard |= dict.fromkeys(("dharmit", "jharkor-army-1"), "jharkor-fleet-1")
    late = dict.fromkeys(("jharkor-fleet-1", "dharmit", "jharkor-army-1"), tired)
    g = position({"dragon_sea_east": [*aboard, "dharijor-fleet-2", "jharkor-fleet-1"], "melnibone": ["melnibone-army-1"]},
                 **UPSTART | {"turn": 10, "rules": "avalon-hill"}, aboard=aboard, spent={u: n for u, n in late.items() if n}, waits=["movement"])  # fmt: skip
    best = max(marching.plans_of(g, 0, plan=turn_plan(g.state, 0)), key=lambda w: w.worth)
    assert best.plan.area == IMRRYR
    joined = {str(a) for a in best.actions}
    assert ("join jharkor-fleet-1" in joined) == (not tired)


@pytest.mark.parametrize("rules", EDITIONS)
def test_a_battle_with_whoever_leads_elric_is_looked_into(rules: str, monkeypatch: pytest.MonkeyPatch) -> None:
    """[12.1.2] / 11.12: Cymoril stands with Elric in the open, where nothing is to be taken, and Yyrkoon in a capital: if the lab is asked about
    one battle only, it is hers."""
    g = position({"lormyr_ramasaz": ["yishana", "karnaal", "sarosto", "dharmit", "jharkor-army*6"], "lormyr_east": ["elric", "cymoril"],
                  "filkhar_raschil": ["yyrkoon"], "melnibone": ["melnibone-army*4"]},
                 **UPSTART | {"owners": {"elric": 1, "cymoril": 1}, "rules": rules})  # fmt: skip
    monkeypatch.setattr(marching, "_ASKED", 1)
    fought = [w.plan.area for w in marching.plans_of(g, 0, plan=turn_plan(g.state, 0)) if w.plan.risk is not None]
    assert fought == [BOARD.index["lormyr_east"]]


@pytest.mark.parametrize(("spent", "due"), [(0, 0), (3, 1)])
def test_a_host_strikes_this_turn_with_what_points_are_left_to_it(spent: int, due: int) -> None:
    """[7.2], [7.3] / 6.2, 6.31: from the Purple Sea Elric's ship is in Imrryr today if it lies rested, tomorrow if it has sailed there: who
    has hidden him for the night does not take him up again, as if to strike."""
    aboard = dict.fromkeys(("elric", "yishana", "karnaal"), "dharijor-fleet-2")
    gone = dict.fromkeys([*aboard, "dharijor-fleet-2"], spent) if spent else {}
    g = position({"purple_sea": [*aboard, "dharijor-fleet-2"], "melnibone": ["melnibone-army-1"]},
                 **UPSTART | {"rules": "avalon-hill"}, aboard=aboard, spent=gone, waits=["movement"])  # fmt: skip
    (host,) = hosts_of(g.state, 0, 4)
    assert host.due(IMRRYR) == due


def elric_goes(g: Game, by: int) -> str:
    """Where Elric goes who was to strike at Imrryr in a turn of the game; "" where he stays."""
    first = turn_plan(g.state, 0)
    plan = turn_plan(g.state, 0, TurnPlan(tuple(replace(c, by=by) for c in first.campaigns)))
    assert [(c.aim.place, c.by) for c in plan.campaigns] == [(IMRRYR, by)]
    marches = [
        w
        for w in marching.plans_of(g, 0, plan=plan)
        if Action("join", (pieces.ELRIC,)) in w.actions or w.plan.leader == pieces.ELRIC
    ]
    return BOARD.ids[max(marches, key=lambda w: w.worth).plan.area] if marches else ""


def test_what_was_put_off_once_is_not_put_off_again() -> None:
    """[7.5.9], [12.0] / 6.591, 11: from Dhoz-Kam, through the wilderness to ships off Lormyr, Elric is in Imrryr in two turns today and in two
    turns tomorrow. Who has planned it for the eighth turn may wait in the sixth; who had planned it for the sixth may not."""
    host = ["elric", "yishana", "karnaal", "sarosto", "dharmit", "jagreen-lern", "jharkor-army*4"]
    units = {"dhoz_kam": host, "dragon_sea_south": ["dharijor-fleet-1", "jharkor-fleet-1"], "melnibone": ["melnibone-army-1"]}  # fmt: skip
    g = position(units, **UPSTART | {"turn": 6, "rules": "avalon-hill"})
    assert [(c.due, c.by) for c in turn_plan(g.state, 0).campaigns] == [(2, 8)]
    assert not elric_goes(g, 8)
    assert elric_goes(g, 6) == "oin"


def test_whoever_has_hidden_elric_for_long_dares_more(monkeypatch: pytest.MonkeyPatch) -> None:
    """[12.1.2] / 11.12: in the Tarkesh Reach, where his friends wait, a stronger voice could win Elric over; he passes by to the Pale Sea,
    but not for ever."""
    monkeypatch.setattr(marching, "swayed", lambda t, seat: 1 << BOARD.index["pale_sea_west"])
    aboard = dict.fromkeys(("elric", "yishana"), "dharijor-fleet-2")
    friends = ["karnaal", "sarosto", "dharmit", "jharkor-army-1"]
    aboard |= dict.fromkeys(friends, "jharkor-fleet-1")
    units = {"northern_ocean": ["elric", "yishana", "dharijor-fleet-2"], "pale_sea_west": [*friends, "jharkor-fleet-1"],
             "melnibone": ["melnibone-army-1"]}  # fmt: skip
    g = position(units, **UPSTART | {"turn": 6, "rules": "avalon-hill"}, aboard=aboard, waits=["movement"])
    assert elric_goes(g, 7) == "pale_sea"
    assert elric_goes(g, 4) == "pale_sea_west"


def test_who_sails_for_imrryr_meets_elric_at_sea_on_his_way() -> None:
    """[7.5.9] / 6.591: Elric is in the Silent Sea, more than a turn from Imrryr. Who is to sail in with him does not go all that way, but to
    where he comes by, and he goes there too. Next turn strikes only who can be there today: nobody from Eshmir."""
    friends = ["karnaal", "sarosto", "pan-tang-general", "pan-tang-sealord", "jagreen-lern"]
    aboard = dict.fromkeys(("elric", "yishana"), "dharijor-fleet-2") | dict.fromkeys(friends, "pan-tang-fleet-1")
    units = {"silent_sea": ["elric", "yishana", "dharijor-fleet-2"], "northern_ocean": [*friends, "pan-tang-fleet-1"],
             "eshmir_capital": ["avan-astram", "naclon", "vilmir-army*4"], "melnibone": ["melnibone-army*2"]}  # fmt: skip
    g = position(units, **UPSTART | {"turn": 6}, aboard=aboard, waits=["movement"])
    plan = turn_plan(g.state, 0)
    (strike,) = (c for c in plan.campaigns if c.aim.place == IMRRYR)
    assert strike.due == 1
    assert pieces.INDEX["avan-astram"] not in strike.hosts
    marches = [w for w in marching.plans_of(g, 0, plan=plan) if w.campaign == strike]
    assert {w.plan.leader for w in marches} == {pieces.ELRIC, pieces.INDEX["jagreen-lern"]}
    (met,) = {w.plan.area for w in marches}
    assert BOARD.ids[met] == "pale_sea_west"


@pytest.mark.parametrize(("at", "due"), [("straits_of_vilmir", 1), ("silent_sea", 2)])
def test_who_cannot_meet_elric_today_strikes_at_imrryr_a_turn_later(at: str, due: int) -> None:
    """[7.5.9] / 6.591: Avan Astram in Old Hrolmar, where a ship lies, is to sail in with Elric. Off the coast they can meet today, and strike
    next turn; from the Silent Sea Elric cannot be near him."""
    host = ["avan-astram", "naclon", "vilmir-sealord", "vilmir-army*4", "vilmir-fleet-1"]
    units = {at: ["elric", "yishana", "dharijor-fleet-2"], "vilmir_hrolmar": host, "melnibone": ["melnibone-army*3"]}
    g = position(units, **UPSTART | {"turn": 6}, aboard=dict.fromkeys(("elric", "yishana"), "dharijor-fleet-2"))
    (strike,) = (c for c in turn_plan(g.state, 0).campaigns if c.aim.place == IMRRYR)
    assert pieces.INDEX["avan-astram"] in strike.hosts
    assert strike.due == due


def test_whoever_elric_follows_on_foot_at_sea_goes_aboard_his_ship() -> None:
    """[7.3], [12.1.2] / 6.3, 11.12: after a fight at sea Elric is aboard and Jagreen Lern, whom he follows, walks on the water beside his ship.
    Neither may go without the other: Jagreen Lern goes aboard, and those who walk with him."""
    aboard = dict.fromkeys(("elric", "urish", "nadsokor-army-1"), "pan-tang-fleet-1")
    there = [*aboard, "pan-tang-fleet-1", "jagreen-lern", "pan-tang-general"]
    nations = UPSTART["nations"] | {"nadsokor": 0}
    g = position(
        {"pale_sea": there, "melnibone": ["melnibone-army*2"]}, **UPSTART | {"nations": nations}, aboard=aboard
    )
    assert any(host >= set(there) for host in crews(g))


def test_elric_is_fetched_aboard_where_nobody_else_is_left_with_him() -> None:
    """[12.1.2] / 11.12: all others are aboard, and their ship may sail without Elric, who would go his own way then; Rackhir, whom he follows,
    comes ashore for him."""
    aboard = dict.fromkeys(("rackhir", "voashoon", "lormyr-army-4"), "lormyr-fleet-1")
    there = ["elric", *aboard, "lormyr-fleet-1"]
    g = position(
        {"dhoz_kam": there, "melnibone": ["melnibone-army*2"]},
        **UPSTART | {"owners": {"elric": 0, "rackhir": 0}},
        aboard=aboard,
    )
    assert any(host >= set(there) for host in crews(g))


def test_in_a_port_the_ships_beside_elrics_sail_with_him() -> None:
    """[7.5.9] / 6.591: only in one stack with Elric does one come into Imrryr: a manned ship in his port sails in his convoy."""
    aboard = dict.fromkeys(("elric", "yishana"), "dharijor-fleet-1") | dict.fromkeys(
        ("smiorgan", "kargan"), "isle-of-purple-towns-fleet-1"
    )
    there = [*aboard, "dharijor-fleet-1", "isle-of-purple-towns-fleet-1"]
    g = position({"dharijor_gromoorva": there, "melnibone": ["melnibone-army*2"]}, **UPSTART, aboard=aboard)
    assert any(host >= set(there) for host in crews(g))


def test_whoever_elric_follows_is_not_kept_from_going_by_what_he_could_muster() -> None:
    """[11.0], [12.1.2] / 10.1, 11.12: the Priest stands in Org and could call its people, but not in every turn is there a call left
    for him; Elric goes nowhere without him. Once Elric is elsewhere the Priest stays to call."""
    priest = "isle-of-purple-towns-priest"
    for more in (["elric"], []):
        units = {"org": [priest, *more], "pan_tang": ["pan-tang-general"], "melnibone": ["yyrkoon"]}
        if not more:
            units["pan_tang"].append("elric")
        g = position(units, **UPSTART, hands={priest: ["nuuurrrcc"]})
        assert any({priest, *more} <= host for host in crews(g)) == bool(more)


def test_whoever_elric_follows_comes_ashore_for_him() -> None:
    """[12.1.2] / 11.12: Zarozinia (6), aboard in the port where Elric stands ashore with Yishana (5), is the one he follows: she
    fetches him and all others, who cannot take him anywhere without her."""
    aboard = {"zarozinia": "isle-of-purple-towns-fleet-1"}
    there = ["elric", "yishana", "karnaal", "zarozinia", "isle-of-purple-towns-fleet-1"]
    g = position({"purple_menii": there, "melnibone": ["yyrkoon", "melnibone-army*2"]}, **UPSTART, aboard=aboard)
    assert any(host >= set(there[:4]) for host in crews(g))


def test_a_ship_waits_for_those_whom_it_brought() -> None:
    """[7.3] / 6.321: a ship that nobody is aboard may go home at any time. It lies off the coast where Yishana has landed, and waits
    for her, also where she has marched on; where nobody is ashore it goes home."""
    for at, landed in (("vilmir_east", True), ("ilmiora_ilmar", True), ("jharkor_dhakos", False)):
        units = {"hrolmar_bay": ["pan-tang-fleet-1"], "melnibone": ["yyrkoon"], "pan_tang": ["jagreen-lern"],
                 at: ["yishana", "jharkor-army*2"]}  # fmt: skip
        g = position(units, **UPSTART | {"owners": {}, "met_elric": False})
        home = [a for a in g.legal_actions() if a.verb == "home"]
        assert [companies.awaited(g.state, a.args[0]) for a in home] == [landed]
        assert any(p.actions[0].verb == "home" for p in JUDGEMENT.plans(g, Random(1))) != landed


def test_elric_goes_where_the_others_come() -> None:
    """[7.5.9] / 6.591: Elric and the Sorcerer, who walk over the sea, are too weak to strike alone. Those who follow meet him a turn from
    Imrryr; he does not stay where he is, but goes there too."""
    g = position(
        {"ilmiora_north": ["elric", "dharijor-sorcerer"], "ilmiora_ilmar": ["ilmiora-fleet-1", "ilmiora-army-1"],
         "dharijor_gromoorva": ["sarosto", "karnaal", "yishana", "dharijor-army*6", "dharijor-fleet-1", "dharijor-fleet-2"],
         "melnibone": ["melnibone-army*5"]}, **UPSTART,
    )  # fmt: skip
    plan = turn_plan(g.state, 0)
    assert any(c.aim.place == IMRRYR and len(c.hosts) > 1 for c in plan.campaigns)
    goals: dict[str, set[int]] = {"ilmiora_north": set(), "dharijor_gromoorva": set()}
    for w in marching.plans_of(g, 0, plan=plan):
        goals.get(BOARD.ids[w.plan.start], set()).add(w.plan.goal)
    (met,) = goals["ilmiora_north"]
    assert met in goals["dharijor_gromoorva"]
    assert 0 < aims.far_off(IMRRYR)[met] <= 4


def test_a_blow_as_sure_now_is_not_put_off() -> None:
    """[7.5.9], [14.2] / 6.591, 13.2: the plan is to strike next turn, but from Jadmar Elric and his host can be in Imrryr today, and take
    it as surely: nothing else is worth as much."""
    force = ["elric", "yishana", "jagreen-lern", "karnaal", "sarosto", "naclon", "avan-astram", "pan-tang-general"]
    g = position(
        {"vilmir_jadmar": [*force, "vilmir-army*8", "vilmir-fleet-1", "vilmir-fleet-2"],
         "nadsokor": ["urish", "cymoril", "saxif-daan", "dyvim-tvar"], "melnibone": ["melnibone-army*4"]}, **UPSTART,
    )  # fmt: skip
    found = [c for c in turn_plan(g.state, 0).campaigns if c.aim.place == IMRRYR]
    assert found
    later = TurnPlan(tuple(replace(c, due=1) for c in found))
    best = max(marching.plans_of(g, 0, plan=later), key=lambda w: w.worth)
    assert best.plan.area == IMRRYR


def test_an_assault_that_thins_the_defenders_out_is_worth_what_follows() -> None:
    """[7.5.2], [10.6] / 6.52, 9.6: from Jadmar the host wins before Imrryr in any case, and often the city stands; what is left of its
    defenders falls in the next assault. The host does not lie off the coast instead, where Elric can be won over."""
    force = ["elric", "yishana", "jagreen-lern", "karnaal", "sarosto", "naclon", "avan-astram", "pan-tang-general"]
    g = position(
        {"vilmir_jadmar": [*force, "vilmir-army*8", "vilmir-fleet-1", "vilmir-fleet-2"], "purple_menii": ["smiorgan", "kargan"],
         "nadsokor": ["urish", "cymoril", "saxif-daan", "dyvim-tvar"], "melnibone": ["melnibone-army*5", "silent-guard"]}, **UPSTART,
    )  # fmt: skip
    best = max(marching.plans_of(g, 0, plan=turn_plan(g.state, 0)), key=lambda w: w.worth)
    assert best.plan.area == IMRRYR
    assert best.plan.risk is not None
    assert best.plan.risk.falls is not None
    assert best.plan.risk.falls < best.plan.risk.win


def test_those_who_hold_imrryr_for_themselves_are_attacked() -> None:
    """[5.0], [14.3]: in the first edition of the Successor, too, whoever takes Imrryr has won, and it serves nobody: Elric's host
    that lies before it is led against it."""
    force = [
        "elric",
        "sarosto",
        "karnaal",
        "jagreen-lern",
        "yishana",
        "dharmit",
        "jharkor-admiral",
        "pan-tang-general",
        "dharijor-army-1",
    ]
    g = position(
        {"dragon_sea_north": ["dharijor-fleet-2", *force], "tarkesh_hornus": ["hilran"], "melnibone": ["melnibone-army*3"]},
        rules="chaosium", player=1, owners={"elric": 1}, met_elric=True, aboard=dict.fromkeys(force, "dharijor-fleet-2"),
        nations={"pan-tang": 1, "dharijor": 1, "jharkor": 1, "tarkesh": 0},
    )  # fmt: skip
    best = max(marching.plans_of(g, 1, plan=turn_plan(g.state, 1)), key=lambda w: w.worth)
    assert [str(a) for a in best.plan.go] == ["attack melnibone"]


@pytest.mark.parametrize("rules", EDITIONS)
def test_in_the_last_turn_imrryr_is_tried_at_any_odds(rules: str) -> None:
    """[14.2] / 13.2: whoever has to take Imrryr and does not try has lost as well. Three heroes before nine points and a wall are no
    reason to strike in the fourth turn; in the last it is the only thing worth doing, and until then it stays the aim."""
    aboard = dict.fromkeys(("elric", "sarosto", "karnaal"), "dharijor-fleet-2")
    guard = ["melnibone-army*5", "magnum-colim", "silent-guard", "dyvim-slorm"]
    for turn in (4, 10):
        g = position(
            {"dragon_sea_north": ["dharijor-fleet-2", *aboard], "melnibone": guard},
            **UPSTART,
            aboard=aboard,
            turn=turn,
            rules=rules,
        )
        plan = turn_plan(g.state, 0)
        assert [c.aim.place for c in plan.campaigns] == [IMRRYR]
        tries = [w for w in marching.plans_of(g, 0, plan=plan) if w.plan.area == IMRRYR]
        assert any(w.worth > 0 for w in tries) == (turn == 10)


def test_whom_elric_follows_is_worth_more_than_he_brings() -> None:
    """[12.1.2] / 11.12: if Yyrkoon falls, whom Elric follows, Elric is free to follow others; where he follows nobody Yyrkoon is
    worth less."""
    worth = []
    for elric in (["elric"], []):
        g = position(
            {"jharkor_dhakos": ["yishana", "karnaal", "sarosto", "jharkor-army*4"], "jharkor_sequa": ["yyrkoon", *elric], "melnibone": ["cymoril"]},
            **UPSTART | {"owners": dict.fromkeys(elric, 1)},
        )  # fmt: skip
        there = BOARD.index["jharkor_sequa"]
        odds = risk(g, 0, "jharkor_sequa", ["yishana", "karnaal", "sarosto"])
        falls, stands = (replace(odds, theirs=lost) for lost in ({"yyrkoon": Fraction(1)}, {}))
        worth.append(battles.value(g.state, there, falls) - battles.value(g.state, there, stands))
    assert worth[0] >= worth[1] + 5


@pytest.mark.parametrize("rules", EDITIONS)
def test_why_a_host_goes_where_nothing_is_to_be_had_is_said(rules: str) -> None:
    """[12.1.2] / 11.12: Elric and Karnaal stand where Cymoril could win him over, and go where she cannot come."""
    g = position(
        {"vilmir_jadmar": ["elric", "karnaal"], "melnibone": ["cymoril", "yyrkoon", "melnibone-army*5"]},
        **UPSTART,
        rules=rules,
    )
    said = [w.said for w in marching.plans_of(g, 0) if w.plan.start == BOARD.index["vilmir_jadmar"]]
    assert any("where no stronger voice can win Elric over" in text for text in said)


@pytest.mark.parametrize("rules", EDITIONS)
def test_what_is_to_be_held_is_not_left_for_elrics_sake(rules: str) -> None:
    """[14.3], [12.1.2] / 13.3, 11.12: Sarosto, off the coast, could win Elric over in Hornus. The host that is to hold the League's last
    capital stays there all the same; one that has nothing to do there takes Elric where Sarosto cannot come."""
    aboard = dict.fromkeys(("sarosto", "pan-tang-army-1"), "pan-tang-fleet-1")
    g = position(
        {"tarkesh_hornus": ["elric", "dharmit", "hilran", "jharkor-army*5", "tarkesh-fleet-1"], "jharkor_gulf": ["pan-tang-fleet-1", *aboard],
         "dharijor_gromoorva": ["karnaal", "dharijor-army*6"]},
        rules=rules, aboard=aboard, owners={"elric": 0}, met_elric=True,
    )  # fmt: skip
    hornus = BOARD.index["tarkesh_hornus"]
    hold = Campaign(Aim("hold", hornus, 42.0, hold=True), (pieces.INDEX["dharmit"],), 1, 15, 15, 0.8, 33.0)
    for plan in (TurnPlan((hold,)), TurnPlan()):
        leaves = [
            w
            for w in marching.plans_of(g, 0, plan=plan)
            if w.worth > 0 and w.plan.risk is None and w.plan.area != hornus
        ]
        assert bool(leaves) != bool(plan.campaigns)


def test_who_walks_over_the_sea_pays_double_for_it() -> None:
    """[12.0], [7.3] / 11, 6.3: from Imrryr Cymoril comes to Jadmar by one sea and to Sequaloris by one and two lands; two seas and a
    shore are too far for one turn. Elric, who would follow her, is exposed in the one and not in the other."""
    g = position({"jharkor_dhakos": ["elric", "yishana"], "melnibone": ["cymoril"]}, **UPSTART)
    t = next(t for _, t in companies.companies(g) if pieces.INDEX["elric"] in t.moving)
    exposed = {BOARD.ids[a] for a in range(BOARD.size) if swayed(t, 0) >> a & 1}
    assert {"vilmir_jadmar", "dharijor_sequaloris", "vilmir_west_sea"} <= exposed
    assert not {"bakshaan", "jharkor_dhakos", "pale_sea"} & exposed


def test_going_aboard_takes_a_point_in_a_port_and_all_of_them_elsewhere() -> None:
    """[7.3] / 6.31: with the ship in the port of Gromoorva the host can be before Imrryr in this turn, from Dharijor Cape, off which
    another ship lies, in the next."""
    ships = {"dharijor_gromoorva": ["dharijor-fleet-1"], "jharkor_gulf": ["dharijor-fleet-2"]}
    g = position(ships | {"pan_tang": ["elric", "jagreen-lern"], "melnibone": ["melnibone-army*5"]}, **UPSTART)
    costs = {BOARD.ids[a]: cost for a, cost, _ in piers(g.state, 0)}
    assert costs["dharijor_gromoorva"] == 1
    assert costs["dharijor_cape"] == LAND_MOVES


@pytest.mark.parametrize("rules", EDITIONS)
@pytest.mark.parametrize(("start", "due"), [("vilmir_jadmar", 1), ("nadsokor", 2)])
def test_a_march_to_the_coast_and_going_aboard_there_are_not_for_one_day(rules: str, start: str, due: int) -> None:
    """[7.3] / 6.31: her ship lies off Jadmar. Who stands there goes aboard today and lands on Menii tomorrow; who comes from Nadsokor
    has three points left in Jadmar, too few for it, and is a turn later."""
    g = position({start: ["yishana"], "dragon_sea_east": ["dharijor-fleet-1"]}, **UPSTART | {"rules": rules})
    host = next(h for h in hosts_of(g.state, 0, 4) if BOARD.ids[h.place] == start)
    assert host.due(BOARD.index["purple_menii"]) == due


def test_who_has_no_ship_in_the_port_goes_aboard_off_the_coast() -> None:
    """[7.3] / 6.31: the ships lie off Jadmar, and to go aboard takes the day: Elric and his host do, to strike at Imrryr tomorrow."""
    g = position(
        {"vilmir_jadmar": ["elric", "yishana", "karnaal", "sarosto", "jagreen-lern", "dharijor-army*4"],
         "dragon_sea_east": ["dharijor-fleet-1"], "melnibone": ["melnibone-army*4"]}, **UPSTART,
    )  # fmt: skip
    best = max(marching.plans_of(g, 0, plan=turn_plan(g.state, 0)), key=lambda w: w.worth)
    assert best.plan.ship == pieces.INDEX["dharijor-fleet-1"]
    assert not best.plan.go


def in_one_turn(**more: Any) -> Game:
    """Elric and Karnaal a province from Gromoorva, where Sarosto's ships lie; few are left in Imrryr."""
    return position(
        {"dharijor_cape": ["elric", "karnaal"], "dharijor_gromoorva": ["sarosto", "dharijor-admiral", "dharijor-fleet-2"],
         "dharijor_sequaloris": ["yishana", "jagreen-lern", "dharmit"], "nadsokor": ["yyrkoon", "cymoril"],
         "melnibone": ["melnibone-army-1"]}, **UPSTART | more,
    )  # fmt: skip


@pytest.mark.parametrize("rules", EDITIONS)
def test_elric_sails_into_imrryr_on_the_day_he_comes_to_the_port(rules: str) -> None:
    """[7.3], [7.5.9] / 6.31, 6.591: a province, a point to go aboard, the Dragon Sea and the landing are four points, as many as there
    are: Elric marches to Gromoorva, takes those who wait there aboard, and attacks today."""
    g = in_one_turn(rules=rules, turn=10)
    found = [w for w in marching.plans_of(g, 0, plan=turn_plan(g.state, 0)) if w.plan.area == IMRRYR]
    assert found
    best = max(found, key=lambda w: w.worth)
    assert {pieces.INDEX["sarosto"], pieces.INDEX["dharijor-admiral"]} <= set(best.plan.along)
    for a in best.actions:
        assert g.verdict(a)
        g.push(a)
    assert g.state.assaults >> IMRRYR & 1


def test_nobody_goes_together_with_himself() -> None:
    """[7.5.9] / 6.591: Elric, in the port from which he sails, can go aboard alone with his host or with all who wait there: that is one
    host, not two that strike together."""
    g = position(
        {
            "dharijor_gromoorva": ["elric", "yishana", "sarosto", "jharkor-army*4", "dharijor-fleet-2"],
            "melnibone": ["melnibone-army*2"],
        },
        **UPSTART,
    )
    found = [w for w in marching.plans_of(g, 0, plan=turn_plan(g.state, 0)) if w.plan.area == IMRRYR]
    assert found
    assert {w.together for w in found} == {1}


def test_who_can_still_go_aboard_with_elric_comes_to_the_port_first() -> None:
    """[7.3] / 6.31: Yishana and hers are a province from Gromoorva: they go there before Elric sails, and not after."""
    g = in_one_turn(turn=10)
    best = max(marching.plans_of(g, 0, plan=turn_plan(g.state, 0)), key=lambda w: w.worth)
    assert best.plan.start == BOARD.index["dharijor_sequaloris"]
    assert best.plan.area == BOARD.index["dharijor_gromoorva"]
    assert best.said.endswith("to sail to Melnibone with Elric.")


def test_what_a_ship_sails_is_counted_by_its_own_points() -> None:
    """[7.3] / 6.31: Elric and Karnaal, two provinces from the port, are in Imrryr within the turn by the ship of six, where ships pay for
    the landing; by that of four they are not, nor where those who land pay out of their own four points."""
    for ship, rules, today in (
        ("dharijor-fleet-2", "chaosium", True),
        ("dharijor-fleet-1", "chaosium", False),
        ("dharijor-fleet-2", "avalon-hill", False),
    ):
        g = position(
            {"jharkor_dhakos": ["elric", "karnaal"], "dharijor_gromoorva": ["sarosto", ship], "melnibone": ["yyrkoon"]},
            **UPSTART,
            rules=rules,
        )
        host = next(h for h in hosts_of(g.state, 0, 2) if h.place == BOARD.index["jharkor_dhakos"])
        assert (host.due(IMRRYR) == 0) == today


def test_with_elric_one_does_not_wait_for_a_little_more() -> None:
    """[12.1.2] / 11.12: put off, the blow is worth less than if Elric were sure to be there still; another campaign is not."""
    c = Campaign(Aim("melnibone", IMRRYR, 40.0, needs=1), (1,), 1, 40, 10, 0.9, 30.0)
    other = replace(c, aim=replace(c.aim, needs=-1))
    assert marching._waited(c) < promise(c)
    assert marching._waited(other) == promise(other)


def test_a_voyage_from_a_port_that_is_marched_to_is_said() -> None:
    """The Captain names whoever goes and the ship; the coach the port, whom to take along in it, and the ship."""
    g = in_one_turn(turn=10)
    found = [w for w in marching.plans_of(g, 0, plan=turn_plan(g.state, 0)) if w.plan.area == IMRRYR]
    w = next(w for w in found if w.together == 1)
    assert "Sarosto" in _goes(g, w)
    assert " aboard a fleet of Dharijor against " in _goes(g, w)
    told = going.said_of(g, w).words
    assert "march to Gromoorva, take Sarosto" in told
    assert "there and board a fleet of Dharijor and attack " in told


def test_elric_does_not_wait_where_a_stronger_voice_reaches() -> None:
    """[12.1.2] / 11.12: the blow falls next turn, when Sarosto is there. Yyrkoon (5) could come from Imrryr to Gromoorva and win Elric over
    from Karnaal: they do not wait there, though they could stay."""
    g = position(
        {"dharijor_gromoorva": ["elric", "karnaal", "dharijor-army*4", "dharijor-fleet-2"],
         "purple_menii": ["sarosto", "jagreen-lern", "pan-tang-general", "pan-tang-fleet-1", "pan-tang-army-1"],
         "melnibone": ["yyrkoon", "dyvim-tvar", "silent-guard", "melnibone-army*3"]}, **UPSTART, rules="chaosium",
    )  # fmt: skip
    plan = turn_plan(g.state, 0)
    port = BOARD.index["dharijor_gromoorva"]
    (c,) = [c for c in plan.campaigns if c.aim.place == IMRRYR]
    best = max((w for w in marching.plans_of(g, 0, plan=plan) if w.plan.start == port), key=lambda w: w.worth)
    t = marching.plans.after(g.state, best.plan.take)
    assert t is not None
    assert swayed(t, 0) >> port & 1
    assert not swayed(t, 0) >> best.plan.area & 1
    assert best.worth > marching._SWAYED * promise(c) / 2


def test_whoever_leaves_his_ship_strikes_later_and_a_fight_may_leave_elric_exposed() -> None:
    """[7.3], [12.1.2] / 6.31, 11.12: from the Gulf of Jharkor Elric could be at Imrryr today but for a fleet in the way. From Rignariom he
    would have to walk back to his ship and sail then, and who hides there is exposed later; the fleet is fought instead."""
    g = position(
        {"jharkor_gulf": ["elric", "dharmit", "sarosto", "jharkor-fleet-1", "jharkor-fleet-2", "karnaal", "jagreen-lern"],
         "vilmir_west_sea": ["jiku", "filkhar-fleet-1"], "melnibone": ["yyrkoon", "melnibone-army*3"]},
        **UPSTART | {"turn": 8, "rules": "avalon-hill", "nations": UPSTART["nations"] | {"filkhar": 1},
        "aboard": dict.fromkeys(["elric", "dharmit", "sarosto", "karnaal", "jagreen-lern"], "jharkor-fleet-1") | {"jiku": "filkhar-fleet-1"}},
    )  # fmt: skip
    plan = turn_plan(g.state, 0)
    (c,) = [c for c in plan.campaigns if c.aim.place == IMRRYR]
    assert not c.due
    t, base = next((t, base) for base, t in companies.companies(g) if pieces.INDEX["elric"] in t.moving)
    lie = marching._Land(t, base, marching._Field(g.state, EVEN, plan))
    assert lie.later(BOARD.index["ilmiora_rignariom"]) > 1
    assert lie.exposed(BOARD.index["ilmiora_rignariom"]) > 0
    best = max(marching.plans_of(g, 0, plan=plan), key=lambda w: w.worth)
    assert BOARD.ids[best.plan.area] == "vilmir_west_sea"
    host, sea = marching._Company(base, t, {}, lie), BOARD.index["vilmir_west_sea"]
    safe, open_ = (marching._after(host, sea, 0, 1.0) for lie.exposed in (lambda a: 0.0, lambda a: 5.0 * (a == sea)))
    assert open_ == safe - 5


@pytest.mark.parametrize("spell", ["arrows-of-law", "oonai"])
def test_whoever_holds_opposed_spells_leaves_the_port_to_elric(spell: str) -> None:
    """[9.5], [7.5.9] / 8.5, 6.591: Jagreen Lern holds Chaos, the Sorcerer in Jadmar, where the ship lies, Law: he goes first, and is told why;
    the others hear that he goes, and nothing of spells. With Chaos in both hands he stays."""
    g = position(
        {"nadsokor": ["elric", "jagreen-lern"], "vilmir_jadmar": ["dharijor-sorcerer", "karnaal", "dharijor-fleet-1"],
         "melnibone": ["melnibone-army*3"]},
        **UPSTART | {"rules": "avalon-hill", "hands": {"jagreen-lern": ["vulture-lions"], "dharijor-sorcerer": [spell]}},
    )  # fmt: skip
    gone = [w for w in errands.errands(g) if "hold opposed spells" in w.said]
    assert [str(w.actions[0]) for w in gone] == ["lead dharijor-sorcerer"] * (spell == "arrows-of-law")
    assert all("spells" not in w.public for w in gone)


# ---- thrift: a turn of whoever looks ahead is planned some hundred times ---------------------------------------------


def to_move(turn: int) -> Game:
    """Where somebody moves in a game of Captains."""
    g, captain = Game("successor", "chaosium", 3), opponent("captain")
    while g.turn < turn or g.step != "movement":
        list(follow(g, captain.decide(sight(g, g.seat or 0, 1))))
    return g


def test_what_a_city_is_like_is_found_once_for_a_plan(monkeypatch: pytest.MonkeyPatch) -> None:
    g, asked, usual = to_move(3), [], aims.raised
    monkeypatch.setattr(aims, "raised", lambda s, a: asked.append(a) or usual(s, a))
    assert turn_plan(g.state, g.state.player).campaigns
    assert asked
    assert len(asked) == len(set(asked))


def test_nobody_is_taken_up_to_muster_what_nobody_can(monkeypatch: pytest.MonkeyPatch) -> None:
    g = to_move(3)
    monkeypatch.setattr(companies, "alone", lambda g, u: pytest.fail("taken up"))
    monkeypatch.setattr(companies, "to_call", lambda s, u: iter(()))
    assert not list(errands._to_muster(g, plans.leads(g)[0]))


def test_where_nobody_can_go_on_no_way_is_looked_for(monkeypatch: pytest.MonkeyPatch) -> None:
    """A way on foot ends where it begins a battle, or where no points are left: neither is walked to be sure of that."""
    attacked, usual = 0, routes.running.apply
    left: list[int] = []
    done: list[str] = []
    looks = routes.ways_on
    monkeypatch.setattr(routes.running, "apply", lambda s, a, cx: done.append(a.verb) or usual(s, a, cx))
    monkeypatch.setattr(routes, "ways_on", lambda x: left.append(x.afloat or routes.points_left(x.s)) or looks(x))
    for turn in (2, 3, 4):
        for _, t in companies.companies(to_move(turn)):
            if not carriers(t, t.moving):
                done.clear()
                left.clear()
                attacked += sum(r.attack for r in routes.reach(t).values())
                assert "attack" not in done
                assert all(left[1:])
    assert attacked


MELN: dict[str, Any] = UPSTART | {"owners": {"elric": 1}}


def campaign_for_imrryr(g: Game) -> Campaign | None:
    return next((c for c in turn_plan(g.state, 0).campaigns if c.aim.place == IMRRYR), None)


def test_a_ship_full_of_armies_still_takes_elric() -> None:
    """[7.1] / 6.1: the one ship in Gromoorva is full of the armies that came with it, and personalities need no room. Elric and those
    with him go aboard it, with no army of their own, and Imrryr is gone for."""
    crew = dict.fromkeys(
        ("pan-tang-sealord", "pan-tang-army-1", "pan-tang-army-2", "pan-tang-army-3"), "dharijor-fleet-1"
    )
    g = position(
        {"dharijor_gromoorva": ["elric", "jagreen-lern", "yishana", "karnaal", *crew, "dharijor-fleet-1"], "melnibone": ["melnibone-army*2"]},
        **UPSTART, aboard=crew,
    )  # fmt: skip
    assert campaign_for_imrryr(g) is not None
    sailing = [{pieces.IDS[u] for u in t.moving} for base, t in companies.companies(g) if base.ship >= 0]
    assert any({"elric", "jagreen-lern", "yishana", *crew} <= host for host in sailing)


def test_a_leader_does_not_sail_without_his_armies() -> None:
    """[7.1] / 6.1: Sarosto has armies for which there is no room in the ship, and does not go aboard it with Karnaal alone. Where he has
    none he may."""
    full = dict.fromkeys(("pan-tang-army-1", "pan-tang-army-2", "pan-tang-army-3"), "dharijor-fleet-1")
    cases: tuple[tuple[list[str], dict[str, str]], ...] = ((["dharijor-army*3"], full), ([], {}))
    for armies, aboard in cases:
        units = {
            "dharijor_gromoorva": ["sarosto", "karnaal", *armies, *aboard, "dharijor-fleet-1"],
            "melnibone": ["yyrkoon"],
        }
        hosts = companies.companies(position(units, **MELN, aboard=aboard))
        assert any(base.ship >= 0 for base, _ in hosts) != bool(armies)


AFLOAT = {
    **dict.fromkeys(("elric", "sarosto", "jagreen-lern", "pan-tang-general", "pan-tang-army-1", "pan-tang-army-2"), "pan-tang-fleet-1"),
    **dict.fromkeys(("yishana", "jharkor-army-1"), "jharkor-fleet-1"),
}  # fmt: skip


def gathering_off_hrolmar(*more: str, **changes: Any) -> Game:
    """Elric lies in the Bay of Hrolmar with Sarosto, and is to be joined there by Yishana, who is aboard a ship beside it, to sail to
    Imrryr two turns from now."""
    at = {"hrolmar_bay": "pan-tang-fleet-1", "purple_sea": "jharkor-fleet-1"}
    units = {a: [*(u for u in AFLOAT if AFLOAT[u] == ship), ship] for a, ship in at.items()}
    units |= {
        "melnibone": ["dyvim-tvar", "melnibone-army*5", "argimiliar-army*6"],
        "purple_utkel": ["magnum-colim"],
        "pikarayd_chalal": ["karnaal", "dharijor-army*6"],
        "tarkesh_hornus": ["hilran", *more],
    }
    return position(
        units, **UPSTART | {"nations": UPSTART["nations"] | {"tarkesh": 0, "argimiliar": 1}, **changes}, aboard=AFLOAT
    )


def bests(g: Game, area: str) -> Weighed:
    """The best plan of those who stand in an area."""
    found = [w for w in marching.plans_of(g, 0, plan=turn_plan(g.state, 0)) if w.plan.start == BOARD.index[area]]
    return max(found, key=lambda w: w.worth)


def test_who_is_waited_for_comes_and_elric_stays_aboard() -> None:
    """[7.5.9], [7.3] / 6.591, 6.31: whoever joins Elric on his way to Imrryr sets out at once, though he strikes in two turns only, and he
    does not land meanwhile: his ship would be left at sea."""
    g = gathering_off_hrolmar()
    c = campaign_for_imrryr(g)
    assert c is not None
    assert c.due > 0
    assert BOARD.ids[bests(g, "purple_sea").plan.area] == "hrolmar_bay"
    found = [w for w in marching.plans_of(g, 0, plan=turn_plan(g.state, 0)) if w.worth > 0 and w.plan.risk is None]
    assert not any(w.plan.start == BOARD.index["hrolmar_bay"] and BOARD.kind[w.plan.area] == LAND for w in found)


def test_a_leader_without_an_army_sails_to_whom_he_is_to_join() -> None:
    """[7.1] / 6.1: Hilran has a ship and no army in Hornus, and goes to sea to join Elric."""
    plan = bests(gathering_off_hrolmar("tarkesh-fleet-2"), "tarkesh_hornus").plan
    assert plan.ship == pieces.INDEX["tarkesh-fleet-2"]
    assert BOARD.kind[plan.area] != LAND


def off_jadmar() -> Game:
    """Elric is in Jadmar with Sarosto and others, their ship lies off it, Imrryr's garrison is weak, and in Nadsokor stand two of the
    enemy's."""
    host = ["elric", "sarosto", "karnaal", "dharmit", "fadan", "jagreen-lern", "dharijor-army*2"]
    return position(
        {"vilmir_jadmar": host, "dragon_sea_east": ["dharijor-fleet-1"], "nadsokor": ["magnum-colim", "melnibone-army-1"],
         "melnibone": ["yyrkoon", "melnibone-army*3"]},
        **UPSTART | {"control": {"melnibone": 1, "vilmir_jadmar": 0, "nadsokor": 1}}, rules="avalon-hill",
    )  # fmt: skip


def test_who_has_to_sail_next_turn_goes_aboard_off_the_coast_today() -> None:
    """[7.3] / 6.31: to go aboard off the coast takes the whole turn. To sail into Imrryr next turn Sarosto does that instead of taking
    Nadsokor, which would fall to him."""
    assert bests(off_jadmar(), "vilmir_jadmar").plan.ship == pieces.INDEX["dharijor-fleet-1"]


def test_elrics_sword_is_not_drawn_lightly_by_whoever_needs_him_at_imrryr() -> None:
    """[12.1.4] / 11.14: in one throw of three the sword takes whoever leads Elric, who is lost with him, and so is the way into Imrryr:
    a third of what was hoped for there is at stake in every fight on the way, and nothing where he is held back."""
    g = off_jadmar()
    field = marching._Field(g.state, EVEN, turn_plan(g.state, 0))
    base, t = next((b, t) for b, t in companies.companies(g) if b.ship < 0 and pieces.INDEX["elric"] in t.moving)
    host = marching._Company(base, t, ways.sure_reach(t, True), marching._Land(t, base, field))
    a, c = BOARD.index["nadsokor"], host.lie.campaign
    assert c is not None
    odds = risk(g, 0, battle_of(t, a, Coming(tuple(t.moving), -1), 0))
    held = battles.held_back(odds)
    assert held is not None
    assert odds.win == held.win == 1
    assert marching._staked(host, a, held) == 0
    assert marching._staked(host, a, odds) == pytest.approx(marching._STAKE * promise(c) / 3)


def test_in_the_last_turn_the_upstart_fights_for_imrryr_alone(monkeypatch: pytest.MonkeyPatch) -> None:
    """[14.2] / 13.2: he wins by Imrryr and by nothing else: to beat Magnum Colim in Utkel is worth something in the turn before, and
    nothing in the last; and with a hundredth of a chance he tries Imrryr, which is the first battle that the lab is asked about."""
    monkeypatch.setattr(marching, "_ASKED", 1)
    sarosto = tuple(pieces.INDEX[u] for u in ("sarosto", "jagreen-lern", "pan-tang-army-1", "pan-tang-army-2"))
    for turn in (9, 10):
        g = gathering_off_hrolmar("tarkesh-fleet-2", turn=turn)
        a = BOARD.index["purple_utkel"]
        odds = risk(g, 0, battle_of(g.state, a, Coming(sarosto, -1), 0))
        assert (battles.value(g.state, a, odds, sarosto) > 0) == (turn == 9)
    assert bests(g, "hrolmar_bay").plan.area == IMRRYR


def test_a_voice_that_sails_with_others_goes_to_elric_alone() -> None:
    """[12.1.2] / 11.122: Yishana (5) is off Bakshaan with an army, where Elric follows Kargan (4): the army stays aboard, and she goes to
    him. The same by a ship that lies in her port."""
    off = dict.fromkeys(("yishana", "jharkor-army-1"), "jharkor-fleet-1")
    cases: tuple[tuple[str, list[str], str, dict[str, str]], ...] = (
        ("vilmir_west_sea", [*off, "jharkor-fleet-1"], "bakshaan", off),
        ("purple_menii", ["yishana", "jharkor-fleet-1"], "vilmir_south", {}),
    )
    for start, hers, at, aboard in cases:
        units = {start: hers, at: ["kargan", "elric"], "melnibone": ["melnibone-army-1"]}
        g = position(units, **MELN | {"owners": {"elric": 1, "kargan": 1}}, aboard=aboard)
        (w,) = [w for w in errands.errands(g) if "win him over" in w.said]
        for a in w.actions:
            assert g.verdict(a)
            g.push(a)


def test_the_stronger_voice_goes_to_elric() -> None:
    """[12.1.2] / 11.12: whoever is hardest to out-voice is best to lead him."""
    g = position(
        {"nadsokor": ["sarosto", "karnaal", "yishana"], "bakshaan": ["myrrhyn", "elric"], "melnibone": ["yyrkoon"]},
        **MELN | {"owners": {"elric": 1, "myrrhyn": 1}},
    )
    able = [w for w in errands.errands(g) if "win him over" in w.said]
    assert {pieces.IDS[w.plan.leader] for w in able} == {"sarosto", "yishana"}
    assert max(able, key=lambda w: w.worth).plan.leader == pieces.INDEX["yishana"]


def test_elric_is_safe_where_a_voice_of_ones_own_is_as_strong() -> None:
    """[12.1.2] / 11.12: Yyrkoon (5) could win Elric over from Karnaal in Gromoorva, but for Yishana (5), who is there."""
    for friend in ("yishana", "dharmit"):
        g = position(
            {"dharijor_cape": ["elric", "karnaal"], "dharijor_gromoorva": [friend], "melnibone": ["yyrkoon"]}, **UPSTART
        )
        t = next(t for _, t in companies.companies(g) if pieces.INDEX["elric"] in t.moving)
        exposed = swayed(t, 0)
        assert exposed >> BOARD.index["dharijor_sequaloris"] & 1
        assert exposed >> BOARD.index["dharijor_gromoorva"] & 1 == (friend == "dharmit")


def test_a_fleet_leaves_a_port_by_the_sea_of_its_anchor() -> None:
    """[7.3] / 6.31, 6.59: from Pan Tang, whose harbour looks north, Imrryr is four areas off and not two; and those who land pay out of
    four points by the one book, by the other the ship of six pays."""
    assert voyage(BOARD.index["pan_tang"], 1)[IMRRYR] == 4
    assert voyage(BOARD.index["dharijor_gromoorva"], 1)[IMRRYR] == 2
    for rules, due in (("chaosium", 0), ("avalon-hill", 1)):
        g = position(
            {"pan_tang": ["elric", "yishana", "pan-tang-fleet-1"], "melnibone": ["melnibone-army-1"]},
            **UPSTART,
            rules=rules,
        )
        (host,) = [h for h in hosts_of(g.state, 0, 3) if h.place == BOARD.index["pan_tang"]]
        assert host.due(IMRRYR) == due


@pytest.mark.parametrize("rules", EDITIONS)
def test_who_lands_has_four_points(rules: str) -> None:
    """[7.3] / 6.31: in the Ocean, five areas from Imrryr, aboard a ship of six."""
    aboard = dict.fromkeys(("elric", "yishana"), "pan-tang-fleet-1")
    g = position(
        {"northern_ocean": [*aboard, "pan-tang-fleet-1"], "melnibone": ["melnibone-army-1"]},
        **UPSTART,
        rules=rules,
        aboard=aboard,
    )
    (host,) = [h for h in hosts_of(g.state, 0, 3) if h.place == BOARD.index["northern_ocean"]]
    assert host.due(IMRRYR) == (0 if rules == "chaosium" else 1)


def test_whoever_leads_elric_is_gone_for() -> None:
    """[12.1.2] / 11.12: none of the Upstart's has a stronger voice than Cymoril (7), who is alone with Elric: whoever beats her sets him
    free. Nobody is gone for behind Imrryr's sea wall, or where many stand."""
    for at, with_her, gone_for in (
        ("vilmir_north", [], True),
        ("vilmir_north", ["yyrkoon", "dyvim-tvar", "melnibone-army*5"], False),
        ("melnibone", [], False),
    ):
        units = {
            at: ["elric", "cymoril", *with_her],
            "bakshaan": ["sarosto", "karnaal", "yishana", "dharijor-army*8", "jharkor-army*6"],
        }
        g = position(units, **MELN)
        assert ("elric" in {c.aim.key for c in turn_plan(g.state, 0).campaigns}) == gone_for


def test_a_ship_is_brought_to_elric_who_has_none() -> None:
    """[7.5.9] / 6.591: Elric is in Ilmar with Rackhir and without a ship; Sarosto, who has one and could land at a weak city of the
    enemy's, goes to Elric."""
    g = position(
        {"ilmiora_ilmar": ["elric", "rackhir"], "dharijor_gromoorva": ["sarosto", "dharijor-army*4", "dharijor-fleet-1"],
         "lormyr_iosaz": ["voashoon"], "melnibone": ["melnibone-army*5"]},
        **UPSTART | {"control": {"melnibone": 1, "lormyr_iosaz": 1}, "owners": {"elric": 0, "rackhir": 0}, "nations": UPSTART["nations"] | {"lormyr": 1}},
        rules="avalon-hill",
    )  # fmt: skip
    far, start = aims.far_off(BOARD.index["ilmiora_ilmar"]), BOARD.index["dharijor_gromoorva"]
    found = [w for w in marching.plans_of(g, 0, plan=turn_plan(g.state, 0)) if w.plan.start == start]
    best = max(found, key=lambda w: w.worth)
    assert best.plan.ship >= 0
    assert far[best.plan.area] < far[start]


def test_elric_leaves_the_wilderness_that_shuts_him_in() -> None:
    """[7.5.8], [7.3] / 6.58: round Dhoz-Kam all is wilderness, and his people are attacked in it: he goes all the same to where the ships
    are."""
    g = position(
        {"dhoz_kam": ["elric", "yishana", "jharkor-army*5"], "filkhar_raschil": ["dharijor-fleet-1", "sarosto", "karnaal", "dharijor-army*3"],
         "melnibone": ["melnibone-army*2"]}, **UPSTART,
    )  # fmt: skip
    start = BOARD.index["dhoz_kam"]
    found = [w for w in marching.plans_of(g, 0, plan=turn_plan(g.state, 0)) if w.plan.start == start]
    assert max(found, key=lambda w: w.worth).plan.area != start


def test_elric_does_not_hide_where_he_would_strike_too_late() -> None:
    """[12.1.2] / 11.12: in Rignariom no voice would reach him, and from there he is two turns from Imrryr. He goes to the port where the
    others and the ships are, though a stronger voice could come there."""
    g = position(
        {"vilmir_north": ["elric", "jagreen-lern", "naclon"], "melnibone": ["yyrkoon", "dyvim-tvar", "melnibone-army*3"],
         "vilmir_jadmar": ["sarosto", "karnaal", "dharmit", "dharijor-army*6", "bakshaan-fleet-1", "bakshaan-fleet-2"]},
        **UPSTART | {"nations": UPSTART["nations"] | {"bakshaan": 0}}, rules="avalon-hill",
    )  # fmt: skip
    start = BOARD.index["vilmir_north"]
    found = [w for w in marching.plans_of(g, 0, plan=turn_plan(g.state, 0)) if w.plan.start == start]
    assert BOARD.ids[max(found, key=lambda w: w.worth).plan.area] == "vilmir_jadmar"


def test_nobody_sails_before_imrryr_without_elric() -> None:
    """[7.5.9], [12.1.2] / 6.591, 11.12: Sarosto has sailed into the port, Elric follows him and goes nowhere today. Avan Astram does not go
    ahead with the ship, however sure the blow would be."""
    aboard = dict.fromkeys(("sarosto", "dharijor-army-1"), "dharijor-fleet-2")
    g = position(
        {"vilmir_jadmar": ["elric", "avan-astram", "dharmit", "karnaal", "vilmir-army*3", "vilmir-fleet-1"], "dragon_sea_east": [*aboard, "dharijor-fleet-2"],
         "melnibone": ["melnibone-army-1"]}, **UPSTART | {"control": {"melnibone": 1, "vilmir_jadmar": 0}}, aboard=aboard,
    )  # fmt: skip
    for a in ("lead sarosto", "sail vilmir_west_sea", "sail vilmir_jadmar", "halt"):
        g.push(a)
    found = [
        w for w in marching.plans_of(g, 0, plan=turn_plan(g.state, 0)) if pieces.INDEX["elric"] not in w.plan.along
    ]
    assert not any(w.plan.area in BOARD.near[IMRRYR] for w in found)


def test_in_the_last_turn_elric_is_not_hidden() -> None:
    """[12.1.2] / 11.12: there is no turn left in which whoever wins him over could use him, and none in which he could be used."""
    for turn in (9, 10):
        g = position({"dharijor_gromoorva": ["elric", "naclon"], "melnibone": ["yyrkoon"]}, **UPSTART, turn=turn)
        base, t = next((base, t) for base, t in companies.companies(g) if pieces.INDEX["elric"] in t.moving)
        assert bool(marching._Land(t, base, marching._Field(g.state, EVEN)).swayed) == (turn == 9)


def test_a_magician_who_would_bar_elrics_way_stays() -> None:
    """[9.5] / 8.5: the Sealord holds a spell of Law, and off Dhakos lies the Wizard with one of Chaos: Elric can go without the Sealord."""
    g = position(
        {"jharkor_dhakos": ["elric", "yishana", "pan-tang-sealord", "jharkor-fleet-1"], "jharkor_gulf": ["jharkor-wizard", "jharkor-fleet-2"],
         "melnibone": ["melnibone-army-1"]},
        **UPSTART, aboard={"jharkor-wizard": "jharkor-fleet-2"}, hands={"pan-tang-sealord": ["sleep"], "jharkor-wizard": ["balan"]},
    )  # fmt: skip
    assert {"elric", "yishana"} in crews(g)


def test_who_is_in_elrics_ship_already_is_not_sent_for() -> None:
    """[7.3] / 6.31: a ship lies off Jadmar, where Elric goes aboard it: who is aboard does not come into the port first, which would cost
    the ship a point of those that it needs."""
    aboard = dict.fromkeys(("sarosto", "dharijor-army-1"), "dharijor-fleet-2")
    g = position(
        {"vilmir_jadmar": ["elric", "naclon", "karnaal", "dharmit"], "vilmir_west_sea": [*aboard, "dharijor-fleet-2"],
         "melnibone": ["melnibone-army-1"]}, **UPSTART, aboard=aboard, rules="avalon-hill", turn=10,
    )  # fmt: skip
    found = list(marching.plans_of(g, 0, plan=turn_plan(g.state, 0)))
    assert any(w.plan.area == IMRRYR for w in found)
    assert not any("to sail to Melnibone" in w.said for w in found)


def test_to_silence_whoever_leads_elric_is_worth_all_of_him_to_the_upstart() -> None:
    """[7.5.9], [12.1.2] / 6.591, 11.12: without him there is no way into Imrryr; to Melnibone it is worth a part."""
    for seat, owner in ((0, 1), (1, 0)):
        g = position({"bakshaan": ["elric", "myrrhyn"], "melnibone": ["yyrkoon"], "pan_tang": ["sarosto"]},
                     **UPSTART | {"owners": {"elric": owner, "myrrhyn": owner}})  # fmt: skip
        lost = battles._silenced(g.state, {"myrrhyn": Fraction(1)}, seat)
        assert (lost == aims.elric_worth(g.state, seat)) == (seat == 0)
        assert lost > 0


def test_armies_are_stranded_where_the_ship_is_full() -> None:
    """[7.1] / 6.1: personalities go aboard a full ship, armies do not."""
    full = dict.fromkeys(("pan-tang-army-1", "pan-tang-army-2", "pan-tang-army-3"), "dharijor-fleet-1")
    for aboard in ({}, full):
        g = position(
            {"purple_utkel": ["jagreen-lern", "dharijor-army-1", *full, "dharijor-fleet-1"], "melnibone": ["yyrkoon"]}, **UPSTART | {"owners": {}},
            aboard=aboard,
        )  # fmt: skip
        assert stranded(g.state, 0, BOARD.index["purple_utkel"]) == bool(aboard)


CAPE = BOARD.index["dharijor_cape"]
AGAINST_A_SORCERER = {
    "dharijor_cape": ["yishana", "jharkor-army*7", "dharijor-sorcerer"],
    "jharkor_sequa": ["dharmit", "tarkesh-army*4"],
}


@pytest.mark.parametrize("rules", EDITIONS)
def test_who_joins_a_sure_fight_thinks_of_the_noose(rules: str) -> None:
    """[16.1] / 14.1: eight against a magician are enough. For Dharmit's host to come to him too is worth less where he holds a spell, whichever
    it is: it may be the Noose."""

    def come(*spells: str) -> float:
        g = position(AGAINST_A_SORCERER, rules=rules, assaults=["dharijor_cape"], hands={"dharijor-sorcerer": spells})
        return max(w.worth for w in marching.plans_of(g, 0) if w.plan.area == CAPE != w.plan.start)

    assert come("noose-of-flesh") == come("arioch") < come() - 0.5


@pytest.mark.parametrize("rules", EDITIONS)
def test_what_may_be_swallowed_is_reckoned_by_the_lab(rules: str) -> None:
    """[9.0], [16.1]-[16.3] / 8, 14.1-14.3: of 52 spells that somebody could hold and nobody has seen three swallow a host on land: the Noose,
    the Mirror, Kyreenee. None does once they have been used, or where the spell was not laid in time for the Combat phase."""

    def odds(who: str = "arioch", **more: Any) -> tuple[dict[str, Fraction], float]:
        g = position(
            AGAINST_A_SORCERER, rules=rules, assaults=["dharijor_cape"], hands={"dharijor-sorcerer": [who]}, **more
        )
        r = battles.odds(g, CAPE, 0)
        assert r is not None
        return r.battle.odds().swallowed, battles.swallowed(g.state, r, own_in(g.state, CAPE, 0))

    chances, cost = odds()
    assert list(chances.values()) == [Fraction(3, 52)] * 8
    s = position(AGAINST_A_SORCERER, rules=rules).state
    assert cost == pytest.approx(2 * 3 / 52 * sum(battles.price(s, u) for u in own_in(s, CAPE, 0)))
    assert odds("noose-of-flesh") == odds()
    g = position(AGAINST_A_SORCERER, rules=rules, assaults=["dharijor_cape"], hands={"dharijor-sorcerer": ["arioch"]})
    assert any(
        "an eater of armies swallows your host in 5.8% of battles" in risked.words for risked in advice(g, True).risks
    )
    assert odds(discards=["noose-of-flesh", "mirror-of-memory", "kyreenee"]) == odds(phase="combat") == ({}, 0)


def test_who_wins_at_imrryr_alone_goes_there_with_all_he_has() -> None:
    """[14.2] / 13.2: the Upstart cannot spare anybody for fear of the Noose, until he has Imrryr."""
    for holder, feared in ((1, False), (0, True)):
        g = position(AGAINST_A_SORCERER, scenario="upstart", control={"melnibone": holder}, assaults=["dharijor_cape"],
                     hands={"dharijor-sorcerer": ["arioch"]})  # fmt: skip
        r = battles.odds(g, CAPE, 0)
        assert r is not None
        assert r.battle.odds().swallowed
        assert (battles.swallowed(g.state, r, own_in(g.state, CAPE, 0)) > 0) == feared


@pytest.mark.parametrize(("scenario", "drawn"), [("successor", False), ("upstart", True)])
def test_nobody_is_drawn_to_a_fight_by_what_is_won_without_him(
    scenario: str, drawn: bool, monkeypatch: pytest.MonkeyPatch
) -> None:
    """[10.1] / 9.1: what a host adds to a fight that is fought in any case counts; the Upstart alone keeps his hosts together by it."""
    units = {
        "dharijor_cape": ["dharijor-sorcerer"],
        "jharkor_sequa": ["dharmit", "tarkesh-army*4"],
        "jharkor_dhakos": ["yishana", "jharkor-army*7"],
    }
    g = position(units, scenario=scenario, control={"melnibone": 1})
    for move in ("lead yishana", *(f"join jharkor-army-{k}" for k in range(1, 8)), "attack dharijor_cape", "halt"):
        g.push(move)

    def come(much: float) -> float:
        monkeypatch.setattr(marching, "value", lambda *_: much)
        return max(w.worth for w in marching.plans_of(g, 0) if w.plan.area == CAPE != w.plan.start)

    assert (come(10.0) > come(0.0)) == drawn
