"""Small helpers for sentences: names of areas, pieces and seats as the rules say them.

What they give is a `Noun`, which knows whether it is one or many, so that a sentence asks it for its verb:

>>> f"{cap(unit(pieces.INDEX['myrrhyn'])):appears|appear}"
'The Winged Men of Myrrhyn appear'
>>> f"{unit(pieces.INDEX['yishana']):appears|appear} {inside(BOARD.index['tarkesh_hornus'])}."
'Yishana appears in Hornus.'
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from elric.kernel.sentences import ProperNames
from elric.young_kingdoms.components import articles, pieces, spells
from elric.young_kingdoms.components.board import BOARD
from elric.young_kingdoms.position.state import NEUTRAL

NUMBERS = ("no", "one", "two", "three", "four", "five", "six", "seven", "eight", "nine", "ten", "eleven", "twelve")


_ONE_OF_SEVERAL = ("Elric Nightmare", "Reshuffle")  # counters of one name that are told as "a", not by their own name


class Noun(str):
    """A noun phrase that knows whether it is many.

    Formatted with two forms of a verb it takes the one that agrees: `f"{who:marches|march}"`. In all else it is its text.
    """

    many: bool

    def __new__(cls, text: str, many: bool = False) -> Noun:
        noun = super().__new__(cls, text)
        noun.many = many
        return noun

    def __format__(self, verbs: str) -> str:
        if "|" not in verbs:
            return super().__format__(verbs)
        one, many = verbs.split("|")
        return f"{self!s} {many if self.many else one}"


def name(text: str) -> Noun:
    """Any name within a sentence, with its article and number: "the Western League", "Pan Tang", "the Olab"."""
    said = articles.the(text)
    return Noun(said, articles.several(said))


def area(a: int) -> Noun:
    """An area within a sentence: "Hornus", "the Boiling Sea". Labels and lists show the bare name (`BOARD.names`)."""
    return name(BOARD.names[a]) if 0 <= a < BOARD.size else Noun("nowhere")


def inside(a: int) -> str:
    """Where somebody is: "in Hornus", "on the Plains of Shazaar", "at Castle Kaneloon"."""
    return articles.inside(BOARD.names[a]) if 0 <= a < BOARD.size else "nowhere"


def nation(n: int) -> Noun:
    """A nation or a horde within a sentence: "Jharkor", "the Isle of Purple Towns"."""
    return name(pieces.NATIONS[n].name)


def called(target: str) -> Noun:
    """What a spell calls, a nation or a piece by its id, within a sentence."""
    return nation(pieces.NATION_INDEX[target]) if target in pieces.NATION_INDEX else unit(pieces.INDEX[target])


within = ProperNames((*pieces.NAMES, *BOARD.names, *(n.name for n in pieces.NATIONS), *spells.NAMES)).within


def cap(text: str) -> str:
    """A text with its first letter large and the others as they are: how a sentence begins."""
    big = text[:1].upper() + text[1:]
    return Noun(big, text.many) if isinstance(text, Noun) else big


def unit(u: int) -> Noun:
    """Name of a piece with its article."""
    return Noun(pieces.title(u), pieces.KIND[u] != pieces.ARMY and articles.several(pieces.NAMES[u]))


def spell(i: int) -> Noun:
    """Name of a spell with its article, if it takes one."""
    text = str(spells.NAMES[i])
    return Noun(f"{'an' if text[0] in 'AEIOU' else 'a'} {text}") if text in _ONE_OF_SEVERAL else name(text)


def number(n: int) -> str:
    """Small numbers as words."""
    return NUMBERS[n] if 0 <= n < len(NUMBERS) else str(n)


def points(n: int) -> str:
    """ "one movement point", "3 movement points"."""
    return f"{number(n)} movement point{'' if n == 1 else 's'}"


def either(things: Sequence[str]) -> str:
    """What may be chosen: "a", "a or b", "a, b or c"."""
    return str(listed(things, "or"))


def listed(things: Sequence[str], link: str = "and") -> Noun:
    """ "a", "a and b", "a, b and c"."""
    if not things:
        return Noun("nothing")
    if len(things) == 1:
        return things[0] if isinstance(things[0], Noun) else Noun(things[0])
    return Noun(", ".join(things[:-1]) + f" {link} {things[-1]}", many=True)


def units(us: Iterable[int]) -> Noun:
    """Several pieces, armies and fleets of a nation counted together: "Yishana and three armies of Jharkor"."""
    said: list[str] = []
    many: dict[tuple[int, int], int] = {}
    for u in us:
        if pieces.KIND[u] in (pieces.ARMY, pieces.FLEET) and pieces.NATION[u] >= 0 and u != pieces.BARGE:
            k = (pieces.KIND[u], pieces.NATION[u])
            many[k] = many.get(k, 0) + 1
        else:
            said.append(unit(u))
    for (kind, of), n in many.items():
        one, several = ("an army", "armies") if kind == pieces.ARMY else ("a fleet", "fleets")
        said.append(Noun(f"{one if n == 1 else f'{number(n)} {several}'} of {nation(of)}", n > 1))
    return listed(said)


def owner(o: int) -> Noun:
    """A seat as the story names it before players have names."""
    return Noun("the neutrals", many=True) if o >= NEUTRAL else Noun(f"player {o + 1}")
