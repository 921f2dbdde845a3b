"""What to do now: the same for coach and Captain."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Final, NamedTuple

from elric.dragon_pass.combat.table import odds_words
from elric.dragon_pass.combat_phase.dividing import join_battles
from elric.dragon_pass.lab import Odds
from elric.dragon_pass.movement.zones import must_fight
from elric.dragon_pass.planning import battles, gathering, magic, marching, powers, words
from elric.dragon_pass.planning.aims import posts
from elric.dragon_pass.planning.battles import Legal
from elric.dragon_pass.planning.campaigns import turn_plan
from elric.dragon_pass.planning.companies import companies
from elric.dragon_pass.planning.dividing import Division
from elric.dragon_pass.planning.look import Look
from elric.dragon_pass.planning.temper import EVEN, Temper
from elric.dragon_pass.planning.weighing import outlook
from elric.dragon_pass.position.state import Segment, State
from elric.kernel.game import Game
from elric.opponents.definition import Plan
from elric.planning.memory import Memory

__all__ = ["Ahead", "looked", "movement", "plans", "usual", "with_odds"]

_USUAL: Final = (
    "roll",
    "cast",
    "done",
    "halt",
    "stay",
    "bare",
    "let",
    "pass",
    "strike",
    "place",
    "back",
    "lose",
    "blame",
)


def looked(game: Game, temper: Temper = EVEN, memory: Memory | None = None, told: bool = True) -> Look:
    """The position as the seat that decides knows it.

    Args:
        game: dealt anew for that seat, or one of which it knows all that counts.
        memory: what it went for before; what it goes for now is kept in it when its Move begins.
        told: whether somebody hears the reasons.
    """
    s: State = game.state
    last = now = None
    if memory is not None:
        last = memory.last(s.seat, s.turn)
        now = memory.last(s.seat) if memory.knows(s.seat, s.turn) else None
    look = Look(s, s.seat, temper, last, now, told)
    if memory is not None and game.step == "movement" and not memory.knows(s.seat, s.turn):
        memory.keep(s.seat, turn_plan(look, companies(look, posts(look))), s.turn)
    return look


def plans(look: Look, may: Legal, step: str) -> list[Plan]:
    """What could be done in the decision that waits, what is worth most first; never empty."""
    return sorted(_found(look, may, step), key=lambda p: -p.worth) or [usual(may, step)]


class Ahead(NamedTuple):
    """What the marches of a plan lead to: the position after them, as the seat knows it, and the battles that would be fought then
    by who has marched, divided as they would be divided then, each with the lab's odds where all who fight are seen."""

    s: State
    battles: tuple[tuple[Segment, Odds | None], ...] = ()


def with_odds(look: Look, plan: Plan) -> tuple[Plan, Ahead]:
    """A plan whose reason tells the odds of the battles that its marches lead to [12.1], and these."""
    done, t = marching.tried(look.s, plan.actions)
    stopped = bool(t.agenda) and t.seat != look.seat and done[-1].verb == "step"
    if stopped:  # what comes of the rest of the march is told when it goes on
        return plan._replace(why=f"{plan.why} A garrison on the way is asked first whether it strikes out."), Ahead(t)
    gone = look.s.hand + tuple(a.args[0] for a in done if a.verb in ("lead", "join"))
    t.hand = ()
    ends = {t.place[u] for u in gone if t.place[u] >= 0}
    if not any(must_fight(t, look.seat) >> h & 1 for h in ends):
        return plan, Ahead(t)
    there = Look(t, look.seat, look.temper)
    found = []
    for b in join_battles(t, tuple(sorted(Division(there, posts(there)).best())), look.seat):
        if any(a in ends for a, _ in b.attackers):
            found.append((b, odds := battles.exact(there, t, b)))
            at = odds.odds if odds is not None else f"about {odds_words(outlook(there, t, b).column)}"
            more = f": {words.gone(odds.cleared)}" if odds is not None else ""
            against = words.row([words.stack(t, d) for d, _ in b.defenders])
            attack = "The attack" if f"against {against}" in plan.why else f"The attack on {against}"
            plan = plan._replace(why=f"{plan.why} {attack} is then at {at}{more}.")
    return plan, Ahead(t, tuple(found))


def _found(look: Look, may: Legal, step: str) -> Iterator[Plan]:
    """What could be done in any decision."""
    if step == "setup":
        yield from gathering.army(look)
    elif step == "movement":
        yield from movement(look, may)
    elif step == "march":
        yield from marching.in_hand(look)
    elif step == "combat":
        yield from _combat(look, may)
    elif step == "early":
        yield from magic.spells(look, may)
        yield from powers.powers(look, may)
        if "done" in may:
            text = "I keep my magic for later."
            yield words.plan(may["done"][0], text, text, 0.0)
    else:
        give = _STEPS.get(step)
        if give is not None:
            yield from give(look, may)


def movement(look: Look, may: Legal, every: bool = False) -> Iterator[Plan]:
    yield from powers.moving(look, may)
    if "done" not in may and (first := marching.owed(look)) is not None:
        yield first._replace(worth=50.0)
    yield from marching.marches(look, every)
    if "done" in may:
        text = "I end my Move: nothing more is worth moving."
        yield words.plan(may["done"][0], text, text, 0.0)


def _combat(look: Look, may: Legal) -> Iterator[Plan]:
    yield from magic.spells(look, may)
    yield from powers.powers(look, may)
    yield from battles.division(look, may)
    if "done" in may:
        text = "I end the combat." if look.s.locked else "I fight no battle now."
        yield words.plan(may["done"][0], text, text, 0.0)


_STEPS: Final = {
    "muster": gathering.arrivals,
    "choose right": gathering.right,
    "choose day": gathering.day,
    "envoys": gathering.envoys,
    "capital": gathering.capital,
    "friend": gathering.friend,
    "sally": battles.sally,
    "back": battles.drive,
    "pay": battles.pay,
    "price": battles.pay,
    "advance": battles.advance,
    "scapegoat": battles.blame,
    "cover": magic.cover,
    "fracture": powers.crack,
    "dragon cancel": powers.cancel,
}


def usual(may: Legal, step: str) -> Plan:
    """What is done where nothing better is known."""
    for verb in _USUAL:
        if verb in may:
            return Plan((may[verb][0],), words.doing(may[verb][0], step), "")
    a = next(iter(may.values()))[0]
    return Plan((a,), words.doing(a, step), "")
