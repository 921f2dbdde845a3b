"""The computer players: every decision has a legal plan and a reason, points are well spent, and the Captain beats the Novice."""

from __future__ import annotations

import random
from typing import Any

import pytest

from elric.kernel.bits import ones
from elric.opponents.players import opponent
from elric.opponents.playing import follow, sight
from elric.sorcerer.components.units import BY_ID, UNITS
from elric.sorcerer.lab import JoinedBolt, Law, at_hand
from elric.sorcerer.opponents import JUDGEMENT
from elric.sorcerer.opponents.standing import standing
from elric.sorcerer.planning.prey import Prey
from elric.sorcerer.position.state import force

from .field import BOARD, COLOR, INDEX, Game, at, hexes, name, one, play, state, two, where

NAME = "elric.sorcerer"


def best(g: Any) -> Any:
    """What the Captain does."""
    return JUDGEMENT.plans(g, random.Random(1))[0]


def first(g: Any) -> list[str]:
    """The same as text."""
    return [g.definition.notation.text(a) for a in best(g).actions]


def played(scenario: str, kinds: list[str], seed: int, acts: int = 6_000) -> Any:
    """A game between players."""
    g = Game(scenario, seed=seed)
    players = [opponent(kind, NAME) for kind in kinds]
    while g.seat is not None and acts > 0:
        acts -= len(list(follow(g, players[g.seat].decide(sight(g, g.seat, seed)))))
    return g


@pytest.mark.parametrize(
    "scenario", ["rivalry", "ussa", "uprising", "dominance", "triumvirate", "fane", "stones", "tour", "tide"]
)
def test_every_decision_has_a_legal_plan_and_a_reason(scenario: str) -> None:
    """Captain and Novice by turns: what they do first is legal, the reason is a sentence, and what is said aloud names nobody who hides."""
    g = Game(scenario, seed=7)
    players = [opponent(kind, NAME) for kind in ("captain", "novice")]
    for n in range(130):
        if g.seat is None:
            break
        seat = g.seat
        plan = players[n % 3 == 2].decide(sight(g, seat, n))
        assert g.verdict(plan.actions[0]).ok
        assert plan.why.endswith(".")
        assert plan.why[0].isupper()
        hidden = {UNITS[u].name for u in g.state.hidden if g.state.owner[u] == seat}
        assert not any(words in plan.said for words in hidden)
        assert list(follow(g, plan))
    assert g.state.turn


@pytest.mark.parametrize(
    "switches", ["flux=true", "clones=true", "spells=true", "assassins=true", "cloak=true", "shir=true"]
)
def test_optional_chapters_are_played_to_the_end(switches: str) -> None:
    """[20.0] [21.0] [22.0] [23.0] [24.0] [25.0]: with each of the optional chapters two Captains come to an end, or far."""
    g = Game("rivalry", f"1975; {switches}", seed=3)
    players = [opponent("captain", NAME) for _ in range(g.state.scenario.seats)]
    for n in range(150):
        if g.seat is None:
            break
        assert list(follow(g, players[g.seat].decide(sight(g, g.seat, n))))
    assert g.seat is None or g.state.turn > 1


def test_so_9_11_who_begins_in_white_converts() -> None:
    """[9.11] [15.1]: a Sorcerer who begins his phase in a White hex, nobody near, spends his fifteen points on it."""
    far = name(hexes("purple")[-1])
    h = next(name(k) for k in hexes("white"))
    g = at({h: ["sorcerer-green-orange-purple@1"], far: ["blue-infantry-1@2"]})
    assert first(g)[:1] == ["take sorcerer-green-orange-purple"]
    assert first(g)[1].startswith("convert")
    assert "I convert " in best(g).why


def test_so_15_1_he_goes_where_he_can_convert_next() -> None:
    """[9.11] [24.1]: from a color he goes to a White hex; in the last turn there is nothing to go for."""
    far, start = one("gray"), two("white", "orange")[1]
    g = at({start: ["sorcerer-green-orange-purple@1"], far: ["blue-infantry-1@2"]})
    plan = best(g)
    assert "to convert it" in plan.why
    assert g.state.ground[plan.actions[-2].args[0]] == COLOR["white"]
    late = at({start: ["sorcerer-green-orange-purple@1"], far: ["blue-infantry-1@2"]}, turn=8)
    assert "to convert it" not in best(late).why


