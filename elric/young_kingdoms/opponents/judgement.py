"""What is worth doing in the game of Elric: the coach's plans with the lab's odds, weighed by what the scenario asks."""

from __future__ import annotations

import re
from collections.abc import Generator, Iterator, Mapping, Sequence
from itertools import zip_longest
from random import Random
from typing import Any, ClassVar, Final

from elric.kernel import running
from elric.kernel.chance import SeededChance
from elric.kernel.definition import GameDef
from elric.kernel.game import Game as AnyGame
from elric.opponents.definition import Course, Judgement, Plan, carry_out
from elric.planning.definition import TurnPlan
from elric.planning.memory import Memory
from elric.young_kingdoms.definition import GAME
from elric.young_kingdoms.game import Game
from elric.young_kingdoms.movement.stack import TO_HALT
from elric.young_kingdoms.opponents import standing as stands
from elric.young_kingdoms.planning import advised, aims, campaigns, companies, marching, plans, told, ways
from elric.young_kingdoms.planning import temper as tempers
from elric.young_kingdoms.planning.decision import leader as leader_of
from elric.young_kingdoms.planning.temper import EVEN, Temper
from elric.young_kingdoms.position import words
from elric.young_kingdoms.position.state import TURNS, State, on_board
from elric.young_kingdoms.teaching import going, tips
from elric.young_kingdoms.teaching.phrases import phrase
from elric.young_kingdoms.teaching.sense import sensible

__all__ = ["JUDGEMENT", "YoungKingdomsJudgement"]

_OTHERS: Final = 6  # actions looked into where the coach has one only
_RESTLESS: Final = 0.7  # how often a Novice takes up another stack
_MINE: Final = (
    ("Try this: ", ""), ("Keep your spells", "I keep my spells"), ("Call nobody", "I call nobody"),
    (r"\byou win\b", "I win"), (r"\byou lose\b", "I lose"), (r"\byou have\b", "I have"),
    (r"\byou cannot\b", "I cannot"), (r"\byou always\b", "I always"), (r"\bYour\b", "My"), (r"\byour\b", "my"),
    (r"\byours\b", "mine"), (r"\bYou\b", "I"), (r"\bto you\b", "to me"), (r"\bmakes you\b", "makes me"), (r"\byou\b", "I"),
)  # fmt: skip


