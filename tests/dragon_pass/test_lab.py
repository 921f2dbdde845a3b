"""The what-if lab: battles at hand, their text, what is hidden in them, and how long an answer takes."""

from __future__ import annotations

from fractions import Fraction as F
from random import Random

import pytest

from elric import games
from elric.dragon_pass.combat.reckoning import SCALE
from elric.dragon_pass.components.units import BY_ID, UNITS
from elric.dragon_pass.lab import Clash, odds, swords_at, unseen
from elric.dragon_pass.lab.marching import marches
from elric.dragon_pass.position.state import COMBAT
from elric.kernel.chance import SeededChance
from elric.kernel.running import apply
from elric.lab.definition import compare
from elric.widgets.messages import Message
from elric.widgets.rooms.lab import LabRoom
from elric.widgets.session import Session

from .field import AROUND, BESIDE, BOARD, GAME, HEXES, INDEX, Game, at, battle, name, ones, open_disc, open_line

LAB = games.lab("dragon-pass")
SCENARIOS = sorted(GAME.scenarios())
H = open_line()
WEST = BESIDE[H][0]


def fights(key: str, seed: int, actions: int, share: float):
    """Some battles of a random game, each with who looks on."""
    g, rng = Game(key, seed=seed), Random(seed)
    for _ in range(actions):
        if g.seat is None:
            return
        if g.state.turn and rng.random() < share:
            viewer = rng.choice([None, -1, *g.scenario.sides])
            for fight in LAB.battles(g, viewer)[:4]:
                yield g, viewer, fight
        listed = g.legal_actions()
        verb = rng.choice(sorted({a.verb for a in listed}))
        g.push(rng.choice([a for a in listed if a.verb == verb] if rng.random() < 0.5 else listed))


@pytest.mark.parametrize("key", ["gathering-armies", "old-tarsh", "complete-game"])
def test_a_battles_text_is_the_battle(key: str) -> None:
    """Read back it says the same, word for word, and its results are all that there is."""
    tried = 0
    for _, _, fight in fights(key, {"gathering-armies": 4, "old-tarsh": 2}.get(key, 5), 1200, 0.012):
        answer = fight.answer()
        assert sum(row.chance for row in answer.rows) == 1
        again = LAB.parse(fight.text)
        assert again.text == fight.text
        assert again.answer() == answer
        tried += 1
        if tried > 12:
            break
    assert tried > 2


@pytest.mark.parametrize("key", ["invasion-of-sartar", "old-tarsh"])
def test_a_battle_tells_nothing_hidden(key: str) -> None:
    """[7.6]: titles, texts and answers are the same in positions that look alike to who asks."""
    tried = 0
    for g, viewer, _ in fights(key, 2, 1200, 0.008):
        seat = g.seat if viewer is None else viewer
        other = g.copy()
        other.state = GAME.resample(g.state, seat, SeededChance(tried))
        if other.state.piles == g.state.piles:
            continue
        here, there = LAB.battles(g, viewer), LAB.battles(other, viewer)
        assert [fight.text for fight in here] == [fight.text for fight in there]
        assert [fight.title for fight in here[:3]] == [fight.title for fight in there[:3]]
        assert [fight.answer() for fight in here[:3]] == [fight.answer() for fight in there[:3]]
        tried += 1
    assert tried > 2


def test_wb_7_6_every_counter_that_may_lie_there_is_weighed() -> None:
    """[7.6] [12.2]: under the scouts lies one of three: 5, 4 or 2; six against 7, 6 and 4."""
    far = [h for h in range(HEXES.size) if HEXES.distance(h, H) > 9][:40:13]
    stacks = {H: ["twin-spears"], WEST: ["unriver", "antelope-lancers"], far[0]: ["starkin", "whipstock"],
              far[1]: ["uplands", "wingtemple"]}  # fmt: skip
    (fight,) = LAB.battles(at(stacks, phase="combat", scenario="invasion-of-sartar"))
    assert fight.guessed
    chances = {found.odds: p for p, found in fight.deals}
    assert chances == {"1:1": F(2, 3), "2:1": F(1, 3)}
    assert "antelope-lancers" in fight.text.partition("unseen")[2]
    assert "antelope-lancers" not in fight.text.partition("unseen")[0]
    assert fight.answer().chance("The defenders die (D elim)") == F(1, 6)


