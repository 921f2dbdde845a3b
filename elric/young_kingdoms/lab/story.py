"""The odds in words: one sentence that names only what mattered, and the derivation below it, line by line."""

from __future__ import annotations

from functools import cached_property
from typing import TYPE_CHECKING, Final, NamedTuple

from elric.lab.definition import Because
from elric.lab.say import exact, often, percent
from elric.young_kingdoms.combat.battle import TABLE, Line, defenders_worth, total_lines
from elric.young_kingdoms.components import law, pieces
from elric.young_kingdoms.components.board import BOARD
from elric.young_kingdoms.components.pieces import ARTIFACT, HERO, KIND
from elric.young_kingdoms.lab.odds import Hero
from elric.young_kingdoms.position import words

if TYPE_CHECKING:
    from elric.young_kingdoms.lab.battle import Battle

_PLAIN: Final = (("10.4", "9.4"),)  # what a total always is made of needs no clause in a sentence
SIDE: Final = ("Attackers", "Defenders")


class Stretch(NamedTuple):
    """A stretch of the sentence and the clause that stands behind it (() for none)."""

    text: str
    clause: tuple[str, ...] = ()


class Story:
    """What the odds of a battle say.

    Attributes:
        parts: the sentence in stretches, each with its clause.  sentence: the same as plain text.
        derivation: the steps from pieces to chances.
    """

    def __init__(self, battle: Battle) -> None:
        self.battle = battle
        self.odds = battle.odds()
        self.s = self.odds.shown
        self.b = self.s.battle

    def _cite(self, clause: tuple[str, ...]) -> tuple[str, ...]:
        """A clause by its number in the battle's own edition alone."""
        number = law.cite(clause, self.battle.edition) if any(clause) else ""
        return tuple(number if edition == self.battle.edition else "" for edition in law.EDITIONS) if number else ()

    @cached_property
    def lines(self) -> tuple[list[Line], list[Line]]:
        """Both totals line by line, as far as spells are known."""
        return total_lines(self.s, self.b, 0), total_lines(self.s, self.b, 1)

    @cached_property
    def needed(self) -> int:
        """Losses it takes for the city to fall: its defenders and its wall; 0 where there is neither."""
        return defenders_worth(self.s, self.b) + self.b.wall if self.b.wall or self.b.base else 0

    # ---- the sentence -----------------------------------------------------------------------------------------------

    @cached_property
    def parts(self) -> list[Stretch]:
        o = self.odds
        sums = [sum(x.value for x in side) for side in self.lines]
        clouded = o.draws != (0, 0)
        parts = [Stretch(f"{self.battle.title} with {sums[0]} against {sums[1]}")]
        parts += self._what_counts()
        if clouded:
            parts.append(Stretch(f", before {_spells(sum(o.draws))} nobody can see"))
        parts += self._outcome()
        parts += self._city()
        parts += self._people()
        parts += self._afterwards()
        return [*parts, Stretch(".")]

    def _what_counts(self) -> list[Stretch]:
        """Lines of the totals beyond plain people: spells, the Balance, walls; whom eaters take, what is dispelled."""
        special = [x for side in self.lines for x in side if x.clause not in _PLAIN or self._is_spell(x)]
        said = [Stretch(f"{x.words} {x.value:+d}", self._clause_of(x)) for x in special[:5]]
        if self.b.eaten:
            said.append(Stretch(f"{words.units(self.b.eaten)} swallowed first", self._cite(("16.1", "14.1"))))
        if self.b.undone:
            undone = words.listed([words.spell(i) for i in self.b.undone])
            said.append(Stretch(f"{undone} dispelled", self._cite(("16.3", "14.3"))))
        if not said:
            return []
        return [Stretch(f"{', ' if k else ': '}{x.text}", x.clause) for k, x in enumerate(said)]

    def _is_spell(self, x: Line) -> bool:
        laid = {words.spell(i) for side in self.b.laid for i, _ in side}
        return x.words in laid

    def _clause_of(self, x: Line) -> tuple[str, ...]:
        return self._cite(x.clause) if x.clause not in _PLAIN else self._cite(("9.2", "8.2"))

    def _outcome(self) -> list[Stretch]:
        p = self.odds.win[0]
        if p == 1:
            return [Stretch("; the attackers cannot lose", self._cite(("10.6", "9.6")))]
        if p == 0:
            return [Stretch("; the attackers cannot win", self._cite(("10.6", "9.6")))]
        return [Stretch(f"; the attackers win {often(p)}")]

    def _city(self) -> list[Stretch]:
        odds = self.odds
        if not self.needed:
            if BOARD.city[self.b.area] and odds.taken:
                return [Stretch(f"; the city is taken {often(odds.taken)}")]
            return []
        clause = self._cite(("7.5.2", "6.52") if BOARD.capital[self.b.area] else ("7.5.7", "6.571"))
        if odds.falls:
            tail = "" if odds.taken == odds.falls else f", and is held {often(odds.taken)} for want of an army"
            return [Stretch(f"; {words.area(self.b.area):falls|fall} {often(odds.falls)}{tail}", clause)]
        most = max((TABLE[r].losses for loser, r, _ in odds.rows if loser == 1), default=-2)
        if most < -1:
            return []
        few = f"{most} at most" if most else "none"
        never = (
            f"; {words.area(self.b.area)} cannot fall, since that takes {self.needed} losses, and {few} can be suffered"
        )
        return [Stretch(never, clause)]

    def _people(self) -> list[Stretch]:
        risky = sorted((h for h in self.odds.heroes.values() if h.dies), key=lambda h: (-h.dies, h.unit))
        out: list[Stretch] = []
        for h in risky[:2]:
            clause = self._cite(("10.8", "9.8"))
            out.append(
                Stretch(f"; {words.unit(pieces.INDEX[h.unit]):is|are} lost {often(h.dies)}", clause if not out else ())
            )
        if len(risky) > 2:
            out.append(
                Stretch(f", and {words.number(len(risky) - 2)} more {'is' if len(risky) == 3 else 'are'} in danger")
            )
        return out

    def _afterwards(self) -> list[Stretch]:
        o = self.odds
        out: list[Stretch] = []
        if o.trapped:
            out.append(Stretch(f"; the losers have no way out {often(o.trapped)}", self._cite(("10.7", "9.7"))))
        if o.tips:
            out.append(Stretch(f"; the world tips {often(o.tips)}", self._cite(("13.4", "12.4"))))
        out += [Stretch(f"; {x.words} {often(x.turns)}", self._cite(("12.1.4", "11.14"))) for x in o.swords]
        return out

    @cached_property
    def sentence(self) -> str:
        return "".join(x.text + (f" ({printed(x.clause)})" if x.clause else "") for x in self.parts)

    def __str__(self) -> str:
        return self.sentence

    # ---- the derivation ---------------------------------------------------------------------------------------------

    @cached_property
    def derivation(self) -> list[Because]:
        out = [self._total(0), self._total(1), self._dice(), self._table()]
        if self.needed:
            out.append(self._wall())
        out += [x for x in (self._losses(), self._escapes(), self._ways(), self._marker()) if x is not None]
        return out

    def _total(self, side: int) -> Because:
        lines = self.lines[side]
        number = sum(x.value for x in lines)
        steps = [Because(words.cap(x.words), f"{x.value:+d}", self._cite(x.clause)) for x in lines]
        idle = [u for u in self.odds.battle.held if u in self.b.units[side]]
        if idle:
            steps.append(Because(f"held back, or casting: {words.units(idle)}", "+0", self._cite(("10.2", "9.2"))))
        if self.odds.draws[side]:
            unseen = f"{_spells(self.odds.draws[side])} nobody can see"
            steps.append(Because(unseen, "?", self._cite(("9.2", "8.2"))))
        return Because(
            f"{SIDE[side]} bring",
            str(number) + (" and more" if self.odds.draws[side] else ""),
            self._cite(("10.4", "9.4")),
            tuple(steps),
        )

    def _dice(self) -> Because:
        ahead = self.odds.ahead
        text = "Each side adds a die; an even total is thrown again"
        if len(ahead) == 1:
            gap = next(iter(ahead))
            lead = f"the attackers are {abs(gap)} {'ahead' if gap >= 0 else 'behind'}" if gap else "both sides are even"
            return Because(f"{text}. Before the dice {lead}", "", self._cite(("10.5", "9.5")))
        steps = tuple(
            Because(f"attackers {abs(g)} {'ahead' if g >= 0 else 'behind'}", percent(p)) for g, p in ahead.items()
        )
        return Because(f"{text}. Before the dice", "", self._cite(("10.5", "9.5")), steps)

    def _table(self) -> Because:
        steps = tuple(
            Because(f"{'attackers' if loser else 'defenders'} win: {TABLE[r].name}", percent(p), exactly=exact(p))
            for loser, r, p in self.odds.rows
        )
        return Because("The results table", "", self._cite(("10.6", "9.6")), steps)

    def _wall(self) -> Because:
        clause = self._cite(("7.5.2", "6.52") if BOARD.capital[self.b.area] else ("7.5.7", "6.571"))
        worth = defenders_worth(self.s, self.b)
        steps = [
            Because("defenders", str(worth)),
            Because("wall", str(self.b.wall)),
            Because("losses that take it", str(self.needed)),
        ]
        if self.s.rules.failed_assault_halves:
            steps.append(
                Because(
                    "when they fall short, half the defenders are lost, rounded up", "", self._cite(("7.5.7", "6.572"))
                )
            )
        falls = self.odds.falls
        return Because("The city falls", percent(falls), clause, tuple(steps), exact(falls))

    def _losses(self) -> Because | None:
        o = self.odds
        steps = []
        for side in (0, 1):
            gone = {u: p for u, p in o.units.items() if p and pieces.INDEX[u] in self.b.units[side]}
            steps += [Because(_name(u), percent(p), exactly=exact(p)) for u, p in gone.items()]
        if not steps:
            return None
        who = " / ".join(dict.fromkeys(p.title for p in o.policies))
        return Because(
            f"Armies and fleets lost, if the loser chooses “{who}”", "", self._cite(("10.7", "9.71")), tuple(steps)
        )

    def _escapes(self) -> Because | None:
        steps = [Because(_name(h.unit), _fate(h)) for h in self.odds.heroes.values() if h.safe != 1]
        return Because("Personalities in danger", "", self._cite(("10.8", "9.8")), tuple(steps)) if steps else None

    def _ways(self) -> Because | None:
        named = {
            "stays": "nobody has to leave",
            "no way out": "no way out: all are lost",
            "nobody left": "nobody is left to go",
        }
        steps = [
            Because(named.get(a) or f"to {words.area(BOARD.index[a])}", percent(p))
            for a, p in self.odds.retreat.items()
        ]
        return Because("The losers retreat", "", self._cite(("10.7", "9.7")), tuple(steps))

    def _marker(self) -> Because | None:
        found = self.odds.balance if self.odds.draws == (0, 0) else {}
        if not found or found == {self.odds.start.balance: 1}:
            return None
        steps = tuple(Because(marker(at), percent(p)) for at, p in found.items())
        return Because("The Balance afterwards", "", self._cite(("13.2", "12.2")), steps)


