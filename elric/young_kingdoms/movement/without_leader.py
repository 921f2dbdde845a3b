"""Why an army does not march without a leader. Sources: Chaosium [7.0], [7.2], [7.3], [10.1], [10.9.4]; Avalon Hill 6,
6.21, 6.22, 6.321, 9.11, 9.941."""

from __future__ import annotations

from elric.kernel.rules import no
from elric.kernel.verdict import Offer, Reason
from elric.young_kingdoms.components import pieces
from elric.young_kingdoms.components.board import BOARD, LAND
from elric.young_kingdoms.components.pieces import ARMY, KIND
from elric.young_kingdoms.position import words
from elric.young_kingdoms.position.fixes import each
from elric.young_kingdoms.position.state import ASHORE, ATTACHED, HALTED, State, foes_at, heroes_in, ids


def led_by(s: State, u: int) -> tuple[Offer, ...]:
    """What helps a piece that cannot go by itself: a personality in the same place, or one that comes for it."""
    here, ship = s.place[u], s.aboard[u]
    near = heroes_in(s, here, s.player) if here < BOARD.size and s.owner[u] == s.player else ()
    with_it = (x for x in near if s.aboard[x] == ship)
    return (
        ("Take up a personality in the same place and let it join.", each("lead", with_it)),
        "A personality must come and lead it.",
    )


def _abroad(s: State, unit: int, area: int) -> bool:
    home = pieces.NATIONS[pieces.NATION[unit]].id
    return BOARD.nation[s.place[unit]] != home or BOARD.nation[area] != home or BOARD.kind[area] != LAND


def _ids(*areas: int) -> tuple[str, ...]:
    return tuple(BOARD.ids[area] for area in areas)


def may_march(s: State, unit: int, area: int, why: list[Reason]) -> bool:
    """Whether no clause forbids an army to march by itself, with a reason for each that does."""
    ok = True
    if KIND[unit] != ARMY or s.owner[unit] != s.player or s.place[unit] >= BOARD.size:
        return no(
            why, ("7.2", "6.21"), f"{words.unit(unit):is|are} not an army of yours on the board.", "", ids((unit,))
        )
    if area not in BOARD.touch[s.place[unit]]:
        ok = no(
            why,
            ("7.0", "6"),
            f"{words.area(s.place[unit])} and {words.area(area)} have no border in common.",
            "An army without a leader goes one province.",
            _ids(s.place[unit], area),
        )
    if s.flags[unit] & ATTACHED and not s.spent[unit]:
        ok = no(
            why,
            ("7.3", "6.22"),
            f"{words.unit(unit):was|were} set down by a leader this turn and stays where it was left.",
            "It may be moved again in your next turn.",
            ids((unit,)),
        )
    if s.spent[unit] or s.flags[unit] & HALTED:
        ok = no(
            why,
            ("7.2", "6.21"),
            f"{words.unit(unit):has|have} already moved; without a leader it has one movement point.",
            led_by(s, unit),
            ids((unit,)),
        )
    if s.aboard[unit] != ASHORE:
        ok = no(why, ("7.3", "6.321"), f"{words.unit(unit):is|are} aboard a ship.", led_by(s, unit), ids((unit,)))
    if _abroad(s, unit, area):
        ok = no(
            why,
            ("7.2", "6.21"),
            f"{words.unit(unit)} may move without a leader only inside its own country.",
            led_by(s, unit),
            _ids(s.place[unit], area),
        )
    if foes_at(s, area, s.player):
        ok = no(why, ("10.1", "9.11"), "Armies without a leader do not attack.", led_by(s, unit), _ids(area))
    if foes_at(s, s.place[unit], s.player):
        ok = no(
            why,
            ("10.9.4", "9.941"),
            f"{words.unit(unit):is|are} face to face with the enemy and cannot walk away without a leader.",
            led_by(s, unit),
            _ids(s.place[unit]),
        )
    return ok
