"""Whole sentences: a verb that agrees with its subject, articles as the name wants them, one spelling for one name."""

from __future__ import annotations

import doctest
import re
from collections.abc import Iterator
from itertools import product
from random import Random
from typing import Any

import pytest
from walks import EDITIONS, PAIRS, any_words, near

import elric
from elric.opponents.at_random import any_verb
from elric.young_kingdoms.combat.battle import TABLE as RESULTS
from elric.young_kingdoms.components import articles, pieces, spells
from elric.young_kingdoms.components.board import BOARD
from elric.young_kingdoms.definition import GAME
from elric.young_kingdoms.lab import BattleError
from elric.young_kingdoms.lab.siege import Siege
from elric.young_kingdoms.position import words
from elric.young_kingdoms.position.state import MOVEMENT, NEUTRAL
from elric.young_kingdoms.position.story import sentence
from elric.young_kingdoms.table import TABLE, battle_told
from elric.young_kingdoms.teaching.coach import advice
from elric.young_kingdoms.teaching.phrases import phrase

# Told here once more and apart, by eye: which names are plural, and which take an article.
PLURAL = {
    *("Flame Bringers", "Olab", "People of Pio"),
    *("Clackars", "Winged Men of Myrrhyn"),
    *("Arrows of Law", "Bronze Banners & Quartz Arrows", "Shazaarian Steeds", "Beetles of Kaleef", "Vulture Lions"),
    *("Black Serpents of Dorel", "Boatmen of Xerlerenes", "Nihrain Horses", "Sepriz and the Ten", "Dragons"),
    *("Four-Who-Are-One", "Utkel and Kariss", "Plains of Shazaar", "Silent Lands", "Marshes of Mist", "Myrrhyn Peaks"),
    *("Grasslands of Ilmiora", "Dead Hills of Dorel", "Wastes of Kaneloon", "Straits of Chaos", "Straits of Vilmir"),
    "Serpent's Teeth",
}
ARTICLE = {
    *(
        "Olab King",
        "Silent Guard",
        "Clackars",
        "Winged Men of Myrrhyn",
        "Shaman",
        "White Mage",
        "Olab",
        "Flame Bringers",
    ),
    *("Golden Battle Barge", "Chaos Fleet", "Free Fleet", "Chaos Shield", "Kelmain Host", "People of Pio"),
    *("Isle of Purple Towns", "Arrows of Law", "Bronze Banners & Quartz Arrows", "Charm of Justice", "Chimera"),
    *(
        "Jeweled Bird",
        "Noose of Flesh",
        "Runestaff",
        "Shazaarian Steeds",
        "Beetles of Kaleef",
        "Black Serpents of Dorel",
    ),
    *("Chaos Butterfly", "Dead God's Book", "Vulture Lions", "Boatmen of Xerlerenes", "Mirror of Memory"),
    *("Nihrain Horses", "Ship of Land and Sea", "Silver Grimoire", "Four-Who-Are-One", "Shade Gate", "Dragons"),
    *("Tower of Voilodion Gagnasdiak", "Golden Melnibonean Battle Barge", "Horn of Fate"),
    *(
        n
        for n in pieces.NAMES
        if re.match(r"(Admiral|Alchemist|General|Leader|Mage|Magician|Necromancer|Priest) of", n)
    ),
    *(n for n in pieces.NAMES if re.match(r"(Prince|Sealord|Sorcerer|Wizard) of", n)),
}
COUNTERS = {*pieces.NAMES, *spells.NAMES, *(n.name for n in pieces.NATIONS)}
NAMES = {*COUNTERS, *BOARD.names}


def _any(names: set[str]) -> str:
    return "|".join(re.escape(x) for x in sorted(names, key=len, reverse=True))


