"""A game as the text of its save, and a save played again."""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from itertools import pairwise
from typing import TYPE_CHECKING, Any, Final, TypeVar

from .chance import (
    ChanceError,
    EvenChance,
    ScriptedChance,
    ScriptedThenSeeded,
    Seed,
    Source,
    fresh_seed,
    going_on,
    seed_value,
)
from .clauses import RulesetError
from .errors import IllegalAction, SeatError, UnknownScenario
from .notation import ActionError
from .record import BEGIN, SaveError, dump, more_lines, parse, read_json
from .scoresheet import SheetLine

if TYPE_CHECKING:
    from .game import Game

G = TypeVar("G", bound="Game")
_SEATED: Final = re.compile(r"(\d{1,3}): (.*)", re.ASCII)
_RESEEDED: Final = re.compile(r"(\d{1,9}) (b2-[0-9a-f]{32})", re.ASCII)

Reseeding = tuple[int, Seed]
"""How many results the luck of a game had given, and the seed that the next ones come from."""


def saved(game: Game) -> str:
    """The whole game as text, its seed with it."""
    head = [("scenario", game.scenario.key), ("rules", game.rules.name), ("seed", str(game.seed))]
    if game.reseeded:
        head.append(("reseeded", _reseeded_line(game.reseeded)))
    if game.start is not None:
        head.append(("position", game.definition.position_line(game.start)))
    if isinstance(game.chance, ScriptedThenSeeded):
        head.append(("script", ", ".join(map(str, (game.chance.given, *game.chance.script)))))
    if _is_even(game.chance):
        head.append(("luck", "even"))
    return dump(game.definition.key, game.definition.schema, head, game.record)


def _is_even(chance: object) -> bool:
    return isinstance(chance.then if isinstance(chance, ScriptedThenSeeded) else chance, EvenChance)


def bent(game: Game) -> tuple[str, ...]:
    """In what a game is no fair record of play: "position", it began from one that somebody made; "chosen", luck was picked
    by hand; "even", its luck has no streaks. Empty for a game that was played from its set-up with the dice as they fell."""
    chosen = isinstance(game.chance, ScriptedThenSeeded)
    found = {"position": game.start is not None, "chosen": chosen, "even": _is_even(game.chance)}
    return tuple(word for word, so in found.items() if so)


def _reseeded_line(seeds: Sequence[Reseeding]) -> str:
    return ", ".join(f"{drawn} {seed}" for drawn, seed in seeds)


def _read_reseeded(line: str) -> tuple[Reseeding, ...]:
    """Raises SaveError."""
    found = [_RESEEDED.fullmatch(part) for part in line.split(", ")] if line else []
    seeds = [(int(one[1]), one[2]) for one in found if one]
    if len(seeds) < len(found) or any(a[0] >= b[0] for a, b in pairwise(seeds)):
        raise SaveError("where luck was made anew stands a rising number and a seed, each time")
    return tuple(seeds)


def luck_after(game: Game, drawn: int, *, even: bool = False) -> Source:
    """The source of a game's luck when it has given so many results: fixed by the seed that stood then."""
    at, seed = 0, game.seed
    for since, fresh in game.reseeded:
        if since <= drawn:
            at, seed = since, fresh
    return EvenChance(seed, drawn - at) if even else going_on(seed, drawn - at)


def reseed(game: Game) -> None:
    """Give a game fresh luck from here on; see `Game.reseed`."""
    chance = game.chance
    drawn = sum(len(entry.results) for entry in game.record)
    if isinstance(chance, ScriptedThenSeeded):
        drawn -= chance.given
    game.reseeded = (*(one for one in game.reseeded if one[0] < drawn), (drawn, fresh_seed()))
    fresh = luck_after(game, drawn, even=_is_even(chance))
    game.chance = (
        ScriptedThenSeeded(chance.script, fresh, chance.given) if isinstance(chance, ScriptedThenSeeded) else fresh
    )


def with_other_luck(text: str) -> str:
    """A save to be shown: the same game up to here, and a luck of its own from here on, so that whoever reads it or plays it
    learns nothing of what is to come in the game that it was made from. A text that is no save stays as it is."""
    kind, _, schema = text.partition("\n")[0].partition(" ")
    try:
        head, lines = parse(text, kind, int(schema) if schema.isdecimal() else 0)
        given = int(head.get("script", "0").partition(", ")[0])
        drawn = sum(len(entry.results) for _, entry in lines) - given
    except ValueError:  # SaveError is one
        return text
    # of the seeds that gave what lies behind, the last is the one that gives what comes: none of them is told
    head["seed"] = fresh_seed()
    head["reseeded"] = _reseeded_line(((drawn, head["seed"]),))
    return dump(kind, int(schema), list(head.items()), [entry for _, entry in lines])


