"""Golden playthroughs: games written down as everything the engine says about them, to be compared word for word.

Each file holds one game: what is played, then for each decision where the game stands, who decides, what may be done,
what each seat sees (as a digest), what was done, what chance gave, and the story as sentences.

`python -m tests.playthroughs` writes the files anew. They change only when rules, data or words change on purpose.
"""

from __future__ import annotations

import json
import zlib
from pathlib import Path
from random import Random
from typing import Any, NamedTuple

import elric
from elric.opponents.at_random import any_action, any_verb
from elric.young_kingdoms.components.board import BOARD
from elric.young_kingdoms.position.story import names_of, sentence

HERE = Path(__file__).parent
COUNTS = HERE / "counts.txt"
SHOWN = 5  # legal actions named in full


class Play(NamedTuple):
    """What one file holds: a scenario from its set-up or a position, how actions are chosen, and how long."""

    name: str
    scenario: str
    edition: str
    seed: int
    by_verb: bool = False
    limit: int = 100_000
    position: dict[str, Any] | None = None


def digest(data: object) -> str:
    """Eight letters for any plain data."""
    return f"{zlib.crc32(json.dumps(data, sort_keys=True, ensure_ascii=False).encode()):08x}"


def opened(p: Play) -> elric.Game:
    """The game a file begins with."""
    if p.position is not None:
        return elric.Game.at({"scenario": p.scenario, "rules": p.edition, **p.position}, seed=p.seed, leaderless=True)
    return elric.new_game(p.scenario, p.edition, p.seed)


def lines(p: Play) -> list[str]:
    """One playthrough, line by line."""
    g = opened(p)
    rng = Random(p.seed)
    choose = any_verb if p.by_verb else any_action
    out = [f"# {p.name}: {g.scenario.title}", f"# {g.rules.name}, seed {p.seed}, {choose.__name__}"]
    if p.position is not None:
        out.append(f"# position {json.dumps(p.position, sort_keys=True)}")
    told = 0
    where = ""
    while True:
        names = names_of(g.scenario, g.events)
        out += [f"      {said}" for e in g.events[told:] if (said := sentence(e, names))]
        told = len(g.events)
        at = f"turn {g.turn}, {g.phase}, player {g.player}"
        if at != where:
            where = at
            out += ["", f"{at}, seen as {' '.join(digest(g.view(o)) for o in (None, *range(g.scenario.seats)))}"]
        if g.seat is None or len(g.record) > p.limit:
            break
        legal = [str(a) for a in g.legal_actions()]
        more = f" ... {digest(legal)}" if legal[SHOWN:] else ""
        sees = digest(g.view(g.seat))
        out.append(f"   {g.step}, seat {g.seat}, sees {sees}, may {len(legal)}: {', '.join(legal[:SHOWN])}{more}")
        a = choose(rng, g.legal_actions())
        g.push(a)
        results = " ".join(map(str, g.record[-1].results))
        out.append(f"    > {a}" + (f" [{results}]" if results else ""))
    if g.outcome is not None:
        o = g.outcome
        number = g.cite((o["clause"][0], o["clause"][1]))
        out.append(f"   {o['how']} [{number}], winner {o['winner']}: {o['words']}")
    out += ["", f"{len(g.record)} lines of record {digest(g.save())}, {len(g.events)} events {digest(g.events)}"]
    return out


def city(nation: str) -> str:
    """The area of a nation's capital or main city."""
    return BOARD.ids[BOARD.main_city(nation)]


LAST: dict[str, Any] = {"turn": 10, "phase": "drift", "player": 1, "order": [0, 1]}
KINGS = {city("jharkor"): ["yishana", "jharkor-army*4"]}
THEOCRAT = {city("pan-tang"): ["jagreen-lern", "pan-tang-army*2"]}
SIDES = {"jharkor": 0, "pan-tang": 1}
IMRRYR = city("melnibone")

