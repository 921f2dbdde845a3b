"""Worked odds: the book's own battles, and those reckoned by hand from its table (12.2, 14.3, 17.3, 18.6, 20-21, 28, 38, 46)."""

from __future__ import annotations

from fractions import Fraction as F

import pytest

from elric.dragon_pass.combat_phase.dividing import join_battles
from elric.dragon_pass.components.units import BY_ID
from elric.dragon_pass.lab import Plan, after, odds, spell_from, swords_at, together
from elric.dragon_pass.lab.tell import chance_without_way_out
from elric.kernel.steps import Action

from .field import AROUND, BESIDE, BOARD, HEXES, PLAIN, at, name, ones, open_line
from .test_magic import LINE, three_schools

RESULTS = ("A elim", "A bk 1", "Trade", "D bk 1", "D elim")
H = open_line()
EAST, WEST = BESIDE[H][3], BESIDE[H][0]


def asked(g, target: int, **plan):
    """The odds of all who can attack a stack."""
    return odds(g.state, swords_at(g.state, target), Plan(**plan) if plan else None)


def row(found) -> tuple[F, ...]:
    """The five results of the table."""
    return tuple(found.results.get(result, F(0)) for result in RESULTS)


def sixths(*parts: int) -> tuple[F, ...]:
    return tuple(F(n, 6) for n in parts)


def clash(attack: list[str], defence: list[str], player: str = "sartar", **more):
    """Two stacks side by side on open ground."""
    return asked(at({H: attack, WEST: defence}, phase="combat", player=player, **more), WEST)


def test_wb_12_2_g1_three_against_two() -> None:
    """[12.2] [12.6]: 2:1; each dies every other time, as a Trade takes both."""
    found = clash(["militia-foot-1"], ["unriver"])
    assert found.odds == "2:1"
    assert row(found) == sixths(1, 1, 2, 1, 1)
    assert found.dies == {BY_ID["unriver"]: F(1, 2), BY_ID["militia-foot-1"]: F(1, 2)}
    assert found.to_next() == 2


def test_wb_12_2_g2_three_against_five() -> None:
    """[12.2] [12.6]: 1:1; a Trade kills the three, and the five pays with itself."""
    found = clash(["militia-foot-1"], ["antelope-lancers"])
    assert row(found) == sixths(2, 1, 1, 1, 1)
    both = [e for e in found.endings if e.result == "Trade"]
    assert len(both) == 1
    assert set(both[0].dead) == {BY_ID["militia-foot-1"], BY_ID["antelope-lancers"]}
    assert found.gone == F(1, 3)


@pytest.mark.parametrize(
    ("lunar", "sartar", "attacker", "expected"),
    [
        # 25 against 13, and 13 against 25: 2:1 and 1:1
        (13, 25, "sartar", (1, 1, 2, 1, 1)),
        (25, 13, "sartar", (2, 1, 1, 1, 1)),
    ],
)
def test_wb_12_2_g3_twenty_five_and_thirteen(lunar: int, sartar: int, attacker: str, expected) -> None:
    """[12.2]: the book's third and fourth pair, made of whole stacks."""
    reds = {13: (["antelope-lancers", "whipstock"], ["goldwave"]),
            25: (["bloodspillers", "hell-sisters", "bell-temple"], ["mothers-guard", "household-foot"])}[lunar]  # fmt: skip
    browns = {13: (["krise", "militia-cavalry-1"], ["militia-cavalry-2"]),
              25: (["twin-spears", "bullocks", "krise"], ["militia-cavalry-1", "militia-cavalry-2"])}[sartar]  # fmt: skip
    first = next(n for n in ones(AROUND[H]) if HEXES.distance(n, WEST) == 1)
    second = next(n for n in ones(AROUND[WEST]) if n not in (H, first) and HEXES.distance(n, H) == 1)
    g = at(
        {H: browns[0], first: browns[1], WEST: reds[0], second: reds[1]}, phase="combat", scenario="invasion-of-sartar"
    )
    for a in (H, first):
        for t in (WEST, second):
            if AROUND[a] >> t & 1:
                g.push(f"assign {name(a)} {name(t)}")
    (fight,) = join_battles(g.state, g.state.links, 1)
    found = odds(g.state, fight)
    assert found.reckoning.attack == sartar * 24
    assert found.reckoning.defence == lunar * 24
    assert row(found) == sixths(*expected)


