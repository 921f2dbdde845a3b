"""The book read again, clause against code: exotics, Independents, reinforcements and scenarios (pp. 24-70)."""

from __future__ import annotations

import pytest

from elric.dragon_pass.combat.factors import SCALE
from elric.dragon_pass.combat.reckoning import reckon
from elric.dragon_pass.combat_phase.dividing import join_battles
from elric.dragon_pass.components.units import BY_ID, UNITS
from elric.dragon_pass.independents.emissaries import Asked
from elric.dragon_pass.independents.peoples import INDEX as KEYS
from elric.dragon_pass.magic.spells import reach
from elric.dragon_pass.movement.going import GOING, company, points, row
from elric.dragon_pass.position.notes import Ally, Caught, Envoy, forget, remember, the_note
from elric.kernel.bits import bits

from .field import AROUND, BESIDE, BOARD, GAME, HEXES, PLAIN, Game, at, clauses, marks_of, name, ones, open_line, texts
from .test_combat import where
from .test_dragons import MID
from .test_independents import FAR, PLINTH, SHAFT, ask, dying, settled, war

H = open_line(6)
A, B, C, D, E = (H, *HEXES.ray(H, 0)[:4])
KNIGHT = {"sir-ethilrist": "sartar", "black-horse-troop-1": "sartar"}


def mine(*units: str, side: str = "sartar") -> dict[str, dict[str, str]]:
    return {"owners": dict.fromkeys(units, side)}


def push(g, *actions: str) -> None:
    for action in actions:
        g.push(action)


# ---- exotics of both armies


def test_wb_24_3_a_superhero_is_nobodys_meal() -> None:
    """[24.3] [18.5] [39.6]: neither given to the Bat nor taken by it, nor sacrificed at the Plinth: five Wounds alone kill him."""
    g = war({A: ["crimson-bat", "jar-eel-the-razoress", "starkin"], FAR: ["krise"]}, player="lunar")
    assert clauses(g, "feed jar-eel-the-razoress") == {"18.5"}
    assert "feed starkin" in texts(g)
    g = war({A: ["crimson-bat", "jar-eel-the-razoress", "starkin"], FAR: ["krise"]}, player="lunar", day=2, marks={"missed": 4},
            agenda=[["move ends", 1]], order=["sartar", "lunar"])  # fmt: skip
    assert g.state.dead == (BY_ID["starkin"],)
    g = war({PLINTH: ["harrek-the-berserk", "krise"], FAR: ["whipstock"]})
    assert clauses(g, "sacrifice harrek-the-berserk krise") == {"18.5"}


def test_wb_25_3_whom_the_sylphs_take_with_them_die_as_others_do() -> None:
    """[25.3] [18.5] [40.1] [33.1]: they count among the human dead; a Superhero is not among the dead, and is free."""
    stacks = {
        A: ["sylphs"],
        C: ["talfort", "jar-eel-the-razoress", "beat-pot-aelwrin"],
        D: ["minor-class-1"],
        FAR: ["krise"],
    }
    g = war(stacks, phase="movement", day=3)
    push(g, f"settle {name(C)}", "done")
    g = Game.at({**g.position(), "player": "lunar", "phase": "combat", "agenda": [["move ends", 1], ["combat"]]})
    g.push(f"aim {name(D)} {name(C)}")
    with g.scripted([5]):
        g.push(f"cast {name(C)}")
    assert {BY_ID["sylphs"], BY_ID["talfort"]} <= set(g.state.dead)
    assert marks_of(g)["human dead"] == 2
    assert where(g, "jar-eel-the-razoress") == C


# ---- the Dwarf, Ironhoof, dinosaurs


def test_wb_29_1_the_dwarf_doubles_march_and_range_too() -> None:
    """[29.1]: all factors of his inventions, while they are with him: the Cannons reach six; together they go at his four."""
    gifts = mine("the-dwarf", "cannon-cult", "stone-man-1")
    g = war({A: ["the-dwarf", "cannon-cult"], FAR: ["whipstock"]}, phase="movement", **gifts)
    assert reach(g.state, BY_ID["cannon-cult"]) == 6
    push(g, "lead the-dwarf", "join cannon-cult", f"step {name(B)}")
    assert g.view(1)["pace"] == 6
    g = war({A: ["cannon-cult"], FAR: ["whipstock"]}, phase="movement", **gifts)
    assert reach(g.state, BY_ID["cannon-cult"]) == 3
    push(g, "lead cannon-cult", f"step {name(B)}")
    assert g.view(1)["pace"] == 4


def test_wb_29_1_who_wins_the_dwarf_from_another_gets_himself_and_no_gift() -> None:
    """[29.1] [28.9]: what he left behind is lost for the game."""
    dwarf = KEYS["dwarf"]
    g = war({SHAFT: ["whipstock"], A: ["the-dwarf"], FAR: ["krise"]}, player="lunar", moves=9, **mine("the-dwarf"),
            marks={"allies": [[dwarf, 1]], "sieges": [[dwarf, 0, 6]]})  # fmt: skip
    ask(g, "whipstock", 3)
    settled(g)
    assert g.state.owner[BY_ID["the-dwarf"]] == 0
    assert dict(marks_of(g)["allies"])[dwarf] == 0


