"""The table: the game being played, and what each message does. No widgets in here."""

from __future__ import annotations

import random
from collections.abc import Callable, Collection, Mapping, Sequence
from typing import Final, NamedTuple

from elric import games
from elric.kernel.chance import ChanceError, fresh_seed
from elric.kernel.game import Game, UndoError
from elric.kernel.notation import ActionError
from elric.kernel.record import KeepError, SaveError
from elric.kernel.saving import gone_on, with_other_luck
from elric.kernel.scripts import left_over
from elric.kernel.steps import Action
from elric.kernel.verdict import Reason
from elric.planning.memory import Memory
from elric.tutor.definition import Doubt, Scene
from elric.widgets.choice import Choice, Parting
from elric.widgets.definition import TableDef
from elric.widgets.map.geometry import Geometry
from elric.widgets.map.inspector import place_named
from elric.widgets.map.piles import hue
from elric.widgets.messages import LONGEST_PASTED, Message
from elric.widgets.panels.first import Other
from elric.widgets.rooms import options, table_screen
from elric.widgets.rooms.computer import Computer
from elric.widgets.rooms.keeping import EARLIER, SHELF, Keeping
from elric.widgets.rooms.kept import GAME, About, Keeper, KeptGame
from elric.widgets.rooms.options import Wanted
from elric.widgets.screen import NOWHERE, Screen, Seen, spoken

__all__ = ["DOORS", "Going", "Keeper", "TableRoom"]

DOORS: Final = ("learn", "whatif", "practice", "puzzles", "rules", "games", "sandbox", "replay")
_MOST_AT_ONCE: Final = 40  # actions of one click
_MOST_FAULTS: Final = 3  # of a form that are told at once
_MOST_MOOT: Final = 60  # decisions in a row with a single legal action
FIRST_OPPONENT: Final = "captain"  # who plays against a newcomer
_AT_AN_EXAMPLE: Final = ("scene", "escape", "close")


class Going(NamedTuple):
    """Another game of the house is to be opened.

    Attributes:
        game: which one.  key: the address of a kept game, or "".  text: a saved game that was pasted, or "".
    """

    game: str
    key: str = ""
    text: str = ""


class Leaving(NamedTuple):
    """A player's turn is over, and he has not got up: what he is shown, and what is needed to take his last action back.

    Attributes:
        seat, turn, phase: whose turn it was, its number, and where it ended.
        before: the game before the action that ended it; None where luck has fallen since.
        clicks: how many actions each click before it played.
    """

    seat: int
    turn: int
    phase: str
    shown: Parting
    before: Game | None
    clicks: tuple[int, ...]


class _Held(NamedTuple):
    """An act that waits until it can be kept: the game after it, and how it is then shown; `quiet`: nobody here did it."""

    game: Game
    show: Callable[[], None]
    quiet: bool = False


