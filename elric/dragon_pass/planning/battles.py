"""The Combat Phase and what it asks: who attacks whom, what is rolled first, who pays, who goes where."""

from __future__ import annotations

from collections.abc import Iterator

from elric.dragon_pass.combat.results import without_the_dead
from elric.dragon_pass.combat.table import odds_words
from elric.dragon_pass.combat_phase.dividing import TO_ROLL, join_battles
from elric.dragon_pass.combat_phase.sally import TO_OUT, TO_PASS, TO_STRIKE
from elric.dragon_pass.components.board import AROUND, BOARD, HEXES
from elric.dragon_pass.components.units import CF, HEROES, UNITS
from elric.dragon_pass.description.view import sees_battle
from elric.dragon_pass.lab import Odds, odds
from elric.dragon_pass.lab.walk import PLAIN, WORTH
from elric.dragon_pass.planning import words
from elric.dragon_pass.planning.aims import KEEP, TAKE, posts
from elric.dragon_pass.planning.dividing import Division
from elric.dragon_pass.planning.look import Look
from elric.dragon_pass.planning.weighing import FREELY, outlook
from elric.dragon_pass.position.state import Segment, State
from elric.kernel import running
from elric.kernel.bits import ones
from elric.kernel.steps import Action
from elric.opponents.definition import Plan

Legal = dict[str, list[Action]]
_HELD = 1 / 3
_NOBODY = 9


def listed(s: State) -> Legal:
    """The legal actions by verb."""
    found: Legal = {}
    for a in running.legal(s):
        found.setdefault(a.verb, []).append(a)
    return found


def exact(look: Look, s: State, battle: Segment) -> Odds | None:
    """The lab's odds of a battle, where all who fight are seen."""
    return odds(s, battle, PLAIN) if sees_battle(s, battle, look.seat) else None


def odds_for_player(look: Look, s: State, battle: Segment) -> str:
    """The odds of a battle for its own player: the lab's where all who fight are seen, else about."""
    if not look.told:
        return ""
    battle = without_the_dead(s, battle)
    if not any(units for _, units in battle.defenders) or not any(units for _, units in battle.attackers):
        return "nobody is left to fight"
    found = exact(look, s, battle)
    if found is not None:
        return f"at {found.odds} {words.gone(found.cleared)}"
    return f"at about {odds_words(outlook(look, s, battle).column)}"


def division(look: Look, may: Legal) -> Iterator[Plan]:
    """The battles are divided, and the first is rolled; then the others, the surest first."""
    s = look.s
    if s.locked:
        yield from _rolls(look, may)
        return
    if "assign" not in may and "roll" not in may:
        return
    wanted = Division(look, posts(look))
    best = wanted.best()
    if not best:
        return
    if not wanted.complete(best) or (not s.links and not wanted.must and wanted.worth(best) <= 0):
        return
    links = tuple(Action("assign", link) for link in sorted(best - set(s.links)))
    t = s.copy()
    t.links = tuple(sorted(best))
    battles = join_battles(t, t.links, look.seat)
    if not battles:
        return
    first = max(battles, key=lambda b: (outlook(look, t, b).gain, -b.defenders[0][0]))
    where = first.defenders[0][0]
    there = words.row([words.stack(s, d) for d, _ in first.defenders])
    why = f"I attack {there} with {_attackers(first)}: {odds_for_player(look, t, first)}."
    others = [words.stack(s, d) for b in battles if b is not first for d, _ in b.defenders]
    if others:
        why += f" I attack {words.row(others)} as well."
    said = f"I attack {words.places(d for b in battles for d, _ in b.defenders)}."
    yield Plan((*links, TO_ROLL(where)), why, said, 5.0)


def _attackers(battle: Segment) -> str:
    return words.units([u for _, units in battle.attackers for u in units])


def _rolls(look: Look, may: Legal) -> Iterator[Plan]:
    s = look.s
    rolls = {a.args[0] for a in may.get("roll", ())}
    rows = [(outlook(look, s, b).gain, b) for b in s.segments if b.defenders[0][0] in rolls]
    for gain, b in sorted(rows, key=lambda row: (-row[0], row[1].defenders[0][0])):
        where = b.defenders[0][0]
        why = f"I roll for the battle at {words.at(where)}: {odds_for_player(look, s, b)}."
        yield words.plan(TO_ROLL(where), why, f"I roll for the battle at {words.at(where)}.", 5.0 + gain / 1000)


# ---- what a battle asks ---------------------------------------------------------------------------------------------


def drive(look: Look, may: Legal) -> Iterator[Plan]:
    """A beaten stack is driven where it is farthest from its friends and from what is wanted there."""
    s = look.s
    driven = s.agenda[-1].units
    owner = s.owner[driven[0]]
    friends = s.at[owner] & ~(1 << s.place[driven[0]])
    wanted = [p.centre for p in posts(look) if p.kind in (TAKE, KEEP)][:3]

    def nearest(h: int) -> int:
        return min([HEXES.distance(h, n) for n in ones(friends)], default=_NOBODY)

    def worth(a: Action) -> float:
        h = a.args[0]
        lonely = nearest(h)
        away = min([HEXES.distance(h, n) for n in wanted], default=0)
        cover = 2 * ((BOARD.thick | BOARD.high | BOARD.walls) >> h & 1)
        beside = (look.own & AROUND[h]).bit_count()
        return min(lonely, 6) + min(away, 6) / 2 - cover + 0.5 * beside

    for a in may.get("back", ()):
        far = nearest(a.args[0])
        lost = "alone" if far == _NOBODY else "beside a friend" if far < 2 else f"{far} hexes from the nearest friend"
        text = f"I drive them to {words.at(a.args[0])}, {lost}{' of theirs' if far < _NOBODY else ''}."
        yield words.plan(a, text, text, worth(a))