def test_wb_14_3_g4_the_battle_in_three() -> None:
    """[14.3] [14.2]: 2:1, 1:2 and 2:1; all three defenders die once in twenty-four."""
    pairs = [
        (["twin-spears", "bullocks"], ["bloodspillers"], "2:1", (1, 1, 2, 1, 1), F(1, 2)),
        (["sword-brothers"], ["hell-sisters", "mothers-guard", "nest-thieves"], "1:2", (2, 0, 2, 1, 1), F(1, 6)),
        (["militia-foot-1"], ["unriver"], "2:1", (1, 1, 2, 1, 1), F(1, 2)),
    ]
    chance = F(1)
    for attack, defence, words, expected, dead in pairs:
        found = clash(attack, defence, scenario="invasion-of-sartar")
        assert found.odds == words
        assert row(found) == sixths(*expected)
        assert found.gone == dead
        chance *= found.gone
        if words == "1:2":
            assert found.destroyed((BY_ID["sword-brothers"],)) == F(2, 3)
    assert chance == F(1, 24)


def test_wb_14_3_g5_the_battle_in_two() -> None:
    """[14.3] [14.2]: 12 against 18 is 1:1, 9 against 2 is 5:1: the nine are never all lost."""
    side = next(n for n in ones(AROUND[H]) if HEXES.distance(n, WEST) == 1)
    g = at({H: ["twin-spears", "bullocks"], WEST: ["bloodspillers", "hell-sisters", "antelope-lancers"], side: ["unriver"]},
           phase="combat", scenario="invasion-of-sartar")  # fmt: skip
    g.push(f"assign {name(H)} {name(WEST)}")
    g.push(f"assign {name(H)} {name(side)}")
    (fight,) = join_battles(g.state, g.state.links, 1)
    first = odds(g.state, fight)
    assert first.reckoning.defence == 18 * 24
    assert first.odds == "1:1"
    assert first.gone == F(1, 6)
    assert first.destroyed((BY_ID["twin-spears"], BY_ID["bullocks"])) == F(1, 2)
    second = clash(["sword-brothers", "militia-foot-1"], ["unriver"], scenario="invasion-of-sartar")
    assert second.odds == "5:1"
    assert row(second) == sixths(0, 1, 1, 1, 3)
    assert second.gone == F(2, 3)
    assert second.destroyed(second.attackers) == 0
    assert first.gone * second.gone == F(1, 9)


def test_wb_20_2_g6_three_schools_without_cover() -> None:
    """[20.2] [21.2]: 15 against 5 is 3:1, and a result against the attackers does nothing."""
    g = three_schools()
    found = odds(g.state, spell_from(g.state, (LINE[0], BESIDE[LINE[0]][3]), LINE[3]), Plan())
    assert found.odds == "3:1"
    assert row(found) == sixths(1, 1, 1, 1, 2)
    assert found.lost(found.attackers) == 0
    assert found.gone == F(1, 2)


def test_wb_20_2_g7_three_schools_and_a_magician_who_covers() -> None:
    """[20.2] [21.5] [24.2]: 2:1, and the schools die one time in six. He covers, as that serves him. With the Bat 36."""
    g = three_schools()
    spell = spell_from(g.state, (LINE[0], BESIDE[LINE[0]][3]), LINE[3])
    found = odds(g.state, spell)
    assert found.plan.covers == (LINE[5],)
    assert found.odds == "2:1"
    assert row(found) == sixths(1, 1, 2, 1, 1)
    schools = tuple(u for _, units, *_ in spell.casters for u in units)
    assert sum(p for e, p in found.endings.items() if e.result == "A elim" and set(schools) <= set(e.dead)) == F(1, 6)
    s = g.state.copy()
    other = at({LINE[1]: ["crimson-bat"], LINE[0]: ["minor-class-1", "minor-class-2"], BESIDE[LINE[0]][3]: ["minor-class-3"],
                LINE[3]: ["pavis-royal-guard"], LINE[5]: ["tosti-runefriend"]},
               scenario="cult-war", phase="combat", player="lunar", day=5)  # fmt: skip
    s = other.state
    bare = odds(s, spell, Plan())
    assert bare.results == {"D elim": F(1)}
    shielded = odds(s, spell, Plan((LINE[5],)))
    assert shielded.odds == "4:1"
    assert row(shielded) == sixths(0, 2, 1, 1, 2)


