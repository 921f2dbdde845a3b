"""How fast the rules are: beside python-chess and Catanatron in the same run, so that the machine does not matter.

python tests/benchmarks/bench_engine.py [--seconds N] [--loops] [--json]

- playouts: random legal games, a transition being one action chosen from the full list of legal ones and carried out;
  Catanatron plays four random players, python-chess random moves. CPU time. "inner" runs positions as the engine does,
  "public" is what a user writes: `g.legal_actions()` and `g.push(action)`, with record and undo. "all" goes through every
  scenario in every edition, a game of each in turn.
- copy: a position, beside `chess.Board.copy(stack=False)`.
- verdict: one action judged with every reason, legal or not.
- push: an action through `Game` (verdict, copy for undo, story, record) early and late in a long game: it must not grow.
- load: a finished game read from its save.
- Where `make fast` has left a compiled core in build/fast, both loops are measured on it, too, with peers of their own.

python-chess and Catanatron are optional (`pip install chess catanatron`); without them their rows are left out.
"""

from __future__ import annotations

import argparse
import importlib.util
import json
import os
import statistics
import subprocess
import sys
import time
from collections.abc import Callable
from pathlib import Path
from random import Random
from typing import Any

if importlib.util.find_spec("elric") is None:  # otherwise whichever core is on the path: PYTHONPATH=build/fast
    sys.path.insert(0, str(Path(__file__).resolve().parents[2]))
sys.path.insert(0, str(Path(__file__).resolve().parents[1] / "properties"))

from walks import any_words, near, walk

import elric
from elric.app.cli import core
from elric.kernel import running
from elric.kernel.chance import SeededChance
from elric.young_kingdoms.components import law
from elric.young_kingdoms.components.scenarios import scenarios
from elric.young_kingdoms.definition import GAME
from elric.young_kingdoms.position.context import Context
from elric.young_kingdoms.turn.setup import new_state

ROUNDS = 8
FAST = Path(__file__).resolve().parents[2] / "build" / "fast"
LOOPS = ("inner", "public")


def rates(contestants: dict[str, Callable[[int], int]], seconds: float) -> dict[str, float]:
    """What each of them counts, per second of CPU time. They go turn about, so that a busy machine slows all alike."""
    count = dict.fromkeys(contestants, 0)
    spent = dict.fromkeys(contestants, 0.0)
    game = dict.fromkeys(contestants, 0)
    for once in contestants.values():
        once(0)
    for k in range(1, ROUNDS + 1):
        for name, once in contestants.items():
            begun = time.process_time() - spent[name]
            while spent[name] < seconds * k / ROUNDS:
                game[name] += 1
                count[name] += once(game[name])
                spent[name] = time.process_time() - begun
    return {name: count[name] / spent[name] for name in contestants}


def our_game(scenario: str, edition: str) -> Callable[[int], int]:
    """One random game; returns its transitions."""
    found, rules = scenarios()[scenario], law.ruleset(edition)

    def once(seed: int) -> int:
        rng = Random(seed).random
        s = new_state(found, rules)
        cx = Context(SeededChance(seed))
        running.begin(s, cx)
        n = 0
        while s.agenda:
            actions = running.legal(s)
            running.apply(s, actions[int(rng() * len(actions))], cx)
            n += 1
        return n

    return once


def public_game(scenario: str, edition: str) -> Callable[[int], int]:
    """The same by the names of the front door; returns its transitions."""

    def once(seed: int) -> int:
        rng = Random(seed).random
        g = elric.new_game(scenario, edition, seed)
        n = 0
        while g.seat is not None:
            actions = g.legal_actions()
            g.push(actions[int(rng() * len(actions))])
            n += 1
        return n

    return once


def in_turn(games: list[Callable[[int], int]]) -> Callable[[int], int]:
    """One of several games after the other."""
    return lambda seed: games[seed % len(games)](seed)


