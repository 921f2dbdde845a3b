"""What is worth doing in the game of Elric: the coach's plans with the lab's odds, weighed by what the scenario asks."""

from __future__ import annotations

import re
from collections.abc import Callable, Generator, Iterator, Mapping, Sequence
from itertools import zip_longest
from random import Random
from typing import Any, ClassVar, Final

from elric.kernel import running
from elric.kernel.chance import SeededChance
from elric.kernel.definition import GameDef
from elric.kernel.game import Game as AnyGame
from elric.opponents.definition import Course, Judgement, Plan, as_time_allows, carry_out
from elric.planning.definition import TurnPlan
from elric.planning.memory import Memory
from elric.young_kingdoms.combat.battle import must, pending_battles
from elric.young_kingdoms.components import spells
from elric.young_kingdoms.components.board import BOARD
from elric.young_kingdoms.components.notation import Action
from elric.young_kingdoms.components.pieces import ARMY, FIGHT, FLEET, HERO, KIND
from elric.young_kingdoms.definition import GAME
from elric.young_kingdoms.game import Game
from elric.young_kingdoms.movement.stack import TO_HALT
from elric.young_kingdoms.opponents import fighting
from elric.young_kingdoms.opponents import standing as stands
from elric.young_kingdoms.planning import aims, battles, campaigns, companies, marching, plans, told, ways
from elric.young_kingdoms.planning import temper as tempers
from elric.young_kingdoms.planning.decision import leader as leader_of
from elric.young_kingdoms.planning.temper import EVEN, Temper
from elric.young_kingdoms.position import words
from elric.young_kingdoms.position.state import State, on_board, own_in
from elric.young_kingdoms.teaching import going, tips
from elric.young_kingdoms.teaching.phrases import phrase
from elric.young_kingdoms.teaching.sense import sensible

__all__ = ["JUDGEMENT", "YoungKingdomsJudgement"]

