"""Questions about what chance does: what is drawn, what a die decides. The engine plays it with that luck."""

from __future__ import annotations

from collections.abc import Sequence
from random import Random
from typing import Final

from elric.tutor.question import Draft, yes_no
from elric.young_kingdoms.components import pieces, spells, words
from elric.young_kingdoms.components.board import BOARD, LAND, MOUNTAIN
from elric.young_kingdoms.components.notation import Action, parse_action
from elric.young_kingdoms.components.spells import ALIGNMENT_NAMES, IDS, IMMEDIATE, SIZE
from elric.young_kingdoms.game import Game
from elric.young_kingdoms.teaching.luck import set_luck
from elric.young_kingdoms.teaching.question_kinds.magic import spell_words
from elric.young_kingdoms.teaching.question_kinds.positions import NATIONS, built
from elric.young_kingdoms.teaching.question_kinds.powers import scene
from elric.young_kingdoms.teaching.question_kinds.registry import kind
from elric.young_kingdoms.turn import random_appearance as appearance

_BY_THE_RIDGE: Final = ("jharkor_sequa", "shazaar_plains", "xanyaw", "myrrhyn")
_DRAWN: Final = {
    "nothing": "Nothing happens",
    "fight": "It attacks, and there is a fight",
    "eaten": "It swallows the armies, and there is no fight",
}


def after(g: Game, moves: Sequence[str], dice: Sequence[int], draws: Sequence[str] = ()) -> Game | None:
    """The game after some moves, with faces and spells written down; None when a move is not legal."""
    h = g.copy()
    set_luck(h, dice, draws)
    for text in moves:
        if not h.verdict(parse_action(text)):
            return None
        h.push(text)
    return h


@kind(
    "drawn",
    "What strikes in the wild?",
    ("7.6", "6.6"),
    ("7.6", "6.61"),
    ("7.6", "6.62"),
    ("7.6", "6.631"),
    ("7.6", "6.64"),
)
def drawn(rng: Random, edition: str) -> Draft | None:
    holds = rng.choice(("arkyn", "arioch", "grome"))
    able = [i for i in range(SIZE) if ALIGNMENT_NAMES[i] in ("law", "chaos", "neutral") and IDS[i] != holds]
    able = [i for i in able if spells.STRENGTH[i] or spells.EATS_ARMIES[i]]
    i = rng.choice([x for x in able if spells.EATER[x] and spells.EATS_ARMIES[x]] if rng.random() < 0.3 else able)
    g = scene(
        edition, {"shazaar_plains": ["ohada", "yishana", "jharkor-army*2"]}, phase="movement", hands={"ohada": [holds]}
    )
    if g is None:
        return None
    moves = ["lead yishana", "join ohada", "join jharkor-army-1", "join jharkor-army-2", "step xanyaw"]
    h = after(g, moves, [3, 4, 3, 3, 3], [IDS[i]])
    if h is None:
        return None
    if h.step == "withhold":
        h.push("ready")
    seen = {e["kind"] for e in h.events}
    right = "eaten" if "eaten" in seen else "fight" if "battle" in seen else "nothing"
    why = {
        "law": "A Law spell attacks only those who hold Chaos magic.",
        "chaos": "A Chaos spell always attacks.",
        "neutral": "A Neutral spell leaves everybody alone.",
    }[ALIGNMENT_NAMES[i]]
    if right == "eaten":
        why = "An eater of armies swallows them whole, whatever its side."
    return Draft(
        f"Yishana and Ohada march with two armies into the Vale of Xanyaw. Ohada holds {spell_words(spells.INDEX[holds])}. "
        f"{spell_words(i)} is drawn. What happens?",
        g,
        _DRAWN[right],
        tuple((text, why) for k, text in _DRAWN.items() if k != right),
        why,
        (),
        ("xanyaw",),
        facts={"spell": i, "holds": holds, "sort": right},
    )


