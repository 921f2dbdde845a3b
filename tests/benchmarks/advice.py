"""How the coach's advice does beside the Captain: from positions of games between Captains one seat plays three turns as the coach
says, to the letter, and the same three turns as the Captain would, with the same luck; the others are Captains.

python tests/benchmarks/advice.py [--games N] [--seed N] [--turns N]

Printed are, by scenario and edition and for all, the share of winning that the seat has more by the standing when those turns are
over (or the game is), with its interval of 95 % by games, and on how many positions that rests.
"""

from __future__ import annotations

import argparse
from collections.abc import Iterator
from math import sqrt
from random import Random
from statistics import mean, stdev

from elric.opponents.definition import Opponent
from elric.opponents.players import opponent
from elric.opponents.playing import follow, sight
from elric.planning.memory import Memory
from elric.young_kingdoms.game import Game
from elric.young_kingdoms.opponents.standing import standing
from elric.young_kingdoms.teaching.coach import advice

LINES = [(scenario, edition) for scenario in ("successor", "upstart") for edition in ("avalon-hill", "chaosium")]


def positions(scenario: str, edition: str, seed: int) -> Iterator[Game]:
    """Some positions of a game between Captains, each where a seat begins to move."""
    game, rng, captain, begun = Game(scenario, edition, seed), Random(seed), opponent("captain"), (0, -1)
    while game.seat is not None:
        if game.step == "movement" and (game.turn, game.seat) != begun:
            begun = game.turn, game.seat
            if rng.random() < 0.2:
                yield game
        list(follow(game, captain.decide(sight(game, game.seat, seed))))


def played_on(game: Game, turns: int, advised: bool, seed: int) -> float:
    """How the seat that moves stands some turns later."""
    game, seat, last, memory = game.copy(), game.seat, game.turn + turns, Memory()
    assert seat is not None
    players: list[Opponent] = [opponent("captain") for _ in range(game.scenario.seats)]
    while game.seat is not None and game.turn < last:
        told = advice(game, True, memory).actions if advised and game.seat == seat else ()
        if told:
            mine = game.seat
            for action in told:
                if game.seat != mine or not game.verdict(action):
                    break
                game.push(action)
        else:
            list(follow(game, players[game.seat].decide(sight(game, game.seat, seed))))
    return standing(game.state, seat)


def main() -> None:
    asked = argparse.ArgumentParser()
    asked.add_argument("--games", type=int, default=5)
    asked.add_argument("--seed", type=int, default=1)
    asked.add_argument("--turns", type=int, default=3)
    args = asked.parse_args()
    found: dict[tuple[str, str], list[list[float]]] = {line: [] for line in LINES}
    for seed in range(args.seed, args.seed + args.games):
        for line in LINES:
            ahead = [
                played_on(game, args.turns, True, seed) - played_on(game, args.turns, False, seed)
                for game in positions(*line, seed)
            ]
            if ahead:
                found[line].append(ahead)
    for line, games in found.items():
        told(" ".join(line), games)
    told("all", [game for games in found.values() for game in games])


def told(name: str, games: list[list[float]]) -> None:
    """One line of the table; positions of one game are not independent, so the interval is made of the games' means."""
    if len(games) < 2:
        return
    means = [mean(game) for game in games]
    half = 1.96 * stdev(means) / sqrt(len(means))
    print(
        f"{name}: {mean(means):+.3f} ({mean(means) - half:+.3f} to {mean(means) + half:+.3f}), {sum(map(len, games))} positions",
        flush=True,
    )


if __name__ == "__main__":
    main()