class TableRoom:
    """What one page shows and does while a game is played: what its person looks at, the store where the game is kept, the
    computers that play along, and what each message does.

    An act is shown as done when it is kept, not before. One that cannot be kept waits, with its luck: it is tried again, and
    then done as it would have been.

    Args:
        game: the game; without one a new game of the first scenario is set, and the page says welcome.
        keeper: where the game is kept between visits; without one it is not kept.
        kit: the game's half of the page; without one, that of the game given, or of the first game of the house.

    Attributes:
        begun: whether this game is more than the one that is set for whoever comes first.
        chart: the map.  said: what a screen reader should say next.  look: an area to bring into sight.
        humans: the seats that people at this screen decide for; None: all of them. The others are played elsewhere.
        at: the seat that sits at the screen; None before anybody has sat down.
        settled: whether nobody but the seat that sits there looks on: not while seats take turns without a cover between.
        curtain: the seat that is asked to sit down; until then the page is covered.
        leaving: while a player looks at what his turn has brought.
        aim: what is aimed at the map, in the words of the game's table.
        house: the games of the house, where this page can go over to another (`house.House`); else none.
        going: the other game that was asked for, until the page has gone over to it.
        recent: the game to go on with, where another one is set on the table.
        attended: whether the table is the room that is open.  learnt: the lessons' steps that this browser's person has solved.
    """

    closed = False
    address = NOWHERE
    attended = True
    learnt: Collection[str] = ()
    house: Sequence[Other] = ()
    going: Going | None = None
    recent: KeptGame | None = None
    _held: _Held | None = None
    _stood = ""  # the save of the game that is shown
    _taken = ("", "")  # a save, and as it may be taken away

    def __init__(self, game: Game | None = None, keeper: Keeper | None = None, kit: TableDef | None = None) -> None:
        self.kit: TableDef = kit or games.table(games.name_of(game.definition) if game is not None else "")
        self.chart: Geometry = self.kit.chart()
        self.keeping = Keeping(keeper)
        self.said = ""
        self.humans: frozenset[int] | None = None
        self._seen: Seen | None = None
        self._offer: tuple[object, Choice] | None = None
        self.start(game or self.kit.first(fresh_seed()))
        self.computer = Computer(self)
        self.welcome = game is None
        self.begun = game is not None

    # ---- who sits here, and what they see -----------------------------------------------------------------------------

    def start(self, game: Game) -> None:
        """Sit down to a game."""
        self.game = game
        self.selected: str | None = None
        self.refused: tuple[str, Sequence[Reason]] | None = None
        self.scenes: list[Scene] = []
        self.scene = 0
        self.paused = False
        self.doubts: list[Doubt] | None = None
        self.form = False
        self.wanted: Wanted | None = None  # what the form says, once its options are unfolded
        self.hand_open = False
        self.advised = Memory()  # what the coach went for, by seat
        self.newcomer = False  # whether somebody came to this game as to his first
        self.focus = ""  # the control that has it after the next drawing
        self.curtain: int | None = None
        self.at: int | None = game.seat
        self.settled = True
        self.leaving: Leaving | None = None
        self.aim = ""
        self.battle_away = self.mishaps_away = -1
        self.end_away = False  # whether the score sheet has been put aside
        self.acted = len(game.events)  # events there were before the last deed: what came since is news
        self.clicks: list[int] = []
        self.left: dict[int, int] = {}  # number of events when a seat last ended its turn
        self.welcome = False
        self.note = ""
        self.more = ""
        self.sought = ""
        self.look = ""
        self.sure = False

    def elsewhere(self, text: str) -> str:
        """The other game of the house that a saved text is of; "" where it is none that this page could go over to."""
        game = games.of_save(text)
        return game if game != self.kit.key and any(other.key == game for other in self.house) else ""

    @property
    def shown(self) -> Game:
        """The game on the map: the one being played, or the example."""
        return self.scenes[self.scene].game if self.scenes else self.game

    @property
    def seen(self) -> Seen:
        """The game being played as each seat sees it, worked out once for a position."""
        if self._seen is None or not self._seen.holds(self.game):
            self._seen = Seen(self.game, self.kit)
        return self._seen

    @property
    def persons(self) -> frozenset[int]:
        """The seats of the people at this screen: not those that are played from another page, or by a computer."""
        people = range(self.game.scenario.seats) if self.humans is None else self.humans
        return frozenset(seat for seat in people if self.keeping.plays(seat)) - self.computer.seats.keys()

    @property
    def whose(self) -> int | None:
        """The seat whose screen this is now; None behind a curtain, and when the game is over."""
        if self.leaving is not None:
            return self.leaving.seat
        if self.curtain is not None or self.game.seat is None:
            return None
        persons = self.persons
        if self.game.seat in persons:
            return self.game.seat
        if self.looker_alone:
            return next(iter(persons))
        return self.at if self.at in persons else None

    @property
    def deciding(self) -> bool:
        """Whether somebody who sits here may decide something now."""
        away = self.curtain is not None or self.leaving is not None or bool(self.keeping.behind)
        return not away and self.game.seat in self.persons

    @property
    def looker_alone(self) -> bool:
        """Whether one seat of several is played at this page, so that nobody else looks over its shoulder."""
        return self.game.scenario.seats > 1 and len(self.persons) == 1

    @property
    def alone(self) -> bool:
        """Whether one person plays, and computers all other seats: no hand need be hidden from anybody who looks on."""
        seats = self.game.scenario.seats
        return seats > 1 and self.looker_alone and len(self.computer.seats) == seats - 1

    @property
    def first_march(self) -> bool:
        """Whether a newcomer marches in his first turn: the coach leads him to a battle at once."""
        return self.newcomer and self.seen[None]["turn"] <= 1 and self.kit.on_the_map(self.game.step)

    @property
    def looker(self) -> int | None:
        """The seat whose secrets this page shows; None when it shows what anybody may see."""
        own = self.kit.own_open and (self.settled or self.looker_alone)
        return self.whose if self.hand_open or own else None

    def ask(self) -> None:
        """Whoever decides now sits down: at once where he sits here already or plays alone, or where his decision shows nothing
        that the others may not see; else the page is covered."""
        seat, g = self.game.seat, self.game
        if seat is None or seat not in self.persons:
            self.curtain = None
            return
        waits = seat != self.at or not self.settled
        if not (waits and len(self.persons) > 1 and self.kit.hands_over(g)):
            self.at = seat
        elif self.kit.lies_open(g):
            if seat != self.at:
                self.cover()
            self.at, self.curtain, self.settled = seat, None, False
        else:
            self.curtain = seat
            self.cover()

    def cover(self) -> None:
        """Put away whatever is one player's own."""
        self.hand_open = False
        self.aim = ""
        self.selected = None
        self.scenes = []
        self.refused = self.doubts = None
        self.clicks.clear()
        self.more = "" if self.more == "keep" else self.more  # the save as text contains both players' secrets

    def sit_down(self) -> None:
        """The player who was asked for is here."""
        if self.curtain is not None:
            self.at, self.curtain, self.settled = self.curtain, None, True

    def answer_for_them(self) -> int:
        """Give the answers that are the only ones there are, and say so. Returns how many actions that took."""
        g, given = self.game, 0
        while g.seat is not None and g.seat in self.persons and given < _MOST_MOOT and (why := self.kit.moot(g)):
            self.push(g.legal_actions()[0])
            given += 1
            if why not in self.note:
                self.note = f"{self.note} {why}".strip()
        return given

    def push(self, action: Action) -> None:
        """Carry out a legal action; luck that was chosen for it and does not fit is put aside, and falls by itself."""
        g = self.game
        luck = g.chance.copy() if left_over(g.chance) else None
        try:
            g.push(action)
        except ChanceError as e:
            if luck is None:
                raise
            luck.script.clear()  # type: ignore[attr-defined]
            g.chance = luck
            g.push(action)
            self.note = (
                f"The luck that was chosen does not fit here ({e}). It is put aside, and luck falls by itself again."
            )

    def way_back(self, before: Game) -> Game | None:
        """The game as it stood; None where luck has fallen since: what it gave is known then."""
        fell = any(entry.results for entry in self.game.record[len(before.record) :])
        return None if fell else before

    @property
    def beats(self) -> int:
        """How many beats the battle has that is told now; 0 for none."""
        told = self.kit.news(self.game, self.seen[self.looker], self.players(), max(self.battle_away, self.acted))
        return len(told.beats) if told is not None and told.end > self.acted else 0

    def players(self) -> dict[int, str]:
        """The seats by name."""
        return {player["seat"]: player["name"] for player in self.seen[None]["players"]}

    def choice(self) -> Choice:
        """What can be done now, worked out once for a position; nothing behind a curtain, in an example, where another page
        decides, or while the game cannot be kept."""
        g = self.game
        if not self.deciding or self.scenes:
            return Choice()
        asked = (self.seen, self.selected, self.hand_open, self.aim, self.sought if self.aim else "")
        if self._offer is None or self._offer[0] != asked:
            view = self.seen[g.seat]
            found = (
                self.kit.aimed(g, view, self.aim, self.sought)
                if self.aim and (self.hand_open or self.kit.own_open)
                else None
            )
            if found is None:
                self.aim = ""
                found = self.kit.choice(g, view, self.selected, hand_open=self.hand_open)
            self._offer = (asked, found)
        return self._offer[1]

    # ---- opening ----------------------------------------------------------------------------------------------------

    def _hello(self, m: Message) -> None:
        self.keeping.recall(m.stored.get(SHELF, ""), m.stored.get(EARLIER, ""))
        key = m.query.get("g", "")
        if self.keeping.opens(key):
            self._open(key)
        self.recent = self._recent() if self.welcome and not self.begun else None

    def _recent(self) -> KeptGame | None:
        """The game of this browser that was played last and is not over; None where there is none that can be read."""
        try:
            found = [game for game in self.keeping.games() if not game.deleted and game.key != self.keeping.key]
        except KeepError:
            return None
        going_on = [game for game in found if About.read(game.about).whose]
        return max(going_on, key=lambda game: game.played, default=None)

    def _open(self, key: str) -> None:
        """Sit down to what an address opens, or to a new game."""
        self._held = None
        text = self.keeping.open(key)
        if other := self.elsewhere(text):
            self.keeping.settle()
            self.going = Going(other, key)
        elif text:
            if self._sit_down_to(text) and not self.welcome:
                self.note = "Your game is where you left it." if self.keeping.owner else self._seated()
            self.newcomer = self.alone and self.game.record[: len(r := self.kit.first(self.game.seed).record)] == r
        elif not self.keeping.behind:
            self.note = self.keeping.notice
            self._keep(fresh=True)

    def open_game(self, key: str) -> None:
        """Go over to another game of the list."""
        if key != self.keeping.key or self.keeping.behind:
            if other := self._game_at(key):
                self.going = Going(other, key)
                return
            self._let_go()
            self.more = ""
            self._open(key)
            self.keeping.tell_address()

    def _game_at(self, key: str) -> str:
        """The other game of the house that is kept at an address; "" for none. KeepError when it cannot be read."""
        keeper = self.keeping.keeper
        page = keeper.find(key).page if keeper is not None and self.house else ""
        return self.elsewhere(keeper.get(page, GAME) or "") if keeper is not None and page else ""

    def _seated(self) -> str:
        """What somebody is told who comes by a link."""
        seat = self.keeping.ticket.seat
        if seat < 0:
            return "You are watching this game: you see what everybody may see."
        return f"You play {self.players().get(seat, 'this seat')} here. The others play from elsewhere."

    def _sit_down_to(self, text: str) -> bool:
        """Sit down to the game that is kept here; False when it cannot be read, and another takes its place."""
        try:
            game = self.kit.load(text)
        except SaveError as e:
            self.keeping.set_aside(text)
            self.note = (
                f"The game kept for this page cannot be read ({e}). A new one is set; "
                "the old text is not lost: it stands under “Save or load”."
            )
            if not self.keeping.owner or not self.keeping.unread:
                self.note = "The game of this link cannot be read here. A new one is set, at an address of its own."
                self.keeping.unread = ""
            self._keep(fresh=True)
            return False
        self.start(game)
        self.computer.sit_as_kept(self.keeping.computers())
        if self.computer.seats:
            self.computer.hear(self.keeping.kept_reasons())
        self.at = None  # a stored game may be opened by somebody else
        # nobody has done anything yet: this is still the first page
        untouched = game.turn <= 1 and _is_first(game, self.kit.first(game.seed))
        self.welcome = untouched and self.keeping.whole and not self.computer.seats
        self.begun = not untouched or bool(self.computer.seats)
        self._stood = text
        self.keeping.stands(text, fresh=untouched)
        if untouched:
            self.at = game.seat
        self.ask()
        self.hand_open = self.alone
        return True

    # ---- following --------------------------------------------------------------------------------------------------

    def follow(self) -> bool:
        """Go along with what happened to the game elsewhere, try again what waits, and let a computer play that decides now;
        True when that shows."""
        k = self.keeping
        before = (k.behind, k.trouble, k.ticket._replace(version=0), self.game)
        if k.due():
            self._try_again()
        elif not self._held and (text := k.look()):
            self._go_along(text)
        changed = before != (k.behind, k.trouble, k.ticket._replace(version=0), self.game)
        if self.curtain is not None:
            table_screen.advice(self)  # while the place is handed over, so that whoever sits down does not wait for it
        return self.computer.go() or changed

    def _go_along(self, text: str) -> None:
        """Show the game as it stands now, with the page as it was."""
        old, seen = self.game, (self.hand_open, self.more, self.sought, self.left, self.battle_away, self.selected)
        at, curtain, settled = self.at, self.curtain, self.settled
        try:
            game = gone_on(old, self._stood, text) or self.kit.load(text)
        except SaveError:
            return  # the page that opens the address reports it
        self._stood = text
        self.keeping.stands(text, fresh=False)
        self.start(game)
        if self.computer.seats:
            self.computer.hear(self.keeping.kept_reasons())
        self.at, self.settled, self.begun = at, settled, True
        self.curtain = curtain if old.seat == game.seat else None
        hand_open, self.more, self.sought, self.left, self.battle_away, selected = seen
        self.hand_open = hand_open and (old.seat == game.seat or self.looker_alone)
        self.selected = selected if old.seat == game.seat else None
        known = len(old.record)
        if game.record[:known] == old.record:
            told = len(old.events)
            self._tell(told)
            self.acted = told
            if game.seat != old.seat:
                if old.seat is not None:
                    self.left[old.seat] = told
                self.ask()
                if self.deciding and old.seat is not None:
                    self.said = f"{self.said} It is your turn to decide.".strip()
        else:
            self.ask()
            self.note = self.said = "Something was taken back: this is how the game stands now."
            self.battle_away = self.mishaps_away = -1

    def _has_gone_on(self) -> bool:
        """Whether the game is another than the one on the table: then it is shown, and nothing is done before it was seen."""
        game = self.game
        if self._went_on() and self.game is not game:
            self.note = (
                "The game had gone on in another tab or on another device. This is how it stands now; "
                "what you pressed was not done."
            )
            return True
        return bool(self.keeping.behind)

    def _went_on(self) -> bool:
        """The same, without a word."""
        if text := self.keeping.look():
            self._go_along(text)
            return True
        return bool(self.keeping.behind)

    def _try_again(self) -> None:
        """Do what could not be done before."""
        k = self.keeping
        if not k.trouble:
            return
        if k.behind == "unread":
            self._open(k.key)
        elif self._held is not None:
            self._keep_held()
        else:
            k.keep(self._stood, fresh=k.fresh, about=self._about().text())
        if not k.trouble and not k.behind and not self.note:
            self.note = "Games can be kept again, and this one is."

    # ---- keeping ----------------------------------------------------------------------------------------------------

    def _keep(self, *, fresh: bool = False) -> bool:
        text = self.game.save() if self.keeping.page else ""
        kept = self.keeping.keep(text, fresh=fresh, about=self._about().text())
        if kept or not self._stood or fresh:
            self._stood = text
        return kept

    def _keep_then(self, show: Callable[[], None], *, quiet: bool = False) -> None:
        """Keep the game as it is after an act, then show the act as done; before that the game stands as it stood."""
        if self._keep():
            show()
            return
        self._held = _Held(self.game, show, quiet)
        self.game = self.kit.load(self._stood)
        self.selected = None
        self.clicks.clear()
        self._after_failing()

    def _keep_held(self) -> None:
        """Try again to keep the act that waits."""
        held = self._held
        assert held is not None
        stood, self.game = self.game, held.game
        if self._keep():
            self._held = None
            self.keeping.behind = ""
            held.show()
        else:
            self.game = stood
            self._after_failing()

    def _after_failing(self) -> None:
        if not self.keeping.moved:
            self.keeping.behind = "waiting"
            self.said = f"Not done yet: it cannot be kept. {self.keeping.trouble}"
            return
        quiet = self._held is not None and self._held.quiet
        self._held = None
        self.keeping.behind = ""
        if quiet:
            self._went_on()
        else:
            self._has_gone_on()

    def _let_go(self) -> None:
        """The act that waits is not to be done."""
        if self._held is not None:
            self._held = None
            self.keeping.behind = ""
            self.note = "It was not done. The game stands as it stood."

    @property
    def waiting_text(self) -> str:
        """The game as text with the act that waits, to be taken away: its luck to come is its own and not this game's. ""
        for who may not have it."""
        if not self.keeping.whole:
            return ""
        text = (self._held.game if self._held is not None else self.game).save()
        if self._taken[0] != text:
            self._taken = (text, with_other_luck(text))
        return self._taken[1]

    def _about(self) -> About:
        g = self.game
        seats = self.players()
        turn = f"turn {g.turn}" if g.turn else "setting up"
        if g.seat is None:
            return About(self.kit.name[:1].upper() + self.kit.name[1:], g.scenario.title, "finished")
        return About(
            self.kit.name[:1].upper() + self.kit.name[1:],
            g.scenario.title,
            turn,
            seats[g.seat] if g.scenario.seats > 1 else "",
            str(hue(g.seat, self.seen[None].get("players", ()))),
        )

    def _tell(self, told: int) -> None:
        names = self.players()
        lines = [self.kit.sentence(e, names) for e in self.kit.gist(self.game.story(None, told))]
        self.said = spoken(lines)

    # ---- sharing ----------------------------------------------------------------------------------------------------

    def _share(self, value: str) -> None:
        """Make an address for a seat ("0", "1" ...) or for somebody who watches ("")."""
        seats = self.players()
        seat = int(value) if value.isascii() and value.isdigit() and len(value) < 3 else -1
        if value and seat not in seats:
            return
        if not self.keeping.owner or self._has_gone_on():
            return
        # its owner may know its seed, from a text that he brought in or from an earlier version of this program
        self.game.reseed()
        if not self._keep():
            self.game = self.kit.load(self._stood)
            self.note = self.keeping.trouble
            if self.keeping.moved:
                self._has_gone_on()
            return
        try:
            self.keeping.share(seat)
        except KeepError as e:
            self.note = str(e)
            return
        self._after_sharing()
        self.said = "There is a link now." if value else "There is a link for watching now."

    def _revoke(self, key: str) -> None:
        try:
            self.keeping.revoke(key)
        except (KeepError, ValueError) as e:
            self.note = str(e) if isinstance(e, KeepError) else ""
            return
        self._after_sharing()
        self.said = "The link opens nothing any more."

    def _after_sharing(self) -> None:
        """What was one player's own is put away when he plays elsewhere from now on, and comes back with his seat."""
        if self.at not in self.persons:
            self.at = None
            self.cover()
        if not self.keeping.plays(self.game.seat):
            self.curtain = None
            self.leaving = None
            self.cover()

    # ---- the computers --------------------------------------------------------------------------------------------------

    @property
    def away(self) -> Collection[int]:
        """The seats that somebody has a link for, this page's own among them: no computer plays those."""
        ticket = self.keeping.ticket
        return (*ticket.away, ticket.seat) if ticket.seat >= 0 else ticket.away

    @property
    def free(self) -> bool:
        """Whether nothing is in the way of a computer: nobody is about to get up, nothing else lies on the table. Who only
        watches does nothing for it."""
        away = self.curtain is not None or self.leaving is not None or bool(self.scenes) or bool(self.keeping.behind)
        return self.attended and not (away or self.form or self.welcome) and self.keeping.ticket.role != "watch"

    def steers(self, *, at_once: bool = False) -> bool:
        """Whether this page acts for the computers, of all pages that show the game."""
        return self.keeping.ticket.role != "watch" and self.keeping.steers(at_once=at_once)

    def tell_reasons(self, text: str) -> None:
        """Let the other pages that show the game read why the computers act."""
        self.keeping.say(text)

    def acted_by_computer(self, text: str) -> None:
        """Carry out a legal act of a computer's, and keep it, before it is shown as done."""
        if self._went_on():
            return
        g, told = self.game, len(self.game.events)
        before = g.seat
        g.push(text)
        done = 1 + self.answer_for_them()

        def show() -> None:
            self._done((text,), done, told)
            self.clicks.clear()
            if before is not None and self.game.seat != before:
                self.left[before] = told
            self.ask()
            if self.deciding:
                self.said = f"{self.said} It is your turn to decide.".strip()

        self._keep_then(show, quiet=True)

    # ---- messages ---------------------------------------------------------------------------------------------------

    def take(self, m: Message) -> bool:
        """Do what a message asks; False for a door. Whatever it says, the game changes only by legal actions."""
        self.note = ""
        if self.keeping.due() and m.name not in ("again", "let-go"):
            waited = self._held is not None
            self._try_again()
            if waited and not self._held and m.kind in ("act", "area"):
                return True  # the message refers to the position before the last act
        if m.kind == "hello":
            self._hello(m)
        elif self.scenes and not (m.kind == "do" and m.name in _AT_AN_EXAMPLE):
            self._end_example()
        elif m.kind == "area":
            self._area(m.id, m.unit)
        elif m.kind == "act":
            self._act(m.text)
        elif m.kind == "do":
            return self._do(m.name, m.value, m.fields)
        return True

    def _do(self, name: str, value: str, fields: Mapping[str, str]) -> bool:
        plain: dict[str, Callable[[], object]] = {
            "undo": self._undo, "ready": self.sit_down, "leave-table": self._leave_table, "next-act": self.computer.press,
            "show": self._show_me, "advised": self._follow, "again": self._try_again, "let-go": self._let_go,
        }  # fmt: skip
        told: dict[str, Callable[[str], object]] = {
            "lead": self._lead, "pace": self.computer.set_pace, "hint": self.computer.ask, "aim": self._aim,
            "scene": self._turn_scene, "whynot": self._why_not, "open-game": self._go_on, "share": self._share,
            "revoke": self._revoke, "close": self._close, "escape": self._close,
        }  # fmt: skip
        if name in plain:
            plain[name]()
        elif name in told:
            told[name](value)
        elif name == "area":
            self._area(value, "")
        elif name == "play" and value:
            self._act(value)
        elif name == "hand":
            self.hand_open = not self.hand_open and self.curtain is None
            self.focus = "hand:" if self.hand_open else ""
        elif name == "several" and value:
            self._play(value.split(";")[:_MOST_AT_ONCE])
        elif name == "rest":
            self._play(self.kit.rest(self.game))
        elif name == "start":
            self._start(fields)
        elif name == "options":
            self.wanted = (options.read(self.kit, fields) if self.form else None) or self.wanted
        elif name == "load":
            self._load(fields.get("text", ""))
        elif name == "find":
            self.sought = value[:60]
        elif name == "goto":
            area = place_named(self.kit, value)
            self.sought = "" if area else value[:60]
            self.selected = area or self.selected
            self.look = area
        elif name in DOORS or name == "lesson":
            self.welcome = False
            return False
        else:
            self._turn_to(name, value)
        return True

    def _turn_to(self, name: str, value: str) -> None:
        """Another part of the page."""
        if name == "more" and (self.curtain is None or value not in ("keep", "share")):
            self.more = "" if self.more == value else value
            self.focus = {"": "", "log": "chronicle"}.get(self.more, "more:")
        elif name == "go":
            if not self.begun and not value:
                self._play_alone()
                self.newcomer = True
            self.more = "share" if value == "link" else self.more
            self.welcome, self.focus = False, "more:" if self.more else "coach"
        elif name == "new":
            self.form = True
            self.welcome = False
        elif name == "sure":
            self.sure = not self.sure

    def _close(self, what: str) -> None:
        if self.scenes:
            self._end_example()
        elif what == "new" or (not what and self.form):
            self.form, self.wanted = False, None
        elif what == "battle":
            self.battle_away = len(self.game.events)
        elif what == "mishap":
            self.mishaps_away = len(self.game.events)
        elif what == "end":
            self.end_away = not self.end_away
        elif what == "refusal" or (not what and self.refused):
            self.refused = None
        elif what == "whynot" or (not what and self.doubts is not None):
            self.doubts = None
        elif self.aim:
            self.aim = ""
        elif self.curtain is None:
            self.selected = None

    def _aim(self, what: str) -> None:
        """Aim something at the map, or nothing any more; the search begins anew."""
        if self.curtain is None and (self.hand_open or self.kit.own_open):
            self.aim = what
            self.sought = ""
            self.refused = None

    # ---- the coach --------------------------------------------------------------------------------------------------

    def _show_me(self) -> None:
        """Make up an example from here; the game itself stays as it is."""
        teaching = self.kit.teaching
        if not self.deciding or teaching is None:
            return
        # an example may show spells: it can be asked for only while the hand is open
        self.hand_open = self.hand_open or bool(self.kit.secrets(self.game.step))
        luck = random.SystemRandom().randrange(1 << 32)
        self.scenes = teaching.example(self.game, luck, self.players(), self._counsel())
        self.scene = 0
        self.paused = False
        self.refused = self.doubts = None
        self.welcome = False
        self._tell_scene()

    def _follow(self) -> None:
        """Do what the coach advises now: not taken from what a browser says."""
        self._play([*map(self.game.definition.notation.text, self._counsel())])

    def _counsel(self) -> Sequence[Action]:
        """What the coach advises now: actions, none where it says nothing to do."""
        word = table_screen.advice(self)
        return word.actions if word is not None else ()

    def _turn_scene(self, value: str) -> None:
        if value == "next":
            self.scene += 1
            if self.scene >= len(self.scenes):
                self._end_example()
                return
        elif value == "back":
            self.scene = max(0, self.scene - 1)
            self.paused = True
        elif value == "pause":
            self.paused = not self.paused
            return
        else:
            self._end_example()
            return
        self._tell_scene()

    def _tell_scene(self) -> None:
        if self.scenes:
            now = self.scenes[self.scene]
            self.said = f"Example, step {self.scene + 1} of {len(self.scenes)}. {now.words}"
            self.look = now.look[0] if now.look else ""

    def _end_example(self) -> None:
        self.scenes = []
        self.note = "The example is over, and everything stands as it stood. Now it is up to you."
        self.said = self.note

    def _why_not(self, value: str) -> None:
        """Open or close the list of what cannot be done now; or answer one line of it."""
        teaching = self.kit.teaching
        if not self.deciding or teaching is None:
            return
        if not value:
            self.doubts = None if self.doubts is not None else teaching.doubts(self.game, self.hand_open)
            self.refused = None
        elif self.doubts is not None and value.isascii() and value.isdigit() and int(value) < len(self.doubts):
            doubt = self.doubts[int(value)]
            self._refuse(f"{doubt.what}: not now.", doubt.reasons)

    def _refuse(self, headline: str, reasons: Sequence[Reason]) -> None:
        self.refused = (headline, reasons)
        self.said = " ".join([headline, *(f"{r.words} {r.fix}" for r in reasons)])
        self.look = next((x for r in reasons for x in r.look if x in self.chart.areas), "")

    # ---- beginning and reading --------------------------------------------------------------------------------------

    def _start(self, fields: Mapping[str, str]) -> None:
        wanted = options.read(self.kit, fields)
        if wanted is None or wanted.faults:
            self.refused = ("That game cannot begin.", ())
            if wanted is not None:
                self.note = " ".join(wanted.faults[:_MOST_FAULTS])
                self.wanted = wanted if self.form else None
            return
        game = self.kit.ready(wanted.scenario, wanted.rules.name, fresh_seed(), fields.get("whole") == "on")
        left = not self.keeping.fresh
        self._begin(game, fields)
        self.note = wanted.note or self.note or f"{game.scenario.title}. {game.scenario.says}"
        if left and self.keeping.keeper is not None:
            self.note += " The game before this one is kept: it stands under “Your games”."

    def _seat_computers(self, players: Mapping[int, str]) -> None:
        """Give seats to computers. The hand of somebody who plays against computers alone lies open."""
        self.computer.sit(players)
        self.hand_open = self.alone
        try:
            self.keeping.seat_computers(self.computer.seating)
        except KeepError as e:
            self.note = (
                f"Which seats the computer plays could not be kept, so that they will be people's after a reload. {e}"
            )

    def _chosen(self, fields: Mapping[str, str]) -> dict[int, str]:
        """Who plays each seat, by the form that asks it of the sides by name; while the sides are still to be chosen, of the
        seats in order."""
        seats = {name: seat for seat, name in self.players().items()}
        sides = self.kit.sides(self.game.scenario)
        return {seats.get(name, k): fields.get(f"seat-{k}", "") for k, name in enumerate(sides)}

    def _play_alone(self) -> None:
        """Whoever begins with the game that is set plays the side that moves first, and a computer all the others."""
        g = self.game
        if g.scenario.seats < 2 or g.seat is None:
            return
        self._seat_computers({seat: FIRST_OPPONENT for seat in range(g.scenario.seats) if seat != g.seat})
        names = self.players()
        self.note = f"{names[g.seat]} is yours; a computer plays the other side{'s' if len(names) > 2 else ''}."

    def _go_on(self, key: str) -> None:
        """Open a game of this browser's own list."""
        try:
            if any(game.key == key for game in self.keeping.games()):
                self.open_game(key)
                self.welcome = False
        except KeepError as e:
            self.note = str(e)

    def _load(self, text: str) -> None:
        if len(text) > LONGEST_PASTED:
            self.note = (
                f"That text is too long to be a game: it has more than {LONGEST_PASTED:,} characters. "
                "Your game stands as it was."
            )
            return
        if other := self.elsewhere(text):
            self.going = Going(other, text=text)
            return
        try:
            game = self.kit.load(text)
        except SaveError as e:
            self.note = f"That text is not a game that can be read: {e}. Your game stands as it was."
            return
        game.reseed()  # whoever brings a text in may have read its seed
        self._begin(game, opened=True)
        self.note = "The game has been read."

    def _begin(self, game: Game, fields: Mapping[str, str] | None = None, *, opened: bool = False) -> None:
        """Sit down to another game, at an address of its own; the one before stays where it is kept. `fields`: of the form
        that asks who plays, "seat-0" for the first side and so on."""
        self._let_go()
        self.keeping.settle()
        self.start(game)
        self._seat_computers(self._chosen(fields) if fields else {})
        self.begun = True
        if opened:
            self.at = None  # a stored game may be opened by somebody else
        self.ask()
        self._stood = ""
        self._keep()

    def sit_down_to(self, game: Game, note: str, *, opened: bool = False) -> None:
        """Another game, at an address of its own; `opened`: whoever sits here need not be the one who decides."""
        self.humans = None
        self._begin(game, opened=opened)
        self.note = note

    def play_on(self, game: Game) -> None:
        """Go on where a lesson has led: with luck of its own, on the side that decides, against computers."""
        if left_over(game.chance):
            game.chance.script.clear()  # type: ignore[attr-defined]
        game.reseed()
        self.sit_down_to(game, "")
        self._play_alone()
        self.note = f"Played on from the lesson. {self.note}".strip()

    # ---- playing ----------------------------------------------------------------------------------------------------

    def _area(self, area: str, unit: str) -> None:
        if area not in self.chart.areas or self.curtain is not None:
            return
        if self.leaving is not None:
            self.selected = area
            return
        self.refused = None
        c = self.choice()
        if area in c.areas:
            if not self.hand_open and (why := self.kit.veiled(self.game, c.areas[area])):
                self.note = self.said = why
                return
            self._play(c.areas[area])
            return
        if not self.deciding:
            self.selected = area  # a player who waits may look at areas, but is not told what the others could do
            return
        click = self.kit.clicked(self.game, self.seen[None], area, unit, self.selected)
        self.selected = self.selected if click.stay and self.selected else area
        if click.lead:
            self._lead(click.lead)
        elif click.headline:
            self._refuse(click.headline, click.reasons)

    def _lead(self, unit: str) -> None:
        """Take up a leader with those whom the coach would send along, else with every army that stands with him."""
        told = [*map(self.game.definition.notation.text, self._counsel())]
        actions = self.kit.taken_up(self.game, unit, told) if self.deciding else ()
        if actions:
            self._play(actions, may_stop=True)
            self.selected = None

    def _act(self, text: str) -> None:
        self._play((text,))

    def _play(self, actions: Sequence[str], may_stop: bool = False) -> None:
        """Play actions in order; stop where one is refused. The first refusal is shown unless something was done."""
        if self.curtain is not None or self._has_gone_on() or not (self.deciding or self.game.seat is None):
            return
        g = self.game
        before = g.seat
        turn, phase, clicks, before_it = self.seen[None]["turn"], g.phase, tuple(self.clicks), g.copy()
        done = 0
        told = len(g.events)
        for text in actions:
            try:
                a = g.definition.notation.parse(text)
            except ActionError as e:
                self.refused = ("That is not an action of the game.", ())
                self.note = str(e)
                break
            said = g.verdict(a)
            if not said:
                if done == 0:
                    self._refuse("That cannot be done now.", said.reasons)
                elif not may_stop and self.kit.in_hand(g.step):
                    self.note = "The march has been stopped on its way."
                if not may_stop or done == 0:
                    break
                continue
            self.push(a)
            done += 1
        if not done:
            return
        done += self.answer_for_them()
        way_back = self.way_back(before_it)

        def show() -> None:
            self._done(actions, done, told)
            shown = self.kit.parting(self.game, told) if before is not None and self._next_sits_here() else None
            if before is not None:
                self.left.pop(before, None)
                if self.game.seat != before:
                    self.left[before] = told
            if shown is not None and before is not None:
                self.leaving = Leaving(before, turn, phase, shown, way_back, clicks)
                self.selected = None
                self.look = shown.areas[0] if shown.areas else ""
            else:
                self.ask()
            if self.computer.playing:  # an act that is followed by a computer's act is handled there
                self.steers(at_once=True)

        self._keep_then(show)

    def _next_sits_here(self) -> bool:
        """Whether whoever decides next plays at this page too, so that one gets up for the other."""
        return self.game.seat is None or self.game.seat in self.persons

    def _done(self, actions: Sequence[str], done: int, told: int) -> None:
        """What was played is kept: show it."""
        g = self.game
        self.refused = self.doubts = None
        self.acted = told
        self.welcome = self.form = False
        self.begun = True
        self.aim = self.aim if self.kit.aim_stays(self.aim) else ""
        if g.can_undo:
            self.clicks.append(done)
        else:
            self.clicks.clear()
        self.selected = self.kit.selected_after(g, actions, self.selected)
        self._tell(told)

    def _leave_table(self) -> None:
        """The player whose turn is over gets up."""
        if self.leaving is not None:
            self.leaving = None
            self.selected = None
            self.ask()

    def _undo(self) -> None:
        if self.curtain is not None or self._has_gone_on():
            return
        if self.leaving is not None:
            self._stay()
            return
        g = self.game
        if not self.deciding:
            return
        if not self.clicks:
            try:
                g.pop()
            except UndoError as e:
                self.refused = ("Nothing can be taken back here.", ())
                self.note = str(e)
                return
        else:
            for _ in range(self.clicks.pop()):
                if g.can_undo:
                    g.pop()
        self._keep_then(self._taken_back)

    def _taken_back(self) -> None:
        self.refused = self.doubts = None
        self.said = "Taken back."

    def _stay(self) -> None:
        """Take back what ended the turn: the player has not got up, and nobody else has done anything."""
        leaving = self.leaving
        if leaving is None or leaving.before is None:
            return

        def show() -> None:
            self.leaving = None
            self.clicks = list(leaving.clicks)
            self.left.pop(leaving.seat, None)
            self.said = "Taken back."

        self.game = leaving.before
        self._keep_then(show)

    # ---- showing ----------------------------------------------------------------------------------------------------

    def draw(self) -> Screen:
        """Everything the page shows now. What was to be said or looked at is not there the next time."""
        screen = table_screen.draw(self)
        if self.focus:  # what was opened may stand out of sight, and the first page may have been scrolled
            screen.focus = self.focus
        self.said = self.look = self.focus = ""
        return screen


def _is_first(game: Game, first: Game) -> bool:
    """Whether a game is the one that a new page sets, and nobody has done anything yet."""
    return game.start is None and (game.scenario.key, game.rules.name, game.record) == (
        first.scenario.key,
        first.rules.name,
        first.record,
    )
