"""The colour and mark of a side are one thing wherever it is drawn: on the map, in a battle's card, in the lab, in a replay."""

from __future__ import annotations

import re
from collections.abc import Iterator
from typing import Any

import pytest

from elric import games
from elric.widgets.map import piles
from elric.widgets.panels import replay, told
from elric.widgets.rooms.lab import LabRoom
from elric.widgets.rooms.replay_reel import Reel
from elric.widgets.score import LedgerBattle
from elric.widgets.telling import Beat, Side, Telling


def scenarios() -> Iterator[tuple[str, str]]:
    for name in games.GAMES:
        for key in games.table(name).game.scenarios():
            yield name, key


def marks(html: object) -> list[int]:
    """The colours of the players' names in a piece of HTML, in order; each name bears its own colour's mark."""
    found = re.findall(r'class="seat s(\d)".*?#er-seat-mark-(\d)', str(html))
    assert all(colour == mark for colour, mark in found)
    return [int(colour) for colour, _ in found]


@pytest.mark.parametrize(("name", "key"), list(scenarios()))
def test_a_side_has_one_colour_and_mark_wherever_it_is_drawn(name: str, key: str) -> None:
    """Every scenario of every game: counters, the battle's card, a fight of the replay and the lab's bars ask the same table
    of hues, also where the seats of a scenario are not in the order of the colours."""
    kit = games.table(name)
    definition = kit.game
    edition = definition.scenarios()[key].editions[0]
    game: Any = kit.ready(key, edition, 3, False)
    view = kit.view(game, None)
    players = view["players"]
    hues = [int(player.get("hue", player["seat"])) for player in players]
    assert len(set(hues)) == len(hues)
    assert [piles.hue(player["seat"], players) for player in players] == hues

    colour_of = dict(zip((player["seat"] for player in players), hues, strict=True))
    for unit, piece in kit.pieces(view).items():
        owner = view["units"].get(unit, {}).get("owner")
        if owner is not None:
            assert f"own-{colour_of[owner]}" in piece["class"].split()
            assert set(re.findall(r"#er-seat-mark-(\d)", str(piece["html"]))) <= {str(colour_of[owner])}

    reel = Reel(game, kit)
    for one, other in zip(players, [*players[1:], players[0]], strict=True):
        seats = one["seat"], other["seat"]
        sides = [Side(player["name"], "fights", player["seat"]) for player in (one, other)]
        wanted = [colour_of[seat] for seat in seats]
        card = told.card(Telling(0, 1, "A battle", tuple(sides), (Beat("opens", "It begins."),)), players)
        assert marks(card)[:2] == wanted
        fight = LedgerBattle(0, 1, "", "", tuple((side.seat, side.name) for side in sides), ((1,), (2,)), 0, "", 3.5)
        assert marks(replay._fight(reel, 0, fight, 0)) == wanted
        if games.has(name, "lab"):
            room = LabRoom(kit, games.lab(name), game, None)
            room.fight = type("Asked", (), {"seats": seats})()
            assert room._hues(players) == wanted
