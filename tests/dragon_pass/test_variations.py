"""What the Sorcerer-King compares with the Captain's Move: the same but for one thing."""

from __future__ import annotations

from random import Random
from typing import Any

from elric.dragon_pass.components.board import AROUND, BOARD, HEXES
from elric.dragon_pass.opponents import JUDGEMENT
from elric.dragon_pass.opponents.judgement import DragonPassJudgement
from elric.dragon_pass.opponents.variations import variations
from elric.dragon_pass.planning.aims import HUNT, KEEP, TAKE, posts
from elric.dragon_pass.planning.look import Look
from elric.dragon_pass.planning.temper import EVEN, Temper
from elric.kernel.bits import ones
from elric.opponents.definition import carry_out
from elric.opponents.players import opponent
from elric.opponents.playing import play, sight
from elric.opponents.search import Search

from .field import GAME, Game, at, open_disc

# Three stacks of cavalry that go against a lone unit in the open, as the Captain marches them.
TARGET = open_disc(3)
RIDERS = list(ones(HEXES.ring(TARGET, 3)))[:12:4]


def field(theirs: tuple[str, ...] = ("thunder-delta-slingers-1",)) -> Any:
    stacks = {n: [f"militia-cavalry-{2 * k + 1}", f"militia-cavalry-{2 * k + 2}"] for k, n in enumerate(RIDERS)}
    return at({TARGET: list(theirs), **stacks})


def moved(temper: Temper, theirs: tuple[str, ...] = ("thunder-delta-slingers-1",)) -> Any:
    """The position after a Move in some temper."""
    g = field(theirs)
    judgement = DragonPassJudgement(GAME, temper)
    while g.step == "movement":
        judgement.go_on(g, Random(1))
    return g.state


def attacked(s: Any) -> int:
    """With how many stacks."""
    found: int = (s.at[1] & AROUND[TARGET]).bit_count()
    return found


def test_whom_one_spares_nobody_marches_against() -> None:
    assert attacked(moved(EVEN))
    assert not attacked(moved(EVEN._replace(spared=1 << TARGET)))


def test_whom_one_dares_to_attack_is_attacked_at_worse_odds() -> None:
    """The Captain ventures a single stack there, as a forlorn hope."""
    theirs = ("bloodspillers", "hell-sisters")
    assert attacked(moved(EVEN, theirs)) == 1
    assert attacked(moved(EVEN._replace(dared=1 << TARGET), theirs)) == 3


def test_who_stays_is_not_led_away() -> None:
    stayed = moved(EVEN._replace(stays=1 << RIDERS[0]))
    assert stayed.at[1] >> RIDERS[0] & 1
    assert not moved(EVEN).at[1] >> RIDERS[0] & 1


def test_a_place_can_be_left_for_later() -> None:
    """[64.2]: what is gone for by its key counts less, and the others as before."""
    s = field().state
    usual = posts(Look(s, 1))
    first = usual[0]
    later = posts(Look(s, 1, EVEN._replace(weights={first.key: 0.1})))
    for p in later:
        times = 0.1 if p.key == first.key else 1.0
        assert any(abs(q.weight * times - p.weight) < 1e-9 for q in usual if q.key == p.key)


def test_one_alternative_is_to_spare_whom_the_captain_attacks() -> None:
    g = field()
    courses = list(JUDGEMENT.courses(g, Random(1)))
    ends = []
    for course in courses:
        t = g.copy()
        for plan in course.plans:
            if carry_out(t, plan.actions):
                break
        ends.append(t)
    assert attacked(ends[0].state)
    assert any(not attacked(t.state) for t in ends[1:])
    assert len({str(t.view(1)) for t in ends}) == len(ends) > 2
    assert any(temper.spared == 1 << TARGET for temper in variations(Look(g.state, 1), ends[0].state))


def test_a_temper_is_for_marches_and_the_battles_are_fought_as_the_captain_fights_them() -> None:
    g = field()
    bold = DragonPassJudgement(GAME, EVEN._replace(column=1, care=0.1))
    assert bold._looked(g).temper == bold.temper
    while g.step == "movement":
        bold.go_on(g, Random(1))
    assert g.step == "combat"
    assert bold._looked(g).temper == EVEN


def test_who_has_set_out_on_a_move_goes_on_with_it_when_something_comes_between() -> None:
    """Its temper is for that Move alone, and in the course of it no other is looked for."""
    g = field()
    courses = list(JUDGEMENT.courses(g, Random(1)))
    spared = next(c for c in courses if c.judgement.temper.spared)  # type: ignore[attr-defined]
    assert spared.then is not None
    assert spared.memory is not None
    then = spared.then.remembering(spared.memory)
    assert len(list(then.courses(g, Random(1)))) == 1
    assert then._looked(g).temper.spared == 1 << TARGET  # type: ignore[attr-defined]
    later = field()
    later.state.turn += 1
    assert then._looked(later).temper == EVEN  # type: ignore[attr-defined]
    assert len(list(then.courses(later, Random(1)))) > 1


