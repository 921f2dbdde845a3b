"""Powers and peoples read a third time (pp. 24-48): what changes a position must be asked when it changes, and who is excepted."""

from __future__ import annotations

import pytest

from elric.dragon_pass.combat.deaths import kill
from elric.dragon_pass.combat.reckoning import SCALE, ground, reckon
from elric.dragon_pass.combat.results import refuges
from elric.dragon_pass.combat_phase.dividing import join_battles
from elric.dragon_pass.components.units import BY_ID, UNITS
from elric.dragon_pass.exotics.lunar import due
from elric.dragon_pass.independents.peoples import INDEX as KEYS
from elric.dragon_pass.independents.peoples import PEOPLES
from elric.dragon_pass.position.notes import Caught
from elric.kernel.chance import SeededChance
from elric.kernel.context import Context

from .field import (
    BESIDE,
    BOARD,
    GAME,
    HEXES,
    PLAIN,
    Game,
    at,
    clauses,
    marks_of,
    name,
    ones,
    open_disc,
    open_line,
    texts,
)
from .test_combat import where
from .test_exotics import until_next
from .test_independents import FAR, PLINTH, RUINS_, ask, settled, war

H = open_line(6)
A, B, C, D, E, F = (H, *HEXES.ray(H, 0)[:5])
MID = open_disc(2)
OFF = next(h for h in sorted(PLAIN, reverse=True) if HEXES.distance(h, H) > 12 and HEXES.distance(h, FAR) > 12)
RIVER = next(r for r in BOARD.rivers if r.id == "oslir").hexes
DEAD = -2


def his(*units: str, side: str = "sartar") -> dict[str, dict[str, str]]:
    return {"owners": dict.fromkeys(units, side)}


def dies(g, *units: str) -> set[str]:
    """Which of these are not on the board."""
    return {u for u in units if where(g, u) < 0}


def strike(g, attackers: int, target: int, die: int) -> None:
    """One battle with swords."""
    g.push(f"assign {name(attackers)} {name(target)}")
    with g.scripted([die - 1]):
        g.push(f"roll {name(target)}")


ARMY = his("delecti-the-necromancer", *(f"zombie-{k}" for k in range(1, 8)))
CHAIN = {A: ["delecti-the-necromancer"], B: ["zombie-1"], C: ["zombie-2"], D: ["zombie-3"]}


# ---- conditions are asked when the position changes [43.2] ----------------------------------------------------------


def test_wb_43_2_zombies_cut_off_in_combat_are_destroyed_at_once() -> None:
    """[43.2] [43.3]: the link dies by a Dragonfight's own die; the next battle of the same Combat finds those beyond it gone."""
    side = BESIDE[B][1] if BESIDE[B][1] not in (A, C) else BESIDE[B][2]
    g = war({**CHAIN, side: ["standfast", "steel-sword-legion"], FAR: ["minor-class-1"], OFF: ["krise"]},
            player="lunar", **ARMY, marks={"assassins": [0], "hired": [0]})  # fmt: skip
    with g.scripted([5]):
        g.push(f"murder {name(B)} top")
    assert g.phase == "combat"
    assert dies(g, "zombie-1", "zombie-2", "zombie-3") == {"zombie-1", "zombie-2", "zombie-3"}


def test_wb_43_2_a_driven_link_breaks_the_chain() -> None:
    """[43.2]: who is driven back one hex may leave those behind him without contact; they are gone before the next roll."""
    foe = next(n for n in BESIDE[A] if n >= 0 and HEXES.distance(n, B) == 2)
    g = war({**CHAIN, foe: ["standfast", "steel-sword-legion", "red-dragoon"], FAR: ["krise"]}, player="lunar", **ARMY)
    strike(g, foe, A, 4)
    while g.step == "back":
        g.push(max(g.legal_actions(), key=lambda a: HEXES.distance(a.args[0], B)))
    left = [u for u in ("zombie-1", "zombie-2", "zombie-3") if where(g, u) >= 0]
    near = where(g, "delecti-the-necromancer") >= 0 and HEXES.distance(where(g, "delecti-the-necromancer"), B) <= 1
    assert bool(left) == near
    assert g.phase == "combat"