def test_wb_30_1_the_cannon_cult_does_not_walk_on_water() -> None:
    """[30.1] [21.6]: rules 4, 5 and 6 are closed to it: it pays for a river, and is no ford."""
    river = next(h for h in ones(BOARD.river) if any(n in PLAIN for n in BESIDE[h]))
    bank = next(n for n in BESIDE[river] if n in PLAIN)
    k = BESIDE[river].index(bank)
    costs = [row(GOING[BY_ID[u]], river, True)[k] for u in ("krise", "cannon-cult", "talfort")]
    assert costs == [2, 4, 4]
    for helper, left in (("krise", 6), ("cannon-cult", 4)):
        g = war({bank: ["whipstock"], river: [helper], FAR: ["militia-foot-1"]}, phase="movement", player="lunar",
                **mine(helper, side="lunar"))  # fmt: skip
        push(g, "lead whipstock", f"step {name(river)}", f"step {name(bank)}")
        assert points(g.state, BY_ID["whipstock"]) == left


def test_wb_32_1_all_dinosaurs_cross_the_marsh_as_open_ground() -> None:
    """[32.1] [32.2]: Trachodons too, who are magicians besides."""
    a, b = next((a, b) for a in ones(BOARD.marsh) for b in BESIDE[a] if b >= 0 and BOARD.marsh >> b & 1 and not BOARD.along_road(a, b))  # fmt: skip
    k = BESIDE[a].index(b)
    costs = {
        u: row(company((BY_ID[u],)), a, False)[k] for u in ("trachodon-1", "triceratops-1", "brontosaur-1", "krise")
    }
    assert costs == {"trachodon-1": 2, "triceratops-1": 2, "brontosaur-1": 2, "krise": 4}


def test_wb_30_2_the_transformer_alone_cannot_defend_itself() -> None:
    """[30.2]: whoever attacks it destroys it; with a friend its two count."""
    own = mine("alchemical-transformer")
    for pile, defence in ((["alchemical-transformer"], 0), (["alchemical-transformer", "militia-foot-1"], 5)):
        g = war({A: ["unriver"], B: pile, FAR: ["krise"]}, player="lunar", **own)
        g.push(f"assign {name(A)} {name(B)}")
        assert reckon(g.state, join_battles(g.state, g.state.links, 0)[0]).defence == defence * SCALE


def test_wb_30_3_whom_no_magic_touches_ironhoof_does_not_stop() -> None:
    """[30.3] [38.5] [18.3]: horse on a Dragon, beside one, or with a Superhero; and the word given early is all he does."""
    stacks = {A: ["ironhoof"], C: ["dragon-1", "starkin"], BESIDE[C][1]: ["uplands"], E: ["jar-eel-the-razoress", "moonarrow"],
              FAR: ["whipstock"]}  # fmt: skip
    owners = {"ironhoof": "sartar", "dragon-1": "lunar"}
    g = war(stacks, owners=owners)
    g.push("halt-horse")
    assert {UNITS[u].id for u in ones(g.state.still)} == {"whipstock"}
    g = war({A: ["ironhoof"], FAR: ["whipstock", "comet-seers"]}, phase="movement", owners=owners, agenda=[["move", 0]],
            order=["sartar", "lunar"])  # fmt: skip
    push(g, "halt-horse", *(["done"] if g.phase == "early magic" else []))
    assert "lead ironhoof" not in texts(g)


# ---- Dragonewts, Dragons, Cragspider


def test_wb_33_1_only_who_is_killed_in_battle_is_reborn() -> None:
    """[33.1]: not an emissary who is refused, nor a price that is paid."""
    own = mine("dragonewt-cavalry-1", "inhuman-king")
    home = BOARD.places["newt-4"].hexes[0]
    wild = BOARD.places["wild-temple"].hexes[0]
    g = war({wild: ["dragonewt-cavalry-1"], A: ["inhuman-king"], FAR: ["whipstock"]}, **own)
    ask(g, "dragonewt-cavalry-1", 2)
    assert where(g, "dragonewt-cavalry-1") == -2
    g = war({A: ["dragonewt-cavalry-1"], B: ["bell-temple"], FAR: ["krise"]}, player="lunar", **own)
    g.push(f"assign {name(B)} {name(A)}")
    with g.scripted([5]):
        g.push(f"roll {name(A)}")
    assert where(g, "dragonewt-cavalry-1") == home


def test_wb_38_6_a_dragon_attacks_by_dragonfight_alone() -> None:
    """[38.6] [12.1] [9.6]: its column is used in any attack of it; beside an enemy it must make one, and whoever stands with it
    fights with his own swords."""
    own = mine("dragon-1")
    g = war({A: ["dragon-1"], B: ["whipstock"], FAR: ["krise"]}, **own)
    assert clauses(g, f"assign {name(A)} {name(B)}") == {"38.6"}
    assert clauses(g, "done") == {"38.6"}
    with g.scripted([4]):
        g.push(f"dragonfight dragon-1 {name(B)}")
    assert g.state.dead == (BY_ID["whipstock"],)
    g = war({A: ["dragon-1", "militia-foot-1"], B: ["whipstock"], FAR: ["krise"]}, **own)
    g.push(f"assign {name(A)} {name(B)}")
    assert reckon(g.state, join_battles(g.state, g.state.links, 1)[0]).odds == "1:1"
    assert join_battles(g.state, g.state.links, 1)[0].attackers == ((A, (BY_ID["militia-foot-1"],)),)


