"""Chapters 20 to 25, each by its switch."""

from __future__ import annotations

from random import Random
from typing import Any

from elric.kernel.bits import ones
from elric.kernel.chance import ScriptedChance, SeededChance
from elric.sorcerer.components.board import CITIES
from elric.sorcerer.components.units import HUMANS
from elric.sorcerer.options import clones, flux, shir
from elric.sorcerer.position.notes import Dead, Revealed, Spoiled, noted
from elric.sorcerer.position.state import GONE, POOL, lift
from elric.sorcerer.turn.setup import hides

from .field import (
    BOARD,
    GAME,
    HEXES,
    INDEX,
    Game,
    at,
    clauses,
    hexes,
    left,
    name,
    one,
    play,
    state,
    texts,
    two,
    verbs,
    where,
)
from .test_turn import set_up

DNAI = "sorcerer-green-orange-purple"
BALT = "sorcerer-blue-yellow"
CLOAK, SHIR, CLONES, ASSASSINS, FLUX, SPELLS = (
    f"1975, {word}=true" for word in ("cloak", "shir", "clones", "assassins", "flux", "spells")
)


# ---- 20 -------------------------------------------------------------------------------------------------------------------------


def cloaked(*more: str, turn: int = 2, **also: Any) -> tuple[Any, str]:
    h = one("orange")
    g = at({h: [DNAI, "green-infantry-1", "orange-dragon-1"], **also.pop("others", {})}, rules=CLOAK, turn=turn, **also)
    play(g, f"take {DNAI}", *(f"cloak {unit}" for unit in more))
    return g, h


def test_so_20_1_three_points_a_unit() -> None:
    """[20.1] [20.0] [6.62]: himself, infantry, units of his color, in his color or White; the owner sees where they are, nobody else."""
    g, h = cloaked(DNAI, "green-infantry-1", "orange-dragon-1")
    assert g.state.spent[0 + g.definition.notation.parse(f"take {DNAI}").args[0]] == 9
    assert g.view(0)["hidden"] == dict.fromkeys((DNAI, "green-infantry-1", "orange-dragon-1"), h)
    assert g.view(1)["hidden"] == {}
    assert h not in g.view(1)["stacks"]
    assert all(h not in line for line in g.story(1)[-3:])
    g = at({one("blue"): [DNAI, "green-infantry-1"]}, rules=CLOAK, turn=2)
    g.push(f"take {DNAI}")
    assert clauses(g, "cloak green-infantry-1") == {"20.1"}
    g = at({one("orange"): ["sorcerer-orange-1", "purple-dragon-1"]}, rules=CLOAK, turn=2)
    g.push("take sorcerer-orange-1")
    assert clauses(g, "cloak purple-dragon-1") == {"20.1"}
    g = at({one("orange"): [DNAI]}, turn=2)
    g.push(f"take {DNAI}")
    assert clauses(g, f"cloak {DNAI}") == {"20.0"}


def test_so_20_1_other_sorcerers_too() -> None:
    """[20.1] [21.0] (R65): a Sorcerer cloaks another of his side, of any color; Shir casts it too, in White."""
    g = at({one("orange"): ["sorcerer-orange-1", DNAI]}, rules=CLOAK, turn=2)
    play(g, "take sorcerer-orange-1", f"cloak {DNAI}")
    assert left(g, "sorcerer-orange-1") == 12
    assert where(g, DNAI) is None
    for color, able in (("white", True), ("blue", False)):
        g = black({one(color): ["sorcerer-black@3"]}, turn=2, also=", cloak=true")
        g.push("take sorcerer-black")
        assert ("cloak sorcerer-black" in texts(g)) == able


def test_so_20_2_keeping_costs_a_point_and_all_else_double() -> None:
    """[20.2] [6.62]: two units are two points of the next phase, and a step is two."""
    g, _h = cloaked(DNAI, "green-infantry-1")
    play(g, "halt", "end")
    s = g.state.copy()
    s.player = 0
    from elric.sorcerer.options.cloak import keep
    from elric.sorcerer.turn.sequence import fresh_phase

    fresh_phase(s)
    keep(s, GAME.context(SeededChance(1), None))
    u = g.definition.notation.parse(f"take {DNAI}").args[0]
    assert s.spent[u] == 2
    from elric.sorcerer.movement.prices import factor

    assert factor(s, u) == 2


def test_so_20_2_they_go_together_unseen() -> None:
    """[20.2] [20.3]: the company moves without a word; who is left behind is seen again."""
    g, h = cloaked(DNAI, "green-infantry-1")
    there = name(BOARD.exits[INDEX[h]][0][0])
    before = len(g.events)
    play(g, f"step {there}")
    assert "walks" not in {e["kind"] for e in g.events[before:]}
    assert where(g, "green-infantry-1") == h
    assert g.view(0)["hidden"] == {DNAI: there}


def test_so_20_2_he_leads_the_unseen_and_is_seen() -> None:
    """[20.2] [20.1]: he need not be invisible himself; who is under his Cloak goes with him, is not spoken of, and stays unseen beside him."""
    g, h = cloaked("green-infantry-1")
    there = next(name(n) for n, kind in BOARD.exits[INDEX[h]] if kind == 0)
    play(g, "take green-infantry-1", f"step {there}")
    assert where(g, DNAI) == there
    assert g.view(0)["hidden"] == {"green-infantry-1": there}
    assert [e["units"] for e in g.events if e["kind"] == "walks"] == [(_u(DNAI),)]
    far = name(hexes("purple")[3])
    g, h = cloaked("green-infantry-1")
    play(g, "take green-infantry-1", f"teleport {far}")
    assert (where(g, DNAI), g.view(0)["hidden"]) == (far, {"green-infantry-1": far})


