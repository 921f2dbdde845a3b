"""Questions of one form for every chapter of the course: somebody wants to do something where a lesson step stands; may he?

The position is a lesson's, gone on with at random; the engine judges. So every rule that a step teaches is asked about by judging.
"""

from __future__ import annotations

import tomllib
from functools import cache, partial
from pathlib import Path
from random import Random
from typing import Any, Final

from elric import games
from elric.dragon_pass.components import law
from elric.dragon_pass.components.board import BESIDE, BOARD, HEXES, INDEX
from elric.dragon_pass.components.units import BY_ID, UNITS
from elric.dragon_pass.game import Game
from elric.dragon_pass.position.state import DEAD
from elric.dragon_pass.teaching.phrases import hexes, phrase
from elric.dragon_pass.teaching.question_kinds.fields import LUNAR, SARTAR
from elric.dragon_pass.teaching.question_kinds.registry import KINDS
from elric.kernel import running
from elric.kernel.bits import ones
from elric.kernel.game import IllegalAction
from elric.tutor.classroom import stage
from elric.tutor.facts import ANSWERING, POINTING
from elric.tutor.lesson_files import read_lesson
from elric.tutor.question import Draft, Kind, yes_no

FOLDER: Final = Path(__file__).parents[1] / "data" / "lessons"
_NOTES: Final = {"70.1", "70.2", "70.3", "70.4"}  # what the book suggests
_STEPS: Final = 2  # moves made at random before somebody is asked
_TITLES: Final = {
    "The basic game": "basics", "Marching": "marching", "Fighting": "fighting", "Heroes": "heroes", "Magic": "magic",
    "Strange powers": "powers", "Independents": "independents", "Forces of darkness": "darkness", "Campaigns": "campaigns",
}  # fmt: skip
_AT_COUNTERS: Final = (
    "roll",
    "assign",
    "aim",
    "assist",
    "cast",
    "settle",
    "murder",
)  # done to somebody who stands there
_NOT_ASKED: Final = ("part", "withdraw", "top", "take", "let", "bare", "pass")


@cache
def _chapters() -> dict[str, list[tuple[Any, int]]]:
    """The steps of each chapter that are done on the board."""
    teaching = games.teaching("dragon-pass")
    out: dict[str, list[tuple[Any, int]]] = {}
    folder = teaching.lessons_folder
    for path in sorted(folder.glob("*.toml")):
        one = read_lesson(teaching, path.read_text(encoding="utf-8"), path.name)
        for (steps,) in (tuple(one.steps.values()),):
            out.setdefault(one.chapter, []).extend((one, k) for k, step in enumerate(steps) if step.kind == "do")
    return out


def _judge(chapter: str, rng: Random, edition: str) -> Draft | None:
    return _judge_of(_chapters()[chapter], rng, edition)


def _judge_of(rows: list[tuple[Any, int]], rng: Random, edition: str, number: str = "") -> Draft | None:
    """An action that is legal or not, each half of the time if both are to be had."""
    lesson, at = rng.choice(rows)
    step = lesson.steps[edition][at]
    g = stage(lesson, edition, at)
    for _ in range(rng.randrange(_STEPS + 1)):
        go_on = [a for a in g.legal_actions() if a.verb in ("lead", "step", "join", "assign", "aim")]
        if not go_on:
            break
        g.push(rng.choice(go_on))
    if g.seat is None:
        return None
    verbs = {text.partition(" ")[0] for text in step.solution} | {"done", "halt", "step", "roll"}
    now, frame = running.top(g.state)
    legal = set(g.legal_actions())
    yes = rng.random() < 0.5
    near, there = _near(g), {HEXES.names[h] for h in g.state.piles}
    able = [a for a in now.candidates(g.state, frame) if a.verb in verbs and a.verb not in _NOT_ASKED and (a in legal) == yes
            and _own(g, a) and all(h in (there if a.verb in _AT_COUNTERS else near) for h in hexes(a))]  # fmt: skip
    if not able:
        return None
    a = rng.choice(able)
    verdict = g.verdict(a)
    if verdict:
        says = g.definition.register().get(edition, step.clauses[0]).says
        why, cited = f"Nothing forbids it. {says}", tuple((n,) for n in step.clauses[:2])
    else:
        why, cited = " ".join(r.words for r in verdict.reasons), tuple((r.clause[0],) for r in verdict.reasons)
    right, wrong = yes_no(bool(verdict), "The rules forbid it: see why below.", "No rule forbids it here.")
    scene = g.definition.heading(g.state)
    hand = f" {', '.join(_names(g))} in hand." if g.state.hand else ""
    look = tuple(dict.fromkeys(x for r in verdict.reasons for x in r.look))
    return Draft(f"{scene}.{hand} “{phrase(a, g.step)}”: is that allowed now?", g, right, wrong, why, cited, look,
                 facts={"action": str(a), "yes": bool(verdict)}, ordered=True)  # fmt: skip


def _own(g: Any, a: Any) -> bool:
    """Whether a march is thought of for a counter of one's own that stands there."""
    return a.verb not in ("lead", "join", "leave", "top") or (
        g.state.owner[a.args[0]] == g.seat and g.state.place[a.args[0]] >= 0
    )


def _near(g: Any) -> set[str]:
    """The hexes that anybody would think of: where counters stand, and beside the company in hand."""
    s = g.state
    found = set(s.piles)
    for h in [s.place[u] for u in s.hand[:1]] or list(s.piles):
        found |= {n for n in BESIDE[h] if n >= 0}
    return {HEXES.names[h] for h in found}


def _names(g: Any) -> list[str]:
    return [UNITS[u].name for u in g.state.hand]


