"""The lab and the game agree: every end of a battle gone through one by one, thousands of battles fought, and a dice
library of somebody else's."""

from __future__ import annotations

from collections import Counter
from fractions import Fraction
from math import sqrt
from typing import Any

import icepool
import oracle
import pytest

from elric.young_kingdoms.combat.battle import row
from elric.young_kingdoms.lab import dice
from elric.young_kingdoms.lab.alike import merge
from elric.young_kingdoms.lab.battle import Battle
from elric.young_kingdoms.lab.fate import Fate, deaths_among
from elric.young_kingdoms.lab.odds import Odds
from elric.young_kingdoms.lab.places import PLACES
from elric.young_kingdoms.lab.totals import Totals

EDITIONS = ("chaosium", "avalon-hill")


@pytest.mark.parametrize("edition", EDITIONS)
def test_a_hundred_battles_gone_through_to_every_end(edition: str) -> None:
    done: Counter[str] = Counter()
    for place, b in oracle.battles(edition, seed=11):
        try:
            found = oracle.ends(b, most=400)
        except oracle.TooMany:
            continue
        wrong = oracle.differences(b.odds(), found)
        assert not wrong, b.text() + "\n".join(wrong)
        done[place] += 1
        if sum(done.values()) >= 104:
            break
    assert set(done) == set(PLACES)
    assert min(done.values()) >= 5


KNOTTY = {
    "an eaten winner comes to light where the losers would go": {
        "attack": "ohada, shazaar-army*1, lamsar", "defend": "olab-king, olab-army*4, chaos-shield",
        "place": "tarkesh_hornus", "cast": "ohada noose-of-flesh", "hands": "ohada escape-a",
        "maintained": "lamsar sepriz-and-the-ten", "tipped": "chaos", "policy": "best magicians",
    },
    "a spell against the dice of an escape": {
        "attack": "argimiliar-prince, argimiliar-admiral, argimiliar-necromancer", "policy": "best magicians",
        "defend": "isle-of-purple-towns-priest, isle-of-purple-towns-army*1", "place": "myrrhyn_north", "balance": 4,
        "cast": "argimiliar-necromancer arkyn, isle-of-purple-towns-priest mirror-of-memory",
        "hands": "isle-of-purple-towns-priest darnizhaan",
    },
    "a Melnibonean who stands aside goes over": {
        "attack": "yishana, yyrkoon, jharkor-army*8", "defend": "sarosto, dyvim-tvar", "place": "open",
    },
}  # fmt: skip


@pytest.mark.parametrize("edition", EDITIONS)
@pytest.mark.parametrize("name", KNOTTY)
def test_where_one_fate_hangs_on_another(edition: str, name: str) -> None:
    b = Battle(edition=edition, **KNOTTY[name])
    o = b.odds()
    assert any(x.share != 1 for _, x in o.leaves) or any(h.joins for h in o.heroes.values())
    wrong = oracle.differences(o, oracle.ends(b, most=100_000))
    assert not wrong, "\n".join(wrong)


@pytest.mark.parametrize("gap", range(-30, 31))
def test_like_throws_come_up_as_one_with_their_weight(gap: int) -> None:
    """Every pair of dice, against the few throws the lab goes through before the dice of the battle."""
    every: Counter[tuple[bool, int]] = Counter()
    for a in range(1, 7):
        for d in range(1, 7):
            if gap + a != d:
                every[gap + a > d, row(abs(gap + a - d))] += 1
    whole = sum(every.values())

    def throw(cx: Any) -> Any:
        ((a, d),) = cx.contest(gap)
        s = Battle("yishana", "sarosto").start.copy()
        s.notes = {tuple: ((gap + a > d, row(abs(gap + a - d))),)}
        return s

    found = {s.notes[tuple][0]: p for p, s in merge(throw, 0)}
    assert found == {k: Fraction(n, whole) for k, n in every.items()}


FOUGHT: dict[str, dict[str, Any]] = {
    "a capital with magic on both sides": {
        "attack": "king-hozel, argimiliar-necromancer, argimiliar-prince, argimiliar-army*9",
        "defend": "sarosto, dharijor-sorcerer, karnaal, dharijor-army*4",
        "place": "dharijor_gromoorva",
        "cast": "argimiliar-necromancer grome, dharijor-sorcerer chardros",
        "hands": "argimiliar-necromancer gaaoll",
        "balance": 3,
    },
    "a conjurer in the open, losses to keep the magicians": {
        "attack": "theleb-kaarna, yishana, jharkor-army*3",
        "defend": "sarosto, karnaal, dharijor-army*4",
        "place": "open",
        "conjure": "theleb-kaarna",
        "policy": "magicians best",
    },
    "a fight at sea with an eater": {
        "attack": "king-hozel, argimiliar-necromancer, argimiliar-fleet-1, argimiliar-fleet-2, argimiliar-army*2",
        "defend": "karnaal, dharijor-sorcerer, dharijor-fleet-1, dharijor-fleet-2",
        "place": "sea",
        "cast": "argimiliar-necromancer hhaarshanns, dharijor-sorcerer dispel-magic-a",
    },
}


