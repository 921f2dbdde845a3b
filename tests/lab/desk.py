"""Elric's what-if room for tests: on a game, or on a battle that is built from nothing."""

from __future__ import annotations

from elric import games
from elric.widgets.rooms.lab import LabRoom
from elric.young_kingdoms.game import Game
from elric.young_kingdoms.lab.battle import Battle
from elric.young_kingdoms.lab.spec import Spec

DEEDS = ("pick", "build", "list", "close", "pin", "unpin", "swap", "other", "try", "helps", "tab", "exact", "load")
CONTROLS = ("place", "landing", "port", "edition", "tipped", "neutral", "sortie", "add", "plus", "less", "drop", "unit", "role",
            "keep", "unseen", "balance", "policy")  # fmt: skip


class Desk(LabRoom):
    """The room, with the battle that lies on it."""

    def __init__(self, game: Game | None = None, viewer: int | None = None) -> None:
        super().__init__(games.table("elric"), games.lab("elric"), game or Game("upstart", seed=1), viewer)
        if game is None:
            self._build("")

    @property
    def battle(self) -> Battle | None:
        """The battle asked about, or None."""
        return getattr(self.fight, "battle", None)

    @property
    def spec(self) -> Spec:
        """The battle as it was entered."""
        assert isinstance(self.entry, Spec)
        return self.entry
