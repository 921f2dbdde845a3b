"""What a battle is: the results table, where battles are fought, and the totals line by line. Sources: Chaosium [10.1],
[10.4], [10.6], [10.9]; Avalon Hill 9.1, 9.4, 9.6, 9.9.
"""

from __future__ import annotations

from collections.abc import Sequence
from functools import cache
from typing import Any, Final, NamedTuple

from elric.kernel.bits import ones
from elric.young_kingdoms.artifacts.black_swords import sword_value
from elric.young_kingdoms.components import pieces, spells
from elric.young_kingdoms.components.board import BOARD, SEA
from elric.young_kingdoms.components.pieces import (
    ARMY,
    ARTIFACT,
    ELRIC,
    FIGHT,
    FLEET,
    HERO,
    HERO_BITS,
    KIND,
    KINSMEN_BITS,
    MELNIBONE,
)
from elric.young_kingdoms.magic import balance
from elric.young_kingdoms.position import words
from elric.young_kingdoms.position.notes import Faced, Fought, Reduced, Searching, noted
from elric.young_kingdoms.position.state import (
    ASHORE,
    CAST_NOW,
    HOSTILE,
    NEUTRAL,
    State,
    enemies,
    foe_at,
    foes_at,
    own_in,
)
from elric.young_kingdoms.world.terrain import others_cities, wild_for

SPELLS_A_BATTLE: Final = 3  # [9.2] / 8.2
MONSTER: Final = -1  # the attacker in a random attack: a spell's creature


class Result(NamedTuple):
    """A row of the Combat Results Table: the least difference it is for, what is lost (-1: everything), its name."""

    least: int
    losses: int
    name: str


# The Combat Results Table, one for both editions ([10.6] / 9.6).
TABLE: Final = tuple(Result(*row) for row in (
    (25, -1, "eliminated"),
    (20, 15, "retreat, lose 15"),
    (15, 10, "retreat, lose 10"),
    (10, 5, "retreat, lose 5"),
    (5, 3, "retreat, lose 3"),
    (4, 2, "retreat, lose 2"),
    (3, 1, "retreat, lose 1"),
    (1, 0, "retreat, no loss"),
    (0, 0, "roll again"),
))  # fmt: skip


def row(difference: int) -> int:
    """Index into TABLE for a difference of totals (0 or more)."""
    if difference < 0:
        raise ValueError(f"a difference of totals cannot be {difference}")
    return _ROWS[min(difference, TABLE[0].least)]


_ROWS: Final = tuple(next(i for i, r in enumerate(TABLE) if n >= r.least) for n in range(TABLE[0].least + 1))


class BattleState(NamedTuple):
    """One battle from the first decision to the end. Side 0 attacks, side 1 defends."""

    area: int
    attacker: int
    defender: int
    units: tuple[tuple[int, ...], tuple[int, ...]]
    wall: int = 0
    base: int = 0  # strength of a neutral city that defends itself
    sortie: bool = False
    beside: bool = False  # beside a neutral city, whose people take no part
    sally: int = -1  # the port whose fleets have come out to meet a landing
    held: tuple[int, ...] = ()
    laid: tuple[tuple[tuple[int, int], ...], tuple[tuple[int, int], ...]] = ((), ())  # (spell, caster)
    void: tuple[int, ...] = ()  # spells that do nothing (dispelled, Balo's even roll, Chaos Shield)
    undone: tuple[int, ...] = ()  # those among them that were dispelled: they do not move the Balance either
    turned: tuple[int, ...] = ()  # conjured spells that strike their own side
    conjured: tuple[int, ...] = ()  # personalities who have drawn a spell in this battle
    monster: int = -1
    eaten: tuple[int, ...] = ()
    sums: tuple[int, int] = (0, 0)
    rolls: tuple[tuple[int, int], ...] = ()
    difference: int = 0
    row: int = -1
    loser: int = -1
    fell: bool = False
    out: tuple[int, ...] = ()
    fates: tuple[tuple[int, bool], ...] = ()
    outer: Any = None  # the battle that this one interrupts: a random attack on a retreat

    @property
    def sea(self) -> bool:
        """Whether it is fought on the water."""
        return BOARD.kind[self.area] == SEA

    def seat(self, side: int) -> int:
        """Who commands a side: a seat, NEUTRAL or MONSTER."""
        return self.attacker if side == 0 else self.defender

    def but(self, **changed: Any) -> BattleState:
        """The battle with something changed: `_replace`, but quicker where a few members of many change."""
        members = list(self)
        for name, value in changed.items():
            members[_MEMBER[name]] = value
        return BattleState._make(members)


_MEMBER: Final = {name: k for k, name in enumerate(BattleState._fields)}


