"""Questions about realms: Elric's master, musters, replacements, who holds what."""

from __future__ import annotations

from random import Random

from elric.tutor.question import Draft, yes_no
from elric.young_kingdoms.components import pieces, spells, words
from elric.young_kingdoms.components.board import BOARD
from elric.young_kingdoms.components.notation import Action
from elric.young_kingdoms.components.pieces import COMBAT, ELRIC, INFLUENCE
from elric.young_kingdoms.legends import bonds
from elric.young_kingdoms.position.state import IN_HAND, NEUTRAL
from elric.young_kingdoms.teaching.question_kinds.positions import NATIONS, built, heroes_of, names, snapshot
from elric.young_kingdoms.teaching.question_kinds.registry import kind
from elric.young_kingdoms.teaching.question_kinds.ships import fleets_of


def target_name(word: str) -> str:
    """What a spell calls, by its name."""
    if word in pieces.NATION_INDEX:
        return pieces.NATIONS[pieces.NATION_INDEX[word]].name
    return pieces.NAMES[pieces.INDEX[word]] if word in pieces.INDEX else word


def weight(u: int) -> str:
    """A combat value as the counter shows it."""
    return f"({COMBAT[u]})" if INFLUENCE[u] else str(COMBAT[u])


@kind("elrics-master", "Whom does Elric follow?", ("12.1.2", "11.12"))
def elrics_master(rng: Random, edition: str) -> Draft | None:
    nation = rng.choice([n for n in NATIONS if len(heroes_of(n.index)) >= 2])
    who = rng.sample(heroes_of(nation.index), rng.randint(2, min(3, len(heroes_of(nation.index)))))
    lands = [a for a in BOARD.home[nation.id] if not BOARD.wild[a]]
    a = rng.choice(lands)
    g = built(
        edition,
        nations={nation.id: 0},
        units={BOARD.ids[a]: names([*who, ELRIC])},
        owners={"elric": 0},
        met_elric=True,
    )
    if g is None:
        return None
    u = bonds.controller(g.state)
    voices = sorted((bonds.influence(g.state, x) for x in who), reverse=True)
    if voices[0] == voices[1]:
        return None
    if u < 0:
        return None
    told = {x: f"{words.unit(x)}, {weight(x)}" for x in who}
    return Draft(
        f"Elric stands in {words.area(a)} with {words.listed([told[x] for x in who])}. Whom does he follow?",
        g,
        told[u],
        tuple((told[x], "The highest value leads him; between equals a value in brackets is the stronger voice.") for x in who if x != u),
        f"{words.unit(u)} has the strongest voice.",
        (),
        (BOARD.ids[a], "elric"),
        facts={"unit": u},
    )  # fmt: skip


@kind("win-elric", "Can this one win Elric over?", ("12.1.2", "11.122"))
def win_elric(rng: Random, edition: str) -> Draft | None:
    one, two = rng.sample([n for n in NATIONS if heroes_of(n.index)], 2)
    u, v = rng.choice(heroes_of(one.index)), rng.choice(heroes_of(two.index))
    if rng.random() < 0.5 and (COMBAT[u], INFLUENCE[u]) < (COMBAT[v], INFLUENCE[v]):
        one, two, u, v = two, one, v, u  # as often the stronger voice as the weaker
    lands = [
        (a, b)
        for a in BOARD.lands
        if not BOARD.city[a] and not BOARD.wild[a] and not BOARD.special[a]
        for b in BOARD.near[a]
        if b in BOARD.lands and not BOARD.city[b] and not BOARD.wild[b]
    ]
    a, b = rng.choice(lands)
    g = built(
        edition,
        nations={one.id: 0, two.id: 1},
        units={BOARD.ids[a]: names([u]), BOARD.ids[b]: names([v, ELRIC])},
        owners={"elric": 1},
        met_elric=True,
    )
    if g is None or g.step != "movement" or bonds.controller(g.state) != v:
        return None
    if not g.verdict(Action("lead", (u,))):
        return None
    g.push(Action("lead", (u,)))
    act = Action("sway", (b,))
    verdict = g.verdict(act)
    yes = bool(verdict)
    right, wrong = yes_no(
        yes,
        "It takes a higher value than his master's; between equals brackets win, and otherwise nobody.",
        "The stronger voice wins him, and going alone is enough.",
    )
    return Draft(
        f"Elric follows {words.unit(v)} {weight(v)} in {words.area(b)}. {words.unit(u)} {weight(u)} of the other side goes there "
        "alone. Can Elric be won over so?",
        g,
        right,
        wrong,
        f"{weight(u)} against {weight(v)}: {'enough' if yes else 'not enough'}. {' '.join(r.words for r in verdict.reasons)}".strip(),
        tuple(r.clause for r in verdict.reasons[:1]),
        (BOARD.ids[a], BOARD.ids[b]),
        facts={"action": str(act)},
        ordered=True,
    )


