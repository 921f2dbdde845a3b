"""Practice questions: one right answer each, and the engine, asked again another way, agrees with it."""

from __future__ import annotations

import re
from collections.abc import Callable
from contextlib import suppress

import pytest

from elric.kernel import running
from elric.kernel.chance import ChanceError, ScriptedChance
from elric.kernel.clauses import value_words
from elric.tutor.classroom import Classroom
from elric.tutor.lessons import lessons
from elric.tutor.orders import read as read_orders
from elric.tutor.question import Question
from elric.tutor.questions import UnknownKind, about, ask, clauses_asked, kinds
from elric.young_kingdoms.combat import battle
from elric.young_kingdoms.combat import heroic_escape as escapes
from elric.young_kingdoms.combat_phase import resolution as clash
from elric.young_kingdoms.components import law, pieces, spells
from elric.young_kingdoms.components.board import BOARD, LAND, SEA
from elric.young_kingdoms.components.notation import Action, parse_action
from elric.young_kingdoms.components.scenarios import scenarios
from elric.young_kingdoms.magic import balance, hands
from elric.young_kingdoms.march import arrival, overrun
from elric.young_kingdoms.march import next_area as march
from elric.young_kingdoms.nations import control as realms
from elric.young_kingdoms.position import words
from elric.young_kingdoms.position.context import Context
from elric.young_kingdoms.position.state import CONTAINER, IN_HAND, NEUTRAL, foes_at
from elric.young_kingdoms.teaching import TEACHING
from elric.young_kingdoms.teaching.question_kinds.orders import PATH as ORDERS
from elric.young_kingdoms.teaching.question_kinds.positions import NeedsChance, still
from elric.young_kingdoms.wild import random_attacks, wilderness
from elric.young_kingdoms.world.terrain import enemy_city, points_left, wild_for

SEEDS, MANY = 6, 36


def yes(q: Question) -> bool:
    return q.answers[q.right] == "Yes"


def said(q: Question) -> str:
    return q.answers[q.right]


def legal(q: Question) -> bool:
    """The verdict agrees with the list of legal actions, where the action is one of the listed."""
    return bool(q.game.verdict(parse_action(q.facts["action"])))


def cost(q: Question) -> int:
    """Walk the way and see what has been spent."""
    g = q.game.copy()
    whole = 0
    for text in q.facts["actions"]:
        before = points_left(g.state)
        g.push(text)
        # a landing is one point, whoever pays it
        whole += 1 if text.startswith("land ") else before - points_left(g.state)
    return whole


def flooded(q: Question) -> set[int]:
    """Areas a stack can come to, by trying every move there is (chance stops a way)."""
    seen, goals = set(), set()
    todo = [q.game.state]
    while todo:
        s = todo.pop()
        if s.key() in seen or len(seen) > 4000:
            continue
        seen.add(s.key())
        leader = s.agenda[-1].leader if running.step_name(s) == "stack" else -1
        if leader < 0:
            continue
        for a in running.legal(s):
            if a.verb in ("step", "sail", "land", "attack"):
                goals.add(a.args[0])
                t = s.copy()
                try:
                    running.apply(t, a, still())
                except NeedsChance:
                    continue
                if a.verb != "attack":
                    todo.append(t)
    return goals


def enter(q: Question) -> str:
    a = q.facts["area"]
    can = {x.verb for x in q.game.legal_actions() if x.args == (a,)}
    return (
        "It may walk in"
        if "step" in can
        else "It may enter only by attacking"
        if "attack" in can
        else "It cannot go there at all"
    )


def forbidding(q: Question) -> str:
    """The title of the clause that the engine names."""
    number = law.cite(q.game.verdict(parse_action(q.facts["action"])).reasons[0].clause, q.edition).split()[0]
    book = law.register()
    return next(book.get(e, number).title for e in (q.edition, *law.EDITIONS) if (e, number) in book)


def total(q: Question) -> int:
    b = battle.prospect(q.game.state, q.facts["area"])
    return sum(x.value for x in battle.total_lines(q.game.state, b, q.facts["side"]))


def must_sort(q: Question) -> int:
    s, a = q.game.state, q.facts["area"]
    return 0 if a in battle.must(s) else 1 if battle.may(s, a) else 2


