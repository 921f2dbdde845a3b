"""The coach of White Bear and Red Moon: what it advises can be carried out, tells nothing hidden, and is true."""

from __future__ import annotations

from random import Random

import pytest

from elric import games
from elric.dragon_pass.components.units import BY_ID, UNITS
from elric.dragon_pass.description.view import sees_battle, waiting_battles
from elric.dragon_pass.lab import odds
from elric.dragon_pass.lab.walk import Plan
from elric.dragon_pass.movement.zones import must_fight
from elric.dragon_pass.opponents import JUDGEMENT
from elric.dragon_pass.planning import gathering, words
from elric.dragon_pass.planning.look import Look
from elric.dragon_pass.position.steps import BOOK, Step
from elric.dragon_pass.teaching import TEACHING, coach, quickref, tips
from elric.dragon_pass.teaching.standing import standing
from elric.dragon_pass.turn.victory import FORTS_NEEDED
from elric.lab.say import often, percent
from elric.opponents.at_random import any_action
from elric.opponents.players import opponent
from elric.opponents.playing import follow, sight
from elric.planning.memory import Memory
from elric.planning.words import yours
from elric.tutor import quickref as reference
from elric.tutor.showing import Showing

from .field import AROUND, BESIDE, BOARD, GAME, HEXES, Game, at, name, ones, open_disc, open_line

SCENARIOS = list(GAME.scenarios())
MOVES = 70


def walk(key: str, seed: int, moves: int):
    """A random game, at every decision."""
    rng = Random(f"{key}/{seed}")
    g = Game(key, seed=seed)
    while g.seat is not None and g.step == "setup":
        g.push(rng.choice([a for a in g.legal_actions() if a.verb == "place"]))
    for _ in range(moves):
        if g.seat is None:
            return
        yield g, rng
        legal = g.legal_actions()
        busy = [a for a in legal if a.verb != "done"] if rng.random() < 0.85 else legal
        g.push(rng.choice(busy or legal))


@pytest.mark.parametrize("key", SCENARIOS)
def test_what_is_advised_can_be_carried_out(key: str) -> None:
    """Each action is legal when those before it have been carried out; a tip has actions, and no word is left unfilled."""
    told = 0
    for g, rng in walk(key, 1, MOVES):
        advice = TEACHING.advice(g)
        assert advice is not None, g.step
        assert "{" not in str(advice)
        assert bool(advice.tip) == bool(advice.actions)
        copy = g.copy()
        for action in advice.actions:
            assert copy.verdict(action), f"{g.step}: {advice.tip}"
            copy.push(action)
        told += bool(advice.tip)
        if advice.actions and rng.random() < 0.3:
            for action in advice.actions[:-1]:
                g.push(action)
    assert told


@pytest.mark.parametrize("key", SCENARIOS)
def test_advice_and_doubts_tell_nothing_hidden(key: str) -> None:
    """They are the same in every position that the seat cannot tell from the real one."""
    for k, (g, _) in enumerate(walk(key, 2, MOVES)):
        if k % 4 == 0:
            other = g.resampled(g.seat, k)
            assert TEACHING.advice(other) == TEACHING.advice(g)
            assert [d.what for d in TEACHING.doubts(other)] == [d.what for d in TEACHING.doubts(g)]


def unsaid(g) -> str:
    """What comes of the advised march if the Move ended with it and the battles were divided as is then advised: the fights of those
    who have marched whose odds the advice does not name."""
    advice = TEACHING.advice(g)
    taken = [a.args[0] for a in advice.actions if a.verb in ("lead", "join")]
    marched = taken or [u for u in g.state.hand if any(a.verb == "step" for a in advice.actions)]
    if not marched:
        return ""
    g = g.copy()
    seat = g.seat
    for a in (*advice.actions, *map(GAME.notation.read, ("halt", "done"))):
        if g.seat == seat and g.step in ("movement", "march") and g.verdict(a):
            g.push(a)
    if g.step != "combat" or g.seat != seat:
        return ""
    s = g.state
    fighting = {h for h in {s.place[u] for u in marched} if h >= 0 and must_fight(s, seat) >> h & 1}
    for a in TEACHING.advice(g).actions if fighting else ():
        if a.verb != "assign":
            break
        g.push(a)
    for battle in waiting_battles(g.state) if fighting else ():
        if not fighting & {a for a, _ in battle.attackers}:
            continue
        if sees_battle(s, battle, seat):
            found = odds(g.state, battle, Plan())
            says = f"is then at {found.odds}: {words.gone(found.cleared)}."
        else:
            says = "is then at about "
        if says not in advice.tip:
            return says
    return "" if not fighting or "is then at" in advice.tip else "nothing is said"


