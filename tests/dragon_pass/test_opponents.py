"""Computer players of *White Bear and Red Moon*: legal, blind to what is hidden, plain spoken, after what wins."""

from __future__ import annotations

import re
from collections.abc import Iterator
from random import Random
from typing import Any

import pytest

from elric.app.studies.figures import meetings
from elric.app.studies.runs import jobs, run
from elric.dragon_pass.components.board import BOARD
from elric.dragon_pass.components.units import BY_ID, UNITS
from elric.dragon_pass.lab import odds
from elric.dragon_pass.opponents import JUDGEMENT
from elric.dragon_pass.planning.look import Look
from elric.dragon_pass.planning.powers import moving
from elric.dragon_pass.planning.weighing import outlook
from elric.dragon_pass.position.state import Segment, sees
from elric.kernel.chance import SeededChance
from elric.opponents.definition import Plan
from elric.opponents.players import opponent
from elric.opponents.playing import follow, sight

from .field import GAME, HEXES, INDEX, Game, at, name, ones, open_disc

SCENARIOS = sorted(GAME.scenarios())
WHO = ("novice", "captain")


def decided(g: Any, key: str, seed: int) -> Plan:
    return opponent(key, "dragon-pass").decide(sight(g, g.seat, seed))


def played(key: str, seed: int, every: int, turns: int = 4) -> Iterator[tuple[Any, str]]:
    """Positions of a game in which both kinds of players and chance decide by turns, so that it goes where none alone would go;
    each with who is to be asked there."""
    g, rng = Game(key, seed=seed), Random(seed)
    for n in range(4000):
        if g.seat is None or g.turn > turns:
            return
        if n % every == 0:
            yield g, WHO[n // every % 2]
        if rng.random() < 0.15:
            listed = g.legal_actions()
            verb = rng.choice(sorted({a.verb for a in listed}))
            g.push(rng.choice([a for a in listed if a.verb == verb]))
        else:
            list(follow(g, decided(g, rng.choice(WHO), n)))


PLACES = {place.name for place in BOARD.places.values()}
NAMED_BY_THE_GAME = {"Ironhoof"}  # whose power everybody is told when it is used, face down or not [30.3]
LOOSE = re.compile(
    r"  |\s[,.;:!?]|[,;:]\.|\.\.|,,|\(\)|\{|\}|None|\b(the|a|an|in|on|at|of|to|and|is|are) \1\b|\band nobody\b"
)


@pytest.mark.parametrize("scenario", SCENARIOS)
def test_a_plan_is_blind_to_what_is_hidden_can_be_carried_out_and_is_said_in_sentences(scenario: str) -> None:
    """One walk through a game for all three, as its positions cost more than what is asked of them."""
    asked = dealt = acts = said = own = 0
    for n, (g, key) in enumerate(played(scenario, 6, 4)):
        plan = decided(g, key, 4)
        acts += carried_out(g, plan)
        said += bool(plan.said)
        own += told_in_sentences(g, plan)
        if n % 2 == 0:
            asked += 1
            dealt += decides_alike(g, key, plan, n)
    assert asked > 8
    assert dealt or scenario == "cult-war"
    assert acts > 40
    assert said > 20
    assert own


def decides_alike(g: Any, key: str, plan: Plan, seed: int) -> bool:
    """The same plan, with the same words, in a position that the seat cannot tell from the real one; whether that one is another."""
    h = g.copy()
    h.state = GAME.resample(g.state, g.seat, SeededChance(seed))
    assert decided(h, key, 4) == plan, (g.step, key)
    return bool(h.state.piles != g.state.piles)


def carried_out(g: Any, plan: Plan) -> int:
    """How many acts of a plan were tried: each is legal when those before it have been done, until dice fall or somebody else is
    asked."""
    t, acts = g.copy(), 0
    for a in plan.actions:
        assert t.verdict(a), (g.step, plan)
        t.push(a)
        acts += 1
        if t.record[-1].results or t.seat != g.seat:
            break
    return acts


def told_in_sentences(g: Any, plan: Plan) -> bool:
    """Everybody may read what is said, and nobody who lies face down is named there; the reason for the seat itself may name its own:
    whether it did."""
    s, own = g.state, False
    assert plan.why
    for text in filter(None, (plan.why, plan.said)):
        assert not LOOSE.search(text), text
        assert text[0].isupper() or text.startswith("2nd ")
        assert text.endswith((".", "!"))
    open_ones = {UNITS[u].name for u in range(len(UNITS)) if s.place[u] >= 0 and sees(s, u, None)}
    for u in range(len(UNITS)):
        title = UNITS[u].name
        if s.place[u] < 0 or sees(s, u, None) or title in PLACES | open_ones | NAMED_BY_THE_GAME:
            continue
        found = re.search(rf"\b{re.escape(title)}\b(?! \d)", plan.said)
        assert found is None, f"{g.step}: {plan.said}"
        own = own or bool(re.search(rf"\b{re.escape(title)}\b", plan.why))
    return own


# ---- what it is after ------------------------------------------------------------------------------------------------


def best(g: Any) -> Plan:
    return JUDGEMENT.plans(g, Random(1))[0]


def test_it_attacks_where_the_odds_are_good_and_not_where_they_are_not() -> None:
    """[12.1]: three stacks of cavalry go for a lone unit in the open; one of them does not go for three stacks of foot."""
    h = open_disc(3)
    there = list(ones(HEXES.ring(h, 3)))[:12:4]
    many = at(
        {
            h: ["thunder-delta-slingers-1"],
            **{n: [f"militia-cavalry-{2 * k + 1}", f"militia-cavalry-{2 * k + 2}"] for k, n in enumerate(there)},
        }
    )
    plan = best(many)
    assert f"against Thunder Delta Slingers 1 at hex {name(h)}" in plan.why
    list(follow(many, plan))
    while many.step != "combat":
        list(follow(many, best(many)))
    list(follow(many, best(many)))
    assert many.events[-1]["kind"] in ("died", "advance", "battle", "move", "turn") or many.step
    few = at({h: ["bloodspillers", "hell-sisters", "mothers-guard"], there[0]: ["militia-cavalry-1"]})
    assert all(", against " not in p.why for p in JUDGEMENT.plans(few, Random(1)))


def test_whoever_is_worst_off_leaves_a_fight() -> None:
    """[12.1]: who stands beside a strong enemy when the Move begins marches away, as nothing holds him but the enemy's zone."""
    h = open_disc(3)
    beside = next(iter(ones(HEXES.ring(h, 1))))
    g = at({h: ["bloodspillers", "hell-sisters", "mothers-guard"], beside: ["militia-cavalry-1"]})
    assert "away" in best(g).why


def test_a_spell_goes_to_those_who_cannot_send_it_back() -> None:
    """[21.1]: of two stacks in range, the one without magicians is cast at."""
    h = open_disc(3)
    a, b = (n for k, n in enumerate(ones(HEXES.ring(h, 3))) if k in (0, 8))
    g = at(
        {h: ["snake-pipe-dancers", "egglord-warlocks"], a: ["major-class-1", "major-class-2"], b: ["goldwave", "uplands"]},
        scenario="complete-game", phase="combat", turn=2, day=3,
    )  # fmt: skip
    plan = best(g)
    assert [GAME.notation.text(x) for x in plan.actions] == [f"aim {name(h)} {name(b)}", f"cast {name(b)}"]


def test_the_bat_is_fed_with_whom_one_misses_least() -> None:
    """[24.3]"""
    h = open_disc(3)
    near = list(ones(HEXES.ring(h, 1)))
    g = at(
        {h: ["crimson-bat"], near[0]: ["bloodspillers"], near[2]: ["thunder-delta-slingers-1"], "0101": ["scouts-1"]},
        scenario="complete-game", phase="combat", player="lunar", order=["lunar", "sartar"], day=0, turn=2,
    )  # fmt: skip
    assert [GAME.notation.text(x) for x in best(g).actions] == ["feed thunder-delta-slingers-1"]


@pytest.mark.parametrize("key", WHO)
def test_a_dragon_that_has_to_fight_fights(key: str) -> None:
    """[38.6]: beside an enemy it makes a Dragonfight, be it worth it or not, as the phase cannot end before."""
    h = open_disc(3)
    g = at(
        {h: ["dragon-1"], next(iter(ones(HEXES.ring(h, 1)))): ["scouts-1"], "0101": ["militia-foot-1"]},
        scenario="complete-game", phase="combat", player="lunar", order=["lunar", "sartar"], turn=2, day=1,
        owners={"dragon-1": "lunar"},
    )  # fmt: skip
    for n in range(20):
        if g.step != "combat":
            break
        list(follow(g, decided(g, key, n)))
    assert any(e["kind"] == "dragonfight" for e in g.events)


@pytest.mark.parametrize(("who", "settles"), [("jar-eel-the-razoress", False), ("goldwave", True)])
def test_the_sylphs_settle_on_nobody_whom_no_magic_touches(who: str, settles: bool) -> None:
    """[25.3, 18.3]: a Superhero without her friend cannot be held, nor can those who stand with her."""
    h = open_disc(3)
    there = next(iter(ones(HEXES.ring(h, 2))))
    g = at(
        {h: ["sylphs"], there: [who, "uplands", "major-class-1"], "0101": ["scouts-1"]}, scenario="complete-game",
        phase="movement", turn=2, day=0,
    )  # fmt: skip
    legal = {"settle": [a for a in g.legal_actions() if a.verb == "settle"]}
    assert legal["settle"]
    assert any(plan.actions == tuple(legal["settle"]) for plan in moving(Look(g.state, 1), legal)) is settles


def test_an_emissary_asks_where_he_stands() -> None:
    """[28.3]"""
    g = at(
        {"0708": ["scouts-1"], "4310": ["bloodspillers"]}, scenario="complete-game", phase="combat", turn=2, day=0,
    )  # fmt: skip
    assert [GAME.notation.text(x) for x in best(g).actions] == ["ask scouts-1"]


def test_what_wins_is_held_and_not_left() -> None:
    """[64.2]: whoever stands in Furthest, which wins when it is held, stays there while others go about."""
    g = at(
        {"4310": ["militia-foot-1", "militia-foot-2"], "4611": ["militia-cavalry-1"], "4318": ["goldwave"]}, turn=3,
    )  # fmt: skip
    for _ in range(20):
        if g.step not in ("movement", "march"):
            break
        list(follow(g, best(g)))
    assert g.state.at[1] & BOARD.places["furthest"].bits


def test_what_a_player_reckons_agrees_with_the_lab_about_who_gains() -> None:
    """The table's faces against battles played out: a clear gain is one for both, and a clear loss."""
    h = open_disc(3)
    a, b = (n for k, n in enumerate(ones(HEXES.ring(h, 1))) if k in (0, 3))
    for theirs in (
        ["thunder-delta-slingers-1"],
        ["goldwave", "uplands"],
        ["bloodspillers", "hell-sisters", "mothers-guard"],
    ):
        more = {"0101": ["granite-phalanx", "marble-phalanx"], "0103": ["jasper-phalanx", "beryl-phalanx", "standfast"]}
        mine_too = {a: ["twin-spears", "bullocks", "sword-brothers"], b: ["militia-cavalry-1"]}
        s = at({h: theirs, **mine_too, **more}, phase="combat").state  # the others make both armies alike
        battle = Segment(
            tuple(sorted((n, s.piles[n]) for n in (a, b))), ((h, s.piles[h]),), tuple(sorted(((a, h), (b, h)))), 1
        )
        exact, mine = odds(s, battle), outlook(Look(s, 1), s, battle)
        assert mine.column == exact.reckoning.column
        assert mine.gain == pytest.approx(float(exact.gain), abs=1.5)
        assert mine.clears == pytest.approx(float(exact.cleared), abs=0.2)
    assert BY_ID
    assert INDEX


def test_a_trade_is_paid_in_whole_units() -> None:
    """[12.6]: at 1:2 a three costs one that stands alone all it has, and three together one of their own kind."""
    h = open_disc(3)
    beside = next(iter(ones(HEXES.ring(h, 1))))
    found = []
    for theirs in (["twin-spears"], ["militia-foot-1", "militia-foot-2", "militia-foot-3"]):
        s = at({h: theirs, beside: ["talfort"], "0101": ["goldwave"]}, phase="combat", player="lunar").state
        battle = Segment(((beside, s.piles[beside]),), ((h, s.piles[h]),), ((beside, h),), 0)
        found.append(outlook(Look(s, 0), s, battle))
    assert [x.column for x in found] == [0, 0]
    assert found[0].clears == pytest.approx(4 / 6)
    assert found[1].clears == pytest.approx(2 / 6)


def test_a_captain_beats_a_novice() -> None:
    """A small match with fixed seeds, in both seats; the large one stands in docs/players.md."""
    rows = [
        run(job) for job in jobs("dragon-pass", ["tax-collectors", "cult-war"], ["1976"], ["captain", "novice"], 1, 5)
    ]
    met = meetings(rows, "captain", "novice")["", ""]
    assert met.won >= 3
    assert not met.lost  # one cult war is drawn


def test_who_is_weaker_where_magicians_alone_fight_sets_up_around_his_temple() -> None:
    """Cult War [66.1]: the Empire's magicians are the weaker ones, and stand around their own Temple."""
    g = Game("cult-war", seed=7)
    while g.step == "setup":
        list(follow(g, decided(g, "captain", 5)))
    temple = BOARD.places["reaching-moon"].hexes[0]
    stacks = list(ones(g.state.at[0]))
    assert stacks
    assert all(HEXES.distance(h, temple) <= 5 for h in stacks)
