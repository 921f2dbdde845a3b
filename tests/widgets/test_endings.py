"""The line that says what one plays for, the leaf at the end of a game, and the story beside the table."""

from __future__ import annotations

import re
from collections import Counter
from fractions import Fraction
from html import unescape
from itertools import product
from random import Random
from typing import Any

import pytest

import elric
from elric import games
from elric.lab.say import percent
from elric.opponents.at_random import any_action
from elric.widgets import score as sheets
from elric.widgets.messages import Message
from elric.widgets.panels import end
from elric.widgets.score import Luck
from elric.widgets.session import Session
from elric.young_kingdoms.combat.battle import TABLE as RESULTS
from elric.young_kingdoms.components.scenarios import scenarios
from elric.young_kingdoms.position.state import NEUTRAL, TURNS
from elric.young_kingdoms.teaching.standing import goals, standing
from elric.young_kingdoms.world import victory

TABLE = games.table("elric")
PAIRS = [(s.key, e) for s in scenarios().values() for e in s.editions]


def played_out(scenario: str, edition: str, seed: int) -> Any:
    g, rng = elric.new_game(scenario, edition, seed), Random(seed)
    while g.seat is not None:
        g.push(any_action(rng, g.legal_actions()))
    return g


def names(g: Any) -> dict[int, str]:
    return {player["seat"]: player["name"] for player in g.view(None)["players"]}


def region(session: Session, name: str) -> str:
    return "".join(str(markup) for found, _, markup in session.draw().regions if found == name)


def words_of(html: str) -> str:
    return re.sub(r"\s+", " ", unescape(re.sub(r"<[^>]+>", " ", html)))


@pytest.mark.parametrize(("scenario", "edition"), PAIRS)
def test_every_seat_reads_its_aim_and_how_it_stands(scenario: str, edition: str) -> None:
    """At the table of every scenario, by clauses that the edition has."""
    g, rng = elric.new_game(scenario, edition, 3), Random(3)
    seen: set[int] = set()
    for _ in range(600):
        if g.seat is None:
            break
        told = standing(g, g.seat, names(g))
        assert (told is None) == (not g.turn)
        if told is not None and g.seat not in seen:
            seen.add(g.seat)
            page = Session(g)
            line = words_of(region(page, "aim"))
            assert told.aim in line
            assert told.stands in line
            for goal in told.goals:
                assert g.cite(goal.clause)
                assert goal.words in line
        g.push(any_action(rng, g.legal_actions()))
    assert seen == set(range(g.scenario.seats))


@pytest.mark.parametrize(("scenario", "edition"), PAIRS)
def test_the_first_condition_that_is_met_names_the_winner(scenario: str, edition: str) -> None:
    """When the turns have run out, the sheet's conditions, read from the top, agree with the rules."""
    agreed = 0
    for seed in range(3):
        g = played_out(scenario, edition, seed)
        after = goals(g, names(g))
        how, winner = g.outcome["how"], g.outcome["winner"]
        assert after
        if not g.state.tipped and how not in ("dragons", "duel", "imrryr"):
            assert next((goal.seat for goal in after if goal.seat is not None), None) == winner, (seed, how)
            agreed += 1
    assert agreed or scenario == "duel"


def test_how_it_stands_is_what_the_rules_count() -> None:
    """Capitals that are held or lost are counted by the very functions that decide the game."""
    g = elric.new_game("successor", "avalon-hill", 7)
    rng = Random(7)
    while g.turn < 3:
        g.push(any_action(rng, g.legal_actions()))
    s, called = g.state, names(g)
    kings, theocrat = victory.group_of(s, 0), victory.group_of(s, 1)
    capital = {n: elric.young_kingdoms.components.board.BOARD.main_city(n) for n in ("jharkor", "pan-tang", "dharijor")}
    for nation, a in capital.items():
        s.control[a] = theocrat if nation == "jharkor" else s.control[a]
    told = standing(g, theocrat, called)
    assert told is not None
    assert told.stands == "1 of 3 held, 0 of 2 lost"
    s.control[capital["pan-tang"]] = s.control[capital["dharijor"]] = kings
    told = standing(g, kings, called)
    assert told is not None
    assert told.stands == "2 of 2 held, 1 of 3 lost"
    assert [goal.seat for goal in told.goals if "Pan Tang" in goal.words] == [kings]


def test_the_end_is_a_whole_leaf_with_sheet_luck_and_turning_points() -> None:
    g = played_out("successor", "avalon-hill", 3)
    page = Session(g)
    leaf = region(page, "end")
    text = words_of(leaf)
    for part in ("has won", "The score sheet", "By what it was decided", "What turned it", "Luck", "Another game"):
        assert part in text
    assert g.outcome["words"] in text
    assert 'data-do="replay"' in leaf
    page.take(Message("do", name="close", value="end"))
    assert not region(page, "end")
    assert "The score sheet" in region(page, "outcome")
    page.take(Message("do", name="close", value="end"))
    assert region(page, "end") == leaf


