"""What a game tells of itself without changing: whose turn it is, what a seat may see, where everything stands."""

from __future__ import annotations

from typing import Any, ClassVar

from . import running
from .clauses import Ruleset
from .definition import GameDef
from .errors import SeatError
from .native import mypyc_attr


@mypyc_attr(allow_interpreted_subclasses=True)
class Looking:
    """The half of `Game` that only looks."""

    definition: ClassVar[GameDef]
    state: Any

    @property
    def scenario(self) -> Any:
        """The scenario being played."""
        return self.state.scenario

    @property
    def rules(self) -> Ruleset:
        """The rules in force."""
        rules: Ruleset = self.state.rules
        return rules

    @property
    def turn(self) -> int:
        """Game-turn, from 1; 0 while setting up."""
        turn: int = self.state.turn
        return turn

    @property
    def phase(self) -> str:
        """Name of the phase: "setup", "movement" ... "over"."""
        return str(self.definition.phases[self.state.phase])

    @property
    def player(self) -> int:
        """The seat whose player-turn it is."""
        player: int = self.state.player
        return player

    @property
    def seat(self) -> int | None:
        """The seat that decides now; None when the game is over. Where several may decide, the one asked first."""
        return self.state.seat if self.state.seat >= 0 else None

    @property
    def waiting(self) -> tuple[int, ...]:
        """Every seat that may decide now: several where they choose at the same time, none when the game is over."""
        return running.waiting(self.state)

    @property
    def step(self) -> str:
        """Name of the decision that waits: "movement", "stack", "losses" ..."""
        return running.step_name(self.state)

    @property
    def heading(self) -> str:
        """Where the game stands, as a record writes it above the actions: the turn, whose it is, the phase."""
        return self.definition.heading(self.state)

    def broken(self) -> list[str]:
        """What cannot be in the position, in words; empty for one that stands."""
        return self.definition.broken(self.state)

    @property
    def outcome(self) -> Any:
        """None, or winner (seat or None), how, clause, words."""
        return self.definition.outcome(self.state)

    def view(self, seat: object = None) -> Any:
        """What a seat may see (None: what anybody may see). JSON-able.

        Raises:
            SeatError: no such seat.
        """
        return self.definition.view(self.state, None if seat is None else self.check_seat(seat))

    def position(self) -> dict[str, Any]:
        """The position as plain data: `Game.at(g.position())` stands where this game does, in the middle of a battle too.

        It is the referee's view, with all that is hidden. What a seat may know is `view(seat)`; a position that a seat
        cannot tell from the real one is `resampled(seat, seed).position()`.
        """
        return self.definition.describe(self.state)

    def __repr__(self) -> str:
        """Which game this is and where it stands: nothing that a seat may not see."""
        told = f"{self.definition.key}, {self.scenario.title} ({self.rules.edition}): {self.heading}"
        end = self.outcome
        if end is not None:
            return f"<Game {told}; over: {end['words']}>"
        return f"<Game {told}; seat {self.seat} decides>"

    def _repr_svg_(self) -> str | None:
        """The map as an onlooker sees it, for a notebook; None where there is nothing drawn."""
        return self.definition.picture(self.view())

    def _repr_html_(self) -> str | None:
        """The map with its description below, for a notebook."""
        return self.definition.picture_html(self.view())

    def check_seat(self, seat: object) -> int:
        """The seat, if it is one of the game's seats.

        Raises:
            SeatError: it is not; says which there are.
        """
        seats = self.scenario.seats
        if not isinstance(seat, int) or isinstance(seat, bool) or not 0 <= seat < seats:
            known = " and ".join(filter(None, (", ".join(map(str, range(seats - 1))), str(seats - 1))))
            raise SeatError(
                f"there is no seat {seat!r}; this game has seat{'s' if seats > 1 else ''} {known}, and None for an onlooker"
            )
        return seat
