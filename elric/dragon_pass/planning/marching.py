"""The Movement Phase: attacks that are worth it, companies on their way to where they are wanted, and who gives way.

A plan is tried by the game's own steps on a copy before it is given: what a march ends with (a halt, an enemy's zone, a
garrison that is asked whether it sallies) is found and not guessed.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from typing import Final

from elric.dragon_pass.combat.table import odds_words
from elric.dragon_pass.components.board import AROUND, BOARD, HEXES
from elric.dragon_pass.components.units import RF, UNITS
from elric.dragon_pass.description.phrases import within
from elric.dragon_pass.movement.going import pace
from elric.dragon_pass.movement.march import HALT, JOIN, LEAD, STEP, TO_FORCE, crowded_hexes, ways
from elric.dragon_pass.movement.stacking import fits
from elric.dragon_pass.movement.zones import must_fight
from elric.dragon_pass.planning import words
from elric.dragon_pass.planning.aims import ALARM, ASK, HUNT, KEEP, TAKE, Post, posts
from elric.dragon_pass.planning.assaults import Assault, alone, assaults, weighed
from elric.dragon_pass.planning.companies import Company, companies
from elric.dragon_pass.planning.duels import LastDuel, duel
from elric.dragon_pass.planning.fields import far, field_of, roams
from elric.dragon_pass.planning.look import Look
from elric.dragon_pass.planning.threats import Threats
from elric.dragon_pass.position.state import State
from elric.kernel import running
from elric.kernel.bits import ones
from elric.kernel.chance import SeededChance
from elric.kernel.context import Context
from elric.kernel.steps import Action
from elric.lab.say import percent
from elric.opponents.definition import Plan

MARCH: Final = 1.0  # the worth of a march on; what is worth more comes first
_ENOUGH: Final = 1  # half points by which a march has to bring a company nearer
_TOO_NEAR: Final = 2  # hexes from an enemy at which magicians do not halt
_EVEN: Final = 1  # the column of 1:1
_OFTEN: Final = 0.5
_LOST: Final = -0.25  # a fight that promises less is left, if that can be
_SAFE: Final = 2.0  # half points of danger in which a company without a post stays where it is
_TURN: Final = 9  # half points that an army makes in a Move, about
_FORCE_FROM: Final = 20  # half points to the goal from which a forced march is worth it


def tried(s: State, actions: Iterable[Action]) -> tuple[tuple[Action, ...], State]:
    """As many actions as can be carried out one after another by the seat that decides, without luck; and what has come of
    them."""
    t = s.copy()
    chance = SeededChance(0)
    cx = Context(chance, None)
    seat, done = t.seat, []
    for a in actions:
        if t.seat != seat or not t.agenda or not running.allowed(t, a):
            break
        chance.results = []
        running.apply(t, a, cx)
        done.append(a)
        if chance.results:
            break
    return tuple(done), t


def going(s: State, c: Company, way: Sequence[int]) -> tuple[tuple[Action, ...], State]:
    """What a company does to go a way: taken up, marched, put down."""
    take = () if s.hand else (LEAD[c.units[0]], *(JOIN[u] for u in c.units[1:]))
    done, t = tried(s, (*take, *(STEP[h] for h in way)))
    if t.hand and t.seat == s.seat and running.allowed(t, HALT):
        more, t = tried(t, (HALT,))
        done += more
    return done, t


def marches(look: Look, every: bool = False) -> Iterator[Plan]:
    """What could be done in the Movement Phase; what comes first is done first.

    Args:
        every: whether all companies that go on are given, each as if it were the first, and not that one alone.
    """
    wanted = posts(look)
    able = companies(look, wanted)
    for a in assaults(look, able, wanted):
        plan = _attack(look, a)
        if plan is not None:
            yield plan
    forced = _forced(look, able)
    if forced is not None:
        yield forced
    good = _engaged(look, wanted)
    threats = look.threats()
    ranges = [look.range(c.units) for c in able]
    for c in sorted(able, key=lambda c: _order(look, c)):
        if good.get(c.start, False):
            continue  # the fight that it is in is a good one
        found = _onward(look, c, threats, ranges, fleeing=c.start in good)
        if found is not None:
            yield found
            if not every:
                return


def surest(look: Look) -> Plan | None:
    """The attack that is likeliest to clear a hex, of those whose odds are known; None where none does more often than not."""
    wanted = posts(look)
    found = assaults(look, companies(look, wanted), wanted, most=HEXES.size)
    seen = [a for a in found if a.promise.clears > _OFTEN and all(look.open(units) for _, units in a.battle.defenders)]
    best = max(seen, key=lambda a: (a.promise.clears, -len(a.marches), a.gain), default=None)
    return _attack(look, best) if best is not None else None


def _forced(look: Look, able: Sequence[Company]) -> Plan | None:
    """A forced march [11.9], once a game: when the army has far to go."""
    s = look.s
    if s.left or s.forced_used >> s.player & 1:
        return None
    ahead = [c for c in able if c.post is not None and c.post.kind not in (ASK, KEEP)]
    long_way = [c for c in ahead if c.post is not None and far(c.post.centre, c.start, c.post.straight) >= _FORCE_FROM]
    if len(long_way) * 2 <= len(ahead) or len(ahead) < 3:
        return None
    why = "I order a forced march: most of my army has far to go, and it goes twice as far once in a game."
    return words.plan(TO_FORCE(), why, why)


def _order(look: Look, c: Company) -> tuple[int, int, int]:
    """Who is nearest to his goal marches first, and leaves the road to those behind him."""
    if c.post is None:
        return 1, 0, c.start
    return 0, far(c.post.centre, c.start, c.post.straight), c.start


def _engaged(look: Look, wanted: Sequence[Post]) -> dict[int, bool]:
    """Own stacks beside enemies whom they have to fight, with whether that battle is a good one."""
    s = look.s
    out: dict[int, bool] = {}
    for a in ones(must_fight(s, look.seat)):
        if a in out:
            continue
        target = next(iter(ones(look.beside(a))), -1)
        found = weighed(look, s, target, wanted) if target >= 0 else None
        if found is not None:
            battle, promise, gain = found
            for h, _ in battle.attackers:
                out[h] = gain > _LOST and promise.column >= _EVEN
        if s.of[look.seat].bit_count() > len(s.piles[a]):  # nobody ventures the last that he has
            out[a] = out.get(a, False) or alone(look, s, a, wanted)[2] > look.temper.least
    return out


def _onward(look: Look, c: Company, threats: Threats, ranges: Sequence[int], fleeing: bool = False) -> Plan | None:
    """A company goes nearer to where it is wanted, or out of a fight that would be lost, or out of the enemy's reach."""
    s = look.s
    post = c.post
    if post is not None and post.hexes >> c.start & 1 and not fleeing:
        return None
    straight = post is None or post.straight or roams(c.units)
    routes = look.ways(c.units)
    away = field_of(post.centre if post is not None else c.start, straight)
    now = float(away[c.start]) if post is not None else 0.0
    here = _exposed(look, c, c.start, threats, ranges)
    if post is None and not fleeing and here < _SAFE:
        return None
    wary_of_all = c.magic and look.enemy
    best, least = -1, 9999.0 if fleeing else now + here - _ENOUGH + 1
    for h in routes:
        if look.enemy & AROUND[h] and not (BOARD.walls >> h & 1):
            continue
        cost = float(away[h]) if post is not None else 0.0
        if post is not None and post.hexes >> h & 1:
            cost = -2.0 if BOARD.walls >> h & 1 else -1.0
        if wary_of_all:
            cost += _danger(look, c, h)
        cost += 0.02 * len(routes[h])
        if cost < least:
            cost += _exposed(look, c, h, threats, ranges)
        if cost < least:
            best, least = h, cost
    if best < 0:
        return None
    actions, _ = going(s, c, routes[best])
    if not any(a.verb == "step" for a in actions):
        return None
    return _told(look, c, best, actions, fleeing)


