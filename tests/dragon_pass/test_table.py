"""The game's half of the page: what is lit can be done, what is hidden is not drawn, battles are told."""

from __future__ import annotations

import json
import re
from itertools import pairwise
from random import Random

import pytest

from cartography.hexes import names
from elric.dragon_pass.combat.reckoning import reckon
from elric.dragon_pass.combat.table import odds_words
from elric.dragon_pass.components.board import BOARD, DISPUTED, HEXES, INDEX, lands
from elric.dragon_pass.components.units import BY_ID, LUNAR, UNITS
from elric.dragon_pass.definition import GAME
from elric.dragon_pass.lab.prospects import swords_at
from elric.dragon_pass.lab.tell import number
from elric.dragon_pass.movement.zones import must_fight, targets_of
from elric.dragon_pass.position.state import move
from elric.dragon_pass.table import TABLE, counters, deeds
from elric.dragon_pass.table.picture import picture, short
from elric.kernel.bits import ones
from elric.tutor.lessons import lessons
from elric.widgets.messages import Message
from elric.widgets.rooms.table_screen import offered
from elric.widgets.session import Session

from .field import BESIDE, at, battle, name, open_line, texts

PLAIN = "tax-collectors"


@pytest.mark.parametrize("scenario", GAME.scenarios())
def test_every_army_stands_when_the_page_opens(scenario: str) -> None:
    """Set-up is over, and nobody of an army waits."""
    g = TABLE.ready(scenario, "1976", 7, False)
    assert g.step != "setup"
    assert not g.state.to_place
    assert all(g.state.place[u] >= 0 for army in g.scenario.armies for u in army.units if g.state.owner[u] == army.side)


def test_what_is_lit_for_a_march_leads_there() -> None:
    """[7.3, 11.1] A click on a lit hex plays steps that are legal one after the other, and ends there, garrisons that ask aside."""
    tried = 0
    for seed in range(6):
        g = TABLE.ready(PLAIN, "1976", seed, False)
        lead = next(u for u in range(len(UNITS)) if g.state.of[g.state.player] >> u & 1 and UNITS[u].mf > 3)
        for action in TABLE.taken_up(g, UNITS[lead].id):
            g.push(action)
        lit = TABLE.choice(g, TABLE.view(g, g.seat), None, hand_open=True).areas
        assert lit
        for area, way in sorted(lit.items())[:40]:
            after = g.copy()
            for action in way:
                if after.step != "march" or not after.state.hand:
                    break
                assert after.verdict(action), (area, way, after.verdict(action).reasons)
                after.push(action)
            else:
                assert after.state.place[lead] == INDEX[area]
                tried += 1
    assert tried > 50


def test_a_hex_too_far_is_refused_with_its_clause() -> None:
    """[8.4] A company goes hex by hex."""
    g = TABLE.ready(PLAIN, "1976", 1, False)
    lead = next(u for u in range(len(UNITS)) if g.state.of[g.state.player] >> u & 1)
    g.push(f"lead {UNITS[lead].id}")
    here = g.state.place[lead]
    far = max((h for h in range(HEXES.size)), key=lambda h: HEXES.distance(here, h))
    said = TABLE.clicked(g, TABLE.view(g, g.seat), HEXES.names[far], "", None)
    assert said.far
    assert said.reasons[0].clause == ("8.4",)
    assert said.reasons[0].fix


def test_counters_under_the_top_are_not_drawn_for_the_other_seat() -> None:
    """[7.6] Their ids are nowhere in what that seat's page is made of."""
    g = TABLE.ready(PLAIN, "1976", 2, False)
    s = g.state
    hidden = 0
    for seat in (0, 1):
        view = TABLE.view(g, seat)
        wire = json.dumps(TABLE.pieces(view), default=str)
        for pile in s.piles.values():
            for u in pile[1:]:
                if s.owner[u] != seat:
                    assert f'"{UNITS[u].id}"' not in wire
                    hidden += 1
    assert hidden


