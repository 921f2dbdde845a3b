"""What the lab is measured against: the same battle played out by the game's own steps with every die and card gone
through one by one, and random battles of every kind to try it on."""

from __future__ import annotations

import random
from collections.abc import Iterator
from fractions import Fraction
from typing import Any

from elric.kernel.chance import SeededChance, enumerate_chance
from elric.young_kingdoms.combat.battle import MONSTER
from elric.young_kingdoms.combat.losses import LOSSES
from elric.young_kingdoms.combat_phase.aftermath import AFTER
from elric.young_kingdoms.components import pieces, spells
from elric.young_kingdoms.components.board import BOARD
from elric.young_kingdoms.components.notation import Action
from elric.young_kingdoms.components.pieces import ARTIFACT, HERO, KIND
from elric.young_kingdoms.lab.battle import Battle
from elric.young_kingdoms.lab.odds import Odds
from elric.young_kingdoms.lab.places import PLACES
from elric.young_kingdoms.lab.policy import POLICIES, losses, policy
from elric.young_kingdoms.lab.spec import BattleError, Spec
from elric.young_kingdoms.lab.walk import Walker
from elric.young_kingdoms.position.context import Context
from elric.young_kingdoms.position.state import LOST, State
from elric.young_kingdoms.position.steps import Auto


class Uneven(Context):
    """A context whose two sides never throw even totals: all uneven pairs of dice are as likely ([10.6] / 9.6)."""

    def contest(self, gap: int) -> list[tuple[int, int]]:
        pairs = [(a, b) for a in range(1, 7) for b in range(1, 7) if gap + a != b]
        return [pairs[self.chance.pick(len(pairs))]]


LATER = ("random attack", "peril")
Outcome = dict[str, Any]


class TooMany(Exception):
    """This battle has more ways to end than a test can go through."""


def _walker(b: Battle) -> Walker:
    a, d = (policy(k) for k in b.spec.policy)
    return Walker((a, d))


def _step(w: Walker, s: State, f: Any, cx: Context) -> None:
    """One step, decided by the battle's policies."""
    if isinstance(f.step, Auto):
        s.agenda = s.agenda[:-1]
        f.step.run(s, f, cx)
    elif f.step is LOSSES:
        for u in losses(s, f, w.sides[f.side]):
            g = s.agenda[-1]
            if s.place[u] == s.battle.area:
                assert f.step.verdict(s, g, Action("lose", (u,))), f"{pieces.IDS[u]} may not be lost"
                f.step.do(s, g, Action("lose", (u,)), cx)
    else:
        f.step.do(s, f, w.decide(s, f), cx)


def ends(
    b: Battle,
    start: State | None = None,
    most: int = 6000,
    later: tuple[str, ...] = LATER,
    without: tuple[str, ...] = (),
) -> list[tuple[Fraction, Outcome]]:
    """Every end of a battle by the game's own steps, with its chance. What comes `later` is not followed, steps in
    `without` are passed over.

    Raises:
        TooMany: more than `most` ways.
    """
    w = _walker(b)
    out = []
    first = (start or b.start).copy()
    todo: list[tuple[Fraction, State, tuple[Any, ...]]] = [(Fraction(1), first, ())]
    while todo:
        weight, s, seen = todo.pop()
        while True:
            f = s.agenda[-1] if s.agenda else None
            over = f is not None and f.step is AFTER and s.battle.attacker != MONSTER
            if f is None or f.step.name in later or over:
                out.append((weight, outcome(b, s, seen)))
                if len(out) + len(todo) > most:
                    raise TooMany
                break
            if f.step.name in without or not (isinstance(f.step, Auto) or f.step.live(s, f)):
                s.agenda = s.agenda[:-1]
                continue

            def run(chance: Any, s: State = s, f: Any = f) -> tuple[State, list[dict[str, Any]]]:
                t = s.copy()
                events: list[dict[str, Any]] = []
                _step(w, t, f, Uneven(chance, events))
                return t, events

            ways = list(enumerate_chance(run))
            if len(ways) == 1:
                s = ways[0][2][0]
                seen += tuple(ways[0][2][1])
                continue
            todo.extend((weight * p, t, seen + tuple(e)) for p, _, (t, e) in ways)
            break
    return out


