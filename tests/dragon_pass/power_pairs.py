"""Every power of chapters 24 to 48 as data: how it is set up, and what the book says of each being that it may strike.

`python -m tests.dragon_pass.power_pairs` prints two tables: what each power does to whom, and which powers were tried together.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from itertools import combinations_with_replacement
from random import Random
from typing import Any, NamedTuple

from elric.dragon_pass.components.units import BY_ID, UNITS
from elric.dragon_pass.independents.peoples import CITY_OF
from elric.dragon_pass.position.notes import Caught, the_note
from elric.dragon_pass.position.state import HELD

from .field import BESIDE, BOARD, GAME, HEXES, PLAIN, Game, name

DRY = [
    h
    for h in sorted(PLAIN)
    if not HEXES.disc(h, 5) & (BOARD.water | BOARD.walls) and HEXES.disc(h, 3).bit_count() == 37
]
T = next(  # whom a power strikes stands here
    h for h in DRY if len(HEXES.ray(h, 0)) > 9 and len(HEXES.ray(h, 3)) > 3 and all(n in PLAIN for n in BESIDE[h])
)
UP = [T, *HEXES.ray(T, 0)]
DOWN = [T, *HEXES.ray(T, 3)]
RIVER = next(r for r in BOARD.rivers if r.id == "oslir").hexes
WET = RIVER[8]
LONELY = [h for h in sorted(PLAIN) if HEXES.distance(h, T) > 11 and HEXES.distance(h, WET) > 5]


def war(stacks: dict[int, list[str]], player: str = "sartar", owners: dict[str, str] | None = None, **more: Any) -> Any:
    """A position of the complete game, both sides somewhere far off as well, so that no phase is passed over."""
    more = {"phase": "combat", "day": 0, "turn": 2, "moves": 4, "order": ["lunar", "sartar"], **more}
    spare = {LONELY[0]: ["minor-class-1"], LONELY[-1]: ["and-j"]}
    named = {name(h): pile for h, pile in {**spare, **stacks}.items()}
    return Game.at({"scenario": "complete-game", "player": player, "stacks": named, "owners": owners or {}, **more})


# ---- a power against everybody whom the book excepts, or does not ---------------------------------------------------

# The beings: who stands in the hex, of whom the first is asked about; who stands beside it.
BEINGS: dict[str, tuple[list[str], list[str]]] = {
    "foot": (["talfort"], []),
    "cavalry": (["whipstock"], []),
    "magician": (["comet-seers"], []),
    "hero": (["beat-pot-aelwrin"], []),
    "Superhero": (["jar-eel-the-razoress"], []),
    "Superhero's rider": (["starkin", "jar-eel-the-razoress"], []),
    "Superhero with friend": (["jar-eel-the-razoress", "beat-pot-aelwrin"], []),
    "rider with both": (["starkin", "jar-eel-the-razoress", "beat-pot-aelwrin"], []),
    "Dragon": (["dragon-1"], []),
    "beside a Dragon": (["uplands"], ["dragon-1"]),
    "Bat": (["crimson-bat"], []),
    "Delecti": (["delecti-the-necromancer", "zombie-1"], []),
    "zombie": (["zombie-1"], ["delecti-the-necromancer"]),
    "giant": (["giant-1"], []),
    "troll": (["troll-gang-1"], []),
    "Tusk Rider": (["tusk-riders-1"], []),
    "Black Horse": (["black-horse-troop-1"], []),
    "Dragonewt": (["dragonewt-cavalry-1"], []),
    "Stone Man": (["stone-man-1"], []),
    "Illusion": (["illusionary-army-1"], []),
}
# What is seen: d dead, r reborn, w washed down, c caught, s stands still, h halved, b both, * a Wound, - nothing.
BOOK: dict[str, tuple[str, str, str]] = {
    #                          the order of BEINGS: F C M H S r S+ r+ D b B De z g t T K N s I
    "storm, centre": ("26.2", "dddd---d--dddddddddd", "Superheroes; 18.3, 38.4, 38.5"),
    "storm, three hexes": ("26.2", "bbb----b---bbbbbbbbb", "heroes; 18.3, 38.4, 38.5"),
    "flood": ("26.4", "ddww------wddddddddd", "Superheroes' stacks, magicians, heroes; 38.4"),
    "Pillar of Fire": ("39.2", "dddd------dddddddddd", "Dragons, Superheroes, their stacks"),
    "Doom Run": ("46.2", "dddd*-*---dddddddddd", "Superheroes stop it; 38.4, 38.5"),
    "Cloak": ("45.1", "bb---------------bbb", "all whom 45.1 names"),
    "quake, line": ("42.6", "bbb----b---bbbbbbbbb", "heroes; 18.3, 38.4, 38.5"),
    "quake, beside": ("42.5", "hh-----h---hhhhhhhhh", "magicians, heroes; 18.3, 38.4"),
    "quake, ring": ("42.7", "dddd------dddddddddd", "Superheroes and their stacks; 38.4"),
    "Sylphs": ("25.3", "cccc--cc--cccccccccc", "18.3, 38.4, 38.5"),
    "Ironhoof's word": ("30.3", "-s-----s--------s---", "riders of no horse, heroes; 18.3, 38.5"),
    "spell, D Elim": ("21.1", "dddd--sd--dddddddrdd", "18.3, 17.7, 38.4, 38.5"),
    "Assassins": ("46.3", "dddd-d-d-ddddddddrdd", "Superheroes and Dragons"),
    "Dragonfight": ("38.6", "dddd-d-ddddddddddrdd", "Superheroes, by 38.8"),
}  # fmt: skip


def _acts(power: str) -> tuple[int, str, str, list[str], dict[str, Any]]:
    """(the hex that is struck, who strikes, from where it is seen, what is done, more of the position)."""
    far = UP[5]
    if power == "storm, centre":
        return T, "stormwalkers-cult", name(far), [f"storm {name(T)}"], {}
    if power == "storm, three hexes":
        return T, "stormwalkers-cult", name(far), [f"storm {name(UP[2])}"], {}
    if power == "flood":
        from_ = next(h for h in sorted(PLAIN) if 8 < HEXES.distance(h, RIVER[3]) <= 20 and HEXES.distance(h, WET) > 4)
        return WET, "stormwalkers-cult", name(from_), [f"storm {name(RIVER[3])}"], {}
    if power == "Pillar of Fire":
        three = sorted((T, BESIDE[T][1], BESIDE[T][2]))
        return T, "cragspider-the-firewitch", name(UP[5]), ["pillar " + " ".join(map(name, three))], {}
    if power == "Doom Run":
        return T, "sir-ethilrist", name(DOWN[2]), ["loose west"], {}
    if power == "Cloak":
        return T, "sir-ethilrist", name(far), ["cloak"], {}
    if power.startswith("quake"):
        ring = [*BESIDE[T], *(h for h in UP[2:4])]
        if power == "quake, ring":
            start = BESIDE[T].index(UP[1])
            ring = [*(BESIDE[T][(start + 1 + k) % 6] for k in range(6)), *UP[2:4]]
        line = {"quake, line": UP[:8], "quake, beside": UP[1:9]}.get(power, ring)
        return (
            T,
            "earthshaker-cult",
            name(BESIDE[UP[3]][1]),
            [f"quake {name(line[0])}", *(f"crack {name(h)}" for h in line[1:])],
            {},
        )
    if power == "Sylphs":
        return T, "sylphs", name(far), [f"settle {name(T)}"], {"phase": "movement"}
    if power == "Ironhoof's word":
        return T, "ironhoof", name(far), ["halt-horse"], {}
    if power == "spell, D Elim":
        return T, "stormwalkers-cult", name(far), [f"aim {name(far)} {name(T)}", f"cast {name(T)}"], {}
    if power == "Assassins":
        return T, "krise", name(far), [f"murder {name(T)} top"], {"marks": {"assassins": [1], "hired": [1]}}
    return T, "dragon-2", name(far), [f"dragonfight dragon-2 {name(T)}"], {}


def outcome(power: str, being: str) -> str:
    """What a power does to a being, as a letter."""
    target, actor, where, acts, more = _acts(power)
    pile, near = BEINGS[being]
    beside = BESIDE[T][4] if target == T else next(n for n in BESIDE[WET] if n >= 0 and not BOARD.water >> n & 1)
    owners = {u: "lunar" for u in (*pile, *near) if UNITS[BY_ID[u]].side not in ("lunar", "sartar")}
    owners |= {"inhuman-king": "lunar", actor: "sartar"}
    stacks = {target: pile, HEXES.names.index(where): [actor], **({beside: near} if near else {})}
    g = war(stacks, owners=owners, **more)
    before = g.copy()
    with g.scripted([5] if power in ("spell, D Elim", "Assassins", "Dragonfight") and _rolled(power, being) else []):
        for act in acts:
            g.push(act)
            while g.step in ("cover", "dragon cancel"):
                g.push("bare" if g.step == "cover" else "let")
    assert not GAME.broken(g.state), (power, being)
    return _seen(before.state, g.state, BY_ID[pile[0]])


def _rolled(power: str, being: str) -> bool:
    """Whether a die falls: none where no magic touches the stack."""
    free = ("Superhero", "Superhero's rider", "Dragon", "beside a Dragon")
    return power != "spell, D Elim" or being not in free


def _seen(before: Any, s: Any, u: int) -> str:
    if s.wounds.get(u, 0) > before.wounds.get(u, 0):
        return "*"
    if u in CITY_OF and s.place[u] == BOARD.places[CITY_OF[u]].hexes[0]:
        return "r"
    if u in the_note(s, Caught).units:
        return "c"
    if s.place[u] == HELD:
        return "w"
    if s.place[u] < 0:
        return "d"
    still, half = s.still >> u & 1, s.half >> u & 1
    return "-shb"[still + 2 * half]


# ---- powers that meet -----------------------------------------------------------------------------------------------


class Power(NamedTuple):
    """A power as it stands on the board. `side`: whose counters alone have it, or "" where either may be its ally; `pile` in one
    hex; `more`: what it needs elsewhere; `verbs`: what its use is called."""

    clause: str
    side: str
    pile: tuple[str, ...]
    verbs: str
    more: tuple[str, ...] = ()
    marks: tuple[str, ...] = ()


POWERS: dict[str, Power] = {
    "Bat": Power("24.2", "lunar", ("crimson-bat", "whipstock"), "feed"),
    "Crater Makers": Power("24.4", "lunar", ("crater-makers",), "aim cast"),
    "Full Moon Corps": Power("24.5", "lunar", ("full-moon-corps-1", "red-emperor"), "place"),
    "Jar-eel": Power("18.3", "lunar", ("jar-eel-the-razoress", "beat-pot-aelwrin"), "assign roll blame"),
    "Runners": Power("25.1", "sartar", ("prince-argrath",), "call"),
    "Sylphs": Power("25.3", "sartar", ("sylphs",), "settle", ("wind-children",)),
    "Stormwalkers": Power("26.1", "sartar", ("stormwalkers-cult",), "storm tempest"),
    "Harrek": Power("18.3", "sartar", ("harrek-the-berserk", "bullocks"), "assign roll"),
    "Dwarf": Power("29.1", "", ("the-dwarf", "cannon-cult"), "aim cast"),
    "Transformer": Power("30.2", "", ("alchemical-transformer", "trachodon-1"), "aim stretch cast"),
    "Ironhoof": Power("30.3", "", ("ironhoof", "men-beasts-1"), "halt-horse"),
    "Herds": Power("31.3", "", ("horse-herd-1", "fighting-clan-1", "fighting-clan-2"), "join step"),
    "Pteranodon": Power("32.5", "", ("pteranodon-1", "triceratops-1"), "join step"),
    "Dragonewts": Power("33.1", "", ("dragonewt-cavalry-1", "inhuman-king"), "assign roll"),
    "Dragon": Power("38.6", "", ("dragon-1",), "dragonfight dragonduel cancel shield"),
    "Cragspider": Power("39.2", "", ("cragspider-the-firewitch", "troll-gang-1"), "pillar"),
    "Tusk Riders": Power("39.5", "", ("tusk-riders-1",), "assign roll"),
    "Giant": Power("40.2", "", ("giant-1",), "assign roll"),
    "Earthshakers": Power("42.1", "", ("earthshaker-cult",), "quake rift crack"),
    "Delecti": Power("43.2", "", ("delecti-the-necromancer", "zombie-1", "zombie-2"), "assign roll place"),
    "Ethilrist": Power("44.1", "", ("sir-ethilrist", "black-horse-troop-1"), "cloak loose"),
    "Androgeus": Power("47.1", "", ("androgeus-the-unknowable",), "assign roll"),
    "Assassins": Power("46.3", "", ("wolfrunners",), "hire lose murder", (), ("assassins",)),
    "Puppeteers": Power("48.1", "", ("puppeteer-troupe", "illusionary-army-1"), "appear vanish swap"),
}


# Where the book itself says what happens when two of them meet: its clause, and the case.
MEETINGS: dict[tuple[str, str], tuple[str, str]] = {
    ("Bat", "Crater Makers"): ("24.2", "test_magic::test_wb_24_2_the_bat_makes_the_moon_full_around_it"),
    ("Bat", "Sylphs"): ("25.3", "test_third_reading::test_wb_24_3_under_the_sylphs_the_bat_hungers_on"),
    ("Bat", "Stormwalkers"): ("26.3", "test_exotics::test_wb_26_3_the_long_storm_halves_marches_and_the_moon"),
    ("Bat", "Jar-eel"): ("18.5", "test_reread_powers::test_wb_24_3_a_superhero_is_nobodys_meal"),
    ("Full Moon Corps", "Sylphs"): (
        "25.3",
        "test_beyond::test_wb_24_5_who_is_under_the_sylphs_does_not_come_down_again",
    ),
    ("Full Moon Corps", "Delecti"): ("43.5", "test_third_reading::test_wb_43_5_a_zombie_comes_back_to_nobody"),
    ("Jar-eel", "Stormwalkers"): (
        "26.5",
        "test_reread_field::test_wb_26_5_a_superhero_saves_his_stack_with_his_friend_in_it",
    ),
    ("Jar-eel", "Sylphs"): ("25.3", "test_reread_powers::test_wb_25_3_whom_the_sylphs_take_with_them_die_as_others_do"),
    ("Jar-eel", "Harrek"): ("18.6", "test_heroes::test_wb_18_6_a_duel_goes_on_until_a_wound"),
    ("Jar-eel", "Dragon"): ("38.8", "test_dragons::test_wb_38_8_a_dragon_seeks_a_superhero"),
    ("Jar-eel", "Ethilrist"): ("46.2", "test_independents::test_wb_46_2_the_doom_run_destroys_all_it_passes"),
    ("Harrek", "Ethilrist"): (
        "45.1",
        "test_third_reading::test_wb_45_1_whom_a_superhero_leaves_in_the_dark_stands_still",
    ),
    ("Runners", "Dragon"): ("25.1", "test_exotics::test_wb_25_1_the_runners_appear_beside_argrath"),
    ("Sylphs", "Delecti"): ("43.2", "test_third_reading::test_wb_43_2_under_the_sylphs_the_army_is_in_contact_still"),
    ("Sylphs", "Puppeteers"): ("48.8", "test_beyond::test_wb_48_8_the_troupe_is_won_over_from_under_the_sylphs"),
    ("Stormwalkers", "Dragon"): ("38.4", "test_third_reading::test_wb_38_4_no_dragon_drowns_or_dies_in_the_doom_run"),
    ("Stormwalkers", "Delecti"): ("26.4", "test_reread_field::test_wb_26_4_zombies_do_not_drown_in_the_marsh"),
    ("Dwarf", "Transformer"): ("30.2", "test_reread_powers::test_wb_30_2_the_transformer_alone_cannot_defend_itself"),
    ("Ironhoof", "Dragon"): ("30.3", "test_reread_powers::test_wb_30_3_whom_no_magic_touches_ironhoof_does_not_stop"),
    ("Ironhoof", "Tusk Riders"): ("30.3", "test_independents::test_wb_30_3_ironhoof_halts_the_enemys_horse"),
    ("Dragonewts", "Delecti"): ("33.1", "test_third_reading::test_wb_43_5_a_dragonewt_slain_by_zombies_is_reborn"),
    ("Dragon", "Cragspider"): ("38.7", "test_reread_powers::test_wb_38_7_cragspiders_dragon_goes_home_to_her"),
    ("Dragon", "Earthshakers"): ("38.4", "test_reread_powers::test_wb_42_7_no_quake_touches_a_dragon_and_its_friends"),
    ("Dragon", "Ethilrist"): ("38.4", "test_third_reading::test_wb_38_4_no_dragon_drowns_or_dies_in_the_doom_run"),
    ("Dragon", "Puppeteers"): (
        "48.3",
        "test_third_reading::test_wb_48_3_a_dragon_at_its_fight_dispels_the_illusion_beside_it",
    ),
    ("Giant", "Delecti"): ("40.4", "test_third_reading::test_wb_40_4_a_giant_eats_of_its_own_sides_zombies_too"),
    ("Delecti", "Ethilrist"): (
        "45.1",
        "test_reread_powers::test_wb_45_1_the_darkness_spares_zombies_and_holds_who_enters",
    ),
    ("Androgeus", "Puppeteers"): (
        "48.3",
        "test_third_reading::test_wb_48_3_who_is_won_over_beside_an_illusion_dispels_it",
    ),
}


def _pile(key: str, side: str) -> tuple[str, ...]:
    pile = POWERS[key].pile
    return ("talfort",) if key == "Assassins" and side == "lunar" else pile


def impossible(p: str, q: str, together: bool) -> str:
    """Why two powers cannot be so on the board; empty where they can."""
    one, other = POWERS[p], POWERS[q]
    if p == q and p != "Assassins":
        return "one counter, one ruler" if not together else "itself"
    if p == q and together:
        return "one a side"
    if together and {one.side, other.side} == {"lunar", "sartar"}:
        return "of two armies"
    if not together and one.side and one.side == other.side:
        return "of one army"
    return ""


def sides(p: str, q: str, together: bool) -> Iterator[tuple[str, str]]:
    """Whose the two may be."""
    for a in ("lunar", "sartar"):
        b = a if together else {"lunar": "sartar", "sartar": "lunar"}[a]
        if POWERS[p].side in ("", a) and POWERS[q].side in ("", b):
            yield a, b


def position(p: str, a: str, q: str, b: str, player: str, together: bool) -> Any:
    """Two powers side by side, or in one hex as far as stacking lets them, the rest beside them; a Move begins."""
    stacks: dict[int, list[str]] = {}
    owners: dict[str, str] = {}
    full = [*_pile(p, a), *(u for u in _pile(q, b) if u not in _pile(p, a))] if together else []
    if together:
        limit = 2 if any("dragon-" in u for u in full) else 3
        heads = [_pile(p, a)[0], _pile(q, b)[0]] if p != q else full[:1]
        rest = [u for u in full if u not in heads]
        counts = [u for u in rest if limit == 3][:1]
        stacks[T] = [*dict.fromkeys([*heads, *counts])]
        left = [u for u in rest if u not in counts]
        if left:
            stacks[BESIDE[T][0]] = left[:1]
            if left[1:]:
                stacks[BESIDE[T][1]] = left[1:]
        stacks[BESIDE[T][3]] = ["militia-foot-1" if a == "lunar" else "standfast"]
        owners |= dict.fromkeys(full, a)
    else:
        stacks = {T: list(_pile(p, a)), BESIDE[T][0]: list(_pile(q, b))}
        owners |= dict.fromkeys(_pile(p, a), a) | dict.fromkeys(_pile(q, b), b)
    away = iter(h for h in sorted(PLAIN) if 5 < HEXES.distance(h, T) < 9)
    marks: dict[str, Any] = {}
    for key, side in ((p, a), (q, b)):
        for u in POWERS[key].more:
            stacks[next(away)] = [u]
        for mark in POWERS[key].marks:
            marks[mark] = sorted({*marks.get(mark, ()), ("lunar", "sartar").index(side)})
    owners = {u: side for u, side in owners.items() if UNITS[BY_ID[u]].side not in ("lunar", "sartar")}
    agenda = [["move", ("lunar", "sartar").index(player)]]
    return war(stacks, player, owners, phase="movement", day=0 if "Bat" in (p, q) else 3, agenda=agenda, marks=marks)


def tried(p: str, q: str, together: bool, actions: int = 10) -> tuple[int, set[str], list[str]]:
    """Random play of two powers that meet, each use of theirs preferred, whoever moves first: (positions, the uses that came,
    faults)."""
    verbs = {*POWERS[p].verbs.split(), *POWERS[q].verbs.split()}
    used: set[str] = set()
    faults: list[str] = []
    count = 0
    for a, b in sides(p, q, together):
        for player in ("lunar", "sartar"):
            g = position(p, a, q, b, player, together)
            rng = Random(f"{p} {q} {a} {player} {together}")
            for _ in range(actions):
                if g.seat is None:
                    break
                listed = g.legal_actions()
                wanted = [x for x in listed if x.verb in verbs]
                if not listed:
                    faults.append(f"{p} and {q}: a dead end in {g.step}")
                    break
                pool = wanted if wanted and rng.random() < 0.6 else listed
                verb = rng.choice(sorted({x.verb for x in pool}))
                act = rng.choice([x for x in pool if x.verb == verb])
                used |= {verb} & verbs
                g.push(act)
                count += 1
                if wrong := GAME.broken(g.state):
                    faults.append(f"{p} and {q}, after {GAME.notation.text(act)}: {wrong}")
                    break
    return count, used, faults


def pairs(first: str | None = None) -> Iterator[tuple[str, str]]:
    """Every two powers, in the order of the book."""
    for p, q in combinations_with_replacement(POWERS, 2):
        if first is None or p == first:
            yield p, q


def table(cell: Callable[[str, str, bool], str]) -> str:
    """Powers by powers: above the diagonal as enemies side by side, below it together in one hex."""
    keys = list(POWERS)
    head = " " * 16 + " ".join(f"{k:2}" for k in range(1, len(keys) + 1))
    rows = [head]
    for i, p in enumerate(keys):
        cells = [cell(p, q, True) if j < i else cell(p, q, False) for j, q in enumerate(keys)]
        rows.append(f"{i + 1:2} {p:13}" + " ".join(f"{c:>2}" for c in cells))
    return "\n".join(rows)


def main() -> None:
    """Print both tables."""
    print(
        "What each power does to whom: d dead, r reborn, w washed away, c caught, s still, h halved, b both, * Wound, - nothing\n"
    )
    for k, being in enumerate(BEINGS):
        print(f"{k + 1:2} {being}", end="; " if k % 4 != 3 else "\n")
    print()
    for power, (clause, _, excepted) in BOOK.items():
        print(f"{power:20}{clause:6}{' '.join(outcome(power, being) for being in BEINGS)}   excepted: {excepted}")
    why = sorted({impossible(p, q, t) for p, q in pairs() for t in (False, True)} - {""})
    print(
        "\nPowers that meet (above the diagonal as enemies side by side, below it allied in one hex): positions played in tens, or why not:"
    )
    print("; ".join(f"{'abcdefg'[k]} {reason}" for k, reason in enumerate(why)) + "\n")

    def cell(p: str, q: str, together: bool) -> str:
        if reason := impossible(p, q, together):
            return "abcdefg"[why.index(reason)]
        p, q = (p, q) if list(POWERS).index(p) <= list(POWERS).index(q) else (q, p)
        count, _, faults = tried(p, q, together)
        return "!!" if faults else str(max(1, count // 10))

    print(table(cell))
    print("\nWhere the book says what happens when they meet:")
    for (p, q), (clause, case) in MEETINGS.items():
        print(f"{p:16}{q:14}{clause:6}{case}")


if __name__ == "__main__":
    main()
