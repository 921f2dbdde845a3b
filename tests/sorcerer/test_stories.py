"""Chapters 17 to 19: what is special in each scenario."""

from __future__ import annotations

from random import Random
from typing import Any

import pytest

from elric.kernel.chance import ScriptedChance, SeededChance
from elric.sorcerer.components.board import CITIES, HEXES
from elric.sorcerer.components.colors import EXIT
from elric.sorcerer.components.units import BY_ID, COLOR, DEMON, DRAGON, KIND, POOL
from elric.sorcerer.position.notes import Fallen, Freed, Seals, noted, the_note
from elric.sorcerer.position.state import CUP, GONE
from elric.sorcerer.stories import endings, madness, stones, tide, tour
from elric.sorcerer.turn.setup import Castles

from .field import BOARD, GAME, INDEX, Game, at, clauses, hexes, left, name, one, play, state, texts, verbs, where
from .test_turn import set_up

DNAI = "sorcerer-green-orange-purple"
PERI, GUARD = "sorcerer-green-1", "green-infantry-1"
HOME = "0416"


# ---- 17.1 -------------------------------------------------------------------------------------------------------------------


def test_so_17_1_the_tour_begins_at_home() -> None:
    """[17.1] [17.11] [17.0] [17.13]: a Green Sorcerer and one company in Kel-Fannyan, four counters drawn before he moves."""
    g = Game("tour", seed=3)
    assert where(g, PERI) == where(g, GUARD) == HOME
    s = g.state
    assert len(noted(s, tour.Drawn)) + the_note(s, tour.VortexesDrawn).number == 4
    assert g.view()["phase"] == "movement"


def test_so_17_14_the_cup() -> None:
    """[17.14]: 130 mobile units, no White ones and no Green demonic infantry, and ten vortexes; four are drawn without putting back."""
    s = Game("tour", seed=3).state
    cup = [u for u, place in enumerate(s.place) if place == CUP]
    assert len(cup) == 130  # those that are drawn lie in it until they appear
    assert not any(KIND[u] == DEMON and COLOR[u] == 1 for u in cup)
    assert the_note(s, tour.VortexesLeft).number + the_note(s, tour.VortexesDrawn).number == 10


def test_so_17_15_what_he_may_do() -> None:
    """[17.15]: he never leaves his guard; one Green demonic infantry in the game, no other unit; no Bolts, no teleport; vortexes are free (R41)."""
    h = one("green")
    g = at({h: [PERI, GUARD]}, scenario="tour", marks=_marks())
    g.push(f"take {PERI}")
    there = name(next(n for n, k in BOARD.exits[INDEX[h]] if k == 0))
    assert "17.15" in clauses(g, f"step {there}")
    assert {"conjure demon green", "vortex"} <= texts(g)
    assert "17.15" in clauses(g, "conjure dragon green")
    assert "17.15" in clauses(g, f"bolt {there} green side-2")
    assert "17.15" in clauses(g, f"teleport {name(hexes('green')[4])}")
    g.push("conjure demon green")
    play(g, "halt", "take green-demon-1", f"step {there}", "halt", f"take {PERI}")
    assert "17.15" in clauses(g, "conjure demon green")
    g.push(f"take {GUARD}")
    assert f"step {there}" in texts(g)


def _marks(**more: Any) -> dict[str, Any]:
    toured = [INDEX[HOME]]
    return {"toured": toured, "vortexes_left": 0, "drawn": [], "storms": 0, "first_color": 0, **more}


def test_so_17_16_enemies_appear_near_and_come_straight() -> None:
    """[17.16] [17.13]: in the nearest hex of their color, two at most of one color; a dragon goes as far as fifteen points last."""
    h = one("blue")
    target = INDEX[h]
    g = at({h: [PERI, GUARD]}, scenario="tour", marks=_marks())
    s = g.state.copy()
    cx = GAME.context(SeededChance(1), None)
    for u in POOL[DRAGON, 4][:3]:
        s.place[u] = CUP
        tour.appear(s, u, 5, target, cx)
    found = sorted(HEXES.distance(s.place[u], target) for u in POOL[DRAGON, 4][:3])
    nearest = min(HEXES.distance(k, target) for k in hexes("red", plain=False))
    assert found[0] <= nearest
    assert all(BOARD.printed[s.place[u]] == 4 for u in POOL[DRAGON, 4][:3])
    for u in POOL[DRAGON, 4][:2]:
        tour.hunt(s, u, target, cx)
        assert s.place[u] == target
    third = POOL[DRAGON, 4][2]
    tour.hunt(s, third, target, cx)
    assert HEXES.distance(s.place[third], target) == 1  # a third of one color stays a hex behind (R40)


