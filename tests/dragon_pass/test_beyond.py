"""The edge of the board, calls by spell, what exotics are, and what is dealt anew while it is away (pp. 18, 19, 25, 28, 61, 66)."""

from __future__ import annotations

from random import Random

import pytest

from elric.app.carriers import carriers
from elric.dragon_pass.components.units import BY_ID, UNITS
from elric.dragon_pass.movement.edges import EDGES
from elric.dragon_pass.position.notes import Caught, Envoy, noted, the_note
from elric.dragon_pass.position.powers import POWERS
from elric.dragon_pass.teaching import TEACHING
from elric.kernel.chance import SeededChance
from elric.tutor.lessons import clauses_taught

from .field import AROUND, BESIDE, BOARD, GAME, HEXES, Game, at, clauses, name, ones, open_line, texts
from .test_combat import where
from .test_envoys import opened
from .test_magic import LINE, OUTSIDE

H = open_line()
BORDER = next(h for h in ones(EDGES[1]) if not BOARD.difficult >> h & 1 and BOARD.ground[h] == ".")
WAR = {"scenario": "invasion-of-sartar", "day": 0, "turn": 2, "moves": 3}


def test_wb_61_2_a_unit_leaves_at_its_own_edge_and_comes_back() -> None:
    """[61.2] [61.1]: where its land goes on beyond the board; it returns there in a later Move, with a point less to march."""
    g = at({BORDER: ["krise", "scouts-1"], H: ["whipstock"]}, player="sartar", **WAR)
    assert clauses(g, "exit whipstock") == {"61.2"}
    g.push("exit krise")
    assert where(g, "krise") == -4
    assert g.view(1)["away"]["1"] == ["krise"]
    assert g.view(0)["away"]["1"] == [None]
    assert clauses(g, f"return krise {name(BORDER)}") == {"61.2"}
    assert GAME.describe(GAME.build(g.position())) == g.position()
    while (g.player, g.turn) != (1, 3):
        g.push("done" if "done" in texts(g) else sorted(texts(g))[0])
    if g.step == "early":
        g.push("done")
    g.push(f"return krise {name(BORDER)}")
    assert where(g, "krise") == BORDER
    assert g.state.left[BY_ID["krise"]] == 2 * (UNITS[BY_ID["krise"]].mf - 1)
    assert not GAME.broken(g.state)


def test_wb_18_1_the_scapegoat_may_not_leave() -> None:
    """[18.1]: nor the Superhero who hunts him; and nobody leaves in the first three scenarios."""
    stacks = {BORDER: ["krise"], H: ["jar-eel-the-razoress"]}
    g = at(stacks, player="sartar", goats=[["jar-eel-the-razoress", "krise"]], **WAR)
    assert clauses(g, "exit krise") == {"18.1"}
    early = at({BORDER: ["krise"], H: ["whipstock"]}, scenario="coming-of-the-heroes", player="sartar")
    assert "exit krise" not in texts(early)


def caller(k: str = "egglord-warlocks", **more):
    """A magician of Sartar three hexes from Cragspider's home."""
    home = BOARD.places["cliffhome"].hexes[0]
    near = next(h for h in ones(HEXES.disc(home, 3)) if HEXES.distance(h, home) == 3)
    return at({near: [k], OUTSIDE: ["comet-seers"]}, scenario="cult-war", phase="combat", player="sartar", day=1, turn=2,
              moves=3, **more)  # fmt: skip


def test_wb_66_1_a_magician_calls_by_a_spell_and_lives() -> None:
    """[66.1] [28.5]: odd, she is his ally; even, he has used his magic, and lives."""
    assert any(text.startswith("hail egglord-warlocks") for text in texts(caller()))
    granted = caller()
    with granted.scripted([0]):
        granted.push("hail egglord-warlocks cragspider")
    while granted.step == "muster":
        granted.push(granted.legal_actions()[0])
    assert where(granted, "cragspider-the-firewitch") >= 0
    assert granted.state.owner[BY_ID["cragspider-the-firewitch"]] == 1
    refused = caller()
    with refused.scripted([1]):
        refused.push("hail egglord-warlocks cragspider")
    assert where(refused, "egglord-warlocks") >= 0
    assert "and is not heard" in " ".join(refused.story_text())
    assert clauses(caller(), "hail egglord-warlocks newts") == {"8.5"}
    other = at({OUTSIDE: ["comet-seers"], H: ["egglord-warlocks"]}, phase="combat", player="sartar", **WAR)
    assert not any(text.startswith("hail") for text in texts(other))


