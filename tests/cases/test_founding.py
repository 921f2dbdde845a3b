"""Founding of the Bright Empire, the game for one. Chaosium [14.1]; Avalon Hill 13.1."""

from __future__ import annotations

import random
from typing import Any

import pytest
from kit import EDITIONS, allowed, armies, at, begun, cite, dice, go_on, play, refused, texts, told, where

import elric
from elric.young_kingdoms.components import spells
from elric.young_kingdoms.components.board import BOARD
from elric.young_kingdoms.position.state import GONE, HIDDEN

IMRRYR = "melnibone"
HOME = "rlin_kren_aa"


KEPT_AH = {
    "arioch",
    "balan",
    "beetles-of-kaleef",
    "bellbane",
    "black-serpents-of-dorel",
    "chaos-butterfly",
    "checkalakh",
    "darnizhaan",
    "dharzi",
    "eequor",
    "mabelrode",
    "oonai",
    "vulture-lions",
}


@pytest.mark.parametrize("rules", EDITIONS)
def test_both_14_1a_and_13_1a_the_olab(rules: str) -> None:
    """14.1 A / 13.1 A: all the Olab stand in R'lin K'ren A'a, with the Free Fleet in the sea beside it; there is nobody else,
    no Elric, no nation."""
    g = begun("founding", rules, 1)
    assert where(g, "olab-king") == HOME
    assert armies(g, "olab", HOME) == 5
    assert where(g, "free-fleet") == "jungle_sea"
    assert len(g.view()["units"]) == 7
    assert g.view()["players"][0]["nations"] == ["olab"]
    assert g.seat == 0


@pytest.mark.parametrize("rules", EDITIONS)
@pytest.mark.parametrize("seed", [1, 2, 3])
def test_both_14_1b_and_13_1b_monsters_on_the_spell_places(rules: str, seed: int) -> None:
    """14.1 B / 13.1 B: one Chaos spell lies on each spell place. Of the twenty 1981 leaves four out, 1984 seven, so that
    thirteen are left for thirteen places. All other spells are out of the game."""
    g = begun("founding", rules, seed)
    lying = {
        spells.IDS[i]: BOARD.ids[at - HIDDEN] for i, at in enumerate(g.state.spell_at) if HIDDEN <= at < HIDDEN + 1000
    }
    out = {"quaolnargn", "xiombarg", "kyreenee", "slortar-the-old"}
    chaos = {spells.IDS[i] for i in range(spells.SIZE) if spells.ALIGN[i] == spells.CHAOS}
    if rules == "avalon-hill":
        assert set(lying) == KEPT_AH == chaos - out - {"balo-the-jester", "chardros", "dead-gods-book"}
    else:
        assert set(lying) <= chaos - out
    places = {
        BOARD.ids[a] for a in BOARD.lands if BOARD.spell_place[a] and (rules == "avalon-hill" or BOARD.ids[a] != HOME)
    }
    assert set(lying.values()) == places
    assert len(lying) == len(places) == (13 if rules == "avalon-hill" else 12)
    assert all(at == GONE or HIDDEN <= at < HIDDEN + 1000 for at in g.state.spell_at)
    assert g.view()["container"] == 0


def test_both_14_1b_and_13_1b_the_switch() -> None:
    """14.1 B / 13.1 B: the number left out is a switch: Chaosium's game with the 1984 list has none of the seven."""
    g = begun("founding", "chaosium, founding_removed=7", 4)
    lying = {spells.IDS[i] for i, at in enumerate(g.state.spell_at) if HIDDEN <= at < HIDDEN + 1000}
    assert lying <= KEPT_AH


def founding(rules: str, script: list[int] | None = None, **more: Any) -> elric.Game:
    """The solo game from a position."""
    return at(
        rules,
        script,
        scenario="founding",
        nations={"olab": 0},
        units=more.pop("units"),
        owners={"free-fleet": 0, **more.pop("owners", {})},
        **more,
    )


@pytest.mark.parametrize("rules", EDITIONS)
def test_both_14_1c_and_13_1c_no_random_attacks(rules: str) -> None:
    """14.1 C / 13.1 C: nobody is attacked at random."""
    g = founding(rules, units={"troos": ["olab-king", "olab-army*3"]})
    play(g, "lead olab-king; join olab-army-1; step weeping_waste_c; step weeping_waste_n; halt; end")
    assert not told(g, "random attack")


