"""White Bear and Red Moon, and Sorcerer, beside Elric, in one run, so that the machine does not matter.

python tests/benchmarks/bench_second_game.py [--seconds N] [--clicks N] [--json]

- list: how long it takes to list the legal actions of a movement decision, by scenario, in microseconds.
- games: random games, all scenarios in turn, a transition being one action chosen from all legal ones and carried out; CPU time.
- look, act: from a message to the Screen that answers it (`Session.take` and `draw`): an enemy's area chosen and left again; a
  stack taken up and put down. With 200 counters on the boards of the other two, beside Elric's page at its fullest scenario.
- battle: the exact odds of six units against six of White Bear, asked as the page asks (`LAB.battles(game)[0].answer()`).
"""

from __future__ import annotations

import argparse
import importlib.util
import json
import statistics
import sys
import time
from pathlib import Path
from random import Random
from typing import Any

if importlib.util.find_spec("elric") is None:
    sys.path.insert(0, str(Path(__file__).resolve().parents[2]))

from elric import games
from elric.kernel import running
from elric.kernel.chance import SeededChance
from elric.widgets.messages import Message
from elric.widgets.session import Session

HOME, SECOND, THIRD = next(iter(games.GAMES)), "dragon-pass", "sorcerer"
OTHERS = {SECOND: "1976, longest=14", THIRD: "1975"}
COUNTERS = 200
ROUNDS = 8
MARCHES = ("movement", "march")
WANTED = {"list": 1000.0, "games": 0.7, "look": 1.2, "act": 1.2, "battle": 5.0}


def once(definition: Any, scenario: Any, rules: Any, seed: int, times: list[float] | None = None) -> int:
    """A random game; its transitions. `times` takes how long each list of a movement decision took."""
    rng = Random(seed).random
    s = definition.new_state(scenario, rules)
    cx = definition.context(SeededChance(seed), None)
    running.begin(s, cx)
    n = 0
    while s.agenda and n < 30_000:
        if times is not None and s.agenda[-1][0].name in MARCHES:
            begun = time.perf_counter()
            actions = running.legal(s)
            times.append(time.perf_counter() - begun)
        else:
            actions = running.legal(s)
        running.apply(s, actions[int(rng() * len(actions))], cx)
        n += 1
    return n


def listing(which: str, seeds: int) -> dict[str, tuple[float, float]]:
    """Microseconds that the list of a movement decision takes, by scenario: the median, and what 99 in 100 stay under."""
    definition = games.definition(which)
    out = {}
    for key, scenario in definition.scenarios().items():
        times: list[float] = []
        for seed in range(seeds):
            once(definition, scenario, definition.ruleset(OTHERS[which]), seed, times)
        if len(times) > 1:
            out[key] = statistics.median(times) * 1e6, statistics.quantiles(times, n=100)[98] * 1e6
    return out


def rates(seconds: float) -> dict[str, float]:
    """Transitions a second of CPU time, the games turn about."""
    spent = dict.fromkeys((HOME, *OTHERS), 0.0)
    count = dict.fromkeys((HOME, *OTHERS), 0)
    seed = dict.fromkeys((HOME, *OTHERS), 0)
    for k in range(1, ROUNDS + 1):
        for key in (HOME, *OTHERS):
            definition = games.definition(key)
            all_of_them = [x for x in definition.scenarios().values() if definition.edition in x.editions]
            while spent[key] < seconds * k / ROUNDS:
                scenario = all_of_them[seed[key] % len(all_of_them)]
                begun = time.process_time()
                count[key] += once(definition, scenario, definition.ruleset(definition.edition), seed[key])
                spent[key] += time.process_time() - begun
                seed[key] += 1
    return {key: count[key] / spent[key] for key in spent}


