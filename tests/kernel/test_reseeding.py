"""Luck made anew in the middle of a game: the save says so, and goes on with it bit for bit."""

from __future__ import annotations

from random import Random

import pytest

import elric
from elric.kernel.chance import fresh_seed
from elric.kernel.record import SaveError, dump, parse
from elric.kernel.replay import Replay
from elric.kernel.saving import gone_on, with_other_luck

KINDS = ("elric", "dragon-pass")


def played(kind: str, actions: int, seed: object = 0) -> elric.AnyGame:
    from elric import games

    g = games.table(kind).first(seed)
    wander(g, actions)
    return g


def wander(g: elric.AnyGame, actions: int, seed: int = 3) -> None:
    rng = Random(seed)
    for _ in range(actions):
        if g.seat is None:
            return
        g.push(rng.choice(g.legal_actions()))


@pytest.mark.parametrize("kind", KINDS)
def test_a_game_reseeded_again_and_again_loads_bit_for_bit(kind: str) -> None:
    """Each time anew: what was drawn stands, what comes is the same after a load, in a copy, for who follows, in a replay."""
    g = played(kind, 20, fresh_seed())
    since = set()
    for n in range(4):
        since.add(sum(len(entry.results) for entry in g.record))
        before = g.save()
        g.reseed()
        assert g.save() != before
        assert g.record == type(g).load(before).record
        stood = g.save()
        follower, loaded, copy, last = type(g).load(stood), type(g).load(stood), g.copy(), Replay(type(g), g).at(-1)
        for other in (g, loaded, copy, last):
            wander(other, 25, seed=n)
        assert g.save() == loaded.save() == copy.save() == last.save()
        further = gone_on(follower, stood, g.save())
        assert further is not None
        assert further.save() == g.save()
        for other in (further, g):
            wander(other, 15, seed=n)
        assert further.save() == g.save()
    assert [drawn for drawn, _ in g.reseeded] == sorted(since), "one seed for each result from which luck is another"
    assert type(g).load(g.save()).save() == g.save()


@pytest.mark.parametrize("kind", KINDS)
def test_what_an_earlier_save_foretells_does_not_come(kind: str) -> None:
    g = played(kind, 12, fresh_seed())
    known = type(g).load(g.save())
    g.reseed()
    told, came = ([game.chance.pick(20) for _ in range(60)] for game in (known, g))
    assert sum(a == b for a, b in zip(told, came, strict=True)) < 15, "three are alike by chance"


def test_a_replay_of_an_earlier_moment_has_the_luck_that_stood_then() -> None:
    g = played("elric", 1, fresh_seed())
    before, acts = g.save(), len(g.record) - 1
    for attempt in range(100):
        wander(g, 60, seed=attempt)
        if any(entry.results for entry in g.record[acts + 1 :]):
            break
    else:
        pytest.fail("6,000 random acts drew nothing: there is no luck to compare")
    g.reseed()
    wander(g, 30)
    early = Replay(type(g), g).at(acts)
    other = type(g).load(before)
    assert early.save() == other.save()
    assert [early.chance.pick(20) for _ in range(60)] == [other.chance.pick(20) for _ in range(60)]


def test_even_and_written_luck_stay_what_they_are() -> None:
    """Results that are written down come first all the same; luck without streaks has none afterwards."""
    from elric.kernel.chance import EvenChance, ScriptedThenSeeded

    g = played("elric", 6)
    begun = type(g).at(g.position(), fresh_seed(), script=[0] * 40, luck=None)
    ahead = list(begun.chance.script)
    begun.reseed()
    assert isinstance(begun.chance, ScriptedThenSeeded)
    assert begun.chance.script == ahead
    even = type(g).at(g.position(), 5, luck=lambda game: EvenChance(game.seed))
    even.reseed()
    assert isinstance(even.chance, EvenChance)
    for one in (begun, even):
        loaded = type(g).load(one.save())
        for other in (one, loaded):
            wander(other, 40)
        assert loaded.save() == one.save()


def test_a_save_to_be_shown_holds_no_seed_of_the_game() -> None:
    """Nor does it when its head is cut: the text has a seed of its own, and is the same game up to here."""
    g = played("elric", 20, fresh_seed())
    g.reseed()
    wander(g, 10)
    shown = with_other_luck(g.save())
    for seed in (g.seed, *(seed for _, seed in g.reseeded)):
        assert str(seed) not in shown
    other = type(g).load(shown)
    assert (other.record, other.position()) == (g.record, g.position())
    assert with_other_luck(shown) != shown
    assert with_other_luck("no save at all") == "no save at all"


@pytest.mark.parametrize("line", ["", "x", "3", "3 7", "4 b2-12", "9 {s}, 3 {s}", "3 {s}, 3 {s}", "-1 {s}"])
def test_nonsense_about_seeds_is_refused(line: str) -> None:
    g = played("elric", 5)
    g.reseed()
    head, entries = parse(g.save(), g.definition.key, g.definition.schema)
    head["reseeded"] = line.format(s=fresh_seed())
    text = dump(g.definition.key, g.definition.schema, list(head.items()), [entry for _, entry in entries])
    if line:
        with pytest.raises(SaveError, match="made anew"):
            type(g).load(text)
    else:
        assert type(g).load(text).reseeded == ()
