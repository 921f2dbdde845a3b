"""A battle of Elric's as the house's what-if room asks about it (`lab.definition.Fight`). The rich answers are `Battle`'s own."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from fractions import Fraction
from functools import cached_property
from typing import Final

from elric.lab.definition import Answer, Compared, Fight, Helped, Picture, Row
from elric.lab.say import percent, points
from elric.young_kingdoms.combat.battle import TABLE
from elric.young_kingdoms.components import law, pieces
from elric.young_kingdoms.components.board import BOARD
from elric.young_kingdoms.lab import picture
from elric.young_kingdoms.lab.battle import Battle
from elric.young_kingdoms.lab.odds import Hero
from elric.young_kingdoms.lab.spec import Spec
from elric.young_kingdoms.lab.story import whither
from elric.young_kingdoms.position import words
from elric.young_kingdoms.position.state import NEUTRAL

__all__ = ["Asked"]

_WINNER: Final = ("the defenders win", "the attackers win")
_SIEGE: Final = 10  # turns of a siege that are shown


class Asked(Fight):
    """A battle as any game's lab shows one."""

    def __init__(self, battle: Battle) -> None:
        self.battle = battle
        self.areas = (BOARD.ids[battle.area],)
        self.edition = battle.edition

    @property
    def title(self) -> str:
        return self.battle.title

    @property
    def text(self) -> str:
        return self.battle.text()

    @property
    def entry(self) -> Spec:
        return self.battle.spec

    @cached_property
    def question(self) -> str:  # type: ignore[override]
        spec, where = self.battle.spec, words.area(self.battle.area)
        if spec.sortie:
            return f"What if they break out of {where}?"
        sea = f" from {words.area(BOARD.index[spec.landing])}" if spec.landing else ""
        return f"What if {where} is attacked{sea}?"

    @cached_property
    def seats(self) -> tuple[int | None, int | None] | None:  # type: ignore[override]
        spec, around = self.battle.spec, self.battle.around
        if around is None:
            return None
        owners = [
            next((around.owner[pieces.INDEX[u]] for u in side if u in pieces.INDEX), NEUTRAL)
            for side in (spec.attack, spec.defend)
        ]
        attackers, defenders = (seat if seat < NEUTRAL else None for seat in owners)
        return (attackers, defenders) if attackers is not None and attackers != defenders else None

    # ---- the answer

    @cached_property
    def _answer(self) -> Answer:
        odds, story = self.battle.odds(), self.battle.story()
        rows = tuple(
            Row(f"{_WINNER[loser]}: {TABLE[row].name}", chance, 1 if loser else -1) for loser, row, chance in odds.rows
        )
        because, told = tuple(story.derivation), tuple(story.parts)
        return Answer(story.sentence, rows, because, tuple(odds.notes), told, tuple(self._bars()))

    def answer(self) -> Answer:
        return self._answer

    def _bars(self) -> list[Row]:
        """Who wins, the city, each hero in danger, the retreat, the swords; on a board also nations without a leader."""
        o, area = self.battle.odds(), words.area(self.battle.area)
        out = [Row(_WINNER[1], o.win[0], 1, True), Row(_WINNER[0], o.win[1], 0, True)]
        if self._city:
            out.append(Row(f"{area:falls|fall}", o.falls, 0, True))
        if o.taken != o.falls:
            out.append(Row(f"{area:is|are} taken and held", o.taken))
        out += [Row(_fate(h), h.dies, -1) for h in o.heroes.values() if h.safe != 1]
        if o.trapped:
            out.append(Row("the losers have no way out", o.trapped, -1))
        out += [Row(sword.words, sword.turns, -1) for sword in o.swords]
        for n, p in o.nations.items() if self.battle.around is not None else ():
            out.append(Row(f"{words.nation(pieces.NATION_INDEX[n]):loses its|lose their} last leader", p, -1))
        for u, p in (o.ambush.lost if o.ambush else {}).items():
            out.append(Row(f"{words.unit(u):is|are} lost to a random attack on the retreat", p, -1))
        if o.tips:
            out.append(Row("the world tips", o.tips, -1))
        return out

    @property
    def _city(self) -> bool:
        """Whether there is a city to fall."""
        fought = self.battle.odds().battle
        return bool(fought.wall or fought.base)

    def glance(self) -> Sequence[tuple[Fraction, str]]:
        odds = self.battle.odds()
        falls = [(odds.falls, f"{words.area(self.battle.area):falls|fall}")] if self._city else []
        return [(odds.win[0], "attackers win"), *falls]

    def pictures(self, tab: str) -> Sequence[Picture]:
        odds = self.battle.odds()
        if tab == "heat":
            cells = self.battle.sweep()
            maps = [picture.heat(cells), *([picture.heat(cells, city=True)] if self._city else [])]
            return [Picture("With more or less strength", picture.beside(maps))]
        if tab == "siege":
            siege = self.battle.siege(_SIEGE)
            return [Picture("The same assault every turn", picture.siege(siege), ("10.9.4", "9.94"), siege.sentence)]
        if tab == "":
            return [Picture("How it can end", picture.chart(odds) + picture.folded_table(odds))]
        return ()

    # ---- changed

    def variants(self) -> Sequence[Asked]:
        return [Asked(change.battle) for side in (0, 1) for change in self.battle.changes(side)]

    def helps(self, side: int) -> Sequence[Helped]:
        out = []
        for c in self.battle.changes(side):
            gains = [f"victory {points(c.win)}"] if c.win else []
            if c.city:
                gains.append(f"the fall of the city {points(c.city if side == 0 else -c.city)}")
            if c.spared > 0 and not gains:
                gains.append(f"{float(c.spared):.2f} of combat value saved on average")
            out.append(Helped(c.words[:1].upper() + c.words[1:], "; ".join(gains), Asked(c.battle)))
        return out

    def compare(self, other: Fight) -> Compared:
        assert isinstance(other, Asked)
        found = self.battle.compare(other.battle)
        rows = [(row.what, row.one, row.two, 1) for row in found.rows]
        lost = zip(("attackers", "defenders"), *found.lasting, strict=True)
        lasting = [(f"{side} lose for good, on average", one, two) for side, one, two in lost]
        return Compared(found.sentence, rows, lasting)

    def otherwise(self) -> tuple[str, Callable[[], Spec]]:
        other = next(edition for edition in law.EDITIONS if edition != self.edition)
        title = law.TITLES[other].rsplit(" ", 1)[0]
        return f"By {title} rules", lambda: self.battle.spec.but(edition=other)

    def csv(self) -> str:
        return self.battle.odds().to_csv()


def _fate(h: Hero) -> str:
    text = f"{words.unit(pieces.INDEX[h.unit]):is|are} lost"
    if h.escapes:
        text += f"; away {percent(h.escapes)}{whither(h)}"
    if h.joins:
        text += f"; over to the victor {percent(h.joins)}"
    return text