def test_wb_43_2_on_the_march_the_chain_is_asked_when_all_stand() -> None:
    """[43.2]: the army marches stack by stack; a gap that its last march closes destroys nobody."""
    g = war(
        {A: ["delecti-the-necromancer"], B: ["zombie-1"], C: ["zombie-2"], FAR: ["whipstock"]}, phase="movement", **ARMY
    )
    g.push("lead zombie-2")
    g.push(f"step {name(D)}")
    g.push("halt") if g.step == "march" else None
    assert where(g, "zombie-2") == D
    g.push("lead zombie-1")
    g.push(f"step {name(C)}")
    g.push("halt") if g.step == "march" else None
    g.push("lead delecti-the-necromancer")
    g.push(f"step {name(B)}")
    while g.phase == "movement":
        g.push("halt" if g.step == "march" else "done")
    assert not dies(g, "zombie-1", "zombie-2")


def test_wb_43_2_under_the_sylphs_the_army_is_in_contact_still() -> None:
    """[43.2] [25.3]: they hold Delecti where he stands; who touches that hex stays, who does not is destroyed."""
    stacks = {
        A: ["delecti-the-necromancer"],
        B: ["zombie-1"],
        E: ["sylphs"],
        FAR: ["krise"],
        BESIDE[E][1]: ["militia-foot-1"],
    }
    g = war(stacks, phase="movement", **his("delecti-the-necromancer", "zombie-1", "zombie-2", side="lunar"))
    g.push(f"settle {name(A)}")
    g.push("done")
    assert where(g, "delecti-the-necromancer") < 0
    assert where(g, "zombie-1") == B
    loose = war({**stacks, D: ["zombie-2"]}, phase="movement",
                **his("delecti-the-necromancer", "zombie-1", "zombie-2", side="lunar"))  # fmt: skip
    loose.push(f"settle {name(A)}")
    assert where(loose, "zombie-2") < 0


def test_wb_43_6_with_delecti_the_zombies_under_the_sylphs_die_too() -> None:
    """[43.6] [25.3]: killing him destroys the whole army, and so whom the Sylphs hold."""
    g = war({A: ["sylphs"], B: ["delecti-the-necromancer"], FAR: ["whipstock"]}, **ARMY,
            marks={"caught": [A, [BY_ID["zombie-1"]]]})  # fmt: skip
    s = g.state.copy()
    kill(s, (BY_ID["delecti-the-necromancer"],), Context(SeededChance(0)), "battle")
    assert Caught not in s.notes
    assert s.place[BY_ID["zombie-1"]] == -1


def test_wb_43_5_a_dragonewt_slain_by_zombies_is_reborn() -> None:
    """[33.1] [43.5]: an enemy in its city alone cancels its power; it is at home, and no zombie stands up for it."""
    home = BOARD.places["newt-4"].hexes[0]
    g = war({A: ["dragonewt-cavalry-1"], B: ["zombie-1", "zombie-2", "zombie-3"], C: ["delecti-the-necromancer"],
             FAR: ["militia-foot-1"]}, player="lunar", owners={**ARMY["owners"], **dict.fromkeys(ARMY["owners"], "lunar"),
             "dragonewt-cavalry-1": "sartar", "inhuman-king": "sartar"})  # fmt: skip
    strike(g, B, A, 6)
    settled(g)
    assert where(g, "dragonewt-cavalry-1") == home
    assert "risen" not in marks_of(g)
    assert where(g, "zombie-4") < 0


def test_wb_43_5_a_zombie_comes_back_to_nobody() -> None:
    """[43.5] [28.9] [24.5]: the counter of whom they made a zombie is out of the game: his people change sides without him,
    and the full moon does not bring him down again."""
    wild = BOARD.places["wild-temple"].hexes[0]
    beast = BY_ID["ironhoof"] + 1
    g = war({wild: ["whipstock"], FAR: ["militia-foot-1"]}, player="lunar", owners={"ironhoof": "sartar", UNITS[beast].id: "sartar"},
            marks={"allies": [[0, 1]], "sieges": [[0, 0, 2]], "risen": [beast]})  # fmt: skip
    ask(g, "whipstock", 1)
    settled(g)
    assert where(g, UNITS[beast].id) == -1
    assert where(g, "ironhoof") >= 0
    moon = war({H: ["minor-class-1"], FAR: ["krise"]}, player="lunar", day=3, agenda=[["move", 0]], order=["lunar", "sartar"],
               marks={"risen": [BY_ID["full-moon-corps-1"]]})  # fmt: skip
    assert moon.step == "muster"
    settled(moon)
    assert where(moon, "full-moon-corps-1") == -1
    assert where(moon, "full-moon-corps-2") >= 0