@pytest.mark.parametrize("rules", EDITIONS)
def test_both_14_1e_and_13_1e_found_and_beaten(rules: str) -> None:
    """14.1 E / 13.1 E: a hidden spell that is found is a monster, and fought at once by the stack that searches; beaten, it is
    the player's."""
    g = founding(
        rules,
        dice(5, 2, 3),
        units={"xanyaw": ["olab-king", "olab-army*2"]},
        hidden={"xanyaw": ["mabelrode"]},
        phase="search",
    )
    play(g, "search xanyaw magic")
    assert told(g, "battle")[0]["sums"] == (3, 5)
    play(g, "take olab-king")
    assert g.view(0)["hands"]["olab-king"] == ["mabelrode"]


@pytest.mark.parametrize("rules", EDITIONS)
def test_both_14_1e_and_13_1e_search_as_ever(rules: str) -> None:
    """14.1, 8.0 / 13.1, 7.2: finding takes a 5 or 6, and a 4 when one has searched there the turn before."""
    g = founding(
        rules,
        dice(4, 4, 1, 6),
        units={"xanyaw": ["olab-king", "olab-army*2"]},
        hidden={"xanyaw": ["mabelrode"]},
        phase="search",
    )
    play(g, "search xanyaw magic; end")
    assert not told(g, "monster")
    while g.phase != "search":
        play(g, "end")
    play(g, "search xanyaw magic")
    assert told(g, "monster")


@pytest.mark.parametrize("rules", EDITIONS)
def test_both_14_1e_and_13_1e_unbeaten_it_stays(rules: str) -> None:
    """14.1 E / 13.1 E: a monster that is not beaten drives the stack off and lies open; it attacks whoever comes back."""
    g = founding(
        rules,
        dice(5, 6, 1, 1, 6),
        units={"xanyaw": ["olab-king", "olab-army*4"]},
        hidden={"xanyaw": ["arioch"]},
        phase="search",
    )
    play(g, "search xanyaw magic")
    while g.step == "losses":
        g.push(sorted(texts(g))[0])
    play(g, "retreat nihrain")
    assert g.view()["areas"]["xanyaw"]["face_up"] == ["arioch"]
    while g.phase != "movement":
        g.push(next((a for a in ("end",) if a in texts(g)), sorted(texts(g))[0]))
    play(g, "lead olab-king; join olab-army-2; join olab-army-3; join olab-army-4; step xanyaw")
    assert len(told(g, "battle")) == 2
    play(g, "take olab-king")
    assert g.view(0)["hands"]["olab-king"] == ["arioch"]
    assert "face_up" not in g.view()["areas"].get("xanyaw", {})


@pytest.mark.parametrize("rules", EDITIONS)
def test_both_14_1e_and_13_1e_hunted(rules: str) -> None:
    """14.1 E / 13.1 E: a stack that stands beside an open monster may attack it in the Search phase, once a turn."""
    g = founding(
        rules,
        dice(1, 6),
        units={"xanyaw": ["olab-king"], "troos": ["olab-army-1"]},
        face_up={"xanyaw": ["oonai"]},
        phase="search",
    )
    refused(g, "hunt troos", cite(rules, "14.1E", "13.1E"))
    allowed(g, "hunt xanyaw")
    play(g, "hunt xanyaw")
    assert told(g, "battle")[0]["sums"] == (1, 3)
    g = at(
        rules,
        nations={"jharkor": 0},
        units={"xanyaw": ["yishana"]},
        hidden={"xanyaw": ["arkyn"]},
        face_up={"troos": ["oonai"]},
        phase="search",
    )
    refused(g, "hunt xanyaw", cite(rules, "14.1E", "13.1E"))


def test_ch_14_1_balo_and_the_book() -> None:
    """14.1 B, 16.2: Balo, who is only in the 1981 game, fights when his die is odd; on an even one nothing comes of it and he
    stays. The Dead God's Book has no strength and is taken."""
    g = founding(
        "chaosium", dice(5, 2), units={"xanyaw": ["olab-king"]}, hidden={"xanyaw": ["balo-the-jester"]}, phase="search"
    )
    play(g, "search xanyaw magic")
    assert not told(g, "battle")
    assert g.view()["areas"]["xanyaw"]["face_up"] == ["balo-the-jester"]
    refused(g, "hunt xanyaw", "8.0")
    g = founding(
        "chaosium", dice(5), units={"xanyaw": ["olab-king"]}, hidden={"xanyaw": ["dead-gods-book"]}, phase="search"
    )
    play(g, "search xanyaw magic; take olab-king")
    assert not told(g, "battle")


