"""Emissaries, Independents and reinforcements (pp. 28-47, 61-69)."""

from __future__ import annotations

from elric.dragon_pass.components.units import BY_ID, UNITS
from elric.dragon_pass.independents.emissaries import may_ask
from elric.dragon_pass.independents.peoples import CITY_OF, PEOPLES
from elric.dragon_pass.movement.going import GOING, points, row

from .field import BESIDE, BOARD, GAME, HEXES, PLAIN, Game, at, clauses, marks_of, name, ones, open_line, texts
from .test_combat import where
from .test_exotics import until_next

H = open_line()
FAR = next(h for h in sorted(PLAIN) if HEXES.distance(h, H) > 12)
WILD, SHAFT, PLINTH, RUINS_ = (
    BOARD.places[p].hexes[0] for p in ("wild-temple", "mineshaft", "ivory-plinth", "marsh-ruins")
)


def war(stacks, phase: str = "combat", **more):
    return at(
        stacks, scenario="complete-game", phase=phase, **{"player": "sartar", "day": 0, "turn": 2, "moves": 4, **more}
    )


def ask(g, unit: str, *dice: int) -> None:
    with g.scripted([die - 1 for die in dice]):
        g.push(f"ask {unit}")


def settled(g) -> None:
    """All who come find a place."""
    while g.step == "muster":
        g.push(next(a for a in g.legal_actions() if a.verb == "place"))


def test_wb_28_5_an_odd_roll_makes_allies() -> None:
    """[28.1] [28.3] [28.5] [30.4]: at the Wild Temple; Ironhoof comes with all his people."""
    g = war({WILD: ["militia-foot-1"], FAR: ["whipstock"]})
    assert clauses(war({H: ["militia-foot-1"], WILD: ["militia-foot-2"]}), "ask militia-foot-1") == {"28.3"}
    ask(g, "militia-foot-1", 3)
    assert (g.step, g.seat) == ("muster", 1)
    settled(g)
    mine = [unit.id for u, unit in enumerate(UNITS) if g.state.owner[u] == 1 and unit.corps == "Beast's Valley"]
    assert len(mine) == 10
    assert where(g, "ironhoof") >= 0
    assert "they are allies now" in " ".join(g.story_text())


def test_wb_28_4_an_even_roll_kills_the_emissary() -> None:
    """[28.4]: a Superhero takes a Wound where the asked may strike one."""
    g = war({WILD: ["militia-foot-1"], FAR: ["whipstock"]})
    ask(g, "militia-foot-1", 2)
    assert g.state.dead == (BY_ID["militia-foot-1"],)
    g = war({WILD: ["harrek-the-berserk"], FAR: ["whipstock"]})
    ask(g, "harrek-the-berserk", 2)
    assert g.state.wounds == {BY_ID["harrek-the-berserk"]: 1}


def test_wb_28_2_who_may_go() -> None:
    """[28.2] [28.3]: no dinosaur, and one roll for each Independent in a Move."""
    g = war(
        {WILD: ["triceratops-1", "militia-foot-1", "harrek-the-berserk"], FAR: ["whipstock"]},
        owners={"triceratops-1": "sartar"},
    )
    assert clauses(g, "ask triceratops-1") == {"28.2"}
    g = war({WILD: ["harrek-the-berserk", "militia-foot-1"], SHAFT: ["militia-foot-2"], FAR: ["whipstock"]})
    ask(g, "harrek-the-berserk", 4)
    assert clauses(g, "ask militia-foot-1") == {"28.3"}