def printed(clause: tuple[str, ...]) -> str:
    """The number of a clause that names one edition only."""
    return "".join(clause)


def marker(at: int) -> str:
    """Where the Balance stands, in words."""
    return "in the middle" if not at else f"{abs(at)} towards {'Law' if at < 0 else 'Chaos'}"


def whither(h: Hero) -> str:
    """Where somebody who escapes comes to light, behind what is said of him: " to Dhakos", "" where nobody knows."""
    return f" to {words.listed([words.area(BOARD.index[a]) for a in h.where])}" if h.where else ""


def _spells(n: int) -> str:
    return f"{words.number(n)} spell{'' if n == 1 else 's'}"


def _fate(h: Hero) -> str:
    parts = [f"lost {percent(h.dies)}"]
    if h.escapes:
        parts.append(f"escapes {percent(h.escapes)}{whither(h)}")
    if h.joins:
        parts.append(f"goes over to the victor {percent(h.joins)}")
    return ", ".join(parts)


def _name(u: str) -> str:
    i = pieces.INDEX[u]
    if KIND[i] in (HERO, ARTIFACT):
        return pieces.NAMES[i]
    kind, _, of = pieces.NAMES[i].partition(" ")
    return f"{words.cap(kind)} {u.rsplit('-', 1)[1]} {of}" if u[-1].isdigit() else pieces.NAMES[i]
