"""A position as a state: every word is looked up, and every fault is told at once."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from functools import partial
from typing import Any, Final

from elric.kernel.bits import bits
from elric.kernel.clauses import Ruleset, RulesetError, did_you_mean
from elric.kernel.steps import Frame
from elric.young_kingdoms.combat.battle import Battle
from elric.young_kingdoms.components import law, pieces, spells
from elric.young_kingdoms.components.board import BOARD
from elric.young_kingdoms.components.scenarios import Scenario, scenarios
from elric.young_kingdoms.nations.hordes import SEEK
from elric.young_kingdoms.position.fields import (
    OWNER,
    PIECES,
    POINTS,
    STACK,
    fields_read,
    frame_fields,
    left_out,
)
from elric.young_kingdoms.position.invariants import broken
from elric.young_kingdoms.position.notes import NOTES, Captured, Friends, Seeks
from elric.young_kingdoms.position.reader import Reader
from elric.young_kingdoms.position.state import (
    APPEARANCE,
    ASHORE,
    AWAY,
    BOX,
    CAST,
    CONTAINER,
    DISCARD,
    FACE_UP,
    GONE,
    HELD_OPEN,
    HIDDEN,
    IN_HAND,
    LOST,
    MOVEMENT,
    NEUTRAL,
    NOBODY,
    PENDING,
    PHASES,
    SACRIFICED,
    WALKED,
    State,
    own,
    put,
)
from elric.young_kingdoms.position.steps import BOOK
from elric.young_kingdoms.position.vocabulary import (
    BATTLE,
    BATTLE_PLAIN,
    FLIGHT,
    KEYS,
    MARKS,
    OUTCOME,
    SEARCH,
    PositionError,
)
from elric.young_kingdoms.turn.sequence import BEGIN

_PLAYABLE: Final = PHASES[1:9]
_MOST_DEEP: Final = 8  # battles that interrupt each other
_MOST_FRAMES: Final = 400
# What the beginning of the Movement phase wipes out: it is only said of a phase under way.
_OF_A_MOVE: Final = ("spent", "walked", "marks", "moving", "trails", "met", "braved", "swaying", "conjuring", "fought")


def _beside(s: State, ship: int, u: int) -> bool:
    """Whether a piece stands where a ship does, and is aboard none yet."""
    return s.aboard[u] == ASHORE and s.place[u] == s.place[ship]


class Builder(Reader):
    """Makes one state from one position. `problems` gathers the faults; what cannot be read is passed over."""

    def __init__(self, spec: Mapping[str, Any], leaderless: bool = True) -> None:
        super().__init__(spec)
        self.leaderless = leaderless  # whether a nation may be listed none of whose personalities is put up
        # Whether the position says what waits: then it may stand in the middle of anything that a game comes to, and the
        # invariants alone judge it. Otherwise its phase begins, and nothing may be left open.
        self.midway = "waits" in spec or "outcome" in spec
        self.made: State | None = None  # as far as it has come

    # ---- the whole --------------------------------------------------------------------------------------------------

    def build(self) -> State:
        spec = self.spec
        for k in spec:
            if k not in KEYS:
                hint = did_you_mean(str(k)[:60], KEYS)
                self.bad(str(k)[:60], "is not a part of a position" + (f"; {hint}" if hint else ""))
        s = self.made = State(*self._head())
        seats = s.scenario.seats
        for a in BOARD.lands:
            if BOARD.city[a]:
                s.control[a] = NEUTRAL
        s.turn = self.whole("turn", 1, 0 if self.midway else 1, 10)
        s.player = self.whole("player", 0, 0, seats - 1)
        order = spec.get("order", list(range(seats)))
        if not isinstance(order, (list, tuple)) or sorted(map(repr, order)) != sorted(map(repr, range(seats))):
            self.bad("order", f"must list the seats 0 to {seats - 1} once each")
            order = list(range(seats))
        s.order = tuple(order)
        phase = spec.get("phase", "over" if "outcome" in spec else "movement")
        allowed = PHASES if self.midway else _PLAYABLE
        if phase not in allowed:
            self.bad("phase", f"must be one of {', '.join(allowed)}, not {str(phase)[:60]!r}")
            phase = "movement"
        s.phase = PHASES.index(phase)
        self._groups(s)
        self._nations(s)
        self._units(s)
        self._marks(s)
        self._spells(s)
        self._balance(s)
        s.assaults = self.areas("assaults")
        s.found = self.areas("found")
        s.flights = tuple(tuple(row) for row in self.rows("flights", FLIGHT))
        s.tries = tuple(tuple(row) for row in self.rows("searches", SEARCH))
        self._notes(s)
        s.moving = PIECES.read("moving", spec.get("moving", ()), self.bad)
        if not self.midway:
            self._settled(s)
        self._waits(s)
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

    def _groups(self, s: State) -> None:
        groups = {g.name: k for k, g in enumerate(s.scenario.groups)}
        order = self.spec.get("groups", list(range(len(groups))))
        if not isinstance(order, (list, tuple)):
            order = [order]
        for seat, said in enumerate(order):
            k = groups.get(said, -1) if isinstance(said, str) else said
            nothing = said is None and self.midway
            if seat < s.scenario.seats and (
                nothing or (isinstance(k, int) and not isinstance(k, bool) and 0 <= k < len(groups))
            ):
                s.sides = (*s.sides[:seat], -1 if nothing else k, *s.sides[seat + 1 :])
            else:
                self.bad("groups", f"must give each seat a side of the scenario: {', '.join(groups)}")

    def _nations(self, s: State) -> None:
        for name, seat in self.table("nations").items():
            n = self.find("nations", name, pieces.NATION_INDEX)
            if not self.seat(seat, s):
                self.bad(f"nations, {name}", f"{str(seat)[:60]!r} is no seat of this scenario")
                continue
            if n >= 0:
                s.nation_owner[n] = seat
                for area in BOARD.home.get(name, ()):
                    if BOARD.city[area]:
                        s.control[area] = seat
        for name, seat in self.table("control").items():
            area = self.find("control", name, BOARD.index)
            if area < 0:
                continue
            if not BOARD.city[area]:
                self.bad(f"control, {name}", "has no city to hold")
            elif seat is None:
                s.control[area] = NEUTRAL
            elif self.seat(seat, s):
                s.control[area] = seat
            else:
                self.bad(f"control, {name}", f"{str(seat)[:60]!r} is no seat of this scenario")

    def _units(self, s: State) -> None:
        owners: dict[int, int] = {}
        for name, seat in self.names_in("owners"):
            for u in self.several("owners", name, lambda u: u not in owners):
                owners[u] = self.owner(f"owners, {name}", seat, s)
        placed: set[int] = set()
        for where, names in self.table("units").items():
            a = self.find("units", where, BOARD.index)
            if a < 0:
                continue
            if BOARD.kind[a] == 2:
                self.bad(f"units, {where}", "nobody stands in the mountains")
                continue
            self._place(s, f"units, {where}", names, a, owners, placed)
        for key, a in (("lost", LOST), ("away", AWAY)):
            self._place(s, key, self.spec.get(key, ()), a, owners, placed)
        for u, owner in owners.items():
            if u not in placed:
                own(s, u, owner)
        self._aboard(s)
        if not self.midway:
            self._afloat(s, placed)
        for name, said in self.table("stacks").items():
            band = STACK.read(f"stacks, {name}", said, self.bad)
            for u in self.pieces("stacks", name):
                s.band[u] = band

    def _place(
        self, s: State, where: str, names: object, area: int, owners: Mapping[int, int], placed: set[int]
    ) -> None:  # fmt: skip
        twice = "stands in two places" if area < BOARD.size else "stands on the board"
        for name in self.names(where, names):
            for unit in self.several(where, name, lambda u: u not in placed, twice):
                placed.add(unit)
                n = pieces.NATION[unit]
                usual = s.nation_owner[n] if n >= 0 and area != AWAY else NOBODY
                owner = owners.get(unit, usual)
                if owner > NEUTRAL and area < BOARD.size:
                    self.bad(where, f"nobody commands {pieces.IDS[unit]}: name a seat in owners")
                    continue
                own(s, unit, owner)
                put(s, unit, area)

    def _aboard(self, s: State) -> None:
        for name, bearer in self.names_in("aboard"):
            piece = self.find("aboard", bearer, pieces.INDEX)
            beside = partial(_beside, s, piece)
            for u in self.several("aboard", name, beside) if "*" in name else self.pieces("aboard", name):
                if piece < 0:
                    continue
                if not self.midway and (s.place[u] != s.place[piece] or s.place[u] == BOX):
                    self.bad(f"aboard, {name}", f"is not where {bearer} is")
                elif pieces.KIND[piece] not in (pieces.FLEET, pieces.HERO):
                    self.bad(f"aboard, {name}", f"{bearer} carries nobody")
                else:
                    s.aboard[u] = piece

    def _afloat(self, s: State, placed: set[int]) -> None:
        for x in pieces.FLEETS:
            load = sum(pieces.KIND[u] == pieces.ARMY and s.aboard[u] == x for u in placed)
            if load > pieces.CARRY[x]:
                self.bad("aboard", f"{pieces.IDS[x]} carries {pieces.CARRY[x]} armies, not {load} (clause 7.1 / 6.1)")
        for unit in sorted(placed):
            a = s.place[unit]
            if a >= BOARD.size:
                continue
            river = s.rules.lormyr_river and BOARD.special[a] == "lormyr_river"
            if pieces.KIND[unit] == pieces.FLEET and BOARD.kind[a] == 0 and not BOARD.ports[a] and not river:
                self.bad(
                    "units", f"{pieces.IDS[unit]} stands in {BOARD.ids[a]}, which has no port (clause 7.5.9 / 6.59)"
                )
            if (
                BOARD.kind[a] == 1
                and pieces.KIND[unit] in (pieces.HERO, pieces.ARMY)
                and s.aboard[unit] == ASHORE
                and not pieces.WALKS_SEA[unit]
            ):
                self.bad("units", f"{pieces.IDS[unit]} is at sea without a ship (clause 7.3 / 6.3)")

    def _marks(self, s: State) -> None:
        for name, points in self.table("spent").items():
            n = POINTS.read(f"spent, {name}", points, self.bad)
            for u in self.pieces("spent", name):
                s.spent[u] = n
        for name, points in self.table("walked").items():
            n = POINTS.read(f"walked, {name}", points, self.bad)
            for u in self.pieces("walked", name):
                s.flags[u] |= WALKED * min(n, 7)
        for mark, names in self.table("marks").items():
            flag = self.find("marks", mark, MARKS)
            for name in self.names(f"marks, {mark}", names):
                for u in self.pieces(f"marks, {mark}", name):
                    s.flags[u] |= max(flag, 0)

    # ---- spells and the Balance -------------------------------------------------------------------------------------

    def _spells(self, s: State) -> None:
        used: set[int] = set()

        def lay(where: str, name: object, code: int) -> None:
            i = self.find(where, name, spells.INDEX)
            if i >= 0 and i in used:
                self.bad(where, f"{name} is in two places")
            elif i >= 0:
                used.add(i)
                s.spell_at[i] = code

        for key, first in (("hands", IN_HAND), ("cast", CAST), ("maintained", HELD_OPEN)):
            for who, held in self.table(key).items():
                where = f"{key}, {who}"
                unit = self.find(key, who, pieces.INDEX)
                names = self.names(where, [held] if isinstance(held, str) else held)
                for name in names:
                    lay(where, name, first + max(unit, 0))
                if unit < 0 or self.midway:
                    continue
                if s.place[unit] >= BOARD.size:
                    self.bad(where, "is not on the board")
                if key == "hands":
                    self._hand(unit, where, names)
        for key, first in (("hidden", HIDDEN), ("face_up", FACE_UP)):
            for area, lying in self.table(key).items():
                a = self.find(key, area, BOARD.index)
                for name in self.names(f"{key}, {area}", lying):
                    lay(f"{key}, {area}", name, first + max(a, 0))
        for key, code in (("discards", DISCARD), ("gone", GONE), ("sacrificed", SACRIFICED), ("drawn", PENDING)):
            for name in self.names(key, self.spec.get(key, ())):
                lay(key, name, code)
        for i in range(spells.SIZE):
            if i not in used:
                s.spell_at[i] = CONTAINER

    def _hand(self, u: int, where: str, names: Sequence[str]) -> None:
        room = pieces.MAGIC[u] or (1 if pieces.KIND[u] == pieces.HERO else 0)
        if len(names) > room:
            self.bad(where, f"may hold {room}, not {len(names)} (clause 9.5 / 8.5)")
        aligned = {spells.ALIGN[spells.INDEX[n]] for n in names if n in spells.INDEX}
        if pieces.MAGIC[u] and u != pieces.ELRIC and {spells.LAW, spells.CHAOS} <= aligned:
            self.bad(where, "a magician may not hold Law and Chaos together (clause 9.5 / 8.35)")

    def _balance(self, s: State) -> None:
        arm = int(s.rules.balance_arm)
        s.horn = self.whole("horn", 0, 0, 3)
        tipped = self.spec.get("tipped")
        if tipped not in (None, "law", "chaos"):
            self.bad("tipped", f"is law or chaos, not {str(tipped)[:60]!r}")
        elif tipped:
            s.tipped = -1 if tipped == "law" else 1
            s.ends = self.whole("ends", min(10, s.turn + 3), 1, 13)
        s.balance = self.whole("balance", s.tipped * arm, -arm, arm)
        if s.tipped and not self.midway:
            s.balance = s.tipped * arm

    # ---- what is noted, and what waits ------------------------------------------------------------------------------

    def _notes(self, s: State) -> None:
        kinds = {told.key: kind for kind, told in NOTES.items()}
        for key in self.spec:
            if key not in kinds:
                continue
            kind, said = kinds[key], self.spec[key]
            told = NOTES[kind]
            words = told.words
            rows: list[Sequence[Any]] = []
            if told.form == "flag":
                if not isinstance(said, bool):
                    self.bad(key, f"must be true or false, not {str(said)[:60]!r}")
                rows = [()] * bool(said)
            elif told.form == "list":
                rows = [(words[0].read(key, name, self.bad),) for name in self.names(key, said)]
            elif told.form == "table":
                rows = [
                    (words[0].read(key, k, self.bad), words[1].read(f"{key}, {k}", v, self.bad))
                    for k, v in self.table(key).items()
                ]
            else:
                rows = list(self.rows(key, dict(zip(kind._fields, words, strict=False))))
            if kind is Seeks:
                rows = [(n, SEEK[pieces.NATIONS[n].id]) for (n,) in rows if self._seeks(n)]
            s.notes = (*s.notes, *(kind(*row) for row in rows))

    def _seeks(self, n: int) -> bool:
        if pieces.NATIONS[n].id in SEEK:
            return True
        self.bad("seeking", f"{pieces.NATIONS[n].id} has no place to find; only {', '.join(SEEK)} have")
        return False

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
            s.notes = (*s.notes, Friends())
        for name in self.table("control") if "captured" not in self.spec else ():
            area = BOARD.index.get(name, -1)
            nation = pieces.NATION_INDEX.get(BOARD.nation[area], -1) if area >= 0 else -1
            if (
                nation >= 0
                and s.nation_owner[nation] < NEUTRAL
                and s.control[area] not in (NEUTRAL, s.nation_owner[nation])
            ):
                s.notes = (*s.notes, Captured(area, s.control[area]))

    def _waits(self, s: State) -> None:
        spec = self.spec
        if "outcome" in spec:
            s.outcome = tuple(fields_read("outcome", spec["outcome"], OUTCOME, self.bad))
            s.seat = -1
            for key in ("waits", "battle", "moving"):
                if spec.get(key):
                    self.bad(key, "the game is over")
            return
        if "battle" in spec:
            s.battle = self._battle("battle", spec["battle"], s)
        if "waits" not in spec:
            s.agenda = (BEGIN.frame(s.phase),)
            return
        waits = spec["waits"]
        if not isinstance(waits, (list, tuple)) or not 0 < len(waits) < _MOST_FRAMES:
            self.bad("waits", "must be a list of steps, the next one first")
            return
        s.agenda = tuple([self._frame(f"waits, {k + 1}", f, s) for k, f in enumerate(waits)][::-1])

    def _frame(self, where: str, said: object, s: State) -> Frame:
        if isinstance(said, str):
            said = {"step": said}
        steps = BOOK.steps
        if not isinstance(said, Mapping) or not isinstance(said.get("step"), str) or said["step"] not in steps:
            name = str(said.get("step") if isinstance(said, Mapping) else said)[:60]
            hint = did_you_mean(name, steps)
            self.bad(where, f"there is no step “{name}”" + (f"; {hint}" if hint else ""))
            return BEGIN.frame(s.phase)
        step: Any = steps[said["step"]]
        where = f"{where}, {step.key}"
        if step.of_battle and s.battle is None and not self.spec.get("battle"):
            self.bad(where, "there is no battle for it")
        held = {k: v for k, v in said.items() if k != "step"}
        before = len(self.problems)
        fields = frame_fields(step)
        plain = {key: word.plain for key, word in fields.items() if left_out(word)}
        data = fields_read(where, held, fields, self.bad, plain)
        if len(self.problems) == before:
            for (key, word), value in zip(fields.items(), data, strict=True):
                neutral = word is OWNER and value == NEUTRAL
                if key in ("seat", "place") and not neutral and not 0 <= value < s.scenario.seats:
                    self.bad(f"{where}, {key}", f"{value} is no seat of this scenario")
        return step.frame(*data)

    def _battle(self, where: str, said: object, s: State, deep: int = 0) -> Battle | None:
        if not isinstance(said, Mapping) or deep > _MOST_DEEP:
            self.bad(where, "must be a table" if deep <= _MOST_DEEP else "too many battles interrupt each other")
            return None
        members = {k: v for k, v in said.items() if k != "outer"}
        values = fields_read(where, members, BATTLE, self.bad, BATTLE_PLAIN)
        b = Battle(**dict(zip(BATTLE, values, strict=True)))
        for key, seat in (("attacker", b.attacker), ("defender", b.defender)):
            if seat == NOBODY or s.scenario.seats <= seat < NEUTRAL:
                self.bad(f"{where}, {key}", f"{seat} is no seat of this scenario")
        if said.get("outer") is not None:
            b = b._replace(outer=self._battle(f"{where}, outer", said["outer"], s, deep + 1))
        return b


__all__ = ["Builder"]
