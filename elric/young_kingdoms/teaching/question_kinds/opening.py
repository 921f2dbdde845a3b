"""How a war begins, runs and ends: who is first, where pieces start, which phase, which war, who has won."""

from __future__ import annotations

from functools import cache
from random import Random
from typing import Final

from elric.kernel import running
from elric.kernel.chance import ScriptedThenSeeded, SeededChance
from elric.tutor.question_kinds import Found, Slip
from elric.young_kingdoms.components import law, pieces
from elric.young_kingdoms.components.board import BOARD
from elric.young_kingdoms.components.pieces import ARMY, KIND
from elric.young_kingdoms.components.scenarios import Scenario, scenarios
from elric.young_kingdoms.position import words
from elric.young_kingdoms.position.context import Context
from elric.young_kingdoms.position.state import HIDDEN, NEUTRAL, State
from elric.young_kingdoms.teaching.question_kinds.positions import bare, built, deed, game_of, side, snapshot
from elric.young_kingdoms.turn.setup import new_state

_PLAYERS: Final = ("Anna", "Bruno", "Clara", "David")  # before they have sides


def who_begins(rng: Random, edition: str) -> Found | None:
    war = rng.choice([x for x in scenarios().values() if edition in x.editions and x.seats > 1])
    rolls = [rng.randint(1, 6) for _ in range(war.seats)]
    if rng.random() < 0.6:
        rolls[rng.randrange(len(rolls))] = max(rolls)
    events: list[dict[str, object]] = []
    s = new_state(war, law.ruleset(edition))
    running.begin(s, Context(ScriptedThenSeeded([r - 1 for r in rolls], SeededChance(rng.randrange(99))), events))
    again = sum(e["kind"] == "first roll" for e in events) > 1
    told = [f"{who}, with {r}" for who, r in zip(_PLAYERS, rolls, strict=False)]
    nobody = "Nobody yet: some of them throw again"
    top = [Slip(t, "top") for t, r in zip(told, rolls, strict=True) if r == max(rolls)]
    wrong = [*top, Slip(nobody, "again"), *(Slip(t, "lower") for t in told)]
    fields = {"war": war.title, "thrown": [f"{who} throws {r}" for who, r in zip(_PLAYERS, rolls, strict=False)]}
    case = "highest" if law.ruleset(edition).first_roll != "highest-untied" else "untied"
    return Found(
        game_of(s), nobody if again else told[s.order[0]], fields, wrong, case=case,
        facts={"first": s.order[0], "again": again, "rolls": rolls},
    )  # fmt: skip


@cache
def _started(edition: str, key: str) -> State:
    """A war as it stands when everybody has taken his side and before anybody has moved."""
    s = new_state(scenarios()[key], law.ruleset(edition))
    cx = Context(SeededChance(7))
    running.begin(s, cx)
    while s.agenda and s.phase == 0:
        running.apply(s, running.legal(s)[0], cx)
    return s