@kind("muster-where", "Where is this nation mustered?", ("11.0", "10.1"))
def muster_where(rng: Random, edition: str) -> Draft | None:
    g = built(edition)
    nation = rng.choice([n for n in NATIONS if n.name != BOARD.names[BOARD.main_city(n.id)]])
    a = BOARD.main_city(nation.id)
    home = [x for x in BOARD.home[nation.id] if x != a]
    others = [BOARD.main_city(n.id) for n in NATIONS if n.index != nation.index]
    if g is None:
        return None
    wrong = [
        (
            BOARD.names[x],
            "Any province of the nation will not do: it has to be the capital, or the only city."
            if x in home
            else "That is another nation's.",
        )
        for x in [*rng.sample(home, min(2, len(home))), *rng.sample(others, 3)][:3]
    ]
    return Draft(
        f"A magician wants to muster {words.nation(nation.index)}. Where must he stand?",
        g,
        BOARD.names[a],
        tuple(wrong),
        f"{words.nation(nation.index)} is mustered in {words.area(a)}.",
        (),
        (),
        facts={"nation": nation.index, "area": a},
    )  # fmt: skip


@kind("muster-what", "What can this spell call?", ("11.0", "10"))
def muster_what(rng: Random, edition: str) -> Draft | None:
    g = built(edition)
    i = rng.choice([x for x in range(spells.SIZE) if spells.MUSTERS[x]])
    known = sorted({t for row in spells.MUSTERS for t in row})
    right = rng.choice(spells.MUSTERS[i])
    wrong = [t for t in known if t not in spells.MUSTERS[i]]
    if g is None:
        return None
    return Draft(
        f"Which of these can be mustered with {spells.NAMES[i]}?",
        g,
        target_name(right),
        tuple((target_name(t), f"{words.called(t)} is not named on that spell.") for t in rng.sample(wrong, 3)),
        f"{spells.NAMES[i]} calls {words.either([words.called(t) for t in spells.MUSTERS[i]])}.",
        facts={"spell": i, "target": right},
    )


@kind("muster-now", "Can this be mustered now?", ("11.0", "10"), ("11.0", "10.6"))
def muster_now(rng: Random, edition: str) -> Draft | None:
    g = snapshot(rng, edition, "muster")
    if g is None or g.seat is None:
        return None
    s = g.state
    yes = rng.random() < 0.5
    tries = []
    for i, at in enumerate(s.spell_at):
        u = at - IN_HAND
        if 0 <= u < pieces.SIZE and s.owner[u] == g.seat and s.place[u] < BOARD.size:
            tries += [Action("muster", (u, i, k)) for k in range(len(spells.MUSTERS[i]))]
    tries = [a for a in tries if bool(g.verdict(a)) == yes]
    if not tries:
        return None
    a = rng.choice(tries)
    u, i, k = a.args
    verdict = g.verdict(a)
    right, wrong = yes_no(
        yes,
        verdict.reasons[0].words if verdict.reasons else "It is forbidden.",
        "The spell names it, he who holds it stands where he should, and nobody prevents it.",
    )
    return Draft(
        f"{words.unit(u)}, in {words.area(s.place[u])}, holds {spells.NAMES[i]}. Can {words.called(spells.MUSTERS[i][k])} be mustered "
        "with it now?",
        g,
        right,
        wrong,
        "It can." if yes else " ".join(r.words for r in verdict.reasons),
        tuple(r.clause for r in verdict.reasons[:2]),
        (pieces.IDS[u], BOARD.ids[s.place[u]]),
        open_hand=True,
        facts={"action": str(a)},
        ordered=True,
    )


