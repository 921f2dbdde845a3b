"""Before the first Turn and when units arrive: where they are placed, who goes ahead, on which day the game begins."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import zip_longest
from random import Random
from typing import Final

from elric.dragon_pass.combat.factors import MOON, friend_of
from elric.dragon_pass.components.board import BOARD, HEXES, INDEX, LUNAR_FORTS, SARTAR_FORTS
from elric.dragon_pass.components.scenarios import Army
from elric.dragon_pass.components.units import CF, COUNTS, HEROES, LUNAR, MAGICIANS, MF, SUPERHEROES, UNITS
from elric.dragon_pass.description.phrases import heard
from elric.dragon_pass.independents.peoples import PEOPLES
from elric.dragon_pass.lab.walk import WORTH
from elric.dragon_pass.planning import words
from elric.dragon_pass.planning.aims import only_magicians, place_hexes, posts
from elric.dragon_pass.planning.battles import Legal
from elric.dragon_pass.planning.fields import far, nearest, roams
from elric.dragon_pass.planning.look import Look
from elric.dragon_pass.planning.marching import tried
from elric.dragon_pass.position.state import State
from elric.dragon_pass.position.steps import TO_DONE
from elric.dragon_pass.turn.setup import FIRST, PLACE, SECOND, TAKE
from elric.kernel import running
from elric.kernel.bits import ones
from elric.kernel.steps import Action
from elric.opponents.definition import Plan
from elric.opponents.learned import openings_of

_FEW: Final = 3  # hexes, among which there is not much to choose
_FULL: Final = 3  # that count, on a hex
_SPOTS: Final = 8  # hexes anywhere around which an army is placed to compare
_APART: Final = 5  # hexes between these
_MANY: Final = 24  # hexes around which an army is placed to find its best opening
_GUARDED, _ALL = "guards, others near", "all near"
_CLOSE: Final = 6  # hexes around a goal in which an enemy stack bars the way


def army(look: Look) -> Iterator[Plan]:
    """A whole army is placed in one plan: the slow in what is to be kept, the others together and near to what is wanted."""
    s = look.s
    placed = _placed_now(s)
    keep, take = _goals(look)
    # where nobody else fights magicians keep watch too
    watchmen = only_magicians(s)
    # the weaker of two such sides, far from home, would be destroyed by magic before the enemy comes
    home = watchmen and bool(keep) and _is_weaker(s, look.seat)
    actions = _placed(look, keep, keep if home else take)
    if actions:
        text = f"I set up “{placed.name}”: some to guard, and the others together, on the way to what I want."
        if home:
            text = f"I set up “{placed.name}” around what I have to keep: the enemy is stronger."
        if placed.hexes.bit_count() <= _FEW:
            text = f"I set up “{placed.name}” where the scenario wants it."
        yield Plan(actions, text, text, 1.0)


def otherwise(look: Look, rng: Random) -> Iterator[Plan]:
    """The army placed in other ways: without guards, for each of the places that decide, and around hexes anywhere in its zone, every
    other time without guards."""
    s = look.s
    if _placed_now(s).hexes.bit_count() <= _FEW:
        return
    keep, take = _goals(look)
    near = [h for h in (*take, *keep) if len(take) + len(keep) > 1]
    spots = _spots(s, rng, _APART)[:_SPOTS]
    by_turns = zip_longest([(True, h) for h in near], [(k % 2 == 0, h) for k, h in enumerate(spots)])
    for guarded, wanted in [(False, take), *((guarded, [h]) for some in by_turns for guarded, h in filter(None, some))]:
        if (plan := _in_a_way(look, guarded, wanted)) is not None:
            yield plan


def openings(look: Look) -> list[str]:
    """The ways, by name, to place the army: around each of the places that decide, and around hexes all over its zone, with guards and
    without."""
    s = look.s
    if _placed_now(s).hexes.bit_count() <= _FEW:
        return []
    keep, take = _goals(look)
    apart, spots = _APART // 2, _spots(s, Random(0), _APART // 2)
    while len(spots) > _MANY:
        apart += 1
        spots = _spots(s, Random(0), apart)
    kinds = (_GUARDED, _ALL) if keep else (_ALL,)
    return [
        f"{_placed_now(s).name}: {kind} {HEXES.names[h]}"
        for h in dict.fromkeys((*take, *keep, *spots))
        for kind in kinds
    ]


def opening(look: Look, way: str) -> Plan | None:
    """What places the army in a way of `openings`; None where another army is to be placed."""
    name, _, how = way.rpartition(": ")
    kind, _, h = how.rpartition(" ")
    return _in_a_way(look, kind == _GUARDED, [INDEX[h]]) if name == _placed_now(look.s).name else None


def known(look: Look) -> Plan | None:
    """The army, or what is left of it, placed in the way that won the most games; None where none were played (`elric openings`)."""
    s = look.s
    for way, (share, captains) in openings_of("elric.dragon_pass", s.scenario.key).items():
        if (plan := opening(look, way)) is None:
            continue
        if len(s.to_place) < len(_placed_now(s).units):  # some of it stands elsewhere: of that no games were played
            return plan
        told = f"that won {share:.1%} of games between Captains, and their own way {captains:.1%}"
        return plan._replace(why=f"{plan.why[:-1]}: {told}.")
    return None


def _placed_now(s: State) -> Army:
    """The army that is set up now."""
    placed: Army = s.scenario.armies[s.agenda[-1].army]
    return placed


def _spots(s: State, rng: Random, apart: int) -> list[int]:
    """Hexes anywhere among those where a counter may be placed now, farther than that from each other."""
    free = [a.args[0] for a in running.legal(s) if a.verb == "place"]
    spots: list[int] = []
    while free:
        spots.append(rng.choice(free))
        free = [h for h in free if HEXES.distance(h, spots[-1]) > apart]
    return spots


def _in_a_way(look: Look, guarded: bool, wanted: list[int]) -> Plan | None:
    """The army placed on the way to some hexes, with guards in what is to be kept or without."""
    keep, take = _goals(look)
    name = _placed_now(look.s).name
    where = "on the way to what I want" if wanted == take else f"as near to {words.at(wanted[0])} as they may stand"
    who = "some to guard, and the others" if guarded and keep else "all together,"
    why = f"I set up “{name}”: {who} {where}."
    actions = _placed(look, keep if guarded else [], wanted)
    return Plan(actions, why, f"I set up “{name}”.", 0.9) if actions else None


def _placed(look: Look, keep: list[int], take: list[int]) -> tuple[Action, ...]:
    """What places an army, guards in some hexes and all others on the way to some.

    Args:
        keep: hexes that get a guard, as far as they are open to it.  take: hexes that the others are placed near.
    """
    s = look.s
    order = sorted(s.to_place, key=lambda u: (SUPERHEROES >> u & 1 == 0, HEROES >> u & 1 == 0, MF[u], -CF[u], u))
    actions: list[Action] = []
    t = s
    guarded = 0
    for u in order:
        legal = running.legal(t)
        if t.to_place[0] != u:
            if TAKE[u] not in legal:
                break
            more, t = tried(t, (TAKE[u],))
            actions += more
            legal = running.legal(t)
        free = [a.args[0] for a in legal if a.verb == "place"]
        if not free:
            break
        guards = only_magicians(s) or not MAGICIANS >> u & 1
        h, guarded = _place(Look(t, look.seat), u, free, keep if guards else [], take, guarded)
        more, t = tried(t, (PLACE[h],))
        actions += more
        if not t.agenda or t.agenda[-1] != s.agenda[-1]:
            break
    return tuple(actions)


def _is_weaker(s: State, seat: int) -> bool:
    """Whether some other side has armies with more CF by the scenario."""
    swords = {k: sum(CF[u] for a in s.scenario.armies if a.side == k for u in a.units) for k in s.order}
    return swords[seat] < max(swords.values())


def _goals(look: Look) -> tuple[list[int], list[int]]:
    """(hexes to keep, hexes to take), by the victory clauses; before a battle they say where an army is wanted."""
    s, seat = look.s, look.seat
    keep: list[int] = []
    take: list[int] = []
    for goal in s.scenario.goals:
        into = take if goal.side == seat else keep
        if goal.kind in ("hold", "temple", "contain"):
            into += [next(iter(ones(place_hexes(s, place)))) for place in goal.places]
        elif goal.kind in ("forts", "free forts"):
            forts = [BOARD.places[f].hexes[0] for f in SARTAR_FORTS]
            if goal.kind == "free forts" and goal.side == seat:
                keep += forts
            elif goal.kind == "free forts":
                take += forts
            else:
                into += forts
    keep = [h for h in dict.fromkeys(keep) if h not in take]
    if not take:
        capital = LUNAR_FORTS[0] if seat != LUNAR else SARTAR_FORTS[0]
        take = [BOARD.places[capital].hexes[0]]
    return keep, list(dict.fromkeys(take))


def _place(look: Look, u: int, free: list[int], keep: list[int], take: list[int], guarded: int) -> tuple[int, int]:
    """The hex for one counter, and the guarded places so far: one slow unit in each, then all near to what is wanted."""
    s = look.s
    if not HEROES >> u & 1:
        for h in keep:
            if not guarded >> h & 1 and h in free and not s.piles.get(h):
                return h, guarded | 1 << h
    friend = next((v for v in ones(SUPERHEROES) if friend_of(s, v) == u and s.place[v] in free), -1)
    if friend >= 0:
        return s.place[friend], guarded
    ways = nearest((tuple(take), roams((u,))))
    beside = HEXES.spread(look.enemy)
    close = HEXES.spread(HEXES.spread(beside)) if MAGICIANS >> u & 1 else 0
    good = BOARD.walls | BOARD.high
    pace = max(2, MF[u])

    def worth(h: int) -> tuple[float, int]:
        cost = ways[h] / pace / 2 + 0.05 * ways[h] + 4.0 * (beside >> h & 1) + 1.5 * (close >> h & 1)
        pile = s.piles.get(h)
        if pile:
            mates = sum([COUNTS[v] for v in pile])
            alike = abs(MF[pile[0]] - MF[u])
            cost += 0.15 * alike - (0.6 if mates < _FULL and alike <= 1 else 0.0) + (9.0 if mates > _FULL else 0.0)
            cost -= 0.4 * any(SUPERHEROES >> v & 1 for v in pile)
        return cost - 0.2 * (good >> h & 1), h

    return min(free, key=worth), guarded


def arrivals(look: Look, may: Legal) -> Iterator[Plan]:
    """Who comes to the board is put where the way to what is wanted is shortest, and no enemy stands beside."""
    s = look.s
    units = s.agenda[-1].units
    wanted = [p for p in posts(look) if p.weight >= 0.5][:4]
    flat = roams((units[0],))
    magic = MAGICIANS >> units[0] & 1
    for a in may.get("place", ()):
        h = a.args[0]
        way, post = min([(far(p.centre, h, flat or p.straight) - 3 * p.weight, p) for p in wanted], default=(0, None))
        worth = -way / 4 - (4.0 if look.beside(h) else 0.0) + 1.0 * (BOARD.walls >> h & 1)
        worth -= 2.0 if magic and look.enemy & HEXES.disc(h, 2) else 0.0
        worth += 0.3 * min(2, len(s.piles.get(h, ())))
        goal = "" if post is None or post.hexes >> h & 1 else f", towards {words.at(post.centre)}"
        text = f"I place {UNITS[units[0]].name} in {words.at(h)}{goal}."
        yield words.plan(a, text, f"I place it in {words.at(h)}.", worth)


def day(look: Look, may: Legal) -> Iterator[Plan]:
    """The Empire begins before the full moon, its enemies when the moon wanes."""
    best = 2 if look.seat == LUNAR else 4
    for a in may["day"]:
        text = (
            f"I begin on Empty Half day: tomorrow the moon is full, and my magicians are worth {MOON[3]}."
            if best == 2
            else "I begin on Full Half day: from tomorrow on the moon wanes, and Lunar magicians are worth 5, then 2, then 1."
        )
        if a.args[0] == best:
            yield words.plan(a, text, text, 1.0)


def right(look: Look, may: Legal) -> Iterator[Plan]:
    """The Empire's magic lives by the moon, and nobody else's."""
    if look.seat == LUNAR:
        text = "I choose the day: my magic lives by the moon."
        yield words.plan(SECOND, text, text)
    else:
        text = "I move first: my own magic is the same on any day."
        yield words.plan(FIRST, text, text)


def envoys(look: Look, may: Legal) -> Iterator[Plan]:
    """Weak units go ahead to the strongest peoples."""
    for a in may.get("send", ()):
        u, k = a.args
        if UNITS[u].kind != "physical" or CF[u] > 3:
            continue
        gain = sum([WORTH[v] for v in PEOPLES[k].units]) / 2 - WORTH[u]
        if gain > 0:
            why = f"I send {UNITS[u].name} ahead to {PEOPLES[k].name}: {heard(u, k, 'me')}."
            yield words.plan(a, why, "I send an emissary ahead.", gain)
    yield words.plan(TO_DONE(), "I send nobody else ahead.", "I send nobody else ahead.", 0.0)


def capital(look: Look, may: Legal) -> Iterator[Plan]:
    for a in may["capital"]:
        h = a.args[0]
        near = min([far(BOARD.places[p].hexes[0], h) for p in ("furthest", "boldhome")])
        text = f"I take {words.at(h)} for my capital: it is far from both enemies, and easy to hold."
        yield words.plan(a, text, text, near / 10 + 3.0 * (BOARD.high >> h & 1) + look.swords(h) / 10)


def friend(look: Look, may: Legal) -> Iterator[Plan]:
    for a in may["befriend"]:
        why = f"I choose {UNITS[a.args[0]].name}, the stronger of the two, as the Friend's factor doubles too."
        yield words.plan(a, why, "I choose the stronger of the two for the Best Friend.", float(CF[a.args[0]]))


__all__ = [
    "army",
    "arrivals",
    "capital",
    "day",
    "envoys",
    "friend",
    "known",
    "opening",
    "openings",
    "otherwise",
    "right",
]
