"""The Task of the Stones [19.2]: 27 Stones under Seals in nine cities; Seals are broken, Stones are carried home."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

from elric.kernel.bits import ones
from elric.sorcerer.combat.losses import befall
from elric.sorcerer.components.board import CITIES, HEXES, INDEX
from elric.sorcerer.components.colors import BLUE, NAMES, RED, YELLOW
from elric.sorcerer.components.notation import MOST_POINTS
from elric.sorcerer.components.table import result
from elric.sorcerer.components.units import COLOR, MAGICAL
from elric.sorcerer.movement.prices import points_to_spend
from elric.sorcerer.position import hooks
from elric.sorcerer.position.notes import (
    Freed,
    Lying,
    Seals,
    free_stones,
    lie_down,
    note_instead,
    noted,
    remember,
    sealed_stones,
)
from elric.sorcerer.position.state import NOBODY, State, here_of, powers_of, sides_at
from elric.sorcerer.position.steps import Action, Context, Why, no
from elric.sorcerer.turn.victory import end

STORY: Final = "stones"
GATE: Final = INDEX["0711"]  # Amma-Avattar, the one city without Stones
EACH, PILE, NEEDED, NEAR = 9, 3, 6, 2
LAST_TURN: Final = 10
BEST: Final = 1  # the line of a Seal [19.25]
LIFT: Final = tuple(Action("lift", (c,)) for c in range(6))
LAY: Final = tuple(Action("lay", (c,)) for c in range(6))
UNSEAL: Final = tuple(Action("unseal", (n,)) for n in range(MOST_POINTS + 1))


def deal(s: State, cx: Context) -> None:
    """[19.23] Nine Stones in each of three colors are mixed and lie under Seals, three in each city but one."""
    if s.scenario.story != STORY:
        return
    stones = [c for c in (BLUE, YELLOW, RED) for _ in range(EACH)]
    for k in range(len(stones) - 1, 0, -1):
        other = cx.chance.pick(k + 1)
        stones[k], stones[other] = stones[other], stones[k]
    cities = [h for h in CITIES if h != GATE]
    remember(s, *(Seals(h, tuple(stones[k * PILE : (k + 1) * PILE])) for k, h in enumerate(cities)))


# ---- Seals [19.25] --------------------------------------------------------------------------------------------------------


def may_unseal(s: State, _: object, args: tuple[int, ...], why: Why) -> bool:
    """[19.25]"""
    u = s.hand[0]
    ok = True
    if not sealed_stones(s, here_of(s, u)):
        ok = no(why, "19.25", "Here is no Seal.", "Go to a city that still has one.")
    if s.pinned >> u & 1:
        ok = no(why, "19.25", "A pinned Sorcerer breaks no Seal.", "Take the pin off.", do=("unpin",))
    if max(points_to_spend(s, u), 0) < args[0]:
        ok = no(why, "6.32", "He has not so many points left.", "Spend fewer.")
    return ok


def unseal(s: State, args: tuple[int, ...], cx: Context) -> None:
    """The top Seal breaks, and strikes him alone: on Best, at zero less what he spends; two steps too."""
    (n,) = args
    u = s.hand[0]
    h = here_of(s, u)
    s.spent[u] = s.spent.get(u, 0) + n
    pile = sealed_stones(s, h)
    stone = pile[-1]
    note_instead(s, Seals, [Seals(h, pile[:-1]) if one.city == h else one for one in noted(s, Seals)])
    lie_down(s, h, (*free_stones(s, h), stone))
    remember(s, Freed(h, stone))
    die = cx.die()
    cx.tell("unseals", seat=s.player, unit=u, points=n, die=die, color=stone, hex=h)
    struck = result(-n, BEST, die)
    if s.load and (struck > 1 or (struck == 1 and s.depleted >> u & 1)):
        lie_down(s, h, free_stones(s, h) + s.load)
        s.load = ()
    befall(s, u, struck, cx)


def offer_unseal(s: State, u: int, have: int) -> Sequence[Action]:
    if s.scenario.story != STORY or s.pinned >> u & 1 or not sealed_stones(s, here_of(s, u)):
        return ()
    return UNSEAL[: max(have, 0) + 1]


# ---- carrying [19.26] --------------------------------------------------------------------------------------------------------


def carries(s: State, u: int, color: int) -> bool:
    """Whether a unit may carry a Stone: humans any, magical units of their own color, or of the one that their side seeks [19.29]."""
    if not MAGICAL >> u & 1:
        return True
    side = s.scenario.sides[s.owner[u]]
    return COLOR[u] == color or (side.seeks == color and bool(side.powers >> COLOR[u] & 1))


def owns(s: State, side: int, h: int, color: int) -> bool:
    """Whether a Stone that lies in a hex is a side's [19.26]: its unit stands there longest, or it has freed it in this phase (R67)."""
    return s.owner[s.piles[h][0]] == side or Freed(h, color) in noted(s, Freed)


