"""Why not? The few things one might expect to be able to do now, and cannot: each with the rule's own reasons.

Nothing here knows a rule. What is tried is what the engine's own step knows; what belongs to another phase is answered by
the order of play.
"""

from __future__ import annotations

from collections.abc import Iterator
from itertools import product
from typing import Final

from elric.kernel import running
from elric.kernel.verdict import Reason
from elric.tutor.definition import Doubt
from elric.young_kingdoms.combat.battle import BattleState
from elric.young_kingdoms.components import pieces, spells
from elric.young_kingdoms.components.board import BOARD, SEA
from elric.young_kingdoms.components.notation import VERBS, Action
from elric.young_kingdoms.components.pieces import ARMY, ARTIFACT, FLEET, HERO, KIND
from elric.young_kingdoms.game import Game
from elric.young_kingdoms.position.fixes import last_turn
from elric.young_kingdoms.position.state import ASHORE, State, foes_at, hand, own_in
from elric.young_kingdoms.teaching.phrases import phrase
from elric.young_kingdoms.world.terrain import carriers, enemy_city

Pair = tuple[str, ...]
MOST: Final = 7
_HERE: Final = 5
_LATER: Final = 3
_TRIED: Final = 400


# What each phase is for: what one might want to do in it, its place in the turn, the clause.
_ORDER: Final[tuple[tuple[str, str, str, Pair], ...]] = (
    ("replacement", "Bring back a lost army", "Lost armies and fleets come back", ("5.0B", "4.2")),
    ("movement", "Move a stack", "Stacks are moved", ("5.0C", "4.3")),
    ("search", "Search the wilderness", "The wilderness is searched", ("5.0D", "4.4")),
    ("magic", "Lay a spell", "Spells are laid", ("5.0E", "4.5")),
    ("combat", "Fight", "Battles are fought", ("5.0F", "4.6")),
    ("muster", "Call up allies", "Allies are called up", ("5.0G", "4.7")),
)


def doubts(g: Game, hand_open: bool = False) -> list[Doubt]:
    """What one might expect now, and why not: at most MOST, the likeliest first.

    Args:
        g: the game.
        hand_open: whether the spells of the seat that decides may be named.
    """
    if g.seat is None:
        return []
    found: dict[tuple[str, Pair], Doubt] = {}
    for a in _wishes(g, hand_open):
        said = g.verdict(a)
        if said or not said.reasons:
            continue
        key = (a.verb, said.reasons[0].clause)
        old = found.get(key)
        if old is None or len(said.reasons) < len(old.reasons):
            found[key] = Doubt(phrase(a), said.reasons)
    seen: dict[str, int] = {}
    picked: list[tuple[int, int, Doubt]] = []
    # one of each verb before a second of any
    for (verb, _), doubt in found.items():
        seen[verb] = seen.get(verb, 0) + 1
        picked.append((seen[verb], len(picked), doubt))
    here = [doubt for _, _, doubt in sorted(picked, key=lambda x: x[:2])][:_HERE]
    return [*here, *_other_phases(g)[:_LATER]][:MOST]


def _wishes(g: Game, hand_open: bool) -> Iterator[Action]:
    """Actions of the step that waits, with objects at hand."""
    s = g.state
    step, _ = running.top(s)
    tried = 0
    for verb in step.verbs:
        kinds = VERBS[verb].takes
        if not VERBS[verb].wished:
            continue
        if "spell" in kinds and not hand_open:
            continue
        for args in product(*(_objects(g, verb, kind) for kind in kinds)):
            if verb == "march" and args[1] not in BOARD.near[s.place[args[0]]]:
                continue
            if verb in ("cast", "muster", "sacrifice") and args[1] not in hand(s, args[0]):
                continue
            if verb == "give" and (args[0] == args[1] or args[2] not in hand(s, args[0])):
                continue
            if verb == "fly" and not spells.FLIES[args[0]]:
                continue
            if verb == "conjure" and not pieces.CONJURES[args[0]]:
                continue
            tried += 1
            if tried > _TRIED:
                return
            yield Action(verb, args)


def _objects(g: Game, verb: str, kind: str) -> list[int]:
    s = g.state
    if kind == "piece":
        return [u for u in _units(s, g.seat) if _fits(s, verb, u)]
    if kind == "area":
        return [a for a in _areas(s) if _lies(s, verb, a)]
    if kind == "spell":
        return sorted({i for u in pieces.HEROES if s.owner[u] == g.seat for i in hand(s, u)})
    return [0]


def _units(s: State, seat: int | None) -> list[int]:
    """Pieces of a seat that stand for the rest: every personality and fleet, one army of each nation in each place."""
    out: list[int] = []
    armies = set()
    for u in range(pieces.SIZE):
        if s.owner[u] != seat or s.place[u] >= BOARD.size or KIND[u] == ARTIFACT:
            continue
        if KIND[u] == ARMY:
            key = (s.place[u], pieces.NATION[u], s.spent[u])
            if key in armies:
                continue
            armies.add(key)
        out.append(u)
    return out


def _fits(s: State, verb: str, u: int) -> bool:
    """Whether anybody would think of doing this with that piece."""
    b = s.battle
    if verb in ("home", "board"):
        return KIND[u] == FLEET
    if verb == "march":
        return KIND[u] == ARMY and s.aboard[u] == ASHORE
    if verb == "join":
        return KIND[u] != FLEET and u not in s.moving and s.place[u] == s.place[s.moving[0]]
    if isinstance(b, BattleState) and s.agenda[-1].step.of_battle:
        return any(u in side for side in b.units)
    return KIND[u] == HERO


def _lies(s: State, verb: str, a: int) -> bool:
    """Whether anybody would think of doing this there."""
    sea = BOARD.kind[a] == SEA
    if verb == "attack":
        return foes_at(s, a, s.player) or enemy_city(s, a, s.player)
    if verb == "sail":
        return sea
    if verb == "land":
        return not sea and bool(carriers(s, s.moving))
    return True


def _areas(s: State) -> list[int]:
    """What touches the stack in hand or the battle; else where own stacks stand, and what lies beside them."""
    if s.moving:
        return list(BOARD.touch[s.place[s.moving[0]]])
    if isinstance(s.battle, BattleState):
        return list(BOARD.touch[s.battle.area])
    near = {a for a in range(BOARD.size) if own_in(s, a, s.player)}
    return sorted(near | {x for a in near for x in BOARD.near[a]})


def _other_phases(g: Game) -> list[Doubt]:
    """What belongs to another phase, the next one first."""
    keys = [k for k, *_ in _ORDER]
    if g.phase not in keys:
        return []
    now = keys.index(g.phase)
    ends = next((a.verb for a in g.legal_actions() if a.verb in ("end", "done")), "")
    out = []
    for i in (*range(now + 1, len(keys)), *range(now)):
        key, what, says, pair = _ORDER[i]
        when = f"{says} in the {key.title()} phase, and this is the {g.phase.title()} phase."
        comes = f"{key.title()} comes {'next' if i == now + 1 else 'later in this turn'}."
        fix, do = (f"End the phase; {comes}", (ends,)) if ends else (comes, ())
        if i < now:
            fix, do = "" if last_turn(g.state) else f"{key.title()} comes again in your next turn.", ()
        out.append(Doubt(what, (Reason(pair, when, fix, do=do),)))
    return out


__all__ = ["MOST", "Doubt", "doubts"]