def test_wb_28_9_an_ally_whose_capital_is_lost_may_be_asked_by_the_enemy() -> None:
    """[28.9]: after a whole Turn alone in it; then the people changes side and comes home."""
    stacks = {WILD: ["whipstock"], H: ["ironhoof"], FAR: ["militia-foot-1"]}
    allies = {"marks": {"allies": [[0, 1]]}, "owners": {"ironhoof": "sartar"}, "player": "lunar"}
    g = war(stacks, **{**allies, "marks": {"allies": [[0, 1]], "sieges": [[0, 0, 2]]}})
    ask(g, "whipstock", 1)
    settled(g)
    assert g.state.owner[BY_ID["ironhoof"]] == 0
    assert HEXES.distance(where(g, "ironhoof"), WILD) <= 1
    why = []
    unheld = GAME.build({**g.start, "marks": {"allies": [[0, 1]], "sieges": [[0, 0, 3]]}})
    assert not may_ask(unheld, (BY_ID["whipstock"],), why)
    assert [reason.clause for reason in why] == [("28.9",)]
    g = war({WILD: ["whipstock"], H: ["ironhoof"], FAR: ["militia-foot-1"]}, **allies, phase="movement")
    until_next(g, 0, 4)
    assert marks_of(g)["sieges"][0][:2] == [0, 0]


def test_wb_28_9_who_has_fought_and_is_won_over_lies_open_no_longer() -> None:
    """[28.9] [7.6]: a people that changes side after a battle leaves the board first; what is off the board lies open to nobody."""
    g = war({WILD: ["whipstock"], H: ["ironhoof"], FAR: ["militia-foot-1"]}, marks={"allies": [[0, 1]], "sieges": [[0, 0, 2]]},
            owners={"ironhoof": "sartar"}, player="lunar", shown=["ironhoof", "militia-foot-1"])  # fmt: skip
    ask(g, "whipstock", 1)
    assert g.step == "muster"
    assert where(g, "ironhoof") < 0
    assert not GAME.broken(g.state)
    assert g.state.shown == 1 << BY_ID["militia-foot-1"] | 1 << BY_ID["whipstock"]


def test_wb_29_2_the_dwarfs_luck() -> None:
    """[29.2]: nothing, a Stone Man, the Cannons, the Transformer, or himself with a Stone Man."""
    for die, come in (
        (1, []),
        (2, ["stone-man-1"]),
        (4, ["cannon-cult"]),
        (5, ["alchemical-transformer"]),
        (6, ["the-dwarf", "stone-man-1"]),
    ):
        g = war({SHAFT: ["militia-foot-1"], FAR: ["whipstock"]})
        ask(g, "militia-foot-1", 1, die)
        settled(g)
        assert [
            u
            for u in ("the-dwarf", "stone-man-1", "stone-man-2", "cannon-cult", "alchemical-transformer")
            if where(g, u) >= 0
        ] == come


def test_wb_29_1_no_unit_asks_the_dwarf_twice() -> None:
    """[29.1]: and he doubles his gifts' factors, which never harm him."""
    g = war({SHAFT: ["militia-foot-1"], FAR: ["whipstock"]}, marks={"dwarf": [BY_ID["militia-foot-1"]]}, phase="combat")
    assert not [text for text in texts(g) if text.startswith("ask")]
    from .field import battle
    from .test_combat import sums

    foe = BESIDE[H][0]
    mine = {"owners": {"the-dwarf": "sartar", "cannon-cult": "sartar", "stone-man-1": "lunar"}}
    g = battle({H: ["the-dwarf", "cannon-cult"], foe: ["stone-man-1"]}, [(H, foe)], **mine)
    assert sums(g, foe)[:2] == (2 + 16 + 1, 8)
    g = battle({foe: ["stone-man-1"], H: ["the-dwarf", "cannon-cult"]}, [(foe, H)], player="lunar", **mine)
    assert sums(g, H)[0] == 0


def test_wb_30_3_ironhoof_halts_the_enemys_horse() -> None:
    """[30.3]: once a game, for a Turn; foot and heroes go on, Tusk Riders and Dragonewts too."""
    mine = {"owners": {"ironhoof": "sartar", "tusk-riders-1": "lunar"}}
    g = war({H: ["ironhoof"], FAR: ["whipstock", "talfort", "red-emperor"], BESIDE[FAR][0]: ["tusk-riders-1"]}, **mine)
    g.push("halt-horse")
    held = {unit.id for u, unit in enumerate(UNITS) if g.state.still >> u & 1}
    assert held == {"whipstock"}
    g = war({H: ["ironhoof"], FAR: ["whipstock"]}, **mine, marks={"horse": 1})
    assert "halt-horse" not in texts(g)


