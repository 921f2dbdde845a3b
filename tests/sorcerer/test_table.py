"""The game's half of the page: what is lit can be done, totals are those that are rolled, changed ground is drawn, six seats differ."""

from __future__ import annotations

import re
from itertools import combinations
from random import Random
from typing import Any

import pytest

from elric import games
from elric.sorcerer.combat.strength import defence
from elric.sorcerer.components.board import BOARD, HEXES, INDEX
from elric.sorcerer.components.colors import GRAY, NAMES, WHITE
from elric.sorcerer.components.units import BY_ID, UNITS
from elric.sorcerer.table import TABLE, counters
from elric.sorcerer.table.frame import BOARD_WIDE, EDGE, HEIGHT, middle
from elric.sorcerer.table.palette import LOOKS, Shade
from elric.widgets.messages import Message
from elric.widgets.session import Session

from .field import GAME, Game, at, hexes, name, one, two

SCENARIOS = sorted(GAME.scenarios())
BALT = "sorcerer-blue-yellow"
FLUX = {"edition": "1975", "flux": True}


def panel(g: Any, selected: str | None = None) -> Any:
    """The choice of the seat that decides."""
    return TABLE.choice(g, TABLE.view(g, g.seat), selected, hand_open=True)


def shown(page: Session) -> str:
    return "".join(str(part) for _, _, part in page.draw().regions)


@pytest.mark.parametrize("scenario", SCENARIOS)
def test_everybody_stands_when_the_page_opens(scenario: str) -> None:
    """[16.0] Set-up is over, and no counter waits."""
    g = TABLE.ready(scenario, GAME.edition, 7, False)
    assert g.step not in ("prime", "paint", "deploy")
    assert g.view(g.seat)["to_place"] == []


def test_what_is_set_up_by_lot_is_what_the_button_does() -> None:
    """One press places all that wait, for the seat that decides and no other."""
    session = Session(TABLE.ready("rivalry", GAME.edition, 3, True), kit=TABLE)
    session.take(Message("do", name="go", value="together"))
    waiting, seat = session.game.view(0)["to_place"], session.game.seat
    assert f"Place all {len(waiting)} by lot" in shown(session)
    session.take(Message("do", name="rest"))
    stood = {row["unit"] for pile in session.game.view(0)["stacks"].values() for row in pile}
    assert set(waiting) <= stood
    assert session.game.seat != seat


@pytest.mark.parametrize("seed", range(3))
def test_a_click_on_a_lit_hex_walks_there(seed: int) -> None:
    """[6.0, 6.34] Every step of the way that is lit is legal, it ends in that hex, and nothing that can be gone to is left dark."""
    g = TABLE.ready("rivalry", GAME.edition, seed, False)
    for key in [key for key, unit in TABLE.view(g, g.seat)["units"].items() if unit["owner"] == g.seat][:4]:
        if not g.verdict(f"take {key}"):
            continue
        t = g.copy()
        for action in TABLE.taken_up(t, key):
            t.push(action)
        lit = {area: way for area, way in panel(t).areas.items() if way[0].startswith("step")}
        assert {
            text.split()[1] for text in map(GAME.notation.text, t.legal_actions()) if text.startswith("step")
        } <= set(lit)
        for area in Random(seed).sample(sorted(lit), min(12, len(lit))):
            after = t.copy()
            for action in lit[area]:
                assert after.verdict(action), (area, action)
                after.push(action)
            assert TABLE.view(after, None)["units"][key]["at"] == area


def test_the_way_that_is_lit_is_the_cheapest() -> None:
    """[6.63, 6.65] Round a mountain where that is cheaper: no single step longer about costs less than the way that is played."""
    g = TABLE.ready("rivalry", GAME.edition, 1, False)
    key = next(u for u, row in TABLE.view(g, 0)["units"].items() if row["owner"] == 0 and u == "sorcerer-orange-1")
    g.push(f"take {key}")
    paid = {}
    for area, way in g.ways().items():
        after = g.copy()
        for action in way:
            after.push(action)
        paid[area] = 15 - after.view(0)["points_left"][key]
    assert len(paid) > 60
    for area, points in paid.items():
        after = g.copy()
        for action in g.ways()[area]:
            after.push(action)
        for a in after.legal_actions():
            if a.verb == "step" and HEXES.names[a.args[0]] in paid:
                more = after.copy()
                more.push(a)
                assert paid[HEXES.names[a.args[0]]] <= 15 - more.view(0)["points_left"][key]
        assert points >= 1