def test_so_17_17_each_color_attacks_by_itself() -> None:
    """[17.17] [13.21]: two colors in his hex make two attacks; he answers one of them. Green trolls fight Green demons on Neutral."""
    h = one("blue")
    g = at(
        {h: [PERI, GUARD, "blue-dragon-1", "red-dragon-1"]},
        scenario="tour",
        phase="combat",
        marks=_marks(),
        script="die 6, die 6, die 6",
    )
    assert texts(g) == {f"attack {h} side-2", f"attack {h} side-6", f"hold {h}"}
    g.push(f"hold {h}")
    assert len([e for e in g.events if e["kind"] == "attack"]) >= 2
    from elric.sorcerer.components.colors import line

    assert line(1, 1) == 0


def test_so_17_12_all_cities_and_home() -> None:
    """[17.12]: the last city is home, with all others seen; only he need live."""
    near = name(next(n for n, k in BOARD.exits[INDEX[HOME]] if k == 0))
    g = at({near: [PERI]}, scenario="tour", marks=_marks(toured=list(CITIES)))
    play(g, f"take {PERI}", f"step {HOME}")
    assert g.outcome["winner"] == 0
    assert g.outcome["clause"] == ["17.12"]
    g = at({near: [PERI]}, scenario="tour", marks=_marks(toured=list(CITIES[1:])))
    if INDEX[HOME] != CITIES[0]:
        play(g, f"take {PERI}", f"step {HOME}")
        assert g.outcome is None


def test_so_17_16_drawn_vortexes_come_last() -> None:
    """[17.16]: they appear in the nearest White hexes, one each."""
    g = at({one("white"): [PERI]}, scenario="tour", marks=_marks(storms=2))
    s = g.state.copy()
    tour.STORMS.run(s, None, GAME.context(SeededChance(1), None))
    assert s.vortex.bit_count() == 2
    assert not s.vortex & ~s.cells[6]


# ---- 17.2 -------------------------------------------------------------------------------------------------------------------


def tide_game(seed: int = 2) -> Any:
    g = Game("tide", seed=seed)
    g.push("prime sorcerer-green-1")
    while g.view()["turn"] == 0:
        g.push(g.legal_actions()[5])
    return g


def test_so_17_2_the_tide_comes_first() -> None:
    """[17.2] [17.21] [17.23] [17.24]: ten companies in ten cities; nine dragons, each with demonic infantry of its color, come before the player
    moves, and all keep to their rows."""
    g = tide_game()
    s = g.state
    moved = [e for e in g.events if e["kind"] == "appears"]
    dragons = [e["unit"] for e in moved if KIND[e["unit"]] == DRAGON]
    assert len(dragons) == 9
    assert {e["hex"] for e in moved} == set(BOARD.entries)
    assert all(COLOR[u] != 1 for u in dragons)
    for side in range(1, 7):
        for h, pile in s.piles.items():
            for u in pile:
                if s.owner[u] == side:
                    assert tide.column(h) in {tide.column(e) for e in BOARD.entries}
    assert sum(KIND[u] == 1 for pile in s.piles.values() for u in pile) == 10


def test_so_17_21_a_company_stands_in_each_city() -> None:
    """[17.21]: in a city in which a Sorcerer begins, too."""
    g = Game("tide", seed=2)
    g.push("prime sorcerer-green-1")
    play(g, "place 0507", "place 1313")
    found = {h for h, pile in g.view()["stacks"].items() if any(c["unit"] in _COMPANIES for c in pile)}
    assert found == {name(h) for h in CITIES}


_COMPANIES = tuple(f"{color}-infantry-{k}" for color in ("blue", "green") for k in range(1, 8))


def test_so_17_24_a_third_is_spent_in_appearing() -> None:
    """[17.24] [17.25]: a dragon has ten points left, and pays its exit price first: it stops when the next hex is too dear."""
    g = at({"1722": ["green-infantry-1"]}, scenario="tide", turn=4)
    s = g.state.copy()
    cx = GAME.context(SeededChance(1), None)
    u = BY_ID["blue-dragon-1"]
    tide.come(s, u, INDEX["1701"], cx)
    assert s.spent[u] == 5
    tide.march(s, u, cx)
    price = 6 - (BOARD.printed[INDEX["1701"]] - 0) % 6
    assert s.place[u] in (INDEX["1701"] + 1 + (10 - price), INDEX["1710"])


def test_so_17_25_where_they_stop() -> None:
    """[17.25]: at infantry, a Sorcerer, a standing city; not at Green demonic infantry; never beyond the last city of the row."""
    for pile, stop in ((["green-infantry-1"], True), ([PERI], True), (["green-demon-1"], False)):
        g = at({"1203": pile, "1204": []}, scenario="tide")
        s = g.state.copy()
        u = BY_ID["blue-dragon-1"]
        tide.come(s, u, INDEX["1201"], GAME.context(SeededChance(1), None))
        s.spent[u] = 0
        tide.march(s, u, GAME.context(SeededChance(1), None))
        assert (s.place[u] == INDEX["1203"]) == stop
        assert s.place[u] <= INDEX["1205"]


