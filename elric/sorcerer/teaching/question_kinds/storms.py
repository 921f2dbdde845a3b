"""Attrition and vortexes: who is struck, and how far a vortex runs."""

from __future__ import annotations

from random import Random
from typing import Any

from elric.kernel.chance import ScriptedChance
from elric.kernel.context import Context
from elric.sorcerer.combat.attrition import at_risk
from elric.sorcerer.components.board import BOARD, HEXES, MOUNTAIN
from elric.sorcerer.components.colors import GRAY, NAMES, VALUE, WHITE
from elric.sorcerer.components.units import KIND, SORCERER
from elric.sorcerer.magic import vortexes
from elric.sorcerer.position.state import color_of, force
from elric.sorcerer.teaching.question_kinds import fields as scene
from elric.tutor.question_kinds import Found
from elric.tutor.question_kinds import row_of as row


def attrition(rng: Random, edition: str) -> Found:
    """Two colors are drawn and a die is rolled: does a stack lose a step?"""
    h = scene.spot(rng, *scene.COLORS, WHITE, GRAY, WHITE)
    color = rng.choice(scene.POWERS[0])
    pile = [scene.beast(color, rng.choice(scene.BEASTS), k) for k in range(1, rng.choice((2, 2, 3)))]
    if rng.random() < 0.5:
        pile.append(rng.choice(scene.SORCERERS) + ("-" if rng.random() < 0.3 else ""))
    g = scene.game({h: pile, scene.spot(rng, 2): ["sorcerer-blue-yellow@2"]})
    s = g.state
    here, die = s.ground[h], rng.randint(1, 6)
    drawn = rng.sample(scene.COLORS, 2)
    if here < WHITE and rng.random() < 0.8 and here not in drawn:
        drawn[0] = here
    exposed = at_risk(s, 0, h)
    value = VALUE[color_of(s, force(s, 0, h)[0])][here]
    asked = here == WHITE or here in drawn
    yes = bool(exposed) and asked and (here == WHITE or die <= value)
    case = ("gray" if here == GRAY else "kept" if not exposed else "white" if here == WHITE else "undrawn" if not asked else
            "struck" if yes else "spared")  # fmt: skip
    cited = {"gray": "11.13", "kept": "11.12", "white": "11.0", "undrawn": "11.0"}.get(case, "5.23")
    fields = {
        "who": scene.called(s, force(s, 0, h)),
        "at": scene.ground(s, h),
        "drawn": [NAMES[c].capitalize() for c in drawn],
        "die": die,
        "value": value,
    }
    return Found(g, yes, fields, case=case, clauses=[(cited,)], look=scene.look(h))


def struck(rng: Random, edition: str) -> Found:
    """A vortex enters a hex: what becomes of one who is there?"""
    h = scene.spot(rng, *scene.COLORS, *scene.POWERS[0], WHITE)
    castle = ["fortress-orange-8"] if BOARD.printed[h] == 3 and rng.random() < 0.7 else []
    color = 3 if castle else rng.choice(scene.POWERS[0])
    pile = [*castle, rng.choice((scene.beast(color, "demon"), "green-infantry-1"))]
    if rng.random() < 0.65:
        pile.append(rng.choice(scene.SORCERERS))
    g = scene.game({h: pile, scene.spot(rng, 2): ["sorcerer-blue-yellow@2"]})
    s = g.state
    after = s.copy()
    vortexes.strike(after, h, s.piles[h], Context(ScriptedChance()))
    u = rng.choice(
        [v for v in s.piles[h] if KIND[v] != SORCERER or len(s.piles[h]) < 3 or rng.random() < 0.6] or list(s.piles[h])
    )
    fate = "gone" if after.place[u] < 0 else "depleted" if after.depleted >> u & 1 else "unharmed"
    fields = {"who": scene.called(s, s.piles[h]), "at": scene.ground(s, h), "unit": scene.the(s, u)}
    return Found(g, fate, fields, clauses=[("8.22",) if fate == "unharmed" else ("8.21",)], look=scene.look(h))


def run(rng: Random, edition: str) -> Found | None:
    """Where a vortex comes to rest, or what ends it."""
    h, die = rng.randrange(HEXES.size), rng.randint(1, 6)
    there = [h]
    kinds: list[int] = []
    while there[-1] >= 0 and len(kinds) < vortexes.RUN:
        n, kind = BOARD.sides[there[-1]][BOARD.towards[die - 1]]
        there.append(n)
        kinds.append(kind)
    plain = -1 not in there and MOUNTAIN not in kinds and not any(BOARD.printed[n] in (GRAY, WHITE) for n in there[1:])
    if BOARD.printed[h] == GRAY or (plain and rng.random() < 0.9):
        return None
    g = scene.game(
        {scene.spot(rng, 2): ["sorcerer-blue-yellow@2"], scene.spot(rng, 1): ["sorcerer-green-1"]},
        vortexes=[HEXES.names[h]],
    )
    t = g.state.copy()
    told: list[dict[str, Any]] = []
    children = vortexes.run(t, h, Context(ScriptedChance([die - 1]), told))
    dead = any(event["kind"] == "dies out" for event in told)
    way = [n for n in there[1:] if n >= 0]
    why = (
        "edge"
        if -1 in there
        else "mountain"
        if MOUNTAIN in kinds
        else "gray"
        if any(BOARD.printed[n] == GRAY for n in way)
        else "rests"
    )
    right = "nowhere" if dead else ("bred" if children else "rests")
    lead = ("off" if way else "edge") if -1 in there else "mountains" if MOUNTAIN in kinds else "open"
    fields = {"lead": lead, "from": scene.ground(t, h).removesuffix(", with a vortex)").removesuffix(")") + ")", "die": die, "way": row([scene.ground(g.state, n) for n in way]), "reason": why,
              "n": len(children), "last": HEXES.names[way[-1]] if way else ""}  # fmt: skip
    cited = {"edge": "8.14", "mountain": "8.14", "gray": "8.15"}[why] if dead else ("8.12" if children else "8.11")
    return Found(g, right, fields, case="dead" if dead else right, clauses=[(cited,)], look=scene.look(h, *way[-1:]))