def test_a_hex_too_far_is_refused_with_its_clause() -> None:
    """[6.0] Those in hand go hex by hex."""
    g = at({one("blue"): [BALT]}, player=1)
    g.push(f"take {BALT}")
    far = max(HEXES.names, key=lambda other: HEXES.distance(INDEX[one("blue")], INDEX[other]))
    said = TABLE.clicked(g, TABLE.view(g, g.seat), far, "", None)
    assert said.far
    assert said.reasons[0].clause == ("6.0",)


def test_a_click_takes_up_the_counter_pointed_at_else_the_sorcerer() -> None:
    """[6.0] And whoever is in hand halts first."""
    h = one("blue")
    g = at({h: ["blue-troll-1", BALT], one("yellow"): ["yellow-troll-1"]}, player=1)
    view = TABLE.view(g, 1)
    assert TABLE.clicked(g, view, h, "", None).lead == BALT
    assert TABLE.clicked(g, view, h, "blue-troll-1", None).lead == "blue-troll-1"
    assert TABLE.taken_up(g, BALT) == (f"take {BALT}",)
    g.push(f"take {BALT}")
    assert TABLE.taken_up(g, "yellow-troll-1") == ("halt", "take yellow-troll-1")
    assert TABLE.taken_up(g, "nobody") == ()


def test_a_task_says_its_price_and_takes_that() -> None:
    """[6.51, 6.62] What a button says it costs is what the Sorcerer has less afterwards; what he cannot pay is told too, and why."""
    g = at({one("blue"): [BALT, "blue-infantry-1"]}, player=1, depleted=["blue-infantry-1"], script=[3] * 9)
    g.push(f"take {BALT}")
    found = re.findall(r'data-act="([^"]+)"[^>]*><span>[^<]*</span><small>(\d+) of (\d+) points', str(panel(g).html))
    assert {text.split()[0] for text, _, _ in found} >= {"conjure", "vortex", "restore", "convert"}
    tried = 0
    for text, price, have in found:
        assert int(have) == 15
        if g.verdict(text):
            after = g.copy()
            after.push(text)
            assert 15 - after.view(1)["points_left"][BALT] == int(price), text
            tried += 1
    assert tried >= 5
    assert re.search(r'data-act="convert blue"[^>]*aria-disabled="true"', str(panel(g).html))


def test_a_bolt_is_aimed_with_its_chances() -> None:
    """[7.0, 7.12] The hexes it reaches are lit, nothing else; the chances on the button are those of the die."""
    start, target = one("blue"), name(hexes("green")[5])
    g = at({start: [BALT], target: ["green-dragon-1"], one("red"): ["green-infantry-1"]}, player=1)
    g.push(f"take {BALT}")
    view = TABLE.view(g, 1)
    c = TABLE.aimed(g, view, "bolt", "")
    assert c is not None
    assert set(c.areas) == {target}
    (action,) = [a for a in g.legal_actions() if a.verb == "bolt"]
    hits = 0
    for die in range(1, 7):
        after = g.copy()
        with after.scripted([die - 1]):
            after.push(action)
            if after.step == "volley":
                after.push("fling")
        hits += not any(e["kind"] == "bolt" and e["result"] <= 0 for e in after.events)
    assert f"{hits} in 6 a step or more" in str(c.html)
    assert TABLE.aimed(g, view, "restore", "") is None


def test_both_totals_of_a_contested_hex_are_those_that_are_rolled() -> None:
    """[13.0] Line by line on the panel before the die, and the same two sums in the story after it; both attacks are told."""
    a, b = two("yellow", "orange")
    g = at(
        {a: ["sorcerer-yellow-1", "yellow-troll-1"], b: ["orange-demon-1", "sorcerer-orange-1"]},
        player=1,
        script=[3] * 20,
    )
    for action in ("take sorcerer-yellow-1", "take yellow-troll-1", f"step {b}", "halt", "end"):
        g.push(action)
    assert g.step == "declare"
    told = str(panel(g).html)
    mine, theirs = g.meeting(1, b, 0), g.meeting(0, b, 1)
    for met in (mine, theirs):
        assert f"{met.attack.sum} against {met.defence.sum}: {met.differential:+}" in told
        for line in (*met.attack.lines, *met.defence.lines):
            assert f'<td class="n">{line.adds}</td>' in told
    assert sum(line.adds for line in mine.attack.lines) == mine.attack.sum
    while g.step == "declare":
        g.push(next(a for a in g.legal_actions() if a.verb in ("attack", "lead")))
    said = [e["words"] for e in g.events if e["kind"] == "attack"]
    assert any(f"{mine.attack.sum} against {mine.defence.sum}" in words for words in said)
    assert any(f"{theirs.attack.sum} against {theirs.defence.sum}" in words for words in said)
    battle = TABLE.telling(g, TABLE.view(g, None), GAME.names(g.scenario, ()))
    assert battle is not None
    assert [beat.dice for beat in battle.beats if beat.kind == "result"] == [
        (e["die"],) for e in g.events if e["kind"] == "attack"
    ]