def test_wb_17_3_g8_argrath_at_a_wood() -> None:
    """[17.3] [17.4] [13.1]: 4 x 2 and three times 4 + 1 against two threes in a wood: 23 v 12. An Elim spares Argrath; a step
    back kills where every way is wood, water, uphill or a zone."""
    wood = next(h for h in sorted(ones(BOARD.wood & ~BOARD.high)) if any(n in PLAIN for n in BESIDE[h]))
    edge = next(n for n in BESIDE[wood] if n in PLAIN)
    g = at({edge: ["prince-argrath", "militia-cavalry-1", "militia-cavalry-2", "militia-cavalry-3"],
            wood: ["nest-thieves", "university-guards"]}, phase="combat", scenario="coming-of-the-heroes")  # fmt: skip
    found = asked(g, wood)
    assert (found.reckoning.attack, found.reckoning.defence) == (23 * 24, 12 * 24)
    assert row(found) == sixths(1, 1, 2, 1, 1)
    (elim,) = [e for e in found.endings if e.result == "A elim"]
    assert BY_ID["prince-argrath"] not in elim.dead
    assert len(elim.dead) == 3
    assert chance_without_way_out(found) == F(2, 3)


def test_wb_13_7_g9_a_fort() -> None:
    """[13.7] [12.6]: 28 against 4 and 3 behind walls is 2:1; taken every other time, and a Trade costs fourteen."""
    fort = BOARD.places["bagnot"].hexes[0]
    ring = [n for n in BESIDE[fort] if not BOARD.difficult >> n & 1 and not BOARD.climbs(n, fort)]
    stacks = {
        ring[0]: ["twin-spears", "bullocks", "sword-brothers"],
        ring[1]: ["krise", "flash-jak"],
        fort: ["whipstock", "nest-thieves"],
    }
    g = at(stacks, phase="combat", scenario="invasion-of-sartar")
    found = asked(g, fort)
    assert (found.reckoning.attack, found.reckoning.defence) == (28 * 24, 14 * 24)
    assert row(found) == sixths(1, 1, 2, 1, 1)
    assert found.gone == found.cleared == found.taken(fort) == F(1, 2)
    assert chance_without_way_out(found) == F(1, 2)
    assert all(sum(5 if BY_ID["krise"] == u or BY_ID["flash-jak"] == u else 6 for u in e.dead if u in found.attackers) >= 14
               for e in found.endings if e.result == "Trade")  # fmt: skip


def test_wb_13_6_g10_a_wood_on_a_ridge() -> None:
    """[13.5] [13.6]: two threes count 18 from the slope; one stack from the top, and it is 12. Emptied by death 1/3 and 1/2."""
    top = next(h for h in sorted(ones(BOARD.wood & BOARD.high))
               if any(n >= 0 and not BOARD.high >> n & 1 and not BOARD.river >> n & 1 for n in BESIDE[h])
               and any(n >= 0 and BOARD.high >> n & 1 and not BOARD.walls >> n & 1 for n in BESIDE[h]))  # fmt: skip
    slope = next(n for n in BESIDE[top] if n >= 0 and not BOARD.high >> n & 1 and not BOARD.river >> n & 1)
    crest = next(n for n in BESIDE[top] if n >= 0 and BOARD.high >> n & 1 and not BOARD.walls >> n & 1)
    foes = ["nest-thieves", "university-guards"]
    from_below = asked(
        at(
            {slope: ["twin-spears", "bullocks", "sword-brothers"], top: foes},
            phase="combat",
            scenario="invasion-of-sartar",
        ),
        top,
    )
    assert (from_below.reckoning.attack, from_below.reckoning.defence) == (18 * 24, 18 * 24)
    assert row(from_below) == sixths(2, 1, 1, 1, 1)
    assert from_below.gone - step_back(from_below) == F(1, 3)
    both = asked(
        at(
            {slope: ["twin-spears", "bullocks"], crest: ["sword-brothers"], top: foes},
            phase="combat",
            scenario="invasion-of-sartar",
        ),
        top,
    )
    assert (both.reckoning.attack, both.reckoning.defence) == (18 * 24, 12 * 24)
    assert row(both) == sixths(1, 1, 2, 1, 1)
    assert both.gone - step_back(both) == F(1, 2)


