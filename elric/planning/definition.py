"""What a plan is made of: plain data without a game's name in it.

A game finds its aims, its hosts' reach and the campaigns they allow; `choosing` puts a turn's plan together from them.
"""

from __future__ import annotations

from dataclasses import dataclass

__all__ = ["Aim", "Arrow", "Campaign", "Host", "TurnPlan"]


@dataclass(frozen=True, slots=True)
class Aim:
    """Something worth going for.

    Attributes:
        key: names it, the same from turn to turn.  place: where, in the game's own numbers.
        worth: what it is worth to have, on the game's own scale.  clause: why it counts, in the edition played.
        last: the last turn in which it counts.  needs: the host without which it cannot be had, -1 for none.
        hold: whether it is had already, and is to be held.
    """

    key: str
    place: int
    worth: float
    clause: str = ""
    last: int = 0
    needs: int = -1
    hold: bool = False


@dataclass(frozen=True, slots=True)
class Host:
    """A force that moves together, and where it can be by when.

    Attributes:
        key: names it: who leads it.  place: where it stands.  strength: what it brings to a battle.
        reach: for every turn from this one on the places it can be in by its end, as a bit set; each holds the one before.
        afloat: the same of what it brings where it has to cross the sea.
        fast: places, as bits, that it reaches without crossing the sea.
    """

    key: int
    place: int
    strength: int
    reach: tuple[int, ...]
    afloat: int = 0
    fast: int = 0

    def due(self, place: int) -> int:
        """The turn by which it can be in a place, 0 for this one; -1 for never."""
        for turn, there in enumerate(self.reach):
            if there >> place & 1:
                return turn
        return -1

    def brings(self, place: int) -> int:
        """What it brings there."""
        return self.strength if self.fast >> place & 1 else self.afloat


@dataclass(frozen=True, slots=True)
class Arrow:
    """A way on the map: from where to where, by the places' names in the notation, in which turn from now, and how ("march",
    "sail", "strike", "threat")."""

    start: str
    to: str
    turn: int
    kind: str


@dataclass(frozen=True, slots=True)
class Campaign:
    """An aim, and who goes for it.

    Attributes:
        hosts: their keys.  due: turns from now until it is struck at, 0 for this turn.
        brings: the strength that is there then.  meets: the strength that it meets, walls counted.
        chance: how likely the aim is had.  now: the same if one struck this turn, with whoever can be there.
        worth: what it is worth by all this, less what is left open elsewhere.  by: the turn in which it was first to be struck at.
    """

    aim: Aim
    hosts: tuple[int, ...]
    due: int
    brings: int
    meets: int
    chance: float
    worth: float
    now: float = 0.0
    arrows: tuple[Arrow, ...] = ()
    by: int = 0


@dataclass(frozen=True, slots=True)
class TurnPlan:
    """Campaigns that share no host, the one worth most first.

    Attributes:
        worth: of all of them.  dropped: aims of the last turn's plan that are no longer gone for, each with the reason.
    """

    campaigns: tuple[Campaign, ...] = ()
    worth: float = 0.0
    dropped: tuple[tuple[Campaign, str], ...] = ()

    def of(self, host: int) -> Campaign | None:
        """The campaign of a host, None where it is free."""
        return next((c for c in self.campaigns if host in c.hosts), None)
