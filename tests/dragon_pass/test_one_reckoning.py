"""The lab's label, its rows and what play rolls are one reckoning, for every battle: swords, magic, both joined.

A position is drawn at random with stacks of both sides side by side; who attacks whom and who casts at whom as well. What the lab
says of a battle that waits is compared with what the game then rolls.
"""

from __future__ import annotations

import sys
from fractions import Fraction as F
from random import Random
from time import perf_counter

import pytest

from elric.dragon_pass.combat.results import duel
from elric.dragon_pass.combat.table import is_rolled, odds_words, result
from elric.dragon_pass.components.units import UNITS
from elric.dragon_pass.description.view import waiting_battles
from elric.dragon_pass.lab.odds import Odds
from elric.dragon_pass.lab.walk import IMMUNE
from elric.dragon_pass.magic.spells import spell_at
from elric.dragon_pass.position.state import Segment

from .field import HEXES, Game, name, ones

ABLE = [u for u in UNITS if u.kind not in ("illusion", "zombie") and u.id not in ("the-cloak", "the-hound")]
OURS = [u for u in ABLE if u.side == "lunar"]
THEIRS = [u for u in ABLE if u.side == "sartar"]
STRANGE = [u for u in ABLE if u.side not in ("lunar", "sartar")]
FEW = 200
MANY = 20_000


def drawn(rng: Random):
    """A random position of the complete game in the Empire's Combat Phase, two to eight stacks close together."""
    middle = rng.randrange(HEXES.size)
    near = ones(HEXES.disc(middle, rng.choice((1, 2, 2, 4))))
    spots = rng.sample(near, min(len(near), rng.randint(2, 8)))
    pools = [rng.sample(side, len(side)) for side in (OURS, THEIRS)]
    strange = rng.sample(STRANGE, len(STRANGE))
    stacks: dict[str, list[str]] = {}
    owners: dict[str, str] = {}
    for k, h in enumerate(spots):
        side = k % 2
        pile = [pools[side].pop() for _ in range(rng.randint(1, 3))]
        if rng.random() < 0.2:
            pile[-1] = strange.pop()
            owners[pile[-1].id] = ("lunar", "sartar")[side]
        if any(u.kind == "dragon" for u in pile):
            pile = [u for u in pile if u.kind == "dragon"][:1]
        stacks[name(h)] = [u.id for u in pile]
    heroes = {"harrek-the-berserk": "gunda-the-guilty", "jar-eel-the-razoress": "beat-pot-aelwrin"}
    everybody = {u for pile in stacks.values() for u in pile}
    for pile in stacks.values():
        pile += [
            friend for hero, friend in heroes.items() if hero in pile and friend not in everybody and rng.random() < 0.5
        ]
    return Game.at(
        {
            "scenario": "complete-game", "phase": "combat", "player": "lunar", "order": ["lunar", "sartar"], "turn": 2,
            "day": rng.randrange(7), "stacks": stacks, "owners": owners,
        },
        seed=rng.randrange(10**6),
    )  # fmt: skip


def assigned(g, rng: Random) -> str:
    """Attacks and spells are laid down at random; the action that rolls one battle, "" where there is none."""
    for _ in range(24):
        listed = g.legal_actions()
        rolls = [a for a in listed if a.verb in ("roll", "cast")]
        if rolls and rng.random() < 0.3:
            return rng.choice(rolls)
        plans = [a for a in listed if a.verb in ("assign", "aim", "stretch", "assist")]
        if not plans:
            return rng.choice(rolls) if rolls else ""
        verbs = {a.verb for a in plans}
        verb = "assist" if "assist" in verbs and rng.random() < 0.5 else rng.choice(sorted(verbs))
        g.push(rng.choice([a for a in plans if a.verb == verb]))
    return ""


def compared(seed: int) -> str:
    """Draw a position, ask the lab, play; what kind of battle was fought, "" where none was."""
    rng = Random(seed)
    g = drawn(rng)
    action = assigned(g, rng)
    if not action:
        return ""
    s = g.state.copy()
    battle = (
        spell_at(s, action.args[0])
        if action.verb == "cast"
        else next(b for b in waiting_battles(s) if any(d == action.args[0] for d, _ in b.defenders))
    )
    found = Odds(s, battle)
    whole(s, battle, found, seed)
    before = len(g.events)
    g.push(action)
    while g.step == "cover":
        covers = [a for a in g.legal_actions() if a.verb == "cover" and a.args[0] in found.plan.covers]
        g.push(covers[0] if covers else "bare")
    told = g.events[before:]
    fought = next((e for e in told if e["kind"] == "battle"), None)
    if fought is None:
        assert {"no effect", "no battle"} & {e.odds for e in found.endings}, (seed, found.odds)
    else:
        assert fought["odds"] in {e.odds for e in found.endings}, (seed, fought["odds"], found.odds)
        assert fought["result"] in found.results or duel(found.attackers, found.defenders), (seed, fought["result"])
        assert (fought["attack"], fought["defence"]) == (found.reckoning.attack, found.reckoning.defence) or turned(
            told
        ), seed
    return "both" if battle.attackers and battle.casters else "magic" if battle.casters else "swords"


def turned(told) -> bool:
    """Whether a die fell for a giant before the battle, or the Troupe had to flee it."""
    return any(e["kind"] in ("giant tempted", "feast") for e in told)


def whole(s, battle: Segment, found: Odds, seed: int) -> None:
    """The rows add up to one, and are what the six faces of the column on the label give."""
    assert sum(found.endings.values()) == 1
    if IMMUNE in found.results or len({e.odds for e in found.endings}) > 1 or duel(found.attackers, found.defenders):
        return
    which = found.reckoning.column
    if "no battle" in found.odds or any(UNITS[u].kind == "giant carrier" for u in (*found.attackers, *found.defenders)):
        return
    assert found.odds == odds_words(which), seed
    faces: dict[str, F] = {}
    for die in range(1, 7) if is_rolled(which) else (0,):
        said = result(which, die)
        faces[said] = faces.get(said, F(0)) + (F(1, 6) if is_rolled(which) else F(1))
    assert found.results == faces, seed


def test_label_rows_and_roll_are_one_reckoning() -> None:
    """[12.2] [21.3] [18.3] [38.4]: of every kind of battle the lab says what play then rolls."""
    kinds = [compared(seed) for seed in range(FEW)]
    assert all(kinds.count(kind) > FEW // 20 for kind in ("swords", "magic", "both"))


@pytest.mark.siege
def test_label_rows_and_roll_are_one_reckoning_twenty_thousand_times() -> None:
    """The same, of many more positions."""
    start = perf_counter()
    kinds = [compared(seed) for seed in range(FEW, FEW + MANY)]
    counts = {kind: kinds.count(kind) for kind in ("swords", "magic", "both", "")}
    print(f"{counts} in {perf_counter() - start:.0f} s", file=sys.stderr)
    assert all(counts[kind] > MANY // 20 for kind in ("swords", "magic", "both"))
