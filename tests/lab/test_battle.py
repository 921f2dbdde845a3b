"""A battle as it is entered, said and compared; the worked battles of the rule books with their figures."""

from __future__ import annotations

import json
import zlib
from base64 import b64decode
from fractions import Fraction

import pytest

import elric
from elric.young_kingdoms.lab import Battle, BattleError
from elric.young_kingdoms.lab.places import PLACES
from elric.young_kingdoms.lab.totals import Totals

EDITIONS = ("chaosium", "avalon-hill")
JADMAR = {
    "attack": "fadan, ilmiora-admiral, ilmiora-army*10, lormyr-army*1",
    "defend": "avan-astram, vilmir-army*2",
    "place": "vilmir_jadmar",
}


# ---- the books' battles ---------------------------------------------------------------------------------------------


def test_ch_7_5_2_jadmar_17_against_11() -> None:
    """7.5.2, example: 17 against 6 behind a wall of 5. No throw takes the city: that takes 11 losses."""
    b = Battle(edition="chaosium", **JADMAR)
    o = b.odds()
    assert o.sums == (17, 11)
    assert b.story().needed == 11
    assert o.falls == 0
    assert o.win == (1, 0)
    # ten or eleven ahead after the dice, as in the example: lose five
    assert o.chance(lambda x: x.row == 3) == Fraction(3, 36)
    assert "that takes 11 losses" in b.story().sentence


def test_ch_7_5_2_jadmar_by_the_difference() -> None:
    """7.5.2, example, told the old way: the difference counts, and 11 ahead takes the city in one throw of 36."""
    b = Battle(edition="chaosium, wall_damage=difference", **JADMAR)
    assert b.odds().falls == Fraction(1, 36)
    assert b.odds().taken == Fraction(1, 36)


def test_ah_6_571_six_armies_and_a_wall() -> None:
    """6.571, example: six armies in a walled city, nine losses take it; 6.572: with fewer, three of the six are lost."""
    b = Battle("fadan, ilmiora-army*10", "vilmir-army*6", "vilmir_hrolmar")
    assert b.story().needed == 9
    o = b.odds()
    beaten = [x for _, x in o.leaves if x.loser == 1 and not x.fell]
    assert beaten
    assert {len(x.lost) for x in beaten} == {3}


def test_a_wall_that_no_victory_breaks_is_told_plainly() -> None:
    """[7.5.2] / 6.52: whoever can win by three at most causes no losses that could break the walls: none, not "none at most"."""
    weak = Battle("yishana, jharkor-army*2", "sarosto, dharijor-army*2", "dharijor_gromoorva")
    assert "losses, and none can be suffered" in weak.story().sentence
    assert (
        "at most can be suffered"
        in Battle("yishana, jharkor-army*4", "dharijor-army*3", "dharijor_sequaloris").story().sentence
    )


# ---- places ---------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("edition", EDITIONS)
@pytest.mark.parametrize("place", PLACES)
def test_every_kind_of_place_can_be_asked_about(edition: str, place: str) -> None:
    fleets = (", jharkor-fleet-1", ", dharijor-fleet-1") if place == "sea" else ("", "")
    b = Battle(f"yishana{fleets[0]}", f"sarosto{fleets[1]}", place, edition)
    assert sum(b.odds().win) == 1
    assert sum(p for _, _, p in b.odds().rows) == 1
    json.dumps(b.to_dict())


def test_a_port_from_the_sea_is_met_by_ships_or_by_armies() -> None:
    values = {"attack": "yishana, jharkor-fleet-1, jharkor-fleet-2, jharkor-army*2", "landing": "jharkor_gulf",
              "defend": "sarosto, dharijor-army*3, dharijor-fleet-1", "place": "dharijor_gromoorva", "edition": "chaosium"}  # fmt: skip
    by_land = Battle(**{**values, "landing": elric_sea()})
    by_sea = by_land.but(port="ships")
    assert by_land.start.battle.wall == 5
    assert by_sea.start.battle.sea
    assert by_land.odds().win != by_sea.odds().win


def elric_sea() -> str:
    from elric.young_kingdoms.components.board import BOARD

    return BOARD.ids[BOARD.ports[BOARD.index["dharijor_gromoorva"]][0]]


def test_a_neutral_city_defends_itself() -> None:
    b = Battle("yishana, dharmit, jharkor-army*8", place="dharijor_sequaloris", neutral=True)
    assert b.start.battle.base == 3
    assert b.odds().taken == b.odds().falls > 0