def catan_game(seed: int) -> int:
    """One game of Catanatron by four random players; returns its transitions."""
    import random

    from catanatron import Color, Game, RandomPlayer

    random.seed(seed)
    game = Game([RandomPlayer(c) for c in (Color.RED, Color.BLUE, Color.WHITE, Color.ORANGE)])
    n = 0
    while game.winning_color() is None and game.state.num_turns < 1000:
        game.play_tick()
        n += 1
    return n


def chess_game(seed: int) -> int:
    """One game of chess by random moves; returns its half-moves."""
    import chess

    rng = Random(seed).random
    board = chess.Board()
    n = 0
    while n < 300:
        moves = list(board.legal_moves)
        if not moves:
            break
        board.push(moves[int(rng() * len(moves))])
        n += 1
    return n


def each(do: Callable[[], Any], times: int) -> float:
    """Microseconds of CPU time for one call, the best of five series."""
    best = float("inf")
    for _ in range(5):
        begun = time.process_time()
        for _ in range(times):
            do()
        best = min(best, time.process_time() - begun)
    return best / times * 1e6


def copies() -> float:
    """Microseconds to copy a position in the middle of a game."""
    s = next(s for n, (s, _) in enumerate(walk("successor", "avalon-hill", 2)) if n == 200)
    return each(s.copy, 5000)


