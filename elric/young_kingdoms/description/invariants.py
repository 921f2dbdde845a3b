"""What is true of every position in which somebody decides. Used by tests, by playouts and after editing a position.

Nothing here is a rule of its own: each line is what the rules, taken together, never let happen.
"""

from __future__ import annotations

from typing import Final

from elric.kernel.bits import bits, ones
from elric.young_kingdoms.components import pieces, spells
from elric.young_kingdoms.components.board import BOARD, LAND, MOUNTAIN, SEA
from elric.young_kingdoms.components.pieces import (
    ARMY,
    ARMY_BITS,
    ARTIFACT,
    CARRY,
    ELRIC,
    FLEET,
    HERO,
    IDS,
    KIND,
    MOONGLUM,
    WALKS_SEA,
)
from elric.young_kingdoms.magic import hands
from elric.young_kingdoms.position.state import (
    ASHORE,
    AWAY,
    BARS,
    BOX,
    CAST,
    CONTAINER,
    HELD_OPEN,
    HIDDEN,
    IN_HAND,
    LOST,
    NEUTRAL,
    NOBODY,
    OVER,
    PENDING,
    State,
    foes_at,
)

_OFF: Final = (BOX, LOST, AWAY)
# While one of these waits hands are not settled yet, or what was conjured for a battle lies beside spells held.
_OPEN: Final = ("align", "draw", "take", "omen", "dispel")


def broken(s: State) -> list[str]:
    """Everything impossible about a position, each a short sentence; empty for a sound one."""
    out: list[str] = []
    _pieces(s, out)
    _spells(s, out)
    _board(s, out)
    _course(s, out)
    return out


def _pieces(s: State, out: list[str]) -> None:
    size = BOARD.size
    there = [0] * (BOX + 1)
    of = [0] * (NOBODY + 1)
    bar = [0] * size
    load: dict[int, int] = {}
    kinds = BOARD.kind
    place, owner, aboard = s.place, s.owner, s.aboard
    for unit in range(pieces.SIZE):
        at = place[unit]
        on = aboard[unit]
        there[min(at, BOX)] |= 1 << unit
        of[min(owner[unit], NOBODY)] |= 1 << unit
        if at >= size:
            if at not in _OFF:
                out.append(f"{IDS[unit]} is in no place that exists ({at})")
            # Elric keeps what he bears while he is away
            if on != ASHORE and not (KIND[unit] == ARTIFACT and place[on] >= size):
                out.append(f"{IDS[unit]} is off the board and aboard {IDS[on]}")
            continue
        o = owner[unit]
        if o > NEUTRAL or (o < NEUTRAL and o >= s.scenario.seats):
            out.append(f"{IDS[unit]} stands in {BOARD.ids[at]} and belongs to nobody ({o})")
            continue
        kind = KIND[unit]
        if BARS[o] >> unit & 1:
            bar[at] |= 1 << o
        if kinds[at] == MOUNTAIN:
            out.append(f"{IDS[unit]} stands in the mountains")
        if on != ASHORE:
            if on >= pieces.SIZE or KIND[on] != (HERO if kind == ARTIFACT else FLEET):
                out.append(f"{IDS[unit]} is aboard something that carries nobody ({on})")
            elif place[on] != at:
                if kind == ARTIFACT and _fate_open(s, on):
                    continue
                out.append(f"{IDS[unit]} is in {BOARD.ids[at]}, and {IDS[on]}, which carries it, is not")
            elif owner[on] != o:
                out.append(f"{IDS[unit]} is carried by {IDS[on]} of another owner")
            elif kind == ARMY:
                load[on] = load.get(on, 0) + 1
            elif kind == FLEET:
                out.append(f"{IDS[unit]} is a ship aboard a ship")
        elif kind == FLEET:
            river = s.rules.lormyr_river and BOARD.special[at] == "lormyr_river"
            if kinds[at] == LAND and not BOARD.ports[at] and not river:
                out.append(f"{IDS[unit]} stands in {BOARD.ids[at]}, which has no port")
        elif kinds[at] == SEA and kind != ARTIFACT and not WALKS_SEA[unit] and (kind == ARMY or unit not in s.moving):
            out.append(f"{IDS[unit]} is at sea without a ship")
    for a, these in enumerate(s.at):
        if these != there[a]:
            out.append(f"{_names(these ^ there[a])} noted in place {a} and standing there are not the same")
    for o, these in enumerate(s.of):
        if these != of[o]:
            out.append(f"{_names(these ^ of[o])} noted for owner {o} and belonging to him are not the same")
    for a, owners in enumerate(s.who):
        if owners != bar[a]:
            out.append(f"{owners:05b} is noted for who stands in {BOARD.ids[a]}, and that is not so")
    for o, areas in enumerate(s.stands):
        if areas != bits(a for a in range(size) if bar[a] >> o & 1):
            out.append(f"{areas:x} is noted for where owner {o} stands, and that is not so")
    stirred = bits(u for u in range(pieces.SIZE) if s.spent[u] or s.flags[u] or aboard[u] != ASHORE)
    if s.rested & stirred:
        out.append(f"{_names(s.rested & stirred)} noted as rested and stirred all the same")
    rested = bits(u for u in range(pieces.SIZE) if not s.spent[u])
    if s.worn & rested & ARMY_BITS:
        out.append(f"{_names(s.worn & rested & ARMY_BITS)} noted as worn, and with nothing spent")
    for x, armies in load.items():
        if armies > CARRY[x]:
            out.append(f"{IDS[x]} carries {armies} armies, and has room for {CARRY[x]}")