def test_the_lab_and_the_die_agree() -> None:
    """Each ending is what the game itself comes to with that die, where its ruler decides as the lab says."""
    side = next(n for n in ones(AROUND[H]) if HEXES.distance(n, WEST) == 1)
    g = at({H: ["militia-cavalry-1", "militia-foot-1"], side: ["wolfrunners"], WEST: ["whipstock", "unriver"]},
           phase="combat", scenario="invasion-of-sartar")  # fmt: skip
    found = odds(g.state, swords_at(g.state, WEST))
    for a in (H, side):
        g.push(f"assign {name(a)} {name(WEST)}")
    by_game: dict[frozenset[int], F] = {}
    for die in range(6):
        played = g.copy()
        with played.scripted([die]):
            played.push(f"roll {name(WEST)}")
        while played.step == "pay":
            step, f = played.state.agenda[-1][0], played.state.agenda[-1]
            cheapest = min(step.legal(played.state, f), key=lambda a: UNITS[a.args[0]].cf)
            apply(played.state, cheapest, GAME.context(SeededChance(0), None))
        dead = frozenset(played.state.dead)
        by_game[dead] = by_game.get(dead, F(0)) + F(1, 6)
    by_lab: dict[frozenset[int], F] = {}
    for ending, p in found.endings.items():
        by_lab[frozenset(ending.dead)] = by_lab.get(frozenset(ending.dead), F(0)) + p
    assert by_lab == by_game


