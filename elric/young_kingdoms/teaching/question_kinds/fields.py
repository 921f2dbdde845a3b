"""Questions about what happens around a battle: who must fight, where one may retreat, who escapes, who is held back."""

from __future__ import annotations

from random import Random

from elric.tutor.question import Draft, near, yes_no
from elric.young_kingdoms.combat import battle
from elric.young_kingdoms.combat import heroic_escape as escapes
from elric.young_kingdoms.combat.retreat import ways_out
from elric.young_kingdoms.components import pieces, spells, words
from elric.young_kingdoms.components.board import BOARD, LAND, MOUNTAIN, SEA
from elric.young_kingdoms.components.notation import Action
from elric.young_kingdoms.components.pieces import ARMY, ARTIFACT, COMBAT, HERO, INFLUENCE, KIND, MAGIC
from elric.young_kingdoms.legends.black_swords import sword_value
from elric.young_kingdoms.movement import overrun, wilderness
from elric.young_kingdoms.nations import control as realms
from elric.young_kingdoms.position.state import NEUTRAL, own_in, units_in
from elric.young_kingdoms.teaching.question_kinds.positions import (
    NATIONS,
    built,
    clash,
    heroes_of,
    names,
    snapshot,
    still,
)
from elric.young_kingdoms.teaching.question_kinds.registry import kind

_TOLD = ("There must be a battle", "A battle may be fought, or not", "No battle can be fought")


@kind("must-fight", "Who has to fight?", ("10.1", "9.1"))
def must_fight(rng: Random, edition: str) -> Draft | None:
    g = snapshot(rng, edition, "combat", "magic")
    if g is None:
        return None
    s = g.state
    sorts: dict[str, list[int]] = {t: [] for t in _TOLD}
    musts, mays = battle.must(s), battle.pending(s)
    for a in battle.own_areas(s):
        sorts[_TOLD[0] if a in musts else _TOLD[1] if a in mays else _TOLD[2]].append(a)
    found = [t for t in _TOLD if sorts[t]]
    if not found:
        return None
    if found == [_TOLD[2]] and rng.random() < 0.7:
        return None
    right = rng.choice(found[:2])
    a = rng.choice(sorts[right])
    foe = [u for u in units_in(s, a) if s.owner[u] != s.player and KIND[u] != ARTIFACT]
    mine = [u for u in own_in(s, a, s.player) if KIND[u] != ARTIFACT]
    if len(foe) + len(mine) > 12 or not mine:
        return None
    told = f"against {words.units(foe)}" if foe else "and no enemy counter with them"
    attacked = s.assaults >> a & 1
    return Draft(
        f"It is {words.owner(s.player)}'s Combat phase. In {words.area(a)} he has {words.units(mine)}, {told}"
        f"{'; they came here to attack' if attacked else ''}. What about a battle there?",
        g,
        right,
        tuple(
            (
                t,
                (
                    "Those who attacked, and those who stand in the open with an enemy, have no choice.",
                    "Only walls and sieges leave the choice to the attacker.",
                    "A battle takes an enemy who can be found, a personality to lead, and nobody to forbid it.",
                )[_TOLD.index(t)],
            )
            for t in _TOLD
            if t != right
        ),
        (
            f"Those who attack {words.area(a)} have to go through with it."
            if attacked
            else f"In {words.area(a)} the two sides stand face to face, so it comes to blows.",
            "Between besiegers and a wall, the one whose turn it is may press on or wait.",
            "Nobody is there to be fought, nobody to lead the attack, or the battle of this turn has been fought.",
        )[_TOLD.index(right)],
        (("10.9.4", "9.94"),) if right == _TOLD[1] else (),
        (BOARD.ids[a],),
        facts={"area": a, "sort": _TOLD.index(right)},
    )


