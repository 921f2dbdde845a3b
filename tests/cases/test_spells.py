"""Every spell counter by name: value, side, musters, and what it does beyond its value. Chaosium [16.1]-[16.7]; Avalon Hill
14.1-14.71. The rows are read off both indexes by hand; "(3)" is a value in brackets."""

from __future__ import annotations

import pytest
from kit import DHAKOS, EDITIONS, allowed, at, balance, dice, play, refused, told, where

from elric.young_kingdoms.components import pieces, spells

# clause pair | name | value | musters in the printed order | what is special
TABLE = """
16.1/14.1 | Arkyn | 3 | Shazaar, Vilmir, Ilmiora |
16.1/14.1 | Arrows of Law | 4 | Tarkesh, People of Pio, Theleb K'aarna |
16.1/14.1 | Aubec | 3 | Bakshaan, Kelmain Host, Dyvim Tvar |
16.1/14.1 | Bronze Banners & Quartz Arrows | 4 | Filkhar, White Mage, Free Fleet |
16.1/14.1 | Charm of Justice | 2 | Filkhar, Zas |
16.1/14.1 | Chimera | 2 | Org, Dhoz-Kam |
16.1/14.1 | Donblas | 4 | Vilmir, Ilmiora, Lormyr |
16.1/14.1 | Goldar | 3 | Isle of Purple Towns, Argimiliar |
16.1/14.1 | Jeweled Bird | (4) | Tarkesh, Lamsar | flies 2
16.1/14.1 | Noose of Flesh | (3) | Flame Bringers, Shaman, Cymoril | eats armies on land
16.1/14.1 | Runestaff | 5 | Lormyr, Isle of Purple Towns | acts runestaff
16.1/14.1 | Shazaarian Steeds | 2 | Filkhar, Zas |
16.1/14.1 | Sleep | 2 | Org, Olab, Myshella |
16.2/14.2 | Arioch | 5 | Jharkor, Eshmir, Pan Tang |
16.2/14.2 | Balan | 3 | Pikarayd, Shaman, Saxif D'aan |
16.2/14.2 | Balo the Jester | 3 | Nadsokor, Org, Dhoz-Kam | acts balo
16.2/14.2 | Beetles of Kaleef | 2 | Nadsokor |
16.2/14.2 | Bellbane | 3 | White Mage, Free Fleet |
16.2/14.2 | Black Serpents of Dorel | 2 | Zas |
16.2/14.2 | Chaos Butterfly | 2 | Org, Clackars |
16.2/14.2 | Chardros | 4 | Pan Tang, Pikarayd, Jharkor |
16.2/14.2 | Checkalakh | 4 | Dharijor, Myshella, Dyvim Tvar |
16.2/14.2 | Darnizhaan | 3 | Eshmir, Olab |
16.2/14.2 | Dead God's Book | 0 | Dhoz-Kam | acts book
16.2/14.2 | Dharzi | 2 | Kelmain Host |
16.2/14.2 | Eequor | 2 | Pikarayd, Rackhir, Sorana |
16.2/14.2 | Kyreenee | (3) | Flame Bringers, Theleb K'aarna, Yyrkoon | eats armies on land
16.2/14.2 | Mabelrode | 3 | Argimiliar, Dyvim Slorm |
16.2/14.2 | Oonai | 1 | People of Pio | flies 1
16.2/14.2 | Quaolnargn | (3) | Pyaray, Chaos Fleet | acts quaolnargn
16.2/14.2 | Slortar the Old | 1 | Lamsar |
16.2/14.2 | Vulture Lions | 2 | Nadsokor |
16.2/14.2 | Xiombarg | 4 | Dharijor, Pan Tang, Jharkor |
16.3/14.3 | Boatmen of Xerlerenes | (2) | Nadsokor, Olab | flies 2
16.3/14.3 | Dispel Magic | (3) | Moonglum, Olab | acts dispel
16.3/14.3 | Dispel Magic | (3) | Chaos Shield, Eshmir | acts dispel
16.3/14.3 | Elenoin | 3 | Flame Bringers, Clackars, Silent Guard |
16.3/14.3 | Fileet | 2 | Clackars, Sorana |
16.3/14.3 | Gaaoll | 3 | Shazaar, Vilmir, Saxif D'aan |
16.3/14.3 | Grahluk | 3 | Nadsokor, Sorana, Silent Guard |
16.3/14.3 | Grome | 3 | Winged Men of Myrrhyn, Jharkor |
16.3/14.3 | Haaashaastaak | 3 | Zas, Clackars, Filkhar |
16.3/14.3 | h'Haarshanns | (3) | Shazaar, Isle of Purple Towns | eats fleets at sea
16.3/14.3 | Kakatal | 3 | Pikarayd, Filkhar |
16.3/14.3 | Meerclar | 2 | Lamsar, Eshmir |
16.3/14.3 | Mirror of Memory | (4) | Ilmiora, Myshella, Cymoril | eats both anywhere
16.3/14.3 | Misha | 3 | Argimiliar, Winged Men of Myrrhyn, Jharkor |
16.3/14.3 | Nuuurrr'c'c | 2 | Org, Winged Men of Myrrhyn |
16.3/14.3 | Nihrain Horses | (2) | Tarkesh, Flame Bringers | flies 2
16.3/14.3 | Roofdrak | 3 | Bakshaan, Kelmain Host |
16.3/14.3 | Sepriz and the Ten | 4 | Lormyr, Olab, Free Fleet |
16.3/14.3 | Ship of Land and Sea | (3) | Rackhir, Shaman, Dyvim Slorm | flies 99 and 2 armies
16.3/14.3 | Silver Grimoire | 1 | Dhoz-Kam, People of Pio |
16.3/14.3 | Straasha | 3 | Isle of Purple Towns, Tarkesh |
16.3/14.3 | Teleport | (2) | Bakshaan, Kelmain Host | flies 1
16.4/14.4 | Elric Nightmare | - | | acts nightmare
16.4/14.4 | Elric Nightmare | - | | acts nightmare
16.4/14.4 | Elric Nightmare | - | | acts nightmare
16.4/14.4 | Four-Who-Are-One | - | | acts four
16.4/14.4 | Reshuffle | - | | acts reshuffle
16.4/14.4 | Reshuffle | - | | acts reshuffle
16.4/14.4 | Shade Gate | - | | acts gate
16.4/14.4 | Tower of Voilodion Gagnasdiak | - | | acts tower
16.5/14.5 | Escape | - | Moonglum, Kelmain Host | acts escape
16.5/14.5 | Escape | - | People of Pio, White Mage | acts escape
16.5/14.5 | Invulnerability | - | Flame Bringers, Chaos Shield | acts invulnerability
16.6/14.6 | Dragons | (5) | Mournblade | eats both anywhere
16.6/14.6 | Golden Melnibonean Battle Barge | - | Golden Battle Barge | acts barge
16.7/14.71 | Horn of Fate | 5 | Jhary-a-Conel | acts horn
"""
KIND = {
    "16.1": "law",
    "16.2": "chaos",
    "16.3": "neutral",
    "16.4": "immediate",
    "16.5": "special",
    "16.6": "melnibonean",
    "16.7": "elric",
}
ROWS = [[c.strip() for c in line.split("|")] for line in TABLE.strip().splitlines()]


