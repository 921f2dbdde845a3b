"""Games to learn from: an explorer varies whole turns at random, and what it does then is legal."""

from __future__ import annotations

from itertools import groupby
from random import Random

import pytest

from elric import games
from elric.dragon_pass.opponents.judgement import DragonPassJudgement
from elric.kernel import running
from elric.kernel.game import Game
from elric.opponents.definition import Judgement
from elric.opponents.players import Explorer, opponent
from elric.opponents.playing import play, sight
from elric.young_kingdoms.opponents.judgement import YoungKingdomsJudgement
from elric.young_kingdoms.planning.temper import EVEN


class Told(Judgement):
    """Does anything, and notes when it was asked, by number: 0 the player's own, 1 the first that was varied, and so on."""

    number = 0

    def varied(self, game: Game, rng: Random) -> Judgement:
        found = Told(self.definition)
        found.asked, found.number = self.asked, max(k for _, k in [(None, 0), *self.asked]) + 1
        return found

    def plans(self, game, rng):  # type: ignore[no-untyped-def]
        self.asked.append(((game.turn, game.state.player), self.number))
        return super().plans(game, rng)

    asked: list  # type: ignore[type-arg]


def asked(seed: int) -> list[tuple[tuple[int, int], int]]:
    g = games.game_class("elric")("duel", seed=seed)
    judgement = Told(g.definition)
    judgement.asked = []
    play(g, [Explorer(judgement), opponent("novice", "elric")], seed, limit=400)
    return judgement.asked


def test_some_turns_are_varied_and_each_as_a_whole() -> None:
    found = asked(3)
    by_turn = [{number for _, number in some} for _, some in groupby(found, key=lambda x: x[0])]
    assert all(len(numbers) == 1 for numbers in by_turn)
    varied = sum(numbers != {0} for numbers in by_turn)
    assert len(by_turn) / 5 < varied < len(by_turn) * 4 / 5
    assert asked(3) == found


@pytest.mark.parametrize("seed", range(5))
def test_elric_s_varied_temper_weighs_otherwise_and_plays_on(seed: int) -> None:
    g = games.game_class("elric")("successor", seed=seed)
    play(g, [opponent("captain", "elric")] * 2, seed, limit=60)
    judgement = games.judgement("elric")
    assert isinstance(judgement, YoungKingdomsJudgement)
    varied = judgement.varied(g, Random(seed))
    assert varied.temper != EVEN
    assert 0 < varied.temper.hope <= 0.5
    assert 0.6 <= varied.temper.nearer < 1
    plan = varied.plans(g.copy(), Random(0))[0]
    assert running.allowed(g.state, plan.actions[0])


@pytest.mark.parametrize("seed", range(5))
def test_white_bear_s_varied_temper_is_for_this_move_of_whoever_moves(seed: int) -> None:
    g = games.game_class("dragon-pass")("tax-collectors", seed=seed)
    play(g, [opponent("captain", "dragon-pass")] * 2, seed, limit=20)
    judgement = games.judgement("dragon-pass")
    assert isinstance(judgement, DragonPassJudgement)
    s = g.state
    varied = judgement.varied(sight(g, s.player, 1).dealt(), Random(seed))
    assert isinstance(varied, DragonPassJudgement)
    assert varied.move == (g.turn, s.player)
    stays, enemies = varied.temper.stays, varied.temper.spared | varied.temper.dared
    assert stays & s.at[s.player] == stays
    assert not enemies & s.at[s.player]
    g.state.seat = 1 - s.player
    assert judgement.varied(g, Random(seed)) is judgement
