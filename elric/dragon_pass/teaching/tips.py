"""What to try now: one thing for each decision, with the actions that do it. Nothing where there is nothing true to say.

Each tip is tried on a copy (`plans.legal_part`); one whose first action is not legal is not given.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from fractions import Fraction
from typing import Any, Final

from elric.dragon_pass.combat.reckoning import magical
from elric.dragon_pass.combat.results import TO_LOSE, TO_STAY
from elric.dragon_pass.combat_phase.dividing import complete
from elric.dragon_pass.combat_phase.sally import TO_PASS, TO_STRIKE
from elric.dragon_pass.components.board import AROUND, BOARD, HEXES
from elric.dragon_pass.components.notation import Action
from elric.dragon_pass.components.units import CF, HEROES, LUNAR
from elric.dragon_pass.description.view import sees_battle
from elric.dragon_pass.exotics.lunar import due
from elric.dragon_pass.independents.dragons import TO_LET
from elric.dragon_pass.lab import WORTH, Odds, Plan, odds, spell_from
from elric.dragon_pass.magic.casting import TO_AIM, TO_BARE, TO_CAST
from elric.dragon_pass.movement.march import TO_HALT, TO_LEAD
from elric.dragon_pass.movement.zones import must_fight, targets_of
from elric.dragon_pass.position.state import EARLY, Segment, State, foes
from elric.dragon_pass.position.steps import TO_DONE
from elric.dragon_pass.teaching import plans, seen
from elric.dragon_pass.teaching.phrases import asked, phrase, stack, unit, units, where, within
from elric.dragon_pass.turn.setup import TO_DAY, TO_FIRST, TO_SECOND
from elric.kernel.bits import ones
from elric.kernel.game import Game
from elric.lab.say import often, percent
from elric.planning.definition import Arrow

_SPELLS: Final = 4  # spells that are weighed at once
_HALF: Final = Fraction(1, 2)
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


def tip(g: Game, first: bool = False) -> Tip | None:
    """The tip for the decision that waits; None where nothing is worth saying, or nothing can be done. `first`: see `coach.advice`."""
    legal = g.legal_actions()
    if not legal:
        return None
    if len(legal) == 1:
        only = legal[0]
        who = f"{stack(g.state, only.args[0])} against {stack(g.state, only.args[1])}" if only.verb == "assign" else ""
        return Tip(f"Nothing else can be done now: {who or within(phrase(only, g.step))}.", (only,), _look(only))
    give = _TIPS.get(g.step)
    found = give(AskedDecision(g, legal)) if give else None
    if first and g.step in _MARCHING and (found is None or found.odds is None):
        found = _to_battle(g.state) or found
    if found is None:
        return None
    done = plans.legal_part(g, found.actions)
    # an advice of several actions is given only when all of them are legal
    whole = done == found.actions or plans.halted(done, found.actions)
    if not done or not whole:
        return None
    return Tip(found.words, done, found.look, found.odds, found.area, found.arrows or _strikes(done))


def _strikes(actions: tuple[Action, ...]) -> tuple[Arrow, ...]:
    """Attacks and spells on the map."""
    pairs = (tuple(HEXES.names[h] for h in a.args) for a in actions if a.verb in ("assign", "aim"))
    return tuple(Arrow(start, to, 0, "strike") for start, to in pairs)


def _look(a: Action) -> str:
    from elric.dragon_pass.teaching.phrases import hexes

    return next(iter(hexes(a)), "")


class AskedDecision:
    """The decision that waits, and what is legal in it, found once."""

    def __init__(self, game: Game, legal: list[Any]) -> None:
        self.game = game
        self.state: State = game.state
        self.seat = game.seat
        self.step = game.step
        self._legal: dict[str, list[Any]] = {}
        for a in legal:
            self._legal.setdefault(a.verb, []).append(a)

    def may(self, verb: str) -> list[Any]:
        """The legal actions with a verb."""
        return self._legal.get(verb, [])


# ---- before the first Turn -------------------------------------------------------------------------------------------


def _setup(g: AskedDecision) -> Tip | None:
    s = g.state
    own, places = s.at[g.seat or 0], g.may("place")
    free = [a for a in places if BOARD.walls >> a.args[0] & 1 and not own >> a.args[0] & 1]
    if not free and places and own & BOARD.walls:
        return _behind_walls(s, places, list(ones(own & BOARD.walls)))
    if not free:
        return None
    a = min(free, key=lambda a: (len(BOARD.place_at[a.args[0]].hexes) == 1, a.args[0]))
    name = where(a.args[0])
    return Tip(f"{name} has walls and nobody in it: place {unit(s.to_place[0])} there.", (a,), HEXES.names[a.args[0]])


def _behind_walls(s: State, places: list[Action], walls: list[int]) -> Tip:
    """Where all walls are manned: one of the emptiest hexes near them."""
    away = {a: min((HEXES.distance(a.args[0], w), w) for w in walls) for a in places}
    a = min(places, key=lambda a: (max(1, away[a][0]), len(s.piles.get(a.args[0], ())), a.args[0]))
    h, (far, fort) = a.args[0], away[a]
    near = "behind the walls of" if not far else "beside" if far == 1 else "near"
    words = f"Place {unit(s.to_place[0])} {near} {where(fort)}: whoever comes for it finds both."
    return Tip(words, (a,), HEXES.names[h])


def _day(g: AskedDecision) -> Tip | None:
    k = 2 if g.seat == LUNAR else 4
    day = "Empty Half" if g.seat == LUNAR else "Full Half"
    why = (
        "tomorrow the moon is full, and your magicians are worth 12"
        if g.seat == LUNAR
        else "from tomorrow on the moon wanes, and Lunar magicians are worth 5, then 2, then 1"
    )
    return Tip(f"Begin on {day} day: {why}.", (TO_DAY(k),))


def _right(g: AskedDecision) -> Tip | None:
    if g.seat == LUNAR:
        return Tip("Choose the day: your magic lives by the moon.", (TO_SECOND(),))
    return Tip("Move first: your own magic is the same on any day.", (TO_FIRST(),))


def _muster(g: AskedDecision) -> Tip | None:
    places = [a for a in g.may("place") if BOARD.walls >> a.args[0] & 1]
    if not places:
        return None
    a = places[0]
    return Tip(f"Place it behind the walls of {where(a.args[0])}: there it counts twice.", (a,), HEXES.names[a.args[0]])


def _envoys(g: AskedDecision) -> Tip | None:
    sends = [a for a in g.may("send") if not HEROES >> a.args[0] & 1]
    if not sends or g.seat is None:
        return None
    # by what it is worth on its best day: a magician's swords say little of him
    a = min(sends, key=lambda a: (WORTH[a.args[0]], a.args[0], a.args[1]))
    return Tip(f"{asked(g.game, a)}. It is among your weakest.", (a,))


def _capital(g: AskedDecision) -> Tip | None:
    a = next((a for a in g.may("capital") if BOARD.high >> a.args[0] & 1), None)
    return (
        Tip(
            f"Take {where(a.args[0])}: it lies on a height, and counts twice against attacks from below.",
            (a,),
            HEXES.names[a.args[0]],
        )
        if a
        else None
    )


def _friend(g: AskedDecision) -> Tip | None:
    a = max(g.may("befriend"), key=lambda a: CF[a.args[0]])
    return Tip(f"Choose {unit(a.args[0])}: the stronger of the two, as the Friend's factor doubles too.", (a,))


# ---- marching --------------------------------------------------------------------------------------------------------


def _movement(g: AskedDecision) -> Tip | None:
    s = g.state
    plan = plans.march(s)
    if plan is None:
        if s.hand and g.may("halt"):
            return Tip("Nothing better is in sight for this company: halt.", (TO_HALT(),))
        if s.goats and (hunt := _hunt(g)):
            return hunt
        return None
    who = units(plan.units)
    take = f"{who}: " if s.hand else f"march {who} from {where(plan.start)} "
    if plan.odds is not None:
        words = (
            f"{'Go on with ' if s.hand else 'Try this: '}{take}{'go ' if s.hand else ''}to {where(plan.there)}, beside {stack(s, plan.target)}. "
            f"An attack from there is at {plan.odds.odds}: the enemy is gone from there {often(plan.odds.cleared)}."
        )
    else:
        words = (
            f"{'Go on with ' if s.hand else 'Try this: '}{take}{'go ' if s.hand else ''}to {where(plan.there)}, "
            f"{'what you are after' if plan.there == plan.goal else f'nearer to {where(plan.goal)}'}. You win once {within(plan.wanted)}."
        )
    here, there = HEXES.names[plan.start], HEXES.names[plan.there]
    arrows = [Arrow(here, there, 0, "march")] if here != there else []
    if plan.target >= 0:
        arrows.append(Arrow(there, HEXES.names[plan.target], 0, "strike"))
    return Tip(words, plan.actions, there if s.hand else here, plan.odds, arrows=tuple(arrows))


def _to_battle(s: State) -> Tip | None:
    """The end of a Move in which somebody has come to fight already."""
    fighters = ones(must_fight(s, s.player))
    foe = next((t for h in fighters for t in ones(targets_of(s, h))), -1)
    if foe < 0:
        return None
    words = f"That is enough for a first Move: end it, and from {where(fighters[0])} you attack {stack(s, foe)}."
    strike = Arrow(HEXES.names[fighters[0]], HEXES.names[foe], 0, "strike")
    return Tip(words, (*((TO_HALT(),) if s.hand else ()), TO_DONE()), HEXES.names[foe], arrows=(strike,))


def _hunt(g: AskedDecision) -> Tip | None:
    s = g.state
    for hunter, goat in s.goats:
        if s.of[s.player] >> hunter & 1 and not s.done >> hunter & 1:
            lead = TO_LEAD(hunter)
            if lead in g.may("lead"):
                return Tip(
                    f"{unit(hunter)} must pursue {unit(goat)}: take him up.", (lead,), HEXES.names[s.place[hunter]]
                )
    return None


def _sally(g: AskedDecision) -> Tip | None:
    s = g.state
    wall, place, going = s.agenda[-1].wall, s.agenda[-1].passing, s.agenda[-1].going
    seat = s.owner[s.piles[wall][0]]
    foe = s.hand or s.piles[place]
    outs = g.may("out")
    chosen = tuple(going) + ((outs[0].args[0],) if outs and not going else ())
    if not chosen:
        return None
    battle = Segment(((wall, chosen),), ((place, foe),), ((wall, place),), seat, True)
    found = seen.exact(s, seat, battle)
    if found is None:
        return None
    if found.gain > 0:
        todo = (TO_STRIKE(),) if going else (outs[0], TO_STRIKE())
        words = f"Strike with {units(chosen)}: at {found.odds} the passers-by are destroyed {often(found.gone)}."
        return Tip(words, todo, HEXES.names[wall], found)
    words = f"Let them pass: {units(chosen)} would strike at {found.odds}, and lose more than it wins on average."
    return Tip(words, (TO_PASS(),), HEXES.names[wall], found)


# ---- fighting --------------------------------------------------------------------------------------------------------


def _combat(g: AskedDecision) -> Tip | None:
    for give in (_feed, _ask, _spell, _divide, _roll):
        found = give(g)
        if found is not None:
            return found
    return None


def _feed(g: AskedDecision) -> Tip | None:
    s = g.state
    meals = g.may("feed")
    if not meals:
        return None
    a = min(meals, key=lambda a: WORTH[a.args[0]])
    more = "" if due(s) == 1 else f" It asks for {due(s)} today."
    return Tip(f"Feed {unit(a.args[0])} to the Bat: a missed meal costs twice as much tomorrow.{more}", (a,))


def _ask(g: AskedDecision) -> Tip | None:
    s = g.state
    able = [a for a in g.may("ask") if not HEROES >> a.args[0] & 1]
    if not able:
        return None
    a = min(able, key=lambda a: WORTH[a.args[0]])
    return Tip(f"{asked(g.game, a)}.", (a,), HEXES.names[s.place[a.args[0]]])


def _spells(s: State, g: AskedDecision) -> list[tuple[Odds, int, int]]:
    """Spells that may be aimed now, weighed: only at stacks that the seat sees whole, the best first."""
    out = []
    seat = s.player
    aims = [a.args for a in g.may("aim")]
    open_ones = [(h, t) for h, t in aims if seen.open_to(s, seat, t)]
    open_ones.sort(key=lambda pair: (magical(s.piles[pair[1]]), -seen.strength(s, seat, pair[1]), pair))
    for h, t in open_ones[:_SPELLS]:
        battle = spell_from(s, (h,), t)
        if sees_battle(s, battle, seat):
            found = odds(s, battle, Plan())
            if found.gain > 0 and found.gone > 0:
                out.append((found, h, t))
    return sorted(out, key=lambda row: (-row[0].gain, row[1], row[2]))


def _spell(g: AskedDecision) -> Tip | None:
    s = g.state
    casts = g.may("cast")
    if casts:
        t = casts[0].args[0]
        return Tip(f"The spell at {stack(s, t)} is aimed: cast it.", (casts[0],), HEXES.names[t])
    if s.phase == EARLY and not s.at[s.player]:
        return None
    good = _spells(s, g)
    if not good:
        return None
    found, h, t = good[0]
    words = (
        f"Cast from {stack(s, h)} at {stack(s, t)}: bare it is {found.odds}, and they are destroyed {often(found.gone)}; "
        "somebody in range may cover them."
    )
    return Tip(words, (TO_AIM(h, t), TO_CAST(t)), HEXES.names[h], found, HEXES.names[t])


def _early(g: AskedDecision) -> Tip | None:
    s = g.state
    if g.may("cast"):
        return _spell(g)
    if not g.may("aim") and g.may("done"):
        return Tip("No enemy is in range of a spell: go on to the march.", (TO_DONE(),))
    near = [row for row in _spells(s, g) if row[0].gone > _HALF]
    return _spell(g) if near else None


def _divide(g: AskedDecision) -> Tip | None:
    s = g.state
    if s.locked:
        return None
    wanted = plans.dividing(s)
    if not wanted:
        return None
    told = "; ".join(f"{stack(s, a.args[0])} against {stack(s, a.args[1])}" for a in wanted)
    more = "Everybody beside an enemy must fight, and nobody beside you may be left out."
    return Tip(f"{more} One way: {told}.", wanted, HEXES.names[wanted[0].args[0]])


def _roll(g: AskedDecision) -> Tip | None:
    s = g.state
    rolls = g.may("roll")
    if rolls and complete(s, None):
        a = rolls[0]
        return Tip(f"Everything is assigned: roll for {stack(s, a.args[0])}.", (a,), HEXES.names[a.args[0]])
    if g.may("done") and not s.links and not s.spells:
        return Tip("Nothing has to be fought: the combat can be ended.", (TO_DONE(),))
    return None


def _cover(g: AskedDecision) -> Tip | None:
    s = g.state
    battle: Segment = s.agenda[-1].battle
    seat = g.seat or 0
    if not sees_battle(s, battle, seat):
        return None
    bare = odds(s, battle, Plan())
    able = g.may("cover")
    best: tuple[Odds, Action] | None = None
    for a in able[:_SPELLS]:
        found = odds(s, battle, Plan((a.args[0],)))
        if best is None or found.gain < best[0].gain:
            best = (found, a)
    target = stack(s, battle.aims[0])
    if best is not None and best[0].gain < bare.gain:
        both = [(percent(x.gone), percent(x.destroyed(x.attackers))) for x in (best[0], bare)]
        words = (
            f"Cover from {stack(s, best[1].args[0])}: at {best[0].odds} {target} is destroyed in {both[0][0]} of battles, the casters in "
            f"{both[0][1]}; left bare, at {bare.odds}, it is {both[1][0]} and {both[1][1]}."
        )
        return Tip(words, (best[1],), HEXES.names[best[1].args[0]], best[0])
    if able:
        return Tip(
            f"Leave {target} bare: covering wins nothing on average, and who covers rests a Move.",
            (TO_BARE(),),
            "",
            bare,
        )
    return None


def _back(g: AskedDecision) -> Tip | None:
    s = g.state
    options = g.may("back")
    driven = s.agenda[-1].units
    owner = s.owner[driven[0]]
    friends = s.at[owner] & ~(1 << s.place[driven[0]])
    if not friends:
        return None
    a = max(options, key=lambda a: (HEXES.distance(a.args[0], seen.nearest(a.args[0], friends)), -a.args[0]))
    far = HEXES.distance(a.args[0], seen.nearest(a.args[0], friends))
    least = min(HEXES.distance(b.args[0], seen.nearest(b.args[0], friends)) for b in options)
    if far == least:
        return None
    return Tip(f"Drive them to {where(a.args[0])}: that is farthest from their friends.", (a,), HEXES.names[a.args[0]])


def _pay(g: AskedDecision) -> Tip | None:
    s = g.state
    options = [a.args[0] for a in g.may("lose")]
    if g.step == "price":
        owed = s.agenda[-1].due
        rates = {u: CF[u] for u in options}
    else:
        owed, rows = s.agenda[-1].due, s.agenda[-1].rates
        rates = {u: rate for u, rate in rows if s.place[u] >= 0}
    enough = [u for u in options if rates.get(u, 0) >= owed]
    if enough:
        u = min(enough, key=lambda u: (WORTH[u], u))
        return Tip(f"Lose {unit(u)}: it alone pays what is due, and is worth least of those that do.", (TO_LOSE(u),))
    u = min(options, key=lambda u: (WORTH[u], u))
    return Tip(f"Nobody pays it alone. {unit(u)} is worth least.", (TO_LOSE(u),))


def _advance(g: AskedDecision) -> Tip | None:
    s = g.state
    ahead = g.may("advance")
    if not ahead:
        return Tip("Stay: nobody else can move in.", (TO_STAY(),)) if g.may("stay") else None
    safe = [a for a in ahead if not foes(s, s.player) & AROUND[a.args[1]]]
    if not safe:
        return Tip("Stay: whoever moves in would stand beside the enemy, who moves next.", (TO_STAY(),))
    a = max(safe, key=lambda a: (CF[a.args[0]], -a.args[0]))
    ground = (
        "behind walls"
        if BOARD.walls >> a.args[1] & 1
        else "on hard ground"
        if BOARD.thick >> a.args[1] & 1
        else "there"
    )
    return Tip(
        f"Move {unit(a.args[0])} into {where(a.args[1])}: it stands {ground}, and no enemy is beside it.",
        (a,),
        HEXES.names[a.args[1]],
    )


def _blame(g: AskedDecision) -> Tip | None:
    a = min(g.may("blame"), key=lambda a: (WORTH[a.args[0]], a.args[0]))
    return Tip(f"Blame {unit(a.args[0])}: it is worth least, and will be hunted.", (a,))


def _dragon(g: AskedDecision) -> Tip | None:
    s = g.state
    fighter = s.agenda[-1].fighter
    told = next((e for e in reversed(g.game.events) if e["kind"] == "dragonfight"), None)
    if told is None:
        return None
    seat = g.seat or 0
    zone = AROUND[told["hex"]] | 1 << told["hex"]
    mine = [u for h in ones(zone & s.at[seat]) for u in s.piles[h]]
    worth = sum(WORTH[u] for u in mine)
    stop = g.may("cancel")
    if stop and worth > WORTH[fighter]:
        words = f"Stop it: two times in three {len(mine)} counters of yours would die there. Both Dragons go home."
        return Tip(words, (stop[0],))
    return Tip(f"Let it come: {units(mine)} may die, but your Dragon stays yours.", (TO_LET(),)) if mine else None


_TIPS: Final[dict[str, Callable[[AskedDecision], Tip | None]]] = {
    "setup": _setup,
    "choose right": _right,
    "choose day": _day,
    "muster": _muster,
    "envoys": _envoys,
    "capital": _capital,
    "friend": _friend,
    "movement": _movement,
    "march": _movement,
    "sally": _sally,
    "combat": _combat,
    "early": _early,
    "cover": _cover,
    "back": _back,
    "pay": _pay,
    "price": _pay,
    "advance": _advance,
    "scapegoat": _blame,
    "dragon cancel": _dragon,
}

__all__ = ["Tip", "tip"]
