"""Two positions that look alike to a seat stay alike for it, whoever does the same in both, with the same luck [7.6]."""

from __future__ import annotations

from random import Random

import pytest

from elric.dragon_pass.components.notation import VERBS
from elric.dragon_pass.components.units import BY_ID, MAGICIANS, UNITS
from elric.dragon_pass.magic.asking import is_asked
from elric.dragon_pass.magic.casting import shields
from elric.dragon_pass.magic.spells import coverers, spell_at
from elric.dragon_pass.position.notes import Caught, on_the_way, the_note
from elric.kernel import running
from elric.kernel.bits import bits
from elric.kernel.chance import SeededChance
from elric.kernel.steps import Action

from .field import BESIDE, BOARD, GAME, HEXES, name, open_line
from .test_independents import FAR, war
from .test_magic import LINE, magic

SCENARIOS = sorted(GAME.scenarios())
H = open_line(6)
ACTIONS, SHARE, SEED = 900, 0.08, 7


def exchanged(s, t) -> dict[int, int]:
    """Which counter of one position lies where which of the other does."""
    found = {a: b for h, pile in s.piles.items() for a, b in zip(pile, t.piles[h], strict=True)}
    found |= dict(zip(*(the_note(x, Caught).units for x in (s, t)), strict=True))
    return found | dict(zip(on_the_way(s), on_the_way(t), strict=True))


def renamed(action: Action, swap: dict[int, int]) -> Action:
    kinds = zip(action.args, VERBS[action.verb].takes, strict=True)
    return Action(action.verb, tuple(swap.get(x, x) if kind == "unit" else x for x, kind in kinds))


def after(s, action: Action, seed: int):
    told: list = []
    t = s.copy()
    running.apply(t, action, GAME.context(SeededChance(seed), told))
    return t, told


def plain(seen, names: dict[str, str]):
    """A view with counters renamed, and lists of names without their order."""
    if isinstance(seen, dict):
        return {names.get(k, k): x if k == "holders" else plain(x, names) for k, x in seen.items()}
    if isinstance(seen, (list, tuple)):
        found = [plain(x, names) for x in seen]
        return sorted(found, key=str) if all(x is None or isinstance(x, str) for x in found) else found
    return names.get(seen, seen) if isinstance(seen, str) else seen


@pytest.mark.parametrize("key", SCENARIOS)
def test_what_looks_alike_stays_alike(key: str) -> None:
    """The seat's own list of what it may do is the same; and where it is told the same afterwards it sees the same, but for the
    names of counters that have turned up."""
    rng, compared, hidden = Random(SEED), 0, 0
    s = GAME.new_state(GAME.scenarios()[key], GAME.ruleset("1976"))
    cx = GAME.context(SeededChance(SEED), None)
    running.begin(s, cx)
    for n in range(ACTIONS):
        if not s.agenda:
            break
        legal = running.legal(s)
        verb = rng.choice(sorted({a.verb for a in legal}))
        chosen = rng.choice([a for a in legal if a.verb == verb] if rng.random() < 0.6 else legal)
        if s.turn and rng.random() < SHARE:
            for seat in (*s.scenario.sides, None):
                t = GAME.resample(s, seat, SeededChance(n))
                swap = exchanged(s, t)
                hidden += any(a != b for a, b in swap.items())
                if seat == s.seat:
                    assert {*running.legal(t)} == {*legal}
                if (same := renamed(chosen, swap)) not in running.legal(t):
                    continue  # what the other side can do depends on what it has
                (s2, said), (t2, other) = after(s, chosen, n), after(t, same, n)
                if GAME.redact(said, seat) == GAME.redact(other, seat):
                    back = {UNITS[b].id: UNITS[a].id for a, b in swap.items()}
                    assert plain(GAME.view(s2, seat), {}) == plain(GAME.view(t2, seat), back), GAME.notation.text(
                        chosen
                    )
                    compared += 1
        running.apply(s, chosen, cx)
    assert compared > 20
    assert hidden or sum(len(army.units) for army in s.scenario.armies) < 40


def disorder(seed: int):
    """Stacks of armies with magicians beside each other, in disorder; the one whose Move it is can cast."""
    rng = Random(seed)
    near = [h for h in range(HEXES.size) if HEXES.distance(h, H) < 9 and h not in BOARD.place_at]
    rng.shuffle(near)
    stacks = {}
    for side, mages in (("lunar", ["minor-class-1", "minor-class-2", "spell-archers", "comet-seers", "major-class-1"]),
                        ("sartar", ["krise", "and-j", "egglord-warlocks", "tosti-runefriend"])):  # fmt: skip
        plain = [u.id for u in UNITS if u.side == side and u.kind == "physical" and u.id != "bullocks"][:14]
        units = [*plain, *mages, "jar-eel-the-razoress" if side == "lunar" else "harrek-the-berserk"]
        rng.shuffle(units)
        while units:
            pile = [units.pop() for _ in range(min(rng.choice((1, 2, 3)), len(units)))]
            stacks[near.pop()] = pile
    stacks[near.pop()] = rng.choice((["bullocks", "dragon-1"], ["dragon-1"]))
    player = rng.choice(("lunar", "sartar"))
    return war(stacks, player=player, owners={"dragon-1": "sartar"}, day=3).state