def test_wb_38_5_a_dragon_shields_in_the_combat_phase_only() -> None:
    """[38.5] [7.2]: it may be moved in the enemy's Combat Phase, not against early magic."""
    stacks = {A: ["militia-foot-1"], C: ["dragon-1"], D: ["comet-seers"]}
    for phase, asked in (("early magic", False), ("combat", True)):
        more = {"agenda": [["move ends", 0], ["combat"], ["to combat"], ["movement"], ["to movement"], ["early"]]}
        g = war(stacks, player="lunar", order=["lunar", "sartar"], day=3, phase=phase, **mine("dragon-1"),
                **(more if phase != "combat" else {}))  # fmt: skip
        g.push(f"aim {name(D)} {name(A)}")
        with g.scripted([0]):
            g.push(f"cast {name(A)}")
            assert (g.step == "cover") is asked
            if asked:
                g.push("bare")


def test_wb_38_7_cragspiders_dragon_goes_home_to_her() -> None:
    """[38.7] [39.4]: a cancelled fight sends it back to Cliffhome, and it is her ally still."""
    g = war({A: ["dragon-4"], C: ["whipstock"], FAR: ["dragon-2"], D: ["cragspider-the-firewitch"]},
            owners={"dragon-4": "sartar", "cragspider-the-firewitch": "sartar", "dragon-2": "lunar"})  # fmt: skip
    push(g, f"dragonfight dragon-4 {name(C)}", "cancel dragon-2")
    settled(g)
    cliff = BOARD.places["cliffhome"].hexes[0]
    assert g.state.owner[BY_ID["dragon-4"]] == 1
    assert HEXES.distance(where(g, "dragon-4"), cliff) <= 1
    assert where(g, "dragon-2") == -1


# ---- giants, the quake, the Cloak, Puppeteers


def test_wb_40_2_giants_never_fight_giants() -> None:
    """[40.2]: the attacker's stands aside where the other side has one in the battle."""
    own = {"owners": {"giant-1": "sartar", "giant-2": "lunar"}}
    g = war({A: ["giant-1", "militia-foot-1"], B: ["giant-2"], FAR: ["krise", "starkin"][:1]}, **own)
    g.push(f"assign {name(A)} {name(B)}")
    with g.scripted([1, 0]):
        g.push(f"roll {name(B)}")
    assert "3 against 15" in " ".join(g.story_text())
    assert BY_ID["giant-1"] not in g.state.dead


def test_wb_40_3_zombies_do_not_tempt_a_giant() -> None:
    """[40.3]: every foe may call it over but the zombies."""
    own = {"owners": {"giant-1": "sartar", "zombie-1": "lunar", "delecti-the-necromancer": "lunar"}}
    g = war({A: ["giant-1"], B: ["zombie-1"], C: ["delecti-the-necromancer"], FAR: ["krise"]}, **own)
    g.push(f"assign {name(A)} {name(B)}")
    with g.scripted([]):
        g.push(f"roll {name(B)}")
    assert g.state.owner[BY_ID["giant-1"]] == 1


def test_wb_40_5_what_a_giant_eats_in_any_way_counts() -> None:
    """[40.5]: the men whom it carried when it changed sides, and whom a wild one ate; a wild one sleeps where it is."""
    own = mine("giant-1")
    g = war({A: ["giant-1", "militia-foot-1", "militia-foot-2"], B: ["whipstock"], FAR: ["krise"]}, **own,
            marks={"gorged": [[BY_ID["giant-1"], [2, 4]]]})  # fmt: skip
    g.push(f"assign {name(A)} {name(B)}")
    with g.scripted([0]):
        g.push(f"roll {name(B)}")
    assert BY_ID["giant-1"] in marks_of(g)["asleep"]
    g = war({A: ["talfort", "bagnot", "dunstop"], FAR: ["krise"]}, phase="movement", player="lunar",
            marks={"giants": [[BY_ID["giant-1"], C]], "gorged": [[BY_ID["giant-1"], [2, 3]]]}, agenda=[["move", 1]],
            order=["sartar", "lunar"])  # fmt: skip
    moved = dict(marks_of(g)["giants"]).get(BY_ID["giant-1"])
    assert g.state.place[BY_ID["giant-1"]] >= 0 or BY_ID["giant-1"] in marks_of(g)["asleep"]
    assert moved in (A, None)