def test_so_17_25_they_leave_only_the_pinned() -> None:
    """[17.25]: a unit beside unpinned infantry stays; beside pinned it goes on."""
    for word, stays in (("green-infantry-1", True), ("green-infantry-1!", False)):
        g = at({"1202": [word, "blue-dragon-1"]}, scenario="tide")
        s = g.state.copy()
        tide.march(s, BY_ID["blue-dragon-1"], GAME.context(SeededChance(1), None))
        assert (s.place[BY_ID["blue-dragon-1"]] == INDEX["1202"]) == stays


def test_so_17_25_a_city_does_not_keep_them() -> None:
    """[17.25]: of the two cities of a row the first is left for the second when its company is pinned; while that is free they stay."""
    u = BY_ID["blue-dragon-1"]
    for word, stays in (("green-infantry-1", True), ("green-infantry-1!", False)):
        s = at({"1710": [word, "blue-dragon-1"]}, scenario="tide").state.copy()
        tide.march(s, u, GAME.context(SeededChance(1), None))
        assert (name(s.place[u]) == "1710") == stays
        assert s.place[u] <= INDEX["1722"]


def test_so_17_25_others_are_passed() -> None:
    """[17.25] [10.1]: two of its color do not stop a unit that can go beyond them; where it would have to stay with them it stays before them."""
    full = ["blue-demon-1!", "blue-dragon-2!"]
    price = EXIT[0][BOARD.printed[INDEX["1202"]]]
    for more, stop in ((2, "1205"), (1, "1204"), (0, "1202")):
        g = at({"1202": ["blue-dragon-1"], "1203": full}, scenario="tide", spent={"blue-dragon-1": 15 - price - more})
        s = g.state.copy()
        tide.march(s, BY_ID["blue-dragon-1"], GAME.context(SeededChance(1), None))
        assert name(s.place[BY_ID["blue-dragon-1"]]) == stop
    g = at({"1203": ["blue-dragon-1"], "1204": full, "1205": ["blue-demon-2", "blue-dragon-3"]}, scenario="tide")
    s = g.state.copy()
    tide.march(s, BY_ID["blue-dragon-1"], GAME.context(SeededChance(1), None))
    assert name(s.place[BY_ID["blue-dragon-1"]]) == "1203"


def test_so_17_26_a_city_without_humans_falls() -> None:
    """[17.26] [17.24]: the enemy there goes back to the pool; a row without cities sends home whoever is in it, the pinned excepted."""
    g = at(
        {"1205": ["blue-dragon-1"], "1202": ["red-dragon-1"], "1203": ["red-dragon-2!"]},
        scenario="tide",
        phase="combat",
    )
    assert noted(g.state, Fallen) == (Fallen(INDEX["1205"]),)
    assert g.state.place[BY_ID["blue-dragon-1"]] == CUP
    assert state(g, "red-dragon-1") == "gone"
    assert state(g, "red-dragon-2") == "pinned"


def test_so_17_24_who_comes_again() -> None:
    """[17.24]: lost to attrition, back to the pool; killed in combat, gone (R59)."""
    h = one("white")
    g = at({h: ["blue-dragon-1-"]}, scenario="tide", phase="attrition", script=[0, 0])
    assert g.state.place[BY_ID["blue-dragon-1"]] == CUP
    h = one("green")
    pile = [PERI, "green-demon-1", "green-demon-2", "blue-dragon-1-"]
    g = at({h: pile}, scenario="tide", phase="combat", script="die 1, die 6")
    g.push(f"attack {h} side-2")
    assert g.state.place[BY_ID["blue-dragon-1"]] == GONE


def test_so_17_27_two_green_demons_at_a_time() -> None:
    """[17.27]: no other kind, no third one, no teleport; Bolts are free."""
    h = one("green")
    g = at({h: [PERI], one("blue"): ["green-demon-1"], name(hexes("green")[5]): ["blue-dragon-1"]}, scenario="tide")
    g.push(f"take {PERI}")
    assert "conjure demon green" in texts(g)
    assert clauses(g, "conjure troll green") == {"17.27"}
    assert "17.27" in clauses(g, f"teleport {name(hexes('green')[4])}")
    assert "bolt" in verbs(g)
    g = at({h: [PERI], one("blue"): ["green-demon-1", "green-demon-2"]}, scenario="tide")
    g.push(f"take {PERI}")
    assert clauses(g, "conjure demon green") == {"17.27"}


@pytest.mark.parametrize(("fallen", "infantry", "how"), [(0, 10, "decisive"), (2, 7, "substantive"), (3, 4, "marginal"), (4, 4, "draw"), (5, 6, "draw"),
                                                         (6, 3, "lost")])  # fmt: skip
def test_so_17_22_the_count(fallen: int, infantry: int, how: str) -> None:
    """[17.22]: cities and companies left, when all fiends are destroyed or no win is in reach."""
    units = [f"{c}-infantry-{k + 1}" for c in ("green", "blue") for k in range(7)][:infantry]
    spots = [name(h) for h in hexes("green")]
    gone = [
        GAME.notation.kinds["unit"].names()[u] for c in tide.FIENDS for kind in (DRAGON, DEMON) for u in POOL[kind, c]
    ]
    g = at({spots[k]: [f"{u}@1"] for k, u in enumerate(units)} | {spots[20]: [PERI]}, scenario="tide", gone=gone,
           marks={"fallen": list(CITIES[:fallen])})  # fmt: skip
    s = g.state.copy()
    tide.after_turn(s, GAME.context(SeededChance(1), None))
    assert s.outcome is not None
    assert s.outcome[1] == how


