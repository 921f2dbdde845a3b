"""Whatever is entered, the lab answers: with odds that add up, or with reasons. Fixed seeds, thousands of entries."""

from __future__ import annotations

import random
from collections.abc import Callable
from html import unescape
from typing import Any

import pytest
from test_session import game

from elric.widgets.messages import Message, read
from elric.young_kingdoms.components import pieces, spells
from elric.young_kingdoms.components.board import BOARD
from elric.young_kingdoms.lab import Battle, BattleError
from elric.young_kingdoms.lab.places import PLACES
from tests.lab.desk import CONTROLS, DEEDS, Desk

NAMES = ("edition", "place", "attack", "defend", "held", "cast", "conjure", "unseen", "hands", "maintained", "gone", "aboard",
         "neutral", "sortie", "landing", "port", "balance", "tipped", "policy", "whatever")  # fmt: skip
JUNK = (
    "", "x", "<b>x", "²", "-1", "0", "4", "9" * 30, "1e9", "None", "yes", "law", "best", "ships", "jharkor-army*0",
    "jharkor-army*-1", "jharkor-army*²", "jharkor-army*" + "9" * 20, "*", "*3", ",", ":", "#", "\n", "ohada arkyn grome",
    "yishana arkyn", "ohada escape-a", "avalon-hill, nonsense=3", "jharkor-fleet-1 jharkor-fleet-1", "😀", "a" * 5000,
)  # fmt: skip
IDS = (*pieces.IDS, *spells.IDS, *BOARD.ids, *PLACES)


def anything(r: random.Random) -> Any:
    k = r.randrange(9)
    if k < 3:
        return r.choice(JUNK)
    if k < 5:
        return ", ".join(r.choice(IDS) for _ in range(r.randint(1, 5)))
    if k == 5:
        return ", ".join(f"{r.choice(pieces.IDS)} {r.choice(spells.IDS)}" for _ in range(r.randint(1, 3)))
    return r.choice((None, 3.7, -5, 5, 10**30, [r.choice(IDS), "x"], {r.choice(IDS): r.choice(IDS)}, (3, 3), (0, -1)))


def asked(make: Callable[[], Battle]) -> Battle | None:
    """The battle, or None when it cannot be; then there are reasons."""
    try:
        b = make()
        b.odds()
    except BattleError as e:
        faults, lines = e.problems, e.lines()
    else:
        return b
    assert faults
    assert all(line.strip() for line in lines)
    return None


@pytest.mark.parametrize("seed", range(4))
def test_any_entry_is_answered_with_odds_or_with_reasons(seed: int) -> None:
    r = random.Random(seed)
    fought = 0
    for _ in range(300):
        values = {
            "attack": "ohada, yishana, jharkor-army*3",
            "defend": "dharijor-sorcerer, dharijor-army*2",
            "place": r.choice(IDS),
        }
        values.update((r.choice(NAMES), anything(r)) for _ in range(r.choice((0, 1, 1, 2))))
        b = asked(lambda values=values: Battle(**values))  # type: ignore[misc]
        if b is None:
            continue
        o = b.odds()
        fought += 1
        assert sum(o.win) == 1
        assert all(h.safe + h.escapes + h.dies + h.joins == 1 for h in o.heroes.values())
        assert Battle.parse(b.text()).odds().win == Battle.parse(b.link()).odds().win == o.win
    assert fought > 10


@pytest.mark.parametrize("seed", range(4))
def test_any_text_or_link_is_answered(seed: int) -> None:
    r = random.Random(100 + seed)
    for _ in range(300):
        rows = [(r.choice(NAMES), anything(r)) for _ in range(r.randint(0, 4))]
        glue, between = r.choice(((": ", "\n"), ("=", "&"), ("", ""), (":", "=")))
        text = between.join(f"{k}{glue}{v}" for k, v in rows)
        asked(lambda text=text: Battle.parse(text))  # type: ignore[misc]


@pytest.mark.parametrize("seed", range(6))
def test_no_run_of_messages_breaks_the_page_or_loses_what_was_entered(seed: int) -> None:
    r = random.Random(200 + seed)
    g = game()
    for _ in range(12):
        lab = Desk(g if r.random() < 0.5 else None, viewer=r.choice((0, 1, None)))
        for _ in range(14):
            value = r.choice((
                str(anything(r)), f"{r.choice((0, 1, 2, 'x'))}:{r.choice(IDS)}", f"{r.choice(pieces.IDS)}:{r.choice(spells.IDS)}",
                f"{r.choice(pieces.IDS)}:{r.choice(('cast', 'held', 'conjure', 'fight', 'x'))}:{r.choice(spells.IDS)}",
            ))  # fmt: skip
            text = str(anything(r))
            m = read(r.choice((
                {"kind": "do", "name": f"lab-{r.choice([*DEEDS, *CONTROLS])}", "value": value[:2000]},
                {"kind": "do", "name": "lab-load", "value": {"text": text}},
                {"kind": "area", "id": r.choice(BOARD.ids)},
            )))  # fmt: skip
            if m is None:
                continue
            lab.take(m)
            page = "".join(h for _, _, h in lab.draw().regions)
            assert "<b>x" not in page
            if "text" in m.fields and lab.wrong:
                assert lab.typed == text
            if lab.battle is None and not lab.listing:
                assert lab.problems
                assert all(p.reason.words in unescape(page) for p in lab.problems)
    lab.take(Message("do", name="lab-build"))