def test_a_battle_is_told_and_reckoned_without_what_is_hidden() -> None:
    """[12.1, 7.6] Random play comes to battles; each is told from its attack to its end, in sentences."""
    rng, told = Random(5), 0
    g = TABLE.ready("old-tarsh", "1976", 5, False)
    names = GAME.names(g.scenario, ())
    while g.seat is not None and len(g.record) < 900:
        g.push(rng.choice(g.legal_actions()))
        found = TABLE.telling(g, TABLE.view(g, None), names)
        if found:
            told += 1
            kinds = [beat.kind for beat in found.beats if beat.kind != "spell"]
            assert kinds[: 3 if found.title.startswith(("Battle", "Magic")) else 2] in (
                ["opens", "sums", "result"],
                ["opens", "result"],
            )
            assert all(beat.words.strip() for beat in found.beats)
    assert told


def test_a_march_is_told_once_by_where_it_ends() -> None:
    """Hex by hex it is played; the story names the company and the last hex, and every other event as before."""
    rng = Random(3)
    g = TABLE.ready("tax-collectors", "1976", 3, False)
    while g.seat is not None and len(g.record) < 400:
        g.push(rng.choice(g.legal_actions()))
    events = g.story(None)
    told = TABLE.gist(events)
    assert [e for e in told if e["kind"] != "march"] == [e for e in events if e["kind"] != "march"]
    marches, ends = ([e for e in some if e["kind"] == "march"] for some in (events, told))
    assert 0 < len(ends) < len(marches)
    assert all(e in marches for e in ends)
    assert not any(
        a["kind"] == b["kind"] == "march"
        and (a["seat"], a["top"], a["count"], a["drift"]) == (b["seat"], b["top"], b["count"], b["drift"])
        and a["to_hex"] == b["hex"]
        for a, b in pairwise(told)
    )


def test_both_pictures_show_every_place() -> None:
    """The board by day and by night is drawn from the data: each place by name, each ridgeline, river and road."""
    for dark in (False, True):
        drawn = str(picture(dark)).replace("&#x27;", "'").replace("&#39;", "'")
        assert all(f">{short(place)}</text>" in drawn for place in BOARD.places.values())
    assert picture(False) != picture(True)
    assert set(TABLE.chart().areas) == set(HEXES.names)
    assert len(BY_ID) == len(UNITS)


def test_a_battle_is_told_line_by_line() -> None:
    """[12.1] Every counter's share stands with what made it; the shares of a side without heroes are its sum."""
    told = 0
    for seed in range(12):
        rng, g = Random(seed), TABLE.ready(PLAIN, "1976", seed, False)
        names = GAME.names(g.scenario, ())
        while g.seat is not None and len(g.record) < 700 and told < 4:
            legal = [a for a in g.legal_actions() if a.verb not in ("force", "top", "halt")] or g.legal_actions()
            before = len(g.events)
            g.push(rng.choice(legal))
            if any(e["kind"] == "battle" for e in g.events[before:]):
                found = TABLE.telling(g, TABLE.view(g, None), names)
                sums = next(beat for beat in found.beats if beat.kind == "sums")
                assert [sum(figure.value for figure in side) for side in sums.sums] == list(sums.totals)
                assert all(figure.clause for side in sums.sums for figure in side)
                told += 1
    assert told


def test_every_decision_can_be_made_by_pointing_and_by_buttons() -> None:
    """Whatever is legal stands on the panel, at once or when the stack that does it is chosen; what is aimed is lit there. A
    battle against several stacks is rolled by one button, and by a click on any of them."""
    seen: set[str] = set()
    looked: set[tuple[str, frozenset[str]]] = set()
    several = 0
    for scenario, seed in (("old-tarsh", 4), ("invasion-of-sartar", 4), ("cult-war", 4), ("cult-war", 1)):
        rng, g = Random(seed), TABLE.ready(scenario, "1976", seed, False)
        while g.seat is not None and len(g.record) < 180:
            listed = g.legal_actions()
            kind = g.step, frozenset(a.verb for a in listed)
            if g.step not in ("march", "movement", "setup") and kind not in looked:
                looked.add(kind)
                view = TABLE.view(g, g.seat)
                all_deeds = deeds.deeds(TABLE, g, view)
                for verb in {deed.verb for deed in all_deeds if deed.verb in deeds.AIMED}:
                    seen.add(verb)  # aimed at the map: its button first, then its hex
                    assert f'data-value="{verb}"' in str(TABLE.choice(g, view, None, hand_open=True).html)
                    lit = TABLE.aimed(g, view, verb, "").areas
                    assert {deed.target for deed in all_deeds if deed.verb == verb and deed.target} == set(lit)
                every = {deed.text: deed for deed in all_deeds if deed.verb not in deeds.AIMED}
                crowd = len(every) > deeds.MOST
                starts = {deed.start for deed in every.values() if deed.start and (deed.target or crowd)}
                offers = {start: TABLE.choice(g, view, start or None, hand_open=True) for start in {"", *starts}}
                panels = {start: str(c.html) + "".join(map(str, c.foot)) for start, c in offers.items()}
                fights = {h: battle["defenders"][0] for battle in view["battles"] for h in battle["defenders"]}
                for text, deed in every.items():
                    seen.add(deed.verb)
                    if deed.verb == "roll" and fights[deed.target] != deed.target:
                        several += 1
                        assert text in offers[""].areas[deed.target]
                        continue
                    start = deed.start if deed.start in starts else ""
                    crowded = panels[start].count("data-act=") >= deeds.MOST
                    assert f'data-act="{text}"' in panels[start] or (crowded and deed.target in offers[start].areas), (
                        text
                    )
                    assert not deed.target or deed.verb in ("part", "withdraw") or deed.target in offers[start].areas, (
                        text
                    )
                assert not starts or set(offers[""].marks) >= starts
            verb = rng.choice(sorted({a.verb for a in listed}))
            g.push(rng.choice([a for a in listed if a.verb == verb]))
    assert seen >= {"aim", "cast", "place", "done"}
    assert several


