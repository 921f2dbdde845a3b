"""The coach of Sorcerer: what it advises can be carried out, tells nothing hidden, and is what the rules reckon."""

from __future__ import annotations

from random import Random
from typing import Any

import pytest

from elric.kernel.bits import ones
from elric.lab.say import surely
from elric.opponents.at_random import any_action
from elric.opponents.players import opponent
from elric.opponents.playing import follow, sight
from elric.planning.words import yours
from elric.sorcerer.combat.strength import defence
from elric.sorcerer.components import law
from elric.sorcerer.components.table import FIRST, PIN, result
from elric.sorcerer.components.units import BY_ID, UNITS
from elric.sorcerer.lab import JoinedBolt, Law, at_hand
from elric.sorcerer.opponents import JUDGEMENT
from elric.sorcerer.position.state import enemies_in
from elric.sorcerer.position.steps import BOOK, Sealed, Step
from elric.sorcerer.teaching import TEACHING, coach, quickref, worth
from elric.tutor import quickref as reference
from elric.tutor.showing import Showing

from .field import COLOR, GAME, INDEX, Game, at, hexes, name, one, play, two

SCENARIOS = list(GAME.scenarios())
SWITCHES = ["1975", "1975, cloak=true, assassins=true", "1975, clones=true, flux=true, spells=true"]
MOVES = 60
DNAI = "sorcerer-green-orange-purple"


def walk(key: str, rules: str, seed: int, moves: int) -> Any:
    """A game at every decision, with what the coach says there; now its way, now at random."""
    rng = Random(f"{key}/{seed}")
    try:
        g = Game(key, rules, seed=seed)
    except ValueError:
        return  # that scenario has not this switch
    for _ in range(moves):
        if g.seat is None:
            return
        advice = TEACHING.advice(g)
        yield g, advice
        actions = advice.actions if advice is not None and rng.random() < 0.6 else ()
        for a in actions or (rng.choice(g.legal_actions()),):
            g.push(a)


@pytest.mark.parametrize("key", SCENARIOS)
@pytest.mark.parametrize("rules", SWITCHES)
def test_what_is_advised_can_be_carried_out(key: str, rules: str) -> None:
    """Each action is legal when those before it have been carried out; a tip has actions, and no word is left unfilled."""
    for g, advice in walk(key, rules, 1, MOVES):
        assert advice is not None, g.step
        assert "{" not in str(advice)
        assert bool(advice.tip) == bool(advice.actions)
        copy = g.copy()
        for action in advice.actions:
            assert copy.verdict(action), f"{g.step}: {advice.tip}"
            copy.push(action)


@pytest.mark.parametrize("key", [*SCENARIOS, "rivalry hidden"])
def test_advice_and_doubts_tell_nothing_hidden(key: str) -> None:
    """They are the same in every position that the seat cannot tell from the real one."""
    rules = SWITCHES[1] if "hidden" in key else "1975"
    for k, (g, advice) in enumerate(walk(key.split()[0], rules, 2, MOVES)):
        if k % 4 == 0:
            other = g.resampled(g.seat, k)
            assert TEACHING.advice(other) == advice
            assert [d.what for d in TEACHING.doubts(other)] == [d.what for d in TEACHING.doubts(g)]


def test_every_decision_has_its_words() -> None:
    """Each step that asks somebody: its texts are written, and their clauses are the book's."""
    asking = {step.name for step in BOOK.steps.values() if isinstance(step, Step | Sealed)}
    texts = coach.texts()
    assert set(texts) == asking
    numbers = {c.number for c in law.register()}
    for step, text in texts.items():
        assert set(text) - ({"look"} if step == "movement" else set()) == {"title", "now", "why", "next", "clauses"}
        assert set(text["clauses"]) <= numbers


# ---- one plan for coach and Captain -----------------------------------------------------------------------------------------


