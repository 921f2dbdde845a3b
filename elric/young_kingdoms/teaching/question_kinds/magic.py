"""Spells and the Cosmic Balance."""

from __future__ import annotations

from random import Random

from elric.tutor.question_kinds import Found, Slip
from elric.young_kingdoms.components import law, pieces, spells
from elric.young_kingdoms.components.board import BOARD
from elric.young_kingdoms.components.notation import Action
from elric.young_kingdoms.components.pieces import ARTIFACT, KIND, MAGIC
from elric.young_kingdoms.components.spells import ALIGN, CHAOS, LAW, NEUTRAL, OTHER, STRENGTH, VALUE
from elric.young_kingdoms.magic import balance, hands
from elric.young_kingdoms.magic_phase import casting
from elric.young_kingdoms.position import words
from elric.young_kingdoms.position.state import IN_HAND, own_in
from elric.young_kingdoms.teaching.question_kinds.positions import (
    NATIONS,
    because,
    built,
    cited,
    heroes_of,
    names,
    side,
    snapshot,
    still,
)
from elric.young_kingdoms.wild import random_attacks

_SIDE = {LAW: "Law", CHAOS: "Chaos", NEUTRAL: "Neutral"}
PLAIN = tuple(i for i in range(spells.SIZE) if ALIGN[i] != OTHER and VALUE[i])


def spell_words(i: int) -> str:
    """A spell with what its counter shows: "Arkyn (Law 3)"."""
    value = f"({VALUE[i]})" if spells.BRACKETED[i] else str(VALUE[i] or "")
    kind = "Elric only" if spells.ALIGNMENT_NAMES[i] == "elric" else spells.ALIGNMENT_NAMES[i].capitalize()
    return f"{words.spell(i)} ({' '.join(x for x in (kind, value) if x)})"


def at_words(at: int) -> str:
    """Where the Balance stands."""
    return "in the middle" if not at else f"{abs(at)} towards {'Law' if at < 0 else 'Chaos'}"


def cast(rng: Random, edition: str) -> Found | None:
    g = snapshot(rng, edition, "magic")
    if g is None or g.seat is None:
        return None
    s, seat, yes = g.state, g.seat, rng.random() < 0.5
    held = [(at - IN_HAND, i) for i, at in enumerate(s.spell_at) if 0 <= at - IN_HAND < pieces.SIZE]
    held = [(u, i) for u, i in held if s.owner[u] == seat and s.place[u] < BOARD.size]
    held = [(u, i) for u, i in held if casting.may_cast(s, s.seat, u, i, None) == yes]
    if not held:
        return None
    u, i = rng.choice(held)
    a = Action("cast", (u, i))
    reasons = g.verdict(a).reasons
    fields = {
        "side": side(s, seat), "who": words.unit(u), "at": words.inside(s.place[u]), "spell": spell_words(i),
        "reasons": because(reasons), "first": because(reasons[:1]),
    }  # fmt: skip
    return Found(
        g, yes, fields, clauses=cited(reasons[:2]), look=(pieces.IDS[u], BOARD.ids[s.place[u]]), open_hand=True,
        facts={"action": str(a)},
    )  # fmt: skip


