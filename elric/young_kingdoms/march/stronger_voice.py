"""Taking Elric over with a stronger voice. Sources: Chaosium [12.1.2], Avalon Hill 11.122."""

from __future__ import annotations

from typing import Final

from elric.kernel.rules import no
from elric.kernel.verdict import Why
from elric.young_kingdoms.artifacts.bonds import controller, influence
from elric.young_kingdoms.components.board import BOARD, SEA
from elric.young_kingdoms.components.notation import VERBS
from elric.young_kingdoms.components.pieces import ARTIFACT, ELRIC, FLEET, KIND, MOONGLUM
from elric.young_kingdoms.march.facts import LANDING, MARCH, SWAY, Going
from elric.young_kingdoms.march.next_area import WAYS, go
from elric.young_kingdoms.position import words
from elric.young_kingdoms.position.fixes import NOTHING, act, each
from elric.young_kingdoms.position.notes import Sways, noted, remember
from elric.young_kingdoms.position.state import ASHORE, HALTED, NEUTRAL, State, ids

TO_SWAY: Final = VERBS.add("sway", "area", "Win Elric over {at}")


def check(s: State, going: Going, args: tuple[int, ...], why: Why) -> bool:
    """Whether the leader in hand may go alone to the stack in which Elric stands, to win him over."""
    (area,) = args
    leader = going.leader
    owner = s.owner[ELRIC]
    name = words.unit(leader)
    if s.place[ELRIC] != area or owner == s.player or owner >= NEUTRAL:
        if why is None:
            return False
        free = s.place[ELRIC] == area and owner == NEUTRAL
        return no(
            why,
            ("12.1.2", "11.12" if free else "11.122"),
            "Elric follows nobody yet; whoever joins him wins him."
            if free
            else f"Elric does not stand {words.inside(area)} under another player's command.",
            (("Simply go to him.", tuple(act(verb, area) for verb in ("step", "land"))), NOTHING)
            if free
            else ("He is won over where he stands, from a province beside it.",),
            ids((ELRIC,)),
        )
    ok = True
    held = controller(s)
    if leader in (ELRIC, MOONGLUM) or (held >= 0 and influence(s, leader) <= influence(s, held)):
        ok = why is not None and no(
            why,
            ("12.1.2", "11.122"),
            f"{name:has|have} no greater hold over Elric than {words.unit(held)}, who commands him now."
            if leader not in (ELRIC, MOONGLUM)
            else f"{name} never commands Elric.",
            "It takes somebody with a higher value; between equals a value in brackets is the stronger voice.",
            ids((held,) if held >= 0 else ()),
        )
    others = [u for u in s.moving if u != leader and KIND[u] not in (ARTIFACT, FLEET)]
    ship = going.afloat and BOARD.kind[area] == SEA
    if others or ship:
        ok = why is not None and no(
            why,
            ("12.1.2", "11.122"),
            f"{name} must go alone.",
            ("A ship is company; he is met on land.",)
            if ship
            else (
                ("Set the others down first.", each("drop", others)),
                ("Attack, to come with company.", (act("attack", area),)),
                NOTHING,
            ),
            ids(others),
        )
    if noted(s, Sways):
        ok = no(why, ("12.1.2", "11.122"), "Another of yours is with Elric already this turn.", "One voice is enough.")
    return go(going, area, WAYS[LANDING if going.afloat else MARCH, SWAY], why) and ok


def set_out(s: State, leader: int) -> int:
    """Note that a leader goes to win Elric over, and how he goes. Elric changes sides when the Movement phase ends."""
    remember(s, Sways(leader))
    s.flags[leader] |= HALTED
    return MARCH if s.aboard[leader] == ASHORE else LANDING
