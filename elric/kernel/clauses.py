"""Printed rules as data: clauses, the switches between editions, rulesets and the register that holds them.

Nothing here knows a particular game. A game gives its editions, clauses, rulings and switches; this room looks them up,
mixes them into rulesets, and says what was probably meant when a name is wrong.
"""

from __future__ import annotations

import difflib
import re
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from types import MappingProxyType
from typing import TYPE_CHECKING, Any

from .failure import ElricError

Value = bool | int | str
Pair = tuple[str, ...]

KINDS = ("rule", "component", "optional", "background")


class RulesetError(ElricError, ValueError):
    """A ruleset was asked for that cannot be: unknown edition, unknown switch, or a value the switch does not have."""


class UnknownClause(ElricError, LookupError):
    """No clause stands under that number; the message says which number was probably meant."""

    def __str__(self) -> str:
        return str(self.args[0]) if self.args else ""


def did_you_mean(word: str, known: Iterable[str]) -> str:
    """A short hint naming the known words nearest to `word`; empty when none is near.

    >>> did_you_mean("overun_ratio", ["overrun_ratio", "cast_limit"])
    'did you mean "overrun_ratio"?'
    """
    names = sorted({str(name) for name in known})
    by_lower = {name.lower(): name for name in names}
    near = difflib.get_close_matches(word.lower(), list(by_lower), n=3, cutoff=0.6)
    if not near:
        near = [low for low in by_lower if word and low.startswith(word.lower())][:3]
    if not near:
        return ""
    quoted = [f'"{by_lower[low]}"' for low in near]
    if len(quoted) == 1:
        return f"did you mean {quoted[0]}?"
    return f"did you mean {', '.join(quoted[:-1])} or {quoted[-1]}?"


def with_hint(message: str, word: str, known: Iterable[str]) -> str:
    """`message` as a sentence, followed by the hint of `did_you_mean` when there is one."""
    hint = did_you_mean(word, known)
    return f"{message}; {hint}" if hint else f"{message}."


def number_key(number: str) -> tuple[tuple[int, int | str], ...]:
    """Sorting key that keeps printed numbers in reading order: 4.0, 4.0A, 4.1, 10.2, 10.10."""
    parts = re.findall(r"\d+|[A-Za-z]+", number)
    return tuple((1, int(p)) if p.isdigit() else (0, p) for p in parts)


def chapter_of(number: str) -> str:
    """The chapter of a clause: "7" of "7.5.2"."""
    return number.split(".")[0].rstrip("ABCDEFGH")


@dataclass(frozen=True, slots=True)
class Clause:
    """One numbered section of one edition, told in our own words.

    >>> import elric
    >>> next(c for c in elric.clauses("avalon-hill") if c.number == "9.92").twins
    ('10.9.2',)
    """

    edition: str
    number: str
    title: str
    says: str
    kind: str = "rule"
    twins: tuple[str, ...] = ()
    switches: tuple[str, ...] = ()
    ruling: str = ""

    @property
    def key(self) -> tuple[str, str]:
        """(edition, number): the name of the clause in its register."""
        return (self.edition, self.number)

    def __str__(self) -> str:
        return f"{self.number} {self.title}: {self.says}"


@dataclass(frozen=True, slots=True)
class Ruling:
    """A reading chosen where the books are silent, unclear, or against themselves. `why` gives the reason."""

    id: str
    title: str
    says: str
    why: str
    clauses: tuple[Pair, ...] = ()


@dataclass(frozen=True, slots=True)
class Switch:
    """One point on which editions differ: its value in each, every value it may take, and the clauses it concerns.

    `was`: names that it had before. Saves and positions that say one of them are read as if they said `key`.
    `scenarios`: those in which it changes anything; none named: all of them.
    """

    key: str
    values: Mapping[str, Value]
    choices: tuple[Value, ...]
    clauses: tuple[Pair, ...]
    says: str
    was: tuple[str, ...] = ()
    scenarios: tuple[str, ...] = ()

    def read(self, value: object) -> Value:
        """The choice that `value` stands for. Text such as "1" or "true" is understood; anything else raises."""
        for choice in self.choices:
            if type(choice) is type(value) and choice == value:
                return choice
        if isinstance(value, str):
            text = value.strip().lower()
            for choice in self.choices:
                if value_text(choice).lower() == text:
                    return choice
        allowed = ", ".join(value_text(choice) for choice in self.choices)
        shown = value_text(value) if isinstance(value, (bool, int, str)) else repr(value)
        message = f'switch "{self.key}" cannot be "{shown:.60}": it may be {allowed}'
        raise RulesetError(with_hint(message, shown, (value_text(choice) for choice in self.choices)))


def value_text(value: Value) -> str:
    """A switch value as it is written in a spec: true, false, a number, or the word itself."""
    return str(value).lower() if isinstance(value, bool) else str(value)


def value_words(value: Value) -> str:
    """A switch value for a reader: "yes", "2", "at once"."""
    text = value_text(value)
    return {"true": "yes", "false": "no"}.get(text, text.replace("-", " "))


