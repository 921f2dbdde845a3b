"""Questions of one form for every chapter of the course: somebody wants to do something where a lesson step stands; may
he? And of every clause that no other kind rests on: what does it forbid, or bring about, there?

The position is a lesson's, gone on with at random; the engine judges.
"""

from __future__ import annotations

import tomllib
from collections.abc import Iterable, Sequence
from functools import cache
from pathlib import Path
from random import Random
from typing import Any, Final

from elric import games
from elric.dragon_pass.combat.factors import DAYS
from elric.dragon_pass.components import law
from elric.dragon_pass.components.board import BESIDE, BOARD, HEXES, INDEX
from elric.dragon_pass.components.notation import NOTATION
from elric.dragon_pass.components.units import BY_ID, HEROES, IDS, NOBODY, SIDE_NAMES, UNITS
from elric.dragon_pass.description.phrases import hexes, phrase
from elric.dragon_pass.game import Game
from elric.dragon_pass.independents.giants import DRAWN_BY, HumanDead
from elric.dragon_pass.movement.going import company, pace
from elric.dragon_pass.movement.march import costs
from elric.dragon_pass.movement.water import pays_to_leave
from elric.dragon_pass.position.notes import Caught, the_note
from elric.dragon_pass.position.state import DEAD, OUT, PHASES, State
from elric.dragon_pass.teaching.question_kinds.fields import LUNAR, SARTAR, at
from elric.dragon_pass.teaching.question_kinds.marching import fraction
from elric.dragon_pass.turn.muster import MusterFrame
from elric.kernel import running
from elric.kernel.bits import ones
from elric.kernel.game import Game as AnyGame
from elric.kernel.game import IllegalAction
from elric.kernel.steps import Action
from elric.kernel.verdict import Reason
from elric.tutor.classroom import stage
from elric.tutor.facts import ANSWERING, POINTING
from elric.tutor.lesson_files import read_lesson
from elric.tutor.question_kinds import Found, Kinds, Slip, row_of

FOLDER: Final = Path(__file__).parents[1] / "data" / "lessons"
_NOTES: Final = {"70.1", "70.2", "70.3", "70.4"}  # what the book suggests
_STEPS: Final = 2  # moves made at random before somebody is asked
_NEAR: Final = 4  # hexes from what is asked about; where more than so many stacks stand, those farther off are not told
_STACKS: Final = 8
_AT_COUNTERS: Final = (
    "roll",
    "assign",
    "aim",
    "assist",
    "cast",
    "settle",
    "murder",
)  # done to somebody who stands there
_USUAL: Final = (
    "lead",
    "join",
    "step",
    "roll",
    "assign",
    "aim",
    "cast",
    "place",
    "halt",
    "done",
)  # done for any rule's sake
# The clause that lets somebody do it.
_ALLOWS: Final = {
    "step": "7.3", "join": "7.6", "drift": "11.1", "force": "11.9", "roll": "12.3", "assign": "14.2", "blame": "18.1",
    "aim": "19.1", "cast": "19.1", "feed": "24.3", "call": "25.1", "settle": "25.3", "storm": "26.2", "tempest": "26.3",
    "ask": "28.3", "send": "28.6", "cancel": "38.7", "pillar": "39.2", "sacrifice": "39.6", "quake": "42.3",
    "rift": "42.4", "cloak": "45.1", "loose": "46.2", "hire": "46.3", "appear": "48.2", "swap": "48.4",
    "summon": "62.2", "capital": "69.2", "befriend": "69.2",
}  # fmt: skip
# What a clause by itself brings about: nobody is asked about what another clause decides.
_BRINGS: Final = {
    "25.3": {"caught"}, "26.2": {"lost", "bound"}, "26.4": {"lost"}, "26.6": {"moved"}, "28.6": {"away"},
    "38.7": {"gone"}, "39.2": {"lost"}, "40.1": {"lost"}, "40.3": {"changes", "lost"}, "40.4": {"gone"},
    "42.5": {"halved"}, "42.6": {"bound"}, "42.7": {"lost"}, "43.5": {"gone"}, "45.1": {"bound"},
    "46.2": {"lost", "wound"}, "46.3": {"lost"}, "48.5": {"gone", "moved"},
}  # fmt: skip
_KILLED: Final = {"26.2": "storm", "26.4": "flood"}  # a storm brings a flood, and each kills by a clause of its own
# Who is spared is asked too, within so many hexes of somebody who is not.
_SPARED: Final = {"26.2": 3, "26.4": 1, "39.2": 2, "42.5": 2, "42.6": 0, "45.1": 10, "46.2": 0}
_FATES: Final = ("lost", "caught", "away", "gone", "bound", "halved", "changes", "wound", "moved", "nothing")
_ALWAYS: Final = ("lost", "bound", "halved", "nothing")  # what anybody may think of
_AT_STACKS: Final = ("assign", "roll", "aim", "assist", "cast", "settle")  # told by the counters that stand there
_NOT_ASKED: Final = ("part", "withdraw", "top", "take", "let", "bare", "pass", "done")
_STEPPING: Final = ("lead", "join", "step", "crack", "place", "done", "halt")


