"""What passes over a stack: attrition in so many phases, vortexes in so many segments. By the game's own steps, and no table in it."""

from __future__ import annotations

from bisect import insort
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from fractions import Fraction
from functools import cached_property, partial
from typing import Final

from elric.kernel.bits import ones
from elric.kernel.chance import Chance, enumerate_chance
from elric.kernel.context import Context
from elric.lab.chances import merged, tally
from elric.lab.definition import Answer, Because, Fight, Row
from elric.lab.say import percent, surely
from elric.sorcerer.combat.attrition import at_risk, waste
from elric.sorcerer.components.board import BOARD, HEXES, INDEX
from elric.sorcerer.components.colors import GRAY, NAMES, VALUE, WHITE
from elric.sorcerer.components.colors import INDEX as COLORS
from elric.sorcerer.components.notation import SIDE_WORDS
from elric.sorcerer.components.units import KIND, SORCERER
from elric.sorcerer.components.words import capital, units
from elric.sorcerer.lab import tell
from elric.sorcerer.lab.battle import stage
from elric.sorcerer.lab.law import DRAWN, ONE, ZERO
from elric.sorcerer.lab.text import WORDS, Read, parts_of, word_of
from elric.sorcerer.magic.conversion import choices
from elric.sorcerer.magic.vortexes import RUN
from elric.sorcerer.magic.vortexes import run as whirl
from elric.sorcerer.position.state import State, color_of, force, paint

WEAR, STORM, CONVERT = "wear", "storm", "convert"
KINDS: Final = (WEAR, STORM, CONVERT)
MOST_PHASES: Final = 12
_NEAR: Final = 2 * RUN  # what lies further away matters neither to vortexes that come here nor to their children
MOST_WAYS: Final = 2_000  # courses of vortexes that are followed; what is left is told as a span