# What may stand before a name that is no subject: "an army of the Olab is", "the battle in the Plains of Shazaar is".
_AFTER = r"(?<!of )(?<!of the )(?<!in )(?<!in the )(?<!on )(?<!on the )(?<!at )(?<!from the )(?<!to the )(?<!and )(?<!and the )"
_START = r"(?:^|(?<=[.:;!] )|(?<=[.:;!] [Tt]he ))"
_ONE = r"(?:is|has|does|was|appears|rises|marches|sails|lands|flies|drifts|attacks|goes|steps|comes|falls|takes|wins|stands"
_ONE += (
    r"|lies|lays|draws|holds|leads|needs|braves|tries|reveals|carries|works|serves|swallows|fights|gives|throws|joins)"
)
_MANY = (
    r"(?:are|have|do|were|appear|rise|march|sail|land|fly|drift|attack|go|step|come|fall|take|win|stand|lie|lay|draw"
)
_MANY += r"|hold|lead|need|brave|try|reveal|carry|work|serve|swallow|fight|give|throw|join)"
SINGLE = NAMES - PLURAL - {"Escape", "Sleep"}
FAULTS = {
    "a plural with the verb of one": re.compile(rf"{_AFTER}\b({_any(PLURAL)}) {_ONE}\b"),
    "one with the verb of many": re.compile(rf"{_START}(?:the )?({_any(SINGLE)}) {_MANY}\b"),
    "one for several": re.compile(r"(?:^|[.:;] )[^.:;,(]+ and an? (?:army|fleet) of [A-Z][\w-]+ (?:is|has|was|marches|sails|attacks|goes)\b"),
    "several for one": re.compile(r"^(?:An army|A fleet) of (?:the )?(?:[A-Z][\w-]+ )?[A-Z][\w-]+ (?:are|have|march|sail|attack)\b"),
    "no article": re.compile(rf"(?<![Tt]he )(?<!Golden )(?<!Melnibonean )\b({_any(ARTICLE)})\b(?! King)(?!-)"),
    "a doubled word": re.compile(r"\b(the|a|an|in|on|at|of|to|and|is|are) \1\b", re.IGNORECASE),
    "the wrong article": re.compile(r"(?<!')\b[Aa] [AEIOaeio]\w|\b[Aa]n [^AEIOUaeiouh8]"),
    "an article too many": re.compile(r"\b(?:[Tt]he|[Aa]n?) (?:Yishana|Sarosto|Elric(?! Nightmare)|Moonglum|Arkyn|Dispel Magic|Jharkor|Lormyr)\b(?! [A-Z])"),
    "a wrong preposition": re.compile(r"\bin (?:the Plains|Dharijor Cape|Sorcerer's Isle|Castle Kaneloon|Mordaga's Castle)"),
    "another name": re.compile(r"Flamebringers|(?<!Isle of )Purple Towns|\b(?<!People of )(?<!Leader of )Pio\b|\bhero(?:es)?\b|[Pp]ractise"),
    "one of many, many of one": re.compile(
        r"(?<![\d.])\b(?:1|[Oo]ne) (?:armies|fleets|points|provinces|areas|spells|units|cities|capitals|turns|battles|losses)\b"
        r"|(?<!die )(?<!worth )(?<!wins by )\b(?:0|[2-9]|\d\d+|two|three|four|five|six) (?:army|fleet|province|capital|turn)\b(?! (?:of|has|is|yours|stands))"
    ),
    "odds in words": re.compile(r"\bonce in (?:\d|two|three|four|five|six)|\b\d+ in \d+\b|\b\d+/\d+\b"),
    "a value of many words": re.compile(r"\d in combat value|unseen spells \d and \d|Not quite\. Not|\bfalls always\b"),
    "one name beside a number": re.compile(r"\bPlayer \d \d(?! \+)"),
    "loose signs": re.compile(r"  |\s[,.;:!?]|[,;:]\.|\.\.|,,|\(\)|\{|\}| $|^ |\|"),
    "a small beginning": re.compile(r"^[a-z]|[.!?] [a-z]"),
    "no end": re.compile(r"[^.!?]$"),
}  # fmt: skip
LABELS = {"no end"}


def right(text: str, *, label: bool = False) -> str:
    """A sentence that has been looked over, or a label, which needs no full stop."""
    for what, fault in FAULTS.items():
        if label and what in LABELS:
            continue
        found = fault.search(text)
        assert found is None, f"{what}: “{found[0]}” in: {text}"
    return text


# ---- names ----------------------------------------------------------------------------------------------------------


