"""What chance does: what is drawn, what a die decides. The engine plays it with that luck."""

from __future__ import annotations

from random import Random
from typing import Final

from elric.tutor.question_kinds import Found, Slip
from elric.young_kingdoms.components import pieces, spells
from elric.young_kingdoms.components.board import BOARD, LAND, MOUNTAIN
from elric.young_kingdoms.components.notation import Action
from elric.young_kingdoms.components.spells import ALIGNMENT_NAMES, IDS, IMMEDIATE, SIZE
from elric.young_kingdoms.position import words
from elric.young_kingdoms.teaching.question_kinds.magic import spell_words
from elric.young_kingdoms.teaching.question_kinds.positions import NATIONS, bare, because
from elric.young_kingdoms.teaching.question_kinds.powers import after, scene
from elric.young_kingdoms.turn import random_appearance as appearance

_BY_THE_RIDGE: Final = ("jharkor_sequa", "shazaar_plains", "xanyaw", "myrrhyn")


def drawn(rng: Random, edition: str) -> Found | None:
    holds = rng.choice(("arkyn", "arioch", "grome"))
    able = [i for i in range(SIZE) if ALIGNMENT_NAMES[i] in ("law", "chaos", "neutral") and IDS[i] != holds]
    able = [i for i in able if spells.STRENGTH[i] or spells.EATS_ARMIES[i]]
    i = rng.choice([x for x in able if spells.EATER[x] and spells.EATS_ARMIES[x]] if rng.random() < 0.3 else able)
    company = ["ohada", "yishana", "jharkor-army*2"]
    g = scene(edition, {"shazaar_plains": company}, phase="movement", hands={"ohada": [holds]})
    moves = ["lead yishana", "join ohada", "join jharkor-army-1", "join jharkor-army-2", "step xanyaw"]
    h = after(g, moves, [3, 4, 3, 3, 3], [IDS[i]])
    if g is None or h is None:
        return None
    if h.step == "withhold":
        h.push("ready")
    seen = {e["kind"] for e in h.events}
    right = "eaten" if "eaten" in seen else "fight" if "battle" in seen else "nothing"
    fields = {"holds": spell_words(spells.INDEX[holds]), "drawn": spell_words(i), "name": words.spell(i)}
    rules = {"law": "6.62", "chaos": "6.61", "neutral": "6.631"}
    case = "eaten" if right == "eaten" else f"{ALIGNMENT_NAMES[i]}-{right}"
    return Found(
        g, right, fields, case=case, clauses=[("7.6", "6.64" if right == "eaten" else rules[ALIGNMENT_NAMES[i]])],
        look=("xanyaw",), facts={"spell": i, "holds": holds, "sort": right},
    )  # fmt: skip


def appears(rng: Random, edition: str) -> Found:
    g = bare(edition)
    i = rng.choice([i for i in range(SIZE) if not IMMEDIATE[i] and appearance.capitals_named(i)])
    right = list(appearance.capitals_named(i))
    nations = [BOARD.nation[a] for a in right]
    others = [BOARD.main_city(n.id) for n in NATIONS if n.id not in nations]
    home = [a for n in nations for a in BOARD.home[n] if a not in right]
    fields = {
        "spell": words.spell(i), "nations": [words.nation(pieces.NATION_INDEX[n]) for n in nations],
        "places": [words.inside(x) for x in right],
    }  # fmt: skip
    wrong = [Slip(BOARD.names[x], "home") for x in rng.sample(home, min(1, len(home)))]
    wrong += [Slip(BOARD.names[x], "other") for x in rng.sample(others, 2)]
    return Found(g, BOARD.names[rng.choice(right)], fields, wrong, facts={"spell": i, "right": right})


def nightmare(rng: Random, edition: str) -> Found | None:
    n = rng.randint(1, 6)
    g = scene(
        edition, {"xanyaw": ["elric", "yishana"]}, phase="search", owners={"elric": 0}, met_elric=True,
        hidden={"xanyaw": ["elric-nightmare-1"]},
    )  # fmt: skip
    h = after(g, ["search xanyaw magic"], [6, n])
    if g is None or h is None:
        return None
    dead = h.state.place[pieces.INDEX["yishana"]] >= BOARD.size
    return Found(g, dead, {"n": n}, look=("xanyaw",), facts={"die": n})