# ---- 18 ------------------------------------------------------------------------------------------------------------------------


def test_so_18_13_who_teleports() -> None:
    """[18.13] [18.24] [18.33] [18.43]: in 18.1 and 18.2 Sorcerers of several colors, in 18.3 the Red one and Faln, in 18.4 all."""
    for key, clause in (("rivalry", "18.13"), ("ussa", "18.24")):
        g = at(
            {one("orange"): ["sorcerer-orange-1", DNAI]},
            scenario=key,
            owners={DNAI: "side-1", "sorcerer-orange-1": "side-1"},
        )
        g.push("take sorcerer-orange-1")
        assert clauses(g, f"teleport {name(hexes('orange')[4])}") == {clause}
        play(g, "halt", f"take {DNAI}")
        assert "teleport" in verbs(g)
    g = at({one("red"): ["sorcerer-red-1"], one("blue"): ["sorcerer-blue-1"]}, scenario="uprising")
    play(g, "take sorcerer-red-1")
    assert "teleport" in verbs(g)
    play(g, "halt", "take sorcerer-blue-1")
    assert "teleport" not in verbs(g)
    assert clauses(g, f"teleport {name(hexes('blue')[4])}") == {"18.33"}
    g = at({one("red"): ["sorcerer-red-1@1"]}, scenario="dominance", powers=[["red"], ["blue"]])
    play(g, "take sorcerer-red-1")
    assert "teleport" in verbs(g)


def test_so_18_11_the_forces() -> None:
    """[18.11] [18.21] [18.31] [19.11] [19.31]: Sorcerers, infantry and fortresses of each side stand on the map when the first turn begins."""
    want = {"rivalry": [(2, 3, 1), (3, 5, 1)], "ussa": [(4, 7, 3), (4, 5, 3)], "uprising": [(2, 14, 2), (1, 4, 1)],
            "triumvirate": [(3, 7, 2)] * 3, "fane": [(2, 4, 0), (2, 4, 0), (1, 4, 1)]}  # fmt: skip
    for key, sides in want.items():
        s = set_up(key, 5).state  # type: ignore[attr-defined]
        for seat, (sorcerers, infantry, castles) in enumerate(sides):
            kinds = [KIND[u] for u in range(len(KIND)) if s.of[seat] >> u & 1]
            assert (kinds.count(0), kinds.count(1), kinds.count(5)) == (sorcerers, infantry, castles), (key, seat)


def test_so_18_23_balt_comes_home() -> None:
    """[18.23] [18.22] [18.2]: in turn seven on a three or less, not before the sixth, and in the tenth for certain."""
    for turn, die, ends in (
        (5, 1, False),
        (6, 2, True),
        (6, 3, False),
        (7, 3, True),
        (7, 4, False),
        (9, 4, True),
        (9, 5, False),
    ):
        g = at({one("blue"): ["blue-infantry-1"]}, scenario="ussa", turn=turn)
        s = g.state.copy()
        endings.balt_comes_home(s, GAME.context(ScriptedChance([die - 1] if turn >= 6 else []), None))
        assert (s.outcome is not None) == ends, (turn, die)
    g = at({one("blue"): ["blue-infantry-1"], one("green"): ["green-infantry-1"]}, scenario="ussa", turn=10, player=1)
    g.push("end")
    assert g.outcome["clause"] in (["18.2"], ["15.21"])


def test_so_18_34_two_combat_phases_running() -> None:
    """[18.34] [18.3]: full, unpinned infantry; a pin or a depleted company breaks it."""
    for word, wins in (("red-infantry-1", True), ("red-infantry-1-", False), ("red-infantry-1!", False)):
        g = at(
            {"1313": [word], one("red"): ["sorcerer-red-1"], one("green"): ["sorcerer-green-purple"]},
            scenario="uprising",
        )
        s = g.state.copy()
        cx = GAME.context(SeededChance(1), None)
        endings.after_combat(s, cx)
        assert s.outcome is None
        endings.after_combat(s, cx)
        assert (s.outcome is not None and s.outcome[0] == 0) == wins


