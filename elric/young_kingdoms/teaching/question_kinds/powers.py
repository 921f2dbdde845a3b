"""Elric, sieges, a tipped world: small positions, played out by the engine."""

from __future__ import annotations

from collections.abc import Sequence
from random import Random
from typing import Any, Final

from elric.tutor.question_kinds import Found
from elric.young_kingdoms.components import pieces, spells
from elric.young_kingdoms.components.board import BOARD
from elric.young_kingdoms.components.notation import Action, parse_action
from elric.young_kingdoms.components.pieces import ARMY, ELRIC, KIND
from elric.young_kingdoms.components.spells import ALIGNMENT_NAMES, IDS, SIZE
from elric.young_kingdoms.game import Game
from elric.young_kingdoms.magic import balance
from elric.young_kingdoms.position import words
from elric.young_kingdoms.teaching.luck import set_luck
from elric.young_kingdoms.teaching.question_kinds.magic import spell_words
from elric.young_kingdoms.teaching.question_kinds.positions import because, built, cited

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


def after(g: Game | None, moves: Sequence[str], dice: Sequence[int] = (), draws: Sequence[str] = ()) -> Game | None:
    """The game after some moves, with faces and spells written down; None when a move is not legal."""
    if g is None:
        return None
    h = g.copy()
    set_luck(h, dice, draws)
    for text in moves:
        if not h.verdict(parse_action(text)):
            return None
        h.push(text)
    return h


# ---- Elric ----------------------------------------------------------------------------------------------------------


def thirst(rng: Random, edition: str) -> Found | None:
    n, casts = rng.randint(1, 6), rng.random() < 0.3
    g = scene(
        edition,
        {"shazaar_plains": ["elric", "yishana", "jharkor-army*2", "sarosto", "dharijor-army*2"]},
        phase="magic",
        owners={"elric": 0},
        met_elric=True,
        assaults=["shazaar_plains"],
        hands={"elric": ["grome"]},
    )
    start = ["cast elric grome", "done"] if casts else ["done"]
    h = after(g, [*start, "fight shazaar_plains", "ready", "ready"], [3, 3, n])
    while h is not None and h.seat is not None and h.phase == "combat":
        deeds = h.legal_actions()
        h.push(next((a for a in deeds if a.verb == "lose" and KIND[a.args[0]] == ARMY), deeds[0]))
    if g is None or h is None:
        return None
    dead = h.state.place[pieces.INDEX["yishana"]] >= BOARD.size
    return Found(
        g, dead, {"n": n}, case="cast" if casts else "dead" if dead else "lives", look=("shazaar_plains",),
        clauses=[("13.3", "12.3"), ("12.1.4", "11.14")] if casts else [("12.1.4", "11.14")],
        facts={"die": n, "casts": casts, "dead": dead},
    )  # fmt: skip


def moonglum(rng: Random, edition: str) -> Found | None:
    both = rng.random() < 0.5
    who = "yishana" if both else "dharmit"
    g = scene(
        edition,
        {"jharkor_sequa": ["yishana", "dharmit", "elric", "moonglum"]},
        owners={"elric": 0, "moonglum": 0},
        met_elric=True,
    )
    h = after(g, [f"lead {who}", "join moonglum", *(["join elric"] if both else [])])
    if h is None:
        return None
    a = rng.choice([x for x in BOARD.near[BOARD.index["jharkor_sequa"]] if BOARD.ids[x] != "dharijor_sequaloris"])
    act = Action("step", (a,))
    reasons = h.verdict(act).reasons
    if reasons and not any(r.clause == ("12.1.6", "11.16") for r in reasons):
        return None
    fields = {"area": words.area(a), "reasons": because(reasons)}
    return Found(
        h, not reasons, fields, case="both" if both else "parted", look=("jharkor_sequa", BOARD.ids[a]),
        facts={"action": str(act), "yes": not reasons},
    )  # fmt: skip


# ---- sieges, and a tipped world -------------------------------------------------------------------------------------


def siege(rng: Random, edition: str) -> Found | None:
    inside = rng.random() < 0.6
    who = "dharmit" if inside else "yishana"
    armies = ["dharmit", "jharkor-army*3", "sarosto", "dharijor-army*4"]
    g = scene(edition, {"jharkor_sequa": armies, "jharkor_thokora": ["yishana"]}, phase="movement")
    h = after(g, [f"lead {who}"])
    if h is None:
        return None
    outside = ["step jharkor_sequa", "attack jharkor_sequa"]
    text = rng.choice(["step jharkor_thokora", "step shazaar_plains"] if inside else outside)
    act = parse_action(text)
    reasons = h.verdict(act).reasons
    fields = {
        "who": words.unit(pieces.INDEX[who]), "where": "inside" if inside else "outside",
        "deed": "attack" if text.startswith("attack") else "out" if inside else "in", "goal": words.area(act.args[0]),
    }  # fmt: skip
    return Found(
        h, not reasons, fields, clauses=[("10.9.4", "9.94"), ("10.9.4", "9.941"), *cited(reasons[:1])],
        look=("jharkor_sequa",), facts={"action": text, "yes": not reasons},
    )  # fmt: skip