def called(target: str) -> str:
    if target in pieces.NATION_INDEX:
        return pieces.NATIONS[pieces.NATION_INDEX[target]].name
    return pieces.NAMES[pieces.INDEX[target]]


def special(i: int) -> str:
    if spells.EATER[i]:
        what = "both" if spells.EATS_ARMIES[i] and spells.EATS_FLEETS[i] else "armies"
        what = "fleets" if what == "armies" and spells.EATS_FLEETS[i] else what
        land, sea = spells.EATS_ON_LAND[i], spells.EATS_AT_SEA[i]
        return f"eats {what} " + ("anywhere" if land and sea else "on land" if land else "at sea")
    if spells.FLIES[i]:
        return f"flies {spells.FLIES[i]}" + (f" and {spells.FLIES_ARMIES[i]} armies" if spells.FLIES_ARMIES[i] else "")
    return f"acts {spells.ACTS[i]}" if spells.ACTS[i] else ""


def test_both_16_0_and_14_sixty_nine_counters() -> None:
    """16.0 / 14: the indexes and the counter sheet agree on 69 counters: 13 Law, 20 Chaos, 22 Neutral, 8 played at once,
    3 special, 2 Melnibonean, 1 for Elric."""
    assert len(ROWS) == spells.SIZE == 69
    assert [spells.ALIGNMENT_NAMES.count(k) for k in KIND.values()] == [13, 20, 22, 8, 3, 2, 1]