def step_back(found) -> F:
    """The chance that a step back kills."""
    return sum(
        (p for e, p in found.endings.items() if e.result == "D bk 1" and set(found.defenders) <= set(e.dead)), F(0)
    )


def duel(gunda: bool, rules: str = "1976"):
    company = ["harrek-the-berserk", "gunda-the-guilty"] if gunda else ["harrek-the-berserk"]
    g = at({H: company, WEST: ["jar-eel-the-razoress"]}, phase="combat", scenario="coming-of-the-heroes", rules=rules)
    return asked(g, WEST)


def test_wb_18_6_g11_harrek_and_jar_eel() -> None:
    """[18.6] [18.5] [17.6]: they fight until a Wound falls: at 1:1 she takes the first one time in three; with Gunda it is 48
    against 20, and every other time (2/3 where each remainder counts)."""
    she, he = BY_ID["jar-eel-the-razoress"], BY_ID["harrek-the-berserk"]
    alone = duel(False)
    assert alone.odds == "1:1"
    assert alone.wounded(she) == F(1, 3)
    assert alone.wounded(he) == F(2, 3)
    friends = duel(True)
    assert friends.reckoning.attack == 48 * 24
    assert friends.odds == "2:1"
    assert friends.wounded(she) == F(1, 2)
    up = duel(True, "1976, odds_rounding=up")
    assert up.odds == "3:1"
    assert up.wounded(she) == F(2, 3)


def test_wb_18_5_g11_five_wounds_before_five() -> None:
    """[18.5] [18.6]: at 1:1 it is better to be attacked: 2851/19683 if he always attacks, 8881/19683 in turns, he first."""
    first = duel(False).wounded(BY_ID["jar-eel-the-razoress"])

    def race(always: bool) -> F:
        """The chance that she has five before he has, one Wound a battle."""
        chances = {(0, 0): F(1)}
        won = F(0)
        for turn in range(9):
            hers = first if always or turn % 2 == 0 else 1 - first
            after_it: dict[tuple[int, int], F] = {}
            for (his, her), p in chances.items():
                for now, share in (((his, her + 1), hers), ((his + 1, her), 1 - hers)):
                    if now[1] == 5:
                        won += p * share
                    elif now[0] < 5:
                        after_it[now] = after_it.get(now, F(0)) + p * share
            chances = after_it
        return won

    assert race(always=True) == F(2851, 19683)
    assert race(always=False) == F(8881, 19683)


