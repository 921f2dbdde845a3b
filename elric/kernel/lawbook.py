"""The rule book of a game: clauses, switches and rulings, read from its data folder, each file once, when it is first asked for.

`clauses.toml` (`clauses-<edition>.toml` where there are several editions): rows [[clause]] with number, title, says, and where they
are wanted kind, twin, switches, ruling. `switches.toml`: rows [[switch]] with key, choices, clauses, says, the value in each edition
under its name (or `first` in a game of one), was, scenarios. `rulings.toml`: rows [[ruling]] with id, title, says, why, clauses. A citation is a
number, or one for each edition.
"""

from __future__ import annotations

import tomllib
from collections.abc import Iterable, Mapping, Sequence
from functools import cached_property
from pathlib import Path
from types import MappingProxyType
from typing import Any, Protocol

from .clauses import Clause, Pair, Register, Ruleset, Ruling, Switch


class Law(Protocol):
    """What a game asks of its rule book."""

    def register(self) -> Register:
        """The clauses of all editions in reading order, with switches and rulings."""
        ...

    def ruleset(self, spec: str | Mapping[str, object] | Ruleset) -> Ruleset:
        """The ruleset a spec describes. Raises RulesetError, with a hint."""
        ...


class ShortBook:
    """A rule book of a few clauses in one edition, written in Python.

    Args:
        edition: its name.
        rows: number, title and text of each clause.
        switches: what can be played otherwise.
    """

    def __init__(self, edition: str, rows: Iterable[tuple[str, str, str]], *switches: Switch) -> None:
        found = (Clause(edition, number, title, says) for number, title, says in rows)
        self._register = Register({clause.key: clause for clause in found}, {switch.key: switch for switch in switches})

    def register(self) -> Register:
        return self._register

    def ruleset(self, spec: str | Mapping[str, object] | Ruleset) -> Ruleset:
        return Ruleset.from_spec(spec, self._register.switches, self._register.editions)


class LawBook:
    """The rule book of a game in its data folder.

    Args:
        folder: where the files are.
        editions: in the order in which clauses are cited.
        edition: the one that is played where none is named.
    """

    def __init__(self, folder: Path, editions: Sequence[str], edition: str) -> None:
        self.folder = folder
        self.editions = tuple(editions)
        self.edition = edition
        self._presets: dict[str, Ruleset] = {}

    def read(self, name: str) -> dict[str, Any]:
        """One file of the folder."""
        return tomllib.loads((self.folder / name).read_text(encoding="utf-8"))

    def switches(self) -> Mapping[str, Switch]:
        """Every switch by its key, in the order of the data."""
        return self._switches

    def rulings(self) -> Mapping[str, Ruling]:
        """Every ruling by its id, in the order of the data."""
        return self._rulings

    def register(self) -> Register:
        """The clauses of all editions in reading order, with switches and rulings."""
        return self._register

    def ruleset(self, spec: str | Mapping[str, object] | Ruleset = "") -> Ruleset:
        """The ruleset a spec describes: an edition, an edition with changes, or a mapping (see `clauses.Ruleset.from_spec`).

        Raises:
            RulesetError: with a hint, for unknown editions, switches and values.
        """
        if not isinstance(spec, str):
            return Ruleset.from_spec(spec, self.switches(), self.editions)
        name = spec or self.edition
        if name not in self._presets:
            self._presets[name] = Ruleset.from_spec(name, self.switches(), self.editions)
        return self._presets[name]

    @cached_property
    def _switches(self) -> Mapping[str, Switch]:
        found = {}
        for row in self.read("switches.toml")["switch"]:
            values = {edition: row.get(edition.replace("-", "_"), row.get("first")) for edition in self.editions}
            cited = tuple(map(_citation, row["clauses"]))
            was = tuple(row.get("was", ()))
            where = tuple(row.get("scenarios", ()))
            found[row["key"]] = Switch(row["key"], values, tuple(row["choices"]), cited, row["says"], was, where)
        return MappingProxyType(found)

    @cached_property
    def _rulings(self) -> Mapping[str, Ruling]:
        rows = self.read("rulings.toml")["ruling"]
        return MappingProxyType(
            {
                row["id"]: Ruling(
                    row["id"], row["title"], row["says"], row["why"], tuple(map(_citation, row["clauses"]))
                )
                for row in rows
            }
        )

    @cached_property
    def _register(self) -> Register:
        clauses: dict[tuple[str, str], Clause] = {}
        for place, edition in enumerate(self.editions):
            name = f"clauses-{edition}.toml" if len(self.editions) > 1 else "clauses.toml"
            for row in self.read(name)["clause"]:
                number = row["number"]
                switches = (key for key, switch in self._switches.items() if _cites(switch.clauses, place, number))
                rulings = (key for key, ruling in self._rulings.items() if _cites(ruling.clauses, place, number))
                clauses[edition, number] = Clause(
                    edition=edition,
                    number=number,
                    title=row["title"],
                    says=row["says"],
                    kind=row.get("kind", "rule"),
                    twins=tuple(row.get("twin", ())),
                    switches=tuple(row.get("switches", switches)),
                    ruling=row["ruling"] if "ruling" in row else next(rulings, ""),
                )
        return Register(clauses, self._switches, self._rulings)


def _citation(said: str | Sequence[str]) -> Pair:
    return (said,) if isinstance(said, str) else tuple(said)


def _cites(cited: Sequence[Pair], place: int, number: str) -> bool:
    return any(pair[place] == number for pair in cited)


__all__ = ["Law", "LawBook", "ShortBook"]