def _exposed(look: Look, c: Company, h: int, threats: Threats, ranges: Sequence[int]) -> float:
    """What it costs, in half points, that the enemy may attack a company in a hex in his next Move."""
    if not threats.within >> h & 1:
        return 0.0
    if c.post is not None and c.post.weight >= ALARM and len(c.units) == 1:
        return 0.0
    mates = tuple(u for u in look.s.piles.get(h, ()) if u not in c.units)
    units = (*c.units, *mates)
    own = look.own & ~(1 << c.start) | 1 << h
    friends = sum([r >> h & 1 for r in ranges]) - 1
    worth = sum([look.worth(u) for u in units])
    return look.temper.wary * look.care * threats.loss(h, look.strength(units), worth, own, friends) / max(1.0, worth)


def _danger(look: Look, c: Company, h: int) -> float:
    """Magicians keep behind the swords: three hexes from enemies, and no farther than their range."""
    gap = look.gap(h)
    if gap <= _TOO_NEAR:
        return 8.0
    return -4.0 if gap <= max(RF[u] for u in c.units) else 0.0


# ---- told -----------------------------------------------------------------------------------------------------------


def _goal(post: Post | None, h: int) -> str:
    """What a march is for, as far as everybody may know."""
    if post is None:
        return ", where the enemy can do less harm"
    if post.kind == ASK:
        return f", to ask {post.goal} for help" if post.hexes >> h & 1 else f", on the way to ask {post.goal} for help"
    where = words.at(post.centre)
    if post.hexes >> h & 1:
        return ", to hold it" if post.kind == KEEP or post.centre != h else ", to take it"
    if post.kind == HUNT:
        return f", towards the enemy at {where}"
    return f", towards {where}"


