"""Sentences of the coach that were once untrue, each in the position in which it was said."""

from __future__ import annotations

from functools import cache
from typing import Any

import pytest

from elric.opponents.players import opponent
from elric.opponents.playing import follow, sight
from elric.young_kingdoms.components.notation import Action
from elric.young_kingdoms.game import Game
from elric.young_kingdoms.planning import marching
from elric.young_kingdoms.position import words
from elric.young_kingdoms.table.clicks import taken_up
from elric.young_kingdoms.table.ready_games import ready_game
from elric.young_kingdoms.teaching import going
from elric.young_kingdoms.teaching.coach import advice
from tests.tutor.test_coach import WAR

ISLANDERS = {
    **WAR,
    "player": 1,
    "units": {area: units for area, units in WAR["units"].items() if not area.startswith("dharijor")},  # type: ignore[attr-defined]
}
SIEGE: dict[str, Any] = {
    "scenario": "successor",
    "rules": "avalon-hill",
    "turn": 3,
    "player": 0,
    "phase": "combat",
    "nations": {"jharkor": 0, "dharijor": 1},
    "units": {"dharijor_sequaloris": ["sarosto", "dharijor-army-1", "yishana", "jharkor-army*4"]},
}


def carried_out(game: Game, actions: tuple[Action, ...]) -> Game:
    after = game.copy()
    for action in actions:
        assert after.verdict(action), str(action)
        after.push(action)
    return after


@cache
def sailings(edition: str) -> tuple[Game, ...]:
    """Positions of a game of Captains in which the coach advises to go aboard."""
    game, captain, found = Game("upstart", edition, 7), opponent("captain"), []
    while game.seat is not None and game.turn < 3:
        if game.step in ("movement", "stack") and any(a.verb == "board" for a in advice(game).actions):
            found.append(game.copy())
        list(follow(game, captain.decide(sight(game, game.seat, 7))))
    return tuple(found)


@pytest.mark.parametrize("edition", ["chaosium", "avalon-hill"])
def test_whoever_is_told_to_board_can_board(edition: str) -> None:
    """Before the stack is in hand, only those who have room aboard are named and taken up; they go aboard, the advice says so,
    and those who have a sea before them sail."""
    assert sailings(edition)
    sailed = 0
    for game in sailings(edition):
        told = advice(game)
        board = next(k for k, a in enumerate(told.actions) if a.verb == "board")
        assert f"board {words.unit(told.actions[board].args[0])}" in told.tip
        aboard = carried_out(game, told.actions[: board + 1])
        assert aboard.state.aboard[told.actions[0].args[0]] == told.actions[board].args[0]
        assert not any(a.verb == "drop" for a in told.actions) or "for want of room" in told.tip
        carried_out(game, told.actions)
        sailed += any(a.verb in ("sail", "attack", "land") for a in told.actions[board:])
    assert sailed


def test_a_siege_is_spoken_of_where_one_stands() -> None:
    """The besieger may assault, the besieged may break out; whoever has fought his battle is told that it is over."""
    told = advice(Game.at(SIEGE, leaderless=True))
    assert "assault Sequaloris" in told.now
    assert "besieged" in told.why
    inside = advice(Game.at({**SIEGE, "player": 1}, leaderless=True))
    assert "break out of Sequaloris" in inside.now
    assert "besieged" not in inside.why
    game = Game.at(SIEGE, leaderless=True)
    game.push("fight dharijor_sequaloris")
    while game.step != "combat" and game.phase == "combat":
        game.push(advice(game).actions[0] if advice(game).actions else game.legal_actions()[0])
    if game.step == "combat":
        over = advice(game)
        assert over.title == "The fighting is over"
        assert "assault" not in over.now
        assert over.actions == (Action("end"),)


def test_behind_walls_nobody_is_told_that_he_has_to_leave() -> None:
    """A defender who lost behind walls may stay: the coach says so, and recommends it; in the open he has to go."""
    told: dict[bool, Any] = {}
    for seed in range(40):
        for place in ("dharijor_sequaloris", "dharijor_cape"):
            units = {place: ["sarosto", "dharijor-army-1", "yishana", "jharkor-army*4"]}
            game = Game.at({**SIEGE, "units": units, "assaults": [place]}, seed=seed, leaderless=True)
            game.push(f"fight {place}")
            while game.phase == "combat" and game.seat is not None and game.step != "retreat":
                game.push(game.legal_actions()[-1])
            if game.step == "retreat":
                told[any(a.verb == "stay" for a in game.legal_actions())] = advice(game)
        if len(told) == 2:
            break
    assert "nobody has to leave" in told[True].now
    assert [str(a) for a in told[True].actions] == ["stay"]
    assert "has to leave" in told[False].now


@pytest.mark.parametrize(("scenario", "edition"), [("founding", "avalon-hill"), ("duel", "chaosium")])
def test_the_first_move_is_never_called_needless(scenario: str, edition: str) -> None:
    """Where stacks can move nobody is told that none needs to: something true is said, or nothing."""
    told = advice(ready_game(scenario, edition, seed=3))
    assert "needs to move" not in told.tip
    if told.tip:
        assert "something lies hidden" in told.tip or told.tip.startswith("Try this: take up ")