def test_wb_45_1_whom_a_superhero_leaves_in_the_dark_stands_still() -> None:
    """[45.1] [18.3]: his stack is excepted while it is his; when he walks on the dark has it."""
    knight = his("sir-ethilrist")
    g = war({MID: ["sir-ethilrist"], BESIDE[MID][0]: ["harrek-the-berserk", "bullocks"], FAR: ["whipstock"]}, **knight)
    g.push("cloak")
    assert not g.state.still >> BY_ID["bullocks"] & 1
    until_next(g, 1, 3)
    while g.phase != "movement":
        g.push("done")
    out = next(n for n in BESIDE[BESIDE[MID][0]] if n in PLAIN and n != MID)
    g.push("lead harrek-the-berserk")
    g.push(f"step {name(out)}")
    g.push("halt") if g.step == "march" else None
    assert g.state.still >> BY_ID["bullocks"] & 1
    assert "lead bullocks" not in texts(g)


def test_wb_45_1_the_goblins_come_when_two_turns_are_over() -> None:
    """[45.1]: at the end of that time, not after the enemy's next Move: they stand there when it begins."""
    g = war({H: ["sir-ethilrist"], FAR: ["whipstock"]}, **his("sir-ethilrist"), order=["lunar", "sartar"], turn=2)
    g.push("cloak")
    while g.turn < 4:
        g.push("done" if "done" in texts(g) else sorted(texts(g))[0])
    while (g.turn, g.player) == (4, 0) or (g.turn, g.player) == (4, 1):
        assert where(g, "the-cloak-of-darkness-goblins") < 0
        g.push("done" if "done" in texts(g) else sorted(texts(g))[0])
    assert (g.turn, g.player) == (5, 0)
    settled(g)
    assert HEXES.distance(where(g, "the-cloak-of-darkness-goblins"), H) <= 1


def test_wb_48_3_a_dragon_at_its_fight_dispels_the_illusion_beside_it() -> None:
    """[48.3] [38.6]: it comes into the zone: the Illusion is gone without a battle, whatever the die says."""
    own = {"dragon-1": "sartar", "puppeteer-troupe": "lunar", "illusionary-army-1": "lunar"}
    for die in (1, 6):
        near = next(h for h in sorted(PLAIN) if 3 < HEXES.distance(h, MID) < 12 and h != A)
        g = war({near: ["dragon-1", "krise"], MID: ["whipstock"], BESIDE[MID][0]: ["illusionary-army-1"], A: ["puppeteer-troupe"]},
                owners=own)  # fmt: skip
        with g.scripted([die - 1]):
            g.push(f"dragonfight dragon-1 {name(MID)}")
        assert where(g, "illusionary-army-1") < 0
        assert dies(g, "whipstock") == ({"whipstock"} if die == 6 else set())


def test_wb_48_3_who_is_won_over_beside_an_illusion_dispels_it() -> None:
    """[48.3] [28.5]: a Superhero comes to the board in its zone by no march."""
    there = BOARD.places["clearing"].hexes[0]
    own = {"puppeteer-troupe": "lunar", "illusionary-army-1": "lunar"}
    beside = BESIDE[there][0]
    g = war({there: ["militia-foot-1"], beside: ["illusionary-army-1"], A: ["puppeteer-troupe"]}, owners=own)
    ask(g, "militia-foot-1", 3)
    g.push(f"place {name(there)}")
    assert where(g, "androgeus-the-unknowable") == there
    assert where(g, "illusionary-army-1") < 0


def test_wb_48_8_the_troupes_illusions_are_withdrawn_when_it_changes_sides() -> None:
    """[48.8] [28.9]: those on the board leave it, and may appear for the new ruler."""
    site = BOARD.places["ruins-1"].hexes[0]
    k = KEYS["puppeteers"]
    g = war({site: ["whipstock"], A: ["puppeteer-troupe"], B: ["illusionary-army-1"], FAR: ["krise"]}, player="lunar",
            **his("puppeteer-troupe", "illusionary-army-1"), marks={"allies": [[k, 1]], "sieges": [[k, 0, 2]]})  # fmt: skip
    with g.scripted([0, 0]):
        g.push("ask whipstock")
    settled(g)
    assert g.state.owner[BY_ID["puppeteer-troupe"]] == 0
    assert where(g, "illusionary-army-1") == -1
    assert g.state.owner[BY_ID["illusionary-army-1"]] == 0