def test_wb_42_7_no_quake_touches_a_dragon_and_its_friends() -> None:
    """[42.7] [38.4] [38.5]: exotics are magic, and a Dragon is beyond it."""
    middle = next(h for h in sorted(PLAIN) if 3 < HEXES.distance(h, MID) < 7)
    loop = [BESIDE[middle][k] for k in range(6)]
    tail = next(n for n in BESIDE[loop[5]] if n not in loop and n != middle)
    last = next(n for n in BESIDE[tail] if n not in loop and n != middle)
    g = war({MID: ["earthshaker-cult"], middle: ["dragon-1", "whipstock"]},
            owners={"earthshaker-cult": "sartar", "dragon-1": "lunar"})  # fmt: skip
    g.push(f"quake {name(loop[0])}")
    push(g, *(f"crack {name(h)}" for h in [*loop[1:], tail, last]))
    assert not g.state.dead


def test_wb_45_1_the_darkness_spares_zombies_and_holds_who_enters() -> None:
    """[45.1] [38.5]: Delecti's army and who stands beside a Dragon are free; whoever walks into the dark stands still in it."""
    stacks = {A: ["sir-ethilrist"], C: ["zombie-1"], D: ["whipstock"], BESIDE[E][0]: ["dragon-1"], E: ["starkin"]}
    owners = {**KNIGHT, "zombie-1": "lunar", "dragon-1": "lunar"}
    g = war(stacks, owners=owners)
    g.push("cloak")
    assert {UNITS[u].id for u in ones(g.state.still)} == {"whipstock"}
    edge = next(h for h in sorted(PLAIN) if HEXES.distance(h, A) == 11 and any(HEXES.distance(n, A) == 10 and n in PLAIN for n in BESIDE[h]))  # fmt: skip
    inside = next(n for n in BESIDE[edge] if HEXES.distance(n, A) == 10 and n in PLAIN)
    for unit, bound in (("uplands", True), ("comet-seers", False)):
        g = war({A: ["sir-ethilrist"], edge: [unit]}, owners=KNIGHT, phase="movement", player="lunar", order=["lunar", "sartar"],
                effects=[["dark", hex(HEXES.disc(A, 10)), 7]])  # fmt: skip
        push(g, f"lead {unit}", f"step {name(inside)}")
        assert bool(g.state.still >> BY_ID[unit] & 1) is bound
        assert g.state.half == g.state.still
        assert (g.step == "movement") is bound


def troupe(stacks, **more):
    return war(stacks, **{**mine("puppeteer-troupe", *(f"illusionary-army-{k}" for k in range(1, 6))), **more})


def test_wb_48_4_an_illusion_must_have_stood_there_a_turn() -> None:
    """[48.4]: projected in one Turn, exchanged in the next; not called up and exchanged at once."""
    g = troupe({A: ["puppeteer-troupe"], FAR: ["whipstock"]}, phase="movement")
    g.push(f"appear illusionary-army-1 {name(E)}")
    assert clauses(g, "swap illusionary-army-1") == {"48.4"}
    g = troupe({A: ["puppeteer-troupe"], E: ["illusionary-army-1"], FAR: ["whipstock"]}, phase="movement", moves=6,
               marks={"projected": [[BY_ID["illusionary-army-1"], 4]]})  # fmt: skip
    assert "swap illusionary-army-1" in texts(g)


def test_wb_48_5_the_troupe_escapes_from_battles_only() -> None:
    """[48.5]: not from a price that its own ruler pays."""
    g = troupe({A: ["puppeteer-troupe", "militia-cavalry-1", "militia-cavalry-2"], C: ["illusionary-army-1"],
                B: ["militia-cavalry-3"], FAR: ["whipstock"]})  # fmt: skip
    push(g, "hire", "lose puppeteer-troupe")
    assert BY_ID["puppeteer-troupe"] in g.state.dead


def test_wb_48_1_the_troupe_covers_friends_while_its_illusions_are_out() -> None:
    """[48.1] [21.5]: it may not attack with its magic then; to defend is no attack."""
    g = troupe(
        {A: ["comet-seers"], C: ["militia-foot-1"], E: ["puppeteer-troupe"], FAR: ["illusionary-army-1"]},
        player="lunar",
        day=3,
    )
    assert reach(g.state, BY_ID["puppeteer-troupe"]) == 8
    g.push(f"aim {name(A)} {name(C)}")
    g.push(f"cast {name(C)}")
    assert g.step == "cover"
    assert f"cover {name(E)}" in texts(g)


# ---- emissaries


def test_wb_28_2_an_illusion_may_be_sent() -> None:
    """[28.2] [48.2]: it is not among those who may not go, and does what a plain unit does."""
    wild = BOARD.places["wild-temple"].hexes[0]
    g = troupe({A: ["puppeteer-troupe"], wild: ["illusionary-army-1"], FAR: ["whipstock"]})
    assert "ask illusionary-army-1" in texts(g)
    ask(g, "illusionary-army-1", 2)
    assert BY_ID["illusionary-army-1"] in marks_of(g)["dispelled"]