@kind("appears", "Where may Elric appear?", ("12.1.1", "11.11"), ("12.1", "11.1"), ("5.0A", "4.1"))
def appears(rng: Random, edition: str) -> Draft | None:
    g = built(edition)
    able = [i for i in range(SIZE) if not IMMEDIATE[i] and appearance.named(i)]
    i = rng.choice(able)
    right = list(appearance.named(i))
    nations = [BOARD.nation[a] for a in right]
    others = [BOARD.main_city(n.id) for n in NATIONS if n.id not in nations]
    home = [a for n in nations for a in BOARD.home[n] if a not in right]
    if g is None:
        return None
    a = rng.choice(right)
    wrong = [
        (BOARD.names[x], "He comes to the chief city of a nation, not just anywhere in it.")
        for x in rng.sample(home, min(1, len(home)))
    ]
    wrong += [(BOARD.names[x], f"{spells.NAMES[i]} does not name that nation.") for x in rng.sample(others, 2)]
    return Draft(
        f"A game-turn begins, Elric follows nobody, and {spells.NAMES[i]} is drawn. It names "
        f"{words.listed([words.nation(pieces.NATION_INDEX[n]) for n in nations])}. Where may he appear?",
        g,
        BOARD.names[a],
        tuple(wrong),
        f"In {words.listed([words.area(x) for x in right])}.",
        facts={"spell": i, "right": right},
    )  # fmt: skip


@kind("nightmare", "How does the dream end?", ("12.1.5", "11.15"), ("9.3.1", "8.31"))
def nightmare(rng: Random, edition: str) -> Draft | None:
    n = rng.randint(1, 6)
    g = scene(
        edition, {"xanyaw": ["elric", "yishana"]}, phase="search", owners={"elric": 0}, met_elric=True,
        hidden={"xanyaw": ["elric-nightmare-1"]},
    )  # fmt: skip
    h = after(g, ["search xanyaw magic"], [6, n]) if g is not None else None
    if g is None or h is None:
        return None
    dead = h.state.place[pieces.INDEX["yishana"]] >= BOARD.size
    right, wrong = yes_no(
        dead, "Only on 5 or 6 does the black sword kill.", "On 5 or 6 it kills the hero in control of Elric."
    )
    return Draft(
        f"Yishana is in control of Elric. A search turns up Elric's Nightmare, and the die shows {n}. Is she slain?",
        g,
        right,
        wrong,
        "The black sword has killed her." if dead else "The dream passes.",
        (),
        ("xanyaw",),
        facts={"die": n},
        ordered=True,
    )


@kind("horn", "What does the Horn bring?", ("13.5B", "12.52"), ("16.7", "14.71"))
def horn(rng: Random, edition: str) -> Draft | None:
    n = rng.randint(1, 6)
    g = scene(
        edition, {"shazaar_plains": ["elric", "yishana"]}, phase="magic", owners={"elric": 0}, met_elric=True,
        hands={"elric": ["horn-of-fate"]}, tipped="chaos", turn=5, ends=8,
    )  # fmt: skip
    h = after(g, ["blow"], [n]) if g is not None else None
    if g is None or h is None:
        return None
    ends = h.outcome is not None
    right, wrong = (
        ("The world ends", "The Balance is set right") if ends else ("The Balance is set right", "The world ends")
    )
    why = "From 1 to 4 the Horn sets the world right; on 5 or 6 it ends it."
    return Draft(
        f"The world has tipped to Chaos, and Elric blows the Horn of Fate for the first time. The die shows {n}. What follows?",
        g,
        right,
        ((wrong, why), ("Nothing", "The Horn always decides something in a tipped world.")),
        why,
        facts={"die": n, "ends": ends},
    )