class Ruleset:
    """Every switch set to one value: an edition's preset, with changes. Immutable, hashable, cheap to read.

    Each switch is a plain attribute (`rules.overrun_ratio`). Besides them: `edition` (the preset's name), `overrides`
    (what departs from the preset, read-only), `name` (text that `from_spec` reads back).

    >>> import elric
    >>> rules = elric.new_game("successor", "avalon-hill, overrun_ratio=1").rules
    >>> rules.edition, rules.overrun_ratio, dict(rules.overrides)
    ('avalon-hill', 1, {'overrun_ratio': 1})
    """

    edition: str
    name: str
    overrides: Mapping[str, Value]
    _switches: Mapping[str, Switch]

    RESERVED = frozenset({"edition", "name", "overrides", "with_", "from_spec", "spec", "settings", "RESERVED"})

    def __init__(
        self,
        edition: str,
        switches: Mapping[str, Switch],
        overrides: Mapping[str, object] | None = None,
        editions: Sequence[str] = (),
    ) -> None:
        known = editions_of(switches) or editions or (edition,)  # a book need not have switches
        if edition not in known:
            raise RulesetError(with_hint(f'there is no edition "{edition:.60}"', edition, known))
        renamed = {old: key for key, switch in switches.items() for old in switch.was} if overrides else {}
        changes: dict[str, Value] = {}
        for said, raw in (overrides or {}).items():
            key = renamed.get(said, said)
            if key not in switches:
                raise RulesetError(with_hint(f'there is no switch "{key:.60}"', key, switches))
            value = switches[key].read(raw)
            if value != switches[key].values[edition]:
                changes[key] = value
        changes = {key: changes[key] for key in switches if key in changes}
        settings = {key: switch.values[edition] for key, switch in switches.items()} | changes
        name = ", ".join([edition, *(f"{key}={value_text(value)}" for key, value in changes.items())])
        # Straight into the instance dictionary: reading a switch is then an ordinary attribute look-up.
        self.__dict__.update(settings)
        self.__dict__.update(edition=edition, name=name, overrides=MappingProxyType(changes), _switches=switches)

    if TYPE_CHECKING:

        def __getattr__(self, key: str) -> Any: ...

    @classmethod
    def from_spec(
        cls, spec: str | Mapping[str, object] | Ruleset, switches: Mapping[str, Switch], editions: Sequence[str] = ()
    ) -> Ruleset:
        """The ruleset a spec describes; `editions`: those there are, where no switch names them.

        `spec` is an edition ("avalon-hill"), an edition with changes ("avalon-hill, overrun_ratio=1"), or a mapping
        ({"edition": "avalon-hill", "overrun_ratio": 1}). Raises RulesetError, with a hint, when it describes none.
        """
        if isinstance(spec, Ruleset):
            return spec
        if isinstance(spec, str):
            head, *rest = [part.strip() for part in re.split(r"[,;]", spec)]
            changes: dict[str, object] = {}
            for part in filter(None, rest):
                key, equals, value = (piece.strip() for piece in part.partition("="))
                if not equals:
                    raise RulesetError(f'"{part:.60}" is not a change: write it as switch=value.')
                changes[key] = value
            return cls(head, switches, changes, editions)
        if not isinstance(spec, Mapping):
            raise RulesetError(f"a ruleset is named by text or by a mapping, not by {type(spec).__name__}.")
        if "edition" not in spec:
            raise RulesetError('a ruleset needs an "edition": ' + " or ".join(editions_of(switches) or editions) + ".")
        edition = spec["edition"]
        if not isinstance(edition, str):
            raise RulesetError(f"an edition is named by text, not by {type(edition).__name__}.")
        return cls(edition, switches, {str(key): value for key, value in spec.items() if key != "edition"}, editions)

    def with_(self, **changes: Value) -> Ruleset:
        """The same ruleset with these switches changed. Raises RulesetError on unknown switches and values."""
        return Ruleset(self.edition, self._switches, {**self.overrides, **changes})

    def spec(self) -> dict[str, Value]:
        """JSON-able mapping that `from_spec` reads back."""
        return {"edition": self.edition, **self.overrides}

    def settings(self) -> dict[str, Value]:
        """Every switch with its value here, in the order of the switch table."""
        return {key: self.__dict__[key] for key in self._switches}

    def __setattr__(self, key: str, value: object) -> None:
        raise AttributeError(f"a ruleset does not change; use with_({key}=...)")

    def __delattr__(self, key: str) -> None:
        raise AttributeError("a ruleset does not change")

    def __eq__(self, other: object) -> bool:
        return isinstance(other, Ruleset) and self.name == other.name

    def __hash__(self) -> int:
        return hash(self.name)

    def __repr__(self) -> str:
        return f"Ruleset({self.name!r})"

    def __reduce__(self) -> tuple[Any, ...]:
        return (Ruleset, (self.edition, dict(self._switches), dict(self.overrides)))

    def __copy__(self) -> Ruleset:
        return self

    def __deepcopy__(self, memo: object) -> Ruleset:
        return self


