"""Every question of practice stands on its own, in both games: who, where and with what is said in it; it cites what
decides it, and explains it in whole sentences."""

from __future__ import annotations

import re
from collections.abc import Iterator
from typing import Any

import pytest

from elric import games
from elric.dragon_pass.components.board import BOARD as DRAGON_PASS
from elric.dragon_pass.components.units import UNITS
from elric.dragon_pass.independents.peoples import PEOPLES
from elric.kernel.clauses import UnknownClause
from elric.tutor.definition import Teaching
from elric.tutor.question import Question
from elric.tutor.question_kinds import KindRow, Kinds, fill
from elric.tutor.questions import ask
from elric.young_kingdoms.components import pieces, spells
from elric.young_kingdoms.components.board import BOARD as YOUNG_KINGDOMS

GAMES = ("elric", "dragon-pass")
SEEDS = 4
# Whom and what a stem may name: places, counters and peoples, spells. A name that is a word besides gives no game away.
PLAIN = {"Dragons", "Sleep", "Escape"}
YOUNG = {*YOUNG_KINGDOMS.names, *pieces.NAMES, *(n.name for n in pieces.NATIONS), *spells.NAMES}
PASS = (
    {u.name for u in UNITS}
    | {p.name for p in DRAGON_PASS.places.values()}
    | {p.name for p in PEOPLES}
    | {"Sartar", "Glowline"}
)
OWN = {"elric": {x for x in YOUNG if x}, "dragon-pass": PASS - YOUNG}
WORDS = {
    "elric": ("movement factor", "magic factor", "hex ", "Sartar"),
    "dragon-pass": ("Muster", "province", "hidden spell", "Cosmic"),
}
KEYS = [(game, key) for game in GAMES for key in games.teaching(game).kinds()]
# Asked of the book itself, of everybody alike: they have no place and no side.
OF_THE_BOOK = re.compile(
    r"which-edition|this-edition|lands|brackets|sea-walk|hidden-where|who-begins|war-|rule-|danger|horn"
    r"|balance|world-tips|sums-left|spell-strength"
)


def row(teaching: Teaching, key: str) -> KindRow:
    """The row behind a kind."""
    made: Any = teaching.kinds()[key].make
    found = made.args[0]
    assert isinstance(found, KindRow)
    return found


def asked(game: str, key: str) -> Iterator[Question]:
    teaching = games.teaching(game)
    for edition in teaching.definition.editions:
        for seed in range(SEEDS):
            q = ask(teaching, key, edition, seed)
            if q is not None:
                yield q


@pytest.mark.parametrize(("game", "key"), KEYS)
def test_a_question_stands_on_its_own(game: str, key: str) -> None:
    teaching = games.teaching(game)
    kind, book = teaching.kinds()[key], teaching.definition.register()
    parts = row(teaching, key)
    judged = "reasons" in str(parts.why) or not kind.clauses or key in ("which-edition", "this-edition")
    for q in asked(game, key):
        told = " ".join([q.text, q.why, *q.answers, *q.misconceptions])
        # who, where and with what
        assert not re.search(r"\b[Pp]layer \d|\bbelow\b(?!\.$| it| the)|\bnowhere\b|\{|\}", q.text), q.text
        if not OF_THE_BOOK.match(key):
            assert any(name in q.text for name in OWN[game]), q.text
        # whole sentences
        for text in (q.text, q.why, *filter(None, q.misconceptions)):
            assert re.search(r"[.?!]”?$", text), text
            assert text[0].isupper() or text[0] in "“0123456789½", text
            assert not re.search(r"  |\.\.| [,.;]|,,|\bthe the\b|\ba [aeio]\w+y\b", text), text
        # answers
        assert 2 <= len(q.answers) <= 4
        assert len({a.lower() for a in q.answers}) == len(q.answers)
        assert [k for k, m in enumerate(q.misconceptions) if not m] == [q.right]
        # what decides it
        assert q.numbers or q.cites()
        for cited in q.clauses:
            for edition, number in zip(teaching.definition.editions, cited, strict=True):
                assert not number or book.get(edition, number)
        assert judged or q.clauses[0] in kind.clauses, (q.clauses, kind.clauses)
        # no word of the other game
        other = GAMES[1 - GAMES.index(game)]
        assert not any(word in told for word in WORDS[game]), told
        assert not any(re.search(rf"\b{re.escape(name)}\b", told) for name in OWN[other] - PLAIN if len(name) > 5), told


