"""Cards: what sort they are, what they carry, where they call a horde."""

from __future__ import annotations

from random import Random

from elric.tutor.question_kinds import Found, Slip
from elric.young_kingdoms.components import pieces, spells
from elric.young_kingdoms.components.board import BOARD
from elric.young_kingdoms.components.notation import parse_action
from elric.young_kingdoms.components.spells import ALIGNMENT_NAMES, FLIES, FLIES_ARMIES, IDS, SIZE
from elric.young_kingdoms.game import Game
from elric.young_kingdoms.position import words
from elric.young_kingdoms.teaching.question_kinds.magic import spell_words
from elric.young_kingdoms.teaching.question_kinds.positions import bare
from elric.young_kingdoms.teaching.question_kinds.powers import scene


def card(rng: Random, edition: str, side: str) -> Found:
    """A card of one side: whose it is, or what may be done with it."""
    g = bare(edition)
    i = rng.choice([x for x in range(SIZE) if ALIGNMENT_NAMES[x] == side])
    fields = {"bare": spells.NAMES[i], "spell": spell_words(i), "side": side.capitalize()}
    return Found(g, side, fields, facts={"spell": i, "side": side})


def carries(rng: Random, edition: str) -> Found:
    g = bare(edition)
    flying = [i for i in range(SIZE) if FLIES[i]]

    def load(i: int) -> str:
        n = "any number of" if FLIES[i] > 9 else words.number(FLIES[i])
        armies = f" and {words.number(FLIES_ARMIES[i])} armies" if FLIES_ARMIES[i] else ""
        return f"{n} personalit{'y' if FLIES[i] == 1 else 'ies'}{armies}"

    i = rng.choice(flying)
    others = [Slip(load(x), fields={"like": words.spell(x), "load": load(x)}) for x in flying if load(x) != load(i)]
    rng.shuffle(others)
    fields = {"name": words.spell(i), "bare": spells.NAMES[i], "load": load(i)}
    return Found(g, load(i), fields, others, facts={"spell": i, "told": load(i)})


def horde(rng: Random, edition: str, key: str) -> Found | None:
    able = [i for i in range(SIZE) if key in spells.MUSTERS[i] and ALIGNMENT_NAMES[i] not in ("melnibonean", "elric")]
    i = rng.choice(able)
    sorts: dict[bool, list[int]] = {True: [], False: []}
    first: Game | None = None
    for a in rng.sample(BOARD.lands, len(BOARD.lands)):
        g = scene(edition, {BOARD.ids[a]: ["yishana"]}, phase="muster", hands={"yishana": [IDS[i]]})
        if g is None or g.step != "muster":
            continue
        first = first or g
        sorts[bool(g.verdict(parse_action(f"muster yishana {IDS[i]} {key}")))].append(a)
        if sorts[True] and len(sorts[False]) >= 3:
            break
    if not sorts[True] or first is None:
        return None
    wrong = sorts[False][:3]
    if not wrong:
        wrong = rng.sample([x for x in range(BOARD.size) if x not in BOARD.lands and BOARD.names[x]], 3)
    right = sorts[True][0]
    fields = {"spell": words.spell(i), "horde": words.nation(pieces.NATION_INDEX[key]), "right": words.inside(right)}
    return Found(
        first, BOARD.names[right], fields, [Slip(BOARD.names[x], fields={"there": words.inside(x)}) for x in wrong],
        facts={"spell": i, "horde": key, "right": right, "wrong": wrong},
    )  # fmt: skip
