"""How the coach's advice does beside the Captain: from positions of games between Captains, and of random games, one seat plays
three turns as the coach says, to the letter, and the same three turns as the Captain would, with the same luck; the others are Captains.

python tests/benchmarks/advice.py [--game KEY] [--games N] [--seed N] [--turns N] [--positions N]

Printed are, by scenario and rules and for all, the share of winning that the seat has more by the standing when those turns are over,
with its interval of 95 % by games, on how many positions that rests, and of those whose game was over by then, how many the seat won
with the advice and with the Captain. A line of all is printed after every round of games too, so that a run can be ended at any time.
"""

from __future__ import annotations

import argparse
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from math import sqrt
from random import Random
from statistics import mean, stdev
from typing import Any, Final

from elric import games
from elric.dragon_pass.teaching import coach as white_bear
from elric.kernel.game import Game
from elric.opponents.at_random import any_action
from elric.opponents.players import opponent
from elric.opponents.playing import LIMIT, follow, sight
from elric.planning.memory import Memory
from elric.tutor.definition import Advice
from elric.young_kingdoms.teaching import coach as elric

LINES: Final = {
    "elric": [(scenario, edition) for scenario in ("successor", "upstart") for edition in ("avalon-hill", "chaosium")],
    "dragon-pass": [(scenario, "1976") for scenario in ("coming-of-the-heroes", "cult-war", "tax-collectors")],
}
COACHES: Final[dict[str, Callable[[Any, Memory], Advice | None]]] = {
    "elric": lambda game, memory: elric.advice(game, True, memory),
    "dragon-pass": white_bear.advice,
}
_LOOKED: Final = 0.2  # of the player's turns of a game
_LEAST: Final = 2  # games from which an interval can be made
_RANDOM_ACTS: Final = 3_000  # of a random game that are looked through


@dataclass(frozen=True, slots=True)
class Compared:
    """One position played on twice: the standing then, and whether the game was won, None where it was not over."""

    advised: float
    captains: float
    advised_won: bool | None
    captains_won: bool | None


def positions(key: str, scenario: str, rules: str, seed: int) -> Iterator[Game]:
    """Some positions of a game between Captains, or with every second seed of a random one, where a seat begins to move."""
    game, rng, captain, begun = (
        games.game_class(key)(scenario, rules, seed),
        Random(seed),
        opponent("captain", key),
        (0, -1),
    )
    acts = 0
    while game.seat is not None and acts < _RANDOM_ACTS:
        acts += 1
        if game.step == "movement" and (game.turn, game.seat) != begun:
            begun = game.turn, game.seat
            if rng.random() < _LOOKED:
                yield game
        if seed % 2:
            list(follow(game, captain.decide(sight(game, game.seat, seed))))
        else:
            game.push(any_action(rng, game.legal_actions()))


def played_on(key: str, game: Game, turns: int, advised: bool, seed: int) -> tuple[float, bool | None]:
    """How the seat that moves stands some turns later, and whether it won by then."""
    game, seat, last, memory = game.copy(), game.seat, game.turn + turns, Memory()
    assert seat is not None
    captain, acts = opponent("captain", key), 0
    while game.seat is not None and game.turn < last and acts < LIMIT:
        acts += 1
        told = COACHES[key](game, memory) if advised and game.seat == seat else None
        if told is not None and told.actions:
            for action in told.actions:
                if game.seat != seat or not game.verdict(action):
                    break
                game.push(action)
        else:
            list(follow(game, captain.decide(sight(game, game.seat, seed))))
    won = game.outcome["winner"] == seat if game.outcome is not None else None
    return games.judgement(key).standing(game.state, seat), won


def compared(key: str, game: Game, turns: int, seed: int) -> Compared:
    """One position, played on as the coach says and as the Captain would."""
    (advised, advised_won), (captains, captains_won) = (
        played_on(key, game, turns, as_told, seed) for as_told in (True, False)
    )
    return Compared(advised, captains, advised_won, captains_won)


def main() -> None:
    asked = argparse.ArgumentParser()
    asked.add_argument("--game", default="elric", choices=LINES)
    asked.add_argument("--games", type=int, default=5, help="games a line, every second of them random")
    asked.add_argument("--positions", type=int, default=2_000, help="no game is begun after so many")
    asked.add_argument("--seed", type=int, default=1)
    asked.add_argument("--turns", type=int, default=3)
    args = asked.parse_args()
    found: dict[tuple[str, str], list[list[Compared]]] = {line: [] for line in LINES[args.game]}
    for seed in range(args.seed, args.seed + args.games):
        for line in found:
            if sum(len(game) for played in found.values() for game in played) < args.positions:
                rows = [compared(args.game, game, args.turns, seed) for game in positions(args.game, *line, seed)]
                if rows:
                    found[line].append(rows)
        show(f"all, to seed {seed}", [game for played in found.values() for game in played])
    for line, played in found.items():
        show(" ".join(line), played)


def show(name: str, played: list[list[Compared]]) -> None:
    """One line of the table; positions of one game are not independent, so the interval is of a mean over clusters."""
    if len(played) < _LEAST:
        return
    ahead = [[row.advised - row.captains for row in game] for game in played]
    center = mean(share for game in ahead for share in game)
    count = sum(map(len, ahead))
    off = [sum(share - center for share in game) for game in ahead]
    half = 1.96 * stdev(off) * sqrt(len(off)) / count
    rows = [row for game in played for row in game]
    advised = [row.advised_won for row in rows if row.advised_won is not None]
    captains = [row.captains_won for row in rows if row.captains_won is not None]
    print(
        f"{name}: {center:+.3f} ({center - half:+.3f} to {center + half:+.3f}), {count} positions of {len(played)} games;"
        f" won {sum(advised)} of {len(advised)} that were over with the advice, {sum(captains)} of {len(captains)} with the Captain",
        flush=True,
    )


if __name__ == "__main__":
    main()
