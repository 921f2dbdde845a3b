"""What a stack has to face on coming somewhere: perilous waters, random attacks, open spells. Sources: Chaosium [7.5.1],
[7.5.4], [7.5.5], [7.6], [13.4]; Avalon Hill 6.51, 6.54, 6.55, 6.58, 6.6, 12.413.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from elric.kernel.bits import ones
from elric.kernel.steps import Frame
from elric.young_kingdoms.components import spells
from elric.young_kingdoms.components.areas import LANDS, WILDS
from elric.young_kingdoms.components.board import BOARD, SEA
from elric.young_kingdoms.components.pieces import ARMY, ARTIFACT, FLEET, FLIES, HERO, KIND, WALKS_SEA
from elric.young_kingdoms.magic import tipped_world as tipped
from elric.young_kingdoms.nations.solo import frames_of_monsters
from elric.young_kingdoms.position.context import Context
from elric.young_kingdoms.position.notes import Braved, Met, noted, remember
from elric.young_kingdoms.position.state import ASHORE, FACE_UP, STEPPED, State, own_in, push
from elric.young_kingdoms.position.steps import frame_of
from elric.young_kingdoms.world.terrain import BOILING, TEETH, draws_attacks


def arrive(s: State, here: int, area: int, going: Sequence[int], landed: bool, cx: Context) -> None:
    """Call up what a stack has to face on coming into an area: perilous water, random attacks, open spells.

    `landed` is True for those whom a ship sets ashore or takes aboard: their ship has rolled for them.
    """
    frames: list[Frame] = []
    if not landed:
        frames.extend(frame_of("peril", sea, area, tuple(going), who) for sea, who in perilous(s, here, area, going))
    if draws_attacks(s, area) and _draws_now(s, area, going):
        frames.append(frame_of("random attack", area, s.player, tuple(going)))
        remember(s, *(Met(area, u) for u in going if KIND[u] in (FLEET, HERO)))
    if s.tipped:
        frames.extend(frame_of("lurking spell", i, area, s.player, tuple(going)) for i in spells_in_wait(s, area))
    frames.extend(frames_of_monsters(s, area, going))
    if frames:
        push(s, *frames)


def _draws_now(s: State, a: int, going: Sequence[int]) -> bool:
    """On land stacks with armies draw at once; at sea every stack does, once for its journey ([7.5.5], [7.5.8],
    [7.6] / 6.55, 6.58)."""
    if BOARD.kind[a] == SEA:
        return not any(Met(a, u) in noted(s, Met) for u in going)
    return any(KIND[u] == ARMY for u in going)


def lone_travellers(s: State) -> None:
    """At the end of movement, personalities without armies who moved and now rest in wilderness draw one attack."""
    frames: list[Frame] = []
    rest = s.stands[s.player] & LANDS
    for area in ones(rest if s.tipped else rest & WILDS):
        if not draws_attacks(s, area):
            continue
        bands: dict[int, list[int]] = {}
        for u in own_in(s, area, s.player):
            if KIND[u] != ARTIFACT:
                bands.setdefault(s.band[u], []).append(u)
        for group in bands.values():
            # those who came with an army have drawn already, and armies that stayed do not shield a newcomer
            if any(s.flags[u] & STEPPED and KIND[u] == HERO and Met(area, u) not in noted(s, Met) for u in group):
                frames.append(frame_of("random attack", area, s.player, tuple(group)))
    if frames:
        push(s, *frames)


def retreat_into(s: State, area: int, to: int, going: Sequence[int], cx: Context) -> None:
    """A retreat into wilderness draws an attack at once; perilous seas and open spells must be braved on a retreat too."""
    if not going:
        return
    seat = s.owner[going[0]]
    frames: list[Frame] = [frame_of("peril", sea, to, tuple(going), who) for sea, who in perilous(s, area, to, going)]
    if draws_attacks(s, to):
        frames.append(frame_of("random attack", to, seat, tuple(going)))
        # it has been drawn: the end of movement asks for none again
        remember(s, *(Met(to, u) for u in going if KIND[u] == HERO))
    if s.tipped:
        frames += [frame_of("lurking spell", i, to, seat, tuple(going)) for i in spells_in_wait(s, to)]
    if frames:
        push(s, *frames)


def spells_in_wait(s: State, a: int) -> list[int]:
    """Open spells that attack whoever enters an area once the world is tipped ([13.4] D / 12.413)."""
    return [
        i
        for i, at in enumerate(s.spell_at)
        if at == FACE_UP + a and spells.ALIGN[i] == s.tipped and tipped.prowls(s, i)
    ]


# ---- perilous waters ------------------------------------------------------------------------------------------------


def rollers(s: State, sea: int, going: Iterable[int]) -> tuple[int, ...]:
    """Who of a moving stack must roll in a perilous sea: ships, and whoever walks or flies."""
    ships_only = sea == TEETH and s.rules.teeth_roll == "entering"
    return tuple(
        u
        for u in going
        if KIND[u] == FLEET
        or (not ships_only and s.aboard[u] == ASHORE and (WALKS_SEA[u] or (KIND[u] == HERO and FLIES[u])))
    )


def once_a_turn(s: State, sea: int) -> bool:
    """Whether one roll in a player-turn is enough, whatever one does in this sea."""
    return bool(
        s.rules.boiling_roll == "once-a-turn"
        if sea == BOILING or s.rules.teeth_roll == "as-boiling"
        else s.rules.teeth_roll != "entering"
    )


def perilous(s: State, here: int, a: int, going: Sequence[int]) -> list[tuple[int, tuple[int, ...]]]:
    """The perilous waters to be rolled for on a move, each with those who roll. Notes who has rolled this turn."""
    out = []
    for sea in (BOILING, TEETH):
        if sea < 0 or sea not in (here, a):
            continue
        if sea == TEETH and s.rules.teeth_roll == "entering" and a != sea:
            continue
        who = rollers(s, sea, going)
        if once_a_turn(s, sea):
            who = tuple(u for u in who if Braved(sea, u) not in noted(s, Braved))
            remember(s, *(Braved(sea, u) for u in who))
        if who:
            out.append((sea, who))
    return out


def roll_for_who_stays(s: State) -> None:
    """Those who end the Movement phase in a perilous sea and have not rolled there roll now, where the edition asks
    for it (6.51)."""
    for sea in (BOILING, TEETH):
        if sea < 0 or not s.who[sea] >> s.player & 1 or not once_a_turn(s, sea):
            continue
        rest = own_in(s, sea, s.player)
        who = tuple(u for u in rollers(s, sea, rest) if Braved(sea, u) not in noted(s, Braved))
        if who:
            remember(s, *(Braved(sea, u) for u in who))
            push(s, frame_of("peril", sea, sea, tuple(rest), who))