def boarded(q: Question) -> int:
    """Really go aboard, and see what it took."""
    g = q.game.copy()
    u, ship = q.facts["unit"], q.facts["ship"]
    hero = next(x for x in pieces.HEROES if g.state.place[x] == g.state.place[u] and g.state.owner[x] == 0)
    g.push(Action("lead", (hero,)))
    if u != hero:
        g.push(Action("join", (u,)))
    g.push(Action("board", (ship,)))
    return g.state.spent[u]


def struck(q: Question, i: int) -> bool:
    s = q.game.state.copy()
    left = [k for k, at in enumerate(s.spell_at) if at == CONTAINER]
    events: list[dict[str, object]] = []
    frame = random_attacks.RANDOM.frame(q.facts["area"], 0, tuple(q.facts["units"]))
    random_attacks.RANDOM.run(s, frame, Context(ScriptedChance([left.index(i)]), events))
    return any(e["kind"] == "random attack" and e["attacks"] for e in events)


def escape_dies(q: Question) -> str:
    """Throw every face of the die and count those that save."""
    good = 0
    for face in range(6):
        s = q.game.state.copy()
        events: list[dict[str, object]] = []
        cx = Context(ScriptedChance([face]), events)
        with suppress(ChanceError):  # what follows an escape may want more luck
            escapes.try_escape(s, q.facts["unit"], s.place[q.facts["unit"]], -1, cx)
        good += any(e["kind"] == "escape" and e["ok"] for e in events)
    return f"{good} or less" if good > 1 else "A 1"


def moved(q: Question) -> str:
    s = q.game.state.copy()
    balance.shift(s, [(spells.ALIGN[i], spells.PULL[i]) for i in q.facts["used"]], still())
    at = s.balance
    return "in the middle" if not at else f"{abs(at)} towards {'Law' if at < 0 else 'Chaos'}"


def tipped(q: Question) -> str:
    s = q.game.state.copy()
    balance.shift(s, [(spells.ALIGN[i], spells.PULL[i]) for i in q.facts["used"]], still())
    return f"Yes, and it ends with turn {s.ends}" if s.tipped else "No"


def lends(q: Question) -> bool:
    s = q.game.state.copy()
    u, i = q.facts["unit"], q.facts["spell"]
    s.spell_at[i] = IN_HAND + u
    return i in escapes.helps(s, u)


def garrison(q: Question) -> bool:
    s = q.game.state.copy()
    realms.check_garrisons(s, still())
    return s.control[q.facts["area"]] == 0


def fought(q: Question) -> bool:
    """Fight the battle with dice that give this difference, as far as the result."""
    s = q.game.state
    b = battle.prospect(s, q.facts["area"])
    return clash.falls(s, b, q.facts["difference"])


def sign(q: Question) -> int:
    (a, b), (x, y) = q.facts["sums"], q.facts["dice"]
    return (a + x > b + y) - (a + x < b + y)


def ways(q: Question) -> int:
    """Lands to retreat into, by the rule as it reads: next door, nobody hostile, no city of somebody else's."""
    s, seat = q.game.state, q.facts["seat"]
    return sum(
        BOARD.kind[a] == LAND
        and (not foes_at(s, a, seat) or wild_for(s, a))
        and not enemy_city(s, a, seat)
        and (BOARD.special[a] != "imrryr" or s.control[a] == seat)
        for a in BOARD.near[q.facts["area"]]
    )


def added(q: Question) -> int:
    """Lay the spell in a battle and see what the total says."""
    s, i = q.game.state.copy(), q.facts["spell"]
    area = next(a for a in BOARD.lands if not BOARD.city[a])
    empty = battle.BattleState(area, 0, 1, ((), ()))
    return battle.total(s, empty._replace(laid=(((i, pieces.THELEB),), ())), 0) - battle.total(s, empty, 0)


# Rows of one form, a clause each (allowed.toml).
MAY = [
    "pick-up",
    "leaderless",
    "hold-back",
    "fall-back",
    "elric-goes",
    "elric-gives",
    "same-stack",
    "fly-by-spell",
    "wings",
    "sea-wall",
    "harbour-mouth",
    "ship-captain",
    "drift-home",
    "overrun",
    "hidden-foe",
    "muster-away",
    "rescue",
    "losses-choice",
]