def newts(g_owner: str = "sartar", **more):
    """A Dragonewt rider dies by a Lunar attack; its city is town IV."""
    foe = BESIDE[H][0]
    king = BOARD.places["eye-1"].hexes[0]
    owners = {"dragonewt-cavalry-1": g_owner, "inhuman-king": g_owner}
    g = war(
        {H: ["bell-temple"], foe: ["dragonewt-cavalry-1"], king: ["inhuman-king"]},
        player="lunar",
        owners=owners,
        **more,
    )
    g.push(f"assign {name(H)} {name(foe)}")
    with g.scripted([5]):
        g.push(f"roll {name(foe)}")
    return g


def test_wb_33_1_a_slain_dragonewt_is_home_at_once() -> None:
    """[33.1]: in the city of its number; not if an enemy has ever taken it."""
    g = newts()
    assert where(g, "dragonewt-cavalry-1") == BOARD.places["newt-4"].hexes[0]
    assert not g.state.dead
    g = newts(marks={"taken": ["newt-4"]})
    assert g.state.dead == (BY_ID["dragonewt-cavalry-1"],)


def test_wb_33_1_who_is_reborn_is_out_of_the_battle_that_waits() -> None:
    """[33.1]: slain by a spell when the battles had been divided, and home since: the swords find nobody there."""
    foe, home = BESIDE[H][0], BOARD.places["newt-4"].hexes[0]
    newt, horse = BY_ID["dragonewt-cavalry-1"], BY_ID["bell-temple"]
    waits = [[[[H, [horse]]], [[foe, [newt]]], [[H, foe]], 0, False, [], []]]
    g = war({H: ["bell-temple"], home: ["dragonewt-cavalry-1"], BESIDE[foe][0]: ["militia-foot-1"]}, player="lunar",
            owners={"dragonewt-cavalry-1": "sartar"}, segments=waits, locked=True)  # fmt: skip
    g.push(f"roll {name(foe)}")
    assert where(g, "dragonewt-cavalry-1") == home
    assert all(e["kind"] != "battle" for e in g.events)
    assert not GAME.broken(g.state)
    # and a spell that slays others clears the list of who fights
    g = war({H: ["bell-temple"], home: ["dragonewt-cavalry-1"], BESIDE[foe][0]: ["militia-foot-1"]}, player="lunar",
            owners={"dragonewt-cavalry-1": "sartar"}, segments=waits, locked=True, agenda=[["move ends", 0], ["combat"], ["loose ends"]])  # fmt: skip
    settled(g)
    assert [units for battle in g.state.segments for _, units in battle.defenders] == [()]


def test_wb_34_3_each_city_has_its_share() -> None:
    """[34.1] [34.2] [34.3]: the King in the first hex of the Eye, a Priest and a soldier in each, two in each outer town."""
    shares = {}
    for u, city in CITY_OF.items():
        shares.setdefault(city, []).append(UNITS[u].kind_id)
    assert len(shares) == 8
    assert "inhuman-king" in shares["eye-1"]
    for city, who in shares.items():
        soldiers = sum("cavalry" in kind for kind in who)
        assert (soldiers, who.count("dragonewt-priests")) == ((1, 1) if city.startswith("eye") else (2, 0))
    king = BOARD.places["eye-1"].hexes[0]
    g = war({king: ["militia-foot-1"], FAR: ["whipstock"]})
    ask(g, "militia-foot-1", 5)
    settled(g)
    assert sum(g.state.owner[u] == 1 and g.state.place[u] >= 0 for u in CITY_OF) == 17


