"""Questions about Elric, sieges, a tipped world: small positions, played out by the engine."""

from __future__ import annotations

from collections.abc import Sequence
from random import Random
from typing import Any, Final

from elric.kernel.chance import ScriptedThenSeeded
from elric.tutor.question import Draft, near, yes_no
from elric.young_kingdoms.components import pieces, spells, words
from elric.young_kingdoms.components.board import BOARD
from elric.young_kingdoms.components.notation import Action, ActionError, parse_action
from elric.young_kingdoms.components.pieces import ARMY, ELRIC, KIND
from elric.young_kingdoms.components.spells import ALIGNMENT_NAMES, IDS, SIZE
from elric.young_kingdoms.game import Game
from elric.young_kingdoms.magic import balance
from elric.young_kingdoms.teaching.question_kinds.magic import spell_words
from elric.young_kingdoms.teaching.question_kinds.positions import built
from elric.young_kingdoms.teaching.question_kinds.registry import kind

# Both sides with a hero in every nation, so that no nation falls apart beside the point.
_WAR: Final = {"jharkor": 0, "shazaar": 0, "tarkesh": 0, "pan-tang": 1, "dharijor": 1}
_HOME: Final = {
    "tarkesh_hornus": ["hilran"],
    "shazaar_aflitain": ["ohada"],
    "jharkor_thokora": ["dharmit"],
    "pan_tang": ["jagreen-lern"],
    "dharijor_gromoorva": ["karnaal"],
}


def scene(edition: str, units: dict[str, list[str]], **parts: Any) -> Game | None:
    """The western war with a few pieces somewhere in it; whoever is in none of them, or lost, is at home or nowhere."""
    away = {u for some in units.values() for u in some} | set(parts.get("lost", ()))
    at = {a: [u for u in some if u not in away] for a, some in _HOME.items()}
    for a, some in units.items():
        at[a] = [*some, *at.get(a, [])]
    return built(edition, nations=_WAR, units={a: some for a, some in at.items() if some}, **parts)


def played(g: Game, moves: Sequence[str], dice: Sequence[int] = ()) -> Game | None:
    """The game after some moves, with dice written down; None when a move is not legal."""
    h = g.copy()
    h.chance = ScriptedThenSeeded([d - 1 for d in dice], h.chance)
    for text in moves:
        try:
            a = parse_action(text)
        except ActionError:
            return None
        if not h.verdict(a):
            return None
        h.push(a)
    return h


# ---- Elric ----------------------------------------------------------------------------------------------------------


@kind("thirst", "What does the black sword do?", ("12.1.4", "11.14"), ("13.3", "12.3"))
def thirst(rng: Random, edition: str) -> Draft | None:
    n, casts = rng.randint(1, 6), rng.random() < 0.3
    units = {"shazaar_plains": ["elric", "yishana", "jharkor-army*2", "sarosto", "dharijor-army*2"]}
    g = scene(
        edition,
        units,
        phase="magic",
        owners={"elric": 0},
        met_elric=True,
        assaults=["shazaar_plains"],
        hands={"elric": ["grome"]},
    )
    if g is None:
        return None
    start = ["cast elric grome", "done"] if casts else ["done"]
    h = played(g, [*start, "fight shazaar_plains", "ready", "ready"], [3, 3, n])
    while h is not None and h.seat is not None and h.phase == "combat":
        deeds = h.legal_actions()
        h.push(next((a for a in deeds if a.verb == "lose" and KIND[a.args[0]] == ARMY), deeds[0]))
    if h is None:
        return None
    dead = h.state.place[pieces.INDEX["yishana"]] >= BOARD.size
    right, wrong = yes_no(
        dead,
        "The sword kills on a high throw only, and only when Elric has fought."
        if not casts
        else "Elric cast magic, so his sword slept.",
        "On a 5 or 6 the sword kills whoever is in control of Elric, without escape.",
    )
    deed = "cast Grome and did not fight" if casts else "fought"
    thrown = "" if casts else f" The die thrown for his sword shows {n}."
    return Draft(
        f"Elric {deed} in a battle, with Yishana in control of him.{thrown} Is Yishana slain?",
        g,
        right,
        wrong,
        "The sword has killed her." if dead else "She lives.",
        (),
        ("shazaar_plains",),
        facts={"die": n, "casts": casts, "dead": dead},
        ordered=True,
    )


