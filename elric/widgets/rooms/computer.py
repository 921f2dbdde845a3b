"""The seats at a table that a computer plays: who they are, what they think about, and when they act. No widgets in here.

Thinking goes in slices, so that the page answers in between; an act of a computer's is kept like a person's before it is
shown. What it says is for everybody at the table: a player's own reasons may name what it holds hidden, and stay here.
"""

from __future__ import annotations

import json
import time
from collections.abc import Collection, Iterator, Mapping
from typing import TYPE_CHECKING, Any, Final, NamedTuple, Protocol

from elric import games
from elric.kernel.game import Game
from elric.kernel.steps import Action
from elric.opponents.definition import Opponent, Plan
from elric.opponents.players import PLAYERS, Captain, opponent
from elric.opponents.playing import sight
from elric.widgets.rooms.thinking import Turns

if TYPE_CHECKING:
    from elric.widgets.definition import TableDef

__all__ = ["Computer", "ComputerReason"]

PACES: Final = ("follow", "step", "quick")
_SLICE: Final = 0.04  # seconds of thinking before the event loop gets control again
_SOON: Final = 0.01
_TURN: Final = 0.2  # seconds until a turn at thinking is asked for again
_PACE: Final = 0.9  # seconds between two acts that one can follow
_SOONER: Final = 0.05  # part of these by which each plan in a row comes sooner: the eye has learned where to look
_BRISK: Final = 0.65  # part that always remains, in which a counter has come to its place
_LAID: Final = 0.1  # seconds between two acts of a set-up, in which an army is laid out
_BEAT: Final = 1.2  # seconds for a beat of a battle that a browser tells
_LONGEST_TALE: Final = 11.0
_SAID: Final = 4  # sentences that stand on the panel
_TOLD: Final = 40  # sentences that stand in the story
_SENT: Final = 12  # of them those that are kept for other pages
_SEED: Final = 0x5DEECE66D


class ComputerReason(NamedTuple):
    """Why a computer did something, as everybody at the table may read it.

    Attributes:
        at: how many events the game had before it.
        seat: who did it.  player: what that player is called.  text: the sentence.
    """

    at: int
    seat: int
    player: str
    text: str


class _Sitting(Protocol):
    """What a computer needs of the table that it sits at."""

    game: Game
    kit: TableDef
    hand_open: bool

    @property
    def away(self) -> Collection[int]: ...

    @property
    def free(self) -> bool: ...

    @property
    def deciding(self) -> bool: ...

    @property
    def beats(self) -> int: ...

    def steers(self, *, at_once: bool = False) -> bool: ...

    def acted_by_computer(self, text: str) -> None: ...

    def tell_reasons(self, text: str) -> None: ...


