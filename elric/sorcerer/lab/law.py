"""The exact law of a battle, by the game's own steps: every die of every Bolt and of both attacks, as one tree.

Both attacks of a shared hex are rolled before anything falls [13.0], so what becomes of one side and what becomes of the other are
one event, and its chance is exact. At each throw the tree has a branch for every result that our table gives and for every other
that may have stood in a cell which is ours: so each figure comes with its span (`fills`).
"""

from __future__ import annotations

from collections.abc import Callable, Iterable
from fractions import Fraction
from functools import cached_property, partial
from typing import Final, NamedTuple

from elric.kernel import running
from elric.kernel.chance import Chance, enumerate_chance
from elric.kernel.context import Context
from elric.kernel.steps import Action
from elric.lab.chances import tally
from elric.sorcerer.combat.attrition import waste
from elric.sorcerer.combat.joint import can_attack, clash_in, fade, fall
from elric.sorcerer.combat.losses import befall, strike
from elric.sorcerer.combat.strength import Clash, default_lead, sorcerers
from elric.sorcerer.components.colors import GRAY, WHITE
from elric.sorcerer.components.table import column
from elric.sorcerer.components.units import HUMAN, KIND, SORCERER
from elric.sorcerer.lab.battle import Battle, JoinedBolt, Seal
from elric.sorcerer.lab.fills import Face, faces, results
from elric.sorcerer.lab.worth import PINNED, step_costs, worth
from elric.sorcerer.magic.bolts import odds
from elric.sorcerer.position.state import State, force

DRAWN: Final = Fraction(1, 3)  # two of six markers: that a color is among them [11.0]
ZERO, ONE = Fraction(0), Fraction(1)


class Ending(NamedTuple):
    """What has become of those who fought: the steps that each has left, in the order of `Law.units`; who is pinned, as bits."""

    steps: tuple[int, ...]
    pinned: int


class Throw(NamedTuple):
    """A die is thrown in a column: what its sides give, and what follows each result."""

    faces: tuple[Face, ...]
    then: dict[int, Node]


class Mix(NamedTuple):
    """Chance without a table: shares, and what follows."""

    parts: tuple[tuple[Fraction, Node], ...]


Node = Ending | Throw | Mix
Event = Callable[[Ending], bool]
Span = tuple[Fraction, Fraction]


def given_up(s: State) -> Action:
    """What the owner gives up where he may choose [13.6]: the step that costs him least."""
    able: list[Action] = running.legal(s)
    return min(able, key=lambda a: (step_costs(s, a.args[0]), a.args[0]))


def after_falling(s: State, deed: Callable[[State, Context], None], chance: Chance | None = None) -> State:
    """A copy of a position after something has fallen on it, all losses dealt out."""
    t = s.copy()
    cx = Context(chance, None)  # type: ignore[arg-type]
    deed(t, cx)
    running.settle(t, cx)
    while t.agenda:
        running.apply(t, given_up(t), cx)
    return t


