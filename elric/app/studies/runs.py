"""A study as a list of games to play: each has its own seeds, so the rows are the same wherever and in whatever order
it is played. Games that are in the file already are not played again.
"""

from __future__ import annotations

import csv
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from hashlib import blake2b
from itertools import permutations
from pathlib import Path
from typing import Any, Final, NamedTuple

from elric import games
from elric.opponents.players import opponent
from elric.opponents.playing import play

__all__ = ["COLUMNS", "Job", "Rows", "jobs", "pairings", "run", "study"]

COLUMNS: Final = (
    "game", "scenario", "rules", "players", "number", "seed", "sides", "winner", "side", "won_by", "how", "clause", "turn", "acts",
    "cast", "musters", "sacrifices", "battles",
)  # fmt: skip
_KEY: Final = ("game", "scenario", "rules", "players", "number", "seed")
_CAST: Final = ("cast", "conjure")


class Job(NamedTuple):
    """One game of a study.

    Attributes:
        game, scenario, rules: what is played; `rules` is an edition, with changes.
        players: keys of the players, seat by seat.
        number: the number of the game among those with the same settings. seed: of the study. iterations: the playouts
            of the Sorcerer-King for a decision; 0 for its default.
    """

    game: str
    scenario: str
    rules: str
    players: tuple[str, ...]
    number: int
    seed: int
    iterations: int = 0

    @property
    def key(self) -> tuple[str, ...]:
        """The key that identifies this game in the file."""
        return (self.game, self.scenario, self.rules, " ".join(self.players), str(self.number), str(self.seed))

    @property
    def luck(self) -> int:
        """The seed of the game's dice and cards: the same whoever plays and whatever the rules, so that games of the same
        number can be compared."""
        text = "\n".join((self.game, self.scenario, str(self.number), str(self.seed)))
        return int.from_bytes(blake2b(text.encode(), digest_size=7).digest())


def pairings(players: Sequence[str], seats: int) -> list[tuple[str, ...]]:
    """Seatings: one player takes all seats; of two the first takes each seat once and the second all others; as many
    players as seats sit in every order."""
    if len(set(players)) == 1:
        return [(players[0],) * seats]
    if len(players) == 2:
        one, other = players
        return [tuple(one if seat == k else other for seat in range(seats)) for k in range(seats)]
    return sorted(set(permutations(players, seats)))


def jobs(
    game: str,
    scenarios: Sequence[str],
    rules: Sequence[str],
    players: Sequence[str],
    number: int,
    seed: int = 0,
    iterations: int = 0,
) -> list[Job]:
    """Every game of a study, in a fixed order: `number` games of each scenario, rules and seating.

    Raises:
        UnknownGame, UnknownScenario, RulesetError, UnknownOpponent: with what was probably meant.
    """
    definition, kind = games.definition(game), games.game_class(game)
    for key in players:
        opponent(key, game)
    out = []
    for name in scenarios:
        scenario = kind.find_scenario(name)
        for spec in rules:
            if definition.ruleset(spec).edition not in scenario.editions:
                continue
            for seated in pairings(players, scenario.seats):
                out += [Job(game, scenario.key, spec, seated, k, seed, iterations) for k in range(number)]
    return out


def run(job: Job) -> dict[str, str]:
    """Play one game and return its row. Every value is text, as in the file."""
    g = games.game_class(job.game)(job.scenario, job.rules, job.luck)
    seats = [opponent(key, job.game, job.iterations) for key in job.players]
    match = play(g, seats, job.luck)
    end: Mapping[str, Any] = match.outcome or {}
    winner = end.get("winner")
    count = {verb: sum(n for (_, v), n in match.verbs.items() if v == verb) for verb in {v for _, v in match.verbs}}
    sides = [_side(g, seat) for seat in range(len(seats))]
    values = (
        *job.key,
        "; ".join(sides),
        "" if winner is None else winner,
        "" if winner is None else sides[winner],
        "" if winner is None else job.players[winner],
        end.get("how", "broken off"),
        g.cite(tuple(end["clause"])) if end else "",
        match.turn,
        match.acts,
        sum(count.get(verb, 0) for verb in _CAST),
        count.get("muster", 0),
        count.get("sacrifice", 0),
        count.get("fight", 0) + count.get("attack", 0),
    )
    return dict(zip(COLUMNS, map(str, values), strict=True))