@kind("moonglum", "Two friends", ("12.1.6", "11.16"), ("", "11.161"))
def moonglum(rng: Random, edition: str) -> Draft | None:
    both = rng.random() < 0.5
    units = {"jharkor_sequa": ["yishana", "dharmit", "elric", "moonglum"]}
    g = scene(edition, units, owners={"elric": 0, "moonglum": 0}, met_elric=True)
    if g is None:
        return None
    who = "yishana" if both else "dharmit"
    h = played(g, [f"lead {who}", "join moonglum", *(["join elric"] if both else [])])
    if h is None:
        return None
    a = rng.choice([x for x in BOARD.near[BOARD.index["jharkor_sequa"]] if BOARD.ids[x] != "dharijor_sequaloris"])
    act = Action("step", (a,))
    yes = bool(h.verdict(act))
    if not yes and not any(r.clause == ("12.1.6", "11.16") for r in h.verdict(act).reasons):
        return None
    right, wrong = yes_no(yes, "Elric and Moonglum are never parted.", "Both go, so nobody is parted from anybody.")
    return Draft(
        f"{who.capitalize()} has taken Moonglum{' and Elric' if both else ''} along; {'Dharmit' if both else 'Elric'} stays in Sequa. "
        f"May the stack march to {words.area(a)}?",
        h,
        right,
        wrong,
        "They go together." if yes else " ".join(r.words for r in h.verdict(act).reasons),
        (),
        ("jharkor_sequa", BOARD.ids[a]),
        facts={"action": str(act), "yes": yes},
        ordered=True,
    )


# ---- sieges, and a tipped world -------------------------------------------------------------------------------------


@kind("siege", "In and out of a siege", ("10.9.4", "9.94"), ("10.9.4", "9.941"))
def siege(rng: Random, edition: str) -> Draft | None:
    inside = rng.random() < 0.6
    units = {
        "jharkor_sequa": ["dharmit", "jharkor-army*3", "sarosto", "dharijor-army*4"],
        "jharkor_thokora": ["yishana"],
    }
    g = scene(edition, units, phase="movement")
    who = "dharmit" if inside else "yishana"
    h = played(g, [f"lead {who}"]) if g is not None else None
    if h is None:
        return None
    text = rng.choice(
        ["step jharkor_thokora", "step shazaar_plains"] if inside else ["step jharkor_sequa", "attack jharkor_sequa"]
    )
    said = h.verdict(parse_action(text))
    where = words.area(parse_action(text).args[0])
    deed = f"walk {'out to' if inside else 'into'} {where}" if text.startswith("step") else "attack the besiegers"
    right, wrong = yes_no(
        bool(said),
        "Nobody walks in or out of a besieged city by land.",
        "Friends outside may fall upon the besiegers.",
    )
    return Draft(
        f"Sarosto besieges Sequa. {words.unit(pieces.INDEX[who])}, {'inside' if inside else 'outside'}, wants to {deed}. May "
        f"{'he' if inside else 'she'}?",
        h,
        right,
        wrong,
        "That is allowed." if said else " ".join(r.words for r in said.reasons),
        tuple(r.clause for r in said.reasons[:1]),
        ("jharkor_sequa",),
        facts={"action": text, "yes": bool(said)},
        ordered=True,
    )


@kind("sacrifice", "What can mend the world?", ("13.5", "12.5"), ("13.5A", "12.51"))
def sacrifice(rng: Random, edition: str) -> Draft | None:
    tipped = rng.choice(("law", "chaos"))
    i = rng.choice([x for x in range(SIZE) if ALIGNMENT_NAMES[x] in ("law", "chaos", "neutral") and spells.VALUE[x]])
    units = {"jharkor_dhakos": ["jharkor-wizard", "yishana"]}
    g = scene(edition, units, phase="magic", tipped=tipped, turn=4, ends=7, hands={"jharkor-wizard": [IDS[i]]})
    if g is None or g.step != "magic":
        return None
    said = g.verdict(parse_action(f"sacrifice jharkor-wizard {IDS[i]}"))
    right, wrong = yes_no(
        bool(said),
        "What caused the harm cannot mend it.",
        "Neutral spells, and those of the side that does not rule, can be given up.",
    )
    return Draft(
        f"The world has tipped to {tipped.capitalize()}. May the wizard give up {spell_words(i)} to set it right?",
        g,
        right,
        wrong,
        f"It counts {spells.VALUE[i]} of {balance.needed(g.state)}."
        if said
        else " ".join(r.words for r in said.reasons),
        (),
        ("jharkor_dhakos",),
        facts={"action": f"sacrifice jharkor-wizard {IDS[i]}", "yes": bool(said)},
        ordered=True,
    )


@kind("calm", "Does anything strike in the wild?", ("13.4C", "12.43"), ("7.6", "6.6"))
def calm(rng: Random, edition: str) -> Draft | None:
    tipped = rng.choice(("law", "no"))
    units = {"shazaar_plains": ["yishana", "jharkor-army*2"]}
    g = scene(edition, units, phase="movement", **({"tipped": "law", "turn": 4, "ends": 7} if tipped == "law" else {}))
    h = played(g, ["lead yishana", "join jharkor-army-1", "step xanyaw"]) if g is not None else None
    if g is None or h is None:
        return None
    struck = any(e["kind"] == "random attack" for e in h.events)
    right, wrong = yes_no(
        struck,
        "In a world that has tipped to Law nothing strikes at random.",
        "Armies draw a spell in every wild province they enter.",
    )
    world = "The world has tipped to Law." if tipped == "law" else "The Balance is even."
    return Draft(
        f"{world} Yishana marches with an army into the Vale of Xanyaw. Is a spell drawn there to see what strikes?",
        g,
        right,
        wrong,
        "One is drawn." if struck else "None is drawn: all is in order.",
        (),
        ("xanyaw",),
        facts={"struck": struck, "tipped": tipped},
        ordered=True,
    )