def _told(look: Look, c: Company, h: int, actions: tuple[Action, ...], fleeing: bool) -> Plan:
    start, there = words.at(c.start), words.at(h)
    if fleeing:
        why = f"I lead {_way(c, h)}, away from a fight that would be a bad one."
        said = f"I lead {words.stacks(1)} away from {start} to {there}."
        return words.plan(actions, why, said, MARCH)
    purpose = _goal(c.post, h)
    because = ""
    if c.post is not None and c.post.goal and c.post.kind != ASK:
        because = f". {'I win' if _own(look, c.post) else 'The enemy wins'} once {within(c.post.goal)}"
    why = f"I march {_way(c, h)}{purpose}{because}."
    said = f"I march {words.stacks(1)} from {start} to {there}{purpose}."
    return words.plan(actions, why, said, MARCH)


def _own(look: Look, post: Post) -> bool:
    return any(goal.says == post.goal and goal.side == look.seat for goal in look.s.scenario.goals)


def _attack(look: Look, a: Assault) -> Plan | None:
    """The marches of an attack in one plan, as far as they can be made without anybody being asked. Its odds are told by
    `advised.with_odds`, once it is chosen."""
    s = look.s
    actions: tuple[Action, ...] = ()
    gone: list[tuple[Company, int]] = []
    for c, there in a.marches:
        done, t = going(s, c, look.ways(c.units)[there])
        if not any(a.verb == "step" for a in done):
            continue
        actions += done
        gone.append((c, there))
        s = t
        if t.seat != look.seat or t.hand:
            break
    if not gone:
        return None
    who = words.row([_way(c, there) for c, there in gone])
    target = words.stack(look.s, a.target)
    odds = "" if s.seat == look.seat else f", at about {odds_words(a.promise.column)}"
    why = f"I march {who}, against {target}{odds}"
    ends = duel(look, a.battle, a.promise.column)
    if ends is not None:
        why += f". {_decided(ends)}"
    elif a.promise.column < _EVEN:
        why += ": a forlorn hope, which ventures little and may win much."
    else:
        why += "."
    said = f"I march {words.stacks(len(gone))} from {words.places(c.start for c, _ in gone)} against the enemy at {words.at(a.target)}."
    return words.plan(actions, why, said, a.gain + 10.0)


def _decided(ends: LastDuel) -> str:
    """How likely a duel of Superheroes wins the game, in a sentence."""
    ours, theirs = words.units((ends.ours,)), words.units((ends.theirs,))
    when = "every time" if ends.wins == 1 else f"in {percent(ends.wins)} of duels"
    return f"If they fight on at the odds of this attack, {theirs} suffers the fifth Wound before {ours} {when}, and that wins the game."


def _way(c: Company, there: int) -> str:
    return f"{words.units(c.units)} from {words.at(c.start)} to {words.at(there)}"


