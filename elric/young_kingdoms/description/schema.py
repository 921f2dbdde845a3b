"""A position by its schema: `PARTS` names every part once, and building, describing and the keys of a position follow."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, Final

from elric.kernel.bits import bits
from elric.kernel.clauses import Ruleset, RulesetError, did_you_mean
from elric.kernel.errors import PositionError as PositionError
from elric.young_kingdoms.components import law, pieces
from elric.young_kingdoms.components.board import BOARD
from elric.young_kingdoms.components.scenarios import Scenario, scenarios
from elric.young_kingdoms.description import parts, underway
from elric.young_kingdoms.description.invariants import broken
from elric.young_kingdoms.description.parts import Part
from elric.young_kingdoms.description.reader import Reader
from elric.young_kingdoms.position.fields import AREA, COUNT, SEAT, SOUGHT, SPELL, TURN
from elric.young_kingdoms.position.notes import NOTES, Captured, Friends, remember
from elric.young_kingdoms.position.state import APPEARANCE, BOX, LOST, MOVEMENT, NEUTRAL, State

# Every part of a position, in the order in which it is said and read.
PARTS: Final = (
    Part(
        ("scenario", "rules"),
        ("scenario", "rules"),
        lambda s: {"scenario": s.scenario.key, "rules": s.rules.name},
        parts.unread,
        always=True,
    ),
    parts.whole("turn", lambda reader, s: (1, 0 if reader.midway else 1, 10), always=True),
    parts.whole("player", lambda reader, s: (0, 0, s.scenario.seats - 1), always=True),
    Part(("order",), ("order",), parts.order_said, parts.order_read, always=True),
    Part(("phase",), ("phase",), parts.phase_said, parts.phase_read, always=True),
    Part(("groups",), ("sides",), parts.groups_said, parts.groups_read, always=True),
    Part(("nations", "control"), ("nation_owner", "control"), parts.nations_said, parts.nations_read),
    Part(
        ("units", "lost", "away", "owners", "aboard", "stacks"),
        ("place", "owner", "aboard", "band"),
        parts.units_said,
        parts.units_read,
    ),
    Part(("spent", "walked", "marks"), ("spent", "flags"), parts.marks_said, parts.marks_read),
    Part(parts.SPELL_KEYS, ("spell_at",), parts.spells_said, parts.spells_read),
    Part(("balance",), ("balance",), parts.balance_said, parts.unread, always=True),
    Part(("tipped", "ends", "horn"), ("tipped", "ends", "horn"), parts.world_said, parts.world_read),
    parts.areas("assaults"),
    parts.areas("found"),
    parts.rows("flights", "flights", {"spell": SPELL, "flown": COUNT, "since": TURN}),
    parts.rows("searches", "tries", {"seat": SEAT, "area": AREA, "sought": SOUGHT, "turn": TURN}),
    Part(tuple(told.key for told in NOTES.values()), ("notes",), underway.notes_said, underway.notes_read),
    Part(("moving",), ("moving",), underway.moving_said, underway.moving_read),
)
# What is read when all else is there, and has been looked over where nothing is under way.
UNDER_WAY: Final = Part(
    ("battle", "outcome", "waits"),
    ("battle", "outcome", "agenda"),
    underway.waits_said,
    underway.waits_read,
    always=True,
)
COUNTED: Final = ("at", "of", "who", "stands", "seat")  # slots that follow from the others
KEYS: Final = tuple(key for part in (*PARTS, UNDER_WAY) for key in part.keys)
# What the beginning of the Movement phase wipes out: it is only said of a phase under way.
_OF_A_MOVE: Final = ("spent", "walked", "marks", "moving", "trails", "met", "braved", "swaying", "conjuring", "fought")


def describe(s: State) -> dict[str, Any]:
    """A position, as plain data, from which `build` makes this very state.

    Returns:
        A dict for JSON, with what the referee knows: hands, hidden spells and all. The parts are told in plain.py.

    Raises:
        LookupError: the state holds something that has no place in a position (a kind of note, a step, a mark).
    """
    said: dict[str, Any] = {}
    for part in (*PARTS, UNDER_WAY):
        said |= {key: value for key, value in part.say(s).items() if value or part.always}
    return said


class Builder(Reader):
    """Makes one state from one position. `problems` gathers the faults; what cannot be read is passed over."""

    def __init__(self, spec: Mapping[str, Any], leaderless: bool = True) -> None:
        super().__init__(spec)
        self.leaderless = leaderless  # whether a nation may be listed none of whose personalities is put up
        self.made: State | None = None  # as far as it has come

    def build(self) -> State:
        for k in self.spec:
            if k not in KEYS:
                hint = did_you_mean(str(k)[:60], KEYS)
                self.bad(str(k)[:60], "is not a part of a position" + (f"; {hint}" if hint else ""))
        s = self.made = State(*self._head())
        for part in PARTS:
            part.read(self, s)
        if not self.midway:
            self._settled(s)
        UNDER_WAY.read(self, s)
        if self.problems:
            raise PositionError(self.problems)
        # what the questions above did not ask
        self.problems = broken(s)
        if self.problems:
            raise PositionError(self.problems)
        return s

    def _head(self) -> tuple[Scenario, Ruleset]:
        """Scenario and rules; without them nothing else can be read."""
        known = scenarios()
        key = self.spec.get("scenario", "successor")
        if not isinstance(key, str) or key not in known:
            hint = did_you_mean(str(key)[:60], known)
            self.bad("scenario", f"there is no “{str(key)[:60]}”" + (f"; {hint}" if hint else ""))
        try:
            rules = law.ruleset(self.spec.get("rules", "avalon-hill"))
        except RulesetError as e:
            self.bad("rules", str(e))
        else:
            if isinstance(key, str) and key in known:
                return known[key], rules
        raise PositionError(self.problems)

    def _settled(self, s: State) -> None:
        """What a position must be when a phase begins from it."""
        here = pieces.HERO_BITS & ~(s.at[LOST] | s.at[BOX])
        owner = s.nation_owner
        bare = [
            nation.id
            for nation in pieces.NATIONS
            if owner[nation.index] < NEUTRAL and not bits(nation.pieces) & s.of[owner[nation.index]] & here
        ]
        if bare and not self.leaderless:
            what = (
                "no personality serves the commander, and without one a nation falls apart at once (clause 6.0 / 5.3)"
            )
            self.bad(
                f"nations, {', '.join(bare)}",
                f"{what}; put one up, or name the cities in control, the pieces in owners",
            )
        if APPEARANCE <= s.phase <= MOVEMENT:
            for key in _OF_A_MOVE:
                if self.spec.get(key):
                    what = 'is forgotten when the Movement phase begins; say "waits": ["movement"] for one under way'
                    self.bad(key, what)
        self._presumed(s)
        if "battle" in self.spec:
            self.bad("battle", "is not under way while nothing of it waits; say in waits what comes next in it")

    def _presumed(self, s: State) -> None:
        """What a position need not say, since nothing else could have come before it: Elric and Moonglum who stand together
        have met ([12.1.6] / 11.16), and a seat that holds a city of another seat's nation has taken it ([7.5.2] / 6.522)."""
        together = (
            s.place[pieces.ELRIC] < BOARD.size
            and len({(s.place[u], s.owner[u], s.band[u]) for u in (pieces.ELRIC, pieces.MOONGLUM)}) == 1
        )
        if together and "friends" not in self.spec:
            remember(s, Friends())
        for name in self.table("control") if "captured" not in self.spec else ():
            area = BOARD.index.get(name, -1)
            nation = pieces.NATION_INDEX.get(BOARD.nation[area], -1) if area >= 0 else -1
            if (
                nation >= 0
                and s.nation_owner[nation] < NEUTRAL
                and s.control[area] not in (NEUTRAL, s.nation_owner[nation])
            ):
                remember(s, Captured(area, s.control[area]))