def test_wb_33_1_who_held_a_city_in_combat_has_taken_it() -> None:
    """[33.1]: he stood in it and died in the same Combat; it gives nobody back. Who marches through has not taken it."""
    city = BOARD.places["newt-4"].hexes[0]
    foe = next(n for n in BESIDE[city] if n >= 0)
    newt = his("dragonewt-cavalry-1", "inhuman-king")
    g = war(
        {city: ["whipstock"], foe: ["dragonewt-cavalry-1", "bullocks"], FAR: ["krise"]},
        player="lunar",
        **newt,
        phase="movement",
    )
    g.push("done")
    g.push(f"assign {name(city)} {name(foe)}")
    with g.scripted([0]):
        g.push(f"roll {name(foe)}")
    assert where(g, "whipstock") == DEAD
    assert "newt-4" in marks_of(g)["taken"]


# ---- exotics --------------------------------------------------------------------------------------------------------


def test_wb_24_3_under_the_sylphs_the_bat_hungers_on() -> None:
    """[24.3] [25.3]: they save it no meal, and a debt stands."""
    more = {"caught": [A, [BY_ID["crimson-bat"]]]}
    g = war({A: ["sylphs"], FAR: ["minor-class-1"]}, player="lunar", order=["lunar", "sartar"], day=6, marks=more)
    assert due(g.state) == 1
    g = war({A: ["sylphs"], FAR: ["whipstock"]}, player="lunar", order=["sartar", "lunar"], day=2,
            marks={**more, "missed": 1}, agenda=[["move ends", 1]])  # fmt: skip
    assert marks_of(g)["missed"] == 2


def test_wb_24_3_whom_his_own_spell_kills_is_no_meal() -> None:
    """[24.3]: an enemy must be taken in physical combat; the Bat throws a spell back, and goes hungry."""
    g = war({A: ["crimson-bat"], C: ["krise"], FAR: ["whipstock"]}, day=6)
    g.push(f"aim {name(C)} {name(A)}")
    with g.scripted([0]):
        g.push(f"cast {name(A)}")
        while g.step == "cover":
            g.push("bare")
    assert where(g, "krise") == DEAD
    assert not marks_of(g).get("fed")


@pytest.mark.parametrize("phase", ["early magic", "movement", "combat"])
def test_wb_25_1_the_runners_appear_whenever_desired(phase: str) -> None:
    """[25.1]: the book names no phase."""
    g = war(
        {A: ["prince-argrath"], FAR: ["whipstock"]}, phase="movement", agenda=[["move", 1]], order=["lunar", "sartar"]
    )
    while g.phase != phase:
        g.push("done")
    g.push(f"call dragontooth-runners-1 {name(A)}")
    assert where(g, "dragontooth-runners-1") == A


def test_wb_26_3_with_the_third_day_the_storm_is_over() -> None:
    """[26.3]: raised in the second Move of a Turn, it lies over that day and the two that follow, and floods on the third."""
    g = war({A: ["stormwalkers-cult"], B: ["krise"], FAR: ["whipstock"]}, order=["lunar", "sartar"], turn=2)
    g.push("tempest")
    seen = {}
    while g.turn < 6:
        seen[g.turn] = {e.kind for e in g.state.effects} & {"storm", "flood"}
        g.push("done" if "done" in texts(g) else sorted(texts(g))[0])
    assert seen == {2: {"storm"}, 3: {"storm"}, 4: {"storm", "flood"}, 5: set()}


def flooded(stacks, **more):
    """The flood of a storm on the upper Oslir."""
    walkers = next(h for h in sorted(PLAIN) if 8 < HEXES.distance(h, RIVER[3]) <= 20 and h not in stacks)
    g = war({walkers: ["stormwalkers-cult"], **stacks}, **more)
    g.push(f"storm {name(RIVER[3])}")
    return g


def test_wb_26_6_the_bank_is_of_their_choice() -> None:
    """[26.6]: dry hexes on both sides of the river, an enemy who drowns in the same flood bars none."""
    spot = RIVER[8]
    end = RIVER[11]
    banks = {n for n in BESIDE[end] if n >= 0 and not BOARD.water >> n & 1}
    foe = min(banks)
    g = flooded({spot: ["comet-seers"], foe: ["militia-foot-1"]})
    assert where(g, "militia-foot-1") == DEAD
    assert g.step == "muster"
    assert g.seat == 0
    assert {text for text in texts(g) if text.startswith("place")} == {f"place {name(n)}" for n in banks}


