"""The movement and conjuration phase [4.1A, 6.0]: counters are taken up, go hex by hex, Sorcerers do their tasks, until the end."""

from __future__ import annotations

from typing import Any, ClassVar, Final

from elric.kernel.bits import ones
from elric.sorcerer.components.board import BOARD, HEXES, MOUNTAIN
from elric.sorcerer.components.units import FORTRESSES, IDS, MAGICAL, SORCERERS, UNITS
from elric.sorcerer.movement.prices import (
    TAKE,
    base_prices,
    goes_alone,
    open_kinds,
    points_to_spend,
    shut,
    ways,
    why_barred,
)
from elric.sorcerer.movement.stacking import LIMIT, crowds
from elric.sorcerer.position import hooks
from elric.sorcerer.position.notes import free_stones, lie_down, who_is_cloaked
from elric.sorcerer.position.state import GONE, POOL, State, here_of, hidden_at, stackers
from elric.sorcerer.position.state import lift as off
from elric.sorcerer.position.state import move as go
from elric.sorcerer.position.steps import Action, Context, Frame, OfSide, Step, Why, always, drop, frame, no, push

HALT: Final = Action("halt")
END: Final = Action("end")


def mine(s: State, unit: int, why: Why) -> bool:
    """Whether the mover may take a counter up at all."""
    if s.owner[unit] != s.player or here_of(s, unit) < 0:
        return why is not None and no(
            why, "6.31", f"{UNITS[unit].name} is not yours to move.", "Choose a counter of yours on the map."
        )
    if unit in s.hidden and unit not in who_is_cloaked(s):
        clause = "19.24" if s.scenario.story == "stones" else "23.5"
        return why is not None and no(
            why,
            clause,
            f"{UNITS[unit].name} is in hiding, and does not move.",
            "It comes out at the beginning of a phase.",
        )
    if FORTRESSES >> unit & 1:
        return no(why, "14.0", "A fortress does not move.", "Choose another counter.")
    if s.pinned >> unit & 1 and not SORCERERS >> unit & 1:
        return why is not None and no(
            why, "6.26", f"{UNITS[unit].name} is pinned.", "A friendly Sorcerer can take the pin off for three points."
        )
    return can_act(s, unit) or (
        why is not None
        and no(why, "6.32", f"{UNITS[unit].name} has no points left in this phase.", "Choose another counter.")
    )


def can_act(s: State, u: int) -> bool:
    """Whether a counter has points left, or a Sorcerer something to do that costs none: a Seal to break [19.25], a Cloak to lift [20.3]."""
    return points_to_spend(s, u) > 0 or (
        bool(SORCERERS >> u & 1) and any(task.free and bool(task.offer(s, u, 0)) for task in hooks.tasks_of(s, True))
    )


def may_take(s: State, _: object, args: tuple[int, ...], why: Why) -> bool:
    """[6.0]"""
    return mine(s, args[0], why)


def stuck(s: State, h: int) -> bool:
    """Whether none of those who crowd a hex can leave it, so that some have to be given up (R54)."""
    side = s.player
    helpers = [u for u in s.piles.get(h, ()) if s.owner[u] == side and SORCERERS >> u & 1 and not s.pinned >> u & 1]
    for u in stackers(s, side, h):
        if points_to_spend(s, u) > 0 and (ways(s, (u,)) or any(ways(s, (v, u)) for v in helpers)):
            return False
    return True


def may_end(s: State, _: object, args: tuple[int, ...], why: Why) -> bool:
    """[6.33, 10.0]"""
    if not s.of[s.player] and not s.hidden:
        return True
    over = [h for h in crowds(s, s.player) if not stuck(s, h)]
    if not over:
        return True
    if why is None:
        return False
    names = tuple(HEXES.names[h] for h in over)
    do = tuple(f"take {IDS[u]}" for h in over for u in stackers(s, s.player, h) if points_to_spend(s, u) > 0)
    words = f"More stand in {', '.join(names)} than may stay: {LIMIT} of one color."
    clause = "10.1" if any(len(stackers(s, s.player, h)) > LIMIT for h in over) else "10.2"
    return no(why, clause, words, "Lead some of them away.", names, do)