def test_so_15_25_a_wounded_prime_sorcerer_is_struck() -> None:
    """[12.17] [15.25]: Balt, depleted and alone in Orange beside a dragon and a Sorcerer, does not get away."""
    a, b = two("orange", "yellow")
    g = at({a: ["orange-dragon-1@1", "sorcerer-orange-1@1"], b: ["sorcerer-blue-yellow-@2"]})
    for _ in range(12):
        if g.step not in ("movement", "march", "volley"):
            break
        list(follow(g, best(g)))
    assert state(g, "sorcerer-blue-yellow") == "gone" or b in {name(h) for h in ones(g.state.at[0])}


def test_so_7_12_bolts_come_before_the_company() -> None:
    """[7.11]: no Bolt is flung where friends stand, so the Bolt at a lone Prime Sorcerer comes first, and then they go in."""
    a, b = two("orange", "red")
    g = at({a: ["orange-troll-1@1", "sorcerer-orange-1@1"], b: ["sorcerer-blue-yellow@2"]})
    assert any(act.startswith(f"bolt {b} orange") for act in first(g))
    assert "it takes a step for certain" in best(g).why


def test_so_6_53_the_pinned_are_freed_and_the_depleted_restored() -> None:
    """[6.53] [12.42]: a pinned Sorcerer frees himself first, a depleted one restores himself where no enemy stands."""
    far, h = name(hexes("purple")[-1]), one("gray")
    g = at({h: ["sorcerer-orange-1!@1"], far: ["blue-infantry-1@2"]})
    assert first(g) == ["take sorcerer-orange-1", "unpin", "halt"]
    g = at({h: ["sorcerer-orange-1-@1"], far: ["blue-infantry-1@2"]})
    assert first(g) == ["take sorcerer-orange-1", "mend", "halt"]


def test_so_15_22_infantry_goes_to_cities_and_stays() -> None:
    """[15.22]: to the next city; who holds one alone stays in it."""
    g = at({"1013": ["green-infantry-1@1"], "0402": ["blue-infantry-1@2"]})
    assert first(g)[0] == "take green-infantry-1"
    g = at({"1016": ["green-infantry-1@1"], "0402": ["blue-infantry-1@2"]})
    assert first(g) == ["end"]


def test_so_13_6_the_cheapest_step_is_lost() -> None:
    """[13.6]: of a troll and a dragon the dragon loses its step first: it costs least to restore and strikes as hard."""
    h = one("yellow")
    far = name(next(k for k in hexes("white")))
    g = at({h: ["orange-troll-1@1", "orange-dragon-1@1"], far: ["sorcerer-blue-yellow@2"]}, script="die 1", player=1)
    play(g, "take sorcerer-blue-yellow", f"bolt {h} yellow side-1")
    if g.step == "losses":
        assert first(g) == ["lose orange-dragon-1"]
        assert best(g).why == "I lose a step of the Orange air dragon: it costs me least."
    else:
        assert state(g, "orange-troll-1") == ""


def test_so_13_0_every_attack_is_made() -> None:
    """[13.0] [13.21]: nothing harms an attacker, so he attacks; his reason is a sentence, and nobody hears it before all have spoken."""
    h = one("blue")
    g = at({h: ["green-troll-1@1", "blue-infantry-1@2"]}, phase="combat")
    assert first(g) == [f"attack {h} side-2"]
    assert best(g).said == ""


