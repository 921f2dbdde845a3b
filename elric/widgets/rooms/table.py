"""One sitting at the table: the game, what the person looks at, and what each message does. No widgets in here."""

from __future__ import annotations

import random
from collections.abc import Mapping, Sequence
from contextlib import suppress
from typing import Any, Final, Protocol

from elric.kernel.record import KeepError, SaveError
from elric.kernel.verdict import Reason
from elric.tutor.example import Scene, example
from elric.tutor.sense import best_leader, takes_along
from elric.tutor.whynot import Doubt, doubts
from elric.widgets.messages import Message
from elric.widgets.panels import frame as page_panels
from elric.widgets.rooms import table_screen as page
from elric.widgets.young_kingdoms import choices
from elric.widgets.young_kingdoms.ready_games import ready_game
from elric.young_kingdoms import law, pieces, routes, words
from elric.young_kingdoms.actions import VERBS, Action, ActionError, action_text, parse_action
from elric.young_kingdoms.board import BOARD
from elric.young_kingdoms.game import Game, UndoError
from elric.young_kingdoms.scenarios import scenarios
from elric.young_kingdoms.state import own_in
from elric.young_kingdoms.story import sentence

FIRST: Final = ("successor", "avalon-hill")
_HANDOVER: Final = ("movement", "replacement", "magic", "muster", "align", "search", "combat")
_AT_AN_EXAMPLE: Final = ("scene", "escape", "close")
_ON_THE_MAP: Final = ("movement", "stack", "combat", "withhold", "retreat", "reappear")
_WITH_SPELLS: Final = ("magic", "muster", "align", "take", "escape", "soul")


class Keeper(Protocol):
    """Where saves go: see elric.app.store."""

    def put(self, page: str, slot: str, text: str) -> None: ...

    def get(self, page: str, slot: str) -> str | None: ...