def test_wb_39_2_the_pillar_of_fire() -> None:
    """[39.1] [39.2]: three hexes that touch, within seven: all die but a Superhero's stack; once a game."""
    a, b = BESIDE[H][0], BESIDE[H][1]
    assert b in BESIDE[a]
    three = " ".join(name(h) for h in sorted((H, a, b)))
    crag = HEXES.ray(H, 3)[2]
    mine = {"owners": {"cragspider-the-firewitch": "sartar"}}
    g = war(
        {
            crag: ["cragspider-the-firewitch"],
            H: ["whipstock"],
            a: ["jar-eel-the-razoress", "starkin"],
            b: ["militia-foot-1"],
        },
        **mine,
    )
    g.push(f"pillar {three}")
    assert set(g.state.dead) == {BY_ID["whipstock"], BY_ID["militia-foot-1"]}
    far = name(FAR)
    g = war({crag: ["cragspider-the-firewitch"], H: ["whipstock"]}, **mine)
    assert clauses(g, f"pillar {name(H)} {name(a)} {far}") == {"39.2"}


def test_wb_39_3_the_trolls_stay_when_she_is_dead() -> None:
    """[39.3]: three gangs."""
    home = BOARD.places["cliffhome"].hexes[0]
    g = war({home: ["militia-foot-1"], FAR: ["whipstock"]})
    ask(g, "militia-foot-1", 1)
    settled(g)
    assert sum(UNITS[u].kind_id == "troll-gang" and g.state.place[u] >= 0 for u in range(len(UNITS))) == 3
    from elric.dragon_pass.combat.deaths import kill
    from elric.kernel.chance import SeededChance
    from elric.kernel.context import Context

    s = g.state.copy()
    kill(s, (BY_ID["cragspider-the-firewitch"],), Context(SeededChance(0)), "battle")
    assert sum(UNITS[u].kind_id == "troll-gang" and s.place[u] >= 0 for u in range(len(UNITS))) == 3


def test_wb_39_6_a_blood_sacrifice_brings_riders() -> None:
    """[39.6]: one to five by the die; a six brings none and kills the magician."""
    for die, riders, dead in ((3, 3, 1), (6, 0, 2)):
        g = war({PLINTH: ["krise", "militia-foot-1"], FAR: ["whipstock"]})
        with g.scripted([die - 1]):
            g.push("sacrifice militia-foot-1 krise")
        settled(g)
        assert sum(UNITS[u].kind_id == "tusk-riders" and g.state.place[u] >= 0 for u in range(len(UNITS))) == riders
        assert len(g.state.dead) == dead
    assert clauses(
        war({PLINTH: ["militia-foot-2", "militia-foot-1", "krise"]}), "sacrifice militia-foot-1 militia-foot-2"
    ) == {"39.6"}


def test_wb_39_5_tusk_riders_go_through_woods_and_over_ridges() -> None:
    """[39.5]: at no loss, and roads give them nothing."""
    kinds = GOING[BY_ID["tusk-riders-1"]]
    dry = [h for h in range(HEXES.size) if not BOARD.river >> h & 1 and not (BOARD.marsh | BOARD.delta) >> h & 1]
    for h in dry:
        for n, cost in zip(BESIDE[h], row(kinds, h, True), strict=True):
            if n in dry:
                assert cost == 2


def test_wb_41_1_the_exiles_come_with_the_cult() -> None:
    """[41.1]: three mounted, three foot, two magicians and the Cult itself."""
    exiles = next(p for p in PEOPLES if p.key == "exiles")
    kinds = [UNITS[u].arm or "magician" for u in exiles.units]
    assert sorted(kinds) == ["cavalry"] * 3 + ["foot"] * 3 + ["magician"] * 3


def test_wb_64_1_arrivals_come_at_boldhome_or_furthest() -> None:
    """[64.1] [67.1]: the College on Turn 2, the cavalry on Turn 4; who finds no room waits."""
    g = at({H: ["militia-foot-1"], FAR: ["talfort"]}, scenario="invasion-of-the-empire", player="lunar", order=["lunar", "sartar"],
           turn=2, day=0, agenda=[["move", 0]], coming=["minor-class-1", "whipstock"])  # fmt: skip
    assert g.step == "muster"
    spots = {HEXES.names.index(text.split()[1]) for text in texts(g)}
    city = BOARD.places["furthest"].hexes
    assert spots == {n for c in city for n in (c, *BESIDE[c])}
    settled(g)
    assert where(g, "whipstock") == -3