def test_every_name_has_been_judged() -> None:
    """Which names are plural and which counters take an article, by eye; a mistake here would be everywhere."""
    assert {x for x in NAMES if articles.several(x)} == PLURAL
    told = {x for x in COUNTERS if articles.the(x) == f"the {x}"}
    assert told - ARTICLE == {x for x in COUNTERS if re.match(r"(army|fleet) of", x)}
    assert told >= ARTICLE
    assert doctest.testmod(articles).failed == doctest.testmod(words).failed == 0


def test_a_noun_takes_its_verb_and_is_its_text() -> None:
    """What the helper does for one, for many, for lists, and for what is no noun of the game."""
    men, army = words.unit(pieces.INDEX["myrrhyn"]), pieces.NATIONS[pieces.NATION_INDEX["jharkor"]].pieces[-2:]
    yishana = pieces.INDEX["yishana"]
    assert f"{words.cap(men):appears|appear}." == "The Winged Men of Myrrhyn appear."
    assert f"{words.units(army[:1]):is|are} lost" == "an army of Jharkor is lost"
    assert f"{words.units(army):is|are} lost" == "two armies of Jharkor are lost"
    assert f"{words.units([yishana, army[0]]):heads|head} for" == "Yishana and an army of Jharkor head for"
    assert f"{words.name('The Olab'):is|are} to play" == "the Olab are to play"
    assert f"{words.name('The Western League'):is|are} to play" == "the Western League is to play"
    assert f"{words.nation(pieces.NATION_INDEX['flamebringers']):rises|rise}" == "the Flame Bringers rise"
    assert f"{words.name('Utkel and Kariss'):is|are} besieged" == "Utkel and Kariss are besieged"
    assert f"{men}" == str(men) == "the Winged Men of Myrrhyn"
    assert f"{men:>30}".strip() == men


# ---- events of every kind -------------------------------------------------------------------------------------------

SEATS = {0: "The Western League", 1: "The Olab", 2: "Lormyr", 3: "Player 4"}
FIELDS: dict[str, Any] = {
    "unit": list(range(pieces.SIZE)),
    "to_unit": [pieces.INDEX[x] for x in ("yishana", "myrrhyn", "olab-king")],
    "ship": list(pieces.FLEETS),
    "spell": [-1, *range(spells.SIZE)],
    "nation": [n.index for n in pieces.NATIONS],
    "area": list(range(BOARD.size)),
    "to_area": list(range(BOARD.size)),
    "sea": [a for a in range(BOARD.size) if a not in BOARD.lands],
    "seat": [*SEATS, NEUTRAL],
    "attacker": [*SEATS, -1],
    "defender": [*SEATS, NEUTRAL],
    "monster": [-1, *range(spells.SIZE)],
    "roll": [1, 2, 3, 4, 5, 6],
    "need": [2, 5, 6],
    "target": [1, 3, 6],
    "ok": [True, False],
    "won": [True, False],
    "attacks": [True, False],
    "ends": [True, False],
    "fell": [True, False],
    "heads": [True, False],
    "loser": [0, 1],
    "wall": [0, 3],
    "worth": [4],
    "what": [0, 1, 2, 3],
    "at": [-3, 0, 2],
    "side": [-1, 1],
    "row": list(range(len(RESULTS) - 1)),
    "difference": [1, 12],
    "sums": [(3, 4)],
    "count": [1, 2, 30],
    "turn": [4],
    "mine": [3],
    "guard": [4],
    "sum": [3],
    "needed": [20],
    "areas": [[1], [1, 2, 3]],
    "group": [0],
    "says": ["Imrryr was not taken."],
}


OTHERWISE: dict[tuple[str, str], Any] = {
    ("tipped", "ends"): [7, 10],
    ("muster", "target"): sorted({x for names in spells.MUSTERS for x in names}),
    ("first roll", "rolls"): [((0, 1), (1, 5)), ((3, 2), (1, 5), (2, 6))],
    ("gate", "rolls"): [(3, 5)],
    ("quaolnargn", "rolls"): [(3, 5)],
    # fields that say less than their name, for which the story has the bare word
    ("phase", "phase"): [MOVEMENT],
}


