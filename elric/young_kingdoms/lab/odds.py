"""The answer: every way a battle can end, with its exact chance.

A battle ends in a few dozen ways at most, the leaves: one for each result of the table, with what follows from it by the
game's own code. Each leaf has a whole number for a weight; everything asked of an answer is a sum of such weights.
"""

from __future__ import annotations

import csv
import io
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from fractions import Fraction
from functools import cached_property
from typing import Any, Final

from elric.lab.chances import tally
from elric.lab.say import as_data
from elric.young_kingdoms.artifacts.bonds import controller
from elric.young_kingdoms.combat.battle import TABLE, BattleState
from elric.young_kingdoms.components import pieces, spells
from elric.young_kingdoms.components.board import BOARD
from elric.young_kingdoms.components.pieces import ARTIFACT, ELRIC, FIGHT, HERO, KIND, MOURNBLADE
from elric.young_kingdoms.lab import dice
from elric.young_kingdoms.lab.fate import chance36, chance_of, deaths_among
from elric.young_kingdoms.lab.leaf import Leaf
from elric.young_kingdoms.lab.left_out import left_out
from elric.young_kingdoms.lab.onward import Ambush
from elric.young_kingdoms.lab.policy import Policy
from elric.young_kingdoms.legends.melniboneans import swords_drawn
from elric.young_kingdoms.position import words
from elric.young_kingdoms.position.state import NEUTRAL, USED, State

SIDES: Final = ("attacker", "defender")


def both(values: Iterable[Any]) -> dict[str, Any]:
    """What is so of attacker and defender, by side."""
    return dict(zip(SIDES, values, strict=True))


def rows_as_data(rows: Iterable[tuple[int, int, Fraction]]) -> list[dict[str, Any]]:
    """Rows of the results table, each with its loser and its chance, as JSON-able data."""
    return [
        {"winner": SIDES[1 - loser], "row": TABLE[r].name, "losses": TABLE[r].losses, "chance": str(p)}
        for loser, r, p in rows
    ]


@dataclass(frozen=True, slots=True)
class Hero:
    """What becomes of a personality. The four chances add up to 1.

    Attributes:
        unit: id.  side: 0 attacks.  safe: never in danger.  escapes: lost, and gets away.  dies: lost for good.
        joins: goes over to the victor.  where: areas in which an escape ends, with their chance.  spell: what helps him
        to escape, or "".
    """

    unit: str
    side: int
    safe: Fraction
    escapes: Fraction
    dies: Fraction
    joins: Fraction
    where: Mapping[str, Fraction]
    spell: str


@dataclass(frozen=True, slots=True)
class Sword:
    """A black sword's thirst at the end of the Combat phase: tested when it was used and its bearer is still on the
    board, and it turns on `victims` on a 5 or 6 ([12.1.4] / 11.14)."""

    bearer: str
    tested: Fraction
    turns: Fraction
    victims: Mapping[str, Fraction]

    @property
    def words(self) -> str:
        """What may happen, without its chance: "Elric's sword turns on Yishana"."""
        names = sorted(words.unit(pieces.INDEX[v]) if v in pieces.INDEX else v for v in self.victims)
        return f"{words.unit(pieces.INDEX[self.bearer])}'s sword turns on {words.listed(names)}"