def test_so_20_2_prices_are_single_when_the_cloak_is_gone() -> None:
    """[20.2]: he pays double only as long as he keeps a Cloak, whoever else is in hiding."""
    h = one("orange")
    marks = {"cloaks": [[_u(DNAI), [_u("green-infantry-1")]]], "kept": [_u(DNAI)]}
    hidden = {"green-infantry-1": h, "yellow-infantry-1": "1313"}
    g = at({h: [DNAI]}, rules=f"{CLOAK}, assassins=true", turn=2, hidden=hidden, marks=marks)
    there = next(name(n) for n, kind in BOARD.exits[INDEX[h]] if kind == 0)
    play(g, f"take {DNAI}", f"step {there}")
    assert left(g, DNAI) == 13  # the company stayed behind, and is seen
    g.push(f"step {h}")
    assert left(g, DNAI) == 12


def test_so_7_11_no_bolt_at_ones_own_unseen() -> None:
    """[7.11] [20.3]: who stands under a Cloak among the enemies is a friend there as much as if he were seen."""
    far = name(hexes("red")[3])
    marks = {"cloaks": [[_u(DNAI), [_u(DNAI)]]]}
    g = at(
        {one("orange"): ["sorcerer-orange-1"], far: ["blue-infantry-1"]},
        rules=CLOAK,
        turn=2,
        hidden={DNAI: far},
        marks=marks,
    )
    g.push("take sorcerer-orange-1")
    assert "bolt" not in verbs(g)
    assert clauses(g, f"bolt {far} orange side-2") == {"7.11"}


def test_so_13_3_the_unseen_fade_in_gray_too() -> None:
    """[13.3] [20.3]: a depleted dragon under a Cloak is gone when the combat phase begins, and nobody is told."""
    unseen = {DNAI: "1313", "orange-dragon-1": "1313"}
    marks = {"cloaks": [[_u(DNAI), [_u(u) for u in unseen]]]}
    g = at(
        {one("blue"): ["blue-infantry-1"]},
        rules=CLOAK,
        turn=2,
        phase="combat",
        hidden=unseen,
        depleted=["orange-dragon-1"],
        marks=marks,
    )
    assert "orange-dragon-1" not in g.state.copy().hidden
    assert g.state.place[_u("orange-dragon-1")] == POOL
    assert not [e for e in g.events if e["kind"] == "fades"]


def test_so_20_3_he_lets_them_appear() -> None:
    """[20.3]: at any time of his movement, and at the beginning of a combat phase; unseen they neither fight nor are hit."""
    g, h = cloaked("green-infantry-1")
    play(g, "uncloak green-infantry-1")
    assert where(g, "green-infantry-1") == h
    g = at({h: [DNAI]}, rules=CLOAK, turn=2, spent={DNAI: 15}, hidden={"green-infantry-1": h},
           marks={"cloaks": [[_u(DNAI), [_u("green-infantry-1")]]]})  # fmt: skip
    play(g, f"take {DNAI}", "uncloak green-infantry-1")  # without a point left, too
    assert where(g, "green-infantry-1") == h
    city = one("red")
    more = {
        "rules": CLOAK,
        "turn": 2,
        "hidden": {DNAI: city},
        "marks": {"cloaks": [[_u(DNAI), [_u(DNAI)]]]},
    }
    g = at({city: ["blue-infantry-1"]}, phase="combat", script="die 6, die 6", **more)
    assert texts(g) == {f"reveal {DNAI}", "wait"}
    g2 = g.copy()
    g2.push("wait")
    assert not [e for e in g2.events if e["kind"] == "attack"]
    g.push(f"reveal {DNAI}")
    assert f"attack {city} side-2" in texts(g)


def _u(word: str) -> int:
    return GAME.notation.parse(f"take {word}").args[0]


def test_so_20_3_vortexes_find_them() -> None:
    """[20.3]: an unseen company loses a step, and nobody is told."""
    from elric.sorcerer.magic.vortexes import seen_and_unseen, strike

    h = one("red")
    marks = {"cloaks": [[_u("sorcerer-orange-1"), [_u("sorcerer-orange-1"), _u("green-infantry-1")]]]}
    g = at({}, rules=CLOAK, turn=2, hidden={"sorcerer-orange-1": h, "green-infantry-1": h}, marks=marks)
    s = g.state.copy()
    events: list[Any] = []
    strike(s, INDEX[h], seen_and_unseen(s, INDEX[h]), GAME.context(SeededChance(1), events))
    assert s.depleted >> _u("green-infantry-1") & 1
    assert not events


def test_so_20_4_what_the_unseen_may_do() -> None:
    """[20.4]: Bolts, but no converting; they hold no city and hinder nobody's exit."""
    h, target = one("white"), name(hexes("purple")[3])
    g = at({h: [DNAI], target: ["blue-infantry-1"]}, rules=CLOAK, turn=2)
    play(g, f"take {DNAI}", f"cloak {DNAI}")
    assert "20.4" in clauses(g, "convert green")
    assert "bolt" in verbs(g)
    a, b = two("blue", "green")
    g = at({a: ["blue-infantry-1"]}, rules=CLOAK, turn=2, player=1, hidden={DNAI: a},
           marks={"cloaks": [[_u(DNAI), [_u(DNAI)]]]})  # fmt: skip
    play(g, "take blue-infantry-1", f"step {b}")
    assert left(g, "blue-infantry-1") == 2


def test_so_20_5_they_count_in_the_stack() -> None:
    """[20.5]: two seen and one unseen are three."""
    h = one("orange")
    g = at({h: [DNAI, "green-infantry-1", "green-infantry-2", "green-infantry-3"]}, rules=CLOAK, turn=2)
    play(g, f"take {DNAI}", "cloak green-infantry-1", "halt")
    assert clauses(g, "end") == {"10.1"}