def start_armies(rng: Random, edition: str) -> Found | None:
    war = rng.choice([x for x in scenarios().values() if edition in x.editions and x.seats > 1])
    s = _started(edition, war.key)
    mine = [n for n in pieces.NATIONS if n.id in BOARD.home and not n.horde and s.nation_owner[n.index] < NEUTRAL]
    mine = [n for n in mine if n.index != pieces.MELNIBONE and any(BOARD.city[a] for a in BOARD.home[n.id])]
    if not mine:
        return None
    n = rng.choice(mine)
    cities = [a for a in BOARD.home[n.id] if BOARD.city[a]]
    a = rng.choice(cities)
    armies = [u for u in n.pieces if KIND[u] == ARMY]
    count = sum(s.place[u] == a for u in armies)
    sort = "only" if len(cities) == 1 else "capital" if a == BOARD.main_city(n.id) else "other"
    fields = {
        "war": war.title,
        "nation": words.nation(n.index),
        "armies": len(armies),
        "cities": len(cities),
        "at": words.inside(a),
        "sort": sort,
    }
    return Found(
        game_of(s), count, fields, {"three": 3, "even": len(armies) // len(cities), "all": len(armies)}, case=sort,
        most=len(armies), look=(BOARD.ids[a],), facts={"nation": n.index, "area": a, "count": count},
    )  # fmt: skip


def hidden_where(rng: Random, edition: str) -> Found:
    s = new_state(scenarios()["successor"], law.ruleset(edition))
    running.begin(s, Context(SeededChance(rng.randrange(99))))
    there = sorted({at - HIDDEN for at in s.spell_at if HIDDEN <= at < HIDDEN + BOARD.size})
    rest = [a for a in BOARD.lands if a not in there]
    a = rng.choice(there)
    wild, tame = ([x for x in rest if BOARD.wild[x] == w] for w in (True, False))
    wrong = [Slip(BOARD.names[x], "wild") for x in rng.sample(wild, 2)]
    wrong += [Slip(BOARD.names[x], "tame") for x in rng.sample(tame, 2)]
    g = bare(edition)
    return Found(g, BOARD.names[a], {"n": len(there), "area": words.area(a)}, wrong, facts={"area": a, "there": there})


def phase(rng: Random, edition: str, name: str) -> Found | None:
    g = snapshot(rng, edition, name, "stack" if name == "movement" else name)
    deeds = [a for a in g.legal_actions() if a.verb not in ("end", "done", "halt")] if g else []
    if g is None or g.phase != name or not deeds:
        return None
    a = rng.choice(deeds)
    return Found(
        g, name, {"side": side(g.state, g.seat or 0), "deed": deed(g.state, a)}, facts={"action": str(a), "phase": name}
    )


def _side(key: str) -> str:
    return words.nation(pieces.NATION_INDEX[key]) if key in pieces.NATION_INDEX else words.unit(pieces.INDEX[key])


def _sides(war: Scenario) -> str:
    return " against ".join(words.listed([_side(x) for x in (*g.nations, *g.pieces)[:4]]) for g in war.groups)


def war(rng: Random, edition: str, key: str) -> Found | None:
    one = scenarios()[key]
    others = [x for x in scenarios().values() if x.key != key]
    rng.shuffle(others)
    by_sides = rng.random() < 0.5 and one.seats > 1
    fields = {"sides": _sides(one), "says": one.says, "title": one.title, "seats": one.seats}
    return Found(
        game_of(_started(edition, key)), one.title, fields, [Slip(x.title, fields={"about": x.says}) for x in others],
        case="sides" if by_sides else "says", facts={"war": key},
    )  # fmt: skip


def who_has_won(rng: Random, edition: str) -> Found | None:
    towns = ("jharkor_dhakos", "shazaar_aflitain", "tarkesh_hornus", "pan_tang", "dharijor_gromoorva")
    west, east = towns[:3], towns[3:]
    sort = rng.randrange(3)
    lost_west = rng.sample(west, 3 if sort == 1 else rng.randint(0, 2))
    lost_east = rng.sample(east, 2 if sort == 0 else rng.randint(0, 1))
    hold = dict.fromkeys(west, 0) | dict.fromkeys(east, 1) | dict.fromkeys(lost_west, 1) | dict.fromkeys(lost_east, 0)
    units = {t: ["jharkor-army*1" if o == 0 else "dharijor-army*1"] for t, o in hold.items()}
    units |= {"shazaar_plains": ["yishana", "ohada", "hilran"], "dharijor_cape": ["sarosto", "jagreen-lern"]}
    g = built(
        edition, turn=10, player=1, phase="muster", control=hold, units=units,
        nations={"jharkor": 0, "shazaar": 0, "tarkesh": 0, "pan-tang": 1, "dharijor": 1}, hands={"sarosto": ["grome"]},
    )  # fmt: skip
    if g is None:
        return None
    h = g.copy()
    while h.outcome is None and h.seat is not None:
        ends = [a for a in h.legal_actions() if a.verb in ("end", "done")]
        if not ends:
            return None
        h.push(ends[0])
    if h.outcome is None or h.turn > 11:
        return None
    winner = h.outcome["winner"]
    held = [[t for t, o in hold.items() if o == k] for k in (0, 1)]
    sides = ("league", "theocrat")
    every = winner in (0, 1) and not set(east if winner == 0 else west) - set(held[winner])
    fields = {
        "west": [words.area(BOARD.index[t]) for t in held[0]],
        "east": [words.area(BOARD.index[t]) for t in held[1]],
    }
    return Found(
        g, sides[winner] if winner in (0, 1) else "nobody", fields, case="every" if every else "marginal",
        clauses=[("14.3", "13.3"), ("5.0", "4.91"), ("", "4.91B")], facts={"hold": hold, "winner": winner},
    )  # fmt: skip