class Movement(Step):
    """The phase: who goes next."""

    name = "movement"
    verbs: ClassVar = {"take": may_take, "end": may_end}

    def legal(self, s: State, f: Frame) -> list[Action]:
        side = s.player
        mask = s.of[side]
        if s.hidden:
            for u in s.hidden:
                if s.owner[u] == side and u in who_is_cloaked(s):
                    mask |= 1 << u
        mask &= ~FORTRESSES & ~(s.pinned & ~SORCERERS)
        found = [TAKE[u] for u in ones(mask) if can_act(s, u)]
        if may_end(s, f, (), None):
            found.append(END)
        return found

    def candidates(self, s: State, x: Any) -> list[Action]:
        return [*TAKE, END]

    def do(self, s: State, f: Frame, a: Action, cx: Context) -> None:
        if a.verb == "take":
            s.hand = a.args
            push(s, frame("march"))
            return
        drop(s)
        push(s, frame("excess", s.player))


def may_discard(s: State, f: OfSide, args: tuple[int, ...], why: Why) -> bool:
    """[10.1]"""
    u = args[0]
    return any(u in stackers(s, f.side, h) for h in crowds(s, f.side)) or (
        why is not None and no(why, "10.1", f"{UNITS[u].name} is in no stack that is too large.", "Choose one that is.")
    )


class Excess(Step):
    """A stack that cannot stay and cannot leave: what exceeds the limit is given up by its owner (R54)."""

    name = "excess"
    verbs: ClassVar = {"discard": may_discard}
    holds = OfSide
    asks = "side"

    def live(self, s: State, f: Frame) -> bool:
        return bool(crowds(s, f.side))

    def candidates(self, s: State, x: Any) -> list[Action]:
        return [Action("discard", (u,)) for h in crowds(s, x.side) for u in stackers(s, x.side, h)]

    def do(self, s: State, f: Frame, a: Action, cx: Context) -> None:
        (u,) = a.args
        cx.tell("given up", seat=s.owner[u], unit=u)
        off(s, u, POOL if MAGICAL >> u & 1 else GONE)


def may_take_along(s: State, _: object, args: tuple[int, ...], why: Why) -> bool:
    """[6.0, 6.12]"""
    u = args[0]
    if not mine(s, u, why):
        return False
    if u in s.hand:
        return why is not None and no(why, "6.0", f"{UNITS[u].name} is in hand already.")
    if here_of(s, u) != here_of(s, s.hand[0]):
        return why is not None and no(
            why, "6.12", f"{UNITS[u].name} stands elsewhere.", "Only who is in the same hex goes along."
        )
    return True


def may_drop(s: State, _: object, args: tuple[int, ...], why: Why) -> bool:
    """[6.0]"""
    u = args[0]
    if u not in s.hand or len(s.hand) == 1:
        return why is not None and no(
            why, "6.0", f"{UNITS[u].name} is not in hand with others.", "Halt, to put everybody down.", do=("halt",)
        )
    return not (s.load and u == s.hand[0]) or no(
        why, "19.26", "The first in hand carries Stones.", "Lay them down first."
    )


def may_step(s: State, _: object, args: tuple[int, ...], why: Why) -> bool:
    """[6.1, 6.3]"""
    (there,) = args
    hand = s.hand
    here = here_of(s, hand[0])
    name = HEXES.names[there]
    kind = next((k for n, k in BOARD.exits[here] if n == there), -1)
    if kind < 0:
        return no(why, "6.0", f"{name} is not beside the hex in which they stand.", "Go hex by hex.", name)
    if why is None:
        return not why_barred(s, hand) and open_kinds(s, hand)[kind] and not (s.load and shut(s, hand, there))
    ok = True
    if clause := why_barred(s, hand):
        ok = no(why, clause, *_BARRED[clause])
    for u, (price, sides, times, have) in zip(hand, base_prices(s, hand), strict=True):
        cost = (price + sides[kind]) * times
        if kind == MOUNTAIN and sides[kind] > 10:
            ok = no(why, "6.65", f"A depleted {UNITS[u].name} crosses no mountains.", "Go round.", name)
        elif cost > have:
            ok = no(why, "6.34", f"Leaving for {name} costs {UNITS[u].name} {cost} points, and it has {have}.", "Halt, or leave it behind.",
                    name, ("halt",))  # fmt: skip
    if shut(s, hand, there):
        ok = no(why, "19.26", "A magical unit does not carry Stones into or out of Gray.", "Lay them down first.")
    return ok