def test_wb_28_6_a_superhero_is_not_killed_by_a_rival() -> None:
    """[28.6] [18.5]: beaten on the way he has lost his errand, and comes to the place himself."""
    from elric.dragon_pass.turn.envoys import beats_rival
    from elric.kernel.context import Context

    jar, foot = BY_ID["jar-eel-the-razoress"], BY_ID["twin-spears"]
    for envoy, rival, die in ((foot, jar, 6), (jar, foot, 1)):
        g = war({FAR: ["whipstock"], A: ["krise"]}, marks={"envoys": [[jar, 0, 0], [foot, 0, 1]]})
        with g.scripted([die - 1]):
            cx = Context(g.chance)
            said = beats_rival(g.state, envoy, Envoy(rival, 0, 0 if rival == jar else 1), cx)
        assert g.state.place[jar] != -2
        assert said is (envoy != jar and die == 6) or envoy == jar


def test_wb_28_8_jealous_neutrals_hear_no_emissary() -> None:
    """[28.8]: they are an alternative to the rules of emissaries; those without a land are asked as ever."""
    wild, rest = BOARD.places["wild-temple"].hexes[0], BOARD.places["dragonrest-1"].hexes[0]
    stacks = {wild: ["militia-foot-1"], rest: ["militia-foot-2"], FAR: ["whipstock"]}
    g = war(stacks, rules="1976, neutrals=jealous")
    assert clauses(g, "ask militia-foot-1") == {"28.8"}
    assert "ask militia-foot-2" in texts(g)
    assert {"ask militia-foot-1", "ask militia-foot-2"} <= texts(war(stacks))


# ---- reinforcements and scenarios


def test_wb_67_1_assassins_and_tusk_riders_come_where_they_are_suggested() -> None:
    """[46.3] [39.6] [67.1] [68.1] [69.2]: both in the fourth scenario and the whole game, Tusk Riders in the seventh too."""
    for key, hire, riders in (("invasion-of-the-empire", True, True), ("invasion-of-sartar", False, False),
                              ("gathering-armies", False, False), ("cult-war", False, False), ("complete-game", True, True),
                              ("old-tarsh", False, True)):  # fmt: skip
        order = ["sartar", "lunar"] if key != "old-tarsh" else ["sartar", "lunar", "tarsh"]
        g = at({PLINTH: ["krise", "militia-cavalry-2"], A: [f"militia-cavalry-{k}" for k in (3, 4, 5)], FAR: ["whipstock"]},
               scenario=key, phase="combat", turn=2, day=0, order=order)  # fmt: skip
        assert ("hire" in texts(g)) is hire, key
        assert ("sacrifice militia-cavalry-2 krise" in texts(g)) is riders, key


def test_wb_62_2_the_horde_grows_from_the_dead_when_its_own_have_come() -> None:
    """[62.2]: any of Sartar's dead cavalry, or magicians in the first three Turns."""
    horde = GAME.scenarios()["invasion-of-the-empire"].horde
    dead = ["militia-cavalry-1", "militia-cavalry-2", "militia-foot-1", "egglord-warlocks"]
    for turns, came in (
        (8, {"militia-cavalry-1", "militia-cavalry-2"}),
        (1, {"egglord-warlocks", "militia-cavalry-1"}),
    ):
        g = at({H: ["gunda-the-guilty"], FAR: ["jar-eel-the-razoress"]}, scenario="invasion-of-the-empire", player="sartar",
               order=["lunar", "sartar"], turn=9, day=0, dead=dead, agenda=[["move", 1]],
               marks={"horde": list(horde), "horde turns": turns}, coming=[UNITS[u].id for u in horde],
               rules="1976, reserves=false")  # fmt: skip
        new = {UNITS[u].id for u in marks_of(g)["horde"] if u not in horde}
        assert new == came


def test_wb_62_3_a_friendly_place_need_not_be_occupied() -> None:
    """[62.3]: what nobody else has taken counts for its own land; a Grazeland town for whoever has the Breeders."""
    from elric.dragon_pass.turn.reserves import friendly

    g = dying(
        "invasion-of-sartar", "sartar", 7, [f"militia-cavalry-{k}" for k in range(1, 6)], holders={"jonstown": "lunar"}
    )
    ours, theirs = friendly(g.state, 1), friendly(g.state, 0)
    assert {"runegate", "boldhome", "swenstown"} <= set(ours)
    assert "jonstown" in theirs
    assert "jonstown" not in ours
    assert {"furthest", "talfort"} <= set(theirs)
    assert "rich-post" not in (*ours, *theirs)
    remember(g.state, Ally(KEYS["grazelanders"], 1))
    assert "rich-post" in friendly(g.state, 1)


@pytest.mark.parametrize(("rule", "turn", "kinds"), [("cavalry", 3, "chh"), ("magician", 3, "hhm"), ("sixth", 3, "chh"),
                                                     ("sixth", 6, "chhm"), ("alternate", 1, "h"), ("alternate", 2, "c"),
                                                     ("alternate", 4, "m"), ("alternate", 3, "h")])  # fmt: skip
