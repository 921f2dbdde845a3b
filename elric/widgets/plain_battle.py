"""The battles of a game that tells each in one event, and what comes of it in those that follow: for the card and the ledger.

A game names that kind of event (`TableDef.fight`). Its fields are read by their names: `seat` attacks, `against` defends,
`to_hex` is where, `roll` the die, `turn` the game-turn; a field that is not there is left out.
"""

from __future__ import annotations

from collections.abc import Collection, Mapping, Sequence
from typing import TYPE_CHECKING, Any

from elric.widgets.score import Ledger, LedgerBattle, luck
from elric.widgets.telling import Beat, Side, Telling

if TYPE_CHECKING:
    from elric.widgets.definition import TableDef

__all__ = ["last", "ledger", "telling"]

Event = Mapping[str, Any]
Names = Mapping[int, str]


def last(
    story: Sequence[Event], kinds: Collection[str], after: Collection[str], before: Collection[str] = ()
) -> tuple[int, int, int] | None:
    """The last battle of a story: the numbers of its first event, of the one that tells it, and of the first one after it.

    Args:
        kinds: the kinds of event that tell a battle.
        after, before: kinds that belong to it when they follow it at once, or lead up to it.
    """
    at = next((n for n in range(len(story) - 1, -1, -1) if story[n]["kind"] in kinds), -1)
    if at < 0:
        return None
    begin = at
    while begin and story[begin - 1]["kind"] in before:
        begin -= 1
    end = next((n for n in range(at + 1, len(story)) if story[n]["kind"] not in after), len(story))
    return begin, at, end


def telling(kit: TableDef, g: Any, names: Names) -> Telling | None:
    """The last battle in beats: who attacks where, the die and what it means, what came of it."""
    story = g.story(None)
    found = last(story, (kit.fight,), kit.after_fight) if kit.fight else None
    if found is None:
        return None
    _, at, end = found
    event = story[at]
    place = _place(kit, event)
    clause = kit.clause(event)
    beats = (
        Beat("opens", f"{names.get(event['seat'], '')} attacks {place}."),
        Beat("result", kit.sentence(event, names), dice=_dice(event), clause=g.cite(clause) if clause else ""),
        *(Beat("after", words) for e in story[at + 1 : end] if (words := kit.sentence(e, names))),
    )
    sides = tuple(Side(names[seat], does, seat) for seat, does in _seats(event, names))
    return Telling(at, end, f"Battle at {place}", sides, beats)


def ledger(kit: TableDef, g: Any, names: Names) -> Ledger | None:
    """Every battle and the luck of its attackers, who throw the dice."""
    if not kit.fight:
        return None
    found = [(at, e) for at, e in enumerate(g.story(None)) if e["kind"] == kit.fight]
    fights = tuple(
        LedgerBattle(
            at,
            e.get("turn", 0),
            g.definition.named("to_hex", e["to_hex"]),
            kit.sentence(e, names),
            tuple((seat, names[seat]) for seat, _ in _seats(e, names)),
            (_dice(e), ()),
        )
        for at, e in found
    )
    dice = {seat: [die for _, e in found if e["seat"] == seat for die in _dice(e)] for seat in sorted(names)}
    return Ledger(tuple(luck(seat, faces) for seat, faces in dice.items()), fights, ())


def _place(kit: TableDef, event: Event) -> str:
    area = kit.game.named("to_hex", event["to_hex"])
    return str(kit.chart().areas[area]["name"])


def _dice(event: Event) -> tuple[int, ...]:
    return (event["roll"],) if "roll" in event else ()


def _seats(event: Event, names: Names) -> list[tuple[int, str]]:
    both = ((event.get(field, -1), does) for field, does in (("seat", "attacks"), ("against", "defends")))
    return [(seat, does) for seat, does in both if seat in names]