@pytest.mark.parametrize("game", games.GAMES)
def test_what_do_the_rules_say_tells_whose_each_text_is(game: str) -> None:
    """The question about the book itself cites the rule that it asks about, and names it and those of the other texts."""
    teaching = games.teaching(game)
    for edition in teaching.definition.editions:
        texts = {(c.title, c.says) for c in teaching.definition.register().of(edition)}
        for seed in range(30):
            q = ask(teaching, "which-rule", edition, seed)
            assert q is not None
            title = q.text.partition("about this: ")[2].removesuffix("?")
            assert q.why.startswith(f"The right text is that of the rule “{title}”")
            assert q.why.endswith(".")
            assert q.cites()
            assert len(set(q.answers)) == len(q.answers) == 4
            named = re.findall("“(.*?)”", q.why.partition(" The other texts belong to ")[2])
            others = [answer for answer in q.answers if answer != q.answers[q.right]]
            assert all(any((name, answer) in texts for name in named) for answer in others)
            assert len(named) == len(others)


def test_what_becomes_of_somebody_is_told_of_him() -> None:
    """The explanation names whoever is asked about, says nothing of another turn, and sets no answer against the story's words."""
    teaching, asked_for = games.teaching("dragon-pass"), 0
    for key in teaching.kinds():
        if not key.startswith("rule-"):
            continue
        for q in asked("dragon-pass", key):
            of_whom = re.search(r"What becomes of (.+?),", q.text)
            if of_whom is None:
                continue
            asked_for += 1
            assert of_whom[1] in q.why, q
            assert not re.search(r"Turn \d+ begins", q.why), q
            if q.answers[q.right].startswith("It leaves the board, and does not lie"):
                assert "It is lost." not in q.answers, q
    assert asked_for > 20


def test_every_clause_of_a_row_is_in_the_book() -> None:
    for game in GAMES:
        teaching = games.teaching(game)
        for key, kind in teaching.kinds().items():
            for cited in kind.clauses:
                assert len(cited) == len(teaching.definition.editions), key
                for edition, number in zip(teaching.definition.editions, cited, strict=True):
                    try:
                        assert not number or teaching.definition.register().get(edition, number)
                    except UnknownClause:
                        pytest.fail(f"{key} cites {number}")


def test_a_template_agrees_with_what_it_is_given() -> None:
    """Lists with a link, words by number, sentences with capitals; a field that is missing is an error."""
    fields = {"who": ["the Bat", "Jar-eel"], "one": ["the Bat"], "n": 1, "many": 3}
    assert fill("{who:attacks|attack}. {one:attacks|attack}.", fields) == "The Bat and Jar-eel attack. The Bat attacks."
    assert (
        fill("{who:or} {who:|goes|go} {n:hex|hexes} or {many:hex|hexes}.", fields)
        == "The Bat or Jar-eel go 1 hex or 3 hexes."
    )
    with pytest.raises(KeyError):
        fill("{nobody}.", fields)


def test_a_row_that_is_not_right_is_refused() -> None:
    """An unknown part, an unknown pattern, and no generator: none is passed over."""
    with pytest.raises(TypeError):
        Kinds().read({"k": {"titel": "?"}}, {"k": lambda rng, edition: None})
    for rows in ({"k": {"like": "_none"}}, {"k": {"title": "?"}}):
        with pytest.raises(KeyError):
            Kinds().read(rows, {})