def test_wb_26_6_no_flood_kills_a_magician_or_a_hero() -> None:
    """[26.4] [26.6]: only normal units drown; in the middle of the Marsh he is left where he was, and where his banks are full
    of enemies he waits."""
    marsh = next(h for h in ones(BOARD.marsh) if not any(n >= 0 and BOARD.river >> n & 1 for n in (h, *BESIDE[h])))
    stream = next(r for r in BOARD.rivers if r.id == "creek").hexes
    walkers = next(h for h in sorted(PLAIN) if 8 < HEXES.distance(h, stream[3]) <= 20)
    g = war({walkers: ["stormwalkers-cult"], marsh: ["comet-seers", "red-emperor", "whipstock"], FAR: ["krise"]})
    g.push(f"storm {name(stream[3])}")
    settled(g)
    assert where(g, "whipstock") == DEAD
    assert where(g, "comet-seers") >= 0
    assert where(g, "red-emperor") >= 0


def test_wb_38_4_no_dragon_drowns_or_dies_in_the_doom_run() -> None:
    """[38.4] [38.5] [46.2] [26.4]: it is impervious to all magic, exotics too, and shields who stands beside it."""
    g = flooded({RIVER[8]: ["dragon-1"], FAR: ["whipstock"]}, **his("dragon-1", side="lunar"))
    assert where(g, "dragon-1") == RIVER[8]
    ray = HEXES.ray(H, 0)
    g = war({H: ["sir-ethilrist"], ray[0]: ["dragon-1"], ray[1]: ["whipstock"], ray[3]: ["starkin"]},
            owners={"sir-ethilrist": "sartar", "dragon-1": "lunar"})  # fmt: skip
    g.push("loose west")
    assert dies(g, "dragon-1", "whipstock", "starkin") == {"starkin"}


def test_wb_46_2_the_doom_run_destroys_independents_too() -> None:
    """[46.2] [32.1]: a wild beast on its line; one beside it lives."""
    ray = HEXES.ray(H, 0)
    wild = [[BY_ID["triceratops-1"], ray[2]], [BY_ID["triceratops-2"], FAR]]
    g = war({H: ["sir-ethilrist"], FAR: ["whipstock"]}, **his("sir-ethilrist"), marks={"lairs": wild})
    g.push("loose west")
    assert [row[0] for row in marks_of(g)["lairs"]] == [BY_ID["triceratops-2"]]


# ---- peoples --------------------------------------------------------------------------------------------------------


def test_wb_28_5_who_comes_too_late_is_not_destroyed() -> None:
    """[28.4] [28.5] [28.6]: the people has an ally by the time he arrives: he asks nobody, and lives."""
    for seat in (0, 1):
        g = at({H: ["whipstock"], FAR: ["militia-foot-1"]}, scenario="complete-game", phase="movement", player="sartar", turn=1,
               moves=2, day=0, order=["lunar", "sartar"],
               marks={"envoys": [[BY_ID["krise"], 0, 1]], "allies": [[0, seat]]})  # fmt: skip
        g.push("done")
        settled(g)
        assert where(g, "krise") >= 0


def test_wb_28_3_nobody_asks_a_dead_dragon() -> None:
    """[28.3] [35.1]: its rest is empty."""
    rest = BOARD.places["dragonrest-1"].hexes[0]
    g = war({rest: ["whipstock"], FAR: ["minor-class-1"], OFF: ["krise"]}, player="lunar", dead=["dragon-1"], **his("dragon-1"),
            marks={"allies": [[KEYS["dragon-1"], 1]], "sieges": [[KEYS["dragon-1"], 0, 2]]})  # fmt: skip
    assert "28.3" in clauses(g, "ask whipstock")
    assert PEOPLES[KEYS["dragon-1"]].units == (BY_ID["dragon-1"],)


@pytest.mark.parametrize("die", [1, 2, 3, 5, 6])
def test_wb_29_1_gifts_in_enemy_hands_do_the_dwarfs_stack_no_harm(die: int) -> None:
    """[29.1]: they attack him, or he them: whatever falls, he and his company stand."""
    own = {"the-dwarf": "sartar", "stone-man-1": "lunar"}
    for player, a, t in (("lunar", A, B), ("sartar", B, A)):
        g = war({A: ["stone-man-1"], B: ["the-dwarf", "freedmen"], FAR: ["krise"]}, player=player, owners=own)
        strike(g, a, t, die)
        while g.step in ("back", "pay", "advance"):
            g.push(g.legal_actions()[-1])
        assert where(g, "the-dwarf") == B
        assert where(g, "freedmen") == B


