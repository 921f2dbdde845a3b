"""Actions as text and back: `str(action)` and `parse_action(text)` are inverse to each other."""

from __future__ import annotations

from typing import Final

from ..kernel import steps
from ..kernel.clauses import did_you_mean
from . import pieces, spells
from .board import BOARD

# The objects each verb takes.
VERBS: Final[dict[str, tuple[str, ...]]] = {
    "choose": ("side",),
    "harbour": ("area",),
    "keep": ("alignment",),
    "take": ("piece",),
    "leave": (),
    "appear": ("area",),
    "raise": ("piece",),
    "lead": ("piece",),
    "join": ("piece",),
    "drop": ("piece",),
    "step": ("area",),
    "sail": ("area",),
    "land": ("area",),
    "attack": ("area",),
    "sway": ("area",),
    "board": ("piece",),
    "ashore": (),
    "fly": ("spell", "area"),
    "halt": (),
    "march": ("piece", "area"),
    "home": ("piece",),
    "search": ("area", "sought"),
    "hunt": ("area",),
    "cast": ("piece", "spell"),
    "conjure": ("piece",),
    "give": ("piece", "piece", "spell"),
    "discard": ("piece", "spell"),
    "sacrifice": ("piece", "spell"),
    "blow": (),
    "send": ("piece", "piece"),
    "done": (),
    "fight": ("area",),
    "defend": ("defence",),
    "withhold": ("piece",),
    "withdraw": ("area",),
    "ready": (),
    "dispel": ("spell",),
    "maintain": ("piece",),
    "release": ("piece",),
    "wield": ("spell",),
    "face": (),
    "lose": ("piece",),
    "roll": (),
    "charm": ("spell",),
    "save": (),
    "fall": (),
    "reappear": ("area",),
    "retreat": ("area",),
    "stay": (),
    "muster": ("piece", "spell", "call"),
    "end": (),
}

_SOUGHT: Final = ("magic", "friends", "enemies", "place")
_ALIGNMENTS: Final = ("law", "chaos")
_DEFENCES: Final = ("ships", "armies")
# How many there are of each kind of object ("call" depends on the spell).
_MANY: Final = {
    "piece": pieces.SIZE,
    "area": BOARD.size,
    "spell": spells.SIZE,
    "side": 9,
    "sought": len(_SOUGHT),
    "alignment": len(_ALIGNMENTS),
    "defence": len(_DEFENCES),
}


class Action(steps.Action):
    """What a player wants, as a verb and indices. `str(action)` is its notation, and so is what the prompt shows.

    >>> parse_action("attack dharijor_sequaloris")
    <Action attack dharijor_sequaloris>
    """

    __slots__ = ()

    def __str__(self) -> str:
        return action_text(self)

    def __repr__(self) -> str:
        try:
            return f"<Action {action_text(self)}>"
        except ActionError:  # made by hand, and no action of this game
            return super().__repr__()


class ActionError(ValueError):
    """A text names no action: says which word, and what was probably meant."""


def action_text(a: steps.Action) -> str:
    """An action in the notation, such as "step jharkor_sequa" or "muster yishana arioch pan-tang".

    Raises:
        ActionError: not an Action of this game.

    >>> action_text(parse_action("  step   jharkor_sequa "))
    'step jharkor_sequa'
    """
    try:
        return _text(a)
    except (LookupError, TypeError, ValueError, AttributeError):
        if not isinstance(a, str):
            as_action(a)  # says what is wrong with it
        raise ActionError(f"an Action is wanted here, not {a!r:.60}; `parse_action` makes one from a text") from None


