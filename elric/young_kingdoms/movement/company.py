"""Who comes along with a stack in hand, and who is set down. Sources: Chaosium [7.2], [7.3]; Avalon Hill 6.21, 6.22, 6.32."""

from __future__ import annotations

from typing import Final

from elric.kernel.bits import ones
from elric.kernel.verdict import Reason, Why
from elric.young_kingdoms.components import pieces, words
from elric.young_kingdoms.components.areas import SEAS
from elric.young_kingdoms.components.board import BOARD, LAND, SEA
from elric.young_kingdoms.components.notation import Action
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
    WALKS_SEA,
)
from elric.young_kingdoms.movement.facts import Going
from elric.young_kingdoms.movement.flyers import may_rest
from elric.young_kingdoms.movement.ships import check_board
from elric.young_kingdoms.position.state import ASHORE, ATTACHED, HALTED, State, cargo, ids
from elric.young_kingdoms.turn.fixes import NOTHING, act, because, later, wait

_FRIENDS: Final = 1  # what a search may be for (`wilderness.SOUGHT`)
_JOIN: Final = tuple(Action("join", (u,)) for u in range(pieces.SIZE))
_DROP: Final = tuple(Action("drop", (u,)) for u in range(pieces.SIZE))
_BOARD: Final = tuple(Action("board", (u,)) for u in range(pieces.SIZE))


def _may_join(s: State, g: Going, u: int) -> bool:
    """Whether a piece may come along: one of the player's that stands where the stack is, and is not in it."""
    if u in g.down or KIND[u] == ARTIFACT:
        return False  # what is borne goes with its bearer
    flags = s.flags[u]
    if KIND[u] == FLEET:
        return g.afloat and not (flags & ATTACHED and s.rules.attach_once) and any(KIND[x] == HERO for x in cargo(s, u))
    on = s.aboard[u]
    if on == ASHORE:
        if g.afloat or ((FLIES[u] or FLIES[g.leader]) and BOARD.kind[g.here] == SEA):
            return False
    elif not g.afloat or on not in g.moving:
        return False
    if KIND[u] == ARMY:
        if flags & ATTACHED and s.rules.attach_once:
            return False
    elif flags & HALTED and ("sway", u) in s.notes:
        return False
    return not BOARD.wild[g.here] or s.band[u] == s.band[g.leader]


def company_here(s: State, g: Going) -> list[Action]:
    """Everybody here who may come along, and the ships here that may be boarded. Armies that are alike are one choice."""
    others = s.at[g.here] & s.of[s.player] ^ g.hand
    out = [_JOIN[u] for u in ones(others & HERO_BITS) if _may_join(s, g, u)]
    ships = others & FLEET_BITS
    if ships and g.afloat:
        out += [_JOIN[u] for u in ones(ships) if _may_join(s, g, u)]
        if BOARD.kind[g.here] == SEA:
            out += [_BOARD[u] for u in ones(ships) if check_board(s, g, (u,), None)]
    elif ships:
        out += [_BOARD[u] for u in ones(ships) if check_board(s, g, (u,), None)]
    armies = others & ARMY_BITS
    if armies:
        seen = set()
        for u in ones(armies):
            like = (NATION[u], s.spent[u], s.aboard[u], s.flags[u], s.band[u])
            if like not in seen and _may_join(s, g, u):
                seen.add(like)
                out.append(_JOIN[u])
    return out


def ships_beside(s: State, g: Going) -> list[Action]:
    """The ships off this coast that may be boarded."""
    off = g.friends & SEAS
    if not off or g.afloat or BOARD.kind[g.here] != LAND:
        return []
    there = 0
    for sea in ones(off):
        there |= s.at[sea]
    return [_BOARD[x] for x in ones(there & s.of[s.player] & FLEET_BITS) if check_board(s, g, (x,), None)]


