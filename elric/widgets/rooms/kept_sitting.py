"""A sitting at a game that is kept: opened by its address, kept act by act, and followed where others play it too.

An act is shown as done when it is kept, not before. One that cannot be kept waits, with its luck: it is tried again, and
then done as it would have been. No widgets in here.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import NamedTuple

from elric.kernel.game import Game
from elric.kernel.record import KeepError, SaveError
from elric.kernel.saving import gone_on, with_other_luck
from elric.widgets.map.piles import hue
from elric.widgets.messages import Message
from elric.widgets.rooms.computer import Computer
from elric.widgets.rooms.keeping import EARLIER, SHELF
from elric.widgets.rooms.kept import GAME, About, KeptGame
from elric.widgets.rooms.sitting import Going, Sitting
from elric.widgets.screen import spoken

__all__ = ["KeptSitting"]


class _Held(NamedTuple):
    """An act that waits until it can be kept: the game after it, and how it is then shown; `quiet`: nobody here did it."""

    game: Game
    show: Callable[[], None]
    quiet: bool = False


class KeptSitting(Sitting):
    """What a sitting does about the store of games."""

    computer: Computer
    _held: _Held | None = None
    _stood = ""  # the save of the game that is shown
    recent: KeptGame | None = None  # the game to go on with, where another one is set on the table
    _taken = ("", "")  # a save, and as it may be taken away

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
            self.computer.hear(self.keeping.said())
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
        self.hand_open = self.looker_alone  # nobody else looks on
        return True

    # ---- following --------------------------------------------------------------------------------------------------

    def follow(self) -> bool:
        """Go along with what happened to the game elsewhere, and try again what waits; True when that shows."""
        k = self.keeping
        before = (k.behind, k.trouble, k.ticket._replace(version=0), self.game)
        if k.due():
            self._try_again()
        elif not self._held and (text := k.look()):
            self._go_along(text)
        return before != (k.behind, k.trouble, k.ticket._replace(version=0), self.game)

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
            self.computer.hear(self.keeping.said())
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
            self.battle_away = -1

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


def _is_first(game: Game, first: Game) -> bool:
    """Whether a game is the one that a new page sets, and nobody has done anything yet."""
    return game.start is None and (game.scenario.key, game.rules.name, game.record) == (
        first.scenario.key,
        first.rules.name,
        first.record,
    )