def test_wb_62_5_three_suggestions(rule: str, turn: int, kinds: str) -> None:
    """[62.5]: two foot and a cavalry or a magician every third Turn; a magician more every sixth; or one unit a Turn, foot and
    the others in turn."""
    dead = [
        "militia-cavalry-1",
        "militia-cavalry-2",
        "militia-foot-1",
        "militia-foot-2",
        "militia-foot-3",
        "krise",
        "and-j",
    ]
    g = dying("gathering-armies", "sartar", turn, dead, rules=f"1976, simplicity={rule}")
    settled(g)
    back = [u for u in dead if where(g, u) >= 0]
    letters = {"militia-cavalry": "c", "militia-foot": "h"}
    assert "".join(sorted(letters.get(UNITS[BY_ID[u]].kind_id, "m") for u in back)) == kinds


def test_wb_66_1_only_the_magicians_of_a_people_come_to_the_cult_war() -> None:
    """[66.1]: all units without magic are kept off the board: the Cult and its magicians, not the Exiles' horse and foot."""
    from elric.dragon_pass.independents.emissaries import join

    for key, least in (("exiles", 3), ("newts", 4), ("ethilrist", 1), ("cragspider", 2)):
        g = at({A: ["krise"], FAR: ["comet-seers"]}, scenario="cult-war", phase="combat", day=0, turn=2)
        join(g.state, KEYS[key])
        came = [UNITS[u] for u in range(len(UNITS)) if g.state.owner[u] == 1 and UNITS[u].side == "independent"]
        assert len(came) == least, key
        assert all(unit.kind != "physical" for unit in came)


def test_wb_68_1_three_lunar_units_must_stay_two_turns_to_spoil_the_temple() -> None:
    """[68.1]: an Empire that only looks in does not save its Temple; one that stays for two whole Turns does."""
    temple = BOARD.places["reaching-moon"].hexes[0]
    inside = [h for h in ones(BOARD.lands["S"]) if BOARD.ground[h] == "." and h not in BOARD.place_at][:3]
    stacks = {temple: ["krise"], **{h: [u] for h, u in zip(inside, ("whipstock", "starkin", "uplands"), strict=True)}}
    for since, won in (([0, True], True), ([1, True], False)):
        g = at(stacks, scenario="invasion-of-sartar", player="sartar", order=["lunar", "sartar"], turn=7, day=0,
               tenure=[[0, True], [0, True], [0, True], [0, False], [1, True]], marks={"intruded": since},
               agenda=[["move ends", 1]])  # fmt: skip
        assert (g.outcome is not None) is won


def test_wb_69_1_who_rolls_higher_moves_first_or_chooses_the_day() -> None:
    """[69.1]: the right is his, the other has what he leaves."""
    for choice, first in (("first", True), ("second", False)):
        g = Game("gathering-armies", seed=3)
        while g.step == "setup":
            g.push(next(a for a in g.legal_actions() if a.verb == "place"))
        assert g.step == "choose right"
        winner = g.seat
        assert texts(g) == {"first", "second"}
        g.push(choice)
        assert (g.state.order[0] == winner) is first
        assert g.step == "choose day"
        assert (g.seat == winner) is not first


def test_wb_69_2_the_allies_of_old_tarsh_may_begin_in_its_land() -> None:
    """[69.2]: the Breeders at home or in Tarsh, the Dragonewts all at home or all in Tarsh, Androgeus in any friendly land."""
    armies = {army.name: army for army in GAME.scenarios()["old-tarsh"].armies}
    tarsh = BOARD.lands["W"] | BOARD.lands["U"]
    assert armies["Grazelanders"].hexes & tarsh
    assert armies["Grazelanders"].hexes & BOARD.lands["G"]
    assert armies["Androgeus"].hexes == tarsh | BOARD.lands["G"] | BOARD.lands["E"] | bits(
        h for p in ("bagnot", "dunstop") for h in BOARD.places[p].hexes
    )
    newts = armies["Dragonewts"]
    assert newts.hexes & tarsh
    g = Game("old-tarsh", seed=1)
    while g.view(2)["placing"]["army"] != "Dragonewts":
        g.push(next(a for a in g.legal_actions() if a.verb == "place"))
    at_home = next(h for h in ones(BOARD.lands["E"]) if f"place {name(h)}" in texts(g))
    g.push(f"place {name(at_home)}")
    assert not [t for t in texts(g) if t.startswith("place") and tarsh >> HEXES.names.index(t.split()[1]) & 1]
    away = next(h for h in ones(tarsh) if BOARD.ground[h] == ".")
    assert clauses(g, f"place {name(away)}") == {"69.2"}


def test_wb_69_2_six_breeders_are_replaced_at_queens_post() -> None:
    """[69.2]: from the dead, on Turn 4 or after, six cavalry in all."""
    dead = ["holy-clan-1", "scout-clan-1", "fighting-clan-1", "exile-cavalry-1"]
    place = BOARD.places["queens-post"].hexes[0]
    for turn, back in ((3, 0), (4, 3), (6, 3)):
        g = at({H: ["androgeus-the-unknowable"], FAR: ["jar-eel-the-razoress"]}, scenario="old-tarsh", player="tarsh",
               order=["tarsh", "lunar", "sartar"], turn=turn, day=0, dead=dead, agenda=[["move", 0]],
               owners=dict.fromkeys((*dead, "androgeus-the-unknowable"), "tarsh"))  # fmt: skip
        settled(g)
        here = [u for u in dead if where(g, u) >= 0]
        assert len(here) == back
        assert all(HEXES.distance(where(g, u), place) <= 1 for u in here)