_BARRED: Final = {
    "6.26": ("A pinned unit does not move.", "A friendly Sorcerer can take the pin off for three points."),
    "14.22": ("A garrison leaves only with a Sorcerer of its color.", "Take the Sorcerer up with it."),
    "17.15": ("Periandrenn never leaves his guard.", "Take both up."),
    "23.2": ("Somebody fell upon him here: he must stop.", "Halt."),
}


class March(Step):
    """Counters in hand; the first one leads, and if it is a Sorcerer he does the tasks."""

    name = "march"
    verbs: ClassVar[dict[str, Any]] = {
        "take": may_take_along, "drop": may_drop, "step": may_step, "halt": always,
    }  # fmt: skip

    def live(self, s: State, f: Frame) -> bool:
        return bool(s.hand)

    def legal(self, s: State, f: Frame) -> list[Action]:
        hand = s.hand
        found = ways(s, hand)
        found.append(HALT)
        here = here_of(s, hand[0])
        pile = s.piles.get(here, ()) + (hidden_at(s, s.player, here) if s.hidden else ())
        if len(pile) > 1:
            found += [TAKE[u] for u in pile if u not in hand and s.owner[u] == s.player and mine(s, u, None)]
        if len(hand) > 1:
            found += [Action("drop", (u,)) for u in (hand[1:] if s.load else hand)]
        leader = hand[0]
        have = points_to_spend(s, leader)
        for task in hooks.tasks_of(s, bool(SORCERERS >> leader & 1)):
            found += task.offer(s, leader, have)
        return found

    def candidates(self, s: State, x: Any) -> list[Action]:
        return self.legal(s, x)

    def do(self, s: State, f: Frame, a: Action, cx: Context) -> None:
        verb, args = a
        if verb == "step":
            walk(s, args[0], cx)
        elif verb == "halt":
            put_down(s)
        elif verb == "take":
            s.hand = s.hand + args
        elif verb == "drop":
            s.hand = tuple(u for u in s.hand if u not in args)
        else:
            hooks.TASKS[verb].deed(s, args, cx)


def put_down(s: State) -> None:
    """Nobody is in hand any more; Stones lie where they were carried."""
    if s.load:
        lay_all(s, here_of(s, s.hand[0]))
    s.hand = ()


def lay_all(s: State, h: int) -> None:
    """Carried Stones lie down [19.26]."""
    lie_down(s, h, (*free_stones(s, h), *s.load))
    s.load = ()


def walk(s: State, there: int, cx: Context) -> None:
    """Those in hand go to a hex beside theirs, and pay."""
    hand, side = s.hand, s.owner[s.hand[0]]
    here = here_of(s, hand[0])
    kind = next(k for n, k in BOARD.exits[here] if n == there)
    carrier = hand[0]
    prices = base_prices(s, hand)
    alone = [u for u in hand if goes_alone(s, u, here, hand)]
    for u, (price, sides, times, _) in zip(hand, prices, strict=True):
        s.spent[u] = s.spent.get(u, 0) + (price + sides[kind]) * times
        s.inside &= ~(1 << u)
    for u in alone:
        s.alone |= 1 << u
    if seen := bring(s, hand, there):
        cx.tell("walks", seat=side, hex=here, to_hex=there, units=seen)
    arrive(s, hand, here, cx)
    if s.load and carrier not in s.hand:
        lay_all(s, there)


def bring(s: State, hand: tuple[int, ...], there: int) -> tuple[int, ...]:
    """Those in hand are in another hex, who is under a Cloak too; those among them who are seen."""
    seen = tuple([u for u in hand if u not in s.hidden])
    for u in hand:
        if u in s.hidden:
            s.hidden[u] = there
    if seen:
        go(s, seen, there)
    return seen


def arrive(s: State, hand: tuple[int, ...], here: int, cx: Context) -> None:
    """Counters have come from a hex to another: whatever waits there."""
    for hook in hooks.ENTERED:
        hook(s, hand, here, cx)


MOVEMENT_STEP, EXCESS, MARCH = Movement(), Excess(), March()