def has_fought(s: State, a: int) -> bool:
    """Whether the active player has already fought here this turn."""
    return bool(s.notes) and Fought(a) in noted(s, Fought)


def in_party(s: State, u: int) -> bool:
    """Whether a piece fights where the active player has found an enemy in the wilderness: whoever has not been found
    himself does not fight along with those who search there ([8.0] / 7.21)."""
    if not s.found or s.owner[u] != s.player:
        return True
    a = s.place[u]
    if a >= BOARD.size or not s.found >> a & 1:
        return True
    return all(note.stack == s.band[u] for note in noted(s, Searching) if note.area == a)


def party(s: State, a: int) -> tuple[int, ...]:
    """The active player's pieces in an area that fight there."""
    mine = own_in(s, a, s.player)
    if not s.found >> a & 1:
        return mine
    return tuple(u for u in mine if in_party(s, s.aboard[u] if KIND[u] == ARTIFACT else u))


def rival(s: State, a: int) -> int:
    """The enemy whom the active player would fight in an area: where several have been found, each in turn, those who
    have been fought left out; -1 for none."""
    foe = foe_at(s, a, s.player)
    faced = [note.enemy for note in noted(s, Faced) if note.area == a]
    if foe not in faced:
        return foe
    return next((o for o in ones(s.who[a] & HOSTILE[s.player]) if o < NEUTRAL and o not in faced), -1)


def awaits(s: State, a: int, seat: int) -> bool:
    """Whether a seat's pieces have been found in an area and are still to be fought there, after others it may be."""
    return bool(s.found >> a & 1 and s.who[a] >> seat & 1) and Faced(a, seat) not in noted(s, Faced)


def note_of_battle(s: State, a: int, foe: int) -> Faced | Fought:
    """What is noted of a battle: it is the only one of this turn here, unless other enemies have been found as well."""
    before = [note.enemy for note in noted(s, Faced) if note.area == a]
    left = [o for o in ones(s.who[a] & HOSTILE[s.player]) if o < NEUTRAL and o != foe and o not in before]
    return Faced(a, foe) if left and s.found >> a & 1 and wild_for(s, a) else Fought(a)


def _siege(s: State, a: int) -> bool:
    """Whether a siege or an assault may be pressed again in a contested area, or a sortie made."""
    if not BOARD.city[a]:
        return False
    if foes_at(s, a, s.player):
        return BOARD.wall[a] > 0 and not wild_for(s, a)
    return BOARD.wall[a] > 0 or s.control[a] == NEUTRAL


def has_leader(s: State, a: int, seat: int) -> bool:
    """Whether a personality is there to lead an attack ([10.1] / 9.11)."""
    return s.at[a] & s.of[seat] & HERO_BITS > 0


def _fronts(s: State) -> int:
    """Areas where the active player stands beside others, or alone with a city of somebody else's, as bits."""
    me = s.player
    return s.stands[me] & (enemies(s, me) | others_cities(s, me))


NOTHING: Final = 0
MAY: Final = 1
MUST: Final = 2


def prospects(s: State) -> list[tuple[int, int]]:
    """Areas where the active player can fight this turn, each with MAY or MUST ([10.1] / 9.1)."""
    return [(a, stance) for a in ones(_fronts(s)) if (stance := _stance(s, a)) and not has_fought(s, a)]


def must(s: State) -> list[int]:
    """Areas where the active player has to fight this turn ([10.1] / 9.1)."""
    return [a for a, stance in prospects(s) if stance == MUST]


def pending_battles(s: State) -> list[int]:
    """Areas where the active player will or may fight this turn."""
    return [a for a in ones(_fronts(s)) if _stance(s, a) and not has_fought(s, a)]


def may(s: State, a: int) -> bool:
    """Whether the active player may fight here: a battle he must fight, a siege or an assault he may press again, a
    sortie he may make ([10.9.3], [10.9.4] / 9.93, 9.94)."""
    return _fronts(s) >> a & 1 == 1 and _stance(s, a) != NOTHING and not has_fought(s, a)


def _stance(s: State, area: int) -> int:
    """What a contested area leaves the active player: no choice once an attack has been made, nor where two stand face to
    face in the open."""
    me = s.player
    if not has_leader(s, area, me):
        return NOTHING
    if s.assaults >> area & 1:
        return MUST
    foe = foe_at(s, area, me)
    if 0 <= foe < NEUTRAL:
        if wild_for(s, area):
            if s.found >> area & 1 and rival(s, area) >= 0 and any(KIND[u] == HERO for u in party(s, area)):
                return MUST
        elif not (BOARD.wall[area] and s.control[area] in (me, foe)):
            # whoever lies behind the wall, or before it, may wait
            return MUST
    return MAY if _siege(s, area) and not shut_out(s, area) else NOTHING