@pytest.mark.parametrize("seed", range(len(SCENARIOS)))
def test_wb_12_1_no_march_is_advised_into_a_fight_without_its_odds(seed: int) -> None:
    """12.1: beside an enemy one has to fight, so a march that ends there says at what odds, and they come true: in two hundred
    positions that the coach itself and chance have led to."""
    g, rng, marches = Game(SCENARIOS[seed % len(SCENARIOS)], seed=seed), Random(seed), 0
    while g.seat is not None and marches < 25:
        advice = TEACHING.advice(g) if g.step in ("movement", "march") else None
        if advice is None or not advice.actions:
            g.push(any_action(rng, g.legal_actions()))
            continue
        marches += 1
        assert not unsaid(g), advice.tip
        for a in advice.actions:
            if g.seat is not None and g.verdict(a):
                g.push(a)
    assert marches == 25 or g.seat is None


@pytest.mark.parametrize("seed", [0, *(pytest.param(seed, marks=pytest.mark.siege) for seed in range(1, 6))])
@pytest.mark.parametrize("player", ["captain", "novice"])
def test_wb_12_1_nor_from_where_computers_have_led(player: str, seed: int) -> None:
    """12.1: the same in decisions spread over the first Turns of games between computers."""
    for key in SCENARIOS:
        g, rng, computer, left = Game(key, seed=seed), Random(f"{key}/{seed}"), opponent(player, "dragon-pass"), 6
        while g.seat is not None and g.turn <= 2 and left:
            if g.step in ("movement", "march") and rng.random() < 0.1:
                left -= 1
                assert not unsaid(g), TEACHING.advice(g).tip
            list(follow(g, computer.decide(sight(g, g.seat, seed))))


@pytest.mark.parametrize("far", [2, 3, 4, 5])
def test_wb_12_1_a_march_to_a_fort_that_is_held_ends_at_a_distance(far: int) -> None:
    """12.1, 13.8: whoever holds a fort lets others pass, but who ends beside it has to attack it."""
    (fort,) = BOARD.places["alda-chur"].hexes
    for h in (n for n in range(HEXES.size) if HEXES.distance(n, fort) == far):
        try:
            g = at({h: ["militia-cavalry-8"], fort: ["whipstock", "unriver"]})
        except ValueError:
            continue  # nobody can stand there
        assert not unsaid(g), TEACHING.advice(g).tip


@pytest.mark.parametrize("key", SCENARIOS)
def test_the_coach_advises_what_the_captain_would_do(key: str) -> None:
    """The same actions, set-up aside, whatever lies face down being dealt alike: but for the die, which waits until the odds have
    been read. (A Captain at the table deals for himself, and in one spell in some decides otherwise.)"""
    g, captain = Game(key, seed=11), opponent("captain", "dragon-pass")
    mine, his = Memory(), Memory()
    asked = 0
    while g.seat is not None and g.turn <= 2 and asked < 60:
        if g.step != "setup":
            known = g.resampled(g.seat, tips.DEALT)
            known.state.seat = g.seat
            plan = JUDGEMENT.remembering(his).plans(known, Random(0))[0]
            rolls = len(plan.actions) > 1 and plan.actions[-1].verb == "roll"
            assert TEACHING.advice(g, memory=mine).actions == plan.actions[: -1 if rolls else None], plan.why
            asked += 1
        list(follow(g, captain.decide(sight(g, g.seat, 11))))
    assert asked > 40