def test_so_20_6_one_may_begin_so() -> None:
    """[20.6]: when a side has set up, one Sorcerer takes units under the Cloak for nothing; in the first turn he keeps them for a point
    each [20.2]."""
    rng, g = Random(2), Game("rivalry", CLOAK, 2)
    while g.step != "veil":
        g.push(rng.choice(g.legal_actions()))
    assert verbs(g) == {"take", "start"}
    assert clauses(g, f"cloak {DNAI}") == {"20.6"}
    play(g, f"take {DNAI}", f"cloak {DNAI}")
    assert clauses(g, f"take {DNAI}") == {"20.6"}
    assert _u(DNAI) in g.state.hidden
    assert not any(g.state.spent.values())
    g.push("start")
    while g.view()["turn"] == 0:
        g.push("start" if g.step == "veil" else rng.choice(g.legal_actions()))
    while g.state.player != 0:
        g.push("end" if "end" in verbs(g) else rng.choice(g.legal_actions()))
    assert g.state.spent[_u(DNAI)] == 1


def test_so_20_6_without_the_rule_nobody_is_asked() -> None:
    """[20.6]: the Cloak is a rule that a game may leave out."""
    rng, g = Random(2), Game("rivalry", "1975", 2)
    while g.view()["turn"] == 0:
        assert g.step != "veil"
        g.push(rng.choice(g.legal_actions()))


# ---- 21 --------------------------------------------------------------------------------------------------------------------------


def black(stacks: dict[str, list[str]], also: str = "", **more: Any) -> Any:
    return at(stacks, rules=SHIR + also, player=2, order=[0, 1, 2], **more)


def test_so_21_0_a_seat_of_his_own() -> None:
    """[21.0] [21.1]: the third, and he moves last; he conjures nothing and converts nothing."""
    g = set_up("rivalry", 3, SHIR)
    assert g.scenario.seats == 3  # type: ignore[attr-defined]
    assert g.view()["order"][-1] == 2  # type: ignore[attr-defined]
    g = black({one("white"): ["sorcerer-black@3"]})
    g.push("take sorcerer-black")
    assert not verbs(g) & {"conjure", "convert"}
    assert clauses(g, "convert green") == {"21.0"}
    assert "21.0" in clauses(g, "conjure dragon blue")


def test_so_21_0_he_joins_three_as_well() -> None:
    """[21.0] [21.1]: in games for three that points decide he is the fourth, and last; the solitaire games have no place for him."""
    for key in ("triumvirate", "dominance-3"):
        g = set_up(key, 3, SHIR)
        assert g.scenario.seats == 4  # type: ignore[attr-defined]
        assert g.view()["order"][-1] == 3  # type: ignore[attr-defined]
    assert set_up("tour", 3, SHIR).scenario.seats == 1  # type: ignore[attr-defined]


def test_so_21_1_he_wins_where_nobody_does() -> None:
    """[21.1]: equal points after the last turn."""
    g = black({one("gray"): ["sorcerer-black@3"]}, turn=8, points=["5", "5", "0"])
    g.push("end")
    assert g.outcome["winner"] == 2
    assert g.outcome["clause"] == ["21.1"]


def test_so_21_1_he_may_still_destroy_the_winner() -> None:
    """[21.1]: who is left alone has won when the turn is over; until then Shir, who moves last, may destroy him and win."""
    place, target = (name(h) for h in hexes("gray", plain=False)[:2])
    away = name(hexes("red")[3])
    for aim, winner, clause in ((True, 2, "21.1"), (False, 0, "15.25")):
        g = at(
            {place: ["sorcerer-black@3"], target if aim else away: [f"{DNAI}-"]},
            rules=SHIR, player=2, order=[0, 1, 2], alive=["0", "2"], script="die 1", turn=3,
        )  # fmt: skip
        assert g.outcome is None
        if aim:
            play(g, "take sorcerer-black", f"bolt {target} black side-1", "halt")
        g.push("end")
        assert g.outcome["winner"] == winner
        assert g.outcome["clause"] == [clause]


def test_so_21_1_nobody_has_won_while_he_moves() -> None:
    """[21.1]: the second Prime Sorcerer falls, and Shir has his turn before it ends."""
    target = name(hexes("green")[2])
    g = at(
        {one("green"): [DNAI], target: [f"{BALT}-"], one("gray"): ["sorcerer-black@3"]},
        rules=SHIR, order=[0, 1, 2], script="die 1", turn=3,
    )  # fmt: skip
    play(g, f"take {DNAI}", f"bolt {target} green side-2", "halt", "end")
    assert g.outcome is None
    assert g.state.player == 2
    g.push("end")
    assert g.outcome["winner"] == 0


def test_so_21_1_he_destroys_who_would_have_won_by_points() -> None:
    """[21.1]: in the last turn, whom the points would have made the winner."""
    place, target = (name(h) for h in hexes("gray", plain=False)[:2])
    g = at(
        {place: ["sorcerer-black@3"], target: [f"{DNAI}-"], name(hexes("red")[3]): [BALT]},
        rules=SHIR, player=2, order=[0, 1, 2], script="die 1", turn=8, points=["9", "5", "0"],
    )  # fmt: skip
    play(g, "take sorcerer-black", f"bolt {target} black side-1", "halt", "end")
    assert g.outcome["winner"] == 2
    assert g.outcome["clause"] == ["21.1"]