PLAYS = [
    *(
        Play(f"{s.key}-{e}", s.key, e, seed, by_verb=True)
        for s in elric.scenarios()
        for e, seed in zip(s.editions, (3, 5), strict=False)
    ),
    *(
        Play(
            f"end-world-in-{side}-by-magic",
            "kingdom",
            edition,
            1,
            position={
                **LAST,
                "order": [0, 1, 2],
                "tipped": side,
                "ends": 10,
                "nations": SIDES,
                "units": {**KINGS, **THEOCRAT},
                "hands": {"jagreen-lern": spell, "yishana": other},
            },
        )
        for side, edition, spell, other in (
            ("law", "avalon-hill", ["arkyn"], ["sleep"]),
            ("chaos", "chaosium", ["mabelrode"], ["arkyn"]),
        )
    ),
    Play(
        "end-decisive-for-the-theocrat",
        "successor",
        "chaosium",
        1,
        position={
            **LAST,
            "nations": {"pan-tang": 1, "dharijor": 1},
            "control": {city(n): 1 for n in ("shazaar", "jharkor", "tarkesh")},
            "units": {
                **{city(n): ["pan-tang-army*1"] for n in ("shazaar", "jharkor", "tarkesh")},
                city("pan-tang"): ["jagreen-lern"],
                city("dharijor"): ["dharijor-army*2", "sarosto"],
            },
        },
    ),
    Play(
        "end-decisive-for-the-kings",
        "successor",
        "avalon-hill",
        1,
        position={
            **LAST,
            "nations": {"jharkor": 0},
            "control": {city(n): 0 for n in ("pan-tang", "dharijor")},
            "units": {**KINGS, **{city(n): ["jharkor-army*2"] for n in ("pan-tang", "dharijor")}},
        },
    ),
    Play(
        "end-imrryr-held",
        "successor",
        "chaosium",
        1,
        position={
            **LAST,
            "nations": SIDES,
            "control": {IMRRYR: 1},
            "units": {**KINGS, **THEOCRAT, IMRRYR: ["pan-tang-army*2"]},
        },
    ),
    Play(
        "end-imrryr-for-the-upstart",
        "upstart",
        "avalon-hill",
        1,
        position={
            **LAST,
            "nations": {"pan-tang": 0, "melnibone": 1},
            "control": {IMRRYR: 0},
            "units": {**THEOCRAT, IMRRYR: ["pan-tang-army*2"], "dorel_west": ["dyvim-slorm"]},
        },
    ),
    Play(
        "end-world-in-law-with-the-runestaff",
        "kingdom",
        "avalon-hill",
        1,
        position={
            **LAST,
            "order": [0, 1, 2],
            "tipped": "law",
            "ends": 10,
            "nations": SIDES,
            "units": {**KINGS, **THEOCRAT},
            "hands": {"yishana": ["runestaff"]},
        },
    ),
    Play(
        "end-world-in-chaos-with-mournblade",
        "successor",
        "chaosium",
        1,
        position={
            **LAST,
            "tipped": "chaos",
            "ends": 10,
            "nations": SIDES,
            "owners": {"yyrkoon": 1, "mournblade": 1},
            "units": {**KINGS, city("pan-tang"): ["jagreen-lern", "pan-tang-army*2", "yyrkoon", "mournblade"]},
            "aboard": {"mournblade": "yyrkoon"},
        },
    ),
    *(
        Play(
            name,
            "kingdom",
            edition,
            1,
            position={
                **LAST,
                "order": [0, 1, 2],
                "tipped": "chaos",
                "ends": 10,
                "nations": SIDES,
                "units": {**KINGS, **THEOCRAT},
            },
        )
        for name, edition in (
            ("end-world-in-chaos-for-nobody", "avalon-hill"),
            ("end-world-in-chaos-and-no-capitals-counted", "chaosium"),
        )
    ),
    Play(
        "end-imrryr-taken",
        "kingdom",
        "chaosium",
        0,
        position={
            "turn": 3,
            "phase": "combat",
            "nations": {"jharkor": 0, "lormyr": 1, "vilmir": 2},
            "units": {
                IMRRYR: ["elric", "yishana", "jharkor-army*8", "melnibone-army*2"],
                "lormyr_iosaz": ["voashoon"],
                "vilmir_jadmar": ["naclon"],
            },
            "owners": {"elric": 0, "melnibone-army-1": None, "melnibone-army-2": None},
            "assaults": [IMRRYR],
            "met_elric": True,
        },
    ),
    *(
        Play(
            f"end-world-in-{side}-by-the-horn",
            "kingdom",
            edition,
            9,
            position={
                "turn": 4,
                "phase": "magic",
                "tipped": side,
                "nations": SIDES,
                "units": {city("jharkor"): ["yishana", "elric"], **THEOCRAT},
                "owners": {"elric": 0},
                "hands": {"elric": ["horn-of-fate", spell]},
                "met_elric": True,
            },
        )
        for side, edition, spell in (("law", "chaosium", "arkyn"), ("chaos", "avalon-hill", "mabelrode"))
    ),
    Play(
        "end-dragons-mastered",
        "founding",
        "avalon-hill",
        1,
        position={
            "turn": 6,
            "phase": "combat",
            "nations": {"olab": 0},
            "units": {IMRRYR: ["olab-king", "dyvim-tvar", "yyrkoon", "olab-army*5"]},
            "owners": {"dyvim-tvar": 0, "yyrkoon": 0},
            "assaults": [IMRRYR],
        },
    ),
    Play(
        "end-dragons-nobody-left",
        "founding",
        "chaosium",
        31,
        position={
            "turn": 6,
            "phase": "search",
            "nations": {"olab": 0},
            "units": {"xanyaw": ["olab-king"]},
            "face_up": {"xanyaw": ["chardros"]},
        },
    ),
    Play("end-nobody-alive", "successor", "avalon-hill", 1, position={"turn": 3, "phase": "drift"}),
    Play(
        "end-most-capitals",
        "world",
        "chaosium",
        1,
        position={
            **LAST,
            "player": 3,
            "order": [0, 1, 2, 3],
            "nations": {"pan-tang": 0, "ilmiora": 2},
            "control": {city("ilmiora"): 0},
            "units": {
                **THEOCRAT,
                city("ilmiora"): ["pan-tang-army*2"],
                "ilmiora_rignariom": ["ilmiora-army*3", "ilmiora-alchemist"],
            },
        },
    ),
]

