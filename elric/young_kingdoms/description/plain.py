"""Positions as plain data: for lessons, what-if questions, the sandbox and tests. Every fault is named at once.

A position is a dict that JSON can carry; every key but "scenario" may be left out:

    {"scenario": "successor", "rules": "avalon-hill", "turn": 3, "player": 0, "order": [0, 1], "phase": "movement",
     "nations": {"jharkor": 0, "pan-tang": 1},          who commands a nation (its cities follow, unless in "control")
     "units": {"jharkor_dhakos": ["yishana", "jharkor-army*3"], ...},     area -> pieces, owned by their nation's commander
     "owners": {"theleb-kaarna": 1},                     pieces whose commander is not their nation's
     "aboard": {"yishana": "jharkor-fleet-1"},           ship or bearer
     "control": {"dharijor_gromoorva": 0, "ilmiora_ilmar": null},
     "hands": {"ohada": ["arkyn", "sleep"]}, "hidden": {"xanyaw": ["dispel-magic-a"]}, "discards": ["fileet"],
     "face_up": {"xanyaw": ["arioch"]}, "maintained": {"jagreen-lern": "arioch"},
     "lost": ["jharkor-army-8", "hilran"], "balance": -4, "tipped": "law", "ends": 6,
     "assaults": ["dharijor_cape"], "stacks": {"rackhir": 2}, "met_elric": true, "groups": [0, 1],
     "seeking": ["kelmain-host"], "found": ["oin"]}     hordes still looking for their place; where enemies were found

"jharkor-army*3" means the next three armies of Jharkor not yet placed (in `owners`: not yet named there; in `aboard`: standing
there and on no ship), "jharkor-army-2..5" the second to the fifth. An owner is a seat, null for neutrals, or "nobody".

What a game may have come to besides:

     "away": ["elric"], "horn": 2, "friends": true, "with_brut": true, "elric_returns": [{"turn": 4, "to": "yishana"}],
     "cast": {"ohada": ["sleep"]}, "gone": [...], "sacrificed": [...], "drawn": [...],     where else a spell may be
     "flights": [{"spell": "jeweled-bird", "flown": 1, "since": 2}],
     "searches": [{"seat": 0, "area": "xanyaw", "sought": "magic", "turn": 2}],            those that failed
     "captured": {"pan_tang": 0}, "reduced": {"ilmiora_ilmar": 2},      whose conquest a city is; when it was last attacked
     "spent_hordes": {"flamebringers": 3}, "arriving": [{"nation": "shazaar", "seat": 1, "turn": 4}],
     "opened": {"arioch": 2}, "prowling": ["arioch"],                   spells that lie open in a tipped world

and within a turn: "spent" (points), "marks" (joined, stepped, halted, cast, used), "moving" (the stack in hand), "trails",
"met", "braved", "swaying", "leaping", "searched", "given", "conjuring", "fought", "dispelling", "battle" (its members as in
`battle.Battle`), and

     "waits": [{"step": "losses", "side": "defender", "to_lose": 3}, "aftermath", "combat"]

the steps on the agenda, the next one first, with what each holds (`Step.holds`, `Step.words`). Without "waits" the
phase begins; with it the position may stand in the middle of anything. A game that is over has "outcome" instead.
`describe` writes all of it, `build` reads it: they are inverse to each other.
"""

from __future__ import annotations

import json
from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from typing import Any, Final, Protocol

from elric.kernel import running
from elric.young_kingdoms.description.invariants import broken
from elric.young_kingdoms.description.schema import KEYS, Builder, PositionError, describe
from elric.young_kingdoms.position.state import State

# Parts that leave nothing open: a phase begins, and what it needs is asked while the position is built.
ONLY_SETTLED: Final = frozenset(
    (
        "scenario", "rules", "turn", "player", "order", "phase", "nations", "units", "owners", "aboard", "control", "hands",
        "hidden", "discards", "face_up", "maintained", "lost", "balance", "tipped", "ends", "assaults", "stacks",
        "met_elric", "groups", "seeking", "found",
    )
)  # fmt: skip


def plain_copy(spec: Mapping[str, Any]) -> dict[str, Any]:
    """A position as JSON carries it, shared with nobody.

    Raises:
        PositionError: something in it is no plain data.
    """
    try:
        copied: dict[str, Any] = json.loads(json.dumps(spec))
    except (TypeError, ValueError) as error:
        raise PositionError([f"a position is plain data: {error}"]) from None
    return copied


def start_line(spec: Mapping[str, Any]) -> str:
    """A position as one line of a save: its keys sorted, unless "jharkor-army*3" would then count other armies."""
    line = json.dumps(spec, separators=(",", ":"), sort_keys=True)
    if "*" in line and build(json.loads(line)).key() != build(spec).key():
        return json.dumps(spec, separators=(",", ":"))
    return line


@contextmanager
def guard_start(spec: Mapping[str, Any] | None, game: HasState) -> Iterator[None]:
    """While a position is set going: one that says in the middle of what it stands may ask for what cannot be carried out,
    in more ways than could be foretold. That is a fault of the position, not of the rules.

    Raises:
        PositionError: it breaks, or nobody can do anything in it.
    """
    if spec is None or ONLY_SETTLED.issuperset(spec):
        yield
        return
    try:
        yield
        faults = broken(game.state)
        if not faults and game.state.agenda and not running.legal(game.state):
            faults = [f"waits: nothing can be done in “{running.step_name(game.state)}”"]
    except (AttributeError, LookupError, TypeError, ArithmeticError, ValueError, AssertionError) as error:
        raise PositionError([f"waits: what waits does not fit the rest of the position ({error})"]) from None
    if faults:
        raise PositionError(faults)


class HasState(Protocol):
    """Something with a state: a game."""

    state: State


def build(spec: Mapping[str, Any], leaderless: bool = True) -> State:
    """A state from a position.

    Args:
        leaderless: whether a nation may be listed of which no personality is put up. It falls apart at the first count
            ([6.0] / 5.3), so it is good only for exercises that end before; `Game.at` asks for it to be said.

    Raises:
        PositionError: with every fault found.
    """
    if not isinstance(spec, Mapping):
        raise PositionError(["a position is a table of names and values"])
    return Builder(spec, leaderless).build()


__all__ = ["KEYS", "PositionError", "build", "describe", "guard_start", "plain_copy", "start_line"]