def random_attack(rng: Random, edition: str) -> Found | None:
    nation = rng.choice([n for n in NATIONS if any(MAGIC[u] for u in heroes_of(n.index))])
    u = rng.choice([x for x in heroes_of(nation.index) if MAGIC[x]])
    a = rng.choice([a for a in BOARD.lands if BOARD.wild[a] and not BOARD.special[a]])
    held = rng.choice([i for i in PLAIN if ALIGN[i] == CHAOS]) if rng.random() < 0.5 else -1
    units = {BOARD.ids[a]: [*names([u]), f"{nation.id}-army*1"]}
    hand = {pieces.IDS[u]: [spells.IDS[held]] if held >= 0 else []}
    g = built(edition, nations={nation.id: 0}, units=units, hands=hand)
    if g is None:
        return None
    stack = own_in(g.state, a, 0)
    drawn = [i for i in PLAIN if i != held and spells.ACTS[i] == ""]
    bites = [i for i in drawn if random_attacks.falls_on(g.state, i, a, stack)]
    calm = [i for i in drawn if i not in bites]
    if held >= 0 and rng.random() < 0.6:
        bites = [i for i in bites if ALIGN[i] == LAW]
    elif held < 0 and rng.random() < 0.3:
        bites = [i for i in bites if spells.EATER[i]]
    right, wrong = rng.choice(bites), rng.sample(calm, min(3, len(calm)))
    eats = spells.EATER[right] and not random_attacks.holds_chaos(g.state, stack) and ALIGN[right] != CHAOS
    sort = "eats" if eats or ALIGN[right] == NEUTRAL else "law" if ALIGN[right] == LAW else "chaos"
    fields = {
        "who": words.unit(u),
        "stack": words.units(stack),
        "area": words.area(a),
        "held": "one" if held >= 0 else "none",
        "spell": spell_words(held) if held >= 0 else "",
        "name": words.spell(right),
    }
    return Found(
        g,
        spell_words(right),
        fields,
        [Slip(spell_words(i), "neutral" if ALIGN[i] == NEUTRAL else "law") for i in wrong],
        case=sort,
        clauses=[("7.6", "6.64") if sort == "eats" else ("7.6", "6.61" if sort == "chaos" else "6.62")],
        look=(BOARD.ids[a], pieces.IDS[u]),
        open_hand=True,
        facts={"area": a, "spell": right, "others": wrong, "units": stack},
    )


def balance_moves(rng: Random, edition: str) -> Found | None:
    at = rng.randint(-8, 8)
    g = built(edition, balance=at)
    used = rng.sample(PLAIN, rng.randint(1, 3))
    if g is None:
        return None
    t = g.state.copy()
    balance.shift(t, [(ALIGN[i], spells.PULL[i]) for i in used], still())
    if t.tipped:
        return None
    net = sum(ALIGN[i] * VALUE[i] for i in used)
    calm = sum(VALUE[i] for i in used if ALIGN[i] == NEUTRAL)
    slips = (("calm", at + net), ("law", at - net), ("every", at), ("outwards", at + net + calm))
    wrong = [Slip(at_words(n), key) for key, n in slips] + [Slip(at_words(t.balance + d)) for d in (1, -1, 2)]
    fields = {
        "at": at_words(at),
        "spells": [spell_words(i) for i in used],
        "net": abs(net),
        "calm": calm,
        "end": at_words(t.balance),
        "way": "Law" if net < 0 else "Chaos",
    }
    return Found(
        g, at_words(t.balance), fields, wrong, case=("net" if net else "even") + ("+calm" if calm else ""),
        clauses=[("9.4", "8.4"), ("13.1", "12.1"), *([("13.2", "12.21")] if calm else [])],
        facts={"used": used, "at": t.balance},
    )  # fmt: skip


def balance_bonus(rng: Random, edition: str) -> Found | None:
    at = rng.choice([n for n in range(-12, 13) if n])
    g = built(edition, balance=at)
    if g is None:
        return None
    align = rng.choice((LAW, CHAOS, LAW if at < 0 else CHAOS, NEUTRAL))
    n, box = balance.bonus(g.state, align), balance.box_value(g.state, at)
    fields = {"at": at_words(at), "sort": _SIDE[align], "box": box, "leans": "Law" if at < 0 else "Chaos", "n": n}
    slips = {"boxes": abs(at), "leans": box, "none": 0}
    return Found(g, n, fields, slips, most=12, case="some" if n else "none", facts={"align": align, "bonus": n})


