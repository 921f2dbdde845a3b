"""What English asks of a name: an article or none ("the Boiling Sea", "Hornus"), one or many ("the Myrrhyn Peaks are"), and
the preposition before a place ("on Dharijor Cape", "at Castle Kaneloon", "in Hornus").

All of it is read off the name itself, so that it holds for another board or another set of counters too."""

from __future__ import annotations

import re
from functools import cache
from typing import Final

# What a name ends with, or has before "at" and the like, when it takes an article. Castles, isles, capes, bays and lakes of
# that shape go without, as do Windsor Castle and Hudson Bay.
_KIND: Final = re.compile(
    r"""\b(?:archipelago | barrens | channel | citadel | cliffs | coast | deeps? | delta | depths | deserts? | fens? | forests?
    | fortress | grasslands | gulf | heath | heights | highlands | hills | horde | host | isles | islands | isthmus
    | jungles? | lands | lowlands | maelstrom | marsh(?:es)? | moors? | mountains | narrows | oceans? | passage | peaks
    | peninsula | plains? | plateau | ranges? | reach(?:es)? | reefs? | ruins | sands | seas? | shallows | shores? | steppes?
    | straits? | swamps? | teeth | towers? | towns | vale | valley | void | wastes? | wastelands? | wilderness | wilds
    | woods?)$""",
    re.IGNORECASE | re.VERBOSE,
)
# The same for counters and spells: what is a kind of thing takes an article, a person's own name takes none.
_THING: Final = re.compile(
    r"""\b(?:arrows | barge | bird | book | bringers | butterfly | chimera | clackars | dragons | fleet | four-who-are-one | gate
    | grimoire | guard | horses | (?<!^)king | lions | (?<!^)mage | olab | runestaff | shaman | shield | steeds)$""",
    re.IGNORECASE | re.VERBOSE,
)
# Names that are plural: by their last word before "of" and the like, or because two are named.
_SEVERAL: Final = re.compile(
    r"""\b(?:archipelagos | arrows | banners | barrens | beetles | boatmen | bringers | clackars | cliffs | deeps | depths
    | deserts | dragons | fens | forests | four-who-are-one | grasslands | heights | highlands | hills | horses | islands
    | isles | jungles | lands | lions | lowlands | marshes | men | moors | mountains | narrows | neutrals | oceans | olab
    | peaks | people | plains | ranges | reefs | ruins | sands | seas | serpents | shallows | shores | steeds | steppes
    | straits | swamps | teeth | towers | towns | wastes | wastelands | wilds | woods)$""",
    re.IGNORECASE | re.VERBOSE,
)
_ON: Final = re.compile(r"\b(?:cape|coast|heath|isles?|islands?|plains?|plateau|shores?|steppes?)$", re.IGNORECASE)
_AT: Final = re.compile(r"\bcastle$|^castle \w", re.IGNORECASE)
_ARTICLE: Final = re.compile(r"the (?=.)", re.IGNORECASE)
_TAIL: Final = re.compile(r" (of|at|beyond|by|in|on|near|under) ")


@cache
def the(name: str) -> str:
    """A name as it stands within a sentence: with an article where English gives it one.

    >>> [the(x) for x in ("Plains of Shazaar", "Serpent's Teeth", "Western Sighing Range", "Sea at the World's Edge")]
    ['the Plains of Shazaar', "the Serpent's Teeth", 'the Western Sighing Range', "the Sea at the World's Edge"]
    >>> [the(x) for x in ("Hornus", "Western Tarkesh", "Castle Kaneloon", "Sorcerer's Isle", "Utkel and Kariss")]
    ['Hornus', 'Western Tarkesh', 'Castle Kaneloon', "Sorcerer's Isle", 'Utkel and Kariss']
    >>> the("The Burning Fens")
    'the Burning Fens'
    """
    if _ARTICLE.match(name):
        return "the " + name[4:]
    tail = _TAIL.search(name)
    head = name[: tail.start()] if tail else name
    kind = (tail and tail[1] == "of") or _KIND.search(head) or _THING.search(head)
    return f"the {name}" if kind else name


@cache
def several(name: str) -> bool:
    """Whether a name takes a plural verb.

    >>> [x for x in ("Flame Bringers", "Winged Men of Myrrhyn", "Isle of Purple Towns", "Utkel and Kariss") if several(x)]
    ['Flame Bringers', 'Winged Men of Myrrhyn', 'Utkel and Kariss']
    """
    tail = _TAIL.search(name)
    head = name[: tail.start()] if tail else name
    return " and " in head or " & " in head or bool(_SEVERAL.search(head))


@cache
def inside(name: str) -> str:
    """A place with its preposition: where somebody is.

    >>> [inside(x) for x in ("Hornus", "Plains of Shazaar", "Dharijor Cape", "Castle Kaneloon", "Boiling Sea")]
    ['in Hornus', 'on the Plains of Shazaar', 'on Dharijor Cape', 'at Castle Kaneloon', 'in the Boiling Sea']
    """
    tail = _TAIL.search(name)
    head = name[: tail.start()] if tail else name
    said = the(name)
    return f"at {said}" if _AT.search(head) else f"on {said}" if _ON.search(head) else f"in {said}"


__all__ = ["inside", "several", "the"]
