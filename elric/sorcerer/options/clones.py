"""Clones [22.0], by the switch `clones`: a Sorcerer of several colors splits into one of each, and is put together again."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final, NamedTuple

from elric.kernel.bits import ones
from elric.sorcerer.components.colors import WHEEL, WHITE
from elric.sorcerer.components.units import ALLOWANCE, COUNT, KIND, SORCERER, UNITS
from elric.sorcerer.position import hooks
from elric.sorcerer.position.notes import NOTES, Clones, forget, note_instead, noted, remember, strike_out
from elric.sorcerer.position.state import GONE, POOL, State, foes, here_of, put
from elric.sorcerer.position.state import lift as off
from elric.sorcerer.position.steps import Action, Context, Why, no

CLONE, MERGE = Action("clone"), Action("merge")
ALL: Final = ALLOWANCE[0][0]


@NOTES.many("merging")
class Merging(NamedTuple):
    """A Sorcerer whose clones are joined in this phase."""

    whole: int


@NOTES.many("merged")
class Merged(NamedTuple):
    """For how many phases running the clones of a Sorcerer have been joined."""

    whole: int
    phases: int


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
    return next((one.whole for one in noted(s, Clones) if u in one.parts and s.place[u] != GONE), -1)


def may_clone(s: State, _: object, args: tuple[int, ...], why: Why) -> bool:
    """[22.0, 22.1]"""
    u = s.hand[0]
    h = here_of(s, u)
    ok = True
    if not s.rules.clones:
        return no(why, "22.0", "This game is played without clones.")
    if not 2 <= (UNITS[u].powers & WHEEL).bit_count() <= 3:
        return no(why, "22.0", "Only a Sorcerer of two or three colors splits.")
    if s.spent.get(u, 0) or (s.depleted | s.pinned) >> u & 1 or u in s.hidden:
        words = "He must be full, unpinned and seen, and begin with it: it takes all his points."
        ok = no(why, "22.1", words, "Do it first in a phase.")
    if not UNITS[u].powers >> s.ground[h] & 1 or s.ground[h] == WHITE:
        ok = no(why, "22.1", "He splits in a hex of one of his colors.", "Go to one.")
    if foes(s, s.owner[u]) >> h & 1:
        ok = no(why, "22.1", "No Sorcerer splits or joins where an enemy stands.", "Go away first.")
    if not parts(s, u):
        ok = no(why, "3.22", "There are not enough counters of one-color Sorcerers left.")
    return ok


def clone(s: State, args: tuple[int, ...], cx: Context) -> None:
    """One-color Sorcerers stand in his place, and have spent their points; they do what others do [22.2]."""
    u = s.hand[0]
    h, side = s.place[u], s.owner[u]
    these = parts(s, u)
    off(s, u, POOL)
    s.hand = ()
    for v in these:
        put(s, v, h, side)
        s.spent[v] = ALL
    remember(s, Clones(u, these))
    cx.tell("clones", seat=side, unit=u, hex=h)


def clones_of(s: State, whole: int) -> tuple[int, ...]:
    """The clones into which a Sorcerer has split."""
    return next((one.parts for one in noted(s, Clones) if one.whole == whole), ())


def living_clones(s: State, whole: int) -> tuple[int, ...]:
    """The clones that are left of a Sorcerer, those under a Cloak too."""
    return tuple(v for v in clones_of(s, whole) if here_of(s, v) >= 0)


def may_merge(s: State, _: object, args: tuple[int, ...], why: Why) -> bool:
    """[22.4]"""
    u = s.hand[0]
    whole = whole_of(s, u)
    if whole < 0:
        return no(why, "22.4", "He is nobody's clone.")
    these = living_clones(s, whole)
    if any(v in s.hidden for v in these):
        return no(why, "22.4", "Under a Cloak clones are not joined.", "Let them appear first.")
    h = s.place[u]
    ok = True
    if any(s.place[v] != h for v in these):
        ok = no(why, "22.4", "All clones that are left begin in one hex.", "Bring them together first.")
    if any(s.spent.get(v, 0) or (s.depleted | s.pinned) >> v & 1 for v in these):
        ok = no(why, "22.4", "They must be full and unpinned, and have spent nothing.", "Begin with it next turn.")
    if s.ground[h] != WHITE and not any(UNITS[v].powers >> s.ground[h] & 1 for v in these):
        ok = no(why, "22.4", "It is done in White, or in the color of one of them.", "Go to such a hex.")
    if foes(s, s.owner[u]) >> h & 1:
        ok = no(why, "22.4", "No Sorcerer splits or joins where an enemy stands.", "Go away first.")
    return ok


def merge(s: State, args: tuple[int, ...], cx: Context) -> None:
    """They spend everything [6.62]; it takes a phase, and one more for each that is lost [22.4]."""
    whole = whole_of(s, s.hand[0])
    for v in living_clones(s, whole):
        s.spent[v] = ALL
    s.hand = ()
    remember(s, Merging(whole))


def take_effect(s: State, cx: Context) -> None:
    """The end of the phase: a step nearer, or whole again."""
    now = [one.whole for one in noted(s, Merging)]
    forget(s, (Merging,))
    done = {
        one.whole: one.phases
        for one in noted(s, Merged)
        if one.whole in now or not any(s.owner[v] == s.player for v in living_clones(s, one.whole))
    }
    for whole in now:
        these, parts_ = living_clones(s, whole), clones_of(s, whole)
        done[whole] = done.get(whole, 0) + 1
        if these and done[whole] > len(parts_) - len(these):
            h, side = here_of(s, these[0]), s.owner[these[0]]
            for v in parts_:
                if v in these:
                    off(s, v, POOL)
                s.place[v] = POOL
            put(s, whole, h, side)
            strike_out(s, Clones, whole)
            del done[whole]
            cx.tell("whole", seat=side, unit=whole, hex=h)
    note_instead(s, Merged, [Merged(*row) for row in done.items()])


def offer_clone(s: State, u: int, have: int) -> Sequence[Action]:
    return (CLONE,) if s.rules.clones and may_clone(s, None, (), None) else ()


def offer_merge(s: State, u: int, have: int) -> Sequence[Action]:
    return (MERGE,) if Clones in s.notes and may_merge(s, None, (), None) else ()


hooks.add("clone", hooks.Task(may_clone, clone, offer_clone, played=lambda s: bool(s.rules.clones)))
hooks.add("merge", hooks.Task(may_merge, merge, offer_merge, played=lambda s: bool(s.rules.clones)))
hooks.AFTER_MOVE.append(take_effect)