def test_so_21_2_he_strikes_as_a_vortex() -> None:
    """[21.2]: once where he has come, not in Gray; he leaves vortexes in White and destroys others for nothing, and none harms him."""
    a, b = two("blue", "green")
    g = black({a: ["sorcerer-black@3"], b: ["blue-infantry-1", "orange-dragon-1"]}, vortexes=[b])
    play(g, "take sorcerer-black")
    assert "strike" not in verbs(g)
    assert clauses(g, "vortex") == {"21.2"}
    play(g, f"step {b}", "strike")
    assert [state(g, u) for u in ("blue-infantry-1", "orange-dragon-1", "sorcerer-black")] == ["depleted", "gone", ""]
    assert clauses(g, "strike") == {"21.2"}
    before = left(g, "sorcerer-black")
    g.push("quench")
    assert left(g, "sorcerer-black") == before
    a, b = two("blue", "white")
    g = black({a: ["sorcerer-black@3"]})
    play(g, "take sorcerer-black", f"step {b}", "leave-vortex")
    assert g.view()["vortexes"] == [b]
    city, beside = next((name(h), name(n)) for h in hexes("gray", plain=False) for n, k in BOARD.exits[h] if k == 0)
    g = black({beside: ["sorcerer-black@3"], city: ["blue-infantry-1"]})
    play(g, "take sorcerer-black", f"step {city}")
    assert clauses(g, "strike") == {"21.2"}


def test_so_21_2_the_unseen_are_struck_too() -> None:
    """[21.2] [20.3]: as a vortex he strikes who is under a Cloak."""
    a, b = two("blue", "red")
    marks = {"cloaks": {"map": [[_u("sorcerer-red-1"), [_u("blue-infantry-1")]]]}, "veiled": [_u("blue-infantry-1")]}
    g = black({a: ["sorcerer-black@3"], b: ["sorcerer-red-1@2"]}, hidden={"blue-infantry-1": b}, marks=marks)
    play(g, "take sorcerer-black", f"step {b}", "strike")
    assert g.state.depleted >> _u("blue-infantry-1") & 1


def test_so_21_3_from_gray_to_gray() -> None:
    """[21.3]: Bolts on Neutral, and teleporting."""
    here, there, far = (name(h) for h in hexes("gray", plain=False)[:3])
    g = black(
        {here: ["sorcerer-black@3"], there: ["blue-infantry-1"], one("blue"): ["blue-infantry-2"]}, script="die 6"
    )
    g.push("take sorcerer-black")
    assert {x for x in texts(g) if x.startswith("bolt")} == {f"bolt {there} black side-2"}
    assert clauses(g, f"bolt {one('blue')} black side-2") == {"21.3"}
    assert f"teleport {far}" in texts(g)
    assert clauses(g, f"teleport {one('green')}") == {"21.3"}
    assert clauses(g, f"bolt {there} blue side-2") == {"21.3"}
    g.push(f"bolt {there} black side-2")
    assert "8 against 2 is +6 on Neutral" in next(e["words"] for e in g.events if e["kind"] == "bolt")


def test_so_21_4_whole_in_gray_half_elsewhere() -> None:
    """[21.4]: eight or four, alone too, and without a color."""
    from elric.sorcerer.combat.strength import attack
    from elric.sorcerer.components.units import SHIR as HE

    for color, want in (("gray", 8), ("blue", 4), ("white", 4)):
        h = one(color)
        found = attack(black({h: ["sorcerer-black@3"]}).state, 2, INDEX[h], HE)
        assert (found.sum, found.color) == (want, -1)


def test_so_21_4_pinned_he_adds_nothing_to_an_attack() -> None:
    """[21.4] [13.5]: with Shir pinned his undead attack without him, and he defends with them as ever."""
    from elric.sorcerer.combat.strength import attack, defence
    from elric.sorcerer.components.units import SHIR as HE

    h = one("gray")
    s = black({h: ["sorcerer-black!@3", "blue-infantry-1@3"]}).state
    assert (attack(s, 2, INDEX[h], HE).sum, defence(s, 2, INDEX[h], HE).sum) == (2, 10)


def test_so_21_5_not_among_enemies() -> None:
    """[21.5] [6.51]: he raises the dead as one conjures, and so not where an enemy stands."""
    h = one("gray")
    g = black(
        {h: ["sorcerer-black@3", "green-infantry-1"]}, gone=["blue-infantry-1"], marks={"dead": [_u("blue-infantry-1")]}
    )
    g.push("take sorcerer-black")
    assert clauses(g, "raise blue-infantry-1") == {"6.51"}


def test_so_21_5_the_undead() -> None:
    """[21.5]: infantry lost in combat rises in Gray for two points, and dies when a combat phase ends without him."""
    h = one("gray")
    dead = _u("blue-infantry-1")
    g = black({h: ["sorcerer-black@3"]}, gone=["blue-infantry-1"], marks={"dead": [dead]})
    play(g, "take sorcerer-black", "raise blue-infantry-1")
    assert where(g, "blue-infantry-1") == h
    assert left(g, "sorcerer-black") == 13
    s = g.state.copy()
    cx = GAME.context(SeededChance(1), None)
    shir.crumble(s, cx)
    assert s.place[dead] == INDEX[h]
    from elric.sorcerer.position.state import move

    move(s, (dead,), BOARD.exits[INDEX[h]][0][0])
    shir.crumble(s, cx)
    assert s.place[dead] == GONE
    g = black({one("blue"): ["sorcerer-black@3"]}, gone=["blue-infantry-1"], marks={"dead": [dead]})
    g.push("take sorcerer-black")
    assert clauses(g, "raise blue-infantry-1") == {"21.5"}


