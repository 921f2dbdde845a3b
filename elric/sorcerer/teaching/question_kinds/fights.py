"""Fights: what a stack is worth, what its Sorcerer adds, which column is read, what a die does, who loses, what a Bolt is worth."""

from __future__ import annotations

from random import Random
from typing import Final

from elric.kernel.chance import ScriptedChance
from elric.kernel.context import Context
from elric.sorcerer.combat import losses
from elric.sorcerer.combat.joint import clash_in
from elric.sorcerer.combat.strength import Clash, attack, defence, printed_strength, who_attacks
from elric.sorcerer.components.board import BOARD
from elric.sorcerer.components.colors import GRAY, LINE_NAMES, NAMES, SHIFT, WHITE
from elric.sorcerer.components.table import FIRST, LAST, PIN, column
from elric.sorcerer.components.units import FORTRESS, KIND, SORCERER
from elric.sorcerer.magic import bolts
from elric.sorcerer.position.state import NOBODY, State, force
from elric.sorcerer.teaching import worth
from elric.sorcerer.teaching.question_kinds import fields as scene
from elric.tutor.question_kinds import Found


def _stack(rng: Random, side: int, lead: bool | None = None) -> list[str]:
    """A force of a side: up to two units of one color or human, perhaps a Sorcerer."""
    color = rng.choice(scene.POWERS[side])
    human = f"{('green', 'blue')[side]}-infantry-"
    numbers = range(1, rng.choice((1, 2)) + 1)
    pile = [scene.beast(color, rng.choice(scene.BEASTS), k) if rng.random() < 0.7 else f"{human}{k}" for k in numbers]
    pile = [f"{u}-" if rng.random() < 0.25 else u for u in pile]
    if lead or (lead is None and rng.random() < 0.6):
        pile.insert(0, rng.choice((scene.SORCERERS, scene.RIVALS)[side]) + ("-" if rng.random() < 0.2 else ""))
    return [f"{u}@{side + 1}" for u in pile]


def _lead(s: State, side: int, h: int) -> int:
    return next((u for u in force(s, side, h) if KIND[u] == SORCERER), NOBODY)


def total(rng: Random, edition: str) -> Found:
    h = scene.spot(rng)
    g = scene.game({h: _stack(rng, 0)})
    s = g.state
    found = defence(s, 0, h, _lead(s, 0, h))
    flat = sum(printed_strength(s, u) for u in force(s, 0, h))
    fields = {"who": scene.called(s, force(s, 0, h)), "at": scene.ground(s, h), "made": worth.made_of(found),
              "sum": "one" if len(found.lines) == 1 else "several", "gray": s.ground[h] == GRAY and found.color >= 0, "tint": found.color >= 0,
              "lead": next((one.clause for one in found.lines if one.clause.startswith("12.")), "none")}  # fmt: skip
    cited = [(one.clause,) for one in found.lines if one.clause != "13.0"] or [("5.22",)]
    return Found(g, found.sum, fields, {"flat": flat, "no-color": found.sum - (found.lines[-1].adds if found.lines[-1].words == "color" else 0)},
                 clauses=list(dict.fromkeys(cited)), look=scene.look(h))  # fmt: skip


