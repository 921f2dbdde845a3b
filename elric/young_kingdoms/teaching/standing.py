"""What each seat is after, and how it stands with that, computed from the very rules that decide the game.

Sources: Chaosium [5.0], [13.4], [14.1]-[14.7]; Avalon Hill 4.91, 12.44, 13. Only what anybody may know is told: who holds
most magic of a side is not.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from typing import Final

from elric.tutor.standing import Goal, Standing
from elric.young_kingdoms.components import pieces, spells
from elric.young_kingdoms.components.board import BOARD
from elric.young_kingdoms.game import Game
from elric.young_kingdoms.position import words
from elric.young_kingdoms.position.state import NEUTRAL, TURNS, State
from elric.young_kingdoms.world import victory
from elric.young_kingdoms.world.terrain import IMRRYR

Names = Mapping[int, str]
_MOST: Final = ("5.0", "4.91E")


def standing(g: Game, seat: int, names: Names) -> Standing | None:
    """The aim of a seat and how it stands; None before the sides are chosen."""
    s = g.state
    if any(k < 0 for k in s.sides[: s.scenario.seats]) or not s.turn:
        return None
    goals = tuple(_goals(s, names))
    aim, stands, clause = _AIMS[s.scenario.goal](s, seat, names)
    return Standing(aim, stands, clause, goals)


def goals(g: Game, names: Names) -> tuple[Goal, ...]:
    """Every condition of victory, the first that is met decides; nothing before the sides are chosen."""
    s = g.state
    return tuple(_goals(s, names)) if all(k >= 0 for k in s.sides[: s.scenario.seats]) else ()


def _goals(s: State, names: Names) -> Iterator[Goal]:
    """The conditions in the order in which the rules look at them."""
    goal, clause = s.scenario.goal, s.scenario.clauses
    if victory.imrryr_counts(s) and not s.scenario.solo:
        yield _imrryr(s, names)
    if goal == "capitals":
        first, second = victory.group_of(s, 0), victory.group_of(s, 1)
        for seat, k in ((second, 0), (first, 1)):
            held = _held(s, seat, k)
            towns = s.scenario.groups[k].nations
            who = words.name(names[seat])
            yield Goal(
                f"{words.cap(who):wins|win} by holding {_towns(towns)}.",
                f"{len(held)} of {len(towns)} held{_by(held)}.",
                clause,
                seat if len(held) == len(towns) else None,
            )
        if not s.rules.marginal_before_end:
            yield _world(s)
        who = words.name(names[first])
        yield Goal(f"Otherwise {who:has|have} a marginal victory.", f"Turn {s.turn} of {_turns(s)}.", clause, first)
    elif goal == "imrryr":
        keeper = victory.group_of(s, 1)
        who = words.name(names[keeper])
        yield Goal(f"Otherwise {who:wins|win}: Imrryr was kept.", f"Turn {s.turn} of {_turns(s)}.", clause, keeper)
    elif goal == "dragons":
        yield Goal("The Dragons of Melnibone find a master.", _masters(s) + ".", clause)
        return
    else:
        if goal == "duel":
            yield Goal("Whoever destroys the other sorcerer wins at once.", _sorcerers(s) + ".", clause)
        yield _world(s)
        yield _most(s, names)


def _turns(s: State) -> int:
    return int(s.ends) if s.tipped else TURNS


def _towns(nations: Sequence[str]) -> words.Noun:
    """The capitals of nations by name."""
    return words.listed([words.area(BOARD.main_city(n)) for n in nations])


def _held(s: State, seat: int, group: int) -> list[str]:
    """Nations of a group whose capitals a seat holds."""
    return [n for n in s.scenario.groups[group].nations if victory.holds(s, seat, n)]


def _by(held: Sequence[str]) -> str:
    return f": {_towns(held)}" if held else ""


def _imrryr(s: State, names: Names) -> Goal:
    holder = victory.imrryr_holder(s)
    at_once = s.rules.imrryr_wins == "at-once"
    text = "Whoever takes Imrryr wins at once." if at_once else "Whoever has taken Imrryr and holds it at the end wins."
    keeper = s.control[IMRRYR]
    stands = "Nobody has taken it."
    if keeper in names:
        whose = words.cap(words.name(names[keeper]))
        stands = f"{whose:holds|hold} it{'' if holder >= 0 else ', as from the beginning'}."
    return Goal(text, stands, ("5.0", "4.91A"), holder if holder >= 0 else None)


def _most(s: State, names: Names) -> Goal:
    counts = {o: len(victory.capitals(s, o)) for o in s.order}
    most = max(counts.values())
    ahead = [o for o, n in counts.items() if n == most]
    stands = ", ".join(f"{names[o]}: {n}" for o, n in counts.items())
    return Goal(
        "At the end whoever holds most enemy capitals wins; a tie is nobody's.",
        f"{stands}.",
        _MOST,
        ahead[0] if len(ahead) == 1 else None,
    )


def _world(s: State) -> Goal:
    if s.tipped:
        side, thing = ("Law", "the Runestaff") if s.tipped == spells.LAW else ("Chaos", "Mournblade")
        clause = ("5.0", "4.91C") if s.tipped == spells.LAW else ("5.0", "4.91D")
        return Goal(
            f"If the world ends in {side}, whoever has {thing} wins, and else whoever holds most magic of {side}.",
            f"It ends with turn {s.ends} unless it is set right.",
            clause,
        )
    at = s.balance
    stands = "even" if not at else f"{abs(at)} towards {'Law' if at < 0 else 'Chaos'}, of {s.rules.balance_arm}"
    text = "If the Balance tips, the world ends early, and its magic decides before what stands below."
    return Goal(text, f"The Balance stands {stands}.", ("5.0", "4.91C"))


# ---- one seat's own aim -----------------------------------------------------------------------------------------------


def _for_capitals(s: State, seat: int, names: Names) -> tuple[str, str, tuple[str, ...]]:
    mine = 0 if victory.group_of(s, 0) == seat else 1
    theirs = s.scenario.groups[1 - mine].nations
    held, lost = _held(s, seat, 1 - mine), _held(s, victory.group_of(s, 1 - mine), mine)
    others = len(s.scenario.groups[mine].nations)
    if mine == 0:
        aim = f"take {_towns(theirs)}, or keep one capital of your own to the end"
    else:
        aim = f"take {_towns(theirs)}"
    return aim, f"{len(held)} of {len(theirs)} held, {len(lost)} of {others} lost", s.scenario.clauses


def _for_imrryr(s: State, seat: int, names: Names) -> tuple[str, str, tuple[str, ...]]:
    keeps = victory.group_of(s, 1) == seat
    safe = victory.imrryr_holder(s) < 0
    if keeps:
        return "keep Imrryr to the end", "Imrryr is yours" if safe else "Imrryr is lost", s.scenario.clauses
    until = "" if s.rules.imrryr_wins == "at-once" else " and hold it at the end"
    return f"take Imrryr{until}", "not yet taken" if safe else "you hold it", s.scenario.clauses


def _for_most(s: State, seat: int, names: Names) -> tuple[str, str, tuple[str, ...]]:
    mine = len(victory.capitals(s, seat))
    others = max((len(victory.capitals(s, o)) for o in s.order if o != seat), default=0)
    who = "your rival has" if s.scenario.seats == 2 else "the best of the others has"
    return "hold the most enemy capitals at the end", f"you hold {mine}, {who} {others}", _MOST


def _for_duel(s: State, seat: int, names: Names) -> tuple[str, str, tuple[str, ...]]:
    foe = next((o for o in s.order if o != seat), seat)
    _, stands, _ = _for_most(s, seat, names)
    return f"destroy {words.name(names[foe])}, or hold the most enemy capitals", stands, s.scenario.clauses


def _for_dragons(s: State, seat: int, names: Names) -> tuple[str, str, tuple[str, ...]]:
    return "bring a Dragon Master to Melnibone and beat the Dragons", _masters(s), s.scenario.clauses


def _masters(s: State) -> str:
    found = [u for u in pieces.DRAGONMASTERS if s.owner[u] < NEUTRAL and s.place[u] < BOARD.size]
    return f"{words.cap(words.units(found)):is|are} with you" if found else "No Dragon Master has been found"


def _sorcerers(s: State) -> str:
    there = [u for g in s.scenario.groups for x in g.pieces if s.place[u := pieces.INDEX[x]] < BOARD.size]
    return f"{words.cap(words.units(there)):lives|live}" if there else "Both are gone"


_AIMS: Final = {
    "capitals": _for_capitals,
    "imrryr": _for_imrryr,
    "normal": _for_most,
    "duel": _for_duel,
    "dragons": _for_dragons,
}
