"""Who comes along with a stack in hand, and who is set down. Sources: Chaosium [7.2], [7.3]; Avalon Hill 6.21, 6.22, 6.32."""

from __future__ import annotations

from typing import Final

from elric.kernel.bits import ones
from elric.kernel.rules import no
from elric.kernel.verdict import Reason, Why
from elric.young_kingdoms.components import pieces
from elric.young_kingdoms.components.areas import SEAS
from elric.young_kingdoms.components.board import BOARD, LAND, SEA
from elric.young_kingdoms.components.notation import VERBS, Action
from elric.young_kingdoms.components.pieces import (
    ARMY,
    ARMY_BITS,
    ARTIFACT,
    FLEET,
    FLEET_BITS,
    FLIES,
    HERO,
    HERO_BITS,
    KIND,
    NATION,
    OF_NATION,
    WALKS_SEA,
)
from elric.young_kingdoms.march.facts import Going
from elric.young_kingdoms.march.flyers import may_rest
from elric.young_kingdoms.movement.ships import TO_BOARD, check_board
from elric.young_kingdoms.position import words
from elric.young_kingdoms.position.fixes import NOTHING, act, later, wait
from elric.young_kingdoms.position.notes import Sways, noted
from elric.young_kingdoms.position.state import ASHORE, ATTACHED, HALTED, State, cargo, ids

TO_LEAD: Final = VERBS.add("lead", "piece", "Take up {0}", shown=True, wished=True)
TO_JOIN: Final = VERBS.add("join", "piece", "Take {0} along", shown=True, wished=True)
TO_DROP: Final = VERBS.add("drop", "piece", "Leave {0} behind", shown=True)

_FRIENDS: Final = 1  # what a search may be for (`wilderness.SOUGHT`)
_JOIN: Final = tuple(TO_JOIN(u) for u in range(pieces.SIZE))
_DROP: Final = tuple(TO_DROP(u) for u in range(pieces.SIZE))
_BOARD: Final = tuple(TO_BOARD(u) for u in range(pieces.SIZE))


def _may_join(s: State, going: Going, unit: int) -> bool:
    """Whether a piece may come along: one of the player's that stands where the stack is, and is not in it."""
    if unit in going.down or KIND[unit] == ARTIFACT:
        return False  # what is borne goes with its bearer
    flags = s.flags[unit]
    if KIND[unit] == FLEET:
        return (
            going.afloat
            and not (flags & ATTACHED and s.rules.attach_once)
            and any(KIND[x] == HERO for x in cargo(s, unit))
        )
    on = s.aboard[unit]
    if on == ASHORE:
        if going.afloat or ((FLIES[unit] or FLIES[going.leader]) and BOARD.kind[going.here] == SEA):
            return False
    elif not going.afloat or on not in going.moving:
        return False
    if KIND[unit] == ARMY:
        if flags & ATTACHED and s.rules.attach_once:
            return False
    elif flags & HALTED and Sways(unit) in noted(s, Sways):
        return False
    return not BOARD.wild[going.here] or s.band[unit] == s.band[going.leader]


def company_here(s: State, going: Going) -> list[Action]:
    """Everybody here who may come along, and the ships here that may be boarded. Armies that are alike are one choice."""
    others = s.at[going.here] & s.of[s.player] ^ going.hand
    heroes = others & HERO_BITS
    out = [_JOIN[u] for u in ones(heroes) if _may_join(s, going, u)] if heroes else []
    ships = others & FLEET_BITS
    if ships and going.afloat:
        out += [_JOIN[u] for u in ones(ships) if _may_join(s, going, u)]
        if BOARD.kind[going.here] == SEA:
            out += [_BOARD[u] for u in ones(ships) if check_board(s, going, (u,), None)]
    elif ships:
        out += [_BOARD[u] for u in ones(ships) if check_board(s, going, (u,), None)]
    armies = others & ARMY_BITS
    if armies:
        seen = set()
        # armies of a nation that have not stirred are alike, but in wilderness and where some have just been set down
        unstirred = 0 if going.down or BOARD.wild[going.here] else armies & s.rested
        while armies:
            lowest = armies & -armies
            u = lowest.bit_length() - 1
            if unstirred & lowest:
                armies &= ~(unstirred & OF_NATION[NATION[u]])
                if _may_join(s, going, u):
                    out.append(_JOIN[u])
                continue
            armies ^= lowest
            like = (NATION[u], s.spent[u], s.aboard[u], s.flags[u], s.band[u])
            if like not in seen and _may_join(s, going, u):
                seen.add(like)
                out.append(_JOIN[u])
    return out