@pytest.mark.parametrize("n", range(len(ROWS)), ids=[f"{r[1]}-{i}" for i, r in enumerate(ROWS)])
def test_both_16_1_to_16_7_and_14_1_to_14_71_each_counter(n: int) -> None:
    """16.1-16.7 / 14.1-14.71: a counter's value and brackets, its side, its musters in order, its special effect."""
    clause, name, value, musters, effect = (*ROWS[n], "", "")[:5]
    twins = [i for i in range(spells.SIZE) if spells.NAMES[i] == name]
    same = [r for r in ROWS if r[1] == name]
    i = twins[[r is ROWS[n] for r in same].index(True)]
    assert spells.ALIGNMENT_NAMES[i] == KIND[clause.split("/")[0]]
    assert spells.BRACKETED[i] == value.startswith("(")
    assert spells.VALUE[i] == (0 if value == "-" else int(value.strip("()")))
    assert ", ".join(called(t) for t in spells.MUSTERS[i]) == musters
    assert special(i) == effect


@pytest.mark.parametrize("n", [n for n, r in enumerate(ROWS) if r[0][:4] in ("16.1", "16.2", "16.3")])
def test_both_16_and_14_strength_and_pull(n: int) -> None:
    """16.1-16.3 / 8.21, 14.1-14.3: an aligned spell pulls the Balance by its value; it fights with it unless bracketed."""
    row = ROWS[n]
    i = next(
        i
        for i in range(spells.SIZE)
        if spells.NAMES[i] == row[1] and ", ".join(called(t) for t in spells.MUSTERS[i]) == row[3]
    )
    v = int(row[2].strip("()"))
    assert spells.PULL[i] == v
    assert spells.STRENGTH[i] == (0 if row[2].startswith("(") else v)


def test_both_16_5_to_16_7_no_pull() -> None:
    """16.4-16.7 / 14.4-14.71: spells of no side neither fight by a value nor pull the Balance."""
    for i in range(spells.SIZE):
        if spells.ALIGN[i] == spells.OTHER:
            assert spells.PULL[i] == spells.STRENGTH[i] == 0


@pytest.mark.parametrize("rules", EDITIONS)
def test_both_16_and_14_every_muster_exists(rules: str) -> None:
    """11.0 / 10: every name along the foot of a counter is a nation, a horde, or a piece; every horde and independent
    piece but Brut and the Chaos Fleet's companion is on at least one."""
    names = {t for m in spells.MUSTERS for t in m}
    assert all(t in pieces.NATION_INDEX or t in pieces.INDEX for t in names)
    alone = {pieces.IDS[u] for u in range(pieces.SIZE) if pieces.NATION[u] < 0}
    assert alone - names == {"brut"}
    assert {n.id for n in pieces.NATIONS} - names == {"melnibone"}