def test_the_lines_are_those_that_play_shows() -> None:
    """One reckoning: the page's battle and the lab's derivation have the same lines."""
    g = at({H: ["militia-cavalry-1", "militia-foot-1"], WEST: ["whipstock"]}, phase="combat")
    g.push(f"assign {name(H)} {name(WEST)}")
    (shown,) = g.view(1)["battles"]
    (fight,) = LAB.battles(g)
    attack, defence, *_ = fight.answer().because
    assert [line.words for line in attack.parts] == [
        UNITS[BY_ID[x["counter"]]].name for x in shown["lines"] if x["attacks"]
    ]
    assert [line.value for line in attack.parts] == [str(x["parts"] // SCALE) for x in shown["lines"] if x["attacks"]]
    assert [why.words for why in defence.parts[0].parts] == [
        why[0] for x in shown["lines"] if not x["attacks"] for why in x["why"]
    ]


def test_what_would_help_most_comes_first() -> None:
    """A stack that could join and a hero who could are offered, the best first, and the difference is told in words."""
    side = next(n for n in ones(AROUND[H]) if HEXES.distance(n, WEST) == 1)
    g = at({H: ["militia-foot-1"], side: ["twin-spears", "bullocks", "prince-argrath"], WEST: ["antelope-lancers"]},
           phase="combat", scenario="coming-of-the-heroes")  # fmt: skip
    g.push(f"assign {name(H)} {name(WEST)}")
    fight = LAB.battles(g)[0]
    assert fight.odds.odds == "1:1"
    better = fight.variants()
    assert "Twin Spears, Bullocks and Prince Argrath attack as well" in better[0].title
    gains = [other.gain for other in better]
    assert gains == sorted(gains, reverse=True)
    lines = compare(fight.answer(), better[0].answer())
    assert lines
    assert "points" in lines[0]


def test_a_text_may_be_bent() -> None:
    """Units, ground and day are changed by hand; every fault is named."""
    plain = Clash.parse(f"by sartar; from {name(H)} militia-foot-1; against {name(WEST)} unriver")
    assert plain.odds.odds == "2:1"
    assert (
        Clash.parse(f"by sartar; from {name(H)} twin-spears militia-foot-1; against {name(WEST)} unriver").odds.odds
        == "5:1"
    )
    with pytest.raises(ValueError, match=r"no counter 'unrivr'.*did you mean.*“by” names who attacks"):
        LAB.parse(f"from {name(H)} militia-foot-1; against {name(WEST)} unrivr")
    for wrong in ("", "by sartar", "by sartar; from 9999 unriver; against 1212 x", f"by sartar; from {name(H)} ?; against 0101 unriver",
                  "by sartar; wounds; near; effect; of; day; turn x; unseen; cast; against", "in nowhere; by x; rules y"):  # fmt: skip
        with pytest.raises(ValueError, match=r"\S"):
            LAB.parse(wrong)


def test_six_a_side_are_answered() -> None:
    """Six units against six, asked as the page asks; what it costs is measured in the benchmark of this game."""
    side = next(n for n in ones(AROUND[H]) if HEXES.distance(n, WEST) == 1)
    other = next(n for n in ones(AROUND[WEST]) if n != H and HEXES.distance(n, H) == 1 and n != side)
    g = at({H: ["militia-cavalry-1", "militia-cavalry-2", "militia-foot-1"], side: ["wolfrunners", "goatkin", "freedmen"],
            WEST: ["whipstock", "unriver", "riverfork"], other: ["goldwave", "uplands", "starkin"]},
           phase="combat", scenario="invasion-of-sartar", rules="1976, open_stacks=true")  # fmt: skip
    for a, t in ((H, WEST), (H, other), (side, WEST)):
        g.push(f"assign {name(a)} {name(t)}")
    fight = LAB.battles(g)[0]
    assert fight.answer().rows
    assert len(fight.odds.attackers) == len(fight.odds.defenders) == 6


def test_the_labs_room_on_the_page() -> None:
    """The door, a battle, one thing changed, the comparison, back; a text with a fault keeps what was typed."""
    side = next(n for n in ones(AROUND[H]) if HEXES.distance(n, WEST) == 1)
    g = at({H: ["militia-foot-1"], side: ["twin-spears", "prince-argrath"], WEST: ["antelope-lancers"]},
           phase="combat", scenario="coming-of-the-heroes")  # fmt: skip
    page = Session(g, kit=games.table("dragon-pass"))

    def said(m: Message) -> str:
        page.take(m)
        return " ".join(str(html) for _, _, html in page.draw().regions)

    said(Message("hello"))
    assert "Battles that could be fought" in said(Message("do", name="whatif"))
    first = said(Message("do", name="lab-pick", value="0"))
    assert "What if it were otherwise?" in first
    assert "22.1" in first
    changed = said(Message("do", name="lab-try", value="0"))
    assert "Compared with" in changed
    assert "Antelope Lancers" in said(Message("do", name="lab-swap"))
    wrong = said(Message("do", name="lab-load", fields={"text": "by sartar; from 9999 krise; against 0101 unriver"}))
    assert "&#39;9999&#39; is no hex of the board" in wrong
    assert "from 9999 krise" in wrong
    wrong = said(Message("do", name="lab-load", fields={"text": "by sartar; form 2124 krise; against 2125 unriver"}))
    assert "&#39;form&#39; begins no part of a battle: those begin with in, rules, turn, " in wrong
    assert said(Message("do", name="lab-close"))
    assert page.room is page.table


def grouped(g, viewer=None):
    return {title: list(found) for title, found in LAB.groups(g, viewer)}


def test_wb_12_3_battles_that_a_march_would_bring() -> None:
    """[12.3] [7.3]: two stacks are two hexes off: together they come to 4:1, the stronger alone to 3:1; the text holds it all;
    once the march is over none is offered."""
    near = list(ones(HEXES.disc(H, 2) & ~HEXES.disc(H, 1)))[:2]
    stacks = {near[0]: ["militia-cavalry-1", "militia-cavalry-2"], near[1]: ["militia-cavalry-3"], H: ["unriver"]}
    g = at(stacks, scenario="invasion-of-sartar")
    both, alone = grouped(g)["After a march in this Move"]
    assert "after a march" in both.title
    assert both.odds.odds == "6:1 or more"
    assert alone.odds.odds == "4:1"
    assert "Militia Cavalry 3" in both.answer().left_out[0]
    assert LAB.parse(both.text).answer().rows == both.answer().rows
    for marched in marches(g.state):
        for units, there in marched.way:
            at_page = g.copy()
            at_page.push(f"lead {UNITS[units[0]].id}")
            for u in units[1:]:
                at_page.push(f"join {UNITS[u].id}")
            assert HEXES.names[there] in at_page.ways()
    assert not grouped(g, 0).get("After a march in this Move")
    over = g.state.copy()
    over.phase = COMBAT
    assert not marches(over)


def test_wb_28_3_powers_are_asked_as_battles_are() -> None:
    """[28.3] [46.3] [38.9]: an emissary, the Assassins, a Dragon: exact chances by the game's own steps, other targets as
    variants, and no name of anybody who lies face down."""
    mine = HEXES.names.index(next(HEXES.names[h] for h in BOARD.places["mineshaft"].hexes))
    g = at({mine: ["krise"], H: ["dragon-1"], WEST: ["whipstock", "bloodspillers"]}, phase="combat", scenario="complete-game",
           day=0, marks={"assassins": [1]}, owners={"dragon-1": "sartar"})  # fmt: skip
    found = grouped(g)["Powers"]
    asked = next(feat for feat in found if feat.text == "power ask krise")
    assert asked.title == "Krise asks the Dwarf for help: 41.7% to win by it"
    assert asked.answer().chance("Krise dies") == F(1, 2)
    assert sum(row.chance for row in asked.answer().rows) == 1
    murders = [feat for feat in found if feat.action.verb == "murder"]
    assert {row.chance for feat in murders for row in feat.answer().rows} == {F(1, 3), F(2, 3)}
    assert murders[1] in murders[0].variants()
    assert not any("Bloodspillers" in feat.title + repr(feat.answer()) for feat in found)
    dragon = next(feat for feat in found if feat.action.verb == "dragonfight")
    assert sum(row.chance for row in dragon.answer().rows if "Dragon" in row.words) == F(2, 3)
    with pytest.raises(ValueError, match="the game on the table"):
        LAB.parse(asked.text)


@pytest.mark.parametrize("key", ["invasion-of-sartar", "complete-game"])
def test_what_the_list_offers_tells_nothing_hidden(key: str) -> None:
    """[7.6]: marches and powers, titles and answers, are the same in positions that look alike to who asks."""
    g, rng, tried = Game(key, seed=5), Random(5), 0
    for n in range(1400):
        if g.seat is None:
            break
        if n % 50 == 0 and g.state.turn:
            here, there = g, g.resampled(g.seat, n)
            if there.state.piles != here.state.piles:
                both = [
                    [(t, [(f.title, f.text, f.answer()) for f in found]) for t, found in LAB.groups(x)]
                    for x in (here, there)
                ]
                assert both[0] == both[1], n
                tried += any(len(found) > 0 for title, found in both[0][1:])
        listed = g.legal_actions()
        verb = rng.choice(sorted({a.verb for a in listed}))
        g.push(rng.choice([a for a in listed if a.verb == verb]))
    assert tried > 1


def test_a_battle_is_pinned_and_every_other_compared_with_it() -> None:
    """Pinned, it stays the one compared with through two changes; gone back to, the other is pinned; pinned instead, the last one
    is compared with; a power's text opens it again."""
    side = next(n for n in ones(AROUND[H]) if HEXES.distance(n, WEST) == 1)
    g = at({H: ["militia-foot-1"], side: ["twin-spears", "prince-argrath"], WEST: ["antelope-lancers"]},
           phase="combat", scenario="coming-of-the-heroes")  # fmt: skip
    page = Session(g, kit=games.table("dragon-pass"))

    def regions(name: str, value: str = "") -> dict[str, str]:
        page.take(Message("do", name=name, value=value))
        return {region: str(html) for region, _, html in page.draw().regions}

    regions("whatif")
    regions("lab-pick", "0")
    first = page.room.fight
    assert "lab-compare" not in regions("lab-pin")
    assert first.title in regions("lab-try", "0")["lab-compare"]
    second = page.room.fight
    told = regions("lab-try", "1")["lab-compare"]
    assert first.title in told
    assert page.room.fight is not second
    third = page.room.fight
    assert third.title in regions("lab-swap")["lab-compare"]
    assert (page.room.fight, page.room.pinned) == (first, third)
    regions("lab-try", "0")
    regions("lab-pin")
    last = page.room.fight
    assert last.title in regions("lab-try", "0")["lab-compare"]


def test_a_battle_of_ones_own_is_put_together_by_choosing_counters() -> None:
    """From nothing: another stack beside the defender, somebody in it, another day; what cannot be fought yet says why and keeps
    what was entered; what is not offered is no message of the lab's; a counter stands in one place."""
    lab = LabRoom(games.table("dragon-pass"), LAB, Game("invasion-of-sartar", seed=1), None)

    def use(name: str, value: str = "") -> str:
        assert lab.take(Message("do", name=f"lab-{name}", value=value))
        return "".join(str(html) for _, _, html in lab.draw().regions)

    use("build")
    assert lab.fight.title.startswith("Militia Cavalry 1 and 1 more attack Unriver")
    assert lab.fight.seats == (1, 0)
    use("pin")
    target = HEXES.names[lab.fight.battle.defenders[0][0]]
    beside = next(HEXES.names[h] for h in ones(AROUND[HEXES.names.index(target)]) if HEXES.names[h] not in lab.entry)
    page = use("stack", beside)
    assert lab.fight is None
    assert f"Nobody is named in {beside}" in page
    page = use("add", "4:militia-cavalry-2")
    assert lab.entry.count("militia-cavalry-2") == 1
    assert {stack[0] for stack in lab.fight.battle.attackers} >= {HEXES.names.index(beside)}
    assert "Side by side" in page
    use("unit", "4:1")
    assert lab.fight is None
    assert "militia-cavalry-2" not in lab.entry
    for verb, value in (
        ("add", "4:no-such-counter"),
        ("add", "9:krise"),
        ("unit", "2:7"),
        ("stack", target),
        ("day", "<b>"),
    ):
        before = lab.entry
        assert not lab.take(Message("do", name=f"lab-{verb}", value=value))
        assert lab.entry == before
    wrong = {"text": "by sartar; from 2124 militia-cavalri-1; against 2125 unriver"}
    assert lab.take(Message("do", name="lab-load", fields=wrong))
    assert "did you mean" in "".join(str(html) for _, _, html in lab.draw().regions)


def test_a_battle_is_put_together_from_stacks_of_the_board() -> None:
    """Whom one attacks, then who attacks, from wherever they stand; a second click takes a stack out again. What lies face down is
    not named, and the answer is that of the text."""
    g = at(
        {"2025": ["militia-cavalry-1", "militia-cavalry-2"], "2030": ["militia-foot-1"], "2120": ["unriver", "goldwave"]},
        phase="movement", turn=2, moves=2,
    )  # fmt: skip
    seat = g.state.player
    text = LAB.with_stack("", g, "2120", seat)
    assert text.startswith("in tax-collectors; by sartar; against 2120 unriver ?; unseen lunar ")
    assert {"goldwave"} <= set(text.partition("unseen lunar ")[2].split())
    text = LAB.with_stack(text, g, "2025", seat)
    fight = LAB.parse(text)
    ((hex_, units),) = fight.battle.attackers
    assert hex_ in BESIDE[INDEX["2120"]]
    assert [UNITS[u].id for u in units] == ["militia-cavalry-1", "militia-cavalry-2"]
    both = LAB.with_stack(text, g, "2030", seat)
    assert len(LAB.parse(both).battle.attackers) == 2
    assert LAB.with_stack(both, g, "2030", seat) == text
    assert LAB.with_stack(text, g, "2036", seat) == text, "nobody stands there"


def _beset_by(stacks: int) -> Clash:
    """A battle against so many stacks of two around one, whose lower counters nobody sees; some more of them lie farther off."""
    h, lunar = open_disc(2), [u.id for u in UNITS if u.side == "lunar" and u.counts and not u.hero and u.mf]
    near, far = list(ones(AROUND[h]))[:stacks], list(ones(HEXES.ring(h, 4)))[::2]
    there = {n: lunar[2 * k : 2 * k + 2] for k, n in enumerate([*near, *far])}
    own = ["twin-spears", "militia-foot-1", "militia-foot-2"]
    g = battle({h: own, **there}, [(h, n) for n in near], scenario="complete-game", day=1, turn=2)
    return max(LAB.battles(g, g.seat), key=lambda x: unseen.unseen_in(x.battle, x.hidden).bit_count())


def test_wb_7_6_many_who_lie_face_down_are_dealt_by_chance(monkeypatch: pytest.MonkeyPatch) -> None:
    """[7.6] Drawn a thousand times, the chances are those counted out, give or take a few hundredths; six face down in one battle
    are answered too: to count their deals would take minutes, and more memory than a table has."""
    few, many = _beset_by(3), _beset_by(6)
    counted = [float(p) for p, _ in few.deals]
    assert len(counted) > 1
    assert "estimated" not in str(few.answer().left_out)
    assert "estimated from a thousand deals" in str(many.answer().left_out)
    monkeypatch.setattr(unseen, "COUNTED", 0)
    assert [float(d.chance) for d in unseen.deals(few.state, few.battle, few.hidden)] == pytest.approx(
        counted, abs=0.05
    )
