"""Places in sentences: "in the Plains of Shazaar", never "in Plains of Shazaar" or "in the Hornus"."""

from __future__ import annotations

import doctest
import re
from collections.abc import Iterator
from random import Random

import pytest
from walks import EDITIONS, PAIRS, any_words, near

import elric
from elric.opponents.at_random import any_verb
from elric.tutor.questions import ask, kinds
from elric.young_kingdoms.components import articles, pieces
from elric.young_kingdoms.components.board import BOARD
from elric.young_kingdoms.position.story import names_of, sentence
from elric.young_kingdoms.teaching import TEACHING
from elric.young_kingdoms.teaching.coach import advice
from elric.young_kingdoms.teaching.phrases import phrase

# Told here once more and apart, for the board of the game: after what a place is called that takes an article.
NOUN = re.compile(
    r"(Plains|Vale|Marshes|Grasslands|Forest|Hills|Wastes|Straits|Gulf|Bay|Sea|Isle) of |^Sea at |"
    r"(Lands|Range|Peaks|Desert|Waste|Fortress|Jungle|Ocean|Reach|Sea|Teeth|Host)$"
)
NAMES = {*BOARD.names, *(n.name for n in pieces.NATIONS)}
WITH = "|".join(re.escape(x) for x in sorted(NAMES, key=len, reverse=True) if NOUN.search(x))
WITHOUT = "|".join(re.escape(x) for x in sorted(BOARD.names, key=len, reverse=True) if not NOUN.search(x))
WRONG = re.compile(rf"(?<![Tt]he )\b({WITH})\b|\b[Tt]he ({WITHOUT})\b(?! [A-Z])|\b[Tt]he the\b|^[a-z]")
TOLD = re.compile(rf"\bthe ({WITH})\b")


def right(text: str) -> str:
    """A text that has been looked over."""
    wrong = WRONG.search(text)
    assert wrong is None, f"“{wrong[0]}” in: {text}"
    return text


def refusals(g: elric.Game, rng: Random, tries: int) -> Iterator[str]:
    """What the rules say against actions that come near a legal one, or make no sense at all."""
    legal = g.legal_actions()
    for n in range(tries):
        a = any_words(rng, rng.choice(legal).verb) if n % 2 else near(rng, g.state, rng.choice(legal))
        for r in g.verdict(a).reasons:
            yield r.words
            yield from (r.fix,) if r.fix else ()


def test_every_place_of_the_board_has_been_judged() -> None:
    """What takes an article on the board of the game, by eye; and what goes without though it looks like one that does."""
    told = {x for x in BOARD.names if articles.the(x) == f"the {x}"}
    assert told == {x for x in BOARD.names if NOUN.search(x)}
    assert len(told) == 52
    assert {"Sorcerer's Isle", "Castle Kaneloon", "Mordaga's Castle", "Dharijor Cape", "Utkel and Kariss"}.isdisjoint(
        told
    )
    assert doctest.testmod(articles).failed == 0


@pytest.mark.parametrize("games", [4, pytest.param(9, marks=pytest.mark.siege)])
@pytest.mark.parametrize(("scenario", "edition"), PAIRS)
def test_refusals_and_stories_name_places_as_one_speaks(scenario: str, edition: str, games: int) -> None:
    said: set[str] = set()
    for seed in range(games):
        rng = Random(seed)
        g = elric.new_game(scenario, edition, seed)
        for n in range(400):
            legal = g.legal_actions()
            if not legal:
                break
            if n % 2 == 0:
                said |= {right(x) for x in refusals(g, rng, 6)}
            said |= {right(phrase(a)) for a in rng.sample(legal, min(3, len(legal)))}
            g.push(any_verb(rng, legal))
        story = g.story()
        names = names_of(g.scenario, story)
        said |= {right(sentence(e, names)) for e in story}
    assert sum(bool(TOLD.search(x)) for x in said) > 9 * games


@pytest.mark.slow
@pytest.mark.parametrize("seeds", [3, pytest.param(6, marks=pytest.mark.siege)])
@pytest.mark.parametrize("edition", EDITIONS)
def test_questions_name_places_as_one_speaks(edition: str, seeds: int) -> None:
    said = [
        right(text)
        for key in kinds(TEACHING)
        for seed in range(seeds)
        if (q := ask(TEACHING, key, edition, seed)) is not None
        for text in (q.text, q.why, *filter(None, q.misconceptions))
    ]
    assert sum(bool(TOLD.search(x)) for x in said) > 3 * seeds


@pytest.mark.slow
@pytest.mark.parametrize("edition", EDITIONS)
def test_the_coach_and_the_lab_name_places_as_one_speaks(edition: str) -> None:
    said = []
    for seed in range(3):
        rng = Random(seed)
        g = elric.new_game("kingdom", edition, seed)
        for n in range(300):
            if n % 6 == 0 and g.legal_actions():
                said += [right(b.title) for b in elric.battles(g)]
                told = advice(g)
                said += [right(x) for x in (told.now, told.tip) if x]
            if not (legal := g.legal_actions()):
                break
            g.push(any_verb(rng, legal))
    assert sum(bool(TOLD.search(x)) for x in said) > 10
