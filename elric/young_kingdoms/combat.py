"""Combat: which battles, who is held back, totals, dice, the results table. Sources: Chaosium [10.0]-[10.7], [10.9];
Avalon Hill 9-9.7, 9.9. What follows a battle (losses, escapes, retreats, captured cities) is in aftermath.py.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import Any, ClassVar, Final, NamedTuple

from ..kernel.steps import Auto, Check, Frame, Step
from ..kernel.verdict import Reason, Why
from . import balance, magic, pieces, spells, words
from .actions import Action
from .board import BOARD, SEA
from .context import Context
from .pieces import ARMY, ARTIFACT, ELRIC, FIGHT, FLEET, HERO, KIND, MELNIBONEAN
from .state import (
    CAST,
    CAST_NOW,
    DISCARD,
    HELD_OPEN,
    NEUTRAL,
    USED,
    State,
    cargo,
    foe_at,
    foes_at,
    ids,
    own_in,
    push,
)

MONSTER: Final = -1  # the attacker in a random attack: a spell's creature

# The Combat Results Table, one row for both editions ([10.6] / 9.6): least difference, losses, name.
# losses -1: everything is eliminated.
TABLE: Final = (
    (25, -1, "eliminated"),
    (20, 15, "retreat, lose 15"),
    (15, 10, "retreat, lose 10"),
    (10, 5, "retreat, lose 5"),
    (5, 3, "retreat, lose 3"),
    (4, 2, "retreat, lose 2"),
    (3, 1, "retreat, lose 1"),
    (1, 0, "retreat, no loss"),
    (0, 0, "roll again"),
)


def row(difference: int) -> int:
    """Index into TABLE for a difference of totals (0 or more)."""
    for i, r in enumerate(TABLE):
        if difference >= r[0]:
            return i
    raise ValueError(f"a difference of totals cannot be {difference}")


class Battle(NamedTuple):
    """One battle from the first decision to the end. Side 0 attacks, side 1 defends."""

    area: int
    attacker: int
    defender: int
    units: tuple[tuple[int, ...], tuple[int, ...]]
    wall: int = 0
    base: int = 0  # strength of a neutral city that defends itself
    sortie: bool = False
    held: tuple[int, ...] = ()
    laid: tuple[tuple[tuple[int, int], ...], tuple[tuple[int, int], ...]] = ((), ())  # (spell, caster)
    void: tuple[int, ...] = ()  # spells that do nothing (dispelled, Balo's even roll, Chaos Shield)
    turned: tuple[int, ...] = ()  # conjured spells that strike their own side
    monster: int = -1
    eaten: tuple[int, ...] = ()
    sums: tuple[int, int] = (0, 0)
    rolls: tuple[tuple[int, int], ...] = ()
    difference: int = 0
    row: int = -1
    loser: int = -1
    fell: bool = False
    out: tuple[int, ...] = ()
    safe: tuple[int, ...] = ()
    fates: tuple[tuple[int, bool], ...] = ()
    outer: Any = None  # the battle that this one interrupts: a random attack on a retreat

    @property
    def sea(self) -> bool:
        """Whether it is fought on the water."""
        return BOARD.kind[self.area] == SEA

    def seat(self, side: int) -> int:
        """Who commands a side: a seat, NEUTRAL or MONSTER."""
        return self.attacker if side == 0 else self.defender


# ---- which battles --------------------------------------------------------------------------------------------------


def fought(s: State, a: int) -> bool:
    """Whether the active player has already fought here this turn."""
    return any(n[0] == "fought" and n[1] == a for n in s.notes)


def _must(s: State, a: int) -> bool:
    from .movement import wild_for

    if fought(s, a):
        return False
    me = s.player
    if not s.count[me * BOARD.size + a]:
        return False
    if s.assaults >> a & 1:
        foe = foes_at(s, a, me)
        return foe or (BOARD.city[a] and s.control[a] != me)
    if not foes_at(s, a, me):
        return False
    if wild_for(s, a):
        return bool(s.found >> a & 1)
    return not (BOARD.wall[a] and s.control[a] != 5 and (s.control[a] == me or s.control[a] == foe_at(s, a, me)))


def must(s: State) -> list[int]:
    """Areas where the active player has to fight this turn ([10.1] / 9.1)."""
    return [a for a in _own_areas(s) if _must(s, a)]


def _own_areas(s: State) -> list[int]:
    base = s.player * BOARD.size
    row_ = s.count[base : base + BOARD.size]
    return [a for a in range(BOARD.size) if row_[a]]


def may(s: State, a: int) -> bool:
    """Whether the active player may fight here: a battle he must fight, a siege he may press, a sortie he may make."""
    if _must(s, a):
        return True
    me = s.player
    if fought(s, a) or not s.count[me * BOARD.size + a] or not foes_at(s, a, me):
        return False
    from .movement import wild_for

    if wild_for(s, a) or not BOARD.wall[a]:
        return False
    return any(KIND[u] == HERO for u in own_in(s, a, me))


def pending(s: State) -> list[int]:
    """Areas where the active player will or may fight this turn."""
    return [a for a in _own_areas(s) if may(s, a)]


def garrison_value(a: int) -> int:
    """What defends a neutral city: the combat values due there at set-up, at least 3 where the books name none
    (reconstructed; the printed values are lost)."""
    name = BOARD.nation[a]
    if not name or not BOARD.city[a]:
        return 0
    nation = pieces.NATIONS[pieces.NATION_INDEX[name]]
    armies = sum(KIND[u] == ARMY for u in nation.pieces)
    others = sum(1 for x in BOARD.home[name] if BOARD.city[x] and x != BOARD.main_city(name))
    if a != BOARD.main_city(name):
        return 3
    here = max(0, armies - 3 * others)
    heroes = sum(FIGHT[u] for u in nation.pieces if KIND[u] == HERO and u != ELRIC)
    return max(3, here + heroes)


# ---- the phase ------------------------------------------------------------------------------------------------------


def _check_fight(s: State, f: Frame, args: tuple[int, ...], why: Why) -> bool:
    (a,) = args
    if may(s, a):
        return True
    if why is not None:
        name = words.area(a)
        if fought(s, a):
            why.append(
                Reason(
                    ("10.1", "9.1"),
                    f"The battle in {name} has been fought this turn.",
                    "Choose another.",
                    (BOARD.ids[a],),
                )
            )
        elif not s.count[s.player * BOARD.size + a]:
            why.append(
                Reason(
                    ("10.1", "9.1"),
                    f"You have nobody in {name}.",
                    "Move in first, in the Movement phase.",
                    (BOARD.ids[a],),
                )
            )
        elif foes_at(s, a, s.player) and BOARD.wild[a]:
            why.append(
                Reason(
                    ("8.0", "7.21"),
                    f"In the wilderness of {name} the enemy has not been found.",
                    "Search for the enemy first.",
                    (BOARD.ids[a],),
                )
            )
        else:
            why.append(Reason(("10.1", "9.1"), f"There is no enemy to fight in {name}.", "", (BOARD.ids[a],)))
    return False


def _check_end(s: State, f: Frame, args: tuple[int, ...], why: Why) -> bool:
    left = must(s)
    if not left:
        return True
    if why is not None:
        why.append(
            Reason(
                ("10.1", "9.1"),
                f"Enemies in one province must fight: {words.listed([words.area(a) for a in left])}.",
                "Fight there first.",
                tuple(BOARD.ids[a] for a in left),
            )
        )
    return False


class CombatPhase(Step):
    """The attacker decides in which order his battles are fought."""

    name = "combat"
    verbs: ClassVar[dict[str, Check]] = {"fight": _check_fight, "end": _check_end}

    def candidates(self, s: State, f: Frame) -> Iterable[Action]:
        for a in _own_areas(s):
            if foes_at(s, a, s.player) or s.assaults >> a & 1:
                yield Action("fight", (a,))
        yield Action("end")

    def do(self, s: State, f: Frame, a: Action, cx: Context) -> None:
        if a.verb == "fight":
            begin(s, a.args[0], cx)
        else:
            from .aftermath import end_combat

            s.agenda = ()
            end_combat(s, cx)


COMBAT_PHASE: Final = CombatPhase()


def begin(s: State, a: int, cx: Context) -> None:
    """Start a battle in an area for the active player."""
    me = s.player
    foe = foe_at(s, a, me)
    if foe < 0:
        foe = s.control[a] if s.control[a] < NEUTRAL else NEUTRAL
    sortie = s.control[a] == me and BOARD.wall[a] > 0
    walls = (
        BOARD.wall[a]
        if not sortie and s.control[a] in (foe, NEUTRAL) and (foe != NEUTRAL or s.control[a] == NEUTRAL)
        else 0
    )
    if foe < NEUTRAL and s.control[a] != foe:
        walls = 0
    base = 0
    mine = tuple(u for u in own_in(s, a, me))
    theirs = tuple(u for u in own_in(s, a, foe) if u not in (ELRIC,) or foe != NEUTRAL)
    if foe == NEUTRAL and not theirs:
        base = garrison_value(a)
    s.battle = Battle(a, me, foe, (mine, theirs), wall=walls, base=base, sortie=sortie)
    s.notes = (*s.notes, ("fought", a))
    cx.tell("battle begins", area=a, attacker=me, defender=foe, wall=walls, base=base, units=mine, against=theirs)
    frames: list[Frame] = [(WITHHOLD, 0)]
    if foe < NEUTRAL and theirs:
        frames.append((WITHHOLD, 1))
    frames.append((REVEAL,))
    push(s, *frames)


# ---- holding back ---------------------------------------------------------------------------------------------------


def _check_withhold(s: State, f: Frame, args: tuple[int, ...], why: Why) -> bool:
    (u,) = args
    b: Battle = s.battle
    side = f[1]
    mine = b.units[side]
    if u not in mine or u in b.held or KIND[u] == ARTIFACT:
        if why is not None:
            why.append(
                Reason(("10.2", "9.2"), f"{words.unit(u)} is not among the units you can hold back.", "", ids((u,)))
            )
        return False
    rest = [x for x in mine if x != u and x not in b.held and KIND[x] != ARTIFACT]
    if side == 0 and not any(KIND[x] == HERO for x in rest):
        if why is not None:
            why.append(
                Reason(
                    ("10.2", "9.21"),
                    "An attack needs at least one personality in the fight.",
                    "Hold back somebody else.",
                    ids((u,)),
                )
            )
        return False
    if side == 1 and not rest and s.rules.all_withheld_must_retreat:
        from .aftermath import ways_out

        if not ways_out(s, b.area, b.defender, mine, before=True):
            if why is not None:
                why.append(
                    Reason(
                        ("10.2", "9.2"),
                        "With everybody held back you would have to give up the province, and there is no way out.",
                        "Leave somebody in the fight.",
                        ids((u,)),
                    )
                )
            return False
    return True


def _check_withdraw(s: State, f: Frame, args: tuple[int, ...], why: Why) -> bool:
    from .aftermath import ways_out

    (a,) = args
    b: Battle = s.battle
    if f[1] != 1:
        if why is not None:
            why.append(
                Reason(
                    ("10.2", "9.21"),
                    "Attackers who are held back cannot leave before the battle.",
                    "Only a defender may.",
                )
            )
        return False
    held = [u for u in b.units[1] if u in b.held]
    if not held:
        if why is not None:
            why.append(
                Reason(("10.2", "9.2"), "Only units held back may leave before the battle.", "Hold some back first.")
            )
        return False
    if a in ways_out(s, b.area, b.defender, held, before=True):
        return True
    if why is not None:
        why.append(
            Reason(
                ("10.2", "9.2"),
                f"Nobody can fall back to {words.area(a)}: it must be a neighbouring province without enemies, "
                "not one the attackers came through.",
                "Choose another province.",
                (BOARD.ids[a],),
            )
        )
    return False


def _check_ready(s: State, f: Frame, args: tuple[int, ...], why: Why) -> bool:
    b: Battle = s.battle
    if f[1] == 1 and s.rules.all_withheld_must_retreat:
        mine = [u for u in b.units[1] if KIND[u] != ARTIFACT]
        if mine and all(u in b.held for u in mine):
            if why is not None:
                why.append(
                    Reason(
                        ("10.2", "9.2"),
                        "With everybody held back the province must be given up.",
                        "Choose where to fall back to.",
                    )
                )
            return False
    return True


class WithholdStep(Step):
    """Frame: (step, side). Each side may hold units back; held-back defenders may leave before the battle."""

    name = "withhold"
    verbs: ClassVar[dict[str, Check]] = {"withhold": _check_withhold, "withdraw": _check_withdraw, "ready": _check_ready}

    def seat(self, s: State, f: Frame) -> int:
        return int(s.battle.seat(f[1]))

    def candidates(self, s: State, f: Frame) -> Iterable[Action]:
        b: Battle = s.battle
        seen = set()
        for u in b.units[f[1]]:
            if u in b.held:
                continue
            if KIND[u] == ARMY:
                same = (pieces.NATION[u], s.aboard[u])
                if same in seen:
                    continue
                seen.add(same)
            yield Action("withhold", (u,))
        if f[1] == 1 and b.held:
            for a in BOARD.near[b.area]:
                yield Action("withdraw", (a,))
        yield Action("ready")

    def do(self, s: State, f: Frame, a: Action, cx: Context) -> None:
        b: Battle = s.battle
        if a.verb == "withhold":
            s.battle = b._replace(held=(*b.held, a.args[0]))
            return
        if a.verb == "withdraw":
            from .aftermath import fall_back

            going = tuple(u for u in b.units[1] if u in b.held)
            going += tuple(u for u in b.units[1] if KIND[u] == ARTIFACT and s.aboard[u] in going)
            s.agenda = s.agenda[:-1]
            left = tuple(u for u in b.units[1] if u not in going)
            s.battle = b._replace(units=(b.units[0], left), held=tuple(u for u in b.held if u not in going))
            cx.tell("withdrew", units=going, area=b.area, to_area=a.args[0])
            if not left and not b.wall:
                # the province is yielded without a blow
                s.agenda = s.agenda[: -1 if s.agenda and s.agenda[-1][0] is REVEAL else None]
                from .aftermath import AFTER

                s.battle = s.battle._replace(loser=1, difference=0)
                push(s, (AFTER,))
            fall_back(s, b.defender, going, b.area, a.args[0], cx)
            return
        s.agenda = s.agenda[:-1]


WITHHOLD: Final = WithholdStep()


# ---- magic is revealed ----------------------------------------------------------------------------------------------


class Reveal(Auto):
    """Spells laid for this battle are turned up, conjurers draw, and the battle goes on to its totals."""

    name = "reveal"

    def run(self, s: State, f: Frame, cx: Context) -> None:
        b: Battle = s.battle
        if b.attacker != MONSTER:
            laid: list[tuple[tuple[int, int], ...]] = []
            for side in (0, 1):
                mine = []
                for i, at in enumerate(s.spell_at):
                    if at >= CAST and (at - CAST) % 1000 in b.units[side]:
                        mine.append((i, (at - CAST) % 1000))
                laid.append(tuple(mine))
            s.battle = b = b._replace(laid=(laid[0], laid[1]))
            for side in (0, 1):
                for i, u in b.laid[side]:
                    cx.tell("revealed", unit=u, spell=i, side=side)
        frames: list[Frame] = []
        for side in (0, 1):
            for n in s.notes:
                if n[0] == "conjure" and n[1] in b.units[side]:
                    frames.append((CONJURE, n[1], side))
        push(s, *frames, (COUNTER,))


REVEAL: Final = Reveal()


class Conjure(Auto):
    """Frame: (step, personality, side). A conjurer draws the spell he fights with ([9.2] / 8.22-8.222)."""

    name = "conjure"

    def run(self, s: State, f: Frame, cx: Context) -> None:
        _, u, side = f
        b: Battle = s.battle
        s.notes = tuple(n for n in s.notes if n != ("conjure", u))
        if s.place[u] != b.area:
            return
        i = cx.draw(s)
        if i < 0:
            return
        cx.tell("conjured", unit=u, spell=i, side=side)
        if spells.IMMEDIATE[i]:
            from .omens import OMEN

            push(s, (OMEN, i, u, s.owner[u]))
            return
        s.spell_at[i] = CAST + u
        sea = b.sea
        kind = spells.ALIGNMENT_NAMES[i]
        fits = kind in ("law", "chaos", "neutral") or (i == spells.DRAGONS and u in pieces.DRAGONMASTERS)
        if spells.EATER[i] and not (spells.EATS_AT_SEA[i] if sea else spells.EATS_ON_LAND[i]):
            fits = False
        if not fits:
            s.spell_at[i] = DISCARD
            return
        laid = list(b.laid)
        laid[side] = (*laid[side], (i, u))
        against = (
            u != ELRIC
            and spells.ALIGN[i] in (spells.LAW, spells.CHAOS)
            and any(spells.ALIGN[j] == -spells.ALIGN[i] for j, at in enumerate(s.spell_at) if at == 1000 + u)
        )
        s.battle = b._replace(laid=(laid[0], laid[1]), turned=(*b.turned, i) if against else b.turned)


CONJURE: Final = Conjure()


def _live(b: Battle, side: int) -> list[tuple[int, int]]:
    """Spells of a side that still do something for it."""
    return [(i, u) for i, u in b.laid[side] if i not in b.void and i not in b.turned]


class Counterspells(Auto):
    """Dispel Magic is asked for its target; then Balo rolls, eaters eat, and totals are struck."""

    name = "counterspells"

    def run(self, s: State, f: Frame, cx: Context) -> None:
        b: Battle = s.battle
        for side in (0, 1):
            for i, u in b.laid[side]:
                if spells.ACTS[i] == "dispel" and i not in b.void and not any(n == ("dispelled", i) for n in s.notes):
                    s.notes = (*s.notes, ("dispelled", i))
                    others = [j for j, _ in b.laid[1 - side] if j not in b.void]
                    if others and b.seat(side) < NEUTRAL:
                        push(s, (DISPEL, side, i), (self,))
                        return
        s.notes = tuple(n for n in s.notes if n[0] != "dispelled")
        void = list(b.void)
        for side in (0, 1):
            for i, u in b.laid[side]:
                if spells.ACTS[i] == "balo" and i not in void:
                    roll = cx.die()
                    cx.tell("balo", unit=u, roll=roll)
                    if roll % 2 == 0:
                        void.append(i)
                shield = pieces.CHAOS_SHIELD in b.units[1 - side]
                if shield and spells.ALIGN[i] == spells.CHAOS and i not in void:
                    cx.tell("shielded", spell=i)
                    void.append(i)
        s.battle = b = b._replace(void=tuple(void))
        eaten: list[int] = []
        for side in (0, 1):
            for i, _ in _live(b, side):
                if spells.EATER[i]:
                    eaten.extend(u for u in _eaten(s, b, i, b.units[1 - side]) if u not in eaten)
            for i, _ in b.laid[side]:
                if i in b.turned and spells.EATER[i] and i not in b.void:
                    eaten.extend(u for u in _eaten(s, b, i, b.units[side]) if u not in eaten)
        if eaten:
            cx.tell("eaten", units=tuple(eaten))
            s.battle = b._replace(eaten=tuple(eaten))
        push(s, (RESOLVE,))


COUNTER: Final = Counterspells()


def _eaten(s: State, b: Battle, i: int, units: Sequence[int]) -> list[int]:
    """Whom an eater takes among enemy units: its prey and every personality (who may yet escape)."""
    out = []
    everything = spells.IDS[i] == "noose-of-flesh" and s.rules.noose_takes == "all"
    for u in units:
        k = KIND[u]
        prey = (k == ARMY and spells.EATS_ARMIES[i]) or (k == FLEET and (spells.EATS_FLEETS[i] or everything))
        if prey or k == HERO:
            out.append(u)
    if b.sea:
        ships = {u for u in out if KIND[u] == FLEET}
        out.extend(u for u in units if KIND[u] == ARMY and s.aboard[u] in ships and u not in out)
    return out


def _check_dispel(s: State, f: Frame, args: tuple[int, ...], why: Why) -> bool:
    (i,) = args
    b: Battle = s.battle
    if any(j == i for j, _ in b.laid[1 - f[1]]) and i not in b.void:
        return True
    if why is not None:
        why.append(
            Reason(
                ("16.3", "14.3"),
                f"{words.spell(i)} is not an enemy spell at work in this battle.",
                "Choose a spell the other side has laid.",
            )
        )
    return False


class DispelStep(Step):
    """Frame: (step, side, the Dispel Magic). Choose the spell it undoes."""

    name = "dispel"
    verbs: ClassVar[dict[str, Check]] = {"dispel": _check_dispel}

    def seat(self, s: State, f: Frame) -> int:
        return int(s.battle.seat(f[1]))

    def candidates(self, s: State, f: Frame) -> Iterable[Action]:
        for i, _ in s.battle.laid[1 - f[1]]:
            yield Action("dispel", (i,))

    def do(self, s: State, f: Frame, a: Action, cx: Context) -> None:
        s.agenda = s.agenda[:-1]
        s.battle = s.battle._replace(void=(*s.battle.void, a.args[0]))
        cx.tell("dispelled", spell=a.args[0])


DISPEL: Final = DispelStep()


# ---- totals and dice ------------------------------------------------------------------------------------------------


class Line(NamedTuple):
    """One line of a total: what, how much, and the clause that says so."""

    words: str
    value: int
    clause: tuple[str, str]


def fights(s: State, b: Battle, side: int, u: int) -> int:
    """What one piece adds to its side's total in this battle, 0 when it takes no part."""
    if u in b.held or u in b.eaten or KIND[u] == ARTIFACT:
        return 0
    k = KIND[u]
    if b.sea and k == ARMY:
        return 0
    if not b.sea and k == FLEET:
        return FIGHT[u] if side == 1 and b.wall and s.rules.port_fleets_help else 0
    if k == HERO:
        if s.flags[u] & CAST_NOW and any(c == u for _, c in b.laid[side]):
            return 0
        if MELNIBONEAN[u] and u != ELRIC:
            if side == 0 and BOARD.special[b.area] == "imrryr":
                return 0
            if any(pieces.NATION[x] == pieces.MELNIBONE and x != ELRIC for x in b.units[1 - side]):
                return 0
        from .melniboneans import sword_value

        return sword_value(s, u)
    if k == ARMY and pieces.NATION[u] == pieces.MELNIBONE:
        if any(pieces.NATION[x] == pieces.MELNIBONE and x != ELRIC for x in b.units[1 - side]):
            return 0
    return FIGHT[u]