# ---- the course -----------------------------------------------------------------------------------------------------


@cache
def _chapters() -> dict[str, list[tuple[Any, int]]]:
    """The steps of each chapter that are done on the board."""
    teaching = games.teaching("dragon-pass")
    out: dict[str, list[tuple[Any, int]]] = {}
    for path in sorted(teaching.lessons_folder.glob("*.toml")):
        one = read_lesson(teaching, path.read_text(encoding="utf-8"), path.name)
        for steps in one.steps.values():
            out.setdefault(one.chapter, []).extend((one, k) for k, step in enumerate(steps) if step.kind == "do")
    return out


@cache
def _taught() -> dict[str, list[tuple[Any, int]]]:
    """The steps that are done on the board, by the clauses they teach."""
    out: dict[str, list[tuple[Any, int]]] = {}
    for rows in _chapters().values():
        for lesson, k in rows:
            for number in lesson.steps[law.EDITION][k].clauses:
                out.setdefault(number, []).append((lesson, k))
    return out


@cache
def _clauses(chapter: str) -> frozenset[str]:
    """What the steps of a chapter teach."""
    return frozenset(n for lesson, k in _chapters()[chapter] for n in lesson.steps[law.EDITION][k].clauses)


# ---- who stands where -----------------------------------------------------------------------------------------------


def _scene(g: AnyGame, about: Iterable[int], before: Sequence[str]) -> dict[str, object]:
    """Who decides, who stands within reach of these hexes, and what was done just before: fields for a template."""
    s = g.state
    seat = s.player if g.seat is None else g.seat
    spots = list(about) or list(s.piles)
    every = list(s.piles)
    near = [h for h in every if len(every) <= _STACKS or any(HEXES.distance(h, x) <= _NEAR for x in spots)] or every
    ours, theirs, free = list[str](), list[str](), list[str]()
    for h in near[:_STACKS]:
        pile = [u for u in s.piles[h] if u not in s.hand]
        if pile:
            owner = s.owner[pile[0]]
            side = ours if owner == seat else free if owner == NOBODY else theirs
            side.append(f"{row_of([UNITS[u].name for u in pile])} in {at(h)}")
    links = [f"{_stack(s, a)} against {_stack(s, t)}" for a, t in s.links]
    left = fraction(pace(s, s.hand)) if s.hand else ""
    past = _actions_in_words(s, [a for a in map(NOTATION.parse, before) if a.verb != "assign"], "")[-1:]
    return {
        "links": links, "past": bool(past), "deed_before": past,
        "side": SIDE_NAMES[seat].replace("The ", "the "), "when": "before" if not s.turn else "day" if s.day >= 0 else "turn", "turn": s.turn,
        "day": DAYS[s.day] if s.day >= 0 else "", "phase": PHASES[s.phase], "where": "all" if len(near) == len(every) else "near",
        "ours": ours, "theirs": theirs, "free": free,
        "mine": bool(ours), "foe": ("none", "one", "several")[min(len(s.order) - 1, 2) if theirs else 0], "nobody": bool(free),
        "hand": [UNITS[u].name for u in s.hand], "at": at(s.place[s.hand[0]]) if s.hand else "", "taken": bool(s.hand),
        "left": left, "points": "point" if left in ("½", "1") else "points",
    }  # fmt: skip


def _deed(s: State, a: Action, step: str) -> str:
    """An action in words; a hex where counters stand is called by them."""
    told = phrase(a, step)
    frame = running.top(s)[1]
    if a.verb == "place" and isinstance(frame, MusterFrame):
        return told.replace("it", UNITS[frame.units[0]].name, 1)
    if a.verb in _AT_STACKS:
        for h in {INDEX[x] for x in hexes(a)}:
            told = told.replace(at(h), _stack(s, h))
    return told