@kind("retreat", "Where may they retreat?", ("10.7", "9.7"))
def retreat(rng: Random, edition: str) -> Draft | None:
    g = snapshot(rng, edition, "retreat")
    if g is None:
        return None
    at = g.state.battle.area
    ways = [a.args[0] for a in g.legal_actions() if a.verb == "retreat"]
    bad = [a for a in BOARD.touch[at] if a not in ways and BOARD.kind[a] != MOUNTAIN]
    far = [a for a in BOARD.lands if BOARD.distances(at)[a] == 2 and a not in ways]
    if not ways:
        return None
    right = rng.choice(ways)
    rng.shuffle(bad)
    rng.shuffle(far)
    wrong = [
        (
            BOARD.names[a],
            "There is no going onto the sea without ships or magic."
            if BOARD.kind[a] == SEA
            else "Enemies or an enemy's city bar that way."
            if a in bad
            else "A retreat goes one area, not two.",
        )
        for a in [*bad[:2], *far][:3]
    ]
    return Draft(
        f"The losers of the battle in {words.area(at)} have to go. Which of these may they retreat to?",
        g,
        BOARD.names[right],
        tuple(wrong),
        f"Nobody hostile stands in {words.area(right)}, next to it.",
        (),
        (BOARD.ids[at],),
        facts={"area": at, "goal": right, "others": [*bad[:2], *far][:3]},
    )


@kind("way-out", "Is there a way out?", ("10.7", "9.7"))
def way_out(rng: Random, edition: str) -> Draft | None:
    g = snapshot(rng, edition, "movement", "combat")
    if g is None:
        return None
    s = g.state
    stacks = [(o, a) for o in range(s.scenario.seats) for a in BOARD.lands if own_in(s, a, o) and not BOARD.wild[a]]
    if not stacks:
        return None
    seat, a = rng.choice(stacks)
    units = [u for u in own_in(s, a, seat) if KIND[u] in (ARMY, HERO)]
    if not units:
        return None
    ways = ways_out(s, a, seat, units)
    n = sum(BOARD.kind[x] == LAND for x in ways)
    around = [x for x in BOARD.near[a] if BOARD.kind[x] == LAND]
    if len(units) > 10:
        return None
    return Draft(
        f"Suppose {words.units(units)} had to retreat from {words.area(a)}. Into how many lands could they go?",
        g,
        str(n),
        near(
            rng,
            n,
            (
                (len(around), "Not every neighbour is open: enemies and enemy cities bar the way."),
                (len(ways), "The seas are not lands."),
            ),
            low=0,
            high=12,
        ),
        "They could go to " + words.listed([words.area(x) for x in ways if BOARD.kind[x] == LAND]) + "."
        if n
        else "Nowhere by land, which would be the end of those who cannot stay.",
        (),
        (BOARD.ids[a],),
        facts={"area": a, "seat": seat, "count": n},
        ordered=True,
    )


@kind("escape", "What must the die show to escape?", ("10.8", "9.8"))
def escape(rng: Random, edition: str) -> Draft | None:
    g = snapshot(rng, edition, "movement", "combat")
    if g is None:
        return None
    s = g.state
    there = [u for u in pieces.HEROES if s.place[u] < BOARD.size and s.owner[u] < NEUTRAL and not INFLUENCE[u]]
    there = [u for u in there if 0 < sword_value(s, u) < 6]
    if not there:
        return None
    u = rng.choice(there)
    n = sword_value(s, u)
    told = {k: f"{k} or less" if k > 1 else "A 1" for k in range(1, 6)}
    wrong = [
        (told[k], f"The roll is compared with the combat value, and that is {n}.")
        for k in (n - 1, n + 1, n + 2)
        if 1 <= k <= 5
    ]
    return Draft(
        f"{words.unit(u)} is lost in a battle and tries to escape, without magic. What must the die show?",
        g,
        told[n],
        ((f"{n} or more", "Low is good here: the die must not pass the combat value."), *wrong),
        f"{words.unit(u)} has a combat value of {n}, so the die must show {told[n].lower()}.",
        (),
        (pieces.IDS[u], BOARD.ids[s.place[u]]),
        facts={"unit": u, "value": n},
    )  # fmt: skip