def test_wb_62_2_the_horde_gathers_until_it_is_called() -> None:
    """[62.2]: a magician and a cavalry for three Turns, then two cavalry; called, it enters at Jaldon's hex and gathers no more."""
    g = Game("invasion-of-the-empire", seed=3)
    seen = []
    while len(seen) < 4:
        if (g.player, g.phase) == (1, "movement") and (not seen or seen[-1][0] != g.turn):
            seen.append((g.turn, len(marks_of(g)["horde"])))
        g.push("done" if "done" in texts(g) else sorted(texts(g))[0])
    assert [n for _, n in seen] == [2, 4, 6, 8]
    until_next(g, 1, g.turn + (g.player == 1))
    while g.phase != "movement":
        g.push("done")
    g.push("summon")
    settled(g)
    assert sum(UNITS[u].corps == "Barbarian Horde" and g.state.place[u] >= 0 for u in range(len(UNITS))) >= 8
    assert clauses(g, "summon") == {"62.2"}


def test_wb_68_1_lunar_units_in_disputed_land_bring_ironhoof() -> None:
    """[68.1]: he and his people begin in Sartar."""
    for land, coming in (("D", True), ("L", False)):
        h = ones(BOARD.lands[land])[0]
        g = at(
            {h: ["talfort"], FAR: ["militia-foot-1"]},
            scenario="invasion-of-sartar",
            agenda=[["begin"], ["allied"]],
            day=0,
        )
        assert (g.step == "muster") == coming


def test_wb_68_1_seven_turns_without_an_enemy_in_sartar_win() -> None:
    """[68.1]: and four of the seven forts for three Turns win for the Empire."""
    forts = [BOARD.places[p].hexes[0] for p in ("alda-chur", "jonstown", "runegate", "two-ridge")]
    g = at({ones(BOARD.lands["L"])[0]: ["talfort"], FAR: ["militia-foot-1"]}, scenario="invasion-of-sartar", turn=7, day=0,
           player="sartar", order=["lunar", "sartar"], tenure=[[0, True], [0, True], [0, True], [6, True], [0, True]],
           agenda=[["move ends", 1]])  # fmt: skip
    assert g.outcome["how"] == "keep out"
    lunar = ["talfort", "bagnot", "goldedge", "dunstop"]
    g = at({**{h: [u] for h, u in zip(forts, lunar, strict=True)}, H: ["militia-foot-1"]}, scenario="invasion-of-sartar", turn=7,
           day=0, player="sartar", order=["lunar", "sartar"], tenure=[[2, True], [0, True], [0, True], [0, True], [0, True]],
           agenda=[["move ends", 1]])  # fmt: skip
    assert g.outcome["how"] == "forts"


def test_wb_67_1_an_army_shut_up_in_furthest_loses() -> None:
    """[67.1]: contained within its walls for four days."""
    city = BOARD.places["furthest"].hexes
    tenure = [[0, True], [3, True], [0, True], [0, True], [0, True]]
    for h, won in ((city[0], True), (FAR, False)):
        g = at({h: ["talfort"], H: ["militia-foot-1"]}, scenario="invasion-of-the-empire", turn=7, day=0, player="sartar",
               order=["lunar", "sartar"], tenure=tenure, agenda=[["move ends", 1]])  # fmt: skip
        assert (g.outcome is not None) == won