def _stack(s: State, h: int) -> str:
    """A stack by its top counter, and where it stands: "Starkin and 2 more in 2418"."""
    pile = s.piles.get(h, ())
    return f"{UNITS[pile[0]].name}{f' and {len(pile) - 1} more' if pile[1:] else ''} in {at(h)}" if pile else at(h)


def _actions_in_words(s: State, deeds: Iterable[Action], step: str) -> list[str]:
    """Actions in words, without the steps of a march; a line of hexes with the action that began it."""
    out = list[str]()
    for a in deeds:
        if a.verb in ("quake", "rift"):
            out.append(f"“Break the earth along {hexes(a)[0]}”")
        elif a.verb == "crack" and out:
            out[-1] = f"{out[-1][:-1]}, {hexes(a)[0]}”"
        elif a.verb not in _STEPPING:
            out.append(f"“{_deed(s, a, step)}”")
    return list(dict.fromkeys(out))


def _spots(s: State, a: Action) -> list[int]:
    """The hexes that an action is about."""
    units = [
        x for kind, x in zip(NOTATION.verbs[a.verb].takes, a.args, strict=True) if kind == "unit" and s.place[x] >= 0
    ]
    return [INDEX[x] for x in hexes(a)] + [s.place[u] for u in (*units, *s.hand[:1])]


# ---- is that allowed? -----------------------------------------------------------------------------------------------


def judge(rng: Random, edition: str, chapter: str) -> Found | None:
    return _judge_of(_chapters()[chapter], rng, edition)


def _judge_of(rows: list[tuple[Any, int]], rng: Random, edition: str, number: str = "") -> Found | None:
    """An action that is legal or not, each half of the time if both are to be had; with a number only what that clause
    forbids, or what it is all about."""
    lesson, k = rng.choice(rows)
    step = lesson.steps[edition][k]
    g: AnyGame = stage(lesson, edition, k)
    for _ in range(rng.randrange(_STEPS + 1)):
        go_on = [a for a in g.legal_actions() if a.verb in ("lead", "step", "join", "assign", "aim")]
        if not go_on:
            break
        g.push(rng.choice(go_on))
    if g.seat is None:
        return None
    verbs = {text.partition(" ")[0] for text in step.solution}
    own = verbs - {*_USUAL}
    now, frame = running.top(g.state)
    legal = set(g.legal_actions())
    yes = rng.random() < 0.5
    asked = (own if number else own or verbs - {"lead", "halt"}) if yes else own or verbs | {"step", "halt"}
    near, there = _near(g), {HEXES.names[h] for h in g.state.piles}
    able = [
        a
        for a in now.candidates(g.state, frame)
        if a.verb in asked
        and a.verb not in _NOT_ASKED
        and (a in legal) == yes
        and _own(g, a)
        and all(h in (there if a.verb in _AT_COUNTERS else near) for h in hexes(a))
    ]
    if not yes:
        able = [a for a in able if _tellable(g.verdict(a).reasons, number)]
    if yes and number:
        able = [a for a in able if _ALLOWS.get(a.verb) == number]
    if not able:
        return None
    verb = rng.choice(sorted({a.verb for a in able}))
    a = rng.choice([x for x in able if x.verb == verb])
    reasons = g.verdict(a).reasons
    allowed = (_ALLOWS.get(verb) or step.clauses[0],)
    cited = sorted(((r.clause[0],) for r in reasons), key=lambda c: c[0] != number) or [allowed]
    fields = _scene(g, _spots(g.state, a), step.before) | {
        "deed": _deed(g.state, a, g.step),
        "sent": ("some" if g.state.links else "none") if verb in ("assign", "roll") else "not",
        "reasons": " ".join(r.words for r in reasons),
        "cost": _cost(g.state, a.args[0]) if yes and verb == "step" else "",
        **_rule(edition, cited[0][0]),
    }
    look = tuple(dict.fromkeys(x for r in reasons for x in r.look))
    return Found(g, yes, fields, clauses=cited, look=look, case="step" if fields["cost"] else "")


def _cost(s: State, there: int) -> str:
    """What a step costs the company in hand."""
    units, here = s.hand, s.place[s.hand[0]]
    kinds = company(units, s.scenario.magic)
    return fraction(costs(s, kinds, units, here, pays_to_leave(s, units, here))[BESIDE[here].index(there)])


