"""What a side of White Bear goes for: its campaigns, kept from Move to Move, and whole Moves compared with each other."""

from __future__ import annotations

from random import Random

import pytest

from elric.dragon_pass.components.board import BESIDE, BOARD
from elric.dragon_pass.components.units import BY_ID
from elric.dragon_pass.game import Game
from elric.dragon_pass.opponents import JUDGEMENT
from elric.dragon_pass.planning.aims import ALARM, ASK, KEEP, TAKE, Post, posts
from elric.dragon_pass.planning.assaults import assaults
from elric.dragon_pass.planning.campaigns import clears, turn_plan
from elric.dragon_pass.planning.companies import Company, companies
from elric.dragon_pass.planning.look import Look
from elric.dragon_pass.planning.temper import Temper
from elric.dragon_pass.turn.victory import HOME
from elric.kernel import running
from elric.kernel.bits import ones
from elric.opponents.definition import carry_out
from elric.opponents.players import opponent
from elric.opponents.playing import follow, sight
from elric.planning.choosing import KEPT
from elric.planning.memory import Memory

from .field import HEXES, INDEX, at, name, open_disc


def moving(scenario: str, turn: int = 2, seed: int = 3) -> Game:
    """A game of Captains up to where somebody begins to move."""
    g, captain = Game(scenario, seed=seed), opponent("captain", "dragon-pass")
    while g.step != "movement" or g.turn < turn:
        list(follow(g, captain.decide(sight(g, g.seat or 0, 1))))
    return g


def test_a_battle_clears_a_hex_as_often_as_the_table_says() -> None:
    """[12.4]: at 1:2 with a five or a six, at 3:1 from a four on; 6:1 needs no die."""
    assert clears(4, 8) == pytest.approx(2 / 6)
    assert clears(12, 4) == pytest.approx(3 / 6)
    assert clears(24, 4) == 1.0


def test_nobody_is_in_two_campaigns_and_the_best_comes_first() -> None:
    g = moving("invasion-of-the-empire")
    look = Look(g.state, g.state.seat)
    plan = turn_plan(look, companies(look, posts(look)))
    assert plan.campaigns
    hosts = [h for c in plan.campaigns for h in c.hosts]
    assert len(hosts) == len(set(hosts))
    assert [c.worth for c in plan.campaigns] == sorted((c.worth for c in plan.campaigns), reverse=True)


def test_what_was_gone_for_counts_somewhat_more() -> None:
    """The same aim in the next Move is worth `KEPT` times as much as by itself; another is not."""
    g = moving("invasion-of-the-empire")
    fresh = Look(g.state, g.state.seat)
    plan = turn_plan(fresh, companies(fresh, posts(fresh)))
    first = plan.campaigns[0].aim.key
    again = Look(g.state, g.state.seat, last=plan)
    assert again.kept(first) == KEPT
    assert again.kept("take 0") == 1.0


def test_the_captain_remembers_what_he_goes_for() -> None:
    g, memory = moving("invasion-of-the-empire"), Memory()
    JUDGEMENT.remembering(memory).plans(g, Random(1))
    assert memory.last(g.state.seat).campaigns


@pytest.mark.parametrize("scenario", ["coming-of-the-heroes", "invasion-of-the-empire"])
def test_whole_moves_are_compared_and_each_leads_elsewhere(scenario: str) -> None:
    """The first is the Captain's own; each is legal to its end, and no two leave the board alike."""
    g = moving(scenario)
    dealt = sight(g, g.seat or 0, 1).dealt()
    courses = list(JUDGEMENT.courses(dealt, Random(1)))
    assert courses[0].plans[0] == JUDGEMENT.plans(dealt, Random(1))[0]
    ends = []
    for course in courses:
        t = dealt.copy()
        for plan in course.plans:
            assert running.allowed(t.state, plan.actions[0])
            if carry_out(t, plan.actions):
                break
        ends.append(t.view(g.seat))
    assert all(a != b for k, a in enumerate(ends) for b in ends[:k])
    assert len(courses) > 1


def test_who_asks_more_than_any_attack_promises_makes_none() -> None:
    """He marches, and begins no battle that he need not."""
    g = moving("tax-collectors")
    plans = type(JUDGEMENT)(JUDGEMENT.definition, Temper(column=9, least=99.0)).plans(g, Random(1))
    assert all("attack" not in p.why for p in plans)