def ships_beside(s: State, going: Going) -> list[Action]:
    """The ships off this coast that may be boarded."""
    off = going.friends & SEAS
    if not off or going.afloat or BOARD.kind[going.here] != LAND:
        return []
    there = 0
    for sea in ones(off):
        there |= s.at[sea]
    return [_BOARD[x] for x in ones(there & s.of[s.player] & FLEET_BITS) if check_board(s, going, (x,), None)]


def check_join(s: State, going: Going, args: tuple[int, ...], why: Why) -> bool:
    """Whether a piece may come along with the stack ([7.2], [7.3] / 6.22)."""
    (unit,) = args
    if s.owner[unit] == s.player and s.place[unit] == going.here and unit not in s.moving and _may_join(s, going, unit):
        return True
    return why is not None and _stays_out(s, going, unit, why)


def _stays_out(s: State, going: Going, unit: int, why: list[Reason]) -> bool:
    """Why a piece does not come along, the first that holds ([7.2], [7.3] / 6.22)."""
    if s.owner[unit] != s.player or s.place[unit] >= BOARD.size:
        return no(
            why,
            ("7.2", "6.21"),
            f"{words.unit(unit):is|are} not yours.",
            "Only units of yours come along.",
            ids((unit,)),
        )
    if KIND[unit] == ARTIFACT:
        return no(
            why,
            ("16.8", "14.8"),
            f"{words.unit(unit):goes|go} with whoever bears it.",
            (("Take its bearer along.", (act("join", s.aboard[unit]),) if s.aboard[unit] != ASHORE else ()), NOTHING),
            ids((unit,)),
        )
    if unit in s.moving:
        return no(why, ("7.2", "6.22"), f"{words.unit(unit):is|are} in this stack already.", "", ids((unit,)))
    if s.place[unit] != going.here:
        return no(
            why,
            ("7.2", "6.22"),
            f"{words.unit(unit):is|are} not {words.inside(going.here)}.",
            "It is picked up where it stands.",
            ids((unit,)),
        )
    if unit in going.down:
        return no(
            why,
            ("7.3", "6.22"),
            f"{words.unit(unit):has|have} just been set down here.",
            "Go on without it.",
            ids((unit,)),
            ("step", "sail", "land", "halt"),
        )
    if BOARD.wild[going.here] and s.band[unit] != s.band[going.leader] and KIND[unit] != FLEET:
        return no(
            why,
            ("8.0", "7.21"),
            f"In this wilderness {words.unit(unit):has|have} not been found yet.",
            "Search for friends in the Search phase.",
            ids((unit,)),
            later("search", act("search", going.here, _FRIENDS)),
        )
    if s.flags[unit] & ATTACHED and s.rules.attach_once and KIND[unit] != HERO:
        return no(
            why,
            ("7.3", "6.22"),
            f"{words.unit(unit):was|were} picked up or set down once this turn and cannot be picked up now.",
            (wait(act("lead", going.leader)), NOTHING),
            ids((unit,)),
        )
    if Sways(unit) in noted(s, Sways):
        return no(
            why,
            ("12.1.2", "11.122"),
            f"{words.unit(unit):is|are} with Elric, to win him.",
            (wait(act("lead", unit if KIND[unit] == HERO else going.leader)), NOTHING),
            ids((unit,)),
        )
    if KIND[unit] == FLEET and not going.afloat:
        return no(
            why,
            ("7.3", "6.31"),
            f"{words.unit(unit):is a ship: it is|are ships: they are} boarded, not joined.",
            "Board it.",
            ids((unit,)),
            (act("board", unit),),
        )
    if KIND[unit] == FLEET:
        return no(
            why,
            ("7.3", "6.32"),
            f"{words.unit(unit):has|have} no personality aboard.",
            "It needs a personality of its own aboard.",
            ids((unit,)),
        )
    if s.aboard[unit] == ASHORE and not going.afloat:
        return no(
            why,
            ("7.4.1", "6.41"),
            "Those who walk on the sea and those who fly over it do not travel together.",
            "Go on without each other.",
            ids((unit,)),
            ("step", "halt"),
        )
    if s.aboard[unit] == ASHORE:
        return no(
            why,
            ("7.3", "6.3"),
            f"{words.unit(unit):is|are} ashore, and this stack is aboard ship.",
            (("Go ashore first.", ("ashore",)), NOTHING),
            ids((unit,)),
        )
    return no(
        why,
        ("7.3", "6.3"),
        f"{words.unit(unit):is|are} aboard {'another ship than this stack' if going.afloat else 'a ship, and this stack is not'}.",
        "Let the ship join." if going.afloat else "Board the ship.",
        ids((unit,)),
        (act("join" if going.afloat else "board", s.aboard[unit]),),
    )


