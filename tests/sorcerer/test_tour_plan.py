"""How the Captain, and so the coach, leads Periandrenn from city to city [17.1]."""

from __future__ import annotations

from elric.opponents.players import opponent
from elric.opponents.playing import follow, sight
from elric.sorcerer.components.board import INDEX
from elric.sorcerer.components.colors import GRAY, RED
from elric.sorcerer.components.units import BY_ID, COLOR, DEMON, KIND
from elric.sorcerer.planning.tales import _danger, _hunters
from elric.sorcerer.position.notes import Toured, note_instead, noted
from elric.sorcerer.stories.tour import Drawn

from .field import Game

HIM, GUARD = BY_ID["sorcerer-green-1"], BY_ID["green-infantry-1"]


def test_so_17_12_he_sees_more_cities_than_one_after_the_other_by_luck() -> None:
    """On the mean of twelve tours; who forgets what was drawn, and sends his demon off to fight, sees fewer than two."""
    seen, whom = [], set()
    for number in range(12):
        g = Game("tour", seed=9000 + number)
        captain = opponent("captain", "sorcerer")
        while g.seat is not None:
            plan = captain.decide(sight(g, g.seat, number))
            if g.step == "movement" and plan.actions[0].verb == "take":
                whom.add(plan.actions[0].args[0])
            list(follow(g, plan))
        seen.append(len(noted(g.state, Toured)))
    assert sum(seen) / len(seen) > 2.5
    assert all(KIND[u] != DEMON for u in whom)


def test_so_17_16_a_night_is_weighed_by_who_was_drawn() -> None:
    """Nobody drawn, nothing to fear; Red fiends are feared where Red is strong, and hardly in a Gray city [13.3]."""
    s = Game("tour", seed=1).state
    stack, city = (HIM, GUARD), s.place[HIM]
    assert s.ground[city] == GRAY
    red = next(u for u in range(len(COLOR)) if COLOR[u] == RED and KIND[u] == DEMON)
    open_country = next(h for h in range(len(s.ground)) if s.ground[h] == RED and h != INDEX["0416"])
    note_instead(s, Drawn, [])
    assert _danger(s, stack, open_country, _hunters(s)) == 0
    note_instead(s, Drawn, [Drawn(red)])
    assert _danger(s, stack, open_country, _hunters(s)) > 5 * _danger(s, stack, city, _hunters(s))