# ---- the company in hand --------------------------------------------------------------------------------------------


def in_hand(look: Look) -> Iterator[Plan]:
    """A company that was stopped on its way, or taken up by somebody else: on to its goal, or put down."""
    s = look.s
    c = Company(s.hand, s.place[s.hand[0]], look.strength(s.hand))
    wanted = posts(look)
    halt = running.allowed(s, HALT)
    if pace(s, s.hand) > 0:
        others = companies(look, wanted)
        for a in assaults(look, others, wanted, c):
            plan = _attack(look, a)
            if plan is not None:
                yield plan
        ahead = [p for p in wanted if p.kind in (TAKE, HUNT)]
        if ahead:
            post = min(ahead, key=lambda p: far(p.centre, c.start, p.straight) - _TURN * p.weight)
            ranges = [look.range(o.units) for o in (c, *others)]
            found = _onward(look, c._replace(post=post), look.threats(), ranges)
            if found is not None:
                yield found
        if not halt:
            goal = wanted[0].centre if wanted else c.start
            nearest = sorted(
                look.ways(s.hand).items(), key=lambda found: (far(goal, found[0]), len(found[1]), found[0])
            )
            for h, way in nearest:
                if fits(s, s.hand, h):
                    actions, _ = going(s, c, way)
                    if actions:
                        there = words.at(h)
                        full = f"on to {there}, as there is no room in {words.at(c.start)}."
                        why, said = (f"I march {who} {full}" for who in (words.units(c.units), words.stacks(1)))
                        yield words.plan(actions, why, said, 0.5)
                        break
    if halt and _engaged(look, wanted).get(c.start):
        text = f"I halt at {words.at(c.start)}, to attack from there."
        yield words.plan(HALT, text, text, 2 * MARCH)
    if halt:
        text = "I halt: nothing that this company can still reach is worth more than to stand here."
        yield words.plan(HALT, text, text, 0.1)


def owed(look: Look) -> Plan | None:
    """What has to be marched before the phase can end: an avenger after his Scapegoat [18.1], and whoever stands where there
    is no room [7.6]."""
    s = look.s
    for hunter, goat in s.goats:
        if s.of[s.player] >> hunter & 1 and not s.done >> hunter & 1 and ways(s, (hunter,)):
            actions = _hunt(s, hunter, goat)
            text = f"I let {UNITS[hunter].name} pursue {UNITS[goat].name}, the Scapegoat, as it must."
            return words.plan(actions, text, "I let the avenger pursue the Scapegoat, as it must.")
    for h in crowded_hexes(s):
        able = [u for u in s.piles[h] if not s.done >> u & 1 and ways(s, (u,))]
        for u in sorted(able, key=lambda u: (-pace(s, (u,)), u)):
            routes = look.ways((u,))
            for there in sorted(routes, key=lambda n: (bool(look.enemy & AROUND[n]), len(routes[n]), n)):
                actions, _ = going(s, Company((u,), h, 0.0), routes[there])
                if any(a.verb == "step" for a in actions):
                    why = f"I march one stack from {words.at(h)} to {words.at(there)}: too many stand together."
                    return words.plan(actions, why, why)
        for u in able:
            actions, _ = tried(s, (LEAD[u], ways(s, (u,))[0]))
            why = f"I march one stack away from {words.at(h)}: too many stand together."
            return words.plan(actions, why, why)
    return None


def _hunt(s: State, hunter: int, goat: int) -> tuple[Action, ...]:
    """An avenger's march, step by step nearer, as far as he goes."""
    done, t = tried(s, (LEAD[hunter],))
    there = s.place[goat]
    while t.hand == (hunter,) and t.seat == s.seat:
        steps = ways(t, t.hand)
        if not steps:
            break
        best = min(
            steps, key=lambda a: (HEXES.distance(a.args[0], there) if there >= 0 else 0, a.verb != "step", a.args)
        )
        more, t = tried(t, (best,))
        if not more:
            break
        done += more
    if t.hand and t.seat == s.seat:
        more, t = tried(t, (HALT,))
        done += more
    return done


__all__ = ["MARCH", "going", "in_hand", "marches", "owed", "surest", "tried"]