def test_wb_33_1_a_city_full_of_friends_does_not_cancel_rebirth() -> None:
    """[33.1]: an enemy in it alone does; the reborn stands beside it."""
    home = BOARD.places["newt-4"].hexes[0]
    g = war({A: ["bell-temple"], B: ["dragonewt-cavalry-1"], home: ["bullocks", "freedmen", "goatkin"]}, player="lunar",
            **his("dragonewt-cavalry-1", "inhuman-king"))  # fmt: skip
    strike(g, A, B, 6)
    while g.step == "muster":
        assert g.seat == 1
        g.push(g.legal_actions()[0])
    assert HEXES.distance(where(g, "dragonewt-cavalry-1"), home) == 1


def test_wb_40_4_a_giant_eats_of_its_own_sides_zombies_too() -> None:
    """[40.4]: of any zombies that it touches, those in its own hex first."""
    g = war({A: ["delecti-the-necromancer", "zombie-1"], B: ["zombie-2"], C: ["giant-1"], FAR: ["whipstock"]}, phase="movement",
            owners={**ARMY["owners"], "giant-1": "sartar"})  # fmt: skip
    with g.scripted([0]):
        g.push("done")
    assert dies(g, "zombie-1", "zombie-2") == {"zombie-2"}


def test_wb_42_4_the_second_fracture_keeps_off_the_first() -> None:
    """[42.4]: they are separate, where it begins and where it goes on."""
    g = war({MID: ["earthshaker-cult"], FAR: ["whipstock"]}, **his("earthshaker-cult"))
    g.push(f"rift {name(MID)}")
    while g.step == "fracture":
        g.push(g.legal_actions()[0])
    first = set(marks_of(g)["quake"][1][0])
    beside = next(n for n in BESIDE[MID] if n not in first)
    g.push(f"rift {name(beside)}")
    while g.step == "fracture":
        assert not first & {a.args[0] for a in g.legal_actions()}
        g.push(g.legal_actions()[0])
    assert len(set(marks_of(g)["quake"][1][1]) | first) == 10


def test_wb_42_8_a_step_back_into_a_quakes_ford_kills_nobody() -> None:
    """[42.8] [13.1]: a river on the line is a ford for a Turn, and fords are open ground."""
    bank, wet = next((a, b) for a in sorted(PLAIN) for b in BESIDE[a] if BOARD.river >> b & 1 and not BOARD.along_road(a, b)
                     and not BOARD.climbs(a, b) and not BOARD.high >> a & 1)  # fmt: skip
    foe = HEXES.ray(bank, HEXES.direction(wet, bank))[0]
    for effects, alive in (([], False), ([["ford", hex(1 << wet), 9]], True)):
        g = war(
            {bank: ["militia-foot-1"], foe: ["jar-eel-the-razoress"], FAR: ["krise"]}, player="lunar", effects=effects
        )
        assert (wet in refuges(g.state, (BY_ID["militia-foot-1"],))) is alive


def test_wb_46_3_exactly_twelve_are_enough() -> None:
    """[46.3]: the price is twelve."""
    g = war({A: ["militia-cavalry-1", "militia-cavalry-2", "militia-cavalry-3"], FAR: ["whipstock"]})
    assert "hire" in texts(g)
    g = war({A: ["militia-cavalry-1", "militia-cavalry-2", "militia-foot-1"], FAR: ["whipstock"]})
    assert clauses(g, "hire") == {"46.3"}


def test_wb_7_2_who_used_magic_early_asks_nobody_and_sacrifices_nobody() -> None:
    """[7.2] [28.3] [39.6] [43.1]: he is not used again in that Turn."""
    wild = BOARD.places["wild-temple"].hexes[0]
    for h, act in ((wild, "ask krise"), (PLINTH, "sacrifice freedmen krise"), (RUINS_, "give krise")):
        g = war({h: ["krise", "freedmen"], FAR: ["whipstock"], OFF: ["and-j"]}, early=["krise"])
        assert clauses(g, act) == {"7.2"}
        assert act in texts(war({h: ["krise", "freedmen"], FAR: ["whipstock"]}))