def shut_out(s: State, area: int) -> bool:
    """Whether the siege of Imrryr has to rest because Elric has gone ([12.1], 9.943)."""
    holder = s.control[area]
    fallen = holder < NEUTRAL and holder != s.nation_owner[MELNIBONE]
    return (
        BOARD.special[area] == "imrryr"
        and holder != s.player
        and not fallen
        and not s.rules.imrryr_siege_without_elric
        and not s.scenario.solo
        and not (s.place[ELRIC] == area and s.owner[ELRIC] == s.player)
    )


@cache
def garrison_value(area: int) -> int:
    """What defends a neutral city: the combat values due there at set-up, at least 3 where the books name none
    (reconstructed; the printed values are lost)."""
    name = BOARD.nation[area]
    if not name or not BOARD.city[area]:
        return 0
    nation = pieces.NATIONS[pieces.NATION_INDEX[name]]
    armies = sum(KIND[u] == ARMY for u in nation.pieces)
    others = sum(1 for x in BOARD.home[name] if BOARD.city[x] and x != BOARD.main_city(name))
    if area != BOARD.main_city(name):
        return 3
    here = max(0, armies - 3 * others)
    heroes = sum(FIGHT[u] for u in nation.pieces if KIND[u] == HERO and u != ELRIC)
    return max(3, here + heroes)


def spent_strength(s: State, a: int) -> bool:
    """Whether a city that turned neutral under attack has not gathered its strength again (9.931)."""
    return any(note.city == a for note in noted(s, Reduced))


def opponent(s: State, a: int) -> int:
    """Whom the active player would fight here: a seat, or NEUTRAL."""
    foe = rival(s, a)
    if foe >= 0:
        return foe
    return s.control[a] if s.control[a] < NEUTRAL else NEUTRAL


def prospect(s: State, area: int) -> BattleState:
    """The battle that the active player would fight here: who stands on each side, behind which wall ([10.9.1] / 9.912)."""
    me = s.player
    held_by = s.control[area]
    foe = opponent(s, area)
    sortie = held_by == me and BOARD.wall[area] > 0
    wall = BOARD.wall[area] if held_by == foe and not sortie else 0
    mine, theirs = party(s, area), own_in(s, area, foe)
    base = 0
    if foe == NEUTRAL:
        theirs = tuple([u for u in theirs if u not in _BYSTANDERS])
        base = garrison_value(area) if not theirs and not spent_strength(s, area) else 0
    if s.scenario.solo:
        # no wall has been built on Melnibone yet; its Dragons count double there
        wall, base = 0, 2 * spells.VALUE[spells.DRAGONS]
    return BattleState(area, me, foe, (mine, theirs), wall, base, sortie, foe < NEUTRAL == held_by)


# Neutrals who wait for a voice to follow, and fight for nobody until then.
_BYSTANDERS: Final = (ELRIC, pieces.MOONGLUM, pieces.BRUT)


def stands_aside(battle: BattleState, side: int, u: int) -> bool:
    """Whether this is a Melnibonean who takes no part: none but Elric fights his own people or attacks Imrryr
    ([12.0] / 11). Those who defend Imrryr always do."""
    if u not in KINSMEN:
        return False
    if BOARD.special[battle.area] == "imrryr" and battle.wall:
        return side == 0
    return not KINSMEN.isdisjoint(battle.units[1 - side])


# Melniboneans other than Elric, who does as he likes.
KINSMEN: Final = frozenset(ones(KINSMEN_BITS))


def all_stand_aside(s: State, a: int, moving: Sequence[int]) -> bool:
    """Whether a stack that would attack here is made up of Melniboneans who would not fight."""
    stack = [u for u in moving if KIND[u] != ARTIFACT]
    if not KINSMEN.issuperset(stack):
        return False
    if stack and BOARD.special[a] != "imrryr" and not s.at[a] & KINSMEN_BITS:
        return False  # nobody of their people, nor their city: no need to draw up the battle (nine times in ten)
    b = prospect(s, a)
    return all(stands_aside(b, 0, u) for u in stack)


def dockside(s: State, battle: BattleState) -> bool:
    """Whether fleets in port add to the defence of it ([10.9.5] / 9.961)."""
    return bool(s.rules.port_fleets_help) and not battle.sea


class Line(NamedTuple):
    """One line of a total: what, how much, and the clause that says so."""

    words: str
    value: int
    clause: tuple[str, str]


def is_loaded(s: State, unit: int) -> bool:
    """Whether an army counts for nothing since it is aboard a ship, in port too (9.72)."""
    return KIND[unit] == ARMY and s.aboard[unit] != ASHORE and not s.rules.docked_armies_fight