def companies(rng: Random) -> list[list[int]]:
    """Stacks of every make: each piece alone, then pairs and crowds."""
    crowds = [rng.sample(range(pieces.SIZE), n) for n in (2, 3, 5, 9) for _ in range(40)]
    return [[u] for u in range(pieces.SIZE)] + crowds


def events(kind: str, rng: Random) -> Iterator[dict[str, Any]]:
    """Events of one kind, so many that every value of every field comes up several times among the others."""
    pool = {
        **FIELDS,
        "units": companies(rng),
        "heroes": [[], *([u] for u in pieces.HEROES)],
        "rolls": [[(3, 5)], [(2, 2), (3, 5)]],
        **{field: values for (k, field), values in OTHERWISE.items() if k == kind},
    }
    fields = sorted(f for f in GAME.readers[kind].everybody | GAME.readers[kind].concerned if f in pool)
    most = max((len(pool[f]) for f in fields), default=1)
    for n in range(most + 60):
        yield {"kind": kind, **{f: pool[f][n] if n < len(pool[f]) else rng.choice(pool[f]) for f in fields}}


@pytest.mark.parametrize("kind", GAME.readers)
def test_every_kind_of_event_is_told_in_whole_sentences(kind: str) -> None:
    """Each kind of event over every piece, place, spell, nation and seat, whether or not a game comes to it."""
    rng = Random(kind)
    told = {right(text) for e in events(kind, rng) for names in (SEATS, {}) if (text := sentence(e, names))}
    assert told or kind == "lost"


BATTLE = (
    "Battle on the Plains of Shazaar: the Western League has 4 + die 3 = 7, the defenders of the Plains of Shazaar have 4 + die 1 = 5. "
    "The defenders of the Plains of Shazaar win by 2: the losers retreat without loss."
)


def test_findings_of_the_page_are_mended() -> None:
    """Sentences that somebody stumbled over."""
    at, men, king = BOARD.index["tarkesh_hornus"], pieces.INDEX["myrrhyn"], pieces.INDEX["olab-king"]
    plains = BOARD.names.index("Plains of Shazaar")
    cape = BOARD.names.index("Dharijor Cape")
    flame, lormyr = pieces.NATION_INDEX["flamebringers"], pieces.NATION_INDEX["lormyr"]
    tower, dream = spells.INDEX["tower-of-voilodion-gagnasdiak"], spells.INDEX["elric-nightmare-1"]
    battle = {"rolls": [(3, 1)], "sums": (4, 4), "difference": 2, "row": 7, "wall": 0, "fell": False, "monster": -1}
    for event, text in (
        ({"kind": "appears", "unit": men, "area": at}, "The Winged Men of Myrrhyn appear in Hornus."),
        ({"kind": "appears", "unit": king, "area": plains}, "The Olab King appears on the Plains of Shazaar."),
        ({"kind": "raised", "unit": men, "area": cape}, "The Winged Men of Myrrhyn are raised on Dharijor Cape."),
        ({"kind": "nation", "nation": flame, "seat": 0}, "The Flame Bringers rise for the Western League."),
        ({"kind": "nation", "nation": lormyr, "seat": 2}, ""),
        ({"kind": "player-turn", "seat": 1, "turn": 1}, "The Olab are to play."),
        ({"kind": "omen", "unit": king, "spell": tower}, "The Olab King comes upon the Tower of Voilodion Gagnasdiak."),
        ({"kind": "omen", "unit": men, "spell": dream}, "The Winged Men of Myrrhyn come upon an Elric Nightmare."),
        (
            {"kind": "first roll", "rolls": [(3, 1), (0, 5)]},
            "Dice for the first turn: Player 4 throws 1 and the Western League throws 5.",
        ),
        (
            {"kind": "battle", "attacker": 0, "defender": NEUTRAL, "loser": 0, "area": plains, **battle},
            BATTLE,
        ),
    ):
        assert sentence(event, SEATS) == text


# ---- games ----------------------------------------------------------------------------------------------------------


def refusals(g: elric.Game, rng: Random, tries: int) -> Iterator[str]:
    """What the rules say against actions that come near a legal one, or make no sense at all: words and ways out."""
    legal = g.legal_actions()
    for n in range(tries):
        a = any_words(rng, rng.choice(legal).verb) if n % 2 else near(rng, g.state, rng.choice(legal))
        for r in g.verdict(a).reasons:
            yield r.words
            if r.fix:
                yield r.fix