class Session:
    """What one page shows and does.

    Attributes:
        regions: (name, slot, html) in the order they stand.
        pieces, marks, badges, names: for the map, as `Bridge` wants them.
        said: what a screen reader should say next.
    """

    def __init__(self, game: Game | None = None, keeper: Keeper | None = None) -> None:
        self.keeper = keeper
        self.page = ""
        self.areas: Mapping[str, Mapping[str, Any]] = {}
        self.anchors: Mapping[str, Sequence[float]] = {}
        self.calm: Sequence[Sequence[float]] = ()
        self.start(game or ready_game(*FIRST, seed=random.SystemRandom().randrange(1 << 32)))
        self.welcome = game is None
        self.unread = ""
        self.said = ""
        self.regions: list[tuple[str, str, str]] = []
        self.marks: dict[str, str] = {}
        self.badges: dict[str, str] = {}
        self.pieces: dict[str, dict[str, Any]] = {}
        self.names: dict[str, str] = {}

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
        self.hand_open = False
        self.curtain: int | None = None
        self.battle_away = -1
        self.clicks: list[int] = []
        self.left: dict[int, int] = {}  # events there were when a seat last got up
        self.welcome = False
        self.note = ""
        self.more = ""
        self.sought = ""
        self.look = ""
        self.sure = False
        self.door = ""

    # ---- messages ---------------------------------------------------------------------------------------------------

    def take(self, m: Message) -> None:
        """Do what a message asks. Whatever it says, the game changes only by legal actions."""
        self.note = ""
        if m.kind == "hello":
            self._hello(m)
        elif self.scenes and not (m.kind == "do" and m.name in _AT_AN_EXAMPLE):
            self._end_example()
        elif m.kind == "area":
            self._area(m.id, m.unit)
        elif m.kind == "act":
            self._act(m.text)
        elif m.kind == "do":
            self._do(m.name, m.value, m.fields)

    def _hello(self, m: Message) -> None:
        page = m.query.get("g", "")
        from_store = None
        if self.keeper is not None and page and page != self.page:
            try:
                from_store = self.keeper.get(page, "game")
                self.unread = self.keeper.get(page, "unread") or ""
            except ValueError:
                page = ""
            except KeepError as e:
                self.note = str(e)
        fresh = page != self.page
        self.page = page
        if from_store and fresh:
            try:
                self.start(Game.load(from_store))
                self.note = "Your game is where you left it."
            except SaveError as e:
                self._set_aside(from_store)
                self.note = (
                    f"The game kept for this page cannot be read ({e}). A new one is set; "
                    "the old text is not lost: it stands under “Save or load”."
                )

    def _set_aside(self, text: str) -> None:
        """Keep what cannot be read, so that the new game does not take its place."""
        self.unread = text
        if self.keeper is not None:
            with suppress(KeepError):
                self.keeper.put(self.page, "unread", text)

    def _do(self, name: str, value: str, fields: Mapping[str, str]) -> None:
        if name == "area":
            self._area(value, "")
        elif name == "play" and value:
            self._act(value)
        elif name == "lead":
            self._lead(value)
        elif name == "undo":
            self._undo()
        elif name == "hand":
            self.hand_open = not self.hand_open
        elif name == "ready":
            self.curtain = None
        elif name == "show":
            self._show_me()
        elif name == "scene":
            self._turn_scene(value)
        elif name == "whynot":
            self._why_not(value)
        elif name == "start":
            self._start(fields)
        elif name == "load":
            self._load(fields.get("text", ""))
        elif name == "find":
            self.sought = value[:60]
        elif name == "goto":
            self.sought = ""
            self.selected = value if value in BOARD.index else self.selected
            self.look = value if value in BOARD.index else ""
        elif name == "close" or name == "escape":
            self._close(value)
        else:
            self._turn_to(name, value)

    def _turn_to(self, name: str, value: str) -> None:
        """Another part of the page."""
        if name == "more":
            self.more = "" if self.more == value else value
        elif name in ("learn", "whatif", "practice", "rules"):
            self.door = name
            self.welcome = False
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
        elif what == "refusal" or (not what and self.refused):
            self.refused = None
        elif what == "whynot" or (not what and self.doubts is not None):
            self.doubts = None
        elif self.curtain is None:
            self.selected = None

    # ---- the coach --------------------------------------------------------------------------------------------------

    def _show_me(self) -> None:
        """Make up an example from here; the game itself stays as it is."""
        g = self.game
        if self.curtain is not None or g.seat is None:
            return
        # an example with spells in it shows them: whoever asks for one holds the hand open
        self.hand_open = self.hand_open or g.step in _WITH_SPELLS
        self.scenes = example(g, random.SystemRandom().randrange(1 << 32), self.players())
        self.scene = 0
        self.paused = False
        self.refused = self.doubts = None
        self.welcome = False
        self._tell_scene()

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
        if self.curtain is not None:
            return
        if not value:
            self.doubts = None if self.doubts is not None else doubts(self.game, self.hand_open)
            self.refused = None
        elif self.doubts is not None and value.isascii() and value.isdigit() and int(value) < len(self.doubts):
            doubt = self.doubts[int(value)]
            self._refuse(f"{doubt.what}: not now.", doubt.reasons)

    def _refuse(self, headline: str, reasons: Sequence[Reason]) -> None:
        self.refused = (headline, reasons)
        self.said = " ".join([headline, *(f"{r.words} {r.fix}" for r in reasons)])
        self.look = next((x for r in reasons for x in r.look if x in BOARD.index), "")

    # ---- beginning and reading --------------------------------------------------------------------------------------

    def _start(self, fields: Mapping[str, str]) -> None:
        key, edition = fields.get("scenario", ""), fields.get("edition", "")
        known = scenarios()
        if key not in known or edition not in law.EDITIONS:
            self.refused = ("That game cannot begin.", ())
            return
        if edition not in known[key].editions:
            edition = known[key].editions[0]
            self.note = f"Only the {law.TITLES[edition]} edition has this scenario."
        note = self.note
        self.start(ready_game(key, edition, random.SystemRandom().randrange(1 << 32), fields.get("whole") == "on"))
        self.note = note or f"{known[key].title}. {known[key].says}"
        self._keep()

    def _load(self, text: str) -> None:
        try:
            game = Game.load(text)
        except SaveError as e:
            self.note = f"That text is not a game that can be read: {e}. Your game stands as it was."
            return
        self.start(game)
        self.note = "The game has been read."
        self._keep()

    # ---- playing ----------------------------------------------------------------------------------------------------

    def _area(self, area: str, unit: str) -> None:
        if area not in BOARD.index or self.curtain is not None:
            return
        self.refused = None
        c = self.choice()
        g, at = self.game, BOARD.index[area]
        if area in c.areas:
            self._play(c.areas[area])
        elif g.step == "stack":
            self.selected = area
            if at != g.state.place[g.state.agenda[-1][1]]:
                self._refuse(f"{words.cap(words.area(at))} cannot be reached.", routes.refusal(g.state, at))
        elif g.step == "movement" and area != self.selected and (leader := self._leader(at, unit)) >= 0:
            self.selected = area
            self._lead(pieces.IDS[leader])
        else:
            self.selected = area
            self._tried(at)

    def _leader(self, at: int, unit: str) -> int:
        """Whom a click on an area takes up: the counter that was clicked, or the best leader there; -1 for nobody."""
        g = self.game
        chosen = pieces.INDEX.get(unit, -1)
        ready = {a.args[0] for a in g.legal_actions() if a.verb == "lead"}
        return chosen if chosen in ready and g.state.place[chosen] == at else best_leader(g, at)

    def _tried(self, at: int) -> None:
        """A click on an area that is not lit, where areas are chosen: why it cannot be that one."""
        g = self.game
        if g.step in ("combat", "withhold") and not own_in(g.state, at, g.state.player):
            return  # only looked at
        for verb in dict.fromkeys(a.verb for a in g.legal_actions() if VERBS[a.verb] == ("area",)):
            said = g.verdict(Action(verb, (at,)))
            if not said:
                self._refuse(f"Not {words.area(at)}.", said.reasons)
                return

    def _lead(self, unit: str) -> None:
        """Take up a leader with every army that stands with him: leaving some behind is one click each."""
        g = self.game
        if unit not in pieces.INDEX:
            return
        actions = [f"lead {unit}"]
        if g.step == "movement" and g.verdict(parse_action(actions[0])):
            actions = [action_text(a) for a in takes_along(g, pieces.INDEX[unit])]
        self._play(tuple(actions), may_stop=True)
        self.selected = None

    def _act(self, text: str) -> None:
        if self.curtain is not None:
            return
        self._play((text,))

    def _play(self, actions: Sequence[str], may_stop: bool = False) -> None:
        """Play actions in order; stop where one is refused. The first refusal is shown unless something was done."""
        g = self.game
        before = g.state.seat
        done = 0
        told = len(g.events)
        for text in actions:
            try:
                a = parse_action(text)
            except ActionError as e:
                self.refused = ("That is not an action of the game.", ())
                self.note = str(e)
                break
            said = g.verdict(a)
            if not said:
                if done == 0:
                    self._refuse("That cannot be done now.", said.reasons)
                elif not may_stop and g.step == "stack":
                    self.note = "The march has been stopped on its way."
                if not may_stop or done == 0:
                    break
                continue
            g.push(a)
            done += 1
        if not done:
            return
        self.refused = self.doubts = None
        self.welcome = self.form = False
        if g.can_undo:
            self.clicks.append(done)
        else:
            self.clicks.clear()
        if g.step != "movement" or (actions and actions[-1] == "halt"):
            self.selected = None
        self._tell(told)
        if g.state.seat != before:
            self.hand_open = False
            self.clicks.clear()
            self.left[before] = told
            if g.seat is not None and g.step in _HANDOVER and not g.scenario.solo:
                self.curtain = g.seat
        self._keep()

    def _tell(self, told: int) -> None:
        lines = [sentence(e, self.players()) for e in self.game.story(None, told)]
        self.said = " ".join(x for x in lines if x)[:600]

    def _undo(self) -> None:
        g = self.game
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

    def _keep(self) -> None:
        if self.keeper is None or not self.page:
            return
        try:
            self.keeper.put(self.page, "game", self.game.save())
        except KeepError as e:
            self.note = str(e)

    # ---- showing ----------------------------------------------------------------------------------------------------

    @property
    def shown(self) -> Game:
        """The game on the map: the one being played, or the example."""
        return self.scenes[self.scene].game if self.scenes else self.game

    def players(self) -> dict[int, str]:
        """The seats by name."""
        g = self.game
        out = {o: f"Player {o + 1}" for o in range(g.scenario.seats)}
        for o, k in enumerate(g.state.sides):
            if k >= 0:
                out[o] = g.scenario.groups[k].name
        return out

    def masthead(self) -> str:
        """The bar on top: whose turn it is, the phases, the doors."""
        return page_panels.masthead(self.game, self.game.view(None), self.players())

    def choice(self) -> choices.Choice:
        """What can be done now; nothing behind a curtain, and nothing in an example."""
        g = self.game
        if g.seat is None or self.curtain is not None or self.scenes:
            return choices.Choice()
        return choices.choice(g, g.view(g.seat), self.selected, hand_open=self.hand_open)

    @property
    def stage(self) -> tuple[str, ...]:
        """The areas that the decision is about: what a small screen should show of the map."""
        if self.welcome or self.game.step not in _ON_THE_MAP:
            return ()
        return tuple(sorted(self.choice().marks))

    def show(self) -> None:
        """Work out everything the page shows."""
        self.regions, self.marks, self.badges, self.pieces, self.names = page.draw(self)