@pytest.mark.parametrize(
    ("ground", "mine", "theirs"),
    [("green", ["green-troll-1", "sorcerer-green-1"], ["blue-demon-1", "blue-infantry-1", "sorcerer-blue-yellow"]),
     ("gray", ["orange-dragon-1", "orange-troll-1"], ["blue-infantry-1", "sorcerer-yellow-1-"])],
)  # fmt: skip
def test_the_quick_reckoning_is_the_mean_of_the_exact_law(ground: str, mine: list[str], theirs: list[str]) -> None:
    """[13.0] [13.6]: what a player expects to lose is what the lab's law says on average."""
    h = one(ground)
    g = at({h: [f"{w}@1" for w in mine] + [f"{w}@2" for w in theirs]}, phase="combat")
    s, where_ = g.state, INDEX[h]
    volley = JoinedBolt(COLOR["orange"], (BY_ID["sorcerer-orange-1"],))
    law = Law(at_hand(s, 0, where_, 1, (), (volley,)))
    bolted = Law(LAB_BOLT(s, where_, volley))
    prey = Prey(s, force(s, 1, where_), where_)
    from elric.sorcerer.combat.strength import bolt

    assert prey.loses(bolt(s, volley.throwers, where_, volley.color)) == pytest.approx(float(bolted.lost(1)), abs=0.4)
    assert prey.hit(bolt(s, volley.throwers, where_, volley.color), 1) == pytest.approx(float(bolted.struck(1)))
    assert law.battle.attackers


def LAB_BOLT(s: Any, h: int, volley: JoinedBolt) -> Any:
    """A Bolt alone at the second side."""
    from elric.sorcerer.lab.battle import Battle, stage

    return Battle(stage(s, h, ((1, force(s, 1, h)),), s.paint[h]), h, 0, 1, (volley,))


def test_standing_knows_who_is_ahead() -> None:
    """[15.1] [15.25]: from 0 to 1; more points and a whole Prime Sorcerer are better; the end is the end."""
    h, k = one("orange"), one("blue")
    stacks = {h: ["sorcerer-green-orange-purple@1"], k: ["sorcerer-blue-yellow@2"]}
    even = at(stacks).state
    more = at(stacks, points=["15", "0"]).state
    hurt = at({**stacks, h: ["sorcerer-green-orange-purple-@1"]}).state
    assert 0 < standing(hurt, 0) < standing(even, 0) < standing(more, 0) < 1
    assert standing(more, 0) + standing(more, 1) == pytest.approx(1)
    over = played("rivalry", ["captain", "novice"], 1)
    assert standing(over.state, over.outcome["winner"]) == 1.0


def test_the_captain_beats_the_novice() -> None:
    """[15.21] [15.25]: from either seat, in a few games; two hundred of them are a tournament."""
    won = 0
    for seed in (11, 12):
        for seat in (0, 1):
            kinds = ["novice", "novice"]
            kinds[seat] = "captain"
            end = played("rivalry", kinds, seed).outcome
            won += end is not None and end["winner"] == seat
    assert won >= 3


def test_the_same_game_is_played_again() -> None:
    """Players decide by what they see and their seed alone."""
    one_, two_ = (played("uprising", ["captain", "captain"], 5, 60) for _ in range(2))
    assert one_.view() == two_.view()
    assert where(one_, "sorcerer-red-1") == where(two_, "sorcerer-red-1")


# ---- scenarios that are won otherwise -----------------------------------------------------------------------------------------


def test_so_19_25_a_seal_is_broken_where_it_does_no_harm() -> None:
    """[19.25]: a Sorcerer in a city with Seals spends five points or more, with which no Seal takes a step; then he goes on."""
    h = "0507"
    stones = {"map": [[INDEX[h], [0, 0, 4]]]}
    g = at({h: ["sorcerer-blue-1@1"]}, scenario="stones", marks={"stones": stones, "lying": {"map": []}})
    take, unseal = first(g)
    assert take == "take sorcerer-blue-1"
    assert int(unseal.split()[1]) >= 5
    assert "break a Seal" in best(g).why
    assert "it never harms him" in best(g).why


def test_so_19_26_stones_are_carried_home() -> None:
    """[19.26]: two of his color that lie free are taken up and carried towards the gate, as far as the points go."""
    h = "0507"
    marks = {"stones": {"map": []}, "lying": {"map": [[INDEX[h], [0, 0]]]}}
    g = at({h: ["sorcerer-blue-1@1"]}, scenario="stones", marks=marks)
    acts = first(g)
    assert acts[:3] == ["take sorcerer-blue-1", "lift blue", "lift blue"]
    assert acts[3].startswith("step")
    list(follow(g, best(g)))
    assert g.state.place[BY_ID["sorcerer-blue-1"]] != INDEX[h]