@pytest.mark.parametrize("rules", EDITIONS)
def test_both_14_1f_and_13_1f_spells_call_personalities_only(rules: str) -> None:
    """14.1 F / 13.1 F: a captured spell calls a personality, and no nation, horde or ship; a magician so called draws nothing."""
    g = founding(rules, units={"xanyaw": ["olab-king"]}, hands={"olab-king": ["eequor"]}, phase="muster")
    refused(g, "muster olab-king eequor pikarayd", cite(rules, "14.1F", "13.1F"))
    assert texts(g) == {"muster olab-king eequor rackhir", "muster olab-king eequor sorana", "end"}
    play(g, "muster olab-king eequor sorana")
    assert g.view()["units"]["sorana"]["spells"] == 0
    g = founding(rules, units={"xanyaw": ["olab-king"]}, hands={"olab-king": ["bellbane"]}, phase="muster")
    refused(g, "muster olab-king bellbane free-fleet", cite(rules, "14.1F", "13.1F"))


@pytest.mark.parametrize("rules", EDITIONS)
def test_both_14_1f_and_13_1f_no_other_use(rules: str) -> None:
    """14.1 F / 13.1 F: no captured spell is cast, flown with, or used to escape."""
    g = founding(
        rules,
        units={"xanyaw": ["olab-king", "sorana"]},
        owners={"sorana": 0},
        hands={"sorana": ["oonai"]},
    )
    play(g, "lead sorana")
    refused(g, "fly oonai nihrain", cite(rules, "14.1F", "13.1F"))
    play(g, "halt; end")
    while g.turn == 1:
        assert g.phase != "magic"
        g.push(next((a for a in ("end",) if a in texts(g)), sorted(texts(g))[0]))


SHIP = ["free-fleet", "olab-king", "olab-army*2"]
ABOARD = dict.fromkeys(("olab-king", "olab-army-1", "olab-army-2", "dyvim-tvar"), "free-fleet")


def landing(rules: str, script: list[int], master: bool = True, **more: Any) -> elric.Game:
    """The Free Fleet lies off Melnibone with the King, two armies, and Dyvim Tvar."""
    who = ["dyvim-tvar"] if master else []
    return founding(
        rules,
        script,
        units={"dragon_sea_east": [*SHIP, *who]},
        owners={"dyvim-tvar": 0} if master else {},
        aboard={u: s for u, s in ABOARD.items() if master or u != "dyvim-tvar"},
        **more,
    )


@pytest.mark.parametrize("rules", EDITIONS)
def test_both_14_1_and_13_1_only_with_a_dragon_master(rules: str) -> None:
    """14.1 / 13.1: Melnibone is entered to fight the Dragons, with a Dragon Master; Elric is not needed, the gate not built."""
    g = landing(rules, [], master=False)
    play(g, "lead olab-king")
    refused(g, f"attack {IMRRYR}", cite(rules, "14.1", "13.1"))
    refused(g, f"land {IMRRYR}", cite(rules, "14.1D", "13.1D"))
    g = landing(rules, [])
    play(g, "lead olab-king")
    refused(g, f"land {IMRRYR}", cite(rules, "14.1D", "13.1D"))
    allowed(g, f"attack {IMRRYR}")


@pytest.mark.parametrize("rules", EDITIONS)
@pytest.mark.parametrize(("faces", "wins"), [((6, 3), True), ((6, 4, 6, 1), True), ((5, 4), False), ((6, 6), False)])
def test_both_14_1d_and_13_1d_the_dragons_count_ten(rules: str, faces: tuple[int, ...], wins: bool) -> None:
    """14.1 D / 13.1 D: the Dragons' 5 is doubled, without a wall; 8 and a die against 10 and a die. Any victory, a bare retreat
    too, wins the game at once; equal totals are rolled again."""
    g = landing(rules, dice(*faces, 6, 6, 6, 6))
    play(g, f"lead olab-king; attack {IMRRYR}; halt; end; fight {IMRRYR}; ready")
    assert told(g, "battle")[0]["sums"] == (8, 10)
    assert (g.outcome is not None) is wins
    if wins:
        assert g.outcome
        assert (g.outcome["winner"], g.outcome["how"]) == (0, "dragons")
        assert g.turn == 1


@pytest.mark.parametrize("rules", EDITIONS)
def test_both_14_1_and_13_1_the_master_fights(rules: str) -> None:
    """14.1 / 13.1: the Dragon Master is not held back."""
    g = landing(rules, [])
    play(g, f"lead olab-king; attack {IMRRYR}; halt; end; fight {IMRRYR}")
    refused(g, "withhold dyvim-tvar", cite(rules, "14.1", "13.1"))
    allowed(g, "withhold olab-army-1")