def test_so_21_5_in_hiding_too() -> None:
    """[21.5] [23.1]: an undead company that hides where Shir is not is dead when a combat phase ends; beside him it stays in hiding."""
    city, other = (name(h) for h in hexes("gray", plain=False)[:2])
    for there, lives in ((city, True), (other, False)):
        s = black(
            {city: ["sorcerer-black@3"]},
            ", assassins=true",
            hidden={"blue-infantry-1": there},
            owners={"blue-infantry-1": "side-3"},
        ).state.copy()
        s.notes[shir.Undead] = (shir.Undead(_u("blue-infantry-1")),)
        shir.crumble(s, GAME.context(SeededChance(1), None))
        assert (_u("blue-infantry-1") in s.hidden) == lives


def test_so_21_5_opponents_infantry_alone() -> None:
    """[21.5]: infantry that he has raised and that falls again is no opponent's, and rises no more."""
    from elric.sorcerer.combat.losses import destroy

    h = one("gray")
    for owner, rises in (("@3", False), ("@2", True)):
        g = black({h: [f"blue-infantry-1{owner}"], one("blue"): ["sorcerer-black@3"]}, marks={"dead": []})
        s = g.state.copy()
        destroy(s, _u("blue-infantry-1"), (0,), GAME.context(SeededChance(1), None))
        assert (Dead(_u("blue-infantry-1")) in noted(s, Dead)) == rises


# ---- 22 --------------------------------------------------------------------------------------------------------------------------


def test_so_22_1_splitting() -> None:
    """[22.1] [22.0] [22.2]: full, unpinned, first thing in the phase, in his color, without enemies; the clones have spent all their points."""
    h = one("orange")
    g = at({h: [DNAI]}, rules=CLONES)
    play(g, f"take {DNAI}", "clone")
    parts = ["sorcerer-green-1", "sorcerer-orange-1", "sorcerer-purple-1"]
    assert [where(g, u) for u in parts] == [h] * 3
    assert where(g, DNAI) is None
    assert all(clauses(g, f"take {u}") == {"6.32"} for u in parts)
    for pile, ground in (
        ([f"{DNAI}-"], "orange"),
        ([DNAI], "white"),
        ([DNAI, "blue-infantry-1"], "orange"),
        ([f"{DNAI}!"], "orange"),
    ):
        g = at({one(ground): pile}, rules=CLONES)
        g.push(f"take {DNAI}")
        assert "22.1" in clauses(g, "clone")
    g = at({h: ["sorcerer-orange-1"]}, rules=CLONES)
    g.push("take sorcerer-orange-1")
    assert clauses(g, "clone") == {"22.0"}


def _split(h: str, **more: Any) -> Any:
    parts = ["sorcerer-green-1", "sorcerer-orange-1", "sorcerer-purple-1"]
    marks = {"clones": {"map": [[_u(DNAI), [_u(u) for u in parts]]]}}
    return at({h: more.pop("pile", parts)}, rules=CLONES, marks=marks, primes=[DNAI, ""], **more)


def test_so_22_3_dead_when_all_are() -> None:
    """[22.3] [16.1]: with one clone left the player is in the game; with none he is out."""
    from elric.sorcerer.turn.victory import lives

    h = one("orange")
    g = _split(h, pile=["sorcerer-orange-1"], gone=["sorcerer-green-1", "sorcerer-purple-1"])
    assert lives(g.state, 0)
    g = _split(h, pile=["green-infantry-1"], gone=["sorcerer-green-1", "sorcerer-purple-1", "sorcerer-orange-1"])
    assert not lives(g.state, 0)


def test_so_22_4_together_again() -> None:
    """[22.4] [6.62]: all in one hex, White or of a clone's color: one phase; with two of three lost, three phases."""
    h = one("orange")
    g = _split(h)
    play(g, "take sorcerer-orange-1", "merge", "end")
    assert where(g, DNAI) == h
    assert where(g, "sorcerer-green-1") is None
    g = _split(h, pile=["sorcerer-orange-1"], gone=["sorcerer-green-1", "sorcerer-purple-1"])
    s = g.state.copy()
    cx = GAME.context(SeededChance(1), None)
    for phase in (1, 2, 3):
        s.hand, s.spent = (_u("sorcerer-orange-1"),), {}
        assert clones.may_merge(s, None, (), None)
        clones.merge(s, (), cx)
        clones.take_effect(s, cx)
        assert (s.place[_u(DNAI)] >= 0) == (phase == 3)
    assert s.place[_u("sorcerer-green-1")] == POOL
    g = _split(one("blue"))
    g.push("take sorcerer-orange-1")
    assert clauses(g, "merge") == {"22.4"}


# ---- 23 --------------------------------------------------------------------------------------------------------------------------


def lair(**more: Any) -> tuple[Any, str, str]:
    city, beside = next((name(h), name(n)) for h in hexes("gray", plain=False) for n, k in BOARD.exits[h] if k == 0)
    g = at(
        {beside: more.pop("pile", ["sorcerer-orange-1"])},
        rules=ASSASSINS,
        hidden={"blue-infantry-1": city, **more.pop("hidden", {})},
        **more,
    )
    return g, city, beside


def test_so_22_4_not_under_a_cloak() -> None:
    """[22.4] [20.3]: a clone who is unseen is not lost, and does not count as lost: it has to appear first."""
    h = one("orange")
    marks = {
        "clones": [[_u(BALT), [_u("sorcerer-blue-1"), _u("sorcerer-yellow-1")]]],
        "cloaks": [[_u("sorcerer-yellow-1"), [_u("sorcerer-blue-1")]]],
    }
    g = at({one("yellow"): ["sorcerer-yellow-1"], h: [DNAI]}, rules=f"{CLONES}, cloak=true", turn=2, player=1, primes=[DNAI, BALT],
           hidden={"sorcerer-blue-1": one("yellow")}, marks=marks)  # fmt: skip
    g.push("take sorcerer-yellow-1")
    assert clauses(g, "merge") == {"22.4"}
    play(g, "uncloak sorcerer-blue-1", "merge")


