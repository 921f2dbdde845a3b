"""Questions about cards: what sort they are, what they carry, where they call a horde."""

from __future__ import annotations

from functools import partial
from random import Random
from typing import Final

from elric.tutor.question import Citation, Draft
from elric.young_kingdoms.components import pieces, spells, words
from elric.young_kingdoms.components.board import BOARD
from elric.young_kingdoms.components.notation import parse_action
from elric.young_kingdoms.components.spells import ALIGNMENT_NAMES, FLIES, FLIES_ARMIES, IDS, SIZE
from elric.young_kingdoms.game import Game
from elric.young_kingdoms.teaching.question_kinds.magic import spell_words
from elric.young_kingdoms.teaching.question_kinds.positions import built
from elric.young_kingdoms.teaching.question_kinds.powers import scene
from elric.young_kingdoms.teaching.question_kinds.registry import kind

# ---- cards ----------------------------------------------------------------------------------------------------------

_USES: Final = {
    "plain": "A magician may hold it, and lay it for a battle",
    "special": "Any magician may hold it, to save himself",
    "melnibonean": "Only Melniboneans may use it",
    "elric": "Only Elric may use it",
    "immediate": "Nobody holds it: it acts the moment it is drawn",
}
_OF: Final[dict[str, tuple[str, tuple[Citation, ...]]]] = {
    "law": ("plain", (("16.1", "14.1"),)),
    "chaos": ("plain", (("16.2", "14.2"),)),
    "neutral": ("plain", (("16.3", "14.3"),)),
    "special": ("special", (("9.3.2", "8.32"), ("16.5", "14.5"))),
    "melnibonean": ("melnibonean", (("9.3.3", "8.33"), ("16.6", "14.6"))),
    "elric": ("elric", (("9.3.4", "8.34"), ("16.7", "14.71"))),
    "immediate": ("immediate", (("9.3.1", "8.31"), ("16.4", "14.4"))),
}


def _card(side: str, rng: Random, edition: str) -> Draft | None:
    g = built(edition)
    if g is None:
        return None
    i = rng.choice([x for x in range(SIZE) if ALIGNMENT_NAMES[x] == side])
    use = _OF[side][0]
    return Draft(
        f"{spells.NAMES[i]}: what sort of card is it?",
        g,
        _USES[use],
        tuple((text, "Other cards are of that sort, not this one.") for k, text in _USES.items() if k != use)
        if use != "plain"
        else tuple((text, "This is a plain spell of its side.") for k, text in _USES.items() if k != use),
        f"{spell_words(i)}.",
        _OF[side][1],
        facts={"spell": i, "side": side},
    )


def _side(side: str, rng: Random, edition: str) -> Draft | None:
    g = built(edition)
    if g is None:
        return None
    i = rng.choice([x for x in range(SIZE) if ALIGNMENT_NAMES[x] == side])
    return Draft(
        f"Whose magic is {spells.NAMES[i]}?",
        g,
        side.capitalize(),
        tuple(
            (x.capitalize(), f"It is {side.capitalize()}: {spell_words(i)}.")
            for x in ("law", "chaos", "neutral")
            if x != side
        ),
        f"{spell_words(i)}.",
        _OF[side][1],
        facts={"spell": i, "side": side},
    )


for _key, (_use, _pairs) in _OF.items():
    kind(f"card-{_key}", "What sort of card is it?", ("9.3", "8.3"), ("16.0", "14"), *_pairs)(
        partial(_side if _use == "plain" else _card, _key)
    )


@kind("carries", "What does it carry through the air?", ("7.4.2", "6.42"), ("7.4", "6.4"))
def carries(rng: Random, edition: str) -> Draft | None:
    g = built(edition)
    flying = [i for i in range(SIZE) if FLIES[i]]
    if g is None:
        return None

    def told(i: int) -> str:
        heroes = (
            "any number of heroes" if FLIES[i] > 9 else f"{words.number(FLIES[i])} hero{'' if FLIES[i] == 1 else 'es'}"
        )
        return (
            f"{heroes} and {words.number(FLIES_ARMIES[i])} armies".capitalize()
            if FLIES_ARMIES[i]
            else heroes.capitalize()
        )

    i = rng.choice(flying)
    others = [(told(x), f"So does {spells.NAMES[x]}.") for x in flying if told(x) != told(i)]
    rng.shuffle(others)
    return Draft(
        f"How many does {spells.NAMES[i]} carry in one flight?",
        g,
        told(i),
        tuple(others),
        f"{spells.NAMES[i]} carries {told(i).lower()}.",
        facts={"spell": i, "told": told(i)},
    )


# ---- musters --------------------------------------------------------------------------------------------------------

_HORDES: Final[dict[str, Citation]] = {
    "flamebringers": ("11.0", "10.31"),
    "kelmain-host": ("11.0", "10.32"),
    "olab": ("11.0", "10.33"),
    "pio": ("11.0", "10.34"),
}


def _horde(key: str, rng: Random, edition: str) -> Draft | None:
    able = [i for i in range(SIZE) if key in spells.MUSTERS[i] and ALIGNMENT_NAMES[i] not in ("melnibonean", "elric")]
    i = rng.choice(able)
    spots = rng.sample(BOARD.lands, len(BOARD.lands))
    text = f"muster yishana {IDS[i]} {key}"
    sorts: dict[bool, list[int]] = {True: [], False: []}
    first: Game | None = None
    for a in spots:
        g = scene(edition, {BOARD.ids[a]: ["yishana"]}, phase="muster", hands={"yishana": [IDS[i]]})
        if g is None or g.step != "muster":
            continue
        first = first or g
        sorts[bool(g.verdict(parse_action(text)))].append(a)
        if len(sorts[True]) >= 1 and len(sorts[False]) >= 3:
            break
    name = words.nation(pieces.NATION_INDEX[key])
    if not sorts[True] or first is None:
        return None
    if not sorts[False]:
        sea = [x for x in range(BOARD.size) if x not in BOARD.lands and BOARD.names[x]]
        sorts[False] = rng.sample(sea, 3)
    right = sorts[True][0]
    return Draft(
        f"Yishana holds {spells.NAMES[i]}, which names {name}. Where can she call them?",
        first,
        BOARD.names[right],
        tuple(
            (BOARD.names[x], f"{name} must be called in their own place, and this is not it.") for x in sorts[False][:3]
        ),
        f"{name} can be called in {words.area(right)}.",
        facts={"spell": i, "horde": key, "right": right, "wrong": sorts[False][:3]},
    )


for _key, _pair in _HORDES.items():
    kind(f"horde-{_key}", "Where is this horde called?", ("11.0", "10.3"), _pair)(partial(_horde, _key))
