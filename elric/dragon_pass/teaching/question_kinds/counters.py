"""Questions about counters, lands and goals: what is printed, who claims what, who has won."""

from __future__ import annotations

from collections.abc import Callable
from random import Random

from elric.dragon_pass.components.board import BOARD, HEXES
from elric.dragon_pass.components.units import SIDE_NAMES, UNITS, Unit
from elric.dragon_pass.teaching.question_kinds.fields import game, inner, plains
from elric.dragon_pass.teaching.question_kinds.registry import kind
from elric.dragon_pass.turn.victory import after_move, after_turn
from elric.kernel.bits import ones
from elric.tutor.question import Draft, near, yes_no

_SAYS = {
    "L": "61.1", "l": "61.1", "S": "61.2", "A": "61.2", "G": "61.3", "B": "61.4", "W": "61.5", "E": "61.6", "M": "61.7", "C": "61.8",
    "H": "61.9", "U": "61.10", "D": "61.10", "K": "61.10", "T": "61.11", "V": "61.11",
}  # fmt: skip


@kind("factors", "What do its numbers say?", ("8.2",), ("8.3",), ("8.4",), ("8.5",), ("8.1",))
def factors(rng: Random, edition: str) -> Draft | None:
    unit = rng.choice(
        [u for u in UNITS if u.kind in ("physical", "steady magician") and len({u.cf, u.mgf, u.mf}) > 1 and u.mf]
    )
    asked = rng.choice([("combat", unit.cf, "8.2"), ("magic", unit.mgf, "8.3"), ("movement", unit.mf, "8.4"),
                        *([("range", unit.rf, "8.5")] if unit.rf else [])])  # fmt: skip
    word, right, clause = asked
    slips = [(v, f"That is its {w}: the order is combat, magic, movement, range.") for w, v in
             (("combat", unit.cf), ("magic", unit.mgf), ("movement", unit.mf), ("range", unit.rf)) if v and v != right]  # fmt: skip
    h = rng.choice(plains())
    side = {"owners": {unit.id: "sartar"}} if unit.side not in ("lunar", "sartar") else {}
    g = game({h: [unit.id]}, **side)
    return Draft(f"{unit.name} has {unit.printed}. What is its {word} factor?", g, str(right), near(rng, right, slips, low=0),
                 f"Combat {unit.cf}, magic {unit.mgf}, movement {unit.mf}" + (f", range {unit.rf}." if unit.rf else "."),
                 ((clause,),), (HEXES.names[h],), facts={"unit": unit.id, "word": word}, ordered=True, show=(unit.id,))  # fmt: skip


@kind("signs", "What does the sign mean?", ("9.1",), ("9.2",), ("9.3",), ("9.4",), ("9.5",), ("17.1",))
def signs(rng: Random, edition: str) -> Draft | None:
    told: tuple[tuple[str, Callable[[Unit], bool], str, str], ...] = (
        ("May it strike a Wound?", lambda u: u.wounds, "9.2", "Heroes and underlined combat factors strike Wounds, nobody else."),
        ("Does it take room in a stack?", lambda u: u.counts, "9.1", "Brackets round the combat factor take no room."),
        ("Is it a magician who may cast?", lambda u: u.magician, "8.5", "Only who has a plain range casts; a star for a range only sends back."),
        ("Does its magic go with the moon?", lambda u: u.moon, "9.4", "The moon's sign stands for its magic factor."),
    )  # fmt: skip
    text, test, clause, why = rng.choice(told)
    yes = rng.random() < 0.5
    unit = rng.choice([u for u in UNITS if bool(test(u)) == yes and u.mf and u.kind != "zombie"])
    right, wrong = yes_no(yes, why, why)
    h = rng.choice(plains())
    side = {"owners": {unit.id: "sartar"}} if unit.side not in ("lunar", "sartar") else {}
    return Draft(f"{unit.name}, {unit.printed}: {text[:1].lower()}{text[1:]}", game({h: [unit.id]}, **side), right, wrong, why, ((clause,),),
                 (HEXES.names[h],), facts={"unit": unit.id}, ordered=True, show=(unit.id,))  # fmt: skip


@kind("lands", "Whose land is this?", *((n,) for n in dict.fromkeys(_SAYS.values())))
def lands(rng: Random, edition: str) -> Draft | None:
    letter = rng.choice([x for x in _SAYS if x in BOARD.lands])
    h = rng.choice(ones(BOARD.lands[letter]))
    right = BOARD.land_names[letter]
    others = [BOARD.land_names[x] for x in _SAYS if x in BOARD.land_names and BOARD.land_names[x] != right]
    rng.shuffle(others)
    wrong = tuple((name, f"{name} lies elsewhere.") for name in others[:3])
    g = game({rng.choice(plains()): ["militia-foot-1"]})
    return Draft(f"Hex {HEXES.names[h]}: in which land does it lie?", g, right, wrong,
                 f"It lies in {right}. (Borders are drawn as well as the book's words allow.)", ((_SAYS[letter],),), (HEXES.names[h],),
                 facts={"hex": h, "letter": letter})  # fmt: skip


@kind("holding", "Is it held?", ("64.2",), ("66.1",), ("67.1",), ("68.1",), ("69.1",))
def holding(rng: Random, edition: str) -> Draft | None:
    """A goal of a scenario at the end of a Turn: is it reached, one Turn before its time, with somebody in or beside the place?"""
    key, place = rng.choice(
        (("tax-collectors", "boldhome"), ("invasion-of-the-empire", "boldhome"), ("cult-war", "wind-temple"))
    )
    hexes = BOARD.places[place].hexes
    inside = rng.random() < 0.5 and len(hexes) > 1
    spots = [h for h in inner() if HEXES.distance(h, hexes[0]) == 2]
    stacks = {HEXES.names[hexes[0]]: ["bell-temple" if key != "cult-war" else "comet-seers"],
              HEXES.names[hexes[-1] if inside else rng.choice(spots)]: ["militia-foot-1" if key != "cult-war" else "krise"]}  # fmt: skip
    g = game({})
    g = type(g).at(
        {"scenario": key, "player": "sartar", "order": ["lunar", "sartar"], "turn": 5, "day": 0, "stacks": stacks}
    )
    goals = g.scenario.goals
    k = next(n for n, goal in enumerate(goals) if goal.side == 0 and goal.places == (place,))
    s = g.state.copy()
    s.tenure = tuple((goal.turns - 1 if n == k else 0, True) for n, goal in enumerate(goals))
    after_move(s)
    won = goals[k] in after_turn(s)
    name = BOARD.places[place].name
    goal = goals[k]
    right, wrong = yes_no(
        won, "An enemy stands in the place itself: it is disputed.", "An enemy beside it disputes nothing."
    )
    return Draft(f"{SIDE_NAMES[0]} has stood in {name} for {goal.turns - 1} whole Turn{'' if goal.turns == 2 else 's'}, and this Turn ends as "
                 f"you see it. Is {goal.turns} Turns' holding reached?", g, right, wrong,
                 "Held is a place where one side stands and no enemy does, in none of its hexes; zones do not dispute it.",
                 ((g.scenario.clause,),), tuple(stacks), facts={"won": won}, ordered=True)  # fmt: skip