def _names(these: int) -> str:
    return ", ".join(IDS[u] for u in ones(these))


def _spells(s: State, out: list[str]) -> None:
    size = BOARD.size
    held: dict[int, list[int]] = {}
    there: dict[int, int] = {}
    for spell, at in enumerate(s.spell_at):
        there[at] = there.get(at, 0) | 1 << spell
        if at < IN_HAND:
            if not CONTAINER <= at <= PENDING:
                out.append(f"{spells.IDS[spell]} is in no place that exists ({at})")
            elif at == PENDING and not s.agenda and s.outcome is None:
                # (where the game ends within a battle, a conjured spell may still lie there)
                out.append(f"{spells.IDS[spell]} is drawn, and nobody has decided what becomes of it")
        elif HIDDEN <= at < CAST:
            if (at - HIDDEN) % 1000 >= size:
                out.append(f"{spells.IDS[spell]} lies in no area that exists ({at})")
        else:
            unit = (at - IN_HAND) if at < HIDDEN else (at - CAST) % 1000
            if unit >= pieces.SIZE or at >= HELD_OPEN + 1000:
                out.append(f"{spells.IDS[spell]} is held by nobody that exists ({at})")
            elif KIND[unit] != HERO:
                out.append(f"{spells.IDS[spell]} is held by {IDS[unit]}")
            elif s.place[unit] >= size and not _fate_open(s, unit):
                out.append(f"{spells.IDS[spell]} is held by {IDS[unit]}, who is off the board")
            else:
                # what a conjurer draws in battle, and what a tipped world keeps open, is not in anybody's hand
                if at < HIDDEN:
                    held.setdefault(unit, []).append(spell)
                if spells.IMMEDIATE[spell]:
                    out.append(f"{IDS[unit]} holds {spells.IDS[spell]}, which is played when it is drawn")
    if there != s.spell_at.there:
        out.append("the spells of a place are noted, and they do not lie there")
    for unit, which in held.items():
        if len(which) > hands.capacity(unit):
            out.append(f"{IDS[unit]} holds {len(which)} spells, and may hold {hands.capacity(unit)}")
    if any(frame.step.name in _OPEN for frame in s.agenda):
        return
    for a in {s.place[u] for u in held if s.place[u] < size}:
        for seat in range(s.scenario.seats):
            if len([u for u in held if s.place[u] == a and s.owner[u] == seat]) < 1:
                continue
            for circle in hands.circles(s, a, seat):
                if hands.alignments(s, circle) == 3:
                    out.append(f"Law and Chaos are held side by side in {BOARD.ids[a]} by seat {seat}")