def test_wb_7_2_a_fracture_laid_early_is_the_cults_whole_turn() -> None:
    """[7.2] [42.4]: the second waits for the next day."""
    first = list(HEXES.ray(MID, 0)[:2])
    marks = {"quake": [2, [[MID, *first]]], "rifts": 1}
    early = {"early": ["earthshaker-cult"], "cast": ["earthshaker-cult"]}
    start = BESIDE[MID][3]
    g = war(
        {MID: ["earthshaker-cult"], FAR: ["whipstock"], OFF: ["and-j"]}, **his("earthshaker-cult"), marks=marks, **early
    )
    assert clauses(g, f"rift {name(start)}") == {"7.2"}
    g = war({MID: ["earthshaker-cult"], FAR: ["whipstock"]}, **his("earthshaker-cult"), marks=marks)
    assert f"rift {name(start)}" in texts(g)


def test_wb_48_5_an_illusion_that_kept_out_of_the_last_move_saves_the_troupe() -> None:
    """[48.5] [48.4]: two Moves ago it fought: that is not last Move. To carry the Troupe on it must have kept out a whole Turn."""
    own = his("puppeteer-troupe", "illusionary-army-1")
    for ago, saved in ((1, False), (2, True), (3, True)):
        marks = {"fooled": [[BY_ID["illusionary-army-1"], 9 - ago]]}
        g = war({A: ["standfast", "steel-sword-legion"], B: ["puppeteer-troupe"], E: ["illusionary-army-1"], FAR: ["krise"]},
                player="lunar", moves=9, marks=marks, **own)  # fmt: skip
        strike(g, A, B, 6)
        assert (where(g, "puppeteer-troupe") == E) is saved


def test_wb_62_1_reserves_without_room_come_later() -> None:
    """[62.1] [7.6]: the day on which there is no room delays them; they are neither lost nor booked as come."""
    place = BOARD.places["stone-cross"].hexes[0]
    names = [f"{kind}-{k}" for kind in ("militia-foot", "militia-cavalry") for k in range(1, 9)]
    more = [
        "bullocks",
        "freedmen",
        "goatkin",
        "guildsmen",
        "candle-dancers",
        "wolfrunners",
        "gold-gotti",
        "headhunters",
    ]
    dead, rest = names[-1], iter([*names[:-1], *more])
    full = {h: [next(rest) for _ in range(3)] for h in (place, *BESIDE[place]) if h >= 0}
    g = at({**full, FAR: ["jar-eel-the-razoress"]}, scenario="invasion-of-the-empire", player="sartar", order=["lunar", "sartar"],
           turn=4, day=0, dead=[dead], agenda=[["move", 1]], marks={"summoned": 1})  # fmt: skip
    assert where(g, dead) == DEAD
    position = GAME.describe(g.state)
    position["stacks"] = {h: pile for h, pile in position["stacks"].items() if h != name(place)}
    later = Game.at({**position, "turn": 5, "agenda": [["move", 1]], "phase": "movement"})
    assert later.step == "muster"
    settled(later)
    assert where(later, dead) == place
    assert "expected" not in marks_of(later)


def test_wb_68_1_once_kept_three_turns_in_sartar_the_temple_wins_no_more() -> None:
    """[68.1]: the Empire had its three units there for two whole Turns and has left since: this way to win is closed."""
    temple = BOARD.places["reaching-moon"].hexes[0]
    tenure = [[0, True], [0, True], [0, True], [0, True], [1, True]]
    for marks, won in (({"intruded": [2, True]}, False), ({}, True)):
        g = at({temple: ["militia-foot-1"], FAR: ["krise"], ones(BOARD.lands["L"])[0]: ["whipstock"]}, scenario="invasion-of-sartar",
               turn=5, day=0, player="sartar", order=["lunar", "sartar"], tenure=tenure, marks=marks, agenda=[["move ends", 1]])  # fmt: skip
        assert (g.outcome is not None) is won


def test_wb_32_1_a_beast_without_room_is_placed_before_the_next_move() -> None:
    """[32.1] [7.1]: what the end of a Move asks is answered before the other side begins."""
    stacks = {A: ["freedmen", "goatkin", "guildsmen"], FAR: ["whipstock"]}
    g = war(
        stacks,
        phase="combat",
        agenda=[["move ends", 1]],
        order=["lunar", "sartar"],
        marks={"lairs": [[BY_ID["triceratops-1"], A]]},
    )
    assert g.step == "muster"
    assert (g.turn, g.player) == (2, 1)
    settled(g)
    assert (g.turn, g.player) == (3, 0)
    assert HEXES.distance(where(g, "triceratops-1"), A) == 1