@kind("prize", "What does a city bring?", ("9.1", "8.12"), ("7.5.2", "6.52"))
def prize(rng: Random, edition: str) -> Draft | None:
    a = rng.choice(("dharijor_gromoorva", "dharijor_sequaloris"))
    hosts = ["yishana", "rackhir", "jharkor-army*8", "dharijor-army*1"]
    other = "dharijor_sequaloris" if a == "dharijor_gromoorva" else "dharijor_gromoorva"
    g = scene(edition, {a: hosts, other: ["karnaal"]}, phase="combat", owners={"rackhir": 0}, assaults=[a])
    h = after(g, [f"fight {a}", "ready", "ready"], [6, 1], ["grome"]) if g is not None else None
    if g is None or h is None or h.state.control[BOARD.index[a]] != 0:
        return None
    drew = any(e["kind"] in ("drew", "found", "prize") for e in h.events) or h.step == "take"
    right, wrong = yes_no(
        drew,
        "Only a capital that is taken brings a spell.",
        "Whoever takes a capital, an enemy's or a neutral one, draws a spell.",
    )
    return Draft(
        f"Yishana takes {words.area(BOARD.index[a])} from Dharijor. Does she draw a spell for it?",
        g,
        right,
        wrong,
        f"{words.area(BOARD.index[a])} is {'the capital' if BOARD.index[a] == BOARD.main_city('dharijor') else 'not the capital'}.",
        (),
        (a,),
        facts={"area": a, "drew": drew},
        ordered=True,
    )


@kind("ridge", "Over the mountains?", ("7.5.3", "6.53"), ("7.5", "6.5"))
def ridge(rng: Random, edition: str) -> Draft | None:
    here = BOARD.index[rng.choice(_BY_THE_RIDGE)]
    peaks = [x for x in range(BOARD.size) if BOARD.kind[x] == MOUNTAIN and BOARD.continent[x] == BOARD.continent[here]]
    open_land = [x for x in BOARD.near[here] if BOARD.kind[x] == LAND and not BOARD.city[x]]
    x = rng.choice(peaks if rng.random() < 0.5 else open_land)
    who = rng.choice(("yishana", "myrrhyn"))
    g = scene(edition, {BOARD.ids[here]: [who]}, phase="movement", owners={"myrrhyn": 0} if who == "myrrhyn" else {})
    h = after(g, [f"lead {who}"], []) if g is not None else None
    if h is None:
        return None
    act = Action("step", (x,))
    said = h.verdict(act)
    if not said and BOARD.kind[x] != MOUNTAIN:
        return None
    right, wrong = yes_no(bool(said), "Nobody crosses the mountains, not even on wings.", "That is open land.")
    return Draft(
        f"{words.unit(pieces.INDEX[who])}, now in {words.area(here)}. May the next step go to {words.area(x)}?",
        h,
        right,
        wrong,
        "It may." if said else " ".join(r.words for r in said.reasons),
        (),
        (BOARD.ids[here], BOARD.ids[x]),
        facts={"action": str(act), "yes": bool(said)},
        ordered=True,
    )


@kind("maintain", "What stays in a tipped world?", ("13.4A", "12.41"))
def maintain(rng: Random, edition: str) -> Draft | None:
    tipped = rng.choice(("law", "chaos"))
    i = rng.choice(
        [
            x
            for x in range(SIZE)
            if ALIGNMENT_NAMES[x] in ("law", "chaos") and spells.STRENGTH[x] and not spells.EATER[x]
        ]
    )
    g = scene(
        edition, {"shazaar_plains": ["ohada", "yishana", "jharkor-army*4", "sarosto", "dharijor-army*2"]}, phase="magic",
        hands={"ohada": [IDS[i]]}, tipped=tipped, turn=4, ends=7, assaults=["shazaar_plains"],
    )  # fmt: skip
    h = (
        after(g, [f"cast ohada {IDS[i]}", "done", "fight shazaar_plains", "ready", "ready"], [5, 3])
        if g is not None
        else None
    )
    if g is None or h is None:
        return None
    while h.outcome is None and h.step in ("losses", "retreat"):
        h.push(h.legal_actions()[0])
    yes = any(a.verb == "maintain" for a in h.legal_actions())
    right, wrong = yes_no(
        yes,
        "Only spells of the ruling side stay, and Neutral ones that are maintained.",
        "A used spell of the ruling side does not go away: its magician may maintain it.",
    )
    return Draft(
        f"The world has tipped to {tipped.capitalize()}. Ohada has used {spell_words(i)} in a battle. May she maintain it?",
        g,
        right,
        wrong,
        "She may." if yes else "It is used up.",
        (),
        ("shazaar_plains",),
        facts={"spell": i, "tipped": tipped},
        ordered=True,
    )