def walks(key: str, seed: int) -> Any:
    """Decisions of a game between Captains, and of one in which nobody knows what he does: positions that no plan leads to."""
    rng, g = Random(f"{key}/{seed}"), Game(key, seed=seed)
    players = [opponent("captain", "sorcerer") for _ in range(g.state.scenario.seats)]
    for _ in range(MOVES // 2):
        if g.seat is None:
            break
        yield g
        list(follow(g, players[g.seat].decide(sight(g, g.seat, seed))))
    g = Game(key, seed=seed)
    for _ in range(6 * MOVES):
        if g.seat is None:
            return
        if rng.random() < 0.125:
            yield g
        g.push(any_action(rng, g.legal_actions()))


@pytest.mark.parametrize("key", SCENARIOS)
def test_the_coach_advises_what_the_captain_would_do(key: str) -> None:
    """The same actions and the same reason where nothing is hidden, as far as no die falls; all of it can be done."""
    asked = 0
    for g in walks(key, 4):
        if g.state.hidden:
            continue
        known, advice = g.copy(), TEACHING.advice(g)
        known.state.seat = g.seat
        plan = JUDGEMENT.plans(known, Random(0))[0]
        assert advice.actions == plan.actions[: len(advice.actions)], plan.why
        assert advice.tip.endswith(yours(plan.why))
        copy = g.copy()
        for a in advice.actions:
            assert copy.verdict(a), f"{g.step}: {advice.tip}"
            copy.push(a)
        if advice.actions != plan.actions:
            assert copy.record[-1].results, f"{g.step}: {advice.tip}"
        asked += 1
    assert asked >= 20


@pytest.mark.parametrize("key", SCENARIOS)
def test_nobody_is_sent_into_a_fight_without_its_odds(key: str) -> None:
    """[13.0]: where those who have done what is advised stand among enemies, the chances that each side loses a step are told as the
    lab has them."""
    for g in walks(key, 5):
        if g.step not in ("movement", "march") or g.state.hidden:
            continue
        advice, seat = TEACHING.advice(g), g.seat
        hand = list(g.state.hand)
        gone = g.copy()
        for a in advice.actions:
            if a.verb == "take":
                hand.append(a.args[0])
            if a.verb == "bolt":
                h, color, side = a.args
                law = Law(at_hand(gone.state, seat, h, side, (), (JoinedBolt(color, tuple(hand[-1:])),)))
                assert not law.struck(side) or f"it takes a step {surely(law.struck(side))}." in advice.tip
            gone.push(a)
        s = gone.state
        for u in ones(s.of[seat]):
            h = s.place[u]
            if h == g.state.place[u] or gone.record[-1].results:
                continue
            for side in enemies_in(s, seat, h):
                law = Law(at_hand(s, seat, h, side, (), (), True))
                for chance in (law.struck(side), law.struck(seat)):
                    assert not chance or surely(chance) in advice.tip, advice.tip


# ---- what it reckons -----------------------------------------------------------------------------------------------------


def test_so_13_4_odds_are_the_tables_six_faces() -> None:
    """[13.4] [12.17]: steps, pins and the mean of six dice; a Sorcerer alone loses no more than one."""
    g = at({one("yellow"): ["yellow-demon-1", "orange-dragon-1"]}, phase="combat", player=1)
    m = worth.meet(g.state, 1, INDEX[one("yellow")], 0)
    faces = [result(m.clash.differential, m.clash.line, die) for die in range(1, 7)]
    assert m.odds.steps * 6 == sum(r > 0 for r in faces)
    assert m.odds.pin * 6 == sum(r == PIN for r in faces)
    assert m.odds.mean * 6 == sum(min(max(r, 0), 2) for r in faces)
    g = at({one("yellow"): ["yellow-demon-1", "sorcerer-orange-1"]}, phase="combat", player=1)
    m = worth.meet(g.state, 1, INDEX[one("yellow")], 0)
    assert m.odds.mean == m.odds.steps == 1


def test_so_12_11_totals_are_told_line_by_line() -> None:
    """[12.11]: Purple demonic infantry 5, Dnai no more than that, and the color."""
    h = one("purple")
    g = at({h: [DNAI, "purple-demon-1"]})
    told = worth.total(defence(g.state, 0, INDEX[h], BY_ID[DNAI]))
    assert told == "Purple demonic infantry 5 + Green-Orange-Purple Sorcerer 5 + color 6 = 16"


def test_so_9_11_a_full_sorcerer_in_white_is_told_to_convert() -> None:
    """[9.11]: it is the surest way to score; in Fennfane it is worth ten."""
    far = name(hexes("purple")[-1])
    advice = TEACHING.advice(at({one("white"): [DNAI], far: ["blue-infantry-1"]}))
    assert [a.verb for a in advice.actions] == ["take", "convert", "halt"]
    assert "it scores 5 as long as it lies so" in advice.tip
    assert "it scores 10" in TEACHING.advice(at({"1112": [DNAI], far: ["blue-infantry-1"]})).tip


def test_so_6_53_pins_come_off_before_all_else() -> None:
    """[6.53] [12.42]: first to be free; to be whole, where nobody is near."""
    h = one("yellow")
    g = at({h: ["sorcerer-yellow-1-", "orange-dragon-1"]}, player=1, pinned=["sorcerer-yellow-1"])
    assert [a.verb for a in TEACHING.advice(g).actions] == ["take", "unpin", "halt"]
    g = at({one("gray"): ["sorcerer-yellow-1-"], name(hexes("purple")[-1]): ["green-infantry-1"]}, player=1)
    assert [a.verb for a in TEACHING.advice(g).actions] == ["take", "mend", "halt"]


def test_so_12_0_a_sorcerer_leaves_whom_he_cannot_stand_up_to() -> None:
    """[12.0], [16.1]: the Prime Sorcerer alone, depleted, in one hex with a stronger enemy: before all that scores he is led out of it."""
    g = at({"1612": [f"{DNAI}-", "blue-troll-1", "sorcerer-blue-yellow"], "2115": ["green-infantry-1"]})
    advice = TEACHING.advice(g)
    law = Law(at_hand(g.state, 0, INDEX["1612"], 1, (), (), True))
    assert advice.tip.startswith("Send the Green-Orange-Purple Sorcerer to ")
    assert f"out of the fight in hex 1612: to stay costs a step {surely(law.struck(0))}." in advice.tip
    for a in advice.actions:
        g.push(a)
    assert "out of" not in TEACHING.advice(g).tip


def test_so_7_12_a_bolt_is_advised_with_its_odds() -> None:
    """[7.12]: at a lone Sorcerer of several colors, in danger: any die takes the one step that he can lose."""
    target, here = two("orange", "red")
    g = at({target: ["orange-troll-1", "sorcerer-orange-1"], here: ["sorcerer-blue-yellow"]})
    advice = TEACHING.advice(g)
    assert advice.actions[-1].verb == "bolt"
    assert "it takes a step for certain" in advice.tip
    for a in advice.actions:
        g.push(a)
    assert TEACHING.phrase(advice.actions[-1]).startswith("Bolt at")


def test_so_7_12_joined_where_it_does_more() -> None:
    """[7.12]: the mean of one die joined against that of two apart decides, and is told."""
    stacks = {name(hexes("yellow")[0]): ["orange-troll-1", "orange-demon-1", "sorcerer-orange-1"], name(hexes("yellow")[1]): ["sorcerer-yellow-1"],
              one("white"): ["sorcerer-blue-yellow"], one("green"): [DNAI]}  # fmt: skip
    g = at(stacks, player=1)
    play(g, "take sorcerer-blue-yellow", f"bolt {name(hexes('yellow')[0])} yellow side-1")
    advice = TEACHING.advice(g)
    assert advice.actions[0].verb in ("join", "fling")
    assert "Yellow Bolt of 10" in advice.now
    assert advice.risks[0].words.startswith("Blue-Yellow Sorcerer 4 + color 6 = 10 against")


def test_so_11_12_what_may_waste_is_told() -> None:
    """[11.12] [11.0]: two units beside a Sorcerer, one in White alone; not the single one that is kept."""
    told = " ".join(
        r.words
        for r in TEACHING.advice(at({one("orange"): ["sorcerer-orange-1", "orange-troll-1", "orange-demon-1"], one("white"): ["green-dragon-1"],
                                     one("green"): ["sorcerer-green-1", "green-troll-1"]})).risks
    )  # fmt: skip
    assert "Orange troll and Orange demonic infantry" in told
    assert "for certain" in told
    assert "Green troll" not in told


def test_so_8_22_vortexes_threaten_only_whom_they_harm() -> None:
    """[8.22] [8.11]: a one-color Sorcerer on strange ground, not one of several colors."""
    g = at({"0404": ["sorcerer-orange-1"], "0405": [DNAI, "green-infantry-1"]}, vortexes=["0403"])
    words = [r.words for r in TEACHING.advice(g).risks if "vortex" in r.words]
    assert len(words) == 1
    assert "0404" in words[0]
    assert "0405" not in words[0]
    assert "0406" not in [name(h) for h in worth.in_reach(at({}, vortexes=["0403", "0404"]).state, INDEX["0403"])]


def test_so_10_3_the_lead_is_who_adds_most() -> None:
    """[10.3]: of Dnai and an Orange Sorcerer beside Orange demonic infantry it is Dnai."""
    g = at({"1413": [DNAI, "sorcerer-orange-1", "orange-demon-1", "blue-dragon-1"]}, phase="combat")
    advice = TEACHING.advice(g)
    assert advice.actions[0] == GAME.notation.parse(f"lead {DNAI}")
    play(g, f"lead {DNAI}")
    advice = TEACHING.advice(g)
    assert advice.actions[0].verb == "attack"
    assert "15 against 5" in advice.risks[0].words


def test_so_13_6_the_cheapest_step_is_given_up() -> None:
    """[13.6]: a troll's step costs 4, a demon's 3, a dragon's nothing of its strength."""
    g = at({"1613": ["orange-dragon-1", "orange-troll-1", "sorcerer-orange-1", "yellow-troll-1", "yellow-troll-2"]}, phase="combat",
           script="die 3")  # fmt: skip
    play(g, "hold 1613", "attack 1613 side-1")
    assert g.step == "losses"
    assert TEACHING.advice(g).actions == (GAME.notation.parse("lose orange-dragon-1"),)


def test_so_17_12_the_tour_goes_to_the_next_city_with_its_guard() -> None:
    """[17.12] [17.15]: both are taken up, and go together towards a city not yet seen."""
    marks = {"toured": [INDEX["0416"], INDEX["0507"]], "conjured": True}
    g = at({"0507": ["sorcerer-green-1", "green-infantry-1"]}, scenario="tour", marks=marks)
    advice = TEACHING.advice(g)
    assert [a.verb for a in advice.actions][:3] == ["take", "take", "step"]
    assert "every city counts" in advice.tip


def test_why_not_gives_the_rules_own_reasons() -> None:
    """[9.11] [7.11] [6.51]: one of each deed that is closed, with the clause that closes it; none that is open."""
    h = one("yellow")
    g = at({h: [DNAI], one("green"): ["blue-dragon-1"]})
    g.push(f"take {DNAI}")
    doubts = {d.what: {r.clause[0] for r in d.reasons} for d in TEACHING.doubts(g)}
    assert doubts["Convert to Green"] == {"9.12"}
    assert doubts[f"Bolt at {one('green')}, Green, against Balt"] == {"7.11"}
    assert {"6.51"} in doubts.values()
    assert not [what for what in doubts if what.startswith("Go to")]
    g = at({h: ["sorcerer-orange-1", "orange-demon-1", "orange-demon-2", "orange-troll-1"]})
    (doubt,) = TEACHING.doubts(g)
    assert (doubt.what, doubt.reasons[0].clause) == ("End the movement", ("10.1",))


# ---- cards, reference, words ---------------------------------------------------------------------------------------------


def test_a_card_tells_what_is_printed_what_it_is_worth_and_what_is_not_known() -> None:
    stacks = {"0607": ["blue-troll-1-"], "0611": ["sorcerer-blue-1"], "1113": ["white-troll-1"]}
    g = at(stacks, player=1, pinned=["blue-troll-1"], owners={"white-troll-1": "side-1"})
    view = g.view(1)
    card = TEACHING.what("unit:blue-troll-1", view)
    said = " ".join(x.words for x in card.lines)
    assert "Strength 7, depleted 3; 3 movement points" in said
    assert "in Orange, its color value is 3" in said
    assert "Blue dominates Green and is dominated by Purple" in said
    assert "Pinned" in said
    assert "Reconstructed: depleted move" in said
    assert "15 points left" in " ".join(x.words for x in TEACHING.what("unit:sorcerer-blue-1", view).lines)
    assert TEACHING.what("unit:green-troll-1", view) is None
    numbers = {c.number for c in law.register()}
    for unit in UNITS:
        h = one(unit.id.split("-")[1]) if unit.id.startswith("fortress") else one("blue")
        card = TEACHING.what(f"unit:{unit.id}", at({h: [unit.id]}).view(None))
        assert card is not None
        assert {x.clause for x in card.lines} - {""} <= numbers
    for h in ("0711", "1112", "0403", "0812"):
        assert TEACHING.what(f"area:{h}", view) is not None
    assert "25" not in TEACHING.what("vortex", view).title
    for c in range(8):
        assert TEACHING.what(f"color:{list(COLOR)[c]}", view) is not None
    for term in TEACHING.glossary.terms():
        assert TEACHING.what(f"term:{term.key}", view) is not None
        assert term.clause[0] in numbers


def test_what_hides_has_no_card_for_others() -> None:
    """A company in hiding: its owner may ask, nobody else."""
    g = at({"0710": [DNAI]}, rules="1975, assassins=true", hidden={"blue-infantry-1": "0711"})
    assert TEACHING.what("unit:blue-infantry-1", g.view(1)) is not None
    assert TEACHING.what("unit:blue-infantry-1", g.view(0)) is None
    assert TEACHING.what("unit:blue-infantry-1", g.view(None)) is None


def test_the_quick_reference_is_the_rules_own() -> None:
    found = {s.key: s for s in quickref.sections()}
    assert found["values"].rows[0][1:8] == ("6", "5", "4", "3", "2", "1", "6")
    assert found["lines"].rows[0][2] == "Best (+3)"
    assert dict(row[:2] for row in found["prices"].rows)["Bolt"] == "5"
    assert found["results"].head[1] == str(FIRST)
    assert [row[1] for row in found["points"].rows] == ["5", "15", "3", "3", "5"]
    assert len(found["scenarios"].rows) == len(SCENARIOS)
    numbers = {c.number for c in law.register()}
    assert all(set(s.clauses) <= numbers for s in found.values())
    assert all(row[-1] in numbers for s in found.values() if s.head[-1:] == ("Rule",) for row in s.rows)
    text = TEACHING.quick_reference("1975")
    assert text.count("<section") == len(found)
    assert reference.text("SPI 1975", quickref.sections()).startswith("# Quick reference")


def test_show_me_shows_what_is_advised_and_leaves_the_game_alone() -> None:
    g = at({one("white"): [DNAI], one("yellow"): ["sorcerer-blue-yellow"]})
    before = g.position()
    scenes = TEACHING.example(g, 3)
    assert scenes
    assert scenes[0].words.startswith("Take up")
    assert g.position() == before


def test_an_example_calls_the_sides_by_their_names() -> None:
    """A Bolt that the coach has said to fling is shown against Dnai, and not against "side 1"."""
    target, here = (name(h) for h in hexes("yellow")[:2])
    g = at({target: ["sorcerer-orange-1"], here: ["sorcerer-yellow-1"], one("green"): [DNAI]}, player=1)
    scenes = TEACHING.example(g, 3, None, TEACHING.advice(g).actions)
    (bolt,) = (scene.words for scene in scenes if scene.words.startswith("Bolt at"))
    assert "against Dnai" in bolt


def test_moves_that_belong_together_are_shown_at_one_go() -> None:
    g = at({"0710": ["sorcerer-yellow-1", "yellow-troll-1"]}, player=1)
    moves = ["take sorcerer-yellow-1", "take yellow-troll-1", "step 0810", "step 0811"]
    shown = Showing(g, moves, TEACHING)
    shown.to_the_end()
    assert [x.did for x in shown.shown] == ["Take up Yellow Sorcerer and Yellow troll", "Go to 0811"]