AGREES: dict[str, Callable[[Question], bool]] = {
    "reach": lambda q: yes(q) == (q.facts["area"] in flooded(q)),
    "cost": lambda q: said(q) == str(cost(q)),
    "points-left": lambda q: said(q) == str(points_left(q.game.state)),
    "enter": lambda q: said(q) == enter(q),
    "legal": lambda q: yes(q) == legal(q),
    "forbids": lambda q: said(q) == forbidding(q) and not legal(q),
    "neighbours": lambda q: said(q) == BOARD.names[q.facts["goal"]] and q.facts["goal"] in BOARD.touch[q.facts["area"]] and not any(x in BOARD.touch[q.facts["area"]] for x in q.facts["others"]),
    "sea-walk": lambda q: said(q) == words.cap(words.unit(q.facts["unit"])) and pieces.WALKS_SEA[q.facts["unit"]] and not any(pieces.WALKS_SEA[u] for u in q.facts["others"]),
    "area-cost": lambda q: said(q)
    == str(march.cost_of(q.game.state, q.game.state.moving, march.MARCH, q.facts["area"])),
    "ride-on": lambda q: said(q) == str(overrun.to_divert(q.game.state, q.facts["area"])),
    "boarding": lambda q: said(q) == str(boarded(q)),
    "room-aboard": lambda q: int(said(q))
    == pieces.CARRY[q.facts["ship"]]
    - sum(q.game.state.aboard[u] == q.facts["ship"] and pieces.KIND[u] == pieces.ARMY for u in range(pieces.SIZE)),
    "sailing": lambda q: int(said(q)) == min(pieces.MOVE[x] for x in q.facts["ships"]),
    "harbour": lambda q: said(q) == BOARD.names[q.facts["sea"]] and q.facts["sea"] in BOARD.ports[q.facts["area"]] and not any(x in BOARD.ports[q.facts["area"]] for x in q.facts["others"]),
    "peril": lambda q: int(said(q)) == len(arrival.rollers(q.game.state, q.facts["sea"], q.facts["who"])),
    "danger": lambda q: yes(q) == BOARD.wild[q.facts["area"]],
    "attack-total": lambda q: int(said(q)) == total(q),
    "defence-total": lambda q: int(said(q)) == total(q),
    "neutral-city": lambda q: int(said(q)) == total(q),
    "orders": lambda q: worth_most(q),
    "wall": lambda q: int(said(q)) == BOARD.wall[q.facts["area"]],
    "who-wins": lambda q: said(q).split()[-1 if q.facts["ahead"] else 0] == {1: "attackers", 0: "Nobody", -1: "defenders"}[sign(q)],
    "table-row": lambda q: said(q).lower() == battle.TABLE[battle.row(q.facts["difference"])][2],
    "losses": lambda q: int(said(q)) == q.facts["lost"] and (
        battle.TABLE[q.facts["row"]][1] < 0 or int(said(q)) <= battle.TABLE[q.facts["row"]][1]
    ),
    "city-falls": lambda q: yes(q) == fought(q),
    "port-ships": lambda q: int(said(q)) == bool(q.game.rules.port_fleets_help) * sum(pieces.FIGHT[u] for u in q.facts["ships"]),
    "must-fight": lambda q: said(q).startswith(("There must", "A battle may", "No battle")[must_sort(q)]),
    "retreat": lambda q: said(q) == BOARD.names[q.facts["goal"]] and bool(q.game.verdict(Action("retreat", (q.facts["goal"],)))) and not any(q.game.verdict(Action("retreat", (a,))) for a in q.facts["others"]),
    "way-out": lambda q: int(said(q)) == ways(q),
    "escape": lambda q: said(q) == escape_dies(q),
    "escape-spell": lambda q: yes(q) == lends(q),
    "garrison": lambda q: yes(q) == garrison(q),
    "search-roll": lambda q: said(q) == f"{wilderness.chance_needed(q.game.state, q.facts['area'], 0)} or more",
    "may-search": lambda q: yes(q) == legal(q) == (parse_action(q.facts["action"]) in q.game.legal_actions()),
    "brackets": lambda q: said(q) == words.cap(words.unit(q.facts["unit"])) and pieces.FIGHT[q.facts["unit"]] == 0 < pieces.COMBAT[q.facts["unit"]],
    "cast": lambda q: yes(q) == (q.facts["action"] in map(str, q.game.legal_actions())),
    "random-attack": lambda q: said(q).startswith(words.cap(words.spell(q.facts["spell"]))) and struck(q, q.facts["spell"]) and not any(struck(q, i) for i in q.facts["others"]),
    "balance-moves": lambda q: said(q).lower() == moved(q).lower(),
    "balance-bonus": lambda q: int(said(q)) == balance.bonus(q.game.state, q.facts["align"]),
    "world-tips": lambda q: said(q) == tipped(q),
    "spell-strength": lambda q: int(said(q)) == added(q),
    "hand-size": lambda q: int(said(q)) == hands.capacity(q.facts["unit"]),
    "together": lambda q: yes(q) == (hands.alignments(q.game.state, q.facts["units"]) != 3),
    "elrics-master": lambda q: said(q).startswith(words.cap(words.unit(q.facts["unit"]))),
    "win-elric": lambda q: yes(q) == (parse_action(q.facts["action"]) in q.game.legal_actions()),
    "muster-where": lambda q: said(q) == BOARD.names[BOARD.main_city(pieces.NATIONS[q.facts["nation"]].id)],
    "muster-what": lambda q: said(q) == words.cap(words.called(q.facts["target"])) and q.facts["target"] in spells.MUSTERS[q.facts["spell"]],
    "muster-now": lambda q: yes(q) == (q.facts["action"] in map(str, q.game.legal_actions())),
    "replace": lambda q: yes(q) == (q.facts["action"] in map(str, q.game.legal_actions())),
    "holder": lambda q: said(q) == holder(q),
    "which-edition": lambda q: said(q) == law.TITLES[q.facts["edition"]],
    "this-edition": lambda q: said(q).lower() == value_words(law.switches()[q.facts["switch"]].values[q.edition]).lower(),
    "which-rule": lambda q: said(q) == law.register().get(q.edition, q.facts["number"]).says,
    **{key: (lambda q: may(q)) for key in MAY},
    "who-begins": lambda q: said(q).startswith(first_player(q)),
    "start-armies": lambda q: int(said(q)) == first_armies(q),
    "hidden-where": lambda q: BOARD.spell_place[area_named(said(q))] in (
        ("both",) if q.edition == "chaosium" else ("both", "avalon-hill")
    ),
    **{f"phase-{p}": (lambda q: said(q).lower() == q.game.phase and legal(q)) for p in ("replacement", "movement", "search", "magic", "combat", "muster")},
    **{f"war-{k}": (lambda q: said(q) == scenarios()[q.facts["war"]].title) for k in scenarios() if f"war-{k}" in kinds(TEACHING)},
    "who-has-won": lambda q: said(q) == winner(q),
    **{f"card-{a}": (lambda q: card(q)) for a in ("law", "chaos", "neutral", "special", "melnibonean", "elric", "immediate")},
    "carries": lambda q: said(q).startswith(("One", "Two", "Any number")[min(2, spells.FLIES[q.facts["spell"]] - 1)]),
    **{f"horde-{h}": (lambda q: horde(q)) for h in ("flamebringers", "kelmain-host", "olab", "pio")},
    "drawn": lambda q: said(q) == strikes(q),
    "appears": lambda q: area_named(said(q)) in [
        BOARD.main_city(t) for t in spells.MUSTERS[q.facts["spell"]] if t in pieces.NATION_INDEX and t in BOARD.home
    ],
    "nightmare": lambda q: yes(q) == (q.facts["die"] >= 5),
    "horn": lambda q: said(q) == ("The world ends" if q.facts["die"] >= 5 else "The Balance is set right"),
    "prize": lambda q: yes(q) == (q.facts["area"] == "dharijor_gromoorva"),
    "ridge": lambda q: yes(q) == legal(q),
    "maintain": lambda q: yes(q) == (spells.ALIGN[q.facts["spell"]] == q.game.state.tipped),
    "thirst": lambda q: yes(q) == (not q.facts["casts"] and q.facts["die"] >= 5),
    "moonglum": lambda q: yes(q) == legal(q),
    "siege": lambda q: yes(q) == legal(q) == q.facts["action"].startswith("attack"),
    "sacrifice": lambda q: yes(q) == (spells.ALIGN[parse_action(q.facts["action"]).args[1]] != q.game.state.tipped),
    "calm": lambda q: yes(q) == (q.facts["tipped"] != "law"),
    "last-hero": lambda q: yes(q) == q.facts["other"],
    "elrics-hand": lambda q: yes(q) == both_held(q),
    "sums-left": lambda q: int(said(q)) == 12 - sum(spells.VALUE[i] for i in q.facts["given"]),
}  # fmt: skip


