"""What to try now, with the actions that do it: what the Captain would do, said to whom it is advised.

An army is set up in the way that won the most games, where such were played. What is advised is tried on a copy; where it cannot all be
done it is not given.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, replace
from typing import Final

from elric.dragon_pass.components.board import HEXES
from elric.dragon_pass.description.phrases import hexes, phrase, stack, where, within
from elric.dragon_pass.description.view import sees_battle
from elric.dragon_pass.lab import Odds, odds, spell_from
from elric.dragon_pass.lab import Plan as LabPlan
from elric.dragon_pass.movement.march import HALT
from elric.dragon_pass.movement.zones import must_fight, targets_of
from elric.dragon_pass.planning import advised, battles, gathering, marching
from elric.dragon_pass.planning.look import Look
from elric.dragon_pass.position.state import State
from elric.dragon_pass.position.steps import TO_DONE
from elric.kernel import running
from elric.kernel.bits import ones
from elric.kernel.game import Game
from elric.kernel.steps import Action
from elric.opponents.definition import Plan
from elric.planning.definition import Arrow
from elric.planning.memory import Memory
from elric.planning.words import yours

__all__ = ["DEALT", "Tip", "tip"]

DEALT: Final = 1  # for what lies face down in the position that is looked at: whatever it is, the advice is the same
_MARCHING: Final = ("movement", "march")


@dataclass(frozen=True, slots=True)
class Tip:
    """Something worth trying. `look`: the hex to click first; `odds` and `area`: the battle it leads to, for the lab; `arrows`: the
    same on the map."""

    words: str
    actions: tuple[Action, ...]
    look: str = ""
    odds: Odds | None = None
    area: str = ""
    arrows: tuple[Arrow, ...] = ()


def tip(g: Game, memory: Memory | None = None, first: bool = False) -> Tip | None:
    """The tip for the decision that waits; None where nothing can be done. `memory`, `first`: see `coach.advice`."""
    legal = g.legal_actions()
    if not legal:
        return None
    if len(legal) == 1:
        only = legal[0]
        who = f"{stack(g.state, only.args[0])} against {stack(g.state, only.args[1])}" if only.verb == "assign" else ""
        return Tip(
            f"Nothing else can be done now: {who or within(phrase(only, g.step))}.", (only,), _look(g.state, only)
        )
    known = g.resampled(g.seat, DEALT)
    known.state.seat = g.seat
    look = advised.looked(known, memory=memory)
    if g.step == "setup" and (best := gathering.known(look)) is not None:
        return _whole(g, _advice(look, best))
    if first and g.step in _MARCHING and (found := _whole(g, _first_move(look, g.step))) is not None:
        return found
    return _whole(g, _advice(look, advised.plans(look, battles.listed(look.s), g.step)[0]))


def _whole(g: Game, found: Tip | None) -> Tip | None:
    """A tip whose actions can all be carried out one after another by the seat that decides: but for a last halt, which nobody
    needs who can go no farther."""
    if found is None:
        return None
    copy, done = g.copy(), list[Action]()
    for a in found.actions:
        if copy.seat != g.seat or not running.allowed(copy.state, a):
            break
        done.append(a)
        copy.push(a)
    left = found.actions[len(done) :]
    return replace(found, actions=tuple(done)) if done and left in ((), (HALT,)) else None


def _first_move(look: Look, step: str) -> Tip | None:
    """In somebody's first Move the surest attack, and no more than that."""
    attack = marching.surest(look) if step == "movement" and not _marched(look.s) else None
    return _advice(look, attack) if attack is not None else _to_battle(look.s)


def _advice(look: Look, plan: Plan) -> Tip:
    """A plan of the Captain's as advice."""
    s = look.s
    plan, ahead = advised.with_odds(look, plan)
    actions = plan.actions
    if len(actions) > 1 and actions[-1].verb == "roll":
        actions = actions[:-1]  # so that the odds may be thought over before the die falls
    found = next((odds for _, odds in ahead.battles if odds is not None), None) or _fight(s, look.seat, actions)
    place = next(filter(None, (_look(s, a) for a in actions)), "")
    return Tip(yours(plan.why), actions, place, found, arrows=tuple(_arrows(s, ahead, actions)))


def _fight(s: State, seat: int, actions: tuple[Action, ...]) -> Odds | None:
    """The odds of a spell that is cast, or covered or left bare, where the seat sees all that they rest on."""
    last, how = actions[-1], None
    if last.verb == "cast":
        hexes = tuple(a.args[0] for a in actions if a.verb == "aim") or tuple(
            h for h, t, *_ in s.spells if t == last.args[0]
        )
        battle = spell_from(s, hexes, last.args[0])
    elif last.verb in ("cover", "bare"):
        battle, how = s.agenda[-1].battle, LabPlan(last.args)
    else:
        return None
    return odds(s, battle, how) if sees_battle(s, battle, seat) else None


def _arrows(s: State, ahead: advised.Ahead, actions: tuple[Action, ...]) -> Iterator[Arrow]:
    """Marches, attacks and spells on the map."""
    for u in s.hand[:1] + tuple(a.args[0] for a in actions if a.verb == "lead"):
        if s.place[u] != ahead.s.place[u] >= 0:
            yield Arrow(HEXES.names[s.place[u]], HEXES.names[ahead.s.place[u]], 0, "march")
    strikes: list[tuple[int, ...]] = [link for b, _ in ahead.battles for link in b.links]
    strikes += [a.args for a in actions if a.verb in ("assign", "aim")]
    for start, to in dict.fromkeys(strikes):
        yield Arrow(HEXES.names[start], HEXES.names[to], 0, "strike")


def _look(s: State, a: Action) -> str:
    """The hex to look at for an action: the one that it names first, or where its counter stands."""
    named = next(iter(hexes(a)), "")
    lies = a.verb in ("lead", "join", "ask", "send", "out") and s.place[a.args[0]] >= 0
    return HEXES.names[s.place[a.args[0]]] if lies and not named else named


def _marched(s: State) -> list[int]:
    """The stacks that have marched to where they have to fight."""
    return [h for h in ones(must_fight(s, s.seat)) if any(u in s.left or s.done >> u & 1 for u in s.piles[h])]


def _to_battle(s: State) -> Tip | None:
    """The end of a first Move in which somebody has come to fight already."""
    marched = _marched(s)
    foe = next((t for h in marched for t in ones(targets_of(s, h))), -1)
    if foe < 0:
        return None
    says = f"That is enough for a first Move: end it, and from {where(marched[0])} you attack {stack(s, foe)}."
    strike = Arrow(HEXES.names[marched[0]], HEXES.names[foe], 0, "strike")
    return Tip(says, (*((HALT,) if s.hand else ()), TO_DONE()), HEXES.names[foe], arrows=(strike,))
