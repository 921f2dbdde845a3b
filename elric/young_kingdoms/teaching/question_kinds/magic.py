"""Questions about spells and the Cosmic Balance."""

from __future__ import annotations

from random import Random

from elric.tutor.question import Draft, near, yes_no
from elric.young_kingdoms.components import law, pieces, spells, words
from elric.young_kingdoms.components.board import BOARD
from elric.young_kingdoms.components.notation import Action
from elric.young_kingdoms.components.pieces import ARTIFACT, KIND, MAGIC
from elric.young_kingdoms.components.spells import ALIGN, CHAOS, LAW, NEUTRAL, OTHER, STRENGTH, VALUE
from elric.young_kingdoms.magic import balance, casting, hands
from elric.young_kingdoms.movement import random_attacks
from elric.young_kingdoms.position.state import IN_HAND, own_in
from elric.young_kingdoms.teaching.question_kinds.positions import NATIONS, built, heroes_of, names, snapshot, still
from elric.young_kingdoms.teaching.question_kinds.registry import kind

_SIDE = {LAW: "Law", CHAOS: "Chaos", NEUTRAL: "Neutral"}
PLAIN = tuple(i for i in range(spells.SIZE) if ALIGN[i] != OTHER and VALUE[i])


def spell_words(i: int) -> str:
    """A spell with what its counter shows: "Arkyn (Law 3)"."""
    value = f"({VALUE[i]})" if spells.BRACKETED[i] else str(VALUE[i] or "")
    return f"{spells.NAMES[i]} ({' '.join(x for x in (spells.ALIGNMENT_NAMES[i].capitalize(), value) if x)})"


def at_words(at: int) -> str:
    """Where the Balance stands."""
    return "in the middle" if not at else f"{abs(at)} towards {'Law' if at < 0 else 'Chaos'}"


@kind("cast", "Who may cast this spell?", ("9.2", "8.2"), ("9.3.5", "8.35"))
def cast(rng: Random, edition: str) -> Draft | None:
    g = snapshot(rng, edition, "magic")
    if g is None or g.seat is None:
        return None
    s = g.state
    yes = rng.random() < 0.5
    held = [
        (u, i)
        for i, at in enumerate(s.spell_at)
        for u in (at - IN_HAND,)
        if 0 <= u < pieces.SIZE and s.owner[u] == g.seat
    ]
    held = [(u, i) for u, i in held if s.place[u] < BOARD.size and casting.may_cast(s, s.seat, u, i, None) == yes]
    if not held:
        return None
    u, i = rng.choice(held)
    v = g.verdict(_cast(u, i))
    right, wrong = yes_no(
        yes,
        v.reasons[0].words if v.reasons else "It is forbidden.",
        "A magician, a battle where he stands, a fresh hand and a spell that fits: nothing is missing.",
    )
    return Draft(
        f"{words.unit(u)}, in {words.area(s.place[u])}, holds {spell_words(i)}. May it be laid for a battle now?",
        g,
        right,
        wrong,
        "It may." if yes else " ".join(r.words for r in v.reasons),
        tuple(r.clause for r in v.reasons[:2]),
        (pieces.IDS[u], BOARD.ids[s.place[u]]),
        open_hand=True,
        facts={"action": str(_cast(u, i))},
        ordered=True,
    )  # fmt: skip


def _cast(u: int, i: int) -> Action:
    return Action("cast", (u, i))


@kind("random-attack", "Which of these spells attacks?", ("7.6", "6.61"), ("7.6", "6.62"))
def random_attack(rng: Random, edition: str) -> Draft | None:
    wild = [a for a in BOARD.lands if BOARD.wild[a] and not BOARD.special[a]]
    nation = rng.choice([n for n in NATIONS if any(MAGIC[u] for u in heroes_of(n.index))])
    u = rng.choice([x for x in heroes_of(nation.index) if MAGIC[x]])
    a = rng.choice(wild)
    dark = rng.random() < 0.5
    chaos = [i for i in PLAIN if ALIGN[i] == CHAOS]
    hand = [spells.IDS[rng.choice(chaos)]] if dark else []
    g = built(
        edition,
        nations={nation.id: 0},
        units={BOARD.ids[a]: [*names([u]), f"{nation.id}-army*1"]},
        hands={pieces.IDS[u]: hand},
    )
    if g is None:
        return None
    stack = own_in(g.state, a, 0)
    hunts = random_attacks.holds_chaos(g.state, stack)
    preys = [i for i in PLAIN if random_attacks.falls_on(g.state, i, a, stack)]
    drawn = [i for i in PLAIN if spells.IDS[i] not in hand and spells.ACTS[i] == ""]
    bites = [i for i in drawn if i in preys]
    calm = [i for i in drawn if i not in bites]
    if hunts:
        bites = [i for i in bites if ALIGN[i] == LAW] if rng.random() < 0.6 else bites
    elif rng.random() < 0.3:
        bites = [i for i in bites if spells.EATER[i]]
    right = rng.choice(bites)
    wrong = rng.sample(calm, min(3, len(calm)))
    told = "a Chaos spell in hand" if dark else "no spell in hand"
    return Draft(
        f"{words.unit(u)} and an army go through {words.area(a)}, with {told}. Which of these, drawn for the random attack, "
        "would fall upon them?",
        g,
        spell_words(right),
        tuple((spell_words(i), "Neutral spells pass by." if ALIGN[i] == NEUTRAL else "Law attacks only those who carry Chaos.") for i in wrong),
        "Chaos attacks anybody; Law attacks whoever carries Chaos magic"
        + (", as this stack does" if hunts else "; this stack carries none")
        + ". An eater of armies eats them whatever its side.",
        (),
        (BOARD.ids[a], pieces.IDS[u]),
        open_hand=True,
        facts={"area": a, "spell": right, "others": wrong, "units": stack},
    )  # fmt: skip


