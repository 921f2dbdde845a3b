"""Questions about how a war begins, runs and ends: who is first, where pieces start, which phase, which war, who has won."""

from __future__ import annotations

from functools import cache, partial
from random import Random
from typing import Final

from elric.kernel import running
from elric.kernel.chance import ScriptedThenSeeded, SeededChance
from elric.tutor.question import Citation, Draft, near
from elric.young_kingdoms.components import law, pieces, words
from elric.young_kingdoms.components.board import BOARD
from elric.young_kingdoms.components.pieces import ARMY, KIND
from elric.young_kingdoms.components.scenarios import Scenario, scenarios
from elric.young_kingdoms.position.context import Context
from elric.young_kingdoms.position.state import HIDDEN, NEUTRAL, State
from elric.young_kingdoms.teaching.phrases import phrase
from elric.young_kingdoms.teaching.question_kinds.positions import built, game_of, snapshot
from elric.young_kingdoms.teaching.question_kinds.registry import kind
from elric.young_kingdoms.turn.setup import new_state

_AGAIN: Final = "Nobody yet: some of them throw again"


@kind("who-begins", "Who goes first?", ("4.0E", "3.6"), ("", "3.61"))
def who_begins(rng: Random, edition: str) -> Draft | None:
    wars = [x for x in scenarios().values() if edition in x.editions and x.seats > 1]
    war = rng.choice(wars)
    rolls = [rng.randint(1, 6) for _ in range(war.seats)]
    if rng.random() < 0.6:
        rolls[rng.randrange(len(rolls))] = max(rolls)
    events: list[dict[str, object]] = []
    s = new_state(war, law.ruleset(edition))
    running.begin(s, Context(ScriptedThenSeeded([r - 1 for r in rolls], SeededChance(rng.randrange(99))), events))
    again = sum(e["kind"] == "first roll" for e in events) > 1
    first = s.order[0]
    told = [f"Player {k + 1}, with {r}" for k, r in enumerate(rolls)]
    right = _AGAIN if again else told[first]
    top = [t for t, r in zip(told, rolls, strict=True) if r == max(rolls)]
    wrong = [
        *((t, "A number that several have thrown does not settle it.") for t in top),
        (_AGAIN, "One throw settles it here."),
        *((t, "That is not the throw that counts.") for t in told),
    ]
    thrown = words.listed([f"player {k + 1} throws {r}" for k, r in enumerate(rolls)])
    return Draft(
        f"Before the war {thrown}. Who goes first?",
        game_of(s),
        right,
        tuple(wrong),
        "The highest throw goes first, and ties throw again."
        if law.ruleset(edition).first_roll != "highest-untied"
        else "The highest number that only one player has thrown goes first; failing that, the highest throw again.",
        facts={"first": first, "again": again},
    )


@cache
def _started(edition: str, key: str) -> State:
    """A war as it stands when everybody has taken his side and before anybody has moved."""
    s = new_state(scenarios()[key], law.ruleset(edition))
    cx = Context(SeededChance(7))
    running.begin(s, cx)
    while s.agenda and s.phase == 0:
        running.apply(s, running.legal(s)[0], cx)
    return s


