"""`elric playout`: plays many random games, to see how they end and whether any position is invalid."""

from __future__ import annotations

import argparse
import sys
import time
from collections import Counter
from pathlib import Path
from random import Random
from typing import Any

from elric import games
from elric.app.commands._output import add_game, add_json, complain, emit, table
from elric.kernel.clauses import Ruleset
from elric.kernel.definition import GameDef, ScenarioLike
from elric.opponents.at_random import RandomGame, play_out

__all__ = ["register", "run"]


def register(subparsers: Any) -> None:
    parser = subparsers.add_parser(
        "playout",
        help="play random legal games and count how they end",
        description="Play random legal games; report endings by clause, speed, and anything impossible with its seed.",
    )
    add_game(parser)
    parser.add_argument("--scenario", default="all", help="key of a scenario, or all (default)")
    parser.add_argument("--edition", default="all", help="an edition, with changes if you like, or all (default)")
    parser.add_argument("--games", type=int, default=10, help="games of each scenario and edition (default 10)")
    parser.add_argument("--seed", type=int, default=0, help="seed of the first game; each next one adds 1 (default 0)")
    parser.add_argument("--by-verb", action="store_true", help="choose verbs evenly: rare doings come more often")
    parser.add_argument("--vary", action="store_true", help="choose the switches of each game at random too")
    parser.add_argument("--crash-dir", type=Path, metavar="DIR", help="write a save for every game that went wrong")
    add_json(parser)
    parser.set_defaults(run=run)


def run(args: argparse.Namespace) -> int:
    """Play; 0 when every game came to an end, 1 when a fault was found, 2 for a usage error."""
    game = games.definition(args.game)
    named = args.scenario != "all"
    which = [games.game_class(args.game).find_scenario(args.scenario)] if named else [*game.scenarios().values()]
    rules = [game.ruleset(e) for e in (game.editions if args.edition == "all" else (args.edition,))]
    if args.games < 1:
        return complain(f"--games must be 1 or more, not {args.games}")
    pairs = [(s, r) for s in which for r in rules if r.edition in s.editions]
    if not pairs:
        return complain(f"“{which[0].title}” is not a scenario of the {game.titles[rules[0].edition]} edition")
    if args.crash_dir is not None:
        try:
            args.crash_dir.mkdir(parents=True, exist_ok=True)
        except OSError as e:
            return complain(f"the folder {args.crash_dir.name} cannot be made: {e.strerror}")
    report = []
    for scenario, ruleset in pairs:
        if not args.json and sys.stderr.isatty():
            print(f"{scenario.key}, {ruleset.name} ...", file=sys.stderr)
        report.append(series(game, scenario, ruleset, args))
    emit(args, report, report_text(report))
    return 1 if any(r["broken"] for r in report) else 0


def series(game: GameDef, scenario: ScenarioLike, rules: Ruleset, args: argparse.Namespace) -> dict[str, Any]:
    """Play one scenario in one edition; the row of the report."""
    endings: Counter[tuple[str, str]] = Counter()
    wins: Counter[str] = Counter()
    faults = []
    transitions = 0
    begun = time.perf_counter()
    for seed in range(args.seed, args.seed + args.games):
        played = varied(game, scenario, rules, seed) if args.vary else rules
        p = play_out(game, scenario, played, seed, by_verb=args.by_verb)
        transitions += p.transitions
        if p.outcome is None:
            faults.append(fault(scenario, played, seed, p, args.crash_dir))
        else:
            end = p.outcome
            endings[(game.cite(tuple(end["clause"]), rules.edition), end["how"])] += 1
            wins["nobody" if end["winner"] is None else str(end["winner"])] += 1
    seconds = time.perf_counter() - begun
    return {
        "scenario": scenario.key,
        "edition": rules.edition,
        "rules": rules.name,
        "games": args.games,
        "first_seed": args.seed,
        "transitions": transitions,
        "seconds": round(seconds, 3),
        "endings": [{"clause": c, "how": how, "games": n} for (c, how), n in sorted(endings.items())],
        "winners": dict(sorted(wins.items())),
        "broken": faults,
    }


def varied(game: GameDef, scenario: ScenarioLike, rules: Ruleset, seed: int) -> Ruleset:
    """These rules with each switch that the scenario knows left alone or set to any of its choices: the same for a seed."""
    rng = Random(seed)
    return rules.with_(**{w.key: rng.choice(w.choices) for w in game.switches(scenario.key) if rng.random() < 0.5})


def fault(scenario: ScenarioLike, rules: Ruleset, seed: int, p: RandomGame, folder: Path | None) -> dict[str, Any]:
    """What went wrong in a game, and where its save was written."""
    out: dict[str, Any] = {"seed": seed, "rules": rules.name, "after": p.transitions, "what": p.fault, "file": None}
    if folder is not None and p.save:
        file = folder / f"{scenario.key}-{rules.edition}-{seed}.elric"
        file.write_text(p.save, encoding="utf-8")
        out["file"] = str(file)
    return out


def report_text(report: list[dict[str, Any]]) -> str:
    """The report as a table, followed by the faults."""
    cells = [
        [
            r["scenario"],
            r["rules"],
            str(r["games"]),
            str(r["transitions"]),
            f"{r['seconds']:.2f}",
            "; ".join(
                [f"{e['how']} [{e['clause']}] {e['games']}" for e in r["endings"]]
                + ([f"broken {len(r['broken'])}"] if r["broken"] else [])
            ),
        ]
        for r in report
    ]
    lines = [table(("scenario", "rules", "games", "actions", "seconds", "endings"), cells)]
    for r in report:
        for b in r["broken"]:
            where = f" ({b['file']})" if b["file"] else ""
            lines.append(f"{r['scenario']}, {b['rules']}, seed {b['seed']}: {b['what']}{where}")
    return "\n".join(lines)