def holder(q: Question) -> str:
    """Who holds the city, by the name of his side."""
    s, o = q.game.state, q.game.state.control[q.facts["area"]]
    if o >= NEUTRAL:
        return "Nobody"
    group = s.scenario.groups[s.sides[o]]
    return str(words.cap(words.name(group.name) if group.nations else f"the side of {group.name}"))


def first_player(q: Question) -> str:
    """Who goes first by the throws that the question tells."""
    rolls = [int(n) for n in re.findall(r"throws (\d)", q.text)]
    top = [k for k, r in enumerate(rolls) if r == max(rolls)]
    alone = [k for k, r in enumerate(rolls) if rolls.count(r) == 1]
    if q.edition == "avalon-hill" and alone:
        top = [max(alone, key=lambda k: rolls[k])]
    return ("Anna,", "Bruno,", "Clara,", "David,")[top[0]] if len(top) == 1 else "Nobody yet"


def first_armies(q: Question) -> int:
    """Three to every city but the capital, and the rest to it."""
    nation = pieces.NATIONS[q.facts["nation"]]
    cities = [a for a in BOARD.home[nation.id] if BOARD.city[a]]
    armies = sum(pieces.KIND[u] == pieces.ARMY for u in nation.pieces)
    return armies - 3 * (len(cities) - 1) if q.facts["area"] == BOARD.main_city(nation.id) else 3


