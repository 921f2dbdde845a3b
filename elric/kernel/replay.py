"""Stepping through a game that was saved: forward, back, to any action."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from typing import Any, Final, NamedTuple

from .chance import ScriptedChance
from .game import Game
from .record import Entry, dump, parse
from .saving import luck_after
from .steps import Action

_EVERY: Final = 32  # actions between two stored positions


@dataclass(frozen=True, slots=True)
class Played:
    """One action of a replay.

    Attributes:
        number: from 1; the game after it is `Replay.at(number)`.
        seat: who decided.
        action: what was done.
        results: what chance gave, as numbers from 0 (a die showing 4 is 3).
        events: what happened, for those who may know everything; `game.story(seat)` has what a seat may read.
        game: a copy of the game just after it.
    """

    number: int
    seat: int
    action: Action
    results: tuple[int, ...]
    events: tuple[dict[str, Any], ...]
    game: Game


class Replay:
    """A game from its beginning to where it was saved, to step through. The saved game itself is left alone.

    Games that are handed out are copies: they can be played on, with the luck that a save loaded at that point has:
    what its seed gives next.

    Args:
        game: the class of the game's games.
        saved: text of `Game.save` or `Game.record_text`, or a Game.

    Raises:
        SaveError: says in which line and what is wrong.

    >>> import elric
    >>> g = elric.new_game("successor", seed=7)
    >>> g.push("choose 1")
    >>> r = elric.replay(g.save())
    >>> len(r), r.number, r.forward().step == g.step, r.number
    (1, 0, True, 1)
    >>> [(p.number, p.action) for p in r]
    [(1, <Action choose 1>)]
    """

    def __init__(self, game: type[Game], saved: object) -> None:
        whole = saved if isinstance(saved, Game) else game.load(saved)
        kind, schema = whole.definition.key, whole.definition.schema
        head, lines = parse(whole.save(), kind, schema)
        self._entries: list[Entry] = [entry for _, entry in lines]
        opening = type(whole).load(dump(kind, schema, list(head.items()), self._entries[:1]))
        self._kept: dict[int, Game] = {0: opening}
        self._used = [len(self._entries[0].results)]
        for entry in self._entries[1:]:
            self._used.append(self._used[-1] + len(entry.results))
        self.number = 0

    def __repr__(self) -> str:
        return f"<Replay: {len(self)} actions, at {self.number}; {self._kept[0]!r}>"

    def _repr_html_(self) -> str | None:
        """The map where the replay stands, for a notebook."""
        return self._reach(self.number)._repr_html_()

    def __len__(self) -> int:
        """How many actions were played."""
        return len(self._entries) - 1

    def __iter__(self) -> Iterator[Played]:
        """Every action in order. It does not move the place where `forward` and `back` stand."""
        g = self._kept[0].copy()
        for number, entry in enumerate(self._entries[1:], 1):
            seat, told = g.state.seat, len(g.events)
            self._play(g, number)
            yield Played(
                number,
                seat,
                g.definition.notation.parse(entry.action.rpartition(": ")[2]),
                entry.results,
                tuple(g.events[told:]),
                self._lent(g, number),
            )

    def at(self, number: int) -> Game:
        """The game after so many actions, 0 for its beginning; counted from the end where negative. Goes there.

        Raises:
            IndexError: so many were not played.
        """
        wanted = number + len(self) + 1 if number < 0 else number
        if not 0 <= wanted <= len(self):
            raise IndexError(f"there is no action {number}: {len(self)} were played")
        self.number = wanted
        return self._lent(self._reach(wanted), wanted)

    def forward(self, actions: int = 1) -> Game:
        """The game some actions further on, at most at its end."""
        return self.at(max(0, min(len(self), self.number + actions)))

    def back(self, actions: int = 1) -> Game:
        """The game some actions before, at least at its beginning."""
        return self.forward(-actions)

    def _reach(self, number: int) -> Game:
        """A game of our own after so many actions, played on from the nearest position kept before it."""
        start = max(n for n in self._kept if n <= number)
        if start == number:
            return self._kept[number]
        g = self._kept[start].copy()
        for n in range(start + 1, number + 1):
            self._play(g, n)
        return g

    def _play(self, g: Game, number: int) -> None:
        action, results = self._entries[number]
        g.chance = ScriptedChance(results)
        seat, _, text = action.rpartition(": ")
        g.push(text, int(seat) if seat else None)
        if number % _EVERY == 0 and number not in self._kept:
            self._kept[number] = g.copy()

    def _lent(self, g: Game, number: int) -> Game:
        other = g.copy()
        used = self._used[number]
        other.reseeded = tuple(one for one in g.reseeded if one[0] <= used)
        other.chance = luck_after(other, used)
        return other


class Act(NamedTuple):
    """One action of a game's past.

    Attributes:
        number: from 1; 0 is the beginning, which nobody decided.
        seat: who decided, -1 for nobody.
        action: what was done, None for the beginning.
        told: how many events the game had told when it was done.
        turn, phase, player: where the game stood after it, as `Game` has them.
    """

    number: int
    seat: int
    action: Action | None
    told: int
    turn: int
    phase: str
    player: int


class Past:
    """The moments of a game, one at a time, for pages: unlike `Replay` it copies nothing of the record for each of them.

    A position is played on from the nearest of the checkpoints that the game keeps anyway: at most 31 actions.

    Args:
        game: it may go on meanwhile; its past stays as it is now.

    >>> import elric
    >>> g = elric.new_game("successor", seed=7)
    >>> g.push("choose 1")
    >>> past = Past(g)
    >>> len(past), past.acts[1].action, past.at(1).view() == g.view()
    (1, <Action choose 1>, True)
    """

    def __init__(self, game: Game) -> None:
        self._game = game.copy()
        self.events: list[dict[str, Any]] = self._game.events
        self.acts: tuple[Act, ...] = tuple(self._walk())

    def __len__(self) -> int:
        """How many actions were played."""
        return len(self.acts) - 1

    def _walk(self) -> Iterator[Act]:
        g = self._game
        deeds, phases = g._deeds, g.definition.phases
        told = [*g._told[1:], len(self.events)]
        state = g._position(0)
        for n, (action, _, other) in enumerate(deeds):
            seat = state.seat if other < 0 else other
            g._replay(state, n, None)
            yield Act(
                n,
                -1 if action is None else seat,
                action,
                told[n],
                state.turn,
                str(phases[state.phase]),
                state.player,
            )

    def at(self, number: int) -> Game:
        """The game after so many actions, to be looked at: it knows what had happened, and has no record to take back from.

        Raises:
            IndexError: so many were not played.
        """
        if not 0 <= number < len(self.acts):
            raise IndexError(f"there is no action {number}: {len(self)} were played")
        g = type(self._game).from_state(self._game._position(number + 1))
        g.start = self._game.start
        g._events = self.events[: self.acts[number].told]
        return g