def test_the_coach_remembers_what_was_gone_for() -> None:
    """What a Move is begun for is kept with the sitting; who was sent to ask is the same until it ends."""
    g, memory = Game("complete-game", seed=11), Memory()
    while g.step != "movement":
        list(follow(g, opponent("captain", "dragon-pass").decide(sight(g, g.seat, 11))))
    assert not memory.knows(g.seat, g.turn)
    TEACHING.advice(g, memory=memory)
    assert memory.knows(g.seat, g.turn)
    assert memory.last(g.seat).campaigns


def test_several_on_the_march_have_points_left() -> None:
    """One that is taken up has them, two have them."""
    g = at({open_disc(): ["militia-foot-1", "militia-foot-2"]})
    g.push("lead militia-foot-1")
    assert TEACHING.advice(g).now.startswith("It has ")
    g.push("join militia-foot-2")
    assert TEACHING.advice(g).now.startswith("They have ")


def test_a_players_sentence_becomes_advice() -> None:
    """One sentence, said by who does it and to who is to do it; names stay as they are."""
    mine = "I march my foot to Dragon's Eye I (2413), which I want: they join me, and I am there. I win what is mine."
    advice = "March your foot to Dragon's Eye I (2413), which you want: they join you, and you are there. You win what is yours."
    assert yours(mine) == advice
    assert yours("No battle is mine.") == "No battle is yours."


def test_a_march_says_what_it_is_for() -> None:
    """Whose goal it serves or denies; and of an attack that is worse than 1:1 why it is made all the same."""
    told = set()
    for key in SCENARIOS:
        g, captain = Game(key, seed=5), opponent("captain", "dragon-pass")
        while g.seat is not None and g.turn <= 1:
            if g.step == "movement":
                tip = TEACHING.advice(g).tip
                told |= {x for x in ("You win once ", "The enemy wins once ", "a forlorn hope, ") if x in tip}
                assert ("a forlorn hope, " in tip) <= (", against " in tip)
                if len(told) == 3:
                    return
            list(follow(g, captain.decide(sight(g, g.seat, 5))))
    raise AssertionError(told)


@pytest.mark.parametrize("seed", [2, 3, 6])
def test_wb_13_9_a_march_past_a_garrison_promises_nothing_on_the_way(seed: int) -> None:
    """13.9: who marches past walls stops while those inside are asked: the odds told are those of the attack he is on his way to, and
    of no fight where he has stopped; what waits for no march says nothing of garrisons. Let past, a forlorn hope goes on."""
    g, captain = (
        games.table("dragon-pass").ready("tax-collectors", "1976", seed, False),
        opponent("captain", "dragon-pass"),
    )
    asked = 0
    while g.seat is not None and g.turn <= 1:
        advice, seat = TEACHING.advice(g), g.seat
        if "A garrison on the way" in advice.tip:
            asked += 1
            after = g.copy()
            for a in advice.actions:
                after.push(a)
            assert (after.step, after.seat == seat) == ("sally", False)
            assert "is then at" not in advice.tip
            assert (", at about " in advice.tip) == (", against " in advice.tip)
            after.push("pass")
            if "a forlorn hope, " in advice.tip and after.step == "march":
                assert "a forlorn hope, " in TEACHING.advice(after).tip
        list(follow(g, captain.decide(sight(g, g.seat, seed))))
    assert asked


def test_wb_12_4_a_great_battle_is_advised_with_the_lab_s_figure() -> None:
    """12.4: sixteen of the Militia against one unit: not only at about so much, but how often it is gone."""
    target = open_disc()
    around = list(ones(AROUND[target]))[:4]
    militia = [f"militia-{kind}-{n}" for kind in ("cavalry", "foot") for n in range(1, 9)]
    g = at(
        {target: ["whipstock"], **{h: militia[k::4] for k, h in enumerate(around)}},
        phase="combat",
        player="sartar",
    )
    advice = TEACHING.advice(g)
    for a in advice.actions:
        if a.verb == "assign":
            g.push(a)
    (battle,) = waiting_battles(g.state)
    assert len(battle.attackers) == 4
    found = odds(g.state, battle, Plan())
    assert f"at {found.odds} {words.gone(found.cleared)}" in advice.tip


