"""What a game hands the page, beside its rules: its map, counters, choices and words. A game fills this once.

`TableDef` has a sensible answer to everything but the map (`chart`), and to that too in a game of hexes: every legal
action stands on the panel as a button, an action about areas is played by clicking them, counters are plain squares,
the story is told in the sentences of the rules. A game overrides what it wants to show better; the page asks its table
and knows no game by name.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from functools import cached_property
from pathlib import Path
from typing import Any, ClassVar, Final

from elric import games
from elric.kernel.chance import Seed
from elric.kernel.clauses import UnknownClause
from elric.kernel.definition import GameDef
from elric.kernel.hexgame import HexGame
from elric.tutor.definition import Teaching
from elric.tutor.standing import Standing
from elric.widgets import plain_battle, plain_choice
from elric.widgets.board_report import BoardReport
from elric.widgets.choice import Choice, Click, Parting
from elric.widgets.map import piles, plain_counter
from elric.widgets.map.geometry import PIECE, Geometry
from elric.widgets.map.hex_chart import Ground, hex_chart
from elric.widgets.markup import NOTHING, Markup
from elric.widgets.panels import card, told, tracks
from elric.widgets.panels.controls import Marked
from elric.widgets.sandbox import SandboxDef, StackSandbox
from elric.widgets.score import Ledger, Score
from elric.widgets.telling import Telling

__all__ = ["TableDef"]

_SYMBOLS: Final = Path(__file__).parent / "static" / "counters.svg"
View = Mapping[str, Any]
Names = Mapping[int, str]


class TableDef:
    """A game's own half of the page.

    Attributes:
        game: the rules.
        name: what stands on top of the page; `map_label`: what a screen reader calls the map.
        phases: (key, name) of the phases of a turn, for the ribbon.
        welcome: a title and what the game is about, for whoever comes to the page first: what this is and who one is;
            `wins`: what wins; `first_turn`: what the first turn is like; `course`: what its lessons are.
        whole: what a game is like that is set up by hand, where the page offers that; "" where it does not.
        kinds: what a kind of area is called in words; `known`: the title of the list of areas of which there is a fact to tell.
        fight, after_fight: the kind of event that tells a battle, and those that tell what comes of it, for a game that tells
            its battles so (`plain_battle`).
        grounds: hexes that are more than open ground, for a map that is drawn from the board alone.
        holds: what a button says that lays open what a player holds hidden; "" where nothing is hidden by the seat.
        own_open: whether whoever sits at a seat sees its hidden things on the map without asking for them.
        sure_of_map: whether the page can show how sure the map is (`confidence`).
        board_files: how the names of its board files end, where it has any (`board_report`).
        opponents: what each computer player is like in this game, by its key, where there is more to say than of any game.
    """

    game: ClassVar[GameDef]
    name: ClassVar[str] = ""
    map_label: ClassVar[str] = "The map"
    phases: ClassVar[Sequence[tuple[str, str]]] = ()
    welcome: ClassVar[tuple[str, str]]
    wins: ClassVar[str] = ""
    first_turn: ClassVar[str] = "A game is set. What can be done is lit on the map."
    course: ClassVar[str] = "A course in small steps."
    whole: ClassVar[str] = ""
    kinds: ClassVar[Mapping[str, str]] = {}
    known: ClassVar[str] = "Areas that are held"
    fight: ClassVar[str] = ""
    after_fight: ClassVar[Sequence[str]] = ()
    grounds: ClassVar[Mapping[int, Ground]] = {}
    holds: ClassVar[str] = ""
    own_open: ClassVar[bool] = False
    sure_of_map: ClassVar[bool] = False
    board_files: ClassVar[Sequence[str]] = ()
    opponents: ClassVar[Mapping[str, str]] = {}

    def __init_subclass__(cls) -> None:
        # what the rules already say need not be said again
        if "game" in cls.__dict__:
            cls.name = cls.name or cls.game.title
            cls.phases = cls.phases or [(key, key.replace("-", " ").capitalize()) for key in cls.game.phases]
            cls.welcome = getattr(cls, "welcome", (cls.game.title, cls.game.says))

    @cached_property
    def key(self) -> str:
        """The name by which the house knows the game."""
        return games.name_of(self.game)

    # ---- the map

    def chart(self) -> Geometry:
        """The map: where the areas lie, and its picture by day and by night. By default one of hexes, drawn from the board."""
        return self._hexes

    @cached_property
    def _hexes(self) -> Geometry:
        if not isinstance(self.game, HexGame):
            raise TypeError(f"{type(self).__name__} has no map: `chart` is missing")
        return hex_chart(self.game.board, self.grounds)

    def place(self, area: str, edition: str) -> Markup:
        """What there is to know of an area."""
        return NOTHING

    def facts(self, view: View, area: str) -> list[str]:
        """What is so of an area now, in words: by default who holds it."""
        return piles.held(view, area)

    def confidence(self, area: str) -> str:
        """ "high", "medium" or "low": how sure it is that an area lies where it lies."""
        return "high"

    def find(self, word: str) -> list[str]:
        """Areas whose name contains a word, or whose number it is, best first."""
        wanted = word.strip().lower()
        if not wanted:
            return []
        names = {key: str(area["name"]).lower() for key, area in self.chart().areas.items()}
        hits = sorted((name.find(wanted), name, key) for key, name in names.items() if wanted in name or wanted == key)
        return [key for _, _, key in hits[:8]]

    # ---- what lies on it

    def view(self, g: Any, seat: int | None) -> dict[str, Any]:
        """A position as a seat may see it (None: as anybody may), with the words the page reads.

        It reads: turn, turns (0 where there is no end), phase, player, seat, outcome; players: [{seat, name}]; units: by
        id {name, kind, combat, owner, at, and what the game's own counters need}, `depth` where the order in a stack is a
        rule; areas: by id {control: seat}; moving: ids of the units in hand. What is not in the game's own view is empty.
        """
        seen: dict[str, Any] = {"turns": 0, "players": self.players(g), "units": {}, "areas": {}, "moving": ()}
        seen.update(g.view(seat))
        if not seen["units"] and "stacks" in seen:
            seen["units"] = piles.of_stacks(seen["stacks"], self.unit)
        return seen

    def unit(self, key: str) -> Mapping[str, Any]:
        """What there is to know of a counter that lies in a stack: its row in the view, without where it is and whose."""
        return {"name": key, "kind": "stack", "combat": 0}

    def players(self, g: Any) -> list[dict[str, Any]]:
        """The seats by name."""
        names = self.game.names(g.scenario, ())
        return [{"seat": seat, "name": names[seat]} for seat in range(g.scenario.seats)]

    def pieces(self, view: View) -> dict[str, dict[str, Any]]:
        """All that lies on the map, as `Bridge.pieces` wants it."""
        return piles.layout(view, self.chart().anchors, self)

    def counter(self, unit: View, *, aboard: int = 0, times: int = 1) -> Markup:
        """One counter as SVG; `aboard`: how many it carries, `times`: for how many of its kind it stands."""
        return plain_counter.counter(unit, times)

    def label(self, unit: View, players: Sequence[View] = ()) -> str:
        """The counter in words, its name first, up to a comma."""
        return plain_counter.label(unit, players)

    def strength(self, units: Sequence[View]) -> str:
        """What a stack is worth, for its tooltip: "combat 7"."""
        return piles.combat(units)

    def sprite(self) -> str:
        """The SVG symbols that counters refer to."""
        return _SYMBOLS.read_text(encoding="utf-8")

    # ---- deciding

    def choice(self, g: Any, view: View, selected: str | None, *, hand_open: bool) -> Choice:
        """The decision that waits, for the seat whose view this is; `selected`: the area looked at."""
        return plain_choice.choice(self, g, selected, hand_open)

    def completed(self, g: Any, c: Choice) -> Choice:
        """The same with a plain button for every legal action that has no control: for lessons."""
        return c

    def says(self, g: Any, action: Any) -> str:
        """What the button of an action says."""
        return plain_choice.says(self, action)

    def mark(self, verb: str) -> str:
        """How an area is lit that an action would choose ("reach", "fight"; see static/board.css)."""
        return "reach"

    def clicked(self, g: Any, view: View, area: str, unit: str, selected: str | None) -> Click:
        """What a click on an area that is not lit asks for; `unit`: the counter that was pointed at."""
        return plain_choice.clicked(self, g, area, selected)

    def selected_after(self, g: Any, actions: Sequence[str], selected: str | None) -> str | None:
        """The area that stays looked at after actions were played."""
        return plain_choice.selected_after(self, g, actions)

    def taken_up(self, g: Any, unit: str, advised: Sequence[str] = ()) -> tuple[str, ...]:
        """What takes a unit in hand, with those `advised` to go with it, else with all that can; empty when there is none."""
        return ()

    def leader_at(self, g: Any, view: View, area: str, unit: str) -> str:
        """The unit that a click on an area takes up: the one pointed at, or the best there; "" for none."""
        return ""

    def goes_to(self, view: View, area: str) -> str:
        """The action by which what is in hand would go to an area, legal or not: so that the rules say why not."""
        return ""

    def veiled(self, g: Any, actions: Sequence[str]) -> str:
        """Why a lit area cannot be gone to until the hand lies open, where what it hides decides that; "" where it can be."""
        return ""

    def rest(self, g: Any) -> Sequence[str]:
        """What ends a long choice at once, as a computer player would make it: the rest of an army that is set up, as actions;
        empty where there is no such choice."""
        return ()

    def can_take_up(self, step: str) -> bool:
        """Whether something can be taken in hand in a step."""
        return False

    def in_hand(self, step: str) -> bool:
        """Whether a step moves what was taken in hand: its area then needs no card of its own."""
        return False

    def on_the_map(self, step: str) -> bool:
        """Whether a step is decided on the map, so that a small screen should show where: not where all of it is large."""
        return self.chart().piece < 2 * PIECE

    def hands_over(self, g: Any) -> bool:
        """Whether another seat that decides now sits down to the screen, with a cover between the two."""
        return bool(g.scenario.seats > 1)

    def lies_open(self, g: Any) -> bool:
        """Whether the decision that waits shows nothing that only its seat may see: then no cover is needed between two
        players at one screen. It must not itself depend on what is hidden."""
        return False

    def aimed(self, g: Any, view: View, aim: str, sought: str) -> Choice | None:
        """The decision while something is aimed at the map that was chosen on the panel (`aim`: its text); `sought`: what
        is typed into the search. None where that cannot be aimed now."""
        return None

    def aim_stays(self, aim: str) -> bool:
        """Whether an aim holds for what is chosen after it too, as long as it can be aimed."""
        return False

    def moot(self, g: Any) -> str:
        """Why the decision that waits is none, in words: it has one answer, and nothing is learnt by giving it; "" where
        somebody has to be asked. It must not depend on what only the seat that decides may see."""
        return ""

    def parting(self, g: Any, told: int) -> Parting | None:
        """What a player is shown before he gets up, after an action that has told the events from `told` on."""
        return None

    def secrets(self, step: str) -> str:
        """Whether a step's own controls show hidden things: "" no, "some" its example does, "all" they are all of it."""
        return ""

    # ---- showing

    def tracks(self, view: View) -> Markup:
        """The tracks in words, below the map: by default the turns."""
        return tracks.turns(view)

    def hand(self, view: View, open_: bool) -> Markup:
        """What the viewer holds, face down until it is asked for."""
        return card.hand(self.holds, open_) if self.holds else NOTHING

    def telling(self, g: Any, view: View, names: Names) -> Telling | None:
        """The battle being fought, or the last one, in beats; None where a game tells none."""
        return plain_battle.telling(self, g, names)

    def news(self, g: Any, view: View, names: Names, since: int) -> Telling | None:
        """The battle being fought, or the last one if something of it happened since that event."""
        found = self.telling(g, view, names)
        return found if found is not None and (found.open or found.end > since) else None

    def battle(self, g: Any, view: View, names: Names, since: int = 0) -> Markup:
        """The card of that battle, or nothing."""
        found = self.news(g, view, names, since)
        return told.card(found, view.get("players", ()), since) if found is not None else NOTHING

    def standing(self, g: Any, seat: int, names: Names) -> Standing | None:
        """What a seat is after, and how it stands; None where a game does not say."""
        return None

    def score(self, g: Any, view: View, names: Names) -> Score | None:
        """The score sheet of a game that is over; None where a game keeps none."""
        return None

    def ledger(self, g: Any, names: Names) -> Ledger | None:
        """Luck, battles and turning points so far, from what anybody could see; None where a game keeps no such ledger."""
        return plain_battle.ledger(self, g, names)

    def named(self, event: Mapping[str, Any]) -> Sequence[str]:
        """The ids of units and areas that an event is about, for finding its moments again."""
        kind = self.game.events.get(event["kind"])
        fields = kind.everybody.split() if kind is not None else ()
        found = {field: self.game.named(field, event[field]) for field in fields if field in event}
        return tuple(dict.fromkeys(name for field, name in found.items() if name is not event[field]))

    def clause(self, event: Mapping[str, Any]) -> Sequence[str]:
        """The clause that an event rests on, one number for each edition; empty where none is told."""
        kind = self.game.events.get(event["kind"])
        return kind.clause if kind is not None else ()

    def hands(self, view: View) -> Sequence[tuple[str, Sequence[str]]]:
        """What the viewer holds hidden, in words: who holds it, and what."""
        return ()

    def enlarged(self, things: Sequence[str], view: View) -> Markup:
        """Counters and cards drawn large, with their names below."""
        return card.enlarged(self, things, view)

    def about(self, thing: str, view: View, edition: str) -> Markup:
        """The card over the page on whatever was pointed at ("unit:...", "area:...", "term:...", "clause:..."), or nothing."""
        return card.about(self, thing, view, edition)

    def spoken(self, thing: str, view: View) -> str:
        """What a screen reader says when that card comes up."""
        return "A card is open. Escape closes it."

    def sentence(self, event: Mapping[str, Any], names: Names) -> str:
        """One event of the story in words; "" for what is not told."""
        return self.game.sentence(event, names)

    def gist(self, events: Sequence[Mapping[str, Any]]) -> list[Mapping[str, Any]]:
        """The events of a story that are told beside the table: without those that only lead on to the next."""
        return list(events)

    # ---- what stands beside the page

    @cached_property
    def teaching(self) -> Teaching | None:
        """Coach, lessons, practice and glossary of the game, or None."""
        found: Teaching | None = games.teaching(self.key)
        return found

    @cached_property
    def doors(self) -> tuple[str, ...]:
        """The rooms that this game has beside the table."""
        teaching = self.teaching
        there = {
            "learn": teaching is not None and teaching.lessons_folder is not None,
            "practice": teaching is not None,
            "puzzles": teaching is not None and teaching.puzzles is not None and bool(teaching.puzzles.every()),
            "whatif": games.has(self.key, "lab"),
        }
        return (*(door for door, is_open in there.items() if is_open), "sandbox", "rules", "games", "replay", "new")

    @property
    def marked(self) -> Marked | None:
        """What marks the words of the game in a sentence; None where no glossary explains any."""
        return self.teaching.glossary.marked if self.teaching is not None else None

    # ---- the law

    def has_clause(self, edition: str, number: str) -> bool:
        """Whether an edition has a clause of that number; spaces and brackets are forgiven."""
        try:
            self.game.register().get(edition, number)
        except UnknownClause:
            return False
        return True

    def edition_with(self, number: str, edition: str) -> str:
        """The edition that has a clause, the one asked for before the others; "" where none has."""
        order = (edition, *(other for other in self.game.editions if other != edition))
        return next((one for one in order if self.has_clause(one, number)), "")

    def chapter_title(self, edition: str, chapter: str) -> str:
        """The title of a chapter of the rule book."""
        known = self.game.register().clauses
        found = known.get((edition, f"{chapter}.0")) or known.get((edition, chapter))
        return found.title if found else f"Chapter {chapter}"

    # ---- beginning, and other rooms

    def first(self, seed: Seed) -> Any:
        """The game that a new page begins with."""
        return self.ready(next(iter(self.game.scenarios())), self.game.edition, seed, False)

    def sides(self, scenario: Any) -> list[str]:
        """What the sides of a scenario are called before it begins. Which seat plays which may be found out in setting up."""
        names = self.game.names(scenario, ())
        return [names.get(seat, f"Player {seat + 1}") for seat in range(scenario.seats)]

    def ready(self, scenario: str, edition: str, seed: Seed, whole: bool) -> Any:
        """A game of a scenario, set up as far as the first decision on the map, or not at all (`whole`)."""
        return games.game_class(self.key)(scenario, edition, seed)

    def load(self, text: str) -> Any:
        """A game that was saved. Raises SaveError; so does the save of another game."""
        return games.game_class(self.key).load(text)

    @cached_property
    def sandbox(self) -> SandboxDef:
        """What can be moved and chosen in a position (`widgets.sandbox`); without it a position is written as data."""
        return StackSandbox(self.game) if isinstance(self.game, HexGame) else SandboxDef()

    def board_report(self, file: Path | None = None) -> BoardReport | None:
        """What there is to say of the board, or of a board file; None in a game whose board is in no file.

        Raises:
            BoardError: the file holds no board at all.
        """
        return None