def played_again(game: type[G], head: Mapping[str, str], lines: Sequence[SheetLine]) -> G:
    """The game of a head and a record, by playing it again.

    Args:
        game: the class of the game's games.

    Raises:
        SaveError: says in which line and what is wrong.
    """
    try:
        found = game.find_scenario(head["scenario"])
        rules = game.definition.ruleset(head["rules"])
        seed = seed_value(head["seed"])
        reseeded = _read_reseeded(head.get("reseeded", ""))
        # how many results of a script have been used, and those that are still to come
        script = head.get("script", "0").split(", ")
        given, *ahead = game.definition.parse_results([int(x) if x.isdecimal() and len(x) < 10 else x for x in script])
    except SaveError:
        raise
    except KeyError as e:
        raise SaveError(f"the head does not say {e.args[0]!r}") from None
    except (UnknownScenario, RulesetError, ChanceError, ValueError) as e:
        raise SaveError(str(e)) from None
    if head.get("luck", "even") != "even":
        raise SaveError(f"luck is even, or is not spoken of; it is not “{head['luck'][:60]}”")
    if not lines or lines[0].action != BEGIN:
        raise SaveError(f"the record should start with “{BEGIN}”", lines[0].line if lines else None)
    if "position" in head:
        try:
            spec = _read_json(head["position"])
            g = game.from_state(game.definition.build(spec), seed)
            g.start = spec
        except SaveError:
            raise
        except ValueError as err:
            raise SaveError(f"the position does not stand: {err}") from None
        except RecursionError:
            raise SaveError("its position has brackets within brackets without end") from None
    else:
        g = game.from_state(game.definition.new_state(found, rules), seed)
    used = 0
    for line in lines:
        _once_more(g, line, first=line is lines[0])
        used += len(line.results)
    g.reseeded = reseeded
    g.chance = luck_after(g, used - int(given), even="luck" in head)
    if "script" in head:
        g.chance = ScriptedThenSeeded(ahead, g.chance, int(given))
    return g


def _read_json(text: str) -> Any:
    try:
        return read_json(text)
    except ValueError:  # no JSON, half a character, or a number of thousands of digits
        raise SaveError("its position is no JSON") from None


def gone_on(game: G, old: str, new: str) -> G | None:
    """A game further on, by playing only what its save has more than before: for who follows it from elsewhere.

    Args:
        game: as it stands; it is left as it is.
        old: its save.  new: the save of the same game, later.

    Returns:
        None where `new` does not begin with all of `old`, because something was taken back or chosen: then it is to be loaded.

    Raises:
        SaveError: as `Game.load`.
    """
    lines = more_lines(old, new)
    if lines is None or isinstance(game.chance, ScriptedThenSeeded):
        return None
    further = game.copy()
    even = _is_even(game.chance)
    for number, entry in lines:
        _once_more(further, SheetLine(number, *entry), first=False)
    used = sum(len(entry.results) for entry in further.record)
    further.chance = luck_after(further, used, even=even)
    return further


def _once_more(game: Game, line: SheetLine, first: bool) -> None:
    """Carry out one line of a save. Raises SaveError."""
    luck = ScriptedChance(line.results)
    game.chance = luck
    try:
        if line.action == BEGIN:
            if not first:
                raise SaveError(f"“{BEGIN}” stands in the middle of the record", line.line)
            game.begin()
        elif seated := _SEATED.fullmatch(line.action):
            game.push(seated[2], int(seated[1]))
        else:
            game.push(line.action)
    # a name for each kind of error: to the compiled core a variable is of the one type that it had first
    except SaveError:
        raise
    except (ActionError, SeatError) as wrong:
        raise SaveError(str(wrong), line.line) from None
    except IllegalAction as illegal:
        raise SaveError(f"this action is not legal there: {illegal}", line.line) from None
    except ChanceError as unfit:
        raise SaveError(f"the results do not fit: {unfit}", line.line) from None
    except ValueError as err:
        raise SaveError(f"the position does not stand: {err}", line.line) from None
    if luck.script:
        raise SaveError(f"there are results left over: {luck.script}", line.line)
