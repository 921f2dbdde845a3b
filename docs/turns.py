"""Writes the pages of annotated turns: python docs/turns.py

Games between Captains, each from its seed, are played again; of some turns it is told how the seat stood, what it did and why by
the planner's own words, and what came of it. `python docs/turns.py --all GAME SCENARIO RULES SEED` prints every turn of a game.
"""

from __future__ import annotations

import argparse
import re
import sys
from collections.abc import Iterable, Iterator, Mapping, Sequence
from pathlib import Path
from typing import Any, Final, NamedTuple

from elric import games
from elric.kernel.game import Game
from elric.opponents.players import opponent
from elric.opponents.playing import LIMIT, follow, sight

HERE: Final = Path(__file__).resolve().parent
sys.path.insert(0, str(HERE))
from registers import opened, plain  # noqa: E402


class Chosen(NamedTuple):
    """A turn of a game: its settings, whose and which, and in a few words what it shows."""

    scenario: str
    rules: str
    seed: int
    side: str
    turn: int
    shows: str


class Turn(NamedTuple):
    """A turn as it was played.

    Attributes:
        side, number: whose and which.  stood, stands: its standing, at its beginning and at that of its next turn (or the end).
        position: one line of text, as the seat knows it.  orders: step and reason of each plan.
        story, answer: what came of it in the turn, and what the others did until the next.
    """

    side: str
    number: int
    stood: float
    stands: float
    position: str
    orders: Sequence[tuple[str, str]]
    story: Sequence[str]
    answer: Sequence[str]


# What says little of a plan (closing a phase, taking somebody along, paying), and what of the story is only the way to what came of it.
_BY_THE_WAY: Final = frozenset((
    "end", "done", "halt", "join", "ready", "stay", "let", "roll", "bare", "place", "moor", "draw", "keep", "take", "home", "raise",
    "lose", "advance", "crack", "pay", "back", "search", "harbour",
))  # fmt: skip
_ON_THE_WAY: Final = frozenset((
    "step", "march", "sail", "land", "board", "attack", "phase", "player-turn", "game-turn", "turn", "move", "drew", "battle begins",
    "due", "lost", "home", "group", "harbour", "placed", "divided", "discarded", "raised", "reappears", "first roll", "cast", "sword",
    "spells hidden", "arrives", "day", "first", "advanced", "advance", "omen card", "finds", "found", "takes",
))  # fmt: skip
_SAME: Final = re.compile(r", (?:on the way )?(?:towards|to join|to ask|to strike at) .*$")
_MOST: Final = 9  # orders told of one turn

INTRO: Final = """# Ten turns, annotated: {title}

Captains play Captains. Of ten turns from {games} of their games you read how
things stood, what the Captain did and why, in the planner's own words, with the odds of the lab, and what came of it. Open a position
and ask yourself first what you would do. How a seat stands is an estimate, from what came of such positions in played games.
What went wrong is told as well: a good order may fail, and some of these were not good.

This page is made by `python docs/turns.py`.
"""


def chosen(scenario: str, rules: str, seed: int, *some: str) -> tuple[Chosen, ...]:
    """Turns of one game: "2 The Theocrat: what it shows"."""
    found = []
    for text in some:
        which, _, shows = text.partition(": ")
        number, _, side = which.partition(" ")
        found.append(Chosen(scenario, rules, seed, side, int(number), shows))
    return tuple(found)


PAGES: Final[Mapping[str, tuple[str, str, tuple[Chosen, ...]]]] = {
    "elric": ("turns-elric", "Elric", (
        *chosen(
            "successor", "avalon-hill", 60001,
            "2 The Western League: all hold one capital, and a magician is caught on his way",
        ),
        *chosen(
            "successor", "chaosium", 60002,
            "1 The Theocrat: all who can come against one city, and its walls hold",
            "2 The Theocrat: a battle that is always won is not yet a city",
            "3 The Western League: a host gathers in a capital, another takes a city",
            "4 The Theocrat: a city that falls every time",
            "5 The Theocrat: two capitals at once: one falls, one holds",
            "6 The Theocrat: all who can come, against a fleet at sea",
        ),
        *chosen(
            "kingdom", "avalon-hill", 60005,
            "3 Jharkor: no blow is struck: two hosts on their way",
            "6 Jharkor: a capital taken, and lost again",
        ),
        *chosen(
            "upstart", "avalon-hill", 60003,
            "1 The Upstart: a nation called, and a capital that serves nobody",
        ),
    )),
    "dragon-pass": ("turns-white-bear", "White Bear and Red Moon", (
        *chosen(
            "cult-war", "1976", 4,
            "1 Sartar: Sylphs upon a temple, and envoys to every people",
            "2 Sartar: an ally for one throw in two",
        ),
        *chosen(
            "coming-of-the-heroes", "1976", 4,
            "1 The Lunar Empire: one unit is ventured against two stacks",
            "2 Sartar: a trade is paid in whole units",
            "2 The Lunar Empire: one against the Prince's own stack",
            "3 The Lunar Empire: all together, and the Prince falls",
        ),
        *chosen(
            "tax-collectors", "1976", 3,
            "2 Sartar: plain armies venture one of many",
        ),
        *chosen(
            "invasion-of-sartar", "1976", 5,
            "2 The Lunar Empire: an invasion begins",
            "2 Sartar: a storm, and an Emperor lost in a trade",
            "3 Sartar: the Horde is called",
        ),
    )),
}  # fmt: skip