@kind("replace", "May this loss be replaced?", ("6.0", "5"), ("6.0", "5.1"))
def replace(rng: Random, edition: str) -> Draft | None:
    nation, other = rng.sample([n for n in NATIONS if heroes_of(n.index)], 2)
    capital = BOARD.main_city(nation.id)
    case = rng.choice(("army", "army", "fleet", "hero", "taken"))
    fleets = fleets_of(nation.index)
    if case == "fleet" and not fleets:
        return None
    heroes = heroes_of(nation.index)
    if case == "hero" and len(heroes) < 2:
        return None
    u = {"fleet": fleets[:1], "hero": heroes[1:2]}.get(case) or [pieces.INDEX[f"{nation.id}-army-1"]]
    leader = heroes[0]
    field = rng.choice([a for a in BOARD.home[nation.id] if not BOARD.city[a]] or [capital])
    units = {BOARD.ids[field]: names([leader])}
    control = {}
    if case == "taken":
        if field == capital:
            return None
        control = {BOARD.ids[capital]: 1}
        units[BOARD.ids[capital]] = [f"{other.id}-army*1"]
    lost = [*names(u), f"{nation.id}-army-2"]
    g = built(
        edition, phase="replacement", nations={nation.id: 0, other.id: 1}, units=units, control=control, lost=lost
    )
    if g is None or g.step != "replacement":
        return None
    act = Action("raise", (u[0],))
    verdict = g.verdict(act)
    yes = bool(verdict)
    right, wrong = yes_no(
        yes,
        verdict.reasons[0].words if verdict.reasons else "It is forbidden.",
        "It was lost, the nation is his, and so is the capital: it comes back there.",
    )
    what = words.unit(u[0])
    return Draft(
        f"Player 1 commands {words.nation(nation.index)} and has lost {what}. "
        f"{'The other side holds the capital. ' if case == 'taken' else ''}May it be his replacement this turn?",
        g,
        right,
        wrong,
        f"It may, and comes back in {words.area(capital)}." if yes else " ".join(r.words for r in verdict.reasons),
        tuple(r.clause for r in verdict.reasons[:2]),
        (BOARD.ids[capital],),
        facts={"action": str(act)},
        ordered=True,
    )


@kind("holder", "Who holds this city?", ("7.5.7", "6.57"), ("10.9.1", "9.91"))
def holder(rng: Random, edition: str) -> Draft | None:
    g = snapshot(rng, edition, "movement", "combat", "muster")
    if g is None:
        return None
    s = g.state
    cities = [a for a in BOARD.lands if BOARD.city[a]]
    held = [a for a in cities if s.control[a] < NEUTRAL]
    a = rng.choice(held if held and rng.random() < 0.8 else cities)
    told = {o: f"Player {o + 1}" for o in range(s.scenario.seats)} | {NEUTRAL: "Nobody: it is neutral"}
    right = told[s.control[a] if s.control[a] < NEUTRAL else NEUTRAL]
    return Draft(
        f"Look at the map. Who holds {words.area(a)}?",
        g,
        right,
        tuple((t, "The colour round the city shows its holder, whoever stands beside it.") for t in told.values() if t != right),
        "Nobody holds it: it is neutral." if s.control[a] >= NEUTRAL else f"{right} holds {words.area(a)}.",
        (),
        (BOARD.ids[a],),
        facts={"area": a, "holder": s.control[a]},
    )  # fmt: skip


__all__ = ["target_name"]
