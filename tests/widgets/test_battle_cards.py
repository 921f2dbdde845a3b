"""Battle cards over random games: what a player reads is words, never the text of a tag."""

from __future__ import annotations

import re
from collections.abc import Iterator
from fractions import Fraction
from html import unescape
from itertools import product
from random import Random
from typing import Any

import pytest

import elric
from elric import games
from elric.lab.say import percent
from elric.widgets.map.piles import hue
from elric.widgets.panels.controls import seat as seat_mark
from elric.young_kingdoms.combat.battle import TABLE as COMBAT
from elric.young_kingdoms.combat.battle import row
from elric.young_kingdoms.components import pieces
from elric.young_kingdoms.position import words

TABLE = games.table("elric")


@pytest.mark.parametrize("edition", ["chaosium", "avalon-hill"])
def test_no_card_shows_the_text_of_a_tag(edition: str) -> None:
    cards = held = 0
    for seed in range(8):
        g, rng, told = elric.new_game("successor", edition, seed), Random(seed), 0
        names = {seat: f"Player {seat + 1}" for seat in range(g.scenario.seats)}
        while g.seat is not None:
            g.push(rng.choice(g.legal_actions()))
            for at, event in enumerate(g.events[told:], told):
                if event["kind"] == "battle":
                    card = str(TABLE.battle(g, g.view(), names, at))
                    assert not re.search(r"&lt;/?\w", card)
                    cards += 1
                    held += "half the defenders are lost, rounded up" in card
            told = len(g.events)
    assert cards > 50
    assert (held > 0) == (edition == "avalon-hill")


def events_and_cards(seeds: range) -> Iterator[tuple[list[dict[str, Any]], str, Any]]:
    """What each deed of random games told, with the card that stands there after it."""
    for seed in seeds:
        for edition in ("chaosium", "avalon-hill"):
            g, rng, told = elric.new_game("successor", edition, seed), Random(seed), 0
            names = {seat: f"Player {seat + 1}" for seat in range(g.scenario.seats)}
            while g.seat is not None:
                g.push(rng.choice(g.legal_actions()))
                new, told = g.events[told:], len(g.events)
                if {e["kind"] for e in new} & {"eaten", "lost", "walkover", "battle", "peril"}:
                    found = TABLE.news(g, g.view(), names, told - len(new))
                    yield new, unescape(str(TABLE.battle(g, g.view(), names, told - len(new)))), found


def test_what_was_lost_swallowed_or_sunk_stands_on_the_card() -> None:
    """An eater names its prey even where nobody is left to throw dice; a ship that sinks is no battle of nothing against
    nothing; two losses of a kind are two losses."""
    swallowed = sunk = lost = walkovers = 0
    for new, card, found in events_and_cards(range(12)):
        kinds = [e["kind"] for e in new]
        last = max(n for n, kind in enumerate(kinds) if kind in ("eaten", "lost", "walkover", "battle", "peril"))
        if kinds[-1] in ("player-turn", "phase") or {"battle begins", "random attack"} & set(kinds[last:]):
            continue
        for e in new:
            if e["kind"] == "eaten" and kinds.count("random attack") < 2:
                assert f"{words.cap(words.spell(e['spell']))}" in card
                assert str(words.units(e["units"])) in card
                swallowed += 1
        if "peril" in kinds and "lost" in kinds and "battle" not in kinds:
            assert found.ahead is None
            assert not found.sides
            assert "attacks" not in card
            sunk += 1
        if "walkover" in kinds:
            assert "no dice are thrown" in card
            walkovers += 1
        if found is not None and kinds[-1] == "lost":
            told = [u for beat in found.beats if beat.kind == "loss" for u in beat.who]
            assert {pieces.IDS[u] for e in new if e["kind"] == "lost" for u in e["units"]} <= set(told)
            lost += 1
    assert swallowed > 3
    assert sunk > 3
    assert lost > 10
    assert walkovers


def test_losses_are_counted_down() -> None:
    """Each loss says how far it has come of what is to be lost, and never further."""
    counted = 0
    for _, _, found in events_and_cards(range(4)):
        for beat in found.beats if found is not None else ():
            for done, most in re.findall(r"That makes (\d+) of (\d+)", beat.words):
                assert 0 < int(done) <= int(most)
                counted += 1
    assert counted > 10


def test_a_wall_holds_or_falls_by_what_the_card_says_is_lost() -> None:
    """[7.5.2], [10.6] / 6.52, 9.6: a walled city falls to losses, not to a win by so much; the two figures on the card
    decide it as the rules did."""
    held = fell = 0
    editions = ("chaosium", "avalon-hill", "avalon-hill, wall_damage=difference")
    for edition, seed in product(editions, range(10)):
        g, rng, told = elric.new_game("world", edition, seed), Random(seed), 0
        names = {seat: f"Player {seat + 1}" for seat in range(g.scenario.seats)}
        while g.seat is not None:
            g.push(rng.choice(g.legal_actions()))
            for at, event in enumerate(g.events[told:], told):
                if event["kind"] != "battle" or event["loser"] != 1 or not event["wall"]:
                    continue
                card = unescape(str(TABLE.battle(g, g.view(), names, at)))
                if "the city falls." not in card and "the walls hold." not in card:
                    continue  # another battle has been told since
                lost = re.search(r"losses of (\d+)|(no losses)|what is lost: (\d+)|(everything is lost)", card)
                needed = re.search(r"when (\d+) or more are lost", card)
                assert lost is not None
                assert needed is not None
                figure = 99 if lost[4] else int(lost[1] or lost[3] or 0)
                assert (figure >= int(needed[1])) == event["fell"] == ("the city falls." in card)
                fell += event["fell"]
                held += not event["fell"]
            told = len(g.events)
    assert held > 10
    assert fell > 0