def test_so_23_1_half_may_begin_in_hiding() -> None:
    """[23.1] [23.5]: one in a Gray hex; two of Balt's five, one of Dnai's three; they count in the stack and hold no city."""
    for seed in range(4):
        s = set_up("rivalry", seed, ASSASSINS).state  # type: ignore[attr-defined]
        for seat, most in ((0, 1), (1, 2)):
            mine = [h for u, h in s.hidden.items() if s.owner[u] == seat]
            assert len(mine) <= most
            assert len(set(mine)) == len(mine)
            assert all(BOARD.printed[h] == 7 for h in mine)
    g, _city, _ = lair()
    assert g.view()["score"]["1"]["gray_cities"] == 0


def test_so_23_1_in_no_city_that_a_scenario_closes() -> None:
    """[23.1] [18.31] (R68): the cities hide nobody in the two towns that Faln holds; he hides in those alone."""
    towns = {"1313", "1710"}
    for seat in (0, 1):
        s = set_up("uprising", 1, ASSASSINS).state.copy()  # type: ignore[attr-defined]
        for u in (*ones(s.of[seat] & HUMANS), *s.hidden):
            if s.owner[u] == seat:
                lift(s, u, POOL)
        found = {name(h) for h in ones(hides(s, seat, _u("blue-infantry-1")))}
        assert found == (towns if seat else {name(h) for h in CITIES} - towns)


def test_so_23_2_who_enters_is_stopped() -> None:
    """[23.2] [23.0]: the owner is asked when an enemy Sorcerer enters a Gray hex, whichever it is; he who is fallen upon must stop."""
    g, city, beside = lair()
    play(g, "take sorcerer-orange-1", f"step {city}")
    assert g.seat == 1
    assert texts(g) == {"spring blue-infantry-1", "wait"}
    g.push("spring blue-infantry-1")
    assert where(g, "blue-infantry-1") == city
    assert "23.2" in clauses(g, f"step {beside}")
    other = next((name(h), name(n)) for h in hexes("gray", plain=False)[3:] for n, k in BOARD.exits[h] if k == 0)
    g = at({other[1]: ["sorcerer-orange-1"]}, rules=ASSASSINS, hidden={"blue-infantry-1": city})
    play(g, "take sorcerer-orange-1", f"step {other[0]}")
    assert texts(g) == {"wait"}
    assert clauses(g, "spring blue-infantry-1") == {"23.2"}


def test_so_23_2_the_story_names_the_rule_that_is_played() -> None:
    """[23.2] [20.3]: an assassin leaves hiding, who was under a Cloak is seen again; only among the Stones does 19.24 stand there."""
    g, city, _beside = lair()
    play(g, "take sorcerer-orange-1", f"step {city}", "spring blue-infantry-1")
    assert [e["kind"] for e in g.events if e.get("unit") == _u("blue-infantry-1")] == ["leaves hiding"]
    g, _h = cloaked("green-infantry-1")
    play(g, "uncloak green-infantry-1")
    assert g.events[-1]["kind"] == "is seen again"
    assert [GAME.events[kind].clause for kind in ("leaves hiding", "is seen again")] == [("23.2",), ("20.3",)]


def test_so_23_3_double_strength_and_the_sorcerer_first() -> None:
    """[23.3]: at the end of the movement phase, four against his stack; he loses before the troll that is with him."""
    g, city, _ = lair(pile=["sorcerer-orange-1", "orange-troll-1"], script="die 1")
    play(g, "take sorcerer-orange-1", "take orange-troll-1", f"step {city}", "spring blue-infantry-1", "halt", "end")
    told = next(e["words"] for e in g.events if e["kind"] == "attack")
    assert told.startswith("4 against 2 is +2 on Neutral")  # in Gray the troll is worth one, and half of his two one
    assert state(g, "sorcerer-orange-1") == "depleted"


def test_so_23_3_in_the_combat_phase_alone() -> None:
    """[23.3] [23.5]: it surprises where a Sorcerer is and no friend helps."""
    city = "1313"
    for friends, strength in (([], "4 against"), (["blue-infantry-2"], "4 against"), ([], "4 against")):
        g = at(
            {city: ["sorcerer-orange-1", *friends]},
            rules=ASSASSINS,
            phase="combat",
            hidden={"blue-infantry-1": city},
            script="die 6, die 6",
        )
        assert texts(g) == {"reveal blue-infantry-1", "wait"}
        g.push("reveal blue-infantry-1")
        assert bool(g.state.ambush) == (not friends)
        play(g, *(x for x in (f"hold {city}",)), f"attack {city} side-1")
        assert next(e["words"] for e in g.events if e["kind"] == "attack").startswith(strength)


def test_so_23_5_doubled_against_the_sorcerers_force_alone() -> None:
    """[23.5] [13.21]: of two opponents in the hex one has no Sorcerer, and against that one the surprise is an attack as any other."""
    city = "1313"
    for side, words in ((2, "4 against 3 "), (3, "2 against 2 ")):
        g = at({city: ["sorcerer-green-1", "green-infantry-1", "yellow-infantry-1"]}, scenario="triumvirate", rules=ASSASSINS, phase="combat",
               hidden={"blue-infantry-1": city}, script="die 6, die 6, die 6")  # fmt: skip
        play(g, "reveal blue-infantry-1")
        while g.step == "declare":
            g.push(f"attack {city} side-{side}" if g.seat == 0 else f"hold {city}")
        assert next(e["words"] for e in g.events if e["kind"] == "attack").startswith(words)