@dataclass(frozen=True, slots=True)
class Opening:
    """How a battle can stand when the dice are thrown.

    Attributes:
        share: what one weight is worth.  totals: (attacker, defender) before the dice -> weight.
        walkover: by loser, the part of it in which he has nothing left at all: attacker's lead -> weight.
        state: position, `state.battle` with whom eaters have swallowed.
    """

    share: Fraction
    totals: Mapping[tuple[int, int], int]
    walkover: tuple[Mapping[int, int], Mapping[int, int]]
    state: State

    @property
    def leads(self) -> dict[int, int]:
        """How far the attacker is ahead before the dice -> weight."""
        return tally((a - d, weight) for (a, d), weight in self.totals.items())

    def walkovers(self, stronger: tuple[bool, bool]) -> Sequence[Mapping[int, int]]:
        """As `walkover`, when these bring any strength more: then it is none."""
        return [{} if more else won for more, won in zip(stronger, self.walkover, strict=True)]

    def thrown(self, more: int = 0, stronger: tuple[bool, bool] = (False, False)) -> dict[int, int]:
        """Difference after the dice -> weight out of `dice.WHOLE`, when the attacker is so much further ahead; walkovers are
        not thrown for."""
        lost, won = self.walkovers(stronger)
        rest = ((gap, weight - lost.get(gap, 0) - won.get(gap, 0)) for gap, weight in self.leads.items())
        return tally(
            (difference, weight * ways)
            for gap, weight in rest
            if weight
            for difference, ways in dice.differences(gap + more)
        )