def _fate_open(s: State, unit: int) -> bool:
    """Whether a personality off the board still has a hand: Elric and his friend between two appearances ([12.1.3] /
    11.13), and anybody whose escape is being decided."""
    if unit in (ELRIC, MOONGLUM) and s.place[unit] in (BOX, AWAY):
        return True
    if s.place[unit] != LOST:
        return False
    b = s.battle
    while b is not None:
        if unit in b.out:
            return True
        b = b.outer
    return any(unit in frame[1:] for frame in s.agenda)


def _board(s: State, out: list[str]) -> None:
    seats = s.scenario.seats
    for a in range(BOARD.size):
        c = s.control[a]
        if not BOARD.city[a]:
            if c != NOBODY:
                out.append(f"{BOARD.ids[a]} has no city, and seat {c} holds it")
        elif c == NOBODY or (c < NEUTRAL and c >= seats):
            out.append(f"the city of {BOARD.ids[a]} is held by nobody that plays ({c})")
    for n in pieces.NATIONS:
        o = s.nation_owner[n.index]
        if o != NEUTRAL and o >= seats:
            out.append(f"{n.name} is commanded by nobody that plays ({o})")
    arm = int(s.rules.balance_arm)
    if not -arm <= s.balance <= arm:
        out.append(f"the Balance stands at {s.balance}, beyond its last box")
    if s.tipped not in (-1, 0, 1) or bool(s.tipped) != bool(s.ends):
        out.append(f"the world is tipped {s.tipped} and ends with turn {s.ends}")


def _course(s: State, out: list[str]) -> None:
    if (s.outcome is None) != bool(s.agenda):
        out.append("the game is over without an outcome" if s.outcome is None else "the game is over, and goes on")
    if s.agenda and not 0 <= s.seat < s.scenario.seats:
        out.append(f"seat {s.seat} is to decide, and nobody sits there")
    if s.outcome is not None and (s.seat != -1 or s.phase != OVER):
        out.append("somebody is to decide after the end")
    if sorted(s.order) != list(range(s.scenario.seats)):
        out.append(f"the order of play {s.order} is not of all players")
    if s.player not in s.order:
        out.append(f"it is the turn of {s.player}, who does not play")
    if not 0 <= s.turn <= 10:
        out.append(f"the turn is {s.turn}")
    if len(set(s.moving)) != len(s.moving):
        out.append("a piece is in the moving stack twice")
    # who may yet escape on landing is still in hand
    where = {s.place[u] for u in s.moving if s.place[u] != LOST or not _fate_open(s, u)}
    if len(where) > 1 or any(a >= BOARD.size for a in where):
        out.append(f"the moving stack stands in several places: {', '.join(IDS[u] for u in s.moving)}")
    if any(s.owner[u] != s.player for u in s.moving):
        out.append("a piece of another player is in the moving stack")
    if s.agenda and s.agenda[-1].step.name in ("movement", "magic", "search", "combat"):
        # between battles nobody stands undecided beside an enemy in the open, except those who have just come to fight
        if s.battle is not None:
            out.append("a battle is open while none is being fought")
        if s.moving:
            out.append("a stack is in hand while none is being moved")
    for a in BOARD.lands:
        c = s.control[a]
        if c < NEUTRAL and BOARD.wall[a] and s.who[a] >> c & 1 and foes_at(s, a, c):
            rivals = [o for o in range(s.scenario.seats) if o != c and s.who[a] >> o & 1]
            come_to_fight = s.assaults >> a & 1 or s.battle is not None
            if len(rivals) > 1 and not BOARD.wild[a] and not come_to_fight:
                out.append(f"{BOARD.ids[a]} is besieged by two players at once")


__all__ = ["broken"]
