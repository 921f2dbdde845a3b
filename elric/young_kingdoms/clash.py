"""The clash: spells are turned up, eaters eat, dice fall, the table speaks. Sources: Chaosium [9.2], [10.3]-[10.6], [13.2];
Avalon Hill 8.22, 9.3-9.6, 12.2.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import ClassVar, Final

from ..kernel.steps import Auto, Check, Frame, Step
from ..kernel.verdict import Reason, Why
from . import balance, pieces, spells, words
from .actions import Action
from .aftermath import suffer
from .battle import MONSTER, TABLE, Battle, defenders_worth, fights, row, total, total_lines
from .context import Context
from .pieces import ARMY, ELRIC, FLEET, HERO, KIND
from .state import (
    CAST,
    DISCARD,
    HELD_OPEN,
    NEUTRAL,
    USED,
    State,
    push,
)


class Reveal(Auto):
    """Spells laid for this battle are turned up, conjurers draw, and the battle goes on to its totals."""

    name = "reveal"

    def run(self, s: State, f: Frame, cx: Context) -> None:
        b: Battle = s.battle
        if b.attacker != MONSTER:
            laid: list[tuple[tuple[int, int], ...]] = []
            for side in (0, 1):
                mine = []
                for i, at in enumerate(s.spell_at):
                    if at >= CAST and (at - CAST) % 1000 in b.units[side]:
                        mine.append((i, (at - CAST) % 1000))
                laid.append(tuple(mine))
            s.battle = b = b._replace(laid=(laid[0], laid[1]))
            for side in (0, 1):
                for i, u in b.laid[side]:
                    cx.tell("revealed", unit=u, spell=i, side=side)
        frames: list[Frame] = []
        for side in (0, 1):
            for n in s.notes:
                if n[0] == "conjure" and n[1] in b.units[side]:
                    frames.append((CONJURE, n[1], side))
        push(s, *frames, (COUNTER,))


REVEAL: Final = Reveal()


class Conjure(Auto):
    """Frame: (step, personality, side). A conjurer draws the spell he fights with ([9.2] / 8.22-8.222)."""

    name = "conjure"

    def run(self, s: State, f: Frame, cx: Context) -> None:
        _, u, side = f
        b: Battle = s.battle
        s.notes = tuple(n for n in s.notes if n != ("conjure", u))
        if s.place[u] != b.area:
            return
        i = cx.draw(s)
        if i < 0:
            return
        cx.tell("conjured", unit=u, spell=i, side=side)
        if spells.IMMEDIATE[i]:
            from .omens import OMEN

            push(s, (OMEN, i, u, s.owner[u]))
            return
        s.spell_at[i] = CAST + u
        sea = b.sea
        kind = spells.ALIGNMENT_NAMES[i]
        fits = kind in ("law", "chaos", "neutral") or (i == spells.DRAGONS and u in pieces.DRAGONMASTERS)
        if spells.EATER[i] and not (spells.EATS_AT_SEA[i] if sea else spells.EATS_ON_LAND[i]):
            fits = False
        if not fits:
            s.spell_at[i] = DISCARD
            return
        laid = list(b.laid)
        laid[side] = (*laid[side], (i, u))
        against = (
            u != ELRIC
            and spells.ALIGN[i] in (spells.LAW, spells.CHAOS)
            and any(spells.ALIGN[j] == -spells.ALIGN[i] for j, at in enumerate(s.spell_at) if at == 1000 + u)
        )
        s.battle = b._replace(laid=(laid[0], laid[1]), turned=(*b.turned, i) if against else b.turned)


CONJURE: Final = Conjure()


def _live(b: Battle, side: int) -> list[tuple[int, int]]:
    """Spells of a side that still do something for it."""
    return [(i, u) for i, u in b.laid[side] if i not in b.void and i not in b.turned]


class Counterspells(Auto):
    """Dispel Magic is asked for its target; then Balo rolls, eaters eat, and totals are struck."""

    name = "counterspells"

    def run(self, s: State, f: Frame, cx: Context) -> None:
        b: Battle = s.battle
        for side in (0, 1):
            for i, u in b.laid[side]:
                if spells.ACTS[i] == "dispel" and i not in b.void and not any(n == ("dispelled", i) for n in s.notes):
                    s.notes = (*s.notes, ("dispelled", i))
                    others = [j for j, _ in b.laid[1 - side] if j not in b.void]
                    if others and b.seat(side) < NEUTRAL:
                        push(s, (DISPEL, side, i), (self,))
                        return
        s.notes = tuple(n for n in s.notes if n[0] != "dispelled")
        void = list(b.void)
        for side in (0, 1):
            for i, u in b.laid[side]:
                if spells.ACTS[i] == "balo" and i not in void:
                    roll = cx.die()
                    cx.tell("balo", unit=u, roll=roll)
                    if roll % 2 == 0:
                        void.append(i)
                shield = pieces.CHAOS_SHIELD in b.units[1 - side]
                if shield and spells.ALIGN[i] == spells.CHAOS and i not in void:
                    cx.tell("shielded", spell=i)
                    void.append(i)
        s.battle = b = b._replace(void=tuple(void))
        eaten: list[int] = []
        for side in (0, 1):
            for i, _ in _live(b, side):
                if spells.EATER[i]:
                    eaten.extend(u for u in _eaten(s, b, i, b.units[1 - side]) if u not in eaten)
            for i, _ in b.laid[side]:
                if i in b.turned and spells.EATER[i] and i not in b.void:
                    eaten.extend(u for u in _eaten(s, b, i, b.units[side]) if u not in eaten)
        if eaten:
            cx.tell("eaten", units=tuple(eaten))
            s.battle = b._replace(eaten=tuple(eaten))
        push(s, (RESOLVE,))


COUNTER: Final = Counterspells()


def _eaten(s: State, b: Battle, i: int, units: Sequence[int]) -> list[int]:
    """Whom an eater takes among enemy units: its prey and every personality (who may yet escape)."""
    out = []
    everything = spells.IDS[i] == "noose-of-flesh" and s.rules.noose_takes == "all"
    for u in units:
        k = KIND[u]
        prey = (k == ARMY and spells.EATS_ARMIES[i]) or (k == FLEET and (spells.EATS_FLEETS[i] or everything))
        if prey or k == HERO:
            out.append(u)
    if b.sea:
        ships = {u for u in out if KIND[u] == FLEET}
        out.extend(u for u in units if KIND[u] == ARMY and s.aboard[u] in ships and u not in out)
    return out


def _check_dispel(s: State, f: Frame, args: tuple[int, ...], why: Why) -> bool:
    (i,) = args
    b: Battle = s.battle
    if any(j == i for j, _ in b.laid[1 - f[1]]) and i not in b.void:
        return True
    if why is not None:
        why.append(
            Reason(
                ("16.3", "14.3"),
                f"{words.spell(i)} is not an enemy spell at work in this battle.",
                "Choose a spell the other side has laid.",
            )
        )
    return False


class DispelStep(Step):
    """Frame: (step, side, the Dispel Magic). Choose the spell it undoes."""

    name = "dispel"
    verbs: ClassVar[dict[str, Check]] = {"dispel": _check_dispel}

    def seat(self, s: State, f: Frame) -> int:
        return int(s.battle.seat(f[1]))

    def candidates(self, s: State, f: Frame) -> Iterable[Action]:
        for i, _ in s.battle.laid[1 - f[1]]:
            yield Action("dispel", (i,))

    def do(self, s: State, f: Frame, a: Action, cx: Context) -> None:
        s.agenda = s.agenda[:-1]
        s.battle = s.battle._replace(void=(*s.battle.void, a.args[0]))
        cx.tell("dispelled", spell=a.args[0])


DISPEL: Final = DispelStep()


class Resolve(Auto):
    """Both sides roll, the totals are compared, the table speaks, and the Balance moves ([10.5], [10.6] / 9.5-9.6)."""

    name = "resolve"

    def run(self, s: State, f: Frame, cx: Context) -> None:

        b: Battle = s.battle
        sums = (total(s, b, 0), total(s, b, 1))
        lines = (total_lines(s, b, 0), total_lines(s, b, 1))
        rolls: list[tuple[int, int]] = []
        difference = 0
        while difference == 0:
            rolls.append((cx.die(), cx.die()))
            difference = sums[0] + rolls[-1][0] - sums[1] - rolls[-1][1]
        loser = 1 if difference > 0 else 0
        difference = abs(difference)
        r = row(difference)
        losses = TABLE[r][1]
        fell = False
        if loser == 1 and (b.wall or b.base):
            dealt = difference if s.rules.wall_damage == "difference" else losses
            fell = losses < 0 or dealt >= defenders_worth(s, b) + b.wall
        for side in (0, 1):
            for u in b.units[side]:
                if KIND[u] == HERO and fights(s, b, side, u):
                    s.flags[u] |= USED
        s.battle = b = b._replace(sums=sums, rolls=tuple(rolls), difference=difference, row=r, loser=loser, fell=fell)
        cx.tell(
            "battle",
            area=b.area,
            attacker=b.attacker,
            defender=b.defender,
            lines=tuple(tuple((x.words, x.value, x.clause) for x in side) for side in lines),
            sums=sums,
            rolls=tuple(rolls),
            difference=difference,
            row=r,
            loser=loser,
            wall=b.wall,
            worth=defenders_worth(s, b),
            fell=fell,
            monster=b.monster,
        )
        self._balance(s, b, cx)
        suffer(s, cx)

    def _balance(self, s: State, b: Battle, cx: Context) -> None:
        pulls = []
        for side in (0, 1):
            for i, u in b.laid[side]:
                if i not in b.void or spells.ACTS[i] == "balo":
                    pulls.append((spells.ALIGN[i], spells.PULL[i]))
        # spells already maintained moved the Balance when they were first cast
        fresh = [
            p
            for p, (i, u) in zip(
                pulls,
                [x for side in (0, 1) for x in b.laid[side] if x[0] not in b.void or spells.ACTS[x[0]] == "balo"],
                strict=True,
            )
            if s.spell_at[i] < HELD_OPEN
        ]
        balance.shift(s, fresh, cx)
        for side in (0, 1):
            for i, u in b.laid[side]:
                if s.spell_at[i] >= HELD_OPEN:
                    continue
                if s.tipped and spells.ALIGN[i] in (s.tipped, spells.NEUTRAL) and i not in b.void:
                    from .omens import linger

                    linger(s, i, u, b.area)
                else:
                    s.spell_at[i] = DISCARD


RESOLVE: Final = Resolve()