def test_so_17_15_periandrenn_calls_his_demons_once() -> None:
    """[17.15]: in Green, nobody near, he conjures the one Green demonic infantry; having done so he goes on with his guard."""
    h = one("green")
    stacks = {h: ["sorcerer-green-1", "green-infantry-1"]}
    g = at(stacks, scenario="tour", marks={"toured": [INDEX["0416"]]})
    assert first(g) == ["take sorcerer-green-1", "conjure demon green", "halt"]
    g = at(stacks, scenario="tour", marks={"toured": [INDEX["0416"]], "conjured": True})
    assert first(g)[:2] in ([*first(g)[:1], "take green-infantry-1"], ["end"])


def test_so_17_26_a_city_of_the_tide_is_relieved() -> None:
    """[17.26]: where infantry in a city is depleted a Sorcerer comes to it, and restores it when he is there."""
    city, near = next((name(h), name(n)) for h in sorted(ones(BOARD.gray)) for n, kind in BOARD.exits[h] if kind == 0)
    g = at({city: ["green-infantry-1-"], near: ["sorcerer-green-1"], "2324": ["blue-dragon-1"]}, scenario="tide")
    assert first(g)[-2:] == [f"step {city}", "halt"]
    list(follow(g, best(g)))
    assert "restore green-infantry-1" in first(g)


# ---- those in hand, those in hiding ---------------------------------------------------------------------------------------


@pytest.mark.parametrize("scenario", ["rivalry", "stones"])
def test_a_plan_begun_by_hand_is_gone_on_with(scenario: str) -> None:
    """Whoever has taken up those whom a plan names is told the rest of it, and not to put them down first."""
    g, captain = Game(scenario, seed=7), opponent("captain", NAME)
    begun = 0
    while g.seat is not None and begun < 12:
        plan = captain.decide(sight(g, g.seat, 7))
        if g.step == "movement" and len(plan.actions) > 2:
            t = g.copy()
            for k, a in enumerate(plan.actions):
                t.push(a)
                if a.verb != "take":
                    break
                assert best(t).actions == plan.actions[k + 1 :]
            begun += 1
        list(follow(g, plan))
    assert begun == 12


def test_so_20_6_nobody_begins_under_a_cloak() -> None:
    """[20.6] [20.2]: it costs more than it hides."""
    g, captain = Game("rivalry", "1975; cloak=true", seed=3), opponent("captain", NAME)
    while g.step != "veil":
        list(follow(g, captain.decide(sight(g, g.seat, 3))))
    assert first(g) == ["start"]
    assert "pays double" in best(g).why


def test_so_23_2_who_hides_falls_upon_a_sorcerer() -> None:
    """[23.2] [23.3]: a Sorcerer comes to the city in which infantry hides."""
    g = Game.at(
        {
            "scenario": "rivalry", "rules": "1975, assassins=true", "hidden": {"blue-infantry-1": "1313"}, "owners": {"blue-infantry-1": "side-2"},
            "stacks": {"1312": ["sorcerer-orange-1"], "0402": ["sorcerer-blue-yellow"]},
        }
    )  # fmt: skip
    play(g, "take sorcerer-orange-1", "step 1313")
    assert g.step == "lurk"
    assert first(g) == ["spring blue-infantry-1"]
    assert best(g).said == ""


def test_so_12_42_who_has_no_points_left_is_asked_nothing() -> None:
    """[12.42] [6.32]: a depleted Sorcerer who has spent more than he now has goes nowhere."""
    marks = {"stones": {"map": [[INDEX["0507"], [0, 0, 4]]]}, "lying": {"map": []}}
    g = at({one("blue"): ["sorcerer-blue-1-@1"]}, scenario="stones", marks=marks)
    g.state.spent[BY_ID["sorcerer-blue-1"]] = 15
    assert first(g) == ["end"]