def adds(rng: Random, edition: str) -> Found:
    h = scene.spot(rng)
    g = scene.game({h: _stack(rng, 0, True) if rng.random() < 0.8 else [rng.choice(scene.SORCERERS)]})
    s = g.state
    lead = _lead(s, 0, h)
    found = defence(s, 0, h, lead)
    row = next(one for one in found.lines if one.clause in ("12.11", "12.12", "12.13", "12.14", "12.16"))
    others = sum(one.adds for one in found.lines if one is not row and one.words != "color")
    fields = {
        "who": scene.called(s, force(s, 0, h)),
        "at": scene.ground(s, h),
        "printed": printed_strength(s, lead),
        "half": printed_strength(s, lead) // 2,
        "others": others,
    }
    return Found(g, row.adds, fields, {"printed": printed_strength(s, lead), "half": printed_strength(s, lead) // 2}, case=row.clause, clauses=[(row.clause,)],
                 look=scene.look(h))  # fmt: skip


def clash_column(rng: Random, edition: str) -> Found | None:
    h = scene.spot(rng)
    g = scene.game({h: _stack(rng, 0) + _stack(rng, 1)}, phase="combat")
    s = g.state
    if not who_attacks(s, 0, h):
        return None
    met = clash_in(s, 0, h, 1, ())
    right = column(met.differential, met.line)
    ends = met.differential + SHIFT[met.line] != right
    fields = {
        "standing": scene.standing(s),
        "ours": worth.made_of(met.attack),
        "theirs": worth.made_of(met.defence),
        **_read(met),
        "ends": ends,
    }
    return Found(g, right, fields, {"line": met.differential, "turned": -met.differential + SHIFT[met.line]}, clauses=[("13.4",)] if ends else [("13.0",)],
                 look=scene.look(h), least=FIRST, most=LAST)  # fmt: skip


def _read(met: Clash) -> dict[str, object]:
    """How the column of a fight is found: both totals, the difference, the line and its shift."""
    magic = all(one.color >= 0 for one in (met.attack, met.defence))
    return {
        "attack": met.attack.sum, "defence": met.defence.sum, "differential": f"{met.differential:+}", "apart": bool(met.differential),
        "line": LINE_NAMES[met.line], "shift": f"{SHIFT[met.line]:+}", "column": column(met.differential, met.line),
        "moved": "shifted" if SHIFT[met.line] else "even" if magic else "human",
    }  # fmt: skip


_RESULTS: Final = {0: "nothing", PIN: "pin", 1: "one", 2: "two", 3: "three"}


def die(rng: Random, edition: str) -> Found:
    h = scene.spot(rng)
    g = scene.game({h: _stack(rng, 0) + _stack(rng, 1)}, phase="combat")
    s = g.state
    met = clash_in(s, 0, h, 1, ())
    face = rng.randint(1, 6)
    found = _RESULTS.get(met.result(face), "more")
    fields = {
        "standing": scene.standing(s),
        "die": face,
        **_read(met),
        "does": found,
    }
    return Found(g, found, fields, clauses=[("13.4",), ("13.5",)], look=scene.look(h))


def _fate(s: State, before: State, u: int) -> str:
    if s.place[u] < 0:
        return "gone"
    return "depleted" if s.depleted >> u & 1 and not before.depleted >> u & 1 else "unharmed"


def who_loses(rng: Random, edition: str) -> Found | None:
    """What becomes of one of those who are struck for so many steps, where the owner has nothing to choose."""
    h = scene.spot(rng, 0, 1, 2, 3, 4, 5, WHITE)
    castle = ["fortress-orange-8@1"] if BOARD.printed[h] == 3 and rng.random() < 0.6 else []
    pile = _stack(rng, 0, True)
    if castle:
        pile = [u for u in pile if "infantry" in u or "sorcerer" in u or u.startswith("orange")]
    g = scene.game({h: [*castle, *pile, "yellow-troll-3@2"]}, phase="combat")
    s = g.state
    steps = rng.randint(1, 4)
    t = s.copy()
    t.agenda, t.struck = (), 0
    lead = _lead(s, 0, h)
    losses.deal(t, losses.Blow(losses.LOSSES, 0, h, steps, lead, (1,)), Context(ScriptedChance()))
    if t.agenda:
        return None  # somebody would be asked
    force_ = force(s, 0, h)
    told = [u for u in force_ if scene.called(s, [u]) not in [scene.called(s, [v]) for v in force_ if v != u]]
    if not told:
        return None
    u = rng.choice(told)
    limits = [("12.17",)] if KIND[u] == SORCERER else [("14.12",)] if KIND[u] == FORTRESS else []
    fates = {v: _fate(t, s, v) for v in force_}
    gone, depleted = ([scene.the(s, v) for v in force_ if fates[v] == fate] for fate in ("gone", "depleted"))
    fields = {"who": scene.called(s, force_), "at": scene.ground(s, h), "steps": steps, "unit": scene.the(s, u),
              "gone": gone, "ends": bool(gone), "depleted": depleted, "weakens": bool(depleted)}  # fmt: skip
    return Found(g, fates[u], fields, clauses=[("13.6",), *limits], look=scene.look(h))


def bolt(rng: Random, edition: str) -> Found | None:
    """The total of a Bolt, alone or joined."""
    color = rng.choice(scene.POWERS[0])
    here, there = scene.spot(rng, color), scene.spot(rng, color, (color + 1) % 6)
    able = [w for w in scene.SORCERERS if NAMES[color] in w]
    throwers = rng.sample(able, rng.randint(1, min(2, len(able))))
    g = scene.game({here: throwers, there: ["yellow-demon-1@2"]})
    s = g.state
    units = scene.numbers(throwers)
    found = bolts.odds(s, 1, there, color, units, NOBODY).attack
    half = sum(printed_strength(s, u) // 2 for u in units)
    fields = {"who": scene.called(s, units), "from": scene.ground(s, here), "to": scene.ground(s, there), "color": NAMES[color].capitalize(), "n": len(units),
              "made": worth.made_of(found)}  # fmt: skip
    more = found.lines[-1].adds
    return Found(g, found.sum, fields, {"half": half + more, "no-color": found.sum - more, "own": found.sum - more + 6},
                 case="joined" if len(units) > 1 else "one", look=scene.look(here, there))  # fmt: skip


def fades(rng: Random, edition: str) -> Found:
    """A step on a unit: is it gone? Depleted units, and magical ones in Gray."""
    h = scene.spot(rng, GRAY, GRAY, *scene.POWERS[0])
    gray = BOARD.printed[h] == GRAY
    unit = rng.choice([scene.beast(rng.choice(scene.POWERS[0]), rng.choice(scene.BEASTS)), "green-infantry-1"]) + (
        "-" if rng.random() < 0.3 else ""
    )
    if gray and "infantry" not in unit:
        unit = unit.rstrip("-")
    g = scene.game({h: [unit], scene.spot(rng, 2): ["yellow-demon-1@2"]})
    u = force(g.state, 0, h)[0]
    magic = "infantry" not in unit
    yes = unit.endswith("-") or (gray and magic)
    fields = {"unit": scene.called(g.state, [u]), "at": scene.ground(g.state, h)}
    case = "depleted" if unit.endswith("-") else "gray" if yes else "human" if gray else "step"
    return Found(
        g, yes, fields, case=case, clauses=[("13.3",)] if case in ("gray", "human") else [("13.5",)], look=scene.look(h)
    )


def fort(rng: Random, edition: str) -> Found:
    """What a side with a fortress attacks with: the fortress only with a Sorcerer of its color."""
    h = scene.spot(rng, 3)
    pile = ["fortress-orange-8", rng.choice(("orange-demon-1", "orange-troll-1", "green-infantry-1"))]
    if rng.random() < 0.6:
        pile.append(rng.choice(("sorcerer-orange-1", "sorcerer-green-1", "sorcerer-green-orange-purple")))
    g = scene.game({h: [*pile, "yellow-troll-1@2"]}, phase="combat")
    s = g.state
    found = attack(s, 0, h, _lead(s, 0, h))
    whole = defence(s, 0, h, _lead(s, 0, h))
    awake = scene.numbers(["fortress-orange-8"])[0] in who_attacks(s, 0, h)
    strong = printed_strength(s, scene.numbers(["fortress-orange-8"])[0])
    fields = {
        "who": scene.called(s, force(s, 0, h)),
        "at": scene.ground(s, h),
        "made": worth.made_of(found),
        "strong": strong,
    }
    return Found(g, found.sum, fields, {"whole": whole.sum}, case="awake" if awake else "asleep", look=scene.look(h))