class Law:
    """Everything that may come of a battle, exactly.

    Args:
        battle: what is fought; it is not changed.

    Attributes:
        units: those who take part, attackers first.
        tree: the throws, one after the other.
    """

    def __init__(self, battle: Battle) -> None:
        self.battle = battle
        self.units = battle.attackers + battle.defenders
        self._place = {u: k for k, u in enumerate(self.units)}
        self._seen: dict[tuple[int, ...], Node] = {}
        self._stages: list[Callable[[State, int], Node]] = [
            partial(self._seal, one) if isinstance(one, Seal) else partial(self._volley, one) for one in battle.volleys
        ]
        if battle.worn:
            self._stages.append(self._attrition)
        if battle.attackers:
            self._stages.append(self._meet)
        self.tree = self._walk(battle.state, 0)

    # ---- the tree

    def _walk(self, s: State, stage: int) -> Node:
        key = stage, s.depleted, s.pinned, s.struck, *(s.place[u] for u in self.units)
        if key not in self._seen:
            self._seen[key] = self._stages[stage](s, stage + 1) if stage < len(self._stages) else self._ending(s)
        return self._seen[key]

    def _ending(self, s: State) -> Ending:
        steps = tuple(0 if s.place[u] < 0 else 1 if s.depleted >> u & 1 else 2 for u in self.units)
        return Ending(steps, sum(1 << k for k, u in enumerate(self.units) if s.pinned >> u & 1 and s.place[u] >= 0))

    def _volley(self, volley: JoinedBolt, s: State, stage: int) -> Node:
        b = self.battle
        if not force(s, b.other, b.hex):
            return self._walk(s, stage)
        lead = self._lead(s, b.other)
        met = odds(s, b.other, b.hex, volley.color, volley.throwers, lead)

        def struck(result: int) -> Node:
            by = (b.side,) if result > 0 else ()
            return self._walk(after_falling(s, lambda t, cx: strike(t, b.other, b.hex, result, lead, by, cx)), stage)

        return _throw(met, struck)

    def _seal(self, seal: Seal, s: State, stage: int) -> Node:
        """A Seal or a spell strikes one Sorcerer, two steps too."""
        there = sorcerers(s, self.battle.other, self.battle.hex)
        if not there:
            return self._walk(s, stage)
        which = column(seal.differential, seal.line)
        then = {r: self._walk(after_falling(s, partial(_befallen, there[0], r)), stage) for r in results(which)}
        return Throw(faces(which), then)

    def _lead(self, s: State, side: int) -> int:
        there = sorcerers(s, side, self.battle.hex)
        return next((u for u in self.battle.leads if u in there), default_lead(s, there))

    def _attrition(self, s: State, stage: int) -> Node:
        """Attrition passes [11.0]; Sorcerers and fortresses may be struck again in the phase after it."""
        ground = s.ground[self.battle.hex]
        t = s.copy()
        t.struck = 0
        colors = () if ground == WHITE else (ground,)
        if ground == GRAY:
            return self._walk(t, stage)
        share = ONE if ground == WHITE else DRAWN
        tried = enumerate_chance(lambda chance: after_falling(t, lambda x, cx: waste(x, colors, cx), chance))
        parts = [(p * share, self._walk(after, stage)) for p, _, after in tried]
        if share < 1:
            parts.append((1 - share, self._walk(t, stage)))
        return Mix(tuple(parts))

    def _meet(self, s: State, stage: int) -> Node:
        """The joint combat phase in this hex: both attack, or one of them [13.0]."""
        b = self.battle
        t = after_falling(s, fade)
        t.struck = 0
        pairs = [(b.side, b.other), *([(b.other, b.side)] if b.answers else [])]
        attacks = [(one, b.hex, two) for one, two in pairs if self._attacks(t, one, two)]
        return self._roll(t, attacks, [], stage)

    def _attacks(self, s: State, side: int, other: int) -> bool:
        if not force(s, other, self.battle.hex) or not can_attack(s, side, self.battle.hex):
            return False
        if side and s.scenario.alone and s.scenario.story != "tour":  # the Tide attacks humans only [17.26]
            return any(KIND[u] in (SORCERER, HUMAN) for u in force(s, other, self.battle.hex))
        return True

    def _roll(
        self, s: State, attacks: list[tuple[int, int, int]], rolled: list[tuple[int, int, int, int]], stage: int
    ) -> Node:
        if not attacks:
            t = after_falling(s, lambda x, cx: fall(x, self.battle.leads, rolled, cx))
            return self._walk(after_falling(t, fade), stage)
        (side, h, other), *rest = attacks
        met = clash_in(s, side, h, other, self.battle.leads)
        return _throw(met, lambda result: self._roll(s, rest, [*rolled, (side, h, other, result)], stage))

    # ---- asking it

    def chance(self, event: Event) -> Fraction:
        """The chance of an event, by our table."""
        return _value(self.tree, event, _ours, {})

    def span(self, event: Event) -> Span:
        """The lowest and the highest that this chance can be, each cell that is ours within its bounds."""
        return _value(self.tree, event, _least, {}), _value(self.tree, event, _most, {})

    @cached_property
    def endings(self) -> dict[Ending, Fraction]:
        """Everything that may come of it by our table, with its chance."""
        return _endings(self.tree, {})

    @cached_property
    def ever(self) -> tuple[Ending, ...]:
        """Everything that may come of it by any table within the bounds."""
        return tuple(dict.fromkeys(node for node in self._seen.values() if isinstance(node, Ending)))

    def steps(self, ending: Ending, unit: int) -> int:
        """The steps that a counter has left."""
        return ending.steps[self._place[unit]]

    def pinned(self, ending: Ending, side: int) -> bool:
        """Whether somebody of a side is pinned."""
        return any(ending.pinned >> self._place[u] & 1 for u in self._of(side))

    def hurt(self, ending: Ending, side: int) -> bool:
        """Whether a side has lost a step."""
        was = self.battle.state.depleted
        return any(self.steps(ending, u) < (1 if was >> u & 1 else 2) for u in self._of(side))

    def gone(self, ending: Ending, side: int) -> bool:
        """Whether nobody of a side is left."""
        return not any(self.steps(ending, u) for u in self._of(side))

    def struck(self, side: int) -> Fraction:
        """The chance that a side loses a step or more."""
        return self.chance(lambda ending: self.hurt(ending, side))

    def _of(self, side: int) -> tuple[int, ...]:
        return self.battle.attackers if side == self.battle.side else self.battle.defenders

    def lost(self, side: int) -> Fraction:
        """What a side can expect to lose, by what its counters are worth (`worth`), pins counted."""
        s, mine = self.battle.state, self._of(side)
        before = sum(worth(s, u) for u in mine)
        total = ZERO
        for ending, p in self.endings.items():
            left = sum(worth(s, u, self.steps(ending, u)) for u in mine)
            pin = PINNED * left if self.pinned(ending, side) else 0.0
            total += p * Fraction(before - left + pin).limit_denominator(10_000)
        return total

    @cached_property
    def gain(self) -> Fraction:
        """What the attacker can expect to win on balance, by the same measure."""
        return self.lost(self.battle.other) - self.lost(self.battle.side)


