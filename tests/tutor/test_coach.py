"""The coach without a page: what it says at any decision, what it shows, why something cannot be done, what a thing is."""

from __future__ import annotations

import importlib
import pkgutil
import random
import re
from collections.abc import Iterator

import pytest

import elric.young_kingdoms
from elric.young_kingdoms.components import law, spells
from elric.young_kingdoms.game import Game
from elric.young_kingdoms.position import words
from elric.young_kingdoms.position.steps import Auto, Step
from elric.young_kingdoms.table.ready_games import first_game
from elric.young_kingdoms.teaching.coach import advice
from elric.young_kingdoms.teaching.example import example
from elric.young_kingdoms.teaching.glossary import GLOSSARY as glossary
from elric.young_kingdoms.teaching.what import what
from elric.young_kingdoms.teaching.whynot import MOST, doubts

WAR = {
    "scenario": "successor",
    "rules": "avalon-hill",
    "nations": {"jharkor": 0, "shazaar": 0, "dharijor": 1, "pan-tang": 1},
    "units": {
        "jharkor_sequa": ["yishana", "jharkor-wizard", "jharkor-army*4"],
        "jharkor_dhakos": ["jharkor-army*1"],
        "dharijor_sequaloris": ["dharijor-army*3"],
        "dharijor_gromoorva": ["sarosto", "karnaal", "dharijor-army*2"],
        "pan_tang": ["jagreen-lern", "pan-tang-army*5", "pan-tang-fleet-1"],
    },
    "hands": {"jharkor-wizard": ["arkyn"], "jagreen-lern": ["arioch", "chardros"]},
}


def to_battle() -> Game:
    """Yishana and her armies stand before Sequaloris in the Combat phase."""
    g = Game.at(WAR, seed=5, leaderless=True)
    for text in (
        "lead yishana",
        *(f"join jharkor-army-{n}" for n in range(1, 5)),
        "attack dharijor_sequaloris",
        "halt",
        "end",
    ):
        g.push(text)
    while g.phase == "magic":
        g.push("done")
    return g


def positions() -> Iterator[Game]:
    """Decisions of every kind, from games played at random in both editions, whole set-up and all."""
    rng = random.Random(11)
    seen: dict[str, int] = {}
    for seed in range(6):
        g = Game(("successor", "world", "upstart")[seed % 3], law.EDITIONS[seed % 2], seed)
        for _ in range(400):
            if g.seat is None:
                yield g
                break
            if seen.get(g.step, 0) < 4:
                seen[g.step] = seen.get(g.step, 0) + 1
                yield g
            g.push(rng.choice(g.legal_actions()))
    assert len(seen) > 15


def steps(of: type[Step] = Step) -> Iterator[type[Step]]:
    for one in of.__subclasses__():
        yield one
        yield from steps(one)


def test_every_decision_of_the_game_has_its_words() -> None:
    """The rules know some two dozen decisions: the coach has something of its own to say at each of them."""
    for module in pkgutil.walk_packages(elric.young_kingdoms.__path__, "elric.young_kingdoms."):
        importlib.import_module(module.name)
    from elric.young_kingdoms.teaching.coach import _texts

    decisions = {
        s.name for s in steps() if not issubclass(s, Auto) and s.__module__.startswith("elric.young_kingdoms.")
    }
    assert len(decisions) > 20
    assert decisions - set(_texts()) == set()


def test_advice_in_any_position() -> None:
    """Title, what can be done, and clauses that stand in the book of the edition played; no sentence is left with a hole."""
    for g in positions():
        a = advice(g)
        assert a.title
        assert a.now
        book = {c.number for c in law.register().of(g.rules.edition)}
        assert a.clauses
        assert {c.split()[0] for c in a.clauses} <= book
        for text in (a.title, a.now, a.why, a.next, a.tip):
            assert "{" not in text
            assert "  " not in text


def test_a_stack_that_can_go_nowhere_is_told_so() -> None:
    """Elric does not leave whoever he follows: in hand alone, no area is lit and none is promised."""
    units = {**WAR["units"], "jharkor_sequa": ["yishana", "elric", "jharkor-army*4"]}  # type: ignore[dict-item]
    g = Game.at({**WAR, "units": units, "hands": {}, "owners": {"elric": 0}}, seed=5, leaderless=True)
    g.push("lead elric")
    assert "No area is open" in advice(g).now
    g.push("join yishana")
    assert "lit areas" in advice(g).now


def test_odds_of_a_coming_battle_are_the_labs() -> None:
    """Nine against three armies behind a wall of three: won ten times in eleven, and the city cannot fall."""
    g = to_battle()
    (danger,) = advice(g).risks
    assert danger.area == "dharijor_sequaloris"
    assert "you win in 90.9% of battles" in danger.words
    assert "cannot fall" in danger.words
    g.push("fight dharijor_sequaloris")
    g.push("ready")
    (other,) = advice(g).risks
    assert "you win in 9.1% of battles" in other.words