def test_a_sortie_has_no_wall() -> None:
    wall = Battle("sarosto, dharijor-army*3", "yishana, jharkor-army*3", "dharijor_sequaloris", sortie=True)
    assert wall.start.battle.wall == 0
    assert "stays" in wall.odds().retreat


def test_who_is_held_back_does_not_fight_but_may_be_lost() -> None:
    b = Battle("yishana, dharmit", "sarosto, karnaal, dharijor-army*8", held="yishana")
    assert b.odds().sums is not None
    assert b.odds().sums[0] == 3
    assert b.odds().heroes["yishana"].safe < 1


def test_stormbringer_thirsts_for_whoever_controls_elric() -> None:
    b = Battle("elric, yishana", "sarosto, dharijor-army*3")
    (sword,) = b.odds().swords
    assert sword.bearer == "elric"
    assert sword.turns == sword.tested / 3
    assert sword.victims["yishana"] > 0
    assert "Elric's sword" in b.story().sentence


# ---- what cannot be ---------------------------------------------------------------------------------------------------

BAD = [
    ({"attack": "yishanna", "defend": "sarosto"}, "attack", "", "did you mean"),
    ({"attack": "", "defend": "sarosto"}, "attack", "9.11", "Nobody attacks"),
    ({"attack": "jharkor-army*3", "defend": "sarosto"}, "attack", "9.11", "personality"),
    ({"attack": "yishana", "defend": ""}, "defend", "9.1", "nobody to fight"),
    ({"attack": "yishana", "defend": "yishana"}, "defend", "", "both sides"),
    ({"attack": "yishana", "defend": "sarosto", "place": "atlantis"}, "place", "", "no place"),
    ({"attack": "yishana", "defend": "sarosto", "cast": "yishana arkyn"}, "cast", "8.5", "no magician"),
    ({"attack": "ohada", "defend": "sarosto", "cast": "ohada escape-a"}, "cast", "14.5", "no weapon"),
    ({"attack": "ohada", "defend": "sarosto", "cast": "ohada arkin"}, "cast", "", "did you mean"),
    ({"attack": "ohada", "defend": "sarosto", "cast": "ohada arkyn, ohada donblas"}, "cast", "8.2", "already cast"),
    ({"attack": "ohada", "defend": "sarosto", "hands": "ohada arkyn goldar sleep"}, "hands", "8.5", "can hold two"),
    ({"attack": "ohada, drinij-bara", "defend": "sarosto", "cast": "ohada arkyn, drinij-bara arioch"}, "cast", "8.35", "Law and Chaos"),
    ({"attack": "ohada", "defend": "sarosto", "unseen": "4 0"}, "unseen", "8.2", "three"),
    ({"attack": "yishana", "defend": "sarosto", "unseen": "1 0"}, "unseen", "8.2", "magician"),
    ({"attack": "yishana", "defend": "sarosto", "conjure": "yishana"}, "conjure", "8.22", "cannot conjure"),
    ({"attack": "yishana", "defend": "sarosto", "held": "yishana"}, "held", "9.21", "personality"),
    ({"attack": "yishana, jharkor-army*2", "defend": "sarosto, dharijor-fleet-1", "place": "sea"}, "attack", "6.3", "ship"),
    ({"attack": "yishana, jharkor-fleet-1", "defend": "sarosto", "place": "open"}, "attack", "6.59", "port"),
    ({"attack": "yishana", "defend": "sarosto", "balance": 40}, "balance", "2.3", "boxes"),
    ({"attack": "yishana", "defend": "sarosto", "edition": "avalon-hell"}, "edition", "", "did you mean"),
    ({"attack": "yishana", "defend": "sarosto", "policy": "coward"}, "policy", "", "no policy"),
    ({"attack": "jharkor-army*90", "defend": "sarosto"}, "attack", "", "only 8"),
    ({"attack": "yishana", "defend": "sarosto", "palce": "open"}, "palce", "", "did you mean"),
]  # fmt: skip