def test_wb_66_1_an_ally_whose_temple_is_held_goes_over() -> None:
    """[66.1]: when an enemy has stood there alone for a whole Turn."""
    home = BOARD.places["cliffhome"].hexes[0]
    free = next(n for n in BESIDE[home] if n >= 0)
    g = at({home: ["comet-seers"], free: ["cragspider-the-firewitch"], H: ["egglord-warlocks"]}, scenario="cult-war", day=1,
           player="sartar", turn=3, moves=6, owners={"cragspider-the-firewitch": "sartar"},
           marks={"allies": [[5, 1]], "sieges": [[5, 0, 4]]}, order=["sartar", "lunar"], agenda=[["move ends", 0]])  # fmt: skip
    while g.step == "muster":
        g.push(g.legal_actions()[0])
    assert g.state.owner[BY_ID["cragspider-the-firewitch"]] == 0
    assert "goes over to The Lunar Empire" in " ".join(g.story_text())


def test_wb_19_3_an_exotic_magician_has_a_power_of_his_own() -> None:
    """[19.3] [9.3]: beside the magic of every magician, which he may use too; a plain magician has none."""
    a, t = LINE[0], LINE[2]
    for unit, own in (("stormwalkers-cult", "storm"), ("egglord-warlocks", "")):
        g = at({a: [unit], t: ["comet-seers"]}, phase="combat", player="sartar", **WAR)
        verbs = {text.split()[0] for text in texts(g)}
        assert "aim" in verbs
        assert verbs & set(POWERS) == ({own, "tempest"} if own else set())
    exotic = {unit.id for unit in UNITS if unit.magician and "*" in unit.printed.split("-")[1]}
    assert {"stormwalkers-cult", "earthshaker-cult", "cragspider-the-firewitch"} <= exotic


def test_every_rule_has_code_a_case_and_a_lesson_step() -> None:
    """As `elric clauses --game dragon-pass` tells them; optional rules too."""
    stands, steps = carriers("dragon-pass"), clauses_taught(TEACHING)["1976"]
    for clause in GAME.register():
        if clause.kind in ("rule", "optional"):
            assert steps[clause.number], clause.number
            assert stands.code[clause.key], clause.number
            assert stands.cases[clause.key], clause.number


def deals(g, seat: int) -> list:
    """Many positions that a seat cannot tell from a game's."""
    found = [GAME.resample(g.state, seat, SeededChance(n)) for n in range(40)]
    for other in found:
        assert GAME.view(other, seat) == g.view(seat)
        assert not GAME.broken(other)
    return found


def test_wb_28_6_emissaries_on_their_way_are_dealt_anew() -> None:
    """[28.6] [7.6]: the other ruler knows neither who goes nor to whom."""
    g = opened("complete-game")
    seat = g.seat
    rng = Random(1)
    for people in ("exiles", "ironhoof"):
        g.push(rng.choice([a for a in sorted(texts(g)) if a.startswith("send") and a.endswith(people)]))
    found = deals(g, 1 - seat)
    assert len({noted(other, Envoy)[0].people for other in found}) > 3
    assert len({noted(other, Envoy)[0].unit for other in found}) > 1
    assert {noted(other, Envoy) for other in deals(g, seat)} == {noted(g.state, Envoy)}


def test_wb_25_3_the_sylphs_prisoners_are_dealt_anew() -> None:
    """[25.3] [7.6]: who lies under them is known to its owner alone."""
    far = next(h for h in ones(HEXES.disc(H, 9)) if HEXES.distance(h, H) == 9)
    g = at({H: ["sylphs"], far: ["unriver", "goldwave", "starkin"], BESIDE[H][2]: ["wind-children"]}, player="sartar",
           marks={"caught": [H, [BY_ID["whipstock"], BY_ID["uplands"]]]}, **WAR)  # fmt: skip
    found = deals(g, 1)
    assert len({the_note(other, Caught).units for other in found}) > 3
    assert all(other.place[u] == -4 for other in found for u in the_note(other, Caught).units)
    assert {noted(other, Caught) for other in deals(g, 0)} == {noted(g.state, Caught)}


