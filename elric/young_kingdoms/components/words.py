"""Small helpers for sentences: names of areas, pieces and seats as the rules say them."""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from elric.young_kingdoms.components import pieces, spells
from elric.young_kingdoms.components.articles import the
from elric.young_kingdoms.components.board import BOARD
from elric.young_kingdoms.position.state import NEUTRAL

NUMBERS = ("no", "one", "two", "three", "four", "five", "six", "seven", "eight", "nine", "ten", "eleven", "twelve")


def area(a: int) -> str:
    """An area within a sentence: "Hornus", "the Boiling Sea". Labels and lists show the bare name (`BOARD.names`)."""
    return the(BOARD.names[a]) if 0 <= a < BOARD.size else "nowhere"


def nation(n: int) -> str:
    """A nation or a horde within a sentence: "Jharkor", "the Isle of Purple Towns"."""
    return the(pieces.NATIONS[n].name)


def called(target: str) -> str:
    """What a spell calls, a nation or a piece by its id, within a sentence."""
    return nation(pieces.NATION_INDEX[target]) if target in pieces.NATION_INDEX else pieces.NAMES[pieces.INDEX[target]]


def cap(text: str) -> str:
    """A text with its first letter large and the others as they are: how a sentence begins."""
    return text[:1].upper() + text[1:]


def unit(u: int) -> str:
    """Name of a piece with its article."""
    return pieces.title(u)


def spell(i: int) -> str:
    """Name of a spell."""
    return str(spells.NAMES[i])


def number(n: int) -> str:
    """Small numbers as words."""
    return NUMBERS[n] if 0 <= n < len(NUMBERS) else str(n)


def points(n: int) -> str:
    """ "one movement point", "3 movement points"."""
    return f"{number(n)} movement point{'' if n == 1 else 's'}"


def either(things: Sequence[str]) -> str:
    """ "a", "a or b", "a, b or c"."""
    return ", ".join(things[:-1]) + " or " + things[-1] if len(things) > 1 else listed(things)


def listed(things: Sequence[str]) -> str:
    """ "a", "a and b", "a, b and c"."""
    if not things:
        return "nothing"
    if len(things) == 1:
        return things[0]
    return ", ".join(things[:-1]) + " and " + things[-1]


def units(us: Iterable[int]) -> str:
    """Several pieces, armies and fleets of a nation counted together: "Yishana and three armies of Jharkor"."""
    heroes: list[str] = []
    many: dict[tuple[int, int], int] = {}
    for u in us:
        if pieces.KIND[u] in (pieces.ARMY, pieces.FLEET) and pieces.NATION[u] >= 0 and u != pieces.BARGE:
            k = (pieces.KIND[u], pieces.NATION[u])
            many[k] = many.get(k, 0) + 1
        else:
            heroes.append(pieces.title(u))
    for (kind, of), n in many.items():
        what = "army" if kind == pieces.ARMY else "fleet"
        name = nation(of)
        if n == 1:
            heroes.append(f"{'an' if what == 'army' else 'a'} {what} of {name}")
        else:
            heroes.append(f"{number(n)} {'armies' if what == 'army' else 'fleets'} of {name}")
    return listed(heroes)


def owner(o: int) -> str:
    """A seat as the story names it before players have names."""
    return "the neutrals" if o >= NEUTRAL else f"player {o + 1}"
