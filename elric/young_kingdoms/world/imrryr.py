"""The sea wall of Imrryr, and who knows the way through it. Sources: Chaosium [7.5.9], Avalon Hill 6.591."""

from __future__ import annotations

from collections.abc import Iterable

from elric.kernel.rules import no
from elric.kernel.verdict import Why
from elric.young_kingdoms.components import pieces
from elric.young_kingdoms.components.board import BOARD
from elric.young_kingdoms.position.fixes import act, each
from elric.young_kingdoms.position.state import NEUTRAL, State, own_in
from elric.young_kingdoms.world.terrain import IMRRYR


def imrryr_fallen(s: State) -> bool:
    """Whether Imrryr has fallen: a player holds it who is not Melnibone's own, or any player at all (`imrryr_falls`;
    [7.5.9] / 6.591)."""
    holder = s.control[IMRRYR]
    return holder < NEUTRAL and (s.rules.imrryr_falls == "held" or holder != s.nation_owner[pieces.MELNIBONE])


def may_enter_imrryr(s: State, moving: Iterable[int], a: int) -> bool:
    """Whether a stack knows the way through Imrryr's sea wall; True for every other area. It knows it with Elric, and once
    Imrryr has fallen with a Melnibonean, be it a personality or any unit (`imrryr_guide`)."""
    if a != IMRRYR or s.scenario.solo:
        return True
    stack = list(moving)
    if pieces.ELRIC in stack:
        return True
    anyone = s.rules.imrryr_guide == "any"
    return imrryr_fallen(s) and any(pieces.MELNIBONEAN[u] and (anyone or pieces.KIND[u] == pieces.HERO) for u in stack)


def sea_wall(s: State, area: int, why: Why) -> bool:
    """Why a stack cannot enter Imrryr."""
    if imrryr_fallen(s):
        at = s.place[s.moving[0]] if s.moving else area
        anyone = s.rules.imrryr_guide == "any"
        here = (
            u for u in own_in(s, at, s.player) if pieces.MELNIBONEAN[u] and (anyone or pieces.KIND[u] == pieces.HERO)
        )
        guide = "a Melnibonean" if anyone else "a Melnibonean personality"
        return why is not None and no(
            why,
            ("7.5.9", "6.591"),
            f"Only a stack with {guide} finds the way through the sea-maze of Imrryr.",
            ((f"Let {guide} join.", each("join", here)), guide[:1].upper() + guide[1:] + " must come along."),
            (BOARD.ids[area],),
        )
    mine = s.owner[pieces.ELRIC] == s.player
    return why is not None and no(
        why,
        ("7.5.9", "6.591"),
        "Only a stack with Elric in it can pass the five gates of Imrryr's sea wall.",
        [("Let Elric join.", (act("join", pieces.ELRIC),)), "Elric must come along."]
        if mine
        else ["Win control of Elric first."],
        (BOARD.ids[area],),
    )
