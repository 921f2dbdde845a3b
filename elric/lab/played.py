"""Battles whose odds are found by fighting them: the game's own steps are played with every result of chance.

For games of stacks on hexes (`kernel.hexgame`) whose battles have few dice and few decisions. Counters that the viewer does not
see are dealt in every way, each as likely as the next, and the odds are the mean over all of them.
"""

from __future__ import annotations

from abc import abstractmethod
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, replace
from functools import cached_property, partial
from itertools import permutations, product
from typing import Any, ClassVar, Final, Self

from ..kernel import running
from ..kernel.chance import Chance, SeededChance, enumerate_chance
from ..kernel.game import Game
from ..kernel.hexgame import HexGame
from ..kernel.sealed import Sealed
from ..kernel.steps import Action
from .chances import tally
from .definition import Answer, Because, Fight, LabDef, Row
from .say import often

OPEN: Final = "open"  # stands for the seat that asks where nothing is hidden
ONLOOKER: Final = -1  # asks without a seat, or with a hand that is not shown


@dataclass(frozen=True)
class PlayedFight(Fight):
    """One battle of a game of stacks.

    Attributes:
        state: the position before it, as the viewer knows it: what he does not see may be anything.
        opens: the action that begins it, with the hexes that take part.
        choices: how what is decided in it is decided, one of each of `options`.
        viewer: the seat that asks, or `ONLOOKER`; None where nothing is hidden from whoever asks.
        definition: the rules.
        options: what each of `choices` may be, the usual one first.
        good: for each result in words whether it is good for the attacker (1), for the defender (-1) or for neither.
        headline: the answer in a sentence; {} is how often the result is good for the attacker.
    """

    definition: ClassVar[HexGame]
    options: ClassVar[Sequence[Sequence[str]]] = ()
    good: ClassVar[Mapping[str, int]]
    headline: ClassVar[str]
    guess: ClassVar[tuple[str, ...]] = ("What lies face down may be any counter that could lie there.",)

    state: Any
    opens: Action
    choices: tuple[str, ...] = ()
    viewer: int | None = None

    # ---- what a game says -------------------------------------------------------------------------------------------

    def decide(self, s: Any) -> Action | None:
        """What is done in a position of the battle; None when it has come to its result. By default `choices` has what each seat
        chooses where several choose at the same time, in the order in which they are asked; nothing else is decided."""
        step, frame = running.top(s)
        if not isinstance(step, Sealed):
            return None
        return self.definition.notation.parse(self.choices[step.seats(s, frame).index(s.seat)])

    def result(self, events: Sequence[Mapping[str, Any]]) -> str:
        """What has come of it, in words, from what was told: by default the field `came` of the last event that has one."""
        return str(next(e["came"] for e in reversed(events) if "came" in e))

    def sums(self, s: Any) -> Sequence[tuple[str, int, str]]:
        """What counts in it when everything is as in a position: words, number, clause."""
        return ()

    @property
    def areas(self) -> Sequence[str]:  # type: ignore[override]
        """The hexes that take part."""
        game = self.definition
        kinds = game.notation.verbs[self.opens.verb].takes
        return [game.board.names[h] for kind, h in zip(kinds, self.opens.args, strict=True) if kind == "hex"]

    # ---- what follows -----------------------------------------------------------------------------------------------

    @property
    def title(self) -> str:
        words = self.definition.phrase(self.opens)
        return f"{words}, {' against '.join(self.choices)}" if self.choices else words

    @property
    def text(self) -> str:
        """The action that begins it, the choices, who asks, and the position."""
        who = OPEN if self.viewer is None else str(self.viewer)
        position = self.definition.position_text(self.definition.describe(self.state))
        return "; ".join((self.definition.notation.text(self.opens), *self.choices, who, position))

    @cached_property
    def deals(self) -> list[Any]:
        """The position once for each way in which what the viewer does not see may lie in the stacks that take part."""
        game, s = self.definition, self.state
        kinds = game.verbs[self.opens.verb].takes
        hexes = [x for kind, x in zip(kinds, self.opens.args, strict=True) if kind == "hex"]
        hidden: dict[int, list[tuple[int, int]]] = {}  # the places of each side that are not seen: hex, depth
        for h in hexes:
            for depth, u in enumerate(s.piles.get(h, ())):
                if self.viewer is not None and not game.sees(s, u, h, self.viewer):
                    hidden.setdefault(game.seat_of(s, u), []).append((h, depth))
        ways = [permutations(game.unseen(s, side, self.viewer), len(places)) for side, places in hidden.items()]
        where = [place for places in hidden.values() for place in places]
        out = []
        for dealt in product(*ways):
            t = s.copy()
            for (h, depth), u in zip(where, (u for side in dealt for u in side), strict=True):
                t.piles[h] = (*t.piles[h][:depth], u, *t.piles[h][depth + 1 :])
            out.append(t)
        return out

    @property
    def guessed(self) -> bool:
        """Whether counters take part that the viewer does not see."""
        return len(self.deals) > 1

    def answer(self) -> Answer:
        chances = tally(
            (words, share / len(self.deals))
            for s in self.deals
            for share, _, words in enumerate_chance(partial(self._played, s))
        )
        rows = tuple(
            Row(words, p, self.good.get(words, 0)) for words, p in sorted(chances.items(), key=lambda x: -x[1])
        )
        sums = zip(*map(self.sums, self.deals), strict=True)
        because = tuple(
            Because(row[0][0], " or ".join(map(str, sorted({number for _, number, _ in row}))), (row[0][2],))
            for row in sums
        )
        found = Answer("", rows, because, self.guess if self.guessed else ())
        return replace(found, says=self.headline.format(often(found.won)))

    def variants(self) -> Sequence[Self]:
        return [replace(self, choices=other) for other in product(*self.options) if other != self.choices]

    def _played(self, s: Any, chance: Chance) -> str:
        """The battle fought once."""
        s, events = s.copy(), list[dict[str, Any]]()
        cx = self.definition.context(chance, events)
        s.phase = next(k for k, step in enumerate(self.definition.starts) if self.opens.verb in step.verbs)
        s.agenda = ((self.definition.starts[s.phase],),)
        running.apply(s, self.opens, cx)
        while s.agenda and (action := self.decide(s)) is not None:
            running.apply(s, action, cx)
        return self.result(events)