def test_wb_21_3_g12_magic_and_swords() -> None:
    """[21.3]: MgF 6 and CF 10 against half of 8 + 8."""
    s = at({LINE[1]: ["krise", "flash-jak"], LINE[0]: ["egglord-warlocks"], LINE[2]: ["blue-dragoon", "uplands"]},
           scenario="invasion-of-sartar", phase="combat", day=5).state  # fmt: skip
    swords = swords_at(s, LINE[2])
    spell = spell_from(s, (LINE[0],), LINE[2])
    found = odds(s, together(s, swords, spell), Plan())
    told = found.reckoning
    assert told.attack == 16 * 24
    cf_and_mgf = sum(x.factor for x in told.lines if not x.attacks)
    assert told.defence == cf_and_mgf
    assert found.odds == {8: "2:1", 7: "2:1", 6: "3:1"}[told.defence // 24]


@pytest.mark.parametrize(
    ("day", "magic", "words", "elim"),
    [(0, 3, "1:2", F(1, 6)), (1, 9, "2:1", F(1, 6)), (2, 21, "4:1", F(1, 3)), (3, 36, "6:1 or more", F(1)),
     (4, 27, "5:1", F(1, 2)), (5, 15, "3:1", F(1, 3)), (6, 6, "1:1", F(1, 6))],
)  # fmt: skip
def test_wb_20_1_g13_three_schools_over_the_week(day: int, magic: int, words: str, elim: F) -> None:
    """[20.1] [22.1]: against six, from Black to Dying."""
    schools = {LINE[0]: ["minor-class-1", "minor-class-2"], BESIDE[LINE[0]][3]: ["minor-class-3"]}
    g = at({**schools, LINE[3]: ["egglord-warlocks"]}, scenario="cult-war", phase="combat", player="lunar", day=day)
    found = odds(g.state, spell_from(g.state, tuple(schools), LINE[3]))
    assert found.reckoning.attack == magic * 24
    assert found.odds == words
    assert found.results["D elim"] == elim


def test_wb_38_9_g14_a_dragonfight() -> None:
    """[38.9]: all enemies in its zone die two times in three, and so does the Dragon."""
    g = at({H: ["dragon-1", "militia-foot-1"], HEXES.ray(H, 0)[3]: ["whipstock"]}, phase="combat", scenario="complete-game",
           day=0, owners={"dragon-1": "sartar"})  # fmt: skip
    s, foe, dragon = g.state, BY_ID["whipstock"], BY_ID["dragon-1"]
    found = after(
        s, Action("dragonfight", (dragon, HEXES.ray(H, 0)[3])), lambda t, told: (t.place[dragon] < 0, t.place[foe] < 0)
    )
    assert found == {(True, False): F(1, 3), (True, True): F(1, 3), (False, True): F(1, 3)}


def test_wb_29_2_g15_an_emissary_to_the_dwarf() -> None:
    """[29.2] [28.3]: refused 1/2, nothing 1/12, a Stone Man 1/4 and with him the Dwarf 1/12, Cannons 1/12, Transformer 1/12."""
    mine = BOARD.places["mineshaft"].hexes[0]
    g = at({mine: ["krise"], H: ["whipstock"]}, phase="combat", scenario="complete-game", day=0)
    gifts = {word: BY_ID[word] for word in ("stone-man-1", "cannon-cult", "alchemical-transformer", "the-dwarf")}

    def came(t, told) -> tuple[str, ...]:
        if t.place[BY_ID["krise"]] < 0:
            return ("refused",)
        return tuple(word for word, u in gifts.items() if t.owner[u] == 1)

    found = after(g.state, Action("ask", (BY_ID["krise"],)), came)
    assert found == {("refused",): F(1, 2), (): F(1, 12), ("stone-man-1",): F(1, 6), ("cannon-cult",): F(1, 12),
                     ("alchemical-transformer",): F(1, 12), ("stone-man-1", "the-dwarf"): F(1, 12)}  # fmt: skip


def test_wb_39_6_g16_the_plinth() -> None:
    """[39.6]: five riders in two sacrifices on average, and the magician dies one time in six."""
    plinth = BOARD.places["ivory-plinth"].hexes[0]
    g = at(
        {plinth: ["egglord-warlocks", "scouts-1"], H: ["whipstock"]}, phase="combat", scenario="complete-game", day=0
    )
    mage, victim = BY_ID["egglord-warlocks"], BY_ID["scouts-1"]
    riders = [BY_ID[f"tusk-riders-{k}"] for k in range(1, 6)]
    found = after(g.state, Action("sacrifice", (victim, mage)),
                  lambda t, told: (sum(t.owner[u] == 1 for u in riders), t.place[mage] < 0))  # fmt: skip
    assert sum(n * p for (n, _), p in found.items()) == F(5, 2)
    assert sum(p for (_, dead), p in found.items() if dead) == F(1, 6)


def test_wb_46_3_g16_an_assassin() -> None:
    """[46.3]: always at even odds: the target dies one time in three."""
    g = at({H: ["militia-foot-1"], WEST: ["bloodspillers", "whipstock"]}, phase="combat", scenario="complete-game", day=0,
           marks={"assassins": [1]})  # fmt: skip
    s = g.state
    strike = next(a for a in g.legal_actions() if a.verb == "murder" and a.args == (WEST, 1))
    found = after(s, strike, lambda t, told: t.place[BY_ID["whipstock"]] < 0)
    assert found[True] == F(1, 3)


def test_wb_40_3_g16_a_giant_against_five() -> None:
    """[40.3] [12.4]: it changes sides every other time, and kills one time in four at 3:1."""
    g = at(
        {H: ["giant-1"], WEST: ["antelope-lancers"]},
        phase="combat",
        scenario="complete-game",
        day=0,
        owners={"giant-1": "sartar"},
    )
    found = asked(g, WEST)
    assert sum(p for e, p in found.endings.items() if BY_ID["giant-1"] in e.gone) == F(1, 2)
    assert found.dies[BY_ID["antelope-lancers"]] == F(1, 4)
