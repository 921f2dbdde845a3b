"""How fast the lab answers.

python tests/benchmarks/bench_lab.py [--json]

- full: six heroes (or twelve), three spells nobody can see on each side, armies, escapes, retreats: from a battle set up to
  every hero's fate. "cold" with nothing kept from other battles, "warm" with the same spells unseen as before.
- conjurers: one and two of them, who draw from all spells in the battle, with whatever that brings about.
- risk: the one line the coach gives, from a position to a sentence.
- page: from a click that changes the battle to the regions of the page as HTML.

CPU time, one process, median (best) of several runs.
"""

from __future__ import annotations

import argparse
import gc
import json
import statistics
import time
from collections.abc import Callable
from typing import Any

from elric import Game
from elric.widgets.messages import Message
from elric.young_kingdoms.lab import Battle, risk, unseen
from elric.young_kingdoms.lab.policy import policy
from elric.young_kingdoms.lab.reckon import reckon
from tests.lab.desk import Desk


def cost(fn: Callable[[], Any], runs: int = 9, target: float = 0.1) -> tuple[float, float]:
    """Median and best CPU microseconds of one call."""
    fn()
    t = time.perf_counter()
    fn()
    each = max(1, min(100_000, int(target / max(time.perf_counter() - t, 1e-7))))
    found = []
    for _ in range(runs):
        gc.collect()
        t = time.process_time()
        for _ in range(each):
            fn()
        found.append((time.process_time() - t) / each * 1e6)
    return statistics.median(found), min(found)


SIX = {
    "attack": "argimiliar-necromancer, ohada, theleb-kaarna, argimiliar-army*8",
    "defend": "dharijor-sorcerer, drinij-bara, sorana, dharijor-army*7",
    "unseen": (3, 3),
}
TWELVE = {
    "attack": "king-hozel, argimiliar-prince, argimiliar-necromancer, ohada, theleb-kaarna, yishana, argimiliar-army*8",
    "defend": "sarosto, karnaal, dharijor-sorcerer, drinij-bara, sorana, jagreen-lern, dharijor-army*6",
    "unseen": (3, 3),
}


def full(place: str, sides_: dict[str, Any]) -> Callable[[], Any]:
    b = Battle(place=place, **sides_)
    sides = (policy("armies"), policy("armies"))
    return lambda: reckon(b.start, sides, b.spec.unseen).heroes


def cold(run: Callable[[], Any]) -> Callable[[], Any]:
    def forget_first() -> Any:
        unseen._draw.cache_clear()
        unseen._ways.cache_clear()
        unseen._shifts.cache_clear()
        return run()

    return forget_first


CONJURERS = {
    "one conjurer": {"attack": "theleb-kaarna, yishana, jharkor-army*3", "defend": "sarosto, karnaal, dharijor-army*4",
                     "conjure": "theleb-kaarna"},
    "two conjurers": {"attack": "theleb-kaarna, yishana, jharkor-army*3",
                      "defend": "yyrkoon, sarosto, karnaal, dharijor-army*4", "conjure": "theleb-kaarna, yyrkoon"},
}  # fmt: skip


def one_line() -> Callable[[], Any]:
    g = Game.at(
        {
            "scenario": "successor", "turn": 3, "player": 0, "phase": "movement", "nations": {"jharkor": 0, "dharijor": 1},
            "units": {"jharkor_sequa": ["yishana", "jharkor-wizard", "jharkor-army*6"],
                      "dharijor_sequaloris": ["sarosto", "dharijor-sorcerer", "dharijor-army*3"]},
            "hands": {"dharijor-sorcerer": ["arioch", "chardros"], "jharkor-wizard": ["grome", "misha"]},
        }
    )  # fmt: skip
    coming = ("yishana", "jharkor-wizard", *(f"jharkor-army-{k}" for k in range(1, 7)))
    return lambda: risk(g, 0, "dharijor_sequaloris", coming)


def page() -> Callable[[], Any]:
    lab = Desk()
    lab.take(Message("do", name="lab-pin"))
    turn = [0]

    def click() -> Any:
        turn[0] += 1
        lab.take(Message("do", name="lab-plus" if turn[0] % 2 else "lab-less", value="0:jharkor"))
        return lab.draw()

    return click


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--json", action="store_true")
    args = parser.parse_args()
    rows: dict[str, tuple[float, float]] = {}
    for name, who in (("six heroes", SIX), ("twelve heroes", TWELVE)):
        for place in ("open", "walled"):
            run = full(place, who)
            rows[f"full battle, {name}, {place}, cold"] = cost(cold(run))
            rows[f"full battle, {name}, {place}, warm"] = cost(run)
    for name, who in CONJURERS.items():
        rows[name] = cost(lambda who=who: Battle(**who).odds().heroes, runs=3)  # type: ignore[misc]
    rows["a risk in one line"] = cost(one_line())
    rows["a click on the page, answer and HTML"] = cost(page())
    if args.json:
        print(json.dumps({"microseconds": {k: v[0] for k, v in rows.items()}}, indent=2))
        return
    for name, (median, best) in rows.items():
        print(f"{name:<48} {median:10.1f} µs  (best {best:.1f})")


if __name__ == "__main__":
    main()
