"""How often a computer player of White Bear does what a person would laugh at: counted from the stories of games in which today's
Captain plays against the one before him (`tests/rivals`), each number in both seats with the same luck.

python tests/benchmarks/dragon_blunders.py [--games N] [--seed N] [--scenario KEY ...] [--player PLAYER] [--against PLAYER]

Printed is for each player how often a game, by habit.
"""

from __future__ import annotations

import argparse
import re
from collections import Counter
from typing import Final

from elric.dragon_pass.combat.table import COLUMNS
from elric.dragon_pass.components.board import HEXES
from elric.dragon_pass.components.units import HEROES, SUPERHEROES
from elric.dragon_pass.game import Game
from elric.opponents.players import opponent
from elric.opponents.playing import LIMIT, follow, sight

GAMES, MOVES, ATTACKS = "games", "Moves", "attacks with swords"
SHORT, UNEVEN, VENTURED, HEROES_LOST, IDLE, LOST_AGAIN = HABITS = (
    "attacks at worse odds than were told",
    "attacks below even odds",
    "heroes in attacks at even odds or worse",
    "heroes lost",
    "Moves without a march, no goal reached",
    "terms broken off that had begun",
)
SCENARIOS: Final = ("coming-of-the-heroes", "invasion-of-sartar", "tax-collectors", "complete-game")
_TOLD: Final = re.compile(r"against the enemy at (.+?): the attack will be at (?:about )?(\d:\d)")
_ATTACKING: Final = ("march", "movement")


def column(odds: str) -> int:
    """The column of the table that odds name; -1 for worse than the first."""
    return next((k for k, name in enumerate(COLUMNS) if odds.startswith(name)), -1)


def hex_of(words: str) -> int:
    """The hex that a sentence names: "Boldhome (1526)", "hex 2014"."""
    return HEXES.names.index(words.rstrip(")").split("(")[-1].split()[-1])


def played(scenario: str, seed: int, names: tuple[str, str]) -> list[Counter[str]]:
    """One game, and what each seat did in it."""
    game = Game(scenario, seed=seed)
    seats = [opponent(name, "dragon-pass") for name in names]
    found: list[Counter[str]] = [Counter({GAMES: 1}), Counter({GAMES: 1})]
    told: dict[int, int] = {}  # what was promised in this Move, by the hex attacked
    at, seen, marched = (0, -1), 0, True
    terms = [0] * len(game.scenario.goals)
    acts = 0
    while game.seat is not None and acts < LIMIT:
        s = game.state
        if s.turn and (s.turn, s.player) != at:
            at, told, marched = (s.turn, s.player), {}, False
            found[s.player][MOVES] += 1
        if s.turn and s.tenure:
            for k, goal in enumerate(s.scenario.goals):
                now = s.tenure[k][0]
                found[goal.side][LOST_AGAIN] += now < terms[k]
                terms[k] = now
        plan = seats[game.seat].decide(sight(game, game.seat, seed))
        if game.step in _ATTACKING and game.seat == s.player and (said := _TOLD.search(plan.why)):
            told[hex_of(said[1])] = column(said[2])
        if game.step == "movement" and game.seat == s.player:
            marched |= plan.actions[0].verb != "done"
            if plan.actions[0].verb == "done" and not marched:
                reached = any(
                    held for (_, held), goal in zip(s.tenure, s.scenario.goals, strict=False) if goal.side == s.player
                )
                found[s.player][IDLE] += bool(s.of[s.player]) and not reached
        for _ in follow(game, plan):
            acts += 1
        for e in game.events[seen:]:
            if e["kind"] == "battle" and not e["magic"] and not e["sally"]:
                done = found[e["seat"]]
                fought = column(e["odds"])
                done[ATTACKS] += 1
                done[UNEVEN] += fought < column("1:1")
                if fought <= column("1:1"):  # a Superhero takes Wounds, and is not lost so soon
                    done[VENTURED] += sum((HEROES & ~SUPERHEROES) >> u & 1 for u in e["attackers"])
                done[SHORT] += fought < told.get(e["hex"], -1)
            elif e["kind"] == "died" and 0 <= e["seat"] < len(found):
                found[e["seat"]][HEROES_LOST] += sum(HEROES >> u & 1 for u in e["units"])
        seen = len(game.events)
    return found


def main() -> None:
    asked = argparse.ArgumentParser()
    asked.add_argument("--games", type=int, default=10)
    asked.add_argument("--seed", type=int, default=7100)
    asked.add_argument("--scenario", nargs="+", default=SCENARIOS)
    asked.add_argument("--player", default="captain")
    asked.add_argument("--against", default="captain@tests.rivals.dragon_captain")
    args = asked.parse_args()
    totals = {name: Counter[str]() for name in (args.player, args.against)}
    for seed in range(args.seed, args.seed + args.games):
        for scenario in args.scenario:
            for names in dict.fromkeys(((args.player, args.against), (args.against, args.player))):
                for name, done in zip(names, played(scenario, seed, names), strict=True):
                    totals[name] += done
    print(f"{'':42}" + "".join(f"{name.partition('@')[2] or name:>30}" for name in totals))
    for what in (MOVES, ATTACKS, *HABITS):
        print(f"{what + ', a game':42}" + "".join(f"{done[what] / done[GAMES]:30.2f}" for done in totals.values()))
    print(f"{GAMES:42}" + "".join(f"{done[GAMES]:30}" for done in totals.values()))


if __name__ == "__main__":
    main()