@pytest.mark.parametrize(
    ("scenario", "edition"), [(s.key, edition) for s in elric.scenarios() for edition in s.editions]
)
def test_a_side_has_one_colour_on_the_map_and_on_the_card(scenario: str, edition: str) -> None:
    """The mark beside a side's name in a battle told is the mark of its counters."""
    for seed in range(6):
        g, rng = elric.new_game(scenario, edition, seed), Random(seed)
        names = {seat: f"Player {seat + 1}" for seat in range(g.scenario.seats)}
        while g.seat is not None:
            g.push(rng.choice(g.legal_actions()))
            view = TABLE.view(g, None)
            found = TABLE.telling(g, view, names)
            owned = [side for side in found.sides if side.seat is not None] if found is not None else []
            if owned:
                card = str(TABLE.battle(g, view, names))
                for side in owned:
                    colour = hue(side.seat, view["players"])
                    assert f"{seat_mark(colour, side.name)}<small>{side.does}" in card
                return
    raise AssertionError("nobody fought")


def test_the_chance_told_is_that_of_what_came() -> None:
    """[7.5.2], [10.6] / 6.52, 9.6: the chance beside a battle is that of what came of it, counted here by all 36 throws: who
    wins, and before a wall whether the city falls to the losses of the row."""
    came = set()
    for seed in range(30):
        g = elric.Game.at(
            {"nations": {"jharkor": 0, "dharijor": 1},
             "units": {"jharkor_sequa": ["yishana", "jharkor-army*6"], "dharijor_sequaloris": ["dharijor-army*2"],
                       "dharijor_gromoorva": ["sarosto"]}}, seed=seed,
        )  # fmt: skip
        for text in ("lead yishana", *(f"join jharkor-army-{n}" for n in range(1, 7)), "attack dharijor_sequaloris"):
            g.push(text)
        while not any(e["kind"] == "battle" for e in g.events):
            legal = g.legal_actions()
            g.push(next((a for a in legal if a.verb in ("halt", "end", "fight", "ready", "done")), legal[0]))
        (e,) = (e for e in g.events if e["kind"] == "battle")

        def outcome(difference: int, e: dict[str, Any] = e) -> tuple[int, bool]:
            losses = COMBAT[row(abs(difference))].losses
            return int(difference > 0), difference > 0 and (losses < 0 or losses >= e["worth"] + e["wall"])

        thrown = [e["sums"][0] + x - e["sums"][1] - y for x, y in product(range(1, 7), repeat=2)]
        decided = [outcome(d) for d in thrown if d]
        (fight,) = TABLE.ledger(g, {0: "Jharkor", 1: "Dharijor"}).fights
        assert fight.chance == percent(Fraction(decided.count((e["loser"], e["fell"])), len(decided)))
        came.add((e["loser"], e["fell"]))
    assert len(came) > 1


def test_the_counters_on_a_card_are_those_who_stood_there_and_fall_when_it_is_told() -> None:
    """Both sides' counters as the battle began; each that is lost is crossed out with a beat that names it, and only such a one;
    an assault's odds ahead of the dice are those told of what came."""
    fallen = rare = 0
    for new, card, found in events_and_cards(range(6)):
        if found is None or not any(side.ranks for side in found.sides):
            continue
        stood = {unit for side in found.sides for unit, _ in side.ranks}
        for n, beat in enumerate(found.beats):
            assert set(beat.gone) <= set(beat.who)
            fallen += len(stood & set(beat.gone))
            assert card.count(f'data-falls="{n}"') <= len(stood & set(beat.gone))
            if beat.kind == "result":
                share = re.search(r"Luck: only ([\d.]+)% of throws", beat.words)
                assert share is None or float(share[1]) <= 16.7
                rare += share is not None
        last = {unit: n for n, beat in enumerate(found.beats) for unit in beat.gone}
        assert card.count("data-falls=") == len(stood & set(last))
        beginning = next((e for e in new if e["kind"] == "battle begins"), None)
        if beginning is not None and found.at in range(len(new)):
            assert stood == {pieces.IDS[u] for u in (*beginning["units"], *beginning["against"])}
    assert fallen > 10
    assert rare


def test_who_adds_nothing_to_the_sums_is_told_why() -> None:
    """[10.2], [10.4], [10.9.5] / 9.2, 9.4, 9.961: a wall that stands alone is said to stand alone; fleets ashore, personalities
    without a combat value and whoever is held back stand on the card with the reason."""
    reasons = dict.fromkeys(
        (
            "all for the wall, as nobody is left there who counts",
            "nothing, for ships do not fight on land.",
            "nothing, having no combat value.",
            "Whoever is held back adds nothing to the sums.",
        ),
        0,
    )
    for _, card, _ in events_and_cards(range(6)):
        assert " 0 for " not in card
        for reason in reasons:
            reasons[reason] += reason in card
    assert all(reasons.values()), reasons


def test_balo_is_said_to_help_only_where_his_die_is_odd() -> None:
    """[spell index]: the card tells the condition when he is turned up, for an even die adds nothing to the sums."""
    told = 0
    for _, card, _ in events_and_cards(range(6, 9)):
        for side in ("attackers", "defenders"):
            told += f"Balo the Jester: 3 for the {side} if its die is odd." in card
            assert f"Balo the Jester: 3 for the {side}." not in card
    assert told