def total_lines(s: State, b: Battle, side: int) -> list[Line]:
    """A side's total before the dice, line by line ([10.4] / 9.4). Lines of 0 are left out."""
    lines: list[Line] = []
    if side == 0 and b.monster >= 0:
        i = b.monster
        lines.append(Line(words.spell(i), spells.STRENGTH[i], ("7.6", "6.66")))
        extra = balance.bonus(s, spells.ALIGN[i])
        if extra:
            lines.append(Line("the Balance leans its way", extra, ("13.2", "12.2")))
        return lines
    armies: dict[int, int] = {}
    for u in b.units[side]:
        v = fights(s, b, side, u)
        if not v:
            continue
        if KIND[u] == ARMY:
            armies[pieces.NATION[u]] = armies.get(pieces.NATION[u], 0) + v
        else:
            lines.append(Line(words.unit(u), v, ("10.4", "9.4")))
    for n, v in armies.items():
        lines.append(
            Line(
                words.units(
                    [u for u in b.units[side] if pieces.NATION[u] == n and fights(s, b, side, u) and KIND[u] == ARMY]
                ),
                v,
                ("10.4", "9.4"),
            )
        )
    for other in (0, 1):
        for i, _ in b.laid[other]:
            if i in b.void or not spells.STRENGTH[i]:
                continue
            if (i in b.turned) == (other == side):
                continue
            lines.append(Line(words.spell(i), spells.STRENGTH[i], ("10.4", "9.4")))
            extra = balance.bonus(s, spells.ALIGN[i])
            if extra:
                lines.append(Line(f"the Balance leans towards {words.spell(i)}", extra, ("13.2", "12.2")))
    if side == 1:
        if b.base:
            lines.append(Line(f"the people of {words.area(b.area)}", b.base, ("10.9.3", "9.93")))
        if b.wall:
            capital = BOARD.capital[b.area]
            lines.append(
                Line(f"the walls of {words.area(b.area)}", b.wall, ("7.5.2", "6.52") if capital else ("7.5.7", "6.571"))
            )
    return lines


