"""The list of games as a room: go on with one, name it, delete it and bring it back, take it away and bring one in."""

from __future__ import annotations

import time
from collections.abc import Mapping
from typing import Final

from elric import games
from elric.kernel.record import KeepError, SaveError
from elric.kernel.saving import with_other_luck
from elric.widgets.map import little, piles
from elric.widgets.map.inspector import area_names
from elric.widgets.markup import NOTHING, Markup, html, join
from elric.widgets.messages import Message
from elric.widgets.panels import controls
from elric.widgets.panels import keeping as panels
from elric.widgets.rooms.kept import GAME, About, KeptGame, Ticket
from elric.widgets.rooms.table import TableRoom
from elric.widgets.screen import Address, Region, Screen, shown

__all__ = ["GamesRoom"]

_MOST_PICTURES: Final = 24


class GamesRoom:
    """What a page shows and does while somebody looks through his games.

    Args:
        table: the table, where a game that is chosen is played.
    """

    address = Address({"games": "yours"}, "games")

    def __init__(self, table: TableRoom) -> None:
        self.closed = False
        self._table = table
        self._keeping = table.keeping
        self._renaming = ""
        self._exported = ("", "")
        self._deleted: KeptGame | None = None  # the last one, for a word and the way back
        self._note = ""
        self._said = ""
        self._focus = ""
        self._pictures: dict[str, tuple[float, Markup]] = {}  # by game: when it was played, how it looked
        self._grounds = {table.kit.key: little.ground(table.chart, table.kit.key)}  # by the name of the game
        self._look()

    def _look(self) -> None:
        self._trouble = ""
        try:
            self._games = self._keeping.games()
        except KeepError as e:
            self._games, self._trouble = [], str(e)

    def linked(self, query: Mapping[str, str]) -> str:
        """Open the place that an address names: there is one."""
        return ""

    # ---- messages ---------------------------------------------------------------------------------------------------

    def take(self, m: Message) -> bool:
        """Do what a message asks; False for a door."""
        self._note = ""
        if m.kind != "do":
            return True
        game = next((game for game in self._games if game.key == (m.value or m.fields.get("key"))), None)
        if m.name == "games":
            self._look()
        elif m.name in ("escape", "close"):
            self._close()
        elif m.name == "load":
            self._load(m.fields.get("text", ""))
        elif m.name == "rename" and not m.value:
            self._close()
        elif game is not None and m.name == "replay":
            return self._do("open-game", game, "") and bool(self._note)  # the game is open on the table
        elif game is not None and (m.name == "open-game" or game.seat is None):
            return self._do(m.name, game, m.fields.get("name", ""))
        else:
            return m.name in ("open-game", "rename", "named", "delete-game", "restore-game", "export")
        return True

    def _do(self, name: str, game: KeptGame, words: str) -> bool:
        keeper = self._keeping.keeper
        assert keeper is not None
        try:
            if name == "open-game":
                self._table.open_game(game.key)
                self.closed = True
                return True
            if name == "rename":
                self._renaming, self._focus = game.key, f"name-{game.key}"
            elif name == "named":
                keeper.rename(game.key, words)
                self._renaming, self._focus = "", f"game-{game.key}"
                self._said = "The name is kept."
            elif name == "delete-game":
                keeper.delete(game.key)
                self._deleted = game
                self._said = f"{panels.title(game)} was deleted. It can be brought back."
                self._focus = f"restore-game:{game.key}"
            elif name == "restore-game":
                keeper.restore(game.key)
                self._deleted = None
                self._said = f"{panels.title(game)} is back."
                self._focus = f"game-{game.key}"
            elif name == "export":
                self._export(game, keeper.find(game.key))
            else:
                return False
        except KeepError as e:
            self._note = str(e)
        self._look()
        self._table.follow()
        return True

    def _export(self, game: KeptGame, ticket: Ticket) -> None:
        if self._exported[0] == game.key:
            self._exported = ("", "")
        elif ticket.away:
            self._note = (
                "The text of a game that is played from several pages is not shown: it holds what is hidden. Take the links "
                "back under “Share” first."
            )
        else:
            assert self._keeping.keeper is not None
            self._exported = (game.key, with_other_luck(self._keeping.keeper.get(game.key, GAME) or ""))
            self._focus = f"export-{game.key}"

    def _load(self, text: str) -> None:
        before = self._keeping.key
        self._table.take(Message("do", name="load", fields={"text": text}))
        self.closed = self._keeping.key != before
        self._note = "" if self.closed else self._table.note

    def _close(self) -> None:
        if self._renaming or self._exported[0]:
            self._renaming, self._exported = "", ("", "")
        else:
            self.closed = True

    # ---- showing ----------------------------------------------------------------------------------------------------

    def follow(self) -> bool:
        """Draw one picture that is not there yet; True when it was drawn."""
        for game in self._games[:_MOST_PICTURES]:
            if not game.deleted and self._pictures.get(game.key, (0.0, NOTHING))[0] != game.played:
                self._pictures[game.key] = (game.played, self._picture(game.key))
                return True
        return False

    def _bare(self) -> dict[str, Markup]:
        """The empty map for each game of the kind that is on the table: to be seen at once, before any position is read."""
        kit, chart = self._table.kit, self._table.chart
        empty = little.bare(chart, kit.key)
        return {game.key: empty for game in self._games if About.read(game.about).game.lower() == kit.name.lower()}

    def _picture(self, key: str) -> Markup:
        """How a game stands, as anybody may see it; nothing when it cannot be read."""
        keeper, kit = self._keeping.keeper, self._table.kit
        assert keeper is not None
        try:
            text = keeper.get(keeper.find(key).page, GAME) or ""
            if other := self._table.elsewhere(text):
                kit = games.table(other)
            game = kit.load(text)
        except (KeepError, SaveError, ValueError):
            return NOTHING
        chart = kit.chart()
        if kit.key not in self._grounds:
            self._grounds[kit.key] = little.ground(chart, kit.key)
        return little.picture(chart, kit.key, kit.view(game, None))

    def draw(self) -> Screen:
        """The list beside the map of the game on the table."""
        table = self._table
        view, chart = table.seen[None], table.chart
        said, self._said = self._said, ""
        focus, self._focus = self._focus, ""
        return Screen(
            regions=self._regions(),
            seen=view,
            marks=piles.marks_of_control(view),
            pieces=table.kit.pieces(view),
            names=area_names(view, chart.areas, table.kit),
            said=said or self._note,
            focus=focus,
        )

    def _regions(self) -> list[Region]:
        out: list[Region] = [("games-head", "top", panels.head())]
        if self._note:
            out.append(("note", "side", html('<div class="card note" role="status"><p>{}</p></div>', self._note)))
        if self._deleted is not None:
            undo = controls.do("restore-game", "Bring it back", self._deleted.key, kind="small primary", hotkey="u")
            words = html("“{}” was deleted.", panels.title(self._deleted))
            out.append(
                (
                    "undelete",
                    "side",
                    html('<div class="card note"><p>{}</p><div class="btns">{}</div></div>', words, undo),
                )
            )
        out.append(
            (
                "games",
                "side",
                join(self._grounds.values())
                + panels.games(
                    self._games,
                    time.time(),
                    here=self._keeping.key,
                    renaming=self._renaming,
                    exported=self._exported,
                    pictures=self._bare() | {key: drawn for key, (_, drawn) in self._pictures.items()},
                    trouble=self._trouble,
                ),
            )
        )
        return shown(out)