def test_so_18_32_fortresses_and_six_turns() -> None:
    """[18.32] [18.31]: the Purple fortress lost, the cities win; one of theirs, Faln; after six turns, Faln."""
    base = {one("red"): ["fortress-red-2-1", "sorcerer-red-1"], one("blue"): ["fortress-blue-2-1"]}
    faln = {one("purple"): ["fortress-purple-4", "sorcerer-green-purple"]}
    cx = GAME.context(SeededChance(1), None)
    for stacks, winner in (
        (base | {one("purple"): ["sorcerer-green-purple"]}, 0),
        ({one("red"): ["fortress-red-2-1"]} | faln, 1),
    ):
        s = at(stacks, scenario="uprising").state.copy()
        endings.at_rest(s, cx)
        assert s.outcome is not None
        assert s.outcome[0] == winner
    s = at(base | faln, scenario="uprising", turn=6).state.copy()
    endings.at_rest(s, cx)
    assert s.outcome is None
    endings.after_turn(s, cx)
    assert s.outcome is not None
    assert s.outcome[:2] == (1, "held out")


def test_so_18_33_the_red_sorcerer_is_the_prime() -> None:
    """[18.33] [18.31]: named by the scenario; eight cities have a company each at least."""
    g = set_up("uprising", 1)
    assert g.view()["primes"]["0"] == "sorcerer-red-1"  # type: ignore[attr-defined]
    s = g.state  # type: ignore[attr-defined]
    held = [h for h in CITIES if s.at[0] >> h & 1]
    assert len(held) == 8
    assert not set(held) & set(endings.TOWNS)


def test_so_18_44_colors_are_drawn_and_fortresses_painted_in_secret() -> None:
    """[18.44] [18.41] [18.4]: three colors and the other three; two fortresses a color, no color twice among the fours; neither seat sees the
    other's choices before both have made all."""
    g = Game("dominance", seed=4)
    first, second = (set(g.view()["powers"][k]) for k in "01")
    assert len(first) == len(second) == 3
    assert not first & second
    mine = sorted(first)
    other = next(iter(second))
    assert clauses(g, f"paint {other}") == {"18.44"}
    play(g, f"paint {mine[0]}", f"paint {mine[0]}")
    assert "18.44" in clauses(g, f"paint {mine[0]}")
    g.push(f"paint {mine[1]}")
    for color in (mine[1], mine[2], mine[2]):
        g.push(f"paint {color}")
    assert g.seat == 1
    assert "painted" not in {e["kind"] for e in g.events}
    assert g.view(1)["sealed"] == {"chosen": [0], "waiting": [1], "own": None}
    rng = Random(1)
    while "paint" in verbs(g):
        g.push(rng.choice(g.legal_actions()))
    s = g.state
    assert sum(KIND[u] == 5 for u in s.to_place) + s.of[s.player].bit_count() >= 6
    for row in noted(s, Castles):
        colors = [COLOR[u] for u in row.units]
        assert all(colors.count(c) == 2 for c in set(colors)), row.seat


def test_so_18_43_no_magical_units() -> None:
    """[18.43]: vortexes and Bolts are free."""
    g = at({one("red"): ["sorcerer-red-1@1"]}, scenario="dominance", powers=[["red"], ["blue"]])
    play(g, "take sorcerer-red-1")
    assert "vortex" in verbs(g)
    assert clauses(g, "conjure dragon red") == {"18.43"}


def test_so_18_42_no_white_hex_or_ten_turns() -> None:
    """[18.42] [15.22]: judged when no White hex is left; Gray cities count nothing."""
    cx = GAME.context(SeededChance(1), None)
    paint = {name(h): "red" for h in range(HEXES.size) if BOARD.printed[h] == 6}
    more: dict[str, Any] = {"scenario": "dominance", "powers": [["red"], ["blue"]], "paint": paint}
    g = at(
        {one("gray"): ["red-infantry-1@1"], one("red"): ["sorcerer-red-1@1"], one("blue"): ["sorcerer-blue-1@2"]},
        **more,
    )
    assert g.view()["score"]["0"]["gray_cities"] == 0
    s = g.state.copy()
    endings.at_rest(s, cx)
    assert s.outcome is not None
    assert s.outcome[0] == 0


def test_so_18_45_for_three() -> None:
    """[18.45]: two-color Sorcerers with six one-color ones; three fortresses of each color (R57)."""
    g = set_up("dominance-3", 2)
    s = g.state  # type: ignore[attr-defined]
    for seat in range(3):
        kinds = [KIND[u] for u in range(len(KIND)) if s.of[seat] >> u & 1]
        assert (kinds.count(0), kinds.count(1), kinds.count(5)) == (7, 7, 6)
    assert sum(s.powers) == 63


# ---- 19 ------------------------------------------------------------------------------------------------------------------------


def test_so_19_1_three_at_the_table() -> None:
    """[19.1] [19.12] [19.0]: after eight turns the most points win, and the story tells the second place too."""
    g = at(
        {one("blue"): ["blue-infantry-1"]},
        scenario="triumvirate",
        turn=8,
        player=2,
        points=["9", "3", "6"],
        marks={"dead": []},
    )
    g.push("end")
    assert g.outcome["winner"] == 0
    assert [e["seat"] for e in g.events if e["kind"] == "points"] == [0, 2, 1]


def seals(**more: Any) -> dict[str, Any]:
    piles = [[h, [0, 2, 4]] for h in CITIES if name(h) != "0711"]
    return {"stones": {"map": piles}, "lying": {"map": more.pop("lying", [])}, **more}


