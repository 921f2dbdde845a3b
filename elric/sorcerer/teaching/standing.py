"""What each seat is after, and how it stands with that: from the very figures that decide the game."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import NamedTuple

from elric.kernel.bits import ones
from elric.kernel.game import Game
from elric.sorcerer.components.board import BOARD
from elric.sorcerer.components.colors import NAMES
from elric.sorcerer.components.scenarios import TIDE, TOUR
from elric.sorcerer.components.units import HUMANS
from elric.sorcerer.components.words import listed
from elric.sorcerer.position.notes import Toured, noted
from elric.sorcerer.position.state import State, black_seat
from elric.sorcerer.stories import endings, madness, stones, tide
from elric.sorcerer.turn.points import converted_hexes, score
from elric.tutor.standing import Goal, Standing


class WayToWin(NamedTuple):
    """One way to win: whose it is, within a sentence what it is, how it stands, the clause, who would win by it as things stand."""

    seats: tuple[int, ...]
    says: str
    stands: str
    clause: str
    first: int | None = None


def aims(s: State) -> Iterator[WayToWin]:
    """What the seats that are still in the game play for, each one's own first."""
    story, last = s.scenario.story, f"turn {s.scenario.turns}"
    if story == TOUR:
        seen = f"{len(noted(s, Toured))} of {BOARD.gray.bit_count()} cities seen"
        yield WayToWin((0,), "see every city, and come home", seen, "17.12")
    elif story == TIDE:
        cities, men = len(tide.standing_cities(s)), (s.of[0] & HUMANS).bit_count()
        says = f"keep more than {tide.ENOUGH} cities and companies together, {tide.CITIES_NEEDED} cities among them"
        met = cities + men > tide.ENOUGH and cities >= tide.CITIES_NEEDED
        yield WayToWin((0,), says, f"{cities} cities stand, {men} companies live", "17.22", 0 if met else None)
    elif story == "uprising":
        for seat in (endings.CITIES, endings.FALN):
            lost = endings.fortress_lost(s, 1 - seat)
            yield WayToWin(
                (seat,),
                f"destroy a fortress of {s.scenario.name(1 - seat)}",
                "done" if lost else "none lost",
                "18.32",
                lost,
            )
        towns = " or ".join(BOARD.city_name(town) for town in endings.TOWNS)
        held = listed((BOARD.city_name(town) for town in endings.TOWNS if endings.holds(s, town)), "neither")
        yield WayToWin((endings.CITIES,), f"hold {towns} through two combat phases", f"{held} held", "18.34")
        yield WayToWin((endings.FALN,), f"hold out until {last} is over", f"turn {s.turn}", "18.32")
    elif story == stones.STORY:
        for seat in ones(s.alive):
            says = f"bring {stones.NEEDED} {NAMES[s.scenario.sides[seat].seeks].capitalize()} Stones into a hex of his color within {stones.NEAR} of Amma-Avattar, and be there"
            yield WayToWin(
                (seat,), says, f"{sum(stones.controlled_stones(s, seat).values())} under his units alone", "19.28"
            )
    elif story == madness.STORY:
        counts = {seat: len(converted_hexes(s, seat)) for seat in (madness.PAIRN, madness.ISYA)}
        every = BOARD.printed_white.bit_count()
        kept = 2 * sum(counts.values()) <= every
        stands = f"{sum(counts.values())} of {every} converted"
        yield WayToWin(
            (madness.MAD,),
            f"keep half of his realm White until {last} is over",
            stands,
            "19.32",
            madness.MAD if kept else None,
        )
        for seat, count in counts.items():
            says = "convert the most of Fane's realm, and more than half of it together with the other"
            yield WayToWin(
                (seat,),
                says,
                f"{count} converted",
                "19.32",
                seat if not kept and count == max(counts.values()) else None,
            )
    else:
        black = black_seat(s)
        sums = {seat: score(s, seat).sum for seat in ones(s.alive) if seat != black}
        first = [seat for seat in sums if sums[seat] == max(sums.values())]
        told = ", ".join(f"{s.scenario.name(seat)} {points}" for seat, points in sums.items())
        yield WayToWin(
            tuple(sums), f"have the most points after {last}", told, "15.21", first[0] if len(first) == 1 else None
        )
        if black >= 0 and s.alive >> black & 1:
            yield WayToWin(
                (black,),
                "outlive all others, or let two of them share the most points",
                f"{len(sums)} others left",
                "21.1",
            )


def goals(g: Game, names: Mapping[int, str]) -> tuple[Goal, ...]:
    """Every condition of victory, in the order in which they are looked at; none before the first turn."""
    s: State = g.state
    if not s.turn:
        return ()
    alive = ", ".join(names[seat] for seat in ones(s.alive))
    prime = (
        "Whoever loses the Prime Sorcerer is out; the last one left wins."
        if s.scenario.seats > 1
        else "Without the Prime Sorcerer the game is lost."
    )
    rows = [Goal(prime, f"{alive or 'nobody'} left", ("16.1",))]
    rows += [
        Goal(f"{listed(names[k] for k in one.seats)}: {one.says}.", f"{one.stands}.", (one.clause,), one.first)
        for one in aims(s)
    ]
    return tuple(rows)


def standing(g: Game, seat: int, names: Mapping[int, str]) -> Standing | None:
    """The aim of a seat and how it stands with it; None before the first turn, and for whoever has none."""
    mine = [one for one in aims(g.state) if seat in one.seats] if g.state.turn else []
    return Standing(mine[0].says, mine[0].stands, (mine[0].clause,), goals(g, names)) if mine else None


__all__ = ["goals", "standing"]
