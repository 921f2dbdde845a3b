"""Questions of one form, each about one clause: somebody wants to do something; may he? The engine says."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from random import Random
from typing import Final

from elric.kernel import running
from elric.kernel.verdict import Reason
from elric.tutor.question_kinds import Found, citation
from elric.young_kingdoms.artifacts import bonds
from elric.young_kingdoms.combat.losses import present
from elric.young_kingdoms.components import pieces, spells
from elric.young_kingdoms.components.board import BOARD
from elric.young_kingdoms.components.notation import VERBS, Action
from elric.young_kingdoms.components.pieces import ARMY, ARTIFACT, ELRIC, FLEET, HERO, KIND
from elric.young_kingdoms.components.spells import ALIGNMENT_NAMES
from elric.young_kingdoms.definition import GAME
from elric.young_kingdoms.game import Game
from elric.young_kingdoms.march.overrun import force, is_diverted, to_divert
from elric.young_kingdoms.position import words
from elric.young_kingdoms.position.state import IN_HAND, State, foe_at, own_in, units_in
from elric.young_kingdoms.teaching.question_kinds.positions import because, deed, game_of, hand, sample_positions, side
from elric.young_kingdoms.world.terrain import company

_MOST_POSITIONS: Final = 400  # looked at for one question
_MOST_TRIES: Final = 80  # actions tried in each
_RULES: Final = (
    "7.4.1 6.41",
    "7.5.9 6.591",
    "7.3 7.21",
    "11.0 10.12",
    "10.9.2 9.92",
    "12.1.2 11.12",
    "7.4.2 6.42",
    "7.3 6.32",
    "16.5 14.5",
)


def _scene(g: Game) -> tuple[str, dict[str, object]]:
    """What sort of decision it is, and who decides, about whom and where."""
    s = g.state
    if g.step == "stack":
        return "stack", hand(g)
    fields: dict[str, object] = {"side": side(s, g.seat or 0), "phase": g.phase.capitalize()}
    frame = running.top(s)[1]
    if g.step == "escape":
        held = [words.spell(i) for i, at in enumerate(s.spell_at) if at - IN_HAND == frame.personality]
        tried = frame.attempt
        who = {"who": words.unit(frame.personality), "at": words.inside(frame.area), "held": held, "tried": tried}
        return "escape", fields | who
    if s.battle is not None:
        sides = [[u for u in present(s, s.battle, k) if KIND[u] != ARTIFACT] for k in (0, 1)]
        people = f"the people of {words.area(s.battle.area)}"
        fields |= {"ours": words.units(sides[0]), "theirs": words.units(sides[1]) if sides[1] else people}
        fields["at"] = words.inside(s.battle.area)
        if g.step == "losses":
            return "losses", fields | {"most": frame.to_lose}
        return "battle", fields
    return "phase", fields


def _held(s: State) -> dict[str, object]:
    """Whom a stack that rides on leaves behind, and what it takes to hold the enemy here."""
    here = s.place[s.moving[0]]
    gone = set(company(s, s.moving))
    stays = [u for u in own_in(s, here, s.player) if u not in gone and KIND[u] != ARTIFACT]
    foes = [u for u in units_in(s, here) if s.owner[u] == foe_at(s, here, s.player) and KIND[u] != ARTIFACT]
    return {
        "stays": words.units(stays) if stays else "", "rest": "some" if stays else "none", "behind": force(s, here, stays),
        "enough": to_divert(s, here), "foes": words.units(foes) if foes else f"the people of {words.area(here)}",
    }  # fmt: skip


def _tries(s: State, verb: str) -> list[Action]:
    """Actions of a verb that somebody might think of in a position."""
    step, frame = running.top(s)
    seat = step.seat(s, frame)
    mine = [u for u in range(len(pieces.IDS)) if s.place[u] < BOARD.size and s.owner[u] == seat]
    heroes = [u for u in mine if KIND[u] == HERO]
    held = [(s.spell_at[i] - IN_HAND, i) for i in range(spells.SIZE) if s.spell_at[i] - IN_HAND in heroes]
    here = s.place[s.moving[0]] if s.moving else s.battle.area if s.battle is not None else -1
    around = [a for a in range(BOARD.size) if 0 < BOARD.distances(here)[a] <= 2] if here >= 0 else []
    if verb in ("step", "sail", "land", "attack", "withdraw"):
        return [Action(verb, (a,)) for a in around]
    if verb in ("join", "drop", "withhold", "lose"):
        return [Action(verb, (u,)) for u in mine if s.place[u] == here]
    if verb in ("halt", "save"):
        return [Action(verb, ())]
    if verb == "home":
        return [Action(verb, (u,)) for u in mine if KIND[u] == FLEET]
    if verb == "march":
        return [Action(verb, (u, a)) for u in mine if KIND[u] == ARMY for a in BOARD.near[s.place[u]]]
    if verb == "fly":
        return [Action(verb, (i, a)) for u, i in held if spells.FLIES[i] for a in BOARD.lands if s.moving]
    if verb == "give":
        return [Action(verb, (u, x, i)) for u, i in held for x in heroes if x != u]
    if verb == "muster":
        return [Action(verb, (u, i, k)) for u, i in held for k in range(len(spells.MUSTERS[i]))]
    return [Action(verb, (u, i) if len(VERBS[verb].takes) == 2 else (i,)) for u, i in held]


_ABOUT: Final[dict[str, Callable[[State, Action], bool]]] = {
    "elric-near": lambda s, a: s.place[ELRIC] == s.place[s.moving[0]] and bonds.controller(s) >= 0,
    "elric": lambda s, a: ELRIC in a.args[:2],
    "ship": lambda s, a: any(KIND[u] == FLEET for u in (*s.moving, *a.args)),
    "attack": lambda s, a: (
        bool(s.assaults >> (here := s.place[s.moving[0]]) & 1 and to_divert(s, here)) and is_diverted(s, here)
    ),
    "special": lambda s, a: a.verb in ("save", "charm") or ALIGNMENT_NAMES[a.args[-1]] == "special",
}


def may(
    rng: Random,
    edition: str,
    clause: str,
    steps: Sequence[str],
    verbs: Sequence[str],
    refused: bool = False,
    says: str = "",
    about: str = "",
) -> Found | None:
    """An action that is legal, or that this clause alone forbids.

    Args:
        clause: both numbers.  steps, verbs: the decisions to look at, and what is tried there.
        refused: whether to ask which rule forbids it. Then other clauses may forbid it too.
        says: what the refusal must speak of, where the clause has several things to say.
        about: what an action that is legal has to do with, so that the clause is asked about at all.
    """
    legal = not refused and rng.random() < 0.5
    for s in sample_positions(rng, edition, steps, _MOST_POSITIONS):
        if s.battle is not None and s.battle.area >= BOARD.size:
            continue
        if legal:
            tries = [a for a in running.legal(s) if a.verb in verbs and (not about or _ABOUT[about](s, a))]
        else:
            tries = [a for v in verbs for a in _tries(s, v)]
        rng.shuffle(tries)
        for a in tries[:_MOST_TRIES]:
            verdict = GAME.verdict(s, a)
            own = [r for r in verdict.reasons if r.clause == citation(clause)]
            if bool(verdict) == legal and (
                legal or (any(says in r.words for r in own) and (refused or len(own) == len(verdict.reasons)))
            ):
                return _found(game_of(s), a, citation(clause), own, verdict.reasons, refused)
    return None


def _found(
    g: Game, a: Action, clause: tuple[str, ...], own: Sequence[Reason], every: Sequence[Reason], refused: bool
) -> Found:
    case, fields = _scene(g)
    s = g.state
    fields |= {"deed": deed(s, a, case != "escape"), "reasons": because(own, fixes=True)}
    if clause == citation("10.9.2 9.92") and s.moving:
        fields |= _held(s)
    master = bonds.controller(s)
    fields |= {"elric": words.inside(s.place[ELRIC]), "master": words.unit(master) if master >= 0 else "nobody"}
    barred = {r.clause for r in every}
    return Found(
        g,
        " ".join(clause) if refused else not every,
        fields,
        [x for x in _RULES if citation(x) not in barred] if refused else (),
        case=case,
        clauses=[clause],
        look=_look(g.state, a),
        open_hand=g.step in ("magic", "muster", "escape"),
        facts={"action": str(a), "yes": not every, "clause": clause},
    )


def _look(s: State, a: Action) -> tuple[str, ...]:
    """The places an action is about."""
    kinds = VERBS[a.verb].takes
    spots = [x for k, x in zip(kinds, a.args, strict=False) if k == "area"]
    spots += [s.place[x] for k, x in zip(kinds, a.args, strict=False) if k == "piece" and s.place[x] < BOARD.size]
    if s.moving:
        spots.append(s.place[s.moving[0]])
    return tuple(dict.fromkeys(BOARD.ids[x] for x in spots if x < BOARD.size))
