"""What a seat may see, and positions that look the same from there. Built by naming what is shown, never by hiding."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Final, Literal

from elric.kernel.chance import Chance
from elric.kernel.views import outcome, readers, show
from elric.young_kingdoms.combat.battle import MONSTER, TABLE, BattleState, total, total_lines
from elric.young_kingdoms.combat_phase.resolution import seen_to_cast
from elric.young_kingdoms.components import pieces, spells
from elric.young_kingdoms.components.board import BOARD
from elric.young_kingdoms.components.pieces import KIND
from elric.young_kingdoms.magic import balance
from elric.young_kingdoms.position.seen import (
    AreaView,
    AskedView,
    BattleView,
    LaidView,
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
    for spell, at in enumerate(s.spell_at):
        if at == CONTAINER:
            container += 1
        elif at == DISCARD:
            discards.append(spells.IDS[spell])
        elif IN_HAND <= at < HIDDEN:
            unit = at - IN_HAND
            held[unit] = held.get(unit, 0) + 1
            card = show({"unit": pieces.IDS[unit], "spell": spells.IDS[spell]}, CARD, s.owner[unit] == seat)
            if "spell" in card:
                hands.setdefault(card["unit"], []).append(card["spell"])
        elif HIDDEN <= at < FACE_UP:
            face_down.add(at - HIDDEN)
        elif FACE_UP <= at < CAST:
            face_up.setdefault(at - FACE_UP, []).append(spells.IDS[spell])
        elif CAST <= at < HELD_OPEN:
            unit = at - CAST
            b = s.battle
            shown = s.owner[unit] == seat or (
                isinstance(b, BattleState) and any(j == spell for side in b.laid for j, _ in side)
            )
            seen = show({"unit": pieces.IDS[unit], "area": _area(s, unit), "spell": spells.IDS[spell]}, CARD, shown)
            laid.append({"unit": seen["unit"], "area": seen["area"], "spell": seen.get("spell")})
        elif at >= HELD_OPEN:
            laid.append(
                {
                    "unit": pieces.IDS[at - HELD_OPEN],
                    "area": _area(s, at - HELD_OPEN),
                    "spell": spells.IDS[spell],
                    "maintained": True,
                }
            )
    laid.sort(key=lambda c: (c["unit"], str(c["spell"])))
    areas: dict[str, AreaView] = {}
    for area in range(BOARD.size):
        c = s.control[area]
        row: AreaView = {}
        if BOARD.city[area]:
            row["control"] = c if c < NEUTRAL else None
            row["siege"] = c < NEUTRAL and BOARD.wall[area] > 0 and foes_at(s, area, c)
        if area in face_down:
            row["spell"] = True
        if area in face_up:
            row["face_up"] = face_up[area]
        if s.assaults >> area & 1:
            row["attacked"] = True
        if row:
            areas[BOARD.ids[area]] = row
    units: dict[str, UnitView] = {}
    for unit in range(pieces.SIZE):
        if s.place[unit] < BOARD.size:
            units[pieces.IDS[unit]] = unit_view(s, unit, held.get(unit, 0))
    return {
        "scenario": s.scenario.key,
        "edition": s.rules.edition,
        "rules": s.rules.name,
        "turn": s.turn,
        "turns": 10,
        "phase": PHASES[s.phase],
        "step": str(s.agenda[-1].step.name) if s.agenda else "over",
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
            "sacrificed": balance.sacrificed_strength(s),
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
        "outcome": outcome(s),
    }


def _area(s: State, u: int) -> str | None:
    return BOARD.ids[s.place[u]] if s.place[u] < BOARD.size else None


def asked(s: State, seat: int | None) -> AskedView:
    """What the decision that waits is about, beyond what lies on the board.

    Everybody sees who leads the stack in hand and how far it may still go, which battles are coming, and which side of a
    battle is asked. Only the seat that decides sees the spell it has drawn, whose spells it must choose between, and what
    it must roll to find something.
    """
    if not s.agenda:
        return {}
    frame = s.agenda[-1]
    found: AskedView = frame.step.asked(s, frame, s.seat == seat)
    return found


def unit_view(s: State, unit: int, held: int) -> UnitView:
    """One piece on the board, as anybody sees it."""
    n = pieces.NATION[unit]
    aboard = s.aboard[unit]
    return {
        "name": pieces.NAMES[unit],
        "kind": pieces.KIND_NAMES[KIND[unit]],
        "nation": pieces.NATIONS[n].id if n >= 0 else None,
        "owner": s.owner[unit] if s.owner[unit] < NEUTRAL else None,
        "at": BOARD.ids[s.place[unit]],
        "aboard": pieces.IDS[aboard] if aboard != ASHORE else None,
        "combat": pieces.COMBAT[unit],
        "paren": pieces.INFLUENCE[unit],
        "magic": pieces.MAGIC[unit] or None,
        "conjures": pieces.CONJURES[unit],
        "flies": pieces.FLIES[unit],
        "move": pieces.MOVE[unit] if KIND[unit] == pieces.FLEET else None,
        "carry": pieces.CARRY[unit] if KIND[unit] == pieces.FLEET else None,
        "spent": s.spent[unit],
        "stack": s.band[unit],
        "spells": held,
    }


def player_view(s: State, seat: int) -> PlayerView:
    """One player, as anybody sees them."""
    side = s.sides[seat]
    return {
        "seat": seat,
        "name": s.scenario.groups[side].name if side >= 0 else f"Player {seat + 1}",
        "nations": [n.id for n in pieces.NATIONS if s.nation_owner[n.index] == seat],
        "capitals": [BOARD.ids[a] for a in BOARD.lands if BOARD.capital[a] and s.control[a] == seat],
        "first": s.order[0] == seat,
        "hand": sum(1 for at in s.spell_at if IN_HAND <= at < HIDDEN and s.owner[at - IN_HAND] == seat),
    }


def battle_view(s: State, seat: int | None) -> BattleView | None:
    """The battle being fought: units, what is open, sums so far, dice, result."""
    battle = s.battle
    if not isinstance(battle, BattleState):
        return None
    out: BattleView = {
        "area": BOARD.ids[battle.area],
        "attacker": "monster" if battle.attacker == MONSTER else battle.attacker,
        "defender": battle.defender if battle.defender < NEUTRAL else None,
        "monster": spells.IDS[battle.monster] if battle.monster >= 0 else None,
        "wall": battle.wall,
        "base": battle.base,
        "sortie": battle.sortie,
        "sea": battle.sea,
        "units": [[pieces.IDS[u] for u in side] for side in battle.units],
        "held": [pieces.IDS[u] for u in battle.held],
        "spells": [
            [{"spell": spells.IDS[i], "unit": pieces.IDS[u], "void": i in battle.void} for i, u in side]
            for side in battle.laid
        ],
        "eaten": [pieces.IDS[u] for u in battle.eaten],
        "rolls": [list(r) for r in battle.rolls],
        "difference": battle.difference,
        "result": TABLE[battle.row].name if battle.row >= 0 else None,
        "loser": battle.loser if battle.loser >= 0 else None,
        "fell": battle.fell,
        "lost": [pieces.IDS[u] for u in battle.out],
        "sums": list(battle.sums),
    }
    if battle.row < 0:
        # before the dice: what can be summed from what lies open
        busy = seen_to_cast(s, battle)
        battle = battle.but(conjured=(*battle.conjured, *busy))
        out["sums"] = [total(s, battle, 0), total(s, battle, 1)]
        out["lines"] = [[[x.words, x.value, list(x.clause)] for x in total_lines(s, battle, side)] for side in (0, 1)]
        out["busy"] = [pieces.IDS[u] for u in busy]
    return out


def secret_from(s: State, seat: int | None) -> list[int]:
    """Spells whose place a seat cannot know: in the container, face down, in others' hands or laid by others."""
    out = []
    for i, at in enumerate(s.spell_at):
        if at == CONTAINER or HIDDEN <= at < FACE_UP or (IN_HAND <= at < HIDDEN and s.owner[at - IN_HAND] != seat):
            out.append(i)
        elif CAST <= at < HELD_OPEN and s.owner[at - CAST] != seat:
            b = s.battle
            if not (isinstance(b, BattleState) and any(j == i for side in b.laid for j, _ in side)):
                out.append(i)
    return out


def resample(s: State, seat: int | None, chance: Chance) -> State:
    """A position that this seat cannot tell from the real one: what it cannot see is dealt anew.

    Spells that could not be in a hand (those played at once) stay where they may be. Uses its own chance, never the
    game's; what is dealt depends on it and on what the seat sees, and on nothing hidden.
    """
    trial = s.copy()
    hidden = secret_from(s, seat)
    holdable = [i for i in hidden if not spells.IMMEDIATE[i]]
    immediate = [i for i in hidden if spells.IMMEDIATE[i]]
    slots = sorted(s.spell_at[i] for i in hidden)
    free = [x for x in slots if x == CONTAINER or HIDDEN <= x < FACE_UP]
    bound = [x for x in slots if not (x == CONTAINER or HIDDEN <= x < FACE_UP)]
    for i in immediate:
        trial.spell_at[i] = free.pop(chance.pick(len(free)))
    rest = bound + free
    for i in holdable:
        trial.spell_at[i] = rest.pop(chance.pick(len(rest)))
    return trial
