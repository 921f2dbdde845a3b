"""The coach's figures are the lab's for the very same battle, to the last digit; the best option by the lab comes first."""

from __future__ import annotations

from collections.abc import Iterator
from fractions import Fraction
from random import Random

import pytest

from elric.opponents.at_random import any_action
from elric.young_kingdoms.components.board import BOARD
from elric.young_kingdoms.game import Game
from elric.young_kingdoms.lab import Battle, risk
from elric.young_kingdoms.lab.prospects import battle_in_hand
from elric.young_kingdoms.lab.routes import reach
from elric.young_kingdoms.planning import advised, plans, told
from elric.young_kingdoms.teaching import coach
from elric.young_kingdoms.teaching.coach import advice
from tests.lab.desk import Desk
from tests.properties.walks import PAIRS

FIGHTING = ("stack", "magic", "combat", "withhold", "port")


def fights(scenario: str, edition: str, seed: int, most: int = 30) -> Iterator[Game]:
    """Decisions of one random game at which the coach names battles."""
    rng = Random(f"{edition} {scenario} {seed}")
    game = Game(scenario, edition, seed)
    for _ in range(1500):
        if game.seat is None or most == 0:
            return
        if game.step in FIGHTING and rng.random() < 0.2:
            most -= 1
            yield game
        game.push(any_action(rng, game.legal_actions()))


def lab_opened(game: Game, area: str, hand_open: bool) -> Battle | None:
    """The battle that the page's lab shows when it is opened on an area from the coach's line."""
    room = Desk(game, game.seat if hand_open else None)
    room.bring(area)
    return room.battle


def wins(words: str) -> Fraction:
    """What a line of the coach says of winning, read back from its words."""
    if "you cannot win" in words:
        return Fraction(0)
    if "you always win" in words:
        return Fraction(1)
    figure = words.split("you win in ")[1].split(" of battles")[0]
    return {"under 0.1%": Fraction(1, 10_000), "over 99.9%": Fraction(9999, 10_000)}.get(
        figure, Fraction(figure.rstrip("%")) / 100 if figure[0].isdigit() else Fraction(0)
    )


@pytest.mark.parametrize(("scenario", "edition"), PAIRS)
def test_a_figure_at_the_table_is_the_labs(scenario: str, edition: str) -> None:
    """Each line of odds says, word for word, what comes of the battle that the lab puts on its table when it is opened
    there: with the same attackers, ships and landing, walls, sieges and unseen spells; hand open and closed."""
    compared = 0
    for game in fights(scenario, edition, 3):
        for hand_open in (False, True):
            for danger in advice(game, hand_open).risks:
                if not danger.area:
                    continue
                battle = lab_opened(game, danger.area, hand_open)
                assert battle is not None, danger
                assert game.seat is not None
                figures = risk(game, game.seat, battle)
                place = coach.words.inside(BOARD.index[danger.area])
                may = f"if you {coach._assaulted(game.state, BOARD.index[danger.area])},"
                # the last while a stack is in hand whom others can follow
                places = (place, may, f"{place} with this stack alone") if figures.attacks else (place,)
                assert danger.words in [coach.odds_in_words(figures, where) for where in places]
                assert told.won(battle.odds().win[0 if figures.attacks else 1]) in danger.words
                compared += 1
    assert compared > 5 or scenario in ("founding", "duel")


@pytest.mark.parametrize(("scenario", "edition"), PAIRS)
def test_the_best_option_by_the_lab_comes_first(scenario: str, edition: str) -> None:
    """Of several battles the one that is won most often stands first; and of the attacks open to the stack in hand without
    danger on the way none is won more often than the first."""
    for game in fights(scenario, edition, 5):
        told = advice(game)
        chances = [wins(danger.words) for danger in told.risks]
        assert chances == sorted(chances, reverse=True)
        if game.step != "stack" or not chances:
            continue
        state = game.state
        open_ = [
            battle_in_hand(game, BOARD.ids[route.area], -1).odds().win[0]
            for route in reach(state).values()
            if route.attack and not route.risk and plans.against_somebody(state, route.area)
        ]
        if open_:
            first = advised.attacks(game, -1)[0]
            assert first.risk is not None
            assert first.risk.win >= max(open_)
        attacks = [action for action in told.actions if action.verb == "attack"]
        if attacks:
            assert 2 * wins(told.tip) >= 1
            assert told.look == BOARD.ids[attacks[-1].args[0]]