def test_wb_65_1_a_hero_off_the_board_is_not_dead() -> None:
    """[65.1]: one who is held by the Sylphs or on an errand still lives."""
    from elric.dragon_pass.turn.victory import is_reached

    g = at({H: ["prince-argrath"], FAR: ["whipstock"]}, scenario="coming-of-the-heroes")
    goal = next(x for x in g.scenario.goals if x.side == 1)
    assert is_reached(g.state, goal)
    g.state.place[BY_ID["red-emperor"]] = -4
    assert not is_reached(g.state, goal)


def test_wb_64_1_who_finds_no_room_comes_in_a_later_move() -> None:
    """[64.1] [28.5]: allies whose land is full of enemies wait until there is room."""
    wild = BOARD.places["wild-temple"].hexes[0]
    around = [wild, *ones(AROUND[wild])]
    foes = iter(["whipstock", "starkin", "uplands", "queens", "moonarrow", "goldwave", "arrowstone"])
    stacks = {h: [next(foes)] for h in around if h != wild} | {wild: ["militia-foot-1"], FAR: ["krise"]}
    g = war(stacks)
    ask(g, "militia-foot-1", 3)
    settled(g)
    waiting = [unit.id for u, unit in enumerate(UNITS) if unit.corps == "Beast's Valley" and g.state.place[u] < 0]
    assert waiting
    forget(g.state, (Asked,))
    again = Game.at({**g.position(), "agenda": [["move", 0]], "player": "sartar", "order": ["sartar", "lunar"],
                     "stacks": {k: v for k, v in g.position()["stacks"].items() if k in (name(wild), name(FAR))}})  # fmt: skip
    settled(again)
    assert all(where(again, u) >= 0 for u in waiting)


def test_wb_24_5_the_corps_descends_beside_lunar_magicians_only() -> None:
    """[24.5]: not beside an Independent magician who is the Empire's ally."""
    for unit, comes in (("minor-class-1", True), ("moon-haters", False)):
        g = war({A: [unit], FAR: ["krise"]}, player="lunar", day=3, agenda=[["move", 0]], order=["lunar", "sartar"],
                **mine("moon-haters", side="lunar"))  # fmt: skip
        assert (g.step == "muster") is comes


def test_wb_69_2_the_empire_does_not_begin_in_bagnot_and_dunstop() -> None:
    """[69.2] [61.12]: what is left of its land: the two forts are Old Tarsh's."""
    forts = bits(h for p in ("bagnot", "dunstop") for h in BOARD.places[p].hexes)
    armies = GAME.scenarios()["old-tarsh"].armies
    assert not any(army.hexes & forts for army in armies if army.side == 0)
    assert all(army.hexes & forts for army in armies if army.side == 2)


def test_wb_62_2_who_finds_no_room_at_the_gate_comes_later() -> None:
    """[62.2] [64.1]: the Horde is called while enemies stand at Jaldon's hex."""
    gate = BOARD.places["jaldons-hex"].hexes[0]
    foes = dict(
        zip(
            [n for n in BESIDE[gate] if n >= 0],
            ["whipstock", "starkin", "uplands", "queens", "moonarrow", "goldwave"],
            strict=False,
        )
    )
    ready = ["krise", "and-j", "amber-clan-1", "amber-clan-2", "potor-clan-1"]
    g = at({gate: ["jaldon-toothmaker"], **{h: [u] for h, u in foes.items()}, FAR: ["gunda-the-guilty"]},
           scenario="invasion-of-the-empire", order=["sartar", "lunar"], day=0, turn=3, coming=ready,
           marks={"horde": [BY_ID[u] for u in ready], "horde turns": 3})  # fmt: skip
    g.push("summon")
    settled(g)
    late = [u for u in ready if where(g, u) < 0]
    assert late
    free = {k: v for k, v in g.position()["stacks"].items() if k == name(gate) or k == name(FAR)}
    again = Game.at({**g.position(), "stacks": free | {"4310": ["whipstock"]}, "agenda": [["move", 0]], "hand": []})
    settled(again)
    assert all(where(again, u) >= 0 for u in late)


def test_wb_45_1_goblins_wait_until_there_is_room() -> None:
    """[45.1]: where an enemy stands on and around the Cloak's hex when the darkness ends, they come in a later Move."""
    around = [A, *ones(AROUND[A])]
    units = ["whipstock", "starkin", "uplands", "queens", "moonarrow", "goldwave", "arrowstone"]
    marks = {"cloak": [A, 1, 3]}
    g = war(dict(zip(around, [[u] for u in units], strict=True)) | {FAR: ["sir-ethilrist"]}, moves=4, marks=marks,
            owners={"sir-ethilrist": "sartar"}, agenda=[["move", 0]], order=["sartar", "lunar"])  # fmt: skip
    assert where(g, "the-cloak-of-darkness-goblins") < 0
    again = Game.at(
        {**g.position(), "stacks": {name(FAR): ["sir-ethilrist"], name(E): ["whipstock"]}, "agenda": [["move", 0]]}
    )
    settled(again)
    assert where(again, "the-cloak-of-darkness-goblins") >= 0