def _side(g: Any, seat: int) -> str:
    """What a seat is called at the end: the side it has played."""
    seen = g.view(None).get("players", ())
    if seat < len(seen):
        return str(seen[seat]["name"])
    return str(g.definition.names(g.scenario, ())[seat])


class Rows:
    """The table of a study in a CSV file: rows are appended as they come, and sorted at the end.

    Args:
        path: the file; it is created with the first row.

    Raises:
        ValueError: the file has other columns.
    """

    def __init__(self, path: Path) -> None:
        self.path = path
        self.rows: dict[tuple[str, ...], dict[str, str]] = {}
        if path.exists() and path.stat().st_size:
            with path.open(newline="", encoding="utf-8") as file:
                reader = csv.DictReader(file)
                if tuple(reader.fieldnames or ()) != COLUMNS:
                    raise ValueError(f"{path.name} is no table of a study: its columns are others")
                for row in reader:
                    # a game whose line was cut off by a crash is played again
                    if all(row.get(column) is not None for column in COLUMNS) and None not in row:
                        self.rows[tuple(row[column] for column in _KEY)] = row

    def add(self, found: Iterable[dict[str, str]]) -> None:
        """Add rows, to the file too."""
        fresh = list(found)
        new = not self.path.exists() or not self.path.stat().st_size
        with self.path.open("a", newline="", encoding="utf-8") as file:
            writer = csv.DictWriter(file, COLUMNS, lineterminator="\n")
            if new:
                writer.writeheader()
            writer.writerows(fresh)
        for row in fresh:
            self.rows[tuple(row[column] for column in _KEY)] = row

    def finish(self, wanted: Sequence[Job]) -> list[dict[str, str]]:
        """Sort the file by the order of the study, with other rows at the end; returns the rows of the study."""
        mine = [self.rows[job.key] for job in wanted if job.key in self.rows]
        keys = {job.key for job in wanted}
        others = [row for key, row in self.rows.items() if key not in keys]
        beside = self.path.with_name(f".{self.path.name}.new")
        with beside.open("w", newline="", encoding="utf-8") as file:
            writer = csv.DictWriter(file, COLUMNS, lineterminator="\n")
            writer.writeheader()
            writer.writerows([*mine, *others])
        beside.replace(self.path)
        return mine

    def missing(self, wanted: Sequence[Job]) -> list[Job]:
        """The games that have not been played yet."""
        return [job for job in wanted if job.key not in self.rows]


Played = Callable[[int], None]


def study(
    wanted: Sequence[Job], rows: Rows, workers: int = 1, played: Played = lambda n: None, batch: int = 0
) -> list[dict[str, str]]:
    """Play the missing games and save them, a batch at a time; completed batches are kept when it is interrupted
    (KeyboardInterrupt).

    Args:
        wanted: all games of the study.  rows: what has been played.
        workers: processes of this machine; with a Dask client connected, `joblib.parallel_config("dask")` around this
            sends the games to its workers instead.
        played: called after each batch with its number of games. batch: games per batch; 0 for a number that keeps all
            workers busy.
    """
    import joblib

    left = rows.missing(wanted)
    size = batch or 8 * max(1, workers)
    if left:
        with joblib.Parallel(n_jobs=workers) as parallel:
            for some in _batches(left, size):
                rows.add(parallel(joblib.delayed(run)(job) for job in some))
                played(len(some))
    return rows.finish(wanted)


def _batches(left: Sequence[Job], size: int) -> Iterator[Sequence[Job]]:
    for at in range(0, len(left), size):
        yield left[at : at + size]