class YoungKingdomsJudgement(Judgement):
    """Judgement in the game of Elric. Where its search promises no more than this, nothing was gained by leaving the Captain's course."""

    clearly: ClassVar[float] = 0.02

    def __init__(self, definition: GameDef, temper: Temper = EVEN, memory: Memory | None = None) -> None:
        super().__init__(definition)
        self.temper = temper
        self.memory = memory

    def remembering(self, memory: Memory) -> YoungKingdomsJudgement:
        return YoungKingdomsJudgement(GAME, self.temper, memory)

    def varied(self, game: AnyGame, rng: Random) -> YoungKingdomsJudgement:
        return YoungKingdomsJudgement(GAME, tempers.varied(rng), self.memory)

    def _goes_for(self, game: Game) -> TurnPlan:
        """What the seat that moves goes for this turn: found anew at each decision, and what it went for before is kept unless
        something is clearly better."""
        s = game.state
        memory = self.memory or Memory()
        plan = campaigns.turn_plan(s, s.player, memory.last(s.player), self.temper)
        memory.keep(s.player, plan)
        return plan

    def standing(self, state: Any, seat: int) -> float:
        return stands.standing(state, seat)

    def counts(self, state: Any, seat: int) -> tuple[str, Mapping[str, float]]:
        return state.scenario.goal, stands.learned(state, seat)

    def plans(self, game: AnyGame, rng: Random) -> Sequence[Plan]:
        assert isinstance(game, Game)
        if game.step in _MARCHING:
            plan = campaigns.NOTHING if game.scenario.solo else self._goes_for(game)
            found = list(_movement(game, self.temper, plan))
        else:
            found = list(_decided(game, self.temper))
        found.sort(key=lambda p: -p.worth)
        if not found:
            found = _advised(game)
        return found

    def casual(self, game: AnyGame, rng: Random) -> Plan:
        assert isinstance(game, Game)
        if game.step == "movement":
            return _wander(game, rng)
        if game.step == "stack":
            return _ramble(game, rng)
        a = sensible(game)
        return Plan((a,), f"{phrase(a)}.", _for_everybody(game, f"{phrase(a)}."))

    def ahead(self, game: AnyGame, rng: Random) -> Plan:
        """What the Captain would do, without its words."""
        return self._without_words(game, rng)[0]

    def go_on(self, game: AnyGame, rng: Random) -> None:
        """The same; where hosts are moved all that start from different areas, by one evaluation of the position."""
        if game.step == "movement":
            _at_one_look(game, self._without_words(game, rng))
        else:
            super().go_on(game, rng)

    def _without_words(self, game: AnyGame, rng: Random) -> Sequence[Plan]:
        assert isinstance(game, Game)
        if game.step in _MARCHING and not game.scenario.solo:
            found = [p for p, _ in _unsaid(game, self.temper, self._goes_for(game))]
            found.sort(key=lambda p: -p.worth)
            return found or self.plans(game, rng)
        return self.plans(game, rng)

    def courses(self, game: AnyGame, rng: Random) -> Iterator[Course | None]:
        """In movement the whole phase: as the Captain would play it, then by turns the same with one host doing otherwise, and as other
        tempers would play it; elsewhere the alternatives to a single plan."""
        if game.step != "movement" or game.scenario.solo:
            yield from super().courses(game, rng)
            return
        s: State = game.state
        memory = (self.memory or Memory()).copy()
        captain, offered = self.remembering(memory), list[Sequence[Plan]]()
        usual, t = yield from _line(game, captain, (), rng, offered)
        known: set[object] = {t.state.key()}
        yield Course(usual, captain, memory)
        changes = _changes(s, usual, offered)
        for other in (x for pair in zip_longest(changes, tempers.others(s, s.player)) for x in pair if x is not None):
            if len(known) == _COURSES:
                return
            if isinstance(other, Temper):
                judgement = YoungKingdomsJudgement(GAME, other, (self.memory or Memory()).copy())
                done, t = yield from _phase(game, judgement, rng)
            else:
                judgement = self.remembering(memory.copy())
                done, t = yield from _line(game, judgement, other, rng, [])
            if done and t.state.key() not in known:
                known.add(t.state.key())
                yield Course(done, judgement, judgement.memory)

    def alternatives(self, game: AnyGame, plans: Sequence[Plan]) -> Sequence[Plan]:
        """Whom to call and where to fall back to are compared too. What else is no movement is decided as the Captain does it: another choice
        makes no difference that lines could tell."""
        return plans[:_ELSEWHERE] if game.step in _COMPARED else plans[:1]

    def playouts(self, state: Any) -> int:
        return _FEW if running.step_name(state) in _COMPARED else _PLAYOUTS

    def longest(self, state: Any) -> float:
        """Movement leaves something for the calls to arms, which come after it."""
        return _LONGEST if running.step_name(state) in _COMPARED else _MOVED

    def burden(self, state: Any) -> float:
        """Units on the board, where hosts move; another decision takes a small part of that time."""
        units = sum([on_board(state, seat).bit_count() for seat in range(state.scenario.seats)])
        return units if running.step_name(state) in _MARCHING else units / _LIGHT

    def turns_ahead(self, state: Any) -> int:
        """Until its turn after the next begins: what it threatens has been carried out by then, or has come to nothing, and the enemy has
        answered it. Near the end of the game a line goes on to the end of it, for then it is known who has won."""
        return 2 if state.turn <= aims.last_turn(state) - _ENDGAME else TURNS

    def occasion(self, state: Any) -> tuple[int, ...]:
        """The same with the place of a battle: battles may be fought in another order."""
        return *super().occasion(state), state.battle.area if state.battle is not None else -1


# ---- what the coach says, in the player's own mouth -----------------------------------------------------------------


def _own(text: str) -> str:
    """The coach's sentence as the player's own."""
    for was, now in _MINE:
        text = re.sub(was, now, text)
    return words.cap(text)


def _for_everybody(g: Game, text: str) -> str:
    """What of a reason may be told to everybody: no odds, for they count what is in the hand, and nothing of hidden things."""
    if not g.state.agenda[-1].step.public:
        return ""
    return re.split(r"[:;] |\. It costs| Its spells", text)[0].rstrip(".") + "."


def _advised(g: Game) -> list[Plan]:
    """The coach's tip first, then what else there is."""
    found = []
    tip = tips.tip(g, True)
    if tip is not None and tip.actions:
        why = _own(tip.words)
        found.append(Plan(tip.actions, why, _for_everybody(g, why), 1.0))
    usual = sensible(g)
    rest = [usual, *(a for a in g.legal_actions() if a != usual)]
    first = found[0].actions[0] if found else None
    for a in rest[:_OTHERS]:
        if a != first:
            found.append(Plan((a,), f"{phrase(a)}.", _for_everybody(g, f"{phrase(a)}.")))
    return found


def _decided(g: Game, temper: Temper) -> Iterator[Plan]:
    """What could be decided where nobody marches, each with the coach's reason."""
    seat = g.seat if g.seat is not None else -1
    for choice in tips.options(g, seat, temper):
        why = _own(tips.of_choice(g, choice).words)
        yield Plan((choice.action,), why, _for_everybody(g, why), choice.worth)