@dataclass(frozen=True, eq=False, repr=False)
class Risk(Fight):
    """A stack, and what passes over it.

    Attributes:
        state: a position in which only this stack stands.
        kind: attrition, vortexes, or what a conversion waits for.
        phases: how many phases of attrition.
        vortexes: their hexes.
    """

    state: State
    hex: int
    side: int
    kind: str
    phases: int = 1
    vortexes: tuple[int, ...] = ()

    @property
    def units(self) -> tuple[int, ...]:
        """The stack."""
        return force(self.state, self.side, self.hex)

    @property
    def areas(self) -> Sequence[str]:  # type: ignore[override]
        """The hex, and those of the vortexes."""
        return tuple(dict.fromkeys(HEXES.names[h] for h in (self.hex, *self.vortexes)))

    @property
    def seats(self) -> tuple[int | None, int | None]:  # type: ignore[override]
        """Nobody's against the stack's."""
        return None, self.side if self.side < self.state.scenario.seats else None

    @property
    def title(self) -> str:
        who, ground = units(self.units), f"{BOARD.city_name(self.hex)} ({NAMES[self.state.ground[self.hex]]})"
        times = "" if self.phases == 1 else f", {self.phases} times"
        if self.kind == WEAR:
            return capital(f"{who} in {ground}: attrition{times}")
        if self.kind == CONVERT:
            return capital(f"{who} in {ground}: to convert it in the next phase")
        return capital(f"{who} in {ground}: vortexes{times}")

    @property
    def text(self) -> str:
        s = self.state
        near = ones(HEXES.disc(self.hex, _NEAR)) if self.kind != WEAR else ()
        painted = [h for h in near if s.paint[h] != BOARD.printed[h] and h != self.hex]
        out = [f"in {s.scenario.key}", f"at {HEXES.names[self.hex]} {NAMES[s.paint[self.hex]]}"]
        out.append(" ".join((self.kind, str(self.phases), *(HEXES.names[h] for h in self.vortexes))))
        out += [f"paint {HEXES.names[h]} {NAMES[s.paint[h]]}" for h in painted]
        out.append(" ".join(("by", SIDE_WORDS[self.side], *(word_of(s, u) for u in self.units))))
        return "; ".join(out)

    # ---- the law

    @cached_property
    def law(self) -> tuple[dict[tuple[int, ...], Fraction], Fraction]:
        """The chance of each result as the steps that each has left, and what was not followed to its end."""
        found, lost = [(ONE, self.state)], ZERO
        if self.kind == WEAR:
            for _ in range(self.phases):
                found = merged((self._key(s), p, s) for p, s in self._worn(found))
        else:
            found, lost = self._stormed()
        return tally((self._steps(s), p) for p, s in found), lost

    def _steps(self, s: State) -> tuple[int, ...]:
        return tuple(0 if s.place[u] < 0 else 1 if s.depleted >> u & 1 else 2 for u in self.units)

    def _key(self, s: State) -> tuple[int, ...]:
        return (*self._steps(s), s.vortex)

    def _worn(self, before: Sequence[tuple[Fraction, State]]) -> Iterator[tuple[Fraction, State]]:
        """One phase of attrition [11.0]: the color is drawn or it is not, and the stack rolls."""
        for p, s in before:
            ground = s.ground[self.hex]
            share = ZERO if ground == GRAY else ONE if ground == WHITE else DRAWN
            if share < 1:
                yield p * (1 - share), s
            if share:
                for q, _, after in enumerate_chance(partial(_waste, s, () if ground == WHITE else (ground,))):
                    yield p * share * q, after

    def _stormed(self) -> tuple[list[tuple[Fraction, State]], Fraction]:
        """A segment of vortexes [8.1]: those near enough to come here run by their dice, and then their children; children of
        children do not. What is struck is struck, whatever comes after it."""
        start = self.state.copy()
        start.vortex = sum(1 << h for h in self.vortexes)
        near = sum(1 << h for h in self.vortexes if HEXES.distance(h, self.hex) <= RUN)
        was = self._steps(start)
        todo: list[tuple[Fraction, int, State, int, tuple[int, ...]]] = [(ONE, 0, start, near, ())]
        out: list[tuple[Fraction, State]] = []
        ways = 0
        while todo and ways < MOST_WAYS:
            p, _, s, old, young = todo.pop()
            if (not old and not young) or self._steps(s) != was:
                out.append((p, s))
                continue
            h, rest = (young[0], young[1:]) if young else (old.bit_length() - 1, ())
            whirled = (
                (q, t, rest if young else (*rest, *children))
                for q, _, (t, children) in enumerate_chance(partial(_whirl, s, h))
            )
            for q, (t, then) in merged(((self._key(t), then), q, (t, then)) for q, t, then in whirled):
                ways += 1
                insort(todo, (p * q, ways, t, old if young else old ^ 1 << h, then), key=lambda way: way[:2])
        return out, sum((way[0] for way in todo), ZERO)

    def _chance(self, test: frozenset[tuple[int, ...]]) -> tuple[Fraction, tuple[Fraction, ...]]:
        found, lost = self.law
        p = sum((q for steps, q in found.items() if steps in test), ZERO)
        return p, (p, p + lost) if lost else ()

    # ---- told

    def answer(self) -> Answer:
        found, lost = self.law
        was = self._steps(self.state)
        fates: dict[str, set[tuple[int, ...]]] = {}
        for steps in found:
            fates.setdefault(self._fate(was, steps), set()).add(steps)
        rows = []
        for words, these in fates.items():
            p, between = self._chance(frozenset(these))
            rows.append(Row(words, p, 0 if these == {was} else -1, "eliminated" in words, between))
        rows.sort(key=lambda one: -one.chance)
        notes = (
            [f"{percent(lost)} of the courses of vortexes were not followed to their end: the spans hold them."]
            if lost
            else []
        )
        if self.kind != WEAR and self.vortexes:
            notes.append(
                "One segment is reckoned with: vortexes within three hexes, and their children, but not those of children."
            )
        if self.kind == CONVERT:
            notes.append("Enemies may still come, and then nothing is converted [9.32].")
        return Answer(
            self._says(), tuple(rows), tuple(self._because()), tuple(notes), ((self._says(), (self._clause,)),)
        )

    @property
    def _clause(self) -> str:
        return {WEAR: "11.0", STORM: "8.2", CONVERT: "9.11"}[self.kind]

    def _says(self) -> str:
        was = self._steps(self.state)
        p, _ = self._chance(frozenset({was}))
        if self.kind == CONVERT:
            whole = [k for k, u in enumerate(self.units) if KIND[u] == SORCERER]
            found, _ = self.law
            able = sum((q for steps, q in found.items() if any(steps[k] == 2 for k in whole)), ZERO)
            return f"After the next segment a full Sorcerer is still there to convert it {surely(able)}."
        who = units(self.units)
        return f"Nothing happens to {who} {surely(p)}." if p else f"Something happens to {who} for certain."

    def _fate(self, was: tuple[int, ...], steps: tuple[int, ...]) -> str:
        said = tell.became(self.units, was, steps)
        return capital("; ".join(said) or f"{tell.UNTOUCHED} {units(self.units)}")

    def _because(self) -> Iterator[Because]:
        s, h = self.state, self.hex
        if self.kind != WEAR:
            yield Because("Vortexes on the map", str(len(self.vortexes)), ("8.11",))
            return
        risk = at_risk(s, self.side, h)
        if not risk:
            yield Because("Nobody here suffers attrition", "", ("11.1",))
            return
        ground = s.ground[h]
        drawn = "every time" if ground == WHITE else "never" if ground == GRAY else "2 in 6"
        yield Because(f"{NAMES[ground].capitalize()} is struck", drawn, ("11.0",))
        if ground < WHITE:
            yield Because("The die is at most the color value", str(VALUE[color_of(s, risk[0])][ground]), ("5.23",))

    def glance(self) -> Sequence[tuple[Fraction, str]]:
        p, _ = self._chance(frozenset({self._steps(self.state)}))
        return [(p, "all stay unhurt")]

    def variants(self) -> Sequence[Risk]:
        return [replace(self, phases=n) for n in (1, 2, 4) if n != self.phases] if self.kind == WEAR else []


