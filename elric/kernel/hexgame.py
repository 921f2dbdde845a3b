"""What games of counters in stacks on a board of hexes have in common, so that a new one need not write it.

It reads and writes positions, shows each seat what it may see, deals the rest anew, and finds what cannot be. A game overrides
what is otherwise with it, and may leave this class behind when its state becomes one of its own.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from typing import Any, ClassVar

from .chance import Chance
from .clauses import Ruleset
from .definition import GameDef
from .errors import PositionError
from .faults import Faults, scenario_and_rules
from .hexes import Hexes
from .notation import Notation, ObjectKind
from .sealed import deal_sealed, sealed_view
from .state import PlainState
from .steps import Step

NOWHERE = -1


class StackState(PlainState):
    """A position of counters in stacks.

    Attributes:
        piles: the counters of each hex that has any, the top one first.
    """

    def __init__(self, scenario: Any, rules: Ruleset) -> None:
        super().__init__(scenario, rules)
        self.piles: dict[int, tuple[int, ...]] = {}

    def hex_of(self, unit: int) -> int:
        """Where a counter stands; `NOWHERE` where it is not on the board."""
        return next((h for h, pile in self.piles.items() if unit in pile), NOWHERE)


class HexGame(GameDef):
    """A game of counters in stacks on hexes.

    Attributes:
        board: the hexes.
        counters: the names of all counters, by number.  owners: the seat of each as it is printed, -1 for nobody's.
        sides: what the seats are called.
        verbs: they take "hex" and "unit", and what stands in `kinds`.
        starts: the step with which each phase begins, as in `phases`.
        turns: the last game-turn, 0 where there is none.
        deepest: how many counters may lie in a stack; 0 for any number.
        shared: whether counters of several sides may stand in one hex.
        state: the class of its positions.
    """

    board: ClassVar[Hexes]
    counters: ClassVar[Sequence[str]]
    owners: ClassVar[Sequence[int]]
    sides: ClassVar[Sequence[str]] = ()
    kinds: ClassVar[Mapping[str, ObjectKind]] = {}
    starts: ClassVar[Sequence[Step]]
    turns: ClassVar[int] = 0
    deepest: ClassVar[int] = 0
    shared: ClassVar[bool] = False
    state: ClassVar[type[StackState]] = StackState

    def __init_subclass__(cls) -> None:
        super().__init_subclass__()
        if "verbs" in cls.__dict__:
            kinds = {
                "hex": ObjectKind("hex", cls.board.names),
                "unit": ObjectKind("counter", cls.counters),
                **cls.kinds,
            }
            cls.notation = Notation(cls.verbs, kinds)

    # ---- what a position says ---------------------------------------------------------------------------------------

    def owner(self, state: Any, h: int) -> int:
        """Whose stack stands in a hex, in a shared one whose counter lies on top; -1 for nobody's, and where none stands."""
        return self.seat_of(state, state.piles[h][0]) if h in state.piles else -1

    def seat_of(self, state: Any, u: int) -> int:
        """Whose a counter is; -1 for nobody's. A game in which counters change sides, or belong to whoever plays their colour,
        overrides it."""
        return self.owners[u]

    def stacks_of(self, state: Any, seat: int) -> list[int]:
        """The hexes where counters of a seat stand."""
        return [h for h in sorted(state.piles) if any(self.seat_of(state, u) == seat for u in state.piles[h])]

    def zone(self, state: Any, seat: int) -> int:
        """Every hex beside a stack of a seat, as bits."""
        found = 0
        for h in self.stacks_of(state, seat):
            found |= self.board.around[h]
        return found

    # ---- positions as plain data ------------------------------------------------------------------------------------

    def new_state(self, scenario: Any, rules: Ruleset) -> Any:
        return self.build({"scenario": scenario.key, "rules": rules, "stacks": scenario.stacks})

    def build(self, position: Mapping[str, Any]) -> Any:
        """A state from plain data.

        Raises:
            PositionError: with every fault.
        """
        wrong = Faults()
        table = wrong.table("position", position)
        wrong.keys("", table, ("scenario", "rules", "turn", "phase", "player", "stacks"))
        scenario, rules = scenario_and_rules(wrong, table, self.scenarios(), self.ruleset, self.edition)
        s = self.state(scenario, rules)
        s.turn = wrong.whole("turn", table.get("turn", 1), 1, self.turns or 9999, 1)
        s.player = s.seat = wrong.whole("player", table.get("player", 0), 0, scenario.seats - 1, 0)
        phases = {name: k for k, name in enumerate(self.phases)}
        s.phase = max(0, wrong.name("phase", table.get("phase", self.phases[0]), phases))
        s.agenda = ((self.starts[s.phase],),)
        hexes, units = ({name: k for k, name in enumerate(names)} for names in (self.board.names, self.counters))
        s.piles = wrong.stacks("stacks", table.get("stacks", {}), hexes, units)
        if faults := [*wrong.found, *self.broken(s)]:
            raise PositionError(faults)
        return s

    def describe(self, state: Any) -> dict[str, Any]:
        """The position at the beginning of its phase: what is under way in it is left out."""
        return {
            "scenario": state.scenario.key,
            "rules": state.rules.name,
            "turn": state.turn,
            "phase": self.phases[state.phase],
            "player": state.player,
            "stacks": {self.board.names[h]: [self.counters[u] for u in pile] for h, pile in state.piles.items()},
        }

    def broken(self, state: Any) -> list[str]:
        found = []
        there = [u for pile in state.piles.values() for u in pile]
        if len(there) != len(set(there)):
            found.append("a counter stands in two places")
        for h, pile in state.piles.items():
            if not pile or (self.deepest and len(pile) > self.deepest):
                found.append(f"a stack of {len(pile)} in {self.board.names[h]}")
            if len({self.seat_of(state, u) for u in pile}) > 1 and not self.shared:
                found.append(f"counters of two sides in {self.board.names[h]}")
        return found

    # ---- who sees what ----------------------------------------------------------------------------------------------

    def sees(self, state: Any, u: int, h: int, seat: int | None) -> bool:
        """Whether a seat sees the face of a counter that lies in a hex. By default everything lies open."""
        return True

    def view(self, state: Any, seat: int | None) -> dict[str, Any]:
        sealed = sealed_view(state, seat)
        if sealed and sealed["own"]:
            sealed["own"] = self.notation.text(sealed["own"])
        stacks = {
            self.board.names[h]: {
                "owner": self.owner(state, h),
                "counters": [self.counters[u] if self.sees(state, u, h, seat) else None for u in pile],
                "owners": [self.seat_of(state, u) for u in pile],
            }
            for h, pile in state.piles.items()
        }
        return {
            "scenario": state.scenario.key,
            "turn": state.turn,
            "turns": self.turns,
            "phase": self.phases[state.phase],
            "player": state.player,
            "seat": state.seat if state.seat >= 0 else None,
            "stacks": stacks,
            "sealed": sealed,
            "outcome": self.outcome(state),
        }

    def unseen(self, state: Any, owner: int, seat: int | None) -> list[int]:
        """The counters of a side that may lie in the places that a seat does not see: by default those that do lie there. A game
        that tells nobody which counter was lost there has the lost ones among them."""
        return sorted(
            u
            for h, pile in state.piles.items()
            for u in pile
            if self.seat_of(state, u) == owner and not self.sees(state, u, h, seat)
        )

    def resample(self, state: Any, seat: int | None, chance: Chance) -> Any:
        """A position that this seat cannot tell from the real one: counters whose faces it does not see are dealt anew among
        their places, and so are choices that are sealed from it."""
        dealt = state.copy()
        sides = {self.seat_of(state, u) for pile in state.piles.values() for u in pile}
        hidden = {owner: self.unseen(state, owner, seat) for owner in sorted(sides)}
        for h, pile in state.piles.items():
            rest = [hidden[self.seat_of(state, u)] for u in pile]
            dealt.piles[h] = tuple(
                u if self.sees(state, u, h, seat) else left.pop(chance.pick(len(left)))
                for u, left in zip(pile, rest, strict=True)
            )
        deal_sealed(dealt, seat, chance)
        return dealt

    # ---- the end, and words ---------------------------------------------------------------------------------------------

    def end(self, state: Any, winner: int, how: str) -> None:
        """The game is over; `winner`: a seat, below 0 for nobody."""
        words = "Nobody wins." if winner < 0 else f"{self.names(state.scenario, ())[winner]} wins."
        state.outcome = (winner, how, self.victory, words)

    def names(self, scenario: Any, events: Iterable[Mapping[str, Any]]) -> dict[int, str]:
        return dict(enumerate(self.sides[: scenario.seats])) if self.sides else super().names(scenario, events)


__all__ = ["NOWHERE", "HexGame", "StackState"]