# ---- movement -------------------------------------------------------------------------------------------------------


def _movement(g: Game, temper: Temper, plan: TurnPlan) -> Iterator[Plan]:
    """Every stack's attacks and its best march, weighed; and to leave it at that."""
    for p, march in _unsaid(g, temper, plan):
        if march is not None:
            why = march.said or _own(words.cap(_goes(g, march)))
            yield p._replace(why=why, said=march.public or _for_everybody(g, why))
        else:
            text = _text(g, p)
            yield p._replace(why=text, said=text)


def _unsaid(g: Game, temper: Temper, plan: TurnPlan) -> Iterator[tuple[Plan, marching.Weighed | None]]:
    """The same without words, each with the march that it is, if it is one."""
    seat = g.state.seat
    in_hand = g.step == "stack"  # those who wait beside it, and who can follow it, are counted in as by the coach
    found = advised.options(g, seat, plan, temper) if in_hand else marching.plans_of(g, seat, temper=temper, plan=plan)
    for march in found:
        yield Plan(march.actions, worth=march.worth), march
    for a in g.legal_actions():
        if a.verb in ("end", "halt") or (a.verb == "home" and not companies.awaited(g.state, a.args[0])):
            yield Plan((a,), worth=0.05 if a.verb == "home" else 0.0), None


def _text(g: Game, plan: Plan) -> str:
    """What is said of movement that is no march."""
    action = plan.actions[0]
    if action.verb == "home":
        return f"{phrase(action)}: there is nobody to command it."
    if action.verb == "end":
        return "Nothing more is worth moving."
    who = leader_of(g.state)
    return f"{words.cap(words.unit(who)):halts|halt}: {told.halted(g.state, g.state.seat, g.state.place[who])}."


def _goes(g: Game, p: marching.Weighed) -> str:
    """The coach's words; of a host that is taken up for an attack the same as where several go together."""
    plan = p.plan
    if not plan.take or plan.risk is None:
        return going.said_of(g, p).words
    through = [a.args[0] for a in plan.go if a.verb == "board"]
    who = words.units([plan.leader, *(a.args[0] for a in plan.take[1:] if a.args), *(plan.along if through else ())])
    ship = through[0] if through else plan.ship
    aboard = f" aboard {words.unit(ship)}" if ship >= 0 else ""
    wins = told.won(plan.risk.win).removeprefix("you ") + told.fall(plan.risk.falls)
    return f"{words.cap(who):goes|go}{aboard} against {words.area(plan.area)}: I {wins}."


def _wander(g: Game, rng: Random) -> Plan:
    """A Novice takes up any stack, with all who can come along, or leaves it at that."""
    leads = plans.leads(g)
    end = [a for a in g.legal_actions() if a.verb == "end"]
    if not leads or (end and rng.random() > _RESTLESS):
        return Plan((end[0] if end else sensible(g),), "I have moved enough.", "I have moved enough.")
    leader = leads[int(rng.random() * len(leads))]
    text = f"{words.cap(words.unit(leader))} may as well go somewhere."
    return Plan(tuple(plans.takes_along(g, leader)), text, text)


def _ramble(g: Game, rng: Random) -> Plan:
    """A Novice goes anywhere that is not dangerous."""
    found = [r for r in ways.reach(g.state).values() if not r.risk and r.actions]
    halt = [a for a in g.legal_actions() if a.verb == "halt"]
    if not found or (halt and g.state.assaults):
        a = halt[0] if halt else sensible(g)
        return Plan((a,), "This is far enough.", "This is far enough.")
    r = sorted(found, key=lambda r: r.area)[int(rng.random() * len(found))]
    then = () if r.attack else (TO_HALT(),)
    text = f"I have not been in {words.area(r.area)} yet."
    return Plan((*r.actions, *then), text, text)


# ---- looking ahead --------------------------------------------------------------------------------------------------


def _line(
    game: AnyGame, judgement: Judgement, given: Sequence[Plan], rng: Random, offered: list[Sequence[Plan]]
) -> Generator[None, None, tuple[tuple[Plan, ...], AnyGame]]:
    """What a judgement does from decision to decision up to the end of its movement or the first result of chance, and the
    position then; there is a pause after each decision.

    Args:
        given: what is done first, as far as it can be.  offered: to this is added what the judgement chose from.
    """
    t = game.copy()
    t.chance = SeededChance(0)
    s: State = t.state
    seat = s.player
    left, done = [*given], list[Plan]()
    while s.seat == seat and t.step in _MARCHING and len(done) < _LONG:
        if not left:
            offered.append(judgement.plans(t, rng))
            plan = offered[-1][0]
            yield
        elif t.step == "stack" and left[0].actions[0].verb in _FRESH and running.allowed(s, TO_HALT()):
            plan = _HALTED
        else:
            plan = left.pop(0)
        if running.allowed(s, plan.actions[0]):
            done.append(plan)
            if carry_out(t, plan.actions):
                break
    return tuple(done), t


