"""Magical flight. Sources: Chaosium [7.4.2], [16.1]-[16.3]; Avalon Hill 6.42, 14.1-14.3."""

from __future__ import annotations

from collections.abc import Iterable

from ..kernel.steps import Frame
from ..kernel.verdict import Reason, Why
from . import balance, hands, pieces, spells, words
from .actions import Action
from .board import BOARD, LAND
from .context import Context
from .ground import IMRRYR, enemy_city, wild_for
from .pieces import ARMY, FLEET, HERO, KIND, LAND_MOVES, MAGIC
from .state import ASHORE, DISCARD, IN_HAND, STEPPED, State, foes_at, ids, put

FLIGHTS = 2


def _bearer(s: State, i: int) -> int:
    at = s.spell_at[i]
    if IN_HAND <= at < IN_HAND + 256:
        return at - IN_HAND
    return -1


def check(s: State, f: Frame, args: tuple[int, ...], why: Why) -> bool:
    """Whether the stack in hand may fly to an area with a spell one of its magicians holds."""
    i, a = args
    u = _bearer(s, i)
    ok = True
    if u not in s.moving or not spells.FLIES[i] or not MAGIC[u]:
        if why is not None:
            why.append(
                Reason(
                    ("7.4.2", "6.42"),
                    f"No magician in this stack holds {words.spell(i)} to fly with.",
                    "Take up the magician who holds it.",
                )
            )
        return False
    heroes = sum(KIND[x] == HERO for x in s.moving)
    armies = sum(KIND[x] == ARMY for x in s.moving)
    if heroes > spells.FLIES[i] or armies > spells.FLIES_ARMIES[i] or any(KIND[x] == FLEET for x in s.moving):
        if why is None:
            return False
        ok = False
        why.append(
            Reason(
                ("7.4.2", "6.42"),
                f"{words.spell(i)} carries {words.number(spells.FLIES[i]) if spells.FLIES[i] < 99 else 'any number of'} "
                f"personalities and {words.number(spells.FLIES_ARMIES[i])} armies, and never a fleet.",
                "Set the others down first.",
                ids(s.moving),
            )
        )
    if any(s.flags[x] & STEPPED for x in s.moving):
        if why is None:
            return False
        ok = False
        why.append(
            Reason(
                ("7.4.2", "6.42"),
                "A flight is a whole turn's move, and somebody here has moved already.",
                "Fly before moving.",
                ids(s.moving),
            )
        )
    if BOARD.kind[a] != LAND or a == s.place[f[1]]:
        if why is None:
            return False
        why.append(
            Reason(("7.4.2", "6.42"), "A flight ends in another province.", "Choose a land province.", (BOARD.ids[a],))
        )
        return False
    if (foes_at(s, a, s.player) and not wild_for(s, a)) or (enemy_city(s, a, s.player) and BOARD.wall[a]):
        if why is None:
            return False
        ok = False
        why.append(
            Reason(
                ("7.3", "6.33"), f"The enemy holds {words.area(a)}.", "Fly to a province beside it.", (BOARD.ids[a],)
            )
        )
    if a == IMRRYR and s.control[a] != s.player:
        if why is None:
            return False
        ok = False
        why.append(
            Reason(
                ("7.5.9", "6.591"),
                "Imrryr is entered only with Elric, by its sea gates.",
                "Fly elsewhere.",
                (BOARD.ids[a],),
            )
        )
    if ok and hands.opposed(s, s.moving, a):
        if why is None:
            return False
        ok = False
        why.append(
            Reason(
                ("9.5", "8.5"),
                f"Your magicians in {words.area(a)} hold spells of the opposite alignment.",
                "Keep Law and Chaos apart.",
                (BOARD.ids[a],),
            )
        )
    return ok


def candidates(s: State, f: Frame) -> Iterable[Action]:
    """Flights the stack might make."""
    for i in range(spells.SIZE):
        if spells.FLIES[i] and _bearer(s, i) in s.moving:
            for a in BOARD.lands:
                yield Action("fly", (i, a))


def fly(s: State, f: Frame, args: tuple[int, ...], cx: Context) -> None:
    """Carry the stack through the air; the spell lasts two flights or three turns."""
    i, a = args
    here = s.place[f[1]]
    cx.tell("fly", units=s.moving, spell=i, area=here, to_area=a)
    for u in s.moving:
        put(s, u, a)
        s.aboard[u] = ASHORE
        s.spent[u] = LAND_MOVES
        s.flags[u] |= STEPPED
        s.band[u] = f[1] + 1 if BOARD.wild[a] else 0
    for x in pieces.ARTIFACTS:
        if s.aboard[x] in s.moving:
            put(s, x, a)
    used = next((n for j, n, _ in s.flights if j == i), 0) + 1
    first = next((t for j, _, t in s.flights if j == i), s.turn)
    s.flights = tuple(x for x in s.flights if x[0] != i)
    if used == 1:
        balance.shift(s, ((spells.ALIGN[i], spells.PULL[i]),), cx)
    if used >= FLIGHTS:
        s.spell_at[i] = DISCARD
    else:
        s.flights = (*s.flights, (i, used, first))
    from .stack import walk_in
    from .wilderness import arrive

    walk_in(s, a, cx)
    arrive(s, here, a, s.moving, False, cx)