# ---- how many ways there are ----------------------------------------------------------------------------------------

DEEP = [
    Play("march", "successor", "avalon-hill", 1, position={"nations": SIDES, "units": {**KINGS, **THEOCRAT}}),
    Play(
        "fleets",
        "successor",
        "chaosium",
        1,
        position={
            "nations": SIDES,
            "units": {
                "tarkesh_banarva": ["yishana", "jharkor-army*3"],
                "jharkor_gulf": ["jharkor-admiral", "jharkor-fleet-1", "jharkor-army-8"],
                **THEOCRAT,
            },
            "aboard": {"jharkor-admiral": "jharkor-fleet-1", "jharkor-army-8": "jharkor-fleet-1"},
        },
    ),
    Play(
        "magic",
        "successor",
        "avalon-hill",
        1,
        position={
            "phase": "magic",
            "nations": SIDES,
            "units": {
                "jharkor_sequa": ["yishana", "jharkor-wizard", "jharkor-army*2", "jagreen-lern", "pan-tang-army*2"],
            },
            "control": {"jharkor_sequa": 0},
            "hands": {"jharkor-wizard": ["arkyn"], "jagreen-lern": ["mabelrode", "slortar-the-old"]},
            "assaults": ["jharkor_sequa"],
        },
    ),
]


def ways(g: elric.Game, depth: int) -> int:
    """How many sequences of so many actions there are, chance falling as the seed has it."""
    legal = g.legal_actions()
    if depth == 1:
        return len(legal)
    total = 0
    for a in legal:
        h = g.copy()
        h.push(a)
        total += ways(h, depth - 1)
    return total


def counts() -> list[str]:
    """A line for each fixed position: its name and the ways one, two and three actions deep."""
    out = ["# How many sequences of one, two and three actions there are from fixed positions (see golden.py)."]
    for s in elric.scenarios():
        for e in s.editions:
            g = elric.new_game(s.key, e, 2)
            out.append(f"{s.key}, {e}: {' '.join(str(ways(g, d)) for d in (1, 2))}")
    for p in DEEP:
        g = opened(p)
        out.append(f"{p.name}, {p.edition}: {' '.join(str(ways(g, d)) for d in (1, 2, 3))}")
    return out


def write() -> list[str]:
    """Write every file; returns the names of those that changed."""
    changed = []
    wanted = {HERE / f"{p.name}.txt": lines(p) for p in PLAYS} | {COUNTS: counts()}
    for old in HERE.glob("*.txt"):
        if old not in wanted:
            old.unlink()
            changed.append(old.name)
    for file, content in wanted.items():
        text = "\n".join(content) + "\n"
        if not file.exists() or file.read_text(encoding="utf-8") != text:
            file.write_text(text, encoding="utf-8")
            changed.append(file.name)
    return changed
