"""Puzzles mined from played games: at each decision every way to an aim is weighed by the lab, and a position is kept where one is
clearly the best. How hard it is, the players of the house tell: they are asked what they would do there."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from hashlib import blake2b
from random import Random
from typing import Final

from elric import games
from elric.app.studies.runs import Job
from elric.kernel.game import Game
from elric.opponents.definition import Judgement, Plan
from elric.opponents.players import opponent
from elric.opponents.playing import LIMIT, follow, sight
from elric.tutor.puzzles import Asking, Puzzle, Puzzles, Way, chosen, fair, legal, level

__all__ = ["found_by", "kept", "mined", "played", "write_down"]

_NOVICES: Final = 3
_GUESSES: Final = 2
_NEAR: Final = 3  # hundredths: who comes so near has found it
_EACH: Final = 2  # puzzles of one position
_GAME: Final = 12  # of one game


def played(job: Job) -> Iterator[Game]:
    """The positions of one game at which somebody decides, as the one who decides knows them; those of a phase once."""
    game = games.game_class(job.game)(job.scenario, job.rules, job.luck)
    seats = [opponent(key, job.game, job.iterations) for key in job.players]
    at: tuple[int, int, str] | None = None
    acts = 0
    while game.seat is not None and acts < LIMIT:
        seen = sight(game, game.seat, job.luck)
        if (game.turn, game.seat, game.step) != at:
            at = game.turn, game.seat, game.step
            yield seen.dealt()
        for _ in follow(game, seats[game.seat].decide(seen)):
            acts += 1


def mined(puzzles: Puzzles, game: Game, theme: str = "") -> list[Puzzle]:
    """The puzzles of a position, or only those of a theme, the clearest first; none where it cannot be written down."""
    found, weighed = [], dict[tuple[Way, str], int]()
    for asking in puzzles.askings(game):
        for way in asking.ways:
            if (way, asking.asks) not in weighed:
                weighed[way, asking.asks] = puzzles.weigh(game, way, asking.asks)
        ways = chosen(asking, [weighed[way, asking.asks] for way in asking.ways])
        if not fair([worth for _, worth in ways]) or not all(legal(game, way.actions) for way, _ in ways):
            continue
        offered = Asking(asking.asks, tuple(way for way, _ in ways))
        if not puzzles.sound(game, offered) or theme not in ("", puzzles.theme(game, offered)):
            continue
        text = game.definition.notation.text
        rows = tuple((way.place, worth, tuple(map(text, way.actions))) for way, worth in ways)
        written = write_down(game, rows[0])
        if written is None:
            break
        key, position = written
        found.append(Puzzle(key, puzzles.theme(game, offered), asking.asks, 0, 0, 0, position, rows))
    return sorted(found, key=lambda p: p.worth[1] - p.worth[0])[:_EACH]


def write_down(game: Game, asks: object) -> tuple[str, str] | None:
    """The position of a game as one line, and before it the key of what is asked about it; None where it cannot be written down: what
    is dealt anew may stand where such a position may not have it."""
    try:
        position = game.definition.position_text(game.position())
    except ValueError:
        return None
    return blake2b(f"{position} {asks}".encode(), digest_size=3).hexdigest(), position


def kept(found: Iterable[Puzzle]) -> list[Puzzle]:
    """Of the puzzles of one game those to keep: no solution twice, and not too many."""
    out, known = list[Puzzle](), set()
    for puzzle in found:
        solution = puzzle.ways[0][0], puzzle.ways[0][2][:1], puzzle.asks
        if solution not in known and len(out) < _GAME:
            known.add(solution)
            out.append(puzzle)
    return out


# ---- who finds it -------------------------------------------------------------------------------------------------------


def found_by(puzzles: Puzzles, puzzle: Puzzle, judgement: Judgement) -> Puzzle:
    """The puzzle with how many of the players of the house find it: some who guess, Novices, the Captain, who plays what the coach
    advises, and the Captain when he has no time and goes by the map."""
    game = puzzles.game_of(puzzle)
    ways = puzzles.ways(puzzle)
    rng = Random(puzzle.key)
    asked: list[list[Plan]] = [[Plan(rng.choice(ways).actions)] for _ in range(_GUESSES)]
    asked += [[judgement.casual(game.copy(), Random(k))] for k in range(_NOVICES)]
    asked.append(list(judgement.plans(game.copy(), Random(0))))
    asked.append([judgement.ahead(game.copy(), Random(0))])
    found = sum(_finds(puzzles, game, puzzle, plans) for plans in asked)
    return puzzle._replace(found=found, asked=len(asked), level=level(found, len(asked)))


def _finds(puzzles: Puzzles, game: Game, puzzle: Puzzle, plans: list[Plan]) -> bool:
    """Whether the first of some plans that leads to any of the puzzle's battles, from where one of its ways begins, is as good as
    its solution."""
    best, there = puzzle.worth[0], puzzle.ways[0][0]
    starts = {puzzles.start(game, way) for way in puzzles.ways(puzzle)}
    for plan in plans:
        for place in dict.fromkeys(place for place, _, _ in puzzle.ways):
            way = Way(plan.actions, place)
            if (
                plan.actions
                and legal(game, plan.actions[:1])
                and puzzles.start(game, way) in starts
                and (worth := puzzles.chance(game, way, puzzle.asks)) is not None
            ):
                return place == there and 100 * worth >= best - _NEAR
    return False
