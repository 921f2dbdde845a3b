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
from elric.widgets.rooms.keeping import EARLIER, Keeper
from elric.widgets.rooms.sitting import Leaving, Sitting
from elric.widgets.screen import NOWHERE, Screen

__all__ = ["DOORS", "Keeper", "TableRoom"]

DOORS: Final = ("learn", "whatif", "practice", "rules")
_MOST_AT_ONCE: Final = 40  # actions of one click
_AT_AN_EXAMPLE: Final = ("scene", "escape", "close")


class TableRoom(Sitting):
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
        self._try_again()
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

    # ---- keeping ----------------------------------------------------------------------------------------------------

    def _hello(self, m: Message) -> None:
        if m.stored.get(EARLIER):
            self.keeping.recall(m.stored[EARLIER])
        page = m.query.get("g", "")
        if not self.keeping.opens(page):
            return
        text = self.keeping.open(page)
        if not text:
            self._keep(fresh=True)
            if self.keeping.behind:  # another tab opened the same address at the same moment
                self._catch_up()
        elif self._sit_down_to(text) and not self.welcome:
            self.note = "Your game is where you left it."

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
            self._keep(fresh=True)
            return False
        self.start(game)
        self.at = None  # who opens a kept game need not be the one who left it
        # nobody has done anything yet: this is still the first page
        self.welcome = game.turn <= 1 and self.kit.first(game.seed).save() == text
        self.begun = not self.welcome
        self.keeping.stands(text, fresh=self.welcome)
        if self.welcome:
            self.at = game.seat
        self.ask()
        return True

    def _catch_up(self) -> None:
        """Go over to what stands at the page's address."""
        if not self.keeping.behind:
            return
        try:
            text = self.keeping.read()
        except KeepError as e:
            self.note = str(e)
            return
        self.keeping.leave_branch(f"{self._title()}, as it was played here")
        if self._sit_down_to(text) and not self.welcome:
            self.note = "This is the game as it stands now."

    def _has_gone_on(self) -> bool:
        """Whether the kept game is another than the one on the table: then nothing is done here before somebody chooses."""
        self.keeping.look()
        gone_on = bool(self.keeping.behind)
        if gone_on and self.keeping.fresh:
            self._catch_up()  # nobody did anything here: there is nothing to choose
        return gone_on

    def _try_again(self) -> None:
        """Keep what could not be kept before."""
        if not self.keeping.trouble:
            return
        self.keeping.retry()
        if self.keeping.behind and self.keeping.fresh:
            self._catch_up()  # the game that was not to be read in time, and nothing was done here
        elif not self.keeping.trouble and not self.keeping.behind:
            self.note = "Your game is kept again."

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
        elif name == "load":
            self._load(fields.get("text", ""))
        elif name == "catch-up":
            self._catch_up()
        elif name == "split":
            self.keeping.split()
            self.note = "This game has an address of its own now." if not self.keeping.behind else ""
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
        if name == "more" and (self.curtain is None or value != "keep"):
            self.more = "" if self.more == value else value
        elif name == "go":
            self.welcome = False
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
        if self.curtain is None and self.hand_open:
            self.aim = what
            self.sought = ""
            self.refused = None

    # ---- the coach --------------------------------------------------------------------------------------------------

    def _show_me(self) -> None:
        """Make up an example from here; the game itself stays as it is."""
        g = self.game
        teaching = self.kit.teaching
        if g.seat is None or self.whose != g.seat or teaching is None:
            return
        # an example with spells in it shows them: whoever asks for one holds the hand open
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
        if self.curtain is not None or teaching is None or self.whose != self.game.seat:
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
        self.keeping.move(self._title())
        self.start(game)
        self.begun = True
        self.note = note or f"{known[key].title}. {known[key].says}"
        if self.keeping.earlier:
            self.note += " The game before this one is kept: the way back stands under “Save or load”."
        self._keep()

    def _load(self, text: str) -> None:
        if len(text) > LONGEST_PASTED:
            self.note = (
                f"That text is too long to be a game: it has more than {LONGEST_PASTED:,} characters. "
                "Your game stands as it was."
            )
            return
        try:
            game = self.kit.load(text)
        except SaveError as e:
            self.note = f"That text is not a game that can be read: {e}. Your game stands as it was."
            return
        self.keeping.move(self._title())
        self.start(game)
        self.begun = True
        self.at = None
        self.note = "The game has been read."
        self.ask()
        self._keep()

    def _title(self) -> str:
        """The game on the table in a few words, for the list of earlier ones."""
        turn = f", turn {self.game.turn}" if self.game.turn else ""
        return f"{self.game.scenario.title}{turn}"

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
            self._play(c.areas[area])
            return
        click = self.kit.clicked(self.game, self.seen[None], area, unit, self.selected)
        self.selected = self.selected if click.stay and self.selected else area
        if click.lead:
            self._lead(click.lead)
        elif click.headline:
            self._refuse(click.headline, click.reasons)

    def _lead(self, unit: str) -> None:
        """Take up a leader with every army that stands with him: leaving some behind is one click each."""
        actions = self.kit.taken_up(self.game, unit)
        if actions:
            self._play(actions, may_stop=True)
            self.selected = None

    def _act(self, text: str) -> None:
        self._play((text,))

    def _play(self, actions: Sequence[str], may_stop: bool = False) -> None:
        """Play actions in order; stop where one is refused. The first refusal is shown unless something was done."""
        g = self.game
        if self.curtain is not None or self.leaving is not None or (g.seat is not None and g.seat not in self.persons):
            return
        if self._has_gone_on():
            return
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
            g.push(a)
            done += 1
        if not done:
            return
        self.refused = self.doubts = None
        self.acted = told
        self.welcome = self.form = False
        self.begun = True
        self.aim = ""
        done += self.answer_for_them()
        if g.can_undo:
            self.clicks.append(done)
        else:
            self.clicks.clear()
        self.selected = self.kit.selected_after(g, actions, self.selected)
        self._tell(told)
        shown = self.kit.parting(g, told) if before is not None else None
        if g.seat != before and before is not None:
            self.left[before] = told
        if shown is not None and before is not None:
            self.leaving = Leaving(before, phase, shown, self.way_back(before_it), clicks)
            self.selected = None
            self.look = shown.areas[0] if shown.areas else ""
        else:
            self.ask()
        self._keep()

    def _leave_table(self) -> None:
        """The player whose turn is over gets up."""
        if self.leaving is not None:
            self.leaving = None
            self.selected = None
            self.ask()

    def _tell(self, told: int) -> None:
        names = self.players()
        lines = [self.kit.sentence(e, names) for e in self.game.story(None, told)]
        self.said = " ".join(x for x in lines if x)[:600]

    def _undo(self) -> None:
        g = self.game
        if self.curtain is not None or self._has_gone_on():
            return
        if self.leaving is not None:
            self._stay()
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
        self.refused = self.doubts = None
        self.said = "Taken back."
        self._keep()

    def _stay(self) -> None:
        """Take back what ended the turn: the player has not got up, and nobody else has done anything."""
        leaving = self.leaving
        if leaving is None or leaving.before is None:
            return
        self.game = leaving.before
        self.leaving = None
        self.clicks = list(leaving.clicks)
        self.left.pop(leaving.seat, None)
        self.said = "Taken back."
        self._keep()

    def _keep(self, *, fresh: bool = False) -> None:
        if self.keeping.page:
            self.keeping.keep(self.game.save(), fresh=fresh)

    # ---- showing ----------------------------------------------------------------------------------------------------

    def draw(self) -> Screen:
        """Everything the page shows now. What was to be said or looked at is not there the next time."""
        screen = table_screen.draw(self)
        if self.opened:  # an open hand goes to the top of the panel, and whoever opened it goes with it
            screen.focus, self.opened = "hand:", False
        self.said = self.look = ""
        return screen