def area_named(name: str) -> int:
    return next(a for a in BOARD.lands if BOARD.names[a] == name)


def winner(q: Question) -> str:
    """By who holds all the capitals of the other side."""
    hold = q.facts["hold"]
    east = ("pan_tang", "dharijor_gromoorva")
    if all(hold[t] == 0 for t in east):
        return "The Western League"
    west = [t for t in hold if t not in east]
    return "The Theocrat" if all(hold[t] == 1 for t in west) else "The Western League"


def card(q: Question) -> bool:
    side = spells.ALIGNMENT_NAMES[q.facts["spell"]]
    if side in ("law", "chaos", "neutral"):
        return said(q).lower() == side
    return {"special": "himself", "melnibonean": "Melniboneans", "elric": "Only Elric", "immediate": "acts"}[
        side
    ] in said(q)


def horde(q: Question) -> bool:
    """Where each horde is at home, and that the other answers are elsewhere."""
    at_home = {
        "flamebringers": lambda a: BOARD.ids[a].startswith("weeping_waste"),
        "kelmain-host": lambda a: BOARD.wild[a] and BOARD.continent[a] == "south",
        "olab": lambda a: BOARD.ids[a] == "rlin_kren_aa",
        "pio": lambda a: a in BOARD.lands,
    }[q.facts["horde"]]
    return at_home(q.facts["right"]) and not any(at_home(a) for a in q.facts["wrong"])


def strikes(q: Question) -> str:
    """By the appetite, the side of the spell, and that of the hand."""
    spell, holds = q.facts["spell"], spells.INDEX[q.facts["holds"]]
    side = spells.ALIGN[spell]
    if spells.EATS_ARMIES[spell] and spells.EATS_ON_LAND[spell]:
        return "It swallows the armies, and there is no fight"
    if side == 0 or (side == spells.LAW and spells.ALIGN[holds] != spells.CHAOS):
        return "Nothing happens"
    return "It attacks, and there is a fight"


def worth_most(q: Question) -> bool:
    """The best of those that were played on: it can be done, and the answer names where it leads."""
    best = read_orders(ORDERS)[q.facts["orders"]].orders[0].actions
    g = q.game.copy()
    for text in best:
        g.push(text)
    done = [*map(parse_action, best)]
    if done[-1].verb == "sway":
        return "win him over" in said(q)
    leads = [a for a in done if a.verb in ("step", "sail", "land", "attack")]
    return not leads or words.area(leads[-1].args[0]) in said(q) or "Elric, who" in said(q)


def both_held(q: Question) -> bool:
    a, b = (spells.ALIGN[i] for i in q.facts["spells"])
    return q.facts["who"] == "elric" or (a == b and pieces.MAGIC[pieces.INDEX[q.facts["who"]]] >= 2)


def may(q: Question) -> bool:
    """Whether the engine says so as well, and of a refusal by this clause."""
    verdict = q.game.verdict(parse_action(q.facts["action"]))
    if said(q) in ("Yes", "No"):
        return yes(q) == bool(verdict) == q.facts["yes"]
    return not verdict and q.facts["clause"] in {r.clause for r in verdict.reasons}