def test_who_takes_part_is_in_the_totals_once_he_is_named() -> None:
    """[10.3] With two Sorcerers in a hex the panel adds up the one who was named, and until then the stronger."""
    b = one("orange")
    g = at({b: ["sorcerer-yellow-1", BALT, "yellow-troll-1", "orange-demon-1"]}, player=1, script=[3] * 20)
    g.push("end")
    assert g.step == "declare"
    before = g.meeting(1, b, 0).attack.sum
    g.push("lead sorcerer-yellow-1")
    after = g.meeting(1, b, 0).attack.sum
    assert before - after == UNITS[BY_ID[BALT]].strength[0] - UNITS[BY_ID["sorcerer-yellow-1"]].strength[0]


def test_the_circle_tells_what_a_color_is_worth_on_the_ground_as_it_lies_now() -> None:
    """[5.2] On converted ground the new color counts, not the printed one."""
    h = name(next(h for h in hexes("white")))
    g = at({h: [BALT]}, player=1, paint={h: "yellow"})
    told = str(panel(g, h).html)
    assert "<b>Yellow</b> ground" in told
    assert "Your yellow is worth <b>6</b> here" in told
    assert "Your blue is worth <b>4</b> here" in told
    total = defence(at({h: [BALT, "yellow-troll-1"]}, player=1, paint={h: "yellow"}).state, 1, INDEX[h], -1)
    assert {line.adds for line in total.lines if line.words == "color"} == {6}


def test_changed_ground_is_drawn_and_said_and_goes_when_it_is_as_printed() -> None:
    """[9.11, 24.0] A converted hex is laid over the picture in its color and pattern; a hex as printed is not."""
    white = [name(h) for h in hexes("white")]
    g = at({one("blue"): [BALT]}, player=1, paint={white[0]: "blue"}, vortexes=[white[1]])
    pieces = TABLE.pieces(TABLE.view(g, None))
    assert [key for key in pieces if key.startswith("ground:")] == [f"ground:{white[0]}"]
    assert LOOKS[0].day in str(pieces[f"ground:{white[0]}"]["html"])
    assert "#so-p0" in str(pieces[f"ground:{white[0]}"]["html"])
    assert "blue now" in TABLE.facts(TABLE.view(g, None), white[0])
    assert pieces[f"vortex:{white[1]}"]["label"] == "A vortex"
    assert "a vortex is here" in TABLE.facts(TABLE.view(g, None), white[1])


def test_a_color_taken_by_flux_lies_gray() -> None:
    """[24.2] Every hex of that color is drawn as Gray while it lasts."""
    g = at({one("blue"): [BALT]}, player=1, rules=FLUX, marks={"flux": 2})
    drawn = {key.removeprefix("ground:") for key in TABLE.pieces(TABLE.view(g, None)) if key.startswith("ground:")}
    assert drawn == {name(h) for h in range(HEXES.size) if BOARD.printed[h] == 2}


@pytest.mark.parametrize("scenario", SCENARIOS)
def test_no_two_seats_look_alike(scenario: str) -> None:
    """Up to six seats on one page: each has a colour and a mark of its own, and its counters bear them."""
    g = TABLE.ready(scenario, GAME.edition, 5, False)
    view = TABLE.view(g, None)
    hues = [player["hue"] for player in view["players"]]
    assert len(set(hues)) == len(hues) == g.scenario.seats
    assert set(hues) <= set(range(6))
    for key, unit in view["units"].items():
        drawn = str(TABLE.counter(unit))
        if unit["owner"] is not None:
            assert f"#er-seat-mark-{hues[unit['owner']]}" in drawn, key
    assert all(f'id="er-seat-mark-{hue}"' in TABLE.sprite() for hue in hues)