# ---- the enemy's best reply ------------------------------------------------------------------------------------------

HEAVY = (["bloodspillers", "hell-sisters", "mothers-guard"], ["granite-phalanx", "marble-phalanx", "jasper-phalanx"])


def test_who_stands_alone_before_an_army_is_expected_to_be_lost() -> None:
    """[12.1, 12.4]: 27 CF of two stacks against 2 are more than 6:1; out of their reach nothing is lost, and friends who close
    the hexes around leave room for fewer."""
    h = open_disc(3)
    ring = list(ones(HEXES.ring(h, 3)))
    g = at({h: ["scouts-1"], ring[0]: HEAVY[0], ring[9]: HEAVY[1], "0101": ["scouts-2"]})
    look = Look(g.state, 1)
    threats = look.threats()
    worth = look.value(h)
    assert threats.loss(h, look.swords(h), worth, look.own) == pytest.approx(worth)
    assert look.doomed(h)
    assert threats.loss(INDEX["0101"], 2.0, 2.0, look.own) == 0.0
    alone, _ = threats.against(h, look.own)
    closed, _ = threats.against(h, look.own | sum(1 << n for n in list(ones(HEXES.ring(h, 1)))[1:]))
    assert closed < alone == pytest.approx(look.swords(ring[0]) + look.swords(ring[9]))


def test_walls_count_in_what_the_enemy_dares() -> None:
    """[13.7]: the same stack loses less behind walls than in the open."""
    h = open_disc(3)
    g = at({h: ["scouts-1"], next(iter(ones(HEXES.ring(h, 2)))): HEAVY[0], "4310": ["scouts-2"], "4313": HEAVY[1]})
    look = Look(g.state, 1)
    threats, city = look.threats(), INDEX["4310"]
    assert threats.within >> city & 1
    assert threats.loss(city, 8.0, 8.0, look.own) < threats.loss(h, 8.0, 8.0, look.own)


def test_a_march_ends_out_of_the_reach_of_an_army_that_it_cannot_meet() -> None:
    """[12.1]: who does not care for the enemy's answer halts within his reach on the way to Furthest, the Captain out of it."""
    ends = []
    for judgement in (type(JUDGEMENT)(JUDGEMENT.definition, Temper(wary=0.0)), JUDGEMENT):
        g = at({"3520": ["militia-foot-1"], "4016": HEAVY[1]}, turn=3)
        within = Look(g.state, 1).threats().within
        while g.step in ("movement", "march"):
            list(follow(g, judgement.plans(g, Random(1))[0]))
        ends.append(within >> g.state.place[BY_ID["militia-foot-1"]] & 1)
    assert ends == [1, 0]


def test_a_garrison_that_would_be_lost_leaves_one_behind() -> None:
    """[13.7, 14.2]: one unit disputes a place as well as two, and the other lives."""
    fort = BOARD.places["alda-chur"]
    there = fort.hexes[0]
    keep = [Post(fort.bits, there, KEEP, 5.0, 8.0)]
    around = next(h for h in ones(HEXES.ring(there, 2)) if not (BOARD.thick | BOARD.river) >> h & 1)
    strong = ["jar-eel-the-razoress", "beat-pot-aelwrin", "bloodspillers", "hell-sisters", "mothers-guard"]
    free = []
    for enemy in (["goldwave"], strong):
        g = at({there: ["militia-foot-1", "scouts-1"], around: enemy}, turn=3)
        look = Look(g.state, 1)
        free.append((look.doomed(there), sum(len(c.units) for c in companies(look, keep))))
    assert free == [(False, 0), (True, 1)]


def test_what_wins_in_a_turn_is_disputed() -> None:
    """[64.2]: Boldhome has been held for one of two Turns: one unit goes into a hex of it that is empty, and no more."""
    city = [name(h) for h in BOARD.places["boldhome"].hexes]
    near = next(name(h) for h in ones(HEXES.ring(INDEX[city[2]], 3)) if not BOARD.thick >> h & 1)
    stacks: dict[int | str, list[str]] = {
        city[0]: HEAVY[0],
        near: ["militia-cavalry-1", "militia-cavalry-2"],
        "0101": ["scouts-1"],
    }
    tenure = [[1, True] if "Boldhome" in goal.says else [0, True] for goal in at(stacks).state.scenario.goals]
    g = at(stacks, turn=6, tenure=tenure)
    for _ in range(12):
        if g.step not in ("movement", "march"):
            break
        list(follow(g, JUDGEMENT.plans(g, Random(1))[0]))
    inside = [u for h in ones(BOARD.places["boldhome"].bits & g.state.at[1]) for u in g.state.piles[h]]
    assert len(inside) == 1