def editions_of(switches: Mapping[str, Switch]) -> tuple[str, ...]:
    """The editions a switch table gives values for, in its order."""
    first = next(iter(switches.values()), None)
    return tuple(first.values) if first else ()


@dataclass(frozen=True)
class Register:
    """All clauses of all editions by (edition, number), with the switches and rulings that belong to them."""

    clauses: Mapping[tuple[str, str], Clause]
    switches: Mapping[str, Switch] = field(default_factory=dict)
    rulings: Mapping[str, Ruling] = field(default_factory=dict)

    def __post_init__(self) -> None:
        for name in ("clauses", "switches", "rulings"):
            object.__setattr__(self, name, MappingProxyType(dict(getattr(self, name))))

    def __iter__(self) -> Iterator[Clause]:
        return iter(self.clauses.values())

    def __len__(self) -> int:
        return len(self.clauses)

    def __contains__(self, key: object) -> bool:
        return key in self.clauses

    @property
    def editions(self) -> tuple[str, ...]:
        """Names of the editions, in the order in which they were given."""
        return tuple(dict.fromkeys(edition for edition, _ in self.clauses))

    def of(self, edition: str) -> tuple[Clause, ...]:
        """All clauses of one edition in reading order; raises UnknownClause when there is no such edition."""
        if edition not in self.editions:
            raise UnknownClause(with_hint(f'there is no edition "{edition}"', edition, self.editions))
        return tuple(clause for clause in self if clause.edition == edition)

    def get(self, edition: str, number: str) -> Clause:
        """The clause printed under `number`; brackets, spaces and a trailing dot are forgiven.

        Raises UnknownClause, with a hint, when there is none.
        """
        clean = number.strip().strip("[]()").rstrip(".").replace(" ", "")
        clause = self.clauses.get((edition, clean)) or self.clauses.get((edition, clean.upper()))
        if clause is None:
            numbers = [one.number for one in self.of(edition)]
            raise UnknownClause(with_hint(f'there is no clause "{number}" in {edition}', clean, numbers))
        return clause

    def twins(self, clause: Clause) -> tuple[Clause, ...]:
        """The clauses of the other editions that treat the same matter."""
        others = [edition for edition in self.editions if edition != clause.edition]
        found = (self.clauses.get((edition, number)) for edition in others for number in clause.twins)
        return tuple(one for one in found if one is not None)

    def ruling(self, clause: Clause) -> Ruling | None:
        """The ruling that tells how this clause is read, if one does."""
        return self.rulings[clause.ruling] if clause.ruling else None

    def rulings_on(self, clause: Clause) -> tuple[Ruling, ...]:
        """Every ruling that touches this clause, the one that tells how it is read first."""
        place = self.editions.index(clause.edition)
        found = [one for one in self.rulings.values() if any(pair[place] == clause.number for pair in one.clauses)]
        main = self.ruling(clause)
        return tuple(([main] if main else []) + [one for one in found if one is not main])

    def find(self, text: str, edition: str | None = None, limit: int = 20) -> list[Clause]:
        """Clauses that speak of `text`, best first: by number, then by title, then by words. Every word must occur."""
        wanted = [word.lower() for word in re.findall(r"[\w'.]+", text)]
        if not wanted:
            return []
        scored: list[tuple[int, int, Clause]] = []
        for place, clause in enumerate(self):
            if edition is None or clause.edition == edition:
                score = _score(clause, wanted)
                if score:
                    scored.append((-score, place, clause))
        scored.sort(key=lambda row: row[:2])
        return [clause for _, _, clause in scored[:limit]]


def _score(clause: Clause, wanted: list[str]) -> int:
    """How well a clause answers a search; 0 when some word is nowhere in it."""
    number, title, says = clause.number.lower(), clause.title.lower(), clause.says.lower()
    total = 0
    for word in wanted:
        if word.rstrip(".") == number:
            total += 50
        elif number.startswith(word.rstrip(".") + "."):
            total += 20
        elif re.search(rf"\b{re.escape(word)}", title):
            total += 10
        elif re.search(rf"\b{re.escape(word)}", says):
            total += 2 + says.count(word)
        else:
            return 0
    return total


def cite(clause: Sequence[str], edition: str, marks: Mapping[str, str]) -> str:
    """The number to show to players of an edition for a citation, which has one number for each edition.

    Args:
        marks: each edition's short name, in the order in which citations give their numbers.

    Where that edition is silent another one's number stands in, marked: "12.1 (Chaosium)". Empty where all are.

    Raises:
        UnknownClause: there is no such edition.
    """
    if edition not in marks:
        raise UnknownClause(with_hint(f'there is no edition "{edition}"', edition, marks))
    if isinstance(clause, str) or not isinstance(clause, Sequence) or len(clause) != len(marks):
        raise UnknownClause(f"a citation has a clause number for each edition ({', '.join(marks)}), not {clause!r:.60}")
    numbers = dict(zip(marks, clause, strict=True))
    others = (f"{number} ({marks[name]})" for name, number in numbers.items() if number)
    return numbers[edition] or next(others, "")
