"""The score sheet of a game that is over: what everybody holds, what was lost, whose dice were kind, what turned the war.

Only the story as an onlooker reads it and the open position go into it.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from typing import Any, Final, NamedTuple

from elric.kernel.clauses import Ruleset
from elric.lab.say import percent
from elric.widgets.score import Ledger, LedgerBattle, Luck, Score, ScoreRow, Turning, luck
from elric.young_kingdoms.components import pieces
from elric.young_kingdoms.components.board import BOARD
from elric.young_kingdoms.components.pieces import ARMY, FIGHT, FLEET, HERO, KIND
from elric.young_kingdoms.game import Game
from elric.young_kingdoms.position import words
from elric.young_kingdoms.position.state import NEUTRAL
from elric.young_kingdoms.position.story import Event, Names, sides
from elric.young_kingdoms.table.battle_told import Span, chance, spans
from elric.young_kingdoms.teaching.standing import goals

__all__ = ["ledger", "score"]

_MOST: Final = 5  # turning points
_CAPITAL: Final = 10
_CITY: Final = 3
_MEASURE: Final = (
    f"Measured by combat value: what one blow took from one side more than from the other, a capital that changed hands "
    f"counted as {_CAPITAL}, another city as {_CITY}. It is no forecast of who would have won. The chances are exact, from "
    "the sums before the dice."
)


class _Blow(NamedTuple):
    """What came of one battle, or of one stroke of fate."""

    turn: int
    span: Span
    lost: tuple[tuple[int, int], ...]  # (seat, piece)
    taken: tuple[tuple[int, int, int], ...]  # (seat, whose it was, city)
    fought: Event | None


def score(g: Game, view: Mapping[str, Any], names: Names) -> Score:
    """The sheet of a game, its columns in the order of the seats."""
    seats = tuple(sorted(names))
    story = g.story(None)
    blows = list(_blows(story))
    told = _ledger(story, blows, names, g.rules)
    return Score(seats, goals(g, names), tuple(_rows(view, seats, blows)), told.luck, told.turnings, told.measure)


def ledger(g: Game, names: Names) -> Ledger:
    """Luck, battles and turning points of a game so far."""
    story = g.story(None)
    return _ledger(story, list(_blows(story)), names, g.rules)


def _ledger(story: Sequence[Event], blows: Sequence[_Blow], names: Names, rules: Ruleset) -> Ledger:
    return Ledger(
        tuple(_luck(seat, story) for seat in sorted(names)),
        tuple(_fights(story, blows, names, rules)),
        tuple(_turnings(blows, names, rules)),
        _MEASURE,
    )


# ---- what happened ---------------------------------------------------------------------------------------------------


def _blows(story: Sequence[Event]) -> Iterator[_Blow]:
    """Every battle and every other loss, with whose pieces they were."""
    turn, at = 0, 0
    serves: dict[int, int] = {}  # nation -> seat
    for span in spans(story):
        for e in story[at : span.at]:
            turn = e["turn"] if e["kind"] in _TURN else turn
            _serve(serves, e)
        at = span.at
        events = story[span.at : span.end]
        first = events[0]
        company = _company(first) if first["kind"] == "battle begins" else {}
        gone = [u for e in events for u in _gone(e)]
        lost = tuple((_whose(u, company, serves), u) for u in dict.fromkeys(gone))
        taken = tuple((e["seat"], e["before"], e["area"]) for e in events if e["kind"] == "city")
        fought = next((e for e in events if e["kind"] == "battle"), None)
        yield _Blow(turn, span, lost, taken, fought)


_TURN: Final = ("player-turn", "game-turn")


def _company(e: Event) -> dict[int, int]:
    """Whose the pieces are that meet in a battle."""
    attacker, defender = int(e["attacker"]), int(e["defender"])
    return dict.fromkeys(e["units"], attacker) | dict.fromkeys(e["against"], defender)


def _serve(serves: dict[int, int], e: Event) -> None:
    if e["kind"] in ("nation", "taken over"):
        serves[e["nation"]] = e["seat"]


def _gone(e: Event) -> Sequence[int]:
    if e["kind"] == "lost":
        return tuple(e["units"])
    return (e["unit"],) if e["kind"] in ("perished", "slain") else ()


def _whose(u: int, company: Mapping[int, int], serves: Mapping[int, int]) -> int:
    return company.get(u, serves.get(pieces.NATION[u], NEUTRAL))


# ---- what is counted -------------------------------------------------------------------------------------------------


def _rows(view: Mapping[str, Any], seats: Sequence[int], blows: Sequence[_Blow]) -> Iterator[ScoreRow]:
    players = {p["seat"]: p for p in view["players"]}
    towns = Counter(facts["control"] for facts in view["areas"].values() if facts.get("control") is not None)
    strength = Counter[int]()
    for unit in view["units"].values():
        if unit["owner"] is not None and not unit["paren"]:
            strength[unit["owner"]] += unit["combat"]
    kinds = Counter((seat, KIND[u]) for blow in blows for seat, u in blow.lost)
    value = Counter[int]()
    for blow in blows:
        for seat, u in blow.lost:
            value[seat] += FIGHT[u]
    fights = [(e["attacker"], e["defender"], e["loser"]) for blow in blows if (e := blow.fought) is not None]
    won = Counter(pair[1 - pair[2]] for pair in fights)
    met = Counter(seat for pair in fights for seat in set(pair[:2]))

    def row(said: str, values: Iterator[object]) -> ScoreRow:
        return ScoreRow(said, tuple(str(x) for x in values))

    yield row("Capitals held", (_named(players[o]["capitals"]) for o in seats))
    yield row("Cities held, capitals among them", (towns[o] for o in seats))
    yield row("Combat value on the board", (strength[o] for o in seats))
    yield row("Battles won, of those fought", (f"{won[o]} of {met[o]}" for o in seats))
    yield row("Armies lost", (kinds[o, ARMY] for o in seats))
    yield row("Fleets lost", (kinds[o, FLEET] for o in seats))
    yield row("Personalities lost", (kinds[o, HERO] for o in seats))
    yield row("Combat value lost", (value[o] for o in seats))


def _named(areas: Sequence[str]) -> str:
    return f"{len(areas)}: {', '.join(BOARD.names[BOARD.index[a]] for a in areas)}" if areas else "none"


# ---- luck ------------------------------------------------------------------------------------------------------------


def _luck(seat: int, story: Sequence[Event]) -> Luck:
    """The dice a seat threw in battles, and its rolls to get away or to find something."""
    faces: list[int] = []
    chances: list[tuple[int, bool]] = []  # of six, and whether it came
    company: dict[int, int] = {}
    mover = -1
    for e in story:
        kind = e["kind"]
        if kind == "player-turn":
            mover = e["seat"]
        elif kind == "battle begins":
            company = _company(e)
        elif kind == "battle":
            side = (e["attacker"], e["defender"]).index(seat) if seat in (e["attacker"], e["defender"]) else -1
            faces += [pair[side] for pair in e["rolls"]] if side >= 0 else []
        elif kind == "escape" and company.get(e["unit"]) == seat:
            chances.append((max(0, min(6, e["target"])), e["ok"]))
        elif kind == "search" and mover == seat:
            chances.append((7 - e["need"], e["ok"]))
    return luck(seat, faces, chances)


def _fights(story: Sequence[Event], blows: Sequence[_Blow], names: Names, rules: Ruleset) -> Iterator[LedgerBattle]:
    """Every battle in which dice fell."""
    for blow in blows:
        e = blow.fought
        if e is None:
            continue
        at = next(n for n in range(blow.span.at, blow.span.end) if story[n] is e)
        seats = (e["attacker"], e["defender"])
        both = sides(e, names)
        yield LedgerBattle(
            at,
            blow.turn,
            BOARD.ids[e["area"]],
            _blow_sentence(blow, names),
            tuple((o if o in names else None, f"{words.cap(noun)}") for o, noun in zip(seats, both, strict=True)),
            tuple(tuple(pair[side] for pair in e["rolls"]) for side in (0, 1)),
            1 - e["loser"],
            _chance(blow.fought, rules),
        )


# ---- turning points --------------------------------------------------------------------------------------------------


def _turnings(blows: Sequence[_Blow], names: Names, rules: Ruleset) -> list[Turning]:
    """The blows that moved most, in the order in which they fell."""
    weighed = [(blow, *_swing(blow)) for blow in blows]
    best = sorted((x for x in weighed if x[1]), key=lambda x: (-abs(x[1]), x[0].span.at))[:_MOST]
    best.sort(key=lambda x: x[0].span.at)
    return [
        Turning(blow.turn, _blow_sentence(blow, names), swing, seat, _chance(blow.fought, rules), blow.span.end - 1)
        for blow, swing, seat in best
    ]


def _swing(blow: _Blow) -> tuple[int, int]:
    """How far a blow moved a seat's standing, and whose: of the one who gained, or who lost where nobody gained."""
    gains = Counter[int]()
    foes = {blow.fought["attacker"], blow.fought["defender"]} if blow.fought is not None else set()
    for seat, u in blow.lost:
        for other in foes - {seat} if foes else ():
            gains[other] += FIGHT[u]
        gains[seat] -= FIGHT[u]
    for seat, before, city in blow.taken:
        worth = _CAPITAL if BOARD.capital[city] else _CITY
        gains[seat] += worth
        gains[before] -= worth
    real = {seat: gain for seat, gain in gains.items() if 0 <= seat < NEUTRAL}
    if not real:
        return 0, -1
    best, worst = max(real, key=lambda o: real[o]), min(real, key=lambda o: real[o])
    seat = best if real[best] > 0 else worst
    return real[seat], seat


def _blow_sentence(blow: _Blow, names: Names) -> str:
    parts = []
    if blow.fought is not None:
        both = sides(blow.fought, names)
        winner = both[1 - blow.fought["loser"]]
        where = words.inside(blow.fought["area"])
        parts.append(f"{words.cap(winner):wins|win} {where} by {blow.fought['difference']}.")
    parts += [f"{words.cap(words.name(names[o])):takes|take} {words.area(a)}." for o, _, a in blow.taken if o in names]
    if blow.lost:
        lost = words.cap(words.units([u for _, u in blow.lost]))
        parts.append(f"{lost:is|are} lost.")
    return " ".join(parts)


def _chance(e: Event | None, rules: Ruleset) -> str:
    """How likely what came of a battle had been; "" of none."""
    return percent(chance(e, rules)) if e is not None else ""