def test_so_23_3_the_sorcerer_first_in_the_combat_phase_too() -> None:
    """[23.3]: a surprise in the joint phase is the same attack: the Sorcerer loses before the infantry that is with him."""
    city = "1313"
    for sudden in (True, False):
        unit = {"hidden": {"blue-infantry-1": city}} if sudden else {}
        g = at(
            {city: ["sorcerer-orange-1", "green-infantry-1", *([] if sudden else ["blue-infantry-1"])]},
            rules=ASSASSINS, phase="combat", script="die 1, die 1", **unit,
        )  # fmt: skip
        play(g, *(["reveal blue-infantry-1"] if sudden else []), f"hold {city}", f"attack {city} side-1")
        assert (state(g, "sorcerer-orange-1"), state(g, "green-infantry-1")) == (
            ("depleted", "") if sudden else ("", "depleted")
        )


def test_so_23_1_under_a_cloak_into_hiding() -> None:
    """[23.1]: who never hid goes into hiding from under a Cloak alone, and nobody is told."""
    city = "1313"
    g = at({city: ["green-infantry-1"]}, rules=ASSASSINS)
    g.push("take green-infantry-1")
    assert clauses(g, f"hide {city}") == {"23.1"}
    unseen = {DNAI: city, "green-infantry-1": city}
    marks = {"cloaks": [[_u(DNAI), [_u(DNAI), _u("green-infantry-1")]]]}
    g = at({}, rules=f"{ASSASSINS}, cloak=true", turn=2, hidden=unseen, marks=marks)
    before = g.story(1)
    play(g, "take green-infantry-1", f"hide {city}")
    assert g.story(1) == before
    assert g.view(0)["hidden"] == unseen
    assert "reveal green-infantry-1" not in texts(g)
    play(g, f"take {DNAI}")
    assert texts(g).isdisjoint({"uncloak green-infantry-1"})


def test_so_23_4_hiding_again() -> None:
    """[23.4]: who came out hides again, in a Gray city without enemies, for nothing, one in each."""
    city = "1313"
    marks = {"revealed": [_u("green-infantry-1"), _u("green-infantry-2")]}
    g = at({city: ["green-infantry-1", "green-infantry-2"]}, rules=ASSASSINS, marks=marks)
    play(g, "take green-infantry-1", f"hide {city}")
    assert g.view(0)["hidden"] == {"green-infantry-1": city}
    assert where(g, "green-infantry-1") is None
    g.push("take green-infantry-2")
    assert clauses(g, f"hide {city}") == {"23.1"}
    g = at({city: ["green-infantry-1", "blue-infantry-1"]}, rules=ASSASSINS, marks=marks)
    g.push("take green-infantry-1")
    assert clauses(g, f"hide {city}") == {"23.4"}
    g, city, _beside = lair()
    play(g, "take sorcerer-orange-1", f"step {city}", "spring blue-infantry-1")
    assert [tuple(one) for one in g.state.notes[Revealed]] == [(_u("blue-infantry-1"),)]


def test_so_23_5_the_hidden_hinder_nobody() -> None:
    """[23.5]: leaving a hex in which one hides costs what it costs."""
    g, city, beside = lair()
    g = at({city: ["green-infantry-1"]}, rules=ASSASSINS, hidden={"blue-infantry-1": city})
    play(g, "take green-infantry-1", f"step {beside}")
    assert left(g, "green-infantry-1") == 2


def test_so_23_6_another_takes_the_doubling_away() -> None:
    """[23.6]: the mover's own company hides there too, and comes out."""
    g, city, _ = lair(hidden={"green-infantry-1": "1313"}, script="die 6")
    g = at({next(name(n) for n, k in BOARD.exits[INDEX[city]] if k == 0): ["sorcerer-orange-1"]}, rules=ASSASSINS,
           hidden={"blue-infantry-1": city, "green-infantry-1": city}, script="die 6")  # fmt: skip
    play(g, "take sorcerer-orange-1", f"step {city}", "spring blue-infantry-1")
    assert g.seat == 0
    play(g, "spoil green-infantry-1", "halt", "end")
    assert next(e["words"] for e in g.events if e["kind"] == "attack").startswith("2 against ")


# ---- 24, 25 ------------------------------------------------------------------------------------------------------------------------


def test_so_23_6_in_the_combat_phase_too() -> None:
    """[23.6] [23.3]: a company surprises a Sorcerer, whose own hides in the same hex and is asked: if it comes out the attack is not doubled, but
    the Sorcerer still loses first. Of two who come out at the same time neither strikes doubly."""
    city = "1313"
    for answer, words in (("spoil green-infantry-1", "2 against 3 "), ("wait", "4 against 1 ")):
        g = at({city: ["sorcerer-orange-1"]}, rules=ASSASSINS, phase="combat", script="die 1, die 1",
               hidden={"blue-infantry-1": city, "green-infantry-1": city})  # fmt: skip
        while g.step == "ambush":
            g.push("reveal blue-infantry-1" if g.seat else "wait")
        assert (g.step, g.seat, texts(g)) == ("spoil", 0, {"spoil green-infantry-1", "wait"})
        g.push(answer)
        while g.step == "declare":
            g.push(f"attack {city} side-1" if g.seat else f"hold {city}")
        assert next(e["words"] for e in g.events if e["kind"] == "attack").startswith(words)
        assert state(g, "sorcerer-orange-1") == "depleted"
    hidden = {"blue-infantry-1": city, "green-infantry-1": city}
    g = at({city: ["sorcerer-yellow-1"]}, scenario="triumvirate", rules=ASSASSINS, phase="combat", hidden=hidden)
    play(g, *(f"reveal {u}" for u in hidden))
    assert set(noted(g.state, Spoiled)) == {Spoiled(_u(u)) for u in hidden}


