"""Puzzles of *White Bear and Red Moon*: who marches against a stack, which stack a company attacks, from where, whom a spell is for,
and where a company gives way to that is attacked next turn.

Everything is asked of the position as the seat that decides knows it: what lies face down may be any counter that could lie there.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from fractions import Fraction
from pathlib import Path
from typing import Any, ClassVar, Final

from elric.dragon_pass.combat.reckoning import reckon
from elric.dragon_pass.components.board import AROUND, BOARD, HEXES, INDEX
from elric.dragon_pass.components.units import CF, COUNTS, HEROES, SIDE_NAMES, SUPERHEROES
from elric.dragon_pass.lab import Clash, spell_from, swords_at
from elric.dragon_pass.lab.tell import named
from elric.dragon_pass.lab.unseen import veil
from elric.dragon_pass.magic.casting import TO_AIM, TO_CAST
from elric.dragon_pass.magic.spells import casters, casting_hexes, in_range, shortest, touchable
from elric.dragon_pass.movement.march import HALT, JOIN, LEAD, STEP
from elric.dragon_pass.movement.routes import routes
from elric.dragon_pass.movement.stacking import LIMIT
from elric.dragon_pass.movement.zones import may_fight
from elric.dragon_pass.position.state import Segment, State, foes, move
from elric.kernel.bits import bits, ones
from elric.kernel.steps import Action
from elric.tutor.puzzles import RETREAT, Asking, Puzzle, Puzzles, Way

__all__ = ["DragonPassPuzzles", "clash_of_way", "whole_stack"]

_WAYS: Final = 8
_FAR: Final = 9  # hexes
_NEAR: Final = 6  # hexes, from which somebody could come next turn
_COMERS: Final = 2  # who could come, looked at for one company
_FAR_AHEAD: Final = 2  # a company that is stronger than any other by so much is no riddle


class DragonPassPuzzles(Puzzles):
    """Puzzles of *White Bear and Red Moon*."""

    path: ClassVar = Path(__file__).parents[1] / "data" / "puzzles.jsonl"
    themes: ClassVar = {
        "siege": "Siege", "ground": "Ground", "heroes": "Heroes", "field": "In the open",
        "magic": "Magic", "retreat": "Retreat",
    }  # fmt: skip
    clauses: ClassVar = {
        "siege": (("13.1",),), "ground": (("13.2",),), "heroes": (("17.1",),), "field": (("12.2",),),
        "magic": (("19.1",),), "retreat": (("13.2",), ("12.1",)),
    }  # fmt: skip

    def askings(self, game: Any) -> Iterator[Asking]:
        s: State = game.state
        if not s.turn or s.seat != s.player:
            return
        s, _ = veil(s, s.seat)
        if game.step == "movement":
            yield from _marches(s)
            yield from _retreats(s)
        elif game.step in ("early", "combat") and s.scenario.magic and not s.spells and not s.links and not s.locked:
            yield from _spells(s)

    def chance(self, game: Any, way: Way, asks: str) -> Fraction | None:
        state, hidden = veil(game.state, game.seat)
        fight = (worst_attack if asks == RETREAT else clash_of_way)(state, hidden, way)
        if fight is None:
            return None
        return 1 - _cleared(fight) if asks == RETREAT else _cleared(fight)

    def sound(self, game: Any, asking: Asking) -> bool:
        s: State = game.state
        ways = asking.ways
        if asking.asks == RETREAT:
            return True
        fight = clash_of_way(*veil(s, game.seat), ways[0])
        if fight is None or fight.gain < 0:
            return False
        stacks = [len(s.piles[INDEX[way.place]]) for way in ways]
        swords = [sum(CF[u] for u in _company(way)) for way in ways]
        if len({way.place for way in ways}) > 1:
            return stacks[0] >= min(stacks[1:])
        return not swords[0] or swords[0] < _FAR_AHEAD * max(swords[1:]) or len({*swords}) == 1

    def theme(self, game: Any, asking: Asking) -> str:
        first, target = asking.ways[0], INDEX[asking.ways[0].place]
        if asking.asks == RETREAT:
            return "retreat"
        if first.actions[0].verb == "aim":
            return "magic"
        if BOARD.walls >> target & 1:
            return "siege"
        if asking.asks == "from":
            return "ground"
        return "heroes" if bits(_company(first)) & (HEROES | SUPERHEROES) else "field"

    def says(self, game: Any, puzzle: Puzzle) -> tuple[str, list[str]]:
        s, hidden = veil(game.state, game.seat)
        ways = self.ways(puzzle)
        target = whole_stack(s, hidden, INDEX[ways[0].place])
        when = f"Turn {s.turn}, you play {SIDE_NAMES[s.seat].replace('The ', 'the ')}."
        gone = "driven from its hex or destroyed"
        if ways[0].actions[0].verb == "aim":
            casts = [whole_stack(s, hidden, w.actions[0].args[0]) for w in ways]
            if puzzle.asks == "who":
                text = f"One stack casts at {target}. Whose spell is likeliest to see it {gone}?"
                return f"{when} {text}", casts
            text = f"{casts[0]} can cast one spell. At whom is it likeliest that the stack is {gone}?"
            return f"{when} {text}", [whole_stack(s, hidden, INDEX[w.place]) for w in ways]
        if puzzle.asks == "who":
            text = f"One company marches against {target}. After whose march is the stack most often {gone}?"
            return f"{when} {text}", [f"{named(_company(w), hidden)}, from {BOARD.where(_end(w))}" for w in ways]
        who = named(_company(ways[0]), hidden)
        if puzzle.asks == RETREAT:
            text = f"{target} can attack {who} next turn in each of these places. In which is the company least often {gone}?"
            return f"{when} {text}", [
                f"It marches to {BOARD.where(_end(w))}" if _end(w) >= 0 else "It stays where it is" for w in ways
            ]
        if puzzle.asks == "from":
            text = f"{who} can attack {target} from several hexes. From which is the stack most often {gone}?"
            return f"{when} {text}", [f"From {BOARD.where(_end(w))}" for w in ways]
        text = f"{who} can march against one of these. Which stack is then most often {gone}?"
        return f"{when} {text}", [
            f"{whole_stack(s, hidden, INDEX[w.place])}, from {BOARD.where(_end(w))}" for w in ways
        ]

    def start(self, game: Any, way: Way) -> str:
        first = way.actions[0]
        if first.verb == "aim":
            return HEXES.names[first.args[0]]
        return HEXES.names[game.state.place[first.args[0]]] if first.verb == "lead" else ""

    def outcome_in_words(self, game: Any, way: Way, asks: str) -> str:
        fight = (worst_attack if asks == RETREAT else clash_of_way)(*veil(game.state, game.seat), way)
        return fight.answer().says if fight is not None else ""


# ---- what could be asked ------------------------------------------------------------------------------------------------


def _companies(s: State) -> list[tuple[int, tuple[int, ...]]]:
    """Own stacks that can march, each with those of it who can go together."""
    out = []
    for h in ones(s.at[s.player]):
        group: list[int] = []
        for u in s.piles[h]:
            if not s.done >> u & 1 and sum(COUNTS[v] for v in group) + COUNTS[u] <= LIMIT:
                group.append(u)
        if group:
            out.append((h, tuple(group)))
    return out


def _marches(s: State) -> Iterator[Asking]:
    """Each stack that several companies can attack, each company that can attack several stacks, or one from several hexes."""
    enemy = foes(s, s.player)
    by_target: dict[int, list[Way]] = {}
    for start, units in _companies(s):
        if enemy & AROUND[start]:
            continue
        t = s.copy()
        t.hand = units
        ends = routes(t)
        by_company: list[Way] = []
        for target in ones(enemy & HEXES.disc(start, _FAR)):
            near = [
                h for h in ones(AROUND[target]) if h in ends and h not in s.piles and enemy & AROUND[h] == 1 << target
            ]
            ways = [_march(units, ends[h], target) for h in near]
            columns = [_column(s, way) for way in ways]
            if not ways:
                continue
            best = ways[columns.index(max(columns))]
            by_target.setdefault(target, []).append(best)
            by_company.append(best)
            if len(ways) >= 3 and min(columns) < max(columns):
                yield Asking("from", tuple(ways[:_WAYS]))
        if len(by_company) >= 3:
            yield Asking("where", tuple(by_company[:_WAYS]))
    for ways in by_target.values():
        if len(ways) >= 3:
            yield Asking("who", tuple(ways[:_WAYS]))


def _column(s: State, way: Way) -> int:
    """The column of the table to which a march leads, by what is seen: told quickly, and without what dice bring."""
    fight = clash_of_way(s, 0, way)
    return reckon(fight.state, fight.battle).column if fight is not None else -1


def _march(units: tuple[int, ...], way: Iterable[int], target: int) -> Way:
    take = (LEAD[units[0]], *(JOIN[u] for u in units[1:]))
    return Way((*take, *(STEP[h] for h in way)), HEXES.names[target])


def _retreats(s: State) -> Iterator[Asking]:
    """Each company to which one enemy stack could come next turn, and where it could await it."""
    enemy = foes(s, s.player)
    for start, units in _companies(s):
        if enemy & AROUND[start]:
            continue
        t = s.copy()
        t.hand = units
        ends = {start: (), **routes(t)}
        free = [h for h in ends if not enemy & AROUND[h] and (h == start or h not in s.piles)]
        stay = (LEAD[units[0]], *(JOIN[u] for u in units[1:]), HALT)
        for target in sorted(ones(enemy & HEXES.disc(start, _NEAR)), key=lambda h: HEXES.distance(start, h))[:_COMERS]:
            name = HEXES.names[target]
            ways = [_march(units, ends[h], target) if h != start else Way(stay, name) for h in free]
            ways = [way for way in ways if _attack_on(s, way) is not None]
            if len(ways) >= 3:
                yield Asking(RETREAT, _apart(ways))


def _apart(ways: Sequence[Way]) -> tuple[Way, ...]:
    """Some of many ways, of each kind of ground one after the other, the shortest first."""
    order = sorted(ways, key=lambda way: len(way.actions))
    kinds: dict[object, int] = {}
    rank = {}
    for way in order:
        kind = BOARD.ground[_end(way)] if _end(way) >= 0 else "here"
        rank[way] = kinds[kind] = kinds.get(kind, -1) + 1
    return tuple(sorted(order, key=lambda way: rank[way])[:_WAYS])


def _spells(s: State) -> Iterator[Asking]:
    """Each stack of magicians that could cast at several stacks, and each stack at which several could cast."""
    by_target: dict[int, list[Way]] = {}
    for h in casting_hexes(s, s.player):
        near = in_range(s, h, shortest(s, casters(s, h)))
        ways = [
            Way((TO_AIM(h, t), TO_CAST(t)), HEXES.names[t]) for t in ones(near & foes(s, s.player)) if touchable(s, t)
        ]
        for way in ways:
            by_target.setdefault(INDEX[way.place], []).append(way)
        if len(ways) >= 3:
            yield Asking("where", tuple(ways[:_WAYS]))
    for found in by_target.values():
        if len(found) >= 3:
            yield Asking("who", tuple(found[:_WAYS]))


# ---- a way read back ----------------------------------------------------------------------------------------------------


def clash_of_way(s: State, hidden: int, way: Way) -> Clash | None:
    """The battle of a way, with all who then stand beside; None where its actions lead to none at its place."""
    target = INDEX[way.place]
    casting = tuple(a.args[0] for a in way.actions if a.verb == "aim" and a.args[1] == target)
    company, end = _company(way), _end(way)
    t, battle = s.copy(), None
    if casting:
        battle = spell_from(s, casting, target)
    elif company and end >= 0 and AROUND[target] >> end & 1:
        move(t, company, end)
        battle = swords_at(t, target, tuple(ones(may_fight(t, s.player) & AROUND[target])))
    return Clash(t, battle, None, "", hidden) if battle is not None else None


def worst_attack(s: State, hidden: int, way: Way) -> Clash | None:
    """The battle when the stack at a way's place comes next turn to where the way leads, from the side that is best for it; None
    where it cannot come."""
    found = _attack_on(s, way)
    return Clash(*found, None, "", hidden) if found is not None else None


def _attack_on(s: State, way: Way) -> tuple[State, Segment] | None:
    company, from_ = _company(way), INDEX[way.place]
    if not company or from_ not in s.piles:
        return None
    t, end = s.copy(), _end(way)
    end = s.place[company[0]] if end < 0 else end
    move(t, company, end)
    t.player, t.done = s.owner[s.piles[from_][0]], t.still
    units = dict(_companies(t)).get(from_, ())
    if not units or end not in t.piles:
        return None
    t.hand = units
    sides = [h for h in ones(AROUND[end]) if h in routes(t)]
    t.hand = ()
    best: tuple[int, State, Segment] | None = None
    for h in sides:
        there = t.copy()
        move(there, units, h)
        battle = swords_at(there, end, tuple(ones(may_fight(there, there.player) & AROUND[end])))
        column = reckon(there, battle).column if battle is not None else -1
        if battle is not None and (best is None or column > best[0]):
            best = column, there, battle
    return best[1:] if best is not None else None


def _cleared(fight: Clash) -> Fraction:
    """How likely it is that the stack that is attacked is gone afterwards."""
    return sum((p * odds.cleared for p, odds in fight.deals), Fraction(0))


def _first_march(way: Way) -> list[Action]:
    """The actions of the first company of a way."""
    leads = [k for k, a in enumerate(way.actions) if a.verb == "lead"]
    return list(way.actions[: leads[1]] if len(leads) > 1 else way.actions)


def _company(way: Way) -> tuple[int, ...]:
    return tuple(a.args[0] for a in _first_march(way) if a.verb in ("lead", "join"))


def _end(way: Way) -> int:
    """The hex to which a company marches, -1 for none."""
    return next((int(a.args[0]) for a in reversed(_first_march(way)) if a.verb == "step"), -1)


def whole_stack(s: State, hidden: int, h: int) -> str:
    """A stack by the names of all its counters that are seen, and where it stands."""
    return f"{named(s.piles[h], hidden)} in {BOARD.where(h)}"