def pay(look: Look, may: Legal) -> Iterator[Plan]:
    """What is due is paid with what is worth least and is enough."""
    s = look.s
    f = s.agenda[-1]
    fought = running.step_name(s) == "pay"
    if not fought:
        owed = f.due
        rates = {a.args[0]: CF[a.args[0]] for a in may["lose"]}
    else:
        owed, rows = f.due, f.rates
        rates = dict(rows)
    for a in may["lose"]:
        u = a.args[0]
        rate = max(rates.get(u, 0), 1)
        enough = rate >= owed
        worth = -(WORTH[u] if enough else WORTH[u] + WORTH[u] * (owed / rate - 1) * _HELD)
        text = f"I lose {UNITS[u].name}: it is what I miss least of what pays."
        yield words.plan(a, text, f"I lose {UNITS[u].name}." if fought else "I pay what the Assassins ask for.", worth)


def advance(look: Look, may: Legal) -> Iterator[Plan]:
    """Into what was cleared goes whoever takes what is wanted, or stands better there; nobody leaves what is to be kept."""
    s = look.s
    wanted = posts(look)
    cleared = s.agenda[-1].cleared
    for a in may.get("advance", ()):
        u, h = a.args
        if cleared >> s.place[u] & 1:
            continue  # it has moved in already
        post = max((p.weight for p in wanted if p.hexes >> h & 1), default=0.0)
        here = max((p.weight for p in wanted if p.hexes >> s.place[u] & 1), default=0.0)
        beside = sum([look.swords(e) for e in ones(look.beside(h))])
        mates = look.strength((u, *(v for v in s.piles.get(h, ()))))
        cover = 2 if (BOARD.walls | BOARD.thick) >> h & 1 else 1
        worth = post - here - max(0.0, beside - 2 * mates * cover) / 6 + (0.1 if cover > 1 and not here else -0.1)
        worth += CF[u] / 100 - 0.3 * (HEROES >> u & 1)
        ground = ", behind walls" if BOARD.walls >> h & 1 else ", onto hard ground" if BOARD.thick >> h & 1 else ""
        text = f"I move {UNITS[u].name} into {words.at(h)}{', which I want to hold' if post else ground}."
        yield words.plan(a, text, text, worth)
    if "stay" in may:
        ahead = may.get("advance", ())
        near = ": whoever moves in stands beside the enemy, who moves next"
        text = f"I stay where I am{near if ahead and all(look.beside(a.args[1]) for a in ahead) else ''}."
        yield words.plan(may["stay"][0], text, text, 0.0)


def sally(look: Look, may: Legal) -> Iterator[Plan]:
    """A garrison strikes at who passes where that wins more than it costs."""
    s = look.s
    wall, place, out = s.agenda[-1].wall, s.agenda[-1].passing, s.agenda[-1].going
    foe = s.hand or s.piles[place]
    able = [a.args[0] for a in may.get("out", ())]
    able.sort(key=lambda u: (-CF[u], u))
    sent: tuple[int, ...] = tuple(out)
    best, battle = (0.0, sent), None
    for k in range(len(able) + 1):
        group = (*sent, *able[:k])
        if not group or len(group) >= len(s.piles[wall]):
            continue
        battle = Segment(((wall, group),), ((place, foe),), ((wall, place),), look.seat, True)
        promise = outlook(look, s, battle)
        if promise.gain > best[0] + 0.5 and promise.column >= FREELY:
            best = (promise.gain, group)
    if best[0] > 0 and best[1]:
        battle = Segment(((wall, best[1]),), ((place, foe),), ((wall, place),), look.seat, True)
        more = tuple(TO_OUT(u) for u in best[1] if u not in sent)
        why = f"I strike out of {words.at(wall)} with {words.units(best[1])}: {odds_for_player(look, s, battle)}."
        yield words.plan((*more, TO_STRIKE()), why, f"I strike out of {words.at(wall)}.", best[0])
    why = said = f"I let them pass {words.at(wall)}"
    if battle is not None:
        who = words.units(battle.attackers[0][1])
        why += f": a sally by {who} ({odds_for_player(look, s, battle)}) is not worth its price"
    yield words.plan(TO_PASS(), f"{why}.", f"{said}.", 0.0)


def blame(look: Look, may: Legal) -> Iterator[Plan]:
    """The Scapegoat is who is worth least."""
    for a in may["blame"]:
        name = UNITS[a.args[0]].name
        because = "whom I miss least" if len(may["blame"]) > 1 else "as nobody else is left"
        yield words.plan(
            a,
            f"I blame {name}, {because}: the Scapegoat will be hunted.",
            f"I blame {name}.",
            -WORTH[a.args[0]],
        )


__all__ = ["advance", "blame", "division", "drive", "exact", "listed", "odds_for_player", "pay", "sally"]