def _text(a: steps.Action) -> str:
    words = [a.verb]
    for kind, x in zip(VERBS[a.verb], a.args, strict=True):
        if kind == "piece":
            words.append(pieces.IDS[x])
        elif kind == "area":
            words.append(BOARD.ids[x])
        elif kind == "spell":
            words.append(spells.IDS[x])
        elif kind == "side":
            words.append(str(x + 1))
        elif kind == "sought":
            words.append(_SOUGHT[x])
        elif kind == "alignment":
            words.append(_ALIGNMENTS[x])
        elif kind == "defence":
            words.append(_DEFENCES[x])
        else:
            words.append(spells.MUSTERS[a.args[1]][x])
    return " ".join(words)


def _find(word: str, kind: str, known: dict[str, int]) -> int:
    if word in known:
        return known[word]
    hint = did_you_mean(word, known)
    raise ActionError(f"there is no {kind} “{word}”" + (f"; {hint}" if hint else ""))


_AREAS: Final = BOARD.index
_WORDS: Final = {
    "sought": {w: i for i, w in enumerate(_SOUGHT)},
    "alignment": {w: i for i, w in enumerate(_ALIGNMENTS)},
    "defence": {w: i for i, w in enumerate(_DEFENCES)},
}


def as_action(thing: object) -> Action:
    """An action from its text, or one made before if it is well formed.

    Raises:
        ActionError: neither a text nor an action, a text that names none, or objects that are not of this game.
    """
    if isinstance(thing, str):
        return parse_action(thing)
    if not isinstance(thing, steps.Action):
        raise ActionError(f"an action is a text or an Action, not {thing!r:.60}")
    verb, args = thing
    if not isinstance(verb, str) or verb not in VERBS:
        raise ActionError(f"there is no action {verb!r:.60}")
    kinds = VERBS[verb]
    if not isinstance(args, tuple) or len(args) != len(kinds):
        raise ActionError(f"“{verb}” takes {_needed(kinds)} after it, not {args!r:.60}")
    for kind, x in zip(kinds, args, strict=False):
        many = _MANY[kind] if kind != "call" else len(spells.MUSTERS[args[1]])
        if type(x) is not int or not 0 <= x < many:
            raise ActionError(f"“{verb}”: there is no {kind} with the number {x!r:.60}")
    return thing if isinstance(thing, Action) else Action(verb, args)


def _needed(kinds: tuple[str, ...]) -> str:
    return " ".join(f"<{k}>" for k in kinds) or "nothing"


def parse_action(text: str) -> Action:
    """Read an action.

    >>> parse_action("lead yishana").verb
    'lead'

    Raises:
        ActionError: not a text, unknown verb, wrong number of words, or a name the game does not know.
    """
    if not isinstance(text, str) or len(text) > 200:
        raise ActionError("an action is a short line of text")
    words = text.split()
    if not words:
        raise ActionError("an empty line is no action")
    verb = words[0]
    if verb not in VERBS:
        hint = did_you_mean(verb, VERBS)
        raise ActionError(f"there is no action “{verb}”" + (f"; {hint}" if hint else ""))
    kinds = VERBS[verb]
    if len(words) - 1 != len(kinds):
        raise ActionError(
            f"“{verb}” takes {_needed(kinds)} after it, not {len(words) - 1} word{'' if len(words) == 2 else 's'}"
        )
    args: list[int] = []
    for kind, w in zip(kinds, words[1:], strict=True):
        if kind == "piece":
            args.append(_find(w, "piece", pieces.INDEX))
        elif kind == "area":
            args.append(_find(w, "area", _AREAS))
        elif kind == "spell":
            args.append(_find(w, "spell", spells.INDEX))
        elif kind == "side":
            if not w.isdigit() or not 1 <= int(w) <= 9:
                raise ActionError(f"a side is a number from 1, not “{w}”")
            args.append(int(w) - 1)
        elif kind == "call":
            calls = {m: k for k, m in enumerate(spells.MUSTERS[args[1]])}
            args.append(_find(w, f"muster on {spells.NAMES[args[1]]}", calls))
        else:
            args.append(_find(w, kind, _WORDS[kind]))
    return Action(verb, tuple(args))