def test_a_counter_shows_its_side_that_is_up() -> None:
    """[3.22] Strength and allowance of a depleted counter are those of its back; pinned and depleted are drawn and said."""
    troll = {"counter": "blue-troll-1", "name": "Blue troll 1", "owner": 1}
    unit = UNITS[BY_ID["blue-troll-1"]]
    full, worn = counters.counter(troll, 1), counters.counter({**troll, "depleted": True, "pinned": True}, 1)
    assert f'class="st" x="36.500" y="37">{unit.strength[0]}<' in str(full)
    assert f'class="st" x="36.500" y="37">{unit.strength[1]}<' in str(worn)
    assert "so-pin" in str(worn)
    assert "so-pin" not in str(full)
    assert "depleted, pinned" in counters.label({**troll, "depleted": True, "pinned": True})
    drawn = set(
        re.findall(r'href="#(so-[\w-]+)"', " ".join(str(counters.counter({"counter": u.id}, 0)) for u in UNITS))
    )
    assert drawn <= set(re.findall(r'id="(so-[\w-]+)"', counters.symbols()))


def test_every_hex_lies_on_the_board_beside_its_neighbours() -> None:
    """The picture is the board turned, not mirrored: neighbours lie side by side, and going round a hex goes round it clockwise."""
    for h in range(HEXES.size):
        x, y = middle(h)
        assert EDGE < x < EDGE + BOARD_WIDE
        assert EDGE < y < HEIGHT - EDGE
        around = [n for n, _ in BOARD.sides[h]]
        for k, n in enumerate(around):
            following = around[(k + 1) % 6]
            if n >= 0 and following >= 0:
                (a, b), (c, d) = middle(n), middle(following)
                assert (a - x) * (d - y) - (b - y) * (c - x) > 0  # y grows downwards


# ---- told apart without hues ------------------------------------------------------------------------------------------

# Severe colour-blindness as matrices on linear light (Machado, Oliveira and Fernandes 2009).
SIGHT = {
    "normal": ((1, 0, 0), (0, 1, 0), (0, 0, 1)),
    "protanopia": ((0.152286, 1.052583, -0.204868), (0.114503, 0.786281, 0.099216), (-0.003882, -0.048116, 1.051998)),
    "deuteranopia": ((0.367322, 0.860646, -0.227968), (0.280085, 0.672501, 0.047413), (-0.01182, 0.04294, 0.968881)),
    "tritanopia": ((1.255528, -0.076749, -0.178779), (-0.078411, 0.930809, 0.147602), (0.004733, 0.691367, 0.3039)),
}
APART = 18.0  # in CIE 1976, where 2.3 is just seen


def lab(color: str, sight: str) -> tuple[float, float, float]:
    """A colour as somebody with that sight sees it, in CIE L*a*b*."""
    parts = [int(color[k : k + 2], 16) / 255 for k in (1, 3, 5)]
    light = [x / 12.92 if x <= 0.04045 else ((x + 0.055) / 1.055) ** 2.4 for x in parts]
    r, g, b = (min(1.0, max(0.0, sum(m * x for m, x in zip(row, light, strict=True)))) for row in SIGHT[sight])
    xyz = (
        (0.4124 * r + 0.3576 * g + 0.1805 * b) / 0.95047,
        0.2126 * r + 0.7152 * g + 0.0722 * b,
        (0.0193 * r + 0.1192 * g + 0.9505 * b) / 1.08883,
    )
    x, y, z = (t ** (1 / 3) if t > 0.008856 else 7.787 * t + 16 / 116 for t in xyz)
    return 116 * y - 16, 500 * (x - y), 200 * (y - z)


@pytest.mark.parametrize("sight", SIGHT)
@pytest.mark.parametrize("shade", ["day", "night"])
def test_any_two_grounds_are_told_apart(sight: str, shade: str) -> None:
    """[5.0] Color is the rule: eight grounds, by day and by night, for normal sight and three kinds of colour-blindness."""
    seen = {NAMES[c]: lab(getattr(LOOKS[c], shade), sight) for c in range(GRAY + 1)}
    for (one_, a), (other, b) in combinations(seen.items(), 2):
        assert sum((x - y) ** 2 for x, y in zip(a, b, strict=True)) ** 0.5 > APART, (one_, other)


def test_each_ground_has_a_pattern_of_its_own_with_a_name() -> None:
    """Without any hue at all the pattern tells the color; White alone has none."""
    looks: list[Shade] = [LOOKS[c] for c in range(GRAY + 1)]
    assert len({(look.lines, look.dots) for look in looks}) == len(looks)
    assert len({look.motif for look in looks}) == len(looks)
    assert [c for c in range(GRAY + 1) if not LOOKS[c].lines and not LOOKS[c].dots] == [WHITE]
    drawn = TABLE.chart().pictures
    for picture in drawn:
        assert all(f'id="p{c}"' in picture for c in range(GRAY + 1) if c != WHITE)
        assert all(look.motif in picture for look in looks)
        assert all(city.name in picture for city in BOARD.cities.values())