def verdicts() -> dict[str, float]:
    """Microseconds for a verdict with every reason, over positions of two whole games."""
    rng = Random(1)
    tries = []
    for edition in ("chaosium", "avalon-hill"):
        for n, (s, actions) in enumerate(walk("successor", edition, 6)):
            if n % 5 == 0 and actions:
                t = s.copy()
                tries += [(t, rng.choice(actions)), (t, near(rng, t, rng.choice(actions))), (t, any_words(rng))]
    spent = []
    for s, a in tries:
        begun = time.process_time()
        GAME.verdict(s, a)
        spent.append((time.process_time() - begun) * 1e6)
    spent.sort()
    return {"mean": statistics.fmean(spent), "p99": spent[len(spent) * 99 // 100]}


def long_game() -> elric.Game:
    """The longest of a few random games."""
    best = None
    for seed in range(6):
        g = elric.new_game("empire", "avalon-hill", seed)
        rng = Random(seed)
        while g.seat is not None:
            g.push(rng.choice(g.legal_actions()))
        if best is None or len(g.record) > len(best.record):
            best = g
    assert best is not None
    return best


def pushes() -> dict[str, float]:
    """Microseconds for one push in the first and in the last third of a long game."""
    g = long_game()
    h = elric.new_game("empire", "avalon-hill", g.seed)
    texts = [e.action for e in g.record[1:]]
    spent = []
    for text in texts:
        a = elric.parse_action(text)
        begun = time.process_time()
        h.push(a)
        spent.append((time.process_time() - begun) * 1e6)
    third = len(spent) // 3
    return {"early": statistics.median(spent[:third]), "late": statistics.median(spent[-third:]), "actions": len(spent)}


def loads() -> dict[str, float]:
    """Milliseconds to load finished games."""
    out = {}
    for scenario in ("successor", "empire"):
        g = elric.new_game(scenario, "avalon-hill", 3)
        rng = Random(3)
        while g.seat is not None:
            g.push(rng.choice(g.legal_actions()))
        text = g.save()
        out[f"{scenario}, {len(g.record)} actions"] = each(lambda text=text: elric.load(text), 1) / 1000
    return out


def compiled(seconds: float) -> dict[str, dict[str, float]]:
    """The rates of both loops on the compiled core, and of the peer beside them; nothing where none was made."""
    if core() != "pure Python" or not any(FAST.glob("*__mypyc*")):
        return {}
    command = [sys.executable, __file__, "--loops", "--json", "--seconds", str(seconds)]
    said = subprocess.run(
        command, env=os.environ | {"PYTHONPATH": str(FAST), "PYTHONSAFEPATH": "1"}, stdout=subprocess.PIPE, check=True
    )
    found: dict[str, dict[str, float]] = json.loads(said.stdout)
    return found


def loops(seconds: float) -> dict[str, dict[str, float]]:
    """Both loops over every scenario in every edition, beside Catanatron where it is there."""
    everything = [(key, edition) for key, s in scenarios().items() for edition in s.editions]
    games = {"inner": in_turn([our_game(*row) for row in everything])}
    games["public"] = in_turn([public_game(*row) for row in everything])
    if has("catanatron"):
        games["catanatron"] = catan_game
    rate = rates(games, seconds)
    ratios = {loop: rate[loop] / rate["catanatron"] for loop in LOOPS} if has("catanatron") else {}
    return {"transitions/s": rate, "ratios": ratios}


def has(name: str) -> bool:
    return importlib.util.find_spec(name) is not None


def measure(seconds: float) -> dict[str, Any]:
    """Everything, with ratios: ours to theirs for rates (more is better), ours to theirs for times (less is better)."""
    games = {
        f"elric {scenario} ({edition})": our_game(scenario, edition)
        for scenario, edition in (("world", "avalon-hill"), ("successor", "avalon-hill"), ("empire", "chaosium"))
    }
    everything = [(key, edition) for key, s in scenarios().items() for edition in s.editions]
    games["elric all, inner"] = in_turn([our_game(*row) for row in everything])
    games["elric all, public"] = in_turn([public_game(*row) for row in everything])
    if has("catanatron"):
        games["catanatron, 4 players"] = catan_game
    if has("chess"):
        games["python-chess"] = chess_game
    out: dict[str, Any] = {
        "transitions/s": rates(games, seconds),
        "copy, us": {"elric": copies()},
        "verdict, us": verdicts(),
        "push, us": pushes(),
        "load, ms": loads(),
        "ratios": {},
    }
    rate = out["transitions/s"]
    ours = rate["elric world (avalon-hill)"]
    if has("catanatron"):
        theirs = rate["catanatron, 4 players"]
        out["ratios"]["playouts, elric world, inner / catanatron"] = ours / theirs
        out["ratios"]["playouts, all, inner / catanatron (target 2.3 or more)"] = rate["elric all, inner"] / theirs
        out["ratios"]["playouts, all, public / catanatron (target 2 or more)"] = rate["elric all, public"] / theirs
    if has("chess"):
        import chess

        out["ratios"]["playouts, elric world / python-chess"] = ours / out["transitions/s"]["python-chess"]
        board = chess.Board()
        out["copy, us"]["python-chess"] = each(lambda: board.copy(stack=False), 5000)
        out["ratios"]["copy, elric / python-chess (target 3 or less)"] = (
            out["copy, us"]["elric"] / out["copy, us"]["python-chess"]
        )
    for title, rows in compiled(seconds).items():
        for name, value in rows.items():
            wanted = {"inner": " (target 4 or more)", "public": " (target 3 or more)"}.get(name, "")
            out[title][f"compiled core: {name}" + (f" / catanatron{wanted}" if title == "ratios" else "")] = value
    out["ratios"]["push, late / early in a game (target about 1)"] = out["push, us"]["late"] / out["push, us"]["early"]
    return out


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--seconds", type=float, default=3.0, help="CPU seconds for each rate (default 3)")
    parser.add_argument("--loops", action="store_true", help="only the inner and the public loop")
    parser.add_argument("--json", action="store_true")
    args = parser.parse_args()
    out = loops(args.seconds) if args.loops else measure(args.seconds)
    if args.json:
        print(json.dumps(out, indent=2))
        return
    print(core())
    for title, rows in out.items():
        print(title)
        for name, value in rows.items():
            print(f"  {name:58} {value:12.2f}" if value < 1000 else f"  {name:58} {value:12.0f}")


__all__ = ["main", "measure"]

if __name__ == "__main__":
    main()