# ---- what becomes of them ---------------------------------------------------------------------------------------------

_FATES: Final = ("It is lost.", "It is bound: it neither marches nor attacks.", "It is halved, and can still march.", "It changes sides.",
                 "It takes a Wound.", "Nothing.", "It comes onto the board.")  # fmt: skip


@cache
def _taught() -> dict[str, list[tuple[Any, int]]]:
    """The steps that are done on the board, by the clauses they teach."""
    out: dict[str, list[tuple[Any, int]]] = {}
    for rows in _chapters().values():
        for lesson, at in rows:
            for number in lesson.steps[law.EDITION][at].clauses:
                out.setdefault(number, []).append((lesson, at))
    return out


def _fate_of(s: Any, before: Any, u: int) -> str:
    if before.place[u] < 0:
        return _FATES[6] if s.place[u] >= 0 else _FATES[5]
    if s.place[u] == DEAD or (s.place[u] < 0 <= before.place[u]):
        return _FATES[0]
    if s.owner[u] != before.owner[u]:
        return _FATES[3]
    if s.wounds.get(u, 0) > before.wounds.get(u, 0):
        return _FATES[4]
    if s.still >> u & 1 and not before.still >> u & 1:
        return _FATES[1]
    if s.half >> u & 1 and not before.half >> u & 1:
        return _FATES[2]
    return _FATES[5]


def _fate(number: str, rng: Random, edition: str) -> Draft | None:
    """A lesson's deed is done with a bystander somewhere near and other dice: what becomes of one of those who are there?"""
    lesson, at = rng.choice(_taught()[number])
    step = lesson.steps[edition][at]
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
    position["stacks"] = stacks
    try:
        g = Game.at(position, rng.randrange(1 << 30))
        for text in step.before:
            g.push(text)
        start = g.copy()
        for text in step.solution:
            g.push(text)
    except (ValueError, IllegalAction):
        return None
    told = [*there, comer, *position.get("dead", ()), *position.get("coming", ())]
    fates = {u: _fate_of(g.state, start.state, BY_ID[u]) for u in told}
    struck = [u for u in told if fates[u] != _FATES[5]]
    if not struck:
        return None
    near = [u for u in told if u not in struck and start.state.place[BY_ID[u]] >= 0]
    who = rng.choice(struck if rng.random() < 0.7 or not near else near)
    right = fates[who]
    others = [x for x in _FATES if x != right]
    rng.shuffle(others)
    asked = definition_text(g, start)
    at_hex = start.state.place[BY_ID[who]]
    place = f"in {HEXES.names[at_hex]}" if at_hex >= 0 else "in the dead pile" if at_hex == DEAD else "still to come"
    phrases = "; ".join(
        dict.fromkeys(
            phrase(g.definition.notation.parse(text), start.step)
            for text in step.solution
            if text.split()[0] not in _STEPPING
        )
    )
    return Draft(f"{start.definition.heading(start.state)}. {phrases or _NEXT.get(step.solution[0].split()[0], 'The march is made')}{asked}. What becomes of {UNITS[BY_ID[who]].name}, {place}?", start, right,
                 tuple((x, "Read again whom it touches, and whom it spares.") for x in others[:3]),
                 g.definition.register().get(edition, number).says, (), (*((HEXES.names[at_hex],) if at_hex >= 0 else ()), *step.look[:2]),
                 facts={"who": who, "right": right}, show=(who,) if at_hex >= 0 else ())  # fmt: skip


def definition_text(g: Any, start: Any) -> str:
    """The dice that fell meanwhile, where any did: ", and the dice show 4 and 2"."""
    dice = [e["die"] for e in g.events[len(start.events) :] if e.get("die")]
    return f", and the {'die shows' if len(dice) == 1 else 'dice show'} {' and '.join(map(str, dice))}" if dice else ""


_NEXT: Final = {"place": "Arrivals are placed", "done": "The phase is ended"}
_STEPPING: Final = ("lead", "join", "step", "crack", "place", "done", "halt")


def _either(number: str, rng: Random, edition: str) -> Draft | None:
    return _fate(number, rng, edition) if rng.random() < 0.6 else _judge_of(_taught()[number], rng, edition, number)


def add() -> None:
    """Add a kind for each chapter, and one for each clause that no other kind rests on: the other files come first."""
    for chapter, key in _TITLES.items():
        KINDS[f"judge-{key}"] = Kind(f"judge-{key}", f"Is that allowed? ({chapter})", (), partial(_judge, chapter))
    asked = {cited for one in KINDS.values() for (cited,) in one.clauses}
    for clause in law.register():
        if clause.kind in ("rule", "optional") and clause.number not in asked and clause.number in _doable() - _NOTES:
            KINDS[f"rule-{clause.number}"] = Kind(
                f"rule-{clause.number}", _plain(clause.title), ((clause.number,),), partial(_either, clause.number)
            )


def _plain(title: str) -> str:
    """A heading of the book without its capitals."""
    words = title.split(": ")[-1] if ": " in title and title.split(": ")[-1] else title
    return words.capitalize() if words.isupper() else words[:1].upper() + words[1:]


@cache
def _doable() -> frozenset[str]:
    """The clauses that a step done on the board teaches, read from the files alone: the course itself is not needed for it."""
    found: set[str] = set()
    for path in sorted(FOLDER.glob("*.toml")):
        for step in tomllib.loads(path.read_text(encoding="utf-8"))["step"]:
            if "find" not in step and "answers" not in step:
                found |= set(step["clauses"][law.EDITION].split())
    return frozenset(found)


__all__ = ["add"]
