"""Actions as text: verbs, counters by id, hexes by number."""

from __future__ import annotations

from typing import Final

from elric.kernel.notation import Notation, ObjectKind
from elric.kernel.steps import Action
from elric.kernel.verbs import Verb, VerbBook
from elric.sorcerer.components.board import HEXES
from elric.sorcerer.components.colors import NAMES
from elric.sorcerer.components.scenarios import MOST_SIDES
from elric.sorcerer.components.units import CREATURES, IDS

SIDE_WORDS: Final = tuple(f"side-{k}" for k in range(1, MOST_SIDES + 1))
MOST_POINTS: Final = 15
CREATURE_WORDS: Final = tuple(
    row.rpartition("-")[2] if row != "demonic-infantry" else "demon" for row in CREATURES.values()
)

_TAKES: Final[dict[str, tuple[str, ...]]] = {
    # setting up
    "prime": ("unit",),
    "place": ("hex",),
    "hide": ("hex",),
    "paint": ("color",),
    "start": (),
    # movement
    "take": ("unit",),
    "drop": ("unit",),
    "step": ("hex",),
    "halt": (),
    "end": (),
    "discard": ("unit",),
    # tasks
    "teleport": ("hex",),
    "conjure": ("creature", "color"),
    "restore": ("unit",),
    "mend": (),
    "unpin": (),
    "vortex": (),
    "quench": (),
    "garrison": ("unit",),
    "convert": ("color",),
    "bolt": ("hex", "color", "side"),
    "join": ("unit",),
    "fling": (),
    # other phases
    "whirl": ("hex",),
    "lead": ("unit",),
    "attack": ("hex", "side"),
    "hold": ("hex",),
    "lose": ("unit",),
    # stories
    "lift": ("color",),
    "lay": ("color",),
    "unseal": ("points",),
    "reveal": ("unit",),
    "wait": (),
    # optional chapters
    "clone": (),
    "merge": (),
    "cloak": ("unit",),
    "uncloak": ("unit",),
    "strike": (),
    "leave-vortex": (),
    "raise": ("unit",),
    "study": ("order",),
    "spring": ("unit",),
    "spoil": ("unit",),
}

# What each verb says, for buttons and for the coach: {0} {1} are its objects.
_SAYS: Final[dict[str, str]] = {
    "prime": "Name {0} as Prime Sorcerer",
    "place": "Set up in {0}",
    "hide": "Hide in {0}",
    "paint": "Make it {0}",
    "start": "Begin so",
    "take": "Take up {0}",
    "drop": "Leave {0} here",
    "step": "Go to {0}",
    "halt": "Halt",
    "end": "End movement",
    "discard": "Give up {0}",
    "teleport": "Teleport to {0}",
    "conjure": "Conjure {0}, {1}",
    "restore": "Restore {0}",
    "mend": "Restore himself",
    "unpin": "Free all here",
    "vortex": "Make a vortex",
    "quench": "Destroy the vortex",
    "garrison": "Put {0} inside",
    "convert": "Convert to {0}",
    "bolt": "Bolt at {0}, {1}, against {2}",
    "join": "{0} joins",
    "fling": "Fling it",
    "whirl": "Move the vortex of {0}",
    "lead": "{0} takes part",
    "attack": "Attack in {0}: {1}",
    "hold": "No attack in {0}",
    "lose": "A step of {0}",
    "lift": "Pick up a {0} Stone",
    "lay": "Lay a {0} Stone down",
    "unseal": "Break the Seal with {0} points",
    "reveal": "{0} comes out",
    "wait": "Stay hidden",
    "clone": "Split into clones",
    "merge": "Be whole again",
    "cloak": "Cloak {0}",
    "uncloak": "Let {0} appear",
    "strike": "Strike as a vortex",
    "leave-vortex": "Leave a vortex",
    "raise": "Raise {0}",
    "study": "Try a new spell of order {0}",
    "spring": "{0} falls upon the Sorcerer",
    "spoil": "{0} comes out against it",
}

# They name what only the seat that decides may see [19.24, 20.0, 23.0].
_SECRET: Final = ("hide", "reveal", "spring", "spoil", "uncloak")
_CLOSES: Final = ("start", "end", "halt", "fling", "wait")
VERBS: Final[VerbBook[Action]] = VerbBook(
    *(
        Verb(name, " ".join(takes), _SAYS[name], secret=name in _SECRET, closes=name in _CLOSES)
        for name, takes in _TAKES.items()
    )
)

NOTATION: Final = Notation(
    VERBS,
    {
        "unit": ObjectKind("counter", IDS),
        "hex": ObjectKind("hex", HEXES.names),
        "color": ObjectKind("color", NAMES),
        "side": ObjectKind("side", SIDE_WORDS),
        "creature": ObjectKind("creature", CREATURE_WORDS),
        "points": ObjectKind("number of points", [str(n) for n in range(MOST_POINTS + 1)]),
        "order": ObjectKind("order", [str(n) for n in range(1, 5)]),
    },
)
