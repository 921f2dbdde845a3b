"""The luck of a game: old seeds give what they always gave, new ones give nothing away."""

from __future__ import annotations

import zlib
from collections import Counter
from random import Random

import pytest

import elric
from elric.kernel.chance import ChanceError, KeyedChance, SeededChance, fresh_seed, going_on, seed_value
from elric.kernel.record import SaveError

SEED = "b2-000102030405060708090a0b0c0d0e0f"
FIRST = [5, 0, 4, 3, 2, 1, 2, 5, 0, 0, 4, 5, 1, 2, 3, 2, 2, 3, 3, 4]
_MASK = (1 << 64) - 1


def wander(g: elric.Game, actions: int, seed: int) -> None:
    rng = Random(seed)
    for _ in range(actions):
        if g.seat is None:
            return
        g.push(rng.choice(g.legal_actions()))


def test_whole_numbers_give_what_they_always_gave() -> None:
    """SplitMix64 as its authors print it: the first results of seed 1234567."""
    chance = SeededChance(1234567)
    assert [chance.pick(1 << 64) for _ in range(3)] == [
        6457827717110365317,
        3203168211198807973,
        9817491932198370423,
    ]
    assert [type(going_on(seed)) for seed in (7, "7", SEED)] == [SeededChance, SeededChance, KeyedChance]
    assert seed_value("7") == 7
    assert seed_value(-1) == _MASK


def test_a_keyed_seed_gives_what_it_always_gave() -> None:
    """BLAKE2b of a counter under the seed: the results are fixed for good, since saves rely on them."""
    chance = KeyedChance(SEED)
    assert [chance.pick(6) for _ in range(20)] == FIRST
    assert chance.results == FIRST


@pytest.mark.parametrize("used", [0, 1, 7, 8, 9, 1000])
def test_a_place_in_the_stream_is_reached_at_once(used: int) -> None:
    """A loaded game goes on where it stopped, in the middle of a block too; a copy goes its own way."""
    chance = KeyedChance(SEED)
    for _ in range(used):
        chance.pick(6)
    other, copy = going_on(SEED, used), chance.copy()
    expected = [chance.pick(20) for _ in range(30)]
    assert [other.pick(20) for _ in range(30)] == expected
    assert [copy.pick(20) for _ in range(30)] == expected
    assert copy.results == chance.results


def test_every_result_is_as_likely() -> None:
    chance = KeyedChance(SEED)
    seen = Counter(chance.pick(6) for _ in range(60_000))
    assert sum((seen[k] - 10_000) ** 2 / 10_000 for k in range(6)) < 20.5  # chi squared, 5 degrees: one in a thousand


def test_the_state_that_dice_give_away_does_not_lead_on() -> None:
    """The attack on SplitMix64: whole words seen are turned back into the state, and all that follows is known. Of the keyed
    luck the very same words lead to nothing."""

    def back(z: int) -> int:
        """The state that SplitMix64 gives this word from."""
        z ^= (z >> 31) ^ (z >> 62)
        z = z * pow(0x94D049BB133111EB, -1, 1 << 64) & _MASK
        z ^= (z >> 27) ^ (z >> 54)
        z = z * pow(0xBF58476D1CE4E5B9, -1, 1 << 64) & _MASK
        return z ^ (z >> 30) ^ (z >> 60)

    def foretold(chance: SeededChance | KeyedChance) -> bool:
        guess = SeededChance(back(chance.pick(1 << 64)))
        return [guess.pick(6) for _ in range(20)] == [chance.pick(6) for _ in range(20)]

    assert foretold(SeededChance(99))
    assert not foretold(KeyedChance(SEED))


def test_fresh_seeds_hold_128_bits(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.undo()  # the seeds that players get
    seeds = {fresh_seed() for _ in range(100)}
    assert len(seeds) == 100
    for seed in seeds:
        assert seed_value(seed) == seed
        assert len(bytes.fromhex(seed.removeprefix("b2-"))) == 16


@pytest.mark.parametrize(
    "seed", ["b2-", SEED + "0", SEED.upper(), "b3-" + SEED[3:], "x", "9" * 5000, None, float("inf")]
)
def test_what_is_no_seed(seed: object) -> None:
    with pytest.raises(ChanceError, match="a seed is a whole number"):
        seed_value(seed)


@pytest.mark.parametrize("seed", [7, SEED])
def test_a_loaded_game_goes_on_with_the_same_luck(seed: int | str) -> None:
    g = elric.Game("successor", "avalon-hill", seed)
    wander(g, 60, 1)
    text = g.save()
    assert f"\nseed: {seed}\n" in text
    other = elric.load(text)
    assert other.seed == seed
    wander(g, 120, 2)
    wander(other, 120, 2)
    assert other.save() == g.save()


def test_a_record_without_a_seed_goes_on_with_luck_that_nobody_knows() -> None:
    g = elric.new_game("successor", seed=7)
    assert isinstance(elric.load(g.record_text()).chance, KeyedChance)


def sealed(*head: str) -> str:
    """A save with that head whose checksum fits."""
    first = elric.new_game("successor").save().split("\n")[0]
    body = "\n".join([first, "scenario: successor", "rules: avalon-hill", *head, "", "begin"]) + "\n"
    return body + f"end {zlib.crc32(body.encode()):08x}\n"


@pytest.mark.parametrize(
    ("head", "says"),
    [
        (["seed: " + "9" * 5000], "a seed is a whole number"),
        (["seed: b2-12"], "a seed is a whole number"),
        (["seed: 1", "position: " + "[" * 100_000], "brackets"),
        (["seed: 1", "position: {"], "JSON"),
        (["seed: 1", "script: " + "9" * 5000], "result"),
        (["seed: 1", 'position: {"turn": ' + "9" * 5000 + "}"], "JSON"),
        (["seed: 1", "luck: odd"], "luck is even"),
        (["seed: 1", "rules: " + "x" * 100_000], "no edition"),
        (["seed: 1", "rules: avalon-hill, " + "x" * 100_000 + "=1"], "no switch"),
        (["seed: 1", "rules: avalon-hill, overrun_ratio=" + "x" * 100_000], "cannot be"),
        (["seed: 1", "rules: avalon-hill, " + "x" * 100_000], "not a change"),
        (["seed: 1", "scenario: " + "x" * 100_000], "no scenario"),
    ],
)
def test_nonsense_in_a_save_is_refused_in_words(head: list[str], says: str) -> None:
    """Nothing that is pasted gets past `load` but a SaveError, in words for people."""
    with pytest.raises(SaveError, match=says) as told:
        elric.load(sealed(*head))
    assert len(str(told.value)) < 300


def test_a_seat_of_thousands_of_digits_is_no_seat() -> None:
    """A line of a record that names its seat: a number too long to be read is said to be no action."""
    body = elric.new_game("successor", seed=7).save().rpartition("end ")[0] + "9" * 5000 + ": choose 1\n"
    with pytest.raises(SaveError, match="short line"):
        elric.load(body + f"end {zlib.crc32(body.encode()):08x}\n")


@pytest.mark.parametrize("text", ["elric 1\n\ud800\nend 0", "\ud800", '[Game "\ud800"]\n'])
def test_half_a_character_is_no_save(text: str) -> None:
    with pytest.raises(SaveError):
        elric.load(text)