def check_join(s: State, g: Going, args: tuple[int, ...], why: Why) -> bool:
    """Whether a piece may come along with the stack ([7.2], [7.3] / 6.22)."""
    (u,) = args
    leader, here = g.leader, g.here
    if s.owner[u] == s.player and s.place[u] == here and u not in s.moving and _may_join(s, g, u):
        return True
    if why is None:
        return False
    name = words.unit(u)
    if s.owner[u] != s.player or s.place[u] >= BOARD.size:
        why.append(Reason(("7.2", "6.21"), f"{name:is|are} not yours.", "Only units of yours come along.", ids((u,))))
    elif KIND[u] == ARTIFACT:
        bearer = s.aboard[u]
        why.append(
            because(
                ("16.8", "14.8"),
                f"{name:goes|go} with whoever bears it.",
                ("Take its bearer along.", (act("join", bearer),) if bearer != ASHORE else ()),
                NOTHING,
                look=ids((u,)),
            )
        )
    elif u in s.moving:
        why.append(Reason(("7.2", "6.22"), f"{name:is|are} in this stack already.", "", ids((u,))))
    elif s.place[u] != here:
        why.append(
            Reason(
                ("7.2", "6.22"),
                f"{name:is|are} not {words.inside(here)}.",
                "It is picked up where it stands.",
                ids((u,)),
            )
        )
    elif u in g.down:
        why.append(
            Reason(
                ("7.3", "6.22"),
                f"{name:has|have} just been set down here.",
                "Go on without it.",
                ids((u,)),
                do=("step", "sail", "land", "halt"),
            )
        )
    elif BOARD.wild[here] and s.band[u] != s.band[leader] and KIND[u] != FLEET:
        search = later("search", act("search", here, _FRIENDS))
        why.append(
            because(
                ("8.0", "7.21"),
                f"In this wilderness {name:has|have} not been found yet.",
                *([("Search for friends in the Search phase.", search)] if KIND[u] != ARTIFACT else []),
                look=ids((u,)),
            )
        )
    elif s.flags[u] & ATTACHED and s.rules.attach_once and KIND[u] != HERO:
        why.append(
            because(
                ("7.3", "6.22"),
                f"{name:was|were} picked up or set down once this turn and cannot be picked up now.",
                wait(act("lead", leader)),
                NOTHING,
                look=ids((u,)),
            )
        )
    elif ("sway", u) in s.notes:
        why.append(
            because(
                ("12.1.2", "11.122"),
                f"{name:is|are} with Elric, to win him.",
                wait(act("lead", u if KIND[u] == HERO else leader)),
                NOTHING,
                look=ids((u,)),
            )
        )
    elif KIND[u] == FLEET and not g.afloat:
        why.append(
            Reason(
                ("7.3", "6.31"),
                f"{name:is a ship: it is|are ships: they are} boarded, not joined.",
                "Board it.",
                ids((u,)),
                do=(act("board", u),),
            )
        )
    elif KIND[u] == FLEET:
        why.append(
            Reason(
                ("7.3", "6.32"),
                f"{name:has|have} no personality aboard.",
                "It needs a personality of its own aboard.",
                ids((u,)),
            )
        )
    elif s.aboard[u] == ASHORE and not g.afloat:
        why.append(
            Reason(
                ("7.4.1", "6.41"),
                "Those who walk on the sea and those who fly over it do not travel together.",
                "Go on without each other.",
                ids((u,)),
                do=("step", "halt"),
            )
        )
    elif s.aboard[u] == ASHORE:
        why.append(
            because(
                ("7.3", "6.3"),
                f"{name:is|are} ashore, and this stack is aboard ship.",
                ("Go ashore first.", ("ashore",)),
                NOTHING,
                look=ids((u,)),
            )
        )
    else:
        why.append(
            Reason(
                ("7.3", "6.3"),
                f"{name:is|are} aboard {'another' if g.afloat else 'a'} ship, and this stack is not.",
                "Let the ship join." if g.afloat else "Board the ship.",
                ids((u,)),
                do=(act("join" if g.afloat else "board", s.aboard[u]),),
            )
        )
    return False


def _can_stay(s: State, g: Going, u: int) -> bool:
    """Whether a piece set down here would stand on something: not over open water, nor in the air above enemies."""
    if g.afloat:
        return True
    if BOARD.kind[g.here] == SEA and (FLIES[u] or not WALKS_SEA[u]):
        return False
    return not FLIES[u] or may_rest(s, g.here, (u,))


def _may_drop(s: State, g: Going, u: int) -> bool:
    """Whether one of the stack may be set down."""
    if u == g.leader or u == s.aboard[g.leader]:
        return False
    if s.flags[u] & ATTACHED and KIND[u] in (ARMY, FLEET) and s.rules.attach_once:
        return False
    return _can_stay(s, g, u)


def drops(s: State, g: Going) -> list[Action]:
    """Everybody who may be set down. Armies that are alike are one choice."""
    out = []
    seen = set()
    for u in g.moving:
        if _may_drop(s, g, u):
            if KIND[u] == ARMY:
                like = (NATION[u], s.spent[u], s.aboard[u], s.flags[u])
                if like in seen:
                    continue
                seen.add(like)
            out.append(_DROP[u])
    return out


def check_drop(s: State, g: Going, args: tuple[int, ...], why: Why) -> bool:
    """Whether one of the stack may be set down ([7.2], [7.3], [7.4.1] / 6.22, 6.32, 6.41)."""
    (u,) = args
    leader = g.leader
    if u in s.moving and _may_drop(s, g, u):
        return True
    if why is None:
        return False
    name = words.unit(u)
    if u not in s.moving:
        why.append(Reason(("7.2", "6.22"), f"{name:is|are} not in this stack.", "", ids((u,))))
    elif u != leader and u != s.aboard[leader] and not _can_stay(s, g, u):
        air = "over open water" if BOARD.kind[g.here] == SEA else "in the air above enemies"
        why.append(
            because(
                ("7.4.1", "6.41"),
                f"{name} cannot be left {air}.",
                ("Go on to land or a ship.", ("step",)),
                NOTHING,
                look=ids((u,)),
            )
        )
    elif u != leader and u != s.aboard[leader]:
        why.append(
            Reason(
                ("7.3", "6.22"),
                f"{name:was|were} picked up this turn and cannot be set down in the same turn.",
                "Halt where it may stay.",
                ids((u,)),
                do=("halt",),
            )
        )
    elif u == leader:
        why.append(
            Reason(
                ("7.2", "6.21"),
                f"{name:leads|lead} this stack.",
                "Halt, and take up another leader.",
                ids((u,)),
                do=("halt",),
            )
        )
    else:
        why.append(
            because(
                ("7.3", "6.32"),
                f"{words.unit(leader):is|are} aboard this ship.",
                ("Go ashore first.", ("ashore",)),
                ("Land first.", ("land",)),
                NOTHING,
                look=ids((u,)),
            )
        )
    return False