def test_wb_13_9_who_sallies_is_dealt_anew_with_the_garrison() -> None:
    """[13.9] [7.6]: those who go out are still of the garrison in every deal."""
    fort = BOARD.places["jonstown"].hexes[0]
    g = at({fort: ["militia-cavalry-1", "militia-foot-1", "militia-foot-2"], BESIDE[H][1]: ["scouts-1", "krise", "flash-jak"],
            next(n for n in ones(AROUND[fort])): ["whipstock"]}, player="lunar", scenario="invasion-of-sartar", turn=2,
           agenda=[["movement"], ["sally", fort, next(iter(ones(AROUND[fort]))), [BY_ID["militia-foot-2"]]]])  # fmt: skip
    for other in deals(g, 0):
        _, wall, _, going = other.agenda[-1]
        assert set(going) <= set(other.piles[wall])


def test_wb_18_1_a_scapegoat_under_the_sylphs_is_out_of_reach() -> None:
    """[18.1] [25.3]: who hunts him attacks nobody, and goes nearer to where he is held."""
    line = [H, *HEXES.ray(H, 0)[:3]]
    g = at({line[0]: ["sylphs"], line[3]: ["harrek-the-berserk"], BESIDE[line[3]][2]: ["starkin"]}, player="sartar",
           goats=[["harrek-the-berserk", "whipstock"]], marks={"caught": [H, [BY_ID["whipstock"]]]}, **WAR)  # fmt: skip
    g.push("lead harrek-the-berserk")
    assert clauses(g, f"step {name(BESIDE[line[3]][0])}") == {"18.1"}
    assert f"step {name(line[2])}" in texts(g)
    fight = at({line[0]: ["sylphs"], line[3]: ["harrek-the-berserk"], BESIDE[line[3]][2]: ["starkin"]}, player="sartar",
               goats=[["harrek-the-berserk", "whipstock"]], marks={"caught": [H, [BY_ID["whipstock"]]]}, phase="combat", **WAR)  # fmt: skip
    assert not any(text.startswith("assign") for text in texts(fight))


def test_wb_38_6_a_dragon_flies_when_an_attacker_has_fallen() -> None:
    """[38.6] [14.2]: after a battle in which an assigned stack died."""
    foe = BESIDE[H][0]
    far = next(h for h in ones(HEXES.disc(H, 8)) if HEXES.distance(h, H) == 8)
    g = at({H: ["militia-foot-1"], foe: ["bloodspillers"], far: ["dragon-1"]},
           phase="combat", player="sartar", owners={"dragon-1": "sartar"}, **WAR)  # fmt: skip
    g.push(f"assign {name(H)} {name(foe)}")
    with g.scripted([0]):
        g.push(f"roll {name(foe)}")
    assert where(g, "militia-foot-1") == -2
    with g.scripted([0]):
        g.push(f"dragonfight dragon-1 {name(foe)}")
    assert where(g, "dragon-1") == -2


def test_wb_48_8_the_troupe_leaves_whom_it_served() -> None:
    """[48.8] [28.9] [66.1]: won over from its ally by a call, it stands in one place only."""
    site = BOARD.places["ruins-1"].hexes[0]
    near = next(h for h in ones(HEXES.disc(site, 2)) if HEXES.distance(h, site) == 2)
    g = at({near: ["egglord-warlocks"], OUTSIDE: ["comet-seers", "puppeteer-troupe"]}, scenario="cult-war", phase="combat", day=1,
           player="sartar", turn=3, moves=6, owners={"puppeteer-troupe": "lunar"}, order=["sartar", "lunar"],
           marks={"allies": [[11, 0]], "sieges": [[11, 1, 3]]})  # fmt: skip
    with g.scripted([0, 0]):
        g.push("hail egglord-warlocks puppeteers")
    while g.step == "muster":
        g.push(g.legal_actions()[0])
    assert g.state.owner[BY_ID["puppeteer-troupe"]] == 1
    assert not GAME.broken(g.state)