class Computer:
    """The computer's seats at one table.

    Attributes:
        pace: "follow", "step" (each act waits for a press) or "quick".
        reasons: what was said of the last acts, the last one at the end.
        hint: what was answered to "What would you do?", "" for nothing; `hinting` while it is thought about.
    """

    def __init__(self, table: _Sitting) -> None:
        self.table = table
        self._seats: dict[int, str] = {}
        self.pace = "follow"
        self.reasons: list[ComputerReason] = []
        self.hint = ""
        self._adviser: Opponent | None = None
        self._thought: Iterator[Plan] | None = None
        self._about: object = None  # the position being thought about, by the last line of the record
        self._best: Plan | None = None
        self._next: list[Action] = []
        self._turn = -1  # whose acts are being told
        self._row: tuple[int, int | None] = (-1, None)  # in which turn, and whose plans, are told one after another
        self._in_a_row = 0  # of these the plans that were told before
        self._ready_at = 0.0
        self._pressed = False
        self._waits = False  # another page acts for the computer
        self._players: dict[str, Opponent] = {}
        self._turns = Turns()

    # ---- who sits where ---------------------------------------------------------------------------------------------

    @property
    def seats(self) -> dict[int, str]:
        """The key of the player by seat. A seat that was given to somebody elsewhere is his as long as he has it."""
        away = self.table.away
        return {seat: key for seat, key in self._seats.items() if seat not in away} if away else self._seats

    def sit(self, seats: Mapping[int, str]) -> None:
        """Give seats to players; all others are people's."""
        there = range(self.table.game.scenario.seats)
        self._seats = {seat: key for seat, key in seats.items() if seat in there and key in PLAYERS}
        self.reasons = []
        self._forget()

    def sit_as_kept(self, text: str) -> None:
        """Take the seats that `seating` wrote; whatever is no such thing seats nobody."""
        try:
            found = json.loads(text) if text else {}
        except ValueError:
            found = {}
        self.sit({int(seat): player for seat, player in found.items()} if _is_seating(found) else {})

    @property
    def seating(self) -> str:
        """Who sits where, as text; "" where only people play."""
        return json.dumps({str(seat): player for seat, player in self._seats.items()}) if self._seats else ""

    def name(self, seat: int) -> str:
        """What the player of a seat is called."""
        return PLAYERS[self.seats[seat]].name

    @property
    def last_sentences(self) -> list[str]:
        """The last sentences, for the panel."""
        return [reason.text for reason in self.reasons[-_SAID:]]

    # ---- playing ----------------------------------------------------------------------------------------------------

    @property
    def playing(self) -> bool:
        """Whether a computer decides now and nothing is in its way."""
        return self.table.game.seat in self.seats and self.table.free

    @property
    def busy(self) -> bool:
        """Whether there is anything to do soon."""
        return self.hinting or (self.playing and (self.pace != "step" or self._pressed or self._best is None))

    @property
    def queues(self) -> bool:
        """Whether it waits until other tables of this machine have thought."""
        return self._turns.waits

    @property
    def hinting(self) -> bool:
        """Whether a hint is being thought about."""
        return self._adviser is not None

    @property
    def patience(self) -> float:
        """Seconds until `go` should be called again while it is busy."""
        if not self.hinting and self._waits:
            return _PACE
        if self.queues:
            return _TURN
        if self.hinting or self.pace == "quick" or not self._next:
            return _SOON
        return max(_SOON, min(_PACE, self._ready_at - time.monotonic()))

    def go(self) -> bool:
        """Think for a moment, or act once; True when the page shows something else now."""
        queued = self.queues
        return self._go() or queued != self.queues

    def _go(self) -> bool:
        if self.hinting:
            return self._advise()
        if not self.playing:
            self._turns.give_back()
            return False
        self._waits = not self.table.steers()
        if self._waits:
            return False
        if not self._thinks():
            return False
        if self.pace == "step" and not self._pressed:
            return False
        if self.pace != "quick" and time.monotonic() < self._ready_at:
            return False
        self._act()
        if self.pace != "step":
            self._acts_on()
        return True

    def press(self) -> None:
        """The next act, please."""
        self._pressed = True
        self._ready_at = 0.0
        self.table.steers(at_once=True)

    def set_pace(self, pace: str) -> None:
        """Play as fast as asked, from this page."""
        if pace in PACES:
            self.pace = pace
            self.table.steers(at_once=True)

    def _thinks(self) -> bool:
        """Think for a slice; True when it is known what is to be done."""
        g = self.table.game
        about = g.record[-1]
        if self._about is not about:
            left = self._next if self._best is not None and g.seat == self._turn else []
            self._forget()
            self._about = about
            if self.pace == "follow":  # a battle is told to its end before anything else happens
                tale = min(_LONGEST_TALE, _BEAT * self.table.beats)
                self._ready_at = max(self._ready_at, time.monotonic() + tale)
            if left and not about.results and g.verdict(left[0]):
                self._next, self._best = left, Plan(tuple(left))
        if self._next:
            return True
        if self._thought is None:
            assert g.seat is not None
            self._thought = self._player(self.seats[g.seat]).thinking(sight(g, g.seat, _SEED))
        if not self._turns.take():
            return False
        best = _slice(self._thought)
        if best is not None:
            self._best = best
        elif self._best is not None:
            self._turns.give_back()
            self._next = list(self._best.actions)
            self._in_a_row = self._in_a_row + 1 if self._row == (g.turn, g.seat) else 0
            self._row = g.turn, g.seat
            self._say(self._best.said)
            return True
        return False

    def _act(self) -> None:
        """Do the next act of the plan; it is legal, or the plan is dropped."""
        g = self.table.game
        action = self._next.pop(0)
        self._pressed = False
        pace = _PACE * max(_BRISK, 1 - _SOONER * self._in_a_row) if g.turn else _LAID
        self._ready_at = time.monotonic() + pace
        self._turn = -1 if g.seat is None else g.seat
        if g.verdict(action):
            self.table.acted_by_computer(g.definition.notation.text(action))
        else:
            self._forget()

    def _acts_on(self) -> None:
        """Do what is left of the plan, as long as nothing new has to be thought about and the page can wait for it; where one is to
        follow it, what is left of a march, which is told once, by where it ends, and an army that is set up."""
        until = time.monotonic() + _SLICE
        g = self.table.game
        while self._next and self.playing and g.seat == self._turn and time.monotonic() < until:
            together = self.pace == "quick" or self.table.kit.in_hand(g.step) or not g.turn
            if g.record[-1].results or not together or not self.table.steers():
                return
            self._about = g.record[-1]
            self._act()

    def _say(self, text: str) -> None:
        """Tell the reason of a plan, where there is one to be told to everybody."""
        g = self.table.game
        if text and g.seat is not None:
            before = [reason for reason in self.reasons if reason.at <= len(g.events)]  # some may have been taken back
            self.reasons = [*before, ComputerReason(len(g.events), g.seat, self.name(g.seat), text)][-_TOLD:]
            self.table.tell_reasons(json.dumps(self.reasons[-_SENT:]))

    def hear(self, text: str) -> None:
        """Take over the reasons that the page which acts for the computers has kept; whatever is none is left out."""
        try:
            found = json.loads(text) if text else []
        except ValueError:
            return
        heard = [ComputerReason(*row) for row in found if _is_reason(row)] if isinstance(found, list) else []
        if heard:
            self.reasons = [*(reason for reason in self.reasons if reason.at < heard[0].at), *heard][-_TOLD:]

    def _player(self, key: str) -> Opponent:
        if key not in self._players:
            self._players[key] = opponent(key, games.name_of(self.table.game.definition))
        return self._players[key]

    def _forget(self) -> None:
        self._turns.give_back()
        self._thought = self._best = self._about = None
        self._next = []
        self._adviser = None
        self.hint = ""

    # ---- what would you do? -----------------------------------------------------------------------------------------

    def ask(self, key: str) -> None:
        """Ask a player what it would do for the seat that decides."""
        g = self.table.game
        if self.table.deciding and g.seat is not None:
            self._forget()
            self._about = g.record[-1]
            self._adviser = self._player(key if key in PLAYERS else Captain.key)
            self._thought = self._adviser.thinking(sight(g, g.seat, _SEED))

    def _advise(self) -> bool:
        adviser, thought, g = self._adviser, self._thought, self.table.game
        if adviser is None or thought is None or self._about is not g.record[-1] or not self.table.deciding:
            self._forget()
            if adviser is not None:
                self.hint = f"{adviser.name}: the game went on before I had thought it through. Ask again."
            return True
        if not self._turns.take():
            return False
        best = _slice(thought)
        if best is not None:
            self._best = best
            return False
        self._turns.give_back()
        plan, self._adviser, self._thought, self._best = self._best, None, None, None
        text = "" if plan is None else plan.why if self.table.hand_open else plan.said
        self.hint = f"{adviser.name}: {text}" if text else (
            f"{adviser.name}: I know something, but it is about what only you may see. Open your hand, and ask again."
            if plan is not None and plan.why
            else f"{adviser.name}: {self.table.kit.says(g, plan.actions[0])}." if plan is not None else ""
        )  # fmt: skip
        return True


def _slice(thought: Iterator[Plan]) -> Plan | None:
    """Think on for a slice of time: the best plan so far, or None when there is no more to think."""
    until = time.monotonic() + _SLICE
    best = None
    for found in thought:
        best = found
        if time.monotonic() > until:
            break
    return best


def _is_reason(row: Any) -> bool:
    return isinstance(row, list) and [type(x) for x in row] == [int, int, str, str]


def _is_seating(seats: Any) -> bool:
    return isinstance(seats, dict) and all(
        isinstance(seat, str) and seat.isascii() and seat.isdigit() and len(seat) < 3 and player in PLAYERS
        for seat, player in seats.items()
    )