def _tellable(reasons: Sequence[Reason], number: str) -> bool:
    """Whether the clause is among the reasons (any, without a number), and the question tells what they rest on."""
    return (not number or number in {r.clause[0] for r in reasons}) and not any(" already" in r.words for r in reasons)


def _rule(edition: str, number: str) -> dict[str, object]:
    clause = law.register().get(edition, number)
    return {"title": plain_title(clause.title), "says": clause.says}


def _own(g: AnyGame, a: Action) -> bool:
    """Whether a march is thought of for a counter of one's own that stands there, and is not in the company already."""
    s, u = g.state, a.args[0] if a.args else -1
    return a.verb not in ("lead", "join", "leave") or (
        s.owner[u] == g.seat and s.place[u] >= 0 and (u in s.hand) == (a.verb == "leave")
    )


def _near(g: AnyGame) -> set[str]:
    """The hexes that anybody would think of: where counters stand, and beside the company in hand."""
    s = g.state
    found = set(s.piles)
    for h in [s.place[u] for u in s.hand[:1]] or list(s.piles):
        found |= {n for n in BESIDE[h] if n >= 0}
    return {HEXES.names[h] for h in found}


# ---- what becomes of them -------------------------------------------------------------------------------------------


def _fate_of(s: State, before: State, u: int) -> str:
    if Caught in s.notes and u in the_note(s, Caught).units:
        return "caught"  # it counts as off the board, but lies under the Sylphs
    if s.place[u] < 0:
        return {DEAD: "lost", OUT: "gone"}.get(s.place[u], "away")
    if s.owner[u] != before.owner[u]:
        return "changes"
    if s.wounds.get(u, 0) > before.wounds.get(u, 0):
        return "wound"
    fresh = ~before.still & s.still, ~before.half & s.half
    if fresh[0] >> u & 1:
        return "bound"
    return "halved" if fresh[1] >> u & 1 else "nothing" if s.place[u] == before.place[u] else "moved"


def _fate(number: str, rng: Random, edition: str) -> Found | None:
    """A lesson's deed is done with a bystander near and other dice: what becomes of one of those who are there?"""
    lesson, k = rng.choice(_taught()[number])
    step = lesson.steps[edition][k]
    if step.position is None or any(text.split()[0] in (POINTING, ANSWERING) for text in step.solution):
        return None
    position = dict(step.position)
    stacks = {h: list(pile) for h, pile in position.get("stacks", {}).items()}
    there = [u for pile in stacks.values() for u in pile]
    comer = rng.choice([u for u in (*LUNAR, *SARTAR) if u not in there])
    about = [INDEX[x] for x in (*step.look, *stacks)]
    free = [
        n for h in about for n in ones(HEXES.disc(h, 2)) if HEXES.names[n] not in stacks and BOARD.ground[n] in ".^f"
    ]
    if not free:
        return None
    stacks[HEXES.names[rng.choice(free)]] = [comer]
    try:
        g = Game.at(position | {"stacks": stacks}, rng.randrange(1 << 30))
        for text in step.before:
            g.push(text)
        start = g.copy()
        for text in step.solution:
            g.push(text)
    except (ValueError, IllegalAction):
        return None
    paid = {word for text in step.solution if text.split()[0] in ("lose", "sacrifice") for word in text.split()[1:]}
    before = start.state
    fates = {
        u: _fate_of(g.state, before, BY_ID[u]) for u in (*there, comer) if u not in paid and before.place[BY_ID[u]] >= 0
    }
    other = {IDS[u] for e in g.events[len(start.events) :] if e["kind"] == "died" and e["how"] != _KILLED.get(number, e["how"])
             for u in e["units"]}  # fmt: skip
    struck = [u for u in fates if fates[u] in _BRINGS[number] and u not in other]
    if not struck:
        return None
    spared = [u for u in fates if _spared(before, fates, u, struck, _SPARED.get(number, -1))]
    who = rng.choice(struck if rng.random() < 0.7 or not spared else spared)
    h = before.place[BY_ID[who]]
    shown = _actions_in_words(before, [NOTATION.parse(text) for text in step.solution], start.step)
    dice = [e["die"] for e in g.events[len(start.events) :] if e.get("die")]
    fields = (
        _scene(start, [h], step.before)
        | _rule(edition, number)
        | {
            "deeds": shown,
            "done": "deeds" if shown else step.solution[0].split()[0],
            "dice": dice,
            "came": _what_came(g, len(start.events), start.seat),
            "luck": ("none", "one", "some")[min(len(dice), 2)],
            "unit": UNITS[BY_ID[who]].name,
            "became": fates[who],
            "hex": at(h),
            "sent": "some" if before.links else "not",
            "dead": the_note(before, HumanDead).number,
            "fallen": the_note(before, HumanDead).number >= DRAWN_BY,
        }
    )
    # of a counter that is gone the story says that it is lost, so the two are not set against each other
    ends = {"lost", "gone"} if fates[who] in ("lost", "gone") else set()
    other = {*_ALWAYS, *fates.values(), *(["wound"] if HEROES >> BY_ID[who] & 1 else [])}
    others = [fate for fate in _FATES if fate in other - ends]
    return Found(
        start, fates[who], fields, rng.sample(others, len(others)), case="fate", clauses=[(number,)],
        look=(HEXES.names[h], *step.look[:2]), show=(who,),
    )  # fmt: skip


