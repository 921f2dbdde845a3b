"""Statistics of a study: shares with Wilson intervals, endings, lengths, spells, and the effect of switches."""

from __future__ import annotations

from collections import Counter, defaultdict
from collections.abc import Iterable, Mapping, Sequence
from math import sqrt
from typing import Final, NamedTuple

__all__ = ["Met", "Share", "against", "balance", "endings", "lengths", "meetings", "switches", "wilson"]

Row = Mapping[str, str]
_Z: Final = 1.959964  # 95 %


class Share(NamedTuple):
    """A share of games with its confidence interval: `won` (draws count half) of `games`."""

    won: float
    games: int

    @property
    def share(self) -> float:
        """The share itself; 0 where there are no games."""
        return self.won / self.games if self.games else 0.0

    @property
    def interval(self) -> tuple[float, float]:
        """Wilson's interval of 95 %."""
        return wilson(self.won, self.games)

    def __str__(self) -> str:
        low, high = self.interval
        return f"{100 * self.share:.1f}% ({100 * low:.1f} to {100 * high:.1f}, {self.games} games)"


def wilson(won: float, played: int, z: float = _Z) -> tuple[float, float]:
    """Wilson's score interval for a share (Wilson 1927)."""
    if not played:
        return (0.0, 1.0)
    p = won / played
    middle = (p + z * z / (2 * played)) / (1 + z * z / played)
    half = z * sqrt(p * (1 - p) / played + z * z / (4 * played * played)) / (1 + z * z / played)
    return (max(0.0, middle - half), min(1.0, middle + half))


def against(rows: Iterable[Row], one: str, other: str) -> Share:
    """How often one player beats another in games between exactly these two; a draw counts half."""
    won, n = 0.0, 0
    for row in rows:
        if set(row["players"].split()) == {one, other} and one != other:
            n += 1
            won += 0.5 if not row["won_by"] else float(row["won_by"] == one)
    return Share(won, n)


class Met(NamedTuple):
    """The results of one player against another: games won, drawn (nobody has won) and lost."""

    won: int
    drawn: int
    lost: int

    @property
    def share(self) -> Share:
        """The share of games won, a draw counted half."""
        return Share(self.won + self.drawn / 2, sum(self))

    @property
    def wins(self) -> Share:
        """The share of games won, a draw counted as not won."""
        return Share(self.won, sum(self))


def meetings(rows: Iterable[Row], one: str, other: str) -> dict[tuple[str, str], Met]:
    """By (scenario, rules): the results of one player against another in games between exactly these two; ("", "") is
    the total."""
    found: dict[tuple[str, str], Counter[str]] = defaultdict(Counter)
    for row in rows:
        if set(row["players"].split()) == {one, other} and one != other:
            how = "drawn" if not row["won_by"] else "won" if row["won_by"] == one else "lost"
            found[row["scenario"], row["rules"]][how] += 1
            found["", ""][how] += 1
    return {
        key: Met(n["won"], n["drawn"], n["lost"]) for key, n in sorted(found.items(), key=lambda x: (not x[0][0], x[0]))
    }


def balance(rows: Iterable[Row]) -> dict[tuple[str, str], dict[str, Share]]:
    """By (scenario, rules): the share of each side, and of games that nobody wins ("")."""
    won: dict[tuple[str, str], Counter[str]] = defaultdict(Counter)
    sides: dict[str, set[str]] = defaultdict(set)
    for row in rows:
        won[row["scenario"], row["rules"]][row["side"]] += 1
        sides[row["scenario"]].add(row["side"])
    return {
        key: {side: Share(found[side], found.total()) for side in sorted(sides[key[0]] | {""})}
        for key, found in won.items()
    }


def endings(rows: Iterable[Row]) -> dict[str, Counter[str]]:
    """By scenario: how often a game ended how, with the clause."""
    found: dict[str, Counter[str]] = defaultdict(Counter)
    for row in rows:
        found[row["scenario"]][f"{row['how']} [{row['clause']}]"] += 1
    return dict(found)


def lengths(rows: Sequence[Row], column: str = "turn") -> dict[str, list[float]]:
    """By scenario: a number of each game (its last turn, its acts, the spells cast)."""
    found: dict[str, list[float]] = defaultdict(list)
    for row in rows:
        found[row["scenario"]].append(float(row[column]))
    return dict(found)


class SwitchEffect(NamedTuple):
    """The effect of a switch: how often the same game (same luck, same seats) has another winner, and the average
    difference in spells and actions."""

    rules: str
    games: int
    other_winner: Share
    first_seat: float
    acts: float
    cast: float


def switches(rows: Sequence[Row], base: str) -> list[SwitchEffect]:
    """Every other set of rules against the one named `base`, game by game."""
    known = {_luck(row): row for row in rows if row["rules"] == base}
    pairs: dict[str, list[tuple[Row, Row]]] = defaultdict(list)
    for row in rows:
        if row["rules"] != base and _luck(row) in known:
            pairs[row["rules"]].append((known[_luck(row)], row))
    out = []
    for rules, found in sorted(pairs.items()):
        n = len(found)
        changed = sum(a["winner"] != b["winner"] for a, b in found)
        first = sum((b["winner"] == "0") - (a["winner"] == "0") for a, b in found) / n
        acts = sum(float(b["acts"]) - float(a["acts"]) for a, b in found) / n
        cast = sum(float(b["cast"]) - float(a["cast"]) for a, b in found) / n
        out.append(SwitchEffect(rules, n, Share(changed, n), first, acts, cast))
    return out


def _luck(row: Row) -> tuple[str, ...]:
    return (row["game"], row["scenario"], row["players"], row["number"], row["seed"])