def test_two_stacks_attack_together_where_neither_would_alone() -> None:
    """[13.7, 14.2]: who stands behind walls need not fight; two stacks in Furthest do, against the third hex of it, as they
    win together what neither wins by itself."""
    city = [name(h) for h in BOARD.places["furthest"].hexes]
    g = at(
        {
            city[0]: ["twin-spears", "bullocks", "sword-brothers"],
            city[1]: ["militia-cavalry-1", "militia-cavalry-2", "militia-cavalry-3"],
            city[2]: ["goldwave"],
            "0101": ["militia-cavalry-4", "militia-cavalry-5", "militia-cavalry-6"],
        },
        phase="combat", turn=3,
    )  # fmt: skip
    plan = JUDGEMENT.plans(g, Random(1))[0]
    assert [a.verb for a in plan.actions] == ["assign", "assign", "roll"]


def test_once_an_envoy_is_on_his_way_nobody_else_goes_to_that_people() -> None:
    """[28.1]: six units near the Wild Temple ask as many peoples, and not Ironhoof six times."""
    homes = ["0709", "0808", "0909", "0810", "0908", "1010"]
    horse = ["militia-cavalry-1", "militia-cavalry-2", "militia-cavalry-3"]
    stacks: dict[int | str, list[str]] = {"4610": horse, "0101": ["goldwave"]}
    stacks |= {h: [f"militia-foot-{k + 1}"] for k, h in enumerate(homes)}
    g, asked = at(stacks, scenario="complete-game", turn=2, day=0), []
    captain = JUDGEMENT.remembering(Memory())
    while g.step in ("movement", "march"):
        plan = captain.plans(g, Random(1))[0]
        if "to ask" in plan.why:
            asked.append(plan.why.split("to ask ")[1])
        list(follow(g, plan))
    assert len(asked) >= len(homes)
    assert len(asked) == len(set(asked))


def test_who_may_win_by_keeping_the_empire_out_finds_it_in_sartar_in_time() -> None:
    """[68.1]: before the seventh Turn is over somebody is wanted in Sartar more than anything else, yet nobody there is fought
    for it; three there for two Turns spoil the Temple."""
    out = Game("invasion-of-sartar").state.scenario.goals
    kept, temple = (next(k for k, goal in enumerate(out) if goal.kind == kind) for kind in ("keep out", "temple"))
    weights = []
    for done in (1, 6):
        tenure = [[done if k == kept else 0, True] for k in range(len(out))]
        g = at({"4211": HEAVY[0], "1526": ["scouts-1"]}, scenario="invasion-of-sartar", turn=8, tenure=tenure)
        look = Look(g.state, 0)
        found = [p for p in posts(look) if p.goal == out[kept].says]
        assert all(not p.hexes & look.enemy for p in found)
        weights.append(max(p.weight for p in found))
        assert any(p.goal == out[temple].says and p.kind == TAKE and p.hexes & HOME for p in posts(look))
    assert weights[0] < ALARM <= weights[1]


def test_where_only_magicians_fight_they_guard_their_temple() -> None:
    """[66.1]: the Red Emperor and the Bat are with them, and one of the magicians is placed in the Temple all the same."""
    captain = opponent("captain", "dragon-pass")
    for seed in range(3):
        g = Game("cult-war", seed=seed)
        while g.step == "setup":
            list(follow(g, captain.decide(sight(g, g.seat or 0, 1))))
        assert all(
            g.state.at[side] & BOARD.places[temple].bits for side, temple in enumerate(("reaching-moon", "wind-temple"))
        )