@kind("escape-spell", "Can this spell help an escape?", ("10.8", "9.81"))
def escape_spell(rng: Random, edition: str) -> Draft | None:
    g = snapshot(rng, edition, "magic", "movement", "muster")
    if g is None or g.seat is None:
        return None
    s = g.state
    there = [u for u in pieces.HEROES if s.place[u] < BOARD.size and s.owner[u] == g.seat]
    if not there:
        return None
    u = rng.choice(there)
    i = rng.choice([x for x in range(spells.SIZE) if not spells.IMMEDIATE[x]])
    yes = bool(MAGIC[u]) and escapes.lends(s, u, i)
    right, wrong = yes_no(
        yes,
        "It takes a magician, and a spell with a value of its own or one made for escaping.",
        "A magician may use any spell of his that has a value.",
    )
    who = f"{words.unit(u)}, who {'is' if MAGIC[u] else 'is not'} a magician,"
    return Draft(
        f"{who} has been lost and holds {words.spell(i)} ({spells.ALIGNMENT_NAMES[i]}, {spells.VALUE[i] or 'no value'}). "
        "May it be used for the escape?",
        g,
        right,
        wrong,
        "It may." if yes else "It may not: " + ("this spell has no value." if MAGIC[u] else "spells serve him to muster only."),
        (),
        (pieces.IDS[u],),
        facts={"unit": u, "spell": i, "yes": yes},
        ordered=True,
    )  # fmt: skip


@kind("garrison", "Does the city stay in hand?", ("10.9.1", "9.91"))
def garrison(rng: Random, edition: str) -> Draft | None:
    home, other = rng.sample(NATIONS, 2)
    cities = [a for a in BOARD.home[home.id] if BOARD.city[a] and not BOARD.special[a]]
    if not cities or not heroes_of(other.index):
        return None
    a = rng.choice(cities)
    left = rng.choice(("army", "hero", "nobody"))
    here = [f"{other.id}-army*1"] if left == "army" else names(heroes_of(other.index)[:1]) if left == "hero" else []
    g = built(edition, nations={other.id: 0}, control={BOARD.ids[a]: 0}, units={BOARD.ids[a]: here} if here else {})
    if g is None:
        return None
    t = g.state.copy()
    realms.check_garrisons(t, still())
    yes = t.control[a] == 0
    right, wrong = yes_no(
        yes,
        "A foreign city wants an army of its holder in it; a personality alone does not keep it.",
        "One army is garrison enough.",
    )
    told = {"army": "one army", "hero": "a personality without any army", "nobody": "nobody at all"}[left]
    return Draft(
        f"Player 1 has taken {words.area(a)} from {words.nation(home.index)} and leaves {told} there. Does he keep the city?",
        g,
        right,
        wrong,
        "He keeps it." if yes else f"It goes back to {words.nation(home.index)}.",
        (),
        (BOARD.ids[a],),
        facts={"area": a, "yes": yes},
        ordered=True,
    )


@kind("search-roll", "What must a search show?", ("8.0", "7.3"), ("8.0", "7.2"))
def search_roll(rng: Random, edition: str) -> Draft | None:
    wild = [a for a in BOARD.lands if BOARD.wild[a] and BOARD.spell_place[a] and not BOARD.special[a]]
    nation = rng.choice([n for n in NATIONS if heroes_of(n.index)])
    a = rng.choice(wild)
    u = heroes_of(nation.index)[0]
    g = built(
        edition,
        phase="movement",
        nations={nation.id: 0},
        units={BOARD.ids[a]: names([u])},
        hidden={BOARD.ids[a]: ["arkyn"]},
    )
    if g is None:
        return None
    before = rng.choice(("not at all", "magic", "enemies"))
    turn = rng.choice((1, 2))
    if before != "not at all":
        what = wilderness.SOUGHT.index(before)
        g.state.tries = ((0, a, what, g.turn - turn),)
    n = wilderness.chance_needed(g.state, a, wilderness.MAGIC_THERE)
    story = (
        "has not searched there before"
        if before == "not at all"
        else f"searched there in vain for {'magic' if before == 'magic' else 'the enemy'} {'last turn' if turn == 1 else 'two turns ago'}"
    )
    return Draft(
        f"{words.unit(u)} searches {words.area(a)} for hidden magic and {story}. What must the die show?",
        g,
        f"{n} or more",
        tuple(
            (f"{k} or more", m)
            for k, m in (
                (9 - n, "A failed search the turn before makes the next one easier; in one edition only for the same thing."),
                (6, "Five is enough for a first search."),
                (3, "The chance gets better once, not again and again."),
            )
        ),
        f"This search needs {n} or more.",
        (),
        (BOARD.ids[a], pieces.IDS[u]),
        facts={"area": a, "need": n},
        ordered=True,
    )  # fmt: skip


