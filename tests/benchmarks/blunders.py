"""How often a computer player of Elric does what a person would laugh at: counted in games in which today's Captain
plays against the one before him (`tests/rivals`), each number in both seats with the same luck, so that both are counted alike.

python tests/benchmarks/blunders.py [--games N] [--seed N] [--scenario KEY ...] [--player PLAYER] [--against PLAYER]

Printed is for each player how often a game, by habit, and of the games as the Upstart in how many Imrryr was attacked.
"""

from __future__ import annotations

import argparse
from collections import Counter
from collections.abc import Iterator

from elric.opponents.players import opponent
from elric.opponents.playing import LIMIT, follow, sight
from elric.young_kingdoms.components.board import BOARD
from elric.young_kingdoms.components.pieces import FIGHT, FLEET, HERO, KIND
from elric.young_kingdoms.game import Game
from elric.young_kingdoms.position.state import CAST, IN_HAND, State, own_in
from elric.young_kingdoms.world.terrain import IMRRYR

EDITIONS = ("avalon-hill", "chaosium")
SLAIN, HELD, BACK, LEADERS, LOST, SWALLOWED, NEEDLESS = HABITS = (
    "own leaders slain by the Sword",
    "battles won, and the walls held",
    "cities gone back for want of a garrison",
    "leaders lost in battle and flight",
    "attacks lost",
    "units swallowed by an eater of armies",
    "strength beyond what surely wins, where an eater may be laid, not at Imrryr",
)
SURE = 11  # a lead that dice, at most five apart, and a spell of six do not make good
UPSTART, TRIED, GAMES, ATTACKS = "games as the Upstart", "of them with a try at Imrryr", "games", "attacks"


def habits(game: Game) -> list[Counter[str]]:
    """What each seat did in a game that is over."""
    owner = game.state.owner
    found: list[Counter[str]] = [
        Counter({GAMES: 1}) for _ in range(1 + max(owner))
    ]  # the last is for those whom nobody plays
    for e in game.events:
        match e["kind"]:
            case "slain":
                found[owner[e["unit"]]][SLAIN] += 1
            case "eaten":
                for unit in e["units"]:
                    found[owner[unit]][SWALLOWED] += 1
            case "perished":
                found[owner[e["unit"]]][LEADERS] += 1
            case "lost":
                for unit in (*e["units"], *e["heroes"]):
                    if KIND[unit] == HERO:
                        found[owner[unit]][LEADERS] += 1
            case "reverts":
                found[e["before"]][BACK] += 1
            case "battle":
                attacks = found[e["attacker"]]
                attacks[ATTACKS] += 1
                attacks[LOST] += e["loser"] == 0
                attacks[HELD] += e["loser"] == 1 and e["wall"] > 0 and not e["fell"]
    if game.scenario.key == "upstart":
        upstart = game.state.sides.index(0)
        battles = [e for e in game.events if e["kind"] == "battle begins" and e["attacker"] == upstart]
        found[upstart] += Counter({UPSTART: 1, TRIED: int(any(e["area"] == IMRRYR for e in battles))})
    return found[: game.scenario.seats]


def needless(s: State, a: int) -> int:
    """The attacker's strength in a battle that he could have left out of it, if any of those he attacks holds or has laid a spell; not at
    Imrryr, where all he has goes."""
    ours, theirs = ([u for o in sides for u in own_in(s, a, o)] for sides in ([s.player], others(s)))
    unseen = s.spell_at.there
    if a == IMRRYR or not any(unseen.get(place + u) for u in theirs for place in (IN_HAND, CAST)):
        return 0
    mine, against = (sum(FIGHT[u] for u in units if KIND[u] != FLEET) for units in (ours, theirs))
    return max(0, mine - against - BOARD.wall[a] - SURE)


def others(s: State) -> list[int]:
    return [o for o in range(s.scenario.seats) if o != s.player]


def played(scenario: str, rules: str, seed: int, names: tuple[str, str]) -> Iterator[tuple[str, Counter[str]]]:
    """One game of two players, the first named in the first seat."""
    game = Game(scenario, rules, seed)
    players = [opponent(name) for name in names]
    more: list[Counter[str]] = [Counter(), Counter()]
    acts = 0
    while game.seat is not None and acts < LIMIT:
        plan = players[game.seat].decide(sight(game, game.seat, seed))
        for a in plan.actions:
            if a.verb == "fight":
                more[game.seat][NEEDLESS] += needless(game.state, a.args[0])
        for _ in follow(game, plan):
            acts += 1
    for name, done, beside in zip(names, habits(game), more, strict=True):
        yield name, done + beside


def main() -> None:
    asked = argparse.ArgumentParser()
    asked.add_argument("--games", type=int, default=10)
    asked.add_argument("--seed", type=int, default=60000)
    asked.add_argument("--scenario", nargs="+", default=["successor", "upstart"])
    asked.add_argument("--player", default="captain")
    asked.add_argument("--against", default="captain@tests.rivals.elric_captain")
    args = asked.parse_args()
    totals = {name: Counter[str]() for name in (args.player, args.against)}
    for seed in range(args.seed, args.seed + args.games):
        for scenario in args.scenario:
            for rules in EDITIONS:
                for names in dict.fromkeys(((args.player, args.against), (args.against, args.player))):
                    for name, done in played(scenario, rules, seed, names):
                        totals[name] += done
    print(f"{'':80}" + "".join(f"{name.partition('@')[2] or name:>28}" for name in totals))
    for what in (ATTACKS, *HABITS):
        print(f"{what + ', a game':80}" + "".join(f"{done[what] / done[GAMES]:28.2f}" for done in totals.values()))
    for what in (GAMES, UPSTART, TRIED):
        print(f"{what:80}" + "".join(f"{done[what]:28}" for done in totals.values()))


if __name__ == "__main__":
    main()
