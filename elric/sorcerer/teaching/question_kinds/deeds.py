"""May it be done? A Sorcerer or a unit where it stands, and one thing that somebody wants to do; the rules judge."""

from __future__ import annotations

from collections.abc import Callable
from random import Random
from typing import Any, Final

from elric import games
from elric.kernel import running
from elric.kernel.bits import ones
from elric.kernel.game import Game
from elric.kernel.steps import Action
from elric.sorcerer.components import law
from elric.sorcerer.components.board import BOARD, INDEX
from elric.sorcerer.components.colors import GRAY, NAMES, WHITE
from elric.sorcerer.components.notation import NOTATION
from elric.sorcerer.components.units import COLOR, KIND, SORCERER
from elric.sorcerer.components.words import where
from elric.sorcerer.movement.prices import points_to_spend
from elric.sorcerer.position.state import State, here_of
from elric.sorcerer.teaching.phrases import hexes, phrase
from elric.sorcerer.teaching.question_kinds import fields as scene
from elric.tutor.classroom import stage
from elric.tutor.facts import seated
from elric.tutor.lessons import chapters
from elric.tutor.question_kinds import Found

Stacks = dict[int, list[str]]
_ALLOWS: Final = {
    "step": "6.0",
    "teleport": "6.21",
    "conjure": "6.51",
    "bolt": "7.0",
    "convert": "9.11",
    "restore": "6.52",
    "vortex": "8.0",
}
_ODD: Final = ("cloak", "uncloak", "clone", "study")  # of optional chapters: asked where their lessons stand
_CHANCE: Final = 0.3  # of each thing that may stand in the way


def _beside(rng: Random, h: int) -> int:
    return rng.choice([n for n, _ in BOARD.exits[h]])


def _scene(rng: Random, verb: str) -> tuple[Stacks, dict[str, Any]]:
    """A Sorcerer of Dnai's somewhere, with what the deed is about, and now and then something in the way."""
    who = rng.choice(scene.SORCERERS)
    own = [c for c in scene.POWERS[0] if NAMES[c] in who]
    grounds = {
        "convert": (WHITE, WHITE, WHITE, 0, GRAY),
        "garrison": (3,),
        "end": scene.POWERS[0],
        "bolt": (*own, *own, WHITE, 0),
    }.get(verb, (*scene.POWERS[0], 0, WHITE, GRAY))
    h = scene.spot(rng, *grounds)
    pile, more = [who], dict[str, Any]()
    stacks: Stacks = {h: pile}
    low = "-" if rng.random() < _CHANCE else ""
    mine = rng.choice(scene.POWERS[0])
    if verb in ("restore", "unpin"):
        mark = "-" if verb == "restore" else "!"
        pile.append(rng.choice(("green-infantry-1", scene.beast(mine, "dragon"))) + mark)
    elif verb == "garrison":
        pile += [
            "fortress-orange-8",
            rng.choice(
                (scene.beast(3, "demon"), scene.beast(3, "demon"), scene.beast(3, "troll"), scene.beast(5, "demon"))
            ),
        ]
    elif verb in ("conjure", "end", "step"):
        pile += [
            scene.beast(mine, rng.choice(scene.BEASTS), k)
            for k in range(1, rng.choice((1, 2, 3, 4)) if verb == "end" else 2)
            if rng.random() < 0.6
        ]
        if verb == "end":
            pile += rng.sample(
                ["green-infantry-1", scene.beast(rng.choice(scene.POWERS[0]), "demon", 2)], rng.randint(0, 2)
            )
    elif verb == "quench" and rng.random() < 0.8:
        more["vortexes"] = [scene.look(h)[0]]
    if low and verb in ("convert", "mend"):
        pile[0] += "-"
    if verb == "bolt" or (verb == "teleport" and rng.random() < 0.7):
        reached = [*own, *((c + 1) % 6 for c in own), rng.choice(scene.COLORS)]
        stacks.setdefault(scene.spot(rng, rng.choice(reached)), []).append("yellow-dragon-1@2")
    if verb not in ("unpin", "end", "bolt") and rng.random() < _CHANCE:
        pile.append("blue-dragon-1@2")
    stacks.setdefault(scene.spot(rng, 2), [rng.choice(scene.RIVALS) + "@2"])
    return stacks, more


def may(rng: Random, edition: str, verb: str, rule: str) -> Found | None:
    """A deed of the first counter in hand, legal or not, each half of the time if both are to be had. `rule` allows it."""
    stacks, more = _scene(rng, verb)
    try:
        g = scene.game({h: pile for h, pile in stacks.items() if pile}, **more)
    except ValueError:
        return None
    hand: tuple[int, ...] = ()
    if verb != "end":
        first = g.state.piles[next(iter(stacks))][0]
        g.push(Action("take", (first,)))
        hand = (first,)
        if verb == "convert" and rng.random() < _CHANCE:
            near = [n for n, _ in BOARD.exits[here_of(g.state, first)] if g.verdict(Action("step", (n,)))]
            white = [n for n in near if g.state.ground[n] == WHITE]
            if white:
                g.push(Action("step", (rng.choice(white),)))
    yes = rng.random() < 0.5
    able = [a for a in _wanted(g, rng, verb) if bool(g.verdict(a)) == yes]
    if not able:
        return None
    return _asked(g, rng.choice(able), hand, rule)


