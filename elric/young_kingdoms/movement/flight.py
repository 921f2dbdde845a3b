"""Magical flight. Sources: Chaosium [7.4.2], [16.1]-[16.3]; Avalon Hill 6.42, 14.1-14.3."""

from __future__ import annotations

from typing import Final

from elric.kernel.bits import bits, ones
from elric.kernel.rules import no
from elric.kernel.steps import Frame
from elric.kernel.verdict import Why
from elric.young_kingdoms.components import spells
from elric.young_kingdoms.components.areas import BIT, LANDS
from elric.young_kingdoms.components.board import BOARD, LAND
from elric.young_kingdoms.components.notation import VERBS, Action
from elric.young_kingdoms.components.pieces import ARMY, FLEET, HERO, KIND, LAND_MOVES, MAGIC, MAGICIAN_BITS
from elric.young_kingdoms.legends import elric as control
from elric.young_kingdoms.magic import balance, hands
from elric.young_kingdoms.magic.chaos_fleet import debark, held_aboard, who_leaves
from elric.young_kingdoms.march.arrival import arrive
from elric.young_kingdoms.march.facts import Going
from elric.young_kingdoms.march.overrun import held_up, is_diverted, shut_in
from elric.young_kingdoms.nations import hordes
from elric.young_kingdoms.nations.control import walk_in
from elric.young_kingdoms.position import telling, words
from elric.young_kingdoms.position.context import Context
from elric.young_kingdoms.position.events import EVENTS
from elric.young_kingdoms.position.fixes import NOTHING, act, each, later
from elric.young_kingdoms.position.notes import Braved, noted, remember
from elric.young_kingdoms.position.state import ASHORE, DISCARD, IN_HAND, STEPPED, State, ids, push, put
from elric.young_kingdoms.position.steps import frame_of
from elric.young_kingdoms.world.imrryr import may_enter_imrryr, sea_wall
from elric.young_kingdoms.world.terrain import BOILING, IMRRYR, IMRRYR_BIT, is_guarded

TO_FLY: Final = VERBS.add("fly", "spell area", "Fly with {0} to {1}", wished=True)

FLIGHTS = 2
_CARRYING = bits(i for i in range(spells.SIZE) if spells.FLIES[i])
BIRD = spells.INDEX["jeweled-bird"]


def _bearer(s: State, i: int) -> int:
    at = s.spell_at[i]
    if IN_HAND <= at < IN_HAND + 256:
        return at - IN_HAND
    return -1


def who_flies(s: State) -> tuple[int, ...]:
    """Who of the stack in hand goes through the air: everybody but its ships, which stay where they are."""
    return tuple(u for u in s.moving if KIND[u] != FLEET)


def check(s: State, going: Going, args: tuple[int, ...], why: Why) -> bool:
    """Whether the stack in hand may fly to an area with a spell one of its magicians holds. Where enemies bar the area,
    the flight is an attack."""
    spell, area = args
    unit = _bearer(s, spell)
    ok = True
    party = who_flies(s)
    if unit not in party or not spells.FLIES[spell] or not MAGIC[unit]:
        return why is not None and no(
            why,
            ("7.4.2", "6.42"),
            f"No magician in this stack holds {words.spell(spell)} to fly with.",
            (
                *(
                    [(f"Let {words.unit(unit)} join, who holds it.", (act("join", unit),))]
                    if unit >= 0 and s.owner[unit] == s.player and MAGIC[unit]
                    else []
                ),
                "A magician who holds a spell that flies must be in the stack.",
            ),
        )
    if BOARD.kind[area] != LAND or area == going.here:
        return why is not None and no(
            why,
            ("7.4.2", "6.42"),
            "A flight ends in another province.",
            (("Choose a land province.", (f"fly {spells.IDS[spell]}",)), NOTHING),
            (BOARD.ids[area],),
        )
    if s.scenario.solo:
        return no(
            why,
            ("14.1F", "13.1F"),
            "In this scenario a captured spell only calls a personality.",
            "It serves in the Muster phase.",
        )
    ok = _ready(s, going, spell, party, why)
    if not may_enter_imrryr(s, party, area):
        ok = sea_wall(s, area, why)
    if ok and hands.meets_opposites(s, party, area):
        ok = hands.of_both_sides(area, why)
    return ok