def test_every_decision_has_its_words() -> None:
    """Each step that asks somebody: its texts are written, and their clauses are the book's."""
    asking = {step.name for step in BOOK.steps.values() if isinstance(step, Step)}
    texts = coach._texts()
    assert set(texts) == asking
    numbers = {c.number for c in GAME.register()}
    for text in texts.values():
        assert {"title", "now", "why", "next", "clauses"} == set(text)
        assert {c for c in text["clauses"] if "{" not in c} <= numbers


def assigned():
    h = open_line()
    foe = BESIDE[h][0]
    g = at({h: ["militia-cavalry-1", "militia-cavalry-2", "militia-cavalry-3"], foe: ["whipstock"]}, phase="combat")
    g.push(f"assign {name(h)} {name(foe)}")
    return g


def test_what_is_at_risk_is_the_labs_odds() -> None:
    g = assigned()
    (battle,) = waiting_battles(g.state)
    found = odds(g.state, battle)
    (risk,) = TEACHING.advice(g).risks
    assert f", {found.odds}: " in risk.words
    assert often(found.cleared) in risk.words
    assert risk.area == name(battle.defenders[0][0])


def test_wb_21_5_who_is_asked_to_cover_reads_his_own_losses_as_his() -> None:
    """[21.5] The coach speaks to the defender there: "you" are those at whom the spell is aimed."""
    cover = {"2335": ["krise"], "2332": ["whipstock"], "2330": ["spell-archers"]}
    g = at(cover, scenario="cult-war", phase="combat", day=3)
    g.push("aim 2335 2332")
    g.push("cast 2332")
    assert g.step == "cover"
    advice = TEACHING.advice(g)
    (action,) = advice.actions
    found = odds(g.state, g.state.agenda[-1].battle, Plan((action.args[0],)))
    mine, theirs = (float(found.lost(side)) for side in (found.defenders, found.attackers))
    assert mine < theirs
    assert advice.risks[0].beyond == f"You lose {mine:g} factors on average, they {theirs:.1f}."
    assert f"the casters in {percent(found.destroyed(found.attackers))};" in advice.tip


def test_what_lies_face_down_is_weighed_and_not_read() -> None:
    """A stack of two of which the seat sees one: the lab weighs whoever could lie there, and says so."""
    h = open_line()
    foe = BESIDE[h][0]
    away = name(BOARD.places["furthest"].hexes[0])
    said = set()
    for below, other in (("unriver", "bell-temple"), ("bell-temple", "unriver")):
        stacks = {h: ["militia-cavalry-1"], foe: ["whipstock", below], away: ["moonarrow", other]}
        g = at(stacks, phase="combat")
        g.push(f"assign {name(h)} {name(foe)}")
        (risk,) = TEACHING.advice(g).risks
        said.add(risk.words)
    assert len(said) == 1
    assert f"Whipstock and 1 more at {name(foe)}: not everybody is seen" in said.pop()
    shown = at(stacks, phase="combat", shown=["bell-temple"])
    shown.push(f"assign {name(h)} {name(foe)}")
    assert "1:2: " in TEACHING.advice(shown).risks[0].words


