"""What one change would help most: everything a side could really do now is tried, and the best is put first."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from fractions import Fraction
from typing import TYPE_CHECKING

from elric.young_kingdoms.components import pieces, spells
from elric.young_kingdoms.components.board import BOARD
from elric.young_kingdoms.components.pieces import ARMY, CONJURES, FLEET, HERO, KIND, MAGIC
from elric.young_kingdoms.lab.spec import BattleError
from elric.young_kingdoms.position import words
from elric.young_kingdoms.position.state import State, own_in

if TYPE_CHECKING:
    from elric.young_kingdoms.lab.battle import Battle


@dataclass(frozen=True, slots=True)
class Change:
    """One change: what is done, the battle that comes of it, and what it brings this side.

    `win` and `city` are gains in chance: of winning, and of the city falling (a defender gains when it falls less).
    `spared` is combat value this side can expect to keep that it would have lost for good.
    """

    words: str
    battle: Battle
    win: Fraction
    city: Fraction
    spared: Fraction


def changes(battle: Battle, side: int = 0, most: int = 5) -> list[Change]:
    """The changes that help this side most, best first; those that help nothing are left out."""
    was = battle.odds()
    found = []
    seen = set()
    for text, what in _ideas(battle, side):
        try:
            other = battle.but(**what)
        except BattleError:
            continue
        if other.spec in seen:
            continue
        seen.add(other.spec)
        now = other.odds()
        sign = 1 if side == 0 else -1
        win = now.win[side] - was.win[side]
        city = sign * (now.falls - was.falls)
        found.append(Change(text, other, win, city, was.lasting(side) - now.lasting(side)))
    found = [c for c in found if c.city > 0 or c.win > 0 or (c.spared > 0 and c.win >= 0 and c.city >= 0)]
    found.sort(key=lambda c: (-(c.city + c.win), -c.spared, c.words))
    return found[:most]


def _ideas(battle: Battle, side: int) -> Iterator[tuple[str, dict[str, object]]]:
    spec = battle.spec
    key = ("attack", "defend")[side]
    mine: tuple[str, ...] = getattr(spec, key)
    casting = {u for u, _ in spec.cast}
    for u, name in spec.hands:
        if u in mine and MAGIC[pieces.INDEX[u]] and u not in casting:
            left = tuple(x for x in spec.hands if x != (u, name))
            yield (
                f"{words.unit(pieces.INDEX[u]):casts|cast} {words.spell(spells.INDEX[name])}",
                {"cast": (*spec.cast, (u, name)), "hands": left},
            )
    for u, name in spec.cast:
        if u in mine:
            left = tuple(x for x in spec.cast if x != (u, name))
            yield (
                f"{words.unit(pieces.INDEX[u]):keeps|keep} {words.spell(spells.INDEX[name])}",
                {"cast": left, "hands": (*spec.hands, (u, name))},
            )
    for u in mine:
        i = pieces.INDEX[u]
        if CONJURES[i] and u not in casting and u not in spec.conjure:
            yield f"{words.unit(i):conjures|conjure}", {"conjure": (*spec.conjure, u)}
        if KIND[i] == HERO:
            if u in spec.held:
                yield f"{words.unit(i):joins|join} the fight", {"held": tuple(x for x in spec.held if x != u)}
            else:
                yield f"{words.unit(i):is|are} held back", {"held": (*spec.held, u)}
    for text, more in _reinforcements(battle, side):
        yield text, {key: (*mine, *more)}
    if spec.policy[side] != "best":
        both = list(spec.policy)
        both[side] = "best"
        yield "losses fall on those who will probably escape", {"policy": tuple(both)}


def _reinforcements(battle: Battle, side: int) -> Iterator[tuple[str, list[str]]]:
    """Who could come: stacks next door on the board; without a board one more of the nations that are there."""
    there = {pieces.IDS[u] for both in battle.start.battle.units for u in both}
    s: State | None = battle.around
    seat = battle.start.battle.seat(side)
    if s is not None:
        for a in BOARD.near[battle.area]:
            units = [u for u in own_in(s, a, seat) if pieces.IDS[u] not in there and KIND[u] in (ARMY, HERO)]
            if any(KIND[u] == HERO for u in units):
                yield f"{words.units(units):comes|come} from {words.area(a)}", [pieces.IDS[u] for u in units]
        return
    mine = battle.start.battle.units[side]
    nations = {pieces.NATION[u] for u in mine if pieces.NATION[u] >= 0}
    kinds = (FLEET, HERO) if battle.start.battle.sea else (ARMY, HERO)
    for n in sorted(nations):
        free = [
            u for u in pieces.NATIONS[n].pieces if pieces.IDS[u] not in there and KIND[u] in kinds and u != pieces.ELRIC
        ]
        armies = [u for u in free if KIND[u] == kinds[0]]
        for k in (1, 3):
            if len(armies) >= k:
                yield f"{words.units(armies[:k]):joins|join}", [pieces.IDS[u] for u in armies[:k]]
        for u in free:
            if KIND[u] == HERO:
                yield f"{words.unit(u):joins|join}", [pieces.IDS[u]]
