"""A battle to ask questions of: `Battle(attack=..., defend=..., place=...)`, or one that could happen on a board."""

from __future__ import annotations

from collections.abc import Mapping
from functools import cached_property
from typing import Any

from elric.lab.form import Problem
from elric.young_kingdoms.components import law, pieces
from elric.young_kingdoms.components.board import BOARD
from elric.young_kingdoms.lab import picture
from elric.young_kingdoms.lab import spec as notation
from elric.young_kingdoms.lab.chart import Chart, chart
from elric.young_kingdoms.lab.compare import Comparison
from elric.young_kingdoms.lab.odds import Odds
from elric.young_kingdoms.lab.policy import POLICIES, PolicyError, policy
from elric.young_kingdoms.lab.reckon import ReckonError, reckon
from elric.young_kingdoms.lab.setting import Setting
from elric.young_kingdoms.lab.siege import Siege
from elric.young_kingdoms.lab.spec import BattleError, Spec
from elric.young_kingdoms.lab.story import Story
from elric.young_kingdoms.lab.suggest import Change, changes
from elric.young_kingdoms.lab.sweep import Cell, sweep
from elric.young_kingdoms.position import words
from elric.young_kingdoms.position.state import State

Names = str | list[str] | tuple[str, ...]


class Battle:
    """One battle, set up and ready. It never changes: `but` gives another.

    Args:
        attack, defend: pieces by id, as a list or a text ("yishana, jharkor-army*5").
        place: an area ("dharijor_sequaloris") or a kind of place ("open", "unwalled", "walled", "capital", "nadsokor",
            "imrryr", "sea", "wilderness").
        edition: an edition, one with changes ("avalon-hill, wall_damage=difference"), or a mapping.
        more: any other part of a `Spec`: held, cast, conjure, unseen, hands, maintained, gone, aboard, neutral, sortie,
            landing, port, balance, tipped, policy.

    Raises:
        BattleError: with every reason why this battle cannot be.

    >>> b = Battle("yishana, jharkor-army*5", "sarosto, dharijor-army*3", "dharijor_sequaloris")
    >>> b.odds().win[0]
    Fraction(1, 2)
    """

    def __init__(
        self,
        attack: Names = (),
        defend: Names = (),
        place: str = "open",
        edition: str | Mapping[str, object] = "avalon-hill",
        **more: Any,
    ) -> None:
        values = {"attack": attack, "defend": defend, "place": place, "edition": edition, **more}
        self._set(notation.read_values(values), None)

    @classmethod
    def of(cls, spec: Spec, around: State | None = None) -> Battle:
        """A battle from its spec, in the position around it (who else stands where) if there is one."""
        b = cls.__new__(cls)
        b._set(spec, around)
        return b

    @classmethod
    def parse(cls, text: str) -> Battle:
        """A battle from its text or link (see `Spec`).

        Raises:
            BattleError: with every line and every part that cannot be.
        """
        return cls.of(notation.parse(text))

    def _set(self, spec: Spec, around: State | None) -> None:
        problems: list[Problem] = []
        for key in spec.policy:
            try:
                policy(key)
            except PolicyError as e:
                problems.append(notation.problem("policy", key, str(e)))
        if spec.port not in ("armies", "ships"):
            problems.append(
                notation.problem("port", spec.port, f"A port is met with armies or with ships, not “{spec.port}”.")
            )
        setting = Setting(spec, around)
        problems += setting.problems
        if problems or setting.state is None:
            raise BattleError(problems, setting.edition)
        self.spec = spec
        self.around = around
        self.area = setting.area
        self.start: State = setting.state

    def but(self, **changes: Any) -> Battle:
        """The same battle with changes: `b.but(cast={"ohada": "arkyn"}, edition="chaosium")`.

        Raises:
            BattleError: when the changed battle cannot be.
        """
        read = {k: notation.read_value(k, v) for k, v in changes.items()}
        return Battle.of(self.spec.but(**read), self.around)

    # ---- asking -----------------------------------------------------------------------------------------------------

    @cached_property
    def _odds(self) -> Odds:
        a, d = (policy(k) for k in self.spec.policy)
        try:
            return reckon(self.start, (a, d), self.spec.unseen)
        except ReckonError as e:
            raise BattleError([notation.problem("place", self.spec.place, str(e))], self.edition) from None

    def odds(self) -> Odds:
        """The exact odds. Worked out once."""
        return self._odds

    def story(self) -> Story:
        """The odds in words: one sentence, and the derivation below it."""
        return Story(self)

    def compare(self, other: Battle) -> Comparison:
        """This battle beside another, with the difference in words."""
        return Comparison(self, other)

    def changes(self, side: int = 0, most: int = 5) -> list[Change]:
        """What one change would help this side most, best first: spells in hand, units near, whom to hold back."""
        return changes(self, side, most)

    def siege(self, turns: int = 10) -> Siege:
        """The same assault turn after turn: the chance that the city has fallen by each turn."""
        return Siege(self, turns)

    def sweep(self, attack: range | None = None, defend: range | None = None) -> dict[tuple[int, int], Cell]:
        """The chance that the attacker wins by strength of both sides (see `sweep.sweep`)."""
        return sweep(self, attack, defend)

    # ---- saying -----------------------------------------------------------------------------------------------------

    @property
    def edition(self) -> str:
        """The edition whose clause numbers are given."""
        return self.start.rules.edition

    @property
    def title(self) -> str:
        """What this battle is called: "Yishana and five armies of Jharkor attack Sequaloris"."""
        held = {pieces.INDEX[u] for u in self.spec.held}
        units = [u for u in self.start.battle.units[0] if u not in held]
        who = words.units(units)
        where = words.area(self.area)
        theirs = [u for u in self.start.battle.units[1] if pieces.KIND[u] != pieces.ARTIFACT]
        whom = where if BOARD.city[self.area] or not theirs else f"{words.units(theirs)} {words.inside(self.area)}"
        if self.spec.landing:
            whom += f" from {words.area(BOARD.index[self.spec.landing])}"
        return words.cap(f"{who:breaks|break} out of {whom}" if self.spec.sortie else f"{who:attacks|attack} {whom}")

    def text(self) -> str:
        """The battle as lines of text; `Battle.parse` reads them back."""
        return self.spec.but(place=BOARD.ids[self.area]).text()

    def link(self) -> str:
        """The battle as the query of an address."""
        return self.spec.but(place=BOARD.ids[self.area]).link()

    def to_dict(self) -> dict[str, Any]:
        """Battle, odds and story as JSON-able data."""
        return {
            "battle": self.text(),
            "title": self.title,
            "story": self.story().sentence,
            "odds": self.odds().to_dict(),
        }

    def cite(self, clause: tuple[str, ...]) -> str:
        """The number of a clause in this battle's edition."""
        return law.cite(clause, self.edition)

    def __repr__(self) -> str:
        p = self.odds().win[0]
        return f"<Battle: {self.title}; {float(100 * p):.1f}% ({p})>"

    def _repr_mimebundle_(self, include: Any = None, exclude: Any = None) -> dict[str, str]:
        return {"text/plain": repr(self), "text/html": picture.page(self)}

    def chart(self) -> Chart:
        """The distribution as a Vega-Lite chart, which JupyterLab and Voilà draw by themselves (see `chart`)."""
        return chart(self)


__all__ = ["POLICIES", "Battle", "BattleError", "Problem", "Spec"]