def sacrifice(rng: Random, edition: str) -> Found | None:
    tipped = rng.choice(("law", "chaos"))
    i = rng.choice([x for x in range(SIZE) if ALIGNMENT_NAMES[x] in ("law", "chaos", "neutral") and spells.VALUE[x]])
    g = scene(
        edition, {"jharkor_dhakos": ["jharkor-wizard", "yishana"]}, phase="magic", tipped=tipped, turn=4, ends=7,
        hands={"jharkor-wizard": [IDS[i]]},
    )  # fmt: skip
    if g is None or g.step != "magic":
        return None
    act = f"sacrifice jharkor-wizard {IDS[i]}"
    reasons = g.verdict(parse_action(act)).reasons
    fields = {
        "tipped": tipped.capitalize(), "spell": spell_words(i), "name": words.spell(i), "value": spells.VALUE[i],
        "need": balance.sacrifice_needed(g.state), "reasons": because(reasons),
    }  # fmt: skip
    return Found(g, not reasons, fields, look=("jharkor_dhakos",), facts={"action": act, "yes": not reasons})


def calm(rng: Random, edition: str) -> Found | None:
    tipped = rng.choice(("law", "no"))
    world = {"tipped": "law", "turn": 4, "ends": 7} if tipped == "law" else {}
    g = scene(edition, {"shazaar_plains": ["yishana", "jharkor-army*2"]}, phase="movement", **world)
    h = after(g, ["lead yishana", "join jharkor-army-1", "step xanyaw"])
    if g is None or h is None:
        return None
    struck = any(e["kind"] == "random attack" for e in h.events)
    return Found(
        g,
        struck,
        {"world": tipped},
        clauses=[("13.4C", "12.43")] if tipped == "law" else [("7.6", "6.6")],
        look=("xanyaw",),
        facts={"struck": struck, "tipped": tipped},
    )


def last_hero(rng: Random, edition: str) -> Found | None:
    other = rng.random() < 0.5
    units = {
        "shazaar_plains": ["yishana", "rackhir", "jharkor-army*6", "sarosto"],
        "dharijor_cape": ["dharijor-army*3"],
    }
    units["dharijor_sequaloris" if other else "pan_tang"] = ["karnaal"] if other else ["jagreen-lern"]
    lost = {} if other else {"lost": ["karnaal"]}
    g = scene(edition, units, phase="combat", owners={"rackhir": 0}, assaults=["shazaar_plains"], **lost)
    h = after(g, ["fight shazaar_plains", "ready", "ready"], [6, 1, 6])
    if g is None or h is None or h.state.place[pieces.INDEX["sarosto"]] < BOARD.size:
        return None
    gone = any(e["kind"] == "falls apart" for e in h.events)
    return Found(
        g, not gone, {"left": "one" if other else "none"}, look=("shazaar_plains", "dharijor_cape"),
        facts={"gone": gone, "other": other},
    )  # fmt: skip


def elrics_hand(rng: Random, edition: str) -> Found | None:
    who = rng.choice(("elric", "ohada", "jharkor-wizard"))
    side = rng.choice(("law", "chaos"))
    have = rng.choice([x for x in range(SIZE) if ALIGNMENT_NAMES[x] == side])
    new = rng.choice([x for x in range(SIZE) if ALIGNMENT_NAMES[x] in ("law", "chaos") and x != have])
    g = scene(
        edition,
        {"xanyaw": [who, *(["yishana"] if who == "elric" else [])]},
        phase="search",
        owners={"elric": 0} if who == "elric" else {},
        met_elric=True,
        hands={who: [IDS[have]]},
        hidden={"xanyaw": [IDS[new]]},
    )
    h = after(g, ["search xanyaw magic"], [6])
    if g is None or h is None or h.step != "take":
        return None
    if h.verdict(parse_action(f"take {who}")):
        h.push(f"take {who}")
    both = h.step != "align" and h.state.spell_at[have] == h.state.spell_at[new]
    u = ELRIC if who == "elric" else pieces.INDEX[who]
    opposed = ALIGNMENT_NAMES[have] != ALIGNMENT_NAMES[new]
    fields = {"who": words.unit(u), "have": spell_words(have), "new": spell_words(new), "magic": pieces.MAGIC[u]}
    case = ("elric" if opposed else "alike") if both else "opposed" if opposed else "full"
    return Found(
        g,
        both,
        fields,
        case=case,
        clauses=[("12.1.3", "11.13")] if who == "elric" else [("9.5", "8.35"), ("9.5", "8.5")],
        look=("xanyaw",),
        facts={"both": both, "who": who, "spells": (have, new)},
    )


def sums_left(rng: Random, edition: str) -> Found | None:
    able = [x for x in range(SIZE) if ALIGNMENT_NAMES[x] == "neutral" and 2 <= spells.VALUE[x] <= 4]
    given = rng.sample(able, 2)
    g = scene(
        edition, {"jharkor_dhakos": ["jharkor-wizard", "yishana"]}, phase="magic", tipped="law", turn=4, ends=7,
        owners={}, hands={"jharkor-wizard": [IDS[given[0]]], "ohada": [IDS[given[1]]]},
    )  # fmt: skip
    h = after(g, [f"sacrifice jharkor-wizard {IDS[given[0]]}", f"sacrifice ohada {IDS[given[1]]}"])
    if h is None:
        return None
    need, gone = balance.sacrifice_needed(h.state), balance.sacrificed_strength(h.state)
    fields = {"spells": [spell_words(i) for i in given], "need": need, "gone": gone}
    return Found(h, need - gone, fields, {"all": need}, least=1, most=20, facts={"left": need - gone, "given": given})
