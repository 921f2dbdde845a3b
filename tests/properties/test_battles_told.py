"""Battles told over random games: whoever leaves the board is named, and every sum is the engine's."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from random import Random
from typing import Any

import pytest
from walks import PAIRS

import elric
from elric import games
from elric.opponents.at_random import any_action, any_verb
from elric.widgets.telling import KINDS, Beat, Telling
from elric.young_kingdoms.combat.battle import BattleState, fights, total
from elric.young_kingdoms.components import pieces
from elric.young_kingdoms.components.board import BOARD
from elric.young_kingdoms.position import words
from elric.young_kingdoms.position.state import NEUTRAL
from elric.young_kingdoms.table import battle_told

TABLE = games.table("elric")


def played(scenario: str, edition: str, seed: int) -> Iterator[tuple[Any, list[int], int]]:
    """A random game: before each action where every piece stands, and how many events had been told."""
    g, rng = elric.new_game(scenario, edition, seed), Random(seed)
    choose = any_verb if seed % 2 else any_action
    while g.seat is not None:
        yield g, list(g.state.place), len(g.events)
        g.push(choose(rng, g.legal_actions()))
    yield g, list(g.state.place), len(g.events)


def names(g: Any) -> dict[int, str]:
    return {player["seat"]: player["name"] for player in g.view(None)["players"]}


def tellings(g: Any, since: int) -> list[tuple[Beat, ...]]:
    """The beats of every battle that has events from `since` on."""
    return [telling.beats for telling in battle_told.every(g, names(g)) if telling.end > since]


@pytest.mark.parametrize(("scenario", "edition"), PAIRS)
def test_whoever_leaves_the_board_in_a_battle_is_named(scenario: str, edition: str) -> None:
    left = 0
    for seed in range(2):
        before: list[int] = []
        fighting, told = False, 0
        for g, place, count in played(scenario, edition, 40 + seed):
            gone = [u for u, a in enumerate(before) if a < BOARD.size <= place[u] and pieces.KIND[u] != pieces.ARTIFACT]
            if gone and (fighting or isinstance(g.state.battle, BattleState)):
                beats = [beat for battle in tellings(g, told) for beat in battle]
                named = {u for beat in beats for u in beat.who}
                later = {u for e in g.events[told:] if e["kind"] in ("slain", "recovers") for u in named_by(g, e)}
                for u in gone:
                    assert pieces.IDS[u] in named | later, (seed, pieces.IDS[u], g.events[told:])
                left += len(gone)
            before, fighting, told = place, isinstance(g.state.battle, BattleState), count
    assert left > 5 or scenario in ("duel", "founding")


def named_by(g: Any, e: dict[str, Any]) -> list[str]:
    if e["kind"] == "slain":
        return [pieces.IDS[e["unit"]]]
    return [pieces.IDS[u] for u in range(pieces.SIZE) if BOARD.nation[e["area"]]]


@pytest.mark.parametrize(("scenario", "edition"), PAIRS)
def test_the_words_of_a_beat_name_whom_it_is_about(scenario: str, edition: str) -> None:
    """A loss names a personality by name, and armies and fleets by number and nation."""
    kinds = Counter[str]()
    for seed in range(7, 7 + (8 if scenario == "founding" else 2)):
        for g, _, _ in played(scenario, edition, seed):
            if g.seat is not None:
                continue
            for beat in (beat for battle in tellings(g, 0) for beat in battle):
                assert beat.kind in KINDS
                kinds[beat.kind] += 1
                for u in map(pieces.INDEX.__getitem__, beat.who if beat.kind in ("gone", "loss") else ()):
                    name = words.nation(pieces.NATION[u]) if pieces.NATION[u] >= 0 else words.unit(u)
                    assert name in beat.words or words.unit(u).lower() in beat.words.lower(), beat
    assert kinds["opens"]


@pytest.mark.parametrize("edition", ["chaosium", "avalon-hill"])
def test_sums_are_the_engines_and_count_nobody_who_is_gone(edition: str) -> None:
    """The lines add up to the totals, the totals to what the rules add up, and who casts, is eaten or held back is in none:
    in the sums before the spells too."""
    tried = after = 0
    for seed in range(6):
        before: Telling | None = None
        for g, _, count in played("successor", edition, 100 + seed):
            telling = TABLE.telling(g, g.view(None), names(g))
            b = g.state.battle
            if telling is not None and telling.ahead is not None:
                beat = telling.ahead
                for side in (0, 1):
                    assert sum(figure.value for figure in beat.sums[side]) == beat.totals[side]
                tried += 1
            if before is not None and before.ahead is not None and telling is not None and telling.at == before.at:
                rolled = [x for x in telling.beats if x.kind == "sums"]
                if (
                    rolled
                    and g.record[-1].action == "ready"
                    and not any(e["kind"] in ("revealed", "conjured", "eaten") for e in g.events[telling.at :])
                ):
                    # nothing was turned up: the dice fell upon the very sums that were shown
                    assert rolled[-1].totals == before.ahead.totals
                    assert rolled[-1].sums == before.ahead.sums
                    after += 1
            if isinstance(b, BattleState) and b.row >= 0 and b.rolls:
                sums = [x for x in telling.beats if x.kind == "sums"] if telling is not None else []
                if sums:
                    assert sums[-1].totals == b.sums
            before = telling
            for e in g.events[count:]:
                assert e["kind"] != "battle" or all(
                    sum(v for _, v, _ in e["lines"][side]) == e["sums"][side] for side in (0, 1)
                )
    assert tried > 100
    assert after > 10


def test_who_casts_is_not_counted_before_the_spells_either() -> None:
    """A caster who will add nothing when the dice fall adds nothing to the sums that are shown before."""
    seen = 0
    for seed in range(8):
        for g, _, _ in played("successor", "avalon-hill", 200 + seed):
            b = g.state.battle
            if not isinstance(b, BattleState) or any(b.laid) or b.row >= 0 or b.loser >= 0:
                continue
            telling = TABLE.telling(g, g.view(None), names(g))
            assert telling is not None
            busy = [pieces.INDEX[u] for u in g.view(None)["battle"]["busy"]]
            laid = {row["unit"] for row in g.view(None)["cast"] if not row.get("maintained")}
            assert laid & {pieces.IDS[u] for side in b.units for u in side} <= {pieces.IDS[u] for u in busy}
            if telling.ahead is None or not busy:
                continue
            for side in (0, 1):
                mine = [u for u in busy if u in b.units[side]]
                assert telling.ahead.totals[side] == total(g.state, b, side) - sum(
                    fights(g.state, b, side, u) for u in mine
                )
                seen += sum(fights(g.state, b, side, u) > 0 for u in mine)
    assert seen > 5


def test_nobody_hidden_is_told() -> None:
    """A telling is the same whatever the others hold: it is made of what anybody may see."""
    looked = 0
    for seed in range(3):
        for n, (g, _, _) in enumerate(played("successor", "chaosium", 300 + seed)):
            if isinstance(g.state.battle, BattleState) and not n % 3:
                other = g.resampled(None, seed)
                ours, theirs = (battle_told.ahead(x.view(None)["battle"], g.cite) for x in (g, other))
                assert ours == theirs
                looked += 1
    assert looked > 10
    assert NEUTRAL not in names(g)