def test_points_are_told_by_what_they_are_for() -> None:
    """[15.1] The table below the map and the aim on the panel have the sums of the rules."""
    white = [name(h) for h in hexes("white")]
    g = at({one("blue"): [BALT], "0711": ["blue-infantry-1"]}, player=1, paint={white[0]: "blue"}, points=["6", "0"])
    view = TABLE.view(g, 1)
    assert view["score"]["1"]["sum"] == "8"
    told = str(TABLE.tracks(view))
    assert "<td>8</td>" in told
    assert "<td>6</td>" in told
    aim = TABLE.standing(g, 1, GAME.names(g.scenario, ()))
    assert aim is not None
    assert aim.stands == "Dnai 6, Balt 8"
    assert aim.goals[-1].seat == 1


def test_a_game_that_is_over_has_a_sheet() -> None:
    """[15.2] Points, what was lost and whose dice were kind, on the leaf of the page."""
    g = Game("rivalry", seed=5)
    rng = Random(5)
    while g.seat is not None:
        legal = g.legal_actions()
        ends = [a for a in legal if a.verb == "end"]
        g.push(ends[0] if ends and rng.random() < 0.4 else rng.choice(legal))
    names = GAME.names(g.scenario, ())
    found = TABLE.score(g, TABLE.view(g, None), names)
    rows = {row.words: row.values for row in found.rows}
    assert rows["Points"] == tuple(g.view(None)["score"][str(k)]["sum"] for k in range(2))
    lost = [e for e in g.events if e["kind"] in ("lost", "fades")]
    assert sum(int(n) for words, row in rows.items() if words.endswith("lost") for n in row) == len(lost)
    page = Session(g, kit=TABLE)
    page.take(Message("hello"))
    assert "The score sheet" in shown(page)


def offered(g: Any) -> set[str]:
    """Every action that can be asked for on the page now: by a button, a lit hex, an aim, or a click on a counter."""
    view = TABLE.view(g, g.seat)
    choices = [panel(g), *(TABLE.aimed(g, view, aim, "") for aim in ("bolt", "teleport"))]
    out: set[str] = set()
    for c in [c for c in choices if c is not None]:
        told = str(c.html) + "".join(str(button) for button in c.foot)
        out |= set(re.findall(r'data-act="([^"]+)"', told))
        out |= {way[0] for way in c.areas.values()}
        out |= {way[-1] for way in c.areas.values()}  # a hex beside one, by a cheaper way round a mountain
        if g.step == "movement":
            out |= {f"take {key}" for key, unit in view["units"].items() if c.marks.get(unit["at"]) == "ready"}
    return out


@pytest.mark.parametrize("scenario", SCENARIOS)
@pytest.mark.parametrize(
    "rules", ["1975", "1975, cloak=true, assassins=true, clones=true, shir=true, spells=true, flux=true"]
)
def test_nothing_that_can_be_done_is_out_of_reach(scenario: str, rules: str) -> None:
    """In random games with every optional chapter: each legal action has its place on the page of the seat that decides."""
    steps = set()
    for seed in range(2):
        g, rng = Game(scenario, rules, seed=seed), Random(seed)
        for n in range(220):
            if g.seat is None:
                break
            legal = g.legal_actions()
            if n % 7 == 0 or g.step not in steps:
                steps.add(g.step)
                missing = {GAME.notation.text(a) for a in legal} - offered(g)
                assert not missing, (n, g.step, sorted(missing)[:5])
            verb = rng.choice(sorted({a.verb for a in legal}))
            g.push(rng.choice([a for a in legal if a.verb == verb]))
    assert len(steps) >= 2


def test_attacks_of_enemies_whom_nobody_plays_stand_in_sheet_and_replay() -> None:
    """17.1: the fiends roll dice and have no seat; a game that is over opens all the same."""
    kit, game = games.table("sorcerer"), games.definition("sorcerer")
    for seed in range(20):
        g, rng = kit.ready("tour", game.edition, seed, False), Random(seed)
        while g.seat is not None:
            g.push(rng.choice([a for a in g.legal_actions() if a.verb != "done"] or g.legal_actions()))
        names = {seat: g.scenario.name(seat) for seat in range(g.scenario.seats)}
        sides = [side for fight in kit.ledger(g, names).fights for side in fight.sides]
        sheet = kit.score(g, kit.view(g, None), names)
        assert sheet.luck
        assert "Points" not in [row[0] for row in sheet.rows]  # this story is not decided by points
        if any(seat is None for seat, _ in sides):
            break
    assert any(seat is None and name for seat, name in sides)