def test_many_who_lie_face_down_are_not_dealt_in_every_way() -> None:
    """Two stacks with three each under the top: to weigh them all would take minutes, and the coach is asked at a click."""
    h = open_line()
    foes = [BESIDE[h][0], BESIDE[h][2]]
    below = [["unriver", "bell-temple", "moonarrow"], ["uplands", "starkin", "goldedge"]]
    for hidden, told in ((3, 0), (2, 1)):
        stacks = {
            foe: [top, *under[:hidden]] for foe, top, under in zip(foes, ("whipstock", "goldwave"), below, strict=True)
        }
        g = at({h: ["militia-cavalry-1"], **stacks, "0101": ["dunstop", "bagnot", "talfort"]}, phase="combat")
        for foe in foes:
            g.push(f"assign {name(h)} {name(foe)}")
        assert sum("not everybody is seen" in risk.words for risk in TEACHING.advice(g).risks) == told


def test_a_march_that_is_advised_ends_where_it_says_and_fights_as_it_says() -> None:
    """Three cavalry and a lone enemy four hexes away: march beside it and attack; the odds come true."""
    h = open_line(5)
    path = [h, *HEXES.ray(h, 0)]
    g = at({path[0]: ["militia-cavalry-1", "militia-cavalry-2", "militia-cavalry-3"], path[4]: ["unriver"]})
    advice = TEACHING.advice(g)
    assert "odds" not in advice.tip
    assert "at 6:1 or more" in advice.tip
    for action in advice.actions:
        g.push(action)
    there = g.state.place[BY_ID["militia-cavalry-1"]]
    assert HEXES.distance(there, path[4]) == 1


def test_no_march_is_reckoned_against_what_lies_face_down() -> None:
    """Whoever lies below an enemy's top: the advice is the same, and promises nothing."""
    h = open_line(5)
    path = [h, *HEXES.ray(h, 0)]
    away = name(BOARD.places["furthest"].hexes[0])
    said = []
    ours = ["prince-argrath", "militia-cavalry-1", "militia-cavalry-2", "militia-cavalry-3"]
    for below, other in (("winedance", "bell-temple"), ("bell-temple", "winedance")):
        said.append(TEACHING.advice(at({path[0]: ours, path[4]: ["unriver", below], away: ["moonarrow", other]})))
    assert said[0] == said[1]
    assert "gone from there" not in said[0].tip
    assert "gone from there" in TEACHING.advice(at({path[0]: ours, path[4]: ["unriver"], away: ["moonarrow"]})).tip


def test_where_nothing_is_worth_moving_the_move_is_ended() -> None:
    """[64.2] Whoever holds what wins stays there, and nobody comes."""
    g = at({"4310": ["militia-foot-1", "militia-foot-2"], "2334": ["goldwave"]}, turn=3)
    advice = TEACHING.advice(g)
    assert advice.tip == "End your Move: nothing more is worth moving."
    assert [a.verb for a in advice.actions] == ["done"]


def test_show_me_shows_what_is_advised_and_leaves_the_game_alone() -> None:
    g = assigned()
    before = g.position()
    scenes = TEACHING.example(g, 3)
    assert scenes
    assert scenes[0].words.startswith("Roll for")
    assert g.position() == before


def test_why_not_gives_the_rules_own_reasons() -> None:
    h = open_line()
    g = at({h: ["militia-cavalry-1"], BESIDE[h][0]: ["whipstock"]}, phase="combat")
    doubts = {d.what: {r.clause[0] for r in d.reasons} for d in TEACHING.doubts(g)}
    assert doubts["End the combat"] == {"12.1", "14.2"}
    assert doubts["March"] == {"7.3"}


def test_a_card_tells_what_is_printed_what_it_does_and_what_is_not_known() -> None:
    g = at(
        {open_line(): ["bloodspillers", "crimson-bat"], "2124": ["harrek-the-berserk"]},
        wounds={"harrek-the-berserk": 2},
    )
    view = g.view(None)
    said = {
        key: " ".join(x.words for x in TEACHING.what(f"unit:{key}", view).lines)
        for key in ("bloodspillers", "harrek-the-berserk")
    }
    assert "Reconstructed" in said["bloodspillers"]
    assert "Bears 2 Wounds" in said["harrek-the-berserk"]
    assert said["harrek-the-berserk"].startswith("The White Bear: ")
    assert TEACHING.what("unit:crimson-bat", view) is None  # below the top
    assert TEACHING.what("unit:crimson-bat", g.view(0)) is not None
    assert "Walls" in TEACHING.what("area:2124", view).lines[0].words
    numbers = {c.number for c in GAME.register()}
    for unit in UNITS:
        owners = {unit.id: "sartar"} if unit.side not in ("lunar", "sartar") else {}
        shown = at({"2334": [unit.id]}, owners=owners).view(None)
        card = TEACHING.what(f"unit:{unit.id}", shown)
        assert card is not None
        assert {x.clause for x in card.lines} - {""} <= numbers
    for term in TEACHING.glossary.terms():
        assert TEACHING.what(f"term:{term.key}", view) is not None
        assert term.clause[0] in numbers


