"""Battle cards over random games: what a player reads is words, never the text of a tag."""

from __future__ import annotations

import re
from random import Random

import pytest

import elric
from elric import games

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