def test_so_19_23_stones_nobody_knows() -> None:
    """[19.23] [19.2]: nine of each color, three in each of nine cities; a view tells how many lie there, and nothing else."""
    g = Game("stones", seed=5)
    piles = noted(g.state, Seals)
    assert sorted(c for pile in piles for c in pile.stones) == [0] * 9 + [2] * 9 + [4] * 9
    assert set(g.view(0)["seals"].values()) == {3}
    assert "stones" not in g.view(0)["marks"]
    other = noted(g.resampled(0, 3).state, Seals)
    assert other != piles


def test_so_19_21_setting_up() -> None:
    """[19.21] [19.24]: the Sorcerer on his color within two of Amma-Avattar, up to two companies with him; the rest in other Gray cities, openly
    or hidden, two in one at most."""
    for seed in range(4):
        s = set_up("stones", seed).state  # type: ignore[attr-defined]
        for seat in range(3):
            h = s.place[s.scenario.sides[seat].sorcerers[0]]
            assert HEXES.distance(h, stones.GATE) <= 2
            assert s.powers[seat] >> BOARD.printed[h] & 1
            infantry = [u for u in range(len(KIND)) if KIND[u] == 1 and s.owner[u] == seat]
            assert len(infantry) == 5
            spots = [s.hidden.get(u, s.place[u]) for u in infantry]
            assert all(spots.count(k) <= 2 for k in spots)
            assert all(k == h or k in CITIES for k in spots)


def test_so_19_24_hiding_and_coming_out() -> None:
    """[19.24]: the owner sees where, the others how many; they come out at the beginning of a combat phase, attack at double strength in it and
    defend as ever, or come out at the beginning of his movement; hidden they are attacked by nobody."""
    city = "1313"
    more = {"scenario": "stones", "marks": seals(), "hidden": {"blue-infantry-1": city}}
    g = at({city: ["yellow-infantry-1"]}, phase="combat", script="die 6, die 6", **more)
    assert g.view(0)["hidden"] == {"blue-infantry-1": city}
    assert g.view(1)["hidden"] == {}
    assert g.view(1)["hidden_counts"]["0"] == 1
    assert texts(g) == {"reveal blue-infantry-1", "wait"}
    g.push("reveal blue-infantry-1")
    play(g, f"attack {city} side-2", f"attack {city} side-1")
    told = [e["words"] for e in g.events if e["kind"] == "attack"]
    assert told[0].startswith("4 against 2 ")
    assert told[1].startswith("2 against 2 ")
    g = at({city: ["yellow-infantry-1"]}, phase="combat", **more)
    g.push("wait")
    assert not [e for e in g.events if e["kind"] == "attack"]
    assert "19.24" in clauses(at({one("blue"): ["sorcerer-blue-1"]}, **more), "take blue-infantry-1")


def test_so_19_25_breaking_a_seal() -> None:
    """[19.25]: the top Stone is free whatever happens; zero points on a one kill him at once; eight points are safe; pinned he cannot."""
    city = "1313"
    g = at({city: ["sorcerer-blue-1"]}, scenario="stones", marks=seals(), script="die 1")
    play(g, "take sorcerer-blue-1", "unseal 0")
    assert state(g, "sorcerer-blue-1") == "gone"
    assert g.view()["lying"] == {city: ["red"]}
    g = at({city: ["sorcerer-blue-1"]}, scenario="stones", marks=seals(), script="die 1, die 1")
    play(g, "take sorcerer-blue-1", "unseal 8")
    assert state(g, "sorcerer-blue-1") == ""
    assert left(g, "sorcerer-blue-1") == 7
    assert "6.32" in clauses(g, "unseal 8")
    g.push("unseal 3")
    assert state(g, "sorcerer-blue-1") == "depleted"
    assert g.view()["seals"][city] == 1
    g = at({city: ["sorcerer-blue-1!"]}, scenario="stones", marks=seals())
    g.push("take sorcerer-blue-1")
    assert "19.25" in clauses(g, "unseal 0")


@pytest.mark.parametrize(("stones_", "price"), [(1, 6), (3, 12)])
def test_so_19_26_carrying(stones_: int, price: int) -> None:
    """[19.26]: three hexes with one Stone are six points, with three twelve."""
    h = next(
        k
        for k in hexes("green")
        if all(len(BOARD.exits[n]) == 6 and all(x == 0 for _, x in BOARD.sides[n]) for n, _ in BOARD.exits[k])
    )
    g = at({name(h): ["sorcerer-blue-1"]}, scenario="stones", marks=seals(lying=[[h, [2] * stones_]]))
    play(g, "take sorcerer-blue-1", *["lift yellow"] * stones_)
    a = name(BOARD.exits[h][0][0])
    play(g, f"step {a}", f"step {name(h)}", f"step {a}")
    assert left(g, "sorcerer-blue-1") == 15 - price
    play(g, "lay yellow", "halt")
    assert g.view()["lying"] == {a: ["yellow"] * stones_}


