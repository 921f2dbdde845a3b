"""Battles that could be fought on a board now, ready to be asked about, with what one seat may know."""

from __future__ import annotations

from collections.abc import Iterator

from ..young_kingdoms import pieces, play, spells
from ..young_kingdoms.actions import Action
from ..young_kingdoms.battle import pending, prospect
from ..young_kingdoms.board import BOARD, SEA
from ..young_kingdoms.casting import SPELLS_A_BATTLE
from ..young_kingdoms.context import Context
from ..young_kingdoms.game import Game
from ..young_kingdoms.ground import enemy_city
from ..young_kingdoms.pieces import ARMY, ARTIFACT, FIGHT, FLEET, HERO, KIND, MAGIC
from ..young_kingdoms.routes import reach
from ..young_kingdoms.state import (
    ASHORE,
    CAST,
    COMBAT,
    CONTAINER,
    HELD_OPEN,
    IN_HAND,
    MOVEMENT,
    NEUTRAL,
    State,
    foes_at,
    own_in,
)
from ..young_kingdoms.view import secret_from
from .battle import Battle
from .spec import BattleError, Spec
from .walk import STILL

Units = list[int]


def battles(game: Game, viewer: int | None = None) -> list[Battle]:
    """Every battle the active player could fight now: those that must or may be fought, and in the Movement phase those
    he could march to. Seen by `viewer` (the active player when None, an onlooker when -1): what this seat cannot see is
    unseen.
    """
    s = game.state
    if s.outcome is not None or not s.turn:
        return []
    me = s.player
    seat = me if viewer is None else viewer
    seen = masked(s, seat)
    out = []
    places = list(pending(s))
    for a in places:
        b = _battle(seen, s, a, [], seat)
        if b is not None:
            out.append(b)
    if s.phase == MOVEMENT and seat in (me, -1):
        for a, units in _marches(s).items():
            if a not in places:
                b = _battle(seen, s, a, units, seat)
                if b is not None:
                    out.append(b)
    return out


def masked(s: State, seat: int) -> State:
    """The position as one seat knows it: every spell it cannot see lies in one pool."""
    t = s.copy()
    for i in secret_from(s, seat):
        t.spell_at[i] = CONTAINER
    return t


def battle_at(game: Game, area: str, viewer: int | None = None, attack: Units | None = None) -> Battle:
    """One battle in an area, with the attackers that are there, or these.

    Raises:
        BattleError: why there is none.
    """
    seat = game.state.player if viewer is None else viewer
    return Battle.of(_spec(game.state, BOARD.index[area], attack or [], seat), masked(game.state, seat))


def _battle(seen: State, s: State, a: int, more: Units, seat: int) -> Battle | None:
    try:
        return Battle.of(_spec(s, a, more, seat), seen)
    except BattleError:
        return None


def _spec(s: State, a: int, more: Units, seat: int) -> Spec:
    b = prospect(s, a)
    attack = [*b.units[0], *(u for u in more if u not in b.units[0])]
    attack += [x for x in pieces.ARTIFACTS if s.aboard[x] in attack and x not in attack]
    if BOARD.kind[a] != SEA:
        attack = [u for u in attack if KIND[u] != FLEET]
    defend = list(b.units[1])
    everybody = {*attack, *defend}
    cast, hands, kept = [], [], []
    laid = [0, 0]
    secret = set(secret_from(s, seat))
    for i, at in enumerate(s.spell_at):
        u = (at - IN_HAND) % 1000 if at >= IN_HAND else -1
        if u not in everybody:
            continue
        side = 0 if u in attack else 1
        if i in secret:
            laid[side] += CAST <= at < HELD_OPEN
        elif at >= HELD_OPEN:
            kept.append((pieces.IDS[u], spells.IDS[i]))
        elif at >= CAST:
            cast.append((pieces.IDS[u], spells.IDS[i]))
        elif at < 2000:
            hands.append((pieces.IDS[u], spells.IDS[i]))
    mine = {u for u in everybody if s.owner[u] == seat}
    unseen = [0, 0]
    for side, units in enumerate((attack, defend)):
        if any(u in mine for u in units):
            continue
        # before the battle: as many as the magicians there could lay
        able = sum(1 for u in units if MAGIC[u] and (IN_HAND + u) in s.spell_at)
        unseen[side] = laid[side] if s.phase == COMBAT else min(SPELLS_A_BATTLE, able)
    conjure = tuple(pieces.IDS[n[1]] for n in s.notes if n[0] == "conjure" and n[1] in everybody)
    return Spec(
        edition=s.rules.name,
        place=BOARD.ids[a],
        attack=tuple(pieces.IDS[u] for u in attack),
        defend=tuple(pieces.IDS[u] for u in defend),
        cast=tuple(cast),
        conjure=conjure,
        unseen=(unseen[0], unseen[1]),
        hands=tuple(hands),
        maintained=tuple(kept),
        gone=tuple(
            spells.IDS[i]
            for i, at in enumerate(s.spell_at)
            if at != CONTAINER and i not in secret and _off(at, everybody)
        ),
        aboard=tuple(
            (pieces.IDS[u], pieces.IDS[s.aboard[u]])
            for u in (*attack, *defend)
            if s.aboard[u] != ASHORE and s.aboard[u] in everybody
        ),
        neutral=b.defender == NEUTRAL and not defend,
        sortie=b.sortie,
        balance=s.balance,
        tipped={-1: "law", 1: "chaos"}.get(s.tipped, ""),
    )


def _off(at: int, everybody: set[int]) -> bool:
    return at < IN_HAND or (at - IN_HAND) % 1000 not in everybody


def _marches(s: State) -> dict[int, Units]:
    """Areas with somebody to fight that stacks of the active player can reach on land, with all who can come."""
    out: dict[int, Units] = {}
    for stack in _stacks(s):
        t = s.copy()
        if t.agenda and t.agenda[-1][0].name == "stack":
            continue
        if not _take_up(t, stack):
            continue
        for a, route in reach(t).items():
            if route.attack and _worth(s, a):
                out.setdefault(a, []).extend(u for u in t.moving if KIND[u] in (ARMY, HERO, ARTIFACT))
    return out


def _worth(s: State, a: int) -> bool:
    return foes_at(s, a, s.player) or enemy_city(s, a, s.player) or (BOARD.city[a] and s.control[a] == NEUTRAL)


def _stacks(s: State) -> Iterator[tuple[int, Units]]:
    """(leader, everybody with him) for each area: the strongest leads."""
    for a in range(BOARD.size):
        here = own_in(s, a, s.player) if s.count[s.player * BOARD.size + a] else []
        heroes = [u for u in here if KIND[u] == HERO and s.aboard[u] == ASHORE]
        if heroes:
            lead = max(heroes, key=lambda u: (FIGHT[u], -u))
            yield lead, [u for u in here if u != lead and KIND[u] in (ARMY, HERO) and s.aboard[u] == ASHORE]


def _take_up(t: State, stack: tuple[int, Units]) -> bool:
    cx: Context = STILL
    lead = Action("lead", (stack[0],))
    if not play.verdict(t, lead):
        return False
    play.apply(t, lead, cx)
    for u in stack[1]:
        join = Action("join", (u,))
        if play.verdict(t, join):
            play.apply(t, join, cx)
    return True