def play_once(b: Battle, seed: int) -> Outcome:
    """The battle fought once with dice that fall as in a game, even throws and all."""
    w = _walker(b)
    s = b.start.copy()
    events: list[dict[str, Any]] = []
    cx = Context(SeededChance(seed), events)
    while s.agenda and s.agenda[-1].step is not AFTER and s.agenda[-1].step.name not in LATER:
        f = s.agenda[-1]
        if isinstance(f.step, Auto) or f.step.live(s, f):
            _step(w, s, f, cx)
        else:
            s.agenda = s.agenda[:-1]
    return outcome(b, s, tuple(events))


def outcome(b: Battle, s: State, events: tuple[dict[str, Any], ...]) -> Outcome:
    """What the lab says something about, read off a battle that was fought."""
    t = s.copy()
    x = s.battle
    taken = False
    while t.agenda and t.agenda[-1].step is not AFTER:
        t.agenda = t.agenda[:-1]
    if t.agenda:
        told: list[dict[str, Any]] = []
        t.agenda = (AFTER.frame(),)
        t.agenda = ()
        AFTER.run(t, AFTER.frame(), Context(SeededChance(0), told))
        taken = any(e["kind"] == "city" and e["area"] == b.area for e in told)
    fates = dict(x.fates)
    units = [u for side in b.start.battle.units for u in side]
    went = [BOARD.ids[e["to_area"]] for e in events if e["kind"] == "retreat"]
    trapped = any(e["kind"] == "no way out" for e in events)
    return {
        "result": (x.loser, x.row, x.fell),
        "taken": taken,
        "dead": frozenset(pieces.IDS[u] for u, ok in fates.items() if not ok),
        "away": frozenset(pieces.IDS[u] for u, ok in fates.items() if ok),
        "where": {pieces.IDS[u]: BOARD.ids[s.place[u]] for u, ok in fates.items() if ok and s.place[u] < BOARD.size},
        "lost": frozenset(pieces.IDS[u] for u in units if KIND[u] not in (HERO, ARTIFACT) and s.place[u] >= LOST),
        "balance": s.balance,
        "tipped": bool(s.tipped) and not b.start.tipped,
        "joined": frozenset(
            pieces.IDS[u]
            for side, units in enumerate(b.start.battle.units)
            for u in units
            if KIND[u] == HERO and s.owner[u] == x.seat(1 - side) and s.place[u] < BOARD.size
        ),
        "gone": frozenset(pieces.IDS[u] for u in units if KIND[u] == HERO and s.place[u] >= BOARD.size),
        "retreat": went[0] if went else "no way out" if trapped else "",
    }


def differences(o: Odds, found: list[tuple[Fraction, Outcome]]) -> list[str]:
    """Where the lab's answer and the outcomes do not say the same; empty when they agree exactly."""
    out = []

    def check(what: str, lab: Fraction, test: Any) -> None:
        p = sum((w for w, x in found if test(x)), Fraction(0))
        if p != lab:
            out.append(f"{what}: lab {lab}, played {p}")

    if sum((w for w, _ in found), Fraction(0)) != 1:
        out.append("the ends do not add up to 1")
    check("attacker wins", o.win[0], lambda x: x["result"][0] == 1)
    results = {x["result"] for _, x in found} | {(x.loser, x.row, x.fell) for _, x in o.leaves}
    for r in sorted(results):
        check(f"result {r}", o.chance(lambda x, r=r: (x.loser, x.row, x.fell) == r), lambda x, r=r: x["result"] == r)
    check("taken", o.taken, lambda x: x["taken"])
    check("falls", o.falls, lambda x: x["result"][2])
    for k, h in o.heroes.items():
        check(f"{k} dies", h.dies, lambda x, k=k: k in x["dead"])
        check(f"{k} escapes", h.escapes, lambda x, k=k: k in x["away"])
        check(f"{k} joins", h.joins, lambda x, k=k: k in x["joined"])
        for a in {x["where"][k] for _, x in found if k in x["where"]} | set(h.where):
            check(f"{k} comes to light in {a}", h.where.get(a, Fraction(0)), lambda x, k=k, a=a: x["where"].get(k) == a)
    for k, p in o.units.items():
        check(f"{k} lost", p, lambda x, k=k: k in x["lost"])
    for side in (0, 1):
        ids = {pieces.IDS[u] for u in o.battle.units[side]}
        for n, p in o.deaths(side).items():
            check(f"{n} heroes of side {side} die", p, lambda x, n=n, ids=ids: len(x["dead"] & ids) == n)
    for a, p in o.retreat.items():
        if a not in ("stays", "nobody left"):
            check(f"retreat {a}", p, lambda x, a=a: x["retreat"] == a)
    check("the world tips", o.tips, lambda x: x["tipped"])
    for at, p in o.balance.items():
        check(f"Balance at {at}", p, lambda x, at=at: x["balance"] == at)
    return out