def _changes(s: State, done: Sequence[Plan], offered: Sequence[Sequence[Plan]]) -> list[tuple[Plan, ...]]:
    """Movements in which one host does otherwise, and the others as before: it goes where it looks next best, or stays, or one goes that
    would stay. Those first that look least bad for the strength of the host.

    Args:
        s: the position at the beginning.  done: the movement.  offered: what was chosen from each time.
    """

    def start(p: Plan) -> int:
        return s.place[p.actions[0].args[0]] if p.actions[0].verb == "lead" else -1

    found: list[tuple[float, int, tuple[Plan, ...]]] = []
    gone = {start(p) for p in done}
    for k, plan in enumerate(done):
        at, verb = start(plan), plan.actions[0].verb
        others = [p for p in offered[k][1:] if p.actions[0].verb == "lead" and p.worth > -_CLEAR]
        if verb == "lead":
            then = next((n for n in range(k + 1, len(done)) if done[n].actions[0].verb in _FRESH), len(done))
            found += [(plan.worth - p.worth, at, (*done[:k], p, *done[then:])) for p in others if start(p) == at][:2]
            if done[-1].actions[0].verb == "end":  # else it would go later
                found.append((plan.worth, at, (*done[:k], *done[then:])))
        elif verb == "end":
            found += [(-p.worth, start(p), (*done[:k], p, plan)) for p in others if start(p) not in gone]
    found.sort(key=lambda x: x[0] / (1 + aims.own(s, x[1], s.player)))
    return [plans for _, _, plans in found]


def _phase(game: AnyGame, judgement: Judgement, rng: Random) -> Generator[None, None, tuple[tuple[Plan, ...], AnyGame]]:
    """The plans of a judgement up to the end of its movement or the first result of chance, and the position then. Hosts that
    start from different areas are moved by one evaluation of the position; there is a pause after each."""
    t = game.copy()
    t.chance = SeededChance(0)
    s: State = t.state
    seat = s.player
    done: list[Plan] = []
    while s.seat == seat and t.step in _MARCHING and len(done) < _LONG:
        moved, chance = _at_one_look(t, judgement.plans(t, rng))
        done += moved
        if chance or not moved:
            break
        yield
    return tuple(done), t


def _at_one_look(t: AnyGame, plans: Sequence[Plan]) -> tuple[list[Plan], bool]:
    """Carry out the best plan in place, and after it those of hosts that start elsewhere, as long as they can go and gain by it.

    Args:
        plans: of one evaluation of the position, the best first.

    Returns:
        what was carried out, and whether chance spoke.
    """
    s: State = t.state
    seat, done, gone = s.player, list[Plan](), set[int]()
    for plan in plans:
        lead = plan.actions[0]
        if gone and (lead.verb != "lead" or plan.worth <= 0):
            break
        start = s.place[lead.args[0]] if lead.verb == "lead" else -1
        if start in gone or (gone and not running.allowed(s, lead)):
            continue
        done.append(plan)
        gone.add(start)
        if carry_out(t, plan.actions):
            return done, True
        if t.step == "stack" and s.seat == seat and running.allowed(s, TO_HALT()):
            done.append(_HALTED)
            carry_out(t, _HALTED.actions)
        if t.step != "movement" or s.seat != seat or start < 0:
            break
    return done, False


_LONG: Final = 60  # plans of a movement phase at most
_MARCHING: Final = ("movement", "stack")
_LIGHT: Final = 8  # other decisions that take as long as one of those
_COMPARED: Final = ("muster", "retreat", "escape")
_ELSEWHERE: Final = 3  # courses where nobody moves
_FEW: Final = 6  # playouts of such a decision
_LONGEST: Final = 10_000.0  # thought of a turn
_MOVED: Final = 7_500.0  # of that for movement
_PLAYOUTS: Final = 24  # of a movement, where time allows
_HALTED: Final = Plan((TO_HALT(),), "This is far enough.", "This is far enough.")
_COURSES: Final = 8  # of a movement
_FRESH: Final = ("lead", "home", "end")  # what is done with no stack in hand
_ENDGAME: Final = 2  # turns before the last one from which lines are played to the end
_CLEAR: Final = 3.0  # what looks worse than to stay by so much is not looked into

JUDGEMENT: Final = YoungKingdomsJudgement(GAME)
