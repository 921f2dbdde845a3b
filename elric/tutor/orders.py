"""Orders judged by playing on: positions of computer games, a few orders for one host, and what each is worth.

What an order is worth is an estimate: it is carried out, computer players play on until the seat's next turn, several times and with
the same luck for every order, and the standing of the game (found from played games) says each time how likely the seat is to win.
Beside it stands what tells the orders apart most: of all that the standing counts, what weighs most in the difference to the best.

The orders of a game are a file of its data, one JSON object a line (`elric puzzles orders` writes them):

    {"key": "3fa09c", "rules": "chaosium", "playouts": 48, "position": "elric1:...",
     "orders": [[61, "", 0.0, "lead yishana", "attack dharijor_sequaloris"], [50, "armies", -3.2, "lead yishana", "halt"], ...]}

The best stands first. Sentences are made from the position when it is shown.
"""

from __future__ import annotations

import json
from collections.abc import Callable, Mapping, Sequence
from functools import cache
from pathlib import Path
from random import Random
from typing import NamedTuple

from ..kernel.game import Game
from ..kernel.steps import Action
from .question import Citation
from .question_kinds import Found, Slip

__all__ = ["ENDS", "JudgedOrders", "Order", "Said", "found", "read"]

ENDS = "ends"
"""In place of a count: that the game ends at once, won or lost."""


class Order(NamedTuple):
    """One order: its worth in hundredths, what tells it from the best one most and by how much, and its actions as text."""

    worth: int
    because: str
    gap: float
    actions: tuple[str, ...]


class JudgedOrders(NamedTuple):
    """A position with orders to choose from.

    Attributes:
        key: names it.  rules: the edition played.  playouts: how often each order was played on.
        position: one line of text.  orders: the best first.
    """

    key: str
    rules: str
    playouts: int
    position: str
    orders: tuple[Order, ...]

    def line(self) -> str:
        """As a line of the file."""
        rows = [[o.worth, o.because, o.gap, *o.actions] for o in self.orders]
        return json.dumps(self._asdict() | {"orders": rows}, separators=(",", ":"))


class Said(NamedTuple):
    """What a game says of a position with orders.

    Attributes:
        fields: for the templates of its table.  orders: each in words.  odds: of each what the lab says of its battle, "" for none.
        look: places.  clauses: what the scenario is won by.
    """

    fields: Mapping[str, object]
    orders: Sequence[str]
    odds: Sequence[str]
    look: tuple[str, ...]
    clauses: Sequence[Citation]


def read(path: Path) -> dict[str, JudgedOrders]:
    """The positions of a file by their keys; none where there is no such file."""
    out: dict[str, JudgedOrders] = {}
    for line in path.read_text(encoding="utf-8").splitlines() if path.exists() else ():
        data = json.loads(line)
        orders = tuple(Order(worth, because, gap, tuple(actions)) for worth, because, gap, *actions in data["orders"])
        out[data["key"]] = JudgedOrders(**data | {"orders": orders})
    return out


@cache
def _of_edition(path: Path, edition: str) -> tuple[JudgedOrders, ...]:
    return tuple(x for x in read(path).values() if x.rules == edition)


def found(
    rng: Random,
    edition: str,
    path: Path,
    kind: type[Game],
    says: Callable[[Game, Sequence[tuple[Action, ...]]], Said],
) -> Found | None:
    """One of an edition's positions as what a question tells.

    Args:
        path: the file.  kind: the class of the game.  says: what the game says of it.
    """
    known = _of_edition(path, edition)
    if not known:
        return None
    one = known[int(rng.random() * len(known))]
    definition = kind.definition
    game = kind.at(definition.parse_position(one.position))
    said = says(game, [tuple(map(definition.notation.parse, o.actions)) for o in one.orders])
    best, second = one.orders[:2]
    battles = [f" {odds}" if odds else "" for odds in said.odds]
    wrong = [
        Slip(text, o.because or "else", {"cost": best.worth - o.worth, "gap": f"{abs(o.gap):g}", "battle": battle})
        for o, text, battle in zip(one.orders[1:], said.orders[1:], battles[1:], strict=True)
    ]
    fields = {
        **said.fields, "best": said.orders[0], "worth": best.worth, "next": second.worth, "playouts": one.playouts,
        "battle": battles[0],
    }  # fmt: skip
    return Found(
        game, said.orders[0], fields, wrong, clauses=said.clauses, look=said.look, open_hand=True,
        facts={"orders": one.key},
    )  # fmt: skip
