"""The score sheet of a game that is over: who is left, who was lost, whose dice were kind, which battles turned it.

Only the story as an onlooker reads it and the open position go into it.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping, Sequence
from typing import Any, Final, NamedTuple

from elric.dragon_pass.combat.table import A_BACK, A_ELIM, D_BACK, D_ELIM
from elric.dragon_pass.components.board import HEXES
from elric.dragon_pass.components.units import CF, HEROES
from elric.dragon_pass.game import Game
from elric.dragon_pass.position.story import sentence
from elric.dragon_pass.table.battles import AFTER
from elric.dragon_pass.teaching.standing import standing
from elric.widgets.score import Ledger, LedgerBattle, Score, ScoreRow, Turning, luck

__all__ = ["ledger", "score"]

Event = Mapping[str, Any]
Names = Mapping[int, str]
_MOST: Final = 5  # turning points
_MEASURE: Final = (
    "Measured by combat factors as printed: what a battle took from one side more than from the other. It is no forecast of "
    "who would have won."
)
_WON: Final = {D_ELIM: 0, D_BACK: 0, A_ELIM: 1, A_BACK: 1}  # by the result: the attacker, or the defender


class _Battle(NamedTuple):
    """A battle of the story: where its event stands and ends, in which Turn, and what each seat lost in it."""

    at: int
    end: int
    turn: int
    told: Event
    against: int
    lost: Mapping[int, int]


def score(g: Game, names: Names) -> Score:
    """The sheet of a game, its columns in the order of the seats."""
    seats = tuple(sorted(names))
    story = g.story(None)
    battles = _battles(g, story)
    told = _ledger(g, battles, names)
    aims = standing(g, seats[0], names)
    return Score(seats, aims.goals if aims else (), _rows(g, seats, story, battles), told.luck, told.turnings, _MEASURE)


def ledger(g: Game, names: Names) -> Ledger:
    """Luck, battles and turning points of a game so far."""
    return _ledger(g, _battles(g, g.story(None)), names)


def _ledger(g: Game, battles: Sequence[_Battle], names: Names) -> Ledger:
    dice = {
        seat: [b.told["die"] for b in battles if b.told["seat"] == seat and b.told["die"]] for seat in sorted(names)
    }
    fights = tuple(
        LedgerBattle(
            b.at,
            b.turn,
            HEXES.names[b.told["hex"]],
            sentence(b.told, names),
            tuple((seat, names.get(seat, "Nobody")) for seat in (b.told["seat"], b.against)),
            ((b.told["die"],), ()),
            _WON.get(b.told["result"], -1),
        )
        for b in battles
        if b.told["die"]
    )
    return Ledger(tuple(luck(seat, faces) for seat, faces in dice.items()), fights, _turnings(battles, names), _MEASURE)


def _battles(g: Game, story: Sequence[Event]) -> list[_Battle]:
    """Every battle with what came of it."""
    found, turn = [], 0
    for at, e in enumerate(story):
        if e["kind"] == "turn":
            turn = e["turn"]
        if e["kind"] != "battle":
            continue
        end = next((n for n in range(at + 1, len(story)) if story[n]["kind"] not in AFTER), len(story))
        lost = Counter[int]()
        for x in story[at + 1 : end]:
            if x["kind"] == "died":
                lost[x["seat"]] += sum(CF[u] for u in x["units"])
        other = next((seat for seat in map(g.owner_of, e["defenders"]) if seat != e["seat"]), -1)
        found.append(_Battle(at, end, turn, e, other, lost))
    return found


def _rows(g: Game, seats: Sequence[int], story: Sequence[Event], battles: Sequence[_Battle]) -> tuple[ScoreRow, ...]:
    view = g.view(None)
    there = Counter[int]()
    for stack in view["stacks"].values():
        there[stack["owner"]] += len(stack["counters"])
    dead = [(e["seat"], u) for e in story if e["kind"] == "died" for u in e["units"]]
    won = Counter(
        (b.told["seat"], b.against)[_WON[b.told["result"]]] for b in battles if b.told["result"] in _WON
    )  # fmt: skip
    met = Counter(seat for b in battles for seat in {b.told["seat"], b.against})
    heroes = [(seat, u) for seat, u in dead if HEROES >> u & 1]
    rows = (
        ("Units on the board", [there[seat] for seat in seats]),
        ("Places held", [sum(holder == seat for holder in view["holders"].values()) for seat in seats]),
        ("Battles won, of those fought", [f"{won[seat]} of {met[seat]}" for seat in seats]),
        ("Units lost", [sum(k == seat for k, _ in dead) for seat in seats]),
        ("Heroes lost", [sum(k == seat for k, _ in heroes) for seat in seats]),
        ("Combat factors lost", [sum(CF[u] for k, u in dead if k == seat) for seat in seats]),
    )
    return tuple(ScoreRow(words, tuple(str(x) for x in values)) for words, values in rows)


def _turnings(battles: Sequence[_Battle], names: Names) -> tuple[Turning, ...]:
    """The battles that took most from one side, in the order in which they were fought."""
    weighed = []
    for b in battles:
        swing = b.lost.get(b.against, 0) - b.lost.get(b.told["seat"], 0)
        if swing and {b.against, b.told["seat"]} <= set(names):
            weighed.append((abs(swing), b, b.told["seat"] if swing > 0 else b.against))
    best = sorted(weighed, key=lambda x: (-x[0], x[1].at))[:_MOST]
    return tuple(
        Turning(b.turn, sentence(b.told, names), swing, seat, "", b.end - 1)
        for swing, b, seat in sorted(best, key=lambda x: x[1].at)
    )