def _waste(s: State, colors: tuple[int, ...], chance: Chance) -> State:
    t = s.copy()
    waste(t, colors, Context(chance, None))
    return t


def _whirl(s: State, h: int, chance: Chance) -> tuple[State, tuple[int, ...]]:
    t = s.copy()
    return t, whirl(t, h, Context(chance, None))


def over(s: State, side: int, h: int, kind: str, phases: int = 1) -> Risk:
    """What passes over a side's stack in a hex of a position."""
    t = stage(s, h, ((side, force(s, side, h)),), s.paint[h])
    near = HEXES.disc(h, _NEAR) if kind != WEAR else 0
    for other in ones(near):
        if s.paint[other] != t.paint[other]:
            paint(t, other, s.paint[other])
    t.struck = 0
    return Risk(t, h, side, kind, phases, ones(s.vortex & near))


def read(text: str) -> Risk:
    """A risk that was written down.

    Raises:
        ValueError: with every fault.
    """
    parts = parts_of(text)
    kind = next(words[0] for words in parts if words[0] in KINDS)
    it = Read(parts, (*WORDS, *KINDS, "paint"))
    h, ground = it.hex()
    side, stack = it.stack("by", 0)
    first, *names = it.said[kind][0] or ("1",)
    phases = int(first) if first.isdecimal() and len(first) < 3 else 0
    if not 0 < phases <= MOST_PHASES:
        it.wrong.add("", f"how often is a number from 1 to {MOST_PHASES}")
    vortexes = tuple(INDEX[name] for name in names if it.known(name, INDEX, "hex"))
    if not stack:
        it.wrong.add("", "nobody stands there: by side-1 blue-troll-1")
    t = it.checked(h, ground, ((side, stack),))
    for row in it.said.get("paint", ()):
        if len(row) > 1 and it.known(row[0], INDEX, "hex") and it.known(row[1], NAMES[: GRAY + 1], "color"):
            paint(t, INDEX[row[0]], COLORS[row[1]])
    if it.wrong.found:
        raise ValueError("; ".join(it.wrong.found))
    return Risk(t, h, side, kind, phases if kind == WEAR else 1, vortexes)


def conversions(s: State, seat: int) -> Iterator[Risk]:
    """Every hex that a Sorcerer of a seat could convert in his next phase, if he stays there."""
    for h in ones(s.at[seat] & s.cells[WHITE]):
        there = force(s, seat, h)
        if any(KIND[u] == SORCERER and not s.depleted >> u & 1 and choices(s, u, h) for u in there):
            yield over(s, seat, h, CONVERT)


__all__ = ["CONVERT", "KINDS", "STORM", "WEAR", "Risk", "conversions", "over", "read"]
