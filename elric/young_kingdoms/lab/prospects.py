"""Battles that could be fought on a board now, ready to be asked about, with what one seat may know."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from contextlib import suppress
from typing import Final, NamedTuple

from elric.kernel import running
from elric.kernel.clauses import with_hint
from elric.kernel.verdict import Reason
from elric.lab.form import Problem
from elric.young_kingdoms.combat.battle import must, pending_battles, prospect
from elric.young_kingdoms.components import pieces, spells
from elric.young_kingdoms.components.board import BOARD, SEA
from elric.young_kingdoms.components.notation import Action
from elric.young_kingdoms.components.pieces import ARMY, ARTIFACT, FIGHT, FLEET, HERO, KIND, MAGIC
from elric.young_kingdoms.definition import GAME
from elric.young_kingdoms.description.view import secret_from
from elric.young_kingdoms.game import Game
from elric.young_kingdoms.lab.battle import Battle
from elric.young_kingdoms.lab.routes import Route, reach
from elric.young_kingdoms.lab.spec import BattleError, Spec
from elric.young_kingdoms.lab.walk import STILL, ChanceAsked
from elric.young_kingdoms.magic_phase.casting import SPELLS_A_BATTLE
from elric.young_kingdoms.movement.company import TO_DROP, TO_JOIN, TO_LEAD
from elric.young_kingdoms.movement.ships import TO_BOARD
from elric.young_kingdoms.movement.stack import TO_HALT
from elric.young_kingdoms.position import words
from elric.young_kingdoms.position.notes import Conjures, noted
from elric.young_kingdoms.position.state import (
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
from elric.young_kingdoms.world.terrain import enemy_city, room

MOST: Final = 24
"""Battles offered at once."""


class Coming(NamedTuple):
    """Who would come to a battle, and from which sea they would land (-1: by land, or at sea)."""

    units: tuple[int, ...]
    sea: int


def battles(game: Game, viewer: int | None = None, most: int = MOST) -> list[Battle]:
    """Every battle the active player could fight now: the one that is being fought, those he must fight, those he may,
    and in the Movement phase those he could march, sail or land for; of these the greatest stakes and the most even
    strengths first.

    Args:
        viewer: whose knowledge counts (the active player when None, an onlooker when -1): what this seat cannot see is
            unseen.
        most: no more than this many.

    Raises:
        SeatError: the game has no such seat.

    >>> import elric
    >>> g = elric.Game.at({"nations": {"jharkor": 0, "dharijor": 1}, "units": {
    ...     "jharkor_sequa": ["yishana", "jharkor-army*4"],
    ...     "dharijor_sequaloris": ["sarosto", "dharijor-army*3"]}})
    >>> battles(g)[-1]
    <Battle: Yishana and four armies of Jharkor attack Sequaloris; 32.3% (10/31)>
    """
    if viewer not in (None, -1):
        game.check_seat(viewer)
    s = game.state
    if s.outcome is not None or not s.turn:
        return []
    seat = s.player if viewer is None else viewer
    seen = mask(s, seat)
    out = []
    on = s.battle if s.battle is not None and s.battle.attacker == s.player and s.battle.loser < 0 else None
    if on is not None:
        out.append(_battle(seen, s, on.area, Coming((), -1), seat))
    due = must(s)
    waiting = pending_battles(s)
    there = [a for a in waiting if a in due] + [a for a in waiting if a not in due]
    out += [_battle(seen, s, a, Coming((), -1), seat) for a in there]
    if s.phase == MOVEMENT:
        # nobody's hidden hand has a say in who is offered what
        found = [x for x in marches(seen) if x[0] not in there or x[1].units]
        more = [(_stakes(seen, a, x), _battle(seen, s, a, x, seat)) for a, x in found]
        out += [b for _, b in sorted(more, key=lambda k: k[0])]
    return [b for b in out if b is not None][:most]


def mask(s: State, seat: int) -> State:
    """The position as one seat knows it: every spell it cannot see lies in one pool."""
    t = s.copy()
    for i in secret_from(s, seat):
        t.spell_at[i] = CONTAINER
    return t


def battle_at(game: Game, area: str, viewer: int | None = None, attack: Sequence[int] = ()) -> Battle:
    """One battle in an area, with the attackers that are there, or these.

    Raises:
        BattleError: why there is none.
    """
    s = game.state
    seat = s.player if viewer is None else viewer
    place = BOARD.index.get(area, -1)
    if place < 0:
        raise BattleError(
            [Problem("place", area, Reason(("", ""), with_hint(f"There is no area “{area}”", area, BOARD.ids)))]
        )
    return battle_of(s, place, Coming(tuple(attack), -1), seat)


def battle_of(s: State, area: int, who: Coming, viewer: int) -> Battle:
    """The battle in an area when these come to it, as one seat knows the position (an onlooker when -1).

    Raises:
        BattleError: why there is none.
    """
    if not _worth(s, area):
        there = f"There is nobody to fight {words.inside(area)}."
        raise BattleError([Problem("place", BOARD.ids[area], Reason(("10.1", "9.1"), there))])
    return Battle.of(_spec(s, area, who, viewer), mask(s, viewer))


def battle_in_hand(game: Game, area: str, viewer: int | None = None) -> Battle:
    """The battle that the stack in hand would fight in an area, by the way it would come there; without a stack in hand,
    or where it cannot come, the one of those who are there.

    Raises:
        BattleError: why there is none.
    """
    s = game.state
    route = reach(s).get(BOARD.index.get(area, -1))
    if route is None:
        return battle_at(game, area, viewer)
    return battle_of(s, route.area, who_comes(s, route), s.player if viewer is None else viewer)


def _battle(seen: State, s: State, a: int, coming: Coming, seat: int) -> Battle | None:
    try:
        return Battle.of(_spec(s, a, coming, seat), seen)
    except BattleError:
        return None


def _spec(s: State, area: int, coming: Coming, seat: int) -> Spec:
    fighting = s.battle is not None and s.battle.area == area and s.battle.loser < 0
    battle = s.battle if fighting else prospect(s, area)
    attack = [*battle.units[0], *(u for u in coming.units if u not in battle.units[0])]
    attack += [x for x in pieces.ARTIFACTS if s.aboard[x] in attack and x not in attack]
    harbour = coming.sea in BOARD.ports[area]
    if BOARD.kind[area] != SEA and not harbour and not battle.sortie:
        attack = [u for u in attack if KIND[u] != FLEET]
    defend = list(battle.units[1])
    everybody = {*attack, *defend}
    cast, hands, kept = [], [], []
    laid = [0, 0]
    secret = set(secret_from(s, seat))
    for spell, at in enumerate(s.spell_at):
        unit = (at - IN_HAND) % 1000 if at >= IN_HAND else -1
        if unit not in everybody:
            continue
        side = 0 if unit in attack else 1
        if spell in secret:
            laid[side] += CAST <= at < HELD_OPEN
        elif at >= HELD_OPEN:
            kept.append((pieces.IDS[unit], spells.IDS[spell]))
        elif at >= CAST:
            cast.append((pieces.IDS[unit], spells.IDS[spell]))
        elif at < 2000:
            hands.append((pieces.IDS[unit], spells.IDS[spell]))
    mine = {u for u in everybody if s.owner[u] == seat}
    unseen = [0, 0]
    for side, units in enumerate((attack, defend)):
        if any(u in mine for u in units):
            continue
        # before the battle: as many as the magicians there could lay
        able = sum(1 for u in units if MAGIC[u] and (IN_HAND + u) in s.spell_at)
        unseen[side] = laid[side] if s.phase == COMBAT else min(SPELLS_A_BATTLE, able)
    conjure = tuple(pieces.IDS[note.personality] for note in noted(s, Conjures) if note.personality in everybody)
    return Spec(
        edition=s.rules.name,
        place=BOARD.ids[area],
        attack=tuple(pieces.IDS[u] for u in attack),
        defend=tuple(pieces.IDS[u] for u in defend),
        held=tuple(pieces.IDS[u] for u in battle.held),
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
        neutral=battle.defender == NEUTRAL and not defend,
        sortie=battle.sortie,
        landing=BOARD.ids[coming.sea] if harbour else "",
        balance=s.balance,
        tipped={-1: "law", 1: "chaos"}.get(s.tipped, ""),
    )


def _off(at: int, everybody: set[int]) -> bool:
    return at < IN_HAND or (at - IN_HAND) % 1000 not in everybody


def _worth(s: State, a: int) -> bool:
    return foes_at(s, a, s.player) or enemy_city(s, a, s.player) or (BOARD.city[a] and s.control[a] == NEUTRAL)


def _stakes(s: State, a: int, coming: Coming) -> tuple[float, float, int]:
    """What a battle is about, to sort by: the city and the heroes who stand there, then how even the sides are."""
    b = prospect(s, a)
    mine = sum(FIGHT[u] for u in {*b.units[0], *coming.units} if KIND[u] != FLEET or BOARD.kind[a] == SEA)
    theirs = sum(FIGHT[u] for u in b.units[1]) + b.base + b.wall
    heroes = sum(FIGHT[u] for u in b.units[1] if KIND[u] == HERO)
    hopeless = mine + 5 <= theirs
    return (hopeless, -(5 * BOARD.capital[a] + 3 * BOARD.city[a] + heroes), abs(mine - theirs))


# ---- who could come where -------------------------------------------------------------------------------------------


def marches(s: State) -> list[tuple[int, Coming]]:
    """Areas with somebody to fight that the active player's stacks can reach, on foot, by ship or from a ship onto a
    coast, each with all who can come that way."""
    found: dict[tuple[int, int], list[int]] = {}
    for taken_up in _in_hand(s):
        for area, route in reach(taken_up).items():
            # an enemy's wall that nobody mans bars nobody, and may be stormed
            storm = enemy_city(s, area, s.player) and BOARD.wall[area] > 0
            if not (route.attack or storm) or not _worth(s, area):
                continue
            by = who_comes(taken_up, route)
            there = found.setdefault((area, by.sea), [])
            there.extend(u for u in by.units if u not in there)
    return [(a, Coming(tuple(units), sea)) for (a, sea), units in found.items()]


def who_comes(taken_up: State, route: Route) -> Coming:
    """Who of the stack in hand comes to a battle by a way, and from which sea. Ships lie off a coast; they take part only
    where a harbour is attacked, or at sea."""
    last = _before(taken_up, route)
    at_sea = BOARD.kind[route.area] == SEA
    ashore = not at_sea and BOARD.kind[last] == SEA and any(KIND[u] == FLEET for u in taken_up.moving)
    sea = last if ashore else -1
    keep = taken_up.moving if at_sea or sea in BOARD.ports[route.area] else _landsmen(taken_up)
    return Coming(tuple(keep), sea)


def _before(t: State, route: Route) -> int:
    """The area the attack comes from."""
    if len(route.actions) > 1:
        return route.actions[-2].args[0]
    leader: int = t.agenda[-1].leader
    return t.place[leader]


def _landsmen(t: State) -> tuple[int, ...]:
    return tuple(u for u in t.moving if KIND[u] != FLEET)


def _in_hand(s: State) -> Iterator[State]:
    """The position with one stack after another taken up: those on foot in each area, those aboard ship, and those on
    foot gone aboard a ship that lies there."""
    trial: State | None = s
    if s.agenda and s.agenda[-1].step.name == "stack":
        yield s.copy()
        trial = _done(s, TO_HALT())
    if trial is None:
        return
    for a in range(BOARD.size):
        if not trial.who[a] >> trial.player & 1:
            continue
        here = own_in(trial, a, trial.player)
        for afloat in (False, True):
            heroes = [u for u in here if KIND[u] == HERO and (trial.aboard[u] != ASHORE) == afloat]
            for lead in sorted(heroes, key=lambda u: (-FIGHT[u], u))[:1]:
                taken_up = _done(trial, TO_LEAD(lead))
                if taken_up is None:
                    continue
                # ships first: whoever is aboard comes with them
                for u in sorted(here, key=lambda u: KIND[u] != FLEET):
                    if u not in taken_up.moving and KIND[u] != ARTIFACT:
                        taken_up = _done(taken_up, TO_JOIN(u)) or taken_up
                yield taken_up
                if not afloat:
                    yield from _go_aboard(taken_up)


def _go_aboard(x: State) -> Iterator[State]:
    """The stack in hand gone aboard, with as many armies as there is room for."""
    for ship in [u for u in own_in(x, x.place[x.moving[0]], x.player) if KIND[u] == FLEET]:
        y = x
        armies = [u for u in y.moving if KIND[u] == ARMY]
        for u in armies[max(0, room(y, ship)) :]:
            y = _done(y, TO_DROP(u)) or y
        aboard = _done(y, TO_BOARD(ship))
        if aboard is not None and aboard.agenda and aboard.agenda[-1].step.name == "stack":
            yield aboard
            return


def _done(s: State, action: Action) -> State | None:
    """The position after an action; None when it is not allowed, or would call on chance."""
    t = s.copy()
    with suppress(ChanceAsked):
        if GAME.verdict(t, action):
            running.apply(t, action, STILL)
            return t
    return None
