"""The shape of what a seat sees: the dicts that `view` builds, as types. All of it is JSON-able."""

from __future__ import annotations

from typing import Literal, NotRequired, TypedDict


class AreaView(TypedDict):
    """What anybody sees of an area; areas with nothing to tell are left out.

    Attributes:
        control: seat that holds the city, None for the neutrals (cities only).
        siege: whether enemies stand before its walls (cities only).
        spell: a spell lies there face down.
        face_up: spells that lie there open.
        attacked: it has been attacked this player-turn.
    """

    control: NotRequired[int | None]
    siege: NotRequired[bool]
    spell: NotRequired[bool]
    face_up: NotRequired[list[str]]
    attacked: NotRequired[bool]


class UnitView(TypedDict):
    """One piece on the board; `spells` counts what it holds, `spent` the movement points used, `stack` who goes together."""

    name: str
    kind: str
    nation: str | None
    owner: int | None
    at: str
    aboard: str | None
    combat: int
    paren: bool
    magic: int | None
    conjures: bool
    flies: bool
    move: int | None
    carry: int | None
    spent: int
    stack: int
    spells: int


class PlayerView(TypedDict):
    """One player; `hand` counts the spells held, `first` says who began."""

    seat: int
    name: str
    nations: list[str]
    capitals: list[str]
    first: bool
    hand: int


class BalanceView(TypedDict):
    """The Cosmic Balance: `at` is below nothing towards Law, above it towards Chaos; `ends` is the last turn once tipped."""

    at: int
    arm: int
    bonus: int
    tipped: Literal["law", "chaos"] | None
    ends: int | None
    sacrificed: int


class LaidView(TypedDict):
    """A spell laid for a battle or maintained; `spell` is None where the viewer may not know which."""

    unit: str
    area: str | None
    spell: str | None
    maintained: NotRequired[bool]


class BattleSpellView(TypedDict):
    """A spell that lies open in a battle; `void` once something undid it."""

    spell: str
    unit: str
    void: bool


class BattleView(TypedDict):
    """The battle being fought. Of two sides the attacker comes first; `lines` and `busy` (those who are
    seen to cast, and so add no value) stand until the dice fall."""

    area: str
    attacker: int | Literal["monster"]
    defender: int | None
    monster: str | None
    wall: int
    base: int
    sortie: bool
    sea: bool
    units: list[list[str]]
    held: list[str]
    spells: list[list[BattleSpellView]]
    eaten: list[str]
    rolls: list[list[int]]
    difference: int
    result: str | None
    loser: int | None
    fell: bool
    lost: list[str]
    sums: list[int]
    lines: NotRequired[list[list[list[object]]]]
    busy: NotRequired[list[str]]


class OutcomeView(TypedDict):
    """How the game ended: `winner` is a seat or nobody, `clause` a pair of clause numbers."""

    winner: int | None
    how: str
    clause: list[str]
    words: str


class AskedView(TypedDict):
    """What the decision that waits is about, beyond what lies on the board (see `view.asked`): every key only where it
    concerns the step and the viewer.

    >>> import elric
    >>> elric.new_game("successor", seed=7).view(0)["asks"]
    {}
    """

    leader: NotRequired[str]
    points: NotRequired[int]
    rooms: NotRequired[dict[str, int]]
    battles: NotRequired[list[str]]
    side: NotRequired[int]
    spell: NotRequired[str]
    units: NotRequired[list[str]]
    needs: NotRequired[dict[str, int]]


class View(TypedDict):
    """The position as one seat may see it (`Game.view`).

    >>> import elric
    >>> elric.new_game("successor", seed=7).view(0)["balance"]["at"]
    0
    """

    scenario: str
    edition: str
    rules: str
    turn: int
    turns: int
    phase: str
    step: str
    player: int
    seat: int | None
    viewer: int | None
    players: list[PlayerView]
    balance: BalanceView
    areas: dict[str, AreaView]
    units: dict[str, UnitView]
    hands: dict[str, list[str]]
    cast: list[LaidView]
    moving: list[str]
    battle: BattleView | None
    container: int
    discards: list[str]
    outcome: OutcomeView | None
    asks: AskedView