@kind("last-hero", "Does the nation hold together?", ("6.0", "5.3"), ("6.0", "5.31"))
def last_hero(rng: Random, edition: str) -> Draft | None:
    other = rng.random() < 0.5
    units = {
        "shazaar_plains": ["yishana", "rackhir", "jharkor-army*6", "sarosto"],
        "dharijor_cape": ["dharijor-army*3"],
    }
    units["dharijor_sequaloris" if other else "pan_tang"] = ["karnaal"] if other else ["jagreen-lern"]
    g = scene(
        edition,
        units,
        phase="combat",
        owners={"rackhir": 0},
        assaults=["shazaar_plains"],
        **({} if other else {"lost": ["karnaal"]}),
    )
    h = played(g, ["fight shazaar_plains", "ready", "ready"], [6, 1, 6]) if g is not None else None
    if g is None or h is None or h.state.place[pieces.INDEX["sarosto"]] < BOARD.size:
        return None
    gone = any(e["kind"] == "falls apart" for e in h.events)
    right, wrong = yes_no(
        not gone,
        "A nation that has lost its last hero falls apart, armies and all.",
        "One hero is enough to hold a nation together.",
    )
    return Draft(
        f"Sarosto of Dharijor will be lost on the Plains of Shazaar. {'Karnaal, of his nation, stands in Sequaloris' if other else 'No other hero of his nation is left'}. "
        "Are Dharijor's armies still in the war then?",
        g,
        right,
        wrong,
        "Dharijor falls apart and turns neutral." if gone else "Karnaal holds them together.",
        (),
        ("shazaar_plains", "dharijor_cape"),
        facts={"gone": gone, "other": other},
        ordered=True,
    )


@kind("elrics-hand", "What may Elric hold?", ("12.1.3", "11.13"), ("9.5", "8.35"))
def elrics_hand(rng: Random, edition: str) -> Draft | None:
    who = rng.choice(("elric", "ohada", "jharkor-wizard"))
    side = rng.choice(("law", "chaos"))
    have = rng.choice([x for x in range(SIZE) if ALIGNMENT_NAMES[x] == side])
    new = rng.choice([x for x in range(SIZE) if ALIGNMENT_NAMES[x] in ("law", "chaos") and x != have])
    owners = {"elric": 0} if who == "elric" else {}
    with_him = ["yishana"] if who == "elric" else []
    g = scene(
        edition, {"xanyaw": [who, *with_him]}, phase="search", owners=owners, met_elric=True,
        hands={who: [IDS[have]]}, hidden={"xanyaw": [IDS[new]]},
    )  # fmt: skip
    h = played(g, ["search xanyaw magic"], [6]) if g is not None else None
    if g is None or h is None or h.step != "take":
        return None
    act = f"take {who}"
    if h.verdict(parse_action(act)):
        h.push(act)
    both = h.step != "align" and h.state.spell_at[have] == h.state.spell_at[new]
    name = words.unit(ELRIC if who == "elric" else pieces.INDEX[who])
    right, wrong = yes_no(
        both,
        "Law and Chaos do not lie in one hand, and here they would.",
        "Elric may hold both." if who == "elric" else "Both are of one side, and there is room.",
    )
    return Draft(
        f"{name} holds {spell_words(have)} and has found {spell_words(new)}. May both be kept?",
        g,
        right,
        wrong,
        f"{name} keeps both." if both else "One side must be thrown away, or there is no room.",
        (),
        ("xanyaw",),
        facts={"both": both, "who": who, "spells": (have, new)},
        ordered=True,
    )


@kind("sums-left", "How much is still wanted?", ("13.5", "12.5"))
def sums_left(rng: Random, edition: str) -> Draft | None:
    able = [x for x in range(SIZE) if ALIGNMENT_NAMES[x] == "neutral" and 2 <= spells.VALUE[x] <= 4]
    given = rng.sample(able, 2)
    g = scene(
        edition, {"jharkor_dhakos": ["jharkor-wizard", "yishana"]}, phase="magic", tipped="law", turn=4, ends=7,
        owners={}, hands={"jharkor-wizard": [IDS[given[0]]], "ohada": [IDS[given[1]]]},
    )  # fmt: skip
    h = played(g, [f"sacrifice jharkor-wizard {IDS[given[0]]}", f"sacrifice ohada {IDS[given[1]]}"]) if g else None
    if g is None or h is None:
        return None
    left = balance.needed(h.state) - balance.sacrificed(h.state)
    return Draft(
        f"The world has tipped to Law. {words.listed([spell_words(i) for i in given])} have been given up to set it right. "
        "How much is still wanted?",
        h,
        str(left),
        near(rng, left, [(balance.needed(h.state), "What has been given up counts.")], low=1, high=20),
        f"{balance.needed(h.state)} in all, {balance.sacrificed(h.state)} given up: {left} left.",
        facts={"left": left, "given": given},
        ordered=True,
    )