@kind("may-search", "May they search here?", ("8.0", "7.1"))
def may_search(rng: Random, edition: str) -> Draft | None:
    g = snapshot(rng, edition, "search")
    if g is None:
        return None
    s = g.state
    yes = rng.random() < 0.5
    tries = [Action("search", (a, w)) for a in battle.own_areas(s) for w in (0, 1, 2)]
    tries = [a for a in tries if bool(g.verdict(a)) == yes]
    if not tries:
        return None
    a = rng.choice(tries)
    v = g.verdict(a)
    what = ("hidden magic", "friends", "the enemy")[a.args[1]]
    right, wrong = yes_no(
        yes,
        v.reasons[0].words if v.reasons else "It is forbidden.",
        "Wilderness, a personality and something to find: that is all it takes.",
    )
    return Draft(
        f"{words.owner(s.player)} wants to search {words.area(a.args[0])} for {what}. May he?",
        g,
        right,
        wrong,
        "He may." if yes else " ".join(r.words for r in v.reasons),
        tuple(r.clause for r in v.reasons[:2]),
        (BOARD.ids[a.args[0]],),
        facts={"action": str(a)},
        ordered=True,
    )  # fmt: skip


@kind("brackets", "Whose value does not fight?", ("10.8", "9.82"), ("3.2", "2.23"))
def brackets(rng: Random, edition: str) -> Draft | None:
    g = snapshot(rng, edition, "movement", "magic", "combat")
    if g is None:
        return None
    there = [u for u in pieces.HEROES if g.state.place[u] < BOARD.size]
    voice = [u for u in there if INFLUENCE[u]]
    blade = [u for u in there if not INFLUENCE[u] and COMBAT[u]]
    if not voice or not blade:
        return None
    u = rng.choice(voice)
    return Draft(
        "Whose combat value is only a voice in council, and adds nothing in battle?",
        g,
        words.unit(u),
        tuple((words.unit(x), f"{words.unit(x)} fights with {COMBAT[x]}.") for x in rng.sample(blade, min(3, len(blade)))),
        f"{words.unit(u)}'s value stands in brackets.",
        (),
        (),
        facts={"unit": u},
    )  # fmt: skip


@kind("ride-on", "What holds the enemy while the rest rides on?", ("10.9.2", "9.92"))
def ride_on(rng: Random, edition: str) -> Draft | None:
    made = clash(rng, edition, walls=False)
    if made is None:
        return None
    g, a = made
    n = overrun.to_divert(g.state, a)
    foe = [u for u in units_in(g.state, a) if g.state.owner[u] == 1]
    worth = overrun.force(g.state, a, foe)
    ratio = int(g.rules.overrun_ratio)
    slips = [
        (worth * (3 - ratio), "In the other edition: the two differ in how many times the enemy's strength it takes."),
        (n + 1, "As much as is asked is enough; it need not be more."),
        (1, "A personality alone is not enough: what stays must be strong enough too."),
    ]
    return Draft(
        f"A big stack has attacked {words.area(a)}, held by {words.units(foe)}, worth {worth} together. Part of it wants "
        "to ride on this turn. What combat value must stay behind, with a personality among them?",
        g,
        str(n),
        near(rng, n, slips, low=0, high=60),
        f"The enemy is worth {worth}, and {words.number(ratio)} times that must be left: {n}.",
        (),
        (BOARD.ids[a],),
        facts={"area": a, "value": n},
        ordered=True,
    )