def _spared(s: State, fates: dict[str, str], u: str, struck: Sequence[str], reach: int) -> bool:
    """Whether nothing becomes of a counter near those who are struck, and nothing else of those with whom it stands."""
    h = s.place[BY_ID[u]]
    company = {fates[x] for x in fates if s.place[BY_ID[x]] == h}
    return (
        fates[u] == "nothing"
        and company <= {"nothing", *(fates[x] for x in struck)}
        and any(HEXES.distance(h, s.place[BY_ID[x]]) <= reach for x in struck)
    )


def _what_came(g: AnyGame, since: int, seat: int | None) -> str:
    """What came of it, as the story tells it, up to where a new turn begins or the game ends."""
    ends = next((k for k, e in enumerate(g.events) if k >= since and e["kind"] in ("turn", "over")), None)
    return " ".join(dict.fromkeys(g.definition.story_text(g.state, g.events[:ends], seat, since)))


def rule(rng: Random, edition: str, number: str) -> Found | None:
    """What a clause brings about, or forbids; where no position shows it, what it says."""
    fated = number in _BRINGS and rng.random() < 0.6
    made = _fate(number, rng, edition) if fated else _judge_of(_taught()[number], rng, edition, number)
    return made or (
        _clause_question(rng, edition, number) if rng.random() < (0.1 if number in _BRINGS else 0.3) else None
    )


def _clause_question(rng: Random, edition: str, number: str) -> Found | None:
    book = law.register()
    clause = book.get(edition, number)
    others = [c for c in book.of(edition) if c.kind in ("rule", "optional") and c.title != clause.title]
    page = [c for c in others if c.number.split(".")[0] == number.split(".")[0]]
    wrong = [*rng.sample(page, min(2, len(page))), *rng.sample(others, 3)]
    return Found(
        games.teaching("dragon-pass").backdrop(edition), clause.says, _rule(edition, number),
        [Slip(c.says, "said", {"other": plain_title(c.title)}) for c in wrong], case="said", clauses=[(number,)],
    )  # fmt: skip


def add(kinds: Kinds) -> None:
    """Add a kind for each clause that no other kind rests on: the tables come first."""
    asked = {cited for one in kinds.values() for (cited,) in one.clauses}
    for clause in law.register():
        if clause.kind in ("rule", "optional") and clause.number not in asked and clause.number in _doable() - _NOTES:
            title = plain_title(clause.title)
            kinds.follow("_rule", f"rule-{clause.number}", title, [(clause.number,)], number=clause.number)


def plain_title(title: str) -> str:
    """A heading of the book without its capitals; what it belongs to is told with it."""
    parts = [part for part in title.split(": ") if part]
    return ", ".join(part.capitalize() if part.isupper() else part[:1].upper() + part[1:] for part in parts)


@cache
def _doable() -> frozenset[str]:
    """The clauses that steps done on the board teach, from the files alone: the whole course is not needed for it."""
    found: set[str] = set()
    for path in sorted(FOLDER.glob("*.toml")):
        for step in tomllib.loads(path.read_text(encoding="utf-8"))["step"]:
            if "find" not in step and "answers" not in step:
                found |= set(step["clauses"][law.EDITION].split())
    return frozenset(found)


__all__ = ["add"]