def _can_stay(s: State, going: Going, u: int) -> bool:
    """Whether a piece set down here would stand on something: not over open water, nor in the air above enemies."""
    if going.afloat:
        return True
    if BOARD.kind[going.here] == SEA and (FLIES[u] or not WALKS_SEA[u]):
        return False
    return not FLIES[u] or may_rest(s, going.here, (u,))


def _may_drop(s: State, going: Going, u: int) -> bool:
    """Whether one of the stack may be set down."""
    if u == going.leader or u == s.aboard[going.leader]:
        return False
    if s.flags[u] & ATTACHED and KIND[u] in (ARMY, FLEET) and s.rules.attach_once:
        return False
    return _can_stay(s, going, u)


def drops(s: State, going: Going) -> list[Action]:
    """Everybody who may be set down. Armies that are alike are one choice."""
    out = []
    seen = set()
    for u in going.moving:
        if _may_drop(s, going, u):
            if KIND[u] == ARMY:
                like = (NATION[u], s.spent[u], s.aboard[u], s.flags[u])
                if like in seen:
                    continue
                seen.add(like)
            out.append(_DROP[u])
    return out


def check_drop(s: State, going: Going, args: tuple[int, ...], why: Why) -> bool:
    """Whether one of the stack may be set down ([7.2], [7.3], [7.4.1] / 6.22, 6.32, 6.41)."""
    (unit,) = args
    leader = going.leader
    if unit in s.moving and _may_drop(s, going, unit):
        return True
    if why is None:
        return False
    name = words.unit(unit)
    if unit not in s.moving:
        return no(why, ("7.2", "6.22"), f"{name:is|are} not in this stack.", "", ids((unit,)))
    if unit != leader and unit != s.aboard[leader] and not _can_stay(s, going, unit):
        air = "over open water" if BOARD.kind[going.here] == SEA else "in the air above enemies"
        return no(
            why,
            ("7.4.1", "6.41"),
            f"{name} cannot be left {air}.",
            (("Go on to land or a ship.", ("step",)), NOTHING),
            ids((unit,)),
        )
    if unit != leader and unit != s.aboard[leader]:
        return no(
            why,
            ("7.3", "6.22"),
            f"{name:was|were} picked up this turn and cannot be set down in the same turn.",
            "Halt where it may stay.",
            ids((unit,)),
            ("halt",),
        )
    if unit == leader:
        return no(
            why,
            ("7.2", "6.21"),
            f"{name:leads|lead} this stack.",
            "Halt, and take up another leader.",
            ids((unit,)),
            ("halt",),
        )
    return no(
        why,
        ("7.3", "6.32"),
        f"{words.unit(leader):is|are} aboard this ship.",
        (("Go ashore first.", ("ashore",)), ("Land first.", ("land",)), NOTHING),
        ids((unit,)),
    )