@pytest.mark.siege
@pytest.mark.parametrize("edition", EDITIONS)
@pytest.mark.parametrize("name", FOUGHT)
def test_twenty_thousand_battles_fall_as_the_odds_say(edition: str, name: str) -> None:
    fight(Battle(edition=edition, **FOUGHT[name]), 20_000, name)


@pytest.mark.parametrize("edition", EDITIONS)
@pytest.mark.parametrize("name", FOUGHT)
def test_some_battles_fall_as_the_odds_say(name: str, edition: str) -> None:
    fight(Battle(edition=edition, **FOUGHT[name]), 1_000, name)


def fight(b: Battle, n: int, name: str) -> None:
    """Fight n battles with fixed seeds. A count is wrong when it lies more than five standard deviations off: by chance
    that happens once in two million counts."""
    o = b.odds()
    results: Counter[Any] = Counter()
    dead: Counter[str] = Counter()
    lost: Counter[str] = Counter()
    balance: Counter[int] = Counter()
    for seed in range(n):
        x = oracle.play_once(b, seed * 7919 + 13)
        results[x["result"]] += 1
        dead.update(x["dead"])
        lost.update(x["lost"])
        balance[x["balance"]] += 1
    for r in {(x.loser, x.row, x.fell) for _, x in o.leaves} | set(results):
        within(results[r], n, o.chance(lambda x, r=r: (x.loser, x.row, x.fell) == r), f"{name}: {r}")
    for u, h in o.heroes.items():
        within(dead[u], n, h.dies, f"{name}: {u} dies")
    for u, p in o.units.items():
        within(lost[u], n, p, f"{name}: {u} lost")
    for at in set(o.balance) | set(balance):
        within(balance[at], n, o.balance.get(at, Fraction(0)), f"{name}: Balance {at}")


def within(count: int, n: int, p: Fraction, what: str) -> None:
    mean = n * float(p)
    spread = sqrt(n * float(p) * (1 - float(p)))
    assert abs(count - mean) <= 5 * spread + 1e-9, f"{what}: {count} of {n}, expected {mean:.1f}"


def test_a_wrong_figure_would_be_noticed() -> None:
    """The bound is tight enough: a row that is off by half a throw in 36 does not pass 20,000 battles."""
    p = Fraction(5, 33)
    count = round(20_000 * float(p + Fraction(1, 72)))
    with pytest.raises(AssertionError):
        within(count, 20_000, p, "a wrong row")


@pytest.mark.parametrize("gap", range(-30, 31))
def test_rows_as_icepool_has_them(gap: int) -> None:
    die = icepool.d6 - icepool.d6 + gap
    even = die.probability(0)
    ours = {}
    for loser, r, w in dice.rows(gap):
        ours[loser, r] = Fraction(w, dice.WHOLE)
    theirs: dict[tuple[int, int], Fraction] = {}
    for d in die.outcomes():
        if d:
            key = (1 if d > 0 else 0, row(abs(d)))
            theirs[key] = theirs.get(key, Fraction(0)) + die.probability(d) / (1 - even)
    assert ours == theirs


def test_heroes_who_die_as_icepool_has_them() -> None:
    """Heroes who roll at or below so much, each for himself ([10.8] / 9.8)."""
    for values in ((3,), (5, 2), (6, 4, 1), (2, 2, 2, 5)):
        dies = [icepool.d6 > v for v in values]
        theirs = sum(dies[1:], start=dies[0])
        fates = [Fate(unit, v) for unit, v in enumerate(values)]
        found = deaths_among(fates, fates)
        assert [found.get(n, 0) for n in range(len(values) + 1)] == [
            theirs.probability(n) for n in range(len(values) + 1)
        ]


@pytest.mark.parametrize("edition", EDITIONS)
def test_bare_totals_are_the_battle_without_its_pieces(edition: str) -> None:
    b = Battle("king-hozel, argimiliar-army*9", "sarosto, dharijor-army*3", "dharijor_sequaloris", edition)
    o: Odds = b.odds()
    t = Totals(13, 7, 3, edition=edition)
    assert o.sums == (13, 10)
    assert t.win == o.win
    assert sorted(t.rows) == sorted(o.rows)
    assert t.falls == o.falls