def test_nothing_else_is_said_where_one_thing_can_be_done() -> None:
    """A decision with a single answer is told as such, by rule: with every piece moved only the end of the phase is left."""
    game = Game.at(
        {**SIEGE, "phase": "movement", "units": {"dharijor_sequaloris": ["dharijor-army-1"]}}, leaderless=True
    )
    assert [str(a) for a in game.legal_actions()] == ["end"]
    assert advice(game).tip == "Nothing else can be done now: end the phase."
    assert advice(game).now == "Nothing of yours can be moved now."


@pytest.mark.parametrize(
    ("scenario", "says"),
    [("empire", "Two players choose after you"), ("upstart", "The other player takes what is left.")],
)
def test_the_set_up_speaks_of_the_players_there_are(scenario: str, says: str) -> None:
    """Three players: two choose after the first, the last takes what is left; two: the other takes what is left."""
    game = Game(scenario, {"edition": "avalon-hill", "nation_choice": True}, 3)
    assert game.step == "choose"
    assert says in advice(game).now
    if scenario == "empire":
        game.push(game.legal_actions()[0])
        assert "The last player takes what is left." in advice(game).now
    assert "League" not in str(advice(game))


def test_a_click_takes_up_a_company_that_can_go() -> None:
    """Elric does not leave whoever he follows: a click on him takes her and the armies along, and the stack can go."""
    units = {**WAR["units"], "jharkor_sequa": ["ohada", "elric", "jharkor-army*4"]}  # type: ignore[dict-item]
    game = Game.at({**WAR, "units": units, "hands": {}, "owners": {"elric": 0}}, seed=5, leaderless=True)
    actions = taken_up(game, "elric")
    assert "join ohada" in actions
    for text in actions:
        game.push(text)
    assert any(a.verb in ("step", "attack") for a in game.legal_actions())


def test_a_click_takes_up_no_more_than_a_ship_has_room_for_where_no_other_way_leads_on() -> None:
    """On an island five armies can go nowhere, two can go aboard: a click takes up two."""
    units = {**ISLANDERS["units"], "pan_tang": ["jagreen-lern", "pan-tang-army*5", "pan-tang-fleet-1"]}  # type: ignore[dict-item]
    game = Game.at({**ISLANDERS, "units": units}, seed=5, leaderless=True)
    actions = taken_up(game, "jagreen-lern")
    assert actions == ("lead jagreen-lern", "join pan-tang-army-1", "join pan-tang-army-2")
    for text in actions:
        game.push(text)
    assert any(a.verb == "board" for a in game.legal_actions())


def test_no_figure_tells_what_a_closed_hand_holds() -> None:
    """While the hand is closed the odds are an onlooker's, whatever the seat holds; with the hand open they are its own."""
    armed = Game.at(ISLANDERS, seed=5, leaderless=True)
    other = Game.at({**ISLANDERS, "hands": {"jagreen-lern": ["donblas", "arkyn"]}}, seed=5, leaderless=True)
    for game in (armed, other):
        game.push("lead jagreen-lern")
        game.push("join pan-tang-army-1")
    assert advice(armed).risks
    assert advice(armed) == advice(other)
    assert "unseen spell of yours" in advice(armed).risks[0].words
    assert "of yours" not in advice(armed, hand_open=True).risks[0].words


def test_no_assault_is_advised_that_the_next_advice_gives_up() -> None:
    """[12.1.4] / 11.14: five people behind a wall of five in Aflitain. With Elric's sword Yishana wins four times in five, but the
    city cannot fall, and a third of the times the sword turns on her: to assault it and then to hold Elric back loses surely."""
    units = {"shazaar_aflitain": ["yishana", "jharkor-wizard", "elric"], "dharijor_gromoorva": ["sarosto"]}
    siege = {**SIEGE, "units": units, "owners": {"elric": 0}, "met_elric": True}
    told = advice(Game.at(siege, leaderless=True), True)
    assert "you win in 81.2% of battles; the city cannot fall yet" in told.risks[0].words
    assert told.tip == "No battle that is left is worth it: end the phase."
    assert told.actions == (Action("end"),)
    fought = Game.at({**siege, "units": {**units, "shazaar_aflitain": ["yishana", "elric"]}}, leaderless=True)
    fought.push("fight shazaar_aflitain")
    assert "Then you cannot win, else in " in advice(fought, True).tip  # not "you win in 0% of battles"
    strong = {**SIEGE, "units": {"dharijor_sequaloris": ["yishana", "jharkor-army*8", "dharijor-army-1"]}}
    assert advice(Game.at(strong, leaderless=True), True).tip.startswith(
        "Try this: fight in Sequaloris: you always win"
    )


def test_elric_held_back_is_said_without_a_stray_comma() -> None:
    """The odds of an attack that leaves Elric out follow after a colon alone."""
    units = {
        "jharkor_sequa": ["yishana", "elric", "jharkor-army*7"],
        "dharijor_sequaloris": ["sarosto", "dharijor-army-1"],
    }
    game = Game.at({**WAR, "units": units, "hands": {}, "owners": {"elric": 0}, "met_elric": True}, leaderless=True)
    said = [going.said_of(game, w).words for w in marching.plans_of(game, 0)]
    assert any("attack Sequaloris with Elric held back: you win" in text for text in said)
