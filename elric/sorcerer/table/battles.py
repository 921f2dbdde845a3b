"""Attacks and Bolts told: each with its die, and what came of them; and the score sheet of a game that is over.

Only the story as anybody reads it goes into it.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from typing import TYPE_CHECKING, Any, Final, NamedTuple

from elric.sorcerer.components.board import BOARD
from elric.sorcerer.components.units import FORTRESS, HUMAN, KIND, MAGICAL, SORCERER
from elric.sorcerer.game import Game
from elric.sorcerer.teaching.standing import goals
from elric.widgets.score import Ledger, LedgerBattle, Score, ScoreRow, luck
from elric.widgets.telling import Beat, Side, Telling

if TYPE_CHECKING:
    from elric.widgets.definition import Names, TableDef, View

__all__ = ["ledger", "score", "telling"]

Event = Mapping[str, Any]
_STRIKES: Final = ("attack", "bolt")
_AFTER: Final[Mapping[str, str]] = {"pinned": "after", "depleted": "loss", "lost": "loss", "fades": "loss"}
_CLAUSES: Final = {"attack": "13.0", "bolt": "7.0"}


class _Round(NamedTuple):
    """Strikes that fall together: a Bolt, or all attacks of a combat phase; `end`: the event after what came of them."""

    turn: int
    begin: int
    after: int
    end: int


def _rounds(story: Sequence[Event]) -> Iterator[_Round]:
    turn = at = 0
    while at < len(story):
        kind = story[at]["kind"]
        if kind == "turn":
            turn = story[at]["turn"]
        if kind not in _STRIKES:
            at += 1
            continue
        begin = at
        at += 1
        while kind == "attack" and at < len(story) and story[at]["kind"] == kind:
            at += 1
        after = at
        while at < len(story) and story[at]["kind"] in _AFTER:
            at += 1
        yield _Round(turn, begin, after, at)


def telling(kit: TableDef, g: Game, names: Names) -> Telling | None:
    """The last Bolt or the last combat phase: each attack with its die and what the table says, then what fell on whom."""
    story = g.story(None)
    found = list(_rounds(story))
    if not found:
        return None
    last = found[-1]
    strikes = story[last.begin : last.after]
    kind = strikes[0]["kind"]
    where = " and ".join(dict.fromkeys(BOARD.city_name(e["hex"]) for e in strikes))
    opens = "All attacks are rolled, then all of it falls at once." if kind == "attack" else "A Bolt is flung."
    beats = [Beat("opens", opens, clause=_CLAUSES[kind])]
    beats += [Beat("result", kit.sentence(e, names), dice=(e["die"],), clause="13.4") for e in strikes]
    beats += [Beat(_AFTER[e["kind"]], words) for e in story[last.after : last.end] if (words := kit.sentence(e, names))]
    title = f"Combat in {where}" if kind == "attack" else f"A Bolt at {where}"
    seats = dict.fromkeys(e["seat"] for e in story[last.begin : last.end] if e["seat"] in names)
    players = range(g.scenario.seats)
    does = [e["seat"] for e in strikes]
    sides = [Side(names[k], "attacks" if k in does else "is struck", k if k in players else None) for k in seats]
    return Telling(last.begin, last.end, title, tuple(sides[:2]) if len(sides) > 1 else (), tuple(beats))


def ledger(kit: TableDef, g: Game, names: Names) -> Ledger:
    """Every attack and Bolt of a game so far, and the luck of who rolled."""
    story, names = (
        g.story(None),
        {**g.definition.names(g.scenario, ()), **names},
    )  # enemies whom nobody plays attack too
    fights = []
    for one in _rounds(story):
        for at in range(one.begin, one.after):
            e = story[at]
            where = g.definition.named("hex", e["hex"])
            fights.append(
                LedgerBattle(
                    at, one.turn, where, kit.sentence(e, names), ((_player(g, e), names[e["seat"]]),), ((e["die"],),)
                )
            )
    dice = {
        seat: [e["die"] for e in story if e["kind"] in _STRIKES and e["seat"] == seat]
        for seat in range(g.scenario.seats)
    }
    return Ledger(tuple(luck(seat, faces) for seat, faces in dice.items()), tuple(fights), ())


def _player(g: Game, event: Event) -> int | None:
    seat: int = event["seat"]
    return seat if seat < g.scenario.seats else None


def score(kit: TableDef, g: Game, view: View, names: Names) -> Score:
    """The sheet: points and where they are from, and what was lost."""
    seats = tuple(range(g.scenario.seats))
    lost = {
        seat: [e["unit"] for e in g.story(None) if e["kind"] in ("lost", "fades") and e["seat"] == seat]
        for seat in seats
    }
    points = [view["score"][str(seat)] for seat in seats]
    counted = () if g.scenario.story in NO_POINTS else POINTS
    rows = [ScoreRow(words, tuple(str(one[key]) for one in points)) for words, key in counted]
    for words, which in _LOST:
        rows.append(ScoreRow(words, tuple(str(sum(_is(u, which) for u in lost[seat])) for seat in seats)))
    return Score(seats, goals(g, names), tuple(rows), ledger(kit, g, names).luck, ())


NO_POINTS: Final = ("tour", "tide", "stones", "uprising")
"""Stories that are decided by other things than points [17.12, 17.22, 19.28, 18.34]."""
POINTS: Final = (
    ("Points", "sum"), ("For what was destroyed", "destroyed"), ("Hexes converted", "converted"), ("Cities of men held", "gray_cities"),
    ("White cities held", "white_cities"),
)  # fmt: skip
_LOST: Final = (
    ("Sorcerers lost", (SORCERER,)), ("Infantry lost", (HUMAN,)), ("Fortresses lost", (FORTRESS,)), ("Magical units lost", ()),
)  # fmt: skip


def _is(unit: int, kinds: tuple[int, ...]) -> bool:
    return KIND[unit] in kinds if kinds else bool(MAGICAL >> unit & 1)