def test_so_24_0_a_color_goes_gray() -> None:
    """[24.0] [24.1] [24.2]: its hexes count as Gray, its markers are gone for good, nothing is conjured, flung or converted in it."""
    white = one("white")
    g = at(
        {one("orange"): ["sorcerer-orange-1", "orange-troll-1"], white: [DNAI]}, rules=FLUX, paint={"1112": "orange"}
    )
    s = g.state.copy()
    flux.draw(s, GAME.context(ScriptedChance([3]), None))
    assert s.paint[INDEX["1112"]] == 6
    assert not s.cells[3]
    from elric.sorcerer.combat.strength import defence

    assert defence(s, 0, INDEX[one("orange")], 9).sum == 1 + 1
    g = at(
        {one("orange"): ["sorcerer-orange-1"], white: [DNAI], name(hexes("red")[3]): ["blue-infantry-1"]},
        rules=FLUX,
        marks={"flux": 3},
    )
    play(g, "take sorcerer-orange-1")
    assert not verbs(g) & {"conjure", "bolt", "vortex", "teleport"}
    play(g, "halt", f"take {DNAI}")
    assert {x for x in texts(g) if x.startswith("convert")} == {"convert green", "convert purple"}
    assert clauses(g, "conjure dragon orange") == {"24.1"}
    assert not any(x.startswith("bolt") and " orange " in x for x in texts(g))


def test_so_24_1_what_is_refused_for_flux_says_so() -> None:
    """[24.1]: converting to the color, or flinging it from White, is not refused as a color that he has not."""
    white, far = one("white"), name(hexes("red")[3])
    g = at({white: [DNAI], far: ["blue-infantry-1"]}, rules=FLUX, marks={"flux": 3})
    g.push(f"take {DNAI}")
    for action in ("convert orange", f"bolt {far} orange side-2", "conjure troll orange"):
        assert clauses(g, action) == {"24.1"}


def test_so_24_0_not_after_the_last_turn() -> None:
    """[24.0] [18.12]: points are counted when the last turn is over, and no color goes Gray for a turn that never comes."""
    for luck in range(12):
        position = {"scenario": "rivalry", "rules": FLUX, "turn": 8, "player": 1, "phase": "combat", "paint": {one("white"): "green"},
                    "stacks": {one("orange"): [DNAI], one("blue"): [BALT]}}  # fmt: skip
        g = Game.at(position, seed=luck)
        assert g.view()["score"]["0"]["sum"] == "5"
        assert g.outcome["winner"] == 0


def test_so_24_0_a_new_color_each_turn() -> None:
    """[24.0]: what was Gray has its color again."""
    g = at({one("blue"): ["green-infantry-1"]}, rules=FLUX)
    s = g.state.copy()
    cx = GAME.context(ScriptedChance([3, 0]), None)
    flux.draw(s, cx)
    flux.draw(s, cx)
    assert s.cells[3]
    assert not s.cells[0]


def test_so_25_0_a_spell_is_tried_three_times() -> None:
    """[25.0] [25.1] [25.2] [25.3]: by a Prime Sorcerer of several colors, once a turn, on Best, Good, Neutral; then it is his, and others find it in two."""
    h = one("orange")
    g = at({h: [DNAI, "sorcerer-orange-1"]}, rules=SPELLS, primes=[DNAI, ""], script="die 6")
    g.push("take sorcerer-orange-1")
    assert clauses(g, "study 4") == {"25.0"}
    play(g, "halt", f"take {DNAI}", "study 4")
    assert clauses(g, "study 4") == {"25.2"}
    assert "study 1" in texts(g)
    tries = {"map": [[[0, 3], [2, 1]]]}
    g = at({h: [DNAI]}, rules=SPELLS, primes=[DNAI, ""], turn=3, marks={"tries": tries}, script="die 6")
    play(g, f"take {DNAI}", "study 4")
    from elric.sorcerer.options.spells import Spell, tries_needed

    assert noted(g.state, Spell) == ((0, 3),)
    assert (tries_needed(g.state, 1, 3), tries_needed(g.state, 1, 2)) == (2, 3)


def test_so_25_2_it_may_kill_him() -> None:
    """[25.2]: first order on Best: a one is two steps, also in one phase."""
    g = at({one("orange"): [DNAI]}, rules=SPELLS, primes=[DNAI, ""], script="die 1")
    play(g, f"take {DNAI}", "study 1")
    assert state(g, DNAI) == "gone"


def test_so_25_2_an_enemy_may_take_the_second_step() -> None:
    """[25.2] [23.3]: a step of the try and a step of an assassin, in one movement phase, kill him; so would no two steps of enemies [12.17]."""
    city, beside = "1313", next(name(n) for n, kind in BOARD.exits[INDEX["1313"]] if kind == 0)
    for study, how in ((["study 1"], "gone"), ([], "depleted")):
        g = at({beside: [DNAI]}, rules=f"{SPELLS}, assassins=true", primes=[DNAI, BALT], turn=2, hidden={"blue-infantry-1": city},
               script=f"{'die 2, ' * len(study)}die 1")  # fmt: skip
        play(g, f"take {DNAI}", *study, f"step {city}", "spring blue-infantry-1", "halt", "end")
        assert state(g, DNAI) == how


def test_so_every_option_is_off_by_itself() -> None:
    """[20.0] [21.0] [22.0] [23.0] [24.0] [25.0]: the book's game has none of them."""
    rules = GAME.ruleset("1975")
    assert not any((rules.cloak, rules.shir, rules.clones, rules.assassins, rules.flux, rules.spells))
    g = at({one("orange"): [DNAI]})
    g.push(f"take {DNAI}")
    assert not verbs(g) & {"cloak", "clone", "study", "hide", "strike", "raise"}
    assert HEXES.size == 575
    assert BALT