@pytest.mark.parametrize("alone", [True, False])
def test_wb_48_8_the_troupe_is_won_over_from_under_the_sylphs(alone: bool) -> None:
    """[48.8] [25.3] [28.9]: held with others or alone, it leaves them: whom the Sylphs let go later is no second Troupe."""
    site = BOARD.places["ruins-1"].hexes[0]
    near = next(h for h in ones(HEXES.disc(site, 2)) if HEXES.distance(h, site) == 2)
    held = ["puppeteer-troupe"] if alone else ["comet-seers", "puppeteer-troupe"]
    g = at({near: ["egglord-warlocks"], OUTSIDE: ["sylphs"]}, scenario="cult-war", phase="combat", day=1, player="sartar", turn=3,
           moves=6, owners=dict.fromkeys(held, "lunar"), order=["sartar", "lunar"],
           marks={"allies": [[11, 0]], "sieges": [[11, 1, 3]], "caught": [OUTSIDE, [BY_ID[unit] for unit in held]]})  # fmt: skip
    with g.scripted([0, 0]):
        g.push("hail egglord-warlocks puppeteers")
    while g.step == "muster":
        g.push(g.legal_actions()[0])
    assert g.state.owner[BY_ID["puppeteer-troupe"]] == 1
    assert not GAME.broken(g.state)
    assert noted(g.state, Caught) == (() if alone else (Caught(OUTSIDE, (BY_ID["comet-seers"],)),))


def test_wb_70_2_units_may_be_exchanged_for_others_of_their_kind() -> None:
    """[70.2]: like for like, each once, where the table plays so."""
    plain = Game("tax-collectors", seed=2)
    assert not any(text.startswith("exchange") for text in texts(plain))
    first = UNITS[plain.state.to_place[0]].id
    g = Game("tax-collectors", rules="1976, exchange=true", seed=2)
    found = sorted(text for text in texts(g) if text.startswith("exchange"))
    assert found
    assert clauses(g, f"exchange {first}") == {"70.2"}
    assert clauses(g, "exchange prince-argrath") == {"70.2"}
    g.push(found[0])
    other = found[0].split()[1]
    assert UNITS[g.state.to_place[0]].id == other
    assert f"exchange {first}" not in texts(g)
    g.push(next(text for text in sorted(texts(g)) if text.startswith("place")))
    assert where(g, other) >= 0
    assert where(g, first) == -1
    assert g.state.owner[BY_ID[other]] == g.state.owner[BY_ID[first]]


def test_wb_24_5_who_is_under_the_sylphs_does_not_come_down_again() -> None:
    """[24.5] [25.1] [25.3]: neither the Full Moon Corps on its day nor a Runner beside the Prince, while they are held."""
    held = [H, [BY_ID["full-moon-corps-1"]]]
    g = at({H: ["sylphs"], OUTSIDE: ["comet-seers"], BESIDE[H][2]: ["wind-children"]}, scenario="invasion-of-sartar", day=3,
           turn=2, moves=4, player="sartar", order=["sartar", "lunar"], marks={"caught": held}, agenda=[["move", 1]])  # fmt: skip
    assert g.step == "muster"
    while g.step == "muster":
        g.push(g.legal_actions()[0])
    assert not GAME.broken(g.state)
    assert (where(g, "full-moon-corps-1"), where(g, "full-moon-corps-2") >= 0) == (-4, True)
    prince = at({H: ["whipstock"], LINE[3]: ["prince-argrath"]}, player="sartar",
                marks={"envoys": [[BY_ID["dragontooth-runners-1"], 2, 1]]}, **WAR)  # fmt: skip
    calls = [text for text in texts(prince) if text.startswith("call")]
    assert calls
    assert not any("runners-1" in text for text in calls)


def test_wb_21_5_the_target_of_a_spell_is_dealt_anew_while_its_cover_is_asked_for() -> None:
    """[21.5] [7.6]: the battle that waits names whoever lies in the target's stack in that deal."""
    t = LINE[3]
    far = next(h for h in ones(HEXES.disc(H, 9)) if HEXES.distance(h, H) == 9)
    g = at({LINE[0]: ["minor-class-1"], t: ["pavis-royal-guard", "guildsmen"], far: ["scouts-1", "goatkin", "freedmen"],
            LINE[5]: ["tosti-runefriend"]}, phase="combat", player="lunar", **WAR)  # fmt: skip
    g.push(f"aim {name(LINE[0])} {name(t)}")
    g.push(f"cast {name(t)}")
    assert g.step == "cover"
    found = deals(g, 0)
    assert len({other.piles[t] for other in found}) > 1
    for other in found:
        _, battle = other.agenda[-1]
        ((h, units),) = battle.defenders
        assert set(units) == set(other.piles[h])
