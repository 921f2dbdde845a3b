"""Counters, lands and goals: what is printed, who claims what, who has won."""

from __future__ import annotations

from collections.abc import Callable
from random import Random
from typing import Final

from elric.dragon_pass.components.board import BOARD, HEXES
from elric.dragon_pass.components.units import SIDE_NAMES, UNITS, Unit
from elric.dragon_pass.teaching.question_kinds.fields import NAME, at, game, inner, plains
from elric.dragon_pass.turn.victory import after_move, after_turn
from elric.kernel.bits import ones
from elric.tutor.question_kinds import Found, Slip

_SAYS: Final = {
    "L": "61.1",
    "l": "61.1",
    "S": "61.2",
    "A": "61.2",
    "G": "61.3",
    "B": "61.4",
    "W": "61.5",
    "E": "61.6",
    "M": "61.7",
    "C": "61.8",
    "H": "61.9",
    "U": "61.10",
    "D": "61.10",
    "K": "61.10",
    "T": "61.11",
    "V": "61.11",
}
_SIGNS: Final[dict[str, tuple[Callable[[Unit], bool], str]]] = {
    "wounds": (lambda u: u.wounds, "9.2"),
    "counts": (lambda u: u.counts, "9.1"),
    "magician": (lambda u: u.magician, "8.5"),
    "moon": (lambda u: u.moon, "9.4"),
}


def factors(rng: Random, edition: str) -> Found:
    able = [u for u in UNITS if u.kind in ("physical", "steady magician") and len({u.cf, u.mgf, u.mf}) > 1 and u.mf]
    unit = rng.choice(able)
    printed = {"combat": unit.cf, "magic": unit.mgf, "movement": unit.mf} | ({"range": unit.rf} if unit.rf else {})
    word = rng.choice(list(printed))
    h = rng.choice(plains())
    g = game({h: [unit.id]}, **({"owners": {unit.id: "sartar"}} if unit.side not in ("lunar", "sartar") else {}))
    fields: dict[str, object] = {"unit": unit.name, "at": at(h), "printed": unit.printed, "word": word}
    fields["told"] = [f"{key} {value}" for key, value in printed.items()]
    clause = {"combat": "8.2", "magic": "8.3", "movement": "8.4", "range": "8.5"}[word]
    return Found(
        g,
        printed[word],
        fields,
        {key: n for key, n in printed.items() if n},
        clauses=[(clause,)],
        look=(HEXES.names[h],),
        show=(unit.id,),
    )


def signs(rng: Random, edition: str) -> Found:
    sign = rng.choice(list(_SIGNS))
    test, clause = _SIGNS[sign]
    yes = rng.random() < 0.5
    unit = rng.choice([u for u in UNITS if bool(test(u)) == yes and u.mf and u.kind != "zombie"])
    h = rng.choice(plains())
    g = game({h: [unit.id]}, **({"owners": {unit.id: "sartar"}} if unit.side not in ("lunar", "sartar") else {}))
    fields = {"unit": unit.name, "at": at(h), "printed": unit.printed, "asks": sign, "rule": sign}
    return Found(g, yes, fields, clauses=[(clause,)], look=(HEXES.names[h],), show=(unit.id,))


def lands(rng: Random, edition: str) -> Found:
    letter = rng.choice([x for x in _SAYS if x in BOARD.lands])
    h = rng.choice(ones(BOARD.lands[letter]))
    right = BOARD.land_names[letter]
    others = sorted({BOARD.land_names[x] for x in _SAYS if x in BOARD.land_names} - {right})
    g = game({rng.choice(plains()): ["militia-foot-1"]})
    wrong = [Slip(name, fields={"other": name}) for name in rng.sample(others, 3)]
    fields = {"hex": HEXES.names[h], "land": right}
    return Found(
        g, right, fields, wrong, clauses=[(_SAYS[letter],)], look=(HEXES.names[h],), facts={"hex": h, "letter": letter}
    )  # fmt: skip


def holding(rng: Random, edition: str) -> Found:
    """Is a goal of a scenario reached as a Turn ends, with somebody in the place or beside it?"""
    key, place = rng.choice(
        (("tax-collectors", "boldhome"), ("invasion-of-the-empire", "boldhome"), ("cult-war", "wind-temple"))
    )
    hexes = BOARD.places[place].hexes
    inside = rng.random() < 0.5 and len(hexes) > 1
    spots = [h for h in inner() if HEXES.distance(h, hexes[0]) == 2]
    ours, theirs = ("comet-seers", "krise") if key == "cult-war" else ("bell-temple", "militia-foot-1")
    there = hexes[-1] if inside else rng.choice(spots)
    stacks = {HEXES.names[hexes[0]]: [ours], HEXES.names[there]: [theirs]}
    g = type(game({})).at(
        {"scenario": key, "player": "sartar", "order": ["lunar", "sartar"], "turn": 5, "day": 0, "stacks": stacks}
    )
    goals = g.scenario.goals
    k = next(n for n, goal in enumerate(goals) if goal.side == 0 and goal.places == (place,))
    s = g.state.copy()
    s.tenure = tuple((goal.turns - 1 if n == k else 0, True) for n, goal in enumerate(goals))
    after_move(s)
    won = goals[k] in after_turn(s)
    fields = {
        "side": SIDE_NAMES[0], "place": BOARD.places[place].name, "past": goals[k].turns - 1, "turns": goals[k].turns,
        "ours": NAME[ours], "theirs": NAME[theirs], "here": at(hexes[0]), "there": at(there),
    }  # fmt: skip
    return Found(g, won, fields, clauses=[(g.scenario.clause,)], look=tuple(stacks))