@pytest.mark.parametrize("rules", EDITIONS)
def test_both_14_1_and_13_1_there_are_no_nations(rules: str) -> None:
    """14.1 / 13.1: no city defends itself or can be attacked; one walks through."""
    g = founding(rules, units={"nihrain": ["olab-king"], "jharkor_sequa": ["rackhir"]}, owners={"rackhir": 0})
    play(g, "lead rackhir")
    refused(g, "attack jharkor_dhakos", cite(rules, "14.1", "13.1"))
    play(g, "step jharkor_dhakos; halt; end")
    assert where(g, "rackhir") == "jharkor_dhakos"


@pytest.mark.parametrize("rules", EDITIONS)
def test_both_14_1_and_13_1_ten_turns(rules: str) -> None:
    """14.1 / 13.1: with the Dragons unbeaten after turn 10 the game is lost; so it is at once when nobody is left."""
    g = founding(rules, units={HOME: ["olab-king"]}, turn=10)
    go_on(g)
    assert g.outcome
    assert (g.outcome["winner"], g.outcome["how"]) == (None, "dragons unbeaten")
    g = founding(
        rules, dice(5, 6, 1, 6), units={"xanyaw": ["olab-king"]}, hidden={"xanyaw": ["arioch"]}, phase="search"
    )
    play(g, "search xanyaw magic")
    go_on(g)
    assert g.turn <= 2


# the places a real set-up could have dealt, with Dyvim Tvar's spell on the Sorcerer's Isle
DEALT = {
    "sorcerers_isle": "checkalakh",
    "xanyaw": "arioch",
    "nihrain": "balan",
    "silent_lands": "eequor",
    "ashaneloon": "oonai",
    "dhoz_kam": "dharzi",
    "kaneloon": "bellbane",
    "dorel_central": "mabelrode",
    "unholy_fortress": "vulture-lions",
    "mordagas_castle": "darnizhaan",
    "tanelorn": "chaos-butterfly",
    "troos": "beetles-of-kaleef",
}


@pytest.mark.parametrize("rules", EDITIONS)
def test_both_14_1_and_13_1_a_whole_game_won(rules: str) -> None:
    """14.1 / 13.1: a game from the first move to victory: the King sails for the Sorcerer's Isle with two armies, finds and
    beats Checkalakh, calls Dyvim Tvar with it, and masters the Dragons."""
    hidden = {a: [i] for a, i in DEALT.items()}
    if rules == "avalon-hill":
        hidden[HOME] = ["black-serpents-of-dorel"]
    g = founding(
        rules,
        dice(6, 2, 3, 6, 3),
        units={HOME: ["olab-king", "olab-army*5"], "jungle_sea": ["free-fleet"]},
        hidden=hidden,
    )
    play(g, "lead olab-king; join olab-army-1; join olab-army-2; board free-fleet; sail lormyrian_sea; halt; end")
    play(g, "lead olab-king; sail dragon_sea_south; land sorcerers_isle; halt; end")
    assert g.turn == 2
    play(g, "search sorcerers_isle magic; take olab-king; end")
    play(g, "muster olab-king checkalakh dyvim-tvar")
    assert where(g, "dyvim-tvar") == "sorcerers_isle"
    assert g.turn == 3
    play(g, "lead olab-king; join dyvim-tvar; join olab-army-1; join olab-army-2; board free-fleet; halt; end")
    play(g, f"lead olab-king; attack {IMRRYR}; halt; end; fight {IMRRYR}; ready")
    assert g.outcome
    assert g.outcome["winner"] == 0
    assert g.cite(tuple(g.outcome["clause"])) == cite(rules, "14.1", "13.1")


@pytest.mark.parametrize("rules", EDITIONS)
@pytest.mark.parametrize("seed", range(12))
def test_both_14_1_and_13_1_random_play_comes_to_an_end(rules: str, seed: int) -> None:
    """14.1 / 13.1: whatever is played, the solo game ends, and by one of its own clauses."""
    luck = random.Random(seed)
    g = elric.new_game("founding", rules, seed=seed)
    for _ in range(3000):
        if g.outcome is not None:
            break
        g.push(luck.choice(g.legal_actions()))
    assert g.outcome
    assert g.outcome["how"] in ("dragons", "dragons unbeaten")