# ---- what is ruled, shown -------------------------------------------------------------------------------------------


def test_wb_48_4_a_troupe_that_is_bound_changes_no_places() -> None:
    """[48.4] [21.5] [26.2]: to change places is its march; who stands still by a storm, or has covered others, makes none."""
    marks = {"projected": [[BY_ID["illusionary-army-1"], 1]]}
    stacks = {A: ["puppeteer-troupe"], D: ["illusionary-army-1"], FAR: ["whipstock"]}
    own = his("puppeteer-troupe", "illusionary-army-1")
    bit = hex(1 << BY_ID["puppeteer-troupe"])
    for effects, bound in (([], False), ([["still", bit, 9]], True), ([["tied", bit, 9]], True)):
        g = war(stacks, phase="movement", moves=8, marks=marks, effects=effects, **own,
                agenda=[["move ends", 0], ["to combat"], ["movement"], ["to movement"]], order=["sartar", "lunar"])  # fmt: skip
        assert ("swap illusionary-army-1" in texts(g)) is not bound
        if bound:
            assert clauses(g, "swap illusionary-army-1") == {"48.4"}


def test_wb_46_1_the_hound_lends_its_legs_alone() -> None:
    """[46.1] [44.1]: ten points together; in battle he is a normal hero of four."""
    g = war({A: ["sir-ethilrist"], B: ["whipstock"], FAR: ["krise"]}, **his("sir-ethilrist"))
    g.push(f"assign {name(A)} {name(B)}")
    assert reckon(g.state, join_battles(g.state, g.state.links, 1)[0]).attack == 4 * SCALE


def test_wb_42_9_a_quake_breaks_a_walled_citys_walls_as_a_forts() -> None:
    """[42.9] [26.7] [13.7]: one rule of walls for both: on a fracture neither doubles, and a flood enters neither."""
    for place in ("jonstown", "boldhome"):
        h = BOARD.places[place].hexes[0]
        near = next(
            n
            for n in BESIDE[h]
            if n >= 0 and not BOARD.walls >> n & 1 and not BOARD.climbs(h, n) and not BOARD.climbs(n, h)
        )
        cult = next(x for x in sorted(PLAIN) if 3 < HEXES.distance(x, h) < 10)
        g = war(
            {h: ["whipstock"], near: ["bullocks"], cult: ["earthshaker-cult"], FAR: ["starkin"]},
            **his("earthshaker-cult"),
        )
        assert ground(g.state, h, ((near, h),)).walls
        g.push(f"rift {name(h)}")
        while g.step == "fracture":
            g.push(g.legal_actions()[0])
        assert not ground(g.state, h, ((near, h),)).walls, place
        assert BOARD.walls >> h & 1


def test_wb_43_5_who_dies_of_a_spell_that_zombies_throw_back_is_no_zombie() -> None:
    """[43.5] [43.4] [21.1]: his own spell destroys him."""
    g = war({A: ["comet-seers"], C: ["zombie-1"], D: ["delecti-the-necromancer"], FAR: ["minor-class-1"], OFF: ["krise"]},
            player="lunar", **ARMY)  # fmt: skip
    g.push(f"aim {name(A)} {name(C)}")
    with g.scripted([0]):
        g.push(f"cast {name(C)}")
        while g.step == "cover":
            g.push("bare")
    assert where(g, "comet-seers") == DEAD
    assert BY_ID["comet-seers"] in g.state.dead
    assert where(g, "zombie-2") < 0


@pytest.mark.parametrize("phase", ["early magic", "movement", "combat"])
def test_wb_46_3_the_assassins_are_bought_at_any_time_of_a_move(phase: str) -> None:
    """[46.3]: in each of its phases."""
    g = war({A: ["militia-cavalry-1", "militia-cavalry-2", "militia-cavalry-3"], FAR: ["whipstock"]}, phase="movement",
            agenda=[["move", 1]], order=["lunar", "sartar"])  # fmt: skip
    while g.phase != phase:
        g.push("done")
    assert "hire" in texts(g)


def test_wb_64_2_the_horde_begins_along_the_edge_of_prax() -> None:
    """[64.2]: in any hex of the Plains on the board, which are their edge."""
    horde = next(a for a in GAME.scenarios()["tax-collectors"].armies if a.name == "Barbarian Horde")
    assert horde.hexes == BOARD.lands["P"]