_OTHERS: Final = 6  # actions looked into where the coach has one only
_RESTLESS: Final = 0.7  # how often a Novice takes up another stack
_MINE: Final = (
    ("Try this: ", ""), (r"\byou win\b", "I win"), (r"\byou lose\b", "I lose"), (r"\byou have\b", "I have"),
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
        maker = _STEPS.get(game.step)
        solo = game.scenario.solo and game.step not in ("movement", "stack")
        if game.step in ("movement", "stack") and not solo and not game.scenario.solo:
            found = list(_movement(game, self.temper, self._goes_for(game)))
        else:
            found = list(maker(game, self.temper)) if maker is not None and not solo else []
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
        assert isinstance(game, Game)
        maker = _STEPS.get(game.step)
        if maker is not None and not game.scenario.solo:
            with_odds_guessed = _AHEAD.get(game.step, maker)
            best = max(with_odds_guessed(game, self.temper), key=lambda p: p.worth, default=None)
            if best is not None:
                return best
        return Plan((_habit(game.state, rng),))

    def go_on(self, game: AnyGame, rng: Random) -> None:
        if game.step == "movement" and not game.scenario.solo:
            assert isinstance(game, Game)
            _order(game, self.temper)
        else:
            super().go_on(game, rng)

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
        changes = _changes(s, usual, offered)[:_CHANGES]
        for other in (x for pair in zip_longest(changes, tempers.others(s, s.player)) for x in pair if x is not None):
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
        """Which spells to lay, whether to fight where one need not, whom to call, and where to retreat. What else is decided is done
        as the Captain does it."""
        if game.state.scenario.solo:
            return plans[:1]
        if game.step == "combat":
            return [plans[0], *(p for p in plans[1:] if p.actions[0].verb == "end")]
        if game.step == "magic":
            return [p for p in plans[:3] if p.worth > plans[0].worth - _CLOSE]
        return plans[: _COMPARED.get(game.step, 1)]

    def playouts(self, state: Any) -> int:
        """Fewer where single plans are compared, of which there are few, and with many units."""
        s: State = state
        usual = _PLAYOUTS // (1 if running.step_name(s) == "movement" else 3)
        units = sum([on_board(s, seat).bit_count() for seat in range(s.scenario.seats)])
        return as_time_allows(usual, units, _MANY, _FEWEST)

    def far_enough(self, game: AnyGame, seat: int, turn: int) -> bool:
        """When the seat's next turn is over: what looks like a threat where that begins has been carried out then, or has come to
        nothing. Near the end of the game a line goes on to the end of it, for then it is known who has won."""
        s: State = game.state
        if turn > aims.last_turn(s) - _ENDGAME or game.seat != s.player:
            return False
        return (game.turn, s.order.index(s.player)) > (turn + 1, s.order.index(seat))

    def occasion(self, state: Any) -> tuple[int, ...]:
        """The same with the place of a battle: battles may be fought in another order."""
        return *super().occasion(state), state.battle.area if state.battle is not None else -1

    def quick(self, state: Any, rng: Random) -> Action:
        return _habit(state, rng)


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


# ---- movement -------------------------------------------------------------------------------------------------------


def _movement(g: Game, temper: Temper, plan: TurnPlan = campaigns.NOTHING) -> Iterator[Plan]:
    """Every stack's attacks and its best march, weighed; and to leave it at that."""
    seat = g.seat if g.seat is not None else -1
    if g.step == "stack":
        more = companies.pick_up(g, temper)
        if more:
            text = f"{words.cap(words.units([a.args[0] for a in more])):comes|come} along."
            yield Plan(tuple(more), text, text, 99.0)
            return
    for p in marching.plans_of(g, seat, temper=temper, plan=plan):
        why = p.said or _own(words.cap(_goes(g, p)))
        yield Plan(p.actions, why, p.public or _for_everybody(g, why), p.worth)
    for a in g.legal_actions():
        if a.verb == "home" and not companies.awaited(g.state, a.args[0]):
            text = f"{phrase(a)}: there is nobody to command it."
            yield Plan((a,), text, text, 0.05)
    for verb in ("end", "halt"):
        for a in g.legal_actions():
            if a.verb == verb:
                text = "Nothing more is worth moving."
                if verb == "halt":
                    who = leader_of(g.state)
                    why = told.halted(g.state, seat, g.state.place[who])
                    text = f"{words.cap(words.unit(who)):halts|halt}: {why}."
                yield Plan((a,), text, text, 0.0)
                return


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

_FIRST: Final = ("raise", "fight", "ready", "roll", "dispel", "save", "wield", "take", "stay")
_LAST: Final = ("done", "end", "halt")
_GO: Final = 0.35  # how often a stack is moved while looking ahead


def _habit(s: State, rng: Random) -> Action:
    """What is usually done, found at once."""
    legal: list[Action] = running.legal(s)
    if len(legal) == 1:
        return legal[0]
    step = running.step_name(s)
    if step in ("movement", "stack"):
        return _strides(s, step, legal, rng)
    by: dict[str, list[Action]] = {}
    for a in legal:
        by.setdefault(a.verb, []).append(a)
    if "cast" in by:
        here = pending_battles(s)
        laid = [a for a in by["cast"] if s.place[a.args[0]] in here and spells.STRENGTH[a.args[1]]]
        if laid:
            return max(laid, key=lambda a: (spells.STRENGTH[a.args[1]], -a.args[1]))
    if "lose" in by:
        return min(by["lose"], key=lambda a: (KIND[a.args[0]] == HERO, FIGHT[a.args[0]], a.args))
    for verb in (*_FIRST, *_LAST):
        if verb in by:
            return by[verb][0]
    return legal[int(rng.random() * len(legal))]


def _strides(s: State, step: str, legal: list[Action], rng: Random) -> Action:
    """Movement while looking ahead: now and then a stack goes for the enemy beside it."""
    last = next((a for a in legal if a.verb in ("end", "halt")), legal[0])
    if step == "stack":
        join = [a for a in legal if a.verb == "join" and KIND[a.args[0]] == ARMY]
        if join and (len(join) > 1 or not plans.abroad(s, s.place[join[0].args[0]])):
            return join[0]
        attack = [a for a in legal if a.verb == "attack" and _outweighs(s, a.args[0])]
        return attack[0] if attack else last
    beside = [a for a in legal if a.verb == "lead" and _beside_enemies(s, a.args[0])]
    return beside[int(rng.random() * len(beside))] if beside and rng.random() < _GO else last


def _outweighs(s: State, area: int) -> bool:
    wall = BOARD.wall[area]
    theirs = wall + sum(
        FIGHT[u] for o in range(s.scenario.seats) if o != s.player for u in own_in(s, area, o) if KIND[u] != FLEET
    )
    return sum(FIGHT[u] for u in s.moving if KIND[u] != FLEET) >= theirs


def _beside_enemies(s: State, u: int) -> bool:
    mine = 1 << s.player
    return any(s.who[x] & ~mine & 0b1111 for x in BOARD.near[s.place[u]])


def _march_ahead(g: Game, temper: Temper) -> Iterator[Plan]:
    """As `_movement`, by what the map shows, and without words."""
    if g.step == "stack" and (more := companies.pick_up(g, temper)):
        yield Plan(tuple(more), worth=99.0)
        return
    for p in _guessed(g, temper):
        yield Plan(p.actions, worth=p.worth)
    for a in g.legal_actions():
        if a.verb in ("end", "halt") or (a.verb == "home" and not companies.awaited(g.state, a.args[0])):
            yield Plan((a,), worth=0.05 if a.verb == "home" else 0.0)


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
    while s.seat == seat and t.step in ("movement", "stack") and len(done) < _LONG:
        if not left:
            offered.append(judgement.plans(t, rng))
            plan = offered[-1][0]
            yield
        elif t.step == "stack" and left[0].actions[0].verb in _FRESH and running.allowed(s, TO_HALT()):
            plan = Plan((TO_HALT(),), "This is far enough.", "This is far enough.")
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
    while s.seat == seat and t.step in ("movement", "stack") and len(done) < _LONG:
        gone: set[int] = set()
        for plan in judgement.plans(t, rng):
            lead = plan.actions[0]
            if gone and (lead.verb != "lead" or plan.worth <= 0):
                break
            start = s.place[lead.args[0]] if lead.verb == "lead" else -1
            if start in gone or (gone and not running.allowed(s, lead)):
                continue
            done.append(plan)
            gone.add(start)
            if carry_out(t, plan.actions):
                return tuple(done), t
            if t.step != "movement" or s.seat != seat or start < 0:
                break
        if not gone:
            break
        yield
    return tuple(done), t


def _guessed(g: Game, temper: Temper) -> Iterator[marching.Weighed]:
    """What hosts could do while looking ahead: by approximate odds, for what the seat that moves would go for."""
    return marching.plans_of(g, -1, False, temper, campaigns.turn_plan(g.state, g.state.player, temper=temper))


def _order(g: Game, temper: Temper) -> None:
    """Rollout policy for movement: every host makes its best move by approximate odds, in the order of their worth; all of
    them by one evaluation, which is repeated only where several strike together."""
    s = g.state
    seat, gone = s.player, set()
    for p in sorted(_guessed(g, temper), key=lambda p: -p.worth):
        if p.worth <= 0:
            break
        if p.plan.start in gone or not running.allowed(s, p.actions[0]):
            continue
        gone.add(p.plan.start)
        if carry_out(g, p.actions) or s.seat != seat:
            return
        if plans.in_hand(s) and running.allowed(s, TO_HALT()):
            carry_out(g, (TO_HALT(),))
        if g.step != "movement" or p.together > 1:
            return
    may = running.legal(s)
    rest = next((a for verb in ("home", "end") for a in may if a.verb == verb), may[0])
    carry_out(g, (rest,))


def _lay_ahead(g: Game, temper: Temper) -> Iterator[Plan]:
    """The strongest spells, where a capital is fought for."""
    s = g.state
    legal = g.legal_actions()
    here = [a for a in pending_battles(s) if BOARD.capital[a]]
    for a in legal:
        if a.verb == "cast" and s.place[a.args[0]] in here and spells.STRENGTH[a.args[1]] > 1:
            yield Plan((a,), worth=float(spells.STRENGTH[a.args[1]]))
        elif a.verb == "done":
            yield Plan((a,))


def _fight_ahead(g: Game, temper: Temper) -> Iterator[Plan]:
    """What must be fought, and what the map says is worth it."""
    s = g.state
    due = must(s)
    for a in g.legal_actions():
        if a.verb == "fight":
            area = a.args[0]
            odds = battles.guessed(s, area)
            worth = 10.0 + odds.win if area in due else battles.value(s, area, odds, (), temper) - temper.battle
            yield Plan((a,), worth=worth)
        elif a.verb == "end":
            yield Plan((a,))


_AHEAD: Final = {"movement": _march_ahead, "stack": _march_ahead, "magic": _lay_ahead, "combat": _fight_ahead}
_LONG: Final = 60  # plans of a movement phase at most
_PLAYOUTS: Final = 24  # of a movement: lines are long
_FEWEST: Final = 6  # playouts of a decision
_MANY: Final = 62  # units from which on there are fewer
_COMPARED: Final = {"muster": 3, "retreat": 4}  # how many of what there is to do, whatever it seems worth
_CHANGES: Final = 10  # of a movement as the Captain would make it, each of one host
_FRESH: Final = ("lead", "home", "end")  # what is done with no stack in hand
_CLOSE: Final = 1.5  # what of spells looks worse by so much is not looked into
_ENDGAME: Final = 2  # turns before the last one from which lines are played to the end
_CLEAR: Final = 3.0  # what looks worse than to stay by so much is not looked into
_STEPS: Final[dict[str, Callable[[Game, Temper], Iterator[Plan]]]] = {
    "choose": fighting.side,
    "movement": _movement,
    "stack": _movement,
    "magic": fighting.spells_to_lay,
    "combat": fighting.choice_of_battle,
    "muster": fighting.musters,
}

JUDGEMENT: Final = YoungKingdomsJudgement(GAME)