@pytest.mark.parametrize("rules", EDITIONS)
@pytest.mark.parametrize(("face", "sum_", "moved"), [(1, 6, 3), (3, 6, 3), (2, 3, 3), (6, 3, 3)])
def test_both_16_2_and_14_2_balo_works_on_odd(rules: str, face: int, sum_: int, moved: int) -> None:
    """16.2 / 14.2: Balo counts for 3 when his die is odd, and for nothing when it is even; he was used either way."""
    g = at(
        rules,
        dice(face, 6, 1),
        nations={"jharkor": 0, "dharijor": 1},
        units={"shazaar_plains": ["yishana", "jharkor-wizard", "sarosto"]},
        hands={"jharkor-wizard": ["balo-the-jester"]},
        phase="magic",
    )
    play(g, "cast jharkor-wizard balo-the-jester; done; fight shazaar_plains; ready; ready")
    assert told(g, "battle")[0]["sums"][0] == 2 + sum_
    assert balance(g) == moved


@pytest.mark.parametrize("rules", EDITIONS)
def test_both_16_2_and_14_2_the_book_only_musters(rules: str) -> None:
    """16.2 / 14.2: the Dead God's Book has no value and serves for muster alone."""
    g = at(
        rules,
        nations={"jharkor": 0, "dharijor": 1},
        units={"shazaar_plains": ["yishana", "jharkor-wizard", "sarosto"]},
        hands={"jharkor-wizard": ["dead-gods-book"]},
        phase="magic",
    )
    refused(g, "cast jharkor-wizard dead-gods-book", "16.2" if rules == "chaosium" else "14.2")
    g = at(
        rules,
        nations={"jharkor": 0},
        units={"dhoz_kam": ["yishana"]},
        hands={"yishana": ["dead-gods-book"]},
        phase="muster",
    )
    play(g, "muster yishana dead-gods-book dhoz-kam")
    assert where(g, "leader-of-dhoz-kam") == "dhoz_kam"


@pytest.mark.parametrize("rules", EDITIONS)
def test_both_16_2_and_14_2_oonai_flies_or_fights(rules: str) -> None:
    """16.2 / 14.2: Oonai that has carried somebody this turn is not cast in the battle he flew to."""
    g = at(
        rules,
        nations={"jharkor": 0, "dharijor": 1},
        units={DHAKOS: ["jharkor-wizard"], "shazaar_plains": ["sarosto"], "jharkor_sequa": ["yishana"]},
        hands={"jharkor-wizard": ["oonai"]},
        phase="movement",
    )
    play(g, "lead yishana; attack shazaar_plains; halt; lead jharkor-wizard")
    allowed(g, "fly oonai shazaar_plains")
    play(g, "fly oonai shazaar_plains")
    while g.step != "magic":
        g.push("end" if g.step == "movement" else "halt")
    refused(g, "cast jharkor-wizard oonai", "16.2" if rules == "chaosium" else "14.2")


@pytest.mark.parametrize("rules", EDITIONS)
@pytest.mark.parametrize("spell", ["escape-a", "invulnerability", "golden-melnibonean-battle-barge", "horn-of-fate"])
def test_both_16_5_to_16_7_no_weapons(rules: str, spell: str) -> None:
    """16.5-16.7 / 14.5-14.71: Escape, Invulnerability, the Barge's card and the Horn are not cast in battle."""
    g = at(
        rules,
        nations={"melnibone": 0, "dharijor": 1},
        units={"shazaar_plains": ["elric", "dyvim-tvar", "sarosto"]},
        hands={"elric": [spell]},
        met_elric=True,
        phase="magic",
    )
    clause = {
        "escape-a": ("16.5", "14.5"),
        "invulnerability": ("16.5", "14.5"),
        "golden-melnibonean-battle-barge": ("16.6", "14.6"),
        "horn-of-fate": ("9.3.4", "8.34"),
    }[spell]
    refused(g, f"cast elric {spell}", clause[EDITIONS.index(rules)])