@pytest.mark.parametrize(("values", "where", "clause", "words"), BAD, ids=[str(k) for k in range(len(BAD))])
def test_what_cannot_be_says_why_where_and_by_which_clause(
    values: dict[str, object], where: str, clause: str, words: str
) -> None:
    with pytest.raises(BattleError) as e:
        Battle(**values)  # type: ignore[arg-type]
    told = [p for p in e.value.problems if p.where == where]
    assert told, e.value.problems
    assert any(words in p.reason.words for p in told), [p.reason.words for p in told]
    if clause:
        assert any(p.reason.clause[1] == clause for p in told), told


def test_who_names_a_part_that_there_is_not_is_told_the_parts() -> None:
    with pytest.raises(BattleError, match=r"The parts are aboard, attack, balance, .* unseen"):
        Battle.parse("attack: yishana\ndefend: sarosto\nweather: fog\n")


def test_all_faults_are_named_at_once() -> None:
    with pytest.raises(BattleError) as e:
        Battle("nobody", "somebody", "nowhere", balance=99)
    assert {p.where for p in e.value.problems} >= {"place"}
    with pytest.raises(BattleError) as e:
        Battle("nobody", "somebody", balance=99)
    assert {p.where for p in e.value.problems} == {"attack", "defend", "balance"}


# ---- text, links, comparisons -------------------------------------------------------------------------------------------


def test_text_and_link_bring_the_same_battle_back() -> None:
    b = Battle("ohada, yishana, jharkor-army*4", "sarosto, dharijor-sorcerer, dharijor-army*2", "dharijor_sequaloris",
               "chaosium", cast={"ohada": "arkyn"}, hands={"dharijor-sorcerer": ["arioch"]}, unseen=(0, 0), balance=-3,
               policy="best armies", held="yishana")  # fmt: skip
    assert Battle.parse(b.text()).spec == Battle.parse(b.link()).spec == Battle.parse(b.text()).but().spec
    assert Battle.parse("?" + b.link()).odds().win == b.odds().win
    assert "jharkor-army*4" in b.text()


def test_a_broken_text_says_which_line() -> None:
    with pytest.raises(BattleError, match="Line 2"):
        Battle.parse("attack: yishana\nwhat is this\n")
    with pytest.raises(BattleError, match="no battle"):
        Battle.parse("\n\n")


def test_the_other_edition_beside_it() -> None:
    b = Battle("yishana, jharkor-army*8", "sarosto, dharijor-army*3", "dharijor_sequaloris")
    c = b.compare(b.but(edition="chaosium"))
    assert c.changed == ["the rules of Chaosium"]
    assert "Chaosium" in c.sentence
    (a, d), (a2, d2) = c.lasting
    assert d != d2
    assert a == a2 == 0


def test_one_more_army_says_what_it_brings() -> None:
    b = Battle("yishana, jharkor-army*5", "sarosto, dharijor-army*5", "open")
    c = b.compare(b.but(attack="yishana, jharkor-army*6"))
    assert c.rows[0].gain > 0
    assert c.changed == ["an army of Jharkor with the attackers"]
    assert "the attackers win" in c.sentence


def test_what_would_help_most_is_something_possible() -> None:
    b = Battle("yishana, ohada, jharkor-army*3", "sarosto, dharijor-army*6", "open", hands={"ohada": ["arkyn"]})
    found = b.changes()
    assert found
    assert found == sorted(found, key=lambda c: (-(c.city + c.win), -c.spared, c.words))
    assert any(c.words == "Ohada casts Arkyn" for c in b.changes(most=20))
    assert all(c.battle.odds().win[0] - b.odds().win[0] == c.win for c in found)


def test_a_siege_turn_after_turn() -> None:
    b = Battle("king-hozel, argimiliar-prince, argimiliar-army*11", "sarosto, dharijor-army*3", "dharijor_sequaloris")
    s = b.siege(6)
    assert s.fallen[0] == b.odds().falls
    assert all(x <= y for x, y in zip(s.fallen, s.fallen[1:], strict=False))
    assert all(f + g <= 1 for f, g in zip(s.fallen, s.beaten, strict=True))
    assert s.fallen[-1] > s.fallen[0]


def test_a_siege_of_two_turns_by_hand() -> None:
    """One turn, and then each way it can stand after it asked about anew."""
    b = Battle("yishana, jharkor-army*6", "sarosto, dharijor-army*2", "dharijor_sequaloris", "chaosium")
    o = b.odds()
    two = o.falls
    gone = {u: [x for x in b.spec.defend if x != u] for u in b.spec.defend}
    assert gone
    for w, x in o.leaves:
        if x.fell or x.loser == 0:
            continue
        from elric.young_kingdoms.components.pieces import IDS

        left = [u for u in b.spec.defend if u not in {IDS[k] for k in x.lost} | {IDS[f.unit] for f in x.fates}]
        two += Fraction(w, o.whole) * b.but(defend=left).odds().falls
    assert b.siege(2).fallen[1] == two