# ---- random battles -------------------------------------------------------------------------------------------------


def random_battle(r: random.Random, edition: str, place: str, small: bool = True) -> Battle | None:
    """A battle at a kind of place, of armies, heroes, ships, artifacts and spells; None when it cannot be."""
    nations = [n for n in pieces.NATIONS if n.id != "melnibone"]
    if place == "sea":
        nations = [n for n in nations if any(KIND[u] == pieces.FLEET for u in n.pieces)]
    a, d = r.sample(nations, 2)
    if place == "imrryr":
        d = pieces.NATIONS[pieces.MELNIBONE]
    attack = _side(r, a.index, small, place == "sea")
    defend = _side(r, d.index, small, place == "sea")
    loners = [u for u in pieces.HEROES if pieces.NATION[u] < 0 or u == pieces.ELRIC]
    for who in (attack, defend):
        if r.random() < 0.25:
            u = r.choice(loners)
            if pieces.IDS[u] not in attack + defend:
                who.append(pieces.IDS[u])
    if r.random() < 0.15 and any(KIND[pieces.INDEX[x]] == HERO for x in defend):
        defend.append("chaos-shield")
    neutral = place in ("walled", "capital", "unwalled") and r.random() < 0.15
    if neutral:
        defend = []
    values: dict[str, Any] = {
        "attack": attack,
        "defend": defend,
        "place": place,
        "edition": edition,
        "neutral": neutral,
        "balance": r.choice((0, 0, 0, -5, 4, 12)),
        "policy": (r.choice(list(POLICIES)), r.choice(list(POLICIES))),
        "sortie": place in ("walled", "capital") and not neutral and r.random() < 0.2,
    }
    if r.random() < 0.15:
        values["tipped"] = r.choice(("law", "chaos"))
        values["balance"] = 0
    if r.random() < 0.1:
        values["edition"] = f"{edition}, wall_damage=difference"
    magicians = [x for x in attack + defend if pieces.MAGIC[pieces.INDEX[x]]]
    pool = [i for i in spells.IDS if not spells.IMMEDIATE[spells.INDEX[i]]]
    r.shuffle(pool)
    values["cast"] = {x: pool.pop() for x in magicians if r.random() < 0.6}
    values["hands"] = {
        x: [pool.pop()] for x in magicians if pieces.MAGIC[pieces.INDEX[x]] > (x in values["cast"]) and r.random() < 0.4
    }
    if values.get("tipped") and magicians:
        # kept open from an earlier battle
        open_ = [x for x in pool if spells.ALIGN[spells.INDEX[x]] in (0, {"law": -1, "chaos": 1}[values["tipped"]])]
        x = r.choice(magicians)
        values["cast"].pop(x, None)
        values["hands"].pop(x, None)
        values["maintained"] = {x: open_[0]}
    heroes = [x for x in attack + defend if KIND[pieces.INDEX[x]] == HERO]
    values["held"] = [x for x in heroes if r.random() < 0.1]
    try:
        return Battle(**values)
    except BattleError:
        values["cast"] = values["hands"] = values["maintained"] = {}
        values["held"] = []
        try:
            return Battle(**values)
        except BattleError:
            return None


def _side(r: random.Random, n: int, small: bool, sea: bool) -> list[str]:
    of = pieces.NATIONS[n].pieces
    heroes = [pieces.IDS[u] for u in of if KIND[u] == HERO and u != pieces.ELRIC]
    armies = [pieces.IDS[u] for u in of if KIND[u] == pieces.ARMY]
    ships = [pieces.IDS[u] for u in of if KIND[u] == pieces.FLEET]
    most = 3 if small else 5
    out = r.sample(heroes, min(len(heroes), r.randint(1, most)))
    if sea:
        return out + ships[: r.randint(1, max(1, len(ships)))] + armies[: r.randint(0, 1)]
    return out + armies[: r.randint(0, min(len(armies), 9))]


def battles(edition: str, seed: int) -> Iterator[tuple[str, Battle]]:
    """Random battles over all kinds of place, without end."""
    r = random.Random(seed)
    while True:
        for place in PLACES:
            b = random_battle(r, edition, place)
            if b is not None:
                yield place, b


__all__ = ["Spec", "TooMany", "battles", "differences", "ends", "outcome", "play_once", "random_battle"]