@pytest.mark.parametrize(("scenario", "edition"), PAIRS)
def test_the_score_sheet_counts_what_was_thrown_and_lost(scenario: str, edition: str) -> None:
    """Dice, losses and swings over random games of every scenario are those of the story."""
    g = played_out(scenario, edition, 11)
    sheet = TABLE.score(g, g.view(None), names(g))
    assert sheet is not None
    assert sheet.seats == tuple(range(g.scenario.seats))
    battles = [e for e in g.events if e["kind"] == "battle"]
    tried = rolls_of_fate(g)
    for luck in sheet.luck:
        dice = [
            pair[side]
            for e in battles
            for side, seat in enumerate((e["attacker"], e["defender"]))
            if seat == luck.seat
            for pair in e["rolls"]
        ]
        assert (luck.thrown, luck.points) == (len(dice), sum(dice))
        assert luck.expected == 3.5 * len(dice)
        assert (luck.tries, luck.hits) == (len(tried[luck.seat]), sum(tried[luck.seat]))
    assert [x.at for x in sheet.turnings] == sorted({x.at for x in sheet.turnings})
    assert len(sheet.turnings) == 5 or scenario in ("founding", "duel")
    story = g.story(None)
    for turning in sheet.turnings:
        begun = [e["turn"] for e in story[: turning.at + 1] if e["kind"] in ("player-turn", "game-turn")]
        assert turning.turn == begun[-1] <= TURNS
        assert turning.seat in sheet.seats
        assert turning.swing
        assert re.fullmatch(r".*(wins?|takes?|is|are) .*\.", turning.words)
    rows = {row.words: row.values for row in sheet.rows}
    won = Counter(e["attacker"] if e["loser"] else e["defender"] for e in battles)
    met = Counter(seat for e in battles for seat in {e["attacker"], e["defender"]})
    assert rows["Battles won, of those fought"] == tuple(f"{won[seat]} of {met[seat]}" for seat in sheet.seats)
    for row in sheet.rows:
        assert len(row.values) == len(sheet.seats)


def rolls_of_fate(g: Any) -> dict[int, list[bool]]:
    """By seat whether each of its rolls succeeded: of a person of its own who gets away from a battle, and to find something in
    its own turn."""
    rolls: dict[int, list[bool]] = {seat: [] for seat in names(g)}
    side: dict[int, int] = {}
    mover = -1
    for e in g.story(None):
        if e["kind"] == "player-turn":
            mover = e["seat"]
        elif e["kind"] == "battle begins":
            side = {u: e[who] for who, units in (("attacker", "units"), ("defender", "against")) for u in e[units]}
        elif e["kind"] in ("escape", "search"):
            rolls.setdefault(side.get(e["unit"], NEUTRAL) if e["kind"] == "escape" else mover, []).append(e["ok"])
    return rolls


def test_how_far_dice_are_from_even_is_counted_exactly() -> None:
    """Against every throw of three dice, one by one."""
    throws = list(product(range(1, 7), repeat=3))
    for faces in {tuple(sorted(throw)) for throw in throws}:
        far = abs(2 * sum(faces) - 21)
        share = Fraction(sum(abs(2 * sum(other) - 21) >= far for other in throws), len(throws))
        assert sheets.luck(0, faces).share == percent(share)


def test_the_story_stands_in_order_with_the_newest_last() -> None:
    """Beside the table the last lines; the whole of it on a leaf of its own."""
    g, rng = elric.new_game("successor", "avalon-hill", 5), Random(5)
    for _ in range(300):
        g.push(any_action(rng, g.legal_actions()))
    page = Session(g)
    lines = [TABLE.sentence(e, names(g)) for e in TABLE.gist(g.story(None))]
    lines = [line for n, line in enumerate(lines) if line and line != next((x for x in lines[n + 1 :] if x), "")]
    beside = words_of(region(page, "log"))
    assert beside.index(lines[-4]) < beside.index(lines[-1])
    assert lines[-1] in beside[-len(lines[-1]) - 12 :]
    page.take(Message("do", name="more", value="log"))
    whole = words_of(region(page, "chronicle"))
    assert all(line in whole for line in lines)
    page.take(Message("do", name="more", value="log"))
    assert not region(page, "chronicle")


def test_a_card_goes_when_something_new_begins() -> None:
    """The card of a battle stands while it is fought and until the next deed, and not a deed longer."""
    shown = gone = 0
    g, rng = elric.new_game("successor", "avalon-hill", 1), Random(1)
    page = Session(g)
    while shown < 10 or gone < 40:
        assert g.seat is not None, "the game is over"
        told = len(g.events)
        if region(page, "leaving"):  # the player gets up; then the next one sits down
            page.take(Message("do", name="leave-table"))
        if region(page, "curtain"):
            page.take(Message("do", name="ready"))
        page.take(Message("act", text=str(any_action(rng, g.legal_actions()))))
        new = [e["kind"] for e in g.events[told:]]
        card = region(page, "battle")
        if g.view(None)["battle"] or {"battle", "lost", "walkover"} & set(new):
            assert card
            shown += 1
        elif not {"escape", "retreat", "reappears", "city", "perished", "saved", "random attack"} & set(new):
            assert not card, new
            gone += 1
    assert len(RESULTS) > 5


def test_the_end_shows_each_side_in_its_own_colour() -> None:
    """Where the colour of a side is not the number of its seat, score sheet, luck and turning points have the colour that the
    side has had all the game through."""
    players = ({"seat": 0, "hue": 1}, {"seat": 1, "hue": 0})
    names = {0: "Theocrat", 1: "League"}
    told = end.luck([Luck(0, 3, 12, 10.5, "28%"), Luck(1, 2, 5, 7.0, "30%")], names, players)
    assert 'class="seat s1"' in told.partition("Theocrat")[0]
    assert 'class="seat s0"' in told.partition("Theocrat")[2].partition("League")[0]
