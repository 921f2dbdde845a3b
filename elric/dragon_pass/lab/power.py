"""Powers to ask questions of: an emissary, a spell that calls, Assassins, a Dragon, fire, an earthquake. What may come of each
is what the game itself comes to, with every die."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from fractions import Fraction
from functools import cached_property
from typing import Any, Final

from elric.dragon_pass.components.board import BOARD, INDEX
from elric.dragon_pass.components.notation import NOTATION, VERBS, Action
from elric.dragon_pass.components.units import UNITS
from elric.dragon_pass.independents.peoples import PEOPLES, people_at
from elric.dragon_pass.lab.after import after
from elric.dragon_pass.lab.tell import listed, plural
from elric.dragon_pass.lab.walk import WORTH
from elric.dragon_pass.position import powers
from elric.dragon_pass.position.state import State
from elric.lab.definition import Answer, Because, Fight, Row
from elric.lab.say import percent

__all__ = ["WORD", "Feat", "feats"]

WORD: Final = "power"
EACH: Final = 4  # of one kind that are listed
TRIED: Final = 24  # of one kind that are weighed
# How each is spoken of, and the clause and the rule by which it goes.
_KINDS: Final[Mapping[str, tuple[str, str, str]]] = {
    "ask": ("{0} asks {people} for help", "28.3", "An odd roll wins them, an even one costs the emissary"),
    "hail": ("{0} calls to {1} by a spell", "66.1", "A spell takes the place of the emissary"),
    "sacrifice": ("{1} sacrifices {0} at the Ivory Plinth", "39.6", "The die says how many Tusk Riders come"),
    "murder": ("The Assassins strike at {0}", "46.3", "They strike at even odds, whoever it is"),
    "dragonfight": ("{0} comes down on {1}", "38.9", "One die for all in its zone, and for the Dragon itself"),
    "dragonduel": ("{0} fights the Superhero at {1}", "38.9", "One die, and a Wound on 3 to 6"),
    "pillar": ("The Pillar of Fire on {0}, {1} and {2}", "39.2", "It burns three hexes that touch"),
    "loose": ("The Hound runs to the {0}", "46.2", "It kills whom it meets on its way"),
}
Change = tuple[tuple[str, ...], int]


@dataclass(frozen=True)
class Feat(Fight):
    """A power that could be used now.

    Attributes:
        state: the position, in which nothing can be read off what is hidden.
        action: what is done.
        hidden: the counters that lie face down, as bits: they are not named.
    """

    state: State
    action: Action
    hidden: int = 0

    @cached_property
    def title(self) -> str:
        """Who does what, and how often something comes of it."""
        kind, args = VERBS[self.action.verb].takes, self.action.args
        words = [self._object(what, x) for what, x in zip(kind, args, strict=False)]
        if self.action.verb == "murder":
            words = [self._target()]
        people = PEOPLES[people_at(self.state, self.state.place[args[0]])].name if self.action.verb == "ask" else ""
        said = _KINDS[self.action.verb][0].format(*words, people=people)
        return f"{said}: {percent(self._won)} to win by it" if len(self._results) > 1 else said

    def _object(self, what: str, x: Any) -> str:
        if what == "unit":
            return str(UNITS[x].name)
        if what == "hex":
            return BOARD.where(x)
        if what == "people":
            return str(PEOPLES[x].name)
        return NOTATION.text(self.action).split()[-1].replace("-", " ")

    def _target(self) -> str:
        h, depth = self.action.args
        u = self.state.piles[h][depth]
        return f"{'a counter face down' if self.hidden >> u & 1 else UNITS[u].name} in {BOARD.where(h)}"

    @property
    def text(self) -> str:
        """The action; it is asked of the game on the table."""
        return f"{WORD} {NOTATION.text(self.action)}"

    @property
    def areas(self) -> Sequence[str]:  # type: ignore[override]
        """The hexes that it names."""
        return [word for word in self.text.split() if word in INDEX]

    @cached_property
    def _results(self) -> dict[Change, Fraction]:
        return after(self.state, self.action, lambda t, told: self._change(t))

    def _change(self, t: State) -> Change:
        """What is otherwise afterwards, in words, and what it is worth to who acts."""
        s, mine = self.state, self.state.player
        dead = [u for u in range(len(UNITS)) if s.place[u] >= 0 > t.place[u]]
        hurt = [u for u in t.wounds if t.wounds[u] > s.wounds.get(u, 0)]
        came = [u for u in range(len(UNITS)) if t.owner[u] == mine != s.owner[u]]
        words, worth = [], 0
        for ours in (False, True):
            lost = [u for u in dead if (s.owner[u] == mine) == ours]
            if lost:
                words.append(f"{self._named(lost)} {'die' if plural(tuple(lost), self.hidden) else 'dies'}")
            worth += sum(WORTH[u] for u in lost) * (-1 if ours else 1)
        words += [f"{UNITS[u].name} takes a Wound" for u in hurt]
        worth += sum(WORTH[u] // 5 * (-1 if s.owner[u] == mine else 1) for u in hurt)
        if came:
            words.append(f"{self._named(came)} {'join' if plural(tuple(came)) else 'joins'} you")
            worth += sum(WORTH[u] for u in came)
        return tuple(words), worth

    def _named(self, units: list[int]) -> str:
        seen = [UNITS[u].name for u in units if not self.hidden >> u & 1]
        down = len(units) - len(seen)
        if len(seen) > 3:
            seen, down = seen[:2], len(units) - 2
            return listed([*seen, f"{down} more"])
        return listed([*seen, *([f"{down} face down" if down > 1 or seen else "a counter face down"] if down else [])])

    @property
    def _won(self) -> Fraction:
        return sum((p for (_, worth), p in self._results.items() if worth > 0), Fraction(0))

    @cached_property
    def gain(self) -> Fraction:
        """What it is worth on balance, in factors."""
        return sum((p * worth for (_, worth), p in self._results.items()), Fraction(0))

    def answer(self) -> Answer:
        """Everything that may come of it, the likeliest first."""
        rows = [
            Row(_capital("; ".join(words)) if words else "Nothing comes of it", p, (worth > 0) - (worth < 0))
            for (words, worth), p in sorted(self._results.items(), key=lambda row: (-row[1], row[0]))
        ]
        _, clause, rule = _KINDS[self.action.verb]
        says = f"{self.title.split(':')[0]}. " + (
            f"In {percent(self._won)} of cases something is won by it."
            if len(rows) > 1
            else f"{rows[0].words}: that is sure."
        )
        return Answer(says, tuple(rows), (Because(rule, "", (clause,)),))

    def variants(self) -> Sequence[Feat]:
        """The same power otherwise: another target, another who goes."""
        return [other for other in _kind(self.state, self.action.verb, self.hidden, EACH + 1) if other != self][:EACH]

    def __eq__(self, other: object) -> bool:
        return isinstance(other, Feat) and self.action == other.action and self.state is other.state

    def __hash__(self) -> int:
        return hash(self.action)


def _capital(words: str) -> str:
    return words[:1].upper() + words[1:]


def feats(s: State, hidden: int = 0) -> list[Feat]:
    """The powers that the mover could use now and that a die or a look decides: of each kind those that promise most."""
    if not s.scenario.exotic or not s.agenda or s.agenda[-1][0].name not in ("early", "movement", "combat"):
        return []
    return [feat for verb in _KINDS for feat in _kind(s, verb, hidden, EACH)]


def _kind(s: State, verb: str, hidden: int, most: int) -> list[Feat]:
    power = powers.POWERS.get(verb)
    if power is None or s.phase not in power.phases:
        return []
    offer = power.legal(s) if power.legal is not None else [a for a in power.offer(s) if power.check(s, a[1], None)]
    found = [Feat(s, a, hidden) for a in _likeliest(s, verb, offer)]
    # what promises the very same from elsewhere is listed once
    best = {frozenset(feat._results.items()): feat for feat in sorted(found, key=lambda feat: feat.gain)}
    return sorted(best.values(), key=lambda feat: -feat.gain)[:most]


def _likeliest(s: State, verb: str, offer: list[Action]) -> list[Action]:
    """Of very many, those that are worth a look: cheap emissaries first, else where most enemies stand."""
    if len(offer) <= TRIED:
        return offer
    if verb in ("ask", "hail", "sacrifice"):
        return sorted(offer, key=lambda a: WORTH[a.args[0]])[:TRIED]

    def struck(a: Action) -> int:
        hexes = [x for what, x in zip(VERBS[verb].takes, a.args, strict=False) if what == "hex"]
        return sum(WORTH[u] * (1 if s.owner[u] != s.player else -1) for h in hexes for u in s.piles.get(h, ()))

    return sorted(offer, key=lambda a: -struck(a))[:TRIED]