def test_what_need_not_be_assaulted_is_told_so() -> None:
    """[10.9.4] / 9.94: whoever stands before a wall from an earlier turn may wait there; in the turn of the attack he must fight."""
    units = {"dharijor_sequaloris": ["yishana", "jharkor-army*4", "dharijor-army*3"], "pan_tang": ["jagreen-lern"]}
    g = Game.at({**WAR, "phase": "combat", "units": units, "hands": {}}, seed=5, leaderless=True)
    (danger,) = advice(g).risks
    assert danger.words.startswith("If you assault Sequaloris, you win in 90.9% of battles")
    (forced,) = advice(to_battle()).risks
    assert forced.words.startswith("In Sequaloris you win")


def test_odds_of_an_attack_one_is_about_to_make() -> None:
    """With the stack in hand the coach tells the odds of attacking, before a step is taken: with all who can follow, as it did
    before the stack was taken up, and alone."""
    g = Game.at(WAR, seed=5, leaderless=True)
    for text in ("lead yishana", *(f"join jharkor-army-{n}" for n in range(1, 5))):
        g.push(text)
    a = advice(g)
    assert a.look == "dharijor_sequaloris"
    assert "you win in 98.5% of battles" in a.tip
    assert "The others who can come follow" in a.tip
    together, alone = (danger.words for danger in a.risks)
    assert together.startswith("In Sequaloris with all who can come you win in 98.5% of battles")
    assert alone.startswith("In Sequaloris with this stack alone you win in 90.9% of battles")


def test_the_coach_tells_no_secret() -> None:
    """What the coach says to a seat is the same whatever the other side holds."""
    for g in positions():
        if g.seat is not None:
            said = advice(g)
            for seed in (1, 2):
                assert advice(g.resampled(g.seat, seed)) == said


# ---- show me --------------------------------------------------------------------------------------------------------


def test_an_example_from_anywhere_leaves_the_game_alone() -> None:
    """An example is legal step for step, has a sentence at each, and the game stands as it stood, luck and all."""
    for g in positions():
        before, luck, told = g.save(), g.chance.copy().pick(1000), len(g.events)
        scenes = example(g, 7)
        assert bool(scenes) == (g.seat is not None)
        assert all(s.words.strip() for s in scenes)
        assert (g.save(), g.chance.copy().pick(1000), len(g.events)) == (before, luck, told)
        if scenes:
            assert scenes[-1].game.record


def test_an_example_of_movement_marches_and_halts() -> None:
    """From Sequa: take up all who are there, attack Sequaloris, halt; each with the place to look at."""
    scenes = example(Game.at(WAR, seed=5, leaderless=True), 1)
    assert [s.game.record[-1].action for s in scenes] == ["join jharkor-army-4", "attack dharijor_sequaloris", "halt"]
    assert scenes[0].look == ("jharkor_sequa",)
    assert "you win in 98.5% of battles" in scenes[1].words


def test_an_example_of_a_battle_is_fought_to_its_end() -> None:
    """A battle is shown from the first decision to the last, both sides deciding."""
    scenes = example(to_battle(), 3, {0: "The League", 1: "The Theocrat"})
    assert any("Battle in Sequaloris" in s.words for s in scenes)
    assert scenes[-1].game.step == "combat" or scenes[-1].game.phase != "combat"


def test_an_example_crosses_the_sea() -> None:
    """A host goes aboard, with those who have room there, and sails."""
    from tests.tutor.test_coach_truth import sailings

    played = [[s.game.record[-1].action for s in example(g, 1)] for g in sailings("avalon-hill")]
    assert all(any(a.startswith("board ") for a in scenes) for scenes in played)


def test_an_example_shows_no_hidden_spell() -> None:
    """What the seat cannot see is dealt anew: the same example comes of any hand the other side may hold."""
    g = to_battle()
    for seed in (1, 2, 3):
        other = g.resampled(0, seed)
        assert [s.words for s in example(other, 9)][:2] == [s.words for s in example(g, 9)][:2]
        for scene in example(g, 9):
            assert scene.game.view(0)["hands"] == g.view(0)["hands"]


# ---- why not --------------------------------------------------------------------------------------------------------


def test_doubts_are_refusals_of_the_engine() -> None:
    """A short list of what cannot be done, each with a reason, a clause of the edition, nothing twice."""
    for g in positions():
        found = doubts(g, hand_open=True)
        assert len(found) <= MOST
        assert len({d.what for d in found}) == len(found)
        for d in found:
            assert d.reasons
            for r in d.reasons:
                assert r.words
                assert not any(r.clause) or g.cite(r.clause)


def test_doubts_in_movement() -> None:
    """Without a leader an army stays in its country; a spell waits for its phase, and the answer says which comes next."""
    found = {d.what: d.reasons[0] for d in doubts(Game.at(WAR, seed=5, leaderless=True))}
    leaderless = next(r for what_, r in found.items() if what_.startswith("March an army of Jharkor"))
    assert leaderless.clause == ("7.2", "6.21")
    assert "Magic phase" in found["Lay a spell"].words
    assert "Search comes next" in found["Search the wilderness"].fix