@kind("balance-moves", "Where does the Balance go?", ("9.4", "8.4"), ("13.1", "12.1"))
def balance_moves(rng: Random, edition: str) -> Draft | None:
    at = rng.randint(-8, 8)
    g = built(edition, balance=at)
    if g is None:
        return None
    used = rng.sample(PLAIN, rng.randint(1, 3))
    t = g.state.copy()
    balance.shift(t, [(ALIGN[i], spells.PULL[i]) for i in used], still())
    if t.tipped:
        return None
    net = sum(ALIGN[i] * VALUE[i] for i in used)
    calm = sum(VALUE[i] for i in used if ALIGN[i] == NEUTRAL)
    slips = (
        (at + net, "Neutral spells pull the marker towards the middle."),
        (at - net, "Law pulls to the one side, Chaos to the other."),
        (at, "Every spell used moves the marker, whoever wins the battle."),
        (at + net + calm, "Neutral spells never push outwards."),
    )
    wrong = [(at_words(n), m) for n, m in slips if n != t.balance]
    wrong += [(at_words(t.balance + d), "Count the boxes again, Law and Chaos first.") for d in (1, -1, 2)]
    return Draft(
        f"The Balance stands {at_words(at)}. In a battle these spells are used: {words.listed([spell_words(i) for i in used])}. "
        "Where does it stand afterwards?",
        g,
        at_words(t.balance),
        tuple(wrong),
        f"Law and Chaos together move it by {abs(net)}{' ' + ('towards Law' if net < 0 else 'towards Chaos') if net else ''}"
        f"{f', and Neutral draws it {calm} towards the middle' if calm else ''}: {at_words(t.balance)}.",
        (("13.2", "12.21"),) if calm else (),
        facts={"used": used, "at": t.balance},
    )


@kind("balance-bonus", "What does the Balance add?", ("13.2", "12.2"))
def balance_bonus(rng: Random, edition: str) -> Draft | None:
    at = rng.choice([n for n in range(-12, 13) if n])
    g = built(edition, balance=at)
    if g is None:
        return None
    align = rng.choice((LAW, CHAOS, LAW if at < 0 else CHAOS, NEUTRAL))
    n = balance.bonus(g.state, align)
    box = balance.box_value(g.state, at)
    return Draft(
        f"The Balance stands {at_words(at)}. How much does each {_SIDE[align]} spell gain in strength?",
        g,
        str(n),
        near(
            rng,
            n,
            (
                (abs(at), "What counts is the number printed in the box, not how many boxes it is from the middle."),
                (box, "Only the side to which the Balance leans gains by it."),
                (0, "The Balance leans its way, so it gains."),
            ),
            low=0,
            high=12,
        ),
        f"The box is worth {box}, and the Balance leans to {'Law' if at < 0 else 'Chaos'}: {_SIDE[align]} gains {n}.",
        facts={"align": align, "bonus": n},
        ordered=True,
    )


@kind("world-tips", "Does the world tip?", ("13.4", "12.4"), ("13.4E", "12.44"))
def world_tips(rng: Random, edition: str) -> Draft | None:
    side = rng.choice((LAW, CHAOS))
    arm = int(law.ruleset(edition).balance_arm)
    at = side * rng.randint(arm - 4, arm)
    g = built(edition, balance=at, turn=rng.randint(2, 6))
    if g is None:
        return None
    used = rng.sample([i for i in PLAIN if ALIGN[i] in (side, NEUTRAL)], rng.randint(1, 2))
    t = g.state.copy()
    balance.shift(t, [(ALIGN[i], spells.PULL[i]) for i in used], still())
    ends = f"Yes, and it ends with turn {t.ends or t.turn + balance.WORLD_END_TURNS}"
    right = ends if t.tipped else "No"
    wrong = [
        ("No", "Once the marker would pass the last box, the world tips, and no Neutral spell calls it back."),
        (ends, "It tips only when the marker would go past the last box; on it, it still stands."),
        (
            f"Yes, and it ends with turn {t.turn + balance.WORLD_END_TURNS - 1}",
            "Three turns more are left after this one.",
        ),
        ("Yes, and it ends at once", "The world has some turns left in which it may be set right."),
    ]
    return Draft(
        f"In turn {t.turn} the Balance stands {at_words(at)}; the last box is {arm}. These are used: "
        f"{words.listed([spell_words(i) for i in used])}. Does the world tip over?",
        g,
        right,
        tuple(w for w in wrong if w[0] != right),
        f"The marker {'passes' if t.tipped else 'does not pass'} the last box{f', and the world ends with turn {t.ends}' if t.tipped else ''}.",
        facts={"used": used, "tipped": t.tipped, "ends": t.ends},
    )  # fmt: skip