def total(s: State, b: Battle, side: int) -> int:
    """A side's total before the dice."""
    return sum(line.value for line in total_lines(s, b, side))


def defenders_worth(s: State, b: Battle) -> int:
    """Losses that must be inflicted to clear a city before its wall counts: every defender present."""
    worth = b.base
    for u in b.units[1]:
        if u in b.eaten or KIND[u] == ARTIFACT:
            continue
        if KIND[u] == FLEET and not s.rules.port_fleets_help:
            continue
        worth += FIGHT[u]
    return worth


class Resolve(Auto):
    """Both sides roll, the totals are compared, the table speaks, and the Balance moves ([10.5], [10.6] / 9.5-9.6)."""

    name = "resolve"

    def run(self, s: State, f: Frame, cx: Context) -> None:
        from .aftermath import suffer

        b: Battle = s.battle
        sums = (total(s, b, 0), total(s, b, 1))
        lines = (total_lines(s, b, 0), total_lines(s, b, 1))
        rolls: list[tuple[int, int]] = []
        difference = 0
        while difference == 0:
            rolls.append((cx.die(), cx.die()))
            difference = sums[0] + rolls[-1][0] - sums[1] - rolls[-1][1]
        loser = 1 if difference > 0 else 0
        difference = abs(difference)
        r = row(difference)
        losses = TABLE[r][1]
        fell = False
        if loser == 1 and (b.wall or b.base):
            dealt = difference if s.rules.wall_damage == "difference" else losses
            fell = losses < 0 or dealt >= defenders_worth(s, b) + b.wall
        for side in (0, 1):
            for u in b.units[side]:
                if KIND[u] == HERO and fights(s, b, side, u):
                    s.flags[u] |= USED
        s.battle = b = b._replace(sums=sums, rolls=tuple(rolls), difference=difference, row=r, loser=loser, fell=fell)
        cx.tell(
            "battle",
            area=b.area,
            attacker=b.attacker,
            defender=b.defender,
            lines=tuple(tuple((x.words, x.value, x.clause) for x in side) for side in lines),
            sums=sums,
            rolls=tuple(rolls),
            difference=difference,
            row=r,
            loser=loser,
            wall=b.wall,
            worth=defenders_worth(s, b),
            fell=fell,
            monster=b.monster,
        )
        self._balance(s, b, cx)
        suffer(s, cx)

    def _balance(self, s: State, b: Battle, cx: Context) -> None:
        pulls = []
        for side in (0, 1):
            for i, u in b.laid[side]:
                if i not in b.void or spells.ACTS[i] == "balo":
                    pulls.append((spells.ALIGN[i], spells.PULL[i]))
        # spells already maintained moved the Balance when they were first cast
        fresh = [
            p
            for p, (i, u) in zip(
                pulls,
                [x for side in (0, 1) for x in b.laid[side] if x[0] not in b.void or spells.ACTS[x[0]] == "balo"],
                strict=True,
            )
            if s.spell_at[i] < HELD_OPEN
        ]
        balance.shift(s, fresh, cx)
        for side in (0, 1):
            for i, u in b.laid[side]:
                if s.spell_at[i] >= HELD_OPEN:
                    continue
                if s.tipped and spells.ALIGN[i] in (s.tipped, spells.NEUTRAL) and i not in b.void:
                    from .omens import linger

                    linger(s, i, u, b.area)
                else:
                    s.spell_at[i] = DISCARD


RESOLVE: Final = Resolve()


def take_city(s: State, a: int, seat: int, cx: Context) -> None:
    """A seat takes the city of an area: control passes, ships in harbour are lost, a capital yields a spell."""
    old = s.control[a]
    if old == seat:
        return
    s.control[a] = seat
    nation = pieces.NATION_INDEX.get(BOARD.nation[a], -1)
    cx.tell("city", area=a, seat=seat, before=old)
    if BOARD.capital[a] and nation >= 0 and s.nation_owner[nation] != seat:
        push(s, (magic.WIN_SPELL, seat, a))
    if BOARD.special[a] == "imrryr":
        from .victory import imrryr_taken

        imrryr_taken(s, seat, cx)


def sinking(s: State, ships: Iterable[int]) -> list[int]:
    """Armies and heroes aboard ships that go down."""
    out: list[int] = []
    for x in ships:
        out.extend(u for u in cargo(s, x) if KIND[u] in (ARMY, HERO))
    return out


__all__ = [n for n in globals() if not n.startswith("_") and n not in ("Any", "FACE_UP")]