def horn(rng: Random, edition: str) -> Found | None:
    n = rng.randint(1, 6)
    g = scene(
        edition, {"shazaar_plains": ["elric", "yishana"]}, phase="magic", owners={"elric": 0}, met_elric=True,
        hands={"elric": ["horn-of-fate"]}, tipped="chaos", turn=5, ends=8,
    )  # fmt: skip
    h = after(g, ["blow"], [n])
    if g is None or h is None:
        return None
    ends = h.outcome is not None
    return Found(g, "ends" if ends else "right", {"n": n}, facts={"die": n, "ends": ends})


def prize(rng: Random, edition: str) -> Found | None:
    a, other = rng.sample(("dharijor_gromoorva", "dharijor_sequaloris"), 2)
    hosts = ["yishana", "rackhir", "jharkor-army*8", "dharijor-army*1"]
    g = scene(edition, {a: hosts, other: ["karnaal"]}, phase="combat", owners={"rackhir": 0}, assaults=[a])
    h = after(g, [f"fight {a}", "ready", "ready"], [6, 1], ["grome"])
    if g is None or h is None or h.state.control[BOARD.index[a]] != 0:
        return None
    drew = any(e["kind"] in ("drew", "found", "prize") for e in h.events) or h.step == "take"
    return Found(g, drew, {"city": words.area(BOARD.index[a])}, look=(a,), facts={"area": a, "drew": drew})


def ridge(rng: Random, edition: str) -> Found | None:
    here = BOARD.index[rng.choice(_BY_THE_RIDGE)]
    peaks = [x for x in range(BOARD.size) if BOARD.kind[x] == MOUNTAIN and BOARD.continent[x] == BOARD.continent[here]]
    open_land = [x for x in BOARD.near[here] if BOARD.kind[x] == LAND and not BOARD.city[x]]
    x = rng.choice(peaks if rng.random() < 0.5 else open_land)
    who = rng.choice(("yishana", "myrrhyn"))
    g = scene(edition, {BOARD.ids[here]: [who]}, phase="movement", owners={"myrrhyn": 0} if who == "myrrhyn" else {})
    h = after(g, [f"lead {who}"])
    act = Action("step", (x,))
    reasons = h.verdict(act).reasons if h else ()
    if h is None or (reasons and BOARD.kind[x] != MOUNTAIN):
        return None
    fields = {
        "who": words.unit(pieces.INDEX[who]),
        "at": words.inside(here),
        "goal": words.area(x),
        "reasons": because(reasons),
    }
    return Found(
        h, not reasons, fields, look=(BOARD.ids[here], BOARD.ids[x]), facts={"action": str(act), "yes": not reasons}
    )  # fmt: skip


def maintain(rng: Random, edition: str) -> Found | None:
    tipped = rng.choice(("law", "chaos"))
    sides = [x for x in range(SIZE) if ALIGNMENT_NAMES[x] in ("law", "chaos")]
    i = rng.choice([x for x in sides if spells.STRENGTH[x] and not spells.EATER[x]])
    g = scene(
        edition,
        {"shazaar_plains": ["ohada", "yishana", "jharkor-army*4", "sarosto", "dharijor-army*2"]},
        phase="magic",
        hands={"ohada": [IDS[i]]},
        tipped=tipped,
        turn=4,
        ends=7,
        assaults=["shazaar_plains"],
    )
    h = after(g, [f"cast ohada {IDS[i]}", "done", "fight shazaar_plains", "ready", "ready"], [5, 3])
    if g is None or h is None:
        return None
    while h.outcome is None and h.step in ("losses", "retreat"):
        h.push(h.legal_actions()[0])
    yes = any(a.verb == "maintain" for a in h.legal_actions())
    fields = {"tipped": tipped.capitalize(), "spell": spell_words(i), "name": words.spell(i)}
    return Found(g, yes, fields, look=("shazaar_plains",), facts={"spell": i, "tipped": tipped})