def test_so_19_26_magical_units_carry_their_own() -> None:
    """[19.26] [19.29]: a Blue dragon a Blue Stone, not a Red one, and not into Gray; a Green one of the fourth player the Yellow ones he seeks."""
    h = next(
        k for k in range(HEXES.size) if BOARD.printed[k] < 6 and any(BOARD.printed[n] == 7 for n, _ in BOARD.exits[k])
    )
    city = next(n for n, _ in BOARD.exits[h] if BOARD.printed[n] == 7)
    g = at({name(h): ["blue-dragon-1"]}, scenario="stones", marks=seals(lying=[[h, [0, 4]]]))
    play(g, "take blue-dragon-1")
    assert "19.26" in clauses(g, "lift red")
    g.push("lift blue")
    assert "19.26" in clauses(g, f"step {name(city)}")
    g = at({name(h): ["green-dragon-1"]}, scenario="stones-4", player=3, marks=seals(lying=[[h, [0, 2]]]))
    play(g, "take green-dragon-1", "lift yellow")
    assert "19.26" in clauses(g, "lift blue")


def test_so_19_26_stones_are_not_taken_from_under_others() -> None:
    """[19.26] (R67): a Stone is his whose unit stands there longest, and whoever comes later cannot lift it until that one is gone; what he frees
    from a Seal he may take in the same phase, and no other one with it."""
    field = one("blue")
    for pile, able in (
        (["yellow-infantry-1", "blue-infantry-1"], False),
        (["blue-infantry-1", "yellow-infantry-1"], True),
    ):
        g = at({field: pile}, scenario="stones", marks=seals(lying=[[INDEX[field], [0]]]))
        g.push("take blue-infantry-1")
        assert ("lift blue" in texts(g)) == able
        assert able or clauses(g, "lift blue") == {"19.26"}
    city = "1313"
    for color in (0, 4):
        lying = seals(lying=[[INDEX[city], [color]]])
        g = at({city: ["yellow-infantry-1", "sorcerer-blue-1"]}, scenario="stones", marks=lying, script="die 6")
        play(g, "take sorcerer-blue-1", "unseal 8")
        assert {x for x in texts(g) if x.startswith("lift")} == {"lift red"}
        ended = play(g.copy(), "halt", "end")
        assert not noted(ended.state, Freed)
        g.push("lift red")
        assert "lift" not in verbs(g)


def test_so_19_27_limits_on_the_brothers() -> None:
    """[19.27]: no teleport, no vortex, no attack where both Sorcerers are; Bolts, and attacks by others, are free."""
    h = one("blue")
    g = at({h: ["sorcerer-blue-1"], name(hexes("green")[3]): ["yellow-infantry-1"]}, scenario="stones", marks=seals())
    g.push("take sorcerer-blue-1")
    assert "19.27" in clauses(g, f"teleport {name(hexes('blue')[4])}")
    assert clauses(g, "vortex") == {"19.27"}
    assert "bolt" in verbs(g)
    city = "1313"
    g = at({city: ["sorcerer-blue-1", "sorcerer-yellow-1"]}, scenario="stones", marks=seals(), phase="combat")
    assert g.view()["phase"] == "movement"
    g = at({city: ["blue-infantry-1", "sorcerer-yellow-1"]}, scenario="stones", marks=seals(), phase="combat")
    assert f"attack {city} side-2" in texts(g)


def test_so_19_28_six_at_the_gate() -> None:
    """[19.28] [19.22]: six of the color sought in a hex of his own within two of the gate, undisputed, himself there."""
    h = next(k for k in hexes("blue", plain=False) if HEXES.distance(k, stones.GATE) <= 2)
    cx = GAME.context(SeededChance(1), None)
    for pile, count, wins in ((["sorcerer-blue-1"], 6, True), (["sorcerer-blue-1"], 5, False), (["blue-infantry-1"], 6, False),
                              (["sorcerer-blue-1", "red-infantry-1"], 6, False)):  # fmt: skip
        g = at({name(h): pile}, scenario="stones", marks=seals(lying=[[h, [0] * count]]))
        s = g.state.copy()
        stones.at_rest(s, cx)
        assert (s.outcome is not None) == wins


def test_so_19_28_shamma() -> None:
    """[19.28]: from turn ten on all roll; if each is above the Stones he holds nobody wins; with five each all must roll six."""
    spots = [one("blue"), one("green"), one("red")]
    who = ["sorcerer-blue-1", "sorcerer-yellow-1", "sorcerer-red-1"]
    lying = [[INDEX[h], [c] * 5] for h, c in zip(spots, (0, 2, 4), strict=True)]
    for turn, dice, over in ((9, [], False), (10, [5, 5, 5], True), (10, [5, 5, 4], False)):
        g = at(
            {h: [u] for h, u in zip(spots, who, strict=True)}, scenario="stones", marks=seals(lying=lying), turn=turn
        )
        s = g.state.copy()
        stones.after_turn(s, GAME.context(ScriptedChance(dice), None))
        assert (s.outcome is not None) == over


