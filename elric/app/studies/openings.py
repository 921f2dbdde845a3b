"""The best ways to set up, by whole games: each way is played some times, the better third oftener (sequential halving: Karnin, Koren,
Somekh 2013), and the best of them beside the Captain's own in new games.

All are played by Captains, the games of the same number with the same luck; the other side sets up as a Captain does.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from typing import Final, NamedTuple

from elric import games
from elric.app.studies.runs import Job
from elric.opponents.definition import Judgement, Plan, Sight
from elric.opponents.players import Captain, opponent
from elric.opponents.playing import follow, play, sight

__all__ = ["Opening", "as_toml", "best", "won"]

_ROUNDS: Final = (12, 36)  # games of each way that is left
_KEPT: Final = 3  # one in so many goes on, and so many at least
_NEW: Final = 1_000_000  # games with numbers from here on are new
_DRAWN: Final = 0.5


class Opening(NamedTuple):
    """A way to set up that won more than the Captain's.

    Attributes:
        way: its name.  share: of the new games that it won, a draw counted half.  captain: of the same games, set up as a Captain does.
    """

    way: str
    share: float
    captain: float


class Opener(Captain):
    """A Captain who sets up in given ways.

    Args:
        ways: by name; what none of them places is placed as a Captain does.
    """

    def __init__(self, judgement: Judgement, ways: Sequence[str]) -> None:
        super().__init__(judgement)
        self.ways = ways

    def thinking(self, sight: Sight) -> Iterator[Plan]:
        game = sight.dealt()
        known = [plan for way in self.ways if (plan := self.judgement.opening(game, way)) is not None]
        yield from known[:1] or super().thinking(sight)


def won(job: Job, seat: int, ways: Sequence[str]) -> float:
    """What one game comes to for a seat that sets up in these ways: 1, .5 or 0."""
    game = games.game_class(job.game)(job.scenario, job.rules, job.luck)
    players = [
        Opener(opponent(key, job.game).judgement, ways if k == seat else ()) for k, key in enumerate(job.players)
    ]
    winner = (play(game, players, job.luck).outcome or {}).get("winner")
    return _DRAWN if winner is None else float(winner == seat)


def best(job: Job, count: int, workers: int = 1) -> Iterator[tuple[str, Opening | None]]:
    """For each that is set up in one of several ways: what it is called, and its best way where that won more than the Captain's.

    Args:
        job: the study; its number is not used.  count: new games in which the best ways are played beside the Captain's.
        workers: processes.
    """
    import joblib

    with joblib.Parallel(n_jobs=workers) as parallel:

        def shares(seat: int, ways: Sequence[tuple[str, ...]], numbers: range) -> list[float]:
            """What each of these ways wins of the games with these numbers."""
            asked = [(job._replace(number=number), seat, some) for some in ways for number in numbers]
            points = parallel(joblib.delayed(won)(*one) for one in asked)
            return [sum(points[k : k + len(numbers)]) / len(numbers) for k in range(0, len(points), len(numbers))]

        known: dict[int, tuple[str, ...]] = {}
        for seat, ways in _set_ups(job):
            fixed = known.setdefault(seat, ())
            left = list(ways)
            for played in _ROUNDS:
                found = shares(seat, [(*fixed, way) for way in left], range(played))
                left = [way for _, way in sorted(zip((-x for x in found), left, strict=True))]
                left = left[: max(_KEPT, len(left) // _KEPT)]
            captain, *found = shares(seat, [fixed, *((*fixed, way) for way in left)], range(_NEW, _NEW + count))
            share, way = max(zip(found, left, strict=True))
            better = Opening(way, share, captain) if share > captain else None
            if better is not None:
                known[seat] = (*fixed, way)
            yield ways[0].rpartition(": ")[0], better


def _set_ups(job: Job) -> Iterator[tuple[int, Sequence[str]]]:
    """Each decision of a Captains' game in which something is set up in one of several ways: whose it is, and the ways."""
    game = games.game_class(job.game)(job.scenario, job.rules, job.luck)
    captains = [opponent(key, job.game) for key in job.players]
    while (seat := game.seat) is not None and not game.turn:
        ways = captains[seat].judgement.openings(game)
        if ways:
            yield seat, ways
        for _ in follow(game, captains[seat].decide(sight(game, seat, job.luck))):
            pass


def as_toml(found: Mapping[str, Sequence[Opening]], made: str) -> str:
    """The openings as a data file, with what they were found from."""
    lines = [f"# Found by `elric openings` from {made}: the share of them that each way won, and the Captain's own."]
    for scenario, some in found.items():
        lines += ["", f"[{scenario}]", *(f'"{x.way}" = [{x.share:.4f}, {x.captain:.4f}]' for x in some)]
    return "\n".join(lines) + "\n"