def test_the_player_keeps_to_the_temper_that_he_chose() -> None:
    g = field()
    king = opponent("sorcerer-king", "dragon-pass", 1)
    king.decide(sight(g, 1, 1))
    assert king.judgement.move == (g.turn, 1)  # type: ignore[attr-defined]


def begun(key: str) -> Any:
    """A game whose armies stand."""
    g = Game(key, seed=3)
    while g.step != "movement":
        JUDGEMENT.go_on(g, Random(1))
    return g


def test_great_armies_are_played_on_less_often() -> None:
    """And who may cast as well as march counts as more than one."""
    times = {key: JUDGEMENT.playouts(begun(key).state) for key in ("tax-collectors", "cult-war", "complete-game")}
    # The Cult War has fewer units than the Tax Collectors, but they cast.
    assert times["complete-game"] < times["cult-war"] < times["tax-collectors"]


def left_over(riders: int) -> Any:
    """What is left of the Tax Collectors: two Lunar garrisons, and so many enemies in the hills."""
    some = [f"militia-cavalry-{k + 1}" for k in range(riders)]
    hills = {n: some[2 * k : 2 * k + 2] for k, n in enumerate(ones(HEXES.disc(TARGET, 3))) if some[2 * k : 2 * k + 2]}
    forts = {BOARD.places["alda-chur"].hexes[0]: ["char-un"], BOARD.places["jonstown"].hexes[0]: ["starkin"]}
    return at({**hills, **forts}, player="lunar")


def test_a_move_is_played_on_for_a_turn_and_in_the_endgame_for_six() -> None:
    few, many = left_over(8), begun("tax-collectors")
    assert JUDGEMENT.turns_ahead(many.state) == JUDGEMENT.turns_ahead(begun("cult-war").state) == 1
    assert JUDGEMENT.turns_ahead(few.state) == 6
    assert JUDGEMENT.playouts(few.state) < JUDGEMENT.playouts(many.state)


def test_in_the_endgame_the_enemy_may_be_hunted_from_behind_walls() -> None:
    """[64.2]: annihilation wins as well. Where many are left nobody leaves the places that decide for it; where few are, that is one of
    the courses."""
    s = left_over(8).state
    assert {p.kind for p in posts(Look(s, 0))} == {TAKE, KEEP}
    hunting = [temper for temper in variations(Look(s, 0), s, endgame=True) if temper.hunts]
    assert hunting
    assert all(posts(Look(s, 0, temper))[0].kind == HUNT for temper in hunting)
    assert any(temper.dared == s.at[1] for temper in hunting)
    assert not any(temper.hunts for temper in variations(Look(s, 0), s))


def test_whoever_has_more_units_leaves_his_walls_to_hunt_the_enemys_last() -> None:
    """[12.6, 64.2]: two against one can spare one in a Trade. Captains used to sit in their forts until the game was drawn."""
    forts = [BOARD.places[key].hexes[0] for key in ("alda-chur", "jonstown", "boldhome")]
    g = at(dict(zip(forts, (["char-un"], ["starkin"], ["militia-foot-1"]), strict=True)), player="lunar")
    assert {p.kind for p in posts(Look(g.state, 0))} == {TAKE, HUNT}
    to_come = at({forts[0]: ["char-un"], forts[1]: ["starkin"]}).state  # the enemy has set up nobody yet
    assert KEEP in {p.kind for p in posts(Look(to_come, 0))}
    captains = [opponent("captain", "dragon-pass") for _ in range(2)]
    play(g, captains, 1, limit=60)
    assert any(event["kind"] == "battle" for event in g.events)


def test_where_few_are_compared_they_are_those_that_are_most_often_better() -> None:
    g = field()
    end = field().state
    first, second, *_ = variations(Look(g.state, 1), end)
    assert first.stays == g.state.at[1]
    assert second.weights
    assert min(second.weights.values()) < 1


def test_what_promises_little_more_than_the_captains_move_is_left() -> None:
    g = field()
    search = Search(JUDGEMENT, sight(g, 1, 1))
    while len(search.courses) < 2:
        assert search.widen()
    for promised, chosen in ((0.02, 0), (0.06, 1)):
        usual = 0.5
        search.results[:] = [[usual] * 8, [usual + promised] * 8]
        assert search.course() is search.courses[chosen]


def test_where_sides_are_even_neither_is_far_ahead_before_it_begins() -> None:
    """Between players of one strength two small scenarios are won about as often by either side, the Cult War mostly by Sartar: what was
    learned from their games says so."""
    before = {
        key: JUDGEMENT.standing(begun(key).state, 0) for key in ("tax-collectors", "coming-of-the-heroes", "cult-war")
    }
    assert 0.35 < before["tax-collectors"] < 0.6
    assert 0.35 < before["coming-of-the-heroes"] < 0.6
    assert before["cult-war"] < 0.35