@kind("spell-strength", "What does this spell add in battle?", ("10.4", "9.4"), ("13.2", "12.2"), ("9.2", "8.21"))
def spell_strength(rng: Random, edition: str) -> Draft | None:
    at = rng.randint(-10, 10)
    g = built(edition, balance=at)
    if g is None:
        return None
    i = rng.choice([x for x in range(spells.SIZE) if ALIGN[x] != OTHER])
    extra = balance.bonus(g.state, ALIGN[i]) if STRENGTH[i] else 0
    n = STRENGTH[i] + extra
    return Draft(
        f"The Balance stands {at_words(at)}. {spell_words(i)} is used in battle. What does it add to its side's total?",
        g,
        str(n),
        near(
            rng,
            n,
            (
                (VALUE[i], "The Balance adds to the side it leans to; a value in brackets adds nothing."),
                (VALUE[i] + balance.bonus(g.state, ALIGN[i]), "A value in brackets stays out of battle totals."),
                (VALUE[i] + abs(at), "It is the number in the box that is added, and only for the side it leans to."),
            ),
            low=0,
            high=20,
        ),
        f"Its own strength is {STRENGTH[i]}, and the Balance adds {extra}.",
        facts={"spell": i, "value": n},
        ordered=True,
    )


@kind("hand-size", "How many spells may be held?", ("9.5", "8.5"))
def hand_size(rng: Random, edition: str) -> Draft | None:
    g = snapshot(rng, edition, "movement", "magic", "muster")
    if g is None:
        return None
    there = [u for u in pieces.HEROES if g.state.place[u] < BOARD.size and KIND[u] != ARTIFACT]
    if not there:
        return None
    u = rng.choice(there)
    n = hands.capacity(u)
    return Draft(
        f"How many spells may {words.unit(u)} hold at most?",
        g,
        str(n),
        near(
            rng,
            n,
            (
                (MAGIC[u], "Whoever is no magician may still keep one, to muster with."),
                (pieces.COMBAT[u], "That is the combat value; magic is the other number."),
                (3, "Three is what one side may use in a battle."),
            ),
            low=0,
            high=9,
        ),
        f"{words.unit(u)} {'has a magic value of ' + str(MAGIC[u]) if MAGIC[u] else 'is no magician and may hold one spell for a muster'}.",
        (),
        (pieces.IDS[u],),
        facts={"unit": u, "capacity": n},
        ordered=True,
    )  # fmt: skip


@kind("together", "May these two travel together?", ("9.5", "8.5"))
def together(rng: Random, edition: str) -> Draft | None:
    mages = [u for n in NATIONS for u in heroes_of(n.index) if MAGIC[u]]
    u, v = rng.sample(mages, 2)
    one, two = rng.sample(PLAIN, 2)
    lands = [a for a in BOARD.lands if BOARD.wild[a] and not BOARD.special[a]]
    a = rng.choice(lands)
    b = rng.choice([x for x in lands if x != a])
    g = built(
        edition,
        units={BOARD.ids[a]: names([u]), BOARD.ids[b]: names([v])},
        owners={pieces.IDS[u]: 0, pieces.IDS[v]: 0},
        hands={pieces.IDS[u]: [spells.IDS[one]], pieces.IDS[v]: [spells.IDS[two]]},
    )
    if g is None:
        return None
    yes = hands.alignments(g.state, (u, v)) != 3
    right, wrong = yes_no(
        yes,
        "Law and Chaos do not share a stack: one of the two must be thrown away.",
        "Only Law and Chaos are at odds; Neutral goes with either.",
    )
    return Draft(
        f"{words.unit(u)} holds {spell_words(one)}, {words.unit(v)} holds {spell_words(two)}. Can both be in one stack and keep "
        "their spells?",
        g,
        right,
        wrong,
        "Nothing is opposed." if yes else "The spells are of opposed sides.",
        (),
        (pieces.IDS[u], pieces.IDS[v]),
        open_hand=True,
        facts={"units": (u, v), "yes": yes},
        ordered=True,
    )


__all__ = ["PLAIN", "at_words", "spell_words"]