def test_the_drawn_board_is_the_data_s() -> None:
    """`make map` was run after the last change of the board: the drawing tells every place and land that the data has."""
    for drawn in TABLE.chart().pictures:
        words = drawn.replace("&#x27;", "'")
        for place in BOARD.places.values():
            if names.short(place) not in names.named_twice():
                assert (
                    all(f">{line}</text>" in words for line in names.short(place).split("\n"))
                    or place.name.split()[0] in words
                )
        assert words.count('href="#fort"') + words.count('href="#city"') >= len(
            [p for p in BOARD.places.values() if p.kind == "fort"]
        )
    assert TABLE.chart().frame == (1600, 1040)


def test_a_click_on_ones_own_stack_sets_no_power_loose() -> None:
    """[42.4] The Earthshakers could tear the earth open at nearly any hex: a click there does it only once that was chosen."""
    stacks = {"2329": ["earthshaker-cult"], "2124": ["whipstock"], "2125": ["militia-cavalry-1"]}
    g = at(stacks, scenario="complete-game", phase="combat", turn=2, day=0, owners={"earthshaker-cult": "sartar"})
    page = Session(g, kit=TABLE)
    page.take(Message("hello"))
    page.take(Message("area", id="2125"))
    assert g.step == "combat"
    assert page.table.selected == "2125"
    page.take(Message("area", id="2124"))
    assert g.view(1)["links"] == [["2125", "2124"]]
    page.take(Message("do", name="aim", value="rift"))
    assert "reach" in page.draw().marks["2126"]
    page.take(Message("area", id="2126"))
    assert g.step == "fracture"


def test_every_step_of_the_course_can_be_done_on_the_page() -> None:
    """By the map where a stack is taken up, marches or is aimed, else by a button that stands there."""
    left: list[tuple[str, str]] = []
    page = Session(None, kit=TABLE)
    page.take(Message("hello"))
    for key, lesson in lessons(TABLE.teaching).items():
        for step in (step for step in lesson.steps["1976"] if step.kind == "do"):
            page.take(Message("do", name="address", value=f"?lesson={key}/{step.id}"))
            for text in step.solution:
                do_on_the_page(page, text)
            shown = {region: str(html) for region, _, html in page.draw().regions}
            if "solved" not in shown.get("feedback", ""):
                left.append((key, step.id))
    # a hero who leaves his company behind is the one who is taken up with it first
    assert left == [("heroes", "ground")]


def do_on_the_page(page: Session, text: str) -> None:
    """One act, by its button or by clicks on the map."""
    screen = page.draw()
    verb, *words = text.split()
    html = "".join(str(part) for _, _, part in screen.regions)
    if f'data-act="{text}"' in html:
        page.take(Message("act", text=text))
    elif f'data-value="{text}"' in html:
        page.take(Message("do", name="play", value=text))
    elif f'data-do="aim" data-value="{verb}"' in html:
        page.take(Message("do", name="aim", value=verb))
        page.take(Message("act", text=text) if text in str(page.draw().regions) else Message("area", id=words[0]))
    elif verb == "lead" and words[0] in screen.pieces:
        page.take(Message("area", id=screen.pieces[words[0]]["area"], unit=words[0]))
    elif verb in ("step", "drift", "place", "back"):
        page.take(Message("area", id=words[-1]))
    elif words:
        start = words[0] if words[0].isdigit() else str(screen.pieces.get(words[0], {}).get("area", ""))
        page.take(Message("area", id=start))
        if f'data-act="{text}"' in "".join(str(part) for _, _, part in page.draw().regions):
            page.take(Message("act", text=text))