def test_wb_7_6_who_is_asked_for_cover_is_plain_to_all() -> None:
    """[7.6] [21.5] [38.5]: whether the target's ruler is asked is the same however his hidden counters lie, and whoever can
    cover or shield is always asked."""
    compared, said, cx = 0, set(), GAME.context(SeededChance(SEED), None)
    for seed in range(40):
        s = disorder(seed)
        aims = [a for a in running.legal(s) if a.verb == "aim"]
        for n, aim in enumerate(Random(seed).sample(aims, min(4, len(aims)))):
            t = GAME.resample(s, s.player, SeededChance(n))
            found = []
            for x in (s.copy(), t):
                running.apply(x, aim, cx)
                spell = spell_at(x, aim.args[1])
                found.append(is_asked(x, spell))
                assert found[-1] or not (coverers(x, spell) or shields(x, spell))
                said.add((found[-1], bool(coverers(x, spell))))
            assert found[0] == found[1], (seed, GAME.notation.text(aim))
            compared += t.piles != s.piles
    assert compared > 60
    assert said == {(True, True), (True, False), (False, False)}


def test_wb_7_6_what_holds_a_prisoner_does_not_name_him() -> None:
    """[7.6] [25.3]: a stack that a storm has bound is taken by the Sylphs: the other side learns no names from what lasts."""
    bound = bits(BY_ID[u] for u in ("whipstock", "starkin"))
    g = war({H: ["sylphs"], BESIDE[BESIDE[H][0]][0]: ["whipstock", "starkin"], FAR: ["krise"]}, phase="movement",
            effects=[["half", hex(bound), 9]])  # fmt: skip
    g.push(f"settle {name(BESIDE[BESIDE[H][0]][0])}")
    assert g.view(0)["effects"][0]["counters"] == ["whipstock", "starkin"]
    assert not g.view(1)["effects"]


def test_wb_7_6_how_many_a_spell_holds_is_not_told() -> None:
    """[7.6] [45.1]: it would tell how many of a stack are magicians; only faces that lie open are named."""
    views = []
    for below in ("comet-seers", "starkin"):
        g = war({H: ["sir-ethilrist"], BESIDE[H][1]: ["whipstock", below], FAR: ["krise"]},
                owners={"sir-ethilrist": "sartar"})  # fmt: skip
        g.push("cloak")
        views.append(g.view(1)["effects"])
    assert views[0] == views[1]
    assert ["whipstock"] in [e.get("counters") for e in views[0]]


def test_wb_7_6_a_spell_that_is_aimed_tells_that_a_magician_is_there() -> None:
    """[7.6] [19.1]: so every deal has one there, though not always the same."""
    stacks = {LINE[0]: ["talfort", "minor-class-1", "bagnot"], LINE[6]: ["dunstop", "comet-seers", "goldedge"],
              HEXES.ray(LINE[0], 3)[0]: ["whipstock", "starkin"], LINE[3]: ["pavis-royal-guard"]}  # fmt: skip
    g = magic(stacks)
    g.push(f"aim {name(LINE[0])} {name(LINE[3])}")
    found = set()
    for k in range(12):
        t = GAME.resample(g.state, 1, SeededChance(k))
        below = [u for u in t.piles[LINE[0]][1:] if MAGICIANS >> u & 1]
        assert below
        found |= set(below)
    assert len(found) > 1


def test_wb_7_6_who_covers_lies_open() -> None:
    """[7.6] [21.5]: the story names him, and so his counter is seen until the Move ends."""
    stacks = {LINE[0]: ["krise"], LINE[2]: ["talfort"], LINE[4]: ["bagnot", "comet-seers"], LINE[1]: ["and-j"]}
    g = magic(stacks, player="sartar")
    g.push(f"aim {name(LINE[0])} {name(LINE[2])}")
    g.push(f"cast {name(LINE[2])}")
    assert g.view(1)["stacks"][name(LINE[4])]["counters"] == ["bagnot", None]
    with g.scripted([2]):
        g.push(f"cover {name(LINE[4])}")
    assert g.view(1)["stacks"][name(LINE[4])]["counters"] == ["bagnot", "comet-seers"]
