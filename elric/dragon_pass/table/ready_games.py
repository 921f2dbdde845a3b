"""Games that are set and waiting."""

from __future__ import annotations

from random import Random
from typing import Any, Final

from elric.dragon_pass.components.board import BOARD, DISPUTED, HEXES, lands
from elric.dragon_pass.game import Game
from elric.kernel.chance import Seed

__all__ = ["first_game", "ready_game"]

# How the armies of the first scenario stand for whoever comes first [64.2]: forts and cities held, both armies gathered towards each
# other, and one squadron of tax collectors out on the plain alone, where the riders of Prax can come at it at once.
_SQUADRON: Final = "riverfork"
_OPENING: Final = {
    "0924": "militia-foot-4",
    "1427": "militia-foot-5",
    "1526": "militia-foot-1",
    "1532": "militia-foot-3",
    "2124": "militia-foot-2",
    "2225": "militia-cavalry-8 militia-cavalry-7",
    "2324": "militia-cavalry-3 militia-cavalry-2 militia-cavalry-1",
    "2425": "militia-foot-8 militia-foot-7 militia-foot-6",
    "2426": "militia-cavalry-6 militia-cavalry-5 militia-cavalry-4",
    "2435": "pol-joni-tribe-1",
    "2533": "potor-clan-1 amber-clan-2 amber-clan-1",
    "2634": "asil-clan-2 asil-clan-1 potor-clan-2",
    "2733": "pol-joni-tribe-3 pol-joni-tribe-2",
    "1120": "goldwave whipstock bell-temple",
    "1720": "unriver starkin queens",
    "1821": "winedance wingtemple moonarrow",
    "3027": "uplands arrowstone char-un",
    "3131": _SQUADRON,
    "3517": "3rd-furthest-horse 2nd-furthest-horse furthest-veterans-cavalry",
    "3618": "talfort feathered-axe grimsoldiers",
    "3717": "mothers-guard hell-sisters bloodspillers",
    "3718": "household-foot furthest-garrison-2 furthest-garrison-1",
    "3818": "bagnot goldedge dunstop",
    "4211": "antelope-lancers",
}


def ready_game(scenario: str, edition: str, seed: Seed, whole: bool = False) -> Game:
    """A game of a scenario; unless `whole`, its armies are placed by luck, forts and cities first, and nobody in land whose
    dispute would give an ally away [68.1]."""
    g = Game(scenario, edition, seed)
    rng = Random(str(seed))
    quiet = ~lands(DISPUTED) if g.scenario.disputed else -1
    while not whole and g.seat is not None and g.step == "setup":
        able = [a.args[0] for a in g.legal_actions() if a.verb == "place"]
        free = [h for h in able if quiet >> h & 1] or able
        stacks = g.view(g.seat)["stacks"]
        manned = [h for h in free if BOARD.walls >> h & 1 and HEXES.names[h] not in stacks]
        g.push(f"place {HEXES.names[rng.choice(manned or free)]}")
    return g


def first_game(scenario: str, edition: str, seed: Seed) -> Game:
    """The game that is set for whoever comes first: Sartar moves first, and finds a battle worth fighting in his first Move. The
    armies always stand so, unless another board has been put in; the dice are the seed's."""
    g = Game(scenario, edition, seed)
    where = {unit: there for there, units in _OPENING.items() for unit in units.split()}
    while g.step == "setup":
        waiting: list[Any] = g.view(g.seat)["to_place"]
        placing = f"place {where[waiting[0]]}"
        if not g.verdict(placing):
            return ready_game(scenario, edition, seed)
        g.push(placing)
    return g