def coached(g: elric.Game) -> Iterator[str]:
    """Every sentence of the coach's advice."""
    said = advice(g)
    yield from (x for x in (said.now, said.why, said.next, said.tip) if x)
    yield from (x.words for x in said.risks)


def played(scenario: str, edition: str, seed: int, length: int) -> Iterator[tuple[str, str]]:
    """What one random game says, each with its kind: story, refusal, coach, action, battle."""
    rng = Random(seed)
    g = elric.new_game(scenario, edition, seed)
    for n in range(length):
        legal = g.legal_actions()
        if not legal:
            break
        yield from (("refusal", x) for x in refusals(g, rng, 4))
        yield from (("action", phrase(a)) for a in rng.sample(legal, min(4, len(legal))))
        if n % 20 == 0:
            yield from aims(g)
        if n % 12 == 0:
            yield from (("coach", x) for x in coached(g))
            for b in elric.battles(g)[:2]:
                yield "battle", b.title
                yield "lab", b.story().sentence
        g.push(any_verb(rng, legal))
    yield from (("story", x) for x in g.story_text(None))
    names = {player["seat"]: player["name"] for player in g.view(None)["players"]}
    for telling in battle_told.every(g, names):
        yield "battle", telling.title
        for beat in telling.beats:
            yield "beat", beat.words
            yield from (("figure", words.cap(x.words)) for side in beat.sums for x in side)
    score = TABLE.score(g, g.view(None), names)
    yield from (("figure", row.words) for row in score.rows)
    yield from (("story", turning.words) for turning in score.turnings)
    yield "story", score.measure


def aims(g: elric.Game) -> Iterator[tuple[str, str]]:
    """What each seat is after, and how it stands with that and with every condition of victory."""
    names = {player["seat"]: player["name"] for player in g.view(None)["players"]}
    for seat in range(g.scenario.seats):
        found = TABLE.standing(g, seat, names)
        if found is not None:
            yield "aim", words.cap(found.aim)
            yield "aim", words.cap(found.stands)
            yield from (("story", x) for goal in found.goals for x in (goal.words, goal.stands) if x)


@pytest.mark.parametrize(("scenario", "edition"), PAIRS)
def test_games_speak_in_whole_sentences(scenario: str, edition: str) -> None:
    """Story, refusals, coach, moves and battles of random games."""
    kinds = set()
    for seed in range(2):
        for kind, text in played(scenario, edition, seed, 160):
            right(text, label=kind in ("action", "battle", "figure", "aim"))
            kinds.add(kind)
    assert {"story", "refusal", "action", "coach", "aim", "figure"} <= kinds
    assert "beat" in kinds or scenario == "founding"


@pytest.mark.parametrize("edition", EDITIONS)
def test_the_lab_speaks_in_whole_sentences(edition: str) -> None:
    """Battles of every sort of place, with pieces of every kind on both sides: title, story, comparison, siege, change."""
    rng = Random(edition)
    said = 0
    heroes = [pieces.IDS[u] for u in pieces.HEROES if pieces.FIGHT[u]]
    for place, n in product(("open", "unwalled", "walled", "capital", "nadsokor", "sea", "wilderness"), range(12)):
        mine, theirs = rng.sample(heroes, 2)
        nations = rng.sample([x for x in pieces.NATIONS if x.armies_sure], 2)
        stacks = [f"{x.id}-{'fleet' if place == 'sea' else 'army'}*{k + 1}" for k, x in enumerate(nations)]
        try:
            b = elric.Battle(f"{mine}, {stacks[n % 2]}", f"{theirs}, {stacks[1 - n % 2]}", place, edition)
            other = b.but(unseen=(n % 3, 1))
        except BattleError as e:
            for problem in e.problems:
                right(problem.reason.words)
            continue
        said += 1
        right(b.title, label=True)
        right(b.story().sentence)
        right(b.compare(other).sentence)
        for change in b.changes(0):
            right(words.cap(change.words), label=True)
        if place in ("walled", "capital"):
            right(Siege(b, 3).sentence)
    assert said > 8
