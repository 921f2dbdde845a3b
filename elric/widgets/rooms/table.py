"""The table: the game being played, and what each message does. No widgets in here."""

from __future__ import annotations

import random
from collections.abc import Mapping, Sequence
from typing import Final

from elric import games
from elric.kernel.chance import fresh_seed
from elric.kernel.game import Game, UndoError
from elric.kernel.notation import ActionError
from elric.kernel.record import KeepError, SaveError
from elric.kernel.verdict import Reason
from elric.widgets.definition import TableDef
from elric.widgets.map.inspector import place_named
from elric.widgets.messages import LONGEST_PASTED, Message
from elric.widgets.rooms import table_screen
from elric.widgets.rooms.kept import Keeper
from elric.widgets.rooms.shared_sitting import SharedSitting
from elric.widgets.rooms.sitting import Going, Leaving
from elric.widgets.screen import NOWHERE, Screen

__all__ = ["DOORS", "Keeper", "TableRoom"]

DOORS: Final = ("learn", "whatif", "practice", "rules", "games", "sandbox", "replay")
_MOST_AT_ONCE: Final = 40  # actions of one click
FIRST_OPPONENT: Final = "captain"  # who plays against a newcomer
_AT_AN_EXAMPLE: Final = ("scene", "escape", "close")


class TableRoom(SharedSitting):
    """What one page shows and does while a game is played.

    Args:
        game: the game; without one a new game of the first scenario is set, and the page says welcome.
        keeper: where the game is kept between visits; without one it is not kept.
        kit: the game's half of the page; without one, that of the game given, or of the first game of the house.
    """

    closed = False
    address = NOWHERE

    def __init__(self, game: Game | None = None, keeper: Keeper | None = None, kit: TableDef | None = None) -> None:
        kit = kit or games.table(games.name_of(game.definition) if game is not None else "")
        super().__init__(game or kit.first(fresh_seed()), kit, keeper)
        self.welcome = game is None
        self.begun = game is not None

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
        if name == "area":
            self._area(value, "")
        elif name == "play" and value:
            self._act(value)
        elif name == "lead":
            self._lead(value)
        elif name == "undo":
            self._undo()
        elif name == "hand":
            self.hand_open = not self.hand_open and self.curtain is None
            self.opened = self.hand_open
        elif name == "ready":
            self.sit_down()
        elif name == "leave-table":
            self._leave_table()
        elif name == "pace":
            self.computer.set_pace(value)
        elif name == "next-act":
            self.computer.press()
        elif name == "hint":
            self.computer.ask(value)
        elif name == "several" and value:
            self._play(value.split(";")[:_MOST_AT_ONCE])
        elif name == "aim":
            self._aim(value)
        elif name == "show":
            self._show_me()
        elif name == "advised":
            self._follow()
        elif name == "scene":
            self._turn_scene(value)
        elif name == "whynot":
            self._why_not(value)
        elif name == "start":
            self._start(fields)
        elif name == "open-game":
            self._go_on(value)
        elif name == "load":
            self._load(fields.get("text", ""))
        elif name == "again":
            self._try_again()
        elif name == "let-go":
            self._let_go()
        elif name == "share":
            self._share(value)
        elif name == "revoke":
            self._revoke(value)
        elif name == "find":
            self.sought = value[:60]
        elif name == "goto":
            area = place_named(self.kit, value)
            self.sought = "" if area else value[:60]
            self.selected = area or self.selected
            self.look = area
        elif name == "close" or name == "escape":
            self._close(value)
        elif name in DOORS:
            self.welcome = False
            return False
        else:
            self._turn_to(name, value)
        return True

    def _turn_to(self, name: str, value: str) -> None:
        """Another part of the page."""
        if name == "more" and (self.curtain is None or value not in ("keep", "share")):
            self.more = "" if self.more == value else value
        elif name == "go":
            if not self.begun and not value:
                self._play_alone()
            self.more = "share" if value == "link" else self.more
            self.welcome, self.arrived = False, True
        elif name == "new":
            self.form = True
            self.welcome = False
        elif name == "sure":
            self.sure = not self.sure

    def _close(self, what: str) -> None:
        if self.scenes:
            self._end_example()
        elif what == "new" or (not what and self.form):
            self.form = False
        elif what == "battle":
            self.battle_away = len(self.game.events)
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
        g = self.game
        teaching = self.kit.teaching
        if not self.deciding or teaching is None:
            return
        # an example may show spells: it can be asked for only while the hand is open
        self.hand_open = self.hand_open or bool(self.kit.secrets(g.step))
        self.scenes = teaching.example(g, random.SystemRandom().randrange(1 << 32), self.players())
        self.scene = 0
        self.paused = False
        self.refused = self.doubts = None
        self.welcome = False
        self._tell_scene()

    def _follow(self) -> None:
        """Do what the coach advises now: worked out anew, and not taken from what a browser says."""
        g, teaching = self.game, self.kit.teaching
        if self.curtain is not None or g.seat is None or teaching is None:
            return
        told = teaching.advice(g, self.hand_open)
        if told is not None and told.actions:
            self._play([g.definition.notation.text(a) for a in told.actions])

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
        key, edition = fields.get("scenario", ""), fields.get("edition", "")
        rules = self.kit.game
        known = rules.scenarios()
        edition = edition or rules.edition
        if key not in known or edition not in rules.editions:
            self.refused = ("That game cannot begin.", ())
            return
        if edition not in known[key].editions:
            edition = known[key].editions[0]
            self.note = f"Only the {rules.titles[edition]} edition has this scenario."
        note = self.note
        game = self.kit.ready(key, edition, fresh_seed(), fields.get("whole") == "on")
        left = not self.keeping.fresh
        self._begin(game, fields)
        self.note = note or self.note or f"{known[key].title}. {known[key].says}"
        if left and self.keeping.keeper is not None:
            self.note += " The game before this one is kept: it stands under “Your games”."

    def _seat_computers(self, players: Mapping[int, str]) -> None:
        """Give seats to computers. With one person left at the page the hand lies open: nobody else looks on."""
        self.computer.sit(players)
        self.hand_open = self.looker_alone
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
        """Take up a leader with every army that stands with him: leaving some behind is one click each."""
        actions = self.kit.taken_up(self.game, unit) if self.deciding else ()
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
        phase, clicks, before_it = g.phase, tuple(self.clicks), g.copy()
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
            if self.game.seat != before and before is not None:
                self.left[before] = told
            if shown is not None and before is not None:
                self.leaving = Leaving(before, phase, shown, way_back, clicks)
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
        self.aim = ""
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
        if self.opened:  # an open hand goes to the top of the panel, and the focus with it
            screen.focus, self.opened = "hand:", False
        elif self.arrived:  # from the first page, which may have been scrolled
            screen.focus = "coach"
        self.arrived = False
        self.said = self.look = ""
        return screen