def test_wb_69_1_each_fort_has_its_militia() -> None:
    """[69.1]: one cavalry and one foot in each fort, two of each in Boldhome with Argrath; the rest comes Turn by Turn."""
    g = Game("gathering-armies", seed=1)
    while g.phase == "setup":
        g.push(next((a for a in g.legal_actions() if a.verb in ("place", "day", "done")), g.legal_actions()[0]))
    for fort in ("alda-chur", "jonstown", "runegate", "swenstown", "wilmskirk", "two-ridge"):
        pile = g.state.piles[BOARD.places[fort].hexes[0]]
        assert sorted(UNITS[u].kind_id for u in pile) == ["militia-cavalry", "militia-foot"]
    city = [u for h in BOARD.places["boldhome"].hexes for u in g.state.piles.get(h, ())]
    assert "prince-argrath" in {UNITS[u].id for u in city}


def test_wb_61_12_old_tarsh() -> None:
    """[61.12] [8.9]: with three players the circled units leave both armies and begin in Wintertop, the Bush Range, Bagnot and
    Dunstop; Far Point is nobody's."""
    g = Game("old-tarsh", seed=1)
    army = g.scenario.armies[0]
    assert all(UNITS[u].tarsh for u in army.units)
    assert len(army.units) == 21
    where_ = {BOARD.land[h] for h in ones(army.hexes)} - {"L"}
    assert where_ == {"W", "U"}
    sartar = next(a for a in g.scenario.armies if a.name == "Army of Sartar")
    assert not sartar.hexes & BOARD.lands["A"]
    assert g.state.owner[BY_ID["talfort"]] == 2


KNIGHT = {"owners": {"sir-ethilrist": "sartar", "black-horse-troop-1": "sartar"}}


def test_wb_46_1_ethilrist_rides_the_hound() -> None:
    """[46.1]: ten points together, and his own seven once it is loose."""
    g = war({H: ["sir-ethilrist", "krise"], FAR: ["whipstock"], BESIDE[BESIDE[H][3]][3]: ["starkin"]}, **KNIGHT)
    assert points(g.state, BY_ID["sir-ethilrist"]) == 20
    g.push("loose west")
    assert points(g.state, BY_ID["sir-ethilrist"]) == 14
    assert "loose west" not in texts(g)


def test_wb_46_2_the_doom_run_destroys_all_it_passes() -> None:
    """[46.2]: friend and foe, heroes and magicians, in a straight line; a Superhero stops it and takes a Wound."""
    ray = HEXES.ray(H, 0)
    stacks = {H: ["sir-ethilrist"], ray[0]: ["militia-foot-1"], ray[2]: ["red-emperor", "whipstock"], FAR: ["starkin"]}
    g = war(stacks, **KNIGHT)
    g.push("loose west")
    assert set(g.state.dead) == {BY_ID[u] for u in ("militia-foot-1", "red-emperor", "whipstock")}
    g = war({**stacks, ray[1]: ["jar-eel-the-razoress"]}, **KNIGHT)
    g.push("loose west")
    assert g.state.dead == (BY_ID["militia-foot-1"],)
    assert g.state.wounds == {BY_ID["jar-eel-the-razoress"]: 1}


def test_wb_45_1_the_cloak_of_darkness() -> None:
    """[45.1]: within ten hexes all stand still at half for two Turns, but for heroes, magicians and his own; then goblins."""
    near = BESIDE[BESIDE[H][0]][0]
    g = war(
        {H: ["sir-ethilrist", "black-horse-troop-1"], near: ["whipstock", "comet-seers"], FAR: ["starkin"]}, **KNIGHT
    )
    g.push("cloak")
    held = {unit.id for u, unit in enumerate(UNITS) if g.state.still >> u & 1}
    assert held == {"whipstock"}
    assert g.state.half == g.state.still
    until_next(g, 1, 4)
    assert g.state.still >> BY_ID["whipstock"] & 1
    until_next(g, 0, 4)
    assert not g.state.still
    until_next(g, 1, 5)
    settled(g)
    assert HEXES.distance(where(g, "the-cloak-of-darkness-goblins"), H) <= 1