@kind("start-armies", "Where do the armies start?", ("4.0F", "3.8"), ("4.0F", "3.81"))
def start_armies(rng: Random, edition: str) -> Draft | None:
    war = rng.choice([x for x in scenarios().values() if edition in x.editions and x.seats > 1])
    s = _started(edition, war.key)
    mine = [n for n in pieces.NATIONS if n.id in BOARD.home and not n.horde and s.nation_owner[n.index] < NEUTRAL]
    mine = [n for n in mine if n.index != pieces.MELNIBONE]
    if not mine:
        return None
    n = rng.choice(mine)
    cities = [a for a in BOARD.home[n.id] if BOARD.city[a]]
    if not cities:
        return None
    a = rng.choice(cities)
    armies = [u for u in n.pieces if KIND[u] == ARMY]
    count = sum(s.place[u] == a for u in armies)
    capital = a == BOARD.main_city(n.id)
    where = "its only city" if len(cities) == 1 else "its capital" if capital else "a city that is not the capital"
    others = len(cities) - 1
    slips = [
        (3, "Three go to each city that is not the capital; the capital takes the rest."),
        (len(armies) // len(cities), "They are not spread evenly."),
        (len(armies), "Only a nation with one city has everything there."),
    ]
    return Draft(
        f"{words.nation(n.index)} has {words.number(len(armies))} armies and {words.number(len(cities))} "
        f"cit{'y' if len(cities) == 1 else 'ies'}. How many of them start in {words.area(a)}, {where}?",
        game_of(s),
        str(count),
        near(rng, count, slips, low=0, high=len(armies)),
        f"Three to each of the other cities ({others}), the rest to the capital: {count} in {words.area(a)}.",
        (),
        (BOARD.ids[a],),
        facts={"nation": n.index, "area": a, "count": count},
        ordered=True,
    )


@kind("hidden-where", "Where do spells lie hidden?", ("4.0B", "3.2"))
def hidden_where(rng: Random, edition: str) -> Draft | None:
    s = new_state(scenarios()["successor"], law.ruleset(edition))
    running.begin(s, Context(SeededChance(rng.randrange(99))))
    there = sorted({at - HIDDEN for at in s.spell_at if HIDDEN <= at < HIDDEN + BOARD.size})
    rest = [a for a in BOARD.lands if a not in there]
    a = rng.choice(there)
    wild = [x for x in rest if BOARD.wild[x]]
    wrong = [
        *((BOARD.names[x], "Wilderness it is, but none of the places that are named.") for x in rng.sample(wild, 2)),
        *(
            (BOARD.names[x], "Spells lie hidden in the wilderness only.")
            for x in rng.sample([x for x in rest if x not in wild], 2)
        ),
    ]
    g = built(edition)
    return None if g is None else Draft(
        "The war is being set up. In which of these places is a spell laid, unseen?",
        g,
        BOARD.names[a],
        tuple(wrong),
        f"There are {words.number(len(there))} such places, {words.area(a)} among them; a dark star marks them.",
        facts={"area": a, "there": there},
    )  # fmt: skip


_PHASES: Final[dict[str, tuple[str, Citation]]] = {
    "replacement": ("bring back what was lost", ("5.0B", "4.2")),
    "movement": ("move units", ("5.0C", "4.3")),
    "search": ("look for things in the wild", ("5.0D", "4.4")),
    "magic": ("lay spells and hand them over", ("5.0E", "4.5")),
    "combat": ("fight", ("5.0F", "4.6")),
    "muster": ("call new friends", ("5.0G", "4.7")),
}


def _phase(name: str, rng: Random, edition: str) -> Draft | None:
    g = snapshot(rng, edition, name, "stack" if name == "movement" else name)
    if g is None or g.phase != name:
        return None
    deeds = [a for a in g.legal_actions() if a.verb not in ("end", "done", "halt")]
    if not deeds:
        return None
    a = rng.choice(deeds)
    others = [p for p in _PHASES if p != name]
    rng.shuffle(others)
    return Draft(
        f"In which phase of a turn can this be done: “{phrase(a)}”?",
        g,
        name.capitalize(),
        tuple((p.capitalize(), f"In the {p.capitalize()} phase you {_PHASES[p][0]}.") for p in others),
        f"In the {name.capitalize()} phase you {_PHASES[name][0]}.",
        facts={"action": str(a), "phase": name},
    )


for _name, (_deed, _pair) in _PHASES.items():
    kind(f"phase-{_name}", "Which phase is it?", ("5.0", "4"), _pair)(partial(_phase, _name))


def _sides(war: Scenario) -> str:
    return " against ".join(words.listed([_side(x) for x in (*g.nations, *g.pieces)[:4]]) for g in war.groups)


def _side(key: str) -> str:
    return words.nation(pieces.NATION_INDEX[key]) if key in pieces.NATION_INDEX else words.unit(pieces.INDEX[key])


def _war(key: str, rng: Random, edition: str) -> Draft | None:
    war = scenarios()[key]
    others = [x for x in scenarios().values() if x.key != war.key]
    rng.shuffle(others)
    by_sides = rng.random() < 0.5 and war.seats > 1
    asked = f"{_sides(war)}. Which war is this?" if by_sides else f"“{war.says}” Which war is this?"
    return Draft(
        asked,
        game_of(_started(edition, war.key)),
        war.title,
        tuple((x.title, f"That one: {x.says}") for x in others),
        f"{war.title}, for {words.number(war.seats)} player{'' if war.seats == 1 else 's'}.",
        (war.clauses,),
        facts={"war": war.key},
    )


for _key, _scenario in scenarios().items():
    if all(_scenario.clauses):
        kind(f"war-{_key}", "Which war is this?", ("14.0", "13"), _scenario.clauses)(partial(_war, _key))


@kind("who-has-won", "Who has won?", ("5.0", "4.91"), ("14.3", "13.3"), ("", "4.91B"))
def who_has_won(rng: Random, edition: str) -> Draft | None:
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
    names = ("The Western League", "The Theocrat")
    winner = h.outcome["winner"]
    right = names[winner] if winner in (0, 1) else "Nobody"
    held = [words.listed([words.area(BOARD.index[t]) for t, o in hold.items() if o == k]) or "nothing" for k in (0, 1)]
    return Draft(
        f"Successor to the Bright Empire, and turn 10 is over. Of the five capitals the Western League holds {held[0]}; the "
        f"Theocrat holds {held[1]}. Who has won?",
        g,
        right,
        tuple((n, "Look first for whoever holds all capitals of the enemy.") for n in (*names, "Nobody")),
        str(h.outcome.get("says", "")) or f"{right} has won.",
        facts={"hold": hold, "winner": winner},
    )