def _befallen(unit: int, result: int, s: State, cx: Context) -> None:
    befall(s, unit, result, cx)


def _throw(met: Clash, then: Callable[[int], Node]) -> Throw:
    which = column(met.differential, met.line)
    return Throw(faces(which), {result: then(result) for result in results(which)})


def _ours(face: Face, values: dict[int, Fraction]) -> Fraction:
    return values[face.result]


def _least(face: Face, values: dict[int, Fraction]) -> Fraction:
    return min(values[result] for result in face.may_be)


def _most(face: Face, values: dict[int, Fraction]) -> Fraction:
    return max(values[result] for result in face.may_be)


def _value(
    node: Node, event: Event, pick: Callable[[Face, dict[int, Fraction]], Fraction], known: dict[int, Fraction]
) -> Fraction:
    if isinstance(node, Ending):
        return ONE if event(node) else ZERO
    if id(node) not in known:
        if isinstance(node, Mix):
            known[id(node)] = sum((p * _value(then, event, pick, known) for p, then in node.parts), ZERO)
        else:
            values = {result: _value(then, event, pick, known) for result, then in node.then.items()}
            known[id(node)] = sum((pick(face, values) for face in node.faces), ZERO) / len(node.faces)
    return known[id(node)]


def _endings(node: Node, known: dict[int, dict[Ending, Fraction]]) -> dict[Ending, Fraction]:
    if isinstance(node, Ending):
        return {node: ONE}
    if id(node) not in known:
        if isinstance(node, Mix):
            parts: Iterable[tuple[Fraction, Node]] = node.parts
        else:
            parts = [(Fraction(1, len(node.faces)), node.then[face.result]) for face in node.faces]
        known[id(node)] = tally(
            (ending, share * p) for share, then in parts for ending, p in _endings(then, known).items()
        )
    return known[id(node)]


__all__ = ["DRAWN", "Ending", "Law", "Span", "after_falling", "given_up"]