def test_the_score_sheet_counts_what_everybody_has_seen() -> None:
    """After the last battle: who is left, who was lost, whose die fell, what turned it; and the leaf on the page."""
    a, b = open_line(), BESIDE[open_line()][0]
    g = at({a: ["militia-cavalry-1", "militia-cavalry-2"], b: ["whipstock"]}, phase="combat", order=["lunar", "sartar"])
    g.push(f"assign {name(a)} {name(b)}")
    with g.scripted([5]):
        g.push(f"roll {name(b)}")
    while g.seat is not None:
        g.push("done" if "done" in texts(g) else sorted(texts(g))[0])
    names = GAME.names(g.scenario, ())
    found = TABLE.score(g, TABLE.view(g, None), names)
    rows = {row.words: row.values for row in found.rows}
    assert rows["Units on the board"] == ("0", "2")
    assert rows["Units lost"] == ("1", "0")
    assert rows["Battles won, of those fought"] == ("0 of 1", "1 of 1")
    assert rows["Combat factors lost"] == ("4", "0")
    assert [(x.seat, x.thrown, x.points) for x in found.luck] == [(0, 0, 0), (1, 1, 6)]
    assert [(x.seat, x.swing) for x in found.turnings] == [(1, 4)]
    assert TABLE.ledger(g, names).fights[0].winner == 0
    page = Session(g, kit=TABLE)
    page.take(Message("hello"))
    assert "The score sheet" in "".join(str(part) for _, _, part in page.draw().regions)


def test_a_hex_beside_an_enemy_is_marked_with_the_odds_of_the_fight() -> None:
    """[12.1] Where a company could end its march and would have to fight the hex is marked, and its words tell the odds that hold
    when it has gone there; every other lit hex is free of a fight."""
    g, told, free = TABLE.ready(PLAIN, "1976", 3, False), 0, 0
    for a in [a for a in g.legal_actions() if a.verb == "lead"][:4]:
        t = g.copy()
        for action in TABLE.taken_up(t, UNITS[a.args[0]].id):
            t.push(action)
        c = TABLE.choice(t, TABLE.view(t, t.seat), None, hand_open=True)
        assert c.warns.keys() <= c.areas.keys()
        for area in [*sorted(c.warns)[:3], *sorted(c.areas.keys() - c.warns.keys())[:5]]:
            after, here = t.state.copy(), INDEX[area]
            move(after, after.hand, here)
            assert (
                bool(must_fight(after, after.player) >> here & 1)
                == (area in c.warns)
                == ("zone" in c.marks[area].split())
            )
            if area not in c.warns:
                free += 1
                continue
            enemies = ones(targets_of(after, here))
            if len(enemies) == 1 and "against" in c.warns[area]:
                sums = reckon(after, swords_at(after, enemies[0], (here,)))
                strong = f"{number(sums.attack)} against {number(sums.defence)}, {odds_words(sums.column)}"
                assert c.warns[area] == f"you would have to fight here: {strong}"
                assert c.warns[area] in offered(dict.fromkeys(c.areas, ""), c)[area]
                told += 1
    assert told >= 3
    assert free >= 3


def test_odds_of_a_march_tell_nothing_of_a_counter_that_lies_face_down() -> None:
    """[7.6] Two positions that the marching side cannot tell apart warn it in the same words."""
    g = TABLE.ready(PLAIN, "1976", 3, False)
    for a in [a for a in g.legal_actions() if a.verb == "lead"][:6]:
        t = g.copy()
        for action in TABLE.taken_up(t, UNITS[a.args[0]].id):
            t.push(action)
        other = t.resampled(t.seat, 5)
        warned = [TABLE.choice(x, TABLE.view(x, x.seat), None, hand_open=True).warns for x in (t, other)]
        assert warned[0] == warned[1]


