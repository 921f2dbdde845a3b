"""A battle as text, to be shared and bent: the hex, the Bolts flung first, who attacks, whom.

    in rivalry; at 2016 orange; bolt yellow sorcerer-blue-yellow; by side-2 yellow-demon-1; against side-1 orange-troll-1-

Behind a counter "-" says that it is depleted, "!" that it is pinned, "+" that it is a garrison, "*" that it strikes from hiding.
`worn` says that attrition passes before they meet, `quiet` that those attacked do not attack, `lead` who of several Sorcerers takes part.
"""

from __future__ import annotations

from collections.abc import Collection, Iterable, Sequence
from typing import Final

from elric.kernel.faults import Faults
from elric.sorcerer.components import law
from elric.sorcerer.components.board import BOARD, HEXES, INDEX
from elric.sorcerer.components.colors import GRAY, LINE_NAMES, NAMES, ON_THE_WHEEL, WHITE
from elric.sorcerer.components.colors import INDEX as COLORS
from elric.sorcerer.components.notation import MOST_POINTS, SIDE_WORDS
from elric.sorcerer.components.scenarios import scenarios, vary
from elric.sorcerer.components.units import BY_ID, COLOR, FORTRESS, IDS, KIND, SORCERER, UNITS
from elric.sorcerer.description.plain import home
from elric.sorcerer.lab.battle import Battle, JoinedBolt, Seal, reaches, stage
from elric.sorcerer.movement.stacking import is_crowded
from elric.sorcerer.position.state import State, force

SEAL, SPELL, BEST = "seal", "spell", "Best"
MARKS: Final = {"-": "depleted", "!": "pinned", "+": "inside", "*": "ambush"}
WORDS: Final = (
    "in",
    "rules",
    "at",
    "bolt",
    "seal",
    "spell",
    "worn",
    "by",
    "against",
    "lead",
    "quiet",
    "fane",
    "primes",
)
_LONGEST: Final = 2_000


# ---- writing


def word_of(s: State, u: int) -> str:
    """A counter with what is the matter with it."""
    marks = (sign for sign, name in MARKS.items() if getattr(s, name) >> u & 1)
    return IDS[u] + "".join(marks)


def write(battle: Battle) -> str:
    """A battle as text."""
    s = battle.state
    out = [f"in {s.scenario.key}"]
    if s.rules.name != law.EDITION:
        out.append(f"rules {s.rules.name}")
    out.append(f"at {HEXES.names[battle.hex]} {NAMES[s.paint[battle.hex]]}")
    out += [f"bolt {NAMES[v.color]} {' '.join(word_of(s, u) for u in v.throwers)}" for v in battle.bolts]
    out += [
        f"{x.what} {-x.differential}" + (f" {LINE_NAMES[x.line].lower()}" if x.what == SPELL else "")
        for x in battle.seals
    ]
    if battle.worn:
        out.append("worn")
    for word, side, units in (("by", battle.side, battle.attackers), ("against", battle.other, battle.defenders)):
        out.append(" ".join((word, SIDE_WORDS[side], *(word_of(s, u) for u in units))))
    if battle.leads:
        out.append(" ".join(("lead", *(IDS[u] for u in battle.leads))))
    if not battle.answers:
        out.append("quiet")
    primes = [IDS[u] for u in s.primes if u in (*battle.attackers, *battle.defenders)]
    if primes:
        out.append(" ".join(("primes", *primes)))
    if s.fane != WHITE:
        out.append(f"fane {NAMES[s.fane]}")
    return "; ".join(out)


# ---- reading


def parts_of(text: str) -> list[list[str]]:
    """The parts of a battle, each as its words.

    Raises:
        ValueError: far too long.
    """
    if len(text) > _LONGEST:
        raise ValueError(f"a battle is no longer than {_LONGEST} letters")
    return [words for part in text.split(";") if (words := part.split())]