def _wanted(g: Game, rng: Random, verb: str) -> list[Action]:
    """What somebody might think of."""
    s = g.state
    if verb == "end":
        return [Action("end")]
    here = here_of(s, s.hand[0])
    foes = list(ones(s.at[1 - s.player]))
    mine = [c for c in scene.COLORS if s.powers[s.player] >> c & 1]
    wanted: dict[str, Callable[[], list[Action]]] = {
        "step": lambda: [Action("step", (n,)) for n, _ in BOARD.exits[here]],
        "teleport": lambda: [
            Action("teleport", (h,))
            for h in (*foes, *(rng.choice(scene.spots(c)) for c in (*mine, *mine, 0, WHITE, GRAY)))
        ],
        "conjure": lambda: [Action("conjure", (k, c)) for k in range(3) for c in (*mine, rng.choice(scene.COLORS))],
        "bolt": lambda: [Action("bolt", (h, c, 1 - s.player)) for h in foes for c in mine],
        "convert": lambda: [Action("convert", (c,)) for c in (*mine, rng.choice(scene.COLORS))],
        "restore": lambda: [Action("restore", (u,)) for u in s.piles[here] if s.depleted >> u & 1],
        "garrison": lambda: [Action("garrison", (u,)) for u in s.piles[here] if COLOR[u] < WHITE and u not in s.hand],
    }
    return wanted.get(verb, lambda: [Action(verb)])()


def _asked(g: Game, a: Action, hand: tuple[int, ...], rule: str) -> Found:
    s = g.state
    verdict = g.verdict(a)
    here = here_of(s, hand[0]) if hand else -1
    fields = {
        "standing": scene.standing(s, hand) or "Nobody else is on the map.", "taken": bool(hand), "hand": scene.called(s, hand), "at": scene.ground(s, here) if hand else "",
        "left": points_to_spend(s, hand[0]) if hand else 0, "deed": phrase(a, s), "target": "".join(f" {where(INDEX[h])} is {NAMES[s.ground[INDEX[h]]].capitalize()}." for h in hexes(a)), "reasons": " ".join(r.words for r in verdict.reasons),
        "side": scene.has(s, s.player), "game": _game(s),
    }  # fmt: skip
    cited = [(r.clause[0],) for r in verdict.reasons] or [(rule,)]
    return Found(
        g, bool(verdict), fields, clauses=list(dict.fromkeys(cited)), look=scene.look(*([here] if hand else []))
    )


def _game(s: State) -> str:
    """What is played: "The War for Dominance", "The Rivalry of Balt and Dnai, with Clones"."""
    titles = [law.register().get(law.EDITION, law.switches()[key].clauses[0][0]).title for key in s.rules.overrides]
    return ", with ".join((s.scenario.title, *titles))


def judge(rng: Random, edition: str, chapter: str) -> Found | None:
    """A lesson's position, gone on with at random, and a deed that its step knows."""
    teaching = games.teaching("sorcerer")
    rows = [
        (one, k)
        for one in chapters(teaching)[chapter]
        for k, step in enumerate(one.steps[edition])
        if step.kind == "do"
    ]
    lesson, k = rng.choice(rows)
    g = stage(lesson, edition, k)
    s = g.state
    if g.seat is None or s.phase != 1 or s.scenario.seats > 2:
        return None
    if g.step == "movement":
        taken = [a for a in g.legal_actions() if a.verb == "take"]
        leaders = [a for a in taken if KIND[a.args[0]] == SORCERER]
        if not taken:
            return None
        g.push(rng.choice(leaders if leaders and rng.random() < 0.8 else taken))
    s = g.state
    if g.step != "march" or here_of(s, s.hand[0]) < 0 or s.hidden:
        return None
    verbs = {text.partition(" ")[0] for text in lesson.steps[edition][k].solution} - {
        "take",
        "halt",
        "end",
        "drop",
        "look",
        "join",
        "fling",
    }
    own = [a for a in (NOTATION.parse(seated(text)[0]) for text in lesson.steps[edition][k].solution) if a.verb in _ODD]
    known = (
        sorted((verbs & set(running.top(s)[0].verbs) - set(_ODD)) | {"step"})
        if KIND[s.hand[0]] == SORCERER
        else ["step"]
    )
    yes = rng.random() < 0.5
    odd = [*own, *[a for a in g.legal_actions() if a.verb in {b.verb for b in own}]]
    able = [a for a in (*odd, *[a for verb in known for a in _wanted(g, rng, verb)]) if bool(g.verdict(a)) == yes]
    if not able:
        return None
    verbs = {a.verb for a in able}
    verb = rng.choice(sorted(verbs - {"step"} if verbs != {"step"} and rng.random() < 0.8 else verbs))
    rule = _ALLOWS.get(verb, lesson.steps[edition][k].clauses[0])
    return _asked(g, rng.choice(sorted(a for a in able if a.verb == verb)), s.hand, rule)