def test_a_label_tells_all_factors_of_a_stack_and_only_of_those_who_are_seen() -> None:
    """[4.2, 7.6] Combat and magic added up, the least and the most of range and movement; who lies face down is counted, not told."""
    emperor, argrath, moon = (
        {"kind": "stack", "counter": key} for key in ("red-emperor", "prince-argrath", "major-class-1")
    )
    prince = UNITS[BY_ID["prince-argrath"]]
    assert counters.strength([emperor]) == "combat 4, magic 10, range 10, movement 6"
    adept = UNITS[BY_ID["major-class-1"]]
    told = f"combat {4 + adept.cf}, magic 10 and by the moon, range {adept.rf} to 10, movement {adept.mf} to 6"
    assert counters.strength([emperor, moon]) == told
    both = counters.strength([argrath, emperor, {"kind": "hidden"}])
    assert both.startswith(f"combat {4 + prince.cf}, magic {10 + prince.mgf}, range ")
    assert both.endswith("; 1 face down")


def test_whoever_is_one_of_a_kind_has_a_sign_of_his_own_and_each_sign_is_drawn() -> None:
    """Heroes, Superheroes, Best Friends and the Bat are told apart by shape; so are the foot and horse of both armies."""
    own = [u for u in UNITS if u.hero or u.superhero]
    assert len({counters.figure(u) for u in own}) == len(own)
    assert not {counters.figure(u) for u in own} & {counters.figure(u) for u in UNITS if u not in own}
    armies = [
        {counters.figure(u) for u in UNITS if u.side == side and u.kind == "physical"} for side in ("lunar", "sartar")
    ]
    assert all(armies)
    assert not armies[0] & armies[1]
    drawn = set(re.findall(r'<symbol id="wb-([\w-]+)"', counters.symbols()))
    assert drawn == {counters.figure(u) for u in UNITS}


def test_an_army_is_set_up_whole_as_a_computer_would_and_taken_back() -> None:
    """One press places what is left of the army that waits; one press takes all of it back; no word of a hand is of the map."""
    kit = TABLE
    session = Session(kit.ready("tax-collectors", GAME.edition, 3, True), kit=kit)
    session.take(Message("do", name="go", value="together"))
    g = session.game
    seat, waiting = g.seat, list(kit.view(g, g.seat)["to_place"])
    first = next(a for a in g.legal_actions() if a.verb == "place")
    session.take(Message("act", text=GAME.notation.text(first)))
    choice = next(str(html) for name, _, html in session.draw().regions if name == "choice")
    assert f"Place all {len(waiting) - 1} as a computer would" in choice
    assert "on the map: choose" not in choice
    session.take(Message("do", name="rest"))
    view = kit.view(session.game, seat)
    placed = {key for stack in view["stacks"].values() for key in stack["counters"]}
    assert set(waiting) <= placed
    session.take(Message("do", name="undo"))
    assert list(kit.view(session.game, seat)["to_place"]) == waiting[1:]


def test_counters_are_placed_in_groups() -> None:
    """A click places as many as were asked for, for as long as nothing else is asked; one press takes a group back. A hex takes no more
    than may stand there, and a kind is offered once, with how many wait."""
    session = Session(TABLE.ready("tax-collectors", GAME.edition, 3, True), kit=TABLE)
    session.take(Message("do", name="go", value="together"))
    seat = session.game.seat

    def waiting() -> list[str]:
        return list(TABLE.view(session.game, seat)["to_place"])

    def choice() -> str:
        return next(str(html) for name, _, html in session.draw().regions if name == "choice")

    whole = waiting()
    assert choice().count('data-act="take ') == len({UNITS[BY_ID[key]].kind_id for key in whole}) - 1
    session.take(Message("do", name="aim", value="group 3"))
    assert "Place Militia Cavalry 1, Militia Cavalry 2, Militia Cavalry 3" in choice()
    there = next(HEXES.names[a.args[0]] for a in session.game.legal_actions() if a.verb == "place")
    session.take(Message("area", id=there))
    assert waiting() == whole[3:]
    session.take(Message("area", id=there))
    assert waiting() == whole[3:]
    assert "No more than 3 units" in "".join(str(html) for _, _, html in session.draw().regions)
    other = next(a.args[0] for a in session.game.legal_actions() if a.verb == "place")
    session.take(Message("area", id=HEXES.names[other]))
    assert waiting() == whole[6:]
    session.take(Message("do", name="undo"))
    assert waiting() == whole[3:]
    for wrong in ("group 9", "group", "group x"):
        session.take(Message("do", name="aim", value=wrong))
        assert f"{len(whole) - 3} wait" in choice()
        assert session.table.aim == ""