def may_lift(s: State, _: object, args: tuple[int, ...], why: Why) -> bool:
    """[19.26]"""
    (color,) = args
    u = s.hand[0]
    h = here_of(s, u)
    ok = True
    if color not in free_stones(s, h):
        ok = no(why, "19.26", f"No free {NAMES[color]} Stone lies here.", "Break Seals in a city.")
    elif not owns(s, s.owner[u], h, color):
        ok = no(why, "19.26", "It is his whose unit stood over it before you came.", "Destroy his units here first.")
    if not carries(s, u, color):
        ok = no(why, "19.26", "A magical unit carries Stones of its own color.", "Let somebody else carry it.")
    return ok


def lift(s: State, args: tuple[int, ...], cx: Context) -> None:
    """The first in hand carries it from now on."""
    (color,) = args
    h = here_of(s, s.hand[0])
    stones = list(free_stones(s, h))
    stones.remove(color)
    lie_down(s, h, tuple(stones))
    freed = list(noted(s, Freed))
    if Freed(h, color) in freed:
        freed.remove(Freed(h, color))
    note_instead(s, Freed, freed)
    s.load = tuple(sorted((*s.load, color)))
    cx.tell("lifts", seat=s.player, unit=s.hand[0], color=color)


def may_lay(s: State, _: object, args: tuple[int, ...], why: Why) -> bool:
    """[19.26]"""
    return args[0] in s.load or no(why, "19.26", "He carries no such Stone.", "Choose one that he carries.")


def lay(s: State, args: tuple[int, ...], cx: Context) -> None:
    """It lies down."""
    h = here_of(s, s.hand[0])
    stones = list(s.load)
    stones.remove(args[0])
    s.load = tuple(stones)
    lie_down(s, h, (*free_stones(s, h), args[0]))


def offer_lift(s: State, u: int, have: int) -> Sequence[Action]:
    if s.scenario.story != STORY:
        return ()
    return [LIFT[c] for c in sorted(set(free_stones(s, here_of(s, u)))) if may_lift(s, None, (c,), None)]


# ---- the end [19.22, 19.28] ---------------------------------------------------------------------------------------------------


def controlled_stones(s: State, seat: int) -> dict[int, int]:
    """By hex, the Stones of the color that a seat seeks and that lie under its units alone."""
    seeks = s.scenario.sides[seat].seeks
    return {one.hex: n for one in noted(s, Lying) if (n := one.stones.count(seeks)) and sides_at(s, one.hex) == [seat]}


def at_rest(s: State, cx: Context) -> None:
    """[19.28] Six in a hex of his color within two of the gate, the Sorcerer there."""
    if s.scenario.story != STORY:
        return
    for seat in ones(s.alive):
        u = s.scenario.sides[seat].sorcerers[0]
        h = s.place[u]
        home = h >= 0 and HEXES.distance(h, GATE) <= NEAR and powers_of(s, u) >> s.ground[h] & 1
        if home and controlled_stones(s, seat).get(h, 0) >= NEEDED:
            end(s, seat, "stones", "19.28", f"{s.scenario.name(seat)} wins: six Stones lie at the gate.", cx)


def after_turn(s: State, cx: Context) -> None:
    """[19.28] From turn ten on all roll: if each is above the Stones that he controls, Ussa's charms are gone."""
    if s.scenario.story != STORY or s.turn < LAST_TURN:
        return
    over = True
    for seat in ones(s.alive):
        die = cx.die()
        cx.tell("shamma", seat=seat, die=die)
        over = over and die > sum(controlled_stones(s, seat).values())
    if over:
        end(s, NOBODY, "shamma", "19.28", "Ussa has given his charms to Shamma: nobody wins.", cx)
    elif s.turn >= s.rules.longest:
        end(s, NOBODY, "unfinished", "19.28", f"After {s.turn} turns nobody has six Stones.", cx)


def _plays(s: State) -> bool:
    return bool(s.scenario.story == STORY)


def offer_lay(s: State, u: int, have: int) -> Sequence[Action]:
    return [LAY[c] for c in sorted(set(s.load))]


hooks.add("unseal", hooks.Task(may_unseal, unseal, offer_unseal, played=_plays, free=True))
hooks.add("lift", hooks.Task(may_lift, lift, offer_lift, anybody=True, played=_plays))
hooks.add("lay", hooks.Task(may_lay, lay, offer_lay, anybody=True, played=_plays))
hooks.AT_SETUP.append(deal)
hooks.AT_REST.append(at_rest)
hooks.AFTER_TURN.append(after_turn)

__all__ = ["carries", "controlled_stones", "deal", "owns"]
