"""A battle written down: plain values, a text of a few lines, and a link. All three say the same.

edition: avalon-hill
place: dharijor_sequaloris
attack: yishana, ohada, jharkor-army*5
defend: sarosto, dharijor-army*3
cast: ohada arkyn
unseen: 0 1
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass, fields, replace
from typing import Any, Final
from urllib.parse import parse_qsl, urlencode

from elric.kernel.clauses import with_hint
from elric.kernel.failure import ElricError
from elric.kernel.verdict import Reason
from elric.lab.form import Problem
from elric.young_kingdoms.components import law, pieces
from elric.young_kingdoms.components.pieces import ARMY, KIND

LONGEST: Final = 4000
"""Characters a battle as text may have."""


class BattleError(ElricError, ValueError):
    """A battle cannot be. `problems` has every reason found, with its clause; nothing that was entered is changed."""

    def __init__(self, problems: Iterable[Problem], edition: str = "avalon-hill") -> None:
        self.problems = tuple(problems)
        self.edition = edition
        super().__init__(" ".join(self.lines()))

    def lines(self) -> list[str]:
        """One sentence for each problem, with what would mend it and the clause."""
        out = []
        for p in self.problems:
            number = law.cite(p.reason.clause, self.edition) if any(p.reason.clause) else ""
            fix = f" {p.reason.fix}" if p.reason.fix else ""
            out.append(f"{p.reason.words}{fix}" + (f" ({number})" if number else ""))
        return out


Pairs = tuple[tuple[str, str], ...]


@dataclass(frozen=True, slots=True)
class Spec:
    """One battle as plain values; ids as in the data.

    Attributes:
        edition: an edition, or one with changes ("avalon-hill, wall_damage=difference").
        place: id of an area, or a kind of place (see `places.PLACES`).
        attack, defend: pieces.  held: those of either side who are withheld.
        cast: (magician, spell) laid for this battle.  conjure: who draws a spell in it instead.
        unseen: how many spells nobody can see each side has laid.
        hands: (personality, spell) held besides, for escapes.  maintained: (magician, spell) kept open.
        gone: spells that are nowhere unseen: discarded, face up, or in hands elsewhere.
        aboard: (piece, ship) or (artifact, bearer); who must be aboard and is not named goes where there is room.
        neutral: the city defends itself.  sortie: the attackers come out of their besieged city.
        landing: id of the sea the attack on a port comes from, or "".  port: how the port meets it, "armies" or "ships".
        balance: where the marker stands, Law below 0.  tipped: "", "law" or "chaos".
        policy: how losses are taken, attacker and defender.
    """

    edition: str = "avalon-hill"
    place: str = "open"
    attack: tuple[str, ...] = ()
    defend: tuple[str, ...] = ()
    held: tuple[str, ...] = ()
    cast: Pairs = ()
    conjure: tuple[str, ...] = ()
    unseen: tuple[int, int] = (0, 0)
    hands: Pairs = ()
    maintained: Pairs = ()
    gone: tuple[str, ...] = ()
    aboard: Pairs = ()
    neutral: bool = False
    sortie: bool = False
    landing: str = ""
    port: str = "armies"
    balance: int = 0
    tipped: str = ""
    policy: tuple[str, str] = ("armies", "armies")

    def but(self, **changes: Any) -> Spec:
        """The same with changes."""
        return replace(self, **changes)

    # ---- text -------------------------------------------------------------------------------------------------------

    def text(self) -> str:
        """As lines; `parse` reads them back."""
        return "\n".join(f"{k}: {v}" for k, v in self._words()) + "\n"

    def link(self) -> str:
        """As the query of an address, without its question mark."""
        return urlencode(self._words())

    def _words(self) -> list[tuple[str, str]]:
        plain = Spec()
        out = []
        for f in fields(self):
            v = getattr(self, f.name)
            if f.name in ("edition", "place") or v != getattr(plain, f.name):
                out.append((f.name, _WRITE.get(f.name, str)(v)))
        return out


def several(names: Iterable[str]) -> str:
    """Pieces as text; armies of a nation counted together: "yishana, jharkor-army*3"."""
    out: list[str] = []
    many: dict[str, int] = {}
    for n in names:
        if n in pieces.INDEX and KIND[pieces.INDEX[n]] == ARMY:
            stem = n.rsplit("-", 1)[0]
            if stem not in many:
                out.append(stem)
            many[stem] = many.get(stem, 0) + 1
        else:
            out.append(n)
    return ", ".join(f"{x}*{many[x]}" if x in many else x for x in out)


def _pairs(v: Pairs) -> str:
    return ", ".join(f"{a} {b}" for a, b in v)


_WRITE: Final[Mapping[str, Callable[[Any], str]]] = {
    "attack": several,
    "defend": several,
    "held": several,
    "cast": _pairs,
    "hands": _pairs,
    "maintained": _pairs,
    "aboard": _pairs,
    "conjure": ", ".join,
    "gone": ", ".join,
    "unseen": lambda v: f"{v[0]} {v[1]}",
    "policy": lambda v: v[0] if v[0] == v[1] else f"{v[0]} {v[1]}",
    "neutral": lambda v: "yes" if v else "no",
    "sortie": lambda v: "yes" if v else "no",
}
_NAMES: Final = ("attack", "defend", "held", "conjure", "gone")
_PAIRS: Final = ("cast", "hands", "maintained", "aboard")


def problem(where: str, what: str, words: str, fix: str = "") -> Problem:
    return Problem(where, what, Reason(("", ""), words, fix))


def read_values(values: Mapping[str, Any]) -> Spec:
    """A spec from names and values: texts as in the notation, or lists, tuples, mappings, numbers.

    Raises:
        BattleError: with every part that makes no sense.
    """
    known = {f.name for f in fields(Spec)}
    problems: list[Problem] = []
    found: dict[str, Any] = {}
    for name, v in values.items():
        if name not in known:
            words = with_hint(f"“{name}” is no part of a battle", str(name), known)
            problems.append(problem(str(name), "", words, f"The parts are {', '.join(sorted(known))}."))
            continue
        try:
            found[name] = read_value(name, v)
        except (ValueError, TypeError) as e:
            problems.append(problem(name, str(v)[:60], f"{name}: {e}"))
    if problems:
        raise BattleError(problems)
    return Spec(**found)


def parse(text: str) -> Spec:
    """Read a battle written as text, or as the query of a link.

    Raises:
        BattleError: with every line that makes no sense.
    """
    if not isinstance(text, str) or len(text) > LONGEST:
        raise BattleError([problem("text", "", f"A battle is a text of at most {LONGEST} characters.")])
    plain = text.strip().lstrip("?")
    if "\n" not in plain and "=" in plain.split(":")[0]:
        return read_values(dict(parse_qsl(plain)))
    values: dict[str, Any] = {}
    problems = []
    for n, line in enumerate(plain.splitlines(), 1):
        line = line.split("#")[0].strip()
        if not line:
            continue
        name, colon, value = line.partition(":")
        if not colon:
            problems.append(problem("text", line[:60], f"Line {n} is not “name: value”: “{line[:60]}”."))
        else:
            values[name.strip().lower()] = value.strip()
    if problems:
        raise BattleError(problems)
    if not values:
        raise BattleError(
            [problem("text", "", "There is no battle in this text.", "Begin with “attack:” and “defend:”.")]
        )
    return read_values(values)


def read_value(name: str, value: Any) -> Any:
    if name in _NAMES:
        words = _list(value)
        return expand(words) if name != "gone" else tuple(words)
    if name in _PAIRS:
        return _read_pairs(value)
    if name == "unseen":
        numbers = [int(x) for x in (value.replace(",", " ").split() if isinstance(value, str) else value)]
        if len(numbers) != 2 or any(n < 0 for n in numbers):
            raise ValueError("two numbers from 0 up are needed, the attacker's and the defender's")
        return (numbers[0], numbers[1])
    if name == "policy":
        keys = value.replace(",", " ").split() if isinstance(value, str) else list(value)
        if not 1 <= len(keys) <= 2:
            raise ValueError("one policy, or one for each side")
        return (str(keys[0]), str(keys[-1]))
    if name in ("neutral", "sortie"):
        if isinstance(value, str):
            if value.lower() not in ("yes", "no", "true", "false", "1", "0", "on", ""):
                raise ValueError(f"yes or no, not “{value}”")
            return value.lower() in ("yes", "true", "1", "on")
        return bool(value)
    if name == "balance":
        return int(value)
    if name == "tipped":
        return "" if value in (None, "no", "None") else str(value).lower()
    if name == "edition" and isinstance(value, Mapping):
        return law.ruleset(value).name
    return str(value)


def _list(v: Any) -> list[str]:
    if isinstance(v, str):
        return [w for w in v.replace(",", " ").split() if w]
    return [str(x) for x in v]


def _read_pairs(value: Any) -> Pairs:
    if isinstance(value, Mapping):
        out: list[tuple[str, str]] = []
        for a, b in value.items():
            out.extend((str(a), str(x)) for x in ([b] if isinstance(b, str) else b))
        return tuple(out)
    if isinstance(value, str):
        out = []
        for part in value.split(","):
            words = part.split()
            if len(words) < 2:
                if words:
                    raise ValueError(f"“{part.strip()}” should be two names")
                continue
            out.extend((words[0], w) for w in words[1:])
        return tuple(out)
    return tuple((str(a), str(b)) for a, b in value)


def expand(words: Iterable[str]) -> tuple[str, ...]:
    """Names of pieces with counts written out: "jharkor-army*3" is the first three armies not named before."""
    names = list(words)
    taken = {n for n in names if "*" not in n}
    out: list[str] = []
    for name in names:
        stem, star, number = name.partition("*")
        if not star:
            out.append(name)
            continue
        free = [
            i
            for i in pieces.IDS
            if i.startswith(stem + "-")
            and i.rsplit("-", 1)[0] == stem
            and i not in taken
            and KIND[pieces.INDEX[i]] == ARMY
        ]
        if not number.isdigit():
            raise ValueError(f"“{name}”: a number of armies is needed after the star")
        if not free:
            stems = {i.rsplit("-", 1)[0] for i in pieces.IDS if KIND[pieces.INDEX[i]] == ARMY}
            raise ValueError(with_hint(f"there are no armies “{stem}”", stem, stems))
        if int(number) > len(free):
            raise ValueError(f"“{name}”: there are only {len(free)} of them")
        out.extend(free[: int(number)])
        taken.update(free[: int(number)])
    return tuple(out)