class PlayedLab(LabDef):
    """A lab of such battles.

    Attributes:
        fight: the class of its battles.
    """

    fight: ClassVar[type[PlayedFight]]

    @abstractmethod
    def openings(self, state: Any) -> Iterable[Action]:
        """The actions with which a battle could begin, if it were the time for it."""

    def battles(self, game: Game, viewer: int | None = None) -> Sequence[Any]:
        seat = game.seat if viewer is None else viewer
        if seat is None:
            return []
        # any deal will do: what is not seen is dealt in every way when the odds are asked for
        dealt = self.fight.definition.resample(game.state, seat, SeededChance(0))
        usual = tuple(options[0] for options in self.fight.options)
        return [self.fight(dealt, action, usual, seat) for action in self.openings(game.state)]

    def known(self, game: Game) -> list[tuple[Any, Answer]]:
        """The battles that can be begun now and in which the seat that decides sees everybody, with the odds, the best first."""
        legal = game.legal_actions()
        found = [(f, f.answer()) for f in self.battles(game, game.seat) if f.opens in legal and not f.guessed]
        return sorted(found, key=lambda row: (-row[1].won, row[0].opens))

    def parse(self, text: str) -> PlayedFight:
        fight, parts = self.fight, [part.strip() for part in text.split(";")]
        if len(parts) != len(fight.options) + 3 or any(
            choice not in options for choice, options in zip(parts[1:], fight.options, strict=False)
        ):
            known = "; ".join(" or ".join(options) for options in fight.options)
            raise ValueError(
                f"a battle reads: the action that begins it; {known}; the seat that asks, or {OPEN}; the position"
            )
        opens, *choices, who, position = parts
        game = fight.definition
        state = game.build(game.parse_position(position))
        action = game.notation.parse(opens)
        if action not in self.openings(state):
            raise ValueError(f"“{opens}” cannot be done in that position")
        seats = {OPEN: None, **{str(seat): seat for seat in range(ONLOOKER, state.scenario.seats)}}
        if who not in seats:
            raise ValueError(f"“{who}” is no seat: {', '.join(seats)}")
        return fight(state, action, tuple(choices), seats[who])


__all__ = ["PlayedFight", "PlayedLab"]