def _ready(s: State, going: Going, spell: int, party: tuple[int, ...], why: Why) -> bool:
    """What a flight asks for wherever it goes: room on the wings, a fresh start, and what holds for any other move."""
    here = going.here
    ok = True
    heroes = sum(KIND[x] == HERO for x in party)
    armies = sum(KIND[x] == ARMY for x in party)
    if heroes > spells.FLIES[spell] or armies > spells.FLIES_ARMIES[spell]:
        most = spells.FLIES[spell]
        ok = why is not None and no(
            why,
            ("7.4.2", "6.42"),
            f"{words.spell(spell):carries|carry} "
            f"{words.number(most) if most < 99 else 'any number of'} personalit{'y' if most == 1 else 'ies'} and "
            f"{words.number(spells.FLIES_ARMIES[spell])} armies, and never a fleet.",
            (("Set the others down first.", each("drop", (u for u in party if u != going.leader))), NOTHING),
            ids(party),
        )
    if any(s.flags[x] & STEPPED for x in party):
        ok = why is not None and no(
            why,
            ("7.4.2", "6.42"),
            "A flight is a whole turn's move, and somebody here has moved already.",
            (("Fly next turn, before moving.", later("movement", act("lead", going.leader))), NOTHING),
            ids(party),
        )
    seeker = hordes.bound(s, party)
    if seeker >= 0:
        ok = hordes.refusal(s, seeker, why)
    if s.assaults >> here & 1 and not shut_in(s, here, party) and not is_diverted(s, here):
        ok = held_up(s, here, going.leader, why)
    ok = held_aboard(s, party, why) and ok
    return control.may_part(s, here, party, why) and ok


def flights(s: State, going: Going) -> list[Action]:
    """Every flight the stack may make."""
    out: list[Action] = []
    magicians = going.hand & MAGICIAN_BITS
    if not magicians or s.flags[going.leader] & STEPPED or s.scenario.solo:
        return out
    held = 0
    for u in ones(magicians):
        held |= s.spell_at.there.get(IN_HAND + u, 0)
    for i in ones(held & _CARRYING):
        party = who_flies(s)
        if _ready(s, going, i, party, None):
            closed = hands.areas_of_opposites(s, party, LANDS) | BIT[going.here]
            if not may_enter_imrryr(s, party, IMRRYR):
                closed |= IMRRYR_BIT
            out += [TO_FLY(i, a) for a in ones(LANDS & ~closed)]
    return out


def over_boiling(*ends: int) -> int:
    """How often a flight between two areas has to cross the Boiling Sea: once for each end that lies wholly in it."""
    return sum(BOILING >= 0 and BOARD.near[a] == (BOILING,) for a in ends)


def fly(s: State, frame: Frame, args: tuple[int, ...], cx: Context) -> None:
    """Carry the stack through the air; the spell lasts two flights or three turns."""
    leader = frame.leader
    spell, area = args
    here = s.place[leader]
    party = who_flies(s)
    attack = is_guarded(s, area, s.player)
    cx.tell("fly", units=party, spell=spell, area=here, to_area=area)
    off = who_leaves(s, party)
    for u in party:
        put(s, u, area)
        s.aboard[u] = ASHORE
        s.spent[u] = LAND_MOVES
        s.flags[u] |= STEPPED
        s.band[u] = leader + 1 if BOARD.wild[area] else 0
    s.moving = party
    used = next((n for j, n, _ in s.flights if j == spell), 0) + 1
    first = next((t for j, _, t in s.flights if j == spell), s.turn)
    s.flights = tuple(x for x in s.flights if x[0] != spell)
    if used == 1:
        balance.shift(s, ((spells.ALIGN[spell], spells.PULL[spell]),), cx)
    if used >= FLIGHTS:
        s.spell_at[spell] = DISCARD
    else:
        s.flights = (*s.flights, (spell, used, first))
    if attack:
        s.assaults |= 1 << area
    else:
        walk_in(s, area, cx)
    control.on_the_way(s)
    arrive(s, here, area, party, False, cx)
    if spell != BIRD and over_boiling(here, area):
        _brave(s, spell, here, area, party)
    if off:
        debark(s, off, area)


def _brave(s: State, spell: int, here: int, area: int, party: tuple[int, ...]) -> None:
    """Over the Boiling Sea everybody in the air rolls, unless the Jeweled Bird carries them ([7.5.1] / 6.51); the Ship of
    Land and Sea rolls for all it carries."""
    heroes = tuple(u for u in party if KIND[u] == HERO and Braved(BOILING, u) not in noted(s, Braved))
    times = over_boiling(here, area) * 2
    if s.rules.boiling_roll == "once-a-turn":
        remember(s, *(Braved(BOILING, u) for u in heroes))
        times = 1
    if spells.FLIES_ARMIES[spell]:
        push(s, frame_of("skyship", spell, party, times))
    elif heroes:
        push(s, *(frame_of("peril", BOILING, area, party, heroes) for _ in range(times)))


def lapse(s: State, cx: Context) -> None:
    """Spells that carry their user through the air last three turns; one that has left the hand starts afresh."""
    keep = []
    for i, used, first in s.flights:
        held = _bearer(s, i) >= 0
        if s.turn - first < 3 and held:
            keep.append((i, used, first))
        elif held:
            s.spell_at[i] = DISCARD
            cx.tell("expired", spell=i)
    s.flights = tuple(keep)


EVENTS.add(
    "expired", "spell", words=lambda e, n: f"{telling.spell(e):has carried its|have carried their} user long enough."
)
EVENTS.add("fly", "units spell area to_area", words=telling.going("flies|fly"), clause=("7.4", "6.4"))