def turns(name: str, scenario: str, rules: str, seed: int) -> Iterator[Turn]:
    """Every player's turn of a game between Captains."""
    game = games.game_class(name)(scenario, rules, seed)
    judgement = games.judgement(name)
    assert judgement is not None
    players = [opponent("captain", name) for _ in range(game.scenario.seats)]
    last: dict[int, tuple[int, str, float, str, int, int, list[tuple[str, str]]]] = {}
    at: tuple[int, int] | None = None
    acts = 0

    def done(seat: int, now: float) -> Turn:
        number, side, stood, position, since, until, orders = last.pop(seat)
        told = _story(game, seat, since, until or len(game.events))
        return Turn(side, number, stood, now, position, orders, told, _story(game, seat, until or len(game.events)))

    while game.seat is not None and acts < LIMIT:
        seat = game.seat
        state: Any = game.state
        seen = sight(game, seat, seed)
        if state.player == seat and (game.turn, seat) != at and game.turn > 0:
            at = game.turn, seat
            now = judgement.standing(state, seat)
            for other in last:
                if other != seat and not last[other][5]:
                    last[other] = (*last[other][:5], len(game.events), last[other][6])
            if seat in last:
                yield done(seat, now)
            last[seat] = game.turn, _side(game, seat), now, _line(seen.dealt()), len(game.events), 0, []
        plan = players[seat].decide(seen)
        if state.player == seat and seat in last and plan.why and plan.actions[0].verb not in _BY_THE_WAY:
            last[seat][6].append((game.step, plan.why))
        for _ in follow(game, plan):
            acts += 1
    for seat in list(last):
        yield done(seat, judgement.standing(game.state, seat))


def _side(game: Game, seat: int) -> str:
    seen = game.view(None).get("players", ())
    return str(seen[seat]["name"]) if seat < len(seen) else str(game.definition.names(game.scenario, ())[seat])


def _story(game: Game, seat: int, since: int, until: int | None = None) -> list[str]:
    """What came of it between two events, as a seat may read it, without who went where."""
    names = game.definition.names(game.scenario, game.events)
    heard = game.definition.redact(game.events[since:until], seat)
    return [line for e in heard if e["kind"] not in _ON_THE_WAY and (line := game.definition.sentence(e, names))]


def _line(game: Game) -> str:
    """The position as one line; "" where it cannot be written down as the seat knows it."""
    try:
        return game.definition.position_text(game.definition.describe(game.state))
    except ValueError:
        return ""


def _gathered(reasons: Iterable[str]) -> list[str]:
    """Reasons, those of hosts that go for the same told once."""
    first: dict[str, list[str]] = {}
    for why in reasons:
        same = _SAME.search(why)
        first.setdefault(same[0] if same else why, []).append(why)
    out = []
    for some in first.values():
        more = len(some) - 1
        also = "" if not more else " One other goes for the same." if more == 1 else f" {more} others go for the same."
        out.append(some[0] + also)
    left = len(out) - _MOST
    return out if left <= 0 else [*out[:_MOST], f"And {left} lesser orders."]


def page(name: str) -> str:
    """The page of a game."""
    _, title, some = PAGES[name]
    played = {x[:3]: {(t.side, t.number): t for t in turns(name, *x[:3])} for x in some}
    lines = [INTRO.format(title=title, games=len(played))]
    for k, one in enumerate(some, 1):
        turn = played[one[:3]][one.side, one.turn]
        scenario = games.game_class(name).find_scenario(one.scenario).title
        lines += [
            f"## {k}. {one.shows[:1].upper()}{one.shows[1:]}\n",
            f"{scenario}, {games.definition(name).titles[one.rules]}, seed {one.seed}: turn {turn.number}, {turn.side}.\n",
            *told(name, turn),
        ]
    return "\n".join(lines)


def told(name: str, turn: Turn) -> Iterator[str]:
    """A turn as lines of a page."""
    if turn.position:
        yield opened("Open the position", game=name, sandbox=turn.position) + ", as the seat knew it.\n"
    yield f"By the learned standing it stood at {round(100 * turn.stood)} of a hundred.\n"
    yield "**What the Captain did, and why.**\n"
    reasons = [why for _, why in turn.orders if not why.startswith("There is no room")]
    for why in _gathered(dict.fromkeys(reasons)):
        yield f"- {plain(why)}"
    yield "\n**What came of it.** " + plain(" ".join(turn.story) or "No blow was struck.") + "\n"
    if turn.answer:
        yield "**What the others did.** " + plain(" ".join(turn.answer)) + "\n"
    yield f"At its next turn it stood at {round(100 * turn.stands)} of a hundred.\n"


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--all", nargs=4, metavar=("GAME", "SCENARIO", "RULES", "SEED"))
    args = parser.parse_args()
    if args.all:
        name, scenario, rules, seed = args.all
        for turn in turns(name, scenario, rules, int(seed)):
            print(f"## Turn {turn.number}, {turn.side}\n", *told(name, turn), sep="\n")
        return
    for name, (file, _, _) in PAGES.items():
        (HERE / "how" / f"{file}.md").write_text(page(name), encoding="utf-8")


if __name__ == "__main__":
    main()