def test_the_middle_of_a_sweep_is_the_battle_itself() -> None:
    b = Battle("yishana, ohada, jharkor-army*8", "sarosto, dharijor-army*2", "dharijor_sequaloris", unseen=(1, 0))
    cells = b.sweep()
    assert cells[0, 0].win == b.odds().win[0]
    assert cells[0, 0].falls == b.odds().falls
    more = b.but(attack="yishana, dharmit, ohada, jharkor-army*5")
    assert cells[0, 0].win == more.odds().win[0]


# ---- notebooks and the front door ---------------------------------------------------------------------------------------


def test_a_battle_shows_itself() -> None:
    b = elric.Battle("yishana", "sarosto")
    shown = b._repr_mimebundle_()
    assert "<svg" in shown["text/html"]
    assert "<table" in shown["text/html"]
    chart = b.chart()._repr_mimebundle_()["application/vnd.vegalite.v5+json"]
    assert sum(v["chance"] for v in chart["data"]["values"]) == pytest.approx(1)


def test_a_chart_brings_a_picture_and_no_html() -> None:
    """HTML would be shown instead of the chart, and without a picture Voilà's renderer stumbles."""
    b = elric.Battle("yishana, jharkor-army*8", "sarosto, dharijor-army*3", "dharijor_sequaloris")
    shown = b.chart()._repr_mimebundle_()
    assert set(shown) == {"application/vnd.vegalite.v5+json", "image/png", "text/plain"}
    width, pixels = unpack(b64decode(shown["image/png"]))
    rows = b.odds().rows
    assert (width, len(pixels)) == (48 * len(rows), 120)
    tallest = max(range(len(rows)), key=lambda k: rows[k][2])
    tops = [next(y for y in range(120) if pixels[y][48 * k + 20]) for k in range(len(rows))]
    assert tops.index(min(tops)) == tallest
    assert [pixels[119][48 * k + 20] == 2 for k in range(len(rows))] == [loser == 1 for loser, _, _ in rows]


def unpack(png: bytes) -> tuple[int, list[bytes]]:
    """Width and rows of a picture of one byte a pixel, every part's sum checked."""
    assert png.startswith(b"\x89PNG")
    parts, at = {}, 8
    while at < len(png):
        size = int.from_bytes(png[at : at + 4], "big")
        kind, data = png[at + 4 : at + 8], png[at + 8 : at + 8 + size]
        assert zlib.crc32(kind + data) == int.from_bytes(png[at + 8 + size : at + 12 + size], "big")
        parts[kind] = data
        at += 12 + size
    width = int.from_bytes(parts[b"IHDR"][:4], "big")
    raw = zlib.decompress(parts[b"IDAT"])
    return width, [raw[k + 1 : k + 1 + width] for k in range(0, len(raw), width + 1)]


def test_csv_adds_up() -> None:
    rows = [line.split(",") for line in Battle("yishana", "sarosto").odds().to_csv().splitlines()]
    assert rows[0] == ["what", "which", "chance", "percent"]
    assert sum(Fraction(r[2]) for r in rows if r[0] == "wins") == 1


def test_bare_totals_refuse_nonsense() -> None:
    with pytest.raises(ValueError, match="whole number"):
        Totals(-1, 3)
    with pytest.raises(elric.RulesetError):
        Totals(1, 3, edition="nowhere")


@pytest.mark.parametrize("edition", EDITIONS)
def test_every_cell_of_a_sweep_is_the_battle_with_so_many_armies(edition: str) -> None:
    def battle(attack: int, defend: int) -> Battle:
        return Battle(
            f"king-hozel, argimiliar-army*{attack}", f"sarosto, dharijor-army*{defend}" if defend else "sarosto",
            "dharijor_sequaloris", edition,
        )  # fmt: skip

    cells = battle(7, 3).sweep(range(-3, 4), range(-3, 4))
    for (x, y), c in cells.items():
        o = battle(7 + x, 3 + y).odds()
        assert (c.win, c.falls) == (o.win[0], o.falls), (x, y)