class Read:
    """A text as it is read: who stands where, with what marks, and the faults found on the way."""

    def __init__(self, parts: Sequence[Sequence[str]], words: Sequence[str] = WORDS) -> None:
        self.wrong = Faults()
        self.said: dict[str, list[Sequence[str]]] = {}
        for first, *rest in parts:
            if self.known(first, words, "part of a battle"):
                self.said.setdefault(first, []).append(rest)
        self.flags: dict[str, int] = dict.fromkeys(MARKS.values(), 0)
        key = self.one("in", "rivalry")
        self.known(key, scenarios(), "scenario")
        rules = law.ruleset(law.EDITION)
        if name := self.one("rules", ""):
            try:
                rules = law.ruleset(name)
            except ValueError as e:
                self.wrong.add("", str(e))
        self.state = State(vary(scenarios().get(key) or scenarios()["rivalry"], rules), rules)
        self.state.turn = 1

    def known(self, word: str, among: Collection[str], what: str) -> bool:
        """Whether a word is one of those that are known; else it is a fault."""
        if word not in among:
            self.wrong.add("", f"“{word[:60]}” is no {what}{self.wrong.hint(word, among)}")
        return word in among

    def one(self, word: str, usual: str) -> str:
        """The word behind a part that is said once."""
        rows = self.said.get(word, [])
        return str(rows[0][0]) if rows and rows[0] else usual

    def units(self, words: Iterable[str]) -> tuple[int, ...]:
        """Counters, their marks kept in `flags`."""
        out = []
        for word in words:
            bare = word.rstrip("".join(MARKS))
            if self.known(bare, BY_ID, "counter"):
                u = BY_ID[bare]
                out.append(u)
                for sign in word[len(bare) :]:
                    self.flags[MARKS[sign]] |= 1 << u
        return tuple(out)

    def hex(self) -> tuple[int, int]:
        """The hex, and the color of its ground: the printed one where none is said."""
        words = next(iter(self.said.get("at", ())), ())
        if not words:
            self.wrong.add("", "a battle says where it is fought: at 2016")
            return 0, BOARD.printed[0]
        if not self.known(words[0], INDEX, "hex"):
            return 0, BOARD.printed[0]
        h = INDEX[words[0]]
        if len(words) > 1 and self.known(words[1], NAMES[: GRAY + 1], "color of the ground"):
            return h, COLORS[words[1]]
        return h, BOARD.printed[h]

    def stack(self, word: str, usual: int) -> tuple[int, tuple[int, ...]]:
        """A side and its counters."""
        rows = self.said.get(word, ())
        side, units = usual, tuple(u for row in rows for u in self.units(w for w in row if w not in SIDE_WORDS))
        named = next((w for row in rows for w in row if w in SIDE_WORDS), "")
        if named:
            side = SIDE_WORDS.index(named)
        elif units:
            side = home(self.state, units[0])
        return side, units

    def checked(self, where: int, ground: int, stacks: Sequence[tuple[int, tuple[int, ...]]]) -> State:
        """The position, if nothing is wrong with it.

        Raises:
            ValueError: with every fault.
        """
        s, wrong = self.state, self.wrong
        every = [u for _, units in stacks for u in units]
        wrong.found += [f"{IDS[u]} stands there twice" for u in sorted({u for u in every if every.count(u) > 1})]
        wrong.found += [
            f"{UNITS[u].name} stands on its own color only [14.0]" for u in every
            if KIND[u] == FORTRESS and COLOR[u] < ON_THE_WHEEL and ground != COLOR[u]
        ]  # fmt: skip
        most = len(s.scenario.sides) if not s.scenario.alone else ON_THE_WHEEL + 1
        wrong.found += [f"{SIDE_WORDS[side]} does not play in this scenario" for side, _ in stacks if side >= most]
        named = self.units(next(iter(self.said.get("primes", ())), ()))
        primes = [-1] * s.scenario.seats
        for side, units in stacks:
            for u in units:
                if u in named and side < len(primes):
                    primes[side] = u
        s.primes = tuple(primes)
        if (fane := self.one("fane", "white")) and self.known(fane, NAMES[: WHITE + 1], "color"):
            s.fane = COLORS[fane]
        for name, value in self.flags.items():
            setattr(s, name, value)
        t = s
        if not wrong.found:
            t = stage(s, where, stacks, ground)
            wrong.found += [
                f"{SIDE_WORDS[side]} has more there than may stay: two, of one color [10.1]"
                for side, units in stacks
                if units and is_crowded(t, side, where)
            ]
        if wrong.found:
            raise ValueError("; ".join(wrong.found))
        return t


def _seals(it: Read) -> list[Seal]:
    """Seals that are broken, with so many points each, and spells that are tried, of an order and on a line."""
    out = []
    for what in (SEAL, SPELL):
        for row in it.said.get(what, ()):
            number = int(row[0]) if row and row[0].isdecimal() and len(row[0]) < 3 else -1
            line = row[1].capitalize() if len(row) > 1 else BEST
            if not 0 <= number <= MOST_POINTS or line not in LINE_NAMES:
                it.wrong.add("", f"a {what} is a number and, of a spell, a line: {what} 3")
                continue
            out.append(Seal(LINE_NAMES.index(line), -number, what))
    return out


def read(text: str) -> Battle:
    """A battle that was written down.

    Raises:
        ValueError: with every fault.
    """
    it = Read(parts_of(text))
    h, ground = it.hex()
    side, mine = it.stack("by", -1)
    other, theirs = it.stack("against", 0 if side > 0 else 1)
    side = side if side >= 0 else 1 if other == 0 else 0
    volleys: list[JoinedBolt | Seal] = [*_seals(it)]
    for row in it.said.get("bolt", ()):
        if not row or not it.known(row[0], NAMES[:ON_THE_WHEEL], "color of a Bolt"):
            continue
        color = COLORS[row[0]]
        throwers = it.units(row[1:])
        if not throwers or any(KIND[u] != SORCERER or not UNITS[u].powers >> color & 1 for u in throwers):
            it.wrong.add("", f"a {row[0]} Bolt is flung by Sorcerers of that color [7.11]")
        if not all(reaches(u, ground) for u in throwers):
            it.wrong.add(
                "",
                f"no Bolt at {NAMES[ground]}: a Sorcerer flings at his colors, and at those that they dominate [7.0]",
            )
        volleys.append(JoinedBolt(color, throwers))
    if not theirs:
        it.wrong.add("", "nobody is attacked: against side-2 orange-troll-1")
    if not mine and not volleys:
        it.wrong.add("", "nobody attacks: by side-1 green-demon-1")
    if side == other:
        it.wrong.add("", "both are of one side")
    s = it.checked(h, ground, ((side, mine), (other, theirs)))
    leads = it.units(next(iter(it.said.get("lead", ())), ()))
    if it.wrong.found:
        raise ValueError("; ".join(it.wrong.found))
    there = {*force(s, side, h), *force(s, other, h)}
    return Battle(
        s,
        h,
        side,
        other,
        tuple(volleys),
        tuple(u for u in leads if u in there),
        "worn" in it.said,
        "quiet" not in it.said,
    )


__all__ = ["MARKS", "Read", "parts_of", "read", "word_of", "write"]