def as_the_course_has_it(q: Question) -> bool:
    """A step asked again: its own answer is the right one, or its own solution does what is asked."""
    place = q.task.partition("@")[0] or str(q.facts["step"])
    key, _, name = place.partition("/")
    lesson = lessons(TEACHING)[key]
    at = next(k for k, s in enumerate(lesson.steps[q.edition]) if s.id == name)
    room = Classroom(lesson, q.edition, at)
    if not q.task:
        return room.try_(f"answer {room.step.answers.index(said(q)) + 1}").kind == "solved"
    for text in room.step.solution:
        room.try_(text)
    return room.done and said(q) == "Done"


def test_there_are_thirty_kinds_and_each_can_be_checked() -> None:
    assert len(kinds(TEACHING)) >= 30
    assert set(AGREES) | {f"lesson-{key}" for key in lessons(TEACHING)} == set(kinds(TEACHING))


@pytest.mark.parametrize("seeds", [SEEDS, pytest.param(MANY, marks=pytest.mark.siege)])
@pytest.mark.parametrize("edition", law.EDITIONS)
@pytest.mark.parametrize("kind", kinds(TEACHING))
def test_kind(kind: str, edition: str, seeds: int) -> None:
    book = law.register()
    made = 0
    for seed in range(seeds):
        q = ask(TEACHING, kind, edition, seed)
        if q is None:
            continue
        made += 1
        assert 2 <= len(q.answers) <= 4
        assert len(set(q.answers)) == len(q.answers)
        assert [m == "" for m in q.misconceptions] == [k == q.right for k in range(len(q.answers))], q
        assert q.why
        assert q.cites()
        for pair in q.clauses:
            assert any(pair)
            assert all((e, n) in book for e, n in zip(law.EDITIONS, pair, strict=True) if n), pair
        assert AGREES.get(kind, as_the_course_has_it)(q), (seed, q)
    assert made >= 5 * seeds // 6


def test_the_same_seed_asks_the_same() -> None:
    for kind in kinds(TEACHING):
        one, two = ask(TEACHING, kind, "avalon-hill", 7), ask(TEACHING, kind, "avalon-hill", 7)
        assert one is not None
        assert two is not None
        assert (one.text, one.answers, one.right, one.game.state.key()) == (
            two.text, two.answers, two.right, two.game.state.key(),
        )  # fmt: skip


def test_every_rule_is_asked_by_doing_or_judging() -> None:
    """Every clause of both books has a kind that asks for a deed, a position to be judged, or a step of the course; none is
    left to be known by its number, or only by its words."""
    for e in law.EDITIONS:
        asked = clauses_asked(TEACHING)[e]
        for c in law.register().of(e):
            assert asked[c.number], c.number
            assert "which-rule" not in asked[c.number]
            q = about(TEACHING, e, c.number, 1)
            assert q is not None
            assert q.kind.startswith("lesson-")
            assert q.numbers[0] == c.number


def test_nobody_is_asked_for_a_clause_number() -> None:
    """No question and no answer has the number of a clause in it."""
    number = re.compile(r"(?<![\d.])\d{1,2}\.\d+[\d.]*")
    for e in law.EDITIONS:
        for kind in kinds(TEACHING):
            for seed in range(3):
                q = ask(TEACHING, kind, e, seed)
                if q is not None:
                    assert not number.search(" ".join([q.text, *q.answers])), q


def test_an_unknown_kind_is_named() -> None:
    with pytest.raises(UnknownKind, match='did you mean "reach"'):
        ask(TEACHING, "reech", "avalon-hill", 1)


def test_seas_are_seas() -> None:
    q = ask(TEACHING, "harbour", "chaosium", 3)
    assert q is not None
    assert BOARD.kind[q.facts["sea"]] == SEA


def test_who_rides_on_is_told_with_whom_he_leaves() -> None:
    """Whom the attack is on and who stays is told, and nothing is asked, or refused, for a combat value of nothing."""
    for edition in law.EDITIONS:
        for seed in range(12):
            q = ask(TEACHING, "overrun", edition, seed)
            assert q is not None
            assert "where an attack on" in q.text
            assert "behind there" in q.text
            assert "at least 0" not in q.why
            assert " 0 is enough" not in q.why


def test_a_ship_in_port_is_not_told_of_a_sea() -> None:
    """Whoever lies in a harbour and would sail to land sails overland, whatever harbours that land has."""
    ports = {words.area(a) for a in range(BOARD.size) if BOARD.kind[a] == LAND and BOARD.ports[a]}
    for edition in law.EDITIONS:
        for seed in range(8):
            q = ask(TEACHING, "harbour-mouth", edition, seed)
            if q is not None and any(f"now in {port}." in q.text for port in ports):
                assert "on this sea" not in q.why