def test_the_quick_reference_is_the_engines() -> None:
    found = {s.key: s for s in quickref.sections()}
    assert found["results"].rows[0][1:] == (*["A elim"] * 4, *["A bk 1"] * 2)
    assert dict(row[:2] for row in found["walls"].rows)["Forest on a ridge, from the slope"] == "× 3"
    assert dict(row[:2] for row in found["movement"].rows)["Along a primary road"] == "½"
    assert len(found["goals"].rows) == len(SCENARIOS)
    text = TEACHING.quick_reference("1976")
    assert text.count("<section") == len(found)
    assert "<script" not in text
    assert reference.text("Chaosium 1976", quickref.sections()).startswith("# Quick reference")


def test_how_one_stands_is_told_by_the_goals_that_decide() -> None:
    g = at({"3027": ["talfort"], "2124": ["bagnot"], "2334": ["militia-foot-1"]}, scenario="invasion-of-sartar", turn=3,
           tenure=[[1, True], [0, True], [0, True], [0, True], [0, True]], order=["lunar", "sartar"])  # fmt: skip
    mine = standing(g, 0, {0: "Ann", 1: "Bob"})
    assert mine.stands == f"2 of the {FORTS_NEEDED} needed, for 1 of 3 Turns"
    assert mine.clause == ("68.1",)
    assert mine.goals[0].words.startswith("Ann: ")
    assert len(mine.goals) == len(g.scenario.goals)
    assert standing(Game("tax-collectors", seed=1), 0, {}) is None


def test_moves_that_belong_together_are_shown_at_one_go() -> None:
    h = open_line()
    path = [h, *HEXES.ray(h, 0)]
    g = at({path[0]: ["militia-cavalry-1", "militia-foot-1"]})
    moves = ["lead militia-cavalry-1", "join militia-foot-1", f"step {name(path[1])}", f"step {name(path[2])}"]
    shown = Showing(g, moves, TEACHING)
    shown.to_the_end()
    assert [x.did for x in shown.shown] == [
        "Take up Militia Cavalry 1 and Militia Foot 1",
        f"March to {name(path[2])}",
    ]


def test_wb_64_1_the_coach_sets_up_each_army_as_games_have_shown_to_be_best() -> None:
    """[64.1]: in the way that won the most, where some were played, else as a Captain; what was placed otherwise stays there, and then no
    figure is said, as no games were played from there."""
    g = games.table("dragon-pass").ready("tax-collectors", "1976", 3, True)
    armies = shown = 0
    while g.step == "setup":
        told = TEACHING.advice(g)
        assert told is not None
        shown += "of games between Captains" in told.tip
        first = next(a for a in g.legal_actions() if a.verb == "place")
        placed, army = g.state.to_place[0], g.state.agenda[-1]
        g.push(first)
        told = TEACHING.advice(g)
        assert told is not None
        look = Look(g.state, g.seat or 0)
        best = gathering.known(look) or next(iter(gathering.army(look)))
        assert told.actions == best.actions
        assert told.look
        assert "of games between Captains" not in told.tip
        for a in told.actions:
            g.push(a)
        assert g.state.place[placed] == first.args[0]
        assert not g.state.agenda or g.state.agenda[-1] != army
        armies += 1
    assert armies == 4
    assert shown == 3