def test_wb_26_6_who_finds_no_bank_comes_ashore_later() -> None:
    """[26.6] [25.3]: washed down or let go where there is no room, nobody is lost: he comes when there is."""
    from elric.dragon_pass.description.broken import broken
    from elric.dragon_pass.exotics.sylphs import set_down

    around = [A, *ones(AROUND[A])]
    units = ["whipstock", "starkin", "uplands", "queens", "moonarrow", "goldwave", "arrowstone"]
    g = war(dict(zip(around, [[u] for u in units], strict=True)) | {FAR: ["krise"]}, marks={"caught": [A, [BY_ID["talfort"]]]},
            owners={"talfort": "sartar"}, phase="movement")  # fmt: skip
    pile = the_note(g.state, Caught).units
    forget(g.state, (Caught,))
    assert broken(g.state)
    set_down(g.state, A, pile)
    assert not broken(g.state)
    g.state.agenda = g.state.agenda[:-1]
    again = Game.at({**g.position(), "stacks": {name(FAR): ["krise"], name(E): ["whipstock"]}, "agenda": [["move", 0]],
                     "order": ["sartar", "lunar"]})  # fmt: skip
    settled(again)
    assert where(again, "talfort") >= 0
    assert not broken(again.state)


def test_wb_25_3_the_sylphs_let_one_stack_go_to_take_another() -> None:
    """[25.3]: whom they held stands where it stood, and is not lost."""
    g = war({A: ["sylphs"], C: ["whipstock"], E: ["starkin"], FAR: ["krise"]}, phase="movement")
    push(g, f"settle {name(C)}", "done")
    g = Game.at({**g.position(), "player": "sartar", "phase": "movement", "agenda": [["move ends", 0], ["movement"]],
                 "order": ["sartar", "lunar"], "done": []})  # fmt: skip
    g.push(f"settle {name(E)}")
    assert where(g, "whipstock") == C
    assert where(g, "starkin") == -4
    assert where(g, "sylphs") == E


def test_wb_62_2_the_horde_does_not_take_whom_the_reserves_have() -> None:
    """[62.2] [62.1]: on one day both come from the same dead pile, and nobody comes twice."""
    horde = GAME.scenarios()["invasion-of-the-empire"].horde
    g = at({H: ["gunda-the-guilty"], FAR: ["jar-eel-the-razoress"]}, scenario="invasion-of-the-empire", player="sartar",
           order=["lunar", "sartar"], turn=4, day=0, dead=["militia-cavalry-1", "militia-cavalry-2"], agenda=[["move", 1]],
           marks={"horde": list(horde), "horde turns": 8}, coming=[UNITS[u].id for u in horde])  # fmt: skip
    coming = {u for step, *data in g.state.agenda if step.name == "muster" for u in data[1]}
    assert coming == {BY_ID["militia-cavalry-1"], BY_ID["militia-cavalry-2"]}
    assert not coming & set(marks_of(g)["horde"])


def test_wb_62_2_nor_whom_they_expect() -> None:
    """[62.2] [62.3]: who came back on an earlier day and found no room waits for it, and gathers with nobody."""
    horde = GAME.scenarios()["invasion-of-the-empire"].horde
    waiting = BY_ID["militia-cavalry-1"]
    g = at({H: ["gunda-the-guilty"], FAR: ["jar-eel-the-razoress"]}, scenario="invasion-of-the-empire", player="sartar",
           order=["lunar", "sartar"], turn=5, day=0, dead=["militia-cavalry-1", "militia-cavalry-2"], agenda=[["move", 1]],
           marks={"horde": list(horde), "horde turns": 8, "expected": [[waiting, 0]]}, coming=[UNITS[u].id for u in horde])  # fmt: skip
    assert waiting not in marks_of(g)["horde"]
    assert BY_ID["militia-cavalry-2"] in marks_of(g)["horde"]


def test_wb_62_2_nor_do_the_gathered_arrive_a_second_time() -> None:
    """[62.2] [64.1]: the Scouts came with the first Turn, fell, and gather with the Horde: no later Move brings them by itself."""
    horde = GAME.scenarios()["gathering-armies"].horde
    arrival = next(a for a in GAME.scenarios()["gathering-armies"].arrivals if BY_ID["scouts-1"] in a.units)
    for gathered, comes in (([BY_ID["scouts-1"]], False), ([], True)):
        g = at({H: ["gunda-the-guilty"], FAR: ["jar-eel-the-razoress"]}, scenario="gathering-armies", player="sartar",
               order=["lunar", "sartar"], turn=arrival.turn + 3, day=0, agenda=[["move", 1]], coming=["scouts-1"],
               marks={"horde": [*gathered, *horde[:1]], "horde turns": 8})  # fmt: skip
        coming = {u for step, *data in g.state.agenda if step.name == "muster" for u in data[1]}
        assert (BY_ID["scouts-1"] in coming) == comes