def fights(s: State, battle: BattleState, side: int, unit: int) -> int:
    """What one piece adds to its side's total in this battle, 0 when it takes no part."""
    kind = KIND[unit]
    if kind == ARTIFACT or s.place[unit] != battle.area or unit in battle.held or unit in battle.eaten:
        return 0
    if unit in KINSMEN and stands_aside(battle, side, unit):
        return 0
    if kind == HERO:
        if unit in battle.conjured:
            return 0  # he has used magic, whatever came of it
        # whoever keeps a spell up has cast it before
        cast = battle.laid[side] and (s.flags[unit] & CAST_NOW or not s.rules.keeper_fights)
        return 0 if cast and any(c == unit for _, c in battle.laid[side]) else sword_value(s, unit)
    if kind == ARMY:
        return 0 if battle.sea or is_loaded(s, unit) else FIGHT[unit]
    return FIGHT[unit] if battle.sea or (side == 1 and dockside(s, battle)) else 0


def forces(s: State, battle: BattleState, side: int) -> list[tuple[str, int, int]]:
    """What makes up a side's total before the dice ([10.4] / 9.4): kind, which, and how much. Kinds: a piece, the armies
    of a nation, a spell, what the Balance adds to a spell, the people of a neutral city, a wall. Nothing counts 0."""
    out: list[tuple[str, int, int]] = []
    armies: dict[int, int] = {}
    for u in battle.units[side]:
        v = fights(s, battle, side, u)
        if not v:
            continue
        if KIND[u] == ARMY:
            n = pieces.NATION[u]
            armies[n] = armies.get(n, 0) + v
        else:
            out.append(("piece", u, v))
    out += [("armies", n, v) for n, v in armies.items()]
    return out + _other_forces(s, battle, side)


def _other_forces(s: State, battle: BattleState, side: int) -> list[tuple[str, int, int]]:
    """What adds to a side's total and is no piece."""
    out: list[tuple[str, int, int]] = []
    if side == 0 and battle.monster >= 0 and battle.monster not in battle.void:
        out += _spell_force(s, battle.monster)
    for other in (0, 1):
        for i, _ in battle.laid[other]:
            if i not in battle.void and (i in battle.turned) != (other == side):
                out += _spell_force(s, i)
    if side == 1:
        if battle.base:
            out.append(("base", battle.area, battle.base))
        if battle.wall:
            out.append(("wall", battle.area, battle.wall))
    return out


def _spell_force(s: State, i: int) -> list[tuple[str, int, int]]:
    if not spells.STRENGTH[i]:
        return []
    extra = balance.bonus(s, spells.ALIGN[i])
    whole = ("spell", i, spells.STRENGTH[i])
    return [whole, ("balance", i, extra)] if extra else [whole]


def total_lines(s: State, battle: BattleState, side: int) -> list[Line]:
    """A side's total before the dice, line by line ([10.4] / 8.21, 9.4). Lines of 0 are left out."""
    return [_line(s, battle, side, *force) for force in forces(s, battle, side)]


def _line(s: State, battle: BattleState, side: int, kind: str, which: int, value: int) -> Line:
    clause = ("10.4", "9.4")
    if kind == "piece":
        text = str(words.unit(which))
    elif kind == "armies":
        host = [
            u
            for u in battle.units[side]
            if pieces.NATION[u] == which and KIND[u] == ARMY and fights(s, battle, side, u)
        ]
        text = words.units(host)
    elif kind == "spell":
        text = words.spell(which)
        clause = ("7.6", "6.66") if which == battle.monster else clause
    elif kind == "balance":
        text = "the Balance, " + (
            "which leans its way" if which == battle.monster else f"in favour of {words.spell(which)}"
        )
        clause = ("13.2", "12.2")
    elif kind == "wall":
        text = f"the walls of {words.area(which)}"
        clause = ("7.5.2", "6.52") if BOARD.capital[which] else ("7.5.7", "6.571")
    elif s.scenario.solo:
        text = "the Dragons, doubled on their island"
        clause = ("14.1D", "13.1D")
    else:
        text = f"the people of {words.area(which)}"
        clause = ("10.9.3", "9.93")
    return Line(text, value, clause)


def total(s: State, battle: BattleState, side: int) -> int:
    """A side's total before the dice."""
    out = 0
    for u in battle.units[side]:
        out += fights(s, battle, side, u)
    for _, _, value in _other_forces(s, battle, side):
        out += value
    return out


def defenders_worth(s: State, battle: BattleState) -> int:
    """Losses that must be inflicted to clear a city before its wall counts: every defender present."""
    worth = battle.base
    for u in battle.units[1]:
        if u in battle.eaten or KIND[u] == ARTIFACT or s.place[u] != battle.area or stands_aside(battle, 1, u):
            continue
        if is_loaded(s, u) or (KIND[u] == FLEET and not battle.sea and not dockside(s, battle)):
            continue
        worth += sword_value(s, u)
    return worth
