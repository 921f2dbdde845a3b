"""What a seat may see. Almost all lies open; not so Stones under Seals, infantry in hiding, who is under a Cloak, and sealed choices.

A view is made by naming what is shown. `resample` deals a position that a seat cannot tell from the real one.
"""

from __future__ import annotations

from typing import Any, Final

from elric.kernel.bits import ones
from elric.kernel.chance import Chance
from elric.kernel.sealed import deal_sealed, sealed_view
from elric.kernel.views import outcome
from elric.sorcerer.components.board import BOARD, HEXES, INDEX
from elric.sorcerer.components.colors import GRAY, NAMES
from elric.sorcerer.components.notation import NOTATION
from elric.sorcerer.components.units import IDS, UNITS, ids
from elric.sorcerer.movement.prices import points_to_spend
from elric.sorcerer.movement.stacking import LIMIT
from elric.sorcerer.position.notes import NOTES, Cloak, Lying, Seals, flux, note_instead, noted
from elric.sorcerer.position.state import CUP, PHASES, State, stackers
from elric.sorcerer.turn.points import score

OPEN_NOTES: Final = (
    "conjured", "toured", "fallen", "captured", "first_color", "vortexes_left", "halted", "tries", "spells", "clones", "dead", "undead", "freed",
    "spoiled",
)  # fmt: skip


def view(s: State, seat: int | None) -> dict[str, Any]:
    """What a seat may see (None: what anybody may). JSON-able."""
    names = HEXES.names
    mover = s.player == seat
    sealed = sealed_view(s, seat)
    if sealed and sealed["own"]:
        sealed["own"] = NOTATION.text(sealed["own"])
    seen_hand = [u for u in s.hand if u not in s.hidden or s.owner[u] == seat]
    return {
        "scenario": s.scenario.key,
        "turn": s.turn,
        "turns": s.scenario.turns,
        "phase": PHASES[s.phase],
        "player": s.player,
        "seat": s.seat if s.seat >= 0 else None,
        "order": list(s.order),
        "alive": list(ones(s.alive)),
        "sides": {str(k): side.name for k, side in enumerate(s.scenario.sides)},
        "powers": {str(k): [NAMES[c] for c in ones(x)] for k, x in enumerate(s.powers)},
        "stacks": {names[h]: [counter(s, u) for u in s.piles[h]] for h in sorted(s.piles)},
        "ground": {names[h]: NAMES[s.ground[h]] for h in range(HEXES.size) if s.ground[h] != BOARD.printed[h]},
        "flux": NAMES[gone] if (gone := flux(s)) >= 0 else None,
        "vortexes": [names[h] for h in ones(s.vortex)],
        "hand": ids(seen_hand),
        "points_left": {
            IDS[u]: points_to_spend(s, u) for u in ones(s.of[s.player] if not s.scenario.alone or mover else 0)
        },
        "load": [NAMES[c] for c in s.load],
        "turning": [[names[h], NAMES[c]] for h, c, _ in s.turning],
        "mending": ids(ones(s.mending)),
        "primes": {str(k): IDS[u] for k, u in enumerate(s.primes) if u >= 0},
        "score": {str(k): points_of(s, k) for k in range(s.scenario.seats)},
        "fane": NAMES[s.fane],
        "to_place": ids(s.to_place),
        "hidden": {IDS[u]: names[h] for u, h in s.hidden.items() if s.owner[u] == seat},
        "hidden_counts": {str(k): sum(s.owner[u] == k for u in s.hidden) for k in range(s.scenario.seats)},
        "seals": {names[one.city]: len(one.stones) for one in noted(s, Seals)},
        "lying": {names[one.hex]: [NAMES[c] for c in one.stones] for one in noted(s, Lying)},
        "cup": cup(s),
        "marks": {key: said for key, said in NOTES.tell(s.notes).items() if key in OPEN_NOTES},
        "sealed": sealed,
        "outcome": outcome(s),
    }


def counter(s: State, u: int) -> dict[str, Any]:
    """A counter on the map."""
    return {
        "unit": IDS[u],
        "owner": s.owner[u],
        "depleted": bool(s.depleted >> u & 1),
        "pinned": bool(s.pinned >> u & 1),
        "inside": bool(s.inside >> u & 1),
    }


def points_of(s: State, seat: int) -> dict[str, Any]:
    """A seat's points as they stand."""
    found = score(s, seat)
    return {
        "sum": str(found.sum), "destroyed": str(found.destroyed), "converted": found.converted, "gray_cities": found.gray_cities,
        "white_cities": found.white_cities,
    }  # fmt: skip


def cup(s: State) -> dict[str, int]:
    """How many counters of each kind are still to be drawn: everybody may count them."""
    out: dict[str, int] = {}
    for u, place in enumerate(s.place):
        if place == CUP:
            name = UNITS[u].name
            out[name] = out.get(name, 0) + 1
    return out


def resample(s: State, seat: int | None, chance: Chance) -> State:
    """A position that this seat cannot tell from the real one: Stones under Seals, the hiding places of others and their sealed
    choices are dealt anew."""
    t = s.copy()
    piles = noted(t, Seals)
    pool = [c for pile in piles for c in pile.stones]
    for k in range(len(pool) - 1, 0, -1):
        other = chance.pick(k + 1)
        pool[k], pool[other] = pool[other], pool[k]
    note_instead(t, Seals, [Seals(pile.city, tuple(pool.pop() for _ in pile.stones)) for pile in piles])
    others = [u for u in t.hidden if t.owner[u] != seat]
    for u in others:
        del t.hidden[u]
    casters = {u: cloak.caster for cloak in noted(t, Cloak) for u in cloak.units}
    groups: dict[int, int] = {}
    for u in others:
        if u in casters:
            caster = casters[u]
            # with a Sorcerer who is seen everybody knows where they are; else it may be anywhere
            known = t.place[caster] if t.place[caster] >= 0 else -1
            if caster not in groups:
                groups[caster] = known if known >= 0 else chance.pick(HEXES.size)
            t.hidden[u] = groups[caster]
        else:
            able = _lairs(t, u)
            t.hidden[u] = able[chance.pick(len(able))]
    t.hidden = {u: t.hidden[u] for u in s.hidden}
    deal_sealed(t, seat, chance)
    return t


def _lairs(t: State, u: int) -> list[int]:
    """Where a hidden counter may be, for all that others know."""
    side = t.owner[u]
    if t.scenario.story == "stones":
        return [h for h in ones(BOARD.gray) if h != INDEX["0711"] and len(stackers(t, side, h)) < LIMIT]
    used = {h for v, h in t.hidden.items() if t.owner[v] == side}
    return [h for h in ones(t.cells[GRAY]) if h not in used and len(stackers(t, side, h)) < LIMIT]