@dataclass(eq=False, repr=False)
class Odds:
    """Exact odds of one battle. All chances are `fractions.Fraction`; asking for one costs a walk over a few leaves.

    Attributes:
        start: the position, its battle begun.
        leaves: (weight, Leaf).
        whole: what the weights of the leaves add up to.
        openings: how the battle can stand before the dice.
        policies: how each side chooses its losses.
        draws: how many unseen spells each side has laid.
        shown: the position with all spells known turned up, before the dice (one of them where chance comes first).
        loose: steps that are left out before the dice, by name, with the chance that they come up.
        unseen: finds where the Balance stands afterwards, and the chance that the world tips; None with no spell unseen.
        onward: finds what awaits the losers in the wilderness.
        notes: what the answer leaves to chance or to later decisions, as sentences.
    """

    start: State
    leaves: list[tuple[int, Leaf]]
    whole: int
    openings: list[Opening]
    policies: tuple[Policy, Policy]
    draws: tuple[int, int]
    shown: State
    loose: Mapping[str, Fraction]
    unseen: Callable[[], tuple[dict[int, Fraction], Fraction]] | None
    onward: Callable[[], Ambush]

    @property
    def battle(self) -> BattleState:
        """The battle as it begins."""
        begun: BattleState = self.start.battle
        return begun

    def __repr__(self) -> str:
        return f"<Odds: attacker wins {self.win[0]}, defender wins {self.win[1]}>"

    # ---- sums over leaves -------------------------------------------------------------------------------------------

    def chance(self, of: Callable[[Leaf], bool]) -> Fraction:
        """The chance of all leaves for which `of` holds."""
        return Fraction(sum(w for w, x in self.leaves if of(x)), self.whole)

    def spread(self, of: Callable[[Leaf], Any]) -> dict[Any, Fraction]:
        """The chance of each value `of` takes."""
        return {k: Fraction(w, self.whole) for k, w in tally((of(x), w) for w, x in self.leaves).items()}

    @cached_property
    def win(self) -> tuple[Fraction, Fraction]:
        """The chance that the attacker, that the defender has the higher total."""
        p = self.chance(lambda x: x.loser == 1)
        return p, 1 - p

    @cached_property
    def rows(self) -> list[tuple[int, int, Fraction]]:
        """(loser, row of the results table, chance), from the attacker's worst to his best; rows that cannot come up
        are left out."""
        found = self.spread(lambda x: (x.loser, x.row))
        order = sorted(found, key=lambda k: (k[0], k[1] if k[0] == 0 else -k[1]))
        return [(loser, r, found[loser, r]) for loser, r in order]

    @cached_property
    def falls(self) -> Fraction:
        """The chance that the defence of the city is overcome, wall and all."""
        return self.chance(lambda x: x.fell)

    @cached_property
    def taken(self) -> Fraction:
        """The chance that the city changes hands: overcome, with an army there to hold it."""
        return self.chance(lambda x: x.taken)

    @cached_property
    def ahead(self) -> dict[int, Fraction]:
        """How far the attacker is ahead before the dice -> chance; one entry when all spells are known."""
        return dict(sorted(tally((gap, o.share * w) for o in self.openings for gap, w in o.leads.items()).items()))

    @property
    def sums(self) -> tuple[int, int] | None:
        """Both totals before the dice, or None when spells nobody can see come on top."""
        known = {pair for o in self.openings for pair in o.totals}
        return known.pop() if len(known) == 1 and self.draws == (0, 0) else None

    @cached_property
    def heroes(self) -> dict[str, Hero]:
        """The fate of every personality in the battle, by id."""
        # by unit, in weights of 1 and of 1/36: lost, escaping, going over, and where to
        fates = [
            (fate, weight, weight * chance36(fate, leaf.fates)) for weight, leaf in self.leaves for fate in leaf.fates
        ]
        lost = tally((fate.unit, weight) for fate, weight, _ in fates)
        away = tally((fate.unit, chance) for fate, _, chance in fates)
        joins = tally((unit, weight) for weight, leaf in self.leaves for unit in leaf.joined)
        where = tally(((fate.unit, fate.where), chance) for fate, _, chance in fates if chance and fate.where >= 0)
        spell = {fate.unit: fate.spell for fate, *_ in reversed(fates) if fate.spell >= 0}
        whole, all_ = 36 * self.whole, Fraction(1)
        out = {}
        for side in (0, 1):
            for unit in self.battle.units[side]:
                if KIND[unit] != HERO:
                    continue
                e, j = Fraction(away.get(unit, 0), whole), Fraction(joins.get(unit, 0), self.whole)
                d = Fraction(36 * lost.get(unit, 0) - away.get(unit, 0), whole)
                safe = all_ - e - d - j if unit in lost or j else all_
                places = {BOARD.ids[a]: Fraction(p, whole) for (u, a), p in sorted(where.items()) if u == unit}
                used = spells.IDS[spell[unit]] if unit in spell else ""
                out[pieces.IDS[unit]] = Hero(pieces.IDS[unit], side, safe, e, d, j, places, used)
        return out

    @cached_property
    def units(self) -> dict[str, Fraction]:
        """The chance that each army or fleet is lost, by id."""
        lost = tally((u, w) for w, x in self.leaves for u in x.lost)
        there = [u for side in self.battle.units for u in side if KIND[u] not in (HERO, ARTIFACT)]
        return {pieces.IDS[u]: Fraction(lost.get(u, 0), self.whole) for u in there}

    @cached_property
    def swallowed(self) -> dict[str, Fraction]:
        """The chance of each piece that an eater of armies takes, by id; a personality may yet escape ([16.1]-[16.3] / 14.1-14.3)."""
        found = tally((u, o.share * sum(o.totals.values())) for o in self.openings for u in o.state.battle.eaten)
        return {pieces.IDS[u]: Fraction(p) for u, p in sorted(found.items())}

    def losses(self, side: int) -> dict[int, Fraction]:
        """Combat value a side gives up in the battle -> chance; heroes who may yet escape are counted as given up."""
        mine = set(self.battle.units[side])

        def given(x: Leaf) -> int:
            return sum(FIGHT[u] for u in (*x.lost, *(f.unit for f in x.fates)) if u in mine)

        return dict(sorted(self.spread(given).items()))

    def deaths(self, side: int) -> dict[int, Fraction]:
        """How many personalities of a side are lost for good -> chance, those in danger together."""
        mine = set(self.battle.units[side])
        found = tally(
            (n, w * p)
            for w, x in self.leaves
            for n, p in deaths_among([f for f in x.fates if f.unit in mine], x.fates).items()
        )
        return {n: p / self.whole for n, p in sorted(found.items()) if p}

    def lasting(self, side: int) -> Fraction:
        """The combat value a side can expect to lose for good."""
        mine = set(self.battle.units[side])
        out = Fraction(0)
        for w, x in self.leaves:
            out += w * sum(FIGHT[u] for u in x.lost if u in mine)
            out += w * sum(
                ((1 - chance_of(f, x.fates)) * FIGHT[f.unit] for f in x.fates if f.unit in mine), Fraction(0)
            )
        return out / self.whole

    @cached_property
    def retreat(self) -> dict[str, Fraction]:
        """Where the losing side goes, by area id; "stays" when nobody has to leave, "no way out" when all are lost for
        want of one, "nobody left" when there is nobody to go."""

        def way(x: Leaf) -> str:
            if x.retreat >= 0:
                return BOARD.ids[x.end.retreat]
            if x.trapped:
                return "no way out"
            battle: BattleState = x.state.battle
            left = any(KIND[u] != ARTIFACT and x.state.place[u] == battle.area for u in battle.units[x.loser])
            return "stays" if left else "nobody left"

        return self.spread(way)

    @property
    def trapped(self) -> Fraction:
        """The chance that the losers have no way out."""
        return self.retreat.get("no way out", Fraction(0))

    @cached_property
    def balance(self) -> dict[int, Fraction]:
        """Where the Cosmic Balance stands after the battle (Law below 0) -> chance, spells thrown in escapes included
        unless spells nobody can see take part."""
        found = self._drift[0] if self.unseen else self.spread(lambda x: x.state.balance)
        return dict(sorted(found.items()))

    @cached_property
    def _drift(self) -> tuple[dict[int, Fraction], Fraction]:
        return self.unseen() if self.unseen else ({}, Fraction(0))

    @cached_property
    def tips(self) -> Fraction:
        """The chance that the world tips by this battle; 0 when it has tipped before."""
        if self.start.tipped:
            return Fraction(0)
        if not self.unseen:
            return self.chance(lambda x: bool(x.state.tipped))
        known = sum(spells.PULL[i] for side in self.shown.battle.laid for i, _ in side)
        swords = sum(pull for _, pull in swords_drawn(self.start, self.battle))
        most = known + swords + sum(self.draws) * max(spells.PULL)
        # far from its end the marker cannot get there, and nothing need be gone through
        return self._drift[1] if abs(self.start.balance) + most > int(self.start.rules.balance_arm) else Fraction(0)

    @cached_property
    def swords(self) -> list[Sword]:
        """The risk the black swords are to those beside them."""
        out = []
        for side in (0, 1):
            for u in self.battle.units[side]:
                if KIND[u] == HERO and (u == ELRIC or self.start.aboard[MOURNBLADE] == u):
                    sword = self._sword(u)
                    if sword.tested:
                        out.append(sword)
        return out

    def _sword(self, unit: int) -> Sword:
        tested = Fraction(0)
        victims: dict[str, Fraction] = {}
        own = unit != ELRIC
        for weight, leaf in self.leaves:
            s = leaf.state
            fate = next((f for f in leaf.fates if f.unit == unit), None)
            if not s.flags[unit] & USED or s.owner[unit] >= NEUTRAL:
                continue
            chance = chance_of(fate, leaf.fates) if fate is not None else Fraction(1)
            victim = unit if own else controller(s) if fate is None else -1
            if fate is None and victim < 0:
                # nobody is left beside him for the sword to take
                continue
            tested += weight * chance
            name = pieces.IDS[victim] if victim >= 0 else "whoever is with him then"
            victims[name] = victims.get(name, Fraction(0)) + weight * chance / 3
        return Sword(
            pieces.IDS[unit],
            tested / self.whole,
            tested / 3 / self.whole,
            {k: p / self.whole for k, p in victims.items()},
        )

    @cached_property
    def nations(self) -> dict[str, Fraction]:
        """Nations that would have no personality left, by id -> chance ([6.0] / 5.3)."""
        out: dict[str, Fraction] = {}
        start = self.start
        for nation in pieces.NATIONS:
            seat = start.nation_owner[nation.index]
            if seat >= NEUTRAL:
                continue
            lead = {
                u for u in nation.pieces if KIND[u] == HERO and start.owner[u] == seat and start.place[u] < BOARD.size
            }
            if not lead or not lead <= {*self.battle.units[0], *self.battle.units[1]}:
                continue
            chance = Fraction(0)
            for weight, leaf in self.leaves:
                lost = [f for f in leaf.fates if f.unit in lead]
                if len(lost) == len(lead):
                    chance += weight * deaths_among(lost, leaf.fates).get(len(lead), Fraction(0))
            if chance:
                out[nation.id] = chance / self.whole
        return out

    @cached_property
    def ambush(self) -> Ambush | None:
        """The random attack on a retreat into wilderness, counted apart from the battle; None when none threatens."""
        threatens = any("random attack" in x.loose for _, x in self.leaves)
        return self.onward() if threatens else None

    @property
    def notes(self) -> list[str]:
        """What the answer counts apart, or does not count, and why."""
        return left_out(self, self.loose)

    # ---- as data ----------------------------------------------------------------------------------------------------

    def to_dict(self) -> dict[str, Any]:
        """Everything as JSON-able data; chances are exact, as text "n/d"."""
        fates = ("safe", "escapes", "dies", "joins", "where")
        found: dict[str, Any] = as_data(
            {
                "edition": self.start.rules.edition,
                "rules": self.start.rules.name,
                "place": BOARD.ids[self.battle.area],
                "wall": self.battle.wall,
                "totals": self.sums,
                "ahead": self.ahead,
                "unseen": self.draws,
                "policy": [p.key for p in self.policies],
                "win": both(self.win),
                "rows": rows_as_data(self.rows),
                "city": {"falls": self.falls, "taken": self.taken} if BOARD.city[self.battle.area] else None,
                "heroes": {
                    k: {"side": SIDES[h.side], **{name: getattr(h, name) for name in fates}, "spell": h.spell or None}
                    for k, h in self.heroes.items()
                },
                "units": self.units,
                "losses": both(map(self.losses, (0, 1))),
                "deaths": both(map(self.deaths, (0, 1))),
                "lasting": both(map(self.lasting, (0, 1))),
                "retreat": self.retreat,
                "balance": self.balance,
                "tips": self.tips,
                "swords": self.swords,
                "nations": self.nations,
                "ambush": self.ambush.to_dict() if self.ambush else None,
                "notes": self.notes,
            }
        )
        return found

    def to_csv(self) -> str:
        """The distribution as a table for a spreadsheet."""
        text = io.StringIO()
        out = csv.writer(text, lineterminator="\n")
        out.writerow(["what", "which", "chance", "percent"])
        out.writerows([what, which, str(p), f"{float(100 * p):.4f}"] for what, which, p in self.lines())
        return text.getvalue()

    def lines(self) -> Iterator[tuple[str, str, Fraction]]:
        """(what, which, chance) for every figure of the answer."""
        for k in (0, 1):
            yield "wins", SIDES[k], self.win[k]
        for loser, r, p in self.rows:
            yield f"{SIDES[1 - loser]} wins", TABLE[r].name, p
        if BOARD.city[self.battle.area]:
            yield "city", "falls", self.falls
            yield "city", "taken", self.taken
        for unit, h in self.heroes.items():
            for name in ("safe", "escapes", "dies", "joins"):
                if getattr(h, name):
                    yield pieces.NAMES[pieces.INDEX[unit]], name, getattr(h, name)
        for k in (0, 1):
            for n, p in self.losses(k).items():
                yield f"{SIDES[k]} loses", str(n), p
        for place, p in self.retreat.items():
            yield "the loser", place, p
        for box, p in self.balance.items():
            yield "Balance", str(box), p