def crowded() -> Any:
    """A game of White Bear with so many counters on the board."""
    from elric.dragon_pass.components.board import BOARD, HEXES
    from elric.dragon_pass.components.units import UNITS

    free = [h for h in range(HEXES.size) if BOARD.ground[h] == "."][::7]
    stacks: dict[str, list[str]] = {}
    owners = {}
    units = [unit for unit in UNITS if unit.kind not in ("dragon", "illusion", "zombie", "giant carrier")][:COUNTERS]
    for k, unit in enumerate(units):
        side = ("lunar", "sartar")[k // 2 % 2]
        stacks.setdefault(HEXES.names[free[k // 2]], []).append(unit.id)
        if unit.side != side:
            owners[unit.id] = side
    position = {
        "scenario": "complete-game",
        "turn": 2,
        "day": 2,
        "player": "sartar",
        "stacks": stacks,
        "owners": owners,
    }
    return games.game_class(SECOND).at(position)


def magical() -> Any:
    """A game of Sorcerer with so many counters on the board, two of one color in a hex, the hexes of both sides mixed."""
    from elric.sorcerer.components.board import BOARD, HEXES
    from elric.sorcerer.components.colors import GRAY
    from elric.sorcerer.components.units import COLOR, HUMANS, MAGICAL, UNITS

    units = [u for u in sorted(range(len(UNITS)), key=lambda u: COLOR[u]) if (MAGICAL | HUMANS) >> u & 1]
    pairs = [(u, v) for u, v in zip(units[::2], units[1::2], strict=False) if COLOR[u] == COLOR[v] <= GRAY]
    free = iter([h for h in range(HEXES.size) if not BOARD.gray >> h & 1][::5])
    stacks: dict[str, list[str]] = {HEXES.names[next(free)]: ["sorcerer-green-orange-purple"]}
    stacks[HEXES.names[next(free)]] = ["sorcerer-blue-yellow"]
    owners = {"sorcerer-green-orange-purple": "side-1", "sorcerer-blue-yellow": "side-2"}
    for k, (pair, h) in enumerate(zip(pairs[: COUNTERS // 2], free, strict=False)):
        stacks[HEXES.names[h]] = [UNITS[u].id for u in pair]
        owners.update(dict.fromkeys(stacks[HEXES.names[h]], f"side-{k % 2 + 1}"))
    return games.game_class(THIRD).at({"scenario": "rivalry", "turn": 2, "stacks": stacks, "owners": owners})


def fullest() -> Any:
    """A game of Elric with as many pieces on the board as any scenario begins with, at a movement decision."""
    kit = games.table(HOME)
    definition = games.definition(HOME)
    edition = definition.edition
    found = [
        kit.ready(key, edition, 1, False) for key, one in definition.scenarios().items() if edition in one.editions
    ]
    return max(found, key=lambda g: len(kit.view(g, g.seat)["units"]))


def clicks(count: int) -> dict[str, dict[str, float]]:
    """Milliseconds of CPU time from a message to the Screen, medians, the games turn about: a look at an enemy's area and
    away again, and an act, a stack taken up and put down."""
    pages = {}
    for key, game in ((HOME, fullest()), (SECOND, crowded()), (THIRD, magical())):
        kit = games.table(key)
        page = Session(game, kit=kit)
        page.take(Message("hello"))
        page.draw()
        units = kit.view(game, game.seat)["units"].values()
        areas = sorted({u["at"] for u in units if u["owner"] not in (game.seat, None) and u.get("at")})
        text = games.definition(key).notation.text
        pages[key] = (page, areas, [text(a) for a in game.legal_actions() if a.verb in ("lead", "take")])
    times: dict[str, dict[str, list[float]]] = {kind: {key: [] for key in pages} for kind in ("look", "act")}

    def timed(kind: str, key: str, message: Message) -> None:
        begun = time.process_time()
        page.take(message)
        page.draw()
        times[kind][key].append(time.process_time() - begun)

    for k in range(count):
        for key, (page, areas, leads) in pages.items():
            timed("look", key, Message("area", id=areas[k % len(areas)]))
            timed("look", key, Message("do", name="escape"))
            before = len(page.table.game.record)
            timed("act", key, Message("act", text=leads[k % len(leads)]))
            assert len(page.table.game.record) == before + 1, leads[k % len(leads)]
            timed("act", key, Message("do", name="undo"))
            assert len(page.table.game.record) == before
    return {kind: {key: statistics.median(x) * 1000 for key, x in found.items()} for kind, found in times.items()}


def battle(count: int) -> float:
    """Milliseconds of CPU time for the exact odds of six against six."""
    lab = games.lab(SECOND)
    stacks = {
        "1511": ["militia-cavalry-1", "militia-cavalry-2", "militia-foot-1"],
        "1412": ["wolfrunners", "goatkin", "freedmen"],
        "1510": ["whipstock", "unriver", "riverfork"],
        "1411": ["goldwave", "uplands", "starkin"],
    }
    game = games.game_class(SECOND).at(
        {"scenario": "invasion-of-sartar", "phase": "combat", "player": "sartar", "stacks": stacks,
         "rules": "1976, open_stacks=true"}
    )  # fmt: skip
    for a in ("1511", "1412"):
        for t in ("1510", "1411"):
            if f"assign {a} {t}" in {games.definition(SECOND).notation.text(x) for x in game.legal_actions()}:
                game.push(f"assign {a} {t}")
    times = []
    for _ in range(count):
        begun = time.process_time()
        fight = lab.battles(game)[0]
        assert fight.answer().rows
        times.append(time.process_time() - begun)
    assert len(fight.odds.attackers) == len(fight.odds.defenders) == 6
    return statistics.median(times) * 1000


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--seconds", type=float, default=16.0, help="CPU time for each game's random games")
    parser.add_argument("--clicks", type=int, default=60)
    parser.add_argument("--json", action="store_true")
    args = parser.parse_args()
    listed = {key: row for which in OTHERS for key, row in listing(which, 2).items()}
    rate = rates(args.seconds)
    click = clicks(args.clicks)
    fight = battle(40)
    found = {
        "list": listed,
        "games": {**rate, "ratio": {key: rate[key] / rate[HOME] for key in OTHERS}},
        **{
            kind: {**times, "ratio": {key: times[key] / times[HOME] for key in OTHERS}} for kind, times in click.items()
        },
        "battle": fight,
        "wanted": WANTED,
    }
    if args.json:
        print(json.dumps(found, indent=1))
        return
    for key, (median, most) in listed.items():
        print(f"list   {key:24} {median:6.0f} µs, 99 in 100 under {most:6.0f}   (under {WANTED['list']:.0f})")
    for key in OTHERS:
        ratio = rate[key] / rate[HOME]
        print(
            f"games  {rate[HOME]:8.0f} and {rate[key]:8.0f} a second, {key}: ratio {ratio:.2f}   (at least {WANTED['games']})"
        )
        for kind, times in click.items():
            ratio = times[key] / times[HOME]
            print(
                f"{kind:6} {times[HOME]:8.2f} and {times[key]:8.2f} ms, {key}: ratio {ratio:.2f}   (at most {WANTED[kind]})"
            )
    print(f"battle {fight:8.2f} ms   (under {WANTED['battle']})")


if __name__ == "__main__":
    main()
