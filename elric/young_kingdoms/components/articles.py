"""Which names a sentence gives an article: "in the Plains of Shazaar", "to the Boiling Sea", but "in Hornus"."""

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
    return f"the {name}" if (tail and tail[1] == "of") or _KIND.search(head) else name


__all__ = ["the"]
