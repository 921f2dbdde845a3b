"""What a seat may see, and positions that look the same from there. Built by naming what is shown, never by hiding."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Final, Literal

from elric.kernel.chance import Chance
from elric.kernel.views import readers, show
from elric.young_kingdoms.combat.battle import MONSTER, TABLE, Battle, pending, total, total_lines
from elric.young_kingdoms.combat.resolution import seen_to_cast
from elric.young_kingdoms.components import pieces, spells
from elric.young_kingdoms.components.board import BOARD
from elric.young_kingdoms.components.pieces import FLEET, KIND
from elric.young_kingdoms.magic import balance
from elric.young_kingdoms.movement.terrain import points_left, room
from elric.young_kingdoms.movement.wilderness import chance_needed
from elric.young_kingdoms.position.seen import (
    AreaView,
    AskedView,
    BattleView,
    LaidView,
    OutcomeView,
    PlayerView,
    UnitView,
    View,
)
from elric.young_kingdoms.position.state import (
    ASHORE,
    CAST,
    CONTAINER,
    DISCARD,
    FACE_UP,
    HELD_OPEN,
    HIDDEN,
    IN_HAND,
    NEUTRAL,
    PHASES,
    State,
    foes_at,
    own_in,
)

# A spell in a hand, or laid face down: who has it and where anybody sees, which it is only its owner.
CARD: Final = readers("unit area", "spell")

_TIPPED: Final[Mapping[int, Literal["law", "chaos"] | None]] = {-1: "law", 0: None, 1: "chaos"}


def view(s: State, seat: int | None) -> View:
    """The position as one seat may see it, or as any onlooker may (None). JSON-able."""
    held: dict[int, int] = {}
    hands: dict[str, list[str]] = {}
    laid: list[LaidView] = []
    face_down: set[int] = set()
    face_up: dict[int, list[str]] = {}
    discards = []
    container = 0
    for i, at in enumerate(s.spell_at):
        if at == CONTAINER:
            container += 1
        elif at == DISCARD:
            discards.append(spells.IDS[i])
        elif IN_HAND <= at < HIDDEN:
            u = at - IN_HAND
            held[u] = held.get(u, 0) + 1
            card = show({"unit": pieces.IDS[u], "spell": spells.IDS[i]}, CARD, s.owner[u] == seat)
            if "spell" in card:
                hands.setdefault(card["unit"], []).append(card["spell"])
        elif HIDDEN <= at < FACE_UP:
            face_down.add(at - HIDDEN)
        elif FACE_UP <= at < CAST:
            face_up.setdefault(at - FACE_UP, []).append(spells.IDS[i])
        elif CAST <= at < HELD_OPEN:
            u = at - CAST
            b = s.battle
            shown = s.owner[u] == seat or (isinstance(b, Battle) and any(j == i for side in b.laid for j, _ in side))
            seen = show({"unit": pieces.IDS[u], "area": _area(s, u), "spell": spells.IDS[i]}, CARD, shown)
            laid.append({"unit": seen["unit"], "area": seen["area"], "spell": seen.get("spell")})
        elif at >= HELD_OPEN:
            laid.append(
                {
                    "unit": pieces.IDS[at - HELD_OPEN],
                    "area": _area(s, at - HELD_OPEN),
                    "spell": spells.IDS[i],
                    "maintained": True,
                }
            )
    laid.sort(key=lambda c: (c["unit"], str(c["spell"])))
    areas: dict[str, AreaView] = {}
    for a in range(BOARD.size):
        c = s.control[a]
        row: AreaView = {}
        if BOARD.city[a]:
            row["control"] = c if c < NEUTRAL else None
            row["siege"] = c < NEUTRAL and BOARD.wall[a] > 0 and foes_at(s, a, c)
        if a in face_down:
            row["spell"] = True
        if a in face_up:
            row["face_up"] = face_up[a]
        if s.assaults >> a & 1:
            row["attacked"] = True
        if row:
            areas[BOARD.ids[a]] = row
    units: dict[str, UnitView] = {}
    for u in range(pieces.SIZE):
        if s.place[u] < BOARD.size:
            units[pieces.IDS[u]] = unit_view(s, u, held.get(u, 0))
    return {
        "scenario": s.scenario.key,
        "edition": s.rules.edition,
        "rules": s.rules.name,
        "turn": s.turn,
        "turns": 10,
        "phase": PHASES[s.phase],
        "step": str(s.agenda[-1][0].name) if s.agenda else "over",
        "player": s.player,
        "seat": s.seat if s.seat >= 0 else None,
        "viewer": seat,
        "players": [player_view(s, o) for o in range(s.scenario.seats)],
        "balance": {
            "at": s.balance,
            "arm": int(s.rules.balance_arm),
            "bonus": balance.box_value(s, s.balance),
            "tipped": _TIPPED[s.tipped],
            "ends": s.ends or None,
            "sacrificed": balance.sacrificed(s),
        },
        "areas": areas,
        "units": units,
        "hands": hands,
        "cast": laid,
        "moving": [pieces.IDS[u] for u in s.moving],
        "asks": asked(s, seat),
        "battle": battle_view(s, seat),
        "container": container,
        "discards": discards,
        "outcome": outcome_view(s),
    }


def _area(s: State, u: int) -> str | None:
    return BOARD.ids[s.place[u]] if s.place[u] < BOARD.size else None


def asked(s: State, seat: int | None) -> AskedView:
    """What the decision that waits is about, beyond what lies on the board.

    Everybody sees who leads the stack in hand and how far it may still go, which battles are coming, and which side of a
    battle is asked. Only the seat that decides sees the spell it has drawn, whose spells it must choose between, and what
    it must roll to find something.
    """
    step = str(s.agenda[-1][0].name) if s.agenda else ""
    out: AskedView = {}
    if step == "stack":
        leader = s.agenda[-1][1]
        beside = (s.place[leader], *BOARD.near[s.place[leader]])
        ships = sorted(u for a in beside for u in own_in(s, a, s.player) if KIND[u] == FLEET)
        rooms = {pieces.IDS[u]: room(s, u) for u in ships}
        out = {"leader": pieces.IDS[leader], "points": points_left(s), "rooms": rooms}
    elif step == "magic":
        out = {"battles": [BOARD.ids[a] for a in pending(s)]}
    elif step == "withhold":
        out = {"side": s.agenda[-1][1]}
    elif s.seat != seat:
        pass
    elif step == "take":
        out = {"spell": spells.IDS[s.agenda[-1][3]]}
    elif step == "align":
        out = {"units": [pieces.IDS[u] for u in s.agenda[-1][3]]}
    elif step == "search":
        top = s.agenda[-1]
        found = [a for a in top[0].legal(s, top) if a.verb == "search"]
        out = {"needs": {str(a): chance_needed(s, a.args[0], a.args[1]) for a in found}}
    return out


def unit_view(s: State, u: int, held: int) -> UnitView:
    """One piece on the board, as anybody sees it."""
    n = pieces.NATION[u]
    aboard = s.aboard[u]
    return {
        "name": pieces.NAMES[u],
        "kind": pieces.KIND_NAMES[KIND[u]],
        "nation": pieces.NATIONS[n].id if n >= 0 else None,
        "owner": s.owner[u] if s.owner[u] < NEUTRAL else None,
        "at": BOARD.ids[s.place[u]],
        "aboard": pieces.IDS[aboard] if aboard != ASHORE else None,
        "combat": pieces.COMBAT[u],
        "paren": pieces.INFLUENCE[u],
        "magic": pieces.MAGIC[u] or None,
        "conjures": pieces.CONJURES[u],
        "flies": pieces.FLIES[u],
        "move": pieces.MOVE[u] if KIND[u] == pieces.FLEET else None,
        "carry": pieces.CARRY[u] if KIND[u] == pieces.FLEET else None,
        "spent": s.spent[u],
        "stack": s.band[u],
        "spells": held,
    }


def player_view(s: State, o: int) -> PlayerView:
    """One player, as anybody sees them."""
    side = s.sides[o]
    return {
        "seat": o,
        "name": s.scenario.groups[side].name if side >= 0 else f"Player {o + 1}",
        "nations": [n.id for n in pieces.NATIONS if s.nation_owner[n.index] == o],
        "capitals": [BOARD.ids[a] for a in BOARD.lands if BOARD.capital[a] and s.control[a] == o],
        "first": s.order[0] == o,
        "hand": sum(1 for at in s.spell_at if IN_HAND <= at < HIDDEN and s.owner[at - IN_HAND] == o),
    }


def battle_view(s: State, seat: int | None) -> BattleView | None:
    """The battle being fought: units, what is open, sums so far, dice, result."""
    b = s.battle
    if not isinstance(b, Battle):
        return None
    out: BattleView = {
        "area": BOARD.ids[b.area],
        "attacker": "monster" if b.attacker == MONSTER else b.attacker,
        "defender": b.defender if b.defender < NEUTRAL else None,
        "monster": spells.IDS[b.monster] if b.monster >= 0 else None,
        "wall": b.wall,
        "base": b.base,
        "sortie": b.sortie,
        "sea": b.sea,
        "units": [[pieces.IDS[u] for u in side] for side in b.units],
        "held": [pieces.IDS[u] for u in b.held],
        "spells": [
            [{"spell": spells.IDS[i], "unit": pieces.IDS[u], "void": i in b.void} for i, u in side] for side in b.laid
        ],
        "eaten": [pieces.IDS[u] for u in b.eaten],
        "rolls": [list(r) for r in b.rolls],
        "difference": b.difference,
        "result": TABLE[b.row][2] if b.row >= 0 else None,
        "loser": b.loser if b.loser >= 0 else None,
        "fell": b.fell,
        "lost": [pieces.IDS[u] for u in b.out],
        "sums": list(b.sums),
    }
    if b.row < 0:
        # before the dice: what can be summed from what lies open
        busy = seen_to_cast(s, b)
        b = b.but(conjured=(*b.conjured, *busy))
        out["sums"] = [total(s, b, 0), total(s, b, 1)]
        out["lines"] = [[[x.words, x.value, list(x.clause)] for x in total_lines(s, b, side)] for side in (0, 1)]
        out["busy"] = [pieces.IDS[u] for u in busy]
    return out


def outcome_view(s: State) -> OutcomeView | None:
    """How the game ended, or None."""
    if s.outcome is None:
        return None
    winner, how, clause, says = s.outcome
    return {"winner": winner if winner >= 0 else None, "how": how, "clause": list(clause), "words": says}


def secret_from(s: State, seat: int | None) -> list[int]:
    """Spells whose place a seat cannot know: in the container, face down, in others' hands or laid by others."""
    out = []
    for i, at in enumerate(s.spell_at):
        if at == CONTAINER or HIDDEN <= at < FACE_UP or (IN_HAND <= at < HIDDEN and s.owner[at - IN_HAND] != seat):
            out.append(i)
        elif CAST <= at < HELD_OPEN and s.owner[at - CAST] != seat:
            b = s.battle
            if not (isinstance(b, Battle) and any(j == i for side in b.laid for j, _ in side)):
                out.append(i)
    return out


def resample(s: State, seat: int | None, chance: Chance) -> State:
    """A position that this seat cannot tell from the real one: what it cannot see is dealt anew.

    Spells that could not be in a hand (those played at once) stay where they may be. Uses its own chance, never the
    game's.
    """
    t = s.copy()
    hidden = secret_from(s, seat)
    holdable = [i for i in hidden if not spells.IMMEDIATE[i]]
    immediate = [i for i in hidden if spells.IMMEDIATE[i]]
    slots = [s.spell_at[i] for i in hidden]
    free = [x for x in slots if x == CONTAINER or HIDDEN <= x < FACE_UP]
    bound = [x for x in slots if not (x == CONTAINER or HIDDEN <= x < FACE_UP)]
    for i in immediate:
        t.spell_at[i] = free.pop(chance.pick(len(free)))
    rest = bound + free
    for i in holdable:
        t.spell_at[i] = rest.pop(chance.pick(len(rest)))
    return t