def test_one_of_many_is_ventured_against_a_great_stack() -> None:
    """[12.4]: a three at 1:2 destroys 15 CF one time in six; of two foot one goes and the other does not, and nobody ventures the
    last that he has."""
    h = open_disc(3)
    there = next(iter(ones(HEXES.ring(h, 2))))
    ventured = []
    for mine in (["militia-foot-1", "militia-foot-2"], ["militia-foot-1"]):
        g = at({h: HEAVY[0], there: mine})
        while g.step in ("movement", "march"):
            list(follow(g, JUDGEMENT.plans(g, Random(1))[0]))
        ventured.append(sum(g.state.place[u] in ones(HEXES.ring(h, 1)) for u in ones(g.state.of[1])))
    assert ventured == [1, 0]


def test_an_envoy_goes_though_the_army_is_wanted_elsewhere() -> None:
    """[28.1]: Furthest wants more than all there are; of six foot one goes to ask the Dragonewts all the same, as whoever comes
    first may have them."""
    foot = [f"militia-foot-{k + 1}" for k in range(6)]
    near = next(
        h for h in ones(HEXES.ring(BOARD.places["eye-1"].hexes[0], 6)) if not (BOARD.thick | BOARD.river) >> h & 1
    )
    g = at(
        {near: foot[:3], "3520": foot[3:], "4310": HEAVY[0], "4211": HEAVY[1]},
        scenario="gathering-armies",
        turn=2,
        day=0,
    )
    look = Look(g.state, 1)
    sent = [c for c in companies(look, posts(look)) if c.post is not None and c.post.kind == ASK]
    assert any(c.post is not None and c.post.centre == BOARD.places["eye-1"].hexes[0] for c in sent)
    assert all(len(c.units) == 1 for c in sent)


def test_where_only_magicians_fight_one_keeps_the_temple() -> None:
    """[26.2, 66.1]: one disputes it as well as many, and a storm would find the others there: of two in the Temple one may go, and
    nobody comes."""
    temple = BOARD.places["reaching-moon"].hexes[0]
    beside = next(h for h in ones(HEXES.ring(temple, 2)) if not BOARD.thick >> h & 1)
    stacks = {temple: ["minor-class-1", "minor-class-2"], beside: ["major-class-1"], "3425": ["free-philosophers"]}
    g = at(stacks, scenario="cult-war", player="lunar", turn=2, day=0)
    look = Look(g.state, 0)
    found = companies(look, posts(look))
    assert sum(len(c.units) for c in found if c.start == temple) == 1
    assert not any(c.post is not None and c.post.kind == KEEP for c in found)


def test_who_is_let_pass_goes_on_to_attack() -> None:
    """[13.9]: a garrison that is asked whether it strikes stops a march, and no attack: whoever was ventured still goes beside the
    enemy, though the odds are 1:2."""
    fort = BOARD.places["jonstown"].hexes[0]
    foot, horse = ["militia-foot-1", "militia-foot-2"], ["militia-cavalry-1", "militia-cavalry-2", "militia-cavalry-3"]
    g = at({fort: HEAVY[0], "1923": foot, "1924": horse, "0101": ["scouts-1"], "4310": HEAVY[1]}, turn=3)
    asked = 0
    while g.step in ("movement", "march", "sally"):
        asked += g.step == "sally"
        list(follow(g, JUDGEMENT.plans(g, Random(1))[0]))
    assert asked
    there = g.state.place[BY_ID["militia-foot-1"]]
    assert HEXES.distance(there, fort) == 1


@pytest.mark.parametrize("mates", [["prince-argrath", "gunda-the-guilty"], []])
def test_wb_12_1_nobody_leaves_those_who_have_to_fight_beside_him(mates: list[str]) -> None:
    """Beside Jar-eel, who is to be fought: Harrek goes off after a garrison where he stands alone, not from two heroes who would
    have to fight her without him."""
    here, harrek = open_disc(3), BY_ID["harrek-the-berserk"]
    foe = BESIDE[here][0]
    prey = next(h for h in ones(HEXES.ring(here, 3)) if HEXES.distance(h, foe) == 4)
    stacks = {here: ["harrek-the-berserk", *mates], foe: ["jar-eel-the-razoress"], prey: ["furthest-garrison-1"]}
    g = at(stacks, scenario="coming-of-the-heroes")
    look = Look(g.state, g.seat)
    found = assaults(look, [Company((harrek,), here, look.strength((harrek,)))], ())
    assert [a.target for a in found] == ([] if mates else [prey])