def test_the_game_that_is_set_keeps_out_of_disputed_land() -> None:
    """No unit of the Empire is set by luck into disputed land, which would give Ironhoof away [68.1]."""
    for key in GAME.scenarios():
        g = TABLE.ready(key, GAME.edition, 5, False)
        s = g.state
        assert not s.scenario.disputed or not s.at[LUNAR] & lands(DISPUTED), key


def told_after(g, action: str, *dice: int) -> list[str]:
    """The words of the card after an action whose dice fall so."""
    with g.scripted([die - 1 for die in dice]):
        g.push(action)
    found = TABLE.telling(g, TABLE.view(g, None), GAME.names(g.scenario, ()))
    return [beat.words for beat in found.beats]


def test_wb_12_4_a_battle_tells_how_likely_its_die_was() -> None:
    """[12.4, 13.7, 18.6, 21.2] Of six dice so many say the same; where a result touches nobody the card does not say that it did."""
    fort, plain = next(iter(ones(BOARD.walls))), open_line()
    outside = next(n for n in BESIDE[fort] if n >= 0 and BOARD.ground[n] == "." and not BOARD.river >> n & 1)
    behind = battle({outside: ["militia-cavalry-1", "militia-cavalry-2"], fort: ["whipstock"]}, [(outside, fort)])
    words = told_after(behind, f"roll {name(fort)}", 5)
    assert words[-1].endswith("the die is a 5: the walls hold them. One die in six does that: luck.")

    spell = at(
        {plain: ["krise"], BESIDE[plain][0]: [], HEXES.ray(plain, 0)[2]: ["whipstock"]},
        scenario="cult-war", phase="combat", day=3,
    )  # fmt: skip
    target = name(HEXES.ray(plain, 0)[2])
    spell.push(f"aim {name(plain)} {target}")
    words = told_after(spell, f"cast {target}", 1)
    assert words[-1].endswith("the die is a 1: nothing comes back on those who cast. Two dice in six do that.")

    duel = battle(
        {plain: ["harrek-the-berserk"], BESIDE[plain][0]: ["jar-eel-the-razoress"]}, [(plain, BESIDE[plain][0])],
        scenario="coming-of-the-heroes",
    )  # fmt: skip
    words = told_after(duel, f"roll {name(BESIDE[plain][0])}", 4, 6)
    assert any("the Superheroes fight on" in line for line in duel.story_text(None))
    assert words[-2].endswith("They roll until one is hurt: in 1 of 3 such rolls the defender.")
    assert words[-1] == "Jar-eel the Razoress takes a Wound, the first."


def test_wb_28_3_38_9_what_a_die_decides_outside_battles_has_its_card() -> None:
    """[28.3, 38.9] An emissary and a Dragon: what may come of it beforehand, the die, and what came of it."""
    asked = at({"0708": ["militia-foot-1"], "4211": ["goldwave"]}, scenario="complete-game", phase="combat")
    words = told_after(asked, "ask militia-foot-1", 4)
    assert words[0] == "Beforehand: one time in two they join Sartar, else it is lost."
    assert words[1:] == [
        "Militia Foot 1 asks Ironhoof for help, rolls 4, and is refused.",
        "Militia Foot 1 is lost.",
    ]
    h = open_line()
    dragon = at(
        {h: ["dragon-1", "militia-foot-1"], BESIDE[h][0]: ["whipstock"]}, owners={"dragon-1": "sartar"},
        scenario="complete-game", phase="combat",
    )  # fmt: skip
    words = told_after(dragon, f"dragonfight dragon-1 {name(BESIDE[h][0])}", 5)
    assert words[0].startswith("Dragon 1 comes down to fight")
    assert words[1].startswith("Four dice in six")
    assert words[-1] == "Whipstock is lost."


def test_a_counter_says_that_it_is_uncertain_only_where_it_is() -> None:
    """In the counter's words for a screen reader and the list of a hex."""
    doubtful = {
        u.id for u in UNITS if "not quite certain" in counters.label({"name": u.name, "kind": "stack", "counter": u.id})
    }
    assert doubtful == {u.id for u in UNITS if u.confidence != "printed"}
    assert 0 < len(doubtful) < len(UNITS) / 4
