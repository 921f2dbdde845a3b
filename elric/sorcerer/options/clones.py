"""Clones [22.0], by the switch `clones`: a Sorcerer of several colors splits into one of each, and is put together again."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any, Final

from elric.kernel.bits import ones
from elric.sorcerer.components.colors import WHEEL, WHITE
from elric.sorcerer.components.units import ALLOWANCE, COUNT, KIND, SORCERER, UNITS
from elric.sorcerer.position import hooks
from elric.sorcerer.position.state import GONE, POOL, State, foes, here_of, put
from elric.sorcerer.position.state import lift as off
from elric.sorcerer.position.steps import Action, Why, no

CLONE, MERGE = Action("clone"), Action("merge")
ALL: Final = ALLOWANCE[0][0]


def parts(s: State, u: int) -> tuple[int, ...]:
    """The counters of his clones: for each color one that nobody uses; empty where there are not enough [3.22]."""
    found = []
    for color in ones(UNITS[u].powers & WHEEL):
        free = [v for v in range(COUNT) if KIND[v] == SORCERER and UNITS[v].powers == 1 << color and s.place[v] == POOL]
        if not free:
            return ()
        found.append(free[0])
    return tuple(found)


def whole_of(s: State, u: int) -> int:
    """The Sorcerer whose clone a counter is; -1 for none."""
    return next((whole for whole, these in s.marks.get("clones", {}).items() if u in these and s.place[u] != GONE), -1)


def may_clone(s: State, f: Any, args: tuple[int, ...], why: Why) -> bool:
    """[22.0, 22.1]"""
    u = s.hand[0]
    h = here_of(s, u)
    ok = True
    if not s.rules.clones:
        return no(why, "22.0", "This game is played without clones.")
    if not 2 <= (UNITS[u].powers & WHEEL).bit_count() <= 3:
        return no(why, "22.0", "Only a Sorcerer of two or three colors splits.")
    if s.spent.get(u, 0) or (s.depleted | s.pinned) >> u & 1 or u in s.hidden:
        ok = no(
            why,
            "22.1",
            "He must be full, unpinned and seen, and begin with it: it takes all his points.",
            "Do it first in a phase.",
        )
    if not UNITS[u].powers >> s.ground[h] & 1 or s.ground[h] == WHITE:
        ok = no(why, "22.1", "He splits in a hex of one of his colors.", "Go to one.")
    if foes(s, s.owner[u]) >> h & 1:
        ok = no(why, "22.1", "Not where an enemy stands.", "Go away first.")
    if not parts(s, u):
        ok = no(why, "3.22", "There are not enough counters of one-color Sorcerers left.", "Wait until some are free.")
    return ok


def clone(s: State, args: tuple[int, ...], cx: Any) -> None:
    """One-color Sorcerers stand in his place, and have spent their points; they do what others do [22.2]."""
    u = s.hand[0]
    h, side = s.place[u], s.owner[u]
    these = parts(s, u)
    off(s, u, POOL)
    s.hand = ()
    for v in these:
        put(s, v, h, side)
        s.spent[v] = ALL
    s.marks["clones"] = {**s.marks.get("clones", {}), u: these}
    cx.tell("clones", seat=side, unit=u, hex=h)


def living(s: State, whole: int) -> tuple[int, ...]:
    """The clones that are left of a Sorcerer."""
    return tuple(v for v in s.marks["clones"][whole] if s.place[v] >= 0)


def may_merge(s: State, f: Any, args: tuple[int, ...], why: Why) -> bool:
    """[22.4]"""
    u = s.hand[0]
    whole = whole_of(s, u)
    if whole < 0:
        return no(why, "22.4", "He is nobody's clone.")
    if u in s.hidden:
        return no(why, "22.4", "Under a Cloak clones are not joined.", "Let him appear first.")
    these = living(s, whole)
    h = s.place[u]
    ok = True
    if any(s.place[v] != h for v in these):
        ok = no(why, "22.4", "All clones that are left begin in one hex.", "Bring them together first.")
    if any(s.spent.get(v, 0) or (s.depleted | s.pinned) >> v & 1 for v in these):
        ok = no(why, "22.4", "They must be full and unpinned, and have spent nothing.", "Begin with it next turn.")
    if s.ground[h] != WHITE and not any(UNITS[v].powers >> s.ground[h] & 1 for v in these):
        ok = no(why, "22.4", "It is done in White, or in the color of one of them.", "Go to such a hex.")
    if foes(s, s.owner[u]) >> h & 1:
        ok = no(why, "22.4", "Not where an enemy stands.", "Go away first.")
    return ok


def merge(s: State, args: tuple[int, ...], cx: Any) -> None:
    """They spend everything [6.62]; it takes a phase, and one more for each that is lost [22.4]."""
    whole = whole_of(s, s.hand[0])
    for v in living(s, whole):
        s.spent[v] = ALL
    s.hand = ()
    s.marks["merging"] = (*s.marks.get("merging", ()), whole)


def take_effect(s: State, cx: Any) -> None:
    """The end of the phase: a step nearer, or whole again."""
    if "clones" not in s.marks:
        return
    now = s.marks.pop("merging", ())
    done = {
        w: n
        for w, n in s.marks.get("merged", {}).items()
        if w in now or not any(s.owner[v] == s.player for v in living(s, w))
    }
    for whole in now:
        these = living(s, whole)
        done[whole] = done.get(whole, 0) + 1
        if these and done[whole] > len(s.marks["clones"][whole]) - len(these):
            h, side = s.place[these[0]], s.owner[these[0]]
            for v in s.marks["clones"][whole]:
                if v in these:
                    off(s, v, POOL)
                s.place[v] = POOL
            put(s, whole, h, side)
            s.marks["clones"] = {w: x for w, x in s.marks["clones"].items() if w != whole}
            del done[whole]
            cx.tell("whole", seat=side, unit=whole, hex=h)
    s.marks["merged"] = done


def offer_clone(s: State, u: int, have: int) -> Sequence[Action]:
    return (CLONE,) if s.rules.clones and may_clone(s, None, (), None) else ()


def offer_merge(s: State, u: int, have: int) -> Sequence[Action]:
    return (MERGE,) if "clones" in s.marks and may_merge(s, None, (), None) else ()


hooks.add("clone", hooks.Task(may_clone, clone, offer_clone, played=lambda s: bool(s.rules.clones)))
hooks.add("merge", hooks.Task(may_merge, merge, offer_merge, played=lambda s: bool(s.rules.clones)))
hooks.AFTER_MOVE.append(take_effect)