def test_wb_44_1_the_black_horse_leaves_when_he_dies() -> None:
    """[44.1]: and his gifts are lost, the Cloak too; allied at Muse Roost he brings all seven."""
    foe = BESIDE[H][0]
    g = war({H: ["sir-ethilrist"], foe: ["bell-temple"], FAR: ["black-horse-troop-1", "militia-foot-1"]}, **KNIGHT)
    g.push(f"assign {name(H)} {name(foe)}")
    with g.scripted([0]):
        g.push(f"roll {name(foe)}")
    assert where(g, "black-horse-troop-1") < 0
    assert "hound" in marks_of(g)
    # [45.1] the Cloak that was lost with him congeals nowhere, and to nobody's side
    while g.turn < 5 and not g.outcome:
        g.push("done" if "done" in texts(g) else sorted(texts(g))[0])
    assert where(g, "the-cloak-of-darkness-goblins") < 0
    home = BOARD.places["muse-roost"].hexes[0]
    g = war({home: ["militia-foot-1"], FAR: ["whipstock"]})
    ask(g, "militia-foot-1", 5)
    settled(g)
    assert sum(UNITS[u].kind_id.startswith("black-horse") and g.state.place[u] >= 0 for u in range(len(UNITS))) == 7


def dying(scenario: str, player: str, turn: int, dead: list[str], **more):
    """A Move begins; these lie in the dead pile."""
    order = ["lunar", "sartar"]
    return at({H: ["gunda-the-guilty"], FAR: ["jar-eel-the-razoress"]}, scenario=scenario, player=player, order=order, turn=turn, day=0,
              dead=dead, agenda=[["move", order.index(player)]], marks={"summoned": 1}, **more)  # fmt: skip


def test_wb_62_1_reserves_come_back_from_the_dead() -> None:
    """[62.1]: the South Soldiers on the fourth day at Stone Cross, five cavalry, four foot, two magicians; the Provincial
    Reserve on the fifth at Furthest."""
    dead = (
        [f"militia-cavalry-{k}" for k in range(1, 8)]
        + [f"militia-foot-{k}" for k in range(1, 7)]
        + ["krise", "and-j", "flash-jak"]
    )
    g = dying("invasion-of-the-empire", "sartar", 4, dead)
    assert g.step == "muster"
    settled(g)
    back = [UNITS[u].arm or "magician" for u in range(len(UNITS)) if g.state.place[u] >= 0 and UNITS[u].id in dead]
    assert sorted(back) == ["cavalry"] * 5 + ["foot"] * 4 + ["magician"] * 2
    assert len(g.state.dead) == len(dead) - 11
    assert dying("invasion-of-the-empire", "sartar", 3, dead).step != "muster"
    assert dying("invasion-of-the-empire", "lunar", 5, ["whipstock"]).step == "muster"
    assert dying("invasion-of-the-empire", "lunar", 5, ["whipstock"], rules="1976, reserves=false").step != "muster"


def test_wb_62_3_a_cavalry_for_each_fort_on_the_seventh_day() -> None:
    """[62.3]: one from the dead for each that the side holds; the enemy holds the others here."""
    dead = [f"militia-cavalry-{k}" for k in range(1, 6)]
    others = ("alone", "stone-cross", "boldhome", "alda-chur", "swenstown", "wilmskirk", "two-ridge")
    holders = {"jonstown": "sartar", "runegate": "sartar", **dict.fromkeys(others, "lunar")}
    g = dying("invasion-of-sartar", "sartar", 7, dead, holders=holders)
    settled(g)
    assert len(g.state.dead) == 3
    assert {min(HEXES.distance(where(g, u), BOARD.places[p].hexes[0]) for p in ("jonstown", "runegate")) <= 1
            for u in dead if where(g, u) >= 0} == {True}  # fmt: skip


def test_wb_62_5_simplicity() -> None:
    """[62.5]: every third Turn two foot and a cavalry."""
    dead = ["militia-cavalry-1", "militia-cavalry-2", "militia-foot-1", "militia-foot-2", "militia-foot-3"]
    g = dying("gathering-armies", "sartar", 6, dead)
    settled(g)
    assert len(g.state.dead) == 2
    assert dying("gathering-armies", "sartar", 7, dead).step != "muster"