def test_so_19_29_more_players() -> None:
    """[19.29]: Green seeks Yellow, Orange Red, Purple Blue: the colors that they dominate."""
    sides = GAME.scenarios()["stones-6"].sides
    assert [side.seeks for side in sides] == [0, 2, 4, 2, 4, 0]
    assert Game("stones-6", seed=1).scenario.seats == 6


def test_so_19_33_fanes_color_is_a_die() -> None:
    """[19.33] [19.3]: for each combat phase and each of his own movements; in others' movements he is White; equal colors fight on Neutral."""
    h = one("white")
    g = at({h: ["sorcerer-white", "white-dragon-1"]}, scenario="fane", player=2)
    assert g.view()["fane"] == "white"
    s = g.state.copy()
    s.player = 2
    madness.before_move(s, GAME.context(ScriptedChance([3]), None))
    assert s.fane == 3
    madness.calm(s, GAME.context(ScriptedChance([]), None))
    assert s.fane == 6
    g = at({h: ["white-dragon-1", "orange-dragon-1"]}, scenario="fane", phase="combat", script=[3, 0, 0])
    from elric.sorcerer.combat.joint import clash_in

    assert g.view()["fane"] == "orange"
    assert clash_in(g.state, 1, INDEX[h], 2, ()).line == 0


def test_so_19_33_white_units_in_white_only() -> None:
    """[19.33] [6.51] [9.21]: he conjures White counters in White hexes (R45)."""
    for color, able in (("white", True), ("blue", False)):
        g = at({one(color): ["sorcerer-white"]}, scenario="fane", player=2, fane="blue")
        g.push("take sorcerer-white")
        assert ("conjure dragon white" in texts(g)) == able


def test_so_19_34_the_aegis() -> None:
    """[19.34]: vortexes spare White's infantry, with Fane or without; others' lose a step."""
    a, b = next(
        (name(h), name(n)) for h in hexes("blue") for n, k in BOARD.exits[h] if k == 0 and BOARD.printed[n] == 6
    )
    for unit, player, after in (("white-infantry-1", 2, ""), ("red-infantry-1", 1, "depleted")):
        g = at({a: [unit]}, scenario="fane", player=player, vortexes=[b])
        play(g, f"take {unit}", f"step {b}")
        assert state(g, unit) == after


def test_so_19_32_more_than_half() -> None:
    """[19.32]: the two win with more than half of the White hexes, he first who has more; else Fane."""
    white = [name(h) for h in range(HEXES.size) if BOARD.printed[h] == 6]
    half = len(white) // 2
    everybody = {
        one("blue"): ["sorcerer-blue-green-yellow"],
        one("red"): ["sorcerer-orange-red-purple"],
        "1112": ["sorcerer-white"],
    }
    cx = GAME.context(SeededChance(1), None)
    for blue, red, winner in ((half, 0, 2), (half + 1, 0, 0), (half - 3, 5, 0), (4, half - 2, 1)):
        spots = [h for h in white if h != "1112"]
        paint = dict.fromkeys(spots[:blue], "blue") | dict.fromkeys(spots[blue : blue + red], "red")
        s = at(everybody, scenario="fane", turn=10, paint=paint).state.copy()
        madness.after_turn(s, cx)
        assert s.outcome is not None
        assert s.outcome[0] == winner


def test_so_19_32_hexes_of_the_lost_count_for_the_two() -> None:
    """[19.32] [15.25]: Pairn is lost, and his hexes with Isya's are more than half: Fane has not kept his realm, and she has won."""
    white = [name(h) for h in range(HEXES.size) if BOARD.printed[h] == 6 and name(h) != "1112"]
    stacks = {one("red"): ["sorcerer-orange-red-purple"], "1112": ["sorcerer-white"]}
    for blue, winner in ((9, 1), (8, 2)):
        paint = dict.fromkeys(white[:blue], "blue") | dict.fromkeys(white[blue : blue + 4], "red")
        s = at(stacks, scenario="fane", turn=10, alive=[1, 2], paint=paint).state.copy()
        madness.after_turn(s, GAME.context(SeededChance(1), None))
        assert s.outcome is not None
        assert s.outcome[0] == winner


def test_so_19_25_a_seal_may_be_broken_without_points() -> None:
    """[19.25]: whoever has none left, or fewer than none since a Seal depleted him, still breaks one for nothing, and not for more."""
    city = "1313"
    g = at({city: ["sorcerer-blue-1-"]}, scenario="stones", marks=seals(), spent={"sorcerer-blue-1": 5}, script="die 6")
    g.push("take sorcerer-blue-1")
    assert {x for x in texts(g) if x.startswith("unseal")} == {"unseal 0", "unseal 1", "unseal 2"}
    g.push("unseal 2")
    assert {x for x in texts(g) if x.startswith("unseal")} == {"unseal 0"}
    play(g, "halt", "take sorcerer-blue-1")  # put down, he is taken up again for it
    assert "unseal 0" in texts(g)