def test_doubts_name_no_spell_while_the_hand_is_closed() -> None:
    """Until the hand is shown, no line of the list says what is in it."""
    g = Game.at(WAR, seed=5, leaderless=True)
    g.push("end")
    while g.phase != "muster":
        g.push("done" if g.phase == "magic" else "end")
    assert any("Arkyn" in d.what for d in doubts(g, hand_open=True))
    assert not any("Arkyn" in d.what for d in doubts(g))


# ---- what is this ---------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("edition", law.EDITIONS)
def test_a_card_for_everything(edition: str) -> None:
    """Every counter on the board, every spell, word and phase has a card whose clauses stand in that edition's book."""
    g = Game("successor", edition, 3)
    while g.phase == "setup":
        g.push(g.legal_actions()[0])
    view = g.view(None)
    book = {c.number for c in law.register().of(edition)}
    things = [f"unit:{u}" for u in view["units"]] + [f"spell:{s}" for s in spells.IDS]
    things += [f"term:{t.key}" for t in glossary.terms()] + ["turn", "balance", "phase:movement", "phase:muster"]
    for thing in things:
        card = what(thing, view)
        assert card is not None, thing
        assert card.title
        assert card.lines
        assert {line.clause.split()[0] for line in card.lines if line.clause} <= book


def test_cards_tell_what_is_printed_and_what_holds_now() -> None:
    """Yishana fights with five and leads; Arkyn is Law, worth three, and calls three nations; Elric's value is in brackets."""
    g = Game.at(WAR, seed=5, leaderless=True)
    yishana = what("unit:yishana", g.view(None))
    assert yishana is not None
    assert any("Combat value 5" in line.words for line in yishana.lines)
    arkyn = what("spell:arkyn", g.view(None))
    assert arkyn is not None
    told = " ".join(line.words for line in arkyn.lines)
    assert "adds 3" in told
    assert "Vilmir" in told
    wizard = what("unit:jharkor-wizard", g.view(None))
    assert wizard is not None
    assert any("Holds a spell now" in line.words for line in wizard.lines)
    assert "Arkyn" not in str(wizard)


@pytest.mark.parametrize(
    "thing", ["", "unit:", "unit:merlin", "spell:abracadabra", "term:chess", "phase:lunch", "x" * 300]
)
def test_no_card_for_what_there_is_not(thing: str) -> None:
    """Whatever a browser asks about: no card, and no error."""
    assert what(thing, Game.at(WAR, seed=5, leaderless=True).view(None)) is None


def test_words_of_the_game_are_marked_once() -> None:
    """The first use of a word is marked, in its own form; the second is not."""
    known: set[str] = set()
    parts = list(glossary.marked("Armies march with an army. A siege waits.", known))
    assert [(text, t.key) for text, t in parts if t is not None] == [("Armies", "army"), ("siege", "siege")]
    assert "".join(text for text, _ in parts) == "Armies march with an army. A siege waits."
    assert not any(t for _, t in glossary.marked("Another siege", known))


def test_a_spell_that_would_help_and_is_kept_is_told_of() -> None:
    """Where a spell is kept though with it a city would fall more often, the coach names it, and says how often: as it says
    once that spell is laid."""
    kept = 0
    for seed in range(6):
        g = first_game("successor", "avalon-hill", seed)
        while g.step != "magic":
            acts = advice(g).actions or [a for a in g.legal_actions() if a.verb == "end"]
            for a in acts:
                g.push(a)
        told = re.match(
            r"Keep your spells: with (.+?), (.+) would fall (in [\d.]+% of battles|every time)", advice(g, True).tip
        )
        if told is None:
            continue
        kept += 1
        laid = next(a for a in g.legal_actions() if a.verb == "cast" and str(words.spell(a.args[1])) == told[1])
        g.push(laid)
        assert any(told[2] in risk.words and f"falls {told[3]}" in risk.words for risk in advice(g, True).risks)
    assert kept


def test_armies_of_two_places_are_taken_along_where_they_wait() -> None:
    """A host that fetches some in Thokora and some in Sequa: the coach names who waits in which, and the example, which shows what
    the coach has said, takes along each in its place."""
    g = first_game("successor", "avalon-hill", 3)
    for a in (
        "lead yishana",
        "join dharmit",
        "join jharkor-admiral",
        "step jharkor_sequa",
        "attack dharijor_sequaloris",
        "halt",
    ):
        g.push(a)
    told = advice(g, True, first=True)
    assert (
        "march to Thokora, take three armies of Jharkor along there, march to Sequa, take three armies of Jharkor"
        in told.tip
    )
    scenes = example(g, 1, None, told.actions)
    assert scenes[0].words == "Click Hornus: Hilran goes alone."
    assert [s.words for s in scenes].count("Take three armies of Jharkor along.") == 2
    played = [entry.action for entry in scenes[-1].game.record]
    assert played[-len(told.actions) :] == [str(a) for a in told.actions]