def world_tips(rng: Random, edition: str) -> Found | None:
    towards = rng.choice((LAW, CHAOS))
    arm = int(law.ruleset(edition).balance_arm)
    at = towards * rng.randint(arm - 4, arm)
    g = built(edition, balance=at, turn=rng.randint(2, 6))
    used = rng.sample([i for i in PLAIN if ALIGN[i] in (towards, NEUTRAL)], rng.randint(1, 2))
    if g is None:
        return None
    t = g.state.copy()
    balance.shift(t, [(ALIGN[i], spells.PULL[i]) for i in used], still())
    last = t.ends or t.turn + balance.WORLD_END_TURNS
    fields = {
        "turn": t.turn, "at": at_words(at), "arm": arm, "spells": [spell_words(i) for i in used], "last": last,
        "early": t.turn + balance.WORLD_END_TURNS - 1,
    }  # fmt: skip
    return Found(g, "tips" if t.tipped else "no", fields, ["no", "tips", "early", "once"],
                 facts={"used": used, "tipped": t.tipped, "ends": t.ends})  # fmt: skip


def spell_strength(rng: Random, edition: str) -> Found | None:
    at = rng.randint(-10, 10)
    g = built(edition, balance=at)
    if g is None:
        return None
    i = rng.choice([x for x in range(spells.SIZE) if ALIGN[x] != OTHER])
    gain = balance.bonus(g.state, ALIGN[i])
    extra = gain if STRENGTH[i] else 0
    fields = {"at": at_words(at), "spell": spell_words(i), "name": words.spell(i), "own": STRENGTH[i], "extra": extra}
    slips = {"own": VALUE[i], "bracket": VALUE[i] + gain, "box": VALUE[i] + abs(at)}
    return Found(
        g, STRENGTH[i] + extra, fields, slips, most=20, case="plain" if STRENGTH[i] else "bracket",
        facts={"spell": i, "value": STRENGTH[i] + extra},
    )  # fmt: skip


def hand_size(rng: Random, edition: str) -> Found | None:
    g = snapshot(rng, edition, "movement", "magic", "muster")
    there = [u for u in pieces.HEROES if g.state.place[u] < BOARD.size and KIND[u] != ARTIFACT] if g else []
    if g is None or not there:
        return None
    u = rng.choice(there)
    n = hands.capacity(u)
    return Found(
        g,
        n,
        {"who": words.unit(u), "magic": MAGIC[u]},
        {"magic": MAGIC[u], "combat": pieces.COMBAT[u], "battle": 3},
        most=9,
        case="mage" if MAGIC[u] else "plain",
        look=(pieces.IDS[u],),
        facts={"unit": u, "capacity": n},
    )


def together(rng: Random, edition: str) -> Found | None:
    u, v = rng.sample([u for n in NATIONS for u in heroes_of(n.index) if MAGIC[u]], 2)
    one, two = rng.sample(PLAIN, 2)
    a, b = rng.sample([a for a in BOARD.lands if BOARD.wild[a] and not BOARD.special[a]], 2)
    both = (pieces.IDS[u], pieces.IDS[v])
    g = built(
        edition, units={BOARD.ids[a]: names([u]), BOARD.ids[b]: names([v])}, owners=dict.fromkeys(both, 0),
        hands={both[0]: [spells.IDS[one]], both[1]: [spells.IDS[two]]},
    )  # fmt: skip
    if g is None:
        return None
    yes = hands.alignments(g.state, (u, v)) != 3
    fields = {
        "one": words.unit(u),
        "two": words.unit(v),
        "spell": spell_words(one),
        "other_spell": spell_words(two),
        "at": words.inside(a),
        "other_at": words.inside(b),
        "sides": [_SIDE[x] for x in sorted({ALIGN[one], ALIGN[two]})],
    }
    return Found(g, yes, fields, look=both, open_hand=True, facts={"units": (u, v), "yes": yes})


__all__ = ["PLAIN", "at_words", "spell_words"]
