"""Positions as plain data: for lessons, what-if questions, the sandbox and tests. Every fault is named at once.

A position is a dict that JSON can carry; every key but "scenario" may be left out:

    {"scenario": "successor", "rules": "avalon-hill", "turn": 3, "player": 0, "order": [0, 1], "phase": "movement",
     "nations": {"jharkor": 0, "pan-tang": 1},          who commands a nation (its cities follow, unless in "control")
     "units": {"jharkor_dhakos": ["yishana", "jharkor-army*3"], ...},     area -> pieces, owned by their nation's commander
     "owners": {"theleb-kaarna": 1},                     pieces whose commander is not their nation's
     "aboard": {"yishana": "jharkor-fleet-1"},           ship or bearer
     "control": {"dharijor_gromoorva": 0, "ilmiora_ilmar": null},
     "hands": {"ohada": ["arkyn", "sleep"]}, "hidden": {"xanyaw": ["dispel-magic-a"]}, "discards": ["fileet"],
     "face_up": {"xanyaw": ["arioch"]}, "maintained": {"jagreen-lern": "arioch"},
     "lost": ["jharkor-army-8", "hilran"], "balance": -4, "tipped": "law", "ends": 6,
     "assaults": ["dharijor_cape"], "stacks": {"rackhir": 2}, "met_elric": true, "groups": [0, 1],
     "seeking": ["kelmain-host"], "found": ["oin"]}     hordes still looking for their place; where enemies were found

"jharkor-army*3" means the next three armies of Jharkor not yet placed.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, Final

from ..kernel.clauses import RulesetError, did_you_mean
from . import law, pieces, spells
from .board import BOARD
from .hordes import SEEK
from .invariants import broken
from .scenarios import scenarios
from .sequence import BEGIN
from .state import (
    ASHORE,
    BOX,
    CONTAINER,
    DISCARD,
    FACE_UP,
    HELD_OPEN,
    HIDDEN,
    IN_HAND,
    LOST,
    NEUTRAL,
    PHASES,
    State,
    own,
    put,
)

KEYS: Final = (
    "scenario",
    "rules",
    "turn",
    "player",
    "order",
    "phase",
    "nations",
    "units",
    "owners",
    "aboard",
    "control",
    "hands",
    "hidden",
    "discards",
    "face_up",
    "maintained",
    "lost",
    "balance",
    "tipped",
    "ends",
    "assaults",
    "stacks",
    "met_elric",
    "groups",
    "seeking",
    "found",
)
_PLAYABLE: Final = PHASES[1:9]


class PositionError(ValueError):
    """A position cannot be. `problems` lists every fault, each saying where."""

    def __init__(self, problems: list[str]) -> None:
        self.problems = problems
        super().__init__("; ".join(problems))


class _Builder:
    def __init__(self, spec: Mapping[str, Any]) -> None:
        self.spec = spec
        self.problems: list[str] = []

    def bad(self, where: str, what: str) -> None:
        self.problems.append(f"{where}: {what}")

    def find(self, where: str, word: object, known: Mapping[str, int]) -> int:
        if isinstance(word, str) and word in known:
            return known[word]
        hint = did_you_mean(str(word), known)
        self.bad(where, f"there is no “{word}”" + (f"; {hint}" if hint else ""))
        return -1

    def table(self, key: str) -> Mapping[str, Any]:
        v = self.spec.get(key, {})
        if not isinstance(v, Mapping):
            self.bad(key, "must be a table of names")
            return {}
        return v

    def names(self, where: str, value: object) -> list[str]:
        """A list of names; anything else is a fault."""
        if isinstance(value, (list, tuple)) and all(isinstance(x, str) for x in value):
            return list(value)
        self.bad(where, f"must be a list of names, not {value!r}")
        return []

    def seat(self, seat: object, s: State) -> bool:
        return isinstance(seat, int) and not isinstance(seat, bool) and 0 <= seat < s.scenario.seats

    def whole(self, key: str, default: int, low: int, high: int) -> int:
        v = self.spec.get(key, default)
        if not isinstance(v, int) or isinstance(v, bool) or not low <= v <= high:
            self.bad(key, f"must be a whole number from {low} to {high}, not {v!r}")
            return default
        return v

    def build(self) -> State:
        spec = self.spec
        for k in spec:
            if k not in KEYS:
                hint = did_you_mean(str(k), KEYS)
                self.bad(str(k), "is not a part of a position" + (f"; {hint}" if hint else ""))
        known = scenarios()
        key = spec.get("scenario", "successor")
        if not isinstance(key, str) or key not in known:
            hint = did_you_mean(str(key), known)
            raise PositionError([f"scenario: there is no “{key}”" + (f"; {hint}" if hint else "")])
        try:
            rules = law.ruleset(spec.get("rules", "avalon-hill"))
        except RulesetError as e:
            raise PositionError([f"rules: {e}"]) from None
        s = State(known[key], rules)
        seats = s.scenario.seats
        for a in BOARD.lands:
            if BOARD.city[a]:
                s.control[a] = NEUTRAL
        s.turn = self.whole("turn", 1, 1, 10)
        s.player = self.whole("player", 0, 0, seats - 1)
        order = spec.get("order", list(range(seats)))
        if not isinstance(order, (list, tuple)) or sorted(map(repr, order)) != sorted(map(repr, range(seats))):
            self.bad("order", f"must list the seats 0 to {seats - 1} once each")
            order = list(range(seats))
        s.order = tuple(order)
        self._groups(s)
        self._nations(s)
        self._units(s)
        self._spells(s)
        self._balance(s)
        s.assaults = self._areas("assaults")
        s.found = self._areas("found")
        for w in self.names("seeking", spec.get("seeking", ())):
            if self.find("seeking", w, dict.fromkeys(SEEK, 0)) == 0:
                s.notes = (*s.notes, ("seek", pieces.NATION_INDEX[w], SEEK[w]))
        if spec.get("met_elric"):
            s.notes = (*s.notes, ("met elric",))
        phase = spec.get("phase", "movement")
        if phase not in _PLAYABLE:
            self.bad("phase", f"must be one of {', '.join(_PLAYABLE)}, not {phase!r}")
        if self.problems:
            raise PositionError(self.problems)
        s.phase = PHASES.index(phase)
        s.agenda = ((BEGIN, s.phase),)
        # what the questions above did not ask
        self.problems = broken(s)
        if self.problems:
            raise PositionError(self.problems)
        return s

    def _areas(self, key: str) -> int:
        """A set of areas as bits."""
        found = (self.find(key, w, BOARD.index) for w in self.names(key, self.spec.get(key, ())))
        return sum(1 << a for a in set(found) if a >= 0)

    def _groups(self, s: State) -> None:
        order = self.spec.get("groups", list(range(len(s.scenario.groups))))
        if not isinstance(order, (list, tuple)):
            order = [order]
        for seat, k in enumerate(order):
            if seat < s.scenario.seats and isinstance(k, int) and 0 <= k < len(s.scenario.groups):
                s.sides = (*s.sides[:seat], k, *s.sides[seat + 1 :])
            else:
                self.bad("groups", "must give each seat the number of a side of the scenario")

    def _nations(self, s: State) -> None:
        for name, seat in self.table("nations").items():
            n = self.find("nations", name, pieces.NATION_INDEX)
            if not self.seat(seat, s):
                self.bad(f"nations, {name}", f"{seat!r} is no seat of this scenario")
                continue
            if n >= 0:
                s.nation_owner[n] = seat
                for a in BOARD.home.get(name, ()):
                    if BOARD.city[a]:
                        s.control[a] = seat
        for name, seat in self.table("control").items():
            a = self.find("control", name, BOARD.index)
            if a < 0:
                continue
            if not BOARD.city[a]:
                self.bad(f"control, {name}", "has no city to hold")
            elif seat is None:
                s.control[a] = NEUTRAL
            elif self.seat(seat, s):
                s.control[a] = seat
            else:
                self.bad(f"control, {name}", f"{seat!r} is no seat of this scenario")

    def _units(self, s: State) -> None:
        owners = {}
        for name, seat in self.table("owners").items():
            u = self.find("owners", name, pieces.INDEX)
            if seat is not None and not self.seat(seat, s):
                self.bad(f"owners, {name}", f"{seat!r} is no seat of this scenario")
            elif u >= 0:
                owners[u] = NEUTRAL if seat is None else seat
        placed: set[int] = set()
        for where, names in self.table("units").items():
            a = self.find("units", where, BOARD.index)
            if a < 0:
                continue
            if BOARD.kind[a] == 2:
                self.bad(f"units, {where}", "nobody stands in the mountains")
                continue
            for name in self.names(f"units, {where}", names):
                for u in self._several(f"units, {where}", name, placed):
                    placed.add(u)
                    n = pieces.NATION[u]
                    owner = owners.get(u, s.nation_owner[n] if n >= 0 else NEUTRAL + 1)
                    if owner > NEUTRAL:
                        self.bad(f"units, {where}", f"nobody commands {pieces.IDS[u]}: name a seat in owners")
                        continue
                    own(s, u, owner)
                    put(s, u, a)
        for name, bearer in self.table("aboard").items():
            u, x = self.find("aboard", name, pieces.INDEX), self.find("aboard", bearer, pieces.INDEX)
            if u < 0 or x < 0:
                continue
            if s.place[u] != s.place[x] or s.place[u] == BOX:
                self.bad(f"aboard, {name}", f"is not where {bearer} is")
            elif pieces.KIND[x] not in (pieces.FLEET, pieces.HERO):
                self.bad(f"aboard, {name}", f"{bearer} carries nobody")
            else:
                s.aboard[u] = x
        for x in pieces.FLEETS:
            load = sum(pieces.KIND[u] == pieces.ARMY and s.aboard[u] == x for u in placed)
            if load > pieces.CARRY[x]:
                self.bad("aboard", f"{pieces.IDS[x]} carries {pieces.CARRY[x]} armies, not {load} (clause 7.1 / 6.1)")
        for u in placed:
            a = s.place[u]
            if a >= BOARD.size:
                continue
            river = s.rules.lormyr_river and BOARD.special[a] == "lormyr_river"
            if pieces.KIND[u] == pieces.FLEET and BOARD.kind[a] == 0 and not BOARD.ports[a] and not river:
                self.bad("units", f"{pieces.IDS[u]} stands in {BOARD.ids[a]}, which has no port (clause 7.5.9 / 6.59)")
            if (
                BOARD.kind[a] == 1
                and pieces.KIND[u] in (pieces.HERO, pieces.ARMY)
                and s.aboard[u] == ASHORE
                and not pieces.WALKS_SEA[u]
            ):
                self.bad("units", f"{pieces.IDS[u]} is at sea without a ship (clause 7.3 / 6.3)")
        for name in self.names("lost", self.spec.get("lost", ())):
            u = self.find("lost", name, pieces.INDEX)
            if u >= 0 and u in placed:
                self.bad("lost", f"{name} stands on the board")
            elif u >= 0:
                n = pieces.NATION[u]
                own(s, u, owners.get(u, s.nation_owner[n] if n >= 0 else NEUTRAL + 1))
                put(s, u, LOST)
        for name, band in self.table("stacks").items():
            u = self.find("stacks", name, pieces.INDEX)
            if not isinstance(band, int) or isinstance(band, bool) or not 0 <= band < 200:
                self.bad(f"stacks, {name}", f"a stack has a number from 0 to 199, not {band!r}")
            elif u >= 0:
                s.band[u] = band

    def _several(self, where: str, name: object, placed: set[int]) -> list[int]:
        text = str(name)
        if "*" in text:
            stem, _, n = text.partition("*")
            free = [u for u in pieces.ARMIES if pieces.IDS[u].rsplit("-", 1)[0] == stem and u not in placed]
            if not n.isdigit() or not free or int(n) > len(free):
                self.bad(where, f"“{text}” asks for more than the {len(free)} there are")
                return []
            return free[: int(n)]
        u = self.find(where, name, pieces.INDEX)
        if u in placed:
            self.bad(where, f"{name} stands in two places")
            return []
        return [u] if u >= 0 else []

    def _spells(self, s: State) -> None:
        used: set[int] = set()

        def lay(where: str, name: object, code: int) -> None:
            i = self.find(where, name, spells.INDEX)
            if i >= 0 and i in used:
                self.bad(where, f"{name} is in two places")
            elif i >= 0:
                used.add(i)
                s.spell_at[i] = code

        for who, held in self.table("hands").items():
            u = self.find("hands", who, pieces.INDEX)
            names = self.names(f"hands, {who}", held)
            if u < 0:
                continue
            room = pieces.MAGIC[u] or (1 if pieces.KIND[u] == pieces.HERO else 0)
            if s.place[u] >= BOARD.size:
                self.bad(f"hands, {who}", "is not on the board")
            if len(names) > room:
                self.bad(f"hands, {who}", f"may hold {room}, not {len(names)} (clause 9.5 / 8.5)")
            for name in names:
                lay(f"hands, {who}", name, IN_HAND + u)
            aligned = {spells.ALIGN[spells.INDEX[n]] for n in names if n in spells.INDEX}
            if pieces.MAGIC[u] and u != pieces.ELRIC and {spells.LAW, spells.CHAOS} <= aligned:
                self.bad(f"hands, {who}", "a magician may not hold Law and Chaos together (clause 9.5 / 8.35)")
        for key, code in (("hidden", HIDDEN), ("face_up", FACE_UP)):
            for where, names in self.table(key).items():
                a = self.find(key, where, BOARD.index)
                for name in self.names(f"{key}, {where}", names):
                    lay(f"{key}, {where}", name, code + max(a, 0))
        for who, name in self.table("maintained").items():
            u = self.find("maintained", who, pieces.INDEX)
            if u >= 0 and s.place[u] >= BOARD.size:
                self.bad(f"maintained, {who}", "is not on the board")
            lay(f"maintained, {who}", name, HELD_OPEN + max(u, 0))
        for name in self.names("discards", self.spec.get("discards", ())):
            lay("discards", name, DISCARD)
        for i in range(spells.SIZE):
            if i not in used:
                s.spell_at[i] = CONTAINER

    def _balance(self, s: State) -> None:
        arm = int(s.rules.balance_arm)
        s.balance = self.whole("balance", 0, -arm, arm)
        tipped = self.spec.get("tipped")
        if tipped not in (None, "law", "chaos"):
            self.bad("tipped", f"is law or chaos, not {tipped!r}")
        elif tipped:
            s.tipped = -1 if tipped == "law" else 1
            s.balance = s.tipped * arm
            s.ends = self.whole("ends", min(10, s.turn + 3), 1, 13)


def build(spec: Mapping[str, Any]) -> State:
    """A state from a position.

    Raises:
        PositionError: with every fault found.
    """
    if not isinstance(spec, Mapping):
        raise PositionError(["a position is a table of names and values"])
    return _Builder(spec).build()
